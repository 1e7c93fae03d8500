//! PGN texts, taken over as an import does it, for the tests of PGN.

#![allow(dead_code, reason = "each test binary uses its own part")]

use std::io::Read;

use rank_and_file::log::{Loaded, fingerprint, read_bytes};
use rank_and_file::pgn::{Fault, Imported, RawGame, Splitter, Step, read_game};
use rank_and_file::rules::{Game, Outcome};

/// Every game of a text.
pub fn raw_games(source: impl Read) -> Vec<RawGame> {
    let mut splitter = Splitter::new(source);
    let mut games = Vec::new();
    loop {
        match splitter.step().expect("memory can be read") {
            Step::Game(game) => games.push(game),
            Step::More => {}
            Step::End => return games,
        }
    }
}

/// The log that was made of a game, read back; it has no fault, and it is the same game.
pub fn loaded(imported: &Imported) -> Loaded {
    let loaded = read_bytes(imported.log.clone().into_bytes());
    assert_eq!(loaded.fault, None, "{}", imported.log);
    assert_eq!(loaded.notices, vec![], "{}", imported.log);
    assert_eq!(
        loaded.header.line(),
        imported.log.split_inclusive('\n').next().expect("a line")
    );
    assert_eq!(
        fingerprint(&loaded.header, &loaded.game),
        imported.fingerprint
    );
    loaded
}

/// Every game of a text, taken over or refused.
pub fn taken_over(text: &[u8]) -> Vec<Result<(Imported, Loaded), Fault>> {
    raw_games(text)
        .iter()
        .map(|raw| {
            let imported = read_game(raw)?;
            let loaded = loaded(&imported);
            Ok((imported, loaded))
        })
        .collect()
}

/// The only game of a text.
pub fn only(text: &str) -> (Imported, Loaded) {
    let mut games = taken_over(text.as_bytes());
    assert_eq!(games.len(), 1, "{text}");
    games
        .remove(0)
        .unwrap_or_else(|fault| panic!("{fault}: {text}"))
}

/// The moves of a game as a scoresheet has them, without numbers.
pub fn moves(game: &Game) -> String {
    let sans: Vec<String> = game.plies().iter().map(|ply| ply.san.to_string()).collect();
    sans.join(" ")
}

/// The result and its reason: `1-0 resignation`, or `*`.
pub fn end(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(
        || "*".to_owned(),
        |outcome| format!("{} {}", outcome.result(), outcome.reason),
    )
}
