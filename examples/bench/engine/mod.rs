//! Measures the computer as a partner, for `build-aux/bench engine`; prints one JSON object a line.
//!
//! `engine speed NODES`: what it takes to search a position, in one thread and in all, and to count one.
//! `engine stops TIMES`: how long a search goes on after it is told to stop.
//! `engine review`: how soon a game of 41 moves is looked through, and its first inaccuracy or worse known.
//! `engine puzzles FILE NODES EVERY`: how many of every so many puzzles of a file are solved.
//! `engine levels GAMES [FROM TO]`: how each level, or each of these, does against the one below, and the first
//! against a player that only takes what hangs; several games at once.
//! `engine flags GAMES BASE INCREMENT AT_ONCE`: how often the built-in engine loses on time against itself, with so
//! many milliseconds for the game and more for each move, several games at once.
//! `engine people OUTPUT SHARE WORKER WORKERS`: what is seen in positions of people's games, for `build-aux/fit-human`.
//! For `build-aux/fit-evaluation`:
//! `engine self_play OUTPUT NODES WORKER WORKERS GAMES`: positions of the searcher's games against itself;
//! `engine fit EPOCHS SCALE FILES…`: weights of the evaluation's terms that foretell how such games end;
//! `engine labels PROGRAM INPUT OUTPUT`: what another engine says of positions that can follow them;
//! `engine fit_network EPOCHS OUTPUT FILES…`: a network that foretells that.
//! `engine run_uci`: the built-in engine for other programs, as these games use it.
//! `engine match GAMES LIMIT RATING PROGRAM [NAME=VALUE…]`: the searcher, or with a rating above 0 a player like people
//! of that, against another engine, with so many milliseconds a move, or as in `20000n` so many nodes.

mod fit;
mod fit_network;
mod flags;
mod games;
mod labels;
mod levels;
mod matches;
mod people;
mod puzzles;
mod reviews;
mod self_play;
mod speed;

use std::error::Error;
use std::io;
use std::time::Duration;

use rank_and_file_core::engine::{Level, run_uci};

pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["speed", nodes] => speed::search(nodes.parse()?),
        ["stops", times] => speed::stop(times.parse()?),
        ["review"] => reviews::review(),
        ["puzzles", file, nodes, every] => puzzles::solve(file, nodes.parse()?, every.parse()?),
        ["levels", games] => levels::climb(games.parse()?, 1..=Level::LAST.number()),
        ["levels", games, from, to] => {
            levels::climb(games.parse()?, from.parse()?..=to.parse()?)
        }
        ["match", games, limit, rating, program, settings @ ..] => {
            matches::play(games.parse()?, limit, rating.parse()?, program, settings)
        }
        ["people", output, share, worker, workers] => {
            people::write(output, share.parse()?, worker.parse()?, workers.parse()?)
        }
        ["self_play", output, nodes, worker, workers, games] => {
            let [worker, workers] = [worker.parse()?, workers.parse()?];
            self_play::write(output, nodes.parse()?, worker, workers, games)
        }
        ["labels", program, input, output] => labels::write(program, input, output),
        ["fit", epochs, scale, files @ ..] => fit::fit(epochs.parse()?, scale.parse()?, files),
        ["fit_network", epochs, output, files @ ..] => {
            fit_network::fit(epochs.parse()?, output, files)
        }
        ["flags", games, base, increment, at_once] => {
            let [base, increment] = [base.parse()?, increment.parse()?].map(Duration::from_millis);
            flags::play(games.parse()?, base, increment, at_once.parse()?)
        }
        ["run_uci"] => Ok(run_uci(io::stdin().lock(), io::stdout())?),
        _ => Err(
            "usage: engine speed|stops|review|puzzles|levels|flags|people|self_play|fit|labels|fit_network|run_uci|match …; see its source"
                .into(),
        ),
    }
}
