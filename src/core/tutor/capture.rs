//! Pieces that are won by taking them, as the exchange on their square tells.

use shakmaty::Role;

use super::story::{LEAST, Moment, Seen, Story};
use crate::engine::{brings, worth};

/// Whether the first move takes a piece, and the exchange on its square wins all that it is worth.
pub fn hanging(story: &Story, moment: &Moment) -> Option<Seen> {
    let (whole, won) = exchange(story, moment)?;
    (won >= whole).then(|| taken(moment))
}

/// Whether the first move takes a piece, and the exchange on its square wins something, but less than it is worth.
pub fn underdefended(story: &Story, moment: &Moment) -> Option<Seen> {
    let (whole, won) = exchange(story, moment)?;
    (LEAST..whole).contains(&won).then(|| taken(moment))
}

/// What the piece is worth that the first move takes, and what the exchange there wins; nothing where it takes a pawn,
/// or takes back.
fn exchange(story: &Story, moment: &Moment) -> Option<(i32, i32)> {
    let scene = moment.scene;
    let captured = scene.captured().filter(|role| *role != Role::Pawn)?;
    let last = story.last.as_ref();
    let back = last.is_some_and(|last| last.captured().is_some() && last.to() == scene.to());
    let first = moment.number == 0 && !back;
    first.then(|| (worth(captured), brings(&scene.before, scene.mv)))
}

fn taken(moment: &Moment) -> Seen {
    let square = moment.scene.to();
    moment.seen(square, vec![square])
}
