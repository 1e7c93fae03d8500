//! What is threatened, and which moves simply lose something.

use rank_and_file_core::chess::{Move, Refusal, Square, read_fen};
use rank_and_file_core::engine::Stop;
use rank_and_file_core::training::tutor::{Loss, Motif, Threat, Tutor};
use shakmaty::uci::UciMove;

use super::asked;

fn threat(fen: &str) -> Option<Threat> {
    let asked = asked(&read_fen(fen).unwrap());
    Tutor::default().threat(&asked, &Stop::default())
}

pub fn loss(fen: &str, tried: &str) -> Option<Loss> {
    let start = read_fen(fen).unwrap();
    let tried: Move = tried.parse::<UciMove>().unwrap().to_move(&start).unwrap();
    Tutor::default().loss(&asked(&start), tried, None, &Stop::default())
}

#[test]
fn a_threat_is_what_would_be_won_if_nothing_was_played() {
    // White would mate on f7; a knight would attack king and rook, which wins the rook; a rook hangs.
    for (fen, first, motif) in [
        (
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
            "f3f7",
            Some(Motif::MateIn1),
        ),
        ("r3k3/6pp/8/3N4/8/8/6PP/4K3 b - - 0 1", "d5c7", None),
        (
            "4k3/pp4pp/8/3r4/2P5/8/PP4PP/4K3 b - - 0 1",
            "c4d5",
            Some(Motif::HangingPiece),
        ),
    ] {
        let threat = threat(fen).unwrap_or_else(|| panic!("nothing is threatened in {fen}"));
        let line = &threat.explained.line;
        assert_eq!(
            line[0].to_uci(shakmaty::CastlingMode::Standard).to_string(),
            first
        );
        let mut motifs = threat
            .explained
            .findings
            .iter()
            .map(|finding| finding.motif);
        assert!(motifs.any(|other| other == motif), "{fen}: {motif:?}");
    }
}

#[test]
fn nothing_is_threatened_that_cannot_be_proven() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        // What is attacked is guarded well enough.
        "8/pp2k1pp/4p3/3n4/8/4R3/PP4PP/4K3 b - - 0 1",
        // A side in check has no null move.
        "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
    ] {
        assert!(threat(fen).is_none(), "{fen}");
    }
}

#[test]
fn a_move_that_simply_loses_something_is_found_with_its_answer() {
    let loss = loss("4k3/ppp2ppp/1b6/8/8/8/PPP2PPP/3QK3 w - - 0 1", "d1d4").unwrap();
    let Refusal::Guarded { answer, on } = loss.refusal else {
        panic!("{:?}", loss.refusal);
    };
    assert_eq!(answer, (Square::B6, Square::D4));
    assert_eq!(on.into_iter().collect::<Vec<_>>(), [Square::D4]);
    assert_eq!(loss.refusal.squares(), [Square::D4]);
    assert_eq!(loss.refusal.rays(), [(Square::B6, Square::D4)]);
    assert_eq!(loss.finding.motif, Some(Motif::HangingPiece));
    // A mate is more than a piece.
    let mate = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(
        self::loss(mate, "g2g4").unwrap().finding.motif,
        Some(Motif::MateIn1)
    );
}

#[test]
fn moves_are_let_pass_that_lose_nothing_more() {
    for (fen, tried) in [
        ("4k3/ppp2ppp/1b6/8/8/8/PPP2PPP/3QK3 w - - 0 1", "d1d3"),
        // Queens are exchanged.
        ("3qk3/ppp2ppp/8/8/8/8/PPP2PPP/3QK3 w - - 0 1", "d1d8"),
        // The queen is lost for a rook in any case.
        ("3rr1k1/5ppp/8/8/8/8/4QPPP/4K3 w - - 0 1", "h2h3"),
        // One pawn is not much.
        ("4k3/ppp2ppp/8/8/3p4/8/PPP2PPP/4K3 w - - 0 1", "c2c3"),
        // Mate cannot be answered.
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8"),
    ] {
        assert!(loss(fen, tried).is_none(), "{tried} in {fen}");
    }
}
