//! Measures the computer as a partner, for `build-aux/bench engine`; prints one JSON object a line.
//!
//! `engine speed NODES`: how many positions a second are searched, and counted.
//! `engine puzzles FILE NODES EVERY`: how many of every so many puzzles of a file are solved.
//! `engine levels GAMES`: how each level does against the one below, and the first against somebody who only
//! takes what hangs.
//! `engine match GAMES MILLISECONDS PROGRAM [NAME=VALUE…]`: the searcher against another engine.

mod games;
mod levels;
mod matches;
mod puzzles;

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use rank_and_file_core::engine::{Limits, Searcher, Stop, Table, perft};
use rank_and_file_core::rules::read_fen;
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["speed", nodes] => speed(nodes.parse()?),
        ["puzzles", file, nodes, every] => puzzles::solve(file, nodes.parse()?, every.parse()?),
        ["levels", games] => levels::climb(games.parse()?),
        ["match", games, time, program, settings @ ..] => {
            matches::play(games.parse()?, time.parse()?, program, settings)
        }
        _ => Err("usage: engine speed|puzzles|levels|match …; see its source".into()),
    }
}

/// Positions of an opening, a middle game and an endgame.
const POSITIONS: [&str; 3] = [
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "r2q1rk1/pp1bbppp/2n1pn2/3p4/3P1B2/2NBPN2/PP3PPP/R2Q1RK1 w - - 4 10",
    "8/5pk1/4p1p1/1p1pP2p/1P1P1P1P/p4KP1/P7/8 w - - 0 40",
];

fn speed(nodes: u64) -> Result<(), Box<dyn Error>> {
    let (mut looked, mut searching, mut counted, mut counting) = (0, 0.0, 0, 0.0);
    for fen in POSITIONS {
        let position = read_fen(fen)?;
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let mut searcher = Searcher::new(Arc::new(Table::new(16)));
        let begun = Instant::now();
        let found = searcher.search(
            std::slice::from_ref(&position),
            1,
            limits,
            Stop::default(),
            |_| {},
        );
        searching += begun.elapsed().as_secs_f64();
        looked += found.nodes;
        let begun = Instant::now();
        counted += perft(&position, 4);
        counting += begun.elapsed().as_secs_f64();
    }
    let answer = json!({
        "node_ns": searching * 1e9 / looked as f64,
        "counted_ns": counting * 1e9 / counted as f64,
    });
    println!("{answer}");
    Ok(())
}
