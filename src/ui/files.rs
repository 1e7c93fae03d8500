//! Asking for files, and writing what is saved into them.

use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};

use gettextrs::gettext;
use gtk::gio;
use gtk::prelude::*;
use rank_and_file_core::chess::Board;
use rank_and_file_core::files::write_atomically;

use super::question;
use crate::drawing::{DiagramFormat, PieceError, diagram};
use crate::words;

thread_local! {
    /// The next file is asked for in the folder of the last one.
    static FOLDER: RefCell<Option<PathBuf>> = const { RefCell::new(None) };
}

/// A file that is asked for.
pub(super) struct FileRequest<'a> {
    /// What it is wanted for, as the dialog is called.
    pub title: &'a str,
    /// The kind of file, as it is called.
    pub kind: &'a str,
    /// The endings of its name; any where there are none.
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
        if self.endings.is_empty() {
            filter.add_pattern("*");
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

    /// Asks where to save, and proposes a name. `None` where that is given up; a file that is not
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

    /// Asks which files to open; none where that is given up.
    pub async fn open(&self, window: Option<&gtk::Window>) -> Vec<gio::File> {
        self.asked(window, true).await
    }

    /// Asks which file to open; `None` where that is given up.
    pub async fn open_one(&self, window: Option<&gtk::Window>) -> Option<gio::File> {
        self.asked(window, false).await.pop()
    }

    async fn asked(&self, window: Option<&gtk::Window>, several: bool) -> Vec<gio::File> {
        let dialog = self.dialog(window, gtk::FileChooserAction::Open);
        dialog.set_select_multiple(several);
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

/// The reason is for the log; nothing can be done about it at the board.
pub(super) fn cannot_draw(error: &PieceError) -> String {
    tracing::error!("{error}");
    words::cannot_draw()
}

/// Asks for a file, and makes and writes it in another thread. Says on the page what came of it.
pub(super) async fn save_made(
    page: &impl IsA<gtk::Widget>,
    request: FileRequest<'_>,
    name: &str,
    make: impl FnOnce(&Path) -> Result<Vec<u8>, String> + Send + 'static,
) -> bool {
    let write = move |path: &Path| {
        let bytes = make(path)?;
        write_atomically(path, &bytes).map_err(|error| words::write_error(&error))?;
        Ok(words::saved_as(path))
    };
    match save_by(page, request, name, write).await {
        Some(said) => {
            question::say(page, &said);
            true
        }
        None => false,
    }
}

/// Asks for a file, and has it written in another thread. Says on the page why it is not written, if it is not.
pub(super) async fn save_by<T: Send + 'static>(
    page: &impl IsA<gtk::Widget>,
    request: FileRequest<'_>,
    name: &str,
    write: impl FnOnce(&Path) -> Result<T, String> + Send + 'static,
) -> Option<T> {
    let window = page.root().and_downcast::<gtk::Window>();
    let file = request.save(window.as_ref(), name).await?;
    let Some(path) = file.path() else {
        question::complain(page, &words::not_written(&words::not_here()));
        return None;
    };
    match gio::spawn_blocking(move || write(&path)).await {
        Ok(Ok(done)) => return Some(done),
        Ok(Err(why)) => question::complain(page, &words::not_written(&why)),
        Err(_) => {
            let why = words::write_error(&io::ErrorKind::Other.into());
            question::complain(page, &words::not_written(&why));
        }
    }
    None
}

/// Asks for a file, and writes the picture of a position into it, flipped as its board is.
pub(super) async fn save_picture(
    page: &impl IsA<gtk::Widget>,
    name: &str,
    board: Board,
    flipped: bool,
) {
    let request = FileRequest {
        title: &gettext("Save Position as Picture"),
        kind: &gettext("Pictures (PNG, SVG, PDF)"),
        endings: &["png", "svg", "pdf"],
    };
    save_made(page, request, name, move |path| {
        let format = DiagramFormat::of(path).ok_or_else(words::no_picture_kind)?;
        diagram(&board, flipped, format).map_err(|error| cannot_draw(&error))
    })
    .await;
}
