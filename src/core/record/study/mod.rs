//! A game as a tree: what people add to it afterwards. Side lines, comments, glyphs, arrows and circles.
//!
//! The main line is the plies of a [`Game`](crate::chess::Game), of which there is no second copy: a study
//! holds what is added to them, and is always looked at together with its game. It changes only
//! through [`Study::act`]. Whether a game may have a study is for its owner to say.
//!
//! Side lines are an arena of moves that refer to each other by numbers: at any depth, no function here calls itself,
//! and a study is dropped like a list.

mod action;
mod merge;
mod notes;
mod sheet;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::iter;
use std::num::NonZeroU32;

use crate::chess::{Chess, DrawRule, Game, Move, Ply, Position, Refusal};

pub use action::{Change, ReviewedMove, StudyAction, StudyEvent};
pub(crate) use notes::is_blank;
pub use notes::{Glyph, Notes};
pub use sheet::{Content, Item, Row, Words};

/// A study has no more moves in its side lines, deleted ones included until it is read again.
pub const MOST_MOVES: usize = 1 << 16;
/// No line has more half-moves. The seventy-five moves end every game after 17,697; what was played
/// without them may be longer, and has to fit into memory.
pub const MOST_PLIES: usize = 20_000;

/// What is added to a game: side lines, and notes on its moves and on theirs.
#[derive(Debug, Clone, Default)]
pub struct Study {
    /// What is added after so many plies of the game.
    spots: BTreeMap<usize, Spot>,
    moves: Vec<Node>,
    undone: Vec<Edit>,
    done: Vec<Edit>,
}

#[derive(Debug, Clone, Default)]
struct Spot {
    notes: Notes,
    following: Ends,
}

/// A move of a side line.
#[derive(Debug, Clone)]
struct Node {
    parent: NodeId,
    mv: Move,
    following: Ends,
    /// The next of those that follow the same node.
    next: Option<SideMove>,
    /// Whether it is among those that follow its node; else it is deleted.
    linked: bool,
    notes: Option<Box<Notes>>,
}

/// The first and the last of the moves of side lines that follow a node.
#[derive(Debug, Clone, Copy, Default)]
struct Ends {
    first: Option<SideMove>,
    last: Option<SideMove>,
}

static NOTHING: Notes = Notes {
    before: String::new(),
    comment: String::new(),
    glyphs: Vec::new(),
    drawings: Vec::new(),
    commands: String::new(),
    source: String::new(),
};

/// Why something cannot be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StudyRefusal {
    /// The move cannot be played.
    #[error("the move cannot be played: {}", .0.code())]
    Move(Refusal),
    /// There is no such node, or there is none any more.
    #[error("there is no such node")]
    NoSuchNode,
    /// The moves of the game stay as they were played.
    #[error("the moves of the game stay as they were played")]
    MainLine,
    /// The move is not the first of a side line.
    #[error("the move does not begin a side line")]
    NotFirst,
    /// There are more moves than a study can have.
    #[error("the study is full")]
    Full,
    /// There is nothing to undo or to do again.
    #[error("there is nothing to undo or to do again")]
    NothingDone,
}

impl From<Refusal> for StudyRefusal {
    fn from(refusal: Refusal) -> Self {
        Self::Move(refusal)
    }
}

/// A step that changes the tree; to make it gives the step that undoes it.
#[derive(Debug, Clone)]
enum Edit {
    /// Put a move and what follows it at its node, as the one of this number.
    Link(SideMove, usize),
    Unlink(SideMove),
    /// Give a move that is there another number.
    Reorder(SideMove, usize),
    Note(NodeId, Box<Notes>),
    /// All of these, the first one first.
    All(Vec<Edit>),
}

impl Study {
    /// Whether there is nothing to say: no side line, and no note.
    pub fn is_empty(&self) -> bool {
        let says_nothing = |spot: &Spot| spot.following.first.is_none() && spot.notes.is_empty();
        self.spots.values().all(says_nothing)
    }

    /// What is noted at a node.
    pub fn notes(&self, at: NodeId) -> &Notes {
        let notes = match at {
            NodeId::Main(ply) => self.spots.get(&ply).map(|spot| &spot.notes),
            NodeId::Side(side) => self.node(side).and_then(|node| node.notes.as_deref()),
        };
        notes.unwrap_or(&NOTHING)
    }

    /// The same to be changed, while a study is being read. What people change goes through
    /// [`Study::act`].
    pub(crate) fn notes_mut(&mut self, at: NodeId) -> &mut Notes {
        match at {
            NodeId::Main(ply) => &mut self.spots.entry(ply).or_default().notes,
            NodeId::Side(side) => self.moves[side.index()].notes.get_or_insert_default(),
        }
    }

    /// Adds a legal move behind all that follow a node, while a study is being read.
    ///
    /// # Errors
    /// Where there are more moves than a study can have.
    pub(crate) fn grow(&mut self, at: NodeId, mv: Move) -> Result<NodeId, StudyRefusal> {
        let side = self.unlinked(at, mv)?;
        self.link_last(side);
        Ok(NodeId::Side(side))
    }

    /// Whether so many moves more can be in it.
    fn has_room(&self, moves: usize) -> bool {
        self.moves.len() + moves <= MOST_MOVES
    }

    /// A new move that stands at its node when it is linked.
    fn unlinked(&mut self, at: NodeId, mv: Move) -> Result<SideMove, StudyRefusal> {
        let side = SideMove::at(self.moves.len()).filter(|_| self.has_room(1));
        let side = side.ok_or(StudyRefusal::Full)?;
        self.moves.push(Node {
            parent: at,
            mv,
            following: Ends::default(),
            next: None,
            linked: false,
            notes: None,
        });
        Ok(side)
    }

    fn node(&self, side: SideMove) -> Option<&Node> {
        self.moves.get(side.index())
    }

    /// The node before a move of a side line.
    fn parent(&self, side: SideMove) -> Option<NodeId> {
        self.node(side).map(|node| node.parent)
    }

    fn ends(&self, at: NodeId) -> Ends {
        let ends = match at {
            NodeId::Main(ply) => self.spots.get(&ply).map(|spot| spot.following),
            NodeId::Side(side) => self.node(side).map(|node| node.following),
        };
        ends.unwrap_or_default()
    }

    fn ends_mut(&mut self, at: NodeId) -> &mut Ends {
        match at {
            NodeId::Main(ply) => &mut self.spots.entry(ply).or_default().following,
            NodeId::Side(side) => &mut self.moves[side.index()].following,
        }
    }

    /// The moves of side lines that follow a node, in their order.
    fn following(&self, at: NodeId) -> impl Iterator<Item = SideMove> + '_ {
        iter::successors(self.ends(at).first, |side| self.beside(*side))
    }

    /// The next of those that follow the same node.
    fn beside(&self, side: SideMove) -> Option<SideMove> {
        self.node(side)?.next
    }

    /// Forgets what was added after so many plies, of which the game has no more: they were taken back.
    pub fn cut(&mut self, plies: usize) {
        let later = self.spots.split_off(&(plies + 1));
        for spot in later.into_values() {
            let firsts = iter::successors(spot.following.first, |side| self.beside(*side));
            for side in firsts.collect::<Vec<SideMove>>() {
                self.moves[side.index()].linked = false;
            }
        }
        self.done.clear();
        self.undone.clear();
    }

    fn link_last(&mut self, side: SideMove) {
        let at = self.moves[side.index()].parent;
        let last = self.ends_mut(at).last.replace(side);
        match last {
            Some(last) => self.moves[last.index()].next = Some(side),
            None => self.ends_mut(at).first = Some(side),
        }
        self.moves[side.index()].linked = true;
    }

    /// Puts a move, and all that follows it, at its node, as the one of this number.
    fn link(&mut self, side: SideMove, number: usize) {
        let at = self.moves[side.index()].parent;
        let before = number.checked_sub(1);
        let before = before.and_then(|before| self.following(at).nth(before));
        let next = match before {
            Some(before) => self.moves[before.index()].next.replace(side),
            None => self.ends_mut(at).first.replace(side),
        };
        if next.is_none() {
            self.ends_mut(at).last = Some(side);
        }
        let node = &mut self.moves[side.index()];
        (node.next, node.linked) = (next, true);
    }

    /// Takes it from there. Returns its number.
    fn unlink(&mut self, side: SideMove) -> usize {
        let at = self.moves[side.index()].parent;
        let number = self
            .following(at)
            .take_while(|other| *other != side)
            .count();
        let before = number.checked_sub(1);
        let before = before.and_then(|before| self.following(at).nth(before));
        let node = &mut self.moves[side.index()];
        let next = node.next.take();
        node.linked = false;
        match before {
            Some(before) => self.moves[before.index()].next = next,
            None => self.ends_mut(at).first = next,
        }
        if next.is_none() {
            self.ends_mut(at).last = before;
        }
        number
    }

    /// The ply of the game at which a line leaves it, and the moves from there to a node.
    ///
    /// # Errors
    /// Where there is no such node in this study of `game`.
    fn line_to(&self, game: &Game, at: NodeId) -> Result<(usize, Vec<SideMove>), StudyRefusal> {
        let (mut at, mut line) = (at, Vec::new());
        loop {
            match at {
                NodeId::Main(ply) if ply <= game.plies().len() => {
                    line.reverse();
                    return Ok((ply, line));
                }
                NodeId::Main(_) => return Err(StudyRefusal::NoSuchNode),
                NodeId::Side(side) => {
                    let node = self.node(side).filter(|node| node.linked);
                    at = node.ok_or(StudyRefusal::NoSuchNode)?.parent;
                    line.push(side);
                }
            }
        }
    }

    /// The move that leads to a node in a side line.
    pub(crate) fn side_move(&self, side: SideMove) -> Option<Move> {
        self.node(side).map(|node| node.mv)
    }

    /// The ply of the game at which the line of a node leaves it: its own on the main line.
    ///
    /// # Errors
    /// Where there is no such node in this study of `game`.
    pub fn leaves_at(&self, game: &Game, at: NodeId) -> Result<usize, StudyRefusal> {
        self.line_to(game, at).map(|(ply, _)| ply)
    }

    /// The position at a node.
    ///
    /// # Errors
    /// Where there is no such node in this study of `game`.
    pub fn position(&self, game: &Game, at: NodeId) -> Result<Chess, StudyRefusal> {
        let (ply, line) = self.line_to(game, at)?;
        let mut position = game.position_at(ply).clone();
        for mv in line.into_iter().filter_map(|side| self.side_move(side)) {
            position.play_unchecked(mv);
        }
        Ok(position)
    }

    /// A game that has come to a node, to be asked what can be played there. Nothing but mate and
    /// stalemate has ended it.
    ///
    /// # Errors
    /// Where there is no such node, or the line is as long as a game can be.
    pub fn game_at(&self, game: &Game, at: NodeId) -> Result<Game, StudyRefusal> {
        let (ply, line) = self.line_to(game, at)?;
        if ply + line.len() >= MOST_PLIES {
            return Err(StudyRefusal::Full);
        }
        let side = line.into_iter().filter_map(|side| self.side_move(side));
        let played = game.plies()[..ply].iter().map(|ply| ply.mv);
        let mut there = Game::new(game.start().clone(), DrawRule::Unjudged);
        for mv in played.chain(side) {
            there.act_by(there.ply(mv))?;
        }
        Ok(there)
    }
}

/// A position in a study, named by the move that leads there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeId {
    /// After so many plies of the game; 0 is its first position.
    Main(usize),
    /// After a move of a side line.
    Side(SideMove),
}

/// The first position of the game.
impl Default for NodeId {
    fn default() -> Self {
        Self::Main(0)
    }
}

/// A move of a side line. It keeps its name as long as the study is in memory, also while it is deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SideMove(NonZeroU32);

impl SideMove {
    /// The name of the move at this index of the arena, which is none of the last.
    fn at(index: usize) -> Option<Self> {
        let number = u32::try_from(index).ok()?.checked_add(1)?;
        NonZeroU32::new(number).map(Self)
    }

    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

// Ways through a study: from node to node, and through the whole of it in the order of reading.

impl Study {
    /// The node after the next move of the same line. After the last move of the game that is the
    /// first side line.
    pub fn next(&self, game: &Game, at: NodeId) -> Option<NodeId> {
        match at {
            NodeId::Main(ply) if ply < game.plies().len() => Some(NodeId::Main(ply + 1)),
            at => self.following(at).next().map(NodeId::Side),
        }
    }

    /// The node before the move that leads here.
    pub fn previous(&self, at: NodeId) -> Option<NodeId> {
        match at {
            NodeId::Main(ply) => ply.checked_sub(1).map(NodeId::Main),
            NodeId::Side(side) => self.parent(side),
        }
    }

    /// The node in the line above at which the line of this node leaves it; `None` on the main line.
    pub fn branch(&self, game: &Game, at: NodeId) -> Option<NodeId> {
        let mut at = at;
        while let NodeId::Side(side) = at {
            at = self.parent(side)?;
            if self.begins_line(game, side) {
                return Some(at);
            }
        }
        None
    }

    /// The same move of the next line: another one in the position before.
    pub fn next_line(&self, game: &Game, at: NodeId) -> Option<NodeId> {
        match at {
            NodeId::Main(_) => self.alternatives(game, self.previous(at)?),
            NodeId::Side(side) => self.beside(side),
        }
        .map(NodeId::Side)
    }

    /// The same move of the line before.
    pub fn previous_line(&self, game: &Game, at: NodeId) -> Option<NodeId> {
        let NodeId::Side(side) = at else {
            return None;
        };
        let parent = self.parent(side)?;
        let before = self.following(parent).take_while(|other| *other != side);
        match before.last() {
            Some(before) => Some(NodeId::Side(before)),
            None => self.next(game, parent).filter(|next| *next != at),
        }
    }

    /// Every move in the order of reading: a move, the side lines in its place, each followed by its own,
    /// and then what follows it.
    pub fn steps<'a>(&'a self, game: &'a Game) -> StudyMoves<'a> {
        StudyMoves {
            outline: self.outline(game),
            lines: vec![(game.start().clone(), game.start().clone())],
        }
    }

    /// The same without the moves themselves, which costs no positions.
    pub fn outline<'a>(&'a self, game: &'a Game) -> Outline<'a> {
        let first = Line {
            at: NodeId::Main(0),
            plies: 0,
            beside: None,
        };
        Outline {
            study: self,
            game,
            lines: vec![first],
        }
    }

    /// The moves that lead to nodes of one line, each of which follows the one before.
    ///
    /// # Errors
    /// Where there are no such nodes in this study of `game`.
    pub fn plies(&self, game: &Game, nodes: &[NodeId]) -> Result<Vec<Ply>, StudyRefusal> {
        let before = nodes.first().and_then(|first| self.previous(*first));
        let mut here = match before {
            Some(before) => self.position(game, before)?,
            None => return Ok(Vec::new()),
        };
        let played = nodes.iter().map(|node| {
            let mv = match *node {
                NodeId::Main(ply) => ply
                    .checked_sub(1)
                    .and_then(|index| Some(game.plies().get(index)?.mv)),
                NodeId::Side(side) => self.side_move(side),
            };
            let ply = Ply::play(&here, mv.ok_or(StudyRefusal::NoSuchNode)?);
            here = ply.position.clone();
            Ok(ply)
        });
        played.collect()
    }

    /// Whether a move is not what its line goes on with, but begins another one.
    pub fn begins_line(&self, game: &Game, side: SideMove) -> bool {
        let parent = self.parent(side);
        parent.and_then(|parent| self.next(game, parent)) != Some(NodeId::Side(side))
    }

    /// The first of the moves that could be played where the line of a node goes on.
    fn alternatives(&self, game: &Game, at: NodeId) -> Option<SideMove> {
        let mut following = self.following(at);
        match self.next(game, at)? {
            NodeId::Main(_) => following.next(),
            NodeId::Side(_) => following.nth(1),
        }
    }
}

/// A move in the order of reading.
#[derive(Debug, Clone)]
pub struct StudyMove<'a> {
    /// The node to which it leads.
    pub node: NodeId,
    /// How deep in side lines it is; 0 on the main line and what goes on after it.
    pub depth: usize,
    /// Whether it is the first of a side line.
    pub begins: bool,
    /// The move, and the position after it.
    pub ply: Cow<'a, Ply>,
}

/// A move in the order of reading, by its node alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutlineMove {
    /// The node to which it leads.
    pub node: NodeId,
    /// How deep in side lines it is; 0 on the main line and what goes on after it.
    pub depth: usize,
    /// Whether it is the first of a side line.
    pub begins: bool,
    /// How many half-moves lead there from the beginning of the game.
    pub plies: usize,
}

/// Goes through the nodes of a study.
#[derive(Debug)]
pub struct Outline<'a> {
    study: &'a Study,
    game: &'a Game,
    lines: Vec<Line>,
}

/// A line that is being read.
#[derive(Debug)]
struct Line {
    /// The last node that was reached in it, after so many half-moves.
    at: NodeId,
    plies: usize,
    /// The next move that could be played in place of the last one.
    beside: Option<SideMove>,
}

impl Iterator for Outline<'_> {
    type Item = OutlineMove;

    fn next(&mut self) -> Option<OutlineMove> {
        let (study, game) = (self.study, self.game);
        loop {
            let depth = self.lines.len().checked_sub(1)?;
            let line = self.lines.last_mut()?;
            if let Some(side) = line.beside {
                line.beside = study.beside(side);
                let (node, plies) = (NodeId::Side(side), line.plies);
                self.lines.push(Line {
                    at: node,
                    plies,
                    beside: None,
                });
                return Some(OutlineMove {
                    node,
                    depth: depth + 1,
                    begins: true,
                    plies,
                });
            }
            let Some(node) = study.next(game, line.at) else {
                self.lines.pop();
                continue;
            };
            line.beside = study.alternatives(game, line.at);
            line.at = node;
            line.plies += 1;
            return Some(OutlineMove {
                node,
                depth,
                begins: false,
                plies: line.plies,
            });
        }
    }
}

/// Goes through a study. Holds two positions for each line that it is in.
#[derive(Debug)]
pub struct StudyMoves<'a> {
    outline: Outline<'a>,
    /// The positions before and after the last move of each line.
    lines: Vec<(Chess, Chess)>,
}

impl<'a> Iterator for StudyMoves<'a> {
    type Item = StudyMove<'a>;

    fn next(&mut self) -> Option<StudyMove<'a>> {
        let OutlineMove {
            node,
            depth,
            begins,
            ..
        } = self.outline.next()?;
        let (study, game) = (self.outline.study, self.outline.game);
        // Where a line begins, the last move of the one above it is the move in whose place it stands.
        let kept = if begins { depth } else { depth + 1 };
        self.lines.truncate(kept);
        let (before, after) = self.lines.last()?;
        let before = if begins { before } else { after }.clone();
        let ply = match node {
            NodeId::Main(number) => Cow::Borrowed(game.plies().get(number.checked_sub(1)?)?),
            NodeId::Side(side) => Cow::Owned(Ply::play(&before, study.side_move(side)?)),
        };
        let line = (before, ply.position.clone());
        if begins {
            self.lines.push(line);
        } else if let Some(last) = self.lines.last_mut() {
            *last = line;
        }
        Some(StudyMove {
            node,
            depth,
            begins,
            ply,
        })
    }
}
