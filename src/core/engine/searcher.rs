//! The searcher: what it remembers, how it deepens step by step, how several of its threads search together,
//! and what it reports.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::thread;
use std::time::{Duration, Instant};

use shakmaty::{Chess, Move, Position};

use super::evaluation::Evaluation;
use super::history::{History, MAX_PLY};
use super::human::Person;
use super::limits::{Limits, Stop, TimeManager};
use super::node::Node;
use super::score::{INFINITE, MATE, MATE_IN_MAX_PLY, Score, Window};
use super::search::{Reductions, RootMove, Search, SharedSearch};
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
    pub seldepth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// For how long.
    pub elapsed: Duration,
}

impl Found {
    /// The best move; `None` where there is none to be played.
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }
}

/// More threads are of no use.
const MOST_THREADS: usize = 64;

/// Searches positions for what is best. What it has seen helps in the next search.
pub struct Searcher {
    table: Arc<Table>,
    history: History,
    /// Those of the helpers.
    others: Vec<History>,
    reductions: Reductions,
    evaluation: Evaluation,
    /// The player who chooses in its place, as people of a rating do.
    person: Option<Person>,
    /// What time it is.
    now: fn() -> Instant,
}

impl Searcher {
    /// A searcher that remembers in this table.
    pub fn new(table: Arc<Table>) -> Self {
        Self {
            table,
            history: History::new(),
            others: Vec::new(),
            reductions: Reductions::new(),
            evaluation: Evaluation::Network,
            person: None,
            now: Instant::now,
        }
    }

    /// The same, by this clock, so that time goes by as a test wants it to.
    pub fn by_clock(mut self, now: fn() -> Instant) -> Self {
        self.now = now;
        self
    }

    /// From now on searches in so many threads. Only in a single one do the same nodes give the same move.
    pub fn set_threads(&mut self, threads: usize) {
        let helpers = threads.clamp(1, MOST_THREADS) - 1;
        self.others.resize_with(helpers, History::new);
    }

    /// From now on plays as people of a rating do, otherwise with each seed; or as well as it can.
    pub fn set_strength(&mut self, rating: Option<(u32, u64)>) {
        self.forget();
        self.person = rating.map(|(rating, seed)| Person::new(rating, seed));
    }

    /// From now on values positions by this.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        // What was seen had another value.
        self.forget();
        self.evaluation = evaluation;
    }

    /// Forgets all that it has seen.
    pub fn forget(&mut self) {
        self.table.clear();
        self.history = History::new();
        self.others.fill_with(History::new);
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

    /// The same, where the lines begin with one of these moves if any of them is legal. Each root move is told,
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
        on_root_move: &mut (dyn FnMut(RootMove) + Send),
    ) -> Found {
        let Some((position, before)) = game.split_last() else {
            return Found::default();
        };
        let legal = position.legal_moves();
        // Each once, however often it was told.
        let asked = legal.iter().copied().filter(|mv| only.contains(mv));
        let mut moves: Vec<Move> = asked.collect();
        let only = moves.clone();
        if moves.is_empty() {
            moves.extend(legal);
        }
        let Some(any) = moves.first() else {
            return Found::default();
        };
        if let Some(person) = &mut self.person {
            return person
                .choose(game, &moves)
                .map_or_else(Found::default, |chosen| Found {
                    lines: vec![Line::new(chosen.score, vec![chosen.mv])],
                    depth: 1,
                    ..Found::default()
                });
        }
        let count = count.clamp(1, moves.len());
        self.table.new_search();
        let path: Vec<u64> = before
            .iter()
            .map(|position| Node::new(position.clone()).hash)
            .collect();
        let root = Node::new(position.clone());
        let shared = SharedSearch {
            table: &self.table,
            path: &path,
            only: &only,
            reductions: &self.reductions,
            evaluation: self.evaluation,
        };
        let counted = AtomicU64::new(0);
        let mut found = thread::scope(|scope| {
            let ended = Ended::default();
            for (number, history) in self.others.iter_mut().enumerate() {
                history.forget_killers();
                let time_manager = TimeManager::helping(limits, ended.0.clone(), &counted);
                let (mut search, root) = (shared.search(history, time_manager), &root);
                // Every other one is a depth ahead.
                let ahead = (number as u32 + 1) % 2;
                let help = move || {
                    search.deepen(root, count, ahead, |_| {});
                };
                let named = thread::Builder::new().name("helper".to_owned());
                // Where there can be no more threads it is done with fewer.
                named.spawn_scoped(scope, help).ok();
            }
            self.history.forget_killers();
            let time_manager = TimeManager::new(self.now, limits, stop, &counted);
            let mut search = shared.search(&mut self.history, time_manager);
            search.on_root_move = Some(on_root_move);
            search.deepen(&root, count, 0, tell)
        });
        if found.lines.is_empty() {
            // There was no time for anything: any move is better than none.
            found.lines.push(Line::new(Score::default(), vec![*any]));
        }
        found
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

// Iterative deepening: a search to each depth after the other, each helped by the one before, for one line or
// several.

impl Search<'_> {
    /// The best `count` lines, looked for deeper and deeper from after this depth on, until the time is over.
    /// What is found to each depth is told.
    pub fn deepen(
        &mut self,
        root: &Node,
        count: usize,
        mut depth: u32,
        mut tell: impl FnMut(&Found),
    ) -> Found {
        let mut found = Found::default();
        while (depth as usize) < MAX_PLY - 1 && (depth == 0 || self.time_manager.goes_deeper(depth))
        {
            depth += 1;
            let mut lines: Vec<Line> = Vec::new();
            self.excluded_root_moves.clear();
            for number in 0..count {
                let expected = found.lines.get(number).map(|line| line.score.value());
                let Some(line) = self.line(root, depth as i32, expected) else {
                    break;
                };
                self.excluded_root_moves.extend(line.moves.first());
                lines.push(line);
            }
            // Of a depth that was cut short only what is sure is taken over.
            let whole = lines.len() == count;
            if whole || found.lines.len() <= lines.len() {
                lines.sort_by_key(|line| Reverse(line.score.value()));
                found.lines = lines;
            } else if let Some(best) = lines.into_iter().next() {
                let first = best.moves.first().copied();
                found
                    .lines
                    .retain(|line| line.moves.first().copied() != first);
                // At this depth, none of the others is better.
                for line in &mut found.lines {
                    if line.score.value() > best.score.value() {
                        line.score = best.score;
                    }
                }
                found.lines.insert(0, best);
                found.lines.truncate(count);
            }
            found.nodes = self.time_manager.nodes();
            found.elapsed = self.time_manager.elapsed();
            found.seldepth = self.seldepth as u32;
            if !whole || self.time_manager.is_over() {
                break;
            }
            found.depth = depth;
            self.time_manager.has_found();
            tell(&found);
            let best = found.lines.first().map(|line| line.score);
            if best.is_some_and(|score| self.time_manager.wants_no_better(score)) {
                break;
            }
            let near = |line: &Line| MATE - line.score.value().abs() <= depth as i32;
            if self.time_manager.ends_by_itself() && found.lines.iter().all(near) {
                break;
            }
        }
        found
    }

    /// The best line to a depth, besides those that are left out. `None` where time was up before any was
    /// known.
    fn line(&mut self, root: &Node, depth: i32, expected: Option<i32>) -> Option<Line> {
        let (mut below, mut above) = (15, 15);
        loop {
            let window = match expected {
                Some(value) if depth >= 5 && value.abs() < MATE_IN_MAX_PLY => Window {
                    alpha: (value - below).max(-INFINITE),
                    beta: (value + above).min(INFINITE),
                },
                _ => Window {
                    alpha: -INFINITE,
                    beta: INFINITE,
                },
            };
            let value = self.search(root, window, depth, 0, false);
            let over = self.time_manager.is_over();
            let moves = self.pv[0].clone();
            if over {
                return (!moves.is_empty() && value > window.alpha)
                    .then(|| Line::new(Score::of(value), moves));
            }
            if value <= window.alpha {
                below = if below > 300 { INFINITE * 2 } else { below * 3 };
            } else if value >= window.beta {
                above = if above > 300 { INFINITE * 2 } else { above * 3 };
            } else {
                return Some(Line::new(Score::of(value), moves));
            }
        }
    }
}
