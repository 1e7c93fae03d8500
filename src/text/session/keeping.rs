//! The log of a game in a terminal. While one thread waits for a line or thinks, another one appends what the
//! running clock shows, so that a kill gives back at most a second, and stops the clock where the program
//! is told to end.

use std::io;
use std::process::exit;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use rank_and_file_core::files::Destination;
use rank_and_file_core::log::{Appender, clock_line, lines_for, now};
use rank_and_file_core::rules::{Action, Clock, Game};
use rustix::process::Signal;

use super::since;
use crate::signals;
use crate::text::tell;
use crate::words;

/// How often the running clock is written down: a kill a little later still takes less than a second.
const NOTED_EVERY: Duration = Duration::from_millis(900);

/// The log, and what goes into it without being asked for.
pub(super) struct Log {
    pub appender: Appender,
    /// Whether all that happened is on the disk.
    pub saved: bool,
    /// The game as what happened last has left it, once something of it is to be kept.
    pub game: Option<Game>,
    /// From when on the clocks count.
    begun: Instant,
}

impl Log {
    /// The log of a game whose clocks count from `begun` on, and the thread that cares for them.
    pub fn open(appender: Appender, begun: Instant) -> Arc<Mutex<Self>> {
        let log = Arc::new(Mutex::new(Self {
            appender,
            // Nothing waits to be.
            saved: true,
            game: None,
            begun,
        }));
        // From now on, no signal ends the program before its clock is written.
        let main_loop = care_for(&Arc::downgrade(&log));
        let watch = thread::Builder::new().name("clock".to_owned());
        if let Err(error) = watch.spawn(move || main_loop.run()) {
            tracing::warn!("the clock is written with the moves alone: {error}");
        }
        log
    }

    /// Writes lines, and all that could not be written before.
    pub fn write(&mut self, lines: &str) {
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
        let running = |game: &&Game| game.clock().and_then(Clock::running).is_some();
        let Some(game) = self.game.as_ref().filter(running).filter(|_| self.saved) else {
            return;
        };
        let mut shown = game.clone();
        // That a flag has fallen is found by a look at the clocks.
        if shown.flag_at(since(self.begun)).is_none() {
            let noted = self.appender.append(&clock_line(&shown));
            self.note_saved(noted);
        }
    }

    /// Leaves the clocks standing.
    fn stop_clock(&mut self) {
        let at = since(self.begun);
        let stopped = self.game.as_mut().and_then(|game| {
            let event = game.act_at(Action::Pause, at).ok()?;
            Some(lines_for(&event, game, now()))
        });
        if stopped.is_some() || !self.saved {
            self.write(&stopped.unwrap_or_default());
        }
    }
}

/// The log, for this thread alone.
pub(super) fn hold(log: &Mutex<Log>) -> MutexGuard<'_, Log> {
    log.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The loop of the thread that cares for the clocks until the log is closed. Its signals are caught as soon as
/// this returns.
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
