//! Callbacks that keep no owner alive: for the signals of an object that can be exchanged, for those of a widget, for what
//! is done a little later, for changes in a folder, and for when the machine begins to save power or ends it.

use std::cell::{Cell, OnceCell, RefCell};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use glib::clone::{Downgrade, Upgrade};
use glib::object::ObjectType;
use gtk::gio;
use gtk::prelude::*;

/// A signal, and the function that is called at it.
pub type SignalCallback<'a, F> = (&'a str, fn(&F));

/// A group that calls a function of the follower at each of these signals of the object that is its target. It keeps
/// neither of them alive.
pub fn signal_group<T: IsA<glib::Object>, F: ObjectType>(
    follower: &F,
    acts: &[SignalCallback<F>],
) -> glib::SignalGroup {
    let group = glib::SignalGroup::new::<T>();
    for &(signal, act) in acts {
        let act = callback(follower, act);
        group.connect_local(signal, false, move |_| {
            act(&());
            None
        });
    }
    group
}

/// Functions of a follower at the signals of an object that can be exchanged for another one.
#[derive(Default)]
pub struct Following(OnceCell<glib::SignalGroup>);

impl Following {
    /// Follows the target in place of the one before. The signals are those of the first call.
    pub fn follow<T: IsA<glib::Object>, F: ObjectType>(
        &self,
        follower: &F,
        target: Option<&T>,
        acts: &[SignalCallback<F>],
    ) {
        let signals = self.0.get_or_init(|| signal_group::<T, F>(follower, acts));
        signals.set_target(target);
    }
}

/// A callback of a widget that calls a function of its owner, as long as there is one.
pub fn callback<O: ObjectType, A, F: Fn(&O) + 'static>(
    owner: &O,
    act: F,
) -> impl Fn(&A) + use<O, A, F> {
    callback_with(owner, move |owner, _| act(owner))
}

/// The same for a function that gets the widget, too.
pub fn callback_with<O: ObjectType, A, F: Fn(&O, &A) + 'static>(
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

thread_local! {
    static TIMES: Cell<u32> = const { Cell::new(1) };
}

/// Makes every timer that is set from now on run so many times faster, for tests; with 0 its time never comes. Returns the
/// factor before.
pub fn set_timer_speed(times: u32) -> u32 {
    TIMES.replace(times)
}

/// Calls a function of the owner when this time has passed, if the owner is still there.
pub fn after<O>(owner: &O, time: Duration, act: impl FnOnce(&O) + 'static)
where
    O: Downgrade<Weak: Upgrade<Strong = O>> + 'static,
{
    let Some(time) = time.checked_div(TIMES.get()) else {
        return;
    };
    let owner = owner.downgrade();
    glib::timeout_add_local_once(time, move || {
        if let Some(owner) = owner.upgrade() {
            act(&owner);
        }
    });
}

/// Does something once, a little later, unless it is stopped, set anew or dropped before.
#[derive(Default)]
pub struct Timer(RefCell<Rc<Cell<bool>>>);

impl Timer {
    /// Calls a function of the owner when this time has passed.
    pub fn set<O>(&self, owner: &O, time: Duration, act: impl FnOnce(&O) + 'static)
    where
        O: Downgrade<Weak: Upgrade<Strong = O>> + 'static,
    {
        let due = Rc::new(Cell::new(true));
        let still_due = Rc::downgrade(&due);
        self.0.replace(due);
        after(owner, time, move |owner| {
            if still_due.upgrade().is_some_and(|due| due.replace(false)) {
                act(owner);
            }
        });
    }

    /// Whether it is going to do something.
    pub fn is_set(&self) -> bool {
        self.0.borrow().get()
    }

    /// Gives up what it was going to do.
    pub fn stop(&self) {
        self.0.take();
    }
}

/// Hears of changes of a file or folder until it is dropped. The monitor is cancelled first: GLib may wait for ever where
/// the last reference goes while a change arrives (<https://gitlab.gnome.org/GNOME/glib/-/issues/1941>).
pub struct Watched(gio::FileMonitor);

impl Drop for Watched {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Calls back at each change in a folder, as long as the answer is kept; `None`, with a line in the log, where the
/// folder cannot be watched.
pub(super) fn watch_folder(
    path: &Path,
    changed: impl Fn(&gio::File, Option<&gio::File>, gio::FileMonitorEvent) + 'static,
) -> Option<Watched> {
    let folder = gio::File::for_path(path);
    let flags = gio::FileMonitorFlags::WATCH_MOVES;
    watched(
        folder.monitor_directory(flags, gio::Cancellable::NONE),
        changed,
    )
}

/// Calls back at each change of a file, as `watch_folder` does.
pub(super) fn watch_file(path: &Path, changed: impl Fn() + 'static) -> Option<Watched> {
    let file = gio::File::for_path(path);
    let flags = gio::FileMonitorFlags::NONE;
    watched(
        file.monitor_file(flags, gio::Cancellable::NONE),
        move |_, _, _| changed(),
    )
}

fn watched(
    monitor: Result<gio::FileMonitor, glib::Error>,
    changed: impl Fn(&gio::File, Option<&gio::File>, gio::FileMonitorEvent) + 'static,
) -> Option<Watched> {
    let monitor = monitor
        .inspect_err(|error| tracing::info!("a file or folder is not watched: {error}"))
        .ok()?;
    monitor.connect_changed(move |_, file, other, event| changed(file, other, event));
    Some(Watched(monitor))
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

/// Calls a function of the follower at a signal of an object that outlives it, until the follower is gone.
pub fn watch<F: IsA<glib::Object>>(
    follower: &F,
    sender: &impl IsA<glib::Object>,
    signal: &str,
    act: fn(&F),
) {
    let act = callback(follower, act);
    let called = glib::RustClosure::new_local(move |_| {
        act(&());
        None
    });
    follower.watch_closure(&called);
    sender.connect_closure(signal, false, called);
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

/// What knows whether the machine saves power. It is asked, and listened to, when that is first wanted.
#[derive(Debug, Default)]
pub struct PowerSaver(OnceCell<gio::PowerProfileMonitor>);

impl PowerSaver {
    /// Whether the machine saves power. From now on, the follower is told when it begins to or ends.
    pub(super) fn is_on<F: ObjectType>(&self, follower: &F, changed: fn(&F)) -> bool {
        let monitor = self.0.get_or_init(|| {
            let monitor = gio::PowerProfileMonitor::get_default();
            monitor.connect_power_saver_enabled_notify(callback(follower, changed));
            monitor
        });
        monitor.is_power_saver_enabled()
    }
}
