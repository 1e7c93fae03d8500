//! The windows and their pages: they put widgets together and pass on what people ask for.

mod about;
mod actions;
mod application;
mod editor;
mod ending;
mod files;
mod game;
mod help;
mod keys;
mod player_names;
mod players;
mod practice;
mod preferences;
mod question;
mod renderer;
mod request;
mod route;
mod saved_games;
mod search_provider;
mod start;
mod twenty48;
mod window;

pub use about::{METAINFO, release_notes};
pub use application::run;
pub use editor::EditorPage;
pub use game::GamePage;
pub use help::key_sections;
pub use keys::{EDITOR_KEYS, GAME_KEYS, KEYS, TWENTY48_KEYS};
pub use player_names::PlayerNamesPage;
pub use players::{Everybody, HeadToHead, PlayerSheet};
pub use practice::PracticePage;
pub use renderer::{choose as choose_renderer, tell_next_frame};
pub use route::{Route, Spot, Way};
pub use saved_games::SavedGamesPage;
pub use start::StartPage;
