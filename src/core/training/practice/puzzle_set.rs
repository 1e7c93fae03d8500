//! The puzzles that come with the program: positions by motif and difficulty, which everybody can practice with.
//!
//! They are in `resources/puzzles.tsv`, which says where they come from. The file is read when it is first asked for
//! one of them; the positions themselves are set up one by one.

use std::sync::LazyLock;

use strum::{Display, EnumString, VariantArray};

use crate::chess::read_fen;
use crate::training::trainer::Task;
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

/// From these ratings on, a puzzle is harder by one step.
const BOUNDS: [u32; 3] = [1000, 1200, 1400];

impl Difficulty {
    /// The difficulty of a puzzle with this rating.
    pub fn of(rating: u32) -> Self {
        let beyond = BOUNDS.iter().filter(|bound| rating >= **bound).count();
        Self::VARIANTS
            .get(beyond)
            .copied()
            .unwrap_or(Self::VeryHard)
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

    /// The motifs of which there are puzzles.
    pub fn motifs() -> Vec<Motif> {
        let motifs = Motif::VARIANTS.iter().copied();
        let has = |motif: &Motif| Self::of(Some(*motif), None).puzzles().next().is_some();
        motifs.filter(has).collect()
    }
}

/// The puzzle of a number.
pub fn puzzle(number: &str) -> Option<&'static Puzzle> {
    PUZZLES.iter().find(|puzzle| puzzle.number == number)
}
