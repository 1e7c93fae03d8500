//! What the app remembers between starts, and where the schema of it is found.

mod keys;

use gtk::gio;
use gtk::prelude::*;
use rank_and_file_core::chess::board::Appearance;

pub use self::keys::{FirstColor, Key, Turning, preferences, remembered};
use crate::config;
use crate::words;

/// What the settings are called in a backup.
const GROUP: &str = "/";

/// The settings of the user. Where no schema can be had, everything is off and nothing remembered.
#[derive(Debug, Clone)]
pub struct Settings(Option<gio::Settings>);

/// What had been chosen: each preference with its value, none where it was the default.
#[derive(Debug, Clone, Default)]
pub struct Chosen(Vec<(&'static str, Option<glib::Variant>)>);

impl Default for Settings {
    fn default() -> Self {
        Self::new()
    }
}

impl Settings {
    /// By the schema that is installed, else by the one that the program carries.
    pub fn new() -> Self {
        let installed = gio::SettingsSchemaSource::default()
            .and_then(|source| source.lookup(config::APP_ID, true))
            .filter(Self::fit);
        let schema = installed
            .map_or_else(Self::carried_schema, Ok)
            .inspect_err(|error| {
                tracing::warn!("there is no settings schema, so nothing is remembered: {error}");
            });
        Self(
            schema
                .ok()
                .map(|schema| gio::Settings::new_full(&schema, gio::SettingsBackend::NONE, None)),
        )
    }

    /// The value of a key.
    pub fn get<T: Default>(&self, key: Key<T>) -> T {
        let store = self.0.as_ref();
        store
            .and_then(|store| (key.read)(&store.value(key.name)))
            .unwrap_or_default()
    }

    /// Remembers a value.
    pub fn set<T>(&self, key: Key<T>, value: &T) {
        self.put(key.name, &(key.write)(value));
    }

    fn put(&self, key: &str, value: &glib::Variant) {
        if let Some(Err(error)) = self.0.as_ref().map(|store| store.set_value(key, value)) {
            tracing::warn!("{key} is not remembered: {error}");
        }
    }

    /// Lets a property have the value of a key, now and as soon as it is changed.
    pub fn bind<T>(&self, key: Key<T>, follower: &impl IsA<glib::Object>, property: &str) {
        if let Some(store) = &self.0 {
            store.bind(key.name, follower, property).get().build();
        }
    }

    /// Lets a property be the place of the value of a key among `choices`, and the other way round.
    pub fn bind_place<T: PartialEq + 'static>(
        &self,
        key: Key<T>,
        choices: &'static [T],
        chooser: &impl IsA<glib::Object>,
        property: &str,
    ) {
        let Some(store) = &self.0 else { return };
        store
            .bind(key.name, chooser, property)
            .mapping(move |stored, _| {
                let chosen = (key.read)(stored)?;
                let place = choices.iter().position(|choice| *choice == chosen)?;
                Some(u32::try_from(place).ok()?.to_value())
            })
            .set_mapping(move |place, _| {
                let place = place.get::<u32>().ok()? as usize;
                choices.get(place).map(key.write)
            })
            .build();
    }

    /// Calls back when a key is changed, from wherever, as long as the settings live.
    pub fn connect_changed<T>(&self, key: &Key<T>, changed: impl Fn(&Self) + 'static) {
        if let Some(store) = &self.0 {
            store.connect_changed(Some(key.name), move |store, _| {
                changed(&Self(Some(store.clone())));
            });
        }
    }

    /// An action for each preference, by the name of its key, which has the value for its state.
    pub fn actions(&self) -> gio::SimpleActionGroup {
        let actions = gio::SimpleActionGroup::new();
        if let Some(store) = &self.0 {
            for (key, _) in preferences::ALL {
                actions.add_action(&store.create_action(key));
            }
        }
        actions
    }

    /// Puts every preference back to its default. Gives what had been chosen.
    pub fn reset_preferences(&self) -> Chosen {
        let Some(store) = &self.0 else {
            return Chosen::default();
        };
        let keys = || preferences::ALL.iter().map(|(key, _)| *key);
        let chosen = keys().map(|key| (key, store.user_value(key))).collect();
        keys().for_each(|key| store.reset(key));
        Chosen(chosen)
    }

    /// Brings back what had been chosen.
    pub fn restore_preferences(&self, chosen: &Chosen) {
        let Some(store) = &self.0 else { return };
        for (key, value) in &chosen.0 {
            match value {
                Some(value) => self.put(key, value),
                None => store.reset(key),
            }
        }
    }

    /// What was chosen and is remembered, as text for a backup, in the form that `dconf dump` has. What belongs to this
    /// machine is left out: the sizes of windows, and which engines it has.
    pub fn kept(&self) -> String {
        let file = glib::KeyFile::new();
        let store = self.0.as_ref();
        for (key, _) in keys::portable() {
            if let Some(value) = store.and_then(|store| store.user_value(key)) {
                file.set_value(GROUP, key, &value.print(false));
            }
        }
        file.to_data().into()
    }

    /// Takes over from such a text the values of keys that the user has not set here yet, where the value is possible
    /// here. Returns how many keys those are.
    pub fn take_over(&self, kept: &str) -> usize {
        let file = glib::KeyFile::new();
        // GLib takes no text with a zero in it.
        let kept = if kept.contains('\0') { "" } else { kept };
        let read = file.load_from_data(kept, glib::KeyFileFlags::NONE);
        let (Some(store), Ok(())) = (&self.0, read) else {
            return 0;
        };
        let schema = store.settings_schema();
        let taken = keys::portable().filter(|(key, could_be)| {
            let known = schema.as_ref().map(|schema| schema.key(key));
            let known = known.filter(|_| store.user_value(key).is_none());
            let value = known.zip(file.value(GROUP, key).ok());
            let value = value.and_then(|(known, text)| {
                let value = glib::Variant::parse(Some(&known.value_type()), &text).ok()?;
                let differs = value != known.default_value();
                (differs && known.range_check(&value) && could_be(&value)).then_some(value)
            });
            value.inspect(|value| self.put(key, value)).is_some()
        });
        let taken = taken.count();
        gio::Settings::sync();
        taken
    }

    /// Has moves said as it was chosen.
    pub fn say_moves(&self) {
        words::say_moves(self.get(preferences::SPOKEN_MOVES));
    }

    /// Whether sounds are to be heard, as far as the desktop lets events be heard.
    pub fn is_audible(&self) -> bool {
        let desktop = gtk::Settings::default();
        let heard = desktop.is_none_or(|desktop| desktop.is_gtk_enable_event_sounds());
        heard && self.get(preferences::SOUNDS)
    }

    /// How boards shall look.
    pub fn appearance(&self) -> Appearance {
        Appearance {
            theme: self.get(preferences::THEME),
            pieces: self.get(preferences::PIECES),
            lettering: self.get(preferences::COORDINATES),
            animated: self.get(preferences::ANIMATIONS),
            large: self.get(preferences::LARGE),
        }
    }

    /// The size of the window and whether it fills the screen. What is no size is as little as can be.
    pub fn window(&self) -> (i32, i32, bool) {
        (
            self.get(remembered::WINDOW_WIDTH).max(1),
            self.get(remembered::WINDOW_HEIGHT).max(1),
            self.get(remembered::WINDOW_MAXIMIZED),
        )
    }

    /// Remembers the size of the window. A maximised window keeps the size it had before.
    pub fn set_window(&self, width: i32, height: i32, maximized: bool) {
        if !maximized {
            self.set(remembered::WINDOW_WIDTH, &width);
            self.set(remembered::WINDOW_HEIGHT, &height);
        }
        self.set(remembered::WINDOW_MAXIMIZED, &maximized);
    }

    /// Whether a schema has every key, as an old one may not. GLib ends the program over a missing key.
    pub fn fit(schema: &gio::SettingsSchema) -> bool {
        let known = [preferences::ALL, remembered::ALL];
        known.into_iter().flatten().all(|(key, could_be)| {
            schema.has_key(key) && could_be(&schema.key(key).default_value())
        })
    }

    /// The schema that the program carries. GLib reads schemas from folders only, and needs the file no
    /// longer once it is open.
    ///
    /// # Errors
    /// Where it cannot be written to a folder for the time being, or read from there.
    pub fn carried_schema() -> Result<gio::SettingsSchema, Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        std::fs::write(folder.path().join("gschemas.compiled"), config::SCHEMA)?;
        let source = gio::SettingsSchemaSource::from_directory(folder.path(), None, false)?;
        let schema = source.lookup(config::APP_ID, false);
        Ok(schema.ok_or("it is not in its file")?)
    }
}
