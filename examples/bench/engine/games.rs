//! Games between two that are asked for their moves.

use rank_and_file_core::chess::{
    Action, Chess, Color, DrawRule, Game, Move, Outcome, Position, start_position,
};

/// Games are no longer, in half-moves.
const LONGEST: usize = 400;
/// Both play from the same random opening, once with each color.
const OPENING: usize = 6;

/// Numbers that look random, the same each time.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// How games ended for the first of two.
#[derive(Default)]
pub struct Score {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

impl Score {
    /// In hundredths of the games.
    pub fn share(&self) -> f64 {
        let games = self.won + self.drawn + self.lost;
        100.0 * (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(games.max(1))
    }

    pub fn add(&mut self, other: &Self) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }

    /// Plays the games of these numbers, of which this tells the moves: of the first (`true`) or the second.
    pub fn play(
        games: impl IntoIterator<Item = u64>,
        mut choose: impl FnMut(bool, u64, &[Chess], &[Move]) -> Option<Move>,
    ) -> Self {
        let mut score = Self::default();
        for number in games {
            let first_is_white = number % 2 == 0;
            match game(number, |turn, positions, moves| {
                choose(
                    (turn == Color::White) == first_is_white,
                    number,
                    positions,
                    moves,
                )
            }) {
                None => score.drawn += 1,
                Some(Color::White) if first_is_white => score.won += 1,
                Some(Color::Black) if !first_is_white => score.won += 1,
                Some(_) => score.lost += 1,
            }
        }
        score
    }
}

/// Who wins a game. Whoever gives no legal move loses.
fn game(
    number: u64,
    mut choose: impl FnMut(Color, &[Chess], &[Move]) -> Option<Move>,
) -> Option<Color> {
    let mut chance = Chance(number / 2 + 1);
    let mut game = Game::new(start_position(), DrawRule::Automatic);
    let mut positions = vec![start_position()];
    let mut moves = Vec::new();
    while game.outcome().is_none() && moves.len() < LONGEST {
        let at = game.position();
        let mv = if moves.len() < OPENING {
            let legal = at.legal_moves();
            Some(legal[chance.below(legal.len())])
        } else {
            choose(at.turn(), &positions, &moves)
        };
        let turn = at.turn();
        let Some(mv) = mv else { return Some(!turn) };
        let action = Action::Move {
            from: mv.from()?,
            to: mv.to(),
            promotion: mv.promotion(),
        };
        if game.act(action).is_err() {
            return Some(!turn);
        }
        positions.push(game.position().clone());
        moves.push(mv);
    }
    game.outcome().and_then(|outcome: Outcome| outcome.winner)
}
