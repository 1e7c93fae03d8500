//! Help while a game is played, as a window gives it: while a player thinks, a tutor looks at the position away from
//! the main thread; what it finds is said, and drawn on the board. What is agreed on, and known of the position, is in
//! the game that is played.

use std::cell::Cell;
use std::time::Duration;

use gettextrs::gettext;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::board::{Drawing, DrawingColor};
use rank_and_file_core::chess::{Action, Chess, Event, Help, Ply, Position, Refusal, Square};
use rank_and_file_core::play::{GuardDecision, HeldBack, TutorAnswer};
use rank_and_file_core::training::tutor::Explanation;

use super::viewer::drawn;
use super::{Game, Navigation, Timer, Tutoring};
use crate::words::{self, Message};

/// How long a move may wait for its guard, before it is played unchecked: while a clock runs, which this may cost at the
/// most; and where none does, on a machine that is busy with something else.
const CLOCK_RUNS: Duration = Duration::from_millis(100);
const NO_CLOCK: Duration = Duration::from_secs(2);

/// How long the board shows why something was refused.
const REFUSAL_SHOWN: Duration = Duration::from_secs(10);

/// The tutors that think while a player does.
#[derive(Default)]
pub struct Helping {
    lookout: Tutoring,
    guard: Tutoring,
    /// Whether a tip waits until what is best is known.
    asked: Cell<bool>,
    /// The number of the last move that was to be looked at by the guard.
    tried: Cell<u64>,
}

impl Helping {
    /// Stops them, as their position is gone.
    fn stop(&self) {
        self.lookout.stop();
        self.guard.stop();
        self.asked.set(false);
        self.tried.set(self.tried.get() + 1);
    }
}

impl Game {
    /// Whether the player to move, who is a person, is helped so.
    pub fn is_helped(&self, help: Help) -> bool {
        !self.is_closed() && self.played().is_helped(help)
    }

    /// Has a tutor look at the position that is played in now, as far as help is agreed on.
    pub(super) fn look_out(&self) {
        let helping = &self.imp().helping;
        helping.stop();
        // What is not shown yet will be looked at when it is.
        if self.is_closed() || self.is_catching_up() {
            return;
        }
        let Some(wanted) = self.played().wanted() else {
            return;
        };
        let ask = move |tutor: &mut _, stop: &_| Some(wanted.ask(tutor, stop));
        let seen = helping.lookout.ask(ask);
        let game = self.downgrade();
        glib::spawn_future_local(async move {
            if let (Some(answer), Some(game)) = (seen.await, game.upgrade()) {
                game.find(answer);
            }
        });
    }

    /// Takes over what was found, and tells a warning at once.
    fn find(&self, answer: TutorAnswer) {
        let helped = self.imp().played.borrow_mut().found(answer);
        let warns = helped.is_some();
        self.note(helped);
        if let Some(warning) = self.warning().filter(|_| warns) {
            let shown = words::sentences(&[self.said().shown().to_owned(), warning.clone()]);
            // What was said before has been heard.
            self.say(Message::new(shown, warning));
        }
        if self.imp().helping.asked.take() {
            self.give_tip();
        }
        self.emit_by_name::<()>("changed", &[]);
    }

    /// What is threatened, in words, where the player to move is warned of it.
    pub(super) fn warning(&self) -> Option<String> {
        let played = self.played();
        Some(words::threat(self.header(), played.assistance().threat()?))
    }

    /// Keeps the event which notes that the player to move was helped.
    fn note(&self, helped: Option<Event>) {
        if let Some(event) = helped {
            self.imp().refused.forget();
            self.record(event);
        }
    }

    /// Whether the player to move may ask for a tip now.
    pub fn may_ask_for_tip(&self) -> bool {
        let plays = self.viewer().is_live() && !self.is_paused() && !self.is_catching_up();
        plays && self.is_helped(Help::Tip(1))
    }

    /// Gives the player to move a tip, the next one where there was one already.
    pub fn ask_for_tip(&self) {
        if !self.may_ask_for_tip() {
            return;
        }
        let known = self.played().assistance().best().is_some();
        if known {
            self.give_tip();
            self.emit_by_name::<()>("changed", &[]);
        } else {
            self.imp().helping.asked.set(true);
            self.say(gettext("Looking for a hint…"));
        }
    }

    fn give_tip(&self) {
        let helped = self.imp().played.borrow_mut().next_tip();
        self.note(helped);
        let played = self.played();
        let tip = played.assistance().tip();
        let tip = tip.map(|tip| words::tip(&tip, played.game().position(), self.header()));
        drop(played);
        if let Some(tip) = tip {
            self.say(tip);
        }
    }

    /// The squares of the pieces of the player to move which are threatened, where that player is warned of it.
    pub fn attacked(&self) -> Vec<Square> {
        let played = self.played();
        let threat = played.assistance().threat();
        let Some(threat) = threat.filter(|_| self.viewer().is_live()) else {
            return Vec::new();
        };
        let own = played.game().position().us();
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
        if !self.viewer().is_live() || self.refusal().is_some() {
            return Vec::new();
        }
        let played = self.played();
        let way = |position: &Chess, best: &Explanation| {
            Some(Ply::play(position, *best.line.first()?).squares())
        };
        let threat = played.assistance().threat().and_then(|threat| {
            let way = way(&threat.passed, &threat.explained)?;
            Some(drawn(way, DrawingColor::Red))
        });
        let tip = played.assistance().tip().filter(|tip| tip.step > 1);
        let tip = tip.and_then(|tip| {
            let (from, to) = way(played.game().position(), tip.best)?;
            let to = if tip.step == 2 { from } else { to };
            Some(drawn((from, to), DrawingColor::Green))
        });
        threat.into_iter().chain(tip).collect()
    }

    /// Shows a move of the hand ahead of the position that is played in, until it is confirmed or taken back. Returns
    /// whether it is a move that can be played; anything else is up to the game.
    pub fn propose(&self, action: &Action) -> bool {
        let plays = !self.is_closed() && !self.is_paused() && self.viewer().is_live();
        let plays = plays && !self.is_catching_up();
        let mv = plays.then(|| self.with_game(|rules| rules.move_of(action)));
        let Some(Some(Ok(mv))) = mv else { return false };
        self.imp().proposed.replace(Some(action.clone()));
        self.viewer().look_ahead(&[mv], 1);
        self.say(self.viewer().with_shown_line(words::confirm_move));
        true
    }

    /// Whether a move waits to be confirmed.
    pub fn proposes(&self) -> bool {
        !self.is_closed()
            && self.viewer().ahead().is_some()
            && self.imp().proposed.borrow().is_some()
    }

    /// Takes back the move that waits, and plays it if it is confirmed.
    pub fn settle_proposed(&self, confirmed: bool) {
        if !self.proposes() {
            return;
        }
        let action = self.imp().proposed.take();
        self.viewer().navigate(Navigation::Return);
        if let Some(action) = action.filter(|_| confirmed) {
            // Why it cannot be played after all is told by the game.
            self.play(action).ok();
        }
    }

    /// Does what a player wants with the hand. Where that player is guarded, a move waits for a moment, and is held
    /// back if it simply loses something, but for one that was held back before.
    pub(super) fn act_guarded(&self, action: Action) -> Result<(), Refusal> {
        if self.is_closed() {
            return self.act(action);
        }
        let guarded = self.imp().played.borrow_mut().check(&action);
        let check = match guarded {
            GuardDecision::Passes => return self.act(action),
            GuardDecision::Insisted(event) => {
                self.note(Some(event));
                return self.act(action);
            }
            GuardDecision::Checks(check) => check,
        };
        let helping = &self.imp().helping;
        let number = helping.tried.get() + 1;
        helping.tried.set(number);
        let answer = helping.guard.ask(move |tutor, stop| check.ask(tutor, stop));
        let patience = match self.clock_running() {
            Some(_) => CLOCK_RUNS,
            None => NO_CLOCK,
        };
        let game = self.downgrade();
        glib::spawn_future_local(async move {
            let answer = glib::future_with_timeout(patience, answer).await;
            let Some(game) = game.upgrade() else { return };
            // The clocks stop when the game is left.
            if game.imp().helping.tried.get() != number || game.is_paused() {
                return;
            }
            game.imp().helping.guard.stop();
            match answer.ok().flatten() {
                Some(held_back) => game.hold_back(held_back),
                // Why it cannot be played after all is told by the game.
                None => drop(game.act(action)),
            }
        });
        Ok(())
    }

    fn hold_back(&self, held_back: HeldBack) {
        let helped = self.imp().played.borrow_mut().hold_back(held_back);
        self.note(helped);
        let played = self.played();
        // Where a flag has fallen meanwhile, no move is held back any more.
        let told = played.assistance().held_back().map(|held_back| {
            let refused = RefusedAction {
                why: held_back.loss.refusal,
                tried: Some(held_back.tried.squares()),
            };
            (refused, words::held_back(&held_back.tried, &held_back.loss))
        });
        drop(played);
        if let Some((refused, why)) = told {
            self.refuse(Some(refused), why);
        }
    }
}

// What was refused, and why, which is shown on the board until the next action, but not for ever.

/// What was refused last.
#[derive(Clone, Copy)]
pub struct RefusedAction {
    pub(super) why: Refusal,
    /// From where to where the move went, if it was one.
    pub(super) tried: Option<(Square, Square)>,
}

/// What is remembered of the last action, if that was refused.
#[derive(Default)]
pub struct LastRefusal {
    refused: Cell<Option<RefusedAction>>,
    /// Whether it has been shown for long enough.
    faded: Cell<bool>,
    fading: Timer,
}

impl LastRefusal {
    /// What was refused, as long as that is shown.
    fn shown(&self) -> Option<RefusedAction> {
        self.refused.get().filter(|_| !self.faded.get())
    }

    /// Shows what is refused now, for a while. Then, `fade` is called.
    fn set(&self, game: &Game, refused: RefusedAction, fade: fn(&Game)) {
        self.refused.set(Some(refused));
        self.faded.set(false);
        self.fading.set(game, REFUSAL_SHOWN, fade);
    }

    /// Shows it no more. Returns whether it was shown until now.
    fn fade(&self) -> bool {
        self.refused.get().is_some() && !self.faded.replace(true)
    }

    /// Forgets it. Returns whether there was anything.
    pub(super) fn forget(&self) -> bool {
        self.refused.take().is_some()
    }
}

impl Game {
    /// Why the last action was refused, until the next one, or that has faded.
    pub fn refusal(&self) -> Option<Refusal> {
        self.imp().refused.shown().map(|refused| refused.why)
    }

    /// From where to where the move went that was refused, as long as that.
    pub fn tried(&self) -> Option<(Square, Square)> {
        self.imp().refused.shown()?.tried
    }

    /// Says why something is not done; what the Laws refuse is remembered until the next action.
    pub(super) fn refuse(&self, refused: Option<RefusedAction>, said: impl Into<Message>) {
        if let Some(refused) = refused {
            let last = &self.imp().refused;
            last.set(self, refused, Self::fade_refusal);
        }
        self.say(said);
        self.emit_by_name::<()>("refused", &[]);
        self.emit_by_name::<()>("changed", &[]);
    }

    /// Says why something is not done that was asked for by a key or a word, where that is not for the Laws to judge.
    pub fn object(&self, why: impl Into<Message>) {
        self.refuse(None, why);
    }

    /// Why a person at this computer cannot move now, as it is for another to do; `None` where a person may.
    pub fn withheld_move(&self) -> Option<Refusal> {
        let playing = !self.read_only() && self.with_game(|rules| rules.outcome().is_none());
        let moves = Action::Write(String::new());
        self.played().withheld(&moves).filter(|_| playing)
    }

    /// Says something that need not be heard once there is something else to say.
    pub(super) fn say_for_now(&self, say: impl FnOnce(&Self)) {
        self.imp().for_now.set(true);
        say(self);
        self.imp().for_now.set(false);
    }

    /// Takes the marks of the last refusal off the board; what was said of it stays.
    pub fn fade_refusal(&self) {
        if self.imp().refused.fade() {
            self.emit_by_name::<()>("changed", &[]);
        }
    }

    /// Forgets the last refusal, as the players have seen it.
    pub fn clear_refusal(&self) {
        if !self.imp().refused.forget() {
            return;
        }
        if self.said() == self.message() {
            self.say_for_now(Self::tell_viewed);
        } else {
            // What was asked for since then stays.
            self.emit_by_name::<()>("changed", &[]);
        }
    }

    /// Why the last action was refused, in words, as long as that is shown.
    pub fn refusal_said(&self) -> Option<String> {
        let why = self.refusal()?;
        let played = self.played();
        match (why, played.assistance().held_back()) {
            (Refusal::Guarded { .. }, Some(HeldBack { tried, loss, .. })) => {
                Some(words::held_back(tried, loss))
            }
            _ => Some(
                self.with_playable_game(|rules| words::refusal(&why, rules.position().board())),
            ),
        }
    }
}
