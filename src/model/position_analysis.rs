//! What the computer thinks of the position at which the reader of a game stands. It is no help in a
//! game that is played. Nothing runs where it is not seen.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::{self, Chess, DrawRule, Outcome, Position};
use rank_and_file_core::engine::uci::engine_name;
use rank_and_file_core::engine::{Engine, EngineReport, Found, Limits, Question, Score};
use rank_and_file_core::record::study::NodeId;

use super::callbacks::{PowerSaver, Timer, on, weak};
use super::{Engines, Following, Game, Settings, callback, preferences, remembered};
use crate::subclass::{signals, subclass};
use crate::words;

/// A reader stays so long in a position before it is thought about.
const REST: Duration = Duration::from_millis(100);
/// What is found is told no more often.
const BETWEEN: Duration = Duration::from_millis(200);
/// A position in which a reader has just come to stand goes before everything else for so long, and until
/// something is known of it.
const HEAD_START: Duration = Duration::from_secs(2);
/// Nothing is thought about for longer, or further ahead.
const LONGEST: Duration = Duration::from_secs(30);
const DEEPEST: u32 = 30;

/// What has been found in a position.
#[derive(Debug, Clone)]
pub struct Analyzed {
    /// The position.
    pub position: Chess,
    /// What is found in it.
    pub found: Found,
    /// Whether no more is looked for.
    pub done: bool,
}

impl Analyzed {
    /// What the position is worth for White.
    pub fn score(&self) -> Option<Score> {
        let best = self.found.lines.first()?;
        Some(best.score.of_white(self.position.turn()))
    }
}

/// What is known of the position.
#[derive(Debug, Clone, Default)]
pub enum AnalysisState {
    /// Nothing: it is not wanted.
    #[default]
    None,
    /// Nothing yet.
    Awaited,
    /// What has been found.
    Found(Rc<Analyzed>),
    /// The game has ended in it, or would have.
    End(Outcome),
    /// Nothing: the machine saves power.
    Saving,
    /// Why there is nothing, until it is tried again.
    Failed(String),
}

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::PositionAnalysis)]
    pub struct PositionAnalysis {
        pub(super) thinking: RefCell<Option<Engine>>,
        /// The name of the engine that thinks, as it tells it.
        #[property(get)]
        pub engine: RefCell<String>,
        pub(super) signals: Following,
        pub power: PowerSaver,
        pub settings: OnceCell<Settings>,
        /// What is thought about: the node in the game, and the number of the question.
        pub node: Cell<Option<NodeId>>,
        pub number: Cell<Option<u64>>,
        pub insight: RefCell<AnalysisState>,
        /// What is to be asked or told soon.
        pub(super) resting: Timer,
        pub(super) telling: Timer,
        pub untold: Cell<bool>,
        /// The end of the head start, unless nothing is known by then.
        pub(super) hurry: Timer,
        /// Whether it was asked about the node, and is to go on when its turn comes again.
        pub paused: Cell<bool>,
        /// Why an engine was given up.
        pub failed: RefCell<Option<String>>,
        /// The game that is studied.
        #[property(get, set = Self::set_game, nullable, explicit_notify)]
        pub game: RefCell<Option<Game>>,
        /// Whether what is found is seen.
        #[property(get, set = Self::set_seen, explicit_notify)]
        pub seen: Cell<bool>,
        /// Whether this goes first: nothing to speak of is known of the position yet. One core is left to
        /// everything else, so only one thinks at a time.
        #[property(get)]
        pub hurries: Cell<bool>,
        /// Whether another search is thinking that comes first after that.
        #[property(get, set = Self::set_waits)]
        pub waits: Cell<bool>,
        /// How many lines are looked for.
        #[property(get, set = Self::set_lines, minimum = 1, maximum = 5, default = 3, construct, explicit_notify)]
        pub lines: Cell<i32>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for PositionAnalysis {
        signals!["told"];
    }

    impl PositionAnalysis {
        fn set_game(&self, game: Option<Game>) {
            let analysis = self.obj();
            let acts = [("changed", super::PositionAnalysis::look as fn(&_))];
            self.signals.follow(&*analysis, game.as_ref(), &acts);
            self.game.replace(game);
            analysis.look_anew();
            analysis.notify_game();
        }

        fn set_seen(&self, seen: bool) {
            if self.seen.replace(seen) != seen {
                self.obj().look();
                self.obj().notify_seen();
            }
        }

        fn set_waits(&self, waits: bool) {
            if self.waits.replace(waits) != waits {
                self.obj().take_turns();
            }
        }

        fn set_lines(&self, lines: i32) {
            if self.lines.replace(lines) != lines {
                if let Some(settings) = self.settings.get() {
                    settings.set(remembered::ANALYSIS_LINES, &lines);
                }
                self.obj().look_anew();
                self.obj().notify_lines();
            }
        }
    }
}

subclass! {
    /// What the computer thinks of a position. Signal `told`: something else is known of it.
    pub struct PositionAnalysis(imp::PositionAnalysis): glib::Object {}
}

impl PositionAnalysis {
    /// An analysis that has not begun. The engine and the number of lines are chosen in these settings.
    pub fn new(settings: &Settings) -> Self {
        let analysis: Self = glib::Object::new();
        settings.bind(remembered::ANALYSIS_LINES, &analysis, "lines");
        let anew = |analysis: &Self| {
            analysis.imp().thinking.take();
            analysis.try_again();
        };
        settings.connect_changed(&preferences::ENGINE, callback(&analysis, anew));
        settings.connect_changed(&preferences::ENGINE_MEMORY, callback(&analysis, anew));
        settings.connect_changed(&preferences::ANALYSIS, callback(&analysis, Self::look));
        analysis.imp().settings.set(settings.clone()).ok();
        analysis
    }

    /// What is known.
    pub fn insight(&self) -> AnalysisState {
        self.imp().insight.borrow().clone()
    }

    /// Calls back when something else is known.
    pub fn connect_told(&self, told: impl Fn(&Self) + 'static) {
        on(self, "told", told);
    }

    /// Asks once more, even if something went wrong before.
    pub fn try_again(&self) {
        self.imp().failed.take();
        self.look_anew();
    }

    /// Thinks about the position anew.
    fn look_anew(&self) {
        self.imp().node.take();
        self.look();
    }

    /// Thinks about the position at which the reader stands, as long as what is found is seen.
    fn look(&self) {
        let imp = self.imp();
        // While a game is played, this would be help.
        let game = self.game().filter(Game::can_be_studied);
        let allowed = imp.settings.get();
        let allowed = allowed.is_some_and(|settings| settings.get(preferences::ANALYSIS));
        let Some(game) = game.filter(|_| allowed && self.seen()) else {
            return self.rest(AnalysisState::None);
        };
        if imp.power.is_on(self, Self::look) {
            return self.rest(AnalysisState::Saving);
        }
        if imp.node.get() == Some(game.viewer().node()) {
            return;
        }
        let ends = chess::Game::new(game.viewer().node_position(), DrawRule::Unjudged).outcome();
        if let Some(end) = ends {
            return self.rest(AnalysisState::End(end));
        }
        if let Some(why) = imp.failed.borrow().clone() {
            return self.rest(AnalysisState::Failed(why));
        }
        self.rest(AnalysisState::Awaited);
        imp.node.set(Some(game.viewer().node()));
        imp.resting.set(self, REST, |analysis| {
            analysis.hurry(true);
            analysis.ask();
        });
    }

    /// Stops the analysis that is under way; from now on this is what is known.
    fn rest(&self, insight: AnalysisState) {
        let imp = self.imp();
        imp.node.take();
        imp.paused.set(false);
        imp.resting.stop();
        self.stop();
        let known = !matches!(*imp.insight.borrow(), AnalysisState::None);
        if known || !matches!(insight, AnalysisState::None) {
            self.tell(insight);
        }
        // Who hears of this looks at what is known.
        self.hurry(false);
    }

    /// Wants no answer any more. Whether one was waited for.
    fn stop(&self) -> bool {
        let asked = self.imp().number.take().is_some();
        if asked {
            if let Some(thinking) = &*self.imp().thinking.borrow() {
                thinking.stop();
            }
        }
        asked
    }

    /// Goes first, or does so no longer.
    fn hurry(&self, hurries: bool) {
        let imp = self.imp();
        imp.hurry.stop();
        if hurries {
            imp.hurry.set(self, HEAD_START, Self::end_head_start);
        }
        if imp.hurries.replace(hurries) != hurries {
            self.notify_hurries();
            self.take_turns();
        }
    }

    /// Goes first no longer, once its time is over and something is known: else nothing would be known for
    /// as long as others think.
    fn end_head_start(&self) {
        let over = !self.imp().hurry.is_set();
        if over && matches!(*self.imp().insight.borrow(), AnalysisState::Found(_)) {
            self.hurry(false);
        }
    }

    /// Pauses where it is the turn of another search, and goes on after it. What was found is known all the while.
    fn take_turns(&self) {
        let imp = self.imp();
        if self.waits() && !self.hurries() {
            if self.stop() {
                imp.paused.set(true);
            }
        } else if imp.paused.take() {
            self.ask();
        }
    }

    fn ask(&self) {
        let imp = self.imp();
        let Some(game) = self.game() else { return };
        let (start, moves) = game.viewer().with_line_to_node(|line, plies| {
            let moves = line.plies()[..plies].iter().map(|ply| ply.mv);
            (line.start().clone(), moves.collect())
        });
        let question = Question {
            start,
            moves,
            lines: usize::try_from(self.lines()).unwrap_or(1),
            limits: Limits {
                depth: Some(DEEPEST),
                hard_time: Some(LONGEST),
                ..Limits::default()
            },
        };
        if imp.thinking.borrow().is_none() {
            imp.engine.take();
            let heard = weak!(self, |analysis, report| analysis.hear(report));
            match Engines::shared().analyst(heard) {
                Ok(thinking) => imp.thinking.replace(Some(thinking)),
                Err(error) => return self.fail(words::io_error(&error)),
            };
        }
        let thinking = imp.thinking.borrow();
        imp.number
            .set(thinking.as_ref().map(|engine| engine.ask(question)));
    }

    fn hear(&self, report: EngineReport) {
        let imp = self.imp();
        let current = |number: u64| imp.number.get() == Some(number);
        match report {
            EngineReport::Started(name, _) => {
                imp.engine.replace(name);
                self.notify_engine();
            }
            EngineReport::Found(number, found) if current(number) => {
                self.find(found, false);
                self.end_head_start();
            }
            EngineReport::Answer(number, found) if current(number) => {
                imp.number.take();
                self.find(found, true);
                self.hurry(false);
            }
            EngineReport::Found(..) | EngineReport::Answer(..) | EngineReport::Failed(_) => {}
            EngineReport::GivenUp(fault) => {
                let engine = Engines::shared().chosen().unwrap_or_default();
                self.fail(words::engine_fault(&engine_name(&engine), fault));
            }
        }
    }

    fn find(&self, found: Found, done: bool) {
        let Some(game) = self.game().filter(|_| !found.lines.is_empty()) else {
            return;
        };
        self.tell(AnalysisState::Found(Rc::new(Analyzed {
            position: game.viewer().node_position(),
            found,
            done,
        })));
    }

    /// Does not ask again by itself.
    fn fail(&self, why: String) {
        self.imp().failed.replace(Some(why.clone()));
        self.rest(AnalysisState::Failed(why));
    }

    /// Tells what is known: at once, but no more often than it can be read.
    fn tell(&self, insight: AnalysisState) {
        let imp = self.imp();
        let progress = matches!(&insight, AnalysisState::Found(found) if !found.done);
        imp.insight.replace(insight);
        if progress && imp.telling.is_set() {
            imp.untold.set(true);
            return;
        }
        imp.untold.set(false);
        if !imp.telling.is_set() {
            imp.telling.set(self, BETWEEN, |analysis| {
                if analysis.imp().untold.get() {
                    analysis.tell(analysis.insight());
                }
            });
        }
        self.emit_by_name::<()>("told", &[]);
    }
}
