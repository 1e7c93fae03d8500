//! What a list shows of a game.

use std::io;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use crate::log::{CHESS960, Fault, Header, LogEntry, day_fields, fingerprint, read};
use crate::openings;
use crate::rules::{ByColor, Chess960, Color, Game, Outcome, TimeControl, fen_of};

/// Whether a game can be continued.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It can.
    Unfinished,
    /// It has its result.
    Finished,
    /// Its log cannot be believed to the end; it can be looked at.
    Damaged,
}

/// One game, as a list shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// The log.
    pub entry: LogEntry,
    /// Whether it can be continued.
    pub state: State,
    /// Who won and why.
    pub outcome: Option<Outcome>,
    /// The player of the white pieces.
    pub white: String,
    /// The player of the black pieces.
    pub black: String,
    /// Half-moves played.
    pub plies: usize,
    /// When it began.
    pub started: Option<Timestamp>,
    /// The day on which it began, as PGN writes it (section 8.1.1.3): `2026.11.20`, with `??` for
    /// what nobody knows.
    pub date: String,
    /// The same for every copy of a game: see [`fingerprint`].
    pub fingerprint: u64,
    /// The opening: its ECO code, a space, and its name; of a game of Chess960 that name, a space, and
    /// the number of the first position. Empty where it has none.
    pub opening: String,
    /// The time that the players had.
    pub time_control: Option<TimeControl>,
    /// The position reached.
    pub fen: String,
    /// Who is to move there.
    pub turn: Color,
    /// How often each player was helped.
    pub helped: ByColor<u32>,
    /// What is wrong with the log; `None` in a summary that comes from the index, where
    /// [`State::Damaged`] says that something is.
    pub fault: Option<Fault>,
}

impl Summary {
    /// Reads the log and sums it up.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn read(entry: LogEntry) -> io::Result<Self> {
        let loaded = read(&entry.path)?;
        Ok(Self::of_log(
            entry,
            loaded.header,
            &loaded.game,
            loaded.fault,
        ))
    }

    /// Sums up a game whose log may not be sound to its end.
    pub(super) fn of_log(
        entry: LogEntry,
        header: Header,
        game: &Game,
        fault: Option<Fault>,
    ) -> Self {
        let summary = Self::of(entry, header, game);
        match fault {
            None => summary,
            fault => Self {
                state: State::Damaged,
                fault,
                ..summary
            },
        }
    }

    /// Sums up a game whose log is sound.
    #[must_use]
    pub fn of(entry: LogEntry, header: Header, game: &Game) -> Self {
        let fingerprint = fingerprint(&header, game);
        Self::with_fingerprint(entry, header, game, fingerprint)
    }

    /// The same of a game whose fingerprint is known.
    pub(super) fn with_fingerprint(
        entry: LogEntry,
        header: Header,
        game: &Game,
        fingerprint: u64,
    ) -> Self {
        let outcome = game.outcome();
        Self {
            entry,
            state: match outcome {
                Some(_) => State::Finished,
                None => State::Unfinished,
            },
            outcome,
            plies: game.plies().len(),
            date: header.date(),
            fingerprint,
            opening: opening(&header, game),
            started: header.started,
            time_control: header.time_control,
            fen: fen_of(game.position()),
            turn: game.turn(),
            helped: game.helped(),
            white: header.white,
            black: header.black,
            fault: None,
        }
    }

    /// Where the game stands in time, in seconds since 1970; what has no date comes before all
    /// that has one.
    #[must_use]
    pub fn moment(&self) -> i64 {
        self.started
            .map(Timestamp::as_second)
            .or_else(|| noon(&self.date))
            .unwrap_or(i64::MIN)
    }
}

fn opening(header: &Header, game: &Game) -> String {
    if header.is_chess960(game.start()) {
        let number = Chess960::of(game.start());
        let number = number.map(|number| number.number().to_string());
        let words = std::iter::once(CHESS960.to_owned()).chain(number);
        return words.collect::<Vec<_>>().join(" ");
    }
    let positions = (0..=game.plies().len()).map(|ply| game.position_at(ply));
    openings::of(positions).map_or_else(String::new, |opening| {
        format!("{} {}", opening.eco, opening.name)
    })
}

/// Noon of a day as PGN writes it; months and days that nobody knows are the first ones.
fn noon(date: &str) -> Option<i64> {
    let (year, month, day) = day_fields(date);
    let day = Date::new(year?, month.unwrap_or(1), day.unwrap_or(1)).ok()?;
    let noon = day.at(12, 0, 0, 0).to_zoned(TimeZone::UTC).ok()?;
    Some(noon.timestamp().as_second())
}
