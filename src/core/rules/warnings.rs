//! Which pieces of the player to move are in danger, for those who asked to be warned.

use shakmaty::{Bitboard, Chess, Position, Role, Square};

use super::captured::value;

/// A piece in danger and who attacks it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Danger {
    /// What is attacked.
    pub role: Role,
    /// Where it stands.
    pub square: Square,
    /// By whom.
    pub attackers: Bitboard,
}

/// The pieces of the player to move that could be taken at a gain: nobody guards them, or something
/// cheaper attacks them. The most valuable first. Pawns and the king, which is never taken, are
/// left out.
#[must_use]
pub fn dangers(position: &Chess) -> Vec<Danger> {
    let board = position.board();
    let (us, occupied) = (position.turn(), board.occupied());
    let mut dangers: Vec<Danger> = (position.us() & !board.pawns() & !board.kings())
        .into_iter()
        .filter_map(|square| {
            let role = board.role_at(square)?;
            let attackers = board.attacks_to(square, us.other(), occupied);
            let guarded = board.attacks_to(square, us, occupied).any();
            let cheaper = attackers.into_iter().any(|attacker| {
                board
                    .role_at(attacker)
                    .is_some_and(|by| by != Role::King && value(by) < value(role))
            });
            let loses = attackers.any() && (cheaper || !guarded);
            loses.then_some(Danger {
                role,
                square,
                attackers,
            })
        })
        .collect();
    dangers.sort_by_key(|danger| std::cmp::Reverse(value(danger.role)));
    dangers
}
