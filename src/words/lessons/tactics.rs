//! The motifs by which games are won and saved, lesson by lesson, and what is said of moves that are tried there.

use gettextrs::gettext;
use rank_and_file_core::training::tutor::Motif;

use crate::words::{gettext_f, sentences};

pub(super) fn title(motif: Motif) -> String {
    match motif {
        Motif::MateIn2 => gettext("Mate in a few moves"),
        Motif::BackRankMate => gettext("Mate on the back rank"),
        Motif::SmotheredMate => gettext("Smothered mate"),
        Motif::Fork => gettext("The fork"),
        Motif::Pin => gettext("The pin"),
        Motif::Skewer => gettext("The skewer"),
        Motif::DiscoveredAttack => gettext("Discovered attack"),
        Motif::DoubleCheck => gettext("Double check"),
        Motif::HangingPiece => gettext("Hanging pieces"),
        Motif::TrappedPiece => gettext("Trapped pieces"),
        Motif::Deflection => gettext("Deflection"),
        Motif::Attraction => gettext("Attraction"),
        Motif::CapturingDefender => gettext("Capturing the defender"),
        Motif::Intermezzo => gettext("In-between move"),
        Motif::XRayAttack => gettext("X-ray attack"),
        Motif::Zugzwang => gettext("Zugzwang"),
        Motif::Promotion => gettext("Promoting a pawn"),
        Motif::UnderPromotion => gettext("Underpromotion"),
        Motif::UnstoppablePawn => gettext("The square of the pawn"),
        Motif::Opposition => gettext("The opposition"),
        Motif::WrongBishop => gettext("The wrong bishop"),
        _ => String::new(),
    }
}

pub(super) fn text(motif: Motif) -> Vec<String> {
    let paragraph = match motif {
        Motif::MateIn2 => gettext(
            "Look at every check first: it leaves the opponent few answers, and you can go through all of them. Then look for the quiet move that takes the king’s last square. In a mate in two, every answer is met by mate.",
        ),
        Motif::BackRankMate => gettext(
            "A king behind its own pawns is safe from the front, but it has no way out there either. A rook or a queen that gives check along the king’s first rank mates, if nothing can step in between. So count what defends that rank. Your own king needs an escape square, too.",
        ),
        Motif::SmotheredMate => gettext(
            "A king with its own pieces all around it cannot move, and nothing can step in between when a knight gives check. If one square beside the king is still free, a sacrifice may force the opponent to fill it.",
        ),
        Motif::Fork => gettext(
            "One piece attacks two at once, and only one of them can get away. Knights do this best, as what they attack rarely attacks them; but every piece can, even a pawn. Look for a check that also attacks an undefended piece.",
        ),
        Motif::Pin => gettext(
            "A piece that stands between its king and an attacker may not leave that line: it is pinned. So it does not defend what it seems to defend, and it cannot run away when it is attacked once more.",
        ),
        Motif::Skewer => gettext(
            "Two pieces stand on one line, and the more valuable one is in front. It is attacked and must go; what stood behind it is captured. Often it is the king that has to go.",
        ),
        Motif::DiscoveredAttack => gettext(
            "A piece moves away and opens a line for another one behind it. So one move makes two threats. It is strongest with check: while the king is being saved, the other piece captures what it likes.",
        ),
        Motif::DoubleCheck => gettext(
            "Two pieces give check at once. To capture one of them or to step in between does not help against the other, so the king has to move. That is why these pieces may even stand where they could be captured.",
        ),
        Motif::HangingPiece => gettext(
            "An undefended piece can be captured for nothing: it hangs. After each move of the opponent, ask what it no longer defends. Before you capture, see what your own piece leaves behind.",
        ),
        Motif::TrappedPiece => gettext(
            "A piece that is attacked and has no safe square is lost, even if it is not captured yet. Look for pieces far from home, at the edge, or behind their own pawns. Attack them with something that is worth less.",
        ),
        Motif::Deflection => gettext(
            "A piece that defends something is drawn away from it, by a check or by something that it has to capture. Ask of every defender what falls when it is gone. A piece that defends two things can be drawn away from one of them.",
        ),
        Motif::Attraction => gettext(
            "Something is offered on a square where the king or a valuable piece does not want to be. It has to capture, and there the fork, the pin or the mate waits for it.",
        ),
        Motif::CapturingDefender => gettext(
            "If what you want to capture is defended, look at its defender. Capture that first, even for a piece of the same worth. What it defended can be captured next.",
        ),
        Motif::Intermezzo => gettext(
            "To recapture at once is natural, but not always best. If there is a check or a greater threat, it can come first. The piece to recapture does not run away.",
        ),
        Motif::XRayAttack => gettext(
            "Queens, rooks and bishops also defend and attack through a piece that will leave their line. When you count what captures on a square, count the pieces behind others, too.",
        ),
        Motif::Zugzwang => gettext(
            "A player to move must move, even if every move makes things worse. In endings with few pieces this decides games. When the opponent could hold everything by waiting, take the waiting moves away.",
        ),
        Motif::Promotion => gettext(
            "A pawn that nothing can stop becomes a queen. So it may be worth a piece to open its way, or to draw away the defender of the square in front of it.",
        ),
        Motif::UnderPromotion => gettext(
            "A pawn does not have to become a queen. A knight attacks squares that a queen does not, and may fork or mate at once. And if a queen would leave the other king no move, a rook wins and no stalemate spoils it.",
        ),
        Motif::UnstoppablePawn => {
            return vec![
                gettext(
                    "Does the king catch the pawn? You need not count move by move. Imagine a square with one side from the pawn to its last rank. A king that stands in this square after its move catches the pawn; another one comes too late.",
                ),
                gettext(
                    "A pawn that has not moved goes two squares at once, so count it as if it were one square ahead. And what stands in the king’s way makes its way longer.",
                ),
            ];
        }
        Motif::Opposition => gettext(
            "When the kings face each other with one square between them, neither can go ahead. The player to move must give way. So go there when the opponent has to move next: with the pawn you get through, and against it you hold it back.",
        ),
        Motif::WrongBishop => gettext(
            "A pawn at the edge promotes in a corner. If its bishop goes on squares of the other color, it never attacks this corner. Then a lone king that comes there cannot be driven out: it moves to and fro, or it is stalemated, and the game is a draw.",
        ),
        _ => return Vec::new(),
    };
    vec![paragraph]
}

pub(super) fn task(motif: Motif) -> Option<String> {
    Some(match motif {
        Motif::MateIn2 => gettext("White to move. Find the way to mate."),
        Motif::BackRankMate => gettext("White to move. Find the mate on the back rank."),
        Motif::SmotheredMate => gettext("White to move. The knight mates: find out how."),
        Motif::Fork => gettext("White to move. Find the fork."),
        Motif::Pin => gettext("White to move. A pin decides: make it, or make use of it."),
        Motif::Skewer => gettext("White to move. Find the skewer."),
        Motif::DiscoveredAttack => {
            gettext("White to move. Open a line for the piece behind another one.")
        }
        Motif::DoubleCheck => gettext("White to move. Give check with two pieces at once."),
        Motif::HangingPiece => gettext("White to move. Which black piece hangs?"),
        Motif::TrappedPiece => gettext("White to move. Win a piece that has no safe square."),
        Motif::Deflection => gettext("White to move. Draw a defender away."),
        Motif::Attraction => {
            gettext("White to move. Draw a piece to where it does not want to be.")
        }
        Motif::CapturingDefender => {
            gettext("White to move. Capture the piece that defends another one.")
        }
        Motif::Intermezzo => gettext("White to move. Before you recapture: what can come first?"),
        Motif::XRayAttack => gettext("White to move. Attack through another piece."),
        Motif::Zugzwang => gettext("White to move. Leave Black no good move."),
        Motif::Promotion => gettext("White to move. Bring a pawn to its last rank."),
        Motif::UnderPromotion => {
            gettext("White to move. Promote: which piece is better than a queen?")
        }
        Motif::UnstoppablePawn => gettext("White to move. Find the pawn that cannot be caught."),
        Motif::Opposition => gettext("White to move. Take the opposition."),
        Motif::WrongBishop => gettext("White to move. Black has far more material: save the draw."),
        _ => return None,
    })
}

/// Which of several positions of a lesson is shown.
pub fn lesson_position(number: usize, count: usize) -> String {
    gettext_f(
        "Puzzle {number} of {count}.",
        &[
            ("number", &number.to_string()),
            ("count", &count.to_string()),
        ],
    )
}

/// That another move than the known one does as well.
pub fn found_another(played: &str) -> String {
    gettext_f(
        // Translators: {move} is a move such as “Nf6+”
        "{move} is as good as the move of this lesson.",
        &[("move", played)],
    )
}

/// That a move wins, but another one mates, or mates sooner.
pub fn overlooks_mate(played: &str) -> String {
    gettext_f(
        "{move} is good, but there is a quicker mate. Try again.",
        &[("move", played)],
    )
}

/// That a move of White is not the wanted one: how it is answered, and what that proves.
pub fn not_found(played: &str, answer: &str, proven: Option<String>) -> String {
    let answered = if answer.is_empty() {
        gettext_f("{move} gives the chance away.", &[("move", played)])
    } else {
        gettext_f(
            // Translators: both are moves such as “Nf6+”: the one of White that was tried, and the best answer
            "{move} is not the best move: Black answers {answer}.",
            &[("move", played), ("answer", answer)],
        )
    };
    let all: Vec<String> = [answered]
        .into_iter()
        .chain(proven)
        .chain([gettext("Try again.")])
        .collect();
    sentences(&all)
}
