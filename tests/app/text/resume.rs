//! The text front end, killed after each line in turn and started again: the same game, offers and clocks, and at the
//! end the same result as in a game without a kill.

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rank_and_file_core::record::log::{Correspondence, Header};
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::saved::{Written, header, header_line};
use crate::terminal::{Home, Terminal, clocks};

/// The lines of a game with offers and a takeback, and the refusals that are expected.
const RESIGNED: [(&str, &str); 18] = [
    ("e4", ""),
    ("e5", ""),
    ("draw", ""),
    ("draw", "offer-pending"),
    ("decline", ""),
    ("draw", "offer-repeated"),
    ("Nf3", ""),
    ("Nc6", ""),
    ("Bb5", ""),
    ("a6", ""),
    ("takeback", ""),
    ("accept", ""),
    ("Nf6", ""),
    ("O-O", ""),
    ("draw", ""),
    ("Be7", ""),
    ("d3", ""),
    ("resign black", ""),
];

/// A game whose draw is claimed with the move that is about to be made.
const CLAIMED: [(&str, &str); 9] = [
    ("Nf3", ""),
    ("Nf6", ""),
    ("Ng1", ""),
    ("Ng8", ""),
    ("Nf3", ""),
    ("Nf6", ""),
    ("Ng1", ""),
    ("claim Ke7", "own-piece"),
    ("claim Ng8", ""),
];

/// What must be the same whether the game was left or not.
fn game_in(answer: &Value) -> Value {
    let kept = [
        "fen", "turn", "check", "claims", "offer", "result", "reason",
    ];
    kept.iter()
        .map(|key| (*key).to_owned())
        .map(|key| {
            let value = answer[&key].clone();
            json!([key, value])
        })
        .collect()
}

fn near(one: &Value, other: &Value, what: &str) {
    let ((white, black), (w, b)) = (clocks(one), clocks(other));
    let close = (white - w).abs() <= 1_000 && (black - b).abs() <= 1_000;
    assert!(close, "{what}: {one} and {other}");
}

fn expect(answer: &Value, line: &str, refusal: &str) {
    let found = answer["refusal"].as_str().unwrap_or("");
    assert_eq!(found, refusal, "{line}: {answer}");
    assert_eq!(answer["ok"], refusal.is_empty(), "{line}: {answer}");
}

/// The game as it goes undisturbed: the state after every line.
fn undisturbed(home: &Home, options: &[&str], lines: &[(&str, &str)]) -> (Terminal, Vec<Value>) {
    let mut terminal = home.open(options);
    let mut states = Vec::new();
    for (line, refusal) in lines {
        expect(&terminal.ask(line), line, refusal);
        states.push(terminal.ask("fen"));
    }
    (terminal, states)
}

/// The same game, with the program killed after every line and started again.
fn disturbed(home: &Home, options: &[&str], lines: &[(&str, &str)], states: &[Value]) -> Terminal {
    let mut terminal = home.open(options);
    for ((line, refusal), state) in lines.iter().zip(states) {
        expect(&terminal.ask(line), line, refusal);
        let before = terminal.ask("fen");
        assert_eq!(game_in(&before), game_in(state), "{line}");
        terminal.kill();
        terminal = home.open(&["--text", "--json", "--resume", &home.log().1]);
        let after = terminal.ask("fen");
        near(&after, &before, line);
        if before["offer"] == "takeback" {
            // To ask for a move back is not written down: it has to be asked again.
            assert_eq!(after["offer"], Value::Null, "{line}");
            expect(&terminal.ask(line), line, "");
            let again = terminal.ask("fen");
            assert_eq!(game_in(&again), game_in(&before), "{line}");
        } else {
            assert_eq!(game_in(&after), game_in(&before), "{line}");
        }
    }
    terminal
}

/// Looks at the clocks, White's first, until they show what is waited for.
fn until_shown(terminal: &mut Terminal, wanted: impl Fn((i64, i64)) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let answer = terminal.ask("clock");
        if wanted(clocks(&answer)) {
            return answer;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{answer}");
        sleep(Duration::from_millis(10));
    }
}

/// Lets some time pass, as the clock of another game has it.
fn time_passes() {
    let home = Home::new();
    let mut terminal = home.open(&["--text", "--json", "--time", "1"]);
    terminal.ask("e4");
    until_shown(&mut terminal, |(_, black)| black <= 59_900);
}

#[test]
fn killed_after_every_line_until_a_resignation() {
    let options = ["--text", "--json", "--time", "10,5"];
    let (home, other) = (Home::new(), Home::new());
    let (whole, states) = undisturbed(&home, &options, &RESIGNED);
    let declined = &states[RESIGNED.len() - 2];
    assert_eq!(declined["offer"], Value::Null, "a move declines");
    whole.leave();
    let mut broken = disturbed(&other, &options, &RESIGNED, &states);
    let end = broken.ask("fen");
    assert_eq!(
        (&end["result"], &end["reason"]),
        (&json!("1-0"), &json!("resignation"))
    );
    expect(&broken.ask("Nd4"), "Nd4", "game-over");
    broken.leave();
    for home in [&home, &other] {
        finished(home, "1-0");
    }
}

#[test]
fn killed_after_the_flag_has_fallen() {
    let home = Home::new();
    let mut terminal = home.open(&["--text", "--json", "--time", "10,0.004"]);
    terminal.ask("e4");
    let end = until_shown(&mut terminal, |(_, black)| black == 0);
    assert_eq!(
        (&end["result"], &end["reason"]),
        (&json!("1-0"), &json!("time"))
    );
    terminal.kill();
    let mut again = home.open(&["--text", "--json", "--resume", &home.log().1]);
    let found = again.ask("fen");
    assert_eq!(game_in(&found), game_in(&end));
    assert_eq!(clocks(&found), clocks(&end));
    expect(&again.ask("e5"), "e5", "game-over");
    again.leave();
    finished(&home, "1-0");
}

#[test]
fn killed_after_every_line_until_a_claim() {
    for options in [
        &["--text", "--json", "--time", "5+3", "--claimed"][..],
        &["--text", "--json", "--time", "5d2"],
    ] {
        let (home, other) = (Home::new(), Home::new());
        let (whole, states) = undisturbed(&home, options, &CLAIMED);
        whole.leave();
        let mut broken = disturbed(&other, options, &CLAIMED, &states);
        let end = broken.ask("fen");
        assert_eq!(
            (&end["result"], &end["reason"]),
            (&json!("1/2-1/2"), &json!("threefold"))
        );
        expect(&broken.ask("Ng8"), "Ng8", "game-over");
        broken.leave();
        for home in [&home, &other] {
            finished(home, "1/2-1/2");
        }
    }
}

/// The log is good and the list shows the result.
fn finished(home: &Home, result: &str) {
    let checked = home.run(&["--check"]);
    assert!(checked.status.success(), "{checked:?}");
    let listed = home.run(&["--list", "--json"]);
    let text = String::from_utf8(listed.stdout).unwrap();
    let game: Value = serde_json::from_str(text.trim()).unwrap();
    assert_eq!(
        (&game["state"], &game["result"]),
        (&json!("finished"), &json!(result))
    );
    let log = fs::read_to_string(home.log().0).unwrap();
    assert_eq!(log.matches("\"result\"").count(), 1, "{log}");
}

#[test]
fn the_clocks_stand_while_the_players_are_away() {
    let home = Home::new();
    let mut terminal = home.open(&["--text", "--json", "--time", "1"]);
    expect(&terminal.ask("pause"), "pause", "no-clock");
    terminal.ask("e4");
    let shown = clocks(&until_shown(&mut terminal, |(_, black)| black < 60_000)).1;
    let paused = terminal.ask("pause");
    let (white, black) = clocks(&paused);
    assert!(white == 60_000 && (1..=shown).contains(&black), "{paused}");
    expect(&terminal.ask("pause"), "pause", "no-clock");
    time_passes();
    assert_eq!(clocks(&terminal.ask("clock")), (white, black));
    expect(&terminal.ask("continue"), "continue", "");
    expect(&terminal.ask("continue"), "continue", "no-clock");
    let shown = clocks(&until_shown(&mut terminal, |(_, left)| left < black)).1;
    terminal.leave();

    // The end of the input stops the clocks and writes down what they show.
    let mut terminal = home.open(&["--text", "--json", "--resume", &home.log().1]);
    let found = clocks(&terminal.ask("clock"));
    assert!(found.0 == 60_000 && found.1 <= shown, "{found:?} {shown}");
    time_passes();
    assert_eq!(clocks(&terminal.ask("clock")), found);
    // A move ends the pause, and costs nothing.
    assert_eq!(clocks(&terminal.ask("e5")), found);
    until_shown(&mut terminal, |(white, _)| white < 60_000);
    terminal.leave();
}

/// What the log says of Black's clock, each time that it does.
fn noted(home: &Home) -> Vec<i64> {
    let log = fs::read_to_string(home.log().0).unwrap();
    let told = log.lines().filter_map(|line| line.strip_prefix("# "));
    let told = told.filter_map(|line| serde_json::from_str::<Value>(line).ok());
    told.filter_map(|line| line["clock"]["black_ms"].as_i64())
        .collect()
}

#[test]
fn a_kill_in_thought_gives_back_a_second_at_most() {
    let home = Home::new();
    let mut terminal = home.open(&["--text", "--json", "--time", "5"]);
    terminal.ask("e4");
    let begun = Instant::now();
    // A busy machine may be late now and then.
    while !noted(&home)
        .windows(2)
        .any(|two| (1..1_000).contains(&(two[0] - two[1])))
    {
        assert!(begun.elapsed() < Duration::from_secs(60), "it is noted");
        sleep(Duration::from_millis(10));
    }
    terminal.kill();
    let noted = noted(&home);
    let mut terminal = home.open(&["--text", "--json", "--resume", &home.log().1]);
    let found = clocks(&terminal.ask("clock"));
    assert_eq!(found, (300_000, *noted.last().unwrap()));
    terminal.leave();
}

#[test]
fn a_signal_stops_the_clock() {
    for (signal, status) in [(Signal::HUP, 129), (Signal::INT, 130), (Signal::TERM, 143)] {
        let home = Home::new();
        let mut terminal = home.open_in_foreground(&["--text", "--json", "--time", "5"]);
        terminal.ask("e4");
        let shown = loop {
            let (_, black) = clocks(&terminal.ask("clock"));
            if black < 299_900 {
                break black;
            }
        };
        assert_eq!(terminal.told(signal), status);
        let mut terminal = home.open(&["--text", "--json", "--resume", &home.log().1]);
        let (white, black) = clocks(&terminal.ask("clock"));
        assert!(white == 300_000 && (1..=shown).contains(&black), "{shown}");
        expect(&terminal.ask("pause"), "pause", "no-clock");
        terminal.leave();
    }
}

#[test]
fn a_signal_ends_a_game_of_which_nothing_is_kept() {
    let home = Home::new();
    let mut terminal = home.open_in_foreground(&["--text", "--json", "--time", "5"]);
    terminal.ask("fen");
    assert_eq!(terminal.told(Signal::TERM), 143);
    assert!(home.logs().is_empty());
}

/// Lays a correspondence game that begins with e4, and at which the player of White sits.
fn by_correspondence(home: &Home, more: &str) {
    fs::create_dir_all(home.games()).unwrap();
    let header = Header {
        correspondence: Some(Correspondence { days: Some(3) }),
        ..header()
    };
    let log = Written::play("e4").text();
    let log = log.replacen(&header_line(), &header.line(), 1);
    fs::write(home.games().join("a.fenlog"), format!("{log}{more}\n")).unwrap();
    let seat = "{\"game\":\"a\",\"plays\":\"white\"}\n";
    let beside = |name| home.games().parent().unwrap().join(name);
    fs::write(beside("seats.jsonl"), seat).unwrap();
    let start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let line = format!("{{\"after\":1,\"position\":\"{start}\",\"moves\":[\"e7e5\",\"g1f3\"]}}");
    let note = format!("{{\"game\":\"a\",\"note\":{{\"lines\":[{line}]}}}}\n");
    fs::write(beside("conditional-moves.jsonl"), note).unwrap();
}

#[test]
fn an_overdue_correspondence_game_is_claimed() {
    let home = Home::new();
    by_correspondence(&home, "# {\"moved\":\"2001-01-01T00:00:00Z\"}");
    let mut terminal = home.open(&["--text", "--json", "--resume", "a"]);
    assert_eq!(terminal.ask("e5")["refusal"], "played-elsewhere");
    let answer = terminal.ask("claim");
    assert_eq!(
        (&answer["result"], &answer["reason"]),
        (&json!("1-0"), &json!("time"))
    );
    terminal.leave();
    let log = fs::read_to_string(home.games().join("a.fenlog")).unwrap();
    assert!(log.contains(r#"{"result":"1-0","reason":"time","#), "{log}");
}

/// As a program for syncing brings the late move, while the game is open here.
#[test]
fn a_late_move_that_has_come_counts_before_the_claim() {
    let home = Home::new();
    by_correspondence(&home, "# {\"moved\":\"2001-01-01T00:00:00Z\"}");
    let mut terminal = home.open(&["--text", "--json", "--resume", "a"]);
    terminal.ask("fen");
    let path = home.games().join("a.fenlog");
    let moved = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let there = fs::read_to_string(&path).unwrap() + moved + "\n";
    let new = home.games().join("a.tmp");
    fs::write(&new, &there).unwrap();
    fs::rename(new, &path).unwrap();
    let answer = terminal.ask("claim");
    assert_eq!(
        (&answer["ok"], &answer["message"]),
        (
            &json!(false),
            &json!("This game was continued on another computer.")
        )
    );
    terminal.leave();
    assert_eq!(fs::read_to_string(&path).unwrap(), there);
    assert_eq!(home.logs().len(), 1);
}

/// As the disk fails while another game comes to lie in the place of this one.
#[test]
fn where_a_game_goes_on_is_told_when_it_is_claimed() {
    let home = Home::new();
    let answered = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let moved = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    let late = "# {\"moved\":\"2001-01-01T00:00:00Z\"}\n# {\"draw_offer\":\"black\"}";
    by_correspondence(&home, &format!("{answered}\n{moved}\n{late}"));
    let mut terminal = home.open(&["--text", "--json", "--resume", "a"]);
    terminal.ask("fen");
    let (games, away) = (home.games(), home.path().join("away"));
    fs::rename(&games, &away).unwrap();
    fs::write(&games, "no folder").unwrap();
    assert_eq!(terminal.ask("decline")["saved"], false);
    fs::remove_file(&games).unwrap();
    fs::create_dir(&games).unwrap();
    fs::write(games.join("a.fenlog"), Written::play("d4").text()).unwrap();
    let answer = terminal.ask("claim");
    assert_eq!(
        (&answer["reason"], &answer["saved"]),
        (&json!("time"), &json!(true))
    );
    let cried = terminal.leave_and_listen();
    assert!(
        cried.contains("goes on in") && cried.contains("a-2.fenlog"),
        "{cried}"
    );
    let log = fs::read_to_string(games.join("a-2.fenlog")).unwrap();
    assert!(log.contains(r#"{"result":"1-0","reason":"time","#), "{log}");
}

#[test]
fn a_conditional_move_is_played_when_the_game_is_taken_up() {
    let home = Home::new();
    by_correspondence(
        &home,
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    );
    let mut terminal = home.open(&["--text", "--json", "--resume", "a"]);
    let fen = terminal.ask("fen")["fen"].as_str().unwrap().to_owned();
    assert_eq!(
        fen,
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    );
    terminal.leave();
    assert!(home.run(&["--check"]).status.success());
    let log = fs::read_to_string(home.games().join("a.fenlog")).unwrap();
    assert!(log.contains(&fen), "{log}");
}
