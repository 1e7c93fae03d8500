//! What moves in a widget: how far it is on its way, and the animation that says so.

use std::cell::OnceCell;

use adw::prelude::*;

use crate::model::weak;

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
