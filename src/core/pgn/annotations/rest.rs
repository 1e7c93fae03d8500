//! What follows a move that nobody made (`--`), in its line. No side line can go on over such a move, so
//! it is kept as text.

use super::Reader;
use crate::pgn::ends::is_null_move;
use crate::pgn::scanner::Token;
use crate::pgn::source::decoded;
use crate::rules::{Chess, Position};

/// The rest of a line, as it is written.
#[derive(Debug)]
pub(super) struct Rest {
    text: String,
    /// Whether anything has come after that move.
    goes_on: bool,
    /// How many variations are open in it.
    depth: usize,
}

impl Rest {
    /// Begins with the move that nobody made in this position.
    pub(super) fn new(position: &Chess, written: &str) -> Self {
        let dots = position.turn().fold_wb(".", "...");
        Self {
            text: format!("{}{dots} {written}", position.fullmoves()),
            goes_on: false,
            depth: 0,
        }
    }

    /// Takes what comes next. Returns whether it belongs to the line: its end does not.
    pub(super) fn take(&mut self, token: &Token) -> bool {
        match token {
            Token::Open => {
                self.depth += 1;
                self.add("(");
            }
            Token::Close if self.depth == 0 => return false,
            Token::Close => {
                self.depth -= 1;
                self.text.push(')');
            }
            Token::Word(word) => self.add(&decoded(word)),
            Token::Glyph(Some(number)) => self.add(&format!("${number}")),
            Token::Result(end) => self.add(end.written()),
            Token::Tag(_) | Token::Comment { .. } | Token::Glyph(None) | Token::Escape => {}
        }
        true
    }

    /// Takes a whole comment.
    pub(super) fn take_comment(&mut self, text: &str) {
        self.add(&format!("{{{}}}", text.trim()));
    }

    /// All of it. What is drawn in it belongs to no position of the game, and is text, too.
    pub(super) fn text(&self) -> String {
        self.text.replace("[%", "[ %")
    }

    fn add(&mut self, word: &str) {
        self.goes_on = true;
        if !self.text.ends_with('(') {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }
}

impl Reader<'_> {
    /// Begins to take the rest of a line as text, where it goes on with a move that nobody made.
    pub(super) fn begin_rest(&mut self, text: &str) {
        let main = self.outer.is_empty();
        if self.line.lost && is_null_move(text) && !(main && self.over) {
            self.rest = Some(Rest::new(self.position(), text));
        }
    }

    /// Keeps what was taken as a comment.
    pub(super) fn keep_rest(&mut self) {
        let Some(rest) = self.rest.take() else { return };
        let of_game = self.outer.is_empty() && !self.goes_on;
        if of_game && !rest.goes_on {
            // That move alone is told of in a remark.
        } else if self.line.begun || self.outer.is_empty() {
            self.study.notes_mut(self.line.at).add_text(&rest.text());
        } else {
            // It stands in place of another move, and is said of that.
            self.before.push(' ');
            self.before.push_str(&rest.text());
        }
    }
}
