//! The static evaluation by a small neural network, whose first layer follows the moves instead of being computed anew
//! (<https://www.chessprogramming.org/NNUE>).
//!
//! Each side sees the board from its own end, and with its king on the files a to d: mirrored where that stands on the others. An
//! input is a piece on a square, one's own or the other's. The first layer is the same for both sides; the second one, which
//! depends on how many pieces there are, takes that of the side to move first.
//!
//! What is inlined always is compiled for each set of instructions that processors have; else it would be compiled for the
//! smallest alone.

use std::sync::LazyLock;

use pulp::{Arch, NullaryFnOnce};
use shakmaty::{Bitboard, Board, Chess, Color, File, Piece, Position, Square};

use super::terms::relative_square;

/// A piece of each kind and side on each square.
pub const INPUTS: usize = 2 * 6 * 64;
/// The values of the first layer, for each side.
pub const HIDDEN: usize = 128;
/// Sets of weights of the second layer, by the number of pieces.
pub const OUTPUTS: usize = 8;
/// The weights: the first layer's by input, its biases, the second layer's by output and side, its biases.
pub const SIZES: [usize; 4] = [INPUTS * HIDDEN, HIDDEN, OUTPUTS * 2 * HIDDEN, OUTPUTS];
/// How many weights there are.
pub const WEIGHTS: usize = SIZES[0] + SIZES[1] + SIZES[2] + SIZES[3];
/// No weight is further from nothing.
pub const LIMIT: f32 = 1.98;

/// A value of the first layer that counts in full.
const ONE: i16 = 255;
/// By how much the weights of the second layer are finer than one.
const FINER: i16 = 64;
/// What an output of one is worth, in centipawns. A hundred would be what Stockfish tells one ply deep; the deeper it looks, the
/// more it tells (`steps.md`).
const SCALE: i32 = 118;

type Row = [i16; HIDDEN];
const NOTHING: Row = [0; HIDDEN];

/// The weights as whole numbers of 16 bits.
const FILE: &[u8] = include_bytes!("../../../resources/network.bin");
const _: () = assert!(FILE.len() == 2 * WEIGHTS);

/// The weights as they are kept in a file.
pub fn quantized(weights: &[f32]) -> Vec<u8> {
    let scales = SIZES.iter().zip([ONE, ONE, FINER, ONE]);
    let scales = scales.flat_map(|(size, scale)| std::iter::repeat_n(scale, *size));
    let whole = weights
        .iter()
        .zip(scales)
        .map(|(weight, scale)| (weight * f32::from(scale)).round() as i16);
    whole.flat_map(i16::to_le_bytes).collect()
}

static NETWORK: LazyLock<Network> = LazyLock::new(Network::read);

#[repr(align(64))]
struct Aligned(Row);

struct Network {
    inputs: Vec<Aligned>,
    biases: Aligned,
    outputs: [[Aligned; 2]; OUTPUTS],
    output_biases: [i16; OUTPUTS],
}

impl Network {
    fn read() -> Self {
        let mut numbers = FILE
            .chunks_exact(2)
            .map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]));
        // The length of the file is known, so that none is missing.
        let mut next = || numbers.next().unwrap_or_default();
        let mut row = || Aligned(std::array::from_fn(|_| next()));
        Self {
            inputs: (0..INPUTS).map(|_| row()).collect(),
            biases: row(),
            outputs: std::array::from_fn(|_| std::array::from_fn(|_| row())),
            output_biases: std::array::from_fn(|_| next()),
        }
    }
}

/// What the first layer comes to for one side.
struct Half {
    sums: Aligned,
    mirrored: bool,
}

/// What the first layer comes to for both sides, White first, and for which board.
struct Accumulator {
    board: Board,
    halves: [Half; 2],
}

impl Accumulator {
    fn new(network: &Network) -> Self {
        let half = || Half {
            sums: Aligned(network.biases.0),
            mirrored: false,
        };
        Self {
            board: Board::empty(),
            halves: [half(), half()],
        }
    }

    /// Makes it that of another board. The less differs, the sooner it is done.
    #[inline(always)]
    fn update(&mut self, network: &Network, board: &Board) {
        let differs = differing(&self.board, board);
        for (half, side) in self.halves.iter_mut().zip(Color::ALL) {
            let king = board.king_of(side);
            let mirrored = king.is_some_and(is_mirrored);
            if mirrored == half.mirrored {
                half.update(network, side, &self.board, board, differs);
            } else {
                half.sums.0 = network.biases.0;
                half.mirrored = mirrored;
                half.update(network, side, &Board::empty(), board, board.occupied());
            }
        }
        self.board = board.clone();
    }
}

impl Half {
    /// Makes it that of another board, which differs on these squares.
    #[inline(always)]
    fn update(
        &mut self,
        network: &Network,
        side: Color,
        before: &Board,
        now: &Board,
        differs: Bitboard,
    ) {
        let mut come = (differs & now.occupied()).into_iter();
        let mut gone = (differs & before.occupied()).into_iter();
        let weights = |board: &Board, square| {
            let piece = board.piece_at(square)?;
            Some(&network.inputs[input(side, self.mirrored, piece, square)].0)
        };
        loop {
            let come = come.next().and_then(|square| weights(now, square));
            let gone = gone.next().and_then(|square| weights(before, square));
            if come.is_none() && gone.is_none() {
                return;
            }
            let changes = come
                .unwrap_or(&NOTHING)
                .iter()
                .zip(gone.unwrap_or(&NOTHING));
            for (sum, (come, gone)) in self.sums.0.iter_mut().zip(changes) {
                *sum = sum.wrapping_add(come.wrapping_sub(*gone));
            }
        }
    }
}

/// The squares where something else stands.
fn differing(before: &Board, now: &Board) -> Bitboard {
    let white = before.by_color(Color::White) ^ now.by_color(Color::White);
    let black = before.by_color(Color::Black) ^ now.by_color(Color::Black);
    let kinds = [
        (before.pawns(), now.pawns()),
        (before.knights(), now.knights()),
        (before.bishops(), now.bishops()),
        (before.rooks(), now.rooks()),
        (before.queens(), now.queens()),
        (before.kings(), now.kings()),
    ];
    kinds
        .iter()
        .fold(white | black, |all, (before, now)| all | *before ^ *now)
}

/// Whether a side whose king stands there sees the board mirrored.
pub fn is_mirrored(king: Square) -> bool {
    king.file() >= File::E
}

/// Which set of weights of the second layer counts with so many pieces.
pub fn output_for(pieces: usize) -> usize {
    (pieces.saturating_sub(2) / 4).min(OUTPUTS - 1)
}

/// The number of an input, as a side sees it.
pub fn input(side: Color, mirrored: bool, piece: Piece, square: Square) -> usize {
    let kind = piece.role as usize - 1 + if piece.color == side { 0 } else { 6 };
    let square = if mirrored {
        square.flip_horizontal()
    } else {
        square
    };
    kind * 64 + relative_square(square, side)
}

/// The weighted sum of the values of the first layer: each no less than nothing, no more than [`ONE`], and squared.
#[inline(always)]
fn weighted(values: &Row, weights: &Row) -> i32 {
    let products = values.iter().zip(weights).map(|(value, weight)| {
        let value = (*value).clamp(0, ONE);
        // A weight is less than two, so that this fits into 16 bits.
        i32::from(value.wrapping_mul(*weight)) * i32::from(value)
    });
    products.sum()
}

/// What the first layer came to last at each ply of a search.
#[derive(Default)]
pub struct Accumulators {
    by_ply: Vec<Accumulator>,
    processor: Arch,
}

impl Accumulators {
    /// What a position at a ply of a search is worth for the side to move, in centipawns.
    pub fn output(&mut self, position: &Chess, ply: usize) -> i32 {
        let network = &*NETWORK;
        if self.by_ply.len() <= ply {
            self.by_ply
                .resize_with(ply + 1, || Accumulator::new(network));
        }
        self.processor.dispatch(ForwardPass {
            network,
            accumulator: &mut self.by_ply[ply],
            position,
        })
    }
}

/// One run of the network, which is compiled for each set of instructions.
struct ForwardPass<'a> {
    network: &'a Network,
    accumulator: &'a mut Accumulator,
    position: &'a Chess,
}

impl NullaryFnOnce for ForwardPass<'_> {
    type Output = i32;

    #[inline(always)]
    fn call(self) -> i32 {
        let (network, position) = (self.network, self.position);
        self.accumulator.update(network, position.board());
        let output = output_for(position.board().occupied().count());
        let [white, black] = &self.accumulator.halves;
        let (own, others) = position.turn().fold_wb((white, black), (black, white));
        let weights = &network.outputs[output];
        let sum = weighted(&own.sums.0, &weights[0].0) + weighted(&others.sums.0, &weights[1].0);
        let (one, finer) = (i32::from(ONE), i32::from(FINER));
        let sum = sum / one + i32::from(network.output_biases[output]) * finer;
        sum * SCALE / (one * finer)
    }
}
