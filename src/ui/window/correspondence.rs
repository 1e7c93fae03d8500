//! Correspondence games in windows: who sits at this computer is asked once, and the desktop tells what has come.

use adw::prelude::*;
use gettextrs::gettext;
use gtk::gio;
use rank_and_file_core::chess::Color;
use rank_and_file_core::record::log::{Header, OwnSeat};

use crate::ui::question::ask;
use crate::words;

/// The action of the application that opens a game by its id.
pub(in crate::ui) const OPEN_GAME: &str = "open-game";

/// The id of the notification that tells of a game.
fn notification_of(game: &str) -> String {
    format!("game-{game}")
}

/// Has the desktop tell of a game, in the place of what it has told of the same game before.
pub(super) fn notify_of(app: &impl IsA<gio::Application>, game: &str, title: &str, body: &str) {
    let notification = gio::Notification::new(title);
    notification.set_body(Some(body));
    notification.set_priority(gio::NotificationPriority::Normal);
    let target = game.to_variant();
    notification.set_default_action_and_target_value(&format!("app.{OPEN_GAME}"), Some(&target));
    app.send_notification(Some(&notification_of(game)), &notification);
}

/// Takes back what the desktop tells of a game.
pub(super) fn withdraw_notification_of(app: &impl IsA<gio::Application>, game: &str) {
    app.withdraw_notification(&notification_of(game));
}

/// Asks who sits at this computer in a game; `None` where that is to be asked later.
pub(super) async fn ask_for_seat(
    window: &impl IsA<gtk::Window>,
    header: &Header,
) -> Option<OwnSeat> {
    let question = adw::MessageDialog::new(
        Some(window),
        Some(&gettext("Who Are You?")),
        Some(&gettext(
            "In this correspondence game, each player moves at their own computer.",
        )),
    );
    let name = |side| words::i_am(header, side).replace('_', "__");
    question.add_response("white", &name(Color::White));
    question.add_response("black", &name(Color::Black));
    question.add_response("none", &gettext("I _Only Look On"));
    question.set_close_response("later");
    match ask(&question).await.as_str() {
        "white" => Some(OwnSeat::Player(Color::White)),
        "black" => Some(OwnSeat::Player(Color::Black)),
        "none" => Some(OwnSeat::Onlooker),
        _ => None,
    }
}
