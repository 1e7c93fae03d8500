//! Pieces, sides and squares in words. May import `gettextrs`, `rules` and `log`.

use gettextrs::{gettext, pgettext};

use super::gettext_f;
use crate::log::Header;
use crate::rules::{Bitboard, Board, Color, Piece, Role, Square};

/// `White` or `Black`, the name of a side.
#[must_use]
pub fn color(color: Color) -> String {
    match color {
        Color::White => gettext("White"),
        Color::Black => gettext("Black"),
    }
}

/// The name of the player of a side. Who gave none is called by the side, in the user's language.
#[must_use]
pub fn player(players: &Header, color: Color) -> String {
    let name = players.player(color);
    if name == color.fold_wb("White", "Black") {
        self::color(color)
    } else {
        name.to_owned()
    }
}

/// The kind of a piece: `pawn`.
#[must_use]
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

/// A piece with its colour: `white pawn`.
#[must_use]
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
#[must_use]
pub fn square(square: Square, on_it: Option<Piece>) -> String {
    let content = match on_it {
        Some(on_it) => piece(on_it),
        None => pgettext("square", "empty"),
    };
    // Translators: a square of the board and what stands on it, such as “e2, white pawn”
    gettext_f(
        "{square}, {content}",
        &[("square", &square.to_string()), ("content", &content)],
    )
}

/// A piece and where it stands: `rook on e8`; the square alone where it is empty.
#[must_use]
pub fn piece_on(board: &Board, square: Square) -> String {
    let place = square.to_string();
    match board.role_at(square) {
        // Translators: such as “rook on e8”
        Some(kind) => gettext_f(
            "{piece} on {square}",
            &[("piece", &role(kind)), ("square", &place)],
        ),
        None => place,
    }
}

/// Several pieces and where they stand: `rook on e8, bishop on b4`.
#[must_use]
pub fn list(board: &Board, squares: Bitboard) -> String {
    let named: Vec<String> = squares
        .into_iter()
        .map(|square| piece_on(board, square))
        .collect();
    // Translators: what stands between the items of a list
    named.join(&pgettext("list", ", "))
}
