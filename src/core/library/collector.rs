//! The games of an import, collected in the order of the file, and told of once they are in the
//! folder.

use std::collections::HashSet;
use std::sync::mpsc::{Receiver, SyncSender};
use std::{fs, io, mem};

use super::index::Index;
use super::positions::{PositionFiles, Trace, key};
use super::staging::{Batch, Beside, Named, Put, Staged};
use super::{Progress, Report, Summary};
use crate::pgn::{Fault, Note};

/// Games that are put into the folder at once.
const GAMES_PER_BATCH: usize = 1000;
/// Fewer where games are so long that their positions take more, in bytes.
const BYTES_PER_BATCH: usize = 4 << 20;

/// What has come of the text of a game.
pub(super) enum Played {
    /// It has a log that is not in the folder yet.
    Written(Box<Written>),
    /// It was known before.
    Known,
    /// It was known before, and has no study.
    Noted(Beside),
    /// It was known before, and has another study.
    NotedOtherwise,
    /// It cannot be read.
    Not(Fault),
    /// Its log cannot be written.
    Unwritten(io::Error),
}

/// A game that is not in the folder yet.
pub(super) struct Written {
    pub staged: Staged,
    /// What tells it from others with its fingerprint.
    pub particulars: u64,
    pub variations: u64,
    pub as_text: u64,
    pub ended_on_board: bool,
    pub notes: Vec<Note>,
}

/// What has come of a batch: what is in the folder, also where the rest is not.
pub(super) type Answer = (io::Result<()>, Put);

/// What is told of the games in a batch: variations, and ends that the file does not give.
#[derive(Default)]
struct Variations {
    left_out: u64,
    as_text: u64,
    ended_on_board: u64,
}

/// Takes the games in the order of the file, and has another thread put them into the folder, one
/// batch after the other.
pub(super) struct Collector<'a, F> {
    index: &'a mut Index,
    positions: &'a PositionFiles,
    batches: SyncSender<Batch>,
    put: Receiver<Answer>,
    /// The variations in the batch that is on its way into the folder.
    under_way: Option<Variations>,
    /// The next batch, the bytes of its positions, and the variations in it.
    batch: Batch,
    bytes: usize,
    variations: Variations,
    /// The fingerprints and particulars of all that were taken.
    taken: HashSet<(u64, u64)>,
    /// Those of the games that are in the folder now.
    brought: Vec<(u64, Box<str>)>,
    report: Report,
    progress: F,
}

impl<'a, F: FnMut(Progress)> Collector<'a, F> {
    /// Hands batches over to whoever puts them into the folder, and hears of them.
    pub(super) fn new(
        (index, positions): (&'a mut Index, &'a PositionFiles),
        (batches, put): (SyncSender<Batch>, Receiver<Answer>),
        progress: F,
    ) -> Self {
        Self {
            index,
            positions,
            batches,
            put,
            under_way: None,
            batch: Batch::default(),
            bytes: 0,
            variations: Variations::default(),
            taken: HashSet::new(),
            brought: Vec::new(),
            report: Report::default(),
            progress,
        }
    }

    /// What has come of all, and the fingerprints and ids of the games that are in the folder.
    pub(super) fn into_report(self) -> (Report, Vec<(u64, Box<str>)>) {
        (self.report, self.brought)
    }

    /// Takes what came of a bundle; the file was read up to `bytes` then.
    pub(super) fn take(&mut self, played: Vec<Played>, bytes: u64) -> io::Result<()> {
        let (mut faults, mut notes) = (Vec::new(), Vec::new());
        let done = played.into_iter().try_for_each(|game| {
            match game {
                Played::Written(game) => return self.take_game(*game, &mut notes),
                Played::Known => self.report.duplicates += 1,
                Played::Noted(study) => {
                    self.report.duplicates += 1;
                    self.batch.studies.push(study);
                    return self.hand_over_if_full();
                }
                Played::NotedOtherwise => {
                    self.report.duplicates += 1;
                    self.report.own_studies += 1;
                }
                Played::Not(fault) => faults.push(fault),
                Played::Unwritten(error) => return Err(error),
            }
            Ok(())
        });
        self.report.bytes = bytes;
        self.report.fail(&faults);
        self.report.noted += notes.len() as u64;
        self.report.keep_notes(&notes);
        self.tell(&faults, &notes, Vec::new());
        done
    }

    fn take_game(&mut self, game: Written, notes: &mut Vec<Note>) -> io::Result<()> {
        let key = (game.staged.summary.fingerprint, game.particulars);
        if !self.taken.insert(key) {
            self.report.duplicates += 1;
            let Staged { path, study, .. } = game.staged;
            for path in study.into_iter().chain([path]) {
                // What stays there is gone with the place.
                fs::remove_file(path).ok();
            }
            return Ok(());
        }
        self.bytes += game.staged.trace.as_ref().map_or(0, Trace::size);
        self.batch.games.push(game.staged);
        self.variations.left_out += game.variations;
        self.variations.as_text += game.as_text;
        self.variations.ended_on_board += u64::from(game.ended_on_board);
        notes.extend(game.notes);
        self.hand_over_if_full()
    }

    fn hand_over_if_full(&mut self) -> io::Result<()> {
        let Batch { games, studies } = &self.batch;
        let full = games.len() + studies.len() >= GAMES_PER_BATCH || self.bytes >= BYTES_PER_BATCH;
        if full { self.hand_over() } else { Ok(()) }
    }

    /// Waits for what is on its way into the folder; `rest` says whether the games that have been
    /// taken since come there, too.
    pub(super) fn finish(&mut self, rest: bool) -> io::Result<()> {
        if rest {
            self.hand_over()?;
        }
        self.settle()
    }

    /// Has the batch put into the folder, after the one before.
    fn hand_over(&mut self) -> io::Result<()> {
        self.settle()?;
        self.bytes = 0;
        self.under_way = Some(mem::take(&mut self.variations));
        // A thread that takes nothing has panicked, and the scope passes that on.
        self.batches.send(mem::take(&mut self.batch)).ok();
        Ok(())
    }

    /// Waits until no batch is on its way.
    fn settle(&mut self) -> io::Result<()> {
        let Some(variations) = self.under_way.take() else {
            return Ok(());
        };
        let Ok((done, put)) = self.put.recv() else {
            return Ok(());
        };
        let Put {
            named,
            studied,
            studied_otherwise,
        } = put;
        self.report.studied += studied;
        self.report.own_studies += studied_otherwise;
        self.report.imported += named.len() as u64;
        self.brought.extend(
            named.iter().map(|Named { summary, .. }| {
                (summary.fingerprint, summary.entry.id.as_str().into())
            }),
        );
        let (mut read, mut traces) = (Vec::new(), Vec::new());
        for game in named {
            let key = key(&game.summary.entry.id, game.summary.fingerprint);
            traces.extend(game.trace.map(|trace| (key, trace)));
            read.push((game.stamp, game.summary));
        }
        self.positions.note(&traces);
        self.index.update(&read, &[]);
        if self.positions.is_long() {
            self.positions.tidy(self.index);
        }
        if done.is_ok() {
            self.report.variations += variations.left_out;
            self.report.as_text += variations.as_text;
            self.report.ended_on_board += variations.ended_on_board;
        }
        let games = read.into_iter().map(|(_, game)| game).collect();
        self.tell(&[], &[], games);
        done
    }

    fn tell(&mut self, faults: &[Fault], notes: &[Note], games: Vec<Summary>) {
        (self.progress)(Progress {
            report: &self.report,
            faults,
            notes,
            games,
        });
    }
}
