//! Files that are too large to be held in memory are backed up and restored as carefully as small ones.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use flate2::read::GzDecoder;
use rank_and_file_core::library::{Hindrance, Restored, back_up, heal, restore};
use rank_and_file_core::record::log::Appender;
use tar::{EntryType, Header};

use super::backup::{ID, SETTINGS, all_below, folder, killed, packed, restored};
use super::bad_archives::{Entry, archive, file, note, word, zipped};
use crate::full::{alone, limit};
use crate::saved::{Written, names, now};

const MIB: usize = 1 << 20;

/// A log of 20 MB: a game, and the same entry over and over.
fn long_log() -> Vec<u8> {
    let entry = b"# {\"comment\":\"as it was said before\"}\n";
    let game = Written::play("e4 e5").text().into_bytes();
    [game, entry.repeat(20 * MIB / entry.len())].concat()
}

/// So many bytes that cannot be packed.
fn noise(length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    fastrand::Rng::with_seed(1).fill(&mut bytes);
    bytes
}

fn put(home: &Path, name: &str, bytes: &[u8]) {
    let path = home.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// What comes of a backup of which some files are too large to be put together with what is there.
fn restored_with_too_large(home: &Path, from: &Path, count: usize) -> Restored {
    let came = restore(&folder(home), from).unwrap();
    let too_large = |why: &Hindrance| matches!(why, Hindrance::Io(error) if error.kind() == ErrorKind::FileTooLarge);
    assert!(
        came.left.iter().all(|(_, why)| too_large(why)),
        "{:?}",
        came.left
    );
    assert_eq!(came.left.len(), count, "{:?}", came.left);
    came
}

#[test]
fn large_files_come_back_with_the_same_bytes() {
    let root = tempfile::tempdir().unwrap();
    let [home, other, file] = ["a", "b", "c"].map(|name| root.path().join(name));
    put(&home, &format!("games/{ID}.fenlog"), &long_log());
    put(&home, &format!("games/{ID}.pgn"), &noise(17 * MIB));
    let line = b"{\"tried\":{\"player\":\"Ann\"}}\n";
    let lines = 17 * MIB / line.len();
    put(&home, "practice.jsonl", &line.repeat(lines));
    put(&home, "pieces/mine/wK.svg", &[b' '; 17 * MIB]);
    // It is as easy to pack as a bomb.
    let zeros = File::create(home.join("games/zeros.fenlog")).unwrap();
    zeros.set_len(40 << 20).unwrap();
    let wanted = all_below(&home);
    packed(&home, &file);
    let came = restored(&other, &file);
    assert!(
        all_below(&other) == wanted,
        "{:?}",
        names(&other.join("games"))
    );
    assert_eq!((came.new, came.known, came.studies_new), (2, 0, 1));
    assert_eq!((came.answers, came.others), (lines, 1));
    let again = restored(&other, &file);
    assert!(
        all_below(&other) == wanted,
        "{:?}",
        names(&other.join("games"))
    );
    assert_eq!((again.new, again.known, again.studies_new), (0, 2, 0));
    assert_eq!((again.answers, again.others), (0, 0));
}

#[test]
fn what_is_too_large_to_be_compared_is_kept_twice_and_told() {
    let root = tempfile::tempdir().unwrap();
    let [home, other, file] = ["a", "b", "c"].map(|name| root.path().join(name));
    let [mine, longer, short, study, noted] =
        ["mine", "longer", "short", "study", "noted"].map(|name| format!("games/{name}.fenlog"));
    let (log, game) = (long_log(), Written::play("e4 e5").text().into_bytes());
    let more = [&*log, b"# {\"comment\":\"more\"}\n"].concat();
    let on = Written::play("e4 e5 Nf3").text().into_bytes();
    let (annotations, notes) = (
        study.replace("fenlog", "pgn"),
        noted.replace("fenlog", "pgn"),
    );
    let large = b"1. e4 {yours} e5 *\n".repeat(MIB);
    for (name, here, there) in [
        (&mine, &more[MIB..], &*log),
        (&longer, &*more, &*log),
        (&short, &*game, &*log),
        // A log goes on, whatever is said beside it.
        (&study, &*game, &*on),
        (&noted, &*game, &*on),
        (&annotations, b"1. e4 {mine} e5 *\n", &*large),
    ] {
        put(&home, name, here);
        put(&other, name, there);
    }
    put(&home, &notes, &large);
    let before = all_below(&home);
    packed(&other, &file);
    let came = restored_with_too_large(&home, &file, 3);
    assert_eq!(
        (came.new, came.completed, came.kept_twice, came.known),
        (0, 2, 0, 1)
    );
    let after = all_below(&home);
    assert!(
        before
            .iter()
            .all(|(path, bytes)| after[path].starts_with(bytes))
    );
    let copies: Vec<_> = after
        .iter()
        .filter(|(path, _)| !before.contains_key(*path))
        .map(|(_, bytes)| bytes.clone())
        .collect();
    let theirs = fs::read(other.join(&annotations)).unwrap();
    assert!(copies == [log.clone(), log, theirs], "{}", copies.len());
    for log in [study, noted] {
        assert_eq!(fs::read(home.join(log)).unwrap(), on);
    }
    restored_with_too_large(&home, &file, 3);
    assert_eq!(heal(&folder(&home)).unwrap().left.len(), 3);
    assert!(all_below(&home) == after);
}

#[test]
fn a_notebook_that_is_too_large_is_not_put_together_and_not_cut() {
    let root = tempfile::tempdir().unwrap();
    let [home, other, file] = ["a", "b", "c"].map(|name| root.path().join(name));
    // All lines are the same, so that few are left where they are put together.
    let mine = b"{\"tried\":{\"player\":\"Ann\"}}\n".repeat(MIB);
    put(&home, "practice.jsonl", &mine);
    put(&other, "practice.jsonl", b"{\"tried\":{}}\n");
    packed(&other, &file);
    restored_with_too_large(&home, &file, 1);
    let after = all_below(&home);
    assert!(after[Path::new("practice.jsonl")] == mine);
    assert!(after.values().any(|bytes| bytes == b"{\"tried\":{}}\n"));
}

// --- While it changes ------------------------------------------------------------

#[test]
fn of_a_large_game_that_is_played_whole_lines_are_taken() {
    let root = tempfile::tempdir().unwrap();
    let [home, other, file] = ["a", "b", "c"].map(|name| root.path().join(name));
    let name = format!("games/{ID}.fenlog");
    let text = String::from_utf8(long_log()).unwrap();
    let mut log = Appender::create(home.join(&name));
    log.append(&text).unwrap();
    let mut half = File::options().append(true).open(home.join(&name)).unwrap();
    // More than is looked at in one piece.
    half.write_all(&[b'a'; 1 << 17]).unwrap();
    packed(&home, &file);
    restored(&other, &file);
    assert!(fs::read(other.join(&name)).unwrap() == text.as_bytes());
    drop(log);
}

#[test]
fn what_grows_and_shrinks_while_it_is_copied_leaves_the_backup_whole() {
    let root = tempfile::tempdir().unwrap();
    let [home, other, file] = ["a", "b", "c"].map(|name| root.path().join(name));
    put(&home, "games/changing.fenlog", &noise(20 * MIB));
    put(&home, "games/other.fenlog", b"other");
    let changing = File::options()
        .write(true)
        .open(home.join("games/changing.fenlog"))
        .unwrap();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                changing.set_len(17 << 20).unwrap();
                changing.set_len(20 << 20).unwrap();
            }
        });
        for _ in 0..3 {
            packed(&home, &file);
        }
        done.store(true, Ordering::Relaxed);
    });
    restored(&other, &file);
    let came = fs::read(other.join("games/changing.fenlog")).unwrap();
    assert!(
        (17 * MIB..=20 * MIB).contains(&came.len()),
        "{}",
        came.len()
    );
    assert!(came[..17 * MIB] == noise(20 * MIB)[..17 * MIB]);
    assert_eq!(
        fs::read(other.join("games/other.fenlog")).unwrap(),
        b"other"
    );
}

// --- What is no backup -----------------------------------------------------------

/// An archive in which a log is said to have so many bytes, and has these.
fn claiming(size: u64, bytes: &[u8], behind: &[Entry<'_>]) -> Vec<u8> {
    let blocks = |entries: &[Entry<'_>]| {
        let mut blocks = Vec::new();
        GzDecoder::new(&*archive(entries))
            .read_to_end(&mut blocks)
            .unwrap();
        // Without the two blocks at its end.
        blocks.truncate(blocks.len() - 1024);
        blocks
    };
    let mut header = Header::new_gnu();
    header.set_path("rank-and-file/games/large.fenlog").unwrap();
    header.set_size(size);
    header.set_cksum();
    let padded = [
        bytes,
        &vec![0; bytes.len().next_multiple_of(512) - bytes.len()],
    ]
    .concat();
    let parts = [
        &*blocks(&[note()]),
        header.as_bytes(),
        &padded,
        &*blocks(behind),
        &[0; 1024],
    ];
    zipped(&parts.concat())
}

#[test]
fn an_archive_that_lies_about_a_large_file_is_refused_before_anything_is_written() {
    let root = tempfile::tempdir().unwrap();
    let [home, path] = ["user/home", "file"].map(|name| root.path().join(name));
    put(&home, "games/mine.fenlog", b"mine");
    let before = all_below(root.path());
    let large = noise(17 * MIB);
    let settings = (
        EntryType::Regular,
        &b"rank-and-file/settings.ini"[..],
        large.clone(),
    );
    let new = file("rank-and-file/games/new.fenlog", "new");
    let whole = claiming(17 << 20, &large, std::slice::from_ref(&new));
    for (told, bytes, why) in [
        (
            "more than it holds",
            claiming(18 << 20, &large, &[]),
            "damaged",
        ),
        (
            "more than it holds, with another file behind",
            claiming(18 << 20, &large, std::slice::from_ref(&new)),
            "damaged",
        ),
        (
            "less than it holds",
            claiming((17 << 20) - 4096, &large, std::slice::from_ref(&new)),
            "damaged",
        ),
        (
            "more than any such archive holds",
            claiming(1 << 40, &large, &[]),
            "hostile",
        ),
        (
            "zeros without end",
            claiming(100 << 20, &vec![0; 100 * MIB], &[]),
            "hostile",
        ),
        ("settings", archive(&[note(), settings]), "hostile"),
        ("torn", whole[..whole.len() / 2].to_vec(), "damaged"),
        (
            "with another checksum",
            [&whole[..whole.len() - 8], &[1; 8]].concat(),
            "damaged",
        ),
    ] {
        fs::write(&path, bytes).unwrap();
        let found = restore(&folder(&home), &path).map_or_else(|fault| word(&fault), |_| "none");
        assert_eq!(found, why, "{told}");
        fs::remove_file(&path).unwrap();
        assert!(all_below(root.path()) == before, "{told}");
    }
    fs::write(&path, whole).unwrap();
    assert_eq!(restore(&folder(&home), &path).unwrap().new, 2);
}

// --- Kills and full disks --------------------------------------------------------

#[test]
fn a_kill_at_any_step_of_a_large_file_loses_nothing() {
    let root = tempfile::tempdir().unwrap();
    let [home, other, file] = ["a", "b", "c"].map(|name| root.path().join(name));
    put(&other, "games/large.fenlog", &long_log());
    put(&other, "games/new.fenlog", b"new");
    let wanted = all_below(&other);
    packed(&other, &file);
    let whole = fs::read(&file).unwrap();
    let mut kills = 0;
    for step in 0.. {
        fs::create_dir_all(home.join("games")).unwrap();
        put(&home, "games/new.fenlog", b"new");
        let killed = killed("restore", step, &home, &file);
        for (path, bytes) in all_below(&home) {
            let name = path.file_name().unwrap().to_str().unwrap();
            let unfinished = name.starts_with(".restoring-");
            assert!(unfinished || wanted[&path] == bytes, "step {step}: {name}");
        }
        restored(&home, &file);
        assert!(all_below(&home) == wanted, "step {step}");
        fs::remove_dir_all(&home).unwrap();
        if !killed {
            break;
        }
        kills += 1;
    }
    for step in 0.. {
        if !killed("back-up", step, &other, &file) {
            break;
        }
        kills += 1;
        assert!(fs::read(&file).unwrap() == whole, "step {step}");
        assert!(all_below(&other) == wanted, "step {step}");
    }
    println!("{kills} kills");
    assert!(kills >= 12, "{kills}");
}

#[test]
fn a_disk_that_is_full_within_a_large_file_loses_nothing() {
    alone(
        "library::large_backup::a_disk_that_is_full_within_a_large_file_loses_nothing",
        || {
            let root = tempfile::tempdir().unwrap();
            let [home, other, file] = ["a", "b", "c"].map(|name| root.path().join(name));
            put(&home, "games/mine.fenlog", b"mine");
            put(&other, "games/large.fenlog", &long_log());
            let before = all_below(&home);
            packed(&other, &file);
            let whole = fs::read(&file).unwrap();
            for room in [0, 1, MIB, 16 * MIB, 19 * MIB] {
                limit(Some(room));
                let came = restore(&folder(&home), &file);
                let done = back_up(&folder(&other), SETTINGS, now(), &file);
                limit(None);
                let is_full = came.map_or_else(|fault| word(&fault), |_| "none");
                assert_eq!(is_full, "unwritten", "room for {room}");
                let error: io::Error = done.map(drop).unwrap_err();
                assert_ne!(
                    error.kind(),
                    ErrorKind::NotFound,
                    "room for {room}: {error}"
                );
                assert!(all_below(&home) == before, "room for {room}");
                assert!(fs::read(&file).unwrap() == whole, "room for {room}");
                assert_eq!(names(root.path()), ["a", "b", "c"]);
            }
            restored(&home, &file);
            assert!(fs::read(home.join("games/large.fenlog")).unwrap() == long_log());
        },
    );
}
