//! The searcher: what it remembers, and how several threads of it search together.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::thread;
use std::time::Duration;

use shakmaty::{Chess, Move, Position};

use super::level::Level;
use super::limits::{Limits, Stop, Watch};
use super::node::Node;
use super::ordering::{MOST_DEPTH, Memory};
use super::score::Score;
use super::search::{FirstMove, Reductions, Search};
use super::sight::Sight;
use super::table::Table;

/// A line that a search has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What it is worth for the side to move.
    pub score: Score,
    /// The moves, the first one never missing.
    pub moves: Vec<Move>,
}

impl Line {
    pub(super) fn new(score: Score, moves: Vec<Move>) -> Self {
        Self { score, moves }
    }
}

/// What a search has found so far.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// The best line, and the next best ones where several are wanted.
    pub lines: Vec<Line>,
    /// To which depth, in half-moves.
    pub depth: u32,
    /// The longest line that was looked at.
    pub deepest: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// For how long.
    pub elapsed: Duration,
}

impl Found {
    /// The best move; `None` where there is none to be played.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }
}

/// More threads are of no use.
const MOST_THREADS: usize = 64;

/// Searches positions for what is best. What it has seen helps in the next search.
pub struct Searcher {
    table: Arc<Table>,
    memory: Memory,
    /// Those of the helpers.
    others: Vec<Memory>,
    reductions: Reductions,
    sight: Option<Sight>,
}

impl Searcher {
    /// A searcher that remembers in this table.
    #[must_use]
    pub fn new(table: Arc<Table>) -> Self {
        Self {
            table,
            memory: Memory::new(),
            others: Vec::new(),
            reductions: Reductions::new(),
            sight: None,
        }
    }

    /// From now on searches in so many threads. Only in a single one do the same nodes give the same move.
    pub fn share_among(&mut self, threads: usize) {
        let helpers = threads.clamp(1, MOST_THREADS) - 1;
        self.others.resize_with(helpers, Memory::new);
    }

    /// From now on sees as well as somebody of a level, who overlooks another thing with each seed; or
    /// everything.
    pub fn see_as(&mut self, level: Option<(Level, u64)>) {
        // What others have seen is of no use.
        self.forget();
        self.sight = level.map(|(level, seed)| level.sight(seed));
    }

    /// Forgets all that it has seen.
    pub fn forget(&mut self) {
        self.table.clear();
        self.memory = Memory::new();
        self.others.fill_with(Memory::new);
    }

    /// Looks for the best `count` lines from the last of these positions, which a game has gone through.
    /// What is found to each depth is told.
    ///
    /// Several threads search as what is known as Lazy SMP: each for itself, over one table, where each
    /// finds what the others have found. The first one answers.
    pub fn search(
        &mut self,
        game: &[Chess],
        count: usize,
        limits: Limits,
        stop: Stop,
        tell: impl FnMut(&Found),
    ) -> Found {
        self.search_among(&[], game, count, limits, stop, tell, &mut |_| {})
    }

    /// The same, where the lines begin with one of these moves if any of them is legal. Each first move is told,
    /// too, before it is looked at.
    #[expect(
        clippy::too_many_arguments,
        reason = "each is something else to be asked for"
    )]
    pub(super) fn search_among(
        &mut self,
        only: &[Move],
        game: &[Chess],
        count: usize,
        limits: Limits,
        stop: Stop,
        tell: impl FnMut(&Found),
        first_moves: &mut (dyn FnMut(FirstMove) + Send),
    ) -> Found {
        let Some((position, before)) = game.split_last() else {
            return Found::default();
        };
        let legal = position.legal_moves();
        let mut moves: Vec<Move> = only.to_vec();
        moves.retain(|mv| legal.contains(mv));
        let only = moves.clone();
        if moves.is_empty() {
            moves.extend(legal);
        }
        let Some(any) = moves.first() else {
            return Found::default();
        };
        let count = count.clamp(1, moves.len());
        self.table.begin();
        let path: Vec<u64> = before
            .iter()
            .map(|position| Node::new(position.clone()).hash)
            .collect();
        let root = Node::new(position.clone());
        let task = Task {
            table: &self.table,
            path: &path,
            only: &only,
            reductions: &self.reductions,
            sight: self.sight,
        };
        let helped = AtomicU64::new(0);
        let mut found = thread::scope(|scope| {
            let ended = Ended::default();
            for (number, memory) in self.others.iter_mut().enumerate() {
                memory.fade();
                let watch = Watch::helping(ended.0.clone(), &helped);
                let (mut search, root) = (task.search(memory, watch), &root);
                // Every other one is a depth ahead.
                let ahead = (number as u32 + 1) % 2;
                let help = move || {
                    search.deepen(root, count, ahead, |_| {});
                };
                let named = thread::Builder::new().name("helper".to_owned());
                // Where there can be no more threads it is done with fewer.
                named.spawn_scoped(scope, help).ok();
            }
            self.memory.fade();
            let watch = Watch::new(limits, stop, &helped);
            let mut search = task.search(&mut self.memory, watch);
            search.first_moves = Some(first_moves);
            search.deepen(&root, count, 0, tell)
        });
        if found.lines.is_empty() {
            // There was no time for anything: any move is better than none.
            found.lines.push(Line::new(Score::default(), vec![*any]));
        }
        found
    }
}

/// What all threads of a search have in common.
struct Task<'a> {
    table: &'a Table,
    path: &'a [u64],
    only: &'a [Move],
    reductions: &'a Reductions,
    sight: Option<Sight>,
}

impl<'a> Task<'a> {
    /// The part of one thread.
    fn search(&self, memory: &'a mut Memory, watch: Watch<'a>) -> Search<'a> {
        Search {
            watch,
            table: self.table,
            memory,
            played: self.path.len(),
            path: self.path.to_vec(),
            lines: vec![Vec::new(); MOST_DEPTH + 1],
            left_out: Vec::new(),
            only: self.only,
            first_moves: None,
            reductions: self.reductions,
            passes_from: 0,
            sight: self.sight,
            deepest: 0,
        }
    }
}

/// Stops the helpers of a search, however that ends.
#[derive(Default)]
struct Ended(Stop);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Instant;

    use super::*;
    use crate::rules::{FenError, read_fen};

    const STARTS: [&str; 3] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        // Nearly all that can be played takes something.
        "1q1rr1k1/1bqbn1q1/2nq4/8/8/2NQ4/1BQBN1Q1/1Q1RR1K1 w - - 0 1",
    ];

    thread_local! {
        static BEGUN: Instant = Instant::now();
        /// In milliseconds.
        static TIME: Cell<u64> = const { Cell::new(0) };
    }

    fn turn(millis: u64) {
        TIME.set(TIME.get() + millis);
    }

    /// Stands still, if nobody turns it.
    fn standing() -> Instant {
        BEGUN.with(|begun| *begun) + Duration::from_millis(TIME.get())
    }

    /// A millisecond goes by between two looks at it.
    fn ticking() -> Instant {
        turn(1);
        standing()
    }

    fn millis(millis: u64) -> Option<Duration> {
        Some(Duration::from_millis(millis))
    }

    /// What is found by a clock; each depth is told.
    fn search(
        start: &Chess,
        now: fn() -> Instant,
        limits: Limits,
        tell: impl FnMut(&Found),
    ) -> Found {
        let root = Node::new(start.clone());
        let mut searcher = Searcher::new(Arc::new(Table::new(1)));
        let task = Task {
            table: &searcher.table,
            path: &[],
            only: &[],
            reductions: &searcher.reductions,
            sight: None,
        };
        let helped = AtomicU64::new(0);
        let watch = Watch::by(now, limits, Stop::default(), &helped);
        let mut search = task.search(&mut searcher.memory, watch);
        search.deepen(&root, 1, 0, tell)
    }

    #[test]
    fn the_clock_is_looked_at_so_often_that_no_search_goes_on_beyond_its_time()
    -> Result<(), FenError> {
        for fen in STARTS {
            let start = read_fen(fen)?;
            for time in [60, 100, 500] {
                let limits = Limits {
                    time: millis(time),
                    ..Limits::default()
                };
                let found = search(&start, ticking, limits, |_| {});
                assert!(found.best().is_some(), "{fen}");
                assert!(found.nodes <= time * 128, "{} in {time} ms", found.nodes);
            }
        }
        Ok(())
    }

    #[test]
    fn no_depth_is_begun_after_enough_time() -> Result<(), FenError> {
        for fen in STARTS {
            let start = read_fen(fen)?;
            let limits = Limits {
                enough: millis(10),
                depth: Some(6),
                ..Limits::default()
            };
            let turned = |at: u32, by: u64| {
                let tell = |found: &Found| turn(if found.depth == at { by } else { 0 });
                search(&start, standing, limits, tell).depth
            };
            assert_eq!(turned(3, 10), 3, "{fen}");
            assert_eq!(turned(3, 9), 6, "{fen}");
        }
        Ok(())
    }

    #[test]
    fn where_there_is_no_time_a_search_ends_with_its_first_depth() -> Result<(), FenError> {
        let limits = Limits {
            enough: millis(0),
            time: millis(0),
            ..Limits::default()
        };
        for fen in STARTS {
            let start = read_fen(fen)?;
            let found = search(&start, standing, limits, |_| {});
            assert!(found.best().is_some(), "{fen}");
            assert!(found.depth <= 1 && found.nodes <= 5_000, "{found:?}");
        }
        Ok(())
    }
}
