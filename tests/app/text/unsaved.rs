//! A game in the terminal whose file another program touches or that cannot be saved: what is said of it.

use std::fs;

use serde_json::Value;

use crate::terminal::{Home, id_of};

const PLAY: [&str; 2] = ["--text", "--json"];

/// `--check` believes every log.
fn sound(home: &Home) {
    let checked = home.run(&["--check"]);
    let said = String::from_utf8(checked.stdout).unwrap();
    assert!(checked.status.success(), "{said}");
}

#[test]
fn quitting_says_whether_the_game_is_kept() {
    let home = Home::new();
    let kept = home.run_apart(&["--text"], b"e4\nquit\n");
    assert!(kept.status.success());
    assert!(
        String::from_utf8(kept.stdout)
            .unwrap()
            .contains("The game is saved.")
    );

    let home = Home::new();
    fs::write(home.path().join("rank-and-file"), "no folder").unwrap();
    let lost = home.run_apart(&["--text"], b"e4\nquit\n");
    let said = String::from_utf8(lost.stdout).unwrap();
    assert_eq!(lost.status.code(), Some(1), "{said}");
    assert!(
        said.contains("The game is not saved.") && !said.contains("is saved"),
        "{said}"
    );

    let told = home.run_apart(&PLAY, b"e4\nfen\n");
    let said = String::from_utf8(told.stdout).unwrap();
    assert_eq!(told.status.code(), Some(1));
    for line in said.lines() {
        let answer: Value = serde_json::from_str(line).unwrap();
        assert_eq!(
            (&answer["ok"], &answer["saved"]),
            (&true.into(), &false.into())
        );
    }
}

/// The folder comes free while the game is played: quitting saves all of it.
#[test]
fn what_could_not_be_saved_is_tried_again_in_the_end() {
    let home = Home::new();
    let in_the_way = home.path().join("rank-and-file");
    fs::write(&in_the_way, "no folder").unwrap();
    let mut terminal = home.open(&PLAY);
    assert_eq!(terminal.ask("e4")["saved"], false);
    fs::remove_file(in_the_way).unwrap();
    assert_eq!(terminal.ask("quit")["saved"], true);
    terminal.leave();
    sound(&home);
}

#[test]
fn a_log_that_is_replaced_or_cut_short_is_noticed() {
    for (cut, said) in [(false, ""), (true, "set aside as")] {
        let home = Home::new();
        let mut terminal = home.open(&PLAY);
        assert_eq!(terminal.ask("e4")["saved"], true);
        let (log, _) = home.log();
        if cut {
            fs::write(&log, "").unwrap();
        } else {
            fs::copy(&log, log.with_extension("copy")).unwrap();
            fs::rename(log.with_extension("copy"), &log).unwrap();
        }
        assert_eq!(terminal.ask("e5")["saved"], true);
        let cried = terminal.leave_and_listen();
        assert!(
            cried.contains(said) && cried.is_empty() == said.is_empty(),
            "{cried}"
        );
        assert_eq!(home.logs().len(), 1 + usize::from(cut));
        sound(&home);
        let id = id_of(&log);
        let resumed = home.run_apart(&["--text", "--json", "--resume", &id], b"Nf3\nquit\n");
        assert!(resumed.status.success());
    }
}
