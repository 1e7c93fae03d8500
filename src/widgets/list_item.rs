//! Items of lists whose rows have what takes the keyboard in them.

use gtk::prelude::*;

/// Leaves the keyboard to what is in the row: the item around it is no stop of its own.
pub fn leave_keys_to_row(item: &gtk::ListItem) {
    item.set_activatable(false);
    // GTK 4.12 and newer have the item take the keyboard even so.
    if item.find_property("focusable").is_some() {
        item.set_property("focusable", false);
    }
}
