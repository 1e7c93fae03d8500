//! Which of GTK's renderers draws, and when it has drawn.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use glib::SignalHandlerId;
use gtk::prelude::*;

/// What the system shows of graphics hardware that can run OpenGL.
const HARDWARE: [&str; 5] = [
    "/dev/dri/renderD128",
    "/dev/dri/renderD129",
    "/dev/nvidiactl",
    "/dev/dxg",
    "/dev/mali0",
];

/// The minor version of GTK 4 since which GDK_DEBUG turns OpenGL off no more.
const NO_GL_DISABLE: u32 = 16;

/// Chooses Cairo where there is no graphics hardware. OpenGL done by the processor draws the whole
/// window for every change; Cairo draws what has changed, which takes a tenth of that.
///
/// To be called before there is a second thread. What the user has chosen stays.
pub fn choose() {
    let chosen = std::env::var_os("GSK_RENDERER").is_some();
    if chosen || HARDWARE.iter().any(|device| Path::new(device).exists()) {
        return;
    }
    let mut choices = vec![("GSK_RENDERER", "cairo")];
    // GTK prepares OpenGL even where Cairo draws, which is a quarter of the start.
    if gtk::minor_version() < NO_GL_DISABLE && std::env::var_os("GDK_DEBUG").is_none() {
        choices.push(("GDK_DEBUG", "gl-disable"));
    }
    for (name, value) in choices {
        #[expect(unsafe_code, reason = "GTK takes the choice from nowhere else")]
        // SAFETY: nothing else runs yet that could read or change the environment.
        unsafe {
            std::env::set_var(name, value);
        }
    }
}

/// Tells the log when a widget has been drawn the next time, which `build-aux/bench` reads.
pub fn tell_next_frame(widget: &impl IsA<gtk::Widget>, what: &'static str) {
    after_next_frame(widget, move || tracing::info!("{what}"));
}

/// Does something when a widget has been drawn the next time; one that is not shown yet, when it is.
pub(super) fn after_next_frame(widget: &impl IsA<gtk::Widget>, then: impl FnOnce() + 'static) {
    if widget.is_mapped() {
        return after_paint(widget, then);
    }
    once(then, |then| {
        widget.connect_map(move |widget| {
            if let Some((then, handler)) = then.take() {
                widget.disconnect(handler);
                after_paint(widget, then);
            }
        })
    });
}

fn after_paint(widget: &impl IsA<gtk::Widget>, then: impl FnOnce() + 'static) {
    let Some(clock) = widget.frame_clock() else {
        return;
    };
    widget.queue_draw();
    once(then, |then| {
        clock.connect_after_paint(move |clock| {
            if let Some((then, handler)) = then.take() {
                clock.disconnect(handler);
                then();
            }
        })
    });
}

/// What is done once, and the handler that is gone then.
type Once<Then> = Rc<RefCell<Option<(Then, SignalHandlerId)>>>;

/// Gives a handler itself, so that it can go.
fn once<Then>(then: Then, connect: impl FnOnce(Once<Then>) -> SignalHandlerId) {
    let waiting = Once::default();
    let handler = connect(Rc::clone(&waiting));
    waiting.replace(Some((then, handler)));
}
