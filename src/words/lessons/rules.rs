//! The rules of chess, lesson by lesson.

use gettextrs::{gettext, pgettext};
use rank_and_file_core::chess::Role;
use rank_and_file_core::training::lessons::Lesson;

pub(super) fn title(lesson: Lesson) -> Option<String> {
    Some(match lesson {
        Lesson::Piece(Role::King) => gettext("The king"),
        Lesson::Piece(Role::Queen) => gettext("The queen"),
        Lesson::Piece(Role::Rook) => gettext("The rook"),
        Lesson::Piece(Role::Bishop) => gettext("The bishop"),
        Lesson::Piece(Role::Knight) => gettext("The knight"),
        Lesson::Piece(Role::Pawn) => gettext("The pawn"),
        Lesson::Castling => gettext("Castling"),
        Lesson::CastlingHindered => gettext("When castling is possible"),
        Lesson::EnPassant => gettext("Capturing en passant"),
        Lesson::Promotion => gettext("Promotion"),
        // Translators: the title of a page of the help: an attack on the king
        Lesson::Check => pgettext("help", "Check"),
        // Translators: the title of a page of the help
        Lesson::Mate => pgettext("help", "Checkmate"),
        // Translators: the title of a page of the help
        Lesson::NoMoves => pgettext("help", "Stalemate"),
        _ => return None,
    })
}

pub(super) fn text(lesson: Lesson) -> Option<Vec<String>> {
    let paragraph = match lesson {
        Lesson::Piece(Role::King) => gettext(
            "The king goes one square in any direction. It never goes to a square that an enemy piece attacks. The game is about the king: it is never captured, but when it cannot escape, the game is lost.",
        ),
        Lesson::Piece(Role::Queen) => gettext(
            "The queen goes any number of squares along ranks, files and diagonals. Like every piece but the knight it cannot jump. It captures an enemy piece by moving to its square.",
        ),
        Lesson::Piece(Role::Rook) => gettext(
            "The rook goes any number of squares along ranks and files. A piece of its own side stops it in front; an enemy piece can be captured, but the rook goes no further than that.",
        ),
        Lesson::Piece(Role::Bishop) => gettext(
            "The bishop goes any number of squares along diagonals. So it stays on squares of one color for the whole game.",
        ),
        Lesson::Piece(Role::Knight) => gettext(
            "The knight goes two squares straight and one to the side, and always lands on the other color. It is the only piece that jumps: what stands around it does not matter.",
        ),
        Lesson::Piece(Role::Pawn) => gettext(
            "The pawn goes straight ahead, one square at a time; from where it starts it may go two. It captures diagonally ahead, and only there. What stands in front of it blocks it. It never goes back.",
        ),
        Lesson::Castling => gettext(
            "Once in a game, king and rook move together: the king goes two squares toward the rook, and the rook lands on the square that the king has crossed. This brings the king to safety and the rook into play.",
        ),
        Lesson::CastlingHindered => {
            return Some(vec![
                gettext(
                    "The king can castle if neither it nor that rook has moved before and nothing stands between them. And it must not be in check, cross an attacked square or end on one.",
                ),
                gettext(
                    "The rook may be attacked, and so may the square next to it: here b1 is attacked, and White can castle to that side all the same.",
                ),
            ]);
        }
        Lesson::EnPassant => gettext(
            "A pawn that has just gone two squares can be captured by an enemy pawn beside it, as if it had gone only one. This is possible on the very next move only.",
        ),
        Lesson::Promotion => gettext(
            "A pawn that reaches the last rank becomes a queen, a rook, a bishop or a knight of its side, whatever is still on the board. The choice belongs to the move: a second queen is as good as the first.",
        ),
        Lesson::Check => gettext(
            "A king that is attacked is in check, and the next move must end that. There are three ways: capture the attacker, put a piece in between, or go away. A player who cannot is checkmated.",
        ),
        Lesson::Mate => gettext(
            "The king is in check and no move ends it: that is checkmate, and the game is won. The king itself is never captured.",
        ),
        Lesson::NoMoves => gettext(
            "A player to move who is not in check and has no legal move is stalemated. The game is a draw, however much stronger the opponent is. So leave a lonely king a square until you mate it.",
        ),
        _ => return None,
    };
    Some(vec![paragraph])
}

pub(super) fn task(lesson: Lesson) -> Option<String> {
    Some(match lesson {
        Lesson::Piece(Role::King) => gettext(
            "Black waits here. Capture the pawn on f3, and see why the king cannot go to the d-file.",
        ),
        Lesson::Piece(Role::Queen) => {
            gettext("Black waits here. Capture all three pawns with the queen.")
        }
        Lesson::Piece(Role::Rook) => gettext(
            "Black waits here. Capture both black pawns, and try to pass the white one on b4.",
        ),
        Lesson::Piece(Role::Bishop) => gettext(
            "Black waits here. Capture both black pawns, and see what the white one on b6 does to the bishop.",
        ),
        Lesson::Piece(Role::Knight) => {
            gettext("Black waits here. Jump over the pawns around the knight to c6 or e6.")
        }
        Lesson::Piece(Role::Pawn) => gettext(
            "Black waits here. Move the pawn from e2 by one square, by two, or let it capture on d3. The pawn on b4 is blocked.",
        ),
        Lesson::Castling => gettext("Try it: move the king from e1 to g1, or to c1."),
        Lesson::CastlingHindered => gettext(
            "From e1 to g1 the king would cross f1, which the bishop attacks. Try it to the other side: from e1 to c1.",
        ),
        Lesson::EnPassant => gettext(
            "Black has just played d7 to d5. Try it: capture with the pawn from e5 to d6. Or play something else: after Black’s answer it is too late.",
        ),
        Lesson::Promotion => {
            gettext("Try it: move the pawn from e7 to e8, or capture on d8, and choose a piece.")
        }
        Lesson::Check => gettext(
            "The rook on e8 gives check. Try all three ways: the bishop captures it from a4, the other goes to e2, or the king leaves the file.",
        ),
        Lesson::Mate => {
            gettext("Try it: the rook mates from a1 to a8, as the pawns shut in their king.")
        }
        Lesson::NoMoves => gettext("Try it: the queen from g5 to g6 spoils the win."),
        _ => return None,
    })
}
