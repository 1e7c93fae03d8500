//! The children of a widget: each in turn, or all of them taken away.

use gtk::prelude::*;

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
