//! Checks that come from elsewhere than the piece that moves.

use shakmaty::Position;

use super::story::{Moment, Seen, Story};

/// Whether two pieces give check at once: who does, and the king.
pub fn double_check(_: &Story, moment: &Moment) -> Option<Seen> {
    let after = &moment.scene.after;
    let king = after.board().king_of(after.turn())?;
    let checkers = after.checkers();
    (checkers.count() > 1).then(|| moment.seen(moment.scene.to(), vec![king]))
}

/// Whether a piece gives check whose way is free now: which, and the king.
pub fn discovered_check(_: &Story, moment: &Moment) -> Option<Seen> {
    let after = &moment.scene.after;
    let king = after.board().king_of(after.turn())?;
    let checkers = after.checkers();
    let others = checkers.without(moment.scene.to());
    let castled = moment.scene.mv.is_castle();
    others
        .first()
        .filter(|_| !castled)
        .map(|by| moment.seen(by, vec![king]))
}
