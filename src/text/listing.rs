//! `--list`, `--check`, `--heal`, `--backup`, `--restore`, `--export-pgn`, `--import-pgn`, `--diagram` and
//! `--scoresheet`: every saved game, summed up, proven, joined with its copies, written into one file and put back, written
//! as PGN, read from it, or drawn.

use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use gettextrs::gettext;
use jiff::Timestamp;
use rank_and_file_core::chess::{Game, Position, read_fen_without_surplus_rights};
use rank_and_file_core::files::{open_regular, write_atomically};
use rank_and_file_core::library::{
    Healed, Healing, Import, ImportReport, Interrupted, Library, Progress, State, StoredGame,
    StudyFile, Summary, back_up, conflict_copies_of, copies_in, heal, index_path, restore,
    summaries,
};
use rank_and_file_core::record::log::{Folder, LogEntry, pgn_date, read};
use serde_json::{Value, json};

use super::{NoAnswer, tell, tell_of};
use crate::config;
use crate::drawing::{DiagramFormat, PieceError, diagram};
use crate::print::{Paper, Scoresheet, pdf};
use crate::words;

fn entries() -> Result<Vec<LogEntry>, String> {
    let folder = Folder::new(config::games_folder());
    folder.entries().map_err(|error| words::io_error(&error))
}

/// Prints one line for each game, the newest first.
///
/// # Errors
/// Where the folder cannot be read, or the output cannot be written.
pub fn list(json: bool) -> Result<(), String> {
    let folder = Folder::new(config::games_folder());
    let index = index_path(&config::cache_folder(), &folder);
    let read = summaries(&folder, &index).map_err(|error| words::io_error(&error))?;
    let (mut summaries, unread) = read;
    for (id, error) in unread {
        let path = folder.entry(id).path;
        tell_of(&path, &words::io_error(&error));
    }
    summaries.sort_by_key(|summary| std::cmp::Reverse(summary.moment()));
    print(summaries.iter().map(|summary| {
        if json {
            as_json(summary)
        } else {
            row(summary, summary.plies)
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
        "date": summary.date,
        "opening": summary.opening,
    })
    .to_string()
}

/// A game on a line, with a number of plies.
pub(super) fn row(summary: &Summary, plies: usize) -> String {
    let result = match (summary.state, summary.outcome) {
        (State::Damaged, _) => "?",
        (_, Some(outcome)) => outcome.result(),
        (_, None) => "*",
    };
    let started = summary
        .started
        .map(|time| time.to_string())
        .or_else(|| pgn_date(&summary.date))
        .unwrap_or_else(|| "-".to_owned());
    format!(
        "{}  {started:20}  {result:7}  {plies:3}  {} – {}",
        words::isolated(&summary.entry.id),
        words::isolated(&words::shown_name(&summary.white)),
        words::isolated(&words::shown_name(&summary.black))
    )
}

/// Prints one game, or all of them with the newest first, as PGN. A damaged log is printed up to
/// its last good line, and one that cannot be read is left out. Returns whether none was.
///
/// # Errors
/// Where there is no such game, or the output cannot be written.
pub fn export_pgn(id: &str) -> Result<bool, String> {
    let mut out = BufWriter::new(io::stdout().lock());
    if id != "all" {
        let folder = Folder::new(config::games_folder());
        let entry = folder.find(id).map_err(|error| words::find_error(&error))?;
        let kept = stored(&entry).map_err(|error| words::io_error(&error))?;
        let done = out.write_all(kept.pgn().as_bytes());
        return written(done.and_then(|()| out.flush())).map(|_| true);
    }
    let mut whole = true;
    for entry in entries()? {
        match stored(&entry) {
            // The reader is gone: there is no use in reading the others.
            Ok(kept) if !written(out.write_all(kept.pgn().as_bytes()))? => return Ok(whole),
            Ok(_) => {}
            Err(error) => {
                whole = false;
                tell_of(Path::new(&entry.id), &words::io_error(&error));
            }
        }
    }
    written(out.flush()).map(|_| whole)
}

/// Reads a saved game and what was added to it. Tells what is wrong with them.
fn stored(entry: &LogEntry) -> io::Result<StoredGame> {
    let kept = StoredGame::read(entry)?;
    if let Some(fault) = &kept.loaded.fault {
        tell_of(Path::new(&entry.id), &words::fault(fault));
    }
    if let Some(trouble) = &kept.trouble {
        tell_of(Path::new(&entry.id), &words::study_trouble(trouble));
    }
    Ok(kept)
}

/// Proves every log, and that the studies beside them fit. Prints what is wrong; returns whether nothing is.
///
/// # Errors
/// Where the folder cannot be read, or the output cannot be written.
pub fn check() -> Result<bool, String> {
    let mut lines = Vec::new();
    let mut good = true;
    for entry in entries()? {
        let id = words::isolated(&entry.id);
        match read(&entry.path) {
            Ok(loaded) if !loaded.has_begun() => {
                lines.push(format!("{id}: no game was begun"));
            }
            Ok(loaded) => {
                for notice in &loaded.notices {
                    lines.push(format!("{id}: {}", words::notice(notice)));
                }
                let fault = loaded.fault.clone().or_else(|| loaded.refuted_end());
                let study = || unfit_study(&entry, &loaded.game);
                match fault.map(|fault| fault.to_string()).or_else(study) {
                    Some(why) => {
                        good = false;
                        lines.push(format!("{id}: {}", words::plain(&why)));
                    }
                    None => lines.push(format!("{id}: ok")),
                }
            }
            Err(error) => {
                good = false;
                lines.push(format!("{id}: {error}"));
            }
        }
    }
    lines.extend(copies()?);
    print(lines.into_iter())?;
    Ok(good)
}

/// What lies in the folders besides, and is no game of its own: copies, of which none counts.
fn copies() -> Result<Vec<String>, String> {
    let folder = Folder::new(config::games_folder());
    let copies = folder.copies().map_err(|error| words::io_error(&error))?;
    let same = copies.into_iter().map(|(copy, original)| {
        let id = words::isolated(&copy.id);
        (copy.path, format!("{id}: {}", words::same_as(&original)))
    });
    let (mut known, mut lines): (Vec<PathBuf>, Vec<String>) = same.unzip();
    for (path, original) in copies_in(&folder).map_err(|error| words::io_error(&error))? {
        if !known.contains(&path) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let name = words::isolated(&name);
            lines.push(format!("{name}: {}", words::copy_of(&original)));
            known.push(path);
        }
    }
    for path in conflict_copies_of(&folder).map_err(|error| words::io_error(&error))? {
        if !known.contains(&path) {
            lines.push(words::conflict_copies(&[path]));
        }
    }
    Ok(lines)
}

/// Heals the folder of games and what lies beside it. Prints what was done, and tells of each copy that is still there
/// why. Returns whether none is.
///
/// # Errors
/// Where the folder cannot be read, or the output cannot be written.
pub fn heal_folder(json: bool) -> Result<bool, String> {
    let folder = Folder::new(config::games_folder());
    let Healing { done, left, .. } = heal(&folder).map_err(|error| words::io_error(&error))?;
    for (path, why) in &left {
        tell_of(&shown(path), &words::hindrance(why));
    }
    let lines: Vec<String> = if json {
        done.iter()
            .map(|healed| healing_as_json(healed).to_string())
            .collect()
    } else if done.is_empty() && left.is_empty() {
        vec![words::nothing_to_heal()]
    } else {
        let sentences = done.iter().map(|healed| match healed {
            Healed::Joined(id) | Healed::Parted { id, .. } | Healed::Annotations(id) => {
                let said = words::healed(std::slice::from_ref(healed));
                format!("{}: {said}", words::isolated(id))
            }
            Healed::Practice | Healed::Players | Healed::Twenty48 { .. } => {
                words::healed(std::slice::from_ref(healed))
            }
        });
        sentences.collect()
    };
    print(lines.into_iter())?;
    Ok(left.is_empty())
}

/// Writes everything into one file, with the settings as text. Prints what is in it, and tells of what is not. Returns
/// whether all is.
///
/// # Errors
/// Where the folder cannot be read, the file not be written, or the output cannot be written.
pub fn back_up_to(file: &Path, settings: &str, json: bool) -> Result<bool, String> {
    let folder = Folder::new(config::games_folder());
    let done = back_up(&folder, settings, Timestamp::now(), file);
    let done = done.map_err(|error| words::not_written(&words::write_error(&error)))?;
    for (path, error) in &done.left_out {
        tell_of(path, &words::io_error(error));
    }
    let said = match json {
        true => json!({
            "games": done.games,
            "files": done.files,
            "left_out": names(done.left_out.iter().map(|(path, _)| path)),
        })
        .to_string(),
        false => words::backed_up(&done, file),
    };
    print([said].into_iter())?;
    Ok(done.left_out.is_empty())
}

/// Puts back what a backup has, beside what is there. Prints what has come, and tells of what could not be put together
/// with what is there yet. `settings` takes over as many of the settings as it tells. Returns whether nothing is left.
///
/// # Errors
/// Why the backup is not restored; or where the output cannot be written.
pub fn restore_from(
    file: &Path,
    settings: impl FnOnce(&str) -> usize,
    json: bool,
) -> Result<bool, String> {
    let folder = Folder::new(config::games_folder());
    let came = restore(&folder, file).map_err(|fault| words::backup_fault(&fault))?;
    let settings = settings(&came.settings);
    for (path, why) in &came.left {
        tell_of(&shown(path), &words::hindrance(why));
    }
    let lines = match json {
        true => vec![
            json!({
                "games": {
                    "new": came.new,
                    "completed": came.completed,
                    "kept_twice": came.kept_twice,
                    "known": came.known,
                },
                "studies": { "new": came.studies_new, "merged": came.studies_merged },
                "answers": came.answers,
                "players": came.players,
                "2048": came.twenty48,
                "others": came.others,
                "settings": settings,
                "left": names(came.left.iter().map(|(path, _)| path)),
            })
            .to_string(),
        ],
        false => words::restored(&came, settings),
    };
    print(lines.into_iter())?;
    Ok(came.left.is_empty())
}

fn names<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> Vec<String> {
    let names = paths.map(|path| path.file_name().unwrap_or_default().to_string_lossy());
    names.map(String::from).collect()
}

/// The name of a file, as which it is told of.
fn shown(path: &Path) -> PathBuf {
    path.file_name().unwrap_or_default().into()
}

fn healing_as_json(healed: &Healed) -> Value {
    match healed {
        Healed::Joined(id) => json!({ "healed": "joined", "id": id }),
        Healed::Parted { id, others } => json!({ "healed": "parted", "id": id, "others": others }),
        Healed::Annotations(id) => json!({ "healed": "annotations", "id": id }),
        Healed::Practice => json!({ "healed": "practice" }),
        Healed::Players => json!({ "healed": "players" }),
        Healed::Twenty48 { aside } => {
            let aside: Vec<_> = aside.iter().map(|path| path.to_string_lossy()).collect();
            json!({ "healed": "2048", "aside": aside })
        }
    }
}

/// Why the study beside a log cannot be shown, where that is so.
fn unfit_study(entry: &LogEntry, game: &Game) -> Option<String> {
    match StudyFile::look(entry, game) {
        Ok(Ok(_)) => None,
        Ok(Err(why)) => Some(format!("{}.pgn does not fit the game: {why}", entry.id)),
        Err(error) => Some(format!("{}.pgn: {error}", entry.id)),
    }
}

/// Prints lines until they are not read any more.
///
/// # Errors
/// Where they cannot be written.
pub(super) fn print(lines: impl Iterator<Item = String>) -> Result<(), String> {
    let mut out = io::stdout().lock();
    for line in lines {
        if !written(writeln!(out, "{line}"))? {
            break;
        }
    }
    Ok(())
}

/// Whether what is written is still read.
fn written(result: io::Result<()>) -> Result<bool, String> {
    match result {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error.to_string()),
    }
}

/// Draws a position into a file, whose name says the kind of picture. The file is there whole or
/// as it was before.
///
/// # Errors
/// Where the position cannot be, the kind is unknown, or the file cannot be written.
pub fn draw(fen: &str, output: &Path) -> Result<(), NoAnswer> {
    let wrong = NoAnswer::Argument;
    let read = read_fen_without_surplus_rights(fen, false);
    let (position, _) = read.map_err(|why| wrong(words::fen_error(why)))?;
    let format = DiagramFormat::of(output).ok_or_else(|| wrong(words::no_picture_kind()))?;
    let picture = diagram(position.board(), false, format).map_err(cannot_draw)?;
    Ok(write_atomically(output, &picture).map_err(|error| words::write_error(&error))?)
}

/// Draws the scoresheet of a saved game into a PDF. The file is there whole or as it was before. A
/// damaged game is drawn up to its last good move. What was added to a game is drawn with it.
///
/// # Errors
/// Where there is no such game, it cannot be read, or the file cannot be written.
pub fn scoresheet(id: &str, output: &Path, paper: Paper) -> Result<(), NoAnswer> {
    if DiagramFormat::of(output) != Some(DiagramFormat::Pdf) {
        return Err(NoAnswer::Argument(gettext(
            "The scoresheet must be a .pdf file.",
        )));
    }
    let folder = Folder::new(config::games_folder());
    let entry = folder.find(id).map_err(|error| words::find_error(&error))?;
    let StoredGame { loaded, study, .. } =
        stored(&entry).map_err(|error| words::io_error(&error))?;
    let game = &loaded.game;
    let sheet = Scoresheet::new(&loaded.header, game).annotated(game, &study, false);
    let bytes = pdf(&sheet, paper).map_err(cannot_draw)?;
    Ok(write_atomically(output, &bytes).map_err(|error| words::write_error(&error))?)
}

/// The reason is for the log; the one who asked can do nothing about it.
fn cannot_draw(error: PieceError) -> String {
    tracing::error!("{error}");
    words::cannot_draw()
}

/// Imports every game of the files; `-` is standard input. Prints what came of it, as a sentence
/// or as one JSON object; what could not be read is told on standard error. Returns whether
/// everything could be read.
///
/// # Errors
/// Where the folder of games cannot be used, or the output cannot be written.
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
    print([answer].into_iter())?;
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
