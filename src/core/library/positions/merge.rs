//! Making a new base of the old one and the tail, in passes over parts of the hashes, so that never
//! more than a part of all positions is in memory.

use std::collections::{HashMap, HashSet};
use std::io::{self, ErrorKind, Write};
use std::mem;

use super::base::{Base, Builder};
use super::group::{Group, Layout, Member};
use super::tail::Tail;

/// In each pass there are so many positions, more or less: each takes 16 bytes.
const AT_ONCE: u64 = 1 << 21;
/// And no more passes.
const MOST_PASS_BITS: u32 = 16;

/// A position of a game in the tail. The order of the fields is that in which they are sorted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Step {
    hash: u64,
    game: u32,
    ply: u16,
    mv: u8,
}

/// What [`AT_ONCE`] counts on.
const _: () = assert!(size_of::<Step>() == 16);

/// Which number every game gets; those that are not wanted any more get none.
struct Numbers {
    /// The keys by the new numbers.
    keys: Vec<u64>,
    /// The new numbers of the games in the old base, by their old ones.
    old: Vec<Option<u32>>,
    /// The new numbers of the games that are in the tail alone.
    new: HashMap<u64, u32>,
}

impl Numbers {
    fn of(base: Option<&Base>, tail: &Tail, wanted: &HashSet<u64>) -> io::Result<Self> {
        let (mut keys, mut known) = (Vec::new(), HashMap::new());
        let mut give = |key: u64| {
            if !wanted.contains(&key) || known.contains_key(&key) {
                return None;
            }
            let number = u32::try_from(keys.len()).ok()?;
            known.insert(key, number);
            keys.push(key);
            Some(number)
        };
        let old = base.map_or(&[][..], Base::games).iter();
        let old: Vec<Option<u32>> = old.map(|key| give(*key)).collect();
        tail.each(|game| {
            give(game.key);
        })?;
        for number in old.iter().flatten() {
            known.remove(&keys[*number as usize]);
        }
        Ok(Self {
            keys,
            old,
            new: known,
        })
    }
}

/// Writes a base with the games that are wanted, by their keys, of the old one and the tail.
///
/// # Errors
/// Where these cannot be read or the new one cannot be written, and where there are too many games.
pub(super) fn merge(
    base: Option<&Base>,
    tail: &Tail,
    wanted: &HashSet<u64>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let numbers = Numbers::of(base, tail, wanted)?;
    let layout = Layout::for_games(numbers.keys.len(), base.map(Base::layout));
    let layout = layout.ok_or(ErrorKind::FileTooLarge)?;
    let mut builder = Builder::new(out, layout);
    let mut count = base.map_or(0, Base::len);
    tail.each(|game| count += game.steps().count() as u64)?;
    // A bucket of the old base is in one pass.
    let most = base.map_or(layout, Base::layout).bucket_bits();
    let bits = count.div_ceil(AT_ONCE).next_power_of_two().trailing_zeros();
    let bits = bits.min(most).min(MOST_PASS_BITS);
    for pass in 0..1_usize << bits {
        let steps = steps(tail, &numbers, |hash| {
            hash.checked_shr(64 - bits).unwrap_or(0) == pass as u64
        })?;
        let span = base.map(|base| {
            let each = base.layout().buckets() >> bits;
            base.span(each * pass..each * (pass + 1))
        });
        let span = span.transpose()?;
        let old = span.iter().flat_map(|span| span.groups());
        let old = old.filter_map(|group| renumbered(group, &numbers.old));
        add_all(&mut builder, old, steps.chunk_by(|a, b| a.hash == b.hash))?;
    }
    builder.finish(&numbers.keys)
}

/// The positions of the new games that are in a pass, in order; of those that came again in a game,
/// the first.
fn steps(
    tail: &Tail,
    numbers: &Numbers,
    is_in_pass: impl Fn(u64) -> bool,
) -> io::Result<Vec<Step>> {
    let mut steps = Vec::new();
    // A game may have been noted twice.
    let mut seen = vec![false; numbers.keys.len()];
    tail.each(|noted| {
        let Some(game) = numbers.new.get(&noted.key).copied() else {
            return;
        };
        if mem::replace(&mut seen[game as usize], true) {
            return;
        }
        for (ply, (hash, mv)) in (0..).zip(noted.steps()) {
            if is_in_pass(hash) {
                steps.push(Step {
                    hash,
                    game,
                    ply,
                    mv,
                });
            }
        }
    })?;
    steps.sort_unstable();
    steps.dedup_by_key(|step| (step.hash, step.game));
    Ok(steps)
}

/// The group without the games that are gone; `None` where none is left.
fn renumbered(mut group: Group, numbers: &[Option<u32>]) -> Option<Group> {
    group.members.retain_mut(|member| {
        let number = numbers.get(member.game as usize).copied().flatten();
        member.game = number.unwrap_or_default();
        number.is_some()
    });
    (!group.members.is_empty()).then_some(group)
}

/// The group of some positions that are one, the usual ply being that of the first.
fn group(steps: &[Step]) -> Group {
    let first = steps[0];
    let member = |step: &Step| Member {
        game: step.game,
        mv: step.mv,
        usual: step.ply == first.ply,
    };
    Group::new(first.hash, first.ply, steps.iter().map(member).collect())
}

/// Adds old and new groups in the order of their hashes. Where it is certain that an old one is of
/// the same position as a new one, the two become one.
fn add_all<'a>(
    builder: &mut Builder,
    old: impl Iterator<Item = Group>,
    new: impl Iterator<Item = &'a [Step]>,
) -> io::Result<()> {
    let mut old = old.peekable();
    for steps in new {
        let mut fresh = Some(group(steps));
        let short = fresh.as_ref().map_or(0, Group::short);
        while let Some(mut known) = old.next_if(|known| known.short() <= short) {
            if let Some(group) = fresh.take_if(|_| known.short() == short) {
                fresh = known.join(group).err();
            }
            builder.add(&known)?;
        }
        if let Some(group) = fresh {
            builder.add(&group)?;
        }
    }
    old.try_for_each(|known| builder.add(&known))
}
