//! The names of openings: a table of games, and every line of the data.

use std::collections::{BTreeMap, BTreeSet};

use rank_and_file_core::chess::openings::{self, Opening};
use rank_and_file_core::chess::{Action, Chess, DrawRule, Game, fen_of, read_fen, start_position};

const DATA: &str = include_str!("../../../resources/openings.tsv");

fn played(start: Chess, moves: &str) -> Game {
    let mut game = Game::new(start, DrawRule::Automatic);
    for san in moves.split_whitespace() {
        let refused = |refusal| panic!("{moves}: {san} is refused: {refusal:?}");
        game.act(Action::Write(san.to_owned()))
            .unwrap_or_else(refused);
    }
    game
}

fn opening(game: &Game) -> Option<&'static Opening> {
    openings::of((0..=game.plies().len()).map(|ply| game.position_at(ply)))
}

/// Lines of the data: code, name, moves.
fn lines() -> impl Iterator<Item = [&'static str; 3]> {
    let lines = DATA.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        cells
            .try_into()
            .unwrap_or_else(|_| panic!("three columns: {line}"))
    })
}

#[test]
fn games_have_their_names() {
    let table = [
        ("e4", "B00", "King's Pawn Game"),
        ("Nf3 d5", "A06", "Zukertort Opening"),
        ("e4 e5 Nf3 Nc6 Bb5", "C60", "Ruy Lopez"),
        (
            "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7",
            "C84",
            "Ruy Lopez: Closed",
        ),
        ("e4 c5", "B20", "Sicilian Defense"),
        (
            "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
            "B90",
            "Sicilian Defense: Najdorf Variation",
        ),
        ("e4 e6 d4 d5", "C00", "French Defense"),
        ("f3 e5 g4 Qh4#", "A00", "Barnes Opening: Fool's Mate"),
        ("d4 d5 c4", "D06", "Queen's Gambit"),
        ("d4 Nf6 c4 g6 Nc3 d5", "D80", "Grünfeld Defense"),
        // Other moves to the same position.
        ("c4 e6 d4 d5", "D30", "Queen's Gambit Declined"),
        ("d4 d5 c4 e6", "D30", "Queen's Gambit Declined"),
        ("Nf3 Nc6 e4 e5 Bb5", "C60", "Ruy Lopez"),
        // What came before keeps its name when the game goes its own way.
        ("e4 e5 Nf3 Nc6 Bb5 h5 a3 Rh6 Ra2", "C60", "Ruy Lopez"),
    ];
    for (moves, eco, name) in table {
        let found = opening(&played(start_position(), moves));
        assert_eq!(found, Some(&Opening { eco, name }), "{moves}");
    }
}

#[test]
fn a_game_without_moves_has_no_opening() {
    assert_eq!(opening(&Game::default()), None);
    assert_eq!(openings::of([]), None);
}

#[test]
fn a_game_from_elsewhere_has_no_opening() {
    let odds = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1";
    assert_eq!(opening(&played(read_fen(odds).unwrap(), "e4 e5 Bc4")), None);
    // Even if it comes to a position that has a name.
    let after_e4 = played(start_position(), "e4").position().clone();
    let game = played(after_e4, "c5");
    assert_eq!(opening(&game), None);
    assert!(openings::at(game.position()).is_some());
}

/// The search goes no further than the longest opening, however long the game.
#[test]
fn a_name_that_comes_too_late_is_not_looked_for() {
    let longest = lines().map(|[_, _, moves]| moves.split(' ').count());
    let longest = longest.max().unwrap();
    let (start, e4) = (start_position(), played(start_position(), "e4"));
    let after = |plies| {
        let nameless = std::iter::repeat_n(&start, plies);
        openings::of(nameless.chain([e4.position()]))
    };
    assert_eq!(after(longest).map(|opening| opening.eco), Some("B00"));
    assert_eq!(after(longest + 1), None);
    assert_eq!(openings::of(std::iter::repeat(&start)), None);
}

#[test]
fn every_line_is_legal_and_found_again() {
    let mut places = BTreeMap::new();
    let (mut count, mut sorted) = (0, Vec::new());
    for [eco, name, moves] in lines() {
        let game = played(start_position(), moves);
        let notation: Vec<String> = game.plies().iter().map(|ply| ply.san.to_string()).collect();
        assert_eq!(notation.join(" "), moves, "the notation of {name}");
        let wanted = Opening { eco, name };
        assert_eq!(openings::at(game.position()), Some(&wanted), "{moves}");
        assert_eq!(opening(&game), Some(&wanted), "{moves}");

        let (letter, number) = eco.split_at(1);
        assert!("ABCDE".contains(letter) && number.len() == 2 && number.parse::<u8>().is_ok());
        assert!(!name.is_empty() && name == name.trim(), "{name:?}");

        let fen = fen_of(game.position());
        let place = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
        if let Some(other) = places.insert(place, moves) {
            panic!("two names for one position: {other} and {moves}");
        }
        sorted.push(moves.split(' ').collect::<Vec<_>>());
        count += 1;
    }
    assert!(count > 3000, "only {count} openings");
    assert!(sorted.is_sorted(), "lines that begin alike stand together");
    let volumes: BTreeSet<&str> = lines().map(|[eco, _, _]| &eco[..1]).collect();
    assert_eq!(volumes.len(), 5);
}
