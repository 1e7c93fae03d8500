//! What somebody may have put where games are read from: pipes, devices, links that go round,
//! files without end, files that change while they are read. Nothing waits for them, nothing takes
//! what they have no end of, and the good game among them is found.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod random;
mod saved;
mod terminal;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use rank_and_file::files::write_whole;
use rank_and_file::library::{AliasFile, Aliases, Library, State};
use rank_and_file::log::{Appender, Folder, OpenError, read};
use rank_and_file::rules::Game;

use random::act_of;
use saved::{Written, fens, make_pipe, now};
use terminal::Home;

/// Longer than any of this can take, in seconds.
const PATIENCE: &str = "30";
/// `ENXIO`: nobody reads the pipe.
const NOBODY: i32 = 6;
/// The good game.
const GOOD: &str = "20261120T190500Z-00000000";
const MOVES: &str = "e4 e5 Nf3 Nc6 Bb5 a6";

/// Names of files with games that are none.
const NO_FILES: [&str; 9] = [
    "pipe", "socket", "folder", "circle", "nowhere", "zeros", "chance", "full", "memory",
];
/// Files that are damaged as games.
const DAMAGED: [&str; 3] = ["gigabyte", "megabytes", "places"];

/// Puts one of each into a folder.
fn litter(folder: &Path, ending: &str) {
    let path = |name: &str| folder.join(format!("{name}.{ending}"));
    make_pipe(&path("pipe"));
    UnixListener::bind(path("socket")).unwrap();
    fs::create_dir(path("folder")).unwrap();
    symlink(path("circle"), path("circle")).unwrap();
    symlink("nowhere at all", path("nowhere")).unwrap();
    symlink("/dev/zero", path("zeros")).unwrap();
    symlink("/dev/urandom", path("chance")).unwrap();
    symlink("/dev/full", path("full")).unwrap();
    // Regular files by their looks, but what stands in them is made while it is read.
    symlink("/proc/self/mem", path("memory")).unwrap();
    symlink("/proc/self/maps", path("places")).unwrap();
    // They take no place on the disk.
    for (name, size) in [("gigabyte", 1 << 30), ("megabytes", 15 << 20)] {
        let mut file = File::create(path(name)).unwrap();
        file.write_all(b"e4 ").unwrap();
        file.set_len(size).unwrap();
    }
}

fn home() -> Home {
    let home = Home::new();
    fs::create_dir_all(home.games()).unwrap();
    litter(&home.games(), "fenlog");
    let good = home.games().join(format!("{GOOD}.fenlog"));
    fs::write(good, Written::play(MOVES).text()).unwrap();
    home
}

/// Runs the program; it must end by itself, and not by a panic or a signal.
fn run(home: &Home, arguments: &[&str]) -> (i32, String, String) {
    let program = home.command(arguments);
    let mut patient = Command::new("timeout");
    patient.args(["--kill-after=1", PATIENCE]);
    patient.arg(program.get_program()).args(program.get_args());
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => patient.env(name, value),
            None => patient.env_remove(name),
        };
    }
    let Output {
        status,
        stdout,
        stderr,
    } = patient.stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let (told, cried) = (text(&stdout), text(&stderr));
    let code = status.code().unwrap();
    assert!(code < 2, "{arguments:?}: {status}: {told}{cried}");
    assert!(!cried.contains("panicked"), "{arguments:?}: {cried}");
    (code, told, cried)
}

/// Every name in a folder.
fn names(folder: &Path) -> BTreeSet<String> {
    let name = |file: fs::DirEntry| file.file_name().to_string_lossy().into_owned();
    let listing = fs::read_dir(folder).unwrap();
    listing.map(|file| name(file.unwrap())).collect()
}

#[test]
fn the_good_game_is_found_among_what_is_none() {
    let home = home();
    let before = names(&home.games());
    let (code, told, _) = run(&home, &["--check"]);
    assert_eq!(code, 1);
    assert!(told.contains(&format!("{GOOD}: ok")), "{told}");
    let told_of = told.lines().filter_map(|line| line.split(':').next());
    let told_of: BTreeSet<&str> = told_of.collect();
    let all = NO_FILES.iter().chain(&DAMAGED).chain(&[GOOD]);
    assert_eq!(told_of, all.copied().collect());
    let of = |name: &str| told.lines().find(|line| line.starts_with(name)).unwrap();
    assert_eq!(
        of("gigabyte"),
        "gigabyte: line 1: the file is larger than any game can be"
    );
    assert_eq!(of("pipe"), "pipe: not a regular file");

    let (code, told, cried) = run(&home, &["--list"]);
    assert_eq!(code, 0);
    assert_eq!(told.lines().count(), DAMAGED.len() + 1, "{told}");
    assert!(told.contains(GOOD) && told.contains("Ann – Ben"), "{told}");
    assert_eq!(cried.lines().count(), NO_FILES.len(), "{cried}");

    let (code, told, cried) = run(&home, &["--export-pgn", "all"]);
    assert_eq!(code, 1, "{cried}");
    assert!(told.contains("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"), "{told}");
    for name in NO_FILES {
        for arguments in [
            vec!["--export-pgn", name],
            vec!["--scoresheet", name, "--output", "a.pdf"],
            vec!["--text", "--resume", name],
        ] {
            let (code, told, cried) = run(&home, &arguments);
            assert_eq!((code, told.as_str()), (1, ""), "{arguments:?}");
            assert_eq!(cried.lines().count(), 1, "{arguments:?}: {cried}");
        }
    }
    assert_eq!(names(&home.games()), before, "nothing was written");
    assert!(!Path::new("a.pdf").exists());
}

#[test]
fn the_library_passes_over_what_is_no_game() {
    let home = home();
    let index = home.path().join("index.sqlite");
    for _ in 0..2 {
        let mut library = Library::open(Folder::new(home.games()), &index, |_| {});
        let (mut read, mut unread) = (Vec::new(), BTreeSet::new());
        let scanned = library.scan(&AtomicBool::new(false), |batch| {
            read.extend(batch.read);
            unread.extend(batch.unread.into_iter().map(|(id, _)| id));
        });
        scanned.unwrap();
        let damaged: BTreeSet<&str> = read
            .iter()
            .filter(|summary| summary.state == State::Damaged)
            .map(|summary| summary.entry.id.as_str())
            .collect();
        assert_eq!(damaged, BTreeSet::from(DAMAGED));
        assert_eq!(unread, NO_FILES.map(str::to_owned).into());
        let good = read.iter().find(|summary| summary.entry.id == GOOD);
        assert_eq!(good.unwrap().plies, 6);
    }
}

#[test]
fn an_import_refuses_what_is_no_file() {
    let home = Home::new();
    let away = tempfile::tempdir().unwrap();
    litter(away.path(), "pgn");
    // A gigabyte takes its time where the program is not optimised.
    File::create(away.path().join("gigabyte.pgn"))
        .unwrap()
        .set_len(1 << 26)
        .unwrap();
    fs::create_dir_all(home.games()).unwrap();
    // What looks like the place of a killed import is cleared away, but not through a link.
    symlink(away.path(), home.games().join(".import-away")).unwrap();
    let before = names(away.path());
    for name in NO_FILES.iter().chain(&DAMAGED) {
        let path = away.path().join(format!("{name}.pgn"));
        let (code, told, cried) = run(&home, &["--import-pgn", path.to_str().unwrap()]);
        if NO_FILES.contains(name) {
            assert_eq!(code, 1, "{name}: {cried}");
            assert_eq!(cried.lines().count(), 1, "{name}: {cried}");
        }
        assert!(told.starts_with("0 games imported"), "{name}: {told}");
    }
    assert_eq!(names(away.path()), before);
    assert_eq!(
        names(&home.games()),
        BTreeSet::from([".import-away".to_owned()])
    );
    let there = names(home.path());
    assert_eq!(there, ["cache", "rank-and-file"].map(str::to_owned).into());
}

#[test]
fn what_is_drawn_goes_into_a_file_or_nowhere() {
    let home = Home::new();
    let away = tempfile::tempdir().unwrap();
    litter(away.path(), "svg");
    let before = names(away.path());
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for name in ["pipe", "socket", "folder", "full", "circle"] {
        let path = away.path().join(format!("{name}.svg"));
        let (code, _, cried) = run(
            &home,
            &["--diagram", fen, "--output", path.to_str().unwrap()],
        );
        // A link that goes round is replaced as any name is.
        assert_eq!(code, i32::from(name != "circle"), "{name}: {cried}");
        assert_eq!(
            cried.lines().count(),
            usize::from(name != "circle"),
            "{name}: {cried}"
        );
    }
    assert_eq!(names(away.path()), before);
    let zeros = away.path().join("zeros.svg");
    let (code, _, _) = run(
        &home,
        &["--diagram", fen, "--output", zeros.to_str().unwrap()],
    );
    assert_eq!(code, 0, "/dev/zero takes everything");
    assert!(fs::symlink_metadata(zeros).unwrap().is_symlink());
    let (code, _, cried) = run(
        &home,
        &["--diagram", &"8/".repeat(50_000), "--output", "a.svg"],
    );
    assert_eq!((code, cried.lines().count()), (1, 1), "{cried}");
}

#[test]
fn a_pipe_that_is_read_gets_everything() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    make_pipe(&path);
    // More than a pipe holds at once.
    let bytes = vec![b'x'; 300_000];
    let read = thread::scope(|scope| {
        let reader = scope.spawn(|| fs::read(&path).unwrap());
        // Until the reader is there, nobody is.
        let nobody = |error: &std::io::Error| error.raw_os_error() == Some(NOBODY);
        while write_whole(&path, &bytes).as_ref().is_err_and(nobody) {
            thread::yield_now();
        }
        reader.join().unwrap()
    });
    assert_eq!(read, bytes);
}

#[test]
fn a_file_of_renamings_may_be_anything() {
    let folder = tempfile::tempdir().unwrap();
    litter(folder.path(), "jsonl");
    for name in NO_FILES.iter().filter(|name| **name != "nowhere") {
        let path = folder.path().join(format!("{name}.jsonl"));
        assert!(Aliases::read(&path).is_err(), "{name}");
        let file = AliasFile::new(path);
        assert!(file.rename("Jon", "John", now()).is_err(), "{name}");
    }
    for name in ["gigabyte", "megabytes"] {
        let path = folder.path().join(format!("{name}.jsonl"));
        let size = fs::metadata(&path).unwrap().len();
        assert_eq!(Aliases::read(&path).unwrap(), Aliases::default());
        // What would not be read is not written either.
        let file = AliasFile::new(path.clone());
        assert!(file.rename("Jon", "John", now()).is_err(), "{name}");
        assert_eq!(fs::metadata(&path).unwrap().len(), size);
    }
}

#[test]
fn a_log_to_go_on_with_may_be_anything() {
    let home = home();
    for name in NO_FILES {
        let path = home.games().join(format!("{name}.fenlog"));
        let opened = Appender::open(&path);
        assert!(
            matches!(opened, Err(OpenError::Io(_))),
            "{name}: {opened:?}"
        );
    }
}

#[test]
fn a_file_may_shrink_and_grow_while_it_is_read() {
    let written = Written::play("Nf3 Nf6 Ng1 Ng8");
    let whole = fens(&written.game);
    let text = written.text();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.fenlog");
    fs::write(&path, &text).unwrap();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut chance = fastrand::Rng::with_seed(7);
            let mut file = File::options().write(true).open(&path).unwrap();
            while !done.load(Ordering::Relaxed) {
                file.set_len(chance.u64(..text.len() as u64)).unwrap();
                std::io::Seek::rewind(&mut file).unwrap();
                file.write_all(text.as_bytes()).unwrap();
                file.set_len(20 << 20).unwrap();
            }
        });
        for _ in 0..300 {
            let loaded = read(&path).unwrap();
            let mut game = Game::new(loaded.game.start().clone(), loaded.game.draw_rule());
            for ply in loaded.game.plies() {
                game.act(act_of(ply.mv)).unwrap();
            }
            assert!(whole.starts_with(&fens(&game)));
        }
        done.store(true, Ordering::Relaxed);
    });
}
