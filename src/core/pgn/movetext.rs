//! The moves of a game and of its study in the export format of the standard (section 8.2).

use super::clocks;
use crate::rules::{Color, Game, Position};
use crate::study::{Notes, Place, Step, Study};

/// Lines of movetext are shorter than this (section 8.2.1: fewer than 80 characters).
const COLUMNS: usize = 80;

/// The movetext with its line feed; the last word of it is the result.
pub(super) fn movetext(game: &Game, study: &Study, result: &str) -> String {
    let mut text = Movetext {
        lines: Lines::default(),
        numbered: true,
    };
    text.notes(study.notes(Place::Main(0)), None);
    let mut depth = 0;
    for step in study.steps(game) {
        let closed = depth + usize::from(step.begins) - step.depth;
        text.close(closed);
        if step.begins {
            text.begin(&study.notes(step.place).before);
        }
        depth = step.depth;
        text.step(&step, study.notes(step.place));
    }
    text.close(depth);
    text.lines.word(result);
    text.lines.end()
}

struct Movetext {
    lines: Lines,
    /// Whether the next move needs its number, also where it is Black's: at the beginning, and after
    /// whatever comes between it and the move before (section 8.2.2.2).
    numbered: bool,
}

impl Movetext {
    fn step(&mut self, step: &Step, notes: &Notes) {
        let after = &step.ply.position;
        match step.ply.mover {
            Color::White => self.lines.word(&format!("{}.", after.fullmoves())),
            // The number goes on with Black's move.
            Color::Black if self.numbered => {
                self.lines
                    .word(&format!("{}...", after.fullmoves().get() - 1));
            }
            Color::Black => {}
        }
        self.numbered = false;
        self.lines.word(&step.ply.san.to_string());
        let clock = match step.place {
            Place::Main(_) => step.ply.left(),
            Place::Side(_) => None,
        };
        self.notes(notes, clock);
    }

    fn notes(&mut self, notes: &Notes, clock: Option<u64>) {
        for glyph in &notes.glyphs {
            self.lines.word(&format!("${}", glyph.0));
        }
        let clock = clock.map(clocks::written);
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
