//! What has been played: the first position, and the plies since; and a move in 16 bits.

use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::{CastlingSide, Chess, Color, Move, MoveList, Position, Rank, Role, Square, attacks};

use super::clock::ClockReading;
use super::dead_position::can_move;
use super::fen_of;

/// One half-move and the position after it.
#[derive(Debug, Clone)]
pub struct Ply {
    /// Who moved.
    pub mover: Color,
    /// The move.
    pub mv: Move,
    /// The move in standard algebraic notation, with `+` or `#`.
    pub san: SanPlus,
    /// The position after the move.
    pub position: Chess,
    /// The clocks after the move, where the game is played with clocks.
    pub reading: Option<ClockReading>,
    /// What the mover had left after the move, in milliseconds, as it was noted of a game
    /// that was played with other clocks. It runs against neither player.
    pub noted: Option<u64>,
}

impl Ply {
    /// The ply that a legal move is in the position `before` it, without clocks.
    pub fn play(before: &Chess, mv: Move) -> Self {
        let mut position = before.clone();
        let san = san_of(before, mv);
        position.play_unchecked(mv);
        // Whether it is mate is asked only of those that are in check.
        let suffix = position.is_check().then(|| match can_move(&position) {
            true => Suffix::Check,
            false => Suffix::Checkmate,
        });
        let san = SanPlus { san, suffix };
        Self {
            mover: before.turn(),
            mv,
            san,
            position,
            reading: None,
            noted: None,
        }
    }

    /// The plies of a line of legal moves that begins in a position, one after the other.
    pub fn line<'a>(start: &Chess, moves: &'a [Move]) -> impl Iterator<Item = Self> + use<'a> {
        let mut here = start.clone();
        moves.iter().map(move |mv| {
            let ply = Self::play(&here, *mv);
            here = ply.position.clone();
            ply
        })
    }

    /// What the mover had left after the move, in milliseconds: by the clocks of the game, or as
    /// it was noted.
    pub fn left(&self) -> Option<u64> {
        let reading = self.reading.as_ref();
        reading
            .map(|reading| *reading.left.get(self.mover))
            .or(self.noted)
    }

    /// The number of the move to which the ply belongs.
    pub fn number(&self) -> u32 {
        let after = u32::from(self.position.fullmoves());
        after.saturating_sub(u32::from(self.mover.is_black()))
    }

    /// The position after the ply as FEN.
    pub fn fen(&self) -> String {
        fen_of(&self.position)
    }

    /// The move in coordinates, such as `e2e4` or `e7e8q`; castling as the king's move, in Chess960 as
    /// that of the king onto its rook (`UCI_Chess960` of the protocol).
    pub fn uci(&self) -> String {
        self.mv.to_uci(self.position.castles().mode()).to_string()
    }

    /// Where the moved piece came from and where it stands now (the king, when castling).
    pub fn squares(&self) -> (Square, Square) {
        let to = landing_square(self.mv);
        (self.mv.from().unwrap_or(to), to)
    }

    /// The side to which this ply castles.
    pub fn castling(&self) -> Option<CastlingSide> {
        self.mv.castling_side()
    }

    /// The kind of piece that this ply takes, and where it stood (beside the target, en passant).
    pub fn captured(&self) -> Option<(Role, Square)> {
        let role = self.mv.capture()?;
        let square = match self.mv {
            Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
            _ => self.mv.to(),
        };
        Some((role, square))
    }
}

/// The move in standard algebraic notation. What else could come to the square is asked only where
/// there is such a piece.
fn san_of(before: &Chess, mv: Move) -> San {
    let (role, occupied) = (mv.role(), before.board().occupied());
    let near = attacks::attacks(mv.to(), role.of(before.turn()), occupied);
    match (near & before.our(role)).more_than_one() {
        true => San::from_move(before, mv),
        false => San::disambiguate(mv, &MoveList::new()),
    }
}

/// The square on which the moved piece stands afterwards. When castling, this is the king; a castling move names the
/// square of the rook as its target.
pub fn landing_square(mv: Move) -> Square {
    match (mv, mv.castling_side()) {
        (Move::Castle { king, .. }, Some(side)) => side.king_to(color_at_home(king)),
        _ => mv.to(),
    }
}

fn color_at_home(king: Square) -> Color {
    Color::from_white(king.rank() == Rank::First)
}

/// The first position of a game, and every ply so far; those taken back are gone.
#[derive(Debug, Clone)]
pub(super) struct History {
    pub(super) start: Chess,
    pub(super) plies: Vec<Ply>,
}

impl History {
    pub(super) fn new(start: Chess) -> Self {
        let plies = Vec::new();
        Self { start, plies }
    }

    /// The position on the board now.
    pub(super) fn position(&self) -> &Chess {
        self.position_at(self.plies.len())
    }

    /// The position after `ply` plies; 0 is the start, and what lies beyond the end is the end.
    pub(super) fn position_at(&self, ply: usize) -> &Chess {
        match ply.min(self.plies.len()).checked_sub(1) {
            Some(last) => &self.plies[last].position,
            None => &self.start,
        }
    }

    /// Every legal move of the position on the board, as the ply that it would be.
    pub(super) fn legal_plies(&self) -> Vec<Ply> {
        let position = self.position();
        let moves = position.legal_moves().into_iter();
        moves.map(|mv| Ply::play(position, mv)).collect()
    }
}

/// A move in 16 bits: its squares, and what its pawn becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PackedMove(u16);

impl PackedMove {
    /// Packs a move.
    #[inline]
    pub fn of(mv: Move) -> Self {
        let from = mv.from().map_or(0, |from| from.to_u32() as u16);
        let promotion = mv.promotion().map_or(0, |role| role as u16);
        Self(from | ((mv.to().to_u32() as u16) << 6) | (promotion << 12))
    }

    /// The move that these bits are.
    #[inline]
    pub fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Its bits.
    #[inline]
    pub fn bits(self) -> u16 {
        self.0
    }

    /// The move in a position; `None` where it is not legal there.
    pub fn unpack(self, position: &Chess) -> Option<Move> {
        let square = |bits: u16| Square::new(u32::from(bits & 63));
        let (from, to) = (square(self.0), square(self.0 >> 6));
        let board = position.board();
        let role = board
            .role_at(from)
            .filter(|_| position.us().contains(from))?;
        let capture = board.role_at(to);
        let mv = if role == Role::King && position.us().contains(to) {
            Move::Castle {
                king: from,
                rook: to,
            }
        } else if role == Role::Pawn && capture.is_none() && from.file() != to.file() {
            Move::EnPassant { from, to }
        } else {
            let promotion = Role::try_from(u32::from(self.0 >> 12)).ok();
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            }
        };
        position.is_legal(mv).then_some(mv)
    }
}

/// A square takes six bits of a [`PackedMove`], and what a pawn becomes three.
const _: () = assert!(Square::H8 as u16 == 63 && Role::King as u16 <= 6);
