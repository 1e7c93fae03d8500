//! The preferences as a whole: what is put back to its default together, and brought back.

use gtk::prelude::*;

use super::{Settings, Switch};

/// The preferences besides the switches. Names, colours, time control and windows are remembered,
/// but they are no preferences.
const CHOICES: [&str; 5] = ["theme", "pieces", "coordinates", "turning", "draws"];

/// What had been chosen: each preference with its value, none where it was the default.
#[derive(Debug, Clone, Default)]
pub struct Chosen(Vec<(&'static str, Option<glib::Variant>)>);

fn keys() -> impl Iterator<Item = &'static str> {
    CHOICES
        .into_iter()
        .chain(Switch::ALL.into_iter().map(Switch::key))
}

impl Settings {
    /// Puts every preference back to its default. Gives what had been chosen.
    pub fn reset_preferences(&self) -> Chosen {
        let Some(store) = self.store() else {
            return Chosen::default();
        };
        let chosen = keys().map(|key| (key, store.user_value(key))).collect();
        keys().for_each(|key| store.reset(key));
        Chosen(chosen)
    }

    /// Brings back what had been chosen.
    pub fn restore_preferences(&self, chosen: &Chosen) {
        let Some(store) = self.store() else { return };
        for (key, value) in &chosen.0 {
            let Some(value) = value else {
                store.reset(key);
                continue;
            };
            if let Err(error) = store.set_value(key, value) {
                tracing::warn!("{key} is not remembered: {error}");
            }
        }
    }
}
