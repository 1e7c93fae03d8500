//! Correspondence games: who sits at this computer, what may be done here, until when, what has come from the other
//! computer, and conditional moves, which answer that.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use jiff::Timestamp;
use rank_and_file_core::chess::{Action, Color, Outcome};
use rank_and_file_core::library::Stamp;
use rank_and_file_core::play::{ConditionalAnswer, answer_in_log};
use rank_and_file_core::record::log::{
    self, ConditionalMoves, Folder, Loaded, News, OwnSeat, Standing,
};

use super::{Game, Notes, SavedGame, Seats};
use crate::words;

impl SavedGame {
    /// The side of a correspondence game that is played at this computer; `None` in another game.
    pub fn own_side(&self) -> Option<Color> {
        Seats::shared().get(&self.summary().entry.id)?.side()
    }
}

/// What there is to a correspondence game besides: who sits at this computer, until when a move is due, and the
/// conditional moves. Any other game has nothing of that.
#[derive(Clone, Copy)]
pub struct CorrespondenceGame<'a> {
    game: &'a Game,
}

impl<'a> CorrespondenceGame<'a> {
    /// A game, as far as it is a correspondence game.
    pub fn of(game: &'a Game) -> Self {
        Self { game }
    }

    /// Takes note of who sits here, and shows what that one may do.
    pub fn sit_here(self, seat: OwnSeat) {
        self.game.imp().played.borrow_mut().sit_here(seat);
        self.game.await_deadline();
        self.game.tell_viewed();
    }

    /// Keeps who sits here, and takes note of it.
    pub fn take_seat(self, seat: OwnSeat) {
        Seats::shared().put(vec![(self.game.id(), Some(seat))]);
        self.sit_here(seat);
    }

    /// Whether it has to be asked who sits here, before anything can be played.
    pub fn wants_seat(self) -> bool {
        let played = self.game.played();
        !self.game.is_closed() && played.is_correspondence() && played.own_seat().is_none()
    }

    /// Until when the player to move has time; `None` where there is no hurry.
    pub fn deadline(self) -> Option<Timestamp> {
        self.game.played().deadline()
    }

    /// What is said of that, if anything.
    pub fn deadline_said(self) -> Option<String> {
        words::deadline(&self.game.played())
    }

    /// Whether the player to move has had more time than was agreed.
    pub fn is_overdue(self) -> bool {
        self.game.played().is_overdue()
    }

    /// How the game ends if it is claimed on time here; `None` where the opponent still has time, or is not to move.
    pub fn time_claim(self) -> Option<Outcome> {
        let claim = self.game.played().time_claim();
        claim.filter(|_| !self.game.is_closed())
    }

    /// Ends the game on time, if the move of the opponent is overdue. A move that lies in the folder and was not read yet
    /// comes first.
    pub async fn claim_on_time(self) {
        let moved = Rc::new(Cell::new(false));
        let told = moved.clone();
        let hears = self.game.connect_continued(move |_| told.set(true));
        // Where there is nothing to be saved, this looks whether the game goes on in the file that lies there.
        self.game.save_again();
        self.game.settled().await;
        self.game.disconnect(hears);
        if let Some(outcome) = self.time_claim().filter(|_| !moved.get()) {
            self.game.act(Action::Conclude(outcome)).ok();
        }
    }

    /// Whether the player here may lay out conditional moves: the opponent is to move, at the other computer.
    pub fn may_plan(self) -> bool {
        let played = self.game.played();
        let own = played.own_seat().and_then(OwnSeat::side);
        !self.game.is_closed() && own.is_some_and(|own| played.game().turn() != own)
    }

    /// The conditional moves of the player here that may still come.
    pub fn conditional_moves(self) -> ConditionalMoves {
        let mut moves = Notes::<ConditionalMoves>::shared()
            .get(&self.game.id())
            .unwrap_or_default();
        self.game.with_game(|rules| moves.forget_past(rules));
        moves
    }

    /// Keeps others in their place.
    pub fn set_conditional_moves(self, moves: ConditionalMoves) {
        let moves = Some(moves).filter(|moves| !moves.is_empty());
        Notes::<ConditionalMoves>::shared().put(vec![(self.game.id(), moves)]);
        self.game.emit_by_name::<()>("changed", &[]);
    }

    /// Plays the conditional move that is to be played now. Gives what is to be told of that.
    pub fn play_conditional_move(self) -> Option<Arrival> {
        let own = self.game.played().own_seat()?.side()?;
        if self.game.is_closed() {
            return None;
        }
        let moves = Notes::<ConditionalMoves>::shared().get(&self.game.id())?;
        let answer = self.game.played().conditional_answer(&moves)?;
        self.game.act(answer).ok()?;
        Some(Arrival {
            id: self.game.id(),
            news: News::Moved,
            loaded: self.game.loaded(),
            own,
            answer: ConditionalAnswer::Played,
        })
    }
}

/// What the opponent has done in a game, to be told by the desktop.
#[derive(Debug, Clone)]
pub struct Arrival {
    /// The id of the game.
    pub id: String,
    /// What it is.
    pub news: News,
    /// The game as it stands, with the answer where one was played.
    pub loaded: Loaded,
    /// The side that is played here.
    pub own: Color,
    /// What came of conditional moves.
    pub answer: ConditionalAnswer,
}

/// What is known of a log: what its file was like, and how the game stood.
#[derive(Debug, Clone, Copy)]
struct Seen {
    /// `None` where that was before the program was started.
    stamp: Option<Stamp>,
    standing: Standing,
}

/// Finds out what has come from other computers, and plays conditional moves. What is there at the first look at a game
/// ever is no news.
#[derive(Debug)]
pub struct Arrivals {
    seats: Rc<Seats>,
    conditional: Rc<Notes<ConditionalMoves>>,
    standings: Notes<Standing>,
    seen: RefCell<HashMap<String, Seen>>,
    /// Whether a look is under way, and whether the games have changed since it began.
    looking: Cell<Option<bool>>,
}

impl Arrivals {
    /// What comes to those who sit here, with their conditional moves. How games stood is kept in the file at `standings`.
    pub fn new(
        seats: Rc<Seats>,
        conditional: Rc<Notes<ConditionalMoves>>,
        standings: PathBuf,
    ) -> Self {
        Self {
            seats,
            conditional,
            standings: Notes::at(standings),
            seen: RefCell::default(),
            looking: Cell::default(),
        }
    }

    /// Looks at the games of the folder that are played from here, and calls `tell` once for each thing that an
    /// opponent has done since the last look, even if that was before the program was started.
    pub fn look(self: &Rc<Self>, folder: &Folder, tell: impl Fn(Arrival) + 'static) {
        let (arrivals, folder) = (self.clone(), folder.clone());
        if arrivals.looking.get().is_some() {
            arrivals.looking.set(Some(true));
            return;
        }
        arrivals.looking.set(Some(false));
        glib::spawn_future_local(async move {
            loop {
                let look = Look {
                    seats: arrivals.seats.all(),
                    folder: folder.clone(),
                    conditional: arrivals.conditional.all(),
                    seen: arrivals.seen(),
                };
                if let Ok((seen, come)) = gio::spawn_blocking(move || look.look()).await {
                    arrivals.keep(seen);
                    arrivals.forget_missed(&come);
                    come.into_iter().for_each(&tell);
                }
                if arrivals.looking.replace(Some(false)) != Some(true) {
                    arrivals.looking.take();
                    return;
                }
            }
        });
    }

    /// What is known of the games, if only from before.
    fn seen(&self) -> HashMap<String, Seen> {
        let mut seen = self.seen.borrow().clone();
        for (id, standing) in self.standings.all() {
            let before = Seen {
                stamp: None,
                standing,
            };
            seen.entry(id).or_insert(before);
        }
        seen
    }

    fn keep(&self, seen: HashMap<String, Seen>) {
        let standings = seen
            .iter()
            .map(|(id, seen)| (id.clone(), Some(seen.standing)));
        self.standings.put(standings.collect());
        let over = seen.iter().filter(|(_, seen)| seen.standing.is_over());
        self.conditional
            .put(over.map(|(id, _)| (id.clone(), None)).collect());
        self.seen.replace(seen);
    }

    fn forget_missed(&self, come: &[Arrival]) {
        let missed = come
            .iter()
            .filter(|arrival| arrival.answer == ConditionalAnswer::Missed);
        let missed = missed.map(|arrival| (arrival.id.clone(), None));
        self.conditional.put(missed.collect());
    }
}

/// What a thread needs that looks at the games.
struct Look {
    seats: BTreeMap<String, OwnSeat>,
    folder: Folder,
    conditional: BTreeMap<String, ConditionalMoves>,
    seen: HashMap<String, Seen>,
}

impl Look {
    /// What is known of the games now, and what has come.
    fn look(mut self) -> (HashMap<String, Seen>, Vec<Arrival>) {
        let mut come = Vec::new();
        let seats = self.seats.iter();
        for (id, own) in seats.filter_map(|(id, seat)| Some((id, seat.side()?))) {
            let path = self.folder.entry(id.clone()).path;
            let before = self.seen.get(id).copied();
            let Some(stamp) = stamp_of(&path) else {
                continue;
            };
            if before.is_some_and(|before| before.stamp == Some(stamp)) {
                continue;
            }
            // A file that is not whole yet is read when the rest has come.
            let Ok(loaded) = log::read(&path) else {
                continue;
            };
            let news = before.and_then(|before| before.standing.news(&loaded.game, own));
            let (loaded, answer) = self.answered(id, own, loaded, &path);
            let seen = Seen {
                stamp: match answer {
                    ConditionalAnswer::Played => stamp_of(&path),
                    _ => Some(stamp),
                },
                standing: Standing::of(&loaded.game),
            };
            self.seen.insert(id.clone(), seen);
            let news = news.or((answer == ConditionalAnswer::Played).then_some(News::Moved));
            come.extend(news.map(|news| Arrival {
                id: id.clone(),
                news,
                loaded,
                own,
                answer,
            }));
        }
        (self.seen, come)
    }

    /// The game with the conditional move that is to be played in it, if there is one.
    fn answered(
        &self,
        id: &str,
        own: Color,
        loaded: Loaded,
        path: &Path,
    ) -> (Loaded, ConditionalAnswer) {
        let Some(moves) = self.conditional.get(id) else {
            return (loaded, ConditionalAnswer::None);
        };
        if moves.are_missed(&loaded.game, own) {
            return (loaded, ConditionalAnswer::Missed);
        }
        if moves.answer(&loaded.game, own).is_none() {
            return (loaded, ConditionalAnswer::None);
        }
        match answer_in_log(path, own, moves) {
            Ok((answer, played)) => (played.unwrap_or(loaded), answer),
            Err(error) => {
                tracing::error!("a conditional move cannot be played in {id}: {error}");
                (loaded, ConditionalAnswer::None)
            }
        }
    }
}

fn stamp_of(path: &Path) -> Option<Stamp> {
    fs::metadata(path).ok().map(|file| Stamp::of(&file))
}
