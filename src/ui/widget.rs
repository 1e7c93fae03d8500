//! What all widgets have: their children, whether they can be seen, and how far something in them is on its way.

use std::cell::OnceCell;

use adw::prelude::*;
use gtk::gdk;

use crate::model::{callback, signal_group, weak};
use crate::words::{ended, sentences};

/// The children of a widget.
pub fn children(widget: &impl IsA<gtk::Widget>) -> impl Iterator<Item = gtk::Widget> {
    std::iter::successors(widget.first_child(), WidgetExt::next_sibling)
}

/// Takes all children out of a container, each by `remove` of that kind of container.
pub fn remove_children<C: IsA<gtk::Widget>>(container: &C, remove: impl Fn(&C, &gtk::Widget)) {
    while let Some(child) = container.first_child() {
        remove(container, &child);
    }
}

/// Lets go of all children of a widget that is disposed of.
pub fn unparent_children(widget: &impl IsA<gtk::Widget>) {
    remove_children(widget, |_, child| child.unparent());
}

/// The widgets of a kind within another.
pub fn descendants<T: IsA<gtk::Widget>>(within: &impl IsA<gtk::Widget>) -> Vec<T> {
    let mut found = Vec::new();
    for child in children(within) {
        let deeper = descendants(&child);
        found.extend(child.downcast::<T>());
        found.extend(deeper);
    }
    found
}

/// Names the parts of a page with this name for screen readers, to which GTK 4.8 tells the class of what has no name: a list
/// is called as its expander, its group or the page, pictures that say nothing are passed over, and so are the pages of a
/// stack. A row with a tooltip is described by what is chosen in it, too.
pub fn label_for_screen_readers(page: &impl IsA<gtk::Widget>, name: &str) {
    name_buttons(page);
    for image in descendants::<gtk::Image>(page) {
        if image.tooltip_text().is_none() {
            image.update_state(&[gtk::accessible::State::Hidden(true)]);
        }
    }
    for stack in descendants::<gtk::Stack>(page) {
        for shown in children(&stack) {
            let unnamed = gtk::accessible::Property::Label("");
            stack.page(&shown).update_property(&[unnamed]);
        }
    }
    for list in descendants::<gtk::ListBox>(page) {
        let group = list.ancestor(adw::PreferencesGroup::static_type());
        let group = group.and_downcast::<adw::PreferencesGroup>();
        // Those of an expander are its rows.
        let expander = list.ancestor(adw::ExpanderRow::static_type());
        let expander = expander.and_downcast::<adw::ExpanderRow>();
        if let Some(expander) = &expander {
            let named = list.downgrade();
            expander.connect_title_notify(move |expander| {
                if let Some(list) = named.upgrade() {
                    list.update_property(&[gtk::accessible::Property::Label(&expander.title())]);
                }
            });
        }
        let title = expander.map(|expander| expander.title());
        if let Some(title) = title.or_else(|| group.map(|group| group.title())) {
            let title = Some(title).filter(|title| !title.is_empty());
            let title = title.as_deref().unwrap_or(name);
            list.update_property(&[gtk::accessible::Property::Label(title)]);
        }
    }
    for row in descendants::<adw::ComboRow>(page) {
        let title = match row.uses_underline() {
            true => without_access_key(&row.title()),
            false => row.title().into(),
        };
        for choices in descendants::<gtk::ListView>(&row) {
            choices.update_property(&[gtk::accessible::Property::Label(&title)]);
        }
        if row.tooltip_text().is_some() {
            row.connect_selected_item_notify(tell_choice);
            tell_choice(&row);
        }
    }
}

/// Names the buttons that have access keys, whose names GTK 4.8 tells twice, first with the mark of the key.
pub fn name_buttons(within: &impl IsA<gtk::Widget>) {
    for button in descendants::<gtk::Button>(within) {
        if button.uses_underline() && button.label().is_some() {
            button.connect_label_notify(name_button);
            name_button(&button);
        }
    }
}

fn name_button(button: &gtk::Button) {
    let plain = without_access_key(&button.label().unwrap_or_default());
    button.reset_relation(gtk::AccessibleRelation::LabelledBy);
    button.update_property(&[gtk::accessible::Property::Label(&plain)]);
}

/// A label without the mark of its access key.
fn without_access_key(label: &str) -> String {
    // What is called with such a sign has two of them.
    let parts = label.split("__").map(|part| part.replace('_', ""));
    parts.collect::<Vec<_>>().join("_")
}

/// Describes a row by what is chosen in it and its tooltip, which would hide that.
fn tell_choice(row: &adw::ComboRow) {
    let chosen = row.selected_item().and_downcast::<gtk::StringObject>();
    let chosen = chosen.map(|chosen| ended(&chosen.string()));
    let tip = row.tooltip_text().map(|tip| ended(&tip));
    let said = sentences(&[chosen, tip].map(Option::unwrap_or_default));
    row.update_property(&[gtk::accessible::Property::Description(&said)]);
}

/// Calls a function of the follower where it may have changed whether a widget can be seen.
pub fn follow_seen<F: IsA<glib::Object>>(
    widget: &impl IsA<gtk::Widget>,
    follower: &F,
    act: fn(&F),
) {
    // A window that is put aside goes on being mapped.
    let signals = signal_group::<gdk::Surface, F>(follower, &[("notify::state", act)]);
    follow_surface(widget, signals);
    widget.connect_map(callback(follower, act));
    widget.connect_unmap(callback(follower, act));
}

/// Whether a widget can be seen: it is shown, and its window is neither minimized nor suspended.
pub fn is_seen(widget: &impl IsA<gtk::Widget>) -> bool {
    // GTK 4.12 tells more than one that is older knows a name for: it is suspended.
    let away = gdk::ToplevelState::MINIMIZED | gdk::ToplevelState::from_bits_retain(1 << 16);
    let toplevel = surface(widget).and_downcast::<gdk::Toplevel>();
    let away = toplevel.is_some_and(|toplevel| toplevel.state().intersects(away));
    widget.is_mapped() && !away
}

/// Has signals be those of the surface of a widget's window, as long as there is one.
pub fn follow_surface(widget: &impl IsA<gtk::Widget>, signals: glib::SignalGroup) {
    widget.connect_realize(glib::clone!(
        #[strong]
        signals,
        move |widget| signals.set_target(surface(widget).as_ref())
    ));
    widget.connect_unrealize(move |_| signals.set_target(glib::Object::NONE));
}

/// The surface of a widget's window.
pub fn surface(widget: &impl IsA<gtk::Widget>) -> Option<gdk::Surface> {
    widget.native()?.surface()
}

/// How far something in a widget is on its way, which may begin anew as often as wanted.
#[derive(Default)]
pub struct Progress {
    animation: OnceCell<adw::TimedAnimation>,
}

impl Progress {
    /// Begins anew, with what [`timed`] makes where there is nothing yet.
    pub fn start(&self, animation: impl FnOnce() -> adw::TimedAnimation) {
        let animation = self.animation.get_or_init(animation);
        animation.reset();
        animation.play();
    }

    /// Goes back to the beginning and stays there.
    pub fn rewind(&self) {
        if let Some(animation) = self.animation.get() {
            animation.reset();
        }
    }

    /// Goes to the end at once.
    pub fn skip(&self) {
        if let Some(animation) = self.animation.get() {
            animation.skip();
        }
    }

    /// From 0 to 1.
    pub fn at(&self) -> f64 {
        self.animation
            .get()
            .map_or(0.0, |animation| animation.value())
    }
}

/// An animation from 0 to 1 in so many milliseconds. It calls `moved` whenever it is further, and
/// `done` at its end. Where the desktop animates nothing, that is at once.
pub fn timed<W: IsA<gtk::Widget>>(
    widget: &W,
    (milliseconds, easing): (u32, adw::Easing),
    moved: fn(&W),
    done: fn(&W),
) -> adw::TimedAnimation {
    let target = adw::CallbackAnimationTarget::new(weak!(widget, |widget, _| moved(&widget)));
    let animation = adw::TimedAnimation::builder()
        .widget(widget)
        .value_from(0.0)
        .value_to(1.0)
        .duration(milliseconds)
        .easing(easing)
        .target(&target)
        .build();
    animation.connect_done(weak!(widget, |widget, _| done(&widget)));
    animation
}
