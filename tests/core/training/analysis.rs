//! The course of short games whose turning points are known.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use rank_and_file_core::chess::{Action, Color, DrawRule, Game, read_fen};
use rank_and_file_core::engine::{Found, Line, Score, Searcher, Stop, Table};
use rank_and_file_core::training::analysis::{
    GameAnalysis, GameSummary, Judgment, Pass, game_accuracy, move_accuracy, side_accuracy,
    volatility,
};

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

fn reckoned(game: &Game) -> GameAnalysis {
    let mut course = GameAnalysis::new(game);
    course.reckon(&mut searcher(), 10_000, &Stop::default(), |_, _| {});
    assert_eq!(course.next(), None);
    course
}

#[test]
fn the_fool_is_blamed_for_the_mate() {
    let course = reckoned(&played("f3 e5 g4 Qh4#"));
    assert_eq!(course.plies(), 4);
    // The Laws know the end, and so does a search of one ply.
    assert_eq!(course.at(4).unwrap().score, Score::Mate(0));
    assert_eq!(course.at(3).unwrap().score, Score::Mate(1));
    assert_eq!((course.win(4), course.win(3)), (Some(0.0), Some(0.0)));
    assert_eq!(course.judgment(3), Some(Judgment::Blunder));
    assert_eq!((course.judgment(4), course.loss(4)), (None, Some(0.0)));
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
        .filter(|ply| course.judgment(*ply) == Some(Judgment::Blunder))
        .collect();
    assert_eq!(blunders, [8]);
    assert_eq!(course.count(Judgment::Blunder), 1);
    assert!(course.count(Judgment::Inaccuracy) >= course.count(Judgment::Mistake));
    assert!(course.loss(8).unwrap() > 30.0, "{:?}", course.loss(8));
    // The chances are White's in every position, no matter which side is to move.
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
    let course = GameAnalysis::new(&played(threefold));
    assert_eq!(course.at(8).unwrap().score, Score::Centipawns(0));
    assert_eq!(course.next(), Some(Pass::Glance(7)));
    let at = |fen: &str| Game::new(read_fen(fen).unwrap(), DrawRule::Unjudged);
    let stalemate = at("7k/8/6Q1/8/8/8/8/K7 w - - 0 1");
    let course = GameAnalysis::new(&play(stalemate, "Qf7"));
    assert_eq!(course.win(1), Some(50.0));
    let bare = GameAnalysis::new(&at("7k/8/8/8/8/8/8/K7 w - - 0 1"));
    assert_eq!((bare.win(0), bare.next()), (Some(50.0), None));
    // What players agree upon says nothing about the board.
    let mut resigned = played("e4");
    resigned.act(Action::Resign(Color::Black)).unwrap();
    assert!(GameAnalysis::new(&resigned).at(1).is_none());
}

#[test]
fn every_position_is_asked_about_with_all_that_went_before() {
    let start = read_fen("6k1/5ppp/8/8/8/8/q7/4Q2K w - - 0 1").unwrap();
    let game = play(Game::new(start, DrawRule::Automatic), "Kg1 Qb2 Kh1 Qa2 Kg1");
    let course = GameAnalysis::new(&game);
    let asked = course.question(Pass::Judge(5), 1);
    assert_eq!(asked.positions().len(), 6);
    assert_eq!(asked.position(), *game.position());
}

#[test]
fn it_is_seen_at_a_glance_first_and_what_is_known_is_final() {
    let game = played("e4 e5 Nf3 Nc6");
    let mut course = GameAnalysis::new(&game);
    let (stop, mut told) = (Stop::default(), Vec::new());
    course.reckon(&mut searcher(), 2_000, &stop, |course, pass| {
        told.push((pass, course.part()));
        if pass == Pass::Judge(2) {
            stop.stop();
        }
    });
    let passes: Vec<Pass> = told.iter().map(|(pass, _)| *pass).collect();
    let glances = (0..=4).rev().map(Pass::Glance);
    let all: Vec<Pass> = glances.chain([4, 3, 2].map(Pass::Judge)).collect();
    assert_eq!(passes, all);
    let parts: Vec<f64> = told.iter().map(|(_, part)| *part).collect();
    // The second look is the other half of the work.
    assert_eq!((parts[4], parts[7]), (0.0625, 0.325));
    assert!(parts.is_sorted(), "{parts:?}");
    assert_eq!(
        (course.next(), course.accuracy()),
        (Some(Pass::Judge(1)), None)
    );
    assert_eq!((course.loss(2), course.judgment(2)), (None, None));
    assert!(course.at(1).is_none() && course.likely(1).is_some());
    assert!(course.loss(3).is_some());
    let known = course.at(3).cloned();
    let three = Pass::Judge(3);
    assert!(!course.judge(three, &Found::default()), "nothing was found");
    let (mut other, asked) = (searcher(), course.question(Pass::Judge(1), 500));
    let (positions, stop) = (asked.positions(), Stop::default());
    let found = other.search(&positions, 1, asked.limits, stop.clone(), |_| {});
    assert!(course.judge(three, &found) && course.judge(Pass::Glance(3), &found));
    assert_eq!(course.at(3).cloned(), known);
    assert_eq!(course.likely(3), known.as_ref());
    course.reckon(&mut other, 2_000, &stop, |_, _| {});
    assert_eq!((course.next(), course.part()), (None, 1.0));
    assert!(course.accuracy().is_some());
}

#[test]
fn a_machine_that_stands_still_in_between_finds_the_same() {
    /// An hour passes between one look and the next.
    fn in_jumps() -> Instant {
        static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
        static LOOKS: AtomicU32 = AtomicU32::new(0);
        *BEGUN + Duration::from_secs(3_600) * LOOKS.fetch_add(1, Ordering::Relaxed)
    }
    let game = played("f3 e5 g4 Nc6 e4 Qh4+");
    let known = |mut searcher: Searcher| {
        let mut course = GameAnalysis::new(&game);
        course.reckon(&mut searcher, 5_000, &Stop::default(), |_, _| {});
        (0..=course.plies())
            .map(|ply| {
                course
                    .at(ply)
                    .map(|judged| (judged.score, judged.line.clone()))
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(known(searcher().by_clock(in_jumps)), known(searcher()));
}

#[test]
fn likely_turning_points_come_first_in_the_order_of_the_game() {
    // A knight is given away, and later a queen.
    let game = played("e4 e5 Nf3 Nc6 Nxe5 Nxe5 d4 Ng6 Bc4 Nf6 O-O Qe7 Re1 Qxe4 Rxe4+ Nxe4");
    let mut course = GameAnalysis::new(&game);
    let mut judged = Vec::new();
    course.reckon(&mut searcher(), 8_000, &Stop::default(), |_, pass| {
        judged.extend(match pass {
            Pass::Judge(ply) => Some(ply),
            Pass::Glance(_) | Pass::LookAgain(_) => None,
        });
    });
    assert_eq!(judged[..2], [5, 4], "{judged:?}");
    let queen = judged.iter().position(|ply| *ply == 14).unwrap();
    assert!(queen < 8, "{judged:?}");
    let all: Vec<usize> = (0..=course.plies()).collect();
    judged.sort_unstable();
    assert_eq!(judged, all, "each position is judged once");
    let points = course.turning_points(5);
    assert!(points.contains(&5) && points.contains(&14), "{points:?}");
}

#[test]
fn what_is_blamed_was_looked_at_twice() {
    let game = played("e4 e5 Nf3 Nc6 Nxe5 Nxe5 d4 Ng6 Bc4 Nf6 O-O Qe7 Re1 Qxe4 Rxe4+ Nxe4");
    let mut course = GameAnalysis::new(&game);
    let mut again = Vec::new();
    course.reckon(&mut searcher(), 4_000, &Stop::default(), |course, pass| {
        if let Pass::LookAgain(ply) = pass {
            assert!(course.part() < 1.0 || course.next().is_none());
            again.push(ply);
        }
    });
    let points = course.turning_points(8);
    assert!(!points.is_empty());
    for ply in points.iter().flat_map(|ply| [*ply, ply - 1]) {
        assert!(again.contains(&ply), "{ply} of {points:?} in {again:?}");
    }
    let count = again.len();
    again.sort_unstable();
    again.dedup();
    assert_eq!(again.len(), count, "each once");
    let asked = |pass| course.question(pass, 4_000).limits.nodes.unwrap();
    assert!(asked(Pass::LookAgain(3)) >= 4 * asked(Pass::Judge(3)));
}

#[test]
fn an_ending_of_kings_and_pawns_gets_more_nodes() {
    let nodes = |fen: &str| {
        let game = Game::new(read_fen(fen).unwrap(), DrawRule::Unjudged);
        let course = GameAnalysis::new(&game);
        course.question(Pass::Judge(0), 4_000).limits.nodes.unwrap()
    };
    let usual = nodes("4k3/8/8/3pr3/3PR3/8/8/4K3 w - - 0 1");
    assert_eq!(nodes("4k3/8/8/3p4/3P4/8/8/4K3 w - - 0 1"), 4 * usual);
}

#[test]
fn a_game_comes_down_to_something() {
    let summary = |game: &Game| {
        let course = reckoned(game);
        course.summary(game.outcome().unwrap())
    };
    let ended = |moves: &str, end: Action| {
        let mut game = played(moves);
        game.act(end).unwrap();
        game
    };
    assert_eq!(
        summary(&played("f3 e5 g4 Qh4#")),
        Some(GameSummary::Decided(3))
    );
    let resigned = |moves, side| summary(&ended(moves, Action::Resign(side)));
    assert_eq!(
        resigned("e4 e5", Color::White),
        Some(GameSummary::Undecided)
    );
    // Black has lost a queen.
    let queen = "e4 e5 Nf3 Nc6 Bc4 Qf6 d3 Qxf3 Qxf3 d6";
    assert_eq!(resigned(queen, Color::Black), Some(GameSummary::Decided(8)));
    let against = Some(GameSummary::ClearAtEnd(Color::White));
    assert_eq!(resigned(queen, Color::White), against);
    let agreed = |moves| {
        let mut game = ended(moves, Action::OfferDraw);
        game.act(Action::Accept).unwrap();
        summary(&game)
    };
    assert_eq!(agreed("e4 e5"), Some(GameSummary::Balanced));
    assert_eq!(agreed(queen), against);
    // White loses the queen as well.
    let queens = format!("{queen} Qf5 Bxf5 exf5 Nge7");
    assert_eq!(agreed(&queens), Some(GameSummary::LetGo(Color::White, 10)));
    let start = read_fen("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1").unwrap();
    let mut game = play(Game::new(start, DrawRule::Automatic), "Qa7");
    game.act(Action::Resign(Color::Black)).unwrap();
    assert_eq!(summary(&game), Some(GameSummary::AlwaysClear(Color::White)));
    let unknown = GameAnalysis::new(&game).summary(game.outcome().unwrap());
    assert_eq!(unknown, None);
}

/// The course of a game of four plies, by what each position is worth for White.
fn judged(game: &Game, scores: [i32; 5]) -> GameAnalysis {
    let mut course = GameAnalysis::new(game);
    for (ply, cp) in scores.into_iter().enumerate() {
        let score = Score::from_cp(if ply % 2 == 0 { cp } else { -cp });
        let lines = vec![Line {
            score,
            moves: Vec::new(),
        }];
        let found = Found {
            lines,
            ..Found::default()
        };
        assert!(course.judge(Pass::Judge(ply), &found));
    }
    course
}

#[test]
fn the_mistakes_of_a_person_come_before_those_of_a_program() {
    let course = judged(&played("e4 e5 Nf3 Nc6"), [0, 0, 500, 300, 300]);
    assert_eq!(course.turning_points(1), [2]);
    let course = course.for_person(Some(Color::White));
    assert_eq!(course.turning_points(1), [3]);
    assert_eq!(course.turning_points(2), [2, 3]);
}

/// As long as the loser can still lose something, nothing is decided.
#[test]
fn a_game_is_decided_where_the_loser_has_no_chances_left() {
    let mut game = played("e4 e5 Nf3 Nc6");
    game.act(Action::Resign(Color::Black)).unwrap();
    let summary = |scores| judged(&game, scores).summary(game.outcome().unwrap());
    assert!(Score::from_cp(400).win() < 85.0 && Score::from_cp(500).win() > 85.0);
    let clear = Some(GameSummary::ClearAtEnd(Color::White));
    assert_eq!(summary([0, 0, 400, 400, 400]), clear);
    let decided = |ply| Some(GameSummary::Decided(ply));
    assert_eq!(summary([0, 0, 400, 400, 600]), decided(4));
    assert_eq!(summary([0, 500, 400, 500, 600]), decided(3));
    let always = Some(GameSummary::AlwaysClear(Color::White));
    assert_eq!(summary([400, 400, 400, 500, 500]), always);
}

#[test]
fn a_game_without_moves_has_no_accuracy() {
    let accuracy = reckoned(&Game::default()).accuracy().unwrap();
    assert_eq!((accuracy.white, accuracy.black), (None, None));
}

#[test]
fn verdicts_and_accuracy_are_those_that_are_published() {
    for (loss, judgment) in [
        (4.9, None),
        (5.0, Some(Judgment::Inaccuracy)),
        (10.0, Some(Judgment::Mistake)),
        (15.0, Some(Judgment::Blunder)),
        (100.0, Some(Judgment::Blunder)),
    ] {
        assert_eq!(Judgment::of(loss), judgment, "{loss}");
    }
    // By hand: 103.1668 · e^(−0.2177) − 3.1669 + 1, and so on.
    for (loss, accuracy) in [
        (0.0, 100.0),
        (0.1, 100.0),
        (5.0, 80.82),
        (20.0, 41.02),
        (90.0, 0.0),
    ] {
        assert!((move_accuracy(loss) - accuracy).abs() < 0.05, "{loss}");
    }
}

#[test]
fn every_move_has_a_weight_from_a_window_in_the_game() {
    for positions in 0..200 {
        let chances: Vec<f64> = (0..positions)
            .map(|ply| f64::from(ply % 7) * 10.0)
            .collect();
        let weights = volatility(&chances);
        assert_eq!(weights.len(), chances.len().saturating_sub(1));
        assert!(weights.iter().all(|weight| (0.5..=12.0).contains(weight)));
    }
    assert_eq!(volatility(&[50.0, 50.0, 100.0, 100.0]), [0.5, 12.0, 0.5]);
}

/// The expected values come from a calculation of their own, by the published formula.
#[test]
fn a_game_is_as_accurate_as_by_the_published_formula() {
    let restless = (0..46).map(|ply| 50.0 + f64::from(ply * 37 % 23 - 11) * 1.7);
    for (chances, first, white, black) in [
        (
            vec![51.4, 52.0, 50.0, 55.0, 54.0, 40.0, 41.0, 70.0, 60.0],
            Color::White,
            83.864,
            99.443,
        ),
        (
            vec![50.0, 70.0, 60.0, 97.5, 97.5],
            Color::Black,
            73.141,
            26.736,
        ),
        (restless.collect(), Color::White, 67.640, 63.305),
        (vec![97.5, 20.0, 97.5, 2.5], Color::White, 0.919, 1.366),
    ] {
        let found = game_accuracy(&chances, first);
        for (found, wanted) in [(found.white, white), (found.black, black)] {
            assert!(
                (found.unwrap_or(-1.0) - wanted).abs() < 0.001,
                "{chances:?}: {found:?}"
            );
        }
    }
    let unplayed = game_accuracy(&[50.0], Color::White);
    assert_eq!((unplayed.white, unplayed.black), (None, None));
}

#[test]
fn one_bad_move_spoils_a_game() {
    assert_eq!(side_accuracy(&[]), None);
    assert_eq!(side_accuracy(&[(80.0, 0.5), (80.0, 12.0)]), Some(80.0));
    // Weighted (100 · 1 + 20 · 3) / 4 = 40, harmonic 2 / (1/100 + 1/20) = 33.3….
    let spoilt = side_accuracy(&[(100.0, 1.0), (20.0, 3.0)]).unwrap_or_default();
    assert!((spoilt - 36.666_666).abs() < 1e-3, "{spoilt}");
}
