//! The records of the notebook, one JSON object a line:
//!
//! - `{"missed":{"player":"Ann","fen":"…","before":"…","last":"e7e5","line":"d1h5 e8e7","motifs":"fork","game":"2026…","ply":23},"time":"…"}`:
//!   a position of a game in which somebody could have done better; `before` and `last` are how it came about, and may
//!   be missing.
//! - `{"tried":{"player":"Ann","puzzle":"iSrdm","found":true,"against":"Ben"},"time":"…"}`: somebody has tried a puzzle of the
//!   shelf, or with `fen` in its place such a position; `against` whom, where two practice at one table.

use std::borrow::Cow;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Exercise, Source};
use crate::rules::{Chess, Move, Position, fen_of, read_reached_fen};
use crate::tutor::Motif;

/// A line of the notebook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// What it tells of.
    pub event: Event,
    /// When that happened.
    pub time: Timestamp,
}

/// What a line tells of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Somebody has missed something in a game.
    Missed(Box<Missed>),
    /// Somebody has tried to find something.
    Tried(Try),
}

/// A line as it is read. All else that stands in it is passed over without being kept.
#[derive(Deserialize)]
struct Line<'a> {
    missed: Option<Box<Missed>>,
    tried: Option<Try>,
    #[serde(borrow)]
    time: Cow<'a, str>,
}

/// A position of a game in which a player has missed something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missed {
    /// Who, by the name in the log.
    pub player: String,
    /// The position.
    pub fen: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last: Option<String>,
    /// Moves and motifs, with spaces.
    line: String,
    #[serde(default)]
    motifs: String,
    /// The id of the game.
    #[serde(default)]
    pub game: String,
    /// After how many half-moves of the game it stood.
    #[serde(default)]
    pub ply: usize,
}

/// That somebody has tried to find something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Try {
    /// Who.
    pub player: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    /// Whether it was found, unaided.
    pub found: bool,
    /// Who sits at the same table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
}

impl Missed {
    /// What a player has missed in the position that came about by `last`, which was played in `before`; or in `before`
    /// itself, with which the game began. `line` is what was best there.
    #[must_use]
    pub fn new(
        player: &str,
        before: &Chess,
        last: Option<Move>,
        line: &[Move],
        motifs: &[Motif],
        (game, ply): (&str, usize),
    ) -> Self {
        let mut here = before.clone();
        let last = last.map(|last| played(&mut here, last));
        let fen = fen_of(&here);
        Self {
            player: player.to_owned(),
            fen,
            before: last.is_some().then(|| fen_of(before)),
            last,
            line: joined(line.iter().map(|mv| played(&mut here, *mv))),
            motifs: joined(motifs.iter().map(ToString::to_string)),
            game: game.to_owned(),
            ply,
        }
    }

    /// What is to be found. `None` where what is written there makes no sense.
    #[must_use]
    pub fn exercise(&self) -> Option<Exercise> {
        let before = self.before.as_ref().filter(|_| self.last.is_some());
        let from = read_reached_fen(before.unwrap_or(&self.fen)).ok()?;
        let line: Vec<&str> = self.line.split_whitespace().collect();
        let motifs = self.motifs.split_whitespace();
        let motifs = motifs.filter_map(|name| name.parse().ok());
        let last = self.last.as_deref().filter(|_| before.is_some());
        Exercise::new(None, from, last, &line, motifs.collect())
            .filter(|exercise| exercise.source == Source::Game(self.fen.clone()))
    }
}

impl Try {
    /// That a player has tried this, and whether it was found.
    #[must_use]
    pub fn new(player: &str, source: &Source, found: bool, against: Option<&str>) -> Self {
        let (puzzle, fen) = match source {
            Source::Shelf(number) => (Some(number.clone()), None),
            Source::Game(fen) => (None, Some(fen.clone())),
        };
        Self {
            player: player.to_owned(),
            puzzle,
            fen,
            found,
            against: against.map(str::to_owned),
        }
    }

    /// The position, where it comes from a game.
    #[must_use]
    pub fn position(&self) -> Option<&str> {
        self.fen.as_deref().filter(|_| self.puzzle.is_none())
    }

    /// The number of the puzzle, where it comes from the shelf.
    #[must_use]
    pub fn puzzle(&self) -> Option<&str> {
        self.puzzle.as_deref()
    }
}

impl Record {
    /// A record of something that happens at a time.
    #[must_use]
    pub fn new(event: Event, time: Timestamp) -> Self {
        Self { event, time }
    }

    /// The line that it is in the file.
    #[must_use]
    pub fn line(&self) -> String {
        let time = self.time.to_string();
        let line = match &self.event {
            Event::Missed(missed) => json!({ "missed": missed, "time": time }),
            Event::Tried(tried) => json!({ "tried": tried, "time": time }),
        };
        format!("{line}\n")
    }

    /// What a line says, if it is one.
    #[must_use]
    pub fn read(line: &[u8]) -> Option<Self> {
        let line: Line = serde_json::from_slice(line).ok()?;
        let time = line.time.parse().ok()?;
        let event = match (line.missed, line.tried) {
            (Some(missed), _) => Event::Missed(missed),
            (None, Some(tried)) if tried.puzzle.is_some() || tried.fen.is_some() => {
                Event::Tried(tried)
            }
            _ => return None,
        };
        Some(Self { event, time })
    }
}

fn joined(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

/// Plays a move; returns it in coordinates.
fn played(here: &mut Chess, mv: Move) -> String {
    let written = mv.to_uci(here.castles().mode()).to_string();
    here.play_unchecked(mv);
    written
}
