//! The text of an annotated game, written move by move: the moves of the game, what is said of them, side lines in
//! paragraphs further to the right or in brackets, and diagrams.

use std::ops::Range;

use rank_and_file_core::rules::{Color, Game};
use rank_and_file_core::study::Place;

use super::outline::{Beginning, DIAGRAM, Told};
use super::picture::{Picture, clean};
use crate::words;

/// A part of the text.
#[derive(Debug, Clone)]
pub enum Part {
    /// Moves, or what is said of them.
    Paragraph(Paragraph),
    /// The position after what stands before it.
    Diagram(Picture),
}

/// How a paragraph looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Moves of the game.
    Moves,
    /// What is said of them.
    Comment,
    /// A side line, so deep in others.
    Line(usize),
}

/// A paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paragraph {
    /// How it looks.
    pub kind: Kind,
    /// What stands in it.
    pub text: String,
    /// So many bytes at its beginning are the letter of a side line.
    pub letter: usize,
    /// What no line breaks, in bytes: numbers with their moves and signs.
    pub whole: Vec<Range<usize>>,
}

impl Paragraph {
    fn new(kind: Kind) -> Self {
        Self {
            kind,
            text: String::new(),
            letter: 0,
            whole: Vec::new(),
        }
    }
}

/// Writes the text move by move.
pub(super) struct Writer {
    parts: Vec<Part>,
    paragraph: Paragraph,
    /// Diagrams that come after this paragraph.
    due: Vec<Picture>,
    /// The side lines that are open; whether they stand in brackets.
    lines: Vec<bool>,
    /// Whether a move of Black needs its number.
    numbered: bool,
}

impl Writer {
    pub fn new() -> Self {
        Self {
            parts: Vec::new(),
            paragraph: Paragraph::new(Kind::Comment),
            due: Vec::new(),
            lines: Vec::new(),
            numbered: true,
        }
    }

    /// Adds a move with what is said of it.
    pub fn tell(&mut self, game: &Game, one: &Told, figures: bool) {
        match one.begins {
            Some(beginning) => self.begin(one, beginning),
            None => self.leave(one.depth),
        }
        let in_brackets = self.lines.last() == Some(&true);
        if self.paragraph.text.is_empty() {
            self.paragraph.kind = match one.depth {
                0 => Kind::Moves,
                depth => Kind::Line(depth),
            };
        }
        if one.begins.is_some() {
            self.words(&clean(&one.notes.before));
        }
        self.make(one);
        let ended = match one.place {
            Place::Main(ply) if ply == game.plies().len() => game.outcome(),
            _ => None,
        };
        if let Some(outcome) = ended {
            self.words(words::result_figures(outcome));
        }
        if one.depth == 0 {
            self.comment(&one.notes.comment);
        } else {
            self.words(&without_marks(&one.notes.comment));
        }
        if let Some(board) = &one.board {
            let caption = match one.place {
                Place::Main(ply) if ply == game.plies().len() => {
                    words::final_caption(game, figures)
                }
                _ => words::after_move(&one.name),
            };
            let picture = Picture::new(board.clone(), caption, &one.notes.drawings);
            if in_brackets {
                self.due.push(picture);
            } else {
                self.diagram(picture);
            }
        }
    }

    /// Begins a side line.
    fn begin(&mut self, one: &Told, beginning: Beginning) {
        let bracketed = beginning == Beginning::Bracketed;
        self.leave(one.depth);
        // What stands in brackets in place of the same move stands in the same ones.
        if bracketed && self.lines.len() == one.depth {
            self.paragraph.text.push(';');
            self.numbered = true;
            return;
        }
        self.leave(one.depth - 1);
        self.lines.push(bracketed);
        if bracketed {
            self.words("(");
            return;
        }
        self.end();
        self.paragraph.kind = Kind::Line(one.depth);
        if let Beginning::Lettered(index) = beginning {
            self.words(&letter(one.depth, index));
            self.paragraph.letter = self.paragraph.text.len();
        }
    }

    /// Leaves side lines until so many are open.
    fn leave(&mut self, depth: usize) {
        while self.lines.len() > depth {
            match self.lines.pop() {
                Some(true) => {
                    self.paragraph.text.push(')');
                    self.numbered = true;
                }
                _ => self.end(),
            }
        }
    }

    fn make(&mut self, one: &Told) {
        let numbered = self.numbered || one.mover == Color::White;
        let text = match numbered {
            true => format!("{} {}", one.number(), one.words),
            false => one.words.clone(),
        };
        self.words(&text);
        self.numbered = false;
        let end = self.paragraph.text.len();
        if numbered || text.contains(' ') {
            self.paragraph.whole.push(end - text.len()..end);
        }
    }

    /// Words behind what was said, after which a move has its number.
    fn words(&mut self, words: &str) {
        let words = words.trim();
        if words.is_empty() {
            return;
        }
        let text = &mut self.paragraph.text;
        if !text.is_empty() && !text.ends_with('(') {
            text.push(' ');
        }
        text.push_str(words);
        self.numbered = true;
    }

    /// What is said of a move of the game, or before the first one.
    pub fn comment(&mut self, comment: &str) {
        let text = without_marks(comment);
        if !text.is_empty() {
            self.end();
            self.paragraph.kind = Kind::Comment;
            self.words(&text);
            self.end();
        }
    }

    /// Adds a diagram behind the paragraph.
    pub fn diagram(&mut self, picture: Picture) {
        self.due.push(picture);
        self.end();
    }

    /// All of it.
    pub fn finish(mut self) -> Vec<Part> {
        self.leave(0);
        self.end();
        self.parts
    }

    /// Ends the paragraph.
    fn end(&mut self) {
        let next = Paragraph::new(self.paragraph.kind);
        let paragraph = std::mem::replace(&mut self.paragraph, next);
        if !paragraph.text.is_empty() {
            self.parts.push(Part::Paragraph(paragraph));
        }
        self.parts.extend(self.due.drain(..).map(Part::Diagram));
        self.numbered = true;
    }
}

/// A comment without what only asks for a diagram.
fn without_marks(comment: &str) -> String {
    let parts = comment.split(DIAGRAM).map(str::trim);
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    clean(&parts.join(" "))
}

/// The letter or number of a side line, by its depth, from 1, and its index: `B)`, `b)`, `2)`, `β)`. After Z comes
/// AA.
#[must_use]
pub fn letter(depth: usize, index: usize) -> String {
    let mut alphabet: Vec<char> = match depth {
        1 => ('A'..='Z').collect(),
        2 => ('a'..='z').collect(),
        3 => return format!("{})", index + 1),
        _ => ('α'..='ω').collect(),
    };
    // At the end of a word alone.
    alphabet.retain(|letter| *letter != 'ς');
    let (mut rest, mut letters) = (index + 1, Vec::new());
    while let Some(last) = rest.checked_sub(1) {
        letters.push(alphabet[last % alphabet.len()]);
        rest = last / alphabet.len();
    }
    format!("{})", letters.iter().rev().collect::<String>())
}
