//! Every game in memory, packed tightly: what lists show, in order of time, and what searches look at.

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use jiff::Timestamp;
use strum::VariantArray;

use super::aliases::Aliases;
use super::index::Interner;
use super::search::Keywords;
use super::{State, Summary};
use crate::chess::{ByColor, Color, Outcome, Reason, Speed, TimeControl};
use crate::record::log::{Fault, Folder};

/// The words by which games are found, in the language of the one who searches.
#[derive(Clone, Copy)]
pub struct Vocabulary {
    /// A player by the name that is written, in every way in which it is shown.
    pub player: fn(&str) -> String,
    /// A day as PGN has it, in every way in which it might be written.
    pub date: fn(&str) -> String,
    /// A result and its reason; `None` for a game without one.
    pub outcome: fn(Option<Outcome>) -> String,
    /// The time that the players had.
    pub time_control: fn(Option<&TimeControl>) -> String,
    /// What begins a term, such as `player:`.
    pub keywords: fn() -> Keywords,
}

/// A game's place in the catalogue. When the game is gone the place stays empty: what still holds
/// it must not find another game there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub(super) u32);

impl Slot {
    /// The id of a game in a collection: its number there, counted from 1.
    pub fn listed_id(self) -> String {
        (u64::from(self.0) + 1).to_string()
    }

    /// The game that has this id in a collection.
    pub fn listed(id: &str) -> Option<Self> {
        let number: u32 = id.parse().ok()?;
        number.checked_sub(1).map(Self)
    }
}

/// A game, with numbers for what stands in the tables.
#[derive(PartialEq)]
pub(super) struct Row {
    /// What a log says besides; `None` for a game that lies in a collection.
    pub(super) log: Option<Box<LogFacts>>,
    pub(super) moment: i64,
    pub(super) white: u32,
    pub(super) black: u32,
    pub(super) day: u32,
    pub(super) opening: u32,
    pub(super) event: u32,
    pub(super) control: u32,
    pub(super) plies: u32,
    pub(super) state: State,
    pub(super) outcome: Option<Outcome>,
    pub(super) ratings: ByColor<u16>,
}

/// What is known of a game that has a log.
#[derive(PartialEq)]
pub(super) struct LogFacts {
    pub(super) id: Arc<str>,
    fen: Box<str>,
    /// Whether the moment is that of the start, and not just of the day.
    exact: bool,
    turn: Color,
    pub(super) fingerprint: u64,
    kin: u32,
    pub(super) helped: ByColor<u32>,
}

impl Row {
    /// The id of the log.
    pub(super) fn id(&self) -> Option<&Arc<str>> {
        self.log.as_ref().map(|log| &log.id)
    }

    pub(super) fn player(&self, color: Color) -> u32 {
        color.fold_wb(self.white, self.black)
    }
}

/// Every game of a folder.
pub struct Catalogue {
    pub(super) folder: Folder,
    pub(super) vocabulary: Vocabulary,
    pub(super) rows: Vec<Option<Row>>,
    /// How often what stands in each slot has changed.
    versions: Vec<u32>,
    slots: HashMap<Arc<str>, u32>,
    faults: HashMap<u32, Fault>,
    /// Every slot in use, the newest game first; games without logs as they came.
    pub(super) order: Vec<u32>,
    /// Whether these are not in order of time.
    pub(super) is_unordered: bool,
    pub(super) names: Interner,
    pub(super) days: Interner,
    pub(super) openings: Interner,
    pub(super) events: Interner,
    pub(super) controls: Interner,
    /// The speed of each time control; `None` for games without clocks.
    pub(super) speeds: Vec<Option<Speed>>,
    aliases: Aliases,
    /// For each name, the number of the name under which its games are shown.
    pub(super) persons: Vec<u32>,
}

impl Catalogue {
    /// A catalogue of the games in `folder` that knows of none yet.
    pub fn new(folder: Folder, vocabulary: Vocabulary) -> Self {
        Self {
            folder,
            vocabulary,
            rows: Vec::new(),
            versions: Vec::new(),
            slots: HashMap::new(),
            faults: HashMap::new(),
            order: Vec::new(),
            is_unordered: false,
            names: Interner::default(),
            days: Interner::default(),
            openings: Interner::default(),
            events: Interner::default(),
            controls: Interner::default(),
            speeds: Vec::new(),
            aliases: Aliases::default(),
            persons: Vec::new(),
        }
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Takes over games that are new or have changed, and forgets those that are gone.
    pub fn update(&mut self, read: Vec<Summary>, gone: &[String]) {
        let mut left = false;
        for id in gone {
            if let Some(slot) = self.slots.remove(id.as_str()) {
                self.rows[slot as usize] = None;
                self.faults.remove(&slot);
                left = true;
            }
        }
        if left {
            let rows = &self.rows;
            self.order.retain(|slot| rows[*slot as usize].is_some());
        }
        let moved = !read.is_empty();
        for summary in read {
            self.put(summary);
        }
        if moved {
            self.order();
        }
    }

    /// Puts what was added by [`Catalogue::put`] in order.
    pub fn order(&mut self) {
        let rows = &self.rows;
        let key = |slot: &u32| {
            rows[*slot as usize]
                .as_ref()
                .map(|row| (row.moment, row.id()))
        };
        // Nearly in order already, which a stable sort makes use of.
        self.order.sort_by(|a, b| key(b).cmp(&key(a)));
    }

    /// Takes over one game, the first of many; [`Catalogue::order`] is to follow.
    pub fn put(&mut self, summary: Summary) {
        let id: Arc<str> = summary.entry.id.as_str().into();
        let row = self.row(&summary, Arc::clone(&id));
        let slot = self.slots.get(&id).copied().unwrap_or_else(|| {
            let slot = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
            self.rows.push(None);
            self.versions.push(0);
            self.order.push(slot);
            slot
        });
        let fault = match summary.fault {
            Some(fault) => self.faults.insert(slot, fault.clone()) != Some(fault),
            None => self.faults.remove(&slot).is_some(),
        };
        let place = &mut self.rows[slot as usize];
        if fault || place.as_ref() != Some(&row) {
            self.versions[slot as usize] = self.versions[slot as usize].wrapping_add(1);
        }
        self.slots.insert(id, slot);
        *place = Some(row);
    }

    fn row(&mut self, summary: &Summary, id: Arc<str>) -> Row {
        let vocabulary = self.vocabulary;
        Row {
            log: Some(Box::new(LogFacts {
                id,
                fen: summary.fen.as_str().into(),
                exact: summary.started.is_some(),
                turn: summary.turn,
                fingerprint: summary.fingerprint,
                kin: summary.kin,
                helped: summary.helped,
            })),
            moment: summary.moment(),
            white: self.name(&summary.white),
            black: self.name(&summary.black),
            day: self.days.number(&summary.date, vocabulary.date),
            opening: self.openings.number(&summary.opening, str::to_owned),
            event: self.events.number(&summary.event, str::to_owned),
            control: self.control(summary.time_control.as_ref()),
            plies: u32::try_from(summary.plies).unwrap_or(u32::MAX),
            state: summary.state,
            outcome: summary.outcome,
            ratings: summary.ratings,
        }
    }

    /// Adds a game without a log, behind all others.
    pub(super) fn push(&mut self, row: Row) {
        self.order
            .push(u32::try_from(self.rows.len()).unwrap_or(u32::MAX));
        self.rows.push(Some(row));
        self.versions.push(0);
        self.is_unordered = true;
    }

    /// The number of a time control.
    pub(super) fn control(&mut self, control: Option<&TimeControl>) -> u32 {
        let words = self.vocabulary.time_control;
        let written = control.map(ToString::to_string).unwrap_or_default();
        let number = self.controls.number(&written, |_| words(control));
        if self.speeds.len() <= number as usize {
            self.speeds.push(control.map(Speed::of));
        }
        number
    }

    /// The number of a player's name, and with it the number of the name that is shown.
    pub(super) fn name(&mut self, name: &str) -> u32 {
        let player = self.vocabulary.player;
        let shown = self.aliases.shown(name);
        let found_by = |name: &str| format!("{} {}", player(name), player(shown));
        let number = self.names.number(name, found_by);
        if self.persons.len() <= number as usize {
            let shown = shown.to_owned();
            self.persons.push(number);
            let person = self.names.number(&shown, player);
            if self.persons.len() <= person as usize {
                self.persons.push(person);
            }
            self.persons[number as usize] = person;
        }
        number
    }

    /// Under which names games are shown.
    pub fn aliases(&self) -> &Aliases {
        &self.aliases
    }

    /// Takes over under which names games are shown.
    pub fn rename(&mut self, aliases: Aliases) {
        if self.aliases == aliases {
            return;
        }
        self.aliases = aliases;
        let old = mem::take(&mut self.names);
        self.persons.clear();
        let numbers: Vec<u32> = old
            .entries()
            .iter()
            .map(|entry| self.name(&entry.text))
            .collect();
        for row in self.rows.iter_mut().flatten() {
            row.white = numbers[row.white as usize];
            row.black = numbers[row.black as usize];
        }
        for version in &mut self.versions {
            *version = version.wrapping_add(1);
        }
    }

    /// The slot of the game with this id.
    pub fn slot(&self, id: &str) -> Option<Slot> {
        self.slots.get(id).copied().map(Slot)
    }

    /// The slot of a game that is known by this fingerprint, and can be believed.
    pub fn copy_of(&self, fingerprint: u64) -> Option<Slot> {
        let is_copy = |slot: &u32| {
            let row = self.row_at(*slot);
            let log = row.and_then(|row| row.log.as_ref());
            log.is_some_and(|log| log.fingerprint == fingerprint) && !self.faults.contains_key(slot)
        };
        self.order.iter().copied().find(is_copy).map(Slot)
    }

    /// A number that is another one whenever what the slot holds has changed.
    pub fn version(&self, slot: Slot) -> u32 {
        self.versions
            .get(slot.0 as usize)
            .copied()
            .unwrap_or_default()
    }

    /// The newest game that can be continued, one with moves rather than one that was only begun.
    pub fn newest_unfinished(&self) -> Option<Slot> {
        let newest = |least_plies: u32| {
            let fits = |row: &Row| row.state == State::Unfinished && row.plies >= least_plies;
            let mut slots = self.order.iter().copied();
            slots.find(|slot| self.row_at(*slot).is_some_and(fits))
        };
        newest(1).or_else(|| newest(0)).map(Slot)
    }

    pub(super) fn row_at(&self, slot: u32) -> Option<&Row> {
        self.rows.get(slot as usize)?.as_ref()
    }

    /// The number of the name under which the games of the player with this number are shown.
    pub(super) fn shown(&self, name: u32) -> u32 {
        self.persons.get(name as usize).copied().unwrap_or(name)
    }

    /// That name.
    pub(super) fn shown_name(&self, name: u32) -> &str {
        self.names.text(self.shown(name))
    }

    /// What a list shows of a game; `None` where it has gone in the meantime. The names are those
    /// under which the players are shown.
    pub fn summary(&self, slot: Slot) -> Option<Summary> {
        let row = self.row_at(slot.0)?;
        let log = row.log.as_ref()?;
        Some(Summary {
            entry: self.folder.entry(log.id.to_string()),
            state: row.state,
            outcome: row.outcome,
            white: self.shown_name(row.white).to_owned(),
            black: self.shown_name(row.black).to_owned(),
            plies: row.plies as usize,
            started: Timestamp::from_second(row.moment)
                .ok()
                .filter(|_| log.exact),
            date: self.days.text(row.day).to_owned(),
            opening: self.openings.text(row.opening).to_owned(),
            event: self.events.text(row.event).to_owned(),
            time_control: self.controls.text(row.control).parse::<TimeControl>().ok(),
            fen: log.fen.to_string(),
            turn: log.turn,
            fingerprint: log.fingerprint,
            kin: log.kin,
            ratings: row.ratings,
            helped: log.helped,
            fault: self.faults.get(&slot.0).cloned(),
        })
    }

    /// Every outcome that a game can have, with the words by which it is found.
    pub(super) fn outcomes(&self) -> Vec<(Option<Outcome>, String)> {
        let winners = [Some(Color::White), Some(Color::Black), None];
        let all = Reason::VARIANTS.iter().copied().flat_map(|reason| {
            winners
                .into_iter()
                .map(move |winner| Outcome { winner, reason })
                .filter(|outcome| Outcome::from_record(outcome.result(), outcome.reason).is_some())
                .map(Some)
        });
        all.chain([None])
            .map(|outcome| (outcome, (self.vocabulary.outcome)(outcome)))
            .collect()
    }
}
