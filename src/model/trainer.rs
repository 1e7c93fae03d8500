//! A task on a board, in practice, in a lesson or at a turning point: what is tried is judged, by a tutor where it takes
//! one, the opponent answers, and when it is over the proof is told.

use std::cell::{Cell, OnceCell, RefCell};
use std::time::Duration;

use gettextrs::gettext;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::board::{Drawing, DrawingColor};
use rank_and_file_core::chess::{self, DrawRule, Move, Ply, Position, Square};
use rank_and_file_core::record::log::Header;
use rank_and_file_core::record::study::NodeId;
use rank_and_file_core::training::lessons::Lesson;
use rank_and_file_core::training::tutor::{
    Explanation, MoveQuality, TutorQuestion, WeighedMove, as_needed,
};
use rank_and_file_core::training::{self, Stage, Task, Tried};

use super::viewer::drawn;
use super::{Game, Navigation, Tutoring, after, signal_group, weak};
use crate::subclass::{signals, subclass};
use crate::words::{self, Message};

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::Trainer)]
    pub struct Trainer {
        pub trainer: RefCell<Option<training::Trainer>>,
        /// The lesson that the task is part of.
        pub lesson: Cell<Option<Lesson>>,
        /// The game on the board.
        #[property(get, nullable)]
        pub game: RefCell<Option<Game>>,
        pub signals: OnceCell<glib::SignalGroup>,
        pub tutoring: Tutoring,
        /// The move that was tried last at a node of a game that is over, and what the tutor has seen of it.
        pub tried: RefCell<Option<(Ply, Option<WeighedMove>)>>,
        /// What was said last, to be read again.
        #[property(name = "told", get = |imp: &Self| imp.message.borrow().shown().to_owned(), type = String)]
        pub message: RefCell<Message>,
        /// The number of the task: what was begun for an earlier one is left out by it.
        pub number: Cell<u32>,
        /// Whether nothing can be tried now, as a piece is on its way or a move is being judged.
        pub busy: Cell<bool>,
        /// Whether the task has been found or missed.
        #[property(get)]
        pub decided: Cell<bool>,
        /// Whether there is only one try.
        #[property(get)]
        pub once: Cell<bool>,
        /// Whether the only try has failed, or was left to the next player.
        #[property(get)]
        pub turn_over: Cell<bool>,
        /// Whether what follows a move is walked by itself now.
        pub walks: Cell<bool>,
        /// Whether nothing moves by itself, as the desktop or the player wants it.
        #[property(get, set)]
        pub still: Cell<bool>,
        /// Whether the last move for the player was shown, and not tried.
        pub shows: Cell<bool>,
        /// Whether the opponent is answering a right move.
        pub answers: Cell<bool>,
        /// What is pointed out on the board: a hint, and in green or red the move that was tried.
        pub pointed: Cell<Option<Drawing>>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for Trainer {
        signals!["decided" => bool; "solved"];
    }
}

/// How long each move of a solution stays on the board; `READING_PACE` where there is something to read about each.
const PACE: Duration = Duration::from_millis(900);
const READING_PACE: Duration = Duration::from_secs(2);
/// So much of a proof is told.
const MOST_FINDINGS: usize = 3;
/// How long a piece takes to reach its square, and a moment more.
pub const ARRIVAL: Duration = Duration::from_millis(250);

subclass! {
    /// A player at a task. `notify::told` tells that something that is shown is different. Signals: `decided` (whether it
    /// was found; once for each task), `solved` (in practice: all of it was found, at the first try or later).
    pub struct Trainer(imp::Trainer): glib::Object {}
}

impl Default for Trainer {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl Trainer {
    /// Puts a task to practice with on the board, for the players of a header. `once`: after one try it is the next
    /// player's.
    pub fn open(&self, task: Task, header: Header, once: bool) {
        let imp = self.imp();
        let mover = task.mover();
        let last = task.start().last();
        let last = last.map(|(before, last)| Ply::play(before, last));
        self.begin(task, None);
        imp.once.set(once);
        // The opponent's move is seen, but not heard: it is told with the task.
        imp.busy.set(true);
        self.lay(&header, usize::from(last.is_some()));
        if let Some(last) = &last {
            self.play(last.mv);
        }
        if let Some(game) = self.game() {
            game.say(String::new());
        }
        imp.busy.set(false);
        let task = words::practice_task(&header, mover);
        self.tell_message(match &last {
            Some(last) => words::played_then(last, &task),
            None => task.into(),
        });
    }

    /// Puts a task of a lesson on the board.
    pub fn open_lesson(&self, task: Task, lesson: Lesson) {
        self.begin(task, Some(lesson));
        self.lay(&Header::bare(), 0);
    }

    /// Poses a task at a node of a game that is over. What is tried there stands ahead of the node until it is taken
    /// back; what is said of it is left to what hears `notify::told`.
    pub(super) fn open_at(&self, game: &Game, at: NodeId, task: Task) {
        self.begin(task, None);
        self.imp().game.replace(Some(game.clone()));
        self.follow_game(game);
        let heard = weak!(self, |trainer, mv| trainer.try_ahead(mv));
        game.viewer().try_at(at, heard);
        self.notify_told();
    }

    fn begin(&self, task: Task, lesson: Option<Lesson>) {
        let imp = self.imp();
        self.rest();
        imp.pointed.set(None);
        imp.shows.set(false);
        imp.decided.set(false);
        imp.once.set(false);
        imp.turn_over.set(false);
        imp.lesson.set(lesson);
        imp.trainer.replace(Some(training::Trainer::new(task)));
    }

    /// Lets go of the task; nothing more is heard of it.
    pub fn close(&self) {
        let imp = self.imp();
        self.rest();
        imp.pointed.set(None);
        imp.trainer.take();
        if let Some(game) = self.game() {
            game.viewer().stop_trying();
        }
    }

    /// Lets everything go that is under way.
    fn rest(&self) {
        let imp = self.imp();
        imp.number.set(imp.number.get().wrapping_add(1));
        imp.busy.set(false);
        imp.tutoring.stop();
    }

    /// The tutor that judges moves.
    pub fn tutoring(&self) -> &Tutoring {
        &self.imp().tutoring
    }

    /// Takes note of what has been learned meanwhile about the same task.
    pub(super) fn learn(&self, task: Task) {
        self.change(|trainer| trainer.learn(task));
    }

    /// Looks at how far the player has come.
    pub fn with<T>(&self, look: impl FnOnce(&training::Trainer) -> T) -> Option<T> {
        self.imp().trainer.borrow().as_ref().map(look)
    }

    /// Whether it is no task of a lesson.
    fn practices(&self) -> bool {
        self.imp().lesson.get().is_none()
    }

    /// Whether the task is at a node of a game that is over.
    fn is_placed(&self) -> bool {
        self.game()
            .is_some_and(|game| game.viewer().tried_at().is_some())
    }

    /// The move that was tried last at a node, and what the tutor has seen of it, who is not asked about the best one.
    pub(super) fn tried(&self) -> Option<(Ply, Option<WeighedMove>)> {
        self.imp().tried.borrow().clone()
    }

    /// Whether nothing can be tried now, as a piece is on its way or a move is being judged.
    pub(super) fn is_busy(&self) -> bool {
        self.imp().busy.get()
    }

    /// Whether nothing more is asked for.
    pub fn is_over(&self) -> bool {
        self.imp().turn_over.get() || self.with(training::Trainer::is_over).unwrap_or(true)
    }

    /// Whether what the game says is news: a move by hand, or an answer, and nothing that is told besides.
    pub fn is_heard(&self) -> bool {
        !self.imp().busy.get() && !self.is_over() && self.is_on_line()
    }

    /// Whether a word that is typed is answered: also once all is found, but not without a task.
    pub fn answers_words(&self) -> bool {
        self.with(|_| ()).is_some() && (self.is_heard() || self.is_over())
    }

    /// The square at which the keyboard begins: that to which the opponent has moved, or that of the king of the player
    /// to move.
    pub fn first_square(&self) -> Option<Square> {
        self.game()?.with_game(|rules| {
            let last = rules.plies().last().map(|ply| ply.squares().1);
            last.or(rules.position().board().king_of(rules.turn()))
        })
    }

    /// What is pointed out on the board.
    pub fn pointed(&self) -> Option<Drawing> {
        self.imp().pointed.get()
    }

    /// Points out the square on which the right move has arrived.
    fn point_to(&self, found: &Ply) {
        let to = found.squares().1;
        let circle = drawn((to, to), DrawingColor::Green);
        self.imp().pointed.set(Some(circle));
    }

    /// Tells a little more of what is to be found.
    pub fn hint(&self) {
        let imp = self.imp();
        self.take_back();
        if imp.busy.get() {
            return;
        }
        let hint = self.change(training::Trainer::hint).flatten();
        if self.is_placed() {
            return self.notify_told();
        }
        let Some((hint, position)) = hint.zip(self.with(training::Trainer::position)) else {
            return;
        };
        let points = hint.points_at(&position);
        imp.pointed
            .set(points.map(|way| drawn(way, DrawingColor::Blue)));
        let hint = words::practice_hint(&hint, &position);
        // The task stays in sight.
        let task = self.with(|trainer| trainer.task().mover()).zip(self.game());
        let task = task.map(|(mover, game)| words::practice_task(game.header(), mover));
        let shown = words::sentences(&[hint.clone(), task.unwrap_or_default()]);
        self.tell_message(Message::new(shown, hint));
    }

    /// Plays the move that is to be found, if it is the player's turn.
    pub fn show_move(&self) {
        let wanted = self.with(training::Trainer::wanted).flatten();
        if let Some(wanted) = wanted.filter(|_| self.way() == Some(self.played())) {
            self.play(wanted);
            self.imp().shows.set(true);
        }
    }

    /// Whether the opponent is answering a right move that was not shown, and more is to be found.
    pub fn goes_on(&self) -> bool {
        self.imp().answers.get() && !self.imp().shows.get()
    }

    /// Gives up, and sees how it goes.
    pub fn give_up(&self) {
        let imp = self.imp();
        self.take_back();
        // Where a piece is on its way, the next press will do.
        if imp.busy.get() || self.is_over() {
            return;
        }
        let rest = self.change(training::Trainer::give_up).unwrap_or_default();
        if self.look_ahead(&rest) {
            return self.walk_from_here();
        }
        imp.pointed.set(None);
        imp.busy.set(true);
        self.tell(&self.proof(None));
        self.decide(false);
        self.play_out(rest);
    }

    /// Leaves it to the next player, where there is only one try.
    pub fn pass(&self) {
        if !self.imp().busy.get() && !self.is_over() {
            self.tell(&[]);
            self.fail();
        }
    }

    fn fail(&self) {
        self.imp().turn_over.set(self.imp().once.get());
        self.decide(false);
    }

    /// Plays moves, one after the other.
    fn play_out(&self, moves: Vec<Move>) {
        self.after(PACE, move |trainer| {
            if let Some((first, rest)) = moves.split_first() {
                trainer.play(*first);
                trainer.play_out(rest.to_vec());
            } else {
                trainer.imp().busy.set(false);
            }
        });
    }

    /// Lays the game on the board anew, but for the last moves that belong to the task.
    fn lay_again(&self, but: usize) {
        if let Some(game) = self.game() {
            self.lay(game.header(), but);
        }
    }

    /// Lays a game on the board that stands where the task does, but for its last moves.
    fn lay(&self, header: &Header, but: usize) {
        let imp = self.imp();
        let Some(question) = self.with(training::Trainer::question) else {
            return;
        };
        let rule = match self.practices() {
            true => DrawRule::Unjudged,
            false => DrawRule::Automatic,
        };
        let mut rules = chess::Game::new(question.start().clone(), rule);
        let count = question.moves().len().saturating_sub(but);
        for mv in question.moves().iter().take(count) {
            // All of them are known to be legal.
            rules.act((*mv).into()).ok();
        }
        let game = Game::without_log(header.clone(), rules);
        self.follow_game(&game);
        if self.practices() {
            // What is to be done is told besides.
            game.say(String::new());
        }
        imp.game.replace(Some(game));
        self.notify_game();
    }

    fn follow_game(&self, game: &Game) {
        let group = self.imp().signals.get_or_init(|| {
            let back = Self::follow_taking_back;
            signal_group::<Game, Self>(self, &[("moved", Self::follow_move), ("changed", back)])
        });
        group.set_target(Some(game));
    }

    /// All moves that belong to the task, as far as it has come.
    fn way(&self) -> Option<Vec<Move>> {
        self.with(|trainer| trainer.question().moves().to_vec())
    }

    /// All moves on the board.
    fn played(&self) -> Vec<Move> {
        self.game().map_or_else(Vec::new, |game| {
            game.with_game(|rules| rules.plies().iter().map(|ply| ply.mv).collect())
        })
    }

    /// Whether nothing stands on the board that does not belong to the task.
    fn is_on_line(&self) -> bool {
        self.way().is_none_or(|way| way.starts_with(&self.played()))
    }

    /// Plays a move that belongs to the task.
    fn play(&self, mv: Move) {
        if let Some(game) = self.game() {
            game.act(mv.into()).ok();
        }
    }

    fn change<T>(&self, change: impl FnOnce(&mut training::Trainer) -> T) -> Option<T> {
        self.imp().trainer.borrow_mut().as_mut().map(change)
    }

    /// What was to be found, and what that proves. `found`: by this move, which need not be told again.
    fn proof(&self, found: Option<Move>) -> Vec<String> {
        let said = self.with(|trainer| {
            let (task, start) = (trainer.task(), trainer.task().start().position());
            let findings = task.findings();
            let findings = &findings[..findings.len().min(MOST_FINDINGS)];
            let known = task.line().len() == 1 && found == task.line().first().copied();
            let best = (!known).then(|| words::best_line(&words::sans(start, task.line())));
            let proven = words::line_proves(findings, start);
            best.into_iter().chain(proven).collect()
        });
        said.unwrap_or_default()
    }

    fn decide(&self, found: bool) {
        if !self.imp().decided.replace(true) {
            self.emit_by_name::<()>("decided", &[&found]);
        }
    }

    fn tell(&self, sentences: &[String]) {
        self.tell_message(words::sentences(sentences).into());
    }

    fn tell_message(&self, said: Message) {
        self.imp().message.replace(said);
        self.notify_told();
    }

    /// What was said last, for the eye and for the ear.
    pub fn message(&self) -> Message {
        self.imp().message.borrow().clone()
    }

    /// What tells later whether the task is still the same; then it returns this object.
    fn same_task(&self) -> impl Fn() -> Option<Self> + use<> {
        let (trainer, number) = (self.downgrade(), self.imp().number.get());
        move || {
            let here = trainer.upgrade();
            here.filter(|here| here.imp().number.get() == number)
        }
    }

    /// Does something a little later, where the task is still the same.
    fn after(&self, time: Duration, then: impl FnOnce(&Self) + 'static) {
        let number = self.imp().number.get();
        after(self, time, move |here: &Self| {
            if here.imp().number.get() == number {
                then(here);
            }
        });
    }
}

impl Trainer {
    /// Judges what was played.
    fn follow_move(&self) {
        let imp = self.imp();
        if !self.practices() {
            let tried = self.try_move();
            if tried.is_some() {
                imp.shows.set(false);
                imp.pointed.set(None);
            }
            match tried {
                Some((_, Tried::Found)) => self.decide(true),
                Some((ply, Tried::GoesOn(_))) => self.point_to(&ply),
                Some((_, Tried::Weigh(..))) | None => {}
            }
            self.after(ARRIVAL, Self::catch_up);
            return;
        }
        if self.is_on_line() || self.is_placed() {
            // There is no move of the player to be judged here.
            return;
        }
        if imp.busy.get() || self.is_over() {
            self.after(Duration::ZERO, |trainer| trainer.lay_again(0));
            return;
        }
        imp.pointed.set(None);
        match self.try_move() {
            Some((ply, Tried::GoesOn(answer))) => {
                self.point_to(&ply);
                self.tell(&[gettext("Correct. Keep going.")]);
                imp.busy.set(true);
                self.after(ARRIVAL, move |trainer| {
                    trainer.imp().busy.set(false);
                    trainer.play(answer);
                });
            }
            Some((ply, Tried::Found)) => self.found(&ply),
            Some((ply, Tried::Weigh(asked, best))) => self.weigh(ply, asked, best),
            None => {}
        }
    }

    /// Goes on in a lesson when a piece has arrived: with the answer to the right move, with the reason why it is not
    /// the right one, or with what has been found. Until then the reader may have moved for both sides.
    fn catch_up(&self) {
        let played = self.played();
        let found = self.with(|trainer| trainer.played() == trainer.task().line().len());
        let Some((way, found)) = self.way().zip(found) else {
            return;
        };
        if let Some(answer) = way.last().filter(|_| !played.starts_with(&way)) {
            if !way.starts_with(&played) {
                // The reader has moved for the opponent: that is taken back.
                self.lay_again(1);
            }
            self.imp().answers.set(true);
            self.play(*answer);
            self.imp().answers.set(false);
        } else if found {
            if played.len() > way.len() {
                self.lay_again(0);
            }
            self.tell_proof();
        } else if let Some((ply, Tried::Weigh(asked, best))) = self.try_move() {
            self.weigh(ply, asked, best);
        }
    }

    /// Tries the first move on the board that comes after those of the task.
    fn try_move(&self) -> Option<(Ply, Tried)> {
        let way = self.way().filter(|way| self.played().starts_with(way))?;
        let tried = |rules: &chess::Game| rules.plies().get(way.len()).cloned();
        let ply = self.game()?.with_game(tried)?;
        let tried = self.change(|trainer| trainer.try_move(ply.mv))?;
        Some((ply, tried))
    }

    /// Asks a tutor what a move is worth.
    fn weigh(&self, ply: Ply, asked: TutorQuestion, best: Option<Explanation>) {
        let imp = self.imp();
        self.rest();
        imp.busy.set(true);
        if self.is_placed() {
            imp.tried.replace(Some((ply.clone(), None)));
            self.notify_told();
        }
        let weighed = imp
            .tutoring
            .ask(move |tutor, stop| tutor.weigh_tried(&asked, ply.mv, best, stop));
        let same = self.same_task();
        glib::spawn_future_local(async move {
            let attempt = weighed.await;
            let Some(here) = same() else { return };
            here.imp().busy.set(false);
            let weighed =
                |attempt: &WeighedMove| here.change(|trainer| trainer.weighed(attempt.quality));
            let worth = attempt.as_ref().and_then(weighed);
            here.judge(ply, worth, attempt);
        });
    }

    /// Says in practice that it is found, by this move.
    fn found(&self, by: &Ply) {
        self.point_to(by);
        let clean = self.with(training::Trainer::is_clean).unwrap_or_default();
        let found = [words::practice_found(clean && !self.decided())];
        self.tell(&[&found[..], &self.proof(Some(by.mv))].concat());
        self.decide(clean);
        self.emit_by_name::<()>("solved", &[]);
    }

    /// Says in a lesson what the moves prove that were found.
    fn tell_proof(&self) {
        let task = self.with(|trainer| trainer.task().clone());
        let Some((lesson, task)) = self.imp().lesson.get().zip(task) else {
            return;
        };
        let start = task.start().position().clone();
        // What is told holds after a move of this line, not after the last one.
        let line =
            (task.line().len() > 1).then(|| words::best_line(&words::sans(&start, task.line())));
        let ask = move |tutor: &mut _, stop: &_| Some(lesson.proof(&task, tutor, stop));
        let (proof, same) = (self.imp().tutoring.ask(ask), self.same_task());
        glib::spawn_future_local(async move {
            if let (Some(proof), Some(here)) = (proof.await, same()) {
                let proof = proof.map(|finding| words::finding(&finding, &start));
                let found = (!here.imp().shows.get()).then(|| gettext("Correct."));
                here.tell(&Vec::from_iter(found.into_iter().chain(line).chain(proof)));
            }
        });
    }

    /// Says what a move is worth that was tried. After one that is not as good, or of which nothing is known, it can be
    /// tried again.
    fn judge(&self, ply: Ply, worth: Option<MoveQuality>, attempt: Option<WeighedMove>) {
        if self.is_placed() {
            return self.tell_ahead(ply, worth, attempt);
        }
        let (san, after) = (ply.san.to_string(), &ply.position);
        let attempt = attempt.as_ref();
        let why = attempt.and_then(|attempt| attempt.findings.first());
        // As far as what is told of it can be seen on the board.
        let seen = why.map_or(1, |finding| match finding.motif {
            Some(_) => finding.at + 1,
            None => finding.line.len(),
        });
        let answer = attempt.map(|attempt| Ply::line(after, &attempt.answer));
        let answer: Vec<Ply> = answer.into_iter().flatten().take(seen).collect();
        let why = why.map(|finding| words::finding(finding, after));
        let line: Vec<String> = answer.iter().map(|ply| ply.san.to_string()).collect();
        let line = line.join(" ");
        let mate = self.with(training::Trainer::mate_in).flatten();
        // To another player, who tries it next, that would be a hint.
        let lost = mate.filter(|_| !self.once()).map(words::mate_missed);
        let said = match (worth, self.practices()) {
            (Some(MoveQuality::Best | MoveQuality::AsGood), true) => return self.found(&ply),
            (Some(MoveQuality::Best | MoveQuality::AsGood), false) => {
                self.decide(true);
                return self.tell(&[words::found_another(&san)]);
            }
            (Some(MoveQuality::Close), true) => vec![words::practice_close(&san)],
            (Some(MoveQuality::Close), false) => vec![words::overlooks_mate(&san)],
            (Some(MoveQuality::Worse), true) => {
                // No player answers, but the side.
                let answer = answer
                    .first()
                    .map(|ply| words::the_answer(&Header::bare(), ply.mover, &line));
                let said = [words::practice_wrong(&san)].into_iter();
                said.chain(lost).chain(answer).chain(why).collect()
            }
            (Some(MoveQuality::Worse), false) => vec![words::not_found(&san, &line, lost.or(why))],
            (None, _) => vec![words::not_weighed(&san)],
        };
        if worth == Some(MoveQuality::Worse) {
            let tried = drawn(ply.squares(), DrawingColor::Red);
            self.imp().pointed.set(Some(tried));
        }
        if !self.practices() {
            self.lay_again(0);
            return self.tell(&said);
        }
        self.imp().busy.set(true);
        self.after(ARRIVAL, |trainer| {
            trainer.imp().busy.set(false);
            trainer.lay_again(0);
        });
        self.tell(&said);
        if worth == Some(MoveQuality::Worse) {
            self.fail();
        }
    }
}

// A task at a node of a game that is over, with what is tried ahead of it.

impl Trainer {
    /// Judges a move that stands ahead of the node.
    fn try_ahead(&self, mv: Move) {
        // It takes the place of another move that may stand there.
        self.rest();
        self.change(training::Trainer::ask_again);
        let Some(ply) = self.with(|trainer| Ply::play(&trainer.position(), mv)) else {
            return;
        };
        match self.change(|trainer| trainer.try_move(mv)) {
            Some(Tried::Weigh(asked, best)) => self.weigh(ply, asked, best),
            Some(_) => self.judge(ply, Some(MoveQuality::Best), None),
            None => {}
        }
    }

    /// Tells what has become of a move, with what follows it ahead.
    fn tell_ahead(&self, ply: Ply, worth: Option<MoveQuality>, attempt: Option<WeighedMove>) {
        let follows = match (worth, &attempt) {
            (_, Some(attempt)) => as_needed(&attempt.answer, &attempt.findings),
            (Some(_), None) => self.with(training::Trainer::rest).unwrap_or_default(),
            (None, None) => Vec::new(),
        };
        let line = [&[ply.mv], &follows[..]].concat();
        self.imp().tried.replace(Some((ply, attempt)));
        if self.look_ahead(&line) && worth.is_some() {
            self.walk_from_here();
        }
    }

    /// Shows the first move of a line ahead of the node, where the task is at one, and tells.
    fn look_ahead(&self, line: &[Move]) -> bool {
        let game = self.game().filter(|_| self.is_placed());
        let looks = game.map(|game| game.viewer().look_ahead(line, 1)).is_some();
        if looks {
            self.notify_told();
        }
        looks
    }

    /// Walks along what is shown ahead, from its first move.
    fn walk_from_here(&self) {
        self.imp().walks.set(!self.still());
        self.walk_on(1);
    }

    /// Walks no further.
    pub(super) fn stop_walking(&self) {
        self.imp().walks.set(false);
    }

    /// Walks on, as long as the reader, who may have another pace, does not.
    fn walk_on(&self, shown: usize) {
        self.after(READING_PACE, move |trainer| {
            let game = trainer
                .game()
                .filter(|_| trainer.imp().walks.get())
                .filter(|game| game.viewer().ahead() == Some(shown))
                .filter(|game| game.viewer().leads_to(Navigation::Forward).is_some());
            if let Some(game) = game {
                game.viewer().navigate(Navigation::Forward);
                trainer.walk_on(shown + 1);
            }
        });
    }

    /// Goes back to the node, wherever the reader is.
    fn take_back(&self) {
        if let Some(game) = self.game() {
            if let Some(at) = game.viewer().tried_at() {
                game.viewer().go_to(at);
            }
        }
    }

    /// Asks again where what stood ahead has been taken back.
    fn follow_taking_back(&self) {
        let asks = self.with(|trainer| trainer.stage() == Stage::Asked);
        let ahead = self.game().and_then(|game| game.viewer().ahead());
        if self.is_placed() && ahead.is_none() && asks == Some(false) {
            self.rest();
            self.change(training::Trainer::ask_again);
            self.notify_told();
        }
    }
}
