//! What each reason for the end of a game means.

use gettextrs::gettext;
use rank_and_file_core::chess::Reason;

pub(super) fn text(reason: Reason) -> Vec<String> {
    match reason {
        Reason::Checkmate => vec![
            gettext(
                "The king is in check, cannot go anywhere safe, and the checking piece cannot be captured or blocked. The player who gives the check wins at once.",
            ),
            gettext("“Why?” beside the verdict shows what keeps the king from every square."),
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
            "Where nobody claims a draw, the same position for the fifth time ends the game all the same. Nobody needs to ask for it.",
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
            "Where nobody claims a draw, seventy-five moves of each side without a capture or a pawn move end the game all the same. A move that mates counts first.",
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
                "Where the opponent could not mate by any series of legal moves, the game is a draw.",
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

pub(super) fn task(reason: Reason) -> Option<String> {
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
        Reason::TimeNoMatingMaterial => {
            gettext("White, with rook and pawn, is out of time. But a bare king mates nobody.")
        }
        Reason::Agreement | Reason::Resignation | Reason::Time | Reason::Other => return None,
    })
}
