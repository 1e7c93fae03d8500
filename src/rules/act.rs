//! The only way a game changes: an action goes in, an event or a refusal comes out.
//! May import `shakmaty` and the rest of `rules`.

use shakmaty::{Color, Move, Role, Square};

use super::draws::{self, DrawRule};
use super::{Game, Outcome, Ply, Reason, Refusal, notation};

/// What a player wants to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Move a piece. Castling: the king two squares, or onto its rook.
    Move {
        /// Where the piece stands.
        from: Square,
        /// Where it shall go.
        to: Square,
        /// What a pawn on the last rank becomes.
        promotion: Option<Role>,
    },
    /// A move as it is written or typed: `Nf3`, `g1f3`, `O-O`.
    Write(String),
    /// The player to move offers a draw (Article 9.1).
    OfferDraw,
    /// The player who moved last asks to take back that move (1), or the player to move the last
    /// move of each side (2).
    AskTakeback(usize),
    /// The other player accepts what is offered.
    Accept,
    /// The other player declines what is offered.
    Decline,
    /// This player resigns (Article 5.1.2).
    Resign(Color),
    /// The player to move claims a draw by repetition or by the fifty moves.
    Claim,
    /// Take over the end that a record gives. What the board decides must be on the board.
    Conclude(Outcome),
    /// Undo plies as a record says that both players agreed.
    TakeBack(usize),
}

/// What waits for the other player's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offer {
    /// A draw.
    Draw {
        /// Who offers it.
        by: Color,
    },
    /// To undo the last plies.
    Takeback {
        /// Who asks.
        by: Color,
        /// How many plies.
        plies: usize,
    },
}

impl Offer {
    /// Who made the offer.
    #[must_use]
    pub fn by(self) -> Color {
        match self {
            Self::Draw { by } | Self::Takeback { by, .. } => by,
        }
    }
}

/// What happened in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A ply was played; it is the last of `Game::plies`.
    Moved {
        /// An offer of the other player that this move declined.
        declined: Option<Offer>,
        /// The end that the move brought.
        ended: Option<Outcome>,
    },
    /// Something was offered to the other player.
    Offered(Offer),
    /// The other player declined the offer.
    Declined(Offer),
    /// That many plies were undone.
    TakenBack(usize),
    /// The game ended without a move.
    Ended(Outcome),
}

impl Event {
    /// The end of the game, if this event brought it.
    #[must_use]
    pub fn ended(&self) -> Option<Outcome> {
        match self {
            Self::Moved { ended, .. } => *ended,
            Self::Ended(outcome) => Some(*outcome),
            Self::Offered(_) | Self::Declined(_) | Self::TakenBack(_) => None,
        }
    }
}

impl Game {
    /// Does what a player wants, if the Laws allow it.
    ///
    /// # Errors
    /// The reason why not; the game is then unchanged.
    pub fn act(&mut self, action: Action) -> Result<Event, Refusal> {
        if self.outcome.is_some() {
            return Err(Refusal::GameOver);
        }
        match action {
            Action::Move {
                from,
                to,
                promotion,
            } => {
                let mv = self.judge(from, to, promotion)?;
                Ok(self.play(mv))
            }
            Action::Write(text) => {
                let mv = notation::read(self, &text)?;
                Ok(self.play(mv))
            }
            Action::OfferDraw => self.offer_draw(),
            Action::AskTakeback(plies) => self.ask_takeback(plies),
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
            Action::Resign(loser) => Ok(self.end(Outcome::win(loser.other(), Reason::Resignation))),
            Action::Claim => match self.claims().first() {
                Some(reason) => Ok(self.end(Outcome::draw(*reason))),
                None => Err(Refusal::NothingToClaim),
            },
            Action::Conclude(outcome) => self.conclude(outcome),
            Action::TakeBack(plies) => self.take_back(plies),
        }
    }

    /// Plays a move that is known to be legal.
    fn play(&mut self, mv: Move) -> Event {
        let mover = self.turn();
        // Moving is an answer of the player who was asked, and none of the player who asked:
        // a draw may be offered together with a move (Article 9.1.2.1).
        let declined = self.offer.filter(|offer| match offer {
            Offer::Draw { by } => *by != mover,
            Offer::Takeback { .. } => true,
        });
        if let Some(offer) = declined {
            self.offer = None;
            self.note_declined(offer);
        }
        let ply = Ply::play(self.position(), mv);
        self.plies.push(ply);
        self.outcome = draws::verdict(self);
        if self.outcome.is_some() {
            self.offer = None;
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
        // A declined player may ask again after a move of their own.
        if self
            .declined
            .is_some_and(|(who, at)| who == by && self.plies.len() < at + 2)
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
        if plies == 0 || plies > 2 || plies > self.plies.len() {
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
        let left = self.plies.len().checked_sub(plies).filter(|_| plies > 0);
        let left = left.ok_or(Refusal::NothingToTakeBack)?;
        self.plies.truncate(left);
        self.offer = None;
        self.declined = None;
        Ok(Event::TakenBack(plies))
    }

    fn note_declined(&mut self, offer: Offer) {
        if let Offer::Draw { by } = offer {
            self.declined = Some((by, self.plies.len()));
        }
    }

    fn end(&mut self, outcome: Outcome) -> Event {
        self.offer = None;
        self.outcome = Some(outcome);
        Event::Ended(outcome)
    }

    fn conclude(&mut self, outcome: Outcome) -> Result<Event, Refusal> {
        let proven = match outcome.reason {
            Reason::Agreement
            | Reason::Resignation
            | Reason::Time
            | Reason::TimeNoMatingMaterial => true,
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
            || self.rule == DrawRule::Claimed && {
                let moves = shakmaty::Position::legal_moves(self.position());
                moves.into_iter().any(|mv| {
                    let mut next = self.clone();
                    next.plies.push(Ply::play(self.position(), mv));
                    next.claims().contains(&reason)
                })
            }
    }
}
