//! The proof of a verdict in words.

use gettextrs::gettext;
use rank_and_file_core::rules::{Chess, Escape, Game, Ply, Position, Proof, Role, figurines};

use super::{gettext_f, list, ngettext_f, piece_on, refusal, role};

/// The proof, a sentence a line.
#[must_use]
pub fn proof(proof: &Proof, game: &Game) -> Vec<String> {
    let board = game.position().board();
    match proof {
        Proof::Repetition(plies) => vec![ngettext_f(
            "The same position, with the same player to move and the same moves possible, stood once.",
            "The same position, with the same player to move and the same moves possible, stood {count} times:",
            plies.len(),
            &[],
        )],
        Proof::QuietMoves { count, since } => vec![
            quiet_moves(*count),
            match move_name(game, *since) {
                Some(name) => {
                    gettext_f("The last capture or pawn move: {move}.", &[("move", &name)])
                }
                None => gettext("No capture or pawn move since the first position."),
            },
        ],
        Proof::Material { white, black } => vec![
            gettext_f("White has {pieces}.", &[("pieces", &army(white))]),
            gettext_f("Black has {pieces}.", &[("pieces", &army(black))]),
            gettext("No series of legal moves leads to mate."),
        ],
        Proof::Checkmate {
            checkers, escapes, ..
        } => {
            let check = gettext_f(
                "Check by: {pieces}.",
                &[("pieces", &list(board, *checkers))],
            );
            let squares = escapes.iter().map(|escape| match escape {
                Escape::Occupied(square) => gettext_f(
                    "{square} is occupied ({piece}).",
                    &[
                        ("square", &square.to_string()),
                        ("piece", &piece_on(board, *square)),
                    ],
                ),
                Escape::Attacked(square, attackers) => gettext_f(
                    "{square} is attacked ({pieces}).",
                    &[
                        ("square", &square.to_string()),
                        ("pieces", &list(board, *attackers)),
                    ],
                ),
            });
            let rest = gettext("The checking piece cannot be captured or blocked.");
            std::iter::once(check)
                .chain(squares)
                .chain(std::iter::once(rest))
                .collect()
        }
        Proof::Stalemate(pieces) => pieces
            .iter()
            .map(|(square, reason)| {
                gettext_f(
                    // Translators: a piece and why it cannot move, such as “rook on e8: The way is
                    // blocked (pawn on e7).”
                    "{piece}: {why}",
                    &[
                        ("piece", &piece_on(board, *square)),
                        ("why", &refusal(reason, board)),
                    ],
                )
            })
            .collect(),
    }
}

/// The places in the scoresheet that a proof names; 0 is the first position.
#[must_use]
pub fn places(proof: &Proof) -> Vec<usize> {
    match proof {
        Proof::Repetition(plies) => plies.clone(),
        Proof::QuietMoves { since, .. } => vec![*since],
        _ => Vec::new(),
    }
}

/// A place in the scoresheet: `After 12… Nf6`, or `After 12… ♘f6` with figures.
#[must_use]
pub fn after_ply(game: &Game, ply: usize, figures: bool) -> String {
    let name = move_name(game, ply);
    match name.map(|name| if figures { figurines(&name) } else { name }) {
        Some(name) => after_move(&name),
        None => gettext("The starting position"),
    }
}

/// The caption of the position after a move such as `12… Nf6`.
#[must_use]
pub fn after_move(name: &str) -> String {
    gettext_f("After {move}", &[("move", name)])
}

/// The number and the move of a ply, as a scoresheet has them: `12… Nf6`. None for ply 0.
#[must_use]
pub fn move_name(game: &Game, ply: usize) -> Option<String> {
    let index = ply.checked_sub(1)?;
    let played = game.plies().get(index)?;
    Some(numbered(game.position_at(index), played))
}

/// A move in a position, as a scoresheet has it.
#[must_use]
pub fn numbered(before: &Chess, played: &Ply) -> String {
    let dots = before.turn().fold_wb(".", "…");
    format!("{}{dots} {}", before.fullmoves(), played.san)
}

/// How many moves have passed without a capture or a pawn move.
#[must_use]
pub fn quiet_moves(halfmoves: u32) -> String {
    let moves = (halfmoves / 2) as usize;
    ngettext_f(
        "{count} move by each side without a capture or a pawn move.",
        "{count} moves by each side without a capture or a pawn move.",
        moves,
        &[],
    )
}

/// All the pieces of a side besides the king, which it always has.
fn army(pieces: &[Role]) -> String {
    let mut all = vec![role(Role::King)];
    all.extend(pieces.iter().map(|kind| role(*kind)));
    all.join(&gettextrs::pgettext("list", ", "))
}
