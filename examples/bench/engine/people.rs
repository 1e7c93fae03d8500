//! What is seen in positions of people's games, and what they played there, for `build-aux/fit-human`.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufWriter, Write};
use std::str::FromStr;

use rank_and_file_core::chess::{Chess, Move, Position, landing_square};
use rank_and_file_core::engine::human::{
    FeatureExtractor, GamePosition, board_inputs, relative_square,
};
use shakmaty::uci::UciMove;

/// Of one in so many positions is it forgotten what was played before, as that is not always known.
const FORGOTTEN: u8 = 8;

/// Reads games from standard input, a line each: source, year, time control, both ratings, result and moves, parted by
/// tabs. Writes what is seen in so large a share of the positions of every game that is this worker's.
///
/// All numbers are little-endian and have 16 bits: of each position the number of the game in two, year, ratings of the
/// mover and the opponent, ply, how many moves there are and which was played; the inputs of the board that are on; and the
/// upper halves of the features. Then of each move in bytes: piece, squares, promotion; and the upper halves of its features.
pub fn write(
    output: &str,
    share: f64,
    worker: usize,
    workers: usize,
) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(File::create(output)?);
    let mut extractor = FeatureExtractor::default();
    for (number, line) in io::stdin().lock().lines().enumerate() {
        if number % workers == worker {
            game(&line?, number, share, &mut extractor, &mut out)?;
        }
    }
    Ok(out.flush()?)
}

fn game(
    line: &str,
    number: usize,
    share: f64,
    extractor: &mut FeatureExtractor,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [_, year, _, white, black, _, moves, ..] = fields[..] else {
        return Err(format!("line {} has too few fields", number + 1).into());
    };
    let year: u16 = year.parse().unwrap_or(0);
    let (white, black): (u16, u16) = (white.parse()?, black.parse()?);
    let mut positions = vec![Chess::default()];
    let mut chance = fastrand::Rng::with_seed(number as u64);
    for word in moves.split_whitespace() {
        let at = positions.last().cloned().unwrap_or_default();
        let played = UciMove::from_str(word)?.to_move(&at)?;
        let legal = at.legal_moves().len();
        if chance.f64() < share && legal > 1 {
            let known = if chance.u8(..FORGOTTEN) == 0 {
                1
            } else {
                positions.len()
            };
            let game_position = GamePosition::of(&positions[positions.len() - known..]);
            let game_position = game_position.ok_or("a game has a position")?;
            let (own, other) = at.turn().fold_wb((white, black), (black, white));
            let ply = positions.len() - 1;
            let head = [
                number as u16,
                (number >> 16) as u16,
                year,
                own,
                other,
                ply as u16,
            ];
            write_features(game_position, played, head, extractor, out)?;
        }
        let mut after = at;
        after.play_unchecked(played);
        positions.push(after);
    }
    Ok(())
}

fn write_features(
    game_position: GamePosition<'_>,
    played: Move,
    head: [u16; 6],
    extractor: &mut FeatureExtractor,
    out: &mut impl Write,
) -> io::Result<()> {
    let features = extractor.extract(game_position);
    let chosen = features
        .candidates
        .iter()
        .position(|candidate| candidate.mv == played);
    let counts = [features.candidates.len(), chosen.unwrap_or_default()];
    let inputs = board_inputs(game_position);
    let numbers = head
        .into_iter()
        .chain(counts.into_iter().chain(inputs).map(|number| number as u16));
    for number in numbers.chain(features.position.iter().map(upper_half)) {
        out.write_all(&number.to_le_bytes())?;
    }
    let place = |square| relative_square(square, game_position.turn()) as u8;
    for candidate in &features.candidates {
        let mv = candidate.mv;
        let from = mv.from().unwrap_or(mv.to());
        let promotion = mv.promotion().map_or(0, |role| role as u8);
        out.write_all(&[
            mv.role() as u8,
            place(from),
            place(landing_square(mv)),
            promotion,
        ])?;
        for feature in &candidate.features {
            out.write_all(&upper_half(feature).to_le_bytes())?;
        }
    }
    Ok(())
}

fn upper_half(number: &f32) -> u16 {
    (number.to_bits() >> 16) as u16
}
