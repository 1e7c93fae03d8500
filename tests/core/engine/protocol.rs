//! The searcher as chess programs use it: what goes in and comes out as lines.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::thread;
use std::time::Duration;

use rank_and_file_core::engine::serve;

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
            serve(BufReader::new(far), answers).unwrap();
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
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "{heard:?}");
            heard.push(line.trim_end().to_owned());
            if line.starts_with(until) {
                return heard;
            }
        }
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
    for option in ["Hash", "MultiPV", "Level", "UCI_Chess960"] {
        let named = format!("option name {option} type ");
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
        // The rook has come to f1, whatever is played with it.
        let best = said.last().unwrap().split(' ').nth(1).unwrap().to_owned();
        assert!(best.starts_with("f1") || best.starts_with("g1"), "{best}");
    }
}

#[test]
fn what_makes_no_sense_is_passed_over() {
    let mut talk = Talk::new();
    for nonsense in [
        "",
        "position fen",
        "position fen 9/8 w - - 0 1",
        "position startpos moves e2e5 zzzz",
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
    talk.ask("isready", "readyok");
    // What was set up is still there.
    let said = talk.ask("go depth 1", "bestmove");
    assert!(!said.last().unwrap().contains("0000"), "{said:?}");
    talk.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    // Nobody can move: there is no best move.
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
    talk.say("quit");
}
