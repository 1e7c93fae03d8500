//! The games that are kept, and their players: the lists and pages that show them.

mod filter_popovers;
mod filters;
mod game_list;
mod player_list;
mod player_row;
mod players;
mod results_table;
mod saved_games;

pub use game_list::{GameList, SavedGameRow};
pub use player_list::PlayerList;
pub use players::{HeadToHeadPage, PlayerPage, PlayersPage};
pub use results_table::ResultsBar;
pub use saved_games::SavedGamesPage;
