//! The pages of players: all of them, one of them, and two against each other.

use std::cell::{Cell, OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;
use rank_and_file_core::chess::Color;
use rank_and_file_core::library::{PlayerOrder, Query, Results};

use super::game_list::GameList;
use super::player_list::PlayerList;
use super::results_table::{ResultsBar, ResultsTable};
use crate::model::{
    GameResults, NewName, PlayerFilter, PlayerResults, RecentGames, SavedGames, callback,
    callback_with, weak,
};
use crate::subclass::{ClassOf, subclass, template};
use crate::ui::keys::search_from_everywhere;
use crate::ui::parts::{ButtonRow, Fitting, show_alone_named};
use crate::ui::question;
use crate::ui::route::{Request, Route, ask};
use crate::words;

mod imp {
    use super::*;

    template! {
        #[derive(Default, glib::Properties, gtk::CompositeTemplate)]
        #[properties(wrapper_type = super::PlayersPage)]
        #[template(file = "../../../resources/ui/players.ui")]
        pub struct PlayersPage {
            /// What searches and orders the list.
            tools: adw::Clamp,
            search: gtk::SearchEntry,
            stack: gtk::Stack,
            list: PlayerList,
        } and {
            pub results: OnceCell<PlayerResults>,
            /// How many players are listed.
            pub count: Cell<usize>,
            /// The order of the list, by the name that its action has.
            #[property(get, set = Self::set_order)]
            pub order: RefCell<String>,
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for PlayersPage {}
    impl PlayersPage {
        fn set_order(&self, name: String) {
            let found = ORDERS.into_iter().find(|(other, _)| *other == name);
            if let (Some((_, order)), Some(results)) = (found, self.results.get()) {
                results.set_order(order);
                self.order.replace(name);
            }
        }
    }

    template! {
        #[derive(Default, gtk::CompositeTemplate)]
        #[template(file = "../../../resources/ui/player-sheet.ui")]
        pub struct PlayerPage {
            title: adw::WindowTitle,
            results: ResultsTable,
            narrow_results: ResultsTable,
            bar: ResultsBar,
            span: gtk::Label,
            rating: gtk::Label,
            games: gtk::Button,
            rename: gtk::Button,
            heading: gtk::Label,
            opponents: PlayerList,
        } and {
            pub saved: OnceCell<SavedGames>,
            pub listed: OnceCell<PlayerResults>,
            pub name: RefCell<String>,
            /// The games of which the rating is told.
            pub rated: RefCell<RecentGames>,
            /// The offer to undo the last renaming.
            pub undo: RefCell<Option<adw::Toast>>,
        }
    }

    impl ObjectImpl for PlayerPage {}
    template! {
        #[derive(Default, gtk::CompositeTemplate)]
        #[template(file = "../../../resources/ui/head-to-head.ui")]
        pub struct HeadToHeadPage {
            new_game: gtk::Button,
            first: gtk::Label,
            score: gtk::Label,
            second: gtk::Label,
            narrow_first: gtk::Label,
            narrow_score: gtk::Label,
            narrow_second: gtk::Label,
            bar: ResultsBar,
            first_white: gtk::Label,
            first_white_score: gtk::Label,
            second_white: gtk::Label,
            second_white_score: gtk::Label,
            streaks: gtk::Label,
            count: gtk::Label,
            games: GameList,
        } and {
            pub saved: OnceCell<SavedGames>,
            pub players: RefCell<[String; 2]>,
        }
    }

    impl ObjectImpl for HeadToHeadPage {}
}

/// The names that the orders have in the menu.
const ORDERS: [(&str, PlayerOrder); 3] = [
    ("last-played", PlayerOrder::LastPlayed),
    ("games", PlayerOrder::Games),
    ("name", PlayerOrder::Name),
];

subclass! {
    /// The page with all who have played.
    pub struct PlayersPage(imp::PlayersPage): adw::Bin {
        template: [ButtonRow, PlayerList, ResultsBar],
        class_init: install_actions,
    }
}

fn install_actions(class: &mut ClassOf<PlayersPage>) {
    class.install_property_action("players.order", "order");
}

impl PlayersPage {
    /// A page with the players of these games.
    pub fn new(games: &SavedGames) -> Self {
        let view: Self = glib::Object::new();
        let imp = view.imp();
        let results = PlayerResults::new(games, PlayerFilter::All);
        imp.list.set_results(&results);
        imp.list.connect_opened(weak!(view, |view, name| ask(
            &view,
            Request::Go(Route::Player(name))
        )));
        results.connect_items_changed(weak!(view, |view, _, _, _, _| view.show_whether_empty()));
        imp.results.set(results).ok();
        view.set_order(ORDERS[0].0);
        view.set_up_search();
        view.show_whether_empty();
        view
    }

    /// What the page is, and how many are in the list.
    pub fn said(&self) -> String {
        let title = words::sentence(&gettext("Players"));
        words::sentences(&[title, words::players_listed(self.imp().count.get())])
    }

    /// The words that are looked for.
    pub fn text(&self) -> String {
        self.imp().search.text().into()
    }

    /// Shows the players in whose names these words are, and takes the keyboard.
    pub fn open(&self, text: &str) {
        let imp = self.imp();
        if imp.search.text() != text {
            imp.search.set_text(text);
        }
        if !self.imp().list.child_focus(gtk::DirectionType::TabForward) {
            self.child_focus(gtk::DirectionType::TabForward);
        }
    }

    fn set_up_search(&self) {
        let imp = self.imp();
        search_from_everywhere(self, &imp.search, |view| {
            view.imp().list.child_focus(gtk::DirectionType::TabForward);
        });
        imp.search
            .connect_changed(callback_with(self, |view, entry: &gtk::SearchEntry| {
                if let Some(results) = view.imp().results.get() {
                    results.set_text(&entry.text());
                }
                view.show_whether_empty();
            }));
    }

    fn show_whether_empty(&self) {
        let imp = self.imp();
        let Some(results) = imp.results.get() else {
            return;
        };
        let count = results.n_items() as usize;
        if imp.count.replace(count) != count && self.is_mapped() {
            question::hear(self, &words::players_listed(count));
        }
        let page = match (count, results.narrows()) {
            (0, true) => "none-found",
            (0, false) => "nobody",
            _ => "list",
        };
        show_alone_named(&imp.stack, page);
        imp.tools.set_visible(page != "nobody");
    }
}

subclass! {
    /// The page of one player.
    pub struct PlayerPage(imp::PlayerPage): adw::Bin {
        template: [ButtonRow, Fitting, PlayerList, ResultsTable, ResultsBar],
    }
}

impl PlayerPage {
    /// A page for a player of these games, who is still to be given.
    pub fn new(games: &SavedGames) -> Self {
        let view: Self = glib::Object::new();
        let imp = view.imp();
        imp.saved.set(games.clone()).ok();
        let listed = PlayerResults::new(games, PlayerFilter::Opponents(String::new()));
        imp.opponents.set_results(&listed);
        imp.listed.set(listed).ok();
        imp.opponents.connect_opened(weak!(view, |view, other| ask(
            &view,
            Request::Go(Route::HeadToHead(view.name(), other))
        )));
        imp.games.connect_clicked(callback(&view, |view| {
            ask(view, Request::GamesOf(view.name()))
        }));
        imp.rename.connect_clicked(callback(&view, Self::rename));
        games.connect_changed(callback(&view, |view| {
            // What is not seen is brought level when it is shown.
            if view.is_mapped() {
                view.refresh();
            }
        }));
        view
    }

    /// The games that all pages share.
    ///
    /// # Panics
    /// Never: every page is made with them.
    pub(in crate::ui) fn games(&self) -> &SavedGames {
        self.imp().saved.get().expect("made with the games")
    }

    fn name(&self) -> String {
        self.imp().name.borrow().clone()
    }

    /// Shows this player, and makes ready for the keyboard.
    pub fn open(&self, name: &str) {
        self.imp().name.replace(name.to_owned());
        self.refresh();
        self.imp().games.grab_focus();
    }

    fn refresh(&self) {
        let imp = self.imp();
        let (Some(games), Some(listed)) = (imp.saved.get(), imp.listed.get()) else {
            return;
        };
        // The player may have been renamed meanwhile.
        let name = games.shown_as(&self.name());
        let found = games.players().by_name(&name).cloned();
        let tally = found.map(|player| player.tally).unwrap_or_default();
        imp.title.set_title(&words::shown_name(&name));
        for table in [&imp.results, &imp.narrow_results] {
            table.set_tally(&tally);
        }
        imp.bar.show(tally.total());
        imp.span.set_label(&words::player_span(&tally));
        imp.span.set_visible(!imp.span.label().is_empty());
        imp.games.set_sensitive(tally.games() > 0);
        imp.rename.set_sensitive(games.can_rename(&name));
        listed.set_filter(PlayerFilter::Opponents(name.clone()));
        let heading = if listed.n_items() > 0 {
            gettext("Opponents")
        } else {
            gettext("No named opponents")
        };
        imp.heading.set_label(&heading);
        imp.name.replace(name.clone());
        self.estimate(&name);
    }

    /// Tells which rating a player's last games come near to, once they are looked through.
    fn estimate(&self, name: &str) {
        let imp = self.imp();
        let recent = RecentGames::of(self.games(), name);
        if imp.rated.replace(recent.clone()) == recent {
            return;
        }
        imp.rating.set_visible(false);
        let view = self.downgrade();
        glib::spawn_future_local(async move {
            let asked = recent.clone();
            let found = gio::spawn_blocking(move || asked.rating()).await;
            let Some(view) = view.upgrade() else { return };
            let imp = view.imp();
            if let Some(estimate) = found
                .ok()
                .flatten()
                .filter(|_| *imp.rated.borrow() == recent)
            {
                imp.rating.set_label(&words::estimated_rating(&estimate));
                imp.rating.set_visible(true);
            }
        });
    }
}

/// How long a renaming can be taken back.
const UNDO_SECONDS: u32 = 12;

impl PlayerPage {
    /// Asks what the player shall be called.
    fn rename(&self) {
        let (page, from) = (self.clone(), self.name());
        glib::spawn_future_local(async move {
            let entry = gtk::Entry::builder()
                .text(&from)
                .activates_default(true)
                .build();
            entry.update_property(&[gtk::accessible::Property::Label(&gettext("New Name"))]);
            let question = page.question(&from, &entry);
            let follow = glib::clone!(
                #[weak]
                page,
                #[weak]
                question,
                #[strong]
                from,
                move |entry: &gtk::Entry| page.answer_typing(&question, &from, &entry.text())
            );
            follow(&entry);
            entry.connect_changed(follow);
            entry.grab_focus();
            let answer = question::ask(&question).await;
            let name = page.games().consider(&from, &entry.text());
            if answer != "rename" {
                return;
            }
            let (to, merged) = match name {
                NewName::Free(to) => (to, false),
                NewName::Taken { name, .. } => (name, true),
                NewName::Empty | NewName::Same | NewName::IsPlaceholder | NewName::Computers => {
                    return;
                }
            };
            match page.games().rename(&from, &to).await {
                Ok(()) => page.offer_undo(&from, &to, merged),
                Err(why) => question::complain(&page, &why),
            }
        });
    }

    fn question(&self, from: &str, entry: &gtk::Entry) -> adw::MessageDialog {
        let body = words::gettext_f(
            "All games of {name} are shown under the new name. Their files stay as they are.",
            &[("name", from)],
        );
        let window = self.root().and_downcast::<gtk::Window>();
        let question = adw::MessageDialog::new(
            window.as_ref(),
            Some(&gettext("Rename Player")),
            Some(&body),
        );
        question.add_responses(&[
            ("cancel", &gettext("_Cancel")),
            ("rename", &gettext("_Rename")),
        ]);
        question.set_response_appearance("rename", adw::ResponseAppearance::Suggested);
        question.set_default_response(Some("rename"));
        question.set_close_response("cancel");
        // The room is there before there is anything to say, so that nothing moves.
        let answer = gtk::Label::builder()
            .wrap(true)
            .max_width_chars(36)
            .xalign(0.0)
            .yalign(0.0)
            .accessible_role(gtk::AccessibleRole::Status)
            .css_classes(["rename-answer"])
            .build();
        let content = gtk::Box::new(gtk::Orientation::Vertical, 9);
        content.append(entry);
        content.append(&answer);
        question.set_extra_child(Some(&content));
        question
    }

    /// Says beforehand what the new name means.
    fn answer_typing(&self, question: &adw::MessageDialog, from: &str, typed: &str) {
        let name = self.games().consider(from, typed);
        let said = match &name {
            NewName::Empty | NewName::Same | NewName::Free(_) => String::new(),
            NewName::IsPlaceholder => {
                gettext("This name is reserved for unnamed players. Choose another one.")
            }
            NewName::Computers => {
                gettext("This name is reserved for the computer. Choose another one.")
            }
            NewName::Taken { name, together } => words::merging(from, name, *together),
        };
        let merges = matches!(name, NewName::Taken { .. });
        let label = if merges {
            gettext("_Merge")
        } else {
            gettext("_Rename")
        };
        question.set_response_label("rename", &label);
        let good = merges || matches!(name, NewName::Free(_));
        question.set_response_enabled("rename", good);
        let answer = question
            .extra_child()
            .and_then(|content| content.last_child());
        if let Some(answer) = answer.and_downcast::<gtk::Label>() {
            answer.set_label(&said);
        }
    }

    fn offer_undo(&self, from: &str, to: &str, merged: bool) {
        let said = words::renamed(from, to, merged);
        let (old, new) = (from.to_owned(), to.to_owned());
        let page = self.downgrade();
        let toast = question::offer_undo(self, &said, UNDO_SECONDS, move || {
            if let Some(page) = page.upgrade() {
                page.undo(old.clone(), new.clone());
            }
        });
        // Only the last renaming can be undone.
        if let Some(older) = self.imp().undo.replace(Some(toast)) {
            older.dismiss();
        }
    }

    fn undo(&self, from: String, to: String) {
        let page = self.clone();
        glib::spawn_future_local(async move {
            match page.games().undo_rename(&from, &to).await {
                // The player stays on the page.
                Ok(()) => {
                    ask(&page, Request::Renamed(to, from));
                    question::hear(&page, &words::undone());
                }
                Err(why) => question::complain(&page, &why),
            }
        });
    }
}

subclass! {
    /// The page of two players.
    pub struct HeadToHeadPage(imp::HeadToHeadPage): adw::Bin { template: [Fitting, GameList, ResultsBar] }
}

impl HeadToHeadPage {
    /// A page for two players of these games, who are still to be given.
    pub fn new(games: &SavedGames) -> Self {
        let view: Self = glib::Object::new();
        let imp = view.imp();
        imp.saved.set(games.clone()).ok();
        imp.games.set_name_said(&gettext("Games"));
        imp.games.set_results(&GameResults::new(games, nobody()));
        imp.games.connect_wanted(weak!(view, |view, game, action| {
            ask(&view, Request::Act(action, game));
        }));
        imp.new_game
            .connect_clicked(callback(&view, Self::play_again));
        games.connect_changed(callback(&view, |view| {
            // What is not seen is brought level when it is shown.
            if view.is_mapped() {
                view.refresh();
            }
        }));
        view
    }

    /// What the page is, and how many games these two have.
    pub fn said(&self) -> String {
        let title = words::sentence(&gettext("Head to Head"));
        words::sentences(&[title, words::ended(&self.imp().count.label())])
    }

    /// Shows these two, and makes ready for the keyboard.
    pub fn open(&self, first: &str, second: &str) {
        let players = [first.to_owned(), second.to_owned()];
        self.imp().players.replace(players.clone());
        if let Some(results) = self.imp().games.results() {
            results.set_query(Query {
                players: players.to_vec(),
                ..Query::default()
            });
        }
        self.refresh();
        self.imp().games.begin_anew();
        self.imp().new_game.grab_focus();
    }

    fn refresh(&self) {
        let imp = self.imp();
        let Some(games) = imp.saved.get() else { return };
        let [first, second] = imp.players.borrow().clone();
        let rivalry = games.rivalry(&first, &second);
        let tally = rivalry.as_ref().map(|rivalry| rivalry.tally.clone());
        let tally = tally.unwrap_or_default();
        let [first, second] = [first, second].map(|name| games.shown_as(&name));
        let [first, second] = [&first, &second].map(|name| words::shown_name(name));
        let score = words::results(tally.total());
        for label in [&imp.first, &imp.narrow_first] {
            label.set_label(&first);
        }
        for label in [&imp.second, &imp.narrow_second] {
            label.set_label(&second);
        }
        let said = words::versus_said(&first, &second, tally.total());
        for label in [&imp.score, &imp.narrow_score] {
            label.set_label(&score);
            label.update_property(&[gtk::accessible::Property::Label(&said)]);
        }
        imp.bar.show(tally.total());
        for (name, side, label, points) in [
            (
                &first,
                Color::White,
                &imp.first_white,
                &imp.first_white_score,
            ),
            (
                &second,
                Color::Black,
                &imp.second_white,
                &imp.second_white_score,
            ),
        ] {
            let results: Results = *tally.finished.get(side);
            label.set_label(&words::by_color(name));
            points.set_label(&words::results(results));
            for label in [label, points] {
                label.set_visible(results.games() > 0);
            }
        }
        let streaks = rivalry.as_ref().map(words::streaks).unwrap_or_default();
        imp.streaks.set_label(&streaks);
        imp.streaks.set_visible(!streaks.is_empty());
        imp.count.set_label(&words::rivalry_figures(&tally));
    }

    fn play_again(&self) {
        let imp = self.imp();
        let Some(games) = imp.saved.get() else { return };
        let [first, second] = imp.players.borrow().clone();
        let color = games.next_color(&first, &second);
        let [first, second] = [first, second].map(|name| games.shown_as(&name));
        ask(self, Request::NewGame(first, second, color));
    }
}

/// No games, until two players are given.
fn nobody() -> Query {
    Query {
        players: vec![String::new(); 2],
        ..Query::default()
    }
}
