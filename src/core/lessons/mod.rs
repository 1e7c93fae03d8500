//! The lessons of the help: which there are, in which order, and what each shows on its board.
//! Their words are in `words`.

mod exercise;
mod positions;

pub use exercise::{Exercise, Step, Try};

use crate::rules::{Reason, Role};
use crate::tutor::Motif;

/// A part of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Chapter {
    /// How this program is used.
    Playing,
    /// How the pieces move, and what check and mate are.
    Rules,
    /// By what games are won and saved.
    Tactics,
    /// How games end.
    Verdicts,
    /// Why a move is refused.
    Refusals,
    /// What the keys do.
    Keys,
}

/// One page of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lesson {
    /// How a game begins.
    Beginning,
    /// Moving with the pointer.
    Moving,
    /// Moving with the keyboard, and typed moves.
    Keyboard,
    /// Offers, resigning and pausing.
    Offers,
    /// A game against the computer.
    Computer,
    /// What is saved, and when.
    Saving,
    /// Looking at earlier positions.
    LookingBack,
    /// Side lines, comments and glyphs in a game that is over.
    Reviewing,
    /// Finding games again.
    SavedGames,
    /// The players and their results.
    Players,
    /// Games and positions for other programs, and on paper.
    Copies,
    /// How a piece moves.
    Piece(Role),
    /// Castling.
    Castling,
    /// When castling is not possible, and what does not hinder it.
    CastlingHindered,
    /// Taking en passant.
    EnPassant,
    /// What a pawn becomes.
    Promotion,
    /// Check and the three ways out of it.
    Check,
    /// To checkmate.
    Mate,
    /// To stalemate.
    NoMoves,
    /// How something is won, or a draw is saved.
    Motif(Motif),
    /// What a reason for the end of a game means.
    Verdict(Reason),
    /// Why a move is refused.
    Refused(Obstacle),
    /// The table of keys.
    Keys,
}

/// What makes a move impossible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Obstacle {
    /// The piece is the other player's.
    OtherSide,
    /// The piece does not move so.
    WrongWay,
    /// A piece stands in the way.
    Blocked,
    /// A piece of the same side stands on the target.
    OwnPiece,
    /// The pawn cannot go ahead.
    PawnBlocked,
    /// The pawn has nothing to take.
    PawnTakesNothing,
    /// The pawn has moved before.
    PawnTwoSquares,
    /// It is too late to take en passant.
    EnPassantGone,
    /// The piece shields its king.
    Pinned,
    /// The king would stay in check.
    StillInCheck,
    /// The king would go into check.
    IntoCheck,
    /// The king has moved before castling.
    CastleKingMoved,
    /// The rook has moved before castling.
    CastleRookMoved,
    /// Pieces stand between king and rook.
    CastleBlocked,
    /// The king is in check and would castle.
    CastleInCheck,
    /// The king would cross an attacked square.
    CastleThroughCheck,
    /// The king would end on an attacked square.
    CastleIntoCheck,
    /// What is typed cannot be read, or means more than one move.
    Typed,
}

use Lesson::{Piece, Refused, Verdict};

/// All lessons, in the order in which they are read.
pub const CONTENTS: [(Chapter, &[Lesson]); 6] = [
    (
        Chapter::Playing,
        &[
            Lesson::Beginning,
            Lesson::Moving,
            Lesson::Keyboard,
            Lesson::Offers,
            Lesson::Computer,
            Lesson::Saving,
            Lesson::LookingBack,
            Lesson::Reviewing,
            Lesson::SavedGames,
            Lesson::Players,
            Lesson::Copies,
        ],
    ),
    (
        Chapter::Rules,
        &[
            Piece(Role::King),
            Piece(Role::Queen),
            Piece(Role::Rook),
            Piece(Role::Bishop),
            Piece(Role::Knight),
            Piece(Role::Pawn),
            Lesson::Castling,
            Lesson::CastlingHindered,
            Lesson::EnPassant,
            Lesson::Promotion,
            Lesson::Check,
            Lesson::Mate,
            Lesson::NoMoves,
        ],
    ),
    (
        Chapter::Tactics,
        &[
            Lesson::Motif(Motif::MateIn2),
            Lesson::Motif(Motif::BackRankMate),
            Lesson::Motif(Motif::SmotheredMate),
            Lesson::Motif(Motif::HangingPiece),
            Lesson::Motif(Motif::Fork),
            Lesson::Motif(Motif::Pin),
            Lesson::Motif(Motif::Skewer),
            Lesson::Motif(Motif::DiscoveredAttack),
            Lesson::Motif(Motif::DoubleCheck),
            Lesson::Motif(Motif::TrappedPiece),
            Lesson::Motif(Motif::CapturingDefender),
            Lesson::Motif(Motif::Deflection),
            Lesson::Motif(Motif::Attraction),
            Lesson::Motif(Motif::Intermezzo),
            Lesson::Motif(Motif::XRayAttack),
            Lesson::Motif(Motif::Promotion),
            Lesson::Motif(Motif::UnderPromotion),
            Lesson::Motif(Motif::Zugzwang),
            Lesson::Motif(Motif::UnstoppablePawn),
            Lesson::Motif(Motif::Opposition),
            Lesson::Motif(Motif::WrongBishop),
        ],
    ),
    (
        Chapter::Verdicts,
        &[
            Verdict(Reason::Checkmate),
            Verdict(Reason::Stalemate),
            Verdict(Reason::DeadPosition),
            Verdict(Reason::Threefold),
            Verdict(Reason::Fivefold),
            Verdict(Reason::FiftyMove),
            Verdict(Reason::SeventyFiveMove),
            Verdict(Reason::Agreement),
            Verdict(Reason::Resignation),
            Verdict(Reason::Time),
            Verdict(Reason::TimeNoMatingMaterial),
        ],
    ),
    (
        Chapter::Refusals,
        &[
            Refused(Obstacle::OtherSide),
            Refused(Obstacle::WrongWay),
            Refused(Obstacle::Blocked),
            Refused(Obstacle::OwnPiece),
            Refused(Obstacle::PawnBlocked),
            Refused(Obstacle::PawnTakesNothing),
            Refused(Obstacle::PawnTwoSquares),
            Refused(Obstacle::EnPassantGone),
            Refused(Obstacle::Pinned),
            Refused(Obstacle::StillInCheck),
            Refused(Obstacle::IntoCheck),
            Refused(Obstacle::CastleKingMoved),
            Refused(Obstacle::CastleRookMoved),
            Refused(Obstacle::CastleBlocked),
            Refused(Obstacle::CastleInCheck),
            Refused(Obstacle::CastleThroughCheck),
            Refused(Obstacle::CastleIntoCheck),
            Refused(Obstacle::Typed),
        ],
    ),
    (Chapter::Keys, &[Lesson::Keys]),
];

impl Lesson {
    /// Every lesson with its chapter, in the order in which they are read.
    pub fn all() -> impl DoubleEndedIterator<Item = (Chapter, Self)> {
        CONTENTS
            .iter()
            .flat_map(|(chapter, lessons)| lessons.iter().map(|lesson| (*chapter, *lesson)))
    }

    /// Whether no lesson after this one has anything to try.
    pub fn is_last_exercise(self) -> bool {
        let mut exercises = Self::all().filter(|(_, lesson)| lesson.exercise().is_some());
        exercises.next_back().is_some_and(|(_, last)| last == self)
    }

    /// The article of the FIDE Laws of Chess (2023) that a lesson is about.
    pub fn article(self) -> Option<&'static str> {
        Some(match self {
            Piece(Role::King) => "3.8.1",
            Piece(Role::Queen) => "3.4",
            Piece(Role::Rook) => "3.3",
            Piece(Role::Bishop) => "3.2",
            Piece(Role::Knight) => "3.6",
            Piece(Role::Pawn) => "3.7",
            Self::Castling => "3.8.2",
            Self::CastlingHindered => "3.8.2.1, 3.8.2.2",
            Self::EnPassant => "3.7.3.1, 3.7.3.2",
            Self::Promotion => "3.7.3.3",
            Self::Check => "3.9",
            Self::Mate => "1.4.1",
            Self::NoMoves | Verdict(Reason::Stalemate) => "5.2.1",
            Verdict(Reason::Checkmate) => "5.1.1",
            Verdict(Reason::DeadPosition) => "5.2.2",
            Verdict(Reason::Threefold) => "9.2",
            Verdict(Reason::Fivefold) => "9.6.1",
            Verdict(Reason::FiftyMove) => "9.3",
            Verdict(Reason::SeventyFiveMove) => "9.6.2",
            Verdict(Reason::Agreement) => "5.2.3, 9.1",
            Verdict(Reason::Resignation) => "5.1.2",
            Verdict(Reason::Time | Reason::TimeNoMatingMaterial) => "6.9",
            Refused(obstacle) => return obstacle.article(),
            _ => return None,
        })
    }
}

impl Obstacle {
    fn article(self) -> Option<&'static str> {
        Some(match self {
            Self::OtherSide | Self::Typed => return None,
            Self::WrongWay => "3.2 – 3.8",
            Self::Blocked => "3.5",
            Self::OwnPiece => "3.1",
            Self::PawnBlocked => "3.7.1",
            Self::PawnTakesNothing => "3.7.3",
            Self::PawnTwoSquares => "3.7.2",
            Self::EnPassantGone => "3.7.3.2",
            Self::Pinned | Self::StillInCheck => "3.9.2",
            Self::IntoCheck => "3.8.1, 3.9.2",
            Self::CastleKingMoved | Self::CastleRookMoved => "3.8.2.1",
            Self::CastleBlocked
            | Self::CastleInCheck
            | Self::CastleThroughCheck
            | Self::CastleIntoCheck => "3.8.2.2",
        })
    }
}
