//! Chess by the Laws, over shakmaty: what may be played, why not, and how a game ends.
//!
//! Pure: nothing here knows of windows, of files or of the language of the person at the board.

mod action;
pub mod board;
mod captured;
mod chess960;
mod clock;
mod command;
mod dead_position;
mod draft;
mod fen;
mod game;
mod history;
mod notation;
pub mod openings;
mod outcome;
mod proof;
mod refusal;
mod time_control;

pub use action::{Action, Event, Help, Offer};
pub use captured::{Captured, Material, MaterialError, material_balance};
pub use chess960::{Chess960, starts_chess960};
pub use clock::{Clock, ClockReading, LOW_TIME, MonotonicTime};
pub use command::{Command, Inquiry};
pub(crate) use dead_position::is_sealed;
pub use draft::{Draft, Edit, Odds};
pub use fen::{
    FenError, Flaw, MOST_COUNTED, fen_of, read_fen, read_fen_without_surplus_rights,
    read_reached_fen, start_position, write_fen,
};
pub(crate) use fen::{meant_mode, read_board, write_state};
pub use game::{Game, Target};
pub use history::{PackedMove, Ply, landing_square};
pub use notation::{ParsePieceLettersError, PieceLetters, figurines, figurines_in, read_san};
pub use outcome::{DrawRule, Outcome, Reason};
pub use proof::{Escape, Proof, escapes};
pub use refusal::Refusal;
pub use time_control::{
    Allowance, Bonus, ParseTimeControlError, Period, Speed, TimeControl, TimeControlFault,
};

pub use shakmaty::san::San;
pub use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingSide, Chess, Color, File, Move, Piece, Position,
    Role, Square,
};

/// The four pieces that a pawn may become (Article 3.7.3.3 of the Laws), most wanted first.
pub const PROMOTION_ROLES: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// What hashes are multiplied by: 2^64 divided by the golden ratio. It is odd, with well mixed bits, so that no two numbers
/// have the same product, and that the upper bits of a product depend on all bits of the number.
pub const HASH_MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
