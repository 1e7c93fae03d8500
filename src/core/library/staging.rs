//! Games that are written, but not in the folder yet, and how they are put there, each under a name of its own.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use jiff::Timestamp;
use rustix::fs::FlockOperation;
use tempfile::TempDir;

use super::Summary;
use super::completion::{Additions, Seen};
use super::index::Stamp;
use super::study_file::LARGEST;
use super::trace::Trace;
use crate::files::{
    FileLock, bytes_at, bytes_in, is_at, open_regular, rename_new, sync_all, sync_folder,
};
use crate::record::log::{Folder, LogEntry};

/// How the place is called, inside the folder of games, which lists no such name.
const PREFIX: &str = ".import-";

/// The place of games that are written, but not in the folder yet. What is not put there is gone
/// with this. Several threads may write at once, while another puts games into the folder.
pub(super) struct Staging {
    folder: Folder,
    place: TempDir,
    /// Marks the place as in use until this is dropped.
    held: FileLock,
    /// How many logs have been written; their names there are numbers.
    count: AtomicU64,
}

/// A game whose log is written.
pub(super) struct Staged {
    /// The log, in the staging folder.
    pub path: PathBuf,
    /// Its study, in the same folder.
    pub study: Option<PathBuf>,
    /// When it was played, as far as that is known. It goes into the name.
    pub moment: Timestamp,
    pub summary: Summary,
    pub trace: Option<Trace>,
}

/// A study that is written, for a game that is in the folder already.
pub(super) struct NewStudy {
    /// The study, in the staging folder.
    pub study: PathBuf,
    pub entry: LogEntry,
}

/// A game that is in the folder, as it is to be there.
pub(super) struct Rewritten {
    /// The log, and its study where that is to change, in the staging folder.
    pub log: PathBuf,
    pub study: Option<PathBuf>,
    /// What lay in the folder when they were written.
    pub seen: Seen,
    pub summary: Summary,
    pub trace: Option<Trace>,
    pub additions: Additions,
}

/// What goes into the folder at once.
#[derive(Default)]
pub(super) struct StagedBatch {
    pub games: Vec<Staged>,
    pub studies: Vec<NewStudy>,
    pub rewritten: Vec<Rewritten>,
}

impl StagedBatch {
    pub(super) fn len(&self) -> usize {
        self.games.len() + self.studies.len() + self.rewritten.len()
    }
}

/// What of a batch is in the folder.
#[derive(Default)]
pub(super) struct Put {
    pub named: Vec<Named>,
    /// Those that were there, and say more now.
    pub completed: Vec<(Named, Additions)>,
    /// How many games have got their study, and how many have got one meanwhile from elsewhere.
    pub studied: u64,
    pub studied_otherwise: u64,
}

/// A game whose log is in the folder.
pub(super) struct Named {
    pub stamp: Stamp,
    pub summary: Summary,
    pub trace: Option<Trace>,
}

impl Staging {
    /// Makes the place, with so many subfolders: threads that write into one folder wait for each other.
    /// Clears away those of imports that were killed.
    pub(super) fn open(folder: Folder, subfolders: usize) -> io::Result<Self> {
        clear(folder.path())?;
        loop {
            let place = tempfile::Builder::new()
                .prefix(PREFIX)
                .tempdir_in(folder.path())?;
            let held = FileLock::lock(File::open(place.path())?);
            // Another import may have cleared it away before it was held.
            if place.path().try_exists()? {
                for subfolder in 0..subfolders {
                    fs::create_dir(place.path().join(subfolder.to_string()))?;
                }
                return Ok(Self {
                    folder,
                    place,
                    held,
                    count: AtomicU64::new(0),
                });
            }
        }
    }

    /// Writes a text in a subfolder, a log or a study. Returns where.
    pub(super) fn write(&self, subfolder: usize, text: &[u8]) -> io::Result<PathBuf> {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let path = self.place.path().join(format!("{subfolder}/{number}"));
        let mut options = File::options();
        let mut file = options
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&path)?;
        file.write_all(text)?;
        Ok(path)
    }

    /// Waits for the disk and gives every game its name, and every study its own. Returns those that
    /// have it, also where the others cannot get theirs.
    pub(super) fn put_into_folder(&self, batch: StagedBatch) -> (io::Result<()>, Put) {
        let mut put = Put::default();
        let done = self.name_all(batch, &mut put);
        (done, put)
    }

    fn name_all(&self, batch: StagedBatch, put: &mut Put) -> io::Result<()> {
        if batch.len() == 0 {
            return Ok(());
        }
        self.sync(&batch)?;
        let StagedBatch {
            games,
            studies,
            rewritten,
        } = batch;
        for NewStudy { study, entry } in studies {
            // What lies there is never replaced.
            match rename_new(&study, &entry.study())? {
                true => put.studied += 1,
                // The file has the game twice.
                false if is_same(&study, &entry.study()) => {}
                false => put.studied_otherwise += 1,
            }
        }
        for game in rewritten {
            let replaced = replace(&game);
            match replaced {
                Ok(Some(stamp)) => {
                    let Rewritten { summary, trace, .. } = game;
                    let named = Named {
                        stamp,
                        summary,
                        trace,
                    };
                    put.completed.push((named, game.additions));
                }
                // The next import completes it.
                Ok(None) => {}
                Err(error) => match error.kind() {
                    // The log is gone, or is no regular file.
                    ErrorKind::NotFound | ErrorKind::Unsupported => {}
                    _ => return Err(error),
                },
            }
        }
        for mut game in games {
            name(&self.folder, &mut game)?;
            let Staged { summary, trace, .. } = game;
            // Until now it was not known: what writes to it from now on leaves a later time there.
            let stamp = Stamp::of(&summary.entry.path.metadata()?);
            put.named.push(Named {
                stamp,
                summary,
                trace,
            });
        }
        sync_folder(self.folder.path())
    }

    /// All at once where the system can do that, else one by one.
    fn sync(&self, batch: &StagedBatch) -> io::Result<()> {
        let new = batch.games.iter();
        let new = new.flat_map(|game| [Some(&game.path), game.study.as_ref()]);
        let anew = batch.rewritten.iter();
        let anew = anew.flat_map(|game| [Some(&game.log), game.study.as_ref()]);
        if sync_all(&*self.held)? {
            return Ok(());
        }
        let studies = batch.studies.iter().map(|beside| &beside.study);
        let mut files = new.chain(anew).flatten().chain(studies);
        files.try_for_each(|path| File::open(path)?.sync_data())
    }
}

/// Puts a log, and its study, in the place of those that were read, unless another program has the game open. `None`
/// where it is open, or something else lies there now. The study goes first: it fits the log before and after.
fn replace(game: &Rewritten) -> io::Result<Option<Stamp>> {
    let entry = &game.summary.entry;
    let log = open_regular(&entry.path)?;
    let Some(log) = FileLock::try_lock(log) else {
        return Ok(None);
    };
    let study = bytes_at(&entry.study(), LARGEST + 1)?;
    let as_seen = Seen::of(&bytes_in(&log, u64::MAX)?, study.as_deref()) == game.seen;
    if !as_seen || !is_at(&log, &entry.path) {
        return Ok(None);
    }
    if let Some(study) = &game.study {
        fs::rename(study, entry.study())?;
    }
    fs::rename(&game.log, &entry.path)?;
    entry.path.metadata().map(|file| Some(Stamp::of(&file)))
}

/// Moves a log to its name, or to another where that is taken, and its study with it. The study
/// goes first: what finds the log finds both.
fn name(folder: &Folder, game: &mut Staged) -> io::Result<()> {
    let entry = &mut game.summary.entry;
    loop {
        let beside = match &game.study {
            Some(from) => rename_new(from, &entry.study())?,
            None => true,
        };
        if beside && rename_new(&game.path, &entry.path)? {
            return Ok(());
        }
        if let Some(from) = game.study.as_ref().filter(|_| beside) {
            fs::rename(entry.study(), from)?;
        }
        *entry = folder.new_entry(game.moment);
    }
}

/// Whether a study that is written is the same as one in the folder.
fn is_same(study: &Path, there: &Path) -> bool {
    let [study, there] = [study, there].map(|path| bytes_at(path, u64::MAX));
    matches!((study, there), (Ok(study), Ok(there)) if study == there)
}

/// Removes what imports have left behind that were killed. Those under way hold theirs.
fn clear(folder: &Path) -> io::Result<()> {
    for file in fs::read_dir(folder)? {
        let file = file?;
        let left = file.file_name().to_string_lossy().starts_with(PREFIX);
        if !left || !file.file_type()?.is_dir() {
            continue;
        }
        // A file that cannot be opened or removed now does no harm.
        let Ok(place) = File::open(file.path()) else {
            continue;
        };
        if rustix::fs::flock(&place, FlockOperation::NonBlockingLockExclusive).is_ok() {
            fs::remove_dir_all(file.path()).ok();
        }
    }
    Ok(())
}
