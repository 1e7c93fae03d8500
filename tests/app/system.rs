//! What the program shares with the system: signals, reports of crashes, the schema of its settings.

use std::{panic, thread};

use rank_and_file::model::{Settings, preferences, remembered};
use rank_and_file::signals::ignores;
use rank_and_file::{config, crash};
use rustix::process::Signal;

use crate::desk::with_main_loop;

#[test]
fn what_is_ignored_is_read_from_what_the_system_tells() {
    let nohup = "Name:\tsh\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000001001\n";
    assert!(ignores(nohup, Signal::HUP));
    assert!(!ignores(nohup, Signal::INT) && !ignores(nohup, Signal::TERM));
    assert!(!ignores("", Signal::HUP) && !ignores("SigIgn:\tmany\n", Signal::HUP));
}

/// Other tests at the desk have hooks of their own.
#[test]
fn a_crash_is_reported() {
    with_main_loop(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("state").join("crash.txt");
        assert_eq!(crash::read(&file), None);
        crash::report_to(file.clone());
        let crashed = thread::spawn(|| panic!("the board is round")).join();
        // What the tests had before.
        drop(panic::take_hook());
        assert!(crashed.is_err());
        let report = crash::read(&file).expect("a report");
        assert!(report.contains("the board is round"), "{report}");
        assert!(
            report.contains(file!()) && report.contains(config::VERSION),
            "{report}"
        );
    });
}

#[test]
fn the_keys_are_those_of_the_schema() {
    let schema = Settings::carried_schema().expect("there is room for a schema");
    assert!(Settings::fit(&schema));
    let mut declared: Vec<_> = [preferences::ALL, remembered::ALL].concat();
    declared.sort_unstable_by_key(|(key, _)| *key);
    let mut written = schema.list_keys();
    written.sort_unstable();
    assert!(written.iter().eq(declared.iter().map(|(key, _)| key)));
}
