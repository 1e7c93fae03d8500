//! What a person sees in a position: for each legal move, what it does, what it wins or leaves to be taken, how it
//! follows from the moves before, and what a look a few half-moves ahead says of it. All from the mover's side.

use std::ops::Range;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use shakmaty::{Bitboard, Board, Chess, Color, Move, Piece, Position, Rank, Role, Square, attacks};

use crate::engine::evaluation::Evaluation;
use crate::engine::limits::{Limits, Stop, Watch};
use crate::engine::move_ordering::{History, MAX_PLY, material_gain, piece_value, see, see_ge};
use crate::engine::node::Node;
use crate::engine::score::{INFINITE, Score, Window};
use crate::engine::search::{Reductions, Search};
use crate::engine::table::Table;

/// How many half-moves, besides exchanges, the looks ahead go from a move on.
const LOOKS: usize = 3;
/// A look ahead takes so many positions at most.
const MOST_NODES: u64 = 12_000;
/// What is worse than the best move by more is bad; how bad does not matter. In hundredths of a pawn.
const WIDEST: i32 = 500;

/// How many numbers describe what a move does, and what each look says of it.
const PLAIN: usize = 76;
const OF_LOOK: usize = 8;
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
    /// What it is worth for the mover in the last look ahead, in hundredths of a pawn.
    pub score: i32,
    /// What describes it.
    pub features: [f32; MOVE_FEATURES],
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
        let scores = self.look_ahead(at, &moves, 0..LOOKS, MOST_NODES);
        let scene = Scene::new(at);
        let mut candidates: Vec<Candidate> = moves
            .iter()
            .map(|mv| Candidate {
                mv: *mv,
                score: 0,
                features: scene.features(*mv),
            })
            .collect();
        let mut win = 50.0;
        let mut gap = 0.0;
        for (look, scores) in scores.iter().enumerate() {
            let wins: Vec<f32> = scores
                .iter()
                .map(|score| Score::of(*score).win() as f32)
                .collect();
            let best = scores.iter().copied().max().unwrap_or_default();
            let best_win = wins.iter().copied().fold(0.0, f32::max);
            let mut sorted = scores.clone();
            sorted.sort_unstable_by(|a, b| b.cmp(a));
            let rank = |score| sorted.iter().filter(|other| **other > score).count();
            win = best_win;
            let next = wins.iter().filter(|win| **win < best_win);
            gap = best_win - next.copied().fold(0.0, f32::max);
            for (index, candidate) in candidates.iter_mut().enumerate() {
                candidate.score = scores[index];
                let lost = (best - scores[index]).clamp(0, WIDEST) as f32;
                let points = best_win - wins[index];
                let rank = rank(scores[index]);
                let at = PLAIN + OF_LOOK * look;
                candidate.features[at..at + OF_LOOK].copy_from_slice(&[
                    lost / 100.0,
                    (lost / 100.0).sqrt(),
                    points / 20.0,
                    (points / 20.0).sqrt(),
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
                [PLAIN, PLAIN + OF_LOOK * (LOOKS - 1)].map(|at| candidate.features[at + 2]);
            candidate.features[PLAIN + OF_LOOK * LOOKS] = (last - first).max(0.0);
            candidate.features[PLAIN + OF_LOOK * LOOKS + 1] = (first - last).max(0.0);
        }
        Seen {
            features: scene.position_features(win, gap, candidates.len()),
            candidates,
        }
    }

    /// What each of these moves is worth, in hundredths of a pawn, after a look ahead of each of these depths from there on.
    /// Where all of them would take more positions, the last ones tell what the ones before have told.
    pub(super) fn look_ahead(
        &mut self,
        at: Situation<'_>,
        moves: &[Move],
        depths: Range<usize>,
        nodes: u64,
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
        let mut search = Search {
            watch: Watch::new(Instant::now, limits, Stop::default(), &counted),
            table: &self.table,
            history: &mut self.history,
            played: path.len(),
            path,
            lines: vec![Vec::new(); MAX_PLY + 1],
            excluded: Vec::new(),
            only: &[],
            first_moves: None,
            reductions: &self.reductions,
            null_move_from: 0,
            evaluation: Evaluation::Positional,
            seldepth: 0,
        };
        let root = Node::new(at.position.clone());
        let children: Vec<Node> = moves.iter().map(|mv| root.after(*mv)).collect();
        let mut order: Vec<usize> = (0..moves.len()).collect();
        let mut known = vec![0; moves.len()];
        let first = depths.start;
        let look = |depth: usize| {
            let mut scores = known.clone();
            let mut best = -INFINITE;
            for index in &order {
                let window = Window {
                    alpha: (best - WIDEST).max(-INFINITE),
                    beta: INFINITE,
                };
                let (child, last) = (&children[*index], Some(moves[*index]));
                let score = -search.search(child, window.negated(), depth as i32, 1, last);
                if search.watch.is_over() {
                    break;
                }
                scores[*index] = score;
                best = best.max(score);
            }
            if !search.watch.is_over() || depth == first {
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
struct Scene<'a> {
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
    fn new(at: Situation<'a>) -> Self {
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

    /// 0 for one's own first rank.
    fn rank(&self, square: Square) -> i32 {
        let rank = square.rank() as i32;
        self.turn.fold_wb(rank, 7 - rank)
    }

    fn attackers(&self, board: &Board, to: Square, by: Color, occupied: Bitboard) -> Bitboard {
        board.attacks_to(to, by, occupied)
    }

    fn position_features(&self, win: f32, gap: f32, moves: usize) -> [f32; POSITION_FEATURES] {
        let board = self.board;
        let worth = |side: Bitboard| -> i32 {
            Role::ALL[..5]
                .iter()
                .map(|role| (side & board.by_role(*role)).count() as i32 * piece_value(*role))
                .sum()
        };
        let [us, them] = [worth(self.position.us()), worth(self.position.them())];
        let number = self.position.fullmoves().get() as f32;
        [
            win / 50.0 - 1.0,
            (win / 50.0 - 1.0).abs(),
            gap / 20.0,
            flag(self.position.is_check()),
            (moves as f32).ln() / 3.5,
            (us + them) as f32 / 8_000.0,
            ((us - them) as f32 / 500.0).clamp(-2.0, 2.0),
            (number / 40.0).min(2.0),
            (-number / 8.0).exp(),
            flag(self.last.is_some()),
            flag(self.own.is_some()),
            flag(self.last.is_some_and(Move::is_capture)),
            (self.most_hanging as f32 / 500.0).min(2.0),
            flag((board.queens() & self.position.them()).any()),
        ]
    }

    #[expect(
        clippy::too_many_lines,
        reason = "a table of numbers, one after the other"
    )]
    fn features(&self, mv: Move) -> [f32; MOVE_FEATURES] {
        let (board, us, them) = (self.board, self.turn, !self.turn);
        let mut features = [0.0; MOVE_FEATURES];
        let mut next = 0;
        let mut put = |value: f32| {
            features[next] = value;
            next += 1;
        };
        let (role, to) = (mv.role(), landing(mv));
        let from = mv.from().unwrap_or(to);
        let mut after = self.position.clone();
        after.play_unchecked(mv);
        let now = after.board();
        let became = mv.promotion().unwrap_or(role);
        // What it is.
        for kind in Role::ALL {
            put(flag(role == kind));
        }
        for kind in &Role::ALL[..5] {
            put(flag(mv.capture() == Some(*kind)));
        }
        put(flag(mv.promotion() == Some(Role::Queen)));
        put(flag(mv.promotion().is_some_and(|role| role != Role::Queen)));
        let castles = matches!(mv, Move::Castle { .. });
        put(flag(castles && to > from));
        put(flag(castles && to < from));
        put(flag(mv.is_en_passant()));
        let check = after.is_check();
        put(flag(check));
        let mate = check && after.legal_moves().is_empty();
        put(flag(mate));
        let direct = after.checkers().contains(to);
        put(flag(check && !direct));
        // What it wins or loses on its square.
        let won = exchange(self.position, mv);
        put((won as f32 / 500.0).clamp(-2.0, 2.0));
        put(flag(won < 0));
        put(flag(won > 0));
        put(flag(won < 0 && (mv.is_capture() || check)));
        // What it leaves.
        let left = self.hanging[from as usize];
        put((left as f32 / 500.0).min(2.0));
        put(flag(left > 0));
        let hit = |last: Move| {
            let piece = Piece {
                color: them,
                role: last.promotion().unwrap_or(last.role()),
            };
            attacks::attacks(last.to(), piece, board.occupied()).contains(from)
        };
        put(flag(self.last.is_some_and(hit)));
        put(flag(left > 0 && self.last.is_some_and(hit)));
        put(flag(left < self.most_hanging));
        put(((self.most_hanging - left) as f32 / 500.0).clamp(0.0, 2.0));
        let still = (self.hanging.iter().enumerate())
            .filter(|(square, won)| {
                **won > 0 && *square != from as usize && {
                    let square = Square::new(*square as u32);
                    let by = self.attackers(now, square, them, now.occupied());
                    by.any() && self.attackers(now, square, us, now.occupied()).is_empty()
                }
            })
            .count();
        put(still as f32);
        // How it follows from what was played.
        let last_to = self.last.map(Move::to);
        let recaptures = self.last.is_some_and(Move::is_capture) && last_to == Some(to);
        put(flag(recaptures));
        put(flag(recaptures && won >= 0));
        put(flag(mv.is_capture() && last_to == Some(to) && !recaptures));
        let own_to = self.own.map(Move::to);
        put(flag(own_to == Some(from)));
        put(flag(
            own_to == Some(from) && self.own.is_some_and(|own| own.from() == Some(to)),
        ));
        put(flag(own_to == Some(to)));
        put(flag(self.own.is_some_and(|own| own.from() == Some(to))));
        let near = |square: Square, other: Option<Square>| {
            other.map_or(0.5, |other| square.distance(other) as f32 / 7.0)
        };
        put(near(to, last_to));
        put(near(from, last_to));
        put(near(to, own_to));
        put(near(from, own_to));
        let piece = Piece {
            color: us,
            role: became,
        };
        let reach = attacks::attacks(to, piece, now.occupied());
        put(flag(last_to.is_some_and(|last| reach.contains(last))));
        // Where it goes.
        let forward = self.rank(to) - self.rank(from);
        put(forward as f32 / 7.0);
        put(flag(forward < 0));
        put(flag(forward == 0));
        put(from.distance(to) as f32 / 7.0);
        let central = |square: Square| {
            let (file, rank) = (square.file() as i32, square.rank() as i32);
            let off = (2 * file - 7).abs().max((2 * rank - 7).abs());
            (7 - off) as f32 / 6.0
        };
        put(central(to));
        put(central(to) - central(from));
        let their_king = board.king_of(them).unwrap_or(to);
        put(to.distance(their_king) as f32 / 7.0);
        put((from.distance(their_king) as f32 - to.distance(their_king) as f32) / 7.0);
        // Who attacks and guards it there.
        let occupied = now.occupied();
        let by = self.attackers(now, to, them, occupied);
        put(flag((by & now.pawns()).any()));
        put(flag((by & (now.knights() | now.bishops())).any()));
        put(flag((by & (now.rooks() | now.queens())).any()));
        let guards = self.attackers(now, to, us, occupied);
        put((guards.count() as f32 / 3.0).min(1.0));
        put(flag((guards & now.pawns()).any()));
        let before = self.attackers(board, from, them, board.occupied());
        put(flag((before & board.pawns()).any()));
        put(flag(before.any()));
        // What it attacks there.
        let victims = reach & now.by_color(them);
        let (mut most, mut loose, mut dearer) = (0, 0, 0);
        for square in victims {
            let Some(victim) = now.role_at(square) else {
                continue;
            };
            let guarded = self.attackers(now, square, them, occupied).any();
            let more = piece_value(victim) - piece_value(became);
            if victim != Role::King {
                most = most.max(if guarded { more } else { piece_value(victim) });
                loose += i32::from(!guarded);
            }
            dearer += i32::from(more > 50 || victim == Role::King);
        }
        put((most as f32 / 500.0).clamp(0.0, 2.0));
        put(loose as f32);
        put(dearer as f32);
        put(flag((victims & now.queens()).any()));
        let zone = attacks::king_attacks(their_king);
        put((reach & zone).count() as f32 / 4.0);
        let piece_before = Piece { color: us, role };
        let reach_before = attacks::attacks(from, piece_before, board.occupied());
        put((reach.count() as f32 - reach_before.count() as f32) / 8.0);
        let guarded: f32 = (reach & now.by_color(us))
            .into_iter()
            .filter(|square| self.hanging[*square as usize] > 0)
            .count() as f32;
        put(guarded);
        // What opens behind it.
        let sliders = now.by_color(us) & now.sliders() & !Bitboard::from_square(to);
        let mut opened = 0;
        for square in sliders & attacks::queen_attacks(from, occupied) {
            let Some(piece) = now.piece_at(square) else {
                continue;
            };
            let new = attacks::attacks(square, piece, occupied)
                & !attacks::attacks(square, piece, board.occupied());
            for victim in new & now.by_color(them) {
                let value = now.role_at(victim).map_or(0, piece_value);
                opened = opened.max(value - piece_value(piece.role) / 2);
            }
        }
        put((opened as f32 / 500.0).clamp(0.0, 2.0));
        // What it is for.
        let minor = matches!(role, Role::Knight | Role::Bishop);
        put(flag(minor && self.rank(from) == 0));
        let is_pawn = role == Role::Pawn;
        put(flag(is_pawn && central(to) > 0.9));
        put(flag(is_pawn && forward == 2));
        let pawns = now.pawns() & now.by_color(them);
        let passed = is_pawn && {
            let files = (to.file() as i32 - 1)..=(to.file() as i32 + 1);
            !pawns.into_iter().any(|pawn| {
                files.contains(&(pawn.file() as i32)) && self.rank(pawn) > self.rank(to)
            })
        };
        put(flag(passed));
        put(if is_pawn {
            self.rank(to) as f32 / 7.0
        } else {
            0.0
        });
        let own_king = board.king_of(us).unwrap_or(from);
        put(flag(
            is_pawn && from.distance(own_king) <= 1 && self.rank(own_king) == 0,
        ));
        put(flag(is_pawn && to.distance(their_king) <= 2));
        let file = Bitboard::from_file(to.file());
        put(flag(
            role == Role::Rook && (file & board.pawns() & self.position.us()).is_empty(),
        ));
        let rights = self.position.castles();
        let may_castle = rights.has(us, shakmaty::CastlingSide::KingSide)
            || rights.has(us, shakmaty::CastlingSide::QueenSide);
        put(flag(role == Role::King && !castles && may_castle));
        put(flag(
            role == Role::Queen && self.position.fullmoves().get() < 8,
        ));
        put(flag(to.rank() == Rank::First || to.rank() == Rank::Eighth));
        debug_assert_eq!(next, PLAIN);
        features
    }
}

/// What a move wins on its square, less what it loses there, by static exchange evaluation: hundredths of a pawn.
fn exchange(position: &Chess, mv: Move) -> i32 {
    if see_ge(position, mv, 0) {
        return see(position, mv);
    }
    let (mut least, mut most) = (material_gain(mv) - piece_value(Role::Queen), -1);
    while least < most {
        let middle = (least + most + 1).div_euclid(2);
        if see_ge(position, mv, middle) {
            least = middle;
        } else {
            most = middle - 1;
        }
    }
    least
}
