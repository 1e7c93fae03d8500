//! The engines of this machine: tried out, chosen, added and gone. They are shell scripts that pretend to be
//! some.

use std::cell::{Cell, RefCell};
use std::fs;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Waker};
use std::thread;

use gtk::prelude::*;
use rank_and_file::model::{Engines, Settings, Tutoring, preferences};
use rank_and_file::words;
use rank_and_file_core::chess::{Color, DrawRule, start_position};
use rank_and_file_core::engine::{Computer, EngineReport, Fault, Limits, Question};
use rank_and_file_core::record::log::{Header, now};
use tempfile::TempDir;

use crate::desk::{settle, until, with_main_loop};
use crate::program::write_program;

/// An engine that has everything that can be chosen.
const DECENT: &str = r#"
while read -r word rest; do
  echo "$word $rest" >> "$0.heard"
  case $word in
    uci) echo "id name Fake"
         echo "option name Threads type spin default 512 min 1 max 512"
         echo "option name Hash type spin default 1 min 1 max 33554432"
         echo "option name UCI_LimitStrength type check default false"
         echo "option name UCI_Elo type spin default 1500 min 1320 max 3190"; echo uciok ;;
    isready) echo readyok ;;
    go) echo "bestmove e2e4" ;;
    quit) exit ;;
  esac
done
"#;

/// A folder for engines, and the settings as they are by default, before and afterwards.
struct Bench {
    folder: TempDir,
    engines: Engines,
}

impl Bench {
    fn new() -> Self {
        Settings::new().reset_preferences();
        Self {
            folder: tempfile::tempdir().unwrap(),
            engines: Engines::default(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn engine(&self, name: &str, script: &str) -> String {
        let path = self.path(name);
        write_program(&path, &format!("#!/bin/sh\n{script}"));
        path.to_str().unwrap().to_owned()
    }

    fn heard(&self, name: &str) -> String {
        fs::read_to_string(self.path(&format!("{name}.heard"))).unwrap_or_default()
    }

    fn try_out(&self, engine: &str) -> Result<(), Fault> {
        glib::MainContext::default().block_on(self.engines.try_out(engine))
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        for engine in self.engines.added() {
            self.engines.remove(&engine);
        }
        Settings::new().reset_preferences();
    }
}

fn short() -> Question {
    Question {
        start: start_position(),
        moves: Vec::new(),
        lines: 1,
        limits: Limits {
            nodes: Some(100),
            ..Limits::default()
        },
    }
}

#[test]
fn what_an_engine_has_is_known_when_it_was_tried() {
    with_main_loop(|| {
        let bench = Bench::new();
        let engine = bench.engine("decent", DECENT);
        assert_eq!(bench.engines.abilities(Some(&engine)), None);
        assert_eq!(bench.try_out(&engine), Ok(()));
        let abilities = bench.engines.abilities(Some(&engine)).unwrap();
        assert_eq!(abilities.strength, Some((1320, 3190)));
        // No engine gets more memory than the machine can spare.
        let own = bench.engines.abilities(None).unwrap();
        assert_eq!(abilities.memory, own.memory);
        assert!(own.strength.is_none() && own.memory.unwrap().1 < 33_554_432);
        let plain = bench.engine("plain", &DECENT.replace("option name", "info string"));
        assert_eq!(bench.try_out(&plain), Ok(()));
        let abilities = bench.engines.abilities(Some(&plain)).unwrap();
        assert_eq!((abilities.strength, abilities.memory), (None, None));
    });
}

#[test]
fn what_is_no_engine_is_told_with_its_reason() {
    with_main_loop(|| {
        let bench = Bench::new();
        let illegal = DECENT.replace("e2e4", "e2e5");
        for (name, script, fault) in [
            ("ends", "exit 0", Fault::Exited),
            ("noise", "head -c 3000 /dev/urandom", Fault::Exited),
            ("illegal", illegal.as_str(), Fault::IllegalMove),
        ] {
            let engine = bench.engine(name, script);
            assert_eq!(bench.try_out(&engine), Err(fault), "{name}");
            assert_eq!(bench.engines.trouble(&engine), Some(fault), "{name}");
        }
        for path in ["/etc/passwd", "/nowhere/at/all", "/tmp", "nothing"] {
            assert_eq!(bench.try_out(path), Err(Fault::CannotStart), "{path}");
        }
        // It is well again when it answers.
        let engine = bench.engine("ends", DECENT);
        assert_eq!(bench.try_out(&engine), Ok(()));
        assert_eq!(bench.engines.trouble(&engine), None);
    });
}

#[test]
fn an_engine_that_is_not_waited_for_any_more_ends() {
    with_main_loop(|| {
        let bench = Bench::new();
        let engine = bench.engine("silent", "echo $$ > \"$0.pid\"; exec sleep 1000");
        let pid = bench.path("silent.pid");
        let read = || fs::read_to_string(&pid).unwrap_or_default();
        {
            let mut trial = pin!(bench.engines.try_out(&engine));
            let mut waker = Context::from_waker(Waker::noop());
            assert_eq!(trial.as_mut().poll(&mut waker), Poll::Pending);
            until("it is started", || read().ends_with('\n'));
        }
        let process = Path::new("/proc").join(read().trim());
        until("it is gone", || !process.exists());
    });
}

#[test]
fn engines_are_added_and_removed() {
    with_main_loop(|| {
        let bench = Bench::new();
        let engines = &bench.engines;
        let told = Rc::new(RefCell::new(0));
        let count = told.clone();
        let listening = engines.connect_closure(
            "changed",
            false,
            glib::closure_local!(move |_: Engines| *count.borrow_mut() += 1),
        );
        let engine = bench.engine("decent", DECENT);
        assert_eq!(engines.engine_at(Path::new(&engine)), Some(engine.clone()));
        assert_eq!(engines.engine_at(Path::new("/tmp/two\nlines")), None);
        assert_eq!(engines.engine_at(Path::new("")), None);
        for _ in 0..2 {
            engines.add(&engine);
        }
        engines.choose(Some(&engine));
        assert_eq!(engines.added(), [engine.as_str()]);
        assert!(engines.all().contains(&engine));
        assert_eq!(engines.chosen().as_ref(), Some(&engine));
        assert_eq!(*told.borrow(), 2, "an engine, and that it is chosen");
        engines.remove(&engine);
        assert!(engines.added().is_empty());
        assert_eq!(engines.wanted(), None);
        engines.disconnect(listening);
    });
}

#[test]
fn the_built_in_searcher_takes_the_place_of_one_that_is_gone() {
    with_main_loop(|| {
        let bench = Bench::new();
        let engines = &bench.engines;
        let engine = bench.engine("decent", DECENT);
        Settings::new().set(preferences::ENGINE_MEMORY, &1);
        engines.choose(Some(&engine));
        fs::remove_file(&engine).unwrap();
        assert_eq!(engines.wanted().as_ref(), Some(&engine));
        assert_eq!(engines.chosen(), None);
        assert_eq!(engines.trouble(&engine), Some(Fault::CannotStart));
        let answers = Rc::new(RefCell::new(Vec::new()));
        let heard = answers.clone();
        let analyst = engines.analyst(move |report| {
            if let EngineReport::Answer(_, found) = report {
                heard.borrow_mut().extend(found.best());
            }
        });
        analyst.as_ref().unwrap().ask(short());
        until("there is a move", || !answers.borrow().is_empty());
        let player = Computer::Engine(engine);
        assert!(engines.partner(&player, 0, |_| ()).is_err());
    });
}

#[test]
fn an_engine_is_set_for_what_it_is_wanted_for() {
    with_main_loop(|| {
        let bench = Bench::new();
        let (player, analyst) = (
            bench.engine("player", DECENT),
            bench.engine("analyst", DECENT),
        );
        let settings = Settings::new();
        settings.set(preferences::ENGINE_STRENGTH, &1600);
        settings.set(preferences::ENGINE_MEMORY, &8);
        bench.engines.choose(Some(&analyst));
        let player = Computer::Engine(player);
        let stranger = bench.engines.partner(&player, 0, |_| ());
        assert!(
            stranger.is_err(),
            "only engines that were added are started"
        );
        bench.engines.add(&player.to_string());
        let partner = bench.engines.partner(&player, 0, |_| ());
        partner.as_ref().unwrap().ask(short());
        let analysis = bench.engines.analyst(|_| ());
        analysis.as_ref().unwrap().ask(short());
        for name in ["player", "analyst"] {
            until("it is asked", || bench.heard(name).contains("go "));
            assert!(bench.heard(name).contains("setoption name Hash value 8\n"));
        }
        let heard = bench.heard("player");
        assert!(heard.contains("setoption name UCI_LimitStrength value true\n"));
        assert!(heard.contains("setoption name UCI_Elo value 1600\n"));
        assert!(heard.contains("setoption name Threads value 1\n"));
        let heard = bench.heard("analyst");
        assert!(!heard.contains("UCI_Elo"), "{heard}");
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = (cores - 1).clamp(1, 512);
        assert!(heard.contains(&format!("setoption name Threads value {threads}\n")));
    });
}

/// The tutor stops when its owner goes, even where a future still awaits its answer.
#[test]
fn a_tutor_ends_with_its_owner() {
    with_main_loop(|| {
        let ended = Arc::new(AtomicBool::new(false));
        let (tutoring, ends) = (Tutoring::default(), ended.clone());
        let answer = tutoring.ask(move |_, stop| {
            while !stop.is_stopped() {
                thread::yield_now();
            }
            ends.store(true, Ordering::Relaxed);
            Some(())
        });
        let answered = Rc::new(Cell::new(false));
        let told = answered.clone();
        glib::spawn_future_local(async move {
            told.set(answer.await.is_some());
        });
        drop(tutoring);
        until("it is stopped", || ended.load(Ordering::Relaxed));
        settle();
        assert!(!answered.get());
    });
}

#[test]
fn the_strength_of_an_engine_is_its_rating_in_the_games_that_begin() {
    with_main_loop(|| {
        let bench = Bench::new();
        let settings = Settings::new();
        let engine = bench.engine("decent", DECENT);
        let ratings = |engine: &str| {
            let computer = Computer::Engine(engine.to_owned());
            let header = Header::new("Ann", "", now(), DrawRule::Automatic);
            let header = header.with_computer(Color::Black, computer);
            let header = bench.engines.rated(header);
            let shown = words::rated_player(&header, Color::Black);
            let ratings = Color::ALL.map(|side| header.rating(side));
            assert_eq!(
                shown.ends_with("(1600)"),
                ratings[1] == Some(1600),
                "{shown}"
            );
            ratings
        };
        settings.set(preferences::ENGINE_STRENGTH, &1600);
        assert_eq!(ratings(&engine), [None; 2], "it may not be able to that");
        assert_eq!(bench.try_out(&engine), Ok(()));
        assert_eq!(ratings(&engine), [None, Some(1600)]);
        settings.set(preferences::ENGINE_STRENGTH, &1000);
        assert_eq!(ratings(&engine), [None, Some(1320)], "no less than it can");
        settings.set(preferences::ENGINE_STRENGTH, &0);
        assert_eq!(ratings(&engine), [None; 2], "as well as it can");
        let plain = bench.engine("plain", &DECENT.replace("option name", "info string"));
        assert_eq!(bench.try_out(&plain), Ok(()));
        settings.set(preferences::ENGINE_STRENGTH, &1600);
        assert_eq!(ratings(&plain), [None; 2], "it has one strength");
    });
}
