//! The file of 2048: whole after every move, believed only where play can bring it about, set aside
//! where it is damaged, used by one process at a time, and tried again where the disk is full.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use proptest::prelude::*;
use rank_and_file_core::files::{Destination, ExternalChange, WriteReport, Writer, finish_writing};
use rank_and_file_core::twenty48::{
    Action, Direction, Event, Fault, Kept, Notice, Opened, Refusal, Size, Store, read_document,
};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::full::{alone, limit};
use crate::random::config;
use crate::saved::make_pipe;

const SEED: u64 = 11;

/// A game after so many moves that changed something.
fn after(moves: usize) -> Kept {
    let mut kept = Kept::new(Size::STANDARD, SEED);
    let mut directions = Direction::ALL.into_iter().cycle();
    let mut made = 0;
    while made < moves {
        let direction = directions.next().unwrap();
        made += usize::from(kept.act(Action::Move(direction)).is_ok());
    }
    kept
}

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rank-and-file/2048.json");
    (folder, path)
}

fn aside(path: &Path, number: u32) -> PathBuf {
    path.with_file_name(format!("2048.json.damaged-{number}"))
}

fn value(kept: &Kept) -> Value {
    serde_json::from_str(&kept.document()).unwrap()
}

fn read(value: &Value) -> Result<Kept, Fault> {
    read_document(value.to_string().as_bytes())
}

#[test]
fn a_document_says_what_it_must() {
    let kept = after(12);
    let document = value(&kept);
    let keys: Vec<&String> = document.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "version",
            "size",
            "grid",
            "score",
            "moves",
            "won",
            "keeps_going",
            "assisted",
            "random",
            "history",
            "best"
        ]
    );
    assert_eq!(document["grid"], json!(kept.game().grid().rows()));
    assert_eq!(document["score"], kept.game().score());
    assert_eq!(document["random"]["seed"], SEED);
    assert_eq!(document["history"].as_array().unwrap().len(), 10);
    assert_eq!(kept.document().lines().count(), 1);
    assert_eq!(read(&document), Ok(kept));
}

/// Every change that makes a document impossible, by the place that is changed.
#[test]
fn what_cannot_be_is_not_believed() {
    let kept = after(30);
    let good = value(&kept);
    let score = kept.game().score();
    for (place, wrong) in [
        ("/size", json!(5)),
        ("/size", json!(-4)),
        ("/grid", json!([])),
        ("/grid", json!([[2, 2], [2, 2]])),
        ("/grid/0", json!([2, 0, 0])),
        ("/grid/0/0", json!(3)),
        ("/grid/0/0", json!(1)),
        ("/grid/0/0", json!(-2)),
        ("/grid/0/0", json!(2.5)),
        ("/grid/0/0", json!("2")),
        ("/grid/0/0", json!(262_144)),
        ("/grid/0/0", json!(u64::MAX)),
        ("/grid/0/0", json!(1024)),
        ("/score", json!(score + 4)),
        ("/score", json!(score + 1)),
        ("/score", json!(score - 4)),
        ("/score", json!(0)),
        ("/score", json!(-4)),
        ("/score", json!(u64::MAX)),
        ("/score", json!(1e300)),
        ("/moves", json!(29)),
        ("/moves", json!(u64::MAX)),
        ("/won", json!(true)),
        ("/keeps_going", json!(true)),
        ("/assisted", json!(1)),
        ("/random", json!(null)),
        ("/random/seed", json!(SEED + 1)),
        ("/random/drawn", json!(0)),
        ("/random/drawn", json!(-1)),
        ("/history", json!({})),
        ("/history/3", json!(null)),
        ("/history/3/direction", json!("sideways")),
        ("/history/3/drawn", json!(1)),
        ("/history/3/score", json!(score)),
        ("/history/3/moves", json!(0)),
        ("/history/3/keeps_going", json!(true)),
        ("/history/3/grid", good["grid"].clone()),
        ("/best/4", json!(2)),
        ("/best/4", json!(-4)),
        ("/best/4", json!(u64::MAX - 3)),
        ("/best", json!({ "3": 4 })),
        ("/best", json!({ "four": 4 })),
        ("/version", json!(0)),
        ("/version", json!(2)),
        ("/version", json!("1")),
    ] {
        let mut changed = good.clone();
        *changed.pointer_mut(place).unwrap() = wrong.clone();
        assert!(read(&changed).is_err(), "{place} is {wrong}");
    }
    for place in good.as_object().unwrap().keys() {
        let mut changed = good.clone();
        changed.as_object_mut().unwrap().remove(place);
        assert!(read(&changed).is_err(), "without {place}");
    }
    let mut longer = good.clone();
    let first = good["history"][0].clone();
    longer["history"].as_array_mut().unwrap().insert(0, first);
    assert_eq!(read(&longer), Err(Fault::Impossible("the history")));
    // Steps that were forgotten are none that are wrong, and neither are other keys.
    let mut shorter = good.clone();
    shorter["history"] = json!([]);
    shorter["colour"] = json!("blue");
    assert_eq!(read(&shorter).unwrap().game().undo_steps(), 0);
    let mut later = good.clone();
    later["version"] = json!(2);
    assert_eq!(read(&later), Err(Fault::Version(2)));
}

/// A board with a tile and nothing else, with the score and the moves that lead there by twos.
fn lonely(side: usize, power: u32) -> Value {
    let mut rows = vec![vec![0_u64; side]; side];
    rows[0][0] = 1 << power;
    json!({
        "version": 1, "size": side, "grid": rows,
        "score": u64::from(power - 1) << power, "moves": (1_u64 << (power - 1)) - 2,
        "won": power >= 11, "keeps_going": false, "assisted": false,
        "random": { "seed": 1, "drawn": 2 }, "history": [], "best": {},
    })
}

#[test]
fn the_largest_tile_is_what_fits_on_the_board() {
    for (side, largest) in [(4, 17), (5, 26), (6, 37), (7, 50), (8, 53)] {
        assert!(read(&lonely(side, largest)).is_ok(), "{side}: {largest}");
        let larger = read(&lonely(side, largest + 1));
        assert_eq!(larger, Err(Fault::Impossible("the board")), "{side}");
    }
}

#[test]
fn the_game_goes_on_where_it_was_left() {
    let (_folder, path) = folder();
    let Opened {
        mut kept,
        store,
        notice,
        continued,
    } = Store::open(&path, SEED);
    let mut store = store.unwrap();
    assert!(notice.is_none() && !continued);
    assert_eq!(kept, Kept::new(Size::STANDARD, SEED));
    for direction in Direction::ALL.into_iter().cycle().take(40) {
        if kept.act(Action::Move(direction)).is_ok() {
            store.write(&kept.document()).unwrap();
            // A reader of the file finds this move now.
            assert_eq!(read_document(&fs::read(&path).unwrap()), Ok(kept.clone()));
        }
    }
    drop(store);
    let again = Store::open(&path, 0);
    assert!(again.notice.is_none() && again.continued);
    assert_eq!(again.kept, kept);
    let names = fs::read_dir(path.parent().unwrap()).unwrap().count();
    assert_eq!(names, 2, "the game and its lock");
}

#[test]
fn a_second_player_plays_unsaved() {
    let (_folder, path) = folder();
    let first = Store::open(&path, SEED);
    let mut store = first.store.unwrap();
    let mut game = after(40);
    game.act(Action::New(Size::STANDARD)).unwrap();
    store.write(&game.document()).unwrap();
    let second = Store::open(&path, 5);
    assert!(matches!(second.notice, Some(Notice::Elsewhere)));
    assert!(second.store.is_none() && !second.continued);
    assert_eq!(second.kept.game(), Kept::new(Size::STANDARD, 5).game());
    assert_eq!(second.kept.best(Size::STANDARD), game.best(Size::STANDARD));
    assert!(game.best(Size::STANDARD) > 0);
    store.write(&game.document()).unwrap();
    drop(store);
    assert_eq!(Store::open(&path, 0).kept, game);
}

/// Puts something that is no game where the game should be.
type Damage = fn(&Path);

const DAMAGES: [(&str, Damage); 10] = [
    ("empty", |path| fs::write(path, "").unwrap()),
    ("not JSON", |path| {
        fs::write(path, "{\"version\":1,").unwrap()
    }),
    ("not text", |path| fs::write(path, [0xff, 0, 0xfe]).unwrap()),
    ("another version", |path| {
        let later = after(3).document().replacen(":1,", ":99,", 1);
        fs::write(path, later).unwrap();
    }),
    ("score", |path| {
        let mut game = value(&after(3));
        game["score"] = json!(1_000_000);
        fs::write(path, game.to_string()).unwrap();
    }),
    ("deep", |path| fs::write(path, "[".repeat(60_000)).unwrap()),
    ("too large", |path| {
        let file = fs::File::create(path).unwrap();
        file.set_len(1 << 40)
            .or_else(|_| file.set_len(1 << 30))
            .unwrap();
    }),
    ("a folder", |path| {
        fs::create_dir_all(path.join("in it")).unwrap()
    }),
    ("a pipe", make_pipe),
    ("endless", |path| symlink("/dev/zero", path).unwrap()),
];

#[test]
fn what_is_damaged_is_set_aside() {
    for (name, damage) in DAMAGES {
        let (_folder, path) = folder();
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        // Two, one after the other: neither takes the place of the other.
        for number in 1..=2 {
            damage(&path);
            let before = fs::symlink_metadata(&path).unwrap();
            let opened = Store::open(&path, SEED);
            let Some(Notice::SetAside { to, why }) = opened.notice else {
                panic!("{name}: {:?}", opened.notice);
            };
            assert_eq!(to, aside(&path, number), "{name}");
            assert!(!why.is_empty(), "{name}");
            let after = fs::symlink_metadata(&to).unwrap();
            assert_eq!(
                (after.len(), after.file_type()),
                (before.len(), before.file_type())
            );
            assert_eq!(opened.kept, Kept::new(Size::STANDARD, SEED));
            opened
                .store
                .unwrap()
                .write(&opened.kept.document())
                .unwrap();
            assert!(Store::open(&path, 0).continued, "{name}");
            fs::remove_file(&path).unwrap();
        }
    }
}

/// Replaces the file at once, as programs do that bring files from other machines.
fn bring(path: &Path, text: &str) {
    let other = path.with_file_name("brought");
    fs::write(&other, text).unwrap();
    fs::rename(other, path).unwrap();
}

#[test]
fn what_another_program_brings_is_kept_beside_the_game_and_the_better_best_counts() {
    let (_folder, path) = folder();
    let opened = Store::open(&path, SEED);
    let (mut kept, mut store) = (opened.kept, opened.store.unwrap());
    store.write(&kept.document()).unwrap();
    assert_eq!(store.touched(), None);
    let other = after(60);
    bring(&path, &other.document());
    let moved = |kept: &mut Kept| {
        let mut ways = Direction::ALL.into_iter();
        assert!(ways.any(|way| kept.act(Action::Move(way)).is_ok()));
    };
    moved(&mut kept);
    store.write(&kept.document()).unwrap();
    let aside = path.with_file_name("2048.json.other-1");
    assert_eq!(
        store.touched(),
        Some(ExternalChange::Brought(aside.clone()))
    );
    assert_eq!(fs::read_to_string(&aside).unwrap(), other.document());
    let best = other.best(Size::STANDARD);
    assert!(best > kept.best(Size::STANDARD));
    let written = || read_document(&fs::read(&path).unwrap()).unwrap();
    assert_eq!(written().game(), kept.game());
    assert_eq!(written().best(Size::STANDARD), best);
    // It stays so, and is told once.
    moved(&mut kept);
    store.write(&kept.document()).unwrap();
    assert_eq!(store.touched(), None);
    assert_eq!(written().best(Size::STANDARD), best);
    assert_eq!(written().game(), kept.game());
    kept.take_over(&Store::best_at(&aside));
    assert_eq!(written(), kept);
    // The same bytes are nothing new, and what is none of ours is not lost either.
    bring(&path, &kept.document());
    store.write(&kept.document()).unwrap();
    assert_eq!(store.touched(), None);
    bring(&path, "no game");
    store.write(&kept.document()).unwrap();
    let damaged = path.with_file_name("2048.json.damaged-1");
    assert_eq!(
        store.touched(),
        Some(ExternalChange::SetAside(damaged.clone()))
    );
    assert_eq!(fs::read_to_string(damaged).unwrap(), "no game");
    assert_eq!(written(), kept);
}

#[test]
fn a_renamed_folder_is_made_again() {
    let (_folder, path) = folder();
    let opened = Store::open(&path, SEED);
    let mut store = opened.store.unwrap();
    store.write(&opened.kept.document()).unwrap();
    let data = path.parent().unwrap();
    fs::rename(data, data.with_file_name("elsewhere")).unwrap();
    store.write(&opened.kept.document()).unwrap();
    assert_eq!(
        read_document(&fs::read(&path).unwrap()),
        Ok(opened.kept.clone())
    );
    let second = Store::open(&path, 5);
    assert!(matches!(second.notice, Some(Notice::Elsewhere)));
    // Where another has taken its place meanwhile, that one plays on.
    fs::rename(data, data.with_file_name("away")).unwrap();
    let other = Store::open(&path, 5);
    let busy = store.write(&opened.kept.document()).unwrap_err();
    assert_eq!(busy.kind(), std::io::ErrorKind::ResourceBusy);
    drop(other);
}

#[test]
fn best_scores_outlive_a_damaged_game() {
    let (_folder, path) = folder();
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut damaged = value(&after(5));
    damaged["score"] = json!(999_999);
    for (best, kept) in [
        (json!({"4": 40_000, "8": 1200}), (40_000, 1200)),
        // A score that play cannot bring about makes all of them doubtful.
        (json!({"4": 40_001, "8": 1200}), (0, 0)),
        (json!([40_000]), (0, 0)),
    ] {
        damaged["best"] = best;
        fs::write(&path, damaged.to_string()).unwrap();
        let opened = Store::open(&path, SEED);
        assert!(matches!(opened.notice, Some(Notice::SetAside { .. })));
        let best = |side| opened.kept.best(Size::new(side).unwrap());
        assert_eq!((best(4), best(8)), kept);
        assert_eq!(opened.kept.game().moves(), 0);
    }
}

#[test]
fn what_comes_in_between_is_set_aside_too() {
    let (_folder, path) = folder();
    let opened = Store::open(&path, SEED);
    let mut store = opened.store.unwrap();
    fs::create_dir(&path).unwrap();
    store.write(&opened.kept.document()).unwrap();
    assert!(path.is_file() && aside(&path, 1).is_dir());
    // What is deleted comes back, and its folder with it, and no other user may read it.
    fs::remove_dir_all(path.parent().unwrap()).unwrap();
    store.write(&opened.kept.document()).unwrap();
    assert_eq!(read_document(&fs::read(&path).unwrap()), Ok(opened.kept));
    assert!(Store::open(&path, 0).store.is_none());
}

#[test]
fn what_cannot_be_set_aside_is_not_written_over() {
    let (folder, _) = folder();
    // With a suffix this name is too long, so that even root cannot set the file aside.
    let path = folder.path().join(format!("{}.json", "2".repeat(250)));
    fs::write(&path, "damaged").unwrap();
    let opened = Store::open(&path, SEED);
    assert!(
        matches!(opened.notice, Some(Notice::InTheWay { .. })),
        "{:?}",
        opened.notice
    );
    let mut store = opened.store.unwrap();
    for _ in 0..2 {
        assert!(store.write(&opened.kept.document()).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"damaged");
    }
    // Once it is out of the way, everything is as if it had never been there.
    fs::remove_file(&path).unwrap();
    store.write(&opened.kept.document()).unwrap();
    assert_eq!(read_document(&fs::read(&path).unwrap()), Ok(opened.kept));
}

#[test]
fn a_full_disk_takes_nothing() {
    alone("twenty48::kept::a_full_disk_takes_nothing", || {
        let (_folder, path) = folder();
        let opened = Store::open(&path, SEED);
        let (mut kept, mut store) = (opened.kept, opened.store.unwrap());
        store.write(&kept.document()).unwrap();
        for full in (0..kept.document().len()).step_by(7) {
            let before = fs::read(&path).unwrap();
            let direction = Direction::ALL.into_iter().find(|direction| {
                matches!(kept.act(Action::Move(*direction)), Ok(Event::Moved(_)))
            });
            assert!(direction.is_some() || kept.act(Action::New(Size::STANDARD)).is_ok());
            limit(Some(full));
            let error = store.write(&kept.document()).unwrap_err();
            limit(None);
            assert_eq!(
                error.kind(),
                std::io::ErrorKind::FileTooLarge,
                "full at {full}"
            );
            assert_eq!(fs::read(&path).unwrap(), before, "full at {full}");
            store.write(&kept.document()).unwrap();
            assert_eq!(read_document(&fs::read(&path).unwrap()), Ok(kept.clone()));
        }
        let names = fs::read_dir(path.parent().unwrap()).unwrap().count();
        assert_eq!(names, 2, "nothing half written is left behind");
    });
}

#[test]
fn the_writer_writes_what_came_last() {
    let (_folder, path) = folder();
    let opened = Store::open(&path, SEED);
    let mut kept = opened.kept;
    let (sender, reports) = mpsc::channel();
    let mut writer = Writer::start(opened.store.unwrap(), move |report| {
        sender.send(report).ok();
    })
    .unwrap();
    let mut last = 0;
    for direction in Direction::ALL.into_iter().cycle().take(60) {
        if kept.act(Action::Move(direction)).is_ok() {
            let number = writer.write(kept.document());
            assert_eq!(number, last + 1);
            last = number;
        }
    }
    drop(writer);
    assert!(finish_writing(Duration::from_secs(60)));
    let saved: Vec<u64> = reports
        .iter()
        .map(|report| match report {
            WriteReport::Written(number) => number,
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(
        saved.is_sorted() && saved.last() == Some(&last),
        "{saved:?}"
    );
    // The file is there, and free.
    let again = Store::open(&path, 0);
    assert!(again.continued && again.store.is_some());
    assert_eq!(again.kept, kept);
}

#[test]
fn the_writer_says_what_failed_and_tries_again() {
    let (folder, _) = folder();
    let (parent, elsewhere) = (folder.path().join("a"), folder.path().join("b"));
    let path = parent.join("2048.json");
    let opened = Store::open(&path, SEED);
    let (sender, reports) = mpsc::channel();
    let mut writer = Writer::start(opened.store.unwrap(), move |report| {
        sender.send(report).ok();
    })
    .unwrap();
    fs::rename(&parent, &elsewhere).unwrap();
    fs::write(&parent, "in the place of the folder").unwrap();
    writer.write(opened.kept.document());
    let failed = reports.recv_timeout(Duration::from_secs(60)).unwrap();
    assert!(matches!(failed, WriteReport::Failed(1, _)), "{failed:?}");
    fs::remove_file(&parent).unwrap();
    fs::rename(&elsewhere, &parent).unwrap();
    writer.write(opened.kept.document());
    let saved = reports.recv_timeout(Duration::from_secs(60)).unwrap();
    assert!(matches!(saved, WriteReport::Written(2)), "{saved:?}");
    drop(writer);
    assert!(finish_writing(Duration::from_secs(60)));
    assert_eq!(read_document(&fs::read(&path).unwrap()), Ok(opened.kept));
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn what_is_saved_is_what_is_loaded(
        side in 4..=8_usize, seed: u64, choices in prop::collection::vec(0..50_usize, 0..300)
    ) {
        let size = Size::new(side).unwrap();
        let mut kept = Kept::new(size, seed);
        for choice in choices {
            let action = match choice {
                49 => Action::New(Size::ALL[seed as usize % 5]),
                45..49 => Action::Undo,
                44 => Action::KeepGoing,
                other => Action::Move(Direction::ALL[other % 4]),
            };
            kept.act(action).ok();
        }
        prop_assert_eq!(read_document(kept.document().as_bytes()), Ok(kept));
    }

    #[test]
    fn no_bytes_make_the_loader_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(read_document(&bytes).is_err());
    }

    /// A good document with bytes changed, left out and cut off. What is believed of it can be
    /// played.
    #[test]
    fn no_change_makes_the_loader_panic(
        moves in 0..40_usize,
        changes in prop::collection::vec((any::<u16>(), any::<u8>()), 1..6),
        cut: Option<u16>,
    ) {
        let good = after(moves);
        let mut bytes = good.document().into_bytes();
        for (place, byte) in changes {
            let place = usize::from(place) % bytes.len();
            // Mostly signs that keep it JSON.
            bytes[place] = if byte < 200 { b"0123456789,[]{}\"-.e"[usize::from(byte) % 19] } else { byte };
        }
        if let Some(cut) = cut {
            bytes.truncate(usize::from(cut) % bytes.len());
        }
        if let Ok(mut kept) = read_document(&bytes) {
            for direction in Direction::ALL {
                let played = kept.act(Action::Move(direction));
                prop_assert!(!matches!(played, Err(Refusal::Unreadable | Refusal::Size(_))));
            }
            while kept.act(Action::Undo).is_ok() {}
            prop_assert_eq!(read_document(kept.document().as_bytes()), Ok(kept));
        }
    }
}
