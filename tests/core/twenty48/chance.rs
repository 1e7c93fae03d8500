//! Random numbers that can be kept and repeated, and how likely each new tile is.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::RngCore;
use rank_and_file_core::twenty48::{Chance, Grid, Size};

/// The first numbers of the reference implementation for its demonstration seed.
#[test]
fn the_sequence_is_that_of_pcg32() {
    let mut numbers = Pcg32::new(42, 54);
    let first: Vec<u32> = (0..6).map(|_| numbers.next_u32()).collect();
    assert_eq!(
        first,
        [
            0xa15c_02b7,
            0x7b47_f409,
            0xba1d_3330,
            0x83d2_f293,
            0xbfa4_784b,
            0xcbed_606e
        ]
    );
}

#[test]
fn the_state_is_the_seed_and_how_many_were_drawn() {
    let mut chance = Chance::new(7, 0);
    for _ in 0..1000 {
        assert_eq!(Chance::new(7, chance.drawn()), chance);
        chance.below(3);
    }
    assert_eq!(chance.below(0), None);
}

#[test]
fn every_cell_is_as_likely_as_another_and_one_number_in_ten_is_a_4() {
    let mut chance = Chance::new(1, 0);
    let (mut cells, mut fours) = ([0_u32; 16], 0);
    for _ in 0..160_000 {
        let mut grid = Grid::new(Size::STANDARD);
        let spawn = chance.spawn(&mut grid).unwrap();
        assert_eq!(
            (grid.number(spawn.cell), grid.sum()),
            (spawn.number, spawn.number)
        );
        cells[usize::from(spawn.cell.row * 4 + spawn.cell.column)] += 1;
        fours += u32::from(spawn.number == 4);
    }
    // Five standard deviations at most.
    assert!(
        cells.iter().all(|count| count.abs_diff(10_000) < 500),
        "{cells:?}"
    );
    assert!(fours.abs_diff(16_000) < 600, "{fours}");
}
