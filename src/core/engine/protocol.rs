//! The searcher as an engine for any chess program: the Universal Chess Interface (April 2006), on the side
//! of the engine. What cannot be understood is passed over, as the interface asks.

use std::io::{self, BufRead, Write};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, Move, Position, PositionError};

use super::limits::allot_time;
use super::node::divide;
use super::question::{legal_line, positions};
use super::search::RootMove;
use super::{Found, Level, Limits, Line, Score, Searcher, Stop, Table};
use crate::chess::meant_mode;

const NAME: &str = "Rank & File";
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// MiB of the transposition table: usual, and at most.
const HASH: (usize, usize) = (16, 4_096);
const MOST_LINES: usize = 64;
/// Milliseconds that a move takes beyond what is thought, on its way to the clock: usual, and at most.
const OVERHEAD: (u64, u64) = (30, 5_000);
/// Which move is looked at is told after this, and no more often than this.
const LONG_SEARCH: Duration = Duration::from_secs(1);
const BETWEEN_ROOT_MOVES: Duration = Duration::from_millis(50);
/// A search that takes no longer tells only how it ended: on a busy machine it may have to wait whenever it wakes a
/// reader.
const BRIEF: Duration = Duration::from_millis(50);

/// Answers the commands that come in until there is `quit`, or no more.
///
/// # Errors
/// Where nothing can be read or written any more.
pub fn run_uci(commands: impl BufRead, answers: impl Write + Send + 'static) -> io::Result<()> {
    let mut engine = Engine::new(answers);
    for line in commands.split(b'\n') {
        let line = line?;
        // A byte that is no UTF-8 is not understood; it does not end the program.
        let line = String::from_utf8_lossy(&line);
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("uci") => engine.introduce()?,
            Some("isready") => engine.say("readyok")?,
            Some("ucinewgame") => engine.begin_anew(),
            Some("setoption") => engine.set(&line)?,
            Some("position") => engine.set_up(words)?,
            Some("go") => engine.go(GoCommand::read(words))?,
            Some("ponderhit") => engine.ponderhit(),
            Some("stop") => engine.halt(),
            Some("debug") => engine.debug = words.next() == Some("on"),
            // Nothing has to be registered.
            None | Some("register") => {}
            Some("quit") => {
                engine.halt();
                return Ok(());
            }
            Some(other) => engine.remark(&format!("The command {other} is not known"))?,
        }
    }
    engine.finish();
    Ok(())
}

/// What the commands are about.
struct Engine<W> {
    answers: Arc<Mutex<W>>,
    /// The positions of the game, the one to be searched last; none after one that could not be set up.
    game: Vec<Chess>,
    castling: CastlingMode,
    lines: usize,
    overhead: u64,
    delays: LagEstimate,
    /// How well it plays; `None` as well as it can.
    level: Option<Level>,
    /// The rating that it plays at if its strength is limited, which goes before the level.
    rating: u32,
    is_limited: bool,
    /// Whether what is passed over is told.
    debug: bool,
    table: Arc<Table>,
    searcher: Option<Searcher>,
    running: Option<RunningSearch>,
}

/// A search in a thread of its own.
struct RunningSearch {
    stop: Stop,
    /// Whether it goes on until it is stopped.
    is_endless: bool,
    /// Gives back the searcher, and says how long it took.
    thread: JoinHandle<(Searcher, Duration)>,
}

impl<W: Write + Send + 'static> Engine<W> {
    fn new(answers: W) -> Self {
        Self {
            answers: Arc::new(Mutex::new(answers)),
            game: vec![Chess::new()],
            castling: CastlingMode::Standard,
            lines: 1,
            overhead: OVERHEAD.0,
            delays: LagEstimate::default(),
            level: None,
            rating: Level::LAST.rating(),
            is_limited: false,
            debug: false,
            table: Arc::new(Table::new(HASH.0)),
            searcher: None,
            running: None,
        }
    }

    fn say(&self, what: &str) -> io::Result<()> {
        say(&self.answers, what)
    }

    /// Something for people to read.
    fn tell(&self, what: &str) -> io::Result<()> {
        self.say(&format!("info string {what}"))
    }

    /// The same, where what goes wrong is looked for.
    fn remark(&self, what: &str) -> io::Result<()> {
        if self.debug { self.tell(what) } else { Ok(()) }
    }

    fn introduce(&self) -> io::Result<()> {
        let (usual, most) = HASH;
        let (overhead, longest) = OVERHEAD;
        let (last, weakest, strongest) = (Level::LAST, Level::FIRST.rating(), Level::LAST.rating());
        self.say(&format!(
            "id name {NAME} {VERSION}\n\
             id author The Rank & File developers\n\
             option name Hash type spin default {usual} min 1 max {most}\n\
             option name Clear Hash type button\n\
             option name Ponder type check default false\n\
             option name MultiPV type spin default 1 min 1 max {MOST_LINES}\n\
             option name Move Overhead type spin default {overhead} min 0 max {longest}\n\
             option name Level type spin default 0 min 0 max {}\n\
             option name UCI_LimitStrength type check default false\n\
             option name UCI_Elo type spin default {strongest} min {weakest} max {strongest}\n\
             option name UCI_Chess960 type check default false\n\
             option name UCI_EngineAbout type string default \
             {NAME} {VERSION}, the engine of a chess program for people at one desktop. Free software (GPL 3).\n\
             uciok",
            last.number(),
        ))
    }

    /// The searcher, when it is done with what it was searching.
    fn idle(&mut self) -> &mut Searcher {
        self.finish();
        let searcher = || Searcher::new(self.table.clone());
        self.searcher.get_or_insert_with(searcher)
    }

    /// The rating of the people it plays like, as all options together say; `None` as well as it can.
    fn rating(&self) -> Option<u32> {
        if self.is_limited {
            Some(self.rating)
        } else {
            self.level.map(Level::rating)
        }
    }

    /// Forgets what it has seen, and takes over the strength that the options ask for. After this the same game goes the
    /// same way.
    fn begin_anew(&mut self) {
        let rating = self.rating().map(|rating| (rating, 0));
        self.idle().set_strength(rating);
    }

    /// Waits for a search that comes to an end by itself, so that lines from a file have the same answers as those of
    /// a program that waits for each best move. One without an end is ended.
    fn finish(&mut self) {
        let running = self.running.as_ref();
        if running.is_some_and(|search| search.is_endless || search.stop.is_pondering()) {
            self.halt();
        }
        self.take_back();
    }

    /// Ends a search; its best move has been told when this returns.
    fn halt(&mut self) {
        if let Some(search) = &self.running {
            search.stop.stop();
            search.thread.thread().unpark();
        }
        self.take_back();
    }

    /// Takes the searcher back when its search has ended.
    fn take_back(&mut self) {
        if let Some(search) = self.running.take() {
            // A search that has failed is begun anew with a searcher of its own.
            let ended = search.thread.join().ok();
            self.searcher = ended.map(|(searcher, took)| {
                self.delays.has_taken(took);
                searcher
            });
        }
    }

    /// The move that was pondered on has been played.
    fn ponderhit(&self) {
        if let Some(search) = &self.running {
            search.stop.ponderhit();
            search.thread.thread().unpark();
        }
    }

    /// `setoption name NAME value VALUE`
    fn set(&mut self, line: &str) -> io::Result<()> {
        let Some((_, rest)) = line.split_once("name ") else {
            return self.remark("An option has a name");
        };
        let (name, value) = rest.split_once(" value ").unwrap_or((rest, ""));
        let (name, value) = (name.trim(), value.trim());
        let is_on = value.eq_ignore_ascii_case("true");
        let understood = match name.to_ascii_lowercase().as_str() {
            "hash" => value.parse().ok().map(|mebibytes: usize| {
                self.finish();
                self.table = Arc::new(Table::new(mebibytes.clamp(1, HASH.1)));
                self.searcher = None;
                self.begin_anew();
            }),
            "clear hash" => {
                self.begin_anew();
                Some(())
            }
            "multipv" => value.parse().ok().map(|lines: usize| {
                self.lines = lines.clamp(1, MOST_LINES);
            }),
            "move overhead" => value.parse().ok().map(|overhead: u64| {
                self.overhead = overhead.min(OVERHEAD.1);
            }),
            "level" => value.parse().ok().map(|number: u8| {
                self.level = Level::new(number.min(Level::LAST.number()));
                self.begin_anew();
            }),
            "uci_limitstrength" => {
                self.is_limited = is_on;
                self.begin_anew();
                Some(())
            }
            "uci_elo" => value.parse().ok().map(|rating| {
                self.rating = rating;
                self.begin_anew();
            }),
            "uci_chess960" => {
                self.castling = CastlingMode::from_chess960(is_on);
                Some(())
            }
            // That it may ponder changes nothing, and what it is cannot be changed.
            "ponder" | "uci_engineabout" => Some(()),
            _ => return self.remark(&format!("There is no option {name}")),
        };
        match understood {
            Some(()) => Ok(()),
            None => self.remark(&format!("The option {name} cannot be {value:?}")),
        }
    }

    /// `position startpos|fen FEN [moves …]`. Where it makes no sense there is no position: a move in another one
    /// than is meant would be worse than none.
    fn set_up<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> io::Result<()> {
        match read_position(words, self.castling) {
            Ok(game) => {
                self.game = game;
                Ok(())
            }
            Err(why) => {
                self.game.clear();
                self.tell(&why)
            }
        }
    }

    fn go(&mut self, order: GoCommand) -> io::Result<()> {
        let came = Instant::now();
        let running = self.running.as_ref();
        let waits = running.is_some_and(|search| !search.stop.is_stopped());
        self.idle();
        // The time began when the command came, but for one that has waited for another search.
        let begun = if waits { Instant::now() } else { came };
        let Some(mut searcher) = self.searcher.take() else {
            return Ok(());
        };
        let stop = if order.ponder {
            Stop::pondering()
        } else {
            Stop::default()
        };
        let mut limits = Limits::default();
        match self.game.last() {
            Some(last) => limits = order.limits(last.turn(), self.overhead, &mut self.delays),
            None => self.tell("There is no position to be searched")?,
        }
        // The same nodes give the same move, whatever was searched before.
        if limits.nodes.is_some() && limits.hard_time.is_none() && !order.ponder {
            searcher.forget();
        }
        let asked = self.game.last().filter(|_| !order.moves.is_empty());
        if asked.is_some_and(|last| order.legal_moves(last).is_empty()) {
            self.remark("None of the moves to be searched is legal, so all moves are searched")?;
        }
        let (game, lines) = (self.game.clone(), self.lines);
        // A king that castles as in Chess960 may arrive where it could go, too.
        let castling = match game.last().map(|last| last.castles().mode()) {
            Some(CastlingMode::Chess960) => CastlingMode::Chess960,
            _ => self.castling,
        };
        let (answers, table, stopped) = (self.answers.clone(), self.table.clone(), stop.clone());
        let is_endless = order.infinite || order.perft.is_none() && limits == Limits::default();
        let waits = order.infinite || order.ponder;
        let is_search = !waits && order.perft.is_none();
        let is_brief = is_search && limits.hard_time.is_some_and(|time| time <= BRIEF);
        let at_once = is_brief && limits.hard_time == Some(Duration::ZERO);
        let search = move || {
            // Answers that cannot be written have no reader, for whom it would go on.
            let told = |what: &str| {
                if say(&answers, what).is_err() {
                    stopped.stop();
                }
            };
            if let (Some(depth), Some(position)) = (order.perft, game.last()) {
                let sum = divide(position, depth, &stopped, |mv, ways| {
                    told(&format!("{}: {ways}", mv.to_uci(castling)));
                });
                if let Some(sum) = sum {
                    told(&format!("\nNodes searched: {sum}"));
                }
                return (searcher, begun.elapsed());
            }
            let only = game.last().map(|last| order.legal_moves(last));
            let mut last_told: Vec<Line> = Vec::new();
            let tell = |found: &Found| {
                if !is_brief {
                    last_told.clone_from(&found.lines);
                    told(&info(found, castling, &table));
                }
            };
            let late = begun.elapsed();
            for time in [&mut limits.soft_time, &mut limits.hard_time] {
                *time = time.map(|time| time.saturating_sub(late));
            }
            let found = searcher.search_among(
                &only.unwrap_or_default(),
                &game,
                lines,
                limits,
                stopped.clone(),
                tell,
                &mut tell_root_moves(castling, told),
            );
            let mut last = Vec::new();
            // The last depth may have found something better before it was cut short.
            if last_told != found.lines {
                last.push(info(&found, castling, &table));
            }
            if let Some(ended) = game.last().filter(|last| last.legal_moves().is_empty()) {
                let worth = if ended.is_check() { "mate 0" } else { "cp 0" };
                last.push(format!("info depth 0 score {worth}"));
            }
            if waits && !last.is_empty() {
                told(&std::mem::take(&mut last).join("\n"));
            }
            while !stopped.is_stopped() && (order.infinite || stopped.is_pondering()) {
                thread::park();
            }
            last.push(best(&found, castling));
            // From here on, no other search waits for this one.
            stopped.stop();
            told(&last.join("\n"));
            (searcher, begun.elapsed())
        };
        // Where there is no time at all, none is spent on starting a thread. Otherwise even a short search has one of its
        // own: a busy machine lets the thread that reads commands wait for the next one, if it has worked just now.
        if at_once {
            let (searcher, took) = search();
            self.delays.has_taken(took);
            self.searcher = Some(searcher);
        } else {
            self.running = Some(RunningSearch {
                stop,
                is_endless,
                thread: thread::spawn(search),
            });
        }
        Ok(())
    }
}

/// Tells which root move is looked at, where a search takes long.
fn tell_root_moves(
    castling: CastlingMode,
    tell: impl Fn(&str) + Send,
) -> impl FnMut(RootMove) + Send {
    let mut next = LONG_SEARCH;
    move |root: RootMove| {
        if root.elapsed < next {
            return;
        }
        next = root.elapsed + BETWEEN_ROOT_MOVES;
        let RootMove {
            depth, number, mv, ..
        } = root;
        let mv = mv.to_uci(castling);
        tell(&format!(
            "info depth {depth} currmove {mv} currmovenumber {number}"
        ));
    }
}

fn say(answers: &Mutex<impl Write>, what: &str) -> io::Result<()> {
    let mut answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
    // At once, so that its reader is not woken for half of it.
    answers.write_all(format!("{what}\n").as_bytes())?;
    answers.flush()
}

/// The positions of a game, or why it makes no sense.
fn read_position<'a>(
    mut words: impl Iterator<Item = &'a str>,
    castling: CastlingMode,
) -> Result<Vec<Chess>, String> {
    let (start, moves): (Chess, Vec<&str>) = match words.next() {
        Some("startpos") => (Chess::new(), words.collect()),
        Some("fen") => {
            let words: Vec<&str> = words.collect();
            let end = words.iter().position(|word| *word == "moves");
            let (fen, moves) = words.split_at(end.unwrap_or(words.len()));
            let fen = fen.join(" ");
            let start = read_fen(&fen, castling);
            let start = start.map_err(|why| format!("The position {fen:?} is refused: {why}"))?;
            (start, moves.to_vec())
        }
        _ => return Err("A position is startpos or fen".to_owned()),
    };
    let moves: Vec<&str> = moves.into_iter().filter(|word| *word != "moves").collect();
    let legal = legal_line(&start, moves.iter().copied());
    match moves.get(legal.len()) {
        Some(illegal) => {
            let before = legal.len();
            Err(format!(
                "The move {illegal} is not legal after {before} moves"
            ))
        }
        None => Ok(positions(&start, &legal)),
    }
}

/// A position, with rights to castle as usual or as in Chess960. Rights of kings and rooks that are not there, and
/// pawns that cannot be captured in passing, are passed over.
fn read_fen(fen: &str, castling: CastlingMode) -> Result<Chess, String> {
    let setup = Fen::from_str(fen).map_err(|why| why.to_string())?;
    let setup = setup.into_setup();
    let mode = match castling {
        CastlingMode::Standard => meant_mode(&setup, fen.split(' ').nth(2).unwrap_or("-")),
        CastlingMode::Chess960 => CastlingMode::detect(&setup),
    };
    setup
        .position(mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .map_err(|why| why.to_string())
}

/// What is told of each depth, a line for each of the lines found.
fn info(found: &Found, castling: CastlingMode, table: &Table) -> String {
    let full = table.hashfull();
    let millis = found.elapsed.as_millis().max(1);
    let speed = u128::from(found.nodes) * 1_000 / millis;
    let lines = found.lines.iter().enumerate().map(|(number, line)| {
        let score = match line.score {
            Score::Mate(moves) => format!("mate {moves}"),
            score => format!("cp {}", score.cp().unwrap_or_default()),
        };
        let moves: Vec<String> = line
            .moves
            .iter()
            .map(|mv| mv.to_uci(castling).to_string())
            .collect();
        format!(
            "info depth {} seldepth {} multipv {} score {score} nodes {} nps {speed} hashfull {full} time {} pv {}",
            found.depth,
            found.seldepth,
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

/// For a move where the game has a clock, but none for the side to move.
const WITHOUT_CLOCK: Duration = Duration::from_secs(1);

/// What is kept of a clock for times when the machine is busy, in milliseconds: such a one may let a move wait for
/// hundreds, many times in a row.
const FOR_BUSY_TIMES: u64 = 600;
/// So many more moves shall be played in time, however much each of them is delayed.
const MOVES_TO_COME: u64 = 40;
/// No single move delays more than that, in milliseconds: it was something else.
const LONGEST_DELAY: u64 = 250;
/// How much the last delay counts beside those before it.
const NEWEST: f64 = 0.125;

/// How much longer moves have lately taken, by the clock of the game, than was thought about them.
#[derive(Debug, Default)]
pub struct LagEstimate {
    /// What was left at the last move, and how long was thought about it.
    last: Option<(u64, Duration)>,
    /// The usual delay, in milliseconds.
    usual: f64,
}

impl LagEstimate {
    /// What the moves to come will be delayed together, as far as no increment gives it back.
    fn to_come(&self, increment: u64, moves_to_go: Option<u64>) -> u64 {
        let moves = moves_to_go.unwrap_or(MOVES_TO_COME).min(MOVES_TO_COME);
        moves.saturating_mul((self.usual as u64).saturating_sub(increment))
    }

    /// Looks at the clock before a move.
    fn look(&mut self, left: u64, increment: u64) {
        let Some((before, thought)) = self.last.take() else {
            return;
        };
        let took = (before + increment).saturating_sub(left);
        let delay = took.saturating_sub(thought.as_millis() as u64);
        self.usual += NEWEST * (delay.min(LONGEST_DELAY) as f64 - self.usual);
    }

    /// A move has been told so long after it was asked for. What goes beyond what was planned is a delay.
    pub fn has_taken(&mut self, time: Duration) {
        if let Some((_, planned)) = &mut self.last {
            *planned = time.min(*planned);
        }
    }
}

/// `go …`: what shall be searched, and for how long.
#[derive(Debug, Default)]
pub struct GoCommand {
    depth: Option<u32>,
    nodes: Option<u64>,
    mate: Option<u32>,
    time: Option<u64>,
    left: [Option<u64>; 2],
    increment: [u64; 2],
    moves_to_go: Option<u64>,
    /// The best move is not told before it is asked for.
    pub infinite: bool,
    /// Searches in the opponent's time, until the move that is pondered on is played.
    pub ponder: bool,
    /// The moves that are looked at; all moves where none of these is legal.
    pub moves: Vec<UciMove>,
    /// So many half-moves are only counted.
    pub perft: Option<u32>,
}

impl GoCommand {
    /// Reads the words after `go`. What is not understood is passed over.
    pub fn read<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let mut order = Self::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            let mut number = || {
                let number = words.peek()?.parse::<i64>().ok()?;
                words.next();
                u64::try_from(number.max(0)).ok()
            };
            let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
            match word {
                "depth" => order.depth = number().map(small),
                "nodes" => order.nodes = number(),
                "mate" => order.mate = number().map(small),
                "movetime" => order.time = number(),
                "wtime" => order.left[0] = number(),
                "btime" => order.left[1] = number(),
                "winc" => order.increment[0] = number().unwrap_or(0),
                "binc" => order.increment[1] = number().unwrap_or(0),
                // It is only told where there are any.
                "movestogo" => order.moves_to_go = number().filter(|moves| *moves > 0),
                "infinite" => order.infinite = true,
                "ponder" => order.ponder = true,
                "perft" => order.perft = Some(number().map_or(1, small)),
                "searchmoves" => {
                    while let Some(mv) = words.peek().and_then(|mv| UciMove::from_str(mv).ok()) {
                        order.moves.push(mv);
                        words.next();
                    }
                }
                _ => {}
            }
        }
        order
    }

    /// Those of the moves that shall be looked at which are legal.
    pub fn legal_moves(&self, position: &Chess) -> Vec<Move> {
        let legal = self.moves.iter().filter_map(|mv| mv.to_move(position).ok());
        legal.collect()
    }

    /// How long is searched for a side. Of its clock `overhead` milliseconds are never planned with, and some more
    /// after delays.
    pub fn limits(&self, turn: Color, overhead: u64, delays: &mut LagEstimate) -> Limits {
        let mut limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            mate: self.mate,
            ..Limits::default()
        };
        let side = turn.fold_wb(0, 1);
        let has_other_end =
            self.infinite || self.depth.is_some() || self.nodes.is_some() || self.mate.is_some();
        if self.left[side].is_none() || self.time.is_some() {
            delays.last = None;
        }
        if let Some(time) = self.time {
            limits.hard_time = Some(Duration::from_millis(time));
        } else if let Some(left) = self.left[side] {
            let increment = self.increment[side];
            delays.look(left, increment);
            let lost = overhead + delays.to_come(increment, self.moves_to_go);
            let sure = left.saturating_sub(lost);
            let (soft_time, most) = allot_time(sure, increment, self.moves_to_go, FOR_BUSY_TIMES);
            delays.last = Some((left, most));
            (limits.soft_time, limits.hard_time) = (Some(soft_time), Some(most));
        } else if (self.ponder || self.left[1 - side].is_some()) && !has_other_end {
            limits.hard_time = Some(WITHOUT_CLOCK);
        }
        limits
    }
}
