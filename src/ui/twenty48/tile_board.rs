//! The board of 2048: tiles that slide, cells that a screen reader can name, and what slides the ones and walks the
//! others: keys, swipes of a finger and strokes of the pointer.

use std::cell::{Cell, OnceCell, RefCell};

use adw::prelude::*;
use gtk::gdk::{self, Key as K};
use gtk::subclass::prelude::*;
use gtk::{graphene, gsk};
use rank_and_file_core::chess::board::Theme;
use rank_and_file_core::tiles::{Layout, Motion, Sprite, still, swipe};
use rank_and_file_core::twenty48::{self, Action, Direction, Event, Grid, Size};

use crate::drawing::{ColorScheme, paint_ground, paint_ring, paint_tile};
use crate::model::{self, callback_with, weak};
use crate::subclass::subclass;
use crate::ui::parts::{
    Opacity, Pictures, Progress, Textures, device_pixels, follow_scale, on_device, scale, texture,
    timed, unparent_children,
};
use crate::words;

mod imp {
    use super::*;

    #[derive(glib::Properties)]
    #[properties(wrapper_type = super::TileBoard)]
    pub struct TileBoard {
        pub cells: RefCell<Vec<super::TileCell>>,
        pub moving: Moving,
        pub pictures: Pictures<Picture>,
        /// The layout that the pictures are painted for.
        pub painted: Cell<Option<Layout>>,
        /// Whether the stroke that is being made has moved the tiles: it does so once.
        pub stroke_made: Cell<bool>,
        pub signals: model::Following,
        /// The cell that had the keyboard last.
        pub last_focus: Cell<Option<twenty48::Cell>>,
        /// The game that is shown and played.
        #[property(get, set = Self::set_game, nullable)]
        pub game: RefCell<Option<model::Twenty48>>,
    }

    impl Default for TileBoard {
        fn default() -> Self {
            Self {
                cells: RefCell::default(),
                moving: Moving::default(),
                pictures: Pictures::at_most(MAX_PICTURES),
                painted: Cell::default(),
                stroke_made: Cell::default(),
                signals: model::Following::default(),
                last_focus: Cell::default(),
                game: RefCell::default(),
            }
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for TileBoard {
        fn constructed(&self) {
            self.parent_constructed();
            let board = self.obj();
            board.set_focusable(true);
            board.set_up_strokes();
            follow_scale(&*board, super::TileBoard::look_again);
            Textures::shared().follow(&*board, |widget| {
                if let Some(board) = widget.downcast_ref::<super::TileBoard>() {
                    board.look_again();
                }
            });
        }

        fn dispose(&self) {
            self.obj().set_game(None::<model::Twenty48>);
            unparent_children(&*self.obj());
        }
    }

    impl WidgetImpl for TileBoard {
        fn measure(&self, _: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            let side = self.obj().size().side() as i32;
            let natural = Size::STANDARD.side() as i32 * NATURAL_CELL;
            (side * SMALLEST_CELL, natural, -1, -1)
        }

        fn size_allocate(&self, _: i32, _: i32, _: i32) {
            self.obj().place();
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            self.obj().draw(snapshot);
            self.parent_snapshot(snapshot);
        }

        /// Tab enters and leaves the board as a whole; its cells are walked with Ctrl and arrows.
        fn focus(&self, direction: gtk::DirectionType) -> bool {
            let board = self.obj();
            let tab = matches!(
                direction,
                gtk::DirectionType::TabForward | gtk::DirectionType::TabBackward
            );
            let inside = board.has_focus() || board.focus_child().is_some();
            !(tab && inside) && board.grab_focus()
        }
    }

    impl TileBoard {
        fn set_game(&self, game: Option<model::Twenty48>) {
            let board = self.obj();
            let acts = [("happened", super::TileBoard::follow as fn(&_))];
            self.signals.follow(&*board, game.as_ref(), &acts);
            self.game.replace(game);
            board.lay_out_cells();
        }
    }

    #[derive(Default)]
    pub struct TileCell {
        pub cell: OnceCell<twenty48::Cell>,
        /// What is said to be here.
        pub number: Cell<Option<u64>>,
    }

    impl ObjectImpl for TileCell {}

    impl WidgetImpl for TileCell {
        fn measure(&self, _: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            (0, 0, -1, -1)
        }
    }
}

/// The smallest and the natural length of a cell's side with its gap.
const SMALLEST_CELL: i32 = 24;
const NATURAL_CELL: i32 = 96;

subclass! {
    /// A board that shows a [`model::Twenty48`] and sends it what the player does.
    pub struct TileBoard(imp::TileBoard): gtk::Widget {
        css_name: "tileboard",
        accessible_role: Group,
        default: new,
    }
}

impl TileBoard {
    fn size(&self) -> Size {
        let game = self.imp().game.borrow();
        game.as_ref().map_or(Size::STANDARD, |game| {
            game.with_game(|game| game.grid().size())
        })
    }

    /// Where the cells lie, and how far that is from the corner of the widget.
    fn layout_now(&self) -> (Layout, graphene::Rect) {
        let room = self.width().min(self.height());
        let layout = Layout::within(device_pixels(self, f64::from(room)), self.size());
        let side = f64::from(layout.side()) / scale(self);
        let corner = (
            (f64::from(self.width()) - side) / 2.0,
            (f64::from(self.height()) - side) / 2.0,
        );
        (layout, on_device(self, corner, layout.side()))
    }

    /// Shows what has happened in the game.
    fn follow(&self) {
        let Some(game) = &self.game() else { return };
        let same =
            self.imp().cells.borrow().len() == game.with_game(|game| game.grid().cells().count());
        if same {
            self.name_cells(game);
        } else {
            self.lay_out_cells();
        }
        if let Some(event) = game.happened() {
            self.set_moving(&event, &game.with_game(|game| *game.grid()));
        }
    }

    /// Lays out the cells of the game anew.
    fn lay_out_cells(&self) {
        let imp = self.imp();
        let focused = self.focus_child().is_some();
        for cell in imp.cells.take() {
            cell.unparent();
        }
        imp.last_focus.take();
        self.stop_moving();
        let game = imp.game.borrow().clone();
        if let Some(game) = &game {
            let grid = game.with_game(|game| *game.grid());
            let cells: Vec<TileCell> = grid.cells().map(TileCell::new).collect();
            for cell in &cells {
                cell.set_parent(self);
                cell.connect_has_focus_notify(callback_with(self, |board, cell: &TileCell| {
                    board.imp().last_focus.set(Some(cell.cell()));
                    board.queue_draw();
                }));
            }
            imp.cells.replace(cells);
            self.name_cells(game);
            let name = words::twenty48::board(grid.size());
            self.update_property(&[gtk::accessible::Property::Label(&name)]);
        }
        if focused {
            self.grab_focus();
        }
        self.queue_resize();
    }

    fn name_cells(&self, game: &model::Twenty48) {
        game.with_game(|game| {
            for cell in &*self.imp().cells.borrow() {
                cell.show(game.grid().number(cell.cell()));
            }
        });
    }

    fn place(&self) {
        let (layout, board) = self.layout_now();
        let scale = scale(self);
        let side = (f64::from(layout.cell) / scale).ceil() as i32;
        for widget in &*self.imp().cells.borrow() {
            let (x, y) = layout.corner(widget.cell());
            let corner = graphene::Point::new(
                board.x() + (x / scale) as f32,
                board.y() + (y / scale) as f32,
            );
            let place = gsk::Transform::new().translate(&corner);
            widget.measure(gtk::Orientation::Horizontal, -1);
            widget.allocate(side, side, -1, Some(place));
        }
    }

    fn look_again(&self) {
        self.imp().pictures.forget();
        self.queue_allocate();
        self.queue_draw();
    }

    fn draw(&self, snapshot: &gtk::Snapshot) {
        let imp = self.imp();
        let Some(game) = imp.game.borrow().clone() else {
            return;
        };
        let (layout, board) = self.layout_now();
        if imp.painted.replace(Some(layout)) != Some(layout) {
            imp.pictures.forget();
        }
        let picture = |of: Picture| imp.pictures.get(of, || of.paint());
        if let Some(ground) = picture(Picture::Ground(layout)) {
            snapshot.append_texture(&ground, &board);
        }
        let tiles = self
            .moving_sprites()
            .unwrap_or_else(|| game.with_game(|game| still(game.grid())));
        let scale = scale(self);
        // A square around the middle of a cell, or of a place between two.
        let square = |column: f64, row: f64, size: f64| {
            let cell = f64::from(layout.cell);
            let inset = cell * (1.0 - size) / 2.0;
            graphene::Rect::new(
                board.x() + ((layout.along(column) + inset) / scale) as f32,
                board.y() + ((layout.along(row) + inset) / scale) as f32,
                (cell * size / scale) as f32,
                (cell * size / scale) as f32,
            )
        };
        for tile in tiles {
            let Some(texture) = picture(Picture::Tile(tile.number, layout.cell)) else {
                continue;
            };
            let bounds = square(tile.column, tile.row, tile.scale);
            if tile.opacity < 1.0 {
                snapshot.push_opacity(tile.opacity);
                snapshot.append_texture(&texture, &bounds);
                snapshot.pop();
            } else {
                snapshot.append_texture(&texture, &bounds);
            }
        }
        let walked = imp
            .last_focus
            .get()
            .filter(|_| self.focus_child().is_some());
        if let Some((cell, ring)) = walked.zip(picture(Picture::Ring(layout.cell))) {
            let bounds = square(f64::from(cell.column), f64::from(cell.row), 1.0);
            snapshot.append_texture(&ring, &bounds);
        }
    }
}

/// How long tiles take to slide, merge and appear, in milliseconds.
const DURATION: u32 = 120;

/// The motion that is shown.
#[derive(Default)]
pub struct Moving {
    motion: RefCell<Option<Motion>>,
    progress: Progress,
}

impl TileBoard {
    /// Shows how an event leads to the board after it. An earlier motion ends at once.
    fn set_moving(&self, event: &Event, after: &Grid) {
        let moving = &self.imp().moving;
        let motion =
            Motion::of(event, after).filter(|_| Textures::shared().animated() && self.is_mapped());
        let moves = motion.is_some();
        moving.motion.replace(motion);
        if moves {
            let easing = (DURATION, adw::Easing::Linear);
            moving
                .progress
                .start(|| timed(self, easing, |board| board.queue_draw(), Self::stop_moving));
        }
        self.queue_draw();
    }

    /// Ends the motion.
    fn stop_moving(&self) {
        self.imp().moving.motion.take();
        self.queue_draw();
    }

    /// The tiles as they are now, the lowest first; `None` where all of them stand still.
    fn moving_sprites(&self) -> Option<Vec<Sprite>> {
        let moving = &self.imp().moving;
        let motion = moving.motion.borrow();
        Some(motion.as_ref()?.sprites(moving.progress.at()))
    }
}

/// More than any board shows at one size.
pub const MAX_PICTURES: usize = 64;

/// What there are pictures of, each with its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Picture {
    /// The board without tiles.
    Ground(Layout),
    /// The tile of a number, so many device pixels wide.
    Tile(u64, u32),
    /// The ring around the cell that has the keyboard, so many device pixels wide.
    Ring(u32),
}

impl Picture {
    /// Paints it in the colors of now.
    pub fn paint(self) -> Option<gdk::Texture> {
        let look = ColorScheme {
            dark: adw::StyleManager::default().is_dark(),
            high_contrast: Textures::shared().theme() == Theme::HighContrast,
        };
        let shades = look.shades();
        let side = match self {
            Self::Ground(layout) => layout.side(),
            Self::Tile(_, side) | Self::Ring(side) => side,
        };
        texture(Opacity::SeeThrough, side, |cr| {
            match self {
                Self::Ground(layout) => paint_ground(cr, &layout, &shades)?,
                Self::Tile(number, side) => paint_tile(cr, number, side, &shades)?,
                Self::Ring(side) => paint_ring(cr, side, &shades)?,
            }
            Ok(())
        })
    }
}

subclass! {
    /// One cell of the board.
    pub struct TileCell(imp::TileCell): gtk::Widget { css_name: "tilecell", accessible_role: Label }
}

impl TileCell {
    pub fn new(cell: twenty48::Cell) -> Self {
        let widget: Self = glib::Object::builder().property("focusable", true).build();
        widget.imp().cell.set(cell).ok();
        widget
    }

    pub fn cell(&self) -> twenty48::Cell {
        *self
            .imp()
            .cell
            .get_or_init(|| twenty48::Cell { row: 0, column: 0 })
    }

    /// Takes the number that is here, 0 for none; speaks only of another one.
    pub fn show(&self, number: u64) {
        if self.imp().number.replace(Some(number)) != Some(number) {
            let name = words::twenty48::cell(self.cell(), number);
            self.update_property(&[gtk::accessible::Property::Label(&name)]);
        }
    }
}

/// A stroke is so many times as long as the distance at which a drag begins.
const STROKE: f64 = 3.0;

/// The direction of a key; on a keyboard without Latin letters, by what else the key can mean.
fn direction_of(key: K, keycode: u32) -> Option<Direction> {
    let foreign = key.to_unicode().is_some_and(|letter| !letter.is_ascii());
    if !foreign {
        return TileBoard::direction_of_key(key);
    }
    let meanings = gdk::Display::default()?.map_keycode(keycode)?;
    meanings
        .into_iter()
        .find_map(|(_, key)| TileBoard::direction_of_key(key))
}

impl TileBoard {
    /// The direction of a key: arrows, the numeric keypad, and letters as they lie under one hand or
    /// the other.
    pub fn direction_of_key(key: K) -> Option<Direction> {
        Some(match key.to_lower() {
            K::Up | K::KP_Up | K::KP_8 | K::w | K::k => Direction::Up,
            K::Left | K::KP_Left | K::KP_4 | K::a | K::h => Direction::Left,
            K::Down | K::KP_Down | K::KP_2 | K::s | K::j => Direction::Down,
            K::Right | K::KP_Right | K::KP_6 | K::d | K::l => Direction::Right,
            _ => return None,
        })
    }

    /// The cell next to another one in a direction, on a board of so many cells a side; at the edge the same one.
    pub fn next_cell(cell: twenty48::Cell, direction: Direction, side: usize) -> twenty48::Cell {
        let (down, right) = match direction {
            Direction::Up => (-1, 0),
            Direction::Left => (0, -1),
            Direction::Down => (1, 0),
            Direction::Right => (0, 1),
        };
        let last = u8::try_from(side).unwrap_or(u8::MAX).saturating_sub(1);
        twenty48::Cell {
            row: cell.row.saturating_add_signed(down).min(last),
            column: cell.column.saturating_add_signed(right).min(last),
        }
    }

    /// Takes a key that was pressed anywhere in the window. Returns whether it means something
    /// here.
    pub fn take_key(&self, key: K, keycode: u32, modifiers: gdk::ModifierType) -> bool {
        let held = modifiers
            & (gdk::ModifierType::CONTROL_MASK
                | gdk::ModifierType::ALT_MASK
                | gdk::ModifierType::SUPER_MASK);
        let walking = held == gdk::ModifierType::CONTROL_MASK;
        if walking && arrow(key) {
            return Self::direction_of_key(key).is_some_and(|direction| self.walk(direction));
        }
        if !held.is_empty() {
            return false;
        }
        let in_cell = self.focus_child().is_some();
        if key == K::Escape && in_cell {
            return self.grab_focus();
        }
        let Some(direction) = direction_of(key, keycode) else {
            return false;
        };
        // The move is heard, and not the cell that had the keyboard.
        if in_cell {
            self.grab_focus();
        }
        if let Some(game) = self.game() {
            game.act(Action::Move(direction));
        }
        true
    }

    /// Gives the keyboard to the next cell; at the edge it stays.
    fn walk(&self, direction: Direction) -> bool {
        let imp = self.imp();
        let last = imp.last_focus.get();
        let to = match last.filter(|_| self.focus_child().is_some()) {
            Some(cell) => Self::next_cell(cell, direction, self.size().side()),
            None => last.unwrap_or(twenty48::Cell { row: 0, column: 0 }),
        };
        let cells = imp.cells.borrow().clone();
        cells
            .iter()
            .find(|cell| cell.cell() == to)
            .is_some_and(|cell| cell.grab_focus())
    }

    fn set_up_strokes(&self) {
        let gesture = gtk::GestureDrag::builder()
            .button(gdk::BUTTON_PRIMARY)
            .propagation_phase(gtk::PropagationPhase::Capture)
            .build();
        gesture.connect_drag_begin(weak!(self, |board, gesture, _, _| {
            gesture.set_state(gtk::EventSequenceState::Claimed);
            board.imp().stroke_made.set(false);
            board.grab_focus();
        }));
        gesture.connect_drag_update(weak!(self, |board, _, dx, dy| board.pull(dx, dy)));
        self.add_controller(gesture);
    }

    fn pull(&self, dx: f64, dy: f64) {
        let made = &self.imp().stroke_made;
        let long = f64::from(self.settings().gtk_dnd_drag_threshold()) * STROKE;
        let Some(direction) = swipe(dx, dy, long).filter(|_| !made.get()) else {
            return;
        };
        made.set(true);
        if let Some(game) = self.game() {
            game.act(Action::Move(direction));
        }
    }
}

fn arrow(key: K) -> bool {
    let arrows = [K::Up, K::Left, K::Down, K::Right];
    let keypad = [K::KP_Up, K::KP_Left, K::KP_Down, K::KP_Right];
    arrows.contains(&key) || keypad.contains(&key)
}
