//! The game that a window shows: one `rules::Game`, what players do in it, and what is seen of it.
//! How it comes to be shown is in `beginning.rs`, how it is saved in `saving.rs` and what is shown of
//! what happens in `recording.rs`, its clocks in `ticking.rs`, its scoresheet in `scoresheet.rs`, the words
//! about it in `status.rs`, what is added to it afterwards in `reviewing.rs`, help while it is played in
//! `helping.rs`, and where computers play in `seats.rs`.

use std::cell::{Cell, OnceCell, RefCell};
use std::path::PathBuf;
use std::sync::OnceLock;

use glib::subclass::Signal;
use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::log::{End, Header, has_ended_here};
use rank_and_file_core::openings;
use rank_and_file_core::rules::{
    self, Action, Color, Event, Offer, Outcome, Position, Refusal, Square, fen_of,
};
use rank_and_file_core::study::Place;

use super::recording::{Happened, Refused};
use super::saving::{Saved, Saving};
use crate::words::{self, Said};

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::Game)]
    pub struct Game {
        pub rules: RefCell<rules::Game>,
        pub reviewing: super::super::reviewing::Reviewing,
        pub header: OnceCell<Header>,
        /// The end that its log had when it was opened.
        pub end: Cell<Option<End>>,
        pub refused: Cell<Option<Refused>>,
        /// The last event that is shown.
        pub happened: RefCell<Option<Event>>,
        pub scoresheet: OnceCell<gio::ListStore>,
        pub ticking: super::super::ticking::Ticking,
        pub release: super::super::release::Release,
        pub helping: super::super::helping::Helping,
        /// The file's name without its ending.
        #[property(get, construct_only)]
        pub id: RefCell<String>,
        /// What happened last and what comes next, in the words that are shown.
        #[property(name = "status", get = Self::status, type = String)]
        pub status: RefCell<Said>,
        /// Why the last moves are not saved, or none can be; empty while they are.
        #[property(name = "trouble", get = |imp: &Self| imp.saving.trouble(), type = String)]
        pub saving: Saving<Happened>,
        /// Whether a move is shown that is still on its way to the file.
        #[property(name = "pending", get = |imp: &Self| imp.saving.is_pending())]
        _pending: std::marker::PhantomData<bool>,
        /// What was found where the game is kept, to be read once; empty for nothing.
        #[property(get)]
        pub notice: RefCell<String>,
        /// How many plies are shown to have been played.
        #[property(get)]
        pub ply: Cell<u32>,
        /// The ply of the game after which the board is shown, or after which the side line that it shows
        /// leaves the game.
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
        /// Whether a computer thinks about its move.
        #[property(get)]
        pub thinking: Cell<bool>,
        /// Whether it is so because it is not among the saved ones.
        #[property(name = "visiting", get = |imp: &Self| imp.visits.borrow().is_some(), type = bool)]
        pub visits: RefCell<Option<PathBuf>>,
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
                    Signal::builder("studied").build(),
                    Signal::builder("released").build(),
                ]
            })
        }
    }

    impl Game {
        fn set_viewed_ply(&self, ply: u32) {
            self.obj()
                .go_to(Place::Main(ply.min(self.ply.get()) as usize));
        }

        fn status(&self) -> String {
            self.status.borrow().shown().to_owned()
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
    /// `moved` (with the number of the ply), `refused`, `offered`, `ended`, `ticked` (the clocks
    /// show something else), `studied` (its study is another one), and `released` (it was left elsewhere).
    pub struct Game(ObjectSubclass<imp::Game>);
}

impl Game {
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

    /// The opening that has led to the position that is shown, if it has a name.
    #[must_use]
    pub fn opening(&self) -> Option<&'static openings::Opening> {
        self.with_line(|line, plies| openings::of((0..=plies).map(|ply| line.position_at(ply))))
    }

    /// What has been taken until the position that is shown.
    #[must_use]
    pub fn captured(&self) -> rules::Captured {
        self.with_line(rules::Game::captured_at)
    }

    /// Whether the position that is shown is the one to be played in.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.place() == Place::Main(self.ply() as usize) && self.ahead().is_none()
    }

    /// The result, once the game is over and shown to be.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if self.saving().is_waiting() {
            return None;
        }
        self.with_rules(rules::Game::outcome)
    }

    /// Whether nothing more can be played.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.read_only() || self.outcome().is_some()
    }

    /// Whether these players are over with their game at this table, and may want another. Not so
    /// where only the record of a game has come here.
    #[must_use]
    pub fn has_ended_here(&self) -> bool {
        let end = self.imp().end.get();
        self.with_rules(|rules| has_ended_here(self.header(), rules, end))
    }

    /// What waits for an answer, once it is shown.
    #[must_use]
    pub fn offer(&self) -> Option<Offer> {
        if self.read_only() || self.saving().is_waiting() {
            return None;
        }
        self.with_rules(rules::Game::offer)
    }

    /// Whether the player to move, being a person, could claim a draw on the board.
    #[must_use]
    pub fn is_claimable(&self) -> bool {
        let closed = self.is_closed() || self.is_computers_turn();
        !closed && self.with_rules(|rules| !rules.claims().is_empty())
    }

    /// Why the last action was refused, until the next one.
    #[must_use]
    pub fn refusal(&self) -> Option<Refusal> {
        self.imp().refused.get().map(|refused| refused.why)
    }

    /// From where to where the move went that was refused, until the next action.
    #[must_use]
    pub fn tried(&self) -> Option<(Square, Square)> {
        self.imp().refused.get().and_then(|refused| refused.tried)
    }

    /// Does what a person wants, if the Laws allow it, and it is not for the computer to do.
    ///
    /// # Errors
    /// The reason why not, which is also said by the status and the signal `refused`.
    pub fn act(&self, action: Action) -> Result<(), Refusal> {
        let imp = self.imp();
        let tried = match action {
            Action::Move { from, to, .. } if from != to => Some((from, to)),
            _ => None,
        };
        let withheld = self.with_rules(|rules| self.header().withheld(rules, &action));
        let acted = match withheld {
            _ if self.read_only() => Err(Refusal::GameOver),
            Some(why) => Err(why),
            None => self.act_for_anybody(action),
        };
        match acted {
            Ok(()) => Ok(()),
            Err(refusal) => {
                imp.refused.set(Some(Refused {
                    why: refusal,
                    // Where the turn is another's, no move was tried.
                    tried: tried.filter(|_| refusal != Refusal::ComputersTurn),
                }));
                self.set_status(if self.read_only() {
                    self.trouble()
                } else {
                    self.with_rules(|rules| words::refusal(&refusal, rules.position().board()))
                });
                self.emit_by_name::<()>("refused", &[]);
                self.emit_by_name::<()>("changed", &[]);
                Err(refusal)
            }
        }
    }

    /// Whether the player to move may be shown where pieces may go, as the players agreed. Whoever
    /// looks through the game afterwards may.
    #[must_use]
    pub fn agreed_hints(&self) -> bool {
        self.is_reviewable() || *self.header().hints.get(self.with_rules(rules::Game::turn))
    }

    /// The last event that is shown, if anything has happened since the game was opened.
    #[must_use]
    pub fn happened(&self) -> Option<Event> {
        self.imp().happened.borrow().clone()
    }

    pub(super) fn refuse(&self, refused: Refused) {
        self.imp().refused.set(Some(refused));
    }

    /// Forgets the last refusal, as the players have seen it.
    pub fn clear_refusal(&self) {
        if self.imp().refused.take().is_some() {
            self.set_status(self.viewed_status());
            self.emit_by_name::<()>("changed", &[]);
        }
    }

    /// The file that it is shown from, where it is not among the saved ones.
    #[must_use]
    pub fn visits(&self) -> Option<PathBuf> {
        self.imp().visits.borrow().clone()
    }

    /// Takes note that a game that was only visiting is among the saved ones now.
    pub fn has_been_kept(&self) {
        self.imp().visits.take();
        self.set_trouble(String::new());
        self.notify_visiting();
    }
}
