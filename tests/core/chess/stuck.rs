//! Why no piece of a stalemated side can move: every piece with its reason, checked against the
//! board itself. The other proofs are in `proofs.rs`.

use std::collections::BTreeSet;

use rank_and_file_core::chess::{DrawRule, Game, Position, Proof, Refusal, Role, Square};
use shakmaty::attacks;

use crate::script::{START, Script, attackers, both_colors};

/// Positions, the moves to the stalemate, and the codes of its pieces in the order of squares.
const STALEMATES: [(&str, &str, &str); 7] = [
    ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "", "king-into-check"),
    ("8/8/8/8/8/6k1/7p/7K w - - 0 1", "", "king-into-check"),
    (
        "kb5R/8/1K6/8/8/8/8/8 b - - 0 1",
        "",
        "king-into-check pinned",
    ),
    (
        "kn5R/8/1K6/8/p7/P7/8/8 b - - 0 1",
        "",
        "pawn-blocked king-into-check pinned",
    ),
    // One's own pawn in front of the king, itself blocked; another that could only take.
    (
        "7k/5K1p/7P/8/p7/P7/8/8 b - - 0 1",
        "",
        "pawn-blocked pawn-blocked king-into-check",
    ),
    // Loyd's shortest: queen, rooks, knight, bishop and pawns all shut in, one pawn pinned.
    (
        START,
        "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7 Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6",
        "",
    ),
    // Wheeler's shortest with every piece on the board.
    (
        START,
        "d4 d6 Qd2 e5 a4 e4 Qf4 f5 h3 Be7 Qh2 Be6 Ra3 c5 Rg3 Qa5 Nd2 Bh4 f3 Bb3 d5 e3 c4 f4",
        "",
    ),
];

#[test]
fn why_no_piece_can_move() {
    let mut seen = BTreeSet::new();
    for (fen, words, codes) in STALEMATES {
        for (index, (fen, words)) in both_colors(fen, words).into_iter().enumerate() {
            let fen = if words.is_empty() || index == 0 {
                fen
            } else {
                START.replace(" w ", " b ")
            };
            let mut script = Script::start(&fen, DrawRule::Claimed, None);
            script.all(&words);
            let game = &script.game;
            let Some(Proof::Stalemate(reasons)) = Proof::of(game) else {
                panic!("{fen}: {:?}", Proof::of(game));
            };
            let own = game.position().board().by_color(game.turn());
            let told: Vec<Square> = reasons.iter().map(|(square, _)| *square).collect();
            assert_eq!(told, own.into_iter().collect::<Vec<_>>(), "{fen}");
            for (from, refusal) in &reasons {
                assert!(is_true(game, *from, refusal), "{fen}: {from} {refusal:?}");
                seen.insert(refusal.code());
            }
            if index == 0 && !codes.is_empty() {
                let found: Vec<&str> = reasons.iter().map(|(_, refusal)| refusal.code()).collect();
                assert_eq!(found.join(" "), codes, "{fen}");
            }
        }
    }
    let all = ["king-into-check", "own-piece", "pawn-blocked", "pinned"];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), all);
}

/// Whether the reason for the piece on `from` is what stands on the board.
fn is_true(game: &Game, from: Square, refusal: &Refusal) -> bool {
    let board = game.position().board();
    let us = game.turn();
    let piece = board.piece_at(from).unwrap();
    let king = board.king_of(us).unwrap();
    let reach = attacks::attacks(from, piece, board.occupied());
    let by = |square, gone| attackers(board, square, us.other(), gone);
    let blocks = |square: Square| {
        let ahead = us.fold_wb(1, -1) + from.rank() as i32;
        let before = square.file() == from.file() && square.rank() as i32 == ahead;
        before && (reach & board.by_color(us.other())).is_empty()
    };
    match *refusal {
        Refusal::KingIntoCheck { to, attackers } => {
            from == king && from.distance(to) == 1 && attackers.any() && by(to, from) == attackers
        }
        Refusal::Pinned {
            piece: pinned,
            king: shielded,
            attackers,
        } => {
            let open = by(king, king).is_empty();
            let line = by(king, from);
            open && (pinned, shielded) == (from, king) && line.any() && line == attackers
        }
        // A pawn has its own piece before it; another piece has them on all squares that it sees.
        Refusal::OwnPiece { square } if piece.role == Role::Pawn => {
            board.by_color(us).contains(square) && blocks(square)
        }
        Refusal::OwnPiece { square } => {
            let shut_in = reach.is_subset(board.by_color(us));
            reach.contains(square) && board.by_color(us).contains(square) && shut_in
        }
        Refusal::PawnBlocked { blocker } => {
            piece.role == Role::Pawn && board.occupied().contains(blocker) && blocks(blocker)
        }
        _ => false,
    }
}
