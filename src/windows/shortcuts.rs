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
