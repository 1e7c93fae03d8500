//! Positions from the games of masters.

use std::error::Error;
use std::fs::File;

use rank_and_file_core::pgn::{Splitter, Step, read_game};
use rank_and_file_core::rules::{Game, fen_of};

/// No position is taken from the first half-moves, which are in books, or from the last ones.
const OPENING: usize = 16;
const END: usize = 6;

/// Prints so many positions of each game between two with such a rating, each game from other parts of it.
pub fn positions(file: &str, rating: u32, of_each: usize) -> Result<(), Box<dyn Error>> {
    let mut splitter = Splitter::new(File::open(file)?);
    let mut number = 0;
    loop {
        let raw = match splitter.step()? {
            Step::Game(raw) => raw,
            Step::More => continue,
            Step::End => return Ok(()),
        };
        let text = String::from_utf8_lossy(raw.bytes.as_deref().unwrap_or_default()).into_owned();
        let strong = ["White", "Black"].iter().all(|side| {
            let named = text.split(&format!("[{side}Elo \"")).nth(1);
            let elo = named.and_then(|rest| rest.split('"').next()?.parse::<u32>().ok());
            elo.is_some_and(|elo| elo >= rating)
        });
        let Ok(imported) = read_game(&raw) else {
            continue;
        };
        let plies = imported.game.plies().len();
        if !strong || plies < OPENING + END + 1 {
            continue;
        }
        number += 1;
        let middle = plies - OPENING - END;
        for part in 0..of_each {
            let at = OPENING + (number * 7 + part * middle / of_each) % middle;
            print(&imported.game, at, raw.number);
        }
    }
}

fn print(game: &Game, at: usize, number: u64) {
    let (fen, ply) = (fen_of(game.position_at(at - 1)), &game.plies()[at - 1]);
    println!("{number}\t{fen}\t{}\t\t", ply.uci());
}
