//! The loop of the terminal for chess and for 2048: one line in, one answer out, in words or as JSON.

use std::io::{self, BufRead, IsTerminal, Read, Write};

use rank_and_file_core::chess::{
    Game, Inquiry, Piece, Ply, Position, Refusal, Role, Square, fen_of,
};
use rank_and_file_core::record::log::Header;
use serde_json::{Map, Value, json};

use crate::words::{self, TypingPlace};

/// Longer lines are no commands.
const MAX_LINE: u64 = 4096;

/// One answer: a JSON object and the same in words.
pub(super) struct Answer {
    pub json: Map<String, Value>,
    pub words: String,
    /// Whether nothing comes after it.
    pub last: bool,
}

impl Answer {
    /// An answer after which the next line is read. `json` is an object.
    pub fn new(json: Value, words: String) -> Self {
        let json = match json {
            Value::Object(object) => object,
            _ => Map::new(),
        };
        Self {
            json,
            words,
            last: false,
        }
    }

    /// Adds something that only this answer has, or says it otherwise.
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.json.insert(key.to_owned(), value.into());
        self
    }

    /// Has its words in the JSON, too.
    pub fn with_message(self) -> Self {
        let message = self.words.clone();
        self.with("message", message)
    }

    /// Whether what was asked for was done.
    pub fn is_ok(&self) -> bool {
        self.json.get("ok") == Some(&Value::Bool(true))
    }
}

/// What answers lines at a terminal: a game, or one that is only shown.
pub(super) trait Session {
    /// What people read first.
    fn greeting(&self) -> String;

    /// What a person at a terminal is asked with; empty where nothing needs to be asked.
    fn prompt(&self) -> String;

    /// The answer to a line, which has no space around it.
    fn answer(&mut self, text: &str) -> Answer;

    /// What happens before anything else is said; `None` where nothing does by itself.
    fn unasked(&mut self) -> Option<Answer> {
        None
    }
}

/// Answers on standard output each line of standard input, until that ends; with `json`, by nothing but JSON objects.
///
/// # Errors
/// Where the output cannot be written. An output that is closed is no error: its reader has ended.
pub(super) fn run(session: &mut impl Session, json: bool) -> Result<(), String> {
    take_turns(session, json).or_else(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Ok(()),
        _ => Err(error.to_string()),
    })
}

fn take_turns(session: &mut impl Session, json: bool) -> io::Result<()> {
    let mut input = io::stdin().lock();
    // Only a person at a terminal needs to be asked.
    let asks = !json && input.is_terminal();
    if !json {
        say(&format!("{}\n", words::plain_lines(&session.greeting())))?;
    }
    loop {
        while let Some(answer) = session.unasked() {
            give(answer, json)?;
        }
        if asks {
            say(&words::plain_lines(&session.prompt()))?;
        }
        let Some(text) = next_line(&mut input)? else {
            return Ok(());
        };
        let answer = session.answer(&text);
        let last = answer.last;
        give(answer, json)?;
        if last {
            return Ok(());
        }
    }
}

fn give(answer: Answer, json: bool) -> io::Result<()> {
    if json {
        say(&format!("{}\n", Value::Object(answer.json)))
    } else {
        say(&format!("{}\n", words::plain_lines(&answer.words)))
    }
}

fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// The next line, without space around it; an empty one in place of one that is too long. `None`
/// where the input ends.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') && line.len() as u64 == MAX_LINE {
        skip_line(input)?;
        line.clear();
    }
    Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
}

/// Drops the rest of a line that is too long to be a command.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(buffer.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}

// What a game of chess answers in a terminal, for people and as JSON.

impl Answer {
    /// Where the game stands; with the ply that has just been played, if one was.
    pub fn state(game: &Game, played: Option<&Ply>, words: String) -> Self {
        let outcome = game.outcome();
        let claims: Vec<&str> = game.claims().iter().map(|reason| reason.code()).collect();
        let offer = game.offer().map(|offer| match offer {
            rank_and_file_core::chess::Offer::Draw { .. } => "draw",
            rank_and_file_core::chess::Offer::Takeback { .. } => "takeback",
        });
        let json = json!({
            "ok": true,
            "san": played.map(|ply| ply.san.to_string()),
            "uci": played.map(Ply::uci),
            "fen": fen_of(game.position()),
            "turn": game.turn().fold_wb("white", "black"),
            "check": game.position().is_check(),
            "captured": played.and_then(Ply::captured).map(|(role, _)| role_name(role)),
            "claims": claims,
            "offer": offer,
            "clock": game.clocks_left().map(|left| {
                json!({ "white_ms": left.white, "black_ms": left.black })
            }),
            "result": outcome.map(|outcome| outcome.result()),
            "reason": outcome.map(|outcome| outcome.reason.code()),
        });
        Self::new(json, words)
    }

    /// What can be typed.
    pub fn help(game: &Game) -> Self {
        Self::state(game, None, words::commands(TypingPlace::Terminal)).with_message()
    }

    /// The board, as rows.
    pub fn board(game: &Game) -> Self {
        let board = board(game);
        let rows: Vec<&str> = board.lines().collect();
        Self::state(game, None, board.clone()).with("board", json!(rows))
    }

    /// What is asked about the position, for which nothing needs to happen.
    pub fn inquiry(inquiry: Inquiry, game: &Game, players: &Header) -> Self {
        if inquiry == Inquiry::Clocks {
            return Self::state(game, None, words::clocks(game));
        }
        let board = game.position().board();
        let refused = match inquiry {
            Inquiry::Moves(Some(square)) => match board.color_at(square) {
                None => Some(Refusal::NoPiece { square, role: None }),
                Some(color) if color != game.turn() => Some(Refusal::OpponentsPiece { square }),
                Some(_) => None,
            },
            _ => None,
        };
        if let Some(refusal) = refused {
            return Self::refusal(&refusal, game);
        }
        if let Some(mut plies) = inquiry.moves(game.position()) {
            if game.outcome().is_some() {
                plies.clear();
            }
            let san: Vec<String> = plies.iter().map(|ply| ply.san.to_string()).collect();
            let uci: Vec<String> = plies.iter().map(Ply::uci).collect();
            let words = match san.is_empty() {
                true => words::no_moves(inquiry, game.position()),
                false => san.join(" "),
            };
            let answer = Self::state(game, None, words);
            return answer.with("moves", json!(uci)).with("sans", json!(san));
        }
        let said = words::answer(inquiry, game, game.plies().len(), players);
        let said = said.shown().to_owned();
        let last = game.plies().last();
        let last = last.filter(|_| inquiry == Inquiry::LastMove);
        let answer = Self::state(game, last, said).with_message();
        match inquiry.pieces(board) {
            None => answer,
            Some(among) => {
                let pieces = among.into_iter().filter_map(|square| {
                    let piece = board.piece_at(square)?;
                    Some((square.to_string(), Value::from(piece.char().to_string())))
                });
                answer.with("pieces", pieces.collect::<Map<String, Value>>())
            }
        }
    }

    /// Why something was refused.
    pub fn refusal(refusal: &Refusal, game: &Game) -> Self {
        let words = words::refusal(refusal, game.position().board());
        let squares: Vec<String> = refusal.squares().iter().map(ToString::to_string).collect();
        let json = json!({
            "ok": false,
            "refusal": refusal.code(),
            "message": words,
            "squares": squares,
        });
        Self::new(json, words)
    }
}

/// The board as text, White below.
pub(super) fn board(game: &Game) -> String {
    let board = game.position().board();
    let mut text = String::new();
    for rank in (0..8).rev() {
        text += &format!("{} ", rank + 1);
        for file in 0..8 {
            let piece = Square::try_from(rank * 8 + file)
                .ok()
                .and_then(|at| board.piece_at(at));
            text.push(' ');
            text.push(piece.map_or('.', Piece::char));
        }
        text.push('\n');
    }
    text + "   a b c d e f g h"
}

/// The kind of a piece in the protocol, which is English in every language.
fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
