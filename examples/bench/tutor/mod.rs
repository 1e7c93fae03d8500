//! Measures what the tutor finds, for `build-aux/bench tutor`; prints one JSON object a line.
//!
//! The files have tabs: number, FEN, moves, rating, themes. The first move leads to the position that is explained.
//!
//! `tutor motifs FILE NODES EVERY`: over every so many puzzles whose answer is found, for each motif how many have
//! it as a theme, in how many of these it is claimed, and how many claims there are. With DISAGREEMENTS in the
//! environment each difference is told.
//! `tutor claims FILE NODES EVERY`: what is claimed of every so many positions, with the line and what it wins.
//! `tutor games FILE.pgn RATING OF_EACH`: so many positions of each game between players with such a rating, as
//! lines for a file.
//! `tutor reasons`: what is said of the bad moves in games of people, which come from standard input.

mod claims;
mod games;
mod motifs;
mod reasons;

use std::error::Error;

pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["motifs", file, nodes, every] => motifs::count(file, nodes.parse()?, every.parse()?),
        ["claims", file, nodes, every] => claims::tell(file, nodes.parse()?, every.parse()?),
        ["games", file, rating, each] => games::positions(file, rating.parse()?, each.parse()?),
        ["reasons"] => reasons::count(),
        _ => Err("usage: tutor motifs|claims|games FILE …, tutor reasons; see its source".into()),
    }
}
