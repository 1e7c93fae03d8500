//! What a line proves, in one sentence a claim.

use gettextrs::gettext;
use rank_and_file_core::engine::Verdict;
use rank_and_file_core::rules::{Chess, Ply, Position, Role, Square};
use rank_and_file_core::tutor::{Claim, Gain, Motif};

use super::phrases::{becomes, doer, object, wins};
use super::{gettext_f, ngettext_f};

/// The sentence for what a line proves that begins in a position: where no motif is proven, what it wins.
#[must_use]
pub fn claim(claim: &Claim, start: &Chess) -> String {
    let Some(motif) = claim.motif else {
        return ends_in(claim, start);
    };
    let plies: Vec<Ply> = Ply::line(start, &claim.line).take(claim.at + 1).collect();
    let Some(ply) = plies.get(claim.at) else {
        return String::new();
    };
    let (after, san) = (ply.position.board(), ply.san.to_string());
    // As it stood before the move: what that takes is gone afterwards.
    let before = claim.at.checked_sub(1).and_then(|last| plies.get(last));
    let before = before.map_or(start, |last| &last.position).board();
    let role = after.role_at(claim.by);
    let by = role.map(|role| doer(role, claim.by)).unwrap_or_default();
    let first = claim.on.first();
    let square = first.map(Square::to_string).unwrap_or_default();
    let taken = first.map(|on| object(before, *on)).unwrap_or_default();
    let values = [
        ("move", &*san),
        ("piece", &by),
        ("by", &claim.by.to_string()),
        ("square", &square),
        ("taken", &taken),
    ];
    match motif {
        Motif::MateIn1 => gettext_f("{move} is mate.", &values),
        Motif::MateIn2 | Motif::MateIn3 | Motif::MateIn4 | Motif::MateIn5 => mate(claim, start),
        Motif::BackRankMate => gettext_f(
            "The king on {square} cannot leave its rank, as its own pieces are in its way, and is mated there.",
            &values,
        ),
        Motif::SmotheredMate => gettext_f(
            "The king on {square} has its own pieces all around it, and the knight on {by} mates it.",
            &values,
        ),
        // Translators: {piece} is such as “The rook on e1”
        Motif::DiscoveredCheck => {
            gettext_f("{piece} gives check, as {move} opens the way.", &values)
        }
        Motif::DoubleCheck => gettext_f(
            "{move} gives check with two pieces at once, so the king must move.",
            &values,
        ),
        // Translators: {taken} is such as “the knight on e5”
        Motif::HangingPiece if is_unguarded(claim, start) => {
            gettext_f("Nobody guards {taken}.", &values)
        }
        // Translators: {taken} is such as “the knight on e5”
        Motif::HangingPiece | Motif::Underdefended => gettext_f(
            "{move} takes {taken}, and taking back does not make up for it.",
            &values,
        ),
        Motif::Promotion | Motif::UnderPromotion => {
            role.map(|role| becomes(role, claim.by)).unwrap_or_default()
        }
        Motif::EnPassant => gettext_f("{move} takes a pawn en passant.", &values),
        Motif::UnstoppablePawn => gettext_f(
            "The pawn on {by} gets to its last rank before the king on {square} can catch it.",
            &values,
        ),
        Motif::Opposition if claim.gain == Gain::Draw => gettext_f(
            "The kings on {by} and {square} face each other with the other side to move, so the pawn does not get through.",
            &values,
        ),
        Motif::Opposition => gettext_f(
            "The kings on {by} and {square} face each other with the other side to move: its king must give way, and the pawn gets through.",
            &values,
        ),
        Motif::WrongBishop => gettext_f(
            "The bishop on {square} never attacks the corner where the pawn would promote, so nothing can drive the king out of there: a draw.",
            &values,
        ),
        Motif::Fortress => gettext_f(
            "After {move} the pawns stand still for good and nothing gets past them, so the other side can never mate.",
            &values,
        ),
        // Names of puzzles and lessons, which nothing proves.
        Motif::Fork
        | Motif::Pin
        | Motif::Skewer
        | Motif::DiscoveredAttack
        | Motif::TrappedPiece
        | Motif::Deflection
        | Motif::Attraction
        | Motif::CapturingDefender
        | Motif::XRayAttack
        | Motif::Intermezzo
        | Motif::Zugzwang => ends_in(claim, start),
    }
}

/// What a line ends in: in how many moves it mates, or what it wins.
fn ends_in(claim: &Claim, start: &Chess) -> String {
    match claim.gain {
        Gain::Mate => mate(claim, start),
        Gain::Material(_) => tally(claim, start),
        Gain::Draw => String::new(),
    }
}

/// Whether a claim is about a piece that the first move takes and that no other piece guards.
pub(super) fn is_unguarded(claim: &Claim, start: &Chess) -> bool {
    let Some(mv) = claim.line.first() else {
        return false;
    };
    let after = Ply::play(start, *mv).position;
    let board = after.board();
    board
        .attacks_to(mv.to(), after.turn(), board.occupied())
        .is_empty()
}

fn mate(claim: &Claim, start: &Chess) -> String {
    let first = Ply::line(start, &claim.line).next();
    let first = first.map(|ply| ply.san.to_string()).unwrap_or_default();
    ngettext_f(
        "{move} mates in one move.",
        "{move} mates in {count} moves.",
        claim.line.len().div_ceil(2),
        &[("move", &first)],
    )
}

/// What one line proves, and what it wins in the end.
#[must_use]
pub fn line_proves(claims: &[Claim], start: &Chess) -> Vec<String> {
    let told = claims.iter().map(|proven| claim(proven, start));
    let won = claims.first().map(|proven| won(proven, start));
    told.chain(won.filter(|won| !won.is_empty())).collect()
}

/// What a line wins in the end that proves a claim; empty where it mates, where the claim itself says no more than that,
/// or where no more is said by it than that a pawn becomes a piece.
#[must_use]
pub fn won(claim: &Claim, start: &Chess) -> String {
    let takes = claim.line.iter().any(|mv| mv.is_capture());
    if claim.motif.is_none() || claim.gain.material().is_none() || !takes {
        return String::new();
    }
    tally(claim, start)
}

/// What a line wins and what it gives for that.
fn tally(claim: &Claim, start: &Chess) -> String {
    let tally = claim.winnings(start);
    let of = |sign: i32| {
        let some = tally.iter().rev().filter(|(_, count)| count * sign > 0);
        some.map(|(role, count)| (*role, count.unsigned_abs() as usize))
            .collect::<Vec<(Role, usize)>>()
    };
    wins(&of(1), &of(-1))
}

/// How it goes on if both play their best, in a position.
#[must_use]
pub fn best_line(line: &str) -> String {
    // Translators: {line} is the best move and what follows, such as “Nf6+ gxf6 Qxf6”
    gettext_f("Best is {line}.", &[("line", line)])
}

/// That the move which was played last has cost chances.
#[must_use]
pub fn gave_away(played: &str) -> String {
    gettext_f("{move} gave this away:", &[("move", played)])
}

/// What a move is that has lost chances.
#[must_use]
pub fn verdict(played: &str, verdict: Verdict) -> String {
    let values = [("move", played)];
    match verdict {
        Verdict::Inaccuracy => gettext_f("{move}: inaccuracy.", &values),
        Verdict::Mistake => gettext_f("{move}: mistake.", &values),
        Verdict::Blunder => gettext_f("{move}: blunder.", &values),
    }
}

/// That there is no move to explain.
#[must_use]
pub fn nothing_to_explain() -> String {
    gettext("No move can be played in this position.")
}

/// That a file does not have exactly one game.
#[must_use]
pub fn no_single_game() -> String {
    gettext("This file does not have one game that could be reviewed.")
}
