//! The four material odds, and what they begin from.

use rank_and_file_core::rules::{Color, Odds, fen_of};
use strum::VariantArray;

#[test]
fn odds_are_given_by_the_tradition() {
    let given = Odds::VARIANTS.iter();
    let given = given.map(|odds| (odds.giver(), fen_of(&odds.start())));
    assert_eq!(
        given.collect::<Vec<_>>(),
        [
            (
                Color::Black,
                "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
            ),
            (
                Color::White,
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"
            ),
            (
                Color::White,
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"
            ),
            (
                Color::White,
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"
            ),
        ]
        .map(|(color, fen)| (color, fen.to_owned()))
    );
}
