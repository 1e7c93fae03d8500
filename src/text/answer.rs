//! What a game of chess answers in a terminal, for people and as JSON.

use gettextrs::gettext;
use rank_and_file_core::rules::{Game, Piece, Ply, Position, Refusal, Role, Square, fen_of};
use serde_json::json;

use super::talk::Answer;
use crate::words;

impl Answer {
    /// Where the game stands; with the ply that has just been played, if one was.
    pub fn state(game: &Game, played: Option<&Ply>, words: String) -> Self {
        let outcome = game.outcome();
        let claims: Vec<&str> = game.claims().iter().map(|reason| reason.code()).collect();
        let offer = game.offer().map(|offer| match offer {
            rank_and_file_core::rules::Offer::Draw { .. } => "draw",
            rank_and_file_core::rules::Offer::Takeback { .. } => "takeback",
        });
        let json = json!({
            "ok": true,
            "san": played.map(|ply| ply.san.to_string()),
            "uci": played.map(Ply::uci),
            "fen": fen_of(game.position()),
            "turn": game.turn().fold_wb("white", "black"),
            "check": game.position().is_check(),
            "captured": played.and_then(Ply::captured).map(|(role, _)| role_name(role)),
            "claims": claims,
            "offer": offer,
            "clock": game.clocks_left().map(|left| {
                json!({ "white_ms": left.white, "black_ms": left.black })
            }),
            "result": outcome.map(|outcome| outcome.result()),
            "reason": outcome.map(|outcome| outcome.reason.code()),
        });
        Self::new(json, words)
    }

    /// The legal moves, all of them or those from a square.
    pub fn moves(game: &Game, argument: Option<&str>) -> Self {
        let position = game.position();
        let mut plies = Vec::new();
        let only = match argument.map(str::parse::<Square>) {
            None => None,
            Some(Err(_)) => return Self::refusal(&Refusal::Unreadable, game),
            Some(Ok(square)) => {
                let refused = match position.board().color_at(square) {
                    None => Some(Refusal::NoPiece { square, role: None }),
                    Some(color) if color != position.turn() => {
                        Some(Refusal::OpponentsPiece { square })
                    }
                    Some(_) => None,
                };
                if let Some(refusal) = refused {
                    return Self::refusal(&refusal, game);
                }
                Some(square)
            }
        };
        if game.outcome().is_none() {
            plies = game.legal_plies();
            plies.retain(|ply| only.is_none_or(|square| ply.mv.from() == Some(square)));
        }
        let san: Vec<String> = plies.iter().map(|ply| ply.san.to_string()).collect();
        let uci: Vec<String> = plies.iter().map(Ply::uci).collect();
        let words = if san.is_empty() {
            gettext("No legal move.")
        } else {
            san.join(" ")
        };
        Self::state(game, None, words)
            .with("moves", json!(uci))
            .with("sans", json!(san))
    }

    /// Why something was refused.
    pub fn refusal(refusal: &Refusal, game: &Game) -> Self {
        let words = words::refusal(refusal, game.position().board());
        let squares: Vec<String> = refusal.squares().iter().map(ToString::to_string).collect();
        let json = json!({
            "ok": false,
            "refusal": refusal.code(),
            "message": words,
            "squares": squares,
        });
        Self::new(json, words)
    }
}

/// The board as text, White below.
pub(super) fn board(game: &Game) -> String {
    let board = game.position().board();
    let mut text = String::new();
    for rank in (0..8).rev() {
        text += &format!("{} ", rank + 1);
        for file in 0..8 {
            let piece = Square::try_from(rank * 8 + file)
                .ok()
                .and_then(|at| board.piece_at(at));
            text.push(' ');
            text.push(piece.map_or('.', Piece::char));
        }
        text.push('\n');
    }
    text + "   a b c d e f g h"
}

/// The kind of a piece in the protocol, which is English in every language.
fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
