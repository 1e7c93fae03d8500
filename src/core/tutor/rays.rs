//! What goes along lines: pins, skewers, discovered attacks, x-rays.

use shakmaty::{Bitboard, Piece, Position, Role, Square, attacks};

use super::seen::{attackers, is_in_danger, is_loose, pin, worth};
use super::story::{Moment, Seen, Story};

fn is_slider(role: Role) -> bool {
    matches!(role, Role::Bishop | Role::Rook | Role::Queen)
}

/// Whether a piece of the opponent stands pinned to its king after the move, and therefore cannot take
/// something or get away: who pins it, and which.
pub fn pinned(story: &Story, moment: &Moment) -> Option<Seen> {
    let board = moment.scene.board();
    let others = board.by_color(!story.hero) & !board.kings();
    others.into_iter().find_map(|square| {
        let piece = board.piece_at(square)?;
        let (line, pinner) = pin(board, square)?;
        let useless = keeps_from_taking(moment, square, piece, line);
        let stuck = keeps_from_leaving(moment, square, piece, line);
        (useless || stuck).then(|| moment.seen(pinner, vec![square]))
    })
}

fn keeps_from_taking(moment: &Moment, square: Square, piece: Piece, line: Bitboard) -> bool {
    let board = moment.scene.board();
    let attacked = attacks::attacks(square, piece, board.occupied()) & !line;
    let attacked = attacked & board.by_color(!piece.color);
    attacked.into_iter().any(|target| {
        board
            .role_at(target)
            .is_some_and(|role| worth(role) > worth(piece.role) || is_loose(board, target))
    })
}

fn keeps_from_leaving(moment: &Moment, square: Square, piece: Piece, line: Bitboard) -> bool {
    let board = moment.scene.board();
    let by = attackers(board, square, !piece.color) & line;
    by.into_iter().any(|attacker| {
        let Some(role) = board.role_at(attacker) else {
            return false;
        };
        let moves = moment.scene.after.legal_moves();
        let takes_back = attackers(board, attacker, piece.color).contains(square);
        let moves = moves.iter().any(|mv| mv.from() == Some(square));
        worth(piece.role) > worth(role) || (is_loose(board, square) && !takes_back && moves)
    })
}

/// Whether the opponent's piece had to leave, and what stood behind it is taken: by whom, what left and what
/// is taken.
pub fn skewer(_: &Story, moment: &Moment) -> Option<Seen> {
    let (scene, reply) = (moment.scene, moment.reply_before?);
    let captured = scene.captured()?;
    if !is_slider(scene.mv.role()) || scene.after.is_checkmate() || reply.to() == scene.to() {
        return None;
    }
    let between = attacks::between(scene.from(), scene.to());
    let dear = worth(reply.role()) > worth(captured);
    let skewered = between.contains(reply.from()) && dear;
    (skewered && is_in_danger(reply.board(), scene.to()))
        .then(|| moment.prepared(scene.from(), vec![reply.from(), scene.to()]))
}

/// Whether the hero's move before cleared the way to what is taken now.
pub fn discovered_attack(story: &Story, moment: &Moment) -> Option<Seen> {
    let (scene, reply, before) = (moment.scene, moment.reply_before?, moment.before?);
    scene.captured()?;
    let between = attacks::between(scene.from(), scene.to());
    let cleared = between.contains(before.from()) && !before.mv.is_castle();
    let same = scene.to() == before.to() || scene.from() == before.to();
    let attacks = attackers(before.board(), scene.to(), story.hero).contains(scene.from());
    (cleared && !same && attacks && reply.to() != scene.to())
        .then(|| moment.prepared(scene.from(), vec![scene.to()]))
}

/// Whether the hero takes through a piece that has just taken back on the same square.
pub fn x_ray(_: &Story, moment: &Moment) -> Option<Seen> {
    let (scene, reply, before) = (moment.scene, moment.reply_before?, moment.before?);
    scene.captured()?;
    let same = scene.to() == reply.to() && before.to() == reply.to();
    let through = attacks::between(scene.from(), scene.to()).contains(reply.from());
    (same && through && reply.mv.role() != Role::King)
        .then(|| moment.prepared(scene.from(), vec![reply.from()]))
}
