//! The text of one game, played move by move into a log.

use std::borrow::Cow;

use jiff::Timestamp;
use shakmaty::san::San;

use super::scanner::{Claimed, Scanner, Token, decoded};
use super::tags::Description;
use super::{Fault, FaultKind, RawGame, clocks};
use crate::log::{Header, undated_lines_for};
use crate::rules::{
    Action, Chess, Color, DrawRule, Game, Outcome, Position, Reason, Refusal, fen_of, read_fen,
    start_position,
};

/// No game has more half-moves: the seventy-five moves end every game before.
const MOST_PLIES: usize = 12_000;

/// A game of a PGN file as a log.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The text of the log.
    pub log: String,
    /// What stands at its beginning.
    pub header: Header,
    /// The game, as the log gives it.
    pub game: Game,
    /// When the game began, or the day on which it was played; `None` where nobody knows.
    pub moment: Option<Timestamp>,
    /// How many variations were left out.
    pub variations: u64,
    /// Whether the result stands in the file twice, and differently.
    pub results_differ: bool,
}

/// Makes the log of a game, forgiving what programs and people write besides the import format of
/// the PGN standard (section 3.2.1). Taken over are the tags (section 8.1), among them `FEN`
/// (section 9.7.2) and `TimeControl` (section 9.6.1), the moves of the game itself (section 8.2.3),
/// what the clocks showed, and the result (section 8.2.6); variations (section 8.2.5), glyphs and
/// other comments are not.
///
/// # Errors
/// What is wrong with the text, and in which line of the file.
pub fn read_game(raw: &RawGame) -> Result<Imported, Fault> {
    let fault = |(line, kind)| Fault {
        game: raw.number,
        line,
        kind,
    };
    let bytes = raw.bytes.as_deref();
    let bytes = bytes
        .ok_or((raw.line, FaultKind::TooLarge))
        .map_err(fault)?;
    let sheet = Sheet::read(bytes, raw.line).map_err(fault)?;
    sheet.check_variant(raw.line).map_err(fault)?;
    let start = sheet.start().map_err(fault)?;
    let mut played = sheet.play(&start, DrawRule::Claimed);
    if played.as_ref().is_err_and(|stopped| stopped.goes_on) {
        played = sheet.play(&start, DrawRule::Unjudged);
    }
    let (header, game, log) = played.map_err(|stopped| fault((stopped.line, stopped.kind)))?;
    Ok(Imported {
        log,
        header,
        game,
        moment: sheet.description.moment(),
        variations: sheet.variations,
        results_differ: sheet.results_differ(),
    })
}

/// A move as it is written.
struct Written<'a> {
    text: Cow<'a, str>,
    line: u64,
    /// What the mover had left then, in milliseconds.
    clock: Option<u64>,
}

/// What stands in the text of a game.
#[derive(Default)]
struct Sheet<'a> {
    description: Description,
    fen_line: u64,
    moves: Vec<Written<'a>>,
    end: Option<Claimed>,
    variations: u64,
}

/// Why the moves cannot be played to the end.
struct Stopped {
    line: u64,
    kind: FaultKind,
    /// Whether that is because the Laws ended the game before, and not by mate or stalemate.
    goes_on: bool,
}

impl<'a> Sheet<'a> {
    fn read(text: &'a [u8], line: u64) -> Result<Self, (u64, FaultKind)> {
        let mut sheet = Self::default();
        // How deep in variations we are, and where the first one began.
        let (mut depth, mut opened) = (0_u64, line);
        // The comment that is not closed yet, and where it began.
        let mut comment: Option<(u64, Cow<str>)> = None;
        let mut scanner = Scanner::new(line);
        while let Some(found) = scanner.next(text, true) {
            let line = found.line;
            match found.token {
                Token::Tag(tag) => {
                    // A tag that ends a comment comes before the moves: after them it begins a game.
                    comment = None;
                    if tag.name == b"FEN" {
                        sheet.fen_line = line;
                    }
                    sheet.description.add(tag);
                }
                Token::Comment { text, open } => {
                    let (_, whole) = comment.get_or_insert((line, Cow::default()));
                    *whole += decoded(text);
                    if open {
                        *whole += "\n";
                    } else if let Some((_, whole)) = comment.take().filter(|_| depth == 0) {
                        sheet.read_comment(&whole);
                    }
                }
                Token::Open => {
                    sheet.variations += 1;
                    opened = if depth == 0 { line } else { opened };
                    depth += 1;
                }
                Token::Close => depth = depth.saturating_sub(1),
                Token::Word(word) if depth == 0 => sheet.read_word(decoded(word), line),
                Token::Result(end) if depth == 0 => {
                    sheet.end.get_or_insert(end);
                }
                Token::Word(_) | Token::Result(_) | Token::Glyph | Token::Escape => {}
            }
            if sheet.moves.len() > MOST_PLIES {
                return Err((line, FaultKind::TooManyMoves));
            }
        }
        if let Some((opened, _)) = comment {
            return Err((opened, FaultKind::OpenComment));
        }
        if depth > 0 {
            return Err((opened, FaultKind::OpenVariation));
        }
        Ok(sheet)
    }

    fn read_comment(&mut self, text: &str) {
        if let Some(last) = self.moves.last_mut().filter(|last| last.clock.is_none()) {
            last.clock = clocks::read(text);
        }
    }

    fn read_word(&mut self, word: Cow<'a, str>, line: u64) {
        let text = match word {
            Cow::Borrowed(word) => without_number(word).map(Cow::Borrowed),
            Cow::Owned(word) => without_number(&word).map(|text| Cow::Owned(text.to_owned())),
        };
        let clock = None;
        self.moves
            .extend(text.map(|text| Written { text, line, clock }));
    }

    fn check_variant(&self, line: u64) -> Result<(), (u64, FaultKind)> {
        const STANDARD: [&str; 6] = ["standard", "chess", "from position", "normal", "?", "-"];
        let Some(name) = self.description.get("Variant") else {
            return Ok(());
        };
        if STANDARD.contains(&name.to_lowercase().as_str()) {
            return Ok(());
        }
        let name = name.chars().take(LONGEST_QUOTE).collect();
        Err((line, FaultKind::Variant(name)))
    }

    fn start(&self) -> Result<Chess, (u64, FaultKind)> {
        match self.description.get("FEN").filter(|fen| *fen != "?") {
            Some(fen) => read_fen(fen).map_err(|error| (self.fen_line, FaultKind::Start(error))),
            None => Ok(start_position()),
        }
    }

    fn tagged_end(&self) -> Option<Claimed> {
        Claimed::read(self.description.get("Result")?)
    }

    fn results_differ(&self) -> bool {
        let (text, tag) = (self.end, self.tagged_end());
        text.is_some() && tag.is_some() && text != tag
    }

    /// Whether the clocks can be those of the game: every move has its reading, and no flag is
    /// down. Others are noted, and run against nobody.
    fn is_timed(&self) -> bool {
        let running = |written: &Written| written.clock.is_some_and(|left| left > 0);
        !self.moves.is_empty()
            && self.moves.iter().all(running)
            && self.description.time_control().is_some()
    }

    fn play(&self, start: &Chess, rule: DrawRule) -> Result<(Header, Game, String), Stopped> {
        let timed = self.is_timed();
        let finished = !matches!(self.end.or(self.tagged_end()), None | Some(Claimed::Open));
        let header = self.description.header(rule, timed, finished);
        let mut game = header.new_game(start.clone());
        game.reserve(self.moves.len());
        let mut log = format!("{}{}\n", header.line(), fen_of(start));
        for written in &self.moves {
            let action = action(&game, &written.text);
            let event = game
                .act(action)
                .map_err(|refusal| stop(written, refusal, &game))?;
            if let Some(left) = written.clock {
                let mover = game.turn().other();
                let noted = match game.clocks_left() {
                    Some(mut both) => {
                        *both.get_mut(mover) = left;
                        Action::SetClocks(both)
                    }
                    None => Action::NoteClock(left),
                };
                // Neither is ever refused after a move.
                game.act(noted)
                    .map_err(|refusal| stop(written, refusal, &game))?;
            }
            log += &undated_lines_for(&event, &game);
        }
        if let (None, Some(Claimed::Over(winner))) =
            (game.outcome(), self.end.or(self.tagged_end()))
        {
            let reason = self.description.get("Termination").unwrap_or_default();
            let outcome = outcome(winner, reason, &game);
            if let Ok(event) = game.act(Action::Conclude(outcome)) {
                log += &undated_lines_for(&event, &game);
            }
        }
        Ok((header, game, log))
    }
}

/// Whom the result names and why, where the board itself does not say: the termination tag
/// (section 9.8.1) is believed about time, a draw that could be claimed was claimed, and who lost has resigned.
fn outcome(winner: Option<Color>, termination: &str, game: &Game) -> Outcome {
    let termination = termination.to_ascii_lowercase();
    let on_time = ["time forfeit", "on time", "timeout"];
    let on_time = on_time.iter().any(|words| termination.contains(words));
    match winner {
        Some(winner) if on_time => Outcome::win(winner, Reason::Time),
        Some(winner) => Outcome::win(winner, Reason::Resignation),
        None if on_time => Outcome::draw(Reason::TimeNoMatingMaterial),
        None => Outcome::draw(game.claims().first().copied().unwrap_or(Reason::Agreement)),
    }
}

/// Why `written` is not played after all.
fn stop(written: &Written, refusal: Refusal, game: &Game) -> Stopped {
    let reason = game.outcome().map(|outcome| outcome.reason);
    let position = game.position();
    let dots = match position.turn() {
        Color::White => ".",
        Color::Black => "...",
    };
    let text: String = written.text.chars().take(LONGEST_QUOTE).collect();
    Stopped {
        line: written.line,
        kind: FaultKind::Move {
            written: format!("{}{dots} {text}", position.fullmoves()),
            refusal,
            board: Box::new(position.board().clone()),
        },
        goes_on: !matches!(reason, None | Some(Reason::Checkmate | Reason::Stalemate)),
    }
}

/// More of what stands in a file is not repeated in a message.
const LONGEST_QUOTE: usize = 40;

/// The move in a word, without a number before and glyphs behind it; `None` where there is none.
fn without_number(word: &str) -> Option<&str> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &word[digits..];
    // Castling may be written with zeros.
    let text = if rest.starts_with(['-', '–', '—', '/']) {
        word
    } else {
        rest
    };
    let text = text.trim_start_matches(['.', '…']);
    let text = text.trim_end_matches(['!', '?', '‼', '⁇', '⁉', '⁈']);
    // Signs that judge a position, the mark of a novelty, and what may follow en passant.
    let sign = !text.chars().any(char::is_alphanumeric);
    let empty_move = text == "--";
    if (sign && !empty_move) || matches!(text, "N" | "D" | "e.p." | "e.p" | "ep") {
        return None;
    }
    Some(text)
}

/// The move that a word means. What shakmaty reads is found quickly; the rest is read with
/// patience, and gets its reason where it cannot be played.
fn action(game: &Game, word: &str) -> Action {
    let found = San::from_ascii(word.as_bytes());
    match found.map(|san| san.to_move(game.position())) {
        Ok(Ok(mv)) => Action::Move {
            from: mv.from().unwrap_or(mv.to()),
            to: mv.to(),
            promotion: mv.promotion(),
        },
        _ => Action::Write(plainly(word)),
    }
}

/// The move without the marks of other habits: `Ng1-f3`, `e4:d5`, `O–O`.
fn plainly(word: &str) -> String {
    let word = word.replace(['–', '—', '−', '‑'], "-").replace(':', "x");
    let castles = word.starts_with(['O', 'o', '0']);
    if castles || word == "--" {
        word
    } else {
        word.replace('-', "")
    }
}
