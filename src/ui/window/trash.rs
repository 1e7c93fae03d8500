//! Putting saved games into the trash, from which they can be called back for a while.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use adw::prelude::*;
use gtk::gio;

use crate::model::{SavedGame, SavedGames};
use crate::ui::question;
use crate::words;

/// Seconds in which a slow reader, or a listener, can call games back.
const UNDO_SECONDS: u32 = 10;

/// Takes games off the lists of one window, and offers to undo that before they move to the trash.
pub(super) struct Trash {
    games: SavedGames,
    toasts: adw::ToastOverlay,
    /// Games on their way there, with the offer to call them back.
    leaving: RefCell<Vec<(Leaving, adw::Toast)>>,
}

/// Games that were taken off the lists and can be called back.
#[derive(Clone)]
struct Leaving {
    games: SavedGames,
    leaving: Rc<Vec<SavedGame>>,
    /// Whether they have gone, or come back.
    decided: Rc<Cell<bool>>,
    toasts: glib::WeakRef<adw::ToastOverlay>,
}

impl Trash {
    /// The trash for these games; what is told of it is shown here.
    pub fn new(games: &SavedGames, toasts: &adw::ToastOverlay) -> Self {
        Self {
            games: games.clone(),
            toasts: toasts.clone(),
            leaving: RefCell::default(),
        }
    }

    /// Takes games off the lists. Only when the offer to undo that is gone do they move to the
    /// trash, so that nothing needs to be fetched back from there.
    pub fn put(&self, games: Vec<SavedGame>) {
        let said = match games.as_slice() {
            [] => return,
            [game] => words::gettext_f(
                "{game} moved to the trash",
                &[("game", &words::pairing(game.summary()))],
            ),
            several => words::ngettext(
                "{count} game moved to the trash",
                "{count} games moved to the trash",
                several.len(),
            ),
        };
        self.games.take_off(&games);
        let leaving = Leaving {
            games: self.games.clone(),
            leaving: Rc::new(games),
            decided: Rc::default(),
            toasts: self.toasts.downgrade(),
        };
        let undone = leaving.clone();
        let toast = question::offer_undo(&self.toasts, &said, UNDO_SECONDS, move || {
            undone.come_back();
        });
        let gone = leaving.clone();
        toast.connect_dismissed(move |_| {
            gone.go();
        });
        let mut all = self.leaving.borrow_mut();
        all.retain(|(leaving, _)| !leaving.decided.get());
        all.push((leaving, toast));
    }

    /// Moves to the trash at once what can still be called back, and offers that no more.
    pub fn finish(&self) -> Vec<glib::JoinHandle<()>> {
        let leaving = self.leaving.take().into_iter();
        let gone = leaving.filter_map(|(leaving, offer)| {
            let gone = leaving.go();
            offer.dismiss();
            gone
        });
        gone.collect()
    }

    /// The same, and waits until it is there.
    pub async fn finished(&self) {
        for gone in self.finish() {
            gone.await.ok();
        }
    }
}

impl Leaving {
    fn come_back(&self) {
        if self.decided.replace(true) {
            return;
        }
        self.games.bring_back(&self.leaving);
        if let Some(toasts) = self.toasts.upgrade() {
            question::hear(&toasts, &words::undone());
        }
    }

    /// Moves them to the trash. The app stays until they are there, though its last window may be closed.
    fn go(&self) -> Option<glib::JoinHandle<()>> {
        if self.decided.replace(true) {
            return None;
        }
        let stays = gio::Application::default().map(|app| app.hold());
        let leaving = self.clone();
        Some(glib::spawn_future_local(async move {
            let failed = leaving.games.trash(&leaving.leaving).await;
            if let Some(toasts) = leaving.toasts.upgrade().filter(|_| failed > 0) {
                let why = words::ngettext(
                    "{count} game could not be moved to the trash",
                    "{count} games could not be moved to the trash",
                    failed,
                );
                question::say_first(&toasts, &why);
            }
            drop(stays);
        }))
    }
}
