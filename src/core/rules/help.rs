//! The help that a player is given while a game is played, where the players have agreed on it.

/// What somebody was helped with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Help {
    /// A tip that was asked for: first whether there is something to win, then the piece, then the move.
    Tip(u8),
    /// What the opponent threatens.
    Warning,
    /// A move that would lose something was refused.
    Guard,
    /// It was played all the same. Nobody is helped by that.
    Insisted,
}

impl Help {
    /// The last of the tips for a position.
    pub const LAST_TIP: u8 = 3;

    /// Whether it is counted as help.
    #[must_use]
    pub fn counts(self) -> bool {
        self != Self::Insisted
    }
}
