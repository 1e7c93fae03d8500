//! PGN files in and out by the command.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use rank_and_file_core::record::log::Folder;
use tempfile::TempDir;

use crate::pgn_text::{fingerprints, games, whole};
use crate::saved;
use crate::terminal::{Home, id_of};

fn games_folder(home: &Home) -> Folder {
    // Every command makes the same folder from its environment.
    let data = home
        .command(&[])
        .get_envs()
        .find(|(key, _)| *key == "XDG_DATA_HOME")
        .unwrap()
        .1
        .unwrap()
        .to_owned();
    Folder::new(Path::new(&data).join("rank-and-file/games"))
}

fn file(text: &[u8]) -> (TempDir, PathBuf) {
    let holds = tempfile::tempdir().unwrap();
    let path = holds.path().join("games.pgn");
    fs::write(&path, text).unwrap();
    (holds, path)
}

/// How many games wait in places of their own.
fn written(folder: &Path) -> usize {
    let places = fs::read_dir(folder).into_iter().flatten().flatten();
    let waiting = places.filter_map(|place| fs::read_dir(place.path()).ok());
    waiting.map(Iterator::count).sum()
}

#[test]
fn a_killed_import_leaves_whole_games() {
    let home = Home::new();
    let folder = games_folder(&home);
    let text = games(9000);
    let (_holds, path) = file(text.as_bytes());
    let listed = || folder.entries().unwrap().len();
    // Killed while the first games are written, and then whenever there are more than that.
    for part in [0, 1, 900, 1500, 2100, 3500, 4999] {
        let mut child = home
            .command(&["--import-pgn", path.to_str().unwrap()])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let begun = || part > 0 || written(folder.path()) > 0;
        while !(listed() >= part && begun()) && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_micros(300));
        }
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success(), "killed too late");
        // What a killed import leaves besides is cleared away by the next one.
        let found = whole(&folder, 1).len();
        assert!((part..9000).contains(&found), "{found} after {part}");
    }
    assert!(
        home.run(&["--import-pgn", path.to_str().unwrap()])
            .status
            .success()
    );
    assert_eq!(whole(&folder, 0).len(), 9000);
    assert_eq!(fingerprints(&folder).len(), 9000);
    assert_eq!(folder.entries().unwrap().len(), 9000, "none is there twice");
}

#[test]
fn what_the_command_says() {
    let home = Home::new();
    let good = "[Event \"a\"]\n\ne4 (d9) *\n\n[Event \"b\"]\n\nd4 *\n";
    let bad = "[Event \"a\"]\n\nc4 *\n\n[Event \"b\"]\n\ne4\ne9 *\n";
    let (_good, good) = file(good.as_bytes());
    let (_bad, bad) = file(bad.as_bytes());
    let folder = good.parent().unwrap().to_owned();
    let pipe = folder.join("pipe");
    saved::make_pipe(&pipe);
    let [good, bad, folder, pipe] =
        [&good, &bad, &folder, &pipe].map(|path| path.to_str().unwrap());
    for (arguments, status, told, cried) in [
        (vec![good], 0, "2 games imported, 1 variation was left out.\n", String::new()),
        (vec![good], 0, "0 games imported, 2 games already saved.\n", String::new()),
        (vec![good, "--json"], 0, "{\"imported\":0,\"duplicates\":2,\"failed\":0,\"variants\":0,\"variations\":0,\"as_text\":0,\"ended_on_board\":0,\"extended\":0,\"clocked\":0,\"tagged\":0,\"studied\":0,\"own_studies\":0,\"own_evaluations\":0,\"notices\":0}\n", String::new()),
        (vec![bad], 1, "1 game imported, 1 game could not be read.\n", "game 2, line 8: 1... e9 cannot be played. This is not a move. Moves look like e4, Nf3, g1f3 or O-O.\n".to_owned()),
        (vec!["nowhere.pgn"], 1, "0 games imported.\n", "nowhere.pgn: There is no such file.\n".to_owned()),
        (vec![folder], 1, "0 games imported.\n", format!("{folder}: This is not a file with games.\n")),
        (vec![pipe, good], 1, "0 games imported, 2 games already saved.\n", format!("{pipe}: This is not a file with games.\n")),
    ] {
        let mut all = vec!["--import-pgn"];
        all.extend(arguments);
        let done = home.run_apart(&all, b"");
        assert_eq!(String::from_utf8(done.stderr).unwrap(), cried, "{all:?}");
        assert_eq!(String::from_utf8(done.stdout).unwrap(), told, "{all:?}");
        assert_eq!(done.status.code(), Some(status), "{all:?}");
    }
    assert_eq!(home.logs().len(), 3);
    let piped = home.run_apart(&["--import-pgn", "-"], b"1. Nf3 *\n\n1. g3 *");
    assert_eq!(piped.stdout, b"2 games imported.\n");
    assert_eq!(home.logs().len(), 5);
    assert_eq!(home.run(&["--check"]).status.code(), Some(0));
    assert_eq!(home.run(&["--import-pgn"]).status.code(), Some(2));
    assert_eq!(
        home.run(&["--import-pgn", good, "--list"]).status.code(),
        Some(2)
    );

    // What is exported is known when it comes back.
    let exported = home.run(&["--export-pgn", "all"]);
    assert_eq!(exported.status.code(), Some(0));
    let back = home.run_apart(&["--import-pgn", "-"], &exported.stdout);
    assert_eq!(back.stdout, b"0 games imported, 5 games already saved.\n");
}

#[test]
fn an_output_that_nobody_reads_is_no_failure() {
    let home = Home::new();
    let mut command = home.command(&["--import-pgn", "-"]);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(b"1. e4 *").unwrap();
    let done = child.wait_with_output().unwrap();
    assert_eq!((done.status.code(), &done.stderr[..]), (Some(0), &b""[..]));
    assert_eq!(home.logs().len(), 1);
}

#[test]
fn what_is_said_of_a_game_goes_in_and_out() {
    let home = Home::new();
    let text = "[White \"Ann\"]\n\n{first} 1. e4! {[%clk 0:01:00][%csl Gd4]} (1. d4 ; in a line\nd5 \
                (1... Nf6 {deep})) 1... e5 2. Nf3 1-0\n";
    let done = home.run_apart(&["--import-pgn", "-"], text.as_bytes());
    assert_eq!(done.stdout, b"1 game imported.\n");
    let movetext = |output: &std::process::Output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.split("\n\n").nth(1).unwrap().to_owned()
    };
    let wanted = "{first} 1. e4 $1 {[%clk 0:01:00][%csl Gd4]} (1. d4 {in a line} 1... d5 (1...\n\
                  Nf6 {deep})) 1... e5 2. Nf3 1-0";
    let exported = home.run_apart(&["--export-pgn", "all"], b"");
    assert_eq!(movetext(&exported), wanted);
    let back = home.run_apart(&["--import-pgn", "-"], &exported.stdout);
    assert_eq!(back.stdout, b"0 games imported, 1 game already saved.\n");

    // The study of another game is left out and told of each time, and stays as it is.
    let files = home.logs();
    let is_study = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "pgn");
    let study = files.iter().find(is_study).unwrap();
    fs::write(study, "1. c4 {of another game} *").unwrap();
    let id = id_of(study);
    let told = format!(
        "{id}: The annotations of this game do not fit its moves, and are left out.
"
    );
    for _ in 0..2 {
        let done = home.run_apart(&["--export-pgn", &id], b"");
        assert_eq!(String::from_utf8_lossy(&done.stderr), told);
        assert_eq!(movetext(&done), "1. e4 {[%clk 0:01:00]} 1... e5 2. Nf3 1-0");
        assert!(done.status.success());
    }
    // To check it says so as well.
    let checked = home.run_apart(&["--check"], b"");
    let told = format!("{id}: {id}.pgn does not fit the game: line 1: another move was played\n");
    assert_eq!(String::from_utf8_lossy(&checked.stdout), told);
    assert_eq!(checked.status.code(), Some(1));
    assert_eq!(fs::read(study).unwrap(), b"1. c4 {of another game} *");
    fs::remove_file(study).unwrap();
    assert_eq!(home.run(&["--check"]).status.code(), Some(0));
}

#[test]
fn games_that_are_there_get_what_is_said_of_them() {
    let home = Home::new();
    let plain = "[White \"Ann\"]\n\n1. e4 e5 1-0\n\n[White \"Ben\"]\n\n1. d4 1-0\n\n[White \"Cy\"]\n\n1. c4 *\n";
    let said = "[White \"Ann\"]\n\n1. e4 {good} e5 1-0\n\n[White \"Ben\"]\n\n1. d4 $1 1-0\n\n[White \"Cy\"]\n\n1. c4 *\n";
    let other = said
        .replace("good", "bad")
        .replace("$1", "(1. f4 -- 2. f5) $1");
    let variant = "[Variant \"Horde\"]\n\n1. e4 *\n";
    for (text, told) in [
        (plain, "3 games imported."),
        (plain, "0 games imported, 3 games already saved."),
        (
            said,
            "0 games imported, 3 games already saved, comments added to 2 games.",
        ),
        (said, "0 games imported, 3 games already saved."),
        (plain, "0 games imported, 3 games already saved."),
        (
            &*other,
            "0 games imported, 3 games already saved, comments added to 2 games.",
        ),
        (&*other, "0 games imported, 3 games already saved."),
        (said, "0 games imported, 3 games already saved."),
        (
            "1. e4 (1. d4 d5 2. -- c5 $6 {so} (2... e5)) e5 *",
            "1 game imported, 1 variation was partly saved as a comment.",
        ),
        (
            variant,
            "0 games imported, 1 game of another variant left out.",
        ),
    ] {
        let done = home.run_apart(&["--import-pgn", "-"], text.as_bytes());
        assert_eq!(
            String::from_utf8_lossy(&done.stdout),
            format!("{told}\n"),
            "{text}"
        );
    }
    let exported = home.run_apart(&["--export-pgn", "all"], b"");
    let exported = String::from_utf8_lossy(&exported.stdout).into_owned();
    for wanted in [
        "1. e4 {bad | good} 1... e5 1-0",
        "1. d4 $1 (1. f4 {1... -- 2. f5}) 1-0",
        "1. c4 *",
        "1. e4 (1. d4 d5 {2. -- c5 $6 (so) (2... e5)}) 1... e5 *",
    ] {
        assert!(exported.contains(wanted), "{exported}");
    }
    assert_eq!(home.run(&["--check"]).status.code(), Some(0));
}

#[test]
fn an_export_leaves_out_what_cannot_be_read() {
    let home = Home::new();
    assert!(
        home.run_apart(&["--import-pgn", "-"], games(30).as_bytes())
            .status
            .success()
    );
    let folder = games_folder(&home);
    saved::make_pipe(&folder.path().join("99990101T000000Z-00000000.fenlog"));
    let done = home.run_apart(&["--export-pgn", "all"], b"");
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(
        String::from_utf8(done.stdout)
            .unwrap()
            .matches("[Event ")
            .count(),
        30
    );
    assert!(
        String::from_utf8(done.stderr)
            .unwrap()
            .starts_with("99990101T000000Z-00000000: ")
    );
    // The output is closed: that is no reason to fail.
    let mut child = home.command(&["--export-pgn", "all"]).spawn().unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().code().is_some());
}

/// The size of stacks that no machine has room for: no thread can be made.
const NO_THREADS: (&str, &str) = ("RUST_MIN_STACK", "1152921504606846976");

#[test]
fn an_import_that_gets_no_thread_says_so_and_harms_nothing() {
    let home = Home::new();
    let (_holds, path) = file(games(3).as_bytes());
    let arguments = ["--import-pgn", path.to_str().unwrap()];
    let (name, size) = NO_THREADS;
    let mut command = home.command(&arguments);
    command.env(name, size).stderr(Stdio::piped());
    let done = command.output().unwrap();
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(1), "{said}");
    assert!(
        said.contains("games.pgn") && !said.contains("panicked"),
        "{said}"
    );
    assert_eq!(whole(&games_folder(&home), 0).len(), 0);
    assert!(home.run(&arguments).status.success());
    assert_eq!(whole(&games_folder(&home), 0).len(), 3);
}

#[test]
fn many_games_are_listed_without_threads() {
    let home = Home::new();
    let (_holds, path) = file(games(6000).as_bytes());
    let done = home.run(&["--import-pgn", path.to_str().unwrap()]);
    assert!(done.status.success());
    let list = ["--list", "--json"];
    let listed = home.run(&list).stdout;
    let (name, size) = NO_THREADS;
    let alone = || home.command(&list).env(name, size).output().unwrap();
    // With the index, and without it.
    assert!(alone().stdout == listed);
    fs::remove_dir_all(home.path().join("cache")).unwrap();
    let done = alone();
    assert!(done.status.success() && done.stdout == listed);
    assert_eq!(listed.iter().filter(|byte| **byte == b'\n').count(), 6000);
}
