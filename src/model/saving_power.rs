//! Whether the machine saves power: then nobody thinks without need.

use glib::object::ObjectType;
use gtk::gio;
use gtk::prelude::*;

/// What knows whether the machine saves power. The follower is told when it begins to or ends.
pub(super) fn power_monitor<F: ObjectType>(
    follower: &F,
    changed: fn(&F),
) -> gio::PowerProfileMonitor {
    let power = gio::PowerProfileMonitor::get_default();
    let follower = follower.downgrade();
    power.connect_power_saver_enabled_notify(move |_| {
        if let Some(follower) = follower.upgrade() {
            changed(&follower);
        }
    });
    power
}
