//! Prints what `build-aux/bench library` reports of the index, without a window: one JSON object.
//!
//! `library_figures GAMES INDEX`: opens the index at INDEX of the logs in the folder GAMES, brings
//! it up to date, and searches it.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use rank_and_file::library::{Catalogue, Library, Query, Shelf, Sort};
use rank_and_file::log::Folder;
use rank_and_file::words;
use serde_json::json;

/// What somebody types, letter by letter, and in what order the list is.
const SEARCHES: [(&str, Sort); 6] = [
    ("a", Sort::Newest),
    ("garcia", Sort::Newest),
    ("garcia checkmate", Sort::White),
    ("2001", Sort::Longest),
    ("zzz", Sort::Newest),
    ("", Sort::White),
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, index] = arguments.as_slice() else {
        return Err("usage: library_figures GAMES INDEX".into());
    };
    words::init();
    let ms = |since: Instant| since.elapsed().as_secs_f64() * 1000.0;
    let before = resident()?;
    let folder = Folder::new(games.into());
    let begin = Instant::now();
    let (mut library, known) = Library::open(folder.clone(), Path::new(index));
    let mut catalogue = Catalogue::new(folder, words::vocabulary());
    catalogue.update(known, &[]);
    let open_ms = ms(begin);
    let known = catalogue.len();
    let begin = Instant::now();
    let mut read = 0;
    library.scan(&AtomicBool::new(false), |batch| {
        read += batch.read.len();
        catalogue.update(batch.read, &batch.gone);
    })?;
    let scan_ms = ms(begin);
    let mut slowest = 0.0_f64;
    let mut found = Vec::new();
    for (text, sort) in SEARCHES {
        let query = Query {
            shelf: Shelf::Finished,
            text: text.to_owned(),
            sort,
            ..Query::default()
        };
        let begin = Instant::now();
        found.push(catalogue.find(&query).len());
        slowest = slowest.max(ms(begin));
    }
    let memory = resident()?.saturating_sub(before);
    println!(
        "{}",
        json!({
            "games": catalogue.len(), "known": known, "read": read, "open_ms": open_ms,
            "scan_ms": scan_ms, "slowest_search_ms": slowest, "found": found,
            "memory_kib": memory,
        })
    );
    Ok(())
}

/// The memory of this process that is in use, in KiB.
fn resident() -> Result<u64, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    Ok(number.ok_or("no VmRSS")?.parse()?)
}
