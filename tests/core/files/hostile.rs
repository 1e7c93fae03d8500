//! What may lie where games are read from: pipes, devices, links to themselves, files without end, files that change
//! while they are read. No reader waits for them or reads them without a limit, and the good game among them is found.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use rank_and_file_core::chess::Game;
use rank_and_file_core::files::write_atomically;
use rank_and_file_core::library::{AliasFile, Aliases, Library, State};
use rank_and_file_core::record::log::{Appender, Folder, OpenError, read};

use crate::litter::{DAMAGED, GOOD, NO_FILES, lay_games, litter};
use crate::random::act_of;
use crate::saved::{Written, fens, make_pipe, now};
/// `ENXIO`: no process reads the pipe.
const NO_READER: i32 = 6;

#[test]
fn the_library_passes_over_what_is_no_game() {
    let home = tempfile::tempdir().unwrap();
    let (games, index) = (home.path().join("games"), home.path().join("games.index"));
    lay_games(&games);
    for _ in 0..2 {
        let (mut read, mut unread) = (Vec::new(), BTreeSet::new());
        // Where the machine is slow, the good one is old enough for the index to be believed.
        let take = |summary| read.push(summary);
        let mut library = Library::open(Folder::new(games.clone()), &index, take);
        let scanned = library.scan(&AtomicBool::new(false), |batch| {
            read.extend(batch.read);
            unread.extend(batch.unread.into_iter().map(|(id, _)| id));
        });
        scanned.unwrap();
        let damaged: BTreeSet<&str> = read
            .iter()
            .filter(|summary| summary.state == State::Damaged)
            .map(|summary| summary.entry.id.as_str())
            .collect();
        assert_eq!(damaged, BTreeSet::from(DAMAGED));
        assert_eq!(unread, NO_FILES.map(str::to_owned).into());
        let good = read.iter().find(|summary| summary.entry.id == GOOD);
        assert_eq!(good.unwrap().plies, 6);
    }
}

#[test]
fn a_pipe_that_is_read_gets_everything() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    make_pipe(&path);
    // More than a pipe holds at once.
    let bytes = vec![b'x'; 300_000];
    let read = thread::scope(|scope| {
        let reader = scope.spawn(|| fs::read(&path).unwrap());
        // Until the reader has opened the pipe, there is none.
        let no_reader = |error: &std::io::Error| error.raw_os_error() == Some(NO_READER);
        while write_atomically(&path, &bytes)
            .as_ref()
            .is_err_and(no_reader)
        {
            thread::yield_now();
        }
        reader.join().unwrap()
    });
    assert_eq!(read, bytes);
}

#[test]
fn a_file_of_renamings_may_be_anything() {
    let folder = tempfile::tempdir().unwrap();
    litter(folder.path(), "jsonl");
    for name in NO_FILES.iter().filter(|name| **name != "nowhere") {
        let path = folder.path().join(format!("{name}.jsonl"));
        let file = AliasFile::new(path);
        assert!(file.read().is_err(), "{name}");
        assert!(file.rename("Jon", "John", now()).is_err(), "{name}");
    }
    for name in ["gigabyte", "megabytes"] {
        let path = folder.path().join(format!("{name}.jsonl"));
        let size = fs::metadata(&path).unwrap().len();
        let file = AliasFile::new(path.clone());
        assert_eq!(file.read().unwrap(), Aliases::default());
        // What would not be read is not written either.
        assert!(file.rename("Jon", "John", now()).is_err(), "{name}");
        assert_eq!(fs::metadata(&path).unwrap().len(), size);
    }
}

#[test]
fn a_log_to_go_on_with_may_be_anything() {
    let games = tempfile::tempdir().unwrap();
    lay_games(games.path());
    for name in NO_FILES {
        let path = games.path().join(format!("{name}.fenlog"));
        let opened = Appender::open(&path);
        assert!(
            matches!(opened, Err(OpenError::Io(_))),
            "{name}: {opened:?}"
        );
    }
}

#[test]
fn a_file_may_shrink_and_grow_while_it_is_read() {
    let written = Written::play("Nf3 Nf6 Ng1 Ng8");
    let whole = fens(&written.game);
    let text = written.text();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.fenlog");
    fs::write(&path, &text).unwrap();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut chance = fastrand::Rng::with_seed(7);
            let mut file = File::options().write(true).open(&path).unwrap();
            while !done.load(Ordering::Relaxed) {
                file.set_len(chance.u64(..text.len() as u64)).unwrap();
                std::io::Seek::rewind(&mut file).unwrap();
                file.write_all(text.as_bytes()).unwrap();
                file.set_len(20 << 20).unwrap();
            }
        });
        for _ in 0..300 {
            let loaded = read(&path).unwrap();
            let mut game = Game::new(loaded.game.start().clone(), loaded.game.draw_rule());
            for ply in loaded.game.plies() {
                game.act(act_of(ply.mv)).unwrap();
            }
            assert!(whole.starts_with(&fens(&game)));
        }
        done.store(true, Ordering::Relaxed);
    });
}
