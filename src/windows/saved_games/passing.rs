//! How the page's lists are narrowed to the games that reached a position, and how these are opened there.

use adw::prelude::*;
use adw::subclass::prelude::*;

use super::SavedGamesPage;
use crate::model::{SavedGame, SavedGames};
use crate::widgets::GameAction;
use crate::windows::request::Request;
use crate::windows::toasts;
use crate::words;

impl SavedGamesPage {
    /// Looks again when more is known of the positions, or of the games.
    pub(super) fn follow_position(&self, games: &SavedGames) {
        let again = glib::clone!(
            #[weak(rename_to = page)]
            self,
            move || {
                if page.is_mapped() {
                    page.look_for_position();
                }
            }
        );
        games.exploring().connect_renewed(again.clone());
        games.connect_changed(again);
    }

    /// Finds the games that reached the position which is looked for, if one is.
    pub(super) fn look_for_position(&self) {
        let imp = self.imp();
        let filter = imp.query.borrow().position.clone();
        let (Some(filter), Some(games)) = (filter, imp.games.get().cloned()) else {
            return;
        };
        let page = self.downgrade();
        glib::spawn_future_local(async move {
            let found = games.reached((*filter.position).clone()).await;
            let (Some(page), Some(found)) = (page.upgrade(), found) else {
                return;
            };
            match found {
                Ok(reached) => page.change_query(|query| {
                    let asked = query.position.as_mut();
                    if let Some(asked) = asked.filter(|asked| asked.position == filter.position) {
                        asked.found(reached);
                    }
                }),
                Err(error) => toasts::complain(&page, &words::io_error(&error)),
            }
        });
    }

    /// Asks for a game, at the position which is looked for where one is.
    pub(super) fn opening(&self, action: GameAction, game: &SavedGame) -> Request {
        let query = self.imp().query.borrow();
        let position = query.position.as_ref();
        let id = &game.summary().entry.id;
        match position.and_then(|position| position.ply_of(id)) {
            Some(ply) => Request::OpenAt(action, game.clone(), ply),
            None => Request::Act(action, game.clone()),
        }
    }
}
