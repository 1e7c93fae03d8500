//! What is looked for among the games, and finding it.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::catalogue::Row;
use super::explorer::Reached;
use super::index::{Entry, Interner};
use super::search::{Wanted, WantedResult, fold, has_word, is_within, terms};
use super::trace::Sought;
use super::{Catalogue, Slot, State};
use crate::chess::{Chess, Color, Outcome, Speed};
use crate::record::log::UNKNOWN_DATE;

/// On which of the lists a game stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum StatusFilter {
    /// On any.
    #[default]
    All,
    /// Games with a result, and damaged logs that have one.
    Finished,
    /// The others.
    Unfinished,
}

/// Whose games are looked for, by their results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultFilter {
    /// White won.
    WhiteWins,
    /// Black won.
    BlackWins,
    /// Neither player won.
    Draw,
}

/// The time that the players had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpeedFilter {
    /// No clocks.
    Untimed,
    /// Clocks, at this speed.
    Timed(Speed),
}

/// The games that reached a position, or that had certain pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionFilter {
    /// What they reached.
    pub sought: Sought,
    /// The move that led there where it was asked for, as a scoresheet has it: `6… Nf6`. `None`
    /// for the first position of a game.
    pub after: Option<String>,
    /// The games that were found; none before the first query.
    reached: ReachedBy,
}

/// The games that reached what was looked for, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FoundGames {
    /// Games with logs, the newest first.
    Logged(Vec<Reached>),
    /// Games of a collection, in their order, and after how many plies each of them did.
    Collected(Vec<(Slot, u16)>),
}

impl FoundGames {
    /// Their ids, and after how many plies each of them did.
    pub fn ids(&self) -> Vec<(String, usize)> {
        match self {
            Self::Logged(games) => {
                let games = games.iter();
                games.map(|game| (game.id.to_string(), game.ply)).collect()
            }
            Self::Collected(games) => {
                let games = games.iter();
                games
                    .map(|(game, ply)| (game.listed_id(), usize::from(*ply)))
                    .collect()
            }
        }
    }
}

/// After how many plies games reached what is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum ReachedBy {
    /// Games with logs, by their ids.
    Logged(Arc<HashMap<Arc<str>, usize>>),
    /// Games of a collection, in their order.
    Collected(Arc<[(Slot, u16)]>),
}

impl PositionFilter {
    /// Asks for the games that reached a position.
    pub fn new(position: Chess, after: Option<String>) -> Self {
        Self::of(Sought::Position(Box::new(position)), after)
    }

    /// Asks for the games that reached a position, or had certain pieces.
    pub fn of(sought: Sought, after: Option<String>) -> Self {
        Self {
            sought,
            after,
            reached: ReachedBy::Logged(Arc::default()),
        }
    }

    /// Takes over which games did: see [`super::PositionExplorer::find`].
    pub fn found(&mut self, games: FoundGames) {
        self.reached = match games {
            FoundGames::Logged(games) => {
                let games = games.into_iter().map(|game| (game.id, game.ply));
                ReachedBy::Logged(Arc::new(games.collect()))
            }
            FoundGames::Collected(games) => ReachedBy::Collected(games.into()),
        };
    }

    /// After how many plies a game first reached it; `None` where it did not.
    pub fn ply_of(&self, id: &str) -> Option<usize> {
        match &self.reached {
            ReachedBy::Logged(reached) => reached.get(id).copied(),
            ReachedBy::Collected(reached) => ply_in(reached, Slot::listed(id)?),
        }
    }

    /// The same by a place in the catalogue, and by the id where there is a log.
    fn ply_at(&self, slot: u32, id: Option<&Arc<str>>) -> Option<usize> {
        match &self.reached {
            ReachedBy::Logged(reached) => reached.get(id?).copied(),
            ReachedBy::Collected(reached) => ply_in(reached, Slot(slot)),
        }
    }
}

fn ply_in(reached: &[(Slot, u16)], slot: Slot) -> Option<usize> {
    let place = reached
        .binary_search_by_key(&slot, |(slot, _)| *slot)
        .ok()?;
    Some(usize::from(reached[place].1))
}

/// The order of a list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sort {
    /// As they stand in their files, where they have no logs; else the newest first.
    Unsorted,
    /// By the day on which they began, the newest first.
    #[default]
    Newest,
    /// By the day on which they began, the oldest first.
    Oldest,
    /// By the name of the player of the white pieces.
    White,
    /// By the name of the player of the black pieces.
    Black,
    /// By the ECO code of the opening.
    Opening,
    /// By the number of moves, the longest first.
    Longest,
    /// By the number of moves, the shortest first.
    Shortest,
}

/// Games that came into the folder together, by their ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Brought {
    /// An import has brought them.
    Imported(Arc<HashSet<String>>),
    /// They are what became of games that were played on differently on two computers.
    Parted(Arc<HashSet<String>>),
}

impl Brought {
    fn ids(&self) -> &HashSet<String> {
        match self {
            Self::Imported(ids) | Self::Parted(ids) => ids,
        }
    }
}

/// What is looked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    /// The list that is looked at.
    pub status: StatusFilter,
    /// Words and terms, all of which must be found: see [`super::terms`]. Words are found in names, results, reasons,
    /// dates, openings, events.
    pub text: String,
    /// Players by any name they have had, each of whom must have played.
    pub players: Vec<String>,
    /// The result.
    pub result: Option<ResultFilter>,
    /// The time that the players had.
    pub speed: Option<SpeedFilter>,
    /// The position that the game must have reached.
    pub position: Option<PositionFilter>,
    /// The games that came together, if it is these.
    pub brought: Option<Brought>,
    /// The order.
    pub sort: Sort,
}

impl Query {
    /// Whether games can be missing because of more than the status.
    pub fn narrows(&self) -> bool {
        !self.text.trim().is_empty()
            || !self.players.is_empty()
            || self.result.is_some()
            || self.speed.is_some()
            || self.position.is_some()
            || self.brought.is_some()
    }
}

/// Which texts of the tables hold what a term looks for.
enum Test {
    Word {
        names: Vec<bool>,
        days: Vec<bool>,
        openings: Vec<bool>,
        events: Vec<bool>,
        controls: Vec<bool>,
        outcomes: HashMap<Option<Outcome>, bool>,
    },
    Player(Option<Color>, Vec<bool>),
    Opening(Vec<bool>),
    Event(Vec<bool>),
    Day(Vec<bool>),
    Outcome(HashMap<Option<Outcome>, bool>),
    /// Whether a player who is looked for has won, as against lost.
    Decided(bool),
    Elo(RangeInclusive<u32>),
}

fn hit(hits: &[bool], number: u32) -> bool {
    hits.get(number as usize).copied().unwrap_or(false)
}

impl Test {
    fn new(wanted: &Wanted, catalogue: &Catalogue, said: &[(Option<Outcome>, String)]) -> Self {
        let outcomes = |fits: &dyn Fn(Option<Outcome>, &str) -> bool| {
            let fits =
                |(outcome, words): &(Option<Outcome>, String)| (*outcome, fits(*outcome, words));
            said.iter().map(fits).collect::<HashMap<_, _>>()
        };
        let has_all = |table: &Interner, words: &[String]| {
            let has_all = |entry: &Entry| words.iter().all(|word| has_word(&entry.folded, word));
            table.entries().iter().map(has_all).collect()
        };
        match wanted {
            Wanted::Word(word) => Self::Word {
                names: catalogue.names.hits(word),
                days: catalogue.days.hits(word),
                openings: catalogue.openings.hits(word),
                events: catalogue.events.hits(word),
                controls: catalogue.controls.hits(word),
                outcomes: outcomes(&|_, words| has_word(words, word)),
            },
            Wanted::Player(side, words) => Self::Player(*side, has_all(&catalogue.names, words)),
            Wanted::Opening(words) => Self::Opening(has_all(&catalogue.openings, words)),
            Wanted::Event(words) => Self::Event(has_all(&catalogue.events, words)),
            Wanted::Date(range) => {
                let within = |entry: &Entry| is_within(&entry.text, range);
                Self::Day(catalogue.days.entries().iter().map(within).collect())
            }
            Wanted::Elo(range) => Self::Elo(range.clone()),
            Wanted::Result(WantedResult::Won) => Self::Decided(true),
            Wanted::Result(WantedResult::Lost) => Self::Decided(false),
            Wanted::Result(WantedResult::Open) => {
                Self::Outcome(outcomes(&|outcome, _| outcome.is_none()))
            }
            Wanted::Result(WantedResult::Winner(winner)) => {
                Self::Outcome(outcomes(&|outcome, _| {
                    outcome.is_some_and(|end| end.winner == *winner)
                }))
            }
            Wanted::Result(WantedResult::Word(word)) => {
                Self::Outcome(outcomes(&|_, words| has_word(words, word)))
            }
        }
    }

    /// Whether it has to do with the player of a side.
    fn names(&self, row: &Row, color: Color) -> bool {
        match self {
            Self::Player(side, names) => {
                side.is_none_or(|side| side == color) && hit(names, row.player(color))
            }
            Self::Word { names, .. } => hit(names, row.player(color)),
            _ => false,
        }
    }

    fn names_a_player(&self, row: &Row) -> bool {
        Color::ALL.into_iter().any(|color| self.names(row, color))
    }

    /// `is_wanted` says whether the player of a side is one of those who are looked for.
    fn is_in(&self, row: &Row, is_wanted: &dyn Fn(Color) -> bool) -> bool {
        let outcome = |outcomes: &HashMap<Option<Outcome>, bool>| {
            outcomes.get(&row.outcome).copied().unwrap_or(false)
        };
        match self {
            Self::Word {
                days,
                openings,
                events,
                controls,
                outcomes,
                ..
            } => {
                self.names_a_player(row)
                    || hit(days, row.day)
                    || hit(openings, row.opening)
                    || hit(events, row.event)
                    || hit(controls, row.control)
                    || outcome(outcomes)
            }
            Self::Player(..) => self.names_a_player(row),
            Self::Opening(openings) => hit(openings, row.opening),
            Self::Event(events) => hit(events, row.event),
            Self::Day(days) => hit(days, row.day),
            Self::Outcome(outcomes) => outcome(outcomes),
            Self::Decided(won) => {
                let winner = row.outcome.and_then(|end| end.winner);
                winner.is_some_and(|winner| is_wanted(if *won { winner } else { winner.other() }))
            }
            Self::Elo(range) => Color::ALL.into_iter().any(|color| {
                let rating = u32::from(*row.ratings.get(color));
                rating > 0 && range.contains(&rating)
            }),
        }
    }
}

impl StatusFilter {
    fn holds(self, row: &Row) -> bool {
        match self {
            Self::All => true,
            Self::Finished => row.outcome.is_some(),
            Self::Unfinished => row.outcome.is_none(),
        }
    }
}

impl Catalogue {
    /// How many games have a status.
    pub fn count(&self, status: StatusFilter) -> usize {
        let rows = self.order.iter().filter_map(|slot| self.row_at(*slot));
        rows.filter(|row| status.holds(row)).count()
    }

    /// The games that are looked for, in the order that is wanted.
    pub fn find(&self, query: &Query) -> Vec<Slot> {
        self.find_until(query, &AtomicBool::new(false))
            .unwrap_or_default()
    }

    /// The same; `None` where `overtaken` is set before that is known.
    pub fn find_until(&self, query: &Query, overtaken: &AtomicBool) -> Option<Vec<Slot>> {
        let Some(players) = self.persons_of(&query.players) else {
            return Some(Vec::new());
        };
        let said = self.outcomes().into_iter();
        let said: Vec<_> = said
            .map(|(outcome, words)| (outcome, fold(&words)))
            .collect();
        let terms = terms(&query.text, &(self.vocabulary.keywords)());
        let terms: Vec<(bool, Test)> = terms
            .iter()
            .map(|term| (term.without, Test::new(&term.wanted, self, &said)))
            .collect();
        let asked = terms.iter().filter(|(without, _)| !without);
        let asked: Vec<&Test> = asked.map(|(_, test)| test).collect();
        let by_name = asked.iter().any(|test| matches!(test, Test::Player(..)));
        let matches = |row: &Row| {
            let is_wanted = |color: Color| {
                let named = asked.iter().filter(|test| matches!(test, Test::Player(..)));
                players.contains(&self.shown(row.player(color)))
                    || named.clone().any(|test| test.names(row, color))
                    || players.is_empty() && !by_name
            };
            terms
                .iter()
                .all(|(without, test)| test.is_in(row, &is_wanted) != *without)
        };
        let reached = |slot: u32, row: &Row| {
            let position = query.position.as_ref();
            position.is_none_or(|position| position.ply_at(slot, row.id()).is_some())
        };
        let brought = |row: &Row| {
            let is_one = |all: &Brought| row.id().is_some_and(|id| all.ids().contains(&**id));
            query.brought.as_ref().is_none_or(is_one)
        };
        let fits = |slot: u32, row: &Row| {
            query.status.holds(row)
                && reached(slot, row)
                && brought(row)
                && players.iter().all(|player| self.has_played(row, *player))
                && query.result.is_none_or(|result| has_result(row, result))
                && query.speed.is_none_or(|speed| self.has_speed(row, speed))
                && matches(row)
        };
        let found = |slot: &u32| self.row_at(*slot).is_some_and(|row| fits(*slot, row));
        let slots = self.order.iter().copied();
        let slots = slots.take_while(|_| !overtaken.load(Ordering::Relaxed));
        let mut slots: Vec<u32> = slots.filter(found).collect();
        if overtaken.load(Ordering::Relaxed) {
            return None;
        }
        self.sort(&mut slots, query.sort);
        if matches!(query.sort, Sort::Unsorted | Sort::Newest) && !asked.is_empty() {
            // A name that is looked for is mostly that of a player, and of no opening.
            let names_a_player = |row: &Row| asked.iter().any(|test| test.names_a_player(row));
            let of_player = |slot: &u32| self.row_at(*slot).is_some_and(names_a_player);
            let (players, others): (Vec<u32>, Vec<u32>) = slots.into_iter().partition(of_player);
            slots = [players, others].concat();
        }
        Some(slots.into_iter().map(Slot).collect())
    }

    /// The numbers of players; `None` where one of them has never played.
    fn persons_of(&self, players: &[String]) -> Option<Vec<u32>> {
        players
            .iter()
            .map(|player| self.person_called(player))
            .collect()
    }

    fn has_played(&self, row: &Row, player: u32) -> bool {
        Color::ALL
            .into_iter()
            .any(|color| self.shown(row.player(color)) == player)
    }

    fn has_speed(&self, row: &Row, speed: SpeedFilter) -> bool {
        let own = self.speeds.get(row.control as usize).copied().flatten();
        match speed {
            SpeedFilter::Untimed => own.is_none(),
            SpeedFilter::Timed(speed) => own == Some(speed),
        }
    }

    /// Sorts slots that are in order of time, the newest first, or as they stand in a file; what is alike stays so.
    fn sort(&self, slots: &mut [u32], sort: Sort) {
        let number = |slot: &u32, of: fn(&Row) -> u32| self.row_at(*slot).map_or(0, of);
        let by_name = |slots: &mut [u32], of: fn(&Row) -> u32| {
            let ranks = self.names.ranks();
            slots.sort_by_cached_key(|slot| {
                let person = self.shown(number(slot, of));
                ranks.get(person as usize).copied()
            });
        };
        match sort {
            Sort::Unsorted => {}
            Sort::Newest | Sort::Oldest if self.is_unordered => {
                let ranks = self.days.ranks_of_days();
                let unknown = self.days.find(UNKNOWN_DATE);
                let newest = sort == Sort::Newest;
                slots.sort_by_cached_key(|slot| {
                    let day = number(slot, |row| row.day);
                    let rank = ranks.get(day as usize).copied().unwrap_or(0);
                    // Games without one come last.
                    (
                        Some(day) == unknown,
                        if newest { u32::MAX - rank } else { rank },
                    )
                });
            }
            Sort::Newest => {}
            Sort::Oldest => slots.reverse(),
            Sort::White => by_name(slots, |row| row.white),
            Sort::Black => by_name(slots, |row| row.black),
            Sort::Opening => {
                let ranks = self.openings.ranks();
                let none = self.openings.find("");
                slots.sort_by_cached_key(|slot| {
                    let opening = number(slot, |row| row.opening);
                    // Games without one come last.
                    (Some(opening) == none, ranks.get(opening as usize).copied())
                });
            }
            Sort::Longest => {
                slots.sort_by_key(|slot| std::cmp::Reverse(number(slot, |row| row.plies)));
            }
            Sort::Shortest => slots.sort_by_key(|slot| number(slot, |row| row.plies)),
        }
    }
}

fn has_result(row: &Row, result: ResultFilter) -> bool {
    let Some(outcome) = row.outcome else {
        return false;
    };
    let winner = match result {
        ResultFilter::WhiteWins => Some(Color::White),
        ResultFilter::BlackWins => Some(Color::Black),
        ResultFilter::Draw => None,
    };
    outcome.winner == winner && row.state != State::Unfinished
}
