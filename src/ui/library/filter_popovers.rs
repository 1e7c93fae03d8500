//! Popovers beside the search for games in which one of its terms is chosen: a player, an opening, days, ratings. What is
//! chosen is written into the search entry, and means what it means when it is typed there.

use std::rc::Rc;

use gettextrs::{gettext, pgettext};
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use jiff::{ToSpan, Zoned};
use rank_and_file_core::library::{Keyword, WrittenTerm, between, bounds, with_term, written_term};

use super::SavedGamesPage;
use crate::model::{callback, callback_with};
use crate::ui::parts::{remove_children, set_style_class};
use crate::words;

/// How many names are suggested at once.
const SUGGESTED: usize = 6;
/// So many letters have room in an entry.
const LETTERS: i32 = 22;
/// So many characters have room in an entry for a day or a rating.
const DIGITS: i32 = 10;

impl SavedGamesPage {
    /// Gives each button its popover, made anew when it is asked for, with what is searched for at that time.
    pub(super) fn set_up_filter_popovers(&self) {
        let imp = self.imp();
        for (button, keyword) in [
            (&*imp.player_filter, Keyword::Player),
            (&*imp.opening_filter, Keyword::Opening),
            (&*imp.date_filter, Keyword::Date),
            (&*imp.elo_filter, Keyword::Elo),
        ] {
            let page = self.downgrade();
            button.set_create_popup_func(move |button| {
                if let Some(page) = page.upgrade() {
                    button.set_popover(Some(&page.filter_popover(keyword)));
                }
            });
        }
    }

    fn filter_popover(&self, keyword: Keyword) -> gtk::Popover {
        let content = gtk::Box::builder()
            .orientation(gtk::Orientation::Vertical)
            .spacing(6)
            .build();
        let popover = gtk::Popover::builder().child(&content).build();
        popover.update_property(&[gtk::accessible::Property::Label(&words::keyword_heading(
            keyword,
        ))]);
        match keyword {
            Keyword::Date => {
                let labels = [pgettext("dates", "From"), pgettext("dates", "To")];
                let entries = self.add_bounds(&content, &popover, keyword, labels);
                content.prepend(&span_buttons(&entries));
            }
            Keyword::Elo => {
                let labels = [gettext("At Least"), gettext("At Most")];
                for entry in self.add_bounds(&content, &popover, keyword, labels) {
                    entry.set_input_purpose(gtk::InputPurpose::Digits);
                }
            }
            _ => {
                let entry = self.add_entry(&content, &popover, keyword);
                if keyword == Keyword::Player {
                    self.add_names(&content, &popover, &entry);
                } else {
                    entry.set_placeholder_text(Some(&gettext("Name or ECO Code")));
                }
            }
        }
        popover
    }

    /// An entry for the words of a term.
    fn add_entry(
        &self,
        content: &gtk::Box,
        popover: &gtk::Popover,
        keyword: Keyword,
    ) -> gtk::Entry {
        let there = self.term_there(keyword).map(|term| term.value);
        let entry = entry(
            popover,
            &there.unwrap_or_default(),
            LETTERS,
            &words::keyword_heading(keyword),
        );
        entry.connect_changed(callback_with(self, move |page, entry: &gtk::Entry| {
            page.set_term(keyword, &entry.text());
        }));
        content.append(&entry);
        entry
    }

    /// Names of players below the entry, those that begin as typed there.
    fn add_names(&self, content: &gtk::Box, popover: &gtk::Popover, entry: &gtk::Entry) {
        let names = gtk::Box::builder()
            .orientation(gtk::Orientation::Vertical)
            .css_classes(["suggestions"])
            .build();
        content.append(&names);
        let offer = {
            let (names, popover) = (names.downgrade(), popover.downgrade());
            move |page: &Self, entry: &gtk::Entry| {
                let (Some(names), Some(popover)) = (names.upgrade(), popover.upgrade()) else {
                    return;
                };
                let source = page.imp().source.get();
                let found = source.map(|source| source.names(&entry.text(), SUGGESTED));
                remove_children(&names, gtk::Box::remove);
                for name in found.unwrap_or_default() {
                    names.append(&name_button(&words::shown_name(&name), entry, &popover));
                }
            }
        };
        offer(self, entry);
        entry.connect_changed(callback_with(self, offer));
    }

    /// Two entries for the values between which a term asks.
    fn add_bounds(
        &self,
        content: &gtk::Box,
        popover: &gtk::Popover,
        keyword: Keyword,
        labels: [String; 2],
    ) -> [gtk::Entry; 2] {
        let there = self.term_there(keyword);
        let there = there.and_then(|written| bounds(&written.term.wanted));
        let there = there.unwrap_or_default();
        let grid = gtk::Grid::builder()
            .row_spacing(6)
            .column_spacing(12)
            .build();
        content.append(&grid);
        let mut row = 0;
        let entries = labels.map(|label| {
            let entry = entry(popover, &there[row], DIGITS, &label);
            let place = i32::from(row > 0);
            let shown = gtk::Label::builder().label(&label).xalign(0.0).build();
            grid.attach(&shown, 0, place, 1, 1);
            grid.attach(&entry, 1, place, 1, 1);
            row += 1;
            entry
        });
        if keyword == Keyword::Date {
            let hint = gettext("A year, a month or a day: 2024, 2024-05, 2024-05-31");
            for entry in &entries {
                // How a day is written, seen before anything is typed.
                entry.set_placeholder_text(Some("2024-05-31"));
                entry.set_tooltip_text(Some(&hint));
                entry.update_property(&[gtk::accessible::Property::Description(&hint)]);
            }
        }
        let weak = Rc::new(entries.each_ref().map(glib::clone::Downgrade::downgrade));
        for entry in &entries {
            let weak = Rc::clone(&weak);
            entry.connect_changed(callback(self, move |page| {
                if let [Some(first), Some(last)] = weak.each_ref().map(glib::WeakRef::upgrade) {
                    page.set_bounds(keyword, [&first, &last]);
                }
            }));
        }
        entries
    }

    /// Has the term ask for what lies between two values, and marks those that make no sense.
    fn set_bounds(&self, keyword: Keyword, entries: [&gtk::Entry; 2]) {
        let [first, last] = entries.map(gtk::Entry::text);
        self.set_term(keyword, &between(&first, &last));
        let [first, last] = [between(&first, ""), between("", &last)];
        for (entry, value) in entries.into_iter().zip([first, last]) {
            let is_wrong = with_term("", keyword, &value, &words::keywords()).is_none();
            set_style_class(entry, "error", is_wrong);
            let invalid = match is_wrong {
                true => gtk::AccessibleInvalidState::True,
                false => gtk::AccessibleInvalidState::False,
            };
            entry.update_state(&[gtk::accessible::State::Invalid(invalid)]);
        }
    }

    /// The term that is searched for.
    fn term_there(&self, keyword: Keyword) -> Option<WrittenTerm> {
        written_term(&self.imp().search.text(), keyword, &words::keywords())
    }

    /// Writes a term into the search entry, or takes it away where it has no value. What makes no sense changes nothing.
    fn set_term(&self, keyword: Keyword, value: &str) {
        let imp = self.imp();
        let before = self.terms_typed();
        let text = with_term(&before, keyword, value, &words::keywords());
        if let Some(text) = text.filter(|text| *text != before) {
            imp.position_typed.set(false);
            imp.search.set_text(&text);
        }
    }
}

/// An entry, the popover of which Enter closes.
fn entry(popover: &gtk::Popover, text: &str, letters: i32, name: &str) -> gtk::Entry {
    let entry = gtk::Entry::builder()
        .text(text)
        .width_chars(letters)
        .hexpand(true)
        .build();
    entry.update_property(&[gtk::accessible::Property::Label(name)]);
    entry.connect_activate(callback(popover, gtk::Popover::popdown));
    entry
}

/// A button that puts a name into the entry.
fn name_button(name: &str, entry: &gtk::Entry, popover: &gtk::Popover) -> gtk::Button {
    let label = gtk::Label::builder()
        .label(name)
        .xalign(0.0)
        .ellipsize(gtk::pango::EllipsizeMode::End)
        .max_width_chars(LETTERS)
        .build();
    let button = gtk::Button::builder()
        .child(&label)
        .css_classes(["flat"])
        .build();
    button.update_property(&[gtk::accessible::Property::Label(name)]);
    let (name, popover) = (name.to_owned(), popover.downgrade());
    button.connect_clicked(callback(entry, move |entry| {
        // The names go with the change, and this button with them.
        if let Some(popover) = popover.upgrade() {
            popover.popdown();
        }
        entry.set_text(&name);
    }));
    button
}

/// Buttons that ask for the last days, for this year and for the last one.
fn span_buttons([first, last]: &[gtk::Entry; 2]) -> gtk::Box {
    let years = gtk::Box::builder().spacing(6).homogeneous(true).build();
    let buttons = gtk::Box::builder()
        .orientation(gtk::Orientation::Vertical)
        .spacing(6)
        .build();
    let today = Zoned::now().date();
    let this_year = today.year();
    let button = |label: &str, from: String, to: String| {
        let button = gtk::Button::with_label(label);
        let last = last.downgrade();
        button.connect_clicked(callback(first, move |first| {
            first.set_text(&from);
            if let Some(last) = last.upgrade() {
                last.set_text(&to);
            }
        }));
        button
    };
    if let Ok(day) = today.checked_sub(7.days()) {
        let (label, day) = (gettext("Last 7 Days"), day.to_string());
        buttons.append(&button(&label, day, String::new()));
    }
    for (label, year) in [
        (gettext("This Year"), this_year),
        (gettext("Last Year"), this_year - 1),
    ] {
        years.append(&button(&label, year.to_string(), year.to_string()));
    }
    buttons.append(&years);
    buttons
}
