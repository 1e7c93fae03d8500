//! What was played from a position, as windows ask for it.

use std::cell::RefCell;
use std::rc::Rc;

use rank_and_file::model::{ExplorerAnswer, GameSource, OpeningExplorer};
use rank_and_file_core::chess::{Chess, read_fen};
use rank_and_file_core::library::{GameFilter, PositionFilter, Query};

use crate::desk::{Games, START, play, until, with_main_loop};

const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

fn position(fen: &str) -> Chess {
    read_fen(fen).unwrap()
}

/// The moves of the answer with the number of games, and how many games there are; `None` where
/// nothing is known of this position.
fn known(exploration: &OpeningExplorer, fen: &str) -> Option<(Vec<(String, u32)>, u32)> {
    let ExplorerAnswer::Known(known) = exploration.answer() else {
        return None;
    };
    if known.0 != position(fen) {
        return None;
    }
    let moves = known.1.moves.iter();
    let moves = moves.map(|(ply, share)| (ply.san.to_string(), share.games));
    Some((moves.collect(), known.1.all.games))
}

fn moves(moves: &[(&str, u32)]) -> Vec<(String, u32)> {
    let owned = moves.iter().map(|(san, games)| ((*san).to_owned(), *games));
    owned.collect()
}

#[test]
fn positions_are_read_at_the_first_question_and_followed_from_then_on() {
    with_main_loop(|| {
        let games = Games::new();
        for line in ["e4 e5", "e4 c5", "d4", "e4 e5 f4"] {
            play(&games.begin(START), line);
        }
        let saved = games.saved();
        assert!(!games.root().join("games.index.recent").exists());
        let exploration = OpeningExplorer::new(&saved);
        assert!(matches!(exploration.answer(), ExplorerAnswer::None));
        exploration.ask(position(START), GameFilter::default());
        assert!(matches!(exploration.answer(), ExplorerAnswer::Reading(_)));
        let wanted = (moves(&[("e4", 3), ("d4", 1)]), 4);
        until("the answer", || {
            known(&exploration, START).as_ref() == Some(&wanted)
        });
        // What is played meanwhile counts, too.
        play(&games.begin(START), "d4 d5");
        let wanted = (moves(&[("e4", 3), ("d4", 2)]), 5);
        until("the new game counts", || {
            known(&exploration, START).as_ref() == Some(&wanted)
        });
        let ann = GameFilter {
            player: Some("Nobody".to_owned()),
            ..GameFilter::default()
        };
        exploration.ask(position(START), ann);
        until("the player has no games", || {
            known(&exploration, START) == Some((vec![], 0))
        });
    });
}

#[test]
fn of_many_questions_the_last_is_answered() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        play(&game, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6");
        let saved = games.saved();
        let exploration = OpeningExplorer::new(&saved);
        exploration.ask(position(START), GameFilter::default());
        until("the games are read", || {
            known(&exploration, START).is_some()
        });
        let told = Rc::new(RefCell::new(Vec::new()));
        let (tell, weak) = (told.clone(), exploration.clone());
        exploration.connect_answered(move |_| {
            if let ExplorerAnswer::Known(known) = weak.answer() {
                tell.borrow_mut().push(known.0.clone());
            }
        });
        // A key is held down: the player does not wait for an answer.
        let positions: Vec<Chess> = (0..=8)
            .cycle()
            .take(100)
            .map(|ply| game.with_game(|rules| rules.position_at(ply).clone()))
            .collect();
        for position in &positions {
            exploration.ask(position.clone(), GameFilter::default());
        }
        let last = positions.last().unwrap();
        until("the last is answered", || {
            told.borrow().last() == Some(last)
        });
        assert_eq!(
            *told.borrow(),
            std::slice::from_ref(last),
            "what is stale is dropped"
        );
        // A follower that has gone is told nothing.
        exploration.ask(positions[3].clone(), GameFilter::default());
        exploration.rest();
        let another = OpeningExplorer::new(&saved);
        for position in &positions[..2] {
            another.ask(position.clone(), GameFilter::default());
            until(
                "another is answered, and then once more",
                || matches!(another.answer(), ExplorerAnswer::Known(known) if known.0 == *position),
            );
        }
        assert_eq!(told.borrow().len(), 1);
    });
}

#[test]
fn the_games_that_reached_a_position_are_found_with_their_ply() {
    with_main_loop(|| {
        let games = Games::new();
        let through = games.begin(START);
        play(&through, "e4 e5");
        play(&games.begin(START), "d4 d5");
        let saved = games.saved();
        let reached = Rc::new(RefCell::new(None));
        let (found, asked) = (reached.clone(), saved.clone());
        let exploration = OpeningExplorer::new(&saved);
        exploration.ask(position(START), GameFilter::default());
        until("the games are read", || saved.explorer().is_some());
        glib::spawn_future_local(async move {
            let filter = PositionFilter::new(position(AFTER_E4), None);
            found.replace(GameSource::from(&asked).reached(filter).await);
        });
        until("they are found", || reached.borrow().is_some());
        let reached = reached.take().unwrap().unwrap();
        let all = saved.found(&Query::default(), usize::MAX).into_iter();
        let plies = all.filter_map(|game| Some((game.id(), reached.ply_of(&game.id())?)));
        assert_eq!(plies.collect::<Vec<_>>(), [(through.id(), 1)]);
    });
}
