//! The attempts of practice, which all windows share: read and written off the main thread. What is noted
//! there is known at once, and said to be on its way until it is in the file.

use std::cell::{Cell, OnceCell, RefCell};
use std::io;
use std::path::PathBuf;
use std::rc::Rc;

use gettextrs::gettext;
use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use rank_and_file_core::record::log::now;
use rank_and_file_core::training::practice::{Attempts, AttemptsFile, Event, Missed, Record, Try};

use super::saving::{Saved, Saving};
use super::{SavedGames, calling};
use crate::config;
use crate::subclass::{signals, subclass};
use crate::words;

thread_local! {
    static SHARED: Practice = Practice::at(config::practice_file());
}

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::Practice)]
    pub struct Practice {
        pub path: OnceCell<PathBuf>,
        /// What the file said when it was read, and what has happened here since.
        pub records: RefCell<Vec<Record>>,
        /// What they say, until there are more or players have other names.
        pub attempts: RefCell<Option<Rc<Attempts>>>,
        /// The games whose players practice.
        pub games: glib::WeakRef<SavedGames>,
        /// What has happened here, which may not be in the file yet.
        pub own: RefCell<Vec<Record>>,
        /// The file as it was read, until it is written.
        pub file: RefCell<Option<AttemptsFile>>,
        /// Whether the file has been read.
        #[property(get)]
        pub known: Cell<bool>,
        /// Why what has happened last is not in the file; empty while it is.
        #[property(name = "trouble", get = |imp: &Self| imp.saving.trouble(), type = String)]
        pub saving: Saving<()>,
        /// Whether something is known that is still on its way to the file.
        #[property(name = "pending", get = |imp: &Self| imp.saving.is_pending())]
        _pending: std::marker::PhantomData<bool>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for Practice {
        signals!["changed"];
    }
}

subclass! {
    /// What was missed and tried. Signal `changed`: more is known.
    pub struct Practice(imp::Practice): glib::Object {}
}

impl Practice {
    /// The attempts that all windows share.
    pub fn shared() -> Self {
        SHARED.with(Self::clone)
    }

    /// The attempts at `path`. Nothing is read before [`Practice::load`].
    pub fn at(path: PathBuf) -> Self {
        let practice: Self = glib::Object::new();
        practice.imp().path.set(path).ok();
        practice
    }

    /// Reads the file, to which another process may have added something.
    pub async fn load(&self) {
        let imp = self.imp();
        let path = imp.path.get().cloned().unwrap_or_default();
        let read = gio::spawn_blocking(move || AttemptsFile::open(path)).await;
        match read {
            Ok(Ok((file, mut records))) => {
                // What is on its way to the file may have been read, or not.
                for own in imp.own.borrow().iter() {
                    if !records.contains(own) {
                        records.push(own.clone());
                    }
                }
                imp.records.replace(records);
                if !self.saving().has_file() {
                    imp.file.replace(Some(file));
                }
            }
            Ok(Err(error)) => tracing::warn!("the attempts cannot be read: {error}"),
            Err(_) => tracing::error!("the attempts could not be read"),
        }
        imp.known.set(true);
        self.notify_known();
        self.announce();
    }

    /// Calls players as these games do from now on.
    pub fn follow_names(&self, games: &SavedGames) {
        if self.imp().games.upgrade().as_ref() == Some(games) {
            return;
        }
        self.imp().games.set(Some(games));
        games.connect_changed(calling(self, Self::announce));
    }

    /// What is known, with players by the names that they are called now.
    pub fn attempts(&self) -> Rc<Attempts> {
        let games = self.imp().games.upgrade();
        let called = |name: &str| match &games {
            Some(games) => games.shown_as(name),
            None => name.to_owned(),
        };
        let read = || Rc::new(self.read(called));
        self.imp()
            .attempts
            .borrow_mut()
            .get_or_insert_with(read)
            .clone()
    }

    fn read(&self, called: impl Fn(&str) -> String) -> Attempts {
        Attempts::of(&*self.imp().records.borrow(), &TimeZone::system(), called)
    }

    /// The day on which it is asked what is due.
    pub fn today() -> Date {
        now().to_zoned(TimeZone::system()).date()
    }

    /// Takes note of a try.
    pub fn tried(&self, tried: Try) {
        self.note(vec![Event::Tried(tried)]);
    }

    /// Takes note of what players have missed in their games, to come again when it is due. What is known already is
    /// known once.
    pub fn note_missed(&self, missed: Vec<Missed>) {
        let practice = self.clone();
        glib::spawn_future_local(async move {
            if !practice.known() {
                practice.load().await;
            }
            // By the names that stand there.
            let attempts = practice.read(str::to_owned);
            let fresh = missed.into_iter().filter(|missed| !attempts.has(missed));
            practice.note(
                fresh
                    .map(|missed| Event::Missed(Box::new(missed)))
                    .collect(),
            );
        });
    }

    fn note(&self, events: Vec<Event>) {
        if events.is_empty() {
            return;
        }
        let now = now();
        let records: Vec<Record> = events
            .into_iter()
            .map(|event| Record::new(event, now))
            .collect();
        let lines: String = records.iter().map(Record::line).collect();
        let imp = self.imp();
        imp.own.borrow_mut().extend(records.iter().cloned());
        imp.records.borrow_mut().extend(records);
        if !self.saving().has_file() {
            let path = imp.path.get().cloned().unwrap_or_default();
            let file = imp.file.take().unwrap_or_else(|| AttemptsFile::new(path));
            self.keep("practice", file);
        }
        // What is not in its file is said to be so before it can be seen.
        self.save_shown(lines);
        self.announce();
    }

    /// Whether something is known that is not in the file.
    pub fn is_unsaved(&self) -> bool {
        self.saving().is_unsaved()
    }

    /// Tries again to save what could not be saved.
    pub fn save_again(&self) {
        self.saving().write(String::new());
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

    fn announce(&self) {
        self.imp().attempts.take();
        self.emit_by_name::<()>("changed", &[]);
    }
}

impl Saved for Practice {
    type Shown = ();

    fn saving(&self) -> &Saving<()> {
        &self.imp().saving
    }

    fn show(&self, (): ()) {}

    fn tell(&self, what: String) {
        tracing::warn!("{what}");
    }

    fn not_saved(&self, error: &io::Error) -> String {
        words::practice_not_saved(error)
    }

    fn slow_disk(&self) -> String {
        gettext("What you have found is not saved yet: the disk is slow. You can go on.")
    }
}
