//! What can be done in a study and what comes of it: actions, events, refusals, and `act`, by which alone a
//! study changes.

use super::Edit;
use super::notes::{Notes, typed};
use super::{Glyph, MOST_PLIES, NodeId, SideMove, Study, StudyRefusal};
use crate::chess::board::Drawing;
use crate::chess::{Game, Move, Role, Square};

/// What a player wants to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StudyAction {
    /// Move a piece: along a move that is there, or into a new side line.
    Move {
        /// The position in which it is moved.
        at: NodeId,
        /// Where the piece stands.
        from: Square,
        /// Where it shall go. Castling: the king two squares, or onto its rook.
        to: Square,
        /// What a pawn on the last rank becomes.
        promotion: Option<Role>,
    },
    /// The same with a move as it is written: `Nf3`, `g1f3`, `O-O`.
    Write {
        /// The position in which it is moved.
        at: NodeId,
        /// The move.
        text: String,
    },
    /// Add moves one after the other, as far as they are not there.
    AddLine {
        /// The position in which the first is moved.
        at: NodeId,
        /// The moves.
        moves: Vec<Move>,
    },
    /// Let the side line to which this move belongs change places with the one before it.
    Promote(NodeId),
    /// Delete this move of a side line and what follows it.
    Delete(NodeId),
    /// Set the comment after the move; an empty one deletes it.
    SetComment(NodeId, String),
    /// Set the comment before the first move of a side line.
    SetCommentBefore(NodeId, String),
    /// Set a glyph or take it off. One that judges the move takes the place of another such one,
    /// and so does one that judges the position.
    ToggleGlyph(NodeId, Glyph),
    /// Set what is drawn on the board.
    SetDrawings(NodeId, Vec<Drawing>),
    /// Add what was found about moves of the game, as far as it is not there.
    Keep(Vec<ReviewedMove>),
    /// Undo the last of these that has changed something.
    Undo,
    /// Do again what was undone last.
    Redo,
}

/// What was found about a move of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewedMove {
    /// The ply; the first one is 1.
    pub ply: usize,
    /// How the move is judged, unless it was judged otherwise.
    pub glyph: Option<Glyph>,
    /// What is said of it; empty for nothing.
    pub comment: String,
    /// What could have been played in its place; empty for nothing.
    pub line: Vec<Move>,
    /// What is said after each of its half-moves; empty for nothing.
    pub about_line: Vec<String>,
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StudyEvent {
    /// What is otherwise now.
    pub change: Change,
    /// Where the reader stands.
    pub stands: NodeId,
}

/// What is otherwise in a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Nothing: the move was there, or the comment was the same.
    Nothing,
    /// This move is there now, with all that follows it.
    Added(NodeId),
    /// What followed this node in a side line is gone.
    Deleted(NodeId),
    /// The lines that follow this node have another order.
    Reordered(NodeId),
    /// What is noted at this node.
    Noted(NodeId),
    /// More than one of these.
    Several,
}

impl Study {
    /// Does an action in the study of this game.
    ///
    /// # Errors
    /// The reason why not; the study is then unchanged.
    pub fn act(&mut self, game: &Game, action: StudyAction) -> Result<StudyEvent, StudyRefusal> {
        let edit = match action {
            StudyAction::Move {
                at,
                from,
                to,
                promotion,
            } => {
                let mv = self.game_at(game, at)?.judge(from, to, promotion)?;
                return self.play(game, at, mv);
            }
            StudyAction::Write { at, text } => {
                let mv = self.game_at(game, at)?.read_move(&text)?;
                return self.play(game, at, mv);
            }
            StudyAction::AddLine { at, moves } => return self.add_line(game, at, &moves),
            StudyAction::Keep(findings) => return self.keep(game, findings),
            StudyAction::Promote(at) => {
                let edit = self.promotion(game, at)?;
                let event = self.make_anew(edit);
                return Ok(StudyEvent {
                    stands: at,
                    ..event
                });
            }
            StudyAction::Delete(at) => Edit::Unlink(self.side(game, at)?),
            StudyAction::SetComment(at, text) => {
                self.noted(game, at, |notes| notes.comment = typed(&text))?
            }
            StudyAction::SetCommentBefore(at, text) => {
                let first = self.begins_line(game, self.side(game, at)?);
                let edit = self.noted(game, at, |notes| notes.before = typed(&text))?;
                first.then_some(edit).ok_or(StudyRefusal::NotFirst)?
            }
            StudyAction::ToggleGlyph(at, glyph) => {
                self.noted(game, at, |notes| notes.toggle(glyph))?
            }
            StudyAction::SetDrawings(at, drawings) => {
                self.noted(game, at, |notes| notes.drawings = drawings)?
            }
            StudyAction::Undo => {
                let edit = self.done.pop().ok_or(StudyRefusal::NothingDone)?;
                let (inverse, event) = self.make(edit);
                self.undone.push(inverse);
                return Ok(event);
            }
            StudyAction::Redo => {
                let edit = self.undone.pop().ok_or(StudyRefusal::NothingDone)?;
                let (inverse, event) = self.make(edit);
                self.done.push(inverse);
                return Ok(event);
            }
        };
        if let Edit::Note(at, notes) = &edit {
            if self.notes(*at) == &**notes {
                return Ok(unchanged(*at));
            }
        }
        Ok(self.make_anew(edit))
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Whether there is something to do again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Goes along a legal move, which is added where it is not there.
    fn play(&mut self, game: &Game, at: NodeId, mv: Move) -> Result<StudyEvent, StudyRefusal> {
        if let Some(there) = self.after(game, at, mv) {
            return Ok(unchanged(there));
        }
        let last = self.following(at).count();
        let side = self.unlinked(at, mv)?;
        Ok(self.make_anew(Edit::Link(side, last)))
    }

    /// The node after a move that is there.
    pub(super) fn after(&self, game: &Game, at: NodeId, mv: Move) -> Option<NodeId> {
        if let NodeId::Main(ply) = at {
            if game.plies().get(ply).is_some_and(|next| next.mv == mv) {
                return Some(NodeId::Main(ply + 1));
            }
        }
        let there = |side: &SideMove| self.side_move(*side) == Some(mv);
        self.following(at).find(there).map(NodeId::Side)
    }

    /// Goes along the moves of a line, of which those that are not there are added in one step.
    fn add_line(
        &mut self,
        game: &Game,
        mut at: NodeId,
        moves: &[Move],
    ) -> Result<StudyEvent, StudyRefusal> {
        let mut there = self.game_at(game, at)?;
        let before = there.plies().len();
        if before + moves.len() > MOST_PLIES {
            return Err(StudyRefusal::Full);
        }
        for mv in moves {
            there.act((*mv).into())?;
        }
        let line = there.plies()[before..].iter().map(|ply| ply.mv);
        let mut line = line.peekable();
        while let Some(next) = line.peek().and_then(|mv| self.after(game, at, *mv)) {
            (at, _) = (next, line.next());
        }
        let Some(first) = line.next() else {
            return Ok(unchanged(at));
        };
        if !self.has_room(1 + line.len()) {
            return Err(StudyRefusal::Full);
        }
        let last = self.following(at).count();
        let first = self.unlinked(at, first)?;
        let mut stands = NodeId::Side(first);
        for mv in line {
            // It hangs on a move that has no place yet.
            stands = self.grow(stands, mv)?;
        }
        let event = self.make_anew(Edit::Link(first, last));
        Ok(StudyEvent { stands, ..event })
    }

    /// The move of a side line that leads to a node.
    fn side(&self, game: &Game, at: NodeId) -> Result<SideMove, StudyRefusal> {
        self.line_to(game, at)?;
        match at {
            NodeId::Side(side) => Ok(side),
            NodeId::Main(_) => Err(StudyRefusal::MainLine),
        }
    }

    /// Whether the side line of a node can change places with the one before it.
    pub fn can_promote(&self, game: &Game, at: NodeId) -> bool {
        self.promotion(game, at).is_ok()
    }

    fn promotion(&self, game: &Game, at: NodeId) -> Result<Edit, StudyRefusal> {
        self.side(game, at)?;
        let (_, line) = self.line_to(game, at)?;
        let mut upwards = line.into_iter().rev();
        let first = upwards.find(|side| self.begins_line(game, *side));
        let first = first.ok_or(StudyRefusal::MainLine)?;
        let parent = self.parent(first).ok_or(StudyRefusal::NoSuchNode)?;
        let number = self.following(parent).take_while(|side| *side != first);
        let before = number
            .count()
            .checked_sub(1)
            .ok_or(StudyRefusal::MainLine)?;
        Ok(Edit::Reorder(first, before))
    }

    /// What becomes of the notes at a node.
    fn noted(
        &self,
        game: &Game,
        at: NodeId,
        change: impl FnOnce(&mut Notes),
    ) -> Result<Edit, StudyRefusal> {
        self.line_to(game, at)?;
        let mut notes = Box::new(self.notes(at).clone());
        change(&mut notes);
        Ok(Edit::Note(at, notes))
    }

    /// Makes a step that was not made before.
    fn make_anew(&mut self, edit: Edit) -> StudyEvent {
        let (inverse, event) = self.make(edit);
        self.done.push(inverse);
        self.undone.clear();
        event
    }

    pub(super) fn make(&mut self, edit: Edit) -> (Edit, StudyEvent) {
        let event = |change, stands| StudyEvent { change, stands };
        let before = |study: &Self, side| study.parent(side).unwrap_or(NodeId::Main(0));
        match edit {
            Edit::Link(side, number) => {
                self.link(side, number);
                let node = NodeId::Side(side);
                (Edit::Unlink(side), event(Change::Added(node), node))
            }
            Edit::Unlink(side) => {
                let number = self.unlink(side);
                let node = before(self, side);
                (Edit::Link(side, number), event(Change::Deleted(node), node))
            }
            Edit::Reorder(side, number) => {
                let was = self.unlink(side);
                self.link(side, number);
                let change = Change::Reordered(before(self, side));
                (Edit::Reorder(side, was), event(change, NodeId::Side(side)))
            }
            Edit::Note(at, mut notes) => {
                std::mem::swap(self.notes_mut(at), &mut notes);
                (Edit::Note(at, notes), event(Change::Noted(at), at))
            }
            Edit::All(edits) => {
                let mut stands = NodeId::Main(0);
                let mut inverse = Vec::with_capacity(edits.len());
                for edit in edits {
                    let (undo, event) = self.make(edit);
                    inverse.push(undo);
                    stands = event.stands;
                }
                inverse.reverse();
                (Edit::All(inverse), event(Change::Several, stands))
            }
        }
    }
}

impl Study {
    /// Adds what is not there yet, in one step.
    fn keep(
        &mut self,
        game: &Game,
        findings: Vec<ReviewedMove>,
    ) -> Result<StudyEvent, StudyRefusal> {
        let before = self.done.len();
        let stands = NodeId::Main(findings.first().map_or(0, |finding| finding.ply));
        let kept = findings
            .into_iter()
            .try_for_each(|finding| self.keep_one(game, finding));
        let mut steps = self.done.split_off(before);
        if let Err(why) = kept {
            while let Some(step) = steps.pop() {
                self.make(step);
            }
            return Err(why);
        }
        let change = match steps.is_empty() {
            true => Change::Nothing,
            false => Change::Noted(stands),
        };
        if !steps.is_empty() {
            steps.reverse();
            self.done.push(Edit::All(steps));
        }
        Ok(StudyEvent { change, stands })
    }

    fn keep_one(&mut self, game: &Game, finding: ReviewedMove) -> Result<(), StudyRefusal> {
        let at = NodeId::Main(finding.ply);
        let comment = typed(&finding.comment);
        if !comment.is_empty() && self.notes(at).comment.contains(&comment) {
            // It was kept before; another look may find another line that is as good.
            return Ok(());
        }
        if let Some(glyph) = finding.glyph {
            let judged = &self.notes(at).glyphs;
            if !judged.iter().any(|other| glyph.excludes(*other)) {
                self.act(game, StudyAction::ToggleGlyph(at, glyph))?;
            }
        }
        self.say_more(game, at, &finding.comment)?;
        let before = finding.ply.checked_sub(1).map(NodeId::Main);
        let Some(before) = before.filter(|_| !finding.line.is_empty()) else {
            return Ok(());
        };
        let (mut at, moves) = (before, finding.line.clone());
        self.act(game, StudyAction::AddLine { at, moves })?;
        for (mv, said) in finding.line.into_iter().zip(&finding.about_line) {
            let Some(after) = self.after(game, at, mv) else {
                break;
            };
            self.say_more(game, after, said)?;
            at = after;
        }
        Ok(())
    }

    /// Adds to the comment at a node what it does not say yet.
    fn say_more(&mut self, game: &Game, at: NodeId, more: &str) -> Result<(), StudyRefusal> {
        let said = &self.notes(at).comment;
        let more = typed(more);
        if said.contains(&more) {
            return Ok(());
        }
        let all = [said.as_str(), &more].join(" ");
        self.act(game, StudyAction::SetComment(at, all))?;
        Ok(())
    }
}

fn unchanged(stands: NodeId) -> StudyEvent {
    let change = Change::Nothing;
    StudyEvent { change, stands }
}
