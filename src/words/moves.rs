//! A move in words, for listeners, and the phrases that sentences about moves are made of.

use gettextrs::{gettext, pgettext};
use rank_and_file_core::chess::{Board, PieceLetters, Ply, Position, Role, Square, figurines_in};

use super::{filled, gettext_f, ngettext_f, sentences};

/// The letters by which the pieces are called in moves that are typed.
pub fn piece_letters() -> PieceLetters {
    // Translators: the letters of king, queen, rook, bishop and knight in moves, as the game is
    // written down in your language, with blanks between them: “K D T L S” in German
    let letters = pgettext("piece letters: king queen rook bishop knight", "K Q R B N");
    letters.parse().unwrap_or_default()
}

/// A ply in words: `Knight captures pawn on e5, check` says more to an ear than `Nxe5+`.
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

/// What is asked when a pawn arrives at the last rank.
pub fn promotion_question() -> String {
    gettext("Promote to which piece?")
}

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
        _ => gettext_f(
            // Translators: {pieces} and {price} are such as “a rook and 2 pawns”
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
    gettext_f(
        // Translators: the end of a list of pieces, such as “the king on g8, the queen on e7 and the rook on d5”
        "{pieces} and {last}",
        &[("pieces", &pieces), ("last", &last)],
    )
}

/// What a pawn becomes: `A pawn becomes a queen on e8.`
pub(super) fn becomes(role: Role, square: Square) -> String {
    let sentence = match role {
        Role::Queen => gettext("The pawn promotes to a queen on {square}."),
        Role::Rook => gettext("The pawn promotes to a rook on {square}."),
        Role::Bishop => gettext("The pawn promotes to a bishop on {square}."),
        Role::Knight => gettext("The pawn promotes to a knight on {square}."),
        Role::Pawn | Role::King => return String::new(),
    };
    filled(sentence, &[("square", &square.to_string())])
}

/// What is said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Message {
    shown: String,
    spoken: String,
}

impl Message {
    /// A message that is longer for those who hear it.
    pub fn new(shown: String, spoken: String) -> Self {
        Self { shown, spoken }
    }

    /// The words for the eye.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// The words for the ear.
    pub fn spoken(&self) -> &str {
        &self.spoken
    }

    /// The same, and then more for the ear.
    pub fn and_spoken(mut self, more: &[String]) -> Self {
        let said = std::mem::take(&mut self.spoken);
        let all: Vec<String> = [said].into_iter().chain(more.iter().cloned()).collect();
        self.spoken = sentences(&all);
        self
    }

    /// The same with figurines for the eye, if they are wanted.
    pub fn in_figurines(self, wanted: bool) -> Self {
        let shown = if wanted {
            figurines_in(&self.shown)
        } else {
            self.shown
        };
        Self { shown, ..self }
    }

    /// The same with other words around either.
    pub fn map(&self, around: impl Fn(&str) -> String) -> Self {
        Self::new(around(&self.shown), around(&self.spoken))
    }
}

impl From<String> for Message {
    /// The same words for both.
    fn from(words: String) -> Self {
        Self::new(words.clone(), words)
    }
}

/// The second hint: the piece that moves.
pub fn what_moves(piece: &str) -> String {
    // Translators: {piece} is such as “knight on f3”
    gettext_f("Move this piece: {piece}.", &[("piece", piece)])
}
