//! Two players against each other.

use super::players::Count;
use super::{Catalogue, Tally};
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
        let own = self.person_called(first)?;
        let other = self.person_called(second)?;
        if own == other {
            return None;
        }
        let mut count = Count::default();
        let mut streaks = [Streak::default(); 2];
        let mut last_color = None;
        for row in self
            .order
            .iter()
            .rev()
            .filter_map(|slot| self.row_at(*slot))
        {
            let color = Color::ALL.into_iter().find(|color| {
                self.person(row, *color) == Some(own) && self.person(row, !*color) == Some(other)
            });
            let Some(color) = color else { continue };
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
            names: [own, other].map(|person| self.names.text(person).to_owned()),
            tally: count.tally(self),
            streaks,
            last_color: last_color?,
        })
    }
}
