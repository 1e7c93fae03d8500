//! PGN files on their way into the folder of games: each game once, whole or not at all, whatever
//! happens in between.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod pgn_text;
mod saved;
mod terminal;

use std::collections::{BTreeMap, HashSet};
use std::env;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rank_and_file::log::{Folder, fingerprint, read};
use rank_and_file::pgn::{Interrupted, Report, import};
use tempfile::TempDir;

use pgn_text::moves;
use terminal::Home;

/// So many different games, of forty plies each.
fn games(count: usize) -> String {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8 e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 \
                   Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7 Nbd2 cxd4 cxd4 Nc6 Nb3 a5 Be3 a4 Nbd2 Bd7";
    let game = |number: usize| {
        format!(
            "[Event \"{number}\"]\n[White \"Ann {number}\"]\n[Date \"2001.02.03\"]\n\n{shuffle} 1-0\n\n"
        )
    };
    (0..count).map(game).collect()
}

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

fn taken(source: impl Read + Send, folder: &Folder) -> Report {
    let mut known = fingerprints(folder);
    let before = known.len() as u64;
    let report = import(source, folder, &mut known, &go(), |_| {}).unwrap();
    assert_eq!(
        known.len() as u64,
        before + report.imported,
        "the new ones are known"
    );
    assert_eq!(known, fingerprints(folder));
    report
}

/// The moves of every game in the folder, of which each is whole, by the name of White. Nothing
/// else is in the folder, but for what `left` allows.
fn whole(folder: &Folder, left: usize) -> BTreeMap<String, String> {
    let entries = folder.entries().unwrap();
    let all = fs::read_dir(folder.path()).map_or(0, Iterator::count);
    assert!(
        all <= entries.len() + left,
        "{all} files for {} games",
        entries.len()
    );
    let names: HashSet<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(names.len(), entries.len());
    entries
        .iter()
        .map(|entry| {
            let loaded = read(&entry.path).unwrap();
            assert_eq!(
                (&loaded.fault, loaded.notices.len()),
                (&None, 0),
                "{}",
                entry.id
            );
            assert!(loaded.end.is_some(), "{}", entry.id);
            assert_eq!(loaded.game.plies().len(), 40, "{}", entry.id);
            (loaded.header.white.clone(), moves(&loaded.game))
        })
        .collect()
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
fn what_came_of_it_is_counted() {
    let place = place();
    let text = "[Event \"a\"]\n[Result \"0-1\"]\n\ne4 (d4) (c4 (f4)) 1-0\n\n[Event \"b\"]\n\ne4 e9 *\n\n\
                [Event \"c\"]\n\nd4 (c4) *\n\n[Variant \"Chess960\"]\n\ne4 *\n\nd4 *";
    let mut told = Vec::new();
    let mut last = Report::default();
    let mut known = HashSet::new();
    let report = import(
        text.as_bytes(),
        &place.folder,
        &mut known,
        &go(),
        |progress| {
            told.extend(progress.faults.iter().map(ToString::to_string));
            last = progress.report.clone();
        },
    )
    .unwrap();
    assert_eq!(
        (report.imported, report.duplicates, report.failed),
        (2, 1, 2)
    );
    assert_eq!((report.variations, report.results_differ), (4, 1));
    assert_eq!(
        told,
        [
            "game 2, line 8: 1... e9 cannot be played: unreadable",
            "game 4, line 14: the variant is not standard chess: Chess960",
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
    let report = import(
        faults.as_bytes(),
        &place.folder,
        &mut known,
        &go(),
        |progress| {
            told += progress.faults.len();
        },
    )
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
        let report = import(source, &place.folder, &mut HashSet::new(), &cancel, |_| {}).unwrap();
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
    let report = import(endless, &place.folder, &mut HashSet::new(), &cancel, |_| {}).unwrap();
    assert_eq!((report.imported, report.cancelled), (0, true));
    // An endless file shows that it is alive, and can be stopped by whoever watches.
    let cancel = go();
    let mut signs = 0;
    let report = import(
        io::repeat(b'x'),
        &place.folder,
        &mut HashSet::new(),
        &cancel,
        |progress| {
            signs += 1;
            cancel.store(progress.report.bytes > 4 << 20, Ordering::Relaxed);
        },
    )
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
    let Err(Interrupted { report, error }) =
        import(source, &place.folder, &mut HashSet::new(), &go(), |_| {})
    else {
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
            scope.spawn(move || {
                import(part.as_bytes(), folder, &mut HashSet::new(), &go(), |_| {}).unwrap()
            });
        }
    });
    assert_eq!(whole(&place.folder, 0).len(), 3000);
}

fn games_folder(home: &Home) -> Folder {
    // Every command makes the same folder from its environment.
    let data = home
        .command(&[])
        .get_envs()
        .find(|(key, _)| *key == "XDG_DATA_HOME")
        .unwrap()
        .1
        .unwrap()
        .to_owned();
    Folder::new(Path::new(&data).join("rank-and-file/games"))
}

fn file(text: &[u8]) -> (TempDir, PathBuf) {
    let holds = tempfile::tempdir().unwrap();
    let path = holds.path().join("games.pgn");
    fs::write(&path, text).unwrap();
    (holds, path)
}

/// How many games wait in places of their own.
fn written(folder: &Path) -> usize {
    let places = fs::read_dir(folder).into_iter().flatten().flatten();
    let waiting = places.filter_map(|place| fs::read_dir(place.path()).ok());
    waiting.map(Iterator::count).sum()
}

#[test]
fn a_killed_import_leaves_whole_games() {
    let home = Home::new();
    let folder = games_folder(&home);
    let text = games(6000);
    let (_holds, path) = file(text.as_bytes());
    let listed = || folder.entries().unwrap().len();
    // Killed while the first games are written, and then whenever there are more than that.
    for part in [0, 1, 900, 1500, 2100, 3500, 4999] {
        let mut child = home
            .command(&["--import-pgn", path.to_str().unwrap()])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let begun = || part > 0 || written(folder.path()) > 0;
        while !(listed() >= part && begun()) && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_micros(300));
        }
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success(), "killed too late");
        // What a killed import leaves besides is cleared away by the next one.
        let found = whole(&folder, 1).len();
        assert!((part..6000).contains(&found), "{found} after {part}");
    }
    assert!(
        home.run(&["--import-pgn", path.to_str().unwrap()])
            .status
            .success()
    );
    assert_eq!(whole(&folder, 0).len(), 6000);
    assert_eq!(fingerprints(&folder).len(), 6000);
    assert_eq!(folder.entries().unwrap().len(), 6000, "none is there twice");
}

#[test]
fn what_the_command_says() {
    let home = Home::new();
    let good = "[Event \"a\"]\n\ne4 (d4) *\n\n[Event \"b\"]\n\nd4 *\n";
    let bad = "[Event \"a\"]\n\nc4 *\n\n[Event \"b\"]\n\ne4\ne9 *\n";
    let (_good, good) = file(good.as_bytes());
    let (_bad, bad) = file(bad.as_bytes());
    let folder = good.parent().unwrap().to_owned();
    let pipe = folder.join("pipe");
    saved::make_pipe(&pipe);
    let [good, bad, folder, pipe] =
        [&good, &bad, &folder, &pipe].map(|path| path.to_str().unwrap());
    for (arguments, status, told, cried) in [
        (vec![good], 0, "2 games imported, 1 variation was left out.\n", String::new()),
        (vec![good], 0, "0 games imported, 2 were there already.\n", String::new()),
        (vec![good, "--json"], 0, "{\"imported\":0,\"duplicates\":2,\"failed\":0,\"variations\":0}\n", String::new()),
        (vec![bad], 1, "1 game imported, 1 could not be read.\n", "game 2, line 8: 1... e9 cannot be played. This is not a move. Moves look like e4, Nf3, g1f3 or O-O.\n".to_owned()),
        (vec!["nowhere.pgn"], 1, "0 games imported.\n", "nowhere.pgn: There is no such file.\n".to_owned()),
        (vec![folder], 1, "0 games imported.\n", format!("{folder}: This is not a file with games.\n")),
        (vec![pipe, good], 1, "0 games imported, 2 were there already.\n", format!("{pipe}: This is not a file with games.\n")),
    ] {
        let mut all = vec!["--import-pgn"];
        all.extend(arguments);
        let done = home.run_apart(&all, b"");
        assert_eq!(String::from_utf8(done.stderr).unwrap(), cried, "{all:?}");
        assert_eq!(String::from_utf8(done.stdout).unwrap(), told, "{all:?}");
        assert_eq!(done.status.code(), Some(status), "{all:?}");
    }
    assert_eq!(home.logs().len(), 3);
    let piped = home.run_apart(&["--import-pgn", "-"], b"1. Nf3 *\n\n1. g3 *");
    assert_eq!(piped.stdout, b"2 games imported.\n");
    assert_eq!(home.logs().len(), 5);
    assert_eq!(home.run(&["--check"]).status.code(), Some(0));
    assert_eq!(home.run(&["--import-pgn"]).status.code(), Some(2));
    assert_eq!(
        home.run(&["--import-pgn", good, "--list"]).status.code(),
        Some(2)
    );

    // What is exported is known when it comes back.
    let exported = home.run(&["--export-pgn", "all"]);
    assert_eq!(exported.status.code(), Some(0));
    let back = home.run_apart(&["--import-pgn", "-"], &exported.stdout);
    assert_eq!(back.stdout, b"0 games imported, 5 were there already.\n");
}

#[test]
fn an_export_leaves_out_what_cannot_be_read() {
    let home = Home::new();
    assert!(
        home.run_apart(&["--import-pgn", "-"], games(30).as_bytes())
            .status
            .success()
    );
    let folder = games_folder(&home);
    saved::make_pipe(&folder.path().join("99990101T000000Z-00000000.fenlog"));
    let done = home.run_apart(&["--export-pgn", "all"], b"");
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(
        String::from_utf8(done.stdout)
            .unwrap()
            .matches("[Event ")
            .count(),
        30
    );
    assert!(
        String::from_utf8(done.stderr)
            .unwrap()
            .starts_with("99990101T000000Z-00000000: ")
    );
    // Nobody listens: that is no reason to fail.
    let mut child = home.command(&["--export-pgn", "all"]).spawn().unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().code().is_some());
}

const INSIDE: &str = "RANK_AND_FILE_TEST_PGN_FULL";

/// A limit on the size of files stops writes as a full disk does. It holds for a whole process, so
/// the test runs itself once more, alone, and with the signal ignored that comes with the limit.
#[test]
fn a_disk_that_is_full() {
    let name = "a_disk_that_is_full";
    if env::var_os(INSIDE).is_some() {
        return full_disk();
    }
    if !Command::new("prlimit")
        .arg("--version")
        .output()
        .is_ok_and(|done| done.status.success())
    {
        eprintln!("SKIPPED {name}: there is no prlimit here to limit the size of files");
        return;
    }
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""])
        .arg(env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture", "--test-threads=1"])
        .env(INSIDE, "1")
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && told.contains("1 passed"),
        "{told}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

fn full_disk() {
    let limit = |bytes: &str| {
        let done = Command::new("prlimit")
            .arg(format!("--pid={}", process::id()))
            .arg(format!("--fsize={bytes}:"))
            .status();
        assert!(done.unwrap().success());
    };
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
    limit("8000");
    let mut known = HashSet::new();
    let stopped = import(text.as_bytes(), &place.folder, &mut known, &go(), |_| {});
    limit("unlimited");
    let Err(Interrupted { report, error }) = stopped else {
        panic!("there was no room");
    };
    assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
    assert_eq!((report.imported, known.len()), (2000, 2000));
    assert_eq!(
        whole(&place.folder, 0).len(),
        2000,
        "two of them are twice there"
    );
    for (path, bytes) in before {
        assert_eq!(fs::read(path).unwrap(), bytes);
    }
    io::stdout().flush().unwrap();
}

/// What the games in a folder are known by.
fn fingerprints(folder: &Folder) -> HashSet<u64> {
    let entries = folder.entries().unwrap().into_iter();
    let games = entries.map(|entry| read(&entry.path).unwrap());
    games
        .map(|loaded| fingerprint(&loaded.header, &loaded.game))
        .collect()
}
