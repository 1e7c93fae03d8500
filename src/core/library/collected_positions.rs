//! Where every position, and every set of pieces, of a collection is found again: a file in the cache folder, made in
//! the background. Nothing is kept in it alone: where it is missing or damaged, it is made anew. What is asked of it is
//! asked of the saved games in the same way, by [`PositionExplorer`].
//!
//! After a first line, the hash of the first position and a number for the files of the collection come segments, each
//! of some games one behind the other. A segment has a head: the number of its first game, how many games and how many
//! entries it has (4 bytes each), and a checksum (8) of its fences; then its fences: of each block of entries the first
//! hash (8) and a checksum (4); then its entries, sorted: the hash of what was reached (6 bytes), the game in the
//! segment and the ply (20 and 12 bits), and the move that followed (2 bytes). Each game has an entry for each position
//! once. All numbers begin with their lowest byte, but for the entries, which are sorted as they stand.

use std::fs::File;
use std::hash::Hasher;
use std::io::{self, ErrorKind};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock, mpsc};
use std::thread;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use rustc_hash::{FxHashMap, FxHasher};
use rustix::process::nice;

use super::Slot;
use super::collection::{Collection, GameText, OpenSource, asked};
use super::explorer::{Explored, Explorer, GameFilter, ResultCounts, ranked};
use super::positions::number;
use super::query::{FoundGames, PositionFilter};
use super::trace::{Pieces, Sought, hash, hash_of};
use crate::chess::openings::{self, Opening};
use crate::chess::{Chess, Material, PackedMove, Position, start_position};
use crate::files::Journal;
use crate::record::log::Fnv1a;
use crate::record::pgn::{Tag, start_of};

/// How the file begins. The number is its version.
const FIRST_LINE: &[u8; 26] = b"Rank & File, collection 3\n";
const HEAD: usize = FIRST_LINE.len() + 16;
/// The head of a segment.
const SEGMENT_HEAD: usize = 20;
/// What is noted of the first entry of a block.
const FENCE: usize = 12;
/// An entry.
const ENTRY: usize = 12;
/// So many entries are a block: 6 KiB.
const BLOCK: usize = 512;
/// So many games are a segment.
const GAMES_AT_ONCE: u32 = 16_384;
/// More plies of a game are not noted.
const MOST_PLIES: u16 = (1 << 12) - 1;
/// Stands for no move.
const NO_MOVE: u16 = u16::MAX;
/// So many plies a game has, more or less.
const USUAL_PLIES: usize = 90;
/// The reader has so much of a game in memory at least, in bytes.
const BUFFER: usize = 1 << 14;
/// In a longer game, a comment may have so many bytes.
const LONGEST_COMMENT: usize = 1 << 13;
/// Everything else on the machine comes first.
const NICENESS: i32 = 10;

/// What reached a place in a game: in order of the hash, then the game, then the ply.
type Entry = u128;

fn entry(hash: u64, game: u32, ply: u16, mv: u16) -> Entry {
    (Entry::from(key(hash)) << 48)
        | (Entry::from(game) << 28)
        | (Entry::from(ply) << 16)
        | Entry::from(mv)
}

/// So much of a hash is kept. Among a hundred million positions, one question of a million meets another one.
fn key(hash: u64) -> u64 {
    hash >> 16
}

fn key_of(entry: Entry) -> u64 {
    (entry >> 48) as u64
}

/// The game, the ply and the move of an entry.
fn parts_of(entry: Entry) -> (u32, u16, u16) {
    let game = (entry >> 28) as u32 & 0xf_ffff;
    (game, (entry >> 16) as u16 & MOST_PLIES, entry as u16)
}

/// What is noted of games: walks through each of them.
struct Walk<'a> {
    entries: &'a mut Vec<Entry>,
    game: u32,
    /// So many have been played.
    plies: u16,
}

/// A game up to a ply.
struct Walked {
    position: Chess,
    ply: u16,
    pieces: Pieces,
}

/// What tags say of the first position; of those with the same name the first counts.
#[derive(Default)]
struct Start {
    fen: Option<String>,
    variant: Option<String>,
}

impl Visitor for Walk<'_> {
    type Tags = Start;
    type Movetext = Walked;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Start> {
        ControlFlow::Continue(Start::default())
    }

    fn tag(&mut self, start: &mut Start, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        let said = match name {
            b"FEN" => &mut start.fen,
            b"Variant" => &mut start.variant,
            _ => return ControlFlow::Continue(()),
        };
        said.get_or_insert_with(|| value.decode_utf8_lossy().into_owned());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Start) -> ControlFlow<(), Walked> {
        match start_of(start.fen, start.variant) {
            Some(position) => ControlFlow::Continue(Walked {
                pieces: Pieces::of(&position),
                position,
                ply: 0,
            }),
            None => ControlFlow::Break(()),
        }
    }

    fn san(&mut self, game: &mut Walked, san: SanPlus) -> ControlFlow<()> {
        let mv = match san.san.to_move(&game.position) {
            Ok(mv) if game.ply < MOST_PLIES => mv,
            _ => {
                self.end(game);
                return ControlFlow::Break(());
            }
        };
        self.note(hash(&game.position), game.ply, PackedMove::of(mv).bits());
        game.position.play_unchecked(mv);
        game.ply += 1;
        self.plies = game.ply;
        let told = game.pieces.play(mv, &game.position);
        self.note_pieces(told);
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Walked) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, game: Walked) {
        self.end(&mut { game });
    }
}

impl Walk<'_> {
    /// Notes the positions of a game as it is written. Of a game with a comment that is too long, or has no end, those
    /// before are noted.
    fn read(&mut self, text: &[u8]) {
        let reader = Reader::build(text);
        let mut reader = match text.len() {
            // All of it is in memory, and no comment is too long.
            ..=BUFFER => reader.finish(),
            _ => reader
                .set_supported_comment_length(LONGEST_COMMENT)
                .finish(),
        };
        reader.read_game(self).ok();
    }

    fn note(&mut self, hash: u64, ply: u16, mv: u16) {
        self.entries.push(entry(hash, self.game, ply, mv));
    }

    fn note_pieces(&mut self, told: Option<(Material, u16)>) {
        if let Some((material, since)) = told {
            self.note(hash_of(material), since, NO_MOVE);
        }
    }

    fn end(&mut self, game: &mut Walked) {
        self.note(hash(&game.position), game.ply, NO_MOVE);
        self.note_pieces(game.pieces.end());
    }
}

/// A segment of the file.
#[derive(Debug)]
struct Segment {
    first: u32,
    games: u32,
    entries: u32,
    /// Where its entries begin in the file.
    begin: u64,
    /// The first hash of each block, and its checksum.
    fences: Vec<(u64, u32)>,
}

impl Segment {
    /// Writes sorted entries as the file has them.
    fn written(first: u32, games: u32, entries: &[Entry]) -> Vec<u8> {
        let mut blocks = Vec::with_capacity(entries.len() * ENTRY);
        for entry in entries {
            blocks.extend_from_slice(&entry.to_be_bytes()[4..]);
        }
        let mut fences = Vec::new();
        for (block, first) in blocks
            .chunks(BLOCK * ENTRY)
            .zip(entries.iter().step_by(BLOCK))
        {
            fences.extend_from_slice(&key_of(*first).to_le_bytes());
            fences.extend_from_slice(&sum(block).to_le_bytes());
        }
        let count = u32::try_from(entries.len()).unwrap_or(u32::MAX);
        let numbers = [first, games, count].map(u32::to_le_bytes).concat();
        let proof = proof(&numbers, &fences).to_le_bytes();
        [&numbers[..], &proof, &fences, &blocks].concat()
    }

    /// Reads what stands before the entries; `None` where there is no whole segment.
    fn read(file: &File, at: u64, end: u64) -> io::Result<Option<Self>> {
        let mut head = [0; SEGMENT_HEAD];
        if end - at < SEGMENT_HEAD as u64 {
            return Ok(None);
        }
        file.read_exact_at(&mut head, at)?;
        let number_at = |place: usize| number(&head[4 * place..][..4]) as u32;
        let [first, games, entries] = [0, 1, 2].map(number_at);
        let blocks = (entries as usize).div_ceil(BLOCK);
        let begin = at + (SEGMENT_HEAD + blocks * FENCE) as u64;
        if games > GAMES_AT_ONCE || begin + u64::from(entries) * ENTRY as u64 > end {
            return Ok(None);
        }
        let mut fences = vec![0; blocks * FENCE];
        file.read_exact_at(&mut fences, at + SEGMENT_HEAD as u64)?;
        if proof(&head[..12], &fences).to_le_bytes() != head[12..] {
            return Ok(None);
        }
        let fence = |fence: &[u8]| (number(&fence[..8]), number(&fence[8..]) as u32);
        Ok(Some(Self {
            first,
            games,
            entries,
            begin,
            fences: fences.chunks_exact(FENCE).map(fence).collect(),
        }))
    }

    fn end(&self) -> u64 {
        self.begin + u64::from(self.entries) * ENTRY as u64
    }

    /// Hands over every entry with this key, in order of the games.
    fn find(&self, file: &File, wanted: u64, mut take: impl FnMut(Entry)) -> io::Result<()> {
        let from = self.fences.partition_point(|(hash, _)| *hash < wanted);
        let mut bytes = vec![0; BLOCK * ENTRY];
        for block in from.saturating_sub(1)..self.fences.len() {
            let (first, expected) = self.fences[block];
            if first > wanted {
                break;
            }
            let before = block * BLOCK;
            let count = BLOCK.min(self.entries as usize - before);
            let bytes = &mut bytes[..count * ENTRY];
            file.read_exact_at(bytes, self.begin + (before * ENTRY) as u64)?;
            if sum(bytes) != expected {
                return Err(ErrorKind::InvalidData.into());
            }
            for entry in bytes.chunks_exact(ENTRY) {
                let mut whole = [0; 16];
                whole[4..].copy_from_slice(entry);
                let entry = Entry::from_be_bytes(whole);
                if key_of(entry) == wanted {
                    take(entry);
                }
            }
        }
        Ok(())
    }
}

fn sum(block: &[u8]) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(block);
    (hasher.finish() >> 32) as u32
}

/// What proves that the fences are as they were written.
fn proof(numbers: &[u8], fences: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(numbers);
    hasher.write(fences);
    hasher.finish()
}

/// The positions of a collection as far as they are known.
#[derive(Debug, Clone)]
pub struct CollectedPositions {
    file: Arc<File>,
    segments: Vec<Arc<Segment>>,
}

/// Where the positions of a collection are kept in a cache folder.
pub fn collected_path(cache: &Path, collection: &Collection) -> PathBuf {
    let mut hash = Fnv1a::default();
    for file in collection.files() {
        hash.bytes(file.path.as_os_str().as_encoded_bytes());
        hash.byte(0);
    }
    cache.join(format!("collection-{:016x}.positions", hash.number()))
}

/// The beginning of the file of a collection as its files are now.
fn head(collection: &Collection) -> Vec<u8> {
    let mut files = Fnv1a::default();
    for file in collection.files() {
        for number in [file.stamp.size, file.stamp.modified] {
            files.whole(number as u64);
        }
    }
    let numbers = [hash(&start_position()), files.number()].map(u64::to_le_bytes);
    [&FIRST_LINE[..], &numbers.concat()].concat()
}

impl CollectedPositions {
    /// What is known from before, at `path`. What cannot be believed is taken off.
    fn open(journal: &mut Journal, head: &[u8]) -> io::Result<Self> {
        let file = journal.file();
        let mut begin = vec![0; HEAD];
        let known = file.read_exact_at(&mut begin, 0).is_ok() && begin == head;
        if !known {
            journal.cut(0)?;
            journal.add(head)?;
        }
        let (mut end, mut segments) = (HEAD as u64, Vec::new());
        while let Some(segment) = Segment::read(&file, end, journal.end())? {
            end = segment.end();
            segments.push(Arc::new(segment));
        }
        journal.cut(end)?;
        Ok(Self { file, segments })
    }

    /// How many games are known.
    fn games(&self) -> u64 {
        self.segments
            .iter()
            .map(|segment| u64::from(segment.games))
            .sum()
    }

    /// Whether the games from this one on are known.
    fn has(&self, first: u32) -> bool {
        self.segments.iter().any(|segment| segment.first == first)
    }

    fn each(&self, wanted: u64, mut take: impl FnMut(u32, u16, u16)) -> io::Result<()> {
        for segment in &self.segments {
            segment.find(&self.file, wanted, |entry| {
                let (game, ply, mv) = parts_of(entry);
                take(segment.first + game, ply, mv);
            })?;
        }
        Ok(())
    }

    /// The games that reached what is looked for, in their order, each with the ply at which it first did.
    ///
    /// # Errors
    /// Where the file cannot be read any more, or is spoilt ([`ErrorKind::InvalidData`]).
    pub fn find(&self, sought: &Sought) -> io::Result<Vec<(Slot, u16)>> {
        let mut found = Vec::new();
        let hashes = match sought {
            Sought::Position(position) => vec![hash(position)],
            Sought::Material(material) => vec![hash_of(*material), hash_of(material.turned())],
        };
        for hash in hashes {
            self.each(key(hash), |game, ply, _| found.push((Slot(game), ply)))?;
        }
        found.sort_unstable();
        found.dedup_by_key(|(game, _)| *game);
        Ok(found)
    }

    /// The moves that were played from a position, in the games that count: in each of them the move after the
    /// position stood there first.
    ///
    /// # Errors
    /// Those of [`CollectedPositions::find`].
    pub fn explore(
        &self,
        collection: &RwLock<Collection>,
        position: &Chess,
        filter: &GameFilter,
    ) -> io::Result<Explored> {
        let mut found = Vec::new();
        self.each(key(hash(position)), |game, _, mv| found.push((game, mv)))?;
        let collection = asked(collection);
        let Some(counts) = collection.counting(filter) else {
            return Ok(Explored::default());
        };
        let (mut all, mut only) = (ResultCounts::default(), None);
        let mut shares: FxHashMap<u16, ResultCounts> = FxHashMap::default();
        for (game, mv) in found {
            let Some(outcome) = counts(game) else {
                continue;
            };
            only = Some(game);
            all.add(outcome);
            shares.entry(mv).or_default().add(outcome);
        }
        let only = only.filter(|_| all.games == 1);
        Ok(Explored {
            all,
            only: only.map(|game| Slot(game).listed_id().into()),
            moves: ranked(position, |mv| {
                shares
                    .get(&PackedMove::of(mv).bits())
                    .copied()
                    .unwrap_or_default()
            }),
        })
    }
}

/// Names the openings of those games of a collection whose tags tell none, by their positions: that of the last position
/// that has a name, as [`openings::of`] does, but for positions that come again.
///
/// # Errors
/// Those of [`CollectedPositions::find`].
pub fn name_openings(
    collection: &RwLock<Collection>,
    known: &CollectedPositions,
) -> io::Result<()> {
    // Of each game, how many plies led to the last opening that was found, and which one that is; `None` where it has one
    // already, or began elsewhere than at the usual first position.
    let unnamed = asked(collection).without_opening();
    let mut last: Vec<Option<(u16, Option<&Opening>)>> = vec![None; unnamed.len()];
    known.each(key(hash(&start_position())), |game, ply, _| {
        let game = game as usize;
        if ply == 0 && unnamed.get(game) == Some(&true) {
            last[game] = Some((0, None));
        }
    })?;
    if last.iter().all(Option::is_none) {
        return Ok(());
    }
    let (openings, longest) = openings::all();
    for (hash, opening) in openings {
        known.each(key(hash), |game, ply, _| {
            if let Some(Some(last)) = last.get_mut(game as usize) {
                if ply >= last.0 && usize::from(ply) <= longest {
                    *last = (ply, Some(opening));
                }
            }
        })?;
    }
    let named = last.into_iter().zip(0..);
    let named = named.filter_map(|(last, game)| Some((game, last?.1?)));
    collection
        .write()
        .unwrap_or_else(PoisonError::into_inner)
        .name_openings(named);
    Ok(())
}

/// Notes the positions of all games of a collection that are not noted in the file at `path`, and hands over what is
/// known, at first and after some games; the second figure is how much that is, from 0 to 1. Stops early when `stop`
/// is set.
///
/// # Errors
/// Where the file cannot be written, or one of the collection's cannot be read.
pub fn index_collection(
    collection: &RwLock<Collection>,
    path: &Path,
    stop: &AtomicBool,
    mut take: impl FnMut(Arc<CollectedPositions>, f64),
) -> io::Result<()> {
    let (head, games) = {
        let collection = asked(collection);
        (
            head(&collection),
            u32::try_from(collection.len()).unwrap_or(u32::MAX),
        )
    };
    let mut journal = Journal::open(path)?;
    let mut known = CollectedPositions::open(&mut journal, &head)?;
    let part = |known: &CollectedPositions| match games {
        0 => 1.0,
        games => known.games() as f64 / f64::from(games),
    };
    take(Arc::new(known.clone()), part(&known));
    let firsts = (0..games).step_by(GAMES_AT_ONCE as usize);
    let missing: Vec<u32> = firsts.filter(|first| !known.has(*first)).collect();
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let (sender, made) = mpsc::sync_channel(1);
    thread::scope(|scope| {
        for _ in 0..threads.min(missing.len()) {
            let (sender, missing, next) = (sender.clone(), &missing, &next);
            let work = move || {
                nice(NICENESS).ok();
                while let Some(first) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let count = GAMES_AT_ONCE.min(games - first);
                    let segment = segment_of(collection, *first, count, stop);
                    if stop.load(Ordering::Relaxed) || sender.send(segment).is_err() {
                        break;
                    }
                }
            };
            thread::Builder::new().spawn_scoped(scope, work)?;
        }
        drop(sender);
        for segment in made {
            let at = journal.end();
            journal.add(&segment?)?;
            known
                .segments
                .extend(Segment::read(&known.file, at, journal.end())?.map(Arc::new));
            take(Arc::new(known.clone()), part(&known));
        }
        Ok(())
    })
}

/// The positions of some games as the file has them.
fn segment_of(
    collection: &RwLock<Collection>,
    first: u32,
    count: u32,
    stop: &AtomicBool,
) -> io::Result<Vec<u8>> {
    let texts: Vec<GameText> = {
        let collection = asked(collection);
        let games = (first..first + count).map(Slot);
        games.filter_map(|game| collection.text_of(game)).collect()
    };
    let mut entries = Vec::with_capacity(texts.len() * USUAL_PLIES);
    let (mut source, mut text) = (OpenSource::default(), Vec::new());
    for (game, place) in (0..).zip(texts) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        source.read(&place, &mut text)?;
        let mut walk = Walk {
            entries: &mut entries,
            game,
            plies: 0,
        };
        let before = walk.entries.len();
        walk.read(&text);
        // Tags that the standard does not allow, such as with quotes in quotes, are forgiven elsewhere, too.
        if walk.plies == 0 {
            walk.entries.truncate(before);
            walk.read(&without_tags(&text));
        }
    }
    entries.sort_unstable();
    // Of what came again in a game, the first time counts.
    entries.dedup_by_key(|entry| *entry >> 28);
    Ok(Segment::written(first, count, &entries))
}

/// A game with no other tags than those that say where it starts.
fn without_tags(text: &[u8]) -> Vec<u8> {
    let mut lines = text.split_inclusive(|byte| *byte == b'\n').peekable();
    let mut bare = Vec::with_capacity(text.len());
    while let Some(line) = lines.next_if(|line| matches!(line.trim_ascii(), [b'[', ..] | [])) {
        let tag = Tag::read(line.trim_ascii()).map(|(tag, _)| tag);
        let start = tag.filter(|tag| matches!(tag.name, b"FEN" | b"Variant"));
        let start = start.map(|tag| Tag::written(&String::from_utf8_lossy(tag.name), &tag.value()));
        bare.extend(start.into_iter().flat_map(String::into_bytes));
    }
    bare.push(b'\n');
    bare.extend(lines.flatten());
    bare
}

/// What answers questions about positions, of the saved games or of a collection.
#[derive(Clone)]
pub enum PositionExplorer {
    /// Of the saved games.
    Saved(Arc<Explorer>),
    /// Of a collection.
    Collected(Arc<RwLock<Collection>>, Arc<CollectedPositions>),
}

impl PositionExplorer {
    /// Whether a player of this name has played.
    pub fn knows(&self, player: &str) -> bool {
        match self {
            Self::Saved(explorer) => explorer.knows(player),
            Self::Collected(games, _) => asked(games).knows(player),
        }
    }

    /// The moves that were played from a position, in the games that count.
    ///
    /// # Errors
    /// Where the file with the positions cannot be read any more.
    pub fn explore(&self, position: &Chess, filter: &GameFilter) -> io::Result<Explored> {
        match self {
            Self::Saved(explorer) => explorer.explore(position, filter),
            Self::Collected(games, known) => known.explore(games, position, filter),
        }
    }

    /// The games that reached what is looked for.
    ///
    /// # Errors
    /// Those of [`PositionExplorer::explore`].
    pub fn find(&self, sought: &Sought) -> io::Result<FoundGames> {
        match self {
            Self::Saved(explorer) => explorer.find(sought).map(FoundGames::Logged),
            Self::Collected(_, known) => known.find(sought).map(FoundGames::Collected),
        }
    }

    /// Finds the games for which a filter asks.
    ///
    /// # Errors
    /// Those of [`PositionExplorer::explore`].
    pub fn answer(&self, filter: &mut PositionFilter) -> io::Result<()> {
        filter.found(self.find(&filter.sought)?);
        Ok(())
    }
}
