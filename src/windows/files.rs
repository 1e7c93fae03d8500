//! Asking for files.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use gtk::gio;
use gtk::prelude::*;

thread_local! {
    /// The next file is asked for in the folder of the last one.
    static FOLDER: RefCell<Option<PathBuf>> = const { RefCell::new(None) };
}

/// A file that somebody is asked for.
pub(super) struct FileRequest<'a> {
    /// What it is wanted for, as the dialog is called.
    pub title: &'a str,
    /// The kind of file, as it is called.
    pub kind: &'a str,
    /// The endings of its name.
    pub endings: &'a [&'a str],
}

impl FileRequest<'_> {
    fn dialog(
        &self,
        window: Option<&gtk::Window>,
        action: gtk::FileChooserAction,
    ) -> gtk::FileChooserNative {
        let dialog = gtk::FileChooserNative::new(Some(self.title), window, action, None, None);
        dialog.set_modal(true);
        let filter = gtk::FileFilter::new();
        filter.set_name(Some(self.kind));
        for ending in self.endings {
            filter.add_suffix(ending);
        }
        dialog.add_filter(&filter);
        let documents = || glib::user_special_dir(glib::UserDirectory::Documents);
        let last = FOLDER.with_borrow(Option::clone);
        if let Some(folder) = last.or_else(documents).filter(|folder| folder.is_dir()) {
            // A folder that cannot be shown is no reason not to ask.
            dialog
                .set_current_folder(Some(&gio::File::for_path(folder)))
                .ok();
        }
        dialog
    }

    /// Asks where to save, and proposes a name. `None` where nobody wants to; a file that is not
    /// on this computer has no path.
    pub async fn save(&self, window: Option<&gtk::Window>, name: &str) -> Option<gio::File> {
        let dialog = self.dialog(window, gtk::FileChooserAction::Save);
        dialog.set_current_name(name);
        let response = dialog.run_future().await;
        let chosen = dialog.file();
        dialog.destroy();
        chosen
            .filter(|_| response == gtk::ResponseType::Accept)
            .inspect(remember)
    }

    /// Asks which files to open; none where nobody wants to.
    pub async fn open(&self, window: Option<&gtk::Window>) -> Vec<gio::File> {
        let dialog = self.dialog(window, gtk::FileChooserAction::Open);
        dialog.set_select_multiple(true);
        let response = dialog.run_future().await;
        let chosen = dialog.files();
        dialog.destroy();
        if response != gtk::ResponseType::Accept {
            return Vec::new();
        }
        let files = chosen.iter::<gio::File>().filter_map(Result::ok);
        files.inspect(remember).collect()
    }
}

fn remember(file: &gio::File) {
    if let Some(folder) = file.path().as_deref().and_then(Path::parent) {
        FOLDER.set(Some(folder.to_owned()));
    }
}
