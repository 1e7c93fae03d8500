//! What is wrong with a file, a position or the arguments of the command line, in words that say what can be done.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use gettextrs::{gettext, pgettext};
use rank_and_file_core::chess::{Color, FenError, ParseTimeControlError, TimeControlFault};
use rank_and_file_core::library::{Healed, Hindrance, StudyTrouble};
use rank_and_file_core::record::log::{Fault, FaultKind, FindError, Loaded, Notice, Remark};
use rank_and_file_core::record::pgn;
use rank_and_file_core::record::study::MOST_PLIES;

use super::{enumerate, gettext_f, isolated, ngettext, ngettext_f, refusal};

/// Why a position cannot be.
pub fn fen_error(error: FenError) -> String {
    match error {
        FenError::Board => gettext("The placement of the pieces cannot be read."),
        FenError::Turn => gettext("It is not clear who is to move."),
        FenError::Castling => gettext("The castling rights cannot be read."),
        FenError::EnPassant => gettext("The en passant square cannot be read."),
        FenError::Counter => gettext("A move counter is not a number."),
        FenError::CounterTooLarge => gettext("A move counter is larger than that of any game."),
        FenError::TooManyFields => gettext("There are more than the six fields of a position."),
        FenError::NoKing(Color::White) => gettext("White has no king."),
        FenError::NoKing(Color::Black) => gettext("Black has no king."),
        FenError::ManyKings(Color::White) => gettext("White has more than one king."),
        FenError::ManyKings(Color::Black) => gettext("Black has more than one king."),
        FenError::PawnOnEdge => gettext("A pawn stands on the first or last rank."),
        FenError::CastlingRights => gettext("The castling rights do not fit the kings and rooks."),
        FenError::EnPassantSquare => gettext("No pawn can just have passed the en passant square."),
        FenError::KingsTouch => gettext("The kings stand next to each other."),
        FenError::OpponentInCheck(Color::White) => {
            gettext("White is in check, but it is Black’s move.")
        }
        FenError::OpponentInCheck(Color::Black) => {
            gettext("Black is in check, but it is White’s move.")
        }
        FenError::ImpossibleCheck => gettext("No series of moves leads to this check."),
        FenError::TooMuchMaterial(Color::White) => {
            gettext("White has more pieces than promotions can explain.")
        }
        FenError::TooMuchMaterial(Color::Black) => {
            gettext("Black has more pieces than promotions can explain.")
        }
    }
}

/// Why what was given is no time control.
pub fn time_control_error(error: &ParseTimeControlError) -> String {
    let part = [("part", error.part.as_str())];
    match error.fault {
        TimeControlFault::Number if error.part.is_empty() => gettext(
            "A number is missing in the time control. It looks like 5+3 or 90+30: minutes, and seconds a move.",
        ),
        TimeControlFault::Number => gettext_f(
            "“{part}” is not a number. A time control looks like 5+3 or 90+30: minutes, and seconds a move.",
            &part,
        ),
        TimeControlFault::NoTime => gettext_f(
            "“{part}” leaves no time to play. A time control looks like 5+3 or 90+30.",
            &part,
        ),
        TimeControlFault::TooLong => gettext_f(
            "“{part}” is too long: at most 6000 minutes are possible. A time control looks like 5+3 or 90+30.",
            &part,
        ),
        TimeControlFault::TooMuchBonus => gettext_f(
            "“{part}” is too much: at most 360000 seconds can be added per move. A time control looks like 5+3 or 90+30.",
            &part,
        ),
        TimeControlFault::Moves => gettext_f(
            "“{part}” is not a number of moves. Periods look like 40/90+30:30+30.",
            &part,
        ),
        TimeControlFault::Endless => gettext_f(
            "“{part}” does not say after how many moves a time ends. Periods look like 40/90+30:30+30.",
            &part,
        ),
        TimeControlFault::TooMany => gettext("There are more than 32 periods in the time control."),
    }
}

/// Where and why a log cannot be believed.
pub fn fault(fault: &Fault) -> String {
    let why = match &fault.kind {
        FaultKind::Empty => return gettext("There is no position in this file."),
        FaultKind::TooLarge => return gettext("This file is larger than any game can be."),
        FaultKind::Newer(_) => {
            return gettext("This game was saved by a newer version of Rank & File.");
        }
        FaultKind::NotText => gettext("it is not text"),
        FaultKind::NotFen(_) | FaultKind::NotSixFields => gettext("it is not a position"),
        FaultKind::NotLegal => gettext("no legal move leads to this position"),
        FaultKind::BadRecord(_) => gettext("the entry cannot be read"),
        FaultKind::AfterEnd => gettext("the game goes on after its end"),
        FaultKind::UnprovenEnd => gettext("the result does not fit the board"),
        FaultKind::TakebackTooFar => gettext("more is taken back than was played"),
    };
    gettext_f(
        "Line {line} of the file is wrong: {why}. The game is shown up to there.",
        &[("line", &fault.line.to_string()), ("why", &why)],
    )
}

/// What was mended in a log.
pub fn notice(notice: &Notice) -> String {
    match notice {
        Notice::Torn { line } => gettext_f(
            "Line {line} of the file was cut short and is left out.",
            &[("line", &line.to_string())],
        ),
    }
}

/// What was noted of a game that was taken over.
pub fn remark(remark: &Remark) -> String {
    match remark {
        Remark::UnclearDate { text } => {
            gettext_f("It is not clear which day “{date}” is.", &[("date", text)])
        }
        Remark::ResultsDiffer { tag, text, kept } => gettext_f(
            // Translators: three results, such as 1-0
            "The result is {tag} in the tag and {text} after the moves; {kept} is used.",
            &[("tag", tag), ("text", text), ("kept", kept)],
        ),
        Remark::ResultNotOnBoard { recorded, board } => gettext_f(
            // Translators: two results, such as 1-0
            "The recorded result {recorded} is used, but the board says {board}.",
            &[("recorded", recorded), ("board", board)],
        ),
        Remark::UnknownResult { text } => gettext_f(
            "“{result}” does not say who has won, so the result is left open.",
            &[("result", text)],
        ),
        Remark::NullMove { text } => gettext_f(
            "“{move}” is a null move (a pass); the game is imported up to there.",
            &[("move", text)],
        ),
        Remark::EndedByCount { text } => gettext_f(
            "By the tag PlyCount the game ends before “{move}”; what follows is saved as a variation.",
            &[("move", text)],
        ),
        Remark::MovesAfterResult { text } => gettext_f(
            "Moves stand after the result, from “{move}”, and are left out.",
            &[("move", text)],
        ),
        Remark::OpenComment => pgn_fault(&pgn::FaultKind::OpenComment),
        Remark::OpenVariation => pgn_fault(&pgn::FaultKind::OpenVariation),
        Remark::NoMoves { text } => gettext_f(
            "Text among the moves, starting with “{word}”, is saved as comments.",
            &[("word", text)],
        ),
        Remark::PieceLetters { letters } => gettext_f(
            // Translators: the letters of king, queen, rook, bishop and knight, such as “K D T L S”
            "The moves are read with the letters {letters} for the pieces.",
            &[("letters", letters)],
        ),
        Remark::CommentsCut => gettext(
            "The comments are longer than 256 kB together; what follows of them is left out.",
        ),
        Remark::CastlingRights { .. } => gettext(
            "Castling rights that do not fit the kings and rooks of the starting position are left out.",
        ),
    }
}

/// What there is to know of a log: what was noted when its game was taken over, and what was mended.
pub fn notices(loaded: &Loaded) -> Vec<String> {
    let remarks = loaded.header.remarks.iter().map(remark);
    remarks.chain(loaded.notices.iter().map(notice)).collect()
}

/// Why an id names no game.
pub fn find_error(error: &FindError) -> String {
    match error {
        FindError::None => gettext("There is no game with this ID."),
        FindError::Ambiguous => gettext("More than one game has an ID that starts this way."),
        FindError::Io(error) => io_error(error),
    }
}

/// What went wrong with a file, without numbers.
pub fn io_error(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => gettext("The file no longer exists."),
        io::ErrorKind::PermissionDenied => gettext("You do not have permission to use the file."),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => gettext("The disk is full."),
        io::ErrorKind::FileTooLarge => gettext("The file is too large."),
        io::ErrorKind::ReadOnlyFilesystem => gettext("The disk is read-only."),
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
            gettext("There is a file where the folder of games should be.")
        }
        _ => gettext("The file cannot be used."),
    }
}

/// That the last moves are not in the file, why, and what can be done.
pub fn not_saved(error: &io::Error) -> String {
    gettext_f(
        "The last moves are not saved. {why} You can keep playing; each move tries again.",
        &[("why", &io_error(error))],
    )
}

/// That the disk takes its time, so that the last moves are not in their file yet.
pub fn slow_disk() -> String {
    gettext("The last moves are not saved yet: the disk is slow. You can keep playing.")
}

/// That what is shown is still on its way to its file.
pub fn saving() -> String {
    gettext("Saving…")
}

/// That the file of a game was damaged from outside, and where it lies now.
pub fn set_aside(path: &Path) -> String {
    gettext_f(
        "The file of this game was damaged by another program. It is set aside as {file}, and a new one has every move.",
        &[("file", &name_of(path))],
    )
}

/// That something else lies where the file of the game was, and which one it goes on in.
pub fn goes_on_in(path: &Path) -> String {
    gettext_f(
        "Another file has taken the place of this game. The game goes on in {file}, which has every move.",
        &[("file", &name_of(path))],
    )
}

/// That another program has replaced the file of a game, and where that lies which it brought.
pub fn brought(path: &Path) -> String {
    gettext_f(
        "Another program has replaced the file of this game. What it brought is saved as {file}, and the game here goes on.",
        &[("file", &name_of(path))],
    )
}

/// The name of a file, without its folder.
pub(super) fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// So many files are named.
const MOST_NAMED: usize = 5;

/// What a program for syncing has left, and what to do about it; nothing where it has left nothing.
pub fn conflict_copies(copies: &[PathBuf]) -> String {
    if copies.is_empty() {
        return String::new();
    }
    let named = copies.iter().take(MOST_NAMED);
    let mut names: Vec<String> = named
        .map(|path| isolated(&name_of(path)).to_string())
        .collect();
    if copies.len() > MOST_NAMED {
        names.push("…".to_owned());
    }
    ngettext_f(
        // Translators: {names} are names of files
        "A file was changed on two computers, and its copy is not shown here: {names}. Compare it with the file that has a similar name, save the better one under that name, and remove the copy.",
        "{count} files were changed on two computers, and their copies are not shown here: {names}. Compare them with the files that have similar names, save the better ones under those names, and remove the copies.",
        copies.len(),
        &[("names", &enumerate(&names))],
    )
}

/// What was done about copies that a program for syncing had left, in a sentence for each kind.
pub fn healed(done: &[Healed]) -> String {
    let count = |such: fn(&Healed) -> bool| done.iter().filter(|healed| such(healed)).count();
    let joined = count(|healed| matches!(healed, Healed::Joined(_)));
    let parted = count(|healed| matches!(healed, Healed::Parted { .. }));
    let annotated = count(|healed| matches!(healed, Healed::Annotations(_)));
    let some = |count: usize, sentence: &dyn Fn() -> String| match count {
        0 => String::new(),
        _ => sentence(),
    };
    let mut said = vec![
        some(joined, &|| {
            ngettext(
                // Translators: copies of the file of a game, made by a program that synchronizes computers
                "Two copies of a game were combined.",
                "The copies of {count} games were combined.",
                joined,
            )
        }),
        some(parted, &|| {
            ngettext(
                // Translators: one game was played on in different ways on two computers
                "{count} game was continued in two ways. Both are saved.",
                "{count} games were continued in two ways. All of them are saved.",
                parted,
            )
        }),
        some(annotated, &|| {
            ngettext(
                "The annotations of a game from two computers were combined.",
                "The annotations of {count} games from two computers were combined.",
                annotated,
            )
        }),
    ];
    said.extend(done.iter().filter_map(healed_beside));
    super::sentences(&said)
}

/// The same of what is kept beside the games.
fn healed_beside(healed: &Healed) -> Option<String> {
    Some(match healed {
        Healed::Practice => gettext("Puzzle results from two computers were combined."),
        Healed::Players => gettext("The names given to players on two computers were combined."),
        Healed::Twenty48 { aside } => match aside.first() {
            None => {
                gettext("There were two games of 2048. The one that is further along continues.")
            }
            Some(other) => gettext_f(
                // Translators: {file} is the name of a file
                "There were two games of 2048. The one that is further along continues. The other is saved as {file}.",
                &[("file", &isolated(&name_of(other)))],
            ),
        },
        Healed::Joined(_) | Healed::Parted { .. } | Healed::Annotations(_) => return None,
    })
}

/// Why a copy that a program for syncing has left is still there.
pub fn hindrance(why: &Hindrance) -> String {
    match why {
        Hindrance::Open => gettext("The original of this copy is open. Close it first."),
        Hindrance::Damaged => gettext("This copy or its original is damaged."),
        Hindrance::Unfit => gettext("These annotations do not fit the moves of the game."),
        Hindrance::Io(error) => io_error(error),
    }
}

/// That a file is a copy of another one, and what can be done about it.
pub fn copy_of(original: &str) -> String {
    gettext_f(
        // Translators: {id} is the name of a file; --heal is an option of the command line
        "a copy of {id}; --heal combines them",
        &[("id", &isolated(original))],
    )
}

/// That there are no copies to be put together.
pub fn nothing_to_heal() -> String {
    gettext("No file has a copy from another computer.")
}

/// That a log is a copy of another one.
pub fn same_as(original: &str) -> String {
    gettext_f(
        // Translators: {id} is the name of a file
        "an identical copy of {id}; counted once",
        &[("id", &isolated(original))],
    )
}

/// That the game is open in another window or process.
pub fn open_elsewhere() -> String {
    gettext("This game is open elsewhere. Close it there to continue it here.")
}

/// That a game can be looked at, but not continued, and why.
pub fn shown_only(error: &io::Error) -> String {
    gettext_f(
        "This game is read-only. {why}",
        &[("why", &io_error(error))],
    )
}

/// Why the notes on a game are not there: its side lines, comments and drawings.
pub fn study_trouble(trouble: &StudyTrouble) -> String {
    match trouble {
        StudyTrouble::SetAside { aside, .. } => gettext_f(
            // Translators: {name} is the name of a file
            "The annotations of this game do not fit its moves. They were set aside as {name}.",
            &[("name", &name_of(aside))],
        ),
        StudyTrouble::Unfit(_) => {
            gettext("The annotations of this game do not fit its moves, and are left out.")
        }
        StudyTrouble::Unreadable(error) => gettext_f(
            // Translators: {why} is a sentence
            "The annotations of this game cannot be read. {why}",
            &[("why", &io_error(error))],
        ),
    }
}

/// Why a game of a PGN file is not taken over.
pub fn pgn_fault(fault: &pgn::FaultKind) -> String {
    match fault {
        pgn::FaultKind::TooLarge => gettext("This text is longer than any game can be."),
        pgn::FaultKind::TooManyMoves => gettext_f(
            // Translators: moves of one player; a game with more of them is not imported
            "The game has more than {count} half-moves.",
            &[("count", &MOST_PLIES.to_string())],
        ),
        pgn::FaultKind::Variant(name) => gettext_f(
            "This is not standard chess but {variant}.",
            &[("variant", name)],
        ),
        pgn::FaultKind::Start(error) => impossible_start(*error),
        pgn::FaultKind::OpenComment => {
            gettext("A comment starts here and does not end, so moves may be missing.")
        }
        pgn::FaultKind::OpenVariation => {
            gettext("A variation starts here and does not end, so moves may be missing.")
        }
        pgn::FaultKind::Move {
            written,
            refusal: why,
            board,
        } => gettext_f(
            // Translators: a move that is written in a file, with its number, and why it cannot be
            // played, such as “12. Nf3 cannot be played. The way is blocked (white pawn).”
            "{move} cannot be played. {why}",
            &[("move", written), ("why", &refusal(why, board))],
        ),
    }
}

/// Why no game can start from a position that was given.
pub fn impossible_start(error: FenError) -> String {
    gettext_f(
        "No game can start from this position. {why}",
        &[("why", &fen_error(error))],
    )
}

// The arguments of the command line.

/// Why arguments cannot be understood, of which these were given.
pub fn argument_error(error: &Error, given: &[OsString]) -> String {
    let named = |kind| match error.get(kind) {
        Some(ContextValue::String(name)) => vec![name.clone()],
        Some(ContextValue::Strings(names)) => names.clone(),
        _ => Vec::new(),
    };
    let of = |kind| named(kind).concat();
    let argument = of(ContextKind::InvalidArg);
    let option = option_in(&argument);
    let value = isolated(&of(ContextKind::InvalidValue));
    match error.kind() {
        ErrorKind::UnknownArgument => gettext_f(
            // Translators: {option} is an argument of the command line, such as --list
            "There is no option {option}.",
            &[("option", &isolated(&argument))],
        ),
        ErrorKind::InvalidValue if value.is_empty() => gettext_f(
            // Translators: {option} is an argument of the command line, such as --nodes
            "A value is missing after {option}.",
            &[("option", option)],
        ),
        ErrorKind::InvalidValue => {
            let values = enumerate(&named(ContextKind::ValidValue));
            let why = gettext_f(
                // Translators: {values} are words, such as white, black, both
                "“{value}” is none of these: {values}.",
                &[("value", &value), ("values", &values)],
            );
            format!("{option}: {why}")
        }
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map(ToString::to_string);
            format!("{option}: {}", why.unwrap_or_default())
        }
        ErrorKind::TooManyValues => gettext_f(
            // Translators: {option} is an argument of the command line, such as --list
            "Nothing can be set by {option}.",
            &[("option", option)],
        ),
        ErrorKind::ArgumentConflict => {
            let mut others = named(ContextKind::PriorArg);
            if others.is_empty() || others == [argument.as_str()] {
                return gettext_f(
                    // Translators: {option} is an argument of the command line, such as --list
                    "{option} can be given only once.",
                    &[("option", option)],
                );
            }
            let is_given = |other: &String| {
                let is_it =
                    |given: &OsString| option_of(&given.to_string_lossy()) == option_in(other);
                given.iter().any(is_it)
            };
            if others.iter().any(is_given) {
                others.retain(is_given);
            }
            let others: Vec<String> = others
                .iter()
                .map(|other| option_in(other).to_owned())
                .collect();
            gettext_f(
                // Translators: arguments of the command line, such as --list and --check
                "{option} does not go together with {others}.",
                &[("option", option), ("others", &enumerate(&others))],
            )
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = named(ContextKind::InvalidArg);
            let missing: Vec<String> = missing.iter().map(|missing| one_of(missing)).collect();
            gettext_f(
                // Translators: {options} are arguments of the command line, such as --output
                "This option is missing: {options}.",
                &[("options", &enumerate(&missing))],
            )
        }
        ErrorKind::InvalidUtf8 => gettext("An argument is not text."),
        _ => gettext("The command line cannot be read. See rank-and-file --help."),
    }
}

/// Why a text is no number that an option takes: none from `least` on, up to `most` where there is an end.
pub fn not_a_number(text: &str, least: u64, most: Option<u64>) -> String {
    let (text, least) = (isolated(text), least.to_string());
    match most {
        Some(most) => gettext_f(
            "“{text}” is not a whole number from {least} to {most}.",
            &[
                ("text", &text),
                ("least", &least),
                ("most", &most.to_string()),
            ],
        ),
        None => gettext_f(
            "“{text}” is not a whole number of {least} or more.",
            &[("text", &text), ("least", &least)],
        ),
    }
}

/// The option in what is shown of it: `--nodes` in `--nodes <N>`, `FILE` in `[FILE]...`.
fn option_in(shown: &str) -> &str {
    let option = shown.split(' ').next().unwrap_or_default();
    option.trim_matches(['[', ']', '.', '<', '>'])
}

/// The option that is given in an argument, such as `--nodes=100`.
fn option_of(argument: &str) -> &str {
    argument.split('=').next().unwrap_or_default()
}

/// The options of which one is wanted, as in `<--diagram <FEN>|--scoresheet <ID>>`.
fn one_of(shown: &str) -> String {
    // What stands for a value may have such lines, too: `--review <ID|FILE>`.
    let options = shown.split('|').filter(|part| part.contains("--"));
    let options: Vec<&str> = options.map(option_in).collect();
    // Translators: what stands between two things of which one is wanted
    options.join(&pgettext("list", " or "))
}
