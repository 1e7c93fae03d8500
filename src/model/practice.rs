//! The notebook of practice, which all windows share: read and written off the main thread.

use std::cell::{Cell, OnceCell, RefCell};
use std::path::PathBuf;
use std::sync::OnceLock;

use glib::subclass::Signal;
use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use rank_and_file_core::files::{Report, Writer};
use rank_and_file_core::log::now;
use rank_and_file_core::practice::{Event, Missed, Notebook, NotebookFile, Record, Try};

use crate::config;
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
        /// What has happened here, which may not be in the file yet.
        pub own: RefCell<Vec<Record>>,
        pub writer: RefCell<Option<Writer>>,
        /// Whether the file has been read.
        #[property(get)]
        pub known: Cell<bool>,
        /// Why what has happened last is not in the file; empty while it is.
        #[property(get)]
        pub trouble: RefCell<String>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Practice {
        const NAME: &'static str = "RfPractice";
        type Type = super::Practice;
    }

    #[glib::derived_properties]
    impl ObjectImpl for Practice {
        fn signals() -> &'static [Signal] {
            static SIGNALS: OnceLock<Vec<Signal>> = OnceLock::new();
            SIGNALS.get_or_init(|| vec![Signal::builder("changed").build()])
        }
    }
}

glib::wrapper! {
    /// What was missed and tried. Signal `changed`: more is known.
    pub struct Practice(ObjectSubclass<imp::Practice>);
}

impl Practice {
    /// The notebook that all windows share.
    #[must_use]
    pub fn shared() -> Self {
        SHARED.with(Self::clone)
    }

    /// The notebook at `path`. Nothing is read before [`Practice::load`].
    #[must_use]
    pub fn at(path: PathBuf) -> Self {
        let practice: Self = glib::Object::new();
        practice.imp().path.set(path).ok();
        practice
    }

    /// Reads the file, to which another process may have added something.
    pub async fn load(&self) {
        let imp = self.imp();
        let path = imp.path.get().cloned().unwrap_or_default();
        let read = gio::spawn_blocking(move || NotebookFile::read(&path)).await;
        match read {
            Ok(Ok(mut records)) => {
                // What is on its way to the file may have been read, or not.
                for own in imp.own.borrow().iter() {
                    if !records.contains(own) {
                        records.push(own.clone());
                    }
                }
                imp.records.replace(records);
            }
            Ok(Err(error)) => tracing::warn!("the notebook cannot be read: {error}"),
            Err(_) => tracing::error!("the notebook could not be read"),
        }
        imp.known.set(true);
        self.notify_known();
        self.tell();
    }

    /// What is known, with players by the names that they are called now.
    #[must_use]
    pub fn notebook(&self, called: impl Fn(&str) -> String) -> Notebook {
        Notebook::of(&*self.imp().records.borrow(), &TimeZone::system(), called)
    }

    /// The day on which it is asked what is due.
    #[must_use]
    pub fn today() -> Date {
        now().to_zoned(TimeZone::system()).date()
    }

    /// Takes note that somebody has tried something.
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
            let notebook = practice.notebook(str::to_owned);
            let fresh = missed.into_iter().filter(|missed| !notebook.has(missed));
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
        self.write(lines);
        self.tell();
    }

    fn write(&self, lines: String) {
        let imp = self.imp();
        if imp.writer.borrow().is_none() {
            let writer = self.start();
            imp.writer.replace(writer);
        }
        if let Some(writer) = &mut *imp.writer.borrow_mut() {
            writer.write(lines);
        }
    }

    fn start(&self) -> Option<Writer> {
        let path = self.imp().path.get().cloned()?;
        let (sender, reports) = async_channel::unbounded();
        let report = move |report| {
            // Where nobody listens any more, the program ends.
            sender.send_blocking(report).ok();
        };
        let writer = Writer::start(NotebookFile::new(path), report);
        let writer = writer.inspect_err(|error| {
            tracing::error!("there is no thread for the notebook: {error}");
        });
        let practice = self.downgrade();
        glib::spawn_future_local(async move {
            while let Ok(report) = reports.recv().await {
                let Some(practice) = practice.upgrade() else {
                    break;
                };
                practice.hear(&report);
            }
        });
        writer.ok()
    }

    fn hear(&self, report: &Report) {
        let trouble = match report {
            Report::Failed(_, error) | Report::NotSynced(_, error) => {
                words::practice_not_saved(error)
            }
            Report::Written(_) => String::new(),
            Report::Synced(_) | Report::Touched(_) => return,
        };
        if self.imp().trouble.replace(trouble.clone()) != trouble {
            self.notify_trouble();
        }
    }

    fn tell(&self) {
        self.emit_by_name::<()>("changed", &[]);
    }
}
