//! Moves that are to be found on the board of a lesson: the other side answers them, and a tutor says what is wrong
//! with others.

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::lessons::Step;
use rank_and_file_core::rules::{Action, Chess, Move, Ply};
use rank_and_file_core::tutor::{Attempt, Worth};

use super::exercise::Exercise;
use crate::model::Tutoring;
use crate::words;

/// So many positions are looked at to see what a move is worth.
const NODES: u64 = 60_000;

impl Exercise {
    /// Goes on after a move: with the answer to the right one, with the reason why it is not the right one, or with what
    /// has been found.
    pub(super) fn look_for_found(&self) {
        match self.step() {
            Some(Step::Answer(answer)) => self.play(answer),
            Some(Step::Astray(right)) if right % 2 == 1 => {
                // The answer is not the reader's to give.
                self.go_back(right);
                self.look_for_found();
            }
            Some(Step::Astray(right)) => self.judge(right),
            Some(Step::Found) => self.tell_proof(),
            Some(Step::Find(_)) | None => {}
        }
    }

    /// Plays the move that is to be found.
    pub(super) fn show_move(&self) {
        if let Some(Step::Find(wanted)) = self.step() {
            self.play(wanted);
        }
        // Where it was the last one, this button is gone.
        let next = &self.imp().next;
        if next.is_visible() {
            next.grab_focus();
        }
    }

    /// Wants to hear no more about a move that was tried.
    pub(super) fn stop_judging(&self) {
        if let Some(tutoring) = self.imp().tutoring.get() {
            tutoring.stop();
        }
    }

    fn step(&self) -> Option<Step> {
        let imp = self.imp();
        let exercise = imp.exercise.get()?;
        let game = imp.board.game().filter(|_| !imp.found_another.get())?;
        game.with_rules(|rules| exercise.step(rules))
    }

    fn play(&self, written: &str) {
        let played = self.imp().board.game().map(|game| {
            let action = Action::Write(written.to_owned());
            game.act(action)
        });
        if let Some(Err(refusal)) = played {
            tracing::error!("{written} cannot be played in a lesson: {refusal:?}");
        }
    }

    /// Shows the position after so many right moves again.
    fn go_back(&self, right: usize) {
        let exercise = self.imp().exercise.get();
        if let Some(rules) = exercise.and_then(|exercise| exercise.after_moves(right)) {
            self.lay(rules);
            self.follow();
        }
    }

    fn tutoring(&self) -> Tutoring {
        let tutoring = &self.imp().tutoring;
        tutoring.get_or_init(|| Tutoring::new(NODES)).clone()
    }

    /// The position from which it goes on after so many right moves, and the move that was tried there.
    fn tried(&self, right: usize) -> Option<(Chess, Vec<Move>, Ply)> {
        let imp = self.imp();
        let game = imp.board.game()?;
        let before = imp.exercise.get()?.game()?.plies().len();
        game.with_rules(|rules| {
            let played = rules.plies().get(..before + right)?;
            let moves = played.iter().map(|ply| ply.mv).collect();
            let tried = rules.plies().get(before + right)?.clone();
            Some((rules.position_at(0).clone(), moves, tried))
        })
    }

    /// Has a tutor say what a move is worth that was played in place of the right one.
    fn judge(&self, right: usize) {
        let Some((start, moves, tried)) = self.tried(right) else {
            return;
        };
        let (tutoring, mv) = (self.tutoring(), tried.mv);
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = exercise)]
            self,
            async move {
                let weighed = tutoring.ask(move |tutor, stop| {
                    let best = tutor.explain(&start, &moves, stop)?;
                    tutor.weigh(&start, &moves, mv, &best, stop)
                });
                if let Some(attempt) = weighed.await {
                    exercise.judged(right, &tried, &attempt);
                }
            }
        ));
    }

    /// Says what a move is worth. One that is as good is as well; after another one it can be tried again.
    fn judged(&self, right: usize, tried: &Ply, attempt: &Attempt) {
        let played = tried.san.to_string();
        let said = match attempt.worth {
            Worth::Best | Worth::AsGood => {
                self.imp().found_another.set(true);
                if let Some(game) = self.imp().board.game() {
                    self.follow_done(&game);
                }
                self.show_status(words::found_another(&played).into());
                return;
            }
            Worth::Close => words::overlooks_mate(&played),
            Worth::Worse => {
                let after = &tried.position;
                let answer = Ply::line(after, &attempt.answer).next();
                let answer = answer.map(|ply| ply.san.to_string()).unwrap_or_default();
                let proven = attempt.claims.first();
                let proven = proven.map(|claim| words::claim(claim, after));
                words::not_found(&played, &answer, proven)
            }
        };
        self.go_back(right);
        self.show_status(said.into());
    }

    /// Says what the moves prove that were found.
    fn tell_proof(&self) {
        let imp = self.imp();
        let (Some(lesson), Some(exercise)) = (imp.lesson.get(), imp.exercise.get()) else {
            return;
        };
        let Some(begun) = exercise.game() else { return };
        let tutoring = self.tutoring();
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = shown)]
            self,
            async move {
                let proof =
                    tutoring.ask(move |tutor, stop| Some(exercise.proof(lesson, tutor, stop)));
                let Some(proof) = proof.await else { return };
                let proof = proof.map(|claim| words::claim(&claim, begun.position()));
                let said = words::found(&Vec::from_iter(proof));
                shown.show_status(said.into());
            }
        ));
    }
}
