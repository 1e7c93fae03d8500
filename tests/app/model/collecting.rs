//! A collection as windows ask for it: off the main thread, with its positions in a file of their own.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::mpsc;
use std::{fs, io};

use gtk::prelude::*;
use rank_and_file::model::{
    Collection, ExplorerAnswer, GameResults, GameSource, Importing, OpeningExplorer,
};
use rank_and_file_core::chess::{read_fen, start_position};
use rank_and_file_core::library::{GameFilter, PositionFilter, Query, Sort};

use crate::desk::{until, with_main_loop};

const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

fn all() -> Query {
    Query {
        sort: Sort::Unsorted,
        ..Query::default()
    }
}

/// A file with so many games, of which every third begins with 1. e4.
fn written(folder: &Path, games: usize) -> PathBuf {
    let path = folder.join("some.pgn");
    let text = (0..games).map(|number| {
        let first = ["e4", "d4", "c4"][number % 3];
        format!("[White \"White {number}\"]\n[Black \"Black\"]\n[Result \"*\"]\n\n1. {first} *\n\n")
    });
    fs::write(&path, text.collect::<String>()).unwrap();
    path
}

fn open(folder: &Path, path: &Path) -> Collection {
    let opening = Collection::open(path.to_owned(), folder.join("cache"));
    let collection = glib::MainContext::default().block_on(opening).unwrap();
    until("it is read", || collection.progress() >= 1.0);
    collection
}

fn whites(results: &GameResults) -> Vec<String> {
    let games = results.all().into_iter();
    games.map(|game| game.summary().white.clone()).collect()
}

#[test]
fn lists_show_what_was_looked_for_last() {
    with_main_loop(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path(), 9);
        let collection = open(folder.path(), &path);
        let results = GameResults::new(&collection, all());
        until("all are found", || results.count() == 9);
        for text in ["White 1", "White 2", "White 3"] {
            results.set_query(Query {
                text: text.to_owned(),
                ..all()
            });
        }
        until("the last ones are found", || results.count() == 1);
        assert_eq!(whites(&results), ["White 3"]);
        assert_eq!((results.out_of(), results.position_of("4")), (9, Some(0)));
        assert_eq!(results.position_of("5"), None);
    });
}

#[test]
fn what_is_found_is_exported_as_it_stands_and_a_cancelled_export_leaves_nothing() {
    with_main_loop(|| {
        let folder = tempfile::tempdir().unwrap();
        let collection = open(folder.path(), &written(folder.path(), 3_000));
        let results = GameResults::new(&collection, all());
        until("all are found", || results.count() == 3_000);
        let to = folder.path().join("found.pgn");
        let importing = Importing::default();
        // Each game but the first waits until it was seen that one is written.
        let export = |count: u32, seen: mpsc::Receiver<()>| {
            let texts = collection.texts_of(&results.slots(0..count));
            let texts = texts.into_iter().enumerate().map(move |(number, game)| {
                if number > 0 {
                    seen.recv().ok();
                }
                game.exported()
            });
            let exporting = importing.export(to.clone(), count as usize, texts);
            let done = glib::MainContext::default().block_on(exporting);
            until("it is no longer watched", || !importing.busy());
            done
        };
        fs::write(&to, "before").unwrap();
        let (sees, seen) = mpsc::channel();
        let sees = Cell::new(Some(sees));
        let cancelling = importing.connect_busy_notify(move |importing| {
            if importing.busy() {
                importing.cancel();
                sees.take();
            }
        });
        let error = export(3_000, seen).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::Interrupted);
        assert_eq!(fs::read_to_string(&to).unwrap(), "before");
        importing.disconnect(cancelling);
        let (_, seen) = mpsc::channel();
        assert_eq!(export(3, seen).unwrap(), 0);
        let text = fs::read_to_string(&to).unwrap();
        let file = fs::read_to_string(collection.path()).unwrap();
        assert!(
            file.starts_with(&text) && text.ends_with("1. c4 *\n\n"),
            "{text}"
        );
        let again = open(folder.path(), &to);
        assert_eq!(again.count(), 3);
    });
}

#[test]
fn a_file_that_is_none_is_told_in_words() {
    with_main_loop(|| {
        let folder = tempfile::tempdir().unwrap();
        let opening = Collection::open(folder.path().join("none.pgn"), folder.path().to_owned());
        let told = glib::MainContext::default().block_on(opening);
        assert_eq!(
            told.err().as_deref(),
            Some("none.pgn: There is no such file.")
        );
    });
}

#[test]
fn files_that_cannot_be_read_are_told_of() {
    with_main_loop(|| {
        let folder = tempfile::tempdir().unwrap();
        written(folder.path(), 2);
        let told = || open(folder.path(), folder.path()).trouble();
        assert_eq!(told(), "");
        let packed = b"PK\x03\x04 and so on";
        fs::write(folder.path().join("a.pgn"), packed).unwrap();
        let one = told();
        assert!(one.starts_with("a.pgn: "), "{one}");
        fs::write(folder.path().join("b.pgn"), packed).unwrap();
        assert_eq!(
            told(),
            format!("2 files cannot be read and are not listed. {one}")
        );
    });
}

#[test]
fn a_file_that_has_changed_is_told_of() {
    with_main_loop(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path(), 3);
        let collection = open(folder.path(), &path);
        assert!(!collection.outdated());
        written(folder.path(), 4);
        until("the change is seen", || collection.outdated());
        assert_eq!(open(folder.path(), &path).count(), 4);
    });
}

/// What is spoilt of the positions is seen, and made anew.
#[test]
fn positions_are_made_once_and_mended() {
    with_main_loop(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path(), 3_000);
        let kept = || {
            let mut files = fs::read_dir(folder.path().join("cache")).unwrap();
            files.next().unwrap().unwrap().path()
        };
        for round in ["made", "spoilt", "mended"] {
            let collection = open(folder.path(), &path);
            let source = GameSource::from(&collection);
            let exploration = OpeningExplorer::new(&collection);
            exploration.ask(start_position(), GameFilter::default());
            until(round, || match exploration.answer() {
                ExplorerAnswer::Known(known) => known.1.all.games == 3_000,
                ExplorerAnswer::Trouble(trouble) => panic!("{trouble}"),
                _ => false,
            });
            let reached = Rc::new(RefCell::new(None));
            let (found, filter) = (
                reached.clone(),
                PositionFilter::new(read_fen(AFTER_E4).unwrap(), None),
            );
            glib::spawn_future_local(async move {
                found.replace(source.reached(filter).await);
            });
            until("they are found", || reached.borrow().is_some());
            let reached = reached.take().unwrap().unwrap();
            assert_eq!([reached.ply_of("1"), reached.ply_of("2")], [Some(1), None]);
            let mut bytes = fs::read(kept()).unwrap();
            let end = bytes.len();
            bytes[end - 30_000..].iter_mut().for_each(|byte| *byte ^= 1);
            if round == "made" {
                fs::write(kept(), bytes).unwrap();
            }
        }
    });
}
