//! 2048 in a terminal: one line in, one answer out.

use gettextrs::gettext;
use rank_and_file_core::files::{Destination, ExternalChange};
use rank_and_file_core::twenty48::{
    Action, Direction, Event, Grid, Kept, Refusal, SEEDS, Size, Store,
};
use serde_json::json;

use super::repl::{self, Answer};
use super::{tell, whole_number};
use crate::config;
use crate::words;

/// How a new game is played.
#[derive(Debug, Clone, Copy, clap::Args)]
#[group(
    id = "new_2048",
    multiple = true,
    requires = "slid",
    conflicts_with = "text"
)]
pub struct Options {
    /// The side of the board of 2048, 4 to 8 cells. The game is a new one and is not saved.
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = size)]
    size: Option<Size>,
    /// The number that chance starts from in 2048: the same number and the same moves make the same
    /// game. The game is a new one and is not saved.
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = |text: &str| whole_number(text, 0, Some(u64::MAX)))]
    seed: Option<u64>,
}

fn size(text: &str) -> Result<Size, String> {
    let side = whole_number(text, 4, Some(8))?;
    Size::new(side as usize).map_err(words::twenty48::refusal)
}

struct Session {
    kept: Kept,
    store: Option<Store>,
    /// Whether the game goes on from another time.
    continued: bool,
    /// Whether all that happened is on the disk.
    saved: bool,
}

/// Plays 2048 on standard input and output until the input ends. Returns whether all of it is saved
/// that should be.
///
/// # Errors
/// Where the output cannot be written.
pub fn play(options: Options, json: bool) -> Result<bool, String> {
    let mut session = Session::begin(options);
    repl::run(&mut session, json)?;
    if !session.saved {
        session.save();
    }
    Ok(session.saved || session.store.is_none())
}

impl Session {
    fn begin(options: Options) -> Self {
        let seed = options.seed.unwrap_or_else(|| fastrand::u64(..SEEDS));
        let mut session = Self {
            kept: Kept::new(Size::STANDARD, seed),
            store: None,
            continued: false,
            saved: false,
        };
        if options.size.is_some() || options.seed.is_some() {
            session.kept = Kept::new(options.size.unwrap_or(Size::STANDARD), seed);
            return session;
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
        session
    }

    /// Keeps what happened, and says it.
    fn happened(&mut self, event: &Event) -> Answer {
        self.save();
        let said = words::twenty48::event(event, self.kept.game());
        let answer = self.state(format!(
            "{}\n{}",
            said.spoken(),
            board(self.kept.game().grid())
        ));
        answer.with("moved", matches!(event, Event::Moved(_)))
    }

    /// Where the game stands.
    fn state(&self, words: String) -> Answer {
        let game = self.kept.game();
        let json = json!({
            "moved": false,
            "board": game.grid().rows(),
            "score": game.score(),
            "won": game.is_won(),
            "over": game.is_over(),
            "saved": self.saved,
        });
        Answer::new(json, words)
    }

    fn refused(&self, refusal: Refusal) -> Answer {
        self.state(words::twenty48::refusal(refusal))
            .with("ok", false)
            .with("refusal", refusal.code())
            .with_message()
    }

    fn save(&mut self) {
        if let Some(store) = &mut self.store {
            let written = store.write(&self.kept.document());
            self.saved = written.is_ok();
            if let Err(error) = written {
                tell(&words::not_saved(&error));
            }
            match store.touched() {
                Some(ExternalChange::SetAside(path)) => tell(&words::set_aside(&path)),
                Some(ExternalChange::Brought(path)) => {
                    self.kept.take_over(&Store::best_at(&path));
                    tell(&words::brought(&path));
                }
                Some(ExternalChange::GoesOnIn(_) | ExternalChange::Continued(_)) | None => {}
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
}

impl repl::Session for Session {
    fn greeting(&self) -> String {
        let begins = words::twenty48::beginning(self.continued, self.store.is_some());
        format!("{begins}\n{}\n{}", help(), self.shown())
    }

    fn prompt(&self) -> String {
        "> ".to_owned()
    }

    fn answer(&mut self, text: &str) -> Answer {
        let text = text.to_lowercase();
        let parts: Vec<&str> = text.split_whitespace().collect();
        let action = match parts.as_slice() {
            ["quit"] => {
                return Answer {
                    last: true,
                    ..self.state(self.farewell())
                };
            }
            ["board"] => return self.state(self.shown()),
            ["help"] => return self.state(help()).with_message(),
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
}

fn direction(word: &str) -> Option<Direction> {
    match word {
        "w" | "k" => Some(Direction::Up),
        "a" | "h" => Some(Direction::Left),
        "s" | "j" => Some(Direction::Down),
        "d" | "l" => Some(Direction::Right),
        other => other.parse().ok(),
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
