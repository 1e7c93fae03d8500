//! The Laws' articles on how a game ends and what may be claimed, each for both sides: Articles 5,
//! 6.9, 9.1 to 9.6. Dead positions behind walls of pawns are in `walls.rs`, flags in
//! `flags.rs`, what makes a repetition in `repetition.rs`.

use std::collections::BTreeSet;

use rank_and_file_core::chess::{
    Action, DrawRule, Event, Game, Move, Offer, Position, Reason, Refusal, Role, Square, read_fen,
};
use strum::VariantArray;

use crate::script::{START, Script, both_colors, mirrored, mirrored_words};

const AUTOMATIC: DrawRule = DrawRule::Automatic;
const CLAIMED: DrawRule = DrawRule::Claimed;
const ROOK: &str = "4k3/8/8/8/8/8/8/4K2R w - -";
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - -";
const ONCE: &str = "Nf3 Nf6 Ng1 Ng8";
const TWICE: &str = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
const NEARLY: &str = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";

struct Row {
    fen: String,
    rule: DrawRule,
    words: String,
    reason: Reason,
}

/// A position, the rule for draws, what happens, and the reason for which the game ends with the
/// last word. Games with `wait` are played with clocks.
fn rows() -> Vec<Row> {
    let row = |fen: &str, rule, words: &str, reason| Row {
        fen: fen.to_owned(),
        rule,
        words: words.to_owned(),
        reason,
    };
    let late = |board: &str, halfmoves: u32| format!("{board} {halfmoves} 120");
    vec![
        // 5.1.1 and 5.1.2
        row(&late(BACK_RANK, 0), AUTOMATIC, "Ra8", Reason::Checkmate),
        row(
            START,
            CLAIMED,
            "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7",
            Reason::Checkmate,
        ),
        row(START, AUTOMATIC, "e4 e5 resign", Reason::Resignation),
        // 5.2.1 to 5.2.3
        row(
            "7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
            AUTOMATIC,
            "Kf7",
            Reason::Stalemate,
        ),
        row(
            "4k3/8/8/8/8/8/3r4/4KB2 w - - 0 1",
            CLAIMED,
            "Kxd2",
            Reason::DeadPosition,
        ),
        row(
            "8/8/4k3/1p1p1p1p/1P1P1P2/4K2P/8/8 w - - 0 1",
            CLAIMED,
            "h4",
            Reason::DeadPosition,
        ),
        row(START, CLAIMED, "e4 e5 d4 draw accept", Reason::Agreement),
        row(START, AUTOMATIC, "d4 d5 draw e4 accept", Reason::Agreement),
        // 6.9
        row(START, CLAIMED, "e4 e5 wait:60000", Reason::Time),
        row(
            "q3k3/8/8/8/8/8/8/4K3 w - - 0 1",
            CLAIMED,
            "Ke2 wait:60000",
            Reason::TimeNoMatingMaterial,
        ),
        // 9.2.1: the position is about to appear; 9.2.2: it has just appeared.
        row(
            START,
            CLAIMED,
            &format!("{NEARLY} claim:Ng8"),
            Reason::Threefold,
        ),
        row(
            START,
            AUTOMATIC,
            &format!("{NEARLY} claim:Ng8"),
            Reason::Threefold,
        ),
        row(START, CLAIMED, &format!("{TWICE} claim"), Reason::Threefold),
        row(START, AUTOMATIC, TWICE, Reason::Threefold),
        // 9.3.1 and 9.3.2
        row(&late(ROOK, 99), CLAIMED, "claim:Rh2", Reason::FiftyMove),
        row(&late(ROOK, 99), AUTOMATIC, "claim:Rh2", Reason::FiftyMove),
        row(&late(ROOK, 99), CLAIMED, "Rh2 claim", Reason::FiftyMove),
        row(&late(ROOK, 99), AUTOMATIC, "Rh2", Reason::FiftyMove),
        // 9.6.1 and 9.6.2; mate takes precedence.
        row(
            START,
            CLAIMED,
            &format!("{TWICE} {TWICE}"),
            Reason::Fivefold,
        ),
        row(&late(ROOK, 149), CLAIMED, "Rh2", Reason::SeventyFiveMove),
        row(&late(BACK_RANK, 149), CLAIMED, "Ra8", Reason::Checkmate),
        row(&late(BACK_RANK, 99), AUTOMATIC, "Ra8", Reason::Checkmate),
        row(
            "7k/8/5KQ1/8/8/8/8/8 w - - 149 120",
            CLAIMED,
            "Kf7",
            Reason::Stalemate,
        ),
    ]
}

#[test]
fn every_reason_for_each_side() {
    let mut seen = BTreeSet::new();
    for row in rows() {
        for (fen, words) in both_colors(&row.fen, &row.words) {
            let control = words.contains("wait").then_some("60");
            let mut script = Script::start(&fen, row.rule, control);
            let (before, last) = words.rsplit_once(' ').unwrap_or(("", &words));
            script.all(before);
            let (actor, plies) = (script.game.turn(), script.game.plies().len());
            assert_eq!(script.game.outcome(), None, "{fen} {words}");
            script.all(last);
            let outcome = script
                .game
                .outcome()
                .unwrap_or_else(|| panic!("{fen} {words}"));
            assert_eq!(outcome.reason, row.reason, "{fen} {words}");
            let winner = match row.reason {
                Reason::Checkmate => Some(actor),
                Reason::Resignation | Reason::Time => Some(actor.other()),
                _ => None,
            };
            assert_eq!(outcome.winner, winner, "{fen} {words}");
            // A claim ends the game before its move is made (Article 9.5).
            let moved = usize::from(!last.contains("claim") && is_move(last));
            assert_eq!(script.game.plies().len(), plies + moved, "{fen} {words}");
            assert_eq!(script.go("e4"), Err(Refusal::GameOver));
            script.check_log();
            seen.insert((row.reason.code(), actor.is_white()));
        }
    }
    // What was recorded elsewhere happens nowhere.
    let ours = Reason::VARIANTS.iter().copied();
    for reason in ours.filter(|reason| *reason != Reason::Other) {
        for white in [true, false] {
            assert!(
                seen.contains(&(reason.code(), white)),
                "{reason}, white: {white}"
            );
        }
    }
}

fn is_move(word: &str) -> bool {
    !["accept", "resign"].contains(&word) && !word.starts_with("wait")
}

/// Claims that are wrong end nothing; they are offers, and their moves are made (Articles 9.1.2.3
/// and 9.5.3).
#[test]
fn wrong_claims() {
    for rule in [AUTOMATIC, CLAIMED] {
        for (fen, before, claims) in [
            (START.to_owned(), "d4 d5", &["claim", "claim:Nf3"][..]),
            (START.to_owned(), ONCE, &["claim", "claim:Nf3"]),
            // The right position is the one after Ng8, and not after any other move.
            (
                START.to_owned(),
                NEARLY,
                &["claim", "claim:Nd5", "claim:e5", "claim:Rg8"],
            ),
            (format!("{ROOK} 96 70"), "Kd1 Ke7", &["claim", "claim:Rh2"]),
            (format!("{ROOK} 97 70"), "Kd1 Ke7", &["claim"]),
            // A pawn move or a capture starts the count afresh.
            (
                "4k2n/8/8/8/8/8/4P3/4K2R w - - 97 70".to_owned(),
                "Kd1 Ke7",
                &["claim", "claim:e3", "claim:Rxh8"],
            ),
        ] {
            for (fen, before) in both_colors(&fen, before) {
                for claim in claims {
                    let mut script = Script::start(&fen, rule, Some("60"));
                    script.all(&before);
                    let claim = match fen == mirrored(&fen) || fen.contains(" w ") {
                        true => (*claim).to_owned(),
                        false => mirrored_words(claim),
                    };
                    let (at, by) = (script.game.plies().len(), script.game.turn());
                    let event = script.go(&claim).unwrap();
                    assert!(matches!(event, Event::ClaimFailed { .. }), "{fen} {claim}");
                    let moved = usize::from(claim.contains(':'));
                    assert_eq!(script.game.plies().len(), at + moved, "{fen} {claim}");
                    if script.game.outcome().is_none() {
                        assert_eq!(
                            script.game.offer(),
                            Some(Offer::Draw { by }),
                            "{fen} {claim}"
                        );
                        script.check_log();
                        script.go("accept").unwrap();
                    }
                    script.check_log();
                }
            }
        }
    }
    // A move that is not legal here proves nothing.
    let late = Game::new(read_fen(&format!("{ROOK} 99 70")).unwrap(), CLAIMED);
    let through = Move::Normal {
        role: Role::Rook,
        from: Square::H1,
        to: Square::D1,
        capture: None,
        promotion: None,
    };
    assert_eq!(
        late.clone().act(Action::Claim(Some(through))).map(|_| ()),
        Err(Refusal::NothingToClaim)
    );
    assert!(late.position().legal_moves().len() > 1);
}
