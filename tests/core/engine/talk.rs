//! A talk with an engine of others that keeps silent, by a clock of the tests.

use std::time::{Duration, Instant};

use rank_and_file_core::chess::Chess;
use rank_and_file_core::engine::uci::{Asked, Deadlines, Outcome, State, Talk};
use rank_and_file_core::engine::{Fault, Limits, Question};

fn said(outcomes: &[Outcome]) -> Vec<&str> {
    let lines = outcomes.iter().filter_map(|outcome| match outcome {
        Outcome::Say(line) => Some(line.as_str()),
        _ => None,
    });
    lines.collect()
}

fn fault(outcomes: &[Outcome]) -> Option<Fault> {
    outcomes.iter().find_map(|outcome| match outcome {
        Outcome::Fault(fault) => Some(*fault),
        _ => None,
    })
}

#[test]
fn one_that_is_silent_is_waited_for_and_not_for_ever() {
    let to_start = Deadlines::default().to_start;
    let now = Instant::now();
    let (mut talk, outcomes) = Talk::begin(now, Vec::new(), Deadlines::default());
    assert_eq!(said(&outcomes), ["uci"]);
    assert!(talk.tick(now + to_start / 2).is_empty());
    assert_eq!(fault(&talk.tick(now + to_start)), Some(Fault::StartTimeout));
    // One that introduces itself late, and is then never ready.
    let (mut talk, _) = Talk::begin(now, Vec::new(), Deadlines::default());
    let late = now + to_start / 2;
    assert_eq!(said(&talk.hear("uciok", late)), ["isready"]);
    assert!(talk.tick(now + to_start).is_empty());
    assert_eq!(
        fault(&talk.tick(late + to_start)),
        Some(Fault::StartTimeout)
    );
}

#[test]
fn one_whose_time_is_up_is_stopped_and_what_it_found_counts() {
    let to_stop = Deadlines::default().to_stop;
    let now = Instant::now();
    let (mut talk, _) = Talk::begin(now, Vec::new(), Deadlines::default());
    talk.hear("uciok", now);
    talk.hear("readyok", now);
    assert_eq!(talk.state(), State::Idle);
    let second = Duration::from_secs(1);
    let question = Question {
        start: Chess::default(),
        moves: Vec::new(),
        lines: 1,
        limits: Limits {
            hard_time: Some(second),
            ..Limits::default()
        },
    };
    let asked = talk.ask(Asked::new(1, question), now);
    assert_eq!(said(&asked).last(), Some(&"go movetime 1000"));
    talk.hear("info depth 7 score cp 12 pv d2d4 d7d5", now);
    let up = now + second + to_stop;
    assert_eq!(said(&talk.tick(up)), ["stop"]);
    assert_eq!(talk.state(), State::Stopping);
    assert_eq!(fault(&talk.tick(up + to_stop)), Some(Fault::StopTimeout));
    let (found, unanswered) = talk.end();
    assert_eq!(found.map(|(_, found)| found.depth), Some(7));
    assert!(unanswered.is_none());
}
