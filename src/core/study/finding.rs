//! What somebody else has found in a game, added to its study at once: glyphs, comments and lines.

use super::acting::Edit;
use super::{Change, Glyph, Place, Study, StudyAction, StudyEvent, StudyRefusal};
use crate::rules::{Game, Move};

/// What was found about a move of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The ply; the first one is 1.
    pub ply: usize,
    /// How the move is judged, unless somebody has judged it otherwise.
    pub glyph: Option<Glyph>,
    /// What is said of it; empty for nothing.
    pub comment: String,
    /// What could have been played in its place; empty for nothing.
    pub line: Vec<Move>,
    /// What is said after each of its half-moves; empty for nothing.
    pub about_line: Vec<String>,
}

impl Study {
    /// Adds what is not there yet, in one step.
    pub(super) fn keep(
        &mut self,
        game: &Game,
        findings: Vec<Finding>,
    ) -> Result<StudyEvent, StudyRefusal> {
        let before = self.done.len();
        let stands = Place::Main(findings.first().map_or(0, |finding| finding.ply));
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

    fn keep_one(&mut self, game: &Game, finding: Finding) -> Result<(), StudyRefusal> {
        let at = Place::Main(finding.ply);
        let comment = super::notes::typed(&finding.comment);
        if !comment.is_empty() && self.notes(at).comment.contains(&comment) {
            // It was kept before; whoever looks again may find another line that is as good.
            return Ok(());
        }
        if let Some(glyph) = finding.glyph {
            let judged = &self.notes(at).glyphs;
            if !judged.iter().any(|other| glyph.excludes(*other)) {
                self.act(game, StudyAction::ToggleGlyph(at, glyph))?;
            }
        }
        self.say_more(game, at, &finding.comment)?;
        let before = finding.ply.checked_sub(1).map(Place::Main);
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

    /// Adds to the comment at a place what it does not say yet.
    fn say_more(&mut self, game: &Game, at: Place, more: &str) -> Result<(), StudyRefusal> {
        let said = &self.notes(at).comment;
        let more = super::notes::typed(more);
        if said.contains(&more) {
            return Ok(());
        }
        let all = [said.as_str(), &more].join(" ");
        self.act(game, StudyAction::SetComment(at, all))?;
        Ok(())
    }
}
