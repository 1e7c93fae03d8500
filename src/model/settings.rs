//! What the app remembers between starts. May import `gio` and `config`.

use gtk::gio;
use gtk::prelude::*;

use crate::config;

/// Which colour the first player takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FirstColor {
    /// The white pieces.
    #[default]
    White,
    /// The black pieces.
    Black,
    /// Drawn by lot.
    Random,
}

impl FirstColor {
    /// Every choice, in the order in which it is offered.
    pub const ALL: [Self; 3] = [Self::White, Self::Black, Self::Random];

    fn key(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
            Self::Random => "random",
        }
    }
}

/// The settings of the user; the defaults where no schema is installed.
#[derive(Debug, Clone)]
pub struct Settings {
    settings: Option<gio::Settings>,
}

impl Default for Settings {
    fn default() -> Self {
        Self::new()
    }
}

impl Settings {
    /// Looks the schema up where it is installed, else where cargo has built it.
    #[must_use]
    pub fn new() -> Self {
        let installed = gio::SettingsSchemaSource::default();
        let found = installed
            .as_ref()
            .and_then(|source| source.lookup(config::APP_ID, true));
        let schema = found.or_else(|| {
            gio::SettingsSchemaSource::from_directory(config::SCHEMA_DIR, installed.as_ref(), false)
                .ok()?
                .lookup(config::APP_ID, false)
        });
        if schema.is_none() {
            tracing::warn!("the settings schema is not installed: nothing is remembered");
        }
        let settings =
            schema.map(|schema| gio::Settings::new_full(&schema, gio::SettingsBackend::NONE, None));
        Self { settings }
    }

    /// The names that were entered last: the first and the second player.
    #[must_use]
    pub fn players(&self) -> (String, String) {
        let name = |key| {
            self.settings
                .as_ref()
                .map(|settings| settings.string(key).to_string())
        };
        (
            name("first-player").unwrap_or_default(),
            name("second-player").unwrap_or_default(),
        )
    }

    /// The colour that the first player took last.
    #[must_use]
    pub fn first_color(&self) -> FirstColor {
        let key = self
            .settings
            .as_ref()
            .map(|settings| settings.string("first-colour"));
        FirstColor::ALL
            .into_iter()
            .find(|color| Some(color.key()) == key.as_deref())
            .unwrap_or_default()
    }

    /// Remembers names and colour.
    pub fn set_players(&self, first: &str, second: &str, color: FirstColor) {
        if let Some(settings) = &self.settings {
            for (key, value) in [
                ("first-player", first),
                ("second-player", second),
                ("first-colour", color.key()),
            ] {
                if let Err(error) = settings.set_string(key, value) {
                    tracing::warn!("{key} is not remembered: {error}");
                }
            }
        }
    }

    /// The size of the window and whether it fills the screen.
    #[must_use]
    pub fn window(&self) -> (i32, i32, bool) {
        self.settings
            .as_ref()
            .map_or((1100, 760, false), |settings| {
                (
                    settings.int("window-width"),
                    settings.int("window-height"),
                    settings.boolean("window-maximized"),
                )
            })
    }

    /// Remembers the size of the window. A maximised window keeps the size it had before.
    pub fn set_window(&self, width: i32, height: i32, maximized: bool) {
        if let Some(settings) = &self.settings {
            let size = if maximized {
                Ok(())
            } else {
                settings
                    .set_int("window-width", width)
                    .and(settings.set_int("window-height", height))
            };
            if let Err(error) = size.and(settings.set_boolean("window-maximized", maximized)) {
                tracing::warn!("the window's size is not remembered: {error}");
            }
        }
    }
}
