//! Positions in and out of FEN, with a reason for each position that cannot be.

use std::convert::identity;
use std::ops::BitOr;

use itoa::Buffer;
use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{
    Bitboard, Board, ByColor, ByRole, Castles, CastlingMode, Chess, Color, Position, Rank, Role,
    Setup, Square,
};

use super::fen_error::FenError;
use super::flaws::first_flaw;

/// The position from which a game starts (Article 2.3 of the Laws).
#[must_use]
pub fn start_position() -> Chess {
    Chess::default()
}

/// Reads a position in FEN (section 16.1 of the PGN standard). Fields missing at the end take their
/// usual values (`w - - 0 1`).
///
/// Where king and rooks begin elsewhere than usual (Guidelines II of the Laws, Chess960), the castling
/// rights name the files of the rooks, `HAha` (Shredder-FEN). `KQkq`, the outermost rooks (X-FEN),
/// is understood, too, where both sides have them alike; otherwise it is a right that cannot be.
///
/// ```
/// use rank_and_file_core::rules::{fen_of, read_fen};
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

/// The same, but castling rights for which no king or rook is at home are left out; and whether
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
fn meant_mode(setup: &Setup, written: &str) -> CastlingMode {
    let names_files = |letter: char| matches!(letter.to_ascii_lowercase(), 'a'..='h');
    match needed_mode(setup) {
        CastlingMode::Chess960 if written.contains(names_files) || is_mirrored(setup) => {
            CastlingMode::Chess960
        }
        _ => CastlingMode::Standard,
    }
}

/// Whether both sides may castle, each with the same rooks and its king on the same file, as they begin
/// in Chess960. Nobody claims that by mistake of a position from another game.
fn is_mirrored(setup: &Setup) -> bool {
    let rights = setup.castling_rights;
    let of = |color: Color| rights & color.backrank();
    let kings = Color::ALL.map(|color| setup.board.king_of(color).map(Square::file));
    let possible = possible_rights(setup, CastlingMode::Chess960) == rights;
    possible && kings[0] == kings[1] && of(Color::White).flip_vertical() == of(Color::Black)
}

/// The largest counter of a position from which a game starts: no game has so many moves.
pub const MOST_COUNTED: u32 = 9_999;
/// More plies than any game has.
const LONGEST_GAME: u32 = 1 << 14;

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
#[must_use]
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

pub(super) fn write_board(board: &Board, text: &mut String) {
    let mut letters = [0; 64];
    for color in Color::ALL {
        for piece in Role::ALL.map(|role| role.of(color)) {
            let letter = piece.char() as u8;
            for square in board.by_piece(piece) {
                letters[usize::from(square)] = letter;
            }
        }
    }
    let (mut field, mut length) = ([0; LONGEST_BOARD], 0);
    let mut put = |byte: u8| {
        field[length] = byte;
        length += 1;
    };
    for rank in Rank::ALL.into_iter().rev() {
        if rank != Rank::Eighth {
            put(b'/');
        }
        let mut next = 0;
        for square in board.occupied() & Bitboard::from_rank(rank) {
            let file = square.file() as u8;
            if file > next {
                put(b'0' + file - next);
            }
            put(letters[usize::from(square)]);
            next = file + 1;
        }
        if next < 8 {
            put(b'0' + 8 - next);
        }
    }
    // It is ASCII.
    text.push_str(std::str::from_utf8(&field[..length]).unwrap_or_default());
}

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

/// Reads the first field; `None` where it is none, or written in an unusual way.
pub(crate) fn read_board(text: &str) -> Option<Board> {
    // Where each letter stands.
    let mut places = [0_u64; 128];
    let (mut rank, mut file, mut count) = (7, 0, 0);
    for byte in text.bytes() {
        match byte {
            b'/' if file == 8 && rank > 0 => (rank, file) = (rank - 1, 0),
            b'1'..=b'8' => file += u32::from(byte - b'0'),
            _ if file < 8 => {
                *places.get_mut(usize::from(byte))? |= 1 << (8 * rank + file);
                count += 1;
                file += 1;
            }
            _ => return None,
        }
    }
    let at = |letter: u8| Bitboard(places[usize::from(letter)]);
    let all = |letters: [u8; 6]| {
        letters
            .map(at)
            .into_iter()
            .fold(Bitboard::EMPTY, BitOr::bitor)
    };
    let roles = ByRole {
        pawn: at(b'P') | at(b'p'),
        knight: at(b'N') | at(b'n'),
        bishop: at(b'B') | at(b'b'),
        rook: at(b'R') | at(b'r'),
        queen: at(b'Q') | at(b'q'),
        king: at(b'K') | at(b'k'),
    };
    let colors = ByColor {
        black: all(*b"pnbrqk"),
        white: all(*b"PNBRQK"),
    };
    let board = Board::try_from_bitboards(roles, colors).ok()?;
    // What stands for no piece is on no square.
    ((rank, file) == (0, 8) && board.occupied().count() == count).then_some(board)
}
