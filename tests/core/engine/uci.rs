//! Engines of other authors, most of them broken in some way: shell scripts that pretend to be engines.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use rank_and_file_core::chess::{CastlingSide, Chess, Move, Position, read_fen, start_position};
use rank_and_file_core::engine::uci::{Deadlines, Program, engines_in};
use rank_and_file_core::engine::{
    Computer, Engine, EngineReport, Fault, Found, Limits, Question, Score,
};
use shakmaty::CastlingMode;

use crate::program::write_program;
use crate::reports::reports_of;

/// What a decent engine does until it is asked to search.
const DECENT: &str = r#"
while read -r word rest; do
  echo "$word $rest" >> "$0.heard"
  case $word in
    uci) echo "id name Fake"; echo "option name MultiPV type spin default 1 min 1 max 5"
         echo "option name Hash type spin default 16 min 1 max 64"; echo uciok ;;
    isready) echo readyok ;;
    quit) exit ;;
    go) GO ;;
    stop) STOP ;;
  esac
done
"#;

struct Fake {
    folder: tempfile::TempDir,
    engine: Engine,
    reports: Receiver<EngineReport>,
}

/// A script with what it does when it is to search, and when it is to stop.
fn answering(script: &str, go: &str, stop: &str) -> String {
    script.replace("GO", go).replace("STOP", stop)
}

impl Fake {
    /// An engine that does this when it is to search, and this when it is to stop.
    fn decent(go: &str, stop: &str) -> Self {
        Self::new(&answering(DECENT, go, stop))
    }

    fn new(script: &str) -> Self {
        Self::within(Deadlines::default(), script)
    }

    /// An engine that is waited for so long.
    fn within(deadlines: Deadlines, script: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fake");
        write_program(&path, &format!("#!/bin/sh\n{script}"));
        Self::of(folder, path, deadlines)
    }

    fn of(folder: tempfile::TempDir, path: PathBuf, deadlines: Deadlines) -> Self {
        let program = Program {
            path,
            supervisor: None,
            patient: false,
            settings: vec![
                ("Hash".into(), "999".into()),
                ("Ponder".into(), "true".into()),
            ],
            deadlines,
        };
        let engine = Engine::program(program).unwrap();
        Self {
            folder,
            reports: reports_of(&engine),
            engine,
        }
    }

    fn ask(&self, limits: Limits) {
        self.engine.ask(question(start_position(), &[], limits));
    }

    /// The next report that this makes something of.
    fn wait<T>(&self, take: impl Fn(EngineReport) -> Option<T>) -> T {
        loop {
            let report = self.reports.recv_timeout(Duration::from_secs(60)).unwrap();
            if let Some(taken) = take(report) {
                return taken;
            }
        }
    }

    fn answer(&self) -> Found {
        self.wait(|report| match report {
            EngineReport::Answer(_, found) => Some(found),
            EngineReport::GivenUp(fault) => panic!("{fault}"),
            _ => None,
        })
    }

    fn given_up(&self) -> Fault {
        self.wait(|report| match report {
            EngineReport::GivenUp(fault) => Some(fault),
            EngineReport::Answer(_, found) => panic!("{found:?}"),
            _ => None,
        })
    }

    fn heard(&self) -> String {
        fs::read_to_string(self.folder.path().join("fake.heard")).unwrap()
    }
}

fn question(start: Chess, moves: &[Move], limits: Limits) -> Question {
    Question {
        start,
        moves: moves.to_vec(),
        lines: 1,
        limits,
    }
}

fn short() -> Limits {
    Limits {
        hard_time: Some(Duration::from_millis(200)),
        ..Limits::default()
    }
}

fn best(found: &Found) -> String {
    found
        .best()
        .unwrap()
        .to_uci(CastlingMode::Standard)
        .to_string()
}

#[test]
fn a_decent_engine_is_understood() {
    let go = "echo 'info depth 9 seldepth 12 score cp 31 nodes 700 pv e2e4 e7e5 g1f3'; echo 'bestmove e2e4 ponder e7e5'";
    let fake = Fake::decent(go, ":");
    fake.ask(short());
    let found = fake.answer();
    assert_eq!(best(&found), "e2e4");
    assert_eq!(found.lines[0].score, Score::from_cp(31));
    assert_eq!((found.depth, found.seldepth, found.nodes), (9, 12, 700));
    assert_eq!(found.lines[0].moves.len(), 3);
    let heard = fake.heard();
    // Its options are set before it is ready, within their bounds, and only those that it has.
    let before = heard.split("isready").next().unwrap();
    assert!(before.contains("setoption name Hash value 64"), "{heard}");
    assert!(
        !heard.contains("Ponder") && !heard.contains("MultiPV"),
        "{heard}"
    );
    assert!(heard.contains("go movetime 200"), "{heard}");
}

#[test]
fn a_stop_is_said_once_and_answered() {
    let fake = Fake::decent(
        "echo 'info depth 1 score cp 5 pv d2d4'",
        "echo 'bestmove d2d4'",
    );
    fake.ask(Limits::default());
    fake.wait(|report| matches!(report, EngineReport::Found(..)).then_some(()));
    for _ in 0..3 {
        fake.engine.stop();
    }
    assert_eq!(best(&fake.answer()), "d2d4");
    assert_eq!(fake.heard().matches("stop").count(), 1);
    // Another question takes the place of the first.
    fake.ask(Limits::default());
    fake.wait(|report| matches!(report, EngineReport::Found(..)).then_some(()));
    fake.ask(Limits::default());
    assert_eq!(best(&fake.answer()), "d2d4");
}

#[test]
fn one_that_dies_is_started_again_and_then_given_up() {
    for script in ["exit 1", "head -c 3000 /dev/urandom; exit 0"] {
        let fake = Fake::new(script);
        fake.ask(short());
        assert_eq!(fake.given_up(), Fault::Exited, "{script}");
    }
    // It dies in its first search only.
    let once =
        r#"if [ -e "$0.died" ]; then echo "bestmove g1f3"; else touch "$0.died"; exit 3; fi"#;
    let fake = Fake::decent(once, ":");
    fake.ask(short());
    assert_eq!(best(&fake.answer()), "g1f3");
    let always = Fake::decent("exit 3", ":");
    always.ask(short());
    assert_eq!(always.given_up(), Fault::Exited);
    // The next question starts it again.
    always.ask(short());
    assert_eq!(always.given_up(), Fault::Exited);
}

#[test]
fn one_that_takes_its_time_is_waited_for_and_not_for_ever() {
    // Slow to start, with noise before its name.
    let slow = DECENT.replace("uci)", "uci) head -c 5000 /dev/urandom; echo; sleep 1;");
    let slow = Fake::new(&answering(&slow, "echo 'bestmove d2d4'", ":"));
    // Silent the first time, then as it should be.
    let once = r#"if [ ! -e "$0.silent" ]; then touch "$0.silent"; exec sleep 1000; fi"#;
    let silent = format!("{once}\n{DECENT}");
    let deadlines = Deadlines {
        to_start: Duration::from_secs(2),
        to_stop: Duration::from_secs(1),
    };
    let silent = answering(&silent, "echo 'bestmove e2e4'", ":");
    let silent = Fake::within(deadlines, &silent);
    // Deaf: it never moves, and does not stop.
    let deadlines = Deadlines {
        to_start: Duration::from_secs(60),
        ..deadlines
    };
    let deaf = Fake::within(deadlines, &answering(DECENT, ":", ":"));
    // All of them are waited for together.
    for fake in [&slow, &silent, &deaf] {
        fake.ask(short());
    }
    assert_eq!(best(&slow.answer()), "d2d4");
    let failed = silent.wait(|report| match report {
        EngineReport::Failed(fault) => Some(fault),
        report => panic!("{report:?}"),
    });
    assert_eq!(failed, Fault::StartTimeout);
    assert_eq!(best(&silent.answer()), "e2e4");
    assert_eq!(deaf.given_up(), Fault::StopTimeout);
}

#[test]
fn one_that_is_not_there_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    for path in [
        folder.path().join("nothing"),
        Path::new("/etc/passwd").to_owned(),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let fake = Fake::of(folder, path, Deadlines::default());
        fake.ask(short());
        assert_eq!(fake.given_up(), Fault::CannotStart);
    }
}

#[test]
fn what_it_prints_does_no_more_than_be_passed_over() {
    // A line without an end, noise, illegal and absurd lines; then its move.
    let go = "head -c 300000 /dev/zero | tr '\\0' x; echo; head -c 20000 /dev/urandom; echo
        echo 'info depth 99999999999999 score cp 9 pv e2e4'
        echo 'info depth 3 multipv 7000 score cp 9 pv e2e4'
        echo 'info depth 3 score mate x pv e2e4'
        echo 'info depth 4 score cp 10 pv e2e5 e7e5'
        echo 'info depth 5 score cp 11 pv e2e4 e7e5 e1e8'
        echo 'bestmove e2e4'";
    let fake = Fake::decent(go, ":");
    fake.ask(short());
    let found = fake.answer();
    assert_eq!((best(&found).as_str(), found.depth), ("e2e4", 5));
    assert_eq!(found.lines[0].moves.len(), 2);
}

#[test]
fn endless_lines_fill_no_memory_and_are_ended() {
    let deadlines = Deadlines {
        to_stop: Duration::from_secs(1),
        ..Deadlines::default()
    };
    let endless = "yes 'info depth 2 score cp 3 pv e2e4'";
    let fake = Fake::within(deadlines, &answering(DECENT, endless, ":"));
    fake.ask(short());
    // It does not hear that it is to stop; what it has found counts.
    assert_eq!(best(&fake.answer()), "e2e4");
    drop(fake);
}

#[test]
fn an_illegal_move_is_told() {
    for go in [
        "echo 'bestmove e2e5'",
        "echo 'bestmove (none)'",
        "echo 'bestmove'",
    ] {
        let fake = Fake::decent(go, ":");
        fake.ask(short());
        assert_eq!(fake.given_up(), Fault::IllegalMove, "{go}");
    }
}

#[test]
fn castling_is_read_in_both_ways() {
    let fen = "5k2/8/8/8/8/8/8/4K2R w K - 0 1";
    for written in ["e1g1", "e1h1"] {
        let fake = Fake::decent(&format!("echo 'bestmove {written}'"), ":");
        fake.engine
            .ask(question(read_fen(fen).unwrap(), &[], short()));
        let best = fake.answer().best().unwrap();
        assert_eq!(best.castling_side(), Some(CastlingSide::KingSide));
    }
}

#[test]
fn castling_is_told_in_both_ways() {
    let told = [
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
        // Only in Chess960 a king begins there.
        ("5k2/8/8/8/8/8/8/1K5R w H - 0 1", "b1h1"),
    ];
    for (fen, written) in told {
        let chess960 = "option name UCI_Chess960 type check default false";
        let script = DECENT.replace("echo uciok", &format!("echo '{chess960}'; echo uciok"));
        let fake = Fake::new(&answering(&script, "echo 'bestmove f8e7'", ":"));
        let start = read_fen(fen).unwrap();
        let castles = start.legal_moves().into_iter().find(|mv| mv.is_castle());
        let question = question(start, &[castles.unwrap()], short());
        fake.engine.ask(question);
        assert_eq!(best(&fake.answer()), "f8e7");
        let heard = fake.heard();
        assert!(heard.contains(&format!(" moves {written}\n")), "{heard}");
        let set = heard.contains("setoption name UCI_Chess960 value true");
        assert_eq!(set, written == "b1h1", "{heard}");
    }
}

#[test]
fn only_what_matters_of_a_game_is_told() {
    let fake = Fake::decent("echo 'bestmove a7a6'; echo 'bestmove b8c6'", ":");
    let start = start_position();
    let mut at = start.clone();
    let mut moves = Vec::new();
    for word in ["e2e4", "e7e5", "g1f3"] {
        let mv = word
            .parse::<shakmaty::uci::UciMove>()
            .unwrap()
            .to_move(&at)
            .unwrap();
        at.play_unchecked(mv);
        moves.push(mv);
    }
    fake.engine.ask(question(start, &moves, short()));
    fake.answer();
    let heard = fake.heard();
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert!(
        heard.contains(&format!("position fen {fen} moves g1f3")),
        "{heard}"
    );
}

#[test]
fn nothing_is_left_of_one_that_does_not_end() {
    let fake = Fake::decent(
        "trap '' TERM INT HUP; echo $$ > \"$0.pid\"; while :; do sleep 1; done",
        ":",
    );
    fake.ask(Limits::default());
    let pid = fake.folder.path().join("fake.pid");
    let begun = Instant::now();
    while !pid.exists() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it searches");
        std::thread::sleep(Duration::from_millis(5));
    }
    let mut number = String::new();
    while number.trim().is_empty() {
        number = fs::read_to_string(&pid).unwrap();
    }
    drop(fake.engine);
    assert!(!Path::new("/proc").join(number.trim()).exists());
}

#[test]
fn only_programs_with_known_names_are_looked_for_and_each_once() {
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let write = |folder: &Path, name: &str, mode| {
        let path = folder.join(name);
        fs::write(&path, "#!/bin/sh\n").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        path
    };
    write(first.path(), "stockfish", 0o755);
    write(second.path(), "stockfish", 0o755);
    write(first.path(), "gnuchessu", 0o644);
    write(first.path(), "stockfish-installer", 0o755);
    write(second.path(), "gnuchessu", 0o755);
    fs::create_dir(first.path().join("lc0")).unwrap();
    assert_eq!(
        engines_in(&[first.path(), second.path()]),
        ["stockfish", "gnuchessu"]
    );
}

#[test]
fn one_that_is_prepared_starts_before_it_is_asked() {
    let fake = Fake::decent("echo bestmove e2e4", ":");
    fake.engine.prepare();
    fake.engine.prepare();
    fake.wait(|report| matches!(report, EngineReport::Started(..)).then_some(()));
    fake.ask(Limits::default());
    let best = fake.wait(|report| match report {
        EngineReport::Started(..) => panic!("it runs already"),
        EngineReport::Answer(_, found) => found.best(),
        _ => None,
    });
    assert_eq!(best.to().to_string(), "e4");
}

#[test]
fn a_name_is_no_longer_than_that_of_a_file() {
    let long = "x".repeat(100_000);
    for engine in [long.clone(), format!("/opt/{long}")] {
        let player: Computer = engine.parse().unwrap();
        assert_eq!(player.name().len(), 255);
    }
    let file = format!("/opt/{}", "x".repeat(255));
    let player: Computer = file.parse().unwrap();
    assert_eq!(player.name().len(), 255);
}
