//! The page of the computer: which engine is asked, how well it plays, what it may take, and what went wrong
//! with it. Files that are added are tried out first; one that is chosen is started once, to see what it has.

use std::cell::{Cell, OnceCell, RefCell};
use std::path::Path;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::{gettext, pgettext};
use rank_and_file_core::engine::uci::{Fault, engine_name};

use super::PreferencesWindow;
use crate::config;
use crate::model::{Abilities, Engines, preferences};
use crate::widgets::Voice;
use crate::windows::files::FileRequest;
use crate::windows::toasts;
use crate::words;

/// How far a key moves the strength of an engine.
const STEP: i32 = 50;

/// What the page shows, and what it waits for.
#[derive(Default)]
pub struct Computer {
    /// The engines that can be chosen, after the built-in one.
    listed: RefCell<Vec<String>>,
    /// Those that were added, with their rows.
    added: RefCell<Vec<(String, adw::ActionRow)>>,
    /// Whether the controls are being set and choose nothing.
    showing: Cell<bool>,
    trial: RefCell<Option<Trial>>,
    voice: OnceCell<Voice>,
}

/// An engine that is being tried out.
struct Trial {
    why: Why,
    task: glib::JoinHandle<()>,
}

impl Drop for Trial {
    fn drop(&mut self) {
        self.task.abort();
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Why {
    /// To see what it has.
    Meeting,
    /// Because somebody wants it to be tried again.
    Again,
    /// It may be added.
    Adding,
}

impl Computer {
    /// Waits for nothing any more.
    pub fn stop(&self) {
        self.trial.take();
    }
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
        imp.try_again.connect_clicked(glib::clone!(
            #[weak]
            window,
            move |_| window.try_again()
        ));
        imp.add.connect_clicked(glib::clone!(
            #[weak]
            window,
            move |_| window.add_or_cancel()
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
            window.voice().fall_silent();
            if window.is_active() {
                window.show_computer();
            }
        });
        self.show_computer();
    }

    fn voice(&self) -> &Voice {
        let imp = self.imp();
        imp.computer.voice.get_or_init(|| Voice::of(&*imp.engine))
    }

    /// Lets the controls be set to something without choosing it.
    fn quietly(&self, set: impl FnOnce()) {
        let showing = &self.imp().computer.showing;
        let before = showing.replace(true);
        set();
        showing.set(before);
    }

    fn show_computer(&self) {
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
            Some(words::engine_fault(&engine_name(&engine), fault))
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
                words::strength(strength)
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

    fn show_added(&self, engines: &[String]) {
        let imp = self.imp();
        let shown = imp.computer.added.borrow();
        if shown.iter().map(|(engine, _)| engine).eq(engines) {
            return;
        }
        drop(shown);
        for (_, row) in imp.computer.added.take() {
            imp.added.remove(&row);
        }
        for engine in engines {
            let row = self.added_row(engine);
            imp.added.add(&row);
            let added = (engine.clone(), row);
            imp.computer.added.borrow_mut().push(added);
        }
    }

    fn added_row(&self, engine: &str) -> adw::ActionRow {
        let name = engine_name(engine);
        let path = config::without_home(Path::new(engine));
        let row = adw::ActionRow::builder()
            .title(glib::markup_escape_text(&name))
            .subtitle(glib::markup_escape_text(&path))
            .build();
        let remove = gtk::Button::builder()
            .icon_name("user-trash-symbolic")
            .valign(gtk::Align::Center)
            .tooltip_text(gettext("Remove"))
            .css_classes(["flat"])
            .build();
        let said = words::remove_engine(&name);
        remove.update_property(&[gtk::accessible::Property::Label(&said)]);
        let engine = engine.to_owned();
        remove.connect_clicked(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_| window.remove_engine(&engine)
        ));
        row.add_suffix(&remove);
        row
    }

    fn show_trial(&self) {
        let imp = self.imp();
        let trial = imp.computer.trial.borrow();
        let why = trial.as_ref().map(|trial| trial.why);
        drop(trial);
        let adding = why == Some(Why::Adding);
        for (spinner, spins) in [
            (&imp.adding, adding),
            (&imp.trying, why == Some(Why::Again)),
        ] {
            spinner.set_visible(spins);
            spinner.set_spinning(spins);
        }
        let label = if adding {
            pgettext("engine", "Cancel")
        } else {
            gettext("Add an Engine…")
        };
        imp.add_label.set_label(&label);
        imp.add
            .update_property(&[gtk::accessible::Property::Label(&label)]);
    }

    /// Says what is so of adding an engine; of what failed with a sign.
    fn say_of_adding(&self, sentence: &str, failed: bool) {
        let imp = self.imp();
        imp.add_row
            .set_subtitle(&glib::markup_escape_text(sentence));
        imp.not_added.set_visible(failed);
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

    /// Starts the engine that is used where nobody knows yet what it has.
    fn meet(&self) {
        let imp = self.imp();
        let engines = Engines::shared();
        let Some(engine) = engines.chosen().filter(|_| imp.engine.is_mapped()) else {
            return;
        };
        let known =
            engines.abilities(Some(&engine)).is_some() || engines.trouble(&engine).is_some();
        if !known && imp.computer.trial.borrow().is_none() {
            self.try_out(engine, Why::Meeting, |_, _, _| {});
        }
    }

    fn try_again(&self) {
        if let Some(engine) = Engines::shared().wanted() {
            self.try_out(engine, Why::Again, |window, engine, outcome| {
                if let Err(fault) = outcome {
                    let said = words::engine_fault(&engine_name(engine), fault);
                    window.voice().say(&said);
                }
            });
        }
    }

    /// Tries an engine out, in place of what is being tried, and goes on with what came of it. Nothing is
    /// waited for when the window is gone.
    fn try_out(&self, engine: String, why: Why, then: fn(&Self, &str, Result<(), Fault>)) {
        self.voice().fall_silent();
        let window = self.downgrade();
        let task = glib::spawn_future_local(async move {
            let outcome = Engines::shared().try_out(&engine).await;
            if let Some(window) = window.upgrade() {
                then(&window, &engine, outcome);
                window.imp().computer.stop();
                window.show_computer();
            }
        });
        let before = self.imp().computer.trial.replace(Some(Trial { why, task }));
        drop(before);
        self.show_trial();
    }

    fn add_or_cancel(&self) {
        let imp = self.imp();
        let trial = imp.computer.trial.borrow();
        let adding = trial.as_ref().is_some_and(|trial| trial.why == Why::Adding);
        drop(trial);
        if adding {
            imp.computer.stop();
            self.say_of_adding(&about_adding(), false);
            self.show_computer();
            return;
        }
        let window = self.clone();
        glib::spawn_future_local(async move { window.choose_file().await });
    }

    async fn choose_file(&self) {
        let request = FileRequest {
            title: &gettext("Add an Engine"),
            kind: &gettext("All Files"),
            endings: &[],
        };
        let Some(file) = request.open_one(Some(self.upcast_ref())).await else {
            return;
        };
        let path = file.path().unwrap_or_default();
        let Some(engine) = Engines::shared().engine_at(&path) else {
            let name = file.basename().unwrap_or_default();
            self.tell_not_added(&name.to_string_lossy(), Fault::Missing);
            return;
        };
        self.say_of_adding(&words::trying_engine(&engine_name(&engine)), false);
        self.try_out(engine, Why::Adding, |window, engine, outcome| {
            let name = engine_name(engine);
            match outcome {
                Ok(()) => {
                    let engines = Engines::shared();
                    engines.add(engine);
                    engines.choose(Some(engine));
                    window.say_of_adding(&about_adding(), false);
                    window.add_toast(toasts::toast(&words::engine_added(&name), 3));
                }
                Err(fault) => window.tell_not_added(&name, fault),
            }
        });
    }

    fn tell_not_added(&self, name: &str, fault: Fault) {
        let said = words::engine_not_added(name, fault);
        self.say_of_adding(&said, true);
        self.voice().say(&said);
    }

    fn remove_engine(&self, engine: &str) {
        let engines = Engines::shared();
        let was_chosen = engines.wanted().as_deref() == Some(engine);
        engines.remove(engine);
        // The button that had the keyboard is gone.
        self.imp().add.grab_focus();
        let toast = toasts::toast(&words::engine_removed(&engine_name(engine)), 10);
        toast.set_button_label(Some(&pgettext("preferences", "Undo")));
        let engine = engine.to_owned();
        toast.connect_button_clicked(move |_| {
            engines.add(&engine);
            if was_chosen {
                engines.choose(Some(&engine));
            }
        });
        self.add_toast(toast);
    }
}

/// What engines can be added.
fn about_adding() -> String {
    gettext("Programs that speak UCI, the Universal Chess Interface")
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
