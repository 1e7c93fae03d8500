//! Dead positions behind walls of pawns (Article 5.2.2). A wall is proven by looking at every
//! position that can come after it; a wall with a gap by a series of moves that mates.

use std::collections::HashSet;

use rank_and_file_core::chess::{
    Action, Chess, Color, DrawRule, Game, MonotonicTime, Outcome, Position, Proof, Reason, Refusal,
    Role, fen_of, read_fen,
};
use rank_and_file_core::record::log::{FaultKind, read_bytes};

use crate::script::{Script, both_colors, mirrored};

/// Walls, each with what closes it.
const WALLS: [&str; 11] = [
    "8/8/4k3/1p1p1p1p/1P1P1P1P/4K3/8/8 w - - 0 1",
    "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 b - - 0 1",
    // Two files are open, but both kings would have to cross squares that pawns attack.
    "8/8/4k3/p2p1p1p/P2P1P1P/4K3/8/8 w - - 0 1",
    // High and low by turns.
    "8/2k5/p1p5/P1Pp1p1p/3P1P1P/8/5K2/8 w - - 0 1",
    // All sixteen pawns.
    "4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3 w - - 0 40",
    // Doubled pawns, the second behind the first, of one side and of both.
    "8/8/4k3/1p1p1p1p/1P1P1P1P/1P6/4K3/8 w - - 0 1",
    "8/1p1k3p/1p5p/1p1p1p1p/1P1P1P1P/1P3P2/4K3/8 b - - 0 1",
    // A king that could reach a pawn may not take it: another one guards it.
    "8/4k3/1p1p4/pPpP1p1p/P1P2P1P/4K3/8/8 w - - 0 1",
    // En passant was possible here, and was not played.
    "4k3/8/8/4p1p1/1p1pP1P1/1P1P4/8/4K3 b - - 0 1",
    "4k3/8/8/4p1p1/1p1pP1P1/1P1P4/8/4K3 w - - 1 2",
    // The last half-move before the fifty moves does not matter.
    "8/8/4k3/1p1p1p1p/1P1P1P1P/4K3/8/8 w - - 99 99",
];

/// Nearly walls, and how they fall.
const GAPS: [(&str, &str); 6] = [
    // The king of White walks round and takes a pawn that only the other king guards.
    (
        "8/8/4k3/3p1p1p/3P1P1P/4K3/8/8 w - - 0 1",
        "Kd2 Kd6 Ke1 Kc7 Ke2 Kb6 Kf1 Kb5 Ke1 Kc4 Kd1 Kxd4 Kd2 Kc4 Kd1 d4 Kc1 d3 Kb1 d2 Ka2 d1=Q \
         Ka3 Qb3",
    ),
    // A pawn has a free square.
    (
        "8/8/4k3/1p1p1p2/1P1P1P1P/4K3/8/8 w - - 0 1",
        "h5 Kf6 h6 Kg6 h7 Kh5 h8=Q Kg4 Kf2 Kxf4 Qh4",
    ),
    // En passant is possible.
    (
        "4k3/8/8/4p1p1/1p1pP1P1/1P1P4/8/4K3 b - e3 0 1",
        "dxe3 Ke2 e4 Ke1 exd3 Kd1 e2 Ke1 d2 Kf2 d1=Q Ke3 e1=Q",
    ),
    // A piece stands on the board.
    (
        "8/8/4k3/1p1p1p1p/1P1P1P1P/4K3/4N3/8 w - - 0 1",
        "Ng3 Kd6 Nxf5 Ke6 Nh6 Kf6 f5 Kg7 f6 Kh8 f7 Kh7 f8=Q Kg6 Nf5 Kh7 Qg7",
    ),
    // A pawn can take, though every pawn is blocked.
    (
        "8/8/2k5/1ppp1p1p/1PPP1P1P/4K3/8/8 w - - 0 1",
        "bxc5 Kd7 cxd5 b4 c6 Kd6 c7 Kd7 c8=Q Kd6 Qd8",
    ),
    // A king stands in the midst of the wall, in check by a pawn.
    (
        "8/8/8/p1kp1p1p/P2P1P1P/4K3/8/8 b - - 0 1",
        "Kc4 Kd2 Kxd4 Kc1 Kc3 Kb1 d4 Ka1 d3 Kb1 d2 Ka2 d1=Q Ka3 Qb3",
    ),
];

/// Every position that can come after `start`, itself included; `None` where one of them is a
/// mate, or something is taken or promoted on the way.
fn all_after(start: &Chess) -> Option<usize> {
    let key = |position: &Chess| (position.board().clone(), position.turn());
    let mut seen = HashSet::from([key(start)]);
    let mut open = vec![start.clone()];
    while let Some(position) = open.pop() {
        if position.is_checkmate() {
            return None;
        }
        for mv in position.legal_moves() {
            if mv.is_capture() || mv.role() != Role::King {
                return None;
            }
            let mut next = position.clone();
            next.play_unchecked(mv);
            if seen.insert(key(&next)) {
                open.push(next);
            }
        }
    }
    Some(seen.len())
}

#[test]
fn a_wall_is_a_dead_position() {
    for wall in WALLS {
        for fen in [wall.to_owned(), mirrored(wall)] {
            let start = read_fen(&fen).unwrap();
            let after = all_after(&start).unwrap_or_else(|| panic!("{fen} is no wall"));
            assert!(after > 30, "{fen}: the kings can walk: {after}");
            for rule in [DrawRule::Automatic, DrawRule::Claimed] {
                let game = Game::new(start.clone(), rule);
                let dead = Outcome::draw(Reason::DeadPosition);
                assert_eq!(game.outcome(), Some(dead), "{fen}");
                assert_eq!(
                    game.legal_plies().is_empty(),
                    start.legal_moves().is_empty()
                );
                let pawns = |side| {
                    vec![Role::Pawn; (start.board().by_color(side) & start.board().pawns()).count()]
                };
                let [white, black] = Color::ALL.map(pawns);
                assert_eq!(Proof::of(&game), Some(Proof::Material { white, black }));
            }
        }
    }
}

#[test]
fn a_wall_with_a_gap_is_none() {
    for (fen, moves) in GAPS {
        for (fen, moves) in both_colors(fen, moves) {
            assert_eq!(all_after(&read_fen(&fen).unwrap()), None, "{fen}");
            let mut script = Script::start(&fen, DrawRule::Claimed, None);
            assert_eq!(script.game.outcome(), None, "{fen}");
            script.all(&moves);
            let reason = script.game.outcome().map(|outcome| outcome.reason);
            assert_eq!(reason, Some(Reason::Checkmate), "{fen} {moves}");
            script.check_log();
        }
    }
}

/// The move that closes the wall ends the game, whether it is a push or a capture.
#[test]
fn the_move_that_closes_the_wall_ends_the_game() {
    for (fen, last) in [
        ("8/8/4k3/1p1p1p1p/1P1P1P2/4K2P/8/8 w - - 0 1", "h4"),
        ("8/8/4k3/1p1p1p1p/1P1P1P2/4K1P1/7n/8 b - - 0 1", "Ng4"),
        ("8/8/4k3/1p1p1p1p/1P1P1P1P/4K3/5n2/8 w - - 0 1", "Kxf2"),
    ] {
        for (fen, last) in both_colors(fen, last) {
            let mut script = Script::start(&fen, DrawRule::Claimed, None);
            assert_eq!(script.game.outcome(), None, "{fen}");
            script.all(&last);
            let outcome = script.game.outcome();
            let closed = all_after(script.game.position()).is_some();
            let dead = closed.then(|| Outcome::draw(Reason::DeadPosition));
            assert_eq!(outcome, dead, "{fen} {last}");
            assert_eq!(closed, !last.starts_with('N'), "{fen} {last}");
            if closed {
                assert_eq!(script.go("draw"), Err(Refusal::GameOver));
                assert!(
                    script.log.contains("dead-position"),
                    "{}",
                    fen_of(script.game.position())
                );
            }
            script.check_log();
        }
    }
}

/// How a game ends in which the flag falls of the side that answers the first legal move. `None` where the board has decided.
fn flagged(start: &Chess) -> Option<Outcome> {
    // Else a dead position is the end before any flag falls.
    let game = Game::new(start.clone(), DrawRule::Unjudged);
    if game.outcome().is_some() {
        return None;
    }
    let mut game = game.with_clocks("60".parse().unwrap());
    let mover = start.turn();
    // The clocks run from the first move on.
    let ply = game.legal_plies().into_iter().next()?;
    let (from, to) = ply.squares();
    let promotion = ply.mv.promotion();
    let action = Action::Move {
        from,
        to,
        promotion,
    };
    game.act_at(action, MonotonicTime(0)).ok()?;
    assert_eq!(game.turn(), mover.other());
    game.flag_at(MonotonicTime(60_000))?.ended()
}

/// Articles 5.2.2 and 6.9: a flag loses only where some series of legal moves mates.
#[test]
fn a_flag_is_a_draw_where_a_bishop_can_only_walk_or_a_capture_is_forced() {
    for (fen, mates) in [
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4KB2 w - - 0 1", false),
        // The other bishop takes the pawns.
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/2B1K3 w - - 0 1", true),
    ] {
        let start = read_fen(fen).unwrap();
        let outcome = flagged(&start).unwrap();
        let winner = start.turn();
        let wanted = if mates {
            Outcome::win(winner, Reason::Time)
        } else {
            Outcome::draw(Reason::TimeNoMatingMaterial)
        };
        assert_eq!(outcome, wanted, "{fen}");
    }
    // After Qb2 nothing but Kxb2 is left.
    let start = read_fen("8/8/8/8/1Q6/8/8/k6K w - - 0 1").unwrap();
    let game = Game::new(start, DrawRule::Unjudged);
    let mut game = game.with_clocks("60".parse().unwrap());
    game.act(Action::Write("Qb2".to_owned())).unwrap();
    let flag = game.flag_at(MonotonicTime(60_000)).unwrap();
    let draw = Outcome::draw(Reason::TimeNoMatingMaterial);
    assert_eq!(flag.ended(), Some(draw));
}

/// A position, a move, and whether it leaves a dead position: where pieces can only walk among pawns,
/// and where nothing is left but captures.
const LAST_MOVES: [(&str, &str, bool); 11] = [
    // The bishop goes to none of the squares on which pawns stand; the other one takes them.
    (
        "4k3/8/8/p1p1p1p1/P1P1P1Pn/6P1/8/4KB2 w - - 0 1",
        "gxh4",
        false,
    ),
    (
        "4k3/8/8/p1p1p1p1/P1P1P1P1/8/5n2/4KB2 w - - 0 1",
        "Kxf2",
        true,
    ),
    (
        "4k3/8/8/p1p1p1p1/P1P1P1P1/8/5n2/2B1K3 w - - 0 1",
        "Kxf2",
        false,
    ),
    // The queen must be taken, at once.
    ("8/8/8/8/8/1Q6/8/k6K w - - 0 1", "Qb2", true),
    ("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", "Qb2", true),
    ("8/8/8/8/8/1R6/8/k6K w - - 0 1", "Rb2", true),
    // The king may also go away.
    ("8/8/8/8/8/2R5/8/1k5K w - - 0 1", "Rc2", false),
    // A bishop is left that cannot mate alone, or a rook that does.
    ("8/8/8/8/8/1Q6/8/kB5K w - - 0 1", "Qb2", true),
    ("7R/8/8/8/8/1Q6/8/k6K w - - 0 1", "Qb2", false),
    ("7k/8/8/8/8/8/5q2/7K b - - 0 1", "Qg2", true),
    ("7k/8/8/8/8/6q1/8/7K b - - 0 1", "Qg2", true),
];

/// Article 5.2.2: the proof by which neither side can mate when a flag falls also ends a game at once.
#[test]
fn a_move_that_leaves_no_mate_ends_the_game() {
    for (fen, last, dead) in LAST_MOVES {
        for (fen, last) in both_colors(fen, last) {
            let mut script = Script::start(&fen, DrawRule::Claimed, None);
            assert_eq!(script.game.outcome(), None, "{fen}");
            script.all(&last);
            let ended = dead.then(|| Outcome::draw(Reason::DeadPosition));
            assert_eq!(script.game.outcome(), ended, "{fen} {last}");
            script.check_log();
        }
    }
}

/// What was played on in a dead position, where the proof was not known, is no fault of its log.
#[test]
fn a_log_may_go_on_after_a_dead_position() {
    let fen = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/5n2/4KB2 w - - 0 1";
    let mut script = Script::start(fen, DrawRule::Claimed, None);
    script.all("Kxf2");
    let (ends, begun) = (script.log.clone(), script.log.lines().count() - 1);
    let begun: Vec<&str> = ends.lines().take(begun).collect();
    let next = "3k4/8/8/p1p1p1p1/P1P1P1P1/8/5K2/5B2 w - - 1 2";
    for (after, reason) in [
        (vec![next], Reason::DeadPosition),
        (
            vec![next, r##"# {"result":"1/2-1/2","reason":"agreement"}"##],
            Reason::Agreement,
        ),
        (
            vec![r##"# {"result":"1/2-1/2","reason":"agreement"}"##],
            Reason::Agreement,
        ),
    ] {
        let log = [begun.clone(), after.clone()].concat().join("\n") + "\n";
        let loaded = read_bytes(log.clone().into_bytes());
        assert_eq!(loaded.fault, None, "{log}");
        assert_eq!(loaded.game.outcome(), Some(Outcome::draw(reason)), "{log}");
    }
    // Where too few pieces are left, the game was over by every version.
    let mut bare = Script::start("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", DrawRule::Claimed, None);
    bare.all("Kxd2");
    let ends = bare.log.lines().count() - 1;
    let begun: Vec<&str> = bare.log.lines().take(ends).collect();
    let log = format!("{}\n3k4/8/8/8/8/8/3K4/8 w - - 1 2\n", begun.join("\n"));
    let fault = read_bytes(log.into_bytes()).fault.map(|fault| fault.kind);
    assert_eq!(fault, Some(FaultKind::AfterEnd));
}
