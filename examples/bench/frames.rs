//! The frames that a window makes, and waiting for them: what the measuring examples share.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use gtk::prelude::*;

/// Longer than any of this can take, on a busy machine, too.
const PATIENCE: Duration = Duration::from_secs(300);
/// Where nothing changes no frame comes.
const NO_FRAME: Duration = Duration::from_secs(5);

/// One frame.
#[derive(Clone, Copy)]
pub struct Frame {
    /// When it was done, in milliseconds of the monotonic clock.
    pub done: f64,
    /// What the main thread worked for it, in milliseconds: on a busy machine the clock on the wall
    /// tells of others' work, too.
    pub cpu: f64,
}

/// The frames that a window makes.
#[derive(Clone, Default)]
pub struct Frames {
    begun: Rc<Cell<f64>>,
    made: Rc<RefCell<Vec<Frame>>>,
}

impl Frames {
    /// Looks at every frame of the window, which has been presented.
    pub fn watch(&self, window: &impl IsA<gtk::Widget>) {
        let Some(clock) = window.frame_clock() else {
            return;
        };
        let frames = self.clone();
        clock.connect_before_paint(move |_| frames.begun.set(main_ms()));
        let frames = self.clone();
        clock.connect_after_paint(move |_| {
            let (done, cpu) = (now_ms(), main_ms() - frames.begun.get());
            frames.made.borrow_mut().push(Frame { done, cpu });
        });
    }

    /// How many there have been.
    pub fn made(&self) -> usize {
        self.made.borrow().len()
    }

    /// Waits for the next one. `None` where none comes.
    pub fn next(&self) -> Option<Frame> {
        self.after(self.made())
    }

    /// Waits for the one before which there are so many.
    pub fn after(&self, made: usize) -> Option<Frame> {
        let begin = Instant::now();
        until(|| self.made() > made || begin.elapsed() > NO_FRAME);
        self.made.borrow().get(made).copied()
    }
}

/// Milliseconds of the monotonic clock.
pub fn now_ms() -> f64 {
    glib::monotonic_time() as f64 / 1000.0
}

/// What all threads of this process have worked, in milliseconds.
pub fn cpu_ms() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 * 1000.0 + time.tv_nsec as f64 / 1e6
}

/// How long this thread alone has worked, in milliseconds.
pub fn main_ms() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1000.0 + time.tv_nsec as f64 / 1e6
}

/// Lets the main loop run for a while. This thread sleeps where there is nothing to be done: else what it works would be
/// mostly waiting.
pub fn rest(time: Duration) {
    let over = Rc::new(Cell::new(false));
    let end = over.clone();
    glib::timeout_add_local_once(time, move || end.set(true));
    while !over.get() {
        glib::MainContext::default().iteration(true);
    }
}

/// Lets the main loop run until something is so.
pub fn until(mut done: impl FnMut() -> bool) {
    let begin = Instant::now();
    let context = glib::MainContext::default();
    while !done() {
        assert!(begin.elapsed() < PATIENCE, "it takes too long");
        if !context.iteration(false) {
            std::thread::sleep(Duration::from_micros(100));
        }
    }
}
