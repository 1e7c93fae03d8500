//! The observable game: what is shown is saved, faults of the disk are told and survived, and a game that was left is
//! opened again as it was.

use std::cell::{Cell, RefCell};
use std::fs;
use std::io;
use std::path::Path;
use std::rc::Rc;

use gtk::prelude::*;
use rank_and_file::model::{Game, Opened, Origin};
use rank_and_file_core::chess::{
    Action, Color, Event, Game as Rules, Offer, Outcome, Reason, Refusal, Square,
};
use rank_and_file_core::library::{OpenedFile, open_file};
use rank_and_file_core::record::log::{Appender, Header, OpenError, read};
use rank_and_file_core::record::pgn;

use crate::pgn_text::only;

use crate::desk::{Games, START, play, row, rows, square, until, until_freed, with_main_loop};

pub const BLACK_BEGINS: &str = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 7";

/// Counts a signal.
pub fn count(game: &Game, signal: &str) -> Rc<Cell<u32>> {
    let count = Rc::new(Cell::new(0));
    let counted = count.clone();
    game.connect_local(signal, false, move |_| {
        counted.set(counted.get() + 1);
        None
    });
    count
}

/// Leaves a game and waits until its file is free.
pub fn leave(game: Game) {
    let weak = game.downgrade();
    drop(game);
    until_freed("the game", &weak);
}

pub fn open(path: &Path) -> Opened {
    let id = path.file_stem().unwrap().to_string_lossy().into_owned();
    Game::opened(&id, Appender::open(path))
}

#[track_caller]
pub fn ready(opened: Opened) -> Game {
    match opened {
        Opened::Ready(game) => game,
        Opened::ReadOnly(game) => panic!("read only: {}", game.trouble()),
        Opened::Failed(why) => panic!("{why}"),
    }
}

#[track_caller]
fn read_only(opened: Opened) -> Game {
    match opened {
        Opened::ReadOnly(game) => game,
        Opened::Ready(game) => panic!("it can be continued: {}", game.status()),
        Opened::Failed(why) => panic!("{why}"),
    }
}

/// A game that is only looked at refuses everything and leaves its file alone.
fn assert_only_looked_at(game: &Game) {
    assert!(game.read_only() && game.is_closed() && !game.is_unsaved());
    let refused = count(game, "refused");
    let (ply, fen) = (game.ply(), game.viewer().fen());
    for action in [
        Action::Write("a3".to_owned()),
        Action::Resign(Color::White),
        Action::OfferDraw,
        Action::TakeBack(1),
    ] {
        assert_eq!(game.act(action), Err(Refusal::GameOver));
        assert_eq!(game.status(), game.trouble());
    }
    assert_eq!(refused.get(), 4);
    // What is played afterwards in another game is shown by now.
    play(&Games::new().begin(START), "a3");
    assert_eq!((game.ply(), game.viewer().fen()), (ply, fen));
    game.viewer().set_ply(0);
    assert!(game.viewer().ply() == 0 && (ply == 0 || !game.viewer().is_live()));
    game.viewer().set_ply(u32::MAX);
    assert_eq!(game.viewer().ply(), ply);
}

#[test]
fn a_ply_is_shown_only_once_it_is_in_the_file() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        let path = games.path_of(&game);
        let seen = Rc::new(RefCell::new(Vec::new()));
        let told = seen.clone();
        game.connect_local("moved", false, move |values| {
            let game: Game = values[0].get().unwrap();
            let ply: u32 = values[1].get().unwrap();
            let saved = read(&path).unwrap().game.plies().len() == ply as usize;
            told.borrow_mut().push((ply, saved || game.pending()));
            None
        });
        for (number, san) in ["e4", "e5", "Nf3", "Nc6", "Bb5"].into_iter().enumerate() {
            let before = (game.ply(), game.viewer().fen());
            game.act(Action::Write(san.to_owned())).unwrap();
            assert_eq!(
                (game.ply(), game.viewer().fen()),
                before,
                "{san} is not saved yet"
            );
            until(san, || game.ply() as usize == number + 1 && !game.pending());
        }
        let told = [1, 2, 3, 4, 5].map(|ply| (ply, true));
        assert_eq!(*seen.borrow(), told, "in the file, or said not to be");
        assert!(game.trouble().is_empty() && !game.is_unsaved());
    });
}

/// A move that is played before a takeback is shown stands on the scoresheet once.
#[test]
fn a_takeback_that_is_shown_late_shows_no_move_twice() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        play(&game, "e4 e5 Nf3");
        let happened = count(&game, "happened");
        game.act(Action::TakeBack(1)).unwrap();
        game.act(Action::Write("Bc4".to_owned())).unwrap();
        until("both are shown", || happened.get() == 2);
        assert_eq!(rows(&game), [row(1, "e4", "e5"), row(2, "Bc4", "")]);
    });
}

/// A player who comes back to a game in check is told so, though no move has just been played.
#[test]
fn a_game_that_is_resumed_in_check_says_so() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        play(&game, "e4 e5 f4 Qh4");
        let path = games.path_of(&game);
        leave(game);
        assert_eq!(ready(open(&path)).status(), "Ann to move, in check.");
    });
}

/// Who sees the board sees where a piece may go; who hears it is told.
#[test]
fn a_selection_is_shown_in_fewer_words_than_are_spoken() {
    with_main_loop(|| {
        let game = Game::without_log(Header::bare(), Rules::default());
        game.tell_selection(Some(Square::E2), true);
        assert_eq!(game.status(), "e2, white pawn: selected.");
        assert_eq!(game.said().spoken(), "e2, white pawn: can move to e3, e4.");
        game.tell_selection(None, true);
        assert_eq!(game.status(), "White to move.");
        assert_eq!(game.said().spoken(), game.status());
        leave(game);
    });
}

/// A game without a log, such as that of a lesson, waits for no file and misses none.
#[test]
fn a_game_that_is_not_kept_is_shown_at_once() {
    with_main_loop(|| {
        let game = Game::without_log(Header::bare(), Rules::default());
        assert_eq!(game.status(), "White to move.");
        let moved = count(&game, "moved");
        game.act(Action::Write("e4".to_owned())).unwrap();
        assert_eq!((game.ply(), moved.get()), (1, 1));
        assert_eq!(game.status(), "Pawn to e4. Black to move.");
        assert!(!game.is_unsaved() && game.trouble().is_empty());
        leave(game);
    });
}

#[test]
fn what_happens_is_told() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        let signals = ["moved", "refused", "offered", "ended"];
        let counts = signals.map(|signal| count(&game, signal));
        let told = || counts.each_ref().map(|count| count.get());
        play(&game, "e4");
        assert_eq!(told(), [1, 0, 0, 0]);
        let (from, to) = (square("e7"), square("e2"));
        let wrong = Action::Move {
            from,
            to,
            promotion: None,
        };
        let refusal = game.act(wrong).unwrap_err();
        assert_eq!(game.refusal(), Some(refusal));
        assert_eq!(told(), [1, 1, 0, 0]);
        game.clear_refusal();
        assert_eq!(game.refusal(), None);
        assert!(game.status().contains("Ben"), "{}", game.status());
        play(&game, "e5");
        game.act(Action::OfferDraw).unwrap();
        until("the offer", || told() == [2, 1, 1, 0]);
        assert_eq!(game.result(), "*");
        game.act(Action::Accept).unwrap();
        until("the end", || told() == [2, 1, 1, 1]);
        assert_eq!(game.result(), "1/2-1/2");
        assert!(game.is_closed());
        assert_eq!(game.act(Action::OfferDraw), Err(Refusal::GameOver));
    });
}

#[test]
fn every_event_is_told_when_it_is_shown_and_nothing_else_is() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        assert_eq!(game.happened(), None);
        let seen = Rc::new(RefCell::new(Vec::new()));
        let told = seen.clone();
        game.connect_local("happened", false, move |values| {
            let game: Game = values[0].get().unwrap();
            told.borrow_mut()
                .push((game.happened().unwrap(), game.ply()));
            None
        });
        let moved = Event::Moved {
            declined: None,
            ended: None,
        };
        play(&game, "e4 e5");
        game.viewer().set_ply(0);
        game.act(Action::Write("Ke5".to_owned())).unwrap_err();
        let plies = 1;
        game.act(Action::ProposeTakeback(plies)).unwrap();
        game.act(Action::Accept).unwrap();
        game.act(Action::Resign(Color::Black)).unwrap();
        until("all is shown", || seen.borrow().len() == 5);
        let asked = Offer::Takeback {
            by: Color::Black,
            plies,
        };
        let resigned = Outcome::win(Color::White, Reason::Resignation);
        assert_eq!(
            *seen.borrow(),
            [
                (moved.clone(), 1),
                (moved, 2),
                (Event::Offered(asked), 2),
                (Event::TakenBack(plies), 1),
                (Event::Ended(resigned), 1),
            ]
        );
    });
}

#[test]
fn a_folder_that_fails_is_told_and_the_game_goes_on() {
    with_main_loop(|| {
        let games = Games::new();
        // A file stands where the folder should be.
        let blocked = games.folder().path().to_owned();
        fs::write(&blocked, "in the way").unwrap();
        let game = games.begin(START);
        until("the trouble is told", || !game.trouble().is_empty());
        assert!(game.is_unsaved() && !game.is_closed());
        play(&game, "e4 e5 Nf3");
        assert!(game.is_unsaved());
        assert_eq!(rows(&game), [row(1, "e4", "e5"), row(2, "Nf3", "")]);
        // The folder can be made again; a button tries once more.
        fs::remove_file(&blocked).unwrap();
        assert!(game.is_unsaved());
        game.save_again();
        until("all is saved", || game.trouble().is_empty());
        let loaded = read(&games.path_of(&game)).unwrap();
        assert_eq!((loaded.fault, loaded.game.plies().len()), (None, 3));
        // And what comes then is saved as if nothing had been.
        play(&game, "Nc6");
        let loaded = read(&games.path_of(&game)).unwrap();
        assert_eq!((loaded.fault, loaded.game.plies().len()), (None, 4));
    });
}

#[test]
fn what_others_do_to_the_file_is_told_until_it_is_read() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        play(&game, "e4");
        let path = games.path_of(&game);
        let whole = fs::read(&path).unwrap();
        fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        play(&game, "e5");
        let aside = || game.notice().contains(".fenlog.damaged-1");
        until("it is told", aside);
        play(&game, "Nf3");
        assert!(aside(), "the next move does not replace it");
        assert!(!game.status().contains("damaged"));
        game.dismiss_notice();
        assert!(game.notice().is_empty());
        fs::remove_file(&path).unwrap();
        fs::write(&path, "another file").unwrap();
        play(&game, "Nc6");
        until("it is told", || game.notice().contains("-2.fenlog"));
        assert!(game.trouble().is_empty());
    });
}

#[test]
fn a_folder_that_heals_is_noticed_at_the_next_ply() {
    with_main_loop(|| {
        let games = Games::new();
        let blocked = games.folder().path().to_owned();
        fs::write(&blocked, "in the way").unwrap();
        let game = games.begin(START);
        play(&game, "d4");
        until("the trouble is told", || game.is_unsaved());
        fs::remove_file(&blocked).unwrap();
        play(&game, "d5");
        until("all is saved", || !game.is_unsaved());
        let loaded = read(&games.path_of(&game)).unwrap();
        assert_eq!(loaded.game.plies().len(), 2);
    });
}

#[test]
fn a_game_that_was_left_is_the_same_when_opened_again() {
    with_main_loop(|| {
        for (fen, moves) in [
            (START, "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O"),
            (BLACK_BEGINS, "e5 e4 d5 exd5"),
            (START, ""),
        ] {
            let games = Games::new();
            let game = games.begin(fen);
            play(&game, moves);
            let path = games.path_of(&game);
            until("the game is in the file", || {
                read(&path).is_ok_and(|there| there.fault.is_none())
            });
            let seen = |game: &Game| {
                let header = game.header().clone();
                (
                    game.id(),
                    game.ply(),
                    game.viewer().fen(),
                    rows(game),
                    header,
                )
            };
            let mut before = seen(&game);
            leave(game);
            let again = ready(open(&path));
            // Times are kept in whole seconds.
            before.4.started = again.header().started;
            assert_eq!(seen(&again), before);
            assert!(!again.is_closed() && again.trouble().is_empty());
            let turn = again.with_game(|rules| rules.turn());
            assert!(again.status().contains(turn.fold_wb("Ann", "Ben")));
            // It goes on in the same file.
            let legal = again.with_game(|rules| rules.legal_plies()[0].san.to_string());
            play(&again, &legal);
            // A ply is shown after a while, also where the disk has not taken it yet.
            until("the ply is in the file", || {
                read(&path).unwrap().game.plies().len() == again.ply() as usize
            });
            assert_eq!(games.folder().entries().unwrap().len(), 1);
        }
    });
}

#[test]
fn what_was_added_to_a_game_goes_out_with_it() {
    with_main_loop(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("one.pgn");
        let text = "[Result \"0-1\"]\n\n1. f3 {weak} (1. e4 e5) 1... e5 2. g4 Qh4# 0-1\n";
        fs::write(&path, text).unwrap();
        let Ok(OpenedFile::Game(loaded, study, _)) = open_file(&path) else {
            panic!("there is a game");
        };
        let game = Game::shown(*loaded, study, None, Origin::File(path));
        assert!(game.from_file());
        assert!(game.pgn().contains("1. f3 {weak} (1. e4 e5) 1... e5"));
    });
}

#[test]
fn a_game_that_is_shown_up_to_a_bad_move_says_which_that_is() {
    with_main_loop(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("one.pgn");
        fs::write(&path, "1. e4 e5 2. Ke3 d6 1-0\n").unwrap();
        let Ok(OpenedFile::Game(loaded, study, fault)) = open_file(&path) else {
            panic!("there is a game");
        };
        let game = Game::shown(*loaded, study, fault.as_ref(), Origin::File(path));
        let trouble = game.trouble();
        assert!(trouble.starts_with("2. Ke3 cannot be played."), "{trouble}");
        assert!(
            trouble.ends_with("not among your saved games."),
            "{trouble}"
        );
        assert_eq!(game.ply(), 2);
    });
}

#[test]
fn a_finished_game_is_opened_to_be_looked_through() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        play(&game, "f3 e5 g4 Qh4#");
        assert!(game.is_closed());
        let (path, status) = (games.path_of(&game), game.status());
        leave(game);
        let again = ready(open(&path));
        assert_eq!((again.result().as_str(), again.ply()), ("0-1", 4));
        assert!(again.is_closed() && !again.read_only(), "{status}");
        let bytes = fs::read(&path).unwrap();
        let moved = again.act(Action::Write("a3".to_owned()));
        assert_eq!(moved, Err(Refusal::GameOver));
        again.viewer().set_ply(1);
        assert!(again.status().contains("f3"), "{}", again.status());
        // What is played afterwards in another game is in its file by now.
        play(&games.begin(START), "a3");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    });
}

/// What goes out of the window says of the end what its log says.
#[test]
fn a_game_goes_out_with_the_end_that_it_had() {
    with_main_loop(|| {
        let games = Games::new();
        let header = r#"# {"rank-and-file":1,"white":"Ann","black":"Ben","tags":{"Termination":"Abandoned"}}"#;
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let ended = r##"# {"result":"1-0","reason":"other","ended":null}"##;
        fs::create_dir_all(games.folder().path()).unwrap();
        let path = games.folder().path().join("a.fenlog");
        for (end, wanted) in [(ended, "Abandoned"), ("", "normal")] {
            fs::write(&path, format!("{header}\n{start}\n{end}\n")).unwrap();
            let game = ready(open(&path));
            assert!(pgn::write(&game.loaded()).contains("[Termination \"Abandoned\"]"));
            if game.outcome().is_none() {
                play(&game, "f3 e5 g4 Qh4#");
            }
            let live = pgn::write(&game.loaded());
            assert!(
                live.contains(&format!("[Termination \"{wanted}\"]")),
                "{live}"
            );
            assert_eq!(live, pgn::write(&read(&path).unwrap()));
            leave(game);
        }
    });
}

#[test]
fn whether_a_game_has_ended_here_is_told_by_its_log() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        assert!(!game.has_ended_here());
        play(&game, "f3 e5 g4 Qh4#");
        assert!(game.has_ended_here());
        let path = games.path_of(&game);
        leave(game);
        assert!(ready(open(&path)).has_ended_here());
        let record = |moves: &str| {
            let text = format!("[Event \"World Cup\"]\n\n{moves}\n");
            let path = games
                .folder()
                .path()
                .join("20130506T120000Z-00000001.fenlog");
            fs::write(&path, only(&text).0.log).unwrap();
            ready(open(&path))
        };
        let mated = record("1. f3 e5 2. g4 Qh4# 0-1");
        assert!(mated.outcome().is_some() && !mated.has_ended_here());
        let resigned = record("1. e4 1-0");
        assert!(resigned.outcome().is_some() && !resigned.has_ended_here());
        // The players who go on with a game from elsewhere sit here.
        let left = record("1. e4 *");
        left.act(Action::Resign(Color::Black)).unwrap();
        until("the game is over", || left.outcome().is_some());
        assert!(left.has_ended_here());
        // Where the first position is over, nothing has ended.
        let over = games.begin("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
        assert!(over.outcome().is_some() && !over.has_ended_here());
    });
}

#[test]
fn a_game_that_is_open_elsewhere_is_only_looked_at() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        play(&game, "e4");
        let path = games.path_of(&game);
        let second = read_only(open(&path));
        assert!(!second.trouble().is_empty());
        assert_eq!(second.viewer().fen(), game.viewer().fen());
        assert_only_looked_at(&second);
        let released = Rc::new(Cell::new(0));
        let told = released.clone();
        second.await_release(&path, move |_| told.set(told.get() + 1));
        // The first one is not disturbed.
        play(&game, "e5");
        assert_eq!(read(&path).unwrap().game.plies().len(), 2);
        assert_eq!(released.get(), 0);
        leave(game);
        until("that is heard", || released.get() == 1);
        ready(open(&path));
    });
}

#[test]
fn a_faulty_log_is_shown_up_to_its_last_good_line() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        play(&game, "e4 e5");
        let path = games.path_of(&game);
        leave(game);
        let mut text = fs::read_to_string(&path).unwrap();
        text += "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
        fs::write(&path, &text).unwrap();
        let faulty = read_only(open(&path));
        let line = text.lines().count().to_string();
        assert!(faulty.trouble().contains(&line), "{}", faulty.trouble());
        assert_eq!(faulty.ply(), 2);
        assert_only_looked_at(&faulty);
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    });
}

#[test]
fn a_log_that_cannot_be_written_is_only_looked_at() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        play(&game, "e4");
        let path = games.path_of(&game);
        leave(game);
        // The administrator may write everything, so the error is handed in.
        let loaded = Box::new(read(&path).unwrap());
        let error = io::Error::from(io::ErrorKind::PermissionDenied);
        let shown = read_only(Game::opened("id", Err(OpenError::ReadOnly(loaded, error))));
        assert!(!shown.trouble().is_empty());
        assert_eq!(shown.ply(), 1);
        assert_only_looked_at(&shown);
    });
}

#[test]
fn what_is_no_log_is_not_opened() {
    with_main_loop(|| {
        let games = Games::new();
        for path in [games.root(), games.root().join("none.fenlog")] {
            match open(&path) {
                Opened::Failed(why) => assert!(!why.is_empty()),
                Opened::Ready(_) | Opened::ReadOnly(_) => panic!("{path:?} was opened"),
            }
        }
    });
}

#[test]
fn a_torn_line_is_told_and_the_game_goes_on() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        play(&game, "e4 e5");
        let path = games.path_of(&game);
        leave(game);
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, &whole[..whole.len() - 20]).unwrap();
        let mended = ready(open(&path));
        assert_eq!(mended.ply(), 1);
        let plain = "Ben to move.";
        assert!(mended.status().len() > plain.len(), "{}", mended.status());
        play(&mended, "c5");
        let loaded = read(&path).unwrap();
        assert_eq!((loaded.fault, loaded.game.plies().len()), (None, 2));
    });
}

#[test]
fn the_scoresheet_of_a_game_that_begins_with_black() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(BLACK_BEGINS);
        assert_eq!(rows(&game), []);
        play(&game, "e5");
        assert_eq!(rows(&game), [row(7, "", "e5")]);
        play(&game, "e4 d5 exd5");
        let expected = [row(7, "", "e5"), row(8, "e4", "d5"), row(9, "exd5", "")];
        assert_eq!(rows(&game), expected);
    });
}

#[test]
fn what_is_taken_back_leaves_the_scoresheet_but_not_the_file() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        play(&game, "e4 e5 Nf3");
        let take_back = |plies: usize, left: u32| {
            game.act(Action::ProposeTakeback(plies)).unwrap();
            game.act(Action::Accept).unwrap();
            until("it is taken back", || game.ply() == left);
            assert_eq!(game.viewer().ply(), left);
        };
        take_back(1, 2);
        assert_eq!(rows(&game), [row(1, "e4", "e5")]);
        take_back(2, 0);
        assert_eq!(rows(&game), []);
        play(&game, "d4");
        assert_eq!(rows(&game), [row(1, "d4", "")]);
        let text = fs::read_to_string(games.path_of(&game)).unwrap();
        let positions = text.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(positions, 5, "no line is lost");
    });
}

#[test]
fn a_game_that_does_not_begin_as_usual_says_how_it_stands() {
    with_main_loop(|| {
        let games = Games::new();
        for (fen, said) in [
            (
                START,
                "Welcome. Ann plays White and moves first, Ben plays Black.",
            ),
            ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "Welcome. Ben to move."),
            (
                "4k3/4r3/8/8/8/8/8/3QK3 w - - 0 1",
                "Welcome. Ann to move, in check.",
            ),
        ] {
            assert_eq!(games.begin(fen).status(), said);
        }
        let drawn = games.begin("4k3/8/8/8/8/8/8/4K3 w - - 0 1").status();
        assert!(
            drawn.starts_with("Welcome. ") && drawn.ends_with("Draw."),
            "{drawn}"
        );
    });
}

/// A kill gives back at most the second that was begun.
#[test]
fn a_running_clock_is_written_at_each_of_its_seconds() {
    with_main_loop(|| {
        let games = Games::new();
        let header = r#"# {"rank-and-file":1,"white":"Ann","black":"Ben","time_control":"60"}"#;
        fs::create_dir_all(games.folder().path()).unwrap();
        let path = games.folder().path().join("a.fenlog");
        fs::write(&path, format!("{header}\n{START}\n")).unwrap();
        let game = ready(open(&path));
        game.act(Action::Write("e4".to_owned())).unwrap();
        let seconds = || -> Vec<u64> {
            let log = fs::read_to_string(&path).unwrap();
            let records = log.lines().filter_map(|line| {
                let left = line.strip_prefix("# {\"clock\":{\"white_ms\":60000,\"black_ms\":")?;
                left.strip_suffix("}}")?.parse::<u64>().ok()
            });
            records.map(|left| left.div_ceil(1000)).collect()
        };
        until("two seconds are written", || seconds().len() > 2);
        let written = seconds();
        assert_eq!(written[0], 60, "the move is written with the clocks");
        assert!(written.is_sorted_by(|a, b| a > b), "{written:?}");
        assert!(!game.is_unsaved() && !game.pending());
        // A kill leaves just that; the clocks stand where the last record says.
        let left = read(&path).unwrap().game.clocks_left().unwrap();
        assert!(seconds().contains(&left.black.div_ceil(1000)), "{left:?}");
    });
}

#[test]
fn who_looks_at_the_first_position_sees_the_clocks_full() {
    with_main_loop(|| {
        let games = Games::new();
        let header = r#"# {"rank-and-file":1,"white":"Ann","black":"Ben","time_control":"60"}"#;
        let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let clocks = r#"# {"clock":{"white_ms":41000,"black_ms":52000}}"#;
        let end = r#"# {"result":"1-0","reason":"resignation"}"#;
        fs::create_dir_all(games.folder().path()).unwrap();
        let path = games.folder().path().join("a.fenlog");
        fs::write(
            &path,
            format!("{header}\n{START}\n{after}\n{clocks}\n{end}\n"),
        )
        .unwrap();
        let game = ready(open(&path));
        let left = || {
            let left = game.clocks_left().unwrap();
            (left.white, left.black)
        };
        assert_eq!(left(), (41_000, 52_000));
        game.viewer().set_ply(0);
        assert_eq!(left(), (60_000, 60_000));
    });
}

/// As a program for syncing brings what was played on another computer, while nothing is played here.
#[test]
fn a_game_that_goes_on_elsewhere_goes_on_here() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        play(&game, "e4");
        let path = games.path_of(&game);
        let continued = count(&game, "continued");
        let here = fs::read_to_string(&path).unwrap();
        // The lists are behind: there is nothing new in the file.
        game.look_at_file(Some(0));
        play(&game, "e5");
        assert_eq!(continued.get(), 0);
        let mut there = fs::read_to_string(&path).unwrap();
        assert!(there.len() > here.len());
        there += "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n";
        let new = path.with_extension("tmp");
        fs::write(&new, &there).unwrap();
        fs::rename(&new, &path).unwrap();
        game.look_at_file(Some(game.fingerprint()));
        game.look_at_file(Some(0));
        until("it is told", || continued.get() == 1);
        let again = ready(open(&path));
        assert_eq!(again.ply(), 3);
        leave(game);
        assert_eq!(fs::read_to_string(&path).unwrap(), there);
        play(&again, "Nc6");
        assert!(fs::read_to_string(&path).unwrap().starts_with(&there));
        leave(again);
    });
}
