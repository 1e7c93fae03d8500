//! The rules of chess, lesson by lesson: how pieces move, what each reason for the end of a game means, and what makes
//! moves impossible.

use gettextrs::{gettext, pgettext};
use rank_and_file_core::chess::{Reason, Role};
use rank_and_file_core::training::lessons::{Lesson, Obstacle};

use crate::words::{gettext_f, typed_examples};

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

pub(super) fn verdict_text(reason: Reason) -> Vec<String> {
    match reason {
        Reason::Checkmate => vec![
            gettext(
                "The king is in check, cannot go anywhere safe, and the checking piece cannot be captured or blocked. The player who gives the check wins at once.",
            ),
            gettext("“Why?” beside the result shows why the king has no square to go to."),
        ],
        Reason::Stalemate => vec![gettext(
            "The player to move is not in check and has no legal move. The game is a draw at once.",
        )],
        Reason::DeadPosition => vec![
            gettext(
                "No series of legal moves, not even the worst, could lead to mate for either side: two bare kings, for one, or a king with a single bishop or knight against a king. The game is a draw at once.",
            ),
            gettext("Two knights against a king can mate if the opponent helps, so play goes on."),
        ],
        Reason::Threefold => vec![
            gettext(
                "The same pieces have stood on the same squares for the third time, with the same player to move and the same moves possible. What happened in between does not matter.",
            ),
            gettext(
                "This ends the game, unless the players agreed before it that such draws must be claimed. Then the player to move may claim, also with the move that is about to be made.",
            ),
        ],
        Reason::Fivefold => vec![gettext(
            "If nobody claims a draw, the same position for the fifth time ends the game all the same. Nobody needs to ask for it.",
        )],
        Reason::FiftyMove => vec![
            gettext(
                "Fifty moves of each side have passed without a capture and without a pawn move. Nothing has been decided for a long time, and the game is a draw.",
            ),
            gettext(
                "This ends the game, unless the players agreed before it that such draws must be claimed. A move that mates counts first.",
            ),
        ],
        Reason::SeventyFiveMove => vec![gettext(
            "If nobody claims a draw, seventy-five moves of each side without a capture or a pawn move end the game all the same. A move that mates counts first.",
        )],
        Reason::Agreement => vec![
            gettext(
                "One player has offered a draw, and the opponent has accepted. A draw is offered by the player to move; an answer is asked for at once.",
            ),
            gettext("A player whose offer was declined makes a move before offering again."),
            gettext("A draw can be offered once both players have made a move."),
        ],
        Reason::Resignation => vec![
            gettext(
                "A player has given up the game, and the opponent wins. This can be done at any time, also while the opponent is thinking.",
            ),
            gettext(
                "If the opponent could not mate by any series of legal moves, the game is a draw.",
            ),
        ],
        Reason::Time => vec![gettext(
            "A player’s time is used up. The opponent wins, provided that some series of legal moves, however unlikely, could still mate.",
        )],
        // What was recorded elsewhere has no lesson.
        Reason::Other => Vec::new(),
        Reason::TimeNoMatingMaterial => vec![gettext(
            "A player’s time is used up, but the opponent could not mate by any series of legal moves. So the game is a draw.",
        )],
    }
}

pub(super) fn verdict_task(reason: Reason) -> Option<String> {
    Some(match reason {
        Reason::Checkmate => gettext("Try it: mate with the knight, from h6 to f7."),
        Reason::Stalemate => gettext("Try it: the king from d6 to e6 leaves Black no move."),
        Reason::DeadPosition => gettext("Try it: capture the last pawn, from e1 to e2."),
        Reason::Threefold => gettext(
            "The knights have gone out and back, and out and back again. Try it: the last one returns from f6 to g8.",
        ),
        Reason::Fivefold => gettext(
            "Here nobody has claimed. Try it: the knight returns from f6 to g8, for the fifth time.",
        ),
        Reason::FiftyMove => {
            gettext("Here 99 half-moves have passed. Try it: move the rook from a2 to a3.")
        }
        Reason::SeventyFiveMove => gettext(
            "Here nobody has claimed, and 149 half-moves have passed. Try it: move the rook from a2 to a3.",
        ),
        Reason::TimeNoMatingMaterial => gettext(
            "White, with rook and pawn, is out of time. But a bare king cannot checkmate, so it is a draw.",
        ),
        Reason::Agreement | Reason::Resignation | Reason::Time | Reason::Other => return None,
    })
}

pub(super) fn refusal_title(obstacle: Obstacle) -> String {
    match obstacle {
        Obstacle::OtherSide => gettext("The opponent’s piece"),
        Obstacle::WrongWay => gettext("Pieces do not move that way"),
        Obstacle::Blocked => gettext("Something stands in the way"),
        Obstacle::OwnPiece => gettext("The square is occupied"),
        Obstacle::PawnBlocked => gettext("The pawn is blocked"),
        Obstacle::PawnTakesNothing => gettext("Nothing for the pawn to capture"),
        Obstacle::PawnTwoSquares => gettext("Two squares for a pawn"),
        Obstacle::EnPassantGone => gettext("Too late to capture en passant"),
        Obstacle::Pinned => gettext("The piece is pinned"),
        Obstacle::StillInCheck => gettext("The king is still in check"),
        Obstacle::IntoCheck => gettext("Into check"),
        Obstacle::CastleKingMoved => gettext("Castling: the king has moved"),
        Obstacle::CastleRookMoved => gettext("Castling: the rook has moved"),
        Obstacle::CastleBlocked => gettext("Castling: the way is not free"),
        Obstacle::CastleInCheck => gettext("Castling: in check"),
        Obstacle::CastleThroughCheck => gettext("Castling: through check"),
        Obstacle::CastleIntoCheck => gettext("Castling: into check"),
        Obstacle::Typed => gettext("The typed move cannot be read"),
    }
}

pub(super) fn refusal_text(obstacle: Obstacle) -> Vec<String> {
    match obstacle {
        Obstacle::OtherSide => vec![gettext(
            "Only the pieces of the player whose turn it is can be picked up. The line beside the board says whose turn it is, and the name of that player is marked.",
        )],
        Obstacle::WrongWay => vec![gettext(
            "Each kind of piece has its own way to move. The message says how this piece moves, and the squares that it can reach are marked when it is picked up.",
        )],
        Obstacle::Blocked => vec![gettext(
            "Queens, rooks and bishops do not jump. What stands in the way is marked: go no further, or capture it if it is the opponent’s.",
        )],
        Obstacle::OwnPiece => vec![gettext(
            "No square holds two pieces, and nobody captures their own pieces. A click on another piece of your own picks up that one instead; dragging onto it is refused.",
        )],
        Obstacle::PawnBlocked => vec![gettext(
            "A pawn goes straight ahead only if the square is empty. It does not capture what stands right in front of it, and it does not jump over it either.",
        )],
        Obstacle::PawnTakesNothing => vec![gettext(
            "A pawn goes diagonally only to capture. If the square is empty, there is nothing to capture, except en passant.",
        )],
        Obstacle::PawnTwoSquares => vec![gettext(
            "Two squares at once are only for a pawn that still stands where it started.",
        )],
        Obstacle::EnPassantGone => vec![gettext(
            "A pawn can be captured en passant right after its double step, not a move later. Here both sides have moved since.",
        )],
        Obstacle::Pinned => vec![gettext(
            "The piece stands between its king and an attacker. If it went away, the king would be in check, and that is not allowed. The line on the board leads from the attacker to the king.",
        )],
        Obstacle::StillInCheck => vec![gettext(
            "The king is in check, and this move does not end that. Capture the attacker, put a piece in between, or move the king.",
        )],
        Obstacle::IntoCheck => vec![gettext(
            "The king may not go where an enemy piece would attack it. The line on the board leads from the attacker to that square.",
        )],
        Obstacle::CastleKingMoved => vec![gettext(
            "A king that has moved can never castle again, even when it is back at home. Here it went to f1 and returned.",
        )],
        Obstacle::CastleRookMoved => vec![gettext(
            "With a rook that has moved the king cannot castle, even when the rook is back at home. With the other rook it still can.",
        )],
        Obstacle::CastleBlocked => vec![gettext(
            "Between king and rook every square must be empty, also the one next to the rook.",
        )],
        Obstacle::CastleInCheck => vec![gettext(
            "Castling is no way out of check. Once the check is over and the king has not moved for it, it can still castle.",
        )],
        Obstacle::CastleThroughCheck => vec![gettext(
            "The king may not cross a square that an enemy piece attacks. The line on the board shows who attacks it.",
        )],
        Obstacle::CastleIntoCheck => vec![gettext(
            "As with any move, the king may not end on an attacked square.",
        )],
        Obstacle::Typed => vec![
            gettext_f(
                // Translators: {moves} are such as “Knight to f3, Pawn captures on d5 and Castles kingside”
                "A typed move is either the piece and its target, such as e4, Nf3 or Bxe5, or both squares, such as g1f3. Castling is O-O or O-O-O. Words can be read, too: {moves}.",
                &[("moves", &typed_examples())],
            ),
            gettext(
                "If two pieces of a kind could go to the same square, name the file or the rank from which it comes: Nbd2, R1e2.",
            ),
        ],
    }
}

pub(super) fn refusal_task(obstacle: Obstacle) -> Option<String> {
    Some(match obstacle {
        Obstacle::OtherSide => gettext("White is to move, and the pawn on e7 was picked up."),
        Obstacle::WrongWay => gettext("The knight was sent from g1 to g3."),
        Obstacle::Blocked => gettext("The bishop was sent from f1 to c4."),
        Obstacle::OwnPiece => gettext("The queen was dragged from d1 to d2."),
        Obstacle::PawnBlocked => gettext("The pawn was sent from e4 to e5."),
        Obstacle::PawnTakesNothing => gettext("The pawn was sent from e2 to d3."),
        Obstacle::PawnTwoSquares => gettext("The pawn was sent from e3 to e5."),
        Obstacle::EnPassantGone => gettext("The pawn was sent from e5 to d6."),
        Obstacle::Pinned => gettext("The bishop was sent from e2 to d3."),
        Obstacle::StillInCheck => gettext("The rook was sent from a1 to a8."),
        Obstacle::IntoCheck => gettext("The king was sent from e1 to d1."),
        Obstacle::CastleBlocked => gettext("The king was sent from e1 to c1."),
        Obstacle::CastleKingMoved
        | Obstacle::CastleRookMoved
        | Obstacle::CastleInCheck
        | Obstacle::CastleThroughCheck
        | Obstacle::CastleIntoCheck => gettext("The king was sent from e1 to g1."),
        Obstacle::Typed => return None,
    })
}
