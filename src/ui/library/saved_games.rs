//! The page with the saved games: the list, searching it, choosing several, and what happens to those.

use std::cell::{Cell, OnceCell, RefCell};
use std::marker::PhantomData;
use std::path::Path;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;
use rank_and_file_core::library::{PositionFilter, Query, Slot, Sort, Sought, StatusFilter};

use super::filters::{RESULTS, SORTS, SPEEDS, name, terms, value};
use super::game_list::GameList;
use crate::model::{
    Collection, GameResults, GameSource, SavedGame, SavedGames, Settings, callback, callback_with,
    on, remembered, weak,
};
use crate::subclass::{ClassOf, InstallActions, subclass, template};
use crate::ui::keys::{act_at_key, after_menu, is_lost, listen, search_from_everywhere};
use crate::ui::parts::ButtonRow;
use crate::ui::question;
use crate::ui::route::{GameAction, Listed, Request, ask};
use crate::words;

mod imp {
    use super::*;

    template! {
        #[derive(Default, glib::Properties, gtk::CompositeTemplate)]
        #[properties(wrapper_type = super::SavedGamesPage)]
        #[template(file = "../../../resources/ui/saved-games.ui")]
        pub struct SavedGamesPage {
            menu: gtk::MenuButton,
            switcher: adw::ViewSwitcherTitle,
            order_menu: gio::Menu,
            collections: gio::Menu,
            /// What searches, narrows and orders the lists.
            tools: adw::Clamp,
            search: gtk::SearchEntry,
            searches: gtk::MenuButton,
            count: gtk::Label,
            filters: ButtonRow,
            player_filter: gtk::MenuButton,
            opening_filter: gtk::MenuButton,
            date_filter: gtk::MenuButton,
            elo_filter: gtk::MenuButton,
            choose_toggle: gtk::ToggleButton,
            chosen_count: gtk::Label,
            copy_chosen: gtk::Button,
            trash_chosen: gtk::Button,
            trouble_text: gtk::Label,
            reading: gtk::Revealer,
            progress: gtk::ProgressBar,
            lists: adw::ViewStack,
            unfinished: GameList,
            finished: GameList,
        } and {
            pub source: OnceCell<GameSource>,
            /// The game that was opened here last, by its id.
            pub opened: RefCell<String>,
            pub settings: OnceCell<Settings>,
            pub query: RefCell<Query>,
            /// Whether the position that is looked for stands in the search entry.
            pub position_typed: Cell<bool>,
            /// Whether both lists are being asked for something else: what is counted meanwhile is not of one search.
            pub changing: Cell<bool>,
            /// Whether the list that has games is to be shown, as none was asked for.
            pub undecided: Cell<bool>,
            /// Whether the page is being opened, which says by itself how many games there are.
            pub opening: Cell<bool>,
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
    }

    #[glib::derived_properties]
    impl ObjectImpl for SavedGamesPage {}
}

subclass! {
    /// The page with the saved games.
    pub struct SavedGamesPage(imp::SavedGamesPage): adw::Bin {
        template: [GameList, ButtonRow],
        class_init: install_actions,
    }
}

fn install_actions(class: &mut ClassOf<SavedGamesPage>) {
    class.install_property_action("saved.sort", "sort");
    class.install_property_action("saved.result", "result");
    class.install_property_action("saved.speed", "speed");
    class.text_action("saved.search", |page, text| {
        page.imp().search.set_text(text);
    });
    class.text_action("saved.term", SavedGamesPage::begin_term);
    class.action("saved.save-search", |page| {
        page.change_searches(|searches, text| searches.insert(0, text));
    });
    class.action("saved.remove-search", |page| {
        page.change_searches(|searches, text| searches.retain(|other| *other != text));
    });
    class.action("saved.other-list", |page| {
        let imp = page.imp();
        imp.lists.set_visible_child(page.other_list());
        page.leave_search();
    });
    class.action("saved.choose", |page| {
        let toggle = &page.imp().choose_toggle;
        toggle.set_active(!toggle.is_active());
    });
    class.action("saved.choose-all", SavedGamesPage::choose_all);
    class.action("saved.trash-chosen", SavedGamesPage::trash_chosen);
    class.action("saved.export-chosen", SavedGamesPage::export_chosen);
    class.action("saved.export-shown", SavedGamesPage::export_shown);
    class.action("saved.copy-chosen", SavedGamesPage::copy_chosen);
    class.action("saved.close-collection", |page| {
        if let Some(collection) = page.collection() {
            ask(page, Request::CloseCollection(collection.clone()));
        }
    });
}

impl SavedGamesPage {
    /// The page over the games that all windows share. Nothing is read before
    /// [`SavedGamesPage::open`].
    pub fn new(settings: &Settings, games: &SavedGames) -> Self {
        Self::over(settings, games.into())
    }

    /// The page over a collection.
    pub fn of_collection(settings: &Settings, collection: &Collection) -> Self {
        let page = Self::over(settings, collection.into());
        let imp = page.imp();
        imp.lists.remove(&*imp.unfinished);
        imp.lists.set_visible_child(&*imp.finished);
        imp.finished.set_name_said(&collection.name());
        imp.copy_chosen.set_visible(true);
        imp.trash_chosen.set_visible(false);
        imp.switcher.set_view_switcher_enabled(false);
        imp.switcher.set_title(&collection.name());
        let in_order = gio::MenuItem::new(Some(&gettext("As in the _File")), None);
        in_order.set_action_and_target_value(
            Some("saved.sort"),
            Some(&name(&SORTS, Sort::Unsorted).to_variant()),
        );
        imp.order_menu.prepend_item(&in_order);
        page
    }

    fn over(settings: &Settings, source: GameSource) -> Self {
        let page: Self = glib::Object::new();
        let imp = page.imp();
        if source.collection().is_some() {
            imp.query.borrow_mut().sort = Sort::Unsorted;
        }
        imp.settings.set(settings.clone()).ok();
        imp.source.set(source.clone()).ok();
        for (list, status) in page.lists() {
            let query = Query {
                status,
                ..imp.query.borrow().clone()
            };
            list.set_results(&GameResults::new(source.clone(), query));
            list.connect_wanted(weak!(page, |page, game, action| page.act(action, game)));
        }
        page.action_set_enabled("saved.trash-chosen", source.collection().is_none());
        for action in ["saved.copy-chosen", "saved.close-collection"] {
            page.action_set_enabled(action, source.collection().is_some());
        }
        after_menu(&imp.menu, &page, Self::keep_focus);
        page.follow(source.reading());
        page.set_up_search();
        page.set_up_filter_popovers();
        // A menu takes as long to make as a frame, so it is made when it is wanted.
        imp.searches
            .set_create_popup_func(weak!(page, |page, _| page.show_searches()));
        page.follow_position(&source);
        page.set_up_choosing();
        page
    }

    /// The collection over which it is, if it is over one.
    pub fn collection(&self) -> Option<&Collection> {
        self.imp().source.get()?.collection()
    }

    /// The lists, and what stands on each of them.
    fn lists(&self) -> Vec<(&GameList, StatusFilter)> {
        let imp = self.imp();
        match self.collection() {
            Some(_) => vec![(&*imp.finished, StatusFilter::All)],
            None => vec![
                (&*imp.unfinished, StatusFilter::Unfinished),
                (&*imp.finished, StatusFilter::Finished),
            ],
        }
    }

    fn keep_focus(&self) {
        if is_lost(self) {
            self.leave_search();
        }
    }

    /// Gives the keyboard to the games or, where none is listed, to the first thing on the page.
    pub(in crate::ui) fn take_keyboard(&self) {
        if !self.list().child_focus(gtk::DirectionType::TabForward) {
            self.child_focus(gtk::DirectionType::TabForward);
        }
    }

    /// Shows whether the folder is being read, and what is wrong with it.
    fn follow(&self, games: &glib::Object) {
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
        self.imp().opened.replace(game.id());
        match (action, self.collection()) {
            (GameAction::GamesOfWhite, _) => self.show_player(&summary.white),
            (GameAction::GamesOfBlack, _) => self.show_player(&summary.black),
            (_, Some(_)) => self.act_on_listed(action, &game),
            (GameAction::Open | GameAction::OpenApart, None) => {
                ask(self, self.opening(action, &game));
            }
            (elsewhere, None) => ask(self, Request::Act(elsewhere, game)),
        }
    }

    /// Brings the lists level with the folder and shows what is looked for, in the order of before. Says which list
    /// that is, and how many games are in it.
    pub fn open(&self, query: &Query) {
        let imp = self.imp();
        let collection = self.collection();
        imp.undecided
            .set(query.status == StatusFilter::All && collection.is_none());
        imp.opening.set(true);
        imp.position_typed.set(false);
        match query.status {
            _ if collection.is_some() => {}
            StatusFilter::All => {}
            StatusFilter::Unfinished => imp.lists.set_visible_child_name("unfinished"),
            StatusFilter::Finished => imp.lists.set_visible_child_name("finished"),
        }
        if imp.search.text() != query.text {
            imp.search.set_text(&query.text);
        }
        self.change_query(|own| {
            *own = Query {
                status: StatusFilter::All,
                sort: own.sort,
                ..query.clone()
            }
        });
        self.look_for_position();
        self.decide();
        imp.choose_toggle.set_active(false);
        imp.opening.set(false);
        question::hear(
            self,
            &match collection {
                Some(collection) => collection.name(),
                None => self.list().name_said(),
            },
        );
        imp.count.set_label("");
        self.show_count();
        if let Some(GameSource::Saved(games)) = imp.source.get() {
            games.load();
        }
    }

    /// Gives the keyboard to the row of the game that was opened here last, or of another one, if it is in the list.
    pub fn land_on(&self, id: &str) {
        let opened = self.imp().opened.borrow().clone();
        let id = if id.is_empty() { &opened } else { id };
        self.list().land_on(id);
    }

    /// What is looked for, in the list that is shown.
    pub fn query(&self) -> Query {
        Query {
            status: match (self.collection(), self.list().finished()) {
                (Some(_), _) => StatusFilter::All,
                (None, true) => StatusFilter::Finished,
                (None, false) => StatusFilter::Unfinished,
            },
            ..self.imp().query.borrow().clone()
        }
    }

    /// The list that is shown.
    pub(super) fn list(&self) -> &GameList {
        let imp = self.imp();
        if imp.lists.visible_child_name().as_deref() == Some("finished") {
            &imp.finished
        } else {
            &imp.unfinished
        }
    }

    /// The list that is not shown.
    fn other_list(&self) -> &GameList {
        let imp = self.imp();
        match self.list().finished() {
            true => &imp.unfinished,
            false => &imp.finished,
        }
    }
}

// What is done with the games of a collection.

impl SavedGamesPage {
    fn act_on_listed(&self, action: GameAction, game: &SavedGame) {
        if let Some(slot) = Slot::listed(&game.id()) {
            self.ask_for_listed(action, vec![slot], self.sought_ply(&game.id()));
        }
    }

    /// Copies the games that are chosen to one's own.
    fn copy_chosen(&self) {
        let games = self.list().chosen_slots();
        self.imp().choose_toggle.set_active(false);
        self.ask_for_listed(GameAction::Keep, games, None);
    }

    /// Asks for something to be done with games of the collection, at a ply where one is given.
    fn ask_for_listed(&self, action: GameAction, games: Vec<Slot>, ply: Option<usize>) {
        if let Some(collection) = self.collection().cloned() {
            let listed = Listed {
                collection,
                games,
                ply,
            };
            ask(self, Request::Listed(action, listed));
        }
    }

    /// The game that comes so many places behind another one in the list.
    pub fn neighbor(&self, slot: Slot, step: i32) -> Option<Slot> {
        let results = self.list().results()?;
        let place = results.position_of(&slot.listed_id())?;
        let place = u32::try_from(i64::from(place) + i64::from(step)).ok()?;
        let neighbor = results.slots(std::iter::once(place)).pop()?;
        self.imp().opened.replace(neighbor.listed_id());
        Some(neighbor)
    }

    /// Lists the collections that are remembered in the menu.
    pub fn show_collections(&self, paths: &[String]) {
        let menu = &self.imp().collections;
        menu.remove_all();
        for (number, path) in (1..).zip(paths) {
            let name = words::collection_name(Path::new(path)).replace('_', "__");
            let item = gio::MenuItem::new(Some(&format!("_{number}. {name}")), None);
            item.set_action_and_target_value(Some("win.open-collection"), Some(&path.to_variant()));
            menu.append_item(&item);
        }
        menu.append(
            Some(&gettext("_Open Collection…")),
            Some("win.choose-collection"),
        );
    }
}

// Choosing several games at once.

impl SavedGamesPage {
    fn set_up_choosing(&self) {
        let imp = self.imp();
        for list in [&*imp.unfinished, &*imp.finished] {
            imp.choose_toggle
                .bind_property("active", list, "selecting")
                .build();
            on(
                list,
                "chosen-changed",
                weak!(self, |page, _| {
                    page.count_chosen();
                    page.show_count();
                }),
            );
        }
        imp.lists
            .connect_visible_child_notify(callback(self, |page| {
                page.count_chosen();
                page.show_count();
            }));
        // Escape leaves choosing, as it leaves searching.
        let local = gtk::ShortcutScope::Local;
        act_at_key(self, local, "Escape", self, |page| {
            let toggle = &page.imp().choose_toggle;
            let chooses = toggle.is_active();
            toggle.set_active(false);
            chooses
        });
        listen(self, local, [("saved.trash-chosen", "Delete|KP_Delete")]);
        self.count_chosen();
        self.show_count();
    }

    fn count_chosen(&self) {
        let list = self.list();
        let count = if list.selecting() {
            list.count_chosen()
        } else {
            0
        };
        let text = if count == 0 {
            gettext("Select games")
        } else {
            words::ngettext("{count} game selected", "{count} games selected", count)
        };
        self.imp().chosen_count.set_label(&text);
        let chosen = match self.collection() {
            Some(_) => "saved.copy-chosen",
            None => "saved.trash-chosen",
        };
        for action in [chosen, "saved.export-chosen"] {
            self.action_set_enabled(action, count > 0);
        }
        let shown = list.found();
        self.action_set_enabled("saved.choose-all", shown > 0);
        self.action_set_enabled("saved.export-shown", shown > 0);
    }

    /// Chooses all games that are shown, or none where all are chosen.
    pub(in crate::ui) fn choose_all(&self) {
        let list = self.list();
        list.choose_all(list.count_chosen() < list.found());
    }

    fn trash_chosen(&self) {
        let chosen = self.list().chosen();
        self.imp().choose_toggle.set_active(false);
        ask(self, Request::Trash(chosen));
    }

    fn export_shown(&self) {
        let Some(results) = self.list().results() else {
            return;
        };
        match self.collection() {
            None => ask(self, Request::Export(results.all())),
            Some(_) => {
                let games = results.slots((0..).take(results.count()));
                self.ask_for_listed(GameAction::Export, games, None);
            }
        }
    }

    fn export_chosen(&self) {
        let list = self.list();
        match self.collection() {
            None => ask(self, Request::Export(list.chosen())),
            Some(_) => self.ask_for_listed(GameAction::Export, list.chosen_slots(), None),
        }
    }
}

// How the page's lists are narrowed to the games that reached a position, and how these are opened there.

impl SavedGamesPage {
    /// Looks again when more is known of the positions, or of the games.
    fn follow_position(&self, games: &GameSource) {
        let again = |page: &Self| {
            if page.is_mapped() {
                page.look_for_position();
            }
        };
        games.exploring().connect_renewed(callback(self, again));
        games.connect_changed(weak!(self, |page| again(&page)));
    }

    /// Finds the games that reached the position which is looked for, if one is.
    fn look_for_position(&self) {
        let imp = self.imp();
        let filter = imp.query.borrow().position.clone();
        let (Some(filter), Some(games)) = (filter, imp.source.get().cloned()) else {
            return;
        };
        let page = self.downgrade();
        glib::spawn_future_local(async move {
            let found = games.reached(filter.clone()).await;
            let (Some(page), Some(found)) = (page.upgrade(), found) else {
                return;
            };
            match found {
                Ok(found) => page.change_query(|query| {
                    let asked = query.position.as_mut();
                    if let Some(asked) = asked.filter(|asked| asked.sought == filter.sought) {
                        *asked = found;
                    }
                }),
                Err(error) => question::complain(&page, &words::io_error(&error)),
            }
        });
    }

    /// At which ply a game reached the position that is looked for, where one is.
    fn sought_ply(&self, id: &str) -> Option<usize> {
        let query = self.imp().query.borrow();
        query.position.as_ref()?.ply_of(id)
    }

    /// Asks for a game, at the position which is looked for where one is.
    pub(in crate::ui) fn opening(&self, action: GameAction, game: &SavedGame) -> Request {
        match self.sought_ply(&game.id()) {
            Some(ply) => Request::OpenAt(action, game.clone(), ply),
            None => Request::Act(action, game.clone()),
        }
    }
}

/// So many searches are kept.
const MOST_SEARCHES: usize = 20;

impl imp::SavedGamesPage {
    pub(in crate::ui) fn sort(&self) -> String {
        name(&SORTS, self.query.borrow().sort)
    }

    fn set_sort(&self, sort: String) {
        if let Some(sort) = value(&SORTS, &sort) {
            self.obj().change_query(|query| query.sort = sort);
        }
    }

    pub(in crate::ui) fn result(&self) -> String {
        name(&RESULTS, self.query.borrow().result)
    }

    fn set_result(&self, result: String) {
        if let Some(result) = value(&RESULTS, &result) {
            self.obj().change_query(|query| query.result = result);
        }
    }

    pub(in crate::ui) fn speed(&self) -> String {
        name(&SPEEDS, self.query.borrow().speed)
    }

    fn set_speed(&self, speed: String) {
        if let Some(speed) = value(&SPEEDS, &speed) {
            self.obj().change_query(|query| query.speed = speed);
        }
    }
}

impl SavedGamesPage {
    pub(in crate::ui) fn set_up_search(&self) {
        let imp = self.imp();
        search_from_everywhere(self, &imp.search, Self::leave_search);
        // Every letter counts at once: the answer takes a few milliseconds. Replacing a text is two
        // changes, which are one by the time this looks.
        imp.search
            .connect_changed(callback_with(self, |page, entry: &gtk::SearchEntry| {
                let (page, entry) = (page.clone(), entry.clone());
                glib::idle_add_local_full(glib::Priority::DEFAULT, move || {
                    page.look_for(entry.text().to_string());
                    glib::ControlFlow::Break
                });
            }));
    }

    /// Looks for words; for a position or for pieces where the words are these.
    fn look_for(&self, text: String) {
        let sought = Sought::read(&text);
        let typed = sought.is_some();
        let before = self.imp().position_typed.replace(typed);
        self.change_query(|query| match sought {
            Some(sought) => {
                query.position = Some(PositionFilter::of(sought, Some(text)));
                query.text.clear();
            }
            None => {
                query.text = text;
                query.position = query.position.take().filter(|_| !before);
            }
        });
        if typed {
            self.look_for_position();
        }
    }

    /// The searches that were saved, and to save what is searched for or to remove it from them.
    fn show_searches(&self) {
        let imp = self.imp();
        let settings = imp.settings.get();
        let searches = settings.map(|settings| settings.get(remembered::SAVED_SEARCHES));
        let (searches, text) = (searches.unwrap_or_default(), self.searched());
        let (menu, saved, change) = (gio::Menu::new(), gio::Menu::new(), gio::Menu::new());
        for search in &searches {
            let item = gio::MenuItem::new(Some(&search.replace('_', "__")), None);
            item.set_action_and_target_value(Some("saved.search"), Some(&search.to_variant()));
            saved.append_item(&item);
        }
        if searches.contains(&text) {
            change.append(
                Some(&gettext("_Remove Search")),
                Some("saved.remove-search"),
            );
        } else if !text.is_empty() {
            change.append(Some(&gettext("_Save Search")), Some("saved.save-search"));
        }
        menu.append_section(Some(&gettext("Search For")), &terms());
        menu.append_section(None, &saved);
        menu.append_section(None, &change);
        imp.searches.set_menu_model(Some(&menu));
    }

    /// What stands in the search entry beside which a term can be put. A position cannot: it becomes a filter that is on.
    pub(super) fn terms_typed(&self) -> String {
        let imp = self.imp();
        match imp.position_typed.get() {
            true => String::new(),
            false => imp.search.text().to_string(),
        }
    }

    /// Begins a term of the search, such as `opening:`, behind what is searched for.
    fn begin_term(&self, term: &str) {
        let search = &self.imp().search;
        let before = self.terms_typed();
        self.imp().position_typed.set(false);
        let gap = if before.trim().is_empty() { "" } else { " " };
        search.set_text(&[before.trim(), gap, term].concat());
        search.grab_focus();
        search.set_position(-1);
    }

    /// What is searched for, without blanks around it.
    fn searched(&self) -> String {
        self.imp().query.borrow().text.trim().to_owned()
    }

    fn change_searches(&self, change: impl FnOnce(&mut Vec<String>, String)) {
        let text = self.searched();
        if let Some(settings) = self.imp().settings.get().filter(|_| !text.is_empty()) {
            let mut searches = settings.get(remembered::SAVED_SEARCHES);
            change(&mut searches, text);
            searches.truncate(MOST_SEARCHES);
            settings.set(remembered::SAVED_SEARCHES, &searches);
        }
    }

    fn leave_search(&self) {
        self.list().child_focus(gtk::DirectionType::TabForward);
    }

    /// Shows the games of this player alone.
    pub(in crate::ui) fn show_player(&self, name: &str) {
        self.change_query(|query| query.players = vec![name.to_owned()]);
    }

    pub(in crate::ui) fn change_query(&self, change: impl FnOnce(&mut Query)) {
        let imp = self.imp();
        let query = {
            let mut query = imp.query.borrow_mut();
            let before = query.clone();
            change(&mut query);
            if *query == before {
                return;
            }
            query.clone()
        };
        imp.changing.set(true);
        for (list, status) in self.lists() {
            if let Some(results) = list.results() {
                let query = Query {
                    status,
                    ..query.clone()
                };
                match imp.opening.get() {
                    true => results.set_query_at_once(query),
                    false => results.set_query(query),
                }
                list.begin_anew();
            }
        }
        imp.changing.set(false);
        self.show_filters(&query);
        self.show_count();
        self.notify_sort();
        self.notify_result();
        self.notify_speed();
    }

    /// Shows the other list where this one has no games, once it is known which of them has some.
    fn decide(&self) {
        let imp = self.imp();
        let (here, there) = (self.list().found() > 0, self.other_list().found() > 0);
        if imp.undecided.get() && (here || there) {
            imp.undecided.set(false);
            if !here {
                imp.lists.set_visible_child(self.other_list());
            }
        }
    }

    /// How many games are listed. Where there are none at all there is nothing to search, either.
    fn show_count(&self) {
        let imp = self.imp();
        self.decide();
        let Some(results) = self.list().results().filter(|_| !imp.changing.get()) else {
            return;
        };
        let query = results.query();
        let all = results.out_of();
        let listed = words::listed(results.count(), all, query.narrows());
        let offer = self.list().offer_other(self.other_list().found());
        if imp.count.label() != listed {
            imp.count.set_label(&listed);
            if all > 0 && self.is_mapped() && !imp.opening.get() {
                let said = [listed].into_iter().chain(offer);
                let said: Vec<String> = said.map(|said| words::sentence(&said)).collect();
                question::hear(self, &words::sentences(&said));
            }
        }
        imp.tools.set_visible(all > 0 || query.narrows());
    }
}
