//! The puzzles that come with the program: positions by motif and difficulty, to practice with.
//!
//! They are in `resources/puzzles.tsv`, which says where they come from. The file is read when it is first asked for
//! one of them; the positions themselves are set up one by one.
//!
//! How strong a player is at finding things: the Glicko-2 system of Mark E. Glickman ("Example of the Glicko-2 system",
//! 2013), in which a puzzle is an opponent who is beaten where it is found unaided.

use std::collections::HashMap;
use std::f64::consts::PI;
use std::sync::LazyLock;

use strum::{Display, EnumString, VariantArray};

use crate::chess::read_fen;
use crate::training::Task;
use crate::training::tutor::Motif;

/// How hard something is to find.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Display, EnumString, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Difficulty {
    /// For players who have just learned how the pieces move.
    Easy,
    /// For players who have played for a while.
    Medium,
    /// For players who play often.
    Hard,
    /// For players of a club.
    VeryHard,
}

impl Difficulty {
    /// The difficulty of a puzzle with this rating.
    pub fn of(rating: u32) -> Self {
        match rating {
            ..1000 => Self::Easy,
            1000..1200 => Self::Medium,
            1200..1400 => Self::Hard,
            1400.. => Self::VeryHard,
        }
    }
}

/// A position of the set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// Its number at lichess.
    pub number: &'static str,
    /// How strong a player is who finds it every other time.
    pub rating: u32,
    /// How it is won.
    pub motifs: Vec<Motif>,
    fen: &'static str,
    moves: &'static str,
}

impl Puzzle {
    /// How hard it is.
    pub fn difficulty(&self) -> Difficulty {
        Difficulty::of(self.rating)
    }

    /// What is to be found. `None` where the file is wrong, which a test forbids.
    pub fn task(&self) -> Option<Task> {
        let before = read_fen(self.fen).ok()?;
        let moves: Vec<&str> = self.moves.split(' ').collect();
        let (last, line) = moves.split_first()?;
        Task::puzzle(before, last, line, self.motifs.clone())
    }

    fn read(line: &'static str) -> Option<Self> {
        let mut cells = line.split('\t');
        let mut next = || cells.next().filter(|cell| !cell.is_empty());
        let (number, fen, moves) = (next()?, next()?, next()?);
        let rating = next()?.parse().ok()?;
        let motifs = next()?.split(' ').map(str::parse);
        let motifs = motifs.collect::<Result<_, _>>().ok()?;
        Some(Self {
            number,
            rating,
            motifs,
            fen,
            moves,
        })
    }
}

static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let text = include_str!("../../../../resources/puzzles.tsv");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(Puzzle::read).collect()
});

/// The same by their numbers, by which every try of a player is looked up.
static BY_NUMBER: LazyLock<HashMap<&str, &Puzzle>> = LazyLock::new(|| {
    let puzzles = PUZZLES.iter();
    puzzles.map(|puzzle| (puzzle.number, puzzle)).collect()
});

/// Those of the puzzles with a motif and a difficulty, or with any.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PuzzleSet {
    /// How they are won.
    pub motif: Option<Motif>,
    /// How hard they are.
    pub difficulty: Option<Difficulty>,
}

impl PuzzleSet {
    /// The puzzles with this motif, of this difficulty.
    pub fn of(motif: Option<Motif>, difficulty: Option<Difficulty>) -> Self {
        Self { motif, difficulty }
    }

    /// The puzzles, the easier ones first.
    pub fn puzzles(self) -> impl DoubleEndedIterator<Item = &'static Puzzle> {
        PUZZLES.iter().filter(move |puzzle| {
            let has = |motif| puzzle.motifs.contains(&motif);
            let is = |difficulty| puzzle.difficulty() == difficulty;
            self.motif.is_none_or(has) && self.difficulty.is_none_or(is)
        })
    }

    /// The rating that a puzzle of the set should have for players of this mean rating, `None` where they have tried nothing
    /// yet, after so many puzzles. Of all levels it is their own. Of one level they meet easier and harder ones by turns: in
    /// the middle of it at first, then about their rating, as far as the level has that.
    pub(super) fn wanted(self, rating: Option<f64>, tried: usize) -> f64 {
        let ratings: Vec<f64> = self
            .puzzles()
            .map(|puzzle| f64::from(puzzle.rating))
            .collect();
        let level = self.difficulty.and(ratings.first().zip(ratings.last()));
        let Some((easiest, hardest)) = level else {
            return rating.unwrap_or(Rating::default().value);
        };
        let around = SPREAD.min((hardest - easiest) / 2.0);
        let middle = rating.unwrap_or(ratings[ratings.len() / 2]);
        let middle = middle.clamp(easiest + around, hardest - around);
        // Multiples of the golden ratio lie evenly between whole numbers.
        let place = (0.5 + tried as f64 * GOLDEN_RATIO).fract();
        middle + around * (2.0 * place - 1.0)
    }

    /// The motifs of which there are puzzles.
    pub fn motifs() -> Vec<Motif> {
        let motifs = Motif::VARIANTS.iter().copied();
        let has = |motif: &Motif| Self::of(Some(*motif), None).puzzles().next().is_some();
        motifs.filter(has).collect()
    }
}

/// So much easier or harder than its player is strong may a puzzle of a level be.
const SPREAD: f64 = 120.0;
const GOLDEN_RATIO: f64 = 1.618_033_988_749_895;

/// The puzzle of a number.
pub fn puzzle(number: &str) -> Option<&'static Puzzle> {
    BY_NUMBER.get(number).copied()
}

/// What is known of the strength of a player, or of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// The strength, on the scale of the puzzles.
    pub value: f64,
    /// How uncertain that is: the standard deviation.
    pub deviation: f64,
    /// How much it is expected to change by itself.
    pub volatility: f64,
}

/// Of a player who has tried nothing yet. The puzzles begin where people have just learned the moves, so that
/// is lower than the 1500 of players in clubs.
impl Default for Rating {
    fn default() -> Self {
        Self {
            value: 1_000.0,
            // The paper has 350 for anyone; those who begin at puzzles are more alike, and one miss must not cost 600.
            deviation: 200.0,
            volatility: 0.06,
        }
    }
}

/// From the scale of ratings to that of the formulas.
const SCALE: f64 = 173.7178;
/// What lies in the middle of the scale.
const MIDDLE: f64 = 1_500.0;
/// How fast the volatility may change.
const TAU: f64 = 0.5;
/// How exactly the volatility is found.
const EXACT: f64 = 0.000_001;
/// How uncertain the ratings of the puzzles are, each of which thousands have tried.
const OF_PUZZLES: f64 = 80.0;

impl Rating {
    /// The rating of a puzzle.
    pub fn of_puzzle(rating: u32) -> Self {
        Self {
            value: f64::from(rating),
            deviation: OF_PUZZLES,
            ..Self::default()
        }
    }

    /// The rating after some games in one period: against whom, and how much of the point was won.
    pub fn after(self, games: &[(Self, f64)]) -> Self {
        let (mean, deviation) = self.scaled();
        let parts = games.iter().map(|(other, score)| {
            let (others, uncertain) = other.scaled();
            let weight = 1.0 / (1.0 + 3.0 * uncertain.powi(2) / PI.powi(2)).sqrt();
            let expected = 1.0 / (1.0 + (-weight * (mean - others)).exp());
            let seen = weight.powi(2) * expected * (1.0 - expected);
            (seen, weight * (score - expected))
        });
        let (seen, gained) = parts.fold((0.0, 0.0), |(seen, gained), (one, gain)| {
            (seen + one, gained + gain)
        });
        if seen <= 0.0 {
            return self;
        }
        let variance = 1.0 / seen;
        let volatility = self.next_volatility(deviation, variance, variance * gained);
        let before = (deviation.powi(2) + volatility.powi(2)).sqrt();
        let deviation = 1.0 / (1.0 / before.powi(2) + seen).sqrt();
        Self {
            value: MIDDLE + SCALE * (mean + deviation.powi(2) * gained),
            deviation: SCALE * deviation,
            volatility,
        }
    }

    fn scaled(self) -> (f64, f64) {
        ((self.value - MIDDLE) / SCALE, self.deviation / SCALE)
    }

    /// Step 5 of the paper: the new volatility, by the Illinois algorithm.
    fn next_volatility(self, deviation: f64, variance: f64, improvement: f64) -> f64 {
        let (phi, delta) = (deviation.powi(2), improvement.powi(2));
        let start = self.volatility.powi(2).ln();
        let f = |x: f64| {
            let e = x.exp();
            let all = phi + variance + e;
            e * (delta - all) / (2.0 * all.powi(2)) - (x - start) / TAU.powi(2)
        };
        let mut low = start;
        let mut high = if delta > phi + variance {
            (delta - phi - variance).ln()
        } else {
            let mut steps = 1.0;
            while f(start - steps * TAU) < 0.0 {
                steps += 1.0;
            }
            start - steps * TAU
        };
        let (mut at_low, mut at_high) = (f(low), f(high));
        while (high - low).abs() > EXACT {
            let between = low + (low - high) * at_low / (at_high - at_low);
            let there = f(between);
            if there * at_high <= 0.0 {
                (low, at_low) = (high, at_high);
            } else {
                at_low /= 2.0;
            }
            (high, at_high) = (between, there);
        }
        (low / 2.0).exp()
    }
}
