//! Iterative deepening: a search to each depth after the other, each helped by the one before, for one line or
//! several.

use std::cmp::Reverse;

use super::node::Node;
use super::ordering::MOST_DEPTH;
use super::score::{INFINITE, MATE, MATED_WITHIN, Score};
use super::search::Search;
use super::searcher::{Found, Line};
use super::window::Window;

impl Search<'_> {
    /// The best `count` lines, looked for deeper and deeper from after this depth on, until the watch is over.
    /// What is found to each depth is told.
    pub fn deepen(
        &mut self,
        root: &Node,
        count: usize,
        mut depth: u32,
        mut tell: impl FnMut(&Found),
    ) -> Found {
        let mut found = Found::default();
        while (depth as usize) < MOST_DEPTH - 1 && (depth == 0 || self.watch.goes_deeper(depth)) {
            depth += 1;
            let mut lines: Vec<Line> = Vec::new();
            self.left_out.clear();
            for number in 0..count {
                let expected = found.lines.get(number).map(|line| line.score.value());
                let Some(line) = self.line(root, depth as i32, expected) else {
                    break;
                };
                self.left_out.extend(line.moves.first());
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
                found.lines.insert(0, best);
                found.lines.truncate(count);
            }
            found.nodes = self.watch.nodes();
            found.elapsed = self.watch.elapsed();
            found.deepest = self.deepest as u32;
            if !whole || self.watch.is_over() {
                break;
            }
            found.depth = depth;
            self.watch.has_found();
            tell(&found);
            let best = found.lines.first().map(|line| line.score);
            if best.is_some_and(|score| self.watch.wants_no_better(score)) {
                break;
            }
            let near = |line: &Line| MATE - line.score.value().abs() <= depth as i32;
            if self.watch.ends_by_itself() && found.lines.iter().all(near) {
                break;
            }
        }
        found
    }

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
