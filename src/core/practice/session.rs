//! One try at an exercise, from the first move to the last.

use super::{Exercise, Source};
use crate::rules::{Chess, Move, Position, Square};
use crate::tutor::{Motif, Worth};

/// What has become of a move that somebody has tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tried {
    /// It is right, and the opponent answers so; more is to be found.
    GoesOn(Move),
    /// It is right, and all is found.
    Found,
    /// It wins as well, but there is something better to be found.
    Close,
    /// It is not what is to be found.
    Wrong,
    /// A tutor has to weigh it.
    Unknown,
}

/// Something that helps, more and more of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    /// How it is won.
    Motifs(Vec<Motif>),
    /// Which piece moves.
    Piece(Square),
    /// The move.
    Move(Move),
}

/// Somebody at an exercise.
#[derive(Debug, Clone)]
pub struct Session {
    exercise: Exercise,
    /// How many moves of the line are played.
    played: usize,
    /// How many hints were given for the next move.
    hints: usize,
    /// Whether it can still be found unaided.
    clean: bool,
    over: bool,
}

impl Session {
    /// Somebody who has seen the opponent's move.
    #[must_use]
    pub fn new(exercise: Exercise) -> Self {
        Self {
            exercise,
            played: 0,
            hints: 0,
            clean: true,
            over: false,
        }
    }

    /// What is to be found.
    #[must_use]
    pub fn exercise(&self) -> &Exercise {
        &self.exercise
    }

    /// How many moves of the line are played.
    #[must_use]
    pub fn played(&self) -> usize {
        self.played
    }

    /// The position in which a move is asked for, or in which it has ended.
    #[must_use]
    pub fn position(&self) -> Chess {
        self.exercise.after(self.played)
    }

    /// Whether nothing more is asked for.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether it was found, or can still be found, without a wrong move and without having been told the piece.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.clean
    }

    /// Tries a move that is legal in the position.
    pub fn try_move(&mut self, mv: Move) -> Tried {
        let Some(wanted) = self.wanted() else {
            return Tried::Found;
        };
        let mut after = self.position();
        after.play_unchecked(mv);
        if after.is_checkmate() {
            return self.finish();
        }
        if mv != wanted {
            return Tried::Unknown;
        }
        self.hints = 0;
        self.played += 1;
        match self.exercise.line().get(self.played) {
            Some(answer) if self.played + 1 < self.exercise.asked() => {
                self.played += 1;
                Tried::GoesOn(*answer)
            }
            _ => self.finish(),
        }
    }

    /// Takes note of what a tutor says of the move that was tried. Of a puzzle it is known that nothing else is as
    /// good, except for another mate that is as fast; a tutor at a glance does not see all of that.
    pub fn weighed(&mut self, worth: Worth) -> Tried {
        let only = matches!(self.exercise.source, Source::Shelf(_)) && !self.exercise.mates();
        match worth {
            Worth::Best | Worth::AsGood if !only => self.finish(),
            Worth::Best | Worth::AsGood | Worth::Close => Tried::Close,
            Worth::Worse => {
                self.clean = false;
                Tried::Wrong
            }
        }
    }

    /// The next hint for the move that is asked for; the last one again and again.
    pub fn hint(&mut self) -> Option<Hint> {
        let wanted = self.wanted()?;
        let motifs = self.exercise.motifs.clone();
        let first = usize::from(motifs.is_empty() || self.played > 0);
        let number = self.hints + first;
        self.hints += usize::from(number < 2);
        self.clean &= number == 0;
        Some(match (number, wanted.from()) {
            (0, _) => Hint::Motifs(motifs),
            (1, Some(from)) => Hint::Piece(from),
            _ => Hint::Move(wanted),
        })
    }

    /// Gives up. Returns the moves that were to be found, with those between them.
    pub fn give_up(&mut self) -> Vec<Move> {
        let line = self.exercise.line();
        let rest = line.get(self.played..).unwrap_or_default().to_vec();
        if !self.over {
            self.clean = false;
            self.over = true;
            self.played = line.len();
        }
        rest
    }

    fn wanted(&self) -> Option<Move> {
        let line = self.exercise.line();
        line.get(self.played).copied().filter(|_| !self.over)
    }

    fn finish(&mut self) -> Tried {
        self.over = true;
        Tried::Found
    }
}
