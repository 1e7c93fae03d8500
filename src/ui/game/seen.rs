//! Whether a widget can be seen: it is shown, and its window is neither minimized nor suspended.

use gtk::gdk;
use gtk::prelude::*;

use crate::model::{callback, signal_group};

/// Calls a function of the follower where that may have changed.
pub(super) fn follow_seen<F: IsA<glib::Object>>(
    widget: &impl IsA<gtk::Widget>,
    follower: &F,
    act: fn(&F),
) {
    // A window that is put aside goes on being mapped.
    let surface = signal_group::<gdk::Surface, F>(follower, &[("notify::state", act)]);
    widget.connect_realize(glib::clone!(
        #[strong]
        surface,
        move |widget| surface.set_target(surface_of(widget).as_ref())
    ));
    widget.connect_unrealize(move |_| surface.set_target(glib::Object::NONE));
    widget.connect_map(callback(follower, act));
    widget.connect_unmap(callback(follower, act));
}

/// Whether a widget can be seen.
pub(super) fn is_seen(widget: &impl IsA<gtk::Widget>) -> bool {
    // GTK 4.12 tells more than one that is older knows a name for: it is suspended.
    let away = gdk::ToplevelState::MINIMIZED | gdk::ToplevelState::from_bits_retain(1 << 16);
    let away = surface_of(widget).is_some_and(|surface| surface.state().intersects(away));
    widget.is_mapped() && !away
}

/// The window of a widget on the screen.
fn surface_of(widget: &impl IsA<gtk::Widget>) -> Option<gdk::Toplevel> {
    widget.native()?.surface()?.downcast().ok()
}
