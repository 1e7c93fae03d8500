//! In which order moves are tried: the hash move, captures that win, killers, quiet moves by their history, captures
//! that lose. The sooner the best one, the less has to be searched.

use arrayvec::ArrayVec;
use shakmaty::{Move, MoveList};

use super::history::{Context, History};
use super::node::is_tactical;
use super::see::{material_gain, piece_value, see_ge};

const KILLER: i32 = 1 << 20;
const LAST: i32 = -(1 << 20);

/// What is to be generated, or taken, next (<https://www.chessprogramming.org/Move_Generation#Staged_move_generation>).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Hash,
    GenerateTactical,
    Tactical,
    GenerateQuiet,
    Quiet,
    Losing,
}

/// The next move to try.
#[derive(Clone, Copy)]
pub(super) struct PickedMove {
    pub mv: Move,
    /// Whether it is a capture that loses on its square.
    pub losing: bool,
}

/// Gives moves one by one, the most promising first, and generates them no sooner than they are needed.
pub(super) struct MovePicker {
    stage: Stage,
    hash_move: Option<Move>,
    moves: MoveList,
    keys: ArrayVec<Key, 256>,
    /// Where the moves of a stage begin that are still to come.
    next: usize,
    /// How many losing captures stand before all others, to be tried in the end.
    losing: usize,
    tactical_only: bool,
}

impl MovePicker {
    /// All legal moves.
    pub fn new(at: &Context<'_>) -> Self {
        Self {
            stage: Stage::Hash,
            hash_move: at
                .hash_move
                .and_then(|packed| packed.unpack(&at.node.position)),
            moves: MoveList::new(),
            keys: ArrayVec::new(),
            next: 0,
            losing: 0,
            tactical_only: false,
        }
    }

    /// Those that take something or make a queen, and do not lose; in check all of them.
    pub fn tactical(at: &Context<'_>) -> Self {
        let tactical_only = !at.node.check;
        let mut picker = Self::new(at);
        picker.tactical_only = tactical_only;
        picker.hash_move = picker
            .hash_move
            .filter(|mv| !tactical_only || is_tactical(*mv));
        picker
    }

    /// From now on gives no more quiet moves.
    pub fn skip_quiet(&mut self) {
        if self.stage == Stage::GenerateQuiet || self.stage == Stage::Quiet {
            self.begin_losing();
        }
    }

    fn begin_losing(&mut self) {
        self.stage = Stage::Losing;
        self.next = 0;
        self.moves.truncate(self.losing);
    }

    pub fn next(&mut self, at: &Context<'_>, history: &History) -> Option<PickedMove> {
        loop {
            match self.stage {
                Stage::Hash => {
                    self.stage = Stage::GenerateTactical;
                    if let Some(mv) = self.hash_move {
                        return Some(PickedMove { mv, losing: false });
                    }
                }
                Stage::GenerateTactical => {
                    self.stage = Stage::Tactical;
                    self.generate_tactical(at, history);
                }
                Stage::Tactical => match self.heaviest() {
                    Some(mv) if see_ge(&at.node.position, mv, 0) => {
                        self.next += 1;
                        return Some(PickedMove { mv, losing: false });
                    }
                    Some(_) => {
                        self.moves.swap(self.losing, self.next);
                        self.losing += 1;
                        self.next += 1;
                    }
                    None if self.tactical_only => return None,
                    None => self.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet => {
                    self.stage = Stage::Quiet;
                    self.generate_quiet(at, history);
                }
                Stage::Quiet => match self.heaviest() {
                    Some(mv) => {
                        self.next += 1;
                        return Some(PickedMove { mv, losing: false });
                    }
                    None => self.begin_losing(),
                },
                Stage::Losing => {
                    let mv = *self.moves.get(self.next)?;
                    self.next += 1;
                    return Some(PickedMove { mv, losing: true });
                }
            }
        }
    }

    /// The move of the greatest weight, which is brought to the next place.
    fn heaviest(&mut self) -> Option<Move> {
        let first = *self.keys.get(self.next)?;
        let greatest = self.keys[self.next..]
            .iter()
            .fold(first, |best, key| best.max(*key));
        let best = greatest.index();
        self.keys[best] = first.at(best);
        self.moves.swap(self.next, best);
        Some(self.moves[self.next])
    }

    /// Takes it from what was generated, as it was tried before.
    fn drop_hash_move(&mut self) {
        if let Some(hash_move) = self.hash_move {
            self.moves.retain(|mv| *mv != hash_move);
        }
    }

    fn generate_tactical(&mut self, at: &Context<'_>, history: &History) {
        at.node.add_tactical_moves(&mut self.moves);
        self.drop_hash_move();
        for mv in &self.moves {
            let weight = capture_order(*mv) + history.capture(at, *mv) / 32;
            self.keys.push(Key::new(weight, self.keys.len()));
        }
    }

    /// Brings the quiet moves in behind the losing captures.
    fn generate_quiet(&mut self, at: &Context<'_>, history: &History) {
        self.moves.truncate(self.losing);
        self.keys.truncate(self.losing);
        self.next = self.losing;
        at.node.add_quiet_moves(&mut self.moves);
        self.drop_hash_move();
        let [first, second] = history.killers[at.ply];
        for mv in &self.moves[self.losing..] {
            let weight = if mv.is_promotion() {
                LAST
            } else if first == Some(*mv) {
                KILLER + 1
            } else if second == Some(*mv) {
                KILLER
            } else {
                history.quiet(at, *mv)
            };
            self.keys.push(Key::new(weight, self.keys.len()));
        }
    }
}

/// The weight of a move and, below it, the place of the move: of equal weights the first one is the greatest. So to find
/// the heaviest move is to find the greatest number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key(i32);

impl Key {
    fn new(weight: i32, index: usize) -> Self {
        Self(weight << 8).at(index)
    }

    /// The same weight at another place.
    fn at(self, index: usize) -> Self {
        Self((self.0 & !0xff) | (0xff - index as i32))
    }

    fn index(self) -> usize {
        0xff - (self.0 & 0xff) as usize
    }
}

/// The most valuable victim first, taken by the least valuable piece (<https://www.chessprogramming.org/MVV-LVA>).
#[inline]
fn capture_order(mv: Move) -> i32 {
    material_gain(mv) * 8 - piece_value(mv.role()) / 16
}
