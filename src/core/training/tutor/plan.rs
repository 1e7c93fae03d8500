//! What a move makes better at once, where nothing is won by it.

use shakmaty::{Chess, Move, Position};

use super::winning_line::LineMove;
use crate::engine::{PawnTrait, Shares, Term, pawn_traits, placements, terms};

/// What of one's own side a move makes better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plan {
    /// Where the piece stands that moves.
    Placement,
    /// How many squares the pieces can go to.
    Mobility,
    /// How safe the king is.
    King,
    /// How well the king stands where it has little to fear.
    ActiveKing,
    /// What is good or bad about the pawns.
    Pawns(PawnTrait),
}

/// What a plan gains of something at least, in hundredths of a pawn.
const PLANNED: i32 = 5;

impl Plan {
    /// What a move gives its own side most of at once, by the evaluation; nothing where that is material, or too little.
    pub fn of(position: &Chess, mv: Move) -> Option<Self> {
        let side = position.turn();
        let step = LineMove::new(position, mv);
        let both = [position, &step.after];
        // What is captured is material, though the other side alone has less of it.
        let gives = |shares: Shares| match shares.term {
            Term::Material => shares.difference(),
            _ => shares.own,
        };
        let given = |position| {
            let terms = terms(position, side).into_iter();
            terms.map(|shares| (shares.term, gives(shares))).collect()
        };
        let (term, most) = most_gained(both.map(given))?;
        if most < PLANNED {
            return None;
        }
        match term {
            Term::Material => None,
            Term::Placement => {
                let worth = |position: &Chess, at| {
                    let mut placements = placements(position, side).into_iter();
                    let found = placements.find(|(square, _)| *square == at);
                    found.map_or(0, |(_, worth)| worth)
                };
                let gain = worth(&step.after, step.to()) - worth(position, step.from());
                (2 * gain >= most).then_some(Self::Placement)
            }
            Term::Mobility => Some(Self::Mobility),
            Term::King => Some(Self::King),
            Term::ActiveKing => Some(Self::ActiveKing),
            Term::Pawns => {
                let traits = both.map(|position| pawn_traits(position, side));
                most_gained(traits).map(|(kind, _)| Self::Pawns(kind))
            }
        }
    }
}

/// What there is more of than before by the most, of the same things in the same order, and by how much.
fn most_gained<T: Copy>([before, after]: [Vec<(T, i32)>; 2]) -> Option<(T, i32)> {
    let gains = before.iter().zip(after);
    let gains = gains.map(|((of, before), (_, after))| (*of, after - before));
    gains.max_by_key(|(_, gain)| *gain)
}
