//! One piece, two aims.

use shakmaty::{Role, Square};

use super::seen::{attacked, attackers, is_in_danger, is_loose, worth};
use super::story::{Moment, Seen, Story};

/// Whether the move attacks two pieces at once, one of which is taken afterwards.
pub fn fork(story: &Story, moment: &Moment) -> Option<Seen> {
    let (scene, board) = (moment.scene, moment.scene.board());
    let (by, role) = (scene.to(), scene.role());
    if role == Role::King || is_in_danger(board, by) {
        return None;
    }
    let piece = board.piece_at(by)?;
    let strikes_back = attackers(board, by, !piece.color);
    let mut on: Vec<(i32, Square)> = attacked(board, by, piece)
        .into_iter()
        .filter_map(|square| {
            let target = board.role_at(square).filter(|role| *role != Role::Pawn)?;
            let loose = is_loose(board, square) && !strikes_back.contains(square);
            (worth(target) > worth(role) || loose).then_some((worth(target), square))
        })
        .collect();
    on.sort_by_key(|(worth, _)| -worth);
    let on: Vec<Square> = on.into_iter().map(|(_, square)| square).collect();
    let taken = |square: &Square| story.is_taken(*square, moment.number);
    (on.len() > 1 && on.iter().any(taken)).then(|| moment.seen(by, on))
}
