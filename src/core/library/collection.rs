//! A collection: the games of PGN files as they lie there, listed by their tags. Nothing is copied, and the files are
//! never written; a game is read when it is looked at.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Chain, ErrorKind, Read, Seek, SeekFrom, Take};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, PoisonError, RwLock, RwLockReadGuard, mpsc};
use std::thread;
use std::vec;

use rustc_hash::{FxHashMap, FxHashSet};

use super::catalogue::Row;
use super::explorer::GameFilter;
use super::index::Stamp;
use super::search::{Term, Wanted, fold, terms};
use super::{Catalogue, Query, Slot, Sort, State, Summary, Vocabulary};
use crate::chess::openings::{self, Opening};
use crate::chess::{ByColor, Game, Outcome, Reason};
use crate::files::open_regular;
use crate::record::log::{Folder, Header, LogEntry, UNKNOWN_DATE, UNKNOWN_NAME, first_day};
use crate::record::pgn::{
    Fault, GameTermination, Heading, HeadingReader, HeadingTag, Headings, Imported, Splitter,
    decoded, read_beginning,
};

/// Of a file, so many bytes tell whether it is text.
const BEGINNING: usize = 1 << 12;
/// In the number of a place, so many bits are those of the place in the file; those above, of the file.
const PLACE_BITS: u32 = 48;
/// A longer game is only read to be imported, in bytes.
const LONGEST_TEXT: u64 = 16 << 20;

/// A file of a collection, which is only open while it is read: there may be more of them than can be open.
#[derive(Debug)]
pub(super) struct SourceFile {
    pub(super) path: PathBuf,
    pub(super) stamp: Stamp,
}

/// The games of PGN files as they lie there.
pub struct Collection {
    /// All that were found, also those that cannot be read.
    found: Vec<PathBuf>,
    files: Vec<Arc<SourceFile>>,
    /// The files and folders that could not be read, and why.
    left_out: Vec<(PathBuf, io::Error)>,
    catalogue: Catalogue,
    /// Where each game begins: the number of the file, and the place in it.
    places: Vec<u64>,
    /// The numbers of time controls, by what the tags say.
    controls: FxHashMap<Box<str>, u32>,
}

/// Why a game of a collection cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// Its file cannot be read, or has changed since.
    #[error("the file cannot be read: {0}")]
    Io(#[from] io::Error),
    /// What stands there is no game, or cannot be played.
    #[error("the game cannot be read: {0}")]
    Game(Fault),
}

impl Collection {
    /// The games of a PGN file, or of all of a folder and the folders in it. None is listed before
    /// [`read_collection`]. Of a folder, files that cannot be read are left out ([`Collection::left_out`]).
    ///
    /// # Errors
    /// Where the file, or every file of the folder, cannot be opened, or is no text
    /// ([`crate::record::pgn::NotTextError`]), or is UTF-16, of which games cannot be read where they lie
    /// ([`ErrorKind::InvalidData`]); [`ErrorKind::NotFound`] where a folder has no PGN file;
    /// [`ErrorKind::FileTooLarge`] where it has more files than can be numbered.
    pub fn open(path: &Path, vocabulary: Vocabulary) -> io::Result<Self> {
        let mut left_out = Vec::new();
        let found = files_at(path, &mut left_out)?;
        let mut files = Vec::new();
        for path in &found {
            match SourceFile::at(path) {
                Ok(file) => files.push(Arc::new(file)),
                Err(why) => left_out.push((path.clone(), why)),
            }
        }
        for (path, why) in &left_out {
            tracing::warn!("{} is left out: {why}", path.display());
        }
        if files.is_empty() {
            let why = left_out.pop().map(|(_, why)| why);
            return Err(why.unwrap_or_else(|| ErrorKind::NotFound.into()));
        }
        u16::try_from(files.len()).map_err(|_| ErrorKind::FileTooLarge)?;
        Ok(Self {
            found,
            files,
            left_out,
            catalogue: Catalogue::new(Folder::new(path.to_owned()), vocabulary),
            places: Vec::new(),
            controls: FxHashMap::default(),
        })
    }

    /// Whether other files lie at its path now, or something else stands in them.
    ///
    /// # Errors
    /// Where they cannot be looked at.
    pub fn has_changed(&self) -> io::Result<bool> {
        let found = files_at(self.catalogue.folder.path(), &mut Vec::new())?;
        let mut left_out = self.left_out.iter();
        if found != self.found || left_out.any(|(path, _)| SourceFile::at(path).is_ok()) {
            return Ok(true);
        }
        for file in &self.files {
            if Stamp::of(&fs::metadata(&file.path)?) != file.stamp {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The files and folders among its own that could not be read, and why.
    pub fn left_out(&self) -> &[(PathBuf, io::Error)] {
        &self.left_out
    }

    /// The folders in which its files lie, and the one that was opened.
    pub fn folders(&self) -> BTreeSet<PathBuf> {
        let opened = self.catalogue.folder.path();
        let opened = opened.is_dir().then_some(opened);
        let parents = self.files.iter().filter_map(|file| file.path.parent());
        parents.chain(opened).map(Path::to_owned).collect()
    }

    /// How many games are listed so far.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Whether a player of this name has played.
    pub fn knows(&self, player: &str) -> bool {
        self.catalogue.names.find(player).is_some()
    }

    /// Names of players: see [`Catalogue::names`].
    pub fn names(&self, typed: &str, most: usize) -> Vec<String> {
        self.catalogue.names(typed, most)
    }

    /// The files.
    pub(super) fn files(&self) -> &[Arc<SourceFile>] {
        &self.files
    }

    /// The games that are looked for, in the order that is wanted; `None` where `overtaken` is set before that is known.
    pub fn find(&self, query: &Query, overtaken: &AtomicBool) -> Option<Vec<Slot>> {
        self.catalogue.find_until(query, overtaken)
    }

    /// Gives the result of each game that counts, and nothing of the others; `None` where none does.
    pub(super) fn counting(
        &self,
        filter: &GameFilter,
    ) -> Option<impl Fn(u32) -> Option<Option<Outcome>>> {
        let Catalogue { names, days, .. } = &self.catalogue;
        let player = match &filter.player {
            Some(name) => Some(names.find(name)?),
            None => None,
        };
        let filter = filter.clone();
        let day = move |row: &Row| first_day(days.text(row.day));
        Some(move |game| {
            let row = self.catalogue.row_at(game)?;
            filter
                .counts(player, (row.white, row.black), || day(row))
                .then_some(row.outcome)
        })
    }

    /// Whether a query asks for openings that the tags of some games do not tell: see [`super::name_openings`].
    pub fn misses_openings(&self, query: &Query) -> bool {
        let Catalogue {
            openings,
            vocabulary,
            ..
        } = &self.catalogue;
        let asks = || {
            let terms = terms(&query.text, &(vocabulary.keywords)());
            let asks = |term: &Term| match &term.wanted {
                Wanted::Opening(_) => true,
                Wanted::Word(word) => word.split(' ').all(names_opening),
                _ => false,
            };
            query.sort == Sort::Opening || terms.iter().any(asks)
        };
        openings.find("").is_some() && asks()
    }

    /// Whether the opening of each game is not told.
    pub(super) fn without_opening(&self) -> Vec<bool> {
        let none = self.catalogue.openings.find("");
        let rows = self.catalogue.rows.iter().flatten();
        rows.map(|row| Some(row.opening) == none).collect()
    }

    /// Tells the openings of some games.
    pub(super) fn name_openings<'a>(&mut self, named: impl Iterator<Item = (usize, &'a Opening)>) {
        let Catalogue { rows, openings, .. } = &mut self.catalogue;
        for (game, opening) in named {
            if let Some(Some(row)) = rows.get_mut(game) {
                row.opening = openings.number(&opening.coded(), str::to_owned);
            }
        }
    }

    /// The file in which a game lies, the place where it begins there, and its length, in bytes.
    fn place(&self, game: u32) -> Option<(&Arc<SourceFile>, u64, u64)> {
        let place = *self.places.get(game as usize)?;
        let file = self.files.get((place >> PLACE_BITS) as usize)?;
        let begin = place & ((1 << PLACE_BITS) - 1);
        let next = self.places.get(game as usize + 1);
        let next = next.filter(|next| **next >> PLACE_BITS == place >> PLACE_BITS);
        let end = match next {
            Some(next) => next & ((1 << PLACE_BITS) - 1),
            None => u64::try_from(file.stamp.size).unwrap_or_default(),
        };
        Some((file, begin, end.saturating_sub(begin)))
    }

    /// Where a game is read, apart from the list, which may grow meanwhile.
    pub fn text_of(&self, slot: Slot) -> Option<GameText> {
        let (file, at, length) = self.place(slot.0)?;
        Some(GameText {
            file: Arc::clone(file),
            at,
            length,
            number: u64::from(slot.0) + 1,
        })
    }

    /// What a list shows of a game, which is read for that; what its tags say, where it cannot be.
    pub fn summary(&self, slot: Slot) -> Option<Summary> {
        let (file, ..) = self.place(slot.0)?;
        let entry = LogEntry {
            id: slot.listed_id(),
            path: file.path.clone(),
        };
        let row = self.catalogue.row_at(slot.0)?;
        let read = self.text_of(slot)?.read();
        let mut summary = match read {
            Ok((read, None)) => Summary::of(entry, read.loaded.header, &read.loaded.game),
            Ok((read, Some(_))) => Summary {
                state: State::Damaged,
                ..Summary::of(entry, read.loaded.header, &read.loaded.game)
            },
            Err(error) => {
                tracing::info!("game {} of {}: {error}", entry.id, entry.path.display());
                let header = Header {
                    white: self.catalogue.names.text(row.white).to_owned(),
                    black: self.catalogue.names.text(row.black).to_owned(),
                    ..Header::bare()
                };
                let start = Game::default();
                Summary {
                    state: State::Damaged,
                    outcome: row.outcome,
                    date: self.catalogue.days.text(row.day).to_owned(),
                    ..Summary::of(entry, header, &start)
                }
            }
        };
        // It is found by what the file says.
        let said = self.catalogue.openings.text(row.opening);
        if !said.is_empty() {
            said.clone_into(&mut summary.opening);
        }
        Some(summary)
    }

    /// Lists games of the file with this number.
    fn add(&mut self, file: usize, headings: &Headings) {
        headings.each(|heading| {
            let row = row_of(&mut self.catalogue, &mut self.controls, heading);
            self.catalogue.push(row);
            self.places.push(((file as u64) << PLACE_BITS) | heading.at);
        });
    }
}

/// Games to be asked, while others may ask them, too. They can be believed after a thread that listed games has
/// panicked: those are there that were listed before.
pub fn asked<Games>(games: &RwLock<Games>) -> RwLockReadGuard<'_, Games> {
    games.read().unwrap_or_else(PoisonError::into_inner)
}

/// A game in its file.
#[derive(Debug, Clone)]
pub struct GameText {
    file: Arc<SourceFile>,
    at: u64,
    length: u64,
    number: u64,
}

impl GameText {
    /// How long the text is, in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Reads games one behind the other, each on a line of its own.
    pub fn reader(games: Vec<Self>) -> impl Read + Send {
        GameReader {
            games: games.into_iter(),
            source: OpenSource::default(),
            text: None,
        }
    }

    /// The text as it stands there.
    ///
    /// # Errors
    /// Where the file cannot be read or has changed ([`ErrorKind::ResourceBusy`]), or the game is too long to be one
    /// ([`ErrorKind::FileTooLarge`]).
    pub fn bytes(&self) -> io::Result<Vec<u8>> {
        if self.length > LONGEST_TEXT {
            return Err(ErrorKind::FileTooLarge.into());
        }
        let mut text = Vec::new();
        OpenSource::default().read(self, &mut text)?;
        Ok(text)
    }

    /// The same as letters.
    ///
    /// # Errors
    /// Those of [`GameText::bytes`].
    pub fn text(&self) -> io::Result<String> {
        Ok(decoded(&self.bytes()?).into_owned())
    }

    /// The same as it stands in a file behind other games, and before others.
    ///
    /// # Errors
    /// Those of [`GameText::bytes`].
    pub fn exported(&self) -> io::Result<String> {
        Ok(self.text()?.replace("\r\n", "\n").trim().to_owned() + "\n\n")
    }

    /// The game, or its beginning with what is wrong behind it.
    ///
    /// # Errors
    /// Where the file cannot be read, or nothing of the game can.
    pub fn read(&self) -> Result<(Imported, Option<Fault>), Unreadable> {
        let text = self.bytes()?;
        let game = Splitter::new(&text[..]).next_game()?;
        let mut game = game.ok_or_else(|| io::Error::from(ErrorKind::UnexpectedEof))?;
        game.number = self.number;
        read_beginning(&game).map_err(Unreadable::Game)
    }
}

/// The file that a game was read of, kept open for the games behind it.
#[derive(Default)]
pub(super) struct OpenSource(Option<(Arc<SourceFile>, Arc<File>)>);

impl OpenSource {
    /// The file where a game begins, to be read to its end.
    fn seek(&mut self, game: &GameText) -> io::Result<Take<Arc<File>>> {
        let mut file = match self.0.take() {
            Some((source, file)) if Arc::ptr_eq(&source, &game.file) => file,
            _ => Arc::new(open_regular(&game.file.path)?),
        };
        game.file.check(&file)?;
        file.seek(SeekFrom::Start(game.at))?;
        self.0 = Some((Arc::clone(&game.file), Arc::clone(&file)));
        Ok(file.take(game.length))
    }

    /// Puts a game in the place of what is there, or the beginning of one that is too long to be a game.
    ///
    /// # Errors
    /// Where the file cannot be read, or has changed ([`ErrorKind::ResourceBusy`]).
    pub fn read(&mut self, game: &GameText, text: &mut Vec<u8>) -> io::Result<()> {
        text.clear();
        self.seek(game)?.take(LONGEST_TEXT).read_to_end(text)?;
        Ok(())
    }
}

struct GameReader {
    games: vec::IntoIter<GameText>,
    source: OpenSource,
    /// What is left of the game that is being read.
    text: Option<Chain<Take<Arc<File>>, &'static [u8]>>,
}

impl Read for GameReader {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(text) = &mut self.text {
                let read = text.read(bytes)?;
                if read > 0 || bytes.is_empty() {
                    return Ok(read);
                }
            }
            let Some(game) = self.games.next() else {
                return Ok(0);
            };
            self.text = Some(self.source.seek(&game)?.chain(b"\n\n"));
        }
    }
}

impl SourceFile {
    /// Looks whether there is a file of which games can be read.
    fn at(path: &Path) -> io::Result<Self> {
        let file = open_regular(path)?;
        let stamp = Stamp::of(&file.metadata()?);
        let mut beginning = vec![0; BEGINNING];
        let read = file.read_at(&mut beginning, 0)?;
        // These tell what is no text, and what is UTF-16.
        Splitter::new(&beginning[..read]).step()?;
        HeadingReader::new(&beginning[..read]).read(&mut Headings::default())?;
        Ok(Self {
            path: path.to_owned(),
            stamp,
        })
    }

    /// Opens it, if it is as it was.
    fn open(&self) -> io::Result<File> {
        let file = open_regular(&self.path)?;
        self.check(&file)?;
        Ok(file)
    }

    /// Whether what was opened is as it was.
    fn check(&self, file: &File) -> io::Result<()> {
        match Stamp::of(&file.metadata()?) == self.stamp {
            true => Ok(()),
            false => Err(ErrorKind::ResourceBusy.into()),
        }
    }
}

/// The file at a path, or the PGN files of the folder there; `left_out` gets the folders in it that cannot be read.
fn files_at(path: &Path, left_out: &mut Vec<(PathBuf, io::Error)>) -> io::Result<Vec<PathBuf>> {
    match path.is_dir() {
        true => pgn_files(path, left_out),
        false => Ok(vec![path.to_owned()]),
    }
}

/// The PGN files in a folder and in the folders in it, in the order of their names, but for hidden ones: programs keep
/// there what they have removed, or what is no game.
fn pgn_files(folder: &Path, left_out: &mut Vec<(PathBuf, io::Error)>) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.retain(|entry| !entry.file_name().as_bytes().starts_with(b"."));
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type()?);
        if kind.is_dir() {
            match pgn_files(&path, left_out) {
                Ok(found) => files.extend(found),
                Err(why) => left_out.push((path, why)),
            }
        } else if path
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"))
        {
            files.push(path);
        }
    }
    Ok(files)
}

/// Lists all games of a collection, which may be asked meanwhile; `report` hears how much of it is read, from 0 to 1.
/// Stops early when `stop` is set.
///
/// # Errors
/// Where a file cannot be read any more, or has changed ([`ErrorKind::ResourceBusy`]).
pub fn read_collection(
    collection: &RwLock<Collection>,
    stop: &AtomicBool,
    mut report: impl FnMut(f64),
) -> io::Result<()> {
    let files: Vec<(Arc<SourceFile>, u64)> = {
        let collection = asked(collection);
        let files = collection.files.iter();
        let size = |file: &SourceFile| u64::try_from(file.stamp.size).unwrap_or_default();
        files.map(|file| (Arc::clone(file), size(file))).collect()
    };
    let all: u64 = files.iter().map(|(_, size)| size).sum();
    let (sender, read) = mpsc::sync_channel(2);
    thread::scope(|scope| {
        // What is read next is cut into games while this thread lists those before.
        thread::Builder::new().spawn_scoped(scope, || {
            let sender = sender;
            for (number, (file, size)) in files.iter().enumerate() {
                let file = match file.open() {
                    Ok(file) => file.take(*size),
                    Err(error) => {
                        sender.send(Err(error)).ok();
                        return;
                    }
                };
                let mut reader = HeadingReader::new(file);
                let mut more = true;
                while more {
                    let mut headings = Headings::default();
                    let done = reader.read(&mut headings);
                    more = matches!(done, Ok(true));
                    let listed = done.map(|_| (number, headings, reader.bytes()));
                    if sender.send(listed).is_err() {
                        return;
                    }
                }
            }
        })?;
        let before = |number: usize| files[..number].iter().map(|(_, size)| size).sum::<u64>();
        for listed in read {
            let (number, headings, bytes) = listed?;
            collection
                .write()
                .unwrap_or_else(PoisonError::into_inner)
                .add(number, &headings);
            report((before(number) + bytes) as f64 / all.max(1) as f64);
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
        Ok(())
    })
}

/// Whether a word is one of an opening's name, or the code of one.
fn names_opening(word: &str) -> bool {
    static WORDS: LazyLock<FxHashSet<String>> = LazyLock::new(|| {
        let (openings, _) = openings::all();
        let words = |opening: &Opening| -> Vec<String> {
            let words = fold(&opening.coded());
            let words =
                words.split(|letter: char| letter.is_whitespace() || ",:()".contains(letter));
            words.map(str::to_owned).collect()
        };
        openings.flat_map(|(_, opening)| words(opening)).collect()
    });
    WORDS.contains(word)
}

/// What the tags of a game say.
fn row_of(
    catalogue: &mut Catalogue,
    controls: &mut FxHashMap<Box<str>, u32>,
    heading: &Heading,
) -> Row {
    let vocabulary = catalogue.vocabulary;
    let known = |tag| heading.get(tag).filter(|text| !text.starts_with('?'));
    let mut player = |tag| {
        let name = heading.get(tag).unwrap_or_default();
        let name = name.trim();
        catalogue.name(if name.is_empty() { UNKNOWN_NAME } else { name })
    };
    let (white, black) = (player(HeadingTag::White), player(HeadingTag::Black));
    let date = known(HeadingTag::Date).or_else(|| known(HeadingTag::UtcDate));
    let day = date.as_deref().unwrap_or(UNKNOWN_DATE);
    let day = catalogue.days.number(day, vocabulary.date);
    let named = [HeadingTag::Eco, HeadingTag::Opening].map(|tag| known(tag).unwrap_or_default());
    let name = match &*named[1] {
        "" => openings::named(&named[0]).unwrap_or_default(),
        name => name,
    };
    let opening = [&*named[0], name].join(" ");
    let event = known(HeadingTag::Event).unwrap_or_default();
    let control = known(HeadingTag::TimeControl).unwrap_or_default();
    let control = match controls.get(&*control) {
        Some(number) => *number,
        None => {
            let number = catalogue.control(control.parse().ok().as_ref());
            controls.insert(control.into(), number);
            number
        }
    };
    // 0 stands for none.
    let rating = |tag| {
        known(tag)
            .and_then(|text| text.trim().parse().ok())
            .unwrap_or(0)
    };
    let result = heading.get(HeadingTag::Result);
    let result = result.and_then(|result| GameTermination::of_tag(&result));
    let outcome = match result {
        Some(GameTermination::Over(winner)) => Some(Outcome {
            winner,
            reason: Reason::Other,
        }),
        Some(GameTermination::Open) | None => None,
    };
    Row {
        log: None,
        moment: i64::MIN,
        white,
        black,
        day,
        opening: catalogue.openings.number(opening.trim(), str::to_owned),
        event: catalogue.events.number(event.trim(), str::to_owned),
        control,
        plies: heading.plies,
        state: match outcome {
            Some(_) => State::Finished,
            None => State::Unfinished,
        },
        outcome,
        ratings: ByColor {
            white: rating(HeadingTag::WhiteElo),
            black: rating(HeadingTag::BlackElo),
        },
    }
}
