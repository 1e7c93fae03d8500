//! Leaving a game, which may have to be asked about first.

use adw::prelude::*;
use adw::subclass::prelude::*;

use super::Window;
use crate::model::{self, Practice};
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
        let game = self.open_game();
        let on_its_way = game.filter(model::Game::is_on_its_way);
        if on_its_way.is_none() && !self.has_unsaved() {
            then(self);
            return;
        }
        let window = self.clone();
        glib::spawn_future_local(async move {
            if let Some(game) = on_its_way {
                game.settled().await;
            }
            if !window.has_unsaved() || may_leave(&window, window.losing()).await {
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

    /// Whether something is still on its way to its file, of which it will be known in a moment whether it is lost.
    pub(super) fn is_saving(&self) -> bool {
        let game = self.open_game();
        game.is_some_and(|game| game.is_on_its_way()) || self.last_practice(Practice::is_on_its_way)
    }

    /// Waits until that is known, and closes the window then.
    pub(super) async fn close_when_saved(&self) {
        if let Some(game) = self.open_game() {
            game.settled().await;
        }
        Practice::shared().settled().await;
        self.close();
    }

    /// Whether what was found in practice would be lost with this window.
    pub(super) fn loses_practice(&self) -> bool {
        !self.imp().practice_lost.get() && self.last_practice(Practice::is_unsaved)
    }

    /// Something of the notebook, which all windows share; not where others still have it.
    fn last_practice(&self, asked: impl FnOnce(&Practice) -> bool) -> bool {
        let windows = self.application().map(|app| app.windows());
        let mut windows = windows.unwrap_or_default().into_iter();
        let last = !windows.any(|other| other.is::<Self>() && &other != self);
        last && asked(&Practice::shared())
    }

    pub(super) async fn ask_to_lose_practice(&self) {
        if may_leave(self, Losing::Practice).await {
            self.imp().practice_lost.set(true);
            self.close();
        }
    }

    pub(super) async fn ask_to_leave(&self) {
        if may_leave(self, self.losing()).await {
            self.leave_game();
            self.close();
        }
    }
}
