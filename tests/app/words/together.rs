//! What is said in a review: to which player, and the sentence that sums a game up.

use rank_and_file::words;
use rank_and_file_core::chess::{Action, Color, File, Game, Position, Role, Square, read_fen};
use rank_and_file_core::engine::Score;
use rank_and_file_core::record::log::Header;
use rank_and_file_core::training::analysis::GameSummary;
use rank_and_file_core::training::practice::Source;
use rank_and_file_core::training::tutor::{Asset, Improvement, TutorQuestion};
use shakmaty::uci::UciMove;

fn header() -> Header {
    Header {
        white: "Ann".to_owned(),
        ..Header::bare()
    }
}

#[test]
fn a_player_is_asked_by_name_and_the_computer_is_not() {
    let mut header = header();
    let asked = |header: &Header, side| words::find_better(header, side, "23. Qd2");
    let ann = "Ann, find something better than 23. Qd2.";
    assert_eq!(asked(&header, Color::White), ann);
    let black = "Black, find something better than 23. Qd2.";
    assert_eq!(asked(&header, Color::Black), black);
    *header.computers.get_mut(Color::Black) = "3".parse().ok();
    let computer = "The computer played 23. Qd2. Find something better.";
    assert_eq!(asked(&header, Color::Black), computer);
}

#[test]
fn the_move_on_the_board_is_told_unless_it_has_been() {
    let told = "Ann answers 9… O-O.";
    assert_eq!(words::told_before(told, "9… O-O."), told);
    let later = "Ann answers 9… O-O. On the board: 10. d4.";
    assert_eq!(words::told_before(told, "10. d4."), later);
}

#[test]
fn a_game_comes_down_to_a_sentence() {
    let mut game = Game::default();
    for san in ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7"] {
        game.act(Action::Write(san.to_owned())).unwrap();
    }
    let header = header();
    let said = |summary| words::game_summary(summary, &game, &header);
    let decided = "After 3… Nf6, the game was decided.";
    assert_eq!(said(GameSummary::Decided(6)), decided);
    let against = "Ann had a clear advantage in the final position.";
    assert_eq!(said(GameSummary::ClearAtEnd(Color::White)), against);
    let let_go = "Black last had a clear advantage after 2. Bc4.";
    assert_eq!(said(GameSummary::LetGo(Color::Black, 3)), let_go);
    assert_eq!(words::turning_point(2, 4), "Turning Point 2 of 4");
}

/// More moves may be marked on the curve than are asked about.
#[test]
fn turning_points_are_counted_among_the_mistakes() {
    let said = |counted| words::turning_points(counted, false);
    assert_eq!(said((2, 2)), "There are 2 turning points.");
    let among = "There are 5 turning points among 9 mistakes and blunders.";
    assert_eq!(said((5, 9)), among);
    assert_eq!(said((0, 0)), "No serious mistakes.");
    assert_eq!(
        words::turning_points((2, 4), true),
        "2 turning points so far."
    );
}

/// Where material makes the difference, it is told which of the two moves wins or loses it.
#[test]
fn material_is_told_of_the_move_that_wins_or_loses_it() {
    use Improvement::{KeepsMaterial, LosesLess, WinsMaterial};
    for (gained, said) in [
        (WinsMaterial(3), "Nc6 leads to more material than Qe7."),
        (
            KeepsMaterial,
            "Qe7 leads to a loss of material; Nc6 does not.",
        ),
        (
            LosesLess,
            "Nc6 leads to a smaller loss of material than Qe7.",
        ),
    ] {
        assert_eq!(words::improvement(gained, "Nc6", "Qe7"), said);
    }
}

/// It says what kind of thing there is to gain, and neither the move nor a square.
#[test]
fn a_hint_in_a_quiet_position_says_what_there_is_to_gain() {
    use Improvement::{AvoidsDraw, KeepsMaterial, Opponents, Own, SavesDraw, WinsMaterial};
    let rook = Asset::Piece {
        piece: Role::Rook,
        at: Square::A8,
    };
    for (gained, said) in [
        (Own(rook), "A piece can be placed better."),
        (
            Opponents(rook),
            "A piece of the opponent can be made to stand worse.",
        ),
        (Own(Asset::Mobility), "The pieces can get more room."),
        (
            Opponents(Asset::Mobility),
            "The opponent’s pieces can be given less room.",
        ),
        (Own(Asset::King), "The king can be made safer."),
        (
            Opponents(Asset::King),
            "The opponent’s king can be put in more danger.",
        ),
        (Own(Asset::ActiveKing), "The king can become more active."),
        (
            Opponents(Asset::PassedPawn(File::H)),
            "A passed pawn of the opponent can be held back.",
        ),
        (
            Own(Asset::DoubledPawns(File::C)),
            "A weakness in the pawns can be avoided.",
        ),
        (
            Opponents(Asset::DoubledPawns(File::C)),
            "The opponent’s pawns can be weakened.",
        ),
        (WinsMaterial(3), "Another move leads to more material."),
        (KeepsMaterial, "A loss of material can be avoided."),
        (SavesDraw, "A draw by repetition can be reached."),
        (AvoidsDraw, "A draw by repetition can be avoided."),
    ] {
        assert_eq!(words::what_to_gain(gained), said, "{gained:?}");
    }
}

/// A piece hangs that the queen cannot take back for; only of one that nothing guards it is said that it is not guarded.
#[test]
fn a_hint_says_what_there_is_to_be_found() {
    let hint = |fen: &str, line: &str, score: Score| {
        let start = read_fen(fen).unwrap();
        let mut at = start.clone();
        let line = line.split(' ').map(|word| {
            let mv = word.parse::<UciMove>().unwrap().to_move(&at).unwrap();
            at.play_unchecked(mv);
            mv
        });
        let found = TutorQuestion::new(&start, &[]).findings(&line.collect::<Vec<_>>(), score);
        words::what_to_find(&found, &start)
    };
    let ahead = Score::Centipawns(500);
    let (open, guarded) = (
        "6k1/8/8/4r3/3P4/8/8/6K1 w - - 0 1",
        "3q2k1/8/8/3n4/4P3/8/8/3R2K1 w - - 0 1",
    );
    let loose = "There is something to win: a piece is undefended.";
    assert_eq!(hint(open, "d4e5", ahead), loose);
    let hanging = "There is something to win. Theme: Hanging Piece.";
    assert_eq!(hint(guarded, "e4d5 g8f8", ahead), hanging);
    // Where the line alone proves no motif, it tells where something is won.
    for (fen, line, said) in [
        (
            "6k1/5p1p/8/3r4/4N3/8/8/6K1 w - - 0 1",
            "e4f6 g8g7 f6d5",
            "There is something to win in the center.",
        ),
        (
            "6k1/1r3p1p/8/8/3N4/8/8/6K1 w - - 0 1",
            "d4c6 g8g7 c6a5 g7g6 a5b7",
            "There is something to win on the queenside.",
        ),
    ] {
        assert_eq!(hint(fen, line, ahead), said);
    }
    let mate = "There is a mate to be found.";
    let back_rank = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";
    assert_eq!(hint(back_rank, "e1e8", Score::Mate(1)), mate);
    let quiet = "No immediate win, but a better move exists.";
    assert_eq!(hint(open, "g1g2", Score::default()), quiet);
}

/// What was missed twice stands there once, with its number.
#[test]
fn what_was_missed_is_counted_where_it_is_called_alike() {
    let own = |fen: &str| Source::Game(fen.to_owned());
    let (one, other) = (own("1"), own("2"));
    let puzzle = Source::Puzzle("4Zszb".to_owned());
    let said = words::practice_missed(vec![&one, &puzzle, &other]).unwrap();
    let wanted = "Not solved: 2 × Mistake in one of your games, Mate in Three (400).";
    assert_eq!(said, wanted);
    assert_eq!(words::practice_missed(Vec::new()), None);
}
