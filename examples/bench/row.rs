//! A position of a file.

use std::error::Error;

use rank_and_file_core::chess::{Chess, Move, read_fen};
use shakmaty::uci::UciMove;

/// A line of a file with tabs, with its position before the first move.
pub struct Row<'a> {
    pub id: &'a str,
    pub moves: &'a str,
    pub themes: &'a str,
    pub before: Chess,
    pub last: Move,
}

impl<'a> Row<'a> {
    pub fn read(line: &'a str) -> Result<Self, Box<dyn Error>> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, fen, moves, _, themes] = fields[..] else {
            return Err(format!("no position: {line}").into());
        };
        let before = read_fen(fen)?;
        let first = moves.split(' ').next().ok_or("no move")?;
        let last = first.parse::<UciMove>()?.to_move(&before)?;
        Ok(Self {
            id,
            moves,
            themes,
            before,
            last,
        })
    }
}
