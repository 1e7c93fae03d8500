//! What is kept as one JSON document, and back with proof: numbers that play cannot bring about are
//! not believed.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use super::chance::Chance;
use super::game::{Standing, Step, UNDO_STEPS};
use super::grid::{MAX_SIDE, number_of};
use super::{Best, Direction, Game, Grid, Kept, Size};

/// The only version of the document so far.
const VERSION: u64 = 1;
/// More than the largest document takes.
pub(super) const MAX_BYTES: u64 = 64 << 10;

/// Why a document is not believed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It is larger than any game.
    #[error("it is larger than any game can be")]
    TooLarge,
    /// It is no JSON, or has not what a game needs.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// It is of another version of the program.
    #[error("it is of version {0}")]
    Version(u64),
    /// Play does not bring this about.
    #[error("{0} cannot be")]
    Impossible(&'static str),
}

/// The document. Other keys are passed over.
#[derive(Serialize, Deserialize)]
struct Document {
    version: u64,
    size: usize,
    grid: Vec<Vec<u64>>,
    score: u64,
    moves: u64,
    won: bool,
    keeps_going: bool,
    assisted: bool,
    random: Random,
    history: Vec<Past>,
    best: BTreeMap<usize, u64>,
}

/// How chance stands: the seed, and how many numbers were drawn.
#[derive(Serialize, Deserialize)]
struct Random {
    seed: u64,
    drawn: u64,
}

/// A move that can be taken back, and where the game stood before.
#[derive(Serialize, Deserialize)]
struct Past {
    grid: Vec<Vec<u64>>,
    score: u64,
    moves: u64,
    keeps_going: bool,
    drawn: u64,
    direction: String,
}

/// The version alone, which is looked at before anything else.
#[derive(Deserialize)]
struct Versioned {
    version: u64,
}

pub(super) fn write_document(kept: &Kept) -> String {
    let Game {
        now,
        chance,
        history,
        assisted,
    } = &kept.game;
    let past = |step: &Step| Past {
        grid: step.before.grid.rows(),
        score: step.before.score,
        moves: step.before.moves,
        keeps_going: step.before.keeps_going,
        drawn: step.drawn,
        direction: step.direction.code().to_owned(),
    };
    let document = Document {
        version: VERSION,
        size: now.grid.size().side(),
        grid: now.grid.rows(),
        score: now.score,
        moves: now.moves,
        won: now.is_won(),
        keeps_going: now.keeps_going,
        assisted: *assisted,
        random: Random {
            seed: chance.seed(),
            drawn: chance.drawn(),
        },
        history: history.iter().map(past).collect(),
        best: Size::ALL
            .into_iter()
            .map(|size| (size.side(), kept.before.of(size)))
            .collect(),
    };
    // Numbers, texts and lists of them are always JSON.
    serde_json::to_string(&document).unwrap_or_default() + "\n"
}

/// Reads a document.
///
/// # Errors
/// Why it is not believed.
pub fn read_document(bytes: &[u8]) -> Result<Kept, Fault> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Fault::TooLarge);
    }
    let unreadable = |error: serde_json::Error| Fault::Unreadable(error.to_string());
    let Versioned { version } = serde_json::from_slice(bytes).map_err(unreadable)?;
    if version != VERSION {
        return Err(Fault::Version(version));
    }
    let document: Document = serde_json::from_slice(bytes).map_err(unreadable)?;
    let now = standing(
        &document.grid,
        document.score,
        document.moves,
        document.keeps_going,
    )?;
    if now.grid.size().side() != document.size {
        return Err(Fault::Impossible("the size"));
    }
    if now.is_won() != document.won {
        return Err(Fault::Impossible("the victory"));
    }
    let chance = Chance::new(document.random.seed, document.random.drawn);
    let history = history(&document.history, &now, &chance)?;
    Ok(Kept {
        game: Game {
            now,
            chance,
            history,
            assisted: document.assisted,
        },
        before: best(&document.best)?,
    })
}

/// The best scores of a document that is not believed otherwise; none where they cannot be.
pub(super) fn read_best(bytes: &[u8]) -> Best {
    #[derive(Deserialize)]
    struct Scored {
        best: BTreeMap<usize, u64>,
    }
    let scored: Option<Scored> = serde_json::from_slice(bytes).ok();
    scored
        .and_then(|scored| best(&scored.best).ok())
        .unwrap_or_default()
}

fn standing(
    rows: &[Vec<u64>],
    score: u64,
    moves: u64,
    keeps_going: bool,
) -> Result<Standing, Fault> {
    let grid = Grid::from_rows(rows).ok_or(Fault::Impossible("the board"))?;
    let standing = Standing {
        grid,
        score,
        moves,
        keeps_going,
    };
    if !is_earned(&grid, score, moves) {
        return Err(Fault::Impossible("the score"));
    }
    if keeps_going && !standing.is_won() {
        return Err(Fault::Impossible("the victory"));
    }
    Ok(standing)
}

/// Whether so many moves can lead to this board with this score. Made of twos alone, a tile of
/// 2 to the power k has brought (k - 1) times itself; every 4 that came up has brought 4 less.
/// Two numbers are there to begin with, and each move brings one.
fn is_earned(grid: &Grid, score: u64, moves: u64) -> bool {
    let brought = |power: &u8| u128::from(number_of(*power)) * u128::from(power.saturating_sub(1));
    let of_twos: u128 = grid.powers.iter().map(brought).sum();
    let Some(missing) = of_twos.checked_sub(score.into()) else {
        return false;
    };
    let (sum, fours) = (u128::from(grid.sum()), missing / 4);
    missing % 4 == 0 && fours * 4 <= sum && fours + (sum - fours * 4) / 2 == u128::from(moves) + 2
}

/// The moves that can be taken back, each proven to lead to the next.
fn history(past: &[Past], now: &Standing, chance: &Chance) -> Result<VecDeque<Step>, Fault> {
    const FAULT: Fault = Fault::Impossible("the history");
    if past.len() > UNDO_STEPS {
        return Err(FAULT);
    }
    let mut steps = VecDeque::with_capacity(UNDO_STEPS);
    for one in past {
        steps.push_back(Step {
            before: standing(&one.grid, one.score, one.moves, one.keeps_going)?,
            drawn: one.drawn,
            direction: Direction::from_code(&one.direction).ok_or(FAULT)?,
        });
    }
    for (index, step) in steps.iter().enumerate() {
        let next = steps.get(index + 1);
        let (after, drawn) = next.map_or((now, chance.drawn()), |next| (&next.before, next.drawn));
        let mut played = step.before;
        let mut numbers = Chance::new(chance.seed(), step.drawn);
        played
            .slide(step.direction, &mut numbers)
            .map_err(|_| FAULT)?;
        // In between, the player may have said to keep going.
        played.keeps_going |= after.keeps_going && played.is_won();
        if played != *after || numbers.drawn() != drawn {
            return Err(FAULT);
        }
    }
    Ok(steps)
}

/// The best scores of other games. A score is a sum of fours, and no more than a full board brings.
fn best(scores: &BTreeMap<usize, u64>) -> Result<Best, Fault> {
    const FAULT: Fault = Fault::Impossible("a best score");
    let mut best = Best::default();
    for (side, score) in scores {
        let size = Size::new(*side).map_err(|_| FAULT)?;
        let largest = u64::from(size.largest_power());
        let limit = u128::from(largest) << (largest + 1);
        if score % 4 != 0 || u128::from(*score) > limit {
            return Err(FAULT);
        }
        best.enter(size, *score);
    }
    Ok(best)
}

const _: () = assert!(MAX_BYTES > (MAX_SIDE * MAX_SIDE * 18 * (UNDO_STEPS + 1)) as u64 + 4096);
