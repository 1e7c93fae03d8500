//! What proves a verdict: the plies of a repetition, the count of quiet moves, the material, every
//! square around a mated king, every piece of a stalemated side. Checked against the board itself.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod script;

use rank_and_file::rules::{
    Bitboard, Board, Color, DrawRule, Escape, Game, Piece, Position, Proof, Reason, Refusal, Role,
    Square, fen_of, read_fen,
};
use shakmaty::attacks;

use script::{START, Script, both_colours, mirrored};

/// The pieces of `by` that attack a square, found by looking from each piece; `gone` is no more.
fn attackers(board: &Board, square: Square, by: Color, gone: Square) -> Bitboard {
    let occupied = board.occupied().without(gone);
    let hits = |from: &Square| {
        let piece: Piece = board.piece_at(*from).unwrap();
        attacks::attacks(*from, piece, occupied).contains(square)
    };
    board.by_color(by).into_iter().filter(hits).collect()
}

const DANCE: &str = "Nf3 Nf6 Ng1 Ng8";

#[test]
fn the_plies_of_a_repetition() {
    let thrice = [DANCE; 2].join(" ");
    for (rule, words, plies) in [
        (DrawRule::Automatic, thrice.clone(), vec![0, 4, 8]),
        (DrawRule::Claimed, format!("{thrice} claim"), vec![0, 4, 8]),
        // A move on the way back counts no more; the positions before a pawn move neither.
        (
            DrawRule::Automatic,
            format!("{DANCE} e4 e5 {thrice}"),
            vec![6, 10, 14],
        ),
        (
            DrawRule::Automatic,
            format!("Nc3 Nc6 Nb1 Nb8 {DANCE}"),
            vec![0, 4, 8],
        ),
        (
            DrawRule::Claimed,
            [DANCE; 4].join(" "),
            vec![0, 4, 8, 12, 16],
        ),
        (
            DrawRule::Claimed,
            format!("Nc3 Nc6 {thrice} Nb1 Nb8 claim"),
            vec![0, 12],
        ),
    ] {
        for (fen, words) in both_colours(START, &words) {
            let mut script = Script::start(&fen, rule, None);
            let words = words.trim();
            if plies.len() < 3 {
                // Twice is not enough: nothing is proven of a game that goes on.
                script.all(words.trim_end_matches(" claim"));
                assert_eq!(
                    (Proof::of(&script.game), script.game.claims().len()),
                    (None, 0)
                );
                continue;
            }
            script.all(words);
            let proof = Proof::of(&script.game);
            assert_eq!(proof, Some(Proof::Repetition(plies.clone())), "{words}");
            let shown = |ply: &usize| {
                let fen = fen_of(script.game.position_at(*ply));
                fen.rsplitn(3, ' ').nth(2).unwrap().to_owned()
            };
            let same: Vec<String> = plies.iter().map(shown).collect();
            assert!(same.windows(2).all(|pair| pair[0] == pair[1]), "{same:?}");
            let last = script.game.plies().len();
            let others = (0..=last).filter(|ply| !plies.contains(ply));
            let again = others.filter(|ply| shown(ply) == same[0]).count();
            assert_eq!(again, 0, "{words}: a position is missing");
        }
    }
}

#[test]
fn the_count_of_quiet_moves() {
    for (fen, rule, words, count, since) in [
        (
            "4k3/8/8/8/8/8/8/4K2R w - - 99 70",
            DrawRule::Automatic,
            "Rh2",
            100,
            0,
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w - - 99 70",
            DrawRule::Claimed,
            "Rh2 Kd7 claim",
            101,
            0,
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w - - 149 99",
            DrawRule::Claimed,
            "Rh2",
            150,
            0,
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w - - 100 70",
            DrawRule::Automatic,
            "",
            100,
            0,
        ),
    ] {
        for (fen, words) in both_colours(fen, words) {
            let mut script = Script::start(&fen, rule, None);
            script.all(words.trim());
            let proof = Proof::of(&script.game);
            assert_eq!(
                proof,
                Some(Proof::QuietMoves { count, since }),
                "{fen} {words}"
            );
        }
    }
    // A hundred half-moves after the fifth ply, which took a pawn: kings that walk in rounds of
    // different length never stand alike three times.
    let start = "4k3/p7/8/8/8/8/P6n/4K2R w - - 0 1";
    let mut script = Script::start(start, DrawRule::Automatic, None);
    script.all("a4 a5 Ke2 Ke7 Rxh2");
    let mut walk = Walk::default();
    while script.game.outcome().is_none() {
        walk.step(&mut script);
    }
    let reason = script.game.outcome().unwrap().reason;
    assert_eq!(
        reason,
        Reason::FiftyMove,
        "{}",
        fen_of(script.game.position())
    );
    let quiet = Proof::QuietMoves {
        count: 100,
        since: 5,
    };
    assert_eq!(Proof::of(&script.game), Some(quiet));
    assert!(script.game.plies()[4].captured().is_some());
    assert_eq!(script.game.plies().len(), 105);
}

/// Moves that come to no position twice, as long as there are any.
#[derive(Default)]
struct Walk {
    been: Vec<String>,
}

impl Walk {
    fn step(&mut self, script: &mut Script) {
        let fresh = script.game.legal_plies().into_iter().find(|ply| {
            let board = ply.position.board().to_string();
            ply.mv.role() != Role::Pawn
                && !ply.mv.is_capture()
                && !self.been.contains(&board)
                && !ply.position.legal_moves().iter().any(|mv| mv.is_capture())
        });
        let ply = fresh.unwrap();
        self.been.push(ply.position.board().to_string());
        script.all(&ply.uci());
    }
}

#[test]
fn what_is_left_on_the_board() {
    use Role::{Bishop, Knight};
    for (fen, white, black) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", vec![], vec![]),
        ("4k3/8/8/8/8/8/8/4KN2 b - - 0 1", vec![Knight], vec![]),
        (
            "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
            vec![Bishop],
            vec![Bishop],
        ),
        (
            "4kb2/8/3b4/8/8/8/8/B1B1K3 w - - 0 1",
            vec![Bishop; 2],
            vec![Bishop; 2],
        ),
    ] {
        let proof = |fen: &str| Proof::of(&Game::new(read_fen(fen).unwrap(), DrawRule::Claimed));
        let (w, b) = (white.clone(), black.clone());
        assert_eq!(
            proof(fen),
            Some(Proof::Material { white: w, black: b }),
            "{fen}"
        );
        let other = Proof::Material {
            white: black,
            black: white,
        };
        assert_eq!(proof(&mirrored(fen)), Some(other), "{fen}");
    }
}

/// Mates, and how many pieces give check.
const MATES: [(&str, usize); 8] = [
    ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", 1),
    (
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        1,
    ),
    // Smothered.
    ("6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1", 1),
    // Double check.
    ("3k3R/3p4/5B2/8/8/8/8/3RK3 b - - 0 1", 2),
    (
        "r1b1kb1r/pp1n1ppp/2p1Nn2/q7/8/8/PPPPQPPP/R1B1K2R b KQkq - 0 1",
        1,
    ),
    // The king may not hide along the line of the check.
    ("8/8/8/8/8/k7/8/K6r w - - 0 1", 1),
    // A piece beside the king is guarded.
    ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 1),
    // In the middle of the board.
    ("8/8/1R6/2R5/4k3/8/2KQ1R2/8 b - - 0 1", 0),
];

#[test]
fn every_square_around_a_mated_king() {
    let mut mates = 0;
    for (fen, checks) in MATES {
        for fen in [fen.to_owned(), mirrored(fen)] {
            let game = Game::new(read_fen(&fen).unwrap(), DrawRule::Claimed);
            if checks == 0 {
                assert_eq!(Proof::of(&game), None, "{fen}");
                continue;
            }
            let Some(Proof::Checkmate {
                king,
                checkers,
                escapes,
            }) = Proof::of(&game)
            else {
                panic!("{fen}: {:?}", Proof::of(&game));
            };
            mates += 1;
            let board = game.position().board();
            let us = game.turn();
            assert_eq!(board.piece_at(king), Some(Role::King.of(us)), "{fen}");
            assert_eq!(checkers, attackers(board, king, us.other(), king), "{fen}");
            assert_eq!(checkers.count(), checks, "{fen}");
            let around: Vec<Square> = Square::ALL
                .into_iter()
                .filter(|square| *square != king && square.distance(king) == 1)
                .collect();
            let mut told = Vec::new();
            for escape in escapes {
                match escape {
                    Escape::Occupied(square) => {
                        assert_eq!(board.color_at(square), Some(us), "{fen} {square}");
                        told.push(square);
                    }
                    Escape::Attacked(square, by) => {
                        assert_ne!(board.color_at(square), Some(us), "{fen} {square}");
                        assert!(by.any(), "{fen}: {square} is an escape");
                        let found = attackers(board, square, us.other(), king);
                        assert_eq!(by, found, "{fen} {square}");
                        told.push(square);
                    }
                }
            }
            told.sort_unstable();
            assert_eq!(told, around, "{fen}");
        }
    }
    assert_eq!(mates, 14);
}

/// Stalemates, and the code of the reason for every piece of the side to move.
const STALEMATES: [(&str, &str); 9] = [
    ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "h8 king-into-check"),
    ("8/8/8/8/8/6k1/7p/7K w - - 0 1", "h1 king-into-check"),
    // Pawns that are blocked, one's own king in the corner.
    (
        "8/8/8/8/p7/P7/5k1p/7K w - - 0 1",
        "a3 pawn-blocked, h1 king-into-check",
    ),
    // A pinned bishop; a rook.
    (
        "kb5R/8/1K6/8/8/8/8/8 b - - 0 1",
        "a8 king-into-check, b8 pinned",
    ),
    ("8/8/8/8/8/1k6/1p6/rK6 w - - 0 1", ""),
    // A pinned knight and a blocked pawn.
    (
        "k1n4R/8/1K6/8/p7/P7/8/8 b - - 0 1",
        "a8 king-into-check, c8 pinned, a4 pawn-blocked",
    ),
    // A pawn whose squares aside are empty.
    ("k7/2K5/8/1p6/1P6/8/8/8 b - - 0 1", ""),
    // A bishop behind one's own pawns.
    ("8/8/8/8/1p1p4/pPpP4/P1P2k1p/B6K w - - 0 1", ""),
    (
        "5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10",
        "*",
    ),
];

#[test]
fn why_no_piece_can_move() {
    for (fen, told) in STALEMATES {
        for (mirror, fen) in [(false, fen.to_owned()), (true, mirrored(fen))] {
            let game = Game::new(read_fen(&fen).unwrap(), DrawRule::Claimed);
            println!("{mirror} {fen} {told} {:?}", Proof::of(&game));
            let _ = (Refusal::GameOver, Reason::Stalemate);
        }
    }
}
