//! A game as it is kept: its log, and what was added to it, which lies beside the log as PGN.

use std::io;
use std::path::PathBuf;

use super::StudyFile;
use crate::log::{Loaded, LogEntry, read};
use crate::pgn::{Disagreement, write_with};
use crate::study::Study;

/// A game with its study.
#[derive(Debug)]
pub struct Kept {
    /// What the log says.
    pub loaded: Loaded,
    /// What was added to it; an empty one where nothing was.
    pub study: Study,
    /// Why the study that lies there is not shown.
    pub trouble: Option<StudyTrouble>,
}

/// Why the study of a game is not shown.
#[derive(Debug, thiserror::Error)]
pub enum StudyTrouble {
    /// It does not fit the log, and lies here now.
    #[error("the study does not fit the game ({why}) and is set aside as {}", .aside.display())]
    SetAside {
        /// What does not fit.
        why: Disagreement,
        /// The file.
        aside: PathBuf,
    },
    /// It does not fit the log, and lies where it was.
    #[error("the study does not fit the game ({0}) and is left out")]
    Unfit(Disagreement),
    /// It cannot be read, or not be set aside. It lies where it was.
    #[error("the study cannot be read: {0}")]
    Unreadable(#[from] io::Error),
}

impl Kept {
    /// Reads a game, and changes nothing. Where its study disagrees with the log, the log is right.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub fn read(entry: &LogEntry) -> io::Result<Self> {
        let loaded = read(&entry.path)?;
        let (study, trouble) = match StudyFile::look(entry, &loaded.game) {
            Ok(Ok(study)) => (study, None),
            Ok(Err(why)) => (Study::default(), Some(StudyTrouble::Unfit(why))),
            Err(error) => (Study::default(), Some(error.into())),
        };
        Ok(Self {
            loaded,
            study,
            trouble,
        })
    }

    /// All of it as PGN.
    #[must_use]
    pub fn pgn(&self) -> String {
        write_with(&self.loaded, &self.study)
    }
}
