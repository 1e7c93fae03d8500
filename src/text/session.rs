//! One game of chess in a terminal.

mod helping;
mod keeping;

use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use gettextrs::gettext;
use rank_and_file_core::files::{Destination, Touched};
use rank_and_file_core::log::{Appender, Folder, Header, OpenError, lines_for, now, sides_of};
use rank_and_file_core::rules::{
    Action, ByColor, DrawRule, Event, Game, Moment, Refusal, TimeControl, fen_of, read_fen,
    start_position,
};
use serde_json::json;

use super::answer::board;
use super::computers::{Computers, seat};
use super::talk::{self, Answer, talk};
use super::{NoAnswer, tell};
use crate::config;
use crate::words;
use keeping::{Log, hold};

/// What was asked for on the command line.
#[derive(Debug, Default)]
pub struct Options {
    /// The player of the white pieces; `computer:` and who it is for one that is a program.
    pub white: String,
    /// The player of the black pieces, in the same way.
    pub black: String,
    /// The position to start from.
    pub fen: Option<String>,
    /// The time control, as players write it: minutes and seconds a move.
    pub time: Option<String>,
    /// Whether draws by repetition and by fifty moves must be claimed.
    pub claimed: bool,
    /// Who is warned of threats: white, black or both. In the same way:
    pub warnings: Option<String>,
    /// Who may ask for tips.
    pub tips: Option<String>,
    /// Whose moves are held back once that simply lose something.
    pub guard: Option<String>,
    /// The game to continue.
    pub resume: Option<String>,
    /// Whether each answer is a JSON object.
    pub json: bool,
}

struct Session {
    header: Header,
    computers: Computers,
    helping: helping::Helping,
    game: Game,
    log: Arc<Mutex<Log>>,
    /// What is not written yet: there is a game from its first ply, or its end.
    unbegun: String,
    id: String,
    /// Whether a person sits at the terminal.
    person: bool,
    /// From when on the clocks count.
    begun: Instant,
}

/// Plays one game on standard input and output until the input ends. Returns whether all of it is
/// saved.
///
/// # Errors
/// Where the game cannot begin, a sentence that says why; where the output is closed, its error.
pub fn play(options: &Options) -> Result<bool, NoAnswer> {
    let mut session = Session::begin(options)?;
    let talked = talk(&mut session, options.json);
    session.suspend();
    talked?;
    Ok(session.is_saved())
}

impl Session {
    fn begin(options: &Options) -> Result<Self, NoAnswer> {
        let folder = Folder::new(config::games_folder());
        let person = io::stdin().is_terminal();
        if let Some(id) = &options.resume {
            let entry = folder.find(id).map_err(|error| words::find_error(&error))?;
            let (loaded, appender) =
                Appender::open(&entry.path).map_err(|error| cannot_continue(&error))?;
            let begun = Instant::now();
            for notice in words::notices(&loaded) {
                tell(&notice);
            }
            return Ok(Self {
                computers: Computers::of(&loaded.header, &loaded.game, true),
                helping: helping::Helping::default(),
                header: loaded.header,
                game: loaded.game,
                log: Log::open(appender, begun),
                unbegun: String::new(),
                id: entry.id,
                person,
                begun,
            });
        }
        let start = match &options.fen {
            Some(fen) => read_fen(fen).map_err(words::fen_error)?,
            None => start_position(),
        };
        let control = options
            .time
            .as_deref()
            .map(TimeControl::from_minutes)
            .transpose();
        let now = now();
        let rule = if options.claimed {
            DrawRule::Claimed
        } else {
            DrawRule::Automatic
        };
        let seated = seat(&options.white, &options.black, now, rule)?;
        let agreed = |who: &Option<String>| {
            let sides = who.as_deref().and_then(sides_of).unwrap_or_default();
            ByColor::new_with(|side| *sides.get(side) && !seated.is_computer(side))
        };
        let header = Header {
            time_control: control.map_err(|error| words::time_control_error(&error))?,
            warnings: agreed(&options.warnings),
            tips: agreed(&options.tips),
            guard: agreed(&options.guard),
            ..seated.clone()
        };
        let entry = folder.new_entry(now);
        let (game, begun) = (header.new_game(start), Instant::now());
        Ok(Self {
            log: Log::open(Appender::create(entry.path), begun),
            unbegun: format!("{}{}\n", header.line(), fen_of(game.start())),
            computers: Computers::of(&header, &game, false),
            helping: helping::Helping::default(),
            game,
            header,
            id: entry.id,
            person,
            begun,
        })
    }

    /// Leaves the clocks standing, so that both players find their time again. What is not saved is
    /// tried a last time.
    fn suspend(&mut self) {
        match self.game.act_at(Action::Pause, self.now()) {
            Ok(event) => self.keep(&event),
            Err(_) if self.is_saved() => {}
            Err(_) => self.write(""),
        }
    }

    /// Whether there is a game to be kept.
    fn has_begun(&self) -> bool {
        self.unbegun.is_empty()
    }

    /// Writes down what happened.
    fn keep(&mut self, event: &Event) {
        let mut lines = std::mem::take(&mut self.unbegun);
        let begins = lines.is_empty() || event.has_moved() || event.ended().is_some();
        lines += &lines_for(event, &self.game, now());
        if !begins {
            self.unbegun = lines;
            return;
        }
        self.write(&lines);
    }

    /// Whether all that happened is on the disk.
    fn is_saved(&self) -> bool {
        hold(&self.log).saved
    }

    fn now(&self) -> Moment {
        since(self.begun)
    }

    /// Writes down what happened and says it.
    fn happened(&mut self, event: &Event) -> Answer {
        self.keep(event);
        let answer = self.told(event);
        self.warned(event, answer)
    }

    fn told(&self, event: &Event) -> Answer {
        let words = words::event(event, &self.game, &self.header);
        let played = self.game.plies().last().filter(|_| event.has_moved());
        let words = match played {
            // People look at the board when it is their turn.
            Some(ply) if self.person && !self.computers.moves_next(&self.game) => {
                format!("{}  {words}\n{}", ply.san, board(&self.game))
            }
            Some(ply) => format!("{}  {words}", ply.san),
            None => words,
        };
        match event {
            // The claim is refused, and stands as an offer.
            Event::ClaimFailed { moved: false, .. } => Answer {
                words: words.clone(),
                ..Answer::refusal(&Refusal::NothingToClaim, &self.game)
            }
            .with("message", words),
            Event::ClaimFailed { .. } => Answer::state(&self.game, played, words.clone())
                .with("ok", false)
                .with("refusal", Refusal::NothingToClaim.code())
                .with("message", words),
            _ => Answer::state(&self.game, played, words),
        }
    }

    fn write(&mut self, lines: &str) {
        let touched = {
            let mut log = hold(&self.log);
            log.game = Some(self.game.clone());
            log.write(lines);
            log.appender.touched()
        };
        match touched {
            Some(Touched::SetAside(path)) => tell(&words::set_aside(&path)),
            Some(Touched::Brought(path)) => tell(&words::brought(&path)),
            Some(Touched::GoesOnIn(path)) => {
                tell(&words::goes_on_in(&path));
                self.id = Folder::id_of(&path).unwrap_or_default();
            }
            None => {}
        }
    }

    fn state(&self, words: String) -> Answer {
        Answer::state(&self.game, None, words)
    }

    fn kept(&self) -> String {
        if !self.has_begun() {
            return gettext("Nothing was played, so nothing is saved.");
        }
        if !self.is_saved() {
            return gettext("The game is not saved.");
        }
        if self.game.outcome().is_some() {
            return words::gettext_f("The game is saved as {id}.", &[("id", &self.id)]);
        }
        words::gettext_f(
            "The game is saved. Continue it with: rank-and-file --text --resume {id}",
            &[("id", &self.id)],
        )
    }
}

impl talk::Session for Session {
    fn greeting(&self) -> String {
        let mut lines = vec![words::seats(&self.header)];
        lines.retain(|line| !line.is_empty());
        lines.extend([board(&self.game), help()]);
        lines.extend(
            self.game
                .outcome()
                .map(|end| words::outcome(end, &self.header)),
        );
        lines.join("\n")
    }

    fn prompt(&self) -> String {
        if self.game.outcome().is_some() {
            return String::new();
        }
        format!("{}> ", words::side(&self.header, self.game.turn()))
    }

    fn answer(&mut self, text: &str) -> Answer {
        let answer = self.reply(text);
        answer.with("saved", self.is_saved())
    }

    fn unasked(&mut self) -> Option<Answer> {
        let begun = self.begun;
        let action = self.computers.action(&self.game, || since(begun))?;
        let event = self.game.act_at(action, self.now()).ok()?;
        let answer = self.happened(&event).with("by", "computer");
        Some(answer.with("saved", self.is_saved()))
    }
}

impl Session {
    fn in_english(&self, written: &str) -> String {
        self.game.in_english(written, &words::piece_letters())
    }

    fn reply(&mut self, text: &str) -> Answer {
        let mut parts = text.split_whitespace();
        let (command, argument) = (parts.next().unwrap_or_default(), parts.next());
        let most = match command {
            "moves" | "resign" | "takeback" | "claim" => 1,
            _ => 0,
        };
        let given = usize::from(argument.is_some()) + parts.count();
        if COMMANDS.contains(&command) && given > most {
            return Answer::refusal(&Refusal::Unreadable, &self.game);
        }
        let action = match command {
            "quit" => {
                self.suspend();
                return Answer {
                    last: true,
                    ..self.state(self.kept())
                };
            }
            "help" => return self.state(help()).with("message", help()),
            "fen" => return self.state(fen_of(self.game.position())),
            "board" => {
                let board = board(&self.game);
                let rows: Vec<&str> = board.lines().collect();
                return self.state(board.clone()).with("board", json!(rows));
            }
            "moves" => return Answer::moves(&self.game, argument),
            "hint" => return self.hint(),
            "draw" => Action::OfferDraw,
            "accept" => Action::Accept,
            "decline" => Action::Decline,
            // A player may resign while the other is to move.
            "resign" => match argument.map(str::parse).transpose() {
                Ok(loser) if !loser.is_some_and(|loser| self.computers.plays(loser)) => {
                    Action::Resign(loser.unwrap_or(self.game.turn()))
                }
                _ => return Answer::refusal(&Refusal::Unreadable, &self.game),
            },
            "pause" => Action::Pause,
            "continue" => Action::GoOn,
            "clock" => {
                // A look at the clocks may find that a flag has fallen.
                return match self.game.flag_at(self.now()) {
                    Some(event) => self.happened(&event),
                    None => self.state(words::clocks(&self.game)),
                };
            }
            "claim" => match argument
                .map(|written| self.game.read_move(&self.in_english(written)))
                .transpose()
            {
                Ok(with) => Action::Claim(with),
                Err(refusal) => return Answer::refusal(&refusal, &self.game),
            },
            "takeback" => {
                let plies = match argument.unwrap_or("1").parse().ok() {
                    Some(1) => self.header.takeback(&self.game),
                    plies => plies,
                };
                match plies {
                    Some(plies) => Action::AskTakeback(plies),
                    None => return Answer::refusal(&Refusal::NothingToTakeBack, &self.game),
                }
            }
            _ => Action::Write(self.in_english(text)),
        };
        // The time for a look at the move is nobody's.
        let now = self.now();
        if let Some(answer) = self.held_back(&action) {
            return answer;
        }
        match self.game.act_at(action, now) {
            Ok(event) => self.happened(&event),
            Err(refusal) => Answer::refusal(&refusal, &self.game),
        }
    }
}

/// Every word that is no move.
const COMMANDS: [&str; 15] = [
    "draw", "accept", "decline", "resign", "claim", "takeback", "pause", "continue", "clock",
    "moves", "hint", "board", "fen", "help", "quit",
];

fn help() -> String {
    words::gettext_f(
        "Type moves such as e4, Nf3, g1f3 or O-O, or: {commands}.",
        &[("commands", &COMMANDS.join(", "))],
    )
}

/// How long ago that was, as games count time.
fn since(begun: Instant) -> Moment {
    let passed = begun.elapsed().as_millis();
    Moment(u64::try_from(passed).unwrap_or(u64::MAX))
}

fn cannot_continue(error: &OpenError) -> String {
    match error {
        OpenError::Locked(_) => words::open_elsewhere(),
        OpenError::Faulty(loaded) => loaded.fault.as_ref().map(words::fault).unwrap_or_default(),
        OpenError::ReadOnly(_, error) | OpenError::Io(error) => words::io_error(error),
    }
}
