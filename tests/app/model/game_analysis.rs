//! The course of the game that is reviewed: when it is analyzed, and when the analysis rests.

use gtk::prelude::*;
use rank_and_file::model::{Game, GameAnalysis, Settings};
use rank_and_file_core::chess::{Action, Color};

use crate::desk::{Games, START, play, until, until_at_last, until_freed, with_main_loop};

/// A game that is over, and in its file.
pub fn over(games: &Games, moves: &str) -> Game {
    played_out(games.begin(START), moves)
}

/// A game, once it is over.
pub fn played_out(game: Game, moves: &str) -> Game {
    play(&game, moves);
    if game.outcome().is_none() {
        game.act(Action::Resign(Color::White)).unwrap();
    }
    until("it is over and in its file", || game.can_be_studied());
    game
}

/// The course of a game that is shown.
pub fn seen(game: &Game) -> GameAnalysis {
    let course = GameAnalysis::new(&Settings::new());
    course.set_game(Some(game));
    course.set_seen(true);
    course.set_analysis_shown(true);
    course
}

pub fn part(course: &GameAnalysis) -> f64 {
    course.with(|known| known.part()).unwrap_or_default()
}

/// Waits until another game is looked through: by then, more would be known of any other that is not at rest.
fn another_is_looked_through(games: &Games) {
    let game = over(games, "d4 d5");
    let another = seen(&game);
    until_at_last("another is looked through", || part(&another) >= 1.0);
}

#[test]
fn a_game_that_is_over_is_looked_through_to_its_end() {
    with_main_loop(|| {
        let games = Games::new();
        let game = over(&games, "f3 e5 g4 Qh4#");
        let course = GameAnalysis::new(&Settings::new());
        course.set_game(Some(&game));
        course.set_seen(true);
        assert!(!course.shown(), "no one has asked for it");
        assert!(course.with(|_| ()).is_none());
        course.set_analysis_shown(true);
        assert!(course.shown());
        // The mate is known at once; the rest comes by and by.
        assert!(part(&course) >= 0.1);
        until_at_last("all is known", || part(&course) >= 1.0);
        let accuracy = course.with(|known| known.accuracy()).flatten().unwrap();
        assert!(accuracy.black > accuracy.white, "{accuracy:?}");
        // What is known stays known while it is not shown.
        course.set_analysis_shown(false);
        assert!(!course.shown());
        assert!(part(&course) >= 1.0);
        let weak = game.downgrade();
        course.set_game(None::<Game>);
        assert!(course.with(|_| ()).is_none());
        drop(game);
        until_freed("the game", &weak);
    });
}

#[test]
fn what_is_known_of_a_game_is_there_when_it_is_opened_again() {
    with_main_loop(|| {
        let games = Games::new();
        let [game, another] = ["f3 e5 g4 Qh4#", "e4 e5"].map(|moves| over(&games, moves));
        let course = seen(&game);
        until_at_last("all is known", || part(&course) >= 1.0);
        course.set_game(Some(&another));
        assert!(part(&course) < 1.0, "of another game that is not known");
        course.set_game(Some(&game));
        assert_eq!(part(&course), 1.0);
        let again = over(&games, "f3 e5 g4 Qh4#");
        course.set_game(Some(&again));
        assert_eq!(part(&course), 1.0, "the same moves are the same game");
        course.set_game(Some(&another));
        assert!(part(&course) < 1.0, "what was not all known is found anew");
    });
}

#[test]
fn a_game_that_is_played_is_not_looked_through() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        play(&game, "e4 e5");
        let course = seen(&game);
        assert!(!course.shown());
        assert!(course.with(|_| ()).is_none());
        game.act(Action::Resign(Color::White)).unwrap();
        until("it is over", || course.shown());
        until_at_last("something is known", || part(&course) > 0.0);
    });
}

#[test]
fn it_rests_while_it_is_not_shown_and_goes_on_where_it_was() {
    with_main_loop(|| {
        let games = Games::new();
        let game = over(&games, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5");
        let course = seen(&game);
        until_at_last("something is known", || part(&course) > 0.0);
        course.set_seen(false);
        // What is being asked is still answered.
        until_at_last("it rests", || !course.is_busy());
        let known = part(&course);
        assert!(known < 1.0);
        another_is_looked_through(&games);
        assert_eq!(part(&course), known);
        course.set_seen(true);
        until_at_last("it goes on", || part(&course) > known);
        course.set_allowed(false);
        assert!(!course.shown());
        until_at_last("it rests", || !course.is_busy());
        let known = part(&course);
        another_is_looked_through(&games);
        assert_eq!(part(&course), known);
    });
}

#[test]
fn a_review_says_the_same_however_the_analysis_before_was_interrupted() {
    with_main_loop(|| {
        let games = Games::new();
        let game = over(&games, "e4 e5 Nf3 f5 Nxe5 d6 Nc4 Nf6 Nc3 fxe4 d3 d5");
        let judged = |course: &GameAnalysis| {
            until_at_last("all is known", || part(course) >= 1.0);
            let all = course.with(|known| {
                let plies = 0..=known.plies();
                let judged = plies.map(|ply| known.at(ply).map(|at| (at.score, at.line.clone())));
                judged.collect::<Vec<_>>()
            });
            all.unwrap()
        };
        let at_once = seen(&game);
        at_once.set_reviewed(true);
        let at_once = judged(&at_once);
        let course = seen(&game);
        for least in [0.0, 0.02, 0.1] {
            until_at_last("more is known", || part(&course) > least);
            course.set_seen(false);
            until_at_last("it rests", || !course.is_busy());
            course.set_seen(true);
        }
        course.set_reviewed(true);
        assert_eq!(judged(&course), at_once);
    });
}
