//! Prints what `build-aux/bench collection` reports, as one JSON object: what it takes to list the games of a PGN file,
//! to note their positions, and to find them again.
//!
//! `collection FILE POSITIONS`: over that file, with the positions in a file that is not there yet. Times are those on
//! the clock on the wall, as several threads work.

use std::error::Error;
use std::fs::{self, File};
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::RwLock;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use pgn_reader::{Reader, SanPlus, Skip, Visitor};
use rank_and_file_core::chess::{Chess, Position, start_position};
use rank_and_file_core::library::{
    Collection, GameFilter, Query, Slot, Sort, Sought, asked, index_collection, read_collection,
};
use serde_json::json;

use crate::explore::vocabulary;

/// With so many games a list fills a window.
const WINDOW: usize = 50;
/// So many positions of games are looked for.
const QUESTIONS: usize = 200;

/// Plays the games of a file, and does nothing else: the yardstick.
struct Replay {
    plies: u64,
}

impl Visitor for Replay {
    type Tags = ();
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(start_position())
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        match san.san.to_move(position) {
            Ok(mv) => {
                position.play_unchecked(mv);
                self.plies += 1;
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(()),
        }
    }

    fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, _: Chess) {}
}

pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [file, positions] = arguments else {
        return Err("usage: collection FILE POSITIONS".into());
    };
    let (file, positions) = (Path::new(file), Path::new(positions));
    if positions.exists() {
        return Err("there are positions already".into());
    }
    let never = AtomicBool::new(false);
    let before = allocated()?;
    let begin = Instant::now();
    let collection = RwLock::new(Collection::open(file, vocabulary())?);
    let games = || asked(&collection).len();
    let mut first_ms = None;
    read_collection(&collection, &never, |_| {
        if games() >= WINDOW {
            first_ms.get_or_insert_with(|| ms(begin));
        }
    })?;
    let (listed_ms, memory) = (ms(begin), allocated()?.saturating_sub(before));

    let mut searches_ms = Vec::new();
    for (text, sort) in [
        ("a", Sort::Unsorted),
        ("garcia", Sort::Newest),
        ("", Sort::White),
    ] {
        let query = Query {
            text: text.to_owned(),
            sort,
            ..Query::default()
        };
        let begin = Instant::now();
        let found = collection.read().map(|games| games.find(&query, &never));
        found.ok().flatten().ok_or("nothing was found")?;
        searches_ms.push(ms(begin));
    }

    let begin = Instant::now();
    let mut known = None;
    index_collection(&collection, positions, &never, |positions, _| {
        known = Some(positions)
    })?;
    let indexed_ms = ms(begin);
    let known = known.ok_or("no positions are known")?;

    let begin = Instant::now();
    let mut reader = Reader::new(BufReader::with_capacity(1 << 16, File::open(file)?));
    let mut replay = Replay { plies: 0 };
    reader.visit_all_games(&mut replay)?;
    let replayed_ms = ms(begin);

    // Positions of games, early ones and late ones, and the first of all.
    let mut chance = fastrand::Rng::with_seed(1);
    let mut wanted = vec![start_position()];
    while wanted.len() < QUESTIONS {
        let slot = Slot::listed(&(1 + chance.usize(..games())).to_string()).ok_or("no game")?;
        let text = collection.read().ok().and_then(|games| games.text_of(slot));
        let game = text.ok_or("no text")?.read()?.0.loaded.game;
        let ply = chance.usize(..=game.plies().len());
        wanted.push(game.position_at(ply).clone());
    }
    let (mut finds_ms, mut explores_ms, mut reached) = (Vec::new(), Vec::new(), 0);
    for position in wanted {
        let begin = Instant::now();
        let explored = known.explore(&collection, &position, &GameFilter::default())?;
        explores_ms.push(ms(begin));
        let begin = Instant::now();
        let found = known.find(&Sought::Position(Box::new(position)))?;
        finds_ms.push(ms(begin));
        reached += usize::from(!found.is_empty() && explored.all.games as usize == found.len());
    }
    println!(
        "{}",
        json!({
            "games": games(), "bytes": fs::metadata(file)?.len(), "plies": replay.plies, "first_ms": first_ms,
            "listed_ms": listed_ms, "memory": memory, "searches_ms": searches_ms, "indexed_ms": indexed_ms,
            "replayed_ms": replayed_ms, "finds_ms": finds_ms, "explores_ms": explores_ms, "reached": reached,
            "positions_bytes": fs::metadata(positions)?.len(),
        })
    );
    Ok(())
}

fn ms(begin: Instant) -> f64 {
    begin.elapsed().as_secs_f64() * 1000.0
}

/// What of the memory of this process is no file's, in bytes.
fn allocated() -> Result<u64, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("RssAnon:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    Ok(number.ok_or("no RssAnon")?.parse::<u64>()? * 1024)
}
