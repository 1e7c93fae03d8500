//! What is typed into an entry row, and what is told of it.

use adw::prelude::*;

/// The part of the row that takes the keys.
pub fn text_of(entry: &adw::EntryRow) -> Option<gtk::Text> {
    entry.delegate().and_downcast()
}

/// Has it told that an entry row has the keyboard. Before 4.10, GTK does not tell that of the row; its
/// text does.
pub fn tell_focus(entry: &adw::EntryRow) {
    if let Some(text) = text_of(entry).filter(|_| gtk::minor_version() < 10) {
        text.set_accessible_role(gtk::AccessibleRole::TextBox);
        text.update_property(&[gtk::accessible::Property::Label(&entry.title())]);
    }
}
