//! How the observable game of 2048 is kept: its file, and what there is to say about that.

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::files::{Report, Writer};
use rank_and_file_core::twenty48::{Kept, Notice, Store};

use super::Twenty48;
use crate::words;

impl Twenty48 {
    pub(super) fn tell(&self, notice: &Notice) {
        let words = words::twenty48::notice(notice);
        match notice {
            Notice::SetAside { why, .. } => {
                tracing::error!("the game of 2048 is damaged: {why}");
                self.imp().notice.replace(words);
            }
            Notice::InTheWay { why, .. } => {
                tracing::error!("the game of 2048 is damaged: {why}");
                self.set_trouble(words);
            }
            Notice::Elsewhere => self.set_trouble(words),
        }
    }

    /// The notice has been read.
    pub fn dismiss_notice(&self) {
        if !self.imp().notice.take().is_empty() {
            self.notify_notice();
        }
    }

    /// Whether there is a file that the game can be saved in.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.imp().saver.borrow().is_some()
    }

    /// Whether something was played that is not in the file.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        let imp = self.imp();
        let played = self.with_game(|game| game.moves() > 0);
        match *imp.saver.borrow() {
            Some(_) => imp.saved.get() < imp.handed.get() && !imp.trouble.borrow().is_empty(),
            None => played,
        }
    }

    /// Tries again to save what could not be saved.
    pub fn save_again(&self) {
        self.save();
    }

    /// Lets go of the file, when all that was wanted is in it.
    pub fn leave(&self) {
        if self.do_what_is_wanted().is_some() {
            self.save();
        }
        self.imp().saver.take();
    }

    /// Starts the thread that writes the file.
    pub(super) fn keep(&self, store: Store) {
        let (sender, receiver) = async_channel::unbounded();
        let report = move |report| {
            // Nobody listens any more when the game is gone.
            sender.try_send(report).ok();
        };
        match Writer::start(store, report) {
            Ok(saver) => {
                self.imp().saver.replace(Some(saver));
            }
            Err(error) => self.set_trouble(words::not_saved(&error)),
        }
        let weak = self.downgrade();
        glib::spawn_future_local(async move {
            while let Ok(report) = receiver.recv().await {
                let Some(model) = weak.upgrade() else { return };
                match report {
                    Report::Written(number) => {
                        model.set_trouble(String::new());
                        model.imp().saved.set(number);
                        model.show_saved(number);
                    }
                    Report::Failed(number, error) => {
                        tracing::error!("2048: {error}");
                        model.set_trouble(words::not_saved(&error));
                        model.show_saved(number);
                    }
                }
            }
        });
    }

    /// Hands the game to its file; gives the number of the document.
    pub(super) fn save(&self) -> u64 {
        let document = self.with(Kept::document);
        let imp = self.imp();
        let mut saver = imp.saver.borrow_mut();
        let number = saver.as_mut().map_or(0, |saver| saver.write(document));
        imp.handed.set(number);
        number
    }

    pub(super) fn set_trouble(&self, trouble: String) {
        if *self.imp().trouble.borrow() != trouble {
            self.imp().trouble.replace(trouble);
            self.notify_trouble();
        }
    }
}
