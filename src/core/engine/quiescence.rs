//! Quiescence search: captures, and all moves out of check, until a position is quiet
//! (<https://www.chessprogramming.org/Quiescence_Search>).

use shakmaty::Position;

use super::history::{Context, MAX_PLY};
use super::move_ordering::MovePicker;
use super::node::Node;
use super::score::{DRAW, MATE, Window};
use super::search::{Search, improved};
use super::see::material_gain;
use super::table::{Bound, Entry};
use crate::chess::PackedMove;

/// What a capture may bring beyond what it takes, in hundredths of a pawn.
const MARGIN: i32 = 180;

impl Search<'_> {
    /// The score of a position when captures and promotions alone are looked at, and all moves out of check.
    pub(super) fn quiesce(&mut self, node: &Node, window: Window, ply: usize) -> i32 {
        let Window { mut alpha, beta } = window;
        self.pv[ply].clear();
        if !self.time_manager.count() {
            return DRAW;
        }
        self.seldepth = self.seldepth.max(ply);
        if self.is_drawn(node) {
            return DRAW;
        }
        if ply + 1 >= MAX_PLY {
            return self.eval(node, ply);
        }
        let entry = self.table.get(node.hash, ply as i32);
        if let Some(entry) = entry.filter(|entry| entry.cuts_off(window, 0)) {
            return entry.score;
        }
        // With pieces, a side is hardly ever stalemated, and its moves need not be known.
        if !node.check && node.pieces().is_empty() && node.position.legal_moves().is_empty() {
            return DRAW;
        }
        let raw = self.raw_eval(node, ply, entry);
        let stand_pat = raw.map(|raw| improved(self.corrected(node, raw), entry));
        let mut best = stand_pat.unwrap_or(ply as i32 - MATE);
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let at = Context {
            node,
            ply,
            hash_move: entry.and_then(|entry| entry.best),
        };
        let mut best_move = None;
        let mut picker = MovePicker::tactical(&at);
        while let Some(picked) = picker.next(&at, self.history) {
            let mv = picked.mv;
            if let Some(stand_pat) = stand_pat {
                // Delta pruning: what could not help even if it won all that it takes.
                let most = stand_pat + self.evaluation.of_material(material_gain(mv) + MARGIN);
                if most <= alpha && mv.promotion().is_none() {
                    best = best.max(most);
                    continue;
                }
            }
            self.path.push(node.hash);
            let child = self.child(node, mv);
            let score = -self.quiesce(&child, Window { alpha, beta }.negated(), ply + 1);
            self.path.pop();
            if self.time_manager.is_over() {
                return DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.update_pv(ply, mv);
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
            best: best_move.map(PackedMove::of),
            eval: raw,
        };
        self.table.put(node.hash, ply as i32, entry);
        best
    }
}
