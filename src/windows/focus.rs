//! The keyboard: who takes it where it would reach nobody.

use std::iter;

use adw::prelude::*;

/// Does `then` when a menu has closed. A submenu takes the focus with it, and an item of the menu
/// may keep it, which nobody sees any more.
pub(super) fn after_menu<W: IsA<gtk::Widget>>(menu: &gtk::MenuButton, widget: &W, then: fn(&W)) {
    let Some(popover) = menu.popover() else {
        return;
    };
    let weak = widget.downgrade();
    popover.connect_closed(move |_| {
        let weak = weak.clone();
        glib::idle_add_local_once(move || {
            if let Some(widget) = weak.upgrade() {
                then(&widget);
            }
        });
    });
}

/// Whether whoever has the keyboard in the window of `widget` is gone, or nobody has it.
pub(super) fn is_lost(widget: &impl IsA<gtk::Widget>) -> bool {
    let focus = widget.root().and_then(|root| root.focus());
    !focus.is_some_and(|focus| focus.is_mapped() && focus.is_sensitive())
}

/// Lets Enter open the rows inside `widget`, where the window has a button that it would press otherwise, and
/// tells those who do not see them which are open.
pub(super) fn open_rows_by_enter(widget: &impl IsA<gtk::Widget>) {
    for widget in children(widget) {
        if widget.is::<gtk::ListBoxRow>() {
            widget.set_receives_default(true);
        }
        if let Some(expander) = widget.downcast_ref::<adw::ExpanderRow>() {
            tell_open(expander);
            expander.connect_expanded_notify(tell_open);
        }
        open_rows_by_enter(&widget);
    }
}

/// The row that is pressed is one inside the other.
fn tell_open(expander: &adw::ExpanderRow) {
    let open = gtk::accessible::State::Expanded(Some(expander.is_expanded()));
    if let Some(header) = first_row(expander.upcast_ref()) {
        header.update_state(&[open]);
    }
}

fn first_row(widget: &gtk::Widget) -> Option<gtk::Widget> {
    children(widget).find_map(|child| match child.is::<gtk::ListBoxRow>() {
        true => Some(child),
        false => first_row(&child),
    })
}

fn children(widget: &impl IsA<gtk::Widget>) -> impl Iterator<Item = gtk::Widget> {
    iter::successors(widget.first_child(), WidgetExt::next_sibling)
}
