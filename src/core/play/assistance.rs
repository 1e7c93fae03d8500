//! The help agreed on before a game, while it is played: tips on request, warnings of what is threatened, and a guard
//! that holds a move back once where it simply loses something. What a tutor is to be asked stands here, and what it
//! has found; where the tutor thinks is up to those who wrap the game.

use crate::chess::{Event, Move, Ply};
use crate::engine::Stop;
use crate::training::tutor::{Explanation, Loss, Question, Threat, Tutor};

/// What is known of the position in which a player thinks who is helped. It is empty again when that position is gone.
#[derive(Debug, Clone, Default)]
pub struct Assistance {
    pub(super) best: Option<Explanation>,
    pub(super) threat: Option<Threat>,
    /// How many tips were given.
    pub(super) tips: u8,
    pub(super) held_back: Option<HeldBack>,
}

impl Assistance {
    /// What is best for the player to move, once it was found.
    pub fn best(&self) -> Option<&Explanation> {
        self.best.as_ref()
    }

    /// What the player to move was warned of.
    pub fn threat(&self) -> Option<&Threat> {
        self.threat.as_ref()
    }

    /// The number of the last tip that was given, from 1 to [`LAST_TIP`](crate::chess::Help::LAST_TIP), and what it is about.
    pub fn tip(&self) -> Option<(u8, &Explanation)> {
        let best = self.best.as_ref().filter(|_| self.tips > 0)?;
        Some((self.tips, best))
    }

    /// The move that was held back last.
    pub fn held_back(&self) -> Option<&HeldBack> {
        self.held_back.as_ref()
    }
}

/// What a tutor is to be asked about the position that is played in.
#[derive(Debug, Clone)]
pub struct Wanted {
    pub(super) asked: Question,
    /// Whether what the opponent threatens is wanted.
    pub threat: bool,
    /// Whether what is best is wanted.
    pub best: bool,
}

/// What a tutor has found of what was wanted.
#[derive(Debug, Clone)]
pub struct Answer {
    pub(super) asked: Question,
    pub(super) threat: Option<Threat>,
    pub(super) best: Option<Explanation>,
}

impl Wanted {
    /// Has a tutor look for it.
    pub fn ask(self, tutor: &mut Tutor, stop: &Stop) -> Answer {
        let Self { asked, .. } = self;
        let threat = self.threat.then(|| tutor.threat(&asked, stop)).flatten();
        let best = self.best.then(|| tutor.explain(&asked, stop)).flatten();
        Answer {
            asked,
            threat,
            best,
        }
    }
}

/// What becomes of a move where its player may be guarded.
#[derive(Debug, Clone)]
pub enum Guard {
    /// It is played without a look at it.
    Passes,
    /// It was held back, and is played all the same. This event notes it, or tells that a flag has fallen.
    Insisted(Event),
    /// A tutor is to look at it first.
    Looks(Look),
}

/// A look at a move before it is played.
#[derive(Debug, Clone)]
pub struct Look {
    pub(super) asked: Question,
    pub(super) mv: Move,
    /// What is best instead, where that is known already; else it is looked for, too.
    pub best: Option<Explanation>,
}

/// A move that is held back.
#[derive(Debug, Clone)]
pub struct HeldBack {
    pub(super) asked: Question,
    /// The move, in the position in which it was tried.
    pub tried: Ply,
    /// What it would lose.
    pub loss: Loss,
}

impl Look {
    /// Has a tutor look whether the move simply loses something. `None` where it does not, or the tutor was stopped.
    pub fn ask(self, tutor: &mut Tutor, stop: &Stop) -> Option<HeldBack> {
        let Self { asked, mv, best } = self;
        let loss = tutor.loss(&asked, mv, best, stop)?;
        Some(HeldBack {
            tried: Ply::play(asked.position(), mv),
            loss,
            asked,
        })
    }
}
