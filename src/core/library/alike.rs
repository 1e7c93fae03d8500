//! Which games are the same: those with one fingerprint may differ in their tags, comments and side
//! lines, as the chapters of a book do.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs;
use std::io::ErrorKind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use memchr::memmem;

use crate::record::log::{Fnv1a, Folder, Header, LogEntry, Remark, read_header};

/// What is to be done with a game of a file.
pub(super) enum Match {
    /// It is none of those in the folder.
    New,
    /// It is in the folder, with all that is said of it.
    Known,
    /// It is in the folder, without comments and side lines.
    Bare(LogEntry),
    /// It is in the folder, with other comments and side lines.
    Otherwise,
}

/// The games in the folder, by fingerprint.
pub(super) struct Known {
    folder: Folder,
    /// The id of the first game with a fingerprint, and those of all others.
    first: HashMap<u64, Box<str>>,
    others: HashMap<u64, Vec<Box<str>>>,
    /// What was read of games that share a fingerprint.
    read: Mutex<HashMap<u64, Arc<Vec<Saved>>>>,
    /// The games that are taken for another one of the file that is being imported, with what that
    /// one says. Each of them is taken once, or different games of a file would be taken for one.
    claimed: Mutex<HashMap<Box<str>, u64>>,
}

/// What is said of a game in the folder.
struct Saved {
    id: Box<str>,
    tags: Vec<(String, String)>,
    study: Study,
    particulars: u64,
}

/// What lies beside a log.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Study {
    None,
    Content(u64),
    Unreadable,
}

/// So many games with one fingerprint are compared tag by tag.
const MOST_COMPARED: usize = 1000;
/// Tags about the end of a game, which are written anew where it went on here.
const FINAL: [&str; 4] = ["Termination", "PlyCount", "EndDate", "EndTime"];

impl Known {
    pub(super) fn new<'a>(folder: Folder, games: impl Iterator<Item = (u64, &'a str)>) -> Self {
        let mut known = Self {
            folder,
            first: HashMap::new(),
            others: HashMap::new(),
            read: Mutex::default(),
            claimed: Mutex::default(),
        };
        known.add(games.map(|(fingerprint, id)| (fingerprint, id.into())));
        known
    }

    /// Adds games that are in the folder now.
    pub(super) fn add(&mut self, games: impl Iterator<Item = (u64, Box<str>)>) {
        for (fingerprint, id) in games {
            if let Entry::Vacant(first) = self.first.entry(fingerprint) {
                first.insert(id);
            } else {
                self.others.entry(fingerprint).or_default().push(id);
                lock(&self.read).remove(&fingerprint);
            }
        }
    }

    /// Another file begins.
    pub(super) fn begin_file(&self) {
        lock(&self.claimed).clear();
    }

    /// Looks for a game in the folder. `study` is what would lie beside its log.
    pub(super) fn judge(&self, fingerprint: u64, header: &Header, study: Option<&[u8]>) -> Match {
        let Some(first) = self.first.get(&fingerprint) else {
            return Match::New;
        };
        let saved = match self.others.get(&fingerprint) {
            None => Arc::new(vec![self.read(first)]),
            Some(others) => self.read_all(fingerprint, first, others),
        };
        let own = particulars(header, study);
        if saved.iter().any(|saved| saved.particulars == own) {
            return Match::Known;
        }
        let tags = told(header);
        let alike = saved.iter().take(MOST_COMPARED);
        let alike = alike.filter(|saved| !contradict(&saved.tags, &tags));
        let alike: Vec<&Saved> = alike.collect();
        let wanted = study.map_or(Study::None, |study| Study::Content(said(study)));
        // The one that says the same comes first, then one of which nothing is said.
        let with = |sought: Study| alike.iter().filter(move |saved| saved.study == sought);
        let candidates = with(wanted).chain(with(Study::None)).chain(&alike);
        let mut claimed = lock(&self.claimed);
        for saved in candidates {
            let by = *claimed.entry(saved.id.clone()).or_insert(own);
            if by != own {
                continue;
            }
            return if study.is_none() || saved.study == wanted {
                Match::Known
            } else if saved.study == Study::None {
                Match::Bare(self.folder.entry(saved.id.to_string()))
            } else {
                Match::Otherwise
            };
        }
        Match::New
    }

    fn read_all(&self, fingerprint: u64, first: &str, others: &[Box<str>]) -> Arc<Vec<Saved>> {
        if let Some(saved) = lock(&self.read).get(&fingerprint) {
            return Arc::clone(saved);
        }
        let ids = std::iter::once(first).chain(others.iter().map(|id| &**id));
        let saved = Arc::new(ids.map(|id| self.read(id)).collect());
        lock(&self.read).insert(fingerprint, Arc::clone(&saved));
        saved
    }

    /// What is said of a game in the folder. What cannot be read contradicts nothing.
    fn read(&self, id: &str) -> Saved {
        let entry = self.folder.entry(id.to_owned());
        let header = read_header(&entry.path).unwrap_or_else(|_| Header::bare());
        let (study, text) = match fs::read(entry.study()) {
            Ok(text) => (Study::Content(said(&text)), Some(text)),
            Err(error) if error.kind() == ErrorKind::NotFound => (Study::None, None),
            Err(_) => (Study::Unreadable, None),
        };
        Saved {
            id: id.into(),
            particulars: particulars(&header, text.as_deref()),
            tags: told(&header)
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            study,
        }
    }
}

fn lock<T>(held: &Mutex<T>) -> MutexGuard<'_, T> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A number for what tells games with one fingerprint apart: tags, comments and side lines, and results
/// that are not kept.
pub(super) fn particulars(header: &Header, study: Option<&[u8]>) -> u64 {
    let mut hash = Fnv1a::default();
    for remark in &header.remarks {
        if let Remark::ResultsDiffer { tag, text, .. } = remark {
            hash.text(tag);
            hash.text(text);
        }
    }
    for (name, value) in told(header) {
        hash.text(name);
        hash.text(value);
    }
    hash.whole(study.map_or(0, said));
    hash.number()
}

/// A number for the moves of a PGN text and all that stands among them. Its tags are those of the log.
fn said(text: &[u8]) -> u64 {
    let moves = memmem::find(text, b"\n\n").map_or(text, |gap| &text[gap..]);
    let mut hash = Fnv1a::default();
    moves.iter().for_each(|byte| hash.byte(*byte));
    hash.number()
}

/// The tags that say something, by name. When a file was exported is nothing that belongs to its games.
fn told(header: &Header) -> Vec<(&str, &str)> {
    let says = |name: &str, value: &str| {
        let export = name
            .get(..6)
            .is_some_and(|name| name.eq_ignore_ascii_case("export"));
        !export && !matches!(value, "" | "?" | "-")
    };
    let tags = header.tags.iter().map(|(name, value)| (name, value.trim()));
    let mut tags: Vec<(&str, &str)> = tags.filter(|(name, value)| says(name, value)).collect();
    tags.sort_unstable();
    tags
}

/// Whether a tag of one game says otherwise than that of the other.
fn contradict(one: &[(String, String)], other: &[(&str, &str)]) -> bool {
    one.iter().any(|(name, value)| {
        let same_name = |(known, _): &&(&str, &str)| known == name;
        let differs = |(_, said): &(&str, &str)| said != value;
        !FINAL.contains(&name.as_str()) && other.iter().find(same_name).is_some_and(differs)
    })
}
