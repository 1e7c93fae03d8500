//! The parts of which all pages are made: rows of buttons, the button that removes a row, what shrinks to fit, boards and
//! names in small, portraits, sound, and what GTK lacks for lists, classes of the style sheet and lines that are heard.

mod button_row;
mod fitting;
mod name_suggestions;
mod pairing;
mod preview;
mod textures;
mod voice;

use std::ops::{DerefMut, Range};

use gettextrs::gettext;
use gtk::pango;
use gtk::prelude::*;
use rank_and_file_core::engine::Computer;

use crate::words::Message;

pub use super::widget::{
    Progress, children, follow_seen, is_seen, remove_children, timed, unparent_children,
};
pub use button_row::{ButtonRow, laid_out};
pub use fitting::{
    Fitting, device_pixels, follow_scale, on_device, origin, scale, show_alone, show_alone_named,
};
pub use name_suggestions::{NameSuggestions, tell_focus, text_of};
pub use pairing::{Pairing, arranged};
pub use preview::{BoardPicture, Preview, Thumbnail};
pub use textures::{Opacity, Pictures, Textures, set_appearance, texture};
pub use voice::{Voice, call_gtk, can_speak_aloud, speak_aloud};

/// Leaves the keyboard to what is in the row: the item around it is no stop of its own.
pub fn leave_keys_to_row(item: &gtk::ListItem) {
    item.set_activatable(false);
    // GTK 4.12 and newer have the item take the keyboard even so.
    if item.find_property("focusable").is_some() {
        item.set_property("focusable", false);
    }
}

/// No word is longer, in bytes.
const LONG_WORD: usize = 120;

/// Whether a text has something without a blank that is no word. To look for its words before it is broken takes ten times
/// as long as to break it anywhere.
pub fn has_no_words(text: &str) -> bool {
    text.split_whitespace().any(|word| word.len() > LONG_WORD)
}

/// The portrait of a player that is a program, by its name among the icons.
pub fn portrait(computer: &Computer) -> String {
    match computer {
        Computer::Level(level) => format!("opponent-{}", level.number()),
        Computer::Engine(_) => "opponent-engine".to_owned(),
    }
}

/// A button that removes what its row shows, as those hear who do not see the row: “Remove {name}”.
pub fn remove_button(spoken: &str) -> gtk::Button {
    let button = gtk::Button::builder()
        .icon_name("user-trash-symbolic")
        .valign(gtk::Align::Center)
        .tooltip_text(gettext("Remove"))
        .css_classes(["flat"])
        .build();
    button.update_property(&[gtk::accessible::Property::Label(spoken)]);
    button
}

/// Gives a widget a class of the style sheet, or takes it away.
pub fn set_style_class(widget: &impl IsA<gtk::Widget>, class: &str, on: bool) {
    if on {
        widget.add_css_class(class);
    } else {
        widget.remove_css_class(class);
    }
}

/// Tells which of several buttons, of which one is always chosen, that is.
pub fn tell_chosen<'a>(buttons: impl IntoIterator<Item = &'a gtk::ToggleButton>) {
    fn tell(button: &gtk::ToggleButton) {
        let chosen = match button.is_active() {
            true => gtk::AccessibleTristate::True,
            false => gtk::AccessibleTristate::False,
        };
        button.update_state(&[gtk::accessible::State::Checked(chosen)]);
    }
    for button in buttons {
        tell(button);
        button.connect_active_notify(tell);
    }
}

/// Keeps a part of a text, in bytes, in one line.
pub fn in_one_line(part: Range<u32>) -> pango::AttrInt {
    on_part(pango::AttrInt::new_allow_breaks(false), &part)
}

/// Limits what a text looks like to a part of it, in bytes.
pub fn on_part<A: DerefMut<Target = pango::Attribute>>(mut look: A, part: &Range<u32>) -> A {
    look.set_start_index(part.start);
    look.set_end_index(part.end);
    look
}

/// Keeps the number of a move and the move, such as “9… b5”, in one line.
fn numbers_with_moves(text: &str) -> pango::AttrList {
    let attributes = pango::AttrList::new();
    for (blank, _) in text.match_indices(' ') {
        let number = text[..blank].trim_end_matches(['.', '…']);
        if number.len() == blank || !number.ends_with(|last: char| last.is_ascii_digit()) {
            continue;
        }
        let end = text[blank + 1..].chars().next().map_or(0, char::len_utf8) + blank + 1;
        attributes.insert(in_one_line(number.len() as u32 - 1..end as u32));
    }
    attributes
}

/// Shows a message in a label, whose name for assistive technology is what is spoken. Newer GTK
/// gives no name to a status but its text; there it is only heard at once, and when it is asked for.
pub fn show_said(line: &gtk::Label, said: &Message) {
    line.set_label(said.shown());
    line.set_attributes(Some(&numbers_with_moves(said.shown())));
    line.update_property(&[gtk::accessible::Property::Label(said.spoken())]);
}
