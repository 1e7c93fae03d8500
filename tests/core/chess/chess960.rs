//! Chess960: the first positions and their numbers, what the game makes of castling rights, and every
//! move of known positions counted.

use proptest::prelude::*;
use rank_and_file_core::chess::{
    Chess, Chess960, DrawRule, FenError, Game, PROMOTION_ROLES, Position, Role, Square, fen_of,
    read_fen, read_fen_without_surplus_rights, start_position, starts_chess960,
};
use rank_and_file_core::record::log::{Header, lines_for, now, read_bytes};
use rank_and_file_core::record::pgn::write;

use crate::pgn_text::taken_over;
use crate::random::{act_of, chosen, config};

/// Worked out with another chess library.
const TABLE: &str = include_str!("../../data/chess960.txt");

fn ranks() -> Vec<&'static str> {
    TABLE.lines().skip(1).collect()
}

#[test]
fn every_number_has_its_position_and_every_position_its_number() {
    assert_eq!(ranks().len(), usize::from(Chess960::COUNT));
    for (number, rank) in (0..).zip(ranks()) {
        let one = Chess960::new(number).unwrap();
        assert_eq!(one.number(), number);
        let letters: String = one.back_rank().map(Role::upper_char).into_iter().collect();
        assert_eq!(letters, rank, "{number}");
        let start = one.start();
        let black = rank.to_lowercase();
        let board = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{rank}");
        assert_eq!(start.board().to_string(), board);
        let fen = fen_of(&start);
        assert_eq!(Chess960::of(&start), Some(one), "{fen}");
        // As it is written here, and as most programs write it.
        for fen in [fen, format!("{board} w KQkq - 0 1")] {
            let read = read_fen(&fen).unwrap();
            assert_eq!(Chess960::of(&read), Some(one), "{fen}");
            assert_eq!(fen_of(&read), fen_of(&start));
            assert_eq!(read.castles().castling_rights(), start.board().rooks());
        }
        assert_eq!(starts_chess960(&start), number != 518, "{number}");
    }
    assert_eq!(Chess960::new(960), None);
    assert_eq!(Chess960::STANDARD.start(), start_position());
}

#[test]
fn other_positions_have_no_number() {
    for fen in [
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFh - 0 1",
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR b HFhf - 0 1",
        "bbqnnrkr/pppppppp/8/8/7P/8/PPPPPPP1/BBQNNRKR w HFhf - 0 1",
        "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    ] {
        assert_eq!(Chess960::of(&read_fen(fen).unwrap()), None, "{fen}");
    }
}

#[test]
fn rights_are_read_as_they_are_meant_and_written_for_all_to_read() {
    let wrong = Err(FenError::CastlingRights);
    for (fen, written) in [
        // King and rooks at home in the usual game: the usual letters, no matter which ones were read.
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", Ok("KQkq")),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Ah - 0 1", Ok("Qk")),
        ("1r2k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1", Ok("HBhb")),
        ("1r2k2r/8/8/8/8/8/8/1R2K2R w Hh - 0 1", Ok("Kk")),
        ("r2k3r/8/8/8/8/8/8/R3K2R w KAha - 0 1", Ok("HAha")),
        // The outermost rooks, and others.
        ("rr1k3r/8/8/8/8/8/8/RR1K3R w KQkq - 0 1", Ok("HAha")),
        ("rr1k3r/8/8/8/8/8/8/RR1K3R w KBkb - 0 1", Ok("HBhb")),
        ("rr1k3r/8/8/8/8/8/8/RR1K3R w B - 0 1", Ok("B")),
        // One side has lost its rights, or each has lost others.
        ("4k3/8/8/8/8/8/8/1R3KR1 w KQ - 0 1", Ok("GB")),
        ("4k3/8/8/8/8/8/8/1R3KR1 w K - 0 1", Ok("G")),
        ("4k3/8/8/8/8/8/8/1R3KR1 w Q - 0 1", Ok("B")),
        ("rr3k2/8/8/8/8/8/8/4K3 b q - 0 1", Ok("a")),
        ("1rk4r/8/8/8/8/8/8/1RK4R w Kq - 0 1", Ok("Hb")),
        ("1rk4r/8/8/8/8/8/8/1RK4R w KQk - 0 1", Ok("HBh")),
        ("r1k4r/8/8/8/8/8/8/1RK4R w Qq - 0 1", wrong),
        ("1r1k3r/8/8/8/8/8/8/1RK4R w Kq - 0 1", wrong),
        ("4k3/8/8/8/8/8/8/1R3K2 w K - 0 1", wrong),
        ("4k3/8/8/8/8/8/8/R4K2 w KQkq - 0 1", wrong),
        // What cannot be in the usual game is no Chess960 by mistake.
        ("4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", wrong),
        ("r3k2r/8/8/8/8/8/8/R4RK1 w KQkq - 0 1", wrong),
        ("r3k2r/8/8/8/8/8/8/R4RK1 w Qkq - 0 1", wrong),
        ("r4rk1/8/8/8/8/8/8/R4RK1 w KQkq - 0 1", wrong),
        ("4k3/8/8/8/8/8/8/R4RK1 w H - 0 1", wrong),
        ("4k3/8/8/8/8/8/8/R4RK1 w GA - 0 1", wrong),
        ("4k3/8/8/8/8/8/8/RR2K3 w BA - 0 1", wrong),
        ("4k3/8/8/8/8/8/R7/4K3 w A - 0 1", wrong),
    ] {
        let read = read_fen(fen).map(|position| fen_of(&position));
        let read = read.map(|fen| fen.split(' ').nth(2).unwrap().to_owned());
        assert_eq!(read, written.map(str::to_owned), "{fen}");
    }
    // Where the game is said to be one of Chess960, the letters are believed.
    let fen = "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1";
    let (believed, surplus) = read_fen_without_surplus_rights(fen, true).unwrap();
    assert_eq!((fen_of(&believed).contains(" B "), surplus), (true, false));
    let (usual, surplus) = read_fen_without_surplus_rights(fen, false).unwrap();
    assert_eq!((fen_of(&usual).contains(" - - "), surplus), (true, true));
}

/// Positions, with the number of series of moves of one, two and three plies (perft), as published for move generators.
const COUNTED: [(&str, [u64; 3]); 8] = [
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        [21, 528, 12189],
    ),
    (
        "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
        [21, 807, 18002],
    ),
    (
        "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
        [20, 479, 10471],
    ),
    (
        "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9",
        [22, 593, 13440],
    ),
    (
        "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9",
        [28, 1120, 31058],
    ),
    (
        "qnbnr1kr/ppp1b1pp/4p3/3p1p2/8/2NPP3/PPP1BPPP/QNB1R1KR w HEhe - 1 9",
        [29, 899, 26578],
    ),
    (
        "q1bnrkr1/ppppp2p/2n2p2/4b1p1/2NP4/8/PPP1PPPP/QNB1RRKB w ge - 1 9",
        [30, 860, 24566],
    ),
    (
        "1rk2r2/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/1RK2R2 w FBfb - 4 8",
        [41, 1668, 67078],
    ),
];

/// The series of moves of so many plies, each found by asking the game for every two squares.
fn count(position: &Chess, plies: usize) -> u64 {
    let game = Game::new(position.clone(), DrawRule::Unjudged);
    let mut moves = Vec::new();
    for from in position.us() {
        for to in Square::ALL {
            let roles = PROMOTION_ROLES.map(Some);
            for promotion in std::iter::once(None).chain(roles) {
                if let Ok(mv) = game.judge(from, to, promotion) {
                    // Castling is meant in two ways.
                    if !moves.contains(&mv) {
                        moves.push(mv);
                    }
                }
            }
        }
    }
    if plies == 1 {
        return moves.len() as u64;
    }
    let after = moves.into_iter().map(|mv| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        count(&after, plies - 1)
    });
    after.sum()
}

#[test]
fn the_counts_of_moves_are_the_published_ones() {
    for (fen, wanted) in COUNTED {
        let position = read_fen(fen).unwrap();
        for (plies, wanted) in [(1, wanted[0]), (2, wanted[1])] {
            assert_eq!(count(&position, plies), wanted, "{plies} plies: {fen}");
        }
        // The last ply is left to the library.
        assert_eq!(shakmaty::perft(&position, 3), wanted[2], "{fen}");
    }
}

fn played(number: u16, choices: &[u16]) -> (Game, String) {
    let start = Chess960::new(number).unwrap().start();
    let header = Header::new("Ann", "Ben", now(), DrawRule::Automatic);
    let mut game = header.new_game(start);
    let mut log = header.line() + &fen_of(game.start()) + "\n";
    for choice in choices {
        if game.outcome().is_some() {
            break;
        }
        let event = game.act(act_of(chosen(&game, *choice))).unwrap();
        log += &lines_for(&event, &game, now());
    }
    (game, log)
}

fn fens(game: &Game) -> Vec<String> {
    game.plies().iter().map(|ply| ply.fen()).collect()
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn a_game_is_the_same_from_its_log_and_from_pgn(
        number in 0..Chess960::COUNT,
        choices in proptest::collection::vec(any::<u16>(), 0..120),
    ) {
        let (game, log) = played(number, &choices);
        let loaded = read_bytes(log.into_bytes());
        prop_assert_eq!(&loaded.fault, &None);
        prop_assert_eq!(fens(&loaded.game), fens(&game));
        let pgn = write(&loaded);
        let said = pgn.contains("[Variant \"Chess960\"]");
        prop_assert_eq!(said, number != 518, "{}", pgn);
        let taken = taken_over(pgn.as_bytes()).remove(0).unwrap().1;
        prop_assert_eq!(fens(&taken.game), fens(&game));
        prop_assert_eq!(fen_of(taken.game.start()), fen_of(game.start()));
        // And what comes of it says the same once more.
        prop_assert_eq!(write(&taken), pgn);
    }
}
