//! The page with the saved games.

mod choosing;
mod passing;
mod searching;

use std::cell::{OnceCell, RefCell};
use std::marker::PhantomData;

use adw::prelude::*;
use adw::subclass::prelude::*;
use rank_and_file_core::library::{Query, Shelf};

use super::focus::{after_menu, is_lost};
use crate::model::{SavedGame, SavedGames};
use crate::widgets::{ButtonRow, GameAction, GameList};
use crate::windows::request::{Request, ask};

mod imp {
    use super::*;

    #[derive(Default, glib::Properties, gtk::CompositeTemplate)]
    #[properties(wrapper_type = super::SavedGamesPage)]
    #[template(file = "../../../resources/ui/saved-games.ui")]
    pub struct SavedGamesPage {
        #[template_child]
        pub menu: TemplateChild<gtk::MenuButton>,
        /// What searches, narrows and orders the lists.
        #[template_child]
        pub tools: TemplateChild<adw::Clamp>,
        #[template_child]
        pub search: TemplateChild<gtk::SearchEntry>,
        #[template_child]
        pub count: TemplateChild<gtk::Label>,
        #[template_child]
        pub filters: TemplateChild<gtk::Box>,
        #[template_child]
        pub choose_toggle: TemplateChild<gtk::ToggleButton>,
        #[template_child]
        pub chosen_count: TemplateChild<gtk::Label>,
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
            ButtonRow::ensure_type();
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
                ask(page, Request::Export(page.list().chosen()));
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
                    move |_: GameList, game: SavedGame, action: GameAction| page.act(action, game)
                ),
            );
        }
        after_menu(&imp.menu, &page, Self::keep_focus);
        page.follow(games);
        page.set_up_search();
        page.follow_position(games);
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
            .bind_property("trouble", &*imp.trouble_text, "visible")
            .transform_to(|_, trouble: String| Some(!trouble.is_empty()))
            .sync_create()
            .build();
        games
            .bind_property("progress", &*imp.progress, "fraction")
            .sync_create()
            .build();
        // What is read in the blink of an eye needs no bar. What is folded away would still be
        // there for a screen reader.
        for property in ["visible", "reveal-child"] {
            games
                .bind_property("progress", &*imp.reading, property)
                .transform_to(|_, progress: f64| Some(progress > 0.0 && progress < 1.0))
                .sync_create()
                .build();
        }
    }

    /// Does something with one game: the games of a player are looked for here.
    fn act(&self, action: GameAction, game: SavedGame) {
        let summary = game.summary();
        match action {
            GameAction::Open | GameAction::OpenApart => ask(self, self.opening(action, &game)),
            GameAction::GamesOfWhite => self.show_player(&summary.white),
            GameAction::GamesOfBlack => self.show_player(&summary.black),
            elsewhere => ask(self, Request::Act(elsewhere, game)),
        }
    }

    /// Brings the lists level with the folder and shows what is looked for, in the order of before.
    pub fn open(&self, query: &Query) {
        let imp = self.imp();
        match query.shelf {
            Shelf::All => {}
            Shelf::Unfinished => imp.lists.set_visible_child_name("unfinished"),
            Shelf::Finished => imp.lists.set_visible_child_name("finished"),
        }
        if imp.search.text() != query.text {
            imp.search.set_text(&query.text);
        }
        self.change_query(|own| {
            *own = Query {
                shelf: Shelf::All,
                sort: own.sort,
                ..query.clone()
            }
        });
        self.look_for_position();
        imp.choose_toggle.set_active(false);
        if let Some(games) = imp.games.get() {
            games.load();
        }
    }

    /// What is looked for, in the list that is shown.
    pub fn query(&self) -> Query {
        let finished = self.list().finished();
        Query {
            shelf: if finished {
                Shelf::Finished
            } else {
                Shelf::Unfinished
            },
            ..self.imp().query.borrow().clone()
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
