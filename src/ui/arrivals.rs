//! What the desktop tells of correspondence games: that the opponent has moved, offers a draw or has ended the game.

use std::rc::Rc;

use adw::prelude::*;
use gtk::gio;

use super::route::{GameAction, Request};
use super::window::{Window, notification_of};
use crate::model::{Arrival, Arrivals, SavedGames, Seats, weak};
use crate::words;

/// The action that opens a game by its id.
const OPEN: &str = "open-game";

/// Tells of what comes from now on; `window` gives the one in which a game is opened.
pub(super) fn follow(
    app: &adw::Application,
    games: &SavedGames,
    window: fn(&adw::Application, &SavedGames) -> Window,
) {
    let open = gio::SimpleAction::new(OPEN, Some(glib::VariantTy::STRING));
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
    let arrivals = Rc::new(Arrivals::default());
    let look = weak!(app, |app, games: &SavedGames| {
        let tell = weak!(app, |app, arrival: Arrival| tell(&app, &arrival));
        arrivals.look(games.folder(), &Seats::shared(), tell);
    });
    look(games);
    games.connect_changed(look);
}

/// The windows of games.
fn windows(app: &adw::Application) -> impl Iterator<Item = Window> {
    let windows = app.windows().into_iter();
    windows.filter_map(|window| window.downcast().ok())
}

/// The window that shows a game, if one does.
fn window_of(app: &adw::Application, id: &str) -> Option<Window> {
    windows(app).find(|window| window.shows(id))
}

/// Has the desktop tell what has come, unless the player sees it.
fn tell(app: &adw::Application, arrival: &Arrival) {
    if windows(app).any(|window| window.is_read(&arrival.id)) {
        return;
    }
    let (title, body) = words::arrival(arrival.news, &arrival.loaded);
    let notification = gio::Notification::new(&title);
    notification.set_body(Some(&body));
    notification.set_priority(gio::NotificationPriority::Normal);
    let target = arrival.id.to_variant();
    notification.set_default_action_and_target_value(&format!("app.{OPEN}"), Some(&target));
    // What is told later of the same game comes in its place.
    app.send_notification(Some(&notification_of(&arrival.id)), &notification);
}
