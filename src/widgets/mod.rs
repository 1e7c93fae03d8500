//! The parts that windows are put together from, drawn with Cairo.
//! May import `gtk`, `adw`, `model`, `board`, `rules` and `words`.

mod board;
mod captured_tray;
mod game_list;
mod house_rules_group;
mod move_list;
mod offer_bar;
mod player_bar;
mod proof_popover;
mod score_line;
mod table;
mod textures;
mod thumbnail;
mod time_control_group;

pub use board::Board;
pub use game_list::GameList;
pub use house_rules_group::HouseRulesGroup;
pub use move_list::MoveList;
pub use offer_bar::OfferBar;
pub use player_bar::PlayerBar;
pub use proof_popover::ProofPopover;
pub use table::Table;
pub use thumbnail::Thumbnail;
pub use time_control_group::TimeControlGroup;
