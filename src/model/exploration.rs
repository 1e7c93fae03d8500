//! What was played from the position that somebody looks at. Questions are answered off the main thread,
//! one at a time: of those that come meanwhile, the last alone.

use std::cell::{Cell, OnceCell, RefCell};
use std::io;
use std::rc::Rc;
use std::sync::OnceLock;

use glib::subclass::Signal;
use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::library::{Explored, GameFilter};
use rank_and_file_core::rules::Chess;

use super::SavedGames;
use crate::words;

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Question {
    position: Chess,
    filter: GameFilter,
}

/// What is known of the answer.
#[derive(Debug, Clone, Default)]
pub enum Answer {
    /// Nothing: nobody has asked.
    #[default]
    None,
    /// The games are being read; so much of them is, from 0 to 1.
    Reading(f64),
    /// Why there is none.
    Trouble(String),
    /// What was played from this position.
    Known(Rc<(Chess, Explored)>),
}

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Exploration {
        pub games: OnceCell<SavedGames>,
        pub(super) question: RefCell<Option<Question>>,
        pub answer: RefCell<Answer>,
        /// Whether a question is being answered, and whether there is another one since.
        pub busy: Cell<bool>,
        pub again: Cell<bool>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Exploration {
        const NAME: &'static str = "RfExploration";
        type Type = super::Exploration;
    }

    impl ObjectImpl for Exploration {
        fn signals() -> &'static [Signal] {
            static SIGNALS: OnceLock<Vec<Signal>> = OnceLock::new();
            SIGNALS.get_or_init(|| vec![Signal::builder("answered").build()])
        }
    }
}

glib::wrapper! {
    /// What was played from a position. Signal `answered`: something else is known of that.
    pub struct Exploration(ObjectSubclass<imp::Exploration>);
}

impl Exploration {
    /// Nothing is asked yet of these games.
    #[must_use]
    pub fn new(games: &SavedGames) -> Self {
        let exploration: Self = glib::Object::new();
        exploration.imp().games.set(games.clone()).ok();
        let anew = glib::clone!(
            #[weak]
            exploration,
            move || exploration.ask_now()
        );
        games.connect_changed(anew.clone());
        games.exploring().connect_renewed(anew);
        games.exploring().connect_progress_notify(glib::clone!(
            #[weak]
            exploration,
            move |exploring| {
                let reading = matches!(*exploration.imp().answer.borrow(), Answer::Reading(_));
                if reading {
                    exploration.tell(Answer::Reading(exploring.progress()));
                }
            }
        ));
        exploration
    }

    /// Asks for the moves that were played from a position in the games that count. What is asked
    /// already is not asked twice.
    pub fn ask(&self, position: Chess, filter: GameFilter) {
        let question = Some(Question { position, filter });
        if self.imp().question.replace(question.clone()) != question {
            self.ask_now();
        }
    }

    /// Asks nothing any more.
    pub fn rest(&self) {
        self.imp().question.take();
    }

    /// What is known.
    #[must_use]
    pub fn answer(&self) -> Answer {
        self.imp().answer.borrow().clone()
    }

    /// Calls back when something else is known.
    pub fn connect_answered(&self, told: impl Fn() + 'static) {
        self.connect_local("answered", false, move |_| {
            told();
            None
        });
    }

    fn tell(&self, answer: Answer) {
        self.imp().answer.replace(answer);
        self.emit_by_name::<()>("answered", &[]);
    }

    fn ask_now(&self) {
        let imp = self.imp();
        let (Some(games), Some(question)) = (imp.games.get(), imp.question.borrow().clone()) else {
            return;
        };
        let Some(explorer) = games.explorer() else {
            let exploring = games.exploring();
            let trouble = Some(exploring.trouble()).filter(|trouble| !trouble.is_empty());
            self.tell(match trouble {
                Some(trouble) => Answer::Trouble(trouble),
                None => Answer::Reading(exploring.progress()),
            });
            return;
        };
        if imp.busy.replace(true) {
            imp.again.set(true);
            return;
        }
        let exploration = self.downgrade();
        glib::spawn_future_local(async move {
            let asked = question.clone();
            let work = move || explorer.explore(&asked.position, &asked.filter);
            let explored = gio::spawn_blocking(work).await;
            if let Some(exploration) = exploration.upgrade() {
                let explored = explored.unwrap_or_else(|_| Err(io::ErrorKind::Other.into()));
                exploration.hear(question, explored);
            }
        });
    }

    fn hear(&self, asked: Question, explored: io::Result<Explored>) {
        let imp = self.imp();
        imp.busy.set(false);
        let again = imp.again.replace(false);
        let current = imp.question.borrow().as_ref() == Some(&asked);
        if current {
            self.tell(match explored {
                Ok(explored) => Answer::Known(Rc::new((asked.position, explored))),
                Err(error) => Answer::Trouble(words::io_error(&error)),
            });
        }
        if again {
            self.ask_now();
        }
    }
}
