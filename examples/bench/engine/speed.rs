//! How fast positions are searched, and how soon a search stops.

use std::error::Error;
use std::sync::Arc;
use std::thread::{available_parallelism, sleep};
use std::time::{Duration, Instant};

use rank_and_file_core::chess::{Chess, read_fen};
use rank_and_file_core::engine::{
    Engine, EngineOptions, EngineReport, Limits, Question, Searcher, Stop, Table, perft,
};
use serde_json::json;

/// Positions of an opening, a middle game and an endgame.
const POSITIONS: [&str; 3] = [
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "r2q1rk1/pp1bbppp/2n1pn2/3p4/3P1B2/2NBPN2/PP3PPP/R2Q1RK1 w - - 4 10",
    "8/5pk1/4p1p1/1p1pP2p/1P1P1P1P/p4KP1/P7/8 w - - 0 40",
];
/// How deeply positions are counted.
const COUNTED: u32 = 4;
/// A search is well under way after this.
const UNDER_WAY: Duration = Duration::from_millis(30);

pub fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

pub fn search(nodes: u64) -> Result<(), Box<dyn Error>> {
    let (mut one, mut all, mut counted) = <(Pace, Pace, Pace)>::default();
    for fen in POSITIONS {
        let position = read_fen(fen)?;
        one.time(|| looked_at(&position, nodes, 1));
        all.time(|| looked_at(&position, nodes, cores()));
        counted.time(|| perft(&position, COUNTED));
    }
    let answer = json!({
        "node_ns": one.each(),
        "shared_node_ns": all.each(),
        "counted_ns": counted.each(),
        "cores": cores(),
    });
    println!("{answer}");
    Ok(())
}

/// How many positions a search has looked at, which was to look at so many.
fn looked_at(position: &Chess, nodes: u64, threads: usize) -> u64 {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let mut searcher = Searcher::new(Arc::new(Table::new(16)));
    searcher.set_threads(threads);
    let game = std::slice::from_ref(position);
    searcher
        .search(game, 1, limits, Stop::default(), |_| {})
        .nodes
}

/// How long some things took together.
#[derive(Default)]
struct Pace {
    things: u64,
    time: Duration,
}

impl Pace {
    fn time(&mut self, does: impl FnOnce() -> u64) {
        let begun = Instant::now();
        self.things += does();
        self.time += begun.elapsed();
    }

    /// For one of them, in nanoseconds.
    fn each(&self) -> f64 {
        self.time.as_secs_f64() * 1e9 / self.things as f64
    }
}

pub fn stop(times: usize) -> Result<(), Box<dyn Error>> {
    let mut answer = json!({});
    for (key, threads) in [("one_ms", 1), ("all_ms", cores())] {
        let options = EngineOptions {
            level: None,
            memory: 16,
            threads,
            patient: false,
        };
        let engine = Engine::built_in(options)?;
        let reports = engine.reports();
        let mut took = Vec::new();
        for turn in 0..times {
            engine.ask(Question {
                start: read_fen(POSITIONS[turn % POSITIONS.len()])?,
                moves: Vec::new(),
                lines: 1,
                limits: Limits::default(),
            });
            while !matches!(reports.recv_blocking()?, EngineReport::Found(..)) {}
            sleep(UNDER_WAY);
            let told = Instant::now();
            engine.stop();
            while !matches!(reports.recv_blocking()?, EngineReport::Answer(..)) {}
            took.push(told.elapsed().as_secs_f64() * 1e3);
        }
        answer[key] = json!(took);
    }
    println!("{answer}");
    Ok(())
}
