//! The windows and their pages: they put widgets together and pass on what people ask for.

mod about;
mod application;
mod editor;
mod ending;
mod files;
mod focus;
mod game;
mod help;
mod key_row;
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
mod search;
mod search_provider;
mod shortcuts;
mod start;
mod toasts;
mod twenty48;
mod window;

pub use application::run;
pub use editor::EditorPage;
pub use game::GamePage;
pub use player_names::PlayerNamesPage;
pub use players::{Everybody, HeadToHead, PlayerSheet};
pub use practice::PracticePage;
pub use renderer::{choose as choose_renderer, tell_next_frame};
pub use saved_games::SavedGamesPage;
pub use start::StartPage;
