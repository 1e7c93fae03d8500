//! Help in the terminal: a word for tips, warnings, and moves that are held back.

use std::fs;

use crate::terminal::Home;

const FORK: &str = "r3k3/6pp/8/3N4/8/8/6PP/4K3 w - - 0 1";

#[test]
fn tips_warnings_and_a_guard_where_they_are_agreed_on() {
    let home = Home::new();
    let mut terminal = home.open(&[
        "--text",
        "--json",
        "--white",
        "Ann",
        "--black",
        "Ben",
        "--fen",
        FORK,
        "--tips",
        "white",
        "--guarded",
        "both",
        "--warnings",
        "black",
    ]);
    for (step, said) in [
        (1, "There is something to win. Theme: Fork."),
        (2, "Move this piece: knight on d5."),
        (3, "Play Nc7+. The knight on c7 attacks "),
        (3, "Play Nc7+."),
    ] {
        let answer = terminal.ask("hint");
        assert_eq!(
            (&answer["ok"], &answer["step"]),
            (&true.into(), &step.into())
        );
        let message = answer["message"].as_str().unwrap();
        assert!(message.starts_with(said), "{message}");
        assert_eq!(
            message.ends_with(" This wins a rook for a knight."),
            step == 3
        );
    }
    let refused = terminal.ask("Nf6");
    assert_eq!(
        (&refused["ok"], &refused["refusal"]),
        (&false.into(), &"guarded".into())
    );
    assert_eq!(refused["squares"], serde_json::json!(["f6"]));
    let why = "Nf6+ allows gxf6. Undefended: knight on f6. Play Nf6+ again to confirm.";
    assert_eq!(refused["message"], why);
    let answer = terminal.ask("h3");
    assert_eq!(
        (&answer["san"], &answer["turn"]),
        (&"h3".into(), &"black".into())
    );
    let warning = answer["warning"].as_str().unwrap();
    assert!(
        warning.starts_with("Ann threatens Nc7+. The knight on c7 attacks ")
            && warning.contains(" This wins a rook"),
        "{warning}"
    );
    let refused = terminal.ask("hint");
    assert_eq!(
        (&refused["ok"], &refused["refusal"]),
        (&false.into(), &"not-agreed".into())
    );
    assert_eq!(terminal.ask("Rb8")["san"], "Rb8");
    assert_eq!(terminal.ask("Nf6")["refusal"], "guarded");
    assert_eq!(terminal.ask("Nf6")["san"], "Nf6+");
    drop(terminal);
    let log = fs::read_to_string(home.log().0).unwrap();
    assert!(
        log.contains(r#""warnings":"black","tips":"white","guard":"both""#),
        "{log}"
    );
    let helped = |what: &str| log.matches(what).count();
    assert_eq!(
        (helped("\"with\":\"tip\""), helped("\"with\":\"guard\"")),
        (3, 2)
    );
    assert_eq!(
        (helped("\"with\":\"warning\""), helped("\"insisted\"")),
        (1, 1)
    );
}

#[test]
fn a_computer_gets_no_help_and_a_player_only_by_agreement() {
    let home = Home::new();
    let mut terminal = home.open(&["--text", "--json", "--fen", FORK]);
    assert_eq!(terminal.ask("hint")["refusal"], "not-agreed");
    assert_eq!(terminal.ask("Nf6")["san"], "Nf6+");
    drop(terminal);
    let with = [
        "--text",
        "--json",
        "--black",
        "computer:1",
        "--tips",
        "both",
        "--guarded",
        "both",
    ];
    let done = home.run_apart(&with, b"e4\nquit\n");
    assert!(done.status.success());
    let logs = home
        .logs()
        .into_iter()
        .map(|log| fs::read_to_string(log).unwrap());
    let log: Vec<String> = logs.filter(|log| log.contains("computer")).collect();
    assert!(
        log[0].contains(r#""tips":"white","guard":"white""#),
        "{log:?}"
    );
}

#[test]
fn words_ask_about_the_board() {
    let home = Home::new();
    let mut terminal = home.open(&["--text", "--json", "--white", "Ann", "--black", "Ben"]);
    assert_eq!(
        terminal.ask("last")["message"],
        "No move has been played yet."
    );
    for mv in ["e4", "d5", "Nf3"] {
        assert_eq!(terminal.ask(mv)["ok"], true);
    }
    let table = [
        ("last", "Last move: Knight to f3."),
        ("p n", "White: knights on b1, f3. Black: knights on b8, g8."),
        ("s 5", "White: none. Black: pawn on d5."),
        ("attacks e4", "White: none. Black: pawn on d5."),
        (
            "castling",
            "White may castle kingside. White may castle queenside. Black may castle kingside. \
             Black may castle queenside. \
             Cannot castle: the way of the king or the rook is not free (bishop on f8, knight on g8). \
             Cannot castle: the way of the king or the rook is not free (knight on b8, bishop on c8, queen on d8).",
        ),
        ("opening", "A06 · Zukertort Opening: Tennison Gambit."),
    ];
    for (typed, said) in table {
        let answer = terminal.ask(typed);
        assert_eq!(
            (&answer["ok"], &answer["message"]),
            (&true.into(), &said.into()),
            "{typed}"
        );
    }
    assert_eq!(terminal.ask("last")["uci"], "g1f3");
    assert_eq!(
        terminal.ask("attacks e4")["pieces"],
        serde_json::json!({"d5": "p"})
    );
    assert_eq!(
        terminal.ask("captures")["sans"],
        serde_json::json!(["dxe4"])
    );
    let material = terminal.ask("material");
    assert!(
        material["message"]
            .as_str()
            .unwrap()
            .ends_with("Material is even.")
    );
    for typed in ["eval", "best"] {
        assert_eq!(
            terminal.ask(typed)["refusal"],
            "not-agreed",
            "{typed} while it is played"
        );
    }
    assert_eq!(terminal.ask("resign")["result"], "1-0");
    let judged = terminal.ask("eval");
    assert!(
        judged["message"].as_str().unwrap().contains("Best: "),
        "{judged}"
    );
}

#[test]
fn what_keeps_from_castling_is_said() {
    let home = Home::new();
    let table = [
        (
            "4k3/8/8/8/1b6/8/8/R3K2R w KQ - 0 1",
            "Cannot castle: the king is in check (bishop on b4).",
        ),
        (
            "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            "Cannot castle: the king would cross f1, which is attacked (rook on f8).",
        ),
        // It is Black who is to move.
        (
            "4kr2/8/8/8/8/8/8/R3K2R b KQ - 0 1",
            "White may castle queenside.",
        ),
    ];
    for (fen, said) in table {
        let told = home.run_apart(&["--text", "--fen", fen], b"castling\nquit\n");
        let told = String::from_utf8(told.stdout).unwrap();
        let castling = told
            .lines()
            .find(|line| line.contains("White may castle kingside."));
        assert!(castling.is_some_and(|line| line.ends_with(said)), "{told}");
    }
}

#[test]
fn that_there_is_no_move_is_said_of_what_was_asked() {
    let home = Home::new();
    let told = home.run_apart(&["--text"], b"captures\nmoves f1\nquit\n");
    let told = String::from_utf8(told.stdout).unwrap();
    let said = "\nNo capture is possible.\nThis piece has no legal move.\n";
    assert!(told.contains(said), "{told}");
}

#[test]
fn a_tip_tells_what_has_to_be_parried_and_how() {
    let home = Home::new();
    let mut terminal = home.open(&["--text", "--json", "--tips", "both"]);
    for mv in ["e4", "e5", "Bc4", "Nc6", "Qh5"] {
        terminal.ask(mv);
    }
    let threat = "White threatens Qxf7#. That is mate.";
    assert_eq!(terminal.ask("hint")["message"], threat);
    let piece = terminal.ask("hint");
    assert!(
        piece["message"]
            .as_str()
            .unwrap()
            .starts_with("Move this piece: ")
    );
    let tip = terminal.ask("hint");
    let tip = tip["message"].as_str().unwrap();
    assert!(tip.starts_with("Play ") && tip.ends_with(threat), "{tip}");
    let (_, best) = tip.split_once("Play ").unwrap();
    let best = best.split('.').next().unwrap();
    assert_eq!(terminal.ask(best)["ok"], true);
    assert_eq!(
        terminal.ask("Qxf7")["result"],
        serde_json::Value::Null,
        "it does not mate any more"
    );
}
