//! Moves with figures of the pieces instead of letters.

use rank_and_file_core::rules::figurines;

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
