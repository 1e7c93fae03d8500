//! The game that a window shows: one `rules::Game`, its log, and what is seen of it. How it is
//! saved is in `saving.rs`, its clocks in `ticking.rs`, its scoresheet in `scoresheet.rs`, what its
//! status says in `status.rs`.
//!
//! A ply is shown when it is in its file, so that a kill can take nothing that was seen. Where the
//! file is slow or cannot be written, it is shown all the same and said to be unsaved.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::VecDeque;
use std::sync::OnceLock;
use std::time::Instant;

use glib::subclass::Signal;
use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use jiff::Timestamp;
use rank_and_file_core::files::Writer;
use rank_and_file_core::log::{Appender, Folder, Header, Loaded, OpenError};
use rank_and_file_core::openings;
use rank_and_file_core::rules::{
    self, Action, Chess, Color, Event, Moment, Offer, Outcome, Position, Refusal, fen_of,
};

use crate::words;

/// What came of opening a log.
pub enum Opening {
    /// The game can be continued (or, being over, looked through).
    Ready(Game),
    /// The game can only be looked at, for the reason that its status gives.
    ReadOnly(Game),
    /// There is nothing to be seen, for this reason.
    Failed(String),
}

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::Game)]
    pub struct Game {
        pub rules: RefCell<rules::Game>,
        pub header: OnceCell<Header>,
        pub writer: RefCell<Option<Writer>>,
        pub pending: RefCell<VecDeque<super::super::saving::Pending>>,
        /// The last batch of lines that is in the file.
        pub written: Cell<u64>,
        pub refusal: Cell<Option<Refusal>>,
        /// The last event that is shown.
        pub happened: RefCell<Option<Event>>,
        pub scoresheet: OnceCell<gio::ListStore>,
        pub begun: Cell<Option<Instant>>,
        pub ticking: super::super::ticking::Ticking,
        /// The file's name without its ending.
        #[property(get, construct_only)]
        pub id: RefCell<String>,
        /// What happened last and what comes next, in words.
        #[property(get)]
        pub status: RefCell<String>,
        /// Why the last moves are not saved; empty while they are.
        #[property(get)]
        pub trouble: RefCell<String>,
        /// How many plies are shown to have been played.
        #[property(get)]
        pub ply: Cell<u32>,
        /// The ply after which the board is shown.
        #[property(get, set = Self::set_viewed_ply, explicit_notify)]
        pub viewed_ply: Cell<u32>,
        /// The position that is shown.
        #[property(name = "fen", get = Self::fen)]
        _fen: std::marker::PhantomData<String>,
        /// The result of the game, `*` while it is not over.
        #[property(name = "result", get = Self::result)]
        _result: std::marker::PhantomData<String>,
        /// Whether the game is only looked at.
        #[property(get)]
        pub read_only: Cell<bool>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Game {
        const NAME: &'static str = "RfGame";
        type Type = super::Game;
    }

    #[glib::derived_properties]
    impl ObjectImpl for Game {
        fn signals() -> &'static [Signal] {
            static SIGNALS: OnceLock<Vec<Signal>> = OnceLock::new();
            SIGNALS.get_or_init(|| {
                vec![
                    Signal::builder("changed").build(),
                    Signal::builder("happened").build(),
                    Signal::builder("moved")
                        .param_types([u32::static_type()])
                        .build(),
                    Signal::builder("refused").build(),
                    Signal::builder("offered").build(),
                    Signal::builder("ticked").build(),
                    Signal::builder("ended").build(),
                ]
            })
        }
    }

    impl Game {
        fn set_viewed_ply(&self, ply: u32) {
            let ply = ply.min(self.ply.get());
            if self.viewed_ply.replace(ply) == ply {
                return;
            }
            self.refusal.set(None);
            let obj = self.obj();
            obj.set_status(obj.viewed_status());
            obj.notify_viewed_ply();
            obj.notify_fen();
            obj.emit_by_name::<()>("changed", &[]);
        }

        fn fen(&self) -> String {
            fen_of(&self.obj().viewed_position())
        }

        fn result(&self) -> String {
            self.obj().outcome().map_or("*", Outcome::result).to_owned()
        }
    }
}

glib::wrapper! {
    /// A game of chess as the windows see it.
    ///
    /// Signals: `changed` (something that is shown is different), `happened` (an event is shown),
    /// `moved` (with the number of the ply), `refused`, `offered`, `ended`.
    pub struct Game(ObjectSubclass<imp::Game>);
}

impl Game {
    /// Begins a game and its log.
    #[must_use]
    pub fn begin(folder: &Folder, header: Header, start: Chess) -> Self {
        let entry = folder.new_entry(header.started.unwrap_or_else(Timestamp::now));
        let first = format!("{}{}\n", header.line(), fen_of(&start));
        let rules = header.new_game(start);
        let game = Self::with(&entry.id, header, rules);
        game.set_status(game.welcome());
        game.keep(Appender::create(entry.path));
        game.write(first);
        game
    }

    /// A game that nobody keeps, such as that of a lesson: it has no log, and what is played in it
    /// is shown at once.
    #[must_use]
    pub fn unsaved(header: Header, rules: rules::Game) -> Self {
        let game = Self::with("", header, rules);
        game.set_status(game.live_status());
        game
    }

    /// The game of a log that was opened to be continued.
    #[must_use]
    pub fn opened(id: &str, opened: Result<(Loaded, Appender), OpenError>) -> Opening {
        let (loaded, why) = match opened {
            Ok((loaded, appender)) => {
                let mended = loaded.notices.first().map(words::notice);
                let game = Self::with(id, loaded.header, loaded.game);
                let status = game.live_status();
                game.set_status(
                    mended.map_or(status.clone(), |notice| format!("{notice} {status}")),
                );
                if game.outcome().is_none() {
                    game.keep(appender);
                }
                return Opening::Ready(game);
            }
            Err(OpenError::Locked(loaded)) => (loaded, words::open_elsewhere()),
            Err(OpenError::Faulty(loaded)) => {
                let why = loaded.fault.as_ref().map(words::fault).unwrap_or_default();
                (loaded, why)
            }
            Err(OpenError::ReadOnly(loaded, error)) => (loaded, words::shown_only(&error)),
            Err(OpenError::Io(error)) => return Opening::Failed(words::io_error(&error)),
        };
        Self::frozen(Self::with(id, loaded.header, loaded.game), why)
    }

    fn frozen(game: Self, why: String) -> Opening {
        game.imp().read_only.set(true);
        game.imp().trouble.replace(why.clone());
        game.set_status(why);
        Opening::ReadOnly(game)
    }

    fn with(id: &str, header: Header, rules: rules::Game) -> Self {
        let game: Self = glib::Object::builder().property("id", id).build();
        let imp = game.imp();
        let plies = u32::try_from(rules.plies().len()).unwrap_or(u32::MAX);
        imp.ply.set(plies);
        imp.viewed_ply.set(plies);
        imp.rules.replace(rules);
        imp.header.set(header).ok();
        game.fill_scoresheet();
        game
    }

    /// Who plays, since when, and how.
    #[must_use]
    pub fn header(&self) -> &Header {
        self.imp().header.get_or_init(Header::bare)
    }

    /// The name of the player of a side, as it is shown.
    #[must_use]
    pub fn player(&self, color: Color) -> String {
        words::player(self.header(), color)
    }

    /// Looks at the game itself. It may be one event ahead of what is shown.
    pub fn with_rules<T>(&self, look: impl FnOnce(&rules::Game) -> T) -> T {
        look(&self.imp().rules.borrow())
    }

    /// The position that is shown.
    #[must_use]
    pub fn viewed_position(&self) -> Chess {
        self.with_rules(|rules| rules.position_at(self.viewed_ply() as usize).clone())
    }

    /// The opening that has led to the position that is shown, if it has a name.
    #[must_use]
    pub fn opening(&self) -> Option<&'static openings::Opening> {
        let plies = 0..=self.viewed_ply() as usize;
        self.with_rules(|rules| openings::of(plies.map(|ply| rules.position_at(ply))))
    }

    /// Whether the position that is shown is the one to be played in.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.viewed_ply() == self.ply()
    }

    /// The result, once the game is over and shown to be.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if self.imp().pending.borrow().is_empty() {
            self.with_rules(rules::Game::outcome)
        } else {
            None
        }
    }

    /// Whether nothing more can be played.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.read_only() || self.outcome().is_some()
    }

    /// What waits for an answer, once it is shown.
    #[must_use]
    pub fn offer(&self) -> Option<Offer> {
        if self.read_only() || !self.imp().pending.borrow().is_empty() {
            return None;
        }
        self.with_rules(rules::Game::offer)
    }

    /// Whether the player to move could claim a draw on the board.
    #[must_use]
    pub fn is_claimable(&self) -> bool {
        !self.is_closed() && self.with_rules(|rules| !rules.claims().is_empty())
    }

    /// The moment by which the clocks are read.
    pub(super) fn now(&self) -> Moment {
        let begun = self.imp().begun.get().unwrap_or_else(|| {
            let now = Instant::now();
            self.imp().begun.set(Some(now));
            now
        });
        Moment(u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    /// Why the last action was refused, until the next one.
    #[must_use]
    pub fn refusal(&self) -> Option<Refusal> {
        self.imp().refusal.get()
    }

    /// Does what a player wants, if the Laws allow it.
    ///
    /// # Errors
    /// The reason why not, which is also said by the status and the signal `refused`.
    pub fn act(&self, action: Action) -> Result<(), Refusal> {
        let imp = self.imp();
        let acted = if self.read_only() {
            Err(Refusal::GameOver)
        } else {
            let now = self.now();
            imp.rules.borrow_mut().act_at(action, now)
        };
        match acted {
            Ok(event) => {
                imp.refusal.set(None);
                self.record(event);
                Ok(())
            }
            Err(refusal) => {
                imp.refusal.set(Some(refusal));
                self.set_status(if self.read_only() {
                    imp.trouble.borrow().clone()
                } else {
                    self.with_rules(|rules| words::refusal(&refusal, rules.position().board()))
                });
                self.emit_by_name::<()>("refused", &[]);
                self.emit_by_name::<()>("changed", &[]);
                Err(refusal)
            }
        }
    }

    /// Whether the player to move may be shown where pieces may go, as the players agreed.
    #[must_use]
    pub fn agreed_hints(&self) -> bool {
        *self.header().hints.get(self.with_rules(rules::Game::turn))
    }

    /// The last event that is shown, if anything has happened since the game was opened.
    #[must_use]
    pub fn happened(&self) -> Option<Event> {
        self.imp().happened.borrow().clone()
    }

    /// Forgets the last refusal, as the players have seen it.
    pub fn clear_refusal(&self) {
        if self.imp().refusal.take().is_some() {
            self.set_status(self.viewed_status());
            self.emit_by_name::<()>("changed", &[]);
        }
    }
}
