//! The end that comes from outside: a signal, as at the end of a session or by Ctrl+C in a terminal. The players cannot
//! be asked then, but the clocks are stopped, and what is on its way to a file still gets there.

use adw::prelude::*;
use rustix::process::Signal;

use super::window::Window;
use crate::signals;

/// Lets the games be left and the application end when it is told to, and `told` know by what.
pub(super) fn end_when_told(app: &adw::Application, told: impl Fn(Signal) + Clone + 'static) {
    for signal in signals::that_end() {
        let (app, told) = (app.downgrade(), told.clone());
        glib::unix_signal_add_local(signal.as_raw(), move || {
            if let Some(app) = app.upgrade() {
                told(signal);
                for window in app.windows() {
                    if let Ok(window) = window.downcast::<Window>() {
                        window.leave_game();
                    }
                }
                app.quit();
            }
            glib::ControlFlow::Continue
        });
    }
}
