//! The course of short games whose turns are known.

use std::sync::Arc;

use rank_and_file_core::engine::{
    Course, Found, Score, Searcher, Stop, Table, Verdict, move_accuracy,
};
use rank_and_file_core::rules::{Action, Color, DrawRule, Game, read_fen};

fn played(moves: &str) -> Game {
    play(Game::default(), moves)
}

fn play(mut game: Game, moves: &str) -> Game {
    for san in moves.split_whitespace() {
        game.act(Action::Write(san.to_owned())).expect(san);
    }
    game
}

fn searcher() -> Searcher {
    Searcher::new(Arc::new(Table::new(4)))
}

fn reckoned(game: &Game) -> Course {
    let mut course = Course::new(game);
    course.reckon(&mut searcher(), 10_000, &Stop::default(), |_, _| {});
    assert_eq!(course.next(), None);
    course
}

#[test]
fn the_fool_is_blamed_for_the_mate() {
    let course = reckoned(&played("f3 e5 g4 Qh4#"));
    assert_eq!(course.plies(), 4);
    // The Laws know the end, and so does whoever looks one move ahead.
    assert_eq!(course.at(4).unwrap().score, Score::Mate(0));
    assert_eq!(course.at(3).unwrap().score, Score::Mate(1));
    assert_eq!((course.win(4), course.win(3)), (Some(0.0), Some(0.0)));
    assert_eq!(course.verdict(3), Some(Verdict::Blunder));
    assert_eq!((course.verdict(4), course.loss(4)), (None, Some(0.0)));
    let accuracy = course.accuracy().unwrap();
    assert!(accuracy.white.unwrap() < 70.0, "{accuracy:?}");
    assert!(accuracy.black.unwrap() > 90.0, "{accuracy:?}");
}

#[test]
fn a_queen_that_is_given_away_is_a_blunder_and_nothing_else_is() {
    // Black takes the knight with a queen who is taken for it.
    let game = played("e4 e5 Nf3 Nc6 Bc4 Qf6 d3 Qxf3 Qxf3 d6");
    let course = reckoned(&game);
    let blunders: Vec<usize> = (0..=course.plies())
        .filter(|ply| course.verdict(*ply) == Some(Verdict::Blunder))
        .collect();
    assert_eq!(blunders, [8]);
    assert!(course.loss(8).unwrap() > 30.0, "{:?}", course.loss(8));
    // The chances are White's in every position, whoever is to move.
    assert!((9..=10).all(|ply| course.win(ply).unwrap() > 85.0));
    assert!((0..=6).all(|ply| (30.0..70.0).contains(&course.win(ply).unwrap())));
    assert_eq!(
        course.at(8).unwrap().line.first(),
        Some(&game.plies()[8].mv)
    );
    let accuracy = course.accuracy().unwrap();
    assert!(accuracy.white.unwrap() > accuracy.black.unwrap() + 10.0);
}

#[test]
fn nothing_is_looked_at_where_the_laws_have_the_last_word() {
    let threefold = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    let course = Course::new(&played(threefold));
    assert_eq!(course.at(8).unwrap().score, Score::Centipawns(0));
    assert_eq!(course.next(), Some(7));
    let at = |fen: &str| Game::new(read_fen(fen).unwrap(), DrawRule::Unjudged);
    let stalemate = at("7k/8/6Q1/8/8/8/8/K7 w - - 0 1");
    let course = Course::new(&play(stalemate, "Qf7"));
    assert_eq!(course.win(1), Some(50.0));
    let bare = Course::new(&at("7k/8/8/8/8/8/8/K7 w - - 0 1"));
    assert_eq!((bare.win(0), bare.next()), (Some(50.0), None));
    // What players agree upon says nothing about the board.
    let mut resigned = played("e4");
    resigned.act(Action::Resign(Color::Black)).unwrap();
    assert!(Course::new(&resigned).at(1).is_none());
}

#[test]
fn every_position_is_asked_about_with_all_that_went_before() {
    let start = read_fen("6k1/5ppp/8/8/8/8/q7/4Q2K w - - 0 1").unwrap();
    let game = play(Game::new(start, DrawRule::Automatic), "Kg1 Qb2 Kh1 Qa2 Kg1");
    let course = Course::new(&game);
    let asked = course.question(5, 1);
    assert_eq!(asked.positions().len(), 6);
    assert_eq!(asked.position(), *game.position());
}

#[test]
fn it_grows_from_the_end_and_what_is_known_is_final() {
    let game = played("e4 e5 Nf3 Nc6");
    let mut course = Course::new(&game);
    let (stop, mut told) = (Stop::default(), Vec::new());
    course.reckon(&mut searcher(), 2_000, &stop, |course, ply| {
        told.push((ply, course.part()));
        if ply == 2 {
            stop.stop();
        }
    });
    assert_eq!(told, [(4, 0.2), (3, 0.4), (2, 0.6)]);
    assert_eq!((course.next(), course.accuracy()), (Some(1), None));
    assert_eq!((course.loss(2), course.verdict(2)), (None, None));
    assert!(course.loss(3).is_some());
    let known = course.at(3).cloned();
    assert!(!course.judge(1, &Found::default()), "nothing was found");
    let (mut other, asked) = (searcher(), course.question(1, 500));
    let (positions, stop) = (asked.positions(), Stop::default());
    let found = other.search(&positions, 1, asked.limits, stop.clone(), |_| {});
    assert!(course.judge(3, &found));
    assert_eq!(course.at(3).cloned(), known);
    course.reckon(&mut other, 2_000, &stop, |_, _| {});
    assert_eq!((course.next(), course.part()), (None, 1.0));
    assert!(course.accuracy().is_some());
}

#[test]
fn a_game_without_moves_is_nobodys_fault() {
    let accuracy = reckoned(&Game::default()).accuracy().unwrap();
    assert_eq!((accuracy.white, accuracy.black), (None, None));
}

#[test]
fn verdicts_and_accuracy_are_those_that_are_published() {
    for (loss, verdict) in [
        (4.9, None),
        (5.0, Some(Verdict::Inaccuracy)),
        (10.0, Some(Verdict::Mistake)),
        (15.0, Some(Verdict::Blunder)),
        (100.0, Some(Verdict::Blunder)),
    ] {
        assert_eq!(Verdict::of(loss), verdict, "{loss}");
    }
    // By hand: 103.1668 · e^(−0.2177) − 3.1669, and so on.
    for (loss, accuracy) in [(0.0, 99.9999), (5.0, 79.82), (20.0, 40.02), (90.0, 0.0)] {
        assert!((move_accuracy(loss) - accuracy).abs() < 0.05, "{loss}");
    }
}
