//! King and pawn against king: every position of it, reckoned backward from those in which the pawn has won.

use std::sync::OnceLock;

use shakmaty::{Chess, Color, File, Position, Rank, Square, attacks};

/// How many half-moves it takes until the pawn promotes; 0 where it never does.
static TABLE: OnceLock<Vec<u8>> = OnceLock::new();

/// Both sides to move, 24 squares for a pawn on the left half of the board, 64 for each king.
const SIZE: usize = 2 * 24 * 64 * 64;

/// A position of king and pawn against king, as if White had the pawn, on the left half of the board.
#[derive(Debug, Clone, Copy)]
pub struct Ending {
    /// Whether the side with the pawn is to move.
    moves: bool,
    king: Square,
    pawn: Square,
    /// The king that is alone.
    lone: Square,
}

impl Ending {
    /// The ending on a board; `None` where it is another one.
    pub fn of(position: &Chess) -> Option<Self> {
        let board = position.board();
        let pawn = board.pawns().single_square()?;
        if board.occupied().count() != 3 {
            return None;
        }
        let strong = board.color_at(pawn)?;
        let seen = |square: Square| {
            let square = strong.fold_wb(square, square.flip_vertical());
            match pawn.file() > File::D {
                true => square.flip_horizontal(),
                false => square,
            }
        };
        Some(Self {
            moves: position.turn() == strong,
            king: seen(board.king_of(strong)?),
            pawn: seen(pawn),
            lone: seen(board.king_of(!strong)?),
        })
    }

    /// The same with the other side to move.
    pub fn passed(self) -> Self {
        Self {
            moves: !self.moves,
            ..self
        }
    }

    /// How many half-moves it takes until the pawn promotes and is not taken; `None` where it never does.
    pub fn plies(self) -> Option<u8> {
        let plies = TABLE.get_or_init(reckon)[self.number()];
        (plies > 0).then_some(plies)
    }

    fn number(self) -> usize {
        let pawn = (usize::from(self.pawn.rank()) - 1) * 4 + usize::from(self.pawn.file());
        let kings = usize::from(self.king) * 64 + usize::from(self.lone);
        (usize::from(self.moves) * 24 + pawn) * 64 * 64 + kings
    }

    fn all() -> impl Iterator<Item = Self> {
        let pawns = Square::ALL.into_iter().filter(|square| {
            square.file() <= File::D && !matches!(square.rank(), Rank::First | Rank::Eighth)
        });
        let kings = || Square::ALL.into_iter();
        pawns.flat_map(move |pawn| {
            kings().flat_map(move |king| {
                kings().flat_map(move |lone| {
                    [true, false].into_iter().map(move |moves| Self {
                        moves,
                        king,
                        pawn,
                        lone,
                    })
                })
            })
        })
    }

    fn can_be(self) -> bool {
        let apart = self.king.distance(self.lone) > 1;
        let free = self.king != self.pawn && self.lone != self.pawn;
        let checked = attacks::pawn_attacks(Color::White, self.pawn).contains(self.lone);
        apart && free && !(self.moves && checked)
    }

    /// What can come of it, where it stays this ending; or the lone king stands on the pawn that it has taken.
    fn next(self) -> impl Iterator<Item = Self> {
        let near = attacks::king_attacks(self.lone);
        let to = if self.moves {
            attacks::king_attacks(self.king) & !near.with(self.pawn)
        } else {
            let taken = attacks::pawn_attacks(Color::White, self.pawn);
            near & !attacks::king_attacks(self.king) & !taken
        };
        let kings = to.into_iter().map(move |to| match self.moves {
            true => self.with(|next| next.king = to),
            false => self.with(|next| next.lone = to),
        });
        let free = |square: &Square| *square != self.king && *square != self.lone;
        let one = self.pawn.offset(8).filter(|_| self.moves).filter(free);
        let two = one.and_then(|one| one.offset(8)).filter(free);
        let two = two.filter(|_| self.pawn.rank() == Rank::Second);
        let stays = |pawn: &Square| pawn.rank() != Rank::Eighth;
        let pawns = [one.filter(stays), two].into_iter().flatten();
        kings.chain(pawns.map(move |pawn| self.with(|next| next.pawn = pawn)))
    }

    fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self.passed()
    }

    /// Whether the pawn promotes with this move, and is not taken.
    fn promotes(self) -> bool {
        let last = self
            .pawn
            .offset(8)
            .filter(|last| last.rank() == Rank::Eighth);
        last.is_some_and(|last| {
            let free = last != self.king && last != self.lone;
            let held = last.distance(self.king) == 1 || last.distance(self.lone) > 1;
            self.moves && free && held
        })
    }
}

/// Reckons all of them: first where the pawn promotes at once, then half-move for half-move what leads there.
fn reckon() -> Vec<u8> {
    let mut plies = vec![0; SIZE];
    let mut open: Vec<Ending> = Ending::all().filter(|ending| ending.can_be()).collect();
    let mut quiet = 0;
    for number in 1..=u8::MAX {
        let known = |ending: &Ending| plies[ending.number()] > 0;
        let won = |ending: &Ending| match ending.moves {
            true if number == 1 => ending.promotes(),
            true => ending.next().any(|next| known(&next)),
            false => ending.next().next().is_some() && ending.next().all(|next| known(&next)),
        };
        let (found, rest): (Vec<Ending>, Vec<Ending>) = open.into_iter().partition(won);
        open = rest;
        quiet = if found.is_empty() { quiet + 1 } else { 0 };
        for ending in found {
            plies[ending.number()] = number;
        }
        if quiet > 1 {
            break;
        }
    }
    plies
}
