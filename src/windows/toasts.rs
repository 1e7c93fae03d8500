//! Short messages over the page of a window.

use adw::prelude::*;

/// A message in plain words, shown for so many seconds. A name in it is no markup.
pub(super) fn toast(sentence: &str, seconds: u32) -> adw::Toast {
    let title = glib::markup_escape_text(sentence);
    adw::Toast::builder().title(title).timeout(seconds).build()
}

/// Shows a message in the window that a page is in.
pub(super) fn show(page: &impl IsA<gtk::Widget>, toast: &adw::Toast) {
    let overlay = page.ancestor(adw::ToastOverlay::static_type());
    if let Some(overlay) = overlay.and_downcast::<adw::ToastOverlay>() {
        overlay.add_toast(toast.clone());
    }
}

/// Says that something was done, and soon gives the page free again.
pub(super) fn say(page: &impl IsA<gtk::Widget>, sentence: &str) {
    show(page, &toast(sentence, 3));
}

/// Says why something was not done, for as long as reading it takes.
pub(super) fn complain(page: &impl IsA<gtk::Widget>, sentence: &str) {
    show(page, &toast(sentence, 8));
}
