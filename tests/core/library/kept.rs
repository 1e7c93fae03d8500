//! Games as they are kept: the study beside the log, written whole or not at all, and set aside where it
//! is that of another game.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use rank_and_file_core::files::{Destination, is_unlocked};
use rank_and_file_core::library::{KeepFault, Library, StoredGame, StudyFile, StudyTrouble};
use rank_and_file_core::record::log::{Appender, Folder, LogEntry, OpenError};
use rank_and_file_core::record::pgn::Disagreement;
use rank_and_file_core::record::study::{Glyph, NodeId, StudyAction};
use tempfile::TempDir;

use crate::saved::{self, names};

struct Games {
    folder: Folder,
    holds: TempDir,
}

impl Games {
    /// The games of a text, imported.
    fn of(text: &str) -> Self {
        let holds = tempfile::tempdir().unwrap();
        let folder = Folder::new(holds.path().join("games"));
        let games = Self { folder, holds };
        games.import(text);
        games
    }

    fn import(&self, text: &str) -> u64 {
        let index = self.holds.path().join("index");
        let never = AtomicBool::new(false);
        let mut library = Library::open(self.folder.clone(), &index, drop);
        let mut import = library.import(&never, drop).unwrap();
        import
            .read(text.as_bytes(), &never, |_| {})
            .unwrap()
            .imported
    }

    fn only(&self) -> LogEntry {
        let mut entries = self.folder.entries().unwrap();
        assert_eq!(entries.len(), 1);
        entries.remove(0)
    }
}

fn movetext(kept: &StoredGame) -> String {
    let text = kept.pgn();
    text.split("\n\n").nth(1).unwrap().to_owned()
}

#[test]
fn an_import_keeps_what_is_said_of_a_game_and_writes_one_file_where_nothing_is() {
    let games = Games::of("1. e4 {[%clk 0:01:00]} e5 1-0\n\n1. d4 (1. c4) d5 1-0\n\n1. c4 $1 *");
    let found = names(games.folder.path());
    let of_a_kind = |ending: &str| found.iter().filter(|name| name.ends_with(ending)).count();
    assert_eq!(
        (found.len(), of_a_kind(".fenlog"), of_a_kind(".pgn")),
        (5, 3, 2)
    );
    let mut texts: Vec<String> = Vec::new();
    for entry in games.folder.entries().unwrap() {
        let kept = StoredGame::read(&entry).unwrap();
        assert!(kept.trouble.is_none());
        assert_eq!(entry.study().exists(), !kept.study.is_empty());
        if entry.study().exists() {
            // It is PGN like any other.
            assert_eq!(fs::read_to_string(entry.study()).unwrap(), kept.pgn());
        }
        texts.push(movetext(&kept));
    }
    texts.sort();
    assert_eq!(
        texts,
        [
            "1. c4 $1 *",
            "1. d4 (1. c4) 1... d5 1-0",
            "1. e4 {[%clk 0:01:00]} 1... e5 1-0"
        ]
    );
    // What is exported is known when it comes back, and a study is no game.
    let all: Vec<String> = games
        .folder
        .entries()
        .unwrap()
        .iter()
        .map(|entry| StoredGame::read(entry).unwrap().pgn())
        .collect();
    assert_eq!(games.import(&all.concat()), 0);
    assert_eq!(games.folder.ids().unwrap().len(), 3);
    assert_eq!(names(games.folder.path()).len(), 5);
}

#[test]
fn a_study_is_written_where_there_is_something_to_say_and_removed_where_not() {
    let games = Games::of("1. e4 e5 1-0");
    let entry = games.only();
    let mut kept = StoredGame::read(&entry).unwrap();
    let (mut file, study) = StudyFile::read(entry.clone(), &kept.loaded.game);
    assert!(study.unwrap().is_empty());
    let log = fs::read(&entry.path).unwrap();
    let write = StudyAction::Write {
        at: NodeId::Main(2),
        text: "Nf3".to_owned(),
    };
    for (action, wanted) in [
        (
            StudyAction::ToggleGlyph(NodeId::Main(1), Glyph(1)),
            "1. e4 $1 e5 1-0",
        ),
        (write, "1. e4 $1 e5 2. Nf3 1-0"),
        (StudyAction::Undo, "1. e4 $1 e5 1-0"),
        (
            StudyAction::SetComment(NodeId::Main(2), "a } b".to_owned()),
            "1. e4 $1 e5 {a ) b} 1-0",
        ),
        (StudyAction::Undo, "1. e4 $1 e5 1-0"),
        (StudyAction::Undo, "1. e4 e5 1-0"),
    ] {
        kept.study.act(&kept.loaded.game, action).unwrap();
        file.write(&StudyFile::text(&kept.loaded, &kept.study))
            .unwrap();
        let again = StoredGame::read(&entry).unwrap();
        assert_eq!(movetext(&again), wanted);
        assert_eq!(entry.study().exists(), wanted != "1. e4 e5 1-0");
        assert_eq!(
            names(games.folder.path()).len(),
            1 + usize::from(entry.study().exists())
        );
    }
    // To remove what is not there is no failure.
    file.write("").unwrap();
    assert_eq!(fs::read(&entry.path).unwrap(), log);
}

#[test]
fn a_study_of_another_game_is_set_aside() {
    let games = Games::of("1. e4 e5 1-0");
    let entry = games.only();
    for (number, (text, wanted)) in [
        ("1. d4 {not this one} *", Disagreement::Move(1)),
        ("1. e4 {never closed", Disagreement::Cut),
        ("1. e4 (1. e9) e5 *", Disagreement::LeftOut(1)),
        (
            "[FEN \"8/8/8/8/8/4k3/4r3/4K3 w - - 0 1\"]\n\n*",
            Disagreement::Start,
        ),
    ]
    .into_iter()
    .enumerate()
    {
        fs::write(entry.study(), text).unwrap();
        // Who only reads the game, such as to export it, leaves everything where it is.
        let kept = StoredGame::read(&entry).unwrap();
        let Some(StudyTrouble::Unfit(why)) = &kept.trouble else {
            panic!("{:?}", kept.trouble);
        };
        assert_eq!(*why, wanted);
        assert_eq!(movetext(&kept), "1. e4 e5 1-0");
        assert_eq!(fs::read_to_string(entry.study()).unwrap(), text);
        let trouble = StudyFile::read(entry.clone(), &kept.loaded.game).1;
        let Err(StudyTrouble::SetAside { why, aside }) = &trouble else {
            panic!("{trouble:?}");
        };
        assert_eq!(*why, wanted);
        let name = format!("{}.pgn.damaged-{}", entry.id, number + 1);
        assert_eq!(aside.file_name().unwrap().to_str(), Some(&*name));
        assert_eq!(fs::read_to_string(aside).unwrap(), text);
        assert!(
            StoredGame::read(&entry).unwrap().trouble.is_none(),
            "it is told once"
        );
    }
}

#[test]
fn what_is_no_file_stays_where_it_is() {
    let games = Games::of("1. e4 e5 1-0");
    let entry = games.only();
    saved::make_pipe(&entry.study());
    let kept = StoredGame::read(&entry).unwrap();
    assert!(matches!(kept.trouble, Some(StudyTrouble::Unreadable(_))));
    assert_eq!(movetext(&kept), "1. e4 e5 1-0");
    assert!(entry.study().exists());
}

/// A text of the same game with this comment.
fn said(comment: &str) -> String {
    format!("1. e4 {{{comment}}} 1... e5 1-0\n")
}

#[track_caller]
fn assert_refused(written: io::Result<()>, wanted: KeepFault) {
    let error = written.unwrap_err();
    let fault = error.get_ref().and_then(|fault| fault.downcast_ref());
    assert_eq!(fault, Some(&wanted), "{error}");
}

/// Of two who add to one game only one is written, and the other is told.
#[test]
fn a_study_that_was_not_read_is_not_replaced() {
    let games = Games::of("1. e4 {first} e5 1-0");
    let entry = games.only();
    let game = StoredGame::read(&entry).unwrap().loaded.game;
    let log = fs::read(&entry.path).unwrap();
    let open = || StudyFile::read(entry.clone(), &game).0;
    let (mut one, mut other) = (open(), open());
    one.write(&said("one")).unwrap();
    assert_refused(other.write(&said("other")), KeepFault::Elsewhere);
    assert!(
        !is_unlocked(&entry.path),
        "no process plays a game while something is added to it"
    );
    one.write(&said("one again")).unwrap();
    drop(one);
    assert!(is_unlocked(&entry.path), "it is free when it is left");
    assert_refused(other.write(&said("other")), KeepFault::Changed);
    assert_eq!(
        fs::read_to_string(entry.study()).unwrap(),
        said("one again")
    );
    // Who has seen what lies there goes on with it, and frees the game where it cannot.
    let mut third = open();
    third.write(&said("third")).unwrap();
    fs::write(entry.study(), said("by hand")).unwrap();
    assert_refused(third.write(&said("third again")), KeepFault::Changed);
    assert!(is_unlocked(&entry.path));
    assert_eq!(fs::read_to_string(entry.study()).unwrap(), said("by hand"));
    // What cannot be read is not replaced either.
    fs::write(entry.study(), "1. d4 {set aside} *").unwrap();
    assert!(StudyFile::read(entry.clone(), &game).1.is_err());
    saved::make_pipe(&entry.study());
    let (mut file, study) = StudyFile::read(entry.clone(), &game);
    assert!(study.is_err());
    assert_refused(file.write(&said("over it")), KeepFault::Changed);
    assert_eq!(fs::read(&entry.path).unwrap(), log);
}

/// A process has all open files of the one that starts it for a moment.
#[test]
fn a_game_that_is_left_is_free_while_processes_are_started() {
    let games = Games::of("1. e4 e5 1-0");
    let entry = games.only();
    let game = StoredGame::read(&entry).unwrap().loaded.game;
    let damaged = entry.path.with_file_name("damaged.fen");
    let log = fs::read_to_string(&entry.path).unwrap();
    fs::write(&damaged, log + "no position\n").unwrap();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                Command::new("true").status().unwrap();
            }
        });
        let free = (0..300).all(|number| {
            let mut file = StudyFile::read(entry.clone(), &game).0;
            file.write(&said(&number.to_string())).unwrap();
            drop(file);
            let opened = Appender::open(&damaged);
            is_unlocked(&entry.path)
                && matches!(opened, Err(OpenError::Faulty(_)))
                && is_unlocked(&damaged)
        });
        done.store(true, Ordering::Relaxed);
        assert!(free);
    });
}

/// A study with the same text as before has not changed, even if its file was written anew.
#[test]
fn what_says_the_same_as_before_was_not_changed_elsewhere() {
    let games = Games::of("1. e4 {first} e5 1-0");
    let entry = games.only();
    let game = StoredGame::read(&entry).unwrap().loaded.game;
    let (mut file, study) = StudyFile::read(entry.clone(), &game);
    assert!(!study.unwrap().is_empty());
    let study = entry.study();
    let touch: [fn(&Path); 4] = [
        |study| fs::set_permissions(study, fs::Permissions::from_mode(0o640)).unwrap(),
        |study| fs::hard_link(study, study.with_extension("backup")).unwrap(),
        |study| fs::write(study, fs::read(study).unwrap()).unwrap(),
        |study| fs::remove_file(study).unwrap(),
    ];
    for (number, touch) in touch.iter().enumerate() {
        touch(&study);
        let text = said(&number.to_string());
        file.write(&text).unwrap();
        assert_eq!(fs::read_to_string(&study).unwrap(), text);
    }
}

/// A program that adds to a game keeps its log, too.
#[test]
fn a_log_that_is_deleted_beside_its_study_is_written_again() {
    let games = Games::of("1. e4 e5 1-0");
    let entry = games.only();
    let game = StoredGame::read(&entry).unwrap().loaded.game;
    let log = fs::read(&entry.path).unwrap();
    // Before the first addition, too.
    for number in 0..2 {
        let (mut file, _) = StudyFile::read(entry.clone(), &game);
        fs::remove_file(&entry.path).unwrap();
        file.write(&said(&number.to_string())).unwrap();
        assert_eq!(fs::read(&entry.path).unwrap(), log);
        assert!(!is_unlocked(&entry.path), "it is held");
        drop(file);
        assert!(is_unlocked(&entry.path), "it is free when it is left");
    }
    let (mut file, _) = StudyFile::read(entry.clone(), &game);
    file.write(&said("x")).unwrap();
    let delete: [fn(&LogEntry); 3] = [
        |entry| fs::remove_file(&entry.path).unwrap(),
        |entry| {
            fs::remove_file(&entry.path).unwrap();
            fs::remove_file(entry.study()).unwrap();
        },
        |entry| {
            let folder = entry.path.parent().unwrap();
            fs::rename(folder, folder.with_extension("away")).unwrap();
        },
    ];
    for (number, delete) in delete.iter().enumerate() {
        delete(&entry);
        file.write(&said(&number.to_string())).unwrap();
        assert_eq!(fs::read(&entry.path).unwrap(), log);
        let again = StoredGame::read(&entry).unwrap();
        assert!(movetext(&again).contains(&format!("{{{number}}}")));
        assert!(!is_unlocked(&entry.path), "it is held");
    }
    // The same log brought by another program is held as well; another one is left alone.
    for (text, same) in [(&log[..], true), (b"another log\n", false)] {
        let brought = entry.path.with_extension("brought");
        fs::write(&brought, text).unwrap();
        fs::rename(&brought, &entry.path).unwrap();
        let written = file.write(&said("y"));
        if same {
            written.unwrap();
            assert!(!is_unlocked(&entry.path), "it is held");
        } else {
            assert_refused(written, KeepFault::Changed);
        }
    }
}

#[test]
fn a_study_is_held_only_while_it_is_written_and_leaves_nothing_behind() {
    let games = Games::of("1. e4 e5 1-0");
    let entry = games.only();
    let litter = games.folder.path().join(format!(".{}.pgn.new-x", entry.id));
    fs::write(&litter, "").unwrap();
    let game = StoredGame::read(&entry).unwrap().loaded.game;
    let (mut file, _) = StudyFile::read(entry.clone(), &game);
    assert!(is_unlocked(&entry.path), "only looked at");
    file.write(&said("x")).unwrap();
    drop(file);
    assert!(!litter.exists(), "what a kill has left is cleared away");
}

#[test]
fn a_study_that_could_not_be_read_again_is_not_written() {
    let games = Games::of("1. e4 e5 1-0");
    let entry = games.only();
    let game = StoredGame::read(&entry).unwrap().loaded.game;
    let (mut file, _) = StudyFile::read(entry.clone(), &game);
    file.write(&said("x")).unwrap();
    let error = file.write(&said(&"x".repeat(17 << 20))).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
    assert_eq!(fs::read_to_string(entry.study()).unwrap(), said("x"));
}
