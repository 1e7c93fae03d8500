//! The preferences: every control writes its setting at once. How themes and pieces are chosen by eye is in
//! `looks.rs`, and how an engine is tried in `trying.rs`.

mod looks;
mod trying;

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::{gettext, pgettext};
use gtk::gio;
use rank_and_file_core::chess::DrawRule;
use rank_and_file_core::chess::board::Lettering;
use rank_and_file_core::engine::uci::engine_name;
use rank_and_file_core::files::make_folder;
use strum::VariantArray;

use self::looks::{Looks, Set};
use self::trying::Trying;
use crate::config;
use crate::model::{
    Engines, Key, Settings, Strengths, Style, Turning, callback, preferences, watch,
};
use crate::subclass::{ClassOf, subclass, template};
use crate::ui::parts::can_speak_aloud;
use crate::ui::question;
use crate::ui::widget::{descendants, label_for_screen_readers};
use crate::words::{self, SpokenMoves};

mod imp {
    use super::*;

    template! {
        #[derive(Default, gtk::CompositeTemplate)]
        #[template(file = "../../../resources/ui/preferences.ui")]
        pub struct PreferencesWindow {
            theme_group: adw::PreferencesGroup,
            themes: gtk::FlowBox,
            sets: gtk::FlowBox,
            further: adw::PreferencesGroup,
            open_folder: gtk::Button,
            coordinates: adw::ComboRow,
            style: adw::ComboRow,
            turning: adw::ComboRow,
            draws: adw::ComboRow,
            speech_row: adw::ActionRow,
            spoken_moves: adw::ComboRow,
            reset: gtk::Button,
            engine: adw::ComboRow,
            trouble: adw::ActionRow,
            trying: gtk::Spinner,
            try_again: gtk::Button,
            strength_row: adw::PreferencesRow,
            strength: gtk::Scale,
            strength_shown: gtk::Label,
            memory_row: adw::ActionRow,
            memory: gtk::SpinButton,
            added: adw::PreferencesGroup,
            add_row: adw::ActionRow,
            not_added: adw::ActionRow,
            adding: gtk::Spinner,
            add: gtk::Button,
            add_label: gtk::Label,
        } and {
            pub settings: Settings,
            /// The engines that can be chosen, after the built-in one.
            pub engines: RefCell<Vec<String>>,
            /// Whether the controls of the engine are being set and choose nothing.
            pub showing: Cell<bool>,
            pub(super) trials: Trying,
            pub(super) looks: RefCell<Looks>,
            /// The sets of pieces as they were found last.
            pub found: RefCell<Rc<[Set]>>,
            /// Whether they are being looked for, and shall be once more.
            pub looking: Cell<bool>,
            pub look_again: Cell<bool>,
        }
    }

    impl ObjectImpl for PreferencesWindow {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }

        fn dispose(&self) {
            self.trials.stop();
        }
    }
}

subclass! {
    /// The window in which the user chooses how the app looks and behaves.
    pub struct PreferencesWindow(imp::PreferencesWindow): adw::PreferencesWindow {
        template: [],
        class_init: bind_keys,
    }
}

fn bind_keys(class: &mut ClassOf<PreferencesWindow>) {
    class.add_binding_action(
        gtk::gdk::Key::Escape,
        gtk::gdk::ModifierType::empty(),
        "window.close",
    );
}

impl PreferencesWindow {
    /// A window that belongs to another.
    pub fn new(parent: &impl IsA<gtk::Window>) -> Self {
        glib::Object::builder()
            .property("transient-for", parent)
            .build()
    }

    fn set_up(&self) {
        let imp = self.imp();
        self.insert_action_group("preferences", Some(&imp.settings.actions()));
        self.bind_rows();
        self.set_up_looks();
        self.set_up_computer();
        if !can_speak_aloud() {
            imp.speech_row.set_sensitive(false);
            imp.speech_row
                .set_subtitle(&gettext("Speech Dispatcher is not installed"));
        }
        imp.open_folder.connect_clicked(callback(self, |window| {
            let window = window.clone();
            glib::spawn_future_local(async move { window.open_folder().await });
        }));
        imp.reset.connect_clicked(callback(self, Self::reset));
        label_for_screen_readers(self, &gettext("Preferences"));
        self.set_up_search();
    }

    /// Calls the field for a search by what it is for, and has it heard that nothing is found.
    fn set_up_search(&self) {
        for entry in descendants::<gtk::SearchEntry>(self) {
            let name = gettext("Search preferences");
            entry.update_property(&[gtk::accessible::Property::Label(&name)]);
            entry.connect_search_changed(callback(self, |window| {
                let nothing = descendants::<adw::StatusPage>(window);
                if let Some(page) = nothing.into_iter().find(WidgetExt::is_mapped) {
                    window.voice().say(&page.title());
                }
            }));
        }
    }

    fn bind_rows(&self) {
        let imp = self.imp();
        let place = |place: &Lettering| match place {
            Lettering::Inside => pgettext("coordinates", "Inside"),
            Lettering::Outside => pgettext("coordinates", "Outside"),
            Lettering::Off => pgettext("coordinates", "Off"),
        };
        let (places, row) = (Lettering::VARIANTS, &imp.coordinates);
        self.bind_row(preferences::COORDINATES, places, row, place);
        let (styles, row) = (Style::VARIANTS, &imp.style);
        self.bind_row(preferences::STYLE, styles, row, |style| match style {
            Style::System => pgettext("style", "Follow System"),
            Style::Light => pgettext("style", "Light"),
            Style::Dark => pgettext("style", "Dark"),
        });
        let way = |way: &Turning| match way {
            Turning::Never => gettext("Never"),
            Turning::EachMove => gettext("After Each Move"),
            Turning::FaceToFace => gettext("Face to Face"),
        };
        self.bind_row(preferences::TURNING, Turning::VARIANTS, &imp.turning, way);
        let (ways, row) = (SpokenMoves::VARIANTS, &imp.spoken_moves);
        self.bind_row(preferences::SPOKEN_MOVES, ways, row, |way| {
            words::spoken_example(*way)
        });
        let rules = &[DrawRule::Automatic, DrawRule::Claimed];
        self.bind_row(preferences::DRAWS, rules, &imp.draws, |rule| match rule {
            DrawRule::Claimed => gettext("Must Be Claimed"),
            DrawRule::Automatic | DrawRule::Unjudged => gettext("Automatic"),
        });
    }

    /// Lets a row choose among values, each with its name.
    fn bind_row<T: PartialEq + 'static>(
        &self,
        key: Key<T>,
        choices: &'static [T],
        row: &adw::ComboRow,
        name: fn(&T) -> String,
    ) {
        let names: gtk::StringList = choices.iter().map(name).collect();
        row.set_model(Some(&names));
        self.imp()
            .settings
            .bind_place(key, choices, row, "selected");
    }

    /// Shows the folder in which further sets of pieces belong, which is made for that.
    async fn open_folder(&self) {
        let folder = config::pieces_folder();
        let made = make_folder(&folder);
        if let Err(error) = made {
            self.say(&words::io_error(&error));
            return;
        }
        let uri = gio::File::for_path(&folder).uri();
        if let Err(error) = gtk::show_uri_full_future(Some(self), &uri, 0).await {
            tracing::warn!("{uri} is not shown: {error}");
            self.say(&words::gettext_f(
                "The folder is {folder}",
                &[("folder", &folder.display().to_string())],
            ));
        }
    }

    fn reset(&self) {
        let settings = self.imp().settings.clone();
        let chosen = settings.reset_preferences();
        let toast = question::toast(&gettext("Preferences reset"), 10);
        toast.set_button_label(Some(&pgettext("preferences", "Undo")));
        toast.connect_button_clicked(move |_| settings.restore_preferences(&chosen));
        self.tell(toast);
    }

    fn say(&self, sentence: &str) {
        self.tell(question::toast(sentence, 5));
    }

    /// Shows a message, and has a screen reader say it.
    fn tell(&self, toast: adw::Toast) {
        self.voice().say(&question::plain(&toast));
        self.add_toast(toast);
    }
}

// Which engine is used, and how.

impl PreferencesWindow {
    fn set_up_computer(&self) {
        let imp = self.imp();
        let window = self;
        imp.engine
            .connect_selected_notify(callback(window, Self::choose_engine));
        // No engine is started before the page is looked at.
        imp.engine
            .connect_map(callback(window, Self::show_computer));
        imp.strength
            .connect_value_changed(callback(window, Self::choose_strength));
        imp.memory
            .connect_value_changed(callback(window, Self::choose_memory));
        watch(self, &Engines::shared(), "changed", Self::show_computer);
        for key in [preferences::ENGINE_STRENGTH, preferences::ENGINE_MEMORY] {
            imp.settings
                .connect_changed(&key, callback(window, Self::show_abilities));
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
    fn quietly<T>(&self, set: impl FnOnce() -> T) -> T {
        let showing = &self.imp().showing;
        let before = showing.replace(true);
        let what = set();
        showing.set(before);
        what
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
            if imp.engines.replace(all.clone()) != all || imp.engine.model().is_none() {
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
        let memory = abilities.and_then(|abilities| abilities.memory);
        let strengths = Strengths::of(abilities);
        imp.strength_row.set_visible(strengths.is_some());
        if let Some(strengths) = strengths {
            let range = imp.strength.adjustment();
            let strength = self.quietly(|| strengths.show(engines.strength(), &range));
            let said = strength.map_or_else(words::full_strength, words::elo);
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
        if imp.showing.get() {
            return;
        }
        let place = imp.engine.selected() as usize;
        let listed = imp.engines.borrow().clone();
        let engine = place.checked_sub(1).and_then(|place| listed.get(place));
        Engines::shared().choose(engine.map(String::as_str));
    }

    /// Numbers between are rounded; the place beyond the greatest is for all that it can.
    fn choose_strength(&self) {
        let imp = self.imp();
        if imp.showing.get() {
            return;
        }
        let engines = Engines::shared();
        let abilities = engines.abilities(engines.chosen().as_deref());
        let Some(strengths) = Strengths::of(abilities) else {
            return;
        };
        let strength = strengths.at(imp.strength.value());
        imp.settings.set(preferences::ENGINE_STRENGTH, &strength);
        // Where nothing has changed, the slider may still stand between two steps.
        self.show_abilities();
    }

    fn choose_memory(&self) {
        let imp = self.imp();
        if !imp.showing.get() {
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
