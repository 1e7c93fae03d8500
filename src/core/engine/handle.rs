//! An engine as those who ask it see it, be it the built-in searcher or another program: questions go in, and
//! reports come out. Each engine has a thread of its own, so that nothing that asks has to wait.

use std::cell::{Cell, RefCell};
use std::sync::mpsc::{Sender, channel};
use std::{io, thread};

use async_channel::Receiver;

use super::built_in::{self, EngineOptions};
use super::question::{EngineReport, Input, Question};
use super::uci::{Host, Program};
use super::{Found, Stop};

/// An engine that takes questions. Nothing runs while nothing is asked. It ends with this.
pub struct Engine {
    inputs: Sender<Input>,
    reports: Receiver<EngineReport>,
    /// How much was asked.
    asked: Cell<u64>,
    /// Stops the built-in searcher at what was asked last.
    running: RefCell<Stop>,
    /// The thread that ends the process of another program.
    host: Option<thread::JoinHandle<()>>,
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
        reports: Receiver<EngineReport>,
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
    pub fn reports(&self) -> &Receiver<EngineReport> {
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
                EngineReport::Answer(number, found) if number == asked => return Some(found),
                EngineReport::GivenUp(_) => return None,
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
