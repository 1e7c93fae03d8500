//! The words of the help: what its chapters and lessons are called, what they say, and what to try.

mod playing;
mod refusals;
mod rules;
mod tactics;
mod verdicts;

use gettextrs::{gettext, pgettext};
use rank_and_file_core::training::lessons::{Chapter, Lesson};

pub use tactics::{found, found_another, lesson_position, not_found, overlooks_mate};

use super::gettext_f;

/// The heading of a chapter.
pub fn chapter(chapter: Chapter) -> String {
    match chapter {
        Chapter::Playing => gettext("How to Play Here"),
        Chapter::Rules => gettext("The Rules"),
        Chapter::Tactics => gettext("Tactics and Endings"),
        Chapter::Verdicts => gettext("What Each Verdict Means"),
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
        Lesson::Refused(obstacle) => refusals::title(obstacle),
        Lesson::Keys => gettext("All keys"),
        _ => playing::title(lesson)
            .or_else(|| rules::title(lesson))
            .unwrap_or_default(),
    }
}

/// What a lesson says, a paragraph each. The table of keys speaks for itself.
pub fn lesson_text(lesson: Lesson) -> Vec<String> {
    match lesson {
        Lesson::Motif(motif) => tactics::text(motif),
        Lesson::Verdict(reason) => verdicts::text(reason),
        Lesson::Refused(obstacle) => refusals::text(obstacle),
        _ => playing::text(lesson)
            .or_else(|| rules::text(lesson))
            .unwrap_or_default(),
    }
}

/// What to do on the board of a lesson.
pub fn lesson_task(lesson: Lesson) -> Option<String> {
    match lesson {
        Lesson::Motif(motif) => tactics::task(motif),
        Lesson::Verdict(reason) => verdicts::task(reason),
        Lesson::Refused(obstacle) => refusals::task(obstacle),
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
