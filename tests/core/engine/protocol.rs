//! The searcher as chess programs use it: what goes in and comes out as lines.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rank_and_file_core::engine::{Level, run_uci};

use crate::random::STARTS;

/// An engine at the other end of a line.
struct Talk {
    to: UnixStream,
    from: BufReader<UnixStream>,
}

impl Talk {
    fn new() -> Self {
        let (near, far) = UnixStream::pair().unwrap();
        near.set_read_timeout(Some(Duration::from_secs(30)))
            .unwrap();
        thread::spawn(move || {
            let answers = far.try_clone().unwrap();
            run_uci(BufReader::new(far), answers).unwrap();
        });
        Self {
            from: BufReader::new(near.try_clone().unwrap()),
            to: near,
        }
    }

    fn say(&mut self, what: &str) {
        writeln!(self.to, "{what}").unwrap();
    }

    /// All that is said until a line begins with this.
    fn hear(&mut self, until: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            heard.push(self.line());
            if heard.last().unwrap().starts_with(until) {
                return heard;
            }
        }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.from.read_line(&mut line).unwrap() > 0);
        line.trim_end().to_owned()
    }

    fn ask(&mut self, what: &str, until: &str) -> Vec<String> {
        self.say(what);
        self.hear(until)
    }
}

#[test]
fn it_introduces_itself() {
    let mut talk = Talk::new();
    let said = talk.ask("uci", "uciok");
    for option in [
        "Hash type spin default 16 min 1 max 4096",
        "Clear Hash type button",
        "Ponder type check default false",
        "MultiPV type spin default 1 min 1 max 64",
        "Move Overhead type spin default 30 min 0 max 5000",
        "Level type spin default 0 min 0 max 10",
        "UCI_LimitStrength type check default false",
        "UCI_Elo type spin default 2200 min 600 max 2200",
        "UCI_Chess960 type check default false",
        "UCI_EngineAbout type string default Rank & File",
    ] {
        let named = format!("option name {option}");
        assert!(said.iter().any(|line| line.starts_with(&named)), "{option}");
    }
    assert!(said[0].starts_with("id name "));
    assert_eq!(talk.ask("isready", "readyok"), ["readyok"]);
}

#[test]
fn the_same_nodes_give_the_same_answer() {
    let mut answers = Vec::new();
    for _ in 0..2 {
        let mut talk = Talk::new();
        talk.say("position startpos moves e2e4 e7e5 g1f3");
        let mut said = talk.ask("go nodes 8000", "bestmove");
        for line in &mut said {
            // How long it took is another thing.
            *line = line.split(" nps ").next().unwrap().to_owned();
        }
        answers.push(said);
    }
    assert_eq!(answers[0], answers[1]);
    assert!(answers[0].iter().any(|line| line.contains(" score cp ")));
}

/// All answers to lines that come at once and end there, without what time has to do with.
fn answers_to(lines: &str) -> Vec<String> {
    let (mut said, answers) = UnixStream::pair().unwrap();
    let lines = lines.as_bytes().to_owned();
    let engine = thread::spawn(move || run_uci(&lines[..], answers));
    said.set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let mut text = String::new();
    said.read_to_string(&mut text).unwrap();
    engine.join().unwrap().unwrap();
    let lines = text.lines().filter(|line| !line.contains(" currmove "));
    lines
        .map(|line| line.split(" nps ").next().unwrap().to_owned())
        .collect()
}

/// What comes next waits for a search that ends by itself, so that a file need not wait for each best move.
#[test]
fn lines_from_a_file_have_the_same_answers() {
    let steps = [
        "position startpos\ngo nodes 20000",
        "position startpos moves e2e4\ngo nodes 20000",
        "ucinewgame\nposition startpos moves d2d4\ngo depth 6",
        "setoption name Hash value 1\ngo nodes 20000",
        "setoption name MultiPV value 2\ngo depth 5",
        "setoption name MultiPV value 1\nposition startpos moves e2e4 e7e5 d1h5 e8e7\ngo mate 1",
        "position startpos\ngo perft 3",
        "setoption name Level value 3\nposition startpos moves e2e4\ngo nodes 20000",
        "setoption name Level value 0\nposition startpos moves c2c4\ngo nodes 20000",
    ];
    let mut talk = Talk::new();
    let mut wanted = Vec::new();
    for step in steps {
        let end = if step.contains("perft") {
            "Nodes searched"
        } else {
            "bestmove"
        };
        let said = talk.ask(step, end);
        wanted.extend(
            said.iter()
                .map(|line| line.split(" nps ").next().unwrap().to_owned()),
        );
    }
    assert_eq!(answers_to(&(steps.join("\n") + "\n")), wanted);
}

#[test]
fn the_same_nodes_give_the_same_move() {
    let mut talk = Talk::new();
    let position = "position fen 2r2rk1/1bqnbppp/pp1ppn2/8/2PNP3/1PN1B3/P3BPPP/R2Q1RK1 w - - 0 13";
    let mut best = || {
        let said = talk.ask(&format!("{position}\ngo nodes 2000"), "bestmove");
        said.last().unwrap().clone()
    };
    let first = best();
    for _ in 0..3 {
        assert_eq!(best(), first);
    }
}

#[test]
fn the_time_of_a_search_begins_when_the_one_before_it_has_ended() {
    let both = answers_to("go movetime 400\ngo movetime 400\n");
    let best = both.iter().filter(|line| line.starts_with("bestmove"));
    assert_eq!(best.count(), 2, "{both:?}");
    // A search that has no time at all tells only how it ended.
    let at = both.iter().position(|line| line.starts_with("bestmove"));
    assert!(both.len() - at.unwrap() > 4, "{both:?}");
}

#[test]
fn a_search_without_an_end_is_ended_by_the_next_line() {
    for endless in ["go infinite", "go", "go ponder wtime 100000 btime 100000"] {
        let said = answers_to(&format!("{endless}\ngo depth 2\n{endless}\n"));
        let best = said.iter().filter(|line| line.starts_with("bestmove"));
        assert_eq!(best.count(), 3, "{endless}: {said:?}");
    }
    // Once its move was played, a search in the opponent's time has an end.
    let pondered = "go ponder nodes 20000\nponderhit\n";
    let nodes = |said: Vec<String>| said[said.len() - 2].clone();
    assert_eq!(
        nodes(answers_to(pondered)),
        nodes(answers_to("go nodes 20000\n"))
    );
}

#[test]
fn quit_and_stop_end_any_search() {
    for end in ["stop", "quit"] {
        let said = answers_to(&format!("go depth 126\nisready\n{end}\n"));
        assert!(said.iter().any(|line| line == "readyok"), "{said:?}");
        assert!(said.last().unwrap().starts_with("bestmove"), "{said:?}");
    }
}

/// Answers that cannot be read.
struct NoReader;

impl Write for NoReader {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn nothing_is_searched_for_a_reader_that_is_gone() {
    let (done, ended) = mpsc::channel();
    thread::spawn(move || {
        run_uci(&b"go depth 126\n"[..], NoReader).unwrap();
        done.send(()).unwrap();
    });
    let waited = ended.recv_timeout(Duration::from_secs(60));
    assert!(waited.is_ok(), "the end of the input waits for ever");
}

#[test]
fn an_endless_search_is_stopped() {
    let mut talk = Talk::new();
    talk.say("setoption name MultiPV value 3");
    talk.say("position fen r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    talk.say("go infinite");
    let until = talk.hear("info depth 4 ");
    assert!(until.last().unwrap().contains(" multipv 1 "));
    // It answers while it searches.
    let mut said = talk.ask("isready", "readyok");
    said.extend(talk.ask("stop", "bestmove"));
    assert!(said.iter().any(|line| line.contains(" multipv 3 ")));
}

#[test]
fn castling_is_written_as_the_other_side_reads_it() {
    for (chess960, written) in [(false, "e1g1"), (true, "e1h1")] {
        let mut talk = Talk::new();
        talk.say(&format!("setoption name UCI_Chess960 value {chess960}"));
        talk.say("position fen 5k2/8/8/8/8/8/8/4K2R w K - 0 1 moves");
        talk.say(&format!(
            "position fen 5k2/8/8/8/8/8/8/4K2R w K - 0 1 moves {written} f8e7"
        ));
        let said = talk.ask("go depth 1", "bestmove");
        // The best move begins on f1 or g1: rook and king have castled.
        let best = said.last().unwrap().split(' ').nth(1).unwrap().to_owned();
        assert!(best.starts_with("f1") || best.starts_with("g1"), "{best}");
    }
}

#[test]
fn what_makes_no_sense_is_passed_over() {
    let mut talk = Talk::new();
    for nonsense in [
        "",
        "register later",
        "position fen",
        "position fen 9/8 w - - 0 1",
        // There is more to be played than in any game.
        "position fen kbQQQQQQ/pp5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
        "setoption",
        "setoption name Hash value -3",
        "setoption name Level value 99",
        "go wtime x",
        "stop",
        "stop",
        "\u{fffd}",
    ] {
        talk.say(nonsense);
    }
    // Latin-1 is not UTF-8.
    talk.to
        .write_all(b"setoption name Name value Caf\xe9\n")
        .unwrap();
    talk.ask("isready", "readyok");
    talk.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    // The side to move has no legal move: there is no best move.
    assert_eq!(
        talk.ask("go depth 3", "bestmove 0").last().unwrap(),
        "bestmove 0000"
    );
}

#[test]
fn a_short_clock_is_kept() {
    let mut talk = Talk::new();
    talk.say("position startpos");
    talk.ask("go wtime 50 btime 50 movestogo 1", "bestmove");
    talk.ask("go wtime 1 btime 1", "bestmove");
    talk.ask("go wtime -20 btime 1 winc 0", "bestmove");
    // Only the end is told, so that no reader is woken in between.
    let said = talk.ask("go wtime 900 btime 900", "bestmove");
    assert!(said.len() == 2 && said[0].contains(" pv "), "{said:?}");
    talk.say("quit");
}

/// Holds a dialogue with the engine, step by step. `>`: this line is sent. `<` and `~`: answers are read until a line
/// begins with this, or has this in it; no best move may come earlier. `+` and `-`: of the lines that were read since
/// the last one was sent, one has this in it, or none has.
fn hold(dialogue: &str) {
    let mut talk = Talk::new();
    let mut heard: Vec<String> = Vec::new();
    for step in dialogue
        .lines()
        .map(str::trim)
        .filter(|step| !step.is_empty())
    {
        let (kind, what) = step.split_once(' ').unwrap();
        match kind {
            ">" => {
                heard.clear();
                talk.say(what);
            }
            "<" | "~" => loop {
                let line = talk.line();
                let is_it = match kind {
                    "<" => line.starts_with(what),
                    _ => line.contains(what),
                };
                assert!(
                    is_it || !line.starts_with("bestmove"),
                    "{line} instead of {what} in {dialogue}"
                );
                heard.push(line);
                if is_it {
                    break;
                }
            },
            "+" | "-" => {
                let is_there = heard.iter().any(|line| line.contains(what));
                assert_eq!(is_there, kind == "+", "{step} in {dialogue}: {heard:?}");
            }
            _ => panic!("{step}"),
        }
    }
}

const HANGING_QUEEN: &str = "rnb1kbnr/pppp1ppp/8/4p1q1/4P3/3P4/PPP2PPP/RNBQKBNR w KQkq - 1 3";
const MATE_IN_1: &str = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
const MATE_IN_3: &str = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";
const ONE_MOVE: &str = "k7/8/1K6/8/8/8/8/7R b - - 0 1";

#[test]
fn where_nothing_could_be_set_up_nothing_is_played() {
    for refused in [
        "fen 9/8 w - - 0 1",
        "fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "fen",
        "nowhere",
        "startpos moves e2e4 e7e5 e4e5 g8f6",
        "startpos moves e2e4 zzzz",
    ] {
        hold(&format!(
            "> position startpos moves d2d4
             > position {refused}
             < info string
             > go depth 2
             < info string There is no position to be searched
             < bestmove 0000
             - info depth
             > go infinite
             < info string There is no position
             > isready
             < readyok
             > stop
             < bestmove 0000
             > position startpos moves e2e4 e7e5 d1h5 e8e7
             > go depth 2
             < bestmove h5e5"
        ));
    }
}

#[test]
fn rights_of_pieces_that_are_not_there_are_passed_over() {
    for (fen, ways, castles, castles_not) in [
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", 15, "e1g1: 1", "e1c1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 26, "e1c1: 1", "e1d3"),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w Q - 0 1", 24, "e1f1: 1", "e1b1"),
        ("4k3/8/8/8/8/8/8/R4K1R w KQkq - 0 1", 24, "f1g1: 1", "f1h1"),
        // Nothing can be captured in passing.
        ("4k3/8/8/8/8/8/4P3/4K3 w - e6 0 1", 6, "e2e4: 1", "e2e5"),
        (
            "4k3/8/8/8/4P3/8/8/4K3 b KQkq e3 0 1",
            5,
            "e8d8: 1",
            "e8e7: 0",
        ),
    ] {
        hold(&format!(
            "> position fen {fen}
             > go perft 1
             < Nodes searched: {ways}
             + {castles}
             - {castles_not}"
        ));
    }
}

/// A king that castles goes to its rook there, as it may go to the square where it arrives, too.
#[test]
fn rights_of_chess960_are_read_though_nothing_says_that_it_is_played() {
    for (fen, ways, castles) in [
        ("4k3/8/8/8/8/8/8/1R3KR1 w KQ - 0 1", 25, "f1b1: 1"),
        ("4k3/8/8/8/8/8/8/1R3KR1 w KQ - 0 1", 25, "f1g1: 1"),
        ("4k3/8/8/8/8/8/8/1R3KR1 w Q - 0 1", 24, "f1b1: 1"),
        ("4k3/8/8/8/8/8/8/5K1R w K - 0 1", 14, "f1h1: 1"),
        ("4k3/8/8/8/8/8/8/5K1R w K - 0 1", 14, "f1g1: 1"),
    ] {
        hold(&format!(
            "> position fen {fen}
             > go perft 1
             < Nodes searched: {ways}
             + {castles}"
        ));
    }
}

#[test]
fn a_search_that_is_cut_short_says_something_sensible() {
    for order in [
        "movetime 0",
        "movetime 1",
        "wtime 0 btime 0",
        "wtime 1 btime 1",
        "nodes 0",
        "nodes 1",
    ] {
        hold(&format!(
            "> position fen {HANGING_QUEEN}
             > go {order}
             < bestmove c1g5
             + pv c1g5"
        ));
    }
}

#[test]
fn the_best_move_is_that_of_the_last_line_told() {
    let mut talk = Talk::new();
    for (number, start) in STARTS.iter().cycle().take(60).enumerate() {
        talk.say("setoption name Clear Hash");
        talk.say(&format!("position fen {start}"));
        let nodes = 300 + 77 * number;
        let said = talk.ask(&format!("go nodes {nodes}"), "bestmove");
        let told = said.iter().rev().find_map(|line| line.split_once(" pv "));
        let (_, line) = told.unwrap();
        let best = said.last().unwrap().strip_prefix("bestmove ").unwrap();
        let (best, answer) = best.split_once(" ponder ").unwrap_or((best, ""));
        let mut line = line.split(' ');
        assert_eq!(line.next(), Some(best), "{said:?}");
        assert_eq!(line.next().unwrap_or(""), answer, "{said:?}");
    }
}

#[test]
fn only_the_moves_that_are_asked_for_are_searched() {
    hold(
        "> position startpos
         > go depth 5 searchmoves a2a3
         < bestmove a2a3
         > go searchmoves a2a3 h2h4 depth 3
         < bestmove
         - pv e2e4
         > setoption name MultiPV value 4
         > go depth 3 searchmoves a2a3 h2h4 e2e5
         < bestmove
         + multipv 2
         - multipv 3
         > go depth 3 searchmoves e2e4 e2e4
         < bestmove e2e4
         - multipv 2
         > go depth 2
         < bestmove
         + multipv 4",
    );
}

#[test]
fn an_endless_search_ends_when_it_is_told_to() {
    let dead = "8/8/4k3/8/8/4K3/8/8 w - - 0 1";
    let ended = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    let mated = "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1";
    for (fen, score) in [
        (MATE_IN_1, "mate 1"),
        (ONE_MOVE, "mate -1"),
        (dead, "cp 0"),
        (ended, "cp 0"),
        (mated, "mate 0"),
    ] {
        for order in ["infinite", "ponder wtime 10 btime 10", "ponder depth 126"] {
            let waits = "> isready\n< readyok\n".repeat(20);
            hold(&format!(
                "> position fen {fen}
                 > go {order}
                 ~ score {score}
                 {waits}
                 > stop
                 < bestmove"
            ));
        }
    }
}

#[test]
fn it_ponders_until_the_move_is_played() {
    hold(&format!(
        "> setoption name Ponder value true
         > position startpos moves e2e4 e7e5
         > go ponder wtime 200 btime 200
         ~ depth 4
         > isready
         < readyok
         > ponderhit
         < bestmove
         > go ponder
         ~ depth 3
         > ponderhit
         < bestmove
         > go ponder depth 2
         ~ depth 2
         > ponderhit
         < bestmove
         > position fen {MATE_IN_1}
         > go ponder movetime 1
         ~ score mate 1
         > stop
         < bestmove a1a8
         > ponderhit
         > go depth 4
         < bestmove a1a8"
    ));
}

#[test]
fn a_clock_of_the_other_side_alone_is_no_endless_search() {
    hold(
        "> position startpos
         > go btime 100
         < bestmove
         > go btime 100 binc 10 depth 2
         < bestmove",
    );
}

#[test]
fn a_long_search_tells_how_it_goes_on() {
    hold(
        "> go infinite
         ~ depth 3
         + seldepth
         + multipv 1
         + nps
         + hashfull
         + time
         ~ currmove
         + currmovenumber
         > stop
         < bestmove
         > go depth 3
         < bestmove
         - currmove",
    );
}

#[test]
fn positions_are_counted_by_their_first_moves() {
    hold(
        "> go perft 3
         < Nodes searched: 8902
         + e2e4: 600
         + a2a3: 380
         > go perft 1
         < Nodes searched: 20
         + a2a3: 1
         > go perft 0
         < Nodes searched: 1
         - a2a3
         > go perft 9
         > stop
         > go depth 1
         < bestmove",
    );
}

#[test]
fn a_search_for_a_mate_ends_with_it() {
    hold(&format!(
        "> position fen {MATE_IN_3}
         > go mate 3
         < bestmove f6a6
         + score mate 3
         > position fen {MATE_IN_3}
         > go mate 2 depth 5
         < bestmove"
    ));
}

#[test]
fn its_strength_is_limited_to_a_rating() {
    // People look once; the engine goes to the depth that is wanted.
    hold(
        "> setoption name UCI_Elo value 800
         > go depth 4
         < bestmove
         + info depth 4
         > setoption name UCI_LimitStrength value true
         > go depth 4
         < bestmove
         - info depth 2
         > setoption name Level value 1
         > setoption name UCI_LimitStrength value false
         > go depth 4
         < bestmove
         - info depth 2
         > setoption name Level value 99
         > go depth 4
         < bestmove
         - info depth 2
         > setoption name Level value 0
         > go depth 4
         < bestmove
         + info depth 4",
    );
    for (rating, level) in [(0, 1), (709, 1), (711, 2), (1_500, 5), (3_000, 10)] {
        assert_eq!(Level::rated(rating), Level::new(level).unwrap(), "{rating}");
    }
}

#[test]
fn what_is_passed_over_is_told_where_that_is_asked_for() {
    hold(
        "> debug on
         > xyzzy
         < info string The command xyzzy is not known
         > setoption name Color value green
         < info string There is no option Color
         > setoption name Move Overhead value much
         < info string The option Move Overhead cannot be
         > setoption name Move Overhead value 9999
         > register later
         > go depth 1 searchmoves e2e5 e7e5
         < bestmove
         + info string None of the moves to be searched is legal
         > go depth 1 searchmoves e2e5 e2e4
         < bestmove e2e4
         - info string
         > debug off
         > go depth 1 searchmoves e2e5
         < bestmove
         - info string
         > xyzzy
         > setoption name Color value green
         > isready
         < readyok
         - info string",
    );
}

#[test]
fn what_was_seen_is_forgotten_when_that_is_asked_for() {
    let mut talk = Talk::new();
    let mut search = || -> Vec<String> {
        let said = talk.ask("go nodes 8000", "bestmove");
        talk.say("setoption name Clear Hash");
        said.iter()
            .map(|line| line.split(" nps ").next().unwrap().to_owned())
            .collect()
    };
    assert_eq!(search(), search());
}
