//! Asking somebody who thinks in a thread of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use rank_and_file_core::engine::uci::Fault;
use rank_and_file_core::engine::{EngineOptions, Found, Level, Limits, Question, Report, Thinker};
use rank_and_file_core::rules::{read_fen, start_position};

fn thinker(level: Option<(Level, u64)>) -> (Thinker, Receiver<Report>) {
    let (sender, reports) = channel();
    let options = EngineOptions {
        level,
        memory: 1,
        threads: 1,
        patient: true,
    };
    let thinker = Thinker::built_in(options, move |report| {
        sender.send(report).ok();
    });
    (thinker.unwrap(), reports)
}

fn question(fen: Option<&str>, limits: Limits) -> Question {
    Question {
        start: fen.map_or_else(start_position, |fen| read_fen(fen).unwrap()),
        moves: Vec::new(),
        lines: 1,
        limits,
    }
}

/// The answer to the question of this number.
fn answer(reports: &Receiver<Report>, wanted: u64) -> Found {
    loop {
        match reports.recv_timeout(Duration::from_secs(60)).unwrap() {
            Report::Answer(number, found) if number == wanted => return found,
            Report::GivenUp(fault) => panic!("{fault}"),
            _ => {}
        }
    }
}

#[test]
fn a_question_takes_the_place_of_the_one_before() {
    let (thinker, reports) = thinker(None);
    let endless = thinker.ask(question(None, Limits::default()));
    let mate = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    let shallow = Limits {
        depth: Some(3),
        ..Limits::default()
    };
    let next = thinker.ask(question(Some(mate), shallow));
    assert_ne!(endless, next);
    let found = answer(&reports, next);
    assert_eq!(found.best().unwrap().to().to_string(), "a8");
}

#[test]
fn one_that_is_stopped_gives_what_it_has_found_at_once() {
    let (thinker, reports) = thinker(None);
    let endless = thinker.ask(question(None, Limits::default()));
    while !matches!(reports.recv().unwrap(), Report::Found(number, _) if number == endless) {}
    let begun = Instant::now();
    thinker.stop();
    assert!(answer(&reports, endless).best().is_some());
    // However busy the machine is: an endless search was ended.
    assert!(begun.elapsed() < Duration::from_secs(30));
    // And it answers again.
    let short = Limits {
        nodes: Some(1_000),
        ..Limits::default()
    };
    let number = thinker.ask(question(None, short));
    assert!(answer(&reports, number).best().is_some());
}

#[test]
fn a_level_plays_the_same_with_the_same_number() {
    let level = Level::new(1).unwrap();
    let best = |seed| {
        let (thinker, reports) = thinker(Some((level, seed)));
        let number = thinker.ask(question(None, level.limits()));
        answer(&reports, number).best().unwrap()
    };
    let first: Vec<_> = (0..20).map(best).collect();
    assert_eq!(first, (0..20).map(best).collect::<Vec<_>>());
    assert!(first.iter().any(|mv| *mv != first[0]), "{first:?}");
}

#[test]
fn one_that_fails_says_so_and_answers_the_next_question() {
    let (sender, reports) = channel();
    let failed = AtomicBool::new(false);
    // What fails here is the one who listens, in the thread that searches.
    let listen = move |report| {
        let first = matches!(report, Report::Found(..)) && !failed.swap(true, Ordering::Relaxed);
        assert!(!first, "this is meant to fail");
        sender.send(report).ok();
    };
    let options = EngineOptions {
        level: None,
        memory: 1,
        threads: 2,
        patient: false,
    };
    let thinker = Thinker::built_in(options, listen).unwrap();
    thinker.ask(question(None, Limits::default()));
    let report = reports.recv_timeout(Duration::from_secs(60)).unwrap();
    assert!(matches!(report, Report::GivenUp(Fault::Gone)), "{report:?}");
    let shallow = Limits {
        depth: Some(3),
        ..Limits::default()
    };
    let next = thinker.ask(question(None, shallow));
    assert!(answer(&reports, next).best().is_some());
}
