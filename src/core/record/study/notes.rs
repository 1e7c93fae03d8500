//! What is noted at a node: comments, glyphs, drawings on the board, and commands of other programs.

use std::borrow::Cow;
use std::mem;
use std::ops::RangeInclusive;

use crate::chess::board::{Drawing, DrawingColor};

/// What is noted at a node. Comments are one line of text, in which no brace closes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notes {
    /// The comment before the move, where that is the first of a side line.
    pub before: String,
    /// The comment after the move; at the beginning of the game, that before its first move.
    pub comment: String,
    /// In the order in which they were given, none of them twice.
    pub glyphs: Vec<Glyph>,
    /// Circles and arrows on the board.
    pub drawings: Vec<Drawing>,
    /// What other programs keep in comments (`[%eval 0.17]`), as it was written.
    pub commands: String,
    /// The comment after the move as it was read. It is written so as long as it says the same.
    pub(super) source: String,
}

/// The colors of drawings, as they are written.
const COLORS: [(DrawingColor, char); 4] = [
    (DrawingColor::Green, 'G'),
    (DrawingColor::Red, 'R'),
    (DrawingColor::Yellow, 'Y'),
    (DrawingColor::Blue, 'B'),
];
/// Where the clock of the game stands in the source of a comment.
const CLOCK: &str = "[%clk]";

impl Notes {
    /// Whether nothing is noted.
    pub fn is_empty(&self) -> bool {
        let said = [&self.before, &self.comment, &self.commands];
        said.iter().all(|text| text.is_empty())
            && self.glyphs.is_empty()
            && self.drawings.is_empty()
    }

    /// Adds a comment as it stands in PGN: its text, its drawings (`[%csl Gd4]`, `[%cal Gd2d4]`) and
    /// the commands of other programs.
    pub(crate) fn read(&mut self, text: &str) {
        join(&mut self.source, &tidy(text));
        self.understand(text);
    }

    /// The same of a comment in which the clock of the game stands between these two parts.
    pub(crate) fn read_around_clock(&mut self, before: &str, after: &str) {
        join(&mut self.source, &tidy(&[before, CLOCK, after].concat()));
        self.understand(&[before, " ", after].concat());
    }

    fn understand(&mut self, text: &str) {
        let mut words = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, command, after)) = next_command(rest) {
            words.push_str(before);
            words.push(' ');
            let command = tidy(command);
            match drawings(&command) {
                Some(read) => self.drawings.extend(read),
                None => join(&mut self.commands, &format!("[%{command}]")),
            }
            rest = after;
        }
        words.push_str(rest);
        join(&mut self.comment, &typed(&words));
    }

    /// Adds plain text to the comment.
    pub(crate) fn add_text(&mut self, text: &str) {
        let text = typed(text);
        join(&mut self.source, &text);
        join(&mut self.comment, &text);
    }

    /// Adds to the comment before the move.
    pub(crate) fn read_before(&mut self, text: &str) {
        join(&mut self.before, &tidy(text));
    }

    /// The commands of other programs, one by one.
    pub(super) fn command_list(&self) -> Vec<String> {
        parts_of(&self.commands)
    }

    /// By what drawings are put in order: as they are written.
    pub(super) fn drawing_key(drawing: &Drawing) -> (bool, String) {
        (!drawing.is_circle(), write_drawing(drawing))
    }

    /// Adds a glyph.
    pub(crate) fn add_glyph(&mut self, glyph: Glyph) {
        if !self.glyphs.contains(&glyph) {
            self.glyphs.push(glyph);
        }
    }

    /// Takes a glyph off, or sets it in the place of what it excludes.
    pub(super) fn toggle(&mut self, glyph: Glyph) {
        let there = self.glyphs.contains(&glyph);
        self.glyphs.retain(|other| !glyph.excludes(*other));
        if !there {
            self.glyphs.push(glyph);
        }
    }

    /// All that stands in the comment after the move, and the clock of the game, in parts that belong
    /// together.
    pub(crate) fn written(&self, clock: Option<&str>) -> Vec<String> {
        let given = self.as_read(clock);
        given.unwrap_or_else(|| {
            let mut parts: Vec<String> = clock.map(str::to_owned).into_iter().collect();
            parts.extend(parts_of(&self.commands));
            let (circles, arrows): (Vec<Drawing>, Vec<Drawing>) = self
                .drawings
                .iter()
                .partition(|drawing| drawing.is_circle());
            for (name, some) in [("csl", circles), ("cal", arrows)] {
                let some: Vec<String> = some.iter().map(write_drawing).collect();
                if !some.is_empty() {
                    parts.push(format!("[%{name} {}]", some.join(",")));
                }
            }
            parts.extend(parts_of(&self.comment));
            parts
        })
    }

    /// The comment as it was read; `None` where it says something else now.
    fn as_read(&self, clock: Option<&str>) -> Option<Vec<String>> {
        let split = clock.and_then(|clock| Some((clock, self.source.split_once(CLOCK)?)));
        let (text, read) = match split {
            Some((clock, (before, after))) => {
                // The first clock in a comment is taken for that of the game.
                if before.contains(CLOCK.trim_end_matches(']')) {
                    return None;
                }
                let text = [before, clock, after].concat();
                (text, Cow::Owned([before, " ", after].concat()))
            }
            None => {
                let all = clock.into_iter().chain([&*self.source]);
                (
                    all.collect::<Vec<_>>().join(" "),
                    Cow::Borrowed(&*self.source),
                )
            }
        };
        let mut said = Self::default();
        said.understand(&read);
        let same = said.comment == self.comment
            && said.commands == self.commands
            && said.drawings == self.drawings;
        same.then(|| parts_of(&text))
    }
}

/// A drawing as it is written: `Gd4` for a circle, `Gd2d4` for an arrow.
fn write_drawing(drawing: &Drawing) -> String {
    let color = COLORS.iter().find(|(color, _)| *color == drawing.color);
    let letter = color.map_or('G', |(_, letter)| *letter);
    match drawing.is_circle() {
        true => format!("{letter}{}", drawing.from),
        false => format!("{letter}{}{}", drawing.from, drawing.to),
    }
}

fn read_drawing(text: &str, is_arrow: bool) -> Option<Drawing> {
    let mut letters = text.chars();
    let letter = letters.next()?;
    let (color, _) = COLORS.into_iter().find(|(_, known)| *known == letter)?;
    let squares = letters.as_str();
    let (from, to) = (squares.get(..2)?, squares.get(2..)?);
    let from = from.parse().ok()?;
    let to = match is_arrow {
        true => to.parse().ok()?,
        false => to.is_empty().then_some(from)?,
    };
    Some(Drawing { from, to, color })
}

/// What stands before the first command of a text, the command without its brackets, and the rest.
fn next_command(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let begin = from + text[from..].find("[%")?;
        let command = &text[begin + 2..];
        let end = command.find(']')?;
        if command.starts_with(|letter: char| letter.is_ascii_alphanumeric()) {
            return Some((&text[..begin], &command[..end], &command[end + 1..]));
        }
        from = begin + 2;
    }
}

/// A text in parts that may stand in different lines: not those of a command.
fn parts_of(text: &str) -> Vec<String> {
    let (mut parts, mut part) = (Vec::new(), String::new());
    let mut spread = |part: &mut String, words: &str| {
        for (index, word) in words.split(' ').enumerate() {
            if index > 0 && !part.is_empty() {
                parts.push(mem::take(part));
            }
            part.push_str(word);
        }
    };
    let mut rest = text;
    while let Some((before, command, after)) = next_command(rest) {
        spread(&mut part, before);
        part.extend(["[%", command, "]"]);
        rest = after;
    }
    spread(&mut part, rest);
    if !part.is_empty() {
        parts.push(part);
    }
    parts
}

/// The drawings of a command; `None` where it is another one, or something else stands in it.
fn drawings(command: &str) -> Option<Vec<Drawing>> {
    let (name, list) = command.split_once(' ')?;
    let arrows = match name {
        "csl" => false,
        "cal" => true,
        _ => return None,
    };
    let drawings = list.split(',');
    drawings
        .map(|item| read_drawing(item.trim(), arrows))
        .collect()
}

/// A text on one line, without braces that would end a comment.
pub(super) fn tidy(text: &str) -> String {
    let words = text.split(is_gap).filter(|word| !word.is_empty());
    let mut tidy = String::with_capacity(text.len());
    for word in words {
        join(&mut tidy, word);
    }
    if tidy.contains('}') {
        tidy = tidy.replace('{', "(").replace('}', ")");
    }
    tidy
}

/// The same, in which no command begins.
pub(super) fn typed(text: &str) -> String {
    tidy(text).replace("[%", "[ %")
}

fn is_gap(letter: char) -> bool {
    letter.is_ascii_whitespace() || letter.is_control()
}

/// Whether a comment says nothing.
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(is_gap)
}

fn join(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}

/// A numeric annotation glyph, `$0` to `$255`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Glyph(pub u8);

/// How glyphs are written otherwise (those of section 8.2.3.8, and those of books).
const SIGNS: [(&str, u8); 40] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("‼", 3),
    ("??", 4),
    ("⁇", 4),
    ("!?", 5),
    ("⁉", 5),
    ("?!", 6),
    ("⁈", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("+/=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("=/+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("+/−", 16),
    ("±", 16),
    ("-/+", 17),
    ("−/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("+−", 18),
    ("+--", 18),
    ("-+", 19),
    ("−+", 19),
    ("--+", 19),
    ("⊙", 22),
    ("⨀", 22),
    ("→", 40),
    ("↑", 36),
    ("⇆", 132),
    ("N", 146),
    ("T", 146),
    ("TN", 146),
    ("D", 220),
];

/// The signs that books print, for those numbers that have one.
const PRINTED: [(u8, &str); 34] = [
    (1, "!"),
    (2, "?"),
    (3, "!!"),
    (4, "??"),
    (5, "!?"),
    (6, "?!"),
    (7, "□"),
    (8, "□"),
    (10, "="),
    (11, "="),
    (12, "="),
    (13, "∞"),
    // The signs with a line below have no place in many fonts.
    (14, "+="),
    (15, "=+"),
    (16, "±"),
    (17, "∓"),
    (18, "+−"),
    (19, "−+"),
    (20, "+−"),
    (21, "−+"),
    (22, "⊙"),
    (23, "⊙"),
    (32, "⟳"),
    (33, "⟳"),
    (36, "↑"),
    (37, "↑"),
    (40, "→"),
    (41, "→"),
    (44, "=∞"),
    (45, "=∞"),
    (132, "⇆"),
    (133, "⇆"),
    (140, "∆"),
    (146, "N"),
];

/// Of these, a move or a position has one at a time: judgments of the move, and of the position.
const KINDS: [RangeInclusive<u8>; 2] = [1..=6, 10..=19];

impl Glyph {
    /// The glyph that a sign stands for, such as `!?`.
    pub fn of_sign(sign: &str) -> Option<Self> {
        let known = SIGNS.iter().find(|(known, _)| *known == sign);
        known.map(|(_, number)| Self(*number))
    }

    /// Those that judge a move.
    pub const OF_MOVES: [Self; 6] = [Self(3), Self(1), Self(5), Self(6), Self(2), Self(4)];
    /// Those that judge a position, from White's win to Black's.
    pub const OF_POSITIONS: [Self; 8] = [
        Self(18),
        Self(16),
        Self(14),
        Self(10),
        Self(13),
        Self(15),
        Self(17),
        Self(19),
    ];

    /// The sign that is printed, if it has one.
    pub fn sign(self) -> Option<&'static str> {
        let printed = PRINTED.iter().find(|(number, _)| *number == self.0);
        printed.map(|(_, sign)| *sign)
    }

    /// Whether it cannot stand beside another one.
    pub(super) fn excludes(self, other: Self) -> bool {
        let both = |kind: &RangeInclusive<u8>| kind.contains(&self.0) && kind.contains(&other.0);
        self == other || KINDS.iter().any(both)
    }
}
