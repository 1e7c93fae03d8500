//! How a computer behaves as a player, besides finding moves: its level and name, what it overlooks, how it begins,
//! how long it thinks, when it resigns, and what it answers. It judges by what it has found itself, so that a
//! weak one judges weakly.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use fastrand::Rng;
use shakmaty::{Chess, Color, Move, Position};

use super::human::chance_at;
use super::limits::allot_time;
use super::uci::{engine_name, is_known};
use super::{Found, Level, Limits, Score, Style};
use crate::chess::openings::{self, Opening};
use crate::chess::{Action, Bonus, Clock, Game, MonotonicTime, Offer, start_position};

/// From this level on it declines every takeback.
const NO_TAKEBACKS_FROM: u8 = 8;
/// From this level on it resigns a lost game; below it, the player may mate it.
const RESIGNS_FROM: u8 = 4;

/// A lower score is no advantage, in hundredths of a pawn.
const EVEN: i32 = 30;
/// What changes the course of a game.
const MUCH: i32 = 100;
/// With so much less a draw is welcome.
const WORSE: i32 = -150;
/// With so much less all is lost: a queen.
const LOST: i32 = -900;
/// So many of its last scores have to agree before it resigns, or takes a draw in an even game.
const SURE: usize = 4;
/// A mate in so few moves is left to the one who has found it.
const MATE_AT_HAND: i32 = 3;
/// A side that has less left may lose on time, in milliseconds.
const NEAR_FLAG: u64 = 10_000;
/// A long game, and for how long nothing has been taken and no pawn has moved in a lifeless one: half-moves.
const LONG_AND_LIFELESS: (usize, u32) = (80, 20);

/// How a computer plays one game, besides finding its moves.
#[derive(Debug, Clone)]
pub struct PlayPolicy {
    computer: Computer,
    seed: u64,
    /// After how many plies it has found what its position is worth to it, the last one last.
    scores: Vec<(usize, i32)>,
}

impl PlayPolicy {
    /// How this player plays a game that begins or goes on. With the same seed it behaves the same.
    pub fn new(computer: Computer, seed: u64) -> Self {
        Self {
            computer,
            seed,
            scores: Vec::new(),
        }
    }

    /// Who it is.
    pub(crate) fn computer(&self) -> &Computer {
        &self.computer
    }

    /// The number by which chance decides for it.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// How it looks for its next move.
    pub fn limits(&self, game: &Game, now: MonotonicTime) -> Limits {
        let hard_time = match self.computer {
            // Its short look takes milliseconds.
            Computer::Level(_) => None,
            // An engine uses up what it is given.
            Computer::Engine(_) => Some(game.clock().map_or(WITHOUT_CLOCK, |clock| {
                let (soft_time, _) = of_clock(clock, game.turn(), now);
                soft_time.min(LONGEST_THOUGHT)
            })),
        };
        Limits {
            hard_time,
            ..Limits::default()
        }
    }

    /// How long after it began to think it plays what it has found, at the least: as long as a person would hesitate.
    pub fn pause(&self, game: &Game, found: &Found, now: MonotonicTime) -> Duration {
        let recaptures = game.plies().last().is_some_and(|last| {
            last.captured().is_some() && found.best().is_some_and(|best| best.to() == last.mv.to())
        });
        let chance = self.chance(game).f64();
        if let Some(clock) = game.clock() {
            return by_clock(game, clock, now, recaptures, chance);
        }
        let score = found.lines.first().map(|line| line.score.in_material());
        let before = self.before(game).last();
        let surprised = score
            .zip(before)
            .is_some_and(|(score, before)| (score - before).abs() >= MUCH);
        without_clock(game, recaptures, surprised, chance)
    }

    /// What it does when it is to move and has found this: it moves, resigns, or claims a draw.
    pub fn decide(&mut self, game: &Game, found: &Found) -> Option<Action> {
        let best = found.lines.first()?;
        let mv = *best.moves.first()?;
        if game.outcome().is_some() {
            return None;
        }
        let (played, score) = (game.plies().len(), best.score.in_material());
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
        Some(mv.into())
    }

    /// What it answers to what is offered to it.
    pub fn answer(&self, game: &Game, offer: Offer) -> Action {
        let accepts = match offer {
            Offer::Draw { by } => self.takes_draw(game, by.other()),
            Offer::Takeback { .. } => self
                .computer
                .level()
                .is_some_and(|level| level.number() < NO_TAKEBACKS_FROM),
        };
        if accepts {
            Action::Accept
        } else {
            Action::Decline
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
        chance_at(self.seed, ply)
    }

    /// A move of the opening. What it has found is better where that wins something or saves it; engines of
    /// others have openings of their own.
    fn opening(&self, game: &Game, score: i32) -> Option<Move> {
        let level = self.computer.level().filter(|_| score.abs() < MUCH)?;
        opening_move(game, level.style(), &mut self.chance(game))
    }

    /// Whether it resigns, having found this just now.
    fn gives_up(&self, game: &Game, score: Score) -> bool {
        let knows = self
            .computer
            .level()
            .is_none_or(|level| level.number() >= RESIGNS_FROM);
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

/// A player that is a program. As a text, it is the number of a level, `3`, or a rating, `1500`, or what finds an
/// engine: the name of a known one, `stockfish`, or the whole path of its file.
///
/// ```
/// use rank_and_file_core::engine::Computer;
///
/// let third: Computer = "3".parse().unwrap();
/// assert_eq!(third.name(), "Computer, level 3");
/// let club: Computer = "1500".parse().unwrap();
/// assert_eq!(club.name(), "Computer, rating 1500");
/// assert_eq!("/opt/deep/blue".parse::<Computer>().unwrap().name(), "blue");
/// assert!("11".parse::<Computer>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Computer {
    /// The built-in searcher, at a level.
    Level(Level),
    /// An engine from outside.
    Engine(String),
}

/// What is no player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("that is neither a level from 1 to 10, nor a rating from 600 to 2200, nor an engine")]
pub struct ParseComputerError;

impl Computer {
    /// Whether it is the built-in searcher or a known engine, and not just some file. What comes from others, such as
    /// a log, must not choose which programs are started.
    pub fn is_known(&self) -> bool {
        match self {
            Self::Level(_) => true,
            Self::Engine(engine) => is_known(engine),
        }
    }

    /// The level of the built-in searcher; `None` for an engine.
    pub fn level(&self) -> Option<Level> {
        match self {
            Self::Level(level) => Some(*level),
            Self::Engine(_) => None,
        }
    }

    /// What it is called in logs and in other programs.
    pub fn name(&self) -> String {
        match self {
            Self::Level(level) => level.name(),
            Self::Engine(engine) => engine_name(engine),
        }
    }
}

impl fmt::Display for Computer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Level(level) => level.fmt(f),
            Self::Engine(engine) => engine.fmt(f),
        }
    }
}

impl FromStr for Computer {
    type Err = ParseComputerError;

    fn from_str(text: &str) -> Result<Self, ParseComputerError> {
        if let Ok(number) = text.parse::<i64>() {
            let level = u8::try_from(number).ok().and_then(Level::new);
            let rated = || u32::try_from(number).ok().and_then(Level::exactly);
            return level
                .or_else(rated)
                .map(Self::Level)
                .ok_or(ParseComputerError);
        }
        let is_name = !text.is_empty() && !text.contains('/');
        let is_engine = is_name || (Path::new(text).is_absolute() && !text.ends_with('/'));
        let readable = !text.chars().any(char::is_control);
        (is_engine && readable)
            .then(|| Self::Engine(text.to_owned()))
            .ok_or(ParseComputerError)
    }
}

/// What an engine has for a move where there are no clocks.
const WITHOUT_CLOCK: Duration = Duration::from_secs(2);
/// What is kept of a clock for the way of each move to it, in milliseconds.
const RESERVE: u64 = 1_020;
/// An engine is not waited for longer than that, however much time it has.
const LONGEST_THOUGHT: Duration = Duration::from_secs(10);
/// A player is not made to wait longer than that for a move that has been found.
const LONGEST_PAUSE: Duration = Duration::from_secs(3);

/// What a side may spend on this move: in the usual case, and at most.
fn of_clock(clock: &Clock, side: Color, now: MonotonicTime) -> (Duration, Duration) {
    let (increment, free) = match clock.bonus(side) {
        Bonus::None => (0, 0),
        Bonus::Fischer(ms) | Bonus::Bronstein(ms) => (ms, 0),
        // Of what costs nothing some is left for the way to the clock.
        Bonus::SimpleDelay(_) => (0, clock.delay_left(now) / 2),
    };
    // One move more than has to be made: the last one shall not take all that is left.
    let moves = moves_to_go(clock, side).map(|moves| moves + 1);
    let (soft_time, most) = allot_time(clock.left(side, now), increment, moves, RESERVE);
    // An engine that is given no time at all may not answer.
    let free = Duration::from_millis(free.max(1));
    (soft_time + free, most + free)
}

/// How many moves are left until more time comes; `None` where none comes.
fn moves_to_go(clock: &Clock, side: Color) -> Option<u64> {
    let made = u64::from(*clock.reading().moves.get(side));
    let allowance = clock.control().side(side);
    let mut due = 0;
    for number in 0.. {
        due += u64::from(allowance.period(number).moves?);
        if due > made {
            break;
        }
    }
    Some(due - made)
}

/// Hardly any time where there is nothing to choose, more where much is at stake. `surprised` says that things are not
/// what they seemed a move ago, `chance` is from 0 to 1.
fn without_clock(game: &Game, recaptures: bool, surprised: bool, chance: f64) -> Duration {
    let position = game.position();
    let choice = position.legal_moves().len();
    let ms = if choice == 1 {
        350
    } else if recaptures || game.plies().len() < OPENING {
        600
    } else {
        let stake = if surprised || position.is_check() {
            700
        } else {
            0
        };
        900 + 20 * choice.min(40) + stake
    };
    // No player is a metronome.
    let person = Duration::from_millis(ms as u64).mul_f64(0.7 + 0.6 * chance);
    person.min(LONGEST_PAUSE)
}

/// Which part of the time left, and of thirty increments, people usually take for a move, by eight plies each. Medians of
/// rated games of 3 to 15 minutes at lichess.
const USUAL_PART: [f64; 9] = [0.005, 0.014, 0.021, 0.026, 0.03, 0.03, 0.029, 0.025, 0.016];
/// The part of their usual time that they take for a recapture.
const RECAPTURE: f64 = 0.4;
/// The scale of the logistic distribution to which the logarithms of their times come near.
const SPREAD: f64 = 0.58;
/// With less left, in milliseconds, a player hurries.
const SHORT_OF_TIME: u64 = 60_000;
/// With a clock, a player is not made to wait longer for a move that has been found.
const LONGEST_BY_CLOCK: Duration = Duration::from_secs(15);

/// As much of the clock as people take at this stage of a game.
fn by_clock(
    game: &Game,
    clock: &Clock,
    now: MonotonicTime,
    recaptures: bool,
    chance: f64,
) -> Duration {
    let side = game.turn();
    let increment = match clock.bonus(side) {
        Bonus::Fischer(ms) | Bonus::Bronstein(ms) | Bonus::SimpleDelay(ms) => ms,
        Bonus::None => 0,
    };
    let left = Duration::from_millis(clock.left(side, now) + 30 * increment);
    let stage = (game.plies().len() / 8).min(USUAL_PART.len() - 1);
    let likely = chance.clamp(0.03, 0.97);
    let odd = (SPREAD * (likely / (1.0 - likely)).ln()).exp();
    let quick = if recaptures || game.position().legal_moves().len() == 1 {
        RECAPTURE
    } else {
        1.0
    };
    let person = left.mul_f64(USUAL_PART[stage] * odd * quick);
    let (usual, most) = of_clock(clock, side, now);
    let hurries = clock.left(side, now) < SHORT_OF_TIME;
    person
        .min(if hurries { usual } else { most })
        .min(LONGEST_BY_CLOCK)
}

/// So many half-moves are played by their names.
const OPENING: usize = 8;

/// So often of ten times a move is chosen that fits the style, where there is one.
const TASTE: usize = 9;

/// What would be chosen so many times less often than the usual move is not played.
const CURIOUS: usize = 20;

/// A move that leads to a named opening, by chance; `None` where there is none, or the opening is over.
fn opening_move(game: &Game, style: Style, chance: &mut Rng) -> Option<Move> {
    if game.plies().len() >= OPENING || *game.start() != start_position() {
        return None;
    }
    let from = openings::at(game.position());
    let mut known: Vec<(Move, usize, bool)> = named(game.position())
        .map(|(mv, to, after)| (mv, weight(&after), style.likes(from, to)))
        .collect();
    let most = known.iter().map(|(_, weight, _)| *weight).max()?;
    known.retain(|(_, weight, _)| weight * CURIOUS >= most);
    let liked = known.iter().any(|(.., liked)| *liked);
    if liked && chance.usize(..10) < TASTE {
        known.retain(|(.., liked)| *liked);
    }
    let all: usize = known.iter().map(|(_, weight, _)| weight).sum();
    let mut drawn = chance.usize(..all);
    let chosen = known.into_iter().find(|(_, weight, _)| {
        let found = drawn < *weight;
        drawn = drawn.saturating_sub(*weight);
        found
    });
    chosen.map(|(mv, ..)| mv)
}

/// How often an opening is chosen. The more answers to it have a name, the more it is played; a curiosity has
/// few.
fn weight(position: &Chess) -> usize {
    1 + named(position).count().pow(2)
}

/// The moves that lead to named openings, these, and where they lead.
fn named(position: &Chess) -> impl Iterator<Item = (Move, &'static Opening, Chess)> + '_ {
    position.legal_moves().into_iter().filter_map(|mv| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        openings::at(&after).map(|opening| (mv, opening, after))
    })
}
