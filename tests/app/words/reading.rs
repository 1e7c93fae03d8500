//! What is read out: clocks, and whole positions.

use rank_and_file::words::{
    TypingPlace, allowances, answer, both_clocks, commands, position, proof, span,
};
use rank_and_file_core::chess::{
    Action, ByColor, Command, DrawRule, Game, Inquiry, Proof, Square, TimeControl, read_fen,
    start_position,
};
use rank_and_file_core::record::log::Header;

#[test]
fn spans_are_said_in_whole_units() {
    for (milliseconds, said) in [
        (0, "no time"),
        (1, "1 second"),
        (252_000, "4 minutes 12 seconds"),
        (300_000, "5 minutes"),
        (3_599_001, "1 hour"),
        (5_401_000, "1 hour 30 minutes 1 second"),
    ] {
        assert_eq!(span(milliseconds), said);
    }
}

#[test]
fn clocks_are_said_with_the_names_and_their_absence_too() {
    let players = Header::bare();
    let said = both_clocks(
        Some(ByColor {
            white: 252_000,
            black: 300_000,
        }),
        &players,
    );
    assert_eq!(said, "White: 4 minutes 12 seconds. Black: 5 minutes.");
    let said = both_clocks(None, &players);
    assert_eq!(said, "This game is played without clocks.");
}

#[test]
fn a_time_that_is_not_the_same_is_said_of_each_player() {
    for (control, said) in [
        ("5+3", "5 minutes + 3 s."),
        (
            "5+3,2+3",
            "Ann: 5 minutes + 3 s. Second Player: 2 minutes + 3 s.",
        ),
    ] {
        let control = TimeControl::from_minutes(control).unwrap();
        assert_eq!(allowances(&control, ["Ann", ""]), said);
    }
}

#[test]
fn a_position_is_said_with_its_pieces_the_turn_and_the_last_move() {
    let mut game = Game::new(start_position(), DrawRule::default());
    game.act(Action::Write("Nf3".to_owned())).ok();
    let said = position(&game, 1, &Header::bare());
    assert_eq!(
        said.shown(),
        "White: king on e1; queen on d1; rooks on a1, h1; bishops on c1, f1; knights on b1, f3; \
         pawns on a2, b2, c2, d2, e2, f2, g2, h2. \
         Black: king on e8; queen on d8; rooks on a8, h8; bishops on c8, f8; knights on b8, g8; \
         pawns on a7, b7, c7, d7, e7, f7, g7, h7. \
         Black to move. Last move: Knight to f3."
    );
    let before = position(&game, 0, &Header::bare());
    let before = before.shown();
    assert!(before.ends_with("White to move."), "{before}");
}

#[test]
fn that_there_is_no_move_is_said_of_what_was_asked() {
    let mated = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
    for (start, inquiry, said) in [
        (
            start_position(),
            Inquiry::Captures,
            "No capture is possible.",
        ),
        (
            start_position(),
            Inquiry::Moves(Some(Square::F1)),
            "This piece has no legal move.",
        ),
        (
            start_position(),
            Inquiry::Moves(Some(Square::E4)),
            "There is no piece on e4.",
        ),
        (
            start_position(),
            Inquiry::Moves(Some(Square::G8)),
            "The piece on g8 belongs to the opponent.",
        ),
        (
            read_fen(mated).unwrap(),
            Inquiry::Moves(None),
            "No legal move.",
        ),
    ] {
        let game = Game::new(start, DrawRule::default());
        assert_eq!(answer(inquiry, &game, 0, &Header::bare()).shown(), said);
    }
}

#[test]
fn captures_of_the_same_are_told_apart() {
    let start = read_fen("4k3/8/2n3n1/4p3/8/3N1N2/8/4K3 w - - 0 1").unwrap();
    let game = Game::new(start, DrawRule::default());
    assert_eq!(
        answer(Inquiry::Captures, &game, 0, &Header::bare()).shown(),
        "Knight captures pawn on e5, from d3, Knight captures pawn on e5, from f3."
    );
}

#[test]
fn every_example_of_the_help_can_be_typed() {
    let help = commands(TypingPlace::Game);
    let (_, examples) = help.trim_end_matches('.').split_once("or: ").unwrap();
    let examples: Vec<&str> = examples.split(", ").collect();
    // What can only be done once the game is over.
    let later = ["review", "eval", "best", "why"];
    assert_eq!(examples.len() + later.len(), Command::WORDS.len());
    for word in later {
        assert!(!help.contains(word) && commands(TypingPlace::FinishedGame).contains(word));
    }
    for gone in ["resign", "takeback"] {
        for place in [
            TypingPlace::FinishedGame,
            TypingPlace::Puzzle,
            TypingPlace::Lesson,
        ] {
            assert!(!commands(place).contains(gone), "{gone} {place:?}");
        }
    }
    assert!(!commands(TypingPlace::Terminal).contains("next"));
    // In a review, what is to be found is told only where the player asks for that.
    let help = commands(TypingPlace::TurningPoint);
    assert!(help.contains("best") && help.contains("why") && !help.contains("eval"));
    for example in examples {
        let read = Command::read(example);
        assert!(matches!(read, Ok(Some(_))), "{example}: {read:?}");
    }
}

#[test]
fn why_a_stalemate_is_one_is_said_of_every_square_and_piece() {
    let start = read_fen("k7/2K5/8/8/8/p7/P7/1Q6 w - - 0 1").unwrap();
    let mut game = Game::new(start, DrawRule::Claimed);
    let mv = game.read_move("Qb6").unwrap();
    game.act(Action::from(mv)).unwrap();
    assert_eq!(
        proof(&Proof::of(&game).unwrap(), &game),
        [
            "Black is not in check, but has no legal move.",
            "a7 is attacked (queen on b6).",
            "b7 is attacked (queen on b6, king on c7).",
            "b8 is attacked (queen on b6, king on c7).",
            "pawn on a3: The pawn is blocked (pawn on a2). It captures diagonally.",
        ]
    );
}
