//! What the app remembers between starts: every key, declared once with its type, and what is chosen by names. The
//! defaults stand in the schema alone, and here it is found.

use std::fmt::Display;
use std::str::FromStr;

use glib::Variant;
use glib::prelude::*;
use gtk::gio;
use gtk::prelude::*;
use rank_and_file_core::chess::board::Appearance;
use strum::{Display as Named, EnumString, VariantArray};

use crate::config;
use crate::words;

/// What the settings are called in a backup.
const GROUP: &str = "/";

/// The settings of the user. Where no schema can be had, everything is off and nothing remembered.
#[derive(Debug, Clone)]
pub struct Settings(Option<gio::Settings>);

/// What had been chosen: each preference with its value, none where it was the default.
#[derive(Debug, Clone, Default)]
pub struct Chosen(Vec<(&'static str, Option<Variant>)>);

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

    fn put(&self, key: &str, value: &Variant) {
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
        for (key, _) in portable() {
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
        let taken = portable().filter(|(key, could_be)| {
            let known = schema.as_ref().map(|schema| schema.key(key));
            let known = known.filter(|_| store.user_value(key).is_none());
            let value = known.zip(file.value(GROUP, key).ok());
            let value = value.and_then(|(known, text)| {
                let value = Variant::parse(Some(&known.value_type()), &text).ok()?;
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

/// A key of the schema whose value is a `T`.
pub struct Key<T> {
    /// Its name in the schema.
    pub name: &'static str,
    read: fn(&Variant) -> Option<T>,
    write: fn(&T) -> Variant,
}

impl<T: FromVariant + ToVariant> Key<T> {
    /// A key whose value GLib has a type for.
    const fn plain(name: &'static str) -> Self {
        Self {
            name,
            read: T::from_variant,
            write: T::to_variant,
        }
    }
}

impl<T: FromStr + Display> Key<T> {
    /// A key whose value is kept as a word.
    const fn word(name: &'static str) -> Self {
        Self {
            name,
            read: |value| value.str()?.parse().ok(),
            write: |value| value.to_string().to_variant(),
        }
    }
}

/// A key by its name, and whether a value could be its own.
type Known = (&'static str, fn(&Variant) -> bool);

macro_rules! keys {
    ($($name:ident: $type:ty = $kind:ident($key:literal);)*) => {
        $(
            #[doc = concat!("The key `", $key, "`, which the schema describes.")]
            pub const $name: Key<$type> = Key::$kind($key);
        )*
        /// All of them: each by its name, and whether a value could be its own.
        pub const ALL: &[Known] =
            &[$(($key, |value| ($name.read)(value).is_some())),*];
    };
}

/// What is chosen in the preferences, and put back to its default together.
pub mod preferences {
    use rank_and_file_core::chess::DrawRule;
    use rank_and_file_core::chess::board::{Lettering, Theme};

    use super::{Key, Known, Style, Turning};
    use crate::words::SpokenMoves;

    keys! {
        STYLE: Style = word("style");
        THEME: Theme = word("theme");
        PIECES: String = plain("pieces");
        COORDINATES: Lettering = word("coordinates");
        TURNING: Turning = word("turning");
        DRAWS: DrawRule = word("draws");
        FIGURINES: bool = plain("figurines");
        HINTS: bool = plain("hints");
        ANIMATIONS: bool = plain("animations");
        // Larger pieces and marks.
        LARGE: bool = plain("large-pieces");
        CONFIRM_MOVES: bool = plain("confirm-moves");
        AUTO_QUEEN: bool = plain("auto-queen");
        CONFIRM_RESIGNING: bool = plain("confirm-resigning");
        SOUNDS: bool = plain("sounds");
        SPEECH: bool = plain("speech");
        SPOKEN_MOVES: SpokenMoves = word("spoken-moves");
        // The name or the path of an engine; empty for the built-in one.
        ENGINE: String = plain("engine");
        // As UCI_Elo; 0 is as well as it can.
        ENGINE_STRENGTH: i32 = plain("engine-strength");
        ENGINE_MEMORY: i32 = plain("engine-memory");
        ANALYSIS: bool = plain("analysis");
    }
}

/// What is remembered, but is no preference.
pub mod remembered {
    use super::{FirstColor, Key, Known};

    keys! {
        WINDOW_WIDTH: i32 = plain("window-width");
        WINDOW_HEIGHT: i32 = plain("window-height");
        WINDOW_MAXIMIZED: bool = plain("window-maximized");
        TWENTY48_WIDTH: i32 = plain("twenty48-width");
        TWENTY48_HEIGHT: i32 = plain("twenty48-height");
        TWENTY48_WELCOMED: bool = plain("twenty48-welcomed");
        // Whether two practice at one table, and what: the motif and the level by name, empty for any.
        PRACTICE_TWO: bool = plain("practice-two");
        PRACTICE_MOTIF: String = plain("practice-motif");
        PRACTICE_LEVEL: String = plain("practice-level");
        PRACTICE_CONTINUES: bool = plain("practice-continues");
        FIRST_PLAYER: String = plain("first-player");
        SECOND_PLAYER: String = plain("second-player");
        FIRST_COLOR: FirstColor = word("first-colour");
        // Whether the second player is the computer, and at which level, 1 to 10; 11 for the chosen engine.
        COMPUTER_PLAYS: bool = plain("computer-plays");
        COMPUTER_LEVEL: i32 = plain("computer-level");
        COMPUTER_TIPS: bool = plain("computer-tips");
        OPENINGS_SHOWN: bool = plain("openings-shown");
        ANALYSIS_SHOWN: bool = plain("analysis-shown");
        ANALYSIS_LINES: i32 = plain("analysis-lines");
        // What was typed to search for games, the last one first.
        SAVED_SEARCHES: Vec<String> = plain("saved-searches");
        // The files of engines that were added.
        ENGINES: Vec<String> = plain("engines");
        // The files and folders of collections, the last one first.
        COLLECTIONS: Vec<String> = plain("collections");
        // In the form of PGN; empty for a game without clocks.
        TIME_CONTROL: String = plain("time-control");
    }
}

/// What belongs to the machine: sizes of windows, and which programs are run, which is not for a file to say.
const OF_THE_MACHINE: [&str; 7] = [
    remembered::WINDOW_WIDTH.name,
    remembered::WINDOW_HEIGHT.name,
    remembered::WINDOW_MAXIMIZED.name,
    remembered::TWENTY48_WIDTH.name,
    remembered::TWENTY48_HEIGHT.name,
    remembered::ENGINES.name,
    preferences::ENGINE.name,
];

/// All that may go to another machine.
fn portable() -> impl Iterator<Item = &'static Known> {
    let all = [preferences::ALL, remembered::ALL].into_iter().flatten();
    all.filter(|(key, _)| !OF_THE_MACHINE.contains(key))
}

/// Which color the first player takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Named, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
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
    /// The color that the second player takes.
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
            Self::Random => Self::Random,
        }
    }
}

/// Whether windows are light or dark.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Named, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Style {
    /// As those of the desktop are.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// How the board turns for the player to move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Named, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Turning {
    /// It stays as it is.
    #[default]
    Never,
    /// The player to move always sits below.
    EachMove,
    /// It stays, and what belongs to the far player stands on its head.
    FaceToFace,
}
