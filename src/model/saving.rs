//! How an observable game of chess or 2048 is saved, and shown when it is.
//!
//! What was played is shown when it is in its file, so that a kill can take nothing that was seen. Where the
//! file is slow or cannot be written, it is shown all the same and, from the same moment on, said to be
//! unsaved: quietly at first, in plain words when it lasts.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::path::Path;
use std::time::Duration;

use async_channel::{Receiver, Sender};
use glib::clone::Downgrade;
use gtk::prelude::*;
use rank_and_file_core::chess::{Event, Game, Ply};
use rank_and_file_core::files::{Destination, ExternalChange, WriteReport, Writer};
use rank_and_file_core::record::log::Header;

use super::after;
use crate::words::{self, Message};

/// How long something waits for its file before it is shown and said to be on its way there.
const PATIENCE: Duration = Duration::from_millis(200);

/// After this, the reason why it is still not in its file is told.
const SLOW: Duration = Duration::from_secs(2);

/// The file of a game, how far it is behind the game, and what is shown when it has caught up.
pub struct Saving<Shown> {
    writer: RefCell<Option<Writer>>,
    /// What is not shown yet, each with the batch that it waits for.
    waiting: RefCell<VecDeque<(u64, Shown)>>,
    /// The last batch that was handed over.
    handed: Cell<u64>,
    /// The last batch of which is known whether it could be written.
    tried: Cell<u64>,
    /// The last batch that is in the file with all before it.
    saved: Cell<u64>,
    /// The last batch that is shown.
    shown: Cell<u64>,
    /// Which of the files that were written one after the other this is.
    turn: Cell<u32>,
    /// Whether it was announced that something is shown and not in the file.
    pending: Cell<bool>,
    /// Why something is not in the file.
    trouble: RefCell<String>,
    /// Why the disk may not have what is in the file.
    disk_trouble: RefCell<String>,
    /// Senders to those who wait until nothing is on its way: they are dropped then.
    waiters: RefCell<Vec<Sender<()>>>,
}

impl<Shown> Default for Saving<Shown> {
    fn default() -> Self {
        Self {
            writer: RefCell::default(),
            waiting: RefCell::default(),
            handed: Cell::default(),
            tried: Cell::default(),
            saved: Cell::default(),
            shown: Cell::default(),
            turn: Cell::default(),
            pending: Cell::default(),
            trouble: RefCell::default(),
            disk_trouble: RefCell::default(),
            waiters: RefCell::default(),
        }
    }
}

impl<Shown> Saving<Shown> {
    /// Whether there is a file that is written.
    pub(super) fn has_file(&self) -> bool {
        self.writer.borrow().is_some()
    }

    /// Lets go of the file, when all that was handed over is in it.
    pub(super) fn let_go(&self) {
        self.writer.take();
    }

    /// Lets go of the file, and has it taken away if nothing in it is worth keeping.
    pub(super) fn discard(&self) {
        if let Some(writer) = self.writer.take() {
            writer.discard();
        }
    }

    /// Whether something has happened that is not shown yet.
    pub(super) fn is_waiting(&self) -> bool {
        !self.waiting.borrow().is_empty()
    }

    /// Whether all that has happened is in the file.
    pub(super) fn is_saved(&self) -> bool {
        self.saved >= self.handed && self.trouble().is_empty()
    }

    /// Whether something is not in the file that should be there by now.
    pub(super) fn is_unsaved(&self) -> bool {
        let unwritten = self.saved < self.handed && !self.trouble.borrow().is_empty();
        unwritten || !self.disk_trouble.borrow().is_empty()
    }

    /// Whether something is on its way to the file, without any trouble so far.
    pub(super) fn is_on_its_way(&self) -> bool {
        self.has_file() && self.saved < self.handed && self.trouble.borrow().is_empty()
    }

    /// Whether something is shown that is still on its way to the file, without any trouble so far.
    pub(super) fn is_pending(&self) -> bool {
        self.has_file() && self.saved < self.shown && self.trouble.borrow().is_empty()
    }

    /// Why the last batches are not saved; empty while they are.
    pub(super) fn trouble(&self) -> String {
        let trouble = self.trouble.borrow();
        if trouble.is_empty() {
            return self.disk_trouble.borrow().clone();
        }
        trouble.clone()
    }

    /// Hands a batch to the file, and gives its number.
    pub(super) fn write(&self, batch: String) -> u64 {
        let number = match &mut *self.writer.borrow_mut() {
            Some(writer) => writer.write(batch),
            None => self.handed.get() + 1,
        };
        self.handed.set(number);
        number
    }

    /// Hands over lines for which neither the eye nor the disk waits, unless something else is on its
    /// way: what is played must never wait behind them. Returns whether they were handed over.
    pub(super) fn note(&self, lines: String) -> bool {
        let free = self.tried >= self.handed && self.trouble().is_empty();
        if let Some(writer) = self.writer.borrow_mut().as_mut().filter(|_| free) {
            self.handed.set(writer.note(lines));
            return true;
        }
        false
    }

    /// Begins to count anew, for another file. Returns which one that is.
    fn turn_to(&self, writer: Writer) -> u32 {
        self.writer.replace(Some(writer));
        for count in [&self.handed, &self.tried, &self.saved, &self.shown] {
            count.set(0);
        }
        let turn = self.turn.get() + 1;
        self.turn.set(turn);
        turn
    }

    /// The next thing to be shown, if its batch is among the first so many.
    fn take_due(&self, batch: u64) -> Option<Shown> {
        let mut waiting = self.waiting.borrow_mut();
        if waiting.front()?.0 > batch {
            return None;
        }
        let (number, shown) = waiting.pop_front()?;
        self.shown.set(number);
        Some(shown)
    }
}

/// A game that is saved. It has the properties `trouble` and `pending`.
pub(super) trait Saved: IsA<glib::Object> + Downgrade<Weak = glib::WeakRef<Self>> {
    /// What is shown of a batch.
    type Shown;

    fn saving(&self) -> &Saving<Self::Shown>;

    /// Shows what is in the file, or has waited for it long enough.
    fn show(&self, shown: Self::Shown);

    /// Tells something about the file that is no longer a problem.
    fn tell(&self, what: String);

    /// Takes note of where the file is from now on.
    fn goes_on_in(&self, _: &Path) {}

    /// Why what was done last is not in the file.
    fn not_saved(&self, error: &io::Error) -> String {
        words::not_saved(error)
    }

    /// Takes note that another program has put this in the place of the file, where it lay.
    fn was_brought(&self, path: &Path) {
        self.tell(words::brought(path));
    }

    /// Takes note that another file has come that goes on with all that was saved.
    fn was_continued(&self) {}

    /// The words that say the disk is slow.
    fn slow_disk(&self) -> String {
        words::slow_disk()
    }

    /// Starts the thread that writes the file. What fails is logged under `name`. A file that was
    /// written until now is let go, when all that was handed over is in it.
    fn keep(&self, name: &str, file: impl Destination) {
        let (sender, receiver) = async_channel::unbounded();
        let report = move |report| {
            // When the game is gone it is no longer listened to.
            sender.try_send(report).ok();
        };
        let turn = match Writer::start(file, report) {
            Ok(writer) => self.saving().turn_to(writer),
            Err(error) => return self.set_trouble(self.not_saved(&error)),
        };
        let (weak, name) = (self.downgrade(), name.to_owned());
        glib::spawn_future_local(async move {
            while let Ok(report) = receiver.recv().await {
                let Some(game) = weak.upgrade() else { return };
                if let WriteReport::Failed(_, error) | WriteReport::NotSynced(_, error) = &report {
                    tracing::error!("{name}: {error}");
                }
                // Of a file that was let go, it only matters what the disk has not taken.
                let current = game.saving().turn.get() == turn;
                if current || matches!(report, WriteReport::NotSynced(..)) {
                    game.hear(report);
                }
            }
        });
    }

    fn hear(&self, report: WriteReport) {
        let saving = self.saving();
        match report {
            WriteReport::Written(batch) => {
                saving.tried.set(batch);
                saving.saved.set(batch);
                self.set_trouble(String::new());
                self.show_up_to(batch);
            }
            WriteReport::Failed(batch, error) => {
                saving.tried.set(batch);
                saving.saved.set(saving.saved.get().min(batch - 1));
                self.set_trouble(self.not_saved(&error));
                self.show_up_to(batch);
            }
            WriteReport::Synced(_) => self.set_disk_trouble(String::new()),
            WriteReport::NotSynced(_, error) => self.set_disk_trouble(self.not_saved(&error)),
            WriteReport::ExternalChange(ExternalChange::SetAside(path)) => {
                self.tell(words::set_aside(&path))
            }
            WriteReport::ExternalChange(ExternalChange::GoesOnIn(path)) => {
                self.goes_on_in(&path);
                self.tell(words::goes_on_in(&path));
            }
            WriteReport::ExternalChange(ExternalChange::Brought(path)) => self.was_brought(&path),
            WriteReport::ExternalChange(ExternalChange::Continued(_)) => self.was_continued(),
        }
    }

    /// Hands a batch to the file, and shows what is new when it is there.
    fn save(&self, batch: String, shown: Self::Shown) {
        let saving = self.saving();
        let number = saving.write(batch);
        saving.waiting.borrow_mut().push_back((number, shown));
        if !saving.has_file() {
            // No file is written, so there is nothing to wait for.
            self.show_up_to(number);
            return;
        }
        after(self, PATIENCE, move |game| game.show_up_to(number));
        self.tell_if_disk_is_slow(number);
    }

    /// Hands a batch to the file that is shown at once, and said to be on its way.
    fn save_shown(&self, batch: String) {
        let saving = self.saving();
        let number = saving.write(batch);
        saving.shown.set(number);
        self.announce_pending();
        self.tell_if_disk_is_slow(number);
    }

    /// Tells that the disk is slow, should a batch not be in the file in good time.
    fn tell_if_disk_is_slow(&self, number: u64) {
        let turn = self.saving().turn.get();
        after(self, SLOW, move |game| {
            let saving = game.saving();
            let late = saving.saved.get() < number && saving.turn.get() == turn;
            if late && saving.trouble.borrow().is_empty() {
                game.set_trouble(game.slow_disk());
            }
        });
    }

    /// Shows what is due. What is not in its file is said to be so before it can be seen.
    fn show_up_to(&self, batch: u64) {
        while let Some(shown) = self.saving().take_due(batch) {
            self.announce_pending();
            self.show(shown);
        }
        self.announce_pending();
    }

    /// A channel that closes once everything that was handed over is in the file, or its failure was told; at
    /// the latest when a slow disk is told of.
    fn settling(&self) -> Receiver<()> {
        let (sender, receiver) = async_channel::bounded(1);
        let saving = self.saving();
        if saving.is_on_its_way() {
            saving.waiters.borrow_mut().push(sender);
            self.tell_if_disk_is_slow(saving.handed.get());
        }
        receiver
    }

    fn announce_pending(&self) {
        if !self.saving().is_on_its_way() {
            self.saving().waiters.take();
        }
        let pending = self.saving().is_pending();
        if self.saving().pending.replace(pending) != pending {
            self.notify("pending");
        }
    }

    /// Says why what was played is not saved.
    fn set_trouble(&self, trouble: String) {
        self.change_trouble(|saving| {
            saving.trouble.replace(trouble);
        });
    }

    fn set_disk_trouble(&self, trouble: String) {
        self.change_trouble(|saving| {
            saving.disk_trouble.replace(trouble);
        });
    }

    fn change_trouble(&self, change: impl FnOnce(&Saving<Self::Shown>)) {
        let saving = self.saving();
        let before = saving.trouble();
        change(saving);
        self.announce_pending();
        if saving.trouble() != before {
            self.notify("trouble");
        }
    }
}

/// What has happened in a game of chess, and what it changes as soon as it is shown.
pub struct PendingEvent {
    pub event: Event,
    /// What is said of it, and of what comes next.
    pub status: Message,
    /// How many plies have been played by then.
    pub plies: u32,
    /// The ply, if it is one.
    pub moved: Option<Ply>,
}

impl PendingEvent {
    /// An event that has just happened in a game.
    pub fn of(event: Event, rules: &Game, header: &Header) -> Self {
        let last = rules.plies().last().cloned();
        Self {
            status: words::event(&event, rules, header),
            plies: u32::try_from(rules.plies().len()).unwrap_or(u32::MAX),
            moved: last.filter(|_| event.has_moved()),
            event,
        }
    }
}
