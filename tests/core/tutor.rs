//! What lines prove.

mod arrows;
mod attempts;
pub mod helping;
mod truths;

use rank_and_file_core::engine::{Score, Stop};
use rank_and_file_core::rules::{Chess, Color, Move, Position, Role, Square, read_fen};
use rank_and_file_core::tutor::{Claim, Gain, Motif, Tutor, claims};
use shakmaty::uci::UciMove;
use strum::VariantArray;

/// Puzzles of lichess (CC0): a motif, a position, the move before, and the line in which the motif is.
const PUZZLES: &str = include_str!("tutor/puzzles.txt");

/// A line with what comes before it.
struct Told {
    before: Chess,
    last: Move,
    start: Chess,
    line: Vec<Move>,
}

impl Told {
    fn new(fen: &str, moves: &str) -> Self {
        let before = read_fen(fen).unwrap();
        let mut at = before.clone();
        let mut all = moves.split(' ').map(|word| {
            let mv = word.parse::<UciMove>().unwrap().to_move(&at).unwrap();
            at.play_unchecked(mv);
            mv
        });
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

    fn claims(&self) -> Vec<Claim> {
        let score = match self.end().is_checkmate() {
            true => Score::Mate(self.line.len().div_ceil(2) as i32),
            false => Score::Centipawns(500),
        };
        claims(
            Some((&self.before, self.last)),
            &self.start,
            &self.line,
            score,
        )
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

#[test]
fn each_motif_is_found_where_it_is() {
    let mut missed = Vec::new();
    for (row, (motif, told)) in PUZZLES.lines().zip(puzzles()) {
        let found = told.claims();
        // A discovered check is a discovered attack on the king.
        let is = |claim: &Claim| {
            let check = claim.motif == Motif::DiscoveredCheck;
            claim.motif == motif || check && motif == Motif::DiscoveredAttack
        };
        if !found.iter().any(is) {
            let found: Vec<String> = found.iter().map(|claim| claim.motif.to_string()).collect();
            missed.push(format!("{row}: {found:?}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// A claim's line is legal, ends in what it says it wins, and names only squares on which something stands.
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
        for claim in told.claims() {
            let hero = told.start.turn();
            let mut at = told.start.clone();
            for (number, mv) in claim.line.iter().enumerate() {
                assert!(at.is_legal(*mv), "{claim:?}");
                let before = at.clone();
                at.play_unchecked(*mv);
                if number == claim.at {
                    assert_eq!(before.turn(), hero, "{claim:?}");
                    assert!(at.board().color_at(claim.by) == Some(hero), "{claim:?}");
                    let there = |square: &Square| {
                        let takes = [Motif::HangingPiece, Motif::Underdefended];
                        let taken = mv.is_en_passant() || takes.contains(&claim.motif);
                        let board = if taken { before.board() } else { at.board() };
                        board.color_at(*square) == Some(!hero)
                            || claim.motif == Motif::Attraction && *square != claim.by
                    };
                    assert!(claim.on.iter().all(there), "{claim:?}");
                }
            }
            match claim.gain {
                Gain::Material(gain) => {
                    assert_eq!(
                        worth(&at, hero) - worth(&told.start, hero),
                        gain,
                        "{claim:?}"
                    );
                }
                Gain::Mate => assert!(at.is_checkmate() && at.turn() != hero, "{claim:?}"),
                Gain::Draw => assert!(worth(&told.start, hero) < 0, "{claim:?}"),
            }
            seen += 1;
        }
    }
    assert!(seen > 55, "{seen}");
}

/// The beginning of a game, and a fork from which nobody goes on to take anything.
#[test]
fn a_line_that_wins_nothing_proves_nothing() {
    for (fen, moves) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "e2e4 e7e5 g1f3 b8c6 f1b5",
        ),
        (
            "3r2k1/p4pp1/1p1q3p/8/2P5/1P3QPP/P3RP2/6K1 w - - 0 29",
            "f3b7 d6d1 e2e1 d1e1",
        ),
    ] {
        assert_eq!(Told::new(fen, moves).claims(), []);
    }
}

/// Where a line goes on after what is known, an exchange at its end is none that loses something.
#[test]
fn what_a_long_line_has_won_is_not_lost_at_its_end() {
    let told = Told::new(
        "r1bqr3/ppp2kpp/1bn5/8/3pN3/5P2/PPPPN1PP/R1BQK2R w KQ - 3 12",
        "e1g1 d4d3 g1h1 d3e2 d1e2 c6d4 e2d1 d4e6 c2c3 d8d3 a2a4 f7g8 a4a5 b6c5 b2b4",
    );
    let claims = told.claims();
    let check = claims
        .iter()
        .find(|claim| claim.motif == Motif::DiscoveredCheck);
    assert_eq!(
        check.map(|claim| (claim.line.len(), claim.gain)),
        Some((4, Gain::Material(220))),
        "{claims:?}"
    );
}

/// The best line goes on to win more, which does not last; what it wins at first does.
#[test]
fn what_lasts_is_claimed_where_more_does_not() {
    let told = Told::new(
        "r4rk1/1p4p1/5npp/p1q1p3/P1Pp2P1/1Q1PP2P/6B1/RN2R1K1 w - - 0 23",
        "e3d4",
    );
    let mut tutor = Tutor::new(200_000);
    let explained = tutor.explain(&told.before, &[told.last], &Stop::default());
    let claims = explained.unwrap().claims;
    let fork = claims.iter().find(|claim| claim.motif == Motif::Fork);
    assert_eq!(
        fork.map(|claim| (claim.line.len(), claim.gain)),
        Some((4, Gain::Material(500))),
        "{claims:?}"
    );
}

/// Whoever has nothing to win is told nothing.
#[test]
fn quiet_positions_are_explained_without_claims() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
        "r2q1rk1/pp1bbppp/2n1pn2/3p4/3P1B2/2NBPN2/PP3PPP/R2Q1RK1 w - - 4 10",
    ] {
        let position = read_fen(fen).unwrap();
        let explained = Tutor::new(20_000).explain(&position, &[], &Stop::default());
        let explained = explained.unwrap();
        assert!(!explained.line.is_empty());
        assert!(explained.claims.is_empty(), "{explained:?}");
    }
}

#[test]
fn nothing_is_explained_where_nothing_can_be_played() {
    let mated = read_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3").unwrap();
    assert!(
        Tutor::new(1_000)
            .explain(&mated, &[], &Stop::default())
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

/// A position in which somebody is to move, a line in coordinates, its score, and what it proves with what gain.
fn proven(fen: &str, line: &str, score: i32) -> Vec<(Motif, Option<i32>, usize)> {
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
    let found = claims(None, &start, &line, Score::Centipawns(score));
    let found = found.into_iter();
    found
        .map(|claim| (claim.motif, claim.gain.material(), claim.line.len()))
        .collect()
}

/// A rook that a pawn guards falls to a pawn all the same; that it is taken back belongs to the line.
#[test]
fn what_is_not_guarded_enough_is_won() {
    let fen = "6k1/8/3p4/4r3/3P4/8/8/6K1 w - - 0 1";
    let rook = (Motif::Underdefended, Some(400), 2);
    assert_eq!(proven(fen, "d4e5 d6e5", -100), [rook]);
    // Two against one, and the first is taken back.
    let fen = "6k1/8/3p4/4n3/8/5N2/8/4R1K1 w - - 0 1";
    let pawn = (Motif::Underdefended, Some(100), 3);
    assert_eq!(proven(fen, "f3e5 d6e5 e1e5", 500), [pawn]);
    // One against one is an exchange.
    let fen = "6k1/8/3p4/4n3/8/5N2/8/6K1 w - - 0 1";
    assert_eq!(proven(fen, "f3e5 d6e5", -100), []);
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
    let score = Score::Centipawns(100);
    let before = Some((&told.before, told.last));
    assert_eq!(claims(before, &told.start, &told.line, score), []);
    let fen = "6k1/8/3p4/4n3/8/5N2/8/6K1 w - - 0 1";
    assert_eq!(proven(fen, "f3e5", 0), []);
}

#[test]
fn a_claim_tells_who_is_lost_and_what_is_won() {
    let start = read_fen("6k1/5p1p/8/3r4/4N3/8/8/6K1 w - - 0 1").unwrap();
    let mut at = start.clone();
    let line = ["e4f6", "g8g7", "f6d5"].map(|word| {
        let mv = word.parse::<UciMove>().unwrap().to_move(&at).unwrap();
        at.play_unchecked(mv);
        mv
    });
    let found = claims(None, &start, &line, Score::Centipawns(100));
    let fork = found.iter().find(|claim| claim.motif == Motif::Fork);
    let fork = fork.unwrap();
    assert_eq!(fork.on, [Square::G8, Square::D5]);
    assert_eq!(fork.lost(), Some(Square::D5));
    assert_eq!(fork.winnings(&start), [(Role::Rook, 1)]);
    let start = read_fen("6k1/8/3p4/4r3/3P4/8/8/6K1 w - - 0 1").unwrap();
    let taken = Claim {
        motif: Motif::Underdefended,
        at: 0,
        by: Square::E5,
        on: vec![Square::E5],
        line: Told::new("6k1/8/3p4/4r3/3P4/8/6P1/6K1 b - - 0 1", "g8g7 d4e5 d6e5").line,
        gain: Gain::Material(400),
    };
    let won = [(Role::Pawn, -1), (Role::Rook, 1)];
    assert_eq!(taken.winnings(&start), won);
}
