//! What comes of an import.

use std::io;

use super::Summary;
use crate::pgn::{Fault, FaultKind, Note};

/// What came of an import, or has come of it so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Bytes that were read.
    pub bytes: u64,
    /// Games that are in the folder now.
    pub imported: u64,
    /// Games that were known already, and were left out.
    pub duplicates: u64,
    /// Games that could not be read, those by other rules included.
    pub failed: u64,
    /// Games by other rules than those of chess.
    pub variants: u64,
    /// Why, of the first thousand of these.
    pub faults: Vec<Fault>,
    /// Variations that were left out of the games that are in the folder, as they cannot be played.
    pub variations: u64,
    /// Variations in these games that go on as text in a comment, from a move on that nobody made.
    pub as_text: u64,
    /// Games that the board ended, though the file gives no result.
    pub ended_on_board: u64,
    /// Games that were known, had no study, and have one now.
    pub studied: u64,
    /// Games that were known and have another study, which was left as it is.
    pub own_studies: u64,
    /// What a person should know of the games that were taken over: how many notes, and the first
    /// thousand.
    pub noted: u64,
    /// These.
    pub notes: Vec<Note>,
    /// Whether it was stopped before the end.
    pub cancelled: bool,
}

/// More faults are counted, but not kept.
const MOST_FAULTS: usize = 1000;

impl Report {
    /// Adds what came of another file.
    pub fn add(&mut self, other: Self) {
        self.bytes += other.bytes;
        self.imported += other.imported;
        self.duplicates += other.duplicates;
        self.failed += other.failed;
        self.variants += other.variants;
        self.variations += other.variations;
        self.as_text += other.as_text;
        self.ended_on_board += other.ended_on_board;
        self.studied += other.studied;
        self.own_studies += other.own_studies;
        self.noted += other.noted;
        self.cancelled |= other.cancelled;
        self.keep(&other.faults);
        self.keep_notes(&other.notes);
    }

    pub(super) fn keep_notes(&mut self, notes: &[Note]) {
        let room = MOST_FAULTS.saturating_sub(self.notes.len());
        self.notes.extend(notes.iter().take(room).cloned());
    }

    /// Counts games that cannot be read, and keeps why.
    pub(super) fn fail(&mut self, faults: &[Fault]) {
        let by_other_rules = |fault: &&Fault| matches!(fault.kind, FaultKind::Variant(_));
        self.failed += faults.len() as u64;
        self.variants += faults.iter().filter(by_other_rules).count() as u64;
        self.keep(faults);
    }

    fn keep(&mut self, faults: &[Fault]) {
        let room = MOST_FAULTS.saturating_sub(self.faults.len());
        self.faults.extend(faults.iter().take(room).cloned());
    }
}

/// How far an import is.
#[derive(Debug)]
pub struct Progress<'a> {
    /// What has come of it so far.
    pub report: &'a Report,
    /// The faults that have come up since the last time, all of them.
    pub faults: &'a [Fault],
    /// The notes that have come up since the last time, all of them.
    pub notes: &'a [Note],
    /// The games that have come into the folder since the last time.
    pub games: Vec<Summary>,
}

/// An import that could not go on: the file cannot be read, or the folder cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("the import stopped: {error}")]
pub struct Interrupted {
    /// What has come of it until then.
    pub report: Box<Report>,
    /// What happened.
    #[source]
    pub error: io::Error,
}
