//! No process of an engine, nor one that it has started, is left when the app that asked it has ended, even by a kill.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use rank_and_file_core::chess::start_position;
use rank_and_file_core::engine::uci::{Deadlines, Program};
use rank_and_file_core::engine::{Engine, EngineReport, Limits, Question};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::program::write_program;
use crate::reports::reports_of;
use crate::terminal::Home;

const APP: &str = env!("CARGO_BIN_EXE_rank-and-file");

/// An engine that starts two more processes, one of which has left it, and none of which ends when asked to.
const STUBBORN: &str = r#"#!/bin/sh
trap '' TERM INT HUP PIPE
(trap '' TERM INT HUP PIPE; echo $$ > "$0.first"; while :; do sleep 1; done) &
setsid sh -c 'trap "" TERM INT HUP; echo $$ > "$0.second"; while :; do sleep 1; done' "$0" &
echo $$ > "$0.own"
while read -r word rest; do
  case $word in
    uci) echo uciok ;;
    isready) echo readyok ;;
  esac
done
while :; do sleep 1; done
"#;

fn stubborn(folder: &Path) -> PathBuf {
    let path = folder.join("stubborn");
    write_program(&path, STUBBORN);
    path
}

fn until<T>(what: &str, mut found: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// The processes that have said who they are.
fn processes(engine: &Path) -> Vec<PathBuf> {
    let number = |name: &str| {
        until(name, || {
            let text = fs::read_to_string(engine.with_extension(name)).ok()?;
            text.ends_with('\n').then(|| text.trim().to_owned())
        })
    };
    let proc = |name| Path::new("/proc").join(number(name));
    ["first", "second", "own"].map(proc).to_vec()
}

/// Whether it runs: one that has ended and was not waited for does not.
fn runs(process: &Path) -> bool {
    fs::read_to_string(process.join("stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

#[test]
fn an_engine_ends_with_the_app() {
    let folder = tempfile::tempdir().unwrap();
    let engine = stubborn(folder.path());
    let mut supervisor = Command::new(APP)
        .arg("--supervise")
        .arg(&engine)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let processes = processes(&engine);
    assert!(processes.iter().all(|process| runs(process)));
    // What the kernel does when the app is killed.
    drop((
        supervisor.stdin.take(),
        supervisor.stdout.take(),
        supervisor.stderr.take(),
    ));
    supervisor.wait().unwrap();
    for process in processes {
        until("an end", || (!runs(&process)).then_some(()));
    }
}

/// Asks the engine for what never ends, and waits until it has started.
fn ask(path: &Path) -> Engine {
    let program = Program {
        path: path.to_owned(),
        supervisor: Some((APP.into(), "--supervise".to_owned())),
        patient: false,
        settings: Vec::new(),
        deadlines: Deadlines::default(),
    };
    let engine = Engine::program(program).unwrap();
    let reports = reports_of(&engine);
    engine.ask(Question {
        start: start_position(),
        moves: Vec::new(),
        lines: 1,
        limits: Limits::default(),
    });
    let report = reports.recv_timeout(Duration::from_secs(60)).unwrap();
    assert!(matches!(report, EngineReport::Started(..)), "{report:?}");
    engine
}

#[test]
fn an_engine_ends_when_it_is_let_go() {
    let folder = tempfile::tempdir().unwrap();
    let path = stubborn(folder.path());
    let engine = ask(&path);
    let processes = processes(&path);
    drop(engine);
    for process in processes {
        until("an end", || (!runs(&process)).then_some(()));
    }
}

/// Ctrl+C comes to all that a terminal has started.
#[test]
fn an_engine_ends_when_its_game_is_interrupted() {
    let home = Home::new();
    let engine = stubborn(home.path());
    let player = format!("computer:{}", engine.display());
    // Where the tests run in the background, they ignore what the terminal of the player does not.
    let mut app = home
        .command_of("env")
        .args([
            "--default-signal=INT",
            APP,
            "--text",
            "--json",
            "--white",
            &player,
        ])
        .process_group(0)
        .spawn()
        .unwrap();
    let processes = processes(&engine);
    kill_process_group(Pid::from_child(&app), Signal::INT).unwrap();
    assert!(!app.wait().unwrap().success());
    for process in processes {
        until("an end", || (!runs(&process)).then_some(()));
    }
}

/// Plays with a copy of the app that has this name, and whose file is changed before the engine is started; kills the app,
/// and waits until the engine has ended, too.
fn ends_with_copy(name: &str, change: impl FnOnce(&Path)) {
    let home = Home::new();
    let engine = stubborn(home.path());
    let program = home.path().join(name);
    // Another process copies it, for the reason that `write_program` has.
    let copied = Command::new("cp").arg(APP).arg(&program).status();
    assert!(copied.unwrap().success());
    let player = format!("computer:{}", engine.display());
    let mut command = home.command_of(&program);
    command.args(["--text", "--json", "--black", &player]);
    let mut app = command.spawn().unwrap();
    // It has begun when it answers; the engine is started at the first question.
    let mut input = app.stdin.take().unwrap();
    let mut output = BufReader::new(app.stdout.take().unwrap());
    input.write_all(b"fen\n").unwrap();
    output.read_line(&mut String::new()).unwrap();
    change(&program);
    input.write_all(b"e4\n").unwrap();
    let processes = processes(&engine);
    assert!(processes.iter().all(|process| runs(process)));
    app.kill().unwrap();
    app.wait().unwrap();
    for process in processes {
        until("an end", || (!runs(&process)).then_some(()));
    }
}

/// As after an upgrade: the program that runs has no file any more, or its path leads to another one.
#[test]
fn an_engine_ends_with_an_app_whose_file_was_replaced() {
    for replaced in [false, true] {
        ends_with_copy("rank-and-file", |program| {
            fs::remove_file(program).unwrap();
            if replaced {
                fs::write(program, "this is no program").unwrap();
            }
        });
    }
}

#[test]
fn an_engine_ends_with_an_app_whose_file_has_another_name() {
    ends_with_copy("rank-and-file-1.0", |_| {});
    ends_with_copy("rank-and-file", |program| {
        fs::rename(program, program.with_file_name("chess")).unwrap();
    });
}

/// What an engine does to its supervisor.
const STOPS: [&str; 2] = [
    "kill -STOP $PPID",
    "(supervisor=$PPID; while kill -STOP $supervisor; do :; done) &",
];

#[test]
fn an_engine_that_stops_its_supervisor_ends_when_it_is_let_go() {
    for stop in STOPS {
        let folder = tempfile::tempdir().unwrap();
        let path = stubborn(folder.path());
        let script = STUBBORN.replace("while read -r", &format!("{stop}\nwhile read -r"));
        write_program(&path, &script);
        let engine = ask(&path);
        let processes = processes(&path);
        let (sender, ended) = channel();
        thread::spawn(move || {
            drop(engine);
            sender.send(()).ok();
        });
        ended.recv_timeout(Duration::from_secs(60)).expect(stop);
        for process in processes {
            until("an end", || (!runs(&process)).then_some(()));
        }
    }
}

/// In the environment of a process that is to use this engine, and to be killed.
const USED: &str = "RANK_AND_FILE_TEST_ENGINE";

#[test]
fn an_engine_and_its_supervisor_end_with_an_app_that_is_killed() {
    if let Some(engine) = std::env::var_os(USED) {
        let _engine = ask(Path::new(&engine));
        loop {
            thread::park();
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = stubborn(folder.path());
    let mut app = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "supervised::an_engine_and_its_supervisor_end_with_an_app_that_is_killed",
        ])
        .env(USED, &path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut processes = processes(&path);
    let own = processes.last().unwrap().join("status");
    let status = fs::read_to_string(own).unwrap();
    let supervisor = status.lines().find_map(|line| line.strip_prefix("PPid:"));
    processes.push(Path::new("/proc").join(supervisor.unwrap().trim()));
    assert!(processes.iter().all(|process| runs(process)));
    // This is `kill -9`.
    app.kill().unwrap();
    app.wait().unwrap();
    for process in processes {
        until("an end", || (!runs(&process)).then_some(()));
    }
}
