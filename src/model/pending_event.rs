//! What has happened in a game, and what it changes as soon as it is shown: that is when it is in the log.

use rank_and_file_core::chess::{Event, Game, Ply};
use rank_and_file_core::record::log::Header;

use crate::words::{self, Message};

/// What has happened, and what it changes when it is shown.
pub struct PendingEvent {
    pub event: Event,
    /// What is said of it, and of what comes next.
    pub status: Message,
    /// How many plies have been played by then.
    pub plies: u32,
    /// The ply, if it is one.
    pub moved: Option<Ply>,
}

impl PendingEvent {
    /// An event that has just happened in a game.
    pub fn of(event: Event, rules: &Game, header: &Header) -> Self {
        let last = rules.plies().last().cloned();
        Self {
            status: words::event(&event, rules, header),
            plies: u32::try_from(rules.plies().len()).unwrap_or(u32::MAX),
            moved: last.filter(|_| event.has_moved()),
            event,
        }
    }
}
