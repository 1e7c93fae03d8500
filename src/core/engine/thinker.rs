//! Whoever is asked about positions: the built-in searcher or an engine of somebody else's, in threads of its
//! own. Whoever asks never waits.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::uci::{self, Program};
use super::{Question, Report, own};

/// Somebody who can be asked. Nothing runs while nothing is asked.
pub struct Thinker {
    mind: Mind,
    asked: AtomicU64,
}

enum Mind {
    Own(own::Own),
    Other(uci::Engine),
}

impl Thinker {
    /// The built-in searcher.
    ///
    /// # Errors
    /// Where there can be no thread.
    pub fn built_in(ways: own::Ways, report: impl Fn(Report) + Send + 'static) -> io::Result<Self> {
        let own = own::Own::new(ways, report)?;
        Ok(Self::with(Mind::Own(own)))
    }

    /// An engine of somebody else's, which is started at the first question at the latest.
    ///
    /// # Errors
    /// Where there can be no thread.
    pub fn program(program: Program, report: impl Fn(Report) + Send + 'static) -> io::Result<Self> {
        let engine = uci::Engine::new(program, report)?;
        Ok(Self::with(Mind::Other(engine)))
    }

    fn with(mind: Mind) -> Self {
        Self {
            mind,
            asked: AtomicU64::new(0),
        }
    }

    /// Gets ready, so that the first question need not wait for an engine that starts.
    pub fn prepare(&self) {
        if let Mind::Other(engine) = &self.mind {
            engine.prepare();
        }
    }

    /// Asks something, in place of what was asked before. Gives the number by which it is answered.
    pub fn ask(&self, question: Question) -> u64 {
        let number = self.asked.fetch_add(1, Relaxed) + 1;
        match &self.mind {
            Mind::Own(own) => own.ask(number, question),
            Mind::Other(engine) => engine.ask(number, question),
        }
        number
    }

    /// Wants nothing any more; what has been found is answered.
    pub fn stop(&self) {
        match &self.mind {
            Mind::Own(own) => own.stop(),
            Mind::Other(engine) => engine.stop(),
        }
    }
}
