//! The names of chess openings, found by the position on the board.
//!
//! The names are in `resources/openings.tsv`, which says where they come from. The file is read
//! when a name is first asked for. It holds moves, not hashes, so that people can read it and tests
//! can prove it; neighbors begin alike, and so a few milliseconds are enough to play them all.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use shakmaty::EnPassantMode;
use shakmaty::san::SanPlus;
use shakmaty::zobrist::{Zobrist64, ZobristHash};

use crate::chess::{Chess, Position, start_position};

/// A named opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opening {
    /// The code of the Encyclopaedia of Chess Openings: a letter from A to E and two digits.
    pub eco: &'static str,
    /// The name in English: `Family: Variation, Subvariation`.
    pub name: &'static str,
}

impl Opening {
    /// The code, a space, and the name.
    pub fn coded(self) -> String {
        format!("{} {}", self.eco, self.name)
    }
}

/// Which opening has led to this position, in any order of moves, if the position has a name.
///
/// ```
/// use rank_and_file_core::chess::{openings, read_fen};
///
/// let fen = "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2";
/// let opening = openings::at(&read_fen(fen).unwrap()).unwrap();
/// assert_eq!((opening.eco, opening.name), ("D06", "Queen's Gambit"));
/// ```
///
/// Two positions are told apart by 64 bits, and the names are a few thousand: that another
/// position takes a name by chance is out of the question, that one is forged does no harm.
pub fn at(position: &Chess) -> Option<&'static Opening> {
    BOOK.named.get(&key(position))
}

/// The opening of a game: the last position that has a name. Takes the positions from the first
/// one on, and no more of them than the longest known opening has. A game that began elsewhere
/// than at the usual first position has no opening.
pub fn of<'a>(positions: impl IntoIterator<Item = &'a Chess>) -> Option<&'static Opening> {
    let mut positions = positions.into_iter();
    if *positions.next()? != start_position() {
        return None;
    }
    positions.take(BOOK.longest).filter_map(at).last()
}

/// Every opening with the Zobrist hash of its position, in no order, and the plies of the longest.
pub(crate) fn all() -> (impl Iterator<Item = (u64, &'static Opening)>, usize) {
    let named = BOOK.named.iter().map(|(key, opening)| (*key, opening));
    (named, BOOK.longest)
}

/// The name of the shortest of the openings with a code.
pub fn named(eco: &str) -> Option<&'static str> {
    BOOK.by_code.get(eco).map(|(_, name)| *name)
}

/// En passant only where it is possible, as positions are compared everywhere.
fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

static BOOK: LazyLock<Book> =
    LazyLock::new(|| Book::read(include_str!("../../../resources/openings.tsv")));

struct Book {
    named: FxHashMap<u64, Opening>,
    /// The plies and the name of the shortest opening with each code.
    by_code: FxHashMap<&'static str, (usize, &'static str)>,
    /// The plies of the longest opening.
    longest: usize,
}

impl Book {
    fn read(text: &'static str) -> Self {
        let mut book = Self {
            named: FxHashMap::with_capacity_and_hasher(4096, Default::default()),
            by_code: FxHashMap::default(),
            longest: 0,
        };
        // The line that was played last, each move with the position after it.
        let mut line: Vec<(&str, Chess)> = Vec::new();
        for entry in text.lines() {
            let mut cells = entry.split('\t');
            let (Some(eco), Some(name), Some(moves)) = (cells.next(), cells.next(), cells.next())
            else {
                continue;
            };
            if let Some(position) = play(&mut line, moves) {
                book.longest = book.longest.max(line.len());
                book.named.insert(key(&position), Opening { eco, name });
                let shortest = book.by_code.entry(eco).or_insert((line.len(), name));
                *shortest = (line.len(), name).min(*shortest);
            }
        }
        book
    }
}

/// The position after `moves`, of which those that `line` begins with are not played again. Moves
/// that cannot be played lead nowhere.
fn play<'a>(line: &mut Vec<(&'a str, Chess)>, moves: &'a str) -> Option<Chess> {
    let mut moves = moves.split_ascii_whitespace().peekable();
    let known = line.iter();
    let shared = known.take_while(|(san, _)| moves.next_if_eq(san).is_some());
    let shared = shared.count();
    line.truncate(shared);
    let mut position = line
        .last()
        .map_or_else(start_position, |(_, at)| at.clone());
    for san in moves {
        let read = SanPlus::from_ascii(san.as_bytes()).ok()?;
        let mv = read.san.to_move(&position).ok()?;
        position.play_unchecked(mv);
        line.push((san, position.clone()));
    }
    Some(position)
}
