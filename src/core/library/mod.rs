//! All the games together: found again, summed up, searched.
//!
//! The logs are the only truth. What is added to a game lies beside its log, as PGN. An index in the
//! cache folder remembers what each log said when it was last read, and files beside it which
//! positions were reached; they are thrown away whenever they cannot be believed.

mod aliases;
mod alike;
mod catalogue;
mod collector;
mod explorer;
mod import;
mod index;
mod kept;
mod players;
pub mod positions;
mod query;
mod reading;
mod report;
mod rivalry;
mod scan;
mod staging;
mod stamp;
mod study_file;
mod summary;
mod table;
mod visitor;

pub use aliases::{AliasFile, Aliases};
pub use catalogue::{Catalogue, Slot};
pub use explorer::{Cards, Explored, Explorer, GameFilter, Reached, Share};
pub use import::Import;
pub use index::index_path;
pub use kept::{Kept, StudyTrouble};
pub use players::{Began, Player, PlayerOrder, Players, Results, Tally};
pub use positions::Positions;
pub use query::{PositionFilter, Query, ResultFilter, Shelf, Sort, SpeedFilter, Vocabulary};
pub use report::{Interrupted, Progress, Report};
pub use rivalry::{Rivalry, Streak};
pub use scan::{Batch, Library, Unread, conflict_copies_of, summaries};
pub use study_file::{KeepFault, StudyFile};
pub use summary::{State, Summary};
pub use table::fold;
pub use visitor::{VisitError, Visitor, visit};
