//! What glides and what fades between two positions.

use rank_and_file_core::chess::board::Motion;
use rank_and_file_core::chess::{Position, read_fen};

fn between(before: &str, after: &str) -> String {
    let board = |fen: &str| read_fen(fen).expect("a position").board().clone();
    let motion = Motion::between(&board(before), &board(after));
    let glides = motion.glides.iter();
    let glides = glides.map(|(piece, from, to)| format!("{}{from}{to}", piece.char()));
    let fades = motion.fades.iter();
    let fades = fades.map(|(piece, at)| format!("x{}{at}", piece.char()));
    glides.chain(fades).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_kind_of_move_goes_and_is_taken_back() {
    let moves = [
        (
            "a move",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1",
            "Pe2e4",
            "Pe4e2",
        ),
        (
            "a capture",
            "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
            "4k3/8/8/3P4/8/8/8/4K3 b - - 0 1",
            "Pe4d5 xpd5",
            "Pd5e4",
        ),
        (
            "castling",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1",
            "Rh1f1 Ke1g1",
            "Kg1e1 Rf1h1",
        ),
        (
            "en passant",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1",
            "Pe5d6 xpd5",
            "Pd6e5",
        ),
        (
            "a promotion",
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1",
            "Pa7a8",
            "Qa8a7",
        ),
        (
            "a promotion that takes",
            "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "1Q2k3/8/8/8/8/8/8/4K3 b - - 0 1",
            "Pa7b8 xnb8",
            "Qb8a7",
        ),
    ];
    for (name, before, after, forwards, backwards) in moves {
        assert_eq!(between(before, after), forwards, "{name}");
        assert_eq!(between(after, before), backwards, "{name}, taken back");
    }
}

#[test]
fn far_positions_are_jumped_to() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let later = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    assert_eq!(between(start, later), "");
    assert_eq!(between(start, start), "");
    assert_eq!(between(later, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "");
}
