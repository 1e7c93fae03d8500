//! The page with the saved games.

mod choosing;
mod leaving;
mod searching;

use std::cell::{OnceCell, RefCell};
use std::marker::PhantomData;

use adw::prelude::*;
use adw::subclass::prelude::*;
use rank_and_file_core::library::{Query, Shelf};

use super::focus::{after_menu, is_lost};
use crate::model::{SavedGame, SavedGames};
use crate::widgets::{GameAction, GameList};

/// What somebody wants with games, which the page leaves to the window.
pub enum Wanted {
    /// To see the game.
    Open(SavedGame),
    /// To see the game in a window of its own.
    OpenApart(SavedGame),
    /// The game on the clipboard.
    Copy(SavedGame),
    /// The games in a file.
    Export(Vec<SavedGame>),
    /// To be told something.
    Say(adw::Toast),
}

type Asked = Box<dyn Fn(Wanted)>;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties, gtk::CompositeTemplate)]
    #[properties(wrapper_type = super::SavedGamesPage)]
    #[template(file = "../../../resources/ui/saved-games.ui")]
    pub struct SavedGamesPage {
        #[template_child]
        pub switcher: TemplateChild<adw::ViewSwitcherTitle>,
        #[template_child]
        pub menu: TemplateChild<gtk::MenuButton>,
        #[template_child]
        pub search_toggle: TemplateChild<gtk::ToggleButton>,
        #[template_child]
        pub search_bar: TemplateChild<gtk::SearchBar>,
        #[template_child]
        pub search: TemplateChild<gtk::SearchEntry>,
        #[template_child]
        pub narrowed: TemplateChild<gtk::Revealer>,
        #[template_child]
        pub filters: TemplateChild<gtk::Box>,
        #[template_child]
        pub choose_toggle: TemplateChild<gtk::ToggleButton>,
        #[template_child]
        pub chosen_count: TemplateChild<gtk::Label>,
        #[template_child]
        pub trouble: TemplateChild<gtk::Revealer>,
        #[template_child]
        pub trouble_text: TemplateChild<gtk::Label>,
        #[template_child]
        pub reading: TemplateChild<gtk::Revealer>,
        #[template_child]
        pub progress: TemplateChild<gtk::ProgressBar>,
        #[template_child]
        pub lists: TemplateChild<adw::ViewStack>,
        #[template_child]
        pub unfinished: TemplateChild<GameList>,
        #[template_child]
        pub finished: TemplateChild<GameList>,
        pub games: OnceCell<SavedGames>,
        pub query: RefCell<Query>,
        pub asked: RefCell<Option<Asked>>,
        /// The order of the lists, by the name that its action has.
        #[property(get = Self::sort, set = Self::set_sort)]
        sort: PhantomData<String>,
        /// Games with this result alone, by the name that its action has.
        #[property(get = Self::result, set = Self::set_result)]
        result: PhantomData<String>,
        /// Games of this speed alone, by the name that its action has.
        #[property(get = Self::speed, set = Self::set_speed)]
        speed: PhantomData<String>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for SavedGamesPage {
        const NAME: &'static str = "RfSavedGamesPage";
        type Type = super::SavedGamesPage;
        type ParentType = adw::Bin;

        fn class_init(class: &mut Self::Class) {
            GameList::ensure_type();
            class.bind_template();
            class.install_property_action("saved.sort", "sort");
            class.install_property_action("saved.result", "result");
            class.install_property_action("saved.speed", "speed");
            class.install_action("saved.choose", None, |page, _, _| {
                let toggle = &page.imp().choose_toggle;
                toggle.set_active(!toggle.is_active());
            });
            class.install_action("saved.choose-all", None, |page, _, _| page.choose_all());
            class.install_action("saved.trash-chosen", None, |page, _, _| page.trash_chosen());
            class.install_action("saved.export-chosen", None, |page, _, _| {
                page.ask_for(Wanted::Export(page.list().chosen()));
            });
            class.install_action("saved.export-shown", None, |page, _, _| page.export_shown());
        }

        fn instance_init(instance: &glib::subclass::InitializingObject<Self>) {
            instance.init_template();
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for SavedGamesPage {}
    impl WidgetImpl for SavedGamesPage {}
    impl BinImpl for SavedGamesPage {}
}

glib::wrapper! {
    /// The page with the saved games.
    pub struct SavedGamesPage(ObjectSubclass<imp::SavedGamesPage>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl SavedGamesPage {
    /// The page over the games that all windows share. Nothing is read before
    /// [`SavedGamesPage::open`].
    #[must_use]
    pub fn new(games: &SavedGames) -> Self {
        let page: Self = glib::Object::new();
        let imp = page.imp();
        imp.games.set(games.clone()).ok();
        for (list, shelf) in [
            (&*imp.unfinished, Shelf::Unfinished),
            (&*imp.finished, Shelf::Finished),
        ] {
            list.set_results(&games.results(Query {
                shelf,
                ..Query::default()
            }));
            list.connect_closure(
                "wanted",
                false,
                glib::closure_local!(
                    #[weak]
                    page,
                    move |_: GameList, game: SavedGame, action: GameAction| page.act(action, &game)
                ),
            );
        }
        after_menu(&imp.menu, &page, Self::keep_focus);
        page.follow(games);
        page.set_up_search();
        page.set_up_choosing();
        page
    }

    fn keep_focus(&self) {
        if is_lost(self) {
            self.list().child_focus(gtk::DirectionType::TabForward);
        }
    }

    /// Shows whether the folder is being read, and what is wrong with it.
    fn follow(&self, games: &SavedGames) {
        let imp = self.imp();
        games
            .bind_property("trouble", &*imp.trouble_text, "label")
            .sync_create()
            .build();
        games
            .bind_property("trouble", &*imp.trouble, "reveal-child")
            .transform_to(|_, trouble: String| Some(!trouble.is_empty()))
            .sync_create()
            .build();
        games
            .bind_property("progress", &*imp.progress, "fraction")
            .sync_create()
            .build();
        // What is read in the blink of an eye needs no bar.
        games
            .bind_property("progress", &*imp.reading, "reveal-child")
            .transform_to(|_, progress: f64| Some(progress > 0.0 && progress < 1.0))
            .sync_create()
            .build();
    }

    /// Calls back with what somebody wants with games.
    pub fn connect_asked(&self, asked: impl Fn(Wanted) + 'static) {
        self.imp().asked.replace(Some(Box::new(asked)));
    }

    fn ask_for(&self, wanted: Wanted) {
        if let Some(asked) = &*self.imp().asked.borrow() {
            asked(wanted);
        }
    }

    /// Does something with one game.
    pub fn act(&self, action: GameAction, game: &SavedGame) {
        let summary = game.summary();
        match action {
            GameAction::Open => self.ask_for(Wanted::Open(game.clone())),
            GameAction::OpenApart => self.ask_for(Wanted::OpenApart(game.clone())),
            GameAction::Copy => self.ask_for(Wanted::Copy(game.clone())),
            GameAction::Export => self.ask_for(Wanted::Export(vec![game.clone()])),
            GameAction::GamesOfWhite => self.show_players(vec![summary.white.clone()]),
            GameAction::GamesOfBlack => self.show_players(vec![summary.black.clone()]),
            GameAction::Trash => self.trash(vec![game.clone()]),
        }
    }

    /// Brings the lists level with the folder and shows the finished or the unfinished games.
    pub fn open(&self, finished: Option<bool>) {
        if let Some(finished) = finished {
            let name = if finished { "finished" } else { "unfinished" };
            self.imp().lists.set_visible_child_name(name);
        }
        self.imp().choose_toggle.set_active(false);
        if let Some(games) = self.imp().games.get() {
            games.load();
        }
    }

    /// The list that is shown.
    fn list(&self) -> &GameList {
        let imp = self.imp();
        if imp.lists.visible_child_name().as_deref() == Some("finished") {
            &imp.finished
        } else {
            &imp.unfinished
        }
    }
}
