//! A correspondence game: its two players sit at two computers that share the folder of games. That it is one, and how
//! many days a move has, stands in the first record of its log; who sits here, in a file of this computer alone. So do
//! conditional moves, lines of what the opponent may play and what is answered: the opponent reads the log.

use std::collections::BTreeMap;
use std::io;
use std::marker::PhantomData;
use std::path::PathBuf;
use std::str::FromStr;

use jiff::{SignedDuration, Timestamp};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use shakmaty::CastlingMode;
use shakmaty::uci::UciMove;

use crate::chess::{
    Action, Chess, Color, Game, Move, Offer, Outcome, Position, Reason, Refusal, fen_of,
};
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

/// A line: a move of the opponent, the answer to it, and so on. It ends with an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConditionalLine {
    /// After how many plies of the game the line begins.
    after: usize,
    /// The position in which it begins, as FEN.
    position: String,
    /// Its moves, in the notation of UCI.
    moves: Vec<String>,
}

impl ConditionalLine {
    /// The line of these moves, which begins where the game stands. A last move without an answer is left out.
    ///
    /// # Errors
    /// Why a move of it cannot be played there.
    pub fn new(game: &Game, moves: &[Move]) -> Result<Self, Refusal> {
        let moves = &moves[..moves.len() & !1];
        let mut tried = game.clone();
        for mv in moves {
            tried.act(Action::from(*mv))?;
        }
        let mode = CastlingMode::Chess960;
        Ok(Self {
            after: game.plies().len(),
            position: fen_of(game.position()),
            moves: moves.iter().map(|mv| mv.to_uci(mode).to_string()).collect(),
        })
    }

    /// All moves of the line; `None` where it does not belong to this game, or they make no sense.
    pub fn moves(&self, game: &Game) -> Option<Vec<Move>> {
        let mut here = game.position_at(self.after).clone();
        let belongs = self.after <= game.plies().len() && fen_of(&here) == self.position;
        if !belongs || self.moves.is_empty() || self.moves.len() % 2 == 1 {
            return None;
        }
        let mut play = |written: &String| {
            let mv = UciMove::from_str(written).ok()?.to_move(&here).ok()?;
            here.play_unchecked(mv);
            Some(mv)
        };
        self.moves.iter().map(&mut play).collect()
    }

    /// What is left of the line as the game stands; `None` where the game has gone another way, or to the line's end.
    pub fn rest(&self, game: &Game) -> Option<Vec<Move>> {
        let rest = self.unplayed(game)?;
        (self.after + self.moves.len() - rest.len() == game.plies().len()).then_some(rest)
    }

    /// Whether the game has followed the line until its last move, which is another one.
    fn is_missed(&self, game: &Game) -> bool {
        let rest = self.unplayed(game);
        rest.is_some_and(|rest| {
            self.after + self.moves.len() - rest.len() + 1 == game.plies().len()
        })
    }

    /// The moves of the line from the first one on that the game has not followed; `None` where there is none.
    fn unplayed(&self, game: &Game) -> Option<Vec<Move>> {
        let mut moves = self.moves(game)?;
        let played = game.plies()[self.after..].iter().zip(&moves);
        let followed = played.take_while(|(ply, mv)| ply.mv == **mv).count();
        moves.drain(..followed);
        (!moves.is_empty()).then_some(moves)
    }

    /// Where the line begins.
    pub fn start<'a>(&self, game: &'a Game) -> &'a Chess {
        game.position_at(self.after)
    }
}

/// The conditional moves of one player in one game: no two lines of them answer the same moves differently.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConditionalMoves {
    lines: Vec<ConditionalLine>,
}

impl ConditionalMoves {
    /// The lines, the one that was added last at the end.
    pub fn lines(&self) -> &[ConditionalLine] {
        &self.lines
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Adds a line to a game that stands so. It takes the place of those that it goes on with, or whose answers it
    /// contradicts; what one of them has already is not added twice. Lines that can never come any more go.
    pub fn add(&mut self, game: &Game, line: ConditionalLine) {
        self.forget_past(game);
        let Some(new) = line.rest(game) else { return };
        let has = |kept: &ConditionalLine| kept.rest(game).is_some_and(|old| old.starts_with(&new));
        if self.lines.iter().any(has) {
            return;
        }
        self.lines.retain(|kept| {
            let old = kept.rest(game).unwrap_or_default();
            let same = old.iter().zip(&new).take_while(|(old, new)| old == new);
            let same = same.count();
            // Every other move of a line is an answer; its first one is not.
            let answers = (game.plies().len() - kept.after + same) % 2 == 1;
            let contradicts = answers && same < old.len().min(new.len());
            !contradicts && same < old.len()
        });
        self.lines.push(line);
    }

    /// Takes a line out, by its place among [`Self::lines`].
    pub fn remove(&mut self, place: usize) {
        if place < self.lines.len() {
            self.lines.remove(place);
        }
    }

    /// Takes out the lines that can never come any more.
    pub fn forget_past(&mut self, game: &Game) {
        let over = game.outcome().is_some();
        self.lines.retain(|line| !over && line.rest(game).is_some());
    }

    /// Whether the opponent of `own` has just made another move than each of the lines expects, so that none can come any
    /// more.
    pub fn are_missed(&self, game: &Game, own: Color) -> bool {
        let expects = game.turn() == own && game.outcome().is_none();
        let comes = |line: &ConditionalLine| line.rest(game).is_some();
        expects
            && !self.lines.iter().any(comes)
            && self.lines.iter().any(|line| line.is_missed(game))
    }

    /// What is to be answered now by the player of a side: the opponent has made a move that a line expects.
    pub fn answer(&self, game: &Game, own: Color) -> Option<Move> {
        if game.turn() != own || game.outcome().is_some() {
            return None;
        }
        let answer = |line: &ConditionalLine| line.rest(game)?.first().copied();
        self.lines.iter().rev().find_map(answer)
    }
}
