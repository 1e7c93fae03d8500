//! The entry over a list by which it is searched: whoever types anywhere on its page searches,
//! Ctrl+F leads to it, and Escape in it ends the search.

use gtk::prelude::*;

/// Has the entry searched from everywhere on its page while it is there. `leave` gives the keyboard
/// to what was found, or to all there is.
pub(super) fn set_up<P: IsA<gtk::Widget>>(page: &P, entry: &gtk::SearchEntry, leave: fn(&P)) {
    let captured = page.clone().upcast::<gtk::Widget>().downgrade();
    entry.connect_map(move |entry| {
        entry.set_key_capture_widget(captured.upgrade().as_ref());
    });
    entry.connect_unmap(|entry| entry.set_key_capture_widget(gtk::Widget::NONE));
    entry.connect_search_started(|entry| {
        // What has been typed is not to be typed over.
        if let Some(text) = entry.delegate().and_downcast::<gtk::Text>() {
            text.grab_focus_without_selecting();
        }
    });
    let left = page.downgrade();
    entry.connect_stop_search(move |entry| {
        entry.set_text("");
        // What there is without a search comes first.
        let left = left.clone();
        glib::idle_add_local_once(move || {
            if let Some(page) = left.upgrade() {
                leave(&page);
            }
        });
    });
    let keys = gtk::ShortcutController::new();
    keys.set_scope(gtk::ShortcutScope::Global);
    let entry = entry.downgrade();
    let find = gtk::CallbackAction::new(move |_, _| {
        let entry = entry.upgrade().filter(WidgetExt::is_mapped);
        match entry.is_some_and(|entry| entry.grab_focus()) {
            true => glib::Propagation::Stop,
            false => glib::Propagation::Proceed,
        }
    });
    let trigger = gtk::ShortcutTrigger::parse_string("<Control>f");
    keys.add_shortcut(gtk::Shortcut::new(trigger, Some(find)));
    page.add_controller(keys);
}
