//! The arrows of findings: they say what the words say.

use rank_and_file_core::chess::{Square, read_fen};
use rank_and_file_core::engine::Stop;
use rank_and_file_core::training::tutor::{Motif, Tutor};

use super::asked;

#[test]
fn a_discovered_check_points_from_the_rook_to_the_king() {
    // The knight goes to c5, where it attacks the queen, and opens the way for the rook.
    let position = read_fen("4k3/8/q7/8/4N3/8/8/4R1K1 w - - 0 1").unwrap();
    let explained = Tutor::default().explain(&asked(&position), &Stop::default());
    let explained = explained.unwrap();
    let mut findings = explained.findings.iter();
    let check = findings.find(|finding| finding.motif == Some(Motif::DiscoveredCheck));
    assert_eq!(check.unwrap().arrows(), [(Square::E1, Square::E8)]);
    for finding in &explained.findings {
        assert!(finding.arrows().iter().all(|(from, to)| from != to));
    }
}
