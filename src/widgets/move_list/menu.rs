//! What can be done with a move of a game that nobody plays any more, as a menu.

use gettextrs::gettext;
use gtk::gio;
use gtk::prelude::*;
use rank_and_file_core::study::Glyph;

use crate::words;

/// The menu for the move whose position is shown. Its actions are those of the page; it leaves out
/// what cannot be done.
#[must_use]
pub fn annotating_menu() -> gio::Menu {
    let menu = gio::Menu::new();
    let comments = gio::Menu::new();
    item(&comments, &gettext("_Comment…"), "game.comment");
    item(
        &comments,
        &gettext("Comment _Before…"),
        "game.comment-before",
    );
    menu.append_section(None, &comments);
    let glyphs = gio::Menu::new();
    glyphs.append_submenu(Some(&gettext("Judge the _Move")), &move_glyphs());
    glyphs.append_submenu(Some(&gettext("_Judge the Position")), &position_glyphs());
    menu.append_section(None, &glyphs);
    let lines = gio::Menu::new();
    item(&lines, &gettext("_Promote Side Line"), "game.promote");
    item(&lines, &gettext("_Delete From Here"), "game.delete-line");
    item(&lines, &gettext("Copy _Line"), "game.copy-line");
    menu.append_section(None, &lines);
    menu
}

/// The menu of all glyphs.
#[must_use]
pub fn glyph_menu() -> gio::Menu {
    let menu = gio::Menu::new();
    menu.append_section(None, &move_glyphs());
    menu.append_section(None, &position_glyphs());
    menu
}

fn item(menu: &gio::Menu, label: &str, action: &str) {
    let item = gio::MenuItem::new(Some(label), Some(action));
    item.set_attribute_value("hidden-when", Some(&"action-disabled".to_variant()));
    menu.append_item(&item);
}

fn move_glyphs() -> gio::Menu {
    choices(&Glyph::OF_MOVES, "game.move-glyph")
}

fn position_glyphs() -> gio::Menu {
    choices(&Glyph::OF_POSITIONS, "game.position-glyph")
}

fn choices(glyphs: &[Glyph], action: &str) -> gio::Menu {
    let menu = gio::Menu::new();
    for glyph in glyphs {
        let item = gio::MenuItem::new(Some(&words::glyph_item(*glyph)), None);
        item.set_action_and_target_value(Some(action), Some(&glyph.0.to_string().to_variant()));
        menu.append_item(&item);
    }
    menu
}
