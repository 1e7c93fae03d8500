//! Prints what `build-aux/bench library` reports: the real page with the saved games, in a window,
//! used as people use it. One JSON object.
//!
//! `library_window GAMES INDEX`: opens the page over the logs in the folder GAMES with the index at
//! INDEX, waits until all of them are known, searches letter by letter, and scrolls.

extern crate gtk4 as gtk;
extern crate libadwaita as adw;

use std::cell::{Cell, RefCell};
use std::error::Error;
use std::fs;
use std::rc::Rc;
use std::time::{Duration, Instant};

use adw::prelude::*;
use gtk::gio;
use rank_and_file::model::SavedGames;
use rank_and_file::windows::{SavedGamesPage, choose_renderer};
use rank_and_file::words;
use rank_and_file_core::library::{Query, Shelf};
use rank_and_file_core::log::Folder;
use serde_json::json;

/// What somebody types, letter by letter; a space between words narrows further.
const SEARCHES: [&str; 4] = ["garcía", "2001", "checkmate ruy", "zzz"];
/// So many frames of smooth scrolling, and so many leaps of the scroll bar.
const SMOOTH: usize = 240;
const LEAPS: usize = 60;
/// How far one frame scrolls, in logical pixels: a quick turn of the wheel.
const STRIDE: f64 = 120.0;
/// Longer than any of this can take.
const PATIENCE: Duration = Duration::from_secs(300);

fn main() -> Result<(), Box<dyn Error>> {
    choose_renderer();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, index] = arguments.as_slice() else {
        return Err("usage: library_window GAMES INDEX".into());
    };
    words::init();
    adw::init()?;
    gio::resources_register_include!("rank-and-file.gresource")?;
    let window = adw::Window::builder()
        .default_width(1100)
        .default_height(760)
        .build();
    let frames = Frames::default();
    window.present();
    frames.watch(&window);
    frames.next();
    let before = resident()?;

    // Opening: from the wish to see the page to the frame that has its first rows.
    let begin = Instant::now();
    let saved = SavedGames::new(Folder::new(games.into()), index.into());
    let page = SavedGamesPage::new(&saved);
    window.set_content(Some(&page));
    page.open(&Query {
        shelf: Shelf::Finished,
        ..Query::default()
    });
    let rows = || count(page.upcast_ref(), "RfSavedGameRow");
    until(|| rows() > 0 || !saved.loading());
    frames.next();
    let open_ms = ms(begin);
    let rows_at_once = rows();
    let known_at_once = saved.count();

    // Reading: until everything is level with the folder. Meanwhile the list works.
    let (mut bar_seen, mut grew) = (false, 0);
    let mut known = known_at_once;
    until(|| {
        bar_seen |= saved.progress() > 0.0 && saved.progress() < 1.0;
        if saved.count() != known && saved.loading() {
            known = saved.count();
            grew += 1;
        }
        !saved.loading()
    });
    let level_ms = ms(begin);
    frames.next();

    // Searching: from a key to the frame with the answer.
    let bar = descendant(page.upcast_ref(), "GtkSearchBar").and_downcast::<gtk::SearchBar>();
    bar.ok_or("no search bar")?.set_search_mode(true);
    for _ in 0..30 {
        frames.next();
    }
    let entry = descendant(page.upcast_ref(), "GtkSearchEntry").ok_or("no search entry")?;
    let entry = entry
        .downcast::<gtk::SearchEntry>()
        .map_err(|_| "no entry")?;
    let (mut searches, mut searches_cpu) = (Vec::new(), Vec::new());
    for word in SEARCHES {
        let ends = word
            .char_indices()
            .map(|(at, letter)| at + letter.len_utf8());
        for end in ends.chain([0]) {
            let (begin, cpu) = (Instant::now(), cpu_ms());
            entry.set_text(&word[..end]);
            // What the key has changed is found before the frame is made.
            while glib::MainContext::default().iteration(false) {}
            frames.next();
            searches.push(ms(begin));
            searches_cpu.push(cpu_ms() - cpu);
            // People do not type faster than that.
            wait(Duration::from_millis(120));
        }
    }

    // Scrolling: what each frame takes to make.
    let scroller = descendant(page.upcast_ref(), "GtkGridView")
        .and_then(|grid| grid.parent())
        .and_downcast::<gtk::ScrolledWindow>()
        .ok_or("no cards")?;
    let place = scroller.vadjustment();
    frames.start();
    let range = place.upper() - place.page_size();
    for _ in 0..SMOOTH {
        place.set_value((place.value() + STRIDE).min(range));
        frames.next();
    }
    let smooth = frames.taken();
    let mut chance = fastrand::Rng::with_seed(1);
    frames.start();
    for _ in 0..LEAPS {
        place.set_value(chance.f64() * range.max(0.0));
        frames.next();
    }
    let leaps = frames.taken();

    println!(
        "{}",
        json!({
            "games": saved.count(), "known_at_once": known_at_once, "rows_at_once": rows_at_once,
            "open_ms": open_ms, "level_ms": level_ms, "bar_seen": bar_seen, "steps_seen": grew,
            "searches_ms": searches, "searches_cpu_ms": searches_cpu, "smooth_ms": smooth, "leaps_ms": leaps,
            "memory_kib": resident()?.saturating_sub(before),
        })
    );
    Ok(())
}

/// The frames that the window makes, and how long each takes.
#[derive(Clone, Default)]
struct Frames {
    made: Rc<Cell<u64>>,
    begun: Rc<Cell<Option<Instant>>>,
    taken: Rc<RefCell<Vec<f64>>>,
}

impl Frames {
    fn watch(&self, window: &adw::Window) {
        let Some(clock) = WidgetExt::frame_clock(window) else {
            return;
        };
        let frames = self.clone();
        clock.connect_before_paint(move |_| frames.begun.set(Some(Instant::now())));
        let frames = self.clone();
        clock.connect_after_paint(move |_| {
            frames.made.set(frames.made.get() + 1);
            if let Some(begun) = frames.begun.take() {
                frames.taken.borrow_mut().push(ms(begun));
            }
        });
    }

    /// Waits for the next frame, if one comes: where nothing changes none does.
    fn next(&self) {
        let (made, begin) = (self.made.get(), Instant::now());
        let context = glib::MainContext::default();
        while self.made.get() == made && begin.elapsed() < Duration::from_millis(500) {
            context.iteration(false);
        }
    }

    fn start(&self) {
        self.taken.borrow_mut().clear();
    }

    fn taken(&self) -> Vec<f64> {
        self.taken.take()
    }
}

fn ms(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}

/// What this thread has worked, in milliseconds: on a busy machine the clock on the wall tells of
/// others' work, too.
fn cpu_ms() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1000.0 + time.tv_nsec as f64 / 1e6
}

fn wait(time: Duration) {
    let begin = Instant::now();
    until(|| begin.elapsed() >= time);
}

fn until(mut done: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !done() {
        assert!(begin.elapsed() < PATIENCE, "it takes too long");
        glib::MainContext::default().iteration(false);
        std::thread::sleep(Duration::from_micros(200));
    }
}

fn children(widget: &gtk::Widget) -> impl Iterator<Item = gtk::Widget> {
    std::iter::successors(widget.first_child(), WidgetExt::next_sibling)
}

fn descendant(widget: &gtk::Widget, kind: &str) -> Option<gtk::Widget> {
    children(widget)
        .filter(WidgetExt::is_child_visible)
        .find_map(|child| {
            if child.type_().name() == kind {
                Some(child)
            } else {
                descendant(&child, kind)
            }
        })
}

/// How many widgets of a kind are on the screen.
fn count(widget: &gtk::Widget, kind: &str) -> usize {
    let own = usize::from(widget.type_().name() == kind && widget.is_mapped());
    own + children(widget)
        .map(|child| count(&child, kind))
        .sum::<usize>()
}

/// The memory of this process that is in use, in KiB.
fn resident() -> Result<u64, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    Ok(number.ok_or("no VmRSS")?.parse()?)
}
