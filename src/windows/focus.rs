//! The keyboard: who takes it where it would reach nobody.

use gtk::prelude::*;

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

/// Lets Enter open the rows inside `widget`, where the window has a button that it would press otherwise.
pub(super) fn open_rows_by_enter(widget: &impl IsA<gtk::Widget>) {
    let mut child = widget.first_child();
    while let Some(widget) = child {
        if widget.is::<gtk::ListBoxRow>() {
            widget.set_receives_default(true);
        }
        open_rows_by_enter(&widget);
        child = widget.next_sibling();
    }
}
