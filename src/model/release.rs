//! A game that is open elsewhere: once it has been left there it may be continued here.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::time::Duration;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gio, glib};
use rank_and_file_core::files::is_free;

use super::Game;

/// How long after a change of the file it is looked at: the system tells of a file that is closed a little
/// before it takes the lock off it.
const A_LITTLE: Duration = Duration::from_millis(200);

/// What a game needs to know to hear that it was left elsewhere.
#[derive(Default)]
pub struct Release {
    /// While it is waited for.
    monitor: RefCell<Option<gio::FileMonitor>>,
    looking: Cell<bool>,
}

impl Game {
    /// Emits `released` once no process holds the lock of the log at `path`.
    pub fn await_release(&self, path: &Path) {
        let file = gio::File::for_path(path);
        let monitor = file.monitor_file(gio::FileMonitorFlags::NONE, gio::Cancellable::NONE);
        let monitor = match monitor {
            Ok(monitor) => monitor,
            Err(error) => {
                tracing::info!("the game is not watched: {error}");
                return;
            }
        };
        let own = path.to_owned();
        monitor.connect_changed(glib::clone!(
            #[weak(rename_to = game)]
            self,
            move |_, _, _, _| game.look_for_release(&own)
        ));
        self.imp().release.monitor.replace(Some(monitor));
        // It may have been left before the file was watched.
        self.look_for_release(path);
    }

    fn look_for_release(&self, path: &Path) {
        if self.imp().release.looking.replace(true) {
            return;
        }
        let (game, path) = (self.downgrade(), path.to_owned());
        glib::spawn_future_local(async move {
            glib::timeout_future(A_LITTLE).await;
            if let Some(game) = game.upgrade() {
                // What changes from now on is looked at once more.
                game.imp().release.looking.set(false);
            }
            let free = gio::spawn_blocking(move || is_free(&path)).await;
            let Some(game) = game.upgrade().filter(|_| free.is_ok_and(|free| free)) else {
                return;
            };
            if let Some(monitor) = game.imp().release.monitor.take() {
                monitor.cancel();
                game.emit_by_name::<()>("released", &[]);
            }
        });
    }
}
