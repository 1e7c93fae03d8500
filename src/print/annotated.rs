//! An annotated game as a book has it, apart from where on the page: the whole of it in the order of reading, which
//! diagrams stand in it, and its text: the moves of the game, what is said of them, side lines in paragraphs further
//! to the right or in brackets.

use std::collections::BTreeSet;
use std::mem;
use std::ops::Range;

use rank_and_file_core::chess::board::Drawing;
use rank_and_file_core::chess::{Board, Color, Game, Position, figurines, start_position};
use rank_and_file_core::record::study::{Glyph, NodeId, Notes, Study, StudyMove};

use crate::words;

/// The text of a game with its study; empty where there is nothing in it that could be printed.
pub(super) fn annotated(game: &Game, study: &Study, figures: bool) -> Vec<Part> {
    let mut told = outline(game, study, figures);
    let notes = study.notes(NodeId::Main(0));
    let says = |told: &Told| told.begins.is_some() || says_something(told.notes);
    if !says_something(notes) && !told.iter().any(says) {
        return Vec::new();
    }
    let shown_first = show_diagrams(game, study, &mut told);
    let mut writer = Writer::new();
    writer.comment(&notes.comment);
    if shown_first {
        let caption = words::start_caption(game);
        let board = game.start().board();
        writer.diagram(Picture::new(board.clone(), caption, &notes.drawings));
    }
    for one in &told {
        writer.tell(game, one, figures);
    }
    writer.finish()
}

/// Shows positions of the game where none were chosen, and its end. Returns whether the first one is
/// shown.
fn show_diagrams(game: &Game, study: &Study, told: &mut [Told]) -> bool {
    let mut shown = usual_diagrams(game);
    let last = game.plies().len();
    let at_start = asks_for_diagram(study.notes(NodeId::Main(0)));
    if at_start || told.iter().any(|one| one.board.is_some()) {
        let near_end = told.iter().any(|one| match one.node {
            NodeId::Main(ply) => one.board.is_some() && ply + NEARLY_LAST >= last,
            NodeId::Side(_) => false,
        });
        let is_far = |ply: &usize| *ply == 0 || *ply == last && !near_end;
        shown.retain(is_far);
    }
    for one in told {
        if let NodeId::Main(ply) = one.node {
            if shown.contains(&ply) {
                one.board = Some(game.position_at(ply).board().clone());
            }
        }
    }
    at_start || shown.contains(&0)
}

/// A game of so many moves or fewer shows the position after every tenth move.
const SHORT_GAME: usize = 50;
/// The moves between two diagrams of a short game, and of a long one.
const EVERY: (usize, usize) = (10, 20);
/// A diagram is left out where so few plies follow that the last one shows nearly the same.
const NEARLY_LAST: usize = 8;

/// A position of the game.
#[derive(Debug, Clone)]
pub struct Picture {
    /// The pieces.
    pub board: Board,
    /// What stands below it.
    pub caption: String,
    /// Arrows and circles on it.
    pub drawings: Vec<Drawing>,
}

impl Picture {
    pub(super) fn new(board: Board, caption: String, drawings: &[Drawing]) -> Self {
        Self {
            board,
            caption,
            drawings: drawings.to_vec(),
        }
    }
}

/// Names come from files, and paper has no use for what controls a terminal.
pub(super) fn clean(text: &str) -> String {
    let unseen = |sign: char| sign.is_control() || ('\u{2400}'..='\u{2421}').contains(&sign);
    text.replace(unseen, " ")
}

/// The first position where it is not the usual one, one every so many moves, and the last: after how many
/// plies each stood.
pub(super) fn usual_diagrams(game: &Game) -> BTreeSet<usize> {
    let last = game.plies().len();
    let rows = (last + black_begins(game)).div_ceil(2);
    let every = if rows > SHORT_GAME { EVERY.1 } else { EVERY.0 };
    let mut shown = BTreeSet::from([last]);
    if *game.start() != start_position() {
        shown.insert(0);
    }
    shown.extend((1..=last.saturating_sub(NEARLY_LAST)).filter(|ply| {
        let played = &game.plies()[ply - 1];
        played.mover == Color::Black && played.number() as usize % every == 0
    }));
    shown
}

/// 1 where Black makes the first move, whose line then begins without one of White.
pub(super) fn black_begins(game: &Game) -> usize {
    usize::from(game.start().turn() == Color::Black)
}

/// A side line in brackets has no more letters, its comments among them.
const SHORT: usize = 110;
/// Deeper lines of any length stand in brackets.
pub(super) const DEEPEST: usize = 4;

/// How a side line stands in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Beginning {
    /// In brackets, in the middle of the line around it.
    Bracketed,
    /// In a paragraph of its own.
    Apart,
    /// The same as one of several, counted from 0.
    Lettered(usize),
}

/// A move with all that is said of it.
#[derive(Debug)]
struct Told<'a> {
    pub node: NodeId,
    /// How deep in side lines it is; that which goes on after the end of the game is one of them.
    pub depth: usize,
    /// Of the first move of a side line.
    pub begins: Option<Beginning>,
    pub mover: Color,
    /// With its number, whether it is printed or not: `12… Nf6`.
    pub name: String,
    /// With the signs that judge it: `Nf6! ±`.
    pub words: String,
    pub notes: &'a Notes,
    /// The position, where a diagram is asked for.
    pub board: Option<Board>,
}

impl Told<'_> {
    /// The number alone: `12…`.
    pub fn number(&self) -> &str {
        self.name.split_once(' ').map_or("", |(number, _)| number)
    }
}

/// A line that is being read.
#[derive(Default)]
struct Open {
    /// Where it begins.
    from: usize,
    /// How many letters it has.
    letters: usize,
    /// Where the side lines begin that stand in place of its last move, and whether they are long.
    inner: Vec<(usize, bool)>,
}

/// By these other programs ask for a diagram; section 10 of the standard has none.
const DIAGRAMS: [Glyph; 2] = [Glyph(220), Glyph(221)];
/// What some programs write into a comment to ask for a diagram.
const DIAGRAM: &str = "[#]";

/// Whether a diagram is asked for, by a glyph, by what stands in the comment, or because something is drawn on
/// the board.
fn asks_for_diagram(notes: &Notes) -> bool {
    let by_glyph = || notes.glyphs.iter().any(|glyph| DIAGRAMS.contains(glyph));
    !notes.drawings.is_empty() || by_glyph() || notes.comment.contains(DIAGRAM)
}

/// Whether something is noted that can be printed: not only what other programs keep there.
fn says_something(notes: &Notes) -> bool {
    asks_for_diagram(notes) || !notes.comment.is_empty() || notes.glyphs.iter().any(is_said)
}

fn is_said(glyph: &Glyph) -> bool {
    glyph.0 != 0 && !DIAGRAMS.contains(glyph)
}

/// All moves of a game and its study.
fn outline<'a>(game: &Game, study: &'a Study, figures: bool) -> Vec<Told<'a>> {
    let mut told: Vec<Told> = Vec::new();
    let mut open = vec![Open::default()];
    let mut after_end = false;
    for step in study.steps(game) {
        let goes_on = step.depth == 0 && matches!(step.node, NodeId::Side(_));
        let begins = step.begins || goes_on && !mem::replace(&mut after_end, goes_on);
        let depth = step.depth + usize::from(after_end);
        while open.len() > depth + usize::from(!begins) {
            close(&mut open, &mut told);
        }
        let number = told.len();
        let one = tell(&step, depth, begins, study.notes(step.node), figures);
        if !begins || goes_on {
            // What comes now stands in place of another move.
            settle(&mut open, &mut told);
        }
        if begins {
            open.push(Open {
                from: number,
                ..Open::default()
            });
        }
        if let Some(line) = open.last_mut() {
            let parts = [&one.words, &one.notes.comment, &one.notes.before];
            line.letters += parts.map(|part| part.chars().count()).iter().sum::<usize>();
            if one.board.is_some() {
                line.letters += SHORT;
            }
        }
        told.push(one);
    }
    while open.len() > 1 {
        close(&mut open, &mut told);
    }
    settle(&mut open, &mut told);
    told
}

/// Leaves the innermost line.
fn close(open: &mut Vec<Open>, told: &mut [Told]) {
    settle(open, told);
    if let (Some(line), Some(outer)) = (open.pop(), open.last_mut()) {
        outer.letters += line.letters;
        outer.inner.push((line.from, line.letters > SHORT));
    }
}

/// Decides how the side lines stand that take the place of one move.
fn settle(open: &mut [Open], told: &mut [Told]) {
    let depth = open.len();
    let Some(line) = open.last_mut() else { return };
    let inner = mem::take(&mut line.inner);
    let long = inner.iter().any(|(_, long)| *long);
    let apart = depth == 1 || long && depth <= DEEPEST;
    for (index, (from, _)) in inner.iter().enumerate() {
        told[*from].begins = Some(match (apart, inner.len()) {
            (false, _) => Beginning::Bracketed,
            (true, 1) => Beginning::Apart,
            (true, _) => Beginning::Lettered(index),
        });
    }
}

fn tell<'a>(
    step: &StudyMove,
    depth: usize,
    begins: bool,
    notes: &'a Notes,
    figures: bool,
) -> Told<'a> {
    let san = step.ply.san.to_string();
    let san = if figures { figurines(&san) } else { san };
    let number = words::move_number(&step.ply);
    let said: Vec<Glyph> = notes.glyphs.iter().copied().filter(is_said).collect();
    let words = format!("{san}{}", words::signs(&said));
    Told {
        node: step.node,
        depth,
        begins: begins.then_some(Beginning::Apart),
        mover: step.ply.mover,
        name: format!("{number} {san}"),
        words,
        notes,
        board: asks_for_diagram(notes).then(|| step.ply.position.board().clone()),
    }
}

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
struct Writer {
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
    fn new() -> Self {
        Self {
            parts: Vec::new(),
            paragraph: Paragraph::new(Kind::Comment),
            due: Vec::new(),
            lines: Vec::new(),
            numbered: true,
        }
    }

    /// Adds a move with what is said of it.
    fn tell(&mut self, game: &Game, one: &Told, figures: bool) {
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
        let ended = match one.node {
            NodeId::Main(ply) if ply == game.plies().len() => game.outcome(),
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
            let caption = match one.node {
                NodeId::Main(ply) if ply == game.plies().len() => {
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
    fn comment(&mut self, comment: &str) {
        let text = without_marks(comment);
        if !text.is_empty() {
            self.end();
            self.paragraph.kind = Kind::Comment;
            self.words(&text);
            self.end();
        }
    }

    /// Adds a diagram behind the paragraph.
    fn diagram(&mut self, picture: Picture) {
        self.due.push(picture);
        self.end();
    }

    /// All of it.
    fn finish(mut self) -> Vec<Part> {
        self.leave(0);
        self.end();
        self.parts
    }

    /// Ends the paragraph.
    fn end(&mut self) {
        let next = Paragraph::new(self.paragraph.kind);
        let paragraph = mem::replace(&mut self.paragraph, next);
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
