//! The library: the index is only ever a shortcut to what the logs say.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use rank_and_file_core::library::{Library, State, Summary};
use rank_and_file_core::record::log::Folder;
use tempfile::TempDir;

use crate::saved::make_pipe;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

struct Home {
    dir: TempDir,
    /// Whether its file system keeps times so finely that what was just written is believed.
    fine: AtomicBool,
}

impl Home {
    fn new() -> Self {
        let home = Self {
            dir: TempDir::new().unwrap(),
            fine: AtomicBool::new(false),
        };
        fs::create_dir(home.games()).unwrap();
        home
    }

    fn games(&self) -> PathBuf {
        self.dir.path().join("games")
    }

    fn index(&self) -> PathBuf {
        self.dir.path().join("cache/games.index")
    }

    /// A log that was left alone for long enough that its index row is trusted.
    fn game(&self, id: &str, white: &str, rest: &str) {
        let header = format!(
            r#"# {{"rank-and-file":1,"white":"{white}","black":"Ben","started":"2026-11-20T19:05:00Z","time_control":"300+3"}}"#
        );
        self.write(id, &format!("{header}\n{START}\n{rest}"), 60);
    }

    fn write(&self, id: &str, text: &str, age: u64) {
        self.fine.store(false, Ordering::Relaxed);
        let path = self.games().join(format!("{id}.fenlog"));
        fs::write(&path, text).unwrap();
        let then = SystemTime::now() - Duration::from_secs(age);
        let file = fs::File::options().append(true).open(&path).unwrap();
        file.set_modified(then).unwrap();
    }

    fn open(&self) -> (Library, Vec<Summary>) {
        let mut known = Vec::new();
        let folder = Folder::new(self.games());
        let library = Library::open(folder, &self.index(), |summary| known.push(summary));
        let library = match self.fine.load(Ordering::Relaxed) {
            true => library.with_step(Duration::ZERO),
            false => library,
        };
        (library, known)
    }

    /// Has the times of files trusted until another file is written. Without this, the row of a new file is not
    /// trusted, as the file may change again within one step of the file system's clock.
    fn settle(&self) {
        self.fine.store(true, Ordering::Relaxed);
    }

    /// What a new process sees: what the index says, what had to be read, what is gone.
    fn visit(&self) -> (Vec<String>, Vec<String>, Vec<String>) {
        let (mut library, known) = self.open();
        let (mut read, mut gone) = (Vec::new(), Vec::new());
        let stop = AtomicBool::new(false);
        library
            .scan(&stop, |batch| {
                read.extend(batch.read.into_iter().map(|summary| summary.white));
                gone.extend(batch.gone);
                assert!(batch.done <= batch.total);
            })
            .unwrap();
        let mut known: Vec<String> = known.into_iter().map(|summary| summary.white).collect();
        known.sort();
        read.sort();
        (known, read, gone)
    }
}

fn names<const N: usize>(names: [&str; N]) -> Vec<String> {
    names.map(str::to_owned).to_vec()
}

#[test]
fn what_was_read_once_is_read_again_only_when_it_changed() {
    let home = Home::new();
    home.game("a", "Ann", "");
    home.game("b", "Bea", "");
    home.game("c", "Cleo", "");
    home.settle();
    assert_eq!(
        home.visit(),
        (vec![], names(["Ann", "Bea", "Cleo"]), vec![])
    );
    assert_eq!(
        home.visit(),
        (names(["Ann", "Bea", "Cleo"]), vec![], vec![])
    );
    home.game("b", "Bob", E4);
    fs::remove_file(home.games().join("c.fenlog")).unwrap();
    // What has just been written is read again until it has been left alone for a while.
    let all = names(["Ann", "Bea", "Cleo"]);
    assert_eq!(home.visit(), (all, names(["Bob"]), names(["c"])));
    assert_eq!(
        home.visit(),
        (names(["Ann", "Bob"]), names(["Bob"]), vec![])
    );
    home.settle();
    assert_eq!(
        home.visit(),
        (names(["Ann", "Bob"]), names(["Bob"]), vec![])
    );
    assert_eq!(home.visit(), (names(["Ann", "Bob"]), vec![], vec![]));
}

#[test]
fn the_index_says_what_the_log_says() {
    let home = Home::new();
    let end = "# {\"result\":\"0-1\",\"reason\":\"resignation\"}\n";
    home.game("a", "Ann", &format!("{E4}\n{end}"));
    home.write("b", &format!("{START}\n{E4}\n"), 60);
    home.settle();
    home.visit();
    let (_, known) = home.open();
    assert_eq!(known.len(), 2);
    for summary in known {
        let read = Summary::read(Folder::new(home.games()).entry(summary.entry.id.clone()));
        assert_eq!(summary, read.unwrap());
    }
}

#[test]
fn a_damaged_log_is_read_each_time_so_that_its_fault_is_known() {
    let home = Home::new();
    home.game("a", "Ann", "nonsense\nmore\n");
    home.settle();
    home.visit();
    let (mut library, known) = home.open();
    assert_eq!((known[0].state, &known[0].fault), (State::Damaged, &None));
    let mut faults = Vec::new();
    let stop = AtomicBool::new(false);
    let report = |batch: rank_and_file_core::library::Batch| {
        faults.extend(batch.read.into_iter().filter_map(|summary| summary.fault));
    };
    library.scan(&stop, report).unwrap();
    assert_eq!(
        faults.iter().map(|fault| fault.line).collect::<Vec<_>>(),
        [3]
    );
}

#[test]
fn a_log_in_which_no_game_was_begun_is_none() {
    let home = Home::new();
    home.game("a", "Ann", E4);
    home.write("b", "", 60);
    home.write("c", "# {\"rank-and-file\":1,\"whi", 60);
    let (mut library, _) = home.open();
    let mut read = Vec::new();
    let mut unread = 0;
    let never = AtomicBool::new(false);
    library
        .scan(&never, |batch| {
            read.extend(batch.read.into_iter().map(|summary| summary.entry.id));
            unread += batch.unread.len();
        })
        .unwrap();
    assert_eq!((read, unread), (names(["a"]), 0));
    // It may become one.
    home.game("b", "Ben", E4);
    let mut read = Vec::new();
    library
        .scan(&never, |batch| {
            read.extend(batch.read.into_iter().map(|summary| summary.entry.id));
        })
        .unwrap();
    // What has just been made is read again.
    assert!(read.contains(&"b".to_owned()) && !read.contains(&"c".to_owned()));
}

fn all_but(home: &Home, spoil: impl FnOnce(&Path)) {
    for id in ["a", "b", "c"] {
        home.game(id, &format!("Player {id}"), E4);
    }
    home.settle();
    home.visit();
    assert_eq!(home.visit().0.len(), 3, "the index is there");
    spoil(&home.index());
    let (_, read, _) = home.visit();
    assert!(!read.is_empty(), "what was spoilt is read again");
    let (known, read, _) = home.visit();
    assert_eq!(known, names(["Player a", "Player b", "Player c"]));
    assert_eq!(read, names([]));
}

#[test]
fn a_missing_index_is_made_anew() {
    all_but(&Home::new(), |index| fs::remove_file(index).unwrap());
}

#[test]
fn an_index_that_is_none_is_made_anew() {
    all_but(&Home::new(), |index| {
        fs::write(index, "no index at all, but long enough to look at").unwrap()
    });
}

#[test]
fn an_index_cut_short_is_made_anew() {
    all_but(&Home::new(), |index| {
        let bytes = fs::read(index).unwrap();
        fs::write(index, &bytes[..bytes.len() / 2]).unwrap();
    });
}

#[test]
fn an_index_of_another_version_is_made_anew() {
    all_but(&Home::new(), |index| {
        let text = fs::read_to_string(index).unwrap();
        let (first, rest) = text.split_once('\n').unwrap();
        assert_eq!(first, "Rank & File, index 8");
        fs::write(index, format!("Rank & File, index 999\n{rest}")).unwrap();
    });
}

#[test]
fn a_flipped_bit_in_a_row_is_noticed() {
    all_but(&Home::new(), |index| {
        let mut bytes = fs::read(index).unwrap();
        let name = bytes
            .windows(8)
            .rposition(|window| window == b"Player b")
            .unwrap();
        bytes[name] ^= 1;
        fs::write(index, bytes).unwrap();
    });
}

#[test]
fn a_folder_in_the_place_of_the_index_does_no_harm() {
    let home = Home::new();
    home.game("a", "Ann", "");
    fs::create_dir_all(home.index()).unwrap();
    assert_eq!(home.visit(), (vec![], names(["Ann"]), vec![]));
    assert_eq!(home.visit(), (vec![], names(["Ann"]), vec![]));
}

#[test]
fn other_things_in_the_place_of_the_index_are_left_alone() {
    let home = Home::new();
    let other = home.dir.path().join("diary");
    fs::write(&other, "Dear diary").unwrap();
    all_but(&home, |index| {
        fs::remove_file(index).unwrap();
        std::os::unix::fs::symlink(&other, index).unwrap();
    });
    assert_eq!(fs::read_to_string(&other).unwrap(), "Dear diary");
    all_but(&Home::new(), |index| {
        fs::remove_file(index).unwrap();
        make_pipe(index);
    });
}

/// What the index takes, in bytes.
fn size(home: &Home) -> u64 {
    fs::metadata(home.index()).unwrap().len()
}

#[test]
fn an_index_cut_short_anywhere_costs_no_more_than_its_last_lines() {
    let home = Home::new();
    for id in ["a", "b", "c"] {
        home.game(id, &format!("Player {id}"), E4);
    }
    home.settle();
    home.visit();
    let whole = fs::read(home.index()).unwrap();
    let all = names(["Player a", "Player b", "Player c"]);
    for end in 0..whole.len() {
        fs::write(home.index(), &whole[..end]).unwrap();
        let (known, read, gone) = home.visit();
        let mut both = [known, read].concat();
        both.sort();
        assert_eq!((both, gone), (all.clone(), vec![]), "cut at {end}");
        assert_eq!(home.visit(), (all.clone(), vec![], vec![]), "cut at {end}");
    }
}

#[test]
fn every_flipped_bit_is_noticed() {
    let home = Home::new();
    for id in ["a", "b"] {
        home.game(id, &format!("Player {id}"), E4);
    }
    home.settle();
    home.visit();
    let whole = fs::read(home.index()).unwrap();
    let (_, said) = home.open();
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(home.index(), bytes).unwrap();
        let (_, known) = home.open();
        assert!(known.len() < 2, "the bit at {at} is believed");
        assert!(known.iter().all(|game| said.contains(game)));
    }
}

#[test]
fn a_finished_game_costs_one_line_and_what_is_not_needed_goes() {
    let home = Home::new();
    for number in 0..300 {
        home.game(&format!("{number:03}"), "Ann", E4);
    }
    home.settle();
    home.visit();
    home.visit();
    let all = size(&home);
    let mut largest = all;
    for round in 0..450 {
        // What was just written is not believed, and is noted anew at every visit.
        home.game("007", &format!("Ann {round}"), E4);
        let before = size(&home);
        let (known, read, _) = home.visit();
        assert_eq!((known.len(), read), (300, vec![format!("Ann {round}")]));
        assert!(size(&home) < before + 500, "{round}");
        largest = largest.max(size(&home));
    }
    assert!(
        largest > all + all / 2 && largest < 3 * all,
        "{largest} of {all}"
    );
    fs::remove_file(home.games().join("007.fenlog")).unwrap();
    assert_eq!(home.visit().2, names(["007"]));
    assert_eq!(
        home.visit().2,
        names([]),
        "it is remembered that it is gone"
    );
    assert_eq!(home.open().1.len(), 299);
}

#[test]
fn two_processes_use_one_index() {
    let home = Home::new();
    for number in 0..40 {
        home.game(&format!("{number:02}"), "Ann", "");
    }
    home.settle();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                // Lines of two who write at once are not mixed.
                let (mut library, _) = home.open();
                library.scan(&stop, |_| {}).unwrap();
            });
        }
    });
    assert_eq!(home.visit(), (vec!["Ann".to_owned(); 40], vec![], vec![]));
    // What one of them knows is gone, the other may still have to say.
    home.game("00", "Bea", "");
    let (mut one, _) = home.open();
    let (mut other, _) = home.open();
    fs::remove_file(home.index()).unwrap();
    fs::remove_file(home.games().join("01.fenlog")).unwrap();
    for library in [&mut one, &mut other] {
        let (mut read, mut gone) = (Vec::new(), Vec::new());
        library
            .scan(&stop, |batch| {
                read.extend(batch.read);
                gone.extend(batch.gone);
            })
            .unwrap();
        assert_eq!((read.len(), gone), (1, names(["01"])));
    }
    let (known, read, gone) = home.visit();
    assert_eq!((known.len(), read.len(), gone), (1, 39, vec![]));
}

#[test]
fn single_logs_are_looked_at_by_their_ids() {
    let home = Home::new();
    home.game("a", "Ann", "");
    home.game("b", "Bea", "");
    let (mut library, _) = home.open();
    let stop = AtomicBool::new(false);
    library.scan(&stop, |_| {}).unwrap();
    home.game("b", "Bob", "");
    fs::remove_file(home.games().join("a.fenlog")).unwrap();
    let (mut read, mut gone) = (Vec::new(), Vec::new());
    library.look_at(&names(["a", "b", "c"]), &stop, |batch| {
        read.extend(batch.read.into_iter().map(|summary| summary.white));
        gone.extend(batch.gone);
    });
    assert_eq!((read, gone), (names(["Bob"]), names(["a", "c"])));
}

#[test]
fn many_logs_are_read_in_steps_that_can_be_stopped() {
    let home = Home::new();
    for number in 0..2_000 {
        home.write(&format!("g{number:04}"), &format!("{START}\n{E4}\n"), 60);
    }
    let (mut library, _) = home.open();
    let stop = AtomicBool::new(false);
    let mut steps = 0;
    library
        .scan(&stop, |batch| {
            steps += usize::from(!batch.read.is_empty());
            stop.store(true, Ordering::Relaxed);
        })
        .unwrap();
    assert!(steps < 8, "{steps} steps after the first");
    // The next visit goes on: what was read before is known, and all of it is there in the end.
    let (mut library, known) = home.open();
    let mut count = known.len();
    let stop = AtomicBool::new(false);
    let mut last = (0, 0);
    library
        .scan(&stop, |batch| {
            for summary in &batch.read {
                count += usize::from(!known.iter().any(|old| old.entry == summary.entry));
            }
            last = (batch.done, batch.total);
        })
        .unwrap();
    assert_eq!(count, 2_000);
    assert_eq!(last.0, last.1);
}
