//! The line that says what has happened: in few words to those who see the board, in all of them to
//! those who hear it.

use gtk::prelude::*;

use crate::words::Message;

/// Shows a message in a label, whose name for assistive technology is what is spoken. Newer GTK
/// gives no name to a status but its text; there it is only heard at once, and when it is asked for.
pub fn show_said(line: &gtk::Label, said: &Message) {
    line.set_label(said.shown());
    line.update_property(&[gtk::accessible::Property::Label(said.spoken())]);
}
