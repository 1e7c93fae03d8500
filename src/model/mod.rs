//! What the windows watch: GObjects with properties and signals, no widgets.

mod callbacks;
mod collection;
mod correspondence;
mod engines;
mod game;
mod game_analysis;
mod helping;
mod importing;
mod librarian;
mod motives;
mod notes;
mod opening_explorer;
mod partner;
mod players;
mod position_analysis;
mod practice;
mod results;
mod review;
mod saved_games;
mod saving;
mod scoresheet;
mod settings;
mod studying;
mod ticking;
mod trainer;
mod twenty48;
mod viewer;

pub use callbacks::{
    Following, SignalCallback, after, callback, callback_with, on, set_timer_speed, signal_group,
    watch,
};
pub(crate) use callbacks::{Timer, weak};
pub use collection::{Collection, GameSource, Origin};
pub use correspondence::{Arrival, Arrivals, CorrespondenceGame};
pub use engines::{Abilities, Engines, Strengths, Tutoring};
pub use game::{Game, Opened};
pub use game_analysis::GameAnalysis;
pub use importing::{FileCount, Imported, Importing, Source};
pub use librarian::PositionIndex;
pub use motives::Motives;
pub use notes::{Notes, Seats};
pub use opening_explorer::{ExplorerAnswer, OpeningExplorer};
pub use partner::Partner;
pub use players::{BetterLevel, NewName, PlayerFilter, PlayerResults, RecentGames, SavedPlayer};
pub use position_analysis::{AnalysisState, Analyzed, PositionAnalysis};
pub use practice::{Practice, PracticeWith, Sitting, remember_players, seated};
pub use results::{GameResults, ListPlace};
pub use review::{MoveJudgment, Review};
pub use saved_games::{SavedGame, SavedGames};
pub use scoresheet::{NotedMove, Part, ScoreRow, StudyRow, StudyRows};
pub use settings::{Chosen, FirstColor, Key, Settings, Style, Turning, preferences, remembered};
pub use studying::Editing;
pub use trainer::{ARRIVAL, Trainer};
pub use twenty48::Twenty48;
pub use viewer::{Commentary, Navigation, Viewer};
