//! What `build-aux/bench` measures with, and what makes the data and pictures for other scripts, as one program: the
//! first word says which, and each tells in its file what the others mean. The yardstick of a start has a program of
//! its own (`bare_window`), with nothing in it that would make it slower.

extern crate gtk4 as gtk;
extern crate libadwaita as adw;

mod board_window;
mod collection;
mod engine;
mod explore;
mod frames;
mod library_window;
mod many_games;
mod piece_sheet;
mod puzzle_set;
mod row;
mod tutor;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_default();
    let arguments: Vec<String> = words.collect();
    let run = match name.as_str() {
        "board_window" => board_window::run,
        "collection" => collection::run,
        "engine" => engine::run,
        "explore" => explore::run,
        "library_window" => library_window::run,
        "many_games" => many_games::run,
        "piece_sheet" => piece_sheet::run,
        "puzzle-set" => puzzle_set::run,
        "tutor" => tutor::run,
        _ => {
            return Err(
                format!("there is nothing here that is called '{name}'; see the source").into(),
            );
        }
    };
    run(&arguments)
}
