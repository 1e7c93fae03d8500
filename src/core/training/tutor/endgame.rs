//! Endgame knowledge and perpetual check: what a move proves without winning anything yet. It is counted to the end, or
//! follows from the rules; no opinion of a searcher is in it.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Board, Chess, Color, File, Move, Position, Rank, Role, Square, attacks};

use super::winning_line::{LEAST_GAIN, LineMove};
use super::{Finding, Gain, Motif, PiecesWon};
use crate::chess::is_sealed;
use crate::engine::{Score, material_score, material_value, position_after};

type Rule = fn(&LineMove) -> Option<Finding>;

/// By these something is won.
const WINNING: [Rule; 2] = [unstoppable_pawn, winning];
/// By these the side that has less keeps the draw.
const DRAWING: [Rule; 3] = [opposition_draws, wrong_bishop, fortress];

/// What is true after a move that leads to such a score.
pub fn endgame_knowledge(start: &Chess, mv: Move, score: Score) -> Vec<Finding> {
    let step = LineMove::new(start, mv);
    let wins = match score {
        Score::Centipawns(_) => score.in_material() >= LEAST_GAIN,
        Score::Mate(moves) => moves > 0,
    };
    let winning = WINNING.iter().filter(|_| wins);
    let known = winning.chain(&DRAWING).filter_map(|rule| rule(&step));
    // The side that wins has no use for perpetual check.
    let perpetual = Some(&step).filter(|_| !wins).and_then(perpetual_check);
    known.chain(perpetual).collect()
}

/// A move that keeps the draw for certain, this one if it does.
pub fn draw(start: &Chess, wanted: Option<Move>) -> Option<Finding> {
    let mut moves = wanted.into_iter().chain(start.legal_moves());
    moves.find_map(|mv| drawing(start, mv))
}

/// Whether and how a move keeps the draw for certain; a searcher is not asked.
pub fn drawing(start: &Chess, mv: Move) -> Option<Finding> {
    let step = LineMove::new(start, mv);
    let known = DRAWING.iter().find_map(|rule| rule(&step));
    known.or_else(|| perpetual_check(&step))
}

/// The line that begins with a step and goes on with these moves.
fn line(step: &LineMove, rest: Vec<Move>) -> Vec<Move> {
    std::iter::once(step.mv).chain(rest).collect()
}

/// How a line ends that begins in a position, in more for the side that begins it.
fn material(start: &Chess, line: &[Move]) -> Gain {
    let end = position_after(start, line);
    let balance = |position: &Chess| material_score(position.board(), start.turn());
    Gain::Material(balance(&end) - balance(start))
}

/// How many half-moves it takes until the pawn promotes; 0 where it never does.
static KPK_TABLE: OnceLock<Vec<u8>> = OnceLock::new();

/// Both sides to move, 24 squares for a pawn on the left half of the board, 64 for each king.
const KPK_SIZE: usize = 2 * 24 * 64 * 64;

/// A position of king and pawn against king, as if White had the pawn, on the left half of the board.
#[derive(Debug, Clone, Copy)]
pub struct KpkPosition {
    /// Whether the side with the pawn is to move.
    moves: bool,
    king: Square,
    pawn: Square,
    /// The king that is alone.
    lone: Square,
}

impl KpkPosition {
    /// The ending on a board; `None` where it is another one.
    pub fn of(position: &Chess) -> Option<Self> {
        let board = position.board();
        let pawn = board.pawns().single_square()?;
        if board.occupied().count() != 3 {
            return None;
        }
        let strong = board.color_at(pawn)?;
        let seen = |square: Square| {
            let square = strong.fold_wb(square, square.flip_vertical());
            match pawn.file() > File::D {
                true => square.flip_horizontal(),
                false => square,
            }
        };
        Some(Self {
            moves: position.turn() == strong,
            king: seen(board.king_of(strong)?),
            pawn: seen(pawn),
            lone: seen(board.king_of(!strong)?),
        })
    }

    /// The same with the other side to move.
    pub fn passed(self) -> Self {
        Self {
            moves: !self.moves,
            ..self
        }
    }

    /// How many half-moves it takes until the pawn promotes and is not taken; `None` where it never does.
    pub fn plies(self) -> Option<u8> {
        let plies = KPK_TABLE.get_or_init(build_kpk_table)[self.number()];
        (plies > 0).then_some(plies)
    }

    fn number(self) -> usize {
        let pawn = (usize::from(self.pawn.rank()) - 1) * 4 + usize::from(self.pawn.file());
        let kings = usize::from(self.king) * 64 + usize::from(self.lone);
        (usize::from(self.moves) * 24 + pawn) * 64 * 64 + kings
    }

    fn all() -> impl Iterator<Item = Self> {
        let pawns = Square::ALL.into_iter().filter(|square| {
            square.file() <= File::D && !matches!(square.rank(), Rank::First | Rank::Eighth)
        });
        let kings = || Square::ALL.into_iter();
        pawns.flat_map(move |pawn| {
            kings().flat_map(move |king| {
                kings().flat_map(move |lone| {
                    [true, false].into_iter().map(move |moves| Self {
                        moves,
                        king,
                        pawn,
                        lone,
                    })
                })
            })
        })
    }

    fn can_be(self) -> bool {
        let apart = self.king.distance(self.lone) > 1;
        let free = self.king != self.pawn && self.lone != self.pawn;
        let checked = attacks::pawn_attacks(Color::White, self.pawn).contains(self.lone);
        apart && free && !(self.moves && checked)
    }

    /// What can come of it, where it stays this ending; or the lone king stands on the pawn that it has taken.
    fn next(self) -> impl Iterator<Item = Self> {
        let near = attacks::king_attacks(self.lone);
        let to = if self.moves {
            attacks::king_attacks(self.king) & !near.with(self.pawn)
        } else {
            let taken = attacks::pawn_attacks(Color::White, self.pawn);
            near & !attacks::king_attacks(self.king) & !taken
        };
        let kings = to.into_iter().map(move |to| match self.moves {
            true => self.with(|next| next.king = to),
            false => self.with(|next| next.lone = to),
        });
        let free = |square: &Square| *square != self.king && *square != self.lone;
        let one = self.pawn.offset(8).filter(|_| self.moves).filter(free);
        let two = one.and_then(|one| one.offset(8)).filter(free);
        let two = two.filter(|_| self.pawn.rank() == Rank::Second);
        let stays = |pawn: &Square| pawn.rank() != Rank::Eighth;
        let pawns = [one.filter(stays), two].into_iter().flatten();
        kings.chain(pawns.map(move |pawn| self.with(|next| next.pawn = pawn)))
    }

    fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self.passed()
    }

    /// Whether the pawn promotes with this move, and is not taken.
    fn promotes(self) -> bool {
        let last = self
            .pawn
            .offset(8)
            .filter(|last| last.rank() == Rank::Eighth);
        last.is_some_and(|last| {
            let free = last != self.king && last != self.lone;
            let held = last.distance(self.king) == 1 || last.distance(self.lone) > 1;
            self.moves && free && held
        })
    }
}

/// Retrograde analysis: first the positions in which the pawn promotes at once, then those that lead to them, one
/// half-move at a time.
fn build_kpk_table() -> Vec<u8> {
    let mut plies = vec![0; KPK_SIZE];
    let mut open: Vec<KpkPosition> = KpkPosition::all()
        .filter(|ending| ending.can_be())
        .collect();
    let mut quiet = 0;
    for number in 1..=u8::MAX {
        let known = |ending: &KpkPosition| plies[ending.number()] > 0;
        let won = |ending: &KpkPosition| match ending.moves {
            true if number == 1 => ending.promotes(),
            true => ending.next().any(|next| known(&next)),
            false => ending.next().next().is_some() && ending.next().all(|next| known(&next)),
        };
        let (found, rest): (Vec<KpkPosition>, Vec<KpkPosition>) = open.into_iter().partition(won);
        open = rest;
        quiet = if found.is_empty() { quiet + 1 } else { 0 };
        for ending in found {
            plies[ending.number()] = number;
        }
        if quiet > 1 {
            break;
        }
    }
    plies
}

/// So many more moves a king may need to the corner.
const MOVES: u32 = 2;

/// Whether a lone king comes to the corner where all pawns of the other side would promote, if that side has besides
/// only bishops that cannot go there: the king is never driven out. From a square next to the corner it can always go
/// into it again, as the other king could attack the corner only from squares next to this king.
pub fn wrong_bishop(step: &LineMove) -> Option<Finding> {
    let (board, mover) = (step.board(), step.before.turn());
    let (corner, bishops) = corner(board, mover)?;
    let way = way(&step.after, corner, MOVES)?;
    Some(Finding {
        motif: Some(Motif::WrongBishop),
        at: 0,
        by: step.to(),
        on: bishops.into_iter().collect(),
        line: line(step, way),
        lost: PiecesWon::new(),
        gain: Gain::Draw,
    })
}

/// The corner that a lone king wants to reach, and the bishops that do not get there.
fn corner(board: &Board, mover: Color) -> Option<(Square, Bitboard)> {
    let others = board.by_color(!mover);
    let (pawns, bishops) = (others & board.pawns(), others & board.bishops());
    let alone = board.by_color(mover).count() == 1;
    let bare = others == (pawns | bishops | board.kings() & others);
    let file = [File::A, File::H].into_iter().find(|file| {
        let file = Bitboard::from_file(*file);
        pawns.any() && (pawns & !file).is_empty()
    })?;
    let corner = Square::from_coords(file, mover.backrank());
    let wrong = |bishop: Square| bishop.is_light() != corner.is_light();
    let wrong = bishops.any() && bishops.into_iter().all(wrong);
    (alone && bare && wrong).then_some((corner, bishops))
}

/// How the king comes to the corner where the other side is to move, and holds out longest; `None` where it need not.
fn way(position: &Chess, corner: Square, moves: u32) -> Option<Vec<Move>> {
    let king = position.board().king_of(!position.turn())?;
    let away = king.distance(corner);
    if away <= 1 {
        return Some(Vec::new());
    }
    let moves = moves.checked_sub(1)?;
    let mut longest = Vec::new();
    for mv in position.legal_moves() {
        let answered = position_after(position, &[mv]);
        // Nothing else may come about, not even a stalemate.
        if mv.promotion().is_some() {
            return None;
        }
        let mut nearer = answered.legal_moves();
        nearer.retain(|step| step.to().distance(corner) < away && !step.is_capture());
        let rest = nearer.into_iter().find_map(|step| {
            let after = position_after(&answered, &[step]);
            let rest = way(&after, corner, moves)?;
            Some([mv, step].into_iter().chain(rest).collect::<Vec<Move>>())
        })?;
        if rest.len() > longest.len() {
            longest = rest;
        }
    }
    (!longest.is_empty()).then_some(longest)
}

/// Whether a king faces the other one with a square between, so that its pawn promotes, which it would not if it were
/// its turn again.
pub fn winning(step: &LineMove) -> Option<Finding> {
    let ending = facing(step)?;
    ending.plies()?;
    if ending.passed().plies().is_some() {
        return None;
    }
    let line = line(step, promotion(&step.after)?);
    let gain = material(&step.before, &line);
    finding(step, line, gain)
}

/// Whether a lone king faces the other one, so that the pawn does not get through, as it would if it were its turn again.
pub fn opposition_draws(step: &LineMove) -> Option<Finding> {
    let ending = facing(step)?;
    // The pawn is the other side's, which is to move.
    if !ending.moves || ending.plies().is_some() {
        return None;
    }
    ending.passed().plies()?;
    finding(step, vec![step.mv], Gain::Draw)
}

fn finding(step: &LineMove, line: Vec<Move>, gain: Gain) -> Option<Finding> {
    Some(Finding {
        motif: Some(Motif::Opposition),
        at: 0,
        by: step.board().king_of(step.before.turn())?,
        on: vec![step.board().king_of(step.after.turn())?],
        line,
        lost: PiecesWon::new(),
        gain,
    })
}

/// The ending after a move with which the kings face each other: one of a king, or of a pawn that hands the turn over.
fn facing(step: &LineMove) -> Option<KpkPosition> {
    let king = step.board().king_of(step.before.turn())?;
    let other = step.board().king_of(step.after.turn())?;
    let straight = king.file() == other.file() || king.rank() == other.rank();
    let facing = straight && king.distance(other) == 2 && step.captured().is_none();
    KpkPosition::of(&step.after).filter(|_| facing)
}

/// How the pawn promotes if both sides do their best; nothing where it does not.
fn promotion(start: &Chess) -> Option<Vec<Move>> {
    let mut at = start.clone();
    let mut line = Vec::new();
    loop {
        let left = KpkPosition::of(&at)?.plies()?;
        let mv = at.legal_moves().into_iter().find(|mv| {
            let after = position_after(&at, &[*mv]);
            match KpkPosition::of(&after) {
                Some(next) => next.plies() == Some(left - 1),
                None => left == 1 && mv.promotion().is_some() && !after.is_stalemate(),
            }
        })?;
        line.push(mv);
        if mv.promotion().is_some() {
            return Some(line);
        }
        at.play_unchecked(mv);
    }
}

/// More positions are not looked at.
const MOST: u32 = 40_000;

/// Whether the pawn that moves becomes a queen and stays on the board against every defense, while its own side does
/// nothing but push it. There are only kings and pawns, and no pawn of the other side becomes anything
/// meanwhile.
pub fn unstoppable_pawn(step: &LineMove) -> Option<Finding> {
    let (board, pawn) = (step.board(), step.to());
    let bare = board.occupied() == board.kings() | board.pawns();
    if !bare || step.role() != Role::Pawn {
        return None;
    }
    let mover = step.before.turn();
    let goal = Square::from_coords(pawn.file(), (!mover).backrank());
    let mut run = Run {
        goal,
        forward: mover.fold_wb(8, -8),
        left: MOST,
    };
    let line = line(step, run.on(&step.after, pawn)?);
    let gain = material(&step.before, &line);
    let king = board.king_of(!mover)?;
    matches!(gain, Gain::Material(won) if won >= LEAST_GAIN).then(|| Finding {
        motif: Some(Motif::UnstoppablePawn),
        at: 0,
        by: pawn,
        on: vec![king],
        line,
        lost: PiecesWon::new(),
        gain,
    })
}

/// A run to the last rank.
struct Run {
    goal: Square,
    forward: i32,
    /// So many positions may still be looked at.
    left: u32,
}

impl Run {
    /// How it goes on where the other side is to move and its king hurries to the goal; `None` where it can stop
    /// the pawn, or that cannot be told.
    fn on(&mut self, position: &Chess, pawn: Square) -> Option<Vec<Move>> {
        let mut moves = position.legal_moves();
        moves.sort_by_key(|mv| (mv.role() != Role::King, mv.to().distance(self.goal)));
        let mut told = None;
        for mv in moves {
            let rest = self.after(position, mv, pawn)?;
            told.get_or_insert(rest);
        }
        // A side that cannot move is not beaten.
        told
    }

    /// How it goes on with a move of the other side.
    fn after(&mut self, position: &Chess, mv: Move, pawn: Square) -> Option<Vec<Move>> {
        self.left = self.left.checked_sub(1)?;
        if mv.promotion().is_some() {
            return None;
        }
        let answered = position_after(position, &[mv]);
        let next = pawn.offset(self.forward)?;
        let last = next == self.goal;
        let pushed = |push: &Move| {
            let queen = push.promotion().is_none_or(|role| role == Role::Queen);
            push.from() == Some(pawn) && push.to() == next && queen
        };
        let push = answered.legal_moves().into_iter().find(pushed)?;
        let after = position_after(&answered, &[push]);
        let rest = match last {
            true => self.stays(&after).then(Vec::new)?,
            false => self.on(&after, next)?,
        };
        Some([mv, push].into_iter().chain(rest).collect())
    }

    /// Whether the new queen is not taken, and no other one is made.
    fn stays(&self, position: &Chess) -> bool {
        let moves = position.legal_moves();
        let harmless = |mv: &Move| mv.to() != self.goal && mv.promotion().is_none();
        let goes_on = !moves.is_empty() || position.is_checkmate();
        goes_on && moves.iter().all(harmless)
    }
}

/// Whether the move of the side that has less closes the last way through. It is known by the rules, as a dead position is.
pub fn fortress(step: &LineMove) -> Option<Finding> {
    let (board, mover) = (step.board(), step.before.turn());
    let closes = is_sealed(&step.after, !mover) && !is_sealed(&step.before, !mover);
    if material_score(board, mover) > -LEAST_GAIN || !closes {
        return None;
    }
    let pieces = board.by_color(!mover) & !board.pawns() & !board.kings();
    let mut on: Vec<Square> = pieces.into_iter().collect();
    on.sort_by_key(|square| board.role_at(*square).map(|role| -material_value(role)));
    Some(Finding {
        motif: Some(Motif::Fortress),
        at: 0,
        by: step.to(),
        on,
        line: vec![step.mv],
        lost: PiecesWon::new(),
        gain: Gain::Draw,
    })
}

/// More positions in check are not looked at.
const CHECKS: usize = 600;

/// Whether the move of the side that has less gives a check after which that side can give check forever: the positions
/// are drawn by repetition (articles 9.2 and 9.6.1), if nothing better comes about.
pub fn perpetual_check(step: &LineMove) -> Option<Finding> {
    let (board, mover) = (step.board(), step.before.turn());
    let behind = material_score(board, mover) <= -LEAST_GAIN;
    let never_ends = behind && step.after.is_check() && Checks::from(&step.after).never_end();
    never_ends.then(|| Finding {
        motif: Some(Motif::PerpetualCheck),
        at: 0,
        by: step.to(),
        on: board.king_of(!mover).into_iter().collect(),
        line: vec![step.mv],
        lost: PiecesWon::new(),
        gain: Gain::Draw,
    })
}

/// The positions to which a check leads; `None` where there is no check.
fn checks_from(position: &Chess) -> Option<Vec<Chess>> {
    let moves = position.legal_moves().into_iter();
    let after = moves.map(|mv| position_after(position, &[mv]));
    let checks: Vec<Chess> = after.filter(Chess::is_check).collect();
    (!checks.is_empty()).then_some(checks)
}

/// The positions in check that follow from one by checks alone, the first one at 0.
struct Checks {
    positions: Vec<Chess>,
    /// Their places among these.
    numbers: FxHashMap<Chess, usize>,
    /// For each position that was looked at, the answers to the check, and for each answer the positions to which another
    /// check leads. `None` where an answer leaves no check.
    next: Vec<Option<Vec<Vec<usize>>>>,
}

impl Checks {
    fn from(first: &Chess) -> Self {
        Self {
            positions: vec![first.clone()],
            numbers: FxHashMap::from_iter([(first.clone(), 0)]),
            next: Vec::new(),
        }
    }

    /// Whether they never end. More and more of them are looked at, until the others decide nothing, or there are too many:
    /// what was not looked at by then counts as an end.
    fn never_end(mut self) -> bool {
        let mut most = 1;
        loop {
            self.look(most);
            let all = most == CHECKS || self.next.len() == self.positions.len();
            if self.hold(false) {
                return true;
            }
            if all || !self.hold(true) {
                return false;
            }
            most = CHECKS.min(4 * most);
        }
    }

    /// Looks at so many of them in all.
    fn look(&mut self, most: usize) {
        while self.next.len() < self.positions.len().min(most) {
            let position = &self.positions[self.next.len()];
            let answers = position.legal_moves().into_iter();
            let checks: Option<Vec<_>> = answers
                .map(|answer| checks_from(&position_after(position, &[answer])))
                .collect();
            let next = checks.map(|answers| {
                let numbers = |checks: Vec<Chess>| {
                    let numbers = checks.into_iter().map(|check| self.number(check));
                    numbers.collect()
                };
                answers.into_iter().map(numbers).collect()
            });
            self.next.push(next);
        }
    }

    /// The place of a position, which is new if it was not met before.
    fn number(&mut self, check: Chess) -> usize {
        *self.numbers.entry(check).or_insert_with_key(|check| {
            self.positions.push(check.clone());
            self.positions.len() - 1
        })
    }

    /// Whether there is another check after every answer: what leads to a position without one falls away, until nothing
    /// changes. `open` is whether there is taken to be one in positions that were not looked at.
    fn hold(&self, open: bool) -> bool {
        let mut holds: Vec<bool> = self.next.iter().map(Option::is_some).collect();
        holds.resize(self.positions.len(), open);
        loop {
            let goes_on = |answers: &Vec<Vec<usize>>| {
                let another = |checks: &Vec<usize>| checks.iter().any(|next| holds[*next]);
                answers.iter().all(another)
            };
            let still = |number: usize| match self.next.get(number) {
                Some(answers) => holds[number] && answers.as_ref().is_some_and(goes_on),
                None => open,
            };
            let still: Vec<bool> = (0..holds.len()).map(still).collect();
            if still == holds {
                return holds[0];
            }
            holds = still;
        }
    }
}
