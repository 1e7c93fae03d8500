//! The course of the game that is reviewed: while it is shown, the engine analyzes one position after the other without
//! hurry, and what is found is kept from then on.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::engine::{Engine, EngineReport, Found};
use rank_and_file_core::training::analysis::{self, GAME_NODES, Pass};

use super::callbacks::{PowerSaver, weak};
use super::{Engines, Following, Game, Settings, preferences};
use crate::subclass::{signals, subclass};

/// Of so many games all is kept that is known.
const KEPT: usize = 8;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::GameAnalysis)]
    pub struct GameAnalysis {
        pub(super) signals: Following,
        pub power: PowerSaver,
        /// What is known, once that was asked for.
        pub known: RefCell<Option<analysis::GameAnalysis>>,
        /// All that is known of games that were shown before, the last one first, and the engine that has found it.
        pub kept: RefCell<VecDeque<(Option<String>, analysis::GameAnalysis)>>,
        pub thinking: RefCell<Option<Engine>>,
        /// The number of the question that waits for an answer, and what it is about.
        pub asked: Cell<Option<(u64, Pass)>>,
        /// Whether the chosen engine has failed, and the built-in searcher stands in for it.
        pub stood_in: Cell<bool>,
        /// The game that is studied.
        #[property(get, set = Self::set_game, nullable, explicit_notify)]
        pub game: RefCell<Option<Game>>,
        /// Whether analysis is wanted beside games.
        #[property(get, set)]
        pub analysis_shown: Cell<bool>,
        /// Whether the computer may analyze games at all.
        #[property(get, set)]
        pub allowed: Cell<bool>,
        /// Whether it is seen.
        #[property(get, set)]
        pub seen: Cell<bool>,
        /// Whether another search is thinking that comes first.
        #[property(get, set = Self::set_waits)]
        pub waits: Cell<bool>,
        /// Whether the players review the game together, for which it is looked through at once.
        #[property(get, set = Self::set_reviewed)]
        pub reviewed: Cell<bool>,
        /// Whether the course of this game is to be shown.
        #[property(get)]
        pub shown: Cell<bool>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for GameAnalysis {
        signals!["changed"];
    }

    impl GameAnalysis {
        fn set_game(&self, game: Option<Game>) {
            if *self.game.borrow() == game {
                return;
            }
            let course = self.obj();
            let look = super::GameAnalysis::look;
            let acts = [("changed", look as fn(&_)), ("notify::pending", look)];
            self.signals.follow(&*course, game.as_ref(), &acts);
            self.game.replace(game);
            course.keep();
            self.stood_in.set(false);
            course.forget();
            course.look();
            course.notify_game();
        }

        fn set_reviewed(&self, reviewed: bool) {
            if self.reviewed.replace(reviewed) == reviewed {
                return;
            }
            self.obj().forget();
            // Another engine has not seen what the one before has, and would judge the rest otherwise.
            let unfinished = self.obj().with(|known| known.next().is_some());
            if unfinished == Some(true) {
                self.known.take();
            }
            self.obj().look();
        }

        fn set_waits(&self, waits: bool) {
            if self.waits.replace(waits) != waits {
                self.obj().look();
            }
        }
    }
}

subclass! {
    /// The course of a game. Signal `changed`: more of it is known, or another position is shown.
    pub struct GameAnalysis(imp::GameAnalysis): glib::Object {}
}

impl GameAnalysis {
    /// The course of no game yet, which is shown where these settings want it.
    pub fn new(settings: &Settings) -> Self {
        let course: Self = glib::Object::new();
        for wish in ["analysis-shown", "allowed", "seen"] {
            course.connect_notify_local(Some(wish), |course, _| course.look());
        }
        settings.bind(preferences::ANALYSIS, &course, "allowed");
        course
    }

    /// Keeps what is known of the game, once that is all, for when it is opened again.
    fn keep(&self) {
        let imp = self.imp();
        let known = imp.known.take().filter(|known| known.next().is_none());
        if let Some(known) = known.filter(|_| !imp.stood_in.get()) {
            let mut kept = imp.kept.borrow_mut();
            kept.push_front((Engines::shared().chosen(), known));
            kept.truncate(KEPT);
        }
    }

    /// What is known of a game when it is opened.
    fn begun(&self, game: &Game) -> analysis::GameAnalysis {
        let chosen = Engines::shared().chosen();
        let mut kept = self.imp().kept.borrow_mut();
        let place = game.with_game(|rules| {
            let mut kept = kept.iter();
            kept.position(|(engine, known)| *engine == chosen && known.is_of(rules))
        });
        let known = place.and_then(|place| kept.remove(place));
        analysis_of(game, known.map(|(_, known)| known))
    }

    /// Looks at what is known; `None` before it was wanted for this game.
    pub fn with<T>(&self, look: impl FnOnce(&analysis::GameAnalysis) -> T) -> Option<T> {
        self.imp().known.borrow().as_ref().map(look)
    }

    /// Goes on where that is wanted, and pauses where it is not.
    fn look(&self) {
        let imp = self.imp();
        let game = self.game().filter(Game::can_be_analyzed);
        let wanted = imp.analysis_shown.get() || imp.reviewed.get();
        let shown = game.is_some() && imp.allowed.get() && wanted;
        if let Some(game) = game.filter(|_| shown && imp.known.borrow().is_none()) {
            imp.known.replace(Some(self.begun(&game)));
        }
        if imp.shown.replace(shown) != shown {
            self.notify_shown();
        }
        // A review was asked for, so it goes on while power is saved.
        let may = imp.reviewed.get() || !imp.waits.get() && !imp.power.is_on(self, Self::look);
        // What is being asked is answered in any case: what was seen by then would change the answers to come.
        if shown && imp.seen.get() && may {
            self.ask();
        }
        self.emit_by_name::<()>("changed", &[]);
    }

    /// Whether it is looking through the game right now.
    pub fn is_busy(&self) -> bool {
        self.imp().asked.get().is_some()
    }

    /// Asks about the next position, if no answer is waited for. An engine that has answered all is let go.
    fn ask(&self) {
        let imp = self.imp();
        if imp.asked.get().is_some() {
            return;
        }
        let next = self.with(|known| {
            let pass = known.next()?;
            let mut question = known.question(pass, GAME_NODES);
            if !self.is_built_in() {
                question.limits.hard_time = Some(pass.longest());
            }
            Some((pass, question))
        });
        let Some((pass, question)) = next.flatten() else {
            return self.forget();
        };
        if imp.thinking.borrow().is_none() {
            imp.thinking.replace(self.engine());
        }
        if let Some(thinking) = &*imp.thinking.borrow() {
            imp.asked.set(Some((thinking.ask(question), pass)));
        }
    }

    /// Lets go of the engine.
    fn forget(&self) {
        self.imp().asked.take();
        drop(self.imp().thinking.take());
    }

    /// Whether the built-in searcher analyzes, by choice or in the place of an engine.
    fn is_built_in(&self) -> bool {
        self.imp().stood_in.get() || Engines::shared().chosen().is_none()
    }

    /// The engine that is chosen, or the built-in searcher where that cannot be asked.
    fn engine(&self) -> Option<Engine> {
        let heard = || weak!(self, |course, report| course.hear(report));
        let (engines, hurried) = (Engines::shared(), self.imp().reviewed.get());
        let chosen = match self.is_built_in() {
            false => engines.analyst(heard()).ok(),
            true => None,
        };
        let engine = chosen.map_or_else(|| engines.game_analyst(hurried, heard()), Ok);
        engine
            .inspect_err(|error| tracing::warn!("the course of the game stays unknown: {error}"))
            .ok()
    }

    fn hear(&self, report: EngineReport) {
        match report {
            EngineReport::Answer(number, found) => self.take(number, &found),
            EngineReport::GivenUp(_) => self.stand_in(),
            EngineReport::Started(..) | EngineReport::Found(..) | EngineReport::Failed(_) => {}
        }
    }

    fn take(&self, number: u64, found: &Found) {
        let imp = self.imp();
        let asked = imp.asked.get().filter(|(asked, _)| *asked == number);
        // What is found by a search that is stopped is not what would have been found.
        let Some((_, pass)) = asked else { return };
        imp.asked.take();
        let known = imp
            .known
            .borrow_mut()
            .as_mut()
            .map(|known| known.judge(pass, found));
        match known {
            Some(true) => self.look(),
            Some(false) => self.stand_in(),
            None => {}
        }
    }

    /// Begins anew with the built-in searcher, as two engines do not judge alike.
    fn stand_in(&self) {
        let imp = self.imp();
        self.forget();
        if imp.stood_in.replace(true) {
            return;
        }
        let begun = self.game().map(|game| analysis_of(&game, None));
        imp.known.replace(begun);
        self.look();
    }
}

/// What is `known` of a game, or what the Laws alone say of it.
fn analysis_of(game: &Game, known: Option<analysis::GameAnalysis>) -> analysis::GameAnalysis {
    let known = known.unwrap_or_else(|| game.with_game(analysis::GameAnalysis::new));
    known.for_person(game.header().person())
}
