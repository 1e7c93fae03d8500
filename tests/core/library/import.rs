//! PGN files on their way into the folder of games: each game once, whole or not at all, even if an import is killed
//! or the disk is full.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use rank_and_file_core::library::{ImportReport, Interrupted, Library, Progress, Summary};
use rank_and_file_core::record::log::{Fault, Folder};
use tempfile::TempDir;

use crate::full::{alone, limit};
use crate::pgn_text::{fingerprints, games, whole};

struct Place {
    folder: Folder,
    _holds: TempDir,
}

fn place() -> Place {
    let holds = tempfile::tempdir().unwrap();
    Place {
        folder: Folder::new(holds.path().join("games")),
        _holds: holds,
    }
}

fn go() -> AtomicBool {
    AtomicBool::new(false)
}

/// Where the index of a folder of games is in these tests.
fn index(folder: &Folder) -> PathBuf {
    folder.path().with_extension("index")
}

fn import(
    source: impl Read + Send,
    folder: &Folder,
    cancel: &AtomicBool,
    progress: impl FnMut(Progress),
) -> Result<ImportReport, Interrupted> {
    let mut library = Library::open(folder.clone(), &index(folder), drop);
    let mut import = library.import(cancel, drop).unwrap();
    import.read(source, cancel, progress)
}

fn taken(source: impl Read + Send, folder: &Folder) -> ImportReport {
    let before = fingerprints(folder);
    let mut brought = Vec::new();
    let report = import(source, folder, &go(), |progress| {
        brought.extend(progress.games)
    })
    .unwrap();
    let after = fingerprints(folder);
    assert_eq!(after.len() as u64, before.len() as u64 + report.imported);
    assert_eq!(brought.len() as u64, report.imported);
    for game in brought {
        assert!(after.contains(&game.fingerprint) && !before.contains(&game.fingerprint));
    }
    report
}

/// What the index says, without a look at the folder.
fn indexed(folder: &Folder) -> BTreeMap<String, Summary> {
    let mut games = BTreeMap::new();
    let _ = Library::open(folder.clone(), &index(folder), |summary| {
        games.insert(summary.entry.id.clone(), summary);
    });
    games
}

#[test]
fn what_was_imported_is_known_as_if_it_had_been_read() {
    let place = place();
    let mut brought = BTreeMap::new();
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/pgn");
    for file in fs::read_dir(corpus).unwrap() {
        let text = fs::read(file.unwrap().path()).unwrap();
        import(&*text, &place.folder, &go(), |progress| {
            // A game that comes again may tell more.
            let games = progress.games.into_iter().chain(progress.completed);
            brought.extend(games.map(|game| (game.entry.id.clone(), game)));
        })
        .unwrap();
    }
    assert!(!brought.is_empty());
    for (id, game) in &brought {
        let read = Summary::read(place.folder.entry(id.clone())).unwrap();
        assert_eq!(*game, read, "{id}");
    }
    assert_eq!(indexed(&place.folder), brought);
    // Nothing is read again.
    let mut library = Library::open(place.folder.clone(), &index(&place.folder), drop);
    let scanned = library.scan(&go(), |batch| assert_eq!(batch.total, 0));
    scanned.unwrap();
}

#[test]
fn every_game_is_imported_once() {
    let place = place();
    let text = games(2500);
    let twice = format!("{text}{}", games(3));
    let report = taken(twice.as_bytes(), &place.folder);
    assert_eq!(
        (report.imported, report.duplicates, report.failed),
        (2500, 3, 0)
    );
    assert_eq!(
        (report.bytes, report.cancelled),
        (twice.len() as u64, false)
    );
    let found = whole(&place.folder, 0);
    assert_eq!(found.len(), 2500);
    for entry in place.folder.entries().unwrap() {
        assert!(entry.id.starts_with("20010203T000000Z-"), "{}", entry.id);
    }
    let again = taken(text.as_bytes(), &place.folder);
    assert_eq!((again.imported, again.duplicates), (0, 2500));
    let more = taken(games(2501).as_bytes(), &place.folder);
    assert_eq!((more.imported, more.duplicates), (1, 2500));
    assert_eq!(whole(&place.folder, 0).len(), 2501);
}

#[test]
fn different_games_of_a_file_are_all_imported() {
    let chapter = |tags: &str, moves: &str| format!("{tags}\n\n{moves} *\n\n");
    let (one, two) = ("[Event \"Ch 1\"]", "[Event \"Ch 2\"]");
    let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
    let text = [
        chapter(one, "{one}"),
        chapter(two, "{two}"),
        chapter(fen, "{one}"),
        chapter(fen, "{two}"),
        chapter(fen, "{three}"),
        chapter("[ECO \"C20\"]", "1. e4 e5"),
        chapter("[ECO \"C21\"]", "1. e4 e5"),
        chapter("[ECO \"C21\"]\n[ExportDate \"2026.11.20\"]", "1. e4 e5"),
        chapter("[ECO \"C21\"]\n[Opening \"Ruy\"]", "1. e4 e5"),
        chapter("[ECO \"C21\"]", "1. e4 e5"),
    ]
    .concat();
    let place = place();
    let read = || {
        let report = import(text.as_bytes(), &place.folder, &go(), |_| {}).unwrap();
        (report.imported, report.duplicates, report.own_studies)
    };
    assert_eq!(
        read(),
        (8, 2, 0),
        "two are the same but for a date of export"
    );
    assert_eq!(read(), (0, 10, 0));
    // A game that says no more is one of those, and two chapters are not both one that says nothing.
    let other = self::place();
    let bare = taken(b"[Event \"?\"]\n\n1. e4 e5 *\n".as_slice(), &other.folder);
    assert_eq!(bare.imported, 1);
    let said = chapter("[Event \"?\"]", "1. e4 {best by test} e5").repeat(2);
    let report = import(said.as_bytes(), &other.folder, &go(), |_| {}).unwrap();
    let studies = (report.duplicates, report.studied, report.own_studies);
    assert_eq!(studies, (2, 1, 0), "it is the same twice");
    let other = self::place();
    taken(b"[Event \"?\"]\n\n1. e4 e5 *\n".as_slice(), &other.folder);
    let chapters = chapter(one, "1. e4 e5") + &chapter(two, "1. e4 e5");
    for wanted in [(1, 1), (0, 2)] {
        let report = import(chapters.as_bytes(), &other.folder, &go(), |_| {}).unwrap();
        assert_eq!((report.imported, report.duplicates), wanted);
    }
}

#[test]
fn games_whose_results_differ_otherwise_are_others() {
    let place = place();
    let one = "[Result \"1-0\"]\n\n1. e4 *\n\n";
    let other = "[Result \"*\"]\n\n1. e4 1-0\n\n";
    let text = [one, other, one].concat();
    for wanted in [(2, 1), (0, 3)] {
        let report = import(text.as_bytes(), &place.folder, &go(), |_| {}).unwrap();
        assert_eq!((report.imported, report.duplicates), wanted);
    }
}

#[test]
fn what_came_of_it_is_counted() {
    let place = place();
    let text = "[Event \"a\"]\n[Result \"0-1\"]\n\ne4 (d9) (c9 (f4)) (e5) 1-0\n\n[Event \"b\"]\n\ne4 e9 *\n\n\
                [Event \"c\"]\n\nd4 (c4) (d5) *\n\n[Variant \"Atomic\"]\n\ne4 *\n\nd4 *";
    let mut told = Vec::new();
    let mut last = ImportReport::default();
    let report = import(text.as_bytes(), &place.folder, &go(), |progress| {
        told.extend(progress.faults.iter().map(ToString::to_string));
        last = progress.report.clone();
    })
    .unwrap();
    assert_eq!(
        (report.imported, report.duplicates, report.failed),
        (3, 0, 2)
    );
    assert_eq!((report.variations, report.noted), (4, 1));
    assert_eq!((report.notes[0].game, report.notes[0].line), (1, 2));
    assert_eq!(
        told,
        [
            "game 2, line 8: 1... e9 cannot be played: unreadable",
            "game 4, line 14: the variant is not standard chess: Atomic",
        ]
    );
    assert_eq!(
        report
            .faults
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        told
    );
    assert_eq!(last, report, "the last sign of life says it all");

    let faults = "e9 *\n".repeat(3000);
    let mut told = 0;
    let report = import(faults.as_bytes(), &place.folder, &go(), |progress| {
        told += progress.faults.len();
    })
    .unwrap();
    assert_eq!(
        (report.failed, told, report.faults.len()),
        (3000, 3000, 1000)
    );
    assert_eq!(
        (report.faults[999].game, report.faults[999].line),
        (1000, 1000)
    );
}

#[test]
fn a_log_is_taken_over_byte_by_byte() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let header = r#"# {"rank-and-file":1,"white":"Zoë","black":"Ben","started":"2026-11-20T19:05:00Z","later":7}"#;
    let rest = r#"# {"takeback":1}"#;
    let sound = format!("{header}\n{START}\n{E4}\n{rest}\n{E4}\n# {{\"draw_offer\":\"white\"}}\n");
    let damaged = format!("{START}\n{E4}\n{E4}\n");
    let place = place();
    for text in [&sound, &damaged] {
        let report = taken(text.as_bytes(), &place.folder);
        assert_eq!((report.imported, report.bytes), (1, text.len() as u64));
    }
    let again = taken(sound.as_bytes(), &place.folder);
    assert_eq!((again.imported, again.duplicates), (0, 1));
    let mut kept: Vec<String> = logs(&place.folder);
    kept.sort();
    let mut wanted = [sound, damaged];
    wanted.sort();
    assert_eq!(kept, wanted);
    let nothing = format!("{header}\nno position\n");
    let stopped = import(nothing.as_bytes(), &place.folder, &go(), |_| {}).unwrap_err();
    assert_eq!(stopped.error.kind(), io::ErrorKind::InvalidData);
    let fault: &Fault = stopped.error.get_ref().unwrap().downcast_ref().unwrap();
    assert_eq!(fault.line, 2);
    assert_eq!(logs(&place.folder).len(), 2);
}

/// What is written in every log of a folder.
fn logs(folder: &Folder) -> Vec<String> {
    let ids = folder.ids().unwrap();
    let paths = ids.into_iter().map(|id| folder.entry(id.into()).path);
    paths
        .map(|path| fs::read_to_string(path).unwrap())
        .collect()
}

#[test]
fn a_damaged_log_is_no_reason_to_leave_a_game_out() {
    let place = place();
    let text = games(1);
    assert_eq!(taken(text.as_bytes(), &place.folder).imported, 1);
    let entry = place.folder.entries().unwrap().remove(0);
    let mut log = fs::read_to_string(&entry.path).unwrap();
    log += "nonsense\nx\n";
    fs::write(&entry.path, log).unwrap();
    let again = import(text.as_bytes(), &place.folder, &go(), |_| {}).unwrap();
    assert_eq!((again.imported, again.duplicates), (1, 0));
    let again = import(text.as_bytes(), &place.folder, &go(), |_| {}).unwrap();
    assert_eq!((again.imported, again.duplicates), (0, 1));
}

#[test]
fn ten_imports_of_one_file_at_once_bring_each_game_once() {
    let place = place();
    let text = games(300);
    thread::scope(|scope| {
        for _ in 0..10 {
            scope.spawn(|| import(text.as_bytes(), &place.folder, &go(), |_| {}).unwrap());
        }
    });
    assert_eq!(place.folder.ids().unwrap().len(), 300);
}

/// Stops the import once so many bytes have been read, or fails then.
struct Watched<'a> {
    text: &'a [u8],
    at: usize,
    cancel: Option<&'a AtomicBool>,
    last: usize,
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at >= self.last {
            match self.cancel {
                Some(cancel) => cancel.store(true, Ordering::Relaxed),
                None => return Err(io::Error::other("the cable is out")),
            }
        }
        let count = buffer.len().min(self.text.len() - self.at).min(4096);
        buffer[..count].copy_from_slice(&self.text[self.at..][..count]);
        self.at += count;
        Ok(count)
    }
}

#[test]
fn a_cancelled_import_leaves_whole_games() {
    let text = games(2200);
    for part in 0..=4 {
        let place = place();
        let cancel = go();
        let last = text.len() * part / 4;
        let source = Watched {
            text: text.as_bytes(),
            at: 0,
            cancel: Some(&cancel),
            last,
        };
        let report = import(source, &place.folder, &cancel, |_| {}).unwrap();
        assert!(report.cancelled);
        assert_eq!(whole(&place.folder, 0).len() as u64, report.imported);
        assert!(report.imported < 2200 || part == 4);
        // What is missing comes with the next try.
        let rest = taken(text.as_bytes(), &place.folder);
        assert_eq!(
            (rest.imported + report.imported, rest.duplicates),
            (2200, report.imported)
        );
    }
    let place = place();
    let cancel = AtomicBool::new(true);
    let endless = io::repeat(b'x');
    let report = import(endless, &place.folder, &cancel, |_| {}).unwrap();
    assert_eq!((report.imported, report.cancelled), (0, true));
    // An endless file shows that it is alive, and can be stopped by its reader.
    let cancel = go();
    let mut signs = 0;
    let report = import(io::repeat(b'x'), &place.folder, &cancel, |progress| {
        signs += 1;
        cancel.store(progress.report.bytes > 4 << 20, Ordering::Relaxed);
    })
    .unwrap();
    assert!(signs >= 4 && report.cancelled && report.imported == 0);
}

#[test]
fn a_file_that_cannot_be_read_to_its_end() {
    let text = games(1500);
    let place = place();
    let source = Watched {
        text: text.as_bytes(),
        at: 0,
        cancel: None,
        last: text.len() / 2,
    };
    let Err(Interrupted { report, error }) = import(source, &place.folder, &go(), |_| {}) else {
        panic!("it cannot be read");
    };
    assert_eq!(error.to_string(), "the cable is out");
    assert!((500..800).contains(&report.imported), "{}", report.imported);
    assert_eq!(whole(&place.folder, 0).len() as u64, report.imported);
}

#[test]
fn what_was_left_behind_is_cleared_away_unless_it_is_held() {
    let place = place();
    let path = place.folder.path();
    let (dead, held, own) = (
        path.join(".import-dead"),
        path.join(".import-held"),
        path.join("own"),
    );
    for folder in [&dead, &held, &own] {
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join("0"), "x").unwrap();
    }
    fs::write(path.join(".import-file"), "x").unwrap();
    let lock = File::open(&held).unwrap();
    rustix::fs::flock(&lock, rustix::fs::FlockOperation::LockExclusive).unwrap();
    assert_eq!(taken(games(1).as_bytes(), &place.folder).imported, 1);
    assert!(!dead.exists());
    assert!(held.join("0").exists() && own.join("0").exists());
    assert!(path.join(".import-file").exists());
    drop(lock);
    assert_eq!(taken(games(2).as_bytes(), &place.folder).imported, 1);
    assert!(!held.exists());
}

#[test]
fn two_imports_at_once_take_nothing_from_each_other() {
    let place = place();
    let text = games(3000);
    let (first, second) = text.split_at(text.len() / 2);
    let cut = second.find("\n\n[Event").unwrap();
    let first = format!("{first}{}", &second[..cut]);
    let second = &second[cut..];
    thread::scope(|scope| {
        for part in [first.as_str(), second] {
            let folder = &place.folder;
            scope.spawn(move || import(part.as_bytes(), folder, &go(), |_| {}).unwrap());
        }
    });
    assert_eq!(whole(&place.folder, 0).len(), 3000);
}

#[test]
fn a_disk_that_is_full() {
    alone("library::import::a_disk_that_is_full", || {
        let place = place();
        taken(games(2).as_bytes(), &place.folder);
        let before: Vec<(PathBuf, Vec<u8>)> = place
            .folder
            .entries()
            .unwrap()
            .into_iter()
            .map(|entry| (entry.path.clone(), fs::read(&entry.path).unwrap()))
            .collect();
        // Two thousand games that have room, and one that has not.
        let long = "Nf3 Nf6 Ng1 Ng8 ".repeat(200);
        let text = format!(
            "{}[White \"Long\"]\n\n{long} 1-0\n\n{}",
            games(2100),
            games(2105)
        );
        let mut brought = 0;
        limit(Some(8000));
        let stopped = import(text.as_bytes(), &place.folder, &go(), |progress| {
            brought += progress.games.len();
        });
        limit(None);
        let Err(Interrupted { report, error }) = stopped else {
            panic!("there was no room");
        };
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(report.imported, 2000);
        assert_eq!(brought, 2000);
        assert_eq!(whole(&place.folder, 0).len(), 2002, "two were there before");
        for (path, bytes) in before {
            assert_eq!(fs::read(path).unwrap(), bytes);
        }
    });
}
