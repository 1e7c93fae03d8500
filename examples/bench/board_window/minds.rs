//! Which engine thinks while the board is clicked: none, one that analyzes, or one that plays. Both are the built-in
//! searcher, in threads of this process.

use std::cell::Cell;
use std::io;
use std::rc::Rc;

use rank_and_file::model::Engines;
use rank_and_file_core::chess::Chess;
use rank_and_file_core::engine::{Computer, Engine, EngineReport, Level, Limits, Question};

/// What the times of clicks are called: without an engine first.
pub const NAMES: [&str; 3] = ["click_ms", "click_analyst_ms", "click_partner_ms"];

/// The engines.
pub struct Minds {
    minds: [(Engine, Looked); 2],
}

/// How many positions an engine has looked at.
type Looked = Rc<Cell<u64>>;

impl Minds {
    pub fn new() -> io::Result<Self> {
        let engines = Engines::shared();
        let (analyst, partner) = (Looked::default(), Looked::default());
        let strongest = Computer::Level(Level::LAST);
        Ok(Self {
            minds: [
                (engines.analyst(note(&analyst))?, analyst),
                (engines.partner(&strongest, 1, note(&partner))?, partner),
            ],
        })
    }

    /// Has the engine of this number alone think about a position, until another one is to think.
    pub fn think(&self, number: usize, position: Chess) {
        for (at, (mind, _)) in (1..).zip(&self.minds) {
            if at == number {
                mind.ask(Question {
                    start: position.clone(),
                    moves: Vec::new(),
                    lines: 1,
                    limits: Limits::default(),
                });
            } else {
                mind.stop();
            }
        }
    }

    /// How many positions each has looked at.
    pub fn looked(&self) -> [u64; 2] {
        self.minds.each_ref().map(|(_, looked)| looked.get())
    }
}

/// Counts what is reported.
fn note(looked: &Looked) -> impl FnMut(EngineReport) + 'static {
    let looked = looked.clone();
    move |report| {
        if let EngineReport::Answer(_, found) = report {
            looked.set(looked.get() + found.nodes);
        }
    }
}
