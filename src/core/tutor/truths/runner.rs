//! A pawn that runs, and nobody catches it.

use shakmaty::{Chess, Move, Position, Role, Square};

use super::super::story::{LEAST, Scene};
use super::{line, material};
use crate::tutor::{Claim, Gain, Motif};

/// More positions are not looked at.
const MOST: u32 = 40_000;

/// Whether the pawn that moves becomes a queen and stays on the board, whatever the other side does, while its own
/// side does nothing but push it. There are only kings and pawns, and no pawn of the other side becomes anything
/// meanwhile.
pub fn unstoppable_pawn(scene: &Scene) -> Option<Claim> {
    let (board, pawn) = (scene.board(), scene.to());
    let bare = board.occupied() == board.kings() | board.pawns();
    if !bare || scene.role() != Role::Pawn {
        return None;
    }
    let hero = scene.before.turn();
    let goal = Square::from_coords(pawn.file(), (!hero).backrank());
    let mut run = Run {
        goal,
        forward: hero.fold_wb(8, -8),
        left: MOST,
    };
    let line = line(scene, run.on(&scene.after, pawn)?);
    let gain = material(&scene.before, &line);
    let king = board.king_of(!hero)?;
    matches!(gain, Gain::Material(won) if won >= LEAST).then(|| Claim {
        motif: Some(Motif::UnstoppablePawn),
        at: 0,
        by: pawn,
        on: vec![king],
        line,
        gain,
    })
}

/// A run to the last rank.
struct Run {
    goal: Square,
    forward: i32,
    /// So many positions may still be looked at.
    left: u32,
}

impl Run {
    /// How it goes on where the other side is to move and its king hurries to the goal; `None` where it can stop
    /// the pawn, or that cannot be told.
    fn on(&mut self, position: &Chess, pawn: Square) -> Option<Vec<Move>> {
        let mut moves = position.legal_moves();
        moves.sort_by_key(|mv| (mv.role() != Role::King, mv.to().distance(self.goal)));
        let mut told = None;
        for mv in moves {
            let rest = self.after(position, mv, pawn)?;
            told.get_or_insert(rest);
        }
        // Whoever cannot move is not beaten.
        told
    }

    /// How it goes on with a move of the other side.
    fn after(&mut self, position: &Chess, mv: Move, pawn: Square) -> Option<Vec<Move>> {
        self.left = self.left.checked_sub(1)?;
        if mv.promotion().is_some() {
            return None;
        }
        let answered = played(position, mv);
        let next = pawn.offset(self.forward)?;
        let last = next == self.goal;
        let pushed = |push: &Move| {
            let queen = push.promotion().is_none_or(|role| role == Role::Queen);
            push.from() == Some(pawn) && push.to() == next && queen
        };
        let push = answered.legal_moves().into_iter().find(pushed)?;
        let after = played(&answered, push);
        let rest = match last {
            true => self.stays(&after).then(Vec::new)?,
            false => self.on(&after, next)?,
        };
        Some([mv, push].into_iter().chain(rest).collect())
    }

    /// Whether nobody takes the new queen, or makes another one.
    fn stays(&self, position: &Chess) -> bool {
        let moves = position.legal_moves();
        let harmless = |mv: &Move| mv.to() != self.goal && mv.promotion().is_none();
        let goes_on = !moves.is_empty() || position.is_checkmate();
        goes_on && moves.iter().all(harmless)
    }
}

fn played(position: &Chess, mv: Move) -> Chess {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after
}
