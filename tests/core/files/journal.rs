//! Files that grow at their end: additions are there whole or not at all, and one process adds at a time.

use std::fs::{self, Permissions};
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::sync::mpsc;
use std::thread;

use rank_and_file_core::files::{Journal, bytes_in};

use crate::full::{alone, limit};

#[test]
fn a_journal_is_made_with_its_folder_for_its_user_alone() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("deep/journal");
    let mut journal = Journal::open(&path).unwrap();
    assert_eq!(journal.end(), 0);
    journal.add(b"one").unwrap();
    journal.sync().unwrap();
    assert_eq!(journal.end(), 3);
    let mode = |path| fs::metadata(path).unwrap().permissions();
    let whose = |permissions: Permissions| permissions.mode() & 0o777;
    assert_eq!(whose(mode(path.as_path())), 0o600);
    assert_eq!(whose(mode(path.parent().unwrap())), 0o700);
    let folder = Journal::open(home.path());
    assert!(folder.is_err(), "a folder is no journal");
}

#[test]
fn lines_after_a_torn_one_begin_anew() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("journal");
    fs::write(&path, "one\ntw").unwrap();
    let mut journal = Journal::open(&path).unwrap();
    journal.add_lines(b"three\n", 20).unwrap();
    journal.add_lines(b"four\n", 20).unwrap();
    let error = journal.add_lines(b"five\n", 20).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::FileTooLarge);
    let text = "one\ntw\nthree\nfour\n";
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    journal.cut(4).unwrap();
    journal.add_lines(b"two\n", 20).unwrap();
    assert_eq!(bytes_in(&journal.file(), 6).unwrap(), b"one\ntw");
    assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\n");
}

#[test]
fn what_the_disk_does_not_take_whole_is_not_there() {
    alone(
        "files::journal::what_the_disk_does_not_take_whole_is_not_there",
        || {
            let home = tempfile::tempdir().unwrap();
            let path = home.path().join("journal");
            let mut journal = Journal::open(&path).unwrap();
            journal.add(b"one\n").unwrap();
            for full in 4..8 {
                limit(Some(full));
                assert!(journal.add(b"two\n").is_err(), "full at {full}");
                limit(None);
                assert_eq!(fs::read(&path).unwrap(), b"one\n", "full at {full}");
            }
            journal.add(b"two\n").unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"one\ntwo\n");
        },
    );
}

#[test]
fn another_waits_and_goes_on_in_the_file_that_is_there_then() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("journal");
    let mut journal = Journal::open(&path).unwrap();
    journal.add(b"old\n").unwrap();
    let (sender, waiting) = mpsc::channel();
    thread::scope(|scope| {
        let other = scope.spawn(|| {
            sender.send(()).unwrap();
            Journal::open(&path).unwrap().add(b"other\n")
        });
        waiting.recv().unwrap();
        journal.add(b"more\n").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old\nmore\n", "it waits");
        let old = journal.file();
        journal.replace(|file| file.write_all(b"new\n")).unwrap();
        other.join().unwrap().unwrap();
        assert_eq!(bytes_in(&old, 100).unwrap(), b"old\nmore\n");
    });
    assert_eq!(fs::read(&path).unwrap(), b"new\nother\n");
}
