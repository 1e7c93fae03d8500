//! What is kept: a game, and the best scores.

use super::document::write_document;
use super::{Action, Best, Event, Game, Refusal, Size};

/// A game, and the best scores of those before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    pub(super) game: Game,
    /// Without the game, which may yet become an assisted one.
    pub(super) before: Best,
}

impl Kept {
    /// A new game.
    #[must_use]
    pub fn new(size: Size, seed: u64) -> Self {
        Self {
            game: Game::new(size, seed),
            before: Best::default(),
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The best score on boards of a size. The game counts as it stands now, unless it is assisted.
    #[must_use]
    pub fn best(&self, size: Size) -> u64 {
        self.all_best().of(size)
    }

    /// The best scores on boards of every size.
    #[must_use]
    pub(super) fn all_best(&self) -> Best {
        self.before.with(&self.game)
    }

    /// Takes over best scores that were reached elsewhere, where they are better.
    pub fn take_over(&mut self, best: &Best) {
        self.before = self.before.or_better(best);
    }

    /// Does what a player wants, as [`Game::act`] does. What must be kept afterwards is
    /// [`Kept::document`].
    ///
    /// # Errors
    /// Why it cannot be done; then nothing has changed.
    pub fn act(&mut self, action: Action) -> Result<Event, Refusal> {
        if let Action::New(_) = action {
            // The game that is left can become nothing else any more.
            self.before = self.all_best();
        }
        self.game.act(action)
    }

    /// All of it as text, for the file.
    #[must_use]
    pub fn document(&self) -> String {
        write_document(self)
    }
}
