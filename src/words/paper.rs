//! What stands on a printed game or in a terminal, and why something could not leave the program.

use std::io;
use std::path::Path;

use gettextrs::gettext;
use rank_and_file_core::chess::{Color, Game, Position, figurines, openings};
use rank_and_file_core::record::log::Header;

use super::faults::name_of;
use super::library::{date, day, event_and_round};
use super::{chess960_of, gettext_f, io_error, move_name, opening, result_with_reason, turn};

/// How a game ended, or whose turn it is: `Ann wins · Checkmate`.
pub fn game_standing(game: &Game, players: &Header) -> String {
    match game.outcome() {
        Some(outcome) => result_with_reason(outcome, players),
        None => gettext_f(
            // Translators: under the names on a printed game; {turn} is such as “Ann to move”
            "Unfinished · {turn}",
            &[("turn", &turn(players, game.turn()))],
        ),
    }
}

/// Where and when a game was played, how much time the players had, its opening, and whether it was Chess960:
/// `World Cup · Round 2 · 20 November 2026, 19:05 · Time 5+3 · C60 · Ruy Lopez`. Empty where nothing is known.
pub fn circumstances(players: &Header, game: &Game) -> String {
    let [event, round] = event_and_round(players);
    let recorded = || players.date.as_deref().and_then(day);
    let begun = players.started.map(date).or_else(recorded);
    let control = players.time_control.as_ref().map(|control| {
        // Translators: the time that the players have, such as 5+3: minutes and seconds a move
        gettext_f("Time {control}", &[("control", &control.in_minutes())])
    });
    let shuffled = chess960_of(players, game.start());
    let positions = (0..=game.plies().len()).map(|ply| game.position_at(ply));
    let named = openings::of(positions).filter(|_| shuffled.is_none());
    let known = event.into_iter().chain(round).chain(begun).chain(control);
    let known = known.chain(named.map(opening)).chain(shuffled);
    known.collect::<Vec<String>>().join(" · ")
}

/// The caption of the position in which the game stands, or ended; with figures of the pieces or letters.
pub fn final_caption(game: &Game, figures: bool) -> String {
    let played = move_name(game, game.plies().len());
    let played = played.map(|name| if figures { figurines(&name) } else { name });
    match (played, game.outcome().is_some()) {
        (None, _) => start_caption(game),
        (Some(name), true) => gettext_f("The end, after {move}", &[("move", &name)]),
        (Some(name), false) if game.turn() == Color::White => {
            gettext_f("After {move}, White to move", &[("move", &name)])
        }
        (Some(name), false) => gettext_f("After {move}, Black to move", &[("move", &name)]),
    }
}

/// The caption of the first position, with who begins where that is not White.
pub fn start_caption(game: &Game) -> String {
    match game.position_at(0).turn() {
        Color::White => gettext("The starting position"),
        Color::Black => gettext("The starting position, Black to move"),
    }
}

/// The number of a page among so many: `2 / 3`.
pub fn page_of(page: usize, pages: usize) -> String {
    gettext_f(
        // Translators: the number of a page and how many there are
        "{page} / {pages}",
        &[("page", &page.to_string()), ("pages", &pages.to_string())],
    )
}

/// That a drawing failed for a reason that cannot be mended at the board.
pub fn cannot_draw() -> String {
    gettext("The picture cannot be drawn.")
}

/// That the name of a picture does not say its kind.
pub fn no_picture_kind() -> String {
    gettext("The picture must be a .png, a .svg or a .pdf file.")
}

/// Why the chosen file could not be written.
pub fn write_error(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            gettext("There is no such folder.")
        }
        io::ErrorKind::IsADirectory => gettext("There is a folder of this name."),
        _ => io_error(error),
    }
}

/// That a file was not saved, and why.
pub fn not_written(why: &str) -> String {
    gettext_f("The file is not saved. {why}", &[("why", why)])
}

/// Why a file is not written that is somewhere else.
pub fn not_here() -> String {
    gettext("Files can be saved on this computer only.")
}

/// That a file is written.
pub fn saved_as(path: &Path) -> String {
    gettext_f("Saved as {name}", &[("name", &name_of(path))])
}

/// What was given for the computer is none.
pub fn no_computer(given: &str) -> String {
    gettext_f(
        "“{given}” is neither a level from 1 to 10, nor a rating from 600 to 2200, nor an engine on this computer.",
        &[("given", given)],
    )
}

/// That an engine has left the game, and who takes its place.
pub fn plays_on(engine: &str, level: u8) -> String {
    gettext_f(
        "{engine} cannot be used anymore. The computer plays on at level {level}.",
        &[("engine", engine), ("level", &level.to_string())],
    )
}
