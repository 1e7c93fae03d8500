//! `--import-pgn`: games from PGN files into the folder.

use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rank_and_file_core::files::open_regular;
use rank_and_file_core::library::{
    Import, ImportReport, Interrupted, Library, Progress, index_path,
};
use rank_and_file_core::record::log::Folder;
use serde_json::json;

use super::{tell, tell_of};
use crate::config;
use crate::words;

/// Imports every game of the files; `-` is standard input. Prints what came of it, as a sentence
/// or as one JSON object; what could not be read is told on standard error. Returns whether
/// everything could be read.
///
/// # Errors
/// Where the folder of games cannot be used, or the output is closed.
pub fn import_pgn(files: &[PathBuf], json: bool) -> Result<bool, String> {
    let folder = Folder::new(config::games_folder());
    let index = index_path(&config::cache_folder(), &folder);
    let mut library = Library::open(folder, &index, drop);
    let import = library.import(&NEVER, drop);
    let mut import = import.map_err(|error| words::io_error(&error))?;
    let (mut total, mut good) = (ImportReport::default(), true);
    for path in files {
        let done = match open(path) {
            Ok(source) => {
                let name = (files.len() > 1).then(|| path.display().to_string());
                import_one(source, name, &mut import)
            }
            Err(error) => {
                good = false;
                tell_of(path, &words::import_source(&error));
                continue;
            }
        };
        match done {
            Ok(report) => total.add(report),
            Err(Interrupted { report, error }) => {
                good = false;
                total.add(*report);
                tell_of(path, &words::import_source(&error));
            }
        }
    }
    let answer = if json {
        json!({
            "imported": total.imported,
            "duplicates": total.duplicates,
            "failed": total.failed,
            "variants": total.variants,
            "variations": total.variations,
            "as_text": total.as_text,
            "ended_on_board": total.ended_on_board,
            "extended": total.extended,
            "clocked": total.clocked,
            "tagged": total.tagged,
            "studied": total.studied,
            "own_studies": total.own_studies,
            "own_evaluations": total.own_evaluations,
            "notices": total.noted,
        })
        .to_string()
    } else {
        words::import_done(&total)
    };
    writeln!(io::stdout(), "{answer}").map_err(|error| error.to_string())?;
    Ok(good && total.failed == 0)
}

/// What to read: a regular file, or standard input of any kind.
fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    Ok(Box::new(open_regular(path)?))
}

/// It is stopped only by ending the process.
static NEVER: AtomicBool = AtomicBool::new(false);

fn import_one(
    source: Box<dyn Read + Send>,
    name: Option<String>,
    import: &mut Import,
) -> Result<ImportReport, Interrupted> {
    let mut line = StatusLine::new(name);
    let done = import.read(source, &NEVER, |progress| line.show(&progress));
    line.clear();
    done
}

/// One line on a terminal that is written over and over; nothing where it is not a terminal.
struct StatusLine {
    /// Of the file, where there are several.
    name: Option<String>,
    watched: bool,
    shown: Option<Instant>,
}

/// The line changes no more often.
const STILL: Duration = Duration::from_millis(200);

impl StatusLine {
    fn new(name: Option<String>) -> Self {
        Self {
            name,
            watched: io::stderr().is_terminal(),
            shown: None,
        }
    }

    fn show(&mut self, progress: &Progress) {
        let faults = progress.faults.iter().map(words::pgn_fault_at);
        let notes = progress.notes.iter().map(words::pgn_note_at);
        for said in faults.chain(notes) {
            self.clear();
            match &self.name {
                Some(name) => tell(&format!("{name}: {said}")),
                None => tell(&said),
            }
        }
        let due = self.shown.is_none_or(|shown| shown.elapsed() >= STILL);
        if self.watched && due {
            write!(
                io::stderr(),
                "\r{}",
                words::import_progress(progress.report)
            )
            .ok();
            self.shown = Some(Instant::now());
        }
    }

    fn clear(&mut self) {
        if self.shown.take().is_some() {
            // To the beginning of the line, and nothing behind it.
            write!(io::stderr(), "\r\u{1b}[K").ok();
        }
    }
}
