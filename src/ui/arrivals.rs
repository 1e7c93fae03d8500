//! When the desktop tells of correspondence games: the opponent has moved, offers a draw or has ended the game, now or while
//! the program was not running.

use std::rc::Rc;

use adw::prelude::*;
use gtk::gio;
use rank_and_file_core::play::ConditionalAnswer;
use rank_and_file_core::record::log::ConditionalMoves;

use super::question::OPEN_GAME;
use super::route::{GameAction, Request};
use super::window::Window;
use crate::config;
use crate::model::{Arrival, Arrivals, Notes, SavedGames, Seats, weak};

/// Tells of what comes from now on; `window` gives the one in which a game is opened.
pub(super) fn follow(
    app: &adw::Application,
    games: &SavedGames,
    window: fn(&adw::Application, &SavedGames) -> Window,
) {
    let open = gio::SimpleAction::new(OPEN_GAME, Some(glib::VariantTy::STRING));
    let known = games.clone();
    open.connect_activate(weak!(app, |app, _, id: Option<&glib::Variant>| {
        let Some(id) = id.and_then(glib::Variant::get::<String>) else {
            return;
        };
        let window = window_of(&app, &id).unwrap_or_else(|| window(&app, &known).free());
        window.present();
        let games = known.clone();
        glib::spawn_future_local(async move {
            games.once_known().await;
            if let Some(game) = games.by_id(&id) {
                window.meet(Request::Act(GameAction::Open, game));
            }
        });
    }));
    app.add_action(&open);
    let (seats, conditional) = (Seats::shared(), Notes::<ConditionalMoves>::shared());
    let arrivals = Rc::new(Arrivals::new(seats, conditional, config::arrivals_file()));
    let look = weak!(app, |app, games: &SavedGames| {
        let tell = weak!(app, |app, arrival: Arrival| tell(&app, &arrival));
        arrivals.look(games.folder(), tell);
    });
    look(games);
    games.connect_changed(look);
}

/// The window that shows a game, if one does.
fn window_of(app: &adw::Application, id: &str) -> Option<Window> {
    Window::all(app).find(|window| window.shows(id))
}

/// Has the desktop tell what has come, unless the player sees it.
fn tell(app: &adw::Application, arrival: &Arrival) {
    let shown = window_of(app, &arrival.id).is_some();
    // The window that shows the game plays the conditional move, and tells of both.
    if !(arrival.answer == ConditionalAnswer::Waits && shown) {
        Window::tell_arrival(app, arrival);
    }
}
