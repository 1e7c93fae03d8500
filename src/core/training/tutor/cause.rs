//! Whether a motif is the cause of what a line wins. A motif is first seen as a pattern of pieces; then what makes it
//! is taken away, as `motifs.md` says for each, and both positions are searched. It is found only where the win
//! shrinks by at least half of what it claims.

use shakmaty::{
    Board, CastlingMode, Chess, Color, EnPassantMode, Piece, Position, Rank, Role, Setup, Square,
    attacks,
};

use super::explain::{Tutor, finding};
use super::patterns::{Candidate, Change, candidates};
use super::winning_line::WinningLine;
use super::{Finding, Motif};
use crate::engine::{Score, Stop, material_value};

/// A cause comes about within so many half-moves; what comes later, the other side may well do without.
const LATEST: usize = 7;
/// A position is searched for this part of the nodes of its question, but for so many at least and at most.
const PART: u64 = 16;
const FEWEST: u64 = 4_000;
const MOST: u64 = 20_000;
/// A question with fewer nodes asks for no causes: it has no time for them.
const ENOUGH: u64 = 60_000;
/// What a position counts for in which a side mates, in hundredths of a pawn, and what more than that is not looked at.
const MATE: i32 = 3_000;
const CAP: i32 = 1_500;
/// A win has shrunk only by this, in hundredths of a pawn.
const SHRUNK: i32 = 90;

impl Tutor {
    /// The motifs that are the cause of what a line wins.
    pub(super) fn causes(
        &mut self,
        winning: &WinningLine,
        nodes: u64,
        stop: &Stop,
    ) -> Vec<Finding> {
        if nodes < ENOUGH {
            return Vec::new();
        }
        let nodes = (nodes / PART).clamp(FEWEST, MOST);
        let mut found: Vec<Finding> = Vec::new();
        let moves = winning.steps.len().min(LATEST);
        for number in (0..moves).step_by(2) {
            for candidate in candidates(winning, number) {
                let known = found
                    .iter()
                    .any(|found| found.motif == Some(candidate.motif));
                if known || stop.is_stopped() {
                    continue;
                }
                if let Some(seen) = self.proven_cause(winning, candidate, nodes, stop) {
                    found.push(seen);
                }
            }
        }
        found
    }

    fn proven_cause(
        &mut self,
        winning: &WinningLine,
        candidate: Candidate,
        nodes: u64,
        stop: &Stop,
    ) -> Option<Finding> {
        let side = winning.winner;
        let whole = self.value(&candidate.position, side, nodes, stop)?;
        let claimed = match candidate.motif {
            // Without it something is won as well, but less.
            Motif::Intermezzo => 2 * SHRUNK,
            _ => winning
                .gain
                .map_or(MATE - CAP, |gain| (gain.min(CAP) / 2).max(SHRUNK)),
        };
        let mut proven = Vec::new();
        for change in &candidate.changes {
            let Some((changed, given)) = change.apply(&candidate.position, side) else {
                continue;
            };
            let rest = self.value(&changed, side, nodes, stop)? - given;
            if whole - rest >= claimed {
                proven.push(*change);
            }
        }
        let mut seen = candidate.seen;
        match candidate.motif {
            // Each victim by itself must be a cause, and there must be two.
            Motif::Fork => {
                let causes = |square: &Square| {
                    proven.iter().any(|change| matches!(change, Change::Lift(at) | Change::Shift(at, _) if at == square))
                };
                seen.on.retain(causes);
                if seen.on.len() < 2 {
                    return None;
                }
            }
            _ if proven.is_empty() => return None,
            _ => {}
        }
        Some(finding(winning, Some(candidate.motif), seen))
    }

    /// What a position is worth for a side, in hundredths of a pawn.
    fn value(&mut self, position: &Chess, side: Color, nodes: u64, stop: &Stop) -> Option<i32> {
        if let Some(outcome) = over(position, side) {
            return Some(outcome);
        }
        let line = self.search(std::slice::from_ref(position), nodes, stop)?;
        let sign = if position.turn() == side { 1 } else { -1 };
        let value = match line.score {
            Score::Centipawns(worth) => worth.clamp(-CAP, CAP),
            Score::Mate(moves) => MATE * moves.signum(),
        };
        Some(sign * value)
    }
}

/// What a position counts for that is over.
fn over(position: &Chess, side: Color) -> Option<i32> {
    if position.is_checkmate() {
        return Some(if position.turn() == side { -MATE } else { MATE });
    }
    position.legal_moves().is_empty().then_some(0)
}

impl Change {
    /// The changed position, and how much it gives the side besides, in hundredths of a pawn. `None` where it
    /// could not be.
    fn apply(self, position: &Chess, side: Color) -> Option<(Chess, i32)> {
        let given = |piece: Piece, sign: i32| match piece.color == side {
            true => sign * material_value(piece.role),
            false => -sign * material_value(piece.role),
        };
        let mut setup = position.to_setup(EnPassantMode::Legal);
        let board = &mut setup.board;
        let given = match self {
            Self::Lift(square) => given(board.remove_piece_at(square)?, -1),
            Self::Close(square, color) => {
                if board.piece_at(square).is_some() {
                    return None;
                }
                let piece = idlest(board, square, color);
                board.set_piece_at(square, piece);
                given(piece, 1)
            }
            Self::Shift(from, to) => {
                let piece = board.remove_piece_at(from)?;
                if board.piece_at(to).is_some() {
                    return None;
                }
                board.set_piece_at(to, piece);
                0
            }
            Self::Pass => return Some((position.clone().swap_turn().ok()?, 0)),
            Self::Instead(mv) => {
                let mut after = position.clone();
                after.play_unchecked(mv);
                return Some((after, 0));
            }
        };
        legal(setup).map(|changed| (changed, given))
    }
}

/// What attacks and guards the fewest pieces of all that a side could have on a square; no pawn that could promote.
fn idlest(board: &Board, square: Square, color: Color) -> Piece {
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook];
    let rank = color.fold_wb(square.rank(), square.rank().flip_vertical());
    let fits = |role: &Role| *role != Role::Pawn || (Rank::Second..=Rank::Sixth).contains(&rank);
    let busy = |role: &Role| {
        let piece = Piece { color, role: *role };
        let seen = attacks::attacks(square, piece, board.occupied());
        let attacked = (seen & board.by_color(!color)).count();
        (attacked, (seen & board.by_color(color)).count())
    };
    let role = roles.into_iter().filter(fits).min_by_key(busy);
    Piece {
        color,
        role: role.unwrap_or(Role::Rook),
    }
}

/// A position that can be, with the castling rights that it still has.
fn legal(mut setup: Setup) -> Option<Chess> {
    setup.ep_square = None;
    setup.castling_rights &= setup.board.rooks();
    setup.position::<Chess>(CastlingMode::Chess960).ok()
}
