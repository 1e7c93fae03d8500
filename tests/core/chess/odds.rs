//! The four material odds, and what they begin from.

use rank_and_file_core::chess::{
    Chess960, Color, DrawRule, Odds, fen_of, read_fen, start_position,
};
use rank_and_file_core::record::log::{Header, now};
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

#[test]
fn odds_are_known_by_their_position() {
    for odds in Odds::VARIANTS {
        assert_eq!(Odds::of(&odds.start()), Some(*odds));
    }
    assert_eq!(Odds::of(&start_position()), None);
}

#[test]
fn a_rematch_changes_the_colors_unless_odds_belong_to_them() {
    let header = || Header::new("Ann", "Ben", now(), DrawRule::Claimed);
    for odds in Odds::VARIANTS {
        let next = header().rematch(&odds.start());
        assert_eq!((&*next.white, &*next.black), ("Ann", "Ben"), "{odds:?}");
    }
    let other = read_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
    let shuffled = Chess960::new(0).unwrap().start();
    for (header, start, is_chess960) in [
        (header(), start_position(), false),
        (header(), other, false),
        (header(), shuffled, true),
        // The usual position may have been drawn by lot.
        (header().with_chess960(), start_position(), true),
    ] {
        let next = header.rematch(&start);
        assert_eq!((&*next.white, &*next.black), ("Ben", "Ann"));
        assert_eq!(next.is_chess960(&start), is_chess960, "{}", fen_of(&start));
    }
}
