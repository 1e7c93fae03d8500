//! A review of a game in words: the task at a turning point, what came of a try, and what the game comes down to.

use gettextrs::{gettext, pgettext};
use rank_and_file_core::chess::{Chess, Color, Game, Move, Ply, Role};
use rank_and_file_core::engine::PawnTrait;
use rank_and_file_core::engine::human::{Finders, Motive, Reason, STRONGER};
use rank_and_file_core::record::log::Header;
use rank_and_file_core::record::study::Glyph;
use rank_and_file_core::training::analysis::GameSummary;
use rank_and_file_core::training::tutor::{Asset, Finding, Improvement, Plan, QuietHint};

use super::moves::piece_as_object;
use super::names::{Players, of_player, told_player};
use super::players::percent_of;
use super::tutor::{oversight, plan, to_be_found};
use super::{
    best_move, enumerate, filled, gettext_f, move_name, ngettext, ngettext_f, numbered, sentences,
};

/// That a player, or the opponent of the computer, is to find something better than a move.
pub fn find_better(header: &Header, side: Color, played: &str) -> String {
    let values = [("move", played)];
    if header.is_computer(side) {
        return gettext_f(
            "The computer played {move}. Find something better.",
            &values,
        );
    }
    of_player(
        header,
        side,
        [
            gettext("White, find something better than {move}."),
            gettext("Black, find something better than {move}."),
            gettext("{name}, find something better than {move}."),
        ],
        &values,
    )
}

/// What is to be done at a turning point, as a heading: whether a mistake of the opponent is to be answered, and whether
/// that wins something.
pub fn task_name(answers: bool, wins: bool) -> String {
    match (answers, wins) {
        // Translators: a heading: the opponent has made a mistake, and the move is looked for that takes advantage of it
        (true, true) => gettext("Punish It"),
        // Translators: a heading: the opponent has made a mistake that loses nothing at once, and the best reply is looked for
        (true, false) => gettext("Find the Best Reply"),
        // Translators: a heading: a better move than the one that was played is looked for
        (false, _) => gettext("Find Better"),
    }
}

/// How many players find what is to be found; of stronger ones, too, where that is clearly more.
pub fn found_by(finders: &Finders) -> String {
    let percent = |share: f64| percent_of((share * 100.0).round());
    let values = [
        ("share", &*percent(finders.share)),
        ("rating", &*finders.rating.to_string()),
        ("more", &*percent(finders.stronger)),
        ("higher", &*(finders.rating + STRONGER).to_string()),
    ];
    match finders.stronger - finders.share > 0.05 {
        true => gettext_f(
            // Translators: {share} and {more} are such as “40 %”, the others ratings such as 1500
            "{share} of players rated {rating} find the best move, and {more} of those rated {higher}.",
            &values,
        ),
        false => gettext_f(
            // Translators: {share} is such as “40 %”, {rating} such as 1500
            "{share} of players rated {rating} find the best move.",
            &values,
        ),
    }
}

/// How people come to play a move in a position: how many of them do, what draws them to it, and what as many play in its
/// place.
pub fn motive(motive: &Motive, here: &Chess, played: Move) -> String {
    let hundred = |share: f64| (share * 100.0).round();
    let values = [
        ("move", &*numbered(&Ply::play(here, played))),
        ("rating", &*motive.rating.to_string()),
    ];
    let many = match hundred(motive.share) as usize {
        0 => gettext_f(
            "Fewer than 1 of 100 players rated {rating} would play {move}.",
            &values,
        ),
        count => ngettext_f(
            // Translators: {rating} is such as 1500, {move} such as “14… Bxf3”
            "About {count} of 100 players rated {rating} would play {move}.",
            "About {count} of 100 players rated {rating} would play {move}.",
            count,
            &values,
        ),
    };
    if motive.is_forced {
        return sentences(&[many, gettext("No other move was possible.")]);
    }
    let mut reasons: Vec<String> = motive.reasons.iter().copied().map(reason).collect();
    let because = |reasons: &str| {
        gettext_f(
            // Translators: {reasons} is such as “it gives check and it castles”, about a move
            "People play it because {reasons}.",
            &[("reasons", reasons)],
        )
    };
    let why = match (reasons.pop(), &reasons[..]) {
        (None, _) => gettext("No single reason for it stands out."),
        (Some(only), []) => because(&only),
        (Some(last), first) => because(&filled(
            // Translators: why people play a move, such as “it gives check” and “it castles”
            pgettext("reasons", "{reasons} and {last}"),
            &[("reasons", &enumerate(first)), ("last", &last)],
        )),
    };
    let others = motive.others.iter().map(|other| {
        let name = numbered(&Ply::play(here, other.mv));
        let share = percent_of(hundred(other.share));
        gettext_f(
            // Translators: a move and how many play it, such as “14. d4 (40%)”
            "{move} ({share})",
            &[("move", &name), ("share", &share)],
        )
    });
    let others: Vec<String> = others.collect();
    let others = match others.is_empty() {
        true => gettext("No other move is as popular."),
        false => gettext_f(
            // Translators: {moves} is such as “14. Nf3 (40%), 14. d4 (30%)”
            "Other popular moves: {moves}.",
            &[("moves", &enumerate(&others))],
        ),
    };
    sentences(&[many, why, others])
}

/// What a person sees in a move, as a part of a sentence.
fn reason(reason: Reason) -> String {
    // A pawn is no piece to those who play.
    let either = |role: Role, pawn: String, piece: String| match role {
        Role::Pawn => pawn,
        _ => piece,
    };
    let (said, square) = match reason {
        Reason::Mates => (pgettext("what a move does", "it is checkmate"), None),
        Reason::Checks => (pgettext("what a move does", "it gives check"), None),
        Reason::Promotes => (pgettext("what a move does", "it promotes a pawn"), None),
        Reason::Castles => (pgettext("what a move does", "it castles"), None),
        Reason::Recaptures(on) => (
            pgettext("what a move does", "it recaptures on {square}"),
            Some(on),
        ),
        Reason::TakesLoose(on, role) => (
            either(
                role,
                pgettext(
                    "what a move does",
                    "it captures the undefended pawn on {square}",
                ),
                pgettext(
                    "what a move does",
                    "it captures the undefended piece on {square}",
                ),
            ),
            Some(on),
        ),
        Reason::TakesMore(on) => (
            pgettext(
                "what a move does",
                "it captures a more valuable piece on {square}",
            ),
            Some(on),
        ),
        Reason::Takes(on, role) => (
            either(
                role,
                pgettext("what a move does", "it captures a pawn on {square}"),
                pgettext("what a move does", "it captures a piece on {square}"),
            ),
            Some(on),
        ),
        Reason::Saves(from) => (
            pgettext(
                "what a move does",
                "it saves the attacked piece on {square}",
            ),
            Some(from),
        ),
        Reason::Defends(square) => (
            pgettext(
                "what a move does",
                "it defends {square}, which was attacked",
            ),
            Some(square),
        ),
        Reason::AttacksMore(on) => (
            pgettext(
                "what a move does",
                "it attacks a more valuable piece on {square}",
            ),
            Some(on),
        ),
        Reason::AttacksLoose(on, role) => (
            either(
                role,
                pgettext(
                    "what a move does",
                    "it attacks the undefended pawn on {square}",
                ),
                pgettext(
                    "what a move does",
                    "it attacks the undefended piece on {square}",
                ),
            ),
            Some(on),
        ),
        Reason::Develops => (pgettext("what a move does", "it develops a piece"), None),
        Reason::HoldsCenter => (
            pgettext("what a move does", "it puts a pawn in the center"),
            None,
        ),
        Reason::PushesPassed => (
            pgettext("what a move does", "it advances a passed pawn"),
            None,
        ),
        Reason::TakesFile => (
            pgettext(
                "what a move does",
                "it puts a rook on an open or half-open file",
            ),
            None,
        ),
        Reason::NearsKing => (
            pgettext("what a move does", "it aims at squares beside the king"),
            None,
        ),
        Reason::OpensLine => (
            pgettext("what a move does", "it opens a line for another piece"),
            None,
        ),
        Reason::StepsBack => (
            pgettext("what a move does", "it retreats from an attack"),
            None,
        ),
        Reason::LooksBest => (
            pgettext("what a move does", "nothing looks better at first glance"),
            None,
        ),
    };
    let square = square.map_or_else(String::new, |square| square.to_string());
    filled(said, &[("square", &square)])
}

/// That a mistake does not look like one by a short look.
pub fn looks_good() -> String {
    gettext("At first glance it loses nothing.")
}

/// That players overlook the answer to a mistake, which is told next.
pub fn they_overlook() -> String {
    gettext("Players who choose it overlook the reply.")
}

/// That the opponent has made a mistake with a move, or a blunder, which is to be answered; whether that wins something.
pub fn answer_it(
    header: &Header,
    side: Color,
    (mistake, blunder): (&str, bool),
    wins: bool,
) -> String {
    let asked = match (wins, blunder) {
        (true, false) => [
            gettext("{move} was a mistake. White, punish it."),
            gettext("{move} was a mistake. Black, punish it."),
            gettext("{move} was a mistake. {name}, punish it."),
        ],
        (true, true) => [
            gettext("{move} was a blunder. White, punish it."),
            gettext("{move} was a blunder. Black, punish it."),
            gettext("{move} was a blunder. {name}, punish it."),
        ],
        (false, false) => [
            gettext("{move} was a mistake. White, find the best reply."),
            gettext("{move} was a mistake. Black, find the best reply."),
            gettext("{move} was a mistake. {name}, find the best reply."),
        ],
        (false, true) => [
            gettext("{move} was a blunder. White, find the best reply."),
            gettext("{move} was a blunder. Black, find the best reply."),
            gettext("{move} was a blunder. {name}, find the best reply."),
        ],
    };
    of_player(header, side, asked, &[("move", mistake)])
}

/// A move of a player, maybe with the sign by which it is judged: `Ann: 4. Qxf3??`.
pub fn judged_move(header: &Header, side: Color, played: &str) -> String {
    gettext_f(
        // Translators: a move of a player, such as “Ann: 4. Qxf3??”
        "{name}: {move}",
        &[("name", &told_player(header, side)), ("move", played)],
    )
}

/// A move that is tried in place of the one that was played, maybe with the sign by which it is judged.
pub fn tried_move(tried: &str) -> String {
    // Translators: {move} is a move that was tried in place of the one in the game, such as “4. Qxf3??”
    gettext_f("Tried: {move}", &[("move", tried)])
}

/// How a move is judged, and how it changes the chances of its player, which are in percent.
pub fn chances(glyph: Glyph, before: f64, after: f64) -> String {
    let (before, after) = (before.round(), after.round());
    let lost = (before - after).max(0.0);
    let values = [
        ("before", &*percent_of(before)),
        ("after", &*percent_of(after)),
        ("lost", &*format!("{lost:.0}")),
    ];
    match glyph.0 {
        1 => gettext_f("Good move: {after} winning chances.", &values),
        2 => gettext_f(
            "Mistake: winning chances fall from {before} to {after} ({lost} points).",
            &values,
        ),
        4 => gettext_f(
            "Blunder: winning chances fall from {before} to {after} ({lost} points).",
            &values,
        ),
        5 => gettext_f("It wins, too: {after} winning chances.", &values),
        _ => gettext_f(
            "Inaccuracy: winning chances fall from {before} to {after} ({lost} points).",
            &values,
        ),
    }
}

/// That a move is weighed which was tried.
pub fn weighing(tried: &str) -> String {
    gettext_f("Evaluating {move}…", &[("move", tried)])
}

/// That a move could not be weighed.
pub fn not_weighed(tried: &str) -> String {
    gettext_f("Could not evaluate {move}. Try again.", &[("move", tried)])
}

/// That the best move was found.
pub fn tried_best(tried: &str) -> String {
    gettext_f("{move} is the best move.", &[("move", tried)])
}

/// That another move is as good as the best one; or `nearly`.
pub fn tried_as_good(tried: &str, nearly: bool) -> String {
    let values = [("move", tried)];
    match nearly {
        true => gettext_f("{move} is nearly as good as the best move.", &values),
        false => gettext_f("{move} is as good as the best move.", &values),
    }
}

/// That a move wins, but another one mates sooner.
pub fn tried_close(tried: &str) -> String {
    gettext_f(
        "{move} wins, too, but there is a quicker way.",
        &[("move", tried)],
    )
}

/// That a move is better than the one that was played, and still not good.
pub fn tried_better(tried: &str, played: &str) -> String {
    gettext_f(
        "{move} is better than {other}, but there is something better still.",
        &[("move", tried), ("other", played)],
    )
}

/// That a move loses chances.
pub fn tried_worse(tried: &str) -> String {
    gettext_f("{move} is not good enough.", &[("move", tried)])
}

/// That a move loses chances, but leaves a clear advantage.
pub fn tried_still_ahead(tried: &str) -> String {
    gettext_f(
        "{move} keeps a clear advantage, but there is something better.",
        &[("move", tried)],
    )
}

/// That the move that was played has been tried.
pub fn tried_played(tried: &str) -> String {
    gettext_f("{move} was played in the game.", &[("move", tried)])
}

/// What the player of a side plays at best against a move that was tried.
pub fn the_answer(players: &impl Players, side: Color, reply: &str) -> String {
    let answers = [
        gettext("White answers {move}."),
        gettext("Black answers {move}."),
        gettext("{name} answers {move}."),
    ];
    of_player(players, side, answers, &[("move", reply)])
}

/// What is best against a move that was played, whatever was played against it.
pub fn best_answer(reply: &str) -> String {
    gettext_f("The best answer is {move}.", &[("move", reply)])
}

/// The same where another move is shown.
pub fn best_answer_to(played: &str, reply: &str) -> String {
    let values = [("move", played), ("reply", reply)];
    gettext_f("After {move}, the best answer is {reply}.", &values)
}

/// The first hint: what there is to be found in a position, which these findings prove.
pub fn what_to_find(findings: &[Finding], start: &Chess) -> String {
    let Some(finding) = findings.first() else {
        return gettext("No immediate win, but a better move exists.");
    };
    to_be_found(finding, start)
}

/// The first hint where nothing is to be won: what a better move gains beside the one that was played.
pub fn what_to_gain(improvement: Improvement) -> String {
    use Improvement::{Opponents, Own};
    match improvement {
        Improvement::WinsMaterial(_) | Improvement::LosesLess => {
            gettext("Another move leads to more material.")
        }
        Improvement::KeepsMaterial => gettext("A loss of material can be avoided."),
        Own(Asset::Piece { .. }) => plan(Plan::Placement),
        Own(Asset::Mobility) => plan(Plan::Mobility),
        Own(Asset::King) => plan(Plan::King),
        Own(Asset::ActiveKing) => plan(Plan::ActiveKing),
        Own(Asset::PassedPawn(_)) => plan(Plan::Pawns(PawnTrait::Passed)),
        Own(Asset::IsolatedPawn(_) | Asset::BackwardPawn(_) | Asset::DoubledPawns(_)) => {
            gettext("A weakness in the pawns can be avoided.")
        }
        Opponents(Asset::Piece { .. }) => {
            gettext("A piece of the opponent can be made to stand worse.")
        }
        Opponents(Asset::Mobility) => gettext("The opponent’s pieces can be given less room."),
        Opponents(Asset::King) => gettext("The opponent’s king can be put in more danger."),
        Opponents(Asset::ActiveKing) => gettext("The opponent’s king can be kept less active."),
        Opponents(Asset::PassedPawn(_)) => {
            gettext("A passed pawn of the opponent can be held back.")
        }
        Opponents(Asset::IsolatedPawn(_) | Asset::BackwardPawn(_) | Asset::DoubledPawns(_)) => {
            gettext("The opponent’s pawns can be weakened.")
        }
        // Translators: a draw because a position is repeated
        Improvement::SavesDraw => gettext("A draw by repetition can be reached."),
        // Translators: a draw because a position is repeated
        Improvement::AvoidsDraw => gettext("A draw by repetition can be avoided."),
    }
}

/// The move to be found, as a heading.
pub fn solution(best: &str) -> String {
    gettext_f("Solution: {move}", &[("move", best)])
}

/// What was told of an earlier move of a line, while a later one is on the board, which it may name already.
pub fn told_before(told: &str, now: &str) -> String {
    if told.contains(now) {
        return told.to_owned();
    }
    // Translators: {told} are sentences about a move of a line, {now} is a later one, such as “10. Be3.”, after which the board is shown
    gettext_f(
        "{told} On the board: {now}",
        &[("told", told), ("now", now)],
    )
}

/// That something was found that is as good as the best move.
pub fn solution_found(best: &str) -> String {
    sentences(&[gettext("Solved!"), best_move(best)])
}

/// The third hint: the move. Also the beginning of the solution.
pub fn the_move(best: &str) -> String {
    gettext_f("Better: {move}.", &[("move", best)])
}

/// What the better move gains most of beside the one that was played.
pub fn improvement(improvement: Improvement, better: &str, played: &str) -> String {
    let what = match improvement {
        Improvement::Own(asset) | Improvement::Opponents(asset) => asset_at(asset),
        _ => String::new(),
    };
    let values = [
        ("move", better),
        ("other", played),
        ("piece", &what),
        ("file", &what),
    ];
    match improvement {
        Improvement::Own(Asset::Piece { .. }) => gettext_f(
            // Translators: {move} and {other} are two moves in the same position, {piece} is such as “the knight on d7” (in the accusative, where there is one), which stands better after the line of {move}
            "After {move}, {piece} is better placed than after {other}.",
            &values,
        ),
        Improvement::Opponents(Asset::Piece { .. }) => gettext_f(
            // Translators: {move} and {other} are two moves in the same position, {piece} is such as “the knight on d7” (in the accusative, where there is one), a piece of the opponent
            "After {move}, {piece} is worse placed than after {other}.",
            &values,
        ),
        Improvement::Own(Asset::Mobility) => gettext_f(
            "{move} leads to more room for the pieces than {other}.",
            &values,
        ),
        Improvement::Opponents(Asset::Mobility) => gettext_f(
            "{move} leads to less room for the opponent’s pieces than {other}.",
            &values,
        ),
        Improvement::Own(Asset::King) => {
            gettext_f("{move} leads to a safer king than {other}.", &values)
        }
        Improvement::Opponents(Asset::King) => gettext_f(
            "{move} leads to more danger for the opponent’s king than {other}.",
            &values,
        ),
        Improvement::Own(Asset::ActiveKing) => {
            gettext_f("{move} leads to a more active king than {other}.", &values)
        }
        Improvement::Opponents(Asset::ActiveKing) => gettext_f(
            "{move} leads to a less active king for the opponent than {other}.",
            &values,
        ),
        Improvement::Own(Asset::PassedPawn(_)) => gettext_f(
            // Translators: {file} is a letter, such as “c”
            "{move} leads to a stronger passed pawn on the {file}-file than {other}.",
            &values,
        ),
        Improvement::Opponents(Asset::PassedPawn(_)) => gettext_f(
            // Translators: {file} is a letter, such as “c”
            "{other} leads to a stronger passed pawn for the opponent on the {file}-file than {move}.",
            &values,
        ),
        Improvement::Own(Asset::IsolatedPawn(_)) => gettext_f(
            // Translators: {file} is a letter, such as “c”
            "{other} leads to an isolated pawn on the {file}-file; {move} does not.",
            &values,
        ),
        Improvement::Opponents(Asset::IsolatedPawn(_)) => gettext_f(
            // Translators: {file} is a letter, such as “c”
            "{move} leads to an isolated pawn for the opponent on the {file}-file; {other} does not.",
            &values,
        ),
        Improvement::Own(Asset::BackwardPawn(_)) => gettext_f(
            // Translators: {file} is a letter, such as “c”
            "{other} leads to a backward pawn on the {file}-file; {move} does not.",
            &values,
        ),
        Improvement::Opponents(Asset::BackwardPawn(_)) => gettext_f(
            // Translators: {file} is a letter, such as “c”
            "{move} leads to a backward pawn for the opponent on the {file}-file; {other} does not.",
            &values,
        ),
        Improvement::Own(Asset::DoubledPawns(_)) => gettext_f(
            // Translators: {file} is a letter, such as “c”
            "{other} leads to doubled pawns on the {file}-file; {move} does not.",
            &values,
        ),
        Improvement::Opponents(Asset::DoubledPawns(_)) => gettext_f(
            // Translators: {file} is a letter, such as “c”
            "{move} leads to doubled pawns for the opponent on the {file}-file; {other} does not.",
            &values,
        ),
        Improvement::WinsMaterial(_) => {
            gettext_f("{move} leads to more material than {other}.", &values)
        }
        Improvement::KeepsMaterial => gettext_f(
            "{other} leads to a loss of material; {move} does not.",
            &values,
        ),
        Improvement::LosesLess => gettext_f(
            "{move} leads to a smaller loss of material than {other}.",
            &values,
        ),
        Improvement::SavesDraw => gettext_f(
            // Translators: a draw by repetition
            "{move} leads to a draw by repetition; {other} does not.",
            &values,
        ),
        Improvement::AvoidsDraw => gettext_f(
            // Translators: a draw by repetition
            "{other} allows a draw by repetition; {move} avoids it.",
            &values,
        ),
    }
}

/// The piece that stands better or worse, or the file with such a pawn.
fn asset_at(asset: Asset) -> String {
    match asset {
        Asset::Piece { piece, at } => piece_as_object(piece, at),
        Asset::PassedPawn(file)
        | Asset::IsolatedPawn(file)
        | Asset::BackwardPawn(file)
        | Asset::DoubledPawns(file) => file.to_string(),
        Asset::Mobility | Asset::King | Asset::ActiveKing => String::new(),
    }
}

/// That nothing can be said of why a move is better.
pub fn reason_lies_deeper() -> String {
    gettext("The reason lies deeper than this line shows.")
}

/// What it is called that players do.
pub fn the_review() -> String {
    gettext("Review")
}

/// Which turning point it is, and of how many that are known.
pub fn turning_point(number: usize, all: usize) -> String {
    gettext_f(
        "Turning Point {number} of {count}",
        &[("number", &number.to_string()), ("count", &all.to_string())],
    )
}

/// That there is a hint at a turning point alone.
pub fn no_turning_point_here() -> String {
    gettext("Go to a turning point first.")
}

/// That no hint says more.
pub fn no_more_hints() -> String {
    gettext("No more hints.")
}

/// How many turning points there are, while more may be found and afterwards.
pub fn turning_points((count, mistakes): (usize, usize), growing: bool) -> String {
    match (count, growing) {
        (0, true) => gettext("Looking for turning points…"),
        (0, false) => gettext("No serious mistakes."),
        (count, true) => ngettext(
            "{count} turning point so far.",
            "{count} turning points so far.",
            count,
        ),
        (count, false) if count < mistakes => ngettext_f(
            // Translators: {mistakes} is a greater number than {count}
            "There is {count} turning point among {mistakes} mistakes and blunders.",
            "There are {count} turning points among {mistakes} mistakes and blunders.",
            count,
            &[("mistakes", &mistakes.to_string())],
        ),
        (count, false) => ngettext(
            "There is {count} turning point.",
            "There are {count} turning points.",
            count,
        ),
    }
}

/// How many better moves were found of those that were looked for, and how many of them at the first try and without a
/// hint, and after a hint that told the move, where there are any.
pub fn better_moves_found(found: usize, all: usize, at_once: usize, told: usize) -> String {
    let values = [
        ("found", &*found.to_string()),
        ("all", &*all.to_string()),
        ("count", &*at_once.to_string()),
    ];
    let found = match at_once {
        0 => gettext_f("Better moves found: {found} of {all}.", &values),
        _ => gettext_f(
            // Translators: {count} is how many of the {found}
            "Better moves found: {found} of {all}, {count} unaided at once.",
            &values,
        ),
    };
    let told = (told > 0).then(|| {
        ngettext(
            // Translators: of the better moves that were found in a review
            "{count} of them was told by a hint.",
            "{count} of them were told by hints.",
            told,
        )
    });
    sentences(&[found, told.unwrap_or_default()])
}

/// The first hint where nothing is to be won.
pub fn quiet_hint(hint: QuietHint, played: &str) -> String {
    match hint {
        QuietHint::Gains(improvement) => what_to_gain(improvement),
        QuietHint::Oversight(why) => oversight(why, played),
        QuietHint::Prevents => gettext("A better move prevents that reply."),
        QuietHint::Plan(better) => plan(better),
    }
}

/// What a game comes down to.
pub fn game_summary(summary: GameSummary, game: &Game, header: &Header) -> String {
    match summary {
        GameSummary::Decided(ply) => decided(game, ply),
        GameSummary::AlwaysClear(side) => of_player(
            header,
            side,
            [
                gettext("White had a clear advantage from start to finish."),
                gettext("Black had a clear advantage from start to finish."),
                gettext("{name} had a clear advantage from start to finish."),
            ],
            &[],
        ),
        GameSummary::Undecided => gettext("The final position was undecided."),
        GameSummary::ClearAtEnd(side) => of_player(
            header,
            side,
            [
                gettext("White had a clear advantage in the final position."),
                gettext("Black had a clear advantage in the final position."),
                gettext("{name} had a clear advantage in the final position."),
            ],
            &[],
        ),
        GameSummary::Balanced => gettext("Neither side ever had a clear advantage."),
        GameSummary::LetGo(side, ply) => let_go(game, header, side, ply),
    }
}

fn decided(game: &Game, ply: usize) -> String {
    let said =
        |after: String| gettext_f("After {move}, the game was decided.", &[("move", &after)]);
    move_name(game, ply).map_or_else(String::new, said)
}

fn let_go(game: &Game, header: &Header, side: Color, ply: usize) -> String {
    let Some(after) = move_name(game, ply) else {
        return gettext("One side had a clear advantage at first, but nobody won.");
    };
    of_player(
        header,
        side,
        [
            gettext("White last had a clear advantage after {move}."),
            gettext("Black last had a clear advantage after {move}."),
            gettext("{name} last had a clear advantage after {move}."),
        ],
        &[("move", &after)],
    )
}

/// That what was found is among the notes of the game now.
pub fn findings_kept() -> String {
    gettext("Turning points added as comments and variations.")
}
