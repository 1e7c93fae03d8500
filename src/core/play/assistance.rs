//! The help agreed on before a game, while it is played: tips on request, warnings of what is threatened, and a guard
//! that holds a move back once where it simply loses something. What a tutor is to be asked stands here, and what it
//! has found; where the tutor thinks is up to those who wrap the game.

use super::PlayedGame;
use crate::chess::{Action, Event, Help, Move, Ply};
use crate::engine::Stop;
use crate::training::tutor::{Explanation, GUARD_NODES, Loss, Question, Threat, Tutor};

/// What is known of the position in which a player thinks who is helped. It is empty again when that position is gone.
#[derive(Debug, Clone, Default)]
pub struct Assistance {
    best: Option<Explanation>,
    threat: Option<Threat>,
    /// How many tips were given.
    tips: u8,
    held_back: Option<HeldBack>,
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

    /// The number of the last tip that was given, from 1 to [`Help::LAST_TIP`], and what it is about.
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
    asked: Question,
    /// Whether what the opponent threatens is wanted.
    pub threat: bool,
    /// Whether what is best is wanted.
    pub best: bool,
}

/// What a tutor has found of what was wanted.
#[derive(Debug, Clone)]
pub struct Answer {
    asked: Question,
    threat: Option<Threat>,
    best: Option<Explanation>,
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
    asked: Question,
    mv: Move,
    /// What is best instead, where that is known already; else it is looked for, too.
    pub best: Option<Explanation>,
}

/// A move that is held back.
#[derive(Debug, Clone)]
pub struct HeldBack {
    asked: Question,
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

impl PlayedGame {
    /// What is known of the position that is played in.
    pub fn assistance(&self) -> &Assistance {
        &self.assistance
    }

    /// Whether the player to move is helped so.
    pub fn is_helped(&self, help: Help) -> bool {
        self.game.outcome().is_none() && self.header.is_helped(self.game.turn(), help)
    }

    /// What a tutor is to be asked now, as far as help is agreed on and not known yet.
    pub fn wanted(&self) -> Option<Wanted> {
        let advised = self.is_helped(Help::Tip(1)) || self.is_helped(Help::Guard);
        let threat = self.is_helped(Help::Warning) && self.assistance.threat.is_none();
        let best = advised && self.assistance.best.is_none();
        (threat || best).then(|| Wanted {
            asked: Question::of(&self.game),
            threat,
            best,
        })
    }

    /// Takes over what was found, unless its position is gone. Gives the event which notes that the player to move was
    /// warned, or tells that a flag has fallen.
    pub fn found(&mut self, answer: Answer) -> Option<Event> {
        if !self.is_played_in(&answer.asked) {
            return None;
        }
        let known = &mut self.assistance;
        known.best = known.best.take().or(answer.best);
        let warns = known.threat.is_none() && answer.threat.is_some();
        known.threat = known.threat.take().or(answer.threat);
        warns.then(|| self.note_help(Help::Warning)).flatten()
    }

    /// Gives the player to move the next tip, if what is best is known; after the last one, that again. Gives the event
    /// which notes it where it is a new one, or tells that a flag has fallen.
    pub fn next_tip(&mut self) -> Option<Event> {
        let given = self.assistance.tips;
        // Where nothing is proven, the first tip says so.
        let last = match self.assistance.best.as_ref()?.findings.is_empty() {
            true => 1,
            false => Help::LAST_TIP,
        };
        if given == last {
            return None;
        }
        let noted = self.note_help(Help::Tip(given + 1));
        if let Some(Event::Helped(..)) = noted {
            self.assistance.tips = given + 1;
        }
        noted
    }

    /// Whether a tutor is to look at an action before it is done: a move of a player who is guarded against blunders.
    pub fn look_at(&mut self, action: &Action) -> Guard {
        let move_of = || self.game.move_of(action)?.ok();
        let Some(mv) = self.is_helped(Help::Guard).then(move_of).flatten() else {
            return Guard::Passes;
        };
        let held_back = self.assistance.held_back.as_ref();
        if held_back.is_some_and(|held_back| held_back.tried.mv == mv) {
            return self
                .note_help(Help::Insisted)
                .map_or(Guard::Passes, Guard::Insisted);
        }
        Guard::Looks(Look {
            asked: Question::of(&self.game).within(GUARD_NODES),
            mv,
            best: self.assistance.best.clone(),
        })
    }

    /// Holds a move back until it is played again, unless its position is gone. Gives the event which notes it, or tells
    /// that a flag has fallen.
    pub fn hold_back(&mut self, held_back: HeldBack) -> Option<Event> {
        if !self.is_played_in(&held_back.asked) {
            return None;
        }
        self.assistance.held_back = Some(held_back);
        self.note_help(Help::Guard)
    }

    /// Whether it is this position in which a player is to move.
    fn is_played_in(&self, asked: &Question) -> bool {
        let plies = self.game.plies().iter().map(|ply| ply.mv);
        self.game.outcome().is_none() && plies.eq(asked.moves().iter().copied())
    }

    fn note_help(&mut self, help: Help) -> Option<Event> {
        self.act(Action::Help(self.game.turn(), help)).ok()
    }
}
