//! Pieces on their way from one square to another.
//!
//! The game is never behind: squares say at once what stands on them, only the picture follows.

use std::cell::{Cell, RefCell};

use adw::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::board::Motion;
use rank_and_file_core::chess::{self, Piece, Square};

use super::super::textures::Textures;
use super::Board;
use super::overlay::Aloft;
use crate::widgets::voice::{Progress, timed};

/// How long a piece is on its way, in milliseconds.
const DURATION: u32 = 180;

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
    progress: Progress,
    /// What has been shown last.
    board: RefCell<Option<chess::Board>>,
    glides: RefCell<Vec<Glide>>,
    fades: RefCell<Vec<(Piece, Square)>>,
    /// The piece that has just been dropped: from which square, and where.
    dropped: Cell<Option<(Square, Point)>>,
}

impl Moving {
    /// Shows a position: pieces glide there from the one before. Returns whether another position
    /// was there before.
    pub(super) fn show(&self, widget: &Board, board: &chess::Board) -> bool {
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
        self.start(widget, glides.collect(), motion.fades);
        true
    }

    /// Drops the piece of a square at a point.
    pub(super) fn drop_piece(&self, from: Square, at: Point) {
        self.dropped.set(Some((from, at)));
    }

    /// What was dropped waits there for the game, where the move was `accepted`, which shows it when
    /// it is written down; else it goes back to its square.
    pub(super) fn end_drop(&self, widget: &Board, accepted: bool) {
        let Some((from, at)) = self.dropped.get() else {
            return;
        };
        let board = self.board.borrow().clone();
        let Some(piece) = board.and_then(|board| board.piece_at(from)) else {
            return;
        };
        let glides = vec![Glide {
            piece,
            from: Start::Point(at),
            to: from,
        }];
        if accepted {
            self.progress.rewind();
            self.glides.replace(glides);
        } else {
            self.dropped.take();
            self.start(widget, glides, Vec::new());
        }
    }

    fn start(&self, widget: &Board, glides: Vec<Glide>, fades: Vec<(Piece, Square)>) {
        let still = glides.is_empty() || !Textures::shared().animated() || !widget.is_mapped();
        if still {
            self.glides.take();
            self.fades.take();
            return;
        }
        self.glides.replace(glides);
        self.fades.replace(fades);
        // From the beginning, should another piece still be on its way.
        self.progress.start(|| {
            let easing = (DURATION, adw::Easing::EaseOutCubic);
            timed(widget, easing, Board::refresh_overlay, |board| {
                let moving = &board.imp().moving;
                moving.fades.take();
                if !moving.glides.take().is_empty() {
                    board.refresh();
                }
            })
        });
    }

    /// Whatever is on its way arrives now; what was dropped goes on waiting.
    pub(super) fn skip(&self) {
        let gliding = !self.glides.borrow().is_empty();
        if gliding && self.dropped.get().is_none() {
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
    pub(super) fn aloft(&self, widget: &Board) -> Vec<Aloft> {
        let geometry = widget.geometry();
        let progress = self.progress.at();
        let fades = self.fades.borrow();
        let fading = fades.iter().map(|(piece, at)| Aloft {
            piece: *piece,
            middle: geometry.centre(*at),
            upside_down: widget.is_far(piece.color),
            opacity: (1.0 - progress).clamp(0.0, 1.0),
        });
        let glides = self.glides.borrow();
        let gliding = glides.iter().map(|glide| {
            let from = match glide.from {
                Start::Square(square) => geometry.centre(square),
                Start::Point(point) => point,
            };
            let to = geometry.centre(glide.to);
            let along = |from: f64, to: f64| from + (to - from) * progress;
            Aloft {
                piece: glide.piece,
                middle: (along(from.0, to.0), along(from.1, to.1)),
                upside_down: widget.is_far(glide.piece.color),
                opacity: 1.0,
            }
        });
        fading.chain(gliding).collect()
    }
}
