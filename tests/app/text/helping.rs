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
        (1, "There is something to win here."),
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
    let why = "Nf6+ allows gxf6. The knight on f6 is undefended. Play Nf6+ again to confirm.";
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
fn a_computer_gets_no_help_and_nobody_without_an_agreement() {
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
