//! What makes two positions the same (Article 9.2.3), for both sides, and how long a claim lasts.

use rank_and_file_core::chess::{Action, DrawRule, Event, Outcome, Reason};

use crate::script::{START, Script, both_colors};

const CLAIMED: DrawRule = DrawRule::Claimed;
const ROOK: &str = "4k3/8/8/8/8/8/8/4K2R w - -";
const ONCE: &str = "Nf3 Nf6 Ng1 Ng8";
const TWICE: &str = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";

/// A position, what happens, and how often the last position counts (Article 9.2.3): claims are
/// right from three times on.
#[test]
fn what_makes_positions_the_same() {
    let knights = "Nf6 Nf3 Ng8 Ng1";
    let again = format!("{knights} {knights}");
    let thrice = format!("{again} {knights}");
    // Nothing but the knight of each side moves; the rook on f8 forbids castling all the while.
    let barred = "5rk1/8/8/8/8/8/P7/N3K2R w K - 0 1";
    let bars = "Nb3 Rf7 Na1 Rf8";
    for (fen, words, claim) in [
        (START.to_owned(), ONCE.to_owned(), false),
        (START.to_owned(), TWICE.to_owned(), true),
        // 9.2.3.1: a pawn could have been taken en passant the first time.
        (
            "4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1".to_owned(),
            format!("e4 {again}"),
            false,
        ),
        (
            "4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1".to_owned(),
            format!("e4 {thrice}"),
            true,
        ),
        // It could not, because the pawn is pinned: on the rank, on the file, on the diagonal.
        (
            "6n1/8/8/8/k2p3R/8/4P3/4K1N1 w - - 0 1".to_owned(),
            format!("e4 {again}"),
            true,
        ),
        (
            "3k2n1/8/8/8/3p4/8/4P3/3RK1N1 w - - 0 1".to_owned(),
            format!("e4 {again}"),
            true,
        ),
        (
            "6n1/6k1/8/8/3p4/8/4P3/B3K1N1 w - - 0 1".to_owned(),
            format!("e4 {again}"),
            true,
        ),
        // It could, for it stays on the line of the pin.
        (
            "6n1/k7/8/8/3p4/8/4PB2/4K1N1 w - - 0 1".to_owned(),
            format!("e4 {again}"),
            false,
        ),
        (
            "6n1/8/1k6/8/3p4/8/4PB2/4K1N1 w - - 0 1".to_owned(),
            format!("e4 {again}"),
            false,
        ),
        // No pawn stands beside it.
        (
            "4k1n1/8/8/8/8/3p4/4P3/4K1N1 w - - 0 1".to_owned(),
            format!("e4 {again}"),
            true,
        ),
        // 9.2.3.2: castling is impossible for the moment, but the right is there all the time.
        (barred.to_owned(), format!("{bars} {bars}"), true),
        // The right goes when the rook or the king moves, and only then.
        (
            "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1".to_owned(),
            "Rg1 Kd8 Rh1 Ke8 Rg1 Kd8 Rh1 Ke8".to_owned(),
            false,
        ),
        (
            "4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1".to_owned(),
            "Kd1 Kd8 Ke1 Ke8 Kd1 Kd8 Ke1 Ke8".to_owned(),
            false,
        ),
        (
            "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1".to_owned(),
            "Rg1 Kd8 Rh1 Ke8 Rg1 Kd8 Rh1 Ke8".to_owned(),
            true,
        ),
        (
            "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1".to_owned(),
            "Rg1 Kd8 Rh1 Ke8 Rg1 Kd8 Rh1 Ke8 Rg1 Kd8 Rh1 Ke8".to_owned(),
            true,
        ),
        // The right of the other side counts as well: here Black's rook gives it up.
        (
            "4k2r/8/8/8/8/8/4P3/4K3 w k - 0 1".to_owned(),
            "Kd1 Rg8 Ke1 Rh8 Kd1 Rg8 Ke1 Rh8".to_owned(),
            false,
        ),
        // Another player to move, though the pieces stand alike.
        (
            "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1".to_owned(),
            "Ra2 Kd8 Ra3 Ke8 Ra1 Kd8 Ra2 Ke8 Ra1".to_owned(),
            false,
        ),
        // Knights that have changed places are the same.
        (
            "4k3/8/8/8/8/8/8/N1N1K2R w - - 0 1".to_owned(),
            "Nab3 Kd8 Nd2 Ke8 Ncb3 Kd8 Na1 Ke8 Ndb3 Kd8 Nc1 Ke8 Nab3 Kd8 Na1 Ke8".to_owned(),
            true,
        ),
    ] {
        for (fen, words) in both_colors(&fen, &words) {
            let mut script = Script::start(&fen, CLAIMED, None);
            script.all(&words);
            let wanted: &[Reason] = if claim { &[Reason::Threefold] } else { &[] };
            assert_eq!(script.game.claims(), wanted, "{fen} {words}");
            script.go("claim").unwrap();
            assert_eq!(script.game.outcome().is_some(), claim, "{fen} {words}");
            script.check_log();
        }
    }
}

#[test]
fn a_claim_that_is_not_made_lapses() {
    let mut script = Script::start(START, CLAIMED, None);
    script.all(TWICE);
    assert_eq!(script.game.claims(), [Reason::Threefold]);
    script.all("e4");
    let failed = script.game.clone().act(Action::Claim(None));
    assert!(matches!(failed, Ok(Event::ClaimFailed { .. })));
    // The fifty moves stay claimable, for either player.
    let mut script = Script::start(&format!("{ROOK} 99 70"), CLAIMED, None);
    for word in ["Rh2", "Kd7", "Rh3", "Kd6"] {
        script.all(word);
        assert_eq!(script.game.claims(), [Reason::FiftyMove], "{word}");
        let mut claimed = script.game.clone();
        assert!(claimed.act(Action::Claim(None)).is_ok());
        assert_eq!(claimed.outcome(), Some(Outcome::draw(Reason::FiftyMove)));
    }
}
