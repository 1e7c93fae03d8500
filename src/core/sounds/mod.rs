//! The sounds of the board: which there are, when each is heard, how they are made, and how they
//! reach the sound server.

mod choice;
mod player;
mod synthesis;

pub use choice::{LowTime, Sound, of_event};
pub use player::Sounds;
pub use synthesis::RATE;
