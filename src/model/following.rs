//! Following one object after another: whoever shows a game hears the one that is shown, and no other.

use glib::object::ObjectType;
use gtk::prelude::*;

/// A signal, and what a follower does about it.
pub type Act<'a, F> = (&'a str, fn(&F));

/// What calls a function of the follower for each signal of the object that is its target. It ends
/// with the group, and keeps neither of them alive.
pub fn following<T: IsA<glib::Object>, F: ObjectType>(
    follower: &F,
    acts: &[Act<F>],
) -> glib::SignalGroup {
    let group = glib::SignalGroup::new::<T>();
    for &(signal, act) in acts {
        let follower = follower.downgrade();
        group.connect_local(signal, false, move |_| {
            if let Some(follower) = follower.upgrade() {
                act(&follower);
            }
            None
        });
    }
    group
}
