//! An engine as those who ask it see it, be it the built-in searcher or another program: questions go in, and
//! reports come out. Each engine has a thread of its own, so that nothing that asks has to wait.

use std::cell::{Cell, RefCell};
use std::str::FromStr;
use std::sync::mpsc::{Sender, channel};
use std::{io, thread};

use async_channel::Receiver;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};

use super::built_in::{self, EngineOptions};
use super::uci::{Fault, Host, Program, Setting};
use super::{Found, Limits, Stop};

/// An engine that takes questions. Nothing runs while nothing is asked. It ends with this.
pub struct Engine {
    inputs: Sender<Input>,
    reports: Receiver<Report>,
    /// How much was asked.
    asked: Cell<u64>,
    /// Stops the built-in searcher at what was asked last.
    running: RefCell<Stop>,
    /// The thread that ends the process of another program.
    host: Option<thread::JoinHandle<()>>,
}

/// What comes in for the thread of an engine.
pub(super) enum Input {
    /// A program starts before anything is asked.
    Prepare,
    /// A question, its number, and what stops the built-in searcher at it.
    Ask(u64, Box<Question>, Stop),
    Stop,
    End,
    /// What a process says that was started as the one of this number, or that it is gone.
    Line(u64, String),
    Gone(u64),
}

impl Engine {
    /// The built-in searcher.
    ///
    /// # Errors
    /// Where there can be no thread.
    pub fn built_in(options: EngineOptions) -> io::Result<Self> {
        let (inputs, taken) = channel();
        let (sender, reports) = async_channel::unbounded();
        let name = "searcher".to_owned();
        let search = move || built_in::answer(options, &taken, &sender);
        // It is done within milliseconds of its end; nothing need wait for it.
        thread::Builder::new().name(name).spawn(search)?;
        Ok(Self::with(inputs, reports, None))
    }

    /// Another program, which is started at the first question at the latest.
    ///
    /// # Errors
    /// Where there can be no thread.
    pub fn program(program: Program) -> io::Result<Self> {
        let (inputs, taken) = channel();
        let (sender, reports) = async_channel::unbounded();
        let host = Host::new(program, (inputs.clone(), taken), sender);
        let name = "engine".to_owned();
        let host = thread::Builder::new().name(name).spawn(|| host.run())?;
        Ok(Self::with(inputs, reports, Some(host)))
    }

    fn with(
        inputs: Sender<Input>,
        reports: Receiver<Report>,
        host: Option<thread::JoinHandle<()>>,
    ) -> Self {
        Self {
            inputs,
            reports,
            asked: Cell::new(0),
            running: RefCell::default(),
            host,
        }
    }

    /// What it tells, one report after the other. There are no more once the engine is let go.
    pub fn reports(&self) -> &Receiver<Report> {
        &self.reports
    }

    /// Gets ready, so that the first question need not wait for a program that starts.
    pub fn prepare(&self) {
        self.order(Input::Prepare);
    }

    /// Asks something, in place of what was asked before. Gives the number by which it is answered.
    pub fn ask(&self, question: Question) -> u64 {
        let number = self.asked.get() + 1;
        self.asked.set(number);
        let stop = Stop::default();
        self.running.replace(stop.clone()).stop();
        self.order(Input::Ask(number, Box::new(question), stop));
        number
    }

    /// Wants nothing any more; what has been found is answered.
    pub fn stop(&self) {
        self.running.borrow().stop();
        self.order(Input::Stop);
    }

    /// Asks something and waits for the answer; `None` where the engine was given up.
    pub fn answer(&self, question: Question) -> Option<Found> {
        let asked = self.ask(question);
        loop {
            match self.reports.recv_blocking().ok()? {
                Report::Answer(number, found) if number == asked => return Some(found),
                Report::GivenUp(_) => return None,
                _ => {}
            }
        }
    }

    fn order(&self, input: Input) {
        // The thread ends no sooner than this.
        self.inputs.send(input).ok();
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.running.borrow().stop();
        self.order(Input::End);
        if let Some(host) = self.host.take() {
            // It kills the process and is done at once.
            host.join().ok();
        }
        self.reports.close();
        while self.reports.try_recv().is_ok() {}
    }
}

/// What an engine tells.
#[derive(Debug)]
pub enum Report {
    /// The engine has started: its name, and its options.
    Started(String, Vec<(String, Setting)>),
    /// What has been found so far for the question of this number.
    Found(u64, Found),
    /// What was found in the end for the question of this number. A question in whose place another one was
    /// asked may have no answer.
    Answer(u64, Found),
    /// The engine has failed, and is started anew.
    Failed(Fault),
    /// It was given up. What was asked has no answer; another question starts it once more.
    GivenUp(Fault),
}

/// A position that a game has come to, and how it is to be looked at.
#[derive(Debug, Clone)]
pub struct Question {
    /// Where the game began.
    pub start: Chess,
    /// What has been played in it; each legal where it was played.
    pub moves: Vec<Move>,
    /// How many lines are wanted.
    pub lines: usize,
    /// For how long.
    pub limits: Limits,
}

impl Question {
    /// All positions of the game, the one that is asked about last.
    pub fn positions(&self) -> Vec<Chess> {
        positions(&self.start, &self.moves)
    }

    /// The position that is asked about.
    pub fn position(&self) -> Chess {
        let mut at = self.start.clone();
        for mv in &self.moves {
            at.play_unchecked(*mv);
        }
        at
    }
}

/// A position, and those to which these legal moves lead one after the other.
pub(crate) fn positions(start: &Chess, moves: &[Move]) -> Vec<Chess> {
    let mut positions = vec![start.clone()];
    let mut at = start.clone();
    for mv in moves {
        at.play_unchecked(*mv);
        positions.push(at.clone());
    }
    positions
}

/// As many of these moves as are legal one after the other. Castling may be written as the king's move or
/// as its capture of the rook.
pub(super) fn legal_line<'a>(from: &Chess, moves: impl IntoIterator<Item = &'a str>) -> Vec<Move> {
    let mut at = from.clone();
    let mut legal = Vec::new();
    for word in moves {
        let mv = UciMove::from_str(word)
            .ok()
            .and_then(|mv| mv.to_move(&at).ok());
        let Some(mv) = mv else { break };
        at.play_unchecked(mv);
        legal.push(mv);
    }
    legal
}
