//! Proof for a verdict: what stands on the board, or in the scoresheet, that makes it so.

use shakmaty::{Bitboard, Chess, Color, Position, Role, Square, attacks};

use super::{Game, Reason, Refusal, outcome};

/// Why a square next to a king that has no move is no escape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Escape {
    /// A piece of the king's own side stands there.
    Occupied(Square),
    /// The king would be in check there from these pieces.
    Attacked(Square, Bitboard),
}

/// What proves that a game is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// The plies after which the same position stood on the board; 0 is the first position.
    Repetition(Vec<usize>),
    /// Half-moves without a capture or a pawn move, and the last ply that was one (0: none was).
    NoProgress {
        /// Half-moves.
        count: u32,
        /// The last ply that was a capture or a pawn move.
        since: usize,
    },
    /// All that each side has besides its king.
    Material {
        /// White's pieces, the most valuable first.
        white: Vec<Role>,
        /// Black's pieces.
        black: Vec<Role>,
    },
    /// Who gives check, and why there is no way out.
    Checkmate {
        /// The king.
        king: Square,
        /// The pieces that give check.
        checkers: Bitboard,
        /// Every square next to the king.
        escapes: Vec<Escape>,
    },
    /// Why no piece can move: every piece of the side to move, with the first reason met for each.
    Stalemate(Vec<(Square, Refusal)>),
}

impl Proof {
    /// The proof of the verdict on `game`. `None` where the players themselves ended it, where a draw was claimed with a
    /// move that would bring it, or while the game goes on.
    pub fn of(game: &Game) -> Option<Self> {
        let outcome = game.outcome()?;
        match outcome.reason {
            Reason::Resignation if outcome.winner.is_none() => Some(Self::material(game)),
            Reason::Checkmate => Some(Self::checkmate(game)),
            Reason::Stalemate => Some(Self::stalemate(game)),
            Reason::DeadPosition | Reason::TimeNoMatingMaterial => Some(Self::material(game)),
            // It was claimed with a move, which is not kept: what proves it does not stand on the board.
            Reason::Threefold | Reason::FiftyMove if !is_on_board(game, outcome.reason) => None,
            Reason::Threefold | Reason::Fivefold => {
                Some(Self::Repetition(outcome::repetitions(&game.history)))
            }
            Reason::FiftyMove | Reason::SeventyFiveMove => Some(Self::quiet(game)),
            Reason::Agreement | Reason::Resignation | Reason::Time | Reason::Other => None,
        }
    }

    fn quiet(game: &Game) -> Self {
        let count = game.position().halfmoves();
        let since = game.plies().len().saturating_sub(count as usize);
        Self::NoProgress { count, since }
    }

    fn material(game: &Game) -> Self {
        let pieces = |color: Color| -> Vec<Role> {
            let side = game.position().board().by_color(color);
            let roles = [
                Role::Queen,
                Role::Rook,
                Role::Bishop,
                Role::Knight,
                Role::Pawn,
            ];
            roles
                .into_iter()
                .flat_map(|role| {
                    let count = (side & game.position().board().by_role(role)).count();
                    std::iter::repeat_n(role, count)
                })
                .collect()
        };
        Self::Material {
            white: pieces(Color::White),
            black: pieces(Color::Black),
        }
    }

    fn checkmate(game: &Game) -> Self {
        let position = game.position();
        let board = position.board();
        let us = position.turn();
        let king = board.king_of(us).unwrap_or(Square::A1);
        Self::Checkmate {
            king,
            checkers: position.checkers(),
            escapes: escapes(position, king),
        }
    }

    fn stalemate(game: &Game) -> Self {
        // The same game before its verdict: a game that is over refuses everything alike.
        let open = Game {
            outcome: None,
            ..game.clone()
        };
        let board = open.position().board();
        let us = open.turn();
        let reasons = board
            .by_color(us)
            .into_iter()
            .filter_map(|from| {
                let piece = board.piece_at(from)?;
                let aims = attacks::attacks(from, piece, board.occupied());
                // Of reasons that say as much, the last is told: for a pawn what stands before it.
                let ahead = from.offset(us.fold_wb(8, -8));
                let ahead = ahead.filter(|_| piece.role == Role::Pawn);
                let refusals: Vec<Refusal> = aims
                    .into_iter()
                    .chain(ahead)
                    .filter_map(|to| open.judge(from, to, Some(Role::Queen)).err())
                    .collect();
                let clearest = refusals.iter().copied().max_by_key(clarity)?;
                Some((from, clearest))
            })
            .collect();
        Self::Stalemate(reasons)
    }
}

/// Why the king of the side to move, which stands on a square, has no move: for every square next to it.
pub fn escapes(position: &Chess, king: Square) -> Vec<Escape> {
    let (board, us) = (position.board(), position.turn());
    let escape = |square| {
        if board.color_at(square) == Some(us) {
            return Escape::Occupied(square);
        }
        let without_king = board.occupied().without(king).with(square);
        Escape::Attacked(square, board.attacks_to(square, us.other(), without_king))
    };
    let squares = attacks::king_attacks(king).into_iter();
    squares.map(escape).collect()
}

fn is_on_board(game: &Game, claimed: Reason) -> bool {
    outcome::claims(&game.history).contains(&claimed)
}

/// How well a refusal shows that a piece cannot move: checks say more than blocks, and blocks more than empty squares.
fn clarity(refusal: &Refusal) -> u8 {
    match refusal {
        Refusal::KingIntoCheck { .. } | Refusal::Pinned { .. } => 2,
        Refusal::PawnBlocked { .. } | Refusal::OwnPiece { .. } => 1,
        _ => 0,
    }
}
