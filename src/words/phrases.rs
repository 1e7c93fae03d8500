//! Pieces as parts of a sentence: who does something, to whom it is done, and what is won.

use gettextrs::{gettext, pgettext};
use rank_and_file_core::rules::{Board, Role, Square};

use super::{filled, gettext_f, ngettext_f};

/// A piece that does something, at the beginning of a sentence: `The knight on f6`.
pub(super) fn doer(role: Role, square: Square) -> String {
    let phrase = match role {
        // Translators: a piece that does something; begins a sentence, such as “The pawn on e5 attacks the rook on d6.”
        Role::Pawn => pgettext("who does it", "The pawn on {square}"),
        // Translators: a piece that does something; begins a sentence, such as “The knight on f6 attacks the rook on d5.”
        Role::Knight => pgettext("who does it", "The knight on {square}"),
        // Translators: a piece that does something; begins a sentence, such as “The bishop on b5 attacks the rook on e8.”
        Role::Bishop => pgettext("who does it", "The bishop on {square}"),
        // Translators: a piece that does something; begins a sentence, such as “The rook on e1 attacks the queen on e7.”
        Role::Rook => pgettext("who does it", "The rook on {square}"),
        // Translators: a piece that does something; begins a sentence, such as “The queen on e4 attacks the rook on a8.”
        Role::Queen => pgettext("who does it", "The queen on {square}"),
        // Translators: a piece that does something; begins a sentence, such as “The king on e5 attacks the rook on d6.”
        Role::King => pgettext("who does it", "The king on {square}"),
    };
    filled(phrase, &[("square", &square.to_string())])
}

/// What a piece does something to, inside a sentence: `the rook on d5`; the square alone where nothing stands.
pub(super) fn object(board: &Board, square: Square) -> String {
    let place = square.to_string();
    let phrase = match board.role_at(square) {
        // Translators: to whom something is done (in the accusative, where there is one), as in “… attacks the pawn on d5”
        Some(Role::Pawn) => pgettext("to whom it is done", "the pawn on {square}"),
        // Translators: to whom something is done (in the accusative, where there is one), as in “… attacks the knight on d5”
        Some(Role::Knight) => pgettext("to whom it is done", "the knight on {square}"),
        // Translators: to whom something is done (in the accusative, where there is one), as in “… attacks the bishop on d5”
        Some(Role::Bishop) => pgettext("to whom it is done", "the bishop on {square}"),
        // Translators: to whom something is done (in the accusative, where there is one), as in “… attacks the rook on d5”
        Some(Role::Rook) => pgettext("to whom it is done", "the rook on {square}"),
        // Translators: to whom something is done (in the accusative, where there is one), as in “… attacks the queen on d5”
        Some(Role::Queen) => pgettext("to whom it is done", "the queen on {square}"),
        // Translators: to whom something is done (in the accusative, where there is one), as in “… attacks the king on e8”
        Some(Role::King) => pgettext("to whom it is done", "the king on {square}"),
        None => return place,
    };
    filled(phrase, &[("square", &place)])
}

/// So many pieces of a kind, which are won or given: `a rook`.
fn some(role: Role, count: usize) -> String {
    match role {
        // Translators: what is won, or what it costs (in the accusative, where there is one), as in “This wins a pawn.”
        Role::Pawn => ngettext_f("a pawn", "{count} pawns", count, &[]),
        // Translators: what is won, or what it costs (in the accusative, where there is one), as in “This wins a knight.”
        Role::Knight => ngettext_f("a knight", "{count} knights", count, &[]),
        // Translators: what is won, or what it costs (in the accusative, where there is one), as in “This wins a bishop.”
        Role::Bishop => ngettext_f("a bishop", "{count} bishops", count, &[]),
        // Translators: what is won, or what it costs (in the accusative, where there is one), as in “This wins a rook.”
        Role::Rook => ngettext_f("a rook", "{count} rooks", count, &[]),
        // Translators: what is won, or what it costs (in the accusative, where there is one), as in “This wins a queen.”
        Role::Queen => ngettext_f("a queen", "{count} queens", count, &[]),
        Role::King => String::new(),
    }
}

/// What is won and what is given for it: kinds of pieces and how many of each.
pub(super) fn wins(won: &[(Role, usize)], given: &[(Role, usize)]) -> String {
    let named = |pieces: &[(Role, usize)]| {
        let pieces = pieces.iter().map(|(role, count)| some(*role, *count));
        together(pieces.collect())
    };
    let (pieces, price) = (named(won), named(given));
    match (won, given) {
        ([], _) => String::new(),
        // Translators: {pieces} is such as “a rook and 2 pawns”
        (_, []) => gettext_f("This wins {pieces}.", &[("pieces", &pieces)]),
        // Translators: {pieces} and {price} are such as “a rook and 2 pawns”
        _ => gettext_f(
            "This wins {pieces} for {price}.",
            &[("pieces", &pieces), ("price", &price)],
        ),
    }
}

/// Things one after the other, the last one after “and”.
fn together(mut named: Vec<String>) -> String {
    let last = named.pop().unwrap_or_default();
    if named.is_empty() {
        return last;
    }
    let pieces = named.join(&pgettext("list", ", "));
    // Translators: the end of a list of pieces, such as “the king on g8, the queen on e7 and the rook on d5”
    gettext_f(
        "{pieces} and {last}",
        &[("pieces", &pieces), ("last", &last)],
    )
}

/// What a pawn becomes: `A pawn becomes a queen on e8.`
pub(super) fn becomes(role: Role, square: Square) -> String {
    let sentence = match role {
        Role::Queen => gettext("A pawn becomes a queen on {square}."),
        Role::Rook => gettext("A pawn becomes a rook on {square}."),
        Role::Bishop => gettext("A pawn becomes a bishop on {square}."),
        Role::Knight => gettext("A pawn becomes a knight on {square}."),
        Role::Pawn | Role::King => return String::new(),
    };
    filled(sentence, &[("square", &square.to_string())])
}
