//! The set of puzzles: every one of them reads and can be played, and the tutor finds what is to be found.

use std::collections::BTreeSet;

use rank_and_file_core::chess::Position;
use rank_and_file_core::engine::Stop;
use rank_and_file_core::training::practice::{Difficulty, PuzzleSet, Source, puzzle};
use rank_and_file_core::training::tutor::{EXPLAIN_NODES, Motif, Tutor};
use strum::VariantArray;

const DATA: &str = include_str!("../../../../resources/puzzles.tsv");
/// So many are solved again.
const SAMPLE: usize = 12;

#[test]
fn every_line_is_a_puzzle_that_can_be_played() {
    let lines = DATA.lines().filter(|line| !line.starts_with('#')).count();
    let all: Vec<_> = PuzzleSet::default().puzzles().collect();
    assert_eq!(all.len(), lines);
    assert!(lines > 1000, "only {lines} puzzles");
    assert!(DATA.len() < 300_000, "{} bytes", DATA.len());
    assert!(all.is_sorted_by_key(|puzzle| puzzle.rating));
    let numbers: BTreeSet<&str> = all.iter().map(|puzzle| puzzle.number).collect();
    assert_eq!(numbers.len(), lines);
    for found in &all {
        let task = found.task().unwrap_or_else(|| panic!("{found:?}"));
        assert_eq!(
            Source::from(*found),
            Source::Puzzle(found.number.to_owned())
        );
        let last = task.start().last();
        assert!(last.is_some_and(|(before, _)| !before.is_game_over()));
        // The last move is one's own.
        assert_eq!(task.line().len() % 2, 1, "{found:?}");
        assert!(!found.motifs.is_empty());
        for (mate, moves) in (1..)
            .zip(&Motif::VARIANTS[..5])
            .map(|(n, motif)| (motif, n))
        {
            if found.motifs.contains(mate) {
                assert_eq!(task.mate_in(0), Some(moves), "{found:?}");
            }
        }
        assert_eq!(puzzle(found.number), Some(*found));
    }
}

/// A player who has found something is told why: the line that is played proves what is won, where that is taken within it.
#[test]
fn a_line_proves_what_it_wins() {
    let all = PuzzleSet::default().puzzles().count();
    let told = PuzzleSet::default().puzzles().filter(|puzzle| {
        let findings = puzzle.task().unwrap().findings();
        !findings.is_empty()
    });
    let told = told.count();
    assert!(told * 100 >= all * 95, "{told} of {all}");
}

#[test]
fn there_is_something_of_each_motif_and_level() {
    for motif in PuzzleSet::motifs() {
        assert!(
            PuzzleSet::of(Some(motif), None).puzzles().count() >= 10,
            "{motif}"
        );
        assert!(
            PuzzleSet::of(Some(motif), None)
                .puzzles()
                .all(|puzzle| puzzle.motifs.contains(&motif))
        );
    }
    assert!(PuzzleSet::motifs().len() >= 20);
    for difficulty in Difficulty::VARIANTS {
        assert!(
            PuzzleSet::of(None, Some(*difficulty)).puzzles().count() >= 100,
            "{difficulty}"
        );
        assert!(
            PuzzleSet::of(None, Some(*difficulty))
                .puzzles()
                .all(|puzzle| puzzle.difficulty() == *difficulty)
        );
        assert_eq!(difficulty.to_string().parse(), Ok(*difficulty));
    }
    assert_eq!(Difficulty::of(999), Difficulty::Easy);
    assert_eq!(Difficulty::of(1000), Difficulty::Medium);
    assert_eq!(Difficulty::of(3000), Difficulty::VeryHard);
}

#[test]
fn the_tutor_finds_what_is_to_be_found() {
    let every = PuzzleSet::default().puzzles().count() / SAMPLE;
    for puzzle in PuzzleSet::default().puzzles().step_by(every) {
        let task = puzzle.task().unwrap();
        let asked = task.question(0).within(EXPLAIN_NODES);
        let explained = Tutor::default().explain(&asked, &Stop::default());
        let best = explained.and_then(|explained| explained.line.first().copied());
        assert_eq!(best, task.line().first().copied(), "{}", puzzle.number);
    }
}
