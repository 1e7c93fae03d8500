//! The saved games as lists show them: they follow the folder, are found off the main thread, and a search that is
//! overtaken is dropped.

use std::cell::{Cell, RefCell};
use std::fs;
use std::rc::Rc;

use gtk::prelude::*;
use rank_and_file::model::{GameResults, ListPlace, SavedGames};
use rank_and_file_core::library::Query;

use super::game::{leave, open, ready};
use crate::desk::{Games, START, play, until, with_main_loop};

#[test]
fn saved_games_are_listed_the_newest_first() {
    with_main_loop(|| {
        let games = Games::new();
        let saved = games.saved();
        let results = GameResults::new(&saved, Query::default());
        load(&saved);
        assert_eq!((results.n_items(), saved.trouble().as_str()), (0, ""));
        assert!(saved.last_unfinished().is_none());
        let mut ids = Vec::new();
        for moves in ["e4", "f3 e5 g4 Qh4#"] {
            let game = games.begin(START);
            play(&game, moves);
            ids.push(game.id());
            leave(game);
        }
        load(&saved);
        assert_eq!(results.n_items(), 2);
        let last = saved.last_unfinished().unwrap();
        assert_eq!(last.id(), ids[0]);
        saved.take_off(std::slice::from_ref(&last));
        assert_eq!(results.n_items(), 1);
        load(&saved);
        assert_eq!(results.n_items(), 1, "it is still on its way out");
        saved.bring_back(&[last]);
        assert_eq!(results.n_items(), 2);
        let keys: Vec<_> = (0..2).map(|place| key(&results, place)).collect();
        assert!(keys.is_sorted_by(|a, b| a >= b), "{keys:?}");
    });
}

#[test]
fn lists_follow_what_happens_in_the_folder() {
    with_main_loop(|| {
        let games = Games::new();
        fs::create_dir_all(games.folder().path()).unwrap();
        let saved = games.saved();
        let results = GameResults::new(&saved, Query::default());
        load(&saved);
        let told: Rc<RefCell<Vec<(u32, u32, u32)>>> = Rc::default();
        let tell = Rc::clone(&told);
        results.connect_items_changed(move |_, at, removed, added| {
            tell.borrow_mut().push((at, removed, added));
        });
        let put = |id: &str, text: &str| {
            fs::write(games.folder().entry(id.to_owned()).path, text).unwrap();
        };
        put("b", &format!("{START}\n"));
        until("the list is level", || results.n_items() == 1);
        let first = results.item(0).unwrap();
        assert_eq!(
            results.item(0).unwrap(),
            first,
            "the same position is the same place"
        );
        put("a", &format!("{START}\n"));
        until("the list is level", || results.n_items() == 2);
        let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        put("a", &format!("{START}\n{e4}\n"));
        until("the list is level", || {
            results
                .game(1)
                .is_some_and(|game| game.summary().plies == 1)
        });
        assert_eq!(
            results.item(0).unwrap(),
            first,
            "others are left as they were"
        );
        fs::remove_file(games.folder().entry("b".to_owned()).path).unwrap();
        until("the list is level", || results.n_items() == 1);
        assert_eq!(
            *told.borrow(),
            [(0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 0)],
            "each change is told where it happened"
        );
    });
}

/// Brings the lists level with the folder, and waits for that.
pub fn load(saved: &SavedGames) {
    saved.load();
    until("the list is level", || !saved.loading());
}

fn key(results: &GameResults, place: u32) -> (Option<jiff::Timestamp>, String) {
    let game = results.game(place).unwrap();
    (game.summary().started, game.id())
}

#[test]
fn many_games_are_searched_beside_the_main_thread_and_what_is_overtaken_is_dropped() {
    with_main_loop(|| {
        let games = Games::new();
        let whites = ["Ann", "Ann", "Ann", "Bea", "Bea", "Cleo"];
        games.lay(1_200, |number| whites[number % 6].to_owned());
        let saved = games.saved();
        let results = GameResults::new(&saved, Query::default());
        load(&saved);
        until("all are found", || results.count() == 1_200);
        let answers = Rc::new(RefCell::new(Vec::new()));
        let told = answers.clone();
        results.connect_answered(move |results| told.borrow_mut().push(results.count()));
        let search = |text: &str| {
            results.set_query(Query {
                text: text.to_owned(),
                ..Query::default()
            });
        };
        for text in ["ann", "bea", "cleo"] {
            search(text);
            assert_eq!(
                results.count(),
                1_200,
                "the search for {text} does not block"
            );
        }
        until("the last search is answered", || results.count() == 200);
        assert_eq!(results.out_of(), 1_200);
        search("");
        until("the next one, too", || results.count() == 1_200);
        assert_eq!(*answers.borrow(), [200, 1_200], "and no other");
        // Where the list is about to be seen, nothing else is seen before.
        results.set_query_at_once(Query {
            text: "bea".to_owned(),
            ..Query::default()
        });
        assert_eq!(results.count(), 400);
    });
}

#[test]
fn another_search_fills_the_places_anew_and_not_the_list() {
    with_main_loop(|| {
        let games = Games::new();
        games.lay(400, |number| ["Ann", "Bea"][number % 2].to_owned());
        let saved = games.saved();
        let results = GameResults::new(&saved, Query::default());
        load(&saved);
        let at_rest = || results.n_items() as usize == results.count();
        until("the list has come to rest", || {
            at_rest() && results.count() == 400
        });
        let places: Vec<_> = (0..150).map(|at| results.item(at).unwrap()).collect();
        let changes = Rc::new(Cell::new(0));
        let count = changes.clone();
        results.connect_items_changed(move |_, _, _, _| count.set(count.get() + 1));
        let search = |text: &str| {
            results.set_query(Query {
                text: text.to_owned(),
                ..Query::default()
            });
        };
        let stands = |at: usize| {
            let place = places[at].downcast_ref::<ListPlace>().unwrap();
            place.game().map(|game| game.summary().white.clone())
        };
        search("bea");
        assert_eq!(results.count(), 200);
        assert_eq!(
            stands(0).as_deref(),
            Some("Bea"),
            "at once, where it is seen"
        );
        assert!(changes.get() <= 1, "what is seen is not made anew");
        until("the list has come to rest", || {
            at_rest() && stands(149).as_deref() == Some("Bea")
        });
        for (at, place) in places.iter().enumerate() {
            assert_eq!(results.item(at as u32).as_ref(), Some(place));
        }
        search("nobody");
        assert_eq!(
            (results.count(), stands(0)),
            (0, None),
            "its places are empty at once"
        );
        let waiting = results.n_items();
        assert_eq!(waiting, 200, "they wait, as the list is not seen");
        let most = Rc::new(Cell::new(0));
        let came = most.clone();
        results.connect_items_changed(move |_, at, _, added| {
            // There are rows for the first places only.
            if at < 250 {
                came.set(came.get().max(added));
            }
        });
        search("");
        until("all games are back", || results.n_items() == 400);
        let most = most.get();
        assert!((1..=8).contains(&most), "no frame takes long: {most}");
        assert_eq!(results.item(0).as_ref(), places.first());
        assert_eq!(results.all().len(), 400);
    });
}

#[test]
fn the_score_of_an_evening_has_all_games_that_ended_before_this_one() {
    with_main_loop(|| {
        let games = Games::new();
        let saved = games.saved();
        fs::create_dir_all(games.folder().path()).unwrap();
        let written = |id: &str, started: &str, ended: &str, result: &str| {
            let path = games.folder().path().join(format!("{id}.fenlog"));
            let header = format!(
                r#"# {{"rank-and-file":1,"white":"Ann","black":"Ben","started":"2026-11-20T{started}:00Z"}}"#
            );
            let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
            let end = format!(r#"# {{{result},"ended":"2026-11-20T{ended}:00Z"}}"#);
            fs::write(&path, format!("{header}\n{START}\n{after}\n{end}\n")).unwrap();
            path
        };
        let won = r#""result":"1-0","reason":"resignation""#;
        let drawn = r#""result":"1/2-1/2","reason":"agreement""#;
        written("a", "18:00", "18:20", won);
        // It was begun, left and continued after another one.
        let interrupted = written("b", "18:30", "20:00", won);
        written("c", "19:00", "19:30", drawn);
        written("d", "21:00", "21:30", drawn);
        load(&saved);
        let score = saved.evening_score(&ready(open(&interrupted))).unwrap();
        assert_eq!((score.wins, score.draws, score.losses), (2, 1, 0));
    });
}
