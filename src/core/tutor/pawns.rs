//! What only pawns do.

use shakmaty::{Role, Square};

use super::story::{Moment, Seen, Story};

/// Whether a pawn becomes a queen.
pub fn promotion(_: &Story, moment: &Moment) -> Option<Seen> {
    let role = moment.scene.mv.promotion()?;
    (role == Role::Queen).then(|| moment.seen(moment.scene.to(), Vec::new()))
}

/// Whether a pawn becomes another piece than a queen.
pub fn under_promotion(_: &Story, moment: &Moment) -> Option<Seen> {
    let role = moment.scene.mv.promotion()?;
    (role != Role::Queen).then(|| moment.seen(moment.scene.to(), Vec::new()))
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
