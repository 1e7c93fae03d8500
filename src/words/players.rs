//! Players and how they stand, in words, alone and against each other, and what a new name would change.

use std::io;

use gettextrs::gettext;
use rank_and_file_core::chess::Color;
use rank_and_file_core::engine::human::Estimate;
use rank_and_file_core::library::{HeadToHeadResults, Player, Results, StartDate, Tally};

use super::library::short_day;
use super::names::told_name;
use super::{
    enumerate, games, gettext_f, helped_times, io_error, ngettext, ngettext_f, sentence, sentences,
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

/// The points of two players, of whom these are the results of the first.
fn points(results: Results) -> [String; 2] {
    [results, results.reversed()].map(|results| score(results.half_points()))
}

/// The points of two players, of whom these are the results of the first: `5½ – 3½`.
pub fn results(results: Results) -> String {
    let [own, other] = points(results);
    unbroken(&gettext_f(
        // Translators: the points of two players
        "{own} – {other}",
        &[("own", &own), ("other", &other)],
    ))
}

/// How two players stand, of whom these are the results of the first: `Ann: 5½ – Ben: 3½`.
pub fn score_of(first: &str, second: &str, results: Results) -> String {
    let [own, other] = points(results);
    gettext_f(
        // Translators: two players and their points, such as “Ann: 2 – Ben: 1”
        "{first}: {own} – {second}: {other}",
        &[
            ("first", first),
            ("own", &own),
            ("second", second),
            ("other", &other),
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
    let parts = [
        ngettext("{count} win", "{count} wins", results.wins),
        ngettext("{count} draw", "{count} draws", results.draws),
        ngettext("{count} loss", "{count} losses", results.losses),
    ];
    enumerate(&parts)
}

/// How many games two players have, or one has: `12 games`.
pub fn games_between(tally: &Tally) -> String {
    games(tally.games())
}

/// How many players are listed: `12 players.`
pub fn players_listed(count: usize) -> String {
    ngettext("{count} player.", "{count} players.", count)
}

/// How many games wait to be continued; empty where none does.
fn unfinished(tally: &Tally) -> String {
    some_unfinished(tally, |count| {
        ngettext("{count} unfinished game", "{count} unfinished games", count)
    })
}

/// What is said of so many unfinished games; empty where there is none.
fn some_unfinished(tally: &Tally, said: impl Fn(u32) -> String) -> String {
    match tally.unfinished {
        0 => String::new(),
        count => said(count),
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

fn day_of(game: Option<&StartDate>) -> Option<String> {
    short_day(&game?.date)
}

/// The day of the last game: `20 Nov 2026`; empty where none is known.
pub fn last_played(tally: &Tally) -> String {
    day_of(tally.last.as_ref()).unwrap_or_default()
}

/// What waits, how often a player was helped, and from when to when that player has played: `2 unfinished games ·
/// Received assistance 3 times · First played …`.
pub fn player_span(tally: &Tally) -> String {
    let (first, last) = (day_of(tally.first.as_ref()), day_of(tally.last.as_ref()));
    let last = last.filter(|_| tally.last != tally.first);
    let first = first.map(|day| gettext_f("First played {day}", &[("day", &day)]));
    let last = last.map(|day| gettext_f("Last played {day}", &[("day", &day)]));
    let [first, last] = [first, last].map(Option::unwrap_or_default);
    joined(&[unfinished(tally), helped_times(tally.helped), first, last])
}

/// Which rating a player's moves come near to.
pub fn estimated_rating(estimate: &Estimate) -> String {
    let round = |points: u32| ((points + 5) / 10 * 10).to_string();
    gettext_f(
        // Translators: “Plays like people rated about 1450 (±120) on lichess”: ratings of chess players
        "Plays like people rated about {rating} (±{uncertainty}) on lichess",
        &[
            ("rating", &round(estimate.rating)),
            ("uncertainty", &round(estimate.uncertainty)),
        ],
    )
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

/// How many of all games wait to be continued; empty where none does.
fn unfinished_of_these(tally: &Tally) -> String {
    some_unfinished(tally, |count| {
        ngettext(
            // Translators: of the games that were counted before, as in “9 games · 1 of them unfinished”
            "{count} of them unfinished",
            "{count} of them unfinished",
            count,
        )
    })
}

/// How many games two players have, and how many of them wait: `9 games · 1 of them unfinished`.
pub fn opponent_figures(tally: &Tally) -> String {
    joined(&[games(tally.games()), unfinished_of_these(tally)])
}

/// The games of two players and the day of the last one.
pub fn rivalry_figures(tally: &Tally) -> String {
    let (games, last) = (games(tally.games()), last_played(tally));
    joined(&[games, unfinished_of_these(tally), last])
}

/// What is there of several things, none of them broken.
fn joined(parts: &[String]) -> String {
    let parts = parts.iter().filter(|part| !part.is_empty());
    let parts: Vec<String> = parts.map(|part| unbroken(part)).collect();
    parts.join(" · ")
}

/// An opponent in the list of a player, for those who hear it.
pub fn opponent_said(tally: &Tally) -> String {
    let [own, other] = points(tally.total());
    let score = gettext_f(
        // Translators: the points of two players, as they are said: “5½ to 3½”
        "{own} to {other}",
        &[("own", &own), ("other", &other)],
    );
    sentences(&[sentence(&score), sentence(&rivalry_figures(tally))])
}

/// How two players stand, for those who hear it: `Ann: 5½, Ben: 3½`.
pub fn versus_said(first: &str, second: &str, results: Results) -> String {
    points_said([first, second], &points(results))
}

/// Two players with their points, for those who hear them.
pub(super) fn points_said([first, second]: [&str; 2], [own, other]: &[String; 2]) -> String {
    gettext_f(
        // Translators: two players and their points, such as “Ann: 5½, Ben: 3½”
        "{first}: {own}, {second}: {other}",
        &[
            ("first", first),
            ("own", own),
            ("second", second),
            ("other", other),
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
pub fn streaks(rivalry: &HeadToHeadResults) -> String {
    if rivalry.tally.total().games() == 0 {
        return String::new();
    }
    let names = rivalry.names.each_ref().map(|name| told_name(name));
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
            streak.current,
            &[("name", name)],
        ),
    };
    let longest: Vec<String> = pairs()
        .filter(|(_, streak)| streak.longest > 1)
        .map(|(name, streak)| {
            gettext_f(
                // Translators: a player and a number of games, such as “Ann 4”
                "{name} {count}",
                &[("name", name), ("count", &streak.longest.to_string())],
            )
        })
        .collect();
    if longest.is_empty() {
        return now;
    }
    let longest = enumerate(&longest);
    // Translators: {players} is such as “Ann 4, Ben 2”
    let longest = gettext_f("Most wins in a row: {players}.", &[("players", &longest)]);
    sentences(&[now, longest])
}

/// Who had White in the last game of two players.
pub fn had_white(rivalry: &HeadToHeadResults) -> String {
    let name = match rivalry.last_color {
        Color::White => &rivalry.names[0],
        Color::Black => &rivalry.names[1],
    };
    gettext_f("{name} had White last time", &[("name", &told_name(name))])
}

/// What it means to give a player the name of another player. `together` is the number of games
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
    let warning = ngettext(
        "They have played each other {count} time; are they the same person?",
        "They have played each other {count} times; are they the same person?",
        together,
    );
    sentences(&[merged, warning])
}

/// That a player has another name now; where another player had it already, the two are one.
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
