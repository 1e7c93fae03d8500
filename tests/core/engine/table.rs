//! What the table keeps of what searches have found, and what it gives up for it.

use rank_and_file_core::chess::{HASH_MULTIPLIER, Move, PackedMove, Role, Square};
use rank_and_file_core::engine::{Bound, Entry, Table};

const HASH: u64 = 0x1234_5678_9abc_def0;

/// The move of a pawn from e2.
fn to(to: Square) -> PackedMove {
    PackedMove::of(Move::Normal {
        role: Role::Pawn,
        from: Square::E2,
        capture: None,
        to,
        promotion: None,
    })
}

fn best() -> PackedMove {
    to(Square::E4)
}

fn other() -> PackedMove {
    to(Square::E3)
}

fn entry(depth: i32, bound: Bound, best: Option<PackedMove>) -> Entry {
    Entry {
        score: depth * 10,
        depth,
        bound,
        best,
        eval: Some(-depth),
    }
}

fn known(table: &Table) -> Option<(i32, i32, Option<PackedMove>)> {
    let known = table.get(HASH, 0)?;
    Some((known.depth, known.score, known.best))
}

#[test]
fn a_deep_entry_survives_a_shallow_one_of_the_same_position() {
    let table = Table::new(1);
    table.new_search();
    table.put(HASH, 0, entry(9, Bound::Lower, Some(best())));
    for bound in [Bound::Lower, Bound::Upper] {
        table.put(HASH, 0, entry(0, bound, Some(other())));
        assert_eq!(known(&table), Some((9, 90, Some(best()))), "{bound:?}");
    }
    // What is about as deep is newer knowledge, and keeps the best move where it has none itself.
    table.put(HASH, 0, entry(8, Bound::Upper, None));
    assert_eq!(known(&table), Some((8, 80, Some(best()))));
    // What is exact is worth more than a bound.
    table.put(HASH, 0, entry(2, Bound::Exact, Some(other())));
    assert_eq!(known(&table), Some((2, 20, Some(other()))));
}

#[test]
fn a_deep_entry_without_a_best_move_takes_that_of_a_shallow_one() {
    let table = Table::new(1);
    table.new_search();
    table.put(HASH, 0, entry(9, Bound::Upper, None));
    table.put(HASH, 0, entry(0, Bound::Lower, Some(other())));
    assert_eq!(known(&table), Some((9, 90, Some(other()))));
}

#[test]
fn a_new_search_replaces_what_an_old_one_has_found() {
    let table = Table::new(1);
    table.new_search();
    table.put(HASH, 0, entry(9, Bound::Lower, Some(best())));
    table.new_search();
    table.put(HASH, 0, entry(0, Bound::Upper, None));
    assert_eq!(known(&table), Some((0, 0, Some(best()))));
}

#[test]
fn it_tells_how_full_it_is_of_the_last_search() {
    let table = Table::new(1);
    table.new_search();
    for number in 1..=500_000_u64 {
        let hash = number.wrapping_mul(HASH_MULTIPLIER);
        table.put(hash, 0, entry(1, Bound::Lower, None));
    }
    assert!(table.hashfull() > 900, "{}", table.hashfull());
    table.new_search();
    assert_eq!(table.hashfull(), 0);
}

#[test]
fn what_is_forgotten_does_not_come_back() {
    let table = Table::new(1);
    table.put(HASH, 0, entry(9, Bound::Exact, Some(best())));
    // More often than there are numbers for it.
    for _ in 0..70_000 {
        table.clear();
        assert_eq!(known(&table), None);
    }
    table.put(HASH, 0, entry(2, Bound::Lower, Some(other())));
    assert_eq!(known(&table), Some((2, 20, Some(other()))));
}
