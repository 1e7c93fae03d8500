//! What a line proves, in one sentence a claim.

use gettextrs::gettext;
use rank_and_file_core::engine::Verdict;
use rank_and_file_core::rules::{Chess, Ply, Position, Role, Square};
use rank_and_file_core::tutor::{Claim, Gain, Motif};

use super::phrases::{becomes, better_than_a_queen, doer, object, objects, wins};
use super::{filled, gettext_f, ngettext_f};

/// The sentence for what a line proves that begins in a position.
#[must_use]
pub fn claim(claim: &Claim, start: &Chess) -> String {
    // As far as the hero's next move.
    let plies: Vec<Ply> = Ply::line(start, &claim.line).take(claim.at + 3).collect();
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
    let on = objects(after, &claim.on);
    // What the hero plays next.
    let next = plies.get(claim.at + 2);
    let follows = next.map(|ply| ply.san.to_string()).unwrap_or_default();
    let target = next.map(|ply| ply.mv.to().to_string()).unwrap_or_default();
    let values = [
        ("move", &*san),
        ("piece", &by),
        ("by", &claim.by.to_string()),
        ("square", &square),
        ("pieces", &on),
        ("next", &follows),
        ("target", &target),
        (
            "taken",
            &*first.map_or_else(String::new, |on| object(before, *on)),
        ),
        ("guard", &object(before, claim.by)),
    ];
    match claim.motif {
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
        Motif::Fork => fork(claim, &plies, &values),
        // Translators: {piece} is such as “The bishop on b5”, {pieces} such as “the knight on c6”
        Motif::Pin => gettext_f("{piece} pins {pieces} to the king.", &values),
        Motif::Skewer => skewer(claim, &ply.position, &by),
        // Translators: {piece} is such as “The rook on e1”, {pieces} such as “the queen on e7”
        Motif::DiscoveredAttack => gettext_f(
            "{piece} attacks {pieces}, as {move} opens the way.",
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
        Motif::HangingPiece => gettext_f("Nobody guards {taken}.", &values),
        // Translators: {taken} is such as “the knight on e5”
        Motif::Underdefended => gettext_f(
            "{move} takes {taken}, and taking back does not make up for it.",
            &values,
        ),
        // Translators: {piece} is such as “The pawn on g4”, {pieces} such as “the bishop on h5”
        Motif::TrappedPiece => {
            gettext_f("{piece} attacks {pieces}, and no way out is safe.", &values)
        }
        // Translators: {pieces} is such as “the rook on d8”, {target} the square that it has guarded
        Motif::Deflection => gettext_f(
            "{move} draws {pieces} away from the defense of {target}.",
            &values,
        ),
        // Translators: {pieces} is such as “the king on g8”, {next} a move such as “Nf6+”
        Motif::Attraction => gettext_f("{move} draws {pieces} to {by}; {next} follows.", &values),
        // Translators: {guard} is such as “the knight on c6”, {pieces} such as “the bishop on e7”
        Motif::CapturingDefender => gettext_f(
            "{move} takes {guard} and with it the defense of {square}.",
            &values,
        ),
        // Translators: {piece} is such as “The rook on d1”, {pieces} such as “the rook on d8”
        Motif::XRayAttack => gettext_f("{piece} attacks {target} through {pieces}.", &values),
        // Translators: {pieces} is such as “the knight on d5”
        Motif::Intermezzo => gettext_f(
            "{move} comes first; there is still time to take {pieces}.",
            &values,
        ),
        Motif::Zugzwang => gettext_f(
            "After {move} whatever the other side moves makes things worse for it.",
            &values,
        ),
        Motif::Promotion => role.map(|role| becomes(role, claim.by)).unwrap_or_default(),
        Motif::UnderPromotion => role
            .map(|role| better_than_a_queen(role, claim.by))
            .unwrap_or_default(),
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
    }
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

/// Who is attacked, and which of them is taken in the end.
fn fork(claim: &Claim, plies: &[Ply], values: &[(&str, &str)]) -> String {
    let taken = claim.lost().and_then(|square| {
        let forked = plies.get(claim.at)?;
        forked.position.board().role_at(square)
    });
    let several = taken.is_some_and(|role| {
        let board = plies.get(claim.at).map(|ply| ply.position.board());
        let kind = |square: &&Square| board.and_then(|board| board.role_at(**square)) == Some(role);
        claim.on.iter().filter(kind).count() > 1
    });
    // Translators: in these sentences {piece} is such as “The knight on f6”, and {pieces} such as “the king on g8 and the rook on d5”
    let sentence = match taken.filter(|_| !several) {
        Some(Role::Knight) => gettext("{piece} attacks {pieces}; the knight is lost."),
        Some(Role::Bishop) => gettext("{piece} attacks {pieces}; the bishop is lost."),
        Some(Role::Rook) => gettext("{piece} attacks {pieces}; the rook is lost."),
        Some(Role::Queen) => gettext("{piece} attacks {pieces}; the queen is lost."),
        Some(Role::Pawn | Role::King) | None => gettext("{piece} attacks {pieces} at once."),
    };
    filled(sentence, values)
}

fn skewer(claim: &Claim, position: &Chess, by: &str) -> String {
    let [front, behind] = claim.on[..] else {
        return String::new();
    };
    let board = position.board();
    // Translators: {piece} is such as “The bishop on b3”, {front} such as “the queen on d5”, {behind} such as “the rook on f7”
    gettext_f(
        "{piece} attacks {front} and, behind it, {behind}.",
        &[
            ("piece", by),
            ("front", &object(board, front)),
            ("behind", &object(board, behind)),
        ],
    )
}

/// What one line proves, and what it wins in the end.
#[must_use]
pub fn line_proves(claims: &[Claim], start: &Chess) -> Vec<String> {
    let told = claims.iter().map(|proven| claim(proven, start));
    let won = claims.first().map(|proven| won(proven, start));
    told.chain(won.filter(|won| !won.is_empty())).collect()
}

/// What a line wins in the end that proves a claim; empty where it mates, or where no more is said by that than
/// that a pawn becomes a piece.
#[must_use]
pub fn won(claim: &Claim, start: &Chess) -> String {
    let takes = claim.line.iter().any(|mv| mv.is_capture());
    if claim.gain.material().is_none() || !takes {
        return String::new();
    }
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
