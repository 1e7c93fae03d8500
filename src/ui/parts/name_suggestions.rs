//! Names to choose from, below the row in which one is typed. Nothing is chosen unasked: the keys
//! are those of the row until Down leads into the list.

use std::cell::{Cell, OnceCell};

use crate::model::{callback, callback_with, weak};
use crate::subclass::subclass;
use crate::ui::keys::hear_keys;
use crate::ui::widget::remove_children;
use adw::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, pango};

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct NameSuggestions {
        pub names: gtk::Box,
        pub entry: OnceCell<adw::EntryRow>,
        pub(in crate::ui) suggest: OnceCell<Suggest>,
        /// Whether the text changes because a name is chosen.
        pub choosing: Cell<bool>,
    }

    impl ObjectImpl for NameSuggestions {
        fn constructed(&self) {
            self.parent_constructed();
            let popover = self.obj();
            self.names.set_orientation(gtk::Orientation::Vertical);
            popover.set_child(Some(&self.names));
            popover.set_autohide(false);
            popover.set_has_arrow(false);
            popover.set_position(gtk::PositionType::Bottom);
            popover.add_css_class("menu");
            popover.add_css_class("suggestions");
        }
    }
}

type Suggest = Box<dyn Fn(&str) -> Vec<String>>;

subclass! {
    /// Names to choose from while one is typed.
    pub struct NameSuggestions(imp::NameSuggestions): gtk::Popover {}
}

impl NameSuggestions {
    /// Suggests names for `entry`, those that `suggest` knows for what is typed. The list lies over
    /// `parent`, in which the entry is, and which lets go of it when it is disposed of.
    pub fn new(
        parent: &impl IsA<gtk::Widget>,
        entry: &adw::EntryRow,
        suggest: impl Fn(&str) -> Vec<String> + 'static,
    ) -> Self {
        let popover: Self = glib::Object::new();
        let imp = popover.imp();
        imp.entry.set(entry.clone()).ok();
        imp.suggest.set(Box::new(suggest)).ok();
        popover.set_parent(parent);
        entry.connect_changed(callback_with(&popover, |popover, entry| {
            // Only what a hand types is answered.
            if !popover.imp().choosing.get() && has_focus(entry) {
                popover.offer();
            }
        }));
        tell_focus(entry);
        if let Some(text) = text_of(entry) {
            text.update_property(&[
                gtk::accessible::Property::HasPopup(true),
                gtk::accessible::Property::Autocomplete(gtk::AccessibleAutocomplete::List),
            ]);
        }
        popover.listen(entry);
        popover
    }

    /// Watches the keys, and closes when the focus has gone elsewhere.
    fn listen(&self, entry: &adw::EntryRow) {
        let phase = gtk::PropagationPhase::Capture;
        hear_keys(entry, phase, self, |popover, key, _| {
            popover.key_in_entry(key)
        });
        let choosing = gtk::EventControllerKey::new();
        choosing.set_propagation_phase(gtk::PropagationPhase::Capture);
        choosing.connect_key_pressed(weak!(
            self,
            glib::Propagation::Proceed,
            |popover, keys, key, _, state| popover.key_in_list(keys, key, state)
        ));
        self.add_controller(choosing);
        for widget in [entry.upcast_ref::<gtk::Widget>(), self.upcast_ref()] {
            let focus = gtk::EventControllerFocus::new();
            focus.connect_leave(callback(self, |popover| {
                let popover = popover.clone();
                // Where it goes is known when it is there.
                glib::idle_add_local_once(move || {
                    let entry = popover.imp().entry.get();
                    if !has_focus(&popover) && !entry.is_some_and(has_focus) {
                        popover.close();
                    }
                });
            }));
            widget.add_controller(focus);
        }
    }

    fn key_in_entry(&self, key: gdk::Key) -> bool {
        match key {
            gdk::Key::Down | gdk::Key::KP_Down => {
                if !self.is_visible() {
                    self.offer();
                }
                let first = self.imp().names.first_child();
                first.is_some_and(|first| self.is_visible() && first.grab_focus())
            }
            gdk::Key::Escape if self.is_visible() => {
                self.close();
                true
            }
            _ => false,
        }
    }

    fn key_in_list(
        &self,
        keys: &gtk::EventControllerKey,
        key: gdk::Key,
        state: gdk::ModifierType,
    ) -> glib::Propagation {
        let here = self.imp().names.focus_child();
        let bare = !state.intersects(gdk::ModifierType::CONTROL_MASK | gdk::ModifierType::ALT_MASK);
        match key {
            gdk::Key::Down | gdk::Key::KP_Down => {
                if let Some(next) = here.and_then(|here| here.next_sibling()) {
                    next.grab_focus();
                }
            }
            gdk::Key::Up | gdk::Key::KP_Up => {
                match here.and_then(|here| here.prev_sibling()) {
                    Some(previous) => previous.grab_focus(),
                    None => self.focus_entry(),
                };
            }
            gdk::Key::Escape => {
                self.focus_entry();
                self.close();
            }
            gdk::Key::Tab | gdk::Key::ISO_Left_Tab => {
                self.focus_entry();
                self.close();
                return glib::Propagation::Proceed;
            }
            gdk::Key::Return | gdk::Key::KP_Enter | gdk::Key::space => {
                return glib::Propagation::Proceed;
            }
            // The next letter goes on with the name.
            key if bare && (key == gdk::Key::BackSpace || key.to_unicode().is_some()) => {
                self.focus_entry();
                if let Some(text) = self.imp().entry.get().and_then(text_of) {
                    keys.forward(&text);
                }
            }
            _ => return glib::Propagation::Proceed,
        }
        glib::Propagation::Stop
    }

    /// Shows the names for what is typed, or nothing where there is none.
    fn offer(&self) {
        let imp = self.imp();
        let (Some(entry), Some(suggest)) = (imp.entry.get(), imp.suggest.get()) else {
            return;
        };
        let names = suggest(&entry.text());
        if names.is_empty() {
            self.close();
            return;
        }
        remove_children(&imp.names, BoxExt::remove);
        for name in names {
            imp.names.append(&self.button(name));
        }
        let bounds = self
            .parent()
            .and_then(|parent| entry.compute_bounds(&parent));
        if let Some(bounds) = bounds {
            let place = gdk::Rectangle::new(
                bounds.x().round() as i32,
                bounds.y().round() as i32,
                bounds.width().round() as i32,
                bounds.height().round() as i32,
            );
            self.set_pointing_to(Some(&place));
            self.set_width_request(place.width());
        }
        self.popup();
        self.tell_whether_open();
    }

    fn button(&self, name: String) -> gtk::Button {
        let label = gtk::Label::builder()
            .label(&name)
            .xalign(0.0)
            .wrap(true)
            .wrap_mode(pango::WrapMode::WordChar)
            // As wide as the row below which it lies, however long the name is.
            .width_chars(1)
            .max_width_chars(1)
            .hexpand(true)
            .build();
        let button = gtk::Button::builder()
            .child(&label)
            .focus_on_click(false)
            .css_classes(["flat"])
            .build();
        button.update_property(&[gtk::accessible::Property::Label(&name)]);
        button.connect_clicked(callback(self, move |popover| popover.choose(&name)));
        button
    }

    fn choose(&self, name: &str) {
        let imp = self.imp();
        imp.choosing.set(true);
        if let Some(entry) = imp.entry.get() {
            entry.set_text(name);
        }
        imp.choosing.set(false);
        self.focus_entry();
        self.close();
    }

    /// Gives the keys back to the row, with the cursor at the end.
    fn focus_entry(&self) -> bool {
        let text = self.imp().entry.get().and_then(text_of);
        text.is_some_and(|text| {
            let focused = text.grab_focus_without_selecting();
            text.set_position(-1);
            focused
        })
    }

    fn close(&self) {
        if self.is_visible() {
            self.popdown();
            self.tell_whether_open();
        }
    }

    fn tell_whether_open(&self) {
        if let Some(text) = self.imp().entry.get().and_then(text_of) {
            let open = self.is_visible();
            text.update_state(&[gtk::accessible::State::Expanded(Some(open))]);
        }
    }
}

/// Whether the keys go to the widget or to what is in it.
fn has_focus(widget: &impl IsA<gtk::Widget>) -> bool {
    let focus = widget.root().and_then(|root| root.focus());
    focus.is_some_and(|focus| focus == *widget.as_ref() || focus.is_ancestor(widget))
}

/// The part of the row that takes the keys.
pub fn text_of(entry: &adw::EntryRow) -> Option<gtk::Text> {
    entry.delegate().and_downcast()
}

/// Has it told that an entry row has the keyboard. Before 4.10, GTK does not tell that of the row; its
/// text does, under the title that the row has at the time.
pub fn tell_focus(entry: &adw::EntryRow) {
    let Some(text) = text_of(entry).filter(|_| gtk::minor_version() < 10) else {
        return;
    };
    text.set_accessible_role(gtk::AccessibleRole::TextBox);
    let name = |text: &gtk::Text, entry: &adw::EntryRow| {
        text.update_property(&[gtk::accessible::Property::Label(&entry.title())]);
    };
    name(&text, entry);
    entry.connect_title_notify(weak!(text, |text, entry| name(&text, entry)));
}
