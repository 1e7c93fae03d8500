//! Positions of which something is claimed: those of puzzles, and others that come about by chance.

use fastrand::Rng;
use rank_and_file_core::chess::{Chess, Move, Position, Role, Square, read_fen};
use rank_and_file_core::engine::{Score, Stop};
use rank_and_file_core::training::tutor::{Finding, Tutor, TutorQuestion};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Color, Piece, Setup};

/// Puzzles of lichess (CC0): a position, and the moves from there.
const REAL: &str = include_str!("../../core/training/tutor/real.txt");
/// Positions that come about by chance, each looked at in so many others.
const RANDOM: usize = 10_000;
const NODES: u64 = 100;

/// What is claimed of the lines of puzzles.
pub fn real() -> Vec<(Finding, Chess)> {
    let mut told = Vec::new();
    for row in REAL.lines() {
        let (fen, moves) = row.split_once('\t').unwrap();
        let before = read_fen(fen).unwrap();
        let mut at = before.clone();
        let mut played = Vec::new();
        for word in moves.split(' ') {
            let mv = word.parse::<UciMove>().unwrap().to_move(&at).unwrap();
            at.play_unchecked(mv);
            played.push(mv);
        }
        let mut start = before.clone();
        start.play_unchecked(played[0]);
        let score = match at.is_checkmate() {
            true => Score::Mate(1),
            false => Score::Centipawns(1_000),
        };
        let found = TutorQuestion::new(&before, &played[..1]).findings(&played[1..], score);
        told.extend(found.into_iter().map(|finding| (finding, start.clone())));
    }
    told
}

/// What the tutor claims of positions that come about by chance.
pub fn random() -> Vec<(Finding, Chess)> {
    let halves = [1, 2].map(|seed| {
        std::thread::spawn(move || {
            let mut chance = Rng::with_seed(seed);
            let mut tutor = Tutor::default();
            let mut told = Vec::new();
            for number in 0..RANDOM / 2 {
                let drawn = if number % 4 == 0 {
                    draft(&mut chance)
                } else {
                    random_game(&mut chance)
                };
                let (start, played) = drawn;
                let asked = TutorQuestion::new(&start, &played).within(NODES);
                let at = asked.position();
                let explained = tutor.explain(&asked, &Stop::default());
                let found = explained.map(|explained| explained.findings);
                let found = found.unwrap_or_default().into_iter();
                told.extend(found.map(|finding| (finding, at.clone())));
            }
            told
        })
    });
    halves
        .into_iter()
        .flat_map(|half| half.join().unwrap())
        .collect()
}

/// A game of any legal moves, as far as its last position.
fn random_game(chance: &mut Rng) -> (Chess, Vec<Move>) {
    let (mut before, mut last) = (Chess::default(), None::<Move>);
    for _ in 0..chance.usize(4..90) {
        let mut next = before.clone();
        last.into_iter().for_each(|mv| next.play_unchecked(mv));
        let moves = next.legal_moves();
        if moves.is_empty() {
            break;
        }
        before = next;
        last = chance.choice(moves.iter().copied());
    }
    (before, last.into_iter().collect())
}

/// Pieces put down anywhere, where that can be a position.
fn draft(chance: &mut Rng) -> (Chess, Vec<Move>) {
    loop {
        let mut setup = Setup::empty();
        setup.turn = Color::from_white(chance.bool());
        let pieces = chance.usize(3..20);
        let kings = Color::ALL.map(|color| color.king());
        let others = (0..pieces).map(|_| Piece {
            color: Color::from_white(chance.bool()),
            role: Role::ALL[chance.usize(..5)],
        });
        for piece in others.collect::<Vec<_>>().into_iter().chain(kings) {
            let square = Square::ALL[chance.usize(..64)];
            if setup.board.king_of(!piece.color) != Some(square) {
                setup.board.set_piece_at(square, piece);
            }
        }
        if let Ok(position) = setup.position(CastlingMode::Standard) {
            return (position, Vec::new());
        }
    }
}
