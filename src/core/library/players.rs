//! Everybody who has played, with what came of it, counted in one pass over the games.

use std::cmp::Reverse;
use std::ops::Add;

use super::Catalogue;
use super::catalogue::Row;
use super::table::fold;
use crate::log::given_name;
use crate::rules::{ByColor, Color, Outcome};

/// How finished games went for somebody.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Results {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Results {
    /// One game, as it went for a side.
    #[must_use]
    pub fn of(outcome: Outcome, side: Color) -> Self {
        let mut results = Self::default();
        *match outcome.winner {
            None => &mut results.draws,
            Some(winner) if winner == side => &mut results.wins,
            Some(_) => &mut results.losses,
        } = 1;
        results
    }

    /// How many games there were.
    #[must_use]
    pub fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The points, in halves: two for a win, one for a draw.
    #[must_use]
    pub fn half_points(self) -> u32 {
        2 * self.wins + self.draws
    }

    /// The points in hundredths of those that could be had, rounded; `None` without games.
    #[must_use]
    pub fn percent(self) -> Option<u32> {
        let whole = 2 * u64::from(self.games());
        let part = 200 * u64::from(self.half_points()) + whole;
        u32::try_from(part.checked_div(2 * whole)?).ok()
    }

    /// The same games as they went for the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self {
            wins: self.losses,
            losses: self.wins,
            ..self
        }
    }
}

impl Add for Results {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// When a game began.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Began {
    /// In seconds since 1970.
    pub moment: i64,
    /// The day as PGN writes it, as far as it is known: `2026.11.20`, `1972.??.??`.
    pub date: String,
}

/// What came of the games of somebody, all of them or those against one other player.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Finished games, by the colour of the pieces. A damaged game counts by its result.
    pub finished: ByColor<Results>,
    /// Games without a result.
    pub unfinished: u32,
    /// How often the player was helped in all of them.
    pub helped: u32,
    /// The first game; `None` where no game has a date.
    pub first: Option<Began>,
    /// The last game, in the same way.
    pub last: Option<Began>,
}

impl Tally {
    /// The finished games with either colour.
    #[must_use]
    pub fn total(&self) -> Results {
        self.finished.white + self.finished.black
    }

    /// How many games there are, finished or not.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.total().games() + self.unfinished
    }
}

/// A tally in the making: moments with the numbers of their days.
#[derive(Debug, Default)]
pub(super) struct Count {
    finished: ByColor<Results>,
    unfinished: u32,
    helped: u32,
    first: Option<(i64, u32)>,
    last: Option<(i64, u32)>,
}

impl Count {
    /// Counts a game in which somebody has the pieces of this colour.
    pub(super) fn add(&mut self, row: &Row, color: Color) {
        match row.outcome {
            None => self.unfinished += 1,
            Some(outcome) => {
                let results = self.finished.get_mut(color);
                *results = *results + Results::of(outcome, color);
            }
        }
        self.helped = self.helped.saturating_add(*row.helped.get(color));
        // What has no date comes before all that has one.
        if row.moment > i64::MIN {
            let began = Some((row.moment, row.day));
            self.first = self.first.min(began).or(began);
            self.last = self.last.max(began);
        }
    }

    pub(super) fn tally(&self, catalogue: &Catalogue) -> Tally {
        let began = |(moment, day)| Began {
            moment,
            date: catalogue.days.text(day).to_owned(),
        };
        Tally {
            finished: self.finished,
            unfinished: self.unfinished,
            helped: self.helped,
            first: self.first.map(began),
            last: self.last.map(began),
        }
    }
}

/// A player by the name that is shown, with what came of the games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The name under which the games are shown.
    pub name: String,
    /// The games that were counted, as they went for this player; among the opponents of somebody,
    /// as they went for that one.
    pub tally: Tally,
}

/// The order of a list of players.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PlayerOrder {
    /// By the day of the last game, the latest first.
    #[default]
    LastPlayed,
    /// By the number of games, the most first.
    Games,
    /// By name.
    Name,
}

/// Several players, ready to be searched.
#[derive(Debug, Default)]
pub struct Players {
    /// Who played last comes first, and with as many games as somebody else, who played more.
    all: Vec<Player>,
    /// What is compared with what somebody types.
    folded: Vec<Box<str>>,
}

impl Players {
    fn new(mut all: Vec<Player>, found_by: fn(&str) -> String) -> Self {
        all.sort_by(|a, b| {
            let last = |player: &Player| player.tally.last.as_ref().map(|last| last.moment);
            let key = |player: &Player| Reverse((last(player), player.tally.games()));
            key(a).cmp(&key(b)).then_with(|| a.name.cmp(&b.name))
        });
        let folded = all.iter();
        let folded = folded.map(|player| fold(&found_by(&player.name)).into());
        let folded = folded.collect();
        Self { all, folded }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is nobody.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The player at a place that [`Players::find`] has given.
    #[must_use]
    pub fn get(&self, place: usize) -> Option<&Player> {
        self.all.get(place)
    }

    /// The player with this name.
    #[must_use]
    pub fn by_name(&self, name: &str) -> Option<&Player> {
        self.all.iter().find(|player| player.name == name)
    }

    /// The places of those in whose names all these words are, in the order that is wanted.
    #[must_use]
    pub fn find(&self, text: &str, order: PlayerOrder) -> Vec<usize> {
        let text = fold(text);
        let words: Vec<&str> = text.split_whitespace().collect();
        let fits = |place: &usize| words.iter().all(|word| self.folded[*place].contains(word));
        let mut found: Vec<usize> = (0..self.all.len()).filter(fits).collect();
        match order {
            PlayerOrder::LastPlayed => {}
            PlayerOrder::Games => {
                found.sort_by_key(|place| Reverse(self.all[*place].tally.games()));
            }
            PlayerOrder::Name => found.sort_by_key(|place| &self.folded[*place]),
        }
        found
    }

    /// Names that begin with what is typed, or have a word that does: who played last comes first.
    /// What is typed in full already is not among them.
    pub fn suggestions<'a>(&'a self, typed: &'a str) -> impl Iterator<Item = &'a str> {
        let typing = fold(typed.trim_start());
        let named = self.all.iter().zip(&self.folded);
        named
            .filter(move |(_, folded)| begins(folded, &typing))
            .map(|(player, _)| player.name.as_str())
            .filter(move |name| *name != typed.trim())
    }
}

/// Whether a name, or a word of it, begins so.
fn begins(name: &str, typed: &str) -> bool {
    name.match_indices(typed).any(|(place, _)| {
        let before = name[..place].chars().next_back();
        before.is_none_or(|letter| !letter.is_alphanumeric())
    })
}

impl Catalogue {
    /// Everybody who has played.
    #[must_use]
    pub fn players(&self) -> Players {
        self.tallied(|row, count| {
            for color in Color::ALL {
                if let Some(person) = self.person(row, color) {
                    count(person, color);
                }
            }
        })
    }

    /// Everybody against whom this player has played; the games are counted as they went for the
    /// player who is asked for.
    #[must_use]
    pub fn opponents(&self, name: &str) -> Players {
        let own = self.person_called(name);
        self.tallied(|row, count| {
            for color in Color::ALL {
                let other = self.person(row, !color);
                if let Some(other) = other.filter(|other| Some(*other) != own) {
                    if own.is_some() && self.person(row, color) == own {
                        count(other, color);
                    }
                }
            }
        })
    }

    /// Goes through the games once; `share` says for whom each of them counts.
    fn tallied(&self, share: impl Fn(&Row, &mut dyn FnMut(u32, Color))) -> Players {
        let mut counts: Vec<Option<Box<Count>>> = Vec::new();
        counts.resize_with(self.names.entries().len(), || None);
        for row in self.rows.iter().flatten() {
            share(row, &mut |person, color| {
                if let Some(count) = counts.get_mut(person as usize) {
                    count.get_or_insert_default().add(row, color);
                }
            });
        }
        let players = (0..).zip(counts).filter_map(|(person, count)| {
            Some(Player {
                name: self.names.text(person).to_owned(),
                tally: count?.tally(self),
            })
        });
        Players::new(players.collect(), self.vocabulary.player)
    }

    /// The name under which the games of somebody are shown who may have been renamed.
    #[must_use]
    pub fn shown_as<'a>(&'a self, name: &'a str) -> &'a str {
        let person = self.person_called(name);
        person.map_or(name, |person| self.names.text(person))
    }

    /// The number of the name under which somebody's games are shown; `None` for who has never
    /// played.
    pub(super) fn person_called(&self, name: &str) -> Option<u32> {
        let number = self.names.find(name)?;
        self.persons.get(number as usize).copied()
    }

    /// Who has the pieces of this colour; `None` where nobody gave a name.
    pub(super) fn person(&self, row: &Row, color: Color) -> Option<u32> {
        let person = *self.persons.get(row.player(color) as usize)?;
        given_name(self.names.text(person), color).map(|_| person)
    }
}
