//! Writing a log: append only, never losing a line to a failed write or to what others do to the file, locked
//! against them.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::folder::Folder;
use super::reader::{Loaded, read_file};
use crate::files::{
    Destination, ExternalChange, FileLock, MAX_OPENS, NO_WAIT, SyncTask, bytes_in, folder_of,
    is_at, make_folder, open_regular, set_aside, sync_folder, write_own_with,
};

/// Why a log cannot be opened to be continued.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another window or another process has the game open.
    #[error("the game is open elsewhere")]
    Locked(Box<Loaded>),
    /// The log has a fault, and a log with a fault is never written to.
    #[error("the log has a fault")]
    Faulty(Box<Loaded>),
    /// The file can be read, but not written.
    #[error("the log cannot be written: {1}")]
    ReadOnly(Box<Loaded>, #[source] io::Error),
    /// The file cannot be read.
    #[error("the log cannot be read: {0}")]
    Io(#[from] io::Error),
}

impl OpenError {
    /// What can be seen of the game all the same.
    pub fn loaded(&self) -> Option<&Loaded> {
        match self {
            Self::Locked(loaded) | Self::Faulty(loaded) | Self::ReadOnly(loaded, _) => Some(loaded),
            Self::Io(_) => None,
        }
    }
}

/// The open end of one log. Lines that could not be written stay in memory and are tried again
/// with the next ones.
#[derive(Debug)]
pub struct Appender {
    path: PathBuf,
    file: Option<FileLock>,
    /// Everything that is in the file, should it have to be made anew.
    saved: Vec<u8>,
    /// What is not in the file yet.
    unsaved: Vec<u8>,
    /// How much of the unsaved was in a file that is gone.
    known: usize,
    /// What must come before the next line, because the file ended in the middle of one.
    seam: Vec<u8>,
    disk: Arc<Disk>,
    touched: Option<ExternalChange>,
}

/// How the disk is behind the file, for the thread that waits for it.
#[derive(Debug, Default)]
struct Disk {
    /// Whether the folder does not have the file's name on the disk yet.
    fresh: AtomicBool,
    /// Whether the disk has failed to take something. The system may forget that it ever should.
    lost: AtomicBool,
}

impl Appender {
    /// A log that does not exist yet; the file is made by the first write.
    pub fn create(path: PathBuf) -> Self {
        Self {
            path,
            file: None,
            saved: Vec::new(),
            unsaved: Vec::new(),
            known: 0,
            seam: Vec::new(),
            disk: Arc::default(),
            touched: None,
        }
    }

    /// Opens the log at `path` to continue its game.
    ///
    /// # Errors
    /// Where it is open elsewhere, has a fault or cannot be written; each of these hands over the
    /// game as far as it can be shown. Or where it cannot be read at all.
    pub fn open(path: &Path) -> Result<(Loaded, Self), OpenError> {
        let mut options = OpenOptions::new();
        options.read(true).append(true).custom_flags(NO_WAIT);
        let file = match open_and_hold(&options, path) {
            Ok(Some(file)) => file,
            Ok(None) => return Err(OpenError::Locked(Box::new(super::read(path)?))),
            Err(error) => {
                let loaded = Box::new(super::read(path)?);
                return Err(if loaded.fault.is_some() {
                    OpenError::Faulty(loaded)
                } else {
                    OpenError::ReadOnly(loaded, error)
                });
            }
        };
        let loaded = read_file(&file)?;
        if loaded.fault.is_some() {
            return Err(OpenError::Faulty(Box::new(loaded)));
        }
        let mut appender = Self::create(path.to_owned());
        appender.file = Some(file);
        appender.saved = loaded.bytes.clone();
        appender.seam = loaded.seam.clone().into_bytes();
        Ok((loaded, appender))
    }

    /// Where the log is. Where something else comes to lie in its place, it goes on under another name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends whole lines, together with any that could not be written before. Where there are none at all, this looks
    /// whether the game has gone on elsewhere, in a file that has come into the place of this one or in a copy beside it.
    ///
    /// # Errors
    /// Where they could not all be written. They are kept and tried again at the next call.
    pub fn append(&mut self, lines: &str) -> io::Result<()> {
        if !lines.is_empty() {
            self.unsaved.append(&mut self.seam);
        }
        self.unsaved.extend_from_slice(lines.as_bytes());
        self.write_again()?;
        if self.unsaved.is_empty() {
            // What cannot be read or written now is looked at the next time.
            self.take_up_copy().ok();
            if self.is_continued() {
                self.touched = Some(ExternalChange::Continued(self.path.clone()));
            }
            return Ok(());
        }
        let file = self.opened()?;
        let result = self.write_all(&file);
        self.file = Some(file);
        result
    }

    /// Waits until the disk has all lines, and lets go of the log.
    ///
    /// # Errors
    /// Where the disk reports that it has not.
    pub fn finish(mut self) -> io::Result<()> {
        self.sync()
    }

    /// The file, if it is as it was left; else another one, and all lines are to be written to it.
    fn opened(&mut self) -> io::Result<FileLock> {
        if let Some(file) = self.file.take() {
            if self.is_as_left(&file) {
                return Ok(file);
            }
            drop(file);
            self.known = self.saved.len();
            let mut lines = std::mem::take(&mut self.saved);
            lines.append(&mut self.unsaved);
            self.unsaved = lines;
        }
        make_folder(folder_of(&self.path))?;
        let file = self.another()?;
        self.disk.fresh.store(true, Ordering::Release);
        Ok(file)
    }

    /// Whether the file is still the one with this name, and has what was written to it.
    fn is_as_left(&self, file: &File) -> bool {
        let size = file.metadata().map(|open| open.len()).ok();
        size == Some(self.saved.len() as u64) && is_at(file, &self.path)
    }

    /// Whether another file has come to lie here that goes on with all that was written.
    fn is_continued(&self) -> bool {
        let elsewhere = |file: &FileLock| !is_at(file, &self.path);
        self.file.as_ref().is_some_and(elsewhere) && self.continuation_in(&self.path).is_some()
    }

    /// The whole lines of another log, if they go on with all that was written.
    fn continuation_in(&self, path: &Path) -> Option<Vec<u8>> {
        let there = super::read(path).ok()?;
        let lines = there.whole_lines();
        let more = lines.strip_prefix(&*self.saved)?;
        (there.fault.is_none() && !more.is_empty()).then_some(lines)
    }

    /// Puts what stands in a copy of this log into its place, where that goes on with all that was written: a program for
    /// syncing leaves such a copy where it takes both for changed. The copy itself is healed when this log is left.
    fn take_up_copy(&self) -> io::Result<()> {
        let as_left = self.file.as_deref().filter(|file| self.is_as_left(file));
        let Some(id) = as_left.and_then(|_| Folder::id_of(&self.path)) else {
            return Ok(());
        };
        let folder = Folder::new(folder_of(&self.path).to_owned());
        let copies = folder.list()?.copies_of(&id);
        let lines = copies.iter().filter_map(|path| self.continuation_in(path));
        match lines.max_by_key(Vec::len) {
            Some(lines) => write_own_with(&self.path, |file| file.write_all(&lines)),
            None => Ok(()),
        }
    }

    /// A file to go on in: a new one, or what lies there if it is ours. What is not as it was left is
    /// set aside if it is only the beginning of it; what belongs to another game is left alone.
    fn another(&mut self) -> io::Result<FileLock> {
        let mut options = OpenOptions::new();
        options.read(true).append(true).mode(0o600);
        let usual = self.path.clone();
        for number in 2.. {
            match options.clone().create_new(true).open(&self.path) {
                Ok(file) => {
                    // Another process may just be asking whether it is locked.
                    if let Some(file) = FileLock::lock_with_timeout(file) {
                        return Ok(file);
                    }
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
            match self.what_lies_there() {
                Some(bytes) if bytes.len() >= self.known => {
                    if let Some(file) = FileLock::lock_with_timeout(options.open(&self.path)?) {
                        self.unsaved.drain(..bytes.len());
                        self.saved = bytes;
                        return Ok(file);
                    }
                }
                Some(_) => {
                    self.touched = Some(ExternalChange::SetAside(set_aside(&self.path)?));
                    continue;
                }
                None => {}
            }
            self.path = usual.with_file_name(another_name(&usual, number));
            self.touched = Some(ExternalChange::GoesOnIn(self.path.clone()));
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    /// What is in the file with this name, if it is the beginning of this log and no process has it open.
    fn what_lies_there(&self) -> Option<Vec<u8>> {
        let file = open_regular(&self.path).ok()?;
        let bytes = bytes_in(&file, self.unsaved.len() as u64 + 1).ok()?;
        (self.unsaved.starts_with(&bytes) && FileLock::try_lock(file).is_some()).then_some(bytes)
    }

    /// Writes the same bytes to the same places, where the disk has failed to take them: only so does
    /// the system try again.
    fn write_again(&mut self) -> io::Result<()> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        if !self.disk.lost.swap(false, Ordering::AcqRel) || !self.is_as_left(file) {
            return Ok(());
        }
        let mut again = OpenOptions::new().write(true).open(&self.path)?;
        let written = again.write_all(&self.saved);
        self.disk.lost.store(written.is_err(), Ordering::Release);
        written
    }

    fn write_all(&mut self, mut file: &File) -> io::Result<()> {
        while !self.unsaved.is_empty() {
            match file.write(&self.unsaved) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                // A line may be cut short here. No other process appends, so the next write goes on with it.
                Ok(count) => self.saved.extend(self.unsaved.drain(..count)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Each batch is some whole lines; none at all try again what could not be written before.
impl Destination for Appender {
    const WHOLE: bool = false;

    fn write(&mut self, lines: &str) -> io::Result<()> {
        self.append(lines)
    }

    fn due(&mut self) -> Option<SyncTask> {
        let file = self.file.as_ref()?.file();
        let (disk, path) = (self.disk.clone(), self.path.clone());
        Some(Box::new(move || {
            let fresh = disk.fresh.swap(false, Ordering::AcqRel);
            let synced = file.sync_data().and_then(|()| {
                // The name of a new file is kept by its folder.
                match fresh {
                    true => sync_folder(folder_of(&path)),
                    false => Ok(()),
                }
            });
            if synced.is_err() {
                disk.fresh.fetch_or(fresh, Ordering::AcqRel);
                disk.lost.store(true, Ordering::Release);
            }
            synced
        }))
    }

    fn touched(&mut self) -> Option<ExternalChange> {
        self.touched.take()
    }

    /// A log without a move or a result is not worth keeping.
    fn discard(&mut self) {
        let text = String::from_utf8_lossy(&self.saved);
        let positions = text.lines().filter(|line| !line.starts_with('#'));
        if positions.count() > 1 || text.contains("\"result\":") {
            return;
        }
        self.unsaved.clear();
        if let Some(file) = self.file.take() {
            if self.is_as_left(&file) {
                fs::remove_file(&self.path).ok();
            }
        }
    }
}

/// The game can be continued elsewhere as soon as it is written, though the disk may not have it yet.
/// A file to which nothing could ever be written is none.
impl Drop for Appender {
    fn drop(&mut self) {
        if let Some(file) = &self.file {
            if self.saved.is_empty() && self.is_as_left(file) {
                fs::remove_file(&self.path).ok();
            }
        }
    }
}

/// Opens a file and marks it as open here; `None` where it is open elsewhere. The mark comes before the reading, so that
/// nothing is appended in between, and is on the file that has the name by then.
fn open_and_hold(options: &OpenOptions, path: &Path) -> io::Result<Option<FileLock>> {
    let mut attempts = 0;
    loop {
        let file = options.open(path)?;
        let held = FileLock::lock_with_timeout(file.try_clone()?);
        attempts += 1;
        if attempts == MAX_OPENS || is_at(&file, path) {
            return Ok(held);
        }
    }
}

/// The name of a log whose own is taken.
fn another_name(path: &Path, number: u32) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    format!("{stem}-{number}.{ending}")
}
