//! Lists of games, and their pictures.

use std::cell::RefCell;
use std::fs;
use std::rc::Rc;

use gtk::prelude::*;
use rank_and_file::model::{GameResults, SavedGame, SavedGames, Settings, remembered};
use rank_and_file::ui::{GameAction, GameList, SavedGameRow, SavedGamesPage, Thumbnail};
use rank_and_file::words;
use rank_and_file_core::library::{Query, StatusFilter};
use rank_and_file_core::record::log::Folder;

use crate::desk::stage::{Message, Stage, assert_said, below, said_instead, shown};
use crate::desk::{Games, START, play, until, with_display};
use crate::saved::{Written, names};

use super::board::PROMOTION;

#[test]
fn a_list_of_games_shows_its_own_and_says_what_is_wanted() {
    with_display(|| {
        let games = Games::new();
        let saved = games.saved();
        let (unfinished, finished) = (game_list(false), game_list(true));
        let row = gtk::Box::new(gtk::Orientation::Horizontal, 0);
        row.set_homogeneous(true);
        for (list, shelf) in [
            (&unfinished, StatusFilter::Unfinished),
            (&finished, StatusFilter::Finished),
        ] {
            list.set_results(&GameResults::new(
                &saved,
                Query {
                    status: shelf,
                    ..Query::default()
                },
            ));
            row.append(list);
        }
        let stage = Stage::show(&row, 900, 500);
        assert!(shown(&unfinished, "RfSavedGameRow").is_empty());
        assert_eq!(shown(&unfinished, "AdwStatusPage").len(), 1);
        for moves in ["e4", "d4 d5", "f3 e5 g4 Qh4#"] {
            let game = games.begin(START);
            play(&game, moves);
        }
        saved.load();
        until("every game has its row", || {
            shown(&unfinished, "RfSavedGameRow").len() == 2
                && shown(&finished, "RfSavedGameRow").len() == 1
        });
        assert!(shown(&unfinished, "AdwStatusPage").is_empty());
        let row = &shown(&finished, "RfSavedGameRow")[0];
        until("the row is painted", || !written_on(row).is_empty());
        assert!(written_on(row).starts_with(&["Ann", "–", "Ben"].map(str::to_owned)));
        // What is searched for is marked.
        for (text, marks) in [
            ("an player:b", vec!["An", "B"]),
            ("checkm", vec!["Checkm"]),
            ("opening:a00 white:be", vec!["A00"]),
            ("white:be", vec![]),
            ("", vec![]),
        ] {
            finished.set_search(text);
            stage.paint();
            assert_eq!(marked_on(row), marks, "{text}");
        }
        // What is chosen is said, and nothing else happens.
        let told = Rc::new(RefCell::new(Vec::new()));
        let tell = told.clone();
        finished.connect_local("wanted", false, move |values| {
            let game: SavedGame = values[1].get().unwrap();
            let action: GameAction = values[2].get().unwrap();
            tell.borrow_mut().push((action, game.summary().plies));
            None
        });
        // The row has a button to open it and one for more; nothing else can be hit by mistake.
        let buttons = below(row, "GtkButton");
        assert_eq!(buttons.len(), 2);
        let open = buttons[0].clone().downcast::<gtk::Button>().unwrap();
        open.emit_clicked();
        assert_eq!(told.take(), [(GameAction::Open, 4)]);
        assert!(written_on(row).contains(&"0–1\u{a0}· Checkmate".to_owned()));
        // Each item of the menu says what it is called, and nothing says more than it holds.
        for (name, action) in [
            ("open", GameAction::Open),
            ("open-apart", GameAction::OpenApart),
            ("games-of-white", GameAction::GamesOfWhite),
            ("games-of-black", GameAction::GamesOfBlack),
            ("copy", GameAction::Copy),
            ("export", GameAction::Export),
            ("trash", GameAction::Trash),
        ] {
            finished
                .activate_action(&format!("games.{name}"), Some(&0u32.to_variant()))
                .unwrap();
            assert_eq!(told.take(), [(action, 4)], "{name}");
        }
        let unknown = finished.activate_action("games.burn", Some(&0u32.to_variant()));
        assert!(unknown.is_err());
        // While games are being chosen, a press chooses.
        finished.set_selecting(true);
        until("the row can be chosen", || {
            shown(&finished, "GtkCheckButton").len() == 1
        });
        let row = &shown(&finished, "RfSavedGameRow")[0];
        let open = below(row, "GtkButton").remove(0);
        for chosen in [1, 0, 1] {
            open.clone()
                .downcast::<gtk::Button>()
                .unwrap()
                .emit_clicked();
            assert_eq!(finished.chosen().len(), chosen);
        }
        finished.set_selecting(false);
        assert_eq!(finished.chosen().len(), 0);
        assert!(told.borrow().is_empty());
        assert_eq!(shown(&finished, "RfSavedGameRow").len(), 1);
        // The last one gone, the list says so.
        let last = finished.results().unwrap().game(0).unwrap();
        saved.take_off(&[last]);
        until("the list is empty", || {
            shown(&finished, "AdwStatusPage").len() == 1
        });
    });
}

#[test]
fn a_list_is_in_its_first_frame_as_it_stays() {
    with_display(|| {
        let games = Games::new();
        play(&games.begin(START), "f3 e5 g4 Qh4#");
        let saved = games.saved();
        saved.load();
        until("the game is known", || saved.count() == 1);
        for (width, view) in [(1000, "GtkGridView"), (500, "GtkListView")] {
            let pages = gtk::Stack::new();
            pages.add_child(&gtk::Label::new(None));
            let stage = Stage::show(&pages, width, 400);
            let list = game_list(true);
            list.set_results(&GameResults::new(
                &saved,
                Query {
                    status: StatusFilter::Finished,
                    ..Query::default()
                },
            ));
            pages.add_child(&list);
            let seen = Rc::new(RefCell::new(Vec::new()));
            let see = seen.clone();
            let watched = list.clone();
            stage
                .window
                .frame_clock()
                .unwrap()
                .connect_after_paint(move |_| {
                    for kind in ["GtkGridView", "GtkListView"] {
                        if shown(&watched, kind).iter().any(has_a_row) {
                            see.borrow_mut().push(kind);
                        }
                    }
                });
            pages.set_visible_child(&list);
            until("the game is seen", || !seen.borrow().is_empty());
            // So it is still when another game comes.
            let games_seen = || shown(&list, "RfSavedGameRow").len();
            let so_far = games_seen();
            play(&games.begin(START), "f3 e5 g4 Qh4#");
            until("another game is seen", || games_seen() > so_far);
            seen.borrow_mut().dedup();
            assert_eq!(*seen.borrow(), [view], "{width}");
        }
    });
}

/// A list of so many games.
fn long_list(games: &Games, count: usize) -> (SavedGames, GameList) {
    games.lay(count, |number| format!("Ann {number}"));
    let saved = games.saved();
    let list = game_list(false);
    list.set_results(&GameResults::new(&saved, Query::default()));
    (saved, list)
}

#[test]
fn rows_are_painted_when_they_are_seen_and_told_of_anyway() {
    with_display(|| {
        let games = Games::new();
        let (saved, list) = long_list(&games, 40);
        let stage = Stage::show(&list, 500, 300);
        saved.load();
        let rows = || below(&list, "RfSavedGameRow");
        until("there are all rows", || rows().len() == 40);
        stage.paint();
        let painted = |row: &gtk::Widget| !written_on(row).is_empty();
        let seen = rows().iter().filter(|row| painted(row)).count();
        assert!((3..10).contains(&seen), "{seen} rows are painted");
        assert!(rows()[..seen].iter().all(painted));
        let high = |row: &gtk::Widget| row.measure(gtk::Orientation::Vertical, 480).1;
        assert!(rows().iter().all(|row| high(row) == high(&rows()[0])));
        let is_told = |row: &gtk::Widget| {
            let game = row.downcast_ref::<SavedGameRow>().unwrap().game().unwrap();
            let name = format!("{} – Ben", game.summary().white);
            said_instead(&below(row, "GtkButton")[0], Message::Name, &name).is_none()
        };
        until("rows that are not seen are told of", || {
            rows().iter().all(is_told)
        });
        let scroller = rows()[0].ancestor(gtk::ScrolledWindow::static_type());
        let scroller = scroller.and_downcast::<gtk::ScrolledWindow>().unwrap();
        let place = scroller.vadjustment();
        place.set_value(place.upper());
        until("the last rows are painted", || {
            rows().last().is_some_and(painted)
        });
        // Other games come to stand in the rows, and what was said of the old ones is not said any more.
        list.results().unwrap().set_query(Query {
            text: "11".to_owned(),
            ..Query::default()
        });
        list.begin_anew();
        until("the one that is found is left", || rows().len() == 1);
        stage.paint();
        assert_said(
            &below(&rows()[0], "GtkButton")[0],
            Message::Name,
            "Ann 11 – Ben",
        );
        // In the name, and where it says whose turn it is.
        assert_eq!(marked_on(&rows()[0]), ["11", "11"]);
    });
}

#[test]
fn the_second_button_opens_the_menu_of_a_row() {
    with_display(|| {
        let games = Games::new();
        let (saved, list) = long_list(&games, 2);
        let mut stage = Stage::show(&list, 500, 300);
        saved.load();
        let rows = || shown(&list, "RfSavedGameRow");
        until("there are all rows", || rows().len() == 2);
        stage.paint();
        if !stage.has_pointer("the_second_button_opens_the_menu_of_a_row") {
            return;
        }
        // A menu that is open may lose the keyboard when the window gets it.
        stage.keys("");
        until("the window has the keyboard", || stage.window.is_active());
        stage.click_with("3", stage.middle(&rows()[1]));
        until("the menu has the keyboard", || {
            let focus = GtkWindowExt::focus(&stage.window);
            focus.is_some_and(|item| item.ancestor(gtk::PopoverMenu::static_type()).is_some())
        });
        let told = Rc::new(RefCell::new(None));
        let tell = told.clone();
        list.connect_wanted(move |game, action| {
            tell.replace(Some((game.summary().white.clone(), action)));
        });
        stage.keys("Return");
        until("a game is opened", || told.borrow().is_some());
        let second = rows()[1].downcast_ref::<SavedGameRow>().unwrap().game();
        let second = second.unwrap().summary().white.clone();
        assert_eq!(*told.borrow(), Some((second, GameAction::Open)));
    });
}

fn has_a_row(view: &gtk::Widget) -> bool {
    !shown(view, "RfSavedGameRow").is_empty()
}

fn layouts_of(row: &gtk::Widget) -> Vec<gtk::pango::Layout> {
    row.downcast_ref::<SavedGameRow>().unwrap().layouts()
}

pub(super) fn written_on(row: &gtk::Widget) -> Vec<String> {
    let layouts = layouts_of(row).into_iter();
    layouts.map(|layout| layout.text().to_string()).collect()
}

/// What is marked on a row: it is underlined and bold.
fn marked_on(row: &gtk::Widget) -> Vec<String> {
    let mut marked = Vec::new();
    for layout in layouts_of(row) {
        let (text, attributes) = (layout.text(), layout.attributes().unwrap().attributes());
        let of_kind = |kind| {
            let own = attributes.iter().filter(move |own| own.type_() == kind);
            let ranges = own.map(|own| own.start_index() as usize..own.end_index() as usize);
            ranges
                .filter(|range| range.end <= text.len())
                .collect::<Vec<_>>()
        };
        let lines = of_kind(gtk::pango::AttrType::Underline);
        assert_eq!(of_kind(gtk::pango::AttrType::Weight), lines, "{text}");
        marked.extend(lines.into_iter().map(|range| text[range].to_owned()));
    }
    marked
}

fn game_list(finished: bool) -> GameList {
    glib::Object::builder()
        .property("finished", finished)
        .build()
}

#[test]
fn a_thumbnail_takes_any_text_for_a_position() {
    with_display(|| {
        let thumbnail: Thumbnail = glib::Object::new();
        thumbnail.set_halign(gtk::Align::Start);
        thumbnail.set_valign(gtk::Align::Start);
        let stage = Stage::show(&thumbnail, 200, 200);
        assert_eq!((thumbnail.width(), thumbnail.height()), (96, 96));
        for fen in [START, "no position", "", PROMOTION] {
            thumbnail.set_fen(fen);
            stage.paint();
        }
    });
}

/// As where the folder is restored from elsewhere, while the lists are shown.
#[test]
fn the_lists_follow_a_folder_that_is_replaced() {
    with_display(|| {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("data/games");
        fs::create_dir_all(&path).unwrap();
        // A log may be nothing but lines of FEN.
        let lay = |name: &str| {
            fs::write(
                path.join(name).with_extension("fenlog"),
                format!("{START}\n"),
            )
            .unwrap();
        };
        let saved = SavedGames::new(Folder::new(path.clone()), root.path().join("games.index"));
        lay("one");
        saved.load();
        until("a game", || saved.count() == 1);
        lay("two");
        until("another one", || saved.count() == 2);
        fs::rename(&path, root.path().join("data/away")).unwrap();
        until("no game without a folder", || saved.count() == 0);
        fs::create_dir(&path).unwrap();
        lay("three");
        until("the new folder is there", || saved.count() == 1);
        lay("four");
        until("and is watched", || saved.count() == 2);
        fs::remove_dir_all(&path).unwrap();
        until("it is deleted", || saved.count() == 0);
        fs::rename(root.path().join("data/away"), &path).unwrap();
        until("the old one is back", || saved.count() == 2);
        lay("five");
        until("and is watched", || saved.count() == 3);
        // The folder above it, too, may be another one.
        fs::rename(root.path().join("data"), root.path().join("other")).unwrap();
        until("no game without a folder", || saved.count() == 0);
        fs::create_dir_all(&path).unwrap();
        lay("six");
        until("the new folder is there", || saved.count() == 1);
        lay("seven");
        until("and is watched", || saved.count() == 2);
        fs::remove_dir_all(root.path().join("data")).unwrap();
        fs::rename(root.path().join("other"), root.path().join("data")).unwrap();
        until("the old one is back", || saved.count() == 3);
        // What a program for syncing leaves is named.
        assert_eq!(saved.trouble(), "");
        fs::write(path.join("five.sync-conflict-1.pgn"), "").unwrap();
        saved.load();
        until("the copy is named", || {
            saved.trouble().contains("five.sync-conflict-1.pgn")
        });
    });
}

#[test]
fn copies_of_a_game_are_healed_and_told_once() {
    with_display(|| {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("data/games");
        fs::create_dir_all(&path).unwrap();
        let id = "20261120T190500Z-01234567";
        let lay = |added: &str, moves: &str| {
            let name = format!("{id}{added}.fenlog");
            fs::write(path.join(name), Written::play(moves).text()).unwrap();
        };
        let saved = SavedGames::new(Folder::new(path.clone()), root.path().join("games.index"));
        lay("", "e4 e5");
        lay(".sync-conflict-20261124-101500-ABCDEFG", "e4 e5 Nf3");
        saved.load();
        until("the copy is joined", || {
            let game = saved.by_id(id);
            game.is_some_and(|game| game.summary().plies == 3)
        });
        until("that is said", || saved.count() == 1 && !saved.loading());
        let told = saved.take_healed();
        assert_eq!(words::healed(&told), "Two copies of a game were combined.");
        assert_eq!(saved.take_healed(), [], "it is told once");
        // One that comes later, and went another way.
        lay(" (1)", "e4 e5 d4");
        until("both are games", || saved.count() == 2);
        let all = RefCell::new(Vec::new());
        until("that is said, too", || {
            all.borrow_mut().extend(saved.take_healed());
            !all.borrow().is_empty()
        });
        assert_eq!(
            words::healed(&all.borrow()),
            "1 game was continued in two ways. Both are saved."
        );
        until("nothing but two logs is left", || names(&path).len() == 2);
    });
}

#[test]
fn searches_are_kept_and_found_again() {
    with_display(|| {
        let games = Games::new();
        let saved = games.saved();
        let settings = Settings::new();
        settings.set(remembered::SAVED_SEARCHES, &Vec::new());
        let page = SavedGamesPage::new(&settings, &saved);
        let _stage = Stage::show(&page, 500, 500);
        let act = |name: &str, text: Option<&str>| {
            let text = text.map(ToVariant::to_variant);
            page.activate_action(name, text.as_ref()).unwrap();
        };
        let names = below(&page, "GtkMenuButton").into_iter();
        let mut names = names.filter_map(|button| button.tooltip_text());
        let star = "Search Terms and Saved Searches";
        assert!(names.any(|name| name == star), "a star says little");
        let kept = || settings.get(remembered::SAVED_SEARCHES);
        act("saved.save-search", None);
        assert!(kept().is_empty(), "nothing is searched for");
        let search = |text: &str| {
            page.open(&Query {
                text: text.to_owned(),
                ..Query::default()
            });
        };
        for text in ["player:ann ", "elo:>2000_"] {
            search(text);
            act("saved.save-search", None);
        }
        assert_eq!(kept(), ["elo:>2000_", "player:ann"]);
        act("saved.search", Some("player:ann"));
        until("it is searched for", || page.query().text == "player:ann");
        act("saved.remove-search", None);
        assert_eq!(kept(), ["elo:>2000_"]);
        act("saved.term", Some("date:"));
        until("a term is begun", || {
            page.query().text == "player:ann date:"
        });
    });
}
