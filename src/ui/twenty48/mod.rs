//! The window of 2048: its board, its scores, what it says, how a new game begins, and what comes after the
//! end.

mod tile_board;

pub use tile_board::TileBoard;

use std::cell::OnceCell;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::{gettext, pgettext};
use gtk::{gdk, gio};
use rank_and_file_core::twenty48::{Action, Size};

use super::help::HelpWindow;
use super::keys::{after_menu, key_row};
use super::parts::{ButtonRow, Voice, set_style_class, show_said};
use super::question::{Losing, ask, may_leave};
use super::screen_reader;
use super::widget::name_buttons;
use crate::config;
use crate::model::{self, Settings, callback, callback_with, remembered, weak};
use crate::subclass::{ClassOf, InstallActions, subclass, template};
use crate::words::{self, Message};

mod imp {
    use super::*;

    template! {
        #[derive(Default, gtk::CompositeTemplate)]
        #[template(file = "../../../resources/ui/twenty48.ui")]
        pub struct Twenty48Window {
            heading: adw::WindowTitle,
            menu_button: gtk::MenuButton,
            sizes: gtk::MenuButton,
            trouble: gtk::Revealer,
            trouble_text: gtk::Label,
            save_again: gtk::Button,
            dismiss: gtk::Button,
            welcome: gtk::ScrolledWindow,
            welcome_title: gtk::Label,
            commands: adw::PreferencesGroup,
            play: gtk::Button,
            table: gtk::ScrolledWindow,
            score_caption: gtk::Label,
            score: gtk::Label,
            best: gtk::Label,
            board: TileBoard,
            ending: gtk::Revealer,
            ending_title: gtk::Label,
            ending_body: gtk::Label,
            ending_undo: gtk::Button,
            ending_new: gtk::Button,
            keep_going: gtk::Button,
            status: gtk::Label,
        } and {
            pub settings: Settings,
            pub voice: OnceCell<Voice>,
            /// The size of the board, to be chosen from a menu.
            pub size: OnceCell<gio::SimpleAction>,
            pub menu_of_sizes: gio::Menu,
        }
    }

    impl ObjectImpl for Twenty48Window {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
            name_buttons(&*self.obj());
        }
    }

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
}

subclass! {
    /// The window in which 2048 is played.
    pub struct Twenty48Window(imp::Twenty48Window): adw::ApplicationWindow, overriding WindowImpl {
        template: [ButtonRow, TileBoard],
        class_init: install_actions,
    }
}

fn install_actions(class: &mut ClassOf<Twenty48Window>) {
    class.async_action("win.new-game", Twenty48Window::begin_anew);
    class.action("tiles.undo", |window| window.act(Action::Undo));
    class.action("tiles.keep-going", |window| window.act(Action::KeepGoing));
    class.action("tiles.read-board", |window| {
        window.tell(|game| game.with_game(words::twenty48::reading).into());
    });
    class.action("tiles.read-scores", |window| {
        window.tell(|game| words::twenty48::scores(game.score(), game.best()).into());
    });
    class.action("tiles.read-again", |window| {
        window.tell(model::Twenty48::said)
    });
    class.action("win.help", Twenty48Window::show_welcome);
    class.action("win.shortcuts", HelpWindow::show_keys_for);
    class.install_property_action("win.fullscreen", "fullscreened");
}

impl Twenty48Window {
    /// Opens the window when its game has been read.
    pub fn open(app: &adw::Application) {
        let window: Self = glib::Object::builder().property("application", app).build();
        glib::spawn_future_local(async move {
            let game = model::Twenty48::open(config::twenty48_file()).await;
            window.show_game(&game);
            screen_reader::register();
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
        imp.save_again.connect_clicked(callback(self, |window| {
            if let Some(game) = window.game() {
                game.save_again();
            }
        }));
        imp.dismiss.connect_clicked(callback(self, |window| {
            if let Some(game) = window.game() {
                game.dismiss_notice();
            }
            window.hand_over();
        }));
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
        keys.connect_key_pressed(weak!(
            self,
            glib::Propagation::Proceed,
            |window, _, key, keycode, modifiers| {
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

// A new game, on a board of which size.

impl Twenty48Window {
    /// A menu of sizes, of which the one that is played is marked.
    fn set_up_sizes(&self) {
        let size = gio::SimpleAction::new_stateful(
            "size",
            Some(glib::VariantTy::INT32),
            &side(Size::STANDARD).to_variant(),
        );
        size.connect_activate(weak!(self, |window, _, side| {
            let side = side.and_then(glib::Variant::get::<i32>);
            let size = side.and_then(|side| Size::new(usize::try_from(side).ok()?).ok());
            if let Some(size) = size {
                glib::spawn_future_local(async move { window.begin(size).await });
            }
        }));
        let group = gio::SimpleActionGroup::new();
        group.add_action(&size);
        self.insert_action_group("board", Some(&group));
        let imp = self.imp();
        imp.size.set(size).ok();
        imp.sizes.set_menu_model(Some(&imp.menu_of_sizes));
    }

    /// Marks the size that is played, and says the best score beside each.
    fn show_sizes(&self, game: &model::Twenty48) {
        let imp = self.imp();
        let now = game.with_game(|game| game.grid().size());
        if let Some(size) = imp.size.get() {
            size.set_state(&side(now).to_variant());
        }
        let menu = &imp.menu_of_sizes;
        for (index, size) in (0..).zip(Size::ALL) {
            let said = words::twenty48::size_with_best(size, game.best_of(size));
            if index < menu.n_items() {
                let before = menu.item_attribute_value(index, gio::MENU_ATTRIBUTE_LABEL, None);
                if before.is_some_and(|before| before.str() == Some(&said)) {
                    continue;
                }
                menu.remove(index);
            }
            let item = gio::MenuItem::new(Some(&said), None);
            item.set_action_and_target_value(Some("board.size"), Some(&side(size).to_variant()));
            menu.insert_item(index, &item);
        }
    }

    /// Begins a new game on a board of the same size.
    pub(super) async fn begin_anew(&self) {
        if let Some(game) = self.game() {
            self.begin(game.with_game(|game| game.grid().size())).await;
        }
    }

    /// Begins a new game. Where one is under way, the player is asked first.
    async fn begin(&self, size: Size) {
        let Some(game) = self.game() else { return };
        if !game.is_under_way() || self.may_begin(size).await {
            game.act(Action::New(size));
        }
        self.hide_welcome();
        self.hand_over();
    }

    async fn may_begin(&self, size: Size) -> bool {
        let heading = gettext("Start a New Game?");
        let body = words::twenty48::giving_up(size);
        let question = adw::MessageDialog::new(Some(self), Some(&heading), Some(&body));
        question.add_responses(&[
            ("cancel", &gettext("_Cancel")),
            ("begin", &pgettext("2048", "_New Game")),
        ]);
        question.set_response_appearance("begin", adw::ResponseAppearance::Destructive);
        question.set_default_response(Some("cancel"));
        question.set_close_response("cancel");
        ask(&question).await == "begin"
    }
}

fn side(size: Size) -> i32 {
    i32::try_from(size.side()).unwrap_or_default()
}

impl Twenty48Window {
    /// Answers what is asked of the game.
    fn tell(&self, answer: impl FnOnce(&model::Twenty48) -> Message) {
        if let Some(game) = self.game() {
            self.announce(&answer(&game));
        }
    }

    /// Shows a message below the board, and has it read.
    fn announce(&self, message: &Message) {
        show_said(&self.imp().status, message);
        self.say(message.spoken());
    }

    pub(super) fn say(&self, what: &str) {
        let imp = self.imp();
        imp.voice.get_or_init(|| Voice::of(&*imp.status)).say(what);
    }
}

// What is seen of the game besides the board: scores, messages, the end.

impl Twenty48Window {
    /// Shows a game from now on.
    pub(super) fn show_game(&self, game: &model::Twenty48) {
        let imp = self.imp();
        imp.board.set_game(Some(game));
        game.connect_happened(callback_with(self, Self::show_standing));
        game.connect_refused(callback_with(self, Self::show_standing));
        game.connect_trouble_notify(callback_with(self, Self::show_trouble));
        game.connect_notice_notify(callback_with(self, Self::show_trouble));
        show_said(&imp.status, &game.said());
        game.connect_status_notify(callback_with(self, |window, game: &model::Twenty48| {
            window.announce(&game.said())
        }));
        game.connect_pending_notify(callback_with(self, Self::show_heading));
        if !imp.settings.get(remembered::TWENTY48_WELCOMED) {
            self.show_welcome();
        }
        self.show_trouble(game);
        self.show_standing(game);
        self.hand_over();
    }

    /// Gives the keyboard to what comes next: from the welcome to play, from the end to the step that
    /// is offered first, else to the board.
    fn hand_over(&self) {
        let imp = self.imp();
        // The window itself may not be visible yet.
        if imp.welcome.get_visible() {
            imp.play.grab_focus();
        } else if !imp.ending.get_visible() {
            imp.board.grab_focus();
        } else if imp.keep_going.get_visible() {
            imp.keep_going.grab_focus();
        } else {
            imp.ending_new.grab_focus();
        }
    }

    fn show_standing(&self, game: &model::Twenty48) {
        let imp = self.imp();
        imp.score.set_label(&game.score().to_string());
        imp.best.set_label(&game.best().to_string());
        let (assisted, undo) = game.with_game(|game| (game.is_assisted(), game.undo_steps() > 0));
        self.show_heading(game);
        imp.score_caption
            .set_label(&words::twenty48::score_caption(assisted));
        self.action_set_enabled("tiles.undo", undo);
        self.show_sizes(game);
        self.show_ending(game, undo);
    }

    /// Says how large the board is, and whether the last move is still on its way to the file.
    fn show_heading(&self, game: &model::Twenty48) {
        let size = words::twenty48::size(game.with_game(|game| game.grid().size()));
        let subtitle = if game.pending() {
            words::saving()
        } else {
            size
        };
        self.imp().heading.set_subtitle(&subtitle);
    }

    /// Shows in place that the game is won or over, with what can be done next.
    fn show_ending(&self, game: &model::Twenty48, undo: bool) {
        let imp = self.imp();
        let best = game.best();
        let ending = game.with_game(|game| words::twenty48::ending(game, best));
        let won = game.with_game(|game| game.is_won() && !game.keeps_going());
        self.action_set_enabled("tiles.keep-going", won);
        let over = ending.is_some();
        if let Some(ending) = ending {
            imp.ending_title.set_label(&ending.title);
            imp.ending_body.set_label(&ending.body);
            imp.ending_undo.set_visible(undo && !won);
            imp.keep_going.set_visible(won);
            // The step that is offered first is the one that stands out.
            set_style_class(&*imp.ending_new, "suggested-action", !won);
        }
        // A button that is of no use any more has lost the keyboard already.
        let lost = GtkWindowExt::focus(self).is_none() || imp.ending.focus_child().is_some();
        imp.ending.set_visible(over);
        imp.ending.set_reveal_child(over);
        self.show_message(!over);
        if over || lost {
            self.hand_over();
        }
    }

    /// Whether the line below the board is seen: beside the ending, which says the same, it is not.
    fn show_message(&self, shown: bool) {
        let opacity = if shown { 1.0 } else { 0.0 };
        self.imp().status.set_opacity(opacity);
    }

    /// Puts the message of the end aside, to look at the board; the next key brings it back. Returns
    /// whether there was one.
    fn put_ending_aside(&self) -> bool {
        let imp = self.imp();
        let shown = imp.ending.is_visible();
        if shown {
            imp.ending.set_visible(false);
            self.show_message(true);
            imp.board.grab_focus();
        }
        shown
    }

    /// Says why moves are not saved, or what was found where the game is kept.
    fn show_trouble(&self, game: &model::Twenty48) {
        let imp = self.imp();
        let trouble = game.trouble();
        let (in_trouble, notice) = (!trouble.is_empty(), game.notice());
        let text = if in_trouble { trouble } else { notice };
        imp.trouble_text.set_label(&text);
        imp.save_again.set_visible(in_trouble && game.is_kept());
        imp.dismiss.set_visible(!in_trouble);
        imp.trouble.set_visible(!text.is_empty());
        imp.trouble.set_reveal_child(!text.is_empty());
        self.say(&text);
    }
}

// What a newcomer is told: what it is about, and what to press.

impl Twenty48Window {
    fn set_up_welcome(&self) {
        let imp = self.imp();
        let slide = key_row(&gettext("Slide the tiles"), "Left Up Down Right");
        slide.set_subtitle(&gettext(
            "Or W A S D, H J K L, the numeric keypad, a swipe, a drag",
        ));
        imp.commands.add(&slide);
        for (title, keys) in [
            (gettext("Undo, up to ten times"), "<Control>z"),
            (pgettext("2048", "New game"), "<Control>n"),
            (
                gettext("Move between cells"),
                "<Control>Left <Control>Right",
            ),
            (
                gettext("Read aloud the numbers on the board"),
                "<Control><Shift>p",
            ),
        ] {
            imp.commands.add(&key_row(&title, keys));
        }
        imp.play.connect_clicked(callback(self, Self::hide_welcome));
    }

    /// Shows the welcome in place of the board.
    fn show_welcome(&self) {
        let imp = self.imp();
        if imp.settings.get(remembered::TWENTY48_WELCOMED) {
            imp.welcome_title.set_label("2048");
            imp.play.set_label(&gettext("Continue"));
        }
        imp.table.set_visible(false);
        imp.welcome.set_visible(true);
        self.hand_over();
    }

    /// Shows the board again.
    fn hide_welcome(&self) {
        let imp = self.imp();
        if !imp.welcome.is_visible() {
            return;
        }
        imp.welcome.set_visible(false);
        imp.table.set_visible(true);
        self.hand_over();
        imp.settings.set(remembered::TWENTY48_WELCOMED, &true);
    }
}
