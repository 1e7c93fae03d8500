//! The preferences: every control writes its setting at once, and whoever the setting concerns
//! follows it. How themes and pieces are chosen by eye is in `looks.rs`, and engines in `computer.rs`.

mod computer;
mod looks;
mod trying;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::{gettext, pgettext};
use gtk::gio;
use rank_and_file_core::board::Lettering;
use rank_and_file_core::files::make_folder;
use rank_and_file_core::rules::DrawRule;
use strum::VariantArray;

use self::computer::ComputerPage;
use self::looks::{Looks, Set};
use self::trying::Trying;
use crate::config;
use crate::model::{Key, Settings, Turning, preferences};
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "../../../resources/ui/preferences.ui")]
    pub struct PreferencesWindow {
        #[template_child]
        pub theme_group: TemplateChild<adw::PreferencesGroup>,
        #[template_child]
        pub themes: TemplateChild<gtk::FlowBox>,
        #[template_child]
        pub sets: TemplateChild<gtk::FlowBox>,
        #[template_child]
        pub further: TemplateChild<adw::PreferencesGroup>,
        #[template_child]
        pub open_folder: TemplateChild<gtk::Button>,
        #[template_child]
        pub coordinates: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub turning: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub draws: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub reset: TemplateChild<gtk::Button>,
        #[template_child]
        pub engine: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub trouble: TemplateChild<adw::ActionRow>,
        #[template_child]
        pub trying: TemplateChild<gtk::Spinner>,
        #[template_child]
        pub try_again: TemplateChild<gtk::Button>,
        #[template_child]
        pub strength_row: TemplateChild<adw::PreferencesRow>,
        #[template_child]
        pub strength: TemplateChild<gtk::Scale>,
        #[template_child]
        pub strength_shown: TemplateChild<gtk::Label>,
        #[template_child]
        pub memory_row: TemplateChild<adw::ActionRow>,
        #[template_child]
        pub memory: TemplateChild<gtk::SpinButton>,
        #[template_child]
        pub added: TemplateChild<adw::PreferencesGroup>,
        #[template_child]
        pub add_row: TemplateChild<adw::ActionRow>,
        #[template_child]
        pub not_added: TemplateChild<adw::ActionRow>,
        #[template_child]
        pub adding: TemplateChild<gtk::Spinner>,
        #[template_child]
        pub add: TemplateChild<gtk::Button>,
        #[template_child]
        pub add_label: TemplateChild<gtk::Label>,
        pub settings: Settings,
        pub computer: ComputerPage,
        pub trials: Trying,
        pub looks: RefCell<Looks>,
        /// The sets of pieces as they were found last.
        pub found: RefCell<Rc<[Set]>>,
        /// Whether they are being looked for, and shall be once more.
        pub looking: Cell<bool>,
        pub look_again: Cell<bool>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for PreferencesWindow {
        const NAME: &'static str = "RfPreferencesWindow";
        type Type = super::PreferencesWindow;
        type ParentType = adw::PreferencesWindow;

        fn class_init(class: &mut Self::Class) {
            class.bind_template();
            class.add_binding_action(
                gtk::gdk::Key::Escape,
                gtk::gdk::ModifierType::empty(),
                "window.close",
            );
        }

        fn instance_init(instance: &glib::subclass::InitializingObject<Self>) {
            instance.init_template();
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

    impl WidgetImpl for PreferencesWindow {}
    impl WindowImpl for PreferencesWindow {}
    impl AdwWindowImpl for PreferencesWindow {}
    impl PreferencesWindowImpl for PreferencesWindow {}
}

glib::wrapper! {
    /// The window in which the user chooses how the app looks and behaves.
    pub struct PreferencesWindow(ObjectSubclass<imp::PreferencesWindow>)
        @extends adw::PreferencesWindow, adw::Window, gtk::Window, gtk::Widget,
        @implements gio::ActionGroup, gio::ActionMap, gtk::Accessible, gtk::Buildable,
            gtk::ConstraintTarget, gtk::Native, gtk::Root, gtk::ShortcutManager;
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
        imp.open_folder.connect_clicked(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_| {
                glib::spawn_future_local(async move { window.open_folder().await });
            }
        ));
        imp.reset.connect_clicked(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_| window.reset()
        ));
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
        let way = |way: &Turning| match way {
            Turning::Never => gettext("Never"),
            Turning::EachMove => gettext("After Each Move"),
            Turning::FaceToFace => gettext("Face to Face"),
        };
        self.bind_row(preferences::TURNING, Turning::VARIANTS, &imp.turning, way);
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
        let names: Vec<String> = choices.iter().map(name).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        row.set_model(Some(&gtk::StringList::new(&names)));
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
        let toast = adw::Toast::builder()
            .title(gettext("Preferences are reset"))
            .timeout(10)
            .button_label(pgettext("preferences", "Undo"))
            .build();
        toast.connect_button_clicked(move |_| settings.restore_preferences(&chosen));
        self.add_toast(toast);
    }

    fn say(&self, sentence: &str) {
        self.add_toast(adw::Toast::new(&glib::markup_escape_text(sentence)));
    }
}
