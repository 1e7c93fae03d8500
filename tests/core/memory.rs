//! No text from outside, not even a hostile one, takes more than ten times its size in memory, or more than twice the
//! time for twice the text. Of a backup no more than one file is held in memory.
//!
//! The allocator counts for the whole process, so each measurement is made in one of its own.

use std::fs;
use std::iter;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;
use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use peak_alloc::PeakAlloc;
use rank_and_file_core::chess::{Ply, read_fen};
use rank_and_file_core::library::{AliasFile, Library, back_up, restore};
use rank_and_file_core::record::log::{Folder, read, read_bytes};
use rank_and_file_core::record::pgn::{Splitter, read_game};
use rank_and_file_core::training::practice::{Attempts, AttemptsFile};
use rank_and_file_core::twenty48::read_document;
use rustix::time::{ClockId, clock_gettime};

use crate::full::alone;
use crate::hostile::{ATTEMPTS, FENS, GAMES_OF_2048, Kind, LOGS, PGNS, RENAMINGS};

#[global_allocator]
static PEAK: PeakAlloc = PeakAlloc;

const KIB: usize = 1 << 10;
const MIB: usize = 1 << 20;
/// What may come on top of ten times the size: short texts have whole games made of them.
const CONSTANT: usize = 2 * MIB;

/// How much memory was in use at once while `work` was done, beyond what was before.
fn peak_of<T>(work: impl FnOnce() -> T) -> usize {
    PEAK.reset_peak_usage();
    let before = PEAK.current_usage();
    let done = work();
    let peak = PEAK.peak_usage() - before;
    drop(done);
    peak
}

/// Measures every kind in some sizes. What was there before the reading does not count.
fn measure<T>(kinds: &[Kind], sizes: &[usize], constant: usize, read: impl Fn(Vec<u8>) -> T) {
    let mut complaints = Vec::new();
    for (name, text) in kinds {
        for size in sizes {
            let text = text(*size);
            let length = text.len();
            let peak = peak_of(|| read(text));
            println!(
                "{name}: {length} bytes, {peak} in memory, {:.1} times",
                peak as f64 / length as f64
            );
            if peak > 10 * length + constant {
                complaints.push(format!("{name}: {peak} bytes for {length}"));
            }
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn logs_take_no_more_than_ten_times_their_size() {
    alone(
        "memory::logs_take_no_more_than_ten_times_their_size",
        || {
            measure(&LOGS, &[4 * KIB, 200 * KIB, MIB], CONSTANT, read_bytes);
        },
    );
}

#[test]
fn a_log_in_a_file_takes_no_more_either() {
    alone("memory::a_log_in_a_file_takes_no_more_either", || {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.fenlog");
        measure(&LOGS[..3], &[200 * KIB, MIB], CONSTANT, |text| {
            fs::write(&path, &text).unwrap();
            drop(text);
            read(&path).unwrap()
        });
    });
}

#[test]
fn renamings_take_no_more_than_ten_times_their_size() {
    alone(
        "memory::renamings_take_no_more_than_ten_times_their_size",
        || {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("players.jsonl");
            measure(&RENAMINGS, &[KIB, 200 * KIB, MIB], CONSTANT, |text| {
                fs::write(&path, &text).unwrap();
                drop(text);
                AliasFile::new(path.clone()).read().unwrap()
            });
        },
    );
}

#[test]
fn attempts_take_no_more_than_ten_times_their_size() {
    alone(
        "memory::attempts_take_no_more_than_ten_times_their_size",
        || {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("practice.jsonl");
            measure(&ATTEMPTS, &[KIB, 200 * KIB, MIB], CONSTANT, |text| {
                fs::write(&path, &text).unwrap();
                drop(text);
                AttemptsFile::read(&path).unwrap()
            });
        },
    );
}

#[test]
fn attempts_take_time_by_their_size() {
    alone("memory::attempts_take_time_by_their_size", || {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("practice.jsonl");
        assert_linear(&ATTEMPTS, 200 * KIB, |text| {
            fs::write(&path, &text).unwrap();
            let records = AttemptsFile::read(&path).unwrap();
            Attempts::of(&records, &TimeZone::UTC, str::to_owned)
                .to_find("a")
                .len()
        });
    });
}

#[test]
fn positions_take_no_memory_worth_speaking_of() {
    alone("memory::positions_take_no_memory_worth_speaking_of", || {
        measure(&FENS, &[100, MIB], 4 * KIB, |text| {
            read_fen(std::str::from_utf8(&text).unwrap()).ok()
        });
    });
}

#[test]
fn games_of_2048_take_no_more_than_ten_times_their_size() {
    alone(
        "memory::games_of_2048_take_no_more_than_ten_times_their_size",
        || {
            measure(&GAMES_OF_2048, &[KIB, 60 * KIB, MIB], CONSTANT, |text| {
                read_document(&text).unwrap_err()
            });
        },
    );
}

/// What a thread may hold in memory: the longest game that can be imported, with its moves and its log, and three more
/// logs that wait before and behind it.
fn in_hand() -> usize {
    20_000 * (size_of::<Ply>() + 40 + 4 * 100)
}

#[test]
fn imports_take_no_more_than_ten_times_their_size() {
    alone(
        "memory::imports_take_no_more_than_ten_times_their_size",
        || {
            let threads = available_parallelism().map_or(2, |cores| cores.get().clamp(2, 8));
            let constant = CONSTANT + threads * in_hand();
            measure(&PGNS, &[4 * KIB, 900 * KIB, 2 * MIB], constant, |text| {
                let folder = tempfile::tempdir().unwrap();
                let games = Folder::new(folder.path().join("games"));
                let index = folder.path().join("index");
                let never = AtomicBool::new(false);
                let mut library = Library::open(games, &index, drop);
                let mut import = library.import(&never, drop).unwrap();
                import.read(&text[..], &never, |_| {}).unwrap()
            });
        },
    );
}

/// A backup of so many files, of which the largest is so long, in bytes.
const BACKED_UP: [(usize, usize); 2] = [(200, 50 * KIB), (16, MIB)];

#[test]
fn backups_hold_one_file_at_a_time() {
    alone("memory::backups_hold_one_file_at_a_time", || {
        for (count, length) in BACKED_UP {
            let home = tempfile::tempdir().unwrap();
            let [here, elsewhere] = ["here", "elsewhere"].map(|name| home.path().join(name));
            let [from, to] = [&here, &elsewhere].map(|home| Folder::new(home.join("games")));
            let archive = home.path().join("backup.tar.gz");
            fs::create_dir_all(from.path()).unwrap();
            for number in 0..count {
                let lines = (0..length / 9).map(|line| format!("{:08x}\n", line * 7919 + number));
                let entry = from.entry(format!("20261120T190500Z-{number:08x}"));
                fs::write(entry.path, lines.collect::<String>()).unwrap();
            }
            let all = count * length;
            let is_small = |what: &str, peak: usize| {
                println!("{what} {count} files of {length} bytes: {peak} in memory");
                assert!(peak < 3 * length + CONSTANT, "{what}: {peak} bytes");
                assert!(peak < all / 4, "{what}: {peak} bytes of {all}");
            };
            let made = peak_of(|| {
                let done = back_up(&from, "", Timestamp::UNIX_EPOCH, &archive).unwrap();
                assert_eq!(done.games, count);
            });
            is_small("making", made);
            let restored = peak_of(|| assert_eq!(restore(&to, &archive).unwrap().new, count));
            is_small("restoring", restored);
            let again = peak_of(|| assert_eq!(restore(&to, &archive).unwrap().known, count));
            is_small("restoring once more", again);
        }
    });
}

#[test]
fn a_large_file_is_never_whole_in_memory() {
    alone("memory::a_large_file_is_never_whole_in_memory", || {
        let root = tempfile::tempdir().unwrap();
        let [here, elsewhere] = ["here", "elsewhere"].map(|name| root.path().join(name));
        let [from, to] = [&here, &elsewhere].map(|home| Folder::new(home.join("games")));
        let archive = root.path().join("backup.tar.gz");
        fs::create_dir_all(from.path()).unwrap();
        let path = from.entry("20261120T190500Z-01234567".to_owned()).path;
        fs::write(path, b"0123456789abcdef\n".repeat(40 * MIB / 17)).unwrap();
        let is_small = |what: &str, peak: usize| {
            println!("{what} a file of 40 MiB: {peak} in memory");
            assert!(peak < CONSTANT, "{what}: {peak} bytes");
        };
        let make = || drop(back_up(&from, "", Timestamp::UNIX_EPOCH, &archive).unwrap());
        is_small("making", peak_of(make));
        let restored = peak_of(|| assert_eq!(restore(&to, &archive).unwrap().new, 1));
        is_small("restoring", restored);
        let again = peak_of(|| assert_eq!(restore(&to, &archive).unwrap().known, 1));
        is_small("restoring once more", again);
    });
}

/// What this thread works for `work`: the machine may be busy with other things.
fn time_of<T>(work: impl FnOnce() -> T) -> Duration {
    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(
            time.tv_sec.unsigned_abs(),
            u32::try_from(time.tv_nsec).unwrap(),
        )
    };
    let begun = now();
    let done = work();
    let time = now() - begun;
    drop(done);
    time
}

/// Four times the text takes about four times as long; with the square of the size it would be sixteen times as long.
/// Of five attempts the best times count, so that noise does not.
fn assert_linear<T>(kinds: &[Kind], size: usize, read: impl Fn(Vec<u8>) -> T) {
    for (name, text) in kinds {
        let time = |size| {
            let text = text(size);
            time_of(|| read(text))
        };
        let (mut short, mut long) = (Duration::MAX, Duration::MAX);
        let linear = (0..5).any(|_| {
            short = short.min(time(size));
            long = long.min(time(4 * size));
            long < 8 * short + Duration::from_millis(2)
        });
        println!("{name}: {short:?}, {long:?}");
        assert!(
            linear,
            "{name}: {short:?}, and {long:?} for four times as much"
        );
    }
}

#[test]
fn logs_take_time_by_their_size() {
    alone("memory::logs_take_time_by_their_size", || {
        assert_linear(&LOGS, 100 * KIB, read_bytes);
    });
}

/// How many games of a text can be read.
fn games_in(text: &[u8]) -> usize {
    let mut splitter = Splitter::new(text);
    let games = iter::from_fn(|| splitter.next_game().unwrap());
    games.filter(|raw| read_game(raw).is_ok()).count()
}

#[test]
fn games_take_time_by_their_size() {
    alone("memory::games_take_time_by_their_size", || {
        assert_linear(&PGNS, 100 * KIB, |text| games_in(&text));
    });
}

#[test]
fn tags_in_a_comment_take_no_more_time_than_other_lines() {
    alone(
        "memory::tags_in_a_comment_take_no_more_time_than_other_lines",
        || {
            let time = |line: &str| {
                let text = format!("{{{}", line.repeat(100_000));
                time_of(|| games_in(text.as_bytes()))
            };
            let [tags, others] = ["[a \"b\"]\n", "(a \"b\")\n"].map(time);
            assert!(tags < 40 * others, "{tags:?}, {others:?}");
        },
    );
}

#[test]
fn renamings_take_time_by_their_size() {
    alone("memory::renamings_take_time_by_their_size", || {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("players.jsonl");
        assert_linear(&RENAMINGS, 200 * KIB, |text| {
            fs::write(&path, &text).unwrap();
            AliasFile::new(path.clone()).read().unwrap()
        });
    });
}
