//! Correspondence games in the window: who sits at this computer is asked once, and a game is begun in which that is
//! known.

use adw::prelude::*;
use gettextrs::gettext;
use gtk::gio;
use rank_and_file_core::chess::{Chess, Color};
use rank_and_file_core::record::log::{Header, OwnSeat};

use super::Window;
use crate::model::{self, Answer, Arrival, Seats};
use crate::ui::question::ask;
use crate::words;

/// The action of the application that opens a game by its id.
pub(in crate::ui) const OPEN_GAME: &str = "open-game";

/// The id of the notification that tells of a game.
fn notification_of(game: &str) -> String {
    format!("game-{game}")
}

/// Has the desktop tell what has come. A player who sees it is only told of the own conditional move, by the window.
pub(in crate::ui) fn tell_arrival(app: &adw::Application, arrival: &Arrival) {
    let answered = arrival.answer == Answer::Played;
    let (title, body) = words::arrival(arrival.news, &arrival.loaded, answered);
    let windows = app.windows().into_iter();
    let mut windows = windows.filter_map(|window| window.downcast::<Window>().ok());
    if let Some(window) = windows.find(|window| window.is_read(&arrival.id)) {
        if answered {
            window.say(&words::sentences(&[words::sentence(&title), body]));
        }
        return;
    }
    let notification = gio::Notification::new(&title);
    notification.set_body(Some(&body));
    notification.set_priority(gio::NotificationPriority::Normal);
    let target = arrival.id.to_variant();
    notification.set_default_action_and_target_value(&format!("app.{OPEN_GAME}"), Some(&target));
    // What is told later of the same game comes in its place.
    app.send_notification(Some(&notification_of(&arrival.id)), &notification);
}

impl Window {
    /// Begins a correspondence game in which this color is played here.
    pub(super) fn begin_apart(&self, header: Header, start: Option<Chess>, own: Color) {
        self.begin_with(header, start, move |game| {
            let seat = OwnSeat::Player(own);
            Seats::shared().take(&game.id(), seat);
            game.sit_here(seat);
        });
    }

    /// Asks who sits at this computer, where that matters and is not known.
    pub(super) fn ask_for_seat(&self, game: &model::Game) {
        if !game.wants_seat() {
            return;
        }
        let (window, game) = (self.clone(), game.clone());
        glib::spawn_future_local(async move {
            let question = adw::MessageDialog::new(
                Some(&window),
                Some(&gettext("Who Are You?")),
                Some(&gettext(
                    "In this correspondence game, each player moves at their own computer.",
                )),
            );
            let name = |side| words::i_am(game.header(), side).replace('_', "__");
            question.add_response("white", &name(Color::White));
            question.add_response("black", &name(Color::Black));
            question.add_response("none", &gettext("I _Only Look On"));
            question.set_close_response("later");
            let seat = match ask(&question).await.as_str() {
                "white" => OwnSeat::Player(Color::White),
                "black" => OwnSeat::Player(Color::Black),
                "none" => OwnSeat::Onlooker,
                _ => return,
            };
            Seats::shared().take(&game.id(), seat);
            game.sit_here(seat);
            if window.current_game().as_ref() == Some(&game) {
                window.show_own_side();
            }
        });
    }

    /// Whether the game with this id is on the board.
    pub(in crate::ui) fn shows(&self, id: &str) -> bool {
        self.current_game().is_some_and(|game| game.id() == id)
    }

    /// Plays the conditional move that a game which has come to the board waits for, and tells of it.
    pub(super) fn play_conditional_move(&self, game: &model::Game) {
        let app = self.application().and_downcast::<adw::Application>();
        if let Some((app, arrival)) = app.zip(game.play_conditional_move()) {
            tell_arrival(&app, &arrival);
        }
    }

    /// Whether the game with this id is before the eyes of a player.
    fn is_read(&self, id: &str) -> bool {
        self.is_active() && self.shows(id)
    }

    /// Takes back what the desktop tells of the game that is shown.
    pub(super) fn withdraw_notification(&self) {
        if let Some((app, game)) = self.application().zip(self.current_game()) {
            if game.header().correspondence.is_some() {
                app.upcast::<gio::Application>()
                    .withdraw_notification(&notification_of(&game.id()));
            }
        }
    }
}
