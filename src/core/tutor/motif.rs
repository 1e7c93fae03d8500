//! The motifs that are known.

use strum::{Display, EnumString, VariantArray};

/// How a line wins. As a text, each has the name that the puzzles of lichess have for it. Some are only that: names of
/// puzzles and of lessons, which the tutor does not prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Display, EnumString, VariantArray)]
#[strum(serialize_all = "camelCase")]
pub enum Motif {
    /// Mate by the first move.
    MateIn1,
    /// Mate by the second move at the latest.
    MateIn2,
    /// Mate by the third move at the latest.
    MateIn3,
    /// Mate by the fourth move at the latest.
    MateIn4,
    /// Mate by the fifth move at the latest.
    MateIn5,
    /// Mate by a rook or queen on the first rank of a king that has its own pieces on all squares in front of it.
    BackRankMate,
    /// Mate by a knight, where the king's own men take all squares around it.
    SmotheredMate,
    /// A piece attacks two at once.
    Fork,
    /// A piece cannot do its duty or get away, as it stands before its king.
    Pin,
    /// A piece must leave, and what stood behind it is taken.
    Skewer,
    /// A piece moves out of the way of another one, which then takes something.
    DiscoveredAttack,
    /// A piece moves out of the way of another one, which gives check.
    DiscoveredCheck,
    /// Two pieces give check at once.
    DoubleCheck,
    /// A piece is taken, and the exchange on its square wins all that it is worth.
    HangingPiece,
    /// A piece is taken, and the exchange on its square wins something, but less than it is worth.
    Underdefended,
    /// A piece is attacked and has no safe square.
    TrappedPiece,
    /// A piece is lured away from what it guards.
    Deflection,
    /// A piece is lured to where it is attacked, or mated.
    Attraction,
    /// What guards something is taken.
    CapturingDefender,
    /// An attack through a piece that takes and is taken.
    XRayAttack,
    /// Another move is played before one takes back.
    Intermezzo,
    /// Whatever is moved makes things worse.
    Zugzwang,
    /// A pawn becomes a queen.
    Promotion,
    /// A pawn becomes another piece than a queen.
    UnderPromotion,
    /// A pawn is taken en passant.
    EnPassant,
    /// A pawn runs to its last rank, and nobody can catch it.
    UnstoppablePawn,
    /// The kings face each other, and whoever is to move must give way.
    Opposition,
    /// A bishop cannot drive a king out of the corner where its pawn would become a queen.
    WrongBishop,
    /// The pawns stand still for good, and nobody gets past them.
    Fortress,
}

impl Motif {
    /// Mate by the move of this number at the latest.
    #[must_use]
    pub fn mate_in(moves: i32) -> Option<Self> {
        let mates = [
            Self::MateIn1,
            Self::MateIn2,
            Self::MateIn3,
            Self::MateIn4,
            Self::MateIn5,
        ];
        let number = usize::try_from(moves).ok()?.checked_sub(1)?;
        mates.get(number).copied()
    }
}
