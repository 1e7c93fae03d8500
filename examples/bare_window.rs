//! The smallest window that libadwaita can show, which `build-aux/bench startup` measures the app
//! against: the same run-time, an application id of its own, nothing inside.

extern crate gtk4 as gtk;
extern crate libadwaita as adw;

use std::io::IsTerminal;

use adw::prelude::*;
use tracing_subscriber::EnvFilter;

fn main() -> glib::ExitCode {
    tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::from_default_env())
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
    let app = adw::Application::builder()
        .application_id("io.github.rankandfile.BareWindow")
        .build();
    app.connect_activate(|app| {
        let window = adw::ApplicationWindow::builder()
            .application(app)
            .title("Bare Window")
            .default_width(1100)
            .default_height(760)
            .build();
        window.present();
        tell_first_frame(&window);
    });
    app.run_with_args::<&str>(&[])
}

/// The same line, at the same moment, as the app.
fn tell_first_frame(window: &adw::ApplicationWindow) {
    let Some(clock) = WidgetExt::frame_clock(window) else {
        return;
    };
    let told = std::cell::Cell::new(false);
    clock.connect_after_paint(move |_| {
        if !told.replace(true) {
            tracing::info!("first frame");
        }
    });
}
