//! A game as PGN, in the export format of the standard (sections 3.2.2 and 8).

use std::collections::BTreeMap;

use jiff::tz::TimeZone;

use super::movetext::movetext;
use super::tags::{Tag, types};
use crate::log::{CHESS960, Header, Loaded, has_ended_here};
use crate::rules::{Allowance, Bonus, Color, Outcome, Reason, TimeControl, fen_of, start_position};
use crate::study::{Place, Study};

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
    write_with(loaded, &Study::default())
}

/// The same with the study of the game.
#[must_use]
pub fn write_with(loaded: &Loaded, study: &Study) -> String {
    let (game, plies) = (&loaded.game, loaded.game.plies().len());
    let result = game.outcome().map_or("*", Outcome::result);
    let mut tags = tags(loaded, result);
    let open = game.outcome().is_none() && tags.contains_key("PlyCount");
    if open || study.next(game, Place::Main(plies)).is_some() {
        // After the last move no variation can stand: the line goes on, and this says where the game
        // has ended.
        tags.insert("PlyCount", plies.to_string());
    }
    let mut text = String::new();
    for name in ROSTER {
        text += &Tag::written(name, &tags.remove(name).unwrap_or_default());
    }
    for (name, value) in &tags {
        text += &Tag::written(name, value);
    }
    text.push('\n');
    text += &movetext(game, study, result);
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
    // Positions are equal whatever they count.
    let start = fen_of(game.start());
    if start != fen_of(&start_position()) {
        tags.insert("FEN", start);
        tags.insert("SetUp", "1".to_owned());
    }
    for (name, value) in types(header).into_iter().flatten() {
        tags.insert(name, value.to_owned());
    }
    if header.is_chess960(game.start()) {
        // Whoever does not look for it takes the rights to castle for wrong ones.
        tags.insert("Variant", CHESS960.to_owned());
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
