//! Why the computer has played a move: what a reader may ask who stands after it in a game that is over. The answer is that
//! of people of its rating and, where the move was a mistake, what they overlook; it is told where the position is.

use glib::object::ObjectExt;
use rank_and_file_core::chess::board::DrawingColor;
use rank_and_file_core::chess::{self, Chess, Ply};
use rank_and_file_core::engine::human::{FeatureExtractor, Reason, motive};
use rank_and_file_core::record::study::NodeId;
use rank_and_file_core::training::analysis::{JudgedPosition, Judgment};
use rank_and_file_core::training::tutor::{Mistake, TutorQuestion};

use super::viewer::{Commentary, drawn, name_of, only, refutation, said_at};
use super::{Game, GameAnalysis, Tutoring};
use crate::words;

/// A move of the computer about which its reader asks.
#[derive(Debug, Clone, Copy)]
struct Subject {
    /// After how many plies it was played.
    ply: usize,
    /// The rating of the people like whom the computer plays.
    rating: u32,
}

/// The questions of a reader, one at a time.
#[derive(Clone, Default)]
pub struct Motives {
    tutoring: Tutoring,
}

impl Motives {
    /// Whether the computer plays in a game as people do, so that its moves can be asked about once it is over.
    pub fn are_in(game: &Game) -> bool {
        let mut computers = chess::Color::ALL.into_iter();
        game.can_be_analyzed() && computers.any(|side| rating(game, side).is_some())
    }

    /// Whether the reader of a game stands after a move that can be asked about.
    pub fn can_ask(game: &Game) -> bool {
        subject(game).is_some()
    }

    /// Asks about the move after which the reader stands; returns whether there is one. What is overlooked is told where
    /// the course of the game knows of a mistake, but not to a `seeker`, who is to find that.
    pub fn ask(&self, game: &Game, course: Option<&GameAnalysis>, seeker: bool) -> bool {
        let Some(Subject { ply, rating }) = subject(game) else {
            return false;
        };
        let (positions, here, played) = game.with_game(|rules| {
            let before = TutorQuestion::at(rules, ply - 1);
            let mut positions = rules.positions();
            positions.truncate(ply);
            (positions, before, rules.plies()[ply - 1].clone())
        });
        let name = words::numbered(&played);
        let judged = course.and_then(|course| judged(course, ply));
        let judgment = judged.as_ref().map(|(judgment, ..)| *judgment);
        game.viewer().answer(only(words::weighing(&name)));
        let (asked, mv, node) = (here.clone(), played.mv, game.viewer().node());
        let found = self.tutoring.ask(move |tutor, stop| {
            let motive = motive(&mut FeatureExtractor::default(), &positions, mv, rating)?;
            let known = judged.filter(|_| !seeker);
            let overlooked = known.map(|(_, best, answer)| {
                let mistake = tutor.mistake(&asked, mv, best, Some(answer.clone()), stop);
                (mistake, answer)
            });
            Some((motive, overlooked))
        });
        let game = game.downgrade();
        glib::spawn_future_local(async move {
            let (found, Some(game)) = (found.await, game.upgrade()) else {
                return;
            };
            let viewer = game.viewer();
            let Some((motive, overlooked)) = found else {
                return;
            };
            if viewer.node() != node || viewer.ahead().is_some() {
                return;
            }
            let mut said = vec![words::motive(&motive, here.position(), mv)];
            said.extend(judgment.map(|judgment| words::judgment(&name, judgment)));
            let told = motive.reasons.contains(&Reason::LooksBest);
            let deceives = judgment.is_some() && motive.looks_good && !told;
            said.extend(deceives.then(words::looks_good));
            let mut drawings = Vec::new();
            match overlooked {
                Some((mistake, answer)) if !mistake.answer.is_empty() => {
                    let after = viewer.position();
                    said.push(words::they_overlook());
                    said.extend(refutation(&after, &answer, Some(&mistake), (&name, false)));
                    let reply = answer.line.first().map(|mv| Ply::play(&after, *mv));
                    drawings.extend(reply.map(|reply| drawn(reply.squares(), DrawingColor::Red)));
                }
                Some((mistake, _)) => said.extend(missed(here.position(), &mistake, &name)),
                None => {}
            }
            viewer.answer(Commentary {
                drawings,
                ..only(words::sentences(&said))
            });
        });
        true
    }
}

/// The rating of the people like whom a side plays, where that is the computer.
fn rating(game: &Game, side: chess::Color) -> Option<u32> {
    let level = game.header().computers.get(side).as_ref()?.level()?;
    Some(level.rating())
}

/// What the reader of a game may ask about.
fn subject(game: &Game) -> Option<Subject> {
    let NodeId::Main(ply) = game.viewer().node() else {
        return None;
    };
    let ahead = game.viewer().ahead().is_some();
    let mover = game.with_game(|rules| Some(rules.plies().get(ply.checked_sub(1)?)?.mover));
    let mover = mover.filter(|_| !ahead && Motives::are_in(game))?;
    let rating = rating(game, mover)?;
    Some(Subject { ply, rating })
}

/// How a mistake is judged, what was best in its place, and what is best against it.
fn judged(course: &GameAnalysis, ply: usize) -> Option<(Judgment, JudgedPosition, JudgedPosition)> {
    let known = course.with(|known| {
        let [best, answer] = [ply - 1, ply].map(|at| known.at(at).cloned());
        let judgment = known.judgment(ply)?;
        (judgment >= Judgment::Mistake).then_some((judgment, best?, answer?))
    });
    known.flatten()
}

/// What would have been better in a position than a move that nothing refutes at once, and why, as far as that can be said.
fn missed(here: &Chess, mistake: &Mistake, played: &str) -> Vec<String> {
    let better = &mistake.better;
    let Some(best) = better.line.first().map(|mv| name_of(here, *mv)) else {
        return Vec::new();
    };
    let why = match mistake.improvement {
        _ if !better.findings.is_empty() => said_at(&better.findings, 0, here),
        Some(gains) => words::improvement(gains, &best, played),
        None => words::reason_lies_deeper(),
    };
    vec![words::the_move(&best), why]
}
