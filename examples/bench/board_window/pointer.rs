//! A real pointer, in the hand of one process, which costs nothing to start for each click.

use std::cell::Cell;
use std::error::Error;
use std::io::Write;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::rc::Rc;
use std::time::Duration;

use gtk::gdk;
use gtk::prelude::*;

use crate::frames::{Frame, Frames, now_ms, rest, until};

pub struct Pointer {
    process: Child,
    orders: ChildStdin,
    window: String,
    /// When the X server last saw it go down.
    pressed: Rc<Cell<Option<f64>>>,
}

impl Pointer {
    /// Takes the pointer over a window that is shown.
    pub fn over(window: &gtk::Window) -> Result<Self, Box<dyn Error>> {
        let title = window.title().unwrap_or_default();
        let found = Command::new("xdotool")
            .args(["search", "--sync", "--onlyvisible", "--name", &title])
            .output()?;
        let found = String::from_utf8(found.stdout)?;
        let found = found.lines().next().ok_or("no window")?.to_owned();
        let mut process = Command::new("xdotool")
            .arg("-")
            .stdin(Stdio::piped())
            .spawn()?;
        let orders = process.stdin.take().ok_or("no way to tell xdotool")?;
        let pressed = Rc::new(Cell::new(None));
        window.add_controller(first_to_know(&pressed));
        Ok(Self {
            process,
            orders,
            window: found,
            pressed,
        })
    }

    /// Goes to a place of the window.
    pub fn go(&mut self, (x, y): (i32, i32)) -> Result<(), Box<dyn Error>> {
        self.tell(&format!("mousemove --window {} {x} {y}", self.window))?;
        rest(Duration::from_millis(40));
        Ok(())
    }

    /// Presses and waits for the frame that answers. Returns that frame and when the X server saw
    /// the pointer go down, in milliseconds of the monotonic clock.
    pub fn press(&mut self, frames: &Frames) -> Result<(Frame, f64), Box<dyn Error>> {
        self.pressed.set(None);
        self.tell("mousedown 1")?;
        // A frame that was under way before is no answer.
        let mut before = frames.made();
        until(|| {
            self.pressed.get().is_some() || {
                before = frames.made();
                false
            }
        });
        let frame = frames.after(before).ok_or("a click without a frame")?;
        Ok((frame, self.pressed.take().unwrap_or_default()))
    }

    /// Lets go.
    pub fn release(&mut self) -> Result<(), Box<dyn Error>> {
        self.tell("mouseup 1")
    }

    fn tell(&mut self, order: &str) -> Result<(), Box<dyn Error>> {
        Ok(writeln!(self.orders, "{order}")?)
    }

    /// Ends the process.
    pub fn leave(mut self) -> Result<(), Box<dyn Error>> {
        drop(self.orders);
        self.process.wait()?;
        Ok(())
    }
}

/// Notes when the X server saw the pointer go down.
fn first_to_know(pressed: &Rc<Cell<Option<f64>>>) -> gtk::EventControllerLegacy {
    let controller = gtk::EventControllerLegacy::new();
    controller.set_propagation_phase(gtk::PropagationPhase::Capture);
    let pressed = pressed.clone();
    controller.connect_event(move |_, event| {
        if event.event_type() == gdk::EventType::ButtonPress {
            // The server's clock is the monotonic one, of which it tells the lower 32 bits.
            let now = now_ms().trunc();
            let ago = (now as u64 as u32).wrapping_sub(event.time());
            pressed.set(Some(now - f64::from(ago)));
        }
        glib::Propagation::Proceed
    });
    controller
}
