//! The only way a study changes: an action goes in, an event or a refusal comes out, and everything can
//! be undone.

use super::notes::{Notes, typed};
use super::{Change, MOST_PLIES, Place, SideMove, Study, StudyAction, StudyEvent, StudyRefusal};
use crate::rules::{Action, Game, Move};

/// A step that changes the tree; to make it gives the step that undoes it.
#[derive(Debug, Clone)]
pub(super) enum Edit {
    /// Put a move and what follows it at its place, as the one of this number.
    Link(SideMove, usize),
    Unlink(SideMove),
    /// Give a move that is there another number.
    Reorder(SideMove, usize),
    Note(Place, Box<Notes>),
    /// All of these, the first one first.
    All(Vec<Edit>),
}

impl Study {
    /// Does what somebody wants in the study of this game.
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
    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Whether there is something to do again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Goes along a legal move, which is added where it is not there.
    fn play(&mut self, game: &Game, at: Place, mv: Move) -> Result<StudyEvent, StudyRefusal> {
        if let Some(there) = self.after(game, at, mv) {
            return Ok(unchanged(there));
        }
        let last = self.following(at).count();
        let side = self.unlinked(at, mv)?;
        Ok(self.make_anew(Edit::Link(side, last)))
    }

    /// The place after a move that is there.
    pub(super) fn after(&self, game: &Game, at: Place, mv: Move) -> Option<Place> {
        if let Place::Main(ply) = at {
            if game.plies().get(ply).is_some_and(|next| next.mv == mv) {
                return Some(Place::Main(ply + 1));
            }
        }
        let there = |side: &SideMove| self.side_move(*side) == Some(mv);
        self.following(at).find(there).map(Place::Side)
    }

    /// Goes along the moves of a line, of which those that are not there are added in one step.
    fn add_line(
        &mut self,
        game: &Game,
        mut at: Place,
        moves: &[Move],
    ) -> Result<StudyEvent, StudyRefusal> {
        let mut there = self.game_at(game, at)?;
        let before = there.plies().len();
        if before + moves.len() > MOST_PLIES {
            return Err(StudyRefusal::Full);
        }
        for mv in moves {
            there.act(Action::Move {
                from: mv.from().unwrap_or(mv.to()),
                to: mv.to(),
                promotion: mv.promotion(),
            })?;
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
        let mut stands = Place::Side(first);
        for mv in line {
            // It hangs on a move that has no place yet.
            stands = self.grow(stands, mv)?;
        }
        let event = self.make_anew(Edit::Link(first, last));
        Ok(StudyEvent { stands, ..event })
    }

    /// The move of a side line that leads to a place.
    fn side(&self, game: &Game, at: Place) -> Result<SideMove, StudyRefusal> {
        self.line_to(game, at)?;
        match at {
            Place::Side(side) => Ok(side),
            Place::Main(_) => Err(StudyRefusal::MainLine),
        }
    }

    /// Whether the side line of a place can change places with the one before it.
    #[must_use]
    pub fn can_promote(&self, game: &Game, at: Place) -> bool {
        self.promotion(game, at).is_ok()
    }

    fn promotion(&self, game: &Game, at: Place) -> Result<Edit, StudyRefusal> {
        self.side(game, at)?;
        let (_, line) = self.line_to(game, at)?;
        let mut upwards = line.into_iter().rev();
        let first = upwards.find(|side| self.begins_line(game, *side));
        let first = first.ok_or(StudyRefusal::MainLine)?;
        let parent = self.parent(first).ok_or(StudyRefusal::NoSuchPlace)?;
        let number = self.following(parent).take_while(|side| *side != first);
        let before = number
            .count()
            .checked_sub(1)
            .ok_or(StudyRefusal::MainLine)?;
        Ok(Edit::Reorder(first, before))
    }

    /// What becomes of the notes at a place.
    fn noted(
        &self,
        game: &Game,
        at: Place,
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
        let before = |study: &Self, side| study.parent(side).unwrap_or(Place::Main(0));
        match edit {
            Edit::Link(side, number) => {
                self.link(side, number);
                let place = Place::Side(side);
                (Edit::Unlink(side), event(Change::Added(place), place))
            }
            Edit::Unlink(side) => {
                let number = self.unlink(side);
                let place = before(self, side);
                (
                    Edit::Link(side, number),
                    event(Change::Deleted(place), place),
                )
            }
            Edit::Reorder(side, number) => {
                let was = self.unlink(side);
                self.link(side, number);
                let change = Change::Reordered(before(self, side));
                (Edit::Reorder(side, was), event(change, Place::Side(side)))
            }
            Edit::Note(at, mut notes) => {
                std::mem::swap(self.notes_mut(at), &mut notes);
                (Edit::Note(at, notes), event(Change::Noted(at), at))
            }
            Edit::All(edits) => {
                let mut last = unchanged(Place::Main(0));
                let mut inverse = Vec::with_capacity(edits.len());
                for edit in edits {
                    let (undo, event) = self.make(edit);
                    inverse.push(undo);
                    last = event;
                }
                inverse.reverse();
                (Edit::All(inverse), last)
            }
        }
    }
}

fn unchanged(stands: Place) -> StudyEvent {
    let change = Change::Nothing;
    StudyEvent { change, stands }
}
