//! What would have been best at a turning point, and what a move is beside it that somebody tries.

use std::rc::Rc;

use glib::object::ObjectExt;
use gtk::subclass::prelude::*;
use rank_and_file_core::rules::Move;
use rank_and_file_core::tutor::{Explanation, Tutor, claims};

use super::super::Pointed;
use super::telling::name_of;
use super::{Review, Stage};
use crate::words;

impl Review {
    /// What would have been best in the place of a ply, by the course of the game.
    pub(super) fn better(&self, ply: usize) -> Option<Rc<Explanation>> {
        if let Some(known) = self.imp().better.borrow().get(&ply) {
            return Some(known.clone());
        }
        let judged = self.imp().course.get()?;
        let judged = judged.with(|known| known.at(ply - 1).cloned())??;
        let proven = self.game()?.with_rules(|rules| {
            let last = ply.checked_sub(2);
            let last = last.map(|before| (rules.position_at(before), rules.plies()[before].mv));
            claims(last, rules.position_at(ply - 1), &judged.line, judged.score)
        });
        let better = Rc::new(Explanation {
            score: judged.score,
            line: judged.line,
            claims: proven,
        });
        let known = &self.imp().better;
        known.borrow_mut().insert(ply, better.clone());
        Some(better).filter(|better| !better.line.is_empty())
    }

    /// Has the tutor look what the better move proves, where the line of the course ends too early for that.
    pub(super) fn look_closer(&self, ply: usize) {
        let Some(better) = self.better(ply).filter(|better| better.claims.is_empty()) else {
            return;
        };
        let Some(tutoring) = self.imp().tutoring.get().cloned() else {
            return;
        };
        let review = self.downgrade();
        let (start, moves, _) = self.before(ply);
        glib::spawn_future_local(async move {
            let ask = tutoring.ask(move |tutor, stop| tutor.explain(&start, &moves, stop));
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

    /// Weighs a move that somebody tries.
    pub(super) fn weigh(&self, tried: Move) {
        let imp = self.imp();
        let (Some(ply), Some(tutoring)) = (self.at(), imp.tutoring.get().cloned()) else {
            return;
        };
        let Some(better) = self.better(ply) else {
            return;
        };
        imp.stage.set(Stage::Weighing);
        let (start, moves, here) = self.before(ply);
        let san = name_of(&here, tried);
        let waits = Pointed {
            said: words::weighing(&san),
            ..Pointed::default()
        };
        self.point_out(vec![self.question(), waits]);
        let review = self.downgrade();
        glib::spawn_future_local(async move {
            let best = (*better).clone();
            let ask =
                move |tutor: &mut Tutor, stop: &_| tutor.weigh(&start, &moves, tried, &best, stop);
            let attempt = tutoring.ask(ask).await;
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
