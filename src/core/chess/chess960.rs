//! The 960 starting positions of Chess960 (Guidelines II of the Laws), each with its Scharnagl number.

use shakmaty::{Board, CastlingMode, Chess, Color, File, Position, Rank, Role, Setup, Square};

/// A starting position of Chess960: bishops on squares of both colors, the king between the rooks, and
/// Black's pieces opposite White's.
///
/// ```
/// use rank_and_file_core::chess::{Chess960, fen_of, start_position};
///
/// assert_eq!(Chess960::STANDARD.start(), start_position());
/// let first = Chess960::new(0).unwrap();
/// assert_eq!(fen_of(&first.start()), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
/// assert_eq!(Chess960::of(&first.start()), Some(first));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Chess960(u16);

impl Chess960 {
    /// How many there are; they are numbered from 0 on.
    pub const COUNT: u16 = 960;
    /// That from which a game starts usually (Article 2.3).
    pub const STANDARD: Self = Self(518);

    /// The position with a number; `None` where there is none.
    pub fn new(number: u16) -> Option<Self> {
        (number < Self::COUNT).then_some(Self(number))
    }

    /// Its number, 0 to 959.
    pub fn number(self) -> u16 {
        self.0
    }

    /// The pieces on the first rank, from the a-file on.
    pub fn back_rank(self) -> [Role; 8] {
        let mut rest = usize::from(self.0);
        let mut take = |count: usize| {
            let digit = rest % count;
            rest /= count;
            digit
        };
        let (light, dark, queen) = (take(4), take(4), take(6));
        let knights = KNIGHTS[take(KNIGHTS.len())];
        let mut rank = [None; 8];
        rank[2 * light + 1] = Some(Role::Bishop);
        rank[2 * dark] = Some(Role::Bishop);
        // What remains is counted among the squares that are empty then.
        let mut put = |role: Role, places: &[usize]| {
            let empty = (0..8).filter(|file| rank[*file].is_none());
            let empty: Vec<usize> = empty.collect();
            for place in places {
                rank[empty[*place]] = Some(role);
            }
        };
        put(Role::Queen, &[queen]);
        put(Role::Knight, &knights);
        put(Role::King, &[1]);
        rank.map(|role| role.unwrap_or(Role::Rook))
    }

    /// The position, with White to move.
    pub fn start(self) -> Chess {
        let mut setup = Setup::empty();
        for (file, role) in File::ALL.into_iter().zip(self.back_rank()) {
            for color in Color::ALL {
                let home = Square::from_coords(file, color.backrank());
                let before = Square::from_coords(file, color.relative_rank(Rank::Second));
                setup.board.set_piece_at(home, role.of(color));
                setup.board.set_piece_at(before, Role::Pawn.of(color));
            }
        }
        setup.castling_rights = setup.board.rooks();
        let mode = CastlingMode::detect(&setup);
        // All 960 setups are legal, so the default is never used.
        setup.position(mode).unwrap_or_default()
    }

    /// Which of them a position is; `None` where it is another, or some of the rights are gone.
    pub fn of(position: &Chess) -> Option<Self> {
        let like = Self(number_of(&first_rank(position.board()))?);
        (like.start() == *position).then_some(like)
    }
}

/// The places of the knights among the five squares that bishops and queen leave.
const KNIGHTS: [[usize; 2]; 10] = [
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 4],
    [1, 2],
    [1, 3],
    [1, 4],
    [2, 3],
    [2, 4],
    [3, 4],
];

/// The number that pieces on the first rank have, if they have one.
fn number_of(rank: &[Option<Role>; 8]) -> Option<u16> {
    let bishop = |odd| {
        let mut files = (0..8).filter(|file| rank[*file] == Some(Role::Bishop));
        files.find(|file| file % 2 == odd).map(|file| file / 2)
    };
    // As they are put there: each is counted among the squares that those before it have left.
    let others = || rank.iter().flatten().filter(|role| **role != Role::Bishop);
    let queen = others().position(|role| *role == Role::Queen)?;
    let last = others().filter(|role| **role != Role::Queen).enumerate();
    let knights = last.filter(|(_, role)| **role == Role::Knight);
    let knights: Vec<usize> = knights.map(|(place, _)| place).collect();
    let knights = KNIGHTS.iter().position(|places| places[..] == knights)?;
    let number = bishop(1)? + 4 * (bishop(0)? + 4 * (queen + 6 * knights));
    u16::try_from(number)
        .ok()
        .filter(|number| *number < Chess960::COUNT)
}

fn first_rank(board: &Board) -> [Option<Role>; 8] {
    File::ALL.map(|file| board.role_at(Square::from_coords(file, Rank::First)))
}

/// Whether a game that starts from a position is one of Chess960, judged by the position alone: it is one of
/// the starting positions but the usual one, or has rights to castle that only Chess960 gives.
pub fn starts_chess960(position: &Chess) -> bool {
    let number = || Chess960::of(position).filter(|number| *number != Chess960::STANDARD);
    position.castles().mode().is_chess960() || number().is_some()
}
