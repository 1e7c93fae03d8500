//! Pieces that are drawn away from their duties, or to where they should not be.

use shakmaty::{Board, Color, Position, Role, Square};

use super::seen::{attackers, is_loose, worth};
use super::story::{Moment, Seen, Story};

/// Whether a piece has been lured away from what it guarded: by whom, and which.
pub fn deflection(story: &Story, moment: &Moment) -> Option<Seen> {
    let (scene, reply, before) = (moment.scene, moment.reply_before?, moment.before?);
    let (captured, promotes) = (scene.captured(), scene.mv.promotion().is_some());
    if captured.is_none() && !promotes {
        return None;
    }
    if captured.is_some_and(|captured| worth(captured) > worth(scene.mv.role())) {
        return None;
    }
    let offered = before
        .captured()
        .is_none_or(|taken| worth(taken) < worth(before.role()));
    let lured = reply.to() == before.to() || before.after.is_check();
    let elsewhere = scene.to() != reply.to() && scene.to() != before.to();
    if !offered || !lured || !elsewhere {
        return None;
    }
    let guarded = |board: &Board, from: Square, square: Square| {
        attackers(board, square, !story.hero).contains(from)
    };
    let (was, is) = (before.board(), reply.board());
    let square = scene.to();
    let held_the_way = promotes
        && square.file() == reply.from().file()
        && guarded(was, reply.from(), scene.from());
    let left = guarded(was, reply.from(), square) || held_the_way;
    (left && !guarded(is, reply.to(), square))
        .then(|| moment.prepared(before.to(), vec![reply.from()]))
}

/// Whether a piece or the king has been lured to a square where it is attacked next.
pub fn attraction(story: &Story, moment: &Moment) -> Option<Seen> {
    let (reply, next) = story.next(moment.number)?;
    let square = moment.scene.to();
    if reply.to() != square || !matches!(reply.role(), Role::King | Role::Queen | Role::Rook) {
        return None;
    }
    let attacks = attackers(next.board(), square, story.hero).contains(next.to());
    let wins = reply.role() == Role::King || story.is_taken(square, moment.number + 2);
    (attacks && wins).then(|| moment.seen(square, vec![reply.from()]))
}

/// Whether what guarded a piece was taken before that is taken.
pub fn capturing_defender(story: &Story, moment: &Moment) -> Option<Seen> {
    let (scene, reply, before) = (moment.scene, moment.reply_before?, moment.before?);
    let free = scene.captured().is_some_and(|captured| {
        scene.mv.role() != Role::King
            && worth(captured) <= worth(scene.mv.role())
            && is_loose(scene.before.board(), scene.to())
            && reply.to() != scene.to()
    });
    if !(scene.after.is_checkmate() || free) {
        return None;
    }
    if before.after.is_check() || before.to() == scene.from() || before.before.is_check() {
        return None;
    }
    before.captured()?;
    let defender = before.to();
    let guards: Color = !story.hero;
    attackers(before.before.board(), scene.to(), guards)
        .contains(defender)
        .then(|| moment.prepared(defender, vec![scene.to()]))
}

/// Whether something else was played before taking back on a square.
pub fn intermezzo(story: &Story, moment: &Moment) -> Option<Seen> {
    let (scene, reply, before) = (moment.scene, moment.reply_before?, moment.before?);
    scene.captured()?;
    let square = scene.to();
    if before.to() == square {
        return None;
    }
    // The reply is none that guards the square with the piece that went there.
    if attackers(before.board(), square, !story.hero).contains(reply.from()) {
        return None;
    }
    let earlier = match moment.number {
        2 => story.last.as_ref(),
        number => story.scenes.get(number.checked_sub(3)?),
    }?;
    let could = earlier.after.is_legal(scene.mv);
    (earlier.to() == square && earlier.captured().is_some() && could)
        .then(|| moment.prepared(before.to(), vec![square]))
}
