//! Draws by the board: repetition, the fifty and seventy-five moves, dead positions.

use shakmaty::{Chess, Position};
use strum::{Display, EnumString};

use super::{Game, Outcome, Reason, dead_position};

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
pub(super) fn repetitions(game: &Game) -> Vec<usize> {
    stood(game, game.plies().len(), game.position()).collect()
}

/// The plies after which `position` has stood on the board, if it stands there after `last` plies.
fn stood<'a>(game: &'a Game, last: usize, position: &'a Chess) -> impl Iterator<Item = usize> + 'a {
    // Nothing before the last capture or pawn move can come again.
    let reach = position.halfmoves() as usize;
    (last.saturating_sub(reach)..=last).filter(move |ply| {
        let there = *ply <= game.plies().len();
        !there || are_same(game.position_at(*ply), position)
    })
}

fn occurrences(game: &Game) -> usize {
    stood(game, game.plies().len(), game.position()).count()
}

/// Whether the side to move has a legal move. Nearly always one is seen at a glance: where there is
/// no check, what does not stand in line with its own king is not pinned.
pub(super) fn can_move(position: &Chess) -> bool {
    dead_position::can_move_at_a_glance(position) || !position.legal_moves().is_empty()
}

/// The end that the position on the board brings by itself, if any. Mate comes before every draw.
pub(super) fn verdict(game: &Game) -> Option<Outcome> {
    let position = game.position();
    if !can_move(position) {
        return Some(match position.is_check() {
            true => Outcome::win(position.turn().other(), Reason::Checkmate),
            false => Outcome::draw(Reason::Stalemate),
        });
    }
    if game.draw_rule() == DrawRule::Unjudged {
        return None;
    }
    if dead_position::is_dead(position) {
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
pub(super) fn claims(game: &Game) -> Vec<Reason> {
    if game.outcome().is_some() {
        return Vec::new();
    }
    claimable(occurrences(game), game.position())
}

/// The draws that the player to move could claim with a legal move that leads to `next`.
pub(super) fn claims_with(game: &Game, next: &Chess) -> Vec<Reason> {
    claimable(stood(game, game.plies().len() + 1, next).count(), next)
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
