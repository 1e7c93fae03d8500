//! One player: all figures, and everybody against whom the player has played.

use std::cell::{OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::model::{PlayerResults, SavedGames, Whose};
use crate::widgets::{ButtonRow, Fitting, PlayerList, ResultsBar, ResultsTable};
use crate::windows::request::{Request, ask};
use crate::windows::route::Route;
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "../../../resources/ui/player-sheet.ui")]
    pub struct PlayerSheet {
        #[template_child]
        pub title: TemplateChild<adw::WindowTitle>,
        #[template_child]
        pub results: TemplateChild<ResultsTable>,
        #[template_child]
        pub narrow_results: TemplateChild<ResultsTable>,
        #[template_child]
        pub bar: TemplateChild<ResultsBar>,
        #[template_child]
        pub span: TemplateChild<gtk::Label>,
        #[template_child]
        pub games: TemplateChild<gtk::Button>,
        #[template_child]
        pub rename: TemplateChild<gtk::Button>,
        #[template_child]
        pub heading: TemplateChild<gtk::Label>,
        #[template_child]
        pub opponents: TemplateChild<PlayerList>,
        pub saved: OnceCell<SavedGames>,
        pub listed: OnceCell<PlayerResults>,
        pub name: RefCell<String>,
        /// The offer to undo the last renaming.
        pub undo: RefCell<Option<adw::Toast>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for PlayerSheet {
        const NAME: &'static str = "RfPlayerSheet";
        type Type = super::PlayerSheet;
        type ParentType = adw::Bin;

        fn class_init(class: &mut Self::Class) {
            ButtonRow::ensure_type();
            Fitting::ensure_type();
            PlayerList::ensure_type();
            ResultsTable::ensure_type();
            ResultsBar::ensure_type();
            class.bind_template();
        }

        fn instance_init(instance: &glib::subclass::InitializingObject<Self>) {
            instance.init_template();
        }
    }

    impl ObjectImpl for PlayerSheet {}
    impl WidgetImpl for PlayerSheet {}
    impl BinImpl for PlayerSheet {}
}

glib::wrapper! {
    /// The page of one player.
    pub struct PlayerSheet(ObjectSubclass<imp::PlayerSheet>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl PlayerSheet {
    /// A page for a player of these games, who is still to be given.
    pub fn new(games: &SavedGames) -> Self {
        let view: Self = glib::Object::new();
        let imp = view.imp();
        imp.saved.set(games.clone()).ok();
        let listed = PlayerResults::new(games, Whose::Opponents(String::new()));
        imp.opponents.set_results(&listed);
        imp.listed.set(listed).ok();
        imp.opponents.connect_opened(glib::clone!(
            #[weak]
            view,
            move |other| ask(&view, Request::Go(Route::HeadToHead(view.name(), other)))
        ));
        imp.games.connect_clicked(glib::clone!(
            #[weak]
            view,
            move |_| ask(&view, Request::GamesOf(view.name()))
        ));
        imp.rename.connect_clicked(glib::clone!(
            #[weak]
            view,
            move |_| view.rename(view.name())
        ));
        games.connect_changed(glib::clone!(
            #[weak]
            view,
            move || {
                // What is not seen is brought level when it is shown.
                if view.is_mapped() {
                    view.refresh();
                }
            }
        ));
        view
    }

    /// The games that all pages share.
    ///
    /// # Panics
    /// Never: every page is made with them.
    pub(super) fn games(&self) -> &SavedGames {
        self.imp().saved.get().expect("made with the games")
    }

    fn name(&self) -> String {
        self.imp().name.borrow().clone()
    }

    /// Shows this player, and makes ready for the keyboard.
    pub fn open(&self, name: &str) {
        self.imp().name.replace(name.to_owned());
        self.refresh();
        self.imp().games.grab_focus();
    }

    fn refresh(&self) {
        let imp = self.imp();
        let (Some(games), Some(listed)) = (imp.saved.get(), imp.listed.get()) else {
            return;
        };
        // The player may have been renamed meanwhile.
        let name = games.shown_as(&self.name());
        let found = games.players().by_name(&name).cloned();
        let tally = found.map(|player| player.tally).unwrap_or_default();
        imp.title.set_title(&words::shown_name(&name));
        for table in [&imp.results, &imp.narrow_results] {
            table.set_tally(&tally);
        }
        imp.bar.show(tally.total());
        imp.span.set_label(&words::player_span(&tally));
        imp.span.set_visible(!imp.span.label().is_empty());
        imp.games.set_sensitive(tally.games() > 0);
        imp.rename.set_sensitive(games.can_rename(&name));
        listed.set_whose(Whose::Opponents(name.clone()));
        let heading = if listed.n_items() > 0 {
            gettext("Opponents")
        } else {
            gettext("No named opponents")
        };
        imp.heading.set_label(&heading);
        imp.name.replace(name);
    }
}
