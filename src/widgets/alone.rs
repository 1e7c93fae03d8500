//! One page of a stack alone.

use gtk::prelude::*;

/// Shows a page of a stack. The others are hidden at once, not faded out or put aside, so that
/// assistive technology never meets two pages.
pub fn show_alone(stack: &gtk::Stack, page: &impl IsA<gtk::Widget>) {
    let page = page.upcast_ref::<gtk::Widget>();
    page.set_visible(true);
    stack.set_visible_child(page);
    let mut other = stack.first_child();
    while let Some(child) = other {
        child.set_visible(child == *page);
        other = child.next_sibling();
    }
}

/// The same for the page that is called so.
pub fn show_alone_named(stack: &gtk::Stack, name: &str) {
    if let Some(page) = stack.child_by_name(name) {
        show_alone(stack, &page);
    }
}
