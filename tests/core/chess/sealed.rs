//! Flags that fall behind walls of pawns (Articles 5.2.2 and 6.9): some hundreds of walls, each proven
//! by brute force.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

use fastrand::Rng;
use rank_and_file_core::chess::{
    Action, Chess, Color, DrawRule, Game, MonotonicTime, Outcome, Position, Reason, Role, Square,
    fen_of, read_fen,
};
use shakmaty::{File, Rank};

use super::wall_prover::{Proven, Prover};
use crate::script::mirrored;

/// A wall: by files, the rank of White's pawn from 0, with a black one before it, where there is one.
type Wall = [Option<u32>; 8];

type MakeWall = fn(&mut Rng) -> Wall;

/// High and low by turns, on every file.
fn zigzag(rng: &mut Rng) -> Wall {
    let mut rank = rng.u32(1..6);
    [(); 8].map(|()| {
        let here = rank;
        rank = match rank {
            1 => 2,
            5 => 4,
            _ if rng.bool() => rank + 1,
            _ => rank - 1,
        };
        Some(here)
    })
}

/// On every second file, on one rank.
fn comb(rng: &mut Rng) -> Wall {
    let (rank, first) = (rng.u32(1..6), rng.usize(0..2));
    let mut wall = [None; 8];
    (first..8)
        .step_by(2)
        .for_each(|file| wall[file] = Some(rank));
    wall
}

/// Something of both.
fn mixed(rng: &mut Rng) -> Wall {
    let mut wall = zigzag(rng);
    for file in 0..7 {
        if file > 0 && wall[file - 1].is_some() && wall[file - 1] == wall[file + 1] && rng.bool() {
            wall[file] = None;
        }
    }
    wall
}

/// A wall in which something is missing, or too high, so that it may be none.
fn open(rng: &mut Rng) -> Wall {
    let mut wall = [zigzag, comb, mixed][rng.usize(0..3)](rng);
    for _ in 0..rng.u32(1..3) {
        let file = rng.usize(0..8);
        wall[file] = match wall[file] {
            Some(rank) if rng.u32(0..4) == 0 && rank < 4 => Some(rank + 2),
            _ => None,
        };
    }
    wall
}

fn fen(wall: &Wall, men: &[(Square, char)], turn: char) -> String {
    let mut rows = Vec::new();
    for rank in (0..8).rev() {
        let letter = |file: u32| {
            let square = Square::from_coords(File::new(file), Rank::new(rank));
            let pawn = wall[file as usize];
            let man = men.iter().find(|(there, _)| *there == square);
            match man {
                Some((_, letter)) => *letter,
                None if pawn == Some(rank) => 'P',
                None if pawn.is_some_and(|pawn| pawn + 1 == rank) => 'p',
                None => '1',
            }
        };
        rows.push((0..8).map(letter).collect::<String>());
    }
    format!("{} {turn} - - 0 1", rows.join("/"))
}

/// Men on their own sides: the kings, and a piece of White of that kind and on squares of that color.
fn men(rng: &mut Rng, wall: &Wall, piece: Option<(char, bool)>) -> Vec<(Square, char)> {
    let mut men: Vec<(Square, char)> = Vec::new();
    // Where no pawn is, the side ends where it does beside.
    let below = |file: usize| {
        let near = [
            Some(file),
            file.checked_sub(1),
            Some(file + 1).filter(|next| *next < 8),
        ];
        near.into_iter()
            .flatten()
            .find_map(|near| wall[near])
            .unwrap_or(3)
    };
    let mut place = |rng: &mut Rng, letter: char, white: bool, dark: Option<bool>| loop {
        let square = Square::new(rng.u32(0..64));
        let (file, rank) = (square.file() as usize, square.rank() as u32);
        let side = if white {
            rank < below(file)
        } else {
            rank > below(file) + 1
        };
        let color = dark.is_none_or(|dark| square.is_dark() == dark);
        if side && color && men.iter().all(|(there, _)| *there != square) {
            return men.push((square, letter));
        }
    };
    place(rng, 'K', true, None);
    place(rng, 'k', false, None);
    if let Some((letter, dark)) = piece {
        place(rng, letter, true, (letter == 'B').then_some(dark));
    }
    men
}

/// The position in which Black's flag falls, and one before it from which White's king has come.
fn cases(rng: &mut Rng, wall: &Wall, piece: Option<(char, bool)>) -> Option<(Chess, Chess)> {
    let men = men(rng, wall, piece);
    let position = read_fen(&fen(wall, &men, 'b')).ok()?;
    let (king, _) = men[0];
    let mut froms: Vec<Square> = shakmaty::attacks::king_attacks(king).into_iter().collect();
    rng.shuffle(&mut froms);
    let before = froms.into_iter().find_map(|from| {
        let mut earlier = men.clone();
        earlier[0].0 = from;
        let before = read_fen(&fen(wall, &earlier, 'w')).ok()?;
        let mut after = before.clone();
        let moves = before.legal_moves();
        let mv = moves
            .into_iter()
            .find(|mv| mv.role() == Role::King && mv.to() == king)?;
        after.play_unchecked(mv);
        (after.board() == position.board()).then_some(before)
    });
    Some((position, before?))
}

/// How a game ends in which the flag falls of the side to move after `to` was reached from `from`.
fn flagged(from: &Chess, to: &Chess) -> Outcome {
    // Else a dead position is the end before any flag falls.
    let game = Game::new(from.clone(), DrawRule::Unjudged);
    let mut game = game.with_clocks("60".parse().unwrap());
    let plies = game.legal_plies();
    let ply = plies
        .iter()
        .find(|ply| ply.position.board() == to.board())
        .unwrap();
    let (from, to) = ply.squares();
    let promotion = None;
    let action = Action::Move {
        from,
        to,
        promotion,
    };
    game.act_at(action, MonotonicTime(0)).unwrap();
    game.flag_at(MonotonicTime(60_000))
        .unwrap()
        .ended()
        .unwrap()
}

/// Plays the moves, which must be legal and mate Black.
fn replay(start: &Chess, moves: &[rank_and_file_core::chess::Move]) {
    let mut game = Game::new(start.clone(), DrawRule::Unjudged);
    for mv in moves {
        assert!(game.position().is_legal(*mv));
        let (from, to, promotion) = (mv.from().unwrap(), mv.to(), mv.promotion());
        game.act(Action::Move {
            from,
            to,
            promotion,
        })
        .unwrap();
    }
    assert_eq!(
        game.outcome(),
        Some(Outcome::win(Color::White, Reason::Checkmate))
    );
}

#[test]
fn a_flag_behind_a_wall_is_judged_as_brute_force_proves_it() {
    let mut rng = Rng::with_seed(52_269);
    let mut seen = HashSet::new();
    // By the kind of wall and piece: how many are helpless and closed, helpless otherwise, and not.
    let mut counts: BTreeMap<String, [u32; 3]> = BTreeMap::new();
    let mut wrong = String::new();
    let kinds: [(&str, MakeWall, usize); 4] = [
        ("zigzag", zigzag, 10),
        ("comb", comb, 6),
        ("mixed", mixed, 10),
        ("open", open, 7),
    ];
    for (name, kind, walls) in kinds {
        for _ in 0..walls {
            let wall = kind(&mut rng);
            for (piece, times) in [
                (None, 16),
                (Some(('B', true)), 6),
                (Some(('B', false)), 6),
                (Some(('N', true)), 3),
            ] {
                let mut prover = Prover::default();
                for _ in 0..times {
                    let Some((position, before)) = cases(&mut rng, &wall, piece) else {
                        continue;
                    };
                    let fen = fen_of(&position);
                    if !seen.insert(fen.clone()) {
                        continue;
                    }
                    let place = match prover.prove(&position) {
                        Proven::Helpless { closed: true } => 0,
                        Proven::Helpless { closed: false } => 1,
                        Proven::Mates(moves) => {
                            replay(&position, &moves);
                            2
                        }
                    };
                    let letter = piece.map_or(' ', |(letter, _)| letter);
                    counts.entry(format!("{name} {letter}")).or_default()[place] += 1;
                    // Every second time White's flag falls.
                    let (outcome, winner) = if seen.len() % 2 == 0 {
                        (flagged(&before, &position), Color::White)
                    } else {
                        let turned =
                            |position: &Chess| read_fen(&mirrored(&fen_of(position))).unwrap();
                        (flagged(&turned(&before), &turned(&position)), Color::Black)
                    };
                    let wanted = match place {
                        2 => Outcome::win(winner, Reason::Time),
                        _ => Outcome::draw(Reason::TimeNoMatingMaterial),
                    };
                    if outcome != wanted {
                        writeln!(wrong, "{fen}: {outcome:?}, and {wanted:?} is proven").unwrap();
                    }
                }
            }
        }
    }
    assert_eq!(wrong, "");
    let total = |place: usize| counts.values().map(|count| count[place]).sum::<u32>();
    let [closed, other, mates] = [0, 1, 2].map(total);
    assert!(closed >= 400 && mates >= 250, "{counts:?}");
    assert_eq!((closed + other + mates) as usize, seen.len());
    // One bishop comes through every wall that keeps the other; kings alone through none.
    for name in ["zigzag", "comb", "mixed"] {
        assert!(counts[&format!("{name} B")][0] >= 25, "{counts:?}");
        assert!(counts[&format!("{name} B")][2] >= 25, "{counts:?}");
        assert_eq!(counts[&format!("{name}  ")][2], 0, "{counts:?}");
    }
}
