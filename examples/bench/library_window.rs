//! Prints what `build-aux/bench library` reports: the real page with the saved games, in a window,
//! used as people use it, or its yardstick, a bare grid over strings. One JSON object.
//!
//! `library_window GAMES INDEX`: opens the page over the logs in the folder GAMES with the index at
//! INDEX, waits until all of them are known, searches letter by letter, and scrolls. Where there is no
//! index yet it makes one, and stops when all are known.
//! `library_window FILE.pgn`: does the same with the page over a collection, once all of it is listed.
//! `library_window GAMES`: does the same with a grid over the first line of each log, and reads the
//! logs as plain bytes.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::frames::{Frames, cpu_ms, main_ms, now_ms, rest, until};
use adw::prelude::*;
use gtk::gio;
use rank_and_file::model::{Collection, SavedGames, Settings};
use rank_and_file::ui::{SavedGamesPage, choose_renderer};
use rank_and_file::words;
use rank_and_file_core::library::{Query, Sort, StatusFilter};
use rank_and_file_core::record::log::Folder;
use serde_json::{Value, json};

/// What a user types, letter by letter; a space between words narrows further.
const SEARCHES: [&str; 4] = ["garcía", "2001", "checkmate ruy", "zzz"];
/// So many frames of smooth scrolling, and so many leaps of the scroll bar.
const SMOOTH: usize = 120;
const LEAPS: usize = 40;
/// How far one frame scrolls, in logical pixels: a quick turn of the wheel.
const STRIDE: f64 = 120.0;
/// The bare grid has as many strings in a line and a screen as the page has cards.
const IN_A_LINE: u32 = 5;
const CARD_HEIGHT: i32 = 200;

/// A list of something in a window.
struct Shown {
    widget: gtk::Widget,
    /// What the type of a row is called.
    row: &'static str,
}

pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    choose_renderer();
    words::init();
    adw::init()?;
    gio::resources_register_include!("rank-and-file.gresource")?;
    style();
    let window = adw::Window::builder()
        .default_width(1100)
        .default_height(760)
        .build();
    let frames = Frames::default();
    window.present();
    frames.watch(&window);
    frames.next();
    let report = match arguments {
        [games, index] => page(games, index, &window, &frames)?,
        [file] if file.ends_with(".pgn") => collected(file, &window, &frames)?,
        [games] => bare(games, &window, &frames)?,
        _ => return Err("usage: library_window GAMES [INDEX]".into()),
    };
    println!("{report}");
    Ok(())
}

/// Loads the style sheet, as an application does by itself: without it, cards have shadows.
fn style() {
    let sheet = gtk::CssProvider::new();
    sheet.load_from_resource("/io/github/rankandfile/RankAndFile/style.css");
    if let Some(display) = gtk::gdk::Display::default() {
        let priority = gtk::STYLE_PROVIDER_PRIORITY_APPLICATION;
        gtk::style_context_add_provider_for_display(&display, &sheet, priority);
    }
}

fn page(
    games: &str,
    index: &str,
    window: &adw::Window,
    frames: &Frames,
) -> Result<Value, Box<dyn Error>> {
    let anew = !Path::new(index).exists();
    let (before, begin, cpu) = (resident()?, now_ms(), cpu_ms());
    let saved = SavedGames::new(Folder::new(games.into()), index.into());
    let page = SavedGamesPage::new(&Settings::new(), &saved);
    let shown = Shown {
        widget: page.clone().upcast(),
        row: "RfSavedGameRow",
    };
    window.set_content(Some(&page));
    page.open(&Query {
        status: StatusFilter::Finished,
        ..Query::default()
    });
    shown.wait_for_rows(frames);
    let open_ms = now_ms() - begin;
    let (known_at_once, rows_at_once) = (saved.count(), shown.rows());

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
    let mut report = json!({
        "games": saved.count(), "known_at_once": known_at_once, "rows_at_once": rows_at_once,
        "open_ms": open_ms, "level_ms": now_ms() - begin, "level_cpu_ms": cpu_ms() - cpu, "bar_seen": bar_seen, "steps_seen": grew,
    });
    if anew {
        return Ok(report);
    }
    frames.next();

    let entry = descendant(&shown.widget, "GtkSearchEntry").and_downcast::<gtk::SearchEntry>();
    let entry = entry.ok_or("no search entry")?;
    shown.use_it(frames, |text| entry.set_text(text), &mut report)?;
    report["memory_kib"] = resident()?.saturating_sub(before).into();
    Ok(report)
}

fn collected(file: &str, window: &adw::Window, frames: &Frames) -> Result<Value, Box<dyn Error>> {
    let opening = Collection::open(file.into(), std::env::temp_dir());
    let collection = glib::MainContext::default().block_on(opening)?;
    let page = SavedGamesPage::of_collection(&Settings::new(), &collection);
    let shown = Shown {
        widget: page.clone().upcast(),
        row: "RfSavedGameRow",
    };
    window.set_content(Some(&page));
    page.open(&Query {
        sort: Sort::Unsorted,
        ..Query::default()
    });
    shown.wait_for_rows(frames);
    until(|| collection.progress() >= 1.0);
    frames.next();
    let mut report = json!({ "games": collection.count() });
    let entry = descendant(&shown.widget, "GtkSearchEntry").and_downcast::<gtk::SearchEntry>();
    let entry = entry.ok_or("no search entry")?;
    shown.use_it(frames, |text| entry.set_text(text), &mut report)?;
    Ok(report)
}

fn bare(games: &str, window: &adw::Window, frames: &Frames) -> Result<Value, Box<dyn Error>> {
    let (begin, cpu) = (now_ms(), cpu_ms());
    let mut lines = Vec::new();
    for log in fs::read_dir(games)? {
        let log = fs::read(log?.path())?;
        let line = log.split(|byte| *byte == b'\n').next().unwrap_or_default();
        lines.push(String::from_utf8(line.to_owned())?);
    }
    let (read_ms, read_cpu_ms) = (now_ms() - begin, cpu_ms() - cpu);

    let (before, begin) = (resident()?, now_ms());
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let strings = gtk::StringList::new(&lines);
    let string = gtk::PropertyExpression::new(
        gtk::StringObject::static_type(),
        gtk::Expression::NONE,
        "string",
    );
    let filter = gtk::StringFilter::builder().expression(&string).build();
    let found = gtk::FilterListModel::new(Some(strings), Some(filter.clone()));
    let factory = gtk::SignalListItemFactory::new();
    factory.connect_setup(|_, item| {
        let label = gtk::Label::builder()
            .ellipsize(gtk::pango::EllipsizeMode::End)
            .height_request(CARD_HEIGHT)
            .build();
        if let Some(item) = item.downcast_ref::<gtk::ListItem>() {
            item.property_expression("item")
                .chain_property::<gtk::StringObject>("string")
                .bind(&label, "label", gtk::Widget::NONE);
            item.set_child(Some(&label));
        }
    });
    let grid = gtk::GridView::builder()
        .model(&gtk::NoSelection::new(Some(found)))
        .factory(&factory)
        .max_columns(IN_A_LINE)
        .build();
    let scroller = gtk::ScrolledWindow::builder()
        .hscrollbar_policy(gtk::PolicyType::Never)
        .child(&grid)
        .build();
    scroller.set_vexpand(true);
    let entry = gtk::Entry::new();
    entry.bind_property("text", &filter, "search").build();
    let both = gtk::Box::new(gtk::Orientation::Vertical, 0);
    both.append(&entry);
    both.append(&scroller);
    let shown = Shown {
        widget: both.clone().upcast(),
        row: "GtkLabel",
    };
    window.set_content(Some(&both));
    shown.wait_for_rows(frames);
    let mut report = json!({
        "games": lines.len(), "rows_at_once": shown.rows(), "open_ms": now_ms() - begin,
        "read_ms": read_ms, "read_cpu_ms": read_cpu_ms,
    });
    shown.use_it(frames, |text| entry.set_text(text), &mut report)?;
    report["memory_kib"] = resident()?.saturating_sub(before).into();
    Ok(report)
}

impl Shown {
    /// Waits for the frame with the first rows. A list that knows its games before it knows how much
    /// room it has makes a frame without any.
    fn wait_for_rows(&self, frames: &Frames) {
        until(|| self.rows() > 0);
        frames.next();
    }

    /// How many rows are on the screen.
    fn rows(&self) -> usize {
        count(&self.widget, self.row)
    }

    /// Searches and scrolls, and adds to the report what that takes.
    fn use_it(
        &self,
        frames: &Frames,
        search: impl Fn(&str),
        report: &mut Value,
    ) -> Result<(), Box<dyn Error>> {
        // Searching: from a key to the frame with the answer.
        let (mut searches, mut searches_cpu, mut keys_main) = (Vec::new(), Vec::new(), Vec::new());
        for word in SEARCHES {
            let ends = word
                .char_indices()
                .map(|(at, letter)| at + letter.len_utf8());
            for end in ends.chain([0]) {
                let (begin, cpu, main) = (now_ms(), cpu_ms(), main_ms());
                search(&word[..end]);
                // What the key has changed is found before the frame is made.
                while glib::MainContext::default().iteration(false) {}
                self.widget.queue_draw();
                let frame = frames.next().ok_or("a key without a frame")?;
                searches.push(frame.done - begin);
                searches_cpu.push(cpu_ms() - cpu);
                // People do not type faster than that.
                rest(Duration::from_millis(120));
                keys_main.push(main_ms() - main);
            }
        }

        // Scrolling: what each frame takes to make.
        let scroller = descendant(&self.widget, "GtkGridView")
            .and_then(|grid| grid.parent())
            .and_downcast::<gtk::ScrolledWindow>()
            .ok_or("no cards")?;
        let place = scroller.vadjustment();
        let range = (place.upper() - place.page_size()).max(STRIDE);
        // To and fro, where the list is short.
        let smooth = (1..=SMOOTH).map(|step| {
            let way = step as f64 * STRIDE % (2.0 * range);
            way.min(2.0 * range - way)
        });
        let mut chance = fastrand::Rng::with_seed(1);
        let leaps = (0..LEAPS).map(|_| chance.f64() * range);
        let mut scrolled = Vec::new();
        for value in smooth.chain(leaps) {
            place.set_value(value);
            scrolled.push(frames.next().ok_or("no scrolling")?.cpu);
        }
        report["searches_ms"] = searches.into();
        report["keys_main_ms"] = keys_main.into();
        report["searches_cpu_ms"] = searches_cpu.into();
        report["scroll_cpu_ms"] = scrolled.into();
        Ok(())
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
