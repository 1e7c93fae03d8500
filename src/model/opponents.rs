//! Who of the computers can be played against: the built-in searcher at its levels, and one engine beyond.

use rank_and_file_core::engine::uci::find_engine;
use rank_and_file_core::engine::{Computer, Level};

use super::Engines;

impl Engines {
    /// The engine to play against beyond the levels: the one that is chosen, else the first that is here.
    #[must_use]
    pub fn opponent(&self) -> Option<String> {
        let mut engines = self.chosen().into_iter().chain(self.all());
        engines.find(|engine| find_engine(engine).is_some())
    }

    /// Who plays at a place of the slider, as the settings remember it: at a level, or beyond them.
    #[must_use]
    pub fn at(&self, place: i32) -> Computer {
        let level = u8::try_from(place).ok().and_then(Level::new);
        let engine = || self.opponent().map(Computer::Engine);
        let level = level.map(Computer::Level).or_else(engine);
        level.unwrap_or(Computer::Level(Level::LAST))
    }

    /// The program that has this name, if it is that of a level or of an engine that is here.
    #[must_use]
    pub fn called(&self, name: &str) -> Option<Computer> {
        let engine = || {
            let mut engines = self.all().into_iter().map(Computer::Engine);
            engines.find(|engine| engine.name() == name)
        };
        let level = Level::named(name).map(Computer::Level);
        level.or_else(engine)
    }
}
