//! What the user of this computer may do in a correspondence game: act for the own side, on the own turn. And what is
//! done for the user: conditional moves are played.

use std::io;
use std::path::Path;

use super::PlayedGame;
use crate::chess::{Action, Color, Refusal};
use crate::record::log::{Appender, ConditionalMoves, Loaded, OpenError, OwnSeat, read};

impl PlayedGame {
    /// Why the user of this computer may not do this in a correspondence game; `None` where the user may, and in any
    /// other game. As long as the program does not know which side the user plays, every action is refused.
    pub(super) fn withheld_elsewhere(&self, action: &Action) -> Option<Refusal> {
        if !self.is_correspondence() || matches!(action, Action::Pause) {
            return None;
        }
        let Some(own) = self.own_seat().and_then(OwnSeat::side) else {
            return Some(Refusal::LookingOn);
        };
        let theirs = |side: Color| (side != own).then_some(Refusal::PlayedElsewhere);
        match action {
            Action::Move { .. } | Action::Write(_) | Action::OfferDraw | Action::Claim(_) => {
                theirs(self.game.turn())
            }
            Action::Accept | Action::Decline => theirs(self.game.offer()?.by().other()),
            Action::Resign(side) | Action::Help(side, _) => theirs(*side),
            Action::Conclude(outcome) => {
                (self.time_claim() != Some(*outcome)).then_some(Refusal::PlayedElsewhere)
            }
            // The opponent may have seen the move already.
            Action::ProposeTakeback(_) | Action::TakeBack(_) => Some(Refusal::MovesStand),
            _ => None,
        }
    }

    /// The conditional move that is to be played now. Where the opponent offers a draw with a move, the player is to answer
    /// that first.
    pub fn conditional_answer(&self, moves: &ConditionalMoves) -> Option<Action> {
        let own = self.own_seat()?.side()?;
        let asked = self.game.offer().is_some();
        let answer = moves.answer(&self.game, own).filter(|_| !asked)?;
        Some(answer.into())
    }
}

/// What came of the conditional moves when the opponent had moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConditionalAnswer {
    /// None of them was to be played.
    None,
    /// One was played.
    Played,
    /// The opponent has made another move than all of them expected.
    Missed,
    /// One is to be played, by the window or the program in which the game is open.
    Waits,
}

/// Plays the conditional move that is to be played now by the player of a side, if there is one, and writes it to the log at
/// `path`. Gives the game as it stands since, where it was played.
///
/// # Errors
/// Where the log cannot be opened or written.
pub fn answer_in_log(
    path: &Path,
    own: Color,
    moves: &ConditionalMoves,
) -> io::Result<(ConditionalAnswer, Option<Loaded>)> {
    let (loaded, mut appender) = match Appender::open(path) {
        Ok(opened) => opened,
        Err(OpenError::Locked(_)) => return Ok((ConditionalAnswer::Waits, None)),
        Err(OpenError::Faulty(_)) => return Ok((ConditionalAnswer::None, None)),
        Err(OpenError::ReadOnly(_, error) | OpenError::Io(error)) => return Err(error),
    };
    let mut played = PlayedGame::of(loaded);
    played.sit_here(OwnSeat::Player(own));
    let answer = played.conditional_answer(moves);
    let Some(Ok(event)) = answer.map(|answer| played.act(answer)) else {
        return Ok((ConditionalAnswer::None, None));
    };
    appender.append(&played.lines(&event))?;
    appender.finish()?;
    Ok((ConditionalAnswer::Played, Some(read(path)?)))
}
