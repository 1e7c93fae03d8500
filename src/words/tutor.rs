//! What a line proves, in one sentence a claim.

use gettextrs::gettext;
use rank_and_file_core::engine::Verdict;
use rank_and_file_core::rules::{Bitboard, Board, Chess, Ply, Position, Role};
use rank_and_file_core::tutor::{Claim, Gain, Motif};

use super::{gettext_f, list, ngettext_f, piece_on};

/// The sentence for what a line proves that begins in a position.
#[must_use]
pub fn claim(claim: &Claim, start: &Chess) -> String {
    let Some(ply) = key_ply(claim, start) else {
        return String::new();
    };
    let board = ply.position.board();
    let (mv, by) = (ply.san.to_string(), claim.by.to_string());
    let pieces: Bitboard = claim.on.iter().copied().collect();
    let square = claim
        .on
        .first()
        .map(ToString::to_string)
        .unwrap_or_default();
    let pieces = list(board, pieces);
    let piece = piece_on(board, claim.by);
    let values = [
        ("move", &*mv),
        ("by", &by),
        ("piece", &piece),
        ("square", &square),
        ("pieces", &pieces),
    ];
    match claim.motif {
        Motif::MateIn1 => gettext_f("{move} is mate.", &values),
        Motif::MateIn2 | Motif::MateIn3 | Motif::MateIn4 | Motif::MateIn5 => mate(claim, start),
        Motif::BackRankMate => gettext_f(
            "The king on {square} cannot leave its rank, as its own pieces are in its way, and is mated there.",
            &values,
        ),
        Motif::SmotheredMate => gettext_f(
            "The king on {square} has its own pieces all around it, and a knight mates it.",
            &values,
        ),
        Motif::Fork => fork(board, claim, &values),
        Motif::Pin => gettext_f(
            "The piece on {square} is pinned: without it the king would be in check ({piece}).",
            &values,
        ),
        Motif::Skewer => skewer(board, claim),
        Motif::DiscoveredAttack | Motif::DiscoveredCheck => discovered(board, claim, &values),
        Motif::DoubleCheck => gettext_f(
            "{move} gives check with two pieces at once, so the king must move.",
            &values,
        ),
        Motif::HangingPiece => hanging(claim, start),
        Motif::TrappedPiece => gettext_f(
            "The piece on {square} is attacked and has no safe square ({pieces}).",
            &values,
        ),
        Motif::Deflection => gettext_f(
            "{move} draws a piece away from what it guards ({pieces}).",
            &values,
        ),
        Motif::Attraction => gettext_f(
            "{move} draws a piece to {by}, where it is attacked next ({pieces}).",
            &values,
        ),
        Motif::CapturingDefender => {
            gettext_f("{move} takes what guards {square} ({pieces}).", &values)
        }
        Motif::XRayAttack => gettext_f(
            "A piece takes through another one that has just taken ({piece}).",
            &values,
        ),
        Motif::Intermezzo => gettext_f(
            "{move} comes first; what stands on {square} can be taken afterwards.",
            &values,
        ),
        Motif::Zugzwang => gettext_f(
            "After {move} whatever the other side moves makes things worse for it.",
            &values,
        ),
        Motif::Promotion | Motif::UnderPromotion => gettext_f(
            "A pawn reaches {by} and becomes another piece ({piece}).",
            &values,
        ),
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

/// The half-move of the line by which it is claimed that something comes about.
fn key_ply(claim: &Claim, start: &Chess) -> Option<Ply> {
    Ply::line(start, &claim.line).nth(claim.at)
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

fn fork(board: &Board, claim: &Claim, values: &[(&str, &str)]) -> String {
    let sentence = match board.role_at(claim.by) {
        Some(Role::Pawn) => gettext("The pawn on {by} attacks more than one piece: {pieces}."),
        Some(Role::Knight) => gettext("The knight on {by} attacks more than one piece: {pieces}."),
        Some(Role::Bishop) => gettext("The bishop on {by} attacks more than one piece: {pieces}."),
        Some(Role::Rook) => gettext("The rook on {by} attacks more than one piece: {pieces}."),
        Some(Role::Queen) => gettext("The queen on {by} attacks more than one piece: {pieces}."),
        Some(Role::King) => gettext("The king on {by} attacks more than one piece: {pieces}."),
        None => return String::new(),
    };
    super::filled(sentence, values)
}

fn skewer(board: &Board, claim: &Claim) -> String {
    let [front, behind] = claim.on[..] else {
        return String::new();
    };
    gettext_f(
        "When one piece leaves, the one behind it is taken ({front}, {behind}).",
        &[
            ("front", &piece_on(board, front)),
            ("behind", &piece_on(board, behind)),
        ],
    )
}

fn discovered(board: &Board, claim: &Claim, values: &[(&str, &str)]) -> String {
    let king = claim
        .on
        .iter()
        .any(|on| board.role_at(*on) == Some(Role::King));
    if king {
        gettext_f("{move} opens the way for a check ({piece}).", values)
    } else {
        gettext_f(
            "{move} opens the way for an attack ({piece}; {pieces}).",
            values,
        )
    }
}

/// What hangs is named as it stands before it is taken.
fn hanging(claim: &Claim, start: &Chess) -> String {
    let on: Bitboard = claim.on.iter().copied().collect();
    gettext_f(
        "Nobody guards this piece: {pieces}.",
        &[("pieces", &list(start.board(), on))],
    )
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
