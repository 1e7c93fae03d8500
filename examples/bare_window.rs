//! The smallest window that libadwaita can show, which `build-aux/bench startup` measures the app
//! against: the same run-time, an application id of its own, nothing inside. `bare_window ticking`
//! has one label inside that counts seconds, which `build-aux/bench clock` measures a clock against.

extern crate gtk4 as gtk;
extern crate libadwaita as adw;

use std::cell::Cell;
use std::time::Duration;

use adw::prelude::*;
use rank_and_file::ui::{choose_renderer, tell_next_frame};

fn main() -> glib::ExitCode {
    rank_and_file::config::set_up_log();
    let ticking = std::env::args().nth(1).as_deref() == Some("ticking");
    if ticking {
        // As the app draws.
        choose_renderer();
    }
    let app = adw::Application::builder()
        .application_id("io.github.rankandfile.BareWindow")
        .build();
    app.connect_activate(move |app| {
        let window = adw::ApplicationWindow::builder()
            .application(app)
            .title("Bare Window")
            .default_width(1100)
            .default_height(760)
            .build();
        if ticking {
            window.set_content(Some(&seconds()));
        }
        window.present();
        // The same line, at the same moment, as the app.
        tell_next_frame(&window, "first frame");
    });
    app.run_with_args::<&str>(&[])
}

/// A label that counts seconds.
fn seconds() -> gtk::Label {
    let label = gtk::Label::new(Some("0"));
    let (counting, second) = (label.clone(), Cell::new(0));
    glib::timeout_add_local(Duration::from_secs(1), move || {
        second.set(second.get() + 1);
        counting.set_label(&second.get().to_string());
        glib::ControlFlow::Continue
    });
    label
}
