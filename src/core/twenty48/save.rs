//! The file that the game is kept in, and its best scores: whole after every move, set aside where it is
//! damaged or was brought by another program meanwhile, and used by one process at a time.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::grid::{Chance, MAX_SIDE, number_of};
use super::{Action, Event, Game, Grid, Refusal, Size};
use super::{Standing, UNDO_STEPS, UndoStep};
use crate::files::{
    Destination, ExternalChange, FileLock, bytes_at, clear_unfinished, is_absent, is_at, open_own,
    set_aside, set_aside_as, with_ending, write_own_with,
};

/// What a player must be told when the file is opened.
#[derive(Debug)]
pub enum Notice {
    /// Another process plays with the file. The game here is a new one and is not kept.
    Elsewhere,
    /// What was there cannot be believed. It lies under another name, and a new game begins.
    SetAside {
        /// Where it is now.
        to: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The same, but it cannot be given another name now. The new game is not kept until it can.
    InTheWay {
        /// Why it cannot.
        error: io::Error,
        /// What is wrong with it.
        why: String,
    },
}

/// A game to be played, and where it is kept.
#[derive(Debug)]
pub struct Opened {
    /// The game that was kept, or a new one.
    pub kept: Kept,
    /// Where it is kept; `None` where it is not.
    pub store: Option<Store>,
    /// What must be told.
    pub notice: Option<Notice>,
    /// Whether the game goes on from the file.
    pub continued: bool,
}

impl Opened {
    /// Whether the game is a new one that can be written now. What is in the way is still there; the
    /// first move tries again.
    pub fn is_to_be_written(&self) -> bool {
        let hindered = matches!(self.notice, Some(Notice::InTheWay { .. }));
        self.store.is_some() && !self.continued && !hindered
    }
}

/// The file of the game, in use here.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    /// Open as long as the file is in use; `None` where no file can be made for it yet.
    lock: Option<FileLock>,
    /// Whether something damaged lies there that must not be written over.
    in_the_way: bool,
    /// What lay there when it was last read or written; `None` where nothing did.
    seen: Option<Vec<u8>>,
    /// The best scores that others have brought meanwhile.
    brought: Best,
    touched: Option<ExternalChange>,
}

/// How the lock of a file stands.
enum Locked {
    Here(Option<FileLock>),
    Elsewhere,
}

impl Store {
    /// Opens the file at `path`, which need not exist. Where there is no game to go on with, one of
    /// the usual size begins, by chance from `seed`.
    pub fn open(path: &Path, seed: u64) -> Opened {
        let new = Kept::new(Size::STANDARD, seed);
        let lock = match take_lock(path) {
            Locked::Here(lock) => lock,
            Locked::Elsewhere => {
                // The best scores can be looked at all the same.
                let before = match look(path) {
                    Ok((_, kept)) => kept.map(|kept| kept.before).unwrap_or_default(),
                    Err(damage) => damage.best,
                };
                return Opened {
                    kept: Kept { before, ..new },
                    store: None,
                    notice: Some(Notice::Elsewhere),
                    continued: false,
                };
            }
        };
        clear_unfinished(path);
        let mut store = Self {
            path: path.to_owned(),
            lock,
            in_the_way: false,
            seen: None,
            brought: Best::default(),
            touched: None,
        };
        let (kept, notice, continued) = match look(path) {
            Ok((seen, kept)) => {
                store.seen = seen;
                let continued = kept.is_some();
                (kept.unwrap_or(new), None, continued)
            }
            Err(Damage { why, best }) => {
                let new = Kept {
                    before: best,
                    ..new
                };
                (new, Some(store.clear(why)), false)
            }
        };
        Opened {
            kept,
            store: Some(store),
            notice,
            continued,
        }
    }

    /// The best scores in the file at `path`, as far as they can be believed.
    pub fn best_at(path: &Path) -> Best {
        match look(path) {
            Ok((_, kept)) => kept.map(|kept| kept.all_best()).unwrap_or_default(),
            Err(damage) => damage.best,
        }
    }

    /// Sets aside what lies there and is not what was left there. Its best scores are remembered.
    fn make_way(&mut self) -> io::Result<()> {
        match fs::symlink_metadata(&self.path) {
            Err(error) if is_absent(&error) => return Ok(()),
            _ if self.in_the_way => {
                self.touched = Some(ExternalChange::SetAside(set_aside(&self.path)?));
                return Ok(());
            }
            _ => {}
        }
        match bytes_at(&self.path, MAX_BYTES + 1).map(|there| there.map(believed)) {
            Ok(Some((bytes, _))) if Some(&bytes) == self.seen.as_ref() => {}
            Ok(Some((_, Ok(kept)))) => {
                let aside = set_aside_as(&self.path, "other")?;
                self.brought = self.brought.or_better(&kept.all_best());
                self.touched = Some(ExternalChange::Brought(aside));
            }
            // Something else than a game, or than a file, may have come there.
            other => {
                let aside = set_aside(&self.path)?;
                if let Ok(Some((_, Err(damage)))) = other {
                    self.brought = self.brought.or_better(&damage.best);
                }
                self.touched = Some(ExternalChange::SetAside(aside));
            }
        }
        Ok(())
    }

    /// A document with the best scores that others have brought.
    fn with_brought<'a>(&self, document: &'a str) -> Cow<'a, str> {
        if self.brought == Best::default() {
            return document.into();
        }
        match read_document(document.as_bytes()) {
            Ok(mut kept) => {
                kept.take_over(&self.brought);
                kept.document().into()
            }
            Err(_) => document.into(),
        }
    }

    fn clear(&mut self, why: String) -> Notice {
        match set_aside(&self.path) {
            Ok(to) => Notice::SetAside { to, why },
            Err(error) => {
                self.in_the_way = true;
                Notice::InTheWay { error, why }
            }
        }
    }
}

/// Each batch is a document ([`Kept::document`]), which takes the place of the one before. What is
/// written is on the disk, whole; where it cannot be, what was there before is there still, and the
/// next call tries everything again.
impl Destination for Store {
    const WHOLE: bool = true;

    fn write(&mut self, document: &str) -> io::Result<()> {
        // A mark that was deleted or renamed, or its folder, marks nothing.
        let beside = lock_beside(&self.path);
        let marked = |lock: &FileLock| is_at(lock, &beside);
        if !self.lock.as_ref().is_some_and(marked) {
            self.lock = match take_lock(&self.path) {
                Locked::Here(lock) => lock,
                Locked::Elsewhere => return Err(ErrorKind::ResourceBusy.into()),
            };
        }
        self.make_way()?;
        self.in_the_way = false;
        let document = self.with_brought(document);
        write_own_with(&self.path, |file| file.write_all(document.as_bytes()))?;
        self.seen = Some(document.into_owned().into_bytes());
        Ok(())
    }

    fn touched(&mut self) -> Option<ExternalChange> {
        self.touched.take()
    }
}

/// The file beside the game's that marks it as open. The game's own is another one after each move.
fn lock_beside(path: &Path) -> PathBuf {
    with_ending(path, "lock")
}

fn take_lock(path: &Path) -> Locked {
    match open_own(&lock_beside(path)) {
        Ok(file) => FileLock::lock_with_timeout(file)
            .map_or(Locked::Elsewhere, |lock| Locked::Here(Some(lock))),
        // Where not even this file can be made, writing will say why.
        Err(_) => Locked::Here(None),
    }
}

/// The file of the game, marked as in use without a game being played.
#[derive(Debug)]
pub struct Hold {
    _lock: Option<FileLock>,
}

impl Hold {
    /// Marks the file at `path`; `None` where a game is played with it.
    pub fn take(path: &Path) -> Option<Self> {
        match take_lock(path) {
            Locked::Here(lock) => Some(Self { _lock: lock }),
            Locked::Elsewhere => None,
        }
    }
}

/// What is kept in some documents, put together: the one whose game is further, with the best scores of all; and those
/// with another game that was under way. The same in whichever order they come.
///
/// # Errors
/// Where one of them is not believed, or there is none.
pub fn united_documents(documents: &[&[u8]]) -> Result<(String, Vec<String>), Fault> {
    let all = documents.iter().map(|document| read_document(document));
    let mut all: Vec<Kept> = all.collect::<Result<_, _>>()?;
    all.sort_by_cached_key(|kept| {
        let now = &kept.game.now;
        (now.moves, now.score, kept.document())
    });
    let unreadable = || Fault::Unreadable("there is nothing".to_owned());
    let mut united = all.pop().ok_or_else(unreadable)?;
    let mut others: Vec<String> = Vec::new();
    for other in &all {
        united.take_over(&other.before);
        // The game that goes on counts as it ends.
        if other.game != united.game {
            united.take_over(&other.all_best());
        }
        let passed = united.game.has_passed(&other.game);
        if !passed && !other.game.is_over() && other.game.moves() > 0 {
            others.push(other.document());
        }
    }
    others.dedup();
    Ok((united.document(), others))
}

/// What is wrong with what is kept, and the best scores as far as they can be believed all the same.
struct Damage {
    why: String,
    best: Best,
}

impl From<io::Error> for Damage {
    fn from(error: io::Error) -> Self {
        Self {
            why: error.to_string(),
            best: Best::default(),
        }
    }
}

/// What lies at `path`, and the game in it; nothing where nothing is there.
fn look(path: &Path) -> Result<(Option<Vec<u8>>, Option<Kept>), Damage> {
    let Some(bytes) = bytes_at(path, MAX_BYTES + 1)? else {
        return Ok((None, None));
    };
    let (bytes, kept) = believed(bytes);
    Ok((Some(bytes), Some(kept?)))
}

/// Bytes, and the game in them.
fn believed(bytes: Vec<u8>) -> (Vec<u8>, Result<Kept, Damage>) {
    let kept = read_document(&bytes).map_err(|fault| Damage {
        why: fault.to_string(),
        best: read_best(&bytes),
    });
    (bytes, kept)
}

/// A game, and the best scores of those before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    pub(super) game: Game,
    /// Without the game, which may yet become an assisted one.
    pub(super) before: Best,
}

impl Kept {
    /// A new game.
    pub fn new(size: Size, seed: u64) -> Self {
        Self {
            game: Game::new(size, seed),
            before: Best::default(),
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The best score on boards of a size. The game counts as it stands now, unless it is assisted.
    pub fn best(&self, size: Size) -> u64 {
        self.all_best().of(size)
    }

    /// The best scores on boards of every size.
    pub(super) fn all_best(&self) -> Best {
        self.before.with(&self.game)
    }

    /// Takes over best scores that were reached elsewhere, where they are better.
    pub fn take_over(&mut self, best: &Best) {
        self.before = self.before.or_better(best);
    }

    /// Does what a player wants, as [`Game::act`] does. What must be kept afterwards is
    /// [`Kept::document`].
    ///
    /// # Errors
    /// Why it cannot be done; then nothing has changed.
    pub fn act(&mut self, action: Action) -> Result<Event, Refusal> {
        if let Action::New(_) = action {
            // The game that is left can become nothing else any more.
            self.before = self.all_best();
        }
        self.game.act(action)
    }
}

/// The best score on each size of board, of games without a move taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Best {
    scores: [u64; Size::ALL.len()],
}

impl Best {
    /// The best score on boards of a size; 0 where none was played.
    pub fn of(&self, size: Size) -> u64 {
        let mut all = Size::ALL.into_iter().zip(self.scores);
        all.find(|(other, _)| *other == size)
            .map_or(0, |(_, score)| score)
    }

    /// Takes a score in, if it is a best one.
    pub(super) fn enter(&mut self, size: Size, score: u64) {
        for (other, best) in Size::ALL.into_iter().zip(&mut self.scores) {
            if other == size {
                *best = score.max(*best);
            }
        }
    }

    /// The better of both, for each size.
    pub(super) fn or_better(mut self, other: &Self) -> Self {
        for (best, other) in self.scores.iter_mut().zip(other.scores) {
            *best = other.max(*best);
        }
        self
    }

    /// The same with a game as it stands now.
    pub(super) fn with(mut self, game: &Game) -> Self {
        if !game.is_assisted() {
            self.enter(game.grid().size(), game.score());
        }
        self
    }
}

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

impl Kept {
    /// All of it as text, for the file.
    pub fn document(&self) -> String {
        let Game {
            now,
            chance,
            history,
            assisted,
        } = &self.game;
        let past = |step: &UndoStep| Past {
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
                .map(|size| (size.side(), self.before.of(size)))
                .collect(),
        };
        // Numbers, texts and lists of them are always JSON.
        serde_json::to_string(&document).unwrap_or_default() + "\n"
    }
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
fn history(past: &[Past], now: &Standing, chance: &Chance) -> Result<VecDeque<UndoStep>, Fault> {
    const FAULT: Fault = Fault::Impossible("the history");
    if past.len() > UNDO_STEPS {
        return Err(FAULT);
    }
    let mut steps = VecDeque::with_capacity(UNDO_STEPS);
    for one in past {
        steps.push_back(UndoStep {
            before: standing(&one.grid, one.score, one.moves, one.keeps_going)?,
            drawn: one.drawn,
            direction: one.direction.parse().map_err(|_| FAULT)?,
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
