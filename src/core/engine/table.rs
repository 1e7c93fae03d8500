//! The transposition table: what was found about positions, by their hash. Threads may share it: an
//! entry that two of them have written at once is recognized and passed over.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering::Relaxed};

#[cfg(target_arch = "x86_64")]
use safe_arch::prefetch_t0 as prefetch;

use super::score::{MATE_IN_MAX_PLY, Window};
use crate::chess::PackedMove;

/// On which side of a score the truth lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// It is at least as high.
    Lower,
    /// It is no higher.
    Upper,
    /// It is the score.
    Exact,
}

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The score for the side to move, in centipawns; a mate in `n` half-moves from where the search began is 32,000 − `n`.
    pub score: i32,
    /// How deep it was searched, in half-moves.
    pub depth: i32,
    /// What the score says of the true one.
    pub bound: Bound,
    /// The best move, as far as one is known.
    pub best: Option<PackedMove>,
    /// The static evaluation, in centipawns; `None` in check.
    pub eval: Option<i32>,
}

impl Entry {
    /// Whether the score can be taken in place of a search this deep: outside the principal variation, where it was
    /// found at least as deeply and lies, for sure, on one side of the window.
    pub(super) fn cuts_off(&self, window: Window, depth: i32) -> bool {
        let beyond = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        };
        !window.is_pv() && self.depth >= depth && beyond
    }
}

/// How many positions whose hashes begin alike share a bucket: as many as fit into a line of the processor's cache.
const BUCKET_SIZE: usize = 4;
/// A bound that is by so many half-moves less deep than what is known of the same position does not replace it.
const TOO_SHALLOW: i32 = 4;
/// The bits of a hash that a slot keeps; those above choose the bucket.
const KEY_MASK: u64 = (1 << 48) - 1;
/// Stands for no static evaluation.
const NO_EVAL: i16 = i16::MIN;

/// Other processors have to find out by themselves.
#[cfg(not(target_arch = "x86_64"))]
fn prefetch<T>(_: &T) {}

#[repr(align(64))]
struct Bucket([Slot; BUCKET_SIZE]);

struct Slot {
    /// The lower part of the hash, mixed with the data: the two fit only when they were written together. The static
    /// evaluation, which depends on the position alone, is in the upper 16 bits.
    key: AtomicU64,
    data: AtomicU64,
}

/// No table has more MiB: as many as can be addressed.
const MOST_MEBIBYTES: usize = if usize::BITS < 64 { 1 << 10 } else { 1 << 16 };

/// What searches have found, as long as there is room.
pub struct Table {
    buckets: Box<[Bucket]>,
    age: AtomicU8,
    /// Grows when everything is forgotten. An entry that another generation has written counts as an empty one, so
    /// that a big table is forgotten at once. No entry is of generation 0.
    generation: AtomicU16,
}

impl Table {
    /// A table of about so many MiB, at least one.
    pub fn new(mebibytes: usize) -> Self {
        let bytes = mebibytes.clamp(1, MOST_MEBIBYTES) << 20;
        let empty = || Slot {
            key: AtomicU64::new(0),
            data: AtomicU64::new(0),
        };
        let bucket = || Bucket(std::array::from_fn(|_| empty()));
        Self {
            buckets: std::iter::repeat_with(bucket)
                .take(bytes / size_of::<Bucket>())
                .collect(),
            age: AtomicU8::new(0),
            generation: AtomicU16::new(1),
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        let mut next = self.generation.load(Relaxed).wrapping_add(1);
        if next == 0 {
            // The numbers begin again, so what bears them has to go.
            for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
                slot.key.store(0, Relaxed);
                slot.data.store(0, Relaxed);
            }
            next = 1;
        }
        self.generation.store(next, Relaxed);
        self.age.store(0, Relaxed);
    }

    /// What a slot holds, unless it is empty.
    fn held(&self, slot: &Slot) -> Option<u64> {
        let data = slot.data.load(Relaxed);
        ((data >> 48) as u16 == self.generation.load(Relaxed)).then_some(data)
    }

    /// A new search begins: what is written from now on is newer than all before.
    pub fn new_search(&self) {
        self.age
            .store(self.age.load(Relaxed).wrapping_add(1) & 63, Relaxed);
    }

    /// How full it is of what the last search has found, in thousandths: `hashfull` in UCI.
    pub fn hashfull(&self) -> usize {
        let age = self.age.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let of_age = |data: u64| ((data >> 42) & 63) as u8 == age;
        let is_new = |slot: &&Slot| self.held(slot).is_some_and(of_age);
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        slots.filter(is_new).count() * 1_000 / (sample.len() * BUCKET_SIZE).max(1)
    }

    /// Where positions with this hash lie.
    fn bucket(&self, hash: u64) -> &[Slot] {
        let buckets = self.buckets.len() as u128;
        let index = (u128::from(hash) * buckets) >> 64;
        &self.buckets[index as usize].0
    }

    /// Fetches what is known of the position with this hash into the processor's cache, so that it is there when it is
    /// asked for: otherwise the search waits for it as long as hundreds of instructions take.
    pub fn prefetch(&self, hash: u64) {
        prefetch(&self.bucket(hash)[0]);
    }

    /// What is known of the position with this hash, `ply` half-moves from where the search began.
    pub fn get(&self, hash: u64, ply: i32) -> Option<Entry> {
        let (key, data) = self.bucket(hash).iter().find_map(|slot| {
            let (data, key) = (self.held(slot)?, slot.key.load(Relaxed));
            ((key ^ data ^ hash) & KEY_MASK == 0).then_some((key, data))
        })?;
        let eval = (key >> 48) as u16 as i16;
        let best = (data & 0xffff) as u16;
        let score = i32::from((data >> 16) as u16 as i16);
        Some(Entry {
            score: if score >= MATE_IN_MAX_PLY {
                score - ply
            } else if score <= -MATE_IN_MAX_PLY {
                score + ply
            } else {
                score
            },
            depth: i32::from((data >> 32) as u8),
            bound: match (data >> 40) & 3 {
                1 => Bound::Lower,
                2 => Bound::Upper,
                _ => Bound::Exact,
            },
            best: (best != 0).then_some(PackedMove::from_bits(best)),
            eval: (eval != NO_EVAL).then_some(i32::from(eval)),
        })
    }

    /// Keeps what was found. A deep search is kept rather than a shallow one, a new one rather than an old one.
    /// Of the same position, what is exact, newer, or about as deep replaces what is known; a best move stays
    /// known until there is another.
    pub fn put(&self, hash: u64, ply: i32, entry: Entry) {
        let age = self.age.load(Relaxed);
        let worth = |data: u64| {
            let depth = i32::from((data >> 32) as u8);
            let aged = age.wrapping_sub(((data >> 42) & 63) as u8) & 63;
            depth - 8 * i32::from(aged)
        };
        let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16);
        let eval = u64::from(eval as u16) << 48;
        let mut into: Option<(&Slot, i32)> = None;
        let mut best = entry.best;
        for slot in self.bucket(hash) {
            let held = self.held(slot);
            let is_same = |data: &u64| (slot.key.load(Relaxed) ^ data ^ hash) & KEY_MASK == 0;
            if let Some(data) = held.filter(is_same) {
                let deeper = i32::from((data >> 32) as u8) - entry.depth >= TOO_SHALLOW;
                let as_new = ((data >> 42) & 63) as u8 == age;
                if deeper && as_new && entry.bound != Bound::Exact {
                    if let Some(best) = best.filter(|_| data & 0xffff == 0) {
                        let data = data | u64::from(best.bits());
                        slot.data.store(data, Relaxed);
                        slot.key.store((hash ^ data) & KEY_MASK | eval, Relaxed);
                    }
                    return;
                }
                if best.is_none() && data & 0xffff != 0 {
                    best = Some(PackedMove::from_bits((data & 0xffff) as u16));
                }
                into = Some((slot, 0));
                break;
            }
            let worth = held.map_or(-1_000, worth);
            if into.is_none_or(|(_, least)| worth < least) {
                into = Some((slot, worth));
            }
        }
        let Some((slot, _)) = into else { return };
        let score = if entry.score >= MATE_IN_MAX_PLY {
            entry.score + ply
        } else if entry.score <= -MATE_IN_MAX_PLY {
            entry.score - ply
        } else {
            entry.score
        };
        let bound = match entry.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        let data = u64::from(best.map_or(0, PackedMove::bits))
            | (u64::from(score as i16 as u16) << 16)
            | ((entry.depth.clamp(0, 255) as u64) << 32)
            | (bound << 40)
            | (u64::from(age) << 42)
            | (u64::from(self.generation.load(Relaxed)) << 48);
        slot.data.store(data, Relaxed);
        slot.key.store((hash ^ data) & KEY_MASK | eval, Relaxed);
    }
}
