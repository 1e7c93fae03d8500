//! What a person sees in a position: for each legal move, what it does, what it wins or leaves to be taken, how it
//! follows from the moves before, and what a look a few half-moves ahead says of it. All from the mover's side.

use std::ops::Range;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use shakmaty::{Bitboard, Board, Chess, Color, Move, Piece, Position, Rank, Role, Square, attacks};

use crate::engine::evaluation::{Evaluation, static_eval};
use crate::engine::history::History;
use crate::engine::limits::{Limits, Stop, TimeManager};
use crate::engine::node::Node;
use crate::engine::score::{INFINITE, PAWN, Score, Window};
use crate::engine::search::{Reductions, SharedSearch};
use crate::engine::see::{material_gain, piece_value, see, see_ge, see_within};
use crate::engine::table::Table;

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
pub struct Situation<'a> {
    game: &'a [Chess],
    pub(super) position: &'a Chess,
    /// What the opponent has played just now.
    pub(super) last: Option<Move>,
    /// What the player to move has played last.
    pub(super) own: Option<Move>,
}

impl<'a> Situation<'a> {
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

/// What is seen in a situation.
#[derive(Debug, Clone)]
pub struct Seen {
    /// What describes the position.
    pub features: [f32; POSITION_FEATURES],
    /// All legal moves.
    pub candidates: Vec<Candidate>,
}

/// Looks at positions as people do.
pub struct Looker {
    table: Table,
    history: History,
    reductions: Reductions,
}

impl Default for Looker {
    fn default() -> Self {
        Self {
            table: Table::new(1),
            history: History::new(),
            reductions: Reductions::new(),
        }
    }
}

impl Looker {
    /// What is seen in a situation. The same situation is always seen alike.
    pub fn look(&mut self, at: Situation<'_>) -> Seen {
        let position = at.position;
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        let scores = self.look_ahead(at, &moves, 0..LOOKS, MOST_NODES, WIDEST);
        let scene = Scene::new(at);
        let mut candidates: Vec<Candidate> = moves
            .iter()
            .map(|mv| Candidate {
                mv: *mv,
                score: 0,
                features: scene.features(*mv),
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
        Seen {
            features: scene.position_features(best, best - next, candidates.len()),
            candidates,
        }
    }

    /// The score of each of these moves, in centipawns of [`Score`], after a look ahead to each of these depths from there
    /// on. Of a move that is worse than the best one by more than `widest`, only that is certain. Where `nodes`
    /// positions do not suffice for all depths, the last depths have the scores of those before; a move that no depth has
    /// come to counts as what the position looks like now.
    pub(super) fn look_ahead(
        &mut self,
        at: Situation<'_>,
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

/// Where the piece that moves comes to stand; the king, where it castles.
pub fn landing(mv: Move) -> Square {
    mv.castling_side()
        .zip(mv.from())
        .map_or(mv.to(), |(side, king)| {
            Square::from_coords(side.king_to_file(), king.rank())
        })
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
pub(super) struct Scene<'a> {
    position: &'a Chess,
    board: &'a Board,
    turn: Color,
    last: Option<Move>,
    own: Option<Move>,
    /// What the other side could win on each square of one's own pieces if it were its turn.
    hanging: [i32; 64],
    most_hanging: i32,
}

impl<'a> Scene<'a> {
    pub fn new(at: Situation<'a>) -> Self {
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

    /// The same scene, but for what would be lost on this square.
    pub fn with_nothing_lost_on(&self, square: Square) -> Self {
        let mut scene = self.clone();
        scene.hanging[square as usize] = 0;
        scene.most_hanging = scene.hanging.iter().copied().max().unwrap_or_default();
        scene
    }

    /// 0 for one's own first rank.
    fn rank(&self, square: Square) -> i32 {
        let rank = square.rank() as i32;
        self.turn.fold_wb(rank, 7 - rank)
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
        Tried::new(self, mv).aspects().write(&mut features);
        features
    }
}

/// What a move does at once, in the order in which the network sees it.
pub(super) struct Aspects {
    pub kind: [f32; 19],
    pub exchange: [f32; 4],
    pub leaving: [f32; 7],
    pub following: [f32; 12],
    pub place: [f32; 8],
    pub guards: [f32; 7],
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
            &self.guards,
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
pub(super) struct Tried<'a> {
    scene: &'a Scene<'a>,
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

impl<'a> Tried<'a> {
    pub fn new(scene: &'a Scene<'a>, mv: Move) -> Self {
        let to = landing(mv);
        let mut after = scene.position.clone();
        after.play_unchecked(mv);
        let piece = Piece {
            color: scene.turn,
            role: mv.promotion().unwrap_or(mv.role()),
        };
        Self {
            scene,
            mv,
            role: mv.role(),
            from: mv.from().unwrap_or(to),
            to,
            won: exchange(scene.position, mv),
            reach: attacks::attacks(to, piece, after.board().occupied()),
            their_king: scene.board.king_of(!scene.turn).unwrap_or(to),
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
            guards: self.guards(),
            attacks: self.attacks(),
            opened: [self.opened()],
            purpose: self.purpose(),
        }
    }

    /// What kind of move it is.
    fn kind(&self) -> [f32; 19] {
        let (mv, to) = (self.mv, self.to);
        let mut kind = [0.0; 19];
        kind[self.role as usize - 1] = 1.0;
        if let Some(captured) = mv.capture().filter(|role| *role != Role::King) {
            kind[6 + captured as usize - 1] = 1.0;
        }
        let (check, direct) = (self.after.is_check(), self.after.checkers().contains(to));
        kind[11..].copy_from_slice(&[
            flag(mv.promotion() == Some(Role::Queen)),
            flag(mv.promotion().is_some_and(|role| role != Role::Queen)),
            flag(mv.is_castle() && to > self.from),
            flag(mv.is_castle() && to < self.from),
            flag(mv.is_en_passant()),
            flag(check),
            flag(check && self.after.legal_moves().is_empty()),
            flag(check && !direct),
        ]);
        kind
    }

    /// What it wins or loses on its square.
    fn exchange(&self) -> [f32; 4] {
        let forces = self.mv.is_capture() || self.after.is_check();
        [
            worth(self.won),
            flag(self.won < 0),
            flag(self.won > 0),
            flag(self.won < 0 && forces),
        ]
    }

    /// What would have been lost where it stood, and what is still to be lost elsewhere.
    fn leaving(&self) -> [f32; 7] {
        let (scene, now) = (self.scene, self.after.board());
        let (left, most) = (scene.hanging[self.from as usize], scene.most_hanging);
        let hit = scene.last.is_some_and(|last| {
            let piece = Piece {
                color: !scene.turn,
                role: last.promotion().unwrap_or(last.role()),
            };
            attacks::attacks(last.to(), piece, scene.board.occupied()).contains(self.from)
        });
        let still_hangs = |square: &Square| {
            let by = |side| now.attacks_to(*square, side, now.occupied());
            let hung = scene.hanging[*square as usize] > 0 && *square != self.from;
            hung && by(!scene.turn).any() && by(scene.turn).is_empty()
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
        let (from, to, own) = (self.from, self.to, self.scene.own);
        let (last_to, own_to) = (self.scene.last.map(Move::to), own.map(Move::to));
        let own_from = own.and_then(Move::from);
        let on_last = last_to == Some(to);
        let recaptures = self.scene.last.is_some_and(Move::is_capture) && on_last;
        let near = |square: Square, other: Option<Square>| {
            other.map_or(0.5, |other| square.distance(other) as f32 / 7.0)
        };
        [
            flag(recaptures),
            flag(recaptures && self.won >= 0),
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
        ]
    }

    /// The position before it.
    pub fn position(&self) -> &Chess {
        self.scene.position
    }

    /// Whether something would have been lost on a square of one's own if it had been the other side's turn.
    pub fn is_lost_before(&self, square: Square) -> bool {
        self.scene.hanging[square as usize] > 0
    }

    /// How many ranks it goes forward.
    pub fn forward(&self) -> i32 {
        self.scene.rank(self.to) - self.scene.rank(self.from)
    }

    /// Where it goes.
    fn place(&self) -> [f32; 8] {
        let (from, to, king) = (self.from, self.to, self.their_king);
        let [before, after] = [from, to].map(|square| square.distance(king) as f32);
        [
            self.forward() as f32 / 7.0,
            flag(self.forward() < 0),
            flag(self.forward() == 0),
            from.distance(to) as f32 / 7.0,
            central(to),
            central(to) - central(from),
            after / 7.0,
            (before - after) / 7.0,
        ]
    }

    /// Who attacks and guards the piece there, and who attacked it before.
    fn guards(&self) -> [f32; 7] {
        let (scene, now, board) = (self.scene, self.after.board(), self.scene.board);
        let by = |side| now.attacks_to(self.to, side, now.occupied());
        let (attackers, guards) = (by(!scene.turn), by(scene.turn));
        let before = board.attacks_to(self.from, !scene.turn, board.occupied());
        [
            flag((attackers & now.pawns()).any()),
            flag((attackers & (now.knights() | now.bishops())).any()),
            flag((attackers & (now.rooks() | now.queens())).any()),
            (guards.count() as f32 / 3.0).min(1.0),
            flag((guards & now.pawns()).any()),
            flag((before & board.pawns()).any()),
            flag(before.any()),
        ]
    }

    /// What it attacks and guards there.
    fn attacks(&self) -> [f32; 7] {
        let (scene, now) = (self.scene, self.after.board());
        let victims = self.reach & now.by_color(!scene.turn);
        let own = piece_value(self.mv.promotion().unwrap_or(self.role));
        let (mut most, mut loose, mut dearer) = (0, 0, 0);
        let with_role = |square| Some((square, now.role_at(square)?));
        for (square, victim) in victims.into_iter().filter_map(with_role) {
            let guarded = now.attacks_to(square, !scene.turn, now.occupied()).any();
            let more = piece_value(victim) - own;
            if victim != Role::King {
                most = most.max(if guarded { more } else { piece_value(victim) });
                loose += i32::from(!guarded);
            }
            dearer += i32::from(more > 50 || victim == Role::King);
        }
        let piece = Piece {
            color: scene.turn,
            role: self.role,
        };
        let reach_before = attacks::attacks(self.from, piece, scene.board.occupied());
        let saved = (self.reach & now.by_color(scene.turn))
            .into_iter()
            .filter(|square| scene.hanging[*square as usize] > 0);
        [
            worth(most),
            loose as f32,
            dearer as f32,
            flag((victims & now.queens()).any()),
            (self.reach & attacks::king_attacks(self.their_king)).count() as f32 / 4.0,
            (self.reach.count() as f32 - reach_before.count() as f32) / 8.0,
            saved.count() as f32,
        ]
    }

    /// What is attacked through the square that it has left.
    fn opened(&self) -> f32 {
        let (scene, now) = (self.scene, self.after.board());
        let [before, occupied] = [scene.board, now].map(Board::occupied);
        let sliders = now.by_color(scene.turn) & now.sliders() & !Bitboard::from_square(self.to);
        let behind = sliders & attacks::queen_attacks(self.from, occupied);
        let attacks = behind.into_iter().filter_map(|square| {
            let piece = now.piece_at(square)?;
            let [old, new] = [before, occupied].map(|all| attacks::attacks(square, piece, all));
            let victims = new & !old & now.by_color(!scene.turn);
            let values = victims.into_iter().filter_map(|victim| now.role_at(victim));
            let most = values.map(piece_value).max()?;
            Some(most - piece_value(piece.role) / 2)
        });
        worth(attacks.max().unwrap_or_default().max(0))
    }

    /// What it may be for: developing, the centre, a passed pawn, the king's shelter, an open file.
    fn purpose(&self) -> [f32; 11] {
        let (scene, board, to) = (self.scene, self.scene.board, self.to);
        let (is_minor, is_pawn) = (
            matches!(self.role, Role::Knight | Role::Bishop),
            self.role == Role::Pawn,
        );
        let ahead = |pawn: Square| {
            pawn.file().distance(to.file()) <= 1 && scene.rank(pawn) > scene.rank(to)
        };
        let theirs = self.after.board().pawns() & scene.position.them();
        let is_passed = is_pawn && !theirs.into_iter().any(ahead);
        let rank = if is_pawn { scene.rank(to) } else { 0 };
        let king = board.king_of(scene.turn).unwrap_or(self.from);
        let shelters = is_pawn && self.from.distance(king) <= 1 && scene.rank(king) == 0;
        let own_pawns = board.pawns() & scene.position.us();
        let is_open = (Bitboard::from_file(to.file()) & own_pawns).is_empty();
        let may_castle = scene.position.castles().has_color(scene.turn);
        [
            flag(is_minor && scene.rank(self.from) == 0),
            flag(is_pawn && central(to) > 0.9),
            flag(is_pawn && self.forward() == 2),
            flag(is_passed),
            rank as f32 / 7.0,
            flag(shelters),
            flag(is_pawn && to.distance(self.their_king) <= 2),
            flag(self.role == Role::Rook && is_open),
            flag(self.role == Role::King && !self.mv.is_castle() && may_castle),
            flag(self.role == Role::Queen && scene.position.fullmoves().get() < 8),
            flag(matches!(to.rank(), Rank::First | Rank::Eighth)),
        ]
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
