//! The lines of the Universal Chess Interface, as an engine writes them and as one reads them. What an engine
//! prints can be anything: what is not understood is nothing.

use shakmaty::{CastlingMode, EnPassantMode, Position, fen::Fen};

use crate::engine::{Question, Score};

/// No line that is told has more moves.
const MOST_MOVES: usize = 128;

/// What an engine says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Said {
    Name(String),
    Option(String, Setting),
    Introduced,
    Ready,
    Info(Info),
    /// Its move; `None` where it has none.
    Best(Option<String>),
    Nothing,
}

/// An option of an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Setting {
    /// On or off.
    Check(bool),
    /// A number: the usual one, the least, the greatest.
    Number(i64, i64, i64),
    /// Something else, that is left as it is.
    Other,
}

/// What an engine tells of a line while it searches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Info {
    pub depth: u32,
    pub deepest: u32,
    /// 1 for the best line.
    pub number: usize,
    pub score: Option<Score>,
    pub nodes: u64,
    pub moves: Vec<String>,
}

impl Said {
    pub fn read(line: &str) -> Self {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("id") if words.next() == Some("name") => {
                Self::Name(words.collect::<Vec<_>>().join(" "))
            }
            Some("option") => read_option(line).unwrap_or(Self::Nothing),
            Some("uciok") => Self::Introduced,
            Some("readyok") => Self::Ready,
            Some("bestmove") => {
                let best = words
                    .next()
                    .filter(|word| !matches!(*word, "(none)" | "0000"));
                Self::Best(best.map(str::to_owned))
            }
            Some("info") => read_info(words).map_or(Self::Nothing, Self::Info),
            _ => Self::Nothing,
        }
    }
}

/// `option name NAME type TYPE default X min X max X`
fn read_option(line: &str) -> Option<Said> {
    let (_, rest) = line.split_once(" name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    let words: Vec<&str> = rest.split_ascii_whitespace().collect();
    let value = |name| {
        let at = words.iter().position(|word| *word == name)?;
        words.get(at + 1).copied()
    };
    let number = |name| value(name)?.parse::<i64>().ok();
    let setting = match words.first() {
        Some(&"check") => Setting::Check(value("default") == Some("true")),
        Some(&"spin") => {
            let (least, most) = (number("min")?, number("max")?);
            let usual = number("default").unwrap_or(least);
            if least > most {
                return None;
            }
            Setting::Number(usual.clamp(least, most), least, most)
        }
        _ => Setting::Other,
    };
    Some(Said::Option(name.trim().to_owned(), setting))
}

fn read_info<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Info> {
    let mut info = Info {
        number: 1,
        ..Info::default()
    };
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = words.next()?.parse().ok()?,
            "seldepth" => info.deepest = words.next()?.parse().ok()?,
            "multipv" => info.number = words.next()?.parse().ok()?,
            "nodes" => info.nodes = words.next()?.parse().ok()?,
            "score" => {
                let kind = words.next()?;
                let value = words.next()?.parse().ok()?;
                info.score = match kind {
                    "cp" => Some(Score::Centipawns(value)),
                    "mate" => Some(Score::Mate(value)),
                    _ => return None,
                };
            }
            // What is only known to be so much or more is not told.
            "lowerbound" | "upperbound" => return None,
            "string" => return None,
            "pv" => {
                info.moves = words.by_ref().take(MOST_MOVES).map(str::to_owned).collect();
            }
            _ => {}
        }
    }
    (!info.moves.is_empty()).then_some(info)
}

/// `position …` for a question. What lies before the last capture or move of a pawn does not matter, so that
/// no game makes a long line.
pub(super) fn position(question: &Question, castling: CastlingMode) -> String {
    let mut start = question.start.clone();
    let mut at = start.clone();
    let mut since: Vec<String> = Vec::new();
    for mv in &question.moves {
        since.push(mv.to_uci(castling).to_string());
        at.play_unchecked(*mv);
        if at.halfmoves() == 0 {
            start = at.clone();
            since.clear();
        }
    }
    let fen = Fen::from_position(&start, EnPassantMode::Legal);
    if since.is_empty() {
        return format!("position fen {fen}");
    }
    format!("position fen {fen} moves {}", since.join(" "))
}

/// `go …` for a question.
pub(super) fn go(question: &Question) -> String {
    let limits = &question.limits;
    let mut line = "go".to_owned();
    if let Some(depth) = limits.depth {
        line += &format!(" depth {depth}");
    }
    if let Some(nodes) = limits.nodes {
        line += &format!(" nodes {nodes}");
    }
    match limits.enough.or(limits.time) {
        Some(time) => line += &format!(" movetime {}", time.as_millis().max(1)),
        None if limits.depth.is_none() && limits.nodes.is_none() => line += " infinite",
        None => {}
    }
    line
}
