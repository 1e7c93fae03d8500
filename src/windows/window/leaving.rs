//! Leaving a game, which may have to be asked about first.

use adw::prelude::*;
use adw::subclass::prelude::*;

use super::Window;
use crate::model;
use crate::windows::question::{Losing, may_leave};
use crate::windows::route::{Route, Spot};

impl Window {
    /// The game that is open, on the board or behind the names.
    pub(super) fn open_game(&self) -> Option<model::Game> {
        self.imp().game.get()?.game()
    }

    /// The game on the board, if the board is what is shown.
    pub(super) fn current_game(&self) -> Option<model::Game> {
        match self.imp().way.borrow().here() {
            Route::Game(..) => self.open_game(),
            _ => None,
        }
    }

    /// Whether a game is open, on the board or behind another page, whose last moves would be lost.
    pub(super) fn has_unsaved(&self) -> bool {
        self.open_game().is_some_and(|game| game.is_unsaved())
    }

    /// What is lost with the game that is open: moves, or what was added to it when it was over.
    fn losing(&self) -> Losing {
        match self.open_game() {
            Some(game) if game.is_guest() => Losing::Visitor,
            Some(game) if game.is_reviewable() => Losing::LastChanges,
            _ => Losing::LastMoves,
        }
    }

    /// Goes on to something else; where that loses moves, only if the players say so.
    pub(super) fn leaving(&self, then: impl FnOnce(&Self) + 'static) {
        if !self.has_unsaved() {
            then(self);
            return;
        }
        let window = self.clone();
        glib::spawn_future_local(async move {
            if may_leave(&window, window.losing()).await {
                then(&window);
            }
        });
    }

    /// Lets go of the game, so that its file is free.
    pub(in crate::windows) fn leave_game(&self) {
        self.remember_place();
        if let Some(page) = self.imp().game.get() {
            page.close();
        }
    }

    /// Remembers where a reader stands in a game that nobody plays any more, so that Back leads there.
    fn remember_place(&self) {
        let game = self.current_game().filter(model::Game::is_reviewable);
        if let Some(game) = game {
            let spot = Spot {
                place: game.place(),
                position: Box::new(game.position_here()),
                ply: game.viewed_ply() as usize,
            };
            let mut way = self.imp().way.borrow_mut();
            way.remember(Route::Game(game.id(), Some(spot)));
        }
    }

    pub(super) async fn ask_to_leave(&self) {
        if may_leave(self, self.losing()).await {
            self.leave_game();
            self.close();
        }
    }
}
