//! Classes of the style sheet that come and go with what a widget shows.

use gtk::prelude::*;

/// Gives a widget a class of the style sheet, or takes it away.
pub fn set_style_class(widget: &impl IsA<gtk::Widget>, class: &str, on: bool) {
    if on {
        widget.add_css_class(class);
    } else {
        widget.remove_css_class(class);
    }
}
