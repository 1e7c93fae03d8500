//! A file of positions that is damaged, of another version, or not ours: in each case the answers are the same, and
//! what was lost is read again.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use rank_and_file_core::chess::{Game, read_fen};
use rank_and_file_core::library::GameFilter;

use crate::explored::{Home, said};
use crate::full;
use crate::hostile::garbage;
use crate::litter::lay_games;
use crate::saved::make_pipe;

/// A folder of games whose positions are known, the newest of them since yesterday.
fn home() -> Home {
    let home = Home::with_games(0..900);
    home.explorer();
    (900..940).for_each(|number| home.play(number, usize::MAX));
    home.explorer();
    assert!(fs::metadata(home.positions()).unwrap().len() > 40);
    home
}

/// Spoils the file in many ways; after each the answers are the same, and at the next start no log has to be read
/// again.
fn spoil(home: &Home, how: &[fn(&Path, &[u8])]) {
    let (start, path) = (Game::default(), &home.positions());
    let ask = || {
        let (explorer, missing) = home.explorer();
        (
            said(&explorer, start.position(), &GameFilter::default()),
            missing,
        )
    };
    let (wanted, _) = ask();
    for (number, spoil) in how.iter().enumerate() {
        let sound = fs::read(path).unwrap();
        spoil(path, &sound);
        let (answer, missing) = ask();
        assert_eq!(answer, wanted, "{number}");
        assert!(missing > 0, "{number}: nothing was missed");
        assert_eq!(ask(), (wanted.clone(), 0), "{number}: it is not made anew");
    }
    home.compare();
}

fn gone(path: &Path, _: &[u8]) {
    fs::remove_file(path).unwrap();
}

fn empty(path: &Path, _: &[u8]) {
    fs::write(path, "").unwrap();
}

fn foreign(path: &Path, sound: &[u8]) {
    fs::write(path, garbage(sound.len())).unwrap();
}

fn huge(path: &Path, _: &[u8]) {
    File::create(path).unwrap().set_len(1 << 40).unwrap();
}

fn huge_behind(path: &Path, _: &[u8]) {
    let file = File::options().write(true).open(path).unwrap();
    file.set_len(1 << 40).unwrap();
}

fn half(path: &Path, sound: &[u8]) {
    fs::write(path, &sound[..sound.len() / 2]).unwrap();
}

fn pipe(path: &Path, _: &[u8]) {
    fs::remove_file(path).unwrap();
    make_pipe(path);
}

fn memory(path: &Path, _: &[u8]) {
    fs::remove_file(path).unwrap();
    symlink("/proc/self/mem", path).unwrap();
}

fn nowhere(path: &Path, _: &[u8]) {
    fs::remove_file(path).unwrap();
    symlink(path, path).unwrap();
}

/// Another version: the number is in the line with which the file begins.
fn other_version(path: &Path, sound: &[u8]) {
    let line = b"positions 3";
    let place = sound.windows(line.len()).position(|bytes| bytes == line);
    let mut bytes = sound.to_vec();
    bytes[place.unwrap() + line.len() - 1] = b'4';
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_spoilt_file_is_made_anew() {
    let home = home();
    spoil(&home, &[gone, empty, foreign, huge, huge_behind]);
    spoil(&home, &[half, pipe, memory, other_version, nowhere]);
}

#[test]
fn the_files_of_earlier_versions_go() {
    let home = home();
    // One of them has its line at the end, and the other at the beginning.
    let old = [
        garbage(5000),
        b"Rank & File, positions 1".into(),
        garbage(32),
    ]
    .concat();
    fs::write(home.positions(), old).unwrap();
    let recent = [b"Rank & File, recent positions 1\n".into(), garbage(5000)].concat();
    fs::write(home.outdated(), recent).unwrap();
    let (explorer, missing) = home.explorer();
    assert_eq!(missing, 940);
    home.compare_with(&explorer);
    home.compare();
    assert!(!home.outdated().exists());
}

/// Flips some bits of the file, by their numbers, one at a time.
fn flip(home: &Home, bits: impl Iterator<Item = usize>) {
    let path = home.positions();
    let bytes = fs::read(&path).unwrap();
    for bit in bits {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, flipped).unwrap();
        let (_, missing) = home.explorer();
        assert!(missing > 0, "the bit at {bit} is believed");
    }
    home.compare();
}

#[test]
fn every_flipped_bit_is_noticed() {
    let home = home();
    let length = fs::metadata(home.positions()).unwrap().len() as usize;
    let places = (0..length).step_by(length / 14).chain(length - 3..length);
    flip(&home, places.map(|at| 8 * at + at % 8));
    let small = Home::with_games(0..0);
    (0..2).for_each(|number| small.play(number, 3));
    small.explorer();
    let length = fs::metadata(small.positions()).unwrap().len() as usize;
    flip(&small, 0..8 * length);
}

#[test]
fn a_file_that_was_cut_short_costs_what_was_cut() {
    let home = Home::with_games(0..30);
    home.explorer();
    (30..60).for_each(|number| home.play(number, usize::MAX));
    home.explorer();
    let whole = fs::read(home.positions()).unwrap();
    for end in [whole.len() - 1, whole.len() * 3 / 4] {
        fs::write(home.positions(), &whole[..end]).unwrap();
        let (explorer, missing) = home.explorer();
        assert!((1..=30).contains(&missing), "{missing}");
        home.compare_with(&explorer);
        home.compare();
    }
}

#[test]
fn where_nothing_can_be_written_the_answers_are_the_same() {
    let home = home();
    let path = home.positions();
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    fs::write(path.join("in the way"), "").unwrap();
    for _ in 0..2 {
        let (explorer, missing) = home.explorer();
        assert_eq!(missing, 940);
        home.compare_with(&explorer);
    }
}

#[test]
fn a_file_of_another_program_is_left_alone() {
    let home = home();
    let diary = home.positions().with_file_name("diary");
    fs::write(&diary, "Dear diary").unwrap();
    fs::remove_file(home.positions()).unwrap();
    symlink(&diary, home.positions()).unwrap();
    home.compare_with(&home.explorer().0);
    home.compare();
    assert_eq!(fs::read_to_string(&diary).unwrap(), "Dear diary");
}

#[test]
fn nothing_in_the_folder_of_games_is_waited_for() {
    let home = Home::new();
    home.explorer();
    lay_games(home.folder().path());
    let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    for _ in 0..2 {
        let (explorer, missing) = home.explorer();
        let (all, moves) = said(&explorer, &read_fen(after).unwrap(), &GameFilter::default());
        assert_eq!(
            (all, moves),
            ([1, 0, 0, 0], [("Nf3".into(), [1, 0, 0, 0])].into())
        );
        assert_eq!(missing, 0);
    }
}

/// Room for the index of these games, and for a part of their positions.
const ROOM: usize = 20_000;

#[test]
fn a_full_disk_gives_no_wrong_answers() {
    full::alone(
        "library::spoilt_positions::a_full_disk_gives_no_wrong_answers",
        || {
            let home = Home::with_games(0..120);
            full::limit(Some(ROOM));
            let (mut library, _) = home.library();
            let written = fs::metadata(home.positions()).map_or(0, |file| file.len());
            let never = AtomicBool::new(false);
            assert!(
                library.positions(&never, |_, _| {}).is_err(),
                "{written} bytes are written"
            );
            full::limit(None);
            let (explorer, missing) = home.explorer();
            assert!(missing > 0);
            home.compare_with(&explorer);
            home.compare();
        },
    );
}
