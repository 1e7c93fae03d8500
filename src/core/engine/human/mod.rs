//! What people play: the share of players of a rating who choose each legal move, by a small neural network over what a
//! person sees (`features.rs`). Its weights are fitted to games of people by `build-aux/fit-human`.
//!
//! The network has two parts, whose results are added. One sees the board: a layer over pieces on squares, the last two
//! moves and the rating, and for each move the product of that layer with what is learnt of a piece that leaves one
//! square for another. The other sees each move: two layers over its features, those of the position, the rating, and a
//! digest of the first part's layer. A softmax makes shares of the sums.

mod features;
mod motive;

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use fastrand::Rng;
use shakmaty::{CastlingSide, Chess, Color, Move, Position, Square};

use super::Score;
pub use super::terms::relative_square;
use crate::chess::{HASH_MULTIPLIER, landing_square};
pub use features::{
    Candidate, FeatureExtractor, Features, GamePosition, MOVE_FEATURES, POSITION_FEATURES,
    RATING_FEATURES,
};
use features::{WIDEST, move_between, rating_features};
pub use motive::{Motive, Reason, motive};

/// How many inputs the board has: thirteen for each square, the castling rights, and where the last two moves went from
/// and to.
const INPUTS: usize = 64 * PIECES + RIGHTS + 4 * SQUARES;
/// No piece, or one of six kinds of either side.
const PIECES: usize = 13;
/// The ways in which castling may be allowed.
const RIGHTS: usize = 16;
/// The squares, and none.
const SQUARES: usize = 65;
/// A kind of piece on a square.
const PLACES: usize = 6 * 64;

/// The sizes of the layers.
const BOARD: usize = 128;
const DIGEST: usize = 16;
const FIRST: usize = 64;
const SECOND: usize = 32;

/// What is known of a position and a player.
const CONTEXT: usize = POSITION_FEATURES + RATING_FEATURES;
const ALL: usize = MOVE_FEATURES + CONTEXT + DIGEST;

/// How many numbers each part has, in the order of the file.
const SIZES: [usize; 13] = [
    INPUTS * BOARD,
    BOARD * CONTEXT,
    BOARD,
    PLACES * BOARD,
    PLACES * BOARD,
    DIGEST * BOARD,
    DIGEST,
    FIRST * ALL,
    FIRST,
    SECOND * FIRST,
    SECOND,
    SECOND,
    1,
];

/// The weights, in the upper halves of 32-bit floating-point numbers.
const FILE: &[u8] = include_bytes!("../../../../resources/human.bin");
const _: () = {
    let (mut whole, mut part) = (0, 0);
    while part < SIZES.len() {
        whole += SIZES[part];
        part += 1;
    }
    assert!(FILE.len() == 2 * whole);
};

static WEIGHTS: LazyLock<[Vec<f32>; SIZES.len()]> = LazyLock::new(|| {
    let mut numbers = FILE
        .chunks_exact(2)
        .map(|half| f32::from_bits(u32::from(u16::from_le_bytes([half[0], half[1]])) << 16));
    SIZES.map(|size| numbers.by_ref().take(size).collect())
});

/// A legal move, the share of players who choose it, from 0 to 1, and what it is worth to them.
#[derive(Debug, Clone, Copy)]
pub struct Share {
    /// The move.
    pub mv: Move,
    /// How many of all choose it.
    pub share: f64,
    /// What it is worth for the mover after a short look.
    pub score: Score,
}

/// The shares of all legal moves among players of this rating on lichess, the likeliest move first. They add up to 1.
/// Ratings from 800 to 2200 are known, and those from 600 on foretold; others count as the nearest of them.
pub fn shares(extractor: &mut FeatureExtractor, at: GamePosition<'_>, rating: u32) -> Vec<Share> {
    let features = extractor.extract(at);
    shares_of(at, &features, rating)
}

/// The same of what was extracted.
fn shares_of(at: GamePosition<'_>, features: &Features, rating: u32) -> Vec<Share> {
    let scores = scores(at, features, rating);
    let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let parts: Vec<f64> = scores
        .iter()
        .map(|score| f64::from(score - best).exp())
        .collect();
    let whole: f64 = parts.iter().sum();
    let candidates = features.candidates.iter().zip(parts);
    let mut shares: Vec<Share> = candidates
        .map(|(candidate, part)| Share {
            mv: candidate.mv,
            share: part / whole,
            score: Score::of(candidate.score),
        })
        .collect();
    shares.sort_by(|one, other| other.share.total_cmp(&one.share));
    shares
}

/// The share of one of these moves; `None` of one that is not legal.
fn share_of(at: GamePosition<'_>, features: &Features, rating: u32, mv: Move) -> Option<f64> {
    let shares = shares_of(at, features, rating);
    let found = shares.into_iter().find(|share| share.mv == mv);
    found.map(|found| found.share)
}

/// How many players find a move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Finders {
    /// The rating of the players.
    pub rating: u32,
    /// The share of them who choose it, from 0 to 1.
    pub share: f64,
    /// The share of those who are rated [`STRONGER`] points higher.
    pub stronger: f64,
}

/// How much higher stronger players are rated.
pub const STRONGER: u32 = 400;

/// How many players find a move after so many plies of a game that has gone through these positions: those of this rating, or
/// where none is known, of the one that the game shows; and stronger ones. `None` where it cannot be played there.
pub fn finders(game: &[Chess], ply: usize, mv: Move, rating: Option<u32>) -> Option<Finders> {
    let mut extractor = FeatureExtractor::default();
    let at = GamePosition::of(game.get(..=ply)?)?;
    let rating = rating.unwrap_or_else(|| {
        let estimate = estimate(&mut extractor, &[(game, at.turn())]);
        estimate.rating / 50 * 50
    });
    let features = extractor.extract(at);
    Some(Finders {
        rating,
        share: share_of(at, &features, rating, mv)?,
        stronger: share_of(at, &features, rating + STRONGER, mv)?,
    })
}

/// How much a player of this rating gains by learning to find a move in a game that has gone through these positions: the
/// chance that one rated [`AHEAD`] points higher finds it where this one does not, from 0 to 1. So a move that all
/// players find is worth little, and so is one that hardly any player finds. `None` where it cannot be played there.
pub fn worth(
    extractor: &mut FeatureExtractor,
    game: &[Chess],
    mv: Move,
    rating: u32,
) -> Option<f64> {
    let at = GamePosition::of(game)?;
    let features = extractor.extract(at);
    let missed = 1.0 - share_of(at, &features, rating, mv)?;
    Some(share_of(at, &features, rating + AHEAD, mv)? * missed)
}

/// How much higher players are rated whose moves come next for one who learns.
pub const AHEAD: u32 = 200;

/// What a player's moves tell of a rating.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    /// The rating, as lichess counts it.
    pub rating: u32,
    /// The standard deviation: in two cases of three it is no further off.
    pub uncertainty: u32,
}

/// What is known of a player before any move is seen: mean and standard deviation of the ratings at lichess.
const USUAL: (f64, f64) = (1_500.0, 300.0);
/// The ratings of which it is known what people play; an estimate compares them in these steps.
const KNOWN: RangeInclusive<u32> = 800..=2_200;
const APART: usize = 100;

/// Which rating fits best to what a side has played in games that have gone through these positions: the mean of all
/// ratings, each weighed by how likely it makes the moves.
pub fn estimate(extractor: &mut FeatureExtractor, games: &[(&[Chess], Color)]) -> Estimate {
    let ratings: Vec<u32> = KNOWN.step_by(APART).collect();
    let (mean, deviation) = USUAL;
    let mut logs: Vec<f64> = ratings
        .iter()
        .map(|rating| -((f64::from(*rating) - mean) / deviation).powi(2) / 2.0)
        .collect();
    for (game, side) in games {
        for ply in 1..game.len() {
            let played = move_between(&game[ply - 1], &game[ply]);
            let (Some(played), Some(at)) = (played, GamePosition::of(&game[..ply])) else {
                continue;
            };
            if at.turn() != *side {
                continue;
            }
            let features = extractor.extract(at);
            for (log, rating) in logs.iter_mut().zip(&ratings) {
                let share = share_of(at, &features, *rating, played);
                *log += share.map_or(0.0, |share| share.max(1e-6).ln());
            }
        }
    }
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logs.iter().map(|log| (log - most).exp()).collect();
    let whole: f64 = weights.iter().sum();
    let mean_of = |value: &dyn Fn(f64) -> f64| {
        let weighed = ratings.iter().zip(&weights);
        let sum: f64 = weighed
            .map(|(rating, weight)| value(f64::from(*rating)) * weight)
            .sum();
        sum / whole
    };
    let rating = mean_of(&|rating| rating);
    let variance = mean_of(&|other| (other - rating).powi(2));
    Estimate {
        rating: rating.round() as u32,
        uncertainty: variance.sqrt().round() as u32,
    }
}

/// Chance at a ply of a game: the same for the same seed.
pub(super) fn chance_at(seed: u64, ply: u64) -> Rng {
    Rng::with_seed(seed ^ ply.wrapping_mul(HASH_MULTIPLIER))
}

/// A player who moves as people of a rating do.
pub(super) struct Person {
    rating: u32,
    /// Another one plays otherwise.
    seed: u64,
    extractor: FeatureExtractor,
}

/// A move that is chosen so many times less often than the likeliest one is hardly ever played.
const HARDLY: f64 = 20.0;
/// How deep, in half-moves, a player looks at the moves that come to mind, and how many positions at most.
const CAREFUL: std::ops::Range<usize> = 2..12;
const CAREFUL_NODES: u64 = 30_000;
/// A move that is worse than the best one by so many centipawns of [`Score`] for each point of the tolerance is hardly
/// ever chosen, so it does not matter how much worse it is.
const NEGLIGIBLE: f64 = 40.0;
/// It matters up to this in any case, in centipawns of [`Score`]: in a position that is won, much is lost before the
/// winning chances show it.
const NARROWEST: i32 = 100;

impl Person {
    /// A player of this rating. With the same seed a game goes the same way.
    pub fn new(rating: u32, seed: u64) -> Self {
        Self {
            rating,
            seed,
            extractor: FeatureExtractor::default(),
        }
    }

    /// Chooses one of these moves in a game that has gone through these positions: by chance, as often as people would, but
    /// the less likely the more it loses by a look ahead, so that the results fit the rating. A mate in one is seen as often
    /// as people see it.
    pub fn choose(&mut self, game: &[Chess], among: &[Move]) -> Option<Share> {
        let at = GamePosition::of(game)?;
        let mut shares = shares(&mut self.extractor, at, self.rating);
        shares.retain(|share| among.contains(&share.mv));
        let ply = u64::from(at.position.fullmoves().get()) * 2 + at.turn() as u64;
        let mut chance = chance_at(self.seed, ply);
        let mates = |share: &Share| is_checkmate_after(at.position, share.mv);
        if shares.iter().any(mates) {
            let seen = drawn(&shares, &mut chance).is_some_and(mates);
            shares.retain(|share| mates(share) == seen);
        }
        let most = shares.first()?.share;
        shares.retain(|share| share.share * HARDLY >= most);
        if shares.len() > 1 {
            self.weigh(at, &mut shares, tolerance(self.rating));
        }
        drawn(&shares, &mut chance).copied()
    }

    /// Makes what loses chances less likely.
    fn weigh(&mut self, at: GamePosition<'_>, shares: &mut [Share], tolerance: f64) {
        let moves: Vec<Move> = shares.iter().map(|share| share.mv).collect();
        let widest = ((tolerance * NEGLIGIBLE) as i32).clamp(NARROWEST, WIDEST);
        let looks = self
            .extractor
            .look_ahead(at, &moves, CAREFUL, CAREFUL_NODES, widest);
        let scores = looks.last().map_or(&[][..], |scores| scores);
        for (share, score) in shares.iter_mut().zip(scores) {
            share.score = Score::of(*score);
        }
        let wins = shares.iter().map(|share| share.score.expected_score());
        let best = wins.fold(0.0, f64::max);
        for share in shares {
            let lost = best - share.score.expected_score();
            share.share *= (-lost / tolerance).exp();
        }
    }
}

/// One of these moves by chance, each as likely as its share of them all; `None` where there is none.
fn drawn<'a>(shares: &'a [Share], chance: &mut Rng) -> Option<&'a Share> {
    let whole: f64 = shares.iter().map(|share| share.share).sum();
    let mut left = chance.f64() * whole;
    let drawn = shares.iter().find(|share| {
        left -= share.share;
        left < 0.0
    });
    drawn.or(shares.first())
}

fn is_checkmate_after(position: &Chess, mv: Move) -> bool {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after.is_checkmate()
}

/// By rating: a move that loses so many points of winning chances is chosen about a third as often. Without that the computer
/// plays worse than people of its rating, and the difference grows with the rating: it makes the mistakes of all of them, where
/// each person makes only some. How the figures were found is in `steps.md`.
const TOLERANCES: [(f64, f64); 9] = [
    (600.0, 60.0),
    (960.0, 45.0),
    (1_140.0, 45.0),
    (1_320.0, 28.0),
    (1_500.0, 18.0),
    (1_700.0, 11.0),
    (1_860.0, 4.2),
    (2_040.0, 0.58),
    (2_200.0, 0.1),
];

/// The tolerance of a rating, between those of the two that are next to it in the table.
fn tolerance(rating: u32) -> f64 {
    let (least, most) = (TOLERANCES[0].0, TOLERANCES[TOLERANCES.len() - 1].0);
    let rating = f64::from(rating).clamp(least, most);
    let above = TOLERANCES.partition_point(|(known, _)| *known < rating);
    let (high, narrow) = TOLERANCES[above];
    let (low, wide) = TOLERANCES[above.saturating_sub(1)];
    let part = (rating - low) / (high - low).max(1.0);
    wide.powf(1.0 - part) * narrow.powf(part)
}

/// The lowest rating of which it is foretold what people play.
const LEAST: u32 = 600;
/// From this rating down to the lowest known one the scores change as they go on to change below that, though less: by so
/// large a part (`steps.md`).
const TREND_FROM: u32 = 1_200;
const TREND: f32 = 0.75;

/// What each candidate comes to before the softmax.
fn scores(at: GamePosition<'_>, features: &Features, rating: u32) -> Vec<f32> {
    let lowest = *KNOWN.start();
    let below = lowest.saturating_sub(rating.max(LEAST));
    if below == 0 {
        return known_scores(at, features, rating);
    }
    let further = TREND * below as f32 / (TREND_FROM - lowest) as f32;
    let of_lowest = known_scores(at, features, lowest);
    let of_others = known_scores(at, features, TREND_FROM);
    let pairs = of_lowest.into_iter().zip(of_others);
    pairs
        .map(|(score, other)| score + (score - other) * further)
        .collect()
}

/// The same for a rating that is known.
fn known_scores(at: GamePosition<'_>, features: &Features, rating: u32) -> Vec<f32> {
    let [
        inputs,
        board_context,
        board_bias,
        leaves,
        lands,
        digest_weights,
        digest_bias,
        first_weights,
        first_bias,
        second_weights,
        second_bias,
        last,
        last_bias,
    ] = &*WEIGHTS;
    let context: Vec<f32> = features
        .position
        .iter()
        .copied()
        .chain(rating_features(rating))
        .collect();
    let mut board = layer(board_context, board_bias, &context);
    for input in board_inputs(at) {
        let row = &inputs[input * BOARD..][..BOARD];
        for (sum, weight) in board.iter_mut().zip(row) {
            *sum += weight;
        }
    }
    rectify(&mut board);
    let mut context = context;
    context.extend(layer(digest_weights, digest_bias, &board));
    // What is the same for all moves is added up once.
    let rows = || first_weights.chunks_exact(ALL);
    let common: Vec<f32> = rows()
        .zip(first_bias)
        .map(|(row, bias)| bias + dot(&row[MOVE_FEATURES..], &context))
        .collect();
    let turn = at.turn();
    let score = |candidate: &Candidate| {
        let mut first: Vec<f32> = rows()
            .zip(&common)
            .map(|(row, common)| common + dot(&row[..MOVE_FEATURES], &candidate.features))
            .collect();
        rectify(&mut first);
        let mut second = layer(second_weights, second_bias, &first);
        rectify(&mut second);
        let mv = candidate.mv;
        let place = |square| (mv.role() as usize - 1) * 64 + relative_square(square, turn);
        let [from, to] = [mv.from().unwrap_or(mv.to()), landing_square(mv)].map(place);
        let on_board = dot(&leaves[from * BOARD..][..BOARD], &board)
            + dot(&lands[to * BOARD..][..BOARD], &board);
        dot(last, &second) + last_bias[0] + on_board
    };
    features.candidates.iter().map(score).collect()
}

/// Which inputs of the board are on.
pub fn board_inputs(at: GamePosition<'_>) -> Vec<usize> {
    let position = at.position;
    let (turn, board) = (position.turn(), position.board());
    let mut inputs: Vec<usize> = Square::ALL
        .into_iter()
        .map(|square| {
            let piece = board.piece_at(square).map_or(0, |piece| {
                piece.role as usize + if piece.color == turn { 0 } else { 6 }
            });
            relative_square(square, turn) * PIECES + piece
        })
        .collect();
    let mut rights = 0;
    for (index, color) in [turn, !turn].into_iter().enumerate() {
        for (number, side) in CastlingSide::ALL.into_iter().enumerate() {
            rights |= usize::from(position.castles().has(color, side)) << (index * 2 + number);
        }
    }
    inputs.push(64 * PIECES + rights);
    let moves = [at.last, at.own];
    let squares = moves
        .into_iter()
        .flat_map(|mv| [mv.and_then(Move::from), mv.map(landing_square)]);
    for (index, square) in squares.enumerate() {
        let square = square.map_or(64, |square| relative_square(square, turn));
        inputs.push(64 * PIECES + RIGHTS + index * SQUARES + square);
    }
    inputs
}

/// What comes out of a layer: each row of weights times the inputs, and its bias.
fn layer(weights: &[f32], biases: &[f32], inputs: &[f32]) -> Vec<f32> {
    let rows = weights.chunks_exact(inputs.len());
    rows.zip(biases)
        .map(|(row, bias)| bias + dot(row, inputs))
        .collect()
}

fn dot(weights: &[f32], inputs: &[f32]) -> f32 {
    weights.iter().zip(inputs).map(|(a, b)| a * b).sum()
}

/// What is below zero counts as zero.
fn rectify(values: &mut [f32]) {
    for value in values {
        *value = value.max(0.0);
    }
}
