//! What came of reading PGN, and of backups, in words, and the names of files that are written.

use std::io;
use std::path::Path;

use gettextrs::gettext;
use rank_and_file_core::chess::Color;
use rank_and_file_core::library::{
    BackedUp, BackupFault, FileError, Hindrance, ImportReport, Restored, Summary,
};
use rank_and_file_core::record::log::Header;
use rank_and_file_core::record::pgn::{Fault, NotTextError, Note};

use super::faults::name_of;
use super::names::{player, versus};
use super::plain::is_unseen;
use super::{
    enumerate, gettext_f, impossible_start, io_error, ngettext, ngettext_f, pgn_fault, remark,
    sentences,
};

/// Which game of a file is not taken over, where it went wrong, and why.
pub fn pgn_fault_at(fault: &Fault) -> String {
    at(fault.game, fault.line, &pgn_fault(&fault.kind))
}

/// Which game of a file has something to it that a person should know.
pub fn pgn_note_at(note: &Note) -> String {
    at(note.game, note.line, &remark(&note.remark))
}

fn at(game: u64, line: u64, why: &str) -> String {
    gettext_f(
        // Translators: a game in a file, counted from 1, the line of the file, and a sentence
        "game {game}, line {line}: {why}",
        &[
            ("game", &game.to_string()),
            ("line", &line.to_string()),
            ("why", why),
        ],
    )
}

/// Why a file that was named cannot be read.
pub fn import_source(error: &io::Error) -> String {
    let cause = error.get_ref();
    if let Some(fault) = cause.and_then(|cause| cause.downcast_ref()) {
        return super::fault(fault);
    }
    if let Some(foreign) = cause.and_then(|cause| cause.downcast_ref()) {
        return match foreign {
            NotTextError::Packed => gettext("This is a packed file. Unpack it first."),
            NotTextError::Picture => gettext("This is a picture, not a file with games."),
            NotTextError::Pdf => gettext("This is a PDF document, not a file with games."),
        };
    }
    match error.kind() {
        io::ErrorKind::NotFound => gettext("There is no such file."),
        io::ErrorKind::PermissionDenied => gettext("You do not have permission to read the file."),
        io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput | io::ErrorKind::IsADirectory => {
            gettext("This is not a file with games.")
        }
        _ => io_error(error),
    }
}

/// How many games have been read so far.
pub fn import_progress(report: &ImportReport) -> String {
    games_read(report.imported + report.duplicates + report.failed)
}

/// The same for a count.
pub fn games_read(games: u64) -> String {
    ngettext("{count} game so far", "{count} games so far", games)
}

/// What is done before a backup is restored.
pub fn backup_is_checked() -> String {
    // Translators: shown while it is looked whether a backup is whole
    gettext("Checking…")
}

/// How many of all files of a backup are packed or unpacked.
pub fn files_done(done: usize, all: usize) -> String {
    ngettext_f(
        // Translators: how many files are backed up or restored of all, such as “12 of 590 files”
        "{done} of {count} file",
        "{done} of {count} files",
        all,
        &[("done", &done.to_string())],
    )
}

/// Asks whether the games of a file, or of some, are to be imported.
pub fn import_question(games: u64, files: &[String]) -> String {
    ngettext_f(
        // Translators: {file} is the name of a file, or those of some
        "Import {count} game from {file}?",
        "Import {count} games from {file}?",
        games,
        &[("file", &enumerate(files))],
    )
}

/// Asks whether the games of a text that came from another program are to be imported.
pub fn import_text_question(games: u64) -> String {
    ngettext("Import {count} game?", "Import {count} games?", games)
}

/// That the game that is shown was opened from a file.
pub fn not_among_saved() -> String {
    gettext("This game is not among your saved games.")
}

/// That the game that is shown was opened from a file, and was imported before.
pub fn among_saved() -> String {
    gettext("This game is already among your saved games.")
}

/// That a position that was set up is not among the saved games, nor what is added to it.
pub fn set_up() -> String {
    gettext("Moves you try here are not saved automatically. To save them, save the game as PGN.")
}

/// Why a file is not opened that is not on this computer.
pub fn not_from_here() -> String {
    gettext("Only files on this computer can be opened")
}

/// Why nothing of a file is shown.
pub fn unread(name: &str, error: &FileError) -> String {
    let why = match error {
        FileError::Io(error) => import_source(error),
        FileError::Position(error) => impossible_start(*error),
        FileError::Log(fault) => super::fault(fault),
        FileError::Game(fault) => pgn_fault(&fault.kind),
        FileError::Neither => gettext("There is neither a game nor a position in this file."),
    };
    with_name(name, &why)
}

/// What there is to say of a file that is called so.
pub fn with_name(name: &str, why: &str) -> String {
    // Translators: the name of a file, and a sentence
    gettext_f("{name}: {why}", &[("name", name), ("why", why)])
}

/// That some of the games were left out of a file.
pub fn some_left_out(count: usize) -> String {
    ngettext(
        "Saved, but {count} game could not be read",
        "Saved, but {count} games could not be read",
        count,
    )
}

/// What came of an import, in one sentence.
pub fn import_done(report: &ImportReport) -> String {
    let imported = ngettext(
        "{count} game imported",
        "{count} games imported",
        report.imported,
    );
    with_the_rest(imported, report)
}

/// What came of copying games of a collection, in one sentence.
pub fn copying_done(report: &ImportReport) -> String {
    let copied = ngettext(
        "{count} game copied",
        "{count} games copied",
        report.imported,
    );
    with_the_rest(copied, report)
}

/// How many games have come, and what else there is to say of an import.
fn with_the_rest(imported: String, report: &ImportReport) -> String {
    let mut parts = vec![imported];
    if report.duplicates > 0 {
        parts.push(ngettext(
            "{count} game already saved",
            "{count} games already saved",
            report.duplicates,
        ));
    }
    if report.extended > 0 {
        parts.push(ngettext(
            // Translators: a game that was saved before its end and is imported again, with more moves or its result
            "moves added to {count} game",
            "moves added to {count} games",
            report.extended,
        ));
    }
    if report.clocked > 0 {
        parts.push(ngettext(
            // Translators: a game that was saved before and is imported again, with the time that was left after each move
            "clock times added to {count} game",
            "clock times added to {count} games",
            report.clocked,
        ));
    }
    if report.tagged > 0 {
        parts.push(ngettext(
            // Translators: a game that was saved before and is imported again, with event, site, ratings or the like
            "details added to {count} game",
            "details added to {count} games",
            report.tagged,
        ));
    }
    if report.studied > 0 {
        parts.push(ngettext(
            // Translators: a game that was saved before and is imported again, with comments
            "comments added to {count} game",
            "comments added to {count} games",
            report.studied,
        ));
    }
    if report.own_studies > 0 {
        parts.push(ngettext(
            // Translators: a game that was saved before and is imported again, with other comments
            "{count} game keeps its comments",
            "{count} games keep their comments",
            report.own_studies,
        ));
    }
    if report.own_evaluations > 0 {
        parts.push(ngettext(
            // Translators: a game that was saved before and is imported again, with other evaluations by an engine
            "{count} game keeps its evaluations",
            "{count} games keep their evaluations",
            report.own_evaluations,
        ));
    }
    if report.variants > 0 {
        parts.push(ngettext(
            // Translators: a game such as Crazyhouse, which is left out
            "{count} game of another variant left out",
            "{count} games of other variants left out",
            report.variants,
        ));
    }
    let unread = report.failed.saturating_sub(report.variants);
    if unread > 0 {
        parts.push(ngettext(
            "{count} game could not be read",
            "{count} games could not be read",
            unread,
        ));
    }
    if report.variations > 0 {
        parts.push(ngettext(
            "{count} variation was left out",
            "{count} variations were left out",
            report.variations,
        ));
    }
    if report.as_text > 0 {
        parts.push(ngettext(
            // Translators: a variation with a move that was not made
            "{count} variation was partly saved as a comment",
            "{count} variations were partly saved as comments",
            report.as_text,
        ));
    }
    if report.ended_on_board > 0 {
        parts.push(ngettext(
            // Translators: a game without a result that ends with mate, for example
            "result of {count} game set from its final position",
            "results of {count} games set from their final positions",
            report.ended_on_board,
        ));
    }
    if report.noted > 0 {
        parts.push(ngettext("{count} notice", "{count} notices", report.noted));
    }
    let list = enumerate(&parts);
    // Translators: a list of counts as one sentence
    gettext_f("{list}.", &[("list", &list)])
}

/// That a backup is written, and what is not in it.
pub fn backed_up(done: &BackedUp, path: &Path) -> String {
    let mut said = vec![ngettext_f(
        "{count} game and all other data backed up as {name}.",
        "{count} games and all other data backed up as {name}.",
        done.games,
        &[("name", &name_of(path))],
    )];
    if !done.left_out.is_empty() {
        said.push(ngettext(
            "{count} file cannot be read and is not in the backup.",
            "{count} files cannot be read and are not in the backup.",
            done.left_out.len(),
        ));
    }
    sentences(&said)
}

/// What came of a backup that was restored, with so many settings: a sentence for each kind.
pub fn restored(came: &Restored, settings: usize) -> Vec<String> {
    let open = |(_, why): &&(_, Hindrance)| matches!(why, Hindrance::Open);
    let open = came.left.iter().filter(open).count();
    let too_large = |(_, why): &&(_, Hindrance)| match why {
        Hindrance::Io(error) => error.kind() == io::ErrorKind::FileTooLarge,
        _ => false,
    };
    let too_large = came.left.iter().filter(too_large).count();
    let unfit = came.left.len() - open - too_large;
    let told = |count: usize, said: String| (count > 0).then_some(said);
    let said = [
        told(
            came.new,
            ngettext(
                "{count} game was restored.",
                "{count} games were restored.",
                came.new,
            ),
        ),
        told(
            came.completed,
            ngettext(
                "{count} game was continued from the backup.",
                "{count} games were continued from the backup.",
                came.completed,
            ),
        ),
        told(
            came.kept_twice,
            ngettext(
                "{count} game was continued in two ways. Both are saved.",
                "{count} games were continued in two ways. All of them are saved.",
                came.kept_twice,
            ),
        ),
        told(
            came.studies_new + came.studies_merged,
            ngettext(
                "The annotations of {count} game were restored.",
                "The annotations of {count} games were restored.",
                came.studies_new + came.studies_merged,
            ),
        ),
        told(
            came.answers,
            ngettext(
                "{count} puzzle result was restored.",
                "{count} puzzle results were restored.",
                came.answers,
            ),
        ),
        told(
            came.players,
            ngettext(
                "The new name of {count} player was restored.",
                "The new names of {count} players were restored.",
                came.players,
            ),
        ),
        told(
            came.others,
            ngettext(
                "{count} other file was restored.",
                "{count} other files were restored.",
                came.others,
            ),
        ),
        told(
            settings,
            ngettext(
                "{count} setting was restored.",
                "{count} settings were restored.",
                settings,
            ),
        ),
        told(
            open,
            ngettext(
                "{count} file is in use. It is completed when its game is closed.",
                "{count} files are in use. They are completed when their games are closed.",
                open,
            ),
        ),
        told(
            too_large,
            ngettext(
                "{count} file is too large to be combined with what is here. Both are saved.",
                "{count} files are too large to be combined with what is here. All are saved.",
                too_large,
            ),
        ),
        told(
            unfit,
            ngettext(
                "{count} file could not be combined with the one here. Both are saved.",
                "{count} files could not be combined with those here. All are saved.",
                unfit,
            ),
        ),
        came.twenty48.then(|| gettext("2048 was restored.")),
    ];
    let said: Vec<String> = said.into_iter().flatten().collect();
    match said.is_empty() {
        true => vec![gettext("Everything in this backup is here already.")],
        false => said,
    }
}

/// Why a backup is not restored, and what can be done.
pub fn backup_fault(fault: &BackupFault) -> String {
    match fault {
        BackupFault::Other | BackupFault::Hostile => {
            gettext("This is not a backup of Rank & File. Nothing was restored.")
        }
        BackupFault::Newer => {
            gettext("A newer version made this backup. Update Rank & File to restore it.")
        }
        BackupFault::Damaged => {
            gettext("This backup is damaged or incomplete. Nothing was restored. Try another copy.")
        }
        BackupFault::Busy => {
            gettext("Games are being imported. Restore the backup when that is done.")
        }
        BackupFault::Unreadable(error) => import_source(error),
        BackupFault::Unwritten(error) => gettext_f(
            // Translators: {why} is a sentence
            "Not everything is restored yet. {why} Restore the backup again to go on.",
            &[("why", &io_error(error))],
        ),
    }
}

/// What some file system does not take in a name, besides what controls a terminal.
const FORBIDDEN: [char; 9] = ['/', '\\', ':', '*', '?', '"', '<', '>', '|'];
/// File systems take 255 bytes or 143 (eCryptfs); two names, a date, a move and an ending fit.
const MAX_NAME: usize = 50;

/// `Ann – Ben 2026-11-20.pgn`; `more` is what tells this file from others of the same game.
pub fn file_name(players: &Header, more: &str, ending: &str) -> String {
    let names = Color::ALL.map(|color| player(players, color));
    join(names, &players.date(), more, ending)
}

/// The same for a saved game.
pub fn file_name_of(summary: &Summary, ending: &str) -> String {
    let names = Color::ALL.map(|color| player(summary, color));
    join(names, &summary.date, "", ending)
}

fn join(names: [String; 2], date: &str, more: &str, ending: &str) -> String {
    let [white, black] = names.map(|name| short(&name));
    let day = if date.contains('?') {
        String::new()
    } else {
        date.replace('.', "-")
    };
    let parts = [versus(&white, &black), day, clean(more)];
    let parts: Vec<&str> = parts
        .iter()
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    format!("{}.{ending}", parts.join(" "))
}

/// Without what files cannot have, and without the dot that hides a file.
fn clean(text: &str) -> String {
    let allowed = |letter: char| match letter {
        letter if is_unseen(letter) || FORBIDDEN.contains(&letter) => ' ',
        letter => letter,
    };
    let text: String = text.chars().map(allowed).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").trim_start_matches(['.', ' ']).to_owned()
}

fn short(name: &str) -> String {
    let name = clean(name);
    let fits = |end: &usize| name.is_char_boundary(*end);
    let end = (0..=name.len().min(MAX_NAME)).rev().find(fits);
    name[..end.unwrap_or_default()].trim_end().to_owned()
}
