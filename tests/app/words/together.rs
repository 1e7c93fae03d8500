//! What is said in a review: to whom, and what a game comes down to.

use rank_and_file::words;
use rank_and_file_core::engine::Gist;
use rank_and_file_core::log::Header;
use rank_and_file_core::rules::{Action, Color, Game};

fn header() -> Header {
    Header {
        white: "Ann".to_owned(),
        ..Header::bare()
    }
}

#[test]
fn a_player_is_asked_by_name_and_the_computer_is_not() {
    let mut header = header();
    let asked = |header: &Header, side| words::find_better(header, side, "23. Qd2");
    let ann = "Ann, find something better than 23. Qd2.";
    assert_eq!(asked(&header, Color::White), ann);
    let black = "Black, find something better than 23. Qd2.";
    assert_eq!(asked(&header, Color::Black), black);
    *header.computers.get_mut(Color::Black) = "3".parse().ok();
    let computer = "The computer played 23. Qd2. Find something better.";
    assert_eq!(asked(&header, Color::Black), computer);
}

#[test]
fn a_game_comes_down_to_a_sentence() {
    let mut game = Game::default();
    for san in ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7"] {
        game.act(Action::Write(san.to_owned())).unwrap();
    }
    let header = header();
    let said = |gist| words::gist(gist, &game, &header);
    let decided = "Decided at move 3, when the knight left g8.";
    assert_eq!(said(Gist::Decided(6)), decided);
    let against = "On the board, Ann had a clear advantage when the game ended.";
    assert_eq!(said(Gist::Against(Color::White)), against);
    let let_go = "Black had a clear advantage, for the last time after 2. Bc4.";
    assert_eq!(said(Gist::LetGo(Color::Black, 3)), let_go);
    assert_eq!(words::turning_point(2, None), "Turning Point 2");
    assert_eq!(words::turning_point(2, Some(4)), "Turning Point 2 of 4");
}
