//! The client's side of UCI: what the engine is doing, what is wanted of it, and the lines that both send. It knows no
//! process and no clock: lines and points in time go in, lines to send and reports come out.

use std::collections::BTreeMap;
use std::time::Instant;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

use super::process::Deadlines;
use crate::engine::question::legal_line;
use crate::engine::{EngineReport, Fault, Found, Line, Question, Score, UciOption};

/// No engine has more options that matter.
const MOST_OPTIONS: usize = 256;
/// No more lines are kept.
const MOST_LINES: usize = 16;

/// What an engine is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClientState {
    /// It introduces itself or takes its options.
    Starting,
    /// It waits.
    Idle,
    /// It searches.
    Running,
    /// It was told to stop.
    Stopping,
}

/// What a client wants done, and what it has heard.
#[derive(Debug)]
pub enum ClientOutput {
    /// This is to be said to the engine.
    Say(String),
    /// This is to be told.
    Report(EngineReport),
    /// It is of no use any more, and to be ended.
    Fault(Fault),
}

/// What is asked, with what is set for it.
pub struct NumberedQuestion {
    number: u64,
    question: Question,
    position: Chess,
    castling: CastlingMode,
}

impl NumberedQuestion {
    /// A question with the number by which it is answered.
    pub fn new(number: u64, question: Question) -> Self {
        Self {
            number,
            position: question.position(),
            castling: question.start.castles().mode(),
            question,
        }
    }
}

/// The client of an engine.
pub struct UciClient {
    state: ClientState,
    name: String,
    options: BTreeMap<String, UciOption>,
    /// What the options are to be.
    settings: Vec<(String, String)>,
    deadlines: Deadlines,
    /// What the options were set to last.
    set: BTreeMap<String, String>,
    wanted: Option<NumberedQuestion>,
    running: Option<NumberedQuestion>,
    /// Whether the question that runs was stopped: it is answered only with a line that was found by then.
    is_dismissed: bool,
    found: Found,
    began: Instant,
    deadline: Option<Instant>,
}

impl UciClient {
    /// The client of an engine that has just been started. Of these options, by name and value, it sets those that the
    /// engine has.
    pub fn begin(
        now: Instant,
        settings: Vec<(String, String)>,
        deadlines: Deadlines,
    ) -> (Self, Vec<ClientOutput>) {
        let client = Self {
            state: ClientState::Starting,
            name: String::new(),
            options: BTreeMap::new(),
            settings,
            deadlines,
            set: BTreeMap::new(),
            wanted: None,
            running: None,
            is_dismissed: false,
            found: Found::default(),
            began: now,
            deadline: Some(now + deadlines.to_start),
        };
        (client, vec![ClientOutput::Say("uci".to_owned())])
    }

    /// What the engine is doing.
    pub fn state(&self) -> ClientState {
        self.state
    }

    /// When something has to have happened.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Asks something, in place of what was asked before.
    pub fn ask(&mut self, asked: NumberedQuestion, now: Instant) -> Vec<ClientOutput> {
        self.wanted = Some(asked);
        match self.state {
            ClientState::Idle => self.go(now),
            _ => self.halt(now),
        }
    }

    /// Wants nothing any more. What runs is stopped, once; its answer is still told.
    pub fn stop(&mut self, now: Instant) -> Vec<ClientOutput> {
        self.wanted = None;
        self.is_dismissed = true;
        self.halt(now)
    }

    fn halt(&mut self, now: Instant) -> Vec<ClientOutput> {
        if self.state != ClientState::Running {
            return Vec::new();
        }
        self.state = ClientState::Stopping;
        self.deadline = Some(now + self.deadlines.to_stop);
        vec![ClientOutput::Say("stop".to_owned())]
    }

    /// What was found of a question that was to be answered at once, and the question without an answer.
    pub fn end(self) -> (Option<(u64, Found)>, Option<NumberedQuestion>) {
        match self.state {
            ClientState::Stopping => {
                let found = self.running.map(|asked| (asked.number, self.found));
                let told = |found: &(u64, Found)| !self.is_dismissed || !found.1.lines.is_empty();
                (found.filter(told), self.wanted)
            }
            _ => (None, self.wanted.or(self.running)),
        }
    }

    /// Sets options, which is only done while the engine waits; then says what is wanted next.
    fn go(&mut self, now: Instant) -> Vec<ClientOutput> {
        let Some(asked) = self.wanted.take() else {
            self.deadline = None;
            return Vec::new();
        };
        let mut outputs = Vec::new();
        let chess960 = asked.castling == CastlingMode::Chess960;
        let lines = asked.question.lines.clamp(1, MOST_LINES);
        outputs.extend(self.set("UCI_Chess960", &chess960.to_string()));
        outputs.extend(self.set("MultiPV", &lines.to_string()));
        let position = position(&asked.question, asked.castling);
        outputs.push(ClientOutput::Say(position));
        outputs.push(ClientOutput::Say(go(&asked.question)));
        let limits = asked.question.limits;
        let time = limits.hard_time.or(limits.soft_time);
        self.deadline = time.map(|time| now + time + self.deadlines.to_stop);
        self.running = Some(asked);
        self.is_dismissed = false;
        self.found = Found::default();
        self.began = now;
        self.state = ClientState::Running;
        outputs
    }

    /// Sets an option that the engine has to what it has not.
    fn set(&mut self, name: &str, value: &str) -> Option<ClientOutput> {
        let setting = self.options.get(name)?;
        let value = match setting {
            UciOption::Number(_, least, most) => {
                let number: i64 = value.parse().ok()?;
                number.clamp(*least, *most).to_string()
            }
            UciOption::Check(_) | UciOption::Other => value.to_owned(),
        };
        let usual = match setting {
            UciOption::Check(usual) => Some(usual.to_string()),
            UciOption::Number(usual, ..) => Some(usual.to_string()),
            UciOption::Other => None,
        };
        if self.set.get(name).or(usual.as_ref()) == Some(&value) {
            return None;
        }
        self.set.insert(name.to_owned(), value.clone());
        Some(ClientOutput::Say(format!(
            "setoption name {name} value {value}"
        )))
    }

    /// Hears a line of the engine.
    pub fn hear(&mut self, line: &str, now: Instant) -> Vec<ClientOutput> {
        match (Message::read(line), self.state) {
            (Message::Name(name), ClientState::Starting) => {
                self.name = name.chars().take(100).collect();
                Vec::new()
            }
            (Message::Option(name, setting), ClientState::Starting) => {
                if self.options.len() < MOST_OPTIONS {
                    self.options.insert(name, setting);
                }
                Vec::new()
            }
            (Message::Introduced, ClientState::Starting) => {
                let mut outputs = Vec::new();
                for (name, value) in std::mem::take(&mut self.settings) {
                    outputs.extend(self.set(&name, &value));
                }
                outputs.push(ClientOutput::Say("isready".to_owned()));
                self.deadline = Some(now + self.deadlines.to_start);
                outputs
            }
            (Message::Ready, ClientState::Starting) => {
                self.state = ClientState::Idle;
                let options = self.options.clone().into_iter().collect();
                let started = EngineReport::Started(self.name.clone(), options);
                let mut outputs = vec![ClientOutput::Report(started)];
                outputs.extend(self.go(now));
                outputs
            }
            (Message::Info(info), ClientState::Running) => self.note(&info, now),
            (Message::Best(best), ClientState::Running | ClientState::Stopping) => {
                self.answer(best, now)
            }
            _ => Vec::new(),
        }
    }

    /// Takes note of a line that the engine is looking at.
    fn note(&mut self, info: &Info, now: Instant) -> Vec<ClientOutput> {
        let Some((asked, score)) = self.running.as_ref().zip(info.score) else {
            return Vec::new();
        };
        let lines = asked.question.lines.clamp(1, MOST_LINES);
        let moves = legal_line(&asked.position, info.moves.iter().map(String::as_str));
        let found = &mut self.found;
        let next = (1..=found.lines.len() + 1).contains(&info.number) && info.number <= lines;
        if moves.is_empty() || !next {
            return Vec::new();
        }
        let line = Line::new(score, moves);
        match found.lines.get_mut(info.number - 1) {
            Some(before) => *before = line,
            None => found.lines.push(line),
        }
        found.depth = info.depth;
        found.seldepth = info.seldepth.max(info.depth);
        found.nodes = info.nodes.max(found.nodes);
        found.elapsed = now.saturating_duration_since(self.began);
        let found = EngineReport::Found(asked.number, found.clone());
        vec![ClientOutput::Report(found)]
    }

    /// Takes the engine's move.
    fn answer(&mut self, best: Option<String>, now: Instant) -> Vec<ClientOutput> {
        let Some(asked) = self.running.take() else {
            return Vec::new();
        };
        let mut found = std::mem::take(&mut self.found);
        found.elapsed = now.saturating_duration_since(self.began);
        let best = best.map(|best| legal_line(&asked.position, [best.as_str()]));
        match best.as_deref() {
            // The move that it gives is the one that counts, also where it told another one before.
            Some([best]) => {
                if found.best() != Some(*best) {
                    let mut others = found.lines.iter();
                    let at = others.position(|line| line.moves.first() == Some(best));
                    let score = found.lines.first().map(|line| line.score);
                    let line = match at {
                        Some(at) => found.lines.remove(at),
                        None => Line::new(score.unwrap_or_default(), vec![*best]),
                    };
                    found.lines.insert(0, line);
                }
            }
            Some(_) => {
                self.running = Some(asked);
                return vec![ClientOutput::Fault(Fault::IllegalMove)];
            }
            None => {
                let has_moves = !asked.position.legal_moves().is_empty();
                if has_moves && self.state == ClientState::Running {
                    self.running = Some(asked);
                    return vec![ClientOutput::Fault(Fault::IllegalMove)];
                }
                found.lines.clear();
            }
        }
        self.state = ClientState::Idle;
        let answer = EngineReport::Answer(asked.number, found);
        let mut outputs = vec![ClientOutput::Report(answer)];
        outputs.extend(self.go(now));
        outputs
    }

    /// Looks at the clock.
    pub fn tick(&mut self, now: Instant) -> Vec<ClientOutput> {
        if self.deadline.is_none_or(|deadline| now < deadline) {
            return Vec::new();
        }
        match self.state {
            ClientState::Starting => vec![ClientOutput::Fault(Fault::StartTimeout)],
            // Its time is up and it has not noticed.
            ClientState::Running => self.halt(now),
            ClientState::Stopping => vec![ClientOutput::Fault(Fault::StopTimeout)],
            ClientState::Idle => Vec::new(),
        }
    }
}

/// A score says no more centipawns, and no mate is further away, whatever is told: an engine may tell endless ones.
const MOST_CP: i32 = 1_000_000;
const MOST_MATE: i32 = 500;

/// No line that is told has more moves.
const MOST_MOVES: usize = 128;

/// What an engine says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Message {
    Name(String),
    Option(String, UciOption),
    Introduced,
    Ready,
    Info(Info),
    /// Its move; `None` where it has none.
    Best(Option<String>),
    Nothing,
}

/// What an engine tells of a line while it searches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Info {
    pub depth: u32,
    pub seldepth: u32,
    /// 1 for the best line.
    pub number: usize,
    pub score: Option<Score>,
    pub nodes: u64,
    pub moves: Vec<String>,
}

impl Message {
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
fn read_option(line: &str) -> Option<Message> {
    let (_, rest) = line.split_once(" name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    let words: Vec<&str> = rest.split_ascii_whitespace().collect();
    let value = |name| {
        let at = words.iter().position(|word| *word == name)?;
        words.get(at + 1).copied()
    };
    let number = |name| value(name)?.parse::<i64>().ok();
    let setting = match words.first() {
        Some(&"check") => UciOption::Check(value("default") == Some("true")),
        Some(&"spin") => {
            let (least, most) = (number("min")?, number("max")?);
            let usual = number("default").unwrap_or(least);
            if least > most {
                return None;
            }
            UciOption::Number(usual.clamp(least, most), least, most)
        }
        _ => UciOption::Other,
    };
    Some(Message::Option(name.trim().to_owned(), setting))
}

fn read_info<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Info> {
    let mut info = Info {
        number: 1,
        ..Info::default()
    };
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = words.next()?.parse().ok()?,
            "seldepth" => info.seldepth = words.next()?.parse().ok()?,
            "multipv" => info.number = words.next()?.parse().ok()?,
            "nodes" => info.nodes = words.next()?.parse().ok()?,
            "score" => {
                let kind = words.next()?;
                let value: i32 = words.next()?.parse().ok()?;
                info.score = match kind {
                    "cp" => Some(Score::from_cp(value.clamp(-MOST_CP, MOST_CP))),
                    "mate" => Some(Score::Mate(value.clamp(-MOST_MATE, MOST_MATE))),
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
    match limits.soft_time.or(limits.hard_time) {
        Some(time) => line += &format!(" movetime {}", time.as_millis().max(1)),
        None if limits.depth.is_none() && limits.nodes.is_none() => line += " infinite",
        None => {}
    }
    line
}
