//! Merging two studies of one game that were made from one study on two computers: the result has all that is in either
//! of them, and is the same in whichever order they come.

use shakmaty::CastlingMode;

use super::notes::{Notes, typed};
use super::{NodeId, SideMove, Study, StudyRefusal};
use crate::chess::{Game, Move};

/// Lists put together: the longer one where it only goes on with what the other has, else all of both in the order of
/// their keys, and nothing twice.
pub(super) fn united_list<T: Clone + PartialEq, K: Ord>(
    one: &[T],
    other: &[T],
    key: impl Fn(&T) -> K,
) -> Vec<T> {
    let [short, long] = match one.len() <= other.len() {
        true => [one, other],
        false => [other, one],
    };
    if long.starts_with(short) {
        return long.to_vec();
    }
    let mut all = long.to_vec();
    all.extend(short.iter().filter(|item| !long.contains(item)).cloned());
    all.sort_by_key(key);
    all
}

/// A node of the new study that is not looked at yet, and what it is in each of the two that are put together.
struct Step {
    here: NodeId,
    in_each: [Option<NodeId>; 2],
}

/// A move that follows a node, and which of those with the same move it is: a file may have it twice.
type Branch = (Move, usize);

fn key(branch: &Branch) -> (String, usize) {
    (
        branch.0.to_uci(CastlingMode::Chess960).to_string(),
        branch.1,
    )
}

impl Study {
    /// All that stands in this study of a game and in another one of the same game.
    ///
    /// # Errors
    /// Where that is more than a study can have.
    pub fn united(&self, other: &Self, game: &Game) -> Result<Self, StudyRefusal> {
        self.united_by(other, game, Notes::united)
    }

    /// All that stands in this study of a game, and what another one of the same game says besides; and whether that
    /// has other evaluations of positions that are evaluated here, which are left out.
    ///
    /// # Errors
    /// Where that is more than a study can have.
    pub(crate) fn completed(
        &self,
        other: &Self,
        game: &Game,
    ) -> Result<(Self, bool), StudyRefusal> {
        let mut left_out = false;
        let all = self.united_by(other, game, |own, other| {
            let (notes, differs) = own.completed(other);
            left_out |= differs;
            notes
        })?;
        Ok((all, left_out))
    }

    fn united_by(
        &self,
        other: &Self,
        game: &Game,
        mut unite: impl FnMut(&Notes, &Notes) -> Notes,
    ) -> Result<Self, StudyRefusal> {
        let both = [self, other];
        let mut united = Self::default();
        let main = (0..=game.plies().len()).map(NodeId::Main);
        let mut steps: Vec<Step> = main
            .map(|here| Step {
                here,
                in_each: [Some(here); 2],
            })
            .collect();
        while let Some(Step { here, in_each }) = steps.pop() {
            let notes = [0, 1].map(|which| in_each[which].map(|at| both[which].notes(at)));
            let notes = match notes {
                [Some(one), Some(other)] => unite(one, other),
                [one, other] => one.or(other).cloned().unwrap_or_default(),
            };
            united.put_notes(here, notes, game);
            let branches = [0, 1]
                .map(|which| in_each[which].map_or_else(Vec::new, |at| both[which].branches(at)));
            let moves = [0, 1].map(|which| {
                let branches: &Vec<(Branch, SideMove)> = &branches[which];
                branches
                    .iter()
                    .map(|(branch, _)| *branch)
                    .collect::<Vec<_>>()
            });
            for branch in united_list(&moves[0], &moves[1], key) {
                let node = united.grow(here, branch.0)?;
                let there = [0, 1].map(|which| {
                    let mut own = branches[which].iter();
                    let found = own.find(|(known, _)| *known == branch);
                    found.map(|(_, side)| NodeId::Side(*side))
                });
                steps.push(Step {
                    here: node,
                    in_each: there,
                });
            }
        }
        Ok(united)
    }

    /// Puts notes at a node. Only the first move of a line has a comment before it.
    fn put_notes(&mut self, here: NodeId, mut notes: Notes, game: &Game) {
        if !matches!(here, NodeId::Side(side) if self.begins_line(game, side)) {
            notes.join_before();
        }
        if !notes.is_empty() {
            *self.notes_mut(here) = notes;
        }
    }

    /// The same study of a game that has gone on since it had so many plies: what was added after its end, and was
    /// played then, is no side line any more.
    ///
    /// # Errors
    /// Where that is more than a study can have.
    pub(crate) fn of_longer(&self, plies: usize, game: &Game) -> Result<Self, StudyRefusal> {
        let mut longer = Self::default();
        let mut steps: Vec<_> = (0..=plies).map(NodeId::Main).map(|at| (at, at)).collect();
        let mut at = NodeId::Main(plies);
        for (number, ply) in (plies + 1..).zip(game.plies().iter().skip(plies)) {
            let mut following = self.following(at);
            let played = following.find(|side| self.side_move(*side) == Some(ply.mv));
            let Some(played) = played else { break };
            at = NodeId::Side(played);
            steps.push((NodeId::Main(number), at));
        }
        let played: Vec<NodeId> = steps[plies + 1..].iter().map(|(_, from)| *from).collect();
        while let Some((here, from)) = steps.pop() {
            longer.put_notes(here, self.notes(from).clone(), game);
            for side in self.following(from) {
                let from = NodeId::Side(side);
                if let Some(mv) = self.side_move(side).filter(|_| !played.contains(&from)) {
                    steps.push((longer.grow(here, mv)?, from));
                }
            }
        }
        Ok(longer)
    }

    /// The moves of side lines that follow a node.
    fn branches(&self, at: NodeId) -> Vec<(Branch, SideMove)> {
        let mut branches: Vec<(Branch, SideMove)> = Vec::new();
        for side in self.following(at) {
            let Some(mv) = self.side_move(side) else {
                continue;
            };
            let before = branches.iter().filter(|((known, _), _)| *known == mv);
            let number = before.count();
            branches.push(((mv, number), side));
        }
        branches
    }
}

impl Notes {
    /// All that is noted in either. It is written as one of them was, where that says it all.
    fn united(&self, other: &Self) -> Self {
        if self == other {
            return self.clone();
        }
        let commands = [self, other].map(Self::command_list);
        let glyphs = united_list(&self.glyphs, &other.glyphs, |glyph| *glyph);
        let mut united = Self {
            before: united_text(&self.before, &other.before),
            comment: united_text(&self.comment, &other.comment),
            glyphs,
            drawings: united_list(&self.drawings, &other.drawings, Self::drawing_key),
            commands: united_list(&commands[0], &commands[1], Clone::clone).join(" "),
            source: String::new(),
        };
        let says_all = |notes: &&&Self| {
            notes.comment == united.comment
                && notes.commands == united.commands
                && notes.drawings == united.drawings
        };
        let sources = [self, other];
        let sources = sources.iter().filter(says_all).map(|notes| &notes.source);
        united.source = sources.min().cloned().unwrap_or_default();
        united
    }

    /// All that is noted here, and what is noted elsewhere besides; and whether that has another evaluation of a position
    /// that is evaluated here, which is left out.
    fn completed(&self, other: &Self) -> (Self, bool) {
        let is_evaluation = |command: &String| command.starts_with(EVALUATION);
        let own = self.command_list();
        let (evaluations, others): (Vec<String>, Vec<String>) =
            other.command_list().into_iter().partition(is_evaluation);
        let differs = evaluations
            .iter()
            .any(|evaluation| !own.contains(evaluation));
        if !differs || !own.iter().any(is_evaluation) {
            return (self.united(other), false);
        }
        let rest = Self {
            commands: others.join(" "),
            source: String::new(),
            ..other.clone()
        };
        let united = self.united(&rest);
        let as_here = Self {
            source: self.source.clone(),
            ..united.clone()
        };
        // It stays as it is written.
        let notes = if as_here == *self { as_here } else { united };
        (notes, true)
    }

    /// Has what is said before the move said after it, where no place is before it.
    fn join_before(&mut self) {
        if !self.before.is_empty() {
            let said = std::mem::take(&mut self.before);
            let comment = united_text(&self.comment, &typed(&said));
            self.comment = comment;
        }
    }
}

/// How the evaluation of a position begins, as programs write it into comments.
const EVALUATION: &str = "[%eval ";

/// What stands between comments that were made on two computers.
const BETWEEN: &str = " | ";

/// Comments put together: one that only has more words than the other takes its place.
fn united_text(one: &str, other: &str) -> String {
    if one == other {
        return one.to_owned();
    }
    let parts = one.split(BETWEEN).chain(other.split(BETWEEN));
    let mut parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    parts.sort_unstable();
    parts.dedup();
    let within = |part: &str, all: &str| format!(" {all} ").contains(&format!(" {part} "));
    let has_more = |part: &&str| {
        let mut others = parts.iter().filter(|all| *all != part);
        others.any(|all| within(part, all))
    };
    let kept: Vec<&str> = parts
        .iter()
        .filter(|part| !has_more(part))
        .copied()
        .collect();
    kept.join(BETWEEN)
}
