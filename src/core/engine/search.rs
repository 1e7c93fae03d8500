//! Principal variation search to a given depth, with its nodes, its windows, and quiescence search at the
//! leaves.

use std::time::Duration;

use shakmaty::zobrist::{Zobrist64, ZobristHash};
use shakmaty::{Chess, EnPassantMode, Move, Position, Role};

use super::evaluation::evaluate;
use super::limits::{Stop, Watch};
use super::move_ordering::{At, MOST_DEPTH, Memory, Ordered, gain, wins};
use super::player::Sight;
use super::score::{DRAW, INFINITE, MATE, MATED_WITHIN};
use super::table::{Bound, Entry, Packed, Table};

/// A search under way.
pub(super) struct Search<'a> {
    pub watch: Watch<'a>,
    pub table: &'a Table,
    pub memory: &'a mut Memory,
    /// The hashes of the positions of the game, and of the line that is looked at.
    pub path: Vec<u64>,
    /// How many of them are the game's.
    pub played: usize,
    /// The best line from each half-move on.
    pub lines: Vec<Vec<Move>>,
    /// First moves that are not looked at, as other lines begin with them.
    pub left_out: Vec<Move>,
    /// The only first moves that are looked at; all of them where there are none.
    pub only: &'a [Move],
    /// Is told each first move before it is looked at.
    pub first_moves: Option<&'a mut (dyn FnMut(FirstMove) + Send)>,
    /// How many quiet moves are searched less deeply, by depth and number.
    pub reductions: &'a Reductions,
    /// Passing is not tried nearer to the root.
    pub passes_from: usize,
    /// What is overlooked, where somebody is not to see everything.
    pub sight: Option<Sight>,
    /// The greatest depth that was reached.
    pub deepest: usize,
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
        let check = node.is_check();
        let depth = if check { depth + 1 } else { depth };
        if depth <= 0 {
            return self.quiesce(node, window, ply, last);
        }
        if !self.watch.count() {
            return DRAW;
        }
        self.deepest = self.deepest.max(ply);
        if ply + 1 >= MOST_DEPTH {
            return evaluate(&node.position);
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
        let wide = window.is_wide();
        let known = self.table.get(node.hash, ply as i32);
        if let Some(known) = known.filter(|known| !wide && known.depth >= depth) {
            if known.settles(window) {
                return known.score;
            }
        }
        let at = At {
            node,
            ply,
            last,
            best: known.and_then(|known| known.best),
        };
        let mut depth = depth;
        let still = if check {
            -INFINITE
        } else {
            evaluate(&node.position)
        };
        // What the table knows is better than what it looks like.
        let looks = match known {
            Some(known) if !check => match known.bound {
                Bound::Exact => known.score,
                Bound::Lower => still.max(known.score),
                Bound::Upper => still.min(known.score),
            },
            _ => still,
        };
        if !wide && !check && window.beta.abs() < MATED_WITHIN {
            if let Some(score) = self.cut_early(&at, window.beta, depth, looks) {
                return score;
            }
        }
        if at.best.is_none() && depth >= 4 {
            depth -= 1;
        }
        self.search_moves(&at, window, depth, check, looks)
    }

    /// Where one side is so far ahead that a whole search is not worth it.
    fn cut_early(&mut self, at: &At<'_>, beta: i32, depth: i32, looks: i32) -> Option<i32> {
        if depth <= 6 && looks - 75 * depth >= beta && looks < MATED_WITHIN {
            return Some(looks);
        }
        if depth <= 2 && looks + 250 * depth < beta {
            let score = self.quiesce(at.node, Window::null(beta - 1), at.ply, at.last);
            if score < beta {
                return Some(score);
            }
        }
        // Null move: who stands well even after a pass stands well.
        if depth >= 3
            && looks >= beta
            && at.last.is_some()
            && at.ply >= self.passes_from
            && at.node.pieces() > 0
        {
            let passed = at.node.passed()?;
            let less = 3 + depth / 4 + ((looks - beta) / 200).min(3);
            self.path.push(at.node.hash);
            let window = Window::null(beta - 1).turned();
            let score = -self.search(&passed, window, depth - less, at.ply + 1, None);
            self.path.pop();
            if self.watch.is_over() || score < beta {
                return None;
            }
            let score = if score >= MATED_WITHIN { beta } else { score };
            if depth < 8 && at.node.pieces() > 1 {
                return Some(score);
            }
            // Zugzwang: whoever would rather pass than move does not stand well. So it is looked at
            // again, without passing for a while.
            let from = at.ply + (3 * (depth - less) / 4).max(1) as usize;
            let passed_from = std::mem::replace(&mut self.passes_from, from);
            let window = Window::null(beta - 1);
            let sure = self.search(at.node, window, depth - less, at.ply, at.last);
            self.passes_from = passed_from;
            return (sure >= beta).then_some(score);
        }
        None
    }

    fn search_moves(
        &mut self,
        at: &At<'_>,
        window: Window,
        depth: i32,
        check: bool,
        looks: i32,
    ) -> i32 {
        let Window { mut alpha, beta } = window;
        let (node, ply, wide) = (at.node, at.ply, window.is_wide());
        let turn = node.position.turn();
        let moves = Ordered::new(node.position.legal_moves(), at, self.memory);
        if moves.len() == 0 {
            return if check { ply as i32 - MATE } else { DRAW };
        }
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut tried_quiet: Vec<Move> = Vec::new();
        let mut number = 0;
        for (mv, losing) in moves {
            if ply == 0 && !self.may_begin_with(mv) || !check && self.overlooks(at, mv) {
                continue;
            }
            if ply == 0 {
                self.announce(mv, number, depth);
            }
            let quiet = !is_noisy(mv);
            let prunes = ply > 0 && best > -MATED_WITHIN && !check;
            let child = node.after(mv);
            let gives_check = child.is_check();
            if prunes && !gives_check {
                let late = depth <= 4 && tried_quiet.len() as i32 > 3 + depth * depth * 2;
                let futile = depth <= 5 && looks + 120 + 90 * depth <= alpha;
                if quiet && !wide && (late || futile) {
                    number += 1;
                    continue;
                }
            }
            if prunes && depth <= 5 {
                let most = if quiet { -60 * depth } else { -100 * depth };
                if (losing || quiet) && !wins(&node.position, mv, most) {
                    number += 1;
                    continue;
                }
            }
            self.path.push(node.hash);
            let full = Window { alpha, beta }.turned();
            let score = if number == 0 {
                -self.search(&child, full, depth - 1, ply + 1, Some(mv))
            } else {
                let mut less = 0;
                if depth >= 3 && number >= if wide { 3 } else { 2 } && (quiet || losing) {
                    less = self.reductions.of(depth, number);
                    less -= i32::from(wide) + i32::from(gives_check) + i32::from(check);
                    if quiet {
                        less -= self.memory.history(turn, mv) / 6_000;
                    }
                    less = less.clamp(0, depth - 2);
                }
                let narrow = Window::null(alpha).turned();
                let mut score = -self.search(&child, narrow, depth - 1 - less, ply + 1, Some(mv));
                if score > alpha && less > 0 {
                    score = -self.search(&child, narrow, depth - 1, ply + 1, Some(mv));
                }
                if score > alpha && score < beta {
                    score = -self.search(&child, full, depth - 1, ply + 1, Some(mv));
                }
                score
            };
            self.path.pop();
            number += 1;
            if self.watch.is_over() {
                // At the root, what was found before is still worth something.
                return if ply == 0 { best } else { DRAW };
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
                if quiet {
                    self.memory.refuted(at, depth, mv, &tried_quiet);
                }
                break;
            }
            if quiet {
                tried_quiet.push(mv);
            }
        }
        if best == -INFINITE {
            // Nothing that can be played was seen. Whoever is to play looks twice.
            if ply > 0 {
                return looks;
            }
            let sight = self.sight.take();
            let score = self.search_moves(at, window, depth, check, looks);
            self.sight = sight;
            return score;
        }
        if ply > 0 || self.left_out.is_empty() && self.only.is_empty() {
            let bound = if best >= beta {
                Bound::Lower
            } else if best_move.is_some() {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let entry = Entry {
                score: best,
                depth,
                bound,
                best: best_move.map(Packed::of),
            };
            self.table.put(node.hash, ply as i32, entry);
        }
        best
    }

    fn may_begin_with(&self, mv: Move) -> bool {
        !self.left_out.contains(&mv) && (self.only.is_empty() || self.only.contains(&mv))
    }

    fn announce(&mut self, mv: Move, before: usize, depth: i32) {
        if let Some(tell) = &mut self.first_moves {
            tell(FirstMove {
                mv,
                number: before + self.left_out.len() + 1,
                depth: depth.max(0) as u32,
                elapsed: self.watch.elapsed(),
            });
        }
    }

    /// Whether the one who looks does not see this move.
    pub(super) fn overlooks(&self, at: &At<'_>, mv: Move) -> bool {
        let sees = |sight: Sight| sight.sees(at.node, mv, at.ply, at.last);
        !self.sight.is_none_or(sees)
    }

    pub(super) fn keep_line(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        if let Some(rest) = after.first() {
            line.extend_from_slice(rest);
        }
    }

    /// Whether nobody wins any more: by repetition, the fifty moves, or for want of pieces. A position that
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

/// A position and its hash.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub position: Chess,
    pub hash: u64,
}

impl Node {
    pub fn new(position: Chess) -> Self {
        let Zobrist64(hash) = position.zobrist_hash(EnPassantMode::PseudoLegal);
        Self { position, hash }
    }

    pub fn after(&self, mv: Move) -> Self {
        let mut position = self.position.clone();
        position.play_unchecked(mv);
        Self::new(position)
    }

    /// The same position with the other side to move; `None` where that cannot be.
    pub fn passed(&self) -> Option<Self> {
        self.position.clone().swap_turn().ok().map(Self::new)
    }

    /// How many pieces the side to move has besides its king and pawns.
    pub fn pieces(&self) -> usize {
        let board = self.position.board();
        let pieces = board.occupied() & !board.pawns() & !board.kings();
        (pieces & self.position.us()).count()
    }

    pub fn is_check(&self) -> bool {
        self.position.is_check()
    }
}

/// The number of ways in which `depth` half-moves can be played, counted by the positions as a search handles
/// them.
pub fn perft(position: &Chess, depth: u32) -> u64 {
    count(&Node::new(position.clone()), depth, &Stop::default())
}

/// Tells this number for each first move, and gives the sum; `None` where it was stopped before.
pub(super) fn divide(
    position: &Chess,
    depth: u32,
    stop: &Stop,
    mut tell: impl FnMut(Move, u64),
) -> Option<u64> {
    let root = Node::new(position.clone());
    let mut sum = 0;
    for mv in position.legal_moves() {
        let ways = count(&root.after(mv), depth.saturating_sub(1), stop);
        if stop.is_stopped() {
            return None;
        }
        tell(mv, ways);
        sum += ways;
    }
    Some(sum)
}

fn count(node: &Node, depth: u32, stop: &Stop) -> u64 {
    if depth == 0 || stop.is_stopped() {
        return 1;
    }
    let moves = node.position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let ways = moves
        .iter()
        .map(|mv| count(&node.after(*mv), depth - 1, stop));
    ways.sum()
}

/// Whether a move takes something or makes a queen.
pub(super) fn is_noisy(mv: Move) -> bool {
    mv.is_capture() || mv.promotion() == Some(Role::Queen)
}

/// Between which bounds a score is looked for.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    pub fn is_wide(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// As the other side sees it.
    pub fn turned(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    pub fn null(alpha: i32) -> Self {
        Self {
            alpha,
            beta: alpha + 1,
        }
    }
}
