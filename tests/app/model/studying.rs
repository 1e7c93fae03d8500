//! Adding to a game that is over: who may, what is shown, and what lies beside its log afterwards.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use gtk::gio;
use gtk::prelude::*;
use rank_and_file::model::{Game, Navigation, Opened, Origin, Source};
use rank_and_file_core::chess::{Action, Color, Refusal, read_fen};
use rank_and_file_core::library::{OpenedFile, StudyFile, open_file};
use rank_and_file_core::record::log::{Appender, LogEntry};
use rank_and_file_core::record::study::{Glyph, NodeId, StudyAction, StudyRefusal};

use super::game::{count, leave};
use super::saved_games::load;
use crate::desk::{Games, Haste, START, pass, play, square, until, with_main_loop};

/// By then, lists have been told of what has changed.
const LISTS_ARE_TOLD: Duration = Duration::from_secs(1);

/// A game of three plies that Black has resigned, and its log.
fn over(games: &Games) -> (Game, PathBuf) {
    let game = games.begin(START);
    play(&game, "e4 e5 Nf3");
    game.act(Action::Resign(Color::Black)).unwrap();
    until("it is over and in its file", || game.can_be_studied());
    let path = games.path_of(&game);
    (game, path)
}

/// The game of a log as the window opens it.
fn open(path: &Path) -> Game {
    let id = path.file_stem().unwrap().to_string_lossy().into_owned();
    let opened = Appender::open(path);
    let loaded = match &opened {
        Ok((loaded, _)) => loaded,
        Err(error) => error.loaded().unwrap(),
    };
    let entry = LogEntry {
        id: id.clone(),
        path: path.to_owned(),
    };
    let (file, study) = StudyFile::read(entry, &loaded.game);
    match Game::opened(&id, opened) {
        Opened::Ready(game) | Opened::ReadOnly(game) => game.studied(study.unwrap()).keeping(file),
        Opened::Failed(why) => panic!("{why}"),
    }
}

/// Plays moves with the hand.
pub fn write(game: &Game, moves: &str) {
    for san in moves.split_whitespace() {
        game.play(Action::Write(san.to_owned())).expect(san);
    }
}

/// What lies beside a log: the moves, on one line.
fn noted(log: &Path) -> String {
    let text = fs::read_to_string(log.with_extension("pgn")).unwrap_or_default();
    let moves = text.split("\n\n").nth(1).unwrap_or_default();
    moves.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn kept(game: &Game, log: &Path, wanted: &str) {
    until("it is saved", || !game.pending() && !game.is_unsaved());
    assert_eq!(noted(log), wanted);
}

/// Waits until all who watch a folder have heard of what has happened in it.
fn all_is_heard_of(folder: &Path) {
    let last = folder.join("last");
    let heard = Rc::new(Cell::new(false));
    let (hears, name) = (heard.clone(), last.clone());
    let monitor = gio::File::for_path(folder)
        .monitor_directory(gio::FileMonitorFlags::WATCH_MOVES, gio::Cancellable::NONE)
        .unwrap();
    monitor.connect_changed(move |_, file, _, _| {
        if file.path().as_ref() == Some(&name) {
            hears.set(true);
        }
    });
    fs::write(last, "").unwrap();
    until("all is heard of", || heard.get());
}

#[test]
fn a_side_line_is_played_saved_undone_and_the_log_stays_as_it_is() {
    with_main_loop(|| {
        let games = Games::new();
        let (game, log) = over(&games);
        let bytes = fs::read(&log).unwrap();
        let (happened, studied) = (count(&game, "happened"), count(&game, "studied"));
        game.viewer().set_ply(1);
        write(&game, "c5");
        assert!(
            game.pending(),
            "what is shown before it is in its file is said to be on its way"
        );
        assert_eq!(game.status(), "Variation: after 1… c5.");
        assert_eq!(
            game.said().spoken(),
            "Variation: after 1… Pawn to c5, instead of 1… Pawn to e5."
        );
        assert!(matches!(game.viewer().node(), NodeId::Side(_)) && game.viewer().ply() == 1);
        kept(&game, &log, "1. e4 e5 (1... c5) 2. Nf3 1-0");
        // What is there is walked along.
        game.viewer().set_ply(0);
        write(&game, "e4 c5");
        assert_eq!((happened.get(), studied.get()), (3, 1));
        assert!(!game.pending());
        // What is refused is told as in play.
        let refused = count(&game, "refused");
        let why = game.play(Action::Write("Ke3".to_owned())).unwrap_err();
        let StudyRefusal::Move(why) = why else {
            panic!("{why}")
        };
        assert_eq!((game.refusal(), refused.get()), (Some(why), 1));
        let mv = Action::Move {
            from: square("e4"),
            to: square("e6"),
            promotion: None,
        };
        assert!(game.play(mv).is_err());
        assert_eq!(game.tried(), Some((square("e4"), square("e6"))));
        write(&game, "Nf3 d6");
        kept(&game, &log, "1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 1-0");
        assert_eq!(
            game.viewer().opening().map(|opening| opening.eco),
            Some("B50")
        );
        for _ in 0..3 {
            game.annotate(StudyAction::Undo).unwrap();
        }
        until("it is saved", || !game.pending());
        assert!(!log.with_extension("pgn").exists());
        assert_eq!(game.viewer().node(), NodeId::Main(1));
        assert_eq!(fs::read(&log).unwrap(), bytes);
        assert_eq!((game.ply(), game.result().as_str()), (3, "1-0"));
    });
}

#[test]
fn what_is_added_is_there_again_and_leaves_the_lists_alone() {
    with_main_loop(|| {
        let games = Games::new();
        let (game, log) = over(&games);
        leave(game);
        let saved = games.saved();
        let _haste = Haste::times(100);
        load(&saved);
        pass(LISTS_ARE_TOLD);
        let told = Rc::new(Cell::new(0));
        let counted = told.clone();
        saved.connect_changed(move |_| counted.set(counted.get() + 1));
        let bytes = fs::read(&log).unwrap();
        let game = open(&log);
        write(&game, "Nc6 Bb5");
        game.annotate(StudyAction::SetComment(
            game.viewer().node(),
            "Spanish".to_owned(),
        ))
        .unwrap();
        game.annotate(StudyAction::ToggleGlyph(NodeId::Main(3), Glyph(1)))
            .unwrap();
        kept(&game, &log, "1. e4 e5 2. Nf3 $1 Nc6 3. Bb5 {Spanish} 1-0");
        leave(game);
        all_is_heard_of(games.folder().path());
        pass(LISTS_ARE_TOLD);
        until("the librarian has done all before", || {
            saved.explorer().is_some()
        });
        pass(LISTS_ARE_TOLD);
        assert_eq!(
            told.get(),
            0,
            "nothing about the game has changed for the lists"
        );
        let again = open(&log);
        assert!(again.can_be_studied());
        again.viewer().navigate(Navigation::Forward);
        assert_eq!(
            again.said().spoken(),
            "Variation: after 2… Knight to c6, where the game has ended."
        );
        again.viewer().navigate(Navigation::Last);
        assert_eq!(again.status(), "Variation: after 3. Bb5.");
        assert!(
            again.said().spoken().ends_with(" Spanish"),
            "{}",
            again.said().spoken()
        );
        again.viewer().navigate(Navigation::Return);
        assert!(
            again.said().spoken().ends_with(" good move."),
            "{}",
            again.said().spoken()
        );
        assert_eq!(fs::read(&log).unwrap(), bytes);
    });
}

#[test]
fn nothing_is_added_to_a_game_that_is_played_or_is_not_ones_own() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        play(&game, "e4 e5");
        assert!(!game.can_be_studied());
        assert_eq!(game.viewer().leads_to(Navigation::Forward), None);
        game.viewer().set_ply(1);
        assert_eq!(
            game.viewer().leads_to(Navigation::Return),
            Some(NodeId::Main(2))
        );
        game.viewer().navigate(Navigation::Return);
        write(&game, "Nf3");
        until("the hand plays on", || game.ply() == 3);
        let log = games.path_of(&game);
        let elsewhere = open(&log);
        assert!(elsewhere.read_only() && !elsewhere.can_be_studied());
        assert_eq!(
            elsewhere.play(Action::Write("Nc6".to_owned())),
            Err(Refusal::GameOver.into())
        );
        assert_eq!(elsewhere.status(), elsewhere.trouble());

        let path = games.root().join("one.pgn");
        fs::write(&path, "1. f3 (1. e4 e5) 1... e5 2. g4 Qh4# 0-1\n").unwrap();
        let Ok(OpenedFile::Game(loaded, study, _)) = open_file(&path) else {
            panic!("there is a game");
        };
        let opened = Game::shown(*loaded, study, None, Origin::File(path.clone()));
        opened.viewer().set_ply(1);
        opened.viewer().navigate(Navigation::NextLine);
        assert_eq!(opened.status(), "Variation: after 1. e4.");
        fs::write(&path, "1. f3 (1. e4 e5) 1... e5 *\n").unwrap();
        let Ok(OpenedFile::Game(loaded, study, _)) = open_file(&path) else {
            panic!("there is a game");
        };
        let opened = Game::shown(*loaded, study, None, Origin::File(path));
        assert!(!opened.can_be_studied());
        assert!(opened.play(Action::Write("a3".to_owned())).is_err());
        assert_eq!(opened.status(), "Import this game to continue it.");
    });
}

/// What is only looked at is found again among the saved games once it has been imported.
#[test]
fn the_copy_of_an_opened_game_is_found() {
    with_main_loop(|| {
        let games = Games::new();
        let path = games.root().join("one.pgn");
        let text =
            "[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n1. e4 (1. d4 d5) 1... e5 1-0\n";
        fs::write(&path, text).unwrap();
        let Ok(OpenedFile::Game(loaded, study, _)) = open_file(&path) else {
            panic!("there is a game");
        };
        let opened = Game::shown(*loaded, study, None, Origin::File(path.clone()));
        let saved = games.saved();
        let context = glib::MainContext::default();
        assert!(
            context
                .block_on(saved.copy_of(opened.fingerprint()))
                .is_none()
        );
        let done = context.block_on(saved.import(vec![Source::File(path)]));
        assert!(done.unwrap().unwrap().is_whole());
        let copy = context
            .block_on(saved.copy_of(opened.fingerprint()))
            .expect("a copy");
        let log = copy.summary().entry.path.clone();
        let copy = open(&log);
        assert!(copy.can_be_studied() && opened.can_be_studied());
        assert!(copy.take_over(&opened), "nothing was added");
        opened.viewer().set_ply(1);
        opened.viewer().navigate(Navigation::NextLine);
        assert!(!opened.is_unsaved());
        write(&opened, "Nf6");
        assert!(opened.is_unsaved(), "it is in memory alone");
        opened.mark_exported();
        assert!(!opened.is_unsaved(), "it is in a file, too");
        assert!(copy.take_over(&opened));
        assert_eq!(copy.status(), "Variation: after 1… Nf6.");
        kept(&copy, &log, "1. e4 (1. d4 d5 (1... Nf6)) 1... e5 1-0");
        opened.mark_kept();
        assert!(!opened.is_unsaved());
        // Other notes are not replaced.
        leave(copy);
        let copy = open(&log);
        assert!(copy.take_over(&opened), "it has the same notes");
        copy.viewer().go_to(NodeId::Main(2));
        write(&copy, "Nf3");
        assert!(!copy.take_over(&opened));
        kept(
            &copy,
            &log,
            "1. e4 (1. d4 d5 (1... Nf6)) 1... e5 2. Nf3 1-0",
        );
    });
}

#[test]
fn a_line_ends_with_mate() {
    with_main_loop(|| {
        let games = Games::new();
        let game = games.begin(START);
        play(&game, "f3 e5 g4");
        game.act(Action::Resign(Color::White)).unwrap();
        until("it is over and in its file", || game.can_be_studied());
        write(&game, "Qh4");
        assert_eq!(
            game.play(Action::Write("a3".to_owned())),
            Err(Refusal::GameOver.into())
        );
        assert!(game.with_playable_game(|rules| rules.outcome().is_some()));
        assert_eq!(game.result(), "0-1");
    });
}

/// Two that have one game open never replace what the other has added.
#[test]
fn who_cannot_save_is_told_and_loses_nothing_silently() {
    with_main_loop(|| {
        let games = Games::new();
        let (game, log) = over(&games);
        leave(game);
        let (one, other) = (open(&log), open(&log));
        write(&one, "Nc6");
        kept(&one, &log, "1. e4 e5 2. Nf3 Nc6 1-0");
        write(&other, "d6");
        until("it is told", || other.is_unsaved());
        assert!(
            other.trouble().contains("open elsewhere"),
            "{}",
            other.trouble()
        );
        assert!(other.can_be_studied(), "it can be gone on with");
        leave(one);
        other.save_again();
        until("another reason is told", || {
            other.trouble().contains("changed elsewhere")
        });
        assert_eq!(noted(&log), "1. e4 e5 2. Nf3 Nc6 1-0");
        leave(other);

        let last = open(&log);
        let away = log.with_extension("away");
        fs::rename(&log, &away).unwrap();
        fs::create_dir(&log).unwrap();
        write(&last, "d6");
        until("it is told", || last.is_unsaved());
        fs::remove_dir(&log).unwrap();
        fs::rename(&away, &log).unwrap();
        last.save_again();
        kept(&last, &log, "1. e4 e5 2. Nf3 Nc6 (2... d6) 1-0");
        assert_eq!(last.trouble(), "");
    });
}

/// Moves that are taken back take what stood at them along.
#[test]
fn a_takeback_leaves_no_side_line_without_its_move() {
    with_main_loop(|| {
        let games = Games::new();
        let path = games.root().join("one.pgn");
        fs::write(
            &path,
            "1. e4 e5 {a} 2. Nf3 {b} (2. Nc3) 2... Nc6 (2... d6 3. d4) *\n",
        )
        .unwrap();
        let Ok(OpenedFile::Game(_, study, _)) = open_file(&path) else {
            panic!("there is a game");
        };
        let game = games.begin(START);
        play(&game, "e4 e5 Nf3 Nc6");
        let game = game.studied(study);
        let side = game.with_study(|study, rules| study.next_line(rules, NodeId::Main(4)).unwrap());
        game.viewer().go_to(side);
        assert_eq!(game.status(), "Variation: after 2… d6.");
        game.act(Action::ProposeTakeback(2)).unwrap();
        game.act(Action::Accept).unwrap();
        until("it is taken back", || game.ply() == 2);
        assert!(game.viewer().is_live());
        game.viewer().go_to(side);
        assert!(game.viewer().is_live(), "there is no such node any more");
        play(&game, "d4");
        assert!(game.with_study(|study, rules| study.next_line(rules, NodeId::Main(3)).is_some()));
    });
}

#[test]
fn a_position_that_was_set_up_is_looked_at_and_never_saved_by_itself() {
    with_main_loop(|| {
        let start = read_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        let game = Game::set_up(start);
        assert!(game.can_be_studied() && game.is_outside_library() && !game.from_file());
        assert_eq!(game.status(), "White to move.");
        assert!(!game.is_unsaved());
        write(&game, "e4 Ke7");
        assert!(matches!(game.viewer().node(), NodeId::Side(_)));
        assert!(game.is_unsaved(), "a user who leaves is asked");
        assert!(
            game.pgn()
                .contains("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]")
        );
        assert!(game.pgn().contains("1. e4 Ke7"));
        game.mark_exported();
        assert!(!game.is_unsaved());
        write(&game, "Kd2");
        assert!(game.is_unsaved());
        game.act(Action::Resign(Color::White)).unwrap_err();
        game.viewer().navigate(Navigation::Return);
        assert_eq!(game.viewer().node(), NodeId::Main(0));
    });
}
