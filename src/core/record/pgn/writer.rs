//! A game and its study as PGN, in the export format of the standard (sections 3.2.2 and 8), with lines of a
//! width.

use std::collections::BTreeMap;

use super::description::{FIELDS, types};
use super::tags::{Tag, clock_comment};
use crate::chess::{
    Allowance, Bonus, Color, Game, Outcome, Reason, TimeControl, fen_of, start_position,
};
use crate::record::log::{CHESS960, Header, Loaded, has_ended_here};
use crate::record::study::{NodeId, Notes, Study, StudyMove};

/// Tags that say how and when a game ended; of a game that was finished here, or went on here, they say nothing.
pub(crate) const FINAL: [&str; 4] = ["Termination", "PlyCount", "EndDate", "EndTime"];
/// The first tags, in this order (section 8.1.1).
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The whole game with its tags, those of the roster first (section 8.1.1 of the PGN standard), ending
/// in an empty line, so that games can be put together.
pub fn write(loaded: &Loaded) -> String {
    write_with(loaded, &Study::default())
}

/// The same with the study of the game.
pub fn write_with(loaded: &Loaded, study: &Study) -> String {
    let (game, plies) = (&loaded.game, loaded.game.plies().len());
    let result = game.outcome().map_or("*", Outcome::result);
    let mut tags = tags(loaded, result);
    let open = game.outcome().is_none() && tags.contains_key("PlyCount");
    if open || study.next(game, NodeId::Main(plies)).is_some() {
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
    ]);
    if header.tags.is_empty() {
        // It was played here without a clock. Of a game from elsewhere, this may not have been recorded.
        tags.insert("TimeControl", "-".to_owned());
    }
    let finished_here = has_ended_here(&loaded.header, &loaded.game, loaded.end);
    let others = header
        .tags
        .iter()
        .filter(|(name, _)| !(FIELDS.contains(name) || finished_here && FINAL.contains(name)));
    tags.extend(others.map(|(name, value)| (name, value.to_owned())));
    tags.extend([
        ("White", name(header, Color::White)),
        ("Black", name(header, Color::Black)),
        ("Date", date(header)),
        ("Result", result.to_owned()),
    ]);
    if let Some(started) = header.started {
        for (name, format) in [("UTCDate", "%Y.%m.%d"), ("UTCTime", "%H:%M:%S")] {
            let tag = tags.entry(name);
            tag.or_insert_with(|| started.strftime(format).to_string());
        }
    }
    if let Some(control) = &header.time_control {
        tags.insert("TimeControl", time_control(control));
    }
    // Positions are equal even if their counters differ.
    let start = fen_of(game.start());
    if start != fen_of(&start_position()) {
        tags.insert("FEN", start);
        tags.insert("SetUp", "1".to_owned());
    }
    for (name, value) in types(header).into_iter().flatten() {
        tags.insert(name, value.to_owned());
    }
    if header.is_chess960(game.start()) {
        // A reader that does not look for it takes the rights to castle for wrong ones.
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
    let known = |side: &Allowance| {
        let mut bonuses = side.periods().iter().map(|period| period.bonus);
        bonuses.all(|bonus| matches!(bonus, Bonus::None | Bonus::Fischer(_)))
    };
    if white == black && known(white) {
        control.to_string()
    } else {
        "?".to_owned()
    }
}

/// Lines of movetext are shorter than this (section 8.2.1: fewer than 80 characters).
const COLUMNS: usize = 80;

/// The movetext with its line feed; the last word of it is the result.
pub(super) fn movetext(game: &Game, study: &Study, result: &str) -> String {
    let mut text = Movetext {
        lines: Lines::default(),
        numbered: true,
    };
    text.notes(study.notes(NodeId::Main(0)), None);
    let mut depth = 0;
    for step in study.steps(game) {
        let closed = depth + usize::from(step.begins) - step.depth;
        text.close(closed);
        if step.begins {
            text.begin(&study.notes(step.node).before);
        }
        depth = step.depth;
        text.step(&step, study.notes(step.node));
    }
    text.close(depth);
    text.lines.word(result);
    text.lines.end()
}

struct Movetext {
    lines: Lines,
    /// Whether the next move needs its number, also where it is Black's: at the beginning, and where anything stands
    /// between it and the move before (section 8.2.2.2).
    numbered: bool,
}

impl Movetext {
    fn step(&mut self, step: &StudyMove, notes: &Notes) {
        let number = step.ply.number();
        match step.ply.mover {
            Color::White => self.lines.word(&format!("{number}.")),
            Color::Black if self.numbered => self.lines.word(&format!("{number}...")),
            Color::Black => {}
        }
        self.numbered = false;
        self.lines.word(&step.ply.san.to_string());
        let clock = match step.node {
            NodeId::Main(_) => step.ply.left(),
            NodeId::Side(_) => None,
        };
        self.notes(notes, clock);
    }

    fn notes(&mut self, notes: &Notes, clock: Option<u64>) {
        for glyph in &notes.glyphs {
            self.lines.word(&format!("${}", glyph.0));
        }
        let clock = clock.map(clock_comment);
        self.comment(notes.written(clock.as_deref()).into_iter());
    }

    /// A comment of some parts, if there are any.
    fn comment(&mut self, parts: impl Iterator<Item = String>) {
        let mut parts = parts.peekable();
        if parts.peek().is_none() {
            return;
        }
        self.numbered = true;
        self.lines.glue("{");
        while let Some(part) = parts.next() {
            let last = parts.peek().is_none();
            let part = if last { part + "}" } else { part };
            if is_misread(&part) {
                self.lines.word_beside(&part);
            } else {
                self.lines.word(&part);
            }
        }
    }

    fn begin(&mut self, before: &str) {
        self.numbered = true;
        self.lines.glue("(");
        self.comment(before.split_ascii_whitespace().map(str::to_owned));
    }

    fn close(&mut self, lines: usize) {
        for _ in 0..lines {
            self.numbered = true;
            self.lines.closing(")");
        }
    }
}

/// Whether a word would say something else at the beginning of a line: that the line is not meant for
/// us (section 6), or a tag.
fn is_misread(word: &str) -> bool {
    word.starts_with('%') || word.starts_with('[') && !word.starts_with("[%")
}

/// Words put together into lines of fewer than 80 columns.
#[derive(Default)]
struct Lines {
    done: String,
    line: String,
    /// Where the last word begins in the line.
    last: usize,
    /// What stands directly before the next word.
    glued: String,
}

impl Lines {
    fn word(&mut self, word: &str) {
        let length = self.glued.len() + word.len();
        if !self.line.is_empty() && self.line.len() + 1 + length >= COLUMNS {
            self.done += &self.line;
            self.done.push('\n');
            self.line.clear();
        }
        if !self.line.is_empty() {
            self.line.push(' ');
        }
        self.last = self.line.len();
        self.line += &std::mem::take(&mut self.glued);
        self.line += word;
    }

    /// A word in the same line as the one before it.
    fn word_beside(&mut self, word: &str) {
        if !self.glued.is_empty() {
            return self.word(word);
        }
        self.make_room(1 + word.len());
        self.line.push(' ');
        self.line += word;
    }

    /// Takes the last word into a new line, where so much would not fit behind it.
    fn make_room(&mut self, length: usize) {
        if self.line.len() + length >= COLUMNS && self.last > 0 {
            let last = self.line.split_off(self.last);
            self.done += self.line.trim_end();
            self.done.push('\n');
            (self.line, self.last) = (last, 0);
        }
    }

    fn glue(&mut self, sign: &str) {
        self.glued += sign;
    }

    /// A sign behind the last word, or where there is no room for it, alone.
    fn closing(&mut self, sign: &str) {
        self.make_room(sign.len());
        if self.line.len() + sign.len() >= COLUMNS {
            self.word(sign);
        } else {
            self.line += sign;
        }
    }

    fn end(self) -> String {
        format!("{}{}\n", self.done, self.line)
    }
}
