//! Where computers sit, and who is helped: what a person may do, and what is the computer's to do.

use super::Header;
use crate::rules::{Action, Color, Game, Help, Refusal};

impl Header {
    /// Whether a program plays this side.
    #[must_use]
    pub fn is_computer(&self, side: Color) -> bool {
        self.computers.get(side).is_some()
    }

    /// Whether a program plays at all.
    #[must_use]
    pub fn has_computers(&self) -> bool {
        Color::ALL.into_iter().any(|side| self.is_computer(side))
    }

    /// The side that a person plays against a program; `None` where both sides are people's, or neither is.
    #[must_use]
    pub fn person(&self) -> Option<Color> {
        let alone = |side: &Color| !self.is_computer(*side) && self.is_computer(side.other());
        Color::ALL.into_iter().find(alone)
    }

    /// Whether the players have agreed that a side is helped so. Programs are not.
    #[must_use]
    pub fn is_helped(&self, side: Color, help: Help) -> bool {
        let agreed = match help {
            Help::Tip(_) => self.tips,
            Help::Warning => self.warnings,
            Help::Guard | Help::Insisted => self.guard,
        };
        *agreed.get(side) && !self.is_computer(side)
    }

    /// How many plies are taken back so that whoever asks for it chooses the own last move anew: the player
    /// who has just moved, or the person, however far the computer is. `None` where no person has moved.
    #[must_use]
    pub fn takeback(&self, game: &Game) -> Option<usize> {
        let plies = match self.person() {
            Some(person) if person == game.turn() => 2,
            None if self.has_computers() => return None,
            _ => 1,
        };
        (plies <= game.plies().len()).then_some(plies)
    }

    /// Why an action is none of a person's, if it is none: the computer does it, and nobody else; or it is help
    /// that was not agreed on.
    #[must_use]
    pub fn withheld(&self, game: &Game, action: &Action) -> Option<Refusal> {
        if game.outcome().is_some() {
            return None;
        }
        let turn = game.turn();
        let (side, why) = match action {
            Action::Move { .. } | Action::Write(_) | Action::OfferDraw | Action::Claim(_) => {
                (turn, Refusal::ComputersTurn)
            }
            Action::AskTakeback(1) => (turn.other(), Refusal::NothingToTakeBack),
            Action::AskTakeback(_) => (turn, Refusal::ComputersTurn),
            Action::Accept | Action::Decline => (game.offer()?.by().other(), Refusal::OfferPending),
            Action::Resign(side) => (*side, Refusal::ComputersTurn),
            Action::Help(side, help) => {
                return (!self.is_helped(*side, *help)).then_some(Refusal::NotAgreed);
            }
            _ => return None,
        };
        self.is_computer(side).then_some(why)
    }
}
