//! Two players against each other.

use std::ops::Range;

use super::catalogue::Row;
use super::players::Count;
use super::{Catalogue, Results, Tally};
use crate::rules::Color;

/// Games that somebody has won in a row; a draw ends it, an unfinished game does not count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Streak {
    /// Up to the last finished game.
    pub current: u32,
    /// At any time.
    pub longest: u32,
}

/// Two players against each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rivalry {
    /// Both by the names that are shown.
    pub names: [String; 2],
    /// Their games, as they went for the first of the two.
    pub tally: Tally,
    /// What each of them has won in a row.
    pub streaks: [Streak; 2],
    /// The colour that the first of them had in the game that began last.
    pub last_color: Color,
}

impl Catalogue {
    /// How two players stand against each other; `None` where they have not played each other.
    #[must_use]
    pub fn rivalry(&self, first: &str, second: &str) -> Option<Rivalry> {
        let two = self.two_called(first, second)?;
        let mut count = Count::default();
        let mut streaks = [Streak::default(); 2];
        let mut last_color = None;
        for (row, color) in self.meetings(two) {
            last_color = Some(color);
            count.add(row, color);
            let Some(outcome) = row.outcome else { continue };
            for (streak, side) in streaks.iter_mut().zip([color, !color]) {
                let won = outcome.winner == Some(side);
                streak.current = if won { streak.current + 1 } else { 0 };
                streak.longest = streak.longest.max(streak.current);
            }
        }
        Some(Rivalry {
            names: two.map(|person| self.names.text(person).to_owned()),
            tally: count.tally(self),
            streaks,
            last_color: last_color?,
        })
    }

    /// How the games of two players went for the first of them that began in this span, in seconds
    /// since 1970.
    #[must_use]
    pub fn results_within(&self, first: &str, second: &str, span: Range<i64>) -> Results {
        let mut count = Count::default();
        if let Some(two) = self.two_called(first, second) {
            for (row, color) in self.meetings(two) {
                if span.contains(&row.moment) {
                    count.add(row, color);
                }
            }
        }
        count.tally(self).total()
    }

    /// Two different players.
    fn two_called(&self, first: &str, second: &str) -> Option<[u32; 2]> {
        let two = [self.person_called(first)?, self.person_called(second)?];
        (two[0] != two[1]).then_some(two)
    }

    /// The games of two players against each other, the oldest first, each with the colour of the
    /// first of them.
    fn meetings(&self, [own, other]: [u32; 2]) -> impl Iterator<Item = (&Row, Color)> {
        let rows = self.order.iter().rev();
        rows.filter_map(|slot| self.row_at(*slot))
            .filter_map(move |row| {
                let color = Color::ALL.into_iter().find(|color| {
                    self.person(row, *color) == Some(own)
                        && self.person(row, !*color) == Some(other)
                });
                Some((row, color?))
            })
    }
}
