//! A correspondence game: its two players sit at two computers that share the folder of games. That it is one, and how
//! many days a move has, stands in the first record of its log; who sits here, in a file of this computer alone.

use std::collections::BTreeMap;
use std::io;
use std::marker::PhantomData;
use std::path::PathBuf;

use jiff::{SignedDuration, Timestamp};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::chess::{Color, Game, Offer, Outcome, Reason};
use crate::files::{Journal, bytes_at, bytes_in};

/// No move has more days.
const MOST_DAYS: u32 = 365;
/// More of a file with notes is not read, in bytes.
const MOST_BYTES: u64 = 4 << 20;

/// The terms of a correspondence game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correspondence {
    /// How many days a player has for each move; `None` for as many as it takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<u32>,
}

impl Correspondence {
    /// The terms in a record; `None` where they make no sense.
    pub(super) fn read(text: &str) -> Option<Self> {
        let terms: Self = serde_json::from_str(text).ok()?;
        let days = terms.days.filter(|days| (1..=MOST_DAYS).contains(days));
        Some(Self { days })
    }

    /// Until when a player is to move who has had the turn since then; `None` where there is no hurry.
    pub fn deadline(&self, since: Timestamp) -> Option<Timestamp> {
        let time = SignedDuration::from_hours(24 * i64::from(self.days?));
        since.checked_add(time).ok()
    }
}

/// Who sits at this computer in a correspondence game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "&str", try_from = "String")]
pub enum OwnSeat {
    /// The player of a side.
    Player(Color),
    /// A person who watches the game and plays neither side.
    Onlooker,
}

impl OwnSeat {
    /// The side that is played here, if one is.
    pub fn side(self) -> Option<Color> {
        match self {
            Self::Player(side) => Some(side),
            Self::Onlooker => None,
        }
    }
}

impl From<OwnSeat> for &str {
    fn from(seat: OwnSeat) -> Self {
        match seat {
            OwnSeat::Player(side) => side.fold_wb("white", "black"),
            OwnSeat::Onlooker => "none",
        }
    }
}

impl TryFrom<String> for OwnSeat {
    type Error = &'static str;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        let seats = [Color::White, Color::Black].map(Self::Player);
        let mut seats = seats.into_iter().chain([Self::Onlooker]);
        let named = seats.find(|seat| <&str>::from(*seat) == name);
        named.ok_or("no such seat")
    }
}

/// What can be kept in a [`NoteFile`].
pub trait Noted: Serialize + DeserializeOwned + Clone + PartialEq + Send + 'static {}

impl<T: Serialize + DeserializeOwned + Clone + PartialEq + Send + 'static> Noted for T {}

/// A file in which this computer alone keeps something of correspondence games: a line for each game. Where there are
/// several of one, the last one counts.
#[derive(Debug, Clone)]
pub struct NoteFile<T> {
    path: PathBuf,
    kind: PhantomData<T>,
}

/// A line of such a file.
#[derive(Serialize, Deserialize)]
struct Note<G, T> {
    game: G,
    // Files of seats had a name of their own for it.
    #[serde(alias = "plays")]
    note: T,
}

impl<T: Noted> NoteFile<T> {
    /// The file at `path`, which need not exist yet.
    pub fn new(path: PathBuf) -> Self {
        Self {
            path,
            kind: PhantomData,
        }
    }

    /// What is kept, by the ids of the games. Lines that make no sense are passed over.
    ///
    /// # Errors
    /// Where the file is there and cannot be read.
    pub fn read(&self) -> io::Result<BTreeMap<String, T>> {
        let bytes = bytes_at(&self.path, MOST_BYTES)?;
        Ok(Self::notes_in(&bytes.unwrap_or_default()))
    }

    fn notes_in(bytes: &[u8]) -> BTreeMap<String, T> {
        let lines = bytes.split(|byte| *byte == b'\n');
        let notes = lines.filter_map(|line| serde_json::from_slice::<Note<String, T>>(line).ok());
        notes.map(|note| (note.game, note.note)).collect()
    }

    /// Changes what is kept. Other processes wait meanwhile.
    ///
    /// # Errors
    /// Where the file cannot be read or written; then nothing has changed.
    pub fn update(&self, change: impl FnOnce(&mut BTreeMap<String, T>)) -> io::Result<()> {
        let journal = Journal::open(&self.path)?;
        let mut notes = Self::notes_in(&bytes_in(&journal.file(), MOST_BYTES)?);
        change(&mut notes);
        journal.replace(|file| {
            notes.iter().try_for_each(|(game, note)| {
                let line = serde_json::to_string(&Note { game, note })?;
                writeln!(file, "{line}")
            })
        })
    }
}

/// What is known of how a game stands, to find out what has come of it since.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    plies: usize,
    /// Who offers a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    offered: Option<OwnSeat>,
    #[serde(default)]
    over: bool,
}

/// What the player at the other computer has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// The other player has moved.
    Moved,
    /// The other player offers a draw, and has not moved.
    OffersDraw,
    /// The game has ended without a move.
    Ended,
}

impl Standing {
    /// How a game stands now.
    pub fn of(game: &Game) -> Self {
        let offered = game.offer().and_then(|offer| match offer {
            Offer::Draw { by } => Some(OwnSeat::Player(by)),
            Offer::Takeback { .. } => None,
        });
        Self {
            plies: game.plies().len(),
            offered,
            over: game.outcome().is_some(),
        }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// What the opponent of `own` has done in this game since it stood so; nothing of what `own` has done is news.
    pub fn news(&self, game: &Game, own: Color) -> Option<News> {
        let now = Self::of(game);
        let ended = game.outcome().filter(|_| !self.over);
        if ended.is_some_and(|outcome| self.was_ended_by(own, game, outcome)) {
            return None;
        }
        let last = game.plies().last();
        if now.plies > self.plies && last.is_some_and(|last| last.mover != own) {
            return Some(News::Moved);
        }
        if ended.is_some() {
            return Some(News::Ended);
        }
        let offers = now.is_offered_by(own.other()) && self.offered != now.offered;
        offers.then_some(News::OffersDraw)
    }

    fn is_offered_by(&self, side: Color) -> bool {
        self.offered == Some(OwnSeat::Player(side))
    }

    /// Whether it is `own` who has ended the game since it stood so.
    fn was_ended_by(&self, own: Color, game: &Game, outcome: Outcome) -> bool {
        let own_turn = game.turn() == own;
        match outcome.reason {
            Reason::Resignation => outcome.winner != Some(own),
            Reason::Agreement => {
                let waits = game.plies().len() == self.plies;
                waits && self.is_offered_by(own.other())
            }
            // The player to move has claimed the draw.
            Reason::Threefold | Reason::FiftyMove if game.draw_rule().waits_for_claim() => own_turn,
            // The other one has claimed the game on time, or made the last move.
            _ => !own_turn,
        }
    }
}
