//! What lines prove.

mod attempts;

use rank_and_file_core::engine::{Score, Stop};
use rank_and_file_core::rules::{Chess, Color, Move, Position, Role, Square, read_fen};
use rank_and_file_core::tutor::{Claim, Motif, Tutor, claims};
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
        if !found.iter().any(|claim| claim.motif == motif) {
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
            Role::Bishop => 330,
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
                        let taken = mv.is_en_passant() || claim.motif == Motif::HangingPiece;
                        let board = if taken { before.board() } else { at.board() };
                        board.color_at(*square) == Some(!hero)
                            || claim.motif == Motif::Attraction && *square != claim.by
                    };
                    assert!(claim.on.iter().all(there), "{claim:?}");
                }
            }
            match claim.gain {
                Some(gain) => {
                    assert!(
                        worth(&at, hero) - worth(&told.start, hero) >= gain,
                        "{claim:?}"
                    );
                }
                None => assert!(at.is_checkmate() && at.turn() != hero, "{claim:?}"),
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
