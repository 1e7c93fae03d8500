//! Reviewing a game together: its turning points one after the other. At each of them the board stands before
//! the mistake, and both players may try to find something better; there are hints, and the proof is played
//! out. The points are those of the course of the game, and grow with it. What is said at them is in
//! `review/telling.rs`.

mod telling;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::OnceLock;
use std::time::Duration;

use glib::object::ObjectExt;
use glib::subclass::Signal;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::{self, Move, Ply};
use rank_and_file_core::record::study::NodeId;
use rank_and_file_core::training::analysis::Verdict;
use rank_and_file_core::training::tutor::{Explanation, Question, Worth};
use telling::name_of;

use super::{Course, Game, Pointed, Tutoring, Way, following, later};
use crate::words::{self, Message};

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Review {
        pub(super) game: OnceCell<Game>,
        pub(super) course: OnceCell<Course>,
        pub(super) following: RefCell<Vec<glib::SignalGroup>>,
        pub(super) tutoring: Tutoring,
        /// The ply of the mistake at which it stands; `None` where the whole game is looked at.
        pub(super) at: Cell<Option<usize>>,
        pub(super) stage: Cell<Stage>,
        /// Whether all of the game is known.
        pub(super) ready: Cell<bool>,
        pub(super) hints: Cell<u8>,
        /// What has come of the turning points, by their plies.
        pub(super) endings: RefCell<BTreeMap<usize, Ending>>,
        /// What would have been best in the place of these plies.
        pub(super) better: RefCell<BTreeMap<usize, Rc<Explanation>>>,
        pub(super) playing: RefCell<Option<glib::SourceId>>,
        /// Whether what was missed is noted, to be practiced.
        pub(super) noted: Cell<bool>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Review {
        const NAME: &'static str = "RfReview";
        type Type = super::Review;
    }

    impl ObjectImpl for Review {
        fn signals() -> &'static [Signal] {
            static SIGNALS: OnceLock<Vec<Signal>> = OnceLock::new();
            SIGNALS.get_or_init(|| vec![Signal::builder("changed").build()])
        }

        fn dispose(&self) {
            if let Some(playing) = self.playing.take() {
                playing.remove();
            }
        }
    }
}

/// No game has more turning points.
const MOST: usize = 5;
/// Hints, of which each tells more.
const HINTS: u8 = 3;
/// How long each move of the proof stands on the board.
const PACE: Duration = Duration::from_millis(2_000);

/// What goes on at a turning point.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Stage {
    /// A better move is looked for.
    #[default]
    Asked,
    /// One is weighed that was tried.
    Weighing,
    /// It has been.
    Answered(Worth),
    /// The proof is on the board.
    Shown,
}

glib::wrapper! {
    /// A review of a game by its players. Signal `changed`: it stands elsewhere, or more is known.
    pub struct Review(ObjectSubclass<imp::Review>);
}

impl Review {
    /// A review of a game with this course, which begins with the game as a whole.
    pub fn of(game: &Game, course: &Course) -> Self {
        let review: Self = glib::Object::new();
        let imp = review.imp();
        imp.game.set(game.clone()).ok();
        imp.course.set(course.clone()).ok();
        let grows = following::<Course, Self>(&review, &[("changed", Self::grow)]);
        grows.set_target(Some(course));
        let plays = following::<Game, Self>(&review, &[("changed", Self::follow)]);
        plays.set_target(Some(game));
        imp.following.replace(vec![grows, plays]);
        review.introduce();
        review
    }

    /// Says what is known of the whole game to those who do not see it.
    fn introduce(&self) {
        if let Some(game) = self.game() {
            let shown = game.viewed_status().shown().to_owned();
            game.say(Message::new(shown, self.summary()));
        }
    }

    /// Takes note that more is known.
    fn grow(&self) {
        let ready = !self.is_growing() && !self.imp().ready.replace(!self.is_growing());
        if ready && self.at().is_none() {
            self.introduce();
        }
        self.tell();
    }

    fn game(&self) -> Option<&Game> {
        self.imp().game.get()
    }

    fn tell(&self) {
        self.note_missed();
        self.emit_by_name::<()>("changed", &[]);
    }

    /// The plies of the mistakes that cost the most, as far as they are known, in the order of the game.
    pub fn points(&self) -> Vec<usize> {
        let course = self.imp().course.get();
        let points = course.and_then(|course| {
            course.with(|known| {
                let mut points = known.turning_points(MOST);
                points.retain(|ply| known.verdict(*ply) >= Some(Verdict::Mistake));
                points
            })
        });
        let mut points = points.unwrap_or_default();
        // The point at which the reader stands does not go away.
        points.extend(self.at().filter(|at| !points.contains(at)));
        points.sort_unstable();
        points
    }

    /// The ply of the mistake at which it stands; `None` where the whole game is looked at.
    pub fn at(&self) -> Option<usize> {
        self.imp().at.get()
    }

    /// How much of the game is looked through, from 0 to 1.
    pub fn part(&self) -> f64 {
        let course = self.imp().course.get();
        let part = course.and_then(|course| course.with(|known| known.part()));
        part.unwrap_or_default()
    }

    /// Whether it is still being looked through.
    pub fn is_growing(&self) -> bool {
        self.part() < 1.0
    }

    /// The turning point after this node: the first one for the whole game.
    fn next_point(&self) -> Option<usize> {
        let at = self.at().unwrap_or_default();
        self.points().into_iter().find(|ply| *ply > at)
    }

    /// Whether it can go on. After the last turning point comes the whole game again, once all are known.
    pub fn has_next(&self) -> bool {
        self.next_point().is_some() || (self.at().is_some() && !self.is_growing())
    }

    /// Whether it can go back.
    pub fn has_previous(&self) -> bool {
        self.at().is_some()
    }

    /// Goes on to the next turning point, or at last to the whole game; after that it begins anew.
    pub fn go_on(&self) {
        if self.is_over() {
            self.imp().endings.take();
        }
        self.note_ending(Ending::Open);
        if self.has_next() {
            self.stand(self.next_point());
        }
    }

    /// Goes back to the turning point before, or to the whole game.
    pub fn go_back(&self) {
        let Some(at) = self.at() else { return };
        let before = self.points().into_iter().rfind(|ply| *ply < at);
        self.stand(before);
    }

    /// Stands at a turning point, or looks at the whole game.
    fn stand(&self, at: Option<usize>) {
        let (imp, Some(game)) = (self.imp(), self.game()) else {
            return;
        };
        self.rest();
        imp.stage.take();
        imp.hints.set(0);
        imp.at.set(at);
        match at {
            Some(ply) => {
                let review = self.downgrade();
                let heard = move |mv| {
                    if let Some(review) = review.upgrade() {
                        review.weigh(mv);
                    }
                };
                game.viewer()
                    .try_at(NodeId::Main(ply - 1), self.question(), heard);
                self.look_closer(ply);
            }
            None => {
                game.viewer().stop_trying();
                game.viewer().go_to(NodeId::Main(game.ply() as usize));
                self.introduce();
            }
        }
        self.tell();
    }

    /// Lets everything go that is under way.
    fn rest(&self) {
        let imp = self.imp();
        imp.tutoring.stop();
        if let Some(playing) = imp.playing.take() {
            playing.remove();
        }
    }

    /// Ends the review: moves are played along the tree of the game again.
    pub fn end(&self) {
        self.rest();
        for group in self.imp().following.take() {
            group.set_target(glib::Object::NONE);
        }
        if let Some(game) = self.game() {
            game.viewer().stop_trying();
        }
    }

    /// Takes note of what is shown on the board.
    fn follow(&self) {
        let imp = self.imp();
        let ahead = self.game().and_then(|game| game.viewer().ahead());
        if imp.at.get().is_some() && ahead.is_none() && imp.stage.get() != Stage::Asked {
            // What was tried has been taken back.
            self.rest();
            imp.stage.set(Stage::Asked);
            self.point_out(vec![self.question()]);
        }
        self.tell();
    }

    fn point_out(&self, pointed: Vec<Pointed>) {
        if let Some(game) = self.game() {
            game.viewer().point_out(pointed);
        }
    }

    /// The position before a ply, and the ply.
    fn before(&self, ply: usize) -> Option<(Question, Ply)> {
        let before =
            |rules: &chess::Game| (Question::at(rules, ply - 1), rules.plies()[ply - 1].clone());
        Some(self.game()?.with_rules(before))
    }

    /// Whether there is something on the board that can be taken back, to try again.
    pub fn can_try_again(&self) -> bool {
        let ahead = self.game().and_then(|game| game.viewer().ahead());
        self.at().is_some() && ahead.is_some()
    }

    /// Takes back what is shown ahead of the turning point.
    pub fn try_again(&self) {
        if let Some(game) = self.game().filter(|_| self.can_try_again()) {
            game.viewer().walk(Way::Return);
        }
    }

    /// Whether something as good as the best move was found.
    pub fn is_found(&self) -> bool {
        let stage = self.imp().stage.get();
        matches!(stage, Stage::Answered(Worth::Best | Worth::AsGood))
    }

    /// Whether there is one more hint.
    pub fn has_hint(&self) -> bool {
        self.at().is_some() && self.imp().hints.get() < HINTS && !self.is_found()
    }

    /// Tells more of the better move, in the position where it is looked for.
    pub fn hint(&self) {
        if !self.has_hint() {
            return;
        }
        let hints = &self.imp().hints;
        hints.set(hints.get() + 1);
        self.note_ending(Ending::Open);
        self.return_to_point();
        self.point_out(vec![self.question()]);
    }

    /// Shows the turning point, wherever the reader is.
    fn return_to_point(&self) {
        self.rest();
        self.imp().stage.take();
        if let (Some(game), Some(ply)) = (self.game(), self.at()) {
            game.viewer().go_to(NodeId::Main(ply - 1));
        }
    }

    /// Whether the proof of the better move is on the board.
    pub fn is_shown(&self) -> bool {
        self.imp().stage.get() == Stage::Shown
    }

    /// Plays out the proof of the better move.
    pub fn show(&self) {
        let (imp, Some(ply), Some(game)) = (self.imp(), self.at(), self.game()) else {
            return;
        };
        self.return_to_point();
        let Some(line) = self.tell_proof(ply) else {
            return;
        };
        imp.stage.set(Stage::Shown);
        self.note_ending(Ending::Shown);
        game.viewer().look_ahead(&line, 1);
        let (review, mut shown) = (self.downgrade(), 1);
        let playing = later::every(PACE, move || {
            let game = review.upgrade().and_then(|review| review.game().cloned());
            // A reader who walks along it goes at a pace of their own.
            if let Some(game) = game.filter(|game| game.viewer().ahead() == Some(shown)) {
                if game.viewer().leads_to(Way::Forward).is_some() {
                    game.viewer().walk(Way::Forward);
                    shown += 1;
                    return glib::ControlFlow::Continue;
                }
            }
            if let Some(review) = review.upgrade() {
                review.imp().playing.take();
            }
            glib::ControlFlow::Break
        });
        imp.playing.replace(Some(playing));
        self.tell();
    }
}

/// How a better move came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// It was the first to be tried, without hints.
    AtOnce,
    /// It was found.
    Found,
    /// It was shown.
    Shown,
    /// It is not found yet: the player took a hint, tried another move, or went on.
    Open,
}

impl Review {
    /// Whether every turning point has been gone through.
    pub fn is_over(&self) -> bool {
        let endings = self.imp().endings.borrow();
        let points = self.points();
        let all = || points.iter().all(|ply| endings.contains_key(ply));
        self.at().is_none() && !self.is_growing() && !points.is_empty() && all()
    }

    /// Takes note of what has come of the turning point; what came first counts.
    pub(super) fn note_ending(&self, ending: Ending) {
        if let Some(ply) = self.at() {
            let mut endings = self.imp().endings.borrow_mut();
            let known = endings.entry(ply).or_insert(ending);
            *known = match (*known, ending) {
                (Ending::Open, Ending::AtOnce) => Ending::Found,
                (Ending::Open, _) => ending,
                (known, _) => known,
            };
        }
    }

    /// Takes note of a move that has been weighed.
    pub(super) fn note_attempt(&self) {
        self.note_ending(match self.is_found() {
            true => Ending::AtOnce,
            false => Ending::Open,
        });
    }

    /// How many better moves were found, in words, once something has come of a turning point.
    pub(super) fn endings(&self) -> Option<String> {
        let endings = self.imp().endings.borrow();
        let count = |wanted| endings.values().filter(|ending| **ending == wanted).count();
        let (at_once, later) = (count(Ending::AtOnce), count(Ending::Found));
        let found = || words::better_moves_found(at_once + later, endings.len(), at_once);
        (!endings.is_empty()).then(found)
    }
}

// What would have been best at a turning point, and what a move is beside it that is tried.

impl Review {
    /// What would have been best in the place of a ply, by the course of the game.
    pub(super) fn better(&self, ply: usize) -> Option<Rc<Explanation>> {
        if let Some(known) = self.imp().better.borrow().get(&ply) {
            return Some(known.clone());
        }
        let judged = self.imp().course.get()?;
        let judged = judged.with(|known| known.at(ply - 1).cloned())??;
        let proven = self.before(ply)?.0.findings(&judged.line, judged.score);
        let better = Rc::new(Explanation {
            score: judged.score,
            line: judged.line,
            findings: proven,
        });
        let known = &self.imp().better;
        known.borrow_mut().insert(ply, better.clone());
        Some(better).filter(|better| !better.line.is_empty())
    }

    /// Has the tutor look what the better move proves, where the line of the course ends too early for that.
    pub(super) fn look_closer(&self, ply: usize) {
        let Some(better) = self.better(ply).filter(|better| better.findings.is_empty()) else {
            return;
        };
        let Some((asked, _)) = self.before(ply) else {
            return;
        };
        let (review, tutoring) = (self.downgrade(), self.imp().tutoring.clone());
        glib::spawn_future_local(async move {
            let ask = tutoring.ask(move |tutor, stop| tutor.explain(&asked, stop));
            let Some(found) = ask.await else { return };
            let Some(review) = review.upgrade() else {
                return;
            };
            if found.line.first() == better.line.first() {
                let score = better.score;
                let found = Rc::new(Explanation { score, ..found });
                review.imp().better.borrow_mut().insert(ply, found);
            }
        });
    }

    /// Weighs a move that is tried.
    pub(super) fn weigh(&self, tried: Move) {
        let imp = self.imp();
        let Some(ply) = self.at() else { return };
        let (Some(better), Some((asked, _))) = (self.better(ply), self.before(ply)) else {
            return;
        };
        imp.stage.set(Stage::Weighing);
        let san = name_of(asked.position(), tried);
        let waits = Pointed {
            said: words::weighing(&san),
            ..Pointed::default()
        };
        self.point_out(vec![self.question(), waits]);
        let (review, tutoring) = (self.downgrade(), imp.tutoring.clone());
        glib::spawn_future_local(async move {
            let best = Some((*better).clone());
            let attempt = tutoring.weigh(asked, tried, best).await;
            let Some(review) = review.upgrade() else {
                return;
            };
            let imp = review.imp();
            // Nothing else has been done meanwhile.
            if imp.stage.get() != Stage::Weighing || review.at() != Some(ply) {
                return;
            }
            match attempt {
                Some(attempt) => {
                    imp.stage.set(Stage::Answered(attempt.worth));
                    review.note_attempt();
                    review.tell_attempt(ply, tried, &attempt);
                }
                None => {
                    let said = words::not_weighed(&san);
                    let pointed = Pointed {
                        said,
                        ..Pointed::default()
                    };
                    review.point_out(vec![review.question(), pointed]);
                }
            }
        });
    }
}
