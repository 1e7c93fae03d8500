//! The analysis of a finished game: what each move was worth, how accurate both sides were, by the formulas
//! that lichess publishes, and where the game turned.

use std::time::Duration;

use shakmaty::{ByColor, Chess, Color, Move, Position};

use crate::chess::{DrawRule, Game, Outcome, Reason};
use crate::engine::{Found, Limits, Question, Score, Searcher, Stop, position_after};

/// What a move that loses chances is given back, as no search is sure.
const UNSURE: f64 = 1.0;

/// What a move is that loses chances without need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum Judgment {
    /// From 5 points of the chances on.
    Inaccuracy,
    /// From 10 points on.
    Mistake,
    /// From 15 points on.
    Blunder,
}

impl Judgment {
    /// What a move is that loses so many points; `None` where that is nothing to speak of.
    pub fn of(loss: f64) -> Option<Self> {
        match loss {
            15.0.. => Some(Self::Blunder),
            10.0.. => Some(Self::Mistake),
            5.0.. => Some(Self::Inaccuracy),
            _ => None,
        }
    }
}

/// How accurate a move is that loses so many points of its player's chances, from 0 to 100:
/// 103.1668 · e^(−0.04354 · loss) − 3.1669 + 1. The last point allows for a loss that the search has made up; a
/// move that loses nothing needs none.
///
/// ```
/// use rank_and_file_core::training::analysis::move_accuracy;
///
/// assert_eq!(move_accuracy(0.0), 100.0);
/// assert_eq!(move_accuracy(10.0).round(), 65.0);
/// assert_eq!(move_accuracy(100.0), 0.0);
/// ```
pub fn move_accuracy(loss: f64) -> f64 {
    if loss <= 0.0 {
        return 100.0;
    }
    (103.1668 * (-0.04354 * loss).exp() - 3.1669 + UNSURE).clamp(0.0, 100.0)
}

/// The chances in a position as the accuracy of a game counts them: no more than ten pawns give, whether there
/// is a mate or not.
fn bounded(win: f64) -> f64 {
    let most = Score::from_cp(1_000).win();
    win.clamp(100.0 - most, most)
}

/// How accurately both sides have played a game, of which these are White's chances in every position, from 0 to
/// 100; nothing for a side without moves.
///
/// It is the mean of two means of the accuracy of the moves: the one is weighted by how much hung on each
/// of them (the standard deviation of the chances in the positions around), the other is harmonic.
pub fn game_accuracy(chances: &[f64], first: Color) -> ByColor<Option<f64>> {
    let mut moves = ByColor::<Vec<(f64, f64)>>::default();
    let mut side = first;
    for (position, weight) in chances.windows(2).zip(volatility(chances)) {
        let loss = side.fold_wb(position[0] - position[1], position[1] - position[0]);
        moves.get_mut(side).push((move_accuracy(loss), weight));
        side = side.other();
    }
    moves.map(|moves| side_accuracy(&moves))
}

/// How accurately one side has played. Of each of its moves come the accuracy and the weight, which is the
/// [`volatility`] of the game around it: the mean of the mean by these weights, and of the harmonic mean, which
/// one bad move spoils; from 0 to 100. `None` where there are no moves.
pub fn side_accuracy(moves: &[(f64, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let weights: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weighted = moves
        .iter()
        .map(|(accuracy, weight)| accuracy * weight)
        .sum::<f64>()
        / weights;
    let inverse: f64 = moves
        .iter()
        .map(|(accuracy, _)| 1.0 / accuracy.max(1.0))
        .sum();
    let harmonic = moves.len() as f64 / inverse;
    Some(weighted.midpoint(harmonic))
}

/// How much hangs on each move of a game, of which these are White's chances in every position: the standard
/// deviation of the chances in a window that ends near the move, from 0.5 to 12. The window is a tenth of the
/// game long, from 2 to 8 positions; moves before the first whole window have that one.
pub fn volatility(chances: &[f64]) -> Vec<f64> {
    let moves = chances.len().saturating_sub(1);
    let window = (moves / 10).clamp(2, 8).min(chances.len().max(1));
    let first = window.saturating_sub(2);
    let begins = std::iter::repeat_n(0, first).chain(0..);
    begins
        .take(moves)
        .map(|begin| deviation(&chances[begin..begin + window]).clamp(0.5, 12.0))
        .collect()
}

fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / count).sqrt()
}

/// So many positions are looked at for each position of the game, where no more is asked for.
pub const GAME_NODES: u64 = 100_000;
/// A glance gets the nodes divided by this.
const GLANCE: u64 = 8;
/// A second look gets the nodes multiplied by this. Of the blunders in 100 games of people, by Stockfish with 400,000 nodes,
/// 3 of 365 then lose fewer than 5 points of winning chances, where 10 of 373 did with one look; a review takes 1.85 times
/// as long.
pub(super) const SECOND_LOOK: u64 = 4;
/// An ending of kings and pawns gets the nodes multiplied by this, as what decides it lies further ahead than elsewhere. Each of
/// them takes twice the usual time.
const PAWN_ENDING: u64 = 4;
/// An engine of others, which may not count positions, is stopped after this.
const LONGEST: Duration = Duration::from_secs(10);
/// So many likely turning points are looked at before the rest, some of which will be none; and so many are looked at again.
pub const LIKELY: usize = 8;

/// What is known of a position of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedPosition {
    /// Who is to move in it.
    pub turn: Color,
    /// What it is worth for that side.
    pub score: Score,
    /// How it goes on if both play their best; empty where the game is over by the Laws.
    pub line: Vec<Move>,
}

impl JudgedPosition {
    /// The chances of a side, in percent.
    pub fn win(&self, side: Color) -> f64 {
        let win = self.score.win();
        if side == self.turn { win } else { 100.0 - win }
    }
}

/// How a position is looked at, after so many plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pass {
    /// At a glance, which gives a first idea.
    Glance(usize),
    /// Closely.
    Judge(usize),
    /// Once more and deeper, where a move would be blamed.
    LookAgain(usize),
}

impl Pass {
    /// After how many plies the position stands.
    pub fn ply(self) -> usize {
        match self {
            Self::Glance(ply) | Self::Judge(ply) | Self::LookAgain(ply) => ply,
        }
    }

    /// How long an engine may look that may not count positions.
    pub fn longest(self) -> Duration {
        match self {
            Self::Glance(_) => LONGEST / GLANCE as u32,
            Self::Judge(_) | Self::LookAgain(_) => LONGEST,
        }
    }
}

/// The course of a game. Positions are counted by plies: 0 is the first one. What was seen of one at a glance is not final,
/// nor is what is known of one beside a move that has lost much, until it was looked at again.
#[derive(Debug, Clone)]
pub struct GameAnalysis {
    start: Chess,
    moves: Vec<Move>,
    judged: Vec<Option<JudgedPosition>>,
    glanced: Vec<Option<JudgedPosition>>,
    /// Which positions were looked at again.
    rechecked: Vec<bool>,
    /// The side whose mistakes come first.
    person: Option<Color>,
}

impl GameAnalysis {
    /// The course of this game, of which is known what the Laws alone say.
    pub fn new(game: &Game) -> Self {
        let last = game.plies().len();
        let by_law = |ply: usize| {
            let position = game.position_at(ply);
            // The whole game knows of repetitions, but only at its end is it sure that they count.
            let ended = game.outcome().filter(|_| ply == last).and_then(worth);
            let alone = || Game::new(position.clone(), DrawRule::Claimed).outcome();
            let score = ended.or_else(|| alone().and_then(worth))?;
            Some(JudgedPosition {
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
            rechecked: vec![false; last + 1],
            person: None,
        }
    }

    /// The same for a person who has played against a program: their own mistakes come before those of the program.
    pub fn for_person(self, person: Option<Color>) -> Self {
        Self { person, ..self }
    }

    /// Whether it is the course of this game.
    pub fn is_of(&self, game: &Game) -> bool {
        let moves = game.plies().iter().map(|ply| &ply.mv);
        &self.start == game.start() && self.moves.iter().eq(moves)
    }

    /// How many plies the game has.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// What is known of the position after so many plies.
    pub fn at(&self, ply: usize) -> Option<&JudgedPosition> {
        self.judged.get(ply)?.as_ref()
    }

    /// What a position seems to be worth as long as that is not known.
    pub fn likely(&self, ply: usize) -> Option<&JudgedPosition> {
        self.at(ply).or_else(|| self.glanced.get(ply)?.as_ref())
    }

    /// How much of the work is done, from 0 to 1. The second look takes about as long as the first.
    pub fn part(&self) -> f64 {
        if self.next().is_none() {
            return 1.0;
        }
        let parts = self.judged.iter().zip(&self.glanced);
        let parts = parts.map(|(judged, glanced)| match (judged, glanced) {
            (Some(_), _) => 1.0,
            (None, Some(_)) => 1.0 / GLANCE as f64,
            (None, None) => 0.0,
        });
        let first_look = parts.sum::<f64>() / self.judged.len() as f64;
        let rechecked = self.rechecked.iter().filter(|done| **done).count() as f64;
        let second_look = rechecked / (rechecked + self.doubts().count() as f64).max(1.0);
        (first_look + second_look) / 2.0
    }

    /// What is to be looked at next; `None` where all is known. Glances go from the last position to the first:
    /// an engine that remembers what came of a move does not think better of it before it was played. Then come the
    /// likely turning points in the order of the game, and what is left. Last, those that turned out to be some are looked at
    /// again: what is blamed is blamed for good.
    pub fn next(&self) -> Option<Pass> {
        let unknown = |ply: usize| self.judged[ply].is_none();
        let mut backwards = (0..self.judged.len()).rev();
        if let Some(ply) = backwards.find(|ply| self.likely(*ply).is_none()) {
            return Some(Pass::Glance(ply));
        }
        let around = self.likely_points().into_iter();
        let mut around = around.flat_map(|ply| [ply, ply - 1]);
        let next = around.find(|ply| unknown(*ply));
        let next = next.or_else(|| self.judged.iter().rposition(Option::is_none));
        next.map(Pass::Judge)
            .or_else(|| self.doubts().next().map(Pass::LookAgain))
    }

    /// The positions beside turning points that were looked at only once.
    fn doubts(&self) -> impl Iterator<Item = usize> {
        let doubtful = |ply: &usize| {
            let goes_on = self.at(*ply).is_some_and(|known| !known.line.is_empty());
            goes_on && !self.rechecked[*ply]
        };
        let points = self.turning_points(LIKELY).into_iter();
        points.flat_map(|ply| [ply, ply - 1]).filter(doubtful)
    }

    /// The plies that seemed at a glance to have lost the most, in the order of the game.
    fn likely_points(&self) -> Vec<usize> {
        let seen = |ply: usize| self.glanced[ply].as_ref().or_else(|| self.at(ply));
        let lost = (1..=self.plies()).filter_map(|ply| {
            let (before, after) = seen(ply - 1).zip(seen(ply))?;
            let best = before.line.first() == Some(&self.moves[ply - 1]);
            let loss = before.win(before.turn) - after.win(before.turn);
            (!best && Judgment::of(loss).is_some()).then_some((loss, ply))
        });
        self.most_of(lost.collect(), LIKELY)
    }

    /// What is to be asked about a position by a search that looks at so many for each of the game. The built-in
    /// searcher, which counts them in a single thread, finds the same each time.
    pub fn question(&self, pass: Pass, nodes: u64) -> Question {
        let start = self.start.clone();
        let moves = self.moves[..pass.ply().min(self.moves.len())].to_vec();
        let here = position_after(&start, &moves);
        let board = here.board();
        let nodes = match board.occupied() == board.kings() | board.pawns() {
            true => nodes.saturating_mul(PAWN_ENDING),
            false => nodes,
        };
        // What was seen at a glance is part of it.
        let glance = (nodes / GLANCE).max(1);
        let nodes = match pass {
            Pass::Glance(_) => glance,
            Pass::Judge(_) => nodes.saturating_sub(glance).max(1),
            Pass::LookAgain(_) => nodes.saturating_mul(SECOND_LOOK),
        };
        Question {
            start,
            moves,
            lines: 1,
            limits: Limits {
                nodes: Some(nodes),
                ..Limits::default()
            },
        }
    }

    /// Takes what was found for a position, if nothing is known of it yet or it was looked at again. Whether anything was found.
    pub fn judge(&mut self, pass: Pass, found: &Found) -> bool {
        let (ply, turn) = (pass.ply(), self.turn(pass.ply()));
        let known = match pass {
            Pass::Glance(_) => self.glanced.get_mut(ply),
            Pass::Judge(_) | Pass::LookAgain(_) => self.judged.get_mut(ply),
        };
        let (Some(known), Some(best)) = (known, found.lines.first()) else {
            return false;
        };
        if matches!(pass, Pass::LookAgain(_)) {
            self.rechecked[ply] = true;
            known.take();
        }
        known.get_or_insert_with(|| JudgedPosition {
            turn,
            score: best.score,
            line: best.moves.clone(),
        });
        true
    }

    /// Looks at everything that is not known yet, until that is stopped. Each pass is told. However slow the machine, the same
    /// number of positions gives the same answers.
    pub fn reckon(
        &mut self,
        searcher: &mut Searcher,
        nodes: u64,
        stop: &Stop,
        mut tell: impl FnMut(&Self, Pass),
    ) {
        while let Some(pass) = self.next() {
            let asked = self.question(pass, nodes);
            let positions = asked.positions();
            let found =
                searcher.search(&positions, asked.lines, asked.limits, stop.clone(), |_| {});
            // What was found until then is not what would have been.
            if stop.is_stopped() || !self.judge(pass, &found) {
                return;
            }
            tell(self, pass);
        }
    }

    fn turn(&self, ply: usize) -> Color {
        let first = self.start.turn();
        if ply % 2 == 0 { first } else { first.other() }
    }

    /// White's chances in a position, in percent.
    pub fn win(&self, ply: usize) -> Option<f64> {
        self.at(ply).map(|judged| judged.win(Color::White))
    }

    /// How many points of the chances the mover has lost by a ply; the first one is 1.
    pub fn loss(&self, ply: usize) -> Option<f64> {
        let before = self.at(ply.checked_sub(1)?)?;
        let after = self.at(ply)?;
        Some((before.win(before.turn) - after.win(before.turn)).max(0.0))
    }

    /// What a ply is that has lost chances. The best that was seen is never blamed for what was seen later.
    pub fn judgment(&self, ply: usize) -> Option<Judgment> {
        let before = ply.checked_sub(1)?;
        let best = self.at(before)?.line.first();
        if best == self.moves.get(before) {
            return None;
        }
        Judgment::of(self.loss(ply)?)
    }

    /// How many plies are judged so badly or worse, as far as they are known.
    pub fn count(&self, least: Judgment) -> usize {
        let judgments = (1..=self.plies()).map(|ply| self.judgment(ply));
        judgments
            .filter(|judgment| *judgment >= Some(least))
            .count()
    }

    /// The plies that have lost the most, a person's before those of a program, as far as they are known: so many at most, in the
    /// order of the game.
    pub fn turning_points(&self, most: usize) -> Vec<usize> {
        let blamed = (1..=self.plies()).filter(|ply| self.judgment(*ply).is_some());
        let lost = blamed.filter_map(|ply| Some((self.loss(ply)?, ply)));
        self.most_of(lost.collect(), most)
    }

    /// The plies that have lost the most, a person's before those of a program: so many at most, in the order of the game.
    fn most_of(&self, mut lost: Vec<(f64, usize)>, most: usize) -> Vec<usize> {
        let own = |ply: usize| {
            self.person
                .is_none_or(|person| self.turn(ply - 1) == person)
        };
        lost.sort_by(|(one, ply), (other, other_ply)| {
            let first = own(*other_ply).cmp(&own(*ply));
            first.then(other.total_cmp(one))
        });
        let mut plies: Vec<usize> = lost.into_iter().take(most).map(|(_, ply)| ply).collect();
        plies.sort_unstable();
        plies
    }

    /// How accurately both sides have played, from 0 to 100; nothing for a side without moves. Known once all
    /// positions are.
    ///
    /// Here a mate is worth ten pawns, as is everything above.
    pub fn accuracy(&self) -> Option<ByColor<Option<f64>>> {
        if self.next().is_some() {
            return None;
        }
        let chances = |ply| Some(bounded(self.win(ply)?));
        let chances: Option<Vec<f64>> = (0..self.judged.len()).map(chances).collect();
        Some(game_accuracy(&chances?, self.start.turn()))
    }
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

/// What a game comes down to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameSummary {
    /// From this ply on the winner was winning to the end.
    Decided(usize),
    /// The winner had a clear advantage from the first position on.
    AlwaysClear(Color),
    /// One side won while neither had a clear advantage on the board.
    Undecided,
    /// This side had a clear advantage on the board at the end, whether it has won or not.
    ClearAtEnd(Color),
    /// A draw: neither side ever had a clear advantage.
    Balanced,
    /// A draw, though this side had a clear advantage, for the last time after so many plies.
    LetGo(Color, usize),
}

/// From so many points of the chances on an advantage is clear.
pub const CLEAR: f64 = 75.0;
/// From so many on a game is decided, if that lasts to the end: the other side has next to nothing left to lose.
const WINNING: f64 = 85.0;

impl GameAnalysis {
    /// What the game comes down to that has ended so; known once there is nothing more to be looked at.
    pub fn summary(&self, outcome: Outcome) -> Option<GameSummary> {
        if self.next().is_some() {
            return None;
        }
        let last = self.plies();
        let chances: Option<Vec<f64>> = (0..=last).map(|ply| self.win(ply)).collect();
        let chances = chances?;
        let win = |side: Color, ply: usize| side.fold_wb(chances[ply], 100.0 - chances[ply]);
        let clear = |(side, ply): &(Color, usize)| win(*side, *ply) >= CLEAR;
        let sides = |ply: usize| Color::ALL.map(|side| (side, ply));
        let at_end = sides(last).into_iter().find(clear).map(|(side, _)| side);
        let Some(winner) = outcome.winner else {
            let mut before = (0..last).rev().flat_map(sides);
            return Some(match (at_end, before.find(clear)) {
                (Some(side), _) => GameSummary::ClearAtEnd(side),
                (None, Some((side, ply))) => GameSummary::LetGo(side, ply),
                (None, None) => GameSummary::Balanced,
            });
        };
        let undecided = (0..=last).rfind(|ply| win(winner, *ply) < WINNING);
        Some(match (at_end, undecided) {
            (None, _) => GameSummary::Undecided,
            _ if (0..=last).all(|ply| clear(&(winner, ply))) => GameSummary::AlwaysClear(winner),
            (Some(_), Some(before)) if before < last => GameSummary::Decided(before + 1),
            (Some(side), _) => GameSummary::ClearAtEnd(side),
        })
    }
}
