//! Draws by the board: repetition, the fifty and seventy-five moves, dead positions.
//! May import `shakmaty` and the rest of `rules`.

use shakmaty::{Bitboard, Board, Chess, Color, Position, Square};

use super::{Game, Outcome, Reason};

/// Whether the draws of Articles 9.2 and 9.3 end the game by themselves or wait to be claimed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum DrawRule {
    /// The third repetition and the fiftieth move end the game.
    #[default]
    Automatic,
    /// A player must claim them, as the Laws have it.
    Claimed,
}

/// Half-moves without a capture or a pawn move after which a draw may be claimed (Article 9.3).
const FIFTY_MOVES: u32 = 100;
/// Half-moves without a capture or a pawn move after which the game is drawn (Article 9.6.2).
const SEVENTY_FIVE_MOVES: u32 = 150;

/// What makes two positions the same (Article 9.2.3): the same player to move, the same pieces on
/// the same squares, and the same moves possible, castling and en passant included.
#[derive(PartialEq, Eq)]
struct Identity<'a> {
    board: &'a Board,
    turn: Color,
    castling: Bitboard,
    en_passant: Option<Square>,
}

impl<'a> Identity<'a> {
    fn of(position: &'a Chess) -> Self {
        Self {
            board: position.board(),
            turn: position.turn(),
            castling: position.castles().castling_rights(),
            en_passant: position.legal_ep_square(),
        }
    }
}

/// How often the current position has stood on the board, itself included.
#[must_use]
pub(super) fn occurrences(game: &Game) -> usize {
    let now = Identity::of(game.position());
    // Nothing before the last capture or pawn move can come again.
    let reach = game.position().halfmoves() as usize;
    let newest_first = game.plies().iter().rev().skip(1).map(|ply| &ply.position);
    let start = (!game.plies().is_empty()).then(|| game.start());
    let earlier = newest_first
        .chain(start)
        .take(reach)
        .filter(|position| Identity::of(position) == now)
        .count();
    earlier + 1
}

/// The end that the position on the board brings by itself, if any. Mate comes before every draw.
#[must_use]
pub(super) fn verdict(game: &Game) -> Option<Outcome> {
    let position = game.position();
    if position.is_checkmate() {
        return Some(Outcome::win(position.turn().other(), Reason::Checkmate));
    }
    if position.is_stalemate() {
        return Some(Outcome::draw(Reason::Stalemate));
    }
    if position.is_insufficient_material() {
        return Some(Outcome::draw(Reason::DeadPosition));
    }
    let times = occurrences(game);
    let automatic = game.draw_rule() == DrawRule::Automatic;
    let halfmoves = position.halfmoves();
    let reason = if times >= 5 {
        Reason::Fivefold
    } else if halfmoves >= SEVENTY_FIVE_MOVES {
        Reason::SeventyFiveMove
    } else if automatic && times >= 3 {
        Reason::Threefold
    } else if automatic && halfmoves >= FIFTY_MOVES {
        Reason::FiftyMove
    } else {
        return None;
    };
    Some(Outcome::draw(reason))
}

/// The draws that the player to move could claim in the position on the board.
#[must_use]
pub(super) fn claims(game: &Game) -> Vec<Reason> {
    if game.outcome().is_some() {
        return Vec::new();
    }
    let mut claims = Vec::new();
    if occurrences(game) >= 3 {
        claims.push(Reason::Threefold);
    }
    if game.position().halfmoves() >= FIFTY_MOVES {
        claims.push(Reason::FiftyMove);
    }
    claims
}
