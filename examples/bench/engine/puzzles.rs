//! Puzzles: the first move leads to a position, the second is the answer.

use std::error::Error;
use std::sync::Arc;

use rank_and_file_core::chess::Position;
use rank_and_file_core::engine::{Limits, Score, Searcher, Stop, Table};
use serde_json::json;
use shakmaty::{CastlingMode, Move};

use crate::row::Row;

/// Solves every so many puzzles of a file with tabs: number, FEN, moves, rating, themes.
pub fn solve(file: &str, nodes: u64, every: usize) -> Result<(), Box<dyn Error>> {
    let text = std::fs::read_to_string(file)?;
    let (mut asked, mut solved, mut mates, mut proven) = (0, 0, 0, 0);
    let mut nodes_to_solve = 0;
    for line in text.lines().step_by(every) {
        let row = Row::read(line)?;
        let (id, themes, before) = (row.id, row.themes, row.before);
        let answer = row.moves.split(' ').nth(1).ok_or("no answer")?;
        let mut position = before.clone();
        position.play_unchecked(row.last);
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let mut searcher = Searcher::new(Arc::new(Table::new(16)));
        let game = [before, position.clone()];
        // Where there are several mates at once, each of them solves it.
        let solves = |best: Move| {
            let mut after = position.clone();
            after.play_unchecked(best);
            best.to_uci(CastlingMode::Standard).to_string() == answer
                || themes.contains("mateIn1") && after.is_checkmate()
        };
        // From when on its best move is the solution; all nodes where it is not in the end.
        let mut since = None;
        let found = searcher.search(&game, 1, limits, Stop::default(), |found| {
            let right = found.best().is_some_and(solves);
            since = right.then(|| since.unwrap_or(found.nodes));
        });
        let line = found.lines.first().ok_or("nothing found")?;
        let best = found.best().ok_or("nothing found")?;
        let solves = solves(best);
        nodes_to_solve += since.filter(|_| solves).unwrap_or(found.nodes);
        asked += 1;
        solved += u32::from(solves);
        if let Some(within) = (1..=4).find(|n| themes.contains(&format!("mateIn{n}"))) {
            mates += 1;
            let mut end = position;
            for mv in &line.moves {
                end.play_unchecked(*mv);
            }
            let proof = line.score == Score::Mate(within) && end.is_checkmate();
            proven += u32::from(proof);
        }
        if !solves && std::env::var_os("UNSOLVED").is_some() {
            eprintln!("{id}: {answer}, not {best}: {line:?}");
        }
    }
    let answer = json!({
        "asked": asked,
        "solved": solved,
        "mates": mates,
        "proven": proven,
        "nodes_to_solve": nodes_to_solve,
    });
    println!("{answer}");
    Ok(())
}
