//! An annotated game as a book has it, apart from where on the page: which diagrams stand in it, and the whole of
//! it in the order of reading.

use std::mem;

use rank_and_file_core::chess::{Board, Color, Game, Position, figurines};
use rank_and_file_core::record::study::{Glyph, NodeId, Notes, Step, Study};

use super::pages::{NEARLY_LAST, Picture, usual_diagrams};
use super::paragraphs::{Part, Writer};
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

/// A side line in brackets has no more letters, its comments among them.
const SHORT: usize = 110;
/// Deeper lines stand in brackets, whatever their length.
pub(super) const DEEPEST: usize = 4;

/// How a side line stands in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beginning {
    /// In brackets, in the middle of the line around it.
    Bracketed,
    /// In a paragraph of its own.
    Apart,
    /// The same as one of several, counted from 0.
    Lettered(usize),
}

/// A move with all that is said of it.
#[derive(Debug)]
pub(super) struct Told<'a> {
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
pub(super) const DIAGRAM: &str = "[#]";

/// Whether a diagram is asked for, by a glyph, by what stands in the comment, or because something is drawn on
/// the board.
pub(super) fn asks_for_diagram(notes: &Notes) -> bool {
    let by_glyph = || notes.glyphs.iter().any(|glyph| DIAGRAMS.contains(glyph));
    !notes.drawings.is_empty() || by_glyph() || notes.comment.contains(DIAGRAM)
}

/// Whether something is noted that can be printed: not only what other programs keep there.
pub(super) fn says_something(notes: &Notes) -> bool {
    asks_for_diagram(notes) || !notes.comment.is_empty() || notes.glyphs.iter().any(is_said)
}

fn is_said(glyph: &Glyph) -> bool {
    glyph.0 != 0 && !DIAGRAMS.contains(glyph)
}

/// All moves of a game and its study.
pub(super) fn outline<'a>(game: &Game, study: &'a Study, figures: bool) -> Vec<Told<'a>> {
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

fn tell<'a>(step: &Step, depth: usize, begins: bool, notes: &'a Notes, figures: bool) -> Told<'a> {
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
