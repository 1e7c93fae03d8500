//! One game: its start, its plies, its state, and `act`, by which alone it changes.

use shakmaty::{ByColor, Chess, Color, Move, Position, Role, Square};

use super::action::{Action, Event, Offer};
use super::clock::{Clock, MonotonicTime};
use super::history::{History, Ply, landing_square};
use super::refusal::{self, castles_by_rook};
use super::{
    Captured, DrawRule, Outcome, PieceLetters, Reason, Refusal, Speed, TimeControl, dead_position,
    notation, outcome, start_position,
};

/// A square to which a piece may legally go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// The square to go to. For castling it is where the king lands, or where the rook stands, if
    /// the king could go to the other square by itself.
    pub square: Square,
    /// Whether something is taken there, en passant included.
    pub captures: bool,
    /// Whether a piece must be chosen for a pawn.
    pub promotes: bool,
    /// Where the rook stands, if going there means castling.
    pub castling_rook: Option<Square>,
}

/// A game of chess from its first position to where it stands now.
///
/// ```
/// use rank_and_file_core::chess::{Action, Game, Reason};
///
/// let mut game = Game::default();
/// let refusal = game.act(Action::Write("Ng5".to_owned())).unwrap_err();
/// assert_eq!(refusal.code(), "piece-move");
/// for san in ["f3", "e5", "g4", "Qh4#"] {
///     game.act(Action::Write(san.to_owned())).unwrap();
/// }
/// assert_eq!(game.outcome().unwrap().reason, Reason::Checkmate);
/// ```
#[derive(Debug, Clone)]
pub struct Game {
    pub(super) history: History,
    pub(super) rule: DrawRule,
    pub(super) offer: Option<Offer>,
    /// Who was last refused a draw, and after how many plies.
    pub(super) declined: Option<(Color, usize)>,
    /// After how many plies a draw was last claimed that was none.
    pub(super) wrong_claim_at: Option<usize>,
    pub(super) outcome: Option<Outcome>,
    pub(super) clock: Option<Clock>,
    /// How often each player was helped. What is taken back has helped all the same.
    pub(super) helped: ByColor<u32>,
    /// The number of plies after which a record of the clocks was last taken over.
    pub(super) recorded_after: Option<usize>,
    /// The last moment that the game has been told of.
    pub(super) now: MonotonicTime,
}

impl Default for Game {
    fn default() -> Self {
        Self::new(start_position(), DrawRule::default())
    }
}

impl Game {
    /// A game that begins at `start`. It may be over at once: a mate is a mate.
    pub fn new(start: Chess, rule: DrawRule) -> Self {
        let mut game = Self {
            history: History::new(start),
            rule,
            offer: None,
            declined: None,
            wrong_claim_at: None,
            outcome: None,
            clock: None,
            helped: ByColor::default(),
            recorded_after: None,
            now: MonotonicTime::default(),
        };
        game.outcome = outcome::verdict(&game.history, rule);
        game
    }

    /// The same game, played with clocks. To be called before the first ply.
    pub fn with_clocks(mut self, control: TimeControl) -> Self {
        self.clock = Some(Clock::new(control));
        self
    }

    /// Makes room for so many plies more, and no more than that: a long game whose room grows by
    /// and by takes three times the memory while it does.
    pub fn reserve(&mut self, plies: usize) {
        self.history.plies.reserve_exact(plies);
    }

    /// The clocks, where there are any.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// What both clocks show at the last moment that the game has been told of, in milliseconds.
    pub fn clocks_left(&self) -> Option<ByColor<u64>> {
        let clock = self.clock.as_ref()?;
        Some(ByColor::new_with(|color| clock.left(color, self.now)))
    }

    /// Has the clock of the last mover show so many milliseconds, or notes them where the game has no clocks.
    pub(crate) fn take_clock(&mut self, left: u64) -> Result<Event, Refusal> {
        self.act(match self.clocks_left() {
            Some(mut both) => {
                *both.get_mut(self.turn().other()) = left;
                Action::SetClocks(both)
            }
            None => Action::NoteClock(left),
        })
    }

    /// The legal move that is meant by what is written: `Nf3`, `g1f3`, `O-O`.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn read_move(&self, text: &str) -> Result<Move, Refusal> {
        if self.outcome.is_some() {
            return Err(Refusal::GameOver);
        }
        notation::read(&self.history, text)
    }

    /// The position before the first ply.
    pub fn start(&self) -> &Chess {
        &self.history.start
    }

    /// Every ply so far; those taken back are gone.
    pub fn plies(&self) -> &[Ply] {
        &self.history.plies
    }

    /// The position on the board now.
    pub fn position(&self) -> &Chess {
        self.history.position()
    }

    /// The position after `ply` plies; 0 is the start, and what lies beyond the end is the end.
    pub fn position_at(&self, ply: usize) -> &Chess {
        self.history.position_at(ply)
    }

    /// All positions, from the start to the one that is reached.
    pub fn positions(&self) -> Vec<Chess> {
        let plies = 0..=self.plies().len();
        plies.map(|ply| self.position_at(ply).clone()).collect()
    }

    /// Who is to move.
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// Whether threefold repetition and fifty moves end the game or wait for a claim.
    pub fn draw_rule(&self) -> DrawRule {
        self.rule
    }

    /// The result, once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The offer that waits for an answer.
    pub fn offer(&self) -> Option<Offer> {
        self.offer
    }

    /// How often each player was helped, moves that were taken back included.
    pub fn helped(&self) -> ByColor<u32> {
        self.helped
    }

    /// The draws that could be claimed now (Articles 9.2 and 9.3).
    pub fn claims(&self) -> Vec<Reason> {
        match self.outcome {
            Some(_) => Vec::new(),
            None => outcome::claims(&self.history),
        }
    }

    /// What has been taken in the first `ply` plies.
    pub fn captured_at(&self, ply: usize) -> Captured {
        Captured::among(&self.plies()[..ply.min(self.plies().len())])
    }

    /// Where the piece on `from` may legally go now; nowhere once the game is over.
    pub fn targets(&self, from: Square) -> Vec<Target> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        let mut targets: Vec<Target> = Vec::new();
        for mv in self
            .position()
            .legal_moves()
            .into_iter()
            .filter(|mv| mv.from() == Some(from))
        {
            let castled = mv.is_castle().then(|| landing_square(mv));
            let by_king = castled.filter(|castled| !castles_by_rook(from, *castled));
            let target = Target {
                square: by_king.unwrap_or(mv.to()),
                captures: mv.is_capture(),
                promotes: mv.is_promotion(),
                castling_rook: castled.map(|_| mv.to()),
            };
            // The four promotions to one square are one target.
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        targets
    }

    /// Every legal move of the position on the board, as the ply that it would be.
    pub fn legal_plies(&self) -> Vec<Ply> {
        self.history.legal_plies()
    }

    /// The ply that a legal move would be.
    pub(crate) fn ply(&self, mv: Move) -> Ply {
        Ply::play(self.position(), mv)
    }

    /// The legal move that is meant by going from `from` to `to`.
    ///
    /// # Errors
    /// The reason why it cannot be played now.
    pub fn judge(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Move, Refusal> {
        if self.outcome.is_some() {
            return Err(Refusal::GameOver);
        }
        refusal::judge(&self.history, from, to, promotion)
    }

    /// The legal move that an action plays, or why it cannot; `None` where it is something else than a move.
    pub fn move_of(&self, action: &Action) -> Option<Result<Move, Refusal>> {
        match action {
            Action::Move {
                from,
                to,
                promotion,
            } => Some(self.judge(*from, *to, *promotion)),
            Action::Write(text) => Some(self.read_move(text)),
            _ => None,
        }
    }

    /// What is typed as a move, with the letters of English: as it is typed where that is a legal
    /// move, else as it is meant in the language of the letters.
    pub fn in_english(&self, typed: &str, letters: &PieceLetters) -> String {
        let Some(meant) = letters.in_english(typed) else {
            return typed.to_owned();
        };
        // `P` for a pawn is a habit, and no SAN.
        let habit = letters.have_a_pawns() && typed.trim_start().starts_with(['P', 'p']);
        let legal = |text: &str| self.read_move(text).is_ok();
        if habit && !legal(&meant) || !habit && legal(typed) {
            typed.to_owned()
        } else {
            meant
        }
    }

    /// Every legal move that begins with what is typed, with the letters of English or of a language,
    /// in SAN or in coordinates, in the order of the alphabet.
    pub fn completions(&self, typed: &str, letters: &PieceLetters) -> Vec<String> {
        notation::completions(&self.history, typed, letters)
    }

    /// What is typed, completed as far as all [`Game::completions`] agree; `None` where that adds
    /// nothing.
    pub fn complete(&self, typed: &str, letters: &PieceLetters) -> Option<String> {
        notation::complete(&self.completions(typed, letters), typed)
    }
}

/// What the opponent gets for a wrong claim, in milliseconds (Article 9.5.3).
const PENALTY: u64 = 120_000;
/// The same in blitz (Appendix B.2).
const BLITZ_PENALTY: u64 = 60_000;

impl Game {
    /// Does what a player wants, if the Laws allow it, at the last moment the game was told of.
    ///
    /// # Errors
    /// The reason why not; the game is then unchanged.
    pub fn act(&mut self, action: Action) -> Result<Event, Refusal> {
        self.act_at(action, self.now)
    }

    /// Does what a player wants at the moment `now`, if the Laws allow it. Where a flag has fallen
    /// by then, that is what happens instead: the game ends.
    ///
    /// # Errors
    /// The reason why not; the game is then unchanged.
    pub fn act_at(&mut self, action: Action, now: MonotonicTime) -> Result<Event, Refusal> {
        // What a record tells has happened, whatever the clocks show.
        let is_recorded = matches!(
            action,
            Action::SetClocks(_)
                | Action::NoteClock(_)
                | Action::NoteWrongClaim(_)
                | Action::Conclude(_)
        );
        if !is_recorded {
            if let Some(event) = self.flag_at(now) {
                return Ok(event);
            }
            if self.outcome.is_some() {
                return Err(Refusal::GameOver);
            }
        }
        match action {
            Action::Move {
                from,
                to,
                promotion,
            } => Ok(self.play(self.judge(from, to, promotion)?)),
            Action::Write(text) => Ok(self.play(self.read_move(&text)?)),
            Action::OfferDraw => self.offer_draw(),
            Action::ProposeTakeback(plies) => self.ask_takeback(plies),
            Action::Accept => match self.offer.take() {
                Some(Offer::Draw { .. }) => Ok(self.end(Outcome::draw(Reason::Agreement))),
                Some(Offer::Takeback { plies, .. }) => self.take_back(plies),
                None => Err(Refusal::NothingOffered),
            },
            Action::Decline => {
                let offer = self.offer.take().ok_or(Refusal::NothingOffered)?;
                self.note_declined(offer);
                Ok(Event::Declined(offer))
            }
            Action::Resign(loser) => Ok(self.end(self.resigned(loser))),
            Action::Claim(with) => self.claim(with),
            Action::Pause => {
                let clock = self
                    .clock
                    .as_mut()
                    .filter(|clock| clock.running().is_some());
                clock.ok_or(Refusal::NoClock)?.pause(now);
                Ok(Event::Paused)
            }
            Action::Resume => {
                let clock = self.clock.as_mut().filter(|clock| clock.is_paused());
                clock.ok_or(Refusal::NoClock)?.go_on(now);
                Ok(Event::Resumed)
            }
            Action::SetClocks(left) => {
                self.now = self.now.max(now);
                self.set_clocks(left)
            }
            Action::NoteClock(left) => self.note_clock(left),
            Action::NoteWrongClaim(by) => self.note_wrong_claim(by),
            Action::Conclude(outcome) => self.conclude(outcome),
            Action::TakeBack(plies) => self.take_back(plies),
            Action::Help(side, help) => {
                let helped = self.helped.get_mut(side);
                *helped = helped.saturating_add(u32::from(help.counts()));
                Ok(Event::Helped(side, help))
            }
        }
    }

    /// Does what the move of a ply would do that was made for the position on the board.
    ///
    /// # Errors
    /// As those of [`Game::act`].
    pub(crate) fn act_by(&mut self, ply: Ply) -> Result<Event, Refusal> {
        if let Some(event) = self.flag_at(self.now) {
            return Ok(event);
        }
        if self.outcome.is_some() {
            return Err(Refusal::GameOver);
        }
        Ok(self.append(ply))
    }

    /// Takes note of the time. Ends the game if a flag has fallen by then (Article 6.9).
    pub fn flag_at(&mut self, now: MonotonicTime) -> Option<Event> {
        self.now = self.now.max(now);
        if self.outcome.is_some() {
            return None;
        }
        let loser = self.clock.as_ref()?.flag(self.now)?;
        Some(self.end(self.timed_out(loser)))
    }

    /// How the game ends if this player has no time left: the opponent wins, unless no series of legal moves leads to a
    /// mate by the opponent (Article 6.9).
    pub fn timed_out(&self, loser: Color) -> Outcome {
        match dead_position::cannot_mate(self.position(), loser.other()) {
            true => Outcome::draw(Reason::TimeNoMatingMaterial),
            false => Outcome::win(loser.other(), Reason::Time),
        }
    }

    /// How the game ends if this player resigns: the opponent wins, unless no series of legal moves
    /// leads to a mate by the opponent (Article 5.1.2).
    pub fn resigned(&self, loser: Color) -> Outcome {
        match dead_position::cannot_mate(self.position(), loser.other()) {
            true => Outcome::draw(Reason::Resignation),
            false => Outcome::win(loser.other(), Reason::Resignation),
        }
    }

    /// Whether the game has ended in a draw because the opponent could not mate, of a player who resigned or ran out of
    /// time, but the position does not prove that.
    pub fn is_drawn_without_proof(&self) -> bool {
        match self.outcome {
            Some(Outcome {
                winner: None,
                reason: Reason::TimeNoMatingMaterial,
            }) => self.timed_out(self.turn()).winner.is_some(),
            // A player may resign in the turn of the other.
            Some(Outcome {
                winner: None,
                reason: Reason::Resignation,
            }) => Color::ALL
                .into_iter()
                .all(|loser| self.resigned(loser).winner.is_some()),
            _ => false,
        }
    }

    /// Takes over what a record says the clocks showed. The first record after a ply is what a
    /// takeback to that ply gives back; later ones tell how the turn went on.
    fn set_clocks(&mut self, left: ByColor<u64>) -> Result<Event, Refusal> {
        let clock = self.clock.as_mut().ok_or(Refusal::NoClock)?;
        let played = self.history.plies.len();
        if self.recorded_after.replace(played) == Some(played) {
            clock.set_left_in_turn(left, self.now);
        } else {
            clock.set_left(left, self.now);
            if let Some(ply) = self.history.plies.last_mut() {
                ply.reading = Some(clock.reading());
            }
        }
        Ok(Event::ClocksSet)
    }

    /// Keeps with the last ply what its clock showed elsewhere. A game with clocks has its own.
    fn note_clock(&mut self, left: u64) -> Result<Event, Refusal> {
        let last = self.history.plies.last_mut();
        let last = last.filter(|ply| ply.reading.is_none());
        last.ok_or(Refusal::NoClock)?.noted = Some(left);
        Ok(Event::ClockNoted)
    }

    /// Ends the game with the draw that is claimed. Where there is none, the claim is an offer
    /// (Article 9.1.2.3), the opponent gets time, and a move that it names is made (Article 9.5.3).
    /// The same wrong claim is not made twice in one turn (Article 11.5).
    fn claim(&mut self, with: Option<Move>) -> Result<Event, Refusal> {
        let reason = match with {
            None => self.claims().first().copied(),
            Some(mv) => self.claims_with(mv).first().copied(),
        };
        if let Some(reason) = reason {
            return Ok(self.end(Outcome::draw(reason)));
        }
        let possible = match with {
            None => self.wrong_claim_at != Some(self.plies().len()),
            Some(mv) => self.position().is_legal(mv),
        };
        if !possible {
            return Err(Refusal::NothingToClaim);
        }
        let offered = self.offer_draw().is_ok();
        let given = self.penalize_claim();
        Ok(match with.map(|mv| self.play(mv)) {
            Some(Event::Moved { declined, ended }) => Event::ClaimFailed {
                offered: offered && ended.is_none(),
                given,
                moved: true,
                declined,
                ended,
            },
            _ => Event::ClaimFailed {
                offered,
                given,
                moved: false,
                declined: None,
                ended: None,
            },
        })
    }

    /// Gives the opponent of the player to move the time for a wrong claim, also for after a
    /// takeback to this position, and says how much that is, in milliseconds.
    fn penalize_claim(&mut self) -> u64 {
        self.wrong_claim_at = Some(self.plies().len());
        let opponent = self.turn().other();
        let Some(clock) = &mut self.clock else {
            return 0;
        };
        let given = match Speed::of(clock.control()) {
            Speed::Blitz => BLITZ_PENALTY,
            Speed::Rapid | Speed::Standard => PENALTY,
        };
        clock.give(opponent, given);
        let last = self.history.plies.last_mut();
        if let Some(reading) = last.and_then(|ply| ply.reading.as_mut()) {
            reading.give(opponent, given);
        }
        given
    }

    /// Takes over that a player claimed a draw here, and that there was none.
    fn note_wrong_claim(&mut self, by: Color) -> Result<Event, Refusal> {
        if self.outcome.is_some() || by != self.turn() {
            return Err(Refusal::NothingToClaim);
        }
        Ok(Event::ClaimFailed {
            offered: false,
            given: self.penalize_claim(),
            moved: false,
            declined: None,
            ended: None,
        })
    }

    /// The draws that could be claimed with a move; none where it is not legal here.
    pub(crate) fn claims_with(&self, mv: Move) -> Vec<Reason> {
        let before = self.position();
        if !before.is_legal(mv) {
            return Vec::new();
        }
        outcome::claims_with(&self.history, &self.ply(mv).position)
    }

    /// Plays a move that is known to be legal.
    fn play(&mut self, mv: Move) -> Event {
        self.append(self.ply(mv))
    }

    fn append(&mut self, mut ply: Ply) -> Event {
        let mover = self.turn();
        // A move by the player who was asked is an answer. One by the player who asked is none: a draw may be offered
        // together with a move (Article 9.1.2.1).
        let declined = self.offer.filter(|offer| match offer {
            Offer::Draw { by } => *by != mover,
            Offer::Takeback { .. } => true,
        });
        if let Some(offer) = declined {
            self.offer = None;
            self.note_declined(offer);
        }
        if let Some(clock) = &mut self.clock {
            clock.press(mover, self.now);
            ply.reading = Some(clock.reading());
        }
        self.history.plies.push(ply);
        if let Some(outcome) = outcome::verdict(&self.history, self.rule) {
            self.end(outcome);
        }
        Event::Moved {
            declined,
            ended: self.outcome,
        }
    }

    fn offer_draw(&mut self) -> Result<Event, Refusal> {
        let by = self.turn();
        if self.offer.is_some() {
            return Err(Refusal::OfferPending);
        }
        // Before that no draw can be agreed on (Article 5.2.3).
        if self.plies().len() < 2 {
            return Err(Refusal::OfferTooEarly);
        }
        // A declined player may ask again after a move of their own.
        if self
            .declined
            .is_some_and(|(who, at)| who == by && self.plies().len() < at + 2)
        {
            return Err(Refusal::OfferRepeated);
        }
        self.offer = Some(Offer::Draw { by });
        Ok(Event::Offered(Offer::Draw { by }))
    }

    fn ask_takeback(&mut self, plies: usize) -> Result<Event, Refusal> {
        if self.offer.is_some() {
            return Err(Refusal::OfferPending);
        }
        if plies == 0 || plies > 2 || plies > self.plies().len() {
            return Err(Refusal::NothingToTakeBack);
        }
        let by = if plies == 1 {
            self.turn().other()
        } else {
            self.turn()
        };
        let offer = Offer::Takeback { by, plies };
        self.offer = Some(offer);
        Ok(Event::Offered(offer))
    }

    fn take_back(&mut self, plies: usize) -> Result<Event, Refusal> {
        let left = self.plies().len().checked_sub(plies);
        let left = left.filter(|_| plies > 0);
        let left = left.ok_or(Refusal::NothingToTakeBack)?;
        self.history.plies.truncate(left);
        self.recorded_after = Some(left);
        self.put_clocks_back();
        self.offer = None;
        self.declined = None;
        self.wrong_claim_at = self.wrong_claim_at.filter(|at| *at <= left);
        Ok(Event::TakenBack(plies))
    }

    /// Gives both sides the time that they had after the last ply that is left.
    fn put_clocks_back(&mut self) {
        let (turn, now) = (self.turn(), self.now);
        let last = self.history.plies.last().map(|ply| ply.reading.clone());
        if let Some(clock) = &mut self.clock {
            let full = || Clock::new(clock.control().clone()).reading();
            let reading = last.flatten().unwrap_or_else(full);
            clock.put_back(reading, turn, now);
        }
    }

    fn note_declined(&mut self, offer: Offer) {
        if let Offer::Draw { by } = offer {
            self.declined = Some((by, self.plies().len()));
        }
    }

    fn end(&mut self, outcome: Outcome) -> Event {
        self.offer = None;
        self.outcome = Some(outcome);
        if let Some(clock) = &mut self.clock {
            clock.stop(self.now);
        }
        Event::Ended(outcome)
    }

    /// Whether a record may continue after this program has ended the game: the position is dead, but the material alone
    /// does not show it, so the program that wrote the record may not have noticed.
    pub(crate) fn may_have_gone_on(&self) -> bool {
        let dead = self.outcome == Some(Outcome::draw(Reason::DeadPosition));
        dead && !self.position().is_insufficient_material()
    }

    /// Goes on there.
    pub(crate) fn go_on_after_dead_position(&mut self) {
        if self.may_have_gone_on() {
            self.outcome = None;
        }
    }

    fn conclude(&mut self, outcome: Outcome) -> Result<Event, Refusal> {
        if self.outcome.is_some() && self.rule != DrawRule::Unjudged {
            return Err(Refusal::GameOver);
        }
        let proven = match outcome.reason {
            Reason::Agreement
            | Reason::Resignation
            | Reason::Time
            | Reason::TimeNoMatingMaterial
            | Reason::Other => true,
            Reason::Threefold | Reason::FiftyMove => self.could_claim(outcome.reason),
            // The board decides these, and it would have decided already.
            Reason::Checkmate
            | Reason::Stalemate
            | Reason::DeadPosition
            | Reason::Fivefold
            | Reason::SeventyFiveMove => false,
        };
        if proven {
            Ok(self.end(outcome))
        } else {
            Err(Refusal::NothingToClaim)
        }
    }

    /// Whether the draw stands on the board, or the player to move can make a move that brings it
    /// (a claim with the move about to be made is written down before the move).
    fn could_claim(&self, reason: Reason) -> bool {
        self.claims().contains(&reason)
            || self
                .position()
                .legal_moves()
                .into_iter()
                .any(|mv| self.claims_with(mv).contains(&reason))
    }
}
