//! The computer as a player of an observable game: it thinks when it is to move, answers what is offered to
//! it, and acts as people do. It waits while the players do not attend to the board, and where it has nothing to
//! do, nothing is searched.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::time::{Duration, Instant};

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::{ByColor, Color, LOW_TIME};
use rank_and_file_core::engine::{Engine, EngineReport, Fault, Found};
use rank_and_file_core::play::ComputerTurn;

use super::callbacks::Timer;
use super::{Engines, Game};
use crate::words;

/// How long it thinks about what is offered to it.
const ANSWERS_AFTER: Duration = Duration::from_millis(700);

/// The computers of a game. They play as long as this is kept.
pub struct Partner {
    play: Rc<Play>,
    handler: Option<glib::SignalHandlerId>,
}

/// A game in which computers play, and what each of them is about to do.
struct Play {
    game: Game,
    /// What thinks for each computer, once it was asked.
    engines: ByColor<RefCell<Option<Engine>>>,
    /// Whether the players were told that an engine has failed.
    failed: ByColor<Cell<bool>>,
    /// What one of them is about to do.
    underway: RefCell<Option<Underway>>,
    timer: Timer,
    /// Whether what it has ready waits until the players attend to the board.
    waits: Cell<bool>,
    /// Whether the players have the board before them.
    attended: Box<dyn Fn() -> bool>,
    /// Tells the players what is wrong, or with nothing that all is well again.
    tell: Box<dyn Fn(&str)>,
}

struct Underway {
    turn: ComputerTurn,
    /// The number of the question.
    asked: u64,
    since: Instant,
    found: Option<Found>,
}

impl Partner {
    /// Lets the computers of a game play, unless it is over or has none. They do nothing while the players do
    /// not attend to the board, as `attended` tells; when they do again, [`look`](Self::look) is to be called.
    /// What is wrong is told to `tell`, and nothing when all is well again.
    pub fn of(
        game: &Game,
        attended: impl Fn() -> bool + 'static,
        tell: impl Fn(&str) + 'static,
    ) -> Option<Self> {
        if game.is_closed() || !game.header().has_computers() {
            return None;
        }
        game.imp().played.borrow_mut().seat_computers();
        let play = Rc::new(Play {
            game: game.clone(),
            engines: ByColor::default(),
            failed: ByColor::default(),
            underway: RefCell::default(),
            timer: Timer::default(),
            waits: Cell::default(),
            attended: Box::new(attended),
            tell: Box::new(tell),
        });
        let weak = Rc::downgrade(&play);
        let handler = game.connect_local("changed", false, move |_| {
            with(&weak, Play::look);
            None
        });
        play.look();
        Some(Self {
            play,
            handler: Some(handler),
        })
    }

    /// Looks at what is to be done, now that the players attend to the board.
    pub fn look(&self) {
        self.play.look();
    }
}

impl Drop for Partner {
    fn drop(&mut self) {
        if let Some(handler) = self.handler.take() {
            self.play.game.disconnect(handler);
        }
        self.play.leave_off();
    }
}

fn with(play: &Weak<Play>, then: impl FnOnce(&Rc<Play>)) {
    if let Some(play) = play.upgrade() {
        then(&play);
    }
}

impl Play {
    /// What a computer is to do as the game is shown.
    fn computer_turn(&self) -> Option<ComputerTurn> {
        let game = &self.game;
        if game.is_closed() || game.is_paused() || game.is_catching_up() {
            return None;
        }
        game.played().computer_turn()
    }

    /// Takes up what is to be done, in place of what was.
    fn look(self: &Rc<Self>) {
        let turn = self.computer_turn();
        let before = self.underway.borrow().as_ref().map(|before| before.turn);
        if turn != before {
            self.leave_off();
            // A clock that runs does not wait.
            let begins = (self.attended)() || self.game.clock_running().is_some();
            if let Some(turn) = turn.filter(|_| begins) {
                self.take_up(turn);
            }
        } else if self.waits.get() {
            // Not at once, for the game may still be telling what has happened.
            self.act_after(Duration::ZERO);
        }
    }

    fn take_up(self: &Rc<Self>, turn: ComputerTurn) {
        let asked = match turn.offer {
            Some(_) => Some(0),
            None => self.ask(turn.side),
        };
        let Some(asked) = asked else { return };
        self.underway.replace(Some(Underway {
            turn,
            asked,
            since: Instant::now(),
            found: None,
        }));
        match turn.offer {
            Some(_) => self.act_after(ANSWERS_AFTER),
            None => self.game.set_thinking(true),
        }
    }

    /// Gives up what is under way.
    fn leave_off(&self) {
        self.timer.stop();
        if let Some(underway) = self.underway.take() {
            if let Some(engine) = &*self.engines.get(underway.turn.side).borrow() {
                engine.stop();
            }
        }
        self.waits.set(false);
        self.game.set_thinking(false);
    }

    /// Asks for a move. Gives the number by which it is answered.
    fn ask(self: &Rc<Self>, side: Color) -> Option<u64> {
        let mut engine = self.engines.get(side).borrow_mut();
        if engine.is_none() {
            let weak = Rc::downgrade(self);
            let heard = move |report| with(&weak, |play| play.hear(side, report));
            let played = self.game.played();
            let (computer, seed) = played.computer(side)?;
            match Engines::shared().partner(computer, seed, heard) {
                Ok(opened) => *engine = Some(opened),
                Err(error) => {
                    tracing::error!("{computer}: {error}");
                    self.replace(side, Fault::CannotStart);
                    return None;
                }
            }
        }
        let question = self.game.played().question(side)?;
        Some(engine.as_ref()?.ask(question))
    }

    fn hear(self: &Rc<Self>, side: Color, report: EngineReport) {
        match report {
            EngineReport::Answer(number, found) => self.find(side, number, found),
            EngineReport::Failed(fault) => {
                if !self.failed.get(side).replace(true) {
                    (self.tell)(&words::engine_failed(&self.game.player(side), fault));
                }
            }
            EngineReport::GivenUp(fault) => self.replace(side, fault),
            EngineReport::Started(..) | EngineReport::Found(..) => {}
        }
    }

    /// Takes note of what was found, to play it when a person would.
    fn find(self: &Rc<Self>, side: Color, number: u64, found: Found) {
        let since = match &*self.underway.borrow() {
            Some(asked) if (asked.turn.side, asked.asked) == (side, number) => asked.since,
            _ => return,
        };
        if self.failed.get(side).take() {
            (self.tell)("");
        }
        let pause = self.game.played().pause(side, &found);
        if let Some(underway) = &mut *self.underway.borrow_mut() {
            underway.found = Some(found);
        }
        self.act_after(pause.saturating_sub(since.elapsed()));
    }

    fn act_after(self: &Rc<Self>, time: Duration) {
        self.timer.set(self, time, Self::act_if_attended);
    }

    /// Does what was thought of, once the players attend to the board, or a clock has hardly any time left.
    fn act_if_attended(self: &Rc<Self>) {
        let running = self.game.clock_running();
        let left = running.and_then(|side| self.game.clock_left(side));
        if (self.attended)() || left.is_some_and(|left| left < LOW_TIME) {
            self.act();
            return;
        }
        if let Some(left) = left {
            self.act_after(Duration::from_millis(left - LOW_TIME + 1));
        }
        self.waits.set(true);
        self.game.set_thinking(false);
    }

    /// Does what was thought of.
    fn act(self: &Rc<Self>) {
        self.waits.set(false);
        let Some(Underway { turn, found, .. }) = self.underway.take() else {
            return;
        };
        self.game.set_thinking(false);
        // What a player has done meanwhile may not be shown yet.
        if self.computer_turn() != Some(turn) {
            return;
        }
        let imp = self.game.imp();
        let done = imp
            .played
            .borrow_mut()
            .play_computer_turn(turn, found.as_ref());
        match done {
            Some(event) => {
                imp.refused.forget();
                self.game.record(event);
            }
            None => self.replace(turn.side, Fault::IllegalMove),
        }
    }

    /// Lets the built-in searcher play on in the place of an engine that cannot, and tells so.
    fn replace(self: &Rc<Self>, side: Color, fault: Fault) {
        let weak = Rc::downgrade(self);
        // What reports this is not yet done.
        glib::idle_add_local_once(move || {
            with(&weak, |play| {
                let name = play.game.player(side);
                play.leave_off();
                let replaced = play.game.imp().played.borrow_mut().replace(side);
                if replaced.is_none() {
                    // No player is left to take its place.
                    (play.tell)(&words::computer_stuck(&name, fault));
                    return;
                }
                drop(play.engines.get(side).take());
                play.failed.get(side).set(false);
                (play.tell)(&words::engine_given_up(&name, fault));
                play.look();
            });
        });
    }
}
