//! Players who were renamed or merged: a file of events beside the games, whose logs stay as they
//! are.
//!
//! One JSON object a line: `{"rename":{"from":"Jon","to":"John"},"time":"…"}` shows every game of
//! `from` under the name `to`, merging the two where both have played; `{"undo":1}` takes back the
//! last renaming that still stands. Lines that say anything else are kept and passed over.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rustix::fs::FlockOperation;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use crate::files::{keep_name, make_folder};
use crate::log::tidy_name;

/// More than a lifetime of renaming. The file does not grow further, and what lies beyond is not
/// read.
const MAX_BYTES: u64 = 4 << 20;

/// Under which name the games of each player are shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Aliases {
    /// In the order in which they happened.
    renamings: Vec<(String, String)>,
    /// Every name that has been renamed, with the name that it is shown as now.
    shown: HashMap<String, String>,
}

/// A line of the file. All else that stands in it is passed over without being kept.
#[derive(Deserialize)]
struct Event<'a> {
    #[serde(borrow)]
    rename: Option<Renaming<'a>>,
    undo: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Renaming<'a> {
    #[serde(borrow)]
    from: Cow<'a, str>,
    #[serde(borrow)]
    to: Cow<'a, str>,
}

impl Aliases {
    /// What the file at `path` says; nobody is renamed where there is none.
    ///
    /// # Errors
    /// Where the file is there and cannot be read.
    pub fn read(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(error),
            // A pipe would be waited for without end.
            Ok(found) if !found.is_file() => return Err(ErrorKind::Unsupported.into()),
            Ok(_) => {}
        }
        Ok(Self::from_bytes(&bytes(&File::open(path)?)?))
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        let mut renamings = Vec::new();
        for line in bytes.split(|byte| *byte == b'\n') {
            let Ok(event) = serde_json::from_slice::<Event>(line) else {
                continue;
            };
            if let Some(Renaming { from, to }) = event.rename {
                let to = tidy_name(&to);
                if !to.is_empty() {
                    renamings.push((from.into_owned(), to));
                }
            } else if event.undo.is_some() {
                renamings.pop();
            }
        }
        let shown = follow(&renamings);
        Self { renamings, shown }
    }

    /// The name under which the games of `name` are shown.
    #[must_use]
    pub fn shown<'a>(&'a self, name: &'a str) -> &'a str {
        self.shown.get(name).map_or(name, String::as_str)
    }

    /// The last renaming that still stands: from which name to which.
    #[must_use]
    pub fn last(&self) -> Option<(&str, &str)> {
        let (from, to) = self.renamings.last()?;
        Some((from, to))
    }
}

/// Where every name leads that was ever renamed. A name goes through all that happened after it
/// was given, so the last renaming is looked at first.
fn follow(renamings: &[(String, String)]) -> HashMap<String, String> {
    let mut shown: HashMap<String, String> = HashMap::new();
    for (from, to) in renamings.iter().rev() {
        let end = shown.get(to).unwrap_or(to).clone();
        shown.insert(from.clone(), end);
    }
    shown
}

/// What of an open file is read.
fn bytes(file: &File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The file of a folder's renamings.
#[derive(Debug, Clone)]
pub struct AliasFile {
    path: PathBuf,
}

impl AliasFile {
    /// The file at `path`, which need not exist yet.
    #[must_use]
    pub fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// What it says now.
    ///
    /// # Errors
    /// Where it is there and cannot be read.
    pub fn read(&self) -> io::Result<Aliases> {
        Aliases::read(&self.path)
    }

    /// Shows the games of `from` under the name `to` from now on. Returns what the file says then.
    ///
    /// # Errors
    /// Where the file cannot be written; then nothing has changed.
    pub fn rename(&self, from: &str, to: &str, now: Timestamp) -> io::Result<Aliases> {
        let event = json!({
            "rename": { "from": from, "to": to },
            "time": now.to_string(),
        });
        self.append(&event, |_| true)
    }

    /// Takes back the renaming of `from` to `to`, if it is still the last one. Returns what the
    /// file says then.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidInput`] where it is not the last one any more, and others where the file
    /// cannot be written; then nothing has changed.
    pub fn undo(&self, from: &str, to: &str) -> io::Result<Aliases> {
        self.append(&json!({ "undo": 1 }), |aliases| {
            aliases.last() == Some((from, to))
        })
    }

    /// Adds a line if what the file says is `good` for it. Nobody else writes meanwhile.
    fn append(&self, event: &Value, good: impl FnOnce(&Aliases) -> bool) -> io::Result<Aliases> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        make_folder(folder)?;
        if self.path.exists() && !self.path.is_file() {
            return Err(ErrorKind::Unsupported.into());
        }
        let mut file = OpenOptions::new()
            .create(true)
            .read(true)
            .append(true)
            .mode(0o600)
            .open(&self.path)?;
        // Where the file system knows no locks, two writers at the same moment are too rare to
        // give up for.
        rustix::fs::flock(&file, FlockOperation::LockExclusive).ok();
        let before = file.metadata()?.len();
        let mut said = bytes(&file)?;
        if !good(&Aliases::from_bytes(&said)) {
            return Err(ErrorKind::InvalidInput.into());
        }
        // What a full disk cut short must not swallow the line that follows it.
        let torn = said.last().is_some_and(|last| *last != b'\n');
        let line = format!("{}{event}\n", if torn { "\n" } else { "" });
        if before + line.len() as u64 > MAX_BYTES {
            return Err(ErrorKind::FileTooLarge.into());
        }
        let written = file
            .write_all(line.as_bytes())
            .and_then(|()| file.sync_data());
        if let Err(error) = written {
            file.set_len(before).ok();
            return Err(error);
        }
        if before == 0 {
            // The name of a new file is on the disk when its folder is.
            keep_name(&self.path);
        }
        said.extend_from_slice(line.as_bytes());
        Ok(Aliases::from_bytes(&said))
    }
}
