//! Prints what `build-aux/bench paint` reports: the real board in a window, 1000 pixels wide, clicked
//! with a real pointer, and in turns with it a plain grid of tiles; while no engine thinks, and while the computer
//! does. One JSON object.
//!
//! `board_window GAMES`: plays games in the folder GAMES.

mod minds;
mod pointer;
mod tiles;

use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::frames::{Frames, cpu_ms, rest, until};
use adw::prelude::*;
use cairo::{Context, Format, ImageSurface};
use jiff::Timestamp;
use minds::Minds;
use pointer::Pointer;
use rank_and_file::drawing::{Painter, Palette, PieceSet};
use rank_and_file::model::Game;
use rank_and_file::ui::{Board, choose_renderer};
use rank_and_file::words;
use rank_and_file_core::chess::board::Geometry;
use rank_and_file_core::chess::{DrawRule, Position, Square, start_position};
use rank_and_file_core::record::log::{Folder, Header};
use serde_json::json;
use tiles::Tiles;
use tracing::field::{Field, Visit};
use tracing::{Event, Metadata, Subscriber, span};

/// The side of the board, in pixels.
const SIDE: i32 = 1000;
/// So many whole boards are painted.
const BOARDS: usize = 60;
/// So many changes, then the other is shown.
const IN_TURN: usize = 10;
/// Moves of a game as squares, with captures, checks and castling.
const MOVES: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f7f6 d2d4 e5d4 f3d4 c6c5 d4b3 d8d1 \
                     f1d1 c8g4 f2f3 g4e6 c1f4 c5c4 b3d4 e8c8 b1c3 e6f7 d4f5 d8d1 a1d1 f7g6 f5e7 g8e7";
/// So many moves, then tiles are clicked.
const MOVES_IN_TURN: usize = 4;
/// People do not click faster than that, and a piece is on its way for less.
const BETWEEN: Duration = Duration::from_millis(260);
/// As much for a window that has just been filled.
const SETTLED: Duration = Duration::from_millis(300);

static SQUARES_DRAWN: AtomicUsize = AtomicUsize::new(0);

pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    tracing::subscriber::set_global_default(Counter)?;
    choose_renderer();
    let [games] = arguments else {
        return Err("usage: board_window GAMES".into());
    };
    words::init();
    adw::init()?;
    let (painted, filled) = paint_boards()?;

    let board = Board::default();
    let tiles = Tiles::new(SIDE);
    let both = gtk::Stack::new();
    both.add_child(&board);
    both.add_child(tiles.widget());
    let window = gtk::Window::builder()
        .decorated(false)
        .default_width(SIDE)
        .default_height(SIDE)
        .title("board bench")
        .child(&both)
        .build();
    let frames = Frames::default();
    window.present();
    frames.watch(&window);
    until(|| board.is_mapped() && board.width() == SIDE);
    let show = |child: &gtk::Widget| {
        both.set_visible_child(child);
        rest(SETTLED);
    };
    let mut pointer = Pointer::over(&window)?;

    // Every square of the board changes when it is flipped, and so does every place.
    let game = begin(games);
    board.set_game(Some(&game));
    let (mut whole, mut whole_tiles) = (Vec::new(), Vec::new());
    for _ in 0..BOARDS / IN_TURN {
        show(board.upcast_ref());
        whole.extend(changes(&frames, |odd| board.set_flipped(odd)));
        show(tiles.widget().upcast_ref());
        whole_tiles.extend(changes(&frames, |_| tiles.change()));
    }

    // Clicks, each from the event in the X server to the frame that answers it. One game after the other, so
    // that each click is there with each engine, and with none.
    let (mut to_frame, mut to_move, mut click_cpu) = ([const { Vec::new() }; 3], vec![], vec![]);
    let (mut tile_to_frame, mut tile_cpu) = (Vec::new(), Vec::new());
    let (mut changed, mut drawn) = (Vec::new(), Vec::new());
    board.set_flipped(false);
    let minds = Minds::new()?;
    let mut plies = 0;
    for turn in 0..to_frame.len() {
        let game = begin(games);
        board.set_game(Some(&game));
        for (ply, squares) in MOVES.split_whitespace().enumerate() {
            let mind = (ply + turn) % to_frame.len();
            minds.think(0, start_position());
            if ply % MOVES_IN_TURN == 0 {
                show(tiles.widget().upcast_ref());
                for click in 0..MOVES_IN_TURN {
                    // Now here, now there, and after all of them the first again.
                    pointer.go(tiles.middle((2 * ply + click) * 11))?;
                    let (frame, event) = pointer.press(&frames)?;
                    tile_to_frame.push(frame.done - event);
                    tile_cpu.push(frame.cpu);
                    pointer.release()?;
                    rest(BETWEEN);
                }
                show(board.upcast_ref());
            }
            minds.think(mind, game.with_game(|rules| rules.position().clone()));
            let (from, to): (Square, Square) = (squares[..2].parse()?, squares[2..].parse()?);
            for (place, square) in [from, to].into_iter().enumerate() {
                pointer.go(middle_of(&board, square))?;
                SQUARES_DRAWN.store(0, Ordering::Relaxed);
                let (frame, event) = pointer.press(&frames)?;
                to_frame[mind].push(frame.done - event);
                if mind == 0 {
                    click_cpu.push(frame.cpu);
                }
                if place == 0 {
                    let targets = game.with_game(|rules| rules.targets(from).len());
                    changed.push(1 + targets);
                    drawn.push(SQUARES_DRAWN.load(Ordering::Relaxed));
                } else {
                    until(|| game.ply() as usize == ply + 1);
                    let moved = frames.next().map(|frame| frame.done - event);
                    to_move.extend(moved.filter(|_| mind == 0));
                }
                pointer.release()?;
                rest(BETWEEN);
            }
        }
        plies = game.ply();
    }
    minds.think(0, start_position());
    rest(SETTLED);
    let mut answer = json!({
        "renderer": window.renderer().map(|renderer| renderer.type_().name().to_owned()),
        "painted_cpu_ms": painted, "filled_cpu_ms": filled,
        "whole_cpu_ms": whole, "whole_tiles_cpu_ms": whole_tiles,
        "click_cpu_ms": click_cpu, "move_ms": to_move,
        "click_tile_ms": tile_to_frame, "click_tile_cpu_ms": tile_cpu,
        "squares_drawn": drawn, "squares_changed": changed, "plies": plies,
        "looked": minds.looked(),
    });
    for (name, clicks) in minds::NAMES.into_iter().zip(to_frame) {
        answer[name] = json!(clicks);
    }
    println!("{answer}");
    pointer.leave()
}

fn begin(games: &str) -> Game {
    let header = Header::new("Ann", "Ben", Timestamp::now(), DrawRule::Automatic);
    Game::begin(&Folder::new(games.into()), header, start_position())
}

/// What the frames cost after each of some changes, to and fro.
fn changes(frames: &Frames, change: impl Fn(bool)) -> Vec<f64> {
    let cost = |turn: usize| {
        rest(Duration::from_millis(20));
        let before = frames.made();
        change(turn % 2 == 0);
        frames.after(before).map(|frame| frame.cpu)
    };
    (0..IN_TURN).filter_map(cost).collect()
}

/// What the painter takes for a whole board into a picture, when it knows the pieces, and what it
/// takes to fill the same squares with pictures of one color.
fn paint_boards() -> Result<(Vec<f64>, Vec<f64>), Box<dyn Error>> {
    let painter = Painter::new(PieceSet::club()?);
    let position = start_position();
    let geometry = Geometry::fit(f64::from(SIDE), f64::from(SIDE), false);
    let surface = ImageSurface::create(Format::ARgb32, SIDE, SIDE)?;
    let cr = Context::new(&surface)?;
    let tile = ImageSurface::create(Format::ARgb32, SIDE / 8, SIDE / 8)?;
    Context::new(&tile)?.paint()?;
    let (mut painted, mut filled) = (Vec::new(), Vec::new());
    for _ in 0..=BOARDS {
        let begin = cpu_ms();
        painter.board(&cr, position.board(), &Palette::PLAIN, &geometry)?;
        surface.flush();
        painted.push(cpu_ms() - begin);
        let begin = cpu_ms();
        for place in 0..64 {
            let (row, column) = (place / 8, place % 8);
            let side = SIDE / 8;
            cr.set_source_surface(&tile, f64::from(column * side), f64::from(row * side))?;
            cr.paint()?;
        }
        surface.flush();
        filled.push(cpu_ms() - begin);
    }
    // The first one reads and draws the pieces.
    painted.remove(0);
    Ok((painted, filled))
}

/// The middle of a square, in the window.
fn middle_of(board: &Board, square: Square) -> (i32, i32) {
    let geometry = Geometry::fit(f64::from(board.width()), f64::from(board.height()), false);
    let (x, y) = geometry.center(square);
    (x as i32, y as i32)
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
