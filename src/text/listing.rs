//! `--list` and `--check`: every saved game, summed up or proven. May import `log` and `words`.

use std::io::{self, Write};

use serde_json::json;

use super::tell;
use crate::library::{State, Summary};
use crate::log::{Folder, LogEntry, pgn, read};
use crate::{config, words};

fn entries() -> Result<Vec<LogEntry>, String> {
    let folder = Folder::new(config::games_folder());
    folder.entries().map_err(|error| words::io_error(&error))
}

/// Prints one line for each game, the newest first.
///
/// # Errors
/// Where the folder cannot be read, or the output is closed.
pub fn list(json: bool) -> Result<(), String> {
    let mut summaries = Vec::new();
    for entry in entries()? {
        let path = entry.path.clone();
        match Summary::read(entry) {
            Ok(summary) => summaries.push(summary),
            Err(error) => tell(&format!("{}: {}", path.display(), words::io_error(&error))),
        }
    }
    summaries.sort_by_key(|summary| std::cmp::Reverse(summary.started));
    print(summaries.iter().map(|summary| {
        if json {
            as_json(summary)
        } else {
            as_text(summary)
        }
    }))
}

fn as_json(summary: &Summary) -> String {
    json!({
        "id": summary.entry.id,
        "state": summary.state,
        "result": summary.outcome.map(|outcome| outcome.result()),
        "reason": summary.outcome.map(|outcome| outcome.reason.code()),
        "white": summary.white,
        "black": summary.black,
        "plies": summary.plies,
        "started": summary.started,
    })
    .to_string()
}

fn as_text(summary: &Summary) -> String {
    let result = match (summary.state, summary.outcome) {
        (State::Damaged, _) => "?",
        (_, Some(outcome)) => outcome.result(),
        (_, None) => "*",
    };
    let started = summary
        .started
        .map_or_else(|| "-".to_owned(), |time| time.to_string());
    format!(
        "{}  {started:20}  {result:7}  {:3}  {} – {}",
        summary.entry.id, summary.plies, summary.white, summary.black
    )
}

/// Prints one game, or all of them with the newest first, as PGN. A damaged log is printed up to
/// its last good line.
///
/// # Errors
/// Where there is no such game, a file cannot be read, or the output is closed.
pub fn export_pgn(id: &str) -> Result<(), String> {
    let chosen = if id == "all" {
        entries()?
    } else {
        let folder = Folder::new(config::games_folder());
        vec![folder.find(id).map_err(|error| words::find_error(&error))?]
    };
    for entry in chosen {
        let loaded = read(&entry.path).map_err(|error| words::io_error(&error))?;
        if let Some(fault) = &loaded.fault {
            tell(&format!("{}: {}", entry.id, words::fault(fault)));
        }
        // The printed line ends the empty line that parts this game from the next.
        print(std::iter::once(pgn(&loaded).trim_end().to_owned() + "\n"))?;
    }
    Ok(())
}

/// Proves every log. Prints what is wrong; returns whether nothing is.
///
/// # Errors
/// Where the folder cannot be read, or the output is closed.
pub fn check() -> Result<bool, String> {
    let mut lines = Vec::new();
    let mut good = true;
    for entry in entries()? {
        match read(&entry.path) {
            Ok(loaded) => {
                for notice in &loaded.notices {
                    lines.push(format!("{}: {}", entry.id, words::notice(notice)));
                }
                match &loaded.fault {
                    Some(fault) => {
                        good = false;
                        lines.push(format!("{}: {fault}", entry.id));
                    }
                    None => lines.push(format!("{}: ok", entry.id)),
                }
            }
            Err(error) => {
                good = false;
                lines.push(format!("{}: {error}", entry.id));
            }
        }
    }
    print(lines.into_iter())?;
    Ok(good)
}

fn print(lines: impl Iterator<Item = String>) -> Result<(), String> {
    let mut out = io::stdout().lock();
    for line in lines {
        match writeln!(out, "{line}") {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(())
}
