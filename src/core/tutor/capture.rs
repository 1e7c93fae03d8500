//! Pieces that are simply won.

use shakmaty::{Position, Role};

use super::seen::{is_loose, is_trapped, worth};
use super::story::{Moment, Seen, Story};

/// Whether the first move takes a piece that nobody guards, and not just back.
pub fn hanging(story: &Story, moment: &Moment) -> Option<Seen> {
    let scene = moment.scene;
    let captured = scene.captured().filter(|role| *role != Role::Pawn)?;
    if moment.number > 0 || story.gain.is_none() || !is_loose(scene.before.board(), scene.to()) {
        return None;
    }
    let took = |last: &super::story::Scene| {
        let had = last.captured();
        last.to() == scene.to() && had.is_some_and(|had| worth(had) >= worth(captured))
    };
    if story.last.as_ref().is_some_and(took) {
        return None;
    }
    Some(moment.seen(scene.to(), vec![scene.to()]))
}

/// Whether a piece is taken that had nowhere to go: by whom, and where it stood.
pub fn trapped(_: &Story, moment: &Moment) -> Option<Seen> {
    let (scene, reply) = (moment.scene, moment.reply_before?);
    scene.captured().filter(|role| *role != Role::Pawn)?;
    // It may have gone elsewhere, or taken what it could.
    let stood = match reply.to() == scene.to() {
        true => reply.from(),
        false => scene.to(),
    };
    is_trapped(&reply.before, stood).then(|| moment.prepared(scene.from(), vec![stood]))
}
