//! The games that reached one position, in entries of five bytes each.
//!
//! An entry has, from its lowest bit: the number of the game (as many bits as all numbers need), the
//! move that followed (8), whether the position stood there after the usual number of plies (1),
//! whether the entry begins a group (1), and a field with what is left of its 40 bits.
//!
//! A group is known by 80 bits: the hash of the position, and below it the usual ply. The first 31
//! of them are the bucket that the group lies in and the field of its first entry; the field of each
//! further entry has as many of those that follow. A group of four games or so thus has the whole
//! hash, and of six the ply, too. Of smaller groups too little is known to be believed: whoever
//! reads them replays one of their games.

/// What an entry takes, in bytes.
pub const ENTRY: usize = 5;
/// By so many bits of the hash positions are found.
const SHORT_BITS: u32 = 31;
/// The bits of the hash, and those with the ply.
const HASH_BITS: u32 = 64;
const ALL_BITS: u32 = 80;
/// A number of a game has no more bits.
pub const MOST_GAME_BITS: u32 = 24;

/// A game that reached a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    /// Its number in the file.
    pub game: u32,
    /// The move that followed, as a trace has it.
    pub mv: u8,
    /// Whether it reached the position after as many plies as others: as many as the group says,
    /// or where it does not say so, as the first of the group.
    pub usual: bool,
}

/// Games that reached one position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The hash in the upper 64 bits, the usual ply in the 16 below them. What is not known is zero.
    id: u128,
    /// How many of its bits are known, from the highest.
    known: u32,
    /// The games, each once.
    pub members: Vec<Member>,
}

impl Group {
    /// A group of which everything is known: the hash of the position, and the ply at which most games, or the
    /// first, reached it.
    pub fn new(hash: u64, ply: u16, members: Vec<Member>) -> Self {
        Self {
            id: u128::from(hash) << 64 | u128::from(ply) << 48,
            known: ALL_BITS,
            members,
        }
    }

    /// The bits by which it is found: the highest of the hash.
    pub fn short(&self) -> u32 {
        (self.id >> (128 - SHORT_BITS)) as u32
    }

    /// Whether what is known of the position fits this hash.
    pub fn may_be(&self, hash: u64) -> bool {
        let unknown = HASH_BITS - self.known.min(HASH_BITS);
        ((self.id >> 64) as u64 ^ hash) >> unknown == 0
    }

    /// Whether the whole hash is known.
    pub fn is_known(&self) -> bool {
        self.known >= HASH_BITS
    }

    /// The usual ply, where it is known.
    pub fn usual_ply(&self) -> Option<u16> {
        (self.known >= ALL_BITS).then_some((self.id >> 48) as u16)
    }

    /// Takes over the games of another group if it is certain that it is the same position.
    ///
    /// # Errors
    /// Gives the other group back where it is not.
    pub fn join(&mut self, other: Self) -> Result<(), Self> {
        let (Some(ply), Some(other_ply)) = (self.usual_ply(), other.usual_ply()) else {
            return Err(other);
        };
        if self.id >> 64 != other.id >> 64 {
            return Err(other);
        }
        self.members
            .extend(other.members.into_iter().map(|member| Member {
                usual: member.usual && ply == other_ply,
                ..member
            }));
        Ok(())
    }
}

/// How the bits of an entry are shared out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    game_bits: u32,
}

impl Layout {
    /// One in which so many games have numbers; `None` where there are too many. What was written
    /// with numbers of `least` bits can be written anew: of no group more has to be known.
    pub fn for_games(games: usize, least: Option<Self>) -> Option<Self> {
        let bits = games.next_power_of_two().trailing_zeros().max(1);
        let game_bits = bits.max(least.map_or(1, |least| least.game_bits));
        Self::with_game_bits(game_bits)
    }

    /// One in which numbers of games have so many bits; `None` where these are none or too many.
    pub fn with_game_bits(game_bits: u32) -> Option<Self> {
        (1..=MOST_GAME_BITS)
            .contains(&game_bits)
            .then_some(Self { game_bits })
    }

    /// The bits of the number of a game.
    pub fn game_bits(self) -> u32 {
        self.game_bits
    }

    /// Bits of the hash that are the number of a bucket.
    pub(super) fn bucket_bits(self) -> u32 {
        self.game_bits + 1
    }

    pub(super) fn buckets(self) -> usize {
        1 << self.bucket_bits()
    }

    /// The number of the bucket of a hash.
    pub fn bucket(self, hash: u64) -> usize {
        (hash >> (HASH_BITS - self.bucket_bits())) as usize
    }

    /// The bits of the field.
    fn field_bits(self) -> u32 {
        SHORT_BITS - self.bucket_bits()
    }

    /// How many bits are known of a group of so many entries.
    fn known(self, entries: usize) -> u32 {
        let more = u32::try_from(entries - 1).unwrap_or(u32::MAX);
        let more = more.saturating_mul(self.field_bits());
        more.saturating_add(SHORT_BITS).min(ALL_BITS)
    }

    /// Adds the entries of a group to those of its bucket.
    pub fn write(self, group: &Group, out: &mut Vec<u8>) {
        let Some(count) = group.members.len().checked_sub(1) else {
            return;
        };
        // Where the group does not say which ply is usual, the first one does.
        let told = self.known(count + 1) == ALL_BITS && group.known == ALL_BITS;
        let none_usual = !told && !group.members.iter().any(|member| member.usual);
        let usual = group.members.iter().filter(|member| member.usual);
        let others = group.members.iter().filter(|member| !member.usual);
        let mut place = self.bucket_bits();
        for (number, member) in usual.chain(others).enumerate() {
            let field = if place < ALL_BITS {
                (group.id << place >> (128 - self.field_bits())) as u64
            } else {
                0
            };
            place = place.saturating_add(self.field_bits());
            let first = number == 0;
            let mut entry = field << 1 | u64::from(first);
            entry = entry << 1 | u64::from(member.usual || first && none_usual);
            entry = entry << 8 | u64::from(member.mv);
            entry = entry << self.game_bits | u64::from(member.game);
            out.extend_from_slice(&entry.to_le_bytes()[..ENTRY]);
        }
    }

    /// The groups in the bytes of a bucket.
    pub fn groups(self, bucket: usize, bytes: &[u8]) -> impl Iterator<Item = Group> + '_ {
        let mut entries = bytes.chunks_exact(ENTRY).map(number).peekable();
        let is_first = move |entry: &u64| entry >> (self.game_bits + 9) & 1 == 1;
        std::iter::from_fn(move || {
            let first = entries.next()?;
            let mut group = Group {
                id: (bucket as u128) << (128 - self.bucket_bits()),
                known: 0,
                members: Vec::new(),
            };
            let mut place = self.bucket_bits();
            let mut next = Some(first);
            while let Some(entry) = next {
                if place < ALL_BITS {
                    let field = u128::from(entry >> (self.game_bits + 10));
                    group.id |= field << (128 - self.field_bits()) >> place;
                }
                place = place.saturating_add(self.field_bits());
                group.members.push(Member {
                    game: (entry & ((1 << self.game_bits) - 1)) as u32,
                    mv: (entry >> self.game_bits) as u8,
                    usual: entry >> (self.game_bits + 8) & 1 == 1,
                });
                next = entries.next_if(|entry| !is_first(entry));
            }
            group.known = self.known(group.members.len());
            group.id &= u128::MAX << (128 - group.known);
            Some(group)
        })
    }
}

fn number(entry: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    bytes[..ENTRY].copy_from_slice(entry);
    u64::from_le_bytes(bytes)
}
