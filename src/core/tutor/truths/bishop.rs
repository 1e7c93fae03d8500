//! The wrong bishop: one that never comes to the corner in which its pawn would become a queen.

use shakmaty::{Bitboard, Board, Chess, Color, File, Move, Position, Square};

use super::super::story::Scene;
use super::line;
use crate::tutor::{Claim, Gain, Motif};

/// So many more moves a king may need to the corner.
const MOVES: u32 = 2;

/// Whether a lone king comes to the corner where all pawns of the other side would promote, which has nothing else but
/// bishops that cannot go there: it is never driven out. Who stands in the corner, or next to it, can always go into it,
/// as the other king could attack it only from where it would stand next to this one.
pub fn wrong_bishop(scene: &Scene) -> Option<Claim> {
    let (board, hero) = (scene.board(), scene.before.turn());
    let (corner, bishops) = corner(board, hero)?;
    let way = way(&scene.after, corner, MOVES)?;
    Some(Claim {
        motif: Some(Motif::WrongBishop),
        at: 0,
        by: scene.to(),
        on: bishops.into_iter().collect(),
        line: line(scene, way),
        gain: Gain::Draw,
    })
}

/// The corner that a lone king wants to reach, and the bishops that do not get there.
fn corner(board: &Board, hero: Color) -> Option<(Square, Bitboard)> {
    let others = board.by_color(!hero);
    let (pawns, bishops) = (others & board.pawns(), others & board.bishops());
    let alone = board.by_color(hero).count() == 1;
    let bare = others == (pawns | bishops | board.kings() & others);
    let file = [File::A, File::H].into_iter().find(|file| {
        let file = Bitboard::from_file(*file);
        pawns.any() && (pawns & !file).is_empty()
    })?;
    let corner = Square::from_coords(file, hero.backrank());
    let wrong = |bishop: Square| bishop.is_light() != corner.is_light();
    let wrong = bishops.any() && bishops.into_iter().all(wrong);
    (alone && bare && wrong).then_some((corner, bishops))
}

/// How the king comes to the corner where the other side is to move, and holds out longest; `None` where it need not.
fn way(position: &Chess, corner: Square, moves: u32) -> Option<Vec<Move>> {
    let king = position.board().king_of(!position.turn())?;
    let away = king.distance(corner);
    if away <= 1 {
        return Some(Vec::new());
    }
    let moves = moves.checked_sub(1)?;
    let mut longest = Vec::new();
    for mv in position.legal_moves() {
        let mut answered = position.clone();
        answered.play_unchecked(mv);
        // Nothing else may come about, not even a stalemate.
        if mv.promotion().is_some() {
            return None;
        }
        let mut nearer = answered.legal_moves();
        nearer.retain(|step| step.to().distance(corner) < away && !step.is_capture());
        let rest = nearer.into_iter().find_map(|step| {
            let mut after = answered.clone();
            after.play_unchecked(step);
            let rest = way(&after, corner, moves)?;
            Some([mv, step].into_iter().chain(rest).collect::<Vec<Move>>())
        })?;
        if rest.len() > longest.len() {
            longest = rest;
        }
    }
    (!longest.is_empty()).then_some(longest)
}
