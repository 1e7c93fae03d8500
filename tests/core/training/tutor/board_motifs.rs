//! The motifs on a board, beside a search that knows nothing of bitboards: it walks square by square over a board of
//! letters.

use std::collections::BTreeSet;

use rank_and_file_core::chess::{Chess, Position, Square, fen_of, read_fen};
use rank_and_file_core::training::tutor::{Aligned, BoardMotifs, Fork};
use shakmaty::CastlingMode;
use shakmaty::uci::UciMove;

use super::PUZZLES;

/// Puzzles of lichess (CC0): a position, the move before, and the line.
const REAL: &str = include_str!("real.txt");

/// File and rank, from 0.
type Place = (i32, i32);

const STRAIGHT: [Place; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const OBLIQUE: [Place; 4] = [(1, 1), (-1, -1), (-1, 1), (1, -1)];
const KNIGHT: [Place; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// Letters as in FEN, a dot where nothing stands; the first rank first.
struct Letters(Vec<Vec<char>>);

impl Letters {
    fn of(position: &Chess) -> Self {
        let fen = fen_of(position);
        let ranks = fen.split(' ').next().unwrap().split('/').rev();
        Self(
            ranks
                .map(|rank| {
                    let dots = |letter: char| letter.to_digit(10).map_or(1, |count| count as usize);
                    let shown = |letter: char| if letter.is_ascii_digit() { '.' } else { letter };
                    rank.chars()
                        .flat_map(|letter| vec![shown(letter); dots(letter)])
                        .collect()
                })
                .collect(),
        )
    }

    fn at(&self, (file, rank): Place) -> Option<char> {
        let rank = self.0.get(usize::try_from(rank).ok()?)?;
        rank.get(usize::try_from(file).ok()?).copied()
    }

    fn places(&self) -> impl Iterator<Item = (Place, char)> {
        (0..64)
            .map(|number| (number % 8, number / 8))
            .map(|place| (place, self.at(place).unwrap()))
            .filter(|(_, letter)| *letter != '.')
    }

    /// The pieces that stand on a line, the nearest first.
    fn along(&self, (file, rank): Place, (files, ranks): Place) -> Vec<(Place, char)> {
        (1..8)
            .map(|steps| (file + files * steps, rank + ranks * steps))
            .map_while(|place| Some((place, self.at(place)?)))
            .filter(|(_, letter)| *letter != '.')
            .collect()
    }

    fn attacked(&self, from: Place, letter: char) -> Vec<Place> {
        let leaps = |steps: &[Place]| {
            let places = steps
                .iter()
                .map(|(file, rank)| (from.0 + file, from.1 + rank));
            places
                .filter(|place| self.at(*place).is_some_and(|letter| letter != '.'))
                .collect()
        };
        let forward = if letter == 'P' { 1 } else { -1 };
        match letter.to_ascii_uppercase() {
            'P' => leaps(&[(1, forward), (-1, forward)]),
            'N' => leaps(&KNIGHT),
            'K' => leaps(&[STRAIGHT, OBLIQUE].concat()),
            _ => ways(letter)
                .iter()
                .filter_map(|way| Some(self.along(from, *way).first()?.0))
                .collect(),
        }
    }

    /// The places of those who attack the king of the side whose letter this is.
    fn checkers(&self, king: char) -> Vec<Place> {
        let (at, _) = self.places().find(|(_, letter)| *letter == king).unwrap();
        let attack = |(from, letter): &(Place, char)| {
            differ(*letter, king) && self.attacked(*from, *letter).contains(&at)
        };
        self.places().filter(attack).map(|(from, _)| from).collect()
    }
}

fn differ(letter: char, other: char) -> bool {
    letter.is_ascii_uppercase() != other.is_ascii_uppercase()
}

fn ways(letter: char) -> Vec<Place> {
    match letter.to_ascii_uppercase() {
        'R' => STRAIGHT.to_vec(),
        'B' => OBLIQUE.to_vec(),
        'Q' => [STRAIGHT, OBLIQUE].concat(),
        _ => Vec::new(),
    }
}

fn worth(letter: char) -> usize {
    "PNBRQK"
        .find(letter.to_ascii_uppercase())
        .map_or(0, |at| [1, 3, 3, 5, 9, 1000][at])
}

fn name((file, rank): Place) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// What is found by walking, as the benchmark writes it.
fn walked(position: &Chess) -> [BTreeSet<String>; 6] {
    let letters = Letters::of(position);
    let mut found: [BTreeSet<String>; 6] = Default::default();
    for (from, letter) in letters.places() {
        for way in ways(letter) {
            let line = letters.along(from, way);
            if let [(front, first), (back, second), ..] = line[..] {
                if differ(letter, first) && differ(letter, second) {
                    let told = [from, front, back].map(name).join(">");
                    if second.eq_ignore_ascii_case(&'k') {
                        found[0].insert(told);
                    } else if worth(first) > worth(second) {
                        found[1].insert(told);
                    }
                }
            }
            // A battery is told where it begins: nothing that fits stands on the other side.
            let fits = |other: &char| !differ(letter, *other) && ways(*other).contains(&way);
            let before = letters.along(from, (-way.0, -way.1));
            let begins = before.first().is_none_or(|(_, other)| !fits(other));
            let onward = way.1 > 0 || way == (1, 0);
            let rest: Vec<Place> = line
                .iter()
                .take_while(|(_, other)| fits(other))
                .map(|(at, _)| *at)
                .collect();
            if begins && onward && !rest.is_empty() {
                let all: Vec<String> = std::iter::once(from).chain(rest).map(name).collect();
                found[3].insert(all.join(">"));
            }
        }
        let attacked = letters.attacked(from, letter);
        let others = attacked
            .iter()
            .filter(|at| differ(letters.at(**at).unwrap(), letter));
        let mut others: Vec<String> = others.map(|at| name(*at)).collect();
        others.sort();
        if others.len() > 1 {
            found[2].insert(format!("{}>{}", name(from), others.join("-")));
        }
    }
    let king = if position.turn().is_white() { 'k' } else { 'K' };
    for mv in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(mv);
        let uci = mv.to_uci(CastlingMode::Standard).to_string();
        let checkers: Vec<String> = Letters::of(&after)
            .checkers(king)
            .into_iter()
            .map(name)
            .collect();
        let moved = |square: &str| square == &uci[2..4] || mv.is_castle();
        if checkers.iter().any(|square| !moved(square)) {
            found[4].insert(uci[..4].to_owned());
        }
        if checkers.len() > 1 {
            found[5].insert(uci[..4].to_owned());
        }
    }
    found
}

fn told(motifs: &BoardMotifs) -> [BTreeSet<String>; 6] {
    let line = |aligned: &Aligned| format!("{}>{}>{}", aligned.by, aligned.front, aligned.back);
    let joined = |squares: &[Square], between: &str| {
        let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
        names.join(between)
    };
    let fork = |fork: &Fork| format!("{}>{}", fork.by, joined(&fork.on, "-"));
    let moves = |(from, to): &(Square, Square)| format!("{from}{to}");
    [
        motifs.pins.iter().map(line).collect(),
        motifs.skewers.iter().map(line).collect(),
        motifs.forks.iter().map(fork).collect(),
        motifs
            .batteries
            .iter()
            .map(|battery| joined(battery, ">"))
            .collect(),
        motifs.discovered_checks.iter().map(moves).collect(),
        motifs.double_checks.iter().map(moves).collect(),
    ]
}

#[test]
fn what_stands_on_a_board_is_what_walking_over_it_finds() {
    let mut seen = [0; 6];
    let mut compare = |position: &Chess| {
        let (found, expected) = (told(&BoardMotifs::of(position)), walked(position));
        assert_eq!(found, expected, "{}", fen_of(position));
        for (count, found) in seen.iter_mut().zip(&found) {
            *count += found.len();
        }
    };
    let puzzles = PUZZLES
        .lines()
        .map(|line| line.split_once(';').unwrap().1.split_once(';'));
    // Every other one, as this takes seconds.
    let real = REAL.lines().step_by(2);
    let real = real.map(|line| line.split_once('\t'));
    for (fen, moves) in puzzles.chain(real).map(Option::unwrap) {
        let mut position = read_fen(fen).unwrap();
        for word in moves.split(' ') {
            compare(&position);
            let uci: UciMove = word.parse().unwrap();
            position.play_unchecked(uci.to_move(&position).unwrap());
        }
    }
    assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
}

/// Positions of our own, one for each clause of the definitions.
#[test]
fn each_clause_has_a_position() {
    let check = |fen: &str, number: usize, expected: &[&str]| {
        let found = told(&BoardMotifs::of(&read_fen(fen).unwrap()));
        let expected: BTreeSet<String> = expected.iter().map(ToString::to_string).collect();
        assert_eq!(found[number], expected, "{fen}");
    };
    // Pins: of whichever side, a pawn, too; not before a queen.
    check("3rk3/3q4/8/1B6/8/8/8/3RK3 w - - 0 1", 0, &["b5>d7>e8"]);
    check(
        "4k3/5p2/6B1/8/8/2b5/3P4/4K3 w - - 0 1",
        0,
        &["c3>d2>e1", "g6>f7>e8"],
    );
    // Skewers: a king before a queen; a knight and a bishop are equal.
    check("q7/8/2k5/8/8/8/6B1/4K3 b - - 0 1", 1, &["g2>c6>a8"]);
    check("n6k/8/2b5/8/8/8/6B1/4K3 w - - 0 1", 1, &[]);
    check("7k/1p6/2n5/8/8/8/6B1/4K3 w - - 0 1", 1, &["g2>c6>b7"]);
    // Forks: pawns and kings are victims; what is defended, too; a pinned piece attacks as any other.
    check("4k3/8/8/3nKn2/8/8/8/8 w - - 0 1", 2, &["e5>d5-f5"]);
    check("r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1", 2, &["c7>a8-e8"]);
    // Batteries: three in a row are one; a rook and a bishop are none.
    check("3r3k/8/3r4/8/8/8/3B4/3RK3 w - - 0 1", 3, &["d6>d8"]);
    check("7k/8/8/3R4/8/3Q4/8/3RK3 w - - 0 1", 3, &["d1>d3>d5"]);
    check("7k/8/8/8/4B3/3Q4/8/4K3 w - - 0 1", 3, &["d3>e4"]);
    // Discovered checks: by the king, by taking en passant, with a promotion counted once; not by castling.
    check(
        "7k/8/8/8/8/8/1K6/B7 w - - 0 1",
        4,
        &["b2a2", "b2a3", "b2b1", "b2b3", "b2c1", "b2c2"],
    );
    check("k7/8/8/3pP3/8/8/6B1/4K3 w - d6 0 1", 4, &["e5d6"]);
    check("8/R2P3k/8/8/8/8/8/4K3 w - - 0 1", 4, &["d7d8"]);
    check("5k2/8/8/8/8/8/8/4K2R w K - 0 1", 4, &[]);
    // Double checks: both pieces attack the king.
    check("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", 5, &["e4d6", "e4f6"]);
}
