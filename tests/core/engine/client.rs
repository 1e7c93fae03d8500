//! The client of an engine that does not answer, by a clock that the tests set.

use std::time::{Duration, Instant};

use rank_and_file_core::chess::Chess;
use rank_and_file_core::engine::uci::{
    ClientOutput, ClientState, Deadlines, NumberedQuestion, UciClient,
};
use rank_and_file_core::engine::{Fault, Limits, Question, Score};

fn said(outputs: &[ClientOutput]) -> Vec<&str> {
    let lines = outputs.iter().filter_map(|output| match output {
        ClientOutput::Say(line) => Some(line.as_str()),
        _ => None,
    });
    lines.collect()
}

fn fault(outputs: &[ClientOutput]) -> Option<Fault> {
    outputs.iter().find_map(|output| match output {
        ClientOutput::Fault(fault) => Some(*fault),
        _ => None,
    })
}

#[test]
fn one_that_is_silent_is_waited_for_and_not_for_ever() {
    let to_start = Deadlines::default().to_start;
    let now = Instant::now();
    let (mut client, outputs) = UciClient::begin(now, Vec::new(), Deadlines::default());
    assert_eq!(said(&outputs), ["uci"]);
    assert!(client.tick(now + to_start / 2).is_empty());
    assert_eq!(
        fault(&client.tick(now + to_start)),
        Some(Fault::StartTimeout)
    );
    // One that introduces itself late, and is then never ready.
    let (mut client, _) = UciClient::begin(now, Vec::new(), Deadlines::default());
    let late = now + to_start / 2;
    assert_eq!(said(&client.hear("uciok", late)), ["isready"]);
    assert!(client.tick(now + to_start).is_empty());
    assert_eq!(
        fault(&client.tick(late + to_start)),
        Some(Fault::StartTimeout)
    );
}

/// A client whose engine looks at the first position for a second.
fn thinking(now: Instant) -> UciClient {
    let (mut client, _) = UciClient::begin(now, Vec::new(), Deadlines::default());
    client.hear("uciok", now);
    client.hear("readyok", now);
    assert_eq!(client.state(), ClientState::Idle);
    let question = Question {
        start: Chess::default(),
        moves: Vec::new(),
        lines: 1,
        limits: Limits {
            hard_time: Some(Duration::from_secs(1)),
            ..Limits::default()
        },
    };
    let asked = client.ask(NumberedQuestion::new(1, question), now);
    assert_eq!(said(&asked).last(), Some(&"go movetime 1000"));
    client
}

#[test]
fn one_whose_time_is_up_is_stopped_and_what_it_found_counts() {
    let to_stop = Deadlines::default().to_stop;
    let now = Instant::now();
    let mut client = thinking(now);
    client.hear("info depth 7 score cp 12 pv d2d4 d7d5", now);
    let up = now + Duration::from_secs(1) + to_stop;
    assert_eq!(said(&client.tick(up)), ["stop"]);
    assert_eq!(client.state(), ClientState::Stopping);
    assert_eq!(fault(&client.tick(up + to_stop)), Some(Fault::StopTimeout));
    let (found, unanswered) = client.end();
    assert_eq!(found.map(|(_, found)| found.depth), Some(7));
    assert!(unanswered.is_none());
}

/// A question that was stopped is not asked again, and the engine is not given up for it.
#[test]
fn one_that_is_stopped_and_goes_without_a_line_has_nothing_to_answer() {
    let now = Instant::now();
    let mut client = thinking(now);
    assert_eq!(said(&client.stop(now)), ["stop"]);
    let (found, unanswered) = client.end();
    assert!(found.is_none() && unanswered.is_none());
}

#[test]
fn scores_without_bounds_are_bounded() {
    for (told, bounded) in [
        ("cp 2147483647", Score::from_cp(1_000_000)),
        ("cp -2147483648", Score::from_cp(-1_000_000)),
        ("mate 2147483647", Score::Mate(500)),
        ("mate -2147483648", Score::Mate(-500)),
    ] {
        let now = Instant::now();
        let mut client = thinking(now);
        client.hear(&format!("info depth 7 score {told} pv d2d4 d7d5"), now);
        client.stop(now);
        let (_, found) = client.end().0.unwrap();
        assert_eq!(found.lines[0].score, bounded, "{told}");
    }
}
