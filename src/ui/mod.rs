//! What is seen and touched: the windows, their pages and the parts of these. They pass on what people ask for, and
//! decide nothing about chess.

mod about;
mod actions;
mod application;
mod arrivals;
mod editor;
mod files;
mod game;
mod help;
mod keys;
mod library;
mod new_game;
mod parts;
mod practice;
mod preferences;
mod question;
mod renderer;
mod route;
mod screen_reader;
mod search_provider;
mod start;
mod table;
mod twenty48;
mod widget;
mod window;

pub use about::{METAINFO, release_notes};
pub use application::run;
pub use editor::{EditorPage, PiecePalette};
pub use game::{AnalysisPanel, CourseCurve, GamePage, MoveList, OwnOpenings};
pub use help::key_sections;
pub use keys::{EDITOR_KEYS, GAME_KEYS, KEYS, OFFER_KEYS, PAGE_KEYS, TWENTY48_KEYS};
pub use library::{
    GameList, HeadToHeadPage, PlayerList, PlayerPage, PlayersPage, ResultsBar, SavedGameRow,
    SavedGamesPage,
};
pub use new_game::{HouseRulesGroup, LevelRow, PlayerNamesPage};
pub use parts::{ButtonRow, Opacity, Pairing, Thumbnail, call_gtk, show_said, texture};
pub use practice::PracticePage;
pub use question::{show as show_toast, toast};
pub use renderer::{choose as choose_renderer, tell_next_frame};
pub use route::{Bookmark, GameAction, History, Route};
pub use start::StartPage;
pub use table::{Board, EvaluationBar, PlayerBar, Table};
pub use twenty48::TileBoard;
