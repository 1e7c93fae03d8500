//! What was played from the shown position in one's own games, in place of the moves of a game that is over: whose games
//! are asked for, what is shown of them, and the way to those that reached the position.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;
use jiff::{ToSpan, Zoned};
use rank_and_file_core::chess::{Chess, Color, DrawRule, Game, Ply, figurines};
use rank_and_file_core::library::{
    Explored, GameFilter, PositionFilter, Query, ResultCounts, Sort, StatusFilter,
};
use rank_and_file_core::record::study::StudyAction;

use crate::model::{
    self, ExplorerAnswer, Following, GameSource, OpeningExplorer, Origin, SavedGames, callback,
    callback_with, on,
};
use crate::subclass::{ClassOf, InstallActions, signals, subclass, template};
use crate::ui::library::ResultsBar;
use crate::ui::parts::{ButtonRow, NameSuggestions};
use crate::ui::question;
use crate::ui::route::{Request, Route, ask};
use crate::words;

mod imp {
    use super::*;

    template! {
        #[derive(Default, glib::Properties, gtk::CompositeTemplate)]
        #[properties(wrapper_type = super::OwnOpenings)]
        #[template(file = "../../../resources/ui/own-openings.ui")]
        pub struct OwnOpenings {
            menu: gtk::MenuButton,
            chosen: gtk::Label,
            summary: gtk::Label,
            notice: gtk::Label,
            progress: gtk::ProgressBar,
            list: gtk::Box,
            more: gtk::Button,
        } and {
            pub rows: RefCell<Vec<super::OpeningRow>>,
            /// Whose games are asked where the game is not one of a collection.
            pub saved: OnceCell<SavedGames>,
            pub explorer: RefCell<Option<OpeningExplorer>>,
            pub signals: Following,
            /// The game that is studied.
            #[property(get, set = Self::set_game, nullable)]
            pub game: RefCell<Option<model::Game>>,
            /// Whether figures of the pieces stand for their letters.
            #[property(get, set = Self::set_figurines)]
            pub figurines: Cell<bool>,
            /// The player whose games count; empty for all.
            #[property(get, set = Self::set_player, explicit_notify)]
            pub player: RefCell<String>,
            /// With pieces of which color that player played, by the name that its action has.
            #[property(get, set = Self::set_color, explicit_notify)]
            pub color: RefCell<String>,
            /// Since when the games were played, by the name that its action has.
            #[property(get, set = Self::set_time, explicit_notify)]
            pub time: RefCell<String>,
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for OwnOpenings {
        signals!["another-player"; "games-wanted"];

        fn constructed(&self) {
            self.parent_constructed();
            let panel = self.obj();
            self.more.connect_clicked(callback(&*panel, |panel| {
                panel.emit_by_name::<()>("games-wanted", &[]);
            }));
            if let Some(label) = self.more.child().and_downcast::<gtk::Label>() {
                label.set_wrap(true);
                label.set_justify(gtk::Justification::Center);
            }
            panel.show_answer();
            panel.set_up_filter();
        }

        fn dispose(&self) {
            self.obj().set_game(None::<model::Game>);
        }
    }

    impl WidgetImpl for OwnOpenings {
        fn map(&self) {
            self.parent_map();
            self.obj().look();
        }

        fn unmap(&self) {
            self.parent_unmap();
            self.obj().look();
        }
    }

    impl OwnOpenings {
        fn set_game(&self, game: Option<model::Game>) {
            let panel = self.obj();
            let acts = [("changed", super::OwnOpenings::look as fn(&_))];
            self.signals.follow(&*panel, game.as_ref(), &acts);
            self.game.replace(game);
            panel.ask_where_it_lies();
            panel.fill_menu();
            panel.look();
        }

        fn set_figurines(&self, figurines: bool) {
            if self.figurines.replace(figurines) != figurines {
                self.obj().show_answer();
            }
        }
    }

    template! {
        #[derive(Default, gtk::CompositeTemplate)]
        #[template(file = "../../../resources/ui/opening-row.ui")]
        pub struct OpeningRow {
            san: gtk::Label,
            games: gtk::Label,
            figures: gtk::Label,
            bar: ResultsBar,
        } and {
            pub said: RefCell<String>,
        }
    }

    impl ObjectImpl for OpeningRow {}
}

subclass! {
    /// The moves that were played from the shown position. Signals: `games-wanted` (all games that
    /// reached it), `another-player` (who is not on the menu).
    pub struct OwnOpenings(imp::OwnOpenings): adw::Bin, overriding WidgetImpl {
        template: [ButtonRow],
        css_name: "openings",
        class_init: install_actions,
    }
}

fn install_actions(class: &mut ClassOf<OwnOpenings>) {
    class.install_property_action("openings.player", "player");
    class.install_property_action("openings.color", "color");
    class.install_property_action("openings.time", "time");
    class.action("openings.another-player", |panel| {
        panel.emit_by_name::<()>("another-player", &[]);
    });
}

impl OwnOpenings {
    /// Asks these games, or those of the collection that the game is one of.
    pub fn set_games(&self, games: &SavedGames) {
        self.imp().saved.set(games.clone()).ok();
        self.ask_where_it_lies();
    }

    /// The games that are asked.
    pub fn source(&self) -> Option<GameSource> {
        match self.game().and_then(|game| game.opened_from()) {
            Some(Origin::Listed(collection, _)) => Some(GameSource::Collected(collection)),
            _ => self.imp().saved.get().map(GameSource::from),
        }
    }

    fn ask_where_it_lies(&self) {
        let (imp, source) = (self.imp(), self.source());
        let asked = imp
            .explorer
            .borrow()
            .as_ref()
            .and_then(|asked| asked.source().cloned());
        if let Some(source) = source.filter(|source| asked.as_ref() != Some(source)) {
            let explorer = OpeningExplorer::new(source);
            explorer.connect_answered(callback(self, Self::show_answer));
            imp.explorer.replace(Some(explorer));
        }
    }

    /// Asks for the position that is shown, as long as the answer is seen.
    pub fn look(&self) {
        let Some(explorer) = self.imp().explorer.borrow().clone() else {
            return;
        };
        // While a game is played, this would be help.
        let game = self.game().filter(model::Game::can_be_studied);
        match game.filter(|_| self.is_mapped()) {
            Some(game) => explorer.ask(game.viewer().node_position(), self.filter()),
            None => explorer.rest(),
        }
    }

    /// Shows what is known of the position, with the moves as they are written and said now.
    pub fn show_answer(&self) {
        let imp = self.imp();
        let answer = imp.explorer.borrow().as_ref().map(OpeningExplorer::answer);
        let answer = answer.unwrap_or_default();
        let (reading, explored, notice) = match &answer {
            ExplorerAnswer::None => (None, None, None),
            ExplorerAnswer::Reading(part) => (Some(*part), None, Some(self.reading())),
            ExplorerAnswer::Trouble(trouble) => (None, None, Some(trouble.clone())),
            ExplorerAnswer::Known(known) => (None, Some(&known.1), self.notice(&known.1)),
        };
        let reached = explored.filter(|explored| !self.is_alone(explored));
        let all = reached.map(|explored| explored.all);
        let all = all.filter(|all| all.games > 0);
        imp.summary.set_visible(all.is_some());
        imp.summary
            .set_label(&all.as_ref().map(words::share).unwrap_or_default());
        // To a game of a file, which is neither saved nor in a collection, no way would lead back.
        let origin = self.game().and_then(|game| game.opened_from());
        let alone = matches!(origin, Some(Origin::File(_)));
        imp.more.set_visible(all.is_some() && !alone);
        imp.notice.set_visible(notice.is_some());
        imp.notice.set_label(&notice.unwrap_or_default());
        imp.progress.set_visible(reading.is_some());
        imp.progress.set_fraction(reading.unwrap_or_default());
        self.show_moves(reached);
    }

    /// What is said while the games are read.
    fn reading(&self) -> String {
        match self.source() {
            Some(GameSource::Collected(collection)) => {
                words::gettext_f("Reading {file}…", &[("file", &collection.name())])
            }
            _ => gettext("Reading your games…"),
        }
    }

    /// Whether only the game that is studied has come so far.
    fn is_alone(&self, explored: &Explored) -> bool {
        let own = self.game().map(|game| match game.opened_from() {
            Some(Origin::Listed(_, slot)) => slot.listed_id(),
            _ => game.id(),
        });
        explored.only.is_some() && explored.only.as_deref() == own.as_deref()
    }

    /// What is said where there are no moves to be shown.
    fn notice(&self, explored: &Explored) -> Option<String> {
        if self.is_alone(explored) {
            Some(gettext("Only this game reached this position."))
        } else if explored.all.games == 0 && self.filter() == GameFilter::default() {
            Some(words::reached(0))
        } else if explored.all.games == 0 {
            Some(gettext("None of these games reached this position."))
        } else {
            let none = explored.moves.is_empty();
            none.then(words::nobody_went_on)
        }
    }

    /// Has a row for each move. Rows stay, so that the keyboard does.
    fn show_moves(&self, explored: Option<&Explored>) {
        let imp = self.imp();
        let moves = explored.map_or(&[][..], |explored| &explored.moves);
        while imp.rows.borrow().len() < moves.len() {
            self.add_row();
        }
        let rows = imp.rows.borrow().clone();
        for (row, (ply, share)) in rows.iter().zip(moves) {
            row.show(ply, share, self.figurines());
            row.set_visible(true);
        }
        let (shown, spare) = rows.split_at(moves.len());
        let lost = spare.iter().any(WidgetExt::has_focus);
        if lost {
            match shown.last() {
                Some(row) => row.grab_focus(),
                None => imp.menu.grab_focus(),
            };
        }
        for row in spare {
            row.set_visible(false);
        }
        imp.list.set_visible(!shown.is_empty());
    }

    fn add_row(&self) {
        let imp = self.imp();
        let row = OpeningRow::default();
        // The text of a tooltip would be told beside the name.
        row.set_has_tooltip(true);
        row.connect_query_tooltip(|row, _, _, _, tooltip| {
            tooltip.set_text(Some(&row.imp().said.borrow()));
            true
        });
        let place = imp.rows.borrow().len();
        row.connect_clicked(callback(self, move |panel| panel.play(place)));
        imp.list.append(&row);
        imp.rows.borrow_mut().push(row);
    }

    /// What is known of the position that is shown; `None` while that is not known.
    pub fn known(&self) -> Option<Rc<(Chess, Explored)>> {
        let answer = self.imp().explorer.borrow().as_ref()?.answer();
        let shown = self.game()?.viewer().node_position();
        match answer {
            ExplorerAnswer::Known(known) if known.0 == shown => Some(known),
            _ => None,
        }
    }

    /// Plays a move on the board: along the game, or into a side line.
    fn play(&self, place: usize) {
        let (Some(game), Some(known)) = (self.game(), self.known()) else {
            return;
        };
        let Some((ply, _)) = known.1.moves.get(place) else {
            return;
        };
        let action = StudyAction::AddLine {
            at: game.viewer().node(),
            moves: vec![ply.mv],
        };
        if let Err(refusal) = game.annotate(action) {
            tracing::warn!("{} cannot be added: {refusal}", ply.san);
        }
    }
}

subclass! {
    /// A button with one move.
    pub struct OpeningRow(imp::OpeningRow): gtk::Button { template: [ResultsBar], default: new }
}

impl OpeningRow {
    /// Shows a move, with figures of the pieces or their letters.
    pub fn show(&self, ply: &Ply, share: &ResultCounts, with_figures: bool) {
        let imp = self.imp();
        let san = ply.san.to_string();
        imp.san.set_label(&match with_figures {
            true => figurines(&san),
            false => san,
        });
        imp.games.set_label(&share.games.to_string());
        imp.figures.set_label(&words::share_figures(share));
        imp.bar.show_share(share);
        // Newer GTK takes the text on the button for its name, even if another name is set.
        self.reset_relation(gtk::AccessibleRelation::LabelledBy);
        let said = words::played(ply, share);
        self.update_property(&[gtk::accessible::Property::Label(&said)]);
        imp.said.replace(said);
    }
}

/// The names that choices have in actions, with what they stand for.
const COLORS: [(&str, Option<Color>); 3] = [
    ("any", None),
    ("white", Some(Color::White)),
    ("black", Some(Color::Black)),
];
/// How many months back games count, by the names of the choices.
const TIMES: [(&str, Option<i32>); 4] = [
    ("all", None),
    ("year", Some(12)),
    ("half-year", Some(6)),
    ("quarter", Some(3)),
];

fn time(name: &str) -> String {
    match name {
        "year" => gettext("Last 12 Months"),
        "half-year" => gettext("Last 6 Months"),
        "quarter" => gettext("Last 3 Months"),
        _ => gettext("All Time"),
    }
}

/// The same on the menu.
fn time_on_menu(name: &str) -> String {
    match name {
        "year" => gettext("Last 1_2 Months"),
        "half-year" => gettext("Last _6 Months"),
        "quarter" => gettext("Last _3 Months"),
        _ => gettext("All _Time"),
    }
}

impl imp::OwnOpenings {
    pub(in crate::ui) fn set_player(&self, player: String) {
        if player.is_empty() {
            self.color.replace(COLORS[0].0.to_owned());
        }
        if self.player.replace(player.clone()) != player {
            self.obj().filter_anew();
            self.obj().notify_player();
        }
    }

    fn set_color(&self, color: String) {
        let known = COLORS.iter().any(|(name, _)| *name == color);
        if known && self.color.replace(color.clone()) != color {
            self.obj().filter_anew();
        }
    }

    fn set_time(&self, time: String) {
        let known = TIMES.iter().any(|(name, _)| *name == time);
        if known && self.time.replace(time.clone()) != time {
            self.obj().filter_anew();
        }
    }
}

impl OwnOpenings {
    /// Shows every game there is.
    fn set_up_filter(&self) {
        let imp = self.imp();
        imp.color.replace(COLORS[0].0.to_owned());
        imp.time.replace(TIMES[0].0.to_owned());
        self.fill_menu();
    }

    /// The games that count.
    pub fn filter(&self) -> GameFilter {
        let imp = self.imp();
        let color = imp.color.borrow();
        let color = COLORS.iter().find(|(name, _)| *name == *color);
        let time = imp.time.borrow();
        let time = TIMES.iter().find(|(name, _)| *name == *time);
        let since = time.and_then(|(_, months)| {
            let today = Zoned::now().date();
            today.checked_sub((*months)?.months()).ok()
        });
        GameFilter {
            player: Some(self.player()).filter(|player| !player.is_empty()),
            color: color.and_then(|(_, color)| *color),
            since,
            until: None,
        }
    }

    fn filter_anew(&self) {
        self.fill_menu();
        self.notify_color();
        self.notify_time();
        self.look();
    }

    /// Offers the two players of the game, and the one who was chosen.
    fn fill_menu(&self) {
        let imp = self.imp();
        let filter = self.filter();
        let chosen = filter.player.clone();
        let game = self.game();
        let given = |side| game.as_ref()?.header().given(side).map(str::to_owned);
        let mut names: Vec<String> = Color::ALL.into_iter().filter_map(given).collect();
        names.extend(chosen.clone().filter(|name| !names.contains(name)));
        let everybody = (gettext("_Everybody"), String::new());
        // A name is no mnemonic.
        let players = names.into_iter();
        let players = players.map(|name| (words::shown_name(&name).replace('_', "__"), name));
        let section = |action: &str, items: Vec<(String, String)>| {
            let section = gio::Menu::new();
            for (label, target) in items {
                let item = gio::MenuItem::new(Some(&label), None);
                item.set_action_and_target_value(Some(action), Some(&target.to_variant()));
                section.append_item(&item);
            }
            section
        };
        let whose = section(
            "openings.player",
            std::iter::once(everybody).chain(players).collect(),
        );
        whose.append(
            Some(&gettext("_Another Player…")),
            Some("openings.another-player"),
        );
        let colors = COLORS.map(|(name, color)| {
            let label = match color {
                None => gettext("Eit_her Color"),
                Some(Color::White) => gettext("With _White"),
                Some(Color::Black) => gettext("With _Black"),
            };
            (label, name.to_owned())
        });
        let times = TIMES.map(|(name, _)| (time_on_menu(name), name.to_owned()));
        let menu = gio::Menu::new();
        menu.append_section(None, &whose);
        menu.append_section(None, &section("openings.color", colors.to_vec()));
        menu.append_section(None, &section("openings.time", times.to_vec()));
        // The popover stays while what it offers changes, for it may still be on the screen.
        match imp.menu.popover().and_downcast::<gtk::PopoverMenu>() {
            Some(popover) => popover.set_menu_model(Some(&menu)),
            None => imp.menu.set_menu_model(Some(&menu)),
        }
        self.action_set_enabled("openings.color", chosen.is_some());
        let whose = words::whose_games(chosen.as_deref(), filter.color);
        let summary = format!("{whose} · {}", time(&imp.time.borrow()));
        imp.chosen.set_label(&summary);
        let name = words::gettext_f("Games: {filter}", &[("filter", &summary)]);
        imp.menu
            .update_property(&[gtk::accessible::Property::Label(&name)]);
    }
}

/// How many names are suggested at once.
const SUGGESTED: usize = 5;

/// Gets what shows them ready for the saved games.
pub(super) fn set_up(openings: &OwnOpenings, games: &SavedGames) {
    openings.set_games(games);
    on(openings, "games-wanted", go_to_games_here);
    let asked = games.clone();
    on(openings, "another-player", move |openings| {
        ask_whose_games(openings.clone(), asked.clone())
    });
}

/// Goes to the games that reached the position, once it is known which did.
fn go_to_games_here(openings: &OwnOpenings) {
    let known = openings.game().zip(openings.known());
    let Some(((game, known), source)) = known.zip(openings.source()) else {
        return;
    };
    let all = known.1.all;
    let status = match all.white + all.draws + all.black {
        0 => StatusFilter::Unfinished,
        _ => StatusFilter::Finished,
    };
    let players = openings.filter().player.into_iter().collect();
    let position = PositionFilter::new(known.0.clone(), last_move(&game));
    let openings = openings.downgrade();
    glib::spawn_future_local(async move {
        let found = source.reached(position).await;
        let here = openings.upgrade();
        let Some(here) = here.filter(|here| here.game() == Some(game)) else {
            return;
        };
        let position = match found {
            None => return,
            Some(Err(error)) => return question::complain(&here, &words::io_error(&error)),
            Some(Ok(position)) => Some(position),
        };
        let query = Query {
            players,
            position,
            ..Query::default()
        };
        let route = match source.collection() {
            Some(collection) => Route::Collection(
                collection.path().to_owned(),
                Query {
                    sort: Sort::Unsorted,
                    ..query
                },
            ),
            None => Route::Saved(Query { status, ..query }),
        };
        ask(&here, Request::Go(route));
    });
}

/// Asks for a player who is not on the menu.
fn ask_whose_games(openings: OwnOpenings, games: SavedGames) {
    let window = openings.root().and_downcast::<gtk::Window>();
    let title = gettext("Whose Games?");
    let dialog = adw::MessageDialog::new(window.as_ref(), Some(&title), None);
    dialog.add_responses(&[("cancel", &gettext("_Cancel")), ("show", &gettext("_Show"))]);
    dialog.set_response_appearance("show", adw::ResponseAppearance::Suggested);
    dialog.set_default_response(Some("show"));
    dialog.set_close_response("cancel");
    dialog.set_response_enabled("show", false);
    let entry = adw::EntryRow::builder()
        .title(gettext("Player"))
        .activates_default(true)
        .build();
    let list = gtk::ListBox::builder()
        .selection_mode(gtk::SelectionMode::None)
        .css_classes(["boxed-list"])
        .build();
    list.append(&entry);
    let suggesting = games.clone();
    let suggestions = NameSuggestions::new(&list, &entry, move |typed| {
        suggesting.suggestions(typed, SUGGESTED)
    });
    dialog.set_extra_child(Some(&list));
    let known = move |typed: &str| {
        let players = games.players();
        let name = players.by_name(typed.trim());
        name.map(|player| player.name.clone())
    };
    let typed = known.clone();
    entry.connect_changed(callback_with(
        &dialog,
        move |dialog, entry: &adw::EntryRow| {
            dialog.set_response_enabled("show", typed(&entry.text()).is_some())
        },
    ));
    entry.grab_focus();
    glib::spawn_future_local(async move {
        let answer = question::ask(&dialog).await;
        suggestions.unparent();
        if let Some(name) = known(&entry.text()).filter(|_| answer == "show") {
            openings.set_player(name);
        }
    });
}

/// The move that led to the shown position, with its number; `None` where it is the first.
fn last_move(game: &model::Game) -> Option<String> {
    let shown = game.viewer().node_position();
    let before = game.with_study(|study, rules| {
        let before = study.previous(game.viewer().node())?;
        study.position(rules, before).ok()
    })?;
    let plies = Game::new(before, DrawRule::Unjudged).legal_plies();
    let ply = plies.into_iter().find(|ply| ply.position == shown)?;
    Some(words::numbered(&ply))
}
