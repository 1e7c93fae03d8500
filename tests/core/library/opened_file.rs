//! Files that a player opens: what is in them is told, and nothing is kept.

use std::fs;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use rank_and_file_core::chess::{Color, FenError, fen_of};
use rank_and_file_core::library::{FileError, OpenedFile, open_file, open_file_watched};
use rank_and_file_core::record::study::NodeId;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
const HEADER: &str = r#"# {"rank-and-file":1,"white":"Ann","black":"Ben","started":"2026-11-20T19:05:00Z","time_control":null,"draws":"automatic"}"#;
const GAME: &str = "[White \"Zoë\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n";

/// What is in a file with these bytes, which does not depend on its name.
fn inside(bytes: impl AsRef<[u8]>) -> Result<OpenedFile, FileError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("something");
    fs::write(&path, bytes).unwrap();
    open_file(&path)
}

#[test]
fn a_position() {
    for text in [E4.to_owned(), format!("\u{feff}  {E4}\r\n\n")] {
        let Ok(OpenedFile::Position(position)) = inside(&text) else {
            panic!("{text}");
        };
        assert_eq!(fen_of(&position), E4);
    }
    let two_in_check = "4k2R/8/8/8/8/8/8/4K3 w - - 0 1";
    let error = inside(two_in_check).unwrap_err();
    assert!(matches!(
        error,
        FileError::Position(FenError::OpponentInCheck(Color::Black))
    ));
}

#[test]
fn one_game() {
    let logs = [
        format!("{HEADER}\n{START}\n{E4}\n"),
        format!("{START}\n{E4}\n"),
    ];
    for (text, white, plies) in [
        (logs[0].as_str(), "Ann", 1),
        (&logs[1], "White", 1),
        (GAME, "Zoë", 2),
        ("1. e4 e5 2. Nf3\n", "?", 3),
        ("e4 e5 Nf3 1-0", "?", 3),
    ] {
        let Ok(OpenedFile::Game(loaded, ..)) = inside(text) else {
            panic!("{text}");
        };
        let name = loaded.header.player(Color::White);
        assert_eq!((name, loaded.game.plies().len()), (white, plies), "{text}");
    }
}

#[test]
fn what_of_a_damaged_log_can_be_believed() {
    let Ok(OpenedFile::Game(loaded, ..)) = inside(format!("{HEADER}\n{START}\n{E4}\n{E4}\n"))
    else {
        panic!("there is a game in it");
    };
    assert_eq!(loaded.game.plies().len(), 1);
    assert_eq!(loaded.fault.unwrap().line, 4);
    let error = inside(format!("{HEADER}\n")).unwrap_err();
    assert!(matches!(error, FileError::Log(_)), "{error}");
}

#[test]
fn more_games() {
    assert!(matches!(inside(GAME.repeat(3)), Ok(OpenedFile::Games(3))));
}

#[test]
fn counting_is_told_and_can_be_broken_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.pgn");
    let many = 20_000;
    fs::write(&path, GAME.repeat(many)).unwrap();
    let size = fs::metadata(&path).unwrap().len();
    let mut told = Vec::new();
    let whole = open_file_watched(&path, u64::MAX, |games, bytes| {
        told.push((games, bytes));
        ControlFlow::Continue(())
    });
    assert!(matches!(whole, Ok(OpenedFile::Games(games)) if games == many as u64));
    assert!(told.len() > 2 && told.is_sorted(), "{told:?}");
    assert!(
        told.iter()
            .all(|(games, bytes)| *games <= many as u64 && *bytes <= size)
    );
    let two = open_file_watched(&path, 2, |_, bytes| {
        assert!(bytes < size, "no more is read than must be");
        ControlFlow::Continue(())
    });
    assert!(matches!(two, Ok(OpenedFile::Games(2))));
    let mut told = 0;
    let error = open_file_watched(&path, u64::MAX, |_, _| {
        told += 1;
        match told {
            2 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    let Err(FileError::Io(error)) = error else {
        panic!("it was broken off");
    };
    assert_eq!((error.kind(), told), (ErrorKind::Interrupted, 2));
}

#[test]
fn nothing_of_chess() {
    let letter = "Dear Ben,\n\nshall we play tomorrow at 8? I will bring the board.\n";
    for bytes in ["", letter, "\0\0\0\0", "8/8/8"] {
        let error = inside(bytes).unwrap_err();
        assert!(matches!(error, FileError::Neither), "{bytes:?}: {error}");
    }
    // What can be played is shown, with what cannot.
    let cut = "[White \"Ann\"]\n\n1. e4 {a} e5 2. Ke3 {b} d6 1-0\n";
    let Ok(OpenedFile::Game(loaded, study, Some(fault))) = inside(cut) else {
        panic!("two plies can be played");
    };
    assert_eq!(loaded.game.plies().len(), 2);
    assert_eq!(study.notes(NodeId::Main(1)).comment, "a");
    assert!(fault.to_string().contains("2. Ke3"), "{fault}");
    let error = inside("[White \"Ann\"]\n\n1. e5 1-0\n").unwrap_err();
    assert!(matches!(error, FileError::Game(_)), "{error}");
    for path in ["/nowhere/at/all.pgn", "/dev/zero", "/"] {
        let error = open_file(Path::new(path)).unwrap_err();
        assert!(matches!(error, FileError::Io(_)), "{path}: {error}");
    }
}

#[test]
fn hostile_files_are_refused_or_shown() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let folders = fs::read_dir(corpus).unwrap();
    let files: Vec<PathBuf> = folders
        .flat_map(|folder| fs::read_dir(folder.unwrap().path()).unwrap())
        .map(|file| file.unwrap().path())
        .collect();
    assert!(files.len() > 80);
    let shown = files.iter().filter(|path| match open_file(path) {
        Ok(_) => true,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    });
    let shown = shown.count();
    assert!(shown > 0 && shown < files.len(), "{shown}");
}
