//! Copies of files that were changed on two computers, as the command line names and heals them.

use std::fs;

use serde_json::{Value, json};

use crate::saved::{self, Written};
use crate::terminal::Home;

const ID: &str = "20261120T190500Z-01234567";

fn lines(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn copies_are_named_and_healed() {
    let home = Home::new();
    let games = home.games();
    fs::create_dir_all(&games).unwrap();
    let quiet = home.run(&["--heal"]);
    assert_eq!(quiet.status.code(), Some(0), "{quiet:?}");
    assert_eq!(lines(&quiet.stdout).len(), 1);
    assert!(home.answers(&["--heal", "--json"]).is_empty());

    let (short, long) = (
        Written::play("e4 e5").text(),
        Written::play("e4 e5 Nf3").text(),
    );
    let log = games.join(format!("{ID}.fenlog"));
    let copy = games.join(format!("{ID}.sync-conflict-20261124-101500-ABCDEFG.fenlog"));
    fs::write(&log, &short).unwrap();
    fs::write(&copy, &long).unwrap();
    let checked = home.run(&["--check"]);
    assert_eq!(checked.status.code(), Some(0), "a copy is no damage");
    let named = lines(&checked.stdout);
    let of_copy = named.iter().find(|line| line.contains("--heal"));
    let of_copy = of_copy.unwrap_or_else(|| panic!("{named:?}"));
    assert!(of_copy.contains("20261124-101500"), "{of_copy}");
    assert!(copy.exists(), "a check changes nothing");

    let healed = home.answers(&["--heal", "--json"]);
    assert_eq!(healed, [json!({ "healed": "joined", "id": ID })]);
    assert_eq!(fs::read_to_string(&log).unwrap(), long);
    assert!(!copy.exists());

    // One that went another way is a game of its own.
    let other = Written::play("e4 e5 d4").text();
    fs::write(
        games.join(format!("{ID} (conflicted copy 2026-11-24 101500).fenlog")),
        &other,
    )
    .unwrap();
    let healed = home.answers(&["--heal", "--json"]);
    let [Value::Object(parted)] = &*healed else {
        panic!("{healed:?}");
    };
    assert_eq!(
        (&parted["healed"], &parted["id"]),
        (&json!("parted"), &json!(ID))
    );
    let own = parted["others"][0].as_str().unwrap();
    let mut texts =
        [ID, own].map(|id| fs::read_to_string(games.join(format!("{id}.fenlog"))).unwrap());
    texts.sort();
    let mut wanted = [long, other];
    wanted.sort();
    assert_eq!(texts, wanted);
    assert_eq!(saved::names(&games).len(), 2);
}

#[test]
fn a_copy_of_a_game_that_is_played_waits() {
    let home = Home::new();
    let mut terminal = home.open(&["--text", "--json"]);
    assert_eq!(terminal.ask("e4")["ok"], true);
    let (log, id) = home.log();
    let text = fs::read_to_string(&log).unwrap();
    let copy = log.with_file_name(format!("{id} (1).fenlog"));
    fs::write(&copy, &text).unwrap();
    let healed = home.run(&["--heal"]);
    assert_eq!(healed.status.code(), Some(1), "{healed:?}");
    assert!(!healed.stderr.is_empty() && copy.exists());
    assert_eq!(terminal.ask("e5")["ok"], true);
    terminal.leave();
    let healed = home.run(&["--heal"]);
    assert_eq!(healed.status.code(), Some(0), "{healed:?}");
    assert!(!copy.exists());
    assert!(fs::read_to_string(&log).unwrap().starts_with(&text));
}
