//! The entry that searches a page of the library: from everywhere on it, and on to what is found.

use gtk::gdk;
use gtk::prelude::*;

use crate::model::weak;
use crate::ui::keys::{hear_keys, is_bare};

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
    entry.connect_stop_search(weak!(page, |page, entry| {
        entry.set_text("");
        // What there is without a search comes first.
        glib::idle_add_local_once(weak!(page, |page| leave(&page)));
    }));
    // From what is typed the keyboard goes on to what is found, past all that narrows it.
    entry.connect_activate(weak!(page, |page, _| leave(&page)));
    hear_keys(
        entry,
        gtk::PropagationPhase::Bubble,
        page,
        move |page, key, held| {
            let leads_on = key == gdk::Key::Down && is_bare(held);
            if leads_on {
                leave(page);
            }
            leads_on
        },
    );
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
