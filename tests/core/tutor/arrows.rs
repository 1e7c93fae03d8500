//! The arrows of claims: they say what the words say.

use rank_and_file_core::engine::Stop;
use rank_and_file_core::rules::{Square, read_fen};
use rank_and_file_core::tutor::{Motif, Tutor};

#[test]
fn a_fork_points_at_everybody_it_is_on() {
    // The knight goes to c7, where it attacks king and rook.
    let position = read_fen("r3k3/8/8/3N4/8/8/4P3/4K3 w q - 0 1").unwrap();
    let explained = Tutor::new(20_000).explain(&position, &[], &Stop::default());
    let explained = explained.unwrap();
    let fork = explained.claims.iter();
    let fork = fork.clone().find(|claim| claim.motif == Motif::Fork);
    let fork = fork.unwrap();
    let mut arrows = fork.arrows();
    arrows.sort();
    assert_eq!(arrows, [(Square::C7, Square::A8), (Square::C7, Square::E8)]);
    for claim in &explained.claims {
        assert!(claim.arrows().iter().all(|(from, to)| from != to));
    }
}
