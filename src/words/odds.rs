//! Material odds, in words.

use gettextrs::{gettext, pgettext};
use rank_and_file_core::rules::Odds;

/// What is given.
#[must_use]
pub fn odds(odds: Odds) -> String {
    match odds {
        // Translators: odds: a pawn less, and the other player begins
        Odds::PawnAndMove => pgettext("odds", "Pawn and Move"),
        Odds::Knight => pgettext("odds", "Knight"),
        Odds::Rook => pgettext("odds", "Rook"),
        Odds::Queen => pgettext("odds", "Queen"),
    }
}

/// Who begins without what.
#[must_use]
pub fn odds_start(odds: Odds) -> String {
    match odds {
        Odds::PawnAndMove => gettext("Black plays without the pawn on f7."),
        Odds::Knight => gettext("White plays without the knight on b1."),
        Odds::Rook => gettext("White plays without the rook on a1."),
        Odds::Queen => gettext("White plays without the queen."),
    }
}
