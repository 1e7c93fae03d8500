//! A move that simply loses something, and the answer that proves it.

use shakmaty::{Bitboard, Chess, Move, Role};

use super::story::worth;
use super::{Claim, Explanation, Tutor};
use crate::engine::{Score, Stop};
use crate::rules::{Ply, Refusal};

/// So much more than the best move does such a move lose, in hundredths of a pawn.
const MUCH: i32 = 200;

/// What a move loses.
#[derive(Debug, Clone)]
pub struct Loss {
    /// Why it is refused.
    pub refusal: Refusal,
    /// The answer to it.
    pub answer: Move,
    /// What the answer proves.
    pub claim: Claim,
}

impl Tutor {
    /// What a move simply loses that is legal in the last of the positions which a game has gone through with
    /// these moves: its answer mates, or proves to win much more than the move has taken, and with the best move
    /// that would not be lost. `None` where it does not, or where it was stopped.
    pub fn loss(
        &mut self,
        start: &Chess,
        moves: &[Move],
        tried: Move,
        best: Option<Explanation>,
        stop: &Stop,
    ) -> Option<Loss> {
        let best = match best {
            Some(best) => best,
            None => self.explain(start, moves, stop)?,
        };
        let weighed = self.weigh(start, moves, tried, &best, stop)?;
        let answer = *weighed.answer.first()?;
        let claim = Claim::foremost(&weighed.claims)?.clone();
        let lost = match (best.score, weighed.score) {
            (Score::Centipawns(best), Score::Centipawns(worth)) => best - worth >= MUCH,
            (Score::Mate(best), _) => best > 0,
            (Score::Centipawns(_), Score::Mate(_)) => true,
        };
        let net = claim
            .gain
            .material()
            .is_none_or(|gain| gain - taken(tried) >= MUCH);
        let mut after = moves.iter().fold(start.clone(), played);
        after = played(after, &tried);
        let on = claim.on.iter().copied().filter(|_| claim.at == 0);
        let refusal = Refusal::Guarded {
            answer: Ply::play(&after, answer).squares(),
            on: on.collect::<Bitboard>(),
        };
        (lost && net).then_some(Loss {
            refusal,
            answer,
            claim,
        })
    }
}

fn played(mut position: Chess, mv: &Move) -> Chess {
    use shakmaty::Position;
    position.play_unchecked(*mv);
    position
}

/// What a move takes, and what it makes of a pawn.
fn taken(mv: Move) -> i32 {
    let crowned = mv.promotion().map(|role| worth(role) - worth(Role::Pawn));
    mv.capture().map_or(0, worth) + crowned.unwrap_or_default()
}
