//! How a game ended, in words, with the proof.

use gettextrs::gettext;
use rank_and_file_core::chess::{
    Board, Color, Escape, Game, Outcome, Position, Proof, Reason, Role, escapes, figurines,
};
use rank_and_file_core::record::log::Header;

use super::names::of_player;
use super::{
    Players, enumerate, gettext_f, list, move_name, ngettext, piece_on, refusal, role, sentence,
};

/// Who won: `Ann wins` or `Draw`.
fn outcome_title(outcome: Outcome, players: &impl Players) -> String {
    let Some(winner) = outcome.winner else {
        return gettext("Draw");
    };
    of_player(
        players,
        winner,
        [
            gettext("White wins"),
            gettext("Black wins"),
            gettext("{name} wins"),
        ],
        &[],
    )
}

/// What a game has brought to a side.
pub fn own_result(outcome: Outcome, side: Color) -> String {
    match outcome.winner {
        // Translators: what a game has brought to a player
        Some(winner) if winner == side => gettext("Won"),
        Some(_) => gettext("Lost"),
        None => gettext("Draw"),
    }
}

/// The result as people write it beside the names.
pub fn result_figures(outcome: Outcome) -> &'static str {
    match outcome.winner {
        Some(Color::White) => "1–0",
        Some(Color::Black) => "0–1",
        None => "½–½",
    }
}

/// Why the game is over, in a few words that can stand alone.
pub fn reason(reason: Reason) -> String {
    match reason {
        Reason::Checkmate => gettext("Checkmate"),
        Reason::Stalemate => gettext("Stalemate"),
        Reason::DeadPosition => gettext("Dead position"),
        Reason::Threefold => gettext("Threefold repetition"),
        Reason::Fivefold => gettext("Fivefold repetition"),
        Reason::FiftyMove => gettext("Fifty-move rule"),
        Reason::SeventyFiveMove => gettext("Seventy-five-move rule"),
        Reason::Agreement => gettext("Draw by agreement"),
        Reason::Resignation => gettext("Resignation"),
        Reason::Time => gettext("Out of time"),
        Reason::TimeNoMatingMaterial => gettext("Out of time, but the opponent cannot mate"),
        // Translators: why a game ended that was played elsewhere
        Reason::Other => gettext("Reason not recorded"),
    }
}

/// Why a game is over that ended so, in a few words that can stand alone.
pub fn reason_of(outcome: Outcome) -> String {
    match outcome.reason {
        Reason::Resignation if outcome.winner.is_none() => {
            gettext("Resignation, but the opponent cannot mate")
        }
        why => reason(why),
    }
}

/// The result and its reason: `Ann wins · Checkmate`.
pub fn result_with_reason(outcome: Outcome, players: &impl Players) -> String {
    match outcome.reason {
        // It says already that this is a draw.
        Reason::Agreement => return reason(outcome.reason),
        Reason::Other => return outcome_title(outcome, players),
        _ => {}
    }
    gettext_f(
        // Translators: the result of a game and its reason, such as “Ann wins · Checkmate”
        "{result} · {reason}",
        &[
            ("result", &outcome_title(outcome, players)),
            ("reason", &reason_of(outcome)),
        ],
    )
}

/// The whole verdict in words: `Checkmate. Ann wins.`
pub fn outcome(outcome: Outcome, players: &Header) -> String {
    let recorded = players.tags.get("Termination");
    let recorded = recorded.filter(|words| outcome.reason == Reason::Other && !words.is_empty());
    match (recorded, outcome.winner) {
        (None, _) if outcome.reason == Reason::Other => sentence(&outcome_title(outcome, players)),
        (None, None) => drawn(outcome.reason),
        (None, Some(winner)) => of_player(players, winner, won(outcome.reason), &[]),
        (Some(why), winner) => as_recorded(why, winner, players),
    }
}

/// What is said where White, Black or a player with a name has won.
fn won(reason: Reason) -> [String; 3] {
    match reason {
        Reason::Checkmate => [
            gettext("Checkmate. White wins."),
            gettext("Checkmate. Black wins."),
            gettext("Checkmate. {name} wins."),
        ],
        Reason::Resignation => [
            gettext("Resignation. White wins."),
            gettext("Resignation. Black wins."),
            gettext("Resignation. {name} wins."),
        ],
        Reason::Time => [
            gettext("Out of time. White wins."),
            gettext("Out of time. Black wins."),
            gettext("Out of time. {name} wins."),
        ],
        // By no other reason a game is won.
        _ => [
            gettext("White wins"),
            gettext("Black wins"),
            gettext("{name} wins"),
        ]
        .map(|said| sentence(&said)),
    }
}

fn drawn(reason: Reason) -> String {
    match reason {
        Reason::Stalemate => gettext("Stalemate. Draw."),
        Reason::DeadPosition => gettext("Dead position. Draw."),
        Reason::Threefold => gettext("Threefold repetition. Draw."),
        Reason::Fivefold => gettext("Fivefold repetition. Draw."),
        Reason::FiftyMove => gettext("Fifty-move rule. Draw."),
        Reason::SeventyFiveMove => gettext("Seventy-five-move rule. Draw."),
        Reason::Agreement => gettext("Draw by agreement."),
        Reason::TimeNoMatingMaterial => gettext("Out of time, but the opponent cannot mate. Draw."),
        Reason::Resignation => gettext("Resignation, but the opponent cannot mate. Draw."),
        // By no other reason a game is drawn.
        Reason::Checkmate | Reason::Time | Reason::Other => sentence(&gettext("Draw")),
    }
}

/// The verdict with the reason that came with the game from elsewhere.
fn as_recorded(why: &str, winner: Option<Color>, players: &Header) -> String {
    let why = [("reason", why.trim_end_matches('.'))];
    let Some(winner) = winner else {
        // Translators: {reason} is what another program has written, in whatever language
        return gettext_f("{reason}. Draw.", &why);
    };
    let said = [
        // Translators: {reason} is what another program has written, in whatever language
        gettext("{reason}. White wins."),
        // Translators: {reason} is what another program has written, in whatever language
        gettext("{reason}. Black wins."),
        // Translators: {reason} is what another program has written, in whatever language
        gettext("{reason}. {name} wins."),
    ];
    of_player(players, winner, said, &why)
}

/// The proof, a sentence a line.
pub fn proof(proof: &Proof, game: &Game) -> Vec<String> {
    let board = game.position().board();
    match proof {
        Proof::Repetition(plies) => vec![ngettext(
            "This position occurred once.",
            "This position occurred {count} times:",
            plies.len(),
        )],
        Proof::NoProgress { count, since } => vec![
            quiet_moves(*count),
            match move_name(game, *since) {
                Some(name) => {
                    gettext_f("The last capture or pawn move: {move}.", &[("move", &name)])
                }
                None => gettext("No capture or pawn move since the starting position."),
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
            let squares = escapes.iter().map(|escape| no_escape(escape, board));
            let rest = gettext("The checking piece cannot be captured or blocked.");
            std::iter::once(check)
                .chain(squares)
                .chain(std::iter::once(rest))
                .collect()
        }
        Proof::Stalemate(pieces) => {
            let first = match game.turn() {
                Color::White => gettext("White is not in check, but has no legal move."),
                Color::Black => gettext("Black is not in check, but has no legal move."),
            };
            let (king, others): (Vec<_>, Vec<_>) = pieces
                .iter()
                .partition(|(square, _)| board.kings().contains(*square));
            let king = king.into_iter().flat_map(|(square, _)| {
                let escapes = escapes(game.position(), square).into_iter();
                escapes.map(|escape| no_escape(&escape, board))
            });
            let others = others.into_iter().map(|(square, reason)| {
                gettext_f(
                    // Translators: a piece and why it cannot move, such as “rook on e8: The way is
                    // blocked (pawn on e7).”
                    "{piece}: {why}",
                    &[
                        ("piece", &piece_on(board, square)),
                        ("why", &refusal(&reason, board)),
                    ],
                )
            });
            std::iter::once(first).chain(king).chain(others).collect()
        }
    }
}

/// Why a king cannot go to a square next to it.
fn no_escape(escape: &Escape, board: &Board) -> String {
    match escape {
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
    }
}

/// The places in the scoresheet that a proof names; 0 is the first position.
pub fn places(proof: &Proof) -> Vec<usize> {
    match proof {
        Proof::Repetition(plies) => plies.clone(),
        Proof::NoProgress { since, .. } => vec![*since],
        _ => Vec::new(),
    }
}

/// A place in the scoresheet: `After 12… Nf6`, or `After 12… ♘f6` with figures.
pub fn after_ply(game: &Game, ply: usize, figures: bool) -> String {
    let name = move_name(game, ply);
    match name.map(|name| if figures { figurines(&name) } else { name }) {
        Some(name) => after_move(&name),
        None => gettext("The starting position"),
    }
}

/// The caption of the position after a move such as `12… Nf6`.
pub fn after_move(name: &str) -> String {
    gettext_f("After {move}", &[("move", name)])
}

/// How many moves have passed without a capture or a pawn move.
pub fn quiet_moves(halfmoves: u32) -> String {
    ngettext(
        "{count} move by each side without a capture or a pawn move.",
        "{count} moves by each side without a capture or a pawn move.",
        halfmoves / 2,
    )
}

/// All the pieces of a side besides the king, which it always has.
fn army(pieces: &[Role]) -> String {
    let mut all = vec![role(Role::King)];
    all.extend(pieces.iter().map(|kind| role(*kind)));
    enumerate(&all)
}
