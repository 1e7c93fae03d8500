//! The sounds of the board: which there are, when each is heard, how they are made, and how they
//! reach the sound server.

mod choice;
mod player;
mod synthesis;

use std::sync::OnceLock;

pub use choice::{LowTime, of_event};
pub use player::Sounds;
pub use synthesis::RATE;

/// What can be heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sound {
    /// A piece is put down.
    Move,
    /// A piece is taken.
    Capture,
    /// A king is in check.
    Check,
    /// The game is over.
    End,
    /// A player has little time left.
    LowTime,
}

impl Sound {
    /// Every sound, in the order in which they are declared.
    pub const ALL: [Self; 5] = [
        Self::Move,
        Self::Capture,
        Self::Check,
        Self::End,
        Self::LowTime,
    ];

    /// One channel of it, [`RATE`] samples a second: made when it is first asked for, and always
    /// the same.
    pub fn samples(self) -> &'static [i16] {
        static MADE: [OnceLock<Vec<i16>>; Sound::ALL.len()] =
            [const { OnceLock::new() }; Sound::ALL.len()];
        MADE[self as usize].get_or_init(|| synthesis::make(self))
    }
}
