//! Other names of one player: the name under which the games of each name are shown, the file that keeps this, what
//! comes of merging two such files, and which names can be those of one player as programs write them.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use jiff::Timestamp;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use super::search::fold;
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
    #[serde(borrow, default)]
    time: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Renaming<'a> {
    #[serde(borrow)]
    from: Cow<'a, str>,
    #[serde(borrow)]
    to: Cow<'a, str>,
}

impl Aliases {
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

/// A line of a file that is put together with another one.
struct Told {
    renaming: Option<(String, String)>,
    /// Whether it was taken back, in either file.
    undone: bool,
}

/// All lines of two files, none of them twice, in the order of the times in them. Of two renamings of one name that
/// knew nothing of each other the later one counts. What was taken back in one of them is so in both. The same in whichever
/// order they come.
fn united(texts: [&[u8]; 2]) -> Vec<u8> {
    let mut all: BTreeMap<(Option<Timestamp>, &[u8]), Told> = BTreeMap::new();
    for text in texts {
        let mut standing = Vec::new();
        for line in text.split(|byte| *byte == b'\n') {
            let event: Option<Event> = serde_json::from_slice(line).ok();
            let Some(event) = event else {
                // What was cut short says nothing.
                continue;
            };
            let time = event.time.and_then(|time| time.parse().ok());
            let key = (time, line);
            if let Some(Renaming { from, to }) = event.rename {
                all.entry(key).or_insert_with(|| Told {
                    renaming: Some((from.into_owned(), tidy_name(&to))),
                    undone: false,
                });
                standing.push(key);
            } else if event.undo.is_some() {
                let undone = standing.pop().and_then(|key| all.get_mut(&key));
                if let Some(told) = undone {
                    told.undone = true;
                }
            } else {
                all.entry(key).or_insert(Told {
                    renaming: None,
                    undone: false,
                });
            }
        }
    }
    // The first of two renamings of a name is the one that counts, as the name is shown no more after that; so a later one
    // that did not know of it comes before it.
    let mut order: Vec<Vec<&[u8]>> = Vec::new();
    let mut renamed: HashMap<&str, usize> = HashMap::new();
    for ((_, line), told) in &all {
        let standing = told.renaming.as_ref().filter(|_| !told.undone);
        match standing.and_then(|(from, _)| renamed.get(&**from)) {
            Some(place) => order[*place].push(line),
            None => order.push(vec![line]),
        }
        if let Some((from, to)) = standing {
            renamed.entry(from).or_insert(order.len() - 1);
            renamed.remove(&**to);
        } else if told.undone {
            order.push(vec![b"{\"undo\":1}"]);
        }
    }
    let mut text = Vec::new();
    for line in order.iter().flat_map(|lines| lines.iter().rev()) {
        text.extend_from_slice(line);
        text.push(b'\n');
    }
    text
}

/// How many renamings stand in a file.
pub(super) fn renamings_in(bytes: &[u8]) -> usize {
    Aliases::from_bytes(bytes).renamings.len()
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

    /// What it says now; no player is renamed where there is none.
    ///
    /// # Errors
    /// Where it is there and cannot be read.
    pub fn read(&self) -> io::Result<Aliases> {
        let bytes = bytes_at(&self.path, MAX_BYTES)?;
        Ok(Aliases::from_bytes(&bytes.unwrap_or_default()))
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

    /// Takes over what another such file says, which is `other`: nothing is lost of either, and of two renamings of one
    /// name the later one counts. Returns how many renamings have come; none where nothing is written.
    ///
    /// # Errors
    /// Where the file cannot be read or written, or would be too large ([`ErrorKind::FileTooLarge`]); then nothing has
    /// changed.
    pub(super) fn unite(&self, other: &[u8]) -> io::Result<usize> {
        let journal = Journal::open(&self.path)?;
        let there = bytes_in(&journal.file(), MAX_BYTES + 1)?;
        let whole = |text: &[u8]| text.last().is_none_or(|last| *last == b'\n');
        let united = match (there.starts_with(other), other.starts_with(&there)) {
            (true, _) => return Ok(0),
            (_, true) if whole(other) && whole(&there) => other.to_vec(),
            _ => united([&there, other]),
        };
        if united.len() as u64 > MAX_BYTES {
            return Err(ErrorKind::FileTooLarge.into());
        }
        if united == there {
            return Ok(0);
        }
        let renamings = |text: &[u8]| Aliases::from_bytes(text).renamings;
        let known: HashSet<_> = renamings(&there).into_iter().collect();
        let come = renamings(&united).into_iter();
        let come = come.filter(|renaming| !known.contains(renaming)).count();
        journal.replace(|file| file.write_all(&united))?;
        Ok(come)
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

/// Titles that stand before names.
const TITLES: [&str; 16] = [
    "gm", "im", "fm", "cm", "nm", "wgm", "wim", "wfm", "wcm", "wnm", "agm", "aim", "afm", "acm",
    "lm", "bot",
];

/// The words of a name without titles, in the order of letters.
pub(super) fn words_of(name: &str) -> Vec<String> {
    let folded = fold(name);
    let words = folded.split(|letter: char| !letter.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let is_title = |word: &&&str| TITLES.contains(*word);
    let titles = words.iter().take_while(is_title).count();
    let named = if titles < words.len() {
        &words[titles..]
    } else {
        &words[..]
    };
    let mut named: Vec<String> = named.iter().map(ToString::to_string).collect();
    if named.is_empty() {
        named.push(folded);
    }
    named.sort_unstable();
    named
}

/// Whether two names can be those of one player: they have the same words in any order, of which some may be written
/// with their first letter alone.
pub(super) fn is_same_name(one: &str, other: &str) -> bool {
    let (one, mut rest) = (words_of(one), words_of(other));
    if one.len() != rest.len() {
        return false;
    }
    let mut take = |fits: &dyn Fn(&String) -> bool| {
        let at = rest.iter().position(fits);
        at.map(|at| rest.swap_remove(at)).is_some()
    };
    let (mut whole, mut left) = (false, Vec::new());
    for word in one {
        if take(&|other| *other == word) {
            whole |= word.chars().nth(1).is_some();
        } else {
            left.push(word);
        }
    }
    let is_initial =
        |short: &str, long: &str| short.chars().nth(1).is_none() && long.starts_with(short);
    let initials = left
        .iter()
        .all(|word| take(&|other| is_initial(word, other) || is_initial(other, word)));
    initials && (whole || left.is_empty())
}
