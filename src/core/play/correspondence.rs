//! What the user of this computer may do in a correspondence game: act for the own side, on the own turn. And what is
//! done for the user: conditional moves are played.

use std::io;
use std::path::Path;

use super::PlayedGame;
use crate::chess::{Action, Color, Game, Outcome, Refusal};
use crate::record::log::{Appender, ConditionalMoves, Loaded, OpenError, OwnSeat, read};

/// Why the user of this computer may not do this in a correspondence game; `None` where the user may. As long as the
/// program does not know which side the user plays, every action is refused. `time_claim` is the end that the user may
/// claim on time, if any.
pub(super) fn withheld(
    game: &Game,
    seat: Option<OwnSeat>,
    action: &Action,
    time_claim: Option<Outcome>,
) -> Option<Refusal> {
    if matches!(action, Action::Pause) {
        return None;
    }
    let Some(own) = seat.and_then(OwnSeat::side) else {
        return Some(Refusal::LookingOn);
    };
    let theirs = |side: Color| (side != own).then_some(Refusal::PlayedElsewhere);
    match action {
        Action::Move { .. } | Action::Write(_) | Action::OfferDraw | Action::Claim(_) => {
            theirs(game.turn())
        }
        Action::Accept | Action::Decline => theirs(game.offer()?.by().other()),
        Action::Resign(side) | Action::Help(side, _) => theirs(*side),
        Action::Conclude(outcome) => {
            (time_claim != Some(*outcome)).then_some(Refusal::PlayedElsewhere)
        }
        // The opponent may have seen the move already.
        Action::ProposeTakeback(_) | Action::TakeBack(_) => Some(Refusal::MovesStand),
        _ => None,
    }
}

impl PlayedGame {
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
pub enum Answer {
    /// None of them was to be played.
    None,
    /// One was played.
    Played,
    /// The opponent has made another move than all of them expected.
    Missed,
    /// One is to be played, by the window or the program in which the game is open.
    Waits,
}

/// What came of looking for a conditional move to play in a log.
#[derive(Debug)]
pub enum Answered {
    /// There is none to play.
    No,
    /// It was played: the game as it stands since.
    Played(Box<Loaded>),
    /// The game is open, and it is to be played there.
    Open,
}

/// Plays the conditional move that is to be played now by the player of a side, if there is one, and writes it to the log at
/// `path`.
///
/// # Errors
/// Where the log cannot be opened or written.
pub fn answer_in_log(path: &Path, own: Color, moves: &ConditionalMoves) -> io::Result<Answered> {
    let (loaded, mut appender) = match Appender::open(path) {
        Ok(opened) => opened,
        Err(OpenError::Locked(_)) => return Ok(Answered::Open),
        Err(OpenError::Faulty(_)) => return Ok(Answered::No),
        Err(OpenError::ReadOnly(_, error) | OpenError::Io(error)) => return Err(error),
    };
    let mut played = PlayedGame::of(loaded);
    played.sit_here(OwnSeat::Player(own));
    let answer = played.conditional_answer(moves);
    let Some(Ok(event)) = answer.map(|answer| played.act(answer)) else {
        return Ok(Answered::No);
    };
    appender.append(&played.lines(&event))?;
    appender.finish()?;
    Ok(Answered::Played(Box::new(read(path)?)))
}
