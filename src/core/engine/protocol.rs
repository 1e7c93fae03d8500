//! The searcher as an engine for any chess program: the Universal Chess Interface (April 2006), on the side
//! of the engine. What cannot be understood is passed over, as the interface asks.

use std::io::{self, BufRead, Write};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Position};

use super::limits::share;
use super::question::{legal_line, positions};
use super::{Found, Level, Limits, Score, Searcher, Stop, Table};

const NAME: &str = "Rank & File";
/// MiB of the transposition table: usual, and at most.
const HASH: (usize, usize) = (16, 4_096);
const MOST_LINES: usize = 64;

/// Answers the commands that come in until there is `quit`, or no more.
///
/// # Errors
/// Where nothing can be read or written any more.
pub fn serve(commands: impl BufRead, answers: impl Write + Send + 'static) -> io::Result<()> {
    let mut engine = Engine::new(answers);
    for line in commands.lines() {
        let line = line?;
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("uci") => engine.introduce()?,
            Some("isready") => engine.say("readyok")?,
            Some("ucinewgame") => engine.see(),
            Some("setoption") => engine.set(&line),
            Some("position") => engine.set_up(words),
            Some("go") => engine.go(words),
            Some("stop") => engine.halt(),
            Some("quit") => break,
            _ => {}
        }
    }
    engine.halt();
    Ok(())
}

/// What the commands are about.
struct Engine<W> {
    answers: Arc<Mutex<W>>,
    /// The positions of the game, the one to be searched last.
    game: Vec<Chess>,
    castling: CastlingMode,
    lines: usize,
    /// How well it plays; `None` as well as it can.
    level: Option<Level>,
    searcher: Option<Searcher>,
    running: Option<(Stop, JoinHandle<Searcher>)>,
}

impl<W: Write + Send + 'static> Engine<W> {
    fn new(answers: W) -> Self {
        Self {
            answers: Arc::new(Mutex::new(answers)),
            game: vec![Chess::new()],
            castling: CastlingMode::Standard,
            lines: 1,
            level: None,
            searcher: None,
            running: None,
        }
    }

    fn say(&self, what: &str) -> io::Result<()> {
        say(&self.answers, what)
    }

    fn introduce(&self) -> io::Result<()> {
        let (usual, most) = HASH;
        self.say(&format!(
            "id name {NAME} {}\n\
             id author The Rank & File developers\n\
             option name Hash type spin default {usual} min 1 max {most}\n\
             option name MultiPV type spin default 1 min 1 max {MOST_LINES}\n\
             option name Level type spin default 0 min 0 max {}\n\
             option name UCI_Chess960 type check default false\n\
             uciok",
            env!("CARGO_PKG_VERSION"),
            Level::LAST.number(),
        ))
    }

    /// The searcher, when it is done with what it was searching.
    fn idle(&mut self) -> &mut Searcher {
        self.halt();
        let table = || Searcher::new(Arc::new(Table::new(HASH.0)));
        self.searcher.get_or_insert_with(table)
    }

    /// Forgets what it has seen, and sees from now on as its level does. The same game is looked at with
    /// the same eyes.
    fn see(&mut self) {
        let level = self.level.map(|level| (level, 0));
        self.idle().see_as(level);
    }

    /// Ends a search; its best move has been told when this returns.
    fn halt(&mut self) {
        if let Some((stop, search)) = self.running.take() {
            stop.stop();
            // A search that has failed is begun anew with a searcher of its own.
            self.searcher = search.join().ok();
        }
    }

    /// `setoption name NAME value VALUE`
    fn set(&mut self, line: &str) {
        let Some((_, rest)) = line.split_once("name") else {
            return;
        };
        let (name, value) = rest.split_once(" value ").unwrap_or((rest, ""));
        let value = value.trim();
        match name.trim().to_ascii_lowercase().as_str() {
            "hash" => {
                if let Ok(mebibytes) = usize::from_str(value) {
                    self.halt();
                    let table = Table::new(mebibytes.clamp(1, HASH.1));
                    self.searcher = Some(Searcher::new(Arc::new(table)));
                    self.see();
                }
            }
            "multipv" => {
                if let Ok(lines) = usize::from_str(value) {
                    self.lines = lines.clamp(1, MOST_LINES);
                }
            }
            "level" => {
                if let Ok(number) = value.parse() {
                    self.level = Level::new(number);
                    self.see();
                }
            }
            "uci_chess960" => {
                self.castling = CastlingMode::from_chess960(value.eq_ignore_ascii_case("true"));
            }
            _ => {}
        }
    }

    /// `position startpos|fen FEN [moves …]`. Where it makes no sense, what was set up stays.
    fn set_up<'a>(&mut self, mut words: impl Iterator<Item = &'a str>) {
        let start = match words.next() {
            Some("startpos") => Some(Chess::new()),
            Some("fen") => {
                let fen: Vec<&str> = words
                    .by_ref()
                    .take(6)
                    .take_while(|word| *word != "moves")
                    .collect();
                read(&fen.join(" "))
            }
            _ => None,
        };
        let Some(start) = start else { return };
        let moves = legal_line(&start, words.filter(|word| *word != "moves"));
        self.game = positions(&start, &moves);
    }

    fn go<'a>(&mut self, words: impl Iterator<Item = &'a str>) {
        self.idle();
        let Some((mut searcher, last)) = self.searcher.take().zip(self.game.last()) else {
            return;
        };
        let mut limits = Order::read(words).limits(last.turn());
        if let Some(level) = self.level {
            limits.depth = level.limits().depth;
        }
        let (game, lines, castling) = (self.game.clone(), self.lines, self.castling);
        let (answers, stop) = (self.answers.clone(), Stop::default());
        let stopped = stop.clone();
        let search = thread::spawn(move || {
            // Whoever does not listen any more is not told.
            let tell = |found: &Found| {
                say(&answers, &info(found, castling)).ok();
            };
            let found = searcher.search(&game, lines, limits, stopped, tell);
            say(&answers, &best(&found, castling)).ok();
            searcher
        });
        self.running = Some((stop, search));
    }
}

fn say(answers: &Mutex<impl Write>, what: &str) -> io::Result<()> {
    let mut answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(answers, "{what}")?;
    answers.flush()
}

/// A position, with rights to castle as usual or as in Chess960.
fn read(fen: &str) -> Option<Chess> {
    let setup = Fen::from_str(fen).ok()?.into_setup();
    let mode = CastlingMode::detect(&setup);
    let position = setup.position(mode);
    position
        .or_else(shakmaty::PositionError::ignore_invalid_ep_square)
        .ok()
}

/// What is told of each depth, a line for each of the lines found.
fn info(found: &Found, castling: CastlingMode) -> String {
    let millis = found.elapsed.as_millis().max(1);
    let speed = u128::from(found.nodes) * 1_000 / millis;
    let lines = found.lines.iter().enumerate().map(|(number, line)| {
        let score = match line.score {
            Score::Centipawns(value) => format!("cp {value}"),
            Score::Mate(moves) => format!("mate {moves}"),
        };
        let moves: Vec<String> = line
            .moves
            .iter()
            .map(|mv| mv.to_uci(castling).to_string())
            .collect();
        format!(
            "info depth {} seldepth {} multipv {} score {score} nodes {} nps {speed} time {} pv {}",
            found.depth,
            found.deepest,
            number + 1,
            found.nodes,
            found.elapsed.as_millis(),
            moves.join(" ")
        )
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn best(found: &Found, castling: CastlingMode) -> String {
    let line = found.lines.first().map_or(&[][..], |line| &line.moves);
    let mut moves = line.iter().map(|mv| mv.to_uci(castling).to_string());
    match (moves.next(), moves.next()) {
        (Some(best), Some(answer)) => format!("bestmove {best} ponder {answer}"),
        (Some(best), None) => format!("bestmove {best}"),
        (None, _) => "bestmove 0000".to_owned(),
    }
}

/// `go …`: how long shall be searched.
#[derive(Default)]
struct Order {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<u64>,
    left: [Option<u64>; 2],
    increment: [u64; 2],
    moves_to_go: Option<u64>,
}

impl Order {
    fn read<'a>(mut words: impl Iterator<Item = &'a str>) -> Self {
        let mut order = Self::default();
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse::<i64>().ok());
            let mut count = || number().and_then(|number| u64::try_from(number.max(0)).ok());
            match word {
                "depth" => order.depth = count().and_then(|depth| u32::try_from(depth).ok()),
                "nodes" => order.nodes = count(),
                "movetime" => order.time = count(),
                "wtime" => order.left[0] = count(),
                "btime" => order.left[1] = count(),
                "winc" => order.increment[0] = count().unwrap_or(0),
                "binc" => order.increment[1] = count().unwrap_or(0),
                "movestogo" => order.moves_to_go = count(),
                "mate" => order.depth = count().and_then(|moves| u32::try_from(moves * 2).ok()),
                _ => {}
            }
        }
        order
    }

    fn limits(&self, turn: Color) -> Limits {
        let mut limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time.map(Duration::from_millis),
            enough: None,
        };
        let side = turn.fold_wb(0, 1);
        if let (None, Some(left)) = (self.time, self.left[side]) {
            let (enough, most) = share(left, self.increment[side], self.moves_to_go);
            (limits.enough, limits.time) = (Some(enough), Some(most));
        }
        limits
    }
}
