//! The colours of the board for the style sheet, which names them `board_…`.

use std::cell::Cell;

use gtk::gdk;

use crate::drawing::{Palette, Rgba};

/// Hands the colours to GTK.
#[derive(Default)]
pub(super) struct Paints {
    provider: gtk::CssProvider,
    known: Cell<bool>,
}

impl Paints {
    /// Takes other colours.
    pub fn tell(&self, palette: &Palette) {
        let named = [
            ("board_dark", palette.dark),
            ("board_white", palette.white),
            ("board_black", palette.black),
        ];
        let css = named
            .map(|(name, color)| format!("@define-color {name} {};\n", rgb(color)))
            .concat();
        self.provider.load_from_data(&css);
        // A style sheet wants a display, which a process may not have yet.
        if let Some(display) = gdk::Display::default().filter(|_| !self.known.replace(true)) {
            gtk::style_context_add_provider_for_display(
                &display,
                &self.provider,
                gtk::STYLE_PROVIDER_PRIORITY_APPLICATION,
            );
        }
    }
}

fn rgb(color: Rgba) -> String {
    let parts = [color.red, color.green, color.blue].map(|part| (part * 255.0).round() as u8);
    format!("rgb({}, {}, {})", parts[0], parts[1], parts[2])
}
