//! How moves are said, in each of the ways that can be chosen, and that what is seen stays as it is.

use rank_and_file::words::{
    Message, SpokenMoves, confirm_move, event, move_said, move_words, ply_said, position,
    say_moves, selection, spoken_example, spoken_move, typed_move,
};
use rank_and_file_core::chess::{Action, DrawRule, Game, Ply, Square, read_fen, start_position};
use rank_and_file_core::record::log::Header;
use strum::VariantArray;

use super::languages::{in_every_language, is_in_a_language};

/// Has moves said in one way while something is tried.
fn saying<T>(how: SpokenMoves, what: impl FnOnce() -> T) -> T {
    say_moves(how);
    let said = what();
    say_moves(SpokenMoves::Words);
    said
}

fn after(fen: Option<&str>, moves: &[&str]) -> Game {
    let start = fen.map_or_else(start_position, |fen| read_fen(fen).unwrap());
    let mut game = Game::new(start, DrawRule::default());
    for san in moves {
        game.act(Action::Write((*san).to_owned())).unwrap();
    }
    game
}

/// A position, the move that is played there, and how it is said: in words, with the alphabet of radio, with names, as it
/// is written, and by its squares.
type Row = (&'static str, &'static str, [&'static str; 5]);

const ROWS: [Row; 10] = [
    (
        "4k3/7p/8/8/8/8/8/4K1N1 w - - 0 1",
        "Nf3",
        [
            "Knight to f3",
            "Knight to foxtrot 3",
            "Knight to Felix 3",
            "N f 3",
            "g1 f3",
        ],
    ),
    (
        "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1",
        "Nxe5",
        [
            "Knight captures pawn on e5",
            "Knight captures pawn on echo 5",
            "Knight captures pawn on Eva 5",
            "N x e 5",
            "f3 e5",
        ],
    ),
    (
        "r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "O-O",
        [
            "Castles kingside",
            "Castles kingside",
            "Castles kingside",
            "O-O",
            "e1 g1",
        ],
    ),
    (
        "4k2r/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "O-O-O",
        [
            "Castles queenside",
            "Castles queenside",
            "Castles queenside",
            "O-O-O",
            "e1 c1",
        ],
    ),
    (
        "1n6/P6k/8/8/8/8/7K/8 w - - 0 1",
        "axb8=N",
        [
            "Pawn captures knight on b8, promotes to knight",
            "Pawn captures knight on bravo 8, promotes to knight",
            "Pawn captures knight on Bella 8, promotes to knight",
            "a x b 8 = N",
            "a7 b8, promotes to knight",
        ],
    ),
    (
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "exd6",
        [
            "Pawn captures en passant on d6",
            "Pawn captures en passant on delta 6",
            "Pawn captures en passant on David 6",
            "e x d 6",
            "e5 d6",
        ],
    ),
    (
        "4k3/8/8/8/8/8/8/4KR1R w - - 0 1",
        "Rhg1",
        [
            "Rook to g1, from h1",
            "Rook to golf 1, from hotel 1",
            "Rook to Gustav 1, from Hector 1",
            "R h g 1",
            "h1 g1",
        ],
    ),
    (
        "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1",
        "cxd5",
        [
            "Pawn captures pawn on d5, from c4",
            "Pawn captures pawn on delta 5, from charlie 4",
            "Pawn captures pawn on David 5, from Cesar 4",
            "c x d 5",
            "c4 d5",
        ],
    ),
    (
        "4k3/8/8/8/8/8/8/3QK3 w - - 0 1",
        "Qa4+",
        [
            "Queen to a4, check",
            "Queen to alfa 4, check",
            "Queen to Anna 4, check",
            "Q a 4, check",
            "d1 a4, check",
        ],
    ),
    (
        "6k1/5ppp/8/8/8/8/8/2R1K3 w - - 0 1",
        "Rc8#",
        [
            "Rook to c8, checkmate",
            "Rook to charlie 8, checkmate",
            "Rook to Cesar 8, checkmate",
            "R c 8, checkmate",
            "c1 c8, checkmate",
        ],
    ),
];

fn last(game: &Game) -> &Ply {
    game.plies().last().unwrap()
}

#[test]
fn every_kind_of_move_is_said_in_every_way() {
    for (fen, san, expected) in ROWS {
        let game = after(Some(fen), &[san]);
        let seen = move_words(last(&game));
        for (how, expected) in SpokenMoves::VARIANTS.iter().zip(expected) {
            let said = saying(*how, || spoken_move(last(&game)));
            assert_eq!(said, expected, "{san} by {how}");
            let numbered = saying(*how, || ply_said(last(&game)));
            assert_eq!(numbered, format!("1. {expected}"));
            let again = saying(*how, || move_words(last(&game)));
            assert_eq!(again, seen, "what is seen is not said: {san} by {how}");
        }
    }
}

#[test]
fn what_has_happened_is_seen_in_words_and_said_as_wanted() {
    let mated = after(None, &["f3", "e5", "g4", "Qh4"]);
    let game = after(None, &["e4", "d5", "exd5"]);
    let header = Header::bare();
    let told = |game: &Game, how| {
        let end = game.outcome();
        let moved = rank_and_file_core::chess::Event::Moved {
            declined: None,
            ended: end,
        };
        saying(how, || event(&moved, game, &header))
    };
    for (how, said) in [
        (
            SpokenMoves::Words,
            "Pawn captures pawn on d5. Black to move.",
        ),
        (
            SpokenMoves::Nato,
            "Pawn captures pawn on delta 5. Black to move.",
        ),
        (
            SpokenMoves::Anna,
            "Pawn captures pawn on David 5. Black to move.",
        ),
        (SpokenMoves::Notation, "e x d 5. Black to move."),
        (SpokenMoves::Coordinates, "e4 d5. Black to move."),
    ] {
        let told = told(&game, how);
        assert_eq!(told.spoken(), said);
        assert_eq!(told.shown(), "Pawn captures pawn on d5. Black to move.");
    }
    // The end is told once.
    let told = told(&mated, SpokenMoves::Notation);
    assert_eq!(told.spoken(), "Q h 4. Checkmate. Black wins.");
    assert_eq!(told.shown(), "Queen to h4. Checkmate. Black wins.");
}

#[test]
fn squares_in_a_message_are_said_as_those_of_moves() {
    let game = after(None, &["e4"]);
    let header = Header::bare();
    let taken_up = |how| saying(how, || selection(&game, Square::D7, true).unwrap());
    let said = taken_up(SpokenMoves::Words);
    assert_eq!(said.spoken(), "d7, black pawn: can move to d6, d5.");
    let said = taken_up(SpokenMoves::Nato);
    assert_eq!(
        said.spoken(),
        "delta 7, black pawn: can move to delta 6, delta 5."
    );
    assert_eq!(said.shown(), "d7, black pawn: selected.");
    let read = saying(SpokenMoves::Anna, || position(&game, 1, &header));
    assert!(
        read.spoken()
            .starts_with("White: king on Eva 1; queen on David 1; rooks on Anna 1, Hector 1;")
    );
    assert!(read.spoken().ends_with("Last move: Pawn to Eva 4."));
    assert!(read.shown().ends_with("Last move: Pawn to e4."));
    let waits = saying(SpokenMoves::Coordinates, || confirm_move(&game, 1));
    assert!(
        waits.spoken().starts_with("1. e2 e4 is shown."),
        "{}",
        waits.spoken()
    );
    assert!(
        waits.shown().starts_with("1. e4 is shown."),
        "{}",
        waits.shown()
    );
    let said = saying(SpokenMoves::Nato, || move_said(&game, 1));
    assert_eq!(said.unwrap(), "1. Pawn to echo 4");
}

#[test]
fn moves_that_are_written_in_a_message_are_said_too() {
    let written = "Best is Nf6+ gxf6 (2… Qh8#). Bea and Ed3 like ë4, 3.a4 and e9.";
    for (how, said) in [
        (
            SpokenMoves::Words,
            "Best is Knight to f6, check, Pawn captures on f6 (2… Queen to h8, checkmate). Bea and Ed3 like ë4, 3.a4 and e9.",
        ),
        (SpokenMoves::Coordinates, written),
        (
            SpokenMoves::Notation,
            "Best is N f 6, check, g x f 6 (2… Q h 8, checkmate). Bea and Ed3 like ë4, 3.a4 and e9.",
        ),
        (
            SpokenMoves::Nato,
            "Best is Knight to foxtrot 6, check, Pawn captures on foxtrot 6 (2… Queen to hotel 8, checkmate). Bea and Ed3 like ë4, 3.a4 and e9.",
        ),
    ] {
        let told = saying(how, || Message::from(written.to_owned()));
        assert_eq!(told.spoken(), said);
        assert_eq!(told.shown(), written);
        // What has been said so is not said so once more.
        let again = saying(how, || told.map(str::to_owned));
        assert_eq!(again.spoken(), said);
    }
}

#[test]
fn a_square_alone_is_a_move_only_in_a_line() {
    for (written, said) in [
        (
            "d7, black pawn: can move to d6, d5.",
            "d7, black pawn: can move to d6, d5.",
        ),
        ("Better: 12. e4.", "Better: 12. Pawn to e4."),
        (
            "Best is 1. e4 e5 2. Rhxg1 O-O.",
            "Best is 1. Pawn to e4, Pawn to e5, 2. Rook captures on g1, from h, Castles kingside.",
        ),
        ("Nf3, e5 is weak.", "Knight to f3, e5 is weak."),
        (
            "a8=Q+ is best.",
            "Pawn to a8, promotes to queen, check, is best.",
        ),
        (
            "Moves look like e4, Nf3, g1f3 or O-O.",
            "Moves look like e4, Nf3, g1f3 or O-O.",
        ),
        ("9… bxa1=N.", "9… Pawn captures on a1, promotes to knight."),
        (
            "Qd3 allows a6 Ba4 b5…",
            "Queen to d3 allows Pawn to a6, Bishop to a4, Pawn to b5…",
        ),
        (
            "The knight on f3. Nxe5 wins.",
            "The knight on f3. Knight captures on e5 wins.",
        ),
    ] {
        let told = Message::from(written.to_owned());
        assert_eq!(told.spoken(), said);
        assert_eq!(told.shown(), written);
        assert_eq!(told.map(str::to_owned).spoken(), said, "once");
    }
}

#[test]
fn each_way_is_offered_by_an_example() {
    let offered: Vec<String> = SpokenMoves::VARIANTS
        .iter()
        .copied()
        .map(spoken_example)
        .collect();
    let expected = [
        "Knight to f3",
        "Knight to foxtrot 3",
        "Knight to Felix 3",
        "N f 3",
        "g1 f3",
    ];
    assert_eq!(offered, expected);
    let game = after(None, &["Nf3"]);
    assert_eq!(
        spoken_move(last(&game)),
        "Knight to f3",
        "an example changes nothing"
    );
}

/// Positions with every kind of move: castling on both sides, captures of all pieces, en passant, promotions, checks.
const MANY_KINDS: [&str; 4] = [
    "r3k2r/pppq1ppp/2npbn2/1Bb1p3/4P3/2NP1N2/PPPBQPPP/R3K2R w KQkq - 0 1",
    "1n1qkb1r/P1P2ppp/8/2pPp3/2P5/1r5b/6PP/R3K2R w KQk e6 0 1",
    "7k/P5pp/8/8/8/8/6PP/R6K w - - 0 1",
    "r3k2r/8/8/8/3Pp3/8/1p4PP/R1B1K2R b KQkq d3 0 1",
];

/// The moves of a position that are said as no other one, each with what is said.
fn said_once(game: &Game) -> Vec<(Ply, String)> {
    let said: Vec<(Ply, String)> = game
        .legal_plies()
        .into_iter()
        .map(|ply| (ply.clone(), spoken_move(&ply)))
        .collect();
    let once = |said_of: &String| said.iter().filter(|(_, other)| other == said_of).count() == 1;
    said.iter()
        .filter(|(_, said)| once(said))
        .cloned()
        .collect()
}

/// In every language, too.
#[test]
fn a_move_can_be_typed_as_it_is_said() {
    let mut tried = 0;
    for fen in MANY_KINDS {
        let game = after(Some(fen), &[]);
        for how in [SpokenMoves::Words, SpokenMoves::Nato, SpokenMoves::Anna] {
            for (ply, said) in saying(how, || said_once(&game)) {
                for typed in [said.to_lowercase(), said] {
                    let read = game.read_move(&typed_move(&game, &typed));
                    assert_eq!(read, Ok(ply.mv), "{typed} in {fen}");
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 600, "{tried}");
    if !is_in_a_language() {
        in_every_language("words::spoken::a_move_can_be_typed_as_it_is_said", None);
    }
}

#[test]
fn a_move_can_be_typed_in_fewer_words() {
    let [middle, takes, promotes] = [0, 1, 2].map(|number| after(Some(MANY_KINDS[number]), &[]));
    for (game, typed, san) in [
        (&middle, "knight d5", "Nd5"),
        (&middle, "bishop takes knight c6", "Bxc6"),
        (&middle, "Bishop x c6", "Bxc6"),
        (&middle, "pawn d4", "d4"),
        (&middle, "castle kingside", "O-O"),
        (&middle, "castles", "castles"),
        (&middle, "queen", "queen"),
        (&middle, "king f1", "Kf1"),
        (&middle, "knight echo 5", "Nxe5"),
        (&takes, "pawn takes e6", "dxe6"),
        (
            &takes,
            "pawn captures knight queen",
            "pawn captures knight queen",
        ),
        (&takes, "pawn captures queen rook", "cxd8=R+"),
        (&takes, "rook takes b3", "rook takes b3"),
        (&promotes, "pawn a8 knight", "a8=N"),
        (&promotes, "a8 rook", "a8=R"),
        (&promotes, "a7a8 Queen", "a8=Q"),
        (&takes, "d takes e6", "dxe6"),
        (&takes, "c x d8 rook", "cxd8=R+"),
        (&promotes, "e2", "e2"),
        (&promotes, "h1", "h1"),
    ] {
        let read = game.read_move(&typed_move(game, typed));
        match san == typed {
            true => assert!(read.is_err(), "{typed}"),
            false => assert_eq!(read, game.read_move(san), "{typed}"),
        }
    }
}

#[test]
fn of_two_pawns_that_can_capture_it_is_asked_which() {
    let game = after(None, &["e4", "d5", "c4", "a6"]);
    for typed in [
        "pawn takes d5",
        "pawn captures pawn on d5",
        "Pawn captures d5",
    ] {
        let refusal = game.read_move(&typed_move(&game, typed)).unwrap_err();
        assert_eq!(refusal.code(), "ambiguous", "{typed}");
    }
    let game = after(
        None,
        &["e4", "d5", "exd5", "c6", "dxc6", "Nf6", "cxb7", "e6"],
    );
    for typed in ["pawn takes a8", "b takes a8", "bxa8"] {
        let refusal = game.read_move(&typed_move(&game, typed)).unwrap_err();
        assert_eq!(refusal.code(), "promotion-piece-needed", "{typed}");
    }
}

#[test]
fn why_a_move_in_words_cannot_be_played_is_told() {
    let game = after(None, &[]);
    for (typed, code) in [
        ("knight e5", "piece-move"),
        ("Knight to e5", "piece-move"),
        ("bishop takes f4", "blocked"),
        ("pawn e5", "piece-move"),
        ("knight", "unreadable"),
        ("knight nowhere", "unreadable"),
        ("castle kingside", "castle-blocked"),
        ("Castles queenside", "castle-blocked"),
        ("pawn takes e5", "piece-move"),
    ] {
        let refusal = game.read_move(&typed_move(&game, typed)).unwrap_err();
        assert_eq!(refusal.code(), code, "{typed}");
    }
}
