//! Which position of a game is shown: back in it, in its side lines and ahead of them; and what belongs to that
//! position.

use rank_and_file::model::Navigation;
use rank_and_file::words;
use rank_and_file_core::chess::{Action, Color, Position};
use rank_and_file_core::record::study::{NodeId, StudyAction};

use super::game::{BLACK_BEGINS, count};
use super::position_analysis::{line, over};
use super::studying::write;
use crate::desk::{Games, START, play, until, with_main_loop};

#[test]
fn looking_back_changes_nothing_but_the_view() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        play(&game, "e4 e5 Nf3");
        let now = game.viewer().fen();
        let changed = count(&game, "changed");
        game.viewer().set_ply(1);
        assert!(!game.viewer().is_live() && game.viewer().fen() != now);
        assert_eq!(changed.get(), 1);
        game.viewer().set_ply(1);
        assert_eq!(changed.get(), 1, "nothing is different");
        game.viewer().set_ply(99);
        assert!(game.viewer().is_live() && game.viewer().fen() == now);
        // A move of the other side leads back to the present.
        game.viewer().set_ply(0);
        play(&game, "Nc6");
        assert!(game.viewer().is_live());
    });
}

/// After a takeback, a player who proposes a move sees it played from where the game stands now.
#[test]
fn what_is_looked_ahead_begins_where_the_game_stands() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        play(&game, "e4");
        game.viewer().look_ahead(&line(&game, "e5"), 1);
        game.act(Action::TakeBack(1)).unwrap();
        until("it is taken back", || game.ply() == 0);
        play(&game, "d4");
        game.viewer().look_ahead(&line(&game, "e5"), 1);
        let fen = game.viewer().fen();
        let expected = "rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR w";
        assert!(fen.starts_with(expected), "{fen}");
    });
}

#[test]
fn the_opening_is_that_of_the_position_that_is_shown() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        let name = || {
            game.viewer()
                .opening()
                .map(words::opening)
                .unwrap_or_default()
        };
        assert_eq!(name(), "");
        play(&game, "e4 e5 Nf3 Nc6 Bb5 h5");
        assert_eq!(name(), "C60 · Ruy Lopez");
        game.viewer().set_ply(2);
        assert_eq!(name(), "C20 · King's Pawn Game");
        game.viewer().set_ply(0);
        assert_eq!(name(), "");
        let elsewhere = games.begin(BLACK_BEGINS);
        play(&elsewhere, "e5 e4");
        assert_eq!(elsewhere.viewer().opening(), None);
    });
}

#[test]
fn ways_lead_through_the_tree_and_nowhere_else() {
    with_main_loop(|| {
        let games = Games::new();
        let game = over(&games, "e4 e5 Nf3");
        game.viewer().set_ply(1);
        write(&game, "c5 Nf3 d6");
        game.viewer().set_ply(1);
        write(&game, "e6");
        // Each way, and the move that is shown then; nothing where it leads nowhere.
        for (way, shown) in [
            (Navigation::NextLine, None),
            (Navigation::PreviousLine, Some("1… c5")),
            (Navigation::PreviousLine, Some("1… e5")),
            (Navigation::PreviousLine, None),
            (Navigation::Return, None),
            (Navigation::NextLine, Some("1… c5")),
            (Navigation::Last, Some("2… d6")),
            (Navigation::Last, None),
            (Navigation::Forward, None),
            (Navigation::Back, Some("2. Nf3")),
            (Navigation::Return, Some("1. e4")),
            (Navigation::Return, None),
            // The move after it has other lines.
            (Navigation::NextLine, Some("1… c5")),
            (Navigation::PreviousLine, Some("1… e5")),
            (Navigation::First, Some("")),
            (Navigation::Back, None),
            (Navigation::Last, Some("2. Nf3")),
            (Navigation::Forward, None),
        ] {
            assert_eq!(
                game.viewer().leads_to(way).is_some(),
                shown.is_some(),
                "{way:?}"
            );
            let before = game.viewer().node();
            game.viewer().navigate(way);
            match shown {
                None => assert_eq!(game.viewer().node(), before, "{way:?}"),
                Some("") => assert_eq!(game.viewer().node(), NodeId::Main(0)),
                Some(shown) => {
                    let after = game.viewer().with_shown_line(words::move_name);
                    assert_eq!(after.as_deref(), Some(shown), "{way:?}");
                }
            }
        }
        // What was taken on the way is that of the line.
        game.viewer().set_ply(1);
        write(&game, "d5 exd5 Qxd5");
        let captured = game.viewer().captured();
        let taken = [Color::White, Color::Black].map(|color| captured.side(color).len());
        assert_eq!(taken, [1, 1]);
        game.viewer().navigate(Navigation::Return);
        assert!(game.viewer().captured().side(Color::White).is_empty());
    });
}

#[test]
fn a_reader_looks_ahead_and_adds_nothing() {
    with_main_loop(|| {
        let games = Games::new();
        let game = over(&games, "e4 e5 Nf3");
        game.viewer().go_to(NodeId::Main(2));
        let moves = line(&game, "d4 exd4 Qxd4");
        game.viewer().look_ahead(&moves, 2);
        assert_eq!(game.viewer().ahead(), Some(2));
        assert_eq!(game.status(), "Looking ahead: after 2… exd4.");
        assert!(
            game.viewer()
                .fen()
                .starts_with("rnbqkbnr/pppp1ppp/8/8/3pP3/8/")
        );
        assert_eq!(game.viewer().node(), NodeId::Main(2));
        assert_eq!(game.viewer().node_position().fullmoves().get(), 2);
        for (way, ahead) in [
            (Navigation::Forward, Some(3)),
            (Navigation::Forward, Some(3)),
            (Navigation::Back, Some(2)),
            (Navigation::Back, Some(1)),
            (Navigation::Back, None),
            (Navigation::Back, None),
        ] {
            game.viewer().navigate(way);
            assert_eq!(game.viewer().ahead(), ahead, "{way:?}");
        }
        assert_eq!(
            game.viewer().node(),
            NodeId::Main(1),
            "the last step is one in the game"
        );
        game.viewer().navigate(Navigation::Forward);
        game.viewer().look_ahead(&moves, 9);
        assert_eq!(game.viewer().ahead(), Some(3), "there are no more");
        game.viewer().navigate(Navigation::Return);
        assert_eq!(
            (game.viewer().ahead(), game.viewer().node()),
            (None, NodeId::Main(2))
        );
        assert!(game.with_study(|study, _| study.is_empty()));
        // A line of another position cannot be walked here, and what is added ends looking ahead.
        game.viewer().go_to(NodeId::Main(0));
        game.viewer().look_ahead(&moves[1..], 1);
        assert_eq!(game.viewer().ahead(), None);
        game.viewer().go_to(NodeId::Main(2));
        game.viewer().look_ahead(&moves, 1);
        let at = game.viewer().node();
        game.annotate(StudyAction::AddLine { at, moves }).unwrap();
        assert_eq!(game.viewer().ahead(), None);
        assert_eq!(game.status(), "Variation: after 3. Qxd4.");
        game.annotate(StudyAction::Undo).unwrap();
        assert!(game.with_study(|study, _| study.is_empty()));
    });
}
