//! Commands that meet pipes, devices, links to themselves and files without end.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::litter::{DAMAGED, GOOD, NO_FILES, lay_games, litter};
use crate::saved::names;
use crate::terminal::Home;

/// Longer than any of this can take, in seconds.
const PATIENCE: &str = "30";

fn home() -> Home {
    let home = Home::new();
    lay_games(&home.games());
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
    assert!(code <= 2, "{arguments:?}: {status}: {told}{cried}");
    assert!(!cried.contains("panicked"), "{arguments:?}: {cried}");
    (code, told, cried)
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
    assert_eq!(names(&home.games()), [".import-away"]);
    // Where there is no game there is nothing to remember of one either.
    assert_eq!(names(home.path()), ["rank-and-file"]);
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
    assert_eq!((code, cried.lines().count()), (2, 1), "{cried}");
}
