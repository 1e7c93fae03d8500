//! What can be done with one saved game, as a menu.

use gettextrs::gettext;
use gtk::gio;
use gtk::prelude::*;
use rank_and_file_core::rules::Color;

use crate::model::SavedGame;
use crate::words;

/// The menu for the game at `position` of its list; its actions are those of the list.
pub(super) fn menu(game: &SavedGame, position: u32) -> gio::Menu {
    let item = |label: &str, action: &str| {
        let item = gio::MenuItem::new(Some(label), None);
        let action = format!("games.{action}");
        item.set_action_and_target_value(Some(&action), Some(&position.to_variant()));
        item
    };
    let menu = gio::Menu::new();
    let section = |items: Vec<gio::MenuItem>| {
        let section = gio::Menu::new();
        for item in items {
            section.append_item(&item);
        }
        menu.append_section(None, &section);
    };
    section(vec![
        item(&gettext("_Open"), "open"),
        item(&gettext("Open in New _Window"), "open-apart"),
    ]);
    let games_of = |color: Color, action: &str| {
        let name = words::named_player(game.summary(), color)?;
        // Translators: a list of all the games of one player
        let label = words::gettext_f("Games of {name}", &[("name", &name.replace('_', "__"))]);
        Some(item(&label, action))
    };
    let players = [
        games_of(Color::White, "white"),
        games_of(Color::Black, "black"),
    ];
    section(players.into_iter().flatten().collect());
    section(vec![
        item(&gettext("_Copy as PGN"), "copy"),
        item(&gettext("Save as _PGN…"), "export"),
    ]);
    section(vec![item(&gettext("Move to _Trash"), "trash")]);
    menu
}
