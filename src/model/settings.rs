//! What the app remembers between starts.

use gtk::gio;
use gtk::prelude::*;
use rank_and_file_core::board::{Appearance, Lettering, Theme};
use rank_and_file_core::rules::{DrawRule, TimeControl};

use super::{FirstColor, Switch, Turning};
use crate::config;

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
        self.set_string("first-player", first);
        self.set_string("second-player", second);
        self.set_string("first-colour", color.key());
    }

    /// The time control that was chosen last, the first player's time first.
    #[must_use]
    pub fn time_control(&self) -> Option<TimeControl> {
        self.settings.as_ref()?.string("time-control").parse().ok()
    }

    /// Whether draws were last agreed to be claimed.
    #[must_use]
    pub fn draws(&self) -> DrawRule {
        let claimed = self
            .settings
            .as_ref()
            .is_some_and(|settings| settings.string("draws") == "claimed");
        if claimed {
            DrawRule::Claimed
        } else {
            DrawRule::Automatic
        }
    }

    /// Remembers time control and draws.
    pub fn set_rules(&self, control: Option<&TimeControl>, draws: DrawRule) {
        let control = control.map(ToString::to_string).unwrap_or_default();
        self.set_string("time-control", &control);
        self.set_string(
            "draws",
            if draws == DrawRule::Claimed {
                "claimed"
            } else {
                "automatic"
            },
        );
    }

    /// How the board turns.
    #[must_use]
    pub fn turning(&self) -> Turning {
        let key = self
            .settings
            .as_ref()
            .map(|settings| settings.string("turning"));
        key.and_then(|key| Turning::from_key(&key))
            .unwrap_or_default()
    }

    /// Remembers how the board turns.
    pub fn set_turning(&self, turning: Turning) {
        self.set_string("turning", turning.key());
    }

    /// How boards shall look.
    #[must_use]
    pub fn appearance(&self) -> Appearance {
        let usual = Appearance::default();
        let Some(settings) = &self.settings else {
            return usual;
        };
        Appearance {
            theme: Theme::from_key(&settings.string("theme")).unwrap_or(usual.theme),
            pieces: settings.string("pieces").into(),
            lettering: Lettering::from_key(&settings.string("coordinates"))
                .unwrap_or(usual.lettering),
            animated: self.is_on(Switch::Animations),
        }
    }

    /// Whether a switch is on.
    #[must_use]
    pub fn is_on(&self, switch: Switch) -> bool {
        self.settings
            .as_ref()
            .map_or_else(|| switch.usual(), |settings| settings.boolean(switch.key()))
    }

    /// The settings themselves, where a schema is installed; for what binds to them.
    #[must_use]
    pub fn store(&self) -> Option<&gio::Settings> {
        self.settings.as_ref()
    }

    /// Calls back with the key of whatever is changed, from wherever, as long as the settings live.
    pub fn connect_changed(&self, changed: impl Fn(&Self, &str) + 'static) {
        if let Some(settings) = &self.settings {
            settings.connect_changed(None, move |settings, key| {
                let settings = Self {
                    settings: Some(settings.clone()),
                };
                changed(&settings, key);
            });
        }
    }

    fn set_string(&self, key: &str, value: &str) {
        if let Some(Err(error)) = self
            .settings
            .as_ref()
            .map(|settings| settings.set_string(key, value))
        {
            tracing::warn!("{key} is not remembered: {error}");
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

    /// The size of the window of 2048.
    #[must_use]
    pub fn twenty48_window(&self) -> (i32, i32) {
        self.settings.as_ref().map_or((480, 660), |settings| {
            (
                settings.int("twenty48-width"),
                settings.int("twenty48-height"),
            )
        })
    }

    /// Remembers the size of the window of 2048.
    pub fn set_twenty48_window(&self, width: i32, height: i32) {
        let Some(settings) = &self.settings else {
            return;
        };
        let set = settings
            .set_int("twenty48-width", width)
            .and(settings.set_int("twenty48-height", height));
        if let Err(error) = set {
            tracing::warn!("the size of the window of 2048 is not remembered: {error}");
        }
    }

    /// Whether the player has been welcomed to 2048.
    #[must_use]
    pub fn is_welcomed(&self) -> bool {
        let settings = self.settings.as_ref();
        settings.is_some_and(|settings| settings.boolean("twenty48-welcomed"))
    }

    /// Remembers that the player has been welcomed to 2048.
    pub fn set_welcomed(&self) {
        let set = self
            .settings
            .as_ref()
            .map(|settings| settings.set_boolean("twenty48-welcomed", true));
        if let Some(Err(error)) = set {
            tracing::warn!("the welcome is not remembered: {error}");
        }
    }
}
