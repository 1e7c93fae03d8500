//! All the games together: found again, summed up, searched.
//!
//! The logs are the only truth. What is added to a game lies beside its log, as PGN. An index in the
//! cache folder remembers what each log said when it was last read, and a file beside it which
//! positions were reached; they are thrown away whenever they cannot be believed.

mod aliases;
mod alike;
mod archive;
mod backup;
mod catalogue;
mod collected_positions;
mod collection;
mod completion;
mod conflicts;
mod explorer;
mod import;
mod import_worker;
mod index;
mod opened_file;
mod players;
mod positions;
mod query;
mod restore;
mod scan;
mod search;
mod staging;
mod study_file;
mod trace;
mod versions;

pub use aliases::{AliasFile, Aliases};
pub use archive::BackupFault;
pub use backup::{BackedUp, back_up, back_up_watched, backup_name};
pub use catalogue::{Catalogue, Slot, Vocabulary};
pub use collected_positions::{
    CollectedPositions, PositionExplorer, collected_path, index_collection, name_openings,
};
pub use collection::{Collection, GameText, Unreadable, asked, read_collection};
pub use conflicts::{
    Healed, Healing, Hindrance, Step, Watch, copies_in, heal, heal_listed, heal_watched, is_copy,
};
pub use explorer::{Explored, Explorer, GameFilter, GameSnapshot, Reached, ResultCounts};
pub use import::{Import, ImportReport, Interrupted, Progress};
pub use index::{Stamp, State, Summary, index_path};
pub use opened_file::{FileError, OpenedFile, open_file, open_file_watched};
pub use players::{
    FinishedGame, HeadToHeadResults, Player, PlayerOrder, Players, Results, StartDate, Streak,
    Tally,
};
pub use positions::Positions;
pub use query::{
    Brought, FoundGames, PositionFilter, Query, ResultFilter, Sort, SpeedFilter, StatusFilter,
};
pub use restore::{Restored, restore, restore_watched};
pub use scan::{
    Batch, Library, StoredGame, UnreadableLog, conflict_copies_among, conflict_copies_of, summaries,
};
pub use search::{
    Keyword, Keywords, MisreadTerm, Place, Term, Wanted, WantedResult, WrittenTerm, between,
    bounds, fold, marked, misread_term, terms, with_term, written_term, written_terms,
};
pub use study_file::{KeepFault, StudyFile, StudyTrouble};
pub use trace::Sought;
