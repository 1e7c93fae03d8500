//! The file beside a log in which the study of the game is kept: read, written whole, and held against
//! others while it changes.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use crate::chess::Game;
use crate::files::{
    Destination, bytes_at, bytes_in, clear_unfinished, folder_of, is_at, keep_name,
    lock_with_timeout, make_folder, open_regular, set_aside, write_own_with,
};
use crate::record::log::{Loaded, LogEntry};
use crate::record::pgn::{Disagreement, read_study, write_with};
use crate::record::study::Study;

/// No study is larger, in bytes.
const LARGEST: u64 = 16 << 20;

/// Why a study is not written, though the disk would take it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum KeepFault {
    /// Another process has the game open and plays it or adds to it.
    #[error("the game is open elsewhere")]
    Elsewhere,
    /// What lies there is not what was read, and would be lost.
    #[error("the study was changed elsewhere")]
    Changed,
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

/// Where the study of a game is kept. From the first time that it is written until this is dropped the
/// log is marked as in use, as it is by what plays the game; the log itself is only looked at.
///
/// As a [`Destination`] it takes texts in PGN, each of which replaces the one before when it is on the
/// disk. One without a letter removes the file.
#[derive(Debug)]
pub struct StudyFile {
    entry: LogEntry,
    /// What lay there when it was last read or written; `None` where nothing did.
    seen: Option<Vec<u8>>,
    /// The log, while it is marked as in use.
    held: Option<File>,
}

impl StudyFile {
    /// The file of a game that has no study yet.
    pub fn new(entry: LogEntry) -> Self {
        Self {
            entry,
            seen: None,
            held: None,
        }
    }

    /// The file of a game, and the study in it; an empty one where there is none. One that does not fit
    /// the game is set aside.
    ///
    /// # Errors
    /// Why the study that lies there is not shown. What cannot be read is not replaced either.
    pub fn read(entry: LogEntry, game: &Game) -> (Self, Result<Study, StudyTrouble>) {
        let mut file = Self::new(entry);
        let study = file.take_up(game);
        (file, study)
    }

    fn take_up(&mut self, game: &Game) -> Result<Study, StudyTrouble> {
        let Some((seen, study)) = study_in(&self.entry, game)? else {
            return Ok(Study::default());
        };
        match study {
            Ok(study) => {
                self.seen = Some(seen);
                Ok(study)
            }
            Err(why) => {
                let aside = set_aside(&self.entry.study())?;
                Err(StudyTrouble::SetAside { why, aside })
            }
        }
    }

    /// Only looks at the study that lies beside a log, and whether it fits the game. Nothing is set aside.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn look(entry: &LogEntry, game: &Game) -> io::Result<Result<Study, Disagreement>> {
        let study = study_in(entry, game)?;
        Ok(study.map_or_else(|| Ok(Study::default()), |(_, study)| study))
    }

    /// What is written where a study shall be kept: all of the game, or nothing where the study has
    /// nothing to say.
    pub fn text(loaded: &Loaded, study: &Study) -> String {
        if study.is_empty() {
            String::new()
        } else {
            write_with(loaded, study)
        }
    }

    /// Marks the log as in use, and what lies there must be what was seen. Where nothing lies any more,
    /// nothing can be lost.
    fn hold(&mut self) -> io::Result<()> {
        if self.held.is_none() {
            let log = open_regular(&self.entry.path)?;
            if !lock_with_timeout(&log) {
                return Err(io::Error::other(KeepFault::Elsewhere));
            }
            self.held = Some(log);
        }
        let same = self.keep_log()? && self.is_as_left()?;
        if same {
            return Ok(());
        }
        // The process that has changed it may want to go on.
        self.held = None;
        Err(io::Error::other(KeepFault::Changed))
    }

    fn is_as_left(&self) -> io::Result<bool> {
        match bytes_at(&self.entry.study(), LARGEST + 1) {
            Err(error) if error.kind() == ErrorKind::Unsupported => Ok(false),
            there => Ok(there?.is_none_or(|there| Some(there) == self.seen)),
        }
    }

    /// Sees that the log lies where it was: where it was deleted meanwhile, it is written again. Returns
    /// whether it says the same as before.
    fn keep_log(&mut self) -> io::Result<bool> {
        let path = &self.entry.path;
        let Some(held) = self.held.as_ref().filter(|held| !is_at(held, path)) else {
            return Ok(true);
        };
        let lines = bytes_in(held, u64::MAX)?;
        match bytes_at(path, lines.len() as u64 + 1)? {
            Some(there) if there != lines => return Ok(false),
            Some(_) => {}
            None => {
                make_folder(folder_of(path))?;
                write_own_with(path, |file| file.write_all(&lines))?;
            }
        }
        let log = open_regular(path)?;
        if !lock_with_timeout(&log) {
            return Err(io::Error::other(KeepFault::Elsewhere));
        }
        self.held = Some(log);
        Ok(true)
    }

    fn put(&mut self, text: &str) -> io::Result<()> {
        let path = self.entry.study();
        if text.len() as u64 > LARGEST {
            // It could not be read again.
            return Err(ErrorKind::FileTooLarge.into());
        }
        if !text.is_empty() {
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
}

/// The text of a study, and the study in it, or why it is none of this game.
type Found = (Vec<u8>, Result<Study, Disagreement>);

/// What lies beside a log.
fn study_in(entry: &LogEntry, game: &Game) -> io::Result<Option<Found>> {
    let Some(text) = bytes_at(&entry.study(), LARGEST + 1)? else {
        return Ok(None);
    };
    if text.len() as u64 > LARGEST {
        return Err(ErrorKind::FileTooLarge.into());
    }
    let study = read_study(&text, game);
    Ok(Some((text, study)))
}

impl Destination for StudyFile {
    const WHOLE: bool = true;

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.hold()?;
        // Where the disk fails, what was there is there still.
        self.put(text)?;
        self.seen = (!text.is_empty()).then(|| text.as_bytes().to_vec());
        Ok(())
    }
}

impl Drop for StudyFile {
    fn drop(&mut self) {
        if self.held.is_some() {
            clear_unfinished(&self.entry.study());
        }
    }
}
