//! What is said of correspondence games: until when a player has time, and what has come from the other computer.

use gettextrs::gettext;
use jiff::Timestamp;
use rank_and_file_core::chess::{Chess, Color, Game, Move, Offer, Outcome, Ply};
use rank_and_file_core::play::{ConditionalAnswer, PlayedGame};
use rank_and_file_core::record::log::{Header, Loaded, News};

use super::library::{date, short_day};
use super::names::of_player;
use super::{
    enumerate, gettext_f, move_name, ngettext, numbered_line, offer, outcome, pairing, player,
    sentence, sentences, spoken_move, turn_in,
};

/// Until when the player to move has time in a correspondence game, or since when that move is overdue; `None` where there
/// is no hurry.
pub fn deadline(played: &PlayedGame) -> Option<String> {
    let (players, side) = (played.header(), played.game().turn());
    let overdue = played.is_overdue();
    let said = |time| deadline_of(players, side, time, overdue);
    played.deadline().map(said)
}

/// Until when the player of a side has time for a move; or since when that move is overdue.
fn deadline_of(players: &Header, side: Color, time: Timestamp, overdue: bool) -> String {
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
    ngettext("{count} day", "{count} days", count)
}

/// The answer of one who is asked who sits at this computer: `I am Ann`.
pub fn i_am(players: &Header, side: Color) -> String {
    gettext_f("I am {name}", &[("name", &player(players, side))])
}

/// What the opponent has done, and what came of the conditional moves of the player here, as the title and the body of a
/// notification.
pub fn arrival(news: News, loaded: &Loaded, answer: ConditionalAnswer) -> (String, String) {
    let (game, players) = (&loaded.game, &loaded.header);
    let plies = game.plies().len();
    let offered = game
        .offer()
        .filter(|made| matches!(made, Offer::Draw { .. }));
    let mut said: Vec<String> = offered
        .map(|made| offer(made, players))
        .into_iter()
        .collect();
    let moved = plies.saturating_sub(usize::from(answer == ConditionalAnswer::Played));
    let last = moved.checked_sub(1).and_then(|last| game.plies().get(last));
    let title = match (news, last) {
        (News::Moved, Some(last)) => {
            let name = move_name(game, moved).unwrap_or_default();
            let sentences = [
                // Translators: the title of a notification; {move} is such as “14… Nf6”
                gettext("White played {move}"),
                // Translators: the title of a notification; {move} is such as “14… Nf6”
                gettext("Black played {move}"),
                // Translators: the title of a notification; {move} is such as “14… Nf6”
                gettext("{name} played {move}"),
            ];
            of_player(players, last.mover, sentences, &[("move", &name)])
        }
        _ => pairing(players),
    };
    match answer {
        ConditionalAnswer::Played => said.push(conditional_move_played(game)),
        ConditionalAnswer::Missed => said.push(gettext(
            "None of your conditional moves answers this move. They were removed.",
        )),
        ConditionalAnswer::None | ConditionalAnswer::Waits => {}
    }
    match game.outcome() {
        Some(end) => said.push(outcome(end, players)),
        None if offered.is_none() => said.push(sentence(&turn_in(game, players))),
        None => {}
    }
    (title, sentences(&said))
}

/// That the last move of a game is a conditional one of the player here.
pub fn conditional_move_played(game: &Game) -> String {
    let answer = move_name(game, game.plies().len()).unwrap_or_default();
    gettext_f(
        // Translators: {move} is such as “15. Bb5”
        "Your conditional move {move} was played.",
        &[("move", &answer)],
    )
}

/// What is asked before a game is claimed on time: a heading, and what comes of it.
pub fn time_claim(players: &Header, late: Color, deadline: Timestamp, end: Outcome) -> [String; 2] {
    let late = deadline_of(players, late, deadline, true);
    let end = match end.winner {
        Some(_) => gettext("If you claim, you win. Until then, your opponent may still move."),
        None => gettext(
            "If you claim, the game is drawn, because you cannot checkmate. Until then, your opponent may still move.",
        ),
    };
    [gettext("Claim the Game on Time?"), sentences(&[late, end])]
}

/// The moves of a line, as a scoresheet has them: `14… Nc6 15. Bb5`.
pub fn written_line(start: &Chess, moves: &[Move]) -> String {
    numbered_line(Ply::line(start, moves))
}

/// The moves of a line for those who hear them.
pub fn spoken_line(start: &Chess, moves: &[Move]) -> String {
    let moves: Vec<String> = Ply::line(start, moves)
        .map(|ply| spoken_move(&ply))
        .collect();
    enumerate(&moves)
}

/// What is to be done where conditional moves are laid out, of which the player has so many.
pub fn next_conditional(opponents: bool, complete: bool) -> String {
    match (opponents, complete) {
        (true, false) => gettext("Play a move that your opponent may make."),
        (true, true) => gettext("Add the line, or go on with the next move of your opponent."),
        (false, _) => gettext("Play your answer to it."),
    }
}

/// What a button is called that leads to conditional moves, with how many lines there are.
pub fn conditional_moves(count: usize) -> String {
    match count {
        0 => gettext("Conditional Moves"),
        _ => gettext_f(
            "Conditional Moves ({count})",
            &[("count", &count.to_string())],
        ),
    }
}

/// What removes a line of conditional moves, for those who hear it.
pub fn remove_line(line: &str) -> String {
    // Translators: {line} are some moves, such as “e4, e5, Nf3”
    gettext_f("Remove {line}", &[("line", line)])
}
