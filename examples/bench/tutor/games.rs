//! Positions from the games of masters.

use std::error::Error;

use rank_and_file_core::chess::{Game, fen_of};
use rank_and_file_core::record::pgn::{Split, Splitter, read_game};

/// No position is taken from the first half-moves, which are in books, or from the last ones.
const OPENING: usize = 16;
const END: usize = 6;

/// Prints so many positions of each game between two with such a rating, each game from other parts of it.
pub fn positions(file: &str, rating: u32, of_each: usize) -> Result<(), Box<dyn Error>> {
    let text = std::fs::read(file)?;
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    let mut splitter = Splitter::new(text.as_bytes());
    let mut number = 0;
    loop {
        let raw = match splitter.step()? {
            Split::Game(raw) => raw,
            Split::More => continue,
            Split::End => return Ok(()),
        };
        let first = usize::try_from(raw.line)?.saturating_sub(1);
        let tags = lines
            .iter()
            .skip(first)
            .take_while(|line| line.starts_with('['));
        let strong = ["White", "Black"].iter().all(|side| {
            let tag = format!("[{side}Elo \"");
            let elo = tags
                .clone()
                .find_map(|line| line.strip_prefix(&tag)?.split('"').next());
            elo.is_some_and(|elo| elo.parse::<u32>().is_ok_and(|elo| elo >= rating))
        });
        let Ok(imported) = read_game(&raw) else {
            continue;
        };
        let plies = imported.loaded.game.plies().len();
        if !strong || plies < OPENING + END + 1 {
            continue;
        }
        number += 1;
        let middle = plies - OPENING - END;
        for part in 0..of_each {
            let at = OPENING + (number * 7 + part * middle / of_each) % middle;
            print(&imported.loaded.game, at, raw.number);
        }
    }
}

fn print(game: &Game, at: usize, number: u64) {
    let (fen, ply) = (fen_of(game.position_at(at - 1)), &game.plies()[at - 1]);
    println!("{number}\t{fen}\t{}\t\t", ply.uci());
}
