//! Prints what `build-aux/bench paint` reports: the real board in a window, 1000 pixels wide, clicked
//! with a real pointer. One JSON object.
//!
//! `board_window GAMES ROUNDS`: plays so many games in the folder GAMES.

extern crate gtk4 as gtk;
extern crate libadwaita as adw;

use std::cell::{Cell, RefCell};
use std::error::Error;
use std::io::Write;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use adw::prelude::*;
use cairo::{Context, Format, ImageSurface};
use gtk::gdk;
use jiff::Timestamp;
use rank_and_file::drawing::{Painter, Palette, PieceSet};
use rank_and_file::model::Game;
use rank_and_file::widgets::Board;
use rank_and_file::windows::choose_renderer;
use rank_and_file::words;
use rank_and_file_core::board::Geometry;
use rank_and_file_core::log::{Folder, Header};
use rank_and_file_core::rules::{DrawRule, Position, Square, start_position};
use serde_json::json;
use tracing::field::{Field, Visit};
use tracing::{Event, Metadata, Subscriber, span};

/// The side of the board, in pixels.
const SIDE: i32 = 1000;
/// So many whole boards are painted.
const BOARDS: usize = 200;
/// Moves of a game as squares, with captures, checks and castling.
const MOVES: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f7f6 d2d4 e5d4 f3d4 c6c5 d4b3 d8d1 \
                     f1d1 c8g4 f2f3 g4e6 c1f4 c5c4 b3d4 e8c8 b1c3 e6f7 d4f5 d8d1 a1d1 f7g6 f5e7 g8e7";
/// People do not click faster than that, and a piece is on its way for less.
const BETWEEN: Duration = Duration::from_millis(260);
/// Longer than any of this can take.
const PATIENCE: Duration = Duration::from_secs(20);

static SQUARES_DRAWN: AtomicUsize = AtomicUsize::new(0);

fn main() -> Result<(), Box<dyn Error>> {
    tracing::subscriber::set_global_default(Counter)?;
    choose_renderer();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, rounds] = arguments.as_slice() else {
        return Err("usage: board_window GAMES ROUNDS".into());
    };
    words::init();
    adw::init()?;
    let painted = paint_boards()?;

    let folder = Folder::new(games.into());
    let board = Board::default();
    let window = gtk::Window::builder()
        .decorated(false)
        .default_width(SIDE)
        .default_height(SIDE)
        .title("board bench")
        .child(&board)
        .build();
    let frames = Frames::default();
    let pressed = Rc::new(Cell::new(None));
    window.add_controller(first_to_know(&pressed));
    window.present();
    frames.watch(&window);
    until(|| board.is_mapped() && board.width() == SIDE);
    let mut pointer = Pointer::over(&window)?;

    // Every square of the board changes when it is turned, and so does every place.
    board.set_game(Some(&begin(&folder)));
    let mut whole: Vec<f64> = Vec::new();
    for turn in 0..BOARDS {
        rest(Duration::from_millis(20));
        frames.start();
        board.set_turned(turn % 2 == 0);
        until(|| frames.made() > 0);
        whole.extend(frames.cpu().first());
    }
    rest(Duration::from_millis(300));

    // Clicks, each from the event in the X server to the frame that answers it.
    let (mut to_frame, mut to_move, mut click_cpu) = (Vec::new(), Vec::new(), Vec::<f64>::new());
    let (mut changed, mut drawn, mut last) = (Vec::new(), Vec::new(), None);
    for _ in 0..rounds.parse::<usize>()? {
        let game = begin(&folder);
        board.set_game(Some(&game));
        board.set_turned(false);
        rest(BETWEEN);
        for (ply, squares) in MOVES.split_whitespace().enumerate() {
            let (from, to): (Square, Square) = (squares[..2].parse()?, squares[2..].parse()?);
            for (place, square) in [from, to].into_iter().enumerate() {
                let at = square_of(&board, square)?;
                pressed.set(None);
                pointer.go(at)?;
                rest(Duration::from_millis(40));
                frames.start();
                SQUARES_DRAWN.store(0, Ordering::Relaxed);
                pointer.press()?;
                // A frame that was under way before is no answer.
                until(|| {
                    pressed.get().is_some() || {
                        frames.start();
                        false
                    }
                });
                until(|| frames.made() > 0);
                let event: i64 = pressed.get().unwrap_or_default();
                to_frame.push(frames.first_end() - event as f64);
                click_cpu.extend(frames.cpu().first());
                if place == 0 {
                    let targets = game.with_rules(|rules| rules.targets(from).len());
                    changed.push(1 + targets);
                    drawn.push(SQUARES_DRAWN.load(Ordering::Relaxed));
                } else {
                    until(|| game.ply() as usize == ply + 1);
                    let shown = frames.made();
                    until(|| frames.made() > shown);
                    to_move.push(frames.last_end() - event as f64);
                }
                pointer.release()?;
                rest(BETWEEN);
            }
        }
        last = Some(game);
    }
    let plies = last.map_or(0, |game| game.ply());
    println!(
        "{}",
        json!({
            "renderer": window.renderer().map(|renderer| renderer.type_().name().to_owned()),
            "painted_cpu_ms": painted, "whole_cpu_ms": whole, "click_ms": to_frame,
            "click_cpu_ms": click_cpu, "move_ms": to_move, "squares_drawn": drawn, "squares_changed": changed, "plies": plies,
        })
    );
    pointer.leave()
}

fn begin(folder: &Folder) -> Game {
    let header = Header::new("Ann", "Ben", Timestamp::now(), DrawRule::Automatic);
    Game::begin(folder, header, start_position())
}

/// What the painter takes for a whole board into a picture, when it knows the pieces.
fn paint_boards() -> Result<Vec<f64>, Box<dyn Error>> {
    let painter = Painter::new(PieceSet::club()?);
    let position = start_position();
    let geometry = Geometry::fit(f64::from(SIDE), f64::from(SIDE), false);
    let surface = ImageSurface::create(Format::ARgb32, SIDE, SIDE)?;
    let cr = Context::new(&surface)?;
    let mut taken = Vec::new();
    for _ in 0..=BOARDS {
        let begin = cpu_ms();
        painter.board(&cr, position.board(), &Palette::PLAIN, &geometry)?;
        surface.flush();
        taken.push(cpu_ms() - begin);
    }
    // The first one reads and draws the pieces.
    taken.remove(0);
    Ok(taken)
}

/// Notes when the X server saw the pointer go down, in milliseconds of the monotonic clock.
fn first_to_know(pressed: &Rc<Cell<Option<i64>>>) -> gtk::EventControllerLegacy {
    let controller = gtk::EventControllerLegacy::new();
    controller.set_propagation_phase(gtk::PropagationPhase::Capture);
    let pressed = pressed.clone();
    controller.connect_event(move |_, event| {
        if event.event_type() == gdk::EventType::ButtonPress {
            // The server's clock is the monotonic one, of which it tells the lower 32 bits.
            let now = glib::monotonic_time() / 1000;
            let ago = (now as u32).wrapping_sub(event.time());
            pressed.set(Some(now - i64::from(ago)));
        }
        glib::Propagation::Proceed
    });
    controller
}

/// The middle of a square, in the window.
fn square_of(board: &Board, square: Square) -> Result<(i32, i32), Box<dyn Error>> {
    let geometry = Geometry::fit(f64::from(board.width()), f64::from(board.height()), false);
    let (x, y) = geometry.centre(square);
    Ok((x as i32, y as i32))
}

/// The frames that the window makes: when each was done, and what this thread worked for it.
#[derive(Clone, Default)]
struct Frames {
    begun: Rc<Cell<f64>>,
    done: Rc<RefCell<Vec<(f64, f64)>>>,
}

impl Frames {
    fn watch(&self, window: &gtk::Window) {
        let Some(clock) = WidgetExt::frame_clock(window) else {
            return;
        };
        let frames = self.clone();
        clock.connect_before_paint(move |_| frames.begun.set(cpu_ms()));
        let frames = self.clone();
        clock.connect_after_paint(move |_| {
            let now = glib::monotonic_time() as f64 / 1000.0;
            let cpu = cpu_ms() - frames.begun.get();
            frames.done.borrow_mut().push((now, cpu));
        });
    }

    fn start(&self) {
        self.done.borrow_mut().clear();
    }

    fn made(&self) -> usize {
        self.done.borrow().len()
    }

    fn first_end(&self) -> f64 {
        self.done.borrow().first().map_or(0.0, |frame| frame.0)
    }

    fn last_end(&self) -> f64 {
        self.done.borrow().last().map_or(0.0, |frame| frame.0)
    }

    fn cpu(&self) -> Vec<f64> {
        self.done.borrow().iter().map(|frame| frame.1).collect()
    }
}

/// A pointer in the hand of one process, which costs nothing to start for each click.
struct Pointer {
    process: Child,
    orders: ChildStdin,
    window: String,
}

impl Pointer {
    fn over(window: &gtk::Window) -> Result<Self, Box<dyn Error>> {
        let title = window.title().unwrap_or_default();
        let found = Command::new("xdotool")
            .args(["search", "--sync", "--onlyvisible", "--name", &title])
            .output()?;
        let found = String::from_utf8(found.stdout)?;
        let window = found.lines().next().ok_or("no window")?.to_owned();
        let mut process = Command::new("xdotool")
            .arg("-")
            .stdin(Stdio::piped())
            .spawn()?;
        let orders = process.stdin.take().ok_or("no way to tell xdotool")?;
        Ok(Self {
            process,
            orders,
            window,
        })
    }

    fn tell(&mut self, order: &str) -> Result<(), Box<dyn Error>> {
        Ok(writeln!(self.orders, "{order}")?)
    }

    fn go(&mut self, (x, y): (i32, i32)) -> Result<(), Box<dyn Error>> {
        let window = self.window.clone();
        self.tell(&format!("mousemove --window {window} {x} {y}"))
    }

    fn press(&mut self) -> Result<(), Box<dyn Error>> {
        self.tell("mousedown 1")
    }

    fn release(&mut self) -> Result<(), Box<dyn Error>> {
        self.tell("mouseup 1")
    }

    fn leave(mut self) -> Result<(), Box<dyn Error>> {
        drop(self.orders);
        self.process.wait()?;
        Ok(())
    }
}

/// Counts how often a square says that it is drawn.
struct Counter;

impl Subscriber for Counter {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().contains("widgets::board::square")
    }

    fn event(&self, event: &Event<'_>) {
        event.record(&mut Drawn);
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}
}

struct Drawn;

impl Visit for Drawn {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        if field.name() == "message" && format!("{value:?}") == "drawn" {
            SQUARES_DRAWN.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// What this thread has worked, in milliseconds.
fn cpu_ms() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1000.0 + time.tv_nsec as f64 / 1e6
}

/// Lets the main loop run for a while.
fn rest(time: Duration) {
    let begin = Instant::now();
    until(|| begin.elapsed() >= time);
}

fn until(mut done: impl FnMut() -> bool) {
    let begin = Instant::now();
    let context = glib::MainContext::default();
    while !done() {
        assert!(begin.elapsed() < PATIENCE, "it takes too long");
        if !context.iteration(false) {
            std::thread::sleep(Duration::from_micros(100));
        }
    }
}
