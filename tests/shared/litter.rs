//! Files that may lie in a folder of games and are not games.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;

use crate::saved::{Written, make_pipe};

/// Names of files with games that are none.
pub const NO_FILES: [&str; 9] = [
    "pipe", "socket", "folder", "circle", "nowhere", "zeros", "chance", "full", "memory",
];

/// Files that are damaged as games.
pub const DAMAGED: [&str; 3] = ["gigabyte", "megabytes", "places"];

/// The good game among them, and its moves.
pub const GOOD: &str = "20261120T190500Z-00000000";
const MOVES: &str = "e4 e5 Nf3 Nc6 Bb5 a6";

/// Makes a folder of games with one of each and the good game.
pub fn lay_games(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    litter(folder, "fenlog");
    let good = folder.join(format!("{GOOD}.fenlog"));
    fs::write(good, Written::play(MOVES).text()).unwrap();
}

/// Puts one of each into a folder.
pub fn litter(folder: &Path, ending: &str) {
    let path = |name: &str| folder.join(format!("{name}.{ending}"));
    make_pipe(&path("pipe"));
    UnixListener::bind(path("socket")).unwrap();
    fs::create_dir(path("folder")).unwrap();
    symlink(path("circle"), path("circle")).unwrap();
    symlink("nowhere at all", path("nowhere")).unwrap();
    symlink("/dev/zero", path("zeros")).unwrap();
    symlink("/dev/urandom", path("chance")).unwrap();
    symlink("/dev/full", path("full")).unwrap();
    // Regular files by their looks, but what stands in them is made while it is read.
    symlink("/proc/self/mem", path("memory")).unwrap();
    symlink("/proc/self/maps", path("places")).unwrap();
    // They take no place on the disk.
    for (name, size) in [("gigabyte", 1 << 30), ("megabytes", 15 << 20)] {
        let mut file = File::create(path(name)).unwrap();
        file.write_all(b"e4 ").unwrap();
        file.set_len(size).unwrap();
    }
}
