//! What players want and what comes of it: actions and events, and the help they have agreed on. How an action
//! becomes an event is in `game.rs`.

use shakmaty::{ByColor, Color, Move, Role, Square};

use super::Outcome;

/// What a player wants to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Move a piece. Castling: the king two squares, or onto its rook.
    Move {
        /// Where the piece stands.
        from: Square,
        /// Where it shall go.
        to: Square,
        /// What a pawn on the last rank becomes.
        promotion: Option<Role>,
    },
    /// A move as it is written or typed: `Nf3`, `g1f3`, `O-O`.
    Write(String),
    /// The player to move offers a draw (Article 9.1), once both have moved (Article 5.2.3).
    OfferDraw,
    /// The player who moved last asks to take back that move (1), or the player to move the last
    /// move of each side (2).
    ProposeTakeback(usize),
    /// The other player accepts what is offered.
    Accept,
    /// The other player declines what is offered.
    Decline,
    /// This player resigns: the other one wins, if that is possible (Article 5.1.2).
    Resign(Color),
    /// The player to move claims a draw by repetition or by the fifty moves: in the position on
    /// the board, or with a legal move that is about to be made (Articles 9.2.1 and 9.3.1). A claim
    /// that is wrong is an offer of a draw (Article 9.1.2.3), gives the other player time, and its
    /// move is played (Article 9.5.3).
    Claim(Option<Move>),
    /// The clocks shall stand still.
    Pause,
    /// The clocks shall run again.
    Resume,
    /// Set what the clocks show, in milliseconds, as a record says.
    SetClocks(ByColor<u64>),
    /// Note what the player who moved last had left, in milliseconds, in a game whose clocks were
    /// not these.
    NoteClock(u64),
    /// Note that this player claimed a draw here, and that there was none, as a record says.
    NoteWrongClaim(Color),
    /// Take over the end that a record gives. What the board decides must be on the board; in a
    /// game that is [`Unjudged`](super::DrawRule::Unjudged) the record has the last word.
    Conclude(Outcome),
    /// Undo plies as a record says that both players agreed.
    TakeBack(usize),
    /// Note that a player was helped.
    Help(Color, Help),
}

/// What plays a legal move. Who castles puts the king onto its rook.
impl From<Move> for Action {
    fn from(mv: Move) -> Self {
        Self::Move {
            from: mv.from().unwrap_or(mv.to()),
            to: mv.to(),
            promotion: mv.promotion(),
        }
    }
}

impl Action {
    /// From where to where a move goes with which a piece is moved.
    pub fn squares(&self) -> Option<(Square, Square)> {
        match *self {
            Self::Move { from, to, .. } if from != to => Some((from, to)),
            _ => None,
        }
    }
}

/// What waits for the other player's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offer {
    /// A draw.
    Draw {
        /// Who offers it.
        by: Color,
    },
    /// To undo the last plies.
    Takeback {
        /// Who asks.
        by: Color,
        /// How many plies.
        plies: usize,
    },
}

impl Offer {
    /// Who made the offer.
    pub fn by(self) -> Color {
        match self {
            Self::Draw { by } | Self::Takeback { by, .. } => by,
        }
    }
}

/// What happened in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A ply was played; it is the last of `Game::plies`.
    Moved {
        /// An offer of the other player that this move declined.
        declined: Option<Offer>,
        /// The end that the move brought.
        ended: Option<Outcome>,
    },
    /// A draw was claimed, and there was none to claim.
    ClaimFailed {
        /// Whether the other player has now a draw to accept or decline.
        offered: bool,
        /// What the other player got on the clock for it, in milliseconds; 0 without clocks.
        given: u64,
        /// Whether the move that was named was played; it is the last of `Game::plies`.
        moved: bool,
        /// An offer of the other player that this move declined.
        declined: Option<Offer>,
        /// The end that the move brought.
        ended: Option<Outcome>,
    },
    /// Something was offered to the other player.
    Offered(Offer),
    /// The other player declined the offer.
    Declined(Offer),
    /// That many plies were undone.
    TakenBack(usize),
    /// The clocks stand still.
    Paused,
    /// The clocks run again.
    Resumed,
    /// The clocks were set.
    ClocksSet,
    /// What a clock showed was noted.
    ClockNoted,
    /// It was noted that a player was helped.
    Helped(Color, Help),
    /// The game ended without a move.
    Ended(Outcome),
}

impl Event {
    /// The end of the game, if this event brought it.
    pub fn ended(&self) -> Option<Outcome> {
        match self {
            Self::Moved { ended, .. } | Self::ClaimFailed { ended, .. } => *ended,
            Self::Ended(outcome) => Some(*outcome),
            _ => None,
        }
    }

    /// Whether something was offered to the other player.
    pub fn has_offered(&self) -> bool {
        match self {
            Self::ClaimFailed { offered, .. } => *offered,
            event => matches!(event, Self::Offered(_)),
        }
    }

    /// Whether a ply was played.
    pub fn has_moved(&self) -> bool {
        match self {
            Self::ClaimFailed { moved, .. } => *moved,
            event => matches!(event, Self::Moved { .. }),
        }
    }
}

/// What a player was helped with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Help {
    /// A tip that was asked for: first whether there is something to win, then the piece, then the move.
    Tip(u8),
    /// What the opponent threatens.
    Warning,
    /// A move that would lose something was refused.
    Guard,
    /// It was played all the same, which is no help.
    Insisted,
}

impl Help {
    /// The last of the tips for a position.
    pub const LAST_TIP: u8 = 3;

    /// Whether it is counted as help.
    pub fn counts(self) -> bool {
        self != Self::Insisted
    }
}
