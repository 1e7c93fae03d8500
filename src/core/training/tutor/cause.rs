//! Whether a motif is the cause of what a line wins. A motif is first seen as a pattern of pieces; then what makes it
//! is taken away, as `motifs.md` says for each, and both positions are searched. It is found only where the win
//! shrinks by at least half of what it claims, or nearly all of it is gone. In the same way: why the answer to a bad move
//! wins.

use rustc_hash::FxHashMap;
use shakmaty::{
    Board, CastlingMode, Chess, Color, EnPassantMode, Move, Piece, Position, PositionError, Rank,
    Role, Setup, Square, attacks,
};

use super::explain::{Tutor, finding};
use super::motif::{gained_at_once, with_other_to_move};
use super::patterns::{Candidate, Change, at_once, candidates};
use super::winning_line::{LEAST_GAIN, LONGEST, LineMove, MotifMatch, WinningLine};
use super::{Finding, Gain, Motif, PiecesWon, TutorQuestion};
use crate::engine::{Line, Score, Stop, material_score, material_value, position_after};

/// A cause comes about within so many half-moves; what comes later, the other side may well do without.
const LATEST: usize = 7;
/// A position is searched with the nodes of its question divided by this, but with so many at least and at most.
const PART: u64 = 16;
const FEWEST: u64 = 4_000;
const MOST: u64 = 20_000;
/// What a position counts for in which a side mates, in hundredths of a pawn, and what more than that is not looked at.
const MATE: i32 = 3_000;
const CAP: i32 = 1_500;
/// The search looks for so many best lines, to find the best one that does not use the forbidden move.
const LINES: usize = 3;
/// A win has shrunk only by this, in hundredths of a pawn.
const SHRUNK: i32 = 90;

impl Tutor {
    /// The motifs that are the cause of what a line wins.
    pub(super) fn causes(
        &mut self,
        winning: &WinningLine,
        nodes: u64,
        stop: &Stop,
    ) -> Vec<Finding> {
        let mut trial = Trial::new(self, winning.winner, nodes, stop);
        let claimed = claimed(winning.gain);
        let mut found: Vec<Finding> = Vec::new();
        let moves = winning.steps.len().min(LATEST);
        for number in (0..moves).step_by(2) {
            for candidate in candidates(winning, number) {
                let known = found
                    .iter()
                    .any(|found| found.motif == Some(candidate.motif));
                if known || stop.is_stopped() {
                    continue;
                }
                let motif = candidate.motif;
                let claimed = match motif {
                    // Without it something is won as well, but less.
                    Motif::Intermezzo => 2 * SHRUNK,
                    // What has been taken by then does not come of what stands on the board.
                    _ => {
                        let still = winning.still_to_win(number, &candidate.position);
                        still.map_or(claimed, |still| claimed.min(self::claimed(Some(still))))
                    }
                };
                let seen = trial.proven_cause(candidate, claimed);
                found.extend(seen.map(|seen| finding(winning, Some(motif), seen)));
            }
        }
        found
    }
}

impl Tutor {
    /// That a pawn of the side to move becomes a queen in the best line though that wins nothing in the end, as the other
    /// side promotes, too, or gives a piece for the pawn. `None` where a reply that is nearly as good prevents it, where
    /// something is lost by it, or where it was stopped.
    pub(super) fn promotion(
        &mut self,
        question: &TutorQuestion,
        line: &[Move],
        stop: &Stop,
    ) -> Option<Finding> {
        let start = question.position();
        let mut steps = LineMove::line(start, &line[..line.len().min(LONGEST)]);
        let queens = |step: &LineMove| step.mv.promotion() == Some(Role::Queen);
        let number = (0..steps.len()).step_by(2).find(|at| queens(&steps[*at]))?;
        // What captures or promotes at once belongs to it.
        let belongs = |step: &&LineMove| step.captured().is_some() || step.mv.is_promotion();
        let belonging = steps[number + 1..].iter().take_while(belongs).count();
        steps.truncate(number + 1 + belonging);
        let promotes = steps[number].clone();
        let balance = |board: &Board| material_score(board, start.turn());
        let gain = balance(steps.last()?.board()) - balance(start.board());
        let mut trial = Trial::new(self, start.turn(), question.nodes, stop);
        let mut replies = steps[..number].iter().skip(1).step_by(2);
        let forced = replies.all(|reply| trial.promotes_after_all(&reply.before) == Some(true));
        let claimed = claimed(Some(gained_at_once(promotes.mv)));
        let pawn = Change::Lift(promotes.from());
        if gain < 0 || !forced || !trial.shrinks(&promotes.before, pawn, claimed)? {
            return None;
        }
        let winning = WinningLine {
            winner: start.turn(),
            last: None,
            steps,
            lost: PiecesWon::new(),
            gain: Some(gain),
        };
        let seen = MotifMatch::at(number, promotes.to(), Vec::new());
        Some(finding(&winning, Some(Motif::Promotion), seen))
    }
}

/// By so much a win must shrink that is worth so much; `None` for mate.
fn claimed(gain: Option<i32>) -> i32 {
    gain.map_or(MATE - CAP, |gain| (gain.min(CAP) / 2).max(SHRUNK))
}

/// What may be the cause of a win is tried: positions beside those in which it is taken away.
struct Trial<'a> {
    tutor: &'a mut Tutor,
    winner: Color,
    /// So many positions are looked at for the worth of one.
    nodes: u64,
    stop: &'a Stop,
    /// What positions are worth for the winner that have been searched: several motifs stand in the same one.
    values: FxHashMap<Chess, i32>,
}

impl<'a> Trial<'a> {
    /// For a question with so many nodes.
    fn new(tutor: &'a mut Tutor, winner: Color, nodes: u64, stop: &'a Stop) -> Self {
        Self {
            tutor,
            winner,
            nodes: (nodes / PART).clamp(FEWEST, MOST),
            stop,
            values: FxHashMap::default(),
        }
    }

    /// What is seen of a candidate, where taking it away makes the win smaller by what is claimed.
    fn proven_cause(&mut self, candidate: Candidate, claimed: i32) -> Option<MotifMatch> {
        let mut proven = Vec::new();
        let is_victim = |change: &Change| matches!(change, Change::Lift(_));
        let discovered = candidate.motif == Motif::DiscoveredAttack;
        for change in &candidate.changes {
            let known =
                |proven: &Change| change.piece().is_some_and(|at| proven.piece() == Some(at));
            if proven.iter().any(known) {
                continue;
            }
            // A piece that is gone changes how both sides stand, so that less tells that it was a cause.
            let claimed = match discovered && is_victim(change) {
                true => claimed / 2,
                false => claimed,
            };
            if self.shrinks(&candidate.position, *change, claimed)? {
                proven.push(*change);
            }
        }
        let mut seen = candidate.seen;
        match candidate.motif {
            // Each victim by itself must be a cause, and there must be two.
            Motif::Fork => {
                let kings = candidate.position.board().kings();
                let causes = |at: &Square| {
                    proven.iter().any(|change| match change {
                        Change::Close(..) => kings.contains(*at),
                        _ => change.piece() == Some(*at),
                    })
                };
                seen.on.retain(causes);
                if seen.on.len() < 2 {
                    return None;
                }
            }
            // The line that was opened must be a cause, and what is attacked.
            Motif::DiscoveredAttack => {
                let opened = proven.iter().any(|change| !is_victim(change));
                let victims = candidate.changes.iter().any(is_victim);
                if !opened || victims && !proven.iter().any(is_victim) {
                    return None;
                }
            }
            _ if proven.is_empty() => return None,
            _ => {}
        }
        Some(seen)
    }

    /// Whether a change makes what is won in a position smaller by so much, or by more than a pawn so that less than one
    /// is left; `None` where it was stopped.
    fn shrinks(&mut self, position: &Chess, change: Change, claimed: i32) -> Option<bool> {
        match change {
            Change::NotThrough(from, square) => {
                return self.needs(position, from, square, claimed);
            }
            Change::NotCaptured(reply, from, square) => {
                let replied = LineMove::new(position, reply).after;
                return self.needs(&replied, from, square, claimed);
            }
            _ => {}
        }
        let Some((changed, given)) = change.apply(position, self.winner) else {
            return Some(false);
        };
        let whole = self.value(position)?;
        let rest = self.value(&changed)? - given;
        let lost = whole - rest;
        Some(lost >= claimed || whole >= LEAST_GAIN && rest < SHRUNK && lost > LEAST_GAIN)
    }

    /// Whether the winner, who is to move, wins so much less if the piece on `from` may not go to `square` or past it;
    /// `None` where the search was stopped.
    fn needs(
        &mut self,
        position: &Chess,
        from: Square,
        square: Square,
        claimed: i32,
    ) -> Option<bool> {
        let game = std::slice::from_ref(position);
        let is_pawn = position.board().role_at(from) == Some(Role::Pawn);
        let promotes = is_pawn && matches!(square.rank(), Rank::First | Rank::Eighth);
        // A promotion is four moves.
        let lines = LINES + if promotes { 3 } else { 0 };
        let lines = self.tutor.lines(game, lines, self.nodes, self.stop);
        if self.stop.is_stopped() {
            return None;
        }
        let through = |line: &&Line| {
            line.moves.first().is_some_and(|mv| {
                let to = mv.to();
                mv.from() == Some(from)
                    && (to == square || attacks::between(from, to).contains(square))
            })
        };
        let whole = lines.iter().find(through).map(|line| worth(line.score));
        let rest = lines.iter().find(|line| !through(line));
        let rest = rest.map(|line| worth(line.score));
        Some(
            whole
                .zip(rest)
                .is_some_and(|(whole, rest)| whole - rest >= claimed),
        )
    }

    /// Whether a pawn of the winner becomes a queen after every move of the other side that is nearly as good as the best
    /// one; `None` where the search was stopped.
    fn promotes_after_all(&mut self, position: &Chess) -> Option<bool> {
        let game = std::slice::from_ref(position);
        let lines = self.tutor.lines(game, LINES, self.nodes, self.stop);
        let best = worth(lines.first().filter(|_| !self.stop.is_stopped())?.score);
        let mut good = lines
            .iter()
            .filter(|line| best - worth(line.score) < SHRUNK);
        let queens = |mv: &Move| mv.promotion() == Some(Role::Queen);
        Some(good.all(|line| line.moves.iter().skip(1).step_by(2).any(queens)))
    }

    /// What a position is worth for the winner, in hundredths of a pawn. `None` where it was stopped.
    fn value(&mut self, position: &Chess) -> Option<i32> {
        if let Some(known) = self.values.get(position) {
            return Some(*known);
        }
        let value = match over(position, self.winner) {
            Some(outcome) => outcome,
            None => {
                let game = std::slice::from_ref(position);
                let line = self.tutor.search(game, self.nodes, self.stop)?;
                let sign = if position.turn() == self.winner {
                    1
                } else {
                    -1
                };
                sign * worth(line.score)
            }
        };
        self.values.insert(position.clone(), value);
        Some(value)
    }
}

/// What a score counts for, in hundredths of a pawn.
fn worth(score: Score) -> i32 {
    match score {
        Score::Centipawns(_) => score.in_material().clamp(-CAP, CAP),
        Score::Mate(moves) => MATE * moves.signum(),
    }
}

/// Why the answer to a move wins something: what the move has overlooked, or done itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "camelCase")]
pub enum Oversight {
    /// The answer was threatened already.
    Threat,
    /// A piece has left its post.
    Guard {
        /// What it is.
        piece: Role,
        /// Where it stood.
        left: Square,
        /// What it guarded, on which something is lost now.
        target: Square,
    },
    /// A piece has left a line on which it was in the opponent's way.
    OpenedLine {
        /// What it is.
        piece: Role,
        /// Where it stood.
        left: Square,
        /// From where the opponent's piece goes through that square.
        by: Square,
        /// To where.
        target: Square,
    },
    /// A piece is in the way of another one of its side.
    ClosedLine {
        /// What it is.
        piece: Role,
        /// Where it stands now.
        at: Square,
        /// Where the other one stands.
        guard: Square,
        /// What that guarded, on which something is lost now.
        target: Square,
    },
}

impl Tutor {
    /// Why the answer to a move that is legal in a position wins what a finding proves. `None` where no reason can be
    /// proven, or it was stopped.
    pub fn oversight(
        &mut self,
        question: &TutorQuestion,
        played: Move,
        answer: &Finding,
        stop: &Stop,
    ) -> Option<Oversight> {
        let before = question.position();
        let step = LineMove::new(before, played);
        let needed = answer.line.len().min(LATEST);
        let line = LineMove::line(&step.after, &answer.line[..needed]);
        let mut trial = Trial::new(self, !before.turn(), question.nodes, stop);
        // A side in check cannot pass, so no threat is looked for.
        let passed = with_other_to_move(before);
        let first = passed.and_then(|passed| {
            let first = at_once(&passed, line.first()?.mv)?;
            Some(LineMove::new(&passed, first))
        });
        if let Some(threat) = first {
            if trial.wins(&threat, answer, question.nodes)? {
                return Some(Oversight::Threat);
            }
        }
        let claimed = claimed(answer.gain.material());
        for (oversight, change) in oversights(&step, &line) {
            if trial.shrinks(&step.after, change, claimed)? {
                return Some(oversight);
            }
        }
        None
    }
}

impl Trial<'_> {
    /// Whether a move wins nearly as much as a finding says of it in another position.
    fn wins(&mut self, step: &LineMove, finding: &Finding, nodes: u64) -> Option<bool> {
        let Gain::Material(gain) = finding.gain else {
            return Some(self.value(&step.after)? == MATE);
        };
        let won = self.tutor.material_won(step, nodes, self.stop);
        (!self.stop.is_stopped()).then(|| won.is_sure(gain, finding.line.len()))
    }
}

/// What a move may have overlooked to which this line is the answer, each with what takes it back.
fn oversights(step: &LineMove, line: &[LineMove]) -> Vec<(Oversight, Change)> {
    let (piece, left, at) = (step.role(), step.from(), step.to());
    // There is no one square that a piece has left.
    if step.mv.is_castle() || step.mv.is_promotion() {
        return Vec::new();
    }
    let (before, after) = (step.before.board(), step.board());
    let back = Change::Shift(at, left);
    let own = line.iter().step_by(2);
    let lines = own.clone().filter_map(|own| {
        let (by, target) = (own.from(), own.to());
        let same = after.piece_at(by) == own.before.board().piece_at(by);
        let through = attacks::between(by, target).contains(left) && !own.mv.is_castle();
        let opened = Oversight::OpenedLine {
            piece,
            left,
            by,
            target,
        };
        (same && through).then_some((opened, Change::Close(left, step.before.turn())))
    });
    // What comes to a square later is not guarded yet.
    let is_there = |own: &&LineMove| {
        own.captured().is_none() || after.color_at(own.to()) == Some(step.before.turn())
    };
    let targets = own
        .filter(|own| own.is_decisive())
        .filter(is_there)
        .map(LineMove::to);
    let targets: Vec<Square> = targets.filter(|target| *target != at).collect();
    let closed = targets.iter().filter_map(|target| {
        let sliders = before.by_color(step.before.turn()) & before.sliders();
        let guards = before.attacks_to(*target, step.before.turn(), before.occupied()) & sliders;
        let guard = guards
            .without(left)
            .into_iter()
            .find(|guard| attacks::between(*guard, *target).contains(at))?;
        let closed = Oversight::ClosedLine {
            piece,
            at,
            guard,
            target: *target,
        };
        Some((closed, back))
    });
    let unguarded = targets.iter().filter(|target| {
        before.attacks_from(left).contains(**target) && !after.attacks_from(at).contains(**target)
    });
    let unguarded = unguarded.map(|target| {
        let guard = Oversight::Guard {
            piece,
            left,
            target: *target,
        };
        (guard, back)
    });
    lines.chain(closed).chain(unguarded).collect()
}

/// What a position counts for that is over.
fn over(position: &Chess, side: Color) -> Option<i32> {
    if position.is_checkmate() {
        return Some(if position.turn() == side { -MATE } else { MATE });
    }
    position.legal_moves().is_empty().then_some(0)
}

impl Change {
    /// Where the piece stands that is elsewhere then, or not there, or that is not captured.
    fn piece(self) -> Option<Square> {
        match self {
            Self::Lift(at) | Self::Shift(at, _) | Self::NotCaptured(_, _, at) => Some(at),
            _ => None,
        }
    }

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
            Self::Close(square, color) => given(close(board, square, color)?, 1),
            Self::Shift(from, to) => {
                shift(board, from, to)?;
                0
            }
            Self::Sheltered(from, to, square) => {
                let piece = shift(board, from, to)?;
                given(close(board, square, piece.color)?, 1)
            }
            Self::Without(square, mv) => {
                let given = given(board.remove_piece_at(square)?, -1);
                let mut after = legal(setup)?;
                after.play_unchecked(at_once(&after, mv)?);
                return Some((after, given));
            }
            Self::NotThrough(..) | Self::NotCaptured(..) => return None,
            Self::Pass => return Some((with_other_to_move(position)?, 0)),
            Self::Instead(mv) => return Some((position_after(position, &[mv]), 0)),
        };
        legal(setup).map(|changed| (changed, given))
    }
}

/// Puts a piece on another square, and tells which it is; `None` where none is there, or the square is not free.
fn shift(board: &mut Board, from: Square, to: Square) -> Option<Piece> {
    let piece = board.remove_piece_at(from)?;
    put(board, to, piece)
}

/// Puts a piece of a side on a square that does as little else there as can be; `None` where that is not free.
fn close(board: &mut Board, square: Square, color: Color) -> Option<Piece> {
    let piece = idlest(board, square, color);
    put(board, square, piece)
}

fn put(board: &mut Board, square: Square, piece: Piece) -> Option<Piece> {
    if board.piece_at(square).is_some() {
        return None;
    }
    board.set_piece_at(square, piece);
    Some(piece)
}

/// What attacks and guards the fewest pieces of all that a side could have on a square; no pawn that could promote.
fn idlest(board: &Board, square: Square, color: Color) -> Piece {
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook];
    let rank = color.fold_wb(square.rank(), square.rank().flip_vertical());
    let fits = |role: &Role| *role != Role::Pawn || (Rank::Second..=Rank::Sixth).contains(&rank);
    let busy = |role: &Role| {
        let piece = Piece { color, role: *role };
        let seen = attacks::attacks(square, piece, board.occupied());
        let attacked = (seen & board.by_color(!color)).count();
        (attacked, (seen & board.by_color(color)).count())
    };
    let role = roles.into_iter().filter(fits).min_by_key(busy);
    Piece {
        color,
        role: role.unwrap_or(Role::Rook),
    }
}

/// A position that can be searched, with the castling rights that it still has. No game needs to lead to it: a side may
/// have a pawn too many.
fn legal(mut setup: Setup) -> Option<Chess> {
    setup.ep_square = None;
    let position = setup.position::<Chess>(CastlingMode::Chess960);
    position
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_too_much_material)
        .ok()
}
