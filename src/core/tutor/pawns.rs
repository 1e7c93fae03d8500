//! What only pawns do.

use shakmaty::{Position, Role, Square};

use super::story::{Moment, Seen, Story};

/// Whether a pawn becomes a piece.
pub fn promotion(_: &Story, moment: &Moment) -> Option<Seen> {
    moment.scene.mv.promotion()?;
    Some(moment.seen(moment.scene.to(), Vec::new()))
}

/// Whether it becomes less than a queen, where a queen would do worse.
pub fn under_promotion(story: &Story, moment: &Moment) -> Option<Seen> {
    let role = moment.scene.mv.promotion()?;
    if role == Role::Queen {
        return None;
    }
    if story.gain.is_none() && moment.scene.after.is_checkmate() && role != Role::Knight {
        return None;
    }
    Some(moment.seen(moment.scene.to(), Vec::new()))
}

/// Whether a pawn is taken en passant.
pub fn en_passant(_: &Story, moment: &Moment) -> Option<Seen> {
    let scene = moment.scene;
    let taken = Square::from_coords(scene.to().file(), scene.from().rank());
    scene
        .mv
        .is_en_passant()
        .then(|| moment.seen(scene.to(), vec![taken]))
}
