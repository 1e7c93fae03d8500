//! Prints what `build-aux/bench explore` reports, as one JSON object: what it takes to read games for
//! the first time with their positions, what these take, and what answers to questions take.
//!
//! `explore GAMES INDEX`: over the logs in the folder GAMES, with an index at INDEX that is not there
//! yet. Times are those that the processor worked.

use std::error::Error;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use rank_and_file_core::chess::{Chess, start_position};
use rank_and_file_core::files::with_ending;
use rank_and_file_core::library::{Catalogue, Explorer, GameFilter, Library, Summary, Vocabulary};
use rank_and_file_core::record::log::{Folder, read};
use rustix::time::{ClockId, clock_gettime};
use serde_json::json;

/// So many questions, of which some are about positions that no game has reached, and so many scans.
const QUESTIONS: usize = 300;
const SCANS: usize = 15;
/// Before so many plies people still play the same.
const OPENING: usize = 12;

/// Everything is found by what is written.
pub fn vocabulary() -> Vocabulary {
    Vocabulary {
        date: str::to_owned,
        outcome: |_| String::new(),
        time_control: |_| String::new(),
        keywords: Vec::new,
        player: str::to_owned,
    }
}

pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [games, index] = arguments else {
        return Err("usage: explore GAMES INDEX".into());
    };
    let (folder, index) = (Folder::new(games.into()), PathBuf::from(index));
    if index.exists() {
        return Err("there is an index already".into());
    }
    let never = AtomicBool::new(false);

    // Reading alone, as everything of a game is read for a list.
    let begin = worked(ClockId::ProcessCPUTime);
    let mut plies = 0;
    for entry in folder.entries()? {
        plies += Summary::read(entry)?.plies;
    }
    let read_ms = worked(ClockId::ProcessCPUTime) - begin;

    let mut catalogue = Catalogue::new(folder.clone(), vocabulary());
    let mut library = Library::open(folder.clone(), &index, drop);
    library.scan(&never, |batch| {
        batch.read.into_iter().for_each(|game| catalogue.put(game));
    })?;
    catalogue.order();
    // Whoever asks first has the positions noted.
    let begin = worked(ClockId::ProcessCPUTime);
    library.positions(&never, |_, _| {})?;
    let noted_ms = worked(ClockId::ProcessCPUTime) - begin;
    let begin = worked(ClockId::ProcessCPUTime);
    let mut missing = 0;
    let positions = library.positions(&never, |_, all| missing = all)?;
    let explorer = Explorer::new(&catalogue, positions);
    let open_ms = worked(ClockId::ProcessCPUTime) - begin;

    let files = ["positions", "recent"].map(|ending| with_ending(&index, ending));
    let bytes: u64 = files
        .iter()
        .filter_map(|file| Some(file.metadata().ok()?.len()))
        .sum();
    let (mut answers, mut starts, mut scans, mut reached) = (vec![], vec![], vec![], 0);
    for (number, position) in questions(&folder)?.iter().enumerate() {
        let begin = worked(ClockId::ThreadCPUTime);
        let explored = explorer.explore(position, &GameFilter::default())?;
        answers.push(worked(ClockId::ThreadCPUTime) - begin);
        reached += usize::from(explored.all.games > 0);
        if number < SCANS {
            let begin = worked(ClockId::ThreadCPUTime);
            let explored = explorer.explore(&start_position(), &GameFilter::default())?;
            starts.push(worked(ClockId::ThreadCPUTime) - begin);
            if explored.all.games as usize != catalogue.len() {
                return Err("not every game has begun".into());
            }
            scans.push(scan(&files)?);
        }
    }
    let report = json!({
        "games": catalogue.len(), "plies": plies, "missing": missing, "questions": answers.len(), "reached": reached,
        "read_ms": read_ms, "noted_ms": noted_ms, "open_ms": open_ms, "bytes": bytes,
        "answers_ms": answers, "starts_ms": starts, "scans_ms": scans,
    });
    println!("{report}");
    Ok(())
}

/// Positions out of the games: many from their openings, some from anywhere; and some that come after
/// a move which was hardly ever played.
fn questions(folder: &Folder) -> Result<Vec<Chess>, Box<dyn Error>> {
    use rank_and_file_core::chess::Position;
    let entries = folder.entries()?;
    let mut chance = fastrand::Rng::with_seed(64);
    let mut positions = Vec::with_capacity(QUESTIONS);
    while positions.len() < QUESTIONS {
        let game = read(&entries[chance.usize(..entries.len())].path)?.game;
        let last = game.plies().len();
        let ply = match positions.len() % 3 {
            0 | 1 => chance.usize(..=last.min(OPENING)),
            _ => chance.usize(..=last),
        };
        let mut position = game.position_at(ply).clone();
        let moves = position.legal_moves();
        if positions.len() % 10 == 9 && !moves.is_empty() {
            position.play_unchecked(moves[chance.usize(..moves.len())]);
        }
        positions.push(position);
    }
    Ok(positions)
}

/// The yardstick: reads every byte of the files and looks at eight of them at once.
fn scan(files: &[PathBuf]) -> Result<f64, Box<dyn Error>> {
    let begin = worked(ClockId::ThreadCPUTime);
    let (mut bytes, mut found) = (vec![0; 1 << 20], 0);
    for file in files.iter().filter(|file| Path::exists(file)) {
        let mut file = File::open(file)?;
        loop {
            let length = file.read(&mut bytes)?;
            if length == 0 {
                break;
            }
            let words = bytes[..length].chunks_exact(8);
            found += words.filter(|word| **word == [0xA5; 8]).count();
        }
    }
    std::hint::black_box(found);
    Ok(worked(ClockId::ThreadCPUTime) - begin)
}

/// How long this process or thread has worked, in milliseconds: on a busy machine the clock on the
/// wall tells of others, too.
fn worked(clock: ClockId) -> f64 {
    let time = clock_gettime(clock);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}
