//! Fits the weights of the evaluation to positions that `self_play.rs` wrote, by Texel's method
//! (<https://www.chessprogramming.org/Texel%27s_Tuning_Method>).

use std::error::Error;
use std::fs;
use std::panic::resume_unwind;
use std::thread;

use rank_and_file_core::engine::{MAX_PHASE, WEIGHT_COUNT, WEIGHT_ROWS, trace};

use super::self_play::{RECORD, read};

/// How a score turns into the chance to win, in games of the searcher: one that it found, in centipawns, or one that weights
/// come to before they are scaled.
const STEEPNESS: f32 = 0.0075;
/// How much the result of a game counts beside the score that was found.
const BY_RESULT: f32 = 0.6;
const BATCH: usize = 16_384;
/// Every so many positions, one is held back.
const HELD_BACK: usize = 40;
/// How strongly weights are drawn to 0, which tells where they hardly ever matter.
const TO_ZERO: f32 = 2e-12;
/// How strongly they are drawn to their neighbors in a row.
const TO_NEIGHBOR: f32 = 3e-11;

/// A position, as the fit sees it.
struct Position {
    /// Where its counts begin and end.
    counts: std::ops::Range<usize>,
    /// The share of the middle game.
    middle: f32,
    /// How much an advantage counts: of the side to move, and of the other one.
    scale_factors: [f32; 2],
    /// The chance to win that it should have.
    target: f32,
}

#[derive(Default)]
struct Data {
    positions: Vec<Position>,
    counts: Vec<(u16, i8)>,
}

/// Reads files of records, and prints the weights that foretell best how these games end, each of them scaled: for the middle
/// game and for the endgame, a line each.
pub fn fit(epochs: usize, scale: f32, files: &[&str]) -> Result<(), Box<dyn Error>> {
    let data = load(files)?;
    let (held, learnt): (Vec<usize>, Vec<usize>) =
        (0..data.positions.len()).partition(|number| number % HELD_BACK == 0);
    eprintln!("{} positions, {} held back", learnt.len(), held.len());
    let mut weights = vec![[0.0; 2]; WEIGHT_COUNT];
    for (weight, worth) in weights.iter_mut().zip([100.0, 320.0, 330.0, 500.0, 950.0]) {
        *weight = [worth; 2];
    }
    let mut adam = Adam::new(2 * WEIGHT_COUNT, 1e-12);
    let mut chance = fastrand::Rng::with_seed(1);
    let mut order = learnt;
    for epoch in 0..epochs {
        chance.shuffle(&mut order);
        // The steps become smaller and smaller.
        let rate = 3.0 * 0.5 * (1.0 + (std::f32::consts::PI * epoch as f32 / epochs as f32).cos());
        for batch in order.chunks(BATCH) {
            let (gradient, _) = data.gradient(&weights, batch);
            adam.step(weights.as_flattened_mut(), gradient.as_flattened(), rate);
        }
        let (_, error) = data.gradient(&weights, &held);
        eprintln!("{epoch}: {:.6}", error / held.len() as f64);
    }
    for [middle, end] in weights {
        println!("{} {}", (middle * scale).round(), (end * scale).round());
    }
    Ok(())
}

fn load(files: &[&str]) -> Result<Data, Box<dyn Error>> {
    let mut data = Data::default();
    for file in files {
        for record in fs::read(file)?.chunks_exact(RECORD) {
            let (position, score, result) = read(record)?;
            let (counts, phase, scale_factors) = trace(&position);
            let begin = data.counts.len();
            for (weight, count) in counts {
                data.counts
                    .push((u16::try_from(weight)?, i8::try_from(count)?));
            }
            let by_score = sigmoid(f32::from(score));
            data.positions.push(Position {
                counts: begin..data.counts.len(),
                middle: phase as f32 / MAX_PHASE as f32,
                scale_factors: scale_factors.map(|of64| of64 as f32 / 64.0),
                target: BY_RESULT * result + (1.0 - BY_RESULT) * by_score,
            });
        }
    }
    Ok(data)
}

fn sigmoid(score: f32) -> f32 {
    1.0 / (1.0 + (-STEEPNESS * score).exp())
}

impl Data {
    /// By how much each weight errs in these positions, and the sum of the squared errors.
    fn gradient(&self, weights: &[[f32; 2]], batch: &[usize]) -> (Vec<[f32; 2]>, f64) {
        let parts: Vec<_> = thread::scope(|scope| {
            let parts = batch.chunks(batch.len().div_ceil(2));
            let workers: Vec<_> = parts
                .map(|part| scope.spawn(|| self.gradient_of(weights, part)))
                .collect();
            // In this order, so that the same positions give the same sums.
            let joined = workers.into_iter().map(|worker| worker.join());
            joined
                .map(|part| part.unwrap_or_else(|panic| resume_unwind(panic)))
                .collect()
        });
        let mut sum = (vec![[0.0_f32; 2]; WEIGHT_COUNT], 0.0);
        for (gradient, error) in parts {
            sum.1 += error;
            for (sum, part) in sum.0.iter_mut().zip(gradient) {
                sum[0] += part[0];
                sum[1] += part[1];
            }
        }
        for weight in &mut sum.0 {
            *weight = weight.map(|sum| sum * STEEPNESS / batch.len() as f32);
        }
        for (sum, weight) in sum.0.iter_mut().zip(weights) {
            for stage in 0..2 {
                sum[stage] += TO_ZERO * weight[stage];
            }
        }
        for (begin, length) in WEIGHT_ROWS {
            for (next, number) in (begin..begin + length).skip(1).zip(begin..) {
                let steps = weights[number].iter().zip(weights[next]);
                for (stage, (from, to)) in steps.enumerate() {
                    let pull = TO_NEIGHBOR * (to - from);
                    sum.0[next][stage] += pull;
                    sum.0[number][stage] -= pull;
                }
            }
        }
        sum
    }

    fn gradient_of(&self, weights: &[[f32; 2]], part: &[usize]) -> (Vec<[f32; 2]>, f64) {
        let mut gradient = vec![[0.0; 2]; WEIGHT_COUNT];
        let mut errors = 0.0;
        for number in part {
            let position = &self.positions[*number];
            let counts = &self.counts[position.counts.clone()];
            let end = 1.0 - position.middle;
            let mut value = 0.0;
            for (weight, count) in counts {
                let [middle, late] = weights[usize::from(*weight)];
                value += f32::from(*count) * (middle * position.middle + late * end);
            }
            let scale_factor = position.scale_factors[usize::from(value < 0.0)];
            let share = sigmoid(value * scale_factor);
            let error = share - position.target;
            errors += f64::from(error * error);
            let slope = error * share * (1.0 - share) * scale_factor;
            for (weight, count) in counts {
                let slope = slope * f32::from(*count);
                gradient[usize::from(*weight)][0] += slope * position.middle;
                gradient[usize::from(*weight)][1] += slope * end;
            }
        }
        (gradient, errors)
    }
}

/// Adam (Kingma and Ba, 2015, <https://arxiv.org/abs/1412.6980>).
pub struct Adam {
    moments: Vec<[f32; 2]>,
    epsilon: f32,
    steps: i32,
}

impl Adam {
    /// For so many weights. The smaller epsilon is, the more those change that hardly ever matter.
    pub fn new(weights: usize, epsilon: f32) -> Self {
        Self {
            moments: vec![[0.0; 2]; weights],
            epsilon,
            steps: 0,
        }
    }

    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32) {
        let (first, second) = (0.9_f32, 0.999_f32);
        self.steps += 1;
        let bias = [1.0 - first.powi(self.steps), 1.0 - second.powi(self.steps)];
        let all = weights.iter_mut().zip(&mut self.moments).zip(gradient);
        for ((weight, [mean, square]), slope) in all {
            *mean = first * *mean + (1.0 - first) * slope;
            *square = second * *square + (1.0 - second) * slope * slope;
            let (mean, square) = (*mean / bias[0], *square / bias[1]);
            *weight -= rate * mean / (square.sqrt() + self.epsilon);
        }
    }
}
