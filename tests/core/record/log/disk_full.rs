//! A disk that is full at every byte of a log, one after the other: nothing is lost, nothing is
//! written twice, and once there is space again the file is as if there had always been.
//!
//! The disk is not filled: a limit on the size of files (`RLIMIT_FSIZE`) makes writes stop in the
//! same way, short at first and refused then. It holds for a whole process, so the test runs
//! itself once more, alone, and with the signal ignored that comes with the limit.

use std::fs;
use std::path::Path;

use rank_and_file_core::chess::{Action, Color};
use rank_and_file_core::files::Destination;
use rank_and_file_core::record::log::{Appender, FaultKind, read};

use crate::full::{alone, limit};
use crate::saved::{Written, fens};

/// A game with every kind of line: offers declined by a move and in words, a wrong claim, a takeback,
/// an end.
fn eventful() -> Written {
    let mut written = Written::play("e4");
    for action in [
        Action::Write("d5".to_owned()),
        Action::Claim(None),
        Action::Decline,
        Action::Write("exd5".to_owned()),
        Action::ProposeTakeback(1),
        Action::Accept,
        Action::Write("e5".to_owned()),
        Action::OfferDraw,
        Action::Write("f5".to_owned()),
        Action::Write("exf6 e.p.".to_owned()),
        Action::Resign(Color::Black),
    ] {
        written.act(action);
    }
    written
}

/// While the disk is full, the file is a log that can be read.
fn assert_readable(path: &Path, limit: usize) {
    let bytes = fs::read(path).unwrap();
    assert_eq!(bytes.len(), limit, "as much as there was space for");
    let loaded = read(path).unwrap();
    match loaded.fault {
        None => assert!(limit > 150),
        Some(fault) => {
            assert_eq!(fault.kind, FaultKind::Empty, "full at {limit}");
            let again = read(path).unwrap();
            assert!(!again.has_begun(), "no game was begun in {limit} bytes");
        }
    }
}

fn assert_whole(path: &Path, written: &Written, note: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert_eq!(text, written.text(), "{note}");
    let loaded = read(path).unwrap();
    assert_eq!((loaded.fault, loaded.notices), (None, vec![]), "{note}");
    assert_eq!(fens(&loaded.game), fens(&written.game), "{note}");
    assert_eq!(loaded.game.outcome(), written.game.outcome(), "{note}");
}

#[test]
fn a_disk_that_is_full_to_the_end_of_the_game() {
    alone(
        "record::log::disk_full::a_disk_that_is_full_to_the_end_of_the_game",
        || {
            let written = eventful();
            let total = written.text().len();
            let folder = tempfile::tempdir().unwrap();
            for full in 0..total {
                let path = folder.path().join(format!("{full}.fenlog"));
                let mut appender = Appender::create(path.clone());
                limit(Some(full));
                let failures = written
                    .batches
                    .iter()
                    .filter(|lines| appender.append(lines).is_err())
                    .count();
                assert!(failures > 0, "full at {full}");
                assert!(appender.append("").is_err(), "it is still full");
                assert_readable(&path, full);
                limit(None);
                appender.append("").unwrap();
                appender.sync().unwrap();
                assert_whole(&path, &written, &format!("full at {full}"));
            }
        },
    );
}

#[test]
fn a_disk_that_has_space_again_at_the_next_move() {
    alone(
        "record::log::disk_full::a_disk_that_has_space_again_at_the_next_move",
        || {
            let written = eventful();
            let total = written.text().len();
            let folder = tempfile::tempdir().unwrap();
            for full in (0..total).step_by(3) {
                let path = folder.path().join(format!("{full}.fenlog"));
                let mut appender = Appender::create(path.clone());
                limit(Some(full));
                let mut failures = 0;
                for lines in &written.batches {
                    if appender.append(lines).is_err() {
                        failures += 1;
                        // The next batch finds some space, but perhaps not enough for itself.
                        limit(Some(full + 40 * failures));
                    }
                }
                assert!(failures > 0, "full at {full}");
                limit(None);
                appender.append("").unwrap();
                assert_whole(&path, &written, &format!("full at {full}"));
            }
        },
    );
}

#[test]
fn a_file_deleted_while_the_disk_is_full() {
    alone(
        "record::log::disk_full::a_file_deleted_while_the_disk_is_full",
        || {
            let written = eventful();
            let total = written.text().len();
            let folder = tempfile::tempdir().unwrap();
            for full in (1..total).step_by(7) {
                let path = folder.path().join(format!("{full}.fenlog"));
                let mut appender = Appender::create(path.clone());
                limit(Some(full));
                for lines in &written.batches {
                    // What fails is kept; that is what this test is about.
                    appender.append(lines).ok();
                }
                fs::remove_file(&path).unwrap();
                assert!(appender.append("").is_err(), "full at {full}");
                assert_readable(&path, full);
                limit(None);
                appender.append("").unwrap();
                assert_whole(&path, &written, &format!("full at {full}"));
            }
        },
    );
}

#[test]
fn a_log_that_was_never_written_is_not_left_behind() {
    alone(
        "record::log::disk_full::a_log_that_was_never_written_is_not_left_behind",
        || {
            let folder = tempfile::tempdir().unwrap();
            for (full, left) in [(0, 0), (1, 1)] {
                let path = folder.path().join("a.fenlog");
                let mut appender = Appender::create(path);
                limit(Some(full));
                assert!(appender.append(&eventful().batches[0]).is_err());
                limit(None);
                drop(appender);
                assert_eq!(fs::read_dir(folder.path()).unwrap().count(), left);
            }
        },
    );
}
