//! The window of shortcuts, read only when somebody asks for it.

use gtk::prelude::*;

use crate::config;

/// Shows the shortcuts over a window.
pub(super) fn show(window: &impl IsA<gtk::ApplicationWindow>) {
    if window.help_overlay().is_none() {
        let path = format!("{}/ui/shortcuts.ui", config::RESOURCE_PATH);
        let shortcuts = gtk::Builder::from_resource(&path).object("shortcuts");
        window.set_help_overlay(shortcuts.as_ref());
    }
    if let Some(shortcuts) = window.help_overlay() {
        shortcuts.present();
    }
}

#[cfg(test)]
mod tests {
    use crate::windows::keys::{EDITOR_KEYS, GAME_KEYS, KEYS, TWENTY48_KEYS};

    #[test]
    fn every_action_that_has_a_key_is_in_the_window() {
        let window = include_str!("../../resources/ui/shortcuts.ui");
        let everywhere = KEYS.iter().map(|(action, _)| action);
        let pages = GAME_KEYS.iter().chain(&EDITOR_KEYS).chain(&TWENTY48_KEYS);
        for action in everywhere.chain(pages.map(|(action, _)| action)) {
            let named = format!("<property name=\"action-name\">{action}</property>");
            assert_eq!(window.matches(&named).count(), 1, "{action}");
        }
    }
}
