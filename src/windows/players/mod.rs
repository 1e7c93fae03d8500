//! The pages of players: everybody, one of them, and two against each other.

mod everybody;
mod head_to_head;
mod renaming;
mod sheet;

pub use everybody::Everybody;
pub use head_to_head::HeadToHead;
pub use sheet::PlayerSheet;
