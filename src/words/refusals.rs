//! Why something was refused, in one plain sentence.

use gettextrs::gettext;
use rank_and_file_core::chess::{Board, Game, Position, Refusal, Role};

use super::names::{Players, turn};
use super::{filled, gettext_f, list, piece_on, sentence, sentences};

/// The sentence for a refusal in a game; whose turn it is, too, where a piece of the other player was touched.
pub fn refusal_with_turn(why: &Refusal, game: &Game, players: &impl Players) -> String {
    let said = refusal(why, game.position().board());
    match why {
        Refusal::OpponentsPiece { .. } => sentences(&[said, sentence(&turn(players, game.turn()))]),
        _ => said,
    }
}

/// The sentence for a refusal on the given board.
pub fn refusal(refusal: &Refusal, board: &Board) -> String {
    match *refusal {
        Refusal::Unreadable => gettext("This is not a move. Moves look like e4, Nf3, g1f3 or O-O."),
        Refusal::Ambiguous { to, candidates, .. } => gettext_f(
            "More than one piece can go to {square}: {pieces}.",
            &[
                ("square", &to.to_string()),
                ("pieces", &list(board, candidates)),
            ],
        ),
        Refusal::GameOver => gettext("The game is over."),
        Refusal::NoPiece { square, role: None } => gettext_f(
            "There is no piece on {square}.",
            &[("square", &square.to_string())],
        ),
        Refusal::NoPiece {
            square,
            role: Some(kind),
        } => filled(cannot_move(kind), &[("square", &square.to_string())]),
        Refusal::OpponentsPiece { square } => gettext_f(
            "The piece on {square} belongs to the opponent.",
            &[("square", &square.to_string())],
        ),
        Refusal::OwnPiece { square } => gettext_f(
            "{square} is already occupied by a piece of the same side.",
            &[("square", &square.to_string())],
        ),
        Refusal::SameSquare { square } => {
            gettext_f("{square} deselected.", &[("square", &square.to_string())])
        }
        Refusal::PieceMove { role, .. } => how_it_moves(role),
        Refusal::Blocked { blocker, .. } => gettext_f(
            "The way is blocked ({piece}).",
            &[("piece", &piece_on(board, blocker))],
        ),
        Refusal::PawnBlocked { blocker } => gettext_f(
            "The pawn is blocked ({piece}). It captures diagonally.",
            &[("piece", &piece_on(board, blocker))],
        ),
        Refusal::PawnDiagonalEmpty { to } => gettext_f(
            "A pawn moves diagonally only to capture, and there is nothing to capture on {square}.",
            &[("square", &to.to_string())],
        ),
        Refusal::PawnDoubleStep { .. } => {
            gettext("Only a pawn that has not moved yet may go two squares.")
        }
        Refusal::EnPassantGone { pawn } => gettext_f(
            "The pawn on {square} could be captured en passant only right after its double step.",
            &[("square", &pawn.to_string())],
        ),
        Refusal::Pinned {
            piece, attackers, ..
        } => gettext_f(
            "The piece on {square} is pinned: without it the king would be in check ({pieces}).",
            &[
                ("square", &piece.to_string()),
                ("pieces", &list(board, attackers)),
            ],
        ),
        Refusal::StillInCheck { checkers, .. } => gettext_f(
            "The king would still be in check ({pieces}).",
            &[("pieces", &list(board, checkers))],
        ),
        Refusal::KingIntoCheck { to, attackers } => gettext_f(
            "This move puts the king in check on {square} ({pieces}).",
            &[
                ("square", &to.to_string()),
                ("pieces", &list(board, attackers)),
            ],
        ),
        Refusal::CastleKingMoved { .. } => gettext("Cannot castle: the king has moved."),
        Refusal::CastleRookMoved { rook } => gettext_f(
            "Cannot castle: the rook from {square} has moved or is gone.",
            &[("square", &rook.to_string())],
        ),
        Refusal::CastleBlocked { blockers } => gettext_f(
            "Cannot castle: the way of the king or the rook is not free ({pieces}).",
            &[("pieces", &list(board, blockers))],
        ),
        Refusal::CastleInCheck { checkers, .. } => gettext_f(
            "Cannot castle: the king is in check ({pieces}).",
            &[("pieces", &list(board, checkers))],
        ),
        Refusal::CastleThroughCheck {
            crossing,
            attackers,
        } => gettext_f(
            "Cannot castle: the king would cross {square}, which is attacked ({pieces}).",
            &[
                ("square", &crossing.to_string()),
                ("pieces", &list(board, attackers)),
            ],
        ),
        Refusal::CastleIntoCheck { to, attackers } => gettext_f(
            "Cannot castle: the king would be in check on {square} ({pieces}).",
            &[
                ("square", &to.to_string()),
                ("pieces", &list(board, attackers)),
            ],
        ),
        Refusal::PromotionPieceNeeded { .. } => {
            gettext("Choose what the pawn becomes: queen, rook, bishop or knight.")
        }
        Refusal::NoPromotion { .. } => gettext("Only a pawn reaching the last rank promotes."),
        Refusal::NothingOffered => gettext("There is no offer to answer."),
        Refusal::OfferPending => gettext("An offer is still waiting for its answer."),
        Refusal::OfferTooEarly => {
            gettext("A draw can be offered once both players have made a move.")
        }
        Refusal::OfferRepeated => {
            gettext("The last offer was declined a moment ago. Make a move before you offer again.")
        }
        Refusal::NothingToClaim => gettext(
            "There is no draw to claim: the position has not stood here three times, and fifty moves have not passed without a capture or a pawn move.",
        ),
        Refusal::NoClock => gettext("There is no clock to stop or start now."),
        Refusal::NothingToTakeBack => gettext("There is no move to take back."),
        Refusal::ComputersTurn => gettext("It is the computer’s turn."),
        Refusal::PlayedElsewhere => {
            gettext("This is for the opponent to do, at the other computer.")
        }
        Refusal::LookingOn => gettext("Only the players can do this, each at their own computer."),
        Refusal::MovesStand => gettext("In a correspondence game, moves are not taken back."),
        Refusal::Guarded { .. } => gettext("This move is a blunder. Play it again to confirm."),
        Refusal::NotAgreed => gettext("This assistance is off."),
    }
}

/// That something can only be done with a game that is over.
pub fn once_over() -> String {
    gettext("This is possible once the game is over.")
}

/// That nothing more lies in the direction in which a reader wants to step through a game.
pub fn no_move_that_way(later: bool) -> String {
    match later {
        true => gettext("There is no later move."),
        false => gettext("There is no earlier move."),
    }
}

/// Why there is no hint while an earlier position of a game is shown that goes on.
pub fn hints_are_for_the_game() -> String {
    gettext("Hints are for the current position. Return to the game first.")
}

/// Why it cannot be asked what the computer saw in a move.
pub fn not_by_the_computer() -> String {
    gettext("The computer did not play this move.")
}

/// Why a player cannot resign in the place of the other.
pub fn not_for_the_opponent() -> String {
    gettext("You cannot resign for the opponent.")
}

/// Why there is no rematch of a game that came from elsewhere.
pub fn no_rematch() -> String {
    gettext("Only players who have just finished their game here can have a rematch.")
}

/// Why the panel with the moves cannot be hidden.
pub fn panel_stays() -> String {
    gettext("The side panel can be hidden in full screen only.")
}

/// Why what tells the best moves is not there, nor another review.
pub fn review_goes_on() -> String {
    gettext("This is possible once the review is over.")
}

fn cannot_move(role: Role) -> String {
    match role {
        Role::Pawn => gettext("No pawn can move to {square}."),
        Role::Knight => gettext("No knight can move to {square}."),
        Role::Bishop => gettext("No bishop can move to {square}."),
        Role::Rook => gettext("No rook can move to {square}."),
        Role::Queen => gettext("No queen can move to {square}."),
        Role::King => gettext("The king cannot move to {square}."),
    }
}

fn how_it_moves(role: Role) -> String {
    match role {
        Role::Pawn => gettext(
            "A pawn moves one square forward, two from where it starts, and never backward. It captures diagonally.",
        ),
        Role::Knight => gettext("A knight moves two squares straight and one to the side."),
        Role::Bishop => gettext("A bishop moves along diagonals."),
        Role::Rook => gettext("A rook moves along ranks and files."),
        Role::Queen => gettext("A queen moves along ranks, files and diagonals."),
        Role::King => gettext("A king moves one square in any direction."),
    }
}
