//! What another engine says of positions, for `build-aux/fit-evaluation`.

use std::error::Error;
use std::fs;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::process::{Command, Stdio};
use std::thread;

use rank_and_file_core::chess::{Chess, Position};
use rank_and_file_core::engine::tactical_moves;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{EnPassantMode, Move};

use super::self_play::{RECORD, read, record};

/// No score counts for more, in centipawns.
const MOST: i32 = 3_000;

/// Reads records as [`super::self_play::write`] writes them. Has the program look at each move one ply deep, and writes
/// records of the quiet positions after them, with the scores that it gives.
pub fn write(program: &str, input: &str, output: &str) -> Result<(), Box<dyn Error>> {
    let records = fs::read(input)?;
    let positions: Vec<&[u8]> = records.chunks_exact(RECORD).collect();
    let mut engine = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let pipes = engine.stdin.take().zip(engine.stdout.take());
    let (questions, answers) = pipes.ok_or("the program has no input or output")?;
    thread::scope(|scope| {
        scope.spawn(|| ask(questions, &positions));
        keep(answers, &positions, output)
    })?;
    engine.wait()?;
    Ok(())
}

/// Asks all at once; the program answers in turn.
fn ask(questions: impl Write, positions: &[&[u8]]) -> io::Result<()> {
    let mut questions = BufWriter::new(questions);
    writeln!(
        questions,
        "setoption name Hash value 1\nsetoption name MultiPV value 256"
    )?;
    for bytes in positions {
        if let Ok((position, ..)) = read(bytes) {
            let fen = Fen::from_position(&position, EnPassantMode::Legal);
            writeln!(questions, "position fen {fen}\ngo depth 1")?;
        }
    }
    writeln!(questions, "quit")?;
    questions.flush()
}

/// Writes the quiet positions after each move, with its score.
fn keep(answers: impl io::Read, positions: &[&[u8]], output: &str) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(fs::File::create(output)?);
    let mut positions = positions.iter();
    let mut at = None;
    for line in BufReader::new(answers).lines() {
        let line = line?;
        if line.contains(" multipv 1 ") {
            let (position, ..) = read(positions.next().ok_or("there are too many answers")?)?;
            at = Some(position);
        }
        let Some((position, (score, mv))) = at.as_ref().zip(scored(&line)) else {
            continue;
        };
        let mut after = position.clone();
        after.play_unchecked(mv.to_move(position)?);
        if is_quiet(&after) {
            out.write_all(&record(&after, -score))?;
        }
    }
    Ok(out.flush()?)
}

/// Whether the side to move is not in check, and takes nothing that is undefended or worth more than what takes it.
fn is_quiet(position: &Chess) -> bool {
    let board = position.board();
    let defended = |square| {
        board
            .attacks_to(square, !position.turn(), board.occupied())
            .any()
    };
    let wins = |mv: &Move| match mv.capture() {
        Some(role) => role > mv.role() || !defended(mv.to()),
        None => true,
    };
    !position.is_check() && !tactical_moves(position).iter().any(wins)
}

/// The score of a move that is told, where it is no mate and all there is of its line.
fn scored(line: &str) -> Option<(i32, UciMove)> {
    let mut words = line.split_whitespace();
    words.find(|word| *word == "cp")?;
    let score: i32 = words.next()?.parse().ok()?;
    words.find(|word| *word == "pv")?;
    let mv = words.next()?.parse().ok()?;
    words
        .next()
        .is_none()
        .then_some((score.clamp(-MOST, MOST), mv))
}
