//! Clocks after a takeback, and clocks that are read from a log: both show the time that they showed before.

use rank_and_file_core::chess::{
    Action, ClockReading, DrawRule, Event, Game, MonotonicTime, Offer, Outcome, Reason, fen_of,
};
use rank_and_file_core::record::log::{Fault, FaultKind, clock_line, read_bytes};

use crate::timed;
use crate::timed::{Kept, act, play, shown, timed};

/// Black gives a move back and makes another: the time that Black had before is there again.
#[test]
fn a_takeback_puts_the_clocks_back() {
    // The control, what the clocks show after each of four plies of 2, 3 and 10 seconds.
    for (text, after) in [
        ("60", [(60, 60), (60, 58), (57, 58), (57, 48)]),
        ("60+5", [(65, 60), (65, 63), (67, 63), (67, 58)]),
        ("60b5", [(60, 60), (60, 60), (60, 60), (60, 55)]),
        ("60d5", [(60, 60), (60, 60), (60, 60), (60, 55)]),
        ("2/60:10", [(60, 60), (60, 58), (67, 58), (67, 58)]),
    ] {
        let after = after.map(|(white, black)| (white * 1_000, black * 1_000));
        let mut game = timed(text);
        for ((typed, at), shows) in ["e4", "e5", "Nf3", "Nc6"]
            .into_iter()
            .zip([0, 2_000, 5_000, 15_000])
            .zip(after)
        {
            play(&mut game, typed, at);
            assert_eq!(shown(&game), shows, "{text}, {typed}");
        }
        for plies in 1..=4 {
            let mut back = game.clone();
            let asked = 20_000;
            let event = if plies <= 2 {
                act(&mut back, Action::ProposeTakeback(plies), asked).unwrap();
                act(&mut back, Action::Accept, asked + 3_000)
            } else {
                act(&mut back, Action::TakeBack(plies), asked + 3_000)
            };
            assert_eq!(event, Ok(Event::TakenBack(plies)), "{text}");
            let Some(before) = 4_usize.checked_sub(plies + 1) else {
                // To the start: full clocks, and the first move is free again.
                assert_eq!(shown(&back), (60_000, 60_000), "{text}");
                assert_eq!(back.clock().unwrap().running(), None, "{text}");
                play(&mut back, "d4", 99_000);
                assert_eq!(shown(&back), after[0], "{text}");
                continue;
            };
            assert_eq!(shown(&back), after[before], "{text}, {plies} plies");
            let turn = back.turn();
            assert_eq!(back.clock().unwrap().running(), Some(turn), "{text}");
            // The turn begins anew: the same move in the same time leads to the same clocks.
            let spent = [2_000, 3_000, 10_000][before];
            play(&mut back, ["d5", "Nc3", "Nf6"][before], 23_000 + spent);
            assert_eq!(shown(&back), after[before + 1], "{text}, {plies} plies");
        }
    }
}

#[test]
fn a_takeback_while_the_clocks_stand_leaves_them_standing() {
    let mut game = timed("60");
    play(&mut game, "e4", 0);
    play(&mut game, "e5", 2_000);
    act(&mut game, Action::Pause, 6_000).unwrap();
    act(&mut game, Action::TakeBack(1), 7_000).unwrap();
    assert!(game.clock().unwrap().is_paused());
    assert_eq!(game.flag_at(MonotonicTime(900_000)), None);
    assert_eq!(shown(&game), (60_000, 60_000));
    act(&mut game, Action::Resume, 900_000).unwrap();
    play(&mut game, "c5", 901_500);
    assert_eq!(shown(&game), (60_000, 58_500));
}

const CONTROLS: [&str; 9] = [
    "60",
    "60+5",
    "60b5",
    "60d2",
    "60,90+3",
    "60b2,45d1",
    "2/60:3/20:9",
    "2/30+1",
    "2/9+1:9,20d1",
];

/// What happens, and at which second.
fn schedule() -> Vec<(Action, u64)> {
    let write = |typed: &str| Action::Write(typed.to_owned());
    vec![
        (write("e4"), 1),
        (write("e5"), 4),
        (write("Nf3"), 8),
        (Action::OfferDraw, 11),
        (Action::Decline, 11),
        (write("Nc6"), 12),
        (write("Bb5"), 15),
        (Action::ProposeTakeback(2), 19),
        (write("a6"), 20),
        (Action::ProposeTakeback(1), 23),
        (Action::Accept, 24),
        (write("Nf6"), 27),
        (write("O-O"), 31),
        (Action::TakeBack(3), 34),
        (write("Bc4"), 37),
        (write("Bc5"), 41),
    ]
}

/// The game is left and taken up again, once at every place and then at all of them: it goes on
/// as if it had never been left.
#[test]
fn a_log_gives_the_clocks_back() {
    let steps = schedule();
    for text in CONTROLS {
        for left_before in (0..steps.len()).map(Some).chain([None]) {
            let (mut whole, mut left) = (Kept::start(text), Kept::start(text));
            for (index, (action, second)) in steps.iter().enumerate() {
                // An offer to take back is not written down: a player does not leave with one in the air.
                let asked = matches!(left.game.offer(), Some(Offer::Takeback { .. }));
                if !asked && left_before.is_none_or(|before| before == index) {
                    // In the midst of the turn.
                    left.reload(second * 1_000 - 500);
                }
                whole.act(action.clone(), second * 1_000);
                left.act(action.clone(), second * 1_000);
                let context = format!("{text}, left before {left_before:?}, {action:?}");
                assert_eq!(shown(&left.game), shown(&whole.game), "{context}");
                let same = |game: &Game| (fen_of(game.position()), game.offer());
                assert_eq!(same(&left.game), same(&whole.game), "{context}");
                let readings = |game: &Game| -> Vec<Option<ClockReading>> {
                    game.plies().iter().map(|ply| ply.reading.clone()).collect()
                };
                assert_eq!(readings(&left.game), readings(&whole.game), "{context}");
            }
        }
    }
}

/// How much of a delay was used is not written down; the time of the players is never less for it.
#[test]
fn a_delay_that_is_not_over_begins_anew_with_the_log() {
    let mut kept = Kept::start("60d5");
    kept.act(Action::Write("e4".to_owned()), 0);
    kept.reload(3_000);
    assert_eq!(
        kept.game.clock().unwrap().delay_left(MonotonicTime(0)),
        5_000
    );
    kept.act(Action::Write("e5".to_owned()), 9_000);
    assert_eq!(shown(&kept.game), (60_000, 59_000));
}

/// The program is killed: what was last written counts.
#[test]
fn a_running_clock_is_written_now_and_then() {
    for text in ["60", "60b5", "60d5", "60+5"] {
        let mut kept = Kept::start(text);
        kept.act(Action::Write("e4".to_owned()), 0);
        for at in [10_000, 20_000, 30_000] {
            assert_eq!(kept.game.flag_at(MonotonicTime(at)), None);
            kept.log += &clock_line(&kept.game);
        }
        let mut game = kept.loaded().game;
        assert_eq!(shown(&game), shown(&kept.game), "{text}");
        act(&mut game, Action::Resume, 0).unwrap();
        play(&mut game, "e5", 4_000);
        play(&mut kept.game, "e5", 34_000);
        assert_eq!(shown(&game), shown(&kept.game), "{text}");
    }
}

#[test]
fn a_flag_is_written_with_its_clocks() {
    let queen = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1";
    for (start, result, reason) in [
        (None, "1-0", Reason::Time),
        (Some(queen), "1-0", Reason::Time),
        (
            Some("4k2q/8/8/8/8/8/8/4K3 w - - 0 1"),
            "1/2-1/2",
            Reason::TimeNoMatingMaterial,
        ),
    ] {
        let mut kept = Kept::start("60");
        if let Some(fen) = start {
            kept.game = timed::timed_from(fen, "60");
            kept.log = format!("{}\n{fen}\n", kept.log.lines().next().unwrap());
        }
        let first = kept.game.legal_plies()[0].uci();
        kept.act(Action::Write(first), 0);
        kept.act(Action::Pause, 60_000);
        let outcome = Outcome::from_record(result, reason);
        assert_eq!(kept.game.outcome(), outcome, "{start:?}");
        let loaded = kept.loaded();
        assert_eq!(loaded.end.map(|end| end.outcome), outcome);
        assert_eq!(loaded.game.outcome(), outcome);
        assert_eq!(shown(&loaded.game), (60_000, 0));
        // Killed between the two records: the clocks alone say that the flag fell.
        let cut = kept.log.trim_end().rfind("# {\"result\"").unwrap();
        let loaded = read_bytes(kept.log.as_bytes()[..cut].to_vec());
        assert_eq!((loaded.fault, loaded.end), (None, None));
        assert_eq!(loaded.game.outcome(), outcome);
    }
}

/// Lines that follow the first move of White, and the fault that they are; `None` for none.
#[test]
fn records_of_clocks_that_make_no_sense() {
    let black = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let bad = || FaultKind::BadRecord("the value of clock makes no sense".to_owned());
    let zero = "# {\"clock\":{\"white_ms\":60000,\"black_ms\":0}}";
    for (lines, timed_game, fault) in [
        (
            "# {\"clock\":{\"white_ms\":1}}".to_owned(),
            true,
            Some(bad()),
        ),
        (
            "# {\"clock\":{\"white_ms\":-1,\"black_ms\":1}}".to_owned(),
            true,
            Some(bad()),
        ),
        ("# {\"clock\":null}".to_owned(), true, Some(bad())),
        ("# {\"clock\":null}".to_owned(), false, None),
        ("# {\"clock\":{\"white_ms\":1}}".to_owned(), false, None),
        (format!("{zero}\n{black}"), true, Some(FaultKind::AfterEnd)),
        (format!("{zero}\n{black}"), false, None),
        (format!("{black}\n{zero}\n"), true, None),
    ] {
        let mut kept = Kept::start("60");
        if !timed_game {
            kept.log = kept.log.replace("\"60\"", "null");
            kept.game = Game::new(kept.game.start().clone(), DrawRule::Claimed);
        }
        kept.act(Action::Write("e4".to_owned()), 0);
        let good = kept.log.lines().count();
        let loaded = read_bytes(format!("{}{lines}\n", kept.log).into_bytes());
        if let Some(kind) = fault {
            let line = good + lines.lines().count();
            assert_eq!(loaded.fault, Some(Fault { line, kind }), "{lines}");
            assert_eq!(fens(&loaded.game), fens(&kept.game), "{lines}");
        } else {
            let found = (loaded.fault, loaded.notices.len());
            assert_eq!(found, (None, 0), "{lines}");
            let plies = 1 + lines.lines().filter(|line| !line.starts_with('#')).count();
            assert_eq!(loaded.game.plies().len(), plies, "{lines}");
        }
    }
}

fn fens(game: &Game) -> Vec<String> {
    game.plies().iter().map(|ply| ply.fen()).collect()
}

/// A record is read as JSON, also where it is written as this app does it but for a digit.
#[test]
fn a_record_of_the_clocks_is_json() {
    let mut kept = Kept::start("60");
    kept.act(Action::Write("e4".to_owned()), 0);
    for (record, left) in [
        (
            r#"{"clock":{"white_ms":50000,"black_ms":4}}"#,
            Some((50_000, 4)),
        ),
        (
            r#"{ "clock": {"black_ms":4, "white_ms":50000} }"#,
            Some((50_000, 4)),
        ),
        (r#"{"clock":{"white_ms":050000,"black_ms":4}}"#, None),
        (r#"{"clock":{"white_ms":+50000,"black_ms":4}}"#, None),
        (r#"{"clock":{"white_ms":,"black_ms":4}}"#, None),
        (r#"{"clock":{"white_ms":50000,"black_ms":4}"#, None),
        (
            r#"{"clock":{"white_ms":99999999999999999999,"black_ms":4}}"#,
            None,
        ),
    ] {
        let text = format!("{}# {record}\n# {{}}\n", kept.log);
        let loaded = read_bytes(text.into_bytes());
        let read = loaded.fault.is_none() && loaded.notices.is_empty();
        assert_eq!(read.then(|| shown(&loaded.game)), left, "{record}");
    }
}
