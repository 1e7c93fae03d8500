//! What happens in a game on its way into its file and before the eye.

use std::io;
use std::path::Path;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::log::{lines_for, now};
use rank_and_file_core::rules::{Event, Refusal, Square};

use super::Game;
use super::saving::{Saved, Saving};
use crate::words;

/// What has happened, and what it changes when it is shown.
pub struct Happened {
    event: Event,
    status: String,
    plies: u32,
    san: Option<String>,
}

/// What was refused last.
#[derive(Clone, Copy)]
pub struct Refused {
    pub(super) why: Refusal,
    /// From where to where the move went, if it was one.
    pub(super) tried: Option<(Square, Square)>,
}

impl Game {
    /// Hands what happened to the log, and shows it when it is there.
    pub(super) fn record(&self, event: Event) {
        let (lines, status, plies, san) = self.with_rules(|rules| {
            let last = rules.plies().last().map(|ply| ply.san.to_string());
            (
                lines_for(&event, rules, now()),
                words::event(&event, rules, self.header()),
                u32::try_from(rules.plies().len()).unwrap_or(u32::MAX),
                last.filter(|_| event.has_moved()),
            )
        });
        if matches!(event, Event::Helped(..)) {
            // Nothing is to be shown that was not said.
            self.saving().write(lines);
            return;
        }
        let happened = Happened {
            event,
            status,
            plies,
            san,
        };
        self.save(lines, happened);
        self.tick();
    }

    pub(super) fn tell_happened(&self, event: Event) {
        self.imp().happened.replace(Some(event));
        self.emit_by_name::<()>("happened", &[]);
    }

    /// Whether something was played, or added, that is not in the file.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        self.saving().is_unsaved() || self.is_added_to()
    }

    /// Whether something is on its way to the file, without any trouble so far.
    #[must_use]
    pub fn is_on_its_way(&self) -> bool {
        self.saving().is_on_its_way()
    }

    /// Waits until nothing is on its way any more: it is in the file, or is told not to be.
    pub async fn settled(&self) {
        // Nothing is ever sent: it closes.
        self.settling().recv().await.ok();
    }

    /// What was found where the game is kept has been read.
    pub fn dismiss_notice(&self) {
        if !self.imp().notice.take().is_empty() {
            self.notify_notice();
        }
    }

    /// Tries again to save what could not be saved.
    pub fn save_again(&self) {
        if self.writes_study() {
            self.save_study();
        } else {
            self.saving().write(String::new());
        }
    }
}

impl Saved for Game {
    type Shown = Happened;

    fn saving(&self) -> &Saving<Happened> {
        &self.imp().saving
    }

    fn tell(&self, what: String) {
        self.imp().notice.replace(what);
        self.notify_notice();
    }

    fn goes_on_in(&self, path: &Path) {
        self.keep_study_beside(path);
    }

    fn not_saved(&self, error: &io::Error) -> String {
        if self.writes_study() {
            words::study_not_saved(error)
        } else {
            words::not_saved(error)
        }
    }

    fn slow_disk(&self) -> String {
        if self.writes_study() {
            words::study_slow_disk()
        } else {
            words::slow_disk()
        }
    }

    fn show(&self, shown: Happened) {
        let imp = self.imp();
        if matches!(shown.event, Event::TakenBack(_)) {
            self.cut_study(shown.plies as usize);
        }
        imp.ply.set(shown.plies);
        imp.viewed_ply.set(shown.plies);
        // Whoever looked at a side line meanwhile is called back, too.
        self.set_side(None);
        if let Some(san) = &shown.san {
            self.append_san(shown.plies, san);
        } else if matches!(shown.event, Event::TakenBack(_)) {
            self.fill_scoresheet();
        }
        self.set_status(shown.status);
        let ended = shown.event.ended().is_some();
        if shown.event.has_moved() || ended || matches!(shown.event, Event::TakenBack(_)) {
            self.look_out();
        }
        self.notify_ply();
        self.notify_viewed_ply();
        self.notify_fen();
        self.emit_by_name::<()>("changed", &[]);
        self.tell_happened(shown.event.clone());
        if shown.event.has_moved() {
            self.emit_by_name::<()>("moved", &[&shown.plies]);
        }
        if shown.event.has_offered() {
            self.emit_by_name::<()>("offered", &[]);
        }
        if ended {
            self.notify_result();
            self.emit_by_name::<()>("ended", &[]);
        }
    }
}
