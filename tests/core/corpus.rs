//! Every nasty file of `tests/corpus`, as it is and changed at random, through each of the readers:
//! every game that is read from it can be played, and can be written and read again.
//!
//! `RANK_AND_FILE_FUZZ=20000 cargo test --test core corpus` tries so many changes of each kind.

use std::env;
use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;
use rank_and_file_core::chess::{Game, fen_of, read_fen, read_reached_fen};
use rank_and_file_core::record::log::{FaultKind, read_bytes};
use rank_and_file_core::record::pgn;
use rank_and_file_core::twenty48::{self, Direction, read_document};

use crate::pgn_text::taken_over;
use crate::random::{act_of, config};

/// A file by its name.
type Named = (String, Vec<u8>);

/// The files of each kind, in the order of their names.
static FILES: LazyLock<[Vec<Named>; 4]> =
    LazyLock::new(|| ["logs", "pgn", "fen", "2048"].map(files));

fn files(kind: &str) -> Vec<Named> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let mut files: Vec<Named> = fs::read_dir(folder.join(kind))
        .unwrap()
        .map(|file| {
            let path = file.unwrap().path();
            (path.display().to_string(), fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

fn cases() -> u32 {
    let wanted = env::var("RANK_AND_FILE_FUZZ").ok();
    wanted.and_then(|cases| cases.parse().ok()).unwrap_or(5000)
}

/// The positions of a game, each proven by playing its move.
fn replayed(game: &Game) -> Vec<String> {
    let mut again = Game::new(game.start().clone(), game.draw_rule());
    let played = game.plies().iter().map(|ply| {
        again.act(act_of(ply.mv)).unwrap();
        assert_eq!(fen_of(again.position()), ply.fen());
        ply.fen()
    });
    played.collect()
}

fn try_log(bytes: &[u8]) {
    let loaded = read_bytes(bytes.to_vec());
    let fens = replayed(&loaded.game);
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    if let Some(fault) = &loaded.fault {
        assert!((1..=lines.len() + 1).contains(&fault.line), "{fault}");
    }
    // The last good line: what stands before the fault is a log that gives the same game.
    let fault = loaded.fault.as_ref();
    if let Some(fault) = fault.filter(|fault| fault.kind != FaultKind::Empty) {
        let before = read_bytes(lines[..fault.line - 1].concat());
        let empty = before
            .fault
            .is_none_or(|fault| fault.kind == FaultKind::Empty);
        assert!(empty, "{fault}");
        assert_eq!(replayed(&before.game), fens, "{fault}");
        assert_eq!(before.header, loaded.header, "{fault}");
    }
    // The text of the game, as far as it was believed, is a log without a fault.
    let start = fen_of(loaded.game.start());
    let text = format!("{}{start}\n{}\n", loaded.header.line(), fens.join("\n"));
    let again = read_bytes(text.clone().into_bytes());
    assert_eq!(again.fault, None, "{text}");
    assert_eq!(replayed(&again.game), fens, "{text}");
    // It goes out as one game of PGN that can be taken over again, unless it is called a variant.
    let games = taken_over(pgn::write(&loaded).as_bytes());
    assert_eq!(games.len(), usize::from(!games.is_empty()), "{text}");
    for game in games {
        match game {
            Ok((_, game)) => assert_eq!(replayed(&game.game), fens, "{text}"),
            Err(fault) => assert!(matches!(fault.kind, pgn::FaultKind::Variant(_)), "{fault}"),
        }
    }
}

fn try_pgn(bytes: &[u8]) {
    let lines = bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r'));
    let lines = lines.count() as u64 + 1;
    let mut last = (0, 0);
    for game in taken_over(bytes) {
        match game {
            Ok((imported, loaded)) => {
                replayed(&loaded.game);
                // What is said besides the game is said again, in the same words.
                let text = pgn::write_with(&loaded, &imported.study);
                let study = pgn::read_study(text.as_bytes(), &loaded.game);
                let study = study.unwrap_or_else(|error| panic!("{error}: {text}"));
                assert_eq!(pgn::write_with(&loaded, &study), text);
            }
            Err(fault) => {
                assert!((1..=lines).contains(&fault.line), "{fault}");
                assert!((fault.game, fault.line) >= last, "{fault} after {last:?}");
                last = (fault.game, fault.line);
            }
        }
    }
}

fn try_fen(bytes: &[u8]) {
    let Ok(position) = read_fen(&String::from_utf8_lossy(bytes)) else {
        return;
    };
    let fen = fen_of(&position);
    assert_eq!(fen.split(' ').count(), 6, "{fen}");
    assert_eq!(
        read_fen(&fen).map(|again| fen_of(&again)).as_deref(),
        Ok(&*fen)
    );
    let mut game = Game::new(position.clone(), Default::default());
    for ply in game.legal_plies() {
        assert!(
            read_reached_fen(&ply.fen()).is_ok(),
            "{} after {fen}",
            ply.fen()
        );
    }
    if let Some(first) = game.legal_plies().first().map(|ply| ply.mv) {
        game.act(act_of(first)).ok();
    }
}

fn try_2048(bytes: &[u8]) {
    let Ok(mut kept) = read_document(bytes) else {
        return;
    };
    assert_eq!(
        read_document(kept.document().as_bytes()).as_ref(),
        Ok(&kept)
    );
    // Every move that can be taken back was one, and can be made again.
    let mut undone = Vec::new();
    while let Ok(twenty48::Event::Undone(direction)) = kept.act(twenty48::Action::Undo) {
        undone.push((direction, kept.game().grid().sum()));
    }
    while let Some((direction, sum)) = undone.pop() {
        assert_eq!(kept.game().grid().sum(), sum);
        // What the player said after the victory is said anew.
        kept.act(twenty48::Action::KeepGoing).ok();
        kept.act(twenty48::Action::Move(direction)).unwrap();
    }
    for direction in Direction::ALL {
        kept.act(twenty48::Action::Move(direction)).ok();
    }
    assert_eq!(
        read_document(kept.document().as_bytes()).as_ref(),
        Ok(&kept)
    );
}

fn try_all(bytes: &[u8]) {
    try_log(bytes);
    try_pgn(bytes);
    try_fen(bytes);
    try_2048(bytes);
}

#[test]
fn every_file_through_every_reader() {
    for (name, bytes) in FILES.iter().flatten() {
        println!("{name}");
        try_all(bytes);
    }
    assert!(FILES.iter().all(|files| files.len() >= 20));
}

/// The files are nasty, but what is good in them is found.
#[test]
fn the_plain_files_are_plain() {
    let named = |kind: usize, name: &str| {
        let found = FILES[kind].iter().find(|(path, _)| path.contains(name));
        found.unwrap().1.clone()
    };
    for (name, plies) in [
        ("plain-game", 3),
        ("bare-list", 3),
        ("torn-in-every", 3),
        ("overflow", 3),
    ] {
        let loaded = read_bytes(named(0, name));
        assert_eq!(
            (loaded.fault, loaded.game.plies().len()),
            (None, plies),
            "{name}"
        );
    }
    let games = taken_over(&named(1, "clocks-and-periods"));
    assert_eq!(games[0].as_ref().unwrap().1.game.plies().len(), 3);
    assert!(read_fen(std::str::from_utf8(&named(2, "start")).unwrap()).is_ok());
    for (name, steps, over) in [
        ("plain-game", 9, false),
        ("spread-over-lines", 9, false),
        ("largest-of-all", 0, false),
        ("stuck", 0, true),
    ] {
        let kept = read_document(&named(3, name)).unwrap();
        let game = kept.game();
        assert_eq!((game.undo_steps(), game.is_over()), (steps, over), "{name}");
    }
}

/// A text that is shown as one.
struct Text(Vec<u8>);

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}

/// A change: where, which, and with which byte or file.
type Change = (prop::sample::Index, u8, u8, prop::sample::Index);

/// Bytes that mean something somewhere.
const MARKS: &[u8] = b"\0\n\r \"#%$()*+-./0189;<>KQRBNPkqrbnpwb[\\]{}\xc3\xef\xff";

fn change(bytes: &mut Vec<u8>, (at, how, byte, other): &Change) {
    let place = at.index(bytes.len() + 1);
    let end = place + other.index(bytes.len() - place + 1);
    match how % 8 {
        0 if place < bytes.len() => bytes[place] ^= 1 << (byte % 8),
        1 if place < bytes.len() => bytes[place] = MARKS[usize::from(*byte) % MARKS.len()],
        2 => bytes.insert(place, MARKS[usize::from(*byte) % MARKS.len()]),
        3 => bytes.truncate(place),
        4 => drop(bytes.drain(place..end)),
        5 => {
            let part = bytes[place..end].repeat(1 + usize::from(byte % 4));
            bytes.splice(place..place, part);
        }
        6 => {
            // The rest of another file, of any kind.
            let files = &FILES[usize::from(*byte) % FILES.len()];
            let (_, file) = &files[other.index(files.len())];
            bytes.truncate(place);
            bytes.extend_from_slice(&file[at.index(file.len() + 1)..]);
        }
        _ => {
            let mut lines: Vec<Vec<u8>> = bytes
                .split_inclusive(|byte| *byte == b'\n')
                .map(<[u8]>::to_vec)
                .collect();
            if !lines.is_empty() {
                let (one, two) = (at.index(lines.len()), other.index(lines.len()));
                lines.swap(one, two);
            }
            *bytes = lines.concat();
        }
    }
}

fn changed(kind: usize) -> impl Strategy<Value = Text> {
    let changes = proptest::collection::vec(any::<Change>(), 1..5);
    (0..FILES[kind].len(), changes).prop_map(move |(file, changes)| {
        let mut bytes = FILES[kind][file].1.clone();
        for one in &changes {
            change(&mut bytes, one);
        }
        Text(bytes)
    })
}

proptest! {
    #![proptest_config(config(cases()))]

    #[test]
    fn changed_logs(text in changed(0)) {
        try_log(&text.0);
    }

    #[test]
    fn changed_pgn_files(text in changed(1)) {
        try_pgn(&text.0);
    }

    #[test]
    fn changed_positions(text in changed(2)) {
        try_fen(&text.0);
    }

    #[test]
    fn changed_games_of_2048(text in changed(3)) {
        try_2048(&text.0);
    }

    #[test]
    fn the_wrong_files(text in (0..4_usize).prop_flat_map(changed)) {
        try_all(&text.0);
    }
}
