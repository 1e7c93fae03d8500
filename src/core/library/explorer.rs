//! What was played from a position, and which games reached it.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use jiff::civil::Date;

use super::catalogue::{Catalogue, LogFacts, Row};
use super::positions::{Positions, key};
use super::trace::{Sought, had, hash, number, order, reached};
use crate::chess::{Chess, Color, DrawRule, Game, Move, Outcome, Ply};
use crate::record::log::first_day;

/// Which games count.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// Who played, by any name that the player has had.
    pub player: Option<String>,
    /// With pieces of which color.
    pub color: Option<Color>,
    /// The first day on which the game may have begun.
    pub since: Option<Date>,
    /// The last such day.
    pub until: Option<Date>,
}

impl GameFilter {
    /// Whether a game of these players counts, `player` being the number of the one who is asked for, where one is.
    pub(super) fn counts(
        &self,
        player: Option<u32>,
        (white, black): (u32, u32),
        day: impl Fn() -> Option<Date>,
    ) -> bool {
        let has_played = |player| match self.color {
            None => white == player || black == player,
            Some(color) => color.fold_wb(white, black) == player,
        };
        player.is_none_or(has_played)
            && self
                .since
                .is_none_or(|first| day().is_some_and(|day| day >= first))
            && self
                .until
                .is_none_or(|last| day().is_some_and(|day| day <= last))
    }
}

/// How many games there are, and how those that are finished ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ResultCounts {
    /// All of them, unfinished ones, too.
    pub games: u32,
    /// Those that White won.
    pub white: u32,
    /// Those that neither player won.
    pub draws: u32,
    /// Those that Black won.
    pub black: u32,
}

impl ResultCounts {
    pub(super) fn add(&mut self, outcome: Option<Outcome>) {
        self.games += 1;
        match outcome.map(|outcome| outcome.winner) {
            Some(Some(Color::White)) => self.white += 1,
            Some(Some(Color::Black)) => self.black += 1,
            Some(None) => self.draws += 1,
            None => {}
        }
    }
}

/// What was played from a position.
#[derive(Debug, Clone, Default)]
pub struct Explored {
    /// The games that reached it, also those that went no further.
    pub all: ResultCounts,
    /// The id of the log, where one game alone reached it.
    pub only: Option<Arc<str>>,
    /// The moves that were played, the most played first, and those played as often by their squares.
    pub moves: Vec<(Ply, ResultCounts)>,
}

/// A game that reached a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reached {
    /// The id of its log.
    pub id: Arc<str>,
    /// After how many plies the position stood there first.
    pub ply: usize,
}

/// What counts of a game.
struct Card {
    id: Arc<str>,
    fingerprint: u64,
    /// The numbers of the names under which the players are shown.
    white: u32,
    black: u32,
    /// The day on which it began. Unknown months and days are the first ones.
    day: Option<Date>,
    outcome: Option<Outcome>,
}

/// What counts of every game of a catalogue: quickly taken, to be made more of elsewhere.
pub struct GameSnapshot {
    /// The newest first.
    cards: Vec<Card>,
    /// Every name with the number of the one under which that player is shown.
    names: Vec<(Box<str>, u32)>,
}

impl GameSnapshot {
    /// The games as they are now.
    pub fn of(catalogue: &Catalogue) -> Self {
        let rows = catalogue.order.iter();
        let rows = rows.filter_map(|slot| catalogue.row_at(*slot));
        let rows = rows.filter_map(|row| Some((row, row.log.as_deref()?)));
        let days = catalogue.days.entries().iter();
        let days: Vec<Option<Date>> = days.map(|entry| first_day(&entry.text)).collect();
        let card = |(row, log): (&Row, &LogFacts)| Card {
            id: Arc::clone(&log.id),
            fingerprint: log.fingerprint,
            white: catalogue.shown(row.white),
            black: catalogue.shown(row.black),
            day: days.get(row.day as usize).copied().flatten(),
            outcome: row.outcome,
        };
        let names = catalogue.names.entries().iter();
        Self {
            cards: rows.map(card).collect(),
            names: names
                .zip(0..)
                .map(|(entry, name)| (entry.text.clone(), catalogue.shown(name)))
                .collect(),
        }
    }

    /// The same games with their positions, as [`super::Library::positions`] gives them.
    pub fn with(self, positions: Positions) -> Explorer {
        let cards = self.cards.iter();
        let keys = cards.map(|card| key(&card.id, card.fingerprint));
        let mut by_key: HashMap<u64, usize> = keys.zip(0..).collect();
        Explorer {
            // A game that comes again there has its place once.
            places: positions.games().map(|key| by_key.remove(&key)).collect(),
            players: self.names.into_iter().collect(),
            cards: self.cards,
            positions,
        }
    }
}

/// Every game of a catalogue, by its positions: as they were when this was made.
pub struct Explorer {
    positions: Positions,
    /// The newest first.
    cards: Vec<Card>,
    /// Where the games are among them, by their numbers among the positions.
    places: Vec<Option<usize>>,
    /// The number of every player by any name.
    players: HashMap<Box<str>, u32>,
}

impl Explorer {
    /// The games of a catalogue with their positions, as [`super::Library::positions`] gives them.
    pub fn new(catalogue: &Catalogue, positions: Positions) -> Self {
        GameSnapshot::of(catalogue).with(positions)
    }

    /// Whether a player of this name has played.
    pub fn knows(&self, player: &str) -> bool {
        self.players.contains_key(player)
    }

    /// The moves that were played from a position, in the games that count: in each of them the move
    /// after the position stood there first.
    ///
    /// # Errors
    /// Where the file with the positions cannot be read any more.
    pub fn explore(&self, position: &Chess, filter: &GameFilter) -> io::Result<Explored> {
        let mut all = ResultCounts::default();
        // By the numbers of the moves; there are no more.
        let mut shares = [ResultCounts::default(); 256];
        let person = match &filter.player {
            None => None,
            Some(name) => match self.players.get(name.as_str()) {
                None => return Ok(Explored::default()),
                known => known.copied(),
            },
        };
        let fits = |card: &Card| filter.counts(person, (card.white, card.black), || card.day);
        let mut last = None;
        let hash = hash(position);
        self.each(|place, steps| {
            let card = &self.cards[place];
            if let Some((_, mv)) = reached(steps, hash).filter(|_| fits(card)) {
                last = Some(card);
                all.add(card.outcome);
                shares[usize::from(mv)].add(card.outcome);
            }
        })?;
        let share = |mv| shares[usize::from(number(position, mv))];
        let only = last.filter(|_| all.games == 1);
        Ok(Explored {
            all,
            only: only.map(|card| Arc::clone(&card.id)),
            moves: ranked(position, share),
        })
    }

    /// The games that reached what is looked for, the newest first. Positions are told apart by 64 bits, pieces by 48:
    /// among ten million positions, one question in a million million finds a wrong one.
    ///
    /// # Errors
    /// Where the file with the positions cannot be read any more.
    pub fn find(&self, sought: &Sought) -> io::Result<Vec<Reached>> {
        let hash = match sought {
            Sought::Position(position) => hash(position),
            Sought::Material(_) => 0,
        };
        let ply = |steps: &[u8]| match sought {
            Sought::Position(_) => reached(steps, hash).map(|(ply, _)| ply),
            Sought::Material(material) => {
                let [own, turned] = [*material, material.turned()].map(|pieces| had(steps, pieces));
                own.into_iter().chain(turned).min()
            }
        };
        let mut found = Vec::new();
        self.each(|place, steps| found.extend(ply(steps).map(|ply| (place, ply))))?;
        found.sort_unstable();
        let id = |place: usize| Arc::clone(&self.cards[place].id);
        let reached = |(place, ply)| Reached { id: id(place), ply };
        Ok(found.into_iter().map(reached).collect())
    }

    /// Hands over every game once: its place, and its steps.
    fn each(&self, mut take: impl FnMut(usize, &[u8])) -> io::Result<()> {
        self.positions.each(|number, steps| {
            if let Some(place) = self.places.get(number).copied().flatten() {
                take(place, steps);
            }
        })
    }
}

/// The moves of a position that have a share, those with most games first, and those with as many by their squares.
pub(super) fn ranked(
    position: &Chess,
    share: impl Fn(Move) -> ResultCounts,
) -> Vec<(Ply, ResultCounts)> {
    let mut plies = Game::new(position.clone(), DrawRule::Unjudged).legal_plies();
    plies.sort_by_key(|ply| order(ply.mv));
    let played = plies.into_iter().map(|ply| {
        let share = share(ply.mv);
        (ply, share)
    });
    let mut moves: Vec<_> = played.filter(|(_, share)| share.games > 0).collect();
    moves.sort_by_key(|(_, share)| Reverse(share.games));
    moves
}
