//! The sounds of the board: which there are, when each is heard, how they are made, and how they
//! reach the sound server.

mod choice;
mod player;
mod synthesis;

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
}
