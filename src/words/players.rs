//! Players and how they stand, in words, alone and against each other, and what a new name would change.

use std::io;

use gettextrs::{gettext, pgettext};
use rank_and_file_core::engine::GameSummary;
use rank_and_file_core::library::{Began, Player, Results, Rivalry, Tally};
use rank_and_file_core::log::Header;
use rank_and_file_core::rules::{Chess, Color, Game, Position, Role};
use rank_and_file_core::tutor::{Finding, Gain, Motif};

use super::library::short_day;
use super::tutor::is_unguarded;
use super::{
    filled, games, gettext_f, helped_times, io_error, move_name, ngettext_f, of_player, sentence,
    sentences, shown_name,
};

/// Figures that stay together where a line is broken.
fn unbroken(text: &str) -> String {
    text.replace(' ', "\u{a0}")
}

/// Points, given in halves, as players write them: `5½`.
pub fn score(half_points: u32) -> String {
    match (half_points / 2, half_points % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// The points of two players, of whom these are the results of the first: `5½ – 3½`.
pub fn results(results: Results) -> String {
    let (own, other) = (results.half_points(), results.reversed().half_points());
    // Translators: the points of two players
    unbroken(&gettext_f(
        "{own} – {other}",
        &[("own", &score(own)), ("other", &score(other))],
    ))
}

/// How two players stand, of whom these are the results of the first: `Ann 5½ – Ben 3½`.
pub fn score_of(first: &str, second: &str, results: Results) -> String {
    let (own, other) = (results.half_points(), results.reversed().half_points());
    // Translators: two players and their points, such as “Ann 2 – Ben 1”
    gettext_f(
        "{first} {own} – {second} {other}",
        &[
            ("first", first),
            ("own", &score(own)),
            ("second", second),
            ("other", &score(other)),
        ],
    )
}

/// A part of a hundred: `58%`.
pub fn percent(results: Results) -> String {
    let percent = results.percent();
    percent.map_or_else(no_results, |percent| percent_of(f64::from(percent)))
}

/// A percentage without fractions.
pub(super) fn percent_of(number: f64) -> String {
    // Translators: a percentage, such as 58%
    gettext_f("{number}%", &[("number", &format!("{number:.0}"))])
}

/// What stands where there is nothing to count.
pub(super) fn no_results() -> String {
    "–".to_owned()
}

/// Wins, draws and losses, without words: `3 – 1 – 2`.
fn counted(results: Results) -> String {
    format!("{} – {} – {}", results.wins, results.draws, results.losses)
}

/// Wins, draws and losses: `3 wins, 1 draw, 2 losses`.
pub fn results_said(results: Results) -> String {
    let number = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
    let parts = [
        ngettext_f("{count} win", "{count} wins", number(results.wins), &[]),
        ngettext_f("{count} draw", "{count} draws", number(results.draws), &[]),
        ngettext_f(
            "{count} loss",
            "{count} losses",
            number(results.losses),
            &[],
        ),
    ];
    parts.join(&pgettext("list", ", "))
}

/// How many games two players have, or one has: `12 games`.
pub fn games_between(tally: &Tally) -> String {
    games(tally.games())
}

/// How many games wait to be continued; empty where none does.
fn unfinished(tally: &Tally) -> String {
    match usize::try_from(tally.unfinished).unwrap_or(usize::MAX) {
        0 => String::new(),
        count => ngettext_f(
            "{count} unfinished game",
            "{count} unfinished games",
            count,
            &[],
        ),
    }
}

/// What a player has done with each color: `White 3 – 1 – 2 · Black 0 – 2 – 1`.
pub fn figures(tally: &Tally) -> String {
    let side = |side: Color| {
        let results = counted(*tally.finished.get(side));
        let results = [("results", results.as_str())];
        unbroken(&match side {
            // Translators: wins, draws and losses, such as “White 3 – 1 – 2”
            Color::White => gettext_f("White {results}", &results),
            // Translators: wins, draws and losses, such as “Black 3 – 1 – 2”
            Color::Black => gettext_f("Black {results}", &results),
        })
    };
    format!("{} · {}", side(Color::White), side(Color::Black))
}

fn day_of(game: Option<&Began>) -> Option<String> {
    short_day(&game?.date)
}

/// The day of the last game: `20 Nov 2026`; empty where none is known.
pub fn last_played(tally: &Tally) -> String {
    day_of(tally.last.as_ref()).unwrap_or_default()
}

/// What waits, how often somebody was helped, and from when to when that one has played: `2 unfinished games ·
/// Helped 3 times · First played …`.
pub fn player_span(tally: &Tally) -> String {
    let (first, last) = (day_of(tally.first.as_ref()), day_of(tally.last.as_ref()));
    let last = last.filter(|_| tally.last != tally.first);
    let first = first.map(|day| gettext_f("First played {day}", &[("day", &day)]));
    let last = last.map(|day| gettext_f("Last played {day}", &[("day", &day)]));
    let [first, last] = [first, last].map(Option::unwrap_or_default);
    joined(&[unfinished(tally), helped_times(tally.helped), first, last])
}

/// A color with wins, draws and losses: `As White: 3 wins, 1 draw, 2 losses`.
fn side_said(tally: &Tally, side: Color) -> String {
    let said = results_said(*tally.finished.get(side));
    match side {
        Color::White => gettext_f("As White: {results}.", &[("results", &said)]),
        Color::Black => gettext_f("As Black: {results}.", &[("results", &said)]),
    }
}

/// A player in a list, for those who hear it.
pub fn player_said(player: &Player) -> String {
    let tally = &player.tally;
    let mut parts = vec![sentence(&games(tally.games()))];
    parts.extend(Color::ALL.map(|side| side_said(tally, side)));
    let last = last_played(tally);
    if !last.is_empty() {
        parts.push(gettext_f("Last played {day}.", &[("day", &last)]));
    }
    sentences(&parts)
}

/// How many games two players have, and how many of them wait: `9 games · 1 unfinished game`.
pub fn opponent_figures(tally: &Tally) -> String {
    joined(&[games(tally.games()), unfinished(tally)])
}

/// The games of two players and the day of the last one.
pub fn rivalry_figures(tally: &Tally) -> String {
    let (games, last) = (games(tally.games()), last_played(tally));
    joined(&[games, unfinished(tally), last])
}

/// What is there of several things, none of them broken.
fn joined(parts: &[String]) -> String {
    let parts = parts.iter().filter(|part| !part.is_empty());
    let parts: Vec<String> = parts.map(|part| unbroken(part)).collect();
    parts.join(" · ")
}

/// An opponent in the list of a player, for those who hear it.
pub fn opponent_said(tally: &Tally) -> String {
    let total = tally.total();
    // Translators: the points of two players, as they are said: “5½ to 3½”
    let score = gettext_f(
        "{own} to {other}",
        &[
            ("own", &score(total.half_points())),
            ("other", &score(total.reversed().half_points())),
        ],
    );
    sentences(&[sentence(&score), sentence(&rivalry_figures(tally))])
}

/// How two players stand, for those who hear it: `Ann 5½, Ben 3½`.
pub fn versus_said(first: &str, second: &str, results: Results) -> String {
    // Translators: two players and their points, such as “Ann 5½, Ben 3½”
    gettext_f(
        "{first} {own}, {second} {other}",
        &[
            ("first", first),
            ("own", &score(results.half_points())),
            ("second", second),
            ("other", &score(results.reversed().half_points())),
        ],
    )
}

/// All the figures of a player, for those who hear them.
pub fn table_said(tally: &Tally) -> String {
    let total = gettext_f(
        "In total: {results}.",
        &[("results", &results_said(tally.total()))],
    );
    let [white, black] = [Color::White, Color::Black].map(|side| side_said(tally, side));
    sentences(&[white, black, total])
}

/// The points of two players in the games in which one of them had White.
pub fn by_color(name: &str) -> String {
    // Translators: stands before points, such as “Ann with White 2½ – 1½”
    gettext_f("{name} with White", &[("name", name)])
}

/// Who has won how many games in a row, in whole sentences; empty where nothing is finished.
pub fn streaks(rivalry: &Rivalry) -> String {
    if rivalry.tally.total().games() == 0 {
        return String::new();
    }
    let names = rivalry.names.each_ref().map(|name| shown_name(name));
    let pairs = || names.iter().zip(&rivalry.streaks);
    let running = pairs().find(|(_, streak)| streak.current > 0);
    let now = match running {
        None => gettext("The last game was drawn."),
        Some((name, streak)) if streak.current == 1 => {
            gettext_f("{name} won the last game.", &[("name", name)])
        }
        Some((name, streak)) => ngettext_f(
            "{name} has won the last game.",
            "{name} has won the last {count} games.",
            usize::try_from(streak.current).unwrap_or(usize::MAX),
            &[("name", name)],
        ),
    };
    let longest: Vec<String> = pairs()
        .filter(|(_, streak)| streak.longest > 1)
        .map(|(name, streak)| {
            // Translators: a player and a number of games, such as “Ann 4”
            gettext_f(
                "{name} {count}",
                &[("name", name), ("count", &streak.longest.to_string())],
            )
        })
        .collect();
    if longest.is_empty() {
        return now;
    }
    let longest = longest.join(&pgettext("list", ", "));
    // Translators: {players} is such as “Ann 4, Ben 2”
    let longest = gettext_f("Most wins in a row: {players}.", &[("players", &longest)]);
    sentences(&[now, longest])
}

/// Who had White in the last game of two players.
pub fn had_white(rivalry: &Rivalry) -> String {
    let name = match rivalry.last_color {
        Color::White => &rivalry.names[0],
        Color::Black => &rivalry.names[1],
    };
    gettext_f("{name} had White last time", &[("name", &shown_name(name))])
}

/// What it means to give a player the name of somebody else. `together` is the number of games
/// that the two have played against each other.
pub fn merging(from: &str, to: &str, together: u32) -> String {
    let names = [("from", from), ("to", to)];
    let merged = gettext_f(
        "There is already a player called {to}. The games of {from} and {to} will count as those of one player.",
        &names,
    );
    if together == 0 {
        return merged;
    }
    let warning = ngettext_f(
        "They have played each other {count} time; are they the same person?",
        "They have played each other {count} times; are they the same person?",
        usize::try_from(together).unwrap_or(usize::MAX),
        &[],
    );
    sentences(&[merged, warning])
}

/// That a player has another name now; where that was somebody's already, the two are one.
pub fn renamed(from: &str, to: &str, merged: bool) -> String {
    let names = [("from", from), ("to", to)];
    if merged {
        gettext_f("{from} and {to} are now one player", &names)
    } else {
        gettext_f("{from} is now called {to}", &names)
    }
}

/// Why a player could not be renamed.
pub fn not_renamed(error: &io::Error) -> String {
    gettext_f(
        "The name could not be changed. {why}",
        &[("why", &io_error(error))],
    )
}

/// Why a player could not get the old name back.
pub fn not_renamed_back(error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::InvalidInput {
        return gettext("The name could not be changed back: others have been changed since.");
    }
    not_renamed(error)
}

/// That a player, or whoever was there when the computer played, is to find something better than a move.
pub fn find_better(header: &Header, side: Color, played: &str) -> String {
    let values = [("move", played)];
    if header.is_computer(side) {
        return gettext_f(
            "The computer played {move}. Find something better.",
            &values,
        );
    }
    of_player(
        header,
        side,
        [
            gettext("White, find something better than {move}."),
            gettext("Black, find something better than {move}."),
            gettext("{name}, find something better than {move}."),
        ],
        &values,
    )
}

/// That a move is weighed which somebody has tried.
pub fn weighing(tried: &str) -> String {
    gettext_f("Looking at {move}…", &[("move", tried)])
}

/// That a move could not be weighed.
pub fn not_weighed(tried: &str) -> String {
    gettext_f(
        "Nothing is known of {move}. Try it again.",
        &[("move", tried)],
    )
}

/// That the best move was found.
pub fn tried_best(tried: &str) -> String {
    gettext_f("{move} is the best move.", &[("move", tried)])
}

/// That another move is as good as the best one.
pub fn tried_as_good(tried: &str) -> String {
    gettext_f("{move} is as good as the best move.", &[("move", tried)])
}

/// That a move wins, but another one mates sooner.
pub fn tried_close(tried: &str) -> String {
    gettext_f(
        "{move} wins, too, but there is a quicker way.",
        &[("move", tried)],
    )
}

/// That a move is better than the one that was played, and still not good.
pub fn tried_better(tried: &str, played: &str) -> String {
    gettext_f(
        "{move} is better than {other}, but there is something better still.",
        &[("move", tried), ("other", played)],
    )
}

/// That a move loses chances.
pub fn tried_worse(tried: &str) -> String {
    gettext_f("{move} is not good enough.", &[("move", tried)])
}

/// That somebody has tried what was played.
pub fn tried_played(tried: &str) -> String {
    gettext_f("{move} is what was played.", &[("move", tried)])
}

/// What a side plays at best against a move that was tried.
pub fn the_answer(side: Color, reply: &str) -> String {
    let answers = match side {
        Color::White => gettext("White answers {move}."),
        Color::Black => gettext("Black answers {move}."),
    };
    filled(answers, &[("move", reply)])
}

/// The first hint: what there is to be found in a position, which these findings prove.
pub fn what_to_find(findings: &[Finding], start: &Chess) -> String {
    let Some(finding) = findings.first() else {
        return gettext("There is nothing to win at once, but a move that keeps more.");
    };
    if finding.gain == Gain::Mate {
        return gettext("There is a mate to be found.");
    }
    match finding.motif {
        Some(Motif::HangingPiece) if is_unguarded(finding, start) => {
            gettext("There is something to win: a piece is not guarded.")
        }
        Some(Motif::DiscoveredCheck | Motif::DoubleCheck) => {
            gettext("There is something to win: open a line for a piece behind another one.")
        }
        Some(Motif::Promotion | Motif::UnderPromotion) => {
            gettext("There is something to win: a pawn can become another piece.")
        }
        _ => gettext("There is something to win."),
    }
}

/// The second hint: the piece that moves.
pub fn what_moves(piece: &str) -> String {
    // Translators: {piece} is such as “knight on f3”
    gettext_f("The piece that moves: {piece}.", &[("piece", piece)])
}

/// The third hint: the move. Also the beginning of the solution.
pub fn the_move(best: &str) -> String {
    gettext_f("Better is {move}.", &[("move", best)])
}

/// What it is called that players do.
pub fn the_review() -> String {
    gettext("Review")
}

/// Which turning point it is, and of how many once that is known.
pub fn turning_point(number: usize, all: Option<usize>) -> String {
    let number = number.to_string();
    match all {
        Some(all) => gettext_f(
            "Turning Point {number} of {count}",
            &[("number", &number), ("count", &all.to_string())],
        ),
        None => gettext_f("Turning Point {number}", &[("number", &number)]),
    }
}

/// How many turning points there are, while more may be found and afterwards.
pub fn turning_points(count: usize, growing: bool) -> String {
    match (count, growing) {
        (0, true) => gettext("Looking for turning points…"),
        (0, false) => gettext("Nobody made a mistake that cost much."),
        (count, true) => ngettext_f(
            "{count} turning point so far.",
            "{count} turning points so far.",
            count,
            &[],
        ),
        (count, false) => ngettext_f(
            "There is {count} turning point.",
            "There are {count} turning points.",
            count,
            &[],
        ),
    }
}

/// How many better moves were found of those that were looked for, and how many of them at once.
pub fn better_moves_found(found: usize, all: usize, at_once: usize) -> String {
    let values = [
        ("found", &*found.to_string()),
        ("all", &*all.to_string()),
        ("count", &*at_once.to_string()),
    ];
    gettext_f(
        "Better moves found: {found} of {all}; at the first try and without hints: {count}.",
        &values,
    )
}

/// What a game comes down to.
pub fn game_summary(summary: GameSummary, game: &Game, header: &Header) -> String {
    match summary {
        GameSummary::Decided(ply) => decided(game, ply),
        GameSummary::AlwaysClear(side) => of_player(
            header,
            side,
            [
                gettext("White had a clear advantage from start to finish."),
                gettext("Black had a clear advantage from start to finish."),
                gettext("{name} had a clear advantage from start to finish."),
            ],
            &[],
        ),
        GameSummary::Undecided => gettext("On the board, nothing was decided when the game ended."),
        GameSummary::Against(side) => of_player(
            header,
            side,
            [
                gettext("On the board, White had a clear advantage when the game ended."),
                gettext("On the board, Black had a clear advantage when the game ended."),
                gettext("On the board, {name} had a clear advantage when the game ended."),
            ],
            &[],
        ),
        GameSummary::Balanced => gettext("Neither side ever had a clear advantage."),
        GameSummary::LetGo(side, ply) => let_go(game, header, side, ply),
    }
}

fn decided(game: &Game, ply: usize) -> String {
    let Some(before) = ply.checked_sub(1) else {
        return String::new();
    };
    let Some(played) = game.plies().get(before) else {
        return String::new();
    };
    let (from, _) = played.squares();
    let role = game.position_at(before).board().role_at(from);
    let number = game.position_at(before).fullmoves().to_string();
    let values = [("number", &*number), ("square", &from.to_string())];
    match role {
        Some(Role::Pawn) => gettext_f(
            "Decided at move {number}, when the pawn left {square}.",
            &values,
        ),
        Some(Role::Knight) => gettext_f(
            "Decided at move {number}, when the knight left {square}.",
            &values,
        ),
        Some(Role::Bishop) => gettext_f(
            "Decided at move {number}, when the bishop left {square}.",
            &values,
        ),
        Some(Role::Rook) => gettext_f(
            "Decided at move {number}, when the rook left {square}.",
            &values,
        ),
        Some(Role::Queen) => gettext_f(
            "Decided at move {number}, when the queen left {square}.",
            &values,
        ),
        Some(Role::King) => gettext_f(
            "Decided at move {number}, when the king left {square}.",
            &values,
        ),
        None => gettext_f("Decided at move {number}.", &values),
    }
}

fn let_go(game: &Game, header: &Header, side: Color, ply: usize) -> String {
    let Some(after) = move_name(game, ply) else {
        return gettext("A clear advantage was there at first, and nobody won.");
    };
    of_player(
        header,
        side,
        [
            gettext("White had a clear advantage, for the last time after {move}."),
            gettext("Black had a clear advantage, for the last time after {move}."),
            gettext("{name} had a clear advantage, for the last time after {move}."),
        ],
        &[("move", &after)],
    )
}

/// That what was found is among the notes of the game now, or was before.
pub fn findings_kept(new: bool) -> String {
    if new {
        gettext("The turning points are kept as comments and side lines of the game.")
    } else {
        gettext("All of it is kept already.")
    }
}

/// What leads back to the position at which a review stands.
pub fn return_to_review() -> String {
    // Translators: on a button over the board
    gettext("Return to the Turning Point")
}
