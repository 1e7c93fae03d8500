//! Moves as people write them, and with figures of the pieces instead of letters.

use rank_and_file_core::chess::{DrawRule, Game, figurines, figurines_in, read_fen};

/// A position, what is typed, and the move in SAN or the code of the refusal.
#[test]
fn habits_of_typing() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let passed = "4k3/8/8/pPpP4/8/8/8/4K3 w - a6 0 1";
    let takes = "4k3/7P/p7/1P4p1/8/8/8/R3K2R w KQ - 0 1";
    for (fen, typed, wanted) in [
        (start, "1. e4", "e4"),
        (start, "1.e4", "e4"),
        (start, "1... e4", "e4"),
        (start, "e2-e4!?", "e4"),
        (start, "e2 e4", "e4"),
        (start, "E2E4", "e4"),
        (start, "Ng1-f3", "Nf3"),
        (start, "Ng1f3", "Nf3"),
        (start, "♘f3", "Nf3"),
        (start, "♞g1-f3", "Nf3"),
        (start, "♙e4", "e4"),
        (start, "Pe4", "e4"),
        (start, "e2e4x", "unreadable"),
        (start, "e2e4 e5", "unreadable"),
        (start, "xe2e4", "unreadable"),
        (start, "e2--e4", "unreadable"),
        (start, "e2=e4", "unreadable"),
        (start, "Nf3x", "unreadable"),
        (start, "Nf3 now", "unreadable"),
        (start, "e2e4q", "unreadable"),
        (start, "Nf3=Q", "unreadable"),
        (start, "1.", "unreadable"),
        (start, "ep", "unreadable"),
        (passed, "bxa6 ep", "bxa6"),
        (passed, "bxa6ep", "bxa6"),
        (passed, "bxa6 e.p.+", "bxa6"),
        (passed, "b5:a6", "bxa6"),
        (passed, "b5xa6", "bxa6"),
        (passed, "dxc6 ep", "en-passant-gone"),
        (takes, "b:a6", "bxa6"),
        (takes, "h8", "promotion-piece-needed"),
        (takes, "h8(Q)", "h8=Q+"),
        (takes, "h8/N", "h8=N"),
        (takes, "h7-h8=R", "h8=R+"),
        (takes, "h8(Q", "unreadable"),
        (takes, "0-0-0", "O-O-O"),
        (takes, "1. 0-0", "O-O"),
    ] {
        let game = Game::new(read_fen(fen).unwrap(), DrawRule::Claimed);
        let read = match game.read_move(typed) {
            Ok(mv) => {
                let plies = game.legal_plies();
                let ply = plies.iter().find(|ply| ply.mv == mv).unwrap();
                ply.san.to_string()
            }
            Err(refusal) => refusal.code().to_owned(),
        };
        assert_eq!(read, wanted, "{typed}");
    }
}

#[test]
fn pieces_become_figures_and_nothing_else_does() {
    for (letters, figures) in [
        ("Nf3", "♘f3"),
        ("Bb5+", "♗b5+"),
        ("bxa3", "bxa3"),
        ("Qh4#", "♕h4#"),
        ("R1xe4", "♖1xe4"),
        ("Kd2", "♔d2"),
        ("exd8=Q+", "exd8=♕+"),
        ("b8=B", "b8=♗"),
        ("O-O-O", "O-O-O"),
        ("", ""),
    ] {
        assert_eq!(figurines(letters), figures);
    }
}

#[test]
fn moves_in_a_sentence_become_figures_and_names_do_not() {
    for (letters, figures) in [
        (
            "Nf6+ allows gxf6. Play Nf6+ again to confirm.",
            "♘f6+ allows gxf6. Play ♘f6+ again to confirm.",
        ),
        (
            "Better: 4… Qxf3, then (a8=Q).",
            "Better: 4… ♕xf3, then (a8=♕).",
        ),
        (
            "Rita and Ben: the Knight on f3, Queen  e4",
            "Rita and Ben: the Knight on f3, Queen  e4",
        ),
        ("Nf6+。", "♘f6+。"),
        ("", ""),
    ] {
        assert_eq!(figurines_in(letters), figures);
    }
}
