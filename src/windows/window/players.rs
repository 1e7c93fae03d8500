//! The way to the players and back.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use super::Window;
use crate::windows::players::{PlayersPage, Wanted};

impl Window {
    /// Shows everybody who has played.
    pub(super) fn visit_players(&self) {
        self.players_page().start_over();
        self.show_players();
    }

    /// Shows what was shown of the players last.
    pub(super) fn show_players(&self) {
        let page = self.players_page().clone();
        self.leaving(move |window| {
            window.leave_game();
            window.show(&page, "players");
            window.set_title(Some(&gettext("Players")));
            page.open();
        });
    }

    fn players_page(&self) -> &PlayersPage {
        self.imp().players.get_or_init(|| {
            let page = PlayersPage::new(self.games());
            page.connect_asked(glib::clone!(
                #[weak(rename_to = window)]
                self,
                move |wanted| window.meet_players(wanted)
            ));
            page
        })
    }

    /// Does what the page with the players is asked for.
    fn meet_players(&self, wanted: Wanted) {
        match wanted {
            Wanted::Games(name) => {
                let finished = self.games().last_is_finished(&name);
                self.saved_page().show_players(vec![name]);
                self.show_saved(Some(finished));
            }
            Wanted::Game(action, game) => self.saved_page().act(action, &game),
            Wanted::NewGame(first, second, color) => {
                self.imp().position.take();
                self.names_page().propose(&first, &second, color);
                self.show_names();
            }
            Wanted::Say(toast) => self.imp().toasts.add_toast(toast),
        }
    }

    /// Remembers over which pages the way leads, before the page with this name is shown.
    pub(super) fn mark_the_way(&self, name: &str) {
        let imp = self.imp();
        let shown = imp.pages.visible_child_name();
        let was_there = shown.as_deref() == Some("players");
        if name == "start" {
            imp.after_players.set(false);
            imp.after_saved.set(false);
        } else if name == "players" {
            // Whoever comes back to the players came to them before.
            if !was_there && !imp.after_players.replace(false) {
                imp.after_saved.set(shown.as_deref() == Some("saved"));
            }
        } else if was_there {
            imp.after_players.set(true);
        }
    }

    /// Goes back among the players, from them, or to them from the games of one. False where the
    /// way back leads elsewhere.
    pub(super) fn is_back_from_players(&self) -> bool {
        let imp = self.imp();
        match imp.pages.visible_child_name().as_deref() {
            Some("players") => {
                if !self.players_page().go_back() {
                    if imp.after_saved.get() {
                        self.show_saved(None);
                        imp.after_players.set(false);
                    } else {
                        self.show_start();
                    }
                }
                true
            }
            Some("saved") if imp.after_players.get() => {
                // What was narrowed for one look is wide again.
                self.saved_page().show_players(Vec::new());
                self.show_players();
                true
            }
            _ => false,
        }
    }
}
