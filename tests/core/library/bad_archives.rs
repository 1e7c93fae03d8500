//! What is no backup, or a bad one, is refused before anything is written. No archive, not even a hostile one, is unpacked
//! outside of its folder.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::symlink;
use std::path::Path;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use rank_and_file_core::library::{BackupFault, back_up, restore};
use tar::{Builder, EntryType, Header};

use super::backup::{SETTINGS, all_below, folder, full_folder, packed, restored};
use crate::saved::{names, now};

/// An entry of an archive: its kind, its name, and what is in it.
pub(super) type Entry<'a> = (EntryType, &'a [u8], Vec<u8>);

pub(super) fn note() -> Entry<'static> {
    file("rank-and-file/backup.json", "{\"format\":1}")
}

pub(super) fn file<'a>(name: &'a str, text: &str) -> Entry<'a> {
    (
        EntryType::Regular,
        name.as_bytes(),
        text.as_bytes().to_vec(),
    )
}

/// An archive with any names, which the crate would not write.
pub(super) fn archive(entries: &[Entry<'_>]) -> Vec<u8> {
    let mut builder = Builder::new(Vec::new());
    for (kind, name, bytes) in entries {
        let mut header = Header::new_gnu();
        header.as_old_mut().name[..name.len()].copy_from_slice(name);
        header.set_entry_type(*kind);
        header.set_size(bytes.len() as u64);
        header.set_cksum();
        builder.append(&header, &**bytes).unwrap();
    }
    zipped(&builder.into_inner().unwrap())
}

pub(super) fn zipped(bytes: &[u8]) -> Vec<u8> {
    let mut zipped = GzEncoder::new(Vec::new(), Compression::default());
    zipped.write_all(bytes).unwrap();
    zipped.finish().unwrap()
}

pub(super) fn word(fault: &BackupFault) -> &'static str {
    match fault {
        BackupFault::Other => "other",
        BackupFault::Newer => "newer",
        BackupFault::Damaged => "damaged",
        BackupFault::Hostile => "hostile",
        BackupFault::Busy => "busy",
        BackupFault::Unreadable(_) => "unreadable",
        BackupFault::Unwritten(_) => "unwritten",
    }
}

#[test]
fn a_bad_archive_is_refused_before_anything_is_written() {
    let root = tempfile::tempdir().unwrap();
    let (home, path) = (root.path().join("user/home"), root.path().join("file"));
    full_folder(&home);
    let before = all_below(root.path());
    let good = file("rank-and-file/games/new.fenlog", "new");
    let claims = |size: u64| {
        let mut header = Header::new_gnu();
        header.set_path("rank-and-file/games/large.fenlog").unwrap();
        header.set_size(size);
        header.set_cksum();
        let mut builder = Builder::new(Vec::new());
        builder.append(&header, &b"little"[..]).unwrap();
        let mut first = Vec::new();
        GzDecoder::new(&*archive(&[note()]))
            .read_to_end(&mut first)
            .unwrap();
        // Without the two blocks at its end.
        first.truncate(1024);
        zipped(&[first, builder.into_inner().unwrap()].concat())
    };
    let long = vec![b'a'; 5000];
    let whole = archive(&[note(), good.clone()]);
    for (told, bytes, why) in [
        ("nothing", Vec::new(), "other"),
        ("a word", b"no backup".to_vec(), "other"),
        ("text", b"1. e4 e5 *".to_vec(), "other"),
        ("a packed text", zipped(b"1. e4 e5 *"), "other"),
        ("many letters", zipped(&[b'a'; 4096]), "other"),
        ("zeros", vec![0; 4096], "other"),
        ("packed zeros", zipped(&[0; 4096]), "other"),
        ("no note", archive(std::slice::from_ref(&good)), "other"),
        (
            "another archive",
            archive(&[file("home/a.txt", "a")]),
            "other",
        ),
        (
            "a note that says nothing",
            archive(&[file("rank-and-file/backup.json", "[]")]),
            "other",
        ),
        (
            "a newer one",
            archive(&[file("rank-and-file/backup.json", "{\"format\":2}")]),
            "newer",
        ),
        (
            "up",
            archive(&[note(), good.clone(), file("rank-and-file/../../evil", "a")]),
            "hostile",
        ),
        (
            "up from games",
            archive(&[
                note(),
                file("rank-and-file/games/../../../evil.fenlog", "a"),
            ]),
            "hostile",
        ),
        (
            "from the root",
            archive(&[note(), file("/tmp/evil.fenlog", "a")]),
            "hostile",
        ),
        (
            "elsewhere",
            archive(&[note(), file("games/evil.fenlog", "a")]),
            "hostile",
        ),
        (
            "the folder itself",
            archive(&[note(), file("rank-and-file", "a")]),
            "hostile",
        ),
        (
            "a link",
            archive(&[
                note(),
                (
                    EntryType::Symlink,
                    b"rank-and-file/games/a.fenlog",
                    Vec::new(),
                ),
            ]),
            "hostile",
        ),
        (
            "a hard link",
            archive(&[
                note(),
                (EntryType::Link, b"rank-and-file/games/a.fenlog", Vec::new()),
            ]),
            "hostile",
        ),
        (
            "a device",
            archive(&[
                note(),
                (EntryType::Char, b"rank-and-file/games/a.fenlog", Vec::new()),
            ]),
            "hostile",
        ),
        (
            "a pipe",
            archive(&[
                note(),
                (EntryType::Fifo, b"rank-and-file/games/a.fenlog", Vec::new()),
            ]),
            "hostile",
        ),
        (
            "holes",
            archive(&[
                note(),
                (
                    EntryType::GNUSparse,
                    b"rank-and-file/games/a.fenlog",
                    Vec::new(),
                ),
            ]),
            "hostile",
        ),
        (
            "a name that is too long",
            archive(&[
                note(),
                (EntryType::GNULongName, b"././@LongLink", long),
                good.clone(),
            ]),
            "hostile",
        ),
        (
            "a name that leads up",
            archive(&[
                note(),
                (
                    EntryType::GNULongName,
                    b"././@LongLink",
                    b"rank-and-file/../../evil\0".to_vec(),
                ),
                good.clone(),
            ]),
            "hostile",
        ),
        ("a large file that is none", claims(15 << 20), "damaged"),
        ("a larger one", claims(1 << 40), "hostile"),
        ("the largest", claims(u64::MAX / 2), "hostile"),
        (
            "a file of zeros that is too large",
            archive(&[
                note(),
                (
                    EntryType::Regular,
                    b"rank-and-file/games/a.fenlog",
                    vec![0; 17 << 20],
                ),
            ]),
            "hostile",
        ),
        (
            "torn in the middle",
            whole[..whole.len() / 2].to_vec(),
            "damaged",
        ),
        (
            "without its checksum",
            whole[..whole.len() - 8].to_vec(),
            "damaged",
        ),
        (
            "with another checksum",
            [&whole[..whole.len() - 8], &[1; 8]].concat(),
            "damaged",
        ),
    ] {
        fs::write(&path, &bytes).unwrap();
        let found = match restore(&folder(&home), &path) {
            Ok(_) => "none",
            Err(fault) => word(&fault),
        };
        assert_eq!(found, why, "{told}");
        fs::remove_file(&path).unwrap();
        assert_eq!(all_below(root.path()), before, "{told}");
    }
    // Names that mean nothing here are passed over, and so are folders.
    let odd = [
        note(),
        (
            EntryType::Directory,
            &b"rank-and-file/games/"[..],
            Vec::new(),
        ),
        file("rank-and-file/.bashrc", "evil"),
        file("rank-and-file/games/.hidden.fenlog", "evil"),
        file("rank-and-file/2048.json.lock", "evil"),
        file("rank-and-file/notes.txt", "of a later version"),
    ];
    fs::write(&path, archive(&odd)).unwrap();
    restore(&folder(&home), &path).unwrap();
    fs::remove_file(&path).unwrap();
    assert_eq!(all_below(root.path()), before);
}

#[test]
fn the_long_name_of_a_folder_is_not_that_of_the_file_behind_it() {
    let root = tempfile::tempdir().unwrap();
    let (home, path) = (root.path().join("home"), root.path().join("file"));
    let long = [b"rank-and-file/games/", &[b'a'; 200][..], b"/\0"].concat();
    let entries = [
        note(),
        (EntryType::GNULongName, &b"././@LongLink"[..], long),
        (
            EntryType::Directory,
            &b"rank-and-file/games/aaa"[..],
            Vec::new(),
        ),
        file("rank-and-file/games/new.fenlog", "new"),
    ];
    fs::write(&path, archive(&entries)).unwrap();
    restore(&folder(&home), &path).unwrap();
    assert_eq!(names(&home.join("games")), ["new.fenlog"]);
}

#[test]
fn what_is_no_file_is_not_waited_for() {
    let root = tempfile::tempdir().unwrap();
    let pipe = root.path().join("pipe");
    crate::saved::make_pipe(&pipe);
    for path in [
        &*pipe,
        root.path(),
        Path::new("/dev/zero"),
        &root.path().join("none"),
    ] {
        let fault = restore(&folder(&root.path().join("home")), path).unwrap_err();
        assert_eq!(word(&fault), "unreadable", "{}", path.display());
    }
    assert_eq!(names(root.path()), ["pipe"]);
}

#[test]
fn a_compression_bomb_is_refused() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("file");
    // A thousand zeros for each byte, in many files none of which is too large.
    let zeros = vec![0; 8 << 20];
    let mut entries = vec![note()];
    for _ in 0..30 {
        entries.push((
            EntryType::Regular,
            b"rank-and-file/games/a.fenlog",
            zeros.clone(),
        ));
    }
    let bomb = archive(&entries);
    assert!(bomb.len() < 1 << 18, "{}", bomb.len());
    fs::write(&path, bomb).unwrap();
    let home = root.path().join("home");
    let fault = restore(&folder(&home), &path).unwrap_err();
    assert_eq!(word(&fault), "hostile");
    assert!(!home.exists());
}

#[test]
fn an_archive_that_is_torn_or_changed_anywhere_changes_nothing_or_is_whole() {
    let root = tempfile::tempdir().unwrap();
    let (home, other, file) = (
        root.path().join("a"),
        root.path().join("b"),
        root.path().join("c"),
    );
    full_folder(&home);
    packed(&home, &file);
    let (whole, wanted) = (fs::read(&file).unwrap(), all_below(&home));
    let mut chance = fastrand::Rng::with_seed(1);
    let mut refused = 0;
    for at in 0..whole.len() {
        for torn in [true, false] {
            let mut bytes = whole.clone();
            match torn {
                true => bytes.truncate(at),
                false => bytes[at] ^= 1 << chance.u8(..8),
            }
            fs::write(&file, &bytes).unwrap();
            match restore(&folder(&other), &file) {
                Ok(_) => {
                    assert!(!torn, "torn at {at}");
                    assert_eq!(all_below(&other), wanted, "changed at {at}");
                    fs::remove_dir_all(&other).unwrap();
                }
                Err(fault) => {
                    assert!(
                        ["other", "damaged", "hostile"].contains(&word(&fault)),
                        "{fault} at {at}"
                    );
                    assert!(!other.exists(), "{fault} at {at}");
                    refused += 1;
                }
            }
        }
    }
    assert!(
        refused > whole.len() * 2 - 20,
        "{refused} of {}",
        whole.len()
    );
}

#[test]
fn what_cannot_be_read_is_told_and_all_else_is_taken() {
    let root = tempfile::tempdir().unwrap();
    let (home, other, file) = (
        root.path().join("a"),
        root.path().join("b"),
        root.path().join("c"),
    );
    full_folder(&home);
    let wanted = all_below(&home);
    symlink("loop.fenlog", home.join("games/loop.fenlog")).unwrap();
    crate::saved::make_pipe(&home.join("games/pipe.fenlog"));
    let done = back_up(&folder(&home), SETTINGS, now(), &file).unwrap();
    let [(path, _)] = &*done.left_out else {
        panic!("{:?}", done.left_out);
    };
    assert_eq!(path, Path::new("games/loop.fenlog"));
    assert_eq!((done.games, done.files), (7, wanted.len()));
    restored(&other, &file);
    assert_eq!(all_below(&other), wanted);
}
