//! How the observable game is saved, and shown when it is.
//!
//! A ply is shown when it is in its file, so that a kill can take nothing that was seen. Where the
//! file is slow or cannot be written, it is shown all the same and said to be unsaved.

use std::time::Duration;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use jiff::Timestamp;
use rank_and_file_core::files::{Report, Writer};
use rank_and_file_core::log::{Appender, lines_for};
use rank_and_file_core::rules::Event;

use super::Game;
use crate::words;

/// How long a ply waits for its file before it is shown unsaved.
pub(super) const PATIENCE: Duration = Duration::from_millis(200);

/// After this a ply that is still not in its file is said to be unsaved.
pub(super) const SLOW: Duration = Duration::from_secs(2);

/// An event that is not shown yet.
pub struct Pending {
    batch: u64,
    event: Event,
    status: String,
    plies: u32,
    san: Option<String>,
}

impl Game {
    /// Whether something was played that is not in the file.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        !self.read_only() && !self.imp().trouble.borrow().is_empty()
    }

    /// Tries again to save what could not be saved.
    pub fn save_again(&self) {
        self.write(String::new());
    }

    /// Hands what happened to the log, and shows it when it is there.
    pub(super) fn record(&self, event: Event) {
        let (lines, status, plies, san) = self.with_rules(|rules| {
            let last = rules.plies().last().map(|ply| ply.san.to_string());
            (
                lines_for(&event, rules, Timestamp::now()),
                words::event(&event, rules, self.header()),
                u32::try_from(rules.plies().len()).unwrap_or(u32::MAX),
                last.filter(|_| matches!(event, Event::Moved { .. })),
            )
        });
        let batch = self.write(lines);
        self.tick();
        let pending = Pending {
            batch,
            event,
            status,
            plies,
            san,
        };
        self.imp().pending.borrow_mut().push_back(pending);
        if self.imp().writer.borrow().is_none() {
            // Nobody writes, so there is nothing to wait for.
            self.show(batch);
            return;
        }
        let weak = self.downgrade();
        glib::timeout_add_local_once(PATIENCE, move || {
            if let Some(game) = weak.upgrade() {
                game.show(batch);
            }
        });
        let weak = self.downgrade();
        glib::timeout_add_local_once(SLOW, move || {
            if let Some(game) = weak.upgrade() {
                if game.imp().written.get() < batch && game.trouble().is_empty() {
                    game.set_trouble(words::slow_disk());
                }
            }
        });
    }

    /// Shows what has happened, up to a batch of its log.
    fn show(&self, batch: u64) {
        loop {
            let next = {
                let mut pending = self.imp().pending.borrow_mut();
                match pending.front() {
                    Some(first) if first.batch <= batch => pending.pop_front(),
                    _ => None,
                }
            };
            let Some(shown) = next else { return };
            self.show_one(shown);
        }
    }

    fn show_one(&self, shown: Pending) {
        let imp = self.imp();
        imp.ply.set(shown.plies);
        imp.viewed_ply.set(shown.plies);
        match (&shown.event, &shown.san) {
            (Event::Moved { .. }, Some(san)) => self.append_san(shown.plies, san),
            (Event::TakenBack(_), _) => self.fill_scoresheet(),
            _ => {}
        }
        self.set_status(shown.status);
        self.notify_ply();
        self.notify_viewed_ply();
        self.notify_fen();
        imp.happened.replace(Some(shown.event.clone()));
        self.emit_by_name::<()>("changed", &[]);
        self.emit_by_name::<()>("happened", &[]);
        match shown.event {
            Event::Moved { .. } => self.emit_by_name::<()>("moved", &[&shown.plies]),
            Event::Offered(_) => self.emit_by_name::<()>("offered", &[]),
            _ => {}
        }
        if shown.event.ended().is_some() {
            self.notify_result();
            self.emit_by_name::<()>("ended", &[]);
        }
    }

    /// Starts the thread that writes the log.
    pub(super) fn keep(&self, appender: Appender) {
        let (sender, receiver) = async_channel::unbounded();
        let report = move |report| {
            // Nobody listens any more when the game is gone.
            sender.try_send(report).ok();
        };
        match Writer::start(appender, report) {
            Ok(writer) => {
                self.imp().writer.replace(Some(writer));
            }
            Err(error) => self.set_trouble(words::not_saved(&error)),
        }
        let weak = self.downgrade();
        glib::spawn_future_local(async move {
            while let Ok(report) = receiver.recv().await {
                let Some(game) = weak.upgrade() else { return };
                match report {
                    Report::Written(batch) => {
                        game.imp().written.set(batch);
                        game.set_trouble(String::new());
                        game.show(batch);
                    }
                    Report::Failed(batch, error) => {
                        tracing::error!("{}: {error}", game.id());
                        game.set_trouble(words::not_saved(&error));
                        game.show(batch);
                    }
                }
            }
        });
    }

    pub(super) fn write(&self, lines: String) -> u64 {
        self.imp()
            .writer
            .borrow_mut()
            .as_mut()
            .map_or(0, |writer| writer.write(lines))
    }

    fn set_trouble(&self, trouble: String) {
        if *self.imp().trouble.borrow() != trouble {
            self.imp().trouble.replace(trouble);
            self.notify_trouble();
        }
    }
}
