//! Writing logs: appending, mending what was cut short, locks, files that vanish, and the thread
//! that writes. A full disk has its own file, `disk_full.rs`.

use std::fs;
use std::os::unix::fs::symlink;
use std::sync::mpsc;
use std::time::Duration;

use rank_and_file_core::chess::Color;
use rank_and_file_core::files::{Destination, ExternalChange, WriteReport, Writer, finish_writing};
use rank_and_file_core::record::log::{Appender, FaultKind, Notice, OpenError, read};

use crate::saved;
use crate::saved::{Written, fens, header_line};

#[test]
fn a_new_log_is_made_by_its_first_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep").join("games").join("a.fenlog");
    let mut appender = Appender::create(path.clone());
    assert_eq!(appender.path(), path);
    appender.append("").unwrap();
    appender.sync().unwrap();
    assert!(!path.exists(), "a game that has not begun leaves no file");

    let written = Written::play("e4 e5 Nf3");
    for lines in &written.batches {
        appender.append(lines).unwrap();
        appender.sync().unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), written.text());
    let loaded = read(&path).unwrap();
    assert_eq!((loaded.fault, loaded.notices), (None, vec![]));
    assert_eq!(fens(&loaded.game), fens(&written.game));
}

#[test]
fn a_log_is_never_made_over_another_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.fenlog");
    fs::write(&path, "a text of another program").unwrap();
    fs::create_dir(folder.path().join("a-2.fenlog")).unwrap();
    let mut appender = Appender::create(path.clone());
    appender.append(&header_line()).unwrap();
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        "a text of another program"
    );
    let other = folder.path().join("a-3.fenlog");
    assert_eq!(fs::read_to_string(&other).unwrap(), header_line());
    assert_eq!(appender.path(), other);
    assert_eq!(
        appender.touched(),
        Some(ExternalChange::GoesOnIn(other.clone()))
    );
    appender.append("more\n").unwrap();
    assert_eq!(appender.touched(), None);
    assert_eq!(
        fs::read_to_string(&other).unwrap(),
        header_line() + "more\n"
    );
}

/// A clock that stands still, and the same chance: two games of one name.
#[test]
fn two_logs_of_one_name_are_two_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.fenlog");
    let (one, two) = (Written::play("e4"), Written::play("d4 d5"));
    let mut first = Appender::create(path.clone());
    let mut second = Appender::create(path.clone());
    first.append(&one.text()).unwrap();
    second.append(&two.text()).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), one.text());
    assert_eq!(fs::read_to_string(second.path()).unwrap(), two.text());
    assert_ne!(second.path(), path);
}

/// A file that was made and never written to, as a kill or a full disk leaves it behind.
#[test]
fn an_empty_file_is_taken_for_a_new_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.fenlog");
    fs::write(&path, "").unwrap();
    let mut appender = Appender::create(path.clone());
    appender.append(&header_line()).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), header_line());
    assert_eq!(appender.touched(), None);
}

/// What programs do that keep folders alike, and `sed -i`.
#[test]
fn a_log_that_is_replaced_by_its_like_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.fenlog");
    let mut written = Written::play("e4");
    let mut appender = Appender::create(path.clone());
    appender.append(&written.text()).unwrap();
    for typed in ["e5", "Nf3", "Nc6"] {
        let copy = folder.path().join("copy");
        fs::copy(&path, &copy).unwrap();
        fs::rename(&copy, &path).unwrap();
        appender.append(&written.go_on(typed)).unwrap();
        appender.sync().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), written.text());
        assert_eq!(appender.touched(), None);
        assert!(matches!(Appender::open(&path), Err(OpenError::Locked(_))));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Another game in its place, one with more in it, a folder: it is left alone.
#[test]
fn a_log_that_is_replaced_by_something_else_goes_on_beside_it() {
    let other = Written::play("d4 d5").text();
    for foreign in [
        other.clone(),
        "rubbish".to_owned(),
        "{all}and more\n".to_owned(),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.fenlog");
        let mut written = Written::play("e4 e5");
        let mut appender = Appender::create(path.clone());
        appender.append(&written.text()).unwrap();
        let foreign = foreign.replace("{all}", &written.text());
        fs::write(folder.path().join("new"), &foreign).unwrap();
        fs::rename(folder.path().join("new"), &path).unwrap();
        appender.append(&written.go_on("Nf3")).unwrap();
        appender.append(&written.go_on("Nc6")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
        let beside = folder.path().join("a-2.fenlog");
        assert_eq!(fs::read_to_string(&beside).unwrap(), written.text());
        assert_eq!(
            appender.touched(),
            Some(ExternalChange::GoesOnIn(beside.clone()))
        );
        drop(appender);
        assert!(Appender::open(&beside).is_ok());
    }
}

/// Another program cuts an open log short at every place, in the file itself or by a rename: what is left is set aside,
/// and the log has every line.
#[test]
fn a_log_that_is_cut_short_is_written_anew() {
    let whole = Written::play("e4 e5 Nf3").text();
    for cut in (0..whole.len()).step_by(7) {
        for renamed in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.fenlog");
            let mut written = Written::play("e4 e5 Nf3");
            let mut appender = Appender::create(path.clone());
            appender.append(&written.text()).unwrap();
            if renamed {
                fs::write(folder.path().join("new"), &whole[..cut]).unwrap();
                fs::rename(folder.path().join("new"), &path).unwrap();
            } else {
                let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
                file.set_len(cut as u64).unwrap();
            }
            appender.append(&written.go_on("Nc6")).unwrap();
            appender.sync().unwrap();
            let aside = folder.path().join("a.fenlog.damaged-1");
            assert_eq!(
                appender.touched(),
                Some(ExternalChange::SetAside(aside.clone()))
            );
            assert_eq!(fs::read_to_string(&aside).unwrap(), whole[..cut]);
            assert_eq!(fs::read_to_string(&path).unwrap(), written.text());
            appender.append(&written.go_on("Bb5")).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), written.text());
            assert_eq!(read(&path).unwrap().fault, None);
        }
    }
}

#[test]
fn a_game_is_continued_where_it_stood() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.fenlog");
    let mut written = Written::play("e4 e5");
    fs::write(&path, written.text()).unwrap();
    let (loaded, mut appender) = Appender::open(&path).unwrap();
    assert_eq!(fens(&loaded.game), fens(&written.game));
    appender.append(&written.go_on("Nf3")).unwrap();
    drop(appender);
    assert_eq!(fs::read_to_string(&path).unwrap(), written.text());
}

/// The last line was cut short at every place there is: the rest is read, the next append begins
/// on a line of its own, and all of it is read again.
#[test]
fn after_a_torn_last_line_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.fenlog");
    let whole = Written::play("e4 e5 Nf3 Nc6").text();
    let last_line = whole.trim_end().rfind('\n').unwrap() + 1;
    let torn_at = whole[..last_line].lines().count() + 1;
    for cut in last_line + 1..whole.len() {
        fs::write(&path, &whole[..cut]).unwrap();
        let (loaded, mut appender) = Appender::open(&path).unwrap();
        let complete = cut == whole.len() - 1;
        let notices = if complete {
            vec![]
        } else {
            vec![Notice::Torn { line: torn_at }]
        };
        assert_eq!(loaded.notices, notices, "cut at {cut}");
        assert_eq!(loaded.game.plies().len(), 3 + usize::from(complete));

        // The game goes another way, if its last move was lost.
        let moves = if complete {
            "e4 e5 Nf3 Nc6"
        } else {
            "e4 e5 Nf3"
        };
        let mut written = Written::play(moves);
        appender
            .append(&written.go_on(if complete { "Bb5" } else { "d6" }))
            .unwrap();
        drop(appender);
        let bytes = fs::read_to_string(&path).unwrap();
        assert!(
            bytes.starts_with(&format!("{}\n", &whole[..cut])),
            "append only"
        );
        let again = read(&path).unwrap();
        assert_eq!(again.fault, None, "cut at {cut}");
        assert_eq!(again.notices, notices);
        assert_eq!(fens(&again.game), fens(&written.game));
    }
}

/// A last line that says something wrong is a fault with a line feed and without one: it is no
/// beginning of a line, and it must not be left out.
#[test]
fn what_was_never_the_beginning_of_a_line_is_no_torn_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.fenlog");
    let whole = Written::play("e4 e5").text();
    for foreign in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "# {\"takeback\":7}",
        "# {\"rank-and-file\":2}",
        "# {\"result\":\"1-0\",\"reason\":\"checkmate\"}",
    ] {
        for end in ["", "\n"] {
            fs::write(&path, format!("{whole}{foreign}{end}")).unwrap();
            let loaded = read(&path).unwrap();
            assert_eq!(
                loaded.fault.unwrap().line,
                whole.lines().count() + 1,
                "{foreign}"
            );
            assert_eq!(loaded.game.plies().len(), 2);
            let refused = Appender::open(&path).unwrap_err();
            assert!(
                matches!(refused, OpenError::Faulty(_)),
                "{foreign}: {refused:?}"
            );
        }
    }
}

/// Text at the end that has no line feed and is no valid line is left out; when the game goes on, a record says so, and
/// that text is ignored from then on.
#[test]
fn what_is_no_line_at_the_end_is_passed_over_for_good() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.fenlog");
    for rubbish in ["hello", "# no record", "r1bqkbnr/pp", "\0\0\0\0"] {
        let mut written = Written::play("e4 e5");
        let whole = written.text().to_owned();
        fs::write(&path, format!("{whole}{rubbish}")).unwrap();
        let notices = vec![Notice::Torn {
            line: whole.lines().count() + 1,
        }];
        let (loaded, mut appender) = Appender::open(&path).unwrap();
        assert_eq!(loaded.notices, notices, "{rubbish}");
        appender.append(&written.go_on("Nf3")).unwrap();
        drop(appender);
        let again = read(&path).unwrap();
        assert_eq!((again.fault, again.notices), (None, notices), "{rubbish}");
        assert_eq!(fens(&again.game), fens(&written.game));
        assert!(
            fs::read_to_string(&path)
                .unwrap()
                .starts_with(&format!("{whole}{rubbish}\n"))
        );
    }
}

#[test]
fn a_log_with_a_fault_is_never_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.fenlog");
    let text = Written::play("e4 e5").text() + "nonsense\n";
    fs::write(&path, &text).unwrap();
    let OpenError::Faulty(loaded) = Appender::open(&path).unwrap_err() else {
        panic!("opened a log with a fault");
    };
    assert_eq!(loaded.fault.unwrap().kind, FaultKind::NotSixFields);
    assert_eq!(
        loaded.game.plies().len(),
        2,
        "shown up to its last good line"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn only_one_may_write() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.fenlog");
    let mut written = Written::play("e4");
    let mut first = Appender::create(path.clone());
    first.append(&written.text()).unwrap();
    let OpenError::Locked(loaded) = Appender::open(&path).unwrap_err() else {
        panic!("two may write at once");
    };
    assert_eq!(
        fens(&loaded.game),
        fens(&written.game),
        "it can be looked at"
    );
    // By another name it is the same file.
    let alias = folder.path().join("b.fenlog");
    symlink(&path, &alias).unwrap();
    assert!(matches!(Appender::open(&alias), Err(OpenError::Locked(_))));
    first.append(&written.go_on("e5")).unwrap();
    drop(first);

    let (_, second) = Appender::open(&path).unwrap();
    assert!(matches!(Appender::open(&path), Err(OpenError::Locked(_))));
    drop(second);
    let (loaded, _third) = Appender::open(&path).unwrap();
    assert_eq!(loaded.game.plies().len(), 2);
}

#[test]
fn a_file_deleted_below_is_made_anew_with_every_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games").join("a.fenlog");
    let mut written = Written::play("e4 e5");
    let mut appender = Appender::create(path.clone());
    appender.append(&written.text()).unwrap();
    fs::remove_file(&path).unwrap();
    appender.append(&written.go_on("Nf3")).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), written.text());
    assert!(matches!(Appender::open(&path), Err(OpenError::Locked(_))));

    fs::remove_dir_all(path.parent().unwrap()).unwrap();
    appender.append(&written.go_on("Nc6")).unwrap();
    appender.sync().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), written.text());
    drop(appender);

    // The same for a game that was continued, even after a torn line.
    let text = written.text();
    fs::write(&path, format!("{text}# {{\"pau")).unwrap();
    let (_, mut appender) = Appender::open(&path).unwrap();
    fs::remove_file(&path).unwrap();
    appender.append(&written.go_on("Bb5")).unwrap();
    let loaded = read(&path).unwrap();
    assert_eq!(loaded.fault, None);
    assert_eq!(fens(&loaded.game), fens(&written.game));
}

/// A name without a folder means the folder in which the program runs.
#[test]
fn a_name_without_a_folder_can_be_synced() {
    let name = format!("{}.fenlog", std::process::id());
    let mut appender = Appender::create(name.clone().into());
    appender.append(&header_line()).unwrap();
    let synced = appender.sync();
    fs::remove_file(name).unwrap();
    synced.unwrap();
}

#[test]
fn what_is_no_file_is_no_log() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.fenlog");
    saved::make_pipe(&pipe);
    let directory = folder.path().join("directory.fenlog");
    fs::create_dir(&directory).unwrap();
    let dangling = folder.path().join("dangling.fenlog");
    symlink(folder.path().join("nowhere"), &dangling).unwrap();
    let missing = folder.path().join("missing.fenlog");
    for path in [pipe, directory, dangling, missing] {
        assert!(read(&path).is_err(), "{}", path.display());
        let opened = Appender::open(&path);
        assert!(matches!(opened, Err(OpenError::Io(_))), "{opened:?}");
    }
}

#[test]
fn a_writer_reports_every_batch() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let path = games.join("a.fenlog");
    let (sender, reports) = mpsc::channel();
    let appender = Appender::create(path.clone());
    let mut writer = Writer::start(appender, move |report| sender.send(report).unwrap()).unwrap();
    // When the disk has it is told whenever that is so.
    let next = || loop {
        match reports.recv_timeout(Duration::from_secs(20)).unwrap() {
            WriteReport::Synced(_) => {}
            report => return report,
        }
    };

    // The folder cannot be made while a file has its name.
    fs::write(&games, "in the way").unwrap();
    let mut written = Written::play("e4 e5");
    assert_eq!(writer.write(written.text()), 1);
    assert!(matches!(next(), WriteReport::Failed(1, _)));
    fs::remove_file(&games).unwrap();
    assert_eq!(writer.write(String::new()), 2);
    assert!(matches!(next(), WriteReport::Written(2)));
    for (batch, typed) in (3..).zip(["Nf3", "Nc6", "Bb5"]) {
        assert_eq!(writer.write(written.go_on(typed)), batch);
    }
    assert!(finish_writing(Duration::from_secs(20)));
    for batch in 3..=5 {
        assert!(matches!(next(), WriteReport::Written(count) if count == batch));
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), written.text());
    assert_eq!(written.game.turn(), Color::Black);
    drop(writer);
    assert!(
        reports
            .iter()
            .all(|report| matches!(report, WriteReport::Synced(_))),
        "the threads end"
    );
    assert!(Appender::open(&path).is_ok(), "and lets go of the file");
}

/// As a program for syncing replaces a log that is open here.
#[test]
fn a_log_that_goes_on_elsewhere_is_seen() {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("game.fenlog");
    let mut written = Written::play("e4");
    let mut log = Appender::create(path.clone());
    log.append(&written.text()).unwrap();
    let bring = |text: &str| {
        let new = temp.path().join("new");
        fs::write(&new, text).unwrap();
        fs::rename(&new, &path).unwrap();
    };
    let look = |log: &mut Appender| {
        log.append("").unwrap();
        log.touched()
    };
    assert_eq!(look(&mut log), None, "it lies there as it was left");
    bring(&written.text());
    assert_eq!(look(&mut log), None, "the same again goes no further");
    bring(&Written::play("d4 d5").text());
    assert_eq!(
        look(&mut log),
        None,
        "another game does not go on with this one"
    );
    written.go_on("e5");
    bring(&(written.text() + "no line\nno other\n"));
    assert_eq!(look(&mut log), None, "it is damaged");
    bring(&written.text());
    let continued = Some(ExternalChange::Continued(path.clone()));
    assert_eq!(look(&mut log), continued);
    // It can be opened there while this one is still held, and has both moves.
    let (loaded, _again) = Appender::open(&path).unwrap();
    assert_eq!(loaded.game.plies().len(), 2);
}

/// As a program for syncing leaves a copy beside a log that is open here.
#[test]
fn a_log_that_goes_on_in_a_copy_is_seen_and_takes_it_up() {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("game.fenlog");
    let copy = temp
        .path()
        .join("game.sync-conflict-20261124-101500-ABCDEFG.fenlog");
    let mut written = Written::play("e4");
    let mut log = Appender::create(path.clone());
    log.append(&written.text()).unwrap();
    let mut look = |copied: &str| {
        fs::write(&copy, copied).unwrap();
        log.append("").unwrap();
        log.touched()
    };
    let here = written.text();
    assert_eq!(look(&here), None, "it goes no further");
    assert_eq!(look(&Written::play("d4 d5").text()), None, "it parts");
    written.go_on("e5");
    let there = written.text();
    assert_eq!(look(&(there.clone() + "no line\nno other\n")), None);
    assert_eq!(
        look(&there[..there.len() - 2]),
        None,
        "it is still arriving"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), here);
    let continued = Some(ExternalChange::Continued(path.clone()));
    assert_eq!(look(&there), continued);
    let (loaded, mut again) = Appender::open(&path).unwrap();
    assert_eq!(loaded.game.plies().len(), 2);
    assert_eq!(
        fs::read_to_string(&copy).unwrap(),
        there,
        "it is healed later"
    );
    // What goes on here is not what the copy says.
    written.go_on("Nf3");
    again.append(written.batches.last().unwrap()).unwrap();
    again.append("").unwrap();
    assert_eq!(again.touched(), None);
    assert_eq!(fs::read_to_string(&path).unwrap(), written.text());
}
