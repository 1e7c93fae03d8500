//! What answers questions about positions, of the saved games or of a collection.

use std::io;
use std::sync::{Arc, RwLock};

use super::collection::asked;
use super::{
    CollectedPositions, Collection, Explored, Explorer, FoundGames, GameFilter, PositionFilter,
    Sought,
};
use crate::chess::Chess;

/// What answers questions about positions.
#[derive(Clone)]
pub enum Explorers {
    /// Of the saved games.
    Saved(Arc<Explorer>),
    /// Of a collection.
    Collected(Arc<RwLock<Collection>>, Arc<CollectedPositions>),
}

impl Explorers {
    /// Whether a player of this name has played.
    pub fn knows(&self, player: &str) -> bool {
        match self {
            Self::Saved(explorer) => explorer.knows(player),
            Self::Collected(games, _) => asked(games).knows(player),
        }
    }

    /// The moves that were played from a position, in the games that count.
    ///
    /// # Errors
    /// Where the file with the positions cannot be read any more.
    pub fn explore(&self, position: &Chess, filter: &GameFilter) -> io::Result<Explored> {
        match self {
            Self::Saved(explorer) => explorer.explore(position, filter),
            Self::Collected(games, known) => known.explore(games, position, filter),
        }
    }

    /// The games that reached what is looked for.
    ///
    /// # Errors
    /// Those of [`Explorers::explore`].
    pub fn find(&self, sought: &Sought) -> io::Result<FoundGames> {
        match self {
            Self::Saved(explorer) => explorer.find(sought).map(FoundGames::Logged),
            Self::Collected(_, known) => known.find(sought).map(FoundGames::Collected),
        }
    }

    /// Finds the games for which a filter asks.
    ///
    /// # Errors
    /// Those of [`Explorers::explore`].
    pub fn answer(&self, filter: &mut PositionFilter) -> io::Result<()> {
        filter.found(self.find(&filter.sought)?);
        Ok(())
    }
}
