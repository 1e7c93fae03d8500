//! What the keys do, in words.

use gettextrs::gettext;

/// What an action does that has keys; `None` for an action that is not known here.
#[must_use]
pub fn action(name: &str) -> Option<String> {
    Some(match name {
        "app.quit" => gettext("Quit"),
        "app.new-window" => gettext("New window"),
        "win.new-game" => gettext("New game"),
        "win.saved-games" => gettext("Saved games"),
        "win.import" => gettext("Import games"),
        "app.preferences" => gettext("Preferences"),
        "win.fullscreen" => gettext("Full screen"),
        "win.help" => gettext("Help"),
        "win.shortcuts" => gettext("Keyboard shortcuts"),
        "window.close" => gettext("Close the window"),
        "game.first" => gettext("First position"),
        "game.back" => gettext("One move back"),
        "game.forward" => gettext("One move forward"),
        "game.last" => gettext("Current position"),
        "game.previous-line" => gettext("The line before"),
        "game.next-line" => gettext("The next side line"),
        "game.panel" => gettext("Side panel in full screen"),
        "game.openings" => gettext("Openings in your games"),
        "game.analysis" => gettext("Analysis"),
        "game.review" => gettext("Review together"),
        "game.take-back" => gettext("Propose a takeback"),
        "game.tip" => gettext("Ask for a tip"),
        "game.turn-board" | "editor.turn-board" => gettext("Flip the board"),
        "game.copy-game" => gettext("Copy the game as PGN"),
        "game.copy-position" | "editor.copy-position" => gettext("Copy the position as FEN"),
        "game.print" => gettext("Print the scoresheet"),
        "game.read-clocks" => gettext("Read aloud what both clocks show"),
        "game.read-position" => gettext("Read aloud the pieces on the board"),
        "game.read-evaluation" => gettext("Read aloud who stands better"),
        "game.read-again" => gettext("Read aloud the last message"),
        "game.undo-edit" => gettext("Undo what was added"),
        "game.redo-edit" => gettext("Redo what was added"),
        "game.comment" => gettext("Comment on the move"),
        "game.comment-before" => gettext("Comment before a side line"),
        "game.glyphs" => gettext("Judge the move or the position"),
        "game.promote" => gettext("Promote the side line"),
        "game.delete-line" => gettext("Delete the side line from here"),
        "editor.undo" | "tiles.undo" => gettext("Undo"),
        "editor.redo" => gettext("Redo"),
        "tiles.read-scores" => gettext("Read aloud the score and the best one"),
        "tiles.read-board" => gettext("Read aloud the numbers on the board"),
        "tiles.read-again" => gettext("Read aloud the last message"),
        _ => return None,
    })
}
