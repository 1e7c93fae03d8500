//! How games end on the board: mate, stalemate, dead positions, repetition and the move counters.
//! What players agree on is in `agreements.rs`.

use rank_and_file_core::chess::{
    Action, Chess, Color, DrawRule, Event, Game, Outcome, Position, Reason, Refusal, read_fen,
};

fn from(fen: &str, rule: DrawRule) -> Game {
    Game::new(read_fen(fen).unwrap(), rule)
}

/// Plays the moves, none of which but the last may end the game; returns the end that it brought.
fn play(game: &mut Game, moves: &str) -> Option<Outcome> {
    let mut ended = None;
    for typed in moves.split_whitespace() {
        assert_eq!(ended, None, "the game ended before {typed}");
        match game.act(Action::Write(typed.to_owned())) {
            Ok(Event::Moved { ended: end, .. }) => ended = end,
            other => panic!("{typed}: {other:?}"),
        }
        assert_eq!(game.outcome(), ended, "{typed}");
    }
    ended
}

fn draw(reason: Reason) -> Option<Outcome> {
    Some(Outcome::draw(reason))
}

#[test]
fn checkmate() {
    let fools = play(&mut Game::default(), "f3 e5 g4 Qh4#").unwrap();
    assert_eq!(fools, Outcome::win(Color::Black, Reason::Checkmate));
    assert_eq!(fools.result(), "0-1");
    let scholars = play(&mut Game::default(), "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#").unwrap();
    assert_eq!(scholars, Outcome::win(Color::White, Reason::Checkmate));
    assert_eq!(scholars.result(), "1-0");
    let mut castled = from("5k2/R7/8/8/8/8/6PP/4K2R w K - 0 1", DrawRule::Automatic);
    assert_eq!(play(&mut castled, "O-O+"), None, "only a check");
    let mut promoted = from("6k1/1P3ppp/8/8/8/8/8/4K3 w - - 0 1", DrawRule::Automatic);
    let mate = play(&mut promoted, "b8=R#").unwrap();
    assert_eq!(mate, Outcome::win(Color::White, Reason::Checkmate));
}

#[test]
fn stalemate() {
    let mut game = from("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", DrawRule::Automatic);
    assert_eq!(play(&mut game, "Kf7"), draw(Reason::Stalemate));
    let mut black = from("8/8/8/8/8/6kp/8/7K b - - 0 1", DrawRule::Claimed);
    assert_eq!(play(&mut black, "h2"), draw(Reason::Stalemate));
    // A king without a move is not stalemated while another piece has one.
    let mut pawn = from("7k/8/5KQ1/p7/8/8/8/8 w - - 0 1", DrawRule::Automatic);
    assert_eq!(play(&mut pawn, "Kf7"), None);
}

#[test]
fn a_position_may_be_over_from_the_start() {
    for (fen, outcome) in [
        (
            "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",
            Outcome::draw(Reason::Stalemate),
        ),
        (
            "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
            Outcome::win(Color::White, Reason::Checkmate),
        ),
        (
            "8/8/8/8/8/6k1/6q1/6K1 w - - 0 1",
            Outcome::win(Color::Black, Reason::Checkmate),
        ),
        (
            "8/8/4k3/8/8/8/8/4K3 w - - 0 1",
            Outcome::draw(Reason::DeadPosition),
        ),
    ] {
        let mut game = from(fen, DrawRule::Claimed);
        assert_eq!(game.outcome(), Some(outcome), "{fen}");
        let refused = game.act(Action::Resign(Color::White));
        assert_eq!(refused, Err(Refusal::GameOver), "{fen}");
    }
}

#[test]
fn dead_positions() {
    for dead in [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4kb2/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4K3 b - - 0 1",
        // Bishops of one color of squares, on either side or on both, however many.
        "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1",
        "4kb2/8/3b4/8/8/8/8/B1B1K3 w - - 0 1",
    ] {
        assert_eq!(
            from(dead, DrawRule::Claimed).outcome(),
            draw(Reason::DeadPosition),
            "{dead}"
        );
    }
    for alive in [
        "4k3/8/8/8/8/8/8/3NKB2 w - - 0 1",
        "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1",
        "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        "4k3/8/8/8/8/8/8/3QK3 w - - 0 1",
    ] {
        assert_eq!(from(alive, DrawRule::Automatic).outcome(), None, "{alive}");
    }
}

#[test]
fn a_capture_may_leave_a_dead_position() {
    let mut game = from("4k3/8/8/8/8/8/3r4/4KB2 w - - 0 1", DrawRule::Claimed);
    assert_eq!(play(&mut game, "Kxd2"), draw(Reason::DeadPosition));
    let mut promoted = from("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", DrawRule::Automatic);
    assert_eq!(play(&mut promoted, "e8=N+"), draw(Reason::DeadPosition));
}

const DANCE: &str = "Nf3 Nf6 Ng1 Ng8";

#[test]
fn the_third_repetition_ends_the_game_where_draws_are_automatic() {
    let mut game = Game::default();
    assert_eq!(play(&mut game, DANCE), None);
    assert_eq!(play(&mut game, "Nf3 Nf6 Ng1"), None);
    assert_eq!(play(&mut game, "Ng8"), draw(Reason::Threefold));
    assert_eq!(game.plies().len(), 8);
}

#[test]
fn the_third_repetition_waits_for_its_claim_and_the_fifth_does_not() {
    let mut game = from(START, DrawRule::Claimed);
    assert_eq!(play(&mut game, &[DANCE; 2].join(" ")), None);
    assert_eq!(game.claims(), [Reason::Threefold]);
    let mut claimed = game.clone();
    let ended = claimed.act(Action::Claim(None)).unwrap();
    assert_eq!(ended, Event::Ended(Outcome::draw(Reason::Threefold)));
    assert_eq!(claimed.outcome(), draw(Reason::Threefold));

    // A claim that is not made lapses with the move, and comes again with the position.
    assert_eq!(play(&mut game, "e4"), None);
    assert_eq!(game.claims(), []);
    let failed = game.clone().act(Action::Claim(None));
    assert!(matches!(failed, Ok(Event::ClaimFailed { .. })));

    let mut game = from(START, DrawRule::Claimed);
    let dances = [DANCE; 3].join(" ");
    assert_eq!(play(&mut game, &dances), None);
    assert_eq!(play(&mut game, "Nf3 Nf6 Ng1"), None);
    assert_eq!(play(&mut game, "Ng8"), draw(Reason::Fivefold));
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_position_repeats_in_any_order_of_moves() {
    let mut game = from(START, DrawRule::Claimed);
    // Twice by way of the king's knights, the third time by way of the queen's.
    assert_eq!(play(&mut game, "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8"), None);
    assert_eq!(game.claims(), [Reason::Threefold]);
}

#[test]
fn another_player_to_move_makes_another_position() {
    let mut game = from("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", DrawRule::Claimed);
    // White loses a move on the way: the pieces stand alike three times, the turn does not.
    assert_eq!(play(&mut game, "Ra2 Kd8 Ra3 Ke8 Ra1 Kd8 Ra2 Ke8 Ra1"), None);
    assert_eq!(game.claims(), []);
}

#[test]
fn castling_rights_make_another_position() {
    let mut game = from("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", DrawRule::Automatic);
    // The first position comes a third time to the eye, but only the first time with the right.
    assert_eq!(play(&mut game, "Rg1 Kd8 Rh1 Ke8 Rg1 Kd8 Rh1 Ke8"), None);
    // With the rook on g1 there was no right even the first time.
    assert_eq!(play(&mut game, "Rg1"), draw(Reason::Threefold));
}

#[test]
fn en_passant_makes_another_position_where_it_is_possible() {
    // After e4 the pawn on d4 may take: that position never comes again.
    let mut game = from("4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1", DrawRule::Claimed);
    play(&mut game, "e4 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1");
    assert!(may_pass(game.position_at(1)) && !may_pass(game.position()));
    assert_eq!(game.claims(), [], "twice without the right, once with it");
    play(&mut game, "Nf6 Nf3 Ng8 Ng1");
    assert_eq!(game.claims(), [Reason::Threefold]);
}

#[test]
fn en_passant_counts_only_where_it_is_legal() {
    // The pawn on d4 is pinned along the rank: e4 leaves it no capture, so the position is the
    // same with the double step just made and long ago.
    let mut game = from("6n1/8/8/8/k2p3R/8/4P3/4K1N1 w - - 0 1", DrawRule::Claimed);
    play(&mut game, "e4 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1");
    assert_eq!(game.claims(), [Reason::Threefold]);
    // And where no pawn stands beside it at all.
    let mut game = from("4k1n1/8/8/8/8/8/4P3/4K1N1 w - - 0 1", DrawRule::Claimed);
    play(&mut game, "e4 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1");
    assert_eq!(game.claims(), [Reason::Threefold]);
}

fn may_pass(position: &Chess) -> bool {
    position.legal_moves().iter().any(|mv| mv.is_en_passant())
}

#[test]
fn a_takeback_uncounts_a_repetition() {
    let mut game = from(START, DrawRule::Claimed);
    play(&mut game, &[DANCE; 2].join(" "));
    game.act(Action::TakeBack(1)).unwrap();
    assert_eq!(game.claims(), []);
    play(&mut game, "Ng8");
    assert_eq!(game.claims(), [Reason::Threefold]);
}

#[test]
fn fifty_moves_end_the_game_where_draws_are_automatic() {
    let mut game = from("4k3/8/8/8/8/8/8/4K2R w - - 98 70", DrawRule::Automatic);
    assert_eq!(play(&mut game, "Rh2"), None);
    assert_eq!(play(&mut game, "Kd7"), draw(Reason::FiftyMove));
}

#[test]
fn fifty_moves_wait_for_their_claim_and_seventy_five_do_not() {
    let mut game = from("4k3/8/8/8/8/8/8/4K2R w - - 98 70", DrawRule::Claimed);
    play(&mut game, "Rh2");
    let failed = game.clone().act(Action::Claim(None));
    assert!(matches!(failed, Ok(Event::ClaimFailed { .. })));
    play(&mut game, "Kd7");
    assert_eq!(game.claims(), [Reason::FiftyMove]);
    play(&mut game, "Rh3");
    assert_eq!(
        game.claims(),
        [Reason::FiftyMove],
        "the other player may claim it too"
    );
    let ended = game.act(Action::Claim(None)).unwrap();
    assert_eq!(ended.ended(), draw(Reason::FiftyMove));

    for rule in [DrawRule::Claimed, DrawRule::Automatic] {
        let late = from("4k3/8/8/8/8/8/8/4K2R w - - 150 99", rule);
        assert_eq!(late.outcome(), draw(Reason::SeventyFiveMove));
    }
    let mut game = from("4k3/8/8/8/8/8/8/4K2R w - - 148 99", DrawRule::Claimed);
    assert_eq!(play(&mut game, "Rh2"), None);
    assert_eq!(play(&mut game, "Kd7"), draw(Reason::SeventyFiveMove));
}

#[test]
fn a_pawn_move_or_a_capture_starts_the_count_afresh() {
    for typed in ["e4", "Rxh8"] {
        let fen = "2k4n/8/8/8/8/8/4P3/4K2R w - - 99 70";
        let mut game = from(fen, DrawRule::Automatic);
        assert_eq!(play(&mut game, typed), None, "{typed}");
        assert_eq!(game.position().halfmoves(), 0, "{typed}");
        let mut other = from(fen, DrawRule::Automatic);
        assert_eq!(play(&mut other, "Rh2"), draw(Reason::FiftyMove));
    }
}

#[test]
fn mate_comes_before_every_draw() {
    let mate = Outcome::win(Color::White, Reason::Checkmate);
    for (halfmoves, rule) in [
        (99, DrawRule::Automatic),
        (99, DrawRule::Claimed),
        (149, DrawRule::Claimed),
    ] {
        let fen = format!("6k1/5ppp/8/8/8/8/8/R3K3 w - - {halfmoves} 99");
        assert_eq!(play(&mut from(&fen, rule), "Ra8#"), Some(mate), "{fen}");
        let drawn = play(&mut from(&fen, rule), "Ra7");
        assert_ne!(drawn, Some(mate), "{fen}");
        let still_open = halfmoves == 99 && rule == DrawRule::Claimed;
        assert_eq!(drawn.is_none(), still_open, "{fen}");
    }
}

/// A repetition and the fiftieth move at once: one of the two is named, and the game is drawn.
#[test]
fn two_claims_at_once() {
    let mut game = from("4k1n1/8/8/8/8/8/4P3/4K1N1 w - - 92 70", DrawRule::Claimed);
    play(&mut game, &[DANCE; 2].join(" "));
    assert_eq!(game.claims(), [Reason::Threefold, Reason::FiftyMove]);
    let ended = game.act(Action::Claim(None)).unwrap();
    assert_eq!(ended.ended(), draw(Reason::Threefold));
    assert_eq!(game.claims(), [], "nothing can be claimed after the end");
}
