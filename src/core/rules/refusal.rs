//! Why an action is refused: a code, and the squares that show the reason on the board. The
//! sentences that a person reads are made elsewhere.

use shakmaty::{Bitboard, Role, Square};

/// Why something cannot be done now. Every variant carries what is needed to say and draw it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "the fields are squares and roles that their names explain"
)]
pub enum Refusal {
    /// The text is neither a move nor a command.
    Unreadable,
    /// More than one piece of this kind can go there.
    Ambiguous {
        role: Role,
        to: Square,
        candidates: Bitboard,
    },
    /// The game is over.
    GameOver,
    /// Nothing stands on the square (or, for a written move, there is no such piece).
    NoPiece { square: Square, role: Option<Role> },
    /// The piece is the opponent's.
    OpponentsPiece { square: Square },
    /// A piece of one's own stands on the target (Article 3.1).
    OwnPiece { square: Square },
    /// Target and origin are the same: the piece is let go.
    SameSquare { square: Square },
    /// The piece does not move so (Articles 3.2 to 3.8).
    PieceMove { role: Role, from: Square },
    /// A piece stands in the way (Article 3.5).
    Blocked { role: Role, blocker: Square },
    /// The square in front of the pawn is occupied (Article 3.7.1).
    PawnBlocked { blocker: Square },
    /// A pawn moves diagonally only to capture (Article 3.7.3).
    PawnDiagonalEmpty { to: Square },
    /// Only a pawn that has not moved may advance two squares (Article 3.7.2).
    PawnDoubleStep { from: Square },
    /// En passant is possible only on the very next move (Article 3.7.3.2).
    EnPassantGone { pawn: Square },
    /// The piece shields its king (Article 3.9.2).
    Pinned {
        piece: Square,
        king: Square,
        attackers: Bitboard,
    },
    /// The king would stay in check (Article 3.9.2).
    StillInCheck { king: Square, checkers: Bitboard },
    /// The king would step into check (Article 3.8.1).
    KingIntoCheck { to: Square, attackers: Bitboard },
    /// The king has moved before (Article 3.8.2.1).
    CastleKingMoved { king: Square },
    /// The rook has moved before, or is gone (Article 3.8.2.1).
    CastleRookMoved { rook: Square },
    /// There are pieces between king and rook (Article 3.8.2.2).
    CastleBlocked { blockers: Bitboard },
    /// The king is in check (Article 3.8.2.2).
    CastleInCheck { king: Square, checkers: Bitboard },
    /// The king would cross an attacked square (Article 3.8.2.2).
    CastleThroughCheck {
        crossing: Square,
        attackers: Bitboard,
    },
    /// The king would end on an attacked square (Article 3.8.2.2).
    CastleIntoCheck { to: Square, attackers: Bitboard },
    /// A pawn reaches the last rank: a piece must be named (Article 3.7.3.3).
    PromotionPieceNeeded { from: Square, to: Square },
    /// A piece is named that the moved one should become, but no pawn reaches the last rank.
    NoPromotion { to: Square },
    /// There is no offer to answer.
    NothingOffered,
    /// An offer is still waiting for its answer.
    OfferPending,
    /// No draw can be agreed on before both players have moved (Article 5.2.3).
    OfferTooEarly,
    /// The last offer of this player was declined a moment ago (Article 11.5).
    OfferRepeated,
    /// Nothing in this position can be claimed (Articles 9.2 and 9.3).
    NothingToClaim,
    /// There are not that many moves to take back.
    NothingToTakeBack,
    /// There is no clock that could be stopped or started now.
    NoClock,
    /// A person acts where a computer is to act.
    ComputersTurn,
    /// The move loses something by this answer, and the player is guarded against that.
    Guarded {
        answer: (Square, Square),
        on: Bitboard,
    },
    /// The players have not agreed on help of this kind.
    NotAgreed,
}

impl Refusal {
    /// The code by which the text front end and tests know the reason.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::Ambiguous { .. } => "ambiguous",
            Self::GameOver => "game-over",
            Self::NoPiece { .. } => "no-piece",
            Self::OpponentsPiece { .. } => "opponents-piece",
            Self::OwnPiece { .. } => "own-piece",
            Self::SameSquare { .. } => "same-square",
            Self::PieceMove { .. } => "piece-move",
            Self::Blocked { .. } => "blocked",
            Self::PawnBlocked { .. } => "pawn-blocked",
            Self::PawnDiagonalEmpty { .. } => "pawn-diagonal-empty",
            Self::PawnDoubleStep { .. } => "pawn-double-step",
            Self::EnPassantGone { .. } => "en-passant-gone",
            Self::Pinned { .. } => "pinned",
            Self::StillInCheck { .. } => "still-in-check",
            Self::KingIntoCheck { .. } => "king-into-check",
            Self::CastleKingMoved { .. } => "castle-king-moved",
            Self::CastleRookMoved { .. } => "castle-rook-moved",
            Self::CastleBlocked { .. } => "castle-blocked",
            Self::CastleInCheck { .. } => "castle-in-check",
            Self::CastleThroughCheck { .. } => "castle-through-check",
            Self::CastleIntoCheck { .. } => "castle-into-check",
            Self::PromotionPieceNeeded { .. } => "promotion-piece-needed",
            Self::NoPromotion { .. } => "unreadable",
            Self::NothingOffered => "nothing-offered",
            Self::OfferPending => "offer-pending",
            Self::OfferTooEarly => "offer-too-early",
            Self::OfferRepeated => "offer-repeated",
            Self::NothingToClaim => "nothing-to-claim",
            Self::NothingToTakeBack => "nothing-to-take-back",
            Self::NoClock => "no-clock",
            Self::ComputersTurn => "computers-turn",
            Self::Guarded { .. } => "guarded",
            Self::NotAgreed => "not-agreed",
        }
    }

    /// The squares that show the reason: the blocker, the attackers, the candidates. For castling
    /// over an attacked square, that square comes first and its attackers follow.
    #[must_use]
    pub fn squares(&self) -> Vec<Square> {
        match *self {
            Self::Ambiguous {
                candidates: squares,
                ..
            }
            | Self::Pinned {
                attackers: squares, ..
            }
            | Self::StillInCheck {
                checkers: squares, ..
            }
            | Self::KingIntoCheck {
                attackers: squares, ..
            }
            | Self::CastleInCheck {
                checkers: squares, ..
            }
            | Self::CastleBlocked { blockers: squares } => squares.into_iter().collect(),
            Self::CastleThroughCheck {
                crossing: square,
                attackers,
            }
            | Self::CastleIntoCheck {
                to: square,
                attackers,
            } => std::iter::once(square).chain(attackers).collect(),
            Self::NoPiece { square, .. }
            | Self::OpponentsPiece { square }
            | Self::OwnPiece { square }
            | Self::SameSquare { square }
            | Self::PieceMove { from: square, .. }
            | Self::Blocked {
                blocker: square, ..
            }
            | Self::PawnBlocked { blocker: square }
            | Self::PawnDiagonalEmpty { to: square }
            | Self::PawnDoubleStep { from: square }
            | Self::EnPassantGone { pawn: square }
            | Self::CastleKingMoved { king: square }
            | Self::CastleRookMoved { rook: square }
            | Self::PromotionPieceNeeded { to: square, .. } => vec![square],
            Self::Guarded {
                answer: (_, to),
                on,
            } => std::iter::once(to).chain(on.without(to)).collect(),
            Self::Unreadable
            | Self::NoPromotion { .. }
            | Self::GameOver
            | Self::NothingOffered
            | Self::OfferPending
            | Self::OfferTooEarly
            | Self::OfferRepeated
            | Self::NothingToClaim
            | Self::NothingToTakeBack
            | Self::NoClock
            | Self::ComputersTurn
            | Self::NotAgreed => Vec::new(),
        }
    }

    /// The lines of attack that show the reason, each from an attacker to what it attacks.
    #[must_use]
    pub fn rays(&self) -> Vec<(Square, Square)> {
        let (from, to) = match *self {
            Self::Pinned {
                attackers, king, ..
            } => (attackers, king),
            Self::StillInCheck { checkers, king } | Self::CastleInCheck { checkers, king } => {
                (checkers, king)
            }
            Self::KingIntoCheck { attackers, to }
            | Self::CastleIntoCheck { attackers, to }
            | Self::CastleThroughCheck {
                attackers,
                crossing: to,
            } => (attackers, to),
            Self::Guarded {
                answer: (from, to),
                on,
            } => {
                let further = on.without(to).into_iter().map(|square| (to, square));
                return std::iter::once((from, to)).chain(further).collect();
            }
            _ => return Vec::new(),
        };
        from.into_iter().map(|attacker| (attacker, to)).collect()
    }
}
