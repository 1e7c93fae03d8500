//! The board of 2048 in words: its cells, its size, all of it read aloud.

use gettextrs::{gettext, pgettext};
use rank_and_file_core::twenty48::{Cell, Game, Size};

use crate::words::{gettext_f, sentences};

/// `row 2, column 3: 64`.
#[must_use]
pub fn cell(cell: Cell, number: u64) -> String {
    let number = match number {
        0 => pgettext("cell", "empty"),
        number => number.to_string(),
    };
    gettext_f(
        // Translators: a cell of the board of 2048, as a screen reader says it, with what is there
        "row {row}, column {column}: {number}",
        &[
            ("row", &(cell.row + 1).to_string()),
            ("column", &(cell.column + 1).to_string()),
            ("number", &number),
        ],
    )
}

/// `Board of 4 by 4 cells`.
#[must_use]
pub fn board(size: Size) -> String {
    gettext_f(
        // Translators: the name of the board of 2048, as a screen reader says it
        "Board of {side} by {side} cells",
        &[("side", &size.side().to_string())],
    )
}

/// `4 × 4`.
#[must_use]
pub fn size(size: Size) -> String {
    let side = size.side();
    format!("{side} × {side}")
}

/// What stands above the score: whether it counts among the best ones.
#[must_use]
pub fn score_caption(assisted: bool) -> String {
    if assisted {
        // Translators: above the score of a game in which a move was taken back, so that it is
        // not among the best scores
        gettext("Score (Undo Used)")
    } else {
        gettext("Score")
    }
}

/// `4 × 4` in a sentence, where it must not be broken over two lines.
pub(super) fn size_in_line(size: Size) -> String {
    self::size(size).replace(' ', "\u{a0}")
}

/// `4 × 4, best 1024`; the size alone where nothing was played.
#[must_use]
pub fn size_with_best(size: Size, best: u64) -> String {
    let size = self::size(size);
    if best == 0 {
        return size;
    }
    gettext_f(
        // Translators: the size of a board, such as “4 × 4”, and the best score on it
        "{size}, best {best}",
        &[("size", &size), ("best", &best.to_string())],
    )
}

/// Every cell, row by row.
#[must_use]
pub fn reading(game: &Game) -> String {
    let between = pgettext("list", ", ");
    let row = |(index, numbers): (usize, &Vec<u64>)| {
        let number = |number: &u64| match number {
            0 => pgettext("cell", "empty"),
            number => number.to_string(),
        };
        let all: Vec<String> = numbers.iter().map(number).collect();
        gettext_f(
            // Translators: a row of the board of 2048 with all its numbers
            "Row {row}: {numbers}.",
            &[
                ("row", &(index + 1).to_string()),
                ("numbers", &all.join(&between)),
            ],
        )
    };
    let rows: Vec<String> = game.grid().rows().iter().enumerate().map(row).collect();
    sentences(&rows)
}
