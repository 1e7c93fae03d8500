//! The sounds of the board: which there are, when each is heard, how they are made, and how they
//! reach the sound server.

mod player;
mod synthesis;

use crate::chess::{ByColor, Color, Event, LOW_TIME, Ply, Position};

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

/// The sound of an event, if it has one; `ply` is the ply that it played. The end is heard rather
/// than the move that brought it, and check rather than what was taken.
pub fn of_event(event: &Event, ply: Option<&Ply>) -> Option<Sound> {
    match event {
        _ if event.ended().is_some() => Some(Sound::End),
        event if event.has_moved() => Some(match ply {
            Some(ply) if ply.position.is_check() => Sound::Check,
            Some(ply) if ply.captured().is_some() => Sound::Capture,
            _ => Sound::Move,
        }),
        Event::TakenBack(_) => Some(Sound::Move),
        _ => None,
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Seen {
    /// It was never seen with time enough, so there is nothing to be warned of.
    #[default]
    Nothing,
    Enough,
    Low,
}

/// Watches whose time grows short: each player of a game is warned once.
#[derive(Debug, Clone, Default)]
pub struct LowTime {
    seen: ByColor<Seen>,
}

impl LowTime {
    /// Whether the running clock of this side, with so many milliseconds left, has just fallen
    /// under [`LOW_TIME`] for the first time.
    pub fn falls(&mut self, running: Color, left: u64) -> bool {
        let seen = self.seen.get_mut(running);
        match *seen {
            Seen::Nothing if left >= LOW_TIME => *seen = Seen::Enough,
            Seen::Enough if left < LOW_TIME => {
                *seen = Seen::Low;
                return true;
            }
            _ => {}
        }
        false
    }
}
