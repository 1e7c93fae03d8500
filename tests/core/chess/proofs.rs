//! What proves a verdict: the plies of a repetition, the count of quiet moves, the material, every
//! square around a mated king. Checked against the board itself. Stalemates are in `stuck.rs`.

use std::collections::BTreeMap;

use rank_and_file_core::chess::{
    DrawRule, Escape, Game, Ply, Position, Proof, Reason, Role, Square, fen_of, read_fen,
};

use crate::script::{START, Script, attackers, both_colors, mirrored};

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
        for (fen, words) in both_colors(START, &words) {
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
        for (fen, words) in both_colors(fen, words) {
            let mut script = Script::start(&fen, rule, None);
            script.all(words.trim());
            let proof = Proof::of(&script.game);
            assert_eq!(
                proof,
                Some(Proof::NoProgress { count, since }),
                "{fen} {words}"
            );
        }
    }
    // A hundred half-moves after the fifth ply, which took a knight.
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
    let quiet = Proof::NoProgress {
        count: 100,
        since: 5,
    };
    assert_eq!(Proof::of(&script.game), Some(quiet));
    assert!(script.game.plies()[4].captured().is_some());
    assert_eq!(script.game.plies().len(), 105);
}

/// Moves of pieces that take nothing, always to the position that came least often.
#[derive(Default)]
struct Walk {
    been: BTreeMap<String, usize>,
}

impl Walk {
    fn step(&mut self, script: &mut Script) {
        let placed = |ply: &Ply| ply.position.board().to_string();
        let mut plies = script.game.legal_plies();
        plies.retain(|ply| {
            let quiet = ply.mv.role() != Role::Pawn && !ply.mv.is_capture();
            quiet && !ply.position.legal_moves().is_empty()
        });
        let seldom = |ply: &&Ply| self.been.get(&placed(ply)).copied();
        let ply = plies.iter().min_by_key(seldom).unwrap();
        *self.been.entry(placed(ply)).or_default() += 1;
        script.all(&ply.uci());
    }
}

/// With a move about to be made (Articles 9.2.1 and 9.3.1): the position before it proves nothing.
#[test]
fn a_draw_that_a_move_would_bring() {
    let rook = "4k3/8/8/8/8/8/8/4K2R w - - 99 70";
    let dance = format!("{DANCE} Nf3 Nf6 Ng1");
    for (fen, words, claim, reason) in [
        (rook, "", "claim:Rh2", Reason::FiftyMove),
        (START, dance.as_str(), "claim:Ng8", Reason::Threefold),
    ] {
        let mut script = Script::start(fen, DrawRule::Claimed, None);
        script.all(words);
        script.go(claim).unwrap();
        assert_eq!(script.game.outcome().map(|end| end.reason), Some(reason));
        assert_eq!(Proof::of(&script.game), None, "{reason}");
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
const MATES: [(&str, usize); 7] = [
    ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", 1),
    (
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        1,
    ),
    // Smothered.
    ("6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1", 1),
    // Double check.
    (
        "r1bqkb1r/pp1n1ppp/2pN1n2/8/8/8/PPP1QPPP/R1B1KBNR b kq - 0 1",
        2,
    ),
    // The king may not hide along the line of the check.
    ("8/8/8/8/8/k7/8/K6r w - - 0 1", 1),
    ("3R1k2/5p2/4pKp1/8/8/8/8/8 b - - 0 1", 1),
    // The piece beside the king is guarded.
    ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 1),
];

#[test]
fn every_square_around_a_mated_king() {
    let mut mates = 0;
    for (fen, checks) in MATES {
        for fen in [fen.to_owned(), mirrored(fen)] {
            let game = Game::new(read_fen(&fen).unwrap(), DrawRule::Claimed);
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
