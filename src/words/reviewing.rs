//! What is said while a game is looked through afterwards: of side lines, of what is noted, and of what
//! cannot be added or saved.

use std::io;

use gettextrs::gettext;
use rank_and_file_core::library::KeepFault;
use rank_and_file_core::study::Notes;

use super::annotating::glyph;
use super::{Said, gettext_f, io_error, sentence};

/// That the board shows a position of a side line: the one after the move; to those who hear it, also
/// instead of which move of the line above it is played.
#[must_use]
pub fn in_side_line(after: &str, instead: Option<&str>) -> Said {
    let shown = gettext_f("Side line: after {move}.", &[("move", after)]);
    let spoken = match instead {
        Some(instead) => gettext_f(
            // Translators: both are moves with their numbers, such as “14. Bxc6” and “14. Ba4”
            "Side line: after {move}, instead of {other}.",
            &[("move", after), ("other", instead)],
        ),
        None => gettext_f(
            "Side line: after {move}, where the game has ended.",
            &[("move", after)],
        ),
    };
    Said::new(shown, spoken)
}

/// What leads back from a side line to where it leaves the game.
#[must_use]
pub fn return_from_side_line() -> String {
    gettext("Side line · Return to Game")
}

/// What is noted at a place, in sentences.
#[must_use]
pub fn noted(notes: &Notes) -> Vec<String> {
    let glyphs = notes.glyphs.iter().map(|other| glyph(*other));
    let comments = [&notes.before, &notes.comment];
    let comments = comments.into_iter().filter(|comment| !comment.is_empty());
    glyphs
        .map(|name| sentence(&name))
        .chain(comments.cloned())
        .collect()
}

/// That a game that is not among the saved ones has to be so before it goes on.
#[must_use]
pub fn keep_first() -> String {
    gettext("Import this game to continue it.")
}

/// That what was added to a game cannot be saved with the one that is among the saved ones.
#[must_use]
pub fn other_notes() -> String {
    gettext(
        "Your changes are not saved: the saved copy of this game has other notes, or is open elsewhere",
    )
}

/// That what was added last is not in its file, why, and what can be done.
#[must_use]
pub fn study_not_saved(error: &io::Error) -> String {
    let fault = error.get_ref().and_then(|fault| fault.downcast_ref());
    let why = match fault {
        Some(KeepFault::Elsewhere) => gettext("This game is open elsewhere."),
        Some(KeepFault::Changed) => {
            return gettext(
                "The last changes are not saved, because the notes on this game were changed elsewhere. Copy the game to keep yours, and open it again.",
            );
        }
        None => io_error(error),
    };
    gettext_f(
        "The last changes are not saved. {why} You can go on; each change tries again.",
        &[("why", &why)],
    )
}

/// That the disk takes its time, so that what was added last is not in its file yet.
#[must_use]
pub fn study_slow_disk() -> String {
    gettext("The last changes are not saved yet: the disk is slow. You can go on.")
}
