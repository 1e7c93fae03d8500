//! A claim.

use shakmaty::{Move, Square};

use super::Motif;

/// What a line proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// How it wins.
    pub motif: Motif,
    /// The number of the half-move in the line by which it does, counted from 0.
    pub at: usize,
    /// Where the piece stands that does it, after that move.
    pub by: Square,
    /// On whom, where they stand then; the most valuable first.
    pub on: Vec<Square>,
    /// The moves from the first one to what is won.
    pub line: Vec<Move>,
    /// What is won in the end, in hundredths of a pawn; `None` for mate.
    pub gain: Option<i32>,
}

impl Claim {
    /// The one that says most of all that a line proves: that it mates, or else what comes about first.
    #[must_use]
    pub fn foremost(claims: &[Self]) -> Option<&Self> {
        let mates = claims.first().filter(|claim| claim.gain.is_none());
        mates.or_else(|| claims.iter().min_by_key(|claim| claim.at))
    }
}
