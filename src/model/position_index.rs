//! What is known of the positions of all games, and how far they are read.

use std::cell::{Cell, RefCell};
use std::io;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::library::Explorers;

use super::callbacks::on;
use crate::subclass::{signals, subclass};
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::PositionIndex)]
    pub struct PositionIndex {
        pub explorer: RefCell<Option<Explorers>>,
        /// Whether it knows the games as they are now.
        pub level: Cell<bool>,
        /// Whether another one is being made.
        pub making: Cell<bool>,
        /// Whether one is to be made as soon as that can be.
        pub wanted: Cell<bool>,
        /// How much of what has to be read is read, from 0 to 1.
        #[property(get)]
        pub progress: Cell<f64>,
        /// Why the positions cannot be known; empty where they can.
        #[property(get)]
        pub trouble: RefCell<String>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for PositionIndex {
        signals!["renewed"];
    }
}

subclass! {
    /// What is known of the positions. Signal `renewed`: more is, or why nothing can be.
    pub struct PositionIndex(imp::PositionIndex): glib::Object { default: new }
}

impl PositionIndex {
    /// The games are others now.
    pub(super) fn outdate(&self) {
        self.imp().level.set(false);
    }

    /// Calls back when more is known, or why nothing can be.
    pub fn connect_renewed(&self, told: impl Fn(&Self) + 'static) -> glib::SignalHandlerId {
        on(self, "renewed", told)
    }

    /// Throws away what is known.
    pub(super) fn forget(&self) {
        self.imp().explorer.take();
    }

    pub(super) fn explorer(&self) -> Option<Explorers> {
        self.imp().explorer.borrow().clone()
    }

    pub(super) fn show(&self, progress: f64) {
        self.imp().progress.set(progress);
        self.notify_progress();
    }

    pub(super) fn renew(&self, made: io::Result<Explorers>) {
        let imp = self.imp();
        let trouble = made.as_ref().err().map(words::io_error);
        imp.trouble.replace(trouble.unwrap_or_default());
        if let Ok(explorer) = made {
            imp.explorer.replace(Some(explorer));
        }
        self.notify_trouble();
        self.emit_by_name::<()>("renewed", &[]);
    }
}
