//! Mates.

use shakmaty::{Position, Rank, Role, attacks};

use super::Motif;
use super::seen::attackers;
use super::story::{Scene, Story};

/// In how many moves the story mates, and how the mate looks.
pub fn mates(story: &Story) -> Vec<Motif> {
    let Some(end) = story.scenes.last().filter(|_| story.mates()) else {
        return Vec::new();
    };
    let moves = i32::try_from(story.scenes.len().div_ceil(2)).unwrap_or(i32::MAX);
    let looks = [
        (Motif::BackRankMate, is_back_rank(end)),
        (Motif::SmotheredMate, is_smothered(end)),
    ];
    let looks = looks.into_iter().filter(|(_, is)| *is);
    let looks = looks.map(|(motif, _)| motif);
    Motif::mate_in(moves).into_iter().chain(looks).collect()
}

/// Whether a mated king stands on its first rank, shut in by its own men and checked along the rank.
fn is_back_rank(end: &Scene) -> bool {
    let (board, mated) = (end.board(), end.after.turn());
    let Some(king) = board.king_of(mated) else {
        return false;
    };
    let second = mated.fold_wb(Rank::Second, Rank::Seventh);
    let ahead = attacks::king_attacks(king) & shakmaty::Bitboard::from(second);
    let shut = ahead.into_iter().all(|square| {
        board.color_at(square) == Some(mated) && attackers(board, square, !mated).is_empty()
    });
    let rank = shakmaty::Bitboard::from(king.rank());
    king.rank() == mated.backrank() && shut && (end.after.checkers() & rank).any()
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
