//! A player at a task: each move that is tried is judged, and the result is kept.

use std::cell::{Cell, RefCell};
use std::fs::{self, File};
use std::path::PathBuf;
use std::rc::Rc;

use gtk::prelude::*;
use jiff::ToSpan;
use rank_and_file::model::{Practice, PracticeWith, Sitting, Trainer};
use rank_and_file_core::chess::{Action, Position, Square, fen_of, read_fen};
use rank_and_file_core::files::FileLock;
use rank_and_file_core::record::log::Header;
use rank_and_file_core::training::lessons::Lesson;
use rank_and_file_core::training::practice::{AttemptsFile, Event, Missed, Record, Source, Try};
use rank_and_file_core::training::tutor::{Motif, TutorQuestion};
use rank_and_file_core::training::{self, Task};

use crate::desk::{Games, Haste, settle, until, until_at_last, with_main_loop};

/// Black takes a knight, and the other one forks king and rook.
const BEFORE: &str = "5r2/p1p2p1k/P5pp/3rp1N1/3pN3/7P/2P2PP1/R5K1 b - - 0 26";
const LINE: [&str; 3] = ["e4f6", "h7h6", "f6d5"];

/// A player at that task, and what has been decided.
fn at_the_fork(puzzle: bool, once: bool) -> (Trainer, Rc<RefCell<Vec<bool>>>) {
    let trainer = Trainer::default();
    let decided = Rc::new(RefCell::new(Vec::new()));
    let known = decided.clone();
    trainer.connect_closure(
        "decided",
        false,
        glib::closure_local!(move |_: Trainer, found: bool| known.borrow_mut().push(found)),
    );
    let before = read_fen(BEFORE).unwrap();
    let (last, motifs) = ("h6g5", vec![Motif::Fork]);
    let task = match puzzle {
        true => Task::puzzle(before, last, &LINE, motifs),
        false => Task::missed(before, Some(last), &LINE, motifs),
    };
    trainer.open(task.unwrap(), Header::bare(), once);
    (trainer, decided)
}

/// A reader at a position of a lesson, and what has been decided.
fn at_the_lesson(fen: &str, line: &[&str]) -> (Trainer, Rc<RefCell<Vec<bool>>>) {
    let (trainer, decided) = at_the_fork(true, false);
    let task = Task::lesson(read_fen(fen).unwrap(), &[], line).unwrap();
    trainer.open_lesson(task, Lesson::Motif(Motif::Fork));
    (trainer, decided)
}

fn moves(trainer: &Trainer) -> Vec<String> {
    let game = trainer.game().unwrap();
    game.with_game(|rules| {
        rules
            .plies()
            .iter()
            .map(|ply| ply.san.to_string())
            .collect()
    })
}

fn plies(trainer: &Trainer) -> usize {
    let game = trainer.game().unwrap();
    game.with_game(|rules| rules.plies().len())
}

fn play(trainer: &Trainer, written: &str) {
    let game = trainer.game().unwrap();
    game.act(Action::Write(written.to_owned())).unwrap();
}

/// A player has found something; returns where that is to be written, and a file that is locked there.
fn found_while_locked(games: &Games) -> (Practice, PathBuf, FileLock) {
    let path = games.root().join("practice.jsonl");
    let locked = FileLock::try_lock(File::create(&path).unwrap()).unwrap();
    let practice = Practice::at(path.clone());
    let source = Source::Puzzle("x".to_owned());
    practice.tried(Try::new("Ann", &source, true, None));
    (practice, path, locked)
}

fn pointed(trainer: &Trainer) -> Option<(Square, Square)> {
    let drawn = trainer.pointed()?;
    Some((drawn.from, drawn.to))
}

#[test]
fn what_was_found_is_said_to_be_on_its_way_until_it_is_written() {
    with_main_loop(|| {
        let games = Games::new();
        let (practice, path, locked) = found_while_locked(&games);
        assert!(practice.pending() && practice.is_on_its_way());
        assert_eq!(AttemptsFile::read(&path).unwrap(), []);
        drop(locked);
        until("it is written", || !practice.pending());
        assert_eq!(AttemptsFile::read(&path).unwrap().len(), 1);
        assert!(!practice.is_on_its_way() && !practice.is_unsaved());
    });
}

#[test]
fn a_user_who_leaves_waits_until_it_is_known_what_is_saved() {
    with_main_loop(|| {
        let _haste = Haste::times(20);
        let games = Games::new();
        let (practice, path, locked) = found_while_locked(&games);
        let known = Rc::new(Cell::new(false));
        let (waits, told) = (practice.clone(), known.clone());
        glib::spawn_future_local(async move {
            waits.settled().await;
            told.set(true);
        });
        settle();
        assert!(!known.get() && !practice.is_unsaved());
        until("the disk is said to be slow", || known.get());
        assert!(practice.is_unsaved() && !practice.is_on_its_way());
        assert!(practice.trouble().contains("the disk is slow"));
        drop(locked);
        until("it is written", || !practice.is_unsaved());
        assert!(practice.trouble().is_empty());
        assert_eq!(AttemptsFile::read(&path).unwrap().len(), 1);
        // Where nothing is on its way, there is nothing to wait for.
        let (waits, told) = (practice.clone(), known.clone());
        known.set(false);
        glib::spawn_future_local(async move {
            waits.settled().await;
            told.set(true);
        });
        until("it is known at once", || known.get());
    });
}

#[test]
fn what_cannot_be_written_can_be_saved_again() {
    with_main_loop(|| {
        let games = Games::new();
        let blocked = games.root().join("blocked");
        fs::write(&blocked, "in the way").unwrap();
        let practice = Practice::at(blocked.join("practice.jsonl"));
        let source = Source::Puzzle("x".to_owned());
        practice.tried(Try::new("Ann", &source, true, None));
        until("the trouble is told", || !practice.trouble().is_empty());
        assert!(practice.is_unsaved() && !practice.pending());
        fs::remove_file(&blocked).unwrap();
        practice.save_again();
        until("it is saved", || !practice.is_unsaved());
        let read = AttemptsFile::read(&blocked.join("practice.jsonl")).unwrap();
        assert_eq!(read.len(), 1);
    });
}

#[test]
fn a_puzzle_is_found_move_by_move() {
    with_main_loop(|| {
        let (trainer, decided) = at_the_fork(true, false);
        assert_eq!(plies(&trainer), 1, "the opponent has moved");
        assert_eq!(
            trainer.told(),
            "Pawn captures knight on g5. White to move: find the best move."
        );
        play(&trainer, "Nf6+");
        assert_eq!(trainer.told(), "Correct. Keep going.");
        until("the opponent answers", || plies(&trainer) == 3);
        play(&trainer, "Nxd5");
        assert!(trainer.is_over());
        let told = trainer.told();
        assert!(told.starts_with("Solved! Best is Nf6+ Kh6 Nxd5."), "{told}");
        assert!(
            told.ends_with(" This wins a rook."),
            "what it proves is told: {told}"
        );
        assert_eq!(*decided.borrow(), [true]);
    });
}

/// A player who has just played the best move is not told which it is.
#[test]
fn the_only_move_of_a_line_is_not_told_to_its_finder() {
    with_main_loop(|| {
        let (trainer, _) = at_the_fork(true, false);
        let before = read_fen(BEFORE).unwrap();
        let task = Task::missed(before, Some("h6g5"), &LINE[..1], Vec::new());
        let task = task.unwrap();
        trainer.open(task.clone(), Header::bare(), false);
        play(&trainer, "Nf6+");
        assert_eq!(trainer.told(), "Solved!");
        trainer.open(task, Header::bare(), false);
        trainer.give_up();
        assert!(
            trainer.told().starts_with("Best is Nf6+"),
            "{}",
            trainer.told()
        );
    });
}

#[test]
fn a_wrong_move_is_taken_back_with_its_reason() {
    with_main_loop(|| {
        let (trainer, decided) = at_the_fork(true, false);
        play(&trainer, "Kf1");
        until_at_last("it is judged", || !decided.borrow().is_empty());
        let told = trainer.told();
        assert!(
            told.starts_with("Kf1 is not the best move. Black answers "),
            "{told}"
        );
        // The board is laid anew for that.
        let judged = trainer.game();
        until("it is taken back", || {
            trainer.game() != judged && plies(&trainer) == 1
        });
        assert!(!trainer.is_over());
        play(&trainer, "Nf6+");
        until("it goes on all the same", || plies(&trainer) == 3);
        play(&trainer, "Nxd5");
        assert!(trainer.told().starts_with("Correct."));
        assert_eq!(*decided.borrow(), [false], "that was decided once");
    });
}

#[test]
fn a_refutation_is_told_as_far_as_its_reason_is_seen() {
    with_main_loop(|| {
        let (trainer, decided) = at_the_fork(true, false);
        // The fork comes after a bishop has come between.
        let before = read_fen("2r4k/4R3/7p/1R4p1/8/5pPb/1P3P1P/6KB w - - 1 35").unwrap();
        let task = Task::puzzle(
            before,
            "h1f3",
            &["c8c1", "f3d1", "c1d1", "e7e1", "d1e1"],
            vec![],
        );
        trainer.open(task.unwrap(), Header::bare(), false);
        play(&trainer, "Rc2");
        until_at_last("it is judged", || *decided.borrow() == [false]);
        let told = trainer.told();
        let answer = "Rc2 is not the best move. There was a mate in 3 moves. White answers Rb8+ ";
        assert!(told.starts_with(answer), "{told}");
        let seen = "Re8+. The rook on e8 attacks the king on h8 and the bishop on c8 at once.";
        assert!(told.contains(seen), "{told}");
    });
}

#[test]
fn a_move_of_which_the_tutor_knows_nothing_is_taken_back_and_tried_again() {
    with_main_loop(|| {
        let (trainer, decided) = at_the_fork(true, false);
        play(&trainer, "Kf1");
        until("nothing is known", || {
            trainer.tutoring().stop();
            trainer.told() == "Could not evaluate Kf1. Try again."
        });
        until("it is taken back", || plies(&trainer) == 1);
        assert!(decided.borrow().is_empty(), "that was no wrong move");
        assert_eq!(trainer.with(training::Trainer::is_clean), Some(true));
        play(&trainer, "Kf1");
        until_at_last("it is judged", || *decided.borrow() == [false]);
        assert!(trainer.told().starts_with("Kf1 is not the best move."));

        let (trainer, decided) = at_the_lesson(LESSON, &LESSON_LINE);
        play(&trainer, "Ba3");
        until("nothing is known in a lesson, either", || {
            trainer.tutoring().stop();
            trainer.told() == "Could not evaluate Ba3. Try again."
        });
        assert!(moves(&trainer).is_empty() && decided.borrow().is_empty());
        play(&trainer, "Ba3");
        until_at_last("it is judged", || trainer.told().ends_with("Try again."));
    });
}

#[test]
fn a_move_before_the_tutor_has_judged_changes_nothing() {
    with_main_loop(|| {
        let (trainer, decided) = at_the_fork(true, false);
        play(&trainer, "Kf1");
        play(&trainer, "Kg7");
        until("that is no move of the task", || plies(&trainer) == 1);
        until_at_last("the first one is judged", || !decided.borrow().is_empty());
        assert!(trainer.told().starts_with("Kf1 is not the best move."));
    });
}

#[test]
fn there_is_one_try_where_the_task_goes_over_to_the_other_player() {
    with_main_loop(|| {
        let (trainer, decided) = at_the_fork(true, true);
        play(&trainer, "Kf1");
        until_at_last("it is judged", || !decided.borrow().is_empty());
        assert!(trainer.is_over());
        until("it is taken back", || plies(&trainer) == 1);
        play(&trainer, "Nf6+");
        until("nothing more can be tried", || plies(&trainer) == 1);
        let (trainer, decided) = at_the_fork(true, true);
        trainer.pass();
        assert!(trainer.is_over());
        assert_eq!(*decided.borrow(), [false]);
    });
}

#[test]
fn hints_are_pointed_out_and_a_solution_is_played() {
    with_main_loop(|| {
        let _haste = Haste::times(20);
        let (trainer, decided) = at_the_fork(false, false);
        let with_task = |hint: &str| {
            let task = "White to move: find the best move.";
            assert_eq!(trainer.told(), format!("{hint} {task}"));
            assert_eq!(trainer.message().spoken(), hint, "the task has been heard");
        };
        trainer.hint();
        with_task("Theme: Fork.");
        assert_eq!(trainer.pointed(), None);
        trainer.hint();
        with_task("Move this piece: knight on e4.");
        let square = |name: &str| name.parse().unwrap();
        assert_eq!(pointed(&trainer), Some((square("e4"), square("e4"))));
        trainer.hint();
        assert!(
            trainer.told().starts_with("The move is Nf6+."),
            "{}",
            trainer.told()
        );
        assert_eq!(pointed(&trainer), Some((square("e4"), square("f6"))));
        assert_eq!(trainer.with(training::Trainer::is_clean), Some(false));
        trainer.give_up();
        assert!(trainer.is_over());
        until("the line is played", || plies(&trainer) == 4);
        assert_eq!(*decided.borrow(), [false]);
    });
}

/// A knight forks king and rook.
const LESSON: &str = "8/5k1p/3p2p1/8/2r1N3/1p6/1B1K3P/8 w - - 0 49";
const LESSON_LINE: [&str; 3] = ["e4d6", "f7e6", "d6c4"];

#[test]
fn a_reader_may_move_for_the_other_side_until_it_answers() {
    with_main_loop(|| {
        let (trainer, decided) = at_the_lesson(LESSON, &LESSON_LINE);
        play(&trainer, "Nxd6+");
        play(&trainer, "Kf8");
        assert_eq!(moves(&trainer), ["Nxd6+", "Kf8"]);
        until("that is not the answer", || {
            moves(&trainer) == ["Nxd6+", "Ke6"]
        });
        play(&trainer, "Nxc4");
        assert_eq!(*decided.borrow(), [true]);
        until_at_last("it is proven", || trainer.told().starts_with("Correct."));
        let told = trainer.told();
        let proof = "Correct. Best is Nxd6+ Ke6 Nxc4. The knight on d6 attacks ";
        assert!(told.starts_with(proof), "{told}");
        play(&trainer, "Kd5");
        until("nothing more is asked", || {
            moves(&trainer) == ["Nxd6+", "Ke6", "Nxc4"]
        });

        let (trainer, decided) = at_the_lesson(LESSON, &LESSON_LINE);
        for written in ["Nxd6+", "Ke6", "Nxc4"] {
            play(&trainer, written);
        }
        assert_eq!(*decided.borrow(), [true]);
        until_at_last("it is proven", || trainer.told().starts_with("Correct."));
    });
}

#[test]
fn a_wrong_move_in_a_lesson_is_taken_back_with_its_reason() {
    with_main_loop(|| {
        let (trainer, decided) = at_the_lesson(LESSON, &LESSON_LINE);
        play(&trainer, "Nxd6+");
        assert_eq!(pointed(&trainer), Some((Square::D6, Square::D6)));
        until("the opponent answers", || plies(&trainer) == 2);
        play(&trainer, "Ba3");
        trainer.show_move();
        assert_eq!(plies(&trainer), 3, "it is not White's turn");
        until_at_last("it is judged", || trainer.told().ends_with("Try again."));
        assert_eq!(moves(&trainer), ["Nxd6+", "Ke6"]);
        assert_eq!(pointed(&trainer), Some((Square::B2, Square::A3)));
        assert!(decided.borrow().is_empty());
        trainer.show_move();
        assert_eq!(*decided.borrow(), [true]);
        until_at_last("it is proven", || {
            trainer.told().starts_with("Best is Nxd6+")
        });
    });
}

#[test]
fn another_mate_does_as_well_in_a_lesson() {
    with_main_loop(|| {
        let either = "7k/6pp/8/8/8/8/8/RR4K1 w - - 0 1";
        let (trainer, decided) = at_the_lesson(either, &["a1a8"]);
        play(&trainer, "Rb8#");
        assert!(decided.borrow().is_empty(), "a tutor looks at it");
        until_at_last("it is judged", || !decided.borrow().is_empty());
        assert_eq!(
            trainer.told(),
            "Rb8# is as good as the move of this lesson."
        );
        assert_eq!(*decided.borrow(), [true]);
    });
}

#[test]
fn what_was_left_is_not_heard_of_any_more() {
    with_main_loop(|| {
        let (trainer, decided) = at_the_fork(false, false);
        play(&trainer, "Kf1");
        trainer.close();
        settle();
        assert!(trainer.is_over() && decided.borrow().is_empty());
    });
}

#[test]
fn what_was_missed_and_tried_is_in_the_file_and_read_again() {
    with_main_loop(|| {
        let games = Games::new();
        let path = games.root().join("practice.jsonl");
        let start = read_fen(BEFORE).unwrap();
        let best = start.legal_moves()[0];
        let missed = |player: &str| {
            Missed::new(
                player,
                &TutorQuestion::new(&start, &[]),
                &[best],
                &[],
                ("1", 51),
            )
        };
        let practice = Practice::at(path.clone());
        practice.note_missed(vec![missed("Ann"), missed("Ben")]);
        let written = || AttemptsFile::read(&path).unwrap().len();
        until("it is written", || written() == 2);
        practice.note_missed(vec![missed("Ann")]);
        let source = Source::Game(fen_of(&start));
        practice.tried(Try::new("Ben", &source, true, None));
        until("what is known is not written again", || written() == 3);
        let other = Practice::at(path);
        assert!(!other.known());
        let loading = other.clone();
        glib::spawn_future_local(async move { loading.load().await });
        until("it is read", || other.known());
        let attempts = other.attempts();
        let tomorrow = Practice::today().saturating_add(1.day());
        assert!(attempts.due("Ann", Practice::today()).is_empty());
        assert_eq!(attempts.due("Ann", tomorrow), [&missed("Ann")]);
        // Tried before it was due, which changes nothing.
        assert_eq!(attempts.due("Ben", tomorrow).len(), 1);
        assert_eq!(other.trouble(), "");
    });
}

#[test]
fn what_is_new_is_offered_by_what_it_is_worth_to_its_player() {
    with_main_loop(|| {
        let games = Games::new();
        let path = games.root().join("practice.jsonl");
        // No player finds the first move, which loses the knight; some find the second one.
        let missed = |fen: &str, uci: &str| {
            let start = read_fen(fen).unwrap();
            let best: shakmaty::uci::UciMove = uci.parse().unwrap();
            let best = best.to_move(&start).unwrap();
            let here = TutorQuestion::new(&start, &[]);
            let event = Event::Missed(Box::new(Missed::new("Ann", &here, &[best], &[], ("1", 51))));
            Record::new(event, "2026-11-01T12:00:00Z".parse().unwrap()).line()
        };
        let worthless = missed("4k3/8/8/1r6/8/8/3N4/4K3 w - - 0 1", "d2b1");
        let worthy = missed("4k3/8/8/2r5/8/8/3N4/4K3 w - - 0 1", "d2b3");
        fs::write(&path, [worthless, worthy].concat()).unwrap();
        let practice = Practice::at(path);
        let loading = practice.clone();
        glib::spawn_future_local(async move { loading.load().await });
        until("it is read", || practice.known());
        let due = || {
            let attempts = practice.attempts();
            let due = attempts.due("Ann", Practice::today()).into_iter();
            due.map(|missed| missed.fen.chars().nth(8).unwrap())
                .collect::<String>()
        };
        assert_eq!(due(), "12", "by the day");
        practice.weigh("Ben");
        practice.weigh("Ann");
        until("it is weighed", || {
            practice.attempts().unweighed("Ann").is_empty()
        });
        assert_eq!(due(), "21", "by what it is worth");
        let own = PracticeWith::Own;
        let mut sitting = Sitting::new(&practice.attempts(), vec!["Ann".to_owned()], own, false);
        assert!(sitting.next(&practice.attempts()).is_some());
        let Some(Source::Game(first)) = sitting.from() else {
            panic!("{sitting:?}")
        };
        assert!(first.contains("2r5"), "{first}");
    });
}
