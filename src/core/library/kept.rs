//! A game as it is kept: its log, and what was added to it, which lies beside the log as PGN.

use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::PathBuf;

use crate::files::{keep_name, open_plain, set_aside, write_own_with};
use crate::log::{Loaded, LogEntry, read};
use crate::pgn::{Disagreement, read_study, write_with};
use crate::rules::Game;
use crate::study::Study;

/// No study is larger, in bytes.
const LARGEST: u64 = 16 << 20;

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
    /// It cannot be read, or not be set aside. It lies where it was.
    #[error("the study cannot be read: {0}")]
    Unreadable(#[from] io::Error),
}

impl Kept {
    /// Reads a game. Where its study disagrees with the log, the log is right, and the study is set
    /// aside.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub fn read(entry: &LogEntry) -> io::Result<Self> {
        let loaded = read(&entry.path)?;
        let (study, trouble) = match kept_study(entry, &loaded.game) {
            Ok(study) => (study, None),
            Err(trouble) => (Study::default(), Some(trouble)),
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

/// The study beside a log; an empty one where there is none. One that does not fit the game is set
/// aside.
///
/// # Errors
/// Why the study that lies there is not shown.
pub fn kept_study(entry: &LogEntry, game: &Game) -> Result<Study, StudyTrouble> {
    study_beside(entry, game)?.or_else(|why| {
        let aside = set_aside(&entry.study())?;
        Err(StudyTrouble::SetAside { why, aside })
    })
}

/// The same, but nothing is set aside: what does not fit is said.
///
/// # Errors
/// Where it cannot be read.
pub fn study_beside(entry: &LogEntry, game: &Game) -> io::Result<Result<Study, Disagreement>> {
    let file = match open_plain(&entry.study()) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Ok(Study::default())),
        file => file?,
    };
    let mut text = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut text)?;
    if text.len() as u64 > LARGEST {
        return Err(ErrorKind::FileTooLarge.into());
    }
    Ok(read_study(&text, game))
}

/// Keeps the study of a game beside its log: written whole, and on the disk when this returns. One
/// that has nothing to say is removed.
///
/// # Errors
/// Where the file cannot be written or removed; what was there is then as it was.
pub fn keep_study(entry: &LogEntry, loaded: &Loaded, study: &Study) -> io::Result<()> {
    let path = entry.study();
    if !study.is_empty() {
        let text = write_with(loaded, study);
        return write_own_with(&path, |file| file.write_all(text.as_bytes()));
    }
    match fs::remove_file(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => {
            removed?;
            keep_name(&path);
            Ok(())
        }
    }
}
