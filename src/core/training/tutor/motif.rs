//! The motifs that are known, the finding of one with its proof, and how each is found in a line.

use shakmaty::{Bitboard, Chess, Color, Move, Position, Rank, Role, Square, attacks};
use strum::{Display, EnumString, VariantArray};

use super::winning_line::{LEAST_GAIN, LineMove, MotifMatch, PiecesWon, WinningLine, pieces_won};
use crate::engine::{material_value, piece_value, position_after, see};

/// How a line wins. As a text, each has the name that the puzzles of lichess have for it. Some are only that: names of
/// puzzles and of lessons, which the tutor does not prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Display, EnumString, VariantArray)]
#[strum(serialize_all = "camelCase")]
pub enum Motif {
    /// Mate by the first move.
    MateIn1,
    /// Mate by the second move at the latest.
    MateIn2,
    /// Mate by the third move at the latest.
    MateIn3,
    /// Mate by the fourth move at the latest.
    MateIn4,
    /// Mate by the fifth move at the latest.
    MateIn5,
    /// Mate by a rook or queen on the first rank of a king that has its own pieces on all squares in front of it.
    BackRankMate,
    /// Mate by a knight, where the king's own men take all squares around it.
    SmotheredMate,
    /// A piece attacks two at once.
    Fork,
    /// A piece cannot leave its line, or only at a loss, as its king or a more valuable piece stands behind it.
    Pin,
    /// A piece must leave, and what stood behind it is taken.
    Skewer,
    /// A piece moves out of the way of another one, which then attacks something.
    DiscoveredAttack,
    /// A piece moves out of the way of another one, which gives check.
    DiscoveredCheck,
    /// Two pieces give check at once.
    DoubleCheck,
    /// A piece is taken, and the exchange on its square wins all that it is worth.
    HangingPiece,
    /// A piece is taken, and the exchange on its square wins something, but less than it is worth.
    Underdefended,
    /// A piece is attacked and is captured wherever it goes.
    TrappedPiece,
    /// A piece is lured away from what it guards.
    Deflection,
    /// A piece is lured to where it is attacked, or mated.
    Attraction,
    /// What guards something is taken.
    CapturingDefender,
    /// A piece takes through one that has just taken.
    XRayAttack,
    /// Another move is played before one takes back.
    Intermezzo,
    /// Every move makes the position worse for the side to move.
    Zugzwang,
    /// A pawn becomes a queen.
    Promotion,
    /// A pawn becomes another piece than a queen.
    UnderPromotion,
    /// A pawn is taken en passant.
    EnPassant,
    /// A pawn runs to its last rank, and cannot be caught.
    UnstoppablePawn,
    /// A piece has two duties and can do only one.
    Overloading,
    /// A move comes between a piece and what it guards.
    Interference,
    /// A piece leaves a square or a line that another one needs.
    Clearance,
    /// Material is given up for more.
    Sacrifice,
    /// A piece that is lost anyway captures what it can.
    Desperado,
    /// One piece gives discovered checks, again and again, as another one moves away and comes back.
    Windmill,
    /// A king without a square to flee to from its first rank: what guards that rank can do nothing else.
    WeakBackRank,
    /// The checks never end: a draw.
    PerpetualCheck,
    /// The kings face each other, and the side to move must give way.
    Opposition,
    /// A bishop cannot drive a king out of the corner where its pawn would become a queen.
    WrongBishop,
    /// The pawns stand still for good, and neither side gets past them.
    Fortress,
}

impl Motif {
    /// Mate by the move of this number at the latest.
    pub fn mate_in(moves: usize) -> Option<Self> {
        Some(match moves {
            1 => Self::MateIn1,
            2 => Self::MateIn2,
            3 => Self::MateIn3,
            4 => Self::MateIn4,
            5 => Self::MateIn5,
            _ => return None,
        })
    }
}

/// What a line ends in, for the side that begins it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gain {
    /// Mate.
    Mate,
    /// So much more on the board than before, in hundredths of a pawn.
    Material(i32),
    /// A draw that cannot be taken away, for the side that had less.
    Draw,
}

impl Gain {
    /// The hundredths of a pawn that are won; `None` for mate and for a draw.
    pub fn material(self) -> Option<i32> {
        match self {
            Self::Material(won) => Some(won),
            Self::Mate | Self::Draw => None,
        }
    }
}

/// What a line proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// How it wins; `None` where no more is proven than what it ends in.
    pub motif: Option<Motif>,
    /// The number of the half-move in the line by which it does, counted from 0.
    pub at: usize,
    /// Where the piece stands that does it, after that move.
    pub by: Square,
    /// On whom, where they stand then; the most valuable first.
    pub on: Vec<Square>,
    /// The moves from the first one to what is won.
    pub line: Vec<Move>,
    /// What the winner lost in the exchange to which the last move before the line belongs, if the line takes back: so
    /// much is only won back.
    pub lost: PiecesWon,
    /// What it ends in.
    pub gain: Gain,
}

impl Finding {
    /// What the line wins that begins in a position, beyond what it wins back. A bishop is as good as a knight.
    pub fn winnings(&self, start: &Chess) -> PiecesWon {
        let end = position_after(start, &self.line);
        let mut won = pieces_won(start, &end, start.turn());
        for ((_, count), (_, lost)) in won.iter_mut().zip(&self.lost) {
            *count += lost;
        }
        if let [_, (_, knights), (_, bishops), ..] = &mut won[..] {
            if knights.signum() * bishops.signum() < 0 {
                let exchanged = knights.abs().min(bishops.abs());
                *knights -= exchanged * knights.signum();
                *bishops -= exchanged * bishops.signum();
            }
        }
        won.retain(|(_, count)| *count != 0);
        won
    }

    /// The one that says most of all that a line proves: that it mates, or else what comes about first.
    pub fn foremost(findings: &[Self]) -> Option<&Self> {
        let mates = findings
            .first()
            .filter(|finding| finding.gain == Gain::Mate);
        mates.or_else(|| findings.iter().min_by_key(|finding| finding.at))
    }
}

/// Whether the first move takes a piece, and the exchange on its square wins all that it is worth.
pub fn hanging(winning: &WinningLine, number: usize) -> Option<MotifMatch> {
    let (whole, won) = exchange(winning, number)?;
    (won >= whole).then(|| taken(winning, number))
}

/// Whether the first move takes a piece, and the exchange on its square wins something, but less than it is worth.
pub fn underdefended(winning: &WinningLine, number: usize) -> Option<MotifMatch> {
    let (whole, won) = exchange(winning, number)?;
    (LEAST_GAIN..whole)
        .contains(&won)
        .then(|| taken(winning, number))
}

/// The value of the piece that the first move takes, and what the exchange there wins; nothing where it takes a pawn,
/// or takes back a piece that is worth no more than the one which that piece has just taken, or where the opponent at
/// once takes as much elsewhere, but for less than a pawn.
fn exchange(winning: &WinningLine, number: usize) -> Option<(i32, i32)> {
    let step = &winning.steps[number];
    let captured = piece_value(step.captured().filter(|role| *role != Role::Pawn)?);
    let last = winning.last.as_ref().filter(|last| last.to() == step.to());
    let given = last.and_then(LineMove::captured).map_or(0, piece_value);
    let first = number == 0 && captured - given >= LEAST_GAIN;
    let won = first.then(|| see(&step.before, step.mv))?;
    let reply = winning.steps.get(number + 1);
    let elsewhere = reply.filter(|reply| reply.captured().is_some() && reply.to() != step.to());
    let price = elsewhere.map_or(0, |reply| see(&step.after, reply.mv));
    let kept = winning.gain.is_none() || won - price >= LEAST_GAIN;
    kept.then_some((captured, won))
}

fn taken(winning: &WinningLine, number: usize) -> MotifMatch {
    let square = winning.steps[number].to();
    MotifMatch::at(number, square, vec![square])
}

/// Whether two pieces give check at once: who does, and the king.
pub fn double_check(winning: &WinningLine, number: usize) -> Option<MotifMatch> {
    let after = &winning.steps[number].after;
    let king = after.board().king_of(after.turn())?;
    let checkers = after.checkers();
    (checkers.count() > 1).then(|| MotifMatch::at(number, winning.steps[number].to(), vec![king]))
}

/// Whether a piece gives check whose way is free now: which, and the king.
pub fn discovered_check(winning: &WinningLine, number: usize) -> Option<MotifMatch> {
    let after = &winning.steps[number].after;
    let king = after.board().king_of(after.turn())?;
    let checkers = after.checkers();
    let others = checkers.without(winning.steps[number].to());
    let castled = winning.steps[number].mv.is_castle();
    others
        .first()
        .filter(|_| !castled)
        .map(|by| MotifMatch::at(number, by, vec![king]))
}

/// In how many moves the line mates, which has a name up to five, and how the mate looks.
pub fn mates(winning: &WinningLine) -> Vec<Option<Motif>> {
    let Some(end) = winning.steps.last().filter(|_| winning.mates()) else {
        return Vec::new();
    };
    let moves = winning.steps.len().div_ceil(2);
    let looks = [
        (Motif::BackRankMate, is_back_rank(end)),
        (Motif::SmotheredMate, is_smothered(end)),
    ];
    let looks = looks.into_iter().filter(|(_, is)| *is);
    let looks = looks.map(|(motif, _)| Some(motif));
    [Motif::mate_in(moves)].into_iter().chain(looks).collect()
}

/// Whether a rook or queen on the first rank of a king mates it there, and its own pieces stand on all squares
/// in front of it.
pub fn is_back_rank(end: &LineMove) -> bool {
    let (board, mated) = (end.board(), end.after.turn());
    let Some(king) = board.king_of(mated) else {
        return false;
    };
    let first = Bitboard::from_rank(mated.backrank());
    let heavy = board.rooks() | board.queens();
    let given = (end.after.checkers() & heavy & first).any() && end.after.is_checkmate();
    let front = attacks::king_attacks(king) & second_rank(mated);
    first.contains(king) && given && front.is_subset(board.by_color(mated))
}

/// The rank in front of a side's first one.
pub fn second_rank(side: Color) -> Bitboard {
    Bitboard::from_rank(side.fold_wb(Rank::Second, Rank::Seventh))
}

/// Whether a knight mates a king that its own men leave no square.
pub fn is_smothered(end: &LineMove) -> bool {
    let (board, mated) = (end.board(), end.after.turn());
    let Some(king) = board.king_of(mated) else {
        return false;
    };
    let own = board.by_color(mated);
    end.role() == Role::Knight && (attacks::king_attacks(king) & !own).is_empty()
}

/// Whether a pawn becomes a queen.
pub fn promotion(winning: &WinningLine, number: usize) -> Option<MotifMatch> {
    let role = winning.steps[number].mv.promotion()?;
    (role == Role::Queen).then(|| MotifMatch::at(number, winning.steps[number].to(), Vec::new()))
}

/// Whether a pawn becomes another piece than a queen.
pub fn under_promotion(winning: &WinningLine, number: usize) -> Option<MotifMatch> {
    let role = winning.steps[number].mv.promotion()?;
    (role != Role::Queen).then(|| MotifMatch::at(number, winning.steps[number].to(), Vec::new()))
}

/// Whether a pawn is taken en passant.
pub fn en_passant(winning: &WinningLine, number: usize) -> Option<MotifMatch> {
    let step = &winning.steps[number];
    let taken = Square::from_coords(step.to().file(), step.from().rank());
    step.mv
        .is_en_passant()
        .then(|| MotifMatch::at(number, step.to(), vec![taken]))
}

/// What a sacrifice gives up at least, in hundredths of a pawn: more than a pawn.
const GIVEN_UP: i32 = 150;

/// Whether a move gives up material that the opponent takes, and that could have been saved. What the line has won before
/// and gives back is no sacrifice, unless it mates.
pub fn sacrifice(winning: &WinningLine, number: usize) -> Option<MotifMatch> {
    let step = &winning.steps[number];
    let reply = winning.steps.get(number + 1)?;
    reply.captured()?;
    let cost = || see(&step.after, reply.mv) - gained_at_once(step.mv);
    let stood = match reply.to() == step.to() {
        true => step.from(),
        false => reply.to(),
    };
    let won_before = || match winning.gain {
        Some(_) => winning.won_before(number),
        None => 0,
    };
    let gives_up = cost() - won_before() >= GIVEN_UP && !is_lost(&step.before, stood);
    gives_up.then(|| MotifMatch::at(number, reply.to(), Vec::new()))
}

/// What a move captures, and what it makes of a pawn.
pub fn gained_at_once(mv: Move) -> i32 {
    let crowned = mv
        .promotion()
        .map(|role| material_value(role) - material_value(Role::Pawn));
    mv.capture().map_or(0, material_value) + crowned.unwrap_or_default()
}

/// Whether a piece captures with a discovered check, comes back with a check, and does so once more.
pub fn windmill(winning: &WinningLine, number: usize) -> Option<MotifMatch> {
    let [away, _, back, _, again, ..] = &winning.steps[number..] else {
        return None;
    };
    let first = discovered_check(winning, number)?;
    let second = discovered_check(winning, number + 4)?;
    let turns = back.from() == away.to()
        && back.to() == away.from()
        && back.after.is_check()
        && again.from() == back.to()
        && first.by == second.by
        && again.captured().is_some();
    turns.then_some(first)
}

/// The position with the other side to move; `None` in check, when no one passes.
pub fn with_other_to_move(position: &Chess) -> Option<Chess> {
    position.clone().swap_turn().ok()
}

/// What the side to move wins at once by taking on a square, with the piece on another one or with any, in hundredths
/// of a pawn.
pub fn won_by_taking(position: &Chess, from: Option<Square>, on: Square) -> i32 {
    let takes = position.capture_moves().into_iter();
    let takes = takes.filter(|mv| mv.to() == on && (from.is_none() || mv.from() == from));
    takes.map(|mv| see(position, mv)).max().unwrap_or_default()
}

/// Whether the opponent of the side to move would win something by capturing on a square.
pub fn is_en_prise(position: &Chess, square: Square) -> bool {
    match with_other_to_move(position) {
        Some(passed) => won_by_taking(&passed, None, square) >= LEAST_GAIN,
        None => is_attacked_in_check(position, square),
    }
}

/// The same where the side to move is in check, so that no exchange can be played out: whether a piece of less worth
/// attacks the square, or any where nothing guards it.
fn is_attacked_in_check(position: &Chess, square: Square) -> bool {
    let (board, side) = (position.board(), position.turn());
    let worth = |at: Square| board.role_at(at).map_or(0, material_value);
    let attackers = board.attacks_to(square, !side, board.occupied());
    let guards = board.attacks_to(square, side, board.occupied());
    let lesser = |at: Square| worth(square) - worth(at) >= LEAST_GAIN;
    attackers.any() && (guards.is_empty() || attackers.into_iter().any(lesser))
}

/// Whether a piece of the side to move is captured with profit where it stands and wherever it goes.
pub fn is_lost(position: &Chess, square: Square) -> bool {
    is_en_prise(position, square) && moves_of(position, square).all(|mv| loses(position, mv))
}

/// Whether a piece of the side to move is lost wherever it goes, beyond what it takes; a pinned one is not trapped.
pub fn has_no_way_out(position: &Chess, square: Square) -> bool {
    let board = position.board();
    let squares = board.attacks_from(square) & !board.by_color(position.turn());
    let moves = moves_of(position, square);
    moves.clone().count() == squares.count() && moves.clone().all(|mv| loses(position, mv))
}

fn moves_of(position: &Chess, square: Square) -> impl Iterator<Item = Move> + Clone {
    let moves = position.legal_moves().into_iter();
    moves.filter(move |mv| mv.from() == Some(square))
}

/// Whether the piece that moves is captured then, and more is lost by that than it has taken.
fn loses(position: &Chess, mv: Move) -> bool {
    let next = position_after(position, &[mv]);
    let taken = mv.capture().map_or(0, material_value);
    won_by_taking(&next, None, mv.to()) - taken >= LEAST_GAIN
}
