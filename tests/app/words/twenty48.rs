//! What is said of 2048 besides its moves: cells, sizes, the end.

use rank_and_file::words::twenty48 as words;
use rank_and_file_core::twenty48::{Action, Cell, Direction, Game, Kept, Size, read_document};
use serde_json::json;

/// A game that has come to this board by twos alone.
fn kept(rows: &[[u64; 4]; 4], keeps_going: bool) -> Kept {
    let numbers = || rows.iter().flatten().filter(|number| **number > 0);
    let score: u64 = numbers()
        .map(|number| number * u64::from(number.ilog2() - 1))
        .sum();
    let moves = numbers().sum::<u64>() / 2 - 2;
    let document = json!({
        "version": 1, "size": 4, "grid": rows, "score": score, "moves": moves,
        "won": numbers().any(|number| *number >= 2048), "keeps_going": keeps_going,
        "assisted": false, "random": {"seed": 5, "drawn": 0}, "history": [], "best": {"4": 40000},
    });
    read_document(document.to_string().as_bytes()).unwrap()
}

#[test]
fn a_cell_is_told_by_its_row_and_column() {
    let cell = Cell { row: 1, column: 2 };
    assert_eq!(words::cell(cell, 64), "row 2, column 3: 64");
    assert_eq!(words::cell(cell, 0), "row 2, column 3: empty");
    assert_eq!(words::board(Size::STANDARD), "Board of 4 by 4 cells");
}

#[test]
fn the_whole_board_is_read_row_by_row() {
    let rows = [[2, 0, 0, 4], [0; 4], [8, 16, 0, 0], [0, 0, 0, 32]];
    assert_eq!(
        words::reading(kept(&rows, false).game()),
        "Row 1: 2, empty, empty, 4. Row 2: empty, empty, empty, empty. \
         Row 3: 8, 16, empty, empty. Row 4: empty, empty, empty, 32."
    );
}

#[test]
fn sizes_are_said_with_their_best_scores() {
    assert_eq!(words::size(Size::ALL[4]), "8 × 8");
    assert_eq!(words::size_with_best(Size::STANDARD, 0), "4 × 4");
    assert_eq!(
        words::size_with_best(Size::STANDARD, 124),
        "4 × 4, best 124"
    );
}

#[test]
fn the_end_says_what_came_of_it() {
    let mut won = kept(&[[1024, 1024, 0, 0], [2, 4, 8, 16], [0; 4], [0; 4]], false);
    assert_eq!(words::ending(won.game(), 40000), None);
    won.act(Action::Move(Direction::Left)).unwrap();
    let best = won.best(Size::STANDARD);
    let ending = words::ending(won.game(), best).unwrap();
    assert_eq!(ending.title, "You Won");
    assert_eq!(
        ending.body,
        "You made 2048 and scored 20548 in 1038 moves. Your best on 4\u{a0}×\u{a0}4 is 40000."
    );
    won.act(Action::KeepGoing).unwrap();
    assert_eq!(words::ending(won.game(), best), None);

    let full = [
        [2, 4, 8, 16],
        [32, 64, 128, 256],
        [2, 4, 8, 16],
        [32, 64, 128, 256],
    ];
    let over = kept(&full, false);
    let ending = words::ending(over.game(), over.game().score()).unwrap();
    assert_eq!(ending.title, "Game Over");
    assert_eq!(
        ending.body,
        "The board is full, and nothing merges. You scored 6152 in 508 moves. \
         It is your best on 4\u{a0}×\u{a0}4."
    );
}

#[test]
fn a_game_with_moves_taken_back_is_none_of_the_best() {
    let mut nearly = kept(
        &[
            [2, 4, 8, 16],
            [32, 64, 128, 256],
            [2, 4, 8, 16],
            [32, 64, 128, 128],
        ],
        false,
    );
    assert_eq!(words::score_caption(nearly.game().is_assisted()), "Score");
    nearly.act(Action::Move(Direction::Left)).unwrap();
    nearly.act(Action::Undo).unwrap();
    assert_eq!(
        words::score_caption(nearly.game().is_assisted()),
        "Score (Undo Used)"
    );
    while !nearly.game().is_over() {
        let any = |direction| nearly.clone().act(Action::Move(direction)).is_ok();
        let direction = Direction::ALL.into_iter().find(|direction| any(*direction));
        nearly.act(Action::Move(direction.unwrap())).unwrap();
    }
    let ending = words::ending(nearly.game(), nearly.best(Size::STANDARD)).unwrap();
    assert!(
        ending
            .body
            .ends_with("Undo was used, so it is not among the best scores."),
        "{}",
        ending.body
    );
}

#[test]
fn a_new_game_says_on_which_board() {
    assert!(words::giving_up(Size::ALL[1]).ends_with("is played on 5\u{a0}×\u{a0}5."));
    assert_ne!(words::beginning(true, true), words::beginning(false, true));
    assert_eq!(
        words::reading(&Game::new(Size::STANDARD, 1))
            .matches("Row")
            .count(),
        4
    );
}
