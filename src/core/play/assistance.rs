//! The help agreed on before a game, while it is played: tips on request, warnings of what is threatened, and a guard
//! that holds a move back once where it simply loses something. What a tutor is to be asked stands here, and what it
//! has found; the caller decides where the tutor thinks.

use crate::chess::{Event, Move, Ply};
use crate::engine::Stop;
use crate::training::tutor::{Explanation, Loss, Plan, TIP_NODES, Threat, Tutor, TutorQuestion};

/// What is known of the position in which a player thinks who is helped. It is empty again when that position is gone.
#[derive(Debug, Clone, Default)]
pub struct Assistance {
    pub(super) best: Option<Explanation>,
    /// Why that is best, where nothing is won by it.
    pub(super) purpose: Option<Purpose>,
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

    /// The last tip that was given.
    pub fn tip(&self) -> Option<Tip<'_>> {
        let best = self.best.as_ref().filter(|_| self.tips > 0)?;
        Some(Tip {
            step: self.tips,
            best,
            purpose: self.purpose.as_ref(),
        })
    }

    /// The move that was held back last.
    pub fn held_back(&self) -> Option<&HeldBack> {
        self.held_back.as_ref()
    }
}

/// What a player is told who has asked for a tip.
#[derive(Debug, Clone, Copy)]
pub struct Tip<'a> {
    /// How much, from 1 to [`LAST_TIP`](crate::chess::Help::LAST_TIP).
    pub step: u8,
    /// What is best.
    pub best: &'a Explanation,
    /// Why that is best, where nothing is won by it.
    pub purpose: Option<&'a Purpose>,
}

/// Why a move is best by which nothing is won.
#[derive(Debug, Clone)]
pub enum Purpose {
    /// Something is threatened.
    Defense(Threat),
    /// It makes this better.
    Plan(Plan),
}

impl Purpose {
    fn of(best: &Explanation, asked: &TutorQuestion, threat: Option<Threat>) -> Option<Self> {
        let plan = || Plan::of(asked.position(), *best.line.first()?).map(Self::Plan);
        threat.map(Self::Defense).or_else(plan)
    }
}

/// What a tutor is to be asked about the position that is played in.
#[derive(Debug, Clone)]
pub struct TutorRequest {
    pub(super) asked: TutorQuestion,
    /// Whether what the opponent threatens is wanted.
    pub threat: bool,
    /// Whether what is best is wanted.
    pub best: bool,
    /// Whether its purpose is wanted, too, where it wins nothing.
    pub(super) purpose: bool,
}

/// What a tutor has found of what was wanted.
#[derive(Debug, Clone)]
pub struct TutorAnswer {
    pub(super) asked: TutorQuestion,
    pub(super) threat: Option<Threat>,
    pub(super) best: Option<Explanation>,
    pub(super) purpose: Option<Purpose>,
}

impl TutorRequest {
    /// Has a tutor look for it.
    pub fn ask(self, tutor: &mut Tutor, stop: &Stop) -> TutorAnswer {
        let Self { asked, .. } = self;
        let deeper = || asked.clone().within(TIP_NODES);
        let best = self.best.then(|| tutor.explain(&deeper(), stop)).flatten();
        let quiet = best
            .as_ref()
            .filter(|best| self.purpose && best.findings.is_empty());
        let looks = self.threat || quiet.is_some();
        let threat = looks.then(|| tutor.threat(&asked, stop)).flatten();
        let purpose = quiet.and_then(|best| Purpose::of(best, &asked, threat.clone()));
        TutorAnswer {
            asked,
            threat: threat.filter(|_| self.threat),
            best,
            purpose,
        }
    }
}

/// What becomes of a move where its player may be guarded.
#[derive(Debug, Clone)]
pub enum GuardDecision {
    /// It is played unchecked.
    Passes,
    /// It was held back, and is played all the same. This event notes it, or tells that a flag has fallen.
    Insisted(Event),
    /// A tutor is to check it first.
    Checks(BlunderCheck),
}

/// What a tutor is to check before a move is played.
#[derive(Debug, Clone)]
pub struct BlunderCheck {
    pub(super) asked: TutorQuestion,
    pub(super) mv: Move,
    /// What is best instead, where that is known already; else it is looked for, too.
    pub best: Option<Explanation>,
}

/// A move that is held back.
#[derive(Debug, Clone)]
pub struct HeldBack {
    pub(super) asked: TutorQuestion,
    /// The move, in the position in which it was tried.
    pub tried: Ply,
    /// What it would lose.
    pub loss: Loss,
}

impl BlunderCheck {
    /// Has a tutor check whether the move simply loses something. `None` where it does not, or the tutor was stopped.
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
