//! Ways through a study: from place to place, and through the whole of it in the order of reading.

use std::borrow::Cow;

use super::{Place, SideMove, Study, StudyRefusal};
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
        Steps {
            outline: self.outline(game),
            lines: vec![(game.start().clone(), game.start().clone())],
        }
    }

    /// The same without the moves themselves, which costs no positions.
    #[must_use]
    pub fn outline<'a>(&'a self, game: &'a Game) -> Outline<'a> {
        let first = Line {
            at: Place::Main(0),
            plies: 0,
            beside: None,
        };
        Outline {
            study: self,
            game,
            lines: vec![first],
        }
    }

    /// The moves that lead to places of one line, each of which follows the one before.
    ///
    /// # Errors
    /// Where there are no such places in this study of `game`.
    pub fn plies(&self, game: &Game, places: &[Place]) -> Result<Vec<Ply>, StudyRefusal> {
        let before = places.first().and_then(|first| self.previous(*first));
        let mut here = match before {
            Some(before) => self.position(game, before)?,
            None => return Ok(Vec::new()),
        };
        let played = places.iter().map(|place| {
            let mv = match *place {
                Place::Main(ply) => ply
                    .checked_sub(1)
                    .and_then(|index| Some(game.plies().get(index)?.mv)),
                Place::Side(side) => self.side_move(side),
            };
            let ply = Ply::play(&here, mv.ok_or(StudyRefusal::NoSuchPlace)?);
            here = ply.position.clone();
            Ok(ply)
        });
        played.collect()
    }

    /// Whether a move is not what its line goes on with, but begins another one.
    #[must_use]
    pub fn begins_line(&self, game: &Game, side: SideMove) -> bool {
        let parent = self.parent(side);
        parent.and_then(|parent| self.next(game, parent)) != Some(Place::Side(side))
    }

    /// The first of the moves that could be played where the line of a place goes on.
    pub(super) fn alternatives(&self, game: &Game, at: Place) -> Option<SideMove> {
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

/// A move in the order of reading, by its place alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stop {
    /// The place to which it leads.
    pub place: Place,
    /// How deep in side lines it is; 0 on the main line and what goes on after it.
    pub depth: usize,
    /// Whether it is the first of a side line.
    pub begins: bool,
    /// How many half-moves lead there from the beginning of the game.
    pub plies: usize,
}

/// Goes through the places of a study.
#[derive(Debug)]
pub struct Outline<'a> {
    study: &'a Study,
    game: &'a Game,
    lines: Vec<Line>,
}

/// A line that is being read.
#[derive(Debug)]
struct Line {
    /// The last place that was reached in it, after so many half-moves.
    at: Place,
    plies: usize,
    /// The next move that could be played in place of the last one.
    beside: Option<SideMove>,
}

impl Iterator for Outline<'_> {
    type Item = Stop;

    fn next(&mut self) -> Option<Stop> {
        let (study, game) = (self.study, self.game);
        loop {
            let depth = self.lines.len().checked_sub(1)?;
            let line = self.lines.last_mut()?;
            if let Some(side) = line.beside {
                line.beside = study.beside(side);
                let (place, plies) = (Place::Side(side), line.plies);
                self.lines.push(Line {
                    at: place,
                    plies,
                    beside: None,
                });
                return Some(Stop {
                    place,
                    depth: depth + 1,
                    begins: true,
                    plies,
                });
            }
            let Some(place) = study.next(game, line.at) else {
                self.lines.pop();
                continue;
            };
            line.beside = study.alternatives(game, line.at);
            line.at = place;
            line.plies += 1;
            return Some(Stop {
                place,
                depth,
                begins: false,
                plies: line.plies,
            });
        }
    }
}

/// Goes through a study. Holds two positions for each line that it is in.
#[derive(Debug)]
pub struct Steps<'a> {
    outline: Outline<'a>,
    /// The positions before and after the last move of each line.
    lines: Vec<(Chess, Chess)>,
}

impl<'a> Iterator for Steps<'a> {
    type Item = Step<'a>;

    fn next(&mut self) -> Option<Step<'a>> {
        let Stop {
            place,
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
        let ply = match place {
            Place::Main(number) => Cow::Borrowed(game.plies().get(number.checked_sub(1)?)?),
            Place::Side(side) => Cow::Owned(Ply::play(&before, study.side_move(side)?)),
        };
        let line = (before, ply.position.clone());
        if begins {
            self.lines.push(line);
        } else if let Some(last) = self.lines.last_mut() {
            *last = line;
        }
        Some(Step {
            place,
            depth,
            begins,
            ply,
        })
    }
}
