//! What is best and why, and what a game's moves were worth, by the command.

use std::fs;

use rank_and_file_core::chess::read_fen;
use serde_json::{Value, json};
use shakmaty::CastlingMode;
use shakmaty::san::San;

use crate::terminal::Home;

/// Black takes on g5, and White's knight attacks king and rook.
const FORK: &str = "5r2/p1p2p1k/P5pp/3rp1N1/3pN3/7P/2P2PP1/R5K1 b - - 0 26";

#[test]
fn what_is_best_is_one_object_with_its_reasons() {
    let home = Home::new();
    let asked = [
        "--explain",
        FORK,
        "--moves",
        "h6g5",
        "--nodes",
        "60000",
        "--json",
    ];
    let [answer] = &home.answers(&asked)[..] else {
        panic!("one line");
    };
    assert_eq!(
        answer["fen"],
        "5r2/p1p2p1k/P5p1/3rp1p1/3pN3/7P/2P2PP1/R5K1 w - - 0 27"
    );
    assert_eq!(
        (&answer["best"], &answer["mate"]),
        (&json!("e4f6"), &Value::Null)
    );
    assert_eq!(answer["best"], answer["line"][0]);
    assert!(answer["win"].as_f64().unwrap() > 55.0 && answer["cp"].as_i64().unwrap() > 50);
    let claims = answer["claims"].as_array().unwrap();
    for about in ["best", "played"] {
        let fork = claims
            .iter()
            .find(|claim| claim["motif"] == "fork" && claim["about"] == about);
        let won = fork.unwrap_or_else(|| panic!("{about}: {answer}"));
        assert_eq!(
            (&won["by"], &won["on"]),
            (&json!("f6"), &json!(["h7", "d5"]))
        );
        assert!(won["gain"].as_i64().unwrap() >= 500);
        let line = won["line"].as_array().unwrap();
        assert_eq!((&line[0], &line[2]), (&json!("e4f6"), &json!("f6d5")));
        assert_eq!(
            won["text"],
            "The knight on f6 attacks the king on h7 and the rook on d5 at once."
        );
    }
    let done = home.run_apart(
        &["--explain", FORK, "--moves", "hxg5", "--nodes", "60000"],
        b"",
    );
    let text = String::from_utf8(done.stdout).unwrap();
    let told: Vec<&str> = text.lines().collect();
    assert_eq!(told[0], "hxg5 gave winning chances away.");
    assert!(
        told[1].starts_with("Best is Nf6+ ") && told[2].starts_with("The knight on f6 attacks"),
        "{text}"
    );
}

/// However few positions may be looked at.
#[test]
fn a_motif_is_named_at_a_short_look() {
    let knight_forks = "q3k3/pp4pp/8/3N4/8/8/PP4PP/4K3 w - - 0 1";
    for nodes in ["2000", "20000"] {
        let asked = ["--explain", knight_forks, "--nodes", nodes, "--json"];
        let answer = Home::new().answers(&asked).remove(0);
        assert_eq!(answer["claims"][0]["motif"], "fork", "{answer}");
    }
}

#[test]
fn a_mate_is_told_with_its_number() {
    let home = Home::new();
    let back_rank = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";
    let [answer] = &home.answers(&["--explain", back_rank, "--nodes", "1000", "--json"])[..] else {
        panic!("one line");
    };
    assert_eq!(
        (&answer["cp"], &answer["mate"], &answer["win"]),
        (&Value::Null, &json!(1), &json!(100.0))
    );
    let motifs: Vec<&str> = answer["claims"]
        .as_array()
        .unwrap()
        .iter()
        .map(|claim| claim["motif"].as_str().unwrap())
        .collect();
    assert_eq!(motifs, ["mateIn1", "backRankMate"]);
}

#[test]
fn what_makes_no_sense_is_said() {
    let home = Home::new();
    for (asked, said) in [
        (&["--explain", "nonsense"][..], ""),
        (
            &["--explain", FORK, "--moves", "a1a2"][..],
            "The piece on a1 belongs to the opponent.",
        ),
        (
            &[
                "--explain",
                "4k3/8/8/3pp3/3P4/8/8/4K3 w - - 0 1",
                "--moves",
                "d4d5",
            ][..],
            "The pawn is blocked (pawn on d5). It captures diagonally.",
        ),
        (
            &["--explain", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"][..],
            "No move can be played in this position.",
        ),
        (&["--review", "20990101"][..], ""),
    ] {
        let done = home.run_apart(asked, b"");
        assert_eq!(
            (done.status.code(), &done.stdout[..]),
            (Some(2), &b""[..]),
            "{asked:?}"
        );
        let told = String::from_utf8(done.stderr).unwrap();
        assert!(!told.is_empty() && told.starts_with(said), "{told}");
    }
}

#[test]
fn every_ply_of_a_game_is_told_and_then_the_whole() {
    let home = Home::new();
    let file = home.path().join("mate.pgn");
    fs::write(
        &file,
        "[White \"Ann\"]\n[Black \"Ben\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n",
    )
    .unwrap();
    let file = file.to_str().unwrap();
    let told = home.answers(&["--review", file, "--nodes", "5000", "--json"]);
    let [plies @ .., whole] = &told[..] else {
        panic!("nothing");
    };
    let sans: Vec<&str> = plies
        .iter()
        .map(|ply| ply["san"].as_str().unwrap())
        .collect();
    assert_eq!(sans, ["f3", "e5", "g4", "Qh4#"]);
    let blunder = &plies[2];
    assert_eq!(
        (&blunder["ply"], &blunder["verdict"]),
        (&json!(3), &json!("blunder"))
    );
    assert_eq!(blunder["win_after"], 0.0);
    // The better move as players write it, which begins the line.
    let (best, line) = (blunder["best"].as_str().unwrap(), &blunder["line"][0]);
    let before = read_fen("rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2").unwrap();
    let better = best.parse::<San>().unwrap().to_move(&before).unwrap();
    assert_eq!(*line, better.to_uci(CastlingMode::Standard).to_string());
    // The best move loses nothing.
    assert_eq!(plies[3]["best"], "Qh4#");
    assert_eq!(plies[3]["win_before"], plies[3]["win_after"]);
    let gave = blunder["claims"].as_array().unwrap();
    assert!(
        gave.iter()
            .any(|claim| claim["about"] == "played" && claim["motif"] == "mateIn1")
    );
    assert_eq!(
        (&plies[3]["verdict"], &plies[3]["claims"]),
        (&Value::Null, &json!([]))
    );
    let points = whole["turning_points"].as_array().unwrap();
    assert!(points.contains(&json!(3)) && !points.contains(&json!(4)));
    // Whether something is better than 1… e5 by a hair is for the searcher to say.
    assert!(whole["accuracy"]["black"].as_f64().unwrap() > 99.0);
    assert!(whole["accuracy"]["white"].as_f64().unwrap() < 60.0);
    // The same by the name of a saved game.
    let done = home.run_apart(&["--import-pgn", file], b"");
    assert!(done.status.success());
    let id = home.answers(&["--list", "--json"])[0]["id"].clone();
    let saved = home.answers(&[
        "--review",
        id.as_str().unwrap(),
        "--nodes",
        "5000",
        "--json",
    ]);
    assert_eq!(saved, told);
    let done = home.run_apart(&["--review", file, "--nodes", "5000"], b"");
    let text = String::from_utf8(done.stdout).unwrap();
    assert!(
        text.contains("2. g4: blunder. ") && text.contains("Qh4#. That is mate."),
        "{text}"
    );
    let last = text.lines().last().unwrap();
    assert!(
        last.starts_with("Accuracy: Ann ") && last.contains("%, Ben "),
        "{text}"
    );
}

#[test]
fn what_a_bad_move_overlooked_is_told() {
    let home = Home::new();
    let file = home.path().join("bishop.pgn");
    let fen = "4k3/8/8/3r4/3B4/5N2/6PP/6K1 w - - 0 1";
    let game = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. Nh4 Rxd4 2. Nf5 *\n");
    fs::write(&file, game).unwrap();
    let file = file.to_str().unwrap();
    let told = home.answers(&["--review", file, "--nodes", "5000", "--json"]);
    let overlooked = "Nh4 takes the knight on f3 away from the defense of d4.";
    assert_eq!(
        told[0]["oversight"],
        json!({"kind": "guard", "text": overlooked})
    );
    assert_eq!(told[1]["oversight"], Value::Null);
    let done = home.run_apart(&["--review", file, "--nodes", "5000"], b"");
    let text = String::from_utf8(done.stdout).unwrap();
    let answer = text.find("The best answer is 1… Rxd4.");
    assert!(answer.is_some() && answer < text.find(overlooked), "{text}");
}

#[test]
fn what_stands_on_a_board_is_one_object_a_position() {
    let home = Home::new();
    let [answer] = &home.answers(&["--motifs", FORK, "--json"])[..] else {
        panic!("one line");
    };
    assert_eq!(answer["pins"], json!([]));
    let fens = format!("{FORK}\nno position\n3rk3/3q4/8/1B6/8/8/8/3RK3 w - - 0 1\n");
    let done = home.run_apart(&["--motifs", "-", "--json"], fens.as_bytes());
    let text = String::from_utf8(done.stdout).unwrap();
    let answers: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!((answers.len(), done.status.code()), (3, Some(1)));
    assert!(!answers[1]["error"].as_str().unwrap().is_empty());
    assert_eq!(answers[2]["pins"], json!(["b5>d7>e8"]));
    let done = home.run_apart(&["--motifs", "3rk3/3q4/8/1B6/8/8/8/3RK3 w - - 0 1"], b"");
    let text = String::from_utf8(done.stdout).unwrap();
    assert_eq!(
        text.lines().next(),
        Some("Pin: bishop on b5, queen on d7, king on e8.")
    );
    let nothing = home.run_apart(&["--motifs", "8/8/8/4k3/8/8/8/4K3 w - - 0 1"], b"");
    assert!(
        String::from_utf8(nothing.stdout)
            .unwrap()
            .starts_with("No pins")
    );
    assert_eq!(
        home.run_apart(&["--motifs", "none"], b"").status.code(),
        Some(2)
    );
}

#[test]
fn what_people_play_is_told_with_the_share_of_each_move() {
    let home = Home::new();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let shares = |answer: &Value| -> Vec<(String, f64)> {
        let moves = answer["moves"].as_array().unwrap().iter();
        let share = |told: &Value| {
            let san = told["san"].as_str().unwrap().to_owned();
            (san, told["share"].as_f64().unwrap())
        };
        moves.map(share).collect()
    };
    let asked = [
        "--predict",
        start,
        "--rating",
        "1500",
        "--moves",
        "e2e4 e7e5 g1f3",
        "--json",
    ];
    let [answer] = &home.answers(&asked)[..] else {
        panic!("one line");
    };
    let told = shares(answer);
    assert_eq!(told.len(), 29);
    assert!((told.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-6);
    assert!(told.is_sorted_by(|(_, one), (_, other)| one >= other));
    assert_eq!(
        (&*told[0].0, &answer["moves"][0]["uci"]),
        ("Nc6", &json!("b8c6"))
    );
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let lines =
        format!("1200\t{start}\te2e4 e7e5 g1f3\n1900\t{start}\nstrong\t{start}\n1500\t{mated}\t\n");
    let done = home.run_apart(&["--predict", "-", "--json"], lines.as_bytes());
    let text = String::from_utf8(done.stdout).unwrap();
    let answers: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!((answers.len(), done.status.code()), (4, Some(1)));
    assert_ne!(shares(&answers[0]), told, "the rating matters");
    assert_eq!(shares(&answers[1]).len(), 20);
    for (answer, why) in [
        (
            &answers[2],
            "The line must start with a rating, such as 1500.",
        ),
        (&answers[3], "No move can be played in this position."),
    ] {
        assert_eq!(answer["error"], why);
    }
    let read = home.run_apart(&["--predict", start], b"");
    let text = String::from_utf8(read.stdout).unwrap();
    assert!(text.lines().next().unwrap().ends_with(" %  e4"), "{text}");
    let wrong = home.run_apart(&["--predict", start, "--moves", "e2e5"], b"");
    assert_eq!(wrong.status.code(), Some(2));
}

/// Why nothing is told of a file, in a sentence that is true.
#[test]
fn a_file_that_cannot_be_reviewed() {
    let home = Home::new();
    for (text, says) in [
        (
            "1. e4 e5 2. Ke3 *",
            "2. Ke3 cannot be played. A king moves one square in any direction.",
        ),
        ("", "There is neither a game nor a position in this file."),
        (
            "Dear Ann,\n",
            "There is neither a game nor a position in this file.",
        ),
    ] {
        let file = home.path().join("g.pgn");
        fs::write(&file, text).unwrap();
        let name = file.to_str().unwrap();
        let done = home.run_apart(&["--review", name, "--json"], b"");
        assert_eq!(done.status.code(), Some(2), "{text}");
        assert!(done.stdout.is_empty());
        let told = String::from_utf8(done.stderr).unwrap();
        assert_eq!(told, format!("{name}: {says}\n"), "{text}");
    }
    let several = home.path().join("g.pgn");
    fs::write(&several, "1. e4 *\n\n1. d4 *\n").unwrap();
    for (name, says) in [
        (
            several.to_str().unwrap(),
            "This file must contain exactly one game.",
        ),
        (
            "nope.pgn",
            "There is no game with this ID, and no file with this name.",
        ),
    ] {
        let done = home.run_apart(&["--review", name], b"");
        assert_eq!(done.status.code(), Some(2), "{name}");
        assert_eq!(String::from_utf8(done.stderr).unwrap(), format!("{says}\n"));
    }
}
