//! The page of the computer: which engine is asked, how well it plays, what it may take, and what went wrong
//! with it. How engines are tried out, added and removed is in `trying.rs`.

use std::cell::{Cell, RefCell};
use std::path::Path;

use adw::prelude::*;
use adw::subclass::prelude::*;
use rank_and_file_core::engine::uci::engine_name;

use super::PreferencesWindow;
use crate::config;
use crate::model::{Abilities, Engines, preferences};
use crate::words;

/// How far a key moves the strength of an engine.
const STEP: i32 = 50;

/// What the page shows.
#[derive(Default)]
pub struct ComputerPage {
    /// The engines that can be chosen, after the built-in one.
    listed: RefCell<Vec<String>>,
    /// Whether the controls are being set and choose nothing.
    showing: Cell<bool>,
}

impl PreferencesWindow {
    pub(super) fn set_up_computer(&self) {
        let imp = self.imp();
        let window = self;
        imp.engine.connect_selected_notify(glib::clone!(
            #[weak]
            window,
            move |_| window.choose_engine()
        ));
        // No engine is started before somebody looks.
        imp.engine.connect_map(glib::clone!(
            #[weak]
            window,
            move |_| window.show_computer()
        ));
        imp.strength.connect_value_changed(glib::clone!(
            #[weak]
            window,
            move |_| window.choose_strength()
        ));
        imp.memory.connect_value_changed(glib::clone!(
            #[weak]
            window,
            move |_| window.choose_memory()
        ));
        Engines::shared().connect_closure(
            "changed",
            false,
            glib::closure_local!(
                #[watch]
                window,
                move |_: Engines| window.show_computer()
            ),
        );
        for key in [preferences::ENGINE_STRENGTH, preferences::ENGINE_MEMORY] {
            imp.settings.connect_changed(
                &key,
                glib::clone!(
                    #[weak]
                    window,
                    move |_| window.show_abilities()
                ),
            );
        }
        // Engines are installed while another window is at the front.
        self.connect_is_active_notify(|window| {
            if window.is_active() {
                window.show_computer();
            }
        });
        self.set_up_trying();
        self.show_computer();
    }

    /// Lets the controls be set to something without choosing it.
    fn quietly(&self, set: impl FnOnce()) {
        let showing = &self.imp().computer.showing;
        let before = showing.replace(true);
        set();
        showing.set(before);
    }

    pub(super) fn show_computer(&self) {
        let imp = self.imp();
        let engines = Engines::shared();
        let wanted = engines.wanted();
        let mut all = engines.all();
        if let Some(gone) = wanted.iter().find(|engine| !all.contains(engine)) {
            all.push(gone.clone());
        }
        let place = all
            .iter()
            .position(|engine| Some(engine) == wanted.as_ref());
        let place = place.map_or(0, |place| place + 1);
        self.quietly(|| {
            if imp.computer.listed.replace(all.clone()) != all || imp.engine.model().is_none() {
                imp.engine.set_model(Some(&names(&all)));
            }
            imp.engine.set_selected(u32::try_from(place).unwrap_or(0));
        });
        let trouble = wanted.and_then(|engine| {
            let fault = engines.trouble(&engine)?;
            Some(words::engine_trouble(&engine_name(&engine), fault))
        });
        imp.trouble.set_visible(trouble.is_some());
        let trouble = trouble.unwrap_or_default();
        imp.trouble.set_title(&glib::markup_escape_text(&trouble));
        self.show_added(&engines.added());
        self.show_abilities();
        self.show_trial();
        self.meet();
    }

    /// Shows what can be chosen for the engine that is used.
    fn show_abilities(&self) {
        let imp = self.imp();
        let engines = Engines::shared();
        let abilities = engines.abilities(engines.chosen().as_deref());
        let Abilities { strength, memory } = abilities.unwrap_or_default();
        imp.strength_row.set_visible(strength.is_some());
        if let Some((least, most)) = strength {
            let full = most + STEP;
            let strength = match imp.settings.get(preferences::ENGINE_STRENGTH) {
                0 => full,
                strength => strength.clamp(least, most),
            };
            let said = if strength == full {
                words::full_strength()
            } else {
                words::elo(strength)
            };
            self.quietly(|| {
                let range = imp.strength.adjustment();
                range.set_lower(least.into());
                range.set_upper(full.into());
                range.set_value(strength.into());
            });
            imp.strength_shown.set_label(&said);
            imp.strength
                .update_property(&[gtk::accessible::Property::ValueText(&said)]);
        }
        imp.memory_row.set_visible(memory.is_some());
        if let Some((least, most)) = memory {
            let memory = imp.settings.get(preferences::ENGINE_MEMORY);
            self.quietly(|| {
                imp.memory.set_range(least.into(), most.into());
                imp.memory.set_value(memory.into());
            });
        }
    }

    fn choose_engine(&self) {
        let imp = self.imp();
        if imp.computer.showing.get() {
            return;
        }
        let place = imp.engine.selected() as usize;
        let listed = imp.computer.listed.borrow().clone();
        let engine = place.checked_sub(1).and_then(|place| listed.get(place));
        Engines::shared().choose(engine.map(String::as_str));
    }

    /// Numbers between are rounded; the place beyond the greatest is for all that it can.
    fn choose_strength(&self) {
        let imp = self.imp();
        if imp.computer.showing.get() {
            return;
        }
        let range = imp.strength.adjustment();
        let (least, most) = (range.lower() as i32, range.upper() as i32 - STEP);
        let value = range.value();
        let strength = if value > f64::from(most + STEP / 2) {
            0
        } else {
            let step = f64::from(STEP);
            ((value / step).round() * step).clamp(least.into(), most.into()) as i32
        };
        imp.settings.set(preferences::ENGINE_STRENGTH, &strength);
        // Where nothing has changed, the slider may still stand between two steps.
        self.show_abilities();
    }

    fn choose_memory(&self) {
        let imp = self.imp();
        if !imp.computer.showing.get() {
            let memory = imp.memory.value_as_int();
            imp.settings.set(preferences::ENGINE_MEMORY, &memory);
        }
    }
}

/// What stands in the list: the built-in engine, then these. Of those that are called alike, where they are.
fn names(engines: &[String]) -> gtk::StringList {
    let name = |engine: &String| engine_name(engine).to_lowercase();
    let list = gtk::StringList::new(&[&words::built_in_engine()]);
    for engine in engines {
        let alike = engines.iter().filter(|other| name(other) == name(engine));
        let folder = Path::new(engine).parent().filter(|_| engine.contains('/'));
        let called = engine_name(engine);
        match folder.filter(|_| alike.count() > 1) {
            Some(folder) => {
                let folder = config::without_home(folder);
                list.append(&words::engine_in_folder(&called, &folder));
            }
            None => list.append(&called),
        }
    }
    list
}
