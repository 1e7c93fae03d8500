//! The table of positions: what each lesson has on its board.

use super::Try::{Ends, Plays, Refused};
use super::{Exercise, Lesson, Obstacle, tactics};
use crate::rules::{Reason, Role};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Both kings and the white rooks at home behind their pawns, with nothing between them.
const READY: &str = "4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1";

impl Lesson {
    /// What is first on the board of this lesson; `None` where words are enough.
    #[must_use]
    pub fn exercise(self) -> Option<Exercise> {
        Some(match self {
            Self::Moving => Exercise::new(START, &[Plays("e2e4"), Plays("g1f3")]),
            Self::Keyboard => Exercise::new(START, &[Plays("e2e4"), Plays("b1c3")]),
            Self::Piece(role) => piece(role),
            Self::Castling => {
                let fen = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
                Exercise::new(fen, &[Plays("e1g1"), Plays("e1c1")])
            }
            Self::CastlingHindered => {
                let fen = "1r2k3/5ppp/b7/8/8/8/P5PP/R3K2R w KQ - 0 1";
                let tries = &[Refused("e1g1", "castle-through-check"), Plays("e1c1")];
                Exercise::new(fen, tries)
            }
            Self::EnPassant => {
                let fen = "4k3/3p1p2/8/4P3/8/8/8/4K3 b - - 0 1";
                Exercise::new(fen, &[Plays("e5d6"), Plays("e5e6")]).after("d5")
            }
            Self::Promotion => {
                let fen = "3r4/4P1k1/8/8/8/8/8/K7 w - - 0 1";
                Exercise::new(fen, &[Plays("e7e8q"), Plays("e7e8n"), Plays("e7d8r")])
            }
            Self::Check => {
                let fen = "4r2k/8/8/8/B7/8/7P/4KB2 w - - 0 1";
                Exercise::new(fen, &[Plays("a4e8"), Plays("f1e2"), Plays("e1d2")])
            }
            Self::Mate => {
                let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
                Exercise::new(fen, &[Ends("a1a8", Reason::Checkmate)])
            }
            Self::NoMoves => {
                let fen = "7k/8/8/6Q1/8/8/8/K7 w - - 0 1";
                Exercise::new(fen, &[Ends("g5g6", Reason::Stalemate)])
            }
            Self::Motif(motif) => return tactics::positions(motif).first().copied(),
            Self::Verdict(reason) => return verdict(reason),
            Self::Refused(obstacle) => return refused(obstacle),
            _ => return None,
        })
    }

    /// All that comes on the board of this lesson, one after the other.
    #[must_use]
    pub fn exercises(self) -> Vec<Exercise> {
        match self {
            Self::Motif(motif) => tactics::positions(motif),
            _ => self.exercise().into_iter().collect(),
        }
    }
}

fn piece(role: Role) -> Exercise {
    match role {
        Role::King => Exercise::waiting(
            "3r3k/8/8/8/4K3/5p2/8/8 w - - 0 1",
            &[Plays("e4f3"), Refused("e4d4", "king-into-check")],
        ),
        Role::Queen => Exercise::waiting(
            "k7/6p1/8/8/p2Q4/8/5p2/K7 w - - 0 1",
            &[Plays("d4g7"), Plays("d4a4"), Plays("d4f2")],
        ),
        Role::Rook => Exercise::waiting(
            "k7/3p4/8/8/1P1R2p1/8/8/K7 w - - 0 1",
            &[Plays("d4d7"), Plays("d4g4"), Refused("d4a4", "blocked")],
        ),
        Role::Bishop => Exercise::waiting(
            "k7/6p1/1P6/8/3B4/8/5p2/K7 w - - 0 1",
            &[Plays("d4g7"), Plays("d4f2"), Refused("d4d5", "piece-move")],
        ),
        Role::Knight => Exercise::waiting(
            "k7/8/2p1p3/3P4/2PNP3/3P4/8/K7 w - - 0 1",
            &[Plays("d4c6"), Plays("d4e6"), Plays("d4b3")],
        ),
        Role::Pawn => Exercise::waiting(
            "k7/8/8/1p6/1P4P1/3p4/4P3/K7 w - - 0 1",
            &[
                Plays("e2e4"),
                Plays("e2d3"),
                Plays("g4g5"),
                Refused("b4b5", "pawn-blocked"),
            ],
        ),
    }
}

fn verdict(reason: Reason) -> Option<Exercise> {
    Some(match reason {
        Reason::Checkmate => Exercise::new(
            "6rk/6pp/7N/8/8/8/8/K7 w - - 0 1",
            &[Ends("h6f7", Reason::Checkmate)],
        ),
        Reason::Stalemate => Exercise::new(
            "4k3/4P3/3K4/8/8/8/8/8 w - - 0 1",
            &[Ends("d6e6", Reason::Stalemate)],
        ),
        Reason::DeadPosition => Exercise::new(
            "8/8/8/3k4/8/8/4p3/4K3 w - - 0 1",
            &[Ends("e1e2", Reason::DeadPosition)],
        ),
        Reason::Threefold => Exercise::new(START, &[Ends("f6g8", Reason::Threefold)])
            .after("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1"),
        Reason::Fivefold => Exercise::new(START, &[Ends("f6g8", Reason::Fivefold)])
            .after("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1")
            .claimed(),
        Reason::FiftyMove => Exercise::new(
            "4k3/7r/8/8/8/8/R7/4K3 w - - 99 90",
            &[Ends("a2a3", Reason::FiftyMove)],
        ),
        Reason::SeventyFiveMove => Exercise::new(
            "4k3/7r/8/8/8/8/R7/4K3 w - - 149 115",
            &[Ends("a2a3", Reason::SeventyFiveMove)],
        )
        .claimed(),
        Reason::TimeNoMatingMaterial => {
            let fen = "8/8/4k3/8/8/4K3/4P3/R7 w - - 0 60";
            Exercise::new(fen, &[Refused("e3e4", "game-over")]).ended(reason)
        }
        Reason::Agreement | Reason::Resignation | Reason::Time | Reason::Other => return None,
    })
}

fn refused(obstacle: Obstacle) -> Option<Exercise> {
    Some(match obstacle {
        Obstacle::OtherSide => Exercise::new(START, &[Refused("e7e5", "opponents-piece")]),
        Obstacle::WrongWay => Exercise::new(START, &[Refused("g1g3", "piece-move")]),
        Obstacle::Blocked => Exercise::new(START, &[Refused("f1c4", "blocked")]),
        Obstacle::OwnPiece => Exercise::new(START, &[Refused("d1d2", "own-piece")]),
        Obstacle::PawnBlocked => Exercise::new(
            "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1",
            &[Refused("e4e5", "pawn-blocked")],
        ),
        Obstacle::PawnTakesNothing => {
            Exercise::new(START, &[Refused("e2d3", "pawn-diagonal-empty")])
        }
        Obstacle::PawnTwoSquares => Exercise::new(
            "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
            &[Refused("e3e5", "pawn-double-step"), Plays("e3e4")],
        ),
        Obstacle::EnPassantGone => Exercise::new(
            "4k3/3p3p/8/4P3/8/8/7P/4K3 b - - 0 1",
            &[Refused("e5d6", "en-passant-gone")],
        )
        .after("d5 h3 h6"),
        Obstacle::Pinned => Exercise::new(
            "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1",
            &[Refused("e2d3", "pinned"), Plays("e1d2")],
        ),
        Obstacle::StillInCheck => Exercise::new(
            "4r2k/8/8/8/8/8/8/R3KB2 w - - 0 1",
            &[Refused("a1a8", "still-in-check"), Plays("f1e2")],
        ),
        Obstacle::IntoCheck => Exercise::new(
            "3r3k/8/8/8/8/8/8/4K3 w - - 0 1",
            &[Refused("e1d1", "king-into-check"), Plays("e1e2")],
        ),
        Obstacle::CastleKingMoved => {
            Exercise::new(READY, &[Refused("e1g1", "castle-king-moved")]).after("Kf1 a6 Ke1 a5")
        }
        Obstacle::CastleRookMoved => Exercise::new(
            READY,
            &[Refused("e1g1", "castle-rook-moved"), Plays("e1c1")],
        )
        .after("Rg1 a6 Rh1 a5"),
        Obstacle::CastleBlocked => Exercise::new(
            "4k3/pppppppp/8/8/8/8/PPPPPPPP/RN2K2R w KQ - 0 1",
            &[Refused("e1c1", "castle-blocked"), Plays("e1g1")],
        ),
        Obstacle::CastleInCheck => Exercise::new(
            "4r1k1/pppp1ppp/8/8/8/8/PPPP1PPP/R3K2R w KQ - 0 1",
            &[Refused("e1g1", "castle-in-check"), Plays("e1d1")],
        ),
        Obstacle::CastleThroughCheck => Exercise::new(
            "5rk1/ppppp1pp/8/8/8/8/PPPPP1PP/R3K2R w KQ - 0 1",
            &[Refused("e1g1", "castle-through-check"), Plays("e1c1")],
        ),
        Obstacle::CastleIntoCheck => Exercise::new(
            "6rk/pppppp1p/8/8/8/8/PPPPPP1P/R3K2R w KQ - 0 1",
            &[Refused("e1g1", "castle-into-check"), Plays("e1c1")],
        ),
        Obstacle::Typed => return None,
    })
}
