//! An exercise on a board: the opponent's move is played, what is tried is judged, and when it is over the
//! proof is told.

use std::cell::{Cell, OnceCell, RefCell};
use std::sync::OnceLock;
use std::time::Duration;

use gettextrs::gettext;
use glib::subclass::Signal;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::{self, DrawRule, Move, Ply, Square};
use rank_and_file_core::engine::Score;
use rank_and_file_core::record::log::Header;
use rank_and_file_core::training::practice::{Exercise, Hint, Session, Tried};
use rank_and_file_core::training::tutor::{Attempt, Explanation, Worth};

use super::helping::Tutoring;
use super::{Game, following, later};
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::Practicing)]
    pub struct Practicing {
        pub session: RefCell<Option<Session>>,
        /// The game on the board.
        #[property(get, nullable)]
        pub game: RefCell<Option<Game>>,
        pub following: OnceCell<glib::SignalGroup>,
        pub tutoring: Tutoring,
        /// What was said last, to be read again.
        #[property(get)]
        pub told: RefCell<String>,
        /// How often an exercise was begun: what belongs to an earlier one comes too late.
        pub number: Cell<u32>,
        /// Whether nothing can be tried now, as a piece is on its way or a move is being judged.
        pub busy: Cell<bool>,
        /// Whether it is known if it was found.
        #[property(get)]
        pub decided: Cell<bool>,
        /// Whether there is only one try, and whether that is over.
        #[property(get)]
        pub once: Cell<bool>,
        pub passed: Cell<bool>,
        /// What is pointed out on the board: a square, or a way from one to another.
        pub pointed: Cell<Option<(Square, Square)>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Practicing {
        const NAME: &'static str = "RfPracticing";
        type Type = super::Practicing;
    }

    #[glib::derived_properties]
    impl ObjectImpl for Practicing {
        fn signals() -> &'static [Signal] {
            static SIGNALS: OnceLock<Vec<Signal>> = OnceLock::new();
            SIGNALS.get_or_init(|| {
                vec![
                    Signal::builder("changed").build(),
                    Signal::builder("decided")
                        .param_types([bool::static_type()])
                        .build(),
                ]
            })
        }
    }
}

/// How long each move of a solution stands before the next one.
const PACE: Duration = Duration::from_millis(900);
/// So much of a proof is told.
const MOST_FINDINGS: usize = 3;

glib::wrapper! {
    /// A player at an exercise. Signals: `changed` (something that is shown is different), `decided` (whether it was
    /// found; once for each exercise).
    pub struct Practicing(ObjectSubclass<imp::Practicing>);
}

impl Default for Practicing {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl Practicing {
    /// Puts an exercise on the board, for the players of a header. `once`: after one try it is the next player's.
    pub fn open(&self, exercise: Exercise, header: Header, once: bool) {
        let imp = self.imp();
        self.close();
        imp.decided.set(false);
        imp.once.set(once);
        imp.passed.set(false);
        let last = exercise.last();
        let mover = exercise.mover();
        imp.session.replace(Some(Session::new(exercise)));
        // The opponent's move is seen, but not heard: it is told with the task.
        imp.busy.set(true);
        self.lay(&header, false);
        if let Some(last) = last {
            self.play(last);
        }
        if let Some(game) = self.game() {
            game.say(String::new());
        }
        imp.busy.set(false);
        let played = self.with_last_ply(|ply| words::sentence(&words::move_words(ply)));
        let task = words::practice_task(&header, mover);
        self.tell(&[played.unwrap_or_default(), task]);
    }

    /// Lets go of the exercise; nothing more is heard of it.
    pub fn close(&self) {
        let imp = self.imp();
        imp.number.set(imp.number.get().wrapping_add(1));
        imp.busy.set(false);
        imp.pointed.set(None);
        imp.tutoring.stop();
        imp.session.take();
    }

    /// Looks at the session at the exercise.
    pub fn with<T>(&self, look: impl FnOnce(&Session) -> T) -> Option<T> {
        self.imp().session.borrow().as_ref().map(look)
    }

    /// Whether nothing more is asked for.
    pub fn is_over(&self) -> bool {
        self.imp().passed.get() || self.with(Session::is_over).unwrap_or(true)
    }

    /// Whether what the game says is news: a move by hand, or an answer, and nothing that is told besides.
    pub fn is_heard(&self) -> bool {
        !self.imp().busy.get() && !self.is_over() && self.is_level()
    }

    /// What is pointed out on the board.
    pub fn pointed(&self) -> Option<(Square, Square)> {
        self.imp().pointed.get()
    }

    /// Tells a little more of what is to be found.
    pub fn hint(&self) {
        let imp = self.imp();
        if imp.busy.get() {
            return;
        }
        let hint = imp.session.borrow_mut().as_mut().and_then(Session::hint);
        let Some((hint, position)) = hint.zip(self.with(Session::position)) else {
            return;
        };
        imp.pointed.set(match hint {
            Hint::Motifs(_) => None,
            Hint::Piece(from) => Some((from, from)),
            Hint::Move(mv) => Some(Ply::play(&position, mv).squares()),
        });
        self.tell(&[words::practice_hint(&hint, &position)]);
    }

    /// Gives up, and sees how it goes.
    pub fn give_up(&self) {
        let imp = self.imp();
        // Where a piece is on its way, the next press will do.
        if imp.busy.get() || self.is_over() {
            return;
        }
        let rest = imp.session.borrow_mut().as_mut().map(Session::give_up);
        imp.pointed.set(None);
        imp.busy.set(true);
        self.tell(&self.proof());
        self.decide(false);
        self.play_out(rest.unwrap_or_default());
    }

    /// Leaves it to the next player, where there is only one try.
    pub fn pass(&self) {
        if !self.imp().busy.get() && !self.is_over() {
            self.tell(&[]);
            self.fail();
        }
    }

    fn fail(&self) {
        self.imp().passed.set(self.imp().once.get());
        self.decide(false);
    }

    /// Plays moves, one after the other.
    fn play_out(&self, moves: Vec<Move>) {
        self.after(PACE, move |practicing| {
            if let Some((first, rest)) = moves.split_first() {
                practicing.play(*first);
                practicing.play_out(rest.to_vec());
            } else {
                practicing.imp().busy.set(false);
            }
        });
    }

    /// Lays the game on the board anew, as far as it belongs to the exercise.
    fn lay_again(&self) {
        if let Some(game) = self.game() {
            self.lay(game.header(), true);
        }
    }

    /// Lays a game on the board that stands where the exercise does, `with` what was played before it.
    fn lay(&self, header: &Header, with: bool) {
        let imp = self.imp();
        let Some((before, moves)) = self.way() else {
            return;
        };
        let mut rules = chess::Game::new(before, DrawRule::Unjudged);
        for mv in moves.into_iter().filter(|_| with) {
            // All of them are known to be legal.
            rules.act(mv.into()).ok();
        }
        let game = Game::unsaved(header.clone(), rules);
        let following = imp
            .following
            .get_or_init(|| following::<Game, Self>(self, &[("moved", Self::follow_move)]));
        following.set_target(Some(&game));
        // What is to be done is told besides.
        game.say(String::new());
        imp.game.replace(Some(game));
        self.notify_game();
    }

    /// The first position, and what has been played from there.
    fn way(&self) -> Option<(chess::Chess, Vec<Move>)> {
        self.with(|session| {
            let exercise = session.exercise();
            let played = exercise.line().iter().take(session.played());
            let moves = exercise.last().into_iter().chain(played.copied());
            (exercise.before().clone(), moves.collect())
        })
    }

    /// Whether nothing stands on the board that does not belong to the exercise.
    fn is_level(&self) -> bool {
        let Some(((_, moves), game)) = self.way().zip(self.game()) else {
            return true;
        };
        game.with_rules(|rules| {
            let played: Vec<Move> = rules.plies().iter().map(|ply| ply.mv).collect();
            moves.starts_with(&played)
        })
    }

    /// Plays a move that belongs to the exercise.
    fn play(&self, mv: Move) {
        if let Some(game) = self.game() {
            game.act(mv.into()).ok();
        }
    }

    fn with_last_ply<T>(&self, look: impl FnOnce(&Ply) -> T) -> Option<T> {
        let game = self.game()?;
        game.with_rules(|rules| rules.plies().last().map(look))
    }

    /// What was to be found, and what that proves.
    fn proof(&self) -> Vec<String> {
        let said = self.with(|session| {
            let exercise = session.exercise();
            let plies = Ply::line(exercise.start(), exercise.line());
            let line: Vec<String> = plies.map(|ply| ply.san.to_string()).collect();
            let findings = exercise.findings();
            let findings = &findings[..findings.len().min(MOST_FINDINGS)];
            let proven = words::line_proves(findings, exercise.start());
            let best = words::best_line(&line.join(" "));
            [best].into_iter().chain(proven).collect()
        });
        said.unwrap_or_default()
    }

    fn decide(&self, found: bool) {
        if !self.imp().decided.replace(true) {
            self.emit_by_name::<()>("decided", &[&found]);
        }
    }

    fn tell(&self, sentences: &[String]) {
        self.imp().told.replace(words::sentences(sentences));
        self.notify_told();
        self.emit_by_name::<()>("changed", &[]);
    }

    /// Does something a little later, where the exercise is still the same.
    fn after(&self, time: Duration, then: impl FnOnce(&Self) + 'static) {
        let (practicing, number) = (self.downgrade(), self.imp().number.get());
        later::after(time, move || {
            let here = practicing.upgrade();
            if let Some(here) = here.filter(|here| here.imp().number.get() == number) {
                then(&here);
            }
        });
    }
}

/// How long a piece is on its way, and a glance longer.
const ARRIVAL: Duration = Duration::from_millis(250);

impl Practicing {
    /// Judges what was played.
    pub(super) fn follow_move(&self) {
        let imp = self.imp();
        if self.is_level() {
            // That was no hand.
            return;
        }
        if imp.busy.get() || self.is_over() {
            self.after(Duration::ZERO, Self::lay_again);
            return;
        }
        let Some(ply) = self.with_last_ply(Clone::clone) else {
            return;
        };
        imp.pointed.set(None);
        let mut session = imp.session.borrow_mut();
        let tried = session.as_mut().map(|session| session.try_move(ply.mv));
        drop(session);
        match tried {
            Some(Tried::Unknown) => self.weigh(ply),
            Some(tried) => self.judge(tried, &ply, None),
            None => {}
        }
    }

    /// Asks a tutor what a move is worth.
    fn weigh(&self, ply: Ply) {
        let imp = self.imp();
        let asked = self.with(|session| {
            let (exercise, played) = (session.exercise(), session.played());
            let mate = exercise.mate_in(played).map(Score::Mate);
            let best = mate.map(|score| Explanation {
                score,
                line: exercise.line()[played..].to_vec(),
                findings: Vec::new(),
            });
            (exercise.question(played), best)
        });
        let Some((asked, best)) = asked else { return };
        imp.busy.set(true);
        let tutoring = imp.tutoring.clone();
        let (practicing, number) = (self.downgrade(), imp.number.get());
        glib::spawn_future_local(async move {
            let attempt = tutoring.weigh(asked, ply.mv, best).await;
            let here = practicing.upgrade();
            let Some(here) = here.filter(|here| here.imp().number.get() == number) else {
                return;
            };
            here.imp().busy.set(false);
            // A tutor that cannot be asked knows nothing better.
            let worth = attempt
                .as_ref()
                .map_or(Worth::Close, |attempt| attempt.worth);
            let mut session = here.imp().session.borrow_mut();
            let tried = session.as_mut().map(|session| session.weighed(worth));
            drop(session);
            if let Some(tried) = tried {
                here.judge(tried, &ply, attempt.as_ref());
            }
        });
    }

    /// Says what a move is that was tried, and goes on from there.
    fn judge(&self, tried: Tried, ply: &Ply, attempt: Option<&Attempt>) {
        let imp = self.imp();
        match tried {
            Tried::GoesOn(answer) => {
                self.tell(&[gettext("Right. Go on.")]);
                imp.busy.set(true);
                self.after(ARRIVAL, move |practicing| {
                    practicing.imp().busy.set(false);
                    practicing.play(answer);
                });
            }
            Tried::Found => {
                let clean = self.with(Session::is_clean).unwrap_or_default();
                let found = [words::practice_found(clean && !imp.decided.get())];
                let proof = self.proof();
                self.tell(&[&found[..], &proof[..]].concat());
                self.decide(clean);
            }
            Tried::Close | Tried::Wrong | Tried::Unknown => {
                let (san, after) = (ply.san.to_string(), &ply.position);
                let mut said = Vec::new();
                if tried == Tried::Wrong {
                    said.push(words::practice_wrong(&san));
                    let answer = attempt.and_then(|attempt| attempt.answer.first());
                    let answer = answer.map(|answer| Ply::play(after, *answer));
                    said.extend(
                        answer
                            .map(|answer| words::the_answer(answer.mover, &answer.san.to_string())),
                    );
                    let why = attempt.and_then(|attempt| attempt.findings.first());
                    said.extend(why.map(|finding| words::finding(finding, after)));
                } else {
                    said.push(words::practice_close(&san));
                }
                imp.busy.set(true);
                self.after(ARRIVAL, |practicing| {
                    practicing.imp().busy.set(false);
                    practicing.lay_again();
                });
                self.tell(&said);
                if tried == Tried::Wrong {
                    self.fail();
                }
            }
        }
    }
}
