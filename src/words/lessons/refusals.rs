//! What makes moves impossible.

use gettextrs::gettext;
use rank_and_file_core::training::lessons::Obstacle;

pub(super) fn title(obstacle: Obstacle) -> String {
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
        Obstacle::Typed => gettext("What was typed"),
    }
}

pub(super) fn text(obstacle: Obstacle) -> Vec<String> {
    match obstacle {
        Obstacle::OtherSide => vec![gettext(
            "Only the pieces of the player whose turn it is can be picked up. The status says whose turn it is, and the name beside the board is marked.",
        )],
        Obstacle::WrongWay => vec![gettext(
            "Each kind of piece has its own way to move. The refusal says how this one does, and the squares that it can reach are marked when it is picked up.",
        )],
        Obstacle::Blocked => vec![gettext(
            "Queens, rooks and bishops do not jump. What stands in the way is marked: go no further, or capture it if it is the opponent’s.",
        )],
        Obstacle::OwnPiece => vec![gettext(
            "No square holds two pieces, and nobody captures their own pieces. A click on another piece of your own picks up that one instead; dragging onto it is refused.",
        )],
        Obstacle::PawnBlocked => vec![gettext(
            "A pawn goes straight ahead only where the square is empty. It does not capture what stands right in front of it, and it does not jump over it either.",
        )],
        Obstacle::PawnTakesNothing => vec![gettext(
            "A pawn goes diagonally only to capture. Where nothing stands, there is nothing to capture, except en passant.",
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
            gettext(
                "A typed move is either the piece and its target, such as e4, Nf3 or Bxe5, or both squares, such as g1f3. Castling is O-O or O-O-O. Anything else cannot be read.",
            ),
            gettext(
                "Where two pieces of a kind could go to the same square, name the file or the rank from which it comes: Nbd2, R1e2.",
            ),
        ],
    }
}

pub(super) fn task(obstacle: Obstacle) -> Option<String> {
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
