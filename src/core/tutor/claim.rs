//! A claim.

use shakmaty::{Chess, Color, Move, Position, Role, Square};

use super::Motif;

/// What a line ends in, for whoever begins it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gain {
    /// Mate.
    Mate,
    /// So much more on the board than before, in hundredths of a pawn.
    Material(i32),
    /// A draw that nobody can take away, for whoever had less.
    Draw,
}

impl Gain {
    /// The hundredths of a pawn that are won; `None` for mate and for a draw.
    #[must_use]
    pub fn material(self) -> Option<i32> {
        match self {
            Self::Material(won) => Some(won),
            Self::Mate | Self::Draw => None,
        }
    }
}

/// What a line proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// How it wins; `None` where no more is proven than what it ends in.
    pub motif: Option<Motif>,
    /// The number of the half-move in the line by which it does, counted from 0.
    pub at: usize,
    /// Where the piece stands that does it, after that move.
    pub by: Square,
    /// On whom, where they stand then; the most valuable first.
    pub on: Vec<Square>,
    /// The moves from the first one to what is won.
    pub line: Vec<Move>,
    /// What it ends in.
    pub gain: Gain,
}

impl Claim {
    /// How many pieces of each kind the line wins that begins in a position, pawns first; what is given for them
    /// is less than 0. A bishop is as good as a knight.
    #[must_use]
    pub fn winnings(&self, start: &Chess) -> Vec<(Role, i32)> {
        let mut end = start.clone();
        self.line.iter().for_each(|mv| end.play_unchecked(*mv));
        let mut won: Vec<(Role, i32)> = Role::ALL
            .into_iter()
            .filter(|role| *role != Role::King)
            .map(|role| {
                let (before, after) = (
                    ahead(start, start.turn(), role),
                    ahead(&end, start.turn(), role),
                );
                (role, after - before)
            })
            .collect();
        if let [_, (_, knights), (_, bishops), ..] = &mut won[..] {
            if knights.signum() * bishops.signum() < 0 {
                let exchanged = knights.abs().min(bishops.abs());
                *knights -= exchanged * knights.signum();
                *bishops -= exchanged * bishops.signum();
            }
        }
        won.retain(|(_, count)| *count != 0);
        won
    }

    /// The one that says most of all that a line proves: that it mates, or else what comes about first.
    #[must_use]
    pub fn foremost(claims: &[Self]) -> Option<&Self> {
        let mates = claims.first().filter(|claim| claim.gain == Gain::Mate);
        mates.or_else(|| claims.iter().min_by_key(|claim| claim.at))
    }
}

/// How many pieces of a kind a side has more than the other.
fn ahead(position: &Chess, side: Color, role: Role) -> i32 {
    let board = position.board();
    let of = |side| (board.by_color(side) & board.by_role(role)).count() as i32;
    of(side) - of(!side)
}
