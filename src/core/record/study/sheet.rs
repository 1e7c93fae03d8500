//! A study as the rows of a scoresheet, as books have it: the game's own moves two by two, broken where
//! something is said, and the side lines below as running text.
//!
//! Rows name moves by their nodes alone, so that the largest study has them in no time; what shows
//! a row asks for its moves. No row is long.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use super::{NodeId, OutlineMove, Study};
use crate::chess::{Game, Position};

/// A row has no more moves before the next one begins, with the next move of White if it can.
const MOVES: usize = 20;
/// A comment is parted after so many bytes: to lay out a text takes more than twice the time where it is
/// twice as long.
const LONGEST: usize = 400;
/// A comment that is not longer stands among the moves of its side line.
const SHORT: usize = 160;
/// A side line within a side line of no more half-moves, without comments and lines of its own, stands
/// in brackets behind the move in whose place it is.
const BRACKETED: usize = 8;

/// A part of a comment.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Words {
    /// Where it is noted.
    pub node: NodeId,
    /// Whether it is the comment before the move.
    pub before: bool,
    /// Which bytes of the comment.
    pub part: Range<usize>,
}

impl Words {
    /// The words themselves; none where there is no such part any more.
    pub fn text<'a>(&self, study: &'a Study) -> &'a str {
        let notes = study.notes(self.node);
        let whole = if self.before {
            &notes.before
        } else {
            &notes.comment
        };
        whole.get(self.part.clone()).unwrap_or_default().trim()
    }
}

/// What stands in the running text of a side line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Item {
    /// A move.
    Move {
        /// The node to which it leads.
        node: NodeId,
        /// Whether a move of Black needs a number, because it does not follow White's.
        fresh: bool,
        /// How deep in side lines it is, from 1.
        depth: usize,
        /// Whether a bracket opens before it.
        opens: bool,
        /// Whether one closes after it.
        closes: bool,
    },
    /// A comment.
    Words(Words),
}

/// What stands in a row.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Content {
    /// A move of White and the answer of Black, by their plies.
    Moves(Option<usize>, Option<usize>),
    /// A part of a comment.
    Words(Words),
    /// A side line, or a part of one.
    Line {
        /// Whether it is its beginning.
        begins: bool,
        /// Its moves and comments.
        items: Vec<Item>,
    },
}

/// A row of the scoresheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// How deep in side lines it is; 0 on the main line.
    pub depth: usize,
    /// What stands there.
    pub content: Content,
    /// What else than its content is seen in it: a row that is noted otherwise has another one.
    stamp: u64,
}

impl Row {
    /// The scoresheet of a game with all that is added to it.
    pub fn all_of(study: &Study, game: &Game) -> Vec<Self> {
        let mut sheet = Sheet {
            study,
            game,
            rows: Vec::new(),
            items: Vec::new(),
            moves: 0,
            line: (0, false),
            bracket: None,
            fresh: true,
            beyond: 0,
        };
        sheet.say(NodeId::Main(0), false, 0);
        for stop in study.outline(game) {
            sheet.put(stop);
        }
        sheet.end_row();
        sheet.rows
    }

    fn new(study: &Study, depth: usize, content: Content) -> Self {
        let mut stamp = DefaultHasher::new();
        let mut noted = |words: &Words| words.text(study).hash(&mut stamp);
        match &content {
            Content::Words(words) => noted(words),
            Content::Line { items, .. } => {
                for item in items {
                    if let Item::Words(words) = item {
                        noted(words);
                    }
                }
            }
            Content::Moves(..) => {}
        }
        for node in content.nodes() {
            study.notes(node).glyphs.hash(&mut stamp);
        }
        Self {
            depth,
            content,
            stamp: stamp.finish(),
        }
    }
}

impl Content {
    /// The nodes of the moves in it.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        let (main, items): ([Option<usize>; 2], &[Item]) = match self {
            Self::Moves(white, black) => ([*white, *black], &[]),
            Self::Words(_) => ([None; 2], &[]),
            Self::Line { items, .. } => ([None; 2], items),
        };
        let side = items.iter().filter_map(|item| match item {
            Item::Move { node, .. } => Some(*node),
            Item::Words(_) => None,
        });
        main.into_iter().flatten().map(NodeId::Main).chain(side)
    }

    /// Whether a node is shown in it: by its move, or, before all moves, by what is said there.
    pub fn shows(&self, node: NodeId) -> bool {
        match self {
            Self::Words(words) => words.node == node && node == NodeId::Main(0),
            _ => self.nodes().any(|shown| shown == node),
        }
    }
}

/// A scoresheet that is being written.
struct Sheet<'a> {
    study: &'a Study,
    game: &'a Game,
    rows: Vec<Row>,
    /// The row of a side line that is being filled, with so many moves.
    items: Vec<Item>,
    moves: usize,
    /// How deep that line is, and whether the row is its beginning.
    line: (usize, bool),
    /// The depth and the last node of the bracket that is open.
    bracket: Option<(usize, NodeId)>,
    /// Whether the next move needs a number, even if Black makes it.
    fresh: bool,
    /// 1 where the game's own moves are over: what goes on there is a side line, too.
    beyond: usize,
}

impl Sheet<'_> {
    fn put(&mut self, stop: OutlineMove) {
        let NodeId::Main(ply) = stop.node else {
            self.put_aside(stop);
            return;
        };
        self.end_row();
        let by_white = self.is_whites(ply);
        let answered = match self.rows.last().map(|row| &row.content) {
            Some(Content::Moves(Some(white), None)) if !by_white => Some(*white),
            _ => None,
        };
        // A row that gets its second move is another one.
        if answered.is_some() {
            self.rows.pop();
        }
        let moves = match by_white {
            true => Content::Moves(Some(ply), None),
            false => Content::Moves(answered, Some(ply)),
        };
        self.push(0, moves);
        self.say(stop.node, false, 0);
    }

    fn is_whites(&self, plies: usize) -> bool {
        self.game.start().turn().is_white() == (plies % 2 == 1)
    }

    /// Puts a move of a side line.
    fn put_aside(&mut self, stop: OutlineMove) {
        let goes_on = stop.depth == 0 && self.beyond == 0;
        if goes_on {
            self.beyond = 1;
        }
        let depth = stop.depth + self.beyond;
        let begins = stop.begins || goes_on;
        let mut opens = false;
        if begins {
            self.fresh = true;
            let among = self.line.0 + 1 == depth && (1..MOVES).contains(&self.moves);
            let last = among.then(|| self.short_line(stop.node)).flatten();
            opens = last.is_some();
            self.bracket = last.map(|last| (depth, last));
        }
        if self.bracket.is_none() {
            let again = self.line.0 != depth || begins;
            let full = self.moves >= MOVES && self.is_whites(stop.plies);
            if again || full || self.items.is_empty() {
                self.end_row();
                self.line = (depth, begins);
                self.fresh = true;
            }
        }
        if begins {
            self.say(stop.node, true, depth);
        }
        let closes = self.bracket == Some((depth, stop.node));
        self.items.push(Item::Move {
            node: stop.node,
            fresh: self.fresh,
            depth,
            opens,
            closes,
        });
        self.moves += 1;
        self.fresh = false;
        self.say(stop.node, false, depth);
        if closes {
            self.bracket = None;
            self.fresh = true;
        }
    }

    /// Where a line ends that stands in brackets; `None` where it is more than that.
    fn short_line(&self, first: NodeId) -> Option<NodeId> {
        let (study, game) = (self.study, self.game);
        let says = |node: NodeId| {
            let notes = study.notes(node);
            !notes.comment.is_empty() || !notes.before.is_empty()
        };
        let mut at = first;
        for _ in 0..BRACKETED {
            if says(at) {
                return None;
            }
            let Some(next) = study.next(game, at) else {
                return Some(at);
            };
            study.alternatives(game, at).is_none().then_some(())?;
            at = next;
        }
        None
    }

    /// Puts the comment of a node: among the moves of a side line, or in rows of its own.
    fn say(&mut self, node: NodeId, before: bool, depth: usize) {
        let notes = self.study.notes(node);
        let whole = if before {
            &notes.before
        } else {
            &notes.comment
        };
        if whole.is_empty() {
            return;
        }
        self.fresh = true;
        let words = |part| Words { node, before, part };
        if depth > 0 && whole.len() <= SHORT {
            self.items.push(Item::Words(words(0..whole.len())));
            return;
        }
        self.end_row();
        for part in parts(whole) {
            self.push(depth, Content::Words(words(part)));
        }
        self.line = (depth, false);
    }

    /// Ends the row of a side line. What comes next in that line goes on with it.
    fn end_row(&mut self) {
        let items = std::mem::take(&mut self.items);
        self.moves = 0;
        if !items.is_empty() {
            let (depth, begins) = self.line;
            self.push(depth, Content::Line { begins, items });
            self.line.1 = false;
        }
    }

    fn push(&mut self, depth: usize, content: Content) {
        self.rows.push(Row::new(self.study, depth, content));
    }
}

/// Parts of a text that are not long, each of which ends with a word where the words are not longer.
fn parts(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut from = 0;
    std::iter::from_fn(move || {
        let rest = text.get(from..).filter(|rest| !rest.is_empty())?;
        let mut end = rest.len();
        if end > LONGEST {
            end = (0..=LONGEST)
                .rev()
                .find(|end| rest.is_char_boundary(*end))?;
            let sentence = rest[..end].rfind(". ").filter(|stop| *stop > end / 2);
            let word = rest[..end].rfind(' ').filter(|space| *space > 0);
            end = sentence.or(word).map_or(end, |stop| stop + 1);
        }
        let part = from..from + end;
        from += end;
        Some(part)
    })
}
