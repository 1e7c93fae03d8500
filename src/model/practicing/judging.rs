//! What becomes of a move that somebody tries at an exercise.

use std::time::Duration;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::engine::Score;
use rank_and_file_core::practice::{Session, Tried};
use rank_and_file_core::rules::Ply;
use rank_and_file_core::tutor::{Attempt, Explanation, Worth};

use super::Practicing;
use crate::model::tutoring::Tutoring;
use crate::words;

/// Positions that the tutor looks at before it judges a move: a glance, as somebody waits.
const NODES: u64 = 100_000;
/// How long a piece is on its way, and a glance longer.
const ARRIVAL: Duration = Duration::from_millis(250);

impl Practicing {
    /// Judges what somebody has played.
    pub(super) fn follow_move(&self) {
        let imp = self.imp();
        if self.is_level() {
            // That was no hand.
            return;
        }
        if imp.busy.get() || self.is_over() {
            self.after(Duration::ZERO, |practicing| practicing.lay(true));
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
        let Some((before, moves)) = self.way() else {
            return;
        };
        let best = self.with(|session| {
            let played = session.played();
            let mate = session.exercise().mate_in(played).map(Score::Mate);
            mate.map(|score| Explanation {
                score,
                line: session.exercise().line()[played..].to_vec(),
                claims: Vec::new(),
            })
        });
        imp.busy.set(true);
        let tutoring = imp.tutoring.get_or_init(|| Tutoring::new(NODES)).clone();
        let (practicing, number, tried) = (self.downgrade(), imp.number.get(), ply.mv);
        glib::spawn_future_local(async move {
            let attempt = tutoring.ask(move |tutor, stop| {
                let best = match best.flatten() {
                    Some(best) => best,
                    None => tutor.explain(&before, &moves, stop)?,
                };
                tutor.weigh(&before, &moves, tried, &best, stop)
            });
            let attempt = attempt.await;
            let here = practicing.upgrade();
            let Some(here) = here.filter(|here| here.imp().number.get() == number) else {
                return;
            };
            here.imp().busy.set(false);
            // Whoever cannot be asked knows nothing better.
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
                self.tell(&[words::practice_goes_on()]);
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
                let said = match tried {
                    Tried::Wrong => words::practice_wrong(&ply.san.to_string()),
                    _ => words::practice_close(&ply.san.to_string()),
                };
                let why = attempt.filter(|_| tried == Tried::Wrong).map(|attempt| {
                    let claims = attempt.claims.iter().take(1);
                    claims
                        .map(|claim| words::claim(claim, &ply.position))
                        .collect::<Vec<_>>()
                });
                let answered = attempt.and_then(|attempt| attempt.answer.first());
                let answered = answered.filter(|_| tried == Tried::Wrong).map(|answer| {
                    let answer = Ply::play(&ply.position, *answer);
                    words::the_answer(answer.mover, &answer.san.to_string())
                });
                let all = [said]
                    .into_iter()
                    .chain(answered)
                    .chain(why.into_iter().flatten());
                let all: Vec<String> = all.collect();
                imp.busy.set(true);
                self.after(ARRIVAL, |practicing| {
                    practicing.imp().busy.set(false);
                    practicing.lay(true);
                });
                self.tell(&all);
                if tried == Tried::Wrong {
                    self.fail();
                }
            }
        }
    }
}
