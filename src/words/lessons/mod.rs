//! The words of the help: what its chapters and lessons are called, what they say, and what to try. Those of how this
//! program is used stand here.

mod rules;
mod tactics;

use gettextrs::{gettext, pgettext};
use rank_and_file_core::training::lessons::{Chapter, Lesson};

use super::{gettext_f, typed_examples};

pub use tactics::{found_another, lesson_position, not_found, overlooks_mate};

/// The heading of a chapter.
pub fn chapter(chapter: Chapter) -> String {
    match chapter {
        Chapter::Playing => gettext("How to Play Here"),
        Chapter::Rules => gettext("The Rules"),
        Chapter::Tactics => gettext("Tactics and Endings"),
        Chapter::Verdicts => gettext("How a Game Ends"),
        Chapter::Refusals => gettext("Why a Move Is Refused"),
        // Translators: the heading above a table of keyboard shortcuts
        Chapter::Keys => pgettext("help", "Keys"),
    }
}

/// What a lesson is called.
pub fn lesson_title(lesson: Lesson) -> String {
    match lesson {
        Lesson::Motif(motif) => tactics::title(motif),
        Lesson::Verdict(reason) => super::reason(reason),
        Lesson::Refused(obstacle) => rules::refusal_title(obstacle),
        Lesson::Keys => gettext("All keys"),
        _ => playing_title(lesson)
            .or_else(|| rules::title(lesson))
            .unwrap_or_default(),
    }
}

/// What a lesson says, a paragraph each. The table of keys speaks for itself.
pub fn lesson_text(lesson: Lesson) -> Vec<String> {
    match lesson {
        Lesson::Motif(motif) => tactics::text(motif),
        Lesson::Verdict(reason) => rules::verdict_text(reason),
        Lesson::Refused(obstacle) => rules::refusal_text(obstacle),
        _ => playing_text(lesson)
            .or_else(|| rules::text(lesson))
            .unwrap_or_default(),
    }
}

/// What to do on the board of a lesson.
pub fn lesson_task(lesson: Lesson) -> Option<String> {
    match lesson {
        Lesson::Motif(motif) => tactics::task(motif),
        Lesson::Verdict(reason) => rules::verdict_task(reason),
        Lesson::Refused(obstacle) => rules::refusal_task(obstacle),
        Lesson::Moving => Some(gettext(
            "Try it: move the pawn from e2 to e4, then play for Black.",
        )),
        Lesson::Keyboard => Some(gettext(
            "Try it: press Tab until a square is framed, and move the pawn from e2 to e4 with the arrow keys and Enter.",
        )),
        _ => rules::task(lesson),
    }
}

/// Where the Laws say so: `FIDE Laws of Chess, article 5.1.1`.
pub fn lesson_article(lesson: Lesson) -> Option<String> {
    let number = lesson.article()?;
    Some(gettext_f(
        // Translators: where something stands in the official rules of chess
        "FIDE Laws of Chess, article {number}",
        &[("number", number)],
    ))
}

/// The board of a lesson, for those who hear it.
pub fn lesson_board(title: &str) -> String {
    gettext_f("Board: {lesson}", &[("lesson", title)])
}

fn playing_title(lesson: Lesson) -> Option<String> {
    Some(match lesson {
        Lesson::Beginning => gettext("Starting a game"),
        Lesson::Moving => gettext("Moving a piece"),
        Lesson::Keyboard => gettext("Playing with the keyboard"),
        Lesson::Offers => gettext("Offers, pauses, takebacks"),
        Lesson::Computer => gettext("Playing the computer"),
        Lesson::Correspondence => gettext("Playing by correspondence"),
        Lesson::Saving => gettext("Saving"),
        Lesson::LookingBack => gettext("Browsing moves"),
        Lesson::Reviewing => gettext("Analyzing a game"),
        // Translators: the title of a page of the help
        Lesson::SavedGames => pgettext("help", "Saved games"),
        // Translators: the title of a page of the help
        Lesson::Players => pgettext("help", "Players"),
        Lesson::Copies => gettext("Copying and printing"),
        _ => return None,
    })
}

fn playing_text(lesson: Lesson) -> Option<Vec<String>> {
    Some(match lesson {
        Lesson::Beginning => vec![
            gettext(
                "New Game asks who plays. Names of earlier players are suggested. The first player plays White, Black, or a random color.",
            ),
            gettext(
                "Set a clock there, even a different one for each player, or play without one.",
            ),
            gettext(
                "The players can agree that draws by threefold repetition and the fifty-move rule must be claimed instead of ending the game. Assistance is chosen for each of them: legal moves, threat warnings, hints, and a blunder check that holds back a move that simply loses a piece. All assistance given is saved in the game record.",
            ),
            gettext("Press Start Game to play. White moves first, and the players take turns."),
        ],
        Lesson::Moving => vec![
            gettext(
                "Click a piece, then the square to move to, or drag it there. The squares it can reach are marked.",
            ),
            gettext(
                "To castle, move the king two squares, or onto its rook. When a pawn reaches the last rank, you choose what it becomes.",
            ),
            gettext(
                "When a move cannot be played, the line beside the board says why, and the board shows it.",
            ),
        ],
        Lesson::Keyboard => vec![
            gettext(
                "Move between squares with the arrow keys. Enter or Space picks up a piece and puts it down, and Escape deselects it.",
            ),
            gettext(
                "In a game a move can also be typed, wherever the focus is: e4, Nf3, g1f3, O-O or e8=Q. Pieces are written K, Q, R, B and N, or with the letters of your language. The moves that fit are listed, Tab completes, and Enter plays.",
            ),
            gettext_f(
                // Translators: {words} is such as “help, last, clock”, {moves} such as “Knight to f3, Pawn captures on d5”
                "Moves can be typed in words, too: {moves}. And so can questions: {words}.",
                &[
                    ("moves", &typed_examples()),
                    ("words", "help, last, clock, material, attacks e5"),
                ],
            ),
            gettext(
                "Tab enters and leaves the board as a whole. Each square tells a screen reader its name and what stands there.",
            ),
        ],
        Lesson::Offers => vec![
            gettext(
                "The player to move can offer a draw. The opponent accepts, declines, or simply plays on, which declines too. Either player may resign at any time; the program asks who resigns.",
            ),
            gettext(
                "Takeback asks the opponent to undo the last move. Nothing is undone unless both agree.",
            ),
            gettext(
                "Pause stops the clocks and hides the position until Resume is pressed. While the computer sleeps, the clocks are stopped, too.",
            ),
        ],
        Lesson::Computer => vec![
            gettext(
                "The computer can be the second player, as one of ten people, each of whom has openings they like. Mia plays like a child who learned the moves a week ago, Oscar like a strong club player.",
            ),
            gettext(
                "It is a player like any other. It answers offers, may let you take back a move, and resigns when all is lost. The game is saved, counted and reviewed as all others are.",
            ),
            gettext(
                "Other engines, such as Stockfish, are chosen or added in the preferences, on the page Computer. The engine you choose can also be played: it stands beside “Built-In” when you start a game.",
            ),
        ],
        Lesson::Correspondence => vec![
            gettext(
                "Two players at two computers play one game in a folder that both share. A program such as Syncthing or Nextcloud keeps the folder the same on both. It is the folder of games, usually ~/.local/share/rank-and-file/games.",
            ),
            gettext(
                "Turn on Correspondence for a new game. Time per Move says how many days each player has for a move, if there is a limit. When the game is opened on the other computer, the program asks who plays there. From then on, each player moves only their own pieces, and no moves are taken back.",
            ),
            gettext(
                "A notification tells you what the opponent has played, at the latest when the program is started again.",
            ),
            gettext(
                "With Conditional Moves, in the menu of the game, you answer in advance: play a move that the opponent may make, then your answer. When the opponent makes that move and the program is running, your answer is played at once.",
            ),
            gettext(
                "When the opponent is out of time, Claim on Time in the menu ends the game. You win, or it is a draw if you cannot mate. Until you claim, the opponent may still move.",
            ),
        ],
        Lesson::Saving => vec![
            gettext(
                "Every move is saved as it is played; there is nothing you need to do. A game that is left, by closing the window or by a power cut, waits among the unfinished games.",
            ),
            gettext(
                "If the disk is full or the folder is missing, a message above the board says so. Play continues, and saving is tried again with each move.",
            ),
        ],
        Lesson::LookingBack => vec![
            gettext(
                "The arrows below the moves, or a click on a move, show earlier positions. The game itself stays as it is.",
            ),
            gettext(
                "In a finished game, Left and Right step through the moves, and Home and End go to its start and end.",
            ),
            gettext(
                "While the game goes on, nothing can be played in an earlier position: picking up a piece returns to the current position, and so does Escape.",
            ),
        ],
        Lesson::Reviewing => vec![
            gettext(
                "When a game is over, other moves can be tried in it: one that is played in an earlier position starts a variation. The game itself stays as it was played.",
            ),
            gettext(
                "Alt+Left and Alt+Right go along the variation that is shown, Alt+Up and Alt+Down to the previous and next one, and Escape returns to the game.",
            ),
            gettext(
                "Ctrl+E adds a comment to a move, and Ctrl+G adds an annotation such as ! or ? to the move or position. Arrows and circles are drawn with the right mouse button. All of this is saved with the game, and copied, exported and printed with it.",
            ),
            gettext(
                "Analysis shows who stands better and the best lines, as the computer sees them. Preferences say which engine is asked, or that none is.",
            ),
            gettext(
                "Review, with Ctrl+Shift+R, leads both players through the turning points of a game that is over: at each of them there is a better move to find, with hints and the proof. Puzzles, on the home page, lets you practice these mistakes and solve other puzzles.",
            ),
            gettext(
                "Openings in Your Games, with Ctrl+B, shows what was played from the position in your own games and how they ended.",
            ),
        ],
        Lesson::SavedGames => vec![
            gettext(
                "Saved Games has every game that was ever started here. Continue an unfinished one, or analyze a finished one.",
            ),
            gettext(
                "Ctrl+F searches by names, openings, results and dates. The buttons below the search entry choose a player, an opening, dates, ratings, a result or a time control. Sort By orders the list. Games that are selected with Select Games can be exported or moved to the trash.",
            ),
            gettext_f(
                // Translators: {moves} and {terms} are typed to search for games, such as “1. e4 e5” and “player:ann”
                "The search also takes moves ({moves}), a position as FEN, and filters such as {terms}.",
                &[
                    ("moves", "1. e4 e5 2. Nf3"),
                    ("terms", "player:ann, elo:>2000, date:2023..2025"),
                ],
            ),
            gettext(
                "Games in PGN files from other programs are imported from the menu, or by dropping the file onto the window. Paste a position as FEN to start a game from it.",
            ),
            gettext(
                "Deleted games lie in the trash of the desktop. Back Up and Restore Backup, in the main menu of the first page, keep everything in one file.",
            ),
        ],
        Lesson::Players => vec![
            gettext(
                "Players, in the menu, shows the results of each player, and the score between any two.",
            ),
            gettext("Merge two names of one person."),
        ],
        Lesson::Copies => vec![
            gettext(
                "Ctrl+C copies the game as PGN, which other chess programs read, and Ctrl+Shift+C the position that is shown as FEN.",
            ),
            gettext(
                "Ctrl+P prints the scoresheet with diagrams. The menu saves all of these as files, at any time in a game.",
            ),
        ],
        _ => return None,
    })
}
