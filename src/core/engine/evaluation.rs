//! What a position looks like before anything is searched: material and squares, tapered from the middle
//! game to the endgame, pawns, mobility, the safety of kings.

use shakmaty::{Bitboard, Board, Chess, Color, Position, Rank, Role, Square, attacks};
use strum::VariantArray;

use super::network::Accumulators;
use super::pawns::{PawnEntry, PawnTable};
use super::score::PAWN;
use super::see::piece_value;
use super::terms::*;
use super::weights::*;

/// How much more material decides a game, in hundredths of a pawn.
const DECIDED: i32 = 700;

/// By what a search values positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evaluation {
    /// By what the network makes of them.
    Network,
    /// By the sum of what is known of them, which can be told.
    Terms,
    /// By nothing but the material that is won: how much more White has than this, in hundredths of a pawn. No move is
    /// pruned by what a position seems to be worth, so that nothing is won to which there is an answer.
    Material {
        /// How much more White had before.
        before: i32,
    },
}

impl Evaluation {
    /// What so much material is worth, given in hundredths of a pawn.
    pub(super) fn of_material(self, material: i32) -> i32 {
        match self {
            Self::Network | Self::Terms => material * PAWN / 100,
            Self::Material { .. } => material,
        }
    }

    /// The worth of a position at a ply of a search for the side to move, in centipawns; of material alone, in hundredths of
    /// a pawn.
    pub(super) fn of(
        self,
        position: &Chess,
        ply: usize,
        pawns: &mut PawnTable,
        accumulators: &mut Accumulators,
    ) -> i32 {
        match self {
            Self::Network if !is_decided(position.board()) => {
                damped_by_fifty_moves(position, accumulators.output(position, ply))
            }
            Self::Network | Self::Terms => eval(position, pawns.get(position.board())),
            Self::Material { before } => {
                let won = material_score(position.board(), Color::White) - before;
                position.turn().fold_wb(won, -won)
            }
        }
    }
}

/// Whether one side has so much more, or the other so little, that all is won to the network, and the terms alone know what
/// wins sooner.
fn is_decided(board: &Board) -> bool {
    material_score(board, Color::White).abs() >= DECIDED
        || Color::ALL
            .iter()
            .any(|side| !board.by_color(*side).more_than_one())
}

/// The static evaluation of a position for the side to move, in centipawns.
pub fn static_eval(position: &Chess) -> i32 {
    eval(position, PawnEntry::of(position.board()))
}

/// The same, where it is known what the pawns and kings come to.
fn eval(position: &Chess, pawns: PawnEntry) -> i32 {
    let (board, turn) = (position.board(), position.turn());
    let mut total = Total(pawns.value);
    compare_pieces(&Sides::of(board), board, pawns.passed, &mut total);
    let value = total.0.times(turn.fold_wb(1, -1)) + WEIGHTS[TEMPO];
    let value = value.at(phase(board)) + mop_up(board, turn) - mop_up(board, !turn);
    let value = value * scale_factor(board, if value > 0 { turn } else { !turn }) / 64;
    damped_by_fifty_moves(position, value) * PAWN / 100
}

/// Where nothing happens, nothing is won: the closer the fifty moves, the less a position is worth.
fn damped_by_fifty_moves(position: &Chess, value: i32) -> i32 {
    let plies = i32::try_from(position.halfmoves()).map_or(100, |plies| plies.min(100));
    value * (220 - plies) / 220
}

/// What a position has for the side to move, by the number of each weight of [`WEIGHTS`], for fitting them; how much of the
/// middle game is left, of [`MAX_PHASE`]; and how much an advantage counts, in sixty-fourths, for the side to move and
/// for the other one.
pub fn trace(position: &Chess) -> (Vec<(usize, i32)>, i32, [i32; 2]) {
    let (board, turn) = (position.board(), position.turn());
    let mut trace = Trace::default();
    compare(board, turn, &mut trace);
    trace.add(Term::Placement, TEMPO, 1);
    let scale_factors = [turn, !turn].map(|color| scale_factor(board, color));
    (trace.0, phase(board), scale_factors)
}

/// How much of an advantage counts, in sixty-fourths.
fn scale_factor(board: &Board, ahead: Color) -> i32 {
    let own = board.by_color(ahead);
    if (own & board.pawns()).is_empty() {
        let more = non_pawn_material(board, ahead) - non_pawn_material(board, !ahead);
        // A piece more does not win without pawns, and two knights do not.
        if more <= 400 || (own & !board.knights() & !board.kings()).is_empty() {
            return 6;
        }
    }
    let heavy = board.rooks() | board.queens() | board.knights();
    let bishops = Color::ALL.map(|color| board.bishops() & board.by_color(color));
    let alone = bishops.map(|bishops| bishops.single_square().map(Square::is_light));
    match alone {
        [Some(one), Some(other)] if one != other && heavy.is_empty() => 32,
        _ => 64,
    }
}

/// What a side's pieces are worth without pawns and king.
fn non_pawn_material(board: &Board, side: Color) -> i32 {
    let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let count = |role| (board.by_role(role) & board.by_color(side)).count() as i32;
    roles
        .iter()
        .map(|role| count(*role) * piece_value(*role))
        .sum()
}

/// How much more a side has on the board than the other, in hundredths of a pawn. A bishop has the value of a knight: to
/// exchange them wins nothing.
pub(crate) fn material_score(board: &Board, side: Color) -> i32 {
    let roles = Role::ALL.into_iter().filter(|role| *role != Role::King);
    let worth = |role| pieces_ahead(board, side, role) * material_value(role);
    roles.map(worth).sum()
}

/// How many pieces of a kind a side has more than the other.
pub(crate) fn pieces_ahead(board: &Board, side: Color, role: Role) -> i32 {
    let pieces = board.by_role(role);
    let count = |side| (pieces & board.by_color(side)).count() as i32;
    count(side) - count(!side)
}

/// What a piece counts for in the balance of material, in hundredths of a pawn.
pub(crate) fn material_value(role: Role) -> i32 {
    match role {
        Role::Bishop => piece_value(Role::Knight),
        role => piece_value(role),
    }
}

/// What the pawns of a side are good or bad by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, VariantArray)]
pub enum PawnTrait {
    /// The squares on which they stand, one maybe behind another.
    Placement,
    /// One has no other beside its file.
    Isolated,
    /// One cannot be protected by the others, and not go on.
    Backward,
    /// They stand side by side, or protect each other.
    Connected,
    /// No pawn of the other side can stop one.
    Passed,
}

impl PawnTrait {
    /// What a weight of [`Term::Pawns`] is for.
    fn of(weight: usize) -> Self {
        match weight {
            PASSED.. => Self::Passed,
            PHALANX.. => Self::Connected,
            BACKWARD.. => Self::Backward,
            ISOLATED.. => Self::Isolated,
            _ => Self::Placement,
        }
    }
}

/// What is White's as Black's, and the other way round.
struct Swapped<'a, T: Tally>(&'a mut T);

impl<T: Tally> Tally for Swapped<'_, T> {
    fn add(&mut self, term: Term, weight: usize, count: i32) {
        self.0.add(term, weight, -count);
    }

    fn add_against(&mut self, term: Term, weight: usize, count: i32) {
        self.0.add_against(term, weight, -count);
    }

    fn add_at(&mut self, square: Square, term: Term, weight: usize, count: i32) {
        self.0.add_at(square, term, weight, -count);
    }

    fn add_each(&mut self, squares: Bitboard, term: Term, weight: usize, sign: i32) {
        self.0.add_each(squares, term, weight, -sign);
    }
}

/// What each term comes to, in the order of the terms.
#[derive(Default)]
struct Sums([Tapered; Term::VARIANTS.len()]);

impl Tally for Sums {
    fn add(&mut self, term: Term, weight: usize, count: i32) {
        self.0[term as usize] += WEIGHTS[weight].times(count);
    }
}

#[derive(Default)]
struct Trace(Vec<(usize, i32)>);

impl Tally for Trace {
    fn add(&mut self, _: Term, weight: usize, count: i32) {
        if count != 0 {
            self.0.push((weight, count));
        }
    }
}

/// What each side has by a term, in hundredths of a pawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shares {
    pub term: Term,
    pub own: i32,
    pub others: i32,
}

impl Shares {
    /// How much more one's own side has.
    pub fn difference(self) -> i32 {
        self.own - self.others
    }
}

/// What each term comes to for the side that is asked about, and for the other one.
#[derive(Default)]
struct SharedSums([Sums; 2]);

impl Tally for SharedSums {
    fn add(&mut self, term: Term, weight: usize, count: i32) {
        let share = &mut self.0[usize::from(count < 0)];
        share.add(term, weight, count.abs());
    }

    fn add_against(&mut self, term: Term, weight: usize, count: i32) {
        let share = &mut self.0[usize::from(count > 0)];
        share.add(term, weight, -count.abs());
    }
}

/// What each term gives a side, and the other one.
pub(crate) fn terms(position: &Chess, side: Color) -> Vec<Shares> {
    let board = position.board();
    let mut sums = SharedSums::default();
    compare(board, side, &mut sums);
    let phase = phase(board);
    let worth = |sums: &Sums, term: Term| {
        let king = sums.0[Term::King as usize];
        let sum = match term {
            Term::King => Tapered::new(king.middle, 0),
            Term::ActiveKing => Tapered::new(0, king.end),
            term => sums.0[term as usize],
        };
        sum.at(phase)
    };
    let [own, others] = &sums.0;
    let shares = Term::VARIANTS.iter().map(|term| Shares {
        term: *term,
        own: worth(own, *term),
        others: worth(others, *term),
    });
    shares.collect()
}

/// Something that a piece or pawn has where it stands.
struct Place {
    square: Square,
    term: Term,
    weight: usize,
    worth: Tapered,
}

/// What the pieces and pawns of a side have where they stand.
#[derive(Default)]
struct Places(Vec<Place>);

impl Tally for Places {
    fn add(&mut self, _: Term, _: usize, _: i32) {}

    fn add_at(&mut self, square: Square, term: Term, weight: usize, count: i32) {
        // What the other side has is counted below nothing.
        if count > 0 {
            let worth = WEIGHTS[weight].times(count);
            self.0.push(Place {
                square,
                term,
                weight,
                worth,
            });
        }
    }

    fn add_each(&mut self, squares: Bitboard, term: Term, weight: usize, sign: i32) {
        for square in squares {
            self.add_at(square, term, weight, sign);
        }
    }
}

/// What those of a side have by a term where they stand, as far as it fits, in hundredths of a pawn.
fn placed(position: &Chess, side: Color, fits: impl Fn(&Place) -> bool) -> Vec<(Square, i32)> {
    let board = position.board();
    let mut places = Places::default();
    compare(board, side, &mut places);
    let phase = phase(board);
    let own = board.by_color(side).into_iter();
    let worth = |square: Square| {
        let all = places.0.iter();
        let all = all.filter(|place| place.square == square && fits(place));
        let sum = all.fold(Tapered::default(), |sum, place| sum + place.worth);
        (square, sum.at(phase))
    };
    own.map(worth).collect()
}

/// What the place of each piece of a side is worth, in hundredths of a pawn.
pub(crate) fn placements(position: &Chess, side: Color) -> Vec<(Square, i32)> {
    placed(position, side, |place| place.term == Term::Placement)
}

/// What each pawn of a side is good or bad by, in hundredths of a pawn.
pub(crate) fn pawns_with(position: &Chess, side: Color, kind: PawnTrait) -> Vec<(Square, i32)> {
    let of_kind = |place: &Place| place.term == Term::Pawns && PawnTrait::of(place.weight) == kind;
    placed(position, side, of_kind)
}

/// What a side has by each trait of its pawns, in hundredths of a pawn.
pub(crate) fn pawn_traits(position: &Chess, side: Color) -> Vec<(PawnTrait, i32)> {
    let worth = |kind| {
        let pawns = pawns_with(position, side, kind).into_iter();
        pawns.map(|(_, worth)| worth).sum()
    };
    let traits = PawnTrait::VARIANTS.iter();
    traits.map(|kind| (*kind, worth(*kind))).collect()
}

/// How much of the middle game is left, at most [`MAX_PHASE`].
fn phase(board: &Board) -> i32 {
    let of = |role| PHASE[role as usize - 1] * board.by_role(role).count() as i32;
    Role::ALL.into_iter().map(of).sum::<i32>().min(MAX_PHASE)
}

/// Takes down what a side has, and less what the other one has.
fn compare<T: Tally>(board: &Board, side: Color, tally: &mut T) {
    fn for_white(board: &Board, tally: &mut impl Tally) {
        let sides = Sides::of(board);
        let passed = sides.compare_pawns(tally);
        compare_pieces(&sides, board, passed, tally);
    }
    match side {
        Color::White => for_white(board, tally),
        Color::Black => for_white(board, &mut Swapped(tally)),
    }
}

/// Takes down what White has besides what pawns and kings alone come to, and less what Black has. The passed pawns are
/// known.
fn compare_pieces(sides: &Sides, board: &Board, passed: Bitboard, tally: &mut impl Tally) {
    let (white, black) = (&sides.white, &sides.black);
    let reach = white.pieces(black, board, &mut Counted::<_, true>(tally));
    let others = black.pieces(white, board, &mut Counted::<_, false>(tally));
    let compared = |side, other, reach, others| Compared {
        side,
        other,
        reach,
        others,
        board,
        passed,
    };
    compared(white, black, &reach, &others).count(&mut Counted::<_, true>(tally));
    compared(black, white, &others, &reach).count(&mut Counted::<_, false>(tally));
}

/// What the pieces of a side attack.
struct Reach {
    /// Pawn to king.
    by_role: [Bitboard; 6],
    all: Bitboard,
    /// What two of them attack.
    twice: Bitboard,
    /// What the attack on the other king weighs so far.
    danger: usize,
}

impl Side {
    /// Counts its knights to queens, where they stand and where they can go.
    fn pieces<T: Tally, const WHITE: bool>(
        &self,
        other: &Self,
        board: &Board,
        counted: &mut Counted<'_, T, WHITE>,
    ) -> Reach {
        let mut reach = Reach {
            by_role: [Bitboard::EMPTY; 6],
            all: Bitboard::EMPTY,
            twice: Bitboard::EMPTY,
            danger: 0,
        };
        reach.attack(Role::Pawn, self.pawn_attacks);
        reach.attack(Role::King, attacks::king_attacks(self.king));
        let occupied = board.occupied();
        // A piece reaches through those that go the same way.
        let diagonal = occupied & !board.queens();
        let straight = occupied & !(board.rooks_and_queens() & self.own);
        let knight = attacks::knight_attacks;
        let bishop = |from| attacks::bishop_attacks(from, diagonal);
        let rook = |from| attacks::rook_attacks(from, straight);
        let queen = |from| attacks::queen_attacks(from, occupied);
        self.kind(Role::Knight, knight, other, board, &mut reach, counted);
        self.kind(Role::Bishop, bishop, other, board, &mut reach, counted);
        self.kind(Role::Rook, rook, other, board, &mut reach, counted);
        self.kind(Role::Queen, queen, other, board, &mut reach, counted);
        self.places(other, board, counted);
        reach
    }

    /// Counts its pieces of one kind, which attack these squares. Inlined, so that the kind is a constant.
    #[inline(always)]
    fn kind<T: Tally, const WHITE: bool>(
        &self,
        role: Role,
        attacks: impl Fn(Square) -> Bitboard,
        other: &Self,
        board: &Board,
        reach: &mut Reach,
        counted: &mut Counted<'_, T, WHITE>,
    ) {
        let kind = role as usize - 1;
        for square in self.own & board.by_role(role) {
            counted.add(Term::Material, MATERIAL + kind, 1);
            if matches!(role, Role::Knight | Role::Rook) {
                let weight = BY_PAWNS + usize::from(role == Role::Rook);
                counted.add(Term::Material, weight, self.pawn_count);
            }
            let seen = relative_square(square, Counted::<T, WHITE>::COLOR);
            counted.add_at(square, Term::Placement, SQUARES + kind * 64 + seen, 1);
            let attacked = attacks(square);
            reach.attack(role, attacked);
            let free = (attacked & !self.own & !other.pawn_attacks).count();
            let free = free.min(MOBILITY_COUNTS - 1);
            counted.add(
                Term::Mobility,
                MOBILITY + (kind - 1) * MOBILITY_COUNTS + free,
                1,
            );
            let near = attacked & other.zone & !other.pawn_attacks;
            if near.any() {
                reach.danger += ATTACKER[kind] + near.count().min(3);
            }
        }
    }

    /// Counts what makes the places of knights, bishops and rooks good or bad ones.
    fn places<T: Tally, const WHITE: bool>(
        &self,
        other: &Self,
        board: &Board,
        counted: &mut Counted<'_, T, WHITE>,
    ) {
        let color = Counted::<T, WHITE>::COLOR;
        let (knights, bishops) = (self.own & board.knights(), self.own & board.bishops());
        let behind = (knights | bishops) & forward(self.pawns, !color);
        counted.add_each(Term::Placement, BEHIND_PAWN, behind);
        let third = color.fold_wb(Rank::Third, Rank::Sixth);
        let beyond = forward_fill(Bitboard::from_rank(third), color);
        let outposts = self.pawn_attacks & beyond & !other.pawn_reach;
        counted.add_each(Term::Placement, OUTPOST, knights & outposts);
        counted.add_each(Term::Placement, OUTPOST + 1, bishops & outposts);
        for squares in [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES] {
            let count = (self.pawns & squares).count();
            for bishop in bishops & squares {
                counted.add_at(bishop, Term::Placement, PAWNS_ON_BISHOPS_COLOR, count);
            }
        }
        let rooks = self.own & board.rooks();
        let (files, others) = (file_fill(self.pawns), file_fill(other.pawns));
        counted.add_each(Term::Placement, OPEN_FILE, rooks & !files & !others);
        counted.add_each(Term::Placement, OPEN_FILE + 1, rooks & !files & others);
        if relative_rank(other.king, color) == 7 {
            let seventh = color.fold_wb(Rank::Seventh, Rank::Second);
            counted.add_each(Term::Placement, SEVENTH_RANK, rooks & seventh);
        }
    }
}

impl Reach {
    #[inline]
    fn attack(&mut self, role: Role, attacked: Bitboard) {
        self.by_role[role as usize - 1] |= attacked;
        self.twice |= self.all & attacked;
        self.all |= attacked;
    }
}

/// A side, and what both attack.
struct Compared<'a> {
    side: &'a Side,
    other: &'a Side,
    reach: &'a Reach,
    others: &'a Reach,
    board: &'a Board,
    /// The passed pawns of both sides.
    passed: Bitboard,
}

impl Compared<'_> {
    #[inline]
    fn count<T: Tally, const WHITE: bool>(&self, counted: &mut Counted<'_, T, WHITE>) {
        if (self.side.own & self.board.bishops()).more_than_one() {
            counted.add(Term::Material, BISHOP_PAIR, 1);
        }
        self.threats(counted);
        self.attack_on_king(counted);
        self.passed_pawns(counted);
    }

    /// What of the other side is attacked by something that is worth less, or by more than protects it.
    fn threats<T: Tally, const WHITE: bool>(&self, counted: &mut Counted<'_, T, WHITE>) {
        let (board, reach) = (self.board, self.reach);
        let color = Counted::<T, WHITE>::COLOR;
        let by = |role: Role| reach.by_role[role as usize - 1];
        let pieces = self.other.own & !self.other.pawns & !board.kings();
        let minor = by(Role::Knight) | by(Role::Bishop);
        let attacks = [by(Role::Pawn), minor, by(Role::Rook)];
        for (attacker, attacked) in attacks.into_iter().enumerate() {
            let attacked = attacked & pieces;
            if attacked.is_empty() {
                continue;
            }
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                let weight = THREAT + attacker * 4 + role as usize - 2;
                counted.add_each(Term::Placement, weight, attacked & board.by_role(role));
            }
        }
        let held = self.others.by_role[0] | self.others.all & !(reach.twice & !self.others.twice);
        let loose = self.other.own & !board.kings() & reach.all & !held;
        counted.add_each(Term::Placement, LOOSE, loose & pieces);
        counted.add_each(Term::Placement, LOOSE_PAWN, loose & self.other.pawns);
        // What a pawn would attack after a safe step.
        let free = !board.occupied();
        let safe = !self.others.by_role[0] & (reach.all | !self.others.all);
        let steps = forward(self.side.pawns, color) & free & safe;
        let threatened = pawn_attacks(steps, color) & pieces;
        counted.add_each(Term::Placement, THREAT_OF_PAWN_STEP, threatened);
    }

    /// What is aimed at the other king.
    fn attack_on_king<T: Tally, const WHITE: bool>(&self, counted: &mut Counted<'_, T, WHITE>) {
        let (board, others, reach) = (self.board, self.others, self.reach);
        let (king, queens) = (self.other.king, self.side.own & board.queens());
        let by_king_alone = others.by_role[5] & !others.twice;
        let undefended = !others.all | by_king_alone & reach.twice;
        let weak = self.other.zone & reach.all & (!others.all | by_king_alone);
        let mut danger = reach.danger;
        if weak.any() {
            danger += 2 * weak.count();
        }
        let occupied = board.occupied() & !(self.other.own & board.queens());
        let straight = attacks::rook_attacks(king, occupied);
        let diagonal = attacks::bishop_attacks(king, occupied);
        let checks = [
            (Role::Knight, attacks::knight_attacks(king)),
            (Role::Bishop, diagonal),
            (Role::Rook, straight),
            (Role::Queen, straight | diagonal),
        ];
        for (role, from) in checks {
            let safe = from & reach.by_role[role as usize - 1] & !self.side.own & undefended;
            if safe.any() {
                danger += SAFE_CHECK[role as usize - 1] + usize::from(safe.more_than_one());
            }
        }
        let table = if queens.any() {
            DANGER
        } else {
            DANGER_WITHOUT_QUEEN
        };
        counted.add_against(Term::King, table + danger.min(DANGER_COUNTS - 1));
    }

    /// What stands before and behind its passed pawns.
    fn passed_pawns<T: Tally, const WHITE: bool>(&self, counted: &mut Counted<'_, T, WHITE>) {
        let color = Counted::<T, WHITE>::COLOR;
        for square in self.side.pawns & self.passed {
            let rank = relative_rank(square, color);
            if let Some(next) = step(square, color) {
                if self.board.occupied().contains(next) {
                    counted.add_at(square, Term::Pawns, BLOCKADED + rank, 1);
                } else if !self.others.all.contains(next) {
                    counted.add_at(square, Term::Pawns, FREE_TO_STEP + rank, 1);
                }
            }
            let behind = forward_fill(Bitboard::from_square(square), !color);
            if (behind & self.side.own & self.board.rooks()).any() {
                counted.add_at(square, Term::Pawns, ROOK_BEHIND, 1);
            }
        }
    }
}

/// Where the other side has only its king left, it is driven to the edge, and one's own comes near.
fn mop_up(board: &Board, side: Color) -> i32 {
    if board.by_color(!side).more_than_one() || non_pawn_material(board, side) < 500 {
        return 0;
    }
    let kings = board.king_of(side).zip(board.king_of(!side));
    kings.map_or(0, |(own, king)| {
        let (file, rank) = (king.file() as i32, king.rank() as i32);
        let from_middle = (3 - file).max(file - 4) + (3 - rank).max(rank - 4);
        12 * from_middle + 5 * (14 - king.distance(own) as i32)
    })
}
