//! The clocks, by tables: every bonus, periods, unequal times, the free first move, pauses,
//! the end. Flags are in `flags.rs`, takebacks and logs in `record/log/clocks.rs`, random schedules in
//! `clock_properties.rs`.

use rank_and_file_core::chess::{
    Action, Clock, Color, Event, Game, MonotonicTime, Refusal, TimeControl,
};

use crate::timed;
use crate::timed::{Kept, act, both, clock, control, left, play, shown, timed};

/// Presses the clock with these times between, White first; returns the moment of the last.
fn press(clock: &mut Clock, spent: &[u64]) -> u64 {
    let (mut now, mut mover) = (0, Color::White);
    for time in spent {
        now += time;
        clock.press(mover, MonotonicTime(now));
        mover = mover.other();
    }
    now
}

/// The control, the time that each turn took (White's first turn comes first, and is free), and
/// what the clocks show then.
#[test]
fn every_bonus_by_its_rule() {
    for (text, spent, white, black) in [
        // None: what passes is gone.
        ("300", &[0][..], 300_000, 300_000),
        ("300", &[0, 2_000], 300_000, 298_000),
        ("300", &[0, 2_000, 3_000], 297_000, 298_000),
        ("300", &[0, 2_000, 3_000, 1, 299], 296_701, 297_999),
        // Fischer: the same is added after every move, however quick it was.
        ("300+5", &[0], 305_000, 300_000),
        ("5400+30", &[0, 0], 5_430_000, 5_430_000),
        ("300+5", &[0, 0], 305_000, 305_000),
        ("300+5", &[0, 2_000], 305_000, 303_000),
        ("300+5", &[0, 7_000, 5_000], 305_000, 298_000),
        ("300+5", &[0, 0, 0, 0, 0], 315_000, 310_000),
        ("300+0.001", &[0, 1, 2], 300_000, 300_000),
        // Bronstein: what was used comes back, but no more than the delay.
        ("300b5", &[0, 0], 300_000, 300_000),
        ("300b5", &[0, 2_000], 300_000, 300_000),
        ("300b5", &[0, 5_000, 5_001], 299_999, 300_000),
        ("300b5", &[0, 7_000, 15_000], 290_000, 298_000),
        // Simple delay: the same in the end.
        ("300d5", &[0, 0], 300_000, 300_000),
        ("300d5", &[0, 2_000], 300_000, 300_000),
        ("300d5", &[0, 5_000, 5_001], 299_999, 300_000),
        ("300d5", &[0, 7_000, 15_000], 290_000, 298_000),
        // Each side has its own.
        ("300,180", &[0, 2_000, 3_000], 297_000, 178_000),
        ("300+5,180d2", &[0, 3_000, 3_000], 307_000, 179_000),
        ("60b2,3600+30", &[0, 40_000, 3_000], 59_000, 3_590_000),
    ] {
        let mut clock = clock(text);
        let now = press(&mut clock, spent);
        assert_eq!(left(&clock, now), (white, black), "{text} {spent:?}");
        let turn = if spent.len() % 2 == 0 {
            Color::White
        } else {
            Color::Black
        };
        assert_eq!(clock.running(), Some(turn), "{text} {spent:?}");
    }
}

/// What the clock of Black shows in the midst of the first turn that is charged, what is left of
/// the delay, and whether the flag has fallen.
#[test]
fn what_the_clock_shows_during_a_turn() {
    for (text, at, black, delay, fallen) in [
        ("10", 0, 10_000, 0, false),
        ("10", 1, 9_999, 0, false),
        ("10", 9_999, 1, 0, false),
        ("10", 10_000, 0, 0, true),
        ("10", 10_001, 0, 0, true),
        // A bonus that comes after the move does not help before it.
        ("10+5", 9_999, 1, 0, false),
        ("10+5", 10_000, 0, 0, true),
        ("10b5", 3_000, 7_000, 0, false),
        ("10b5", 9_999, 1, 0, false),
        ("10b5", 10_000, 0, 0, true),
        // A delay comes before.
        ("10d5", 0, 10_000, 5_000, false),
        ("10d5", 4_999, 10_000, 1, false),
        ("10d5", 5_000, 10_000, 0, false),
        ("10d5", 5_001, 9_999, 0, false),
        ("10d5", 14_999, 1, 0, false),
        ("10d5", 15_000, 0, 0, true),
        ("10,3d1", 3_999, 1, 0, false),
        ("10,3d1", 4_000, 0, 0, true),
    ] {
        let mut clock = clock(text);
        press(&mut clock, &[0]);
        assert_eq!(
            clock.left(Color::Black, MonotonicTime(at)),
            black,
            "{text} {at}"
        );
        assert_eq!(clock.delay_left(MonotonicTime(at)), delay, "{text} {at}");
        let flag = clock.flag(MonotonicTime(at));
        assert_eq!(flag, fallen.then_some(Color::Black), "{text} {at}");
        let white = *clock.reading().left.get(Color::White);
        let had = if text == "10+5" { 15_000 } else { 10_000 };
        assert_eq!(white, had, "only one side is charged: {text} {at}");
    }
}

/// Every turn takes a second, but the first of White none. What both have after so many moves.
#[test]
fn periods_bring_their_time() {
    let tournament = "40/5400+30:1800+30";
    for (text, moves, white, black) in [
        ("4/100:50", 3, 98_000, 97_000),
        ("4/100:50", 4, 147_000, 146_000),
        ("4/100:50", 9, 142_000, 141_000),
        // A last period with a number comes again and again.
        ("4/100", 3, 98_000, 97_000),
        ("4/100", 4, 197_000, 196_000),
        ("4/100", 7, 194_000, 193_000),
        ("4/100", 8, 293_000, 292_000),
        ("4/100", 12, 389_000, 388_000),
        ("40/7200", 39, 7_162_000, 7_161_000),
        ("40/7200", 40, 14_361_000, 14_360_000),
        ("40/7200", 80, 21_521_000, 21_520_000),
        // Three periods: after 2, after 2 + 3, and then after every 5.
        ("2/10:3/20:5/7", 1, 10_000, 9_000),
        ("2/10:3/20:5/7", 2, 29_000, 28_000),
        ("2/10:3/20:5/7", 5, 33_000, 32_000),
        ("2/10:3/20:5/7", 9, 29_000, 28_000),
        ("2/10:3/20:5/7", 10, 35_000, 34_000),
        ("2/10:3/20:5/7", 15, 37_000, 36_000),
        // Increments that begin, or end, with a period.
        ("2/10:20+5", 2, 29_000, 28_000),
        ("2/10:20+5", 3, 33_000, 32_000),
        ("2/10+5:20", 3, 38_000, 37_000),
        (tournament, 39, 6_532_000, 6_531_000),
        (tournament, 40, 8_361_000, 8_360_000),
        (tournament, 41, 8_390_000, 8_389_000),
        (tournament, 80, 9_521_000, 9_520_000),
        ("3/10:5,60", 3, 13_000, 57_000),
        ("60,3/10:5", 3, 58_000, 12_000),
    ] {
        let mut clock = clock(text);
        let mut spent = vec![1_000; moves * 2];
        spent[0] = 0;
        let now = press(&mut clock, &spent);
        assert_eq!(left(&clock, now), (white, black), "{text}, {moves} moves");
        let count = u32::try_from(moves).unwrap();
        let made = clock.reading().moves;
        assert_eq!((made.white, made.black), (count, count), "{text}");
    }
}

#[test]
fn the_first_move_is_free_for_either_side() {
    for (fen, first, second, mover) in [
        (
            "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1",
            "e4",
            "e5",
            Color::White,
        ),
        (
            "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1",
            "e5",
            "e4",
            Color::Black,
        ),
    ] {
        let mut game = timed::timed_from(fen, "60+2");
        assert_eq!(game.flag_at(MonotonicTime(600_000)), None, "{fen}");
        assert_eq!(game.clock().unwrap().running(), None);
        play(&mut game, first, 700_000);
        let first = mover.fold_wb((62_000, 60_000), (60_000, 62_000));
        assert_eq!(shown(&game), first, "{fen}");
        assert_eq!(game.clock().unwrap().running(), Some(mover.other()));
        play(&mut game, second, 705_000);
        let other = mover.fold_wb((62_000, 57_000), (57_000, 62_000));
        assert_eq!(shown(&game), other, "{fen}");
    }
}

#[test]
fn a_pause_takes_no_time_from_either_player() {
    for (text, white, black) in [
        ("60", 60_000, 53_000),
        ("60+5", 65_000, 58_000),
        ("60b5", 60_000, 58_000),
        ("60d5", 60_000, 58_000),
    ] {
        let mut game = timed(text);
        assert_eq!(act(&mut game, Action::Pause, 5), Err(Refusal::NoClock));
        assert_eq!(act(&mut game, Action::Resume, 5), Err(Refusal::NoClock));
        play(&mut game, "e4", 10_000);
        assert_eq!(
            act(&mut game, Action::Resume, 10_000),
            Err(Refusal::NoClock)
        );
        // Three seconds, a pause of an hour, four seconds more.
        assert_eq!(act(&mut game, Action::Pause, 13_000), Ok(Event::Paused));
        let standing = shown(&game);
        let clock = game.clock().unwrap();
        assert!(clock.is_paused() && clock.running().is_none(), "{text}");
        assert_eq!(
            act(&mut game, Action::Pause, 14_000),
            Err(Refusal::NoClock),
            "{text}: it stands already"
        );
        let hour = 13_000 + 3_600_000;
        assert_eq!(game.flag_at(MonotonicTime(hour)), None);
        assert_eq!(shown(&game), standing, "{text}");
        assert_eq!(act(&mut game, Action::Resume, hour), Ok(Event::Resumed));
        assert_eq!(act(&mut game, Action::Resume, hour), Err(Refusal::NoClock));
        assert_eq!(shown(&game), standing, "{text}");
        play(&mut game, "e5", hour + 4_000);
        assert_eq!(shown(&game), (white, black), "{text}");

        // A move ends a pause; only what passed before it is charged.
        act(&mut game, Action::Pause, hour + 7_000).unwrap();
        play(&mut game, "Nf3", hour + 900_000);
        let clock = game.clock().unwrap();
        assert_eq!(clock.running(), Some(Color::Black));
        let net = if text == "60" {
            57_000
        } else if text == "60+5" {
            67_000
        } else {
            60_000
        };
        assert_eq!(shown(&game).0, net, "{text}");
    }
    let mut running = clock("60");
    running.press(Color::White, MonotonicTime(0));
    running.go_on(MonotonicTime(2_000));
    assert_eq!(left(&running, 3_000), (60_000, 57_000), "it ran already");
    for action in [Action::Pause, Action::Resume, Action::SetClocks(both(1, 1))] {
        let mut game = Game::default();
        play(&mut game, "e4", 0);
        assert_eq!(act(&mut game, action, 1), Err(Refusal::NoClock));
        assert!(game.clock().is_none() && game.clocks_left().is_none());
    }
}

#[test]
fn the_clocks_stop_at_the_end() {
    let mate: &[&str] = &["f3", "e5", "g4", "Qh4#"];
    let agreed: &[&str] = &["e4", "e5", "draw", "Nf3", "accept"];
    for (moves, white, black) in [
        (mate, 58_000, 56_000),
        (agreed, 57_000, 56_000),
        (&["e4", "resign"], 60_000, 58_000),
        (&["resign"], 60_000, 60_000),
    ] {
        let mut game = timed("60");
        let mut now = 0;
        for typed in moves {
            let action = match *typed {
                "draw" => Action::OfferDraw,
                "accept" => Action::Accept,
                "resign" => Action::Resign(Color::White),
                typed => Action::Write(typed.to_owned()),
            };
            act(&mut game, action, now).unwrap();
            now += if *typed == "draw" { 1_000 } else { 2_000 };
        }
        assert!(game.outcome().is_some(), "{moves:?}");
        assert_eq!(shown(&game), (white, black), "{moves:?}");
        let clock = game.clock().unwrap();
        assert!(clock.running().is_none() && !clock.is_paused());
        assert_eq!(game.flag_at(MonotonicTime(now + 900_000)), None);
        assert_eq!(shown(&game), (white, black), "{moves:?}");
        let late = MonotonicTime(now + 900_000);
        assert_eq!(
            game.act_at(Action::Resume, late),
            Err(Refusal::GameOver),
            "{moves:?}"
        );
    }
}

#[test]
fn what_players_type_is_the_control_that_logs_have() {
    for (minutes, seconds) in [
        ("5+3", "300+3"),
        ("40/90+30:30+30", "40/5400+30:1800+30"),
        ("3d2", "180d2"),
        ("1b2,5", "60b2,300"),
        ("0.05", "3"),
    ] {
        let typed = TimeControl::from_minutes(minutes).unwrap();
        assert_eq!(typed, control(seconds), "{minutes}");
        assert_eq!(control(&typed.to_string()), typed, "{minutes}");
        assert_eq!(typed.swapped().swapped(), typed, "{minutes}");
        for color in Color::ALL {
            assert_eq!(typed.swapped().side(color), typed.side(color.other()));
        }
    }
    for nonsense in [
        "", "5+", "+3", "5:5", "0", "5,", "5,0", "x", "-5", "5 + 3", "0/5", "1e3", "6001", "٣",
    ] {
        assert!(TimeControl::from_minutes(nonsense).is_err(), "{nonsense:?}");
    }
}

/// Article 9.5.3, and B.2 for blitz: what the opponent gets for a wrong claim, in milliseconds.
const PENALTIES: [(&str, u64); 6] = [
    ("7200+30", 120_000),
    ("900+10", 120_000),
    ("900d5", 120_000),
    ("601", 120_000),
    ("600", 60_000),
    ("60d5", 60_000),
];

#[test]
fn a_wrong_claim_gives_the_opponent_time() {
    for (control, given) in PENALTIES {
        let mut kept = Kept::start(control);
        for (typed, at) in [("d4", 0), ("d5", 1_000), ("c4", 3_000)] {
            kept.act(Action::Write(typed.to_owned()), at);
        }
        let (white, black) = shown(&kept.game);
        kept.act(Action::Claim(None), 3_000);
        assert_eq!(shown(&kept.game), (white + given, black), "{control}");
        // The same claim is not made again, for more time or none.
        let again = act(&mut kept.game, Action::Claim(None), 3_000);
        assert_eq!(again, Err(Refusal::NothingToClaim));
        assert_eq!(shown(&kept.game), (white + given, black), "{control}");
        kept.reload(9_000);
        let again = act(&mut kept.game, Action::Claim(None), 0);
        assert_eq!(
            again,
            Err(Refusal::NothingToClaim),
            "{control}: it is remembered"
        );
        // The move of a wrong claim is played, and it costs as much.
        let mv = kept.game.read_move("e6").unwrap();
        kept.act(Action::Claim(Some(mv)), 9_000);
        assert_eq!(kept.game.plies().len(), 4);
        assert_eq!(shown(&kept.game).0, white + 2 * given, "{control}");
        // A takeback gives nothing of it back: the claim was made before the move.
        kept.act(Action::Decline, 9_000);
        kept.act(Action::ProposeTakeback(1), 9_000);
        kept.act(Action::Accept, 9_000);
        assert_eq!(shown(&kept.game), (white + 2 * given, black), "{control}");
        kept.reload(12_000);
        kept.act(Action::Write("e6".to_owned()), 12_000);
        kept.act(Action::Write("Nc3".to_owned()), 12_000);
        // After a move of one's own a claim is heard again.
        let (white, _) = shown(&kept.game);
        kept.act(Action::Claim(None), 12_000);
        assert_eq!(shown(&kept.game).0, white + given, "{control}");
    }
}
