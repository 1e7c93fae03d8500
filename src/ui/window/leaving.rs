//! Leaving a game, and closing the window, which may have to be asked about first.

use adw::prelude::*;
use adw::subclass::prelude::*;

use super::Window;
use crate::model::{self, Practice};
use crate::ui::question::{Losing, may_leave};
use crate::ui::route::{Bookmark, Route};

impl Window {
    /// Whether a game is open, on the board or behind another page, whose last moves would be lost.
    pub(super) fn has_unsaved(&self) -> bool {
        self.open_game().is_some_and(|game| game.is_unsaved())
    }

    /// What is lost with the game that is open: moves, or what was added to it when it was over.
    fn losing(&self) -> Losing {
        match self.open_game() {
            Some(game) if game.is_outside_library() => Losing::OpenedFile,
            Some(game) if game.can_be_studied() => Losing::LastChanges,
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
    pub(in crate::ui) fn leave_game(&self) {
        self.remember_node();
        if let Some(page) = self.imp().game.get() {
            page.close();
        }
    }

    /// Lets go of everything without a question, as the program is told to end.
    pub(in crate::ui) fn let_go(&self) {
        self.leave_game();
        self.trash().finish();
    }

    /// Remembers where a reader stands in a game that is over, so that Back leads there.
    fn remember_node(&self) {
        let game = self.current_game().filter(model::Game::can_be_studied);
        if let Some(game) = game {
            let viewer = game.viewer();
            let bookmark = Bookmark {
                node: viewer.node(),
                position: Box::new(viewer.node_position()),
                ply: viewer.ply() as usize,
            };
            let mut history = self.imp().history.borrow_mut();
            history.remember(Route::Game(game.id(), Some(bookmark)));
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

    /// Something of the attempts in practice, which all windows share; not where others still have it.
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
