//! Offers of a draw or a takeback in words: made, put to a player, declined, agreed to.

use gettextrs::gettext;
use rank_and_file_core::chess::Offer;
use rank_and_file_core::record::log::Header;

use super::names::{of_player, told_name};
use super::{ngettext, sentences};

/// An offer as it is put to the other player.
pub fn offer(offer: Offer, players: &Header) -> String {
    let (from, to) = (offer.by(), offer.by().other());
    let made = match offer {
        Offer::Draw { .. } => of_player(
            players,
            from,
            [
                gettext("White offers a draw."),
                gettext("Black offers a draw."),
                gettext("{name} offers a draw."),
            ],
            &[],
        ),
        Offer::Takeback { plies: 1, .. } => of_player(
            players,
            from,
            [
                gettext("White asks to take back the last move."),
                gettext("Black asks to take back the last move."),
                gettext("{name} asks to take back the last move."),
            ],
            &[],
        ),
        Offer::Takeback { plies: 2, .. } => of_player(
            players,
            from,
            [
                gettext("White asks to take back the last move of each player."),
                gettext("Black asks to take back the last move of each player."),
                gettext("{name} asks to take back the last move of each player."),
            ],
            &[],
        ),
        Offer::Takeback { plies, .. } => of_player(
            players,
            from,
            [
                ngettext(
                    "White asks to take back the last {count} move.",
                    "White asks to take back the last {count} moves.",
                    plies,
                ),
                ngettext(
                    "Black asks to take back the last {count} move.",
                    "Black asks to take back the last {count} moves.",
                    plies,
                ),
                ngettext(
                    "{name} asks to take back the last {count} move.",
                    "{name} asks to take back the last {count} moves.",
                    plies,
                ),
            ],
            &[],
        ),
    };
    if players.is_computer(to) {
        return made;
    }
    let answer = of_player(
        players,
        to,
        [
            gettext("White: accept or decline?"),
            gettext("Black: accept or decline?"),
            gettext("{name}: accept or decline?"),
        ],
        &[],
    );
    sentences(&[made, answer])
}

/// What the player who must answer an offer reads at the own side of the table. The last move is
/// named as it is written; a long name is cut, so that what is asked is not.
pub fn asked(offer: Offer, players: &Header, last: &str) -> String {
    let from = offer.by();
    let players = &shortly_named(players);
    match offer {
        Offer::Draw { .. } => of_player(
            players,
            from,
            [
                gettext("White offers a draw"),
                gettext("Black offers a draw"),
                gettext("{name} offers a draw"),
            ],
            &[],
        ),
        Offer::Takeback { plies: 1, .. } => of_player(
            players,
            from,
            [
                gettext("May White take back {move}?"),
                gettext("May Black take back {move}?"),
                gettext("May {name} take back {move}?"),
            ],
            &[("move", last)],
        ),
        Offer::Takeback { plies, .. } => of_player(
            players,
            from,
            [
                ngettext(
                    "May White take back {count} move?",
                    "May White take back {count} moves?",
                    plies,
                ),
                ngettext(
                    "May Black take back {count} move?",
                    "May Black take back {count} moves?",
                    plies,
                ),
                ngettext(
                    "May {name} take back {count} move?",
                    "May {name} take back {count} moves?",
                    plies,
                ),
            ],
            &[],
        ),
    }
}

/// That an offer was declined, in so many words or by a move.
pub(super) fn declined(offer: Offer, players: &Header) -> String {
    let by = offer.by().other();
    let said = match offer {
        Offer::Draw { .. } => [
            gettext("White declines the draw."),
            gettext("Black declines the draw."),
            gettext("{name} declines the draw."),
        ],
        Offer::Takeback { .. } => [
            gettext("White declines the takeback."),
            gettext("Black declines the takeback."),
            gettext("{name} declines the takeback."),
        ],
    };
    of_player(players, by, said, &[])
}

/// That moves were taken back.
pub fn taken_back(plies: usize) -> String {
    if plies == 2 {
        return gettext("The last move of each player was taken back.");
    }
    ngettext(
        "The last move was taken back.",
        "The last {count} moves were taken back.",
        plies,
    )
}

/// Letters of a name that leave the words around it their room at the side of the table.
const SHORT: usize = 12;

/// The players with names that are no longer than that.
fn shortly_named(players: &Header) -> Header {
    let short = |name: &str| {
        let name = told_name(name);
        match name.char_indices().nth(SHORT) {
            None => name.into_owned(),
            Some(_) => {
                let kept: String = name.chars().take(SHORT - 1).collect();
                format!("{}…", kept.trim_end())
            }
        }
    };
    Header {
        white: short(&players.white),
        black: short(&players.black),
        ..players.clone()
    }
}
