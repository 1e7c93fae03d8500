//! All players with their results, counted in one pass over the games; and two players against each other.

use std::cmp::Reverse;
use std::ops::{Add, Range};

use super::Catalogue;
use super::catalogue::Row;
use super::search::{fold, has_word};
use crate::chess::{ByColor, Color, Outcome};
use crate::record::log::given_name;

/// How finished games went for a player.
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
    pub fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The points, in halves: two for a win, one for a draw.
    pub fn half_points(self) -> u32 {
        2 * self.wins + self.draws
    }

    /// The points in hundredths of those that could be had, rounded; `None` without games.
    pub fn percent(self) -> Option<u32> {
        let whole = 2 * u64::from(self.games());
        let part = 200 * u64::from(self.half_points()) + whole;
        u32::try_from(part.checked_div(2 * whole)?).ok()
    }

    /// The same games as they went for the other side.
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
pub struct StartDate {
    /// In seconds since 1970.
    pub moment: i64,
    /// The day as PGN writes it, as far as it is known: `2026.11.20`, `1972.??.??`.
    pub date: String,
}

/// What came of the games of a player, all of them or those against one other player.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Finished games, by the color of the pieces. A damaged game counts by its result.
    pub finished: ByColor<Results>,
    /// Games without a result.
    pub unfinished: u32,
    /// How often the player was helped in all of them.
    pub helped: u32,
    /// The first game; `None` where no game has a date.
    pub first: Option<StartDate>,
    /// The last game, in the same way.
    pub last: Option<StartDate>,
}

impl Tally {
    /// The finished games with either color.
    pub fn total(&self) -> Results {
        self.finished.white + self.finished.black
    }

    /// How many games there are, finished or not.
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
    /// Counts a game in which the player has the pieces of this color.
    pub(super) fn add(&mut self, row: &Row, color: Color) {
        match row.outcome {
            None => self.unfinished += 1,
            Some(outcome) => {
                let results = self.finished.get_mut(color);
                *results = *results + Results::of(outcome, color);
            }
        }
        let helped = row.log.as_ref().map_or(0, |log| *log.helped.get(color));
        self.helped = self.helped.saturating_add(helped);
        // What has no date comes before all that has one.
        if row.moment > i64::MIN {
            let began = Some((row.moment, row.day));
            self.first = self.first.min(began).or(began);
            self.last = self.last.max(began);
        }
    }

    pub(super) fn tally(&self, catalogue: &Catalogue) -> Tally {
        let began = |(moment, day)| StartDate {
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
    /// The games that were counted, as they went for this player; among the opponents of another,
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
    /// Who played last comes first, and with as many games as another, who played more.
    all: Vec<Player>,
    /// What is compared with what is typed.
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
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are no players.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The player at a place that [`Players::find`] has given.
    pub fn get(&self, place: usize) -> Option<&Player> {
        self.all.get(place)
    }

    /// The player with this name.
    pub fn by_name(&self, name: &str) -> Option<&Player> {
        self.all.iter().find(|player| player.name == name)
    }

    /// The places of those in whose names all these words are, in the order that is wanted.
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
    /// So many names of players, or fewer, that begin as typed, or of which a word does; who played most comes first.
    pub fn names(&self, typed: &str, most: usize) -> Vec<String> {
        let typing = fold(typed.trim());
        let mut wanted = vec![false; self.names.entries().len()];
        for (entry, person) in self.names.entries().iter().zip(&self.persons) {
            wanted[*person as usize] |= has_word(&entry.folded, &typing);
        }
        let mut counts = vec![0_u32; wanted.len()];
        for row in self.rows.iter().flatten() {
            for color in Color::ALL {
                // Most are not, which costs the least to see.
                if wanted[self.shown(row.player(color)) as usize] {
                    if let Some(person) = self.person(row, color) {
                        counts[person as usize] += 1;
                    }
                }
            }
        }
        let counted = (0..).zip(counts).filter(|(_, count)| *count > 0);
        let named = counted.map(|(person, count)| (Reverse(count), self.names.text(person)));
        let mut named: Vec<_> = named.collect();
        named.sort_unstable();
        let names = named.into_iter().take(most);
        names.map(|(_, name)| name.to_owned()).collect()
    }

    /// All players of the games.
    pub fn players(&self) -> Players {
        self.tallied(|row, count| {
            for color in Color::ALL {
                if let Some(person) = self.person(row, color) {
                    count(person, color);
                }
            }
        })
    }

    /// All opponents of this player; the games are counted as they went for the
    /// player who is asked for.
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

    /// The name under which the games of a player are shown who may have been renamed.
    pub fn shown_as<'a>(&'a self, name: &'a str) -> &'a str {
        let person = self.person_called(name);
        person.map_or(name, |person| self.names.text(person))
    }

    /// The number of the name under which a player's games are shown; `None` for who has never
    /// played.
    pub(super) fn person_called(&self, name: &str) -> Option<u32> {
        self.names.find(name).map(|number| self.shown(number))
    }

    /// Who has the pieces of this color; `None` where no name was given.
    pub(super) fn person(&self, row: &Row, color: Color) -> Option<u32> {
        let person = self.shown(row.player(color));
        given_name(self.names.text(person), color).map(|_| person)
    }
}

/// Games that a player has won in a row; a draw ends it, an unfinished game does not count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Streak {
    /// Up to the last finished game.
    pub current: u32,
    /// At any time.
    pub longest: u32,
}

/// Two players against each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeadToHeadResults {
    /// Both by the names that are shown.
    pub names: [String; 2],
    /// Their games, as they went for the first of the two.
    pub tally: Tally,
    /// What each of them has won in a row.
    pub streaks: [Streak; 2],
    /// The color that the first of them had in the game that began last.
    pub last_color: Color,
}

/// A finished game, as it went for one of its players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FinishedGame {
    /// When it began, in seconds since 1970.
    pub began: i64,
    /// Won, drawn or lost.
    pub result: Results,
    /// How often the player was helped.
    pub helped: u32,
}

impl Catalogue {
    /// The finished games of a player against another, the last one first. `None` stands for those who gave no name.
    pub fn played(
        &self,
        player: Option<&str>,
        opponent: &str,
    ) -> impl Iterator<Item = FinishedGame> + use<'_> {
        let own = player.map(|name| self.person_called(name));
        let two = match own {
            Some(None) => None,
            own => self
                .person_called(opponent)
                .map(|other| (own.flatten(), other)),
        };
        let games = two.into_iter();
        let games = games.flat_map(|(own, other)| self.meetings(own, other).rev());
        games.filter_map(|(row, color)| {
            Some(FinishedGame {
                began: row.moment,
                result: Results::of(row.outcome?, color),
                helped: row.log.as_ref().map_or(0, |log| *log.helped.get(color)),
            })
        })
    }

    /// How two players stand against each other; `None` where they have not played each other.
    pub fn rivalry(&self, first: &str, second: &str) -> Option<HeadToHeadResults> {
        let two = self.two_called(first, second)?;
        let mut count = Count::default();
        let mut streaks = [Streak::default(); 2];
        let mut last_color = None;
        for (row, color) in self.meetings(Some(two[0]), two[1]) {
            last_color = Some(color);
            count.add(row, color);
            let Some(outcome) = row.outcome else { continue };
            for (streak, side) in streaks.iter_mut().zip([color, !color]) {
                let won = outcome.winner == Some(side);
                streak.current = if won { streak.current + 1 } else { 0 };
                streak.longest = streak.longest.max(streak.current);
            }
        }
        Some(HeadToHeadResults {
            names: two.map(|person| self.names.text(person).to_owned()),
            tally: count.tally(self),
            streaks,
            last_color: last_color?,
        })
    }

    /// How the games of two players went for the first of them that began in this span, in seconds
    /// since 1970.
    pub fn results_within(&self, first: &str, second: &str, span: Range<i64>) -> Results {
        let two = self.two_called(first, second).into_iter();
        two.flat_map(|[first, second]| self.meetings(Some(first), second))
            .filter(|(row, _)| span.contains(&row.moment))
            .filter_map(|(row, color)| Some(Results::of(row.outcome?, color)))
            .fold(Results::default(), Results::add)
    }

    /// Two different players.
    fn two_called(&self, first: &str, second: &str) -> Option<[u32; 2]> {
        let two = [self.person_called(first)?, self.person_called(second)?];
        (two[0] != two[1]).then_some(two)
    }

    /// The games of two players against each other, the oldest first, each with the color of the
    /// first of them, who may have given no name.
    fn meetings(
        &self,
        own: Option<u32>,
        other: u32,
    ) -> impl DoubleEndedIterator<Item = (&Row, Color)> {
        let rows = self.order.iter().rev();
        rows.filter_map(|slot| self.row_at(*slot))
            .filter_map(move |row| {
                let color = Color::ALL.into_iter().find(|color| {
                    self.person(row, *color) == own && self.person(row, !*color) == Some(other)
                });
                Some((row, color?))
            })
    }
}
