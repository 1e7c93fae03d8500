//! PGN texts, taken over as an import does it, for the tests of PGN.

#![allow(dead_code, reason = "each test binary uses its own part")]

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::Read;
use std::iter;

use rank_and_file_core::chess::{Game, Outcome, Ply};
use rank_and_file_core::record::log::{Folder, Loaded, fingerprint, read, read_bytes};
use rank_and_file_core::record::pgn::{Fault, Imported, ScannedGame, Splitter, read_game};

/// Every game of a text.
pub fn raw_games(source: impl Read) -> Vec<ScannedGame> {
    let mut splitter = Splitter::new(source);
    iter::from_fn(|| splitter.next_game().expect("memory can be read")).collect()
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
        fingerprint_of(imported)
    );
    let direct = &imported.loaded;
    assert_eq!(loaded.header, direct.header, "{}", imported.log);
    assert_eq!(loaded.end.or(direct.end), direct.end, "{}", imported.log);
    assert_eq!(loaded.game.outcome(), direct.game.outcome());
    assert_eq!(loaded.game.clocks_left(), direct.game.clocks_left());
    let left = |game: &Game| -> Vec<Option<u64>> { game.plies().iter().map(Ply::left).collect() };
    assert_eq!(left(&loaded.game), left(&direct.game), "{}", imported.log);
    loaded
}

/// What a game is known by.
pub fn fingerprint_of(imported: &Imported) -> u64 {
    fingerprint(&imported.loaded.header, &imported.loaded.game)
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

/// So many different games, of forty plies each.
pub fn games(count: usize) -> String {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8 e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 \
                   Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7 Nbd2 cxd4 cxd4 Nc6 Nb3 a5 Be3 a4 Nbd2 Bd7";
    let game = |number: usize| {
        format!(
            "[Event \"{number}\"]\n[White \"Ann {number}\"]\n[Date \"2001.02.03\"]\n\n{shuffle} 1-0\n\n"
        )
    };
    (0..count).map(game).collect()
}

/// The moves of every game in the folder, by the name of White. Every game is whole, and the folder holds no more than
/// `left` other files.
pub fn whole(folder: &Folder, left: usize) -> BTreeMap<String, String> {
    let entries = folder.entries().unwrap();
    let all = fs::read_dir(folder.path()).map_or(0, Iterator::count);
    assert!(
        all <= entries.len() + left,
        "{all} files for {} games",
        entries.len()
    );
    let names: HashSet<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(names.len(), entries.len());
    entries
        .iter()
        .map(|entry| {
            let loaded = read(&entry.path).unwrap();
            assert_eq!(
                (&loaded.fault, loaded.notices.len()),
                (&None, 0),
                "{}",
                entry.id
            );
            assert!(loaded.end.is_some(), "{}", entry.id);
            assert_eq!(loaded.game.plies().len(), 40, "{}", entry.id);
            (loaded.header.white.clone(), moves(&loaded.game))
        })
        .collect()
}

/// What the games in a folder are known by.
pub fn fingerprints(folder: &Folder) -> HashSet<u64> {
    let entries = folder.entries().unwrap().into_iter();
    let games = entries.map(|entry| read(&entry.path).unwrap());
    games
        .map(|loaded| fingerprint(&loaded.header, &loaded.game))
        .collect()
}
