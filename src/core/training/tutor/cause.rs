//! Whether a motif is the cause of what a line wins. A motif is first seen as a pattern of pieces; then what makes it
//! is taken away, as `motifs.md` says for each, and both positions are searched. It is found only where the win
//! shrinks by at least half of what it claims.

use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, Move, Piece, Position, Role, Setup,
    Square, attacks,
};

use super::board_motifs::{Aligned, aligned};
use super::explain::{Tutor, finding};
use super::story::{LEAST, Scene, Seen, Story};
use super::{Finding, Motif};
use crate::engine::{Score, Stop, material_value, see};

/// A motif that a line may show.
struct Candidate {
    motif: Motif,
    seen: Seen,
    /// The position in which the motif stands, the opponent of its side to move or that side itself.
    position: Chess,
    /// What takes the motif away, each by itself.
    changes: Vec<Change>,
}

/// What takes a motif away.
#[derive(Debug, Clone, Copy)]
enum Change {
    /// The piece on a square is not there.
    Lift(Square),
    /// A pawn of a side closes a line on a square.
    Close(Square, Color),
    /// A piece stands on another square.
    Shift(Square, Square),
    /// The side to move may pass.
    Pass,
    /// Another move is played.
    Instead(Move),
}

/// A cause comes about within so many half-moves; what comes later, the other side may well do without.
const LATEST: usize = 7;
/// A position is searched for this part of the nodes of its question, but for so many at least and at most.
const PART: u64 = 16;
const FEWEST: u64 = 4_000;
const MOST: u64 = 20_000;
/// A question with fewer nodes asks for no causes: it has no time for them.
const ENOUGH: u64 = 60_000;
/// What a position counts for in which a side mates, in hundredths of a pawn, and what more than that is not looked at.
const MATE: i32 = 3_000;
const CAP: i32 = 1_500;
/// A win has shrunk only by this, in hundredths of a pawn.
const SHRUNK: i32 = 90;

impl Tutor {
    /// The motifs that are the cause of what a line wins.
    pub(super) fn causes(&mut self, story: &Story, nodes: u64, stop: &Stop) -> Vec<Finding> {
        if nodes < ENOUGH {
            return Vec::new();
        }
        let nodes = (nodes / PART).clamp(FEWEST, MOST);
        let mut found: Vec<Finding> = Vec::new();
        let moves = story.scenes.len().min(LATEST);
        for number in (0..moves).step_by(2) {
            for candidate in candidates(story, number) {
                let known = found
                    .iter()
                    .any(|found| found.motif == Some(candidate.motif));
                if known || stop.is_stopped() {
                    continue;
                }
                if let Some(seen) = self.proven_cause(story, candidate, nodes, stop) {
                    found.push(seen);
                }
            }
        }
        found
    }

    fn proven_cause(
        &mut self,
        story: &Story,
        candidate: Candidate,
        nodes: u64,
        stop: &Stop,
    ) -> Option<Finding> {
        let side = story.hero;
        let whole = self.value(&candidate.position, side, nodes, stop)?;
        let claimed = match candidate.motif {
            // Without it something is won as well, but less.
            Motif::Intermezzo => 2 * SHRUNK,
            _ => story
                .gain
                .map_or(MATE - CAP, |gain| (gain.min(CAP) / 2).max(SHRUNK)),
        };
        let mut proven = Vec::new();
        for change in &candidate.changes {
            let Some((changed, given)) = change.apply(&candidate.position, side) else {
                continue;
            };
            let rest = self.value(&changed, side, nodes, stop)? - given;
            if whole - rest >= claimed {
                proven.push(*change);
            }
        }
        let mut seen = candidate.seen;
        match candidate.motif {
            // Each victim by itself must be a cause, and there must be two.
            Motif::Fork => {
                let causes = |square: &Square| {
                    proven.iter().any(|change| matches!(change, Change::Lift(at) | Change::Shift(at, _) if at == square))
                };
                seen.on.retain(causes);
                if seen.on.len() < 2 {
                    return None;
                }
            }
            _ if proven.is_empty() => return None,
            _ => {}
        }
        Some(finding(story, Some(candidate.motif), seen))
    }

    /// What a position is worth for a side, in hundredths of a pawn.
    fn value(&mut self, position: &Chess, side: Color, nodes: u64, stop: &Stop) -> Option<i32> {
        if let Some(outcome) = over(position, side) {
            return Some(outcome);
        }
        let line = self.search(std::slice::from_ref(position), nodes, stop)?;
        let sign = if position.turn() == side { 1 } else { -1 };
        let value = match line.score {
            Score::Centipawns(worth) => worth.clamp(-CAP, CAP),
            Score::Mate(moves) => MATE * moves.signum(),
        };
        Some(sign * value)
    }
}

/// What a position counts for that is over.
fn over(position: &Chess, side: Color) -> Option<i32> {
    if position.is_checkmate() {
        return Some(if position.turn() == side { -MATE } else { MATE });
    }
    position.legal_moves().is_empty().then_some(0)
}

impl Change {
    /// The changed position, and how much it gives the side besides, in hundredths of a pawn. `None` where it
    /// could not be.
    fn apply(self, position: &Chess, side: Color) -> Option<(Chess, i32)> {
        let given = |piece: Piece, sign: i32| match piece.color == side {
            true => sign * material_value(piece.role),
            false => -sign * material_value(piece.role),
        };
        let mut setup = position.to_setup(EnPassantMode::Legal);
        let board = &mut setup.board;
        let given = match self {
            Self::Lift(square) => given(board.remove_piece_at(square)?, -1),
            Self::Close(square, color) => {
                let last = Bitboard::from_rank(Color::White.backrank())
                    | Bitboard::from_rank(Color::Black.backrank());
                let role = if last.contains(square) {
                    Role::Knight
                } else {
                    Role::Pawn
                };
                let piece = Piece { color, role };
                if board.piece_at(square).is_some() {
                    return None;
                }
                board.set_piece_at(square, piece);
                given(piece, 1)
            }
            Self::Shift(from, to) => {
                let piece = board.remove_piece_at(from)?;
                if board.piece_at(to).is_some() {
                    return None;
                }
                board.set_piece_at(to, piece);
                0
            }
            Self::Pass => return Some((position.clone().swap_turn().ok()?, 0)),
            Self::Instead(mv) => {
                let mut after = position.clone();
                after.play_unchecked(mv);
                return Some((after, 0));
            }
        };
        legal(setup).map(|changed| (changed, given))
    }
}

/// A position that can be, with the castling rights that it still has.
fn legal(mut setup: Setup) -> Option<Chess> {
    setup.ep_square = None;
    setup.castling_rights &= setup.board.rooks();
    setup.position::<Chess>(CastlingMode::Chess960).ok()
}

/// The motifs that may be at work with the move of this number.
fn candidates(story: &Story, number: usize) -> Vec<Candidate> {
    let scene = &story.scenes[number];
    let mut all = Vec::new();
    // Who mates needs no second victim.
    if story.gain.is_some() {
        all.extend(fork(story, number, scene));
        all.extend(skewers(story, number, scene));
    }
    all.extend(discovered_attacks(story, number, scene));
    all.extend(pins(story, number, scene));
    all.extend(lured(story, number));
    all.extend(captured_defender(story, number));
    all.extend(in_between(story, number));
    all.extend(zugzwang(story, number, scene));
    all
}

/// What a side would win at once by taking on a square with the piece on another, in hundredths of a pawn.
fn taking(position: &Chess, from: Square, on: Square) -> i32 {
    let turned = match position.board().color_at(from) {
        Some(color) if color == position.turn() => Ok(position.clone()),
        _ => position.clone().swap_turn(),
    };
    // In check no one passes: then the piece on the square cannot do much else either.
    let Ok(turned) = turned else {
        return position.board().role_at(on).map_or(0, material_value);
    };
    let takes = turned
        .capture_moves()
        .into_iter()
        .filter(|mv| mv.from() == Some(from) && mv.to() == on);
    takes.map(|mv| see(&turned, mv)).max().unwrap_or_default()
}

/// A safe square next to a king that the piece on `from` does not attack.
fn aside(position: &Chess, king: Square, from: Square) -> Option<Square> {
    let board = position.board();
    let side = board.color_at(king)?;
    let free = attacks::king_attacks(king) & !board.occupied();
    let without = board.occupied().without(king);
    let safe = |square: &Square| board.attacks_to(*square, !side, without).is_empty();
    let unseen = |square: &Square| !board.attacks_from(from).contains(*square);
    free.into_iter().filter(unseen).find(safe)
}

fn fork(story: &Story, number: usize, scene: &Scene) -> Option<Candidate> {
    let (after, by) = (&scene.after, scene.to());
    let board = after.board();
    let victims = board.attacks_from(by) & board.by_color(!story.hero);
    let mut on = Vec::new();
    let mut changes = Vec::new();
    for square in victims {
        if board.kings().contains(square) {
            changes.push(Change::Shift(square, aside(after, square, by)?));
            on.push(square);
        } else if taking(after, by, square) >= LEAST {
            changes.push(Change::Lift(square));
            on.push(square);
        }
    }
    on.sort_by_key(|square| std::cmp::Reverse(rank_of(board.role_at(*square))));
    let seen = Seen { at: number, by, on };
    (seen.on.len() > 1).then(|| Candidate {
        motif: Motif::Fork,
        seen,
        position: after.clone(),
        changes,
    })
}

/// The king first, then by what they are worth.
fn rank_of(role: Option<Role>) -> i32 {
    match role {
        Some(Role::King) => i32::MAX,
        role => role.map_or(0, material_value),
    }
}

/// The alignments of all sliders of the side that moves.
fn lines(story: &Story, scene: &Scene) -> Vec<Aligned> {
    let own = scene.board().by_color(story.hero);
    own.into_iter()
        .flat_map(|by| aligned(scene.board(), by))
        .collect()
}

fn skewers(story: &Story, number: usize, scene: &Scene) -> Vec<Candidate> {
    let board = scene.board();
    let value = |square| rank_of(board.role_at(square));
    let new = lines(story, scene)
        .into_iter()
        .filter(|line| line.by == scene.to());
    let fits = new.filter(|line| {
        value(line.front) >= value(line.back)
            && value(line.back) < i32::MAX
            && (value(line.front) == i32::MAX || taking(&scene.after, line.by, line.front) >= LEAST)
    });
    let candidate = |line: Aligned| Candidate {
        motif: Motif::Skewer,
        seen: Seen {
            at: number,
            by: line.by,
            on: vec![line.front, line.back],
        },
        position: scene.after.clone(),
        changes: vec![Change::Lift(line.back)],
    };
    fits.map(candidate).collect()
}

fn discovered_attacks(story: &Story, number: usize, scene: &Scene) -> Vec<Candidate> {
    let (before, board) = (scene.before.board(), scene.board());
    let from = scene.from();
    let sliders = board.by_color(story.hero) & board.sliders();
    let sliders = sliders
        .without(scene.to())
        .into_iter()
        .filter(|_| !scene.mv.is_castle());
    let opened = sliders.flat_map(|by| {
        let new = board.attacks_from(by) & !before.attacks_from(by) & board.by_color(!story.hero);
        new.into_iter().map(move |on| (by, on))
    });
    let opened = opened.filter(|(by, on)| {
        attacks::between(*by, *on).contains(from)
            && !board.kings().contains(*on)
            && taking(&scene.after, *by, *on) >= LEAST
    });
    let candidate = |(by, on): (Square, Square)| Candidate {
        motif: Motif::DiscoveredAttack,
        seen: Seen {
            at: number,
            by,
            on: vec![on],
        },
        position: scene.after.clone(),
        changes: vec![Change::Close(from, story.hero)],
    };
    opened.map(candidate).collect()
}

fn pins(story: &Story, number: usize, scene: &Scene) -> Vec<Candidate> {
    let board = scene.board();
    let value = |square| rank_of(board.role_at(square));
    let later: Vec<&Scene> = story.scenes[number..].iter().step_by(2).collect();
    let fits = lines(story, scene).into_iter().filter(|line| {
        let reach = board.attacks_from(line.front).with(line.front);
        let used = later.iter().any(|scene| reach.contains(scene.to()));
        value(line.back) > value(line.front) && used
    });
    let candidate = |line: Aligned| {
        let free = attacks::between(line.front, line.back);
        let mut changes: Vec<Change> = free
            .into_iter()
            .map(|square| Change::Close(square, !story.hero))
            .take(1)
            .collect();
        if changes.is_empty() && value(line.back) == i32::MAX {
            let to = aside(&scene.after, line.back, line.by);
            let off = to.filter(|to| !attacks::ray(line.by, line.front).contains(*to));
            changes.extend(off.map(|to| Change::Shift(line.back, to)));
        }
        Candidate {
            motif: Motif::Pin,
            seen: Seen {
                at: number,
                by: line.by,
                on: vec![line.front, line.back],
            },
            position: scene.after.clone(),
            changes,
        }
    };
    fits.map(candidate).collect()
}

/// What is lured by a move: to where it is attacked then, or away from what it guarded.
fn lured(story: &Story, number: usize) -> Vec<Candidate> {
    let [lure, reply, use_of_it, ..] = &story.scenes[number..] else {
        return Vec::new();
    };
    // What is lured takes the piece that lures it; a king may go elsewhere, out of check.
    let takes = reply.to() == lure.to() && reply.captured().is_some();
    let steps = reply.role() == Role::King && lure.after.is_check() && !reply.mv.is_castle();
    if !takes && !steps {
        return Vec::new();
    }
    let (from, to) = (reply.from(), reply.to());
    let board = reply.board();
    let target = use_of_it.to();
    let mut all = Vec::new();
    let changes = vec![Change::Shift(to, from)];
    let at_it = target == to || use_of_it.after.is_check() && board.kings().contains(to);
    let seen = |on: Vec<Square>, by| Seen { at: number, by, on };
    let dear =
        reply.role() == Role::King || material_value(reply.role()) > material_value(lure.role());
    if takes && at_it && dear {
        all.push(Candidate {
            motif: Motif::Attraction,
            seen: seen(vec![from], lure.to()),
            position: reply.after.clone(),
            changes: changes.clone(),
        });
    }
    let guarded = lure.board().attacks_from(from).contains(target)
        && !board.attacks_from(to).contains(target);
    let takes_it = use_of_it.captured().is_some() || use_of_it.after.is_checkmate();
    if guarded && target != to && takes_it {
        all.push(Candidate {
            motif: Motif::Deflection,
            seen: seen(vec![from, target], lure.to()),
            position: reply.after.clone(),
            changes,
        });
    }
    all
}

/// The move between the same squares as a later one, where it is legal already.
fn at_once(position: &Chess, later: Move) -> Option<Move> {
    let mut legal = position.legal_moves().into_iter();
    legal.find(|mv| mv.from() == later.from() && mv.to() == later.to())
}

/// A defender is taken, and then what it defended.
fn captured_defender(story: &Story, number: usize) -> Option<Candidate> {
    let [first, _, next, ..] = &story.scenes[number..] else {
        return None;
    };
    first.captured().filter(|role| *role != Role::Pawn)?;
    next.captured()?;
    let (defender, target) = (first.to(), next.to());
    let guarded = first.before.board().attacks_from(defender).contains(target);
    if !guarded || target == defender {
        return None;
    }
    let at_once = at_once(&first.before, next.mv)?;
    Some(Candidate {
        motif: Motif::CapturingDefender,
        seen: Seen {
            at: number,
            by: defender,
            on: vec![target],
        },
        position: first.before.clone(),
        changes: vec![Change::Instead(at_once)],
    })
}

/// Another move before one takes back.
fn in_between(story: &Story, number: usize) -> Option<Candidate> {
    let before = match number.checked_sub(1) {
        Some(last) => Some(&story.scenes[last]),
        None => story.last.as_ref(),
    }?;
    before.captured()?;
    let scene = &story.scenes[number];
    let square = before.to();
    let later = story.scenes.get(number + 2)?;
    if scene.to() == square || later.to() != square || later.captured().is_none() {
        return None;
    }
    let at_once = at_once(&scene.before, later.mv)?;
    Some(Candidate {
        motif: Motif::Intermezzo,
        seen: Seen {
            at: number,
            by: scene.to(),
            on: vec![square],
        },
        position: scene.before.clone(),
        changes: vec![Change::Instead(at_once)],
    })
}

/// With no more than so many pieces besides kings and pawns a side can be in zugzwang.
const FEW: usize = 2;

fn zugzwang(story: &Story, number: usize, scene: &Scene) -> Option<Candidate> {
    let (after, board) = (&scene.after, scene.board());
    let pieces = board.by_color(!story.hero) & !board.pawns() & !board.kings();
    if after.is_check() || pieces.count() > FEW {
        return None;
    }
    Some(Candidate {
        motif: Motif::Zugzwang,
        seen: Seen {
            at: number,
            by: scene.to(),
            on: Vec::new(),
        },
        position: after.clone(),
        changes: vec![Change::Pass],
    })
}
