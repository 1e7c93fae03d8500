//! The levels against each other.

use std::error::Error;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::thread;

use rank_and_file_core::chess::{Chess, Move, Position, Role};
use rank_and_file_core::engine::{Level, Limits, Searcher, Stop, Table};
use serde_json::json;

use super::games::{Chance, Score};
use super::speed::cores;

/// Plays so many games of each of these levels against the one below, one for each core at once.
pub fn climb(games: u64, levels: RangeInclusive<u8>) -> Result<(), Box<dyn Error>> {
    for number in levels {
        let level = Level::new(number).ok_or("no such level")?;
        let at_once = cores() as u64;
        let parts: Vec<_> = thread::scope(|scope| {
            let part = |worker: u64| {
                let of_part = (worker..games).step_by(at_once as usize);
                scope.spawn(move || against_the_one_below(level, of_part))
            };
            let workers: Vec<_> = (0..at_once).map(part).collect();
            workers.into_iter().map(|worker| worker.join()).collect()
        });
        let mut score = Score::default();
        for part in parts {
            score.add(&part.map_err(|_| "a game was interrupted")?);
        }
        let answer = json!({
            "level": number,
            "won": score.won,
            "drawn": score.drawn,
            "lost": score.lost,
            "share": score.share(),
        });
        println!("{answer}");
    }
    Ok(())
}

/// Plays these games of a level. How they ended for it.
fn against_the_one_below(level: Level, games: impl Iterator<Item = u64>) -> Score {
    let below = level.number().checked_sub(1).and_then(Level::new);
    let mut players: Option<(u64, Searcher, Searcher, Chance)> = None;
    Score::play(games, |first, game, positions, _| {
        if players.as_ref().is_none_or(|(of, ..)| *of != game) {
            let new = |level: Level, seed| {
                let mut searcher = Searcher::new(Arc::new(Table::new(1)));
                searcher.set_strength(Some((level.rating(), seed)));
                searcher
            };
            players = Some((
                game,
                new(level, game * 2),
                new(below.unwrap_or(level), game * 2 + 1),
                Chance(99 + game),
            ));
        }
        let (_, upper, lower, chance) = players.as_mut()?;
        let searcher = match (first, below) {
            (true, _) => upper,
            (false, Some(_)) => lower,
            (false, None) => return greedy(positions.last()?, chance),
        };
        searcher
            .search(positions, 1, Limits::default(), Stop::default(), |_| {})
            .best()
    })
}

/// Somebody who mates at once if it can be, takes what brings most, and else plays anything.
fn greedy(position: &Chess, chance: &mut Chance) -> Option<Move> {
    let worth = |role| match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    };
    let legal = position.legal_moves();
    let mut best: Option<(i32, Move)> = None;
    for mv in &legal {
        let mut after = position.clone();
        after.play_unchecked(*mv);
        if after.is_checkmate() {
            return Some(*mv);
        }
        let Some(taken) = mv.capture() else { continue };
        let board = after.board();
        let guarded = board
            .attacks_to(mv.to(), after.turn(), board.occupied())
            .any();
        let gain = worth(taken) - if guarded { worth(mv.role()) } else { 0 };
        if gain > best.map_or(0, |(gain, _)| gain) {
            best = Some((gain, *mv));
        }
    }
    let any = || legal.get(chance.below(legal.len().max(1))).copied();
    best.map(|(_, mv)| mv).or_else(any)
}
