//! The table of all keys. Those of actions are taken from where the app takes them.

use adw::prelude::*;
use gettextrs::gettext;

use crate::windows::key_row::key_row;
use crate::windows::keys::{EDITOR_KEYS, GAME_KEYS, KEYS, TWENTY48_KEYS};
use crate::words;

/// What some keys do, and the keys, as GTK writes them.
type Line = (String, &'static str);

/// The keys with actions that can be reached from everywhere.
fn everywhere() -> Vec<Line> {
    let actions = KEYS
        .iter()
        .filter_map(|(action, keys)| Some((words::key_action(action)?, *keys.first()?)));
    let others = [
        (gettext("Paste a game or a position"), "<Control>v"),
        (gettext("Search saved games"), "<Control>f"),
    ];
    actions.chain(others).collect()
}

/// The keys of a game.
fn in_a_game() -> Vec<Line> {
    let keys = GAME_KEYS.iter();
    keys.filter_map(|(action, key)| Some((words::key_action(action)?, *key)))
        .collect()
}

/// The keys of the board, which are no actions.
fn on_the_board() -> Vec<Line> {
    vec![
        (gettext("Move between squares"), "Left Right Up Down"),
        (gettext("Pick up or put down"), "Return space"),
        (gettext("Deselect"), "Escape"),
    ]
}

/// The keys while a position is set up.
fn in_the_editor() -> Vec<Line> {
    let board = [
        (
            gettext("Put a white piece on a square"),
            "<Shift>k <Shift>q <Shift>r <Shift>b <Shift>n <Shift>p",
        ),
        (gettext("Put a black piece on a square"), "k q r b n p"),
        (gettext("Empty a square"), "Delete"),
    ];
    let keys = EDITOR_KEYS.iter();
    let keys = keys.filter_map(|(action, key)| Some((words::key_action(action)?, *key)));
    board.into_iter().chain(keys).collect()
}

/// The keys of 2048.
fn in_2048() -> Vec<Line> {
    let slide = gettext("Slide the tiles");
    let sliding = ["Left Right Up Down", "a d w s", "h l k j"];
    let walk = "<Control>Left <Control>Right <Control>Up <Control>Down";
    let keys = TWENTY48_KEYS.iter();
    sliding
        .into_iter()
        .map(|keys| (slide.clone(), keys))
        .chain([(gettext("Move between cells"), walk)])
        .chain(keys.filter_map(|(action, key)| Some((words::key_action(action)?, *key))))
        .collect()
}

/// The parts of the table, each with its title: the board, a game, setting up a position, everywhere, 2048. A line
/// is what some keys do, and the keys, as GTK writes them.
#[must_use]
pub fn sections() -> [(String, Vec<Line>); 5] {
    [
        (gettext("The board"), on_the_board()),
        (gettext("In a game"), in_a_game()),
        (gettext("Setting up a position"), in_the_editor()),
        (gettext("Everywhere"), everywhere()),
        ("2048".to_owned(), in_2048()),
    ]
}

/// The whole table.
pub fn table() -> gtk::Box {
    let table = gtk::Box::new(gtk::Orientation::Vertical, 18);
    for (title, lines) in sections() {
        let group = adw::PreferencesGroup::builder().title(title).build();
        for (title, keys) in &lines {
            group.add(&key_row(title, keys));
        }
        table.append(&group);
    }
    table
}
