//! What the tutor says of moves that are tried where the best one is known.

use std::sync::Arc;

use rank_and_file_core::chess::{Chess, Move, fen_of, read_fen};
use rank_and_file_core::engine::{Evaluation, Limits, Score, Searcher, Stop, Table};
use rank_and_file_core::training::analysis::JudgedPosition;
use rank_and_file_core::training::tutor::{
    ADVICE_NODES, Asset, Explanation, Gain, Improvement, LESSON_NODES, Mistake, MoveQuality,
    QuietHint, Tutor, TutorQuestion, WeighedMove, as_needed,
};
use shakmaty::uci::UciMove;
use shakmaty::{File, Position, Role, Square};

use super::asked;

fn weigh(fen: &str, tried: &str) -> WeighedMove {
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

/// What another evaluation, as that of a game's analysis, says of the best move is no measure for the others.
#[test]
fn moves_are_weighed_by_one_evaluation() {
    let (start, stop) = (Chess::default(), Stop::default());
    let (mut tutor, asked) = (Tutor::default(), asked(&start));
    let best = tutor.explain(&asked, &stop).unwrap();
    let elsewhere = Explanation {
        score: Score::Centipawns(300),
        ..best
    };
    let best = tutor.judge_anew(&asked, elsewhere, &stop).unwrap();
    for tried in ["e2e4", "d2d4", "g1f3", "c2c4"] {
        let weighed = tutor.weigh(&asked, mv(&start, tried), &best, &stop);
        assert_ne!(weighed.unwrap().quality, MoveQuality::Worse, "{tried}");
    }
    let mate = Explanation {
        score: Score::Mate(2),
        ..best
    };
    assert_eq!(tutor.judge_anew(&asked, mate.clone(), &stop), Some(mate));
}

/// A move that seems to lose chances at the first look, and loses none.
#[test]
fn a_move_is_looked_at_again_before_it_is_blamed() {
    let fen = "r1q2rk1/2pn1pp1/ppNbp2p/3p1b2/Q1PP1B2/4P3/PP1N1PPP/R3K2R b KQ - 0 13";
    let (start, stop) = (read_fen(fen).unwrap(), Stop::default());
    let asked = TutorQuestion::new(&start, &[]);
    let more = asked.clone().within(400_000);
    let best = Tutor::default().explain(&more, &stop).unwrap();
    let (mut tutor, tried) = (Tutor::default(), mv(&start, "b6b5"));
    let first_look = tutor.judge_anew(&asked, best.clone(), &stop).unwrap();
    let weighed = tutor.weigh(&asked, tried, &first_look, &stop).unwrap();
    assert_eq!(weighed.quality, MoveQuality::Worse);
    let weighed = tutor.weigh_tried(&asked, tried, Some(best), &stop);
    assert_ne!(weighed.unwrap().quality, MoveQuality::Worse);
}

/// The best move, beside which others are tried, is searched for only once.
#[test]
fn what_was_explained_is_known() {
    let (start, stop) = (Chess::default(), Stop::default());
    let (mut tutor, asked) = (Tutor::default(), asked(&start));
    let best = tutor.explain(&asked, &stop);
    assert!(best.is_some());
    stop.stop();
    assert_eq!(tutor.explain(&asked, &stop), best);
    let other = asked.after(mv(&start, "e2e4"));
    assert_eq!(tutor.explain(&other, &stop), None);
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
        let quality = weigh(fen, tried).quality;
        assert!(wanted.contains(&quality), "{fen} {tried}: {quality}");
    }
}

#[test]
fn a_worse_move_is_answered_by_what_it_overlooks() {
    // The queen pins the pawn, but then the knight attacks it and the king.
    let attempt = weigh("4k3/8/q7/3N4/8/8/4P3/4K3 b - - 0 1", "a6e6");
    assert_eq!(attempt.quality, MoveQuality::Worse);
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

/// The moves of a line from a position.
fn line(position: &Chess, words: &str) -> Vec<Move> {
    let mut at = position.clone();
    let moves = words.split(' ').map(|word| {
        let mv = mv(&at, word);
        at.play_unchecked(mv);
        mv
    });
    moves.collect()
}

/// What is wrong with a line beside a better one from the same position, each with its score for the side to move.
fn mistake(fen: &str, best: (&str, i32), worse: (&str, i32)) -> Mistake {
    let start = read_fen(fen).unwrap();
    let worse_line = line(&start, worse.0);
    let best = JudgedPosition {
        turn: start.turn(),
        score: Score::Centipawns(best.1),
        line: line(&start, best.0),
    };
    let answer = JudgedPosition {
        turn: start.turn().other(),
        score: Score::Centipawns(-worse.1),
        line: worse_line[1..].to_vec(),
    };
    let (mut tutor, stop) = (Tutor::default(), Stop::default());
    tutor.mistake(&asked(&start), worse_line[0], best, Some(answer), &stop)
}

/// What wins no more than it wins back proves nothing, also where the recapture comes later; and what takes long must win more
/// than a pawn beyond that.
#[test]
fn winning_back_is_no_win() {
    let claims = |fen: &str, before: &str, tried: &str, nodes: u64, known: bool| {
        let start = read_fen(fen).unwrap();
        let moves = line(&start, before);
        let asked = TutorQuestion::new(&start, &moves).within(nodes);
        let mv = mv(asked.position(), tried);
        let (mut tutor, stop) = (Tutor::default(), Stop::default());
        let best = Tutor::default().explain(&asked, &stop).filter(|_| known);
        let weighed = tutor.weigh_tried(&asked, mv, best, &stop).unwrap();
        weighed.findings.len()
    };
    // The queen checks, and takes a pawn where the knight was taken before.
    let fork = "rnb1kb1r/ppp1qppp/4p3/1N1pP3/3Pn3/5P2/PPP3PP/R1BQKBNR b KQkq - 0 6";
    assert_eq!(claims(fork, "a7a6", "f3e4", ADVICE_NODES, true), 0);
    // The king takes the rook back, and wins a pawn eight half-moves later.
    let exchange = "3R1k2/4rppp/p7/8/8/1N4BP/r4P1K/8 b - - 1 31";
    assert_eq!(claims(exchange, "e7e8", "d8e8", LESSON_NODES, false), 0);
}

/// The other side may lose less by another answer than a search has foreseen. What is told is about the line of the proof, so that
/// is the one to be shown.
#[test]
fn the_line_that_is_shown_is_the_one_that_proves() {
    let start = read_fen("4k3/8/q7/3N4/8/8/4P3/4K3 w - - 0 1").unwrap();
    let proven = Tutor::default().explain(&asked(&start), &Stop::default());
    let proven = proven.unwrap();
    let proof = proven.findings[0].line.clone();
    let lines = ["d5c7 e8d8 c7a6", "d5c7 e8f8 c7a6"].map(|words| line(&start, words));
    let other = lines.into_iter().find(|line| *line != proof).unwrap();
    assert_eq!(as_needed(&other, &proven.findings), proof);
    assert_eq!(as_needed(&other, &[]), other);
}

/// What a line gains beside another one.
fn improvement(fen: &str, best: (&str, i32), worse: (&str, i32)) -> Option<Improvement> {
    mistake(fen, best, worse).improvement
}

/// What captures the piece that moved is prevented by every other move: to say so is no hint.
#[test]
fn a_hint_says_more_than_that_the_piece_could_have_stayed() {
    let fen = "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3";
    let hint = |tried: &str| {
        let first = mv(&read_fen(fen).unwrap(), &tried[..4]);
        mistake(fen, ("d2d4 e5d4 f3d4", 60), (tried, -250)).hint(first)
    };
    assert_eq!(hint("f3e5 d6e5"), None);
    assert_eq!(hint("f1a6 b7a6"), None);
    let start = read_fen(fen).unwrap();
    let mut elsewhere = mistake(fen, ("d2d4 e5d4 f3d4", 60), ("f3e5 d6e5", -250));
    elsewhere.answer[0].line = line(&start, "f3e5 d8g5")[1..].to_vec();
    let prevents = elsewhere.hint(mv(&start, "f3e5"));
    assert_eq!(prevents, Some(QuietHint::Prevents));
}

/// The same with the scores that a short search by the terms has for where the lines end.
fn improvement_at_the_ends(fen: &str, best: &str, worse: &str) -> Option<Improvement> {
    let start = read_fen(fen).unwrap();
    let [best, worse] = [best, worse].map(|words| {
        let mut end = start.clone();
        line(&start, words)
            .into_iter()
            .for_each(|mv| end.play_unchecked(mv));
        let sign = if end.turn() == start.turn() { 1 } else { -1 };
        let limits = Limits {
            depth: Some(1),
            ..Limits::default()
        };
        let mut searcher = Searcher::new(Arc::new(Table::new(1)));
        searcher.set_evaluation(Evaluation::Terms);
        let found = searcher.search(&[end], 1, limits, Stop::default(), |_| {});
        match found.lines[0].score {
            Score::Centipawns(worth) => (words, sign * worth),
            Score::Mate(_) => panic!("a mate"),
        }
    });
    improvement(fen, best, worse)
}

/// Where nothing is won, what a better move gains most of is told; the same move gains nothing.
#[test]
fn castling_leads_to_a_safer_king() {
    let fen = "r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQ - 0 1";
    let instead_of = |worse: &str| improvement_at_the_ends(fen, "e1g1", worse);
    assert_eq!(instead_of("e1e2 d7d6"), Some(Improvement::Own(Asset::King)));
    assert_eq!(instead_of("e1g1 d7d6"), None);
}

/// What is gained may be that the opponent has less of it; and a king that comes near in an ending is not a safer one.
#[test]
fn what_the_opponent_loses_is_not_called_a_gain_of_ones_own() {
    for (fen, best, worse, gained) in [
        (
            "4k3/ppp2ppp/2n5/8/3N4/2P5/PP3PPP/4K3 w - - 0 1",
            "d4c6 b7c6 a2a3 a7a6",
            "a2a3 a7a6",
            Improvement::Opponents(Asset::DoubledPawns(File::C)),
        ),
        (
            "8/p4pkp/6p1/8/8/6P1/P4PKP/8 w - - 0 1",
            "g2f3 g7f6 f3e4 a7a6",
            "g2h1 g7f6 a2a3 a7a6",
            Improvement::Own(Asset::ActiveKing),
        ),
    ] {
        let found = improvement_at_the_ends(fen, best, worse);
        assert_eq!(found, Some(gained), "{fen}");
    }
}

/// Which of the two lines makes the difference in material is told, and as much of the better one is shown as shows it.
#[test]
fn more_material_is_won_kept_or_lost_less() {
    use Improvement::{KeepsMaterial, WinsMaterial};
    let won = |plies: usize, shown: usize| (Some(WinsMaterial(plies)), shown);
    for (fen, best, worse, (gained, shown)) in [
        (
            "rn3rk1/2ppqpp1/pp2pn1p/8/3P3B/2QB1P1P/PPP2P2/R3K2R w KQ - 2 13",
            (
                "h1g1 f8e8 c3c7 e7b4 c7c3 b4c3 b2c3 f6h5 a1b1 b6b5 e1d2 b8c6 d3e4 g7g5",
                0,
            ),
            (
                "d3e4 d7d5 e4d3 b8d7 c3d2 c7c5 c2c3 f8c8 h1g1 c5d4 c3d4 b6b5 a2a4 b5a4 a1a4 e7f8 e1f1 f8d6 f3f4",
                -73,
            ),
            won(7, 7),
        ),
        (
            "8/1ppk1ppp/p1n5/4P3/3K1P2/2N3P1/PPP4P/8 w - - 6 27",
            (
                "d4c5 b7b6 c5c4 b6b5 c4c5 c6d8 c3e4 d8e6 c5b4 d7c6 b4a5 c6d5 e4c3 d5c4 a5a6 b5b4",
                120,
            ),
            (
                "d4e4 c6b4 c3d5 b4a2 f4f5 a6a5 d5f4 d7e7 g3g4 a2b4 c2c3 b4c6 h2h4 a5a4 h4h5 c6a5 e4d5 c7c6 d5c5 b7b6 c5b6",
                63,
            ),
            won(15, 15),
        ),
        (
            "8/4k3/p7/1p6/3Q4/2P3K1/PP2q2P/8 b - - 12 41",
            (
                "e7e8 b2b4 e2a2 h2h4 a2a1 g3f4 e8f7 d4d5 f7e7 d5e5 e7f7 f4f5 a1h1 e5f6 f7e8 f5e5 h1h2 e5e6",
                -92,
            ),
            (
                "e2b2 d4b4 b2b4 c3b4 e7e6 g3f4 e6d5 h2h4 d5c4 h4h5 c4b4 h5h6 b4a3 h6h7 a3a2 h7h8q a6a5 h8a8 a5a4 f4e4 a4a3 a8a5",
                -293,
            ),
            won(3, 5),
        ),
        (
            "r1bq1b1r/1p1npk1p/p2p1np1/2p5/P1Q1P3/5N2/1PPP1PPP/RNB1K2R b KQ - 1 8",
            (
                "f7g7 a4a5 h7h6 e1g1 e7e5 d2d3 b7b5 a5b6 d7b6 c4a2 g7h7 b1c3 f8g7 c1g5 h8f8 g5f6 f8f6",
                174,
            ),
            (
                "d6d5 e4d5 d7b6 c4c5 c8f5 d2d3 b6d5 e1g1 a8c8 c5a7 d8b6 a7b6 d5b6 b1c3 h7h6 f3e5 f7g8 f1e1 b6d7 e5c4 g6g5 c1e3",
                124,
            ),
            (Some(KeepsMaterial), 5),
        ),
    ] {
        let mistake = mistake(fen, best, worse);
        let shows = mistake.shown().len();
        assert_eq!((mistake.improvement, shows), (gained, shown), "{fen}");
    }
}

/// Lines of games in which what is gained comes of one piece, or of a pawn on one file.
#[test]
fn what_is_gained_is_named_down_to_the_piece_and_the_pawn() {
    let piece = |piece, at| Asset::Piece { piece, at };
    for (fen, best, worse, gained) in [
        (
            "r4rk1/pp1q1pp1/2n2bbp/4B3/2PP4/5N2/PP1N2PP/R2QR1K1 b - - 4 18",
            ("f6e5 d4e5 a8d8 d1a4 f8e8 a1d1 d7g4 d2b3 g6d3", 40),
            (
                "c6d4 e5f6 g7f6 d2b3 d4f3 d1f3 d7c7 c4c5 f6f5 a1d1 f8d8 f3c3",
                -54,
            ),
            Improvement::Own(piece(Role::Rook, Square::A8)),
        ),
        (
            "r3rk2/5ppp/p1b5/q1P1p3/1p1p2P1/1P1Q1P1P/P3P3/1KR2B1R b - - 0 24",
            ("e5e4 d3d4 a8d8 d4b2 e4e3 f1g2 d8d2 c1c2", 91),
            ("g7g6 h3h4 a5a3 f1g2 a8c8 h4h5 f8e7 d3d2 a6a5 h5g6", 8),
            Improvement::Opponents(piece(Role::Bishop, Square::F1)),
        ),
        (
            "8/8/1k3p2/8/PP2P1Pp/2K2n2/8/7N b - - 1 52",
            ("h4h3 c3d3 f3e5 d3e3 e5c6 h1f2 h3h2 g4g5 f6g5 b4b5 c6e5", 9),
            (
                "f3h2 h1f2 h2f3 c3c4 f3g5 c4d5 h4h3 f2h3 g5h3 e4e5 f6e5 d5e5 h3f2",
                -94,
            ),
            Improvement::Own(Asset::PassedPawn(File::H)),
        ),
        (
            "r6r/4kp2/p3b3/R7/2p5/2K5/5PPP/5B1R b - - 3 25",
            ("a8b8 c3c2 b8b3 f1e2 c4c3 e2a6 h8d8 a6d3 b3b2 c2c3", 7),
            ("e7d6 h2h4 h8c8 f1e2 d6e7 h4h5 a8b8 a5a6 e6d5", -78),
            Improvement::Opponents(Asset::PassedPawn(File::H)),
        ),
    ] {
        let found = improvement(fen, best, worse);
        assert_eq!(found, Some(gained), "{fen}");
    }
}

/// Lines of games in which more material stands on the board on the way, but not in the end.
#[test]
fn more_material_is_told_where_it_can_be_counted_in_the_end() {
    for (fen, best, worse) in [
        (
            "r2k2n1/1p2q1b1/4b2r/p2n4/3P1p2/2P2N2/PP2Q1PP/RNB2RK1 w - - 3 19",
            (
                "b1a3 d8c8 c3c4 e6g4 e2e7 g8e7 c4d5 g4f3 f1f3 g7d4 g1h1 e7d5",
                3,
            ),
            ("f3e5 e7h4 e5f3 h4h5 e2e4 d8c8 c1f4 h6f6", -70),
        ),
        (
            "1r1q1rk1/1bpp1pp1/p1n4p/1p4b1/3PN1N1/2PB3P/PP3PP1/R2QR1K1 w - - 6 16",
            ("a2a4 b5a4 d1a4 f8e8 d4d5 c6e5 g4e5 e8e5", 126),
            (
                "d1f3 f7f5 e4f6 f8f6 g4f6 d8f6 f3d5 f6f7 d5f7 g8f7 d3f5 b8d8 a1d1 c6e7 f5e4 b7c8",
                15,
            ),
        ),
    ] {
        assert_eq!(improvement(fen, best, worse), None, "{fen}");
    }
}

/// A line that comes back to a position is a draw, which is better than to lose and worse than to win.
#[test]
fn repeating_the_position_is_a_reason_for_one_side_and_against_the_other() {
    let start = fen_of(&Chess::default());
    let (shuffled, open) = ("g1f3 g8f6 f3g1 f6g8", "e2e4 e7e5");
    let saved = improvement(&start, (shuffled, 0), (open, -80));
    assert_eq!(saved, Some(Improvement::SavesDraw));
    let avoided = improvement(&start, (open, 80), (shuffled, 0));
    assert_eq!(avoided, Some(Improvement::AvoidsDraw));
    // The lines lead to the same as far as the evaluation goes, and no position comes again.
    let same = improvement(&start, ("g1f3 g8f6", 0), ("b1c3 b8c6", 0));
    assert_eq!(same, None);
}
