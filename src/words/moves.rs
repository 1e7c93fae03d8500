//! A move in words, for those who hear it.

use gettextrs::{gettext, pgettext};
use rank_and_file_core::rules::{PieceLetters, Ply, Position, Role};

use super::{filled, gettext_f};

/// The letters by which the pieces are called in moves that are typed.
#[must_use]
pub fn piece_letters() -> PieceLetters {
    // Translators: the letters of king, queen, rook, bishop and knight in moves, as the game is
    // written down in your language, with blanks between them: “K D T L S” in German
    let letters = pgettext("piece letters: king queen rook bishop knight", "K Q R B N");
    letters.parse().unwrap_or_default()
}

/// A ply in words: `Knight captures pawn on e5, check` says more to an ear than `Nxe5+`.
#[must_use]
pub fn move_words(ply: &Ply) -> String {
    let (_, to) = ply.squares();
    let square = to.to_string();
    let done = match (ply.castling(), ply.captured()) {
        (Some(side), _) if side.is_king_side() => gettext("Castles kingside"),
        (Some(_), _) => gettext("Castles queenside"),
        (None, Some((_, at))) if at != to => gettext_f(
            "Pawn captures en passant on {square}",
            &[("square", &square)],
        ),
        (None, Some((kind, _))) => {
            let values = [("captured", captured(kind)), ("square", square)];
            let values = values.each_ref().map(|(key, value)| (*key, value.as_str()));
            filled(captures(ply.mv.role()), &values)
        }
        (None, None) => filled(goes(ply.mv.role()), &[("square", &square)]),
    };
    let done = match ply.mv.promotion() {
        Some(kind) => filled(promotes(kind), &[("move", &done)]),
        None => done,
    };
    if ply.position.is_check() && !ply.position.is_checkmate() {
        // Translators: {move} is such as “Knight to f3”
        gettext_f("{move}, check", &[("move", &done)])
    } else {
        done
    }
}

fn goes(role: Role) -> String {
    match role {
        Role::Pawn => gettext("Pawn to {square}"),
        Role::Knight => gettext("Knight to {square}"),
        Role::Bishop => gettext("Bishop to {square}"),
        Role::Rook => gettext("Rook to {square}"),
        Role::Queen => gettext("Queen to {square}"),
        Role::King => gettext("King to {square}"),
    }
}

fn captures(role: Role) -> String {
    match role {
        // Translators: {captured} is a piece in the form that it has here, such as “queen”
        Role::Pawn => gettext("Pawn captures {captured} on {square}"),
        // Translators: {captured} is a piece in the form that it has here, such as “queen”
        Role::Knight => gettext("Knight captures {captured} on {square}"),
        // Translators: {captured} is a piece in the form that it has here, such as “queen”
        Role::Bishop => gettext("Bishop captures {captured} on {square}"),
        // Translators: {captured} is a piece in the form that it has here, such as “queen”
        Role::Rook => gettext("Rook captures {captured} on {square}"),
        // Translators: {captured} is a piece in the form that it has here, such as “queen”
        Role::Queen => gettext("Queen captures {captured} on {square}"),
        // Translators: {captured} is a piece in the form that it has here, such as “queen”
        Role::King => gettext("King captures {captured} on {square}"),
    }
}

fn captured(role: Role) -> String {
    match role {
        // Translators: in the form that it has in “Knight captures pawn on e5”
        Role::Pawn => pgettext("captured piece", "pawn"),
        // Translators: in the form that it has in “Pawn captures knight on e5”
        Role::Knight => pgettext("captured piece", "knight"),
        // Translators: in the form that it has in “Pawn captures bishop on e5”
        Role::Bishop => pgettext("captured piece", "bishop"),
        // Translators: in the form that it has in “Pawn captures rook on e5”
        Role::Rook => pgettext("captured piece", "rook"),
        // Translators: in the form that it has in “Pawn captures queen on e5”
        Role::Queen => pgettext("captured piece", "queen"),
        // No king is ever captured.
        Role::King => String::new(),
    }
}

fn promotes(role: Role) -> String {
    match role {
        // Translators: {move} is such as “Pawn to e8”
        Role::Knight => gettext("{move}, promotes to knight"),
        // Translators: {move} is such as “Pawn to e8”
        Role::Bishop => gettext("{move}, promotes to bishop"),
        // Translators: {move} is such as “Pawn to e8”
        Role::Rook => gettext("{move}, promotes to rook"),
        // Translators: {move} is such as “Pawn to e8”
        Role::Queen => gettext("{move}, promotes to queen"),
        // Nothing becomes another pawn or king.
        Role::Pawn | Role::King => "{move}".to_owned(),
    }
}
