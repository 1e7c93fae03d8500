//! Positions read from FEN and written in it; and what is wrong with a position, as FEN or as it is set up, so that no
//! game can stand in it: a code, and the squares that show it.

use std::convert::identity;
use std::ops::{BitOr, Range};

use itoa::Buffer;
use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{
    Bitboard, Board, ByColor, ByRole, Castles, CastlingMode, CastlingSide, Chess, Color, File,
    Position, PositionErrorKinds, Rank, Role, Setup, Square,
};

/// The position from which a game starts (Article 2.3 of the Laws).
pub fn start_position() -> Chess {
    Chess::default()
}

/// Reads a position in FEN (section 16.1 of the PGN standard). Fields missing at the end take their
/// usual values (`w - - 0 1`).
///
/// Where king and rooks begin elsewhere than usual (Guidelines II of the Laws, Chess960), the castling
/// rights name the files of the rooks, `HAha` (Shredder-FEN). `KQkq`, the outermost rooks (X-FEN),
/// is understood, too, where the rights can be those of such a game, and are no mistake in a position of the usual one;
/// otherwise it is a right that cannot be.
///
/// ```
/// use rank_and_file_core::chess::{fen_of, read_fen};
///
/// let position = read_fen("8/8/8/8/8/8/4k2p/7K").unwrap();
/// assert_eq!(fen_of(&position), "8/8/8/8/8/8/4k2p/7K w - - 0 1");
/// assert!(read_fen("8/8/8/8/8/8/8/7K").is_err(), "where is the other king?");
/// ```
///
/// # Errors
/// Says which field cannot be read, or why no game can reach the position.
pub fn read_fen(text: &str) -> Result<Chess, FenError> {
    legal(fields(text, MOST_COUNTED)?)
}

/// The same for a position that a game has reached, whose counters have gone on from the first.
///
/// # Errors
/// As those of [`read_fen`].
pub fn read_reached_fen(text: &str) -> Result<Chess, FenError> {
    legal(fields(text, MOST_COUNTED + LONGEST_GAME)?)
}

/// As [`read_fen`], but castling rights for which no king or rook is at home are left out; and whether
/// there were any. `chess960`: the game is said to be one of Chess960, so that `KQkq` are rooks
/// wherever they stand.
///
/// # Errors
/// As those of [`read_fen`].
pub fn read_fen_without_surplus_rights(
    text: &str,
    chess960: bool,
) -> Result<(Chess, bool), FenError> {
    let (setup, mode) = fields(text, MOST_COUNTED)?;
    let mode = match chess960 {
        true => needed_mode(&setup),
        false => mode,
    };
    match setup.clone().position::<Chess>(mode) {
        Ok(position) => Ok((position, false)),
        Err(error) => match error.ignore_invalid_castling_rights() {
            Ok(position) => Ok((position, true)),
            Err(error) => Err(first_flaw(&setup, error.kinds())),
        },
    }
}

fn legal((setup, mode): (Setup, CastlingMode)) -> Result<Chess, FenError> {
    let position = setup.clone().position(mode);
    position.map_err(|error: shakmaty::PositionError<Chess>| first_flaw(&setup, error.kinds()))
}

/// The rights that king and rooks can have, of those in a position.
pub(super) fn possible_rights(setup: &Setup, mode: CastlingMode) -> Bitboard {
    let castles = Castles::from_setup(setup, mode).unwrap_or_else(identity);
    castles.castling_rights()
}

/// Whether it takes the castling of Chess960 for a position to have its rights.
fn needed_mode(setup: &Setup) -> CastlingMode {
    let usual = Castles::from_setup(setup, CastlingMode::Standard).is_ok();
    CastlingMode::from_chess960(!usual)
}

/// Which castling is meant by the rights of a position, as they are written.
pub(crate) fn meant_mode(setup: &Setup, written: &str) -> CastlingMode {
    let names_files = |letter: char| matches!(letter.to_ascii_lowercase(), 'a'..='h');
    match needed_mode(setup) {
        CastlingMode::Chess960 if written.contains(names_files) || is_shuffled(setup) => {
            CastlingMode::Chess960
        }
        _ => CastlingMode::Standard,
    }
}

/// Whether all rights can be those of a game of Chess960: the kings that may castle stand on one file, as they
/// begin, and so do the rooks of each wing. Where that is the file of the king in the usual game, the rights must
/// be the same for both sides, or those of one side on both wings.
/// A position taken from another game does not claim such rights by mistake.
fn is_shuffled(setup: &Setup) -> bool {
    let rights = setup.castling_rights;
    let castles = Castles::from_setup(setup, CastlingMode::Chess960).unwrap_or_else(identity);
    let of = |color: Color| rights & color.backrank();
    let castling = Color::ALL
        .into_iter()
        .filter(|color| !of(*color).is_empty());
    let mut kings = castling.filter_map(|color| setup.board.king_of(color).map(Square::file));
    let first = kings.next();
    let one_sided = kings.clone().next().is_none();
    let with_same_rooks = CastlingSide::ALL.into_iter().all(|side| {
        let [white, black] = Color::ALL.map(|color| castles.rook(color, side).map(Square::file));
        white.is_none() || black.is_none() || white == black
    });
    let begun_alike = kings.all(|file| Some(file) == first) && with_same_rooks;
    let mirrored = of(Color::White).flip_vertical() == of(Color::Black);
    let plain = mirrored || one_sided && rights.count() == 2;
    castles.castling_rights() == rights && begun_alike && (plain || first != Some(File::E))
}

/// The largest counter of a position from which a game starts: no game has so many moves.
pub const MOST_COUNTED: u32 = 9_999;
/// More plies than any game has.
const LONGEST_GAME: u32 = 1 << 15;

/// The fields, each parted from the next by any blanks, or by underscores as in addresses; and which
/// castling they mean.
pub(super) fn fields(text: &str, most: u32) -> Result<(Setup, CastlingMode), FenError> {
    let parts = |symbol: char| symbol.is_whitespace() || symbol == '_';
    let words = text.split(parts).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.take(7).collect();
    if words.len() > 6 {
        return Err(FenError::TooManyFields);
    }
    let fen: Fen = words.join(" ").parse().map_err(|error| match error {
        ParseFenError::InvalidTurn => FenError::Turn,
        ParseFenError::InvalidCastling => FenError::Castling,
        ParseFenError::InvalidEpSquare => FenError::EnPassant,
        ParseFenError::InvalidHalfmoveClock | ParseFenError::InvalidFullmoves => FenError::Counter,
        _ => FenError::Board,
    })?;
    // What is too large for the type has become its largest number.
    let (halfmoves, fullmoves) = (fen.as_setup().halfmoves, fen.as_setup().fullmoves.get());
    match halfmoves.max(fullmoves) > most {
        true => Err(FenError::CounterTooLarge),
        false => {
            let setup: Setup = fen.into();
            let mode = meant_mode(&setup, words.get(2).copied().unwrap_or_default());
            Ok((setup, mode))
        }
    }
}

/// The six fields of a position; the en passant field stands only where the capture is legal. Castling
/// rights are written as usual where king and rooks are at home (`KQkq`), otherwise with the files of the
/// rooks (`HAha`).
pub fn fen_of(position: &Chess) -> String {
    let mut text = String::with_capacity(USUAL_LENGTH);
    write_fen(position, &mut text);
    text
}

/// Few positions take more, in bytes.
const USUAL_LENGTH: usize = 80;

/// Adds [`fen_of`] a position to a text.
pub fn write_fen(position: &Chess, text: &mut String) {
    write_board(position.board(), text);
    text.push(' ');
    write_state(position, text);
}

/// Adds the first field.
pub(super) fn write_board(board: &Board, text: &mut String) {
    let (mut field, mut length) = ([b'/'; LONGEST_BOARD + 1], 0);
    let (mut starts, mut places) = ([0; 8], [[0; 8]; 8]);
    for rank in Rank::ALL.into_iter().rev() {
        let layout = &LAYOUTS[usize::from(occupied_files(board, rank))];
        field[length..length + 8].copy_from_slice(&layout.text);
        starts[usize::from(rank)] = length;
        places[usize::from(rank)] = layout.places;
        length += layout.length + 1;
    }
    for color in Color::ALL {
        for piece in Role::ALL.map(|role| role.of(color)) {
            let letter = piece.char() as u8;
            for square in board.by_piece(piece) {
                let (file, rank) = square.coords();
                let place = places[usize::from(rank)][usize::from(file)];
                field[starts[usize::from(rank)] + usize::from(place)] = letter;
            }
        }
    }
    // It is ASCII.
    text.push_str(std::str::from_utf8(&field[..length - 1]).unwrap_or_default());
}

/// A bit for each file on which a piece stands, the lowest for the a-file.
fn occupied_files(board: &Board, rank: Rank) -> u8 {
    (board.occupied().0 >> (8 * u32::from(rank))) as u8
}

/// How a rank is written.
#[derive(Clone, Copy)]
struct Layout {
    /// The numbers of empty squares, with room for the pieces, and strokes behind.
    text: [u8; 8],
    length: usize,
    /// Where in the text the piece of each file stands.
    places: [u8; 8],
}

/// For each set of [`occupied_files`].
const LAYOUTS: [Layout; 256] = {
    let mut layouts = [Layout {
        text: [b'/'; 8],
        length: 0,
        places: [0; 8],
    }; 256];
    let mut files = 0;
    while files < layouts.len() {
        let layout = &mut layouts[files];
        let (mut file, mut empty) = (0, 0);
        while file < 8 {
            let occupied = (files >> file) & 1 == 1;
            if !occupied {
                empty += 1;
            }
            if empty > 0 && (occupied || file == 7) {
                layout.text[layout.length] = b'0' + empty;
                layout.length += 1;
                empty = 0;
            }
            if occupied {
                layout.places[file] = layout.length as u8;
                layout.length += 1;
            }
            file += 1;
        }
        files += 1;
    }
    layouts
};

/// The bytes of the first field where every square is occupied.
const LONGEST_BOARD: usize = 64 + 7;

/// The rights to castle in the order of their bits: White's on the king's side is the highest.
const CASTLING: [&str; 16] = [
    "-", "q", "k", "kq", "Q", "Qq", "Qk", "Qkq", "K", "Kq", "Kk", "Kkq", "KQ", "KQq", "KQk", "KQkq",
];

/// Adds the five fields after the first.
pub(crate) fn write_state(position: &Chess, text: &mut String) {
    let counters = [position.halfmoves(), position.fullmoves().get()];
    write_fields(
        position.turn(),
        (position.board(), position.castles().castling_rights()),
        position.legal_ep_square(),
        counters,
        text,
    );
}

/// The same from what stands in them.
pub(super) fn write_fields(
    turn: Color,
    (board, rights): (&Board, Bitboard),
    en_passant: Option<Square>,
    counters: [u32; 2],
    text: &mut String,
) {
    text.push_str(turn.fold_wb("w ", "b "));
    write_rights(board, rights, text);
    text.push(' ');
    match en_passant {
        Some(square) => square.append_to_string(text),
        None => text.push('-'),
    }
    for counter in counters {
        text.push(' ');
        text.push_str(Buffer::new().format(counter));
    }
}

/// The third field.
fn write_rights(board: &Board, rights: Bitboard, text: &mut String) {
    let corners = [Square::H1, Square::A1, Square::H8, Square::A8];
    let usual = rights.is_subset(Bitboard::CORNERS)
        && Color::ALL.into_iter().all(|color| {
            let home = color.fold_wb(Square::E1, Square::E8);
            let has_any = (rights & color.backrank()).any();
            !has_any || (board.kings() & board.by_color(color)).contains(home)
        });
    if usual {
        let bit = |bits, corner| 2 * bits + usize::from(rights.contains(corner));
        text.push_str(CASTLING[corners.into_iter().fold(0, bit)]);
        return;
    }
    for color in [Color::White, Color::Black] {
        for rook in (rights & color.backrank()).into_iter().rev() {
            let file = rook.file();
            text.push(color.fold_wb(file.upper_char(), file.char()));
        }
    }
}

/// What a byte of the first field stands for.
#[derive(Clone, Copy)]
struct Meaning {
    /// Over how many squares it leads; a stroke leads over none.
    squares: u8,
    /// Which of `PIECES` is on them.
    piece: u8,
}

const MEANINGS: [Meaning; 256] = {
    let no_piece = EMPTY as u8;
    let mut meanings = [Meaning {
        squares: UNKNOWN,
        piece: no_piece,
    }; 256];
    meanings[b'/' as usize].squares = 0;
    let mut empty = 1;
    while empty <= 8 {
        meanings[(b'0' + empty) as usize].squares = empty;
        empty += 1;
    }
    let mut piece = 0;
    while piece < no_piece {
        meanings[PIECES[piece as usize] as usize] = Meaning { squares: 1, piece };
        piece += 1;
    }
    meanings
};
const PIECES: [u8; 12] = *b"PNBRQKpnbrqk";
const EMPTY: usize = PIECES.len();
/// It leads out of every board.
const UNKNOWN: u8 = 65;

/// Reads the first field; `None` where it is none, or written in an unusual way. A processor cannot predict the next
/// byte, so no branch depends on it.
pub(crate) fn read_board(text: &[u8]) -> Option<Board> {
    if text.len() > LONGEST_BOARD {
        return None;
    }
    // From the a-file of the eighth rank on.
    let mut places = [0_u64; EMPTY + 1];
    let (mut square, mut strokes, mut wrong) = (0, 0, 0);
    for byte in text {
        let Meaning { squares, piece } = MEANINGS[usize::from(*byte)];
        // A bit that is set twice, or beyond the board, comes with a sum of squares that is wrong.
        places[usize::from(piece)] |= 1_u64.wrapping_shl(square);
        square += u32::from(squares);
        let stroke = u32::from(squares == 0);
        strokes += stroke;
        // Each rank is full where a stroke ends it.
        wrong |= stroke * (square ^ (8 * strokes));
    }
    if (square, strokes, wrong) != (64, 7, 0) {
        return None;
    }
    let at = |piece: usize| Bitboard(places[piece]).flip_vertical();
    let both = |piece: usize| at(piece) | at(piece + 6);
    let roles = ByRole {
        pawn: both(0),
        knight: both(1),
        bishop: both(2),
        rook: both(3),
        queen: both(4),
        king: both(5),
    };
    let all = |pieces: Range<usize>| pieces.map(at).fold(Bitboard::EMPTY, BitOr::bitor);
    let colors = ByColor {
        black: all(6..12),
        white: all(0..6),
    };
    Board::try_from_bitboards(roles, colors).ok()
}

/// Why a text is no position that a game can stand in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// The placement of the pieces (first field) cannot be read.
    #[error("the placement of the pieces cannot be read")]
    Board,
    /// The side to move (second field) is neither `w` nor `b`.
    #[error("the side to move is neither w nor b")]
    Turn,
    /// The castling rights (third field) cannot be read.
    #[error("the castling rights cannot be read")]
    Castling,
    /// The en passant square (fourth field) is no square.
    #[error("the en passant field is neither - nor a square")]
    EnPassant,
    /// One of the two counters (fifth and sixth field) is no number.
    #[error("a move counter is not a number")]
    Counter,
    /// One of the two counters is larger than that of any game.
    #[error("a move counter is larger than that of any game")]
    CounterTooLarge,
    /// There are more than six fields.
    #[error("there are more than six fields")]
    TooManyFields,
    /// This side has no king.
    #[error("{} has no king", name(.0))]
    NoKing(Color),
    /// This side has more than one king.
    #[error("{} has more than one king", name(.0))]
    ManyKings(Color),
    /// A pawn stands on the first or the last rank.
    #[error("a pawn stands on the first or last rank")]
    PawnOnEdge,
    /// Castling rights are claimed for a king or a rook that is not at home.
    #[error("the castling rights do not fit the kings and rooks")]
    CastlingRights,
    /// No pawn can just have passed the en passant square.
    #[error("no pawn can just have passed the en passant square")]
    EnPassantSquare,
    /// The kings stand next to each other.
    #[error("the kings stand next to each other")]
    KingsTouch,
    /// This side stands in check, and is not to move.
    #[error("{} is in check, and {} is to move", name(.0), name(&.0.other()))]
    OpponentInCheck(Color),
    /// No series of moves gives this check.
    #[error("no series of moves leads to this check")]
    ImpossibleCheck,
    /// This side has more pieces than promotions can explain.
    #[error("{} has more pieces than promotions can explain", name(.0))]
    TooMuchMaterial(Color),
}

fn name(color: &Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// Something that is wrong with a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flaw {
    /// What it is.
    pub error: FenError,
    /// The squares that show it; none where it is a matter of the whole.
    pub squares: Bitboard,
}

/// How many pieces of a kind a side begins with.
const STANDARD: [(Role, usize); 5] = [
    (Role::Pawn, 8),
    (Role::Knight, 2),
    (Role::Bishop, 2),
    (Role::Rook, 2),
    (Role::Queen, 1),
];

/// Everything that is wrong with a position, the most telling first: a missing king makes most of the
/// other complaints meaningless.
pub(super) fn flaws(setup: &Setup, kinds: PositionErrorKinds) -> Vec<Flaw> {
    use PositionErrorKinds as Kind;
    let (board, turn) = (&setup.board, setup.turn);
    let mut flaws = Vec::new();
    let mut note = |error, squares| flaws.push(Flaw { error, squares });
    for color in [Color::White, Color::Black] {
        let kings = board.by_piece(Role::King.of(color));
        match kings.count() {
            0 => note(FenError::NoKing(color), Bitboard::EMPTY),
            1 => {}
            _ => note(FenError::ManyKings(color), kings),
        }
    }
    if kinds.contains(Kind::PAWNS_ON_BACKRANK) {
        note(FenError::PawnOnEdge, board.pawns() & Bitboard::BACKRANKS);
    }
    for color in [Color::White, Color::Black] {
        if kinds.contains(Kind::TOO_MUCH_MATERIAL) && has_too_much(board, color) {
            note(FenError::TooMuchMaterial(color), surplus(board, color));
        }
    }
    if kinds.contains(Kind::OPPOSITE_CHECK) {
        let kings = board.kings();
        let touch = kings.first().zip(kings.last());
        let touch = touch.is_some_and(|(one, other)| one.distance(other) == 1);
        match touch && kings.count() == 2 {
            true => note(FenError::KingsTouch, kings),
            false => note(
                FenError::OpponentInCheck(turn.other()),
                check(board, turn.other()),
            ),
        }
    }
    if kinds.contains(Kind::INVALID_CASTLING_RIGHTS) {
        note(FenError::CastlingRights, Bitboard::EMPTY);
    }
    if kinds.contains(Kind::INVALID_EP_SQUARE) {
        note(
            FenError::EnPassantSquare,
            setup.ep_square.into_iter().collect(),
        );
    }
    if kinds.contains(Kind::IMPOSSIBLE_CHECK) {
        note(FenError::ImpossibleCheck, check(board, turn));
    }
    flaws
}

/// The most telling of them.
pub(super) fn first_flaw(setup: &Setup, kinds: PositionErrorKinds) -> FenError {
    let first = flaws(setup, kinds).into_iter().next();
    // Other faults that the library finds in a position mean that no game leads to it.
    first.map_or(FenError::ImpossibleCheck, |flaw| flaw.error)
}

/// The king of a side and what gives it check.
fn check(board: &Board, side: Color) -> Bitboard {
    let Some(king) = board.king_of(side) else {
        return Bitboard::EMPTY;
    };
    board
        .attacks_to(king, side.other(), board.occupied())
        .with(king)
}

/// Whether a side has more pieces beyond the usual number than it has lost pawns. A second bishop on squares of one
/// color counts as one of them.
fn has_too_much(board: &Board, color: Color) -> bool {
    let count = |role: Role| board.by_piece(role.of(color)).count();
    let bishops = board.by_piece(Role::Bishop.of(color));
    let shades = [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES];
    let promoted = [(Role::Queen, 1), (Role::Rook, 2), (Role::Knight, 2)]
        .map(|(role, usual)| count(role).saturating_sub(usual))
        .into_iter()
        .chain(shades.map(|shade| (bishops & shade).count().saturating_sub(1)));
    count(Role::Pawn) + promoted.sum::<usize>() > 8
}

/// The pieces of the kinds of which a side has more than it began with.
fn surplus(board: &Board, color: Color) -> Bitboard {
    let kinds = STANDARD.map(|(role, usual)| (board.by_piece(role.of(color)), usual));
    let many = kinds
        .into_iter()
        .filter(|(all, usual)| all.count() > *usual);
    many.fold(Bitboard::EMPTY, |marked, (all, _)| marked | all)
}
