//! What those who sit at this computer may do in a correspondence game: what is theirs, on their own turn.

use crate::chess::{Action, Color, Game, Outcome, Refusal};
use crate::record::log::OwnSeat;

/// Why the user of this computer may not do this in a correspondence game; `None` where the user may. As long as the
/// program does not know which side the user plays, every action is refused. `time_claim` is the end that the user may
/// claim on time, if any.
pub(super) fn withheld(
    game: &Game,
    seat: Option<OwnSeat>,
    action: &Action,
    time_claim: Option<Outcome>,
) -> Option<Refusal> {
    if game.outcome().is_some() || matches!(action, Action::Pause) {
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
