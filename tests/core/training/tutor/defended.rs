//! Lines that win less than they seem to, as the other side has better moves than those in the line.

use rank_and_file_core::chess::{Position, read_fen};
use rank_and_file_core::engine::Stop;
use rank_and_file_core::training::tutor::{ADVICE_NODES, Explanation, Motif, Tutor, TutorQuestion};
use shakmaty::uci::UciMove;

fn explained(fen: &str, moves: &str) -> Explanation {
    let start = read_fen(fen).unwrap();
    let mut at = start.clone();
    let moves = moves.split_whitespace().map(|word| {
        let mv = word.parse::<UciMove>().unwrap().to_move(&at).unwrap();
        at.play_unchecked(mv);
        mv
    });
    let moves: Vec<_> = moves.collect();
    let asked = TutorQuestion::new(&start, &moves).within(ADVICE_NODES);
    Tutor::default().explain(&asked, &Stop::default()).unwrap()
}

/// What pieces are worth, from the pawn on, in hundredths of a pawn.
const VALUES: [i32; 6] = [100, 320, 320, 500, 950, 0];

/// What can be won at most beyond what is won back, in hundredths of a pawn, by the judgment of a stronger engine; 0 for nothing.
const AT_MOST: [(&str, &str, i32); 16] = [
    // A queen for nothing, not two rooks.
    (
        "3r2k1/2q2ppp/3bp3/1p6/1P6/2PQ3P/3P1PP1/1R2R1K1 b - - 0 1",
        "",
        950,
    ),
    // A pawn is captured, and as much comes for it.
    (
        "r2qr1k1/pppn1pp1/3p1n1p/4p3/2PPP1b1/2PB1N2/P4PPP/1RBQR1K1 w - - 0 12",
        "",
        0,
    ),
    (
        "n3rbk1/2p2ppp/1p6/1r2P3/N2BPP2/P5P1/7P/2R2RK1 b - - 0 26",
        "",
        0,
    ),
    // The rook, or else a pawn promotes.
    ("8/5k1p/5P2/8/1ppn1R2/6KP/P7/8 b - - 0 1", "", 700),
    (
        "r3k2r/ppqn1pp1/2pbpn1p/4R3/3P1B2/2NQ1N1P/PPP2PP1/4R1K1 w kq - 0 1",
        "",
        0,
    ),
    (
        "2rqr1k1/1p3pp1/p2b1n1p/P1pP4/R1P3N1/3PB2P/1Q3PP1/5RK1 b - - 0 1",
        "",
        0,
    ),
    (
        "r4rk1/ppq2ppp/4p1n1/3p2NB/8/1P2P3/P4QPP/5RK1 w - - 0 1",
        "",
        250,
    ),
    (
        "r1b1qrk1/ppp5/2n1pbP1/3p4/3P4/3Q1N2/PPP2PP1/R3KB1R w KQ - 0 1",
        "",
        0,
    ),
    (
        "4r1k1/p3rppb/3b1n1p/q7/P1R4N/3NP1P1/5PBP/3QR1K1 b - - 0 1",
        "",
        500,
    ),
    (
        "3r1rk1/ppb3p1/2p3Qp/2P1P3/5P2/Pq4P1/6BP/R2R2K1 b - - 0 1",
        "",
        600,
    ),
    (
        "r3r3/ppNn2bk/4b2p/4pp2/7q/5Q1P/PPPB1PBK/R4R2 b - - 0 1",
        "",
        0,
    ),
    (
        "1r3r1k/p1Q2ppp/5q2/3N1P2/8/2P1b2P/PP1N1RP1/R5K1 b - - 0 1",
        "",
        600,
    ),
    // What only takes back wins nothing, and in the last one two pawns, which are given up for a passed one.
    (
        "r4r1k/pppq2pp/3p1n2/4p1B1/2Q1P3/8/PPP2PPP/2KRR3 w - - 4 15",
        "g5f6",
        0,
    ),
    (
        "rn1q1rk1/1b2bppp/2p1pn2/ppN5/P2P4/5NP1/2Q1PPBP/R1B2RK1 b - - 0 1",
        "e7c5",
        0,
    ),
    (
        "3r4/2p1r3/1p3kp1/2nP3p/2P1N2P/R3PPP1/2R1K3/8 b - - 0 1",
        "c5e4",
        0,
    ),
    (
        "8/8/p1p3p1/1pPk1p1p/1P1PbP1P/P2BK1P1/8/8 w - - 0 1",
        "d3e4",
        200,
    ),
];

#[test]
fn no_more_is_won_than_the_best_defense_allows() {
    let mut wrong = Vec::new();
    for (fen, moves, at_most) in AT_MOST {
        let found = explained(fen, moves).findings;
        let gains = found.iter().filter_map(|finding| {
            let back = finding
                .lost
                .iter()
                .map(|(role, count)| VALUES[*role as usize - 1] * count);
            Some(finding.gain.material()? + back.sum::<i32>())
        });
        let most = gains.max().unwrap_or_default();
        if most > at_most {
            wrong.push(format!("{fen} {moves}: {most}, not {at_most}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The fork at the end of the line comes about only if the king goes where it is forked; the attack that is discovered at
/// once wins the bishop against every answer.
#[test]
fn what_comes_at_once_is_told_and_not_what_may_come() {
    let found = explained(
        "2b1rk2/8/p2rPp1p/1p1p1B2/2pP4/4R2P/PP4P1/4R1K1 w - - 0 1",
        "",
    );
    let motifs: Vec<_> = found
        .findings
        .iter()
        .filter_map(|found| found.motif)
        .collect();
    assert_eq!(motifs, [Motif::DiscoveredAttack]);
    let found = explained(
        "r3r1k1/pp1q1p2/3bn1p1/1B3p2/P2p1P2/2P1B2P/1P3QP1/4RRK1 b - - 0 1",
        "",
    );
    let mut motifs = found.findings.iter().filter_map(|found| found.motif);
    assert!(!motifs.any(|motif| motif == Motif::Pin));
}
