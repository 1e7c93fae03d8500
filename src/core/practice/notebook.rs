//! What was missed and tried, and what follows from it: which positions are due, and what is next on the shelf.

use std::collections::{HashMap, HashSet};

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::record::{Event, Missed, Record, Try};
use super::{Level, Puzzle, Turns, next_day, shelf};
use crate::tutor::Motif;

/// All records, those of the file before those that are still on their way there.
#[derive(Debug, Clone, Default)]
pub struct Notebook {
    missed: Vec<(Date, Missed)>,
    tries: Vec<(Date, Try)>,
}

impl Notebook {
    /// What the records say to somebody who lives by the days of a zone. `called` says what players are called now whose
    /// name was another one when they were written.
    pub fn of<'a>(
        records: impl IntoIterator<Item = &'a Record>,
        zone: &TimeZone,
        called: impl Fn(&str) -> String,
    ) -> Self {
        let mut notebook = Self::default();
        let mut known = HashSet::new();
        for record in records {
            let day = record.time.to_zoned(zone.clone()).date();
            match record.event.clone() {
                Event::Missed(mut missed) => {
                    missed.player = called(&missed.player);
                    // What is missed again is due all the same.
                    if known.insert((missed.player.clone(), missed.fen.clone())) {
                        notebook.missed.push((day, *missed));
                    }
                }
                Event::Tried(mut tried) => {
                    tried.player = called(&tried.player);
                    tried.against = tried.against.map(|against| called(&against));
                    notebook.tries.push((day, tried));
                }
            }
        }
        notebook
    }

    /// Whether this is known to have been missed by its player.
    #[must_use]
    pub fn has(&self, missed: &Missed) -> bool {
        let same = |known: &Missed| known.player == missed.player && known.fen == missed.fen;
        self.missed.iter().any(|(_, known)| same(known))
    }

    /// What a player has missed and still has to find, each with the day on which it is due; the first due ones first.
    #[must_use]
    pub fn to_find(&self, player: &str) -> Vec<(Date, &Missed)> {
        let mut tries: HashMap<&str, Vec<(Date, bool)>> = HashMap::new();
        let own = self
            .tries
            .iter()
            .filter(|(_, tried)| tried.player == player);
        for (day, tried) in own {
            if let Some(fen) = tried.position() {
                tries.entry(fen).or_default().push((*day, tried.found));
            }
        }
        let own = self
            .missed
            .iter()
            .filter(|(_, missed)| missed.player == player);
        let waiting = own.filter_map(|(day, missed)| {
            let tries = tries.get(missed.fen.as_str()).cloned();
            Some((next_day(*day, tries.unwrap_or_default())?, missed))
        });
        let mut waiting: Vec<_> = waiting.collect();
        waiting.sort_by_key(|(due, _)| *due);
        waiting
    }

    /// What of it is due on a day.
    #[must_use]
    pub fn due(&self, player: &str, today: Date) -> Vec<&Missed> {
        let waiting = self.to_find(player).into_iter();
        waiting
            .filter(|(due, _)| *due <= today)
            .map(|(_, missed)| missed)
            .collect()
    }

    /// Whether a player has missed anything at all that is known.
    #[must_use]
    pub fn knows(&self, player: &str) -> bool {
        self.missed
            .iter()
            .any(|(_, missed)| missed.player == player)
    }

    /// How many of the puzzles of a place on the shelf a player has found, and how many there are.
    #[must_use]
    pub fn progress(
        &self,
        player: &str,
        motif: Option<Motif>,
        level: Option<Level>,
    ) -> (usize, usize) {
        let found = self.numbers(|tried| tried.found && tried.player == player);
        let puzzles = shelf(motif, level);
        puzzles.fold((0, 0), |(have, all), puzzle| {
            (have + usize::from(found.contains(puzzle.number)), all + 1)
        })
    }

    /// The next puzzle for these players from a place on the shelf: the easiest that none of them has tried, else the one
    /// that was missed the longest time ago, by whoever has not found it since. `None` where everything is found.
    #[must_use]
    pub fn next_puzzle(
        &self,
        players: &[&str],
        motif: Option<Motif>,
        level: Option<Level>,
    ) -> Option<&'static Puzzle> {
        let theirs = |tried: &Try| players.contains(&tried.player.as_str());
        let tried = self.numbers(theirs);
        let fresh = |puzzle: &&Puzzle| !tried.contains(puzzle.number);
        shelf(motif, level).find(fresh).or_else(|| {
            let tries = self.tries.iter().enumerate();
            let tries =
                tries.filter_map(|(at, (_, tried))| Some((tried.puzzle()?, (at, tried.found))));
            let last: HashMap<&str, (usize, bool)> = tries.collect();
            let missed = shelf(motif, level).filter_map(|puzzle| {
                let (at, found) = last.get(puzzle.number)?;
                (!found).then_some((*at, puzzle))
            });
            missed.min_by_key(|(at, _)| *at).map(|(_, puzzle)| puzzle)
        })
    }

    /// How two stand who practice at one table on a day; the first of them begins.
    #[must_use]
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
