//! What was played from the shown position in one's own games: in the place of the moves, where a game is
//! reviewed.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use rank_and_file_core::library::{PositionFilter, Query, Shelf};
use rank_and_file_core::rules::{DrawRule, Game};

use super::{GamePage, imp};
use crate::model::{self, SavedGames, Settings, remembered};
use crate::widgets::{NameSuggestions, OwnOpenings, show_alone_named};
use crate::windows::question;
use crate::windows::request::{Request, ask};
use crate::windows::route::Route;
use crate::words;

/// So many names are suggested at once.
const SUGGESTED: usize = 5;

impl imp::GamePage {
    pub(super) fn set_openings_shown(&self, shown: bool) {
        if self.openings_shown.replace(shown) == shown {
            return;
        }
        if let Some(settings) = self.settings.get() {
            settings.set(remembered::OPENINGS_SHOWN, &shown);
        }
        let page = self.obj();
        if let Some(game) = page.game() {
            page.show_moves(&game);
            page.keep_focus();
        }
        page.notify_openings_shown();
    }
}

impl GamePage {
    pub(super) fn set_up_openings(&self, settings: &Settings, games: &SavedGames) {
        let openings = &*self.imp().openings;
        openings.set_games(games);
        settings.bind(remembered::OPENINGS_SHOWN, self, "openings-shown");
        openings.connect_closure(
            "games-wanted",
            false,
            glib::closure_local!(
                #[weak(rename_to = page)]
                self,
                move |_: OwnOpenings| page.go_to_games_here()
            ),
        );
        openings.connect_closure(
            "another-player",
            false,
            glib::closure_local!(
                #[weak(rename_to = page)]
                self,
                move |openings: OwnOpenings| page.ask_whose_games(openings)
            ),
        );
    }

    /// Shows the moves of the game, or what was played from the shown position in others.
    pub(super) fn show_moves(&self, game: &model::Game) {
        let imp = self.imp();
        let reviewable = game.is_reviewable();
        self.action_set_enabled("game.openings", reviewable);
        imp.openings_toggle.set_visible(reviewable);
        let empty = game.ply() == 0 && game.with_study(|study, _| study.is_empty());
        let page = if reviewable && self.openings_shown() {
            "openings"
        } else if empty {
            "none"
        } else {
            "some"
        };
        show_alone_named(&imp.moves, page);
        imp.moves
            .set_visible(page == "openings" || !self.reviews_below());
    }

    /// Goes to the saved games that reached the position, once it is known which did.
    fn go_to_games_here(&self) {
        let imp = self.imp();
        let known = self.game().zip(imp.openings.known());
        let (Some((game, known)), Some(games)) = (known, imp.games.get().cloned()) else {
            return;
        };
        let all = known.1.all;
        let shelf = match all.white + all.draws + all.black {
            0 => Shelf::Unfinished,
            _ => Shelf::Finished,
        };
        let players = imp.openings.filter().player.into_iter().collect();
        let mut position = PositionFilter::new(known.0.clone(), last_move(&game));
        let page = self.downgrade();
        glib::spawn_future_local(async move {
            let found = games.reached((*position.position).clone()).await;
            let Some(page) = page.upgrade().filter(|page| page.game() == Some(game)) else {
                return;
            };
            match found {
                None => return,
                Some(Err(error)) => return question::complain(&page, &words::io_error(&error)),
                Some(Ok(reached)) => position.found(reached),
            }
            let query = Query {
                shelf,
                players,
                position: Some(position),
                ..Query::default()
            };
            ask(&page, Request::Go(Route::Saved(query)));
        });
    }

    /// Asks for a player who is not on the menu.
    fn ask_whose_games(&self, openings: OwnOpenings) {
        let Some(games) = self.imp().games.get().cloned() else {
            return;
        };
        let window = self.root().and_downcast::<gtk::Window>();
        let title = gettext("Whose Games?");
        let dialog = adw::MessageDialog::new(window.as_ref(), Some(&title), None);
        dialog.add_responses(&[("cancel", &gettext("_Cancel")), ("show", &gettext("_Show"))]);
        dialog.set_response_appearance("show", adw::ResponseAppearance::Suggested);
        dialog.set_default_response(Some("show"));
        dialog.set_close_response("cancel");
        dialog.set_response_enabled("show", false);
        let entry = adw::EntryRow::builder()
            .title(gettext("Player"))
            .activates_default(true)
            .build();
        let list = gtk::ListBox::builder()
            .selection_mode(gtk::SelectionMode::None)
            .css_classes(["boxed-list"])
            .build();
        list.append(&entry);
        let suggesting = games.clone();
        let suggestions = NameSuggestions::new(&list, &entry, move |typed| {
            suggesting.suggestions(typed, SUGGESTED)
        });
        dialog.set_extra_child(Some(&list));
        let known = move |typed: &str| {
            let players = games.players();
            let name = players.by_name(typed.trim());
            name.map(|player| player.name.clone())
        };
        let typed = known.clone();
        entry.connect_changed(glib::clone!(
            #[weak]
            dialog,
            move |entry| dialog.set_response_enabled("show", typed(&entry.text()).is_some())
        ));
        entry.grab_focus();
        glib::spawn_future_local(async move {
            let answer = question::ask(&dialog).await;
            suggestions.unparent();
            if let Some(name) = known(&entry.text()).filter(|_| answer == "show") {
                openings.set_player(name);
            }
        });
    }
}

/// The move that led to the shown position, with its number; `None` where it is the first.
fn last_move(game: &model::Game) -> Option<String> {
    let shown = game.position_here();
    let before = game.with_study(|study, rules| {
        let before = study.previous(game.node())?;
        study.position(rules, before).ok()
    })?;
    let plies = Game::new(before.clone(), DrawRule::Unjudged).legal_plies();
    let ply = plies.into_iter().find(|ply| ply.position == shown)?;
    Some(words::numbered(&before, &ply))
}
