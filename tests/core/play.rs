//! A game at a table: what people may do in it, what computers are to do, and what its log gets.

use rank_and_file_core::chess::{
    Action, Color, Event, Game, Offer, Position, Refusal, fen_of, start_position,
};
use rank_and_file_core::engine::{Computer, Found, Level, Line, Score};
use rank_and_file_core::play::PlayedGame;
use rank_and_file_core::record::log::Header;

use crate::saved::header;

mod assistance;
mod conditional_moves;
mod correspondence;

fn against(computer: &str) -> PlayedGame {
    let header = header().with_computer(Color::Black, computer.parse().unwrap());
    let game = header.new_game(start_position());
    let mut played = PlayedGame::new(header, game);
    played.seat_computers();
    played
}

fn write(move_text: &str) -> Action {
    Action::Write(move_text.to_owned())
}

/// What a search finds that likes this move best.
fn found(played: &PlayedGame, move_text: &str) -> Found {
    let mv = played.game().read_move(move_text).unwrap();
    let line = Line {
        score: Score::Centipawns(-200),
        moves: vec![mv],
    };
    Found {
        lines: vec![line],
        ..Found::default()
    }
}

#[test]
fn the_log_gets_lines_of_what_was_done() {
    let mut played = PlayedGame::new(header(), header().new_game(start_position()));
    let event = played.act(write("e4")).unwrap();
    assert!(event.has_moved());
    let (fen, lines) = (fen_of(played.game().position()), played.lines(&event));
    assert!(lines.contains(&fen), "{lines}");
    assert!(played.act(write("e4")).is_err());
    assert_eq!(played.game().plies().len(), 1);
    assert_eq!(played.computer_turn(), None);
}

#[test]
fn a_player_does_not_move_for_a_computer() {
    let mut played = against("3");
    assert_eq!(played.computer_turn(), None);
    played.act(write("e4")).unwrap();
    assert_eq!(played.act(write("e5")).unwrap_err(), Refusal::ComputersTurn);
    let turn = played.computer_turn().unwrap();
    assert_eq!((turn.side, turn.offer, turn.plies), (Color::Black, None, 1));
    let question = played.question(Color::Black).unwrap();
    assert_eq!(question.position().turn(), Color::Black);
    // Nothing was found, so nothing is done.
    assert!(played.play_computer_turn(turn, None).is_none());
    let found = found(&played, "a6");
    let event = played.play_computer_turn(turn, Some(&found)).unwrap();
    assert!(event.has_moved());
    assert_eq!(played.game().plies()[1].san.to_string(), "a6");
    assert_eq!(played.computer_turn(), None);
}

#[test]
fn a_computer_answers_before_it_moves() {
    let mut played = against("3");
    played.act(write("e4")).unwrap();
    played.act(Action::ProposeTakeback(1)).unwrap();
    assert_eq!(
        played.act(Action::Accept).unwrap_err(),
        Refusal::OfferPending
    );
    let turn = played.computer_turn().unwrap();
    let asked = Offer::Takeback {
        by: Color::White,
        plies: 1,
    };
    assert_eq!((turn.side, turn.offer), (Color::Black, Some(asked)));
    let event = played.play_computer_turn(turn, None).unwrap();
    assert_eq!(event, Event::TakenBack(1));
    assert_eq!(played.computer_turn(), None);
}

#[test]
fn the_built_in_searcher_takes_the_place_of_an_engine_alone() {
    let mut played = against("stockfish");
    assert_eq!(played.replace(Color::White), None);
    assert_eq!(played.replace(Color::Black), Some(Level::LAST));
    let (computer, _) = played.computer(Color::Black).unwrap();
    assert_eq!(*computer, Computer::Level(Level::LAST));
    assert_eq!(played.replace(Color::Black), None);
}

#[test]
fn no_computer_plays_in_a_game_that_is_over() {
    let header: Header = header().with_computer(Color::White, "1".parse().unwrap());
    let mut game: Game = header.new_game(start_position());
    game.act(Action::Resign(Color::Black)).unwrap();
    let mut played = PlayedGame::new(header, game);
    played.seat_computers();
    assert!(played.computer(Color::White).is_none());
    assert_eq!(played.computer_turn(), None);
}
