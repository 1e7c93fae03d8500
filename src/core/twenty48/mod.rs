//! 2048: a square board of numbers that slide and merge. The rules, and how a game is kept.
//!
//! A game changes only through [`Game::act`]; [`Kept`] is a game with the best scores of those
//! before it, and [`Store`] the file that they are in.

mod grid;
mod save;

use std::collections::VecDeque;

use grid::{WINNING, number_of};

pub use grid::{Cell, Chance, Direction, Grid, Refusal, SEEDS, Size, Slid, Slide, Spawn};
pub use save::{Best, Fault, Hold, Kept, Notice, Opened, Store, read_document, united_documents};

/// How many moves can be taken back.
pub const UNDO_STEPS: usize = 10;

/// Where a game stands, but for chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Standing {
    pub grid: Grid,
    /// The sum of all that merges made.
    pub score: u64,
    /// How many moves led here.
    pub moves: u64,
    /// Whether the player goes on after 2048.
    pub keeps_going: bool,
}

/// A move that can be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct UndoStep {
    /// Where the game stood before.
    pub before: Standing,
    /// How many random numbers had been drawn before.
    pub drawn: u64,
    pub direction: Direction,
}

/// A game of 2048. Chance is a part of it: the same seed and the same moves make the same game.
///
/// ```
/// use rank_and_file_core::twenty48::{Action, Direction, Game, Size};
///
/// let (mut one, mut other) = (Game::new(Size::STANDARD, 7), Game::new(Size::STANDARD, 7));
/// for direction in [Direction::Left, Direction::Up, Direction::Left] {
///     let move_ = Action::Move(direction);
///     assert_eq!(one.act(move_).is_ok(), other.act(move_).is_ok());
/// }
/// assert_eq!(one, other);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    now: Standing,
    chance: Chance,
    /// The last moves, the oldest first.
    history: VecDeque<UndoStep>,
    assisted: bool,
}

impl Game {
    /// A new game: an empty board and two numbers.
    pub fn new(size: Size, seed: u64) -> Self {
        Self::begin(size, Chance::new(seed, 0))
    }

    fn begin(size: Size, mut chance: Chance) -> Self {
        let mut grid = Grid::new(size);
        for _ in 0..2 {
            chance.spawn(&mut grid);
        }
        Self {
            now: Standing {
                grid,
                score: 0,
                moves: 0,
                keeps_going: false,
            },
            chance,
            history: VecDeque::with_capacity(UNDO_STEPS),
            assisted: false,
        }
    }

    /// The board.
    pub fn grid(&self) -> &Grid {
        &self.now.grid
    }

    /// The sum of all numbers that merges made.
    pub fn score(&self) -> u64 {
        self.now.score
    }

    /// How many moves were made, without those taken back.
    pub fn moves(&self) -> u64 {
        self.now.moves
    }

    /// Whether 2048 was reached. It stays true when the game goes on.
    pub fn is_won(&self) -> bool {
        self.now.is_won()
    }

    /// Whether the player goes on after 2048.
    pub fn keeps_going(&self) -> bool {
        self.now.keeps_going
    }

    /// Whether no move is possible: the game is won and not kept going, or nothing moves any more.
    pub fn is_over(&self) -> bool {
        self.now.is_over()
    }

    /// Whether a move was ever taken back in this game. Its score is then no best one.
    pub fn is_assisted(&self) -> bool {
        self.assisted
    }

    /// Whether another game is this one a few moves ago.
    fn has_passed(&self, other: &Self) -> bool {
        let same_chance = self.chance.seed() == other.chance.seed();
        let passed = self.history.iter().any(|step| step.before == other.now);
        same_chance && (passed || self.now == other.now)
    }

    /// How many moves can be taken back now.
    pub fn undo_steps(&self) -> usize {
        self.history.len()
    }

    /// Does what a player wants. Where it is refused, nothing changes.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub fn act(&mut self, action: Action) -> Result<Event, Refusal> {
        match action {
            Action::Move(direction) => self.slide(direction).map(Event::Moved),
            Action::KeepGoing => self.keep_going(),
            Action::Undo => {
                let step = self.history.pop_back().ok_or(Refusal::NothingToUndo)?;
                self.now = step.before;
                self.chance = Chance::new(self.chance.seed(), step.drawn);
                self.assisted = true;
                Ok(Event::Undone(step.direction))
            }
            Action::New(size) => {
                *self = Self::begin(size, self.chance.clone());
                Ok(Event::Began)
            }
        }
    }

    fn keep_going(&mut self) -> Result<Event, Refusal> {
        if self.is_won() && !self.now.keeps_going {
            self.now.keeps_going = true;
            return Ok(Event::Resumed);
        }
        Err(if self.is_over() {
            Refusal::Over
        } else {
            Refusal::GoesOn
        })
    }

    fn slide(&mut self, direction: Direction) -> Result<Moved, Refusal> {
        let before = self.now;
        let drawn = self.chance.drawn();
        let moved = self.now.slide(direction, &mut self.chance)?;
        if self.history.len() == UNDO_STEPS {
            self.history.pop_front();
        }
        self.history.push_back(UndoStep {
            before,
            drawn,
            direction,
        });
        Ok(moved)
    }
}

impl Standing {
    pub fn is_won(&self) -> bool {
        self.grid.largest() >= number_of(WINNING)
    }

    fn is_over(&self) -> bool {
        (!self.keeps_going && self.is_won()) || self.grid.is_stuck()
    }

    /// Makes a move and brings up a number. Where it is refused, nothing changes.
    pub fn slide(&mut self, direction: Direction, chance: &mut Chance) -> Result<Moved, Refusal> {
        if !self.keeps_going && self.is_won() {
            return Err(Refusal::Won);
        }
        let mut grid = self.grid;
        let slid = grid.slide(direction);
        let refusal = || match self.grid.is_stuck() {
            true => Refusal::Over,
            false => Refusal::NothingMoves(direction),
        };
        if !slid.changed {
            return Err(refusal());
        }
        // What has changed has left a cell empty.
        let spawned = chance.spawn(&mut grid).ok_or_else(refusal)?;
        let gained = slid.gained();
        self.grid = grid;
        self.score = self.score.saturating_add(gained);
        self.moves = self.moves.saturating_add(1);
        let won = slid.winning && !self.keeps_going;
        Ok(Moved {
            direction,
            slides: slid.slides,
            merged: slid.merged,
            spawned,
            gained,
            won,
            over: won || grid.is_stuck(),
        })
    }
}

/// What a player wants to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Slide all tiles to a wall.
    Move(Direction),
    /// Go on with a game that was won.
    KeepGoing,
    /// Take back the last move. The game is an assisted one from then on.
    Undo,
    /// Leave this game for a new one on a board of this size.
    New(Size),
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Tiles have slid, and a number has come up.
    Moved(Moved),
    /// The game that was won goes on.
    Resumed,
    /// The last move is taken back.
    Undone(Direction),
    /// A new game has begun.
    Began,
}

/// A move, tile by tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// To which wall.
    pub direction: Direction,
    /// Every tile that was on the board, those that stay included: line by line, and in each line
    /// from the wall. The two of a pair follow one another.
    pub slides: Vec<Slide>,
    /// The numbers that merges made, in the order of the slides.
    pub merged: Vec<u64>,
    /// What came up afterwards.
    pub spawned: Spawn,
    /// What the move added to the score.
    pub gained: u64,
    /// Whether this move won the game.
    pub won: bool,
    /// Whether no further move is possible, this move having won or filled the board.
    pub over: bool,
}
