//! 2048 in words: what a move did, how the game stands, why something is refused, what became of
//! the file.

use gettextrs::{gettext, pgettext};
use rank_and_file_core::twenty48::{Cell, Direction, Event, Game, Moved, Notice, Refusal, Size};

use super::faults::name_of;
use super::{Message, enumerate, gettext_f, io_error, ngettext_f, sentences};

/// Longer lists of numbers are not said.
const MAX_NUMBERS: usize = 4;

/// What happened, and how the game stands after it where that is news.
pub fn event(event: &Event, game: &Game) -> Message {
    let score = game.score().to_string();
    let said = match event {
        Event::Moved(moved) => self::moved(moved, &score),
        Event::Resumed => gettext("The game goes on.").into(),
        Event::Undone(direction) => gettext_f(
            // Translators: “direction” is a word such as “Left”
            "{direction}: undone, score {score}.",
            &[
                ("direction", &self::direction(*direction)),
                ("score", &score),
            ],
        )
        .into(),
        Event::Began => gettext("A new game starts.").into(),
    };
    match standing(game) {
        Some(standing) => said.map(|said| sentences(&[said.to_owned(), standing.clone()])),
        None => said,
    }
}

/// What is said first: whether a game goes on that was kept, and whether this one is.
pub fn beginning(continued: bool, kept: bool) -> String {
    match (kept, continued) {
        (false, _) => gettext("A new game starts. It is not saved."),
        (true, true) => gettext("The saved game goes on."),
        (true, false) => gettext("A new game starts."),
    }
}

/// That the game is won or over; `None` while it goes on.
pub fn standing(game: &Game) -> Option<String> {
    if !game.is_over() {
        return None;
    }
    Some(if game.is_won() && !game.keeps_going() {
        gettext("2048: the game is won. Keep going, or start a new one.")
    } else {
        gettext("The game is over: the board is full, and nothing merges.")
    })
}

/// The score and the best one on this size of board.
pub fn scores(score: u64, best: u64) -> String {
    gettext_f(
        "Score {score}, best {best}.",
        &[("score", &score.to_string()), ("best", &best.to_string())],
    )
}

/// Why something cannot be done.
pub fn refusal(refusal: Refusal) -> String {
    match refusal {
        Refusal::Unreadable => {
            gettext("This is not a command. Type w, a, s or d to slide the tiles, or help.")
        }
        Refusal::Size(_) => gettext("A board has 4 to 8 cells a side."),
        Refusal::NothingMoves(Direction::Up) => gettext("Nothing moves up."),
        Refusal::NothingMoves(Direction::Left) => gettext("Nothing moves left."),
        Refusal::NothingMoves(Direction::Down) => gettext("Nothing moves down."),
        Refusal::NothingMoves(Direction::Right) => gettext("Nothing moves right."),
        Refusal::Over => gettext("The game is over: the board is full, and nothing merges."),
        Refusal::Won => gettext("2048: the game is won. Keep going, or start a new one."),
        Refusal::NothingToUndo => gettext("There is no move to take back."),
        Refusal::GoesOn => gettext("The game is not over. Keep sliding."),
    }
}

/// What was found where the game is kept.
pub fn notice(notice: &Notice) -> String {
    match notice {
        Notice::Elsewhere => {
            gettext("2048 is open elsewhere. The game here is a new one and is not saved.")
        }
        Notice::SetAside { to, .. } => gettext_f(
            "The saved game of 2048 cannot be read. It is set aside as {file}, and a new game starts.",
            &[("file", &name_of(to))],
        ),
        Notice::InTheWay { error, .. } => gettext_f(
            "The saved game of 2048 cannot be read, and not set aside either. {why} A new game starts; each move tries again to save it.",
            &[("why", &io_error(error))],
        ),
    }
}

/// `Left: merged into 8 and 16, score 124. New 2 in row 3, column 1.` The new number is seen where it
/// comes up.
fn moved(moved: &Moved, score: &str) -> Message {
    let direction = direction(moved.direction);
    let values = [("direction", direction.as_str()), ("score", score)];
    let merged = match moved.merged.as_slice() {
        [] => gettext_f(
            // Translators: “direction” is a word such as “Left”
            "{direction}: nothing merged, score {score}.",
            &values,
        ),
        few if few.len() <= MAX_NUMBERS => {
            let numbers = numbers(few);
            gettext_f(
                // Translators: such as “Left: merged into 8 and 16, score 124.”
                "{direction}: merged into {numbers}, score {score}.",
                &[&values[..], &[("numbers", &numbers)]].concat(),
            )
        }
        many => {
            let largest = many.iter().max().map(ToString::to_string);
            ngettext_f(
                // Translators: such as “Left: 6 pairs merged, the largest into 64, score 124.”
                "{direction}: {count} pair merged, the largest into {number}, score {score}.",
                "{direction}: {count} pairs merged, the largest into {number}, score {score}.",
                many.len(),
                &[&values[..], &[("number", &largest.unwrap_or_default())]].concat(),
            )
        }
    };
    let (cell, number) = (moved.spawned.cell, moved.spawned.number);
    let spawned = gettext_f(
        // Translators: the number that has come up on the board of 2048, and where
        "New {number} in row {row}, column {column}.",
        &[
            ("number", &number.to_string()),
            ("row", &(cell.row + 1).to_string()),
            ("column", &(cell.column + 1).to_string()),
        ],
    );
    let spoken = sentences(&[merged.clone(), spawned]);
    Message::new(merged, spoken)
}

fn direction(direction: Direction) -> String {
    match direction {
        // Translators: the wall to which the tiles of 2048 slide; begins a sentence, as in “Up: merged into 8.”
        Direction::Up => pgettext("direction", "Up"),
        // Translators: the wall to which the tiles of 2048 slide; begins a sentence, as in “Left: merged into 8.”
        Direction::Left => pgettext("direction", "Left"),
        // Translators: the wall to which the tiles of 2048 slide; begins a sentence, as in “Down: merged into 8.”
        Direction::Down => pgettext("direction", "Down"),
        // Translators: the wall to which the tiles of 2048 slide; begins a sentence, as in “Right: merged into 8.”
        Direction::Right => pgettext("direction", "Right"),
    }
}

/// `8`, `8 and 16`, `4, 8 and 16`.
fn numbers(numbers: &[u64]) -> String {
    let said: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    match said.split_last() {
        Some((last, first)) if !first.is_empty() => gettext_f(
            // Translators: the end of a list of numbers, such as “4, 8 and 16”
            "{numbers} and {last}",
            &[("numbers", &enumerate(first)), ("last", last)],
        ),
        _ => said.concat(),
    }
}

/// `row 2, column 3: 64`.
pub fn cell(cell: Cell, number: u64) -> String {
    gettext_f(
        // Translators: a cell of the board of 2048, as a screen reader says it, with what is there
        "row {row}, column {column}: {number}",
        &[
            ("row", &(cell.row + 1).to_string()),
            ("column", &(cell.column + 1).to_string()),
            ("number", &in_cell(number)),
        ],
    )
}

/// What is in a cell.
fn in_cell(number: u64) -> String {
    match number {
        0 => pgettext("cell", "empty"),
        number => number.to_string(),
    }
}

/// `Board of 4 by 4 cells`.
pub fn board(size: Size) -> String {
    gettext_f(
        // Translators: the name of the board of 2048, as a screen reader says it
        "Board of {side} by {side} cells",
        &[("side", &size.side().to_string())],
    )
}

/// `4 × 4`.
pub fn size(size: Size) -> String {
    let side = size.side();
    format!("{side} × {side}")
}

/// What stands above the score: whether it counts among the best ones.
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
pub fn reading(game: &Game) -> String {
    let row = |(index, numbers): (usize, &Vec<u64>)| {
        let all: Vec<String> = numbers.iter().copied().map(in_cell).collect();
        gettext_f(
            // Translators: a row of the board of 2048 with all its numbers
            "Row {row}: {numbers}.",
            &[
                ("row", &(index + 1).to_string()),
                ("numbers", &enumerate(&all)),
            ],
        )
    };
    let rows: Vec<String> = game.grid().rows().iter().enumerate().map(row).collect();
    sentences(&rows)
}

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
pub fn ending(game: &Game, best: u64) -> Option<Ending> {
    if !game.is_over() {
        return None;
    }
    let values = [("score", &*game.score().to_string())];
    let won = game.is_won() && !game.keeps_going();
    let (title, result) = if won {
        (
            gettext("You Won"),
            ngettext_f(
                "You made 2048 and scored {score} in {count} move.",
                "You made 2048 and scored {score} in {count} moves.",
                game.moves(),
                &values,
            ),
        )
    } else {
        (
            gettext("Game Over"),
            ngettext_f(
                "The board is full, and nothing merges. You scored {score} in {count} move.",
                "The board is full, and nothing merges. You scored {score} in {count} moves.",
                game.moves(),
                &values,
            ),
        )
    };
    let values = [
        ("size", &*size_in_line(game.grid().size())),
        ("best", &*best.to_string()),
    ];
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
pub fn giving_up(size: Size) -> String {
    gettext_f(
        "The current game will be lost. The new one is played on {size}.",
        &[("size", &size_in_line(size))],
    )
}
