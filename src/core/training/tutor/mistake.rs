//! Why a move is bad: what its answer proves, why that answer is there, what would have been better, and what the better
//! move gains where nothing is proven to be won.

use shakmaty::Move;

use super::cause::Oversight;
use super::explain::{Explanation, Tutor};
use super::improvement::{Improvement, improvement};
use super::{Finding, TutorQuestion};
use crate::chess::Game;
use crate::engine::Stop;
use crate::training::analysis::{GameAnalysis, JudgedPosition};

/// A move that has lost chances, and what can be said about it.
#[derive(Debug, Clone)]
pub struct Mistake {
    /// What would have been best in its place.
    pub better: Explanation,
    /// What the answer to it proves, for the side that gives it.
    pub answer: Vec<Finding>,
    /// Why that answer is there.
    pub oversight: Option<Oversight>,
    /// What the better move gains, where nothing is proven to be won by either.
    pub improvement: Option<Improvement>,
}

impl Mistake {
    /// Whether nothing is proven about it.
    pub fn is_unproven(&self) -> bool {
        self.better.findings.is_empty() && self.answer.is_empty()
    }
}

impl Tutor {
    /// Says what is wrong with a move that was played in a position. Of that position it is known what was best in it,
    /// and of the next one, too, where the game went on.
    pub fn mistake(
        &mut self,
        question: &TutorQuestion,
        played: Move,
        best: JudgedPosition,
        answer: Option<JudgedPosition>,
        stop: &Stop,
    ) -> Mistake {
        let improvement = answer
            .as_ref()
            .and_then(|answer| improvement(question, played, &best, answer));
        let better = self.prove_further(question, best.line, best.score, stop);
        let answer = answer.map(|answer| {
            let after = question.after(played);
            self.prove_further(&after, answer.line, answer.score, stop)
        });
        let answer = answer.map_or_else(Vec::new, |answer| answer.findings);
        let oversight = answer.first();
        let oversight =
            oversight.and_then(|finding| self.oversight(question, played, finding, stop));
        let mut mistake = Mistake {
            better,
            answer,
            oversight,
            improvement: None,
        };
        mistake.improvement = improvement.filter(|_| mistake.is_unproven());
        mistake
    }

    /// The same of a ply of a game, counted from 1, by the analysis of that game. `None` for one that has lost no chances, and
    /// where that is not known.
    pub fn mistake_in(
        &mut self,
        game: &Game,
        analysis: &GameAnalysis,
        ply: usize,
        stop: &Stop,
    ) -> Option<Mistake> {
        analysis.judgment(ply)?;
        let best = analysis.at(ply - 1)?.clone();
        let answer = analysis.at(ply).cloned();
        let asked = TutorQuestion::at(game, ply - 1);
        let played = game.plies()[ply - 1].mv;
        Some(self.mistake(&asked, played, best, answer, stop))
    }
}
