//! Games played from a line of moves and commands, with their logs, and the same with the colors changed.

use jiff::Timestamp;
use rank_and_file_core::chess::{
    Action, Bitboard, Board, Color, DrawRule, Event, Game, MonotonicTime, Piece, Refusal, Square,
    fen_of, read_fen,
};
use rank_and_file_core::record::log::{Header, lines_for, read_bytes};
use shakmaty::attacks;

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A game, its log, and the moment it has reached.
pub struct Script {
    pub game: Game,
    pub log: String,
    now: u64,
}

impl Script {
    pub fn start(fen: &str, rule: DrawRule, control: Option<&str>) -> Self {
        let started: Timestamp = "2026-11-20T19:05:00Z".parse().expect("a time");
        let header = Header {
            time_control: control.map(|text| text.parse().expect("a time control")),
            ..Header::new("Ann", "Ben", started, rule)
        };
        let start = read_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let game = header.new_game(start);
        let log = format!("{}{}\n", header.line(), fen_of(game.start()));
        Self { game, log, now: 0 }
    }

    /// One word: a move, `draw`, `accept`, `decline`, `resign`, `claim`, `claim:Ng8`,
    /// `takeback:2`, `pause`, `continue`; `wait:500` lets time pass and pauses then.
    pub fn go(&mut self, word: &str) -> Result<Event, Refusal> {
        let (command, argument) = word.split_once(':').unwrap_or((word, ""));
        let action = match command {
            "draw" => Action::OfferDraw,
            "accept" => Action::Accept,
            "decline" => Action::Decline,
            "resign" => Action::Resign(self.game.turn()),
            "claim" if argument.is_empty() => Action::Claim(None),
            "claim" => Action::Claim(Some(self.game.read_move(argument)?)),
            "takeback" => Action::ProposeTakeback(argument.parse().expect("a number")),
            "pause" => Action::Pause,
            "continue" => Action::Resume,
            "wait" => {
                self.now += argument.parse::<u64>().expect("milliseconds");
                Action::Pause
            }
            _ => Action::Write(word.to_owned()),
        };
        let event = self.game.act_at(action, MonotonicTime(self.now))?;
        let time: Timestamp = "2026-11-20T19:41:10Z".parse().expect("a time");
        self.log += &lines_for(&event, &self.game, time);
        Ok(event)
    }

    /// All the words; none may be refused, and none but the last may end the game.
    pub fn all(&mut self, words: &str) {
        for word in words.split_whitespace() {
            assert_eq!(self.game.outcome(), None, "over before {word} of {words}");
            let event = self.go(word);
            assert!(event.is_ok(), "{word} of {words}: {event:?}");
        }
    }

    /// The log is good, and says what the game says.
    pub fn check_log(&self) {
        let loaded = read_bytes(self.log.clone().into_bytes());
        assert_eq!(
            (&loaded.fault, loaded.notices.len()),
            (&None, 0),
            "{}",
            self.log
        );
        assert_eq!(loaded.game.outcome(), self.game.outcome(), "{}", self.log);
        assert_eq!(fen_of(loaded.game.position()), fen_of(self.game.position()));
        assert_eq!(loaded.end.is_some(), self.game.outcome().is_some());
    }
}

/// A position and what happens in it, as it is and with the colors changed.
pub fn both_colors(fen: &str, words: &str) -> [(String, String); 2] {
    let mirror = (mirrored(fen), mirrored_words(words));
    [(fen.to_owned(), words.to_owned()), mirror]
}

/// The same position with the colors changed.
pub fn mirrored(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let rows: Vec<String> = fields[0].split('/').rev().map(swap_case).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let mut rights: Vec<char> = swap_case(fields[2]).chars().collect();
    rights.sort_unstable();
    let rights: String = rights.into_iter().collect();
    let passed = mirrored_words(fields[3]);
    [&[&rows.join("/"), turn, &rights, &passed], &fields[4..]]
        .concat()
        .join(" ")
}

/// The same moves with the colors changed: `Nf3` becomes `Nf6`.
pub fn mirrored_words(words: &str) -> String {
    let mirror = |word: &str| -> String {
        if word.starts_with("wait") || word.starts_with("takeback") {
            return word.to_owned();
        }
        let digit = |letter: char| match letter.to_digit(10) {
            Some(rank @ 1..=8) => char::from_digit(9 - rank, 10).expect("a rank"),
            _ => letter,
        };
        word.chars().map(digit).collect()
    };
    words.split(' ').map(mirror).collect::<Vec<_>>().join(" ")
}

fn swap_case(text: &str) -> String {
    let swapped = |letter: char| match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    };
    text.chars().map(swapped).collect()
}

/// The pieces of `by` that attack a square, found by looking from each piece; `gone` is no more.
pub fn attackers(board: &Board, square: Square, by: Color, gone: Square) -> Bitboard {
    let occupied = board.occupied().without(gone);
    let hits = |from: &Square| {
        let piece: Piece = board.piece_at(*from).expect("a piece");
        attacks::attacks(*from, piece, occupied).contains(square)
    };
    board.by_color(by).into_iter().filter(hits).collect()
}
