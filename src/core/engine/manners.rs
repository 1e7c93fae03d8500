//! What a player that is a program does besides finding moves: how long it thinks, how it begins, when it
//! gives up, and what it answers. It judges by what it has found itself, so that a weak one judges weakly.

use std::time::Duration;

use fastrand::Rng;
use shakmaty::{Color, Move, Position};

use super::repertoire::opening_move;
use super::{Computer, Found, Limits, Score, pace};
use crate::rules::{Action, Game, Moment, Offer};

/// From this level on nothing is given back.
const STRICT: u8 = 8;
/// From this level on one knows when all is lost; whoever plays against a lower one gets to mate it.
const KNOWING: u8 = 4;

/// What is worth no more is no advantage, in hundredths of a pawn.
const EVEN: i32 = 30;
/// What changes the course of a game.
const MUCH: i32 = 100;
/// With so much less a draw is welcome.
const WORSE: i32 = -150;
/// With so much less all is lost: a queen.
const LOST: i32 = -900;
/// Over so many of its own moves a judgement is no passing fright.
const SURE: usize = 4;
/// A mate in so few moves is left to the one who has found it.
const MATE_AT_HAND: i32 = 3;
/// Who has less left may lose on time, in milliseconds.
const NEAR_FLAG: u64 = 10_000;
/// A long game, and for how long nothing has been taken and no pawn has moved in a lifeless one: half-moves.
const LONG_AND_LIFELESS: (usize, u32) = (80, 20);

/// The manners of one player in one game.
#[derive(Debug, Clone)]
pub struct Manners {
    computer: Computer,
    seed: u64,
    /// After how many plies it has found what its position is worth to it, the last one last.
    scores: Vec<(usize, i32)>,
}

impl Manners {
    /// The manners of this player in a game that begins or goes on. With the same seed it behaves the same.
    #[must_use]
    pub fn new(computer: Computer, seed: u64) -> Self {
        Self {
            computer,
            seed,
            scores: Vec::new(),
        }
    }

    /// How it looks for its next move.
    #[must_use]
    pub fn limits(&self, game: &Game, now: Moment) -> Limits {
        pace::limits(&self.computer, game, now)
    }

    /// How long after it began to think it plays what it has found, at the least.
    #[must_use]
    pub fn pause(&self, game: &Game, found: &Found, now: Moment) -> Duration {
        let score = found.lines.first().map(|line| line.score.value());
        let before = self.before(game).last();
        let surprised = score
            .zip(before)
            .is_some_and(|(score, before)| (score - before).abs() >= MUCH);
        pace::pause(game, found, now, surprised, self.chance(game).f64())
    }

    /// What it does when it is to move and has found this: it moves, resigns, or claims a draw.
    #[must_use]
    pub fn decide(&mut self, game: &Game, found: &Found) -> Option<Action> {
        let best = found.lines.first()?;
        let mv = *best.moves.first()?;
        if game.outcome().is_some() {
            return None;
        }
        let (played, score) = (game.plies().len(), best.score.value());
        // What came after was taken back.
        self.scores.retain(|(ply, _)| *ply < played);
        self.scores.push((played, score));
        if self.gives_up(game, best.score) {
            return Some(Action::Resign(game.turn()));
        }
        if score < EVEN && game.draw_rule().waits_for_claim() {
            if !game.claims().is_empty() {
                return Some(Action::Claim(None));
            }
            if !game.claims_with(mv).is_empty() {
                return Some(Action::Claim(Some(mv)));
            }
        }
        let mv = self.opening(game, score).unwrap_or(mv);
        Some(Action::Move {
            from: mv.from()?,
            to: mv.to(),
            promotion: mv.promotion(),
        })
    }

    /// What it answers to what is offered to it.
    #[must_use]
    pub fn answer(&self, game: &Game, offer: Offer) -> Action {
        let accepts = match offer {
            Offer::Draw { by } => self.takes_draw(game, by.other()),
            Offer::Takeback { .. } => self.level().is_some_and(|level| level < STRICT),
        };
        if accepts {
            Action::Accept
        } else {
            Action::Decline
        }
    }

    /// The number of its level; `None` for an engine.
    fn level(&self) -> Option<u8> {
        match self.computer {
            Computer::Level(level) => Some(level.number()),
            Computer::Engine(_) => None,
        }
    }

    /// What it found at its moves that led to this position, the last one last.
    fn before(&self, game: &Game) -> impl DoubleEndedIterator<Item = i32> + '_ {
        let played = game.plies().len();
        let still_played = move |(ply, _): &&(usize, i32)| *ply < played;
        self.scores
            .iter()
            .filter(still_played)
            .map(|(_, score)| *score)
    }

    /// Chance is the same for the same seed at the same ply.
    fn chance(&self, game: &Game) -> Rng {
        let ply = game.plies().len() as u64 + 1;
        Rng::with_seed(self.seed ^ ply.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// A move of the opening. What it has found is better where that wins something or saves it; engines of
    /// others have openings of their own.
    fn opening(&self, game: &Game, score: i32) -> Option<Move> {
        self.level().filter(|_| score.abs() < MUCH)?;
        opening_move(game, &mut self.chance(game))
    }

    /// Whether it resigns, having found this just now.
    fn gives_up(&self, game: &Game, score: Score) -> bool {
        let knows = self.level().is_none_or(|level| level >= KNOWING);
        let lately = || self.scores.iter().rev().take(SURE);
        let lost = self.scores.len() >= SURE && lately().all(|(_, score)| *score <= LOST);
        let is_mated_soon = matches!(score, Score::Mate(moves) if moves >= -MATE_AT_HAND);
        knows && lost && !is_mated_soon && can_win(game, game.turn().other())
    }

    /// Whether a draw is welcome to it: where it is worse, cannot win, or where nothing happens any more.
    fn takes_draw(&self, game: &Game, own: Color) -> bool {
        if game.position().has_insufficient_material(own) {
            return true;
        }
        let lately: Vec<i32> = self.before(game).rev().take(SURE).collect();
        let worse = lately.len() >= 2 && lately.iter().take(2).all(|score| *score <= WORSE);
        let (long, lifeless) = LONG_AND_LIFELESS;
        let nothing_happens = game.plies().len() >= long && game.position().halfmoves() >= lifeless;
        let even = lately.len() == SURE && lately.iter().all(|score| score.abs() < EVEN);
        worse || nothing_happens && even
    }
}

/// Whether a side has what it takes to win: pieces, and time.
fn can_win(game: &Game, side: Color) -> bool {
    let in_time = game
        .clocks_left()
        .is_none_or(|left| *left.get(side) >= NEAR_FLAG);
    in_time && !game.position().has_insufficient_material(side)
}
