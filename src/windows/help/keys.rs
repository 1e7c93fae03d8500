//! The table of all keys. Those of actions are taken from where the app takes them.
//! May import `gtk`, `adw` and `words`.

use adw::prelude::*;
use gettextrs::gettext;

use crate::windows::keys::{GAME_KEYS, KEYS};
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
        (gettext("Walk the squares"), "Left Right Up Down"),
        (gettext("Take up a piece and put it down"), "Return space"),
        (gettext("Let go"), "Escape"),
    ]
}

/// The whole table.
pub fn table() -> gtk::Box {
    let table = gtk::Box::new(gtk::Orientation::Vertical, 18);
    for (title, lines) in [
        (gettext("The board"), on_the_board()),
        (gettext("In a game"), in_a_game()),
        (gettext("Everywhere"), everywhere()),
    ] {
        let group = adw::PreferencesGroup::builder().title(title).build();
        for line in &lines {
            group.add(&row(line));
        }
        table.append(&group);
    }
    table
}

fn row((title, keys): &Line) -> adw::ActionRow {
    let row = adw::ActionRow::builder().title(title).build();
    let caps = gtk::Box::new(gtk::Orientation::Horizontal, 9);
    caps.set_valign(gtk::Align::Center);
    let mut said = Vec::new();
    for key in keys.split_whitespace() {
        caps.append(&gtk::ShortcutLabel::new(key));
        if let Some((key, modifiers)) = gtk::accelerator_parse(key) {
            said.push(gtk::accelerator_get_label(key, modifiers).to_string());
        }
    }
    let said = said.join(", ");
    row.add_suffix(&caps);
    row.update_property(&[gtk::accessible::Property::Description(&said)]);
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What has a key has words, so that no line of the table is missing.
    #[test]
    fn every_key_of_the_app_is_in_the_table() {
        assert_eq!(in_a_game().len(), GAME_KEYS.len());
        assert_eq!(everywhere().len(), KEYS.len() + 2);
        for (action, keys) in KEYS {
            let said = words::key_action(action).unwrap_or_default();
            assert!(everywhere().contains(&(said, keys[0])), "{action}");
        }
        assert_eq!(words::key_action("win.nothing"), None);
    }
}
