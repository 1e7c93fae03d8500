//! Help while a game is played: tips, warnings, and moves that are held back.

use std::fs;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use rank_and_file::model::Game;
use rank_and_file_core::chess::{
    Action, DrawRule, Help, Refusal, Square, read_fen, start_position,
};
use rank_and_file_core::record::log::{Header, read};

use super::game::count;
use crate::desk::{Games, Haste, pass, play, settle, square, until, with_main_loop};
use crate::saved::WHITE;

/// The knight can attack the king and the rook, and would be lost on f6.
const FORK: &str = "r3k3/6pp/8/3N4/8/8/6PP/4K3 w - - 0 1";

fn header() -> Header {
    Header::new("Ann", "Ben", Timestamp::now(), DrawRule::Automatic)
}

fn begin(games: &Games, header: Header, fen: &str) -> Game {
    Game::begin(&games.folder(), header, read_fen(fen).unwrap())
}

/// The move of a hand.
fn hand(game: &Game, from: &str, to: &str) {
    let (from, to) = (square(from), square(to));
    let promotion = None;
    let action = Action::Move {
        from,
        to,
        promotion,
    };
    game.play(action).unwrap();
}

fn helped(game: &Game) -> (u32, u32) {
    let helped = game.with_game(rank_and_file_core::chess::Game::helped);
    (helped.white, helped.black)
}

/// Where arrows begin and end, and circles.
fn pointed_at(game: &Game) -> Vec<String> {
    let pointed_at = game.pointed_at().into_iter();
    pointed_at
        .map(|drawing| format!("{}{}", drawing.from, drawing.to))
        .collect()
}

#[test]
fn tips_come_one_after_the_other_and_are_counted() {
    with_main_loop(|| {
        let games = Games::new();
        let tips = Header {
            tips: WHITE,
            ..header()
        };
        let game = begin(&games, tips, FORK);
        assert!(game.may_ask_for_tip());
        game.ask_for_tip();
        until("the first tip", || {
            game.status() == "There is something to win. Theme: Fork."
        });
        assert_eq!((helped(&game), pointed_at(&game)), ((1, 0), Vec::new()));
        game.ask_for_tip();
        assert_eq!(game.status(), "Move this piece: knight on d5.");
        assert_eq!(
            (helped(&game), pointed_at(&game)),
            ((2, 0), vec!["d5d5".to_owned()])
        );
        for _ in 0..2 {
            game.ask_for_tip();
            let said = game.status();
            assert!(
                said.starts_with("Play Nc7+. The knight on c7 attacks "),
                "{said}"
            );
            assert!(said.ends_with(" This wins a rook for a knight."), "{said}");
            assert_eq!(
                (helped(&game), pointed_at(&game)),
                ((3, 0), vec!["d5c7".to_owned()])
            );
        }
        // It is gone with the position, and Black gets none.
        play(&game, "Nc7+");
        assert!(pointed_at(&game).is_empty() && !game.may_ask_for_tip());
        game.ask_for_tip();
        assert_eq!(helped(&game), (3, 0));
        let (log, path) = (
            "\"helped\":\"white\",\"with\":\"tip\",\"step\":",
            games.path_of(&game),
        );
        until("the log has them", || {
            fs::read_to_string(&path).unwrap().matches(log).count() == 3
        });
        assert_eq!(read(&path).unwrap().game.helped().white, 3);
    });
}

#[test]
fn where_nothing_is_won_a_tip_says_so_and_what_could_be_better() {
    with_main_loop(|| {
        let tips = Header {
            tips: WHITE,
            ..header()
        };
        let game = Game::without_log(tips.clone(), tips.new_game(start_position()));
        game.ask_for_tip();
        until("an honest answer", || {
            game.status().starts_with("No winning move found. ")
        });
        assert_eq!((helped(&game), pointed_at(&game).len()), ((1, 0), 0));
        game.ask_for_tip();
        assert!(
            game.status().starts_with("Move this piece: "),
            "{}",
            game.status()
        );
        assert_eq!((helped(&game), pointed_at(&game).len()), ((2, 0), 1));
        let game = Game::without_log(header(), header().new_game(start_position()));
        game.ask_for_tip();
        assert_eq!(
            game.act(Action::Help(
                rank_and_file_core::chess::Color::White,
                Help::Tip(1)
            )),
            Err(Refusal::NotAgreed)
        );
        assert!(!game.may_ask_for_tip());
        assert_eq!(helped(&game), (0, 0));
    });
}

/// A player who is warned hears what is proven to be threatened, sees it, and is counted as helped.
#[test]
fn a_player_with_warnings_is_told_what_is_threatened() {
    with_main_loop(|| {
        let warned = Header {
            warnings: WHITE,
            ..header()
        };
        let game = Game::without_log(warned.clone(), warned.new_game(start_position()));
        let said = "Ben threatens cxb5. Undefended: bishop on b5.";
        for san in ["e4", "d5", "Bb5+", "c6"] {
            assert!(game.attacked().is_empty() && !game.status().contains(said));
            game.act(Action::Write(san.to_owned())).unwrap();
        }
        until("the bishop is in danger", || {
            game.attacked() == [Square::B5]
        });
        assert_eq!(game.status(), format!("Pawn to c6. Ann to move. {said}"));
        let heard = "Ben threatens Pawn captures on b5. Undefended: bishop on b5.";
        assert_eq!(game.said().spoken(), heard, "all else has been heard");
        assert_eq!(
            (helped(&game), pointed_at(&game)),
            ((1, 0), vec!["c6b5".to_owned()])
        );
        game.viewer().set_ply(3);
        assert!(game.attacked().is_empty() && pointed_at(&game).is_empty());
        game.viewer().set_ply(4);
        assert_eq!(game.attacked(), [Square::B5]);
        game.tell_selection(None, true);
        assert_eq!(game.status(), format!("Ann to move. {said}"));
        game.act(Action::Write("Be2".to_owned())).unwrap();
        assert!(game.attacked().is_empty() && pointed_at(&game).is_empty());
    });
}

#[test]
fn a_move_that_simply_loses_something_is_held_back_once() {
    with_main_loop(|| {
        let games = Games::new();
        let guarded = Header {
            guard: WHITE,
            ..header()
        };
        let game = begin(&games, guarded, FORK);
        let refused = count(&game, "refused");
        hand(&game, "d5", "f6");
        until("it is held back", || refused.get() == 1);
        assert!(matches!(game.refusal(), Some(Refusal::Guarded { .. })));
        assert_eq!(game.tried(), Some((Square::D5, Square::F6)));
        let said = "Nf6+ allows gxf6. Undefended: knight on f6. Play Nf6+ again to confirm.";
        assert_eq!(
            (game.status(), game.refusal_said()),
            (said.to_owned(), Some(said.to_owned()))
        );
        assert_eq!((game.ply(), helped(&game)), (0, (1, 0)));
        // Another move is looked at for itself; what is no move is refused as ever.
        hand(&game, "h2", "h3");
        until("a quiet move is played", || game.ply() == 1);
        // Black has no guard.
        hand(&game, "g7", "g6");
        until("Black moves", || game.ply() == 2);
        hand(&game, "d5", "e7");
        until("it is held back again, elsewhere", || refused.get() == 2);
        hand(&game, "d5", "e7");
        until("who insists plays it", || game.ply() == 3);
        assert_eq!(helped(&game), (2, 0));
        let log = fs::read_to_string(games.path_of(&game)).unwrap();
        let guard = log
            .matches("# {\"helped\":\"white\",\"with\":\"guard\"}\n")
            .count();
        let insisted = log.matches("# {\"insisted\":\"white\"}\n").count();
        assert_eq!((guard, insisted), (2, 1), "{log}");
    });
}

/// A player who has gone on to another move does not play the one before.
#[test]
fn a_move_that_waits_gives_way_to_the_next() {
    with_main_loop(|| {
        let guarded = Header {
            guard: WHITE,
            ..header()
        };
        let game = Game::without_log(guarded.clone(), guarded.new_game(read_fen(FORK).unwrap()));
        let refused = count(&game, "refused");
        hand(&game, "d5", "f6");
        hand(&game, "h2", "h4");
        until("the second move is played", || game.ply() == 1);
        settle();
        assert_eq!((refused.get(), helped(&game)), (0, (0, 0)));
        let played = game.with_game(|rules| rules.plies()[0].san.to_string());
        assert_eq!(played, "h4");
    });
}

/// The marks of a refusal do not stay for ever; what was said does.
#[test]
fn the_marks_of_a_refusal_fade_and_its_words_stay() {
    with_main_loop(|| {
        let _haste = Haste::times(100);
        let game = Game::without_log(header(), header().new_game(start_position()));
        let refuse = |san: &str| game.act(Action::Write(san.to_owned())).unwrap_err();
        let why = refuse("e5");
        assert_eq!(game.refusal(), Some(why));
        let said = game.status();
        pass(Duration::from_secs(11));
        assert_eq!(
            (game.refusal(), game.tried(), game.status()),
            (None, None, said)
        );
        // Another one has its own time: it does not go with the one before, four seconds later.
        refuse("e5");
        pass(Duration::from_secs(6));
        let begun = Instant::now();
        refuse("d5");
        until("it fades", || game.refusal().is_none());
        assert!(begun.elapsed() * 100 > Duration::from_secs(7));
        // A key takes it away.
        refuse("d5");
        game.fade_refusal();
        assert_eq!(game.refusal(), None);
        game.clear_refusal();
        assert_eq!(game.status(), "Ann to move.");
    });
}
