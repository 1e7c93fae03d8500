//! Which games are the same game. Games with one fingerprint can be different ones, told apart by their tags, comments
//! and side lines, as the chapters of a book are; and two programs may write the names, the day and the tags of one
//! game differently, or only a part of its moves.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use jiff::tz::TimeZone;
use memchr::memmem;

use super::aliases::{is_same_name, words_of};
use super::study_file::{LARGEST, words_in};
use super::trace;
use crate::chess::{Color, Game, Ply, fen_of};
use crate::files::bytes_at;
use crate::record::log::{
    Fnv1a, Folder, Header, Loaded, LogEntry, Remark, annotations_in, day_fields, read, read_bytes,
    whole_day,
};
use crate::record::pgn::{FIELDS, FINAL};

/// The games in the folder that may be one of a file, the fittest first.
pub(super) struct Likenesses {
    /// A number for the game of the file.
    own: u64,
    games: Vec<Likeness>,
}

/// A game in the folder that may be one of a file.
#[derive(Clone, Copy)]
pub(super) struct Likeness {
    fitness: Fitness,
    number: u32,
}

/// How well a game in the folder fits one of a file; the best one is the greatest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fitness {
    /// Whether the comments of one go on from those of the other, or are not there.
    continues: bool,
    /// Whether they have the same fingerprint.
    same_fingerprint: bool,
    /// The plies that both have, and whether these are all.
    plies: (u16, bool),
    /// Whether both say the same in comments and side lines.
    same_study: bool,
    /// How many tags have the same value in both.
    same_tags: u8,
    /// How many tags only the one in the folder has.
    other_tags: Reverse<u8>,
    /// Whether the one in the folder has comments or side lines at all.
    annotated: bool,
}

/// What is to be done with a game of a file.
pub(super) enum Match {
    /// It is none of those in the folder.
    New,
    /// It is in the folder, with all that is said of it.
    Known,
    /// It is in the folder, without comments and side lines, and nothing else is to be added.
    Bare(LogEntry),
    /// It is in the folder, and more may be said of it in the file.
    Same(LogEntry),
    /// It may be one of these. Which one is known when more of the file has been read.
    Alike(Likenesses),
}

/// A game of a file.
#[derive(Clone, Copy)]
pub(super) struct Candidate<'a> {
    pub fingerprint: u64,
    pub header: &'a Header,
    pub game: &'a Game,
    /// What would lie beside its log.
    pub study: Option<&'a [u8]>,
}

/// The games in the folder.
pub(super) struct KnownGames {
    folder: Folder,
    ids: Vec<Box<str>>,
    /// By fingerprint, and by [`kin`].
    same: Groups<u64>,
    kin: Groups<u32>,
    /// By the days in their ids, as soon as that is asked for.
    days: OnceLock<Groups<u32>>,
    /// What was read of games, by their numbers.
    read: Mutex<HashMap<u32, Arc<Saved>>>,
    /// The games that are the same as one of the file that is being imported, with a number for that one. Each of them
    /// is claimed once, or different games of a file would be taken for one. Exact copies claim theirs at once, the
    /// others when they are assigned.
    claimed: Mutex<HashMap<u32, u64>>,
}

/// The numbers of games that have something in common: of most there is one.
struct Groups<K> {
    first: HashMap<K, u32>,
    others: HashMap<K, Vec<u32>>,
}

impl<K: Copy + Eq + std::hash::Hash> Groups<K> {
    fn new() -> Self {
        Self {
            first: HashMap::new(),
            others: HashMap::new(),
        }
    }

    fn add(&mut self, key: K, number: u32) {
        match self.first.entry(key) {
            Entry::Vacant(first) => {
                first.insert(number);
            }
            Entry::Occupied(_) => self.others.entry(key).or_default().push(number),
        }
    }

    fn with(&self, key: K) -> impl Iterator<Item = u32> + '_ {
        let first = self.first.get(&key).copied();
        // Where there is no first one there are no others.
        let others = first.and_then(|_| self.others.get(&key));
        first
            .into_iter()
            .chain(others.into_iter().flatten().copied())
    }
}

/// What is said of a game in the folder.
struct Saved {
    header: Header,
    tags: Vec<(String, String)>,
    study: Study,
    /// What stands in it, word by word.
    words: Vec<u32>,
    particulars: u64,
    /// Whether it is noted what the clocks showed.
    clocks: bool,
    /// Numbers for what imports have added to its study.
    annotations: Vec<u64>,
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
/// So many of these, the fittest, are kept for each game that waits.
const MOST_ALIKE: usize = 64;

impl KnownGames {
    /// `games`: of each its fingerprint, its [`kin`] and its id.
    pub(super) fn new<'a>(
        folder: Folder,
        games: impl Iterator<Item = (u64, u32, &'a str)>,
    ) -> Self {
        let mut known = Self {
            folder,
            ids: Vec::new(),
            same: Groups::new(),
            kin: Groups::new(),
            days: OnceLock::new(),
            read: Mutex::default(),
            claimed: Mutex::default(),
        };
        known.add(games.map(|(fingerprint, kin, id)| (fingerprint, kin, id.into())));
        known
    }

    /// Adds games that are in the folder now, or say something else now.
    pub(super) fn add(&mut self, games: impl Iterator<Item = (u64, u32, Box<str>)>) {
        let mut added = false;
        for (fingerprint, kin, id) in games {
            let number = u32::try_from(self.ids.len()).unwrap_or(u32::MAX);
            self.ids.push(id);
            self.same.add(fingerprint, number);
            if kin != 0 {
                self.kin.add(kin, number);
            }
            added = true;
        }
        if added {
            self.days.take();
            lock(&self.read).clear();
        }
    }

    /// Another file begins.
    pub(super) fn begin_file(&self) {
        lock(&self.claimed).clear();
    }

    /// Looks for a game in the folder among those with its fingerprint, then among those by other programs. An exact
    /// copy is claimed.
    pub(super) fn find(&self, game: Candidate) -> Match {
        match self.find_exactly(game) {
            Match::New => self.find_kin(game),
            found => found,
        }
    }

    /// Looks among those with its fingerprint alone.
    pub(super) fn find_exactly(&self, game: Candidate) -> Match {
        if !self.same.first.contains_key(&game.fingerprint) {
            return Match::New;
        }
        let numbers: Vec<u32> = self.same.with(game.fingerprint).collect();
        let read = |number: &u32| match numbers.len() {
            // It shares this with no other one, and is asked for once.
            1 => self.read_now(*number),
            _ => self.read(*number),
        };
        let saved: Vec<(u32, Arc<Saved>)> = numbers.iter().map(|one| (*one, read(one))).collect();
        let sought = ComparedGame::new(game);
        let has_clocks = |saved: &Saved| saved.clocks || !sought.timed;
        let is_copy = |saved: &Saved| saved.particulars == sought.particulars && has_clocks(saved);
        let mut copies = saved.iter().filter(|(_, saved)| is_copy(saved)).peekable();
        if copies.peek().is_some() {
            // Where all copies are claimed, the game is known all the same.
            copies.any(|(number, _)| self.claim(*number, sought.own));
            return Match::Known;
        }
        let alike = saved.iter().take(MOST_COMPARED);
        let alike = alike.filter(|(_, saved)| !contradict(&saved.tags, &sought.tags));
        let plies = (game.game.plies().len(), true);
        sought.found(alike.map(|(number, saved)| sought.likeness(*number, saved, true, plies)))
    }

    /// Looks among those whose players have such names and that began so.
    fn find_kin(&self, game: Candidate) -> Match {
        let kins = kins(game.header, game.game).into_iter().rev();
        let numbers = kins.flat_map(|kin| self.kin.with(kin).take(MOST_COMPARED));
        let plies = game.game.plies().len();
        let is_cut = (1..OPENING_PLIES).contains(&plies) && game.game.outcome().is_none();
        let days = is_cut
            .then(|| days_about(game.header))
            .into_iter()
            .flatten();
        let of_days = days.flat_map(|day| self.on(day).take(MOST_COMPARED));
        let mut numbers: Vec<u32> = numbers.chain(of_days).collect();
        if numbers.is_empty() {
            return Match::New;
        }
        numbers.sort_unstable();
        numbers.dedup();
        let sought = ComparedGame::new(game);
        let alike = numbers.into_iter().filter_map(|number| {
            let saved = self.read(number);
            if !may_be_one(&saved, game.header, &sought.tags) {
                return None;
            }
            let there = read(&self.entry(number).path).ok()?;
            let otherwise = contradict(&saved.tags, &sought.tags);
            if there.fault.is_some() || !is_one(&there, game, otherwise) {
                return None;
            }
            let there = there.game.plies().len();
            let plies = (plies.min(there), plies == there);
            Some(sought.likeness(number, &saved, false, plies))
        });
        sought.found(alike)
    }

    /// Assigns games in the folder to those of a file that may be them, the fittest first, of equal ones the first in
    /// the file. Comments that do not continue each other may be those of one game only where no other one can be meant,
    /// in the folder or in the file.
    pub(super) fn assign<'a>(
        &self,
        games: impl Iterator<Item = &'a Likenesses>,
    ) -> Vec<Option<Likeness>> {
        let games: Vec<&Likenesses> = games.collect();
        let mut assigned: Vec<Option<Likeness>> = vec![None; games.len()];
        let mut all: Vec<(usize, Likeness)> = Vec::new();
        for (at, game) in games.iter().enumerate() {
            all.extend(game.games.iter().map(|likeness| (at, *likeness)));
        }
        all.sort_by_key(|(at, likeness)| (Reverse(likeness.fitness), *at, likeness.number));
        let continued = all.partition_point(|(_, likeness)| likeness.fitness.continues);
        for (at, likeness) in &all[..continued] {
            if assigned[*at].is_none() && self.claim(likeness.number, games[*at].own) {
                assigned[*at] = Some(*likeness);
            }
        }
        // The best one for each of the others, and the games of the file that want it.
        let mut wanted: HashMap<u32, Vec<usize>> = HashMap::new();
        for (at, game) in games.iter().enumerate() {
            if assigned[at].is_some() || game.games.iter().any(|one| self.is_claimed(one.number)) {
                continue;
            }
            let best = match game.games[..] {
                [best, ref other, ..] if best.fitness > other.fitness => best,
                [best] => best,
                _ => continue,
            };
            wanted.entry(best.number).or_default().push(at);
            assigned[at] = Some(best);
        }
        for (number, by) in wanted {
            let own = games[by[0]].own;
            if by.iter().any(|at| games[*at].own != own) || !self.claim(number, own) {
                by.into_iter().for_each(|at| assigned[at] = None);
            }
        }
        assigned
    }

    /// What is to be done with a game of a file to which this one was assigned.
    pub(super) fn matched(&self, game: Candidate, assigned: Option<Likeness>) -> Match {
        let Some(Likeness { number, fitness }) = assigned else {
            return Match::New;
        };
        let entry = self.entry(number);
        if !fitness.same_fingerprint {
            return Match::Same(entry);
        }
        let saved = self.read(number);
        let timed = saved.clocks || !has_clocks(game.game);
        let annotated = fitness.same_study || game.study.is_none();
        match (lacks(&saved.header, game.header) || !timed, annotated) {
            (false, true) => Match::Known,
            (false, false) if saved.study == Study::None && saved.annotations.is_empty() => {
                Match::Bare(entry)
            }
            _ => Match::Same(entry),
        }
    }

    /// The games whose names tell that they are of a day.
    fn on(&self, day: u32) -> impl Iterator<Item = u32> + '_ {
        let days = self.days.get_or_init(|| {
            let mut days = Groups::new();
            for (number, id) in (0..).zip(&self.ids) {
                let day = Folder::time_in(id).and_then(|time| time.get(..8)?.parse().ok());
                day.into_iter().for_each(|day| days.add(day, number));
            }
            days
        });
        days.with(day)
    }

    /// Takes a game in the folder for one of the file, if it is not taken for another one yet.
    fn claim(&self, number: u32, own: u64) -> bool {
        *lock(&self.claimed).entry(number).or_insert(own) == own
    }

    fn is_claimed(&self, number: u32) -> bool {
        lock(&self.claimed).contains_key(&number)
    }

    fn entry(&self, number: u32) -> LogEntry {
        let id = self.ids.get(number as usize);
        self.folder
            .entry(id.map_or_else(String::new, ToString::to_string))
    }

    /// What is said of a game in the folder, remembered.
    fn read(&self, number: u32) -> Arc<Saved> {
        if let Some(saved) = lock(&self.read).get(&number) {
            return Arc::clone(saved);
        }
        let saved = self.read_now(number);
        let mut all = lock(&self.read);
        if all.len() < MOST_REMEMBERED {
            all.insert(number, Arc::clone(&saved));
        }
        saved
    }

    /// The same. What cannot be read contradicts nothing.
    fn read_now(&self, number: u32) -> Arc<Saved> {
        let entry = self.entry(number);
        let log = bytes_at(&entry.path, u64::MAX)
            .ok()
            .flatten()
            .unwrap_or_default();
        let line = log.iter().position(|byte| *byte == b'\n');
        let header = read_bytes(log[..line.unwrap_or(log.len())].to_vec()).header;
        let (study, text) = match bytes_at(&entry.study(), LARGEST + 1) {
            Ok(Some(text)) => (Study::Content(said(&text)), Some(text)),
            Ok(None) => (Study::None, None),
            Err(_) => (Study::Unreadable, None),
        };
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        Arc::new(Saved {
            particulars: particulars(&header, text.as_deref()),
            tags: told(&header).into_iter().map(owned).collect(),
            header,
            study,
            words: text.as_deref().map(words_in).unwrap_or_default(),
            clocks: memmem::find(&log, b"\n# {\"clock\":").is_some(),
            annotations: annotations_in(&log).collect(),
        })
    }
}

/// A game of a file with what is compared of it.
struct ComparedGame<'a> {
    /// A number for it.
    own: u64,
    particulars: u64,
    tags: Vec<(&'a str, &'a str)>,
    timed: bool,
    study: Option<u64>,
    words: Vec<u32>,
}

impl<'a> ComparedGame<'a> {
    fn new(game: Candidate<'a>) -> Self {
        let particulars = particulars(game.header, game.study);
        Self {
            own: game.fingerprint.rotate_left(1) ^ particulars,
            particulars,
            tags: told(game.header),
            timed: has_clocks(game.game),
            study: game.study.map(said),
            words: game.study.map(words_in).unwrap_or_default(),
        }
    }

    fn likeness(
        &self,
        number: u32,
        saved: &Saved,
        same_fingerprint: bool,
        plies: (usize, bool),
    ) -> Likeness {
        let same_study = self.study.is_some_and(|own| {
            saved.study == Study::Content(own) || saved.annotations.contains(&own)
        });
        let goes_on = || is_part(&saved.words, &self.words) || is_part(&self.words, &saved.words);
        let tags = saved.tags.iter();
        let tags = tags.filter(|(name, _)| !FINAL.contains(&name.as_str()));
        let values: Vec<bool> = tags
            .map(|(name, value)| value_of(&self.tags, name) == Some(value))
            .collect();
        let same_tags = values.iter().filter(|same| **same).count();
        let few = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
        let fitness = Fitness {
            continues: same_study || goes_on(),
            same_fingerprint,
            plies: (u16::try_from(plies.0).unwrap_or(u16::MAX), plies.1),
            same_study,
            same_tags: few(same_tags),
            other_tags: Reverse(few(values.len() - same_tags)),
            annotated: saved.study != Study::None,
        };
        Likeness { fitness, number }
    }

    fn found(&self, alike: impl Iterator<Item = Likeness>) -> Match {
        let mut games: Vec<Likeness> = alike.collect();
        if games.is_empty() {
            return Match::New;
        }
        games.sort_unstable_by_key(|one| (Reverse(one.fitness), one.number));
        games.truncate(MOST_ALIKE);
        games.shrink_to_fit();
        Match::Alike(Likenesses {
            own: self.own,
            games,
        })
    }
}

/// So much is remembered of what was read.
const MOST_REMEMBERED: usize = 1 << 14;

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
pub(super) fn said(text: &[u8]) -> u64 {
    Fnv1a::of(memmem::find(text, b"\n\n").map_or(text, |gap| &text[gap..]))
}

/// Whether all words of one text stand in the other, in the same order.
fn is_part(one: &[u32], other: &[u32]) -> bool {
    let mut rest = other.iter();
    one.iter().all(|word| rest.any(|other| other == word))
}

/// Whether a value of a tag says something.
pub(super) fn says_something(value: &str) -> bool {
    !matches!(value.trim(), "" | "?" | "-")
}

/// The tags that say something, by name. The date of an export says nothing about the game.
fn told(header: &Header) -> Vec<(&str, &str)> {
    let says = |name: &str, value: &str| !is_of_export(name) && says_something(value);
    let tags = header.tags.iter().map(|(name, value)| (name, value.trim()));
    let mut tags: Vec<(&str, &str)> = tags.filter(|(name, value)| says(name, value)).collect();
    tags.sort_unstable();
    tags
}

fn is_of_export(name: &str) -> bool {
    name.get(..6)
        .is_some_and(|name| name.eq_ignore_ascii_case("export"))
}

/// Whether a tag of one game says otherwise than that of the other.
fn contradict(one: &[(String, String)], other: &[(&str, &str)]) -> bool {
    one.iter().any(|(name, value)| {
        let differs = |said: &str| said != value;
        !FINAL.contains(&name.as_str()) && value_of(other, name).is_some_and(differs)
    })
}

fn value_of<'a>(tags: &[(&str, &'a str)], name: &str) -> Option<&'a str> {
    let at = tags.binary_search_by_key(&name, |(name, _)| *name).ok()?;
    Some(tags[at].1)
}

/// The tags of `new` that `there` has not, except those about the end. Tags for which a log has fields of its own count
/// as there.
pub(super) fn lacking<'a>(there: &Header, new: &'a Header) -> Vec<(&'a str, &'a str)> {
    let is_there = |name: &str| match name {
        "TimeControl" if there.time_control.is_some() => true,
        "UTCDate" | "UTCTime" if there.started.is_some() => true,
        name if FIELDS.contains(&name) => true,
        name => there.tags.get(name).is_some_and(says_something),
    };
    let mut told = told(new);
    told.retain(|(name, _)| !FINAL.contains(name) && !is_there(name));
    told
}

fn lacks(there: &Header, new: &Header) -> bool {
    let day = |header: &Header| whole_day(&header.date());
    !lacking(there, new).is_empty() || day(there).is_none() && day(new).is_some()
}

// One game, as two programs write it.

/// Of two games with the same first moves, so many at least, one may be the beginning of the other. Two different games
/// of the same players on one day hardly ever agree so long; those that are drawn by agreement in known moves do, but
/// they are shorter. An earlier record of a game that goes on mostly has more plies than this.
const OPENING_PLIES: usize = 20;

/// A record that is shorter may have been cut off here at the earliest. Before that, two games of one day are often alike.
const SHORTEST_CUT: usize = 8;

/// The days on which a game may be noted to have begun, as numbers like 20261120; none where its day is not wholly known.
fn days_about(header: &Header) -> impl Iterator<Item = u32> + use<> {
    let day = whole_day(&header.date());
    let days = day.into_iter().flat_map(|day| {
        [Ok(day), day.yesterday(), day.tomorrow()]
            .into_iter()
            .flatten()
    });
    days.filter_map(|day| day.strftime("%Y%m%d").to_string().parse().ok())
}

/// A number that all records of one game have in common from the twentieth ply on: for its players, however they are
/// written, its first position and its first moves. 0 where a player is not named.
pub(super) fn kin(header: &Header, game: &Game) -> u32 {
    kins(header, game).pop().unwrap_or(0)
}

/// The numbers that it had at each ply until then, the first one first.
fn kins(header: &Header, game: &Game) -> Vec<u32> {
    let mut hash = Fnv1a::default();
    for color in Color::ALL {
        let Some(name) = header.given(color) else {
            return Vec::new();
        };
        let mut initials: Vec<char> = words_of(name)
            .iter()
            .filter_map(|word| word.chars().next())
            .collect();
        initials.sort_unstable();
        hash.text(&initials.into_iter().collect::<String>());
    }
    hash.whole(trace::hash(game.start()));
    let number = |hash: &Fnv1a| {
        let number = hash.number();
        ((number ^ (number >> 32)) as u32).max(1)
    };
    let mut numbers = vec![number(&hash)];
    for ply in game.plies().iter().take(OPENING_PLIES) {
        let (from, to) = (ply.mv.from(), ply.mv.to());
        hash.byte(from.map_or(u8::MAX, u8::from));
        hash.byte(u8::from(to));
        hash.byte(ply.mv.promotion().map_or(0, u8::from));
        numbers.push(number(&hash));
    }
    numbers
}

/// How the days of two games go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Days {
    /// Both are wholly known, and they are the same.
    Same,
    /// What is known of both is the same.
    Open,
    Different,
}

/// Compares the days: where one of them is that of universal time, one day may lie between them.
fn days_of(one: &Header, other: &Header) -> Days {
    let day = |header: &Header| {
        let started = header.started;
        let started = started.map(|time| time.to_zoned(TimeZone::UTC).date());
        let tag = || header.tags.get("UTCDate").and_then(whole_day);
        let place = || header.date.as_deref().and_then(whole_day);
        let universal = started.or_else(tag);
        (universal.or_else(place), universal.is_some())
    };
    if let ((Some(day), universal), (Some(other_day), other_universal)) = (day(one), day(other)) {
        let most = i32::from(universal != other_universal);
        return match (day - other_day).get_days().abs() <= most {
            true => Days::Same,
            false => Days::Different,
        };
    }
    let (one, other) = (day_fields(&one.date()), day_fields(&other.date()));
    fn open<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
        one.zip(other).is_none_or(|(one, other)| one == other)
    }
    match open(one.0, other.0) && open(one.1, other.1) && open(one.2, other.2) {
        true => Days::Open,
        false => Days::Different,
    }
}

/// Tags that tell two games apart in the files of every program: games of one day, boards of a simultaneous display,
/// chapters of a study, the notes of two annotators.
const DECISIVE: [&str; 17] = [
    "Annotator",
    "BlackFideId",
    "Board",
    "ChapterName",
    "ChapterURL",
    "GameId",
    "GameID",
    "Link",
    "Round",
    "Stage",
    "StartTime",
    "StudyName",
    "Table",
    "Time",
    "UTCTime",
    "Variant",
    "WhiteFideId",
];

/// Whether what is said of a game in the folder, but for its moves, can be said of another one: players and day, and no
/// tag tells them apart.
fn may_be_one(saved: &Saved, header: &Header, tags: &[(&str, &str)]) -> bool {
    let there = &saved.header;
    let times_differ = there
        .started
        .zip(header.started)
        .is_some_and(|(one, other)| one != other);
    !times_differ
        && Color::ALL
            .into_iter()
            .all(|color| is_same_name(there.player(color), header.player(color)))
        && days_of(there, header) != Days::Different
        && !saved.tags.iter().any(|(name, value)| {
            value_of(tags, name).is_some_and(|other| tells_apart(name, value, other))
        })
}

fn tells_apart(name: &str, one: &str, other: &str) -> bool {
    if one == other {
        return false;
    }
    let host = |link: &str| {
        let (_, rest) = link.split_once("://")?;
        rest.split('/').next().map(str::to_owned)
    };
    // `3.1` is the first board of round 3.
    let is_board = |short: &str, long: &str| {
        let rest = long.strip_prefix(short);
        rest.is_some_and(|rest| rest.starts_with('.'))
    };
    match name {
        "Round" => !is_board(one, other) && !is_board(other, one),
        // Two games of one site.
        "Site" => host(one).is_some_and(|own| Some(own) == host(other)),
        // Two chapters of one study.
        "Event" => {
            let study = |event: &str| event.split_once(": ").map(|(study, _)| study.to_owned());
            study(one).is_some_and(|own| Some(own) == study(other))
        }
        name => DECISIVE.contains(&name),
    }
}

/// Whether two records that may be of one game are of one by their moves and results. `otherwise`: a tag has another
/// value in each of them. Where they share fewer plies than [`OPENING_PLIES`], more proof is needed: all tags agree,
/// and both have the same moves, or one goes on where the other was left unfinished, by the same exporter or after
/// [`SHORTEST_CUT`].
fn is_one(there: &Loaded, new: Candidate, otherwise: bool) -> bool {
    let (one, other) = (&there.game, new.game);
    let plies = [one.plies().len(), other.plies().len()];
    let common = plies[0].min(plies[1]);
    let mv = |ply: &Ply| ply.mv;
    let begins = fen_of(one.start()) == fen_of(other.start())
        && one.plies()[..common]
            .iter()
            .map(mv)
            .eq(other.plies()[..common].iter().map(mv));
    let outcomes = [one.outcome(), other.outcome()];
    let shorter = usize::from(plies[1] < plies[0]);
    let results_agree = match outcomes {
        [Some(one), Some(other)] => one.winner == other.winner,
        // What is over does not go on.
        outcomes => plies[0] == plies[1] || outcomes[shorter].is_none(),
    };
    if !begins || !results_agree {
        return false;
    }
    let days = days_of(&there.header, new.header);
    let whole = plies[0] == plies[1];
    if common >= OPENING_PLIES {
        return whole || days == Days::Same;
    }
    let named = ["Event", "Site", "GameId", "Link", "UTCTime"];
    let same_exporter = || {
        named.into_iter().any(|name| {
            let value = there
                .header
                .tags
                .get(name)
                .filter(|value| says_something(value));
            value.is_some() && value == new.header.tags.get(name)
        })
    };
    days == Days::Same
        && !otherwise
        && common > 0
        && (whole || outcomes[shorter].is_none() && (common >= SHORTEST_CUT || same_exporter()))
}

/// Whether it is noted what the clocks showed.
pub(super) fn has_clocks(game: &Game) -> bool {
    game.plies().iter().any(|ply| ply.left().is_some())
}
