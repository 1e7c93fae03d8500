//! Why a move is bad: what its answer proves, why that answer is there, what would have been better, and what the better
//! move gains where nothing is proven to be won.

use shakmaty::{Chess, Color, Move, Position};

use super::cause::Oversight;
use super::explain::{Explanation, Tutor, before};
use super::winning_line::LEAST;
use super::{Finding, TutorQuestion};
use crate::chess::Game;
use crate::engine::{Score, Shares, Stop, Term, material_score, positions, terms};
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

/// What a better move gains beside another one, by the lines to which both lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Improvement {
    /// Most of all more of this, by the evaluation of a position in each of the lines that looks like the score of its line.
    Own(Term),
    /// Most of all that the opponent has less of this.
    Opponents(Term),
    /// A draw, as its line repeats a position; the other move is worse than a draw.
    SavesDraw,
    /// More than a draw: the line of the other move repeats a position.
    AvoidsDraw,
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

/// What the best line gains beside a move and the answer to it.
fn improvement(
    question: &TutorQuestion,
    played: Move,
    best: &JudgedPosition,
    answer: &JudgedPosition,
) -> Option<Improvement> {
    let worse = [&[played], &answer.line[..]].concat();
    let score = before(answer.score);
    let draw = Score::default();
    if best.score == draw && score.win() < draw.win() && repeats(question, &best.line) {
        return Some(Improvement::SavesDraw);
    }
    if score == draw && best.score.win() > draw.win() && repeats(question, &worse) {
        return Some(Improvement::AvoidsDraw);
    }
    let start = question.position();
    gained(start, (&best.line, best.score), (&worse, score))
}

/// Whether a line comes back to a position of the game or of its own.
fn repeats(question: &TutorQuestion, line: &[Move]) -> bool {
    let mut known = question.positions.clone();
    let new = positions(question.position(), line).into_iter().skip(1);
    new.into_iter().any(|position| {
        let again = known.contains(&position);
        known.push(position);
        again
    })
}

/// A position in a line stands for its score only if it looks so nearly like that, in hundredths of a pawn.
const BORNE_OUT: i32 = 60;
/// A line is followed so far at least, in half-moves, where it is so long.
const FOLLOWED: usize = 4;
/// What a better line gains of something at least.
const GAINED: i32 = 40;

/// What a line gains most of beside another one from the same position, if that is half of all that it gains. Each has the
/// score of the side that begins it.
fn gained(start: &Chess, better: (&[Move], Score), worse: (&[Move], Score)) -> Option<Improvement> {
    let side = start.turn();
    let gains = borne_out(start, side, better)?
        .into_iter()
        .zip(borne_out(start, side, worse)?);
    let gains: Vec<Shares> = gains
        .map(|(better, worse)| Shares {
            own: better.own - worse.own,
            others: better.others - worse.others,
            ..better
        })
        .collect();
    let whole: i32 = gains.iter().map(|gain| gain.difference()).sum();
    let gain = gains.into_iter().max_by_key(|gain| gain.difference())?;
    let most = gain.difference();
    let counts = match gain.term {
        // A player counts the pieces at the end of each line.
        Term::Material => most.min(more_material(start, better.0, worse.0)) >= LEAST,
        _ => most >= GAINED,
    };
    let improvement = match gain.own >= -gain.others {
        true => Improvement::Own(gain.term),
        false => Improvement::Opponents(gain.term),
    };
    (counts && 2 * most >= whole).then_some(improvement)
}

/// How much more the side to move has on the board at the end of one line than at the end of another.
fn more_material(start: &Chess, better: &[Move], worse: &[Move]) -> i32 {
    let [better, worse] = [better, worse].map(|line| {
        let ends = positions(start, line);
        ends.last()
            .map_or(0, |end| material_score(end.board(), start.turn()))
    });
    better - worse
}

/// What both sides have by each term at the first position of a line that stands for its score.
fn borne_out(start: &Chess, side: Color, (line, score): (&[Move], Score)) -> Option<Vec<Shares>> {
    let ends = positions(start, line).into_iter();
    let mut ends = ends
        .skip(FOLLOWED.min(line.len()))
        .map(|end| terms(&end, side));
    ends.find(|terms| {
        let whole: i32 = terms.iter().map(|shares| shares.difference()).sum();
        (score.in_material() - whole).abs() <= BORNE_OUT
    })
}
