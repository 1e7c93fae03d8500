//! The lessons of the help: which there are, in which order, and what each shows on its board.
//! Their words are in `words`. The order is in `contents.tsv`, the boards are in `positions.tsv`; each of these is read once.

mod exercise;

use std::sync::LazyLock;

pub use exercise::{Exercise, Try};
use strum::EnumString;

use crate::chess::{Reason, Role};
use crate::training::tutor::Motif;

/// A part of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumString)]
#[strum(serialize_all = "kebab-case")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumString)]
#[strum(serialize_all = "kebab-case")]
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
    /// A game of two players at two computers.
    Correspondence,
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
    #[strum(disabled)]
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
    #[strum(disabled)]
    Motif(Motif),
    /// What a reason for the end of a game means.
    #[strum(disabled)]
    Verdict(Reason),
    /// Why a move is refused.
    #[strum(disabled)]
    Refused(Obstacle),
    /// The table of keys.
    Keys,
}

/// What makes a move impossible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumString)]
#[strum(serialize_all = "kebab-case")]
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

/// All lessons, in the order in which they are read, each with its chapter and the article that it is about.
static CONTENTS: LazyLock<Vec<(Chapter, Lesson, Option<&str>)>> = LazyLock::new(|| {
    let lines = table_lines(include_str!("contents.tsv")).filter_map(|line| {
        let mut cells = line.split('\t');
        let chapter = cells.next()?.parse().ok()?;
        Some((chapter, Lesson::read(cells.next()?)?, cells.next()))
    });
    lines.collect()
});

/// The lines of a table that are no comments.
fn table_lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#'))
}

impl Lesson {
    /// The lesson that has this name in the tables. `None` where they are wrong, which a test forbids.
    fn read(name: &str) -> Option<Self> {
        Some(match name.split_once(' ') {
            Some(("piece", letter)) => Self::Piece(Role::from_char(letter.parse().ok()?)?),
            Some(("motif", motif)) => Self::Motif(motif.parse().ok()?),
            Some(("verdict", reason)) => Self::Verdict(reason.parse().ok()?),
            Some(("refused", obstacle)) => Self::Refused(obstacle.parse().ok()?),
            _ => name.parse().ok()?,
        })
    }

    /// Every lesson with its chapter, in the order in which they are read.
    pub fn all() -> impl DoubleEndedIterator<Item = (Chapter, Self)> {
        CONTENTS
            .iter()
            .map(|(chapter, lesson, _)| (*chapter, *lesson))
    }

    /// Whether no lesson after this one has anything to try.
    pub fn is_last_exercise(self) -> bool {
        let mut exercises = Self::all().filter(|(_, lesson)| lesson.exercise().is_some());
        exercises.next_back().is_some_and(|(_, last)| last == self)
    }

    /// The article of the FIDE Laws of Chess (2023) that a lesson is about.
    pub fn article(self) -> Option<&'static str> {
        let mut lessons = CONTENTS.iter();
        lessons.find(|(_, lesson, _)| *lesson == self)?.2
    }
}
