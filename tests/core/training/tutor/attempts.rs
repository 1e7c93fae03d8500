//! What the tutor says of moves that are tried where the best one is known.

use std::sync::Arc;

use rank_and_file_core::chess::{Chess, Move, read_fen};
use rank_and_file_core::engine::{Limits, Score, Searcher, Stop, Table, Term};
use rank_and_file_core::training::analysis::JudgedPosition;
use rank_and_file_core::training::tutor::{Attempt, Gain, Improvement, MoveQuality, Tutor};
use shakmaty::Position;
use shakmaty::uci::UciMove;

use super::asked;

fn weigh(fen: &str, tried: &str) -> Attempt {
    let start = read_fen(fen).unwrap();
    let (mut tutor, asked) = (Tutor::default(), asked(&start));
    let best = tutor.explain(&asked, &Stop::default()).unwrap();
    let tried = mv(&start, tried);
    let weighed = tutor.weigh(&asked, tried, &best, &Stop::default());
    weighed.unwrap()
}

fn mv(position: &Chess, uci: &str) -> Move {
    uci.parse::<UciMove>().unwrap().to_move(position).unwrap()
}

/// What moves are worth in positions where one is known to be best.
#[test]
fn moves_are_weighed_beside_the_best_one() {
    let cases = [
        // A rook hangs, and two pawns can take it.
        (
            "4k3/8/8/3r4/2P1P3/8/8/4K3 w - - 0 1",
            "c4d5",
            &[MoveQuality::Best, MoveQuality::AsGood][..],
        ),
        (
            "4k3/8/8/3r4/2P1P3/8/8/4K3 w - - 0 1",
            "e1e2",
            &[MoveQuality::Worse],
        ),
        // Mate on the back rank.
        (
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
            "a1a8",
            &[MoveQuality::Best],
        ),
        // Two queens mate at once in more than one way.
        (
            "7k/8/5K2/8/8/8/Q7/1Q6 w - - 0 1",
            "a2a8",
            &[MoveQuality::Best, MoveQuality::AsGood],
        ),
        (
            "7k/8/5K2/8/8/8/Q7/1Q6 w - - 0 1",
            "b1h1",
            &[MoveQuality::Best, MoveQuality::AsGood],
        ),
        (
            "7k/8/5K2/8/8/8/Q7/1Q6 w - - 0 1",
            "a2b2",
            &[MoveQuality::Close],
        ),
        // A stalemate gives the win away.
        (
            "7k/8/5K2/8/8/8/Q7/1Q6 w - - 0 1",
            "a2g2",
            &[MoveQuality::Worse],
        ),
        // Neither side can win.
        (
            "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
            "e3e4",
            &[MoveQuality::Best, MoveQuality::AsGood],
        ),
    ];
    for (fen, tried, wanted) in cases {
        let worth = weigh(fen, tried).worth;
        assert!(wanted.contains(&worth), "{fen} {tried}: {worth}");
    }
}

#[test]
fn a_worse_move_is_answered_by_what_it_overlooks() {
    // The queen pins the pawn, but then the knight attacks it and the king.
    let attempt = weigh("4k3/8/q7/3N4/8/8/4P3/4K3 b - - 0 1", "a6e6");
    assert_eq!(attempt.worth, MoveQuality::Worse);
    let position = read_fen("4k3/8/4q3/3N4/8/8/4P3/4K3 w - - 1 2").unwrap();
    assert_eq!(attempt.answer.first(), Some(&mv(&position, "d5c7")));
    let gains = attempt.findings.iter().map(|finding| finding.gain);
    assert_eq!(gains.collect::<Vec<_>>(), [Gain::Material(630)]);
    assert!(matches!(attempt.score, Score::Centipawns(worth) if worth < 0));
}

#[test]
fn a_mate_is_counted_from_the_move_that_is_tried() {
    let mates = weigh("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8");
    assert_eq!(mates.score, Score::Mate(1));
    assert!(mates.answer.is_empty());
}

/// A line of one move, judged as a short search judges the position after it.
fn judged(position: &Chess, mv: Move) -> JudgedPosition {
    let mut after = position.clone();
    after.play_unchecked(mv);
    let limits = Limits {
        depth: Some(1),
        ..Limits::default()
    };
    let mut searcher = Searcher::new(Arc::new(Table::new(1)));
    let found = searcher.search(&[after], 1, limits, Stop::default(), |_| {});
    let Score::Centipawns(worth) = found.lines[0].score else {
        panic!("a mate");
    };
    JudgedPosition {
        turn: position.turn(),
        score: Score::Centipawns(-worth),
        line: vec![mv],
    }
}

/// Where nothing is won, what a better move gains most of is told; the same move gains nothing.
#[test]
fn castling_leads_to_a_safer_king() {
    let fen = "r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQ - 0 1";
    let start = read_fen(fen).unwrap();
    let improvement = |played: &str| {
        let played = mv(&start, played);
        let mut after = start.clone();
        after.play_unchecked(played);
        let best = judged(&start, mv(&start, "e1g1"));
        let answer = judged(&after, mv(&after, "d7d6"));
        let stop = Stop::default();
        let told = Tutor::default().mistake(&asked(&start), played, best, Some(answer), &stop);
        told.improvement
    };
    assert_eq!(improvement("e1e2"), Some(Improvement::Term(Term::King)));
    assert_eq!(improvement("e1g1"), None);
}

/// A line that comes back to a position is a draw, which is better than to lose and worse than to win.
#[test]
fn repeating_the_position_is_a_reason_for_one_side_and_against_the_other() {
    let start = Chess::default();
    let line = |words: &str| -> Vec<Move> {
        let mut at = start.clone();
        let moves = words.split(' ').map(|word| {
            let mv = mv(&at, word);
            at.play_unchecked(mv);
            mv
        });
        moves.collect()
    };
    let improvement = |best: &str, score: i32, played: &str, answered: i32| {
        let best = JudgedPosition {
            turn: start.turn(),
            score: Score::Centipawns(score),
            line: line(best),
        };
        let played = line(played);
        let answer = JudgedPosition {
            turn: start.turn().other(),
            score: Score::Centipawns(answered),
            line: played[1..].to_vec(),
        };
        let (mut tutor, stop) = (Tutor::default(), Stop::default());
        let told = tutor.mistake(&asked(&start), played[0], best, Some(answer), &stop);
        told.improvement
    };
    let (shuffled, open) = ("g1f3 g8f6 f3g1 f6g8", "e2e4 e7e5");
    let saved = improvement(shuffled, 0, open, 80);
    assert_eq!(saved, Some(Improvement::SavesDraw));
    let avoided = improvement(open, 80, shuffled, 0);
    assert_eq!(avoided, Some(Improvement::AvoidsDraw));
    // The lines lead to the same as far as the evaluation goes, and no position comes again.
    assert_eq!(improvement("g1f3 g8f6", 0, "b1c3 b8c6", 0), None);
}
