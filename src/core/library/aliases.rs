//! Other names of one player: under which name the games of each are shown, and the file of that.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use crate::files::{Journal, bytes_at, bytes_in};
use crate::record::log::tidy_name;

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
    /// What the file at `path` says; no player is renamed where there is none.
    ///
    /// # Errors
    /// Where the file is there and cannot be read.
    pub fn read(path: &Path) -> io::Result<Self> {
        let bytes = bytes_at(path, MAX_BYTES)?;
        Ok(Self::from_bytes(&bytes.unwrap_or_default()))
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
    pub fn shown<'a>(&'a self, name: &'a str) -> &'a str {
        self.shown.get(name).map_or(name, String::as_str)
    }

    /// The last renaming that still stands: from which name to which.
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

/// The file of a folder's renamings.
#[derive(Debug, Clone)]
pub struct AliasFile {
    path: PathBuf,
}

impl AliasFile {
    /// The file at `path`, which need not exist yet.
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

    /// Adds a line if what the file says is `good` for it. No other process writes meanwhile.
    fn append(&self, event: &Value, good: impl FnOnce(&Aliases) -> bool) -> io::Result<Aliases> {
        let mut journal = Journal::open(&self.path)?;
        let mut said = bytes_in(&journal.file(), MAX_BYTES)?;
        if !good(&Aliases::from_bytes(&said)) {
            return Err(ErrorKind::InvalidInput.into());
        }
        let (before, line) = (journal.end(), format!("{event}\n"));
        journal.add_lines(line.as_bytes(), MAX_BYTES)?;
        if let Err(error) = journal.sync() {
            journal.cut(before).ok();
            return Err(error);
        }
        // An empty line says nothing.
        said.push(b'\n');
        said.extend_from_slice(line.as_bytes());
        Ok(Aliases::from_bytes(&said))
    }
}
