//! Fits the network of the static evaluation to scores of positions, by gradient descent.

use std::error::Error;
use std::fs;
use std::panic::resume_unwind;
use std::thread;

use rank_and_file_core::engine::network::{
    HIDDEN, LIMIT, SIZES, WEIGHTS, input, is_mirrored, output_for, quantized,
};
use shakmaty::{Color, Role, Square};

use super::fit::Adam;
use super::self_play::{RECORD, pieces, score};

/// By how many centipawns the logarithm of the odds of winning grows by one, as the other engine means them.
const STEEPNESS: f32 = 220.0;
const BATCH: usize = 16_384;
const PARTS: usize = 2;
/// Every so many positions, one is held back.
const HELD_BACK: usize = 100;
/// By how much the weights change at most in a step, at first and at last.
const STEP: [f32; 2] = [1e-3, 1e-6];

/// A position: the inputs as the side to move and the other one see it, and the chance to win.
#[derive(Default)]
struct Position {
    inputs: [Vec<usize>; 2],
    output: usize,
    target: f32,
}

impl Position {
    fn read(record: &[u8], into: &mut Self) {
        let king = |side| {
            let piece = Role::King.of(side);
            let found = pieces(record).find(|(_, each)| *each == piece);
            found.map_or(Square::A1, |(square, _)| square)
        };
        for (inputs, side) in into.inputs.iter_mut().zip(Color::ALL) {
            let mirrored = is_mirrored(king(side));
            inputs.clear();
            inputs
                .extend(pieces(record).map(|(square, piece)| input(side, mirrored, piece, square)));
        }
        into.output = output_for(pieces(record).count());
        into.target = sigmoid(f32::from(score(record)) / STEEPNESS);
    }
}

fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// Where the parts of the network begin among all its weights.
const BIASES: usize = SIZES[0];
const SECOND: usize = BIASES + SIZES[1];
const LAST: usize = SECOND + SIZES[2];

/// What the network makes of a position, and its first layer.
fn forward(weights: &[f32], position: &Position, first: &mut [[f32; HIDDEN]; 2]) -> f32 {
    for (sums, inputs) in first.iter_mut().zip(&position.inputs) {
        sums.copy_from_slice(&weights[BIASES..SECOND]);
        for input in inputs {
            let row = &weights[input * HIDDEN..][..HIDDEN];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight;
            }
        }
    }
    let second = &weights[SECOND + 2 * HIDDEN * position.output..][..2 * HIDDEN];
    let mut value = weights[LAST + position.output];
    for (sums, row) in first.iter().zip(second.chunks_exact(HIDDEN)) {
        let products = sums.iter().zip(row);
        value += products
            .map(|(sum, weight)| sum.clamp(0.0, 1.0).powi(2) * weight)
            .sum::<f32>();
    }
    value
}

/// Adds what a position says of the weights. Its squared error.
fn learn(weights: &[f32], position: &Position, gradient: &mut [f32]) -> f32 {
    let mut first = [[0.0; HIDDEN]; 2];
    let chance = sigmoid(forward(weights, position, &mut first));
    let error = chance - position.target;
    let slope = 2.0 * error * chance * (1.0 - chance);
    gradient[LAST + position.output] += slope;
    for (half, sums) in first.iter_mut().enumerate() {
        let begin = SECOND + (2 * position.output + half) * HIDDEN;
        let row = &weights[begin..][..HIDDEN];
        let own = &mut gradient[begin..][..HIDDEN];
        for ((sum, weight), own) in sums.iter_mut().zip(row).zip(own) {
            let value = sum.clamp(0.0, 1.0);
            *own += slope * value * value;
            let open = f32::from(u8::from(*sum > 0.0 && *sum < 1.0));
            *sum = open * slope * weight * 2.0 * value;
        }
        let inputs = position.inputs[half].iter().map(|input| input * HIDDEN);
        for begin in inputs.chain([BIASES]) {
            for (own, sum) in gradient[begin..][..HIDDEN].iter_mut().zip(&*sums) {
                *own += sum;
            }
        }
    }
    error * error
}

/// Reads files of records, and writes the network that foretells their scores best.
pub fn fit(epochs: usize, output: &str, files: &[&str]) -> Result<(), Box<dyn Error>> {
    let mut records = Vec::new();
    for file in files {
        records.extend(fs::read(file)?);
    }
    let count = (records.len() / RECORD) as u32;
    let (held, mut learnt): (Vec<u32>, Vec<u32>) =
        (0..count).partition(|number| *number as usize % HELD_BACK == 0);
    eprintln!("{} positions, {} held back", learnt.len(), held.len());
    let record = |number: &u32| &records[*number as usize * RECORD..][..RECORD];
    let mut chance = fastrand::Rng::with_seed(1);
    let mut weights: Vec<f32> = (0..WEIGHTS).map(|_| 0.1 * (chance.f32() - 0.5)).collect();
    let mut adam = Adam::new(WEIGHTS, 1e-8);
    let steps = epochs * learnt.len().div_ceil(BATCH);
    let mut step = 0;
    for epoch in 0..epochs {
        chance.shuffle(&mut learnt);
        let mut error = 0.0;
        for batch in learnt.chunks(BATCH) {
            let (mut gradient, of_batch) = in_parts(batch, |part| {
                let mut gradient = vec![0.0; WEIGHTS];
                let mut position = Position::default();
                let mut error = 0.0;
                for number in part {
                    Position::read(record(number), &mut position);
                    error += f64::from(learn(&weights, &position, &mut gradient));
                }
                (gradient, error)
            });
            error += of_batch;
            step += 1;
            // The steps become smaller, along half a cosine.
            let done = step as f32 / steps as f32;
            let share = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
            let rate = STEP[1] + (STEP[0] - STEP[1]) * share;
            for slope in &mut gradient {
                *slope /= batch.len() as f32;
            }
            adam.step(&mut weights, &gradient, rate);
            for weight in &mut weights {
                *weight = weight.clamp(-LIMIT, LIMIT);
            }
        }
        let (_, of_held) = in_parts(&held, |part| {
            let mut position = Position::default();
            let errors = part.iter().map(|number| {
                Position::read(record(number), &mut position);
                let value = forward(&weights, &position, &mut [[0.0; HIDDEN]; 2]);
                f64::from((sigmoid(value) - position.target).powi(2))
            });
            (Vec::new(), errors.sum())
        });
        let learnt = error / learnt.len() as f64;
        let held = of_held / held.len() as f64;
        eprintln!("epoch {epoch}: {learnt:.6}, held back {held:.6}");
    }
    fs::write(output, quantized(&weights))?;
    Ok(())
}

/// The sum of what threads make of their parts, of which there are as many everywhere, so that the sums are the same.
fn in_parts<'a>(
    numbers: &'a [u32],
    of_part: impl Fn(&'a [u32]) -> (Vec<f32>, f64) + Sync,
) -> (Vec<f32>, f64) {
    let size = numbers.len().div_ceil(PARTS).max(1);
    thread::scope(|scope| {
        let parts = numbers
            .chunks(size)
            .map(|part| scope.spawn(|| of_part(part)));
        let parts: Vec<_> = parts.collect();
        let mut whole = (Vec::new(), 0.0);
        for part in parts {
            let (gradient, error) = part.join().unwrap_or_else(|panic| resume_unwind(panic));
            if whole.0.is_empty() {
                whole.0 = gradient;
            } else {
                for (sum, slope) in whole.0.iter_mut().zip(gradient) {
                    *sum += slope;
                }
            }
            whole.1 += error;
        }
        whole
    })
}
