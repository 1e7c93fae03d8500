//! What has been taken, and who is ahead.

use shakmaty::{Board, Color, Role};

use super::history::Ply;

/// The pieces taken from one side, the most valuable first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Captured {
    /// White pieces, taken by Black.
    pub white: Vec<Role>,
    /// Black pieces, taken by White.
    pub black: Vec<Role>,
}

impl Captured {
    /// The captures among the first plies of a game.
    pub fn among(plies: &[Ply]) -> Self {
        let mut captured = Self::default();
        for (ply, role) in plies
            .iter()
            .filter_map(|ply| Some((ply, ply.mv.capture()?)))
        {
            // After the move the other side is to move: its piece was taken.
            captured.side_mut(ply.mover.other()).push(role);
        }
        for side in [&mut captured.white, &mut captured.black] {
            side.sort_by_key(|role| std::cmp::Reverse((value(*role), *role)));
        }
        captured
    }

    /// The pieces taken from `color`.
    pub fn side(&self, color: Color) -> &[Role] {
        color.fold_wb(&self.white, &self.black)
    }

    fn side_mut(&mut self, color: Color) -> &mut Vec<Role> {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
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
