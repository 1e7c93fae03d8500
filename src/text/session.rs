//! One game of chess in a terminal: what is typed, help, and the loop that keeps its clock.

use std::io::{self, IsTerminal};
use std::panic::resume_unwind;
use std::process::exit;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use gettextrs::gettext;
use jiff::Timestamp;
use rank_and_file_core::chess::{
    Action, ByColor, Clock, Color, Command, DrawRule, Event, Help, Ply, Position, Refusal,
    TimeControl, fen_of, read_fen_without_surplus_rights, start_position,
};
use rank_and_file_core::engine::human::{FeatureExtractor, motive};
use rank_and_file_core::engine::uci::{Deadlines, Program, find_engine};
use rank_and_file_core::engine::{Computer, Engine, EngineOptions, Found, Stop};
use rank_and_file_core::files::{Destination, ExternalChange};
use rank_and_file_core::play::{GuardDecision, HeldBack, PlayedGame, TutorRequest};
use rank_and_file_core::record::log::{
    Appender, ConditionalMoves, Folder, Header, Loaded, NoteFile, OpenError, OwnSeat, clock_line,
    now, sides_of,
};
use rank_and_file_core::training::tutor::{Tutor, TutorQuestion};
use rustix::process::Signal;

use super::read_only::show;
use super::repl::{self, Answer, board};
use super::{NoAnswer, tell};
use crate::config;
use crate::signals;
use crate::words::{self, TypingPlace};

/// The sides that can be helped.
const SIDES: [&str; 3] = ["white", "black", "both"];

/// How a new game is played.
#[derive(Debug, clap::Args)]
#[group(
    id = "new_game",
    multiple = true,
    requires = "played",
    conflicts_with = "resume"
)]
pub struct NewGame {
    /// The player of the white pieces; computer:3 is the computer at level 3 of 10, computer:1500 at that rating,
    /// computer:stockfish an engine.
    #[arg(long, value_name = "NAME", default_value = "")]
    white: String,
    /// The player of the black pieces, in the same way.
    #[arg(long, value_name = "NAME", default_value = "")]
    black: String,
    /// The position to start from.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Play with clocks: minutes and seconds a move, such as 5+3; 5d3 and 5b3 are delays; a comma
    /// parts unequal times.
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
    /// Draws by threefold repetition and the fifty-move rule must be claimed.
    #[arg(long)]
    claimed: bool,
    /// Who is warned of what the opponent threatens: white, black or both.
    #[arg(long, value_name = "WHO", value_parser = SIDES)]
    warnings: Option<String>,
    /// Who may ask for hints, with the word hint: white, black or both.
    #[arg(long, value_name = "WHO", value_parser = SIDES)]
    tips: Option<String>,
    /// Whose moves are refused once where they simply lose a piece: white, black or both.
    #[arg(long, value_name = "WHO", value_parser = SIDES)]
    guarded: Option<String>,
}

struct Session {
    played: PlayedGame,
    /// What thinks for the computers.
    engines: ByColor<Option<Engine>>,
    /// What looks for help, once it was asked.
    tutor: Option<Tutor>,
    log: Arc<Mutex<Log>>,
    /// The first lines of a game that has not begun: they are written with its first ply, or its end.
    unbegun: String,
    id: String,
    /// Whether a person sits at the terminal.
    person: bool,
}

/// Plays one game on standard input and output until the input ends. Returns whether it could be
/// played and all of it is saved.
///
/// # Errors
/// Where the game cannot begin, a sentence that says why; or where the output cannot be written.
pub fn play(new: &NewGame, resumed: Option<&str>, json: bool) -> Result<bool, NoAnswer> {
    let mut session = match resumed {
        None => Session::begin(new)?,
        Some(id) => {
            let entry = Folder::new(config::games_folder()).find(id);
            let entry = entry.map_err(|error| words::find_error(&error))?;
            match Appender::open(&entry.path) {
                Ok((loaded, appender)) => Session::resume(entry.id, loaded, appender)?,
                Err(OpenError::Faulty(loaded)) if loaded.has_position => {
                    return show(*loaded, json);
                }
                Err(error) => return Err(cannot_continue(&error).into()),
            }
        }
    };
    let clock = care_for(&Arc::downgrade(&session.log));
    let over = clock.clone();
    let builder = thread::Builder::new().name("talk".to_owned());
    let session_thread = builder.spawn(move || {
        let ended = repl::run(&mut session, json);
        session.suspend();
        let saved = session.is_saved();
        over.context().invoke(move || over.quit());
        ended.map(|()| saved)
    });
    let session_thread = session_thread.map_err(|error| words::io_error(&error))?;
    // Signals come to the first thread, which alone may end the program in answer to one: the stack
    // of its signal handlers goes with it.
    clock.run();
    let ended = session_thread.join();
    Ok(ended.unwrap_or_else(|panic| resume_unwind(panic))?)
}

impl Session {
    fn resume(id: String, loaded: Loaded, appender: Appender) -> Result<Self, NoAnswer> {
        for notice in words::notices(&loaded) {
            tell(&notice);
        }
        let mut played = PlayedGame::of(loaded);
        let seats = NoteFile::<OwnSeat>::new(config::seats_file()).read();
        let seats = seats.map_err(|error| words::io_error(&error))?;
        if let Some(seat) = seats.get(&id) {
            played.sit_here(*seat);
        }
        let mut session = Self::of(played, appender, String::new(), id);
        session.play_conditional_move()?;
        Ok(session)
    }

    /// Plays the conditional move that is to be played now, if there is one.
    fn play_conditional_move(&mut self) -> Result<(), NoAnswer> {
        let notes = NoteFile::<ConditionalMoves>::new(config::conditional_moves_file()).read();
        let notes = notes.map_err(|error| words::io_error(&error))?;
        let moves = notes.get(&self.id);
        let answer = moves.and_then(|moves| self.played.conditional_answer(moves));
        if let Some(Ok(event)) = answer.map(|answer| self.played.act(answer)) {
            self.keep(&event);
            tell(&words::conditional_move_played(self.played.game()));
        }
        Ok(())
    }

    fn begin(options: &NewGame) -> Result<Self, NoAnswer> {
        let folder = Folder::new(config::games_folder());
        let start = match &options.fen {
            Some(fen) => {
                let read = read_fen_without_surplus_rights(fen, false);
                read.map_err(|why| NoAnswer::Argument(words::fen_error(why)))?
                    .0
            }
            None => start_position(),
        };
        let control = options
            .time
            .as_deref()
            .map(TimeControl::from_minutes)
            .transpose()
            .map_err(|why| NoAnswer::Argument(words::time_control_error(&why)))?;
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
            time_control: control,
            warnings: agreed(&options.warnings),
            tips: agreed(&options.tips),
            guard: agreed(&options.guarded),
            ..seated.clone()
        };
        let entry = folder.new_entry(now);
        let unbegun = format!("{}{}\n", header.line(), fen_of(&start));
        let game = header.new_game(start);
        let (played, appender) = (PlayedGame::new(header, game), Appender::create(entry.path));
        Ok(Self::of(played, appender, unbegun, entry.id))
    }

    fn of(mut played: PlayedGame, appender: Appender, unbegun: String, id: String) -> Self {
        played.seat_computers();
        Self {
            engines: engines(&played, unbegun.is_empty()),
            tutor: None,
            log: Log::open(appender),
            played,
            unbegun,
            id,
            person: io::stdin().is_terminal(),
        }
    }

    /// Leaves the clocks standing, so that both players find their time again. What is not saved is
    /// tried a last time.
    fn suspend(&mut self) {
        match self.played.act(Action::Pause) {
            Ok(event) => self.keep(&event),
            Err(_) if self.is_saved() => {}
            Err(_) => drop(self.write("")),
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
        lines += &self.played.lines(event);
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

    /// Writes down what happened and says it.
    fn happened(&mut self, event: &Event) -> Answer {
        self.keep(event);
        let answer = self.told(event);
        self.warned(event, answer)
    }

    fn told(&self, event: &Event) -> Answer {
        let (game, header) = (self.played.game(), self.played.header());
        let words = words::event(event, game, header).shown().to_owned();
        let played = game.plies().last().filter(|_| event.has_moved());
        let words = match played {
            // People look at the board when it is their turn.
            Some(ply) if self.person && self.played.computer_turn().is_none() => {
                format!("{}  {words}\n{}", ply.san, board(game))
            }
            Some(ply) => format!("{}  {words}", ply.san),
            None => words,
        };
        match event {
            // The claim is refused, and stands as an offer.
            Event::ClaimFailed { moved: false, .. } => Answer {
                words,
                ..Answer::refusal(&Refusal::NothingToClaim, game)
            }
            .with_message(),
            Event::ClaimFailed { .. } => Answer::state(game, played, words)
                .with("ok", false)
                .with("refusal", Refusal::NothingToClaim.code())
                .with_message(),
            _ => Answer::state(game, played, words),
        }
    }

    /// Writes lines, and all that could not be written before. Whether another file has come in which the game goes on.
    fn write(&mut self, lines: &str) -> bool {
        let touched = {
            let mut log = hold(&self.log);
            log.game = Some(self.played.clone());
            log.write(lines);
            log.appender.touched()
        };
        match touched {
            Some(ExternalChange::SetAside(path)) => tell(&words::set_aside(&path)),
            Some(ExternalChange::Brought(path)) => tell(&words::brought(&path)),
            Some(ExternalChange::GoesOnIn(path)) => {
                tell(&words::goes_on_in(&path));
                self.id = Folder::id_of(&path).unwrap_or_default();
            }
            Some(ExternalChange::Continued(_)) => return true,
            None => {}
        }
        false
    }

    fn state(&self, words: String) -> Answer {
        Answer::state(self.played.game(), None, words)
    }

    fn refusal(&self, why: &Refusal) -> Answer {
        Answer::refusal(why, self.played.game())
    }

    fn kept(&self) -> String {
        if !self.has_begun() {
            return gettext("Nothing was played, so nothing is saved.");
        }
        if !self.is_saved() {
            return gettext("The game is not saved.");
        }
        if self.played.game().outcome().is_some() {
            return words::gettext_f("The game is saved as {id}.", &[("id", &self.id)]);
        }
        words::gettext_f(
            "The game is saved. Continue it with: rank-and-file --text --resume {id}",
            &[("id", &self.id)],
        )
    }
}

impl repl::Session for Session {
    fn greeting(&self) -> String {
        let (game, header) = (self.played.game(), self.played.header());
        let mut lines = vec![words::seats(header)];
        lines.retain(|line| !line.is_empty());
        lines.extend([board(game), words::commands(TypingPlace::Terminal)]);
        lines.extend(game.outcome().map(|end| words::outcome(end, header)));
        lines.join("\n")
    }

    fn prompt(&self) -> String {
        let (game, header) = (self.played.game(), self.played.header());
        if game.outcome().is_some() {
            return String::new();
        }
        format!("{}> ", words::side(header, game.turn()))
    }

    fn answer(&mut self, text: &str) -> Answer {
        let fallen = self.played.flag();
        let ended = fallen.map(|event| self.happened(&event));
        let answer = self.reply(text);
        let answer = match ended {
            None => answer,
            // What can still be told after the end is told of it.
            Some(ended) if answer.is_ok() => Answer {
                words: format!("{}\n{}", ended.words, answer.words),
                ..answer
            },
            Some(ended) => ended,
        };
        answer.with("saved", self.is_saved())
    }

    fn unasked(&mut self) -> Option<Answer> {
        let turn = self.played.computer_turn()?;
        let found = match turn.offer {
            Some(_) => None,
            None => self.think(turn.side),
        };
        let event = self.played.play_computer_turn(turn, found.as_ref())?;
        let answer = self.happened(&event).with("by", "computer");
        Some(answer.with("saved", self.is_saved()))
    }
}

impl Session {
    fn reply(&mut self, text: &str) -> Answer {
        let command = match Command::read(text) {
            Ok(command) => command,
            Err(refusal) => return self.refusal(&refusal),
        };
        let game = self.played.game();
        let action = match command {
            Some(Command::Quit) => {
                self.suspend();
                return Answer {
                    last: true,
                    ..self.state(self.kept())
                };
            }
            Some(Command::Help) => return Answer::help(game),
            // Here is only the position that is reached.
            Some(Command::Review | Command::Next | Command::Previous) => {
                return self.refusal(&Refusal::Unreadable);
            }
            Some(Command::Fen) => return self.state(fen_of(game.position())),
            Some(Command::Board) => return Answer::board(game),
            Some(Command::Ask(inquiry)) => {
                return Answer::inquiry(inquiry, game, self.played.header());
            }
            Some(Command::Hint) => return self.hint(),
            Some(Command::Evaluation | Command::Best) => return self.evaluation(),
            Some(Command::Why) => return self.why(),
            Some(Command::Draw) => Action::OfferDraw,
            Some(Command::Accept) => Action::Accept,
            Some(Command::Decline) => Action::Decline,
            // A player may resign while the other is to move.
            Some(Command::Resign(loser)) => {
                if loser.is_some_and(|loser| self.played.computer(loser).is_some()) {
                    return self.refusal(&Refusal::Unreadable);
                }
                Action::Resign(loser.unwrap_or(game.turn()))
            }
            Some(Command::Pause) => Action::Pause,
            Some(Command::Continue) => Action::Resume,
            Some(Command::Claim(with)) => match with
                .map(|written| game.read_move(&words::typed_move(game, written)))
                .transpose()
            {
                Ok(Some(with)) => Action::Claim(Some(with)),
                Ok(None) => match self.played.time_claim() {
                    // A move that has come counts first.
                    Some(_) if self.write("") => {
                        let words = gettext("This game was continued on another computer.");
                        return self.state(words).with("ok", false).with_message();
                    }
                    Some(end) => Action::Conclude(end),
                    None => Action::Claim(None),
                },
                Err(refusal) => return self.refusal(&refusal),
            },
            Some(Command::Takeback(count)) => {
                let plies = match count.unwrap_or("1").parse().ok() {
                    Some(1) => self.played.takeback(),
                    plies => plies,
                };
                match plies {
                    Some(plies) => Action::ProposeTakeback(plies),
                    None => return self.refusal(&Refusal::NothingToTakeBack),
                }
            }
            None => Action::Write(words::typed_move(game, text)),
        };
        if let Some(answer) = self.held_back(&action) {
            return answer;
        }
        match self.played.act(action) {
            Ok(event) => self.happened(&event),
            Err(refusal) => self.refusal(&refusal),
        }
    }
}

fn cannot_continue(error: &OpenError) -> String {
    match error {
        OpenError::Locked(_) => words::open_elsewhere(),
        OpenError::Faulty(loaded) => loaded.fault.as_ref().map(words::fault).unwrap_or_default(),
        OpenError::ReadOnly(_, error) | OpenError::Io(error) => words::io_error(error),
    }
}

// How people are helped.

impl Session {
    /// Writes down that the player to move was helped. The answer is that the flag has fallen meanwhile.
    fn note(&mut self, helped: Option<Event>) -> Result<(), Answer> {
        match helped {
            Some(event @ Event::Helped(..)) => self.keep(&event),
            Some(event) => return Err(self.happened(&event)),
            None => {}
        }
        Ok(())
    }

    fn find(&mut self, wanted: TutorRequest) -> Option<Event> {
        let tutor = self.tutor.get_or_insert_default();
        let answer = wanted.ask(tutor, &Stop::default());
        self.played.found(answer)
    }

    /// A tip: the next one for this position.
    fn hint(&mut self) -> Answer {
        if self.played.game().outcome().is_some() {
            return self.refusal(&Refusal::GameOver);
        }
        if !self.played.is_helped(Help::Tip(1)) {
            return self.refusal(&Refusal::NotAgreed);
        }
        if let Some(mut wanted) = self.played.wanted() {
            wanted.threat = false;
            self.find(wanted);
        }
        let helped = self.played.next_tip();
        if let Err(answer) = self.note(helped) {
            return answer;
        }
        let Some(tip) = self.played.assistance().tip() else {
            return self.refusal(&Refusal::GameOver);
        };
        let step = tip.step;
        let tip = words::tip(&tip, self.played.game().position(), self.played.header());
        self.state(tip).with_message().with("step", step)
    }

    /// Who stands better, and what is best: told when the game is over.
    fn evaluation(&mut self) -> Answer {
        if self.played.game().outcome().is_none() {
            return self.refusal(&Refusal::NotAgreed);
        }
        let position = self.played.game().position().clone();
        let tutor = self.tutor.get_or_insert_default();
        let explained = tutor.explain(&TutorQuestion::new(&position, &[]), &Stop::default());
        let said = explained.map_or_else(words::no_evaluation, |explained| {
            let best = explained.line.first();
            let best = best.map(|best| Ply::play(&position, *best));
            let score = explained.score.of_white(position.turn());
            words::evaluation_said(score, best.as_ref())
                .shown()
                .to_owned()
        });
        self.state(said).with_message()
    }

    /// What draws people of the computer's rating to the move that it has played last: told when the game is over.
    fn why(&self) -> Answer {
        let game = self.played.game();
        if game.outcome().is_none() {
            return self.refusal(&Refusal::NotAgreed);
        }
        let computers = &self.played.header().computers;
        let rating = |ply: &Ply| Some(computers.get(ply.mover).as_ref()?.level()?.rating());
        let mut plies = game.plies().iter().enumerate().rev();
        let last = plies.find_map(|(at, ply)| Some((at, ply.mv, rating(ply)?)));
        let Some((at, mv, rating)) = last else {
            return self.refusal(&Refusal::NotAgreed);
        };
        let positions = game.positions();
        let motive = motive(
            &mut FeatureExtractor::default(),
            &positions[..=at],
            mv,
            rating,
        );
        let said = motive.map(|motive| words::motive(&motive, game.position_at(at), mv));
        let said = said.unwrap_or_default();
        self.state(said).with_message()
    }

    /// Why a move is held back that simply loses something. Played again, it is not.
    fn held_back(&mut self, action: &Action) -> Option<Answer> {
        let check = match self.played.check(action) {
            GuardDecision::Passes => return None,
            GuardDecision::Insisted(event) => return self.note(Some(event)).err(),
            GuardDecision::Checks(check) => check,
        };
        let tutor = self.tutor.get_or_insert_default();
        let held_back = check.ask(tutor, &Stop::default())?;
        let helped = self.played.hold_back(held_back);
        if let Err(answer) = self.note(helped) {
            return Some(answer);
        }
        let HeldBack { tried, loss, .. } = self.played.assistance().held_back()?;
        let words = words::held_back(tried, loss);
        let answer = self.refusal(&loss.refusal);
        Some(Answer { words, ..answer }.with_message())
    }

    /// The answer to what has happened, with what is threatened now, where the player to move is warned of that.
    fn warned(&mut self, event: &Event, answer: Answer) -> Answer {
        if !event.has_moved() && !matches!(event, Event::TakenBack(_)) {
            return answer;
        }
        let Some(mut wanted) = self.played.wanted() else {
            return answer;
        };
        // What is best is looked for when a tip is asked for.
        wanted.best = false;
        let helped = self.find(wanted);
        if self.note(helped).is_err() {
            return answer;
        }
        let Some(threat) = self.played.assistance().threat() else {
            return answer;
        };
        let said = words::threat(self.played.header(), threat);
        let words = format!("{}\n{said}", answer.words);
        Answer { words, ..answer }.with("warning", said)
    }
}

/// How often the running clock is written down: a kill a little later still takes less than a second.
const NOTED_EVERY: Duration = Duration::from_millis(900);

/// The log, and what goes into it without being asked for.
struct Log {
    appender: Appender,
    /// Whether all that happened is on the disk.
    saved: bool,
    /// The game as what happened last has left it, once something of it is to be kept.
    game: Option<PlayedGame>,
}

impl Log {
    fn open(appender: Appender) -> Arc<Mutex<Self>> {
        Arc::new(Mutex::new(Self {
            appender,
            // There is nothing yet that could be lost.
            saved: true,
            game: None,
        }))
    }

    /// Writes lines, and all that could not be written before.
    fn write(&mut self, lines: &str) {
        let written = self.appender.append(lines);
        let saved = written.and_then(|()| self.appender.sync());
        self.note_saved(saved);
    }

    fn note_saved(&mut self, saved: io::Result<()>) {
        self.saved = saved.is_ok();
        if let Err(error) = saved {
            tell(&words::not_saved(&error));
        }
    }

    /// Writes down what the running clock shows. No disk is woken for it, and nothing is tried that
    /// has failed.
    fn note_clock(&mut self) {
        let running =
            |played: &&PlayedGame| played.game().clock().and_then(Clock::running).is_some();
        let Some(game) = self.game.as_ref().filter(running).filter(|_| self.saved) else {
            return;
        };
        let mut shown = game.clone();
        // That a flag has fallen is found by a look at the clocks.
        if shown.flag().is_none() {
            let noted = self.appender.append(&clock_line(shown.game()));
            self.note_saved(noted);
        }
    }

    /// Leaves the clocks standing.
    fn stop_clock(&mut self) {
        let stopped = self.game.as_mut().and_then(|game| {
            let event = game.act(Action::Pause).ok()?;
            Some(game.lines(&event))
        });
        if stopped.is_some() || !self.saved {
            self.write(&stopped.unwrap_or_default());
        }
    }
}

/// The log, for this thread alone.
fn hold(log: &Mutex<Log>) -> MutexGuard<'_, Log> {
    log.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The loop that cares for the clocks until the log is closed. From now on, no signal ends the program before
/// its clock is written.
fn care_for(log: &Weak<Mutex<Log>>) -> glib::MainLoop {
    let context = glib::MainContext::new();
    let main_loop = glib::MainLoop::new(Some(&context), false);
    for signal in signals::that_end() {
        let log = log.clone();
        let told = move || {
            if let Some(log) = log.upgrade() {
                end(&log, signal);
            }
            glib::ControlFlow::Continue
        };
        let priority = glib::Priority::DEFAULT;
        let source = glib::unix_signal_source_new(signal.as_raw(), None, priority, told);
        source.attach(Some(&context));
    }
    let (log, over) = (log.clone(), main_loop.clone());
    let note = move || match log.upgrade() {
        Some(log) => {
            hold(&log).note_clock();
            glib::ControlFlow::Continue
        }
        None => {
            over.quit();
            glib::ControlFlow::Break
        }
    };
    let source = glib::timeout_source_new(NOTED_EVERY, None, glib::Priority::DEFAULT, note);
    source.attach(Some(&context));
    main_loop
}

/// Ends the program, as it was told to.
fn end(log: &Mutex<Log>, signal: Signal) {
    let mut log = hold(log);
    log.stop_clock();
    // A log into which nothing could be written does not stay.
    let path = log.appender.path().to_owned();
    log.appender = Appender::create(path);
    exit(signals::exit_status(signal).into());
}

// The computer at one side of the game, or at both: who it is, and what it does.

/// What stands before a level or an engine in place of a name.
const COMPUTER: &str = "computer:";
/// MiB for what the built-in searcher has seen.
const MEMORY: usize = 16;

/// The header of a game between players as they were given at the command line.
fn seat(white: &str, black: &str, started: Timestamp, draws: DrawRule) -> Result<Header, NoAnswer> {
    let mut header = Header::new(white, black, started, draws);
    for (color, name) in [(Color::White, white), (Color::Black, black)] {
        if let Some(given) = name.strip_prefix(COMPUTER) {
            header = header.with_computer(color, computer(given.trim())?);
        }
    }
    Ok(header)
}

fn computer(given: &str) -> Result<Computer, NoAnswer> {
    let is_here = |computer: &Computer| match computer {
        Computer::Level(_) => true,
        Computer::Engine(engine) => find_engine(engine).is_some(),
    };
    let computer = given.parse().ok().filter(is_here);
    computer.ok_or_else(|| NoAnswer::Argument(words::no_computer(given)))
}

/// What thinks for the computers of a game; nothing for one whose engine cannot be used. A header that was `read` may
/// come from anywhere, and starts no program but the known engines.
fn engines(played: &PlayedGame, read: bool) -> ByColor<Option<Engine>> {
    ByColor::new_with(|side| {
        let (computer, seed) = played.computer(side)?;
        let trusted = !read || computer.is_known();
        trusted.then(|| engine(computer, seed)).flatten()
    })
}

impl Session {
    /// What the computer finds that is to move, which takes its time. Where its engine cannot be used, the built-in
    /// searcher plays on.
    fn think(&mut self, side: Color) -> Option<Found> {
        loop {
            let question = self.played.question(side)?;
            let found = self.engines.get(side).as_ref();
            let found = found.and_then(|engine| engine.answer(question));
            if found.as_ref().is_some_and(|found| found.best().is_some()) {
                return found;
            }
            let name = self.played.computer(side)?.0.name();
            let level = self.played.replace(side)?;
            tell(&words::plays_on(&name, level.number()));
            let (computer, seed) = self.played.computer(side)?;
            *self.engines.get_mut(side) = engine(computer, seed);
        }
    }
}

fn engine(computer: &Computer, seed: u64) -> Option<Engine> {
    let engine = match computer {
        Computer::Level(level) => Engine::built_in(EngineOptions {
            level: Some((*level, seed)),
            memory: MEMORY,
            threads: 1,
            patient: false,
        }),
        Computer::Engine(engine) => Engine::program(Program {
            path: find_engine(engine)?,
            supervisor: config::supervisor(),
            patient: false,
            settings: Vec::new(),
            deadlines: Deadlines::default(),
        }),
    };
    let engine = engine.ok()?;
    // No clock runs yet while it starts.
    engine.prepare();
    Some(engine)
}
