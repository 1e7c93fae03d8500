//! The window: one page at a time, from Start to the board and back.

use std::cell::{Cell, OnceCell, RefCell};
use std::sync::OnceLock;

use adw::prelude::*;
use adw::subclass::prelude::*;
use glib::subclass::Signal;
use gtk::gio;
use rank_and_file_core::library::Shelf;

use self::trashing::Leaving;
use super::editor::EditorPage;
use super::game::GamePage;
use super::help::HelpWindow;
use super::player_names::PlayerNamesPage;
use super::players::{Everybody, HeadToHead, PlayerSheet};
use super::practice::PracticePage;
use super::request::{ASKED, Request};
use super::route::{Route, Way};
use super::saved_games::SavedGamesPage;
use super::shortcuts;
use super::start::StartPage;
use super::toasts;
use crate::model::{SavedGames, Settings};

mod full_screen;
mod giving;
mod leaving;
mod opening;
mod pages;
mod receiving;
mod trashing;
mod visiting;

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
        /// What lies over the window while something to be imported is held above it.
        #[template_child]
        pub drop_frame: TemplateChild<gtk::Box>,
        pub settings: Settings,
        pub games: OnceCell<SavedGames>,
        pub start: OnceCell<StartPage>,
        pub names: OnceCell<PlayerNamesPage>,
        pub editor: OnceCell<EditorPage>,
        pub saved: OnceCell<SavedGamesPage>,
        pub players: OnceCell<Everybody>,
        pub player: OnceCell<PlayerSheet>,
        pub head_to_head: OnceCell<HeadToHead>,
        pub practice: OnceCell<PracticePage>,
        pub game: OnceCell<GamePage>,
        /// The way to the page that is shown.
        pub way: RefCell<Way>,
        /// Whether the players have given up what was found in practice and cannot be saved.
        pub practice_lost: Cell<bool>,
        /// Games on their way to the trash that can be called back.
        pub(super) trashing: RefCell<Vec<Leaving>>,
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
                window.go(Route::Names(None));
            });
            class.install_action("win.set-up-position", None, |window, _, _| {
                window.go(Route::Editor(None));
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
                window.go_to_saved(Shelf::All);
            });
            class.install_action("win.unfinished-games", None, |window, _, _| {
                window.go_to_saved(Shelf::Unfinished);
            });
            class.install_action("win.finished-games", None, |window, _, _| {
                window.go_to_saved(Shelf::Finished);
            });
            class.install_action("win.players", None, |window, _, _| {
                window.go(Route::Players(String::new()));
            });
            class.install_action("win.practice", None, |window, _, _| {
                window.go(Route::Practice);
            });
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
        fn signals() -> &'static [Signal] {
            static SIGNALS: OnceLock<Vec<Signal>> = OnceLock::new();
            SIGNALS.get_or_init(|| {
                vec![
                    Signal::builder(ASKED)
                        .param_types([Request::static_type()])
                        .build(),
                ]
            })
        }

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
            if window.is_saving() {
                let window = window.clone();
                glib::spawn_future_local(async move { window.close_when_saved().await });
                return glib::Propagation::Stop;
            }
            if window.has_unsaved() {
                let question = window.clone();
                glib::spawn_future_local(async move { question.ask_to_leave().await });
                return glib::Propagation::Stop;
            }
            if window.loses_practice() {
                let question = window.clone();
                glib::spawn_future_local(async move { question.ask_to_lose_practice().await });
                return glib::Propagation::Stop;
            }
            window.finish_trashing();
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
        window.arrive();
        window
    }

    fn set_up(&self) {
        self.connect_closure(
            ASKED,
            false,
            glib::closure_local!(|window: &Self, request: Request| window.meet(request)),
        );
        // A question that one window asks leaves the others alone.
        gtk::WindowGroup::new().add_window(self);
        let (width, height, maximized) = self.imp().settings.window();
        self.set_default_size(width, height);
        if maximized {
            self.maximize();
        }
        self.set_size_request(340, 294);
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
        let toast = toasts::toast(what, 5);
        toast.set_priority(adw::ToastPriority::High);
        self.imp().toasts.add_toast(toast);
    }
}
