//! Help that the players have agreed on: tips, threats, moves that are held back, and how often somebody was helped.

use gettextrs::gettext;
use rank_and_file_core::rules::{ByColor, Chess, Color, Ply, Position};
use rank_and_file_core::tutor::{Claim, Explanation, Gain, Loss, Threat};

use super::{
    Players, best_line, claim, gettext_f, ngettext_f, of_player, piece_on, sentences, what_moves,
};

/// A tip for a position of which the best line is known: whether there is something to win, then the piece, then
/// the move.
#[must_use]
pub fn tip(step: u8, position: &Chess, best: &Explanation) -> String {
    let foremost = Claim::foremost(&best.claims);
    let Some((first, ply)) = foremost.zip(first_ply(position, best)) else {
        return gettext("There is nothing to win at once, as far as can be proven.");
    };
    let (from, _) = ply.squares();
    match step {
        0 | 1 => gettext("There is something to win here."),
        2 => what_moves(&piece_on(position.board(), from)),
        _ => sentences(&[
            gettext_f("Play {move}.", &[("move", &ply.san.to_string())]),
            why(first, position),
        ]),
    }
}

/// What a claim says, where it says it of a position that is seen at once; else the line that leads there. Where it says
/// no more than what is won, both.
fn why(proven: &Claim, position: &Chess) -> String {
    let line = || {
        let line = Ply::line(position, &proven.line).map(|ply| ply.san.to_string());
        best_line(&line.collect::<Vec<_>>().join(" "))
    };
    if proven.gain == Gain::Mate {
        return claim(proven, position);
    }
    match proven.motif {
        None => sentences(&[line(), claim(proven, position)]),
        Some(_) if proven.at == 0 => claim(proven, position),
        Some(_) => line(),
    }
}

/// That it takes a moment until there is a tip.
#[must_use]
pub fn looking_for_a_tip() -> String {
    gettext("Looking for something to win…")
}

/// What the opponent of a side threatens, in a position in which that opponent would be to move.
#[must_use]
pub fn threat(players: &impl Players, threat: &Threat) -> String {
    let Threat { passed, explained } = threat;
    let ply = first_ply(passed, explained);
    let san = ply.map(|ply| ply.san.to_string()).unwrap_or_default();
    let threatens = of_player(
        players,
        passed.turn(),
        [
            gettext("White threatens {move}."),
            gettext("Black threatens {move}."),
            gettext("{name} threatens {move}."),
        ],
        &[("move", &san)],
    );
    let why = Claim::foremost(&explained.claims).map(|first| why(first, passed));
    let said: Vec<String> = [threatens].into_iter().chain(why).collect();
    sentences(&said)
}

/// Why a move is held back that would lose something.
#[must_use]
pub fn held_back(played: &Ply, loss: &Loss) -> String {
    let san = played.san.to_string();
    let answer = Ply::play(&played.position, loss.answer).san.to_string();
    sentences(&[
        gettext_f(
            "After {move} comes {answer}.",
            &[("move", &san), ("answer", &answer)],
        ),
        why(&loss.claim, &played.position),
        gettext_f("Play {move} again if you mean it.", &[("move", &san)]),
    ])
}

/// Who was helped in a game, and how often: `Ann was helped 2 times`; nothing of whoever was not.
#[must_use]
pub fn helped(players: &impl Players, helped: ByColor<u32>) -> Vec<String> {
    let said = |side: Color| {
        let count = *helped.get(side);
        let times = count as usize;
        let said = [
            ngettext_f(
                "White was helped {count} time",
                "White was helped {count} times",
                times,
                &[],
            ),
            ngettext_f(
                "Black was helped {count} time",
                "Black was helped {count} times",
                times,
                &[],
            ),
            ngettext_f(
                "{name} was helped {count} time",
                "{name} was helped {count} times",
                times,
                &[],
            ),
        ];
        (count > 0).then(|| of_player(players, side, said, &[]))
    };
    Color::ALL.into_iter().filter_map(said).collect()
}

/// How often a player was helped: `Helped 3 times`; empty for who was not.
#[must_use]
pub fn helped_times(count: u32) -> String {
    match count {
        0 => String::new(),
        count => ngettext_f(
            "Helped {count} time",
            "Helped {count} times",
            count as usize,
            &[],
        ),
    }
}

fn first_ply(position: &Chess, best: &Explanation) -> Option<Ply> {
    Some(Ply::play(position, *best.line.first()?))
}
