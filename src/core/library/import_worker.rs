//! What a thread of an import does with a game: plays it, finds out whether it is known, and writes its log and its study,
//! or those of the game that it completes.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use super::Summary;
use super::alike::{Candidate, KnownGames, Likeness, Likenesses, Match, particulars};
use super::completion::{Completed, Completion, complete};
use super::staging::{NewStudy, Rewritten, Staged, Staging};
use super::trace::Trace;
use crate::record::log::{Folder, LogEntry, fingerprint, now};
use crate::record::pgn::{Fault, Imported, Note, ScannedGame, read_game, write_with};

/// What the threads need that play games.
#[derive(Clone, Copy)]
pub(super) struct Worker<'a> {
    pub(super) folder: &'a Folder,
    pub(super) known: &'a KnownGames,
    /// Whether the positions of games are kept, too.
    pub(super) positions_wanted: bool,
    pub(super) staging: &'a Staging,
    pub(super) cancel: &'a AtomicBool,
}

/// A game that waits until more of the file has been read.
pub(super) struct Waiting {
    pub(super) game: ScannedGame,
    pub(super) alike: Likenesses,
}

impl Worker<'_> {
    /// Plays a game and writes its log and its study, unless it is known or has to wait.
    pub(super) fn play(&self, game: ScannedGame, thread: usize) -> Played {
        self.play_matched(game, |candidate| self.known.find(candidate), thread)
    }

    /// The same for games that have waited, each with what was assigned to it.
    pub(super) fn play_all_assigned(
        &self,
        games: Vec<(Waiting, Option<Likeness>)>,
        thread: usize,
    ) -> Vec<Played> {
        let play = |(waiting, assigned): (Waiting, Option<Likeness>)| {
            let matched = |candidate: Candidate| self.known.matched(candidate, assigned);
            self.play_matched(waiting.game, matched, thread)
        };
        games.into_iter().map(play).collect()
    }

    /// Plays a game and does with it what `matched` says.
    fn play_matched(
        &self,
        raw: ScannedGame,
        matched: impl FnOnce(Candidate) -> Match,
        thread: usize,
    ) -> Played {
        let game = match read_game(&raw) {
            Ok(game) => game,
            Err(fault) => return Played::Unreadable(fault),
        };
        let study = (!game.study.is_empty()).then(|| write_with(&game.loaded, &game.study));
        let study = study.as_deref().map(str::as_bytes);
        let candidate = Candidate {
            fingerprint: fingerprint(&game.loaded.header, &game.loaded.game),
            header: &game.loaded.header,
            game: &game.loaded.game,
            study,
        };
        let write = |text: &[u8]| self.staging.write(thread, text);
        match matched(candidate) {
            Match::New => self.write_new(&game, candidate, write),
            Match::Known => Played::Known,
            Match::Same(entry) => match complete(&entry, candidate, &game.study) {
                Ok(Completion::Nothing) => Played::Known,
                Ok(Completion::OwnEvaluations) => Played::OwnEvaluations,
                Ok(Completion::OwnStudy) | Err(_) => Played::OwnStudy,
                Ok(Completion::More(completed)) => {
                    let rewritten = rewrite(entry, *completed, self.positions_wanted, write);
                    rewritten.map_or_else(Played::Unwritten, |game| Played::More(Box::new(game)))
                }
            },
            Match::Bare(entry) => match study.map(write).transpose() {
                Ok(Some(study)) => Played::StudyOnly(NewStudy { study, entry }),
                Ok(None) => Played::Known,
                Err(error) => Played::Unwritten(error),
            },
            Match::Alike(alike) => Played::Waiting(Box::new(Waiting { game: raw, alike })),
        }
    }

    fn write_new(
        &self,
        game: &Imported,
        candidate: Candidate,
        write: impl Fn(&[u8]) -> io::Result<PathBuf>,
    ) -> Played {
        let (header, moment) = (candidate.header, game.moment.unwrap_or_else(now));
        let entry = self.folder.new_entry(moment);
        let written = || {
            Ok(Staged {
                path: write(game.log.as_bytes())?,
                study: candidate.study.map(&write).transpose()?,
                moment,
                summary: Summary::with_fingerprint(
                    entry,
                    header.clone(),
                    candidate.game,
                    candidate.fingerprint,
                ),
                trace: self.positions_wanted.then(|| Trace::of(candidate.game)),
            })
        };
        match written() {
            Ok(staged) => Played::Written(Box::new(Written {
                staged,
                particulars: particulars(header, candidate.study),
                variations: game.variations,
                as_text: game.as_text,
                ended_on_board: game.ended_on_board,
                notes: game.notes.clone(),
            })),
            Err(error) => Played::Unwritten(error),
        }
    }
}

/// Writes the log and the study of a game that is in the folder as they are to be.
fn rewrite(
    entry: LogEntry,
    completed: Completed,
    positions_wanted: bool,
    write: impl Fn(&[u8]) -> io::Result<PathBuf>,
) -> io::Result<Rewritten> {
    let Completed {
        loaded,
        study,
        seen,
        additions,
    } = completed;
    Ok(Rewritten {
        log: write(loaded.bytes())?,
        study: study.map(|text| write(text.as_bytes())).transpose()?,
        seen,
        trace: positions_wanted.then(|| Trace::of(&loaded.game)),
        summary: Summary::of(entry, loaded.header, &loaded.game),
        additions,
    })
}

/// What has come of the text of a game.
pub(super) enum Played {
    /// It has a log that is not in the folder yet.
    Written(Box<Written>),
    /// It was known before.
    Known,
    /// It was known before, and has no study.
    StudyOnly(NewStudy),
    /// It was known before, and has another study.
    OwnStudy,
    /// It was known before, with other evaluations.
    OwnEvaluations,
    /// It was known before, and less of it.
    More(Box<Rewritten>),
    /// It is decided on when more of the file has been read.
    Waiting(Box<Waiting>),
    /// It cannot be read.
    Unreadable(Fault),
    /// Its log cannot be written.
    Unwritten(io::Error),
}

/// A game that is not in the folder yet.
pub(super) struct Written {
    pub(super) staged: Staged,
    /// What tells it from others with its fingerprint.
    pub(super) particulars: u64,
    pub(super) variations: u64,
    pub(super) as_text: u64,
    pub(super) ended_on_board: bool,
    pub(super) notes: Vec<Note>,
}
