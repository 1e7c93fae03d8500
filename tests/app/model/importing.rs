//! Large files, looked into before it is asked whether their games shall be imported; and backups of many files.

use std::{fs, io};

use gtk::gio;
use gtk::prelude::*;
use jiff::Timestamp;
use rank_and_file::model::{Importing, callback};
use rank_and_file_core::library::{OpenedFile, Step, back_up_watched};

use crate::desk::{Games, until, with_main_loop};

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

#[test]
fn a_backup_of_many_files_is_watched_and_leaves_nothing_when_it_is_cancelled() {
    with_main_loop(|| {
        let games = Games::new();
        let file = games.root().join("all.tar.gz");
        fs::write(&file, "before").unwrap();
        games.lay(1500, |number| format!("Ann {number}"));
        let names = || {
            let there = fs::read_dir(games.root()).unwrap();
            let mut names: Vec<_> = there.map(|file| file.unwrap().file_name()).collect();
            names.sort();
            names
        };
        let before = names();
        let importing = Importing::default();
        let told = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
        let hears = told.clone();
        importing.connect_busy_notify(move |importing| {
            hears
                .borrow_mut()
                .push((importing.busy(), importing.said()));
        });
        let back_up = || {
            let (folder, file, mut count) = (games.folder(), file.clone(), importing.count_files());
            let made = gio::spawn_blocking(move || {
                let mut watch = |step: Step<'_>| count.hear(step);
                back_up_watched(&folder, "", Timestamp::UNIX_EPOCH, &file, &mut watch)
            });
            let made = glib::MainContext::default().block_on(made).unwrap();
            until("it is no longer watched", || !importing.busy());
            made
        };
        let cancelling = importing.connect_busy_notify(callback(&importing, |importing| {
            if importing.busy() {
                importing.cancel();
            }
        }));
        let error = back_up().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::Interrupted);
        assert_eq!(fs::read_to_string(&file).unwrap(), "before");
        assert_eq!(names(), before);
        importing.disconnect(cancelling);
        told.borrow_mut().clear();
        assert_eq!(back_up().unwrap().games, 1500);
        let told = told.borrow();
        let busy: Vec<bool> = told.iter().map(|(busy, _)| *busy).collect();
        assert_eq!(busy, [true, false]);
        assert!(told[0].1.ends_with(" of 1500 files"), "{}", told[0].1);
    });
}
