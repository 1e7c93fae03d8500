//! The window: one page at a time, from Start to the board and back.

mod leaving;
mod opening;
mod transfer;
mod trash;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashSet;
use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::{gdk, gio};
use rank_and_file_core::chess::{Chess, Color, fen_of, start_position};
use rank_and_file_core::library::{Brought, Healed, Query, StatusFilter};
use rank_and_file_core::play::ConditionalAnswer::{Missed, Played};
use rank_and_file_core::record::log::{Header, OwnSeat};
use rank_and_file_core::record::study::NodeId;

use self::opening::{Collections, first_query};
use self::transfer::{Transfer, offer_to_show};
use self::trash::Trash;
use super::editor::{self, EditorPage};
use super::game::GamePage;
use super::help::HelpWindow;
use super::library::{HeadToHeadPage, PlayerPage, PlayersPage, SavedGamesPage};
use super::new_game::PlayerNamesPage;
use super::parts::{Voice, show_alone};
use super::practice::PracticePage;
use super::renderer::after_next_frame;
use super::route::{ASKED, Bookmark, History, Request, Route};
use super::start::StartPage;
use super::widget::label_for_screen_readers;
use super::{keys, question, screen_reader};
use crate::model::{
    self, Arrival, CorrespondenceGame, Engines, Origin, Practice, SavedGames, Settings, remembered,
    weak,
};
use crate::subclass::{ClassOf, InstallActions, signals, subclass, template};
use crate::words;

mod imp {
    use super::*;

    template! {
        #[derive(Default, glib::Properties, gtk::CompositeTemplate)]
        #[properties(wrapper_type = super::Window)]
        #[template(file = "../../../resources/ui/window.ui")]
        pub struct Window {
            toasts: adw::ToastOverlay,
            pages: gtk::Stack,
            importing: gtk::Revealer,
            import_bar: gtk::ProgressBar,
            import_count: gtk::Label,
            /// What lies over the window while something to be imported is held above it.
            drop_frame: gtk::Box,
        } and {
            pub settings: Settings,
            pub games: OnceCell<SavedGames>,
            pub start: OnceCell<StartPage>,
            pub names: OnceCell<PlayerNamesPage>,
            pub editor: OnceCell<EditorPage>,
            pub saved: OnceCell<SavedGamesPage>,
            pub(super) collections: OnceCell<Collections>,
            pub(super) transfer: OnceCell<Transfer>,
            pub players: OnceCell<PlayersPage>,
            pub player: OnceCell<PlayerPage>,
            pub head_to_head: OnceCell<HeadToHeadPage>,
            pub practice: OnceCell<PracticePage>,
            pub game: OnceCell<GamePage>,
            /// The pages that lead to the one that is shown.
            pub history: RefCell<History>,
            pub voice: OnceCell<Voice>,
            /// What had the keyboard before a menu took it, and whether one has it.
            pub before_menu: glib::WeakRef<gtk::Widget>,
            pub in_menu: Cell<bool>,
            /// Whether the players have given up what was found in practice and cannot be saved.
            pub practice_lost: Cell<bool>,
            pub(super) trash: OnceCell<Rc<Trash>>,
            /// Whether a saved game is being opened; a second click must not open it again.
            pub opening: Cell<bool>,
            /// Whether the window shall fill the screen, and its pages know of it.
            #[property(get, set = Self::set_full_screen, explicit_notify)]
            full_screen: Cell<bool>,
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for Window {
        signals![ASKED => Request];

        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }
    }

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
            window.trash().finish();
            let (width, height) = window.default_size();
            self.settings
                .set_window(width, height, window.is_maximized());
            window.leave_game();
            self.parent_close_request()
        }
    }
}

subclass! {
    /// The window of the app.
    pub struct Window(imp::Window): adw::ApplicationWindow, overriding WindowImpl {
        template: [],
        class_init: install_actions,
    }
}

fn install_actions(class: &mut ClassOf<Window>) {
    class.action("win.new-game", |window| {
        // The next opponent is proposed to be of the same kind.
        match window.current_game() {
            Some(game) => window.ask_for_names(game.header().has_computers()),
            None => window.go(Route::Names(None)),
        }
    });
    class.action("win.two-players", |window| window.ask_for_names(false));
    class.action("win.choose-computer", |window| window.ask_for_names(true));
    class.action("win.set-up-position", |window| {
        window.go(Route::Editor(None))
    });
    class.async_action("win.import", async |window: &Window| {
        window.transfer().choose_files().await;
    });
    class.async_action("win.choose-collection", Window::choose_collection);
    class.text_action("win.open-collection", |window, path| {
        window.open_collection(path.into(), first_query());
    });
    class.action("win.next-listed", |window| window.step_listed(1));
    class.action("win.previous-listed", |window| window.step_listed(-1));
    class.async_action("win.back-up", async |window: &Window| {
        window.transfer().back_up().await
    });
    class.async_action("win.restore", async |window: &Window| {
        window.transfer().restore().await
    });
    class.action("win.cancel-import", |window| {
        window.games().importing().cancel();
    });
    class.async_action("win.paste", Window::paste);
    class.action("win.saved-games", |window| {
        window.go(Route::Saved(Query::default()))
    });
    class.action("win.players", |window| {
        window.go(Route::Players(String::new()))
    });
    class.action("win.practice", |window| window.go(Route::Practice));
    class.action("win.back", Window::go_back);
    class.action("win.home", |window| window.go(Route::Start));
    class.text_action("win.hear", |window, said| window.voice().say(said));
    class.action("win.shortcuts", HelpWindow::show_keys_for);
    class.install_property_action("win.fullscreen", "full-screen");
    class.action("win.help", HelpWindow::show_for);
    class.action("win.lessons", HelpWindow::show_lessons_for);
}

/// Calls a menu as the button that opens it is called: a screen reader would read the name of its class.
fn name_menu(menu: &gtk::PopoverMenu) {
    let button = menu.ancestor(gtk::MenuButton::static_type());
    let button = button.and_downcast::<gtk::MenuButton>();
    let name = button.and_then(|button| button.label().or_else(|| button.tooltip_text()));
    if let Some(name) = name {
        menu.update_property(&[gtk::accessible::Property::Label(&name.replace('_', ""))]);
    }
}

/// Does `then` when a menu has closed and what was chosen in it is done.
fn once_closed(menu: &gtk::PopoverMenu, then: impl Fn() + 'static) {
    let (then, handler) = (Rc::new(then), Rc::new(RefCell::new(None)));
    let own = handler.clone();
    let id = menu.connect_closed(move |menu| {
        if let Some(id) = own.take() {
            menu.disconnect(id);
        }
        let then = then.clone();
        glib::idle_add_local_once(move || then());
    });
    handler.replace(Some(id));
}

impl Window {
    /// A window over the games that all windows share.
    pub fn new(app: &adw::Application, games: &SavedGames) -> Self {
        let window: Self = glib::Object::builder().property("application", app).build();
        window.imp().games.set(games.clone()).ok();
        window.watch_importing();
        games.connect_healed(weak!(window, |window, _| window.tell_healed()));
        games.connect_changed(weak!(window, |window, _| window.look_at_file()));
        games.connect_copies_wait(weak!(window, |window, _| window.look_at_copies()));
        window.arrive();
        window.tell_healed();
        screen_reader::register();
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
        self.set_up_menus();
        self.connect_is_active_notify(|window| {
            if window.is_active() {
                window.withdraw_notification();
            }
        });
    }

    /// What has the keyboard when a menu opens, has it again when that closes, if it is still there.
    fn set_up_menus(&self) {
        self.connect_focus_widget_notify(|window| {
            let Some(focus) = GtkWindowExt::focus(window) else {
                return;
            };
            let imp = window.imp();
            let menu = focus.ancestor(gtk::PopoverMenu::static_type());
            match menu.and_downcast::<gtk::PopoverMenu>() {
                None if !imp.in_menu.get() => imp.before_menu.set(Some(&focus)),
                Some(menu) if !imp.in_menu.replace(true) => {
                    name_menu(&menu);
                    once_closed(
                        &menu,
                        weak!(window, |window| {
                            let imp = window.imp();
                            imp.in_menu.set(false);
                            let before = imp.before_menu.upgrade();
                            if let Some(before) = before.filter(WidgetExt::is_mapped) {
                                before.grab_focus();
                            }
                        }),
                    );
                }
                _ => {}
            }
        });
    }

    /// The games that all windows share.
    ///
    /// # Panics
    /// Never: every window is made with them.
    fn games(&self) -> &SavedGames {
        self.imp().games.get().expect("made with the games")
    }

    /// The game that is open, on the board or behind the names.
    fn open_game(&self) -> Option<model::Game> {
        self.imp().game.get()?.game()
    }

    /// The game on the board, if the board is what is shown.
    fn current_game(&self) -> Option<model::Game> {
        match self.imp().history.borrow().here() {
            Route::Game(..) => self.open_game(),
            _ => None,
        }
    }

    /// Says something at once, before what still waits to be read.
    fn say(&self, what: &str) {
        question::say_first(&*self.imp().toasts, what);
    }

    /// Tells what was done about copies of files from two computers, unless another window has told it.
    fn tell_healed(&self) {
        let done = self.games().take_healed();
        if done.is_empty() {
            return;
        }
        let toasts = &*self.imp().toasts;
        let toast = question::toast(&words::healed(&done), 8);
        let parted: HashSet<String> = done.iter().flat_map(Healed::parted).cloned().collect();
        if !parted.is_empty() {
            let games = Query {
                brought: Some(Brought::Parted(parted.into())),
                ..Query::default()
            };
            offer_to_show(toasts, &toast, games);
        }
        question::tell(toasts, &toast);
    }

    fn transfer(&self) -> &Transfer {
        let imp = self.imp();
        imp.transfer
            .get_or_init(|| Transfer::new(self.games(), &imp.settings, self.trash(), &imp.toasts))
    }

    fn trash(&self) -> &Rc<Trash> {
        let imp = self.imp();
        imp.trash
            .get_or_init(|| Rc::new(Trash::new(self.games(), &imp.toasts)))
    }

    fn collections(&self) -> &Collections {
        let imp = self.imp();
        imp.collections
            .get_or_init(|| Collections::new(&imp.settings, &imp.pages))
    }

    /// What says to a screen reader what the window shows for a moment.
    fn voice(&self) -> &Voice {
        self.imp().voice.get_or_init(|| Voice::of(self))
    }
}

// The pages of the window, and the way from one to the next and back.

impl Bookmark {
    /// Shows the node in a game that was opened again. Side lines may have other names then.
    fn find_in(&self, game: &model::Game) {
        let viewer = game.viewer();
        viewer.go_to(self.node);
        if viewer.position() != *self.position {
            viewer.go_to(NodeId::Main(self.ply));
        }
    }
}

impl Window {
    /// Goes on to another page; away from the game, unless only names are asked for, or its position
    /// is taken elsewhere.
    pub(super) fn go(&self, to: Route) {
        if matches!(to, Route::Names(_) | Route::Editor(_)) {
            self.set_out(to);
            self.arrive();
        } else {
            self.leaving(move |window| {
                window.leave_game();
                window.set_out(to);
                window.arrive();
            });
        }
    }

    /// Goes on to all games of a player, to the list in which the last of them is.
    fn go_to_games_of(&self, name: &str) {
        let status = match self.games().last_is_finished(name) {
            true => StatusFilter::Finished,
            false => StatusFilter::Unfinished,
        };
        self.go(Route::Saved(Query {
            status,
            players: vec![name.to_owned()],
            ..Query::default()
        }));
    }

    /// Goes on to a game.
    pub(super) fn show_game(&self, game: &model::Game) {
        self.set_out(Route::Game(game.id(), None));
        self.watch_file(game);
        self.put_on_board(game);
        self.play_conditional_move(game);
        self.ask_for_seat(game);
    }

    /// Begins the game that was asked for: from a position that came with the names, or the one for
    /// which they were given.
    pub(super) fn begin(&self, header: Header, start: Option<Chess>) {
        self.begin_with(header, start, |_| {});
    }

    /// The same, with something to be done before the game is shown.
    fn begin_with(
        &self,
        header: Header,
        start: Option<Chess>,
        then: impl FnOnce(&model::Game) + 'static,
    ) {
        let start = start.unwrap_or_else(|| match self.imp().history.borrow().here() {
            Route::Names(Some(start)) => (**start).clone(),
            _ => start_position(),
        });
        self.leaving(move |window| {
            let folder = window.games().folder();
            let header = Engines::shared().rated(header);
            let game = model::Game::begin(folder, header, start);
            then(&game);
            window.show_game(&game);
        });
    }

    /// Goes back to where one came from.
    pub(super) fn go_back(&self) {
        let before = self.imp().history.borrow().before().cloned();
        match before {
            None => {}
            Some(Route::Game(id, bookmark)) => self.go_back_to_game(id, bookmark),
            Some(_) => self.leaving(|window| {
                window.leave_game();
                let left = window.imp().history.borrow().here().clone();
                window.imp().history.borrow_mut().back();
                window.arrive();
                if let Route::Game(id, _) = left {
                    window.land_on(&id);
                }
            }),
        }
    }

    /// Gives the keyboard to the row of a game in the list to which one has come back.
    fn land_on(&self, id: &str) {
        let imp = self.imp();
        let page = match imp.history.borrow().here() {
            Route::Collection(path, _) => self.collections().page_of(path),
            _ => imp.saved.get().cloned(),
        };
        if let Some(page) = page {
            page.land_on(id);
        }
    }

    /// Goes back to a game, which may have been let go of, or be gone.
    fn go_back_to_game(&self, id: String, bookmark: Option<Bookmark>) {
        let history = &self.imp().history;
        if let Some(game) = self.open_game().filter(|game| game.id() == id) {
            history.borrow_mut().back();
            self.put_on_board(&game);
        } else if self.that_shows(&id).is_some() {
            history.borrow_mut().skip();
            self.go_back();
        } else {
            let entry = self.games().folder().entry(id);
            // Nothing is kept of a game without a move.
            if !entry.path.exists() {
                history.borrow_mut().skip();
                return self.go_back();
            }
            self.read(entry, |window, game| {
                let history = &window.imp().history;
                if let Some(game) = game {
                    history.borrow_mut().back();
                    window.show_game(&game);
                    if let Some(bookmark) = bookmark {
                        bookmark.find_in(&game);
                    }
                } else {
                    history.borrow_mut().skip();
                    window.go_back();
                }
            });
        }
    }

    /// Follows a player who has another name again, on the page that is shown and on the way back.
    pub(super) fn rename(&self, from: &str, to: &str) {
        let mut history = self.imp().history.borrow_mut();
        // Where there still is a player of the first name, the pages of that one stay as they are.
        if self.games().players().by_name(from).is_none() {
            history.rename(from, to);
        }
        let seen = matches!(history.here(), Route::Player(_) | Route::HeadToHead(..));
        drop(history);
        if seen {
            self.arrive();
        }
    }

    /// Goes on to a page. What the page that is left shows is there again on the way back.
    fn set_out(&self, to: Route) {
        let imp = self.imp();
        let mut history = imp.history.borrow_mut();
        let left = match history.here() {
            Route::Saved(_) => imp.saved.get().map(|page| Route::Saved(page.query())),
            Route::Collection(path, _) => {
                let page = self.collections().page_of(path);
                page.map(|page| Route::Collection(path.clone(), page.query()))
            }
            Route::Players(_) => imp.players.get().map(|page| Route::Players(page.text())),
            _ => None,
        };
        if let Some(left) = left {
            history.remember(left);
        }
        history.go(to);
    }

    /// Shows the page that the history leads to, and says which that is.
    pub(super) fn arrive(&self) {
        let (imp, games) = (self.imp(), self.games());
        let here = imp.history.borrow().here().clone();
        let said = match here {
            Route::Start => {
                let page = imp.start.get_or_init(|| StartPage::new(&imp.settings));
                let name = gettext("Rank & File");
                self.show(page, &name);
                page.show_games(games);
                name
            }
            Route::Names(start) => {
                let page = self.names_page();
                let name = gettext("New Game");
                self.show(page, &name);
                page.set_start(start.as_deref().map(fen_of).as_deref());
                page.open(self);
                words::sentences(&[words::sentence(&name), page.said()])
            }
            Route::Editor(position) => {
                let page = imp.editor.get_or_init(EditorPage::default);
                self.show(page, &editor::title());
                page.open(position.as_deref());
                // Back leads to what has been made of it.
                imp.history.borrow_mut().remember(Route::Editor(None));
                editor::title()
            }
            Route::Saved(query) => {
                let page = imp
                    .saved
                    .get_or_init(|| SavedGamesPage::new(&imp.settings, games));
                page.show_collections(&imp.settings.get(remembered::COLLECTIONS));
                self.bring_up(page, &gettext("Saved Games"));
                page.open(&query);
                if GtkWindowExt::focus(self).is_none() {
                    page.take_keyboard();
                }
                String::new()
            }
            Route::Collection(path, query) => {
                let page = self.collections().page_of(&path);
                let current =
                    |page: &SavedGamesPage| page.collection().is_some_and(|open| !open.outdated());
                let Some(page) = page.filter(current) else {
                    return self.open_collection(path, query);
                };
                self.show(&page, &words::collection_name(&path));
                page.open(&query);
                String::new()
            }
            Route::Players(text) => {
                let page = imp.players.get_or_init(|| PlayersPage::new(games));
                self.show_of_players(page);
                page.open(&text);
                page.said()
            }
            Route::Player(name) => {
                let page = imp.player.get_or_init(|| PlayerPage::new(games));
                self.show_of_players(page);
                page.open(&name);
                words::shown_name(&name).into_owned()
            }
            Route::Practice => {
                let page = self.practice_page();
                let name = gettext("Puzzles");
                self.show(page, &name);
                games.load();
                page.open();
                name
            }
            Route::HeadToHead(first, second) => {
                let page = imp.head_to_head.get_or_init(|| HeadToHeadPage::new(games));
                self.show_of_players(page);
                page.open(&first, &second);
                page.said()
            }
            Route::Game(..) => {
                if let Some(game) = self.open_game() {
                    self.put_on_board(&game);
                }
                return;
            }
        };
        // A window that opens is told by its title.
        if self.is_mapped() {
            self.voice().say(&said);
        }
    }

    /// Goes on with the same game, read anew, on whichever page this window is.
    fn replace_game(&self, old: &model::Game, new: &model::Game) {
        if self.current_game().as_ref() == Some(old) {
            self.put_on_board(new);
        } else {
            self.game_page().open(new);
        }
        self.play_conditional_move(new);
    }

    fn put_on_board(&self, game: &model::Game) {
        let page = self.game_page();
        // Before the game is opened and says what comes next, which may be said by the window.
        self.bring_up(page, &words::pairing(game.header()));
        let listed = matches!(game.opened_from(), Some(Origin::Listed(..)));
        for action in ["win.next-listed", "win.previous-listed"] {
            self.action_set_enabled(action, listed);
        }
        page.open(game);
        self.withdraw_notification();
    }

    fn show_of_players(&self, page: &impl IsA<gtk::Widget>) {
        self.show(page, &gettext("Players"));
        self.games().load();
    }

    /// Shows a page under its name, and gives it the keyboard.
    fn show(&self, page: &impl IsA<gtk::Widget>, name: &str) {
        self.bring_up(page, name);
        if GtkWindowExt::focus(self).is_none() {
            page.child_focus(gtk::DirectionType::TabForward);
        }
    }

    /// Shows a page, which is to take the keyboard by itself. Its name is the title of the window; a screen reader tells
    /// it with what has the keyboard on the page, too.
    fn bring_up(&self, page: &impl IsA<gtk::Widget>, name: &str) {
        self.set_title(Some(name));
        let pages = &self.imp().pages;
        if page.parent().is_none() {
            pages.add_child(page);
            if !page.is::<GamePage>() && !page.is::<PracticePage>() {
                keys::listen(page, gtk::ShortcutScope::Local, keys::PAGE_KEYS);
            }
            // The first frame of all does not wait for it.
            let (page, name) = (page.clone(), name.to_owned());
            match self.is_mapped() {
                true => label_for_screen_readers(&page, &name),
                false => after_next_frame(self, move || label_for_screen_readers(&page, &name)),
            }
        }
        let label = gtk::accessible::Property::Label(name);
        pages.page(page).update_property(&[label]);
        show_alone(pages, page);
        // What had the keyboard here when the page was left may be gone, or be a menu that has closed:
        // the keys would not be heard.
        if !GtkWindowExt::focus(self).is_some_and(|focus| focus.is_mapped()) {
            GtkWindowExt::set_focus(self, gtk::Widget::NONE);
        }
    }

    /// Asks who plays against a person or the computer.
    fn ask_for_names(&self, computer: bool) {
        self.go(Route::Names(None));
        self.names_page().choose_opponent(computer);
    }

    fn names_page(&self) -> &PlayerNamesPage {
        let page = &self.imp().names;
        page.get_or_init(|| PlayerNamesPage::new(&self.imp().settings, self.games()))
    }

    fn practice_page(&self) -> &PracticePage {
        let new = || PracticePage::new(&self.imp().settings, self.games(), &Practice::shared());
        self.imp().practice.get_or_init(new)
    }

    fn game_page(&self) -> &GamePage {
        self.imp().game.get_or_init(|| {
            let page = GamePage::new(&self.imp().settings, self.games());
            self.bind_property("full-screen", &page, "full-screen")
                .sync_create()
                .build();
            page.connect_rematch(weak!(self, |window, header, start| window
                .begin(header, Some(start))));
            page
        })
    }
}

// Correspondence games: who sits here, and what has come.

impl Window {
    /// Begins a correspondence game in which this color is played here.
    fn begin_apart(&self, header: Header, start: Option<Chess>, own: Color) {
        self.begin_with(header, start, move |game| {
            CorrespondenceGame::of(game).take_seat(OwnSeat::Player(own));
        });
    }

    /// Asks who sits at this computer, where that matters and is not known.
    fn ask_for_seat(&self, game: &model::Game) {
        if !CorrespondenceGame::of(game).wants_seat() {
            return;
        }
        let (window, game) = (self.clone(), game.clone());
        glib::spawn_future_local(async move {
            let Some(seat) = question::ask_for_seat(&window, game.header()).await else {
                return;
            };
            CorrespondenceGame::of(&game).take_seat(seat);
            if window.current_game().as_ref() == Some(&game) {
                window.game_page().show_own_side();
            }
        });
    }

    /// Whether the game with this id is on the board.
    pub(super) fn shows(&self, id: &str) -> bool {
        self.current_game().is_some_and(|game| game.id() == id)
    }

    /// Whether the game with this id is before the eyes of a player.
    fn is_read(&self, id: &str) -> bool {
        self.is_active() && self.shows(id)
    }

    /// Has the desktop tell what has come. A player who sees it is only told of the own conditional
    /// moves, by the window.
    pub(super) fn tell_arrival(app: &adw::Application, arrival: &Arrival) {
        let planned = matches!(arrival.answer, Played | Missed);
        let (title, body) = words::arrival(arrival.news, &arrival.loaded, arrival.answer);
        match Self::all(app).find(|window| window.is_read(&arrival.id)) {
            Some(window) if planned => {
                window.say(&words::sentences(&[words::sentence(&title), body]));
            }
            Some(_) => {}
            None => question::notify_of(app, &arrival.id, &title, &body),
        }
    }

    /// Plays the conditional move that a game which has come to the board waits for, and tells of it.
    fn play_conditional_move(&self, game: &model::Game) {
        let app = self.application().and_downcast::<adw::Application>();
        if let Some((app, arrival)) = app.zip(CorrespondenceGame::of(game).play_conditional_move())
        {
            Self::tell_arrival(&app, &arrival);
        }
    }

    /// Takes back what the desktop tells of the game that is shown.
    fn withdraw_notification(&self) {
        if let Some((app, game)) = self.application().zip(self.current_game()) {
            if game.header().correspondence.is_some() {
                question::withdraw_notification_of(&app, &game.id());
            }
        }
    }
}

// Filling the screen, by the app's own key or by the desktop's, and coming back.

impl Window {
    pub(super) fn set_up_full_screen(&self) {
        // The desktop has keys of its own for it.
        self.connect_fullscreened_notify(|window| window.set_full_screen(window.is_fullscreen()));
        // Only an Escape for which no other widget has any use comes as far as here.
        let phase = gtk::PropagationPhase::Bubble;
        keys::hear_keys(self, phase, self, |window, key, _| {
            let leaves = key == gdk::Key::Escape && window.full_screen();
            if leaves {
                window.set_full_screen(false);
            }
            leaves
        });
    }
}
