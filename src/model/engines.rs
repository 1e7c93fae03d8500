//! Who can be asked about positions: the built-in searcher, and the engines of this machine.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;

use rank_and_file_core::engine::uci::{Fault, Program, find_engine, known_engines};
use rank_and_file_core::engine::{Computer, Report, Thinker, Ways};

use super::thinking::Thinking;
use super::{Settings, preferences, remembered};
use crate::config;

/// MiB that the built-in searcher has to play with.
const TO_PLAY: usize = 16;

thread_local! {
    static SHARED: Engines = Engines::default();
}

/// The engines of this machine. What is known of them is shared by all windows.
#[derive(Clone, Default)]
pub struct Engines(Rc<Inner>);

#[derive(Default)]
struct Inner {
    settings: Settings,
    /// What went wrong last with each, until it has answered again.
    troubles: RefCell<BTreeMap<String, Fault>>,
}

impl Engines {
    /// Those that all windows share.
    #[must_use]
    pub fn shared() -> Self {
        SHARED.with(Self::clone)
    }

    /// The names of the known ones that are here, and the files of those that were added.
    #[must_use]
    pub fn all(&self) -> Vec<String> {
        let mut all = known_engines();
        all.extend(self.0.settings.get(remembered::ENGINES));
        all
    }

    /// The one that is chosen; `None` for the built-in searcher.
    #[must_use]
    pub fn chosen(&self) -> Option<String> {
        let engine = self.0.settings.get(preferences::ENGINE);
        (!engine.is_empty()).then_some(engine)
    }

    /// What went wrong last with an engine; `None` where it is well as far as is known.
    #[must_use]
    pub fn trouble(&self, engine: &str) -> Option<Fault> {
        self.0.troubles.borrow().get(engine).copied()
    }

    /// Somebody to play against, who overlooks other things with each `seed`. What an engine is blamed for is
    /// remembered.
    ///
    /// # Errors
    /// Where there can be no thread, or no such engine is here.
    pub fn partner(
        &self,
        computer: &Computer,
        seed: u64,
        heard: impl FnMut(Report) + 'static,
    ) -> io::Result<Thinking> {
        match computer {
            Computer::Level(level) => {
                let ways = Ways {
                    level: Some((*level, seed)),
                    memory: TO_PLAY,
                    patient: false,
                };
                Thinking::new(|report| Thinker::built_in(ways, report), heard)
            }
            Computer::Engine(engine) => self.engine(engine, true, heard),
        }
    }

    /// Somebody to analyze with: the engine that is chosen, or the built-in searcher.
    ///
    /// # Errors
    /// Where there can be no thread, or the engine is not here.
    pub fn analyst(&self, heard: impl FnMut(Report) + 'static) -> io::Result<Thinking> {
        if let Some(engine) = self.chosen() {
            return self.engine(&engine, false, heard);
        }
        let ways = Ways {
            level: None,
            memory: self.memory(),
            patient: true,
        };
        Thinking::new(|report| Thinker::built_in(ways, report), heard)
    }

    fn memory(&self) -> usize {
        let memory = self.0.settings.get(preferences::ENGINE_MEMORY);
        usize::try_from(memory).unwrap_or(1).max(1)
    }

    fn engine(
        &self,
        engine: &str,
        plays: bool,
        mut heard: impl FnMut(Report) + 'static,
    ) -> io::Result<Thinking> {
        let path = find_engine(engine).ok_or(io::ErrorKind::NotFound)?;
        let mut settings = vec![("Hash".to_owned(), self.memory().to_string())];
        let strength = self.0.settings.get(preferences::ENGINE_STRENGTH);
        if plays && strength > 0 {
            settings.push(("UCI_LimitStrength".to_owned(), true.to_string()));
            settings.push(("UCI_Elo".to_owned(), strength.to_string()));
        }
        let program = Program {
            path,
            guard: config::guard(),
            settings,
        };
        let (engines, engine) = (Rc::downgrade(&self.0), engine.to_owned());
        Thinking::new(
            |report| Thinker::program(program, report),
            move |report| {
                if let Some(engines) = engines.upgrade() {
                    let mut troubles = engines.troubles.borrow_mut();
                    match &report {
                        Report::Failed(fault) | Report::GivenUp(fault) => {
                            troubles.insert(engine.clone(), *fault);
                        }
                        Report::Answer(..) => {
                            troubles.remove(&engine);
                        }
                        Report::Started(..) | Report::Found(..) => {}
                    }
                }
                heard(report);
            },
        )
    }
}
