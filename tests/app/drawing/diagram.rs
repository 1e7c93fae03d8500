//! Positions as pictures: each kind is what its name says, shows the position, and a file is written
//! whole or not at all.

use std::fs;
use std::path::Path;
use std::process::Command;

use cairo::ImageSurface;
use rank_and_file::drawing::{DiagramFormat, Palette, diagram};
use rank_and_file_core::chess::{Position, read_fen};

const FEN: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";

fn picture(fen: &str, format: DiagramFormat) -> Vec<u8> {
    diagram(read_fen(fen).unwrap().board(), false, format).unwrap()
}

/// The middle of a square: red, green and blue.
fn middle(png: &[u8], column: usize, row: usize) -> [u8; 3] {
    let mut surface = ImageSurface::create_from_png(&mut &png[..]).unwrap();
    assert_eq!((surface.width(), surface.height()), (720, 720));
    let at = (row * 90 + 45) * surface.stride() as usize + (column * 90 + 45) * 4;
    let data = surface.data().unwrap();
    [data[at + 2], data[at + 1], data[at]]
}

fn bytes(color: rank_and_file::drawing::Rgba) -> [u8; 3] {
    [color.red, color.green, color.blue].map(|part| (part * 255.0).round() as u8)
}

#[test]
fn a_picture_in_pixels_shows_squares_and_pieces() {
    let png = picture(FEN, DiagramFormat::Png);
    assert_eq!(
        middle(&png, 0, 0),
        bytes(Palette::PLAIN.light),
        "a8 is empty and light"
    );
    assert_eq!(
        middle(&png, 1, 0),
        bytes(Palette::PLAIN.dark),
        "b8 is empty and dark"
    );
    let (white, black) = (middle(&png, 0, 7), middle(&png, 4, 0));
    assert!(
        white.iter().all(|part| *part > 230),
        "a white rook stands on a1: {white:?}"
    );
    assert!(
        black.iter().all(|part| *part < 90),
        "the black king stands on e8: {black:?}"
    );
}

#[test]
fn shapes_stay_shapes() {
    let svg = String::from_utf8(picture(FEN, DiagramFormat::Svg)).unwrap();
    assert!(svg.contains("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(!svg.contains("<image"), "a piece is drawn as pixels");
    let empty = String::from_utf8(picture("4k3/8/8/8/8/8/8/4K3 w - - 0 1", DiagramFormat::Svg));
    assert!(empty.unwrap().matches("<path").count() < svg.matches("<path").count());
    let pdf = picture(FEN, DiagramFormat::Pdf);
    assert!(pdf.starts_with(b"%PDF-") && pdf.trim_ascii_end().ends_with(b"%%EOF"));
}

fn run(fen: &str, output: &Path) -> (Option<i32>, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_rank-and-file"))
        .env("LC_ALL", "C.UTF-8")
        .args(["--diagram", fen, "--output"])
        .arg(output)
        .output()
        .unwrap();
    (run.status.code(), String::from_utf8(run.stderr).unwrap())
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    for (name, format) in [
        ("a.png", DiagramFormat::Png),
        ("b.SVG", DiagramFormat::Svg),
        ("c.pdf", DiagramFormat::Pdf),
    ] {
        assert_eq!(DiagramFormat::of(Path::new(name)), Some(format));
        assert_eq!(
            run(FEN, &folder.path().join(name)),
            (Some(0), String::new())
        );
    }
    let png = folder.path().join("a.png");
    assert_eq!(
        middle(&fs::read(&png).unwrap(), 1, 0),
        bytes(Palette::PLAIN.dark)
    );

    let before = fs::read(&png).unwrap();
    let (code, said) = run("8/8/8/8/8/8/8/8 w - - 0 1", &png);
    assert_eq!((code, said.trim()), (Some(2), "White has no king."));
    assert_eq!(fs::read(&png).unwrap(), before);

    let (code, said) = run(FEN, &folder.path().join("a.gif"));
    assert_eq!(code, Some(2));
    assert!(said.contains(".png"), "{said}");
    let (code, said) = run(FEN, &folder.path().join("nowhere").join("a.png"));
    assert_eq!(code, Some(1));
    assert!(!said.trim().is_empty());
    let mut left: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|file| file.unwrap().file_name())
        .collect();
    left.sort();
    assert_eq!(
        left,
        ["a.png", "b.SVG", "c.pdf"],
        "nothing half done is left behind"
    );
}
