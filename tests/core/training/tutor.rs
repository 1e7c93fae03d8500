//! What lines prove: which motifs are found in them, and what is not claimed.

mod arrows;
mod attempts;
mod board_motifs;
mod cause;
mod defended;
mod endgame;
pub mod helping;
mod plan;

use rank_and_file_core::chess::{Chess, Color, Move, Position, Role, Square, read_fen};
use rank_and_file_core::engine::{Score, Stop};
use rank_and_file_core::training::tutor::{
    EXPLAIN_NODES, Finding, Gain, Motif, Tutor, TutorQuestion,
};
use shakmaty::uci::UciMove;
use strum::VariantArray;

/// Puzzles of lichess (CC0): a motif, a position, the move before, and the line in which the motif is.
const PUZZLES: &str = include_str!("tutor/puzzles.txt");

/// A position of which it is not known how it has come about.
pub fn asked(position: &Chess) -> TutorQuestion {
    TutorQuestion::new(position, &[]).at_a_glance()
}

/// Moves by their squares, from a position on.
fn moves(start: &Chess, words: &str) -> Vec<Move> {
    let mut at = start.clone();
    let played = words.split(' ').map(|word| {
        let mv = word.parse::<UciMove>().unwrap().to_move(&at).unwrap();
        at.play_unchecked(mv);
        mv
    });
    played.collect()
}

/// A line with what comes before it.
struct Told {
    before: Chess,
    last: Move,
    start: Chess,
    line: Vec<Move>,
}

impl Told {
    fn new(fen: &str, words: &str) -> Self {
        let before = read_fen(fen).unwrap();
        let mut all = moves(&before, words).into_iter();
        let last = all.next().unwrap();
        let line = all.collect();
        let mut start = before.clone();
        start.play_unchecked(last);
        Self {
            before,
            last,
            start,
            line,
        }
    }

    fn end(&self) -> Chess {
        let mut end = self.start.clone();
        self.line.iter().for_each(|mv| end.play_unchecked(*mv));
        end
    }

    fn asked(&self) -> TutorQuestion {
        TutorQuestion::new(&self.before, &[self.last])
    }

    fn findings(&self) -> Vec<Finding> {
        let score = match self.end().is_checkmate() {
            true => Score::Mate(self.line.len().div_ceil(2) as i32),
            false => Score::Centipawns(500),
        };
        self.asked().findings(&self.line, score)
    }
}

fn puzzles() -> impl Iterator<Item = (Motif, Told)> {
    PUZZLES.lines().map(|row| {
        let fields: Vec<&str> = row.split(';').collect();
        let [motif, fen, moves] = fields[..] else {
            panic!("{row}");
        };
        (motif.parse().unwrap(), Told::new(fen, moves))
    })
}

/// The motifs that are not found in a line without a search: the tests of those that a search proves are in `cause.rs`,
/// the others are only names of puzzles and lessons.
const NAMES: [Motif; 11] = [
    Motif::Fork,
    Motif::Pin,
    Motif::Skewer,
    Motif::DiscoveredAttack,
    Motif::TrappedPiece,
    Motif::Deflection,
    Motif::Attraction,
    Motif::CapturingDefender,
    Motif::XRayAttack,
    Motif::Intermezzo,
    Motif::Zugzwang,
];

/// Where a motif is only a name, it is at least told that the line wins; and nothing claims it.
#[test]
fn each_motif_that_can_be_proven_is_found_where_it_is() {
    let mut missed = Vec::new();
    for (row, (motif, told)) in PUZZLES.lines().zip(puzzles()) {
        let found = told.findings();
        let is = |finding: &Finding| NAMES.contains(&motif) || finding.motif == Some(motif);
        let name = |finding: &Finding| finding.motif.is_some_and(|motif| NAMES.contains(&motif));
        if !found.iter().any(is) || found.iter().any(name) {
            missed.push(format!("{row}: {found:?}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// A finding's line is legal, ends in what it says it wins, and names only squares on which something stands.
#[test]
fn what_is_claimed_is_there() {
    let worth = |position: &Chess, side: Color| -> i32 {
        let board = position.board();
        let of = |role: Role| match role {
            Role::Pawn => 100,
            Role::Knight => 320,
            Role::Bishop => 320,
            Role::Rook => 500,
            Role::Queen => 950,
            Role::King => 0,
        };
        let pieces = board
            .occupied()
            .into_iter()
            .filter_map(|square| board.piece_at(square));
        pieces
            .map(|piece| {
                if piece.color == side {
                    of(piece.role)
                } else {
                    -of(piece.role)
                }
            })
            .sum()
    };
    let mut seen = 0;
    for (_, told) in puzzles() {
        for finding in told.findings() {
            let hero = told.start.turn();
            let mut at = told.start.clone();
            for (number, mv) in finding.line.iter().enumerate() {
                assert!(at.is_legal(*mv), "{finding:?}");
                let before = at.clone();
                at.play_unchecked(*mv);
                if number == finding.at {
                    assert_eq!(before.turn(), hero, "{finding:?}");
                    assert!(at.board().color_at(finding.by) == Some(hero), "{finding:?}");
                    let there = |square: &Square| {
                        let takes = [Some(Motif::HangingPiece), Some(Motif::Underdefended)];
                        let taken = mv.is_en_passant() || takes.contains(&finding.motif);
                        let board = if taken { before.board() } else { at.board() };
                        board.color_at(*square) == Some(!hero)
                    };
                    assert!(finding.on.iter().all(there), "{finding:?}");
                }
            }
            match finding.gain {
                Gain::Material(gain) => {
                    assert_eq!(
                        worth(&at, hero) - worth(&told.start, hero),
                        gain,
                        "{finding:?}"
                    );
                }
                Gain::Mate => assert!(at.is_checkmate() && at.turn() != hero, "{finding:?}"),
                Gain::Draw => assert!(worth(&told.start, hero) < 0, "{finding:?}"),
            }
            seen += 1;
        }
    }
    assert!(seen > 55, "{seen}");
}

/// The beginning of a game, and a check that is answered.
#[test]
fn a_line_that_wins_nothing_proves_nothing() {
    for (fen, moves) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "e2e4 e7e5 g1f3 b8c6 f1b5",
        ),
        (
            "3r2k1/p4pp1/1p1q3p/8/2P5/1P3QPP/P3RP2/6K1 w - - 0 29",
            "f3b7 d6d1 g1g2",
        ),
    ] {
        assert_eq!(Told::new(fen, moves).findings(), []);
    }
}

/// A bishop that has captured another one or a rook, and a queen that was a pawn, are given for what was won before.
#[test]
fn what_a_line_gives_back_is_no_sacrifice() {
    for (fen, moves) in [
        (
            "2r1r1k1/5ppp/p7/1pb1q3/8/1P2BQP1/P1R2P1P/5RK1 w - - 3 24",
            "c2d2 c5e3 d2e2 e3f2 f1f2",
        ),
        (
            "r2q1rk1/p3ppbp/1pn3p1/2pb4/3P4/1P1BPN2/P2B1PPP/R2Q1RK1 w - - 0 12",
            "d4c5 g7a1 e3e4 d5e6 d1a1",
        ),
        (
            "r3r3/pp1k1pb1/3P4/2p3p1/4N2p/2P2P2/PP4PB/2KR3R b - - 0 22",
            "f7f5 e4c5 d7c6 d6d7 e8e2 d7d8q a8d8 d1d8",
        ),
    ] {
        let findings = Told::new(fen, moves).findings();
        let sacrifice = |finding: &Finding| finding.motif == Some(Motif::Sacrifice);
        let sound = !findings.is_empty() && !findings.iter().any(sacrifice);
        assert!(sound, "{fen}: {findings:?}");
    }
}

/// Where a line goes on after what is known, an exchange at its end is none that loses something.
#[test]
fn what_a_long_line_has_won_is_not_lost_at_its_end() {
    let told = Told::new(
        "r1bqr3/ppp2kpp/1bn5/8/3pN3/5P2/PPPPN1PP/R1BQK2R w KQ - 3 12",
        "e1g1 d4d3 g1h1 d3e2 d1e2 c6d4 e2d1 d4e6 c2c3 d8d3 a2a4 f7g8 a4a5 b6c5 b2b4",
    );
    let findings = told.findings();
    let check = findings
        .iter()
        .find(|finding| finding.motif == Some(Motif::DiscoveredCheck));
    assert_eq!(
        check.map(|finding| (finding.line.len(), finding.gain)),
        Some((4, Gain::Material(220))),
        "{findings:?}"
    );
}

/// The best line goes on to win more, which does not last; what it wins at first does.
#[test]
fn what_lasts_is_claimed_where_more_does_not() {
    let told = Told::new(
        "r4rk1/1p4p1/5npp/p1q1p3/P1Pp2P1/1Q1PP2P/6B1/RN2R1K1 w - - 0 23",
        "e3d4",
    );
    let asked = told.asked().within(EXPLAIN_NODES);
    let explained = Tutor::default().explain(&asked, &Stop::default());
    let findings = explained.unwrap().findings;
    let [finding] = &findings[..] else {
        panic!("{findings:?}");
    };
    let wins = (Some(Motif::Fork), 4, Gain::Material(500));
    assert_eq!((finding.motif, finding.line.len(), finding.gain), wins);
}

/// A side that wins nothing is told nothing.
#[test]
fn quiet_positions_are_explained_without_findings() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
        "r2q1rk1/pp1bbppp/2n1pn2/3p4/3P1B2/2NBPN2/PP3PPP/R2Q1RK1 w - - 4 10",
    ] {
        let position = read_fen(fen).unwrap();
        let explained = Tutor::default().explain(&asked(&position), &Stop::default());
        let explained = explained.unwrap();
        assert!(!explained.line.is_empty());
        assert!(explained.findings.is_empty(), "{explained:?}");
    }
}

#[test]
fn nothing_is_explained_where_nothing_can_be_played() {
    let mated = read_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3").unwrap();
    assert!(
        Tutor::default()
            .explain(&asked(&mated), &Stop::default())
            .is_none()
    );
}

#[test]
fn each_motif_has_the_name_that_puzzles_have_for_it() {
    for motif in Motif::VARIANTS {
        assert_eq!(motif.to_string().parse(), Ok(*motif));
    }
    assert_eq!(Motif::BackRankMate.to_string(), "backRankMate");
    assert_eq!(Motif::XRayAttack.to_string(), "xRayAttack");
    assert_eq!(Motif::mate_in(6), None);
}

/// A position, a line in coordinates, its score, and what it proves with what gain.
fn proven(fen: &str, line: &str, score: i32) -> Vec<(Option<Motif>, Option<i32>, usize)> {
    let start = read_fen(fen).unwrap();
    let mut at = start.clone();
    let line: Vec<Move> = line
        .split(' ')
        .map(|word| {
            let mv = word.parse::<UciMove>().unwrap().to_move(&at).unwrap();
            at.play_unchecked(mv);
            mv
        })
        .collect();
    let found = asked(&start).findings(&line, Score::Centipawns(score));
    let found = found.into_iter();
    found
        .map(|finding| (finding.motif, finding.gain.material(), finding.line.len()))
        .collect()
}

/// A rook that a pawn guards falls to a pawn all the same; that it is taken back belongs to the line.
#[test]
fn what_is_not_guarded_enough_is_won() {
    let fen = "6k1/8/3p4/4r3/3P4/8/8/6K1 w - - 0 1";
    let rook = (Some(Motif::Underdefended), Some(400), 2);
    assert_eq!(proven(fen, "d4e5 d6e5", -100), [rook]);
    // Two against one, and the first is taken back.
    let fen = "6k1/8/3p4/4n3/8/5N2/8/4R1K1 w - - 0 1";
    let pawn = (Some(Motif::Underdefended), Some(100), 3);
    assert_eq!(proven(fen, "f3e5 d6e5 e1e5", 500), [pawn]);
    // One against one is an exchange.
    let fen = "6k1/8/3p4/4n3/8/5N2/8/6K1 w - - 0 1";
    assert_eq!(proven(fen, "f3e5 d6e5", -100), []);
}

/// A piece hangs where the exchange wins all of it: where nothing takes back, or should not. Pawns do not hang, nor does
/// anything that has just taken as much as it is worth.
#[test]
fn what_an_exchange_wins_whole_hangs() {
    let hangs = |gain, length| [(Some(Motif::HangingPiece), Some(gain), length)];
    let fen = "6k1/8/8/4r3/3P4/8/8/6K1 w - - 0 1";
    assert_eq!(proven(fen, "d4e5", 500), hangs(500, 1));
    // The queen guards the knight, and would be lost for it.
    let fen = "3q2k1/8/8/3n4/4P3/8/8/3R2K1 w - - 0 1";
    assert_eq!(proven(fen, "e4d5 g8f8", 300), hangs(320, 1));
    let fen = "6k1/8/8/4p3/3P4/8/8/6K1 w - - 0 1";
    assert_eq!(proven(fen, "d4e5", 300), [(None, Some(100), 1)]);
    let after = |fen: &str, line: &str| -> Vec<Option<Motif>> {
        let findings = Told::new(fen, line).findings();
        findings.iter().map(|finding| finding.motif).collect()
    };
    let hanging = after("6k1/8/8/8/3Pr3/2P5/5K2/8 b - - 0 1", "e4d4 c3d4");
    assert_eq!(hanging, [Some(Motif::HangingPiece)]);
    let taken_back = after("6k1/8/8/4b3/3N4/2P5/5K2/8 b - - 0 1", "e5d4 c3d4");
    assert!(!taken_back.contains(&Some(Motif::HangingPiece)));
}

/// By rook or queen on its first rank, with its own pieces on all squares in front of it.
#[test]
fn a_mate_on_the_back_rank_is_one_behind_its_own_pieces() {
    let looks = |fen: &str, line: &str| -> Vec<Option<Motif>> {
        let start = read_fen(fen).unwrap();
        let mv = line.parse::<UciMove>().unwrap().to_move(&start).unwrap();
        let found = asked(&start).findings(&[mv], Score::Mate(1));
        found.iter().map(|finding| finding.motif).collect()
    };
    let (mate, back) = (Some(Motif::MateIn1), Some(Motif::BackRankMate));
    let shut = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";
    assert_eq!(looks(shut, "e1e8"), [mate, back]);
    // A square in front of the king is empty, and only guarded; or a piece of the other side stands there.
    let open = "6k1/5p1p/5P2/8/8/8/8/K3R3 w - - 0 1";
    assert_eq!(looks(open, "e1e8"), [mate]);
    let other = "6k1/5pPp/5P1K/8/8/8/8/4R3 w - - 0 1";
    assert_eq!(looks(other, "e1e8"), [mate]);
    // The knight mates, not the rook.
    let smothered = "6rk/6pp/7N/8/8/8/8/K7 w - - 0 1";
    let smother = Some(Motif::SmotheredMate);
    assert_eq!(looks(smothered, "h6f7"), [mate, smother]);
}

/// A mate that takes more moves than there are names for is told all the same.
#[test]
fn a_long_mate_is_told_without_a_name() {
    // Two rooks drive the king from the third rank to the last one.
    let line = "b1b3 d3d4 a2a4 d4d5 b3b5 d5d6 a4a6 d6d7 b5b7 d7d8 a6a8";
    let told = Told::new("8/8/8/8/8/2k5/R7/1R5K b - - 0 1", &format!("c3d3 {line}"));
    let findings = told.findings();
    let [finding] = &findings[..] else {
        panic!("{findings:?}");
    };
    assert_eq!((finding.motif, finding.gain), (None, Gain::Mate));
    assert_eq!(finding.line, told.line);
}

/// What a pawn becomes is told, whether or not it is a queen.
#[test]
fn a_pawn_becomes_a_queen_or_another_piece() {
    let start = "8/k1P5/2K5/8/8/8/8/8 w - - 0 1";
    let motif = |line| proven(start, line, 500)[0].0;
    assert_eq!(motif("c7c8q"), Some(Motif::Promotion));
    assert_eq!(motif("c7c8r"), Some(Motif::UnderPromotion));
}

/// Where the searcher sees less than the line seems to win, it does not win it.
#[test]
fn what_the_score_does_not_bear_out_is_not_claimed() {
    let fen = "6k1/8/3p4/4r3/3P4/8/8/6K1 w - - 0 1";
    assert_eq!(proven(fen, "d4e5 d6e5", -400), []);
}

/// Nor is anything won by taking back, or by a last move that is taken back after the line.
#[test]
fn taking_back_wins_nothing() {
    let told = Told::new("6k1/8/3p4/4n3/8/5N2/8/6K1 w - - 0 1", "f3e5 d6e5");
    let (score, stop) = (Score::Centipawns(100), Stop::default());
    let explained = Tutor::default().prove_further(&told.asked(), told.line.clone(), score, &stop);
    assert_eq!(explained.findings, []);
    let fen = "6k1/8/3p4/4n3/8/5N2/8/6K1 w - - 0 1";
    assert_eq!(proven(fen, "f3e5", 0), []);
}

/// What the exchange has brought before is not won by the line that ends it.
#[test]
fn what_was_won_before_is_not_won_by_taking_back() {
    let before = read_fen("3r2k1/5pp1/4n2p/6B1/8/8/5PPP/3R2K1 w - - 0 1").unwrap();
    let moves = moves(&before, "g5d8 e6d8 d1d8");
    let asked = TutorQuestion::new(&before, &moves[..2]);
    let (line, score) = (moves[2..].to_vec(), Score::Centipawns(500));
    let explained = Tutor::default().prove_further(&asked, line, score, &Stop::default());
    let won = explained.findings.first().expect("it wins the knight");
    assert_eq!(won.winnings(asked.position()), [(Role::Knight, 1)]);
}

#[test]
fn a_finding_tells_what_is_won() {
    let start = read_fen("6k1/5p1p/8/3r4/4N3/8/8/6K1 w - - 0 1").unwrap();
    let mut at = start.clone();
    let line = ["e4f6", "g8g7", "f6d5"].map(|word| {
        let mv = word.parse::<UciMove>().unwrap().to_move(&at).unwrap();
        at.play_unchecked(mv);
        mv
    });
    let found = asked(&start).findings(&line, Score::Centipawns(100));
    let [won] = &found[..] else {
        panic!("{found:?}");
    };
    let told = (won.motif, won.at, won.by, won.gain.material());
    assert_eq!(told, (None, 0, Square::F6, Some(500)));
    assert!(won.on.is_empty() && won.line == line);
    assert_eq!(won.winnings(&start), [(Role::Rook, 1)]);
    let start = read_fen("6k1/8/3p4/4r3/3P4/8/8/6K1 w - - 0 1").unwrap();
    let taken = Finding {
        motif: Some(Motif::Underdefended),
        at: 0,
        by: Square::E5,
        on: vec![Square::E5],
        line: Told::new("6k1/8/3p4/4r3/3P4/8/6P1/6K1 b - - 0 1", "g8g7 d4e5 d6e5").line,
        lost: Vec::new(),
        gain: Gain::Material(400),
    };
    let won = [(Role::Pawn, -1), (Role::Rook, 1)];
    assert_eq!(taken.winnings(&start), won);
}

/// The rook captures with a discovered check, comes back with a check, and captures with a discovered check again.
#[test]
fn a_windmill_is_told_where_it_turns_twice() {
    let start = read_fen("7k/1b4Rp/5B2/8/8/K5n1/8/8 w - - 0 1").unwrap();
    let findings = |words: &str| {
        let found = TutorQuestion::new(&start, &[]).solution_findings(&moves(&start, words));
        found
            .into_iter()
            .find(|finding| finding.motif == Some(Motif::Windmill))
    };
    let turning = findings("g7b7 h8g8 b7g7 g8h8 g7g3").unwrap();
    assert_eq!((turning.at, turning.by), (0, Square::F6));
    assert!(findings("g7b7 h8g8 b7g7").is_none());
}
