//! A move that somebody tries where the best one is known.

use shakmaty::{Chess, Move, Position};

use super::truths::drawing;
use super::{Claim, Explanation, Tutor};
use crate::engine::{Score, Stop, Verdict};

/// What a move is beside the best one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "kebab-case")]
pub enum Worth {
    /// It is the best one.
    Best,
    /// It is as good: it loses no chances to speak of, and mates as soon where the best one mates.
    AsGood,
    /// It wins as well, but overlooks a mate, or a quicker one.
    Close,
    /// It loses chances.
    Worse,
}

/// A move that was tried, and what can be said about it.
#[derive(Debug, Clone)]
pub struct Attempt {
    /// What it is beside the best one.
    pub worth: Worth,
    /// What the position is worth after it, for whoever has tried it.
    pub score: Score,
    /// How it goes on from there if both play their best; empty where the game is over.
    pub answer: Vec<Move>,
    /// What the answer proves, for whoever gives it.
    pub claims: Vec<Claim>,
}

impl Tutor {
    /// Weighs a move that is legal in the last of the positions which a game has gone through with these moves,
    /// and of which the best is known. `None` where it was stopped.
    pub fn weigh(
        &mut self,
        start: &Chess,
        moves: &[Move],
        tried: Move,
        best: &Explanation,
        stop: &Stop,
    ) -> Option<Attempt> {
        let mut at = start.clone();
        moves.iter().for_each(|mv| at.play_unchecked(*mv));
        let moves: Vec<Move> = moves.iter().copied().chain([tried]).collect();
        let mut after = at.clone();
        after.play_unchecked(tried);
        let (score, answer, claims) = if after.is_game_over() {
            let score = match after.is_checkmate() {
                true => Score::Mate(0),
                false => Score::default(),
            };
            (score, Vec::new(), Vec::new())
        } else {
            let answer = self.explain(start, &moves, stop)?;
            (answer.score, answer.line, answer.claims)
        };
        let mut score = before(score);
        if score.win() < Score::default().win() && drawing(&at, tried).is_some() {
            score = Score::default();
        }
        let worth = if best.line.first() == Some(&tried) {
            Worth::Best
        } else {
            beside(best.score, score)
        };
        Some(Attempt {
            worth,
            score,
            answer,
            claims,
        })
    }
}

/// What a score is for the other side, who has moved into it.
fn before(score: Score) -> Score {
    match score {
        Score::Centipawns(worth) => Score::Centipawns(-worth),
        // Whoever mates has needed a move more.
        Score::Mate(moves) if moves <= 0 => Score::Mate(1 - moves),
        Score::Mate(moves) => Score::Mate(-moves),
    }
}

/// What a move with a score is beside the best score.
fn beside(best: Score, score: Score) -> Worth {
    if Verdict::of(best.win() - score.win()).is_some() {
        return Worth::Worse;
    }
    let overlooked = match (best, score) {
        (Score::Mate(best), Score::Mate(moves)) => best > 0 && moves > best,
        (Score::Mate(best), Score::Centipawns(_)) => best > 0,
        (Score::Centipawns(_), _) => false,
    };
    if overlooked {
        Worth::Close
    } else {
        Worth::AsGood
    }
}
