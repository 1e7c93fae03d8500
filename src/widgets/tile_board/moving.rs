//! Tiles on their way.
//!
//! The game is never behind: cells say at once what is on them, only the picture follows, and what
//! happens next does not wait for it.

use std::cell::RefCell;

use adw::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::tiles::{Motion, Sprite};
use rank_and_file_core::twenty48::{Event, Grid};

use super::super::textures::Textures;
use super::super::timed::{Progress, timed};
use super::TileBoard;

/// How long tiles take to slide, merge and appear, in milliseconds.
const DURATION: u32 = 120;

/// What is on its way.
#[derive(Default)]
pub struct Moving {
    motion: RefCell<Option<Motion>>,
    progress: Progress,
}

impl TileBoard {
    /// Shows the way to the board after an event. What is still on its way is there at once.
    pub(super) fn set_moving(&self, event: &Event, after: &Grid) {
        let moving = &self.imp().moving;
        let motion =
            Motion::of(event, after).filter(|_| Textures::shared().animated() && self.is_mapped());
        let moves = motion.is_some();
        moving.motion.replace(motion);
        if moves {
            let easing = (DURATION, adw::Easing::Linear);
            moving
                .progress
                .start(|| timed(self, easing, |board| board.queue_draw(), Self::stop_moving));
        }
        self.queue_draw();
    }

    /// Nothing is on its way any more.
    pub(super) fn stop_moving(&self) {
        self.imp().moving.motion.take();
        self.queue_draw();
    }

    /// The tiles as they are now, the lowest first; `None` where all of them stand still.
    pub(super) fn moving_sprites(&self) -> Option<Vec<Sprite>> {
        let moving = &self.imp().moving;
        let motion = moving.motion.borrow();
        Some(motion.as_ref()?.sprites(moving.progress.at()))
    }
}
