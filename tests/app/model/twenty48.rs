//! The observable game of 2048: what is shown is in its file, no move that was entered is lost, and faults of the file
//! are told and survived.

use std::cell::{Cell, RefCell};
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rank_and_file::model::Twenty48;
use rank_and_file::words;
use rank_and_file_core::twenty48::{
    Action, Direction, Event, Game, Kept, Refusal, Size, Store, read_document,
};
use tempfile::TempDir;

use crate::desk::{settle, until, until_at_last, with_main_loop};

const SEED: u64 = 48;

fn file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rank-and-file/2048.json");
    (folder, path)
}

fn open(path: &Path) -> Twenty48 {
    Twenty48::of(Store::open(path, SEED))
}

fn kept(path: &Path) -> Kept {
    read_document(&fs::read(path).unwrap()).unwrap()
}

/// Counts how often an event is shown.
fn shown(model: &Twenty48) -> Rc<Cell<usize>> {
    let count = Rc::new(Cell::new(0));
    let counted = count.clone();
    model.connect_happened(move |_| counted.set(counted.get() + 1));
    count
}

/// Slides in turn until something moves, and waits until it is shown.
fn slide(model: &Twenty48) {
    let count = shown(model);
    for direction in Direction::ALL {
        let moves = model.with_game(|game| { *game.grid() }.slide(direction).changed);
        if moves {
            model.act(Action::Move(direction));
            until("a move is shown", || count.get() == 1);
            return;
        }
    }
    panic!("nothing moves");
}

/// The new number is seen where it comes up; who does not see it is told.
#[test]
fn a_new_number_is_spoken_and_not_shown() {
    with_main_loop(|| {
        let (_folder, path) = file();
        let model = open(&path);
        slide(&model);
        let said = model.said();
        assert_eq!(model.status(), said.shown());
        assert!(!said.shown().contains("New "), "{said:?}");
        let spoken = said.spoken().strip_prefix(said.shown()).unwrap();
        assert!(
            spoken.starts_with(" New ") && spoken.contains("column"),
            "{said:?}"
        );
    });
}

#[test]
fn what_is_shown_is_in_the_file() {
    with_main_loop(|| {
        let (_folder, path) = file();
        let model = open(&path);
        until("the new game is saved", || path.exists());
        let seen = Rc::new(RefCell::new(Vec::new()));
        let events = seen.clone();
        let there = path.clone();
        model.connect_happened(move |model| {
            let same = model.with_game(|game| *kept(&there).game() == *game);
            events.borrow_mut().push(same);
        });
        for _ in 0..25 {
            slide(&model);
        }
        model.act(Action::Undo);
        until("all of it is shown", || seen.borrow().len() == 26);
        assert!(seen.borrow().iter().all(|same| *same), "{seen:?}");
        // Of a disk that is slow just now, something is said for as long as it is.
        until("nothing is wrong", || model.trouble().is_empty());
    });
}

#[test]
fn nothing_that_is_wanted_is_lost() {
    with_main_loop(|| {
        let (_folder, path) = file();
        let model = open(&path);
        let mut simulated = Game::new(Size::STANDARD, SEED);
        let said = Rc::new(RefCell::new(String::new()));
        let last = said.clone();
        model.connect_status_notify(move |model| {
            last.replace(model.status());
        });
        // The player does not wait for the disk between two of them.
        for turn in 0..300_usize {
            let action = match turn % 13 {
                12 => Action::Undo,
                turn => Action::Move(Direction::ALL[turn * 7 % 4]),
            };
            simulated.act(action).ok();
            model.act(action);
            if turn % 50 == 0 {
                settle();
            }
        }
        // 300 times the disk is waited for.
        until_at_last("the last of it is in the file", || {
            path.exists() && *kept(&path).game() == simulated
        });
        // It is shown after that.
        until("it is shown", || model.with_game(|game| *game == simulated));
        assert!(!said.borrow().is_empty());
        assert_eq!(model.score(), simulated.score());
        assert_eq!(kept(&path).best(Size::STANDARD), model.best());
    });
}

#[test]
fn what_cannot_be_done_is_said_and_changes_nothing() {
    with_main_loop(|| {
        let (_folder, path) = file();
        let model = open(&path);
        until("the new game is saved", || path.exists());
        let before = fs::read(&path).unwrap();
        let refused = Rc::new(Cell::new(0));
        let counted = refused.clone();
        model.connect_refused(move |_| counted.set(counted.get() + 1));
        let happened = shown(&model);
        model.act(Action::Undo);
        assert_eq!(refused.get(), 1);
        assert_eq!(
            model.status(),
            words::twenty48::refusal(Refusal::NothingToUndo)
        );
        model.act(Action::KeepGoing);
        assert_eq!((refused.get(), happened.get()), (2, 0));
        assert_eq!(fs::read(&path).unwrap(), before);
    });
}

#[test]
fn what_was_left_goes_on() {
    with_main_loop(|| {
        let (_folder, path) = file();
        let model = open(&path);
        assert_eq!(model.status(), words::twenty48::beginning(false, true));
        for _ in 0..5 {
            slide(&model);
        }
        let moves = model.with_game(|game| game.clone());
        // The last one is still on its way.
        model.act(Action::Undo);
        model.leave();
        drop(model);
        let again = open(&path);
        assert_eq!(again.status(), words::twenty48::beginning(true, true));
        let mut expected = moves;
        expected.act(Action::Undo).unwrap();
        assert!(again.with_game(|game| *game == expected));
        assert!(again.is_kept() && again.is_under_way() && !again.is_unsaved());
        assert_eq!(again.happened(), None);
    });
}

#[test]
fn trouble_is_told_and_mended() {
    with_main_loop(|| {
        let (folder, path) = file();
        let (parent, elsewhere) = (path.parent().unwrap().to_owned(), folder.path().join("b"));
        let model = open(&path);
        until("the new game is saved", || path.exists());
        fs::rename(&parent, &elsewhere).unwrap();
        fs::write(&parent, "in the place of the folder").unwrap();
        slide(&model);
        until("it is said", || !model.trouble().is_empty());
        assert!(model.is_unsaved() && matches!(model.happened(), Some(Event::Moved(_))));
        slide(&model);
        fs::remove_file(&parent).unwrap();
        fs::rename(&elsewhere, &parent).unwrap();
        model.save_again();
        until("it is mended", || model.trouble().is_empty());
        assert!(!model.is_unsaved());
        assert!(model.with_game(|game| *kept(&path).game() == *game));
    });
}

#[test]
fn a_damaged_game_is_set_aside_with_a_notice() {
    with_main_loop(|| {
        let (_folder, path) = file();
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "not a game").unwrap();
        let model = open(&path);
        assert!(
            model.notice().contains("2048.json.damaged-1"),
            "{}",
            model.notice()
        );
        until("the new game is saved", || path.exists());
        slide(&model);
        // Not before the player has read it.
        assert!(!model.notice().is_empty() && model.trouble().is_empty());
        model.dismiss_notice();
        assert_eq!(model.notice(), "");
    });
}

#[test]
fn what_another_program_brings_is_told_and_its_best_counts() {
    with_main_loop(|| {
        let (_folder, path) = file();
        let model = open(&path);
        slide(&model);
        let mut other = Kept::new(Size::STANDARD, 5);
        for direction in Direction::ALL.into_iter().cycle().take(200) {
            other.act(Action::Move(direction)).ok();
        }
        let brought = path.with_file_name("brought");
        fs::write(&brought, other.document()).unwrap();
        fs::rename(&brought, &path).unwrap();
        slide(&model);
        until("it is told", || {
            model.notice().contains("2048.json.other-1")
        });
        let best = other.best(Size::STANDARD);
        assert_eq!(model.best(), best);
        slide(&model);
        assert_eq!(kept(&path).best(Size::STANDARD), best);
        assert_eq!(kept(&path).game(), &model.with_game(Clone::clone));
    });
}

#[test]
fn a_game_that_is_open_elsewhere_is_not_touched() {
    with_main_loop(|| {
        let (_folder, path) = file();
        let first = open(&path);
        slide(&first);
        let before = fs::read(&path).unwrap();
        let second = open(&path);
        assert_eq!(second.status(), words::twenty48::beginning(false, false));
        assert!(!second.is_kept() && !second.trouble().is_empty() && !second.is_unsaved());
        slide(&second);
        // There is something to lose, and nothing heals it.
        assert!(second.is_unsaved() && !second.trouble().is_empty());
        assert_eq!(fs::read(&path).unwrap(), before);
        assert_eq!(
            second.best_of(Size::STANDARD),
            first.best().max(second.score())
        );
    });
}
