//! Quiet truths: what a move proves without winning anything yet. They are counted to the end, or follow from
//! the rules; no opinion of a searcher is in them.

mod bishop;
mod ending;
mod opposition;
mod runner;
mod wall;

use shakmaty::{Chess, Move, Position};

use super::story::{LEAST, Scene};
use super::{Claim, Gain};
use crate::engine::Score;

type Truth = fn(&Scene) -> Option<Claim>;

/// By these something is won.
const WINNING: [Truth; 2] = [runner::unstoppable_pawn, opposition::winning];
/// By these whoever has less keeps the draw.
const DRAWING: [Truth; 3] = [opposition::drawing, bishop::wrong_bishop, wall::fortress];

/// What is true after a move that leads to such a score.
pub fn truths(start: &Chess, mv: Move, score: Score) -> Vec<Claim> {
    let scene = Scene::new(start, mv);
    let wins = match score {
        Score::Centipawns(worth) => worth >= LEAST,
        Score::Mate(moves) => moves > 0,
    };
    let winning = WINNING.iter().filter(|_| wins);
    winning
        .chain(&DRAWING)
        .filter_map(|truth| truth(&scene))
        .collect()
}

/// A move that keeps the draw for certain, this one if it does.
pub fn draw(start: &Chess, wanted: Option<Move>) -> Option<Claim> {
    let mut moves = wanted.into_iter().chain(start.legal_moves());
    moves.find_map(|mv| drawing(start, mv))
}

/// Whether and how a move keeps the draw for certain, whatever a searcher thinks of it.
pub fn drawing(start: &Chess, mv: Move) -> Option<Claim> {
    let scene = Scene::new(start, mv);
    DRAWING.iter().find_map(|truth| truth(&scene))
}

/// The line that begins with a scene and goes on with these moves.
fn line(scene: &Scene, rest: Vec<Move>) -> Vec<Move> {
    std::iter::once(scene.mv).chain(rest).collect()
}

/// How a line ends that begins in a position, in more for whoever begins it.
fn material(start: &Chess, line: &[Move]) -> Gain {
    let mut end = start.clone();
    line.iter().for_each(|mv| end.play_unchecked(*mv));
    let balance = |position: &Chess| super::story::balance(position.board(), start.turn());
    Gain::Material(balance(&end) - balance(start))
}
