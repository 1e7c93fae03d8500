//! The attempts of practice, which all windows share: read and written off the main thread. What is noted
//! there is known at once, and said to be on its way until it is in the file. And those who practice at one
//! board: what they are asked next, and what has come of it.

use std::cell::{Cell, OnceCell, RefCell};
use std::io;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use gettextrs::gettext;
use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use rank_and_file_core::chess::Color;
use rank_and_file_core::engine::human::FeatureExtractor;
use rank_and_file_core::record::log::{Header, now};
use rank_and_file_core::training::Task;
use rank_and_file_core::training::practice::{
    Attempts, AttemptsFile, Event, Missed, Puzzle, PuzzleSet, Race, Rating, Record, Source, Try,
    Turns, Worths, puzzle,
};

use super::saving::{Saved, Saving};
use super::settings::remembered;
use super::{RecentGames, SavedGames, Settings, callback, weak};
use crate::config;
use crate::subclass::{signals, subclass};
use crate::words;

thread_local! {
    static SHARED: Practice = Practice::at(config::practice_file());
}

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::Practice)]
    pub struct Practice {
        pub path: OnceCell<PathBuf>,
        /// What the file said when it was read, and what has happened here since.
        pub records: RefCell<Vec<Record>>,
        /// What they say, until there are more or players have other names.
        pub attempts: RefCell<Option<Rc<Attempts>>>,
        /// What it is worth to learn what was missed, as far as that is reckoned.
        pub worths: RefCell<Worths>,
        /// Whether more of that is being reckoned.
        pub weighing: Cell<bool>,
        /// The games whose players practice.
        pub games: glib::WeakRef<SavedGames>,
        /// What has happened here, which may not be in the file yet.
        pub own: RefCell<Vec<Record>>,
        /// The file as it was read, until it is written.
        pub file: RefCell<Option<AttemptsFile>>,
        /// Whether the file has been read.
        #[property(get)]
        pub known: Cell<bool>,
        /// Why what has happened last is not in the file; empty while it is.
        #[property(name = "trouble", get = |imp: &Self| imp.saving.trouble(), type = String)]
        pub saving: Saving<()>,
        /// Whether something is known that is still on its way to the file.
        #[property(name = "pending", get = |imp: &Self| imp.saving.is_pending())]
        _pending: std::marker::PhantomData<bool>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for Practice {
        signals!["changed"];
    }
}

subclass! {
    /// What was missed and tried. Signal `changed`: more is known.
    pub struct Practice(imp::Practice): glib::Object {}
}

impl Practice {
    /// The attempts that all windows share.
    pub fn shared() -> Self {
        SHARED.with(Self::clone)
    }

    /// The attempts at `path`. Nothing is read before [`Practice::load`].
    pub fn at(path: PathBuf) -> Self {
        let practice: Self = glib::Object::new();
        practice.imp().path.set(path).ok();
        practice
    }

    /// Reads the file, to which another process may have added something.
    pub async fn load(&self) {
        let imp = self.imp();
        let path = imp.path.get().cloned().unwrap_or_default();
        let read = gio::spawn_blocking(move || AttemptsFile::open(path)).await;
        match read {
            Ok(Ok((file, mut records))) => {
                // What is on its way to the file may have been read, or not.
                for own in imp.own.borrow().iter() {
                    if !records.contains(own) {
                        records.push(own.clone());
                    }
                }
                imp.records.replace(records);
                if !self.saving().has_file() {
                    imp.file.replace(Some(file));
                }
            }
            Ok(Err(error)) => tracing::warn!("the attempts cannot be read: {error}"),
            Err(_) => tracing::error!("the attempts could not be read"),
        }
        imp.known.set(true);
        self.notify_known();
        self.announce();
    }

    /// Calls players as these games do from now on.
    pub fn follow_names(&self, games: &SavedGames) {
        if self.imp().games.upgrade().as_ref() == Some(games) {
            return;
        }
        self.imp().games.set(Some(games));
        games.connect_changed(callback(self, Self::announce));
        // The file may have been put together with a copy.
        games.connect_healed(weak!(self, |practice, _| {
            glib::spawn_future_local(async move { practice.load().await });
        }));
    }

    /// What is known, with players by the names that they are called now.
    pub fn attempts(&self) -> Rc<Attempts> {
        let games = self.imp().games.upgrade();
        let called = |name: &str| match &games {
            Some(games) => games.shown_as(name),
            None => name.to_owned(),
        };
        let worths = self.imp().worths.borrow().clone();
        let read = || Rc::new(self.read(called).weighed(worths));
        self.imp()
            .attempts
            .borrow_mut()
            .get_or_insert_with(read)
            .clone()
    }

    fn read(&self, called: impl Fn(&str) -> String) -> Attempts {
        Attempts::of(&*self.imp().records.borrow(), &TimeZone::system(), called)
    }

    /// The day on which it is asked what is due.
    pub fn today() -> Date {
        now().to_zoned(TimeZone::system()).date()
    }

    /// Reckons in another thread what it is worth to a player to learn what is new of what was missed; from then on it is
    /// offered in that order. The player's rating is the one at puzzles or, where none was tried, the one that the last
    /// games come near to.
    pub fn weigh(&self, player: &str) {
        let (imp, attempts) = (self.imp(), self.attempts());
        let new = attempts.unweighed(player).into_iter();
        let new: Vec<Missed> = new.take(MOST_WEIGHED).cloned().collect();
        if new.is_empty() || imp.weighing.replace(true) {
            return;
        }
        let standing = attempts.standing(player);
        let games = imp.games.upgrade().filter(|_| standing.tried == 0);
        let recent = games.map(|games| RecentGames::of(&games, player));
        let practice = self.downgrade();
        glib::spawn_future_local(async move {
            let reckoned = gio::spawn_blocking(move || {
                let estimate = recent.and_then(|recent| recent.rating());
                let practiced = standing.rating.value.max(0.0) as u32;
                let rating = estimate.map_or(practiced, |estimate| estimate.rating);
                let mut extractor = FeatureExtractor::default();
                let worth =
                    |missed: &Missed| missed.worth(&mut extractor, rating).unwrap_or_default();
                let worths: Vec<f64> = new.iter().map(worth).collect();
                let keys = new.iter().map(Missed::key);
                keys.zip(worths).collect::<Worths>()
            });
            let (reckoned, Some(practice)) = (reckoned.await, practice.upgrade()) else {
                return;
            };
            practice.imp().weighing.set(false);
            if let Ok(worths) = reckoned {
                practice.imp().worths.borrow_mut().extend(worths);
                practice.announce();
            }
        });
    }

    /// Takes note of a try.
    pub fn tried(&self, tried: Try) {
        self.note(vec![Event::Tried(tried)]);
    }

    /// Takes note of what each has solved in a race.
    pub fn raced(&self, races: Vec<Race>) {
        self.note(races.into_iter().map(Event::Raced).collect());
    }

    /// Takes note of what players have missed in their games, to come again when it is due. What is known already is
    /// known once.
    pub fn note_missed(&self, missed: Vec<Missed>) {
        let practice = self.clone();
        glib::spawn_future_local(async move {
            if !practice.known() {
                practice.load().await;
            }
            // By the names that stand there.
            let attempts = practice.read(str::to_owned);
            let fresh = missed.into_iter().filter(|missed| !attempts.has(missed));
            practice.note(
                fresh
                    .map(|missed| Event::Missed(Box::new(missed)))
                    .collect(),
            );
        });
    }

    fn note(&self, events: Vec<Event>) {
        if events.is_empty() {
            return;
        }
        let now = now();
        let records: Vec<Record> = events
            .into_iter()
            .map(|event| Record::new(event, now))
            .collect();
        let lines: String = records.iter().map(Record::line).collect();
        let imp = self.imp();
        imp.own.borrow_mut().extend(records.iter().cloned());
        imp.records.borrow_mut().extend(records);
        if !self.saving().has_file() {
            let path = imp.path.get().cloned().unwrap_or_default();
            let file = imp.file.take().unwrap_or_else(|| AttemptsFile::new(path));
            self.keep("practice", file);
        }
        // What is not in its file is said to be so before it can be seen.
        self.save_shown(lines);
        self.announce();
    }

    /// Whether something is known that is not in the file.
    pub fn is_unsaved(&self) -> bool {
        self.saving().is_unsaved()
    }

    /// Tries again to save what could not be saved.
    pub fn save_again(&self) {
        self.saving().write(String::new());
    }

    /// Whether something is on its way to the file, without any trouble so far.
    pub fn is_on_its_way(&self) -> bool {
        self.saving().is_on_its_way()
    }

    /// Waits until nothing is on its way any more: it is in the file, or is told not to be.
    pub async fn settled(&self) {
        // Nothing is ever sent: it closes.
        self.settling().recv().await.ok();
    }

    fn announce(&self) {
        self.imp().attempts.take();
        self.emit_by_name::<()>("changed", &[]);
    }
}

impl Saved for Practice {
    type Shown = ();

    fn saving(&self) -> &Saving<()> {
        &self.imp().saving
    }

    fn show(&self, (): ()) {}

    fn tell(&self, what: String) {
        tracing::warn!("{what}");
    }

    fn not_saved(&self, error: &io::Error) -> String {
        words::practice_not_saved(error)
    }

    fn slow_disk(&self) -> String {
        gettext("Your puzzle results are not saved yet: the disk is slow. You can go on.")
    }
}

/// What so many positions are worth is reckoned within a second or two, and told; then come others.
const MOST_WEIGHED: usize = 50;

/// What is practiced with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PracticeWith {
    /// What was missed in games and is due; where nothing is, all of it.
    Own,
    /// The puzzles of a motif and a level.
    Puzzles(PuzzleSet),
}

/// How many seconds a race takes.
const RACE: u64 = 300;

/// How long what was tried is seen in a race.
const GLANCE: Duration = Duration::from_secs(1);
/// How long a message stands at least, and what each letter of it takes to be read.
const READING: Duration = Duration::from_secs(3);
const A_LETTER: Duration = Duration::from_millis(70);

/// Those who practice at one board, from when they leave the choices until they come back to them.
#[derive(Debug, Clone, Default)]
pub struct Sitting {
    /// The players, one or two.
    players: Vec<String>,
    /// `None` where only what was missed comes again.
    what: Option<PracticeWith>,
    /// What comes again though it is not due, the last one first.
    again: Vec<Source>,
    /// Where the position on the board comes from.
    from: Option<Source>,
    /// What was tried, by which player, and whether it was found.
    tries: Vec<(usize, Source, bool)>,
    /// What was found in the end, at once and unaided or not.
    solved: Vec<Source>,
    /// How strong one who is alone was at the beginning.
    rating: Rating,
    /// How many seconds are left, where it is a race.
    left: Option<u64>,
}

impl Sitting {
    /// These players begin with something, in a race against the clock or at leisure.
    pub fn new(attempts: &Attempts, players: Vec<String>, what: PracticeWith, race: bool) -> Self {
        let player = players.first().map_or("", String::as_str);
        let due = attempts.due(player, Practice::today());
        let again = match what {
            PracticeWith::Own if due.is_empty() => {
                let waiting = attempts.to_find(player).into_iter().rev();
                let waiting = waiting.map(|(_, missed)| missed).collect();
                attempts.worthiest_first(player, waiting)
            }
            _ => Vec::new(),
        };
        Self {
            again: again.iter().rev().map(|missed| missed.source()).collect(),
            rating: attempts.standing(player).rating,
            what: Some(what),
            left: race.then_some(RACE),
            players,
            ..Self::default()
        }
    }

    /// The same players with what they have missed, the first one first.
    pub fn again(&self, attempts: &Attempts) -> Self {
        let player = self.players.first().map_or("", String::as_str);
        Self {
            again: self.missed().into_iter().rev().cloned().collect(),
            rating: attempts.standing(player).rating,
            players: self.players.clone(),
            ..Self::default()
        }
    }

    /// The players, one or two.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// Whether two take turns.
    pub fn is_of_two(&self) -> bool {
        self.players.len() == 2
    }

    /// The only player.
    pub fn alone(&self) -> Option<&str> {
        match self.players.as_slice() {
            [player] => Some(player),
            _ => None,
        }
    }

    /// Whether this is the first of the two players.
    pub fn is_first(&self, player: &str) -> bool {
        self.players.first().is_some_and(|first| first == player)
    }

    /// Whether it is more than what was missed a moment ago, which changes no rating.
    pub fn is_rated(&self) -> bool {
        self.what.is_some()
    }

    /// Where the position on the board comes from.
    pub fn from(&self) -> Option<&Source> {
        self.from.as_ref()
    }

    /// What is to be found next, and where it comes from in words.
    pub fn next(&mut self, attempts: &Attempts) -> Option<(Task, String)> {
        let table = self.table(attempts);
        let passed = table.and_then(|(turns, _)| puzzle(turns.passed()?));
        let players: Vec<&str> = self.players.iter().map(String::as_str).collect();
        let player = players.first().copied().unwrap_or_default();
        let fresh = match self.what {
            Some(PracticeWith::Own) => {
                let due = attempts.due(player, Practice::today());
                let mut due = due.into_iter().filter(|missed| missed.task().is_some());
                due.next().map(Missed::source)
            }
            Some(PracticeWith::Puzzles(set)) => passed
                .or_else(|| attempts.next_puzzle(&players, set))
                .map(Source::from),
            None => passed.map(Source::from),
        };
        let source = fresh.or_else(|| self.again.pop())?;
        let posed = match &source {
            Source::Puzzle(number) => {
                let puzzle = puzzle(number)?;
                let chosen = match self.what {
                    Some(PracticeWith::Puzzles(set)) => set.motif,
                    _ => None,
                };
                let task = puzzle.task()?.with_motif_chosen(chosen);
                (task, words::practice_source(puzzle))
            }
            Source::Game(fen) => {
                let missed = attempts.to_find(player).into_iter();
                let (_, missed) = missed.into_iter().find(|(_, missed)| missed.fen == *fen)?;
                (missed.task()?, words::practice_own(missed))
            }
        };
        self.from = Some(source);
        Some(posed)
    }

    /// The header of a position that a player who is alone is to solve; one from their own games is theirs by name.
    pub fn header(&self, mover: Color) -> Header {
        match (&self.from, self.alone()) {
            (Some(Source::Game(_)), Some(name)) => seated(mover, name, ""),
            _ => Header::bare(),
        }
    }

    /// How two players stand, and their names, first the one to try next; `None` where one is alone.
    pub fn table(&self, attempts: &Attempts) -> Option<(Turns, [String; 2])> {
        let [first, second] = self.players.as_slice() else {
            return None;
        };
        let turns = match self.left {
            // A race begins anew, whatever was tried before.
            Some(_) => self.turns(),
            None => attempts.turns([first, second], Practice::today()),
        };
        let names = match turns.who() {
            0 => [first, second],
            _ => [second, first],
        };
        Some((turns, names.map(String::clone)))
    }

    /// How the players stand after what they have tried here.
    fn turns(&self) -> Turns {
        let mut turns = Turns::default();
        for (who, source, found) in &self.tries {
            if let Source::Puzzle(number) = source {
                turns.tried(*who, number, *found);
            }
        }
        turns
    }

    /// The position was found, or not, which is to be written down.
    pub fn tried(&mut self, attempts: &Attempts, found: bool) -> Option<Try> {
        let source = self.from.clone()?;
        let table = self.table(attempts);
        self.tries.push((
            table.as_ref().map_or(0, |(turns, _)| turns.who()),
            source.clone(),
            found,
        ));
        match table {
            Some((_, [own, other])) => Some(Try::new(&own, &source, found, Some(&other))),
            None => Some(Try::new(self.alone()?, &source, found, None)),
        }
    }

    /// The position was found, with hints and after other moves, too.
    pub fn solved(&mut self) {
        self.solved.extend(self.from.clone());
    }

    /// How many were found, of how many. What one of two has missed is the same puzzle for the other.
    pub fn count(&self) -> (usize, usize) {
        let found = self.tries.iter().filter(|(_, _, found)| *found);
        let goes_over =
            |two: &&[(usize, Source, bool)]| two[0].1 == two[1].1 && two[0].0 != two[1].0;
        let passed = self.tries.windows(2).filter(goes_over).count();
        (found.count(), self.tries.len() - passed)
    }

    /// What was missed and not found afterwards, in the order in which it came.
    pub fn missed(&self) -> Vec<&Source> {
        let mut missed: Vec<&Source> = Vec::new();
        let found = |source: &Source| {
            let mut tries = self.tries.iter();
            tries.any(|(_, tried, found)| tried == source && *found)
        };
        for (_, source, _) in &self.tries {
            if !found(source) && !missed.contains(&source) {
                missed.push(source);
            }
        }
        missed
    }

    /// The hardest puzzle that was found.
    fn hardest(&self) -> Option<&'static Puzzle> {
        let found = self.tries.iter().filter(|(_, _, found)| *found);
        let found = found.filter_map(|(_, source, _)| match source {
            Source::Puzzle(number) => puzzle(number),
            Source::Game(_) => None,
        });
        found.max_by_key(|puzzle| puzzle.rating)
    }

    /// How many seconds are left, where it is a race.
    pub fn left(&self) -> Option<u64> {
        self.left
    }

    /// How long this can be read that is told before the next position comes by itself.
    pub fn pause(&self, told: &str) -> Duration {
        let letters = u32::try_from(told.chars().count()).unwrap_or(u32::MAX);
        match self.left {
            Some(_) => GLANCE,
            None => READING.max(A_LETTER * letters),
        }
    }

    /// A second of the race has passed. Returns whether that was the last one.
    pub fn tick(&mut self) -> bool {
        self.left = self.left.map(|left| left.saturating_sub(1));
        self.left == Some(0)
    }

    /// What each has solved in a race that is over.
    pub fn races(&self) -> Vec<Race> {
        let solved = self.turns().points;
        let race = |(who, player): (usize, &String)| Race {
            player: player.clone(),
            solved: solved[who],
            against: self.players.get(1 - who).cloned(),
        };
        let players = self.players.iter().enumerate().take(2);
        players.map(race).collect()
    }

    /// What has come of it, in words; the first sentence is a heading. Nothing before the first try, but for a race.
    pub fn summary(&self, attempts: &Attempts) -> Option<(String, String)> {
        let over = self.left == Some(0);
        if self.tries.is_empty() && !over {
            return None;
        }
        let heading = words::practice_count(self.count(), over);
        let mut said = Vec::new();
        if over {
            if let [one, other] = &self.races()[..] {
                let [one, other] = [one, other].map(|race| (race.player.as_str(), race.solved));
                said.push(words::race_result(one, other));
            }
            for race in self.races() {
                let best = attempts.best_race(&race.player, race.against.is_some());
                let name = self.is_of_two().then_some(race.player.as_str());
                said.push(words::practice_race(name, race.solved, best));
            }
        }
        if self.is_of_two() && !over {
            let points = self.turns().points;
            said.push(words::practice_score(&self.players, points));
        }
        if let Some(player) = self.alone() {
            let rating = attempts.standing(player).rating;
            if rating != self.rating {
                said.push(words::practice_ratings(self.rating, rating));
            }
        }
        said.extend(self.hardest().map(words::practice_hardest));
        let missed = self.missed();
        let (late, missed) = missed
            .into_iter()
            .partition(|source| self.solved.contains(source));
        said.extend(words::practice_late(late));
        said.extend(words::practice_missed(missed));
        Some((heading, said.join("\n")))
    }
}

/// Remembers the names of those who practice for the next time. The next game is proposed with the same names: those that are
/// not given are not given up, and two remain different ones.
pub fn remember_players(settings: &Settings, players: &[String]) {
    let keys = [remembered::FIRST_PLAYER, remembered::SECOND_PLAYER];
    let first = settings.get(remembered::FIRST_PLAYER);
    let second = settings.get(remembered::SECOND_PLAYER);
    let mut names: Vec<&String> = players.iter().filter(|name| !name.is_empty()).collect();
    if names == [&second] {
        names.push(&first);
    }
    for (key, name) in keys.into_iter().zip(names) {
        settings.set(key, name);
    }
}

/// The header of two players, of whom the first is to move.
pub fn seated(mover: Color, own: &str, other: &str) -> Header {
    let (white, black) = mover.fold_wb((own, other), (other, own));
    Header {
        white: white.to_owned(),
        black: black.to_owned(),
        ..Header::bare()
    }
}
