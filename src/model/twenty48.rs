//! The game of 2048 that a window shows: what is wanted of it, in order, and what comes of it.
//!
//! What is wanted while a move waits for its file waits its turn; then all of it is done and saved
//! at once.

use std::cell::{OnceCell, RefCell};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::twenty48::{Action, Event, Game, Kept, Notice, Opened, SEEDS, Size, Store};

use super::callbacks::on;
use super::saving::{Saved, Saving};
use crate::subclass::{signals, subclass};
use crate::words::{self, Message};

/// What was done at once.
pub struct Done {
    /// The last event, if anything has changed.
    event: Option<Event>,
    /// Whether the last thing that was wanted could not be done.
    refused: bool,
    /// What came of the last thing, in words.
    said: Message,
}

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::Twenty48)]
    pub struct Twenty48 {
        pub kept: OnceCell<RefCell<Kept>>,
        /// What is wanted and not done yet.
        pub wanted: RefCell<VecDeque<Action>>,
        /// Why the last moves are not saved; empty while they are.
        #[property(name = "trouble", get = |imp: &Self| imp.saving.trouble(), type = String)]
        pub saving: Saving<Done>,
        /// Whether a move is shown that is still on its way to the file.
        #[property(name = "pending", get = |imp: &Self| imp.saving.is_pending())]
        _pending: std::marker::PhantomData<bool>,
        /// The last event that is shown.
        pub happened: RefCell<Option<Event>>,
        /// What came of what was wanted last, in the words that are shown.
        #[property(name = "status", get = Self::status, type = String)]
        pub status: RefCell<Message>,
        /// What was found where the game is kept, to be read once; empty for nothing.
        #[property(get)]
        pub notice: RefCell<String>,
        /// The score.
        #[property(name = "score", get = Self::score)]
        _score: std::marker::PhantomData<u64>,
        /// The best score on boards of this size.
        #[property(name = "best", get = Self::best)]
        _best: std::marker::PhantomData<u64>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for Twenty48 {
        signals!["happened"; "refused"];
    }

    impl Twenty48 {
        fn status(&self) -> String {
            self.status.borrow().shown().to_owned()
        }

        fn score(&self) -> u64 {
            self.obj().with(|kept| kept.game().score())
        }

        fn best(&self) -> u64 {
            self.obj().with(|kept| kept.best(kept.game().grid().size()))
        }
    }
}

subclass! {
    /// A game of 2048 as its window sees it.
    ///
    /// Signals: `happened` (an event is shown), `refused` (something could not be done).
    pub struct Twenty48(imp::Twenty48): glib::Object {}
}

impl Twenty48 {
    /// Goes on with the game that is kept at `path`, or begins a new one there. Whether another
    /// process has it is found out off the main thread.
    pub async fn open(path: PathBuf) -> Self {
        let seed = fastrand::u64(..SEEDS);
        let opened = gio::spawn_blocking(move || Store::open(&path, seed)).await;
        Self::of(opened.unwrap_or_else(|_| {
            tracing::error!("the game of 2048 could not be opened");
            Opened {
                kept: Kept::new(Size::STANDARD, seed),
                store: None,
                notice: None,
                continued: false,
            }
        }))
    }

    /// The game that was opened.
    pub fn of(opened: Opened) -> Self {
        let model: Self = glib::Object::new();
        let imp = model.imp();
        let begins = opened.is_to_be_written();
        imp.kept.set(RefCell::new(opened.kept)).ok();
        if let Some(notice) = &opened.notice {
            model.tell_notice(notice);
        }
        if let Some(store) = opened.store {
            model.keep("2048", store);
        }
        if begins {
            model.save_again();
        }
        let beginning = words::twenty48::beginning(opened.continued, model.is_kept());
        let standing = model.with_game(words::twenty48::standing);
        imp.status.replace(standing.unwrap_or(beginning).into());
        model
    }

    fn with<Answer>(&self, ask: impl FnOnce(&Kept) -> Answer) -> Answer {
        let usual = || RefCell::new(Kept::new(Size::STANDARD, 0));
        ask(&self.imp().kept.get_or_init(usual).borrow())
    }

    /// The game itself, to be asked and not to be kept.
    pub fn with_game<Answer>(&self, ask: impl FnOnce(&Game) -> Answer) -> Answer {
        self.with(|kept| ask(kept.game()))
    }

    /// What came of what was wanted last, for the eye and for the ear.
    pub fn said(&self) -> Message {
        self.imp().status.borrow().clone()
    }

    /// The best score on boards of a size.
    pub fn best_of(&self, size: Size) -> u64 {
        self.with(|kept| kept.best(size))
    }

    /// Whether leaving this game for a new one breaks it off.
    pub fn is_under_way(&self) -> bool {
        self.with_game(|game| game.moves() > 0 && !game.is_over())
    }

    /// The last event that is shown.
    pub fn happened(&self) -> Option<Event> {
        self.imp().happened.borrow().clone()
    }

    /// Calls back when an event is shown.
    pub fn connect_happened(&self, happened: impl Fn(&Self) + 'static) -> glib::SignalHandlerId {
        on(self, "happened", happened)
    }

    /// Calls back when something could not be done; the status says why.
    pub fn connect_refused(&self, refused: impl Fn(&Self) + 'static) -> glib::SignalHandlerId {
        on(self, "refused", refused)
    }

    /// Does what a player wants, as soon as what was wanted before it is shown.
    pub fn act(&self, action: Action) {
        self.imp().wanted.borrow_mut().push_back(action);
        self.work();
    }

    fn work(&self) {
        while !self.saving().is_waiting() {
            let Some(done) = self.do_what_is_wanted() else {
                return;
            };
            if done.event.is_some() {
                self.save(self.with(Kept::document), done);
            } else {
                // There is nothing to save.
                self.tell_done(done);
            }
        }
    }

    fn do_what_is_wanted(&self) -> Option<Done> {
        let imp = self.imp();
        let mut done = None;
        for action in imp.wanted.take() {
            let Some(kept) = imp.kept.get() else { continue };
            let result = kept.borrow_mut().act(action);
            let kept = kept.borrow();
            let before = done.take().and_then(|done: Done| done.event);
            done = Some(match result {
                Ok(event) => Done {
                    said: words::twenty48::event(&event, kept.game()),
                    event: Some(event),
                    refused: false,
                },
                Err(refusal) => Done {
                    said: words::twenty48::refusal(refusal).into(),
                    event: before,
                    refused: true,
                },
            });
        }
        done
    }

    fn tell_done(&self, done: Done) {
        let imp = self.imp();
        let changed = done.event.is_some();
        if changed {
            imp.happened.replace(done.event);
        }
        imp.status.replace(done.said);
        self.notify_status();
        if changed {
            self.notify_score();
            self.notify_best();
            self.emit_by_name::<()>("happened", &[]);
        }
        if done.refused {
            self.emit_by_name::<()>("refused", &[]);
        }
    }

    fn tell_notice(&self, notice: &Notice) {
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
    pub fn is_kept(&self) -> bool {
        self.saving().has_file()
    }

    /// Whether something was played that is not in the file.
    pub fn is_unsaved(&self) -> bool {
        if self.is_kept() {
            self.saving().is_unsaved()
        } else {
            self.with_game(|game| game.moves() > 0)
        }
    }

    /// Whether something is on its way to the file, without any trouble so far.
    pub fn is_on_its_way(&self) -> bool {
        self.saving().is_on_its_way()
    }

    /// Waits until nothing is on its way any more: it is in the file, or is told not to be.
    pub async fn settled(&self) {
        // Nothing is ever sent: it closes.
        self.settling().recv().await.ok();
    }

    /// Tries again to save what could not be saved.
    pub fn save_again(&self) {
        self.saving().write(self.with(Kept::document));
    }

    /// Lets go of the file, when all that was wanted is in it.
    pub fn leave(&self) {
        if self.do_what_is_wanted().is_some() {
            self.save_again();
        }
        self.saving().let_go();
    }
}

impl Saved for Twenty48 {
    type Shown = Done;

    fn saving(&self) -> &Saving<Done> {
        &self.imp().saving
    }

    fn tell(&self, what: String) {
        self.imp().notice.replace(what);
        self.notify_notice();
    }

    fn was_brought(&self, path: &Path) {
        let (model, path) = (self.clone(), path.to_owned());
        glib::spawn_future_local(async move {
            let aside = path.clone();
            let best = gio::spawn_blocking(move || Store::best_at(&aside)).await;
            if let Some((kept, best)) = model.imp().kept.get().zip(best.ok()) {
                kept.borrow_mut().take_over(&best);
            }
            model.notify_best();
            model.tell(words::brought(&path));
        });
    }

    fn show(&self, done: Done) {
        self.tell_done(done);
        self.work();
    }
}
