//! How well the computer plays, in words.

use gettextrs::{gettext, pgettext};
use rank_and_file_core::engine::{Computer, Level};

use super::gettext_f;

/// Who plays about as well.
#[must_use]
pub fn strength(computer: &Computer) -> String {
    match computer {
        Computer::Level(level) => like(*level),
        Computer::Engine(_) => gettext("An engine, as strong as the preferences let it be"),
    }
}

/// The same with its level or its name, for those who hear it.
#[must_use]
pub fn strength_said(computer: &Computer) -> String {
    let who = match computer {
        Computer::Level(level) => {
            let number = level.number().to_string();
            gettext_f("Level {level}", &[("level", &number)])
        }
        Computer::Engine(_) => computer.name(),
    };
    [who, strength(computer)].join(&pgettext("list", ", "))
}

fn like(level: Level) -> String {
    match level.number() {
        // Translators: how strong the computer plays; from here to the end of the ten, each is stronger
        1 => gettext("A child’s first week"),
        2 => gettext("A child’s first month"),
        3 => gettext("A beginner"),
        4 => gettext("Somebody who plays now and then"),
        5 => gettext("Somebody who plays often"),
        6 => gettext("A good player among friends"),
        7 => gettext("The best player among friends"),
        8 => gettext("A newcomer to a chess club"),
        9 => gettext("A club player"),
        _ => gettext("A strong club player"),
    }
}
