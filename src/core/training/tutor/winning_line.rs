//! The position that a tutor is asked about, with the moves before it, and a line from there: each move with the positions
//! before and after it.

use shakmaty::{Board, Chess, Color, Move, Position, Role, Square};

use crate::chess::{Game, landing_square};
use crate::engine::{
    Score, material_score, material_value, pieces_ahead, position_after, positions, see,
};

/// So many positions a tutor looks at before it holds a move back, which takes far less than the time that this may wait.
const GUARD_NODES: u64 = 20_000;
/// Before it judges what is tried in a lesson.
pub const LESSON_NODES: u64 = 60_000;
/// Before it judges what is tried in practice and in a review.
pub const ADVICE_NODES: u64 = 100_000;
/// Before it gives a tip, while its player thinks. Of 300 positions from games of people in which one move is better by 1.2 pawns
/// or more, it finds that move in 297; with a quarter of it in 289.
pub const TIP_NODES: u64 = 400_000;
/// Before it explains a position where that alone is waited for.
pub const EXPLAIN_NODES: u64 = 200_000;

/// A position that is asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TutorQuestion {
    /// All positions from the first one on; the last one is asked about.
    pub(super) positions: Vec<Chess>,
    /// The moves between them.
    moves: Vec<Move>,
    /// So many positions are looked at for an answer.
    pub(super) nodes: u64,
    /// Whether the motifs are asked for by which something is won.
    pub(super) wants_causes: bool,
}

impl TutorQuestion {
    /// The position to which these moves lead, which can be played.
    pub fn new(start: &Chess, moves: &[Move]) -> Self {
        Self {
            positions: positions(start, moves),
            moves: moves.to_vec(),
            nodes: ADVICE_NODES,
            wants_causes: true,
        }
    }

    /// The position of a game after so many half-moves; the last one, where it has not so many.
    pub fn at(game: &Game, plies: usize) -> Self {
        let plies = game.plies().iter().take(plies);
        Self::new(game.start(), &plies.map(|ply| ply.mv).collect::<Vec<_>>())
    }

    /// The position that a game has come to.
    pub fn of(game: &Game) -> Self {
        Self::at(game, usize::MAX)
    }

    /// The same, with so many positions to be looked at.
    pub fn within(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }

    /// The same at a glance, for which a move need not wait: what is won, not by which motif.
    pub fn at_a_glance(self) -> Self {
        Self {
            wants_causes: false,
            ..self.within(GUARD_NODES)
        }
    }

    /// The same of another position, of which it is not known how it has come about.
    pub(super) fn of_position(&self, position: &Chess) -> Self {
        Self {
            wants_causes: self.wants_causes,
            ..Self::new(position, &[]).within(self.nodes)
        }
    }

    /// The position after one move more.
    pub fn after(&self, mv: Move) -> Self {
        let mut after = self.clone();
        after.positions.push(position_after(self.position(), &[mv]));
        after.moves.push(mv);
        after
    }

    /// The first position.
    pub fn start(&self) -> &Chess {
        &self.positions[0]
    }

    /// The moves from there.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position.
    pub fn position(&self) -> &Chess {
        &self.positions[self.moves.len()]
    }

    /// The position before the exchange that the last move belongs to: before the first of the moves that have taken on
    /// its square one after the other. The position itself, where the last move takes nothing.
    pub(super) fn before_exchange(&self) -> &Chess {
        let square = self.moves.last().map(|last| last.to());
        let taken = |mv: &&Move| mv.is_capture() && Some(mv.to()) == square;
        let exchange = self.moves.iter().rev().take_while(taken).count();
        &self.positions[self.moves.len() - exchange]
    }

    /// The position before the last move, and that move; `None` where nothing has been played.
    pub fn last(&self) -> Option<(&Chess, Move)> {
        let last = *self.moves.last()?;
        Some((&self.positions[self.moves.len() - 1], last))
    }
}

/// A move on the board.
#[derive(Clone)]
pub struct LineMove {
    pub before: Chess,
    pub mv: Move,
    pub after: Chess,
}

impl LineMove {
    pub fn new(before: &Chess, mv: Move) -> Self {
        Self {
            before: before.clone(),
            mv,
            after: position_after(before, &[mv]),
        }
    }

    /// These moves, one after the other.
    pub fn line(start: &Chess, moves: &[Move]) -> Vec<Self> {
        let mut steps: Vec<Self> = Vec::new();
        for mv in moves {
            let before = steps.last().map_or(start, |step| &step.after);
            let step = Self::new(before, *mv);
            steps.push(step);
        }
        steps
    }

    /// Whether it captures, promotes or mates.
    pub fn is_decisive(&self) -> bool {
        self.captured().is_some() || self.mv.is_promotion() || self.after.is_checkmate()
    }

    /// Where the piece came from. Castling moves the king.
    pub fn from(&self) -> Square {
        self.mv.from().unwrap_or(self.to())
    }

    /// Where the piece stands now.
    pub fn to(&self) -> Square {
        landing_square(self.mv)
    }

    /// What moved, as it stands there now.
    pub fn role(&self) -> Role {
        self.mv.promotion().unwrap_or(self.mv.role())
    }

    pub fn captured(&self) -> Option<Role> {
        self.mv.capture()
    }

    pub fn board(&self) -> &Board {
        self.after.board()
    }
}

/// A line by which a side wins something or mates.
pub struct WinningLine {
    /// Who wins.
    pub winner: Color,
    /// The move by which the position came about.
    pub last: Option<LineMove>,
    /// The moves, those of the winner at even numbers.
    pub steps: Vec<LineMove>,
    /// What the exchange has cost the winner to which the last move belongs, where the line takes back: as much is only
    /// won back.
    pub lost: PiecesWon,
    /// What is won in the end; `None` for mate.
    pub gain: Option<i32>,
}

/// What is seen in a line.
pub struct MotifMatch {
    /// The half-move by which it comes about.
    pub at: usize,
    /// Where the piece stands that does it, after that move.
    pub by: Square,
    /// On whom.
    pub on: Vec<Square>,
}

impl MotifMatch {
    /// Something that the move of this number does.
    pub fn at(at: usize, by: Square, on: Vec<Square>) -> Self {
        Self { at, by, on }
    }
}

/// The least that counts as something that is won: a pawn.
pub const LEAST_GAIN: i32 = 100;
/// What takes more half-moves than this must win more than a pawn.
const SOON: usize = 7;
const MORE: i32 = 150;
/// What a line of so many half-moves must win at least.
const fn least(length: usize) -> i32 {
    if length > SOON { MORE } else { LEAST_GAIN }
}
/// After so many half-moves it is no longer known what would be played, unless it is mate.
pub const LONGEST: usize = 13;
/// A side that is ahead by so much will win; it is not asked whether it could be more.
const ENOUGH: i32 = 400;
/// How much of it a good position of the other side may make up for: all but a pawn, and no more than this.
const MADE_UP_FOR: i32 = 175;

impl WinningLine {
    /// The beginnings of a line that show what is won: first the one that wins most, then shorter ones; none where the
    /// line wins nothing, or its score does not confirm that.
    pub fn all(question: &TutorQuestion, line: &[Move], score: Score) -> Vec<Self> {
        let start = question.position();
        let winner = start.turn();
        let line = &queened(start, line)[..];
        let mut whole = Self {
            winner,
            last: question
                .last()
                .map(|(before, mv)| LineMove::new(before, mv)),
            steps: LineMove::line(start, line),
            lost: PiecesWon::new(),
            gain: None,
        };
        let mut own = whole.steps.iter().step_by(2);
        if own.any(|step| whole.recaptures(step)) {
            let exchange = pieces_won(question.before_exchange(), start, winner);
            if value(&exchange) < 0 {
                whole.lost = exchange;
            }
        }
        let worth = match score {
            Score::Mate(moves) if moves > 0 && whole.mates() => return vec![whole],
            Score::Mate(_) => return Vec::new(),
            Score::Centipawns(_) => score.in_material(),
        };
        if whole.steps.is_empty() {
            return Vec::new();
        }
        whole.settle();
        let harvests = whole.harvests().into_iter();
        // A third of it at least is seen by the search.
        let seen = |gain: i32| material_score(start.board(), winner) + gain / 3;
        let harvests = harvests.filter(|(_, gain)| worth >= seen(*gain).min(ENOUGH));
        let winning_lines = harvests.map(|(length, gain)| Self {
            winner,
            last: whole.last.clone(),
            steps: whole.steps[..length].to_vec(),
            lost: whole.lost.clone(),
            gain: Some(gain),
        });
        // No search has seen a mate.
        winning_lines.filter(|winning| !winning.mates()).collect()
    }

    /// Whether a move takes where the opponent has taken with the last move before the line.
    fn recaptures(&self, step: &LineMove) -> bool {
        let last = self.last.as_ref().filter(|last| last.captured().is_some());
        step.captured().is_some() && last.is_some_and(|last| last.to() == step.to())
    }

    /// Whether it takes back and wins no more than that. What is taken back later, after a move in between, may be all.
    pub fn only_wins_back(&self) -> bool {
        let mut own = self.steps.iter().step_by(2);
        match own.position(|step| self.recaptures(step)) {
            Some(0) => !self.wins_anew(),
            Some(_) => self.gain.is_some_and(|gain| gain + value(&self.lost) < 0),
            None => false,
        }
    }

    /// Whether more is won than is only won back.
    pub fn wins_anew(&self) -> bool {
        self.gain
            .is_none_or(|gain| gain + value(&self.lost) >= least(self.steps.len()))
    }

    /// The last move of the line, and the least score after it for the winner that bears out what is won. A winner who
    /// is behind on the board even then may have a much lower score, as for a lost position.
    pub fn promised(&self) -> Option<(&LineMove, i32)> {
        let (end, gain) = self.steps.last().zip(self.gain)?;
        let ahead = self.balance(end);
        let least = if ahead < 0 {
            2 * ahead
        } else {
            ahead.min(ENOUGH)
        };
        Some((end, least - MADE_UP_FOR.min(gain - LEAST_GAIN)))
    }

    /// What is still to be won from a position on that stands before the winner's move of this number; after it, where what
    /// is taken back at once counts as well; or after the reply. Nothing where that is less than a pawn, where the line
    /// mates, or in another position.
    pub fn still_to_win(&self, number: usize, position: &Chess) -> Option<i32> {
        let step = &self.steps[number];
        let settled = match self.steps.get(number + 1) {
            _ if step.before == *position => step.before.board(),
            _ if step.after == *position => self.exchange(number).next().unwrap_or(step).board(),
            reply => reply.filter(|reply| reply.after == *position)?.board(),
        };
        let start = self.steps[0].before.board();
        let won = material_score(settled, self.winner) - material_score(start, self.winner);
        let still = self.gain? - won;
        (still >= LEAST_GAIN).then_some(still)
    }

    /// What has been won before the winner's move of this number, beyond what was only taken back.
    pub fn won_before(&self, number: usize) -> i32 {
        let balance = |step: &LineMove| material_score(step.before.board(), self.winner);
        let won = balance(&self.steps[number]) - balance(&self.steps[0]);
        (won + value(&self.lost)).max(0)
    }

    /// Its moves.
    pub fn moves(&self) -> Vec<Move> {
        self.steps.iter().map(|step| step.mv).collect()
    }

    /// Whether the winner mates in the end.
    pub fn mates(&self) -> bool {
        let end = self.steps.last();
        end.is_some_and(|step| step.before.turn() == self.winner && step.after.is_checkmate())
    }

    /// After how many half-moves something is won that is kept to the end, and how much; the most first.
    fn harvests(&self) -> Vec<(usize, i32)> {
        let Some(begin) = self.steps.first() else {
            return Vec::new();
        };
        let first = material_score(begin.before.board(), self.winner);
        let won = |step: &LineMove| self.balance(step) - first;
        let mut kept = i32::MAX;
        // The earliest move that has all of it.
        let mut earliest: Vec<(usize, i32)> = Vec::new();
        for (number, step) in self.steps.iter().enumerate().rev() {
            let moved = step.before.turn() == self.winner;
            // What the opponent takes and loses again on that square changes nothing.
            if !moved && self.exchange(number).next().is_some() {
                continue;
            }
            kept = kept.min(won(step));
            let mut exchange = self.exchange(number);
            let disputed = exchange.any(|step| won(step) < kept);
            match earliest.last_mut() {
                _ if !moved || disputed || kept < LEAST_GAIN => {}
                Some((at, all)) if *all == kept => *at = number,
                _ => earliest.push((number, kept)),
            }
        }
        let harvests = earliest.into_iter().filter_map(|(number, kept)| {
            // Where something is taken back for it, that belongs to it.
            let settled = self.steps[number..]
                .iter()
                .position(|step| won(step) == kept)?;
            let length = number + settled + 1;
            (kept >= least(length)).then_some((length, kept))
        });
        harvests.collect()
    }

    /// Forgets what is no longer known. An exchange is gone through to its end; where the line does not tell that,
    /// with what the opponent takes at once.
    fn settle(&mut self) {
        let last = LONGEST.min(self.steps.len()) - 1;
        let length = last + 1 + self.exchange(last).count();
        if length < self.steps.len() {
            self.steps.truncate(length);
        } else {
            self.steps.extend(self.taken_back());
        }
    }

    /// What is taken, one after the other, where the piece of this half-move has gone.
    fn exchange(&self, number: usize) -> impl Iterator<Item = &LineMove> {
        let square = self.steps[number].to();
        let rest = self.steps[number + 1..].iter();
        rest.take_while(move |step| step.captured().is_some() && step.to() == square)
    }

    /// What the opponent takes where the winner's last piece has gone, if that is worth it.
    fn taken_back(&self) -> Option<LineMove> {
        let end = self.steps.last()?;
        if end.before.turn() != self.winner {
            return None;
        }
        let replies = end.after.capture_moves().into_iter();
        let back = replies.filter(|mv| mv.to() == end.to());
        let wins = back.map(|mv| (see(&end.after, mv), mv));
        let (_, mv) = wins
            .filter(|(wins, _)| *wins >= LEAST_GAIN)
            .max_by_key(|(wins, _)| *wins)?;
        Some(LineMove::new(&end.after, mv))
    }

    /// How much more the winner has than the other side after a move.
    pub fn balance(&self, step: &LineMove) -> i32 {
        material_score(step.board(), self.winner)
    }
}

/// A line in which pawns that are captured as soon as they have become something have become queens: what else they
/// become makes no difference there.
fn queened(start: &Chess, line: &[Move]) -> Vec<Move> {
    let mut moves = line.to_vec();
    for (number, step) in LineMove::line(start, line).iter().enumerate() {
        let reply = line.get(number + 1).filter(|reply| reply.to() == step.to());
        let (Some(reply), true) = (reply, step.mv.is_promotion()) else {
            continue;
        };
        let legal = step.before.legal_moves().into_iter();
        let queen = legal
            .filter(|mv| mv.from() == step.mv.from() && mv.to() == step.mv.to())
            .find(|mv| mv.promotion() == Some(Role::Queen));
        let taken = queen.and_then(|queen| {
            let after = LineMove::new(&step.before, queen).after;
            let mut replies = after.legal_moves().into_iter();
            let taking = |mv: &Move| {
                (mv.from(), mv.to(), mv.promotion())
                    == (reply.from(), reply.to(), reply.promotion())
            };
            replies.find(taking).map(|taken| [queen, taken])
        });
        if let Some(both) = taken {
            moves.splice(number..number + 2, both);
        }
    }
    moves
}

/// How many pieces of each kind are won, pawns first; what is given for them is less than 0.
pub type PiecesWon = Vec<(Role, i32)>;

/// What a side has won from one position to another.
pub fn pieces_won(before: &Chess, after: &Chess, side: Color) -> PiecesWon {
    let roles = Role::ALL.into_iter().filter(|role| *role != Role::King);
    let ahead = |position: &Chess, role| pieces_ahead(position.board(), side, role);
    let won = |role| ahead(after, role) - ahead(before, role);
    roles.map(|role| (role, won(role))).collect()
}

/// What is won, in hundredths of a pawn.
fn value(won: &PiecesWon) -> i32 {
    let values = won.iter();
    values
        .map(|(role, count)| count * material_value(*role))
        .sum()
}
