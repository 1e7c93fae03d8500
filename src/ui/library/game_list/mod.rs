//! A list of saved games, finished or unfinished, each with its last position: rows where there is
//! little room, cards where there is much.

mod row;

use std::cell::{Cell, OnceCell, RefCell};
use std::time::Duration;

pub use self::row::SavedGameRow;
use gettextrs::gettext;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, gio};
use rank_and_file_core::chess::Color;
use rank_and_file_core::library::{Query, Slot, misread_term};
use strum::VariantArray;

use crate::model::{GameResults, SavedGame, Timer, callback, on, weak};
use crate::subclass::{signals, subclass};
use crate::ui::keys::{act_at_key, hear_keys, hear_menu_requests};
use crate::ui::parts::{
    Textures, children, follow_scale, leave_keys_to_row, show_alone_named, unparent_children,
};
use crate::ui::route::GameAction;
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::GameList)]
    pub struct GameList {
        pub stack: gtk::Stack,
        pub list: gtk::ListView,
        pub grid: gtk::GridView,
        pub empty: adw::StatusPage,
        pub results: RefCell<Option<GameResults>>,
        pub chosen: RefCell<Option<gtk::MultiSelection>>,
        /// What can be done with the game that was asked for more.
        pub menu: OnceCell<gtk::PopoverMenu>,
        /// Rows beyond what is seen get their names when nothing has happened for a while.
        pub telling: Timer,
        pub wide: Cell<bool>,
        /// Whether the finished games are shown, or the others.
        #[property(get, set, construct_only)]
        pub finished: Cell<bool>,
        /// What is searched for, which is marked in the rows.
        #[property(get, set = Self::set_search)]
        pub search: RefCell<String>,
        /// Whether games are being chosen, and not opened.
        #[property(get, set = Self::set_selecting)]
        pub selecting: Cell<bool>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for GameList {
        signals!["wanted" => SavedGame, GameAction; "chosen-changed"];

        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }

        fn dispose(&self) {
            unparent_children(&*self.obj());
        }
    }

    impl WidgetImpl for GameList {
        fn map(&self) {
            self.stack.set_visible(true);
            self.parent_map();
            if self.obj().width() == 0 {
                // As wide as its window, which is nearly so: what is shown first shall stay.
                let window = self.obj().root().map_or(0, |window| window.width());
                self.wide.set(window >= WIDE);
            }
            self.obj().show_what_fits();
        }

        fn unmap(&self) {
            self.parent_unmap();
            // What is not seen is not told to a screen reader, either.
            self.stack.set_visible(false);
            self.obj().show_what_fits();
        }

        fn measure(&self, orientation: gtk::Orientation, for_size: i32) -> (i32, i32, i32, i32) {
            self.stack.measure(orientation, for_size)
        }

        fn size_allocate(&self, width: i32, height: i32, baseline: i32) {
            self.stack.allocate(width, height, baseline, None);
            if let Some(menu) = self.menu.get() {
                menu.present();
            }
            if self.wide.replace(width >= WIDE) != (width >= WIDE) {
                // What is shown may not change in the middle of an allocation.
                glib::idle_add_local_once(weak!(self.obj(), |widget| widget.show_what_fits()));
            }
        }
    }

    impl GameList {
        fn set_search(&self, search: String) {
            self.search.replace(search);
            let search = self.search.borrow();
            self.obj().rows().for_each(|row| row.set_search(&search));
        }

        fn set_selecting(&self, selecting: bool) {
            if self.selecting.replace(selecting) != selecting {
                self.obj().show_what_fits();
                self.obj().emit_by_name::<()>("chosen-changed", &[]);
            }
        }
    }
}

/// From this width on, in logical pixels, games are cards.
const WIDE: i32 = 800;
/// More would make cards of a width that no position fills, and cost time while scrolling.
const CARDS_IN_A_LINE: u32 = 5;
/// So many frames a row may take to be there.
const FRAMES: u32 = 120;
/// After such a pause the player is taken to have stopped typing and scrolling.
const PAUSE: Duration = Duration::from_millis(300);
/// So many rows are told of at once.
const SOME: usize = 10;

subclass! {
    /// A list of saved games. Signals: `wanted`, with a [`SavedGame`] and a [`GameAction`], and `chosen-changed`.
    pub struct GameList(imp::GameList): gtk::Widget { css_name: "gamelist" }
}

impl GameList {
    fn set_up(&self) {
        let imp = self.imp();
        let name = self.name_said();
        let (list, grid) = (&imp.list, &imp.grid);
        list.set_factory(Some(&self.factory(false)));
        let clamp = adw::ClampScrollable::builder()
            .maximum_size(720)
            .child(list)
            .build();
        grid.set_factory(Some(&self.factory(true)));
        grid.set_max_columns(CARDS_IN_A_LINE);
        for (view, scrolled, page) in [
            (
                list.upcast_ref::<gtk::Widget>(),
                clamp.upcast_ref::<gtk::Widget>(),
                "rows",
            ),
            (grid.upcast_ref(), grid.upcast_ref(), "cards"),
        ] {
            view.update_property(&[gtk::accessible::Property::Label(&name)]);
            let scroller = gtk::ScrolledWindow::builder()
                .hscrollbar_policy(gtk::PolicyType::Never)
                .child(scrolled)
                .build();
            let place = scroller.vadjustment();
            place.connect_value_changed(callback(self, Self::tell_soon));
            imp.stack.add_named(&scroller, Some(page));
        }
        imp.empty.set_vexpand(true);
        imp.stack.add_named(&imp.empty, Some("empty"));
        imp.stack.set_vhomogeneous(false);
        imp.stack.set_hhomogeneous(false);
        imp.stack.set_visible(false);
        imp.stack.set_parent(self);
        let looks_different = |list: &gtk::Widget| {
            if let Some(list) = list.downcast_ref::<Self>() {
                list.rows().for_each(|row| row.forget_picture());
            }
        };
        Textures::shared().follow(self, looks_different);
        follow_scale(self, |list| {
            list.rows().for_each(|row| row.forget_picture())
        });
        self.set_up_actions();
        self.set_up_menu();
    }

    /// The list of rows and the grid of cards.
    fn views(&self) -> [gtk::Widget; 2] {
        let imp = self.imp();
        [imp.list.clone().upcast(), imp.grid.clone().upcast()]
    }

    /// The rows that there are, seen or not.
    fn rows(&self) -> impl Iterator<Item = SavedGameRow> + use<> {
        let items = self.views().into_iter().flat_map(|view| {
            let items: Vec<_> = children(&view).collect();
            items
        });
        items.filter_map(|item| item.first_child().and_downcast())
    }

    /// Rows look their games up when they are painted. Those that are not seen are told of when nothing more happens.
    fn tell_soon(&self) {
        self.imp().telling.set(self, PAUSE, Self::tell_games);
    }

    /// Tells assistive technology which games stand in the rows that are not seen, some now and the others soon.
    fn tell_games(&self) {
        let told = self.rows().filter(SavedGameRow::tell_game).take(SOME);
        if told.count() == SOME {
            self.imp()
                .telling
                .set(self, Duration::ZERO, Self::tell_games);
        }
    }

    /// What the list is called.
    pub fn name_said(&self) -> String {
        match self.finished() {
            true => gettext("Finished games"),
            false => gettext("Unfinished games"),
        }
    }

    /// Gives the keyboard to the row of a game as soon as there is one. The list is scrolled only where there is none.
    pub fn land_on(&self, id: &str) {
        let imp = self.imp();
        let place = self.results().and_then(|results| results.position_of(id));
        let Some(place) = place else { return };
        let [list, grid] = self.views();
        let view = if imp.wide.get() { grid } else { list };
        let frames = Cell::new(0);
        view.add_tick_callback(move |view, _| {
            let rows = children(view).filter_map(|item| item.first_child());
            let mut rows = rows.filter_map(|row| row.downcast::<SavedGameRow>().ok());
            let row = rows.find(|row| row.is_at(place));
            let landed = row.is_some_and(|row| row.grab_focus());
            if !landed && frames.get() == 0 {
                let place = place.to_variant();
                view.activate_action("list.scroll-to-item", Some(&place))
                    .ok();
            }
            frames.set(frames.get() + 1);
            match landed || frames.get() > FRAMES {
                true => glib::ControlFlow::Break,
                false => glib::ControlFlow::Continue,
            }
        });
    }

    /// Shows these games from now on.
    pub fn set_results(&self, results: &GameResults) {
        let imp = self.imp();
        let chosen = gtk::MultiSelection::new(Some(results.clone()));
        chosen.connect_selection_changed(weak!(self, |widget, _, _, _| widget
            .emit_by_name::<()>("chosen-changed", &[])));
        results.connect_items_changed(weak!(self, |widget, _, _, _, _| {
            widget.tell_soon();
            widget.emit_by_name::<()>("chosen-changed", &[]);
        }));
        results.connect_answered(callback(self, |widget| {
            widget.follow_search();
            widget.show_whether_empty();
            widget.tell_soon();
            widget.emit_by_name::<()>("chosen-changed", &[]);
        }));
        imp.chosen.replace(Some(chosen));
        imp.results.replace(Some(results.clone()));
        self.show_what_fits();
    }

    /// Calls back when something is wanted of a game.
    pub fn connect_wanted(&self, wanted: impl Fn(SavedGame, GameAction) + 'static) {
        self.connect_closure(
            "wanted",
            false,
            glib::closure_local!(move |_: Self, game: SavedGame, action: GameAction| wanted(
                game, action
            )),
        );
    }

    /// The games that are shown.
    pub fn results(&self) -> Option<GameResults> {
        self.imp().results.borrow().clone()
    }

    /// Calls the list so, for those who hear it, where it shows neither the finished nor the
    /// unfinished games alone.
    pub fn set_name_said(&self, name: &str) {
        for view in self.views() {
            view.update_property(&[gtk::accessible::Property::Label(name)]);
        }
    }

    fn game(&self, position: u32) -> Option<SavedGame> {
        self.results()?.game(position)
    }

    /// The games that are chosen, in the order of the list.
    pub fn chosen(&self) -> Vec<SavedGame> {
        let places = self.chosen_places().into_iter();
        places.filter_map(|place| self.game(place)).collect()
    }

    /// The same by their places where the games are from.
    pub fn chosen_slots(&self) -> Vec<Slot> {
        let places = self.chosen_places().into_iter();
        self.results()
            .map(|results| results.slots(places))
            .unwrap_or_default()
    }

    fn chosen_places(&self) -> Vec<u32> {
        let chosen = self.imp().chosen.borrow().clone();
        let Some(chosen) = chosen.filter(|_| self.selecting()) else {
            return Vec::new();
        };
        let bits = chosen.selection();
        let count = u32::try_from(bits.size()).unwrap_or(u32::MAX);
        (0..count).map(|number| bits.nth(number)).collect()
    }

    /// Whether the games are those of a collection.
    fn is_collected(&self) -> bool {
        let results = self.results();
        let source = results.as_ref().and_then(GameResults::source);
        source.is_some_and(|source| source.collection().is_some())
    }

    /// How many games are chosen.
    pub fn count_chosen(&self) -> usize {
        let chosen = self.imp().chosen.borrow();
        let size = chosen
            .as_ref()
            .map_or(0, |chosen| chosen.selection().size());
        usize::try_from(size).unwrap_or(usize::MAX)
    }

    /// Chooses every game that is shown, or none.
    pub fn choose_all(&self, all: bool) {
        let chosen = self.imp().chosen.borrow().clone();
        if let Some(chosen) = chosen {
            if all {
                if let Some(results) = self.results() {
                    results.complete();
                }
                chosen.select_all();
            } else {
                chosen.unselect_all();
            }
        }
    }

    /// Gives the games to the view for which there is room. A view that is hidden has none, so
    /// that it makes no rows.
    fn show_what_fits(&self) {
        let imp = self.imp();
        let Some(results) = self.results() else {
            return;
        };
        let model: gtk::SelectionModel = match &*imp.chosen.borrow() {
            Some(chosen) if self.selecting() => chosen.clone().upcast(),
            _ => gtk::NoSelection::new(Some(results)).upcast(),
        };
        let seen = self.is_mapped();
        let cards = Some(&model).filter(|_| seen && imp.wide.get());
        let rows = Some(&model).filter(|_| seen && !imp.wide.get());
        imp.grid.set_model(cards);
        imp.list.set_model(rows);
        self.show_whether_empty();
    }

    /// Marks in the rows what was looked for, once it is found: what was found before is not marked anew.
    fn follow_search(&self) {
        if let Some(results) = self.results() {
            self.set_search(results.query().text);
        }
    }

    /// Shows what is found after something else has been looked for, from its beginning.
    pub fn begin_anew(&self) {
        self.choose_all(false);
        for view in self.views() {
            let scroller = view.ancestor(gtk::ScrolledWindow::static_type());
            if let Some(scroller) = scroller.and_downcast::<gtk::ScrolledWindow>() {
                scroller.vadjustment().set_value(0.0);
            }
        }
        self.show_whether_empty();
    }

    /// Shows the games, or that there are none. Leaves the views alone: they may be in the middle
    /// of taking in the same change.
    fn show_whether_empty(&self) {
        let imp = self.imp();
        let Some(results) = self.results() else {
            return;
        };
        let page = if results.count() == 0 {
            self.say_that_it_is_empty(&results.query());
            "empty"
        } else if imp.wide.get() {
            "cards"
        } else {
            "rows"
        };
        show_alone_named(&imp.stack, page);
    }

    /// How many games are in it.
    pub fn found(&self) -> usize {
        self.results().map_or(0, |results| results.count())
    }

    /// Offers the other list, in which so many games are, where this one has none that was looked for. Gives what the
    /// offer is called.
    pub fn offer_other(&self, there: usize) -> Option<String> {
        let empty = &self.imp().empty;
        let narrowed = |results: &GameResults| results.count() == 0 && results.query().narrows();
        if there == 0 || !self.results().as_ref().is_some_and(narrowed) {
            empty.set_child(gtk::Widget::NONE);
            return None;
        }
        let label = words::show_found(!self.finished(), there);
        let button = gtk::Button::builder()
            .label(&label)
            .action_name("saved.other-list")
            .halign(gtk::Align::Center)
            .css_classes(["pill"])
            .build();
        empty.set_child(Some(&button));
        Some(label)
    }

    fn say_that_it_is_empty(&self, query: &Query) {
        let misread = || misread_term(&query.text, &words::keywords());
        let (icon, title, description) = match (query.narrows(), self.finished()) {
            (true, _) => (
                "system-search-symbolic",
                gettext("No Games Found"),
                misread().map_or_else(
                    || gettext("Try a different search or fewer filters"),
                    |misread| words::misread_term(&misread),
                ),
            ),
            (false, true) if self.is_collected() => (
                "io.github.rankandfile.RankAndFile-symbolic",
                gettext("No Games"),
                gettext("There are no games in this file"),
            ),
            (false, true) => (
                "io.github.rankandfile.RankAndFile-symbolic",
                gettext("No Finished Games"),
                gettext("Finished games appear here"),
            ),
            (false, false) => (
                "io.github.rankandfile.RankAndFile-symbolic",
                gettext("No Unfinished Games"),
                gettext("Unfinished games appear here"),
            ),
        };
        let empty = &self.imp().empty;
        empty.set_icon_name(Some(icon));
        empty.set_title(&title);
        empty.set_description(Some(&description));
    }
}

/// The menu for the game at `position` of its list; its actions are those of the list.
pub(in crate::ui) fn menu(game: &SavedGame, position: u32, collected: bool) -> gio::Menu {
    let item = |label: &str, action: GameAction| {
        let item = gio::MenuItem::new(Some(label), None);
        let action = format!("games.{}", <&str>::from(action));
        item.set_action_and_target_value(Some(&action), Some(&position.to_variant()));
        item
    };
    let menu = gio::Menu::new();
    let section = |items: Vec<gio::MenuItem>| {
        let section = gio::Menu::new();
        for item in items {
            section.append_item(&item);
        }
        menu.append_section(None, &section);
    };
    section(vec![
        item(&gettext("_Open"), GameAction::Open),
        item(&gettext("Open in New _Window"), GameAction::OpenApart),
    ]);
    let games_of = |color: Color, action: GameAction| {
        let name = words::named_player(game.summary(), color)?;
        // Translators: a list of all the games of one player
        let label = words::gettext_f("Games of {name}", &[("name", &name.replace('_', "__"))]);
        Some(item(&label, action))
    };
    let players = [
        games_of(Color::White, GameAction::GamesOfWhite),
        games_of(Color::Black, GameAction::GamesOfBlack),
    ];
    section(players.into_iter().flatten().collect());
    let copy = item(&gettext("_Copy as PGN"), GameAction::Copy);
    if collected {
        let keep = item(&gettext("Copy to Saved _Games"), GameAction::Keep);
        section(vec![keep, copy]);
        return menu;
    }
    section(vec![
        copy,
        item(&gettext("Save as _PGN…"), GameAction::Export),
    ]);
    let trash = item(&gettext("Move to _Trash"), GameAction::Trash);
    // The list itself hears the key.
    trash.set_attribute_value("accel", Some(&"Delete".to_variant()));
    section(vec![trash]);
    menu
}

// The rows of a list of saved games, and what is wanted through them.

impl GameList {
    /// What can be done with one game, as actions that take its place in the list.
    pub(in crate::ui) fn set_up_actions(&self) {
        let actions = gio::SimpleActionGroup::new();
        for what in GameAction::VARIANTS {
            let action = gio::SimpleAction::new(what.into(), Some(glib::VariantTy::UINT32));
            action.connect_activate(weak!(self, |widget, _, position| {
                let position = position.and_then(glib::Variant::get::<u32>);
                if let Some(game) = position.and_then(|position| widget.game(position)) {
                    widget.emit_by_name::<()>("wanted", &[&game, what]);
                }
            }));
            actions.add_action(&action);
        }
        self.insert_action_group("games", Some(&actions));
    }

    pub(in crate::ui) fn factory(&self, card: bool) -> gtk::SignalListItemFactory {
        let factory = gtk::SignalListItemFactory::new();
        factory.connect_setup(weak!(self, |widget, _, item| {
            let Some(item) = item.downcast_ref::<gtk::ListItem>() else {
                return;
            };
            let row = SavedGameRow::new(card);
            row.set_search(&widget.search());
            row.set_selecting(widget.selecting());
            item.bind_property("item", &row, "place").build();
            item.bind_property("selected", &row, "chosen").build();
            widget.connect_row(&row, item);
            leave_keys_to_row(item);
            item.set_child(Some(&row));
        }));
        factory
    }

    /// More is asked for by the second button of the mouse, by a long touch, and by the keys that
    /// open menus; one key puts a game into the trash.
    fn set_up_menu(&self) {
        hear_menu_requests(self, gtk::PropagationPhase::Bubble, Self::ask_for_menu);
        let local = gtk::ShortcutScope::Local;
        act_at_key(self, local, "Delete|KP_Delete", self, |list| {
            let focus = list.root().and_then(|root| root.focus());
            let row = list.row_around(focus);
            row.inspect(|row| row.want(GameAction::Trash)).is_some()
        });
        // Right leads from a game to what else can be done with it, and Left back; elsewhere they lead from card to card.
        hear_keys(
            self,
            gtk::PropagationPhase::Capture,
            self,
            |list, key, held| {
                let focus = list.root().and_then(|root| root.focus());
                let row = focus.and_then(|focus| focus.ancestor(SavedGameRow::static_type()));
                let row = row.and_downcast::<SavedGameRow>();
                held.is_empty() && row.is_some_and(|row| row.move_focus(key))
            },
        );
    }

    /// The row that a widget is in, with whose game something can be done.
    fn row_around(&self, inside: Option<gtk::Widget>) -> Option<SavedGameRow> {
        let inside = inside.filter(|_| !self.selecting())?;
        let row = inside.ancestor(SavedGameRow::static_type());
        row.or_else(|| inside.first_child()).and_downcast()
    }

    /// Shows the menu of the row that a widget is in. What asks for a menu is used up where there is none, too.
    fn ask_for_menu(&self, inside: Option<gtk::Widget>, (x, y): (f64, f64)) -> bool {
        if let Some(row) = self.row_around(inside) {
            if let Some((x, y)) = self.translate_coordinates(&row, x, y) {
                row.emit_by_name::<()>("menu", &[&x, &y]);
            }
        }
        true
    }

    fn connect_row(&self, row: &SavedGameRow, item: &gtk::ListItem) {
        row.connect_closure(
            "wanted",
            false,
            glib::closure_local!(
                #[weak(rename_to = widget)]
                self,
                move |_: SavedGameRow, game: SavedGame, what: GameAction| {
                    widget.emit_by_name::<()>("wanted", &[&game, &what]);
                }
            ),
        );
        let place = item.downgrade();
        on(
            row,
            "picked",
            weak!(self, |widget, _| {
                let chosen = widget.imp().chosen.borrow().clone();
                if let Some((chosen, item)) = chosen.zip(place.upgrade()) {
                    if item.is_selected() {
                        chosen.unselect_item(item.position());
                    } else {
                        chosen.select_item(item.position(), false);
                    }
                }
            }),
        );
        row.connect_closure(
            "menu",
            false,
            glib::closure_local!(
                #[weak(rename_to = widget)]
                self,
                #[weak]
                item,
                move |row: SavedGameRow, x: f64, y: f64| {
                    if let Some(game) = row.game() {
                        widget.show_menu(&row, &game, item.position(), (x, y));
                    }
                }
            ),
        );
    }

    /// One menu serves every row: it is made when it is first wanted and moves from row to row.
    fn show_menu(&self, row: &SavedGameRow, game: &SavedGame, position: u32, at: (f64, f64)) {
        let popover = self.imp().menu.get_or_init(|| {
            let menu = gtk::PopoverMenu::from_model(gio::MenuModel::NONE);
            menu.set_has_arrow(false);
            menu.set_position(gtk::PositionType::Bottom);
            menu.set_parent(self);
            menu
        });
        popover.set_menu_model(Some(&menu(game, position, self.is_collected())));
        let Some((x, y)) = row.translate_coordinates(self, at.0, at.1) else {
            return;
        };
        let corner = gdk::Rectangle::new(x.round() as i32, y.round() as i32, 1, 1);
        popover.set_pointing_to(Some(&corner));
        popover.popup();
    }
}
