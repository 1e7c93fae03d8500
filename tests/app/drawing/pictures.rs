//! Boards look as they did: each picture of the gallery is compared with the one in
//! `tests/pictures`, as an eye would compare them.
//!
//! Where a look is meant to change, `RANK_AND_FILE_RENEW_PICTURES=1 cargo test pictures`
//! paints the kept pictures anew; look at them before they are committed.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use cairo::ImageSurface;
use rank_and_file::drawing::Shades;
use rank_and_file::drawing::{Palette, Rgba};

use crate::gallery::{Fault, Picture, Scene, TileFault, TilePicture, pictures, tile_pictures};
use crate::likeness::{Corner, EDGED, Limits, MARKED, NUMBERED, Pixels, different, picture_of};

const RENEW: &str = "RANK_AND_FILE_RENEW_PICTURES";

/// A picture as it is painted now.
struct Painted {
    name: String,
    pixels: Pixels,
    /// Where letters are.
    letters: Vec<Corner>,
    limits: Limits,
}

/// All that are to be kept.
fn painted() -> Vec<Painted> {
    let boards = pictures().into_iter().map(|picture| Painted {
        pixels: picture.paint(&Fault::default()),
        letters: picture.letters(),
        limits: limits(&picture),
        name: picture.name,
    });
    let tiles = tile_pictures().into_iter().map(|picture| Painted {
        pixels: picture.paint(&TileFault::default()),
        letters: picture.letters(),
        name: picture.name,
        limits: NUMBERED,
    });
    boards.chain(tiles).collect()
}

fn limits(picture: &Picture) -> Limits {
    match picture.scene {
        Scene::Pieces => EDGED,
        _ => MARKED,
    }
}

fn kept(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    folder.join(format!("{name}.png"))
}

fn read(path: &Path) -> Option<Pixels> {
    let mut file = File::open(path).ok()?;
    let surface = ImageSurface::create_from_png(&mut file).ok()?;
    Some(Pixels::of(&mut { surface }))
}

fn write(surface: &ImageSurface, path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    surface
        .write_to_png(&mut File::create(path).unwrap())
        .unwrap();
}

/// What is wrong with a picture, if anything; leaves in `target/pictures` what shows it.
fn wrong(picture: &Painted) -> Option<String> {
    let (name, actual) = (&picture.name, &picture.pixels);
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let folder = target.join("pictures");
    let path = |kind: &str| folder.join(format!("{name}.{kind}.png"));
    let _ = fs::remove_file(path("actual"));
    let _ = fs::remove_file(path("difference"));
    let shown = || {
        write(&actual.surface(), &path("actual"));
        path("actual").display().to_string()
    };
    let Some(wanted) = read(&kept(name)) else {
        return Some(format!(
            "{name}: no picture is kept; it would be {}",
            shown()
        ));
    };
    if (wanted.width, wanted.height) != (actual.width, actual.height) {
        return Some(format!("{name}: has another size, see {}", shown()));
    }
    let tiles = different(&wanted, actual, &picture.letters, picture.limits);
    let worst = tiles.first()?;
    write(&picture_of(&wanted, &tiles), &path("difference"));
    Some(format!(
        "{name}: {} tiles look different, the worst by {:.1} at {:?}; see {} and {}",
        tiles.len(),
        worst.apart,
        worst.area,
        shown(),
        path("difference").display(),
    ))
}

/// Paints anew what is kept, and says so even where a passed test is not heard.
fn renew(pictures: &[Painted]) {
    let mut said = Vec::new();
    for picture in pictures {
        let (path, actual) = (kept(&picture.name), &picture.pixels);
        if read(&path).as_ref() != Some(actual) {
            write(&actual.surface(), &path);
            said.push(format!("painted {}", path.display()));
        }
    }
    for path in strays(pictures) {
        fs::remove_file(&path).unwrap();
        said.push(format!("removed {}", path.display()));
    }
    said.push(format!("{} pictures are kept\n", pictures.len()));
    std::io::stderr()
        .write_all(said.join("\n").as_bytes())
        .unwrap();
}

/// Kept pictures that no longer belong to anything.
fn strays(pictures: &[Painted]) -> Vec<PathBuf> {
    let known: BTreeSet<PathBuf> = pictures.iter().map(|picture| kept(&picture.name)).collect();
    let folder = fs::read_dir(kept("any").parent().unwrap()).unwrap();
    let files = folder.map(|entry| entry.unwrap().path());
    files.filter(|path| !known.contains(path)).collect()
}

#[test]
fn boards_look_as_they_did() {
    let pictures = painted();
    if std::env::var_os(RENEW).is_some() {
        renew(&pictures);
        return;
    }
    let wrong: Vec<String> = pictures.iter().filter_map(wrong).collect();
    assert!(
        wrong.is_empty(),
        "{}\nIf that is meant: {RENEW}=1 cargo test pictures",
        wrong.join("\n")
    );
    assert_eq!(strays(&pictures), Vec::<PathBuf>::new(), "not in the list");
}

/// How far apart the worst tile of two paintings is, in limits: more than 1 is found.
fn found(picture: &Picture, fault: &Fault, other: &Picture) -> f32 {
    let (good, bad) = (picture.paint(&Fault::default()), other.paint(fault));
    let tiles = different(&good, &bad, &picture.letters(), limits(picture));
    tiles.first().map_or(0.0, |tile| tile.apart / tile.limit)
}

fn those(wanted: impl Fn(&Picture) -> bool) -> Vec<Picture> {
    let those: Vec<Picture> = pictures().into_iter().filter(wanted).collect();
    assert!(!those.is_empty());
    those
}

/// Plants a fault into each of the pictures; every one must show it.
fn assert_found(what: &str, fault: Fault, wanted: impl Fn(&Picture) -> bool) {
    for picture in those(wanted) {
        let apart = found(&picture, &fault, &picture);
        println!("{what} in {}: {apart:.1} limits", picture.name);
        assert!(
            apart > 1.0,
            "{what} in {}: only {apart:.2} limits",
            picture.name
        );
    }
}

#[test]
fn a_piece_that_is_moved_or_missing_is_found() {
    let has_piece = |picture: &Picture| picture.scene != Scene::Position;
    let moved = |moved| Fault {
        moved,
        ..Fault::default()
    };
    assert_found("a piece moved by a pixel", moved(1.0), has_piece);
    assert_found("a piece moved by two pixels", moved(2.0), has_piece);
    let gone = Fault {
        gone: true,
        ..Fault::default()
    };
    assert_found("a piece gone", gone, has_piece);
}

#[test]
fn a_missing_mark_is_found() {
    let marked = |picture: &Picture| !matches!(picture.scene, Scene::Pieces | Scene::Position);
    let ringless = Fault {
        ringless: true,
        ..Fault::default()
    };
    assert_found("a ring missing", ringless, marked);
    let glowless = Fault {
        glowless: true,
        ..Fault::default()
    };
    assert_found("a glow missing", glowless, marked);
}

#[test]
fn another_color_is_found() {
    fn off(color: &mut Rgba, channel: usize) {
        let part = [&mut color.red, &mut color.green, &mut color.blue];
        let part = part.into_iter().nth(channel).unwrap();
        *part += if *part > 0.5 { -8.0 } else { 8.0 } / 255.0;
    }
    type Part = fn(&mut Palette) -> &mut Rgba;
    let parts: [(&str, Part); 13] = [
        ("light", |palette| &mut palette.light),
        ("dark", |palette| &mut palette.dark),
        ("last_move", |palette| &mut palette.last_move),
        ("selected", |palette| &mut palette.selected),
        ("target", |palette| &mut palette.target),
        ("check", |palette| &mut palette.check),
        ("refusal", |palette| &mut palette.refusal),
        ("drawing 0", |palette| &mut palette.drawings[0]),
        ("drawing 1", |palette| &mut palette.drawings[1]),
        ("drawing 2", |palette| &mut palette.drawings[2]),
        ("drawing 3", |palette| &mut palette.drawings[3]),
        ("drawing 4", |palette| &mut palette.drawings[4]),
        ("drawing 5", |palette| &mut palette.drawings[5]),
    ];
    for picture in those(|picture| picture.scene == Scene::Everything) {
        let mut other = picture.clone();
        other.palette.shadow.alpha = 0.0;
        assert!(
            found(&picture, &Fault::default(), &other) > 1.0,
            "the shadow"
        );
        for (name, part) in parts {
            let mut other = picture.clone();
            for channel in 0..3 {
                off(part(&mut other.palette), channel);
            }
            let apart = found(&picture, &Fault::default(), &other);
            println!("{name} off by 8 in {}: {apart:.1} limits", picture.name);
            assert!(
                apart > 1.0,
                "{name} in {}: only {apart:.2} limits",
                picture.name
            );
        }
    }
}

#[test]
fn another_font_is_no_difference_but_no_letters_are() {
    let lettered = |picture: &Picture| !picture.letters().is_empty();
    let letterless = Fault {
        letterless: true,
        ..Fault::default()
    };
    assert_found("coordinates missing", letterless, lettered);
    let on_a_board = |picture: &Picture| picture.scene == Scene::FaceToFace && lettered(picture);
    for picture in those(on_a_board) {
        for font in ["sans-serif", "Cantarell", "serif", "monospace"] {
            let fault = Fault {
                font: Some(font),
                ..Fault::default()
            };
            let apart = found(&picture, &fault, &picture);
            println!("{font} in {}: {apart:.1} limits", picture.name);
            assert!(
                apart <= 1.0,
                "{font} in {}: {apart:.2} limits",
                picture.name
            );
        }
    }
}

/// The same for a picture of 2048.
fn tile_found(picture: &TilePicture, fault: &TileFault, other: &TilePicture) -> f32 {
    let (good, bad) = (picture.paint(&TileFault::default()), other.paint(fault));
    let tiles = different(&good, &bad, &picture.letters(), NUMBERED);
    tiles.first().map_or(0.0, |tile| tile.apart / tile.limit)
}

#[test]
fn a_tile_or_a_number_that_is_missing_is_found() {
    for picture in tile_pictures() {
        // On paper, on a deep color, on gold, in a frame.
        for place in [0, 6, 10, 19] {
            let [gone, blank] = [(Some(place), None), (None, Some(place))].map(|(gone, blank)| {
                let fault = TileFault {
                    gone,
                    blank,
                    ..TileFault::default()
                };
                tile_found(&picture, &fault, &picture)
            });
            println!("{place} of {}: {gone:.1}, {blank:.1}", picture.name);
            assert!(gone > 1.0 && blank > 1.0, "{place} of {}", picture.name);
        }
    }
}

#[test]
fn another_color_of_2048_is_found_but_another_font_is_no_difference() {
    for picture in tile_pictures() {
        let parts: [fn(&mut Shades) -> &mut Rgba; 2] =
            [|shades| &mut shades.board, |shades| &mut shades.cell];
        for part in parts {
            let mut other = picture.clone();
            let green = &mut part(&mut other.shades).green;
            *green += if *green > 0.5 { -8.0 } else { 8.0 } / 255.0;
            let apart = tile_found(&picture, &TileFault::default(), &other);
            assert!(apart > 1.0, "{}: {apart:.2}", picture.name);
        }
        for font in ["sans-serif", "DejaVu Sans Condensed", "serif", "monospace"] {
            let fault = TileFault {
                font: Some(font),
                ..TileFault::default()
            };
            let apart = tile_found(&picture, &fault, &picture);
            println!("{font} in {}: {apart:.2}", picture.name);
            assert!(apart <= 1.0, "{font} in {}: {apart:.2}", picture.name);
        }
    }
}
