//! Looks through puzzles for `build-aux/update-puzzles`, which chooses from those that this prints.
//!
//! `puzzle-set FILE NODES`: of a file with tabs (number, FEN, moves, rating, themes), the puzzles whose answer the tutor
//! finds, too, and of which it proves something, with those of their themes that are motifs, in the same form.

use std::error::Error;
use std::io::Write;
use std::thread;

use rank_and_file_core::chess::read_fen;
use rank_and_file_core::engine::Stop;
use rank_and_file_core::training::tutor::{Motif, Tutor, TutorQuestion};
use shakmaty::uci::UciMove;

pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [file, nodes] = arguments else {
        return Err("usage: puzzle-set FILE NODES".into());
    };
    let (text, nodes) = (std::fs::read_to_string(file)?, nodes.parse()?);
    let lines: Vec<&str> = text.lines().collect();
    let workers = thread::available_parallelism()?.get();
    thread::scope(|scope| {
        for worker in 0..workers {
            let lines = &lines;
            scope.spawn(move || {
                for line in lines.iter().skip(worker).step_by(workers) {
                    if let Some(proven) = proven(line, nodes) {
                        writeln!(std::io::stdout(), "{proven}").ok();
                    }
                }
            });
        }
    });
    Ok(())
}

/// A puzzle with its motifs; `None` where it has none, nothing is proven, or another move is found.
fn proven(line: &str, nodes: u64) -> Option<String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [id, fen, moves, rating, themes] = fields.as_slice() else {
        return None;
    };
    let mut played = moves.split(' ');
    let before = read_fen(fen).ok()?;
    let last = played.next()?.parse::<UciMove>().ok()?;
    let last = last.to_move(&before).ok()?;
    let asked = TutorQuestion::new(&before, &[last]).within(nodes);
    let explained = Tutor::default().explain(&asked, &Stop::default())?;
    let found = explained.line.first()?;
    let answer: UciMove = played.next()?.parse().ok()?;
    if found.to_uci(shakmaty::CastlingMode::Standard) != answer {
        return None;
    }
    let themes = themes.split(' ');
    let motifs: Vec<&str> = themes
        .filter(|theme| theme.parse::<Motif>().is_ok())
        .collect();
    let row = [id, fen, moves, rating, motifs.join(" ").as_str()].join("\t");
    (!motifs.is_empty() && !explained.findings.is_empty()).then_some(row)
}
