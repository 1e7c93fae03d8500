//! Studies that were made of one game on two computers, and the games that they belong to.

use std::io;

use super::StudyFile;
use crate::files::bytes_at;
use crate::record::log::{Loaded, LogEntry, read};
use crate::record::pgn::{read_study, write_with};
use crate::record::study::Study;

/// No study is larger, in bytes.
const LARGEST: u64 = 16 << 20;

/// Why texts cannot be put beside their games.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unplaced {
    #[error("a text fits none of the games")]
    Unfit,
    #[error("there is more than a study can have")]
    Full,
}

/// A game, and what is said of it.
pub(super) struct Annotated {
    entry: LogEntry,
    loaded: Loaded,
    /// What lies beside the log.
    there: Option<Vec<u8>>,
    /// The texts that belong to it.
    texts: Vec<Vec<u8>>,
}

/// What comes to lie beside a log; nothing where what lies there belongs to another one.
pub(super) struct Beside {
    pub entry: LogEntry,
    pub text: Option<Vec<u8>>,
}

impl Annotated {
    /// Reads a game.
    ///
    /// # Errors
    /// Where it, or what lies beside it, cannot be read.
    pub(super) fn read(entry: LogEntry) -> io::Result<Self> {
        Ok(Self {
            loaded: read(&entry.path)?,
            there: bytes_at(&entry.study(), LARGEST + 1)?,
            entry,
            texts: Vec::new(),
        })
    }

    fn study(&self, text: &[u8]) -> Option<Study> {
        read_study(text, &self.loaded.game).ok()
    }

    /// Whether a text is what is written of this game, and of no other one that goes on or stops elsewhere.
    fn has_written(&self, text: &[u8]) -> bool {
        let study = self.study(text);
        study.is_some_and(|study| {
            let own = write_with(&self.loaded, &study);
            lines_of(own.as_bytes()).eq(lines_of(text))
        })
    }

    /// All that is said of the game; `None` where nothing is.
    fn united(&self) -> Result<Option<Vec<u8>>, Unplaced> {
        let mut texts: Vec<&Vec<u8>> = self.texts.iter().collect();
        texts.sort();
        texts.dedup();
        let studies = texts.iter().map(|text| self.study(text));
        let studies: Vec<Study> = studies.collect::<Option<_>>().ok_or(Unplaced::Unfit)?;
        let Some((first, others)) = studies.split_first() else {
            return Ok(None);
        };
        let game = &self.loaded.game;
        let united = others.iter().try_fold(first.clone(), |all, study| {
            all.united(study, game).map_err(|_| Unplaced::Full)
        })?;
        let written = |study: &Study| write_with(&self.loaded, study);
        let all = written(&united);
        // One that says it all stays as it is written: where time zones differ, so do the days in two that say the same.
        let mut each = texts.iter().zip(&studies);
        let whole = each.find(|(_, study)| written(study) == all);
        Ok(Some(match whole {
            Some((text, _)) => (*text).clone(),
            None => StudyFile::text(&self.loaded, &united).into_bytes(),
        }))
    }
}

/// The lines of a PGN text, but for the day, which is that of the place.
fn lines_of(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = text.split(|byte| *byte == b'\n');
    lines.filter(|line| !line.starts_with(b"[Date "))
}

/// Finds the game of each text: the one of which it is written, else the first that it fits. Returns what is to be written,
/// that of the first game first. Of the first game, what lies beside it is among the texts.
///
/// # Errors
/// Where a text fits none of the games, or there is more than a study can have.
pub(super) fn place(games: &mut [Annotated], texts: &[&[u8]]) -> Result<Vec<Beside>, Unplaced> {
    for text in texts {
        let written = games.iter().position(|game| game.has_written(text));
        let fits = || games.iter().position(|game| game.study(text).is_some());
        let at = written.or_else(fits).ok_or(Unplaced::Unfit)?;
        games[at].texts.push(text.to_vec());
    }
    for game in games
        .iter_mut()
        .skip(1)
        .filter(|game| !game.texts.is_empty())
    {
        let there = game.there.clone();
        game.texts.extend(there);
    }
    let mut placed = Vec::new();
    for (index, game) in games.iter().enumerate() {
        let text = game.united()?;
        let untouched = index > 0 && game.texts.is_empty();
        if !untouched && text != game.there {
            let entry = game.entry.clone();
            placed.push(Beside { entry, text });
        }
    }
    Ok(placed)
}
