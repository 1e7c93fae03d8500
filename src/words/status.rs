//! What has just happened and what comes next, in words for the status line.

use gettextrs::gettext;
use rank_and_file_core::log::Header;
use rank_and_file_core::rules::{Color, Event, Game, Offer, Ply, Position, Role, Square, dangers};

use super::{
    Said, colors, gettext_f, list, ngettext_f, outcome, piece_on, player, role, sentence,
    sentences, square,
};

/// Whose turn it is: `Ann to move`.
#[must_use]
pub fn turn(name: &str) -> String {
    gettext_f("{name} to move", &[("name", name)])
}

/// Whose turn it is where no move has just been told: `Ann to move, in check`.
#[must_use]
pub fn turn_in(game: &Game, players: &Header) -> String {
    let name = player(players, game.turn());
    if game.position().is_check() {
        gettext_f("{name} to move, in check", &[("name", &name)])
    } else {
        turn(&name)
    }
}

/// The welcome to a new game: who has which colour, and who begins.
#[must_use]
pub fn welcome(players: &Header) -> String {
    let given = |side: Color| players.given(side).unwrap_or_default();
    // Translators: said when a game begins, before who has which colour
    format!(
        "{} {}",
        gettext("Welcome."),
        colors(given(Color::White), given(Color::Black))
    )
}

/// Which piece is selected and, where that is wanted, the squares it may go to, which are seen on the
/// board.
#[must_use]
pub fn selection(game: &Game, from: Square, hints: bool) -> Option<Said> {
    let piece = game.position().board().piece_at(from)?;
    let here = square(from, Some(piece));
    let selected = gettext_f("{piece}: selected.", &[("piece", &here)]);
    if !hints {
        return Some(selected.into());
    }
    let targets: Vec<String> = game
        .targets(from)
        .iter()
        .map(|target| target.square.to_string())
        .collect();
    if targets.is_empty() {
        return Some(gettext_f("{piece}: it cannot move.", &[("piece", &here)]).into());
    }
    let targets = targets.join(&gettextrs::pgettext("list", ", "));
    let spoken = gettext_f(
        "{piece}: it may go to {squares}.",
        &[("piece", &here), ("squares", &targets)],
    );
    Some(Said::new(selected, spoken))
}

/// That the clocks stand still.
#[must_use]
pub fn paused() -> String {
    gettext("The clocks stand still.")
}

/// That the board shows an earlier position: the one after the move, or the first.
#[must_use]
pub fn looking_back(after: Option<&str>) -> String {
    match after {
        Some(san) => gettext_f("Looking back: after {move}.", &[("move", san)]),
        None => gettext("Looking back: the starting position."),
    }
}

/// What leads back to the game from the position after so many half-moves.
#[must_use]
pub fn return_to_game(plies: u32) -> String {
    match plies.div_ceil(2) {
        0 => gettext("Start · Return to Game"),
        number => gettext_f(
            "Move {number} · Return to Game",
            &[("number", &number.to_string())],
        ),
    }
}

/// A ply in words: `Knight takes e5, check` says more to an ear than `Nxe5+`.
#[must_use]
pub fn move_words(ply: &Ply) -> String {
    let (_, to) = ply.squares();
    let square = to.to_string();
    let mover = match ply.mv.role() {
        Role::Pawn => gettext("Pawn"),
        Role::Knight => gettext("Knight"),
        Role::Bishop => gettext("Bishop"),
        Role::Rook => gettext("Rook"),
        Role::Queen => gettext("Queen"),
        Role::King => gettext("King"),
    };
    let values = [("piece", mover.as_str()), ("square", square.as_str())];
    let done = match (ply.castling(), ply.captured()) {
        (Some(side), _) if side.is_king_side() => gettext("Castles kingside"),
        (Some(_), _) => gettext("Castles queenside"),
        (None, Some((_, taken))) if taken != to => {
            gettext_f("{piece} takes en passant on {square}", &values)
        }
        (None, Some(_)) => gettext_f("{piece} takes on {square}", &values),
        (None, None) => gettext_f("{piece} to {square}", &values),
    };
    let done = match ply.mv.promotion() {
        Some(kind) => gettext_f(
            "{move}, becomes a {piece}",
            &[("move", &done), ("piece", &role(kind))],
        ),
        None => done,
    };
    if ply.position.is_check() && !ply.position.is_checkmate() {
        gettext_f("{move}, check", &[("move", &done)])
    } else {
        done
    }
}

/// An offer as it is put to the other player.
#[must_use]
pub fn offer(offer: Offer, from: &str, to: &str) -> String {
    let values = [("from", from), ("to", to)];
    match offer {
        Offer::Draw { .. } => gettext_f("{to}: {from} offers a draw. Accept or decline?", &values),
        Offer::Takeback { plies, .. } => ngettext_f(
            "{to}: {from} asks to take back the last move. Accept or decline?",
            "{to}: {from} asks to take back the last {count} moves. Accept or decline?",
            plies,
            &values,
        ),
    }
}

/// What the player who must answer an offer reads at the own side of the table. The last move is
/// named as it is written.
#[must_use]
pub fn asked(offer: Offer, from: &str, last: &str) -> String {
    let values = [("from", from), ("move", last)];
    match offer {
        Offer::Draw { .. } => gettext_f("{from} offers a draw", &values),
        Offer::Takeback { plies: 1, .. } => gettext_f("May {from} take back {move}?", &values),
        Offer::Takeback { plies, .. } => ngettext_f(
            "May {from} take back {count} move?",
            "May {from} take back {count} moves?",
            plies,
            &values,
        ),
    }
}

/// That moves were taken back.
#[must_use]
pub fn taken_back(plies: usize) -> String {
    ngettext_f(
        "The last move is taken back.",
        "The last {count} moves are taken back.",
        plies,
        &[],
    )
}

/// That an offer was declined, in so many words or by a move.
fn declined_words(offer: Offer, by: &str) -> String {
    match offer {
        Offer::Draw { .. } => gettext_f("{name} declines the draw.", &[("name", by)]),
        Offer::Takeback { .. } => gettext_f("{name} does not agree to take back.", &[("name", by)]),
    }
}

/// Which pieces of the player to move are in danger.
fn warning(game: &Game, name: &str) -> Option<String> {
    let board = game.position().board();
    let said: Vec<String> = dangers(game.position())
        .iter()
        .map(|danger| {
            let (mine, by) = (
                piece_on(board, danger.square),
                list(board, danger.attackers),
            );
            // Translators: a piece in danger and its attackers: “queen on d4 (bishop on b6)”
            gettext_f(
                "{piece} ({attackers})",
                &[("piece", &mine), ("attackers", &by)],
            )
        })
        .collect();
    let pieces = said.join(&gettextrs::pgettext("list", ", "));
    (!said.is_empty()).then(|| {
        gettext_f(
            "{name}, in danger: {pieces}.",
            &[("name", name), ("pieces", &pieces)],
        )
    })
}

/// What an event means, said to both players.
#[must_use]
pub fn event(event: &Event, game: &Game, players: &Header) -> String {
    let name = |color: Color| player(players, color);
    match event {
        Event::Moved { declined, ended } => {
            let mut said = Vec::new();
            if let Some(offer) = declined {
                said.push(declined_words(*offer, &name(offer.by().other())));
            }
            said.extend(game.plies().last().map(|ply| sentence(&move_words(ply))));
            said.push(match ended {
                Some(end) => outcome(*end, players),
                None => sentence(&turn(&name(game.turn()))),
            });
            if ended.is_none() && *players.warnings.get(game.turn()) {
                said.extend(warning(game, &name(game.turn())));
            }
            sentences(&said)
        }
        Event::ClaimFailed {
            offered,
            moved,
            declined,
            ended,
        } => {
            let mut said = vec![gettext("There is no draw to claim.")];
            if *moved {
                let (declined, ended) = (*declined, *ended);
                said.push(self::event(
                    &Event::Moved { declined, ended },
                    game,
                    players,
                ));
            }
            if let Some(made) = game.offer().filter(|_| *offered) {
                said.push(offer(made, &name(made.by()), &name(made.by().other())));
            }
            sentences(&said)
        }
        Event::Offered(made) => offer(*made, &name(made.by()), &name(made.by().other())),
        Event::Declined(offer) => declined_words(*offer, &name(offer.by().other())),
        Event::Paused => paused(),
        Event::WentOn | Event::ClocksSet | Event::ClockNoted => sentence(&turn_in(game, players)),
        Event::TakenBack(plies) => {
            sentences(&[taken_back(*plies), sentence(&turn_in(game, players))])
        }
        Event::Ended(end) => outcome(*end, players),
    }
}

/// What a clock shows: `4:32`, with tenths in the last twenty seconds: `0:09.4`. Rounded up, so
/// that it shows nothing left only when nothing is.
#[must_use]
pub fn clock_face(left_ms: u64) -> String {
    if left_ms < 20_000 {
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
#[must_use]
pub fn clock_of(name: &str, face: &str) -> String {
    gettext_f("{name}: {time} left", &[("name", name), ("time", face)])
}

/// What both clocks show, in words.
#[must_use]
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
