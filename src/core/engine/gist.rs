//! What a game comes down to, in one sentence's worth.

use shakmaty::Color;

use super::Course;
use crate::rules::Outcome;

/// What a game comes down to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gist {
    /// From this ply on the winner had a clear advantage to the end.
    Decided(usize),
    /// The winner had it from the first position on.
    AlwaysClear(Color),
    /// Somebody won while neither side had a clear advantage on the board.
    Undecided,
    /// Somebody won while this side, the other one, had a clear advantage on the board.
    Against(Color),
    /// Nobody won, and neither side ever had a clear advantage.
    Balanced,
    /// Nobody won, though this side had a clear advantage, for the last time after so many plies.
    LetGo(Color, usize),
}

/// From so many points of the chances on an advantage is clear.
const CLEAR: f64 = 75.0;

impl Course {
    /// What the game comes down to that has ended so; known once all positions are.
    #[must_use]
    pub fn gist(&self, outcome: Outcome) -> Option<Gist> {
        let chances: Option<Vec<f64>> = (0..=self.plies()).map(|ply| self.win(ply)).collect();
        let chances = chances?;
        let clear = |side: Color, ply: usize| {
            let white = chances[ply];
            side.fold_wb(white, 100.0 - white) >= CLEAR
        };
        let last = self.plies();
        let Some(winner) = outcome.winner else {
            let sides = (0..=last)
                .rev()
                .flat_map(|ply| Color::ALL.map(|side| (side, ply)));
            let had = sides.into_iter().find(|(side, ply)| clear(*side, *ply));
            return Some(had.map_or(Gist::Balanced, |(side, ply)| Gist::LetGo(side, ply)));
        };
        Some(if clear(winner, last) {
            match (0..=last).rfind(|ply| !clear(winner, *ply)) {
                Some(before) => Gist::Decided(before + 1),
                None => Gist::AlwaysClear(winner),
            }
        } else if clear(winner.other(), last) {
            Gist::Against(winner.other())
        } else {
            Gist::Undecided
        })
    }
}
