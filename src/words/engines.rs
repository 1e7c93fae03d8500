//! Engines: that one thinks, what went wrong with one, and as whom and how well it plays.

use gettextrs::{gettext, pgettext};
use rank_and_file_core::engine::{Fault, Level, Style};

use super::{gettext_f, sentences};

/// The searcher that the program brings along.
pub fn built_in_engine() -> String {
    // Translators: the engine that the program brings along, among others such as Stockfish
    pgettext("engine", "Built-In")
}

/// An engine that another one is called like, with the folder that it lies in.
pub fn engine_in_folder(engine: &str, folder: &str) -> String {
    gettext_f(
        // Translators: one of two programs that have the same name, and the folder it is in
        "{engine} in {folder}",
        &[("engine", engine), ("folder", folder)],
    )
}

/// What went wrong with an engine.
pub fn engine_fault(engine: &str, fault: Fault) -> String {
    let engine = [("engine", engine)];
    match fault {
        Fault::CannotStart => gettext_f(
            // Translators: {engine} is a program that plays chess, such as Stockfish
            "{engine} could not be found.",
            &engine,
        ),
        Fault::StartTimeout => gettext_f(
            // Translators: {engine} is a program that plays chess, such as Stockfish
            "{engine} did not answer when it was started.",
            &engine,
        ),
        Fault::StopTimeout => gettext_f(
            // Translators: {engine} is a program that plays chess, such as Stockfish
            "{engine} did not give its move in time.",
            &engine,
        ),
        Fault::Exited => gettext_f(
            // Translators: {engine} is a program that plays chess, such as Stockfish
            "{engine} stopped unexpectedly.",
            &engine,
        ),
        Fault::IllegalMove => gettext_f(
            // Translators: {engine} is a program that plays chess, such as Stockfish
            "{engine} played an illegal move.",
            &engine,
        ),
    }
}

/// What went wrong with the engine of a player, which goes on.
pub fn engine_failed(engine: &str, fault: Fault) -> String {
    sentences(&[engine_fault(engine, fault), gettext("Restarting.")])
}

/// What went wrong with the engine of a player, and who plays on.
pub fn engine_given_up(engine: &str, fault: Fault) -> String {
    sentences(&[
        engine_fault(engine, fault),
        gettext("The built-in engine takes over."),
    ])
}

/// What went wrong with the computer as a player whose place cannot be taken.
pub fn computer_stuck(player: &str, fault: Fault) -> String {
    sentences(&[
        engine_fault(player, fault),
        gettext("Take back a move, or continue the game later."),
    ])
}

/// What went wrong with the engine that is chosen.
pub fn engine_trouble(engine: &str, fault: Fault) -> String {
    let said = engine_fault(engine, fault);
    match fault {
        Fault::CannotStart => sentences(&[said, gettext("The built-in engine is used instead.")]),
        Fault::StartTimeout | Fault::StopTimeout | Fault::Exited | Fault::IllegalMove => said,
    }
}

/// Why a file is not among the engines.
pub fn engine_not_added(file: &str, fault: Fault) -> String {
    let file = [("file", file)];
    match fault {
        Fault::CannotStart => gettext_f(
            // Translators: {file} is the name of a file
            "Could not add “{file}”: it is not a program that can be started.",
            &file,
        ),
        Fault::StartTimeout | Fault::Exited => gettext_f(
            // Translators: {file} is the name of a file; UCI is a protocol
            "Could not add “{file}”: not a UCI engine.",
            &file,
        ),
        Fault::StopTimeout => gettext_f(
            // Translators: {file} is the name of a file
            "Could not add “{file}”: it did not move in time.",
            &file,
        ),
        Fault::IllegalMove => gettext_f(
            // Translators: {file} is the name of a file
            "Could not add “{file}”: it played an illegal move.",
            &file,
        ),
    }
}

/// That a file is tried out.
pub fn trying_engine(file: &str) -> String {
    gettext_f(
        // Translators: a program is started, to see whether it is an engine; {file} is the name of a file
        "Trying “{file}”…",
        &[("file", file)],
    )
}

/// That an engine can be chosen from now on.
pub fn engine_added(engine: &str) -> String {
    gettext_f("{engine} added", &[("engine", engine)])
}

/// That an engine cannot be chosen any more.
pub fn engine_removed(engine: &str) -> String {
    gettext_f("{engine} removed", &[("engine", engine)])
}

/// The button that takes an engine from the list.
pub fn remove_engine(engine: &str) -> String {
    gettext_f("Remove {engine}", &[("engine", engine)])
}

/// How well an engine shall play.
pub fn elo(elo: i32) -> String {
    // Translators: how well an engine plays, as a rating: “1500 Elo”
    gettext_f("{elo} Elo", &[("elo", &elo.to_string())])
}

/// That an engine shall play as well as it can.
pub fn full_strength() -> String {
    // Translators: an engine plays as well as it can
    pgettext("engine", "Full Strength")
}

/// An engine, and about how well it plays; `None` for as well as it can.
pub fn engine_with_strength(engine: &str, elo: Option<i32>) -> String {
    let Some(elo) = elo else {
        // Translators: an engine such as “Stockfish 15.1” that plays as well as it can
        return gettext_f("{engine} · full strength", &[("engine", engine)]);
    };
    gettext_f(
        // Translators: an engine, and its rating: “Stockfish 15.1 · about 1800”
        "{engine} · about {elo}",
        &[("engine", engine), ("elo", &elo.to_string())],
    )
}

/// What the player of a level is called, whom the computer plays.
pub fn opponent(level: Level) -> String {
    match level.number() {
        // Translators: ten made-up people who can be played against; write each given name as your language does
        1 => pgettext("opponent", "Mia"),
        2 => pgettext("opponent", "Leo"),
        3 => pgettext("opponent", "Rosa"),
        4 => pgettext("opponent", "Omar"),
        5 => pgettext("opponent", "Yuki"),
        6 => pgettext("opponent", "Hugo"),
        7 => pgettext("opponent", "Amina"),
        8 => pgettext("opponent", "Felix"),
        9 => pgettext("opponent", "Nora"),
        _ => pgettext("opponent", "Oscar"),
    }
}

/// The same with the level, or with a rating between two of them, wherever players are named: so it is known from a person
/// of that name.
pub fn opponent_at_level(level: Level) -> String {
    if level.is_between() {
        return with_rating(&opponent(level), level.rating());
    }
    gettext_f(
        // Translators: a player that is this program itself, with a given name, at a level from 1 to 10: “Rosa (level 3)”
        "{name} (level {level})",
        &[
            ("name", &opponent(level)),
            ("level", &level.number().to_string()),
        ],
    )
}

/// `Mikhail Tal (2705)`.
pub(super) fn with_rating(name: &str, rating: u32) -> String {
    gettext_f(
        // Translators: a player with a rating, such as “Mikhail Tal (2705)”
        "{name} ({rating})",
        &[("name", name), ("rating", &rating.to_string())],
    )
}

/// What the player of a level is called at the board, and how strong it plays.
pub fn opponent_at_board(level: Level) -> String {
    gettext_f(
        // Translators: a player that is this program itself, and how strong it plays: “Rosa · Beginner”
        "{name} · {strength}",
        &[("name", &opponent(level)), ("strength", &strength(level))],
    )
}

/// How well a level plays, and its rating.
pub fn rated_strength(level: Level) -> String {
    gettext_f(
        // Translators: how strong the computer plays, and its rating: “Beginner · about 1070”
        "{strength} · about {rating}",
        &[
            ("strength", &strength(level)),
            ("rating", &level.rating().to_string()),
        ],
    )
}

/// All that is known of the player of a level, for those who hear it.
pub fn computer_said(level: Level) -> String {
    gettext_f(
        // Translators: of a player that is this program itself: name and level, how strong it plays, its rating, and
        // how it likes to play
        "{opponent}, {strength}, rating about {rating}. {style}.",
        &[
            ("opponent", &opponent_at_level(level)),
            ("strength", &strength(level)),
            ("rating", &level.rating().to_string()),
            ("style", &style(level.style())),
        ],
    )
}

/// Why another level is proposed: the last games at this one were won, or lost.
pub fn last_games_at(level: Level, won: bool) -> String {
    let level = [("level", &*level.number().to_string())];
    match won {
        true => gettext_f(
            // Translators: said to the one who plays the computer, at a level from 1 to 10
            "You won your last two games at level {level}.",
            &level,
        ),
        false => gettext_f(
            // Translators: said to the one who plays the computer, at a level from 1 to 10
            "You lost your last three games at level {level}.",
            &level,
        ),
    }
}

/// The button that begins a game at another level.
pub fn play_level(level: Level) -> String {
    gettext_f(
        // Translators: a button; the computer plays at levels from 1 to 10
        "Play Level {level}",
        &[("level", &level.number().to_string())],
    )
}

/// Which openings a player likes.
pub fn style(style: Style) -> String {
    match style {
        // Translators: how a player likes to play; e4 is a move
        Style::Open => gettext("Likes open games with an early e4"),
        // Translators: how a player likes to play; d4 is a move
        Style::Closed => gettext("Likes closed games with d4 and solid defenses"),
        // Translators: how a player likes to play
        Style::Gambits => gettext("Likes gambits and gives a pawn for an attack"),
        // Translators: how a player likes to play; c4 and b3 are moves
        Style::Flank => gettext("Likes to start on the wings, with c4 or b3"),
        // Translators: how a player likes to play
        Style::Any => gettext("Plays a bit of everything"),
    }
}

/// Who plays about as well as a level.
pub fn strength(level: Level) -> String {
    match level.number() {
        // Translators: how strong the computer plays; from here to the end of the ten, each is stronger
        1 => gettext("Learned the moves"),
        2 => gettext("First games"),
        3 => gettext("Beginner"),
        4 => gettext("Casual player"),
        5 => gettext("Regular player"),
        6 => gettext("Good casual player"),
        7 => gettext("Strong casual player"),
        8 => gettext("New club player"),
        9 => gettext("Club player"),
        _ => gettext("Strong club player"),
    }
}
