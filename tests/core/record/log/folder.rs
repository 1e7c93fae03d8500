//! The folder of logs: names, listing, finding, and what a list shows of a game.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use rank_and_file_core::chess::{Action, Color, Outcome, Reason};
use rank_and_file_core::library::{
    Library, State, Summary, conflict_copies_among, conflict_copies_of, heal_listed, summaries,
};
use rank_and_file_core::record::log::{Appender, FaultKind, FindError, Folder, OpenError, read};

use crate::saved::{Written, make_pipe, now};
use crate::skipped::say_skipped;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

#[test]
fn names_come_from_time_and_chance() {
    let folder = Folder::new("/nowhere/games".into());
    let entries: Vec<_> = (0..50).map(|_| folder.new_entry(now())).collect();
    let ids: BTreeSet<_> = entries.iter().map(|entry| entry.id.clone()).collect();
    assert_eq!(ids.len(), 50, "fifty games in one second have fifty names");
    for entry in entries {
        let chance = entry.id.strip_prefix("20261120T190500Z-").unwrap();
        assert!(chance.len() == 8 && chance.chars().all(|c| c.is_ascii_hexdigit()));
        let file = format!("/nowhere/games/{}.fenlog", entry.id);
        assert_eq!(entry.path.to_str(), Some(file.as_str()));
    }
    assert_eq!(folder.path().to_str(), Some("/nowhere/games"));
    assert!(
        folder.entries().unwrap().is_empty(),
        "a folder that is not there has none"
    );
    assert!(matches!(folder.find("2026"), Err(FindError::None)));
}

#[test]
fn a_game_is_found_by_the_beginning_of_its_id() {
    let temp = tempfile::tempdir().unwrap();
    let folder = Folder::new(temp.path().to_owned());
    for name in [
        "aab.fenlog",
        "aa.fenlog",
        "bcd.fenlog",
        "notes.txt",
        "bcd.fenlog.bak",
        "fenlog",
    ] {
        fs::write(temp.path().join(name), "").unwrap();
    }
    let ids: Vec<_> = folder
        .entries()
        .unwrap()
        .into_iter()
        .map(|entry| entry.id)
        .collect();
    assert_eq!(
        ids,
        ["bcd", "aab", "aa"],
        "logs only, the newest name first"
    );
    for (asked, found) in [
        ("aa", "aa"),
        ("aab", "aab"),
        ("b", "bcd"),
        ("bcd.fenlog", "bcd"),
    ] {
        let entry = folder.find(asked).unwrap();
        assert_eq!(
            (entry.id.as_str(), entry.path.is_file()),
            (found, true),
            "{asked}"
        );
    }
    assert!(matches!(folder.find("a"), Err(FindError::Ambiguous)));
    for none in ["", "c", "bcde", "../aa", "AA"] {
        assert!(
            matches!(folder.find(none), Err(FindError::None)),
            "{none:?}"
        );
    }
    let file = Folder::new(temp.path().join("notes.txt"));
    assert!(file.entries().is_err());
    assert!(matches!(file.find("aa"), Err(FindError::Io(_))));
}

/// Things in the folder that are no logs spoil the list of no game, and nothing waits for a pipe.
#[test]
fn strange_things_in_the_folder() {
    let temp = tempfile::tempdir().unwrap();
    let folder = Folder::new(temp.path().to_owned());
    let at = |name: &str| temp.path().join(format!("{name}.fenlog"));
    fs::write(at("game"), Written::play("e4").text()).unwrap();
    make_pipe(&at("pipe"));
    fs::create_dir(at("directory")).unwrap();
    symlink(at("game"), at("link")).unwrap();
    symlink(at("nowhere"), at("dangling")).unwrap();
    symlink(at("round"), at("round")).unwrap();
    let readable: BTreeSet<_> = folder
        .entries()
        .unwrap()
        .into_iter()
        .filter_map(|entry| Summary::read(entry).ok())
        .map(|summary| (summary.entry.id, summary.plies))
        .collect();
    let expected = [("game".to_owned(), 1), ("link".to_owned(), 1)];
    assert_eq!(readable, BTreeSet::from(expected));
}

#[test]
fn a_file_larger_than_any_game() {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("a.fenlog");
    fs::write(&path, Written::play("e4").text()).unwrap();
    File::options()
        .append(true)
        .open(&path)
        .unwrap()
        .set_len(8 << 30)
        .unwrap();
    let fault = read(&path).unwrap().fault.unwrap();
    assert_eq!((fault.line, fault.kind), (1, FaultKind::TooLarge));
    assert!(matches!(Appender::open(&path), Err(OpenError::Faulty(_))));
    let entry = Folder::new(temp.path().to_owned()).find("a").unwrap();
    assert_eq!(Summary::read(entry).unwrap().state, State::Damaged);
}

#[test]
fn a_log_that_cannot_be_written_can_be_read() {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("a.fenlog");
    fs::write(&path, Written::play("e4").text()).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    match Appender::open(&path) {
        Err(OpenError::ReadOnly(loaded, _)) => assert_eq!(loaded.game.plies().len(), 1),
        // Who may write everything may write this, too.
        Ok((loaded, _)) if File::options().append(true).open(&path).is_ok() => {
            say_skipped("a part: this user may write to read-only files");
            assert_eq!(loaded.game.plies().len(), 1);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_a_list_shows() {
    let temp = tempfile::tempdir().unwrap();
    let folder = Folder::new(temp.path().to_owned());
    let summary = |id: &str, text: String| {
        fs::write(temp.path().join(format!("{id}.fenlog")), text).unwrap();
        Summary::read(folder.find(id).unwrap()).unwrap()
    };
    let open = summary("open", Written::play("e4").text());
    assert_eq!(
        (open.state, open.outcome, open.plies),
        (State::Unfinished, None, 1)
    );
    assert_eq!((open.white.as_str(), open.black.as_str()), ("Ann", "Ben"));
    assert_eq!(
        (open.fen.as_str(), open.turn, open.started),
        (E4, Color::Black, Some(now()))
    );
    assert_eq!(open.fault, None);

    let mut resigned = Written::play("e4 e5");
    resigned.act(Action::Resign(Color::Black));
    let over = summary("resigned", resigned.text());
    let outcome = Outcome::win(Color::White, Reason::Resignation);
    assert_eq!((over.state, over.outcome), (State::Finished, Some(outcome)));

    let broken = summary("broken", Written::play("e4 e5").text() + "oops\n");
    assert_eq!((broken.state, broken.plies), (State::Damaged, 2));
    assert_eq!(broken.fault.unwrap().line, 5);

    // The mate is on the board, though its record was never written.
    let mate = Written::play("f3 e5 g4 Qh4#").text();
    let record = mate.find("# {\"result\"").unwrap();
    let mated = summary("mated", mate[..record].to_owned());
    let outcome = Outcome::win(Color::Black, Reason::Checkmate);
    assert_eq!(
        (mated.state, mated.outcome),
        (State::Finished, Some(outcome))
    );

    let torn = summary("torn", Written::play("e4").text() + "rnbqkbnr/pppp1ppp/8");
    assert_eq!((torn.state, torn.plies), (State::Unfinished, 1));

    let bare = summary("bare", format!("{START}\n"));
    assert_eq!(
        (bare.state, bare.plies, bare.started),
        (State::Unfinished, 0, None)
    );
    assert_eq!(
        (bare.white.as_str(), bare.black.as_str()),
        ("White", "Black")
    );
    let empty = summary("empty", String::new());
    assert_eq!((empty.state, empty.plies), (State::Damaged, 0));
    let json = [State::Unfinished, State::Finished, State::Damaged]
        .map(|state| serde_json::to_string(&state).unwrap());
    assert_eq!(json, ["\"unfinished\"", "\"finished\"", "\"damaged\""]);
}

/// Names from other systems, of bytes that are no text.
#[test]
fn a_name_that_is_no_text_can_be_read() {
    use std::os::unix::ffi::OsStrExt;
    let home = tempfile::tempdir().unwrap();
    let folder = Folder::new(home.path().to_owned());
    for name in [
        &b"Bj\xf6rn.fenlog"[..],
        b"\xff\xfe.fenlog",
        b"a\\xF6.fenlog",
        b"\\x.fenlog",
        b"\\x\xff.fenlog",
    ] {
        let path = home.path().join(std::ffi::OsStr::from_bytes(name));
        fs::write(&path, Written::play("e4").text()).unwrap();
        let entries = folder.entries().unwrap();
        assert_eq!(entries.len(), 1);
        assert_eq!(folder.find(&entries[0].id).unwrap().path, path);
        assert_eq!(read(&entries[0].path).unwrap().game.plies().len(), 1);
        fs::remove_file(path).unwrap();
    }
}

/// What sync tools and file managers call the copies of a log.
const COPIES: [&str; 3] = [
    ".sync-conflict-20261123-101500-ABCDEFG",
    " (conflicted copy 2026-11-23 101500)",
    " (copy)",
];

#[test]
fn a_copy_that_says_the_same_counts_once() {
    let temp = tempfile::tempdir().unwrap();
    let folder = Folder::new(temp.path().to_owned());
    let id = folder.new_entry(now()).id;
    let text = Written::play("e4 e5").text();
    fs::write(folder.entry(id.clone()).path, &text).unwrap();
    let index = temp.path().join("index");
    let listed = || {
        let (games, unread) = summaries(&folder, &index).unwrap();
        assert!(unread.is_empty());
        let ids = games.into_iter().map(|game| game.entry.id);
        ids.collect::<Vec<_>>()
    };
    for ending in COPIES {
        let copy = folder.entry(format!("{id}{ending}"));
        fs::write(&copy.path, &text).unwrap();
        assert_eq!(listed(), std::slice::from_ref(&id), "{ending}");
        assert_eq!(folder.copies().unwrap(), [(copy.clone(), id.clone())]);
        // What was played on there is a game of its own.
        fs::write(&copy.path, Written::play("e4 e5 Nf3").text()).unwrap();
        assert_eq!(listed().len(), 2, "{ending}");
        assert_eq!(folder.copies().unwrap(), []);
        // As long as each other, and not the same.
        fs::write(&copy.path, Written::play("d4 d5").text()).unwrap();
        assert_eq!(listed().len(), 2, "{ending}");
        // The same again, as one that is looked at alone.
        fs::write(&copy.path, &text).unwrap();
        let mut library = Library::open(folder.clone(), &index, |_| {});
        let mut gone = Vec::new();
        let looked = [copy.id.clone()];
        library.look_at(&looked, &AtomicBool::new(false), |batch| {
            assert!(batch.read.is_empty());
            gone.extend(batch.gone);
        });
        assert_eq!(gone, looked);
        // Without the original it is the game.
        let original = folder.entry(id.clone()).path;
        fs::rename(&original, temp.path().join("away")).unwrap();
        assert_eq!(listed(), looked);
        fs::rename(temp.path().join("away"), original).unwrap();
        fs::remove_file(copy.path).unwrap();
    }
}

#[test]
fn what_a_program_for_syncing_leaves_is_named() {
    let temp = tempfile::tempdir().unwrap();
    let folder = Folder::new(temp.path().join("games"));
    assert_eq!(conflict_copies_of(&folder).unwrap(), [] as [PathBuf; 0]);
    fs::create_dir(folder.path()).unwrap();
    let names = [
        "games/20261120T190500Z-01234567 (conflicted copy 2026-11-23 101500).pgn",
        "games/20261120T190500Z-01234567.sync-conflict-20261123-101500-ABCDEFG.pgn",
        "2048.sync-conflict-20261123-101500-ABCDEFG.json",
        "practice (Ann's conflicted copy 2026-11-23).jsonl",
    ];
    let others = [
        "games/20261120T190500Z-01234567.pgn",
        "games/20261120T190500Z-01234567.fenlog",
        "games/conflict.txt",
        "games/20261120T190500Z-01234567.sync-conflict-20261123-101500-ABCDEFG.fenlog",
        "practice.jsonl",
        "2048.json",
    ];
    for name in names.iter().chain(&others) {
        fs::write(temp.path().join(name), "").unwrap();
    }
    let wanted: Vec<PathBuf> = names.iter().map(|name| temp.path().join(name)).collect();
    assert_eq!(conflict_copies_of(&folder).unwrap(), wanted);
}

#[test]
fn a_folder_that_is_listed_is_not_read_again() {
    let temp = tempfile::tempdir().unwrap();
    let folder = Folder::new(temp.path().join("games"));
    fs::create_dir(folder.path()).unwrap();
    let ids = ["20261120T190500Z-01234567", "20261121T190500Z-01234567"];
    for id in ids {
        let entry = folder.entry(id.to_owned());
        fs::write(entry.path, Written::play("e4 e5").text()).unwrap();
    }
    let copy = folder.path().join("conflicted copy.pgn");
    fs::write(&copy, "").unwrap();
    let listing = folder.list().unwrap();
    // In the place of the folder there is nothing that could be read.
    fs::rename(folder.path(), temp.path().join("away")).unwrap();
    symlink("games", folder.path()).unwrap();
    folder.list().unwrap_err();
    let mut library = Library::open(folder, &temp.path().join("index"), |_| {});
    let mut looked = Vec::new();
    library.scan_listed(&listing, &AtomicBool::new(false), |batch| {
        looked.extend(batch.unread.into_iter().map(|(id, _)| id));
    });
    assert_eq!(looked, [ids[1], ids[0]]);
    let healing = heal_listed(&listing).unwrap();
    assert!(healing.done.is_empty() && healing.left.is_empty());
    assert_eq!(conflict_copies_among(&listing).unwrap(), [copy]);
}
