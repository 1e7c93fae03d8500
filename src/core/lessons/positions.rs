//! The table of positions: what each lesson has on its board, those about tactics included.

use super::Try::{Ends, Plays, Refused};
use super::{Exercise, Lesson, Obstacle};
use crate::engine::Stop;
use crate::rules::{Move, Reason, Role};
use crate::tutor::{Claim, Motif, Tutor, solution_claims};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Both kings and the white rooks at home behind their pawns, with nothing between them.
const READY: &str = "4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1";

impl Lesson {
    /// What is first on the board of this lesson; `None` where words are enough.
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
            Self::Motif(motif) => return positions(motif).first().copied(),
            Self::Verdict(reason) => return verdict(reason),
            Self::Refused(obstacle) => return refused(obstacle),
            _ => return None,
        })
    }

    /// All that comes on the board of this lesson, one after the other.
    pub fn exercises(self) -> Vec<Exercise> {
        match self {
            Self::Motif(motif) => positions(motif),
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

/// A position, what the other side plays there, and what is to be found then: all in coordinates.
type Row = (&'static str, &'static str, &'static str);

/// The positions of a lesson.
pub(super) fn positions(motif: Motif) -> Vec<Exercise> {
    let rows = rows(motif).iter();
    rows.map(|(fen, before, line)| Exercise::finding(fen, line).after(before))
        .collect()
}

fn rows(motif: Motif) -> &'static [Row] {
    match motif {
        Motif::MateIn2 => &[
            (
                "6k1/7p/1R3K2/3r2p1/P5P1/5P1b/1P5P/8 b - - 0 37",
                "d5d3",
                "b6b8 d3d8 b8d8",
            ),
            (
                "5R2/8/8/5kp1/1r1n4/5N2/5P1K/8 b - - 1 36",
                "f5g4",
                "f3e5 g4h5 f8h8",
            ),
            (
                "7r/6bp/r4pp1/1R6/2P5/1Pk2P1P/5P2/1K2R3 b - - 8 31",
                "f6f5",
                "e1e3 c3d2 b5d5 g7d4 d5d4",
            ),
        ],
        Motif::BackRankMate => &[
            (
                "2r3k1/4Rppp/8/8/8/2R2P2/P2r1P1P/6K1 b - - 0 25",
                "c8c3",
                "e7e8",
            ),
            (
                "1k2B2r/ppp3pp/4Q1b1/8/Pq6/4N3/2P2PPP/2KR4 b - - 4 22",
                "h8e8",
                "e6e8 g6e8 d1d8",
            ),
            (
                "R1r3k1/5ppp/4p3/3p4/Q2P4/2P4P/1q3PP1/6K1 b - - 1 27",
                "b2b7",
                "a4e8 c8e8 a8e8",
            ),
        ],
        Motif::SmotheredMate => &[
            (
                "r5rk/p4Npp/1pn2q1N/4p3/4P3/8/PP4PP/3nR1K1 b - - 1 22",
                "f6f7",
                "h6f7",
            ),
            (
                "2r1n1rk/ppp1Bpbp/6p1/4N3/2B3b1/8/PPP1QPPP/3RK2R b K - 0 15",
                "g4e2",
                "e5f7",
            ),
            (
                "5r1k/5Npp/5p2/q1p5/1nQ3P1/7P/1B1P3K/8 b - - 2 39",
                "h8g8",
                "f7h6 g8h8 c4g8 f8g8 h6f7",
            ),
        ],
        Motif::HangingPiece => &[
            (
                "3r1rk1/pp4p1/1q1b3p/5p1Q/4p3/2P1P2P/PP1R1NP1/3R2K1 b - - 1 24",
                "d6h2",
                "g1h2 d8d2 d1d2",
            ),
            (
                "r4rk1/1p3ppp/p4b2/3p1q2/P2P1P2/1P2p2P/2P3P1/R1BQ1RK1 b - - 1 21",
                "f6d4",
                "d1d4 e3e2 f1e1",
            ),
            (
                "8/6p1/5k2/5P1p/p4P1P/bp1K4/8/R7 b - - 1 40",
                "f6f5",
                "a1a3 b3b2 d3c2",
            ),
        ],
        Motif::Fork => &[
            (
                "8/5k1p/2rp2p1/8/2P1N3/1p6/1B1K3P/8 b - - 0 48",
                "c6c4",
                "e4d6 f7e6 d6c4",
            ),
            (
                "1R6/8/8/1p4K1/1k1N2P1/1P6/r5r1/8 b - - 1 62",
                "a2a5",
                "d4c6 b4b3 c6a5",
            ),
            (
                "8/5p2/4pk2/8/R6p/5K2/5N2/6r1 b - - 1 39",
                "f6g5",
                "f2h3 g5g6 h3g1",
            ),
        ],
        Motif::Pin => &[
            (
                "3r2k1/2RP3p/2p1p1p1/5p2/2p5/6PP/5PK1/8 b - - 1 37",
                "c4c3",
                "c7c8 g8f8 c8d8",
            ),
            (
                "8/Q5kp/3p1np1/p2qp3/8/PR4PP/1Pr3P1/6K1 b - - 2 34",
                "d5f7",
                "b3b7 f7b7 a7b7",
            ),
            (
                "3r1k2/2R5/3P1p1p/6p1/2p5/3bB2P/5PP1/6K1 b - - 1 37",
                "d8d6",
                "e3c5 f8e8 c5d6",
            ),
        ],
        Motif::Skewer => &[
            (
                "2R5/8/8/8/K1k5/8/3r4/8 b - - 6 65",
                "c4d5",
                "c8d8 d5e4 d8d2",
            ),
            (
                "1Q6/6p1/2K4p/6p1/1k6/8/6PP/q7 b - - 0 47",
                "b4c3",
                "b8e5 c3d3 e5a1",
            ),
            (
                "1r3k2/7R/4p2p/1p1p1Pp1/3Bb1P1/2P1K3/7P/8 b - - 3 30",
                "e6f5",
                "h7h8 f8f7 h8b8",
            ),
        ],
        Motif::DiscoveredAttack => &[
            (
                "r2r2k1/1pp2ppp/2b5/p7/8/2PB1P2/2PR2PP/2KR4 b - - 1 19",
                "a5a4",
                "d3h7 g8h7 d2d8",
            ),
            (
                "8/2R2p1k/3p1p2/3r4/5PKP/8/4r3/6R1 b - - 1 41",
                "h7g7",
                "g4f3 g7f8 f3e2",
            ),
            (
                "8/5k1p/6p1/4B3/3P1PKP/8/1r6/8 b - - 0 36",
                "f7e6",
                "d4d5 e6d5 e5b2",
            ),
        ],
        Motif::DoubleCheck => &[
            (
                "r1q2rk1/pp5p/3p2p1/2nNp1b1/2Q5/2PB2P1/PP3P1P/1K1R3R b - - 2 20",
                "c5d3",
                "d5e7 g8g7 e7c8",
            ),
            (
                "8/1bk1n3/p1nP1Np1/7p/1p6/4q3/PPB3PP/3R3K b - - 0 32",
                "c7d8",
                "d6e7 d8e7 f6d5",
            ),
            (
                "r1b1k1r1/ppNp2p1/7p/Q5q1/4P3/8/P4PPP/R5K1 b q - 0 17",
                "e8d8",
                "c7e6 d8e7 e6g5",
            ),
        ],
        Motif::TrappedPiece => &[
            (
                "8/p4pkp/6p1/1pK5/r1p4P/P5P1/5P2/R7 b - - 3 28",
                "g7f6",
                "c5b5 a4a3 a1a3",
            ),
            (
                "8/1p1k1p1p/1r2p3/pP1p4/P1P5/8/3R1PPP/6K1 b - - 0 30",
                "b6d6",
                "c4c5 d6c6 b5c6",
            ),
            (
                "5rk1/pp3pbp/3p2p1/8/q2P4/1N2P2P/PPQ3P1/2R3K1 b - - 0 23",
                "a4a2",
                "c1a1 a2a1 b3a1",
            ),
        ],
        Motif::CapturingDefender => &[
            (
                "5rk1/5ppp/p1qbp3/1p1NB3/8/5QP1/PP2PPKP/R7 b - - 0 21",
                "c6d5",
                "f3d5 e6d5 e5d6",
            ),
            (
                "3r2k1/pp3p1p/5bp1/4p3/4rP2/2B4P/PP4P1/4RRK1 b - - 1 21",
                "e4f4",
                "f1f4 e5f4 c3f6",
            ),
            (
                "3r3k/2q3p1/1p5p/4nR2/pPP1B2Q/P2Pb1PP/7K/8 b - - 7 39",
                "e5f7",
                "f5f7 c7f7 h4d8",
            ),
        ],
        Motif::Deflection => &[
            (
                "3R1k2/4rppp/p7/8/8/1N4BP/r4P1K/8 b - - 1 31",
                "e7e8",
                "g3d6 f8g8 d8e8",
            ),
            (
                "4r1k1/p5p1/2p3p1/3pR3/3P4/P6P/2r3P1/6RK b - - 1 32",
                "g8f7",
                "g1f1 f7g8 e5e8",
            ),
            (
                "4k3/r6p/3P2p1/r7/8/4KP2/P2R3P/4B3 b - - 4 41",
                "a5a2",
                "d6d7 a7d7 d2a2",
            ),
        ],
        Motif::Attraction => &[
            (
                "2Rbk2r/5pQp/3pp3/1q6/4P3/P3K3/1PP4P/8 b k - 0 26",
                "h8f8",
                "c8d8 e8d8 g7f8",
            ),
            (
                "5Bbk/q1n3pp/p1p5/3pPQ2/3p4/1P1P4/P1P3PP/6K1 b - - 0 28",
                "a7b8",
                "f8g7 h8g7 f5f6",
            ),
            (
                "1R6/1P2r1k1/3p3p/8/2p3p1/6P1/6PP/6K1 b - - 0 37",
                "c4c3",
                "b8g8 g7g8 b7b8q",
            ),
        ],
        Motif::Intermezzo => &[
            (
                "r3r1k1/pp3ppp/8/3q2Q1/2p1R3/8/PP1B1PPP/R5K1 b - - 0 19",
                "d5g5",
                "e4e8 a8e8 d2g5",
            ),
            (
                "3r2k1/p4p1p/2p2bp1/2n5/4N1b1/PB6/5PPP/3RR1K1 b - - 0 27",
                "c5e4",
                "d1d8 f6d8 e1e4",
            ),
            (
                "r5k1/5p1p/6p1/1p1q4/8/Q2R3P/P4PP1/6K1 b - - 0 28",
                "d5a2",
                "d3d8 a8d8 a3a2",
            ),
        ],
        Motif::XRayAttack => &[
            (
                "2r3k1/pp3ppp/8/3p4/1P2n1Q1/2r1P2P/P1N2qPK/R1R5 b - - 12 26",
                "c3c2",
                "g4c8 c2c8 c1c8",
            ),
            (
                "5r1k/6pp/p2Q4/1p6/3P4/N1P3P1/PP1qrB1P/5RK1 b - - 0 30",
                "e2f2",
                "d6f8 f2f8 f1f8",
            ),
            (
                "5rk1/5pp1/p3q3/4pNQ1/4P3/4B2P/2r2PK1/8 b - - 0 35",
                "e6f6",
                "f5e7 f6e7 g5e7",
            ),
        ],
        Motif::Promotion => &[
            (
                "8/8/1P6/7p/2K3k1/6Pr/8/8 b - - 0 46",
                "h3g3",
                "b6b7 h5h4 b7b8q",
            ),
            (
                "5k2/5P1K/1r4P1/8/8/8/8/8 b - - 2 79",
                "b6b1",
                "g6g7 f8f7 g7g8q",
            ),
            (
                "4Nk2/1p6/6PK/2n5/8/p7/8/8 b - - 0 46",
                "f8e8",
                "g6g7 e8f7 h6h7 c5e6 g7g8q",
            ),
        ],
        Motif::UnderPromotion => &[
            ("7n/5Ppk/7p/8/2B5/8/1r4PP/6K1 w - - 0 1", "", "f7f8n"),
            ("8/k1P5/2K5/8/8/8/8/8 w - - 0 1", "", "c7c8r a7a6 c8a8"),
            (
                "8/ppk1P1qp/8/8/8/8/PPP5/1K6 w - - 0 1",
                "",
                "e7e8n c7d7 e8g7",
            ),
        ],
        Motif::Zugzwang => &[
            (
                "8/8/5p2/3k1P1K/8/8/8/8 b - - 4 55",
                "d5e5",
                "h5g6 e5e4 g6f6",
            ),
            ("8/8/8/6p1/8/5KPk/8/8 b - - 3 66", "g5g4", "f3f4 h3g2 f4g4"),
            ("8/8/8/5Kpk/8/8/6P1/8 b - - 1 57", "h5h4", "g2g4 h4h3 f5g5"),
        ],
        Motif::UnstoppablePawn => &[
            ("8/8/8/5k2/P7/8/8/7K w - - 0 1", "", "a4a5"),
            ("8/8/8/6k1/8/8/P7/7K w - - 0 1", "", "a2a4"),
            ("8/8/2p5/8/P3k3/8/8/K7 w - - 0 1", "", "a4a5"),
        ],
        Motif::Opposition => &[
            ("8/8/8/4p3/4k3/8/8/4K3 w - - 0 1", "", "e1e2"),
            ("8/8/4k3/8/8/3KP3/8/8 w - - 0 1", "", "d3e4"),
            ("8/8/8/8/8/3pk3/8/3K4 w - - 0 1", "", "d1e1"),
        ],
        Motif::WrongBishop => &[
            ("6b1/8/8/8/p7/1k6/8/2K5 w - - 0 1", "", "c1b1"),
            ("1b6/8/8/b7/7p/6k1/8/5K2 w - - 0 1", "", "f1g1"),
            ("8/8/8/8/p1k5/8/2p3b1/3K4 w - - 0 1", "", "d1c2"),
        ],
        _ => &[],
    }
}

/// Whether what is claimed is what a lesson is about.
fn is_about(lesson: Lesson, claimed: Option<Motif>) -> bool {
    match lesson {
        Lesson::Motif(Motif::MateIn2) => {
            matches!(claimed, Some(Motif::MateIn2 | Motif::MateIn3))
        }
        Lesson::Motif(motif) => claimed == Some(motif),
        _ => false,
    }
}

impl Exercise {
    /// What the moves prove that are to be found: what the lesson is about, or else what says most of all that they
    /// prove. A tutor helps where that takes a search.
    pub fn proof(&self, lesson: Lesson, tutor: &mut Tutor, stop: &Stop) -> Option<Claim> {
        let (begun, ended) = (self.game()?, self.after_moves(usize::MAX)?);
        let (start, before) = (begun.position(), begun.plies().len());
        let moves: Vec<Move> = ended.plies().iter().map(|ply| ply.mv).collect();
        let (before, line) = moves.split_at_checked(before)?;
        let last = before
            .last()
            .map(|last| (begun.position_at(before.len() - 1), *last));
        let about = |claims: &[Claim]| {
            let mut claims = claims.iter();
            claims.find(|claim| is_about(lesson, claim.motif)).cloned()
        };
        let proven = solution_claims(last, start, line);
        about(&proven).or_else(|| {
            let found = tutor.explain(begun.position_at(0), before, stop);
            let found = found.map_or_else(Vec::new, |found| found.claims);
            let most = || Claim::foremost(&proven).or(Claim::foremost(&found));
            about(&found).or_else(|| most().cloned())
        })
    }
}
