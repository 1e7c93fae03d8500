//! What is said of players that are programs: their names, and how well they play.

use std::collections::BTreeSet;

use rank_and_file::words;
use rank_and_file_core::engine::{Computer, Level};
use rank_and_file_core::log::Header;
use rank_and_file_core::rules::Color;

fn against(computer: &str) -> Header {
    let header = Header {
        white: "Ann".to_owned(),
        ..Header::bare()
    };
    header.with_computer(Color::Black, computer.parse().unwrap())
}

#[test]
fn a_computer_is_named_as_a_player_is() {
    let game = against("3");
    assert_eq!(words::player(&game, Color::Black), "Computer, level 3");
    assert_eq!(words::pairing(&game), "Ann – Computer, level 3");
    assert_eq!(
        words::turn(&game, Color::Black),
        "Computer, level 3 to move"
    );
    assert_eq!(
        words::file_name(&game, "", "pgn"),
        "Ann – Computer, level 3.pgn"
    );
    assert_eq!(
        words::player(&against("stockfish"), Color::Black),
        "Stockfish"
    );
    // What nobody is called.
    assert_eq!(
        words::shown_name("Computer, level 03"),
        "Computer, level 03"
    );
}

#[test]
fn a_name_with_a_comma_is_not_lost_among_others() {
    let both = |name| words::colors("Ann", name);
    assert_eq!(
        both("Ben"),
        "Ann plays White and moves first, Ben plays Black."
    );
    assert_eq!(
        both("Computer, level 3"),
        "Ann plays White and moves first. Computer, level 3 plays Black."
    );
    assert_eq!(
        words::seats(&against("10")),
        "Ann plays White. Computer, level 10 plays Black."
    );
    assert_eq!(
        words::colors("Carlsen, Magnus", ""),
        "Carlsen, Magnus plays White and moves first."
    );
}

#[test]
fn each_level_is_like_somebody_else() {
    let levels = (1..=10).filter_map(Level::new).map(Computer::Level);
    let all: BTreeSet<String> = levels.map(|level| words::strength(&level)).collect();
    assert_eq!(all.len(), 10);
    assert!(all.iter().all(|like| like.chars().count() <= 36), "{all:?}");
    let said = |computer: &str| words::strength_said(&computer.parse().unwrap());
    assert_eq!(said("3"), "Level 3, A beginner");
    assert!(said("stockfish").starts_with("Stockfish, "));
}
