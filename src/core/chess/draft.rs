//! A position while it is being set up: the pieces, and the turn, rights and counters that go with them. And the
//! traditional material odds: the pieces without which the stronger player begins.

use std::num::NonZeroU32;

use shakmaty::{
    Bitboard, Board, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, Piece, Position,
    PositionError, PositionErrorKinds, Role, Setup, Square,
};
use strum::VariantArray;

use super::fen::{
    FenError, Flaw, MOST_COUNTED, fields, flaws, possible_rights, write_board, write_fields,
};
use super::history::History;
use super::outcome::{self, DrawRule, Outcome};

/// Something that is done to a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// Puts a piece on a square, in the place of what stood there, or empties it.
    Put(Square, Option<Piece>),
    /// Brings what stands on a square to another.
    Move(Square, Square),
    /// Says who is to move.
    Turn(Color),
    /// Gives or takes the right to castle on a side.
    Castling(Color, CastlingSide, bool),
    /// Says which square a pawn has just passed.
    EnPassant(Option<Square>),
    /// Counts the plies since the last capture or pawn move.
    Halfmoves(u32),
    /// Numbers the move.
    Fullmoves(u32),
    /// Gives White's pieces to Black and Black's to White, seen from the other side of the board.
    SwapSides,
    /// Lays out another position.
    Lay(Box<Draft>),
}

/// A position that is being set up. It never has a castling right without king and rook at home, nor an
/// en passant square on which nothing could be taken. One that was laid out with rights of Chess960
/// goes by these: a king on its first rank is at home there, and so are the outermost rooks.
///
/// ```
/// use rank_and_file_core::chess::{Draft, Edit, FenError, Role, Color, Square};
///
/// let mut draft = Draft::empty();
/// draft.edit(Edit::Put(Square::E1, Some(Role::King.of(Color::White))));
/// assert_eq!(draft.flaws()[0].error, FenError::NoKing(Color::Black));
/// draft.edit(Edit::Put(Square::E8, Some(Role::King.of(Color::Black))));
/// assert_eq!(draft.fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
/// assert!(draft.position().is_ok());
/// ```
#[derive(Debug, Clone)]
pub struct Draft {
    setup: Setup,
    mode: CastlingMode,
}

/// What could be done to it does not count.
impl PartialEq for Draft {
    fn eq(&self, other: &Self) -> bool {
        self.setup == other.setup
    }
}

impl Eq for Draft {}

impl Default for Draft {
    /// The position from which a game usually starts.
    fn default() -> Self {
        Self {
            setup: Setup::initial(),
            mode: CastlingMode::Standard,
        }
    }
}

impl From<&Chess> for Draft {
    fn from(position: &Chess) -> Self {
        let setup = position.to_setup(EnPassantMode::Legal);
        Self::settled(setup, position.castles().mode())
    }
}

impl Draft {
    /// A board with nothing on it.
    pub fn empty() -> Self {
        Self {
            setup: Setup::empty(),
            mode: CastlingMode::Standard,
        }
    }

    /// Reads a position in FEN, which need not be one that a game can start from; and what had to be
    /// left out of it, where a castling right or an en passant square cannot be.
    ///
    /// # Errors
    /// Says which field cannot be read.
    pub fn read(text: &str) -> Result<(Self, Option<FenError>), FenError> {
        let (read, mode) = fields(text, MOST_COUNTED)?;
        let (rights, passed) = (read.castling_rights, read.ep_square);
        let setup = Setup {
            promoted: Bitboard::EMPTY,
            pockets: None,
            remaining_checks: None,
            ..read
        };
        let draft = Self::settled(setup, mode);
        let left_out = if draft.setup.castling_rights != rights {
            Some(FenError::CastlingRights)
        } else if passed.is_some_and(|square| !draft.may_have_been_passed(square)) {
            Some(FenError::EnPassantSquare)
        } else {
            None
        };
        Ok((draft, left_out))
    }

    /// Its six fields.
    pub fn fen(&self) -> String {
        let mut text = String::new();
        write_board(&self.setup.board, &mut text);
        text.push(' ');
        let counters = [self.halfmoves(), self.fullmoves()];
        let rights = (self.board(), self.setup.castling_rights);
        write_fields(self.turn(), rights, self.en_passant(), counters, &mut text);
        text
    }

    /// What stands on the board.
    pub fn board(&self) -> &Board {
        &self.setup.board
    }

    /// Who is to move.
    pub fn turn(&self) -> Color {
        self.setup.turn
    }

    /// The plies since the last capture or pawn move.
    pub fn halfmoves(&self) -> u32 {
        self.setup.halfmoves
    }

    /// The number of the move.
    pub fn fullmoves(&self) -> u32 {
        self.setup.fullmoves.get()
    }

    /// Whether a side has the right to castle.
    pub fn has_right(&self, color: Color, side: CastlingSide) -> bool {
        let rook = rook_at_home(&self.setup, self.mode, color, side);
        rook.is_some_and(|rook| self.setup.castling_rights.contains(rook))
    }

    /// Whether a side can have that right: its king and that rook are at home.
    pub fn can_have_right(&self, color: Color, side: CastlingSide) -> bool {
        rook_at_home(&self.setup, self.mode, color, side).is_some()
    }

    /// The square that a pawn has just passed and on which it may be taken.
    pub fn en_passant(&self) -> Option<Square> {
        self.setup.ep_square
    }

    /// The squares that this may be, from the a-file on.
    pub fn possible_en_passant(&self) -> Vec<Square> {
        let row = self.turn().fold_wb(Square::A6, Square::A3);
        let row = Square::ALL.into_iter().filter(|at| at.rank() == row.rank());
        row.filter(|square| self.can_be_taken_on(*square)).collect()
    }

    /// Everything that is wrong with it, the most telling first; nothing where a game can start from it.
    pub fn flaws(&self) -> Vec<Flaw> {
        match legal(&self.setup, self.mode) {
            Ok(_) => Vec::new(),
            Err(kinds) => flaws(&self.setup, kinds),
        }
    }

    /// The position, if a game can start from it.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn position(&self) -> Result<Chess, Vec<Flaw>> {
        legal(&self.setup, self.mode).map_err(|kinds| flaws(&self.setup, kinds))
    }

    /// How a game would be over that began in it, if it would be.
    pub fn end(&self) -> Option<Outcome> {
        let start = self.position().ok()?;
        outcome::verdict(&History::new(start), DrawRule::Claimed)
    }

    /// Does something to it. Rights that can be no more are gone then. Returns whether anything has
    /// changed.
    pub fn edit(&mut self, edit: Edit) -> bool {
        let (mut setup, mut mode) = (self.setup.clone(), self.mode);
        match edit {
            Edit::Put(square, Some(piece)) => setup.board.set_piece_at(square, piece),
            Edit::Put(square, None) => setup.board.discard_piece_at(square),
            Edit::Move(from, to) => {
                if let Some(piece) = setup.board.remove_piece_at(from) {
                    setup.board.set_piece_at(to, piece);
                }
            }
            Edit::Turn(color) => setup.turn = color,
            Edit::Castling(color, side, has) => {
                if let Some(rook) = rook_at_home(&setup, mode, color, side) {
                    setup.castling_rights.set(rook, has);
                }
            }
            Edit::EnPassant(square) => setup.ep_square = square,
            Edit::Halfmoves(count) => setup.halfmoves = count.min(MOST_COUNTED),
            Edit::Fullmoves(number) => {
                let number = NonZeroU32::new(number.min(MOST_COUNTED));
                setup.fullmoves = number.unwrap_or(NonZeroU32::MIN);
            }
            Edit::SwapSides => setup.mirror(),
            Edit::Lay(draft) => (setup, mode) = (draft.setup, draft.mode),
        }
        let edited = Self::settled(setup, mode);
        let changed = edited != *self;
        *self = edited;
        changed
    }

    /// A position without the rights that it cannot have.
    fn settled(mut setup: Setup, mode: CastlingMode) -> Self {
        setup.castling_rights = possible_rights(&setup, mode);
        let mut draft = Self { setup, mode };
        let passed = draft.setup.ep_square.take();
        draft.setup.ep_square = passed.filter(|square| draft.can_be_taken_on(*square));
        draft
    }

    /// Whether a pawn of the side that is not to move can have passed a square with its last move.
    fn may_have_been_passed(&self, square: Square) -> bool {
        let (rank, from, to) = match self.turn() {
            Color::White => (Square::A6, square.offset(8), square.offset(-8)),
            Color::Black => (Square::A3, square.offset(-8), square.offset(8)),
        };
        let empty = |square: Option<Square>| {
            square.is_some_and(|square| self.board().piece_at(square).is_none())
        };
        let pawn = Role::Pawn.of(self.turn().other());
        let arrived = to.is_some_and(|to| self.board().piece_at(to) == Some(pawn));
        square.rank() == rank.rank() && arrived && empty(from) && empty(Some(square))
    }

    /// Whether a pawn that has passed a square may be taken there. Where no game can start from the
    /// position for another reason, a pawn beside it is enough.
    fn can_be_taken_on(&self, square: Square) -> bool {
        let pawns = self.board().by_piece(Role::Pawn.of(self.turn()));
        let takers = shakmaty::attacks::pawn_attacks(self.turn().other(), square) & pawns;
        if !self.may_have_been_passed(square) || takers.is_empty() {
            return false;
        }
        let without = Setup {
            ep_square: None,
            ..self.setup.clone()
        };
        let passed = Setup {
            ep_square: Some(square),
            ..self.setup.clone()
        };
        match legal(&passed, self.mode) {
            Ok(position) => position.legal_ep_square() == Some(square),
            Err(_) => legal(&without, self.mode).is_err(),
        }
    }
}

fn legal(setup: &Setup, mode: CastlingMode) -> Result<Chess, PositionErrorKinds> {
    let position = setup.clone().position(mode);
    position.map_err(|error: PositionError<Chess>| error.kinds())
}

/// Where the rook stands with which a side castles, or could if it had the right: in Chess960 the one
/// that has the right, else the outermost. `None` where king or rook are not at home.
fn rook_at_home(
    setup: &Setup,
    mode: CastlingMode,
    color: Color,
    side: CastlingSide,
) -> Option<Square> {
    let back = Bitboard::from_rank(color.backrank());
    let king = setup
        .board
        .king_of(color)
        .filter(|king| back.contains(*king))?;
    let rooks = setup.board.by_piece(Role::Rook.of(color)) & back;
    let beyond = |rook: &Square| (*rook > king) == side.is_king_side();
    let rooks: Bitboard = rooks.into_iter().filter(beyond).collect();
    let outermost = |rooks: Bitboard| match side.is_king_side() {
        true => rooks.last(),
        false => rooks.first(),
    };
    let rook = outermost(rooks & setup.castling_rights).or(outermost(rooks))?;
    let home = color.fold_wb(Square::E1, Square::E8);
    let corner = Bitboard::CORNERS.contains(rook);
    (mode.is_chess960() || king == home && corner).then_some(rook)
}

/// What a player begins without.
#[derive(Debug, Clone, Copy, PartialEq, Eq, VariantArray)]
pub enum Odds {
    /// The pawn on f7, and the other player begins.
    PawnAndMove,
    /// The knight on b1.
    Knight,
    /// The rook on a1, and with it castling on that side.
    Rook,
    /// The queen.
    Queen,
}

impl Odds {
    /// Which pieces they are given with: White's, except that the pawn goes with the first move.
    pub fn giver(self) -> Color {
        match self {
            Self::PawnAndMove => Color::Black,
            Self::Knight | Self::Rook | Self::Queen => Color::White,
        }
    }

    /// Where the piece stands that is missing.
    pub fn missing(self) -> Square {
        match self {
            Self::PawnAndMove => Square::F7,
            Self::Knight => Square::B1,
            Self::Rook => Square::A1,
            Self::Queen => Square::D1,
        }
    }

    /// The odds that are given in a game that begins from a position.
    pub fn of(start: &Chess) -> Option<Self> {
        let mut all = Self::VARIANTS.iter().copied();
        all.find(|odds| odds.start() == *start)
    }

    /// The position that the game begins from.
    pub fn start(self) -> Chess {
        let mut draft = Draft::default();
        draft.edit(Edit::Put(self.missing(), None));
        // The initial position without one piece is legal, so the default is never used.
        draft.position().unwrap_or_default()
    }
}
