//! Large files, looked into before it is asked whether their games shall be imported.

use std::fs;

use rank_and_file::model::{Importing, callback};
use rank_and_file_core::library::OpenedFile;

use crate::desk::{Games, with_main_loop};

/// A short game, and so many bytes that a file of them is large.
const GAME: &str = "[White \"Zoë\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";
const LARGE: usize = 20 << 20;

#[test]
fn a_large_file_is_watched_and_can_be_cancelled() {
    with_main_loop(|| {
        let games = Games::new();
        let path = games.root().join("large.pgn");
        let many = LARGE / GAME.len();
        fs::write(&path, GAME.repeat(many)).unwrap();
        let context = glib::MainContext::default();
        let importing = Importing::default();
        let told = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
        let hears = told.clone();
        importing.connect_busy_notify(move |importing| {
            assert!(!importing.running(), "nothing is imported");
            hears.borrow_mut().push(importing.busy());
        });
        let found = context.block_on(importing.open(path.clone(), u64::MAX));
        let Some(Ok(OpenedFile::Games(count))) = found else {
            panic!("the games are counted");
        };
        assert_eq!((count, &*told.borrow()), (many as u64, &vec![true, false]));
        assert!(importing.games() > 0 && importing.fraction() > 0.5);
        // Cancelled as soon as it is seen.
        importing.connect_busy_notify(callback(&importing, |importing| {
            if importing.busy() {
                importing.cancel();
            }
        }));
        assert!(context.block_on(importing.open(path, u64::MAX)).is_none());
        assert!(!importing.busy());
        // What is small is over before it is seen.
        told.borrow_mut().clear();
        let path = games.root().join("small.pgn");
        fs::write(&path, GAME.repeat(3)).unwrap();
        let found = context.block_on(importing.open(path, u64::MAX));
        assert!(matches!(found, Some(Ok(OpenedFile::Games(3)))));
        assert!(told.borrow().is_empty());
    });
}
