//! Asking an engine that thinks in a thread of its own.

use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use rank_and_file_core::chess::{Move, Role, Square, read_fen, start_position};
use rank_and_file_core::engine::{
    Engine, EngineOptions, EngineReport, Fault, Found, Level, Limits, Question,
};

use crate::reports::reports_of;

fn searcher(level: Option<(Level, u64)>) -> (Engine, Receiver<EngineReport>) {
    let options = EngineOptions {
        level,
        memory: 1,
        threads: 1,
        patient: true,
    };
    let engine = Engine::built_in(options).unwrap();
    let reports = reports_of(&engine);
    (engine, reports)
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
fn answer(reports: &Receiver<EngineReport>, wanted: u64) -> Found {
    loop {
        match reports.recv_timeout(Duration::from_secs(60)).unwrap() {
            EngineReport::Answer(number, found) if number == wanted => return found,
            EngineReport::GivenUp(fault) => panic!("{fault}"),
            _ => {}
        }
    }
}

#[test]
fn a_question_takes_the_place_of_the_one_before() {
    let (engine, reports) = searcher(None);
    let endless = engine.ask(question(None, Limits::default()));
    let mate = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    let shallow = Limits {
        depth: Some(3),
        ..Limits::default()
    };
    let next = engine.ask(question(Some(mate), shallow));
    assert_ne!(endless, next);
    let found = answer(&reports, next);
    assert_eq!(found.best().unwrap().to().to_string(), "a8");
}

#[test]
fn one_that_is_stopped_gives_what_it_has_found_at_once() {
    let (engine, reports) = searcher(None);
    let endless = engine.ask(question(None, Limits::default()));
    while !matches!(reports.recv().unwrap(), EngineReport::Found(number, _) if number == endless) {}
    let begun = Instant::now();
    engine.stop();
    assert!(answer(&reports, endless).best().is_some());
    // However busy the machine is: an endless search was ended.
    assert!(begun.elapsed() < Duration::from_secs(30));
    // And it answers again.
    let short = Limits {
        nodes: Some(1_000),
        ..Limits::default()
    };
    let number = engine.ask(question(None, short));
    assert!(answer(&reports, number).best().is_some());
}

#[test]
fn a_level_plays_the_same_with_the_same_number() {
    let level = Level::new(1).unwrap();
    let best = |seed| {
        let (engine, reports) = searcher(Some((level, seed)));
        let number = engine.ask(question(None, Limits::default()));
        answer(&reports, number).best().unwrap()
    };
    let first: Vec<_> = (0..20).map(best).collect();
    assert_eq!(first, (0..20).map(best).collect::<Vec<_>>());
    assert!(first.iter().any(|mv| *mv != first[0]), "{first:?}");
}

#[test]
fn one_that_fails_says_so_and_answers_the_next_question() {
    let options = EngineOptions {
        level: None,
        memory: 1,
        threads: 2,
        patient: false,
    };
    let engine = Engine::built_in(options).unwrap();
    let reports = reports_of(&engine);
    // Nothing can be searched once a king is taken.
    let takes_king = Move::Normal {
        role: Role::Queen,
        from: Square::D1,
        capture: Some(Role::King),
        to: Square::E8,
        promotion: None,
    };
    engine.ask(Question {
        moves: vec![takes_king],
        ..question(None, Limits::default())
    });
    let report = reports.recv_timeout(Duration::from_secs(60)).unwrap();
    assert!(
        matches!(report, EngineReport::GivenUp(Fault::Exited)),
        "{report:?}"
    );
    let shallow = Limits {
        depth: Some(3),
        ..Limits::default()
    };
    let next = engine.ask(question(None, shallow));
    assert!(answer(&reports, next).best().is_some());
}
