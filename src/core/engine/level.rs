//! How well the built-in searcher plays, and how: how far a level looks ahead, what it overlooks, and which openings it
//! likes.

use shakmaty::{Move, Position, Role};

use super::limits::Limits;
use super::move_ordering::piece_value;
use super::node::Node;
use crate::chess::openings::Opening;

/// How well the computer plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What a level can do: how far it looks ahead, and how much it overlooks; about which rating that is; and which
/// openings it likes. The upper three ratings come from games against Stockfish 15 at 1350, 1600 and 1800 points of
/// its scale; each lower one from how often its level wins against the next.
const ABILITIES: [(u32, f64, u32, Style); 10] = [
    (1, 8.0, 200, Style::Open),
    (1, 5.0, 300, Style::Any),
    (1, 3.5, 400, Style::Closed),
    (1, 2.0, 500, Style::Gambits),
    (1, 1.2, 650, Style::Flank),
    (2, 0.76, 800, Style::Open),
    (3, 0.53, 1_000, Style::Closed),
    (4, 0.34, 1_200, Style::Gambits),
    (5, 0.2, 1_450, Style::Flank),
    (6, 0.11, 1_600, Style::Any),
];

/// What stands before the number of a level in a name.
const NAME: &str = "Computer, level ";

impl Level {
    /// The weakest.
    pub const FIRST: Self = Self(1);
    /// The strongest.
    pub const LAST: Self = Self(10);

    /// The level of this number, 1 to 10.
    pub fn new(number: u8) -> Option<Self> {
        (1..=10).contains(&number).then_some(Self(number))
    }

    /// 1 to 10.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The level whose rating is nearest to this one.
    pub fn rated(rating: u32) -> Self {
        let mut nearest = Self(1);
        for level in (2..=10).map(Self) {
            if level.rating().abs_diff(rating) < nearest.rating().abs_diff(rating) {
                nearest = level;
            }
        }
        nearest
    }

    /// About how strong it is: 200 to 1600.
    pub fn rating(self) -> u32 {
        self.ability().2
    }

    /// Which openings it likes.
    pub fn style(self) -> Style {
        self.ability().3
    }

    fn ability(self) -> (u32, f64, u32, Style) {
        ABILITIES[usize::from(self.0 - 1)]
    }

    pub(super) fn handicap(self, seed: u64) -> Handicap {
        Handicap {
            blindness: self.ability().1,
            seed,
        }
    }

    /// How far it looks ahead, however much time there is.
    pub fn limits(self) -> Limits {
        Limits {
            depth: Some(self.ability().0),
            ..Limits::default()
        }
    }

    /// What the player of this level is called.
    pub(super) fn name(self) -> String {
        format!("{NAME}{}", self.0)
    }

    /// The level of the player who has this name.
    pub fn named(name: &str) -> Option<Self> {
        let number = name.strip_prefix(NAME)?;
        let level = Self::new(number.parse().ok()?)?;
        // Other ways to write the number are other names.
        (level.number().to_string() == number).then_some(level)
    }
}

/// Which openings a player likes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Style {
    /// Open games, in which the king's pawns meet.
    Open,
    /// Closed ones: the queen's pawn, and for Black walls of pawns on c6 or e6.
    Closed,
    /// Gambits: a pawn is given for an attack.
    Gambits,
    /// Beginnings from the wings: the c-pawn, or a bishop on the long diagonal.
    Flank,
    /// All of them.
    Any,
}

impl Style {
    /// Whether a player of this style likes a move that leads from one opening to another, or from the start of the game.
    pub(super) fn likes(self, from: Option<&Opening>, to: &Opening) -> bool {
        let first = |name: &str| from.is_none() && to.name == name;
        match self {
            Self::Open => first("King's Pawn Game") || ("C20".."D00").contains(&to.eco),
            Self::Closed => {
                let caro_kann_or_french =
                    ("B10".."B20").contains(&to.eco) || ("C00".."C20").contains(&to.eco);
                let reversed = ["A06", "A11", "A13"].contains(&to.eco);
                first("Queen's Pawn Game") || caro_kann_or_french || reversed || to.eco >= "D00"
            }
            Self::Gambits => {
                let gambits =
                    |opening: &Opening| opening.name.to_lowercase().matches("gambit").count();
                // Who accepts or declines a gambit has not offered it.
                first("King's Pawn Game") || gambits(to) > from.map_or(0, gambits)
            }
            Self::Flank => {
                let begins = to.eco == "A01" || ("A10".."A40").contains(&to.eco);
                let sicilian = ("B20".."C00").contains(&to.eco);
                let fianchetto = ["Hungarian", "Grünfeld", "King's Indian"];
                begins || sicilian || fianchetto.iter().any(|family| to.name.contains(family))
            }
            Self::Any => false,
        }
    }
}

/// How well a player sees.
#[derive(Debug, Clone, Copy)]
pub(super) struct Handicap {
    /// 0 sees everything; with 1 a quiet move that is hard to see is overlooked two times in three.
    pub blindness: f64,
    /// What is overlooked is another thing in each game.
    pub seed: u64,
}

impl Handicap {
    /// Whether a legal move is seen, so many half-moves from the position on the board.
    pub fn sees(&self, node: &Node, mv: Move, ply: usize, last: Option<Move>) -> bool {
        if self.blindness <= 0.0 {
            return true;
        }
        let overlooked = 1.0 - (-self.blindness * difficulty(node, mv, ply, last)).exp();
        let from = mv.from().map_or(0, |from| from as u64);
        let chance = mix(node.hash ^ mix(self.seed ^ (from << 6) ^ mv.to() as u64));
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
        if piece_value(taken) > piece_value(mv.role()) {
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
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
