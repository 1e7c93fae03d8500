//! Principal variation search to a given depth, with its windows, and quiescence search at the leaves.

use std::time::Duration;

use shakmaty::{Chess, Move, MoveList, Position};

use super::evaluation::Evaluation;
use super::limits::Watch;
use super::move_ordering::{
    Context, History, MAX_PLY, MovePicker, is_tactical, material_gain, see_ge,
};
use super::node::Node;
use super::score::{DRAW, INFINITE, MATE, MATE_IN_MAX_PLY, Window};
use super::table::{Bound, Entry, Packed, Table};

/// A search under way.
pub(super) struct Search<'a> {
    pub watch: Watch<'a>,
    pub table: &'a Table,
    pub history: &'a mut History,
    /// The hashes of the positions of the game, and of the line that is looked at.
    pub path: Vec<u64>,
    /// How many of them are the game's.
    pub played: usize,
    /// The best line from each half-move on.
    pub lines: Vec<Vec<Move>>,
    /// First moves that are not searched, as other lines begin with them.
    pub excluded: Vec<Move>,
    /// The only first moves that are looked at; all of them where there are none.
    pub only: &'a [Move],
    /// Is told each first move before it is looked at.
    pub first_moves: Option<&'a mut (dyn FnMut(FirstMove) + Send)>,
    /// How many quiet moves are searched less deeply, by depth and number.
    pub reductions: &'a Reductions,
    /// The ply from which null moves are tried.
    pub null_move_from: usize,
    /// By what positions are valued.
    pub evaluation: Evaluation,
    /// The greatest ply that was reached, `seldepth` in UCI.
    pub seldepth: usize,
}

/// A first move that is about to be looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct FirstMove {
    pub mv: Move,
    /// 1 for the first one that is tried.
    pub number: usize,
    /// How deeply it is looked at, in half-moves.
    pub depth: u32,
    /// How long the search has gone on.
    pub elapsed: Duration,
}

/// How much less deeply late moves are searched.
pub(super) struct Reductions([[i32; 64]; 64]);

impl Reductions {
    pub fn new() -> Self {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, plies) in row.iter_mut().enumerate().skip(1) {
                let log = |n: usize| (n as f64).ln();
                *plies = (0.8 + log(depth) * log(number) / 2.3) as i32;
            }
        }
        Self(table)
    }

    fn of(&self, depth: i32, number: usize) -> i32 {
        self.0[(depth.max(0) as usize).min(63)][number.min(63)]
    }
}

/// Reverse futility pruning: a position that stands so far above beta needs no search
/// (<https://www.chessprogramming.org/Reverse_Futility_Pruning>).
fn reverse_futility(eval: i32, beta: i32, depth: i32) -> Option<i32> {
    (depth <= 6 && eval - 75 * depth >= beta && eval < MATE_IN_MAX_PLY).then_some(eval)
}

/// What the moves of a position came to.
struct Best {
    score: i32,
    /// The move, where its score lies above alpha.
    best: Option<Move>,
}

/// A move on its turn: how late it comes, and what is known of it before it is searched.
struct Late {
    mv: Move,
    depth: i32,
    /// How many moves were tried before.
    number: usize,
    /// Whether it takes something and loses by it.
    losing: bool,
    is_pv: bool,
    gives_check: bool,
}

impl Late {
    /// Pruning by static exchange evaluation: the move loses more on its square than so deep a search makes up for
    /// (<https://www.chessprogramming.org/Static_Exchange_Evaluation>).
    fn loses_too_much(&self, position: &Chess) -> bool {
        let (depth, quiet) = (self.depth, !is_tactical(self.mv));
        let least = if quiet { -60 * depth } else { -100 * depth };
        depth <= 5 && (self.losing || quiet) && !see_ge(position, self.mv, least)
    }

    /// Late move pruning and futility pruning: a quiet move that comes so late, or in a position so far below alpha, is
    /// not worth a search (<https://www.chessprogramming.org/Futility_Pruning>).
    fn is_futile(&self, quiet_before: usize, eval: i32, alpha: i32) -> bool {
        let depth = self.depth;
        let late = depth <= 4 && quiet_before as i32 > 3 + depth * depth * 2;
        let futile = depth <= 5 && eval + 120 + 90 * depth <= alpha;
        !is_tactical(self.mv) && !self.is_pv && !self.gives_check && (late || futile)
    }

    /// Whether the move may be searched less deeply than the first ones.
    fn may_be_reduced(&self) -> bool {
        let first = if self.is_pv { 3 } else { 2 };
        self.depth >= 3 && self.number >= first && (self.losing || !is_tactical(self.mv))
    }
}

impl Search<'_> {
    /// The score of a position, looked at so many half-moves deep, as far as it lies in the window. Means
    /// nothing once the watch is over.
    pub fn search(
        &mut self,
        node: &Node,
        mut window: Window,
        depth: i32,
        ply: usize,
        last: Option<Move>,
    ) -> i32 {
        let root = ply == 0;
        self.lines[ply].clear();
        let check = node.check;
        let depth = if check { depth + 1 } else { depth };
        if depth <= 0 {
            return self.quiesce(node, window, ply, last);
        }
        if !self.watch.count() {
            return DRAW;
        }
        self.seldepth = self.seldepth.max(ply);
        if ply + 1 >= MAX_PLY {
            return self.evaluation.of(&node.position);
        }
        if !root {
            if self.is_drawn(node) {
                return DRAW;
            }
            // No mate is found here that is shorter than one that is known.
            window.alpha = window.alpha.max(ply as i32 - MATE);
            window.beta = window.beta.min(MATE - ply as i32 - 1);
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }
        let is_pv = window.is_pv();
        let entry = self.table.get(node.hash, ply as i32);
        if let Some(entry) = entry.filter(|entry| entry.cuts_off(window, depth)) {
            return entry.score;
        }
        let context = Context {
            node,
            ply,
            check,
            last,
            hash_move: entry.and_then(|entry| entry.best),
        };
        let static_eval = if check {
            -INFINITE
        } else {
            self.evaluation.of(&node.position)
        };
        // What the table knows of a position is better than its static evaluation.
        let eval = match entry {
            Some(entry) if !check => match entry.bound {
                Bound::Exact => entry.score,
                Bound::Lower => static_eval.max(entry.score),
                Bound::Upper => static_eval.min(entry.score),
            },
            _ => static_eval,
        };
        if !is_pv && !check && window.beta.abs() < MATE_IN_MAX_PLY {
            let beta = window.beta;
            let by_eval = self.prunes_by_eval().then(|| {
                reverse_futility(eval, beta, depth)
                    .or_else(|| self.razoring(&context, beta, depth, eval))
            });
            let cutoff = by_eval
                .flatten()
                .or_else(|| self.null_move(&context, beta, depth, eval));
            if let Some(score) = cutoff {
                return score;
            }
        }
        // Internal iterative reduction: without a hash move a shallower search finds one first.
        let unknown = context.hash_move.is_none() && depth >= 4;
        let depth = depth - i32::from(unknown);
        self.search_moves(&context, window, depth, eval)
    }

    /// Razoring: a position far below beta is left to quiescence search, where that agrees
    /// (<https://www.chessprogramming.org/Razoring>).
    fn razoring(&mut self, at: &Context<'_>, beta: i32, depth: i32, eval: i32) -> Option<i32> {
        if depth > 2 || eval + 250 * depth >= beta {
            return None;
        }
        let score = self.quiesce(at.node, Window::null(beta - 1), at.ply, at.last);
        (score < beta).then_some(score)
    }

    /// Null move pruning: a side that stands well even after a pass stands well
    /// (<https://www.chessprogramming.org/Null_Move_Pruning>).
    fn null_move(&mut self, at: &Context<'_>, beta: i32, depth: i32, eval: i32) -> Option<i32> {
        if depth < 3
            || eval < beta
            || at.last.is_none()
            || at.ply < self.null_move_from
            || at.node.pieces() == 0
        {
            return None;
        }
        let child = at.node.after_null_move()?;
        let reduction = 3 + depth / 4 + ((eval - beta) / 200).min(3);
        self.path.push(at.node.hash);
        let window = Window::null(beta - 1).negated();
        let score = -self.search(&child, window, depth - reduction, at.ply + 1, None);
        self.path.pop();
        if self.watch.is_over() || score < beta {
            return None;
        }
        let score = if score >= MATE_IN_MAX_PLY {
            beta
        } else {
            score
        };
        if depth < 8 && at.node.pieces() > 1 {
            return Some(score);
        }
        // Zugzwang: a side that would rather pass than move does not stand well. So the position is searched
        // again, with no null move for a while.
        let from = at.ply + (3 * (depth - reduction) / 4).max(1) as usize;
        let before = std::mem::replace(&mut self.null_move_from, from);
        let window = Window::null(beta - 1);
        let verified = self.search(at.node, window, depth - reduction, at.ply, at.last);
        self.null_move_from = before;
        (verified >= beta).then_some(score)
    }

    /// Searches the moves of a position, the most promising first.
    fn search_moves(&mut self, at: &Context<'_>, window: Window, depth: i32, eval: i32) -> i32 {
        let (node, ply, check) = (at.node, at.ply, at.check);
        let mut moves = node.position.legal_moves();
        if moves.is_empty() {
            return if check { ply as i32 - MATE } else { DRAW };
        }
        let found = self.try_moves(at, &mut moves, window, depth, eval);
        if self.watch.is_over() {
            // At the root, what was found before is still worth something.
            return if ply == 0 { found.score } else { DRAW };
        }
        if ply > 0 || self.excluded.is_empty() && self.only.is_empty() {
            let bound = if found.score >= window.beta {
                Bound::Lower
            } else if found.best.is_some() {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let entry = Entry {
                score: found.score,
                depth,
                bound,
                best: found.best.map(Packed::of),
            };
            self.table.put(node.hash, ply as i32, entry);
        }
        found.score
    }

    /// Tries one move after the other, until one is too good for the other side to allow.
    fn try_moves(
        &mut self,
        at: &Context<'_>,
        moves: &mut MoveList,
        window: Window,
        depth: i32,
        eval: i32,
    ) -> Best {
        let Window { mut alpha, beta } = window;
        let (node, ply, check) = (at.node, at.ply, at.check);
        let mut found = Best {
            score: -INFINITE,
            best: None,
        };
        let mut tried_quiet: Vec<Move> = Vec::new();
        let mut number = 0;
        for (mv, losing) in MovePicker::new(moves, at, self.history) {
            if ply == 0 && !self.may_begin_with(mv) {
                continue;
            }
            if ply == 0 {
                self.announce(mv, number, depth);
            }
            let quiet = !is_tactical(mv);
            let mut late = Late {
                mv,
                depth,
                number,
                losing,
                is_pv: window.is_pv(),
                gives_check: false,
            };
            number += 1;
            let prunes =
                self.prunes_by_eval() && ply > 0 && found.score > -MATE_IN_MAX_PLY && !check;
            if prunes && late.loses_too_much(&node.position) {
                continue;
            }
            let child = node.after(mv);
            late.gives_check = child.check;
            if prunes && late.is_futile(tried_quiet.len(), eval, alpha) {
                continue;
            }
            self.path.push(node.hash);
            let score = self.score_of(at, &child, Window { alpha, beta }, &late);
            self.path.pop();
            if self.watch.is_over() {
                return found;
            }
            if score > found.score {
                found.score = score;
                if score > alpha {
                    alpha = score;
                    found.best = Some(mv);
                    self.update_pv(ply, mv);
                }
            }
            if alpha >= beta {
                if quiet {
                    self.history.reward(at, depth, mv, &tried_quiet);
                }
                break;
            }
            if quiet {
                tried_quiet.push(mv);
            }
        }
        found
    }

    /// The score of a move, by principal variation search: the first one is searched with the whole window, the
    /// others with a null window and, where they are late, less deeply; what turns out better is searched again
    /// (<https://www.chessprogramming.org/Principal_Variation_Search>,
    /// <https://www.chessprogramming.org/Late_Move_Reductions>).
    fn score_of(&mut self, at: &Context<'_>, child: &Node, window: Window, late: &Late) -> i32 {
        let Window { alpha, beta } = window;
        let (depth, ply, last) = (late.depth, at.ply + 1, Some(late.mv));
        let full = window.negated();
        if late.number == 0 {
            return -self.search(child, full, depth - 1, ply, last);
        }
        let turn = at.node.position.turn();
        let reduction = match late.may_be_reduced() {
            true => {
                let quiet = !is_tactical(late.mv);
                let history = if quiet {
                    self.history.of(turn, late.mv) / 6_000
                } else {
                    0
                };
                let exceptions =
                    i32::from(late.is_pv) + i32::from(late.gives_check) + i32::from(at.check);
                let table = self.reductions.of(depth, late.number);
                (table - exceptions - history).clamp(0, depth - 2)
            }
            false => 0,
        };
        let null = Window::null(alpha).negated();
        let mut score = -self.search(child, null, depth - 1 - reduction, ply, last);
        if score > alpha && reduction > 0 {
            score = -self.search(child, null, depth - 1, ply, last);
        }
        if score > alpha && score < beta {
            score = -self.search(child, full, depth - 1, ply, last);
        }
        score
    }

    /// Whether moves and positions are pruned by what a position seems to be worth.
    fn prunes_by_eval(&self) -> bool {
        self.evaluation == Evaluation::Positional
    }

    fn may_begin_with(&self, mv: Move) -> bool {
        !self.excluded.contains(&mv) && (self.only.is_empty() || self.only.contains(&mv))
    }

    fn announce(&mut self, mv: Move, before: usize, depth: i32) {
        if let Some(tell) = &mut self.first_moves {
            tell(FirstMove {
                mv,
                number: before + self.excluded.len() + 1,
                depth: depth.max(0) as u32,
                elapsed: self.watch.elapsed(),
            });
        }
    }

    pub(super) fn update_pv(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        if let Some(rest) = after.first() {
            line.extend_from_slice(rest);
        }
    }

    /// Whether the game is drawn: by repetition, the fifty moves, or for want of pieces. A position that
    /// has been in the line already counts as a draw; one of the game, if it was there twice.
    pub(super) fn is_drawn(&self, node: &Node) -> bool {
        let halfmoves = node.position.halfmoves();
        if halfmoves >= 100 {
            return !node.position.is_checkmate();
        }
        if node.position.is_insufficient_material() {
            return true;
        }
        let since = self.path.len().saturating_sub(halfmoves as usize);
        let mut before = self.path[since..]
            .iter()
            .enumerate()
            .rev()
            .skip(1)
            .step_by(2);
        let mut in_game = 0;
        before.any(|(index, hash)| {
            if *hash != node.hash {
                return false;
            }
            if since + index < self.played {
                in_game += 1;
                return in_game == 2;
            }
            true
        })
    }
}

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
        self.seldepth = self.seldepth.max(ply);
        if self.is_drawn(node) {
            return DRAW;
        }
        let check = node.check;
        if ply + 1 >= MAX_PLY {
            return self.evaluation.of(&node.position);
        }
        let entry = self.table.get(node.hash, ply as i32);
        if let Some(entry) = entry.filter(|entry| entry.cuts_off(window, 0)) {
            return entry.score;
        }
        let mut best = ply as i32 - MATE;
        let mut static_eval = best;
        if !check {
            static_eval = self.evaluation.of(&node.position);
            best = static_eval;
            // With pieces, a side is hardly ever stalemated, and its moves need not be known.
            if best >= beta && node.pieces() > 0 {
                return best;
            }
        }
        let mut moves = node.position.legal_moves();
        if moves.is_empty() {
            return if check { best } else { DRAW };
        }
        if !check {
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
            moves.retain(|mv| is_tactical(*mv));
        }
        let at = Context {
            node,
            ply,
            check,
            last,
            hash_move: entry.and_then(|entry| entry.best),
        };
        let mut best_move = None;
        for (mv, losing) in MovePicker::new(&mut moves, &at, self.history) {
            if !check {
                // What loses, or could not help even if it won all that it takes.
                if losing {
                    continue;
                }
                if static_eval + material_gain(mv) + MARGIN <= alpha && mv.promotion().is_none() {
                    best = best.max(static_eval + material_gain(mv) + MARGIN);
                    continue;
                }
            }
            self.path.push(node.hash);
            let child = node.after(mv);
            let score = -self.quiesce(&child, Window { alpha, beta }.negated(), ply + 1, Some(mv));
            self.path.pop();
            if self.watch.is_over() {
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
            best: best_move.map(Packed::of),
        };
        self.table.put(node.hash, ply as i32, entry);
        best
    }
}
