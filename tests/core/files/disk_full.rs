//! A disk that is full at every byte of renamings, imports and the index. What was saved before is still there and
//! reads without a fault, and no half-written file takes its place.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rank_and_file_core::files::require_room;
use rank_and_file_core::library::{AliasFile, Aliases, Library, State};
use rank_and_file_core::record::log::{Folder, read};

use crate::full::{alone, limit};
use crate::saved::{Written, names, now};

#[test]
fn a_full_disk_loses_no_renaming() {
    alone("files::disk_full::a_full_disk_loses_no_renaming", || {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("players.jsonl");
        let file = AliasFile::new(path.clone());
        file.rename("Jon", "John", now()).unwrap();
        let (before, first) = (file.read().unwrap(), fs::read(&path).unwrap());
        file.rename("Al", "Alan", now()).unwrap();
        let (after, whole) = (file.read().unwrap(), fs::read(&path).unwrap());
        assert_eq!(after.shown("Al"), "Alan");
        for full in first.len()..whole.len() {
            fs::write(&path, &first).unwrap();
            limit(Some(full));
            assert!(file.rename("Al", "Alan", now()).is_err(), "full at {full}");
            limit(None);
            assert_eq!(file.read().unwrap(), before, "full at {full}");
            // A power cut may leave the beginning of the line behind.
            fs::write(&path, &whole[..full]).unwrap();
            assert_eq!(file.read().unwrap().shown("Jon"), "John");
            file.rename("Al", "Alan", now()).unwrap();
            let again = file.read().unwrap();
            for name in ["Jon", "Al"] {
                assert_eq!(again.shown(name), after.shown(name), "cut at {full}");
            }
        }
        for full in 0..first.len() {
            fs::remove_file(&path).unwrap();
            limit(Some(full));
            assert!(file.rename("Jon", "John", now()).is_err(), "full at {full}");
            limit(None);
            assert_eq!(file.read().unwrap(), Aliases::default());
        }
    });
}

#[test]
fn an_import_brings_whole_games_or_none() {
    alone(
        "files::disk_full::an_import_brings_whole_games_or_none",
        || {
            let pgn = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. e4 e5 2. Nf3 *\n";
            let home = tempfile::tempdir().unwrap();
            let index = home.path().join("games.index");
            let never = AtomicBool::new(false);
            let take_over = |games: &Path| {
                let mut library = Library::open(Folder::new(games.to_owned()), &index, drop);
                let mut import = library.import(&never, drop).unwrap();
                import.read(pgn.as_bytes(), &never, |_| {})
            };
            let done = take_over(&home.path().join("all"));
            assert_eq!(done.unwrap().imported, 2);
            let sizes = names(&home.path().join("all"));
            let sizes = sizes.iter().map(|name| home.path().join("all").join(name));
            let largest = sizes
                .map(|path| fs::metadata(path).unwrap().len())
                .max()
                .unwrap();
            for full in 0..usize::try_from(largest).unwrap() {
                let games = home.path().join("games");
                fs::create_dir(&games).unwrap();
                fs::write(games.join("old.fenlog"), Written::play("d4").text()).unwrap();
                limit(Some(full));
                let done = take_over(&games);
                limit(None);
                assert_eq!(done.unwrap_err().report.imported, 0, "full at {full}");
                assert_eq!(names(&games), ["old.fenlog"], "full at {full}");
                assert_eq!(read(&games.join("old.fenlog")).unwrap().fault, None);
                fs::remove_dir_all(&games).unwrap();
            }
        },
    );
}

/// What a library says of its games: how many plies each has.
fn shown(folder: &Folder, index: &Path, step: Duration) -> BTreeMap<String, usize> {
    let mut games = BTreeMap::new();
    let library = Library::open(folder.clone(), index, |summary| {
        games.insert(summary.entry.id, summary.plies);
    });
    let mut library = library.with_step(step);
    let scanned = library.scan(&AtomicBool::new(false), |batch| {
        for id in batch.gone {
            games.remove(&id);
        }
        for summary in batch.read {
            assert_ne!(summary.state, State::Damaged);
            games.insert(summary.entry.id, summary.plies);
        }
    });
    scanned.unwrap();
    games
}

#[test]
fn an_index_that_cannot_grow_hides_no_game() {
    alone(
        "files::disk_full::an_index_that_cannot_grow_hides_no_game",
        || {
            let home = tempfile::tempdir().unwrap();
            let games = home.path().join("games");
            fs::create_dir(&games).unwrap();
            let folder = Folder::new(games.clone());
            let save = |number: usize| {
                let moves = "e4 e5 Nf3 Nc6 Bb5 a6".split(' ').take(number % 7);
                let moves: Vec<&str> = moves.collect();
                let log = Written::play(&moves.join(" ")).text();
                fs::write(games.join(format!("{number:03}.fenlog")), log).unwrap();
            };
            (0..40).for_each(save);
            let old = home.path().join("old.index");
            // What this says of the games is believed from now on.
            let expected = shown(&folder, &old, Duration::ZERO);
            let shown = |index| shown(&folder, index, Duration::from_secs(2));
            assert_eq!(expected.len(), 40);
            let size = fs::metadata(&old).unwrap().len();
            let index = home.path().join("games.index");
            // Every line of the index, one more, and places within.
            for full in (0..usize::try_from(size).unwrap() + 1_000).step_by(97) {
                for made in [false, true] {
                    fs::remove_file(&index).ok();
                    if made {
                        fs::copy(&old, &index).unwrap();
                        // One that has changed since.
                        save(7 + full % 30);
                    }
                    limit(Some(full));
                    assert_eq!(shown(&index), expected, "full at {full}");
                    limit(None);
                    for start in ["next", "after that"] {
                        assert_eq!(shown(&index), expected, "full at {full}, {start}");
                    }
                }
            }
        },
    );
}

#[test]
fn what_a_disk_has_no_room_for_is_not_begun() {
    let folder = tempfile::tempdir().unwrap();
    require_room(folder.path(), 0).unwrap();
    let disk = rustix::fs::statvfs(folder.path()).unwrap();
    for size in [disk.f_blocks * disk.f_frsize + 1, u64::MAX] {
        let error = require_room(folder.path(), size).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::StorageFull, "{size}");
    }
    // Where the system does not tell, it is tried.
    require_room(&folder.path().join("none"), u64::MAX).unwrap();
}
