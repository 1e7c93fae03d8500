//! What was played from the shown position in one's own games, in place of the moves of a reviewed game: how a page
//! sets the panel up, whose games are asked for, and the way to those that reached the position.

use adw::prelude::*;
use gettextrs::gettext;
use rank_and_file_core::chess::{DrawRule, Game};
use rank_and_file_core::library::{PositionFilter, Query, Sort, StatusFilter};

use super::own_openings::OwnOpenings;
use crate::model::{self, SavedGames, callback_with, on};
use crate::ui::parts::NameSuggestions;
use crate::ui::question;
use crate::ui::route::{Request, Route, ask};
use crate::words;

/// How many names are suggested at once.
const SUGGESTED: usize = 5;

/// Gets what shows them ready for the saved games.
pub(super) fn set_up(openings: &OwnOpenings, games: &SavedGames) {
    openings.set_games(games);
    on(openings, "games-wanted", go_to_games_here);
    let asked = games.clone();
    on(openings, "another-player", move |openings| {
        ask_whose_games(openings.clone(), asked.clone())
    });
}

/// Goes to the games that reached the position, once it is known which did.
fn go_to_games_here(openings: &OwnOpenings) {
    let known = openings.game().zip(openings.known());
    let Some(((game, known), source)) = known.zip(openings.source()) else {
        return;
    };
    let all = known.1.all;
    let shelf = match all.white + all.draws + all.black {
        0 => StatusFilter::Unfinished,
        _ => StatusFilter::Finished,
    };
    let players = openings.filter().player.into_iter().collect();
    let position = PositionFilter::new(known.0.clone(), last_move(&game));
    let openings = openings.downgrade();
    glib::spawn_future_local(async move {
        let found = source.reached(position).await;
        let here = openings.upgrade();
        let Some(here) = here.filter(|here| here.game() == Some(game)) else {
            return;
        };
        let position = match found {
            None => return,
            Some(Err(error)) => return question::complain(&here, &words::io_error(&error)),
            Some(Ok(position)) => Some(position),
        };
        let query = Query {
            players,
            position,
            ..Query::default()
        };
        let route = match source.collection() {
            Some(collection) => Route::Collection(
                collection.path().to_owned(),
                Query {
                    sort: Sort::Unsorted,
                    ..query
                },
            ),
            None => Route::Saved(Query { shelf, ..query }),
        };
        ask(&here, Request::Go(route));
    });
}

/// Asks for a player who is not on the menu.
fn ask_whose_games(openings: OwnOpenings, games: SavedGames) {
    let window = openings.root().and_downcast::<gtk::Window>();
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
    entry.connect_changed(callback_with(
        &dialog,
        move |dialog, entry: &adw::EntryRow| {
            dialog.set_response_enabled("show", typed(&entry.text()).is_some())
        },
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

/// The move that led to the shown position, with its number; `None` where it is the first.
fn last_move(game: &model::Game) -> Option<String> {
    let shown = game.viewer().node_position();
    let before = game.with_study(|study, rules| {
        let before = study.previous(game.viewer().node())?;
        study.position(rules, before).ok()
    })?;
    let plies = Game::new(before.clone(), DrawRule::Unjudged).legal_plies();
    let ply = plies.into_iter().find(|ply| ply.position == shown)?;
    Some(words::numbered(&before, &ply))
}
