//! The motifs that stand on a board now, whether they win anything or not: pins, skewers, forks, batteries, discovered
//! and double checks, as the benchmark ChessQA defines them (Wen, Tang and Anderson, arXiv 2510.23948).

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Role, Square, attacks};

use crate::chess::landing_square;
use crate::engine::position_after;

/// A rook, bishop or queen attacks a piece, behind which another piece of the same side stands on the same line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Aligned {
    /// Where the attacker stands.
    pub by: Square,
    /// The piece that is attacked.
    pub front: Square,
    /// The piece behind it.
    pub back: Square,
}

/// A piece attacks at least two pieces of the other side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fork {
    /// Where the attacker stands.
    pub by: Square,
    /// What it attacks, by name of the squares.
    pub on: Vec<Square>,
}

/// All motifs of a position, for both sides; those of White come first, then by square.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BoardMotifs {
    /// A piece stands before its king: the line is open but for it.
    pub pins: Vec<Aligned>,
    /// A piece stands before one of its side that is worth less; a king is worth more than all.
    pub skewers: Vec<Aligned>,
    /// A piece, king and pawn included, attacks two pieces or more, of any kind and defended or not.
    pub forks: Vec<Fork>,
    /// At least two pieces of a side that move along one line stand on it with nothing between: from the first rank up,
    /// on a rank from the a-file on. No battery is part of a longer one.
    pub batteries: Vec<Vec<Square>>,
    /// The moves after which a piece gives check that was not moved: from where to where. A promotion counts once.
    pub discovered_checks: Vec<(Square, Square)>,
    /// The moves after which two pieces give check.
    pub double_checks: Vec<(Square, Square)>,
}

/// A line of the board in one direction, as steps of file and rank, and which piece besides the queen moves along it.
const DIRECTIONS: [(i32, i32, Role); 4] = [
    (1, 0, Role::Rook),
    (0, 1, Role::Rook),
    (1, 1, Role::Bishop),
    (-1, 1, Role::Bishop),
];

impl BoardMotifs {
    /// What stands on the board of a position. Checks are looked for among the moves of the side to move.
    pub fn of(position: &Chess) -> Self {
        let board = position.board();
        let mut motifs = Self::default();
        for square in [Color::White, Color::Black]
            .into_iter()
            .flat_map(|side| board.by_color(side))
        {
            for aligned in aligned(board, square) {
                let value = |square| board.role_at(square).map_or(0, value);
                if board.kings().contains(aligned.back) {
                    motifs.pins.push(aligned);
                } else if value(aligned.front) > value(aligned.back) {
                    motifs.skewers.push(aligned);
                }
            }
            motifs.forks.extend(fork(board, square));
            motifs.batteries.extend(batteries(board, square));
        }
        for mv in position.legal_moves() {
            motifs.add_checks(position, mv);
        }
        motifs
    }

    fn add_checks(&mut self, position: &Chess, mv: Move) {
        let Some(from) = mv.from() else { return };
        let (castled, mover) = (mv.castling_side(), position.turn());
        let to = landing_square(mv);
        let after = position_after(position, &[mv]);
        let checkers = after.checkers();
        let mut moved = Bitboard::from_square(to);
        moved.extend(castled.map(|side| side.rook_to(mover)));
        let add = |list: &mut Vec<(Square, Square)>, is: bool| {
            if is && !list.contains(&(from, to)) {
                list.push((from, to));
            }
        };
        add(&mut self.discovered_checks, (checkers & !moved).any());
        add(&mut self.double_checks, checkers.count() > 1);
    }
}

/// What a piece is worth beside another one: a bishop as much as a knight, and the king more than all.
fn value(role: Role) -> u8 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => u8::MAX,
    }
}

/// What the piece on a square is aligned with.
pub(super) fn aligned(board: &Board, by: Square) -> impl Iterator<Item = Aligned> {
    let piece = board
        .piece_at(by)
        .filter(|piece| matches!(piece.role, Role::Bishop | Role::Rook | Role::Queen));
    piece.into_iter().flat_map(move |piece| {
        let others = board.by_color(!piece.color);
        let occupied = board.occupied();
        let seen = attacks::attacks(by, piece, occupied);
        (seen & others).into_iter().filter_map(move |front| {
            let through = attacks::attacks(by, piece, occupied.without(front));
            let behind = through & !seen & attacks::ray(by, front) & others;
            let back = behind.first()?;
            Some(Aligned { by, front, back })
        })
    })
}

/// What the piece on a square attacks, if that is more than one.
fn fork(board: &Board, by: Square) -> Option<Fork> {
    let side = board.color_at(by)?;
    let mut on: Vec<Square> = (board.attacks_from(by) & board.by_color(!side))
        .into_iter()
        .collect();
    on.sort_by_key(|square| (square.file(), square.rank()));
    (on.len() > 1).then_some(Fork { by, on })
}

/// The batteries that begin on a square.
fn batteries(board: &Board, first: Square) -> impl Iterator<Item = Vec<Square>> {
    DIRECTIONS
        .into_iter()
        .filter_map(move |(files, ranks, role)| {
            let side = board.color_at(first)?;
            let moves_so = board.queens() | board.by_role(role);
            let fits = board.by_color(side) & moves_so;
            let next = |from: Square, way: i32| {
                let step = |at: Square| {
                    let file = at.file().offset(way * files)?;
                    Some(Square::from_coords(file, at.rank().offset(way * ranks)?))
                };
                let mut squares = std::iter::successors(step(from), |at| step(*at));
                squares.find(|square| board.occupied().contains(*square))
            };
            let fitting =
                |from: Square, way| next(from, way).filter(|square| fits.contains(*square));
            if !fits.contains(first) || fitting(first, -1).is_some() {
                return None;
            }
            let battery: Vec<Square> =
                std::iter::successors(Some(first), |from| fitting(*from, 1)).collect();
            (battery.len() > 1).then_some(battery)
        })
}
