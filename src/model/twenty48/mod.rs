//! The game of 2048 that a window shows: what is wanted of it, in order, and what comes of it. How
//! it is saved is in `saving.rs`.
//!
//! As in chess, a move is shown when it is in its file, so that a kill can take nothing that was
//! seen. What is wanted meanwhile waits its turn; then all of it is done and saved at once. Where
//! the file is slow or cannot be written, moves are shown all the same and said to be unsaved.

mod saving;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::OnceLock;

use glib::subclass::Signal;
use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::files::Writer;
use rank_and_file_core::twenty48::{Action, Event, Game, Kept, Opened, SEEDS, Size, Store};

use super::saving::{PATIENCE, SLOW};
use crate::words;

/// What was done at once.
struct Done {
    /// The last event, if anything has changed.
    event: Option<Event>,
    /// Whether the last thing that was wanted could not be done.
    refused: bool,
    /// What came of the last thing, in words.
    said: String,
}

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::Twenty48)]
    pub struct Twenty48 {
        pub kept: OnceCell<RefCell<Kept>>,
        pub saver: RefCell<Option<Writer>>,
        /// What is wanted and not done yet.
        pub(super) wanted: RefCell<VecDeque<Action>>,
        /// What is done and waits for its file: the number of the document.
        pub(super) done: RefCell<Option<(u64, Done)>>,
        /// The last documents that were handed over and that are in the file.
        pub handed: Cell<u64>,
        pub saved: Cell<u64>,
        /// The last event that is shown.
        pub happened: RefCell<Option<Event>>,
        /// What came of what was wanted last, in words.
        #[property(get)]
        pub status: RefCell<String>,
        /// What was found where the game is kept, to be read once; empty for nothing.
        #[property(get)]
        pub notice: RefCell<String>,
        /// Why the last moves are not saved; empty while they are.
        #[property(get)]
        pub trouble: RefCell<String>,
        /// The score.
        #[property(name = "score", get = Self::score)]
        _score: std::marker::PhantomData<u64>,
        /// The best score on boards of this size.
        #[property(name = "best", get = Self::best)]
        _best: std::marker::PhantomData<u64>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Twenty48 {
        const NAME: &'static str = "RfTwenty48";
        type Type = super::Twenty48;
    }

    #[glib::derived_properties]
    impl ObjectImpl for Twenty48 {
        fn signals() -> &'static [Signal] {
            static SIGNALS: OnceLock<Vec<Signal>> = OnceLock::new();
            SIGNALS.get_or_init(|| {
                vec![
                    Signal::builder("happened").build(),
                    Signal::builder("refused").build(),
                ]
            })
        }
    }

    impl Twenty48 {
        fn score(&self) -> u64 {
            self.obj().with(|kept| kept.game().score())
        }

        fn best(&self) -> u64 {
            self.obj().with(|kept| kept.best(kept.game().grid().size()))
        }
    }
}

glib::wrapper! {
    /// A game of 2048 as its window sees it.
    ///
    /// Signals: `happened` (an event is shown), `refused` (something could not be done).
    pub struct Twenty48(ObjectSubclass<imp::Twenty48>);
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
                kept: Kept::new(Size::USUAL, seed),
                store: None,
                notice: None,
                continued: false,
            }
        }))
    }

    /// The game that was opened.
    #[must_use]
    pub fn of(opened: Opened) -> Self {
        let model: Self = glib::Object::new();
        let imp = model.imp();
        let begins = opened.is_to_be_written();
        imp.kept.set(RefCell::new(opened.kept)).ok();
        if let Some(notice) = &opened.notice {
            model.tell(notice);
        }
        if let Some(store) = opened.store {
            model.keep(store);
        }
        if begins {
            model.save();
        }
        let beginning = words::twenty48::beginning(opened.continued, model.is_kept());
        let standing = model.with_game(words::twenty48::standing);
        imp.status.replace(standing.unwrap_or(beginning));
        model
    }

    fn with<Answer>(&self, ask: impl FnOnce(&Kept) -> Answer) -> Answer {
        let usual = || RefCell::new(Kept::new(Size::USUAL, 0));
        ask(&self.imp().kept.get_or_init(usual).borrow())
    }

    /// The game itself, to be asked and not to be kept.
    pub fn with_game<Answer>(&self, ask: impl FnOnce(&Game) -> Answer) -> Answer {
        self.with(|kept| ask(kept.game()))
    }

    /// The best score on boards of a size.
    #[must_use]
    pub fn best_of(&self, size: Size) -> u64 {
        self.with(|kept| kept.best(size))
    }

    /// Whether leaving this game for a new one breaks it off.
    #[must_use]
    pub fn is_under_way(&self) -> bool {
        self.with_game(|game| game.moves() > 0 && !game.is_over())
    }

    /// The last event that is shown.
    #[must_use]
    pub fn happened(&self) -> Option<Event> {
        self.imp().happened.borrow().clone()
    }

    /// Calls back when an event is shown.
    pub fn connect_happened(&self, happened: impl Fn(&Self) + 'static) -> glib::SignalHandlerId {
        self.connect_closure(
            "happened",
            false,
            glib::closure_local!(move |model: &Self| happened(model)),
        )
    }

    /// Calls back when something could not be done; the status says why.
    pub fn connect_refused(&self, refused: impl Fn(&Self) + 'static) -> glib::SignalHandlerId {
        self.connect_closure(
            "refused",
            false,
            glib::closure_local!(move |model: &Self| refused(model)),
        )
    }

    /// Does what a player wants, as soon as what was wanted before it is shown.
    pub fn act(&self, action: Action) {
        self.imp().wanted.borrow_mut().push_back(action);
        self.work();
    }

    fn work(&self) {
        let imp = self.imp();
        while imp.done.borrow().is_none() {
            let Some(done) = self.do_what_is_wanted() else {
                return;
            };
            if done.event.is_none() || imp.saver.borrow().is_none() {
                // There is nothing to wait for.
                self.show(done);
                continue;
            }
            let number = self.save();
            imp.done.replace(Some((number, done)));
            self.after(PATIENCE, move |model| model.show_saved(number));
            self.after(SLOW, move |model| {
                let imp = model.imp();
                if imp.saved.get() < number && imp.trouble.borrow().is_empty() {
                    model.set_trouble(words::slow_disk());
                }
            });
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
                    said: words::twenty48::refusal(refusal),
                    event: before,
                    refused: true,
                },
            });
        }
        done
    }

    fn after(&self, time: std::time::Duration, then: impl FnOnce(&Self) + 'static) {
        let weak = self.downgrade();
        glib::timeout_add_local_once(time, move || {
            if let Some(model) = weak.upgrade() {
                then(&model);
            }
        });
    }

    /// Shows what was done, if its document is among the first so many; then goes on.
    fn show_saved(&self, number: u64) {
        let done = self
            .imp()
            .done
            .borrow_mut()
            .take_if(|(its, _)| *its <= number);
        if let Some((_, done)) = done {
            self.show(done);
            self.work();
        }
    }

    fn show(&self, done: Done) {
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
}
