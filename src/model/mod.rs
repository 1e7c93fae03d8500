//! What the windows watch: GObjects with properties and signals, no widgets.

mod beginning;
mod choices;
mod editing;
mod finding;
mod following;
mod game;
mod game_results;
mod importing;
mod librarian;
mod player_results;
mod players;
mod reviewing;
mod saved_game;
mod saved_games;
mod saving;
mod scoresheet;
mod settings;
mod status;
mod ticking;
mod trashing;
mod twenty48;

pub use beginning::Opened;
pub use choices::{FirstColor, Turning};
pub use editing::Editing;
pub use following::following;
pub use game::Game;
pub use game_results::GameResults;
pub use importing::{Imported, Importing, Source};
pub use player_results::{PlayerResults, SavedPlayer, Whose};
pub use players::NewName;
pub use saved_game::{ListPlace, SavedGame};
pub use saved_games::SavedGames;
pub use scoresheet::ScoreRow;
pub use settings::{Chosen, Key, Settings, preferences, remembered};
pub use twenty48::Twenty48;
