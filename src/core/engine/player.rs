//! How a computer sits at a table, besides finding moves: its level and name, what it overlooks, how it begins,
//! how long it thinks, when it resigns, and what it answers. It judges by what it has found itself, so that a
//! weak one judges weakly.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use fastrand::Rng;
use shakmaty::{Chess, Color, Move, Position, Role};

use super::move_ordering::piece_value;
use super::search::Node;
use super::uci::{engine_name, is_known};
use super::{Found, Limits, Score, limits};
use crate::chess::openings;
use crate::chess::{Action, Game, Moment, Offer, start_position};

/// From this level on nothing is given back.
const STRICT: u8 = 8;
/// From this level on one knows when all is lost; who plays against a lower one gets to mate it.
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

    /// How it looks for its next move.
    pub fn limits(&self, game: &Game, now: Moment) -> Limits {
        limits::limits(&self.computer, game, now)
    }

    /// How long after it began to think it plays what it has found, at the least.
    pub fn pause(&self, game: &Game, found: &Found, now: Moment) -> Duration {
        let score = found.lines.first().map(|line| line.score.value());
        let before = self.before(game).last();
        let surprised = score
            .zip(before)
            .is_some_and(|(score, before)| (score - before).abs() >= MUCH);
        limits::pause(game, found, now, surprised, self.chance(game).f64())
    }

    /// What it does when it is to move and has found this: it moves, resigns, or claims a draw.
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
        Some(mv.into())
    }

    /// What it answers to what is offered to it.
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

/// How well the computer plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What a level can do: how far it looks ahead, and how much it overlooks; and about which rating that is. The
/// upper three ratings come from games against Stockfish 15 at 1350, 1600 and 1800 points of its scale; each lower
/// one from how often its level wins against the next.
const ABILITIES: [(u32, f64, u32); 10] = [
    (1, 8.0, 200),
    (1, 5.0, 300),
    (1, 3.5, 400),
    (1, 2.0, 500),
    (1, 1.2, 650),
    (2, 0.76, 800),
    (3, 0.53, 1_000),
    (4, 0.34, 1_200),
    (5, 0.2, 1_450),
    (6, 0.11, 1_600),
];

impl Level {
    /// The weakest.
    pub const FIRST: Self = Self(1);
    /// The strongest.
    pub const LAST: Self = Self(10);

    /// The level of this number, 1 to 10.
    pub fn new(number: u8) -> Option<Self> {
        (1..=10).contains(&number).then_some(Self(number))
    }

    /// 1 to 10.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The level whose rating is nearest to this one.
    pub fn rated(rating: u32) -> Self {
        let mut nearest = Self(1);
        for level in (2..=10).map(Self) {
            if level.rating().abs_diff(rating) < nearest.rating().abs_diff(rating) {
                nearest = level;
            }
        }
        nearest
    }

    /// About how strong it is: 200 to 1600.
    pub fn rating(self) -> u32 {
        self.ability().2
    }

    fn ability(self) -> (u32, f64, u32) {
        ABILITIES[usize::from(self.0 - 1)]
    }

    pub(super) fn handicap(self, seed: u64) -> Handicap {
        Handicap {
            blindness: self.ability().1,
            seed,
        }
    }

    /// How far it looks ahead, however much time there is.
    pub fn limits(self) -> Limits {
        Limits {
            depth: Some(self.ability().0),
            ..Limits::default()
        }
    }
}

/// A player that is a program. As a text, it is the number of a level, `3`, or what finds an engine: the name
/// of a known one, `stockfish`, or the whole path of its file.
///
/// ```
/// use rank_and_file_core::engine::Computer;
///
/// let third: Computer = "3".parse().unwrap();
/// assert_eq!(third.name(), "Computer, level 3");
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
#[error("that is neither a level from 1 to 10 nor an engine")]
pub struct NoComputer;

/// What stands before the number of a level in a name.
const LEVEL: &str = "Computer, level ";

impl Computer {
    /// Whether it is the built-in searcher or a known engine, and not just some file. What comes from others, such as
    /// a log, must not choose which programs are started.
    pub fn is_known(&self) -> bool {
        match self {
            Self::Level(_) => true,
            Self::Engine(engine) => is_known(engine),
        }
    }

    /// What it is called in logs and in other programs.
    pub fn name(&self) -> String {
        match self {
            Self::Level(level) => format!("{LEVEL}{}", level.number()),
            Self::Engine(engine) => engine_name(engine),
        }
    }
}

impl Level {
    /// The level of the player who has this name.
    pub fn named(name: &str) -> Option<Self> {
        let number = name.strip_prefix(LEVEL)?;
        let level = Self::new(number.parse().ok()?)?;
        // Other ways to write the number are other names.
        (level.number().to_string() == number).then_some(level)
    }
}

impl fmt::Display for Computer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Level(level) => level.number().fmt(f),
            Self::Engine(engine) => engine.fmt(f),
        }
    }
}

impl FromStr for Computer {
    type Err = NoComputer;

    fn from_str(text: &str) -> Result<Self, NoComputer> {
        if let Ok(number) = text.parse::<i64>() {
            let level = u8::try_from(number).ok().and_then(Level::new);
            return level.map(Self::Level).ok_or(NoComputer);
        }
        let is_name = !text.is_empty() && !text.contains('/');
        let is_engine = is_name || (Path::new(text).is_absolute() && !text.ends_with('/'));
        let readable = !text.chars().any(char::is_control);
        (is_engine && readable)
            .then(|| Self::Engine(text.to_owned()))
            .ok_or(NoComputer)
    }
}

/// How well a player sees.
#[derive(Debug, Clone, Copy)]
pub(super) struct Handicap {
    /// 0 sees everything; with 1 a quiet move that is hard to see is overlooked two times in three.
    pub blindness: f64,
    /// What is overlooked is another thing in each game.
    pub seed: u64,
}

impl Handicap {
    /// Whether a legal move is seen, so many half-moves from the position on the board.
    pub fn sees(&self, node: &Node, mv: Move, ply: usize, last: Option<Move>) -> bool {
        if self.blindness <= 0.0 {
            return true;
        }
        let overlooked = 1.0 - (-self.blindness * difficulty(node, mv, ply, last)).exp();
        let from = mv.from().map_or(0, |from| from as u64);
        let chance = mix(node.hash ^ mix(self.seed ^ (from << 6) ^ mv.to() as u64));
        // The upper 53 bits are as many as such a number has.
        (chance >> 11) as f64 / (1_u64 << 53) as f64 >= overlooked
    }
}

/// How hard a move is to be seen; 1 for one that needs a second look.
fn difficulty(node: &Node, mv: Move, ply: usize, last: Option<Move>) -> f64 {
    let Some(from) = mv.from() else { return 0.0 };
    let to = mv.to();
    let turn = node.position.turn();
    let later = match ply {
        // One's own next move is the first thing that comes to mind, the answer the second.
        0 => 0.35,
        1 => 1.0,
        ply => 1.0 + 0.25 * (ply as f64 - 1.0),
    };
    let mut hard = if let Some(taken) = mv.capture() {
        // To take back is natural, and so is to take what is worth more.
        if last.is_some_and(|last| last.to() == to) {
            return 0.1 * later;
        }
        if piece_value(taken) > piece_value(mv.role()) {
            0.25
        } else {
            0.5
        }
    } else if mv.promotion().is_some() || mv.is_castle() {
        0.2
    } else {
        0.8
    };
    let far = from.distance(to);
    if far > 2 && !mv.is_castle() {
        hard += 0.12 * f64::from(far - 2);
    }
    let (before, after) = (from.rank() as i32, to.rank() as i32);
    let forward = turn.fold_wb(after - before, before - after);
    if forward < 0 {
        hard += 0.4;
    } else if forward == 0 && !mv.is_castle() {
        hard += 0.2;
    }
    if mv.role() == Role::Knight {
        hard += 0.2;
    }
    hard * later
}

/// Numbers that look random, the same for the same.
fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// So many half-moves are played by their names.
pub(super) const OPENING: usize = 8;

/// What would be chosen so many times less often than the usual move is not played.
const CURIOUS: usize = 20;

/// A move that leads to a named opening, by chance; `None` where there is none, or the opening is over.
pub(super) fn opening_move(game: &Game, chance: &mut Rng) -> Option<Move> {
    if game.plies().len() >= OPENING || *game.start() != start_position() {
        return None;
    }
    let mut known: Vec<(Move, usize)> = named(game.position())
        .map(|(mv, after)| (mv, weight(&after)))
        .collect();
    let most = known.iter().map(|(_, weight)| *weight).max()?;
    known.retain(|(_, weight)| weight * CURIOUS >= most);
    let all: usize = known.iter().map(|(_, weight)| weight).sum();
    let mut drawn = chance.usize(..all);
    let chosen = known.into_iter().find(|(_, weight)| {
        let found = drawn < *weight;
        drawn = drawn.saturating_sub(*weight);
        found
    });
    chosen.map(|(mv, _)| mv)
}

/// How often an opening is chosen. The more answers to it have a name, the more it is played; a curiosity has
/// few.
fn weight(position: &Chess) -> usize {
    1 + named(position).count().pow(2)
}

/// The moves that lead to named openings, and where they lead.
fn named(position: &Chess) -> impl Iterator<Item = (Move, Chess)> + '_ {
    position.legal_moves().into_iter().filter_map(|mv| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        openings::at(&after).map(|_| (mv, after))
    })
}
