//! What can be done in a study and what comes of it: actions, events and refusals. How one becomes the
//! other is in `acting.rs`.

use super::{Drawing, Finding, Glyph, Place};
use crate::rules::{Move, Refusal, Role, Square};

/// What somebody wants to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StudyAction {
    /// Move a piece: along a move that is there, or into a new side line.
    Move {
        /// The position in which it is moved.
        at: Place,
        /// Where the piece stands.
        from: Square,
        /// Where it shall go. Castling: the king two squares, or onto its rook.
        to: Square,
        /// What a pawn on the last rank becomes.
        promotion: Option<Role>,
    },
    /// The same with a move as it is written: `Nf3`, `g1f3`, `O-O`.
    Write {
        /// The position in which it is moved.
        at: Place,
        /// The move.
        text: String,
    },
    /// Add moves one after the other, as far as they are not there.
    AddLine {
        /// The position in which the first is moved.
        at: Place,
        /// The moves.
        moves: Vec<Move>,
    },
    /// Let the side line to which this move belongs change places with the one before it.
    Promote(Place),
    /// Delete this move of a side line and what follows it.
    Delete(Place),
    /// Set the comment after the move; an empty one deletes it.
    SetComment(Place, String),
    /// Set the comment before the first move of a side line.
    SetCommentBefore(Place, String),
    /// Set a glyph or take it off. One that judges the move takes the place of another such one,
    /// and so does one that judges the position.
    ToggleGlyph(Place, Glyph),
    /// Set what is drawn on the board.
    SetDrawings(Place, Vec<Drawing>),
    /// Add what was found about moves of the game, as far as it is not there.
    Keep(Vec<Finding>),
    /// Undo the last of these that has changed something.
    Undo,
    /// Do again what was undone last.
    Redo,
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StudyEvent {
    /// What is otherwise now.
    pub change: Change,
    /// Where the reader stands.
    pub stands: Place,
}

/// What is otherwise in a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Nothing: the move was there, or the comment was the same.
    Nothing,
    /// This move is there now, with all that follows it.
    Added(Place),
    /// What followed this place in a side line is gone.
    Deleted(Place),
    /// The lines that follow this place have another order.
    Reordered(Place),
    /// What is noted at this place.
    Noted(Place),
}

/// Why something cannot be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StudyRefusal {
    /// The move cannot be played.
    #[error("the move cannot be played: {}", .0.code())]
    Move(Refusal),
    /// There is no such place, or there is none any more.
    #[error("there is no such place")]
    NoSuchPlace,
    /// The moves of the game stay as they were played.
    #[error("the moves of the game stay as they were played")]
    MainLine,
    /// The move is not the first of a side line.
    #[error("the move does not begin a side line")]
    NotFirst,
    /// There are more moves than a study can have.
    #[error("the study is full")]
    Full,
    /// There is nothing to undo or to do again.
    #[error("there is nothing to undo or to do again")]
    NothingDone,
}

impl From<Refusal> for StudyRefusal {
    fn from(refusal: Refusal) -> Self {
        Self::Move(refusal)
    }
}
