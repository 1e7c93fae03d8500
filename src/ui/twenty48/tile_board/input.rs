//! What slides the tiles and walks the cells: keys, swipes of a finger and strokes of the pointer.

use gtk::gdk;
use gtk::gdk::Key as K;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::tiles::swipe;
use rank_and_file_core::twenty48::{Action, Cell, Direction};

use super::TileBoard;
use crate::model::weak;

/// A stroke is so many times as long as the distance at which a drag begins.
const STROKE: f64 = 3.0;

/// The same for a keyboard that has other letters than Latin ones, by what else the key can mean.
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
    pub fn next_cell(cell: Cell, direction: Direction, side: usize) -> Cell {
        let (down, right) = match direction {
            Direction::Up => (-1, 0),
            Direction::Left => (0, -1),
            Direction::Down => (1, 0),
            Direction::Right => (0, 1),
        };
        let last = u8::try_from(side).unwrap_or(u8::MAX).saturating_sub(1);
        Cell {
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
            None => last.unwrap_or(Cell { row: 0, column: 0 }),
        };
        let cells = imp.cells.borrow().clone();
        cells
            .iter()
            .find(|cell| cell.cell() == to)
            .is_some_and(|cell| cell.grab_focus())
    }

    pub(super) fn set_up_strokes(&self) {
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
