//! What the searcher finds, and that it does no more than it is asked for.

use std::slice::from_ref;
use std::sync::Arc;

use rank_and_file_core::chess::{Chess, Position, read_fen, start_position};
use rank_and_file_core::engine::{Found, Limits, Score, Searcher, Stop, Table, perft};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, EnPassantMode, fen::Fen};

use crate::random::STARTS;

fn position(fen: &str) -> Chess {
    read_fen(fen).unwrap()
}

/// Positions one after the other, from moves as engines write them.
fn game(start: Chess, moves: &str) -> Vec<Chess> {
    let mut game = vec![start];
    for word in moves.split_ascii_whitespace() {
        let last = game.last().unwrap();
        let mv = word.parse::<UciMove>().unwrap().to_move(last).unwrap();
        let mut next = last.clone();
        next.play_unchecked(mv);
        game.push(next);
    }
    game
}

fn nodes(most: u64) -> Limits {
    Limits {
        nodes: Some(most),
        ..Limits::default()
    }
}

fn searcher() -> Searcher {
    Searcher::new(Arc::new(Table::new(4)))
}

fn search(game: &[Chess], count: usize, limits: Limits) -> Found {
    searcher().search(game, count, limits, Stop::default(), |_| {})
}

fn best(found: &Found) -> String {
    let best = found.best().unwrap();
    best.to_uci(CastlingMode::Standard).to_string()
}

/// The positions and the counts are those of the chess programming wiki, and of the suite of Chess960
/// positions by Andreas Stuhlmüller and Reinhard Scharnagl.
#[test]
fn every_move_is_counted() {
    let counted = [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            4,
            197_281,
        ),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            3,
            97_862,
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            4,
            422_333,
        ),
        (
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            3,
            62_379,
        ),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            3,
            89_890,
        ),
        (
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            4,
            326_672,
        ),
        (
            "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
            3,
            18_002,
        ),
        (
            "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
            4,
            273_318,
        ),
    ];
    for (fen, depth, count) in counted {
        assert_eq!(perft(&position(fen), depth), count, "{fen}");
    }
}

#[test]
fn a_mate_is_found_and_proven() {
    let mates = [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ];
    for (fen, moves) in mates {
        let start = position(fen);
        let found = search(from_ref(&start), 1, nodes(300_000));
        let line = &found.lines[0];
        assert_eq!(line.score, Score::Mate(moves), "{fen}");
        assert_eq!(line.moves.len(), moves as usize * 2 - 1, "{fen}");
        let mut end = start;
        for mv in &line.moves {
            assert!(end.is_legal(*mv));
            end.play_unchecked(*mv);
        }
        assert!(end.is_checkmate(), "{fen}");
    }
}

#[test]
fn draws_are_seen() {
    // Stalemate is better than to be mated.
    let found = search(
        &[position("7k/8/8/8/8/5q2/8/6QK w - - 0 1")],
        1,
        nodes(50_000),
    );
    assert!(matches!(found.lines[0].score, Score::Centipawns(value) if value.abs() < 50));
    // A rook more is worth nothing where nothing has happened for fifty moves but for the last one.
    let found = search(
        &[position("7k/8/8/8/8/8/8/R6K w - - 99 90")],
        1,
        nodes(20_000),
    );
    assert_eq!(found.lines[0].score, Score::Centipawns(0));
    // But a mate with the last of these moves is one.
    let found = search(
        &[position("7k/8/6K1/8/8/8/8/R7 w - - 99 90")],
        1,
        nodes(20_000),
    );
    assert_eq!(found.lines[0].score, Score::Mate(1));
    // A move that brings the same position for the third time draws.
    let start = position("6k1/8/8/8/8/8/q7/6K1 w - - 0 1");
    let there_and_back = "g1h1 a2a3 h1g1 a3a2 g1h1 a2a3 h1g1";
    let found = search(&game(start, there_and_back), 40, nodes(50_000));
    for line in &found.lines {
        let back = line.moves[0].to_uci(CastlingMode::Standard).to_string() == "a3a2";
        assert_eq!(line.score == Score::Centipawns(0), back, "{line:?}");
    }
}

/// A side that is lost looks for a draw: by checks without end, or by giving away what can still move.
#[test]
fn the_losing_side_finds_a_draw() {
    let drawn = [
        ("6k1/6p1/8/7Q/8/8/1qr5/7K w - - 0 1", ["h5e8", "h5e8"]),
        ("8/8/8/8/8/6q1/R7/5k1K w - - 0 1", ["a2f2", "a2a1"]),
    ];
    for (fen, drawing) in drawn {
        let found = search(&[position(fen)], 1, nodes(200_000));
        assert_eq!(found.lines[0].score, Score::Centipawns(0), "{fen}");
        assert!(drawing.contains(&best(&found).as_str()), "{found:?}");
    }
}

#[test]
fn several_threads_find_what_one_finds_and_count_together() {
    let mut several = searcher();
    several.set_threads(3);
    let start = position("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
    let found = several.search(from_ref(&start), 1, nodes(300_000), Stop::default(), |_| {});
    assert_eq!(found.lines[0].score, Score::Mate(3));
    several.forget();
    // Each looks at the clock, and at what the others have counted, now and then.
    let (most, slack) = (100_000, 10_000);
    let start = start_position();
    let found = several.search(from_ref(&start), 4, nodes(most), Stop::default(), |found| {
        assert_eq!(found.lines.len(), 4);
    });
    assert!(
        (most..most + slack).contains(&found.nodes),
        "{}",
        found.nodes
    );
    for line in &found.lines {
        let mut at = start.clone();
        for mv in &line.moves {
            assert!(at.is_legal(*mv));
            at.play_unchecked(*mv);
        }
    }
    // From then on it is alone again.
    several.set_threads(0);
    several.forget();
    let alone = several.search(from_ref(&start), 1, nodes(5_000), Stop::default(), |_| {});
    assert_eq!(alone.lines, search(from_ref(&start), 1, nodes(5_000)).lines);
}

#[test]
fn the_same_nodes_give_the_same_move() {
    for start in STARTS.map(position) {
        let [first, again] = [(); 2].map(|()| search(from_ref(&start), 1, nodes(5_000)));
        assert_eq!(first.lines, again.lines);
        assert!(first.nodes <= 5_000 && again.nodes == first.nodes);
        for line in &first.lines {
            let mut at = start.clone();
            for mv in &line.moves {
                assert!(
                    at.is_legal(*mv),
                    "{}",
                    Fen::from_position(&at, EnPassantMode::Legal)
                );
                at.play_unchecked(*mv);
            }
        }
    }
}

#[test]
fn several_lines_begin_with_other_moves_and_the_best_comes_first() {
    let start = position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    let found = search(&[start], 5, nodes(60_000));
    assert_eq!(found.lines.len(), 5);
    let value = |score| match score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) => 100_000 * i32::signum(moves) - moves,
    };
    assert!(
        found
            .lines
            .windows(2)
            .all(|two| value(two[0].score) >= value(two[1].score))
    );
    let mut first: Vec<_> = found
        .lines
        .iter()
        .map(|line| line.moves[0].to_string())
        .collect();
    first.sort();
    first.dedup();
    assert_eq!(first.len(), 5);
    // More lines than moves are as many as there are moves.
    let few = search(
        &[position("k7/8/1K6/8/8/8/8/7R b - - 0 1")],
        9,
        nodes(1_000),
    );
    assert_eq!(few.lines.len(), 1);
}

#[test]
fn it_stops_when_it_is_told_to() {
    for threads in [1, 3] {
        let stop = Stop::default();
        let from_within = stop.clone();
        let mut searcher = searcher();
        searcher.set_threads(threads);
        let endless = Limits::default();
        let found = searcher.search(&[start_position()], 1, endless, stop, |found| {
            if found.depth == 5 {
                from_within.stop();
            }
        });
        assert!(found.depth >= 5 && found.best().is_some());
    }
}

#[test]
fn a_score_is_told_in_the_centipawns_of_other_engines() {
    assert_eq!(Score::Centipawns(100).cp(), Some(220));
    assert_eq!(Score::Centipawns(-9).cp(), Some(-20));
    assert_eq!(Score::Mate(2).cp(), None);
    // What another engine tells is told as that engine did.
    for centipawns in [-310, -2, 0, 20, 310, 1_000] {
        let told = Score::from_cp(centipawns).cp().unwrap();
        assert!((told - centipawns).abs() <= 1, "{centipawns} {told}");
    }
    // A knight ahead.
    let odds = position("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let found = search(&[odds], 1, nodes(30_000));
    let told = found.lines[0].score.cp().unwrap();
    assert!((300..700).contains(&told), "{told}");
}

#[test]
fn a_score_tells_how_likely_it_is_to_win() {
    let win = |score: Score| (score.win() * 10.0).round() / 10.0;
    for (score, wanted) in [
        (Score::Centipawns(0), 50.0),
        // 50 + 50 · (2 / (1 + e^(−0.00368208 · cp)) − 1), the formula of lichess.
        (Score::from_cp(110), 60.0),
        (Score::from_cp(-400), 18.7),
        // 220 of those that are told.
        (Score::Centipawns(100), 69.2),
        (Score::Centipawns(-100), 30.8),
        (Score::Centipawns(1_000), 97.5),
        (Score::Centipawns(9_000), 97.5),
        (Score::Centipawns(-9_000), 2.5),
        (Score::Mate(1), 100.0),
        (Score::Mate(12), 100.0),
        (Score::Mate(-3), 0.0),
        (Score::Mate(0), 0.0),
    ] {
        assert_eq!(win(score), wanted, "{score:?}");
    }
}
