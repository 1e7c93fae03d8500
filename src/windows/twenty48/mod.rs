//! The window of 2048: its board, its scores, and what comes after the end.

mod new_game;
mod reading;
mod showing;
mod welcome;

use std::cell::OnceCell;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gdk, gio};
use rank_and_file_core::twenty48::Action;

use super::focus::after_menu;
use super::question::{Losing, may_leave};
use super::shortcuts;
use crate::config;
use crate::model::{self, Settings, remembered};
use crate::widgets::{ButtonRow, TileBoard, Voice};

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "../../../resources/ui/twenty48.ui")]
    pub struct Twenty48Window {
        #[template_child]
        pub heading: TemplateChild<adw::WindowTitle>,
        #[template_child]
        pub menu_button: TemplateChild<gtk::MenuButton>,
        #[template_child]
        pub sizes: TemplateChild<gtk::MenuButton>,
        #[template_child]
        pub trouble: TemplateChild<gtk::Revealer>,
        #[template_child]
        pub trouble_text: TemplateChild<gtk::Label>,
        #[template_child]
        pub save_again: TemplateChild<gtk::Button>,
        #[template_child]
        pub dismiss: TemplateChild<gtk::Button>,
        #[template_child]
        pub welcome: TemplateChild<gtk::ScrolledWindow>,
        #[template_child]
        pub welcome_title: TemplateChild<gtk::Label>,
        #[template_child]
        pub commands: TemplateChild<adw::PreferencesGroup>,
        #[template_child]
        pub play: TemplateChild<gtk::Button>,
        #[template_child]
        pub table: TemplateChild<gtk::ScrolledWindow>,
        #[template_child]
        pub score_caption: TemplateChild<gtk::Label>,
        #[template_child]
        pub score: TemplateChild<gtk::Label>,
        #[template_child]
        pub best: TemplateChild<gtk::Label>,
        #[template_child]
        pub board: TemplateChild<TileBoard>,
        #[template_child]
        pub ending: TemplateChild<gtk::Revealer>,
        #[template_child]
        pub ending_title: TemplateChild<gtk::Label>,
        #[template_child]
        pub ending_body: TemplateChild<gtk::Label>,
        #[template_child]
        pub ending_undo: TemplateChild<gtk::Button>,
        #[template_child]
        pub ending_new: TemplateChild<gtk::Button>,
        #[template_child]
        pub keep_going: TemplateChild<gtk::Button>,
        #[template_child]
        pub status: TemplateChild<gtk::Label>,
        pub settings: Settings,
        pub voice: OnceCell<Voice>,
        /// The size of the board, to be chosen from a menu.
        pub size: OnceCell<gio::SimpleAction>,
        pub menu_of_sizes: gio::Menu,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Twenty48Window {
        const NAME: &'static str = "RfTwenty48Window";
        type Type = super::Twenty48Window;
        type ParentType = adw::ApplicationWindow;

        fn class_init(class: &mut Self::Class) {
            ButtonRow::ensure_type();
            TileBoard::ensure_type();
            class.bind_template();
            class.install_action_async("win.new-game", None, |window, _, _| async move {
                window.begin_anew().await;
            });
            class.install_action("tiles.undo", None, |window, _, _| window.act(Action::Undo));
            class.install_action("tiles.keep-going", None, |window, _, _| {
                window.act(Action::KeepGoing);
            });
            reading::install_actions(class);
            class.install_action("win.help", None, |window, _, _| window.show_welcome());
            class.install_action("win.shortcuts", None, |window, _, _| {
                shortcuts::show(window)
            });
            class.install_property_action("win.fullscreen", "fullscreened");
        }

        fn instance_init(instance: &glib::subclass::InitializingObject<Self>) {
            instance.init_template();
        }
    }

    impl ObjectImpl for Twenty48Window {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }
    }

    impl WidgetImpl for Twenty48Window {}

    impl WindowImpl for Twenty48Window {
        fn close_request(&self) -> glib::Propagation {
            let window = self.obj();
            if let Some(game) = window.game().filter(model::Twenty48::is_on_its_way) {
                let window = window.clone();
                glib::spawn_future_local(async move {
                    game.settled().await;
                    window.close();
                });
                return glib::Propagation::Stop;
            }
            if window.game().is_some_and(|game| game.is_unsaved()) {
                let window = window.clone();
                glib::spawn_future_local(async move { window.ask_to_leave().await });
                return glib::Propagation::Stop;
            }
            window.leave();
            self.parent_close_request()
        }
    }

    impl ApplicationWindowImpl for Twenty48Window {}
    impl AdwApplicationWindowImpl for Twenty48Window {}
}

glib::wrapper! {
    /// The window in which 2048 is played.
    pub struct Twenty48Window(ObjectSubclass<imp::Twenty48Window>)
        @extends adw::ApplicationWindow, gtk::ApplicationWindow, gtk::Window, gtk::Widget,
        @implements gio::ActionGroup, gio::ActionMap, gtk::Accessible, gtk::Buildable,
            gtk::ConstraintTarget, gtk::Native, gtk::Root, gtk::ShortcutManager;
}

impl Twenty48Window {
    /// Opens the window when its game has been read.
    pub fn open(app: &adw::Application) {
        let window: Self = glib::Object::builder().property("application", app).build();
        glib::spawn_future_local(async move {
            let game = model::Twenty48::open(config::twenty48_file()).await;
            window.show_game(&game);
            window.present();
        });
    }

    /// Brings the window forward; one that still reads its game comes by itself.
    pub fn call(&self) {
        if self.game().is_some() {
            self.present();
        }
    }

    fn game(&self) -> Option<model::Twenty48> {
        self.imp().board.game()
    }

    fn act(&self, action: Action) {
        if let Some(game) = self.game() {
            game.act(action);
        }
    }

    fn set_up(&self) {
        let imp = self.imp();
        // A question that one window asks leaves the others alone.
        gtk::WindowGroup::new().add_window(self);
        self.set_default_size(
            imp.settings.get(remembered::TWENTY48_WIDTH).max(1),
            imp.settings.get(remembered::TWENTY48_HEIGHT).max(1),
        );
        self.set_up_sizes();
        self.set_up_welcome();
        self.set_up_keys();
        for menu in [&imp.menu_button, &imp.sizes] {
            after_menu(menu, self, Self::hand_over);
        }
        self.connect_is_active_notify(Self::look_for_the_file);
        imp.save_again.connect_clicked(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_| {
                if let Some(game) = window.game() {
                    game.save_again();
                }
            }
        ));
        imp.dismiss.connect_clicked(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_| {
                if let Some(game) = window.game() {
                    game.dismiss_notice();
                }
                window.hand_over();
            }
        ));
    }

    /// Where the game was open elsewhere and nothing has been played here yet, it may be free now.
    fn look_for_the_file(&self) {
        let waits =
            |game: &model::Twenty48| !game.is_kept() && game.with_game(|game| game.moves() == 0);
        let idle = self.game().is_some_and(|game| waits(&game));
        if !idle || !self.is_active() {
            return;
        }
        let window = self.clone();
        glib::spawn_future_local(async move {
            let found = model::Twenty48::open(config::twenty48_file()).await;
            let still = window.game().is_some_and(|game| waits(&game));
            if still && found.is_kept() {
                window.show_game(&found);
            }
        });
    }

    /// Keys slide the tiles wherever the keyboard is, but for menus.
    fn set_up_keys(&self) {
        let keys = gtk::EventControllerKey::new();
        keys.set_propagation_phase(gtk::PropagationPhase::Capture);
        keys.connect_key_pressed(glib::clone!(
            #[weak(rename_to = window)]
            self,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |_, key, keycode, modifiers| {
                let focus = GtkWindowExt::focus(&window);
                let in_menu = focus
                    .is_some_and(|focus| focus.ancestor(gtk::Popover::static_type()).is_some());
                if in_menu {
                    return glib::Propagation::Proceed;
                }
                if window.imp().board.take_key(key, keycode, modifiers) {
                    window.hide_welcome();
                    glib::Propagation::Stop
                } else if key == gdk::Key::Escape && window.put_ending_aside() {
                    glib::Propagation::Stop
                } else {
                    glib::Propagation::Proceed
                }
            }
        ));
        self.add_controller(keys);
    }

    async fn ask_to_leave(&self) {
        let kept = self.game().is_some_and(|game| game.is_kept());
        let losing = if kept {
            Losing::LastMoves
        } else {
            Losing::Game
        };
        if may_leave(self, losing).await {
            self.leave();
            self.destroy();
        }
    }

    /// Lets go of the game, so that its file is free.
    fn leave(&self) {
        let imp = self.imp();
        let (width, height) = self.default_size();
        imp.settings.set(remembered::TWENTY48_WIDTH, &width);
        imp.settings.set(remembered::TWENTY48_HEIGHT, &height);
        if let Some(game) = self.game() {
            game.leave();
        }
        imp.board.set_game(None::<model::Twenty48>);
    }
}
