//! What the computer thinks of games that are over, and of no others.

use std::cell::Cell;
use std::fs;
use std::rc::Rc;
use std::time::Duration;

use gtk::prelude::*;
use rank_and_file::model::{
    AnalysisState, Analyzed, Game, Navigation, PositionAnalysis, Settings, preferences,
};
use rank_and_file_core::chess::{Action, Color, Move, Position, Reason, read_fen};
use rank_and_file_core::engine::Score;
use rank_and_file_core::record::study::NodeId;

use crate::desk::{Games, Haste, START, pass, play, settle, until, until_at_last, with_main_loop};
use crate::program::write_program;

/// A game that is over after these moves.
pub fn over(games: &Games, moves: &str) -> Game {
    let game = games.begin(START);
    play(&game, moves);
    if game.outcome().is_none() {
        game.act(Action::Resign(Color::Black)).unwrap();
    }
    until("it is over and in its file", || game.can_be_studied());
    game
}

fn analysis(game: &Game) -> PositionAnalysis {
    let analysis = PositionAnalysis::new(&Settings::new());
    analysis.set_game(Some(game));
    analysis.set_seen(true);
    analysis
}

/// What has been found in the position that is shown.
fn found(analysis: &PositionAnalysis) -> Option<Rc<Analyzed>> {
    let AnalysisState::Found(found) = analysis.insight() else {
        return None;
    };
    let shown = analysis.game()?.viewer().position();
    (found.position == shown).then_some(found)
}

/// Waits until something is found in another game, which is looked into after all that came before.
fn another_is_analyzed(games: &Games) {
    let game = over(games, "d4 d5");
    let another = analysis(&game);
    until_at_last("another is analyzed", || found(&another).is_some());
}

/// The moves of a line that is played from a node.
pub fn line(game: &Game, moves: &str) -> Vec<Move> {
    let mut there =
        game.with_study(|study, rules| study.game_at(rules, game.viewer().node()).unwrap());
    let before = there.plies().len();
    for san in moves.split_whitespace() {
        there.act(Action::Write(san.to_owned())).unwrap();
    }
    there.plies()[before..].iter().map(|ply| ply.mv).collect()
}

#[test]
fn the_position_of_the_reader_is_analyzed() {
    with_main_loop(|| {
        let games = Games::new();
        let game = over(&games, "e4 e5 Nf3 f6");
        let analysis = analysis(&game);
        until_at_last("three lines", || {
            found(&analysis).is_some_and(|found| found.found.lines.len() == 3)
        });
        let first = found(&analysis).unwrap();
        for line in &first.found.lines {
            let legal = first.position.legal_moves();
            assert!(legal.contains(&line.moves[0]));
        }
        game.viewer().go_to(NodeId::Main(1));
        assert!(found(&analysis).is_none(), "nothing is known of it yet");
        until_at_last("another position", || found(&analysis).is_some());
        analysis.set_lines(5);
        until_at_last("five lines", || {
            found(&analysis).is_some_and(|found| found.found.lines.len() == 5)
        });
        // A player who looks ahead has not gone elsewhere.
        game.viewer().look_ahead(&line(&game, "c5 Nf3"), 1);
        settle();
        assert!(matches!(analysis.insight(), AnalysisState::Found(_)));
        game.viewer().navigate(Navigation::Return);
        assert!(found(&analysis).is_some());
        analysis.set_seen(false);
        assert!(matches!(analysis.insight(), AnalysisState::None));
        another_is_analyzed(&games);
        assert!(
            matches!(analysis.insight(), AnalysisState::None),
            "it is over"
        );
        // The number is remembered.
        let next = PositionAnalysis::new(&Settings::new());
        assert_eq!(next.lines(), 5);
        next.set_lines(3);
    });
}

#[test]
fn the_reader_goes_first_and_then_others_do() {
    with_main_loop(|| {
        let _haste = Haste::times(5);
        let games = Games::new();
        let game = over(&games, "e4 e5 Nf3 f6");
        let analysis = analysis(&game);
        analysis.set_waits(true);
        until_at_last("the position is thought about", || analysis.hurries());
        until_at_last("something is found", || found(&analysis).is_some());
        until_at_last("it is the turn of others", || !analysis.hurries());
        let known = found(&analysis).expect("what was found is still known");
        another_is_analyzed(&games);
        assert!(Rc::ptr_eq(&known, &found(&analysis).unwrap()), "it waits");
        analysis.set_waits(false);
        until_at_last("it goes on", || {
            found(&analysis).is_some_and(|found| !Rc::ptr_eq(&known, &found))
        });
    });
}

/// Who hears that it goes first no longer sees nothing of the position that was left.
#[test]
fn what_was_found_ends_with_the_head_start() {
    with_main_loop(|| {
        let games = Games::new();
        let game = over(&games, "e4 e5 Nf3 f6");
        let analysis = analysis(&game);
        let stale = Rc::new(Cell::new(false));
        let seen = stale.clone();
        analysis.connect_hurries_notify(move |analysis| {
            let known = matches!(analysis.insight(), AnalysisState::Found(_));
            seen.set(seen.get() || known && found(analysis).is_none());
        });
        until_at_last("something is found", || found(&analysis).is_some());
        game.viewer().go_to(NodeId::Main(1));
        until_at_last("another position", || found(&analysis).is_some());
        assert!(!stale.get());
    });
}

/// An engine that has nothing to say until it is let.
const LATE: &str = "#!/bin/sh
while read -r word rest; do
  case $word in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go) while [ ! -e \"$0.let\" ]; do sleep 0.05; done
      echo 'info depth 1 score cp 3 pv a2a3'
      read -r stop
      echo bestmove a2a3 ;;
    quit) exit ;;
  esac
done
";

/// Others go on only when something is known, however long that takes.
#[test]
fn the_reader_goes_first_until_something_is_known() {
    with_main_loop(|| {
        let _haste = Haste::times(20);
        let games = Games::new();
        let game = over(&games, "e4 e5");
        let late = games.root().join("late");
        write_program(&late, LATE);
        let settings = Settings::new();
        settings.set(preferences::ENGINE, &late.display().to_string());
        let analysis = analysis(&game);
        analysis.set_waits(true);
        until_at_last("the position is thought about", || analysis.hurries());
        // Longer than its head start.
        pass(Duration::from_secs(3));
        assert!(analysis.hurries() && found(&analysis).is_none());
        fs::write(games.root().join("late.let"), "").unwrap();
        until_at_last("it is the turn of others", || !analysis.hurries());
        assert!(found(&analysis).is_some());
        settings.set(preferences::ENGINE, &String::new());
    });
}

#[test]
fn a_game_that_is_played_is_not_analyzed() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        play(&game, "e4 e5");
        let analysis = analysis(&game);
        another_is_analyzed(&games);
        assert!(matches!(analysis.insight(), AnalysisState::None));
        game.act(Action::Resign(Color::Black)).unwrap();
        until_at_last("it is over", || found(&analysis).is_some());
    });
}

#[test]
fn there_is_none_where_the_preferences_say_so() {
    with_main_loop(|| {
        let games = Games::new();
        let game = over(&games, "e4 e5");
        let settings = Settings::new();
        settings.set(preferences::ANALYSIS, &false);
        let analysis = analysis(&game);
        settle();
        assert!(matches!(analysis.insight(), AnalysisState::None));
        settings.set(preferences::ANALYSIS, &true);
        until_at_last("it is allowed", || found(&analysis).is_some());
    });
}

#[test]
fn ends_mates_and_other_beginnings() {
    with_main_loop(|| {
        let games = Games::new();
        let game = over(&games, "f3 e5 g4 Qh4#");
        let analysis = analysis(&game);
        let AnalysisState::End(end) = analysis.insight() else {
            panic!("{:?}", analysis.insight());
        };
        assert_eq!(
            (end.reason, end.winner),
            (Reason::Checkmate, Some(Color::Black))
        );
        // One move before, it is seen that it comes; the score is White's.
        game.viewer().go_to(NodeId::Main(3));
        until_at_last("the mate is seen", || {
            found(&analysis).is_some_and(|found| found.score() == Some(Score::Mate(-1)))
        });
        for fen in [
            // A position that was set up, one of Chess960, and one with a single move.
            "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
            "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1",
            "7k/8/8/8/8/8/r7/K7 w - - 0 1",
        ] {
            let set_up = Game::set_up(read_fen(fen).unwrap());
            analysis.set_game(Some(&set_up));
            until_at_last(fen, || found(&analysis).is_some());
        }
    });
}

#[test]
fn an_engine_that_fails_is_told_and_tried_again_on_request() {
    with_main_loop(|| {
        let games = Games::new();
        let game = over(&games, "e4 e5");
        let broken = games.root().join("broken");
        write_program(&broken, "#!/bin/sh\necho >> \"$0.starts\"\nexit 1\n");
        let starts = || {
            fs::read(games.root().join("broken.starts"))
                .unwrap_or_default()
                .len()
        };
        let settings = Settings::new();
        settings.set(preferences::ENGINE, &broken.display().to_string());
        let analysis = analysis(&game);
        let failed = |analysis: &PositionAnalysis| match analysis.insight() {
            AnalysisState::Failed(why) => why.contains("broken"),
            _ => false,
        };
        until_at_last("it is told", || failed(&analysis));
        let started = starts();
        assert!(started > 0);
        game.viewer().go_to(NodeId::Main(0));
        settle();
        assert!(failed(&analysis));
        assert_eq!(starts(), started, "it is not started at every move");
        analysis.try_again();
        assert!(matches!(analysis.insight(), AnalysisState::Awaited));
        until_at_last("it is told again", || failed(&analysis));
        assert!(starts() > started);
        settings.set(preferences::ENGINE, &String::new());
        until_at_last("the built-in one is asked", || found(&analysis).is_some());
    });
}

#[test]
fn an_analysis_is_freed_while_its_game_is_kept() {
    with_main_loop(|| {
        let games = Games::new();
        let game = over(&games, "e4 e5");
        let analysis = analysis(&game);
        until_at_last("something is found", || found(&analysis).is_some());
        let weak = analysis.downgrade();
        drop(analysis);
        until("the analysis is freed", || weak.upgrade().is_none());
    });
}
