//! Measures the computer as a partner, for `build-aux/bench engine`; prints one JSON object a line.
//!
//! `engine speed NODES`: what it takes to search a position, in one thread and in all, and to count one.
//! `engine stops TIMES`: how long a search goes on after it is told to stop.
//! `engine review`: how soon a game of 41 moves is looked through, and its first turning point known.
//! `engine puzzles FILE NODES EVERY`: how many of every so many puzzles of a file are solved.
//! `engine levels GAMES [FROM]`: how each level, from this one on, does against the one below, and the first
//! against somebody who only takes what hangs.
//! `engine match GAMES MILLISECONDS PROGRAM [NAME=VALUE…]`: the searcher against another engine.

mod games;
mod levels;
mod matches;
mod puzzles;
mod reviews;
#[path = "../tutor/row.rs"]
mod row;
mod speed;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["speed", nodes] => speed::search(nodes.parse()?),
        ["stops", times] => speed::stop(times.parse()?),
        ["review"] => reviews::review(),
        ["puzzles", file, nodes, every] => puzzles::solve(file, nodes.parse()?, every.parse()?),
        ["levels", games] => levels::climb(games.parse()?, 1),
        ["levels", games, from] => levels::climb(games.parse()?, from.parse()?),
        ["match", games, time, program, settings @ ..] => {
            matches::play(games.parse()?, time.parse()?, program, settings)
        }
        _ => Err("usage: engine speed|stops|review|puzzles|levels|match …; see its source".into()),
    }
}
