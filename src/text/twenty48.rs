//! 2048 in a terminal: one line in, one answer out.

use std::io::{self, IsTerminal, Write};

use gettextrs::gettext;
use rank_and_file_core::files::Destination;
use rank_and_file_core::twenty48::{
    Action, Direction, Event, Grid, Kept, Refusal, SEEDS, Size, Store,
};
use serde_json::{Map, Value, json};

use super::lines::next_line;
use super::tell;
use crate::config;
use crate::words;

/// What was asked for on the command line.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// The side of the board, in cells; with it, the game is a new one that is not kept.
    pub size: Option<usize>,
    /// What chance begins with; with it, the game is a new one that is not kept.
    pub seed: Option<u64>,
    /// Whether each answer is a JSON object.
    pub json: bool,
}

struct Session {
    kept: Kept,
    store: Option<Store>,
    /// Whether the game goes on from another time.
    continued: bool,
    /// Whether all that happened is on the disk.
    saved: bool,
    json: bool,
    /// Whether a person sits at the terminal.
    person: bool,
}

/// One answer: a JSON object and the same in words.
struct Answer {
    json: Map<String, Value>,
    words: String,
}

/// Plays 2048 on standard input and output until the input ends.
///
/// # Errors
/// Where there is no board of that size, a sentence that says so; where the output is closed, its
/// error.
pub fn play(options: &Options) -> Result<(), String> {
    let mut session = Session::begin(options)?;
    // A closed output is how a pipe says goodbye; the game is in its file.
    session.run().or_else(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Ok(()),
        _ => Err(error.to_string()),
    })
}

impl Session {
    fn begin(options: &Options) -> Result<Self, String> {
        let seed = options.seed.unwrap_or_else(|| fastrand::u64(..SEEDS));
        let mut session = Self {
            kept: Kept::new(Size::USUAL, seed),
            store: None,
            continued: false,
            saved: false,
            json: options.json,
            person: io::stdin().is_terminal(),
        };
        if options.size.is_some() || options.seed.is_some() {
            let size = options.size.map_or(Ok(Size::USUAL), Size::new);
            session.kept = Kept::new(size.map_err(words::twenty48::refusal)?, seed);
            return Ok(session);
        }
        let opened = Store::open(&config::twenty48_file(), seed);
        if let Some(notice) = &opened.notice {
            tell(&words::twenty48::notice(notice));
        }
        let begins = opened.is_to_be_written();
        session.kept = opened.kept;
        session.store = opened.store;
        session.continued = opened.continued;
        session.saved = opened.continued;
        if begins {
            session.save();
        }
        Ok(session)
    }

    fn run(&mut self) -> io::Result<()> {
        let mut input = io::stdin().lock();
        if !self.json {
            self.greet()?;
        }
        loop {
            self.prompt()?;
            let Some(text) = next_line(&mut input)? else {
                return Ok(());
            };
            let text = text.to_lowercase();
            let answer = self.answer(&text);
            self.say(&answer)?;
            if text == "quit" {
                return Ok(());
            }
        }
    }

    fn answer(&mut self, text: &str) -> Answer {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let action = match parts.as_slice() {
            ["quit"] => return self.state(self.farewell()),
            ["board"] => return self.state(self.shown()),
            ["help"] => {
                let help = help();
                let mut answer = self.state(help.clone());
                answer.json.insert("message".to_owned(), json!(help));
                return answer;
            }
            ["undo"] => Ok(Action::Undo),
            ["keep"] => Ok(Action::KeepGoing),
            ["new"] => Ok(Action::New(self.kept.game().grid().size())),
            ["new", side] => match side.parse() {
                Ok(side) => Size::new(side).map(Action::New),
                Err(_) => Err(Refusal::Unreadable),
            },
            [word] => direction(word).map(Action::Move).ok_or(Refusal::Unreadable),
            _ => Err(Refusal::Unreadable),
        };
        match action.and_then(|action| self.kept.act(action)) {
            Ok(event) => self.happened(&event),
            Err(refusal) => self.refused(refusal),
        }
    }

    /// Keeps what happened, and says it.
    fn happened(&mut self, event: &Event) -> Answer {
        self.save();
        let said = words::twenty48::event(event, self.kept.game());
        let mut answer = self.state(format!("{said}\n{}", board(self.kept.game().grid())));
        let moved = matches!(event, Event::Moved(_));
        answer.json.insert("moved".to_owned(), json!(moved));
        answer
    }

    /// Where the game stands.
    fn state(&self, words: String) -> Answer {
        let game = self.kept.game();
        let values = [
            ("moved", json!(false)),
            ("board", json!(game.grid().rows())),
            ("score", json!(game.score())),
            ("won", json!(game.is_won())),
            ("over", json!(game.is_over())),
        ];
        let json = values.map(|(key, value)| (key.to_owned(), value));
        Answer {
            json: json.into_iter().collect(),
            words,
        }
    }

    fn refused(&self, refusal: Refusal) -> Answer {
        let message = words::twenty48::refusal(refusal);
        let mut answer = self.state(message.clone());
        for (key, value) in [
            ("ok", json!(false)),
            ("refusal", json!(refusal.code())),
            ("message", json!(message)),
        ] {
            answer.json.insert(key.to_owned(), value);
        }
        answer
    }

    fn save(&mut self) {
        if let Some(store) = &mut self.store {
            let written = store.write(&self.kept.document());
            self.saved = written.is_ok();
            if let Err(error) = written {
                tell(&words::not_saved(&error));
            }
        }
    }

    fn farewell(&self) -> String {
        if self.saved {
            gettext("The game is saved and goes on next time.")
        } else {
            gettext("The game is not saved.")
        }
    }

    /// The scores, what else there is to say, and the board.
    fn shown(&self) -> String {
        let game = self.kept.game();
        let best = self.kept.best(game.grid().size());
        let mut lines = vec![words::twenty48::scores(game.score(), best)];
        lines.extend(words::twenty48::standing(game));
        lines.push(board(game.grid()));
        lines.join("\n")
    }

    fn greet(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let begins = words::twenty48::beginning(self.continued, self.store.is_some());
        writeln!(out, "{begins}\n{}\n{}", help(), self.shown())?;
        out.flush()
    }

    /// Only a person at a terminal needs to be asked.
    fn prompt(&self) -> io::Result<()> {
        if self.json || !self.person {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        write!(out, "> ")?;
        out.flush()
    }

    fn say(&self, answer: &Answer) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{}", json!(answer.json))?;
        } else {
            writeln!(out, "{}", answer.words)?;
        }
        out.flush()
    }
}

fn direction(word: &str) -> Option<Direction> {
    match word {
        "w" | "k" => Some(Direction::Up),
        "a" | "h" => Some(Direction::Left),
        "s" | "j" => Some(Direction::Down),
        "d" | "l" => Some(Direction::Right),
        other => Direction::from_code(other),
    }
}

fn help() -> String {
    words::gettext_f(
        "Type w, a, s or d (or up, left, down, right) to slide all tiles to that side, or: {commands}.",
        &[("commands", "undo, keep, new, board, help, quit")],
    )
}

/// The board as text, with the numbers one below the other.
fn board(grid: &Grid) -> String {
    let width = grid.largest().to_string().len();
    let number = |number: &u64| match number {
        0 => format!("{:>width$}", "."),
        number => format!("{number:>width$}"),
    };
    let line = |row: &Vec<u64>| row.iter().map(number).collect::<Vec<_>>().join("  ");
    let lines: Vec<String> = grid.rows().iter().map(line).collect();
    lines.join("\n")
}
