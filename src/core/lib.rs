//! The core of Rank & File, without a user interface: the Laws of Chess, the logs that games are kept in, what is
//! added to them, the library of all games, and 2048. It knows no toolkit, no main loop and no language of people; the
//! compiler sees to that, for this crate depends on none.
//!
//! What a player does goes one way: input → intent → [`chess::Game::act`] → event → log, model,
//! view. What each room is for, and which others it uses, is told in CONTRIBUTING.md.

pub mod chess;
pub mod engine;
pub mod files;
pub mod library;
pub mod play;
pub mod record;
pub mod sounds;
pub mod tiles;
pub mod training;
pub mod twenty48;
