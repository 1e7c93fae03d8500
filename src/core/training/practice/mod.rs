//! Practice: positions in which there is something to find, from a set of puzzles and from one's own games, and the attempts at
//! them: who has missed and found what.
//!
//! The attempts are in one file of events that is only ever appended to; when a position comes again, and how two stand
//! who practice at one table, is counted from it anew each time.

mod puzzle_set;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::chess::{Chess, Move, Ply, fen_of, read_reached_fen};
use crate::engine::human::{FeatureExtractor, worth};
use crate::files::{
    Destination, Journal, SyncTask, bytes_in, folder_of, is_absent, is_at, open_regular,
    sync_folder,
};
use crate::training::Task;
use crate::training::tutor::{Motif, TutorQuestion};

pub use puzzle_set::{Difficulty, Puzzle, PuzzleSet, Rating, puzzle};

/// All records, those of the file before those that are still on their way there.
#[derive(Debug, Clone, Default)]
pub struct Attempts {
    missed: Vec<(Date, Missed)>,
    tries: Vec<(Date, Try)>,
    races: Vec<Race>,
    worths: Worths,
}

/// What it is worth to a player to learn what was missed, from 0 to 1, as far as that is reckoned; by player and position.
pub type Worths = HashMap<(String, String), f64>;

impl Attempts {
    /// What the records say to a player who lives by the days of a zone. `called` says what players are called now whose
    /// name was another one when they were written.
    pub fn of<'a>(
        records: impl IntoIterator<Item = &'a Record>,
        zone: &TimeZone,
        called: impl Fn(&str) -> String,
    ) -> Self {
        let mut attempts = Self::default();
        let mut known = HashSet::new();
        for record in records {
            let day = record.time.to_zoned(zone.clone()).date();
            match record.event.clone() {
                Event::Missed(mut missed) => {
                    missed.player = called(&missed.player);
                    // What is missed again is due all the same.
                    if known.insert((missed.player.clone(), missed.fen.clone())) {
                        attempts.missed.push((day, *missed));
                    }
                }
                Event::Tried(mut tried) => {
                    tried.player = called(&tried.player);
                    tried.against = tried.against.map(|against| called(&against));
                    attempts.tries.push((day, tried));
                }
                Event::Raced(mut race) => {
                    race.player = called(&race.player);
                    attempts.races.push(race);
                }
            }
        }
        attempts
    }

    /// Whether any player has missed something.
    pub fn has_any(&self) -> bool {
        !self.missed.is_empty()
    }

    /// Whether this is known to have been missed by its player.
    pub fn has(&self, missed: &Missed) -> bool {
        let same = |known: &Missed| known.player == missed.player && known.fen == missed.fen;
        self.missed.iter().any(|(_, known)| same(known))
    }

    /// What a player has missed, each with the day on which it is due; the first due ones first.
    pub fn to_find(&self, player: &str) -> Vec<(Date, &Missed)> {
        let mut tries: HashMap<&str, Vec<(Date, bool)>> = HashMap::new();
        for (day, tried) in self
            .tries
            .iter()
            .filter(|(_, tried)| tried.player == player)
        {
            if let Some(fen) = tried.position() {
                tries.entry(fen).or_default().push((*day, tried.found));
            }
        }
        let own = self
            .missed
            .iter()
            .filter(|(_, missed)| missed.player == player);
        let waiting = own.map(|(day, missed)| {
            let tries = tries.get(missed.fen.as_str()).into_iter().flatten();
            let memory = tries.fold(Memory::missed(*day), |memory, (day, found)| {
                memory.tried(*day, *found)
            });
            (memory.due(), missed)
        });
        let mut waiting: Vec<_> = waiting.collect();
        waiting.sort_by_key(|(due, _)| *due);
        waiting
    }

    /// What of it is due on a day, in the order in which it is offered.
    pub fn due(&self, player: &str, today: Date) -> Vec<&Missed> {
        let waiting = self.to_find(player).into_iter();
        let due = waiting.filter(|(due, _)| *due <= today);
        self.worthiest_first(player, due.map(|(_, missed)| missed).collect())
    }

    /// The same positions that a player has missed, in the order in which they are offered. What was tried before keeps its
    /// place; in the places of what is new, that comes first which is worth most by [`Missed::worth`], and last what is not
    /// reckoned yet.
    pub fn worthiest_first<'a>(&self, player: &str, waiting: Vec<&'a Missed>) -> Vec<&'a Missed> {
        let tried = self.tried_positions(player);
        let is_new = |missed: &&Missed| !tried.contains(missed.fen.as_str());
        let worth = |missed: &Missed| self.worths.get(&missed.key()).copied().unwrap_or_default();
        let mut new: Vec<&Missed> = waiting.iter().copied().filter(is_new).collect();
        new.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
        let mut new = new.into_iter();
        let offered = waiting.into_iter().map(|missed| match is_new(&missed) {
            true => new.next().unwrap_or(missed),
            false => missed,
        });
        offered.collect()
    }

    /// What a player has missed and not tried yet, and of which it is not reckoned what it is worth.
    pub fn unweighed(&self, player: &str) -> Vec<&Missed> {
        let tried = self.tried_positions(player);
        let own = self.missed.iter().map(|(_, missed)| missed);
        let own = own.filter(|missed| missed.player == player);
        own.filter(|missed| !tried.contains(missed.fen.as_str()))
            .filter(|missed| !self.worths.contains_key(&missed.key()))
            .collect()
    }

    /// The same attempts, once it is reckoned what this is worth.
    pub fn weighed(self, worths: Worths) -> Self {
        Self { worths, ..self }
    }

    /// The positions of games that a player has tried.
    fn tried_positions(&self, player: &str) -> HashSet<&str> {
        let own = self
            .tries
            .iter()
            .filter(|(_, tried)| tried.player == player);
        own.filter_map(|(_, tried)| tried.position()).collect()
    }

    /// The most that a player has solved in one race, alone or with another one at the table.
    pub fn best_race(&self, player: &str, together: bool) -> Option<u32> {
        let own = self.races.iter().filter(|race| race.player == player);
        let own = own.filter(|race| race.against.is_some() == together);
        own.map(|race| race.solved).max()
    }

    /// How many puzzles of a set a player has found, and how many there are.
    pub fn progress(&self, player: &str, set: PuzzleSet) -> (usize, usize) {
        let found = self.numbers(|tried| tried.found && tried.player == player);
        set.puzzles().fold((0, 0), |(have, all), puzzle| {
            (have + usize::from(found.contains(puzzle.number)), all + 1)
        })
    }

    /// How a player does at puzzles: the first try at each counts.
    pub fn standing(&self, player: &str) -> Standing {
        let mut standing = Standing::default();
        let mut known = HashSet::new();
        for (_, tried) in &self.tries {
            let puzzle = tried.puzzle().filter(|_| tried.player == player);
            let Some(puzzle) = puzzle.filter(|puzzle| known.insert(*puzzle)) else {
                continue;
            };
            let Some(puzzle) = self::puzzle(puzzle) else {
                continue;
            };
            let score = if tried.found { 1.0 } else { 0.0 };
            let games = [(Rating::of_puzzle(puzzle.rating), score)];
            standing.before = standing.rating;
            standing.rating = standing.rating.after(&games);
            standing.in_a_row = if tried.found {
                standing.in_a_row + 1
            } else {
                0
            };
            standing.tried += 1;
        }
        standing
    }

    /// The next puzzle of a set for these players: of those that none of them has tried the one that comes nearest to what
    /// [`PuzzleSet::wanted`] tells by their ratings; else the one whose last try by one of them failed the longest time ago.
    /// `None` where each of them has found every puzzle tried.
    pub fn next_puzzle(&self, players: &[&str], set: PuzzleSet) -> Option<&'static Puzzle> {
        let theirs = |tried: &Try| players.contains(&tried.player.as_str());
        let tried = self.numbers(theirs);
        let fresh = |puzzle: &&Puzzle| !tried.contains(puzzle.number);
        let ratings = players.iter().filter_map(|player| {
            let standing = self.standing(player);
            (standing.tried > 0).then_some(standing.rating.value)
        });
        let ratings: Vec<f64> = ratings.collect();
        let sum = ratings.iter().sum::<f64>();
        let rating = (!ratings.is_empty()).then(|| sum / ratings.len() as f64);
        let wanted = set.wanted(rating, tried.len());
        let untried = set.puzzles().filter(fresh);
        let untried = untried.min_by_key(|puzzle| (f64::from(puzzle.rating) - wanted).abs() as u32);
        untried.or_else(|| {
            let tries = self.tries.iter().enumerate();
            let last_try = |player: &str, puzzle: &Puzzle| {
                let mut own = tries
                    .clone()
                    .filter(|(_, (_, tried))| tried.player == player);
                own.rfind(|(_, (_, tried))| tried.puzzle() == Some(puzzle.number))
            };
            let missed = set.puzzles().filter_map(|puzzle| {
                let last = players.iter().filter_map(|player| last_try(player, puzzle));
                let failed = last.filter(|(_, (_, tried))| !tried.found);
                Some((failed.map(|(at, _)| at).min()?, puzzle))
            });
            missed.min_by_key(|(at, _)| *at).map(|(_, puzzle)| puzzle)
        })
    }

    /// How two stand who practice at one table on a day; the first of them begins.
    pub fn turns(&self, players: [&str; 2], today: Date) -> Turns {
        let mut turns = Turns::default();
        for (day, tried) in &self.tries {
            let who = players.iter().position(|name| *name == tried.player);
            let here = |who: &usize| tried.against.as_deref() == Some(players[1 - who]);
            let who = who.filter(|who| *day == today && here(who));
            if let Some((who, puzzle)) = who.zip(tried.puzzle()) {
                turns.tried(who, puzzle, tried.found);
            }
        }
        turns
    }

    /// The numbers of puzzles of which there is such a try.
    fn numbers(&self, such: impl Fn(&Try) -> bool) -> HashSet<&str> {
        let tries = self.tries.iter().filter(|(_, tried)| such(tried));
        tries.filter_map(|(_, tried)| tried.puzzle()).collect()
    }
}

/// How a player does at puzzles.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Standing {
    /// How strong the player is.
    pub rating: Rating,
    /// The same before the last puzzle.
    pub before: Rating,
    /// How many of the last ones were found, one after the other.
    pub in_a_row: usize,
    /// How many were tried.
    pub tried: usize,
}

/// Whose turn it is, and how they stand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Turns {
    /// How many each has found.
    pub points: [u32; 2],
    /// Who has, or had, the puzzle first.
    first: usize,
    /// The puzzle that the first one has missed.
    passed: Option<String>,
}

impl Turns {
    /// Whose turn it is: 0 or 1.
    pub fn who(&self) -> usize {
        match self.passed {
            Some(_) => 1 - self.first,
            None => self.first,
        }
    }

    /// The puzzle that one has missed and the other one may find now.
    pub fn passed(&self) -> Option<&str> {
        self.passed.as_deref()
    }

    /// A player has found a puzzle, or missed it.
    pub fn tried(&mut self, who: usize, puzzle: &str, found: bool) {
        let who = who.min(1);
        let second = self.passed.as_deref() == Some(puzzle) && who != self.first;
        if !second {
            // A player who goes on elsewhere with another one begins there.
            self.first = who;
        }
        self.points[who] += u32::from(found);
        if found || second {
            self.first = 1 - self.first;
            self.passed = None;
        } else {
            self.passed = Some(puzzle.to_owned());
        }
    }
}

/// More than a lifetime of practice. The file does not grow further, and what lies beyond is not read.
const MAX_BYTES: u64 = 16 << 20;

/// The attempts on the disk. Lines that could not be written are tried again with the next ones.
#[derive(Debug)]
pub struct AttemptsFile {
    path: PathBuf,
    unsaved: String,
    /// The file as it was read or written last, and what was in it then. Should it be deleted, cut off or replaced,
    /// the lines that are missing are written again.
    held: Option<Arc<File>>,
    known: Vec<u8>,
}

impl AttemptsFile {
    /// The file at `path`, which need not exist yet.
    pub fn new(path: PathBuf) -> Self {
        Self {
            path,
            unsaved: String::new(),
            held: None,
            known: Vec::new(),
        }
    }

    /// The file at `path`, and what it says; nothing where there is none. Lines that are torn, or say anything else,
    /// are passed over.
    ///
    /// # Errors
    /// Where the file is there and cannot be read.
    pub fn open(path: PathBuf) -> io::Result<(Self, Vec<Record>)> {
        let mut attempts = Self::new(path);
        let file = match open_regular(&attempts.path) {
            Err(error) if is_absent(&error) => return Ok((attempts, Vec::new())),
            file => file?,
        };
        attempts.known = bytes_in(&file, MAX_BYTES)?;
        attempts.held = Some(Arc::new(file));
        let lines = attempts.known.split(|byte| *byte == b'\n');
        let records = lines.filter_map(Record::read).collect();
        Ok((attempts, records))
    }

    /// What the file at `path` says.
    ///
    /// # Errors
    /// Where the file is there and cannot be read.
    pub fn read(path: &Path) -> io::Result<Vec<Record>> {
        Ok(Self::open(path.to_owned())?.1)
    }

    fn append(&mut self) -> io::Result<()> {
        let mut journal = Journal::open(&self.path)?;
        let held = self.held.as_deref();
        if let Some(deleted) = held.filter(|held| !is_at(held, &self.path)) {
            // Another process may have added to it before.
            let all = bytes_in(deleted, MAX_BYTES)?;
            if all.starts_with(&self.known) {
                self.known = all;
            }
        }
        let there = bytes_in(&journal.file(), MAX_BYTES)?;
        let mut lines = match there.starts_with(&self.known) {
            true => Vec::new(),
            false => missing_lines(&self.known, &there),
        };
        lines.extend_from_slice(self.unsaved.as_bytes());
        journal.add_lines(&lines, MAX_BYTES)?;
        self.known = bytes_in(&journal.file(), MAX_BYTES)?;
        self.held = Some(journal.file());
        Ok(())
    }
}

/// The lines that another text has not, each with a line feed.
fn missing_lines(known: &[u8], there: &[u8]) -> Vec<u8> {
    let there: HashSet<&[u8]> = there.split(|byte| *byte == b'\n').collect();
    let lines = known.split(|byte| *byte == b'\n');
    let missing = lines.filter(|line| !line.is_empty() && !there.contains(line));
    missing.flat_map(|line| [line, b"\n"].concat()).collect()
}

/// Each batch is some whole lines; none at all try again what could not be written before.
impl Destination for AttemptsFile {
    const WHOLE: bool = false;

    fn write(&mut self, lines: &str) -> io::Result<()> {
        self.unsaved.push_str(lines);
        if !self.unsaved.is_empty() {
            self.append()?;
            self.unsaved.clear();
        }
        Ok(())
    }

    fn due(&mut self) -> Option<SyncTask> {
        let (file, path) = (self.held.clone()?, self.path.clone());
        Some(Box::new(move || {
            file.sync_data()?;
            // The name of a new file is on the disk when its folder is.
            sync_folder(folder_of(&path)).ok();
            Ok(())
        }))
    }
}

/// A line of the attempts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// What it tells of.
    pub event: Event,
    /// When that happened.
    pub time: Timestamp,
}

/// What a line tells of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A player has missed something in a game.
    Missed(Box<Missed>),
    /// A player has tried to find something.
    Tried(Try),
    /// A player has come to the end of a race.
    Raced(Race),
}

/// A line as it is read. All else that stands in it is passed over without being kept.
#[derive(Deserialize)]
struct Line<'a> {
    missed: Option<Box<Missed>>,
    tried: Option<Try>,
    raced: Option<Race>,
    #[serde(borrow)]
    time: Cow<'a, str>,
}

/// What a player has solved in a race against the clock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Race {
    /// Who.
    pub player: String,
    /// How many puzzles.
    pub solved: u32,
    /// With whom the player has taken turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
}

/// A position of a game in which a player has missed something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missed {
    /// Who, by the name in the log.
    pub player: String,
    /// The position.
    pub fen: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last: Option<String>,
    /// Moves and motifs, with spaces.
    line: String,
    #[serde(default)]
    motifs: String,
    /// The id of the game.
    #[serde(default)]
    pub game: String,
    /// After how many half-moves of the game it stood.
    #[serde(default)]
    pub ply: usize,
}

/// Where a position comes from, by which it is known again.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Source {
    /// The puzzle of this number.
    Puzzle(String),
    /// A game: the position itself, as FEN.
    Game(String),
}

impl From<&Puzzle> for Source {
    fn from(puzzle: &Puzzle) -> Self {
        Self::Puzzle(puzzle.number.to_owned())
    }
}

/// That a player has tried to find something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Try {
    /// Who.
    pub player: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    /// Whether it was found, unaided.
    pub found: bool,
    /// Who sits at the same table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
}

impl Missed {
    /// What a player has missed in a position. `line` is what was best there.
    pub fn new(
        player: &str,
        here: &TutorQuestion,
        line: &[Move],
        motifs: &[Motif],
        (game, ply): (&str, usize),
    ) -> Self {
        let (last, here) = (here.last(), here.position());
        Self {
            player: player.to_owned(),
            fen: fen_of(here),
            before: last.map(|(before, _)| fen_of(before)),
            last: last.map(|(before, mv)| Ply::play(before, mv).uci()),
            line: joined(Ply::line(here, line).map(|ply| ply.uci())),
            motifs: joined(motifs.iter().map(ToString::to_string)),
            game: game.to_owned(),
            ply,
        }
    }

    /// What is to be found. `None` where what is written there makes no sense.
    pub fn task(&self) -> Option<Task> {
        let before = self.before.as_ref().filter(|_| self.last.is_some());
        let from = read_reached_fen(before.unwrap_or(&self.fen)).ok()?;
        let line: Vec<&str> = self.line.split_whitespace().collect();
        let motifs = self.motifs.split_whitespace();
        let motifs = motifs.filter_map(|name| name.parse().ok());
        let last = self.last.as_deref().filter(|_| before.is_some());
        Task::missed(from, last, &line, motifs.collect())
            .filter(|task| fen_of(task.start().position()) == self.fen)
    }

    /// How it is known again.
    pub fn source(&self) -> Source {
        Source::Game(self.fen.clone())
    }

    /// What it is worth to its player, who has this rating, to learn to find it: the chance, from 0 to 1, that it is found by
    /// one who is rated 200 points higher, and missed by one of this rating. `None` where what is written makes no sense.
    pub fn worth(&self, extractor: &mut FeatureExtractor, rating: u32) -> Option<f64> {
        let task = self.task()?;
        let start = task.start();
        let before = start.last().map(|(before, _)| before.clone());
        let game: Vec<Chess> = before
            .into_iter()
            .chain([start.position().clone()])
            .collect();
        worth(extractor, &game, *task.line().first()?, rating)
    }

    /// By which its worth is known again.
    pub fn key(&self) -> (String, String) {
        (self.player.clone(), self.fen.clone())
    }
}

impl Try {
    /// That a player has tried this, and whether it was found.
    pub fn new(player: &str, source: &Source, found: bool, against: Option<&str>) -> Self {
        let (puzzle, fen) = match source {
            Source::Puzzle(number) => (Some(number.clone()), None),
            Source::Game(fen) => (None, Some(fen.clone())),
        };
        Self {
            player: player.to_owned(),
            puzzle,
            fen,
            found,
            against: against.map(str::to_owned),
        }
    }

    /// The position, where it comes from a game.
    pub fn position(&self) -> Option<&str> {
        self.fen.as_deref().filter(|_| self.puzzle.is_none())
    }

    /// The number of the puzzle, where it is one.
    pub fn puzzle(&self) -> Option<&str> {
        self.puzzle.as_deref()
    }
}

impl Record {
    /// A record of something that happens at a time.
    pub fn new(event: Event, time: Timestamp) -> Self {
        Self { event, time }
    }

    /// The line that it is in the file.
    pub fn line(&self) -> String {
        let time = self.time.to_string();
        let line = match &self.event {
            Event::Missed(missed) => json!({ "missed": missed, "time": time }),
            Event::Tried(tried) => json!({ "tried": tried, "time": time }),
            Event::Raced(race) => json!({ "raced": race, "time": time }),
        };
        format!("{line}\n")
    }

    /// What a line says, if it is one.
    pub fn read(line: &[u8]) -> Option<Self> {
        let line: Line = serde_json::from_slice(line).ok()?;
        let time = line.time.parse().ok()?;
        let tried = line.tried;
        let tried = tried.filter(|tried| tried.puzzle.is_some() || tried.fen.is_some());
        let event = line.missed.map(Event::Missed);
        let event = event.or(tried.map(Event::Tried));
        let event = event.or(line.raced.map(Event::Raced))?;
        Some(Self { event, time })
    }
}

fn joined(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

/// The default weights of FSRS-6.
const W: [f64; 21] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
    0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];
/// The probability with which a position is remembered on the day when it is due.
const RETENTION: f64 = 0.9;
/// The longest wait, in days.
const LONGEST: f64 = 36_500.0;

/// How well a position is remembered, by FSRS-6, the scheduler of Jarrett Ye and others ("The Algorithm" in the wiki of
/// open-spaced-repetition/fsrs4anki, 2025). A miss has its grade 1, "Again", and a find its grade 3, "Good".
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Memory {
    /// After so many days it is remembered with the wanted probability.
    pub stability: f64,
    /// How hard it is to remember, from 1 to 10.
    pub difficulty: f64,
    last: Date,
}

impl Memory {
    /// Of what was missed in a game.
    pub fn missed(day: Date) -> Self {
        Self {
            stability: W[0],
            difficulty: W[4],
            last: day,
        }
    }

    /// Once it was found, or missed again, on a day.
    pub fn tried(self, day: Date, found: bool) -> Self {
        let days = (day - self.last).get_days().max(0);
        let stability = match (days, found) {
            (0, _) => self.on_the_same_day(found),
            (_, true) => self.after_recall(1.0 - self.retrievability(days)),
            (_, false) => self.after_lapse(1.0 - self.retrievability(days)),
        };
        // The harder it is, the less it becomes harder still; and all of it drifts to what is easy at first.
        let harder = if found { 0.0 } else { 2.0 * W[6] };
        let next = self.difficulty + harder * (10.0 - self.difficulty) / 9.0;
        let easy = W[4] - (3.0 * W[5]).exp() + 1.0;
        Self {
            stability: stability.max(0.001),
            difficulty: (W[7] * easy + (1.0 - W[7]) * next).clamp(1.0, 10.0),
            last: day.max(self.last),
        }
    }

    /// The day on which it is to be found again.
    pub fn due(&self) -> Date {
        let days = self.stability.round().clamp(1.0, LONGEST);
        self.last.saturating_add((days as i64).days())
    }

    /// The probability that it is remembered after so many days.
    fn retrievability(&self, days: i32) -> f64 {
        let factor = RETENTION.powf(-1.0 / W[20]) - 1.0;
        (1.0 + factor * f64::from(days) / self.stability).powf(-W[20])
    }

    fn after_recall(&self, forgotten: f64) -> f64 {
        let gain = W[8].exp() * (11.0 - self.difficulty) * self.stability.powf(-W[9]);
        self.stability * (1.0 + gain * ((W[10] * forgotten).exp() - 1.0))
    }

    fn after_lapse(&self, forgotten: f64) -> f64 {
        let kept = (self.stability + 1.0).powf(W[13]) - 1.0;
        let left = W[11] * self.difficulty.powf(-W[12]) * kept * (W[14] * forgotten).exp();
        left.min(self.stability / (W[17] * W[18]).exp())
    }

    fn on_the_same_day(&self, found: bool) -> f64 {
        let grade = if found { 0.0 } else { -2.0 };
        let gain = (W[17] * (grade + W[18])).exp() * self.stability.powf(-W[19]);
        self.stability * if found { gain.max(1.0) } else { gain }
    }
}
