//! Engines: that one thinks, what went wrong with one, and the level at which it plays.

use gettextrs::{gettext, pgettext};
use rank_and_file_core::engine::{Fault, Level};

use super::{enumerate, gettext_f, sentences};

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
            "“{file}” was not added: it is not a program that can be started.",
            &file,
        ),
        Fault::StartTimeout => gettext_f(
            // Translators: {file} is the name of a file; UCI is a protocol
            "“{file}” was not added: it did not answer as UCI engines do.",
            &file,
        ),
        Fault::StopTimeout => gettext_f(
            // Translators: {file} is the name of a file
            "“{file}” was not added: it did not give its move in time.",
            &file,
        ),
        Fault::Exited => gettext_f(
            // Translators: {file} is the name of a file; UCI is a protocol
            "“{file}” was not added: it ended instead of answering as UCI engines do.",
            &file,
        ),
        Fault::IllegalMove => gettext_f(
            // Translators: {file} is the name of a file
            "“{file}” was not added: it gave a move that cannot be played.",
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

/// The same of a level with its number, for those who hear it.
pub fn strength_said(level: Level) -> String {
    let number = level.number().to_string();
    let number = gettext_f("Level {level}", &[("level", &number)]);
    enumerate(&[number, strength(level)])
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
