//! Files that are written whole or not at all, and what they leave as it was.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, lchown, symlink};
use std::path::Path;

use rank_and_file_core::files::{clear_unfinished, make_folder, write_atomically, write_own_with};

#[test]
fn a_file_takes_the_place_of_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("a"), folder.path().join("b"));
    write_atomically(&path, b"old").unwrap();
    symlink("a", &link).unwrap();
    write_atomically(&link, b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o777
}

#[test]
fn what_was_private_stays_private() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    for kept in [0o600, 0o640, 0o666] {
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(kept)).unwrap();
        write_atomically(&path, b"new").unwrap();
        assert_eq!(mode(&path), kept);
    }
    write_own_with(&path, |file| file.write_all(b"own")).unwrap();
    assert_eq!(mode(&path), 0o600);
    let deep = folder.path().join("deep").join("deeper");
    make_folder(&deep).unwrap();
    assert_eq!((mode(&deep), mode(deep.parent().unwrap())), (0o700, 0o700));
}

#[test]
fn a_link_of_another_user_is_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("a"), folder.path().join("b"));
    fs::write(&path, "old").unwrap();
    symlink("a", &link).unwrap();
    // Only root can give a link away.
    if lchown(&link, Some(12_345), None).is_ok() {
        let refused = write_atomically(&link, b"new").unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(fs::read(&path).unwrap(), b"old");
    }
    let round = folder.path().join("round");
    symlink("round", &round).unwrap();
    write_atomically(&round, b"new").unwrap();
    assert!(fs::symlink_metadata(&round).unwrap().is_file());
}

#[test]
fn what_a_kill_leaves_is_cleared_away() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    for name in [".a.new-x1", ".ab.new-x1", "a", ".tmpabc"] {
        fs::write(folder.path().join(name), "").unwrap();
    }
    clear_unfinished(&path);
    let left = fs::read_dir(folder.path()).unwrap();
    let mut left: Vec<_> = left.map(|file| file.unwrap().file_name()).collect();
    left.sort_unstable();
    assert_eq!(left, [".ab.new-x1", ".tmpabc", "a"]);
    let killed = |_: &mut dyn Write| {
        let listing = fs::read_dir(folder.path()).unwrap();
        let mut names = listing.map(|file| file.unwrap().file_name().into_string().unwrap());
        assert!(names.any(|name| name.starts_with(".a.new-")));
        Ok(())
    };
    write_own_with(&path, killed).unwrap();
}

#[test]
fn what_is_no_file_stays_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    assert!(write_atomically(folder.path(), b"x").is_err());
    assert!(write_atomically(&folder.path().join("no").join("a"), b"x").is_err());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    write_atomically(Path::new("/dev/null"), b"x").unwrap();
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}
