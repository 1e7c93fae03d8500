//! What the tests of the app run on: one thread with the main loop, and with GTK where a test wants a window.
//!
//! Nothing here touches the user's own: settings stay in memory, and every game is begun in a
//! folder of its own. The pointer is moved only on a display of the tests' own, which
//! `build-aux/with-display` gives and `RANK_AND_FILE_REQUIRE_DISPLAY` says.

pub mod stage;

use std::cell::Cell;
use std::env;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use gtk::prelude::*;
use jiff::Timestamp;
use rank_and_file::model::{self, ScoreRow, after, set_timer_speed};
use rank_and_file_core::chess::{Action, DrawRule, Square, read_fen};
use rank_and_file_core::record::log::{Folder, Header};
use tempfile::TempDir;

use crate::skipped::say_skipped;

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(60);

type Job = Box<dyn FnOnce() + Send>;

thread_local! {
    static GTK: Cell<Option<bool>> = const { Cell::new(None) };
}

/// What the last panic of any thread said, and where.
static PANICKED: Mutex<String> = Mutex::new(String::new());

/// Whether this is a display of the tests' own, which they cannot do without.
pub fn display_required() -> bool {
    env::var_os("RANK_AND_FILE_REQUIRE_DISPLAY").is_some()
}

/// Runs a test that needs the main loop, but no display.
pub fn with_main_loop(test: impl FnOnce() + Send + 'static) {
    static WORKER: OnceLock<Sender<Job>> = OnceLock::new();
    let worker = WORKER.get_or_init(|| {
        let (sender, receiver) = mpsc::channel::<Job>();
        thread::spawn(move || {
            for (name, value) in [
                ("GSETTINGS_BACKEND", "memory"),
                ("GTK_A11Y", "test"),
                ("ADW_DISABLE_PORTAL", "1"),
                ("GSK_RENDERER", "cairo"),
            ] {
                glib::setenv(name, value, true).expect("a variable can be set");
            }
            let default = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                if let Ok(mut panicked) = PANICKED.lock() {
                    *panicked = info.to_string();
                }
                default(info);
            }));
            let context = glib::MainContext::default();
            let _owned = context.acquire().expect("no other thread runs the loop");
            while let Ok(job) = receiver.recv() {
                job();
            }
        });
        sender
    });
    let (done, result) = mpsc::channel();
    let job = move || {
        done.send(panic::catch_unwind(AssertUnwindSafe(test))).ok();
    };
    worker.send(Box::new(job)).expect("the desk stands");
    if let Err(panic) = result.recv().expect("the desk stands") {
        // The other thread prints where nothing is kept for this test.
        eprintln!("{}", PANICKED.lock().expect("it is only written").as_str());
        panic::resume_unwind(panic);
    }
}

/// Runs a test that needs windows. Without a display it says that it is skipped, unless one is
/// required.
pub fn with_display(test: impl FnOnce() + Send + 'static) {
    let name = thread::current().name().unwrap_or("a test").to_owned();
    with_main_loop(move || {
        let ready = GTK.get().unwrap_or_else(|| {
            let ready = gtk::init().is_ok() && adw::init().is_ok();
            GTK.set(Some(ready));
            ready
        });
        if ready {
            test();
        } else {
            assert!(
                !display_required(),
                "there is no display, and one is required"
            );
            say_skipped(&format!(
                "{name}: there is no display (build-aux/with-display gives one)"
            ));
        }
    });
}

/// Lets the main loop run until something has come true.
#[track_caller]
pub fn until(what: &str, come_true: impl Fn() -> bool) {
    until_within(PATIENCE, what, come_true);
}

/// The same for what lets everything else on the machine go first.
#[track_caller]
pub fn until_at_last(what: &str, come_true: impl Fn() -> bool) {
    until_within(PATIENCE * 2, what, come_true);
}

/// The same for what is true for a short while only: once it has come true, nothing else happens before this returns.
#[track_caller]
pub fn until_first(what: &str, come_true: impl Fn() -> bool) {
    wait(PATIENCE, what, || {
        let context = glib::MainContext::default();
        loop {
            if come_true() {
                return true;
            }
            if !context.iteration(false) {
                return false;
            }
        }
    });
}

#[track_caller]
fn until_within(patience: Duration, what: &str, come_true: impl Fn() -> bool) {
    wait(patience, what, || {
        settle();
        come_true()
    });
}

#[track_caller]
fn wait(patience: Duration, what: &str, come_true: impl Fn() -> bool) {
    let begin = Instant::now();
    while !come_true() {
        assert!(begin.elapsed() < patience, "in vain: {what}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Lets what the model does later come so many times as soon, or with 0 never, until this is dropped.
#[must_use]
pub struct Haste {
    before: u32,
}

impl Haste {
    pub fn times(times: u32) -> Self {
        let before = set_timer_speed(times);
        Self { before }
    }
}

impl Drop for Haste {
    fn drop(&mut self) {
        set_timer_speed(self.before);
    }
}

/// Lets so much time pass in the model: what it was to do by then is done.
#[track_caller]
pub fn pass(time: Duration) {
    let passed = Rc::new(Cell::new(false));
    after(&passed, time, |passed| passed.set(true));
    until_at_last("time passes", || passed.get());
}

/// Lets the main loop do what there is to do.
pub fn settle() {
    let context = glib::MainContext::default();
    while context.iteration(false) {}
}

/// A folder of games that goes away with the test.
pub struct Games {
    root: TempDir,
}

impl Games {
    pub fn new() -> Self {
        let root = tempfile::tempdir().expect("a folder");
        Self { root }
    }

    pub fn root(&self) -> PathBuf {
        self.root.path().to_owned()
    }

    pub fn folder(&self) -> Folder {
        Folder::new(self.root.path().join("games"))
    }

    /// The games that are saved there, with their index beside them.
    pub fn saved(&self) -> model::SavedGames {
        model::SavedGames::new(self.folder(), self.root().join("games.index"))
    }

    pub fn path_of(&self, game: &model::Game) -> PathBuf {
        self.folder().path().join(format!("{}.fenlog", game.id()))
    }

    /// Lays so many games against Ben into the folder; `white` gives the player of White by the number of the game.
    pub fn lay(&self, count: usize, white: impl Fn(usize) -> String) {
        fs::create_dir_all(self.folder().path()).expect("a folder");
        for number in 0..count {
            let white = white(number);
            let header = format!(r#"# {{"rank-and-file":1,"white":"{white}","black":"Ben"}}"#);
            let entry = self.folder().entry(format!("g{number:04}"));
            fs::write(entry.path, format!("{header}\n{START}\n")).expect("a log");
        }
    }

    /// Begins a game of Ann with White against Ben.
    pub fn begin(&self, fen: &str) -> model::Game {
        self.begin_between(fen, ["Ann", "Ben"])
    }

    /// A game of players with these names, or without.
    pub fn begin_between(&self, fen: &str, [white, black]: [&str; 2]) -> model::Game {
        let header = Header::new(white, black, Timestamp::now(), DrawRule::Automatic);
        model::Game::begin(&self.folder(), header, read_fen(fen).expect("a position"))
    }
}

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

pub fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

/// Plays moves and waits until each is shown and saved.
#[track_caller]
pub fn play(game: &model::Game, moves: &str) {
    for san in moves.split_whitespace() {
        let next = game.ply() + 1;
        game.act(Action::Write(san.to_owned())).expect(san);
        until(san, || game.ply() == next && !game.pending());
    }
}

/// The scoresheet as it is read: number, White's move, Black's move.
pub fn rows(game: &model::Game) -> Vec<(u32, String, String)> {
    let rows = game.scoresheet().iter::<ScoreRow>();
    rows.map(|row| row.expect("the list stays as it is"))
        .map(|row| (row.number(), row.white(), row.black()))
        .collect()
}

pub fn row(number: u32, white: &str, black: &str) -> (u32, String, String) {
    (number, white.to_owned(), black.to_owned())
}

/// Waits until the last reference to the object is gone.
#[track_caller]
pub fn until_freed<T: IsA<glib::Object>>(what: &str, weak: &glib::WeakRef<T>) {
    until(&format!("{what} is freed"), || weak.upgrade().is_none());
}
