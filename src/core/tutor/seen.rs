//! What is seen of a position: what is guarded, loose, in danger or trapped.

use shakmaty::{Bitboard, Board, Chess, Color, Piece, Position, Role, Square, attacks};

/// What a piece is worth, in hundredths of a pawn. Nobody wins anything who gets a bishop for a knight.
pub fn worth(role: Role) -> i32 {
    match role {
        Role::Bishop => crate::engine::worth(Role::Knight),
        role => crate::engine::worth(role),
    }
}

/// Who of a side attacks a square, or guards it.
pub fn attackers(board: &Board, square: Square, side: Color) -> Bitboard {
    board.attacks_to(square, side, board.occupied())
}

/// Whether nobody guards a piece, not even through one of its own side.
pub fn is_loose(board: &Board, square: Square) -> bool {
    let Some(side) = board.color_at(square) else {
        return false;
    };
    if attackers(board, square, side).any() {
        return false;
    }
    // Who takes it may have been in the way of somebody who takes back.
    attackers(board, square, !side).into_iter().all(|taker| {
        let occupied = board.occupied().without(taker);
        (board.attacks_to(square, side, occupied) & board.sliders()).is_empty()
    })
}

/// Whether a piece can be taken at a gain: it is loose, or something cheaper attacks it.
pub fn is_in_danger(board: &Board, square: Square) -> bool {
    let Some(piece) = board.piece_at(square) else {
        return false;
    };
    let attackers = attackers(board, square, !piece.color);
    let cheaper = |attacker: Square| {
        board
            .role_at(attacker)
            .is_some_and(|role| worth(role) < worth(piece.role))
    };
    attackers.any() && (is_loose(board, square) || attackers.into_iter().any(cheaper))
}

/// Whether a piece of the side to move is in danger and has nowhere to go.
pub fn is_trapped(position: &Chess, square: Square) -> bool {
    let board = position.board();
    let Some(piece) = board.piece_at(square) else {
        return false;
    };
    let king_or_pawn = matches!(piece.role, Role::Pawn | Role::King);
    if piece.color != position.turn() || king_or_pawn || position.is_check() {
        return false;
    }
    if pin(board, square).is_some() || !is_in_danger(board, square) {
        return false;
    }
    let moves = position.legal_moves();
    let mut escapes = moves.iter().filter(|mv| mv.from() == Some(square));
    escapes.all(|mv| {
        let takes = mv.capture();
        if takes.is_some_and(|role| worth(role) >= worth(piece.role)) {
            return false;
        }
        let mut after = position.clone();
        after.play_unchecked(*mv);
        is_in_danger(after.board(), mv.to())
    })
}

/// The line on which a piece is pinned to its king, and who pins it.
pub fn pin(board: &Board, square: Square) -> Option<(Bitboard, Square)> {
    let piece = board.piece_at(square)?;
    let king = board.king_of(piece.color)?;
    let line = attacks::ray(king, square);
    if line.is_empty() {
        return None;
    }
    let without = board.occupied().without(square);
    let pinners = board.attacks_to(king, !piece.color, without) & board.sliders() & line;
    let pinner = pinners
        .into_iter()
        .find(|pinner| attacks::between(king, *pinner).contains(square))?;
    Some((line, pinner))
}

/// The pieces of the other side that a piece attacks.
pub fn attacked(board: &Board, from: Square, piece: Piece) -> Bitboard {
    attacks::attacks(from, piece, board.occupied()) & board.by_color(!piece.color)
}
