//! The game that a window shows: one `chess::Game`, what players do in it, and what is said of it. How it is
//! saved is in `saving.rs`, where one looks in `viewer.rs`, what is added to it in `studying.rs`, help in
//! `helping.rs`, and the computer's part in `partner.rs`.

use std::cell::{Cell, OnceCell, Ref, RefCell};
use std::io;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use gettextrs::gettext;
use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::{
    self, Action, ByColor, Chess, Color, Event, Offer, Outcome, Refusal, Square, fen_of,
};
use rank_and_file_core::library::StudyFile;
use rank_and_file_core::play::PlayedGame;
use rank_and_file_core::record::log::{
    Appender, End, Folder, Header, Loaded, OpenError, fingerprint, has_ended_here, now,
};
use rank_and_file_core::record::pgn::Fault;
use rank_and_file_core::record::study::{NodeId, Study};

use super::helping::{LastRefusal, RefusedAction};
use super::saving::{PendingEvent, Saved, Saving};
use super::scoresheet::{self, ScoreRow};
use super::ticking::{Deadline, Tick, Ticking};
use super::{Navigation, Origin, Seats, SignalCallback, Viewer, callback, on};
use crate::subclass::{signals, subclass};
use crate::words::{self, Message};

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::Game)]
    pub struct Game {
        pub played: Rc<RefCell<PlayedGame>>,
        pub viewer: OnceCell<Viewer>,
        pub studying: crate::model::studying::Studying,
        pub header: OnceCell<Arc<Header>>,
        /// Whether it has begun here, and was not opened.
        pub begun: Cell<bool>,
        /// The end that its log had when it was opened.
        pub end: Cell<Option<End>>,
        pub refused: LastRefusal,
        /// The move that is shown, but not played until it is confirmed.
        pub proposed: RefCell<Option<Action>>,
        pub for_now: Cell<bool>,
        /// The last event that is shown.
        pub happened: RefCell<Option<Event>>,
        pub scoresheet: OnceCell<gio::ListStore>,
        pub ticking: Ticking,
        pub deadline: Deadline,
        pub release: crate::model::librarian::Release,
        pub helping: super::super::helping::Helping,
        /// The file's name without its ending.
        #[property(get, construct_only)]
        pub id: RefCell<String>,
        /// What happened last and what comes next, in the words that are shown.
        #[property(name = "status", get = Self::status, type = String)]
        pub status: RefCell<Message>,
        /// The last message that came by itself, and not as the answer to a key or a word.
        pub message: RefCell<Message>,
        /// Why the last moves are not saved, or none can be; empty while they are.
        #[property(name = "trouble", get = |imp: &Self| imp.saving.trouble(), type = String)]
        pub saving: Saving<PendingEvent>,
        /// Whether a move is shown that is still on its way to the file.
        #[property(name = "pending", get = |imp: &Self| imp.saving.is_pending())]
        _pending: std::marker::PhantomData<bool>,
        /// What was found where the game is kept, to be read once; empty for nothing.
        #[property(get)]
        pub notice: RefCell<String>,
        /// How many plies are shown to have been played.
        #[property(get)]
        pub ply: Cell<u32>,
        /// The result of the game, `*` while it is not over.
        #[property(name = "result", get = Self::result)]
        _result: std::marker::PhantomData<String>,
        /// Whether the game is only looked at.
        #[property(get)]
        pub read_only: Cell<bool>,
        /// Whether a computer thinks about its move.
        #[property(get)]
        pub thinking: Cell<bool>,
        /// Whether it is only looked at because it is not among the saved ones.
        #[property(name = "from-file", get = |imp: &Self| imp.opened_from.borrow().is_some(), type = bool)]
        pub opened_from: RefCell<Option<Origin>>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for Game {
        signals![
            "changed";
            "happened";
            "moved" => u32;
            "refused";
            "offered";
            "ticked";
            "ended";
            "studied";
            "continued";
        ];
    }

    impl Game {
        fn status(&self) -> String {
            self.status.borrow().shown().to_owned()
        }

        fn result(&self) -> String {
            self.obj().outcome().map_or("*", Outcome::result).to_owned()
        }
    }
}

subclass! {
    /// A game of chess as the windows see it.
    ///
    /// Signals: `changed` (something that is shown is different), `happened` (an event is shown),
    /// `moved` (with the number of the ply), `refused`, `offered`, `ended`, `ticked` (the clocks
    /// show something else), `studied` (its study is another one), and `continued` (its file was replaced by one in which
    /// it goes on).
    pub struct Game(imp::Game): glib::Object {}
}

impl Game {
    /// Who plays, since when, and how.
    pub fn header(&self) -> &Header {
        self.imp().header.get_or_init(|| Header::bare().into())
    }

    /// The name of the player of a side, as it is shown.
    pub fn player(&self, color: Color) -> String {
        words::player(self.header(), color)
    }

    /// Gives access to the game itself, which may be one event ahead of what is shown.
    pub fn with_game<T>(&self, look: impl FnOnce(&chess::Game) -> T) -> T {
        look(self.played().game())
    }

    /// The number that games with the same players, day and moves share.
    pub fn fingerprint(&self) -> u64 {
        self.with_game(|rules| fingerprint(self.header(), rules))
    }

    pub(super) fn played(&self) -> Ref<'_, PlayedGame> {
        self.imp().played.borrow()
    }

    /// Where one looks in it.
    pub fn viewer(&self) -> &Viewer {
        self.imp().viewer.get_or_init(|| {
            let viewer = Viewer::of(&self.imp().played, &self.imp().studying.study);
            let acts: [SignalCallback<Self>; 2] = [
                ("moved", Self::look_elsewhere),
                ("pointed", Self::tell_viewed),
            ];
            for (signal, act) in acts {
                on(&viewer, signal, callback(self, act));
            }
            viewer
        })
    }

    /// The scoresheet: a list of [`ScoreRow`].
    pub fn scoresheet(&self) -> &gio::ListStore {
        self.imp()
            .scoresheet
            .get_or_init(gio::ListStore::new::<ScoreRow>)
    }

    /// The result, once the game is over and shown to be.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.saving().is_waiting() {
            return None;
        }
        self.with_game(chess::Game::outcome)
    }

    /// Whether nothing more can be played.
    pub fn is_closed(&self) -> bool {
        self.read_only() || self.outcome().is_some()
    }

    /// Whether these players are over with their game at this table, and may want another. Not so
    /// where only the record of a game has come here.
    pub fn has_ended_here(&self) -> bool {
        let end = self.imp().end.get();
        self.with_game(|rules| has_ended_here(self.header(), rules, end))
    }

    /// What waits for an answer, once it is shown.
    pub fn offer(&self) -> Option<Offer> {
        if self.read_only() || self.saving().is_waiting() {
            return None;
        }
        self.with_game(chess::Game::offer)
    }

    /// Whether the player to move, being a person, could claim a draw on the board.
    pub fn is_claimable(&self) -> bool {
        !self.is_closed()
            && self.played().may(&Action::Claim(None))
            && self.with_game(|rules| !rules.claims().is_empty())
    }

    /// Does what a person wants, if the Laws allow it, and it is not for the computer to do.
    ///
    /// # Errors
    /// The reason why not, which is also said by the status and the signal `refused`.
    pub fn act(&self, action: Action) -> Result<(), Refusal> {
        let tried = action.squares();
        let acted = if self.read_only() {
            Err(Refusal::GameOver)
        } else {
            self.imp().played.borrow_mut().act(action)
        };
        let why = match acted {
            Ok(event) => {
                self.imp().refused.forget();
                self.record(event);
                return Ok(());
            }
            Err(why) => why,
        };
        // Where the turn is another's, no move was tried.
        let tried = tried.filter(|_| !why.is_of_turns());
        let said = if self.read_only() {
            self.trouble()
        } else {
            self.with_game(|rules| words::refusal_with_turn(&why, rules, self.header()))
        };
        self.refuse(Some(RefusedAction { why, tried }), said);
        Err(why)
    }

    /// Whether the player to move may be shown where pieces may go, as the players agreed. A player who
    /// looks through the game afterwards may.
    pub fn agreed_hints(&self) -> bool {
        self.can_be_studied() || *self.header().hints.get(self.with_game(chess::Game::turn))
    }

    /// The last event that is shown, if anything has happened since the game was opened.
    pub fn happened(&self) -> Option<Event> {
        self.imp().happened.borrow().clone()
    }

    /// What it is shown from, where it is not among the saved ones.
    pub fn opened_from(&self) -> Option<Origin> {
        self.imp().opened_from.borrow().clone()
    }

    /// Takes note that a game that was only opened from a file is among the saved ones now.
    pub fn mark_kept(&self) {
        self.imp().opened_from.take();
        self.set_trouble(String::new());
        self.notify_from_file();
    }
}

/// What came of opening a log.
pub enum Opened {
    /// The game can be continued (or, being over, looked through).
    Ready(Game),
    /// The game can only be looked at, for the reason that its status gives.
    ReadOnly(Game),
    /// There is nothing to be seen, for this reason.
    Failed(String),
}

impl Game {
    /// Begins a game and its log.
    pub fn begin(folder: &Folder, header: Header, start: Chess) -> Self {
        let entry = folder.new_entry(header.started.unwrap_or_else(now));
        let first = format!("{}{}\n", header.line(), fen_of(&start));
        let rules = header.new_game(start);
        let game = Self::with(&entry.id, header, rules);
        game.set_status(game.with_game(|rules| words::welcome(rules, game.header())));
        game.keep(&entry.id, Appender::create(entry.path.clone()));
        game.saving().write(first);
        game.imp().begun.set(true);
        game.look_out();
        game.keeping(StudyFile::new(entry))
    }

    /// A game that is not kept, such as that of a lesson: it has no log, and what is played in it
    /// is shown at once.
    pub fn without_log(header: Header, rules: chess::Game) -> Self {
        let game = Self::with("", header, rules);
        game.set_status(game.live_status());
        game.look_out();
        game
    }

    /// The game of a log that was opened to be continued.
    pub fn opened(id: &str, opened: Result<(Loaded, Appender), OpenError>) -> Opened {
        let (loaded, why) = match opened {
            Ok((loaded, appender)) => {
                let mut notices = words::notices(&loaded);
                let game = Self::of(id, loaded);
                let status = game.live_status();
                notices.push(status);
                game.set_status(words::sentences(&notices));
                if game.outcome().is_none() {
                    game.keep(id, appender);
                    game.look_out();
                }
                return Opened::Ready(game);
            }
            Err(OpenError::Locked(loaded)) => (loaded, words::open_elsewhere()),
            Err(OpenError::Faulty(loaded)) => {
                let why = loaded.fault.as_ref().map(words::fault).unwrap_or_default();
                (loaded, why)
            }
            Err(OpenError::ReadOnly(loaded, error)) => (loaded, words::shown_only(&error)),
            Err(OpenError::Io(error)) => return Opened::Failed(words::io_error(&error)),
        };
        let game = Self::of(id, *loaded);
        game.set_status(why.clone());
        Opened::ReadOnly(game.frozen(why))
    }

    /// A game that was found there, only to be looked at: it is not among the saved ones. `wrong` says what ends it.
    pub fn shown(loaded: Loaded, study: Study, wrong: Option<&Fault>, from: Origin) -> Self {
        let fault = loaded.fault.as_ref().map(words::fault);
        let fault = fault.or(wrong.map(|fault| words::pgn_fault(&fault.kind)));
        let why = words::sentences(&[fault.unwrap_or_default(), words::not_among_saved()]);
        let game = Self::of("", loaded).studied(study);
        game.imp().opened_from.replace(Some(from));
        game.set_status(game.live_status());
        game.frozen(why)
    }

    /// The game as its log would give it back, over or not: for exports from the window.
    pub fn loaded(&self) -> Loaded {
        let mut loaded = Loaded::of(self.header().clone(), self.with_game(Clone::clone));
        loaded.end = self.imp().end.get();
        loaded
    }

    pub(super) fn frozen(self, why: String) -> Self {
        self.imp().read_only.set(true);
        self.viewer().close();
        self.set_trouble(why);
        self
    }

    fn of(id: &str, loaded: Loaded) -> Self {
        let game = Self::with(id, loaded.header, loaded.game);
        game.imp().end.set(loaded.end);
        game.imp().played.borrow_mut().set_moved(loaded.moved);
        let seat = game.header().correspondence.and(Seats::shared().get(id));
        if let Some(seat) = seat {
            game.imp().played.borrow_mut().sit_here(seat);
        }
        game.await_deadline();
        game
    }

    fn with(id: &str, header: Header, rules: chess::Game) -> Self {
        let game: Self = glib::Object::builder().property("id", id).build();
        let imp = game.imp();
        let plies = u32::try_from(rules.plies().len()).unwrap_or(u32::MAX);
        imp.ply.set(plies);
        game.viewer().come_to(plies, rules.outcome().is_some());
        scoresheet::fill(game.scoresheet(), rules.plies());
        let header = Arc::new(header);
        imp.played.replace(PlayedGame::new(header.clone(), rules));
        imp.header.set(header).ok();
        game
    }
}

// What the computer changes for those who play against it, and how it acts in an observable game.

impl Game {
    /// The only side that is played by a person at this computer; `None` where both are, or neither is.
    pub fn own_side(&self) -> Option<Color> {
        self.played().own_side()
    }

    /// What a person has to answer.
    pub fn offer_to_answer(&self) -> Option<Offer> {
        self.offer().filter(|_| self.played().may(&Action::Accept))
    }

    /// How many plies are taken back when a person takes back the own last move; `None` where that cannot be.
    pub fn takeback(&self) -> Option<usize> {
        if self.is_closed() || self.offer().is_some() {
            return None;
        }
        let plies = self.own_last_plies()?;
        let proposal = Action::ProposeTakeback(plies);
        self.played().may(&proposal).then_some(plies)
    }

    /// How many plies those are, whether that can be now or not; `None` where no person has moved.
    pub fn own_last_plies(&self) -> Option<usize> {
        self.played().takeback()
    }

    /// Whether something has happened that is not shown yet.
    pub(super) fn is_catching_up(&self) -> bool {
        self.saving().is_waiting()
    }

    pub(super) fn set_thinking(&self, thinking: bool) {
        if self.imp().thinking.replace(thinking) != thinking {
            self.notify_thinking();
        }
    }
}

// Its clocks, and whether it is played elsewhere.

impl Game {
    /// The same of both sides as [`Self::clock_left`] has of one.
    pub fn clocks_left(&self) -> Option<ByColor<u64>> {
        let [white, black] = Color::ALL.map(|side| self.clock_left(side));
        Some(ByColor {
            white: white?,
            black: black?,
        })
    }

    /// What a side has left, in milliseconds; while a game that is over is looked through, what it
    /// had then. `None` for a game without clocks.
    pub fn clock_left(&self, color: Color) -> Option<u64> {
        let now = self.played().now();
        self.with_game(|rules| {
            let clock = rules.clock()?;
            let viewed = self.viewer().ply() as usize;
            let is_earlier = self.is_closed() && viewed < rules.plies().len();
            let earlier = match viewed.checked_sub(1).filter(|_| is_earlier) {
                Some(last) => rules.plies()[last].reading.clone(),
                None => is_earlier.then(|| chess::Clock::new(clock.control().clone()).reading()),
            };
            Some(match earlier {
                Some(reading) => *reading.left.get(color),
                None => clock.left(color, now),
            })
        })
    }

    /// Whose clock is running.
    pub fn clock_running(&self) -> Option<Color> {
        self.with_game(|rules| rules.clock()?.running())
    }

    /// Whether a clock was running and stands still.
    pub fn is_paused(&self) -> bool {
        self.with_game(|rules| rules.clock().is_some_and(chess::Clock::is_paused))
    }

    /// Looks at the clocks, and comes back when they show something new.
    fn tick(&self) {
        let ticking = &self.imp().ticking;
        ticking.timer.stop();
        let running = self.clock_running();
        let flag = running.and_then(|_| self.imp().played.borrow_mut().flag());
        if let Some(event) = flag {
            return self.record(event);
        }
        let tick = ticking.look(&self.played(), self.saving());
        match tick {
            Tick::Stands => {}
            Tick::Slept => drop(self.act(Action::Pause)),
            Tick::Lasts(time) => {
                ticking.timer.set(self, time, |game| {
                    game.tick();
                    game.emit_by_name::<()>("ticked", &[]);
                });
            }
        }
    }

    /// Shows that the time for a move of a correspondence game is over, as soon as it is.
    pub(super) fn await_deadline(&self) {
        let deadline = &self.imp().deadline;
        deadline.wait(self, &self.played(), |game| {
            if game.played().is_overdue() && !game.is_closed() {
                if game.viewer().is_live() {
                    game.tell_viewed();
                } else {
                    game.emit_by_name::<()>("changed", &[]);
                }
            }
            game.await_deadline();
        });
    }

    /// Leaves the clocks standing, as the game is left; without a move, nothing is kept of it.
    pub fn suspend(&self) {
        if self.clock_running().is_some() && !self.read_only() {
            // A refusal, as the clocks stand already, need not be told.
            self.act(Action::Pause).ok();
        }
        self.imp().ticking.timer.stop();
        // Nothing is kept of a game that was begun here and in which no move was made.
        let played = |rules: &chess::Game| !rules.plies().is_empty() || rules.outcome().is_some();
        let shared = self.header().correspondence.is_some();
        if self.imp().begun.get() && !shared && !self.with_game(played) {
            self.saving().discard();
        }
    }

    /// Calls `then` once no process holds the lock of the log at `path`, unless the game is gone before.
    pub fn await_release(&self, path: &Path, then: impl FnOnce(&Self) + 'static) {
        let game = self.downgrade();
        self.imp().release.wait(path, move || {
            if let Some(game) = game.upgrade() {
                then(&game);
            }
        });
    }
}

// What others do to its file.

impl Game {
    /// Has its file looked at, and copies of it, unless it is known as it is. Where it goes on there, `continued` tells.
    pub fn look_at_file(&self, known: Option<u64>) {
        let plays = self.outcome().is_none() && !self.read_only();
        // An offer of a draw changes no move.
        let other = known != Some(self.fingerprint()) || self.header().correspondence.is_some();
        if plays && self.saving().has_file() && other {
            self.saving().note(String::new());
        }
    }

    /// Calls back when another program has brought a file in which the game goes on.
    pub fn connect_continued(&self, told: impl Fn(&Self) + 'static) -> glib::SignalHandlerId {
        on(self, "continued", told)
    }
}

// What the status of a game says.

impl Game {
    /// Says which piece is selected and, with hints, where it may go; or what comes next when it
    /// was let go.
    pub fn tell_selection(&self, selected: Option<Square>, hints: bool) {
        let said = selected.and_then(|from| {
            self.with_playable_game(|rules| {
                words::selection(rules, from, hints && self.agreed_hints())
            })
        });
        self.say_for_now(|game| game.set_status(said.unwrap_or_else(|| game.viewed_status())));
    }

    /// Whether what is said now need not be heard once there is something else to say.
    pub fn says_for_now(&self) -> bool {
        self.imp().for_now.get()
    }

    /// What happened last and what comes next, for the eye and for the ear.
    pub fn said(&self) -> Message {
        self.imp().status.borrow().clone()
    }

    pub(super) fn set_status(&self, status: impl Into<Message>) {
        let status = status.into();
        if *self.imp().status.borrow() != status {
            self.say(status);
        }
    }

    /// Says something besides what was done, until something happens.
    pub fn say(&self, what: impl Into<Message>) {
        let what = what.into();
        self.imp().message.replace(what.clone());
        self.read_out(what);
    }

    /// What was said last; what was read out on request since does not count.
    pub fn message(&self) -> Message {
        self.imp().message.borrow().clone()
    }

    /// Says what is asked for, such as what the clocks show, until something happens.
    pub fn read_out(&self, what: impl Into<Message>) {
        self.imp().status.replace(what.into());
        // The same words are heard again when they are asked for again.
        self.notify_status();
    }

    /// Tells that another position is shown. Back in the current one of a game that goes on, its last move is heard.
    fn look_elsewhere(&self) {
        self.imp().refused.forget();
        let viewer = self.viewer();
        if !viewer.is_live() || self.is_closed() || self.ply() == 0 {
            return self.tell_viewed();
        }
        let heard = |line: &_, plies| words::last_and_next(line, plies, self.header());
        let heard = viewer.with_shown_line(heard).spoken().to_owned();
        self.set_status(Message::new(self.live_status(), heard));
        self.emit_by_name::<()>("changed", &[]);
    }

    /// Says what is to be said of the position that is shown.
    pub(super) fn tell_viewed(&self) {
        let (said, pointed) = (self.viewed_status(), self.viewer().pointed());
        // What is heard again on request is what was told of a line, not how it goes on.
        if pointed.is_some_and(|pointed| pointed.goes_on) && said != self.said() {
            self.read_out(said);
        } else {
            self.set_status(said);
        }
        self.emit_by_name::<()>("changed", &[]);
    }

    /// The words for the position that is shown: which it is, and for the ear what is noted there.
    pub(super) fn viewed_status(&self) -> Message {
        let viewer = self.viewer();
        if let Some(pointed) = viewer.pointed() {
            return pointed.message();
        }
        if viewer.tried_at() == Some(viewer.node()) {
            // Where moves are tried, what asked for them says what comes of each: that stays.
            return self.said();
        }
        if viewer.ahead().is_some() {
            return viewer.with_shown_line(words::looking_ahead);
        }
        let node = viewer.node();
        let said = match node {
            _ if viewer.is_live() => self.live_status().into(),
            NodeId::Main(ply) => viewer.looking_back(ply),
            NodeId::Side(_) => {
                let instead = viewer.instead_of();
                let said = |line: &chess::Game, plies| {
                    words::in_side_line(line, plies, instead.as_deref())
                };
                viewer.with_shown_line(said)
            }
        };
        if !self.is_closed() {
            return said;
        }
        let mut noted = self.with_study(|study, _| words::noted(study.notes(node)));
        if viewer.leads_to(Navigation::NextLine).is_some() {
            noted = noted.iter().map(|said| words::ended(said)).collect();
            noted.push(words::has_variation(true));
        }
        said.and_spoken(&noted)
    }

    pub(super) fn live_status(&self) -> String {
        // Why nothing can be played is told of a game that is not over.
        if self.read_only() && !self.is_set_up() && self.outcome().is_none() {
            return self.trouble();
        }
        match self.outcome() {
            Some(outcome) => words::outcome(outcome, self.header()),
            None => {
                let turn = self.with_game(|rules| words::turn_in(rules, self.header()));
                let paused = self.is_paused().then(words::paused);
                let next = [words::sentence(&turn)].into_iter().chain(paused);
                let late = words::deadline(&self.played());
                let more = late.into_iter().chain(self.warning());
                words::sentences(&next.chain(more).collect::<Vec<_>>())
            }
        }
    }
}

impl Game {
    /// Hands what happened to the log, and shows it when it is there.
    pub(super) fn record(&self, event: Event) {
        let logged = self.saving().has_file();
        let lines = logged.then(|| self.played().lines(&event));
        let lines = lines.unwrap_or_default();
        if matches!(event, Event::Helped(..)) {
            // Help is only noted in the log. It changes nothing on the board, and is said elsewhere.
            self.saving().write(lines);
            return;
        }
        let shown = self.with_game(|rules| PendingEvent::of(event, rules, self.header()));
        self.save(lines, shown);
        self.tick();
    }

    pub(super) fn tell_happened(&self, event: Event) {
        self.imp().happened.replace(Some(event));
        self.emit_by_name::<()>("happened", &[]);
    }

    /// Whether something was played, or added, that is not in the file.
    pub fn is_unsaved(&self) -> bool {
        self.saving().is_unsaved() || self.is_added_to()
    }

    /// Whether something is on its way to the file, without any trouble so far.
    pub fn is_on_its_way(&self) -> bool {
        self.saving().is_on_its_way()
    }

    /// Waits until nothing is on its way any more: it is in the file, or is told not to be.
    pub async fn settled(&self) {
        // Nothing is sent on this channel. It closes when all is settled.
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
    type Shown = PendingEvent;

    fn saving(&self) -> &Saving<PendingEvent> {
        &self.imp().saving
    }

    fn tell(&self, what: String) {
        self.imp().notice.replace(what);
        self.notify_notice();
    }

    fn goes_on_in(&self, path: &Path) {
        self.keep_study_beside(path);
    }

    fn was_continued(&self) {
        if !self.saving().is_waiting() && !self.saving().is_unsaved() {
            self.emit_by_name::<()>("continued", &[]);
        }
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
            gettext("The last changes are not saved yet: the disk is slow. You can go on.")
        } else {
            words::slow_disk()
        }
    }

    fn show(&self, shown: PendingEvent) {
        let imp = self.imp();
        if matches!(shown.event, Event::TakenBack(_)) {
            self.cut_study(shown.plies as usize);
        }
        imp.ply.set(shown.plies);
        self.viewer().come_to(shown.plies, self.is_closed());
        let rows = self.scoresheet();
        if let Some(ply) = &shown.moved {
            scoresheet::append(rows, shown.plies, ply);
        } else if matches!(shown.event, Event::TakenBack(_)) {
            // More may have been played that is not shown yet.
            let plies = self.with_game(|rules| rules.plies().to_vec());
            let shown = plies.get(..shown.plies as usize).unwrap_or(&plies);
            scoresheet::fill(rows, shown);
        }
        self.set_status(shown.status);
        let ended = shown.event.ended().is_some();
        if shown.event.has_moved() || ended || matches!(shown.event, Event::TakenBack(_)) {
            self.look_out();
        }
        self.notify_ply();
        self.viewer().notify_ply();
        self.emit_by_name::<()>("changed", &[]);
        self.tell_happened(shown.event.clone());
        if shown.event.has_moved() {
            self.emit_by_name::<()>("moved", &[&shown.plies]);
        }
        if shown.event.has_offered() {
            self.emit_by_name::<()>("offered", &[]);
        }
        self.await_deadline();
        if ended {
            self.notify_result();
            self.emit_by_name::<()>("ended", &[]);
        }
    }
}
