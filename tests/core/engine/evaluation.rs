//! The tactical and the quiet moves that the searcher generates are the legal ones, its evaluation treats both sides alike, and
//! the network gives the same however it came to a position.

use rank_and_file_core::chess::{Chess, Position, read_fen};
use rank_and_file_core::engine::network::Accumulators;
use rank_and_file_core::engine::{quiet_moves, static_eval, tactical_moves};
use shakmaty::{Color, Role};

use crate::random::STARTS;

/// A game from a position in which every move is chosen by chance.
fn wander(start: Chess, seed: u64, plies: usize) -> Vec<Chess> {
    let mut chance = fastrand::Rng::with_seed(seed);
    let mut line = vec![start];
    while line.len() < plies {
        let mut next = line[line.len() - 1].clone();
        let Some(mv) = chance.choice(next.legal_moves()) else {
            break;
        };
        next.play_unchecked(mv);
        line.push(next);
    }
    line
}

#[test]
fn tactical_moves_are_the_legal_ones_that_take_something_or_make_a_queen() {
    let mut seen = 0;
    for (seed, fen) in (0..40).zip(STARTS.iter().cycle()) {
        for position in wander(read_fen(fen).unwrap(), seed, 120) {
            let mut legal: Vec<_> = position.legal_moves().into_iter().collect();
            legal.retain(|mv| mv.is_capture() || mv.promotion() == Some(Role::Queen));
            let mut found: Vec<_> = tactical_moves(&position).into_iter().collect();
            seen += found.len();
            let key = |mv: &shakmaty::Move| format!("{mv:?}");
            legal.sort_by_key(key);
            found.sort_by_key(key);
            assert_eq!(found, legal, "{position:?}");
        }
    }
    assert!(seen > 2_000, "there were only {seen}");
}

#[test]
fn quiet_moves_are_the_other_legal_ones_in_their_order() {
    let mut seen = 0;
    for (seed, fen) in (200..240).zip(STARTS.iter().cycle()) {
        for position in wander(read_fen(fen).unwrap(), seed, 120) {
            let mut legal = position.legal_moves();
            legal.retain(|mv| !mv.is_capture() && mv.promotion() != Some(Role::Queen));
            seen += legal.len();
            assert_eq!(quiet_moves(&position), legal, "{position:?}");
        }
    }
    assert!(seen > 50_000, "there were only {seen}");
}

#[test]
fn a_position_is_worth_as_much_to_black_as_its_mirror_image_is_to_white() {
    for (seed, fen) in (100..110).zip(STARTS.iter().cycle()) {
        for position in wander(read_fen(fen).unwrap(), seed, 60) {
            let mut setup = position.to_setup(shakmaty::EnPassantMode::Legal);
            setup.mirror();
            let mirrored: Chess = setup.position(shakmaty::CastlingMode::Chess960).unwrap();
            assert_eq!(static_eval(&position), static_eval(&mirrored));
            let output = |position| Accumulators::default().output(position, 0);
            assert_eq!(output(&position), output(&mirrored));
        }
    }
}

#[test]
fn a_piece_more_is_worth_something() {
    let rook_ahead = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 b Qkq - 0 1";
    let position = read_fen(rook_ahead).unwrap();
    assert_eq!(position.turn(), Color::Black);
    assert!(static_eval(&position) > 150);
}

#[test]
fn the_network_gives_the_same_after_other_positions_as_at_once() {
    let mut accumulators = Accumulators::default();
    let mut chance = fastrand::Rng::with_seed(7);
    let mut differ = 0;
    for (seed, fen) in (300..320).zip(STARTS.iter().cycle()) {
        let mut before = 0;
        for position in wander(read_fen(fen).unwrap(), seed, 120) {
            // As a search does, it comes to a ply by other ways.
            let after = accumulators.output(&position, chance.usize(0..4));
            let at_once = Accumulators::default().output(&position, 0);
            assert_eq!(after, at_once, "{position:?}");
            differ += usize::from(after != before);
            before = after;
        }
    }
    assert!(differ > 1_000, "only {differ} differ");
}

#[test]
fn more_pieces_are_worth_more_to_the_network() {
    let output = |fen| Accumulators::default().output(&read_fen(fen).unwrap(), 0);
    let even = output("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let pawn = output("rnbqkbnr/pp1ppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let knight = output("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let queen = output("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!(even.abs() < 40, "{even}");
    assert!(even < pawn && pawn < knight && knight < queen);
    let behind = output("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    assert!(behind < -200, "{behind}");
}
