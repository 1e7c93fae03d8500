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

#[test]
fn settings_are_taken_over_where_nothing_was_chosen() {
    with_main_loop(|| {
        let settings = Settings::new();
        settings.reset_preferences();
        settings.set(preferences::HINTS, &false);
        settings.set(preferences::PIECES, &"o'clock\n[x]".to_owned());
        settings.set(preferences::ENGINE, &"/tmp/evil".to_owned());
        settings.set(preferences::ENGINE_STRENGTH, &1500);
        let kept = settings.kept();
        assert!(
            !kept.contains("evil"),
            "which programs run is no file's to say"
        );
        assert!(!kept.contains("window-width"), "{kept}");
        settings.reset_preferences();
        settings.set(preferences::ENGINE_STRENGTH, &1800);
        settings.take_over(&kept);
        assert!(!settings.get(preferences::HINTS));
        assert_eq!(settings.get(preferences::PIECES), "o'clock\n[x]");
        assert_eq!(
            settings.get(preferences::ENGINE_STRENGTH),
            1800,
            "it was chosen here"
        );
        assert_eq!(settings.take_over(&kept), 0, "once more");
        settings.reset_preferences();
        let hostile = "[/]\nengine='/tmp/evil'\nhints=1\ntheme='none'\nanalysis-lines=-1\npieces=\nnone='a'\n[other]\nhints=false\n";
        for bad in [
            hostile,
            "",
            "no key file",
            "[/]\nhints=((((",
            "[/]\nhints=false=\0",
        ] {
            assert_eq!(settings.take_over(bad), 0, "{bad}");
        }
        assert!(settings.get(preferences::HINTS));
        assert_eq!(settings.get(preferences::ENGINE), "");
    });
}
