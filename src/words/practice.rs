//! What is said in practice: what is due, what is to be found, and what has become of a move that was tried.

use std::io;

use gettextrs::{gettext, pgettext};
use jiff::civil::Date;
use rank_and_file_core::chess::{Chess, Color, Ply, Position};
use rank_and_file_core::training::Hint;
use rank_and_file_core::training::practice::{
    Difficulty, Missed, Puzzle, Rating, Source, Standing, puzzle,
};

use super::library::{day, short_day};
use super::names::{of_player, told_name};
use super::players::points_said;
use super::tutor::theme;
use super::{
    Players, enumerate, filled, gettext_f, io_error, ngettext, piece_on, sentence, sentences,
    what_moves, what_to_find,
};

/// What a difficulty is called in a list.
pub fn difficulty_name(difficulty: Difficulty) -> String {
    match difficulty {
        // Translators: how hard a position is
        Difficulty::Easy => pgettext("level", "Easy"),
        Difficulty::Medium => pgettext("level", "Medium"),
        Difficulty::Hard => pgettext("level", "Hard"),
        Difficulty::VeryHard => pgettext("level", "Very Hard"),
    }
}

/// How many positions that a player has missed are to be tried today.
pub fn positions_due(count: usize) -> String {
    ngettext(
        "One mistake is due today.",
        "{count} mistakes are due today.",
        count,
    )
}

/// That nothing is due before a day.
pub fn nothing_due(next: Date) -> String {
    // As the lists of games have their days.
    let written = next.strftime("%Y.%m.%d").to_string();
    gettext_f(
        "Nothing is due until {day}, but you can practice now.",
        &[("day", &day(&written).unwrap_or(written))],
    )
}

/// How many puzzles of a set a player has found.
pub fn practice_progress(found: usize, all: usize) -> String {
    let values = [("found", &*found.to_string()), ("all", &*all.to_string())];
    gettext_f("{found} of {all} solved without assistance.", &values)
}

/// How many positions were found since the choices were left, of how many; nothing before the first one.
pub fn practice_sitting((found, all): (usize, usize)) -> String {
    if all == 0 {
        return String::new();
    }
    let values = [("found", &*found.to_string()), ("all", &*all.to_string())];
    // Translators: so many puzzles of those that came since the player sat down
    gettext_f("This session: {found} of {all}.", &values)
}

/// How many positions were found, of how many; `over`: when the time of a race was up.
pub fn practice_count((found, all): (usize, usize), over: bool) -> String {
    let values = [("found", &*found.to_string()), ("all", &*all.to_string())];
    if over {
        gettext_f(
            // Translators: the end of a race against the clock
            "Time Is Up: {found} Solved",
            &values,
        )
    } else {
        gettext_f(
            // Translators: a heading over what has come of a session of puzzles
            "{found} of {all} Solved",
            &values,
        )
    }
}

/// What a player has solved in a race, by name where two have raced, and the most so far.
pub fn practice_race(name: Option<&str>, solved: u32, best: Option<u32>) -> String {
    let best = best.unwrap_or(solved).max(solved);
    let (solved, best) = (solved.to_string(), best.to_string());
    match name {
        Some(name) => gettext_f(
            // Translators: how many puzzles a player has solved in this race, and in the best one so far
            "{name}: {solved}, best so far {best}.",
            &[
                ("name", &told_name(name)),
                ("solved", &solved),
                ("best", &best),
            ],
        ),
        None => gettext_f("Best so far: {best}.", &[("best", &best)]),
    }
}

/// Who of two has won a race, each by name with what was solved.
pub fn race_result(one: (&str, u32), other: (&str, u32)) -> String {
    let (winner, _) = if one.1 < other.1 { other } else { one };
    sentence(&match one.1 == other.1 {
        true => gettext("Draw"),
        false => gettext_f("{name} wins", &[("name", &told_name(winner))]),
    })
}

/// How much of a race is left, and how many puzzles are solved.
pub fn practice_clock(seconds: u64, found: usize) -> String {
    gettext_f(
        // Translators: {time} is such as “4:32”
        "{time} · {found} solved",
        &[
            ("time", &format!("{}:{:02}", seconds / 60, seconds % 60)),
            ("found", &found.to_string()),
        ],
    )
}

/// How a session has changed the rating of a player.
pub fn practice_ratings(before: Rating, after: Rating) -> String {
    let rounded = |rating: Rating| (rating.value.round() as i32).to_string();
    gettext_f(
        "Rating: {before} → {after}.",
        &[("before", &rounded(before)), ("after", &rounded(after))],
    )
}

/// The hardest puzzle that was found.
pub fn practice_hardest(puzzle: &Puzzle) -> String {
    gettext_f(
        "Hardest solved: {puzzle}.",
        &[("puzzle", &in_short(puzzle))],
    )
}

/// What was found with hints or not at once, if anything.
pub fn practice_late(late: Vec<&Source>) -> Option<String> {
    // Translators: {puzzles} are such as “Fork (1210), Pin (980)”
    let said = gettext("Solved with a hint or a second try: {puzzles}.");
    naming_puzzles(said, late)
}

/// What was missed, if anything.
pub fn practice_missed(missed: Vec<&Source>) -> Option<String> {
    // Translators: {puzzles} are such as “Fork (1210), Pin (980)”
    naming_puzzles(gettext("Not solved: {puzzles}."), missed)
}

fn naming_puzzles(said: String, sources: Vec<&Source>) -> Option<String> {
    let told = sources.iter().map(|source| match source {
        Source::Puzzle(number) => puzzle(number).map_or_else(|| number.clone(), in_short),
        Source::Game(fen) => match fen.split(' ').nth(5) {
            Some(number) => gettext_f("Mistake at move {number}", &[("number", number)]),
            None => gettext("Mistake in one of your games"),
        },
    });
    let mut counted: Vec<(String, usize)> = Vec::new();
    for name in told {
        match counted.iter_mut().find(|(other, _)| *other == name) {
            Some((_, count)) => *count += 1,
            None => counted.push((name, 1)),
        }
    }
    let told = counted.into_iter().map(|(name, count)| match count {
        1 => name,
        count => format!("{count} × {name}"),
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| filled(said, &[("puzzles", &enumerate(&told))]))
}

/// A puzzle by its theme and its rating.
fn in_short(puzzle: &Puzzle) -> String {
    let theme = puzzle.motifs.first().copied().map(super::motif_name);
    gettext_f(
        "{name} ({rating})",
        &[
            ("name", &theme.unwrap_or_default()),
            ("rating", &puzzle.rating.to_string()),
        ],
    )
}

/// What is to be done by the player of a side.
pub fn practice_task(players: &impl Players, side: Color) -> String {
    let named = match side {
        Color::White => gettext("{name}, find the best move for White."),
        Color::Black => gettext("{name}, find the best move for Black."),
    };
    let task = [
        gettext("White to move: find the best move."),
        gettext("Black to move: find the best move."),
        named,
    ];
    of_player(players, side, task, &[])
}

/// Where a position comes from: a puzzle.
pub fn practice_source(puzzle: &Puzzle) -> String {
    let rating = puzzle.rating.to_string();
    gettext_f(
        // Translators: {level} is such as “Easy”; lichess is a website, where the puzzle has this number
        "{level} · lichess puzzle {number}, rating {rating}",
        &[
            ("level", &difficulty_name(puzzle.difficulty())),
            ("number", puzzle.number),
            ("rating", &rating),
        ],
    )
}

/// Where a position comes from: a game of this player.
pub fn practice_own(missed: &Missed) -> String {
    let day = missed.game.get(..8).and_then(|digits| {
        let (year, rest) = digits.split_at_checked(4)?;
        let (month, day) = rest.split_at_checked(2)?;
        short_day(&format!("{year}.{month}.{day}"))
    });
    match day {
        Some(day) => gettext_f("Mistake in your game of {day}", &[("day", &day)]),
        None => gettext("Mistake in one of your games"),
    }
}

/// A hint in a position.
pub fn practice_hint(hint: &Hint, position: &Chess) -> String {
    match hint {
        Hint::Motifs(motifs) => theme(motifs),
        Hint::Proof(findings) => what_to_find(findings, position),
        Hint::Piece(from) => what_moves(&piece_on(position.board(), *from)),
        Hint::Move(mv) => {
            let san = Ply::play(position, *mv).san.to_string();
            gettext_f("The move is {move}.", &[("move", &san)])
        }
    }
}

/// That all is found, unaided or not.
pub fn practice_found(unaided: bool) -> String {
    if unaided {
        gettext("Solved!")
    } else {
        gettext("Correct.")
    }
}

/// That a move wins as well, but not as much or not as soon.
pub fn practice_close(played: &str) -> String {
    gettext_f(
        "{move} is good, but there is something better. Try again.",
        &[("move", played)],
    )
}

/// That a move is not the one to be found.
pub fn practice_wrong(played: &str) -> String {
    gettext_f("{move} is not the best move.", &[("move", played)])
}

/// That there was a mate in so many moves.
pub fn mate_missed(moves: i32) -> String {
    let count = usize::try_from(moves).unwrap_or(1);
    ngettext(
        "There was a mate in {count} move.",
        "There was a mate in {count} moves.",
        count,
    )
}

/// Whose turn it is at a table of two; `passed`: to find what the other one has missed.
pub fn practice_turn(name: &str, passed: bool) -> String {
    let name = told_name(name);
    if passed {
        gettext_f("{name}, your turn to solve it.", &[("name", &name)])
    } else {
        gettext_f("Next: {name}.", &[("name", &name)])
    }
}

/// A rating of which the deviation is greater changes much with each puzzle, as it is not known well yet.
const UNCERTAIN: f64 = 110.0;

/// How a player does at puzzles, once one was tried: the rating, what the last one has changed, and how many were found in a row.
pub fn practice_standing(standing: &Standing) -> String {
    let rounded = |rating: Rating| rating.value.round() as i32;
    let (now, before) = (rounded(standing.rating), rounded(standing.before));
    if standing.tried == 0 {
        return String::new();
    }
    let values = [
        ("rating", &*now.to_string()),
        ("change", &*format!("{:+}", now - before).replace('-', "−")),
    ];
    let mut said = vec![if standing.rating.deviation > UNCERTAIN {
        gettext_f(
            // Translators: how strong a player is at puzzles, as far as is known, and how the last one has changed that, such as “Rating 1040 (+125), still uncertain.”
            "Rating {rating} ({change}), still uncertain.",
            &values,
        )
    } else {
        gettext_f(
            // Translators: how strong a player is at puzzles, and how the last one has changed that, such as “Rating 1040 (+25).”
            "Rating {rating} ({change}).",
            &values,
        )
    }];
    if standing.in_a_row > 1 {
        let count = standing.in_a_row.to_string();
        // Translators: so many puzzles were found one after the other
        said.push(gettext_f("In a row: {count}.", &[("count", &count)]));
    }
    sentences(&said)
}

/// The points of a player, for those who hear them.
pub fn practice_points(points: &str) -> String {
    let count: usize = points.parse().unwrap_or_default();
    ngettext("{count} point", "{count} points", count)
}

/// The points of two who practice, for those who hear them: `Ann: 2, Ben: 1.`
pub fn practice_score(names: &[String], points: [u32; 2]) -> String {
    let [first, second] = names else {
        return String::new();
    };
    let names = [&*told_name(first), &*told_name(second)];
    let points = points.map(|points| points.to_string());
    sentence(&points_said(names, &points))
}

/// Why what was found is not saved.
pub fn practice_not_saved(error: &io::Error) -> String {
    gettext_f(
        "Your puzzle results are not saved: {reason}",
        &[("reason", &io_error(error))],
    )
}
