//! The searcher: iterative deepening over principal variation search, for one line or several.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Chess, Move, Position};

use super::level::Level;
use super::limits::{Limits, Stop, Watch};
use super::node::Node;
use super::ordering::{MOST_DEPTH, Memory};
use super::score::{INFINITE, MATED_WITHIN, Score};
use super::search::{Reductions, Search};
use super::sight::Sight;
use super::table::Table;
use super::window::Window;

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

/// Searches positions for what is best. What it has seen helps in the next search.
pub struct Searcher {
    table: Arc<Table>,
    memory: Memory,
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
            reductions: Reductions::new(),
            sight: None,
        }
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
    }

    /// Looks for the best `count` lines from the last of these positions, which a game has gone through.
    /// What is found to each depth is told.
    pub fn search(
        &mut self,
        game: &[Chess],
        count: usize,
        limits: Limits,
        stop: Stop,
        mut tell: impl FnMut(&Found),
    ) -> Found {
        let mut found = Found::default();
        let Some((position, before)) = game.split_last() else {
            return found;
        };
        let count = count.clamp(1, position.legal_moves().len().max(1));
        if position.legal_moves().is_empty() {
            return found;
        }
        self.table.begin();
        self.memory.fade();
        let path: Vec<u64> = before
            .iter()
            .map(|position| Node::new(position.clone()).hash)
            .collect();
        let root = Node::new(position.clone());
        let mut search = Search {
            watch: Watch::new(limits, stop),
            table: &self.table,
            memory: &mut self.memory,
            played: path.len(),
            path,
            lines: vec![Vec::new(); MOST_DEPTH + 1],
            left_out: Vec::new(),
            reductions: &self.reductions,
            passes_from: 0,
            sight: self.sight,
            deepest: 0,
        };
        let mut depth = 0;
        while (depth as usize) < MOST_DEPTH - 1 && (depth == 0 || search.watch.goes_deeper(depth)) {
            depth += 1;
            let mut lines: Vec<Line> = Vec::new();
            search.left_out.clear();
            for number in 0..count {
                let expected = found.lines.get(number).map(|line| line.score.value());
                let Some(line) = search.line(&root, depth as i32, expected) else {
                    break;
                };
                search.left_out.extend(line.moves.first());
                lines.push(line);
            }
            // Of a depth that was cut short only what is sure is taken over.
            let whole = lines.len() == count;
            if whole || found.lines.len() <= lines.len() {
                lines.sort_by_key(|line| std::cmp::Reverse(line.score.value()));
                found.lines = lines;
            } else if let Some(best) = lines.into_iter().next() {
                let first = best.moves.first().copied();
                found
                    .lines
                    .retain(|line| line.moves.first().copied() != first);
                found.lines.insert(0, best);
                found.lines.truncate(count);
            }
            found.nodes = search.watch.nodes;
            found.elapsed = search.watch.elapsed();
            found.deepest = search.deepest as u32;
            if !whole || search.watch.is_over() {
                break;
            }
            found.depth = depth;
            tell(&found);
            let mates = |line: &Line| line.score.value().abs() >= MATED_WITHIN;
            let near =
                |line: &Line| (super::score::MATE - line.score.value().abs()) <= depth as i32;
            if limits_only_time(&limits) && found.lines.iter().all(|line| mates(line) && near(line))
            {
                break;
            }
        }
        if found.lines.is_empty() {
            // There was no time for anything: any move is better than none.
            let moves: Vec<Move> = position.legal_moves().into_iter().take(1).collect();
            found.lines.push(Line::new(Score::default(), moves));
        }
        found
    }
}

/// Whether nobody has asked to go on whatever is found.
fn limits_only_time(limits: &Limits) -> bool {
    limits.time.is_some() || limits.nodes.is_some()
}

impl Search<'_> {
    /// The best line to a depth, besides those that are left out. `None` where time was up before any was
    /// known.
    fn line(&mut self, root: &Node, depth: i32, expected: Option<i32>) -> Option<Line> {
        let (mut below, mut above) = (25, 25);
        loop {
            let window = match expected {
                Some(value) if depth >= 5 && value.abs() < MATED_WITHIN => Window {
                    alpha: (value - below).max(-INFINITE),
                    beta: (value + above).min(INFINITE),
                },
                _ => Window {
                    alpha: -INFINITE,
                    beta: INFINITE,
                },
            };
            let value = self.search(root, window, depth, 0, None);
            let over = self.watch.is_over();
            let moves = self.lines[0].clone();
            if over {
                return (!moves.is_empty() && value > window.alpha)
                    .then(|| Line::new(Score::of(value), moves));
            }
            if value <= window.alpha {
                below = if below > 400 { INFINITE * 2 } else { below * 3 };
            } else if value >= window.beta {
                above = if above > 400 { INFINITE * 2 } else { above * 3 };
            } else {
                return Some(Line::new(Score::of(value), moves));
            }
        }
    }
}
