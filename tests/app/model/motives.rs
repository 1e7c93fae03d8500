//! Why the computer has played a move of a game that is over: when that can be asked, and what is told.

use rank_and_file::model::{Game, Motives, Origin, Review};
use rank_and_file_core::chess::{self, Action, Color, DrawRule, read_fen};
use rank_and_file_core::record::log::{Header, Loaded};
use rank_and_file_core::record::study::Study;

use super::game_analysis::{part, seen};
use crate::desk::{START, until_at_last, with_main_loop};

/// Black gives a queen for a knight.
pub const QUEEN: &str = "e4 e5 Nf3 Nc6 Bc4 Qf6 d3 Qxf3 Qxf3 d6";

/// A game of these moves from a position that is over, with a computer of this name at the black pieces.
pub fn against(computer: &str, start: &str, moves: &str) -> Game {
    let mut header = Header::bare();
    header.white = "Ann".to_owned();
    *header.computers.get_mut(Color::Black) = computer.parse().ok();
    let mut rules = chess::Game::new(read_fen(start).unwrap(), DrawRule::Automatic);
    for san in moves.split_whitespace() {
        rules.act(Action::Write(san.to_owned())).unwrap();
    }
    rules.act(Action::Resign(Color::Black)).unwrap();
    Game::shown(
        Loaded::of(header, rules),
        Study::default(),
        None,
        Origin::File("one.pgn".into()),
    )
}

#[test]
fn the_computer_tells_what_draws_people_to_its_move() {
    with_main_loop(|| {
        let (game, motives) = (against("3", START, QUEEN), Motives::default());
        assert!(Motives::are_in(&game));
        for (ply, asks) in [(0, false), (7, false), (8, true), (9, false)] {
            game.viewer().set_ply(ply);
            assert_eq!(Motives::can_ask(&game), asks, "after {ply}");
        }
        assert!(!motives.ask(&game, None, false), "that was Ann's move");
        game.viewer().set_ply(8);
        assert!(motives.ask(&game, None, false));
        assert_eq!(game.status(), "Evaluating 4… Qxf3…");
        // Who has gone on is not told.
        game.viewer().set_ply(2);
        assert!(motives.ask(&game, None, false));
        let second = "would play 1… e5.";
        until_at_last("the second answer", || game.status().contains(second));
        let said = game.status();
        assert!(
            said.contains(" of 100 players rated 1070 would play 1… e5."),
            "{said}"
        );
        let heard = game.said().spoken().replace("1… Pawn to e5", "1… e5");
        assert_eq!(said, heard.replace("1… Pawn to e6", "1… e6"));
        game.viewer().set_ply(8);
        assert!(motives.ask(&game, None, false));
        let it = "would play 4… Qxf3. People play it because it captures a piece on f3";
        until_at_last("the answer", || game.status().contains(it));
        assert!(!game.status().contains("blunder"), "nothing is known yet");
        // It is told until another position is shown, or something else is asked for.
        game.viewer().toggle_motifs();
        assert!(!game.status().contains("would play"), "{}", game.status());
        game.viewer().set_ply(9);
        game.viewer().set_ply(8);
        assert!(game.viewer().pointed().is_none());
    });
}

#[test]
fn what_is_overlooked_is_told_but_not_to_who_looks_for_it() {
    with_main_loop(|| {
        let (game, motives) = (against("3", START, QUEEN), Motives::default());
        let course = seen(&game);
        until_at_last("all is known", || part(&course) >= 1.0);
        game.viewer().set_ply(8);
        assert!(motives.ask(&game, Some(&course), true));
        let blunder = "4… Qxf3: blunder.";
        until_at_last("the answer", || game.status().contains(blunder));
        let overlooked = "Players who choose it overlook the reply. The best answer is 5. Qxf3.";
        assert!(!game.status().contains("overlook"), "{}", game.status());
        assert!(game.viewer().pointed().unwrap().drawings.is_empty());
        assert!(motives.ask(&game, Some(&course), false));
        until_at_last("the whole answer", || game.status().contains(overlooked));
        assert_eq!(game.viewer().pointed().unwrap().drawings.len(), 1);
        // A good move is just told of.
        game.viewer().set_ply(2);
        assert!(motives.ask(&game, Some(&course), false));
        until_at_last("the answer", || game.status().contains("would play 1… e5."));
        assert!(!game.status().contains("overlook"));
        // A review begins with itself.
        let review = Review::of(&game, &course);
        assert!(!game.status().contains("would play"), "{}", game.status());
        review.end();
    });
}

#[test]
fn engines_and_people_are_not_asked() {
    with_main_loop(|| {
        for name in ["stockfish", ""] {
            let game = against(name, START, QUEEN);
            game.viewer().set_ply(8);
            assert!(
                !Motives::are_in(&game) && !Motives::can_ask(&game),
                "{name}"
            );
        }
    });
}
