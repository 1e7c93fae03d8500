//! Draws by the board: repetition, the fifty and seventy-five moves, dead positions.

use shakmaty::{Chess, MoveList, Position};
use strum::{Display, EnumString};

use super::dead_position::{is_dead, moves_unless_seen};
use super::history::History;
use super::{Outcome, Reason};

/// Whether the draws of Articles 9.2 and 9.3 end the game by themselves or wait to be claimed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum DrawRule {
    /// The third repetition and the fiftieth move end the game.
    #[default]
    Automatic,
    /// A player must claim them, as the Laws have it.
    Claimed,
    /// Nothing but checkmate and stalemate ends the game by itself, and what was recorded is
    /// believed against these: it was played elsewhere, and went on where the Laws of today would
    /// have ended it, or ended otherwise.
    Unjudged,
}

impl DrawRule {
    /// Whether threefold repetition and fifty moves wait for a claim.
    pub fn waits_for_claim(self) -> bool {
        self != Self::Automatic
    }
}

/// Half-moves without a capture or a pawn move after which a draw may be claimed (Article 9.3).
const FIFTY_MOVES: u32 = 100;
/// Half-moves without a capture or a pawn move after which the game is drawn (Article 9.6.2).
const SEVENTY_FIVE_MOVES: u32 = 150;

/// Whether two positions are the same (Article 9.2.3): the same player to move, the same pieces on
/// the same squares, and the same moves possible, castling and en passant included.
fn are_same(one: &Chess, other: &Chess) -> bool {
    one.board() == other.board()
        && one.turn() == other.turn()
        && one.castles().castling_rights() == other.castles().castling_rights()
        && one.legal_ep_square() == other.legal_ep_square()
}

/// The plies after which the current position has stood on the board, the current one last; 0 is
/// the first position.
pub(super) fn repetitions(history: &History) -> Vec<usize> {
    stood(history, history.plies.len(), history.position()).collect()
}

/// The plies after which `position` has stood on the board, if it stands there after `last` plies.
fn stood<'a>(
    history: &'a History,
    last: usize,
    position: &'a Chess,
) -> impl Iterator<Item = usize> + 'a {
    // Nothing before the last capture or pawn move can come again.
    let reach = position.halfmoves() as usize;
    (last.saturating_sub(reach)..=last).filter(move |ply| {
        let there = *ply <= history.plies.len();
        !there || are_same(history.position_at(*ply), position)
    })
}

fn occurrences(history: &History) -> usize {
    stood(history, history.plies.len(), history.position()).count()
}

/// The end that the position on the board brings by itself, if any. Mate comes before every draw.
pub(super) fn verdict(history: &History, rule: DrawRule) -> Option<Outcome> {
    let position = history.position();
    let moves = moves_unless_seen(position);
    if moves.as_ref().is_some_and(MoveList::is_empty) {
        return Some(match position.is_check() {
            true => Outcome::win(position.turn().other(), Reason::Checkmate),
            false => Outcome::draw(Reason::Stalemate),
        });
    }
    if rule == DrawRule::Unjudged {
        return None;
    }
    if is_dead(position, moves.as_ref()) {
        return Some(Outcome::draw(Reason::DeadPosition));
    }
    let times = occurrences(history);
    let automatic = rule == DrawRule::Automatic;
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
pub(super) fn claims(history: &History) -> Vec<Reason> {
    claimable(occurrences(history), history.position())
}

/// The draws that the player to move could claim with a legal move that leads to `next`.
pub(super) fn claims_with(history: &History, next: &Chess) -> Vec<Reason> {
    claimable(stood(history, history.plies.len() + 1, next).count(), next)
}

fn claimable(times: usize, position: &Chess) -> Vec<Reason> {
    let mut claims = Vec::new();
    if times >= 3 {
        claims.push(Reason::Threefold);
    }
    if position.halfmoves() >= FIFTY_MOVES {
        claims.push(Reason::FiftyMove);
    }
    claims
}
