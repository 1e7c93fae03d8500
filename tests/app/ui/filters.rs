//! Filters beside the search for games that are terms of it: chosen in popovers, shown, and taken away.

use std::fs;

use gtk::prelude::*;
use rank_and_file::model::{Collection, Settings, remembered};
use rank_and_file::ui::SavedGamesPage;
use rank_and_file_core::library::Query;

use crate::desk::stage::{Stage, below, shown};
use crate::desk::{Games, START, play, until, with_display};

use super::games::written_on;

const GAMES: [[&str; 5]; 3] = [
    ["Ann Lee", "Ben", "2024.05.06", "C60", "2100"],
    ["Ben", "Cleo", "2025.01.02", "B20", "1800"],
    ["Cleo", "Ann Lee", "2019.??.??", "C65", "1500"],
];

/// A page over a collection with these games.
fn page_of_collection(games: &Games) -> SavedGamesPage {
    let path = games.root().join("some.pgn");
    let text = GAMES.map(|[white, black, date, eco, elo]| {
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"{date}\"]\n[ECO \"{eco}\"]\n\
             [WhiteElo \"{elo}\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n"
        )
    });
    fs::write(&path, text.concat()).unwrap();
    let opening = Collection::open(path, games.root().join("cache"));
    let collection = glib::MainContext::default().block_on(opening).unwrap();
    until("it is read", || collection.progress() >= 1.0);
    SavedGamesPage::of_collection(&Settings::new(), &collection)
}

/// Opens the popover of the filter that is called so.
fn popover(page: &SavedGamesPage, name: &str) -> gtk::Popover {
    let filters = below(page, "GtkMenuButton").into_iter();
    let mut filters = filters.map(|filter| filter.downcast::<gtk::MenuButton>().unwrap());
    let is_called = |filter: &gtk::MenuButton| {
        let label = filter.child().and_downcast::<gtk::Label>();
        label.is_some_and(|label| label.label() == name)
    };
    let filter = filters.find(is_called).expect("a filter of this name");
    filter.popup();
    until("its popover is there", || {
        filter.popover().is_some_and(|popover| popover.is_mapped())
    });
    let popover = filter.popover().unwrap();
    until("the keyboard is in it", || {
        let focus = page.root().and_then(|root| root.focus());
        focus.is_some_and(|focus| focus.is_ancestor(&popover))
    });
    popover
}

/// Closes a popover: an open one would have the pointer and the keys of what is tested next.
fn close(popover: &gtk::Popover) {
    popover.popdown();
    until("the popover is closed", || !popover.is_mapped());
}

fn entries(popover: &gtk::Popover) -> Vec<gtk::Entry> {
    let entries = below(popover, "GtkEntry").into_iter();
    entries.map(|entry| entry.downcast().unwrap()).collect()
}

fn buttons(inside: &impl IsA<gtk::Widget>) -> Vec<gtk::Button> {
    let buttons = below(inside, "GtkButton").into_iter();
    buttons.map(|button| button.downcast().unwrap()).collect()
}

/// The buttons that take filters away, and what they are for.
fn filters_on(page: &SavedGamesPage) -> Vec<(String, gtk::Button)> {
    let on = buttons(page).into_iter();
    let on = on.filter(|button| button.has_css_class("filter"));
    let named = on.map(|button| {
        let said = button.tooltip_text().unwrap_or_default();
        (said.replace("Remove filter ", ""), button)
    });
    named.collect()
}

fn names_on(page: &SavedGamesPage) -> Vec<String> {
    let on = filters_on(page).into_iter();
    on.map(|(name, _)| name).collect()
}

fn take_away(page: &SavedGamesPage, name: &str) {
    let mut on = filters_on(page).into_iter();
    let (_, button) = on.find(|(other, _)| other == name).expect("it is on");
    button.emit_clicked();
}

/// Waits until so many games are listed, of which the first is one of this player with White.
fn until_listed(page: &SavedGamesPage, count: usize, white: &str) {
    until(&format!("{count} games, first one of {white}"), || {
        let rows = shown(page, "RfSavedGameRow");
        let first = rows.first().map(written_on).unwrap_or_default();
        rows.len() == count && first.first().is_some_and(|name| name == white)
    });
}

#[test]
fn what_is_chosen_beside_the_search_is_what_is_typed_there() {
    with_display(|| {
        let games = Games::new();
        let page = page_of_collection(&games);
        let _stage = Stage::show(&page, 700, 600);
        page.open(&Query::default());
        until_listed(&page, 3, "Ann Lee");
        let typed = |text: &str| until(text, || page.query().text == text);

        let chosen = popover(&page, "Player");
        let names = || {
            buttons(&chosen)
                .iter()
                .filter_map(name_of)
                .collect::<Vec<_>>()
        };
        assert_eq!(names(), ["Ann Lee", "Ben", "Cleo"]);
        entries(&chosen)[0].set_text("le");
        typed("player:le");
        until_listed(&page, 2, "Ann Lee");
        assert_eq!(names(), ["Ann Lee"]);
        buttons(&chosen)[0].emit_clicked();
        typed("player:\"Ann Lee\"");
        until("the popover is gone", || !chosen.is_mapped());
        assert_eq!(names_on(&page), ["Player: Ann Lee"]);

        let opening = popover(&page, "Opening");
        entries(&opening)[0].set_text("c65");
        typed("player:\"Ann Lee\" opening:c65");
        until_listed(&page, 1, "Cleo");
        entries(&opening)[0].emit_activate();
        until("Enter closes it", || !opening.is_mapped());
        take_away(&page, "Player: Ann Lee");
        typed("opening:c65");
        take_away(&page, "Opening: c65");
        typed("");
        until_listed(&page, 3, "Ann Lee");
        assert!(names_on(&page).is_empty());
    });
}

#[test]
fn days_and_ratings_are_chosen_by_where_they_begin_and_end() {
    with_display(|| {
        let games = Games::new();
        let page = page_of_collection(&games);
        let _stage = Stage::show(&page, 700, 600);
        page.open(&Query {
            text: "elo:>1499 x".to_owned(),
            ..Query::default()
        });
        let typed = |text: &str| until(text, || page.query().text == text);
        let ratings = popover(&page, "Elo");
        let [least, most] = &entries(&ratings)[..] else {
            panic!("two entries")
        };
        assert_eq!((&*least.text(), &*most.text()), ("1500", ""));
        most.set_text("2000");
        typed("elo:1500..2000 x");
        most.set_text("many");
        assert!(most.has_css_class("error") && !least.has_css_class("error"));
        least.set_text("");
        most.set_text("2000");
        // What was written over was empty in between.
        typed("x elo:<=2000");
        assert!(!most.has_css_class("error"));
        assert_eq!(names_on(&page), ["Elo: to 2000"]);
        close(&ratings);

        page.activate_action("saved.search", Some(&"".to_variant()))
            .unwrap();
        until_listed(&page, 3, "Ann Lee");
        let dates = popover(&page, "Date");
        let [from, to] = &entries(&dates)[..] else {
            panic!("two entries")
        };
        from.set_text("2024-06");
        typed("date:>=2024-06");
        until_listed(&page, 1, "Ben");
        assert_eq!(names_on(&page), ["Date: from 2024-06"]);
        to.set_text("2026");
        typed("date:2024-06..2026");
        let this_year = glib::DateTime::now_local().unwrap().year();
        let [week, years @ ..] = &buttons(&dates)[..] else {
            panic!("a button for the last days")
        };
        week.emit_clicked();
        let week_ago = glib::DateTime::now_local().unwrap().add_days(-7).unwrap();
        typed(&format!("date:>={}", week_ago.format("%Y-%m-%d").unwrap()));
        for (button, year) in years.iter().zip([this_year, this_year - 1]) {
            button.emit_clicked();
            typed(&format!("date:{year}"));
            assert_eq!(names_on(&page), [format!("Date: {year}")]);
        }
        close(&dates);
    });
}

#[test]
fn a_position_that_was_typed_stays_beside_what_is_chosen() {
    with_display(|| {
        let games = Games::new();
        let page = page_of_collection(&games);
        let _stage = Stage::show(&page, 700, 600);
        page.open(&Query::default());
        let act = |name: &str, text: &str| {
            page.activate_action(name, Some(&text.to_variant()))
                .unwrap();
        };
        act("saved.search", START);
        until("it is looked for", || page.query().position.is_some());
        let chosen = popover(&page, "Player");
        entries(&chosen)[0].set_text("ben");
        until("both are looked for", || page.query().text == "player:ben");
        assert!(page.query().position.is_some());
        assert_eq!(names_on(&page), ["Player: ben", START]);
        close(&chosen);
        until_listed(&page, 2, "Ann Lee");
    });
}

#[test]
fn what_is_chosen_narrows_ones_own_games_and_is_saved_with_the_search() {
    with_display(|| {
        let games = Games::new();
        for moves in ["e4", "d4"] {
            play(&games.begin(START), moves);
        }
        let saved = games.saved();
        let settings = Settings::new();
        settings.set(remembered::SAVED_SEARCHES, &Vec::new());
        let page = SavedGamesPage::new(&settings, &saved);
        let _stage = Stage::show(&page, 700, 600);
        page.open(&Query::default());
        until_listed(&page, 2, "Ann");
        let opening = popover(&page, "Opening");
        entries(&opening)[0].set_text("king's pawn");
        until_listed(&page, 1, "Ann");
        page.activate_action("saved.save-search", None).unwrap();
        let kept = settings.get(remembered::SAVED_SEARCHES);
        assert_eq!(kept, ["opening:\"king's pawn\""]);
        entries(&opening)[0].set_text("");
        until_listed(&page, 2, "Ann");
        close(&opening);
    });
}

fn name_of(button: &gtk::Button) -> Option<String> {
    let label = button.child().and_downcast::<gtk::Label>()?;
    Some(label.label().to_string())
}

#[test]
fn from_the_search_the_keyboard_goes_to_the_games() {
    with_display(|| {
        let games = Games::new();
        let page = page_of_collection(&games);
        let mut stage = Stage::show(&page, 700, 600);
        if !stage.has_pointer("from_the_search_the_keyboard_goes_to_the_games") {
            return;
        }
        page.open(&Query::default());
        until_listed(&page, 3, "Ann Lee");
        let search = below(&page, "GtkSearchEntry").remove(0);
        let on_first_game = || {
            let focus = page.root().and_then(|root| root.focus());
            let first = shown(&page, "RfSavedGameRow").remove(0);
            focus.is_some_and(|focus| focus.is_ancestor(&first))
        };
        for key in ["Return", "Down"] {
            search.grab_focus();
            assert!(!on_first_game());
            stage.keys(key);
            until(key, on_first_game);
        }
    });
}

/// Where the list that is shown has nothing that was looked for, what the other one has is a click away.
#[test]
fn what_is_found_in_the_other_list_is_offered() {
    with_display(|| {
        let games = Games::new();
        for moves in ["e4 e5", "f3 e5 g4 Qh4#"] {
            play(&games.begin(START), moves);
        }
        let saved = games.saved();
        let page = SavedGamesPage::new(&Settings::new(), &saved);
        let _stage = Stage::show(&page, 700, 600);
        let search = |text: &str| {
            let text = text.to_variant();
            page.activate_action("saved.search", Some(&text)).unwrap();
        };
        let offers = || {
            let buttons = buttons(&page).into_iter();
            let labels = buttons
                .filter(WidgetExt::is_mapped)
                .filter_map(|button| button.label());
            labels
                .filter(|label| label.starts_with("Show "))
                .map(|label| label.to_string())
                .collect::<Vec<_>>()
        };
        page.open(&Query::default());
        until_listed(&page, 1, "Ann");
        assert!(offers().is_empty());
        search("barnes");
        until("the finished game is offered", || {
            offers() == ["Show 1 Finished Game"]
        });
        page.activate_action("saved.other-list", None).unwrap();
        until_listed(&page, 1, "Ann");
        assert!(offers().is_empty());
        search("king's pawn");
        until("the other game is offered", || {
            offers() == ["Show 1 Unfinished Game"]
        });
        search("nobody");
        until("nothing is offered", || offers().is_empty());
    });
}

#[test]
fn no_more_terms_are_shown_than_count() {
    with_display(|| {
        let games = Games::new();
        let page = page_of_collection(&games);
        let _stage = Stage::show(&page, 900, 600);
        page.open(&Query {
            text: "elo:1 ".repeat(10_000),
            ..Query::default()
        });
        let rows = || below(&page, "RfButtonRow").into_iter();
        let most = || rows().map(|row| below(&row, "GtkButton").len()).max();
        until("the terms are shown", || most() >= Some(64));
        assert!(most() < Some(80), "{:?}", most());
    });
}

#[test]
fn a_term_that_cannot_be_read_is_pointed_out() {
    with_display(|| {
        let games = Games::new();
        let page = page_of_collection(&games);
        let _stage = Stage::show(&page, 700, 600);
        page.open(&Query {
            text: "elo:strong".to_owned(),
            ..Query::default()
        });
        let said = || {
            let pages = shown(&page, "AdwStatusPage").into_iter();
            let mut pages = pages.filter_map(|page| page.downcast::<adw::StatusPage>().ok());
            pages.find_map(|page| page.description())
        };
        let asked = "“elo:strong” has no rating such as 1800, >2000 or 1800..2000.";
        until("it is said", || said().as_deref() == Some(asked));
    });
}
