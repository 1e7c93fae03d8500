//! Ratings by the Glicko-2 system: the example of the paper, and what a player sees.

use rank_and_file_core::training::practice::Rating;

fn near(is: f64, wanted: f64, within: f64) {
    assert!((is - wanted).abs() <= within, "{is} is not {wanted}");
}

#[test]
fn the_example_of_the_paper_comes_out() {
    let rating = |value, deviation| Rating {
        value,
        deviation,
        volatility: 0.06,
    };
    let games = [
        (rating(1400.0, 30.0), 1.0),
        (rating(1550.0, 100.0), 0.0),
        (rating(1700.0, 300.0), 0.0),
    ];
    let after = rating(1500.0, 200.0).after(&games);
    near(after.value, 1464.06, 0.02);
    near(after.deviation, 151.52, 0.02);
    near(after.volatility, 0.05999, 0.00001);
}

#[test]
fn it_settles_where_half_of_the_puzzles_are_found() {
    // A player of 1300, who finds every puzzle below that and no other.
    let mut rating = Rating::default();
    for round in 0..60 {
        let puzzle = 1000 + (round * 97) % 600;
        let score = f64::from(u8::from(puzzle < 1300));
        rating = rating.after(&[(Rating::of_puzzle(puzzle), score)]);
    }
    near(rating.value, 1300.0, 60.0);
    assert!(rating.deviation < 100.0, "{rating:?}");
    assert_eq!(Rating::default().after(&[]), Rating::default());
}
