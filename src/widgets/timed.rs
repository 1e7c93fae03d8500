//! Something that goes on for a while in a widget.

use adw::prelude::*;

/// An animation from 0 to 1 in so many milliseconds. It tells the widget how far it is, and when it
/// is at its end. Where the desktop animates nothing, that is at once.
pub(super) fn timed<W: IsA<gtk::Widget>>(
    widget: &W,
    (milliseconds, easing): (u32, adw::Easing),
    progress: fn(&W, f64),
    done: fn(&W),
) -> adw::TimedAnimation {
    let weak = widget.downgrade();
    let told = weak.clone();
    let target = adw::CallbackAnimationTarget::new(move |value| {
        if let Some(widget) = told.upgrade() {
            progress(&widget, value);
        }
    });
    let animation = adw::TimedAnimation::builder()
        .widget(widget)
        .value_from(0.0)
        .value_to(1.0)
        .duration(milliseconds)
        .easing(easing)
        .target(&target)
        .build();
    animation.connect_done(move |_| {
        if let Some(widget) = weak.upgrade() {
            done(&widget);
        }
    });
    animation
}
