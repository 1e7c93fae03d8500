//! How much time the players get, how it is written, what is wrong with it, and the speed that it is called by.
//!
//! Written as in PGN (section 9.6.1 of the standard): fields parted by colons, each
//! `[moves/]seconds[+increment]`; besides `+` for a Fischer increment, `b` stands for a Bronstein delay and `d`
//! for a simple (US) delay. Unequal times are written one after the other, White's first, parted by a comma.

use std::fmt;
use std::str::FromStr;

use shakmaty::{ByColor, Color};

/// What a player gets back for making a move, or before time is charged. In milliseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Bonus {
    /// Nothing.
    #[default]
    None,
    /// So much is added after every move.
    Fischer(u64),
    /// The time that the move took is given back, so much at the most.
    Bronstein(u64),
    /// So much passes in every turn before time is charged.
    SimpleDelay(u64),
}

/// A stretch of the game with time of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Period {
    /// How many moves must be made in it; `None` for the rest of the game. A last period with a
    /// number of moves comes again and again.
    pub moves: Option<u32>,
    /// The time that it brings, in milliseconds.
    pub time: u64,
    /// What each of its moves brings.
    pub bonus: Bonus,
}

/// The time of one player.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Allowance {
    /// At least one.
    periods: Vec<Period>,
}

/// The time of both players.
///
/// ```
/// use rank_and_file_core::chess::{Bonus, Color, TimeControl};
///
/// // As in section 9.6.1 of the PGN standard, in seconds; in the code, milliseconds.
/// let control: TimeControl = "300+3".parse().unwrap();
/// assert_eq!(control.side(Color::White).period(0).time, 300_000);
/// assert_eq!(control.side(Color::Black).period(0).bonus, Bonus::Fischer(3_000));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TimeControl {
    sides: ByColor<Allowance>,
}

/// The longest period: a hundred hours.
const MAX_MS: u64 = 100 * 3_600_000;
/// The most periods; tournaments have two or three.
const MOST_PERIODS: usize = 32;

impl Allowance {
    /// An allowance with a first period of `time` milliseconds that lasts for the whole game.
    pub fn new(time: u64, bonus: Bonus) -> Self {
        let period = Period {
            moves: None,
            time: time.min(MAX_MS),
            bonus,
        };
        Self {
            periods: vec![period],
        }
    }

    /// The same, but after `moves` moves another `time` milliseconds come, and each move brings what it did before.
    pub fn then_after(mut self, moves: u32, time: u64) -> Self {
        let last = self.period(usize::MAX);
        if let Some(before) = self.periods.last_mut() {
            before.moves = Some(moves.max(1));
        }
        self.periods.push(Period {
            moves: None,
            time: time.min(MAX_MS),
            ..last
        });
        self
    }

    /// The period with a number, counted from 0; what comes after the last is the last.
    pub fn period(&self, number: usize) -> Period {
        self.periods[number.min(self.periods.len() - 1)]
    }

    /// Every period.
    pub fn periods(&self) -> &[Period] {
        &self.periods
    }
}

impl TimeControl {
    /// The same time for both.
    pub fn equal(allowance: Allowance) -> Self {
        Self {
            sides: ByColor {
                black: allowance.clone(),
                white: allowance,
            },
        }
    }

    /// A time for each.
    pub fn unequal(white: Allowance, black: Allowance) -> Self {
        Self {
            sides: ByColor { black, white },
        }
    }

    /// The time of one side.
    pub fn side(&self, color: Color) -> &Allowance {
        self.sides.get(color)
    }

    /// The same with the sides changed.
    pub fn swapped(&self) -> Self {
        Self {
            sides: self.sides.clone().into_swapped(),
        }
    }

    /// Reads what players write: `5+3` is five minutes and three seconds a move, `40/90+30:30+30`
    /// brings half an hour after forty moves; `5d3` and `5b3` are delays; `5|3` is `5+3`.
    ///
    /// # Errors
    /// Where the text is no time control.
    pub fn from_minutes(text: &str) -> Result<Self, ParseTimeControlError> {
        parse(text, 60_000)
    }

    /// What players write, as [`TimeControl::from_minutes`] reads it: `5+3`, `90`.
    pub fn in_minutes(&self) -> String {
        self.written(minutes)
    }

    fn written(&self, time: fn(u64) -> String) -> String {
        let ByColor { white, black } = &self.sides;
        if white == black {
            white.written(time)
        } else {
            format!("{},{}", white.written(time), black.written(time))
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(seconds))
    }
}

impl Allowance {
    /// With the time of each period as `time` writes it; what a move brings is in seconds.
    fn written(&self, time: fn(u64) -> String) -> String {
        let period = |period: &Period| {
            let moves = period.moves.map(|moves| format!("{moves}/"));
            let (sign, bonus) = match period.bonus {
                Bonus::None => ("+", 0),
                Bonus::Fischer(ms) => ("+", ms),
                Bonus::Bronstein(ms) => ("b", ms),
                Bonus::SimpleDelay(ms) => ("d", ms),
            };
            let bonus = (bonus > 0).then(|| format!("{sign}{}", seconds(bonus)));
            let [moves, bonus] = [moves, bonus].map(Option::unwrap_or_default);
            format!("{moves}{}{bonus}", time(period.time))
        };
        let periods: Vec<String> = self.periods.iter().map(period).collect();
        periods.join(":")
    }
}

/// Whole seconds as such, others with three decimals.
fn seconds(ms: u64) -> String {
    match (ms / 1000, ms % 1000) {
        (whole, 0) => whole.to_string(),
        (whole, rest) => format!("{whole}.{rest:03}"),
    }
}

/// Minutes with as many decimals as they need, three at the most.
fn minutes(ms: u64) -> String {
    let text = seconds(ms / 60);
    match text.split_once('.') {
        Some((whole, decimals)) => format!("{whole}.{}", decimals.trim_end_matches('0')),
        None => text,
    }
}

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text, 1000)
    }
}

fn parse(text: &str, unit: u64) -> Result<TimeControl, ParseTimeControlError> {
    match text.split_once(',') {
        Some((white, black)) => Ok(TimeControl::unequal(
            allowance(white, unit)?,
            allowance(black, unit)?,
        )),
        None => Ok(TimeControl::equal(allowance(text, unit)?)),
    }
}

fn allowance(text: &str, unit: u64) -> Result<Allowance, ParseTimeControlError> {
    let mut periods: Vec<Period> = Vec::new();
    for field in text.trim().split(':') {
        let (moves, rest) = match field.split_once('/') {
            Some((moves, rest)) => {
                let number = moves.parse().ok().filter(|moves| *moves > 0);
                let fault = || TimeControlFault::Moves.at(moves);
                (Some(number.ok_or_else(fault)?), rest)
            }
            None => (None, field),
        };
        if periods.len() == MOST_PERIODS {
            return Err(TimeControlFault::TooMany.at(text));
        }
        let (time, back) = match rest.find(['+', '|', 'b', 'd']) {
            Some(at) => (&rest[..at], Some((&rest[at..=at], &rest[at + 1..]))),
            None => (rest, None),
        };
        let time = duration(time, unit)?.ok_or_else(|| TimeControlFault::TooLong.at(time))?;
        let mut bonus = Bonus::None;
        if let Some((sign, amount)) = back {
            let fault = || TimeControlFault::TooMuchBonus.at(amount);
            let amount = duration(amount, 1000)?.ok_or_else(fault)?;
            bonus = match sign {
                _ if amount == 0 => Bonus::None,
                "+" | "|" => Bonus::Fischer(amount),
                "b" => Bonus::Bronstein(amount),
                _ => Bonus::SimpleDelay(amount),
            };
        }
        periods.push(Period { moves, time, bonus });
    }
    // Only the last period may last for the rest of the game, and the first must have time.
    let earlier = periods.split_last().map_or(&[][..], |(_, earlier)| earlier);
    if earlier.iter().any(|period| period.moves.is_none()) {
        return Err(TimeControlFault::Endless.at(text.trim()));
    }
    if periods.first().is_none_or(|first| first.time == 0) {
        return Err(TimeControlFault::NoTime.at(text.trim()));
    }
    Ok(Allowance { periods })
}

/// A number with up to three decimals, times `unit` milliseconds; `None` where that is too long.
fn duration(text: &str, unit: u64) -> Result<Option<u64>, ParseTimeControlError> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let fault = || TimeControlFault::Number.at(text);
    if whole.is_empty() || decimals.len() > 3 || !digits(whole) || !digits(decimals) {
        return Err(fault());
    }
    if whole.len() > 9 {
        return Ok(None);
    }
    let thousandths: u64 = format!("{whole}{decimals:0<3}")
        .parse()
        .map_err(|_| fault())?;
    Ok(Some(thousandths * (unit / 1000)).filter(|ms| *ms <= MAX_MS))
}

/// The three speeds of the Laws (Appendices A and B): the time for sixty moves decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Speed {
    /// Ten minutes or less (Appendix B.1).
    Blitz,
    /// More than that, but less than an hour (Appendix A.1).
    Rapid,
    /// An hour or more.
    Standard,
}

const MINUTE_MS: u64 = 60_000;
const MOVES: u32 = 60;

impl Speed {
    /// The speed of a game with this time; the player with more of it decides.
    pub fn of(control: &TimeControl) -> Self {
        let time = Color::ALL.map(|color| for_sixty_moves(control.side(color)));
        match time.into_iter().max().unwrap_or_default() {
            time if time <= 10 * MINUTE_MS => Self::Blitz,
            time if time < 60 * MINUTE_MS => Self::Rapid,
            _ => Self::Standard,
        }
    }
}

/// The time that a player may use for the first sixty moves, in milliseconds.
fn for_sixty_moves(side: &Allowance) -> u64 {
    let (mut time, mut left) = (0, MOVES);
    for period in (0..).map(|number| side.period(number)) {
        let bonus = match period.bonus {
            Bonus::None => 0,
            Bonus::Fischer(ms) | Bonus::Bronstein(ms) | Bonus::SimpleDelay(ms) => ms,
        };
        let moves = period.moves.unwrap_or(MOVES).clamp(1, left);
        time += period.time + bonus * u64::from(moves);
        left -= moves;
        if left == 0 {
            break;
        }
    }
    time
}

/// What is wrong with a part of a time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeControlFault {
    /// It is no number with three decimals at the most.
    Number,
    /// A player has no time in the first period.
    NoTime,
    /// It is more than a hundred hours.
    TooLong,
    /// A move would bring more than a hundred hours.
    TooMuchBonus,
    /// The number of moves is none.
    Moves,
    /// Other periods follow, but it has no number of moves.
    Endless,
    /// There are too many periods.
    TooMany,
}

/// The text is no time control.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a time control such as 300+5 or 40/5400+30:1800+30")]
pub struct ParseTimeControlError {
    /// The part that is wrong.
    pub part: String,
    /// What is wrong with it.
    pub fault: TimeControlFault,
}

impl TimeControlFault {
    pub(super) fn at(self, part: &str) -> ParseTimeControlError {
        let part = part.to_owned();
        ParseTimeControlError { part, fault: self }
    }
}
