//! The course of a game: what each of its positions is worth, what each move has lost by that, and how
//! accurately both sides have played. It grows while its positions are looked at, one after the other: all of
//! them at a glance first, then those around likely turning points, then the others.

use std::time::Duration;

use shakmaty::{ByColor, Chess, Color, Move, Position};

use super::accuracy::{Verdict, bounded, game_accuracy};
use super::{Found, Limits, Question, Score, Searcher, Stop};
use crate::rules::{DrawRule, Game, Outcome, Reason};

/// So many positions are looked at for each position of the game, where nobody asks for more.
pub const COURSE_NODES: u64 = 100_000;
/// A glance is this part of them.
const GLANCE: u64 = 8;
/// Who cannot count positions, or hardly gets to it on a busy machine, is stopped after this.
const LONGEST: Duration = Duration::from_secs(10);
/// So many likely turning points are looked at before the rest. Some of them will be none.
const LIKELY: usize = 8;

/// What is known of a position of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// Who is to move in it.
    pub turn: Color,
    /// What it is worth for that side.
    pub score: Score,
    /// How it goes on if both play their best; empty where the game is over by the Laws.
    pub line: Vec<Move>,
}

impl Judged {
    /// The chances of a side, in percent.
    #[must_use]
    pub fn win(&self, side: Color) -> f64 {
        let win = self.score.win();
        if side == self.turn { win } else { 100.0 - win }
    }
}

/// How a position is looked at, after so many plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// At a glance, which gives a first idea.
    Glance(usize),
    /// For good.
    Judge(usize),
}

impl Look {
    /// After how many plies the position stands.
    #[must_use]
    pub fn ply(self) -> usize {
        match self {
            Self::Glance(ply) | Self::Judge(ply) => ply,
        }
    }
}

/// The course of a game. Positions are counted by plies: 0 is the first one. What is known of one is final; what
/// was seen of it at a glance is not.
#[derive(Debug, Clone)]
pub struct Course {
    start: Chess,
    moves: Vec<Move>,
    judged: Vec<Option<Judged>>,
    glanced: Vec<Option<Judged>>,
}

impl Course {
    /// The course of this game, of which is known what the Laws alone say.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        let last = game.plies().len();
        let by_law = |ply: usize| {
            let position = game.position_at(ply);
            // The whole game knows of repetitions, but only at its end is it sure that they count.
            let ended = game.outcome().filter(|_| ply == last).and_then(worth);
            let alone = || Game::new(position.clone(), DrawRule::Claimed).outcome();
            let score = ended.or_else(|| alone().and_then(worth))?;
            Some(Judged {
                turn: position.turn(),
                score,
                line: Vec::new(),
            })
        };
        Self {
            start: game.start().clone(),
            moves: game.plies().iter().map(|ply| ply.mv).collect(),
            judged: (0..=last).map(by_law).collect(),
            glanced: vec![None; last + 1],
        }
    }

    /// How many plies the game has.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// What is known of the position after so many plies.
    #[must_use]
    pub fn at(&self, ply: usize) -> Option<&Judged> {
        self.judged.get(ply)?.as_ref()
    }

    /// What a position seems to be worth as long as that is not known.
    #[must_use]
    pub fn likely(&self, ply: usize) -> Option<&Judged> {
        self.at(ply).or_else(|| self.glanced.get(ply)?.as_ref())
    }

    /// How much of the work is done, from 0 to 1.
    #[must_use]
    pub fn part(&self) -> f64 {
        let parts = self.judged.iter().zip(&self.glanced);
        let parts = parts.map(|(judged, glanced)| match (judged, glanced) {
            (Some(_), _) => 1.0,
            (None, Some(_)) => 1.0 / GLANCE as f64,
            (None, None) => 0.0,
        });
        parts.sum::<f64>() / self.judged.len() as f64
    }

    /// What is to be looked at next; `None` where all is known. Glances go from the last position to the first:
    /// whoever remembers what came of a move does not think better of it before it was played. Then come the
    /// likely turning points in the order of the game, and what is left.
    #[must_use]
    pub fn next(&self) -> Option<Look> {
        let unknown = |ply: usize| self.judged[ply].is_none();
        let mut backwards = (0..self.judged.len()).rev();
        if let Some(ply) = backwards.find(|ply| self.likely(*ply).is_none()) {
            return Some(Look::Glance(ply));
        }
        let around = self.likely_points().into_iter();
        let mut around = around.flat_map(|ply| [ply, ply - 1]);
        let next = around.find(|ply| unknown(*ply));
        let next = next.or_else(|| self.judged.iter().rposition(Option::is_none));
        next.map(Look::Judge)
    }

    /// The plies that seemed at a glance to have lost the most, in the order of the game.
    fn likely_points(&self) -> Vec<usize> {
        let seen = |ply: usize| self.glanced[ply].as_ref().or_else(|| self.at(ply));
        let lost = (1..=self.plies()).filter_map(|ply| {
            let (before, after) = seen(ply - 1).zip(seen(ply))?;
            let best = before.line.first() == Some(&self.moves[ply - 1]);
            let loss = before.win(before.turn) - after.win(before.turn);
            (!best && Verdict::of(loss).is_some()).then_some((loss, ply))
        });
        most_of(lost.collect(), LIKELY)
    }

    /// What is to be asked about a position by somebody who looks at so many for each of the game.
    #[must_use]
    pub fn question(&self, look: Look, nodes: u64) -> Question {
        // What was seen at a glance is part of it.
        let glance = (nodes / GLANCE).max(1);
        let (nodes, time) = match look {
            Look::Glance(_) => (glance, LONGEST / GLANCE as u32),
            Look::Judge(_) => (nodes.saturating_sub(glance).max(1), LONGEST),
        };
        Question {
            start: self.start.clone(),
            moves: self.moves[..look.ply().min(self.moves.len())].to_vec(),
            lines: 1,
            limits: Limits {
                nodes: Some(nodes),
                time: Some(time),
                ..Limits::default()
            },
        }
    }

    /// Takes what was found for a position, if nothing is known of it yet. Whether anything was found.
    pub fn judge(&mut self, look: Look, found: &Found) -> bool {
        let (ply, turn) = (look.ply(), self.turn(look.ply()));
        let known = match look {
            Look::Glance(_) => self.glanced.get_mut(ply),
            Look::Judge(_) => self.judged.get_mut(ply),
        };
        let (Some(known), Some(best)) = (known, found.lines.first()) else {
            return false;
        };
        known.get_or_insert_with(|| Judged {
            turn,
            score: best.score,
            line: best.moves.clone(),
        });
        true
    }

    /// Looks at everything that is not known yet, until that is stopped. Each look is told.
    pub fn reckon(
        &mut self,
        searcher: &mut Searcher,
        nodes: u64,
        stop: &Stop,
        mut tell: impl FnMut(&Self, Look),
    ) {
        while let Some(look) = self.next() {
            let asked = self.question(look, nodes);
            let (positions, limits) = (asked.positions(), asked.limits);
            let found = searcher.search(&positions, asked.lines, limits, stop.clone(), |_| {});
            // What was found until then is not what would have been.
            if stop.is_stopped() || !self.judge(look, &found) {
                return;
            }
            tell(self, look);
        }
    }

    fn turn(&self, ply: usize) -> Color {
        let first = self.start.turn();
        if ply % 2 == 0 { first } else { first.other() }
    }

    /// White's chances in a position, in percent.
    #[must_use]
    pub fn win(&self, ply: usize) -> Option<f64> {
        self.at(ply).map(|judged| judged.win(Color::White))
    }

    /// How many points of the chances the mover has lost by a ply; the first one is 1.
    #[must_use]
    pub fn loss(&self, ply: usize) -> Option<f64> {
        let before = self.at(ply.checked_sub(1)?)?;
        let after = self.at(ply)?;
        Some((before.win(before.turn) - after.win(before.turn)).max(0.0))
    }

    /// What a ply is that has lost chances. The best that was seen is never blamed for what was seen later.
    #[must_use]
    pub fn verdict(&self, ply: usize) -> Option<Verdict> {
        let before = ply.checked_sub(1)?;
        let best = self.at(before)?.line.first();
        if best == self.moves.get(before) {
            return None;
        }
        Verdict::of(self.loss(ply)?)
    }

    /// The plies that have lost the most, as far as they are known: so many at most, in the order of the game.
    #[must_use]
    pub fn turning_points(&self, most: usize) -> Vec<usize> {
        let blamed = (1..=self.plies()).filter(|ply| self.verdict(*ply).is_some());
        let lost = blamed.filter_map(|ply| Some((self.loss(ply)?, ply)));
        most_of(lost.collect(), most)
    }

    /// How accurately both sides have played, from 0 to 100; nothing for a side without moves. Known once all
    /// positions are.
    ///
    /// Here a mate is worth ten pawns, as is everything above.
    #[must_use]
    pub fn accuracy(&self) -> Option<ByColor<Option<f64>>> {
        let chances = |ply| Some(bounded(self.win(ply)?));
        let chances: Option<Vec<f64>> = (0..self.judged.len()).map(chances).collect();
        Some(game_accuracy(&chances?, self.start.turn()))
    }
}

/// The plies that have lost the most, so many at most, in the order of the game.
fn most_of(mut lost: Vec<(f64, usize)>, most: usize) -> Vec<usize> {
    lost.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let mut plies: Vec<usize> = lost.into_iter().take(most).map(|(_, ply)| ply).collect();
    plies.sort_unstable();
    plies
}

/// What the end of a game is worth for the side to move, where the board alone has brought it.
fn worth(ended: Outcome) -> Option<Score> {
    match ended.reason {
        Reason::Checkmate => Some(Score::Mate(0)),
        Reason::Stalemate
        | Reason::DeadPosition
        | Reason::Threefold
        | Reason::Fivefold
        | Reason::FiftyMove
        | Reason::SeventyFiveMove => Some(Score::default()),
        Reason::Agreement
        | Reason::Resignation
        | Reason::Time
        | Reason::TimeNoMatingMaterial
        | Reason::Other => None,
    }
}
