//! What a move makes better is what it does, and what it prevents cannot be done any more.

use rank_and_file_core::chess::{Chess, Color, Position, read_fen};
use rank_and_file_core::engine::PawnTrait;
use rank_and_file_core::training::tutor::{Asset, Improvement, Plan, QuietHint, prevents};
use shakmaty::uci::UciMove;
use shakmaty::{Bitboard, Move, Role, Square};
use strum::VariantArray;

use crate::random::STARTS;

fn pawns(position: &Chess, side: Color) -> Bitboard {
    position.board().by_piece(Role::Pawn.of(side))
}

/// How many files two squares lie apart.
fn apart(one: Square, other: Square) -> u32 {
    one.file().distance(other.file())
}

fn is_ahead(side: Color, of: Square, square: Square) -> bool {
    side.fold_wb(square.rank() > of.rank(), square.rank() < of.rank())
}

fn isolated(position: &Chess, side: Color) -> usize {
    let own = pawns(position, side);
    let alone = |pawn: &Square| own.into_iter().all(|other| apart(*pawn, other) != 1);
    own.into_iter().filter(alone).count()
}

fn passed(position: &Chess, side: Color) -> usize {
    let others = pawns(position, !side);
    let free = |pawn: &Square| {
        let mut others = others.into_iter();
        !others.any(|other| apart(*pawn, other) <= 1 && is_ahead(side, *pawn, other))
    };
    pawns(position, side).into_iter().filter(free).count()
}

/// Whether pawns of a side stand side by side, or protect each other.
fn connected(position: &Chess, side: Color) -> bool {
    let own = pawns(position, side);
    let near = |one: Square, other: Square| {
        apart(one, other) == 1 && one.rank().distance(other.rank()) <= 1
    };
    own.into_iter()
        .any(|one| own.into_iter().any(|other| near(one, other)))
}

#[test]
fn what_a_move_makes_better_of_the_pawns_is_so() {
    let mut told = vec![0; PawnTrait::VARIANTS.len()];
    for (seed, fen) in (0..60).zip(STARTS.iter().cycle()) {
        let mut chance = fastrand::Rng::with_seed(seed);
        let mut before = read_fen(fen).unwrap();
        for _ in 0..100 {
            let side = before.turn();
            for mv in before.legal_moves() {
                let Some(Plan::Pawns(better)) = Plan::of(&before, mv) else {
                    continue;
                };
                told[better as usize] += 1;
                let mut after = before.clone();
                after.play_unchecked(mv);
                let so = match better {
                    PawnTrait::Isolated => isolated(&before, side) > 0,
                    PawnTrait::Connected => connected(&after, side),
                    PawnTrait::Passed => passed(&after, side) > 0,
                    PawnTrait::Backward => pawns(&before, side).count() > isolated(&before, side),
                    PawnTrait::Placement => pawns(&before, side) != pawns(&after, side),
                };
                assert!(so, "{mv} makes {better:?} better in {before:?}");
            }
            match chance.choice(before.legal_moves()) {
                Some(mv) => before.play_unchecked(mv),
                None => break,
            }
        }
    }
    assert!(told.iter().all(|told| *told > 0), "{told:?}");
}

/// A pawn or king that moves may open a file for a rook, but no piece is to be placed better then.
#[test]
fn the_piece_that_can_be_placed_better_is_the_one_that_moves() {
    let mut told = 0;
    for fen in STARTS {
        let position = read_fen(fen).unwrap();
        for mv in position.legal_moves() {
            if Plan::of(&position, mv) == Some(Plan::Placement) {
                assert!(!matches!(mv.role(), Role::Pawn | Role::King), "{mv} {fen}");
                told += 1;
            }
        }
    }
    assert!(told > 0);
}

#[test]
fn a_move_prevents_what_cannot_be_played_after_it_or_would_be_lost() {
    let here = read_fen("4k3/8/5n2/8/8/8/P6P/R3K3 w - - 0 1").unwrap();
    let mv = |here: &Chess, written: &str| -> Move {
        let written: UciMove = written.parse().unwrap();
        written.to_move(here).unwrap()
    };
    let mut played = here.clone();
    played.play_unchecked(mv(&here, "a1b1"));
    let answer = mv(&played, "f6g4");
    for (better, wanted) in [("h2h3", true), ("a2a3", false), ("h2h4", false)] {
        assert_eq!(
            prevents(&here, mv(&here, better), answer),
            wanted,
            "{better}"
        );
    }
    assert!(QuietHint::Gains(Improvement::Own(Asset::Mobility)).is_vague());
    assert!(!QuietHint::Gains(Improvement::Own(Asset::King)).is_vague());
}
