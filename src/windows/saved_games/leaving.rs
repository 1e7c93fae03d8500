//! Games on their way to the trash, which can be called back for a while.

use std::cell::Cell;
use std::rc::Rc;

use adw::subclass::prelude::*;
use gettextrs::gettext;

use super::{SavedGamesPage, Wanted};
use crate::model::SavedGame;
use crate::words;

/// Seconds in which somebody who reads slowly, or listens, can call games back.
const LONG_ENOUGH: u32 = 10;

impl SavedGamesPage {
    /// Takes games off the lists. Only when the offer to undo that is gone do they move to the
    /// trash, so that nothing needs to be fetched back from there.
    pub(super) fn trash(&self, leaving: Vec<SavedGame>) {
        let Some(games) = self.imp().games.get().cloned() else {
            return;
        };
        let said = match leaving.as_slice() {
            [] => return,
            [game] => words::gettext_f(
                "{game} moved to the trash",
                &[("game", &words::pairing(game.summary()))],
            ),
            several => words::ngettext_f(
                "{count} game moved to the trash",
                "{count} games moved to the trash",
                several.len(),
                &[],
            ),
        };
        games.take_off(&leaving);
        let toast = adw::Toast::builder()
            .title(glib::markup_escape_text(&said))
            .button_label(gettext("Undo"))
            .timeout(LONG_ENOUGH)
            .build();
        let undone = Rc::new(Cell::new(false));
        let leaving = Rc::new(leaving);
        toast.connect_button_clicked(glib::clone!(
            #[strong]
            games,
            #[strong]
            leaving,
            #[strong]
            undone,
            move |_| {
                undone.set(true);
                games.bring_back(&leaving);
            }
        ));
        toast.connect_dismissed(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_| {
                if undone.get() {
                    return;
                }
                let (games, leaving) = (games.clone(), Rc::clone(&leaving));
                glib::spawn_future_local(async move {
                    let failed = games.trash(&leaving).await;
                    if failed > 0 {
                        page.ask_for(Wanted::Say(adw::Toast::new(&words::ngettext_f(
                            "{count} game could not be moved to the trash",
                            "{count} games could not be moved to the trash",
                            failed,
                            &[],
                        ))));
                    }
                });
            }
        ));
        self.ask_for(Wanted::Say(toast));
    }
}
