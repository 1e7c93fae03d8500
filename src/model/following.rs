//! Following other objects: what shows a game hears that game and no other, and widgets call their owner back.

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

/// A callback of a widget that calls a function of its owner, as long as there is one.
pub fn calling<O: ObjectType, A, F: Fn(&O) + 'static>(
    owner: &O,
    act: F,
) -> impl Fn(&A) + use<O, A, F> {
    calling_with(owner, move |owner, _| act(owner))
}

/// The same for a function that wants to know what calls back.
pub fn calling_with<O: ObjectType, A, F: Fn(&O, &A) + 'static>(
    owner: &O,
    act: F,
) -> impl Fn(&A) + use<O, A, F> {
    let owner = owner.downgrade();
    move |caller| {
        if let Some(owner) = owner.upgrade() {
            act(&owner, caller);
        }
    }
}

/// Calls back at a signal, without its parameters.
pub fn on<T: IsA<glib::Object>>(
    sender: &T,
    signal: &str,
    act: impl Fn(&T) + 'static,
) -> glib::SignalHandlerId {
    sender.connect_local(signal, false, move |values| {
        let sender = values.first()?.get::<glib::Object>().ok()?;
        act(sender.downcast_ref::<T>()?);
        None
    })
}

/// A closure for a callback that holds its owner weakly and does nothing once that is gone, or gives a default:
/// `weak!(self, |page, button, x, y| page.press(x, y))`, or `weak!(self, Propagation::Proceed, |page, …| …)`.
macro_rules! weak {
    ($owner:expr, |$name:ident $(, $argument:tt $(: $type:ty)?)*| $body:expr) => {
        $crate::model::weak!($owner, (), |$name $(, $argument $(: $type)?)*| { $body; })
    };
    ($owner:expr, $default:expr, |$name:ident $(, $argument:tt $(: $type:ty)?)*| $body:expr) => {{
        let weak = $owner.downgrade();
        move |$($argument $(: $type)?),*| match weak.upgrade() {
            Some($name) => $body,
            None => $default,
        }
    }};
}
pub(crate) use weak;
