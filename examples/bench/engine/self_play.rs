//! Positions of the searcher's games against itself, for `build-aux/fit-evaluation`.

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::str::FromStr;
use std::sync::Arc;

use rank_and_file_core::chess::{Chess, Color, Position};
use rank_and_file_core::engine::{Limits, Score, Searcher, Stop, Table};
use shakmaty::uci::UciMove;
use shakmaty::{Bitboard, CastlingMode, Piece, PositionError, Role, Setup, Square};

/// The bytes of a record.
pub const RECORD: usize = 28;
/// A game begins after so many plies of one of people, no fewer and no more.
const BEGIN: std::ops::Range<usize> = 6..31;
/// No game is begun in which one side stands so much better, in centipawns.
const DECIDED: i32 = 250;
/// A game ends when one side has stood so much better for some plies, in centipawns.
const WON: i32 = 1_200;
const WON_PLIES: u32 = 4;
/// It is drawn after so many plies, or where nothing was to be had for some.
const LONGEST: usize = 220;
const EVEN: i32 = 8;
const EVEN_PLIES: u32 = 24;

/// A position whose score is known, before it is known how the game ends.
struct Sample {
    record: [u8; RECORD],
    turn: Color,
}

/// Reads a file of games, a line each: source, year, time control, both ratings, result and moves, parted by
/// tabs. Begins a game of the searcher somewhere in each that is this worker's, with so many nodes a move, and writes its
/// quiet positions.
///
/// A record has [`RECORD`] bytes, seen from the side to move: which squares are occupied, from a1 on, in 8; half a byte for each
/// of their pieces in 16, its role and, by the highest bit, whether it is the opponent's; the score in centipawns in 2;
/// the result in 1, 0 for a loss and 2 for a win; and a 0.
pub fn write(
    output: &str,
    nodes: u64,
    worker: usize,
    workers: usize,
    games: &str,
) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(File::create(output)?);
    let mut searcher = Searcher::new(Arc::new(Table::new(8)));
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    for (number, line) in BufReader::new(File::open(games)?).lines().enumerate() {
        if number % workers != worker {
            continue;
        }
        let mut chance = fastrand::Rng::with_seed(number as u64);
        if let Some(mut game) = begin(&line?, &mut chance)? {
            searcher.forget();
            let (samples, winner) = play(&mut searcher, &mut game, limits);
            for mut sample in samples {
                sample.record[26] = match winner {
                    None => 1,
                    Some(winner) => 2 * u8::from(winner == sample.turn),
                };
                out.write_all(&sample.record)?;
            }
        }
    }
    Ok(out.flush()?)
}

/// The positions of a game of people up to a ply by chance, and one more move by chance.
fn begin(line: &str, chance: &mut fastrand::Rng) -> Result<Option<Vec<Chess>>, Box<dyn Error>> {
    let moves = line.split('\t').nth(6).ok_or("a line has too few fields")?;
    let mut positions = vec![Chess::default()];
    let mut at = Chess::default();
    for word in moves.split_whitespace().take(chance.usize(BEGIN)) {
        at.play_unchecked(UciMove::from_str(word)?.to_move(&at)?);
        positions.push(at.clone());
    }
    let legal = at.legal_moves();
    let Some(mv) = chance.choice(&legal) else {
        return Ok(None);
    };
    at.play_unchecked(*mv);
    positions.push(at);
    Ok(Some(positions))
}

/// Plays a game to its end. Its quiet positions, and who won.
fn play(
    searcher: &mut Searcher,
    game: &mut Vec<Chess>,
    limits: Limits,
) -> (Vec<Sample>, Option<Color>) {
    let mut samples = Vec::new();
    let (mut won, mut even, begun) = (0, 0, game.len());
    while game.len() < begun + LONGEST {
        let Some(at) = game.last().cloned() else {
            break;
        };
        let same = game
            .iter()
            .rev()
            .skip(1)
            .filter(|before| before.board() == at.board());
        if at.is_insufficient_material() || at.halfmoves() >= 100 || same.count() > 1 {
            return (samples, None);
        }
        let found = searcher.search(game, 1, limits, Stop::default(), |_| {});
        let Some((line, best)) = found.lines.first().zip(found.best()) else {
            return (samples, at.is_check().then_some(!at.turn()));
        };
        let value = match line.score {
            Score::Centipawns(value) => value,
            Score::Mate(moves) => 10_000 * moves.signum(),
        };
        if game.len() == begun && value.abs() > DECIDED {
            return (Vec::new(), None);
        }
        won = if value.abs() >= WON { won + 1 } else { 0 };
        even = if value.abs() <= EVEN && game.len() > begun + 60 {
            even + 1
        } else {
            0
        };
        if won >= WON_PLIES {
            return (
                samples,
                Some(if value > 0 { at.turn() } else { !at.turn() }),
            );
        }
        if even >= EVEN_PLIES {
            return (samples, None);
        }
        if !at.is_check() && !best.is_capture() && !best.is_promotion() && value.abs() < 3_000 {
            samples.push(Sample {
                record: record(&at, value),
                turn: at.turn(),
            });
        }
        let mut after = at;
        after.play_unchecked(best);
        game.push(after);
    }
    (samples, None)
}

pub fn record(at: &Chess, value: i32) -> [u8; RECORD] {
    let mut record = [0; RECORD];
    let mut board = at.board().clone();
    let turn = at.turn();
    if turn.is_black() {
        board.flip_vertical();
    }
    record[..8].copy_from_slice(&u64::from(board.occupied()).to_le_bytes());
    for (index, square) in board.occupied().into_iter().enumerate() {
        let Some(piece) = board.piece_at(square) else {
            continue;
        };
        let code = piece.role as u8 | if piece.color == turn { 0 } else { 8 };
        record[8 + index / 2] |= code << (4 * (index % 2));
    }
    record[24..26].copy_from_slice(&(value as i16).to_le_bytes());
    record
}

/// What a record tells: the position, with White to move, the score in centipawns, and the result, 0 for a loss and 1 for a
/// win.
pub fn read(record: &[u8]) -> Result<(Chess, i16, f32), Box<dyn Error>> {
    let mut setup = Setup::empty();
    for (square, piece) in pieces(record) {
        setup.board.set_piece_at(square, piece);
    }
    let position = setup
        .position(CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)?;
    Ok((position, score(record), f32::from(record[26]) / 2.0))
}

/// The pieces of a record, and where they stand.
pub fn pieces(record: &[u8]) -> impl Iterator<Item = (Square, Piece)> {
    let mut occupied = [0; 8];
    occupied.copy_from_slice(&record[..8]);
    let squares = Bitboard(u64::from_le_bytes(occupied)).into_iter();
    squares.enumerate().filter_map(|(index, square)| {
        let code = (record[8 + index / 2] >> (4 * (index % 2))) & 15;
        let color = Color::from_white(code < 8);
        let role = Role::try_from(u32::from(code & 7)).ok()?;
        Some((square, Piece { color, role }))
    })
}

/// The score of a record, in centipawns.
pub fn score(record: &[u8]) -> i16 {
    i16::from_le_bytes([record[24], record[25]])
}
