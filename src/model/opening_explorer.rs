//! What was played from the position that is shown. Questions are answered off the main thread, one at a time:
//! of those that come meanwhile, the last alone.

use std::cell::{Cell, OnceCell, RefCell};
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::Chess;
use rank_and_file_core::library::{
    Explored, Explorer, GameFilter, GameSnapshot, Library, PositionExplorer,
};

use super::callbacks::{on, weak};
use super::{GameSource, PositionIndex, SavedGames, callback};
use crate::subclass::{signals, subclass};
use crate::words;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct OpeningExplorer {
        pub games: OnceCell<GameSource>,
        pub(super) question: RefCell<Option<Question>>,
        pub answer: RefCell<ExplorerAnswer>,
        /// Whether a question is being answered, and whether there is another one since.
        pub busy: Cell<bool>,
        pub again: Cell<bool>,
    }

    impl ObjectImpl for OpeningExplorer {
        signals!["answered"];
    }
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Question {
    position: Chess,
    filter: GameFilter,
}

/// What is known of the answer.
#[derive(Debug, Clone, Default)]
pub enum ExplorerAnswer {
    /// Nothing: it was not asked for.
    #[default]
    None,
    /// The games are being read; so much of them is, from 0 to 1.
    Reading(f64),
    /// Why there is none.
    Trouble(String),
    /// What was played from this position.
    Known(Rc<(Chess, Explored)>),
}

subclass! {
    /// What was played from a position. Signal `answered`: something else is known of that.
    pub struct OpeningExplorer(imp::OpeningExplorer): glib::Object {}
}

impl OpeningExplorer {
    /// Nothing is asked yet of these games.
    pub fn new(games: impl Into<GameSource>) -> Self {
        let (exploration, games): (Self, GameSource) = (glib::Object::new(), games.into());
        exploration.imp().games.set(games.clone()).ok();
        games.connect_changed(weak!(exploration, |exploration| exploration.ask_now()));
        let exploring = games.exploring();
        exploring.connect_renewed(callback(&exploration, Self::ask_now));
        exploring.connect_progress_notify(weak!(exploration, |exploration, exploring| {
            let reading = matches!(
                *exploration.imp().answer.borrow(),
                ExplorerAnswer::Reading(_)
            );
            if reading {
                exploration.tell(ExplorerAnswer::Reading(exploring.progress()));
            }
        }));
        exploration
    }

    /// The games that are asked.
    pub fn source(&self) -> Option<&GameSource> {
        self.imp().games.get()
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
    pub fn answer(&self) -> ExplorerAnswer {
        self.imp().answer.borrow().clone()
    }

    /// Calls back when something else is known.
    pub fn connect_answered(&self, told: impl Fn(&Self) + 'static) {
        on(self, "answered", told);
    }

    fn tell(&self, answer: ExplorerAnswer) {
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
                Some(trouble) => ExplorerAnswer::Trouble(trouble),
                None => ExplorerAnswer::Reading(exploring.progress()),
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
                Ok(explored) => ExplorerAnswer::Known(Rc::new((asked.position, explored))),
                Err(error) if imp.games.get().is_some_and(|games| games.mends(&error)) => {
                    ExplorerAnswer::Reading(0.0)
                }
                Err(error) => ExplorerAnswer::Trouble(words::io_error(&error)),
            });
        }
        if again {
            self.ask_now();
        }
    }
}

/// After so long, other work of the librarian comes first.
const SLICE: Duration = Duration::from_secs(2);

/// What the librarian tells.
enum Step {
    /// So many games are read of so many.
    Read(usize, usize),
    /// All are; or there are more, which wait for their turn.
    Done(io::Result<Option<Box<Explorer>>>),
}

impl SavedGames {
    /// What is known of the positions.
    pub fn exploring(&self) -> &PositionIndex {
        &self.imp().exploring
    }

    /// The explorer of all games, though the newest ones may still be missing. `None` while positions are read for the
    /// first time.
    pub fn explorer(&self) -> Option<PositionExplorer> {
        let imp = self.imp();
        if imp.librarian.get().is_none() {
            self.load();
        }
        imp.exploring.imp().wanted.set(true);
        self.make_explorer();
        imp.exploring.explorer()
    }

    /// Has the positions made known where they are wanted, once the games are.
    pub(super) fn make_explorer(&self) {
        let imp = self.imp().exploring.imp();
        if !imp.wanted.get() || imp.making.get() || !self.known() || self.loading() {
            return;
        }
        imp.wanted.set(false);
        if imp.level.replace(true) {
            return;
        }
        imp.making.set(true);
        self.imp().exploring.show(0.0);
        let games = self.downgrade();
        glib::spawn_future_local(async move {
            let mut all = 0;
            let made = loop {
                let Some(steps) = games.upgrade().and_then(|games| games.read_positions()) else {
                    break None;
                };
                let mut done = None;
                while let Ok(step) = steps.recv().await {
                    match step {
                        Step::Read(read, of) => {
                            all = all.max(of);
                            let part = (all - of + read) as f64 / all.max(1) as f64;
                            if let Some(games) = games.upgrade() {
                                games.exploring().show(part);
                            }
                        }
                        Step::Done(result) => done = Some(result),
                    }
                }
                match done {
                    // There is more to be read.
                    Some(Ok(None)) => {}
                    Some(Ok(Some(explorer))) => {
                        break Some(Ok(PositionExplorer::Saved(Arc::from(explorer))));
                    }
                    Some(Err(error)) => break Some(Err(error)),
                    // The librarian is gone.
                    None => break None,
                }
            };
            let Some(games) = games.upgrade() else { return };
            games.exploring().imp().making.set(false);
            if let Some(made) = made {
                games.exploring().renew(made);
            }
            // The games may have become others meanwhile.
            games.make_explorer();
        });
    }

    /// Has the librarian read positions for a while.
    fn read_positions(&self) -> Option<async_channel::Receiver<Step>> {
        let librarian = self.imp().librarian.get()?;
        let cards = self.with_catalogue(GameSnapshot::of);
        let (sender, steps) = async_channel::bounded(4);
        librarian.work(Box::new(move |library, _| {
            let done = explorer_of(library, cards, |done, of| {
                // A reader that does not keep up sees the next step.
                sender.try_send(Step::Read(done, of)).ok();
            });
            // When the app ends, the receiver is gone.
            sender.send_blocking(Step::Done(done)).ok();
        }));
        Some(steps)
    }
}

/// Reads what positions are missing; `None` where that takes longer than others shall wait.
fn explorer_of(
    library: &mut Library,
    cards: GameSnapshot,
    mut tell: impl FnMut(usize, usize),
) -> io::Result<Option<Box<Explorer>>> {
    let (begin, stop) = (Instant::now(), AtomicBool::new(false));
    let positions = library.positions(&stop, |done, of| {
        tell(done, of);
        if done < of && begin.elapsed() > SLICE {
            stop.store(true, Ordering::Relaxed);
        }
    })?;
    let whole = !stop.load(Ordering::Relaxed);
    Ok(whole.then(|| Box::new(cards.with(positions))))
}
