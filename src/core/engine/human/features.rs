//! What a person sees in a position: for each legal move, what it does, what it wins or leaves to be taken, how it
//! follows from the moves before, and what a look a few half-moves ahead says of it. All from the mover's side.

use std::ops::Range;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use shakmaty::{Bitboard, Board, Chess, Color, Move, Piece, Position, Rank, Role, Square, attacks};

use crate::chess::landing_square;
use crate::engine::evaluation::{Evaluation, static_eval};
use crate::engine::history::History;
use crate::engine::limits::{Limits, Stop, TimeManager};
use crate::engine::node::Node;
use crate::engine::score::{INFINITE, PAWN, Score, Window};
use crate::engine::search::{Reductions, SharedSearch};
use crate::engine::see::{material_gain, piece_value, see, see_ge, see_within};
use crate::engine::table::Table;
use crate::engine::terms::relative_rank;

/// How many half-moves, besides exchanges, the looks ahead go from a move on.
const LOOKS: usize = 3;
/// A look ahead takes so many positions at most.
const MOST_NODES: u64 = 12_000;
/// What is worse than the best move by more is bad; how bad does not matter. In centipawns of [`Score`].
pub(super) const WIDEST: i32 = 280;

/// How many numbers describe what a move does, and what each look says of it.
const PLAIN: usize = 76;
const OF_LOOK: usize = 8;
/// Where among those of a look the lost points of the winning chances stand, and how many of these make 1.
const POINTS: usize = 2;
const IN_POINTS: f32 = 20.0;
/// How many numbers describe a move.
pub const MOVE_FEATURES: usize = PLAIN + OF_LOOK * LOOKS + 2;
/// How many numbers describe the position.
pub const POSITION_FEATURES: usize = 14;

/// A position in a game, and the moves that led there.
#[derive(Debug, Clone, Copy)]
pub struct GamePosition<'a> {
    game: &'a [Chess],
    pub(super) position: &'a Chess,
    /// What the opponent has played just now.
    pub(super) last: Option<Move>,
    /// What the player to move has played last.
    pub(super) own: Option<Move>,
}

impl<'a> GamePosition<'a> {
    /// Who is to move.
    pub fn turn(&self) -> Color {
        self.position.turn()
    }

    /// Where a game stands that has gone through these positions, the last one last, as far as they are known; `None`
    /// where there is none.
    pub fn of(game: &'a [Chess]) -> Option<Self> {
        let position = game.last()?;
        let mut moves = game
            .windows(2)
            .rev()
            .map(|pair| move_between(&pair[0], &pair[1]));
        Some(Self {
            game,
            position,
            last: moves.next().flatten(),
            own: moves.next().flatten(),
        })
    }
}

/// The move that leads from one position to the next.
pub(super) fn move_between(before: &Chess, after: &Chess) -> Option<Move> {
    before.legal_moves().into_iter().find(|mv| {
        let mut played = before.clone();
        played.play_unchecked(*mv);
        played.board() == after.board()
    })
}

/// A legal move and what is seen of it.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// What it is worth for the mover in the last look ahead, in centipawns of [`Score`]: a pawn ahead is 57 of them.
    pub score: i32,
    /// What describes it.
    pub features: [f32; MOVE_FEATURES],
}

impl Candidate {
    /// How many points of the winning chances the move loses beside the best one, by the shortest look ahead.
    pub(super) fn lost_at_first(&self) -> f32 {
        self.features[PLAIN + POINTS] * IN_POINTS
    }

    /// Whether no move is better by the longest look ahead.
    pub(super) fn looks_best(&self) -> bool {
        self.features[PLAIN + OF_LOOK * (LOOKS - 1) + POINTS] <= 0.0
    }

    /// The same move, if the looks ahead said of it what they say of another one.
    pub(super) fn looking_like(&self, other: &Self) -> Self {
        let mut like = self.clone();
        like.features[PLAIN..].copy_from_slice(&other.features[PLAIN..]);
        like
    }
}

/// What is seen in a position of a game.
#[derive(Debug, Clone)]
pub struct Features {
    /// What describes the position.
    pub position: [f32; POSITION_FEATURES],
    /// All legal moves.
    pub candidates: Vec<Candidate>,
}

/// Looks at positions as people do.
pub struct FeatureExtractor {
    table: Table,
    history: History,
    reductions: Reductions,
}

impl Default for FeatureExtractor {
    fn default() -> Self {
        Self {
            table: Table::new(1),
            history: History::new(),
            reductions: Reductions::new(),
        }
    }
}

impl FeatureExtractor {
    /// What is seen in a position of a game. The same one is always seen alike.
    pub fn extract(&mut self, at: GamePosition<'_>) -> Features {
        let position = at.position;
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        let scores = self.look_ahead(at, &moves, 0..LOOKS, MOST_NODES, WIDEST);
        let context = PositionContext::new(at);
        let mut candidates: Vec<Candidate> = moves
            .iter()
            .map(|mv| Candidate {
                mv: *mv,
                score: 0,
                features: context.features(*mv),
            })
            .collect();
        for (look, scores) in scores.iter().enumerate() {
            let wins: Vec<f32> = scores
                .iter()
                .map(|score| Score::of(*score).expected_score() as f32)
                .collect();
            let best = scores.iter().copied().max().unwrap_or_default();
            let best_win = wins.iter().copied().fold(0.0, f32::max);
            let mut sorted = scores.clone();
            sorted.sort_unstable_by(|a, b| b.cmp(a));
            let rank = |score| sorted.iter().filter(|other| **other > score).count();
            for (index, candidate) in candidates.iter_mut().enumerate() {
                candidate.score = scores[index];
                let lost = (best - scores[index]).clamp(0, WIDEST) as f32 / PAWN as f32;
                let points = best_win - wins[index];
                let rank = rank(scores[index]);
                let at = PLAIN + OF_LOOK * look;
                candidate.features[at..at + OF_LOOK].copy_from_slice(&[
                    lost,
                    lost.sqrt(),
                    points / IN_POINTS,
                    (points / IN_POINTS).sqrt(),
                    flag(rank == 0),
                    flag(rank == 1),
                    flag(rank == 2),
                    (rank as f32 + 1.0).ln(),
                ]);
            }
        }
        // What looks good at first, and what turns out to be better.
        for candidate in &mut candidates {
            let [first, last] =
                [PLAIN, PLAIN + OF_LOOK * (LOOKS - 1)].map(|at| candidate.features[at + POINTS]);
            candidate.features[PLAIN + OF_LOOK * LOOKS] = (last - first).max(0.0);
            candidate.features[PLAIN + OF_LOOK * LOOKS + 1] = (first - last).max(0.0);
        }
        let wins = || {
            candidates
                .iter()
                .map(|candidate| Score::of(candidate.score).expected_score() as f32)
        };
        let best = wins().fold(0.0, f32::max);
        let next = wins().filter(|win| *win < best).fold(0.0, f32::max);
        Features {
            position: context.position_features(best, best - next, candidates.len()),
            candidates,
        }
    }

    /// The score of each of these moves, in centipawns of [`Score`], after a look ahead to each of these depths from there
    /// on. Of a move that is worse than the best one by more than `widest`, only that is certain. Where `nodes`
    /// positions do not suffice for all depths, the last depths have the scores of those before; a move that no depth has
    /// come to counts as what the position looks like now.
    pub(super) fn look_ahead(
        &mut self,
        at: GamePosition<'_>,
        moves: &[Move],
        depths: Range<usize>,
        nodes: u64,
        widest: i32,
    ) -> Vec<Vec<i32>> {
        self.table.clear();
        self.history = History::new();
        let counted = AtomicU64::new(0);
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let path: Vec<u64> = at
            .game
            .iter()
            .map(|position| Node::new(position.clone()).hash)
            .collect();
        let shared = SharedSearch {
            table: &self.table,
            path: &path,
            only: &[],
            reductions: &self.reductions,
            evaluation: Evaluation::Terms,
        };
        let time_manager = TimeManager::new(Instant::now, limits, Stop::default(), &counted);
        let mut search = shared.search(&mut self.history, time_manager);
        let root = Node::new(at.position.clone());
        let children: Vec<Node> = moves.iter().map(|mv| root.after(*mv)).collect();
        let mut order: Vec<usize> = (0..moves.len()).collect();
        let mut known = vec![static_eval(at.position); moves.len()];
        let first = depths.start;
        let look = |depth: usize| {
            let mut scores = known.clone();
            let mut best = -INFINITE;
            for index in &order {
                let window = Window {
                    alpha: (best - widest).max(-INFINITE),
                    beta: INFINITE,
                };
                let child = &children[*index];
                let score = -search.search(child, window.negated(), depth as i32, 1, false);
                if search.time_manager.is_over() {
                    break;
                }
                scores[*index] = score;
                best = best.max(score);
            }
            if !search.time_manager.is_over() || depth == first {
                known = scores;
            }
            order.sort_by_key(|index| -known[*index]);
            known.clone()
        };
        depths.map(look).collect()
    }
}

/// How many numbers describe the rating.
pub const RATING_FEATURES: usize = 3;

/// What describes a rating.
pub(super) fn rating_features(rating: u32) -> [f32; RATING_FEATURES] {
    let rating = (rating.clamp(800, 2_200) as f32 - 1_500.0) / 400.0;
    [rating, rating.powi(2), rating.powi(3)]
}

fn flag(is: bool) -> f32 {
    f32::from(u8::from(is))
}

/// What a position looks like before any move.
#[derive(Clone)]
pub(super) struct PositionContext<'a> {
    position: &'a Chess,
    board: &'a Board,
    turn: Color,
    last: Option<Move>,
    own: Option<Move>,
    /// What the other side could win on each square of one's own pieces if it were its turn.
    hanging: [i32; 64],
    most_hanging: i32,
}

impl<'a> PositionContext<'a> {
    pub fn new(at: GamePosition<'a>) -> Self {
        let position = at.position;
        let mut hanging = [0; 64];
        if let Ok(swapped) = position.clone().swap_turn() {
            for mv in swapped.capture_moves() {
                let won = &mut hanging[mv.to() as usize];
                *won = see(&swapped, mv).max(*won);
            }
        }
        Self {
            position,
            board: position.board(),
            turn: position.turn(),
            last: at.last,
            own: at.own,
            most_hanging: hanging.iter().copied().max().unwrap_or_default(),
            hanging,
        }
    }

    /// The same context, but for what would be lost on this square.
    pub fn with_nothing_lost_on(&self, square: Square) -> Self {
        let mut context = self.clone();
        context.hanging[square as usize] = 0;
        context.most_hanging = context.hanging.iter().copied().max().unwrap_or_default();
        context
    }

    fn position_features(&self, win: f32, gap: f32, moves: usize) -> [f32; POSITION_FEATURES] {
        let board = self.board;
        let material = |side: Bitboard| -> i32 {
            Role::ALL[..5]
                .iter()
                .map(|role| (side & board.by_role(*role)).count() as i32 * piece_value(*role))
                .sum()
        };
        let [us, them] = [self.position.us(), self.position.them()].map(material);
        let number = self.position.fullmoves().get() as f32;
        [
            win / 50.0 - 1.0,
            (win / 50.0 - 1.0).abs(),
            gap / 20.0,
            flag(self.position.is_check()),
            (moves as f32).ln() / 3.5,
            (us + them) as f32 / 8_000.0,
            worth(us - them),
            (number / 40.0).min(2.0),
            (-number / 8.0).exp(),
            flag(self.last.is_some()),
            flag(self.own.is_some()),
            flag(self.last.is_some_and(Move::is_capture)),
            worth(self.most_hanging),
            flag((board.queens() & self.position.them()).any()),
        ]
    }

    /// What describes a move: what it does at once. What looks ahead say of it comes behind.
    fn features(&self, mv: Move) -> [f32; MOVE_FEATURES] {
        let mut features = [0.0; MOVE_FEATURES];
        MoveContext::new(self, mv).aspects().write(&mut features);
        features
    }
}

/// Where the numbers stand in [`Aspects::kind`]: the roles and the captured roles from the pawn on; a promotion to a queen,
/// and to another piece; castling to the side of the king, and of the queen.
const KIND_ROLE: Range<usize> = 0..6;
pub(super) const KIND_CAPTURED: Range<usize> = 6..11;
pub(super) const KIND_PROMOTION: Range<usize> = 11..13;
pub(super) const KIND_CASTLING: Range<usize> = 13..15;
const KIND_EN_PASSANT: usize = 15;
pub(super) const KIND_CHECK: usize = 16;
pub(super) const KIND_MATE: usize = 17;
pub(super) const KIND_DISCOVERED_CHECK: usize = 18;
/// Where they stand in [`Aspects::exchange`].
pub(super) const EXCHANGE_WON: usize = 0;
const EXCHANGE_LOSES: usize = 1;
const EXCHANGE_WINS: usize = 2;
pub(super) const EXCHANGE_FORCING_LOSS: usize = 3;
/// Where they stand in [`Aspects::following`]; others come behind.
pub(super) const FOLLOWING_RECAPTURE: usize = 0;
pub(super) const FOLLOWING_SOUND_RECAPTURE: usize = 1;
/// Where they stand in [`Aspects::place`]; others come behind.
pub(super) const PLACE_FORWARD: usize = 0;
pub(super) const PLACE_BACKWARD: usize = 1;
/// Where they stand in [`Aspects::defenders`]; others come before.
pub(super) const DEFENDERS_PAWN_ATTACKED_BEFORE: usize = 5;
pub(super) const DEFENDERS_ATTACKED_BEFORE: usize = 6;
/// Where they stand in [`Aspects::attacks`].
pub(super) const ATTACKS_MOST: usize = 0;
const ATTACKS_LOOSE: usize = 1;
const ATTACKS_DEARER: usize = 2;
pub(super) const ATTACKS_QUEEN: usize = 3;
pub(super) const ATTACKS_NEAR_KING: usize = 4;
const ATTACKS_MORE_SQUARES: usize = 5;
pub(super) const ATTACKS_SAVED: usize = 6;
/// Where they stand in [`Aspects::purpose`].
pub(super) const PURPOSE_DEVELOPS: usize = 0;
pub(super) const PURPOSE_CENTER: usize = 1;
const PURPOSE_DOUBLE_STEP: usize = 2;
pub(super) const PURPOSE_PASSED: usize = 3;
const PURPOSE_RANK: usize = 4;
const PURPOSE_SHELTER: usize = 5;
const PURPOSE_NEAR_KING: usize = 6;
pub(super) const PURPOSE_OPEN_FILE: usize = 7;
const PURPOSE_KING_MOVES: usize = 8;
const PURPOSE_EARLY_QUEEN: usize = 9;
const PURPOSE_LAST_RANK: usize = 10;

/// What a move does at once, in the order in which the network sees it.
pub(super) struct Aspects {
    pub kind: [f32; 19],
    pub exchange: [f32; 4],
    pub leaving: [f32; 7],
    pub following: [f32; 12],
    pub place: [f32; 8],
    pub defenders: [f32; 7],
    pub attacks: [f32; 7],
    pub opened: [f32; 1],
    pub purpose: [f32; 11],
}

impl Aspects {
    /// Puts them at the beginning of the features of a move.
    pub fn write(&self, features: &mut [f32; MOVE_FEATURES]) {
        let parts: [&[f32]; 9] = [
            &self.kind,
            &self.exchange,
            &self.leaving,
            &self.following,
            &self.place,
            &self.defenders,
            &self.attacks,
            &self.opened,
            &self.purpose,
        ];
        let numbers = parts.into_iter().flatten();
        for (feature, number) in features[..PLAIN].iter_mut().zip(numbers) {
            *feature = *number;
        }
    }
}

/// Hundredths of a pawn as a feature, from one queen lost to one won.
fn worth(value: i32) -> f32 {
    (value as f32 / 500.0).clamp(-2.0, 2.0)
}

/// How near to the middle of the board a square is: 1 there, 0 at the edge.
fn central(square: Square) -> f32 {
    let (file, rank) = (square.file() as i32, square.rank() as i32);
    let off = (2 * file - 7).abs().max((2 * rank - 7).abs());
    (7 - off) as f32 / 6.0
}

/// A move, and the position after it.
pub(super) struct MoveContext<'a> {
    context: &'a PositionContext<'a>,
    pub mv: Move,
    role: Role,
    pub from: Square,
    pub to: Square,
    pub after: Chess,
    /// What it wins on its square, less what it loses there.
    won: i32,
    /// The squares that the piece attacks from there.
    pub reach: Bitboard,
    pub their_king: Square,
}

impl<'a> MoveContext<'a> {
    pub fn new(context: &'a PositionContext<'a>, mv: Move) -> Self {
        let to = landing_square(mv);
        let mut after = context.position.clone();
        after.play_unchecked(mv);
        let piece = Piece {
            color: context.turn,
            role: mv.promotion().unwrap_or(mv.role()),
        };
        Self {
            context,
            mv,
            role: mv.role(),
            from: mv.from().unwrap_or(to),
            to,
            won: exchange(context.position, mv),
            reach: attacks::attacks(to, piece, after.board().occupied()),
            their_king: context.board.king_of(!context.turn).unwrap_or(to),
            after,
        }
    }

    /// All that it does at once.
    pub fn aspects(&self) -> Aspects {
        Aspects {
            kind: self.kind(),
            exchange: self.exchange(),
            leaving: self.leaving(),
            following: self.following(),
            place: self.place(),
            defenders: self.defenders(),
            attacks: self.attacks(),
            opened: [self.opened()],
            purpose: self.purpose(),
        }
    }

    /// What kind of move it is.
    fn kind(&self) -> [f32; 19] {
        let (mv, to) = (self.mv, self.to);
        let mut kind = [0.0; 19];
        kind[KIND_ROLE][self.role as usize - 1] = 1.0;
        if let Some(captured) = mv.capture().filter(|role| *role != Role::King) {
            kind[KIND_CAPTURED][captured as usize - 1] = 1.0;
        }
        let (check, direct) = (self.after.is_check(), self.after.checkers().contains(to));
        kind[KIND_PROMOTION].copy_from_slice(&[
            flag(mv.promotion() == Some(Role::Queen)),
            flag(mv.promotion().is_some_and(|role| role != Role::Queen)),
        ]);
        kind[KIND_CASTLING].copy_from_slice(&[
            flag(mv.is_castle() && to > self.from),
            flag(mv.is_castle() && to < self.from),
        ]);
        kind[KIND_EN_PASSANT] = flag(mv.is_en_passant());
        kind[KIND_CHECK] = flag(check);
        kind[KIND_MATE] = flag(check && self.after.legal_moves().is_empty());
        kind[KIND_DISCOVERED_CHECK] = flag(check && !direct);
        kind
    }

    /// What it wins or loses on its square.
    fn exchange(&self) -> [f32; 4] {
        let forces = self.mv.is_capture() || self.after.is_check();
        let mut exchange = [0.0; 4];
        exchange[EXCHANGE_WON] = worth(self.won);
        exchange[EXCHANGE_LOSES] = flag(self.won < 0);
        exchange[EXCHANGE_WINS] = flag(self.won > 0);
        exchange[EXCHANGE_FORCING_LOSS] = flag(self.won < 0 && forces);
        exchange
    }

    /// What would have been lost where it stood, and what is still to be lost elsewhere.
    fn leaving(&self) -> [f32; 7] {
        let (context, now) = (self.context, self.after.board());
        let (left, most) = (context.hanging[self.from as usize], context.most_hanging);
        let hit = context.last.is_some_and(|last| {
            let piece = Piece {
                color: !context.turn,
                role: last.promotion().unwrap_or(last.role()),
            };
            attacks::attacks(last.to(), piece, context.board.occupied()).contains(self.from)
        });
        let still_hangs = |square: &Square| {
            let by = |side| now.attacks_to(*square, side, now.occupied());
            let hung = context.hanging[*square as usize] > 0 && *square != self.from;
            hung && by(!context.turn).any() && by(context.turn).is_empty()
        };
        [
            worth(left),
            flag(left > 0),
            flag(hit),
            flag(left > 0 && hit),
            flag(left < most),
            worth(most - left),
            Square::ALL
                .iter()
                .filter(|square| still_hangs(square))
                .count() as f32,
        ]
    }

    /// How it follows from the last two moves.
    fn following(&self) -> [f32; 12] {
        let (from, to, own) = (self.from, self.to, self.context.own);
        let (last_to, own_to) = (self.context.last.map(Move::to), own.map(Move::to));
        let own_from = own.and_then(Move::from);
        let on_last = last_to == Some(to);
        let recaptures = self.context.last.is_some_and(Move::is_capture) && on_last;
        let near = |square: Square, other: Option<Square>| {
            other.map_or(0.5, |other| square.distance(other) as f32 / 7.0)
        };
        let mut following = [0.0; 12];
        following[FOLLOWING_RECAPTURE] = flag(recaptures);
        following[FOLLOWING_SOUND_RECAPTURE] = flag(recaptures && self.won >= 0);
        following[FOLLOWING_SOUND_RECAPTURE + 1..].copy_from_slice(&[
            flag(self.mv.is_capture() && on_last && !recaptures),
            flag(own_to == Some(from)),
            flag(own_to == Some(from) && own_from == Some(to)),
            flag(own_to == Some(to)),
            flag(own_from == Some(to)),
            near(to, last_to),
            near(from, last_to),
            near(to, own_to),
            near(from, own_to),
            flag(last_to.is_some_and(|last| self.reach.contains(last))),
        ]);
        following
    }

    /// The position before it.
    pub fn position(&self) -> &Chess {
        self.context.position
    }

    /// Whether something would have been lost on a square of one's own if it had been the other side's turn.
    pub fn is_lost_before(&self, square: Square) -> bool {
        self.context.hanging[square as usize] > 0
    }

    /// What the piece that makes it attacks from its square before the move.
    pub fn reach_before(&self) -> Bitboard {
        let piece = Piece {
            color: self.context.turn,
            role: self.role,
        };
        attacks::attacks(self.from, piece, self.context.board.occupied())
    }

    /// How many ranks it goes forward.
    pub fn forward(&self) -> i32 {
        let [from, to] =
            [self.from, self.to].map(|square| relative_rank(square, self.context.turn));
        to as i32 - from as i32
    }

    /// Where it goes.
    fn place(&self) -> [f32; 8] {
        let (from, to, king) = (self.from, self.to, self.their_king);
        let [before, after] = [from, to].map(|square| square.distance(king) as f32);
        let mut place = [0.0; 8];
        place[PLACE_FORWARD] = self.forward() as f32 / 7.0;
        place[PLACE_BACKWARD] = flag(self.forward() < 0);
        place[PLACE_BACKWARD + 1..].copy_from_slice(&[
            flag(self.forward() == 0),
            from.distance(to) as f32 / 7.0,
            central(to),
            central(to) - central(from),
            after / 7.0,
            (before - after) / 7.0,
        ]);
        place
    }

    /// What attacks and defends the piece there, and what attacked it before.
    fn defenders(&self) -> [f32; 7] {
        let (context, now, board) = (self.context, self.after.board(), self.context.board);
        let by = |side| now.attacks_to(self.to, side, now.occupied());
        let (attackers, defenders) = (by(!context.turn), by(context.turn));
        let before = board.attacks_to(self.from, !context.turn, board.occupied());
        let mut features = [0.0; 7];
        features[..DEFENDERS_PAWN_ATTACKED_BEFORE].copy_from_slice(&[
            flag((attackers & now.pawns()).any()),
            flag((attackers & (now.knights() | now.bishops())).any()),
            flag((attackers & (now.rooks() | now.queens())).any()),
            (defenders.count() as f32 / 3.0).min(1.0),
            flag((defenders & now.pawns()).any()),
        ]);
        features[DEFENDERS_PAWN_ATTACKED_BEFORE] = flag((before & board.pawns()).any());
        features[DEFENDERS_ATTACKED_BEFORE] = flag(before.any());
        features
    }

    /// What it attacks and defends there.
    fn attacks(&self) -> [f32; 7] {
        let (context, now) = (self.context, self.after.board());
        let victims = self.reach & now.by_color(!context.turn);
        let own = piece_value(self.mv.promotion().unwrap_or(self.role));
        let (mut most, mut loose, mut dearer) = (0, 0, 0);
        let with_role = |square| Some((square, now.role_at(square)?));
        for (square, victim) in victims.into_iter().filter_map(with_role) {
            let defended = now.attacks_to(square, !context.turn, now.occupied()).any();
            let more = piece_value(victim) - own;
            if victim != Role::King {
                most = most.max(if defended { more } else { piece_value(victim) });
                loose += i32::from(!defended);
            }
            dearer += i32::from(more > 50 || victim == Role::King);
        }
        let saved = (self.reach & now.by_color(context.turn))
            .into_iter()
            .filter(|square| context.hanging[*square as usize] > 0);
        let near_king = self.reach & attacks::king_attacks(self.their_king);
        let [reach, before] = [self.reach, self.reach_before()].map(|reach| reach.count() as f32);
        let mut attacks = [0.0; 7];
        attacks[ATTACKS_MOST] = worth(most);
        attacks[ATTACKS_LOOSE] = loose as f32;
        attacks[ATTACKS_DEARER] = dearer as f32;
        attacks[ATTACKS_QUEEN] = flag((victims & now.queens()).any());
        attacks[ATTACKS_NEAR_KING] = near_king.count() as f32 / 4.0;
        attacks[ATTACKS_MORE_SQUARES] = (reach - before) / 8.0;
        attacks[ATTACKS_SAVED] = saved.count() as f32;
        attacks
    }

    /// What is attacked through the square that it has left.
    fn opened(&self) -> f32 {
        let (context, now) = (self.context, self.after.board());
        let [before, occupied] = [context.board, now].map(Board::occupied);
        let sliders = now.by_color(context.turn) & now.sliders() & !Bitboard::from_square(self.to);
        let behind = sliders & attacks::queen_attacks(self.from, occupied);
        let attacks = behind.into_iter().filter_map(|square| {
            let piece = now.piece_at(square)?;
            let [old, new] = [before, occupied].map(|all| attacks::attacks(square, piece, all));
            let victims = new & !old & now.by_color(!context.turn);
            let values = victims.into_iter().filter_map(|victim| now.role_at(victim));
            let most = values.map(piece_value).max()?;
            Some(most - piece_value(piece.role) / 2)
        });
        worth(attacks.max().unwrap_or_default().max(0))
    }

    /// What it may be for: developing, the center, a passed pawn, the king's shelter, an open file.
    fn purpose(&self) -> [f32; 11] {
        let (context, board, to) = (self.context, self.context.board, self.to);
        let (is_minor, is_pawn) = (
            matches!(self.role, Role::Knight | Role::Bishop),
            self.role == Role::Pawn,
        );
        let rank_of = |square| relative_rank(square, context.turn);
        let ahead =
            |pawn: Square| pawn.file().distance(to.file()) <= 1 && rank_of(pawn) > rank_of(to);
        let theirs = self.after.board().pawns() & context.position.them();
        let is_passed = is_pawn && !theirs.into_iter().any(ahead);
        let rank = if is_pawn { rank_of(to) } else { 0 };
        let king = board.king_of(context.turn).unwrap_or(self.from);
        let shelters = is_pawn && self.from.distance(king) <= 1 && rank_of(king) == 0;
        let own_pawns = board.pawns() & context.position.us();
        let is_open = (Bitboard::from_file(to.file()) & own_pawns).is_empty();
        let may_castle = context.position.castles().has_color(context.turn);
        let mut purpose = [0.0; 11];
        purpose[PURPOSE_DEVELOPS] = flag(is_minor && rank_of(self.from) == 0);
        purpose[PURPOSE_CENTER] = flag(is_pawn && central(to) > 0.9);
        purpose[PURPOSE_DOUBLE_STEP] = flag(is_pawn && self.forward() == 2);
        purpose[PURPOSE_PASSED] = flag(is_passed);
        purpose[PURPOSE_RANK] = rank as f32 / 7.0;
        purpose[PURPOSE_SHELTER] = flag(shelters);
        purpose[PURPOSE_NEAR_KING] = flag(is_pawn && to.distance(self.their_king) <= 2);
        purpose[PURPOSE_OPEN_FILE] = flag(self.role == Role::Rook && is_open);
        purpose[PURPOSE_KING_MOVES] =
            flag(self.role == Role::King && !self.mv.is_castle() && may_castle);
        purpose[PURPOSE_EARLY_QUEEN] =
            flag(self.role == Role::Queen && context.position.fullmoves().get() < 8);
        purpose[PURPOSE_LAST_RANK] = flag(matches!(to.rank(), Rank::First | Rank::Eighth));
        purpose
    }
}

/// What a move wins on its square, less what it loses there, by static exchange evaluation: hundredths of a pawn.
fn exchange(position: &Chess, mv: Move) -> i32 {
    if see_ge(position, mv, 0) {
        return see(position, mv);
    }
    let least = material_gain(mv) - piece_value(Role::Queen);
    see_within(position, mv, least, -1)
}
