//! Everything in one file, from one home to another, as the command line writes it and puts it back.

use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;

use serde_json::json;

use crate::saved::Written;
use crate::terminal::Home;

const ID: &str = "20261120T190500Z-01234567";

#[test]
fn what_is_backed_up_is_restored_elsewhere() {
    let (home, other) = (Home::new(), Home::new());
    let log = format!("{ID}.fenlog");
    let (short, long) = (
        Written::play("e4 e5").text(),
        Written::play("e4 e5 Nf3").text(),
    );
    for (home, text) in [(&home, &long), (&other, &short)] {
        fs::create_dir_all(home.games()).unwrap();
        fs::write(home.games().join(&log), text).unwrap();
    }
    fs::write(home.games().join("second.fenlog"), &short).unwrap();
    let file = home.games().join("../all.tar.gz");
    let file = file.to_str().unwrap();
    let written = home.answers(&["--backup", file, "--json"]);
    assert_eq!(written, [json!({ "games": 2, "files": 2, "left_out": [] })]);

    let came = other.answers(&["--restore", file, "--json"]);
    let games = json!({ "new": 1, "completed": 1, "kept_twice": 0, "known": 0 });
    assert_eq!(came.len(), 1);
    assert_eq!(came[0]["games"], games);
    assert_eq!(came[0]["left"], json!([]));
    assert_eq!(fs::read_to_string(other.games().join(&log)).unwrap(), long);

    // The second time there is nothing to do, which is said in words.
    let again = other.run(&["--restore", file]);
    assert_eq!(again.status.code(), Some(0), "{again:?}");
    let said = String::from_utf8(again.stdout).unwrap();
    assert!(said.contains("already"), "{said}");

    // What is not whole is refused with one sentence, and nothing comes of it.
    let whole = fs::read(file).unwrap();
    fs::write(file, &whole[..whole.len() / 2]).unwrap();
    let empty = Home::new();
    let refused = empty.run(&["--restore", file]);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    let told = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.contains("damaged"), "{told}");
    assert!(refused.stdout.is_empty() && !empty.games().exists());
    let none = empty.run(&["--restore", "/nowhere/at/all.tar.gz"]);
    assert_eq!(none.status.code(), Some(1), "{none:?}");
    let nowhere = home.run(&["--backup", "/nowhere/at/all.tar.gz"]);
    assert_eq!(nowhere.status.code(), Some(1), "{nowhere:?}");
}

#[test]
fn what_is_too_large_to_be_put_together_is_in_the_backup_and_kept_twice() {
    let (home, other) = (Home::new(), Home::new());
    for (home, size) in [(&home, 17 << 20), (&other, 18 << 20)] {
        fs::create_dir_all(home.games()).unwrap();
        let large = fs::File::create(home.games().join("b.fenlog")).unwrap();
        large.set_len(size).unwrap();
        let large = fs::File::options()
            .append(true)
            .open(home.games().join("b.fenlog"));
        writeln!(large.unwrap(), "{size}").unwrap();
    }
    let file = home.games().join("../all.tar.gz");
    let file = file.to_str().unwrap();
    let ran = home.run(&["--backup", file]);
    assert_eq!(ran.status.code(), Some(0), "{ran:?}");
    let ran = other.run(&["--restore", file]);
    assert_eq!(ran.status.code(), Some(1), "{ran:?}");
    let said = String::from_utf8(ran.stdout).unwrap();
    let wanted = "1 file is too large to be combined with what is here. Both are saved.";
    assert!(
        said.contains(wanted) && !said.contains("could not be combined"),
        "{said}"
    );
    let mut sizes: Vec<u64> = fs::read_dir(other.games())
        .unwrap()
        .map(|file| file.unwrap())
        .filter(|file| file.path().extension().unwrap() == "fenlog")
        .map(|file| file.metadata().unwrap().len() >> 20)
        .collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [17, 18]);
}

#[test]
fn what_cannot_be_read_is_told() {
    let home = Home::new();
    fs::create_dir_all(home.games()).unwrap();
    symlink("b.pgn", home.games().join("b.pgn")).unwrap();
    let file = home.games().join("../all.tar.gz");
    let ran = home.run(&["--backup", file.to_str().unwrap()]);
    assert_eq!(ran.status.code(), Some(1), "{ran:?}");
    let said = String::from_utf8(ran.stdout).unwrap();
    let wanted = "1 file cannot be read and is not in the backup.";
    assert!(said.contains(wanted), "{said}");
}
