//! Pieces on their way from one square to another.
//!
//! The game is never behind: squares say at once what stands on them, only the picture follows.

use std::cell::{Cell, RefCell};

use rank_and_file_core::chess::board::{Geometry, Motion};
use rank_and_file_core::chess::{self, Color, Piece, Square};

use super::overlay::FloatingPiece;
use crate::ui::parts::Progress;

type Point = (f64, f64);

/// Where a piece begins its way: on a square, or where the hand let it fall.
#[derive(Debug, Clone, Copy)]
enum Start {
    Square(Square),
    Point(Point),
}

/// A piece that glides.
#[derive(Debug, Clone, Copy)]
struct Glide {
    piece: Piece,
    from: Start,
    to: Square,
}

/// What is on its way.
#[derive(Default)]
pub struct Moving {
    pub(super) progress: Progress,
    /// What has been shown last.
    board: RefCell<Option<chess::Board>>,
    glides: RefCell<Vec<Glide>>,
    fades: RefCell<Vec<(Piece, Square)>>,
    /// The piece that has just been dropped: from which square, and where.
    dropped: Cell<Option<(Square, Point)>>,
}

impl Moving {
    /// Shows a position: pieces are on their way there from the one before. Returns whether another
    /// position was there before.
    pub(super) fn show(&self, board: &chess::Board) -> bool {
        let before = self.board.replace(Some(board.clone()));
        let Some(before) = before.filter(|before| before != board) else {
            return false;
        };
        let dropped = self.dropped.take();
        let motion = Motion::between(&before, board);
        let glides = motion.glides.into_iter().map(|(piece, from, to)| Glide {
            piece,
            from: dropped
                .filter(|(square, _)| *square == from)
                .map_or(Start::Square(from), |(_, at)| Start::Point(at)),
            to,
        });
        self.glides.replace(glides.collect());
        self.fades.replace(motion.fades);
        true
    }

    /// Drops the piece of a square at a point.
    pub(super) fn drop_piece(&self, from: Square, at: Point) {
        self.dropped.set(Some((from, at)));
    }

    /// Leaves a dropped piece where it is, if the move was `accepted`, until the game shows it when it is written down; else
    /// the piece glides back to its square. Returns whether it does.
    pub(super) fn end_drop(&self, accepted: bool) -> bool {
        let Some((from, at)) = self.dropped.get() else {
            return false;
        };
        let board = self.board.borrow().clone();
        let Some(piece) = board.and_then(|board| board.piece_at(from)) else {
            return false;
        };
        let glides = vec![Glide {
            piece,
            from: Start::Point(at),
            to: from,
        }];
        self.glides.replace(glides);
        if accepted {
            self.progress.rewind();
        } else {
            self.dropped.take();
            self.fades.take();
        }
        !accepted
    }

    /// Whether no piece is on its way.
    pub(super) fn is_still(&self) -> bool {
        self.glides.borrow().is_empty()
    }

    /// Ends all motion at once. Returns whether there was any.
    pub(super) fn arrive(&self) -> bool {
        self.fades.take();
        !self.glides.take().is_empty()
    }

    /// Ends all motion at once, but a dropped piece goes on waiting.
    pub(super) fn skip(&self) {
        if !self.is_still() && self.dropped.get().is_none() {
            self.progress.skip();
        }
    }

    /// Forgets what was shown, so that nothing glides from one game to another.
    pub(super) fn forget(&self) {
        self.board.take();
        self.dropped.take();
        self.glides.take();
        self.fades.take();
    }

    /// Whether the piece of a square has not arrived yet.
    pub(super) fn is_on_its_way(&self, square: Square) -> bool {
        let glides = self.glides.borrow();
        glides.iter().any(|glide| glide.to == square)
    }

    /// The pieces over the board and where they are now, the lowest first.
    /// Those of the `far` side are upside down.
    pub(super) fn floating(&self, geometry: &Geometry, far: Option<Color>) -> Vec<FloatingPiece> {
        let progress = self.progress.at();
        let fades = self.fades.borrow();
        let fading = fades.iter().map(|(piece, at)| FloatingPiece {
            piece: *piece,
            middle: geometry.center(*at),
            upside_down: far == Some(piece.color),
            opacity: (1.0 - progress).clamp(0.0, 1.0),
        });
        let glides = self.glides.borrow();
        let gliding = glides.iter().map(|glide| {
            let from = match glide.from {
                Start::Square(square) => geometry.center(square),
                Start::Point(point) => point,
            };
            let to = geometry.center(glide.to);
            let along = |from: f64, to: f64| from + (to - from) * progress;
            FloatingPiece {
                piece: glide.piece,
                middle: (along(from.0, to.0), along(from.1, to.1)),
                upside_down: far == Some(glide.piece.color),
                opacity: 1.0,
            }
        });
        fading.chain(gliding).collect()
    }
}
