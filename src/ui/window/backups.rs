//! Everything into one file, a backup, and back.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use adw::prelude::*;
use gettextrs::gettext;
use gtk::gio;
use jiff::{Timestamp, Zoned};
use rank_and_file_core::library::{
    BackupFault, Step, back_up_watched, backup_name, restore_watched,
};

use crate::model::{Practice, SavedGames, Settings};
use crate::ui::files::{FileRequest, save_by};
use crate::ui::question;
use crate::words;

/// How the names of backups end.
const ENDINGS: [&str; 2] = ["tar.gz", "tgz"];

/// Writes backups of everything and puts them back, for one window.
pub(super) struct Backups {
    games: SavedGames,
    settings: Settings,
    toasts: adw::ToastOverlay,
}

impl Backups {
    /// Backups of these games and settings; what is told of them is shown here.
    pub fn new(games: &SavedGames, settings: &Settings, toasts: &adw::ToastOverlay) -> Self {
        Self {
            games: games.clone(),
            settings: settings.clone(),
            toasts: toasts.clone(),
        }
    }

    /// The window for which this is done.
    fn window(&self) -> Option<gtk::Window> {
        self.toasts.root().and_downcast()
    }

    /// Lets an action of the window be chosen, or not while it is under way.
    fn enable(&self, action: &str, enabled: bool) {
        if let Some(window) = self.window() {
            window.action_set_enabled(action, enabled);
        }
    }

    /// Asks for a file, and writes everything into it.
    pub async fn write(&self) {
        let request = FileRequest {
            title: &gettext("Back Up"),
            kind: &gettext("Backups"),
            endings: &ENDINGS,
        };
        let folder = self.games.folder().clone();
        let settings = self.settings.kept();
        let mut count = self.games.importing().count_files();
        let write = move |path: &Path| {
            let mut watch = |step: Step<'_>| count.hear(step);
            match back_up_watched(&folder, &settings, Timestamp::now(), path, &mut watch) {
                Ok(done) => Ok(Some(words::backed_up(&done, path))),
                // It was cancelled.
                Err(error) if error.kind() == ErrorKind::Interrupted => Ok(None),
                Err(error) => Err(words::write_error(&error)),
            }
        };
        let name = backup_name(Zoned::now().date());
        self.enable("win.back-up", false);
        let said = save_by(&self.toasts, request, &name, write).await;
        self.enable("win.back-up", true);
        if let Some(said) = said.flatten() {
            question::tell(&self.toasts, &question::toast(&said, 8));
        }
    }

    /// Asks for a backup, and puts back what is in it, beside what is here.
    pub async fn restore(&self) {
        let request = FileRequest {
            title: &gettext("Restore Backup"),
            kind: &gettext("Backups"),
            endings: &ENDINGS,
        };
        let Some(file) = request.open_one(self.window().as_ref()).await else {
            return;
        };
        let Some(path) = file.path() else {
            return question::say_first(&self.toasts, &words::not_from_here());
        };
        self.enable("win.restore", false);
        self.restore_from(path).await;
        self.enable("win.restore", true);
    }

    async fn restore_from(&self, path: PathBuf) {
        let folder = self.games.folder().clone();
        let mut count = self.games.importing().count_files();
        let done = gio::spawn_blocking(move || {
            restore_watched(&folder, &path, &mut |step| count.hear(step))
        });
        let done = done.await;
        let done = done.unwrap_or_else(|_| Err(BackupFault::Unwritten(ErrorKind::Other.into())));
        // All windows see what has come, also where that is not all.
        self.games.load();
        Practice::shared().load().await;
        match done {
            Ok(came) => {
                let settings = self.settings.take_over(&came.settings);
                let heading = gettext("Backup Restored");
                let said = words::restored(&came, settings).join("\n");
                let window = self.window();
                let report = adw::MessageDialog::new(window.as_ref(), Some(&heading), Some(&said));
                report.add_response("close", &gettext("_Close"));
                report.set_close_response("close");
                report.present();
            }
            // It was cancelled.
            Err(BackupFault::Unwritten(error)) if error.kind() == ErrorKind::Interrupted => {}
            Err(fault) => question::complain(&self.toasts, &words::backup_fault(&fault)),
        }
    }
}
