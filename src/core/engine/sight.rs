//! How people overlook things: what is far away, goes backward or sideways, or comes later. What a level
//! does not see is the same each time it looks at the same position in the same game.

use shakmaty::{Move, Position, Role};

use super::exchange::worth;
use super::node::Node;

/// How well somebody sees.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sight {
    /// 0 sees everything; with 1 a quiet move that is hard to see is overlooked two times in three.
    pub blindness: f64,
    /// What is overlooked is another thing in each game.
    pub seed: u64,
}

impl Sight {
    /// Whether a legal move is seen, so many half-moves from the position on the board.
    pub fn sees(&self, node: &Node, mv: Move, ply: usize, last: Option<Move>) -> bool {
        if self.blindness <= 0.0 {
            return true;
        }
        let overlooked = 1.0 - (-self.blindness * difficulty(node, mv, ply, last)).exp();
        let from = mv.from().map_or(0, |from| from as u64);
        let chance = mix(node.hash ^ mix(self.seed ^ from << 6 ^ mv.to() as u64));
        // The upper 53 bits are as many as such a number has.
        (chance >> 11) as f64 / (1_u64 << 53) as f64 >= overlooked
    }
}

/// How hard a move is to be seen; 1 for one that needs a second look.
fn difficulty(node: &Node, mv: Move, ply: usize, last: Option<Move>) -> f64 {
    let Some(from) = mv.from() else { return 0.0 };
    let to = mv.to();
    let turn = node.position.turn();
    let later = match ply {
        // One's own next move is the first thing that comes to mind, the answer the second.
        0 => 0.35,
        1 => 1.0,
        ply => 1.0 + 0.25 * (ply as f64 - 1.0),
    };
    let mut hard = if let Some(taken) = mv.capture() {
        // To take back is natural, and so is to take what is worth more.
        if last.is_some_and(|last| last.to() == to) {
            return 0.1 * later;
        }
        if worth(taken) > worth(mv.role()) {
            0.25
        } else {
            0.5
        }
    } else if mv.promotion().is_some() || mv.is_castle() {
        0.2
    } else {
        0.8
    };
    let far = from.distance(to);
    if far > 2 && !mv.is_castle() {
        hard += 0.12 * f64::from(far - 2);
    }
    let (before, after) = (from.rank() as i32, to.rank() as i32);
    let forward = turn.fold_wb(after - before, before - after);
    if forward < 0 {
        hard += 0.4;
    } else if forward == 0 && !mv.is_castle() {
        hard += 0.2;
    }
    if mv.role() == Role::Knight {
        hard += 0.2;
    }
    hard * later
}

/// Numbers that look random, the same for the same.
fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
