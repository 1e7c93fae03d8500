//! How a position is set up by hand: from presses, drags and keys to edits, and back again.

use super::Input;
use crate::chess::{Bitboard, Draft, Edit, Flaw, Piece, Square};

/// So many edits can be undone.
const MOST_KEPT: usize = 1_000;

/// What the hand does with the squares that it touches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tool {
    /// It takes up what stands there, and puts it down elsewhere.
    #[default]
    Hand,
    /// It puts this piece there, or takes it away where it stands already.
    Piece(Piece),
    /// It empties them.
    Eraser,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Hold {
    #[default]
    Nothing,
    Selected(Square),
    /// The pointer is down on a piece; whether that was selected before.
    Pressed(Square, bool),
    Dragging(Square),
}

/// A position that is being set up, the hand over it, and what can be undone.
///
/// ```
/// use rank_and_file_core::chess::board::{Editor, Input};
/// use rank_and_file_core::chess::Square;
///
/// let mut editor = Editor::default();
/// editor.take(Input::Activate(Square::E2));
/// editor.take(Input::Activate(Square::E4));
/// assert!(editor.draft().fen().starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/"));
/// editor.undo();
/// assert!(editor.draft().fen().starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/"));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Editor {
    draft: Draft,
    done: Vec<Draft>,
    undone: Vec<Draft>,
    tool: Tool,
    hold: Hold,
    flaws: Vec<Flaw>,
}

impl Editor {
    /// The position as it stands.
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// What is wrong with it, the most telling first.
    pub fn flaws(&self) -> &[Flaw] {
        &self.flaws
    }

    /// The squares that show what is wrong.
    pub fn flawed(&self) -> Bitboard {
        let squares = self.flaws.iter().map(|flaw| flaw.squares);
        squares.fold(Bitboard::EMPTY, |all, more| all | more)
    }

    /// What the hand has been given.
    pub fn tool(&self) -> Tool {
        self.tool
    }

    /// Gives the hand something else.
    pub fn choose(&mut self, tool: Tool) {
        self.tool = tool;
        self.hold = Hold::Nothing;
    }

    /// The square whose piece is selected or held.
    pub fn selected(&self) -> Option<Square> {
        match (self.hold, self.tool) {
            (Hold::Nothing, _) => None,
            (Hold::Selected(square) | Hold::Dragging(square), _)
            | (Hold::Pressed(square, _), Tool::Hand) => Some(square),
            (Hold::Pressed(..), _) => None,
        }
    }

    /// The square whose piece hangs from the pointer.
    pub fn dragged(&self) -> Option<Square> {
        match self.hold {
            Hold::Dragging(square) => Some(square),
            _ => None,
        }
    }

    /// Takes what a person does with the board. Tells the squares on which something else stands now, if the position has
    /// changed.
    pub fn take(&mut self, input: Input) -> Option<Bitboard> {
        let edit = self.meant(input)?;
        self.act(edit)
    }

    /// Does something to the position. Tells the squares on which something else stands now, unless nothing has changed.
    pub fn act(&mut self, edit: Edit) -> Option<Bitboard> {
        let before = self.draft.clone();
        if !self.draft.edit(edit) {
            return None;
        }
        self.undone.clear();
        if self.done.len() == MOST_KEPT {
            self.done.remove(0);
        }
        let edited = self.stands_instead_of(&before);
        self.done.push(before);
        Some(edited)
    }

    /// Brings another position here, which can be undone like any edit. Where nothing has been done to the one that
    /// stands, what can be undone begins with this.
    pub fn bring(&mut self, draft: Draft) -> Option<Bitboard> {
        let untouched = self.can_undo_and_redo() == (false, false);
        let edited = self.act(Edit::Lay(Box::new(draft)));
        if untouched {
            self.done.clear();
        }
        edited
    }

    /// Whether there is something to be undone, and something that was.
    pub fn can_undo_and_redo(&self) -> (bool, bool) {
        (!self.done.is_empty(), !self.undone.is_empty())
    }

    /// Takes the last edit back.
    pub fn undo(&mut self) -> Option<Bitboard> {
        let earlier = self.done.pop()?;
        let later = std::mem::replace(&mut self.draft, earlier);
        let edited = self.stands_instead_of(&later);
        self.undone.push(later);
        Some(edited)
    }

    /// Does again what was taken back last.
    pub fn redo(&mut self) -> Option<Bitboard> {
        let later = self.undone.pop()?;
        let earlier = std::mem::replace(&mut self.draft, later);
        let edited = self.stands_instead_of(&earlier);
        self.done.push(earlier);
        Some(edited)
    }

    fn stands_instead_of(&mut self, before: &Draft) -> Bitboard {
        self.flaws = self.draft.flaws();
        self.hold = Hold::Nothing;
        let (was, is) = (before.board(), self.draft.board());
        let other = |square: &Square| was.piece_at(*square) != is.piece_at(*square);
        Square::ALL.into_iter().filter(other).collect()
    }

    /// What is meant by what a person does.
    fn meant(&mut self, input: Input) -> Option<Edit> {
        match (input, self.hold) {
            (Input::Activate(square), hold) => self.touch(square, hold),
            (Input::Press(square), Hold::Selected(from)) if from != square => {
                self.hold = Hold::Nothing;
                Some(Edit::Move(from, square))
            }
            (Input::Press(square), hold) => {
                if self.is_empty(square) {
                    return self.touch(square, Hold::Nothing);
                }
                self.hold = Hold::Pressed(square, hold == Hold::Selected(square));
                None
            }
            (Input::Drag, Hold::Pressed(square, _)) => {
                self.hold = Hold::Dragging(square);
                None
            }
            (Input::Release(at), Hold::Pressed(from, selected)) => {
                let before = match selected {
                    true => Hold::Selected(from),
                    false => Hold::Nothing,
                };
                self.hold = before;
                match at.filter(|to| *to != from) {
                    Some(to) => self.drop(from, Some(to)),
                    None => self.touch(from, before),
                }
            }
            (Input::Release(at), Hold::Dragging(from)) => self.drop(from, at),
            (Input::Cancel, Hold::Nothing) => {
                self.tool = Tool::Hand;
                None
            }
            (Input::Cancel, _) => {
                self.hold = Hold::Nothing;
                None
            }
            (Input::Drag | Input::Release(_) | Input::Promote(_), _) => None,
        }
    }

    /// A square is clicked.
    fn touch(&mut self, square: Square, hold: Hold) -> Option<Edit> {
        self.hold = Hold::Nothing;
        match (self.tool, hold) {
            (Tool::Hand, Hold::Selected(from)) => {
                (from != square).then_some(Edit::Move(from, square))
            }
            (Tool::Hand, _) => {
                if !self.is_empty(square) {
                    self.hold = Hold::Selected(square);
                }
                None
            }
            (Tool::Piece(piece), _) => {
                let stands = self.draft.board().piece_at(square) == Some(piece);
                Some(Edit::Put(square, (!stands).then_some(piece)))
            }
            (Tool::Eraser, _) => Some(Edit::Put(square, None)),
        }
    }

    /// What was dragged is let go of: on a square, or off the board, where it is away.
    fn drop(&mut self, from: Square, at: Option<Square>) -> Option<Edit> {
        self.hold = Hold::Nothing;
        match at {
            Some(to) if to == from => None,
            Some(to) => Some(Edit::Move(from, to)),
            None => Some(Edit::Put(from, None)),
        }
    }

    fn is_empty(&self, square: Square) -> bool {
        self.draft.board().piece_at(square).is_none()
    }
}
