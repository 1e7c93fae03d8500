//! Saved games in words: in lists, what was played from a position in them, and the words by which they are found.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use gettextrs::{gettext, pgettext};
use jiff::Timestamp;
use rank_and_file_core::chess::{Chess960, Color, Game, Outcome, Ply, Reason, Speed, TimeControl};
use rank_and_file_core::library::{
    Keyword, Keywords, MisreadTerm, ResultCounts, State, Summary, Vocabulary, WrittenTerm, bounds,
};
use rank_and_file_core::record::log::{CHESS960, Header, day_fields, given_name};

use super::{
    Players, chess960, chess960_of, enumerate, fault, gettext_f, helped, helped_times,
    import_source, isolated, ngettext, ngettext_f, reason_of, result_figures, result_with_reason,
    shown_name, spoken_move, turn, with_name,
};

/// The player of a side by name; `None` where none was given.
pub fn named_player(summary: &Summary, side: Color) -> Option<String> {
    given_name(summary.written(side), side).map(|name| shown_name(name).into_owned())
}

/// How the game stands: the result and its reason, whose turn it is, or what is wrong. The side `own` alone is played
/// at this computer.
pub fn standing(summary: &Summary, own: Option<Color>) -> String {
    if summary.state == State::Damaged {
        let unknown = || gettext("Part of this game cannot be read.");
        return summary.fault.as_ref().map_or_else(unknown, fault);
    }
    match summary.outcome {
        Some(outcome) => result_with_reason(outcome, summary),
        None if own == Some(summary.turn) => gettext("Your turn"),
        None => turn(summary, summary.turn),
    }
}

/// The same in few letters, beside the names: `1–0 · Checkmate`.
pub fn result_and_reason(summary: &Summary, own: Option<Color>) -> String {
    match summary.outcome.filter(|_| summary.state != State::Damaged) {
        Some(outcome) if outcome.reason == Reason::Other => result_figures(outcome).to_owned(),
        Some(outcome) => gettext_f(
            "{result} · {reason}",
            &[
                ("result", result_figures(outcome)),
                ("reason", &reason_of(outcome)),
            ],
        ),
        None => standing(summary, own),
    }
}

/// How many games are listed: `590 games`, or where they are narrowed, `12 of 590 games`.
pub fn listed(found: usize, all: usize, narrowed: bool) -> String {
    if narrowed {
        ngettext_f(
            // Translators: how many games are found of all, such as “12 of 590 games”
            "{found} of {count} game",
            "{found} of {count} games",
            all,
            &[("found", &found.to_string())],
        )
    } else {
        ngettext("{count} game", "{count} games", found)
    }
}

/// What leads to the other list of games, in which so many were found.
pub fn show_found(finished: bool, count: usize) -> String {
    match finished {
        true => ngettext(
            "Show {count} Finished Game",
            "Show {count} Finished Games",
            count,
        ),
        false => ngettext(
            "Show {count} Unfinished Game",
            "Show {count} Unfinished Games",
            count,
        ),
    }
}

/// On what occasion a game was played that was recorded:
/// `World Cup · 6 May 2013 · Round 2`; that it is one of Chess960; and who was helped in it. Empty where nothing is
/// known.
pub fn occasion(header: &Header, game: &Game) -> String {
    let [event, round] = event_and_round(header);
    let day = header.date.as_deref().and_then(day);
    let known = event.into_iter().chain(day).chain(round);
    let known = known.chain(chess960_of(header, game.start()));
    let known: Vec<String> = known.chain(helped(header, game.helped())).collect();
    known.join(" · ")
}

/// The tournament and its round, as far as they were recorded.
pub(super) fn event_and_round(header: &Header) -> [Option<String>; 2] {
    let tag = |name| {
        let value = header.tags.get(name).map(str::trim);
        value.filter(|value| !value.chars().all(|letter| matches!(letter, '?' | '-')))
    };
    // Translators: a round of a tournament, such as “Round 2” or “Round 2.1”
    let round = tag("Round").map(|round| gettext_f("Round {round}", &[("round", round)]));
    [tag("Event").map(str::to_owned), round]
}

/// How many moves, when it began, the opening, and how often the players were helped, as far as they are known:
/// `24 moves · 20 November 2026, 19:05 · C60 · Ruy Lopez`.
pub fn details(summary: &Summary) -> String {
    with_opening(length_and_date(summary), summary)
}

/// The same in few letters, without the hour: `24 moves · 20 Nov 2026 · C60 · Ruy Lopez`.
pub fn short_details(summary: &Summary) -> String {
    with_opening(length_and_day(summary), summary)
}

fn with_opening(details: String, summary: &Summary) -> String {
    let times = Color::ALL.map(|side| *summary.helped.get(side));
    let further = [opening_of(summary), helped_times(times.iter().sum())];
    let further = further.into_iter().filter(|part| !part.is_empty());
    let parts: Vec<String> = std::iter::once(details).chain(further).collect();
    parts.join(" · ")
}

/// How many moves, and when it began: `24 moves · 20 November 2026, 19:05`.
pub fn length_and_date(summary: &Summary) -> String {
    length_and(
        summary,
        summary.started.map(date).or_else(|| day(&summary.date)),
    )
}

/// How many moves, and the day on which it began, in few letters: `24 moves · 20 Nov 2026`.
pub fn length_and_day(summary: &Summary) -> String {
    length_and(summary, short_day(&summary.date))
}

fn length_and(summary: &Summary, date: Option<String>) -> String {
    let moves = summary.plies.div_ceil(2);
    let length = ngettext("{count} move", "{count} moves", moves);
    match date {
        Some(date) => gettext_f("{length} · {date}", &[("length", &length), ("date", &date)]),
        None => length,
    }
}

/// The opening, as in `C60 · Ruy Lopez`; empty where it has no name.
pub fn opening_of(summary: &Summary) -> String {
    let shuffled = summary.opening.strip_prefix(CHESS960);
    match shuffled.map(|number| number.trim().parse().ok()) {
        Some(number) => chess960(number.and_then(Chess960::new)),
        None => summary.opening.replacen(' ', " · ", 1),
    }
}

/// A day as PGN has it, as far as it is known, as people write a day or a month: `1972`, or `July 1972`.
pub(super) fn day(date: &str) -> Option<String> {
    // Translators: a date in the form of strftime; %B is the name of the month
    let day = pgettext("date", "%-d %B %Y");
    // Translators: a month in the form of strftime; %B is its name, %OB the same as it stands without a day
    day_as(date, &day, &pgettext("date", "%B %Y"))
}

/// The same in few letters.
pub(super) fn short_day(date: &str) -> Option<String> {
    // Translators: a short date in the form of strftime; %b is the short name of the month
    let day = pgettext("date", "%-d %b %Y");
    // Translators: a month in the form of strftime; %b is its short name
    day_as(date, &day, &pgettext("date", "%b %Y"))
}

/// A day in one of these forms: that of a day, or that of a month of which no day is known.
fn day_as(date: &str, day_form: &str, month_form: &str) -> Option<String> {
    let (year, month, day) = day_fields(date);
    let year = i32::from(year?);
    let known = month.and_then(|month| {
        let form = if day.is_some() { day_form } else { month_form };
        let day = day.unwrap_or(1).into();
        let date = glib::DateTime::from_local(year, month.into(), day, 12, 0, 0.0).ok()?;
        date.format(form).ok()
    });
    Some(known.map_or_else(|| year.to_string(), |text| text.to_string()))
}

/// A moment in the time of the place, as people write it.
pub(super) fn date(moment: Timestamp) -> String {
    // Translators: a date and a time in the form of strftime; %B is the name of the month
    let form = pgettext("date", "%-d %B %Y, %H:%M");
    glib::DateTime::from_unix_local(moment.as_second())
        .and_then(|local| local.format(&form))
        .map_or_else(|_| moment.to_string(), |text| text.to_string())
}

/// How many games reached a position.
pub fn reached(games: usize) -> String {
    match games {
        0 => gettext("No saved game reached this position."),
        _ => ngettext(
            "{count} saved game reached this position.",
            "{count} saved games reached this position.",
            games,
        ),
    }
}

/// How many games of a collection are what was looked for.
pub fn games_found(games: usize) -> String {
    match games {
        0 => gettext("No game was found."),
        _ => ngettext(
            "{count} game was found.",
            "{count} games were found.",
            games,
        ),
    }
}

/// What a collection is called: its file or its folder.
pub fn collection_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    isolated(&name.to_string_lossy())
}

/// Why the games of a PGN file, or of a folder, are not listed.
pub fn unread_collection(path: &Path, error: &io::Error) -> String {
    let name = collection_name(path);
    let why = match error.kind() {
        ErrorKind::NotFound if path.is_dir() => {
            return gettext_f("There is no PGN file in “{name}”.", &[("name", &name)]);
        }
        ErrorKind::InvalidData if error.get_ref().is_none() => {
            gettext("The file is written in UTF-16. Import its games, or save it as UTF-8 first.")
        }
        _ => import_source(error),
    };
    with_name(&name, &why)
}

/// That some files of a folder are not listed, and why; empty where all are.
pub fn left_out(files: &[(PathBuf, io::Error)]) -> String {
    let why = files
        .first()
        .map(|(path, error)| unread_collection(path, error));
    match (files.len(), why) {
        (2.., Some(why)) => {
            let count = ngettext(
                "{count} file cannot be read and is not listed.",
                "{count} files cannot be read and are not listed.",
                files.len(),
            );
            format!("{count} {why}")
        }
        (_, why) => why.unwrap_or_default(),
    }
}

/// What stands above the numbers of games.
pub fn games_column() -> String {
    pgettext("table", "Games")
}

/// No games were played under a name.
pub fn never_played(name: &str) -> String {
    gettext_f("No games by “{name}”.", &[("name", name)])
}

/// What was given for a color is none.
pub fn no_color(given: &str) -> String {
    gettext_f(
        "“{given}” is not a color of pieces: white or black.",
        &[("given", given)],
    )
}

/// What was given for a day is none.
pub fn no_date(given: &str) -> String {
    gettext_f(
        "“{given}” is not a date. A date looks like 2026-11-20, 2026-11 or 2026.",
        &[("given", given)],
    )
}

/// Games reached a position, and all of them ended there.
pub fn nobody_went_on() -> String {
    gettext("No saved game continues from here.")
}

/// How many games there are, and how they ended: `30 games: White won 12, 8 drawn, Black won 10`.
pub fn share(share: &ResultCounts) -> String {
    ngettext_f(
        "{count} game: White won {white}, {draws} drawn, Black won {black}",
        "{count} games: White won {white}, {draws} drawn, Black won {black}",
        share.games,
        &figures(share)
            .each_ref()
            .map(|(key, value)| (*key, value.as_str())),
    )
}

/// How games ended, without words: `12 – 8 – 10`.
pub fn share_figures(share: &ResultCounts) -> String {
    format!("{} – {} – {}", share.white, share.draws, share.black)
}

/// A move that was played, for those who hear it: `Knight to f3, 30 games, White won 12, 8 drawn, Black
/// won 10`.
pub fn played(ply: &Ply, share: &ResultCounts) -> String {
    let mut values = figures(share).to_vec();
    values.push(("move", spoken_move(ply)));
    let values: Vec<(&str, &str)> = values
        .iter()
        .map(|(key, value)| (*key, value.as_str()))
        .collect();
    ngettext_f(
        // Translators: {move} is such as “Knight to f3”
        "{move}, {count} game, White won {white}, {draws} drawn, Black won {black}",
        "{move}, {count} games, White won {white}, {draws} drawn, Black won {black}",
        share.games,
        &values,
    )
}

fn figures(share: &ResultCounts) -> [(&'static str, String); 3] {
    [
        ("white", share.white.to_string()),
        ("draws", share.draws.to_string()),
        ("black", share.black.to_string()),
    ]
}

/// How many games, in few letters.
pub fn games(count: u32) -> String {
    ngettext("{count} game", "{count} games", count)
}

/// The position after a move, such as `6… Nf6`, or the first of a game, as something to look for.
pub fn position_after(after: Option<&str>) -> String {
    match after {
        // Translators: {move} is such as “6… Nf6”
        Some(name) => gettext_f("Position after {move}", &[("move", name)]),
        None => gettext("Starting Position"),
    }
}

/// Whose games count, and with which pieces: `Ann with White`.
pub fn whose_games(player: Option<&str>, color: Option<Color>) -> String {
    let Some(player) = player else {
        return gettext("Everybody");
    };
    let player = shown_name(player);
    let name = [("name", &*player)];
    match color {
        None => player.into_owned(),
        Some(Color::White) => gettext_f("{name} with White", &name),
        Some(Color::Black) => gettext_f("{name} with Black", &name),
    }
}

/// The words by which saved games are found.
pub fn vocabulary() -> Vocabulary {
    Vocabulary {
        player,
        date: written_ways,
        outcome,
        time_control,
        keywords,
    }
}

/// What begins a term of a search, such as `player:`; the English words are understood besides.
pub fn keywords() -> Keywords {
    vec![
        // Translators: typed before a colon to search for a player, as in “player:ann”. One word in small letters
        (Keyword::Player, pgettext("search keyword", "player")),
        (Keyword::White, pgettext("search keyword", "white")),
        (Keyword::Black, pgettext("search keyword", "black")),
        (Keyword::Result, pgettext("search keyword", "result")),
        (Keyword::Opening, pgettext("search keyword", "opening")),
        // Translators: a tournament or a match
        (Keyword::Event, pgettext("search keyword", "event")),
        (Keyword::Date, pgettext("search keyword", "date")),
        // Translators: the rating of a player
        (Keyword::Elo, pgettext("search keyword", "elo")),
    ]
}

/// What a term of a search is about, as a heading.
pub fn keyword_heading(keyword: Keyword) -> String {
    match keyword {
        Keyword::Player => gettext("Player"),
        Keyword::White => pgettext("side", "White"),
        Keyword::Black => pgettext("side", "Black"),
        Keyword::Result => gettext("Result"),
        Keyword::Opening => gettext("Opening"),
        // Translators: a tournament or a match
        Keyword::Event => gettext("Event"),
        Keyword::Date => gettext("Date"),
        // Translators: the rating of a player
        Keyword::Elo => gettext("Elo"),
    }
}

/// What is wrong with a word that looks like a term of a search, and what is understood.
pub fn misread_term(misread: &MisreadTerm) -> String {
    let values = [("term", misread.word.as_str())];
    match misread.keyword {
        Some(Keyword::Date) => gettext_f(
            // Translators: {term} is such as “date:may”; what comes before a colon is written as in the program’s menu of searches
            "“{term}” has no date such as 2024, 2024-05, 2024-05-31 or 2023..2025.",
            &values,
        ),
        Some(Keyword::Elo) => gettext_f(
            // Translators: {term} is such as “elo:abc”
            "“{term}” has no rating such as 1800, >2000 or 1800..2000.",
            &values,
        ),
        _ => {
            let known: Vec<String> = keywords().into_iter().map(|(_, word)| word).collect();
            gettext_f(
                // Translators: {term} is such as “site:paris”, {keywords} such as “player, opening, date”
                "“{term}” is not a known filter. Known are: {keywords}.",
                &[values[0], ("keywords", &enumerate(&known))],
            )
        }
    }
}

/// A term of a search, such as “Player: Ann” or “Elo: from 2000”.
pub fn written_term(written: &WrittenTerm) -> String {
    let value = match bounds(&written.term.wanted) {
        Some([first, last]) if first == last => first,
        // Translators: a range of dates or ratings without an end: “from 2024”
        Some([first, last]) if last.is_empty() => gettext_f("from {first}", &[("first", &first)]),
        // Translators: a range of dates or ratings without a beginning: “to 2024”
        Some([first, last]) if first.is_empty() => gettext_f("to {last}", &[("last", &last)]),
        Some([first, last]) => format!("{first} – {last}"),
        None => written.value.clone(),
    };
    let heading = keyword_heading(written.keyword);
    gettext_f(
        // Translators: a filter of the saved games: “Player: Ann”
        "{filter}: {value}",
        &[("filter", &heading), ("value", &value)],
    )
}

/// The speed of a game by the Laws; `None` for a game without clocks.
pub fn speed(speed: Option<Speed>) -> String {
    match speed {
        None => gettext("No Clock"),
        Some(Speed::Blitz) => gettext("Blitz"),
        Some(Speed::Rapid) => gettext("Rapid"),
        Some(Speed::Standard) => gettext("Standard"),
    }
}

/// The name as it is shown, and as it is written where that is not the same.
fn player(written: &str) -> String {
    match shown_name(written) {
        shown if shown == written => shown.into_owned(),
        shown => format!("{shown} {written}"),
    }
}

/// A day as PGN has it, as the log's name has it, and as people write it.
fn written_ways(day: &str) -> String {
    let dashed = day.replace('.', "-");
    let (year, month, date) = day_fields(day);
    let local = year.zip(month).and_then(|(year, month)| {
        let date = date.unwrap_or(1).into();
        glib::DateTime::from_local(year.into(), month.into(), date, 12, 0, 0.0).ok()
    });
    // %OB is the name of the month as it stands alone.
    let written = local.and_then(|local| local.format("%-d %B %Y %OB %x").ok());
    format!("{day} {dashed} {}", written.unwrap_or_default())
}

fn outcome(outcome: Option<Outcome>) -> String {
    let Some(outcome) = outcome else {
        return format!("* {}", gettext("Unfinished"));
    };
    let result = match outcome.winner {
        Some(Color::White) => gettext("White wins"),
        Some(Color::Black) => gettext("Black wins"),
        None => gettext("Draw"),
    };
    let reason = match outcome.reason {
        Reason::Other => String::new(),
        _ => reason_of(outcome),
    };
    format!("{} {result} {reason}", outcome.result())
}

fn time_control(control: Option<&TimeControl>) -> String {
    let written = control.map(ToString::to_string).unwrap_or_default();
    format!("{written} {}", speed(control.map(Speed::of)))
}

/// What was done to a saved game or a player is as it was before.
pub fn undone() -> String {
    gettext("Undone.")
}
