//! The parts that windows are put together from, drawn with Cairo.
//! May import `gtk`, `adw`, `model`, `board`, `tiles`, `rules`, `twenty48` and `words`.

mod board;
mod button_row;
mod captured_tray;
mod game_list;
mod house_rules_group;
mod move_list;
mod name_suggestions;
mod offer_bar;
mod paints;
mod pairing;
mod player_bar;
mod player_list;
mod player_row;
mod preview;
mod proof_popover;
mod results_table;
mod scale;
mod score_line;
mod table;
mod texture;
mod textures;
mod thumbnail;
mod tile_board;
mod time_control_group;
mod timed;
mod voice;

pub use board::Board;
pub use button_row::ButtonRow;
pub use game_list::GameList;
pub use house_rules_group::HouseRulesGroup;
pub use move_list::MoveList;
pub use name_suggestions::NameSuggestions;
pub use offer_bar::OfferBar;
pub use pairing::Pairing;
pub use player_bar::PlayerBar;
pub use player_list::PlayerList;
pub use preview::Preview;
pub use proof_popover::ProofPopover;
pub use results_table::ResultsTable;
pub use table::Table;
pub use textures::set_appearance;
pub use thumbnail::Thumbnail;
pub use tile_board::TileBoard;
pub use time_control_group::TimeControlGroup;
pub use voice::Voice;
