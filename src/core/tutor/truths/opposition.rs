//! The opposition: kings that face each other, where whoever is to move must give way.

use shakmaty::{Chess, Move, Position};

use super::super::story::Scene;
use super::ending::Ending;
use super::{line, material};
use crate::tutor::{Claim, Gain, Motif};

/// Whether a king faces the other one with a square between, so that its pawn promotes, which it would not if it were
/// its turn again.
pub fn winning(scene: &Scene) -> Option<Claim> {
    let ending = facing(scene)?;
    ending.plies()?;
    if ending.passed().plies().is_some() {
        return None;
    }
    let line = line(scene, promotion(&scene.after)?);
    let gain = material(&scene.before, &line);
    claim(scene, line, gain)
}

/// Whether a lone king faces the other one, so that the pawn does not get through, as it would if it were its turn again.
pub fn drawing(scene: &Scene) -> Option<Claim> {
    let ending = facing(scene)?;
    if ending.plies().is_some() {
        return None;
    }
    ending.passed().plies()?;
    claim(scene, vec![scene.mv], Gain::Draw)
}

fn claim(scene: &Scene, line: Vec<Move>, gain: Gain) -> Option<Claim> {
    Some(Claim {
        motif: Some(Motif::Opposition),
        at: 0,
        by: scene.board().king_of(scene.before.turn())?,
        on: vec![scene.board().king_of(scene.after.turn())?],
        line,
        gain,
    })
}

/// The ending after a move with which the kings face each other: one of a king, or of a pawn that hands the turn over.
fn facing(scene: &Scene) -> Option<Ending> {
    let king = scene.board().king_of(scene.before.turn())?;
    let other = scene.board().king_of(scene.after.turn())?;
    let straight = king.file() == other.file() || king.rank() == other.rank();
    let facing = straight && king.distance(other) == 2 && scene.captured().is_none();
    Ending::of(&scene.after).filter(|_| facing)
}

/// How the pawn promotes if both sides do their best; nothing where it does not.
fn promotion(start: &Chess) -> Option<Vec<Move>> {
    let mut at = start.clone();
    let mut line = Vec::new();
    loop {
        let left = Ending::of(&at)?.plies()?;
        let mv = at.legal_moves().into_iter().find(|mv| {
            let mut after = at.clone();
            after.play_unchecked(*mv);
            match Ending::of(&after) {
                Some(next) => next.plies() == Some(left - 1),
                None => left == 1 && mv.promotion().is_some() && !after.is_stalemate(),
            }
        })?;
        line.push(mv);
        if mv.promotion().is_some() {
            return Some(line);
        }
        at.play_unchecked(mv);
    }
}
