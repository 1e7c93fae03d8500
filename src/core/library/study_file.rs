//! The file beside a log in which the study of the game is kept: read, written whole, and held against
//! others while it changes; and which of some texts lies beside which log, where they were changed on two computers.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::sync::Arc;

use memchr::memmem;

use crate::chess::Game;
use crate::files::{
    Destination, FileLock, all_at, bytes_at, bytes_in, clear_unfinished, folder_of, is_absent,
    is_at, make_folder, open_regular, set_aside, sync_folder, write_own_with,
};
use crate::record::log::{Fnv1a, Loaded, LogEntry, read};
use crate::record::pgn::{Disagreement, read_study, write_with};
use crate::record::study::Study;

/// No study is larger, in bytes, and no other file that is put together.
pub(super) const LARGEST: u64 = 16 << 20;

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
    /// The log that was opened last: where it is deleted, its lines are still here.
    log: Option<Arc<File>>,
    /// The same, while it is marked as in use.
    held: Option<FileLock>,
}

impl StudyFile {
    /// The file of a game that has no study yet.
    pub fn new(entry: LogEntry) -> Self {
        Self {
            entry,
            seen: None,
            log: None,
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
        file.log = open_regular(&file.entry.path).ok().map(Arc::new);
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

    /// Sees that the log lies where it was and is marked as in use. Returns whether one that was marked says the
    /// same as before.
    fn keep_log(&mut self) -> io::Result<bool> {
        if let Some(held) = &self.held {
            let path = &self.entry.path;
            if is_at(held, path) {
                return Ok(true);
            }
            let lines = bytes_in(held, u64::MAX)?;
            if bytes_at(path, lines.len() as u64 + 1)?.is_some_and(|there| there != lines) {
                return Ok(false);
            }
        }
        self.take_log()?;
        Ok(true)
    }

    /// Opens the log and marks it as in use. Where it was deleted, it is written again.
    fn take_log(&mut self) -> io::Result<()> {
        let path = &self.entry.path;
        let log = match (open_regular(path), &self.log) {
            (Err(error), Some(deleted)) if is_absent(&error) => {
                let lines = bytes_in(deleted, u64::MAX)?;
                make_folder(folder_of(path))?;
                write_own_with(path, |file| file.write_all(&lines))?;
                open_regular(path)?
            }
            (log, _) => log?,
        };
        let held = FileLock::lock_with_timeout(log);
        let held = held.ok_or_else(|| io::Error::other(KeepFault::Elsewhere))?;
        self.log = Some(held.file());
        self.held = Some(held);
        Ok(())
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
                sync_folder(folder_of(&path)).ok();
                Ok(())
            }
        }
    }
}

/// The text of a study, and the study in it, or why it is none of this game.
type Found = (Vec<u8>, Result<Study, Disagreement>);

/// What lies beside a log.
fn study_in(entry: &LogEntry, game: &Game) -> io::Result<Option<Found>> {
    let Some(text) = all_at(&entry.study(), LARGEST)? else {
        return Ok(None);
    };
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

// Studies that were made of one game on two computers, and the games that they belong to.

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
            there: all_at(&entry.study(), LARGEST)?,
            entry,
            texts: Vec::new(),
        })
    }

    fn study(&self, text: &[u8]) -> Option<Study> {
        read_study(text, &self.loaded.game).ok()
    }

    /// Whether a text is what is written of this game, and of no other one that goes on or stops elsewhere.
    pub(super) fn has_written(&self, text: &[u8]) -> bool {
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

/// Numbers for the words of comments and side lines in a PGN text. Evaluations and drawings are left out, and so are
/// the moves of the game.
pub(super) fn words_in(text: &[u8]) -> Vec<u32> {
    let movetext = memmem::find(text, b"\n\n").map_or(text, |gap| &text[gap..]);
    let (mut words, mut comment, mut command, mut depth) = (Vec::new(), false, false, 0_usize);
    let (mut word, mut bracket) = (Vec::new(), false);
    for byte in movetext.iter().copied().chain([b' ']) {
        let splits = match byte {
            byte if byte.is_ascii_whitespace() => true,
            b'{' | b'}' => true,
            b'[' | b']' if comment => true,
            b'(' | b')' => !comment,
            _ => false,
        };
        if !splits {
            word.push(byte);
            continue;
        }
        let is_said = comment || word.starts_with(b"$") || depth > 0 && !word.ends_with(b".");
        command |= bracket && word.starts_with(b"%");
        bracket = byte == b'[';
        if !word.is_empty() && is_said && !command {
            words.push(Fnv1a::of(&word) as u32);
        }
        word.clear();
        match byte {
            b'{' => comment = true,
            b'}' => (comment, command) = (false, false),
            b']' => command = false,
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    words
}
