//! Endgame knowledge: what moves prove without winning anything yet, and near misses that prove nothing.

use std::sync::Arc;

use rank_and_file_core::chess::{Chess, Move, Position, read_fen};
use rank_and_file_core::engine::{Limits, Score, Searcher, Stop, Table};
use rank_and_file_core::training::tutor::{Finding, Gain, Motif, MoveQuality, Tutor};
use shakmaty::uci::UciMove;

use super::asked;

/// What is proven, or nothing.
const RUNS: Option<Motif> = Some(Motif::UnstoppablePawn);
const FACES: Option<Motif> = Some(Motif::Opposition);
const CORNER: Option<Motif> = Some(Motif::WrongBishop);
const WALL: Option<Motif> = Some(Motif::Fortress);

/// A position, a move of White, and the endgame knowledge that it proves, if any.
const CASES: [(&str, &str, Option<Motif>); 34] = [
    // The rule of the square: the other king is a step too far from it, or just within it.
    ("7k/8/8/8/P7/8/8/K7 w - - 0 1", "a4a5", RUNS),
    ("8/5k2/8/8/P7/8/8/7K w - - 0 1", "a4a5", RUNS),
    ("8/4k3/8/8/P7/8/8/7K w - - 0 1", "a4a5", None),
    ("8/8/8/5k2/P7/8/8/7K w - - 0 1", "a4a5", RUNS),
    ("8/8/8/4k3/P7/8/8/7K w - - 0 1", "a4a5", None),
    // From where it starts a pawn goes two squares at once.
    ("8/8/8/6k1/8/8/P7/7K w - - 0 1", "a2a4", RUNS),
    ("8/8/8/6k1/8/8/P7/7K w - - 0 1", "a2a3", None),
    ("8/8/8/5k2/8/8/P7/7K w - - 0 1", "a2a4", None),
    // Its own king is in the way, or another pawn, or the way of the other king is barred.
    ("K6k/8/8/8/P7/8/8/8 w - - 0 1", "a4a5", None),
    ("7k/p7/8/8/P7/8/8/K7 w - - 0 1", "a4a5", None),
    ("8/8/8/8/P3k3/8/8/K7 w - - 0 1", "a4a5", None),
    ("8/8/2p5/8/P3k3/8/8/K7 w - - 0 1", "a4a5", RUNS),
    // Another pawn takes it, or becomes a queen first, or is too slow.
    ("7k/1p6/8/P7/8/8/8/K7 w - - 0 1", "a5a6", None),
    ("7k/8/8/8/P7/7p/8/K7 w - - 0 1", "a4a5", None),
    ("7k/7p/8/8/P7/8/8/K7 w - - 0 1", "a4a5", RUNS),
    // A knight may yet catch it.
    ("7k/8/8/8/P7/8/8/K6n w - - 0 1", "a4a5", None),
    // The opposition wins where there is no other move to spare for either side.
    ("8/8/4k3/8/8/3KP3/8/8 w - - 0 1", "d3e4", FACES),
    ("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1", "e3e4", None),
    // A pawn hands the turn over.
    ("8/8/4k3/8/4K3/8/4P3/8 w - - 0 1", "e2e3", FACES),
    ("8/8/8/8/8/3pk3/8/3K4 w - - 0 1", "d1e1", FACES),
    // On the sixth rank the king wins in any case, and with a pawn at the edge in none.
    ("4k3/8/3K4/4P3/8/8/8/8 w - - 0 1", "d6e6", None),
    ("8/8/k7/8/8/K7/P7/8 w - - 0 1", "a3a4", None),
    // A lone king takes the opposition, stands beside it, or faces one that can still push its pawn.
    ("8/8/8/4p3/4k3/8/8/4K3 w - - 0 1", "e1e2", FACES),
    ("8/8/8/4p3/4k3/8/8/4K3 w - - 0 1", "e1f2", None),
    ("8/8/4p3/8/4k3/8/8/4K3 w - - 0 1", "e1e2", None),
    // The king is in the corner of which the bishop knows nothing, or comes there in time.
    ("8/8/8/8/p7/k7/8/1K1b4 w - - 0 1", "b1a1", CORNER),
    ("8/8/8/k7/p7/8/3K4/5b2 w - - 0 1", "d2c1", CORNER),
    // It is too late, or the bishop is the right one, or the pawn no pawn of the edge.
    ("8/8/8/8/p7/1k6/8/3K1b2 w - - 0 1", "d1c1", None),
    ("8/8/8/k7/p7/8/3K4/6b1 w - - 0 1", "d2c1", None),
    ("8/8/8/1k6/1p6/8/3K4/5b2 w - - 0 1", "d2c1", None),
    // The last way through is closed, and the bishop reaches no pawn; another one does, and so does a knight.
    (
        "4k3/4b3/8/p1p1p1p1/P1P1P3/6P1/8/4K3 w - - 0 1",
        "g3g4",
        WALL,
    ),
    (
        "4k3/3b4/8/p1p1p1p1/P1P1P3/6P1/8/4K3 w - - 0 1",
        "g3g4",
        None,
    ),
    (
        "4k3/4n3/8/p1p1p1p1/P1P1P3/6P1/8/4K3 w - - 0 1",
        "g3g4",
        None,
    ),
    (
        "4k3/4b3/8/p1p1p1p1/P1P1P3/6P1/7P/4K3 w - - 0 1",
        "g3g4",
        None,
    ),
];

const KNOWN: [Motif; 4] = [
    Motif::UnstoppablePawn,
    Motif::Opposition,
    Motif::WrongBishop,
    Motif::Fortress,
];

/// The same from Black's side.
fn turned(fen: &str, mv: &str) -> (String, String) {
    let board = fen.split(' ').next().unwrap();
    let swap = |letter: char| match letter.is_ascii_lowercase() {
        true => letter.to_ascii_uppercase(),
        false => letter.to_ascii_lowercase(),
    };
    let ranks: Vec<String> = board
        .split('/')
        .rev()
        .map(|rank| rank.chars().map(swap).collect())
        .collect();
    let mv = mv.chars().map(|letter| match letter.to_digit(10) {
        Some(rank) => char::from_digit(9 - rank, 10).unwrap(),
        None => letter,
    });
    (format!("{} b - - 0 1", ranks.join("/")), mv.collect())
}

/// The same with left and right in each other's place.
fn mirrored(fen: &str, mv: &str) -> (String, String) {
    let (board, rest) = fen.split_once(' ').unwrap();
    let ranks: Vec<String> = board
        .split('/')
        .map(|rank| rank.chars().rev().collect())
        .collect();
    let mv = mv.chars().map(|letter| match letter {
        'a'..='h' => char::from(b'a' + b'h' - letter as u8),
        _ => letter,
    });
    (format!("{} {rest}", ranks.join("/")), mv.collect())
}

fn mv(position: &Chess, uci: &str) -> Move {
    uci.parse::<UciMove>().unwrap().to_move(position).unwrap()
}

/// The endgame knowledge of a move that was found to win.
fn told(fen: &str, played: &str) -> (Chess, Vec<Finding>) {
    let start = read_fen(fen).unwrap();
    let played = mv(&start, played);
    let mut found = asked(&start).findings(&[played], Score::Centipawns(500));
    found.retain(|finding| finding.motif.is_some_and(|motif| KNOWN.contains(&motif)));
    (start, found)
}

/// Each case, seen from both sides and with left and right in each other's place.
fn cases() -> impl Iterator<Item = (String, String, Option<Motif>)> {
    CASES.into_iter().flat_map(|(fen, mv, wanted)| {
        let (mirrored_fen, mirrored_move) = mirrored(fen, mv);
        [
            (fen.to_owned(), mv.to_owned()),
            turned(fen, mv),
            turned(&mirrored_fen, &mirrored_move),
            (mirrored_fen, mirrored_move),
        ]
        .map(|(fen, mv)| (fen, mv, wanted))
    })
}

#[test]
fn endgame_knowledge_is_told_where_it_is_true_and_nowhere_else() {
    let mut wrong = Vec::new();
    for (fen, mv, wanted) in cases() {
        let (_, found) = told(&fen, &mv);
        let found: Vec<Motif> = found.iter().filter_map(|finding| finding.motif).collect();
        if found != Vec::from_iter(wanted) {
            wrong.push(format!("{fen} {mv}: {found:?}, not {wanted:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each line is legal and ends in what it says: a new queen that stays, or no way to win that the searcher would see.
#[test]
fn the_lines_of_endgame_knowledge_do_what_they_say() {
    let mut searcher = Searcher::new(Arc::new(Table::new(16)));
    for (fen, mv, wanted) in cases() {
        let (start, found) = told(&fen, &mv);
        let (Some(finding), true) = (found.first(), wanted.is_some()) else {
            continue;
        };
        let mut at = start.clone();
        for mv in &finding.line {
            assert!(at.is_legal(*mv), "{finding:?}");
            at.play_unchecked(*mv);
        }
        let stands = |color| {
            finding
                .on
                .iter()
                .all(|on| start.board().color_at(*on) == Some(color))
        };
        assert!(stands(!start.turn()), "{finding:?}");
        let limits = Limits {
            nodes: Some(50_000),
            ..Limits::default()
        };
        let found = searcher.search(&[at.clone()], 1, limits, Stop::default(), |_| {});
        let score = found.lines[0].score;
        match finding.gain {
            Gain::Material(won) => {
                assert!(won >= 400, "{finding:?}");
                let lost = matches!(score, Score::Centipawns(..-300) | Score::Mate(..=0));
                assert!(lost, "{fen}: {score:?}");
            }
            Gain::Draw => assert!(!matches!(score, Score::Mate(1..)), "{fen}: {score:?}"),
            Gain::Mate => panic!("{finding:?}"),
        }
    }
}

/// Who seems to be lost and has a draw for certain is told so.
#[test]
fn a_certain_draw_is_found_where_all_seems_lost() {
    for (fen, best) in [
        ("8/8/8/k7/p7/8/3K4/5b2 w - - 0 1", Motif::WrongBishop),
        (
            "4k3/4b3/8/p1p1p1p1/P1P1P3/6P1/8/4K3 w - - 0 1",
            Motif::Fortress,
        ),
    ] {
        let position = read_fen(fen).unwrap();
        let explained = Tutor::default().explain(&asked(&position), &Stop::default());
        let explained = explained.unwrap();
        assert_eq!(explained.score, Score::Centipawns(0), "{fen}");
        assert!(
            explained
                .findings
                .iter()
                .any(|finding| finding.motif == Some(best)),
            "{fen}: {explained:?}"
        );
    }
}

/// A player who tries another move that keeps the draw is not told that it loses.
#[test]
fn a_certain_draw_is_as_good_as_another() {
    let start = read_fen("8/8/8/k7/p7/8/3K4/5b2 w - - 0 1").unwrap();
    let (mut tutor, asked) = (Tutor::default(), asked(&start));
    let best = tutor.explain(&asked, &Stop::default()).unwrap();
    for tried in ["d2c1", "d2c2"] {
        let tried = mv(&start, tried);
        let attempt = tutor.weigh(&asked, tried, &best, &Stop::default());
        let quality = attempt.unwrap().quality;
        assert!(
            matches!(quality, MoveQuality::Best | MoveQuality::AsGood),
            "{quality}"
        );
    }
}
