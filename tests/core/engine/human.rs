//! What people play, and a computer that plays as they do.

use std::collections::HashSet;

use rank_and_file_core::chess::{Chess, Move, Position, Role, Square, read_fen, start_position};
use rank_and_file_core::engine::human::{
    AHEAD, FeatureExtractor, GamePosition, Motive, Reason, Share, motive, shares, worth,
};
use rank_and_file_core::engine::{Limits, Searcher, Stop, Table};

/// The queen on g5 hangs.
const HANGS: &str = "rnb1kbnr/pppp1ppp/8/4p1q1/4P3/3P4/PPP2PPP/RNBQKBNR w KQkq - 1 3";
/// White mates on the back rank.
const MATES: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";

fn played(game: &[Chess], rating: u32) -> Vec<Share> {
    let situation = GamePosition::of(game).unwrap();
    shares(&mut FeatureExtractor::default(), situation, rating)
}

fn share_of(shares: &[Share], uci: &str) -> f64 {
    let standard = shakmaty::CastlingMode::Standard;
    let found = shares
        .iter()
        .find(|share| share.mv.to_uci(standard).to_string() == uci);
    found.unwrap().share
}

/// The positions of a game that begins with these moves.
fn game(moves: &[&str]) -> Vec<Chess> {
    let mut positions = vec![start_position()];
    for word in moves {
        let mut next = positions.last().unwrap().clone();
        let mv = word.parse::<shakmaty::uci::UciMove>().unwrap();
        next.play_unchecked(mv.to_move(&next).unwrap());
        positions.push(next);
    }
    positions
}

#[test]
fn each_legal_move_has_its_share() {
    for fen in [HANGS, MATES, "7k/8/5K2/8/8/8/8/7R b - - 0 1"] {
        let position = read_fen(fen).unwrap();
        for rating in [600, 1_500] {
            let shares = played(std::slice::from_ref(&position), rating);
            let moves: HashSet<_> = shares.iter().map(|share| share.mv).collect();
            assert_eq!(moves, position.legal_moves().into_iter().collect());
            let whole: f64 = shares.iter().map(|share| share.share).sum();
            assert!((whole - 1.0).abs() < 1e-9, "{whole}");
            assert!(shares.is_sorted_by(|one, other| one.share >= other.share));
        }
    }
    let mated = read_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1").unwrap();
    let mut end = mated.clone();
    let mv = "d1d8".parse::<shakmaty::uci::UciMove>().unwrap();
    end.play_unchecked(mv.to_move(&mated).unwrap());
    assert!(played(&[end], 1_500).is_empty());
}

#[test]
fn people_see_what_is_plain_and_the_better_ones_more_often() {
    for (fen, best, least) in [(HANGS, "c1g5", 0.5), (MATES, "d1d8", 0.6)] {
        let position = [read_fen(fen).unwrap()];
        let [weak, strong] = [900, 2_000].map(|rating| share_of(&played(&position, rating), best));
        assert!(strong > weak && weak > least, "{fen}: {weak} and {strong}");
    }
    let first = played(&game(&[]), 1_500);
    assert!(share_of(&first, "e2e4") > 0.3 && share_of(&first, "a2a3") < 0.05);
}

#[test]
fn beginners_see_less_the_lower_they_are_rated() {
    for (fen, best) in [(HANGS, "c1g5"), (MATES, "d1d8")] {
        let position = [read_fen(fen).unwrap()];
        let of = |rating| share_of(&played(&position, rating), best);
        let shares = [600, 700, 800].map(of);
        assert!(shares[0] > 0.3, "{fen}: {shares:?}");
        assert!(shares.is_sorted_by(|one, other| one < other), "{shares:?}");
        // Below that nothing is foretold.
        assert_eq!(of(100), shares[0]);
    }
}

#[test]
fn what_was_played_before_matters() {
    // A piece is taken back.
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6"];
    let game = game(&moves);
    let share = share_of(&played(&game, 1_500), "d7c6");
    let alone = share_of(&played(&game[game.len() - 1..], 1_500), "d7c6");
    assert!(
        share > 0.5 && (share - alone).abs() > 0.001,
        "{share} and {alone}"
    );
}

#[test]
fn both_colors_play_alike() {
    // The same position with the colors exchanged.
    let white = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4";
    let black = "rnbqk2r/pppp1ppp/5n2/2b1p3/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 0 4";
    let [white, black] = [white, black].map(|fen| {
        let shares = played(&[read_fen(fen).unwrap()], 1_700);
        let shares = shares
            .iter()
            .map(|share| (share.share * 1e6).round() as i64);
        shares.collect::<Vec<_>>()
    });
    assert_eq!(white, black);
}

/// What a player of a rating does in a position; another one does otherwise.
fn chosen(fen: &str, rating: u32, seed: u64) -> Move {
    let mut searcher = Searcher::new(Table::new(1).into());
    searcher.set_strength(Some((rating, seed)));
    let position = read_fen(fen).unwrap();
    let found = searcher.search(&[position], 1, Limits::default(), Stop::default(), |_| {});
    found.best().unwrap()
}

#[test]
fn a_mate_in_one_is_seen_as_often_as_people_see_it() {
    let fen = "7k/6pp/8/8/4N3/1B6/6PP/3Q2K1 w - - 0 1";
    let seen_by_people = share_of(&played(&[read_fen(fen).unwrap()], 1_000), "d1d8");
    let seeds = 0..100;
    let mates = |seed: &u64| chosen(fen, 1_000, *seed).to() == Square::D8;
    let seen = seeds.filter(mates).count() as f64 / 100.0;
    assert!((0.3..0.6).contains(&seen_by_people), "{seen_by_people}");
    assert!(
        (seen - seen_by_people).abs() < 0.1,
        "{seen}, not {seen_by_people}"
    );
}

#[test]
fn a_player_goes_its_own_way_in_each_game_but_plays_no_nonsense() {
    let opening = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let firsts: Vec<_> = (0..40).map(|seed| chosen(opening, 1_200, seed)).collect();
    assert_eq!(
        firsts,
        (0..40)
            .map(|seed| chosen(opening, 1_200, seed))
            .collect::<Vec<_>>()
    );
    let different: HashSet<_> = firsts.iter().collect();
    assert!((2..12).contains(&different.len()), "{different:?}");
    // A rook is not left standing by a strong player, who takes a queen that hangs.
    let taken = (0..20)
        .filter(|seed| chosen(HANGS, 2_000, *seed).is_capture())
        .count();
    assert!(taken >= 18, "{taken} of 20");
}

/// What draws players of a rating to a move in the last of these positions.
fn drawn_to(game: &[Chess], uci: &str, rating: u32) -> Motive {
    let mv = uci.parse::<shakmaty::uci::UciMove>().unwrap();
    let mv = mv.to_move(game.last().unwrap()).unwrap();
    motive(&mut FeatureExtractor::default(), game, mv, rating).unwrap()
}

const ITALIAN: &str = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
/// The queen on g5 is attacked by a knight.
const CHASED: &str = "rnb1kb1r/pppp1ppp/5n2/4p1q1/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 4";

const QUEEN_OUT: &str = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
const OPEN: &str = "r1bqk1nr/pppp1ppp/2n5/2b5/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5";
const QUIET: &str = "r1bq1rk1/pppp1ppp/2n2n2/4p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 4 7";

#[test]
fn reasons_are_what_a_person_sees_in_a_move() {
    let on = |name: &str| name.parse::<Square>().unwrap();
    for (fen, uci, wanted) in [
        (HANGS, "c1g5", Reason::TakesLoose(on("g5"), Role::Queen)),
        (MATES, "d1d8", Reason::Mates),
        (ITALIAN, "e1g1", Reason::Castles),
        (ITALIAN, "c4f7", Reason::Checks),
        (CHASED, "g5g6", Reason::Saves(on("g5"))),
        (CHASED, "g5g2", Reason::Takes(on("g2"), Role::Pawn)),
        (QUEEN_OUT, "g7g6", Reason::AttacksMore(on("h5"))),
        (QUEEN_OUT, "d8e7", Reason::Defends(on("f7"))),
        (OPEN, "d4b3", Reason::Saves(on("d4"))),
        (OPEN, "d4b3", Reason::AttacksLoose(on("c5"), Role::Bishop)),
        (OPEN, "c1e3", Reason::Develops),
        (QUIET, "f3g5", Reason::NearsKing),
        ("4k3/P7/8/8/8/8/4K3/8 w - - 0 1", "a7a8q", Reason::Promotes),
        (
            "4k3/8/8/P7/8/8/4K3/8 w - - 0 1",
            "a5a6",
            Reason::PushesPassed,
        ),
    ] {
        let found = drawn_to(&[read_fen(fen).unwrap()], uci, 1_200);
        assert!(found.reasons.contains(&wanted), "{uci}: {found:?}");
        assert!(found.reasons.len() <= 2, "{found:?}");
    }
    // Nothing happens at once.
    let rook = read_fen("8/8/4k3/8/8/4K3/3R4/8 w - - 0 1").unwrap();
    let best = &played(std::slice::from_ref(&rook), 1_200)[0];
    let best = best.mv.to_uci(shakmaty::CastlingMode::Standard).to_string();
    let best = drawn_to(&[rook], &best, 1_200).reasons;
    assert_eq!(best, [Reason::LooksBest]);
    // What is taken back is seen only where the game is known.
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6"];
    let game = game(&moves);
    let known = drawn_to(&game, "d7c6", 1_200);
    assert_eq!(known.reasons.first(), Some(&Reason::Recaptures(on("c6"))));
    let alone = drawn_to(&game[game.len() - 1..], "d7c6", 1_200);
    assert!(!alone.reasons.contains(&Reason::Recaptures(on("c6"))));
}

#[test]
fn no_reason_is_told_that_is_not_true() {
    let positions =
        [HANGS, MATES, ITALIAN, CHASED, QUEEN_OUT, OPEN].map(|fen| read_fen(fen).unwrap());
    for here in positions {
        for mv in here.legal_moves() {
            let mut after = here.clone();
            after.play_unchecked(mv);
            let board = after.board();
            let theirs = |square| board.attacks_to(square, after.turn(), board.occupied());
            let at = std::slice::from_ref(&here);
            let found = motive(&mut FeatureExtractor::default(), at, mv, 1_000).unwrap();
            for reason in &found.reasons {
                let holds = match *reason {
                    Reason::Mates => after.is_checkmate(),
                    Reason::Checks => after.is_check() && !after.is_checkmate(),
                    Reason::Castles => mv.is_castle(),
                    Reason::TakesLoose(on, role) => {
                        on == mv.to() && mv.capture() == Some(role) && theirs(on).is_empty()
                    }
                    Reason::Takes(on, role) => {
                        on == mv.to() && mv.capture() == Some(role) && theirs(on).any()
                    }
                    Reason::AttacksLoose(on, role) => {
                        board.role_at(on) == Some(role) && theirs(on).is_empty()
                    }
                    Reason::AttacksMore(on) => {
                        let by = board.attacks_to(on, here.turn(), board.occupied());
                        by.contains(mv.to()) && board.role_at(on) != Some(Role::Pawn)
                    }
                    Reason::Defends(on) => {
                        let by = board.attacks_to(on, here.turn(), board.occupied());
                        by.contains(mv.to()) && theirs(on).any()
                    }
                    Reason::Saves(from) => {
                        let board = here.board();
                        let attacked = board.attacks_to(from, !here.turn(), board.occupied());
                        mv.from() == Some(from) && attacked.any()
                    }
                    Reason::LooksBest => {
                        let scores = played(at, 1_000).into_iter();
                        let scores = scores.map(|share| (share.mv == mv, share.score.win()));
                        let (own, others): (Vec<_>, Vec<_>) = scores.partition(|(own, _)| *own);
                        let popular = &found.others;
                        others.iter().all(|(_, other)| own[0].1 >= *other)
                            && popular.iter().all(|other| other.share < 2.0 * found.share)
                    }
                    Reason::Recaptures(_) => false,
                    _ => !mv.is_castle() && !mv.is_promotion(),
                };
                assert!(holds, "{mv}: {reason}");
            }
        }
    }
}

#[test]
fn a_motive_tells_what_is_about_as_likely() {
    let found = drawn_to(&[read_fen(CHASED).unwrap()], "g5g2", 1_200);
    assert!(found.share < 0.01 && !found.looks_good, "{found:?}");
    let [first, second] = &found.others[..] else {
        panic!("{found:?}")
    };
    assert!(first.share >= second.share && second.share > found.share);
    let best = drawn_to(&[read_fen(HANGS).unwrap()], "c1g5", 1_200);
    assert!(best.others.is_empty() && best.looks_good && !best.is_forced);
    let forced = read_fen("7k/8/5K2/8/8/8/8/7R b - - 0 1").unwrap();
    let forced = drawn_to(&[forced], "h8g8", 1_200);
    assert!(forced.is_forced && forced.reasons.is_empty(), "{forced:?}");
    // Below what is known, people of the least known rating are asked.
    let weak = drawn_to(&[read_fen(HANGS).unwrap()], "c1g5", 600);
    assert_eq!(weak.rating, 800);
    let illegal = game(&[])[0].legal_moves()[0];
    let end = read_fen(MATES).unwrap();
    assert!(motive(&mut FeatureExtractor::default(), &[end], illegal, 1_200).is_none());
}

#[test]
fn what_stronger_players_find_and_others_miss_is_worth_learning() {
    let of = |fen: &str, uci: &str, rating| {
        let here = read_fen(fen).unwrap();
        let mv = uci.parse::<shakmaty::uci::UciMove>().unwrap();
        let mv = mv.to_move(&here).unwrap();
        worth(&mut FeatureExtractor::default(), &[here], mv, rating).unwrap()
    };
    let position = [read_fen(HANGS).unwrap()];
    let [own, ahead] =
        [1_000, 1_000 + AHEAD].map(|rating| share_of(&played(&position, rating), "c1g5"));
    assert!((of(HANGS, "c1g5", 1_000) - ahead * (1.0 - own)).abs() < 1e-9);
    // No player of any rating plays that.
    assert!(of(CHASED, "g5g2", 1_000) < 0.01);
}
