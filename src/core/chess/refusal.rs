//! Judging a move, and why an action is refused: a code, and the squares that show the reason on the board. The
//! sentences that people read are made elsewhere.

use shakmaty::{
    Bitboard, CastlingSide, Chess, File, Move, Piece, Position, Rank, Role, Square, attacks,
};

use super::PROMOTION_ROLES;
use super::history::History;

/// Why something cannot be done now. Every variant carries what is needed to say and draw it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
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
    #[strum(serialize = "unreadable")]
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
    /// In a correspondence game, it is the player at the other computer who acts.
    PlayedElsewhere,
    /// The user of this computer plays neither side of this correspondence game.
    LookingOn,
    /// In a correspondence game, moves are not taken back.
    MovesStand,
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
    pub fn code(&self) -> &'static str {
        self.into()
    }

    /// Whether the reason is not what was tried, but who has tried it.
    pub fn is_of_turns(&self) -> bool {
        matches!(
            self,
            Self::ComputersTurn | Self::PlayedElsewhere | Self::LookingOn | Self::MovesStand
        )
    }

    /// The squares that show the reason: the blocker, the attackers, the candidates. For castling
    /// over an attacked square, that square comes first and its attackers follow.
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
            | Self::PlayedElsewhere
            | Self::LookingOn
            | Self::MovesStand
            | Self::NotAgreed => Vec::new(),
        }
    }

    /// The lines of attack that show the reason, each from an attacker to what it attacks.
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

/// The legal move from `from` to `to` in the position on the board. Castling is meant
/// by moving the king onto its rook, or to where it comes by castling, where that is no king's move.
///
/// # Errors
/// The reason why there is no such legal move.
pub(super) fn judge(
    history: &History,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move, Refusal> {
    let position = history.position();
    let board = position.board();
    let us = position.turn();
    let piece = match board.piece_at(from) {
        None => {
            return Err(Refusal::NoPiece {
                square: from,
                role: None,
            });
        }
        Some(piece) if piece.color != us => return Err(Refusal::OpponentsPiece { square: from }),
        Some(_) if from == to => return Err(Refusal::SameSquare { square: from }),
        Some(piece) => piece,
    };
    let onto_rook = board.piece_at(to) == Some(Role::Rook.of(us));
    let castling = castling_meant(history, piece, from, to);
    let mv = match castling.filter(|_| board.color_at(to) != Some(us) || onto_rook) {
        Some(side) => castle(history, side)?,
        None => step(history, piece, from, to, promotion)?,
    };
    let last = piece.role == Role::Pawn && us.relative_rank(to.rank()) == Rank::Eighth;
    if promotion.is_some() && !last {
        return Err(Refusal::NoPromotion { to });
    }
    if last && !promotion.is_some_and(|role| PROMOTION_ROLES.contains(&role)) {
        return Err(Refusal::PromotionPieceNeeded { from, to });
    }
    debug_assert!(position.is_legal(mv));
    Ok(mv)
}

/// The move of a piece of the side to move that does not castle, with any promotion.
fn step(
    history: &History,
    piece: Piece,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move, Refusal> {
    let position = history.position();
    let capture = position.board().piece_at(to);
    if capture.is_some_and(|taken| taken.color == piece.color) {
        return Err(Refusal::OwnPiece { square: to });
    }
    match piece.role {
        Role::Pawn => pawn(history, from, to)?,
        _ => reach(position, piece, from, to)?,
    }
    let aside = piece.role == Role::Pawn && from.file() != to.file();
    let en_passant = aside && capture.is_none();
    let taken = match en_passant {
        true => Square::from_coords(to.file(), from.rank()),
        false => to,
    };
    keeps_king_safe(position, piece, from, to, taken)?;
    Ok(match en_passant {
        true => Move::EnPassant { from, to },
        false => Move::Normal {
            role: piece.role,
            from,
            capture: capture.map(|taken| taken.role),
            to,
            promotion,
        },
    })
}

/// Where king and rook of the side to move stand before they castle: as usual, or as the game began,
/// where that was a position of Chess960 (Guidelines II of the Laws).
fn homes(history: &History, side: CastlingSide) -> (Square, Square) {
    let (start, us) = (&history.start, history.position().turn());
    let back = us.backrank();
    let usual = Square::from_coords(File::E, back);
    let (file, beyond) = match side {
        CastlingSide::KingSide => (File::H, 1..8),
        CastlingSide::QueenSide => (File::A, -7..0),
    };
    let corner = Square::from_coords(file, back);
    if start.castles().mode().is_standard() {
        return (usual, corner);
    }
    let king = start.board().king_of(us).filter(|king| king.rank() == back);
    let king = king.unwrap_or(usual);
    let is_rook = |square: &Square| start.board().piece_at(*square) == Some(Role::Rook.of(us));
    // Where there was no right, it is told of the outermost rook.
    let outermost = || {
        let squares = beyond.filter_map(|files| king.offset(files));
        let squares = squares.filter(|square| square.rank() == back);
        squares
            .filter(is_rook)
            .max_by_key(|rook| rook.distance(king))
    };
    let rook = start.castles().rook(us, side).or_else(outermost);
    (king, rook.unwrap_or(corner))
}

/// The side to which a king at home means to castle by going to `to`.
fn castling_meant(
    history: &History,
    piece: Piece,
    from: Square,
    to: Square,
) -> Option<CastlingSide> {
    if piece.role != Role::King || to.rank() != piece.color.backrank() {
        return None;
    }
    let rooks = history.position().castles();
    let onto_rook = |side: &CastlingSide| rooks.rook(piece.color, *side) == Some(to);
    let as_castled = |side: &CastlingSide| {
        let (king, rook) = homes(history, *side);
        // What is but a step is a king's move.
        from == king && from.distance(to) > 1 && (to == rook || to == side.king_to(piece.color))
    };
    let mut sides = CastlingSide::ALL.into_iter();
    sides
        .clone()
        .find(onto_rook)
        .or_else(|| sides.find(as_castled))
}

/// Whether the king's own move to its square would not be castling: it stands there, or beside it.
pub(super) fn castles_by_rook(king: Square, castled: Square) -> bool {
    king.distance(castled) < 2
}

/// Castling of the side to move (Article 3.8.2): the move, or the first rule that forbids it.
pub(super) fn castle(history: &History, side: CastlingSide) -> Result<Move, Refusal> {
    let position = history.position();
    let board = position.board();
    let us = position.turn();
    if let Some(legal) = position.castling_moves(side).first() {
        return Ok(*legal);
    }
    let (home, rook) = homes(history, side);
    let king = board.king_of(us).unwrap_or(home);
    if king != home {
        return Err(Refusal::CastleKingMoved { king });
    }
    if board.piece_at(rook) != Some(Role::Rook.of(us)) {
        return Err(Refusal::CastleRookMoved { rook });
    }
    if !position.castles().has(us, side) {
        // The history tells whether the king has moved or the rook. Where it does not reach back far enough, the king
        // has moved if both rights are lost.
        let played = &history.plies;
        let moved_from = |square| played.iter().any(|ply| ply.mv.from() == Some(square));
        let king_moved =
            moved_from(home) || (!history.start.castles().has_color(us) && !moved_from(rook));
        return Err(if king_moved {
            Refusal::CastleKingMoved { king }
        } else {
            Refusal::CastleRookMoved { rook }
        });
    }
    // Neither on the king's way nor on that of the rook, nor where they come to.
    let blockers = position.castles().path(us, side) & board.occupied();
    if blockers.any() {
        return Err(Refusal::CastleBlocked { blockers });
    }
    if position.is_check() {
        return Err(Refusal::CastleInCheck {
            king,
            checkers: position.checkers(),
        });
    }
    let to = side.king_to(us);
    let mut way: Vec<Square> = attacks::between(king, to).into_iter().collect();
    way.sort_by_key(|square| square.distance(king));
    for crossing in way {
        let attackers = attackers_of_king_at(position, king, crossing);
        if attackers.any() {
            return Err(Refusal::CastleThroughCheck {
                crossing,
                attackers,
            });
        }
    }
    // The rook may have stood between the king's square and a piece that attacks it.
    let occupied = board.occupied().without(king).without(rook);
    let occupied = occupied.with(side.rook_to(us)).with(to);
    Err(Refusal::CastleIntoCheck {
        to,
        attackers: board.attacks_to(to, us.other(), occupied),
    })
}

/// Who would attack the king of the side to move if it went from `from` to `to`.
fn attackers_of_king_at(position: &Chess, from: Square, to: Square) -> Bitboard {
    // The king does not hide behind itself: a rook behind it attacks the square beyond.
    let occupied = position.board().occupied().without(from).with(to);
    position
        .board()
        .attacks_to(to, position.turn().other(), occupied)
}

fn pawn(history: &History, from: Square, to: Square) -> Result<(), Refusal> {
    let position = history.position();
    let board = position.board();
    let us = position.turn();
    let wrong = Refusal::PieceMove {
        role: Role::Pawn,
        from,
    };
    let advance = us.fold_wb(1, -1) * (to.rank() as i32 - from.rank() as i32);
    let aside = to.file().distance(from.file());
    match (advance, aside) {
        (1, 0) => match board.piece_at(to) {
            Some(_) => Err(Refusal::PawnBlocked { blocker: to }),
            None => Ok(()),
        },
        (2, 0) if us.relative_rank(from.rank()) != Rank::Second => {
            Err(Refusal::PawnDoubleStep { from })
        }
        (2, 0) => match (attacks::between(from, to).with(to) & board.occupied())
            .into_iter()
            .min_by_key(|square| square.distance(from))
        {
            Some(blocker) => Err(Refusal::PawnBlocked { blocker }),
            None => Ok(()),
        },
        (1, 1) if board.piece_at(to).is_some() => Ok(()),
        (1, 1) if position.pseudo_legal_ep_square() == Some(to) => Ok(()),
        (1, 1) => {
            let beside = Square::from_coords(to.file(), from.rank());
            Err(if passed_by_earlier(history, beside) {
                Refusal::EnPassantGone { pawn: beside }
            } else {
                Refusal::PawnDiagonalEmpty { to }
            })
        }
        _ => Err(wrong),
    }
}

/// Whether the enemy pawn on `square` came there by a double step that can no longer be answered
/// en passant. A pawn that stood there when the record begins gets the benefit of the doubt.
fn passed_by_earlier(history: &History, square: Square) -> bool {
    let them = history.position().turn().other();
    if history.position().board().piece_at(square) != Some(Role::Pawn.of(them))
        || them.relative_rank(square.rank()) != Rank::Fourth
    {
        return false;
    }
    let arrival = history.plies.iter().rev().find(|ply| ply.mv.to() == square);
    arrival.is_none_or(|ply| {
        ply.mv
            .from()
            .is_some_and(|from| from.rank().distance(square.rank()) == 2)
    })
}

/// Whether a piece other than a pawn moves so, and nothing stands between.
fn reach(position: &Chess, piece: Piece, from: Square, to: Square) -> Result<(), Refusal> {
    if !attacks::attacks(from, piece, Bitboard::EMPTY).contains(to) {
        return Err(Refusal::PieceMove {
            role: piece.role,
            from,
        });
    }
    let blocker = (attacks::between(from, to) & position.board().occupied())
        .into_iter()
        .min_by_key(|square| square.distance(from));
    match blocker {
        Some(blocker) => Err(Refusal::Blocked {
            role: piece.role,
            blocker,
        }),
        None => Ok(()),
    }
}

/// Whether the king of the side to move is not in check after a move of `piece`, which takes what
/// stands on `taken`.
fn keeps_king_safe(
    position: &Chess,
    piece: Piece,
    from: Square,
    to: Square,
    taken: Square,
) -> Result<(), Refusal> {
    if piece.role == Role::King {
        let attackers = attackers_of_king_at(position, from, to);
        return match attackers.is_empty() {
            true => Ok(()),
            false => Err(Refusal::KingIntoCheck { to, attackers }),
        };
    }
    let (board, them) = (position.board(), piece.color.other());
    let king = board.king_of(piece.color).unwrap_or(from);
    let occupied = board.occupied().without(from).without(taken).with(to);
    let attackers = board.attacks_to(king, them, occupied).without(taken);
    let checkers = attackers & position.checkers();
    if attackers.is_empty() {
        Ok(())
    } else if checkers.any() {
        Err(Refusal::StillInCheck { king, checkers })
    } else {
        Err(Refusal::Pinned {
            piece: from,
            king,
            attackers,
        })
    }
}
