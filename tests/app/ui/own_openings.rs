//! What was played from the shown position, beside a game that is reviewed.

use std::cell::Cell;
use std::rc::Rc;

use gtk::prelude::*;
use rank_and_file::model::Game;
use rank_and_file::ui::OwnOpenings;
use rank_and_file_core::chess::{Action, Color};
use rank_and_file_core::record::study::NodeId;

use crate::desk::stage::{Message, Stage, assert_said, below, shown};
use crate::desk::{Games, START, play, until, until_freed, with_display};
use crate::model::saved_games::load;

use super::beside_the_board::texts_of;

/// The rows that can be seen: the move, the games, how they ended.
fn rows(panel: &OwnOpenings) -> Vec<String> {
    let rows = shown(panel, "RfOpeningRow");
    rows.iter().map(|row| texts_of(row).join(" ")).collect()
}

fn press(panel: &OwnOpenings, place: usize) {
    let row = shown(panel, "RfOpeningRow").remove(place);
    row.downcast::<gtk::Button>().unwrap().emit_clicked();
}

fn finished(games: &Games, moves: &str, loser: Color) -> Game {
    let game = games.begin(START);
    play(&game, moves);
    game.act(Action::Resign(loser)).unwrap();
    until("the game is over", || game.is_closed());
    game
}

fn panel(games: &Games) -> OwnOpenings {
    let panel: OwnOpenings = glib::Object::new();
    panel.set_games(&games.saved());
    panel
}

#[test]
fn moves_that_were_played_are_shown_told_and_played() {
    with_display(|| {
        let games = Games::new();
        finished(&games, "e4 e5 Nf3", Color::Black);
        finished(&games, "e4 c5", Color::White);
        finished(&games, "d4 d5", Color::White);
        let game = finished(&games, "e4 e5 Bc4", Color::White);
        let panel = panel(&games);
        let _stage = Stage::show(&panel, 300, 400);
        panel.set_game(Some(&game));
        until("no game goes on from the end", || {
            texts_of(&panel).contains(&"Only this game reached this position.".to_owned())
        });
        game.viewer().go_to(NodeId::Main(0));
        until("two moves", || {
            rows(&panel) == ["e4 3 1 – 0 – 2", "d4 1 0 – 0 – 1"]
        });
        let said = "Pawn to e4, 3 games, White won 1, 0 drawn, Black won 2";
        assert_said(&shown(&panel, "RfOpeningRow")[0], Message::Name, said);
        let all = "4 games: White won 1, 0 drawn, Black won 3".to_owned();
        assert!(texts_of(&panel).contains(&all));
        // A move of the game goes along it.
        press(&panel, 0);
        assert_eq!(game.viewer().node(), NodeId::Main(1));
        until("the answers", || {
            rows(&panel) == ["e5 2 1 – 0 – 1", "c5 1 0 – 0 – 1"]
        });
        // Another one begins a side line, and the answers follow it there.
        press(&panel, 1);
        assert!(
            matches!(game.viewer().node(), NodeId::Side(_)),
            "{:?}",
            game.viewer().node()
        );
        until("no saved game goes on from here", || {
            texts_of(&panel).contains(&"No saved game continues from here.".to_owned())
        });
        assert!(rows(&panel).is_empty());
        // What is kept of pressed rows keeps no game.
        let weak = game.downgrade();
        panel.set_game(None::<Game>);
        drop(game);
        until_freed("the game", &weak);
    });
}

#[test]
fn a_game_that_is_played_gets_no_help() {
    with_display(|| {
        let games = Games::new();
        finished(&games, "e4 e5", Color::White);
        let game = games.begin(START);
        let panel = panel(&games);
        let saved = games.saved();
        panel.set_games(&saved);
        let _stage = Stage::show(&panel, 300, 400);
        panel.set_game(Some(&game));
        for _ in 0..2 {
            // Had anything been asked, it would come between these two.
            load(&saved);
        }
        assert!(rows(&panel).is_empty());
        assert!(
            !games.root().join("games.index.recent").exists(),
            "nothing was asked"
        );
        game.act(Action::Resign(Color::White)).unwrap();
        until("the game is over", || !rows(&panel).is_empty());
    });
}

#[test]
fn the_games_that_count_are_chosen() {
    with_display(|| {
        let games = Games::new();
        finished(&games, "e4 e5", Color::White);
        let game = finished(&games, "d4 d5", Color::Black);
        game.viewer().go_to(NodeId::Main(0));
        let panel = panel(&games);
        let _stage = Stage::show(&panel, 300, 400);
        panel.set_game(Some(&game));
        until("both moves", || rows(&panel).len() == 2);
        // Ann has had White in both, and Ben Black.
        panel.set_player("Ann");
        panel
            .activate_action("openings.color", Some(&"white".to_variant()))
            .unwrap();
        until("both are hers", || rows(&panel).len() == 2);
        assert!(texts_of(&panel).contains(&"Ann with White · All Time".to_owned()));
        panel
            .activate_action("openings.color", Some(&"black".to_variant()))
            .unwrap();
        until("none is", || rows(&panel).is_empty());
        let none = "None of these games reached this position.".to_owned();
        assert!(texts_of(&panel).contains(&none));
        panel.set_player("");
        until("the games of all players are shown again", || {
            rows(&panel).len() == 2
        });
        panel
            .activate_action("openings.time", Some(&"quarter".to_variant()))
            .unwrap();
        until("they were played lately", || {
            texts_of(&panel).contains(&"Everybody · Last 3 Months".to_owned())
                && rows(&panel).len() == 2
        });
        // Where all of them are, is another page's business.
        let wanted = Rc::new(Cell::new(0));
        let count = wanted.clone();
        panel.connect_local("games-wanted", false, move |_| {
            count.set(count.get() + 1);
            None
        });
        let buttons = below(&panel, "GtkButton").into_iter();
        let buttons = buttons.filter_map(|button| button.downcast::<gtk::Button>().ok());
        let all = buttons.filter(|button| button.label().is_some());
        all.for_each(|button| button.emit_clicked());
        assert_eq!(wanted.get(), 1);
    });
}
