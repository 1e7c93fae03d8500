//! What is typed at a board besides moves.

use rank_and_file_core::chess::{Color, Command, Inquiry, Refusal, Role, Square, read_fen};

#[test]
fn words_are_read_and_moves_are_left() {
    let table = [
        ("draw", Command::Draw),
        ("resign", Command::Resign(None)),
        ("resign white", Command::Resign(Some(Color::White))),
        ("claim Nf3", Command::Claim(Some("Nf3"))),
        ("takeback  2", Command::Takeback(Some("2"))),
        ("eval", Command::Evaluation),
        ("next", Command::Next),
        ("previous", Command::Previous),
        ("last", Command::Ask(Inquiry::LastMove)),
        ("clock", Command::Ask(Inquiry::Clocks)),
        ("p n", Command::Ask(Inquiry::Pieces(Role::Knight))),
        ("p Q", Command::Ask(Inquiry::Pieces(Role::Queen))),
        ("s e", Command::Ask(Inquiry::File(shakmaty::File::E))),
        ("s 4", Command::Ask(Inquiry::Rank(shakmaty::Rank::Fourth))),
        ("moves e2", Command::Ask(Inquiry::Moves(Some(Square::E2)))),
        ("attacks e5", Command::Ask(Inquiry::Attacks(Square::E5))),
    ];
    for (typed, command) in table {
        assert_eq!(Command::read(typed), Ok(Some(command)), "{typed}");
    }
    for typed in ["", "e4", "Nf3", "b4", "O-O", "DRAW", "pn", "draw?"] {
        assert_eq!(Command::read(typed), Ok(None), "{typed}");
    }
    for typed in [
        "draw now",
        "p",
        "p x",
        "p nn",
        "s",
        "s j",
        "s 9",
        "moves i9",
        "attacks",
        "last move",
        "resign red",
        "moves e2 e4",
    ] {
        assert_eq!(Command::read(typed), Err(Refusal::Unreadable), "{typed}");
    }
}

#[test]
fn every_word_begins_a_command() {
    for word in Command::WORDS {
        let with =
            |more: &str| Command::read(&format!("{word}{more}")).is_ok_and(|read| read.is_some());
        assert!(
            ["", " n", " e", " e2"]
                .into_iter()
                .map(String::from)
                .any(|more| with(&more)),
            "{word}"
        );
    }
}

#[test]
fn what_is_asked_for_is_named() {
    let position = read_fen("r3k2r/8/8/4p3/3P1P2/5N2/8/4K3 w kq - 0 1").unwrap();
    let board = shakmaty::Position::board(&position);
    let named = |inquiry: Inquiry| {
        let pieces = inquiry.pieces(board).into_iter().flatten();
        pieces
            .map(|square| square.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(named(Inquiry::Attacks(Square::E5)), "f3 d4 f4");
    assert_eq!(named(Inquiry::Pieces(Role::Rook)), "a8 h8");
    assert_eq!(named(Inquiry::File(shakmaty::File::E)), "e1 e5 e8");
    assert_eq!(named(Inquiry::Rank(shakmaty::Rank::Fourth)), "d4 f4");
    assert_eq!(named(Inquiry::Material), "f3 d4 f4 e5 a8 h8");
    assert_eq!(named(Inquiry::Castling), "");
    let moves = |inquiry: Inquiry| {
        let plies = inquiry.moves(&position).unwrap_or_default();
        plies
            .iter()
            .map(|ply| ply.san.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(moves(Inquiry::Captures), "fxe5 dxe5 Nxe5");
    assert_eq!(moves(Inquiry::Moves(Some(Square::D4))), "dxe5 d5");
    assert_eq!(moves(Inquiry::Material), "");
}
