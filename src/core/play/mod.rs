//! A game at a table: the only way in for actions of people and computers, and what comes of them for the log and for
//! the view. The caller decides where the log is written, which engine thinks for a computer, and what is shown.

mod assistance;
mod correspondence;

pub use assistance::{
    Assistance, BlunderCheck, GuardDecision, HeldBack, Purpose, Tip, TutorAnswer, TutorRequest,
};
pub use correspondence::{ConditionalAnswer, answer_in_log};

use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::Timestamp;

use crate::chess::{
    Action, ByColor, Color, Event, Game, Help, MonotonicTime, Offer, Outcome, Refusal,
};
use crate::engine::{Computer, Found, Level, PlayPolicy, Question};
use crate::record::log::{Header, Loaded, OwnSeat, lines_for, moved_line, now};
use crate::training::tutor::TutorQuestion;

/// A game that is played.
#[derive(Clone)]
pub struct PlayedGame {
    header: Arc<Header>,
    game: Game,
    /// From when on the clocks count.
    begun: Instant,
    /// How its computers play.
    policies: ByColor<Option<PlayPolicy>>,
    /// Who sits at this computer, where that matters.
    own_seat: Option<OwnSeat>,
    /// Since when the player to move has the turn, in a correspondence game.
    waits_since: Option<Timestamp>,
    assistance: Assistance,
    /// What was known of the earlier positions, by the number of plies before them.
    earlier: BTreeMap<usize, Assistance>,
}

/// What a computer is to do: to answer an offer, or else to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComputerTurn {
    /// Whose computer it is.
    pub side: Color,
    /// What it is to answer.
    pub offer: Option<Offer>,
    /// How many plies have been played.
    pub plies: usize,
}

impl Default for PlayedGame {
    fn default() -> Self {
        Self::new(Header::bare(), Game::default())
    }
}

impl PlayedGame {
    /// A game that begins or goes on. Its computers do nothing yet.
    pub fn new(header: impl Into<Arc<Header>>, game: Game) -> Self {
        let header = header.into();
        Self {
            own_seat: None,
            waits_since: header.started.filter(|_| game.plies().is_empty()),
            header,
            game,
            begun: Instant::now(),
            policies: ByColor::default(),
            assistance: Assistance::default(),
            earlier: BTreeMap::new(),
        }
    }

    /// Who plays, since when, and how.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The moment by which the clocks are read.
    pub fn now(&self) -> MonotonicTime {
        let passed = self.begun.elapsed().as_millis();
        MonotonicTime(u64::try_from(passed).unwrap_or(u64::MAX))
    }

    /// Does what a person wants, if the Laws allow it and it is not for a computer to do.
    ///
    /// # Errors
    /// The reason why not; the game is then unchanged.
    pub fn act(&mut self, action: Action) -> Result<Event, Refusal> {
        if let Some(why) = self.withheld(&action) {
            return Err(why);
        }
        let before = self.game.plies().len();
        let event = self.game.act_at(action, self.now())?;
        Ok(self.happened(event, before))
    }

    /// Whether an action is for a person at this computer to do, as far as turns go.
    pub fn may(&self, action: &Action) -> bool {
        self.withheld(action).is_none()
    }

    /// Why a person at this computer may not do this, as far as turns go: the program plays this side, or the opponent does
    /// at another computer. `None` where the person may.
    pub fn withheld(&self, action: &Action) -> Option<Refusal> {
        if self.game.outcome().is_some() {
            return None;
        }
        self.withheld_at_table(action)
            .or_else(|| self.withheld_elsewhere(action))
    }

    /// The same for a game at one table: a program plays this side, or the help was not agreed on.
    fn withheld_at_table(&self, action: &Action) -> Option<Refusal> {
        let turn = self.game.turn();
        let (side, why) = match action {
            Action::Move { .. } | Action::Write(_) | Action::OfferDraw | Action::Claim(_) => {
                (turn, Refusal::ComputersTurn)
            }
            Action::ProposeTakeback(1) => (turn.other(), Refusal::NothingToTakeBack),
            Action::ProposeTakeback(_) => (turn, Refusal::ComputersTurn),
            Action::Accept | Action::Decline => {
                (self.game.offer()?.by().other(), Refusal::OfferPending)
            }
            Action::Resign(side) => (*side, Refusal::ComputersTurn),
            Action::Help(side, help) => {
                let agreed = self.header.is_helped(*side, *help);
                return (!agreed).then_some(Refusal::NotAgreed);
            }
            _ => return None,
        };
        self.header.is_computer(side).then_some(why)
    }

    /// How many plies are taken back so that the player who asks for it chooses the own last move anew: the player
    /// who has just moved, or the person, however far the computer is. `None` where no person has moved.
    pub fn takeback(&self) -> Option<usize> {
        let plies = match self.header.person() {
            Some(person) if person == self.game.turn() => 2,
            None if self.header.has_computers() => return None,
            _ => 1,
        };
        (plies <= self.game.plies().len()).then_some(plies)
    }

    /// Looks at the clocks: the game ends where a flag has fallen.
    pub fn flag(&mut self) -> Option<Event> {
        let before = self.game.plies().len();
        let event = self.game.flag_at(self.now())?;
        Some(self.happened(event, before))
    }

    /// Puts aside what is known of the position after so many plies that is gone with this event. After a takeback it is
    /// known again, so that the same help is not counted twice.
    fn happened(&mut self, event: Event, before: usize) -> Event {
        if event.has_moved() {
            self.waits_since = Some(now());
        }
        if matches!(event, Event::TakenBack(_)) {
            let now = self.game.plies().len();
            self.assistance = self.earlier.remove(&now).unwrap_or_default();
            self.earlier.retain(|plies, _| *plies < now);
        } else if event.has_moved() || event.ended().is_some() {
            let known = mem::take(&mut self.assistance);
            // A move that comes back is looked at anew.
            let held_back = None;
            self.earlier
                .insert(before, Assistance { held_back, ..known });
        }
        event
    }

    /// What the log gets of the event that has just happened: whole lines.
    pub fn lines(&self, event: &Event) -> String {
        let mut lines = lines_for(event, &self.game, now());
        let goes_on = event.has_moved() && event.ended().is_none();
        if let Some(since) = self
            .waits_since
            .filter(|_| goes_on && self.is_correspondence())
        {
            lines += &moved_line(since);
        }
        lines
    }
}

// Two computers that share the game.
impl PlayedGame {
    /// A game that was read and goes on. Its computers do nothing yet.
    pub fn of(loaded: Loaded) -> Self {
        let mut played = Self::new(loaded.header, loaded.game);
        played.set_moved(loaded.moved);
        played
    }

    /// Takes note of when the last move was made, where that is known.
    pub fn set_moved(&mut self, moved: Option<Timestamp>) {
        self.waits_since = moved.or(self.waits_since);
    }

    /// Whether its players sit at two computers.
    pub fn is_correspondence(&self) -> bool {
        self.header.correspondence.is_some()
    }

    /// From now on this is who sits here, which only matters in a correspondence game.
    pub fn sit_here(&mut self, seat: OwnSeat) {
        self.own_seat = Some(seat);
    }

    /// Who sits here, where that matters and is known.
    pub fn own_seat(&self) -> Option<OwnSeat> {
        self.own_seat.filter(|_| self.is_correspondence())
    }

    /// The only side that is played by a person at this computer; `None` where both are, or neither is.
    pub fn own_side(&self) -> Option<Color> {
        let seat = self.own_seat().and_then(OwnSeat::side);
        seat.or(self.header.person())
    }

    /// Until when the player to move has time in a correspondence game; `None` where there is no hurry.
    pub fn deadline(&self) -> Option<Timestamp> {
        let playing = self.game.outcome().is_none();
        let terms = self.header.correspondence.filter(|_| playing)?;
        terms.deadline(self.waits_since?)
    }

    /// Whether the player to move has had more time than was agreed.
    pub fn is_overdue(&self) -> bool {
        self.deadline().is_some_and(|deadline| deadline < now())
    }

    /// How the game ends if the user of this computer claims it on time, by [`Action::Conclude`]; `None` where the move of
    /// the opponent is not overdue. Until then, the opponent may still move.
    pub fn time_claim(&self) -> Option<Outcome> {
        let own = self.own_seat()?.side()?;
        let late = self.game.turn();
        (late != own && self.is_overdue()).then(|| self.game.timed_out(late))
    }
}

// What the computers do.

impl PlayedGame {
    /// From now on the computers whom the header names play, unless the game is over.
    pub fn seat_computers(&mut self) {
        let playing = self.game.outcome().is_none();
        let policy = |computer: Option<Computer>| computer.filter(|_| playing).map(new_policy);
        self.policies = self.header.computers.clone().map(policy);
    }

    /// The computer that plays a side, and the number by which it overlooks other things in each game.
    pub fn computer(&self, side: Color) -> Option<(&Computer, u64)> {
        let policy = self.policies.get(side).as_ref()?;
        Some((policy.computer(), policy.seed()))
    }

    /// What a computer is to do; `None` where that is up to a person, or the game is over.
    pub fn computer_turn(&self) -> Option<ComputerTurn> {
        if self.game.outcome().is_some() {
            return None;
        }
        let offer = self.game.offer();
        let side = offer.map_or(self.game.turn(), |offer| offer.by().other());
        self.policies.get(side).as_ref()?;
        Some(ComputerTurn {
            side,
            offer,
            plies: self.game.plies().len(),
        })
    }

    /// What the engine of a computer is asked that is to move.
    pub fn question(&self, side: Color) -> Option<Question> {
        let policy = self.policies.get(side).as_ref()?;
        Some(Question {
            start: self.game.start().clone(),
            moves: self.game.plies().iter().map(|ply| ply.mv).collect(),
            lines: 1,
            limits: policy.limits(&self.game, self.now()),
        })
    }

    /// How long after it began to think a computer plays what it has found, at the least.
    pub fn pause(&self, side: Color, found: &Found) -> Duration {
        let policy = self.policies.get(side).as_ref();
        policy.map_or(Duration::ZERO, |policy| {
            policy.pause(&self.game, found, self.now())
        })
    }

    /// Does what a computer is to do, who has found this if it is to move; `None` where that cannot be.
    pub fn play_computer_turn(
        &mut self,
        turn: ComputerTurn,
        found: Option<&Found>,
    ) -> Option<Event> {
        let policy = self.policies.get_mut(turn.side).as_mut()?;
        let action = match turn.offer {
            Some(offer) => policy.answer(&self.game, offer),
            None => policy.decide(&self.game, found?)?,
        };
        let before = self.game.plies().len();
        let event = self.game.act_at(action, self.now()).ok()?;
        Some(self.happened(event, before))
    }

    /// Lets the built-in searcher play on in the place of an engine that cannot; `None` where it is the searcher
    /// that cannot. Gives the level at which it plays.
    pub fn replace(&mut self, side: Color) -> Option<Level> {
        let replaced = self.policies.get_mut(side).as_mut()?;
        if replaced.computer().level().is_some() {
            return None;
        }
        *replaced = new_policy(Computer::Level(Level::LAST));
        Some(Level::LAST)
    }
}

/// How a computer plays this game.
fn new_policy(computer: Computer) -> PlayPolicy {
    PlayPolicy::new(computer, fastrand::u64(..))
}

// Help that was agreed on.
impl PlayedGame {
    /// What is known of the position that is played in.
    pub fn assistance(&self) -> &Assistance {
        &self.assistance
    }

    /// Whether the player to move is helped so.
    pub fn is_helped(&self, help: Help) -> bool {
        let helped = Action::Help(self.game.turn(), help);
        self.game.outcome().is_none() && self.withheld(&helped).is_none()
    }

    /// What a tutor is to be asked now, as far as help is agreed on and not known yet.
    pub fn wanted(&self) -> Option<TutorRequest> {
        let advised = self.is_helped(Help::Tip(1)) || self.is_helped(Help::Guard);
        let threat = self.is_helped(Help::Warning) && self.assistance.threat.is_none();
        let best = advised && self.assistance.best.is_none();
        (threat || best).then(|| TutorRequest {
            asked: TutorQuestion::of(&self.game),
            threat,
            best,
            purpose: self.is_helped(Help::Tip(1)),
        })
    }

    /// Takes over what was found, unless its position is gone. Gives the event which notes that the player to move was
    /// warned, or tells that a flag has fallen.
    pub fn found(&mut self, answer: TutorAnswer) -> Option<Event> {
        if !self.is_played_in(&answer.asked) {
            return None;
        }
        let known = &mut self.assistance;
        known.best = known.best.take().or(answer.best);
        known.purpose = known.purpose.take().or(answer.purpose);
        let warns = known.threat.is_none() && answer.threat.is_some();
        known.threat = known.threat.take().or(answer.threat);
        warns.then(|| self.note_help(Help::Warning)).flatten()
    }

    /// Gives the player to move the next tip, if what is best is known; after the last one, that again. Gives the event
    /// which notes it where it is a new one, or tells that a flag has fallen.
    pub fn next_tip(&mut self) -> Option<Event> {
        let given = self.assistance.tips;
        self.assistance.best.as_ref()?;
        if given == Help::LAST_TIP {
            return None;
        }
        let noted = self.note_help(Help::Tip(given + 1));
        if let Some(Event::Helped(..)) = noted {
            self.assistance.tips = given + 1;
        }
        noted
    }

    /// Whether a tutor is to check an action before it is done: a move of a player who is guarded against blunders.
    pub fn check(&mut self, action: &Action) -> GuardDecision {
        let move_of = || self.game.move_of(action)?.ok();
        let Some(mv) = self.is_helped(Help::Guard).then(move_of).flatten() else {
            return GuardDecision::Passes;
        };
        let held_back = self.assistance.held_back.as_ref();
        if held_back.is_some_and(|held_back| held_back.tried.mv == mv) {
            return self
                .note_help(Help::Insisted)
                .map_or(GuardDecision::Passes, GuardDecision::Insisted);
        }
        GuardDecision::Checks(BlunderCheck {
            asked: TutorQuestion::of(&self.game).at_a_glance(),
            mv,
            best: self.assistance.best.clone(),
        })
    }

    /// Holds a move back until it is played again, unless its position is gone. Gives the event which notes it, or tells
    /// that a flag has fallen.
    pub fn hold_back(&mut self, held_back: HeldBack) -> Option<Event> {
        if !self.is_played_in(&held_back.asked) {
            return None;
        }
        self.assistance.held_back = Some(held_back);
        self.note_help(Help::Guard)
    }

    /// Whether it is this position in which a player is to move.
    fn is_played_in(&self, asked: &TutorQuestion) -> bool {
        let plies = self.game.plies().iter().map(|ply| ply.mv);
        self.game.outcome().is_none() && plies.eq(asked.moves().iter().copied())
    }

    fn note_help(&mut self, help: Help) -> Option<Event> {
        self.act(Action::Help(self.game.turn(), help)).ok()
    }
}
