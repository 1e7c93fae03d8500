//! Which folders are sets of pieces: complete ones, and what is said of the others.

use std::fs;
use std::path::Path;

use rank_and_file::drawing::{PieceError, PieceSets, SvgError};

/// A folder with the drawings of a set of the program.
fn lay(folder: &Path, name: &str) {
    let drawings = Path::new(env!("CARGO_MANIFEST_DIR")).join("resources/pieces/bold");
    let set = folder.join(name);
    fs::create_dir(&set).unwrap();
    for drawing in fs::read_dir(drawings).unwrap() {
        let drawing = drawing.unwrap();
        fs::copy(drawing.path(), set.join(drawing.file_name())).unwrap();
    }
}

#[test]
fn without_a_folder_there_are_the_sets_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let sets = PieceSets::with_folder(folder.path().join("nowhere"));
    assert_eq!(sets.names(), [PieceSets::CLUB, PieceSets::BOLD]);
    assert!(sets.unfinished().is_empty());
    for name in sets.names() {
        assert!(sets.load(&name).is_ok(), "{name}");
    }
}

#[test]
fn folders_are_sets_when_they_are_whole() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["Östlich", "alfil", "half", "club", ".hidden"] {
        lay(folder.path(), name);
    }
    fs::remove_file(folder.path().join("half/bN.svg")).unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    fs::write(folder.path().join("notes.txt"), "no set").unwrap();
    let sets = PieceSets::with_folder(folder.path().to_owned());
    assert_eq!(sets.names(), ["club", "bold", "alfil", "Östlich"]);
    assert_eq!(sets.unfinished(), ["empty", "half"]);
    assert!(sets.load("alfil").is_ok());
    let missing = sets.load("half").unwrap_err();
    let PieceError::Unreadable { piece: 'n', error } = missing else {
        panic!("{missing:?}");
    };
    assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
}

#[test]
fn a_drawing_that_is_none_is_named() {
    let folder = tempfile::tempdir().unwrap();
    lay(folder.path(), "odd");
    fs::write(folder.path().join("odd/wQ.svg"), "a queen").unwrap();
    let sets = PieceSets::with_folder(folder.path().to_owned());
    let odd = sets.load("odd").unwrap_err();
    let why = SvgError::NoSvg;
    assert!(
        matches!(&odd, PieceError::Refused { piece: 'Q', why: its } if *its == why),
        "{odd:?}"
    );
}
