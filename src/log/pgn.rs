//! A game as PGN, in the export format of the standard (sections 3.2.2 and 8).
//! May import `rules`, `jiff` and the rest of `log`.

use jiff::tz::TimeZone;

use super::Loaded;
use crate::rules::{
    Allowance, Bonus, Chess, Color, Game, Outcome, Ply, Position, Reason, TimeControl, fen_of,
    start_position,
};

/// Lines of movetext are shorter than this (section 8.2.1: fewer than 80 characters).
const COLUMNS: usize = 80;

/// The whole game with its tags, ending in an empty line, so that games can be put together.
#[must_use]
pub fn pgn(loaded: &Loaded) -> String {
    let game = &loaded.game;
    let header = &loaded.header;
    let result = game.outcome().map_or("*", Outcome::result);
    let date = header.started.map_or_else(
        || "????.??.??".to_owned(),
        |time| {
            time.to_zoned(TimeZone::system())
                .strftime("%Y.%m.%d")
                .to_string()
        },
    );
    let mut text = String::new();
    // The Seven Tag Roster in its order, then the others in that of the alphabet (section 8.1.1).
    for (name, value) in [
        ("Event", "?"),
        ("Site", "?"),
        ("Date", &date),
        ("Round", "-"),
        ("White", &header.white),
        ("Black", &header.black),
        ("Result", result),
    ] {
        text += &tag(name, value);
    }
    if *game.start() != start_position() {
        text += &tag("FEN", &fen_of(game.start()));
        text += &tag("SetUp", "1");
    }
    text += &tag("Termination", termination(game.outcome()));
    text += &tag("TimeControl", &time_control(header.time_control.as_ref()));
    text.push('\n');
    text += &movetext(game, result);
    text.push('\n');
    text
}

fn tag(name: &str, value: &str) -> String {
    // Section 7: quotes and backslashes are escaped; a tag stands on one line.
    let mut escaped = String::with_capacity(value.len());
    for letter in value.chars() {
        match letter {
            '"' | '\\' => escaped.extend(['\\', letter]),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    format!("[{name} \"{escaped}\"]\n")
}

fn termination(outcome: Option<Outcome>) -> &'static str {
    match outcome.map(|outcome| outcome.reason) {
        None => "unterminated",
        Some(Reason::Time | Reason::TimeNoMatingMaterial) => "time forfeit",
        Some(_) => "normal",
    }
}

/// Section 9.6.1 knows increments and periods, but no delays and no unequal times.
fn time_control(control: Option<&TimeControl>) -> String {
    let Some(control) = control else {
        return "-".to_owned();
    };
    let [white, black] = Color::ALL.map(|color| control.side(color));
    let known = |side: &Allowance| matches!(side.bonus, Bonus::None | Bonus::Fischer(_));
    if white == black && known(white) {
        control.to_string()
    } else {
        "?".to_owned()
    }
}

fn movetext(game: &Game, result: &str) -> String {
    let mut lines = Lines::default();
    let mut before: &Chess = game.start();
    // The number of a black move is given at the beginning and after a comment (section 8.2.2.2).
    let mut numbered = true;
    for ply in game.plies() {
        match ply.mover {
            Color::White => lines.word(&format!("{}.", before.fullmoves())),
            Color::Black if numbered => lines.word(&format!("{}...", before.fullmoves())),
            Color::Black => {}
        }
        lines.word(&ply.san.to_string());
        let clock = clock(ply);
        numbered = clock.is_some();
        for word in clock.iter().flat_map(|text| text.split(' ')) {
            lines.word(word);
        }
        before = &ply.position;
    }
    lines.word(result);
    lines.end()
}

/// What the mover had left after the move, as the usual comment has it.
fn clock(ply: &Ply) -> Option<String> {
    let seconds = ply.reading.as_ref()?.left.get(ply.mover) / 1000;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    Some(format!(
        "{{[%clk {hours}:{minutes:02}:{:02}]}}",
        seconds % 60
    ))
}

/// Words put together into lines of fewer than 80 columns.
#[derive(Default)]
struct Lines {
    done: String,
    line: String,
}

impl Lines {
    fn word(&mut self, word: &str) {
        if !self.line.is_empty() && self.line.len() + 1 + word.len() >= COLUMNS {
            self.done += &self.line;
            self.done.push('\n');
            self.line.clear();
        }
        if !self.line.is_empty() {
            self.line.push(' ');
        }
        self.line += word;
    }

    fn end(self) -> String {
        format!("{}{}\n", self.done, self.line)
    }
}
