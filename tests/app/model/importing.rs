//! Large files, looked into before it is asked whether their games shall be imported; and backups of many files, made and
//! restored.

use std::path::Path;
use std::sync::mpsc;
use std::{fs, io};

use gtk::gio;
use gtk::prelude::*;
use jiff::Timestamp;
use rank_and_file::model::{Importing, callback};
use rank_and_file_core::library::{
    BackupFault, OpenedFile, Step, back_up, back_up_watched, restore_watched,
};
use rank_and_file_core::record::log::Folder;

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
        let said = importing.said();
        assert!(
            said.ends_with(" games so far") && !said.starts_with('0'),
            "{said}"
        );
        assert!(importing.fraction() > 0.5);
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

#[test]
fn a_restore_of_many_files_is_watched_and_leaves_nothing_when_it_is_cancelled() {
    with_main_loop(|| {
        let games = Games::new();
        let [small, large] = ["small.tar.gz", "large.tar.gz"].map(|name| games.root().join(name));
        games.lay(1500, |number| format!("Ann {number}"));
        back_up(&games.folder(), "", Timestamp::UNIX_EPOCH, &small).unwrap();
        // What cannot be packed makes a backup so large that it is seen how it is checked.
        let set = games.root().join("pieces/mine");
        fs::create_dir_all(&set).unwrap();
        let noise: Vec<u8> = (0..2 << 20).map(|_| fastrand::u8(..)).collect();
        fs::write(set.join("wK.png"), noise).unwrap();
        back_up(&games.folder(), "", Timestamp::UNIX_EPOCH, &large).unwrap();
        let to = Folder::new(games.root().join("other/games"));
        let there = || fs::read_dir(to.path()).map_or(0, Iterator::count);
        let importing = Importing::default();
        // Each step that is told waits until one was seen.
        let restore = |file: &Path, seen: mpsc::Receiver<()>| {
            let (to, file, mut count) = (to.clone(), file.to_owned(), importing.count_files());
            let is_large = file == large;
            let came = gio::spawn_blocking(move || {
                let mut left = 0;
                let came = restore_watched(&to, &file, &mut |step| {
                    let heard = count.hear(step);
                    match step {
                        Step::Begin(all) => left = all,
                        Step::Pack(_) => left -= 1,
                        _ => {}
                    }
                    if matches!(step, Step::Pack(_))
                        || is_large && matches!(step, Step::Check { .. })
                    {
                        seen.recv().ok();
                    }
                    heard
                });
                came.map(|came| (came.new, left))
            });
            let came = glib::MainContext::default().block_on(came).unwrap();
            until("it is no longer watched", || !importing.busy());
            came
        };
        for (file, said) in [(&large, "Checking…"), (&small, "1 of 1500 files")] {
            let (sees, seen) = mpsc::channel();
            let sees = std::cell::Cell::new(Some(sees));
            let cancelling = importing.connect_busy_notify(move |importing| {
                if importing.busy() {
                    assert_eq!(importing.said(), said);
                    importing.cancel();
                    sees.take();
                }
            });
            let Err(BackupFault::Unwritten(error)) = restore(file, seen) else {
                panic!("it is cancelled at {said:?}");
            };
            assert_eq!(error.kind(), io::ErrorKind::Interrupted);
            assert_eq!(there(), 0, "{said}");
            importing.disconnect(cancelling);
        }
        let (sees, seen) = mpsc::channel();
        drop(sees);
        assert_eq!(restore(&large, seen).unwrap(), (1500, 0));
        assert_eq!(there(), 1500);
    });
}
