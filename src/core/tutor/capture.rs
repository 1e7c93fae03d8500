//! Pieces that are simply won.

use shakmaty::{Position, Role, Square};

use super::seen::{attackers, is_loose, is_trapped, worth};
use super::story::{LEAST, Moment, Scene, Seen, Story};
use crate::engine::brings;

/// Whether the first move takes a piece that nobody guards, and not just back.
pub fn hanging(story: &Story, moment: &Moment) -> Option<Seen> {
    let captured = taken_at_once(story, moment)?;
    let (scene, next) = (moment.scene, story.scenes.get(2));
    // What is taken only to be given for a mate was not the point of it.
    let kept =
        story.gain.is_some() || next.is_none_or(|next| story.balance(next) >= story.balance(scene));
    let loose = is_loose(scene.before.board(), captured);
    (kept && loose).then(|| moment.seen(captured, vec![captured]))
}

/// Whether the first move takes a piece at a gain although it is guarded.
pub fn underdefended(story: &Story, moment: &Moment) -> Option<Seen> {
    let captured = taken_at_once(story, moment)?;
    let scene = moment.scene;
    let guarded = !is_loose(scene.before.board(), captured);
    let enough = brings(&scene.before, scene.mv) >= LEAST;
    (story.gain.is_some() && guarded && enough).then(|| moment.seen(captured, vec![captured]))
}

/// Where the first move takes a piece, if it does not just take back.
fn taken_at_once(story: &Story, moment: &Moment) -> Option<Square> {
    let scene = moment.scene;
    let captured = scene.captured().filter(|role| *role != Role::Pawn)?;
    if moment.number > 0 {
        return None;
    }
    let took = |last: &Scene| {
        let had = last.captured();
        last.to() == scene.to() && had.is_some_and(|had| worth(had) >= worth(captured))
    };
    let back = story.last.as_ref().is_some_and(took);
    (!back).then(|| scene.to())
}

/// Whether a piece is taken that had nowhere to go: by whom, and where it stood.
pub fn trapped(story: &Story, moment: &Moment) -> Option<Seen> {
    let (scene, reply) = (moment.scene, moment.reply_before?);
    scene.captured().filter(|role| *role != Role::Pawn)?;
    // It may have gone elsewhere, or taken what it could.
    let stood = match reply.to() == scene.to() {
        true => reply.from(),
        false => scene.to(),
    };
    let board = reply.before.board();
    let by = attackers(board, stood, story.hero).into_iter();
    let by = by.min_by_key(|square| board.role_at(*square).map(worth))?;
    is_trapped(&reply.before, stood).then(|| moment.prepared(by, vec![stood]))
}
