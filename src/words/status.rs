//! What has just happened and what comes next, in words for the status line.

use gettextrs::gettext;
use rank_and_file_core::chess::{Color, Event, Game, LOW_TIME, Ply, Position, Square};
use rank_and_file_core::record::log::Header;

use super::moves::spoken_before_end;
use super::names::of_player;
use super::offers::declined;
use super::{
    Message, chess960_of, colors, enumerate, gettext_f, move_name, move_said, move_words, ngettext,
    offer, outcome, sentence, sentences, square, taken_back, turn,
};

/// Whose turn it is where no move has just been told: `Ann to move, in check`.
pub fn turn_in(game: &Game, players: &Header) -> String {
    if !game.position().is_check() {
        return turn(players, game.turn());
    }
    of_player(
        players,
        game.turn(),
        [
            gettext("White to move, in check"),
            gettext("Black to move, in check"),
            gettext("{name} to move, in check"),
        ],
        &[],
    )
}

/// The welcome to a new game: who has which color and begins, or how a position stands that is not
/// the usual one.
pub fn welcome(game: &Game, players: &Header) -> String {
    let given = |side: Color| players.given(side).unwrap_or_default();
    let usual = game.turn().is_white() && !game.position().is_check();
    let next = match game.outcome() {
        Some(end) => outcome(end, players),
        None if usual => colors(given(Color::White), given(Color::Black)),
        None => sentence(&turn_in(game, players)),
    };
    let shuffled = chess960_of(players, game.start()).map(|name| sentence(&name));
    // Translators: said when a game starts, before who plays which color
    let welcome = gettext("Welcome.");
    let said: Vec<String> = [Some(welcome), shuffled, Some(next)]
        .into_iter()
        .flatten()
        .collect();
    sentences(&said)
}

/// Which piece is selected and, where that is wanted, the squares it may go to, which are seen on the
/// board.
pub fn selection(game: &Game, from: Square, hints: bool) -> Option<Message> {
    let piece = game.position().board().piece_at(from)?;
    let here = square(from, Some(piece));
    // Translators: {square} is a square with what stands on it, such as “e2, white pawn”
    let selected = gettext_f("{square}: selected.", &[("square", &here)]);
    if !hints {
        return Some(selected.into());
    }
    let targets: Vec<String> = game
        .targets(from)
        .iter()
        .map(|target| target.square.to_string())
        .collect();
    if targets.is_empty() {
        // Translators: {square} is a square with what stands on it, such as “e2, white pawn”
        return Some(gettext_f("{square}: cannot move.", &[("square", &here)]).into());
    }
    let targets = enumerate(&targets);
    let spoken = gettext_f(
        // Translators: {square} is a square with what stands on it, such as “e2, white pawn”;
        // {squares} is a list such as “e3, e4”
        "{square}: can move to {squares}.",
        &[("square", &here), ("squares", &targets)],
    );
    Some(Message::new(selected, spoken))
}

/// That the clocks stand still.
pub fn paused() -> String {
    gettext("The clocks stand still.")
}

/// That the board shows an earlier position: the one after the move of this number, or the first.
pub fn looking_back(game: &Game, ply: usize) -> Message {
    let Some((san, said)) = move_name(game, ply).zip(move_said(game, ply)) else {
        return gettext("Starting position.").into();
    };
    let after = |name: &str| gettext_f("Position after {move}.", &[("move", name)]);
    Message::new(after(&san), after(&said))
}

/// That the board shows the current position again, in which a move that was typed is played once it is wanted there.
pub fn back_in_current_position(typed: &str) -> String {
    gettext_f(
        "Back in the current position. Press Enter again to play {move} here.",
        &[("move", typed)],
    )
}

/// What an event means, said to both players.
pub fn event(event: &Event, game: &Game, players: &Header) -> Message {
    let said = |named| happened(event, game, players, named);
    Message::new(said(move_words), said(spoken_before_end))
}

fn happened(event: &Event, game: &Game, players: &Header, named: fn(&Ply) -> String) -> String {
    match event {
        Event::Moved {
            declined: refused,
            ended,
        } => {
            let mut said = Vec::new();
            said.extend(refused.map(|offer| declined(offer, players)));
            said.extend(game.plies().last().map(|ply| sentence(&named(ply))));
            said.push(match ended {
                Some(end) => outcome(*end, players),
                None => sentence(&turn(players, game.turn())),
            });
            sentences(&said)
        }
        Event::ClaimFailed {
            offered,
            given,
            moved,
            declined,
            ended,
        } => {
            let mut said = vec![gettext("There is no draw to claim.")];
            let claimant = match *moved {
                true => game.turn().other(),
                false => game.turn(),
            };
            said.extend(time_given(*given, claimant.other(), players));
            if *moved {
                let (declined, ended) = (*declined, *ended);
                let moved = Event::Moved { declined, ended };
                said.push(happened(&moved, game, players, named));
            }
            if let Some(made) = game.offer().filter(|_| *offered) {
                said.push(offer(made, players));
            }
            sentences(&said)
        }
        Event::Offered(made) => offer(*made, players),
        Event::Declined(offer) => declined(*offer, players),
        Event::Paused => paused(),
        Event::Resumed | Event::ClocksSet | Event::ClockNoted | Event::Helped(..) => {
            sentence(&turn_in(game, players))
        }
        Event::TakenBack(plies) => {
            sentences(&[taken_back(*plies), sentence(&turn_in(game, players))])
        }
        Event::Ended(end) => outcome(*end, players),
    }
}

/// That a player got more time, in whole minutes; nothing where it was none.
fn time_given(ms: u64, to: Color, players: &Header) -> Option<String> {
    let minutes = ms / 60_000;
    let said = [
        ngettext(
            "White gets {count} more minute.",
            "White gets {count} more minutes.",
            minutes,
        ),
        ngettext(
            "Black gets {count} more minute.",
            "Black gets {count} more minutes.",
            minutes,
        ),
        ngettext(
            "{name} gets {count} more minute.",
            "{name} gets {count} more minutes.",
            minutes,
        ),
    ];
    (minutes > 0).then(|| of_player(players, to, said, &[]))
}

/// That the move after which the position is shown waits to be confirmed.
pub fn confirm_move(line: &Game, plies: usize) -> Message {
    let shown = |name: Option<String>| {
        gettext_f(
            "{move} is shown. Press Enter to play it or Escape to cancel.",
            &[("move", &name.unwrap_or_default())],
        )
    };
    Message::new(shown(move_name(line, plies)), shown(move_said(line, plies)))
}

/// What a clock shows: `4:32`, with tenths in the last twenty seconds: `0:09.4`. Rounded up, so
/// that it shows nothing left only when nothing is.
pub fn clock_face(left_ms: u64) -> String {
    if left_ms < LOW_TIME {
        let tenths = left_ms.div_ceil(100);
        return format!("0:{:02}.{}", tenths / 10, tenths % 10);
    }
    let seconds = left_ms.div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// A player's clock, for those who hear it.
pub fn clock_of(players: &Header, side: Color, face: &str) -> String {
    of_player(
        players,
        side,
        [
            gettext("White: {time} left"),
            gettext("Black: {time} left"),
            gettext("{name}: {time} left"),
        ],
        &[("time", face)],
    )
}

/// What both clocks show, in words.
pub fn clocks(game: &Game) -> String {
    match game.clocks_left() {
        Some(left) => gettext_f(
            "White {white}, Black {black}.",
            &[
                ("white", &clock_face(left.white)),
                ("black", &clock_face(left.black)),
            ],
        ),
        None => gettext("This game is played without clocks."),
    }
}
