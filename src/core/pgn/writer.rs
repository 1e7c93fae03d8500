//! A game as PGN, in the export format of the standard (sections 3.2.2 and 8).

use std::collections::BTreeMap;

use jiff::tz::TimeZone;

use super::clocks;
use super::tags::Tag;
use crate::log::{Header, Loaded, has_ended_here};
use crate::rules::{
    Allowance, Bonus, Chess, Color, Game, Outcome, Position, Reason, TimeControl, fen_of,
    start_position,
};

/// Lines of movetext are shorter than this (section 8.2.1: fewer than 80 characters).
const COLUMNS: usize = 80;

/// Tags that say what the game itself says; no others of these names are written.
const OWN: [&str; 6] = ["White", "Black", "Date", "Result", "FEN", "SetUp"];
/// Tags that say how and when a game ended; of a game that was finished here they say nothing.
const FINAL: [&str; 4] = ["Termination", "PlyCount", "EndDate", "EndTime"];
/// The first tags, in this order (section 8.1.1).
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The whole game with its tags, those of the roster first (section 8.1.1 of the PGN standard), ending
/// in an empty line, so that games can be put together.
#[must_use]
pub fn write(loaded: &Loaded) -> String {
    let result = loaded.game.outcome().map_or("*", Outcome::result);
    let mut tags = tags(loaded, result);
    let mut text = String::new();
    for name in ROSTER {
        text += &Tag::written(name, &tags.remove(name).unwrap_or_default());
    }
    for (name, value) in &tags {
        text += &Tag::written(name, value);
    }
    text.push('\n');
    text += &movetext(&loaded.game, result);
    text.push('\n');
    text
}

/// Every tag once, those of other programs where nothing is known better.
fn tags<'a>(loaded: &'a Loaded, result: &str) -> BTreeMap<&'a str, String> {
    let (game, header) = (&loaded.game, &loaded.header);
    let mut tags: BTreeMap<&str, String> = BTreeMap::from([
        ("Event", "?".to_owned()),
        ("Site", "?".to_owned()),
        ("Round", "-".to_owned()),
        ("Termination", termination(game.outcome()).to_owned()),
        ("TimeControl", "-".to_owned()),
    ]);
    let finished_here = has_ended_here(&loaded.header, &loaded.game, loaded.end);
    let others = header
        .tags
        .iter()
        .filter(|(name, _)| !(OWN.contains(name) || finished_here && FINAL.contains(name)));
    tags.extend(others.map(|(name, value)| (name, value.to_owned())));
    tags.extend([
        ("White", name(header, Color::White)),
        ("Black", name(header, Color::Black)),
        ("Date", date(header)),
        ("Result", result.to_owned()),
    ]);
    if let Some(started) = header.started {
        let universal = started.to_zoned(TimeZone::UTC);
        for (name, format) in [("UTCDate", "%Y.%m.%d"), ("UTCTime", "%H:%M:%S")] {
            let tag = tags.entry(name);
            tag.or_insert_with(|| universal.strftime(format).to_string());
        }
    }
    if let Some(control) = &header.time_control {
        tags.insert("TimeControl", time_control(control));
    }
    if *game.start() != start_position() {
        tags.insert("FEN", fen_of(game.start()));
        tags.insert("SetUp", "1".to_owned());
    }
    tags
}

/// The name of a player; a question mark, where that is what was recorded.
fn name(header: &Header, color: Color) -> String {
    let tag = header.tags.get(color.fold_wb("White", "Black"));
    let unknown = header.given(color).is_none() && tag.is_some();
    if unknown { "?" } else { header.player(color) }.to_owned()
}

/// The day; as it was recorded, where that is not wholly understood.
fn date(header: &Header) -> String {
    let recorded = header.tags.get("Date").map(str::to_owned);
    recorded.unwrap_or_else(|| header.date())
}

fn termination(outcome: Option<Outcome>) -> &'static str {
    match outcome.map(|outcome| outcome.reason) {
        None => "unterminated",
        Some(Reason::Time | Reason::TimeNoMatingMaterial) => "time forfeit",
        Some(Reason::Other) => "?",
        Some(_) => "normal",
    }
}

/// Section 9.6.1 knows increments and periods, but no delays and no unequal times.
fn time_control(control: &TimeControl) -> String {
    let [white, black] = Color::ALL.map(|color| control.side(color));
    let known = |side: &Allowance| matches!(side.bonus, Bonus::None | Bonus::Fischer(_));
    if white == black && known(white) {
        control.to_string()
    } else {
        "?".to_owned()
    }
}

fn movetext(game: &Game, result: &str) -> String {
    let mut lines = Lines::default();
    let mut before: &Chess = game.start();
    // The number of a black move is given at the beginning and after a comment (section 8.2.2.2).
    let mut numbered = true;
    for ply in game.plies() {
        match ply.mover {
            Color::White => lines.word(&format!("{}.", before.fullmoves())),
            Color::Black if numbered => lines.word(&format!("{}...", before.fullmoves())),
            Color::Black => {}
        }
        lines.word(&ply.san.to_string());
        let clock = ply.left().map(clocks::written);
        numbered = clock.is_some();
        for word in clock.iter().flat_map(|text| text.split(' ')) {
            lines.word(word);
        }
        before = &ply.position;
    }
    lines.word(result);
    lines.end()
}

/// Words put together into lines of fewer than 80 columns.
#[derive(Default)]
struct Lines {
    done: String,
    line: String,
}

impl Lines {
    fn word(&mut self, word: &str) {
        if !self.line.is_empty() && self.line.len() + 1 + word.len() >= COLUMNS {
            self.done += &self.line;
            self.done.push('\n');
            self.line.clear();
        }
        if !self.line.is_empty() {
            self.line.push(' ');
        }
        self.line += word;
    }

    fn end(self) -> String {
        format!("{}{}\n", self.done, self.line)
    }
}
