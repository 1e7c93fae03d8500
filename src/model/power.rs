//! Whether the machine saves power.

use std::cell::OnceCell;

use glib::object::ObjectType;
use gtk::gio;
use gtk::prelude::*;

use super::callback;

/// What knows whether the machine saves power. It is asked, and listened to, when that is first wanted.
#[derive(Debug, Default)]
pub struct Power(OnceCell<gio::PowerProfileMonitor>);

impl Power {
    /// Whether the machine saves power. From now on, the follower is told when it begins to or ends.
    pub(super) fn is_saved<F: ObjectType>(&self, follower: &F, changed: fn(&F)) -> bool {
        let monitor = self.0.get_or_init(|| {
            let monitor = gio::PowerProfileMonitor::get_default();
            monitor.connect_power_saver_enabled_notify(callback(follower, changed));
            monitor
        });
        monitor.is_power_saver_enabled()
    }
}
