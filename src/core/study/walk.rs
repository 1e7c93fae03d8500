//! Ways through a study: from place to place, and through the whole of it in the order of reading.

use std::borrow::Cow;

use super::{Place, SideMove, Study};
use crate::rules::{Chess, Game, Ply};

impl Study {
    /// The place after the next move of the same line. After the last move of the game that is the
    /// first side line.
    #[must_use]
    pub fn next(&self, game: &Game, at: Place) -> Option<Place> {
        match at {
            Place::Main(ply) if ply < game.plies().len() => Some(Place::Main(ply + 1)),
            at => self.following(at).next().map(Place::Side),
        }
    }

    /// The place before the move that leads here.
    #[must_use]
    pub fn previous(&self, at: Place) -> Option<Place> {
        match at {
            Place::Main(ply) => ply.checked_sub(1).map(Place::Main),
            Place::Side(side) => self.parent(side),
        }
    }

    /// The place in the line above at which the line of this place leaves it; `None` on the main line.
    #[must_use]
    pub fn branch(&self, game: &Game, at: Place) -> Option<Place> {
        let mut at = at;
        while let Place::Side(side) = at {
            at = self.parent(side)?;
            if self.begins_line(game, side) {
                return Some(at);
            }
        }
        None
    }

    /// The same move of the next line: another one in the position before.
    #[must_use]
    pub fn next_line(&self, game: &Game, at: Place) -> Option<Place> {
        match at {
            Place::Main(_) => self.alternatives(game, self.previous(at)?),
            Place::Side(side) => self.beside(side),
        }
        .map(Place::Side)
    }

    /// The same move of the line before.
    #[must_use]
    pub fn previous_line(&self, game: &Game, at: Place) -> Option<Place> {
        let Place::Side(side) = at else {
            return None;
        };
        let parent = self.parent(side)?;
        let before = self.following(parent).take_while(|other| *other != side);
        match before.last() {
            Some(before) => Some(Place::Side(before)),
            None => self.next(game, parent).filter(|next| *next != at),
        }
    }

    /// Every move in the order of reading: a move, the side lines in its place, each followed by its own,
    /// and then what follows it.
    #[must_use]
    pub fn steps<'a>(&'a self, game: &'a Game) -> Steps<'a> {
        let first = Line {
            depth: 0,
            before: game.start().clone(),
            after: game.start().clone(),
            at: Place::Main(0),
            beside: None,
        };
        Steps {
            study: self,
            game,
            lines: vec![first],
        }
    }

    /// Whether a move is not what its line goes on with, but begins another one.
    pub(super) fn begins_line(&self, game: &Game, side: SideMove) -> bool {
        let parent = self.parent(side);
        parent.and_then(|parent| self.next(game, parent)) != Some(Place::Side(side))
    }

    /// The first of the moves that could be played where the line of a place goes on.
    fn alternatives(&self, game: &Game, at: Place) -> Option<SideMove> {
        let mut following = self.following(at);
        match self.next(game, at)? {
            Place::Main(_) => following.next(),
            Place::Side(_) => following.nth(1),
        }
    }
}

/// A move in the order of reading.
#[derive(Debug, Clone)]
pub struct Step<'a> {
    /// The place to which it leads.
    pub place: Place,
    /// How deep in side lines it is; 0 on the main line and what goes on after it.
    pub depth: usize,
    /// Whether it is the first of a side line.
    pub begins: bool,
    /// The move, and the position after it.
    pub ply: Cow<'a, Ply>,
}

/// Goes through a study. Holds two positions for each line that it is in.
#[derive(Debug)]
pub struct Steps<'a> {
    study: &'a Study,
    game: &'a Game,
    lines: Vec<Line>,
}

/// A line that is being read.
#[derive(Debug)]
struct Line {
    depth: usize,
    /// The last place that was reached in it, and the positions before and after its move.
    at: Place,
    before: Chess,
    after: Chess,
    /// The next move that could be played in place of that.
    beside: Option<SideMove>,
}

impl<'a> Iterator for Steps<'a> {
    type Item = Step<'a>;

    fn next(&mut self) -> Option<Step<'a>> {
        let (study, game) = (self.study, self.game);
        loop {
            let line = self.lines.last_mut()?;
            let depth = line.depth;
            if let Some(side) = line.beside {
                line.beside = study.beside(side);
                let ply = Ply::play(&line.before, study.side_move(side)?);
                let place = Place::Side(side);
                let line = Line {
                    depth: depth + 1,
                    at: place,
                    before: line.before.clone(),
                    after: ply.position.clone(),
                    beside: None,
                };
                self.lines.push(line);
                return Some(Step {
                    place,
                    depth: depth + 1,
                    begins: true,
                    ply: Cow::Owned(ply),
                });
            }
            let Some(place) = study.next(game, line.at) else {
                self.lines.pop();
                continue;
            };
            let ply = match place {
                Place::Main(number) => Cow::Borrowed(game.plies().get(number.checked_sub(1)?)?),
                Place::Side(side) => Cow::Owned(Ply::play(&line.after, study.side_move(side)?)),
            };
            line.beside = study.alternatives(game, line.at);
            line.before = std::mem::replace(&mut line.after, ply.position.clone());
            line.at = place;
            return Some(Step {
                place,
                depth,
                begins: false,
                ply,
            });
        }
    }
}
