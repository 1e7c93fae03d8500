//! Random games for the property tests: legal moves, rare kinds more often than by chance, from positions in which rare
//! kinds are near.

use proptest::prelude::*;
use rank_and_file_core::chess::{Action, DrawRule, Game, Move, Position, read_fen};

/// Games begin here: the start, one with castling near, one full of promotions, one with en
/// passant near, one of few pieces where draws and mates are near, one late in its counters; four of
/// Chess960: a first position, one with castling near, one where castling moves one piece alone or
/// onto each other's squares, one with rooks that have the right and others that have not.
pub const STARTS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
    "8/5k2/8/8/2b5/4K3/6P1/2R5 b - - 3 41",
    "r3k2r/8/3q4/8/8/3Q4/8/R3K2R w KQkq - 94 109",
    "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
    "1rk2r2/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/1RK2R2 w FBfb - 4 8",
    "2rk2r1/pppp1ppp/8/8/8/8/PPPP1PPP/1R3KR1 w GBgc - 0 1",
    "rr2k2r/2pp2pp/8/8/8/8/2PP2PP/RR2K2R w HBhb - 0 1",
];

/// A start and what is chosen at each step.
#[derive(Debug, Clone)]
pub struct Steps {
    pub start: usize,
    pub claimed: bool,
    pub choices: Vec<u16>,
}

/// No files of past failures are left beside the tests.
#[allow(dead_code, reason = "each test binary uses its own part")]
pub fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

#[allow(dead_code, reason = "each test binary uses its own part")]
pub fn random_game(plies: usize) -> impl Strategy<Value = Steps> {
    let choices = proptest::collection::vec(any::<u16>(), 0..=plies);
    (0..STARTS.len(), any::<bool>(), choices).prop_map(|(start, claimed, choices)| Steps {
        start,
        claimed,
        choices,
    })
}

impl Steps {
    pub fn rule(&self) -> DrawRule {
        if self.claimed {
            DrawRule::Claimed
        } else {
            DrawRule::Automatic
        }
    }

    pub fn game(&self) -> Game {
        let start = read_fen(STARTS[self.start]);
        Game::new(start.expect("a position"), self.rule())
    }
}

/// The move that a choice stands for: often a rare one, where there is one.
pub fn chosen(game: &Game, choice: u16) -> Move {
    let moves = game.position().legal_moves();
    let rare = |mv: &&Move| mv.is_castle() || mv.is_en_passant() || mv.is_promotion();
    let rare: Vec<&Move> = moves.iter().filter(rare).collect();
    let index = usize::from(choice / 3);
    if choice % 3 == 0 && !rare.is_empty() {
        *rare[index % rare.len()]
    } else {
        moves[index % moves.len()]
    }
}

pub fn act_of(mv: Move) -> Action {
    Action::Move {
        from: mv.from().expect("chess has no drops"),
        to: mv.to(),
        promotion: mv.promotion(),
    }
}

/// Plays the steps until the game ends, showing each state; returns the last.
#[allow(dead_code, reason = "each test binary uses its own part")]
pub fn wander(steps: &Steps, mut look: impl FnMut(&Game)) -> Game {
    let mut game = steps.game();
    look(&game);
    for choice in &steps.choices {
        if game.outcome().is_some() {
            break;
        }
        let mv = chosen(&game, *choice);
        let played = game.act(act_of(mv));
        assert!(played.is_ok(), "{mv:?}: {played:?}");
        look(&game);
    }
    game
}
