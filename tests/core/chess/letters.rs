//! Moves that are typed with the letters of a language other than English.

use rank_and_file_core::chess::{DrawRule, Game, ParsePieceLettersError, PieceLetters, read_fen};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn letters(text: &str) -> PieceLetters {
    text.parse().expect("five letters")
}

fn game(fen: &str) -> Game {
    Game::new(read_fen(fen).unwrap(), DrawRule::Claimed)
}

/// The move that is meant, in SAN, or the code of the refusal.
fn meant(game: &Game, typed: &str, letters: &PieceLetters) -> String {
    match game.read_move(&game.in_english(typed, letters)) {
        Ok(mv) => {
            let plies = game.legal_plies();
            let ply = plies.iter().find(|ply| ply.mv == mv).unwrap();
            ply.san.to_string()
        }
        Err(refusal) => refusal.code().to_owned(),
    }
}

#[test]
fn the_letters_of_a_language_are_read_beside_those_of_english() {
    let all = "4k3/P7/8/8/2p1p3/3P4/8/R1BQK1NR w KQ - 0 1";
    let both = "7k/8/8/8/8/8/8/R3K3 w Q - 0 1";
    for (language, fen, typed, wanted) in [
        ("K D T L S", START, "Sf3", "Nf3"),
        ("K D T L S", START, "sf3", "Nf3"),
        ("K D T L S", START, "1. Sg1-f3!", "Nf3"),
        ("K D T L S", START, "Nf3", "Nf3"),
        ("K D T L S", START, "♘f3", "Nf3"),
        ("K D T L S", START, "g1f3", "Nf3"),
        ("K D T L S", START, "e4", "e4"),
        ("K D T L S", START, "Dd4", "blocked"),
        ("K D T L S", START, "Sf4", "piece-move"),
        ("K D T L S", START, "Xf3", "unreadable"),
        ("K D T L S", all, "Dc2", "Qc2"),
        ("K D T L S", both, "0-0-0", "O-O-O"),
        ("K D T L S", all, "a8D", "a8=Q+"),
        ("K D T L S", all, "a8=D+", "a8=Q+"),
        ("K D T L S", all, "a8(S)", "a8=N"),
        ("K D T L S", all, "a8=N", "a8=N"),
        // A small letter that may be a file is one.
        ("K D T L S", all, "dxe4", "dxe4"),
        ("K D T L S", all, "dc2", "piece-move"),
        // English comes first where its move is legal.
        ("R D T F C", both, "Rd1", "Rd1"),
        ("R D T F C", both, "Rf1", "Kf1"),
        ("R D T F C", both, "Tb1", "Rb1"),
        ("R D T F C", both, "♔d1", "Kd1"),
        // But P is no pawn where it is the letter of another piece.
        ("K D T L P", START, "Pf3", "Nf3"),
        ("K D T L P", START, "Pe4", "e4"),
        ("K D T L S", START, "Pf3", "f3"),
        // The king of Russian has two letters, the knight the first of them.
        ("Кр Ф Л С К", both, "Крf1", "Kf1"),
        ("Кр Ф Л С К", both, "крf1", "Kf1"),
        ("Кр Ф Л С К", START, "Кf3", "Nf3"),
        ("م و ر ف ح", START, "حf3", "Nf3"),
        ("K Q R B N", START, "Nf3", "Nf3"),
    ] {
        let game = game(fen);
        let read = meant(&game, typed, &letters(language));
        assert_eq!(read, wanted, "{typed} with {language}, on {fen}");
    }
}

#[test]
fn what_is_typed_with_the_letters_of_a_language_is_completed() {
    let game = game(START);
    let german = letters("K D T L S");
    for (typed, moves, common) in [
        ("S", "Na3 Nc3 Nf3 Nh3", None),
        ("Sf", "Nf3", Some("Nf3")),
        ("N", "Na3 Nc3 Nf3 Nh3", None),
        ("e", "e3 e4", None),
        ("X", "", None),
    ] {
        let found = game.completions(typed, &german).join(" ");
        assert_eq!(found, moves, "{typed}");
        assert_eq!(game.complete(typed, &german).as_deref(), common, "{typed}");
    }
    let russian = letters("Кр Ф Л С К");
    assert_eq!(game.complete("Кf", &russian).as_deref(), Some("Nf3"));
    assert!(russian.begin_with('к') && !russian.begin_with('N'));
}

#[test]
fn letters_are_five_and_no_two_alike() {
    for text in [
        "",
        "KDTLS",
        "K D T L",
        "K D T L S P",
        "K D T L L",
        "K D T L 5",
    ] {
        assert_eq!(
            text.parse::<PieceLetters>(),
            Err(ParsePieceLettersError),
            "{text:?}"
        );
    }
    assert_eq!("K Q R B N".parse(), Ok(PieceLetters::default()));
}
