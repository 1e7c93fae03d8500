//! Players who were renamed or merged: a file of events beside the games, whose logs stay as they
//! are. May import `serde`, `jiff`, `rustix` and `std`.
//!
//! One JSON object a line: `{"rename":{"from":"Jon","to":"John"},"time":"…"}` shows every game of
//! `from` under the name `to`, merging the two where both have played; `{"undo":1}` takes back the
//! last renaming that still stands. Lines that say anything else are kept and passed over.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde_json::{Value, json};

/// More than a lifetime of renaming; what lies beyond is not read.
const MAX_BYTES: u64 = 4 << 20;

/// Under which name the games of each player are shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Aliases {
    /// In the order in which they happened.
    renamings: Vec<(String, String)>,
    /// Every name that has ever been renamed, with the name that it is shown as now.
    shown: HashMap<String, String>,
}

impl Aliases {
    /// What the file at `path` says; nobody is renamed where there is none.
    ///
    /// # Errors
    /// Where the file is there and cannot be read.
    pub fn read(path: &Path) -> io::Result<Self> {
        let mut text = String::new();
        match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
            Ok(file) => {
                let mut bytes = Vec::new();
                file.take(MAX_BYTES).read_to_end(&mut bytes)?;
                text = String::from_utf8_lossy(&bytes).into_owned();
            }
        }
        let mut aliases = Self::default();
        for line in text.lines() {
            let Ok(event) = serde_json::from_str::<Value>(line) else {
                continue;
            };
            let name = |key: &str| Some(event.get("rename")?.get(key)?.as_str()?.to_owned());
            if let (Some(from), Some(to)) = (name("from"), name("to")) {
                aliases.renamings.push((from, to));
            } else if event.get("undo").is_some() {
                aliases.renamings.pop();
            }
        }
        aliases.follow();
        Ok(aliases)
    }

    /// The name under which the games of `name` are shown.
    #[must_use]
    pub fn shown<'a>(&'a self, name: &'a str) -> &'a str {
        self.shown.get(name).map_or(name, String::as_str)
    }

    /// Works out where every name leads that was ever renamed.
    fn follow(&mut self) {
        let lead =
            |name: &String| {
                self.renamings.iter().fold(name.clone(), |now, (from, to)| {
                    if now == *from { to.clone() } else { now }
                })
            };
        self.shown = self
            .renamings
            .iter()
            .flat_map(|(from, to)| [from, to])
            .map(|name| (name.clone(), lead(name)))
            .collect();
    }
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

    /// Shows the games of `from` under the name `to` from now on.
    ///
    /// # Errors
    /// Where the file cannot be written; then nothing has changed.
    pub fn rename(&self, from: &str, to: &str, now: Timestamp) -> io::Result<()> {
        self.append(&json!({
            "rename": { "from": from, "to": to },
            "time": now.to_string(),
        }))
    }

    /// Takes the last renaming back.
    ///
    /// # Errors
    /// Where the file cannot be written; then nothing has changed.
    pub fn undo(&self) -> io::Result<()> {
        self.append(&json!({ "undo": 1 }))
    }

    fn append(&self, event: &Value) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = OpenOptions::new()
            .create(true)
            .read(true)
            .append(true)
            .open(&self.path)?;
        let before = file.metadata()?.len();
        // What a full disk cut short must not swallow the line that follows it.
        let torn = before > 0 && !fs::read(&self.path)?.ends_with(b"\n");
        let line = format!("{}{event}\n", if torn { "\n" } else { "" });
        let written = file
            .write_all(line.as_bytes())
            .and_then(|()| file.sync_data());
        if written.is_err() {
            file.set_len(before).ok();
        }
        written
    }
}
