//! What the text front end answers, for people and as JSON.

use rank_and_file_core::rules::{Game, Ply, Position, Refusal, fen_of};
use serde_json::{Map, Value, json};

use crate::words;

/// One answer: a JSON object and the same in words.
pub(super) struct Answer {
    pub json: Map<String, Value>,
    pub words: String,
}

impl Answer {
    /// Where the game stands; with the ply that has just been played, if one was.
    pub fn state(game: &Game, played: Option<&Ply>, words: String) -> Self {
        let outcome = game.outcome();
        let claims: Vec<&str> = game.claims().iter().map(|reason| reason.code()).collect();
        let offer = game.offer().map(|offer| match offer {
            rank_and_file_core::rules::Offer::Draw { .. } => "draw",
            rank_and_file_core::rules::Offer::Takeback { .. } => "takeback",
        });
        let json = object(json!({
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
        }));
        Self { json, words }
    }

    /// Why something was refused.
    pub fn refusal(refusal: &Refusal, game: &Game) -> Self {
        let words = words::refusal(refusal, game.position().board());
        let squares: Vec<String> = refusal.squares().iter().map(ToString::to_string).collect();
        let json = object(json!({
            "ok": false,
            "refusal": refusal.code(),
            "message": words,
            "squares": squares,
        }));
        Self { json, words }
    }

    /// Adds something that only this answer has.
    pub fn with(mut self, key: &str, value: Value) -> Self {
        self.json.insert(key.to_owned(), value);
        self
    }
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

/// The kind of a piece in the protocol, which is English in every language.
fn role_name(role: rank_and_file_core::rules::Role) -> &'static str {
    use rank_and_file_core::rules::Role;
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
