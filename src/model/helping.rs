//! Help while a game is played, for those who have agreed on it: tips on request, warnings of what is proven to be
//! threatened, and moves that are held back once as they simply lose something. While a player thinks, a tutor looks
//! at the position away from the main thread; what it finds of a position that is gone is dropped.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use gettextrs::gettext;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::board::{Drawing, Pen};
use rank_and_file_core::chess::{self, Action, Chess, Help, Move, Ply, Position, Refusal, Square};
use rank_and_file_core::play::next_tip;
use rank_and_file_core::training::tutor::{Explanation, GUARD_NODES, Loss, Question, Threat};

use super::game::Refused;
use super::{Game, Tutoring};
use crate::words::{self, Message};

/// A move waits no longer than this for its guard, and then is played without: while the own clock runs, which
/// this may cost at the most; and where none does, on a machine that is busy with something else.
const CLOCK_RUNS: Duration = Duration::from_millis(100);
const NO_CLOCK: Duration = Duration::from_secs(2);

/// What is known of the position in which a player thinks who is helped.
#[derive(Default)]
pub struct Helping {
    lookout: Tutoring,
    guard: Tutoring,
    /// What is best for the player to move; `None` where it is not known.
    best: RefCell<Option<Explanation>>,
    threat: RefCell<Option<Threat>>,
    /// How many tips were given in this position.
    tips: Cell<u8>,
    /// Whether a tip waits until what is best is known.
    asked: Cell<bool>,
    /// The number of the last move that was to be looked at by the guard.
    tried: Cell<u64>,
    /// The move that was held back in this position, and why.
    held_back: RefCell<Option<(Move, String)>>,
}

impl Helping {
    /// Forgets what is known of a position that is gone.
    fn forget(&self) {
        self.lookout.stop();
        self.guard.stop();
        self.best.take();
        self.threat.take();
        self.tips.set(0);
        self.asked.set(false);
        self.tried.set(self.tried.get() + 1);
        self.held_back.take();
    }
}

impl Game {
    /// Whether the player to move, who is a person, is helped so.
    pub fn is_helped(&self, help: Help) -> bool {
        !self.is_closed() && self.played().is_helped(help)
    }

    /// Looks at the position that is played in now, as far as help is agreed on.
    pub(super) fn look_out(&self) {
        let helping = &self.imp().helping;
        helping.forget();
        let warned = self.is_helped(Help::Warning);
        let advised = self.is_helped(Help::Tip(1)) || self.is_helped(Help::Guard);
        // What is not shown yet will be looked at when it is.
        if !warned && !advised || self.is_catching_up() {
            return;
        }
        let (lookout, asked) = (helping.lookout.clone(), self.with_rules(Question::of));
        let game = self.downgrade();
        glib::spawn_future_local(async move {
            let seen = lookout.ask(move |tutor, stop| {
                let threat = warned.then(|| tutor.threat(&asked, stop)).flatten();
                let best = advised.then(|| tutor.explain(&asked, stop));
                Some((threat, best.flatten()))
            });
            if let (Some((threat, best)), Some(game)) = (seen.await, game.upgrade()) {
                game.find(threat, best);
            }
        });
    }

    /// Takes over what was found, and tells what cannot wait.
    fn find(&self, threat: Option<Threat>, best: Option<Explanation>) {
        let helping = &self.imp().helping;
        helping.best.replace(best);
        let warns = threat.is_some();
        helping.threat.replace(threat);
        if warns {
            self.note_help(Help::Warning);
            let warning = self.warning().unwrap_or_default();
            let shown = words::sentences(&[self.said().shown().to_owned(), warning.clone()]);
            // What was said before has been heard.
            self.say(Message::new(shown, warning));
        }
        if helping.asked.take() {
            self.give_tip();
        }
        self.emit_by_name::<()>("changed", &[]);
    }

    /// What is threatened, in words, where the player to move is warned of it.
    pub(super) fn warning(&self) -> Option<String> {
        let threat = self.imp().helping.threat.borrow();
        Some(words::threat(self.header(), threat.as_ref()?))
    }

    /// Notes that the player to move was helped.
    fn note_help(&self, help: Help) {
        let turn = self.with_rules(chess::Game::turn);
        // Where a flag has fallen meanwhile, that is what happens.
        self.act(Action::Help(turn, help)).ok();
    }

    /// Whether the player to move may ask for a tip now.
    pub fn may_ask_for_tip(&self) -> bool {
        let plays = self.is_live() && !self.is_paused() && !self.is_catching_up();
        plays && self.is_helped(Help::Tip(1))
    }

    /// Gives the player to move a tip, the next one where there was one already.
    pub fn ask_for_tip(&self) {
        if !self.may_ask_for_tip() {
            return;
        }
        if self.imp().helping.best.borrow().is_some() {
            self.give_tip();
            self.emit_by_name::<()>("changed", &[]);
        } else {
            self.imp().helping.asked.set(true);
            self.say(gettext("Looking for something to win…"));
        }
    }

    fn give_tip(&self) {
        let helping = &self.imp().helping;
        let Some(best) = helping.best.borrow().clone() else {
            return;
        };
        let step = next_tip(helping.tips.get(), &best);
        if helping.tips.replace(step) != step {
            self.note_help(Help::Tip(step));
        }
        self.say(self.with_rules(|rules| words::tip(step, rules.position(), &best)));
    }

    /// The squares of the pieces of the player to move which are threatened, where that player is warned of it.
    pub fn attacked(&self) -> Vec<Square> {
        let threat = self.imp().helping.threat.borrow();
        let Some(threat) = threat.as_ref().filter(|_| self.is_live()) else {
            return Vec::new();
        };
        let own = self.with_rules(|rules| rules.position().us());
        let findings = threat
            .explained
            .findings
            .iter()
            .filter(|finding| finding.at == 0);
        let on = findings.flat_map(|finding| finding.on.iter().copied());
        on.filter(|square| own.contains(*square)).collect()
    }

    /// What is pointed at on the board: what is threatened, and the piece or the move of a tip. The reason for a
    /// refusal comes before that.
    pub fn pointed_at(&self) -> Vec<Drawing> {
        if !self.is_live() || self.refusal().is_some() {
            return Vec::new();
        }
        let helping = &self.imp().helping;
        let way = |position: &Chess, best: &Explanation| {
            Some(Ply::play(position, *best.line.first()?).squares())
        };
        let threat = helping.threat.borrow();
        let threat = threat.as_ref().and_then(|threat| {
            let (from, to) = way(&threat.passed, &threat.explained)?;
            let pen = Pen::of(true, false);
            Some(Drawing { from, to, pen })
        });
        let best = helping.best.borrow();
        let tip = best.as_ref().filter(|_| helping.tips.get() > 1);
        let tip = tip.and_then(|best| {
            let (from, to) = self.with_rules(|rules| way(rules.position(), best))?;
            let to = if helping.tips.get() == 2 { from } else { to };
            let pen = Pen::default();
            Some(Drawing { from, to, pen })
        });
        threat.into_iter().chain(tip).collect()
    }

    /// Does what a player wants with the hand. Where that player is guarded, a move waits for a moment, and is held
    /// back if it simply loses something, but for one that was held back before.
    pub(super) fn act_guarded(&self, action: Action) -> Result<(), Refusal> {
        let guarded = self.played().guarded_move(&action);
        let Some(mv) = guarded.filter(|_| !self.is_closed()) else {
            return self.act(action);
        };
        let helping = &self.imp().helping;
        let held_back = helping.held_back.borrow().as_ref().map(|(mv, _)| *mv);
        if held_back == Some(mv) {
            self.note_help(Help::Insisted);
            return self.act(action);
        }
        let number = helping.tried.get() + 1;
        helping.tried.set(number);
        let (guard, best) = (helping.guard.clone(), helping.best.borrow().clone());
        let asked = self.with_rules(Question::of).within(GUARD_NODES);
        let position = asked.position().clone();
        let patience = match self.clock_running() {
            Some(_) => CLOCK_RUNS,
            None => NO_CLOCK,
        };
        let game = self.downgrade();
        glib::spawn_future_local(async move {
            let weighed = guard.ask(move |tutor, stop| Some(tutor.loss(&asked, mv, best, stop)));
            let weighed = glib::future_with_timeout(patience, weighed).await;
            let Some(game) = game.upgrade() else { return };
            // The clocks stop when the game is left.
            if game.imp().helping.tried.get() != number || game.is_paused() {
                return;
            }
            guard.stop();
            match weighed.ok().flatten().flatten() {
                Some(loss) => game.hold_back(&Ply::play(&position, mv), &loss),
                // Why it cannot be played after all is told by the game.
                None => drop(game.act(action)),
            }
        });
        Ok(())
    }

    fn hold_back(&self, tried: &Ply, loss: &Loss) {
        self.note_help(Help::Guard);
        let why = words::held_back(tried, loss);
        let held_back = Some((tried.mv, why.clone()));
        self.imp().helping.held_back.replace(held_back);
        let refused = Refused {
            why: loss.refusal,
            tried: Some(tried.squares()),
        };
        self.refuse(Some(refused), why);
    }

    /// Why the last action was refused, in words, until the next one.
    pub fn refusal_said(&self) -> Option<String> {
        let why = self.refusal()?;
        let held_back = self.imp().helping.held_back.borrow();
        match (why, &*held_back) {
            (Refusal::Guarded { .. }, Some((_, said))) => Some(said.clone()),
            _ => Some(self.with_hand(|rules| words::refusal(&why, rules.position().board()))),
        }
    }
}
