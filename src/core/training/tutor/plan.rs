//! What a move makes better at once, where nothing is won by it.

use shakmaty::{Chess, Move, Position};

use super::winning_line::LineMove;
use crate::engine::{PawnTrait, Term, pawn_traits, terms};

/// What a move makes better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plan {
    /// Where the pieces stand.
    Placement,
    /// How many squares the pieces can go to.
    Mobility,
    /// How safe the king is, or how much the other one is attacked.
    King,
    /// What is good or bad about the pawns.
    Pawns(PawnTrait),
}

/// What a plan gains of something at least, in hundredths of a pawn.
const PLANNED: i32 = 5;

impl Plan {
    /// What a move gains most of at once, by the evaluation; nothing where that is material, or too little.
    pub fn of(position: &Chess, mv: Move) -> Option<Self> {
        let side = position.turn();
        let after = LineMove::new(position, mv).after;
        let (term, most) = most_gained(&terms(position, side), &terms(&after, side))?;
        if most < PLANNED {
            return None;
        }
        match term {
            Term::Material => None,
            Term::Placement => Some(Self::Placement),
            Term::Mobility => Some(Self::Mobility),
            Term::King => Some(Self::King),
            Term::Pawns => {
                let traits = [position, &after].map(|position| pawn_traits(position, side));
                most_gained(&traits[0], &traits[1]).map(|(kind, _)| Self::Pawns(kind))
            }
        }
    }
}

/// What there is more of than before by the most, of the same things in the same order, and by how much.
fn most_gained<T: Copy>(before: &[(T, i32)], after: &[(T, i32)]) -> Option<(T, i32)> {
    let gains = before.iter().zip(after);
    let gains = gains.map(|((of, before), (_, after))| (*of, after - before));
    gains.max_by_key(|(_, gain)| *gain)
}
