//! The patterns of pieces that may be a motif: what each is, and what takes it away, as `motifs.md` defines them.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Piece, Position, Role, Square, attacks};

use super::Motif;
use super::board_motifs::{Aligned, aligned};
use super::motif::{
    has_no_way_out, is_back_rank, is_en_prise, is_lost, is_smothered, second_rank,
    with_other_to_move, won_by_taking,
};
use super::winning_line::{LEAST_GAIN, LineMove, MotifMatch, WinningLine};
use crate::engine::material_value;

/// A motif that a line may show.
pub struct Candidate {
    pub motif: Motif,
    pub seen: MotifMatch,
    /// The position in which the motif stands, the opponent of its side to move or that side itself.
    pub position: Chess,
    /// What takes the motif away, each by itself.
    pub changes: Vec<Change>,
}

/// What takes a motif away.
#[derive(Debug, Clone, Copy)]
pub enum Change {
    /// The piece on a square is not there.
    Lift(Square),
    /// A piece of a side closes a line on a square, one that does as little else as can be.
    Close(Square, Color),
    /// A piece stands on another square.
    Shift(Square, Square),
    /// The piece on a square stands on another one, and a piece of its side closes a line on a third.
    Sheltered(Square, Square, Square),
    /// The piece on a square may not go to or past another one with the next move.
    NotThrough(Square, Square),
    /// After this reply the piece on a square may not capture on another one.
    NotCaptured(Move, Square, Square),
    /// The side to move may pass.
    Pass,
    /// Another move is played.
    Instead(Move),
    /// The piece on a square is not there, and a move is played for which it would be in the way.
    Without(Square, Move),
}

/// The motifs that may be at work with the move of this number.
pub fn candidates(winning: &WinningLine, number: usize) -> Vec<Candidate> {
    let step = &winning.steps[number];
    let pins = pins(winning, number, step);
    if step.after.is_checkmate() {
        return pins;
    }
    let mut all = Vec::new();
    all.extend(fork(winning, number, step));
    // A line that mates needs no second victim.
    if winning.gain.is_some() {
        all.extend(skewers(winning, number, step));
    }
    all.extend(discovered_attacks(winning, number, step));
    all.extend(pins);
    all.extend(trapped(winning, number, step));
    all.extend(x_ray(winning, number));
    // A smothered mate lures pieces to where they block the king; that is a motif of its own.
    if !winning.steps.last().is_some_and(is_smothered) {
        all.extend(lured(winning, number));
    }
    all.extend(captured_defender(winning, number));
    all.extend(interferences(winning, number));
    all.extend(clearance(winning, number));
    all.extend(in_between(winning, number));
    all.extend(desperado(winning, number));
    all.extend(zugzwang(winning, number, step));
    all.extend(weak_back_rank(winning, number, step));
    all
}

/// What the side that is not to move would win at once by taking on a square with the piece on another.
fn taking(position: &Chess, from: Square, on: Square) -> i32 {
    match with_other_to_move(position) {
        Some(passed) => won_by_taking(&passed, Some(from), on),
        // In check the piece on the square cannot do much else either.
        None => position.board().role_at(on).map_or(0, material_value),
    }
}

/// The safe squares next to a king that the piece on `from` does not attack.
fn aside(position: &Chess, king: Square, from: Square) -> Bitboard {
    let board = position.board();
    let unseen = attacks::king_attacks(king) & !board.attacks_from(from);
    all_safe_for(board, king, unseen)
}

/// The first free one of these squares on which a king would not be attacked.
fn safe_for(board: &Board, king: Square, squares: Bitboard) -> Option<Square> {
    all_safe_for(board, king, squares).first()
}

/// The free ones of these squares on which a king would not be attacked.
fn all_safe_for(board: &Board, king: Square, squares: Bitboard) -> Bitboard {
    let without = board.occupied().without(king);
    let safe = |side: Color| {
        let safe = |square: &Square| board.attacks_to(*square, !side, without).is_empty();
        let free = squares & !board.occupied();
        free.into_iter().filter(safe).collect()
    };
    board.color_at(king).map_or(Bitboard::EMPTY, safe)
}

/// So many squares beside a king are tried.
const BESIDE: usize = 3;

/// What takes a king out of a fork: it stands beside, where it guards nothing else that is forked.
fn king_aside(position: &Chess, king: Square, from: Square, forked: Bitboard) -> Vec<Change> {
    let beside = aside(position, king, from).into_iter();
    let idle = beside.filter(|square| (attacks::king_attacks(*square) & forked).is_empty());
    idle.take(BESIDE)
        .map(|to| Change::Shift(king, to))
        .collect()
}

/// What takes a victim away: it is not there, or stands where it neither is attacked nor attacks anything.
fn without_victim(board: &Board, at: Square) -> impl Iterator<Item = Change> {
    let elsewhere = haven(board, at).map(|to| Change::Shift(at, to));
    [Change::Lift(at)].into_iter().chain(elsewhere)
}

fn fork(winning: &WinningLine, number: usize, step: &LineMove) -> Option<Candidate> {
    let (after, by) = (&step.after, step.to());
    let board = after.board();
    let mut victims = board.attacks_from(by) & board.by_color(!winning.winner);
    // A mate may come of the piece that is captured with it, and of no other victim.
    if winning.gain.is_none() {
        let next = winning.steps.get(number + 2);
        let mates = next.filter(|next| next.after.is_checkmate());
        let captured = Bitboard::from_iter(mates.map(LineMove::to)) & !board.pawns();
        victims &= board.kings() | captured;
    }
    let mut on = Vec::new();
    let mut changes = Vec::new();
    for square in victims {
        if board.kings().contains(square) {
            let aside = king_aside(after, square, by, victims.without(square));
            let sheltered = beside_king(by, square).filter(|_| aside.is_empty());
            changes.extend(aside);
            changes.extend(sheltered.map(|square| Change::Close(square, !winning.winner)));
            on.push(square);
        } else if taking(after, by, square) >= LEAST_GAIN {
            // A line that mates may need the capture, but not what is captured.
            let gone = winning.gain.map(|_| without_victim(board, square));
            changes.extend(gone.into_iter().flatten());
            changes.extend(not_captured(winning, number, by, square));
            on.push(square);
        }
    }
    on.sort_by_key(|square| std::cmp::Reverse(value_with_king(board.role_at(*square))));
    let used = captures_next(winning, number, by, &on)
        || captures_between(winning, number)
        || is_given_back(winning, number, &on);
    let seen = MotifMatch::at(number, by, on);
    (used && seen.on.len() > 1).then(|| Candidate {
        motif: Motif::Fork,
        seen,
        position: after.clone(),
        changes,
    })
}

/// What keeps a victim that the piece captures with its side's next move.
fn not_captured(winning: &WinningLine, number: usize, by: Square, on: Square) -> Option<Change> {
    let [reply, next, ..] = &winning.steps[number + 1..] else {
        return None;
    };
    (next.from() == by && next.to() == on).then_some(Change::NotCaptured(reply.mv, by, on))
}

/// Whether the first move that a piece makes later in the line captures what stood on one of these squares, there or where
/// it has gone since.
fn captures_next(winning: &WinningLine, number: usize, by: Square, on: &[Square]) -> bool {
    let mut on = on.to_vec();
    for step in &winning.steps[number + 1..] {
        if step.from() == by || step.to() == by {
            return step.from() == by && on.contains(&step.to());
        }
        if let Some(at) = on.iter_mut().find(|at| **at == step.from()) {
            *at = step.to();
        }
    }
    false
}

/// Whether what comes between a king and the piece that has given check is captured there by that piece.
fn captures_between(winning: &WinningLine, number: usize) -> bool {
    let [step, reply, next, ..] = &winning.steps[number..] else {
        return false;
    };
    let king = step.board().king_of(step.after.turn());
    let comes_between = king.is_some_and(|king| {
        step.after.is_check() && attacks::between(step.to(), king).contains(reply.to())
    });
    comes_between && next.from() == step.to() && next.to() == reply.to()
}

/// Whether a piece on one of these squares captures the piece that has moved, which is worth less, and is captured there.
fn is_given_back(winning: &WinningLine, number: usize, on: &[Square]) -> bool {
    let [step, reply, next, ..] = &winning.steps[number..] else {
        return false;
    };
    let worth_less = material_value(step.role()) < material_value(reply.role());
    takes_it(step, reply) && worth_less && on.contains(&reply.from()) && takes_it(step, next)
}

/// What a piece is worth; the king is worth more than all others.
fn value_with_king(role: Option<Role>) -> i32 {
    match role {
        Some(Role::King) => i32::MAX,
        role => role.map_or(0, material_value),
    }
}

/// The alignments of all sliders of the side that moves.
fn lines(winning: &WinningLine, step: &LineMove) -> Vec<Aligned> {
    let own = step.board().by_color(winning.winner);
    own.into_iter()
        .flat_map(|by| aligned(step.board(), by))
        .collect()
}

fn skewers(winning: &WinningLine, number: usize, step: &LineMove) -> Vec<Candidate> {
    let board = step.board();
    let value = |square| value_with_king(board.role_at(square));
    let new = lines(winning, step)
        .into_iter()
        .filter(|line| line.by == step.to());
    let fits = new.filter(|line| {
        value(line.front) >= value(line.back)
            && value(line.back) < i32::MAX
            && (value(line.front) == i32::MAX
                || taking(&step.after, line.by, line.front) >= LEAST_GAIN)
            && captures_next(winning, number, line.by, &[line.back])
    });
    let candidate = |line: Aligned| Candidate {
        motif: Motif::Skewer,
        seen: MotifMatch::at(number, line.by, vec![line.front, line.back]),
        position: step.after.clone(),
        changes: without_victim(board, line.back).collect(),
    };
    fits.map(candidate).collect()
}

/// A move opens a line on which another piece attacks something, and captures it: at once, or with its side's next move.
fn discovered_attacks(winning: &WinningLine, number: usize, step: &LineMove) -> Vec<Candidate> {
    let (before, board) = (step.before.board(), step.board());
    let from = step.from();
    let sliders = board.by_color(winning.winner) & board.sliders();
    let sliders = sliders
        .without(step.to())
        .into_iter()
        .filter(|_| !step.mv.is_castle());
    let opened = sliders.flat_map(|by| {
        let new =
            board.attacks_from(by) & !before.attacks_from(by) & board.by_color(!winning.winner);
        new.into_iter().map(move |on| (by, on))
    });
    let next = winning.steps.get(number + 2);
    let captures = |by, on| next.is_some_and(|next| next.from() == by && next.to() == on);
    let opened = opened.filter(|(by, on)| {
        attacks::between(*by, *on).contains(from)
            && !board.kings().contains(*on)
            && (captures(*by, *on) || taking(&step.after, *by, *on) >= LEAST_GAIN)
    });
    let candidate = |(by, on): (Square, Square)| {
        let elsewhere = haven(board, by).map(|to| Change::Shift(by, to));
        // A line that mates may do without the piece that is attacked.
        let victim = winning.gain.map(|_| Change::Lift(on));
        let changes = [Change::Close(from, winning.winner)].into_iter();
        let changes = changes.chain(elsewhere).chain(victim);
        Candidate {
            motif: Motif::DiscoveredAttack,
            seen: MotifMatch::at(number, by, vec![on]),
            position: step.after.clone(),
            changes: changes.collect(),
        }
    };
    opened.map(candidate).collect()
}

fn pins(winning: &WinningLine, number: usize, step: &LineMove) -> Vec<Candidate> {
    let board = step.board();
    let value = |square| value_with_king(board.role_at(square));
    let later: Vec<&LineMove> = winning.steps[number..].iter().step_by(2).collect();
    let fits = lines(winning, step).into_iter().filter(|line| {
        let reach = board.attacks_from(line.front).with(line.front);
        let used = later.iter().any(|step| reach.contains(step.to()));
        value(line.back) > value(line.front) && used
    });
    let candidate = |line: Aligned| {
        let free = attacks::between(line.front, line.back);
        let mut changes: Vec<Change> = free
            .into_iter()
            .map(|square| Change::Close(square, !winning.winner))
            .take(1)
            .collect();
        if changes.is_empty() && value(line.back) == i32::MAX {
            let beside = aside(&step.after, line.back, line.by);
            let off = (beside & !attacks::ray(line.by, line.front)).first();
            changes.extend(off.map(|to| Change::Shift(line.back, to)));
        }
        if changes.is_empty() {
            let ahead = attacks::between(line.by, line.front).into_iter().next();
            changes.extend(ahead.map(|square| Change::Close(square, winning.winner)));
        }
        Candidate {
            motif: Motif::Pin,
            seen: MotifMatch::at(number, line.by, vec![line.front, line.back]),
            position: step.after.clone(),
            changes,
        }
    };
    fits.map(candidate).collect()
}

/// Pieces that are attacked and captured wherever they go.
fn trapped(winning: &WinningLine, number: usize, step: &LineMove) -> Vec<Candidate> {
    let (after, board) = (&step.after, step.board());
    let Some(passed) = with_other_to_move(after) else {
        return Vec::new();
    };
    let pieces = board.by_color(!winning.winner) & !board.pawns() & !board.kings();
    let fits = pieces.into_iter().filter(|square| {
        won_by_taking(&passed, None, *square) >= LEAST_GAIN
            && (winning.gain.is_some() || is_captured_later(winning, number, *square))
            && has_no_way_out(after, *square)
    });
    let candidate = |square: Square| {
        let haven = haven(board, square);
        Candidate {
            motif: Motif::TrappedPiece,
            seen: MotifMatch::at(number, step.to(), vec![square]),
            position: after.clone(),
            changes: haven
                .map(|to| Change::Shift(square, to))
                .into_iter()
                .collect(),
        }
    };
    fits.map(candidate).collect()
}

/// Whether a piece that stands on a square after a move of the line is captured by a later one, there or where it has gone.
fn is_captured_later(winning: &WinningLine, number: usize, square: Square) -> bool {
    let mut at = square;
    winning.steps[number + 1..].iter().any(|step| {
        if step.before.turn() != winning.winner && step.from() == at {
            at = step.to();
        }
        step.before.turn() == winning.winner && step.captured().is_some() && step.to() == at
    })
}

/// An empty square on which a piece is not attacked and attacks nothing, as near to its own first rank as there is one.
fn haven(board: &Board, from: Square) -> Option<Square> {
    let piece = board.piece_at(from)?;
    let against = !piece.color;
    let occupied = board.occupied().without(from);
    let mut squares: Vec<Square> = (!board.occupied()).into_iter().collect();
    squares.sort_by_key(|square| {
        piece
            .color
            .fold_wb(square.rank(), square.rank().flip_vertical())
    });
    let quiet = |square: &Square| {
        let attacked = attacks::attacks(*square, piece, occupied) & board.by_color(against);
        attacked.is_empty() && board.attacks_to(*square, against, occupied).is_empty()
    };
    squares.into_iter().find(quiet)
}

/// A piece takes through the one that has just taken.
fn x_ray(winning: &WinningLine, number: usize) -> Option<Candidate> {
    let [first, reply, next, ..] = &winning.steps[number..] else {
        return None;
    };
    let (target, through) = (first.to(), reply.from());
    let passes = attacks::between(next.from(), target).contains(through);
    (takes_it(first, reply) && takes_it(first, next) && passes).then(|| Candidate {
        motif: Motif::XRayAttack,
        seen: MotifMatch::at(number, next.from(), vec![through, target]),
        position: reply.after.clone(),
        changes: haven(reply.board(), next.from())
            .map(|to| Change::Shift(next.from(), to))
            .into_iter()
            .collect(),
    })
}

/// Whether a reply captures the piece that has moved.
fn takes_it(step: &LineMove, reply: &LineMove) -> bool {
    reply.to() == step.to() && reply.captured().is_some()
}

/// Whether a reply captures the piece that has moved, or answers its check.
fn is_forced(step: &LineMove, reply: &LineMove) -> bool {
    takes_it(step, reply) || step.after.is_check() && !reply.mv.is_castle()
}

/// A position in which a motif stands, and what takes it away there.
type Undone<'a> = (&'a Chess, Change);

/// What is lured by a move: to where it is attacked then, or away from what it guarded.
fn lured(winning: &WinningLine, number: usize) -> Vec<Candidate> {
    let [lure, reply, next, rest @ ..] = &winning.steps[number..] else {
        return Vec::new();
    };
    if !is_forced(lure, reply) {
        return Vec::new();
    }
    let mut all = Vec::new();
    let mut add = |motif: Motif, on: &[Square], undone: &[Undone]| {
        all.extend(undone.iter().map(|(position, change)| Candidate {
            motif,
            seen: MotifMatch::at(number, lure.to(), on.to_vec()),
            position: (*position).clone(),
            changes: vec![*change],
        }));
    };
    let (from, to) = (reply.from(), reply.to());
    let takes = takes_it(lure, reply);
    if takes && is_attracted(lure, reply, next, rest.get(1)) {
        add(
            Motif::Attraction,
            &[from],
            &without_attraction(lure, reply, next),
        );
    }
    let mut uses = [Some(next), rest.get(1)].into_iter().flatten();
    let used = uses
        .find(|step| step.is_decisive() && step.to() != to && no_longer_guarded(lure, reply, step));
    if let Some(used) = used {
        let target = used.to();
        let undone = without_deflection(lure, reply, used);
        add(Motif::Deflection, &[from, target], &undone);
        if takes && lure.captured().is_some() {
            add(Motif::Overloading, &[from, to, target], &undone);
        }
    }
    all
}

/// Whether what captures the lure is attacked then, and worth it; `later` is the winner's move after the next one.
fn is_attracted(
    lure: &LineMove,
    reply: &LineMove,
    next: &LineMove,
    later: Option<&LineMove>,
) -> bool {
    let to = reply.to();
    let captured_later = later.is_some_and(|step| takes_it(reply, step));
    let checked = next.after.is_check() && next.board().kings().contains(to);
    let attacked = next.to() == to || checked || captured_later;
    let (given, lured) = (material_value(lure.role()), material_value(reply.role()));
    // Taking back at once what is worth as much is an exchange, and what captures more than it gives lures nothing of no more
    // worth.
    let free = lure.captured().map_or(0, material_value) > given;
    let worth_it = reply.role() == Role::King
        || lured > given
        || lured == given && captured_later && next.to() != to && !free;
    // What was lost where it stood is not lured.
    let lost = next.to() == to && is_en_prise(&lure.after, reply.from());
    attacked && worth_it && !lost
}

/// What takes an attraction away. A king would not have gone there by itself, so that the next move is tried without the
/// lure in any case.
fn without_attraction<'a>(
    lure: &'a LineMove,
    reply: &'a LineMove,
    next: &LineMove,
) -> Vec<Undone<'a>> {
    let is_king = reply.role() == Role::King;
    let back = stands_again(reply);
    let at_once = without_lure(lure, next).filter(|_| is_king || back.is_none());
    let beside = attacks::king_attacks(reply.from()).without(reply.to());
    let aside = king_among(reply, beside).filter(|_| back.is_none() && at_once.is_none());
    [back, at_once, aside].into_iter().flatten().collect()
}

/// What takes a deflection away. The place of a king matters for more than what it guards, so that for a king what follows
/// is rather played without the lure.
fn without_deflection<'a>(
    lure: &'a LineMove,
    reply: &'a LineMove,
    used: &LineMove,
) -> Vec<Undone<'a>> {
    let (back, at_once) = (stands_again(reply), without_lure(lure, used));
    let first = match reply.role() {
        Role::King => at_once
            .or(back)
            .or_else(|| king_among(reply, attacks::king_attacks(used.to()))),
        _ => back.or(at_once),
    };
    first.into_iter().chain(sheltered(reply)).collect()
}

/// What has replied stands again where it stood. `None` where its king would be in check there.
fn stands_again(reply: &LineMove) -> Option<Undone<'_>> {
    let (from, to) = (reply.from(), reply.to());
    could_stand(reply, from).then_some((&reply.after, Change::Shift(to, from)))
}

/// What follows a lure is played without it, where it can be.
fn without_lure<'a>(lure: &'a LineMove, later: &LineMove) -> Option<Undone<'a>> {
    let mv = instead(lure, later)?;
    Some((&lure.before, Change::Instead(mv)))
}

/// A king that has replied stands on the first safe one of these squares.
fn king_among(reply: &LineMove, squares: Bitboard) -> Option<Undone<'_>> {
    let at = reply.to();
    let safe = safe_for(reply.board(), at, squares).filter(|_| reply.role() == Role::King)?;
    Some((&reply.after, Change::Shift(at, safe)))
}

/// Whether what replies to a lure guarded the square to which a later move goes, and guards it no more.
fn no_longer_guarded(lure: &LineMove, reply: &LineMove, later: &LineMove) -> bool {
    let piece = Piece {
        color: reply.before.turn(),
        role: reply.mv.role(),
    };
    let guards = |at: Square, board: &Board| {
        let occupied = board.occupied().without(later.from());
        attacks::attacks(at, piece, occupied).contains(later.to())
    };
    guards(reply.from(), lure.board()) && !guards(reply.to(), reply.board())
}

/// Whether what has replied could stand on another square without leaving its king in check.
fn could_stand(reply: &LineMove, at: Square) -> bool {
    let board = reply.board();
    let side = reply.before.turn();
    let king = match reply.role() {
        Role::King => Some(at),
        _ => board.king_of(side),
    };
    let occupied = board.occupied().without(reply.to()).with(at);
    king.is_some_and(|king| board.attacks_to(king, !side, occupied).is_empty())
}

/// What has answered a check stands again where it stood, and a piece of its side closes the line of the check beside the
/// king. `None` where it could stand there anyway, or the line has no room.
fn sheltered(reply: &LineMove) -> Option<Undone<'_>> {
    let from = reply.from();
    if could_stand(reply, from) {
        return None;
    }
    let king = reply.before.board().king_of(reply.before.turn())?;
    let checker = reply.before.checkers().single_square()?;
    let close = beside_king(checker, king)?;
    let change = Change::Sheltered(reply.to(), from, close);
    Some((&reply.after, change))
}

/// The square beside a king on the line of a check; `None` where the line has no room.
fn beside_king(checker: Square, king: Square) -> Option<Square> {
    let line = attacks::between(checker, king).into_iter();
    line.min_by_key(|square| square.distance(king))
}

/// The move between the same squares as a later one, where it is legal already.
pub fn at_once(position: &Chess, later: Move) -> Option<Move> {
    let mut legal = position.legal_moves().into_iter();
    legal.find(|mv| mv.from() == later.from() && mv.to() == later.to())
}

/// The same in place of a lure, also by the piece that lures.
fn instead(lure: &LineMove, later: &LineMove) -> Option<Move> {
    let from = match later.from() == lure.to() {
        true => lure.from(),
        false => later.from(),
    };
    let mut legal = lure.before.legal_moves().into_iter();
    legal.find(|mv| mv.from() == Some(from) && mv.to() == later.to())
}

/// A defender is taken, and then what it defended.
fn captured_defender(winning: &WinningLine, number: usize) -> Option<Candidate> {
    let [first, reply, next, ..] = &winning.steps[number..] else {
        return None;
    };
    first.captured().and(next.captured())?;
    let (defender, target) = (first.to(), next.to());
    let guarded = first.before.board().attacks_from(defender).contains(target);
    let stood = first.before.board().piece_at(target) == reply.board().piece_at(target);
    if !guarded || !stood || target == defender {
        return None;
    }
    let in_the_way = attacks::between(next.from(), target).contains(first.from());
    let change = match at_once(&first.before, next.mv) {
        Some(at_once) => Change::Instead(at_once),
        None if in_the_way => Change::Without(first.from(), next.mv),
        None => return None,
    };
    Some(Candidate {
        motif: Motif::CapturingDefender,
        seen: MotifMatch::at(number, defender, vec![target]),
        position: first.before.clone(),
        changes: vec![change],
    })
}

/// A move, or the reply that it forces, closes the line between a piece and what it guards; then what was guarded is
/// captured, or the king is mated there. Of a reply that closes the line it is told where its piece stands.
fn interferences(winning: &WinningLine, number: usize) -> Vec<Candidate> {
    let [first, reply, next, ..] = &winning.steps[number..] else {
        return Vec::new();
    };
    let target = next.to();
    let uses_it = next.captured().is_some() || next.after.is_checkmate();
    if !uses_it || target == first.to() || target == reply.to() {
        return Vec::new();
    }
    let board = first.before.board();
    let guards = board.attacks_to(target, !winning.winner, board.occupied()) & board.sliders();
    let candidate = |guard: Square| {
        let line = attacks::between(guard, target);
        let by_move = line.contains(first.to());
        let by_reply =
            line.contains(reply.to()) && reply.from() != guard && is_forced(first, reply);
        if !by_move && !by_reply {
            return None;
        }
        let (position, change) = match at_once(&first.before, next.mv) {
            Some(at_once) => (&first.before, Change::Instead(at_once)),
            None if by_move => (&first.after, Change::Lift(first.to())),
            None => (&reply.after, out_of_the_way(reply, line)?),
        };
        Some(Candidate {
            motif: Motif::Interference,
            seen: MotifMatch {
                at: number,
                by: first.to(),
                on: match by_move {
                    true => vec![guard, target],
                    false => vec![guard, target, reply.to()],
                },
            },
            position: position.clone(),
            changes: vec![change],
        })
    };
    guards.into_iter().filter_map(candidate).collect()
}

/// The piece that has moved stands elsewhere than on a line: a king beside it, where it is safe; another one nowhere.
fn out_of_the_way(step: &LineMove, line: Bitboard) -> Option<Change> {
    let at = step.to();
    if step.role() != Role::King {
        return Some(Change::Lift(at));
    }
    let to = safe_for(step.board(), at, attacks::king_attacks(at) & !line)?;
    Some(Change::Shift(at, to))
}

/// A piece leaves a square, and another one goes there or past it.
fn clearance(winning: &WinningLine, number: usize) -> Option<Candidate> {
    let [first, reply, next, ..] = &winning.steps[number..] else {
        return None;
    };
    let cleared = first.from();
    let (from, to) = (next.from(), next.to());
    let goes_there = to == cleared && next.captured().is_none();
    // What stood at the end of the line before was attacked at once: an attack that is discovered.
    let stood = first.board().color_at(to) == Some(!winning.winner);
    let goes_past = attacks::between(from, to).contains(cleared) && !stood && to != first.to();
    let discovers = first.after.checkers().contains(from);
    let castles = first.mv.is_castle() || next.mv.is_castle();
    (from != first.to() && !castles && !discovers && (goes_there || goes_past)).then(|| Candidate {
        motif: Motif::Clearance,
        seen: MotifMatch::at(number, first.to(), Vec::new()),
        position: reply.after.clone(),
        changes: vec![Change::NotThrough(from, cleared)],
    })
}

/// Another move before one takes back.
fn in_between(winning: &WinningLine, number: usize) -> Option<Candidate> {
    let before = match number.checked_sub(1) {
        Some(last) => Some(&winning.steps[last]),
        None => winning.last.as_ref(),
    }?;
    before.captured()?;
    let step = &winning.steps[number];
    let square = before.to();
    let later = winning.steps.get(number + 2)?;
    if step.to() == square || later.to() != square || later.captured().is_none() {
        return None;
    }
    let at_once = at_once(&step.before, later.mv)?;
    Some(Candidate {
        motif: Motif::Intermezzo,
        seen: MotifMatch::at(number, step.to(), vec![square]),
        position: step.before.clone(),
        changes: vec![Change::Instead(at_once)],
    })
}

/// A piece that is lost captures what it can, and is captured then.
fn desperado(winning: &WinningLine, number: usize) -> Option<Candidate> {
    let [first, reply, ..] = &winning.steps[number..] else {
        return None;
    };
    let taken = material_value(first.captured()?);
    let given = material_value(first.mv.role());
    let is_taken = takes_it(first, reply);
    let lost = is_lost(&first.before, first.from());
    (winning.gain.is_some() && is_taken && given > taken && lost).then(|| Candidate {
        motif: Motif::Desperado,
        seen: MotifMatch::at(number, first.to(), Vec::new()),
        position: first.before.clone(),
        changes: vec![Change::Pass],
    })
}

/// With no more than so many pieces besides kings and pawns a side can be in zugzwang.
const FEW: usize = 2;

fn zugzwang(winning: &WinningLine, number: usize, step: &LineMove) -> Option<Candidate> {
    let (after, board) = (&step.after, step.board());
    let pieces = board.by_color(!winning.winner) & !board.pawns() & !board.kings();
    if after.is_check() || pieces.count() > FEW {
        return None;
    }
    Some(Candidate {
        motif: Motif::Zugzwang,
        seen: MotifMatch::at(number, step.to(), Vec::new()),
        position: after.clone(),
        changes: vec![Change::Pass],
    })
}

/// What could capture the piece that has moved would be mated on its back rank.
fn weak_back_rank(winning: &WinningLine, number: usize, step: &LineMove) -> Option<Candidate> {
    // Where it is mated there, that has a name of its own.
    winning.gain?;
    let (after, board) = (&step.after, step.board());
    let mates = |reply: &Move| {
        let reply = LineMove::new(after, *reply);
        let mut next = reply.after.legal_moves().into_iter();
        next.any(|mv| is_back_rank(&LineMove::new(&reply.after, mv)))
    };
    let mut replies = after.capture_moves().into_iter();
    if !replies.any(|mv| mv.to() == step.to() && mates(&mv)) {
        return None;
    }
    let side = !winning.winner;
    let king = board.king_of(side)?;
    let pawns = attacks::king_attacks(king) & second_rank(side) & board.pawns();
    let steps = pawns.into_iter().filter_map(|pawn| {
        let to = pawn.offset(side.fold_wb(8, -8))?;
        // The square that the pawn leaves must be one to flee to.
        let without = board.occupied().without(king).without(pawn);
        let safe = board.attacks_to(pawn, winning.winner, without).is_empty();
        safe.then_some(Change::Shift(pawn, to))
    });
    Some(Candidate {
        motif: Motif::WeakBackRank,
        seen: MotifMatch::at(number, step.to(), vec![king]),
        position: after.clone(),
        changes: steps.collect(),
    })
}
