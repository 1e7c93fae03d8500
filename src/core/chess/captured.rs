//! The pieces of both sides: which there are, what has been taken, and who is ahead.

use std::str::FromStr;

use shakmaty::{Board, ByColor, ByRole, Color, Role};

use super::history::Ply;

/// The pieces taken from each side, the most valuable first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Captured(ByColor<Vec<Role>>);

impl Captured {
    /// The captures among the first plies of a game.
    pub fn among(plies: &[Ply]) -> Self {
        let mut captured = ByColor::<Vec<Role>>::default();
        for ply in plies {
            // After the move the other side is to move: its piece was taken.
            let side = captured.get_mut(ply.mover.other());
            side.extend(ply.mv.capture());
        }
        for side in captured.iter_mut() {
            side.sort_by_key(|role| std::cmp::Reverse((value(*role), *role)));
        }
        Self(captured)
    }

    /// The pieces taken from `color`.
    pub fn side(&self, color: Color) -> &[Role] {
        self.0.get(color)
    }
}

/// The usual value of a piece in pawns; the king has none.
pub(super) fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// By how many pawns White is ahead on the board; negative where Black is.
pub fn material_balance(board: &Board) -> i32 {
    board
        .iter()
        .map(|(_, piece)| piece.color.fold_wb(1, -1) * value(piece.role))
        .sum()
}

/// The pieces of both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Material(ByColor<ByRole<u8>>);

/// A text that tells no pieces of two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("these are not the pieces of two sides")]
pub struct MaterialError;

/// Reads pieces as books on endings have them: `KRPvKR`, each side with one king.
impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (first, second) = text.split_once(['v', 'V']).ok_or(MaterialError)?;
        let side = |text: &str| {
            let mut pieces = ByRole::<u8>::default();
            for letter in text.trim().chars() {
                let role = Role::from_char(letter).ok_or(MaterialError)?;
                pieces[role] += 1;
            }
            let promoted = |role: Role, at_first: u8| pieces[role].saturating_sub(at_first);
            let promotions = promoted(Role::Queen, 1)
                + promoted(Role::Rook, 2)
                + promoted(Role::Bishop, 2)
                + promoted(Role::Knight, 2);
            let possible = pieces.king == 1 && pieces.pawn + promotions <= 8;
            possible.then_some(pieces).ok_or(MaterialError)
        };
        // No side has more pieces, and none so many that they could not be counted.
        if text.len() > 2 * 16 + 3 {
            return Err(MaterialError);
        }
        Ok(Self(ByColor {
            white: side(first)?,
            black: side(second)?,
        }))
    }
}

impl Material {
    /// The pieces on a board.
    pub fn of(board: &Board) -> Self {
        Self(board.material())
    }

    /// How many pieces of a kind a side has.
    pub fn count(self, color: Color, role: Role) -> u8 {
        self.0.get(color)[role]
    }

    /// The same with the colors changed.
    #[must_use]
    pub fn turned(self) -> Self {
        let ByColor { white, black } = self.0;
        Self(ByColor {
            white: black,
            black: white,
        })
    }
}
