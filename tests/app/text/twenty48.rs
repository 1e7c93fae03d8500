//! 2048 in the terminal: one line in, one answer out, and nothing lost by a kill.

use std::fs;
use std::path::PathBuf;

use rank_and_file_core::twenty48::{Action, Direction, Event, Game, Kept, Size, read_document};
use serde_json::{Value, json};

use crate::terminal::Home;

const PLAY: [&str; 2] = ["--text-2048", "--json"];

fn file(home: &Home) -> PathBuf {
    home.path().join("rank-and-file/2048.json")
}

fn kept(home: &Home) -> Kept {
    read_document(&fs::read(file(home)).unwrap()).unwrap()
}

fn answer_of(game: &Game, moved: bool) -> Value {
    json!({
        "moved": moved,
        "board": game.grid().rows(),
        "score": game.score(),
        "won": game.is_won(),
        "over": game.is_over(),
        "saved": false,
    })
}

#[test]
fn every_word_for_a_direction() {
    let home = Home::new();
    for (words, direction) in [
        (["w", "k", "up", "W"], Direction::Up),
        (["a", "h", "left", "Left"], Direction::Left),
        (["s", "j", "down", " s "], Direction::Down),
        (["d", "l", "right", "RIGHT"], Direction::Right),
    ] {
        for word in words {
            for seed in 0..4 {
                let mut game = Game::new(Size::STANDARD, seed);
                let moved = game.act(Action::Move(direction)).is_ok();
                let number = seed.to_string();
                let told = home.run_apart(
                    &["--text-2048", "--json", "--seed", &number],
                    format!("{word}\n").as_bytes(),
                );
                let said: Value = serde_json::from_slice(&told.stdout).unwrap();
                for (key, value) in answer_of(&game, moved).as_object().unwrap() {
                    assert_eq!(&said[key], value, "{word}, {seed}: {key}");
                }
                assert_eq!(said.get("ok"), (!moved).then_some(&json!(false)));
            }
        }
    }
    assert!(!file(&home).exists(), "a game with a seed is not kept");
}

#[test]
fn a_whole_game_by_its_answers() {
    let home = Home::new();
    for side in 4..=5 {
        let size = side.to_string();
        let arguments = ["--text-2048", "--json", "--seed", "7", "--size", &size];
        let mut terminal = home.open(&arguments);
        let mut game = Game::new(Size::new(side).unwrap(), 7);
        assert_eq!(terminal.ask("board"), answer_of(&game, false));
        let mut words = ["a", "s", "a", "d", "w"].into_iter().cycle();
        while !game.is_over() {
            let word = words.next().unwrap();
            let direction = match word {
                "w" => Direction::Up,
                "a" => Direction::Left,
                "s" => Direction::Down,
                _ => Direction::Right,
            };
            let moved = matches!(game.act(Action::Move(direction)), Ok(Event::Moved(_)));
            let answer = terminal.ask(word);
            if moved {
                assert_eq!(answer, answer_of(&game, true));
            } else {
                assert_eq!(answer["refusal"], "nothing-moves");
                assert_eq!(answer["board"], json!(game.grid().rows()));
            }
        }
        let refused = terminal.ask("a");
        assert_eq!(
            refused["refusal"],
            if game.is_won() { "won" } else { "game-over" }
        );
        assert_eq!(
            (&refused["moved"], &refused["over"]),
            (&json!(false), &json!(true))
        );
        game.act(Action::Undo).unwrap();
        assert_eq!(terminal.ask("undo"), answer_of(&game, false));
        game.act(Action::New(Size::new(side).unwrap())).unwrap();
        assert_eq!(terminal.ask("new"), answer_of(&game, false));
        game.act(Action::New(Size::ALL[4])).unwrap();
        assert_eq!(terminal.ask("new 8"), answer_of(&game, false));
        assert_eq!(terminal.ask("quit"), answer_of(&game, false));
        terminal.leave();
    }
}

#[test]
fn what_is_no_command_is_answered_too() {
    let home = Home::new();
    let mut terminal = home.open(&["--text-2048", "--json", "--seed", "1"]);
    let game = Game::new(Size::STANDARD, 1);
    let long = "w".repeat(10_000);
    for (line, code) in [
        ("", "unreadable"),
        ("north", "unreadable"),
        ("w w", "unreadable"),
        ("quit now", "unreadable"),
        ("new game", "unreadable"),
        ("new 99999999999999999999", "unreadable"),
        ("\u{1f600}", "unreadable"),
        (&long, "unreadable"),
        ("new 3", "size"),
        ("new 9", "size"),
        ("undo", "nothing-to-undo"),
        ("keep", "goes-on"),
    ] {
        let answer = terminal.ask(line);
        let mut expected = answer_of(&game, false);
        expected["ok"] = json!(false);
        expected["refusal"] = json!(code);
        expected["message"] = answer["message"].clone();
        assert_eq!(answer, expected, "{line}");
        assert!(answer["message"].as_str().unwrap().ends_with('.'), "{line}");
    }
    let help = terminal.ask("help");
    assert!(help["message"].as_str().unwrap().contains("undo"));
    terminal.leave();
}

#[test]
fn a_kill_between_moves_loses_nothing() {
    let home = Home::new();
    let mut last: Option<Value> = None;
    for round in 0..6 {
        let mut terminal = home.open(&PLAY);
        let first = terminal.ask("board");
        if let Some(last) = &last {
            assert_eq!(&first["board"], &last["board"], "round {round}");
            assert_eq!(&first["score"], &last["score"], "round {round}");
        }
        let mut answer = first;
        for word in ["a", "s", "d", "w", "a", "undo", "s"] {
            answer = terminal.ask(word);
        }
        terminal.kill();
        let kept = kept(&home);
        assert_eq!(answer["board"], json!(kept.game().grid().rows()));
        assert_eq!(answer["score"], kept.game().score());
        assert!(kept.game().is_assisted());
        last = Some(answer);
    }
}

#[test]
fn a_kill_before_the_first_move_keeps_the_board() {
    let home = Home::new();
    let mut terminal = home.open(&PLAY);
    let board = terminal.ask("board")["board"].clone();
    terminal.kill();
    let mut again = home.open(&PLAY);
    assert_eq!(again.ask("board")["board"], board);
    again.leave();
}

#[test]
fn a_game_of_its_own_leaves_the_kept_one_alone() {
    let home = Home::new();
    assert!(home.run_apart(&PLAY, b"a\ns\nd\n").status.success());
    let before = fs::read(file(&home)).unwrap();
    for arguments in [["--seed", "4"], ["--size", "6"]] {
        let told = home.run_apart(&[&PLAY[..], &arguments].concat(), b"a\ns\nd\nw\n");
        assert!(told.status.success() && told.stderr.is_empty(), "{told:?}");
        assert_eq!(fs::read(file(&home)).unwrap(), before);
    }
    // Two at once: the second is told, and nothing that it does reaches the file.
    let mut first = home.open(&PLAY);
    first.ask("board");
    let told = home.run_apart(&PLAY, b"a\ns\nd\nw\n");
    let cried = String::from_utf8(told.stderr).unwrap();
    assert!(cried.contains("open elsewhere"), "{cried}");
    assert_eq!(String::from_utf8(told.stdout).unwrap().lines().count(), 4);
    assert_eq!(fs::read(file(&home)).unwrap(), before);
    first.leave();
}

#[test]
fn a_damaged_game_is_set_aside_with_a_word() {
    let home = Home::new();
    assert!(home.run_apart(&PLAY, b"a\n").status.success());
    fs::write(file(&home), "{}").unwrap();
    let told = home.run_apart(&PLAY, b"board\n");
    let cried = String::from_utf8(told.stderr).unwrap();
    assert!(cried.contains("2048.json.damaged-1"), "{cried}");
    let aside = file(&home).with_file_name("2048.json.damaged-1");
    assert_eq!(fs::read(aside).unwrap(), b"{}");
    let board: Value = serde_json::from_slice(&told.stdout).unwrap();
    let mut expected = answer_of(kept(&home).game(), false);
    expected["saved"] = json!(true);
    assert_eq!(board, expected);
}

#[test]
fn where_nothing_can_be_saved_it_is_said_at_each_move() {
    let home = Home::new();
    fs::write(home.path().join("rank-and-file"), "no folder").unwrap();
    let told = home.run_apart(&PLAY, b"new\nnew\nboard\n");
    assert_eq!(told.status.code(), Some(1));
    let said = String::from_utf8(told.stdout).unwrap();
    assert_eq!(said.matches("\"saved\":false").count(), 3, "{said}");
    // When it begins, at each move, and when it is tried a last time.
    let cried = String::from_utf8(told.stderr).unwrap();
    assert_eq!(cried.matches("not saved").count(), 4, "{cried}");
}

#[test]
fn people_read_numbers_below_one_another() {
    let home = Home::new();
    let told = home.run_apart(
        &["--text-2048", "--seed", "9"],
        b"a\nnonsense\nundo\nquit\n",
    );
    let told = String::from_utf8(told.stdout).unwrap();
    let mut game = Game::new(Size::STANDARD, 9);
    let board = |game: &Game| {
        let line = |row: &Vec<u64>| {
            let number = |number: &u64| match number {
                0 => ".".to_owned(),
                number => number.to_string(),
            };
            row.iter().map(number).collect::<Vec<_>>().join("  ")
        };
        let lines: Vec<String> = game.grid().rows().iter().map(line).collect();
        lines.join("\n")
    };
    assert!(
        told.contains("It is not saved.") && told.contains(&board(&game)),
        "{told}"
    );
    assert!(told.contains("Score 0, best 0."), "{told}");
    let Ok(Event::Moved(moved)) = game.act(Action::Move(Direction::Left)) else {
        panic!("it moves");
    };
    assert!(moved.merged.is_empty());
    let cell = moved.spawned.cell;
    let said = format!(
        "Left: nothing merged, score 0. New {} in row {}, column {}.\n{}",
        moved.spawned.number,
        cell.row + 1,
        cell.column + 1,
        board(&game)
    );
    assert!(told.contains(&said), "{told}");
    assert!(told.contains("This is not a command."), "{told}");
    assert!(told.contains("Left: undone, score 0."), "{told}");
    assert!(told.ends_with("The game is not saved.\n"), "{told}");

    let first = home.run_apart(&["--text-2048"], b"quit\n");
    let first = String::from_utf8(first.stdout).unwrap();
    assert!(first.starts_with("A new game starts.\n"), "{first}");
    assert!(
        first.ends_with("The game is saved and goes on next time.\n"),
        "{first}"
    );
    let second = home.run_apart(&["--text-2048"], b"");
    let second = String::from_utf8(second.stdout).unwrap();
    assert!(second.starts_with("The saved game goes on.\n"), "{second}");
}

/// A kept game with this board, made by twos alone.
fn place(home: &Home, rows: [[u64; 4]; 4], won: bool) {
    let brought = |number: &u64| number * u64::from(number.trailing_zeros().saturating_sub(1));
    let sum: u64 = rows.concat().iter().sum();
    let score: u64 = rows
        .concat()
        .iter()
        .filter(|number| **number > 0)
        .map(brought)
        .sum();
    let document = json!({
        "version": 1, "size": 4, "grid": rows, "score": score, "moves": sum / 2 - 2,
        "won": won, "keeps_going": false, "assisted": false,
        "random": { "seed": 1, "drawn": 100 }, "history": [], "best": {},
    });
    fs::create_dir_all(file(home).parent().unwrap()).unwrap();
    fs::write(file(home), document.to_string()).unwrap();
}

#[test]
fn people_are_told_what_merged_and_how_it_ended() {
    let told = |rows, input: &str| {
        let home = Home::new();
        place(&home, rows, false);
        let told = home.run_apart(&["--text-2048"], input.as_bytes());
        assert!(told.stderr.is_empty(), "{told:?}");
        String::from_utf8(told.stdout).unwrap()
    };
    let two = told([[4, 4, 8, 8], [2, 0, 0, 0], [0; 4], [0; 4]], "a\n");
    assert!(
        two.contains("Left: merged into 8 and 16, score 64. New "),
        "{two}"
    );
    let one = told([[4, 4, 8, 0], [0; 4], [0; 4], [0; 4]], "d\n");
    assert!(one.contains("Right: merged into 8, score 32."), "{one}");
    let three = told([[4, 4, 8, 8], [2, 2, 0, 0], [0; 4], [0; 4]], "a\n");
    assert!(
        three.contains("merged into 8, 16 and 4, score 68."),
        "{three}"
    );
    let many = told([[4, 4, 8, 8], [4, 4, 2, 2], [2, 2, 0, 0], [0; 4]], "a\n");
    assert!(
        many.contains("Left: 5 pairs merged, the largest into 16, score 88."),
        "{many}"
    );
    let won = told(
        [[1024, 1024, 0, 0], [0; 4], [0; 4], [0; 4]],
        "a\nd\nkeep\nd\n",
    );
    let victory = "2048: the game is won. Keep going, or start a new one.";
    assert_eq!(won.matches(victory).count(), 2, "{won}");
    assert!(won.contains("The game goes on.\n"), "{won}");
    assert!(
        won.contains("\n1024  1024     .     .\n   .     .     .     .\n"),
        "{won}"
    );
    let full = [[2, 4, 2, 4], [4, 2, 4, 2], [2, 4, 2, 4], [4, 2, 4, 2]];
    let over = told(full, "a\n");
    let end = "The game is over: the board is full, and nothing merges.";
    assert_eq!(over.matches(end).count(), 2, "{over}");
}

#[test]
fn options_that_make_no_sense() {
    let home = Home::new();
    for (arguments, says) in [
        (&["--text-2048", "--size", "3"][..], "from 4 to 8"),
        (&["--text-2048", "--size", "9"], "from 4 to 8"),
        (&["--text-2048", "--size", "-4"], "-4"),
        (&["--text-2048", "--size", "four"], "four"),
        (&["--text-2048", "--seed", "-1"], "-1"),
        (&["--text-2048", "--seed", "18446744073709551616"], "--seed"),
        (&["--text-2048", "--text"], "--text"),
        (&["--text-2048", "--white", "Ann"], "--text"),
        (&["--text-2048", "--list"], "--list"),
        (&["--text-2048", "--check"], "--check"),
        (&["--size", "4"], "--text-2048"),
        (&["--text", "--seed", "4"], "--seed"),
    ] {
        let done = home.run(arguments);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {done:?}");
        let cried = String::from_utf8(done.stderr).unwrap();
        assert!(cried.contains(says), "{arguments:?}: {cried}");
        assert!(done.stdout.is_empty(), "{arguments:?}");
    }
    assert!(!file(&home).exists());
}
