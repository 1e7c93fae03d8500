//! Principal variation search to a given depth: what it leaves out, and what it looks at more deeply.

use std::time::Duration;

use shakmaty::{Move, MoveList, Position};

use super::evaluation::Evaluation;
use super::history::{Context, History, MAX_PLY, MAX_WEIGHT};
use super::limits::TimeManager;
use super::move_ordering::{MovePicker, PickedMove};
use super::node::{Node, is_tactical};
use super::score::{DRAW, INFINITE, MATE, MATE_IN_MAX_PLY, Window};
use super::see::see_ge;
use super::table::{Bound, Entry, Table};
use crate::chess::PackedMove;

/// A search under way.
pub(super) struct Search<'a> {
    pub time_manager: TimeManager<'a>,
    pub table: &'a Table,
    pub history: &'a mut History,
    /// The hashes of the positions of the game, and of the line that is looked at.
    pub path: Vec<u64>,
    /// How many of them are the game's.
    pub played: usize,
    /// What is known at each ply of the line that is looked at.
    pub stack: Vec<StackEntry>,
    /// The principal variation from each ply on.
    pub pv: Vec<Vec<Move>>,
    /// Root moves that are not searched, as the other lines of MultiPV begin with them.
    pub excluded_root_moves: Vec<Move>,
    /// The only root moves that are looked at; all of them where there are none.
    pub only: &'a [Move],
    /// Is told each root move before it is looked at.
    pub on_root_move: Option<&'a mut (dyn FnMut(RootMove) + Send)>,
    /// How many quiet moves are searched less deeply, by depth and number.
    pub reductions: &'a Reductions,
    /// The ply from which null moves are tried.
    pub null_move_from: usize,
    /// By what positions are valued.
    pub evaluation: Evaluation,
    /// The greatest ply that was reached, `seldepth` in UCI.
    pub seldepth: usize,
}

/// A ply of the line that is looked at.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct StackEntry {
    /// The static evaluation for the side to move, corrected; `None` in check.
    static_eval: Option<i32>,
    /// Whether a null move is tried there.
    is_null: bool,
    /// The move that is not searched there, to see whether it alone is good.
    excluded_move: Option<PackedMove>,
}

/// A root move that is about to be looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct RootMove {
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

/// What is known of a node before its moves are tried.
struct NodeState {
    /// As deeply as the moves are searched.
    depth: i32,
    /// What the position seems to be worth, by the table or the static evaluation.
    eval: i32,
    /// Whether the side to move stands better than two plies ago.
    improving: bool,
    /// Whether a move is expected to be too good for the other side to allow (a cut node).
    cut_node: bool,
    /// The hash move's extension.
    extension: i32,
}

/// What the moves of a position came to.
struct Best {
    score: i32,
    /// The move, where its score lies above alpha.
    best: Option<Move>,
}

/// What all threads of a search have in common.
pub(super) struct SharedSearch<'a> {
    pub table: &'a Table,
    pub path: &'a [u64],
    pub only: &'a [Move],
    pub reductions: &'a Reductions,
    pub evaluation: Evaluation,
}

impl<'a> SharedSearch<'a> {
    /// The part of one thread.
    pub fn search(&self, history: &'a mut History, time_manager: TimeManager<'a>) -> Search<'a> {
        Search {
            time_manager,
            table: self.table,
            history,
            played: self.path.len(),
            path: self.path.to_vec(),
            stack: vec![StackEntry::default(); MAX_PLY + 1],
            pv: vec![Vec::new(); MAX_PLY + 1],
            excluded_root_moves: Vec::new(),
            only: self.only,
            on_root_move: None,
            reductions: self.reductions,
            null_move_from: 0,
            evaluation: self.evaluation,
            seldepth: 0,
        }
    }
}

impl Search<'_> {
    /// The score of a position, searched so many half-moves deep, as far as it lies in the window. Means nothing once
    /// the time is over. A cut node is one where a move with a score above the window is expected.
    pub fn search(
        &mut self,
        node: &Node,
        mut window: Window,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> i32 {
        let root = ply == 0;
        self.pv[ply].clear();
        let check = node.check;
        // Check extension.
        let depth = depth + i32::from(check);
        if depth <= 0 {
            return self.quiesce(node, window, ply);
        }
        if !self.time_manager.count() {
            return DRAW;
        }
        self.seldepth = self.seldepth.max(ply);
        if ply + 1 >= MAX_PLY {
            return self.eval(node, ply);
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
        let excluded_move = self.stack[ply].excluded_move;
        let entry = self.table.get(node.hash, ply as i32);
        let known = entry.filter(|entry| excluded_move.is_none() && entry.cuts_off(window, depth));
        if let Some(entry) = known {
            return entry.score;
        }
        let raw = self.raw_eval(node, ply, entry);
        let static_eval = raw.map(|raw| self.corrected(node, raw));
        self.stack[ply].static_eval = static_eval;
        let eval = static_eval.map_or(-INFINITE, |static_eval| improved(static_eval, entry));
        // By material alone, nothing tells which positions deserve less of a look.
        let improving =
            !self.prunes_by_eval() || static_eval.is_some_and(|now| self.improving(now, ply));
        let cut_node = cut_node && self.prunes_by_eval();
        let at = Context {
            node,
            ply,
            hash_move: entry.and_then(|entry| entry.best),
        };
        if !is_pv && !check && excluded_move.is_none() && window.beta.abs() < MATE_IN_MAX_PLY {
            let beta = window.beta;
            let by_eval = self.prunes_by_eval();
            let cutoff = by_eval.then(|| reverse_futility(eval, beta, depth, improving));
            let null_move = || self.null_move(&at, beta, depth, eval, cut_node);
            if let Some(score) = cutoff.flatten().or_else(null_move) {
                return score;
            }
        }
        // Internal iterative reduction: without a hash move a shallower search finds one first.
        let unknown = at.hash_move.is_none() && depth >= 4 && excluded_move.is_none();
        let depth = depth - i32::from(unknown);
        let mut state = NodeState {
            depth,
            eval,
            improving,
            cut_node,
            extension: 0,
        };
        if let Some((mv, known)) = self.may_be_singular(ply, entry, depth) {
            match self.extension(&at, mv, known, window, &state) {
                Ok(extension) => state.extension = extension,
                Err(score) => return score,
            }
        }
        let found = self.try_moves(&at, window, &state);
        if self.time_manager.is_over() {
            // At the root, what was found before is still worth something.
            return if root { found.score } else { DRAW };
        }
        if excluded_move.is_none()
            && (!root || self.excluded_root_moves.is_empty() && self.only.is_empty())
        {
            self.store(&at, window, depth, &found, raw);
        }
        found.score
    }

    /// Stores what was found, and by how much the static evaluation was wrong.
    fn store(
        &mut self,
        at: &Context<'_>,
        window: Window,
        depth: i32,
        found: &Best,
        raw: Option<i32>,
    ) {
        let bound = if found.score >= window.beta {
            Bound::Lower
        } else if found.best.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if let Some(static_eval) = self.stack[at.ply].static_eval {
            let quiet = found.best.is_none_or(|mv| !is_tactical(mv));
            let says_more = match bound {
                Bound::Exact => true,
                Bound::Lower => found.score > static_eval,
                Bound::Upper => found.score < static_eval,
            };
            if quiet && says_more && found.score.abs() < MATE_IN_MAX_PLY && self.prunes_by_eval() {
                let error = found.score - static_eval;
                self.history.correct(at.node, depth, error);
            }
        }
        let entry = Entry {
            score: found.score,
            depth,
            bound,
            best: found.best.map(PackedMove::of),
            eval: raw,
        };
        self.table.put(at.node.hash, at.ply as i32, entry);
    }

    /// The static evaluation, as the table knows it or anew; `None` in check.
    pub(super) fn raw_eval(
        &mut self,
        node: &Node,
        ply: usize,
        entry: Option<Entry>,
    ) -> Option<i32> {
        if node.check {
            return None;
        }
        let known = entry.and_then(|entry| entry.eval);
        Some(known.unwrap_or_else(|| self.eval(node, ply)))
    }

    /// The static evaluation of a position.
    pub(super) fn eval(&mut self, node: &Node, ply: usize) -> i32 {
        let History {
            pawns,
            accumulators,
            ..
        } = &mut *self.history;
        self.evaluation.of(&node.position, ply, pawns, accumulators)
    }

    /// The static evaluation, corrected by how much it was wrong in such positions.
    pub(super) fn corrected(&self, node: &Node, raw: i32) -> i32 {
        if !self.prunes_by_eval() {
            return raw;
        }
        let most = MATE_IN_MAX_PLY - 1;
        (raw + self.history.correction(node)).clamp(-most, most)
    }

    fn improving(&self, now: i32, ply: usize) -> bool {
        let before = |plies: usize| {
            ply.checked_sub(plies)
                .and_then(|ply| self.stack[ply].static_eval)
        };
        before(2)
            .or_else(|| before(4))
            .is_none_or(|before| now > before)
    }

    /// Null move pruning: a side that stands well even after a pass stands well
    /// (<https://www.chessprogramming.org/Null_Move_Pruning>).
    fn null_move(
        &mut self,
        at: &Context<'_>,
        beta: i32,
        depth: i32,
        eval: i32,
        cut_node: bool,
    ) -> Option<i32> {
        if depth < 3
            || eval < beta
            || at.ply == 0
            || self.stack[at.ply - 1].is_null
            || at.ply < self.null_move_from
            || at.node.pieces().is_empty()
        {
            return None;
        }
        let child = at.node.after_null_move()?;
        let above = (eval - beta) / self.evaluation.of_material(200);
        // By material alone, the shallower search would take a threat for none more often.
        let least = if self.prunes_by_eval() { 4 } else { 3 };
        let reduction = least + depth / 4 + above.min(3);
        self.path.push(at.node.hash);
        self.stack[at.ply].is_null = true;
        let window = Window::null(beta - 1).negated();
        let score = -self.search(&child, window, depth - reduction, at.ply + 1, !cut_node);
        self.path.pop();
        if self.time_manager.is_over() || score < beta {
            return None;
        }
        let score = if score >= MATE_IN_MAX_PLY {
            beta
        } else {
            score
        };
        if depth < 8 && at.node.pieces().more_than_one() {
            return Some(score);
        }
        // Zugzwang: a side that would rather pass than move does not stand well. So the position is searched
        // again, with no null move for a while.
        let from = at.ply + (3 * (depth - reduction) / 4).max(1) as usize;
        let before = std::mem::replace(&mut self.null_move_from, from);
        let window = Window::null(beta - 1);
        let verified = self.search(at.node, window, depth - reduction, at.ply, false);
        self.null_move_from = before;
        (verified >= beta).then_some(score)
    }

    /// The hash move and its score, where it may be the only good one: it was found to be good about as deeply.
    fn may_be_singular(
        &self,
        ply: usize,
        entry: Option<Entry>,
        depth: i32,
    ) -> Option<(PackedMove, i32)> {
        let entry = entry?;
        let known = entry.depth >= depth - 3
            && entry.bound != Bound::Upper
            && entry.score.abs() < MATE_IN_MAX_PLY;
        let deep = depth >= 7 && ply > 0 && self.prunes_by_eval();
        let anew = self.stack[ply].excluded_move.is_none();
        Some((entry.best?, entry.score)).filter(|_| known && deep && anew)
    }

    /// Singular extension: a move is searched more deeply where all others are clearly worse. Where others are above the
    /// window, too, that is the score (multi-cut)
    /// (<https://www.chessprogramming.org/Singular_Extensions>, <https://www.chessprogramming.org/Multi-Cut>).
    fn extension(
        &mut self,
        at: &Context<'_>,
        mv: PackedMove,
        known: i32,
        window: Window,
        state: &NodeState,
    ) -> Result<i32, i32> {
        let beta = known - state.depth;
        self.stack[at.ply].excluded_move = Some(mv);
        let shallow = (state.depth - 1) / 2;
        let score = self.search(
            at.node,
            Window::null(beta - 1),
            shallow,
            at.ply,
            state.cut_node,
        );
        self.stack[at.ply].excluded_move = None;
        if self.time_manager.is_over() {
            return Ok(0);
        }
        if score < beta {
            let alone = !window.is_pv() && score < beta - 12;
            return Ok(1 + i32::from(alone));
        }
        if beta >= window.beta && !window.is_pv() {
            return Err(beta);
        }
        let expected = known >= window.beta || state.cut_node;
        Ok(-i32::from(expected))
    }

    /// Tries one move after the other, until one is too good for the other side to allow.
    fn try_moves(&mut self, at: &Context<'_>, window: Window, state: &NodeState) -> Best {
        let Window { mut alpha, beta } = window;
        let (node, ply, is_pv) = (at.node, at.ply, window.is_pv());
        let excluded_move = self.stack[ply].excluded_move;
        let mut found = Best {
            score: -INFINITE,
            best: None,
        };
        let mut tried = MoveList::new();
        let (mut number, mut quiet_tried) = (0, 0);
        let mut picker = MovePicker::new(at);
        let check_squares = node.check_squares();
        while let Some(picked) = picker.next(at, self.history) {
            let mv = picked.mv;
            if excluded_move.is_some_and(|excluded_move| excluded_move == PackedMove::of(mv))
                || ply == 0 && !self.may_begin_with(mv)
            {
                continue;
            }
            if ply == 0 {
                self.announce(mv, number, state.depth);
            }
            let quiet = !is_tactical(mv);
            let weight = if !self.prunes_by_eval() {
                0
            } else if quiet {
                self.history.quiet(at, mv)
            } else {
                self.history.capture(at, mv)
            };
            let mut move_state = MoveState {
                picked,
                number,
                weight,
                is_pv,
                gives_check: node.gives_check(mv, &check_squares),
                reduced: 0,
            };
            move_state.reduced = move_state.reduced_depth(state, self.reductions);
            let prunes = self.prunes_by_eval()
                && ply > 0
                && !node.check
                && found.score > -MATE_IN_MAX_PLY
                && node.pieces().any();
            if prunes {
                if move_state.comes_too_late(state, quiet_tried) {
                    picker.skip_quiet();
                    continue;
                }
                if move_state.is_futile(state, alpha)
                    || move_state.loses_too_much(node, state.depth)
                {
                    continue;
                }
            }
            number += 1;
            quiet_tried += i32::from(quiet);
            let child = self.child(node, mv);
            self.path.push(node.hash);
            self.stack[ply].is_null = false;
            let score = self.score_of(at, &child, Window { alpha, beta }, &move_state, state);
            self.path.pop();
            if self.time_manager.is_over() {
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
                self.history.reward(at, state.depth, mv, &tried);
                break;
            }
            tried.push(mv);
        }
        if number == 0 {
            found.score = match (excluded_move, node.check) {
                // Of the others there is none.
                (Some(_), _) => alpha,
                (None, true) => ply as i32 - MATE,
                (None, false) => DRAW,
            };
        }
        found
    }

    /// The score of a move, by principal variation search: the first one is searched with the whole window, the
    /// others with a null window and, where they are late, less deeply; what turns out better is searched again
    /// (<https://www.chessprogramming.org/Principal_Variation_Search>,
    /// <https://www.chessprogramming.org/Late_Move_Reductions>).
    fn score_of(
        &mut self,
        at: &Context<'_>,
        child: &Node,
        window: Window,
        move_state: &MoveState,
        state: &NodeState,
    ) -> i32 {
        let Window { alpha, beta } = window;
        let ply = at.ply + 1;
        let is_hash_move = at.hash_move == Some(PackedMove::of(move_state.picked.mv));
        let extension = if is_hash_move { state.extension } else { 0 };
        let depth = state.depth - 1 + extension;
        let full = window.negated();
        if move_state.number == 0 {
            return -self.search(
                child,
                full,
                depth,
                ply,
                !move_state.is_pv && !state.cut_node,
            );
        }
        let null = Window::null(alpha).negated();
        let reduced = if move_state.may_be_reduced(state.depth) && !at.node.check {
            move_state.reduced.clamp(1, depth.max(1))
        } else {
            depth
        };
        let mut score = -self.search(child, null, reduced, ply, true);
        if score > alpha && reduced < depth {
            score = -self.search(child, null, depth, ply, !state.cut_node);
        }
        if score > alpha && score < beta {
            score = -self.search(child, full, depth, ply, false);
        }
        score
    }

    /// The position after a move. What the table knows of it comes near meanwhile.
    pub(super) fn child(&self, node: &Node, mv: Move) -> Node {
        let hash = node.hash_after_moving(mv);
        self.table.prefetch(hash);
        node.after_moving(mv, hash)
    }

    /// Whether moves and positions are pruned by what a position seems to be worth.
    pub(super) fn prunes_by_eval(&self) -> bool {
        !matches!(self.evaluation, Evaluation::Material { .. })
    }

    fn may_begin_with(&self, mv: Move) -> bool {
        !self.excluded_root_moves.contains(&mv) && (self.only.is_empty() || self.only.contains(&mv))
    }

    fn announce(&mut self, mv: Move, before: usize, depth: i32) {
        if let Some(tell) = &mut self.on_root_move {
            tell(RootMove {
                mv,
                number: before + self.excluded_root_moves.len() + 1,
                depth: depth.max(0) as u32,
                elapsed: self.time_manager.elapsed(),
            });
        }
    }

    pub(super) fn update_pv(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.pv.split_at_mut(ply + 1);
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

/// What the table knows of a position is better than its static evaluation.
pub(super) fn improved(static_eval: i32, entry: Option<Entry>) -> i32 {
    match entry {
        Some(entry) => match entry.bound {
            Bound::Exact => entry.score,
            Bound::Lower => static_eval.max(entry.score),
            Bound::Upper => static_eval.min(entry.score),
        },
        None => static_eval,
    }
}

/// Reverse futility pruning: a position that stands so far above beta needs no search
/// (<https://www.chessprogramming.org/Reverse_Futility_Pruning>).
fn reverse_futility(eval: i32, beta: i32, depth: i32, improving: bool) -> Option<i32> {
    let margin = 90 * (depth - i32::from(improving)).max(0);
    (depth <= 8 && eval - margin >= beta && eval < MATE_IN_MAX_PLY).then_some((eval + beta) / 2)
}

/// What decides how deeply a move is searched: its number, history, and whether it gives check.
struct MoveState {
    picked: PickedMove,
    /// How many moves were tried before.
    number: usize,
    /// What such moves have come to, at most [`MAX_WEIGHT`].
    weight: i32,
    is_pv: bool,
    gives_check: bool,
    /// How deeply it is searched for a start, where it may be reduced.
    reduced: i32,
}

impl MoveState {
    fn is_quiet(&self) -> bool {
        !is_tactical(self.picked.mv)
    }

    /// Late move pruning: a quiet move that comes so late is not worth a search
    /// (<https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning>).
    fn comes_too_late(&self, state: &NodeState, quiet_tried: i32) -> bool {
        let most = (4 + state.depth * state.depth) / if state.improving { 1 } else { 2 };
        self.is_quiet() && !self.is_pv && state.depth <= 8 && quiet_tried > most
    }

    /// Futility pruning, by the static evaluation and by history: a quiet move in a position so far below alpha, or one
    /// that has come to nothing elsewhere, is not worth a search (<https://www.chessprogramming.org/Futility_Pruning>).
    fn is_futile(&self, state: &NodeState, alpha: i32) -> bool {
        let reduced = self.reduced;
        let far_below = reduced <= 6 && state.eval + 110 + 90 * reduced <= alpha;
        let useless = self.weight < -MAX_WEIGHT / 4 * state.depth;
        self.is_quiet() && !self.is_pv && !self.gives_check && (far_below || useless)
    }

    /// Pruning by static exchange evaluation: the move loses more on its square than so deep a search makes up for
    /// (<https://www.chessprogramming.org/Static_Exchange_Evaluation>).
    fn loses_too_much(&self, node: &Node, depth: i32) -> bool {
        let (quiet, reduced) = (self.is_quiet(), self.reduced);
        let least = if quiet {
            -100 * reduced * reduced
        } else {
            -100 * depth
        };
        depth <= 8
            && (self.picked.losing || quiet)
            && !see_ge(&node.position, self.picked.mv, least)
    }

    /// Whether the move may be searched less deeply than the first ones.
    fn may_be_reduced(&self, depth: i32) -> bool {
        let first = if self.is_pv { 3 } else { 2 };
        depth >= 3 && self.number >= first && (self.picked.losing || self.is_quiet())
    }

    /// How deeply it is searched for a start, where it may be reduced.
    fn reduced_depth(&self, state: &NodeState, reductions: &Reductions) -> i32 {
        let plies = reductions.of(state.depth, self.number)
            + i32::from(!state.improving)
            + 2 * i32::from(state.cut_node)
            - i32::from(self.is_pv)
            - 2 * i32::from(self.gives_check)
            - self.weight / (MAX_WEIGHT / 2);
        (state.depth - 1 - plies.max(0)).max(0)
    }
}
