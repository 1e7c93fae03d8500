//! Studying a game together: its turning points one after the other, as far as they are known. At each the board stands
//! before the mistake, and both players may try to find something better, or after a mistake of the computer, which is to be
//! punished; there are hints, and the proof is played out. What is found is kept in the study of the game.

mod keeping;

use std::cell::{Cell, OnceCell, Ref, RefCell};
use std::collections::BTreeMap;

use glib::object::ObjectExt;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::board::DrawingColor;
use rank_and_file_core::chess::{self, Chess, Move, Ply, Position};
use rank_and_file_core::engine::human::{Finders, finders};
use rank_and_file_core::record::study::NodeId;
use rank_and_file_core::training::analysis::{self, Judgment};
use rank_and_file_core::training::tutor::{
    Explanation, Finding, Gain, Mistake, MoveQuality, Plan, QuietHint, TutorQuestion, WeighedMove,
    as_needed, prevents,
};
use rank_and_file_core::training::{self, Hint, Stage, Task};

pub use self::keeping::MoveJudgment;
use self::keeping::{Ending, nearly};
use super::viewer::{answered, drawn, name_of, only, refutation, solution};
use super::{
    Commentary, Game, GameAnalysis, Navigation, Practice, Trainer, Tutoring, callback, signal_group,
};
use crate::subclass::{signals, subclass};
use crate::words::{self, Message};

/// A move is clearly better than another one from so many points of winning chances on.
const CLEARLY: f64 = 3.0;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Review {
        pub(super) game: OnceCell<Game>,
        pub(super) course: OnceCell<GameAnalysis>,
        pub(super) signals: RefCell<Vec<glib::SignalGroup>>,
        pub(super) trainer: Trainer,
        /// The turning point of which all was heard since it was gone to: then the question alone is heard again.
        pub(super) introduced: Cell<Option<usize>>,
        /// The tutor that proves what lines win, while the trainer asks another one about moves.
        pub(super) prover: Tutoring,
        /// Whether something is being proven.
        pub(super) proving: Cell<bool>,
        /// Whether it has been noted that all of the game is known, and proven.
        pub(super) complete: Cell<bool>,
        /// Whether the better move had been found when the turning point was gone to.
        pub(super) found_before: Cell<bool>,
        /// The ply of the turning point at which it stands, as long as moves are tried there.
        pub(super) at: Cell<Option<usize>>,
        /// What has come of the turning points, by their plies.
        pub(super) endings: RefCell<BTreeMap<usize, Ending>>,
        /// What is proven about these plies.
        pub(super) proven: RefCell<BTreeMap<usize, Mistake>>,
        /// How many players find what is to be found there.
        pub(super) finders: RefCell<BTreeMap<usize, Finders>>,
    }

    impl ObjectImpl for Review {
        signals!["changed"];
    }
}

subclass! {
    /// A review of a game by its players. Signal `changed`: it stands elsewhere, or more is known.
    pub struct Review(imp::Review): glib::Object {}
}

impl Review {
    /// A review of a game with this course, which begins with the game as a whole.
    pub fn of(game: &Game, course: &GameAnalysis) -> Self {
        let review: Self = glib::Object::new();
        let imp = review.imp();
        imp.game.set(game.clone()).ok();
        imp.course.set(course.clone()).ok();
        review.follow();
        imp.trainer
            .connect_told_notify(callback(&review, Self::hear));
        if review.is_growing() {
            review.introduce();
        }
        review.grow();
        review
    }

    /// Follows the game and its course from now on.
    pub(super) fn follow(&self) {
        // What was asked before is answered.
        self.game().viewer().point_out(Vec::new());
        let imp = self.imp();
        let grows = signal_group::<GameAnalysis, Self>(self, &[("changed", Self::grow)]);
        grows.set_target(imp.course.get());
        let acts: [(_, fn(&Self)); 2] = [("changed", Self::tell), ("studied", Self::tell)];
        let plays = signal_group::<Game, Self>(self, &acts);
        plays.set_target(imp.game.get());
        imp.signals.replace(vec![grows, plays]);
    }

    /// Says what is known of the whole game to those who do not see it.
    fn introduce(&self) {
        let game = self.game();
        let shown = game.viewed_status().shown().to_owned();
        let accuracy = self.known(analysis::GameAnalysis::accuracy);
        let accuracy = accuracy.map(|known| words::accuracy(game.header(), known));
        let said = [self.summary(), accuracy.unwrap_or_default()];
        game.say(Message::new(shown, words::sentences(&said)));
    }

    /// Takes note that more is known. Once all of it is, and proven, what was missed is to come again in practice.
    pub(super) fn grow(&self) {
        self.prove();
        if self.is_complete() && !self.imp().complete.replace(true) {
            Practice::shared().note_missed(self.missed());
            self.remark_mistakes();
            if self.at().is_none() {
                self.introduce();
            }
        }
        self.tell();
    }

    pub(super) fn game(&self) -> &Game {
        self.imp().game.get().expect("made with a game")
    }

    fn tell(&self) {
        self.emit_by_name::<()>("changed", &[]);
    }

    /// Looks at the course of the game.
    fn known<T>(&self, look: impl FnOnce(&analysis::GameAnalysis) -> Option<T>) -> Option<T> {
        self.imp().course.get()?.with(look)?
    }

    /// What is proven about a ply.
    fn proven(&self, ply: usize) -> Option<Ref<'_, Mistake>> {
        Ref::filter_map(self.imp().proven.borrow(), |proven| proven.get(&ply)).ok()
    }

    /// The ply of the mistake at which it stands; `None` where the whole game is looked at.
    pub fn at(&self) -> Option<usize> {
        self.game().viewer().tried_at()?;
        self.imp().at.get()
    }

    /// How much of the game is looked through, from 0 to 1.
    pub fn part(&self) -> f64 {
        self.known(|known| Some(known.part())).unwrap_or_default()
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
        self.note_ending(Ending::Open { told: false });
        if self.has_next() {
            self.stand(self.next_point());
        } else {
            self.game().read_out(self.summary());
        }
    }

    /// Goes back to the turning point before, or to the whole game.
    pub fn go_back(&self) {
        match self.at() {
            Some(at) => self.stand(self.points().into_iter().rfind(|ply| *ply < at)),
            None => self.game().read_out(self.summary()),
        }
    }

    /// Stands at a turning point, or looks at the whole game.
    pub(super) fn stand(&self, at: Option<usize>) {
        let (imp, game) = (self.imp(), self.game());
        match at.and_then(|ply| Some((ply, self.task(ply)?))) {
            Some((ply, task)) => {
                imp.introduced.take();
                imp.found_before.set(self.was_found(ply));
                imp.at.set(Some(ply));
                let node = NodeId::Main(self.asked_at(ply));
                imp.trainer.open_at(game, node, task);
                self.prove();
            }
            None => {
                // In this order nothing is said of where it stood.
                game.viewer().go_to(NodeId::Main(game.ply() as usize));
                imp.trainer.close();
                self.introduce();
            }
        }
        self.tell();
    }

    /// The task at a turning point: what is to be found in the place of its ply or, after a mistake of the computer, in
    /// answer to it.
    fn task(&self, ply: usize) -> Option<Task> {
        let wanted = self.wanted(ply)?;
        let line = self.line_shown(ply, &wanted);
        Task::turning_point(self.question_at(self.asked_at(ply)), wanted, line)
    }

    /// After how many plies something is to be found: before the mistake, or after one of the computer, which a person
    /// is to punish.
    fn asked_at(&self, ply: usize) -> usize {
        let errs = self.known(|known| Some(known.at(ply - 1)?.turn));
        let punishes = errs.is_some_and(|errs| {
            let header = self.game().header();
            header.is_computer(errs) && !header.is_computer(errs.other())
        });
        ply - usize::from(!punishes || self.judged(ply).is_none())
    }

    /// Whether the opponent has just made a mistake where something is to be found.
    fn punishes(&self, ply: usize) -> bool {
        let before = self.asked_at(ply);
        before == ply || self.known(|known| known.judgment(before)) >= Some(Judgment::Mistake)
    }

    /// The position after so many half-moves.
    fn question_at(&self, plies: usize) -> TutorQuestion {
        self.game()
            .with_game(|rules| TutorQuestion::at(rules, plies))
    }

    /// What was played in the position after so many half-moves.
    fn played_at(&self, plies: usize) -> Option<Ply> {
        self.game()
            .with_game(|rules| rules.plies().get(plies).cloned())
    }

    /// Whether there is something on the board that can be taken back, to try again.
    pub fn can_try_again(&self) -> bool {
        self.at().is_some() && self.game().viewer().ahead().is_some()
    }

    /// Takes back what is shown ahead of the turning point.
    pub fn try_again(&self) {
        if self.can_try_again() {
            self.game().viewer().navigate(Navigation::Return);
        }
    }

    /// Has nothing move by itself: what follows a move is drawn at once.
    pub fn set_still(&self, still: bool) {
        self.imp().trainer.set_still(still);
    }

    /// Plays what follows a move no further by itself.
    pub fn stop_walking(&self) {
        self.imp().trainer.stop_walking();
    }

    /// Whether something as good as the best move was found.
    pub fn is_found(&self) -> bool {
        self.trains(training::Trainer::is_found) && !self.has_lost_in_game()
    }

    /// Whether a player looks for a move that is not known yet.
    pub fn seeks(&self) -> bool {
        self.at().is_some() && !self.is_found() && !self.is_shown()
    }

    fn trains(&self, how: fn(&training::Trainer) -> bool) -> bool {
        self.imp().trainer.with(how).unwrap_or_default()
    }

    /// Whether there is one more hint.
    pub fn has_hint(&self) -> bool {
        !self.imp().found_before.get() && self.trains(training::Trainer::has_hint)
    }

    /// Tells more of the better move, in the position where it is looked for.
    pub fn hint(&self) {
        // Why a move was refused is read by a player who goes on to something else.
        self.game().clear_refusal();
        if self.has_hint() {
            self.imp().trainer.hint();
            if self.hints_at_nothing() {
                self.imp().trainer.hint();
            }
            let told = matches!(self.given(), Some(Hint::Move(_)));
            self.note_ending(Ending::Open { told });
        } else {
            self.game().read_out(match self.at() {
                Some(_) => words::no_more_hints(),
                None => words::no_turning_point_here(),
            });
        }
    }

    /// The hint that was given last.
    fn given(&self) -> Option<Hint> {
        self.imp().trainer.with(training::Trainer::given).flatten()
    }

    /// Whether the proof of the better move is on the board.
    pub fn is_shown(&self) -> bool {
        self.trains(|trainer| trainer.stage() == Stage::Shown)
    }

    /// Plays out the proof of the better move.
    pub fn show(&self) {
        let (game, trainer) = (self.game(), &self.imp().trainer);
        let Some(ply) = self.at() else {
            return game.read_out(words::no_turning_point_here());
        };
        game.clear_refusal();
        self.note_ending(Ending::Shown);
        // More may be proven by now than when it was asked.
        let task = self.task(ply);
        let other =
            task.filter(|task| trainer.with(|trainer| trainer.task() != task) == Some(true));
        if let Some(task) = other {
            trainer.open_at(game, NodeId::Main(self.asked_at(ply)), task);
        }
        trainer.give_up();
    }
}

// What would have been best at a turning point.

impl Review {
    /// What would have been best in the place of a ply, by the course of the game.
    fn better(&self, ply: usize) -> Option<Explanation> {
        if let Some(known) = self.proven(ply) {
            return Some(known.better.clone());
        }
        let judged = self.judged(ply - 1)?;
        Some(Explanation {
            score: judged.score,
            line: judged.line,
            findings: Vec::new(),
        })
    }

    /// What would have been best where something is to be found.
    fn wanted(&self, ply: usize) -> Option<Explanation> {
        if self.asked_at(ply) < ply {
            return self.better(ply);
        }
        let judged = self.judged(ply)?;
        let findings = self.proven(ply).map(|mistake| mistake.answer.clone());
        Some(Explanation {
            score: judged.score,
            line: judged.line,
            findings: findings.unwrap_or_default(),
        })
    }

    /// As much of what would have been best as shows what is said of it.
    fn line_shown(&self, ply: usize, better: &Explanation) -> Vec<Move> {
        let proven = self.proven(ply).filter(|_| self.asked_at(ply) < ply);
        let needed = || as_needed(&better.line, &better.findings);
        proven.map_or_else(needed, |mistake| mistake.shown())
    }

    /// What is best after so many half-moves, by the course of the game.
    fn judged(&self, plies: usize) -> Option<analysis::JudgedPosition> {
        let judged = self.known(|known| known.at(plies).cloned())?;
        Some(judged).filter(|judged| !judged.line.is_empty())
    }

    /// The tutor that judges moves.
    pub fn tutoring(&self) -> &Tutoring {
        self.imp().trainer.tutoring()
    }

    /// Whether all turning points are known, and what is proven about them.
    fn is_complete(&self) -> bool {
        !self.is_growing() && self.next_unproven().is_none()
    }

    /// The turning point about which something is to be proven next: where the reader stands, or the first one when all
    /// are known.
    fn next_unproven(&self) -> Option<usize> {
        let points = Some(self.points()).filter(|_| !self.is_growing());
        let unproven = |ply: usize| {
            let best = self.judged(ply - 1)?;
            // A second look may have found another move to be better.
            let known = self
                .proven(ply)
                .is_some_and(|mistake| mistake.better.is_about(&best.line));
            (!known).then_some(ply)
        };
        let mut wanted = self.at().into_iter().chain(points.into_iter().flatten());
        wanted.find_map(unproven)
    }

    /// Has a tutor prove what the lines at turning points win, one after the other.
    fn prove(&self) {
        let imp = self.imp();
        let Some(ply) = self.next_unproven().filter(|_| !imp.proving.get()) else {
            return;
        };
        let Some((played, best)) = self.played_at(ply - 1).zip(self.judged(ply - 1)) else {
            return;
        };
        let asked = self.question_at(ply - 1);
        let answer = self.judged(ply);
        let players = self.players_like(ply);
        imp.proving.set(true);
        let found = imp.prover.ask(move |tutor, stop| {
            let mistake = tutor.mistake(&asked, played.mv, best, answer, stop);
            Some((mistake, players.and_then(|find| find())))
        });
        let review = self.downgrade();
        glib::spawn_future_local(async move {
            let (found, Some(review)) = (found.await, review.upgrade()) else {
                return;
            };
            let imp = review.imp();
            imp.proving.set(false);
            let Some((mistake, finders)) = found else {
                return;
            };
            imp.finders.borrow_mut().extend(finders.map(|it| (ply, it)));
            imp.proven.borrow_mut().insert(ply, mistake);
            if let Some(task) = review.task(ply).filter(|_| review.at() == Some(ply)) {
                imp.trainer.learn(task);
                if imp.trainer.with(training::Trainer::stage) == Some(Stage::Asked) {
                    review.hear();
                }
            }
            review.grow();
        });
    }

    /// Reckons how many players find it at a turning point.
    fn players_like(&self, ply: usize) -> Option<impl FnOnce() -> Option<Finders> + use<>> {
        let (game, at) = (self.game(), self.asked_at(ply));
        let wanted = *self.wanted(ply)?.line.first()?;
        let positions = game.with_game(chess::Game::positions);
        let mut known = self.imp().finders.borrow().clone().into_iter();
        let known = known.find(|(other, _)| self.asked_at(*other) % 2 == at % 2);
        let rating = game.header().rating(positions.get(at)?.turn());
        let rating = rating.or(known.map(|(_, found)| found.rating));
        Some(move || finders(&positions, at, wanted, rating))
    }

    /// How many find it, in words, once that is known.
    pub fn finders(&self) -> Option<String> {
        let (ply, known) = (self.at()?, self.imp().finders.borrow());
        Some(words::found_by(known.get(&ply)?))
    }
}

// What is said and pointed out at a turning point: the question, what comes of a move that is tried, and the proof of the
// better one.

impl Review {
    /// Says and points out what has come about at the turning point.
    fn hear(&self) {
        let trainer = &self.imp().trainer;
        let Some((ply, better)) = self.at().and_then(|ply| Some((ply, self.wanted(ply)?))) else {
            return;
        };
        let (game, at) = (self.game(), self.asked_at(ply));
        let (asked, played) = (self.question_at(at), self.played_at(at));
        let here = asked.position();
        let played = played.as_ref();
        let line = self.line_shown(ply, &better);
        let solution = |first: &[String]| solution(first, here, &line, &better.findings);
        let stage = trainer.with(training::Trainer::stage).unwrap_or_default();
        let mut ahead = match (stage, trainer.tried()) {
            (Stage::Weighing, Some((tried, _))) => {
                let name = words::numbered(&tried);
                vec![only(match trainer.is_busy() {
                    true => words::weighing(&name),
                    false => words::not_weighed(&name),
                })]
            }
            (Stage::Weighed(worth), Some((tried, attempt))) => {
                self.note_ending(match self.is_found() {
                    true => Ending::AtOnce,
                    false => Ending::Open { told: false },
                });
                let name = words::numbered(&tried);
                let was_played = played.is_some_and(|played| tried.mv == played.mv);
                let beats_played = |attempt| self.is_better_than_played(ply, attempt);
                let is_clear = |attempt: &WeighedMove| attempt.score.win() >= analysis::CLEAR;
                let said = match worth {
                    _ if was_played => words::tried_played(&name),
                    MoveQuality::Best => words::tried_best(&name),
                    MoveQuality::AsGood => words::tried_as_good(&name, nearly(attempt.as_ref())),
                    MoveQuality::Close => words::tried_close(&name),
                    MoveQuality::Worse => {
                        match played.filter(|_| attempt.as_ref().is_some_and(beats_played)) {
                            Some(played) => words::tried_better(&name, &words::numbered(played)),
                            None if attempt.as_ref().is_some_and(is_clear) => {
                                words::tried_still_ahead(&name)
                            }
                            None => words::tried_worse(&name),
                        }
                    }
                };
                let answer = |reply: &Ply| {
                    let name = words::numbered(reply);
                    match was_played {
                        // In the game, something else may have been played against it.
                        true => words::best_answer(&name),
                        false => words::the_answer(game.header(), reply.mover, &name),
                    }
                };
                let tells = Some(answer).filter(|_| was_played || !self.is_found());
                match &attempt {
                    Some(attempt) => answered(said, &tried.position, attempt, tells),
                    None => solution(&[said]),
                }
            }
            (Stage::Shown, _) => {
                let name = name_of(here, line[0]);
                let best = self.name_best(ply, &name);
                match played.filter(|_| better.findings.is_empty() && self.asked_at(ply) < ply) {
                    None => solution(&[best]),
                    // What it avoids is the reason.
                    Some(played) => {
                        let other = words::numbered(played);
                        let silent = self.proven(ply).filter(|proven| proven.answer.is_empty());
                        let why = silent.map(|mistake| match mistake.improvement {
                            Some(gains) => words::improvement(gains, &name, &other),
                            None => words::reason_lies_deeper(),
                        });
                        let why = why.unwrap_or_default();
                        solution(&[best, why, self.gave_away(ply, true)])
                    }
                }
            }
            _ => Vec::new(),
        };
        let mut question = self.question(game, here, played, ply);
        let judgment = self.judgment().map(|judgment| judgment.heard);
        let judgment = judgment.unwrap_or_default();
        if let Some(first) = ahead.first_mut() {
            first.heard = Some(words::sentences(&[judgment, first.said.clone()]));
            // It is asked anew when that is taken back.
            question.heard = Some(String::new());
        } else if self.given().is_none() && self.imp().introduced.replace(Some(ply)) != Some(ply) {
            let (heading, finders) = (words::sentence(&self.heading()), self.finders());
            let all = [
                heading,
                judgment,
                finders.unwrap_or_default(),
                question.said.clone(),
            ];
            question.heard = Some(words::sentences(&all));
        }
        if let (true, [first, rest @ ..]) = (trainer.still(), &mut ahead[..]) {
            first
                .drawings
                .extend(rest.iter().filter_map(|next| next.way));
        }
        game.viewer()
            .point_out([question].into_iter().chain(ahead).collect());
    }

    /// What is asked at the turning point, with the hint that was given last.
    fn question(&self, game: &Game, here: &Chess, played: Option<&Ply>, ply: usize) -> Commentary {
        let header = game.header();
        let blamed = |at: usize| game.with_game(|rules| words::move_name(rules, at));
        let (mut said, mut drawings) = (Vec::new(), Vec::new());
        let found_before = self.imp().found_before.get();
        if found_before {
            let best = self.wanted(ply).map(|best| name_of(here, best.line[0]));
            said.push(words::solution_found(&best.unwrap_or_default()));
        } else if self.punishes(ply) {
            let mistake = blamed(self.asked_at(ply)).unwrap_or_default();
            let judgment = self.known(|known| known.judgment(self.asked_at(ply)));
            let blunder = judgment >= Some(Judgment::Blunder);
            let wins = self.may_win(ply);
            said.push(words::answer_it(
                header,
                here.turn(),
                (&mistake, blunder),
                wins,
            ));
        }
        if let Some(played) = played.filter(|_| self.asked_at(ply) < ply) {
            if said.is_empty() {
                let name = words::numbered(played);
                said.push(words::find_better(header, played.mover, &name));
                said.extend(self.allowed(ply));
            } else if !found_before {
                said.push(words::tried_played(&words::numbered(played)));
            }
            drawings.push(drawn(played.squares(), DrawingColor::Red));
        }
        let mut heard = None;
        if let Some(hint) = self.given() {
            drawings.extend(
                hint.points_at(here)
                    .map(|way| drawn(way, DrawingColor::Blue)),
            );
            let told = match &hint {
                Hint::Move(mv) => self.name_best(ply, &name_of(here, *mv)),
                Hint::Proof(found) if found.is_empty() => {
                    self.quiet_hint(ply, here).unwrap_or_default()
                }
                hint => words::practice_hint(hint, here),
            };
            // What is new is heard first.
            heard = Some(words::sentences(&[told.clone(), words::sentences(&said)]));
            said.push(told);
        }
        Commentary {
            said: words::sentences(&said),
            heard,
            drawings,
            ..Commentary::default()
        }
    }

    /// Names the move to be found: better than the one that was played, or the best answer to it.
    fn name_best(&self, ply: usize, name: &str) -> String {
        match self.asked_at(ply) < ply {
            true => words::the_move(name),
            false => words::best_move(name),
        }
    }

    /// Whether the better move was found there before.
    fn was_found(&self, ply: usize) -> bool {
        let endings = self.imp().endings.borrow();
        matches!(
            endings.get(&ply),
            Some(Ending::AtOnce | Ending::Found | Ending::Told)
        )
    }

    /// Whether the move that was played is proven to allow a mate.
    fn allows_mate(&self, ply: usize) -> bool {
        let mates = |finding: &Finding| finding.gain == Gain::Mate;
        self.proven(ply)
            .is_some_and(|mistake| mistake.answer.iter().any(mates))
    }

    /// What the move that was played is proven to allow.
    fn allowed(&self, ply: usize) -> Option<String> {
        let proven = self.proven(ply)?;
        let (answer, played) = (proven.answer.first()?, self.played_at(ply - 1)?);
        let allows = words::allows(&played, answer);
        Some(match answer.gain {
            Gain::Mate => allows,
            _ => words::sentences(&[allows, words::why(answer, &played.position)]),
        })
    }

    /// Whether the first hint says nothing: nothing is to be won, and nothing is known of what the better move gains.
    fn hints_at_nothing(&self) -> bool {
        let (Some(Hint::Proof(found)), Some(ply)) = (self.given(), self.at()) else {
            return false;
        };
        let asked = self.question_at(self.asked_at(ply));
        found.is_empty() && self.quiet_hint(ply, asked.position()).is_none()
    }

    /// The first hint where nothing is to be won.
    fn quiet_hint(&self, ply: usize, here: &Chess) -> Option<String> {
        let plan = || {
            let better = *self.wanted(ply)?.line.first()?;
            Plan::of(here, better).map(QuietHint::Plan)
        };
        let played = self.played_at(ply - 1)?;
        let name = words::numbered(&played);
        let said = |hint| words::quiet_hint(hint, &name);
        if self.punishes(ply) {
            return self.allowed(ply).or_else(|| plan().map(said));
        }
        let hint = self.proven(ply)?.hint(played.mv).or_else(plan);
        // What it is to prevent says more than what it makes better.
        let better = *self.wanted(ply)?.line.first()?;
        let answer = self.judged(ply).map(|judged| judged.line[0]);
        let answer = answer.filter(|_| hint.is_none_or(QuietHint::is_vague));
        match answer.filter(|answer| prevents(here, better, *answer)) {
            Some(answer) => {
                let answer = words::best_answer_to(&name, &name_of(&played.position, answer));
                Some(words::sentences(&[answer, said(QuietHint::Prevents)]))
            }
            None => hint.map(said),
        }
    }

    /// Whether something may be won by the answer to a mistake of the opponent, as far as is known.
    fn may_win(&self, ply: usize) -> bool {
        self.proven(ply).is_none_or(|mistake| {
            let wanted = match self.asked_at(ply) == ply {
                true => &mistake.answer,
                false => &mistake.better.findings,
            };
            !wanted.is_empty()
        })
    }

    /// Whether a move has clearly lost less than the one that was played.
    fn is_better_than_played(&self, ply: usize, attempt: &WeighedMove) -> bool {
        let at = self.asked_at(ply);
        let left = self.known(|known| {
            let turn = known.at(at)?.turn;
            Some(known.at(at + 1)?.win(turn))
        });
        let best = self.wanted(ply).map(|best| best.score.win());
        let found = best.zip(left);
        found.is_some_and(|(best, left)| best - attempt.loss() >= left + CLEARLY)
    }

    /// Where it stands, as a heading.
    pub fn heading(&self) -> String {
        let points = self.points();
        let number = self
            .at()
            .and_then(|at| points.iter().position(|ply| *ply == at));
        number.map_or_else(words::the_review, |number| {
            words::turning_point(number + 1, points.len())
        })
    }

    /// What is to be done at the turning point, as a heading.
    pub fn task_name(&self) -> String {
        let at = self.at();
        at.map_or_else(String::new, |ply| {
            words::task_name(self.punishes(ply), self.may_win(ply))
        })
    }

    /// What the game comes down to, its turning points as far as they are known, and what was found at them.
    pub fn summary(&self) -> String {
        let game = self.game();
        let outcome = game.outcome();
        let summary = outcome.and_then(|outcome| self.known(|known| known.summary(outcome)));
        let said =
            |summary| game.with_game(|rules| words::game_summary(summary, rules, game.header()));
        let summary = summary.map(said);
        let mistakes = self.known(|known| Some(known.count(Judgment::Mistake)));
        let counted = (self.points().len(), mistakes.unwrap_or_default());
        let points = words::turning_points(counted, self.is_growing());
        let said = [summary, Some(points), self.endings()];
        words::sentences(&said.map(Option::unwrap_or_default))
    }
}

impl Review {
    /// What is best against a ply, by the course of the game, and what that proves. `elsewhere`: said where another move is
    /// shown.
    fn gave_away(&self, ply: usize, elsewhere: bool) -> String {
        let Some((judged, played)) = self.judged(ply).zip(self.played_at(ply - 1)) else {
            return String::new();
        };
        let name = words::numbered(&played);
        let (after, proven) = (&played.position, self.proven(ply));
        words::sentences(&refutation(
            after,
            &judged,
            proven.as_deref(),
            (&name, elsewhere),
        ))
    }
}
