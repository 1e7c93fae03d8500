//! The parts that windows are put together from, drawn with Cairo.
//! May import `gtk`, `adw`, `model`, `board`, `rules` and `words`.

mod board;
mod captured_tray;
mod game_list;
mod move_list;
mod player_bar;
mod saved_game_row;
mod score_line;
mod table;
mod textures;
mod thumbnail;

pub use board::Board;
pub use game_list::GameList;
pub use move_list::MoveList;
pub use player_bar::PlayerBar;
pub use table::Table;
pub use thumbnail::Thumbnail;
