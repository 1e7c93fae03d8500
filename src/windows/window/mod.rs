//! The window: one page at a time, from Start to the board and back.

use std::cell::{Cell, OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;
use rank_and_file_core::log::Header;
use rank_and_file_core::rules::{Chess, fen_of, read_fen, start_position};

use super::game::GamePage;
use super::help::HelpWindow;
use super::player_names::PlayerNamesPage;
use super::players::PlayersPage;
use super::saved_games::SavedGamesPage;
use super::shortcuts;
use super::start::StartPage;
use crate::model::{self, SavedGames, Settings};
use crate::words;

mod full_screen;
mod giving;
mod leaving;
mod opening;
mod players;
mod receiving;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties, gtk::CompositeTemplate)]
    #[properties(wrapper_type = super::Window)]
    #[template(file = "../../../resources/ui/window.ui")]
    pub struct Window {
        #[template_child]
        pub toasts: TemplateChild<adw::ToastOverlay>,
        #[template_child]
        pub pages: TemplateChild<gtk::Stack>,
        #[template_child]
        pub importing: TemplateChild<gtk::Revealer>,
        #[template_child]
        pub import_bar: TemplateChild<gtk::ProgressBar>,
        #[template_child]
        pub import_count: TemplateChild<gtk::Label>,
        /// Where the next game starts, if not at the usual position.
        pub position: RefCell<Option<Chess>>,
        pub settings: Settings,
        pub games: OnceCell<SavedGames>,
        pub start: OnceCell<StartPage>,
        pub names: OnceCell<PlayerNamesPage>,
        pub saved: OnceCell<SavedGamesPage>,
        pub players: OnceCell<PlayersPage>,
        pub game: OnceCell<GamePage>,
        /// Whether the way here led over the players, so that Back leads to them.
        pub after_players: Cell<bool>,
        /// Whether the way to the players led over the saved games.
        pub after_saved: Cell<bool>,
        /// Whether a saved game is being opened; a second click must not open it again.
        pub opening: Cell<bool>,
        /// Whether the window shall fill the screen, and its pages know of it.
        #[property(get, set = Self::set_full_screen, explicit_notify)]
        full_screen: Cell<bool>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Window {
        const NAME: &'static str = "RfWindow";
        type Type = super::Window;
        type ParentType = adw::ApplicationWindow;

        fn class_init(class: &mut Self::Class) {
            class.bind_template();
            class.install_action("win.new-game", None, |window, _, _| {
                window.imp().position.take();
                window.show_names();
            });
            class.install_action_async("win.import", None, |window, _, _| async move {
                window.choose_import().await;
            });
            class.install_action("win.cancel-import", None, |window, _, _| {
                window.cancel_import();
            });
            class.install_action_async("win.paste", None, |window, _, _| async move {
                window.paste().await;
            });
            class.install_action("win.saved-games", None, |window, _, _| {
                window.show_saved(None)
            });
            class.install_action("win.unfinished-games", None, |window, _, _| {
                window.show_saved(Some(false));
            });
            class.install_action("win.finished-games", None, |window, _, _| {
                window.show_saved(Some(true));
            });
            class.install_action("win.players", None, |window, _, _| window.visit_players());
            class.install_action("win.back", None, |window, _, _| window.go_back());
            class.install_action("win.shortcuts", None, |window, _, _| {
                shortcuts::show(window)
            });
            class.install_property_action("win.fullscreen", "full-screen");
            class.install_action("win.help", None, |window, _, _| {
                HelpWindow::show_for(window);
            });
        }

        fn instance_init(instance: &glib::subclass::InitializingObject<Self>) {
            instance.init_template();
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for Window {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }
    }

    impl WidgetImpl for Window {}

    impl Window {
        fn set_full_screen(&self, full: bool) {
            if self.full_screen.replace(full) != full {
                self.obj().set_fullscreened(full);
                self.obj().notify_full_screen();
            }
        }
    }

    impl WindowImpl for Window {
        fn close_request(&self) -> glib::Propagation {
            let window = self.obj();
            if window.must_ask() {
                let question = window.clone();
                glib::spawn_future_local(async move { question.ask_to_leave().await });
                return glib::Propagation::Stop;
            }
            let (width, height) = window.default_size();
            self.settings
                .set_window(width, height, window.is_maximized());
            window.leave_game();
            self.parent_close_request()
        }
    }

    impl ApplicationWindowImpl for Window {}
    impl AdwApplicationWindowImpl for Window {}
}

glib::wrapper! {
    /// The window of the app.
    pub struct Window(ObjectSubclass<imp::Window>)
        @extends adw::ApplicationWindow, gtk::ApplicationWindow, gtk::Window, gtk::Widget,
        @implements gio::ActionGroup, gio::ActionMap, gtk::Accessible, gtk::Buildable,
            gtk::ConstraintTarget, gtk::Native, gtk::Root, gtk::ShortcutManager;
}

impl Window {
    /// A window over the games that all windows share.
    pub fn new(app: &adw::Application, games: &SavedGames) -> Self {
        let window: Self = glib::Object::builder().property("application", app).build();
        window.imp().games.set(games.clone()).ok();
        window.watch_importing();
        window.show_start();
        window
    }

    fn set_up(&self) {
        // A question that one window asks leaves the others alone.
        gtk::WindowGroup::new().add_window(self);
        let (width, height, maximized) = self.imp().settings.window();
        self.set_default_size(width, height);
        if maximized {
            self.maximize();
        }
        self.set_size_request(340, 420);
        self.set_up_receiving();
        self.set_up_full_screen();
    }

    /// The games that all windows share.
    ///
    /// # Panics
    /// Never: every window is made with them.
    fn games(&self) -> &SavedGames {
        self.imp().games.get().expect("made with the games")
    }

    /// Says something at once, before what still waits to be read.
    fn say(&self, what: &str) {
        let title = glib::markup_escape_text(what);
        let toast = adw::Toast::builder()
            .title(title)
            .priority(adw::ToastPriority::High)
            .build();
        self.imp().toasts.add_toast(toast);
    }

    /// Shows a page. The others are hidden at once, not faded out, so that assistive technology
    /// never meets two pages.
    fn show(&self, page: &impl IsA<gtk::Widget>, name: &str) {
        self.mark_the_way(name);
        // A game gives its own title.
        self.set_title(Some(&gettext("Rank & File")));
        let pages = &self.imp().pages;
        if page.parent().is_none() {
            pages.add_named(page, Some(name));
        }
        page.set_visible(true);
        pages.set_visible_child(page);
        let mut other = pages.first_child();
        while let Some(child) = other {
            child.set_visible(child == *page.upcast_ref::<gtk::Widget>());
            other = child.next_sibling();
        }
    }

    fn show_start(&self) {
        let page = self.imp().start.get_or_init(|| {
            let page = StartPage::default();
            page.connect_continue(glib::clone!(
                #[weak(rename_to = window)]
                self,
                move |game| window.open(game.summary().clone())
            ));
            page
        });
        self.show(page, "start");
        page.show_games(self.games());
    }

    fn show_names(&self) {
        let page = self.names_page();
        self.show(page, "names");
        let start = self.imp().position.borrow().as_ref().map(fen_of);
        page.set_start(start.as_deref());
        page.open(self);
    }

    fn names_page(&self) -> &PlayerNamesPage {
        self.imp().names.get_or_init(|| {
            let page = PlayerNamesPage::new(&self.imp().settings, self.games());
            page.connect_begin(glib::clone!(
                #[weak(rename_to = window)]
                self,
                move |header| window.begin(header)
            ));
            page
        })
    }

    /// Asks who plays a game from this position.
    fn begin_from(&self, fen: &str) {
        self.imp().position.replace(read_fen(fen).ok());
        self.show_names();
    }

    fn show_saved(&self, finished: Option<bool>) {
        let page = self.saved_page().clone();
        self.leaving(move |window| {
            window.leave_game();
            window.show(&page, "saved");
            page.open(finished);
        });
    }

    fn saved_page(&self) -> &SavedGamesPage {
        self.imp().saved.get_or_init(|| {
            let page = SavedGamesPage::new(self.games());
            page.connect_asked(glib::clone!(
                #[weak(rename_to = window)]
                self,
                move |wanted| window.meet(wanted)
            ));
            page
        })
    }

    fn show_game(&self, game: &model::Game) {
        let page = self.imp().game.get_or_init(|| {
            let page = GamePage::new(&self.imp().settings);
            self.bind_property("full-screen", &page, "full-screen")
                .sync_create()
                .build();
            page.connect_rematch(glib::clone!(
                #[weak(rename_to = window)]
                self,
                move |header| window.begin(header)
            ));
            page.connect_said(glib::clone!(
                #[weak(rename_to = window)]
                self,
                move |toast| window.imp().toasts.add_toast(toast)
            ));
            page
        });
        self.show(page, "game");
        // Before the game is opened and says what comes next, which may be said by the window.
        self.set_title(Some(&words::pairing_of(game.header())));
        page.open(game);
    }

    fn begin(&self, header: Header) {
        self.leaving(move |window| {
            let folder = window.games().folder();
            let start = window.imp().position.take();
            let start = start.unwrap_or_else(start_position);
            window.show_game(&model::Game::begin(folder, header, start));
        });
    }
}
