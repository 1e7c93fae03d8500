//! What is said of correspondence games: until when a player has time, and what has come from the other computer.

use gettextrs::gettext;
use jiff::Timestamp;
use rank_and_file_core::chess::{Color, Offer};
use rank_and_file_core::record::log::{Header, Loaded, News};

use super::library::{date, short_day};
use super::names::of_player;
use super::{
    gettext_f, move_name, ngettext_f, offer, outcome, pairing, player, sentence, sentences, turn_in,
};

/// Until when the player of a side has time for a move; or since when that move is overdue.
pub fn deadline(players: &Header, side: Color, time: Timestamp, overdue: bool) -> String {
    let sentences = match overdue {
        false => [
            // Translators: {time} is a day and an hour
            gettext("White has until {time}."),
            // Translators: {time} is a day and an hour
            gettext("Black has until {time}."),
            // Translators: {time} is a day and an hour
            gettext("{name} has until {time}."),
        ],
        true => [
            // Translators: the move is overdue; {time} is a day and an hour
            gettext("White had until {time}."),
            // Translators: the move is overdue; {time} is a day and an hour
            gettext("Black had until {time}."),
            // Translators: the move is overdue; {time} is a day and an hour
            gettext("{name} had until {time}."),
        ],
    };
    of_player(players, side, sentences, &[("time", &date(time))])
}

/// The day until which a player has time, in few letters.
pub fn deadline_day(time: Timestamp) -> String {
    let local = time.to_zoned(jiff::tz::TimeZone::system());
    let written = local.strftime("%Y.%m.%d").to_string();
    short_day(&written).unwrap_or(written)
}

/// How many days a move has: `3 days`.
pub fn days(count: u32) -> String {
    ngettext_f("{count} day", "{count} days", count as usize, &[])
}

/// The answer of one who is asked who sits at this computer: `I am Ann`.
pub fn i_am(players: &Header, side: Color) -> String {
    gettext_f("I am {name}", &[("name", &player(players, side))])
}

/// What the opponent has done, as the title and the body of a notification.
pub fn arrival(news: News, loaded: &Loaded) -> (String, String) {
    let (game, players) = (&loaded.game, &loaded.header);
    let offered = game
        .offer()
        .filter(|made| matches!(made, Offer::Draw { .. }));
    let mut said: Vec<String> = offered
        .map(|made| offer(made, players))
        .into_iter()
        .collect();
    let title = match (news, game.plies().last()) {
        (News::Moved, Some(last)) => {
            let name = move_name(game, game.plies().len()).unwrap_or_default();
            let sentences = [
                // Translators: the title of a notification; {move} is such as “14… Nf6”
                gettext("White moved {move}"),
                // Translators: the title of a notification; {move} is such as “14… Nf6”
                gettext("Black moved {move}"),
                // Translators: the title of a notification; {move} is such as “14… Nf6”
                gettext("{name} moved {move}"),
            ];
            of_player(players, last.mover, sentences, &[("move", &name)])
        }
        _ => pairing(players),
    };
    match game.outcome() {
        Some(end) => said.push(outcome(end, players)),
        None if offered.is_none() => said.push(sentence(&turn_in(game, players))),
        None => {}
    }
    (title, sentences(&said))
}
