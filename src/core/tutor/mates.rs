//! Mates.

use shakmaty::{Bitboard, Position, Rank, Role, attacks};

use super::Motif;
use super::story::{Scene, Story};

/// In how many moves the story mates, which has a name up to five, and how the mate looks.
pub fn mates(story: &Story) -> Vec<Option<Motif>> {
    let Some(end) = story.scenes.last().filter(|_| story.mates()) else {
        return Vec::new();
    };
    let moves = i32::try_from(story.scenes.len().div_ceil(2)).unwrap_or(i32::MAX);
    let looks = [
        (Motif::BackRankMate, is_back_rank(end)),
        (Motif::SmotheredMate, is_smothered(end)),
    ];
    let looks = looks.into_iter().filter(|(_, is)| *is);
    let looks = looks.map(|(motif, _)| Some(motif));
    [Motif::mate_in(moves)].into_iter().chain(looks).collect()
}

/// Whether a rook or queen on the first rank of the mated king mates it there, and its own pieces stand on all squares
/// in front of it.
fn is_back_rank(end: &Scene) -> bool {
    let (board, mated) = (end.board(), end.after.turn());
    let Some(king) = board.king_of(mated) else {
        return false;
    };
    let first = Bitboard::from_rank(mated.backrank());
    let second = Bitboard::from_rank(mated.fold_wb(Rank::Second, Rank::Seventh));
    let heavy = board.rooks() | board.queens();
    let given = (end.after.checkers() & heavy & first).any();
    let front = attacks::king_attacks(king) & second;
    first.contains(king) && given && front.is_subset(board.by_color(mated))
}

/// Whether a knight mates a king that its own men leave no square.
fn is_smothered(end: &Scene) -> bool {
    let (board, mated) = (end.board(), end.after.turn());
    let Some(king) = board.king_of(mated) else {
        return false;
    };
    let own = board.by_color(mated);
    end.role() == Role::Knight && (attacks::king_attacks(king) & !own).is_empty()
}
