//! What is written into one file comes back from it: an empty folder gets the same bytes, and a folder with files loses
//! none of them. What is no backup is in `bad_archives.rs`. After a kill or a full disk at
//! any step all files are whole, and the next start does the rest.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::{env, process};

use rank_and_file_core::library::{
    AliasFile, Hindrance, Restored, back_up, back_up_watched, backup_name, restore, restore_watched,
};
use rank_and_file_core::record::log::{Appender, Folder, read};
use rank_and_file_core::twenty48::{Store, read_document};

use super::conflicts::played as two_thousand;
use super::two_desktops::{
    Files, assert_logs_are_whole, assert_nothing_lost, assert_same, cases, evenings, is_killed,
    lay, taken_up,
};
use crate::full::{alone, limit};
use crate::saved::{Written, names, now};

pub(super) const ID: &str = "20261120T190500Z-0123abcd";
pub(super) const SETTINGS: &str = "[/]\ntheme='walnut'\n";

pub(super) fn folder(home: &Path) -> Folder {
    Folder::new(home.join("games"))
}

/// Writes a backup of a folder, of which nothing may be left out.
pub(super) fn packed(home: &Path, to: &Path) {
    let done = back_up(&folder(home), SETTINGS, now(), to).unwrap();
    assert!(done.left_out.is_empty(), "{:?}", done.left_out);
}

pub(super) fn restored(home: &Path, from: &Path) -> Restored {
    let restored = restore(&folder(home), from).unwrap();
    assert!(restored.left.is_empty(), "{:?}", restored.left);
    assert_eq!(restored.settings, SETTINGS);
    restored
}

/// Every file below a folder, hidden ones too.
pub(super) fn all_below(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(here) = folders.pop() {
        for entry in fs::read_dir(&here).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => {
                    let bytes = fs::read(&path).unwrap();
                    all.insert(path.strip_prefix(folder).unwrap().to_owned(), bytes);
                }
            }
        }
    }
    all
}

/// A folder with something of every kind.
pub(super) fn full_folder(home: &Path) {
    let lay = |name: &str, bytes: &[u8]| {
        let path = home.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    let played = Written::play("e4 e5 Nf3").text();
    lay(&format!("games/{ID}.fenlog"), played.as_bytes());
    lay(&format!("games/{ID}.pgn"), b"1. e4 {good} e5 2. Nf3 *\n");
    lay(
        "games/our final.fenlog",
        Written::play("d4").text().as_bytes(),
    );
    lay(
        &format!("games/{}.fenlog", "long ".repeat(45)),
        played.as_bytes(),
    );
    // One whose last line was cut short, an empty one, one that no one can read, and what was set aside.
    lay("games/torn.fenlog", &played.as_bytes()[..played.len() - 9]);
    lay("games/empty.fenlog", b"");
    lay("games/damaged.fenlog", b"no\nlog\n\xff");
    lay(&format!("games/{ID}.pgn.damaged-1"), b"1. e5");
    let odd = home
        .join("games")
        .join(OsStr::from_bytes(b"odd \xff.fenlog"));
    fs::write(odd, &played).unwrap();
    lay("practice.jsonl", line(1, "Ann").as_bytes());
    lay(
        "players.jsonl",
        b"{\"rename\":{\"from\":\"Ann\",\"to\":\"Anna\"},\"time\":\"2026-11-20T19:05:00Z\"}\n",
    );
    lay("2048.json", two_thousand(1, 30).document().as_bytes());
    lay(
        "2048.json.other-0123456789abcdef",
        two_thousand(2, 20).document().as_bytes(),
    );
    lay("pieces/mine/wK.svg", b"<svg/>");
    lay("pieces/mine/license.txt", b"mine");
}

fn line(second: u32, who: &str) -> String {
    format!(
        "{{\"tried\":{{\"player\":\"{who}\",\"puzzle\":\"a\",\"found\":true}},\"time\":\"2026-11-20T19:05:{second:02}Z\"}}\n"
    )
}

// --- There and back --------------------------------------------------------------

#[test]
fn an_empty_folder_gets_the_same_bytes() {
    let root = tempfile::tempdir().unwrap();
    let (home, other, file) = (
        root.path().join("a"),
        root.path().join("b"),
        root.path().join("c"),
    );
    full_folder(&home);
    let wanted = all_below(&home);
    // What marks a file as open, what is on its way, and what is of no concern.
    for name in [
        "2048.json.lock",
        ".practice.jsonl.new-1",
        "games/.import-1",
        "notes.txt",
    ] {
        fs::write(home.join(name), "none").unwrap();
    }
    packed(&home, &file);
    let came = restored(&other, &file);
    assert_eq!(all_below(&other), wanted);
    assert_eq!((came.new, came.known, came.studies_new), (7, 0, 1));
    assert_eq!(
        (came.answers, came.players, came.twenty48, came.others),
        (1, 1, true, 4)
    );
    let again = restored(&other, &file);
    assert_eq!(all_below(&other), wanted);
    assert_eq!((again.new, again.known, again.studies_new), (0, 7, 0));
    assert_eq!(
        (again.answers, again.players, again.twenty48, again.others),
        (0, 0, false, 0)
    );
    assert_eq!(
        backup_name("2026-11-27".parse().unwrap()),
        "rank-and-file-2026-11-27.tar.gz"
    );
}

#[test]
fn nothing_at_all_can_be_backed_up_and_restored() {
    let root = tempfile::tempdir().unwrap();
    let (home, file) = (root.path().join("home"), root.path().join("file"));
    packed(&home, &file);
    restored(&home, &file);
    assert_eq!(all_below(&home), BTreeMap::new());
}

#[test]
fn a_game_that_is_played_is_taken_by_whole_lines_and_goes_on() {
    let root = tempfile::tempdir().unwrap();
    let (home, other, file) = (
        root.path().join("a"),
        root.path().join("b"),
        root.path().join("c"),
    );
    let path = home.join(format!("games/{ID}.fenlog"));
    let mut written = Written::play("e4 e5");
    let whole = written.text();
    let mut log = Appender::create(path.clone());
    log.append(&whole).unwrap();
    // A line that is just being written.
    let mut half = File::options().append(true).open(&path).unwrap();
    half.write_all(b"rnbq").unwrap();
    packed(&home, &file);
    half.set_len(whole.len() as u64).unwrap();
    restored(&other, &file);
    assert_eq!(
        fs::read_to_string(other.join(format!("games/{ID}.fenlog"))).unwrap(),
        whole
    );
    // It has gone on: the backup has nothing of it that is not there.
    log.append(&written.go_on("Nf3")).unwrap();
    let came = restored(&home, &file);
    assert_eq!((came.new, came.known), (0, 1));
    assert_eq!(fs::read_to_string(&path).unwrap(), written.text());
    assert_eq!(names(&home.join("games")).len(), 1);
    // One that would have to be changed waits until it is closed.
    let mut more = Written::play("e4 e5");
    more.go_on("d4");
    fs::write(other.join(format!("games/{ID}.fenlog")), more.text()).unwrap();
    packed(&other, &file);
    for _ in 0..2 {
        let came = restore(&folder(&home), &file).unwrap();
        let [(copy, Hindrance::Open)] = &*came.left else {
            panic!("{:?}", came.left);
        };
        assert_eq!(fs::read_to_string(copy).unwrap(), more.text());
        assert_eq!(fs::read_to_string(&path).unwrap(), written.text());
        assert_eq!(names(&home.join("games")).len(), 2);
    }
    drop(log);
    assert_eq!(restored(&home, &file).kept_twice, 1);
    assert_eq!(restored(&home, &file).kept_twice, 0);
}

#[test]
fn what_is_there_and_what_comes_are_put_together() {
    let root = tempfile::tempdir().unwrap();
    let (home, other, file) = (
        root.path().join("a"),
        root.path().join("b"),
        root.path().join("c"),
    );
    let [gone_on, same, parted, new] =
        ["a", "b", "c", "d"].map(|last| format!("games/20261120T190500Z-0123456{last}"));
    let game = |moves: &str| Written::play(moves).text().into_bytes();
    let files = |files: &[(String, Vec<u8>)]| files.iter().cloned().collect::<Files>();
    let log = |name: &str| format!("{name}.fenlog");
    let study = |words: &str| {
        format!("[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"*\"]\n\n1. e4 {{{words}}} e5 *\n\n")
            .into_bytes()
    };
    lay(
        &home,
        &files(&[
            (log(&gone_on), game("e4 e5")),
            (log(&same), game("e4 e5")),
            (format!("{same}.pgn"), study("mine")),
            (log(&parted), game("e4 c5")),
            (
                "practice.jsonl".to_owned(),
                [line(1, "Ann"), line(2, "Ben")].concat().into_bytes(),
            ),
            (
                "2048.json".to_owned(),
                two_thousand(1, 30).document().into_bytes(),
            ),
        ]),
    );
    fs::create_dir_all(home.join("pieces/mine")).unwrap();
    fs::write(home.join("pieces/mine/wK.svg"), "<svg>here</svg>").unwrap();
    lay(
        &other,
        &files(&[
            (log(&gone_on), game("e4 e5 Nf3")),
            (log(&same), game("e4 e5")),
            (format!("{same}.pgn"), study("yours")),
            (log(&parted), game("e4 e6")),
            (log(&new), game("d4")),
            (
                "practice.jsonl".to_owned(),
                [line(1, "Ann"), line(3, "Ann")].concat().into_bytes(),
            ),
            (
                "2048.json".to_owned(),
                two_thousand(1, 35).document().into_bytes(),
            ),
        ]),
    );
    fs::create_dir_all(other.join("pieces/mine")).unwrap();
    fs::write(other.join("pieces/mine/wK.svg"), "<svg>there</svg>").unwrap();
    packed(&other, &file);
    let came = restored(&home, &file);
    assert_eq!(
        (came.new, came.completed, came.kept_twice, came.known),
        (1, 1, 1, 1)
    );
    assert_eq!(
        (came.studies_new, came.studies_merged, came.answers),
        (0, 1, 1)
    );
    assert_eq!((came.twenty48, came.others), (true, 1));
    let text = |name: &str| fs::read_to_string(home.join(name)).unwrap();
    assert_eq!(text(&log(&gone_on)).as_bytes(), game("e4 e5 Nf3"));
    let told = text(&format!("{same}.pgn"));
    assert!(told.contains("mine") && told.contains("yours"), "{told}");
    assert_eq!(
        text("practice.jsonl"),
        [line(1, "Ann"), line(2, "Ben"), line(3, "Ann")].concat()
    );
    assert_eq!(text("pieces/mine/wK.svg"), "<svg>here</svg>");
    let moves = |entry: &rank_and_file_core::record::log::LogEntry| {
        let game = read(&entry.path).unwrap().game;
        game.plies().last().unwrap().san.to_string()
    };
    let mut last: Vec<String> = folder(&home).entries().unwrap().iter().map(moves).collect();
    last.sort();
    assert_eq!(last, ["Nf3", "c5", "d4", "e5", "e6"]);
    let all = all_below(&home);
    let again = restored(&home, &file);
    assert_eq!(all_below(&home), all);
    assert_eq!(
        (again.new, again.completed, again.kept_twice, again.known),
        (0, 0, 0, 4)
    );
    assert_eq!(
        (
            again.studies_merged,
            again.answers,
            again.twenty48,
            again.others
        ),
        (0, 0, false, 0)
    );
    // While 2048 is played, it waits.
    fs::write(home.join("2048.json"), two_thousand(1, 30).document()).unwrap();
    let played = Store::open(&home.join("2048.json"), 1);
    let came = restore(&folder(&home), &file).unwrap();
    assert!(
        matches!(&*came.left, [(_, Hindrance::Open)]),
        "{:?}",
        came.left
    );
    assert_eq!(text("2048.json"), two_thousand(1, 30).document());
    drop(played);
    assert!(restored(&home, &file).twenty48);
    let kept = read_document(text("2048.json").as_bytes()).unwrap();
    assert_eq!(kept.game(), two_thousand(1, 35).game());
}

#[test]
fn a_game_that_was_imported_on_both_computers_stays_one() {
    let root = tempfile::tempdir().unwrap();
    let (home, other, file) = (
        root.path().join("a"),
        root.path().join("b"),
        root.path().join("c"),
    );
    let [here, there, new, twice] =
        ["a", "b", "c", "d"].map(|last| format!("games/20260718T000000Z-0123456{last}"));
    let game = |moves: &str| Written::play(moves).text().into_bytes();
    let study = |words: &str| {
        format!("[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"*\"]\n\n1. e4 {{{words}}} e5 *\n\n")
            .into_bytes()
    };
    let files = |files: &[(&str, &str, Vec<u8>)]| {
        let named = |(name, ending, bytes): &(&str, &str, Vec<u8>)| {
            (format!("{name}.{ending}"), bytes.clone())
        };
        files.iter().map(named).collect::<Files>()
    };
    lay(
        &home,
        &files(&[
            (&here, "fenlog", game("e4 e5")),
            (&here, "pgn", study("mine")),
        ]),
    );
    lay(
        &other,
        &files(&[
            (&there, "fenlog", game("e4 e5")),
            (&there, "pgn", study("yours")),
            (&new, "fenlog", game("d4")),
            // The other computer has this one twice, and it stays twice.
            (&twice, "fenlog", game("d4")),
        ]),
    );
    packed(&other, &file);
    let came = restored(&home, &file);
    assert_eq!((came.new, came.known), (2, 1));
    assert_eq!((came.studies_new, came.studies_merged), (0, 1));
    assert_eq!(folder(&home).entries().unwrap().len(), 3);
    let told = fs::read_to_string(home.join(format!("{here}.pgn"))).unwrap();
    assert!(told.contains("mine") && told.contains("yours"), "{told}");
    let all = all_below(&home);
    let again = restored(&home, &file);
    assert_eq!(all_below(&home), all);
    assert_eq!((again.new, again.known, again.studies_merged), (0, 3, 0));
}

#[test]
fn of_two_renamings_of_a_name_the_later_one_counts_and_none_is_lost() {
    let rename = |from: &str, to: &str, second: u32| {
        format!(
            "{{\"rename\":{{\"from\":\"{from}\",\"to\":\"{to}\"}},\"time\":\"2026-11-20T19:05:{second:02}Z\"}}\n"
        )
    };
    let undo = "{\"undo\":1}\n";
    let later = "{\"dreamed\":1,\"time\":\"2026-11-20T19:05:30Z\"}\n";
    for (here, there, name, shown, come) in [
        // Only one of them knows a name; one goes on with the other.
        (rename("A", "B", 1), rename("C", "D", 2), "AC", "BD", 1),
        (
            rename("A", "B", 1),
            rename("A", "B", 1) + &rename("C", "D", 2),
            "AC",
            "BD",
            1,
        ),
        // The same name, called otherwise: the later one, whichever side it is on.
        (rename("A", "B", 1), rename("A", "C", 2), "A", "C", 1),
        (rename("A", "C", 2), rename("A", "B", 1), "A", "C", 1),
        (
            rename("A", "B", 1) + &rename("X", "A", 2),
            rename("A", "C", 3),
            "AX",
            "BC",
            1,
        ),
        // What comes later goes on from there.
        (rename("A", "B", 1), rename("B", "C", 2), "AB", "CC", 1),
        (rename("B", "C", 2), rename("A", "B", 1), "AB", "CC", 1),
        // What was taken back stays so, on either side.
        (rename("A", "B", 1) + undo, rename("A", "B", 1), "A", "A", 0),
        (
            rename("A", "B", 1),
            rename("C", "D", 2) + undo,
            "AC",
            "BC",
            0,
        ),
        // What a later version has written stays; what was cut short says nothing.
        (
            later.to_owned() + &rename("A", "B", 1),
            rename("C", "D", 2),
            "AC",
            "BD",
            1,
        ),
        (
            rename("A", "B", 1) + "{\"rena",
            rename("C", "D", 2),
            "AC",
            "BD",
            1,
        ),
    ] {
        let root = tempfile::tempdir().unwrap();
        let (home, other, file) = (
            root.path().join("a"),
            root.path().join("b"),
            root.path().join("c"),
        );
        for sides in [[&here, &there], [&there, &here]] {
            for (home, text) in [&home, &other].into_iter().zip(sides) {
                lay(
                    home,
                    &Files::from([("players.jsonl".to_owned(), text.clone().into_bytes())]),
                );
            }
            packed(&other, &file);
            let came = restored(&home, &file).players;
            if sides[0] == &here {
                assert_eq!(came, come, "{here}{there}");
            }
            let aliases = AliasFile::new(home.join("players.jsonl")).read().unwrap();
            let names = name.split("").filter(|name| !name.is_empty());
            let said: String = names.map(|name| aliases.shown(name)).collect();
            assert_eq!(said, shown, "{here}{there}");
            let text = fs::read_to_string(home.join("players.jsonl")).unwrap();
            assert_eq!(text.contains("dreamed"), here.contains("dreamed"));
            assert_eq!(restored(&home, &file).players, 0);
            assert_eq!(
                fs::read_to_string(home.join("players.jsonl")).unwrap(),
                text
            );
        }
    }
}

#[test]
fn nothing_of_either_side_is_lost_after_random_evenings() {
    let root = tempfile::tempdir().unwrap();
    let (home, file) = (root.path().join("home"), root.path().join("file"));
    for seed in 0..cases() {
        let (one, other, _) = evenings(seed);
        let mut came = Vec::new();
        for [here, there] in [[&one, &other], [&other, &one]] {
            lay(&home, there);
            packed(&home, &file);
            lay(&home, here);
            restored(&home, &file);
            for side in [here, there] {
                assert_nothing_lost(&home, side, &format!("seed {seed}"));
            }
            let all = taken_up(&home);
            let again = restored(&home, &file);
            assert_eq!(
                (again.new, again.completed, again.kept_twice),
                (0, 0, 0),
                "seed {seed}"
            );
            assert_same(&all, &taken_up(&home), &format!("seed {seed}, once more"));
            came.push(all);
        }
        // Notebooks are as they were where they had it all.
        came.iter_mut()
            .for_each(|files| drop(files.remove("practice.jsonl")));
        assert_same(&came[0], &came[1], &format!("seed {seed}, either way"));
    }
}

// --- Kills and full disks --------------------------------------------------------

const VICTIM: &str = "RANK_AND_FILE_TEST_RESTORED_AND_KILLED";
/// So many pairs of evenings are backed up and restored, and killed at every step.
const KILLED: u64 = 6;

/// Backs up or restores, as the environment says, and is killed before one of the steps.
#[test]
fn a_victim() {
    let Some(wanted) = env::var(VICTIM).ok() else {
        return;
    };
    let mut lines = wanted.lines();
    let mut next = || lines.next().unwrap();
    let (what, mut left) = (next(), next().parse::<usize>().unwrap());
    let (home, file) = (Path::new(next()), Path::new(next()));
    let mut kill = |_: rank_and_file_core::library::Step<'_>| {
        if left == 0 {
            // Nothing is cleared up, as when it is killed.
            process::abort();
        }
        left -= 1;
        Ok(())
    };
    match what {
        "restore" => drop(restore_watched(&folder(home), file, &mut kill).unwrap()),
        _ => drop(back_up_watched(&folder(home), SETTINGS, now(), file, &mut kill).unwrap()),
    }
}

/// Whether it was killed.
pub(super) fn killed(what: &str, step: usize, home: &Path, file: &Path) -> bool {
    let told = format!("{what}\n{step}\n{}\n{}", home.display(), file.display());
    is_killed("library::backup::a_victim", VICTIM, &told)
}

/// What is in two folders, the backup of the second, and what comes of restoring that into the first.
struct Case {
    sides: [Files; 2],
    wanted: Files,
}

impl Case {
    fn new(home: &Path, file: &Path, seed: u64) -> Self {
        let (mut one, mut other, _) = evenings(seed);
        for (side, name) in [(&mut one, "Anna"), (&mut other, "Annie")] {
            let line = format!(
                "{{\"rename\":{{\"from\":\"{name}\",\"to\":\"Ann\"}},\"time\":\"2026-11-20T19:05:00Z\"}}\n"
            );
            side.insert("players.jsonl".to_owned(), line.into_bytes());
        }
        other.insert(
            "games/new.fenlog".to_owned(),
            Written::play("c4").text().into_bytes(),
        );
        lay(home, &other);
        packed(home, file);
        lay(home, &one);
        restored(home, file);
        Self {
            wanted: taken_up(home),
            sides: [one, other],
        }
    }
}

#[test]
fn a_kill_at_any_step_loses_nothing() {
    let root = tempfile::tempdir().unwrap();
    let (home, file) = (root.path().join("home"), root.path().join("file"));
    let (mut kills, before) = (0, b"what was there before");
    for seed in 0..KILLED {
        let Case {
            sides: [one, other],
            wanted,
        } = Case::new(&home, &file, seed);
        for step in 0.. {
            lay(&home, &one);
            let killed = killed("restore", step, &home, &file);
            let told = format!("seed {seed}, step {step}");
            assert_logs_are_whole(&home, &one, &told);
            if !killed {
                assert_same(&wanted, &taken_up(&home), &told);
                break;
            }
            kills += 1;
            restored(&home, &file);
            assert_same(&wanted, &taken_up(&home), &told);
        }
        // And on the way there: what was in the place of the file is there, or all of the new one.
        lay(&home, &other);
        for step in 0.. {
            fs::write(&file, before).unwrap();
            if !killed("back-up", step, &home, &file) {
                lay(&home, &Files::new());
                restored(&home, &file);
                assert_same(&other, &taken_up(&home), "it is whole");
                break;
            }
            kills += 1;
            assert_eq!(fs::read(&file).unwrap(), before);
            assert_same(&other, &taken_up(&home), "it is only read");
        }
    }
    println!("{kills} kills");
    assert!(kills >= 100, "{kills}");
}

#[test]
fn a_disk_that_is_full_at_any_byte_loses_nothing() {
    alone(
        "library::backup::a_disk_that_is_full_at_any_byte_loses_nothing",
        || {
            let root = tempfile::tempdir().unwrap();
            let (home, file) = (root.path().join("home"), root.path().join("file"));
            let mut full_disks = 0;
            for seed in 0..2 * KILLED {
                let Case {
                    sides: [one, other],
                    wanted,
                } = Case::new(&home, &file, seed);
                let largest = wanted.values().map(Vec::len).max().unwrap();
                for room in (0..largest).step_by(largest / 17 + 1) {
                    lay(&home, &one);
                    limit(Some(room));
                    let came = restore(&folder(&home), &file);
                    limit(None);
                    let is_whole = matches!(&came, Ok(came) if came.left.is_empty());
                    full_disks += usize::from(!is_whole);
                    let told = format!("seed {seed}, room for {room}");
                    assert_logs_are_whole(&home, &one, &told);
                    restored(&home, &file);
                    assert_same(&wanted, &taken_up(&home), &told);
                }
                lay(&home, &other);
                let whole = fs::read(&file).unwrap();
                for room in (0..whole.len()).step_by(whole.len() / 5 + 1) {
                    limit(Some(room));
                    let done = back_up(&folder(&home), SETTINGS, now(), &file);
                    limit(None);
                    assert!(done.is_err(), "seed {seed}, room for {room}");
                    full_disks += 1;
                    assert_eq!(fs::read(&file).unwrap(), whole);
                    assert_eq!(names(root.path()), ["file", "home"]);
                }
            }
            println!("{full_disks} full disks");
            assert!(full_disks >= 150, "{full_disks}");
        },
    );
}
