//! Pieces, sides, squares and openings in words.

use std::borrow::Cow;

use gettextrs::{gettext, pgettext};
use rank_and_file_core::chess::board::Marks;
use rank_and_file_core::chess::openings::Opening;
use rank_and_file_core::chess::{Bitboard, Board, Color, Piece, Role, Square};
use rank_and_file_core::engine::Level;
use rank_and_file_core::library::Summary;
use rank_and_file_core::record::log::{Header, UNKNOWN_NAME, given_name};

use super::engines::with_rating;
use super::plain::{END_OF_ISOLATE, ISOLATE};
use super::{filled, gettext_f, opponent_at_level, plain};

/// `White` or `Black`, the name of a side.
pub fn color(color: Color) -> String {
    match color {
        // Translators: a side of the game, and its player where no name is known
        Color::White => pgettext("side", "White"),
        // Translators: a side of the game, and its player where no name is known
        Color::Black => pgettext("side", "Black"),
    }
}

/// Where it is written who plays: in the log of a game, and in what the lists know of it.
pub trait Players {
    /// The name of the player of a side, as it is written there.
    fn written(&self, side: Color) -> &str;
}

impl Players for Header {
    fn written(&self, side: Color) -> &str {
        self.player(side)
    }
}

impl Players for Summary {
    fn written(&self, side: Color) -> &str {
        side.fold_wb(&self.white, &self.black)
    }
}

/// A player's name as it is shown: that of the computer, who is written as “Computer, level 3”, is that of a person.
pub fn shown_name(written: &str) -> Cow<'_, str> {
    match Level::named(written) {
        Some(level) => opponent_at_level(level).into(),
        None => plain(written),
    }
}

/// The same in a sentence, where a surname that is written first comes last: “Carlsen, Magnus” is “Magnus Carlsen”. A comma
/// would end the name there.
pub(super) fn told_name(written: &str) -> Cow<'_, str> {
    let shown = shown_name(written);
    let parts = shown
        .split_once(',')
        .map(|(surname, given)| (surname.trim(), given.trim()));
    // “Davis, Jr.” or “Smith, John, Dr.” would make no name this way.
    let turned = parts.filter(|(surname, given)| {
        let suffix = ["jr", "sr", "ii", "iii", "iv"];
        let is_suffix = suffix.contains(&given.trim_end_matches('.').to_lowercase().as_str());
        !surname.is_empty() && !given.is_empty() && !given.contains(',') && !is_suffix
    });
    match turned {
        Some((surname, given)) => format!("{given} {surname}").into(),
        None => shown,
    }
}

/// The name of the player of a side. Who gave none is called by the side, in the user's language.
pub fn player(players: &impl Players, side: Color) -> String {
    named(players, side, shown_name)
}

/// The same in a sentence.
pub(super) fn told_player(players: &impl Players, side: Color) -> String {
    named(players, side, told_name)
}

fn named(players: &impl Players, side: Color, name: fn(&str) -> Cow<'_, str>) -> String {
    let written = players.written(side);
    match given_name(written, side) {
        Some(given) => name(given).into_owned(),
        // Translators: a player whose name a file does not give
        None if written == UNKNOWN_NAME => gettext("Unknown player"),
        None => color(side),
    }
}

/// The same with the rating that was recorded: `Mikhail Tal (2705)`.
pub fn rated_player(header: &Header, side: Color) -> String {
    let name = player(header, side);
    match header.rating(side) {
        Some(rating) => with_rating(&name, rating),
        None => name,
    }
}

/// What is said of the player of a side. Of the three sentences, the first two are for White and
/// Black without a name, as many languages decline them or give them an article; the third has
/// `{name}`.
pub(super) fn of_player(
    players: &impl Players,
    side: Color,
    [white, black, named]: [String; 3],
    values: &[(&str, &str)],
) -> String {
    match given_name(players.written(side), side) {
        Some(name) => filled(named, &[&[("name", &*told_name(name))], values].concat()),
        None => filled(side.fold_wb(white, black), values),
    }
}

/// Both players, White first: `Ann – Ben`.
pub fn pairing(players: &impl Players) -> String {
    versus(
        &player(players, Color::White),
        &player(players, Color::Black),
    )
}

/// What stands between two names.
pub fn between_names() -> String {
    let around = |sign: char| sign.is_whitespace() || matches!(sign, ISOLATE | END_OF_ISOLATE);
    versus("", "").trim_matches(around).to_owned()
}

/// Two names, the one with White first.
pub fn versus(white: &str, black: &str) -> String {
    // Translators: the two players of a game
    gettext_f("{white} – {black}", &[("white", white), ("black", black)])
}

/// An opening, as in `C60 · Ruy Lopez`. Its name is known in English only; nothing is translated.
pub fn opening(opening: &Opening) -> String {
    format!("{} · {}", opening.eco, opening.name)
}

/// Whose color is chosen: that of the first player, who may be `alone` against the computer.
pub fn whose_color(first: &str, alone: bool) -> String {
    match first.trim() {
        "" if alone => gettext("Your Color"),
        "" => gettext("First Player’s Color"),
        // Translators: a heading; below it, it is chosen which pieces this player takes
        name => gettext_f("{player}’s Color", &[("player", &told_name(name))]),
    }
}

/// Who has which pieces. Players without names are called by the pieces, which needs no words.
pub fn colors(white: &str, black: &str) -> String {
    let [white, black] = [white, black].map(|name| told_name(name.trim()));
    match (&*white, &*black) {
        ("", "") => gettext("White moves first."),
        ("", black) => gettext_f(
            "{black} plays Black. White moves first.",
            &[("black", black)],
        ),
        (white, "") => gettext_f("{white} plays White and moves first.", &[("white", white)]),
        (white, black) => gettext_f(
            "{white} plays White and moves first, {black} plays Black.",
            &[("white", white), ("black", black)],
        ),
    }
}

/// Who plays which color, of those who have names; empty where neither has.
pub fn seats(players: &impl Players) -> String {
    let given = |side| given_name(players.written(side), side).map(told_name);
    let [white, black] = [Color::White, Color::Black].map(given);
    match (white.as_deref(), black.as_deref()) {
        (None, None) => String::new(),
        (None, Some(black)) => gettext_f("{black} plays Black.", &[("black", black)]),
        (Some(white), None) => gettext_f("{white} plays White.", &[("white", white)]),
        (Some(white), Some(black)) => gettext_f(
            "{white} plays White, {black} plays Black.",
            &[("white", white), ("black", black)],
        ),
    }
}

/// That two players are called alike, if they are.
pub fn called_alike(first: &str, second: &str) -> Option<String> {
    let (first, second) = (first.trim(), second.trim());
    let alike = !first.is_empty() && first.to_lowercase() == second.to_lowercase();
    alike.then(|| gettext("Both players have the same name."))
}

/// The label of the button with which a player resigns, with the letter that presses it. In the name,
/// underscores are doubled already.
pub fn resigns(name: &str, side: Color) -> String {
    if name == color(side) {
        return side_resigns(side);
    }
    let named = [("name", name)];
    match side {
        Color::White => gettext_f("{name} (_White) Resigns", &named),
        Color::Black => gettext_f("{name} (_Black) Resigns", &named),
    }
}

/// What comes of it where a player resigns, to one who is asked whether to do so.
pub fn ends_at_once(winner: &str) -> String {
    gettext_f(
        "The game ends at once, and {name} wins.",
        &[("name", winner)],
    )
}

fn side_resigns(side: Color) -> String {
    match side {
        Color::White => gettext("_White Resigns"),
        Color::Black => gettext("_Black Resigns"),
    }
}

/// The kind of a piece: `pawn`.
pub fn role(role: Role) -> String {
    match role {
        Role::Pawn => gettext("pawn"),
        Role::Knight => gettext("knight"),
        Role::Bishop => gettext("bishop"),
        Role::Rook => gettext("rook"),
        Role::Queen => gettext("queen"),
        Role::King => gettext("king"),
    }
}

/// A piece with its color: `white pawn`.
pub fn piece(piece: Piece) -> String {
    match (piece.color, piece.role) {
        (Color::White, Role::Pawn) => gettext("white pawn"),
        (Color::White, Role::Knight) => gettext("white knight"),
        (Color::White, Role::Bishop) => gettext("white bishop"),
        (Color::White, Role::Rook) => gettext("white rook"),
        (Color::White, Role::Queen) => gettext("white queen"),
        (Color::White, Role::King) => gettext("white king"),
        (Color::Black, Role::Pawn) => gettext("black pawn"),
        (Color::Black, Role::Knight) => gettext("black knight"),
        (Color::Black, Role::Bishop) => gettext("black bishop"),
        (Color::Black, Role::Rook) => gettext("black rook"),
        (Color::Black, Role::Queen) => gettext("black queen"),
        (Color::Black, Role::King) => gettext("black king"),
    }
}

/// The name of a square with what stands on it: `e2, white pawn` or `e4, empty`.
pub fn square(square: Square, on_it: Option<Piece>) -> String {
    let content = match on_it {
        Some(on_it) => piece(on_it),
        None => pgettext("square", "empty"),
    };
    gettext_f(
        // Translators: a square of the board and what stands on it, such as “e2, white pawn”
        "{square}, {content}",
        &[("square", &square.to_string()), ("content", &content)],
    )
}

/// What marks a square, for those who cannot see it; empty where nothing does. `drawn` says for each
/// arrow where it leads, and nothing for a circle.
pub fn square_state(marks: &Marks, drawn: &[Option<Square>]) -> String {
    let states = [
        (marks.selected, pgettext("square", "selected")),
        (marks.target, pgettext("square", "can move here")),
        (marks.last_move, pgettext("square", "last move")),
        (marks.check, pgettext("square", "in check")),
        (marks.attacked, pgettext("square", "attacked")),
    ];
    let drawn = drawn.iter().map(|to| match to {
        Some(to) => gettext_f("arrow to {square}", &[("square", &to.to_string())]),
        None => pgettext("square", "circled"),
    });
    let named: Vec<String> = states
        .into_iter()
        .filter_map(|(holds, name)| holds.then_some(name))
        .chain(drawn)
        .collect();
    enumerate(&named)
}

/// A side of the board and who sits there: `Ann, White`; `White` where no name was given.
pub fn side(players: &impl Players, side: Color) -> String {
    let named = match side {
        // Translators: a player and the color of the pieces, such as “Ann, White”
        Color::White => gettext("{name}, White"),
        // Translators: a player and the color of the pieces, such as “Ben, Black”
        Color::Black => gettext("{name}, Black"),
    };
    let [white, black] = Color::ALL.map(color);
    of_player(players, side, [white, black, named], &[])
}

/// The pieces that a side has captured: `Captured: queen, pawn, pawn`.
pub fn captured(pieces: &[Role]) -> String {
    let pieces: Vec<String> = pieces.iter().map(|kind| role(*kind)).collect();
    gettext_f(
        // Translators: a list of pieces, beside the name of the player who has captured them
        "Captured: {pieces}",
        &[("pieces", &enumerate(&pieces))],
    )
}

/// A piece and where it stands: `rook on e8`; the square alone where it is empty.
pub fn piece_on(board: &Board, square: Square) -> String {
    let place = square.to_string();
    match board.role_at(square) {
        Some(kind) => gettext_f(
            // Translators: such as “rook on e8”
            "{piece} on {square}",
            &[("piece", &role(kind)), ("square", &place)],
        ),
        None => place,
    }
}

/// Things one after the other, as a sentence lists them.
pub fn enumerate(things: &[String]) -> String {
    // Translators: what stands between the items of a list
    things.join(&pgettext("list", ", "))
}

/// Several pieces and where they stand: `rook on e8, bishop on b4`.
pub fn list(board: &Board, squares: Bitboard) -> String {
    let named: Vec<String> = squares
        .into_iter()
        .map(|square| piece_on(board, square))
        .collect();
    enumerate(&named)
}

/// Whose turn it is: `Ann to move`.
pub fn turn(players: &impl Players, side: Color) -> String {
    of_player(
        players,
        side,
        [
            gettext("White to move"),
            gettext("Black to move"),
            gettext("{name} to move"),
        ],
        &[],
    )
}
