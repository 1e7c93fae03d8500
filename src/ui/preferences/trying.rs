//! Engines that are tried out: files before they are added, one that has failed when it is wanted again, and one
//! that is chosen before it is known what it has. And the list of those that were added.

use std::cell::{OnceCell, RefCell};
use std::path::Path;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::{gettext, pgettext};
use rank_and_file_core::engine::Fault;
use rank_and_file_core::engine::uci::engine_name;

use super::PreferencesWindow;
use crate::config;
use crate::model::{Engines, callback};
use crate::ui::files::FileRequest;
use crate::ui::parts::{Voice, remove_button};
use crate::ui::question;
use crate::words;

/// The engine that is being tried out, and those that were added.
#[derive(Default)]
pub(super) struct Trying {
    trial: RefCell<Option<Trial>>,
    /// The engines that were added, with their rows.
    added: RefCell<Vec<(String, adw::ActionRow)>>,
    voice: OnceCell<Voice>,
}

/// An engine that is being tried out.
struct Trial {
    engine: String,
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
    /// Because it is to be tried again.
    Again,
    /// It may be added.
    Adding,
}

impl Trying {
    /// Waits for nothing any more.
    pub(super) fn stop(&self) {
        self.trial.take();
    }
}

impl PreferencesWindow {
    pub(super) fn set_up_trying(&self) {
        let imp = self.imp();
        let window = self;
        imp.try_again
            .connect_clicked(callback(window, Self::try_again));
        imp.add
            .connect_clicked(callback(window, Self::add_or_cancel));
        self.connect_is_active_notify(|window| window.voice().fall_silent());
    }

    pub(super) fn voice(&self) -> &Voice {
        let imp = self.imp();
        imp.trials.voice.get_or_init(|| Voice::of(&*imp.engine))
    }

    pub(super) fn show_trial(&self) {
        let imp = self.imp();
        let trial = imp.trials.trial.borrow();
        let why = trial.as_ref().map(|trial| trial.why);
        let adding = why == Some(Why::Adding);
        let about = match trial.as_ref().filter(|_| adding) {
            Some(trial) => words::trying_engine(&engine_name(&trial.engine)),
            None => gettext("Any UCI engine"),
        };
        drop(trial);
        imp.add_row.set_subtitle(&glib::markup_escape_text(&about));
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

    /// Starts the engine that is used where it is not yet known what it has.
    pub(super) fn meet(&self) {
        let imp = self.imp();
        let engines = Engines::shared();
        let Some(engine) = engines.chosen().filter(|_| imp.engine.is_mapped()) else {
            return;
        };
        let known =
            engines.abilities(Some(&engine)).is_some() || engines.trouble(&engine).is_some();
        let trial = imp.trials.trial.borrow();
        let waiting = trial
            .as_ref()
            .is_some_and(|trial| trial.why != Why::Meeting || trial.engine == engine);
        drop(trial);
        if !known && !waiting {
            self.try_out(engine, Why::Meeting, |_, _, _| {});
        }
    }

    fn try_again(&self) {
        if let Some(engine) = Engines::shared().wanted() {
            self.try_out(engine, Why::Again, |window, engine, outcome| {
                if let Err(fault) = outcome {
                    let said = words::engine_trouble(&engine_name(engine), fault);
                    window.voice().say(&said);
                }
            });
        }
    }

    /// Tries an engine out, in place of what is being tried, and goes on with what came of it. Nothing is
    /// waited for when the window is gone.
    fn try_out(&self, engine: String, why: Why, then: fn(&Self, &str, Result<(), Fault>)) {
        self.voice().fall_silent();
        let (window, tried) = (self.downgrade(), engine.clone());
        let task = glib::spawn_future_local(async move {
            let outcome = Engines::shared().try_out(&tried).await;
            if let Some(window) = window.upgrade() {
                then(&window, &tried, outcome);
                window.imp().trials.stop();
                window.show_computer();
            }
        });
        let trial = Trial { engine, why, task };
        let before = self.imp().trials.trial.replace(Some(trial));
        drop(before);
        self.show_trial();
    }

    fn add_or_cancel(&self) {
        let imp = self.imp();
        let trial = imp.trials.trial.borrow();
        let adding = trial.as_ref().is_some_and(|trial| trial.why == Why::Adding);
        drop(trial);
        if adding {
            imp.trials.stop();
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
            self.tell_not_added(&name.to_string_lossy(), Fault::CannotStart);
            return;
        };
        self.imp().not_added.set_visible(false);
        self.try_out(engine, Why::Adding, |window, engine, outcome| {
            let name = engine_name(engine);
            match outcome {
                Ok(()) => {
                    let engines = Engines::shared();
                    engines.add(engine);
                    engines.choose(Some(engine));
                    window.tell(question::toast(&words::engine_added(&name), 3));
                }
                Err(fault) => window.tell_not_added(&name, fault),
            }
        });
    }

    fn tell_not_added(&self, name: &str, fault: Fault) {
        let said = words::engine_not_added(name, fault);
        let row = &self.imp().not_added;
        row.set_title(&glib::markup_escape_text(&said));
        row.set_visible(true);
        self.voice().say(&said);
    }

    fn remove_engine(&self, engine: &str) {
        let engines = Engines::shared();
        let was_chosen = engines.wanted().as_deref() == Some(engine);
        engines.remove(engine);
        // The button that had the keyboard is gone.
        self.imp().add.grab_focus();
        let toast = question::toast(&words::engine_removed(&engine_name(engine)), 10);
        toast.set_button_label(Some(&pgettext("preferences", "Undo")));
        let engine = engine.to_owned();
        toast.connect_button_clicked(move |_| {
            engines.add(&engine);
            if was_chosen {
                engines.choose(Some(&engine));
            }
        });
        self.tell(toast);
    }

    pub(super) fn show_added(&self, engines: &[String]) {
        let imp = self.imp();
        let shown = imp.trials.added.borrow();
        if shown.iter().map(|(engine, _)| engine).eq(engines) {
            return;
        }
        drop(shown);
        for (_, row) in imp.trials.added.take() {
            imp.added.remove(&row);
        }
        for engine in engines {
            let row = self.added_row(engine);
            imp.added.add(&row);
            let added = (engine.clone(), row);
            imp.trials.added.borrow_mut().push(added);
        }
    }

    fn added_row(&self, engine: &str) -> adw::ActionRow {
        let name = engine_name(engine);
        let path = config::without_home(Path::new(engine));
        let row = adw::ActionRow::builder()
            .title(glib::markup_escape_text(&name))
            .subtitle(glib::markup_escape_text(&path))
            // Wrapping a path without blanks takes time by the square of its length.
            .title_lines(1)
            .subtitle_lines(1)
            .build();
        let remove = remove_button(&words::remove_engine(&name));
        let engine = engine.to_owned();
        remove.connect_clicked(callback(self, move |window| window.remove_engine(&engine)));
        row.add_suffix(&remove);
        row
    }
}
