//! How a game ended: who won, if either, and the reason.

use shakmaty::Color;
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

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
