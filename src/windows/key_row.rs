//! A row that says what some keys do.

use adw::prelude::*;

/// A row with a title and the caps of its keys, as GTK writes them, with spaces in between.
pub(super) fn key_row(title: &str, keys: &str) -> adw::ActionRow {
    let row = adw::ActionRow::builder().title(title).build();
    let caps = gtk::Box::new(gtk::Orientation::Horizontal, 9);
    caps.set_valign(gtk::Align::Center);
    // As keys lie on a keyboard, which no language turns round.
    caps.set_direction(gtk::TextDirection::Ltr);
    let mut said = Vec::new();
    for key in keys.split_whitespace() {
        caps.append(&gtk::ShortcutLabel::new(key));
        if let Some((key, modifiers)) = gtk::accelerator_parse(key) {
            said.push(gtk::accelerator_get_label(key, modifiers).to_string());
        }
    }
    let said = said.join(", ");
    row.add_suffix(&caps);
    row.update_property(&[gtk::accessible::Property::Description(&said)]);
    row
}
