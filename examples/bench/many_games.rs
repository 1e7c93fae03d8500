//! Makes many games for the benchmarks: a folder of logs, or one PGN file.
//!
//! `many_games COUNT --logs FOLDER` or `many_games COUNT --pgn FILE`. The same number gives the
//! same games: openings that people play, then any legal moves, all kinds of ends.
//!
//! `many_games copy FROM TO` is the yardstick for reading and writing games: it copies the files
//! of one folder into another as plain bytes, which are then on the disk, and prints how many
//! milliseconds that took.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use jiff::{Timestamp, ToSpan};
use rank_and_file_core::chess::{
    Action, Color, DrawRule, Game, Move, Position, TimeControl, fen_of, start_position,
};
use rank_and_file_core::record::log::{Header, lines_for, read_bytes};
use rank_and_file_core::record::pgn;

const FIRST_NAMES: [&str; 20] = [
    "Ann", "Ben", "Clara", "David", "Elena", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Klára",
    "Liam", "Mária", "Nikolai", "Olga", "Pedro", "Qiu", "Rosa", "Søren", "Tomáš",
];
const LAST_NAMES: [&str; 20] = [
    "Adler", "Baker", "Cortés", "Dvořák", "Ek", "Fischer", "García", "Hansen", "Ivanova", "Jensen",
    "Keller", "López", "Müller", "Novák", "Olsen", "Petrov", "Quist", "Rossi", "Silva", "Taylor",
];
const OPENINGS: [&str; 8] = [
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
    "d4 d5 c4 e6 Nc3 Nf6 Bg5",
    "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6",
    "e4 e6 d4 d5 Nc3 Bb4",
    "c4 e5 Nc3 Nf6",
    "Nf3 d5 g3",
    "e4 c6 d4 d5",
];
const CONTROLS: [Option<&str>; 4] = [None, Some("300+3"), Some("600"), Some("5400+30")];

pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [count, kind, path] = arguments else {
        return Err(
            "usage: many_games COUNT --logs FOLDER | COUNT --pgn FILE | copy FROM TO".into(),
        );
    };
    if count == "copy" {
        return copy(kind, path);
    }
    let count: u64 = count.parse()?;
    let mut games = (0..count).map(text);
    match kind.as_str() {
        "--logs" => {
            fs::create_dir_all(path)?;
            games.try_for_each(|game| {
                let (id, log) = game?;
                Ok(fs::write(
                    Path::new(path).join(format!("{id}.fenlog")),
                    log,
                )?)
            })
        }
        "--pgn" => {
            let mut file = BufWriter::new(File::create(path)?);
            games.try_for_each(|game| {
                let (_, log) = game?;
                Ok(file.write_all(pgn::write(&read_bytes(log.into_bytes())).as_bytes())?)
            })
        }
        other => Err(format!("what is {other}?").into()),
    }
}

fn copy(from: &str, to: &str) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(to)?;
    let begin = Instant::now();
    for file in fs::read_dir(from)? {
        let file = file?;
        fs::write(Path::new(to).join(file.file_name()), fs::read(file.path())?)?;
    }
    rustix::fs::syncfs(File::open(to)?)?;
    println!("{}", begin.elapsed().as_secs_f64() * 1000.0);
    Ok(())
}

/// The id and the log of one game.
fn text(number: u64) -> Result<(String, String), Box<dyn Error>> {
    let mut chance = fastrand::Rng::with_seed(number);
    let mut name = || -> String {
        let first = FIRST_NAMES[chance.usize(..FIRST_NAMES.len())];
        let last = LAST_NAMES[chance.usize(..LAST_NAMES.len())];
        format!("{first} {last}")
    };
    let (white, black) = (name(), name());
    let started: Timestamp = "2001-01-01T10:00:00Z".parse()?;
    let hours = i64::try_from(number)? * 2;
    let started = started + hours.hours() + chance.i64(0..7_000).seconds();
    let mut header = Header::new(&white, &black, started, DrawRule::Claimed);
    header.time_control = CONTROLS[chance.usize(..CONTROLS.len())]
        .map(|text| text.parse::<TimeControl>())
        .transpose()?;
    let mut game = header.new_game(start_position());
    let mut log = header.line() + &fen_of(game.position()) + "\n";
    let opening = OPENINGS[chance.usize(..OPENINGS.len())].split(' ');
    let length = chance.usize(30..130);
    let mut act = |game: &mut Game, action: Action| -> Result<(), Box<dyn Error>> {
        let event = game.act(action).map_err(|refusal| refusal.code())?;
        log += &lines_for(&event, game, started);
        Ok(())
    };
    for written in opening {
        act(&mut game, Action::Write(written.to_owned()))?;
    }
    while game.plies().len() < length && game.outcome().is_none() {
        let moves = game.position().legal_moves();
        let mv = moves[chance.usize(..moves.len())];
        act(&mut game, action(mv))?;
    }
    if game.outcome().is_none() {
        match chance.u8(0..10) {
            0 => {}
            1..4 => {
                act(&mut game, Action::OfferDraw)?;
                act(&mut game, Action::Accept)?;
            }
            4..7 => act(&mut game, Action::Resign(Color::White))?,
            _ => act(&mut game, Action::Resign(Color::Black))?,
        }
    }
    let id = format!("{}-{number:08x}", started.strftime("%Y%m%dT%H%M%SZ"));
    Ok((id, log))
}

fn action(mv: Move) -> Action {
    Action::Move {
        from: mv.from().unwrap_or(mv.to()),
        to: mv.to(),
        promotion: mv.promotion(),
    }
}
