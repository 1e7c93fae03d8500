//! How a game ends: who won, if either, and the reason; and the ends that the board brings, mate and draws, with those
//! that can be claimed.

use shakmaty::{Chess, Color, MoveList, Position};
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use super::dead_position::{is_dead, moves_unless_seen};
use super::history::History;

/// Why a game is over, in the order of the list in the log format. The text form is the code that the logs use.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Display, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Reason {
    /// Article 5.1.1.
    Checkmate,
    /// Article 5.2.1.
    Stalemate,
    /// Article 5.2.2: no series of legal moves can mate.
    DeadPosition,
    /// Article 9.2: the same position for the third time.
    Threefold,
    /// Article 9.6.1: the same position for the fifth time.
    Fivefold,
    /// Article 9.3: fifty moves by each player without a capture or a pawn move.
    FiftyMove,
    /// Article 9.6.2: seventy-five such moves by each player.
    SeventyFiveMove,
    /// Article 5.2.3.
    Agreement,
    /// Article 5.1.2: a draw where the opponent cannot mate by any series of legal moves.
    Resignation,
    /// Article 6.9: the flag fell.
    Time,
    /// Article 6.9: the flag fell, but the opponent cannot mate by any series of legal moves.
    TimeNoMatingMaterial,
    /// None of these: what was recorded elsewhere, such as an adjudication or a forfeit.
    Other,
}

impl Reason {
    /// The code that the logs and the text front end use.
    pub fn code(self) -> &'static str {
        self.into()
    }

    /// Whether this reason gives the game to one side, or else makes it a draw; `None` where it may
    /// do either.
    pub fn is_decisive(self) -> Option<bool> {
        match self {
            Self::Resignation | Self::Other => None,
            reason => Some(matches!(reason, Self::Checkmate | Self::Time)),
        }
    }
}

/// The result of a game and its reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// Why the game is over.
    pub reason: Reason,
}

impl Outcome {
    /// A win for `winner`.
    pub fn win(winner: Color, reason: Reason) -> Self {
        Self {
            winner: Some(winner),
            reason,
        }
    }

    /// A draw.
    pub fn draw(reason: Reason) -> Self {
        Self {
            winner: None,
            reason,
        }
    }

    /// The result as a scoresheet has it: `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// Puts a result and a reason together, as a log has them; `None` where they contradict each
    /// other or the result is none of the three.
    pub fn from_record(result: &str, reason: Reason) -> Option<Self> {
        let winner = match result {
            "1-0" => Some(Color::White),
            "0-1" => Some(Color::Black),
            "1/2-1/2" => None,
            _ => return None,
        };
        let decisive = reason.is_decisive();
        let fits = decisive.is_none_or(|decisive| decisive == winner.is_some());
        fits.then_some(Self { winner, reason })
    }
}

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

/// The plies after which the current position has stood on the board, the current one last; 0 is
/// the first position.
pub(super) fn repetitions(history: &History) -> Vec<usize> {
    stood(history, history.plies.len(), history.position()).collect()
}

/// The plies after which `position` has stood on the board, if it stands there after `last` plies. Positions are equal as
/// Article 9.2.3 has it: what could be taken en passant counts, the counters of moves do not.
fn stood<'a>(
    history: &'a History,
    last: usize,
    position: &'a Chess,
) -> impl Iterator<Item = usize> + 'a {
    // Nothing before the last capture or pawn move can come again.
    let reach = position.halfmoves() as usize;
    (last.saturating_sub(reach)..=last).filter(move |ply| {
        let there = *ply <= history.plies.len();
        !there || history.position_at(*ply) == position
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
