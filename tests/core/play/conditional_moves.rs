//! Conditional moves: what is kept of them on one computer, which lines may still come, and the answers that are played.

use std::fs;

use rank_and_file_core::chess::{Action, Color, Game, Move, Refusal, fen_of, start_position};
use rank_and_file_core::play::{ConditionalAnswer, PlayedGame, answer_in_log};
use rank_and_file_core::record::log::{
    Appender, ConditionalLine, ConditionalMoves, Correspondence, Header, NoteFile, OwnSeat,
    Standing, read,
};
use tempfile::TempDir;

use super::write;
use crate::saved::header;

fn sent() -> Header {
    Header {
        correspondence: Some(Correspondence { days: None }),
        ..header()
    }
}

fn game(moves: &str) -> Game {
    let mut game = sent().new_game(start_position());
    for typed in moves.split_whitespace() {
        game.act(write(typed)).unwrap();
    }
    game
}

fn moves(game: &Game, typed: &str) -> Vec<Move> {
    let mut tried = game.clone();
    for typed in typed.split_whitespace() {
        tried.act(write(typed)).unwrap();
    }
    let before = game.plies().len();
    tried.plies()[before..].iter().map(|ply| ply.mv).collect()
}

fn line(game: &Game, typed: &str) -> ConditionalLine {
    ConditionalLine::new(game, &moves(game, typed)).unwrap()
}

fn planned(game: &Game, lines: &[&str]) -> ConditionalMoves {
    let mut planned = ConditionalMoves::default();
    for typed in lines {
        planned.add(game, line(game, typed));
    }
    planned
}

/// What White answers.
fn answer(planned: &ConditionalMoves, game: &Game) -> Option<String> {
    let answer = planned.answer(game, Color::White)?;
    let mut after = game.clone();
    after.act(answer.into()).unwrap();
    Some(after.plies().last().unwrap().san.to_string())
}

#[test]
fn a_line_is_answered_as_far_as_the_opponent_follows_it() {
    let planned = planned(&game("e4"), &["e5 Nf3 Nc6 Bb5", "c5 Nf3"]);
    let answered = |played: &str| answer(&planned, &game(played));
    assert_eq!(answered("e4"), None, "nothing has come yet");
    assert_eq!(answered("e4 e5").as_deref(), Some("Nf3"));
    assert_eq!(answered("e4 c5").as_deref(), Some("Nf3"));
    assert_eq!(answered("e4 e5 Nf3 Nc6").as_deref(), Some("Bb5"));
    assert_eq!(
        answered("e4 e5 Nf3 Nc6 Bb5 a6"),
        None,
        "the line is at its end"
    );
    assert_eq!(answered("e4 e6"), None);
    assert_eq!(answered("e4 e5 Nf3 d6"), None);
    // A move of one's own that is another one leaves the line, as does another game.
    assert_eq!(answered("e4 e5 Nc3 Nc6"), None);
    assert_eq!(answered("d4 e5"), None);
    assert_eq!(planned.answer(&game("e4 e5"), Color::Black), None);
}

#[test]
fn lines_that_can_never_come_are_forgotten() {
    let before = game("e4");
    let mut lines = planned(&before, &["e5 Nf3", "c5 Nf3 d6 d4"]);
    assert_eq!(lines.lines().len(), 2);
    lines.forget_past(&before);
    assert_eq!(lines.lines().len(), 2);
    let sicilian = game("e4 c5 Nf3");
    lines.forget_past(&sicilian);
    assert_eq!(lines.lines(), [line(&before, "c5 Nf3 d6 d4")]);
    let rest = lines.lines()[0].rest(&sicilian).unwrap();
    assert_eq!(rest, moves(&sicilian, "d6 d4"));
    lines.forget_past(&game("e4 c5 Nf3 Nc6"));
    assert!(lines.is_empty());
    // Of a game that is over, nothing comes any more.
    let mut lines = planned(&before, &["e5 Nf3"]);
    let mut over = before.clone();
    over.act(Action::Resign(Color::Black)).unwrap();
    lines.forget_past(&over);
    assert!(lines.is_empty());
}

#[test]
fn no_two_lines_answer_the_same_differently() {
    let game = game("e4");
    let mut lines = planned(&game, &["e5 Nf3", "c5 Nf3"]);
    // What goes on with a line takes its place; what a line has already is not added.
    lines.add(&game, line(&game, "e5 Nf3 Nc6 Bb5"));
    lines.add(&game, line(&game, "e5 Nf3"));
    let wanted = ["c5 Nf3", "e5 Nf3 Nc6 Bb5"];
    assert_eq!(lines, planned(&game, &wanted));
    // Another reply of the opponent is a line beside it, another answer takes its place.
    lines.add(&game, line(&game, "e5 Nf3 Nf6 Nxe5"));
    assert_eq!(lines.lines().len(), 3);
    lines.add(&game, line(&game, "e5 Nc3"));
    assert_eq!(lines, planned(&game, &["c5 Nf3", "e5 Nc3"]));
    lines.remove(0);
    assert_eq!(lines, planned(&game, &["e5 Nc3"]));
    lines.remove(7);
    assert_eq!(lines.lines().len(), 1);
}

#[test]
fn an_answer_that_is_illegal_is_no_line() {
    let game = game("e4");
    let mut wrong = moves(&game, "e5 Nf3");
    wrong[1] = moves(&game, "d5 exd5")[1];
    assert!(ConditionalLine::new(&game, &wrong).is_err());
    // A move that waits for its answer is left out.
    assert_eq!(line(&game, "e5 Nf3 Nc6"), line(&game, "e5 Nf3"));
    let over = {
        let mut over = game.clone();
        over.act(Action::Resign(Color::Black)).unwrap();
        over
    };
    let refused = ConditionalLine::new(&over, &moves(&game, "e5 Nf3"));
    assert_eq!(refused, Err(Refusal::GameOver));
}

#[test]
fn castling_is_answered_too() {
    let before = game("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 d3");
    let planned = planned(&before, &["d6 O-O"]);
    let now = game("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 d3 d6");
    assert_eq!(answer(&planned, &now).as_deref(), Some("O-O"));
}

#[test]
fn lines_are_kept_in_a_file_of_this_computer() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("conditional-moves.jsonl");
    let file: NoteFile<ConditionalMoves> = NoteFile::new(path.clone());
    assert!(file.read().unwrap().is_empty());
    let (first, second) = (
        planned(&game("e4"), &["e5 Nf3"]),
        planned(&game("d4"), &["d5 c4"]),
    );
    file.update(|notes| {
        notes.insert("a".to_owned(), first.clone());
        notes.insert("b".to_owned(), second.clone());
    })
    .unwrap();
    file.update(|notes| drop(notes.remove("a"))).unwrap();
    let kept: Vec<_> = file.read().unwrap().into_iter().collect();
    assert_eq!(kept, [("b".to_owned(), second.clone())]);
    // What makes no sense is passed over, be it a line of the file or a move in it.
    let text = fs::read_to_string(&path).unwrap();
    let nonsense = text.replace("\"b\"", "\"c\"").replace("d7d5", "d7d4");
    fs::write(
        &path,
        format!("{text}{nonsense}nonsense \u{1}\n{{\"game\":5}}\n"),
    )
    .unwrap();
    let kept = file.read().unwrap();
    assert_eq!(kept.get("b"), Some(&second));
    assert_eq!(kept.len(), 2);
    assert_eq!(kept["c"].lines()[0].moves(&game("d4")), None);
    assert_eq!(answer(&kept["c"], &game("d4 d5")), None);
}

#[test]
fn how_games_stood_is_kept_as_well() {
    let folder = TempDir::new().unwrap();
    let file: NoteFile<Standing> = NoteFile::new(folder.path().join("arrivals.jsonl"));
    let mut offered = game("e4 e5");
    offered.act(Action::OfferDraw).unwrap();
    let mut over = game("e4");
    over.act(Action::Resign(Color::Black)).unwrap();
    let standings = [game("e4"), offered, over].map(|game| Standing::of(&game));
    for (name, standing) in ["a", "b", "c"].into_iter().zip(standings) {
        file.update(|notes| {
            notes.insert(name.to_owned(), standing);
        })
        .unwrap();
    }
    let kept: Vec<Standing> = file.read().unwrap().into_values().collect();
    assert_eq!(kept, standings);
}

/// A log of a game that stands so.
fn log(folder: &TempDir, game: &Game) -> std::path::PathBuf {
    let positions = game.positions();
    let lines: Vec<String> = positions.iter().map(fen_of).collect();
    let path = folder.path().join("20261120T190500Z-0000000a.fenlog");
    fs::write(&path, format!("{}{}\n", sent().line(), lines.join("\n"))).unwrap();
    path
}

#[test]
fn the_answer_is_written_to_the_log() {
    let folder = TempDir::new().unwrap();
    let planned = planned(&game("e4"), &["e5 Nf3"]);
    let path = log(&folder, &game("e4 e5"));
    // A conditional move is never played for the opponent.
    let other = answer_in_log(&path, Color::Black, &planned).unwrap();
    assert!(matches!(other, (ConditionalAnswer::None, None)));
    let (answer, loaded) = answer_in_log(&path, Color::White, &planned).unwrap();
    assert_eq!(answer, ConditionalAnswer::Played);
    let loaded = loaded.unwrap();
    assert_eq!(loaded.game.plies().last().unwrap().san.to_string(), "Nf3");
    let read_again = read(&path).unwrap();
    assert_eq!(read_again.fault, None);
    assert_eq!(read_again.game.plies().len(), 3);
    assert!(read_again.moved.is_some());
    // It is played once.
    let again = answer_in_log(&path, Color::White, &planned).unwrap();
    assert!(matches!(again, (ConditionalAnswer::None, None)));
    let unexpected = log(&folder, &game("e4 d5"));
    let bytes = fs::read(&unexpected).unwrap();
    let answered = answer_in_log(&unexpected, Color::White, &planned).unwrap();
    assert!(matches!(answered, (ConditionalAnswer::None, None)));
    assert_eq!(fs::read(&unexpected).unwrap(), bytes);
}

#[test]
fn a_game_that_is_open_is_answered_where_it_is_open() {
    let folder = TempDir::new().unwrap();
    let planned = planned(&game("e4"), &["e5 Nf3"]);
    let path = log(&folder, &game("e4 e5"));
    let (_, open) = Appender::open(&path).unwrap();
    let answered = answer_in_log(&path, Color::White, &planned).unwrap();
    assert!(matches!(answered, (ConditionalAnswer::Waits, None)));
    drop(open);
    let answered = answer_in_log(&path, Color::White, &planned).unwrap();
    assert!(matches!(answered, (ConditionalAnswer::Played, Some(_))));
}

#[test]
fn an_offer_of_a_draw_is_for_the_player_to_answer() {
    let planned = planned(&game("e4 e5 Nf3"), &["Nc6 Bb5"]);
    let mut offered = game("e4 e5 Nf3");
    let played = |game: &Game, seat| {
        let mut played = PlayedGame::new(sent(), game.clone());
        played.sit_here(seat);
        played.conditional_answer(&planned)
    };
    let white = OwnSeat::Player(Color::White);
    assert!(played(&game("e4 e5 Nf3 Nc6"), white).is_some());
    assert_eq!(played(&game("e4 e5 Nf3 Nc6"), OwnSeat::Onlooker), None);
    offered.act(Action::OfferDraw).unwrap();
    offered.act(write("Nc6")).unwrap();
    assert_eq!(played(&offered, white), None);
}

#[test]
fn lines_are_missed_by_a_move_that_none_of_them_expects() {
    let planned = planned(&game("e4"), &["e5 Nf3 Nc6 Bb5", "c5 Nf3"]);
    let missed = |played: &str| planned.are_missed(&game(played), Color::White);
    for waits in ["e4", "e4 e5", "e4 c5", "e4 e5 Nf3 Nc6"] {
        assert!(!missed(waits), "{waits}");
    }
    assert!(missed("e4 e6"));
    assert!(missed("e4 e5 Nf3 d6"));
    // It was told before, or left by a move of one's own; and a line that was played to its end is no miss.
    assert!(!missed("e4 e6 d4 d5"));
    assert!(!missed("e4 e5 Nc3 Nc6"));
    assert!(!missed("e4 c5 Nf3 d6"));
    assert!(!missed("e4 e5 Nf3 Nc6 Bb5 a6"));
    assert!(!missed("e4 e6 d4"), "the opponent is to move");
}
