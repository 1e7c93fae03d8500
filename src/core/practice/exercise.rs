//! A position with something to find in it.

use std::str::FromStr;

use shakmaty::uci::UciMove;

use crate::rules::{Chess, Color, Move, Position, fen_of};
use crate::tutor::{Claim, Motif, solution_claims};

/// Where a position comes from, by which it is known again.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Source {
    /// The shelf: the puzzle of this number.
    Shelf(String),
    /// A game: the position itself, as FEN.
    Game(String),
}

/// A position, what was played before it, and what is to be found in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exercise {
    /// Where it comes from.
    pub source: Source,
    /// How the best line wins.
    pub motifs: Vec<Motif>,
    before: Chess,
    last: Option<Move>,
    start: Chess,
    line: Vec<Move>,
}

impl Exercise {
    /// What is best in the position after the opponent's move, or in `before` itself where that is not known. `None`
    /// where one of the moves cannot be played, or there is none to find. A position without a number comes from a
    /// game.
    #[must_use]
    pub fn new(
        number: Option<&str>,
        before: Chess,
        last: Option<&str>,
        line: &[&str],
        motifs: Vec<Motif>,
    ) -> Option<Self> {
        let mut here = before.clone();
        let last = match last {
            Some(written) => Some(play(&mut here, written)?),
            None => None,
        };
        let start = here.clone();
        let line: Option<Vec<Move>> = line
            .iter()
            .map(|written| play(&mut here, written))
            .collect();
        let source = match number {
            Some(number) => Source::Shelf(number.to_owned()),
            None => Source::Game(fen_of(&start)),
        };
        line.filter(|line| !line.is_empty()).map(|line| Self {
            source,
            motifs,
            before,
            last,
            start,
            line,
        })
    }

    /// The position before the opponent's move.
    #[must_use]
    pub fn before(&self) -> &Chess {
        &self.before
    }

    /// The opponent's move.
    #[must_use]
    pub fn last(&self) -> Option<Move> {
        self.last
    }

    /// The position in which something is to be found.
    #[must_use]
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// Who is to find it.
    #[must_use]
    pub fn mover(&self) -> Color {
        self.start.turn()
    }

    /// The best moves of both sides.
    #[must_use]
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// The position after so many moves of the line.
    #[must_use]
    pub fn after(&self, played: usize) -> Chess {
        let mut here = self.start.clone();
        let moves = self.line.iter().take(played);
        moves.for_each(|mv| here.play_unchecked(*mv));
        here
    }

    /// How many moves of the line are played until it is found: all that a puzzle has; in a game only the first one
    /// was missed, and the next ones need not be the only good ones.
    #[must_use]
    pub fn asked(&self) -> usize {
        match self.source {
            Source::Shelf(_) => self.line.len(),
            Source::Game(_) => 1,
        }
    }

    /// Whether the line ends in mate.
    #[must_use]
    pub fn mates(&self) -> bool {
        self.line.len() % 2 == 1 && self.after(self.line.len()).is_checkmate()
    }

    /// In how many moves the line mates once so many of it are played; `None` where it does not.
    #[must_use]
    pub fn mate_in(&self, played: usize) -> Option<i32> {
        let left = self.line.len().saturating_sub(played).div_ceil(2);
        self.mates().then(|| i32::try_from(left).ok()).flatten()
    }

    /// What the line proves.
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        if self.motifs.is_empty() {
            // It is the best line, and no more is known of it.
            return Vec::new();
        }
        let last = self.last.map(|last| (&self.before, last));
        solution_claims(last, &self.start, &self.line)
    }
}

/// Plays a move in coordinates, if it can be played.
fn play(here: &mut Chess, written: &str) -> Option<Move> {
    let mv = UciMove::from_str(written).ok()?.to_move(here).ok()?;
    here.play_unchecked(mv);
    Some(mv)
}
