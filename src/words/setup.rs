//! How a game is set up, in words: a position on the editor's board, odds, and Chess960.

use gettextrs::{gettext, pgettext};
use rank_and_file_core::chess::board::Tool;
use rank_and_file_core::chess::{
    Bitboard, CastlingSide, Chess, Chess960, Color, Draft, Flaw, Odds, Role, Square, figurines,
};
use rank_and_file_core::record::log::{CHESS960, Header};

use super::{
    Message, enumerate, fen_error, gettext_f, outcome, piece, sentence, sentences, square, turn,
};

/// So many squares are said one by one; of a whole new position, only how it stands is.
const FEW: usize = 2;

/// How a position stands: everything that is wrong with it, or how a game that began in it would be over,
/// or who is to move. Who cannot see the marks hears the squares.
pub fn standing_of(draft: &Draft, flaws: &[Flaw]) -> Message {
    let header = Header::bare();
    if flaws.is_empty() {
        return match draft.end() {
            Some(end) => outcome(end, &header).into(),
            None => sentence(&turn(&header, draft.turn())).into(),
        };
    }
    let shown: Vec<String> = flaws.iter().map(|flaw| fen_error(flaw.error)).collect();
    let spoken = flaws.iter().zip(&shown).flat_map(|(flaw, why)| {
        let squares = flaw.squares.into_iter().map(|square| square.to_string());
        let squares: Vec<String> = squares.collect();
        let squares = (!squares.is_empty()).then(|| sentence(&enumerate(&squares)));
        [Some(why.clone()), squares].into_iter().flatten()
    });
    let spoken: Vec<String> = spoken.collect();
    Message::new(sentences(&shown), sentences(&spoken))
}

/// What stands on the squares that an edit has changed; empty where those are too many.
pub fn edited(squares: Bitboard, draft: &Draft) -> String {
    if squares.count() > FEW {
        return String::new();
    }
    let said = squares.into_iter();
    let said = said.map(|at| sentence(&square(at, draft.board().piece_at(at))));
    sentences(&said.collect::<Vec<_>>())
}

/// That the piece on a square is taken up.
pub fn taken_up(at: Square, draft: &Draft) -> String {
    let on_it = square(at, draft.board().piece_at(at));
    sentence(&enumerate(&[on_it, pgettext("square", "selected")]))
}

/// What the hand can be given.
pub fn tool(tool: Tool) -> String {
    match tool {
        // Translators: what a click does while a position is set up: it takes pieces to other squares
        Tool::Hand => gettext("Move Pieces"),
        // Translators: what a click does while a position is set up: it takes pieces off the board
        Tool::Eraser => gettext("Remove Pieces"),
        Tool::Piece(put) => piece(put),
    }
}

/// A right to castle.
pub fn castling_right(color: Color, side: CastlingSide) -> String {
    match (color, side) {
        (Color::White, CastlingSide::KingSide) => gettext("White may castle kingside"),
        (Color::White, CastlingSide::QueenSide) => gettext("White may castle queenside"),
        (Color::Black, CastlingSide::KingSide) => gettext("Black may castle kingside"),
        (Color::Black, CastlingSide::QueenSide) => gettext("Black may castle queenside"),
    }
}

/// What is given.
pub fn odds(odds: Odds) -> String {
    match odds {
        // Translators: odds: a pawn less, and the other player begins
        Odds::PawnAndMove => pgettext("odds", "Pawn and Move"),
        Odds::Knight => pgettext("odds", "Knight"),
        Odds::Rook => pgettext("odds", "Rook"),
        Odds::Queen => pgettext("odds", "Queen"),
    }
}

/// Who begins without what.
pub fn odds_start(odds: Odds) -> String {
    match odds {
        Odds::PawnAndMove => gettext("Black plays without the pawn on f7."),
        Odds::Knight => gettext("White plays without the knight on b1."),
        Odds::Rook => gettext("White plays without the rook on a1."),
        Odds::Queen => gettext("White plays without the queen."),
    }
}

/// Which first position of Chess960 it is, where it has a number.
pub fn chess960(number: Option<Chess960>) -> String {
    match number {
        Some(number) => gettext_f(
            // Translators: one of the 960 first positions of a game; “Chess960” is a name
            "Chess960, position {number}",
            &[("number", &number.number().to_string())],
        ),
        None => CHESS960.to_owned(),
    }
}

/// The same of a game, if it is one of Chess960.
pub fn chess960_of(header: &Header, start: &Chess) -> Option<String> {
    let number = || chess960(Chess960::of(start));
    header.is_chess960(start).then(number)
}

/// Its first rank for eyes: `♗♗♕♘♘♖♔♖`.
pub fn back_rank(number: Chess960) -> String {
    let letters = number.back_rank().map(Role::upper_char);
    figurines(&letters.iter().collect::<String>())
}

/// That the second player has another time.
pub fn other_time(name: &str) -> String {
    gettext_f("Different Time for {name}", &[("name", name)])
}

/// The minutes that the second player has.
pub fn other_minutes(name: &str) -> String {
    gettext_f("Minutes for {name}", &[("name", name)])
}
