//! Quiescence search: a position is only judged when nothing can be taken any more that is worth it.

use shakmaty::{Move, Position};

use super::evaluation::evaluate;
use super::exchange::gain;
use super::node::{Node, is_noisy};
use super::ordering::{At, MOST_DEPTH, Ordered};
use super::score::{DRAW, MATE};
use super::search::Search;
use super::table::{Bound, Entry, Packed};
use super::window::Window;

/// What a capture may bring beyond what it takes.
const MARGIN: i32 = 180;

impl Search<'_> {
    /// Looks at captures, and at all moves out of check, until it is quiet.
    pub(super) fn quiesce(
        &mut self,
        node: &Node,
        window: Window,
        ply: usize,
        last: Option<Move>,
    ) -> i32 {
        let Window { mut alpha, beta } = window;
        self.lines[ply].clear();
        if !self.watch.count() {
            return DRAW;
        }
        self.deepest = self.deepest.max(ply);
        if self.is_drawn(node) {
            return DRAW;
        }
        let check = node.is_check();
        if ply + 1 >= MOST_DEPTH {
            return evaluate(&node.position);
        }
        let known = self.table.get(node.hash, ply as i32);
        if let Some(known) = known.filter(|_| !window.is_wide()) {
            if known.settles(window) {
                return known.score;
            }
        }
        let mut best = ply as i32 - MATE;
        let mut moves = node.position.legal_moves();
        if moves.is_empty() {
            return if check { best } else { DRAW };
        }
        let still = if check {
            best
        } else {
            evaluate(&node.position)
        };
        if !check {
            best = still;
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
            moves.retain(|mv| is_noisy(*mv));
        }
        let at = At {
            node,
            ply,
            last,
            best: known.and_then(|known| known.best),
        };
        let mut best_move = None;
        for (mv, losing) in Ordered::new(moves, &at, self.memory) {
            if !check {
                // What loses, or could not help even if it won all that it takes.
                if losing || self.overlooks(&at, mv) {
                    continue;
                }
                if still + gain(mv) + MARGIN <= alpha && mv.promotion().is_none() {
                    best = best.max(still + gain(mv) + MARGIN);
                    continue;
                }
            }
            self.path.push(node.hash);
            let child = node.after(mv);
            let score = -self.quiesce(&child, Window { alpha, beta }.turned(), ply + 1, Some(mv));
            self.path.pop();
            if self.watch.is_over() {
                return DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.keep_line(ply, mv);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        let bound = if best >= beta {
            Bound::Lower
        } else {
            Bound::Upper
        };
        let entry = Entry {
            score: best,
            depth: 0,
            bound,
            best: best_move.map(Packed::of),
        };
        self.table.put(node.hash, ply as i32, entry);
        best
    }
}
