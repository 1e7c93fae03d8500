//! What is said when a game of 2048 is won or over.

use gettextrs::gettext;
use rank_and_file_core::twenty48::{Game, Size};

use super::board::size_in_line;
use crate::words::{gettext_f, ngettext_f, sentences};

/// What stands over the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// In a word or two.
    pub title: String,
    /// What came of it.
    pub body: String,
}

/// What is said of a game that is won or over, with the best score on boards of its size; `None`
/// while it goes on.
#[must_use]
pub fn ending(game: &Game, best: u64) -> Option<Ending> {
    if !game.is_over() {
        return None;
    }
    let moves = usize::try_from(game.moves()).unwrap_or(usize::MAX);
    let values = [("score", game.score().to_string())];
    let values = values.each_ref().map(|(key, value)| (*key, value.as_str()));
    let won = game.is_won() && !game.keeps_going();
    let (title, result) = if won {
        (
            gettext("You Won"),
            ngettext_f(
                "You made 2048 and scored {score} in {count} move.",
                "You made 2048 and scored {score} in {count} moves.",
                moves,
                &values,
            ),
        )
    } else {
        (
            gettext("Game Over"),
            ngettext_f(
                "The board is full, and nothing merges. You scored {score} in {count} move.",
                "The board is full, and nothing merges. You scored {score} in {count} moves.",
                moves,
                &values,
            ),
        )
    };
    let values = [
        ("size", size_in_line(game.grid().size())),
        ("best", best.to_string()),
    ];
    let values = values.each_ref().map(|(key, value)| (*key, value.as_str()));
    let rank = if game.is_assisted() {
        gettext("Undo was used, so it is not among the best scores.")
    } else if game.score() >= best {
        gettext_f("It is your best on {size}.", &values)
    } else {
        gettext_f("Your best on {size} is {best}.", &values)
    };
    Some(Ending {
        title,
        body: sentences(&[result, rank]),
    })
}

/// What becomes of a game that is left for a new one on a board of this size.
#[must_use]
pub fn giving_up(size: Size) -> String {
    gettext_f(
        "The current game will be lost. The new one is played on {size}.",
        &[("size", &size_in_line(size))],
    )
}
