//! What people play, and a player who does.

use std::collections::HashSet;

use rank_and_file_core::chess::{Chess, Position, read_fen, start_position};
use rank_and_file_core::engine::human::{Looker, Share, Situation, shares};
use rank_and_file_core::engine::{Limits, Searcher, Stop, Table};

/// The queen on g5 hangs.
const HANGS: &str = "rnb1kbnr/pppp1ppp/8/4p1q1/4P3/3P4/PPP2PPP/RNBQKBNR w KQkq - 1 3";
/// White mates on the back rank.
const MATES: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";

fn played(game: &[Chess], rating: u32) -> Vec<Share> {
    let situation = Situation::of(game).unwrap();
    shares(&mut Looker::default(), situation, rating)
}

fn share_of(shares: &[Share], uci: &str) -> f64 {
    let standard = shakmaty::CastlingMode::Standard;
    let found = shares
        .iter()
        .find(|share| share.mv.to_uci(standard).to_string() == uci);
    found.unwrap().share
}

/// The positions of a game that begins with these moves.
fn game(moves: &[&str]) -> Vec<Chess> {
    let mut positions = vec![start_position()];
    for word in moves {
        let mut next = positions.last().unwrap().clone();
        let mv = word.parse::<shakmaty::uci::UciMove>().unwrap();
        next.play_unchecked(mv.to_move(&next).unwrap());
        positions.push(next);
    }
    positions
}

#[test]
fn each_legal_move_has_its_share() {
    for fen in [HANGS, MATES, "7k/8/5K2/8/8/8/8/7R b - - 0 1"] {
        let position = read_fen(fen).unwrap();
        let shares = played(std::slice::from_ref(&position), 1_500);
        let moves: HashSet<_> = shares.iter().map(|share| share.mv).collect();
        assert_eq!(moves, position.legal_moves().into_iter().collect());
        let whole: f64 = shares.iter().map(|share| share.share).sum();
        assert!((whole - 1.0).abs() < 1e-9, "{whole}");
        assert!(shares.is_sorted_by(|one, other| one.share >= other.share));
    }
    let mated = read_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1").unwrap();
    let mut end = mated.clone();
    let mv = "d1d8".parse::<shakmaty::uci::UciMove>().unwrap();
    end.play_unchecked(mv.to_move(&mated).unwrap());
    assert!(played(&[end], 1_500).is_empty());
}

#[test]
fn people_see_what_is_plain_and_the_better_ones_more_often() {
    for (fen, best, least) in [(HANGS, "c1g5", 0.5), (MATES, "d1d8", 0.6)] {
        let position = [read_fen(fen).unwrap()];
        let [weak, strong] = [900, 2_000].map(|rating| share_of(&played(&position, rating), best));
        assert!(strong > weak && weak > least, "{fen}: {weak} and {strong}");
    }
    let first = played(&game(&[]), 1_500);
    assert!(share_of(&first, "e2e4") > 0.3 && share_of(&first, "a2a3") < 0.05);
}

#[test]
fn what_was_played_before_matters() {
    // A piece is taken back.
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6"];
    let game = game(&moves);
    let share = share_of(&played(&game, 1_500), "d7c6");
    let alone = share_of(&played(&game[game.len() - 1..], 1_500), "d7c6");
    assert!(
        share > 0.5 && (share - alone).abs() > 0.001,
        "{share} and {alone}"
    );
}

#[test]
fn both_colours_play_alike() {
    // The same position with the colours exchanged.
    let white = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4";
    let black = "rnbqk2r/pppp1ppp/5n2/2b1p3/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 0 4";
    let [white, black] = [white, black].map(|fen| {
        let shares = played(&[read_fen(fen).unwrap()], 1_700);
        let shares = shares
            .iter()
            .map(|share| (share.share * 1e6).round() as i64);
        shares.collect::<Vec<_>>()
    });
    assert_eq!(white, black);
}

#[test]
fn a_player_goes_its_own_way_in_each_game_but_plays_no_nonsense() {
    let chosen = |fen: &str, rating, seed| {
        let mut searcher = Searcher::new(Table::new(1).into());
        searcher.set_strength(Some((rating, seed)));
        let position = read_fen(fen).unwrap();
        let found = searcher.search(&[position], 1, Limits::default(), Stop::default(), |_| {});
        found.best().unwrap()
    };
    let opening = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let firsts: Vec<_> = (0..40).map(|seed| chosen(opening, 1_200, seed)).collect();
    assert_eq!(
        firsts,
        (0..40)
            .map(|seed| chosen(opening, 1_200, seed))
            .collect::<Vec<_>>()
    );
    let different: HashSet<_> = firsts.iter().collect();
    assert!((2..12).contains(&different.len()), "{different:?}");
    // A rook is not left standing by a strong player, who takes a queen that hangs.
    let taken = (0..20)
        .filter(|seed| chosen(HANGS, 2_000, *seed).is_capture())
        .count();
    assert!(taken >= 18, "{taken} of 20");
}
