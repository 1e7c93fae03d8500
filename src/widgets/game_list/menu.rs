//! What can be done with one saved game, as a menu.

use gettextrs::gettext;
use gtk::gio;
use gtk::prelude::*;
use rank_and_file_core::rules::Color;
use strum::{IntoStaticStr, VariantArray};

use crate::model::SavedGame;
use crate::words;

/// What can be done with one saved game. Menus know it by its name, such as `open-apart`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, glib::Enum, IntoStaticStr, VariantArray)]
#[enum_type(name = "RfGameAction")]
#[strum(serialize_all = "kebab-case")]
pub enum GameAction {
    /// To see the game.
    Open,
    /// To see the game in a window of its own.
    OpenApart,
    /// To see all games of the player of the white pieces.
    GamesOfWhite,
    /// To see all games of the player of the black pieces.
    GamesOfBlack,
    /// To have the game on the clipboard.
    Copy,
    /// To have the game in a file.
    Export,
    /// To be rid of the game.
    Trash,
}

/// The menu for the game at `position` of its list; its actions are those of the list.
pub(super) fn menu(game: &SavedGame, position: u32) -> gio::Menu {
    let item = |label: &str, action: GameAction| {
        let item = gio::MenuItem::new(Some(label), None);
        let action = format!("games.{}", <&str>::from(action));
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
        item(&gettext("_Open"), GameAction::Open),
        item(&gettext("Open in New _Window"), GameAction::OpenApart),
    ]);
    let games_of = |color: Color, action: GameAction| {
        let name = words::named_player(game.summary(), color)?;
        // Translators: a list of all the games of one player
        let label = words::gettext_f("Games of {name}", &[("name", &name.replace('_', "__"))]);
        Some(item(&label, action))
    };
    let players = [
        games_of(Color::White, GameAction::GamesOfWhite),
        games_of(Color::Black, GameAction::GamesOfBlack),
    ];
    section(players.into_iter().flatten().collect());
    section(vec![
        item(&gettext("_Copy as PGN"), GameAction::Copy),
        item(&gettext("Save as _PGN…"), GameAction::Export),
    ]);
    let trash = item(&gettext("Move to _Trash"), GameAction::Trash);
    // The list itself hears the key.
    trash.set_attribute_value("accel", Some(&"Delete".to_variant()));
    section(vec![trash]);
    menu
}
