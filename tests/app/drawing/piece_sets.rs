//! Sets of pieces: the program's own, and those that a user puts into a folder, good and bad.

use std::fs;
use std::path::{Path, PathBuf};

use crate::likeness::painted;
use crate::saved::make_pipe;
use cairo::{Context, Format, ImageSurface};
use rank_and_file::drawing::{Painter, PieceSet, PieceSets};
use rank_and_file_core::chess::{Color, Piece, Role};
use tempfile::TempDir;

fn pieces() -> impl Iterator<Item = Piece> {
    Color::ALL
        .into_iter()
        .flat_map(|color| Role::ALL.into_iter().map(move |role| Piece { color, role }))
}

fn file_of(piece: Piece) -> String {
    format!("{}{}.svg", piece.color.char(), piece.role.upper_char())
}

/// Twelve squares in one color.
fn plain_set(folder: &Path) -> PathBuf {
    fs::create_dir_all(folder).unwrap();
    for piece in pieces() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100"><path d="M0 0H100V100H0Z" fill="#00ff00"/></svg>"##;
        fs::write(folder.join(file_of(piece)), svg).unwrap();
    }
    folder.to_owned()
}

/// The pixels of a piece: alpha, red, green, blue.
fn picture(set: &PieceSet, piece: Piece, size: i32) -> Vec<[u8; 4]> {
    let mut surface = ImageSurface::create(Format::ARgb32, size, size).unwrap();
    let cr = Context::new(&surface).unwrap();
    set.draw(&cr, piece, 0.0, 0.0, f64::from(size)).unwrap();
    drop(cr);
    painted(&mut surface)
}

fn sets() -> (TempDir, PieceSets) {
    let root = tempfile::tempdir().unwrap();
    let sets = PieceSets::with_folder(root.path().to_owned());
    (root, sets)
}

#[test]
fn the_sets_of_the_program_draw_twelve_different_pieces() {
    let mut seen = Vec::new();
    for name in [PieceSets::CLUB, PieceSets::BOLD] {
        let set = PieceSets::default().load(name).unwrap();
        for piece in pieces() {
            let pixels = picture(&set, piece, 48);
            let covered = pixels.iter().filter(|pixel| pixel[0] > 200).count();
            assert!(
                (300..1500).contains(&covered),
                "{name} {piece:?} covers {covered} of 2304 pixels"
            );
            assert!(!seen.contains(&pixels), "{name} {piece:?} is seen twice");
            seen.push(pixels);
        }
    }
}

/// On the smallest board kings and queens, which matter most, and pawns, of which there are most, are more than
/// outlines: so many of their 576 pixels are plainly white or black.
#[test]
fn pawns_queens_and_kings_have_weight_on_the_smallest_board() {
    for name in [PieceSets::CLUB, PieceSets::BOLD] {
        let set = PieceSets::default().load(name).unwrap();
        for (role, white, black) in [
            (Role::Pawn, 56, 104),
            (Role::Queen, 88, 164),
            (Role::King, 86, 156),
        ] {
            for (color, least) in [(Color::White, white), (Color::Black, black)] {
                let pixels = picture(&set, Piece { color, role }, 24);
                let filled = pixels.iter().filter(|[alpha, red, ..]| {
                    *alpha > 230 && color.fold_wb(*red > 190, *red < 100)
                });
                let filled = filled.count();
                assert!(
                    filled >= least,
                    "{name} {color:?} {role:?}: {filled} of {least}"
                );
            }
        }
    }
}

#[test]
fn white_and_black_are_far_apart_in_every_set() {
    for name in PieceSets::default().names() {
        let set = PieceSets::default().load(&name).unwrap();
        for role in Role::ALL {
            let brightness = |color| {
                let pixels = picture(&set, Piece { color, role }, 96);
                let solid = pixels.iter().filter(|pixel| pixel[0] == 255);
                let mut solid: Vec<u8> = solid.map(|pixel| pixel[2]).collect();
                solid.sort_unstable();
                // More than a third of a piece is its filling, the rest outlines and inner lines.
                let third = solid.len() / 3;
                color.fold_wb(solid[2 * third], solid[third])
            };
            let (white, black) = (brightness(Color::White), brightness(Color::Black));
            assert!(
                white > 240 && black < 50,
                "{name} {role:?}: {white} and {black}"
            );
        }
    }
}

#[test]
fn a_folder_with_twelve_drawings_is_a_set() {
    let (root, sets) = sets();
    assert_eq!(sets.names(), ["club", "bold"], "an empty folder");
    plain_set(&root.path().join("zebra"));
    plain_set(&root.path().join("Ärger mit Leerzeichen"));
    plain_set(&root.path().join(".hidden"));
    plain_set(&root.path().join("club"));
    let eleven = plain_set(&root.path().join("eleven"));
    fs::remove_file(eleven.join("bN.svg")).unwrap();
    fs::write(root.path().join("file"), "").unwrap();
    assert_eq!(
        sets.names(),
        ["club", "bold", "zebra", "Ärger mit Leerzeichen"]
    );
    let set = sets.load("zebra").unwrap();
    let king = picture(&set, Role::King.of(Color::White), 20);
    assert_eq!(king[10 * 20 + 10], [255, 0, 255, 0]);
    // No folder takes the place of a set of the program.
    let club = sets.load("club").unwrap();
    assert_ne!(picture(&club, Role::King.of(Color::White), 20), king);
}

#[test]
fn what_is_no_set_says_which_piece() {
    let (root, sets) = sets();
    let refused = |name: &str| sets.load(name).err().map(|error| error.to_string());
    for name in ["nowhere", "", ".", "..", "../club", "/etc", "a/b", "bold\0"] {
        assert!(refused(name).is_some(), "{name:?}");
    }
    let set = plain_set(&root.path().join("set"));
    let queen = set.join("wQ.svg");
    let hostile: [(&str, &[u8]); 4] = [
        ("empty", b""),
        ("no SVG", b"<html></html>"),
        ("no text", &[0xff, 0xfe, 0, 1, 2]),
        (
            "cut short",
            b"<svg xmlns='http://www.w3.org/2000/svg'><path",
        ),
    ];
    for (what, bytes) in hostile {
        fs::write(&queen, bytes).unwrap();
        let error = refused("set").unwrap_or_else(|| panic!("{what} is taken for a drawing"));
        assert_eq!(error, "the drawing of Q is no SVG", "{what}");
    }
    fs::write(&queen, vec![b' '; (256 << 10) + 1]).unwrap();
    assert_eq!(refused("set").unwrap(), "the drawing of Q is too large");
    fs::remove_file(&queen).unwrap();
    make_pipe(&queen);
    assert!(!sets.names().contains(&"set".to_owned()));
    assert!(refused("set").unwrap().contains("Q cannot be read"));
}

#[test]
fn no_piece_is_cut_off_at_the_edge_of_its_square() {
    const SIDE: usize = 96;
    let is_edge = |at: usize| {
        [at / SIDE, at % SIDE]
            .iter()
            .any(|at| [0, SIDE - 1].contains(at))
    };
    let mut cut = Vec::new();
    for set in [PieceSets::CLUB, PieceSets::BOLD] {
        let painter = || Painter::new(PieceSets::default().load(set).unwrap());
        for (look, painter) in [("usual", painter()), ("larger", painter().enlarged())] {
            for piece in Color::ALL
                .iter()
                .flat_map(|color| Role::ALL.map(|role| role.of(*color)))
            {
                let mut picture =
                    ImageSurface::create(Format::ARgb32, SIDE as i32, SIDE as i32).unwrap();
                let cr = Context::new(&picture).unwrap();
                painter.stand(&cr, piece, SIDE as u32, false).unwrap();
                drop(cr);
                let pixels = painted(&mut picture).into_iter().enumerate();
                let seen = pixels.filter(|(at, [opacity, ..])| is_edge(*at) && *opacity > 0);
                let at: Vec<_> = seen.map(|(at, _)| (at / SIDE, at % SIDE)).collect();
                if !at.is_empty() {
                    cut.push(format!("{set}, {look}, {piece:?}: {at:?}"));
                }
            }
        }
    }
    assert!(cut.is_empty(), "{}", cut.join("\n"));
}
