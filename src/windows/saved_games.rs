//! The page with the saved games. May import `gtk`, `adw`, `model` and `widgets`.

use std::cell::{OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::glib;

use crate::model::{SavedGame, SavedGames};
use crate::widgets::GameList;
use crate::words;

type Opened = Box<dyn Fn(&SavedGame)>;
type Said = Box<dyn Fn(adw::Toast)>;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "../../resources/ui/saved-games.ui")]
    pub struct SavedGamesPage {
        #[template_child]
        pub switcher: TemplateChild<adw::ViewSwitcherTitle>,
        #[template_child]
        pub spinner: TemplateChild<gtk::Spinner>,
        #[template_child]
        pub trouble: TemplateChild<gtk::Revealer>,
        #[template_child]
        pub trouble_text: TemplateChild<gtk::Label>,
        #[template_child]
        pub lists: TemplateChild<adw::ViewStack>,
        #[template_child]
        pub unfinished: TemplateChild<GameList>,
        #[template_child]
        pub finished: TemplateChild<GameList>,
        pub games: OnceCell<SavedGames>,
        pub opened: RefCell<Option<Opened>>,
        pub said: RefCell<Option<Said>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for SavedGamesPage {
        const NAME: &'static str = "RfSavedGamesPage";
        type Type = super::SavedGamesPage;
        type ParentType = adw::Bin;

        fn class_init(class: &mut Self::Class) {
            GameList::ensure_type();
            class.bind_template();
        }

        fn instance_init(instance: &glib::subclass::InitializingObject<Self>) {
            instance.init_template();
        }
    }

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
    pub fn new(games: &SavedGames) -> Self {
        let page: Self = glib::Object::new();
        let imp = page.imp();
        imp.games.set(games.clone()).ok();
        for list in [&*imp.unfinished, &*imp.finished] {
            list.set_games(games.list());
            list.connect_closure(
                "opened",
                false,
                glib::closure_local!(
                    #[weak]
                    page,
                    move |_: GameList, game: SavedGame| {
                        if let Some(opened) = &*page.imp().opened.borrow() {
                            opened(&game);
                        }
                    }
                ),
            );
            list.connect_closure(
                "deleted",
                false,
                glib::closure_local!(
                    #[weak]
                    page,
                    move |_: GameList, game: SavedGame| page.delete(&game)
                ),
            );
        }
        games
            .bind_property("loading", &*imp.spinner, "spinning")
            .sync_create()
            .build();
        games
            .bind_property("trouble", &*imp.trouble_text, "label")
            .sync_create()
            .build();
        games
            .bind_property("trouble", &*imp.trouble, "reveal-child")
            .transform_to(|_, trouble: String| Some(!trouble.is_empty()))
            .sync_create()
            .build();
        page
    }

    /// Calls back with the game that shall be opened.
    pub fn connect_opened(&self, opened: impl Fn(&SavedGame) + 'static) {
        self.imp().opened.replace(Some(Box::new(opened)));
    }

    /// Calls back with what the window shall say.
    pub fn connect_said(&self, said: impl Fn(adw::Toast) + 'static) {
        self.imp().said.replace(Some(Box::new(said)));
    }

    /// Reads the games again and shows the finished or the unfinished ones.
    pub fn open(&self, finished: Option<bool>) {
        if let Some(finished) = finished {
            let name = if finished { "finished" } else { "unfinished" };
            self.imp().lists.set_visible_child_name(name);
        }
        if let Some(games) = self.imp().games.get().cloned() {
            glib::spawn_future_local(async move { games.load().await });
        }
    }

    /// Takes a game off the list. Only when the offer to undo that is gone does it move to the
    /// trash, so that nothing needs to be fetched back from there.
    fn delete(&self, game: &SavedGame) {
        let Some(games) = self.imp().games.get().cloned() else {
            return;
        };
        games.take_off(game);
        let said = words::gettext_f(
            "{game} moved to the trash",
            &[(
                "game",
                &glib::markup_escape_text(&words::pairing(game.summary())),
            )],
        );
        let toast = adw::Toast::builder()
            .title(said)
            .button_label(gettext("Undo"))
            .build();
        let undone = std::rc::Rc::new(std::cell::Cell::new(false));
        toast.connect_button_clicked(glib::clone!(
            #[strong]
            games,
            #[strong]
            game,
            #[strong]
            undone,
            move |_| {
                undone.set(true);
                games.bring_back(&game);
            }
        ));
        toast.connect_dismissed(glib::clone!(
            #[weak(rename_to = page)]
            self,
            #[strong]
            game,
            move |_| {
                if !undone.get() {
                    let (games, game) = (games.clone(), game.clone());
                    glib::spawn_future_local(async move { page.trash(&games, &game).await });
                }
            }
        ));
        self.say(toast);
    }

    async fn trash(&self, games: &SavedGames, game: &SavedGame) {
        if let Err(error) = games.trash(game).await {
            tracing::error!("{}: {error}", game.summary().entry.id);
            self.say(adw::Toast::new(&gettext(
                "The game could not be moved to the trash",
            )));
        }
    }

    fn say(&self, toast: adw::Toast) {
        if let Some(said) = &*self.imp().said.borrow() {
            said(toast);
        }
    }
}
