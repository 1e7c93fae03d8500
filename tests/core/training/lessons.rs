//! The lessons of the help: every position is possible in a game, and what a lesson calls legal, refused or decisive is
//! so.

mod tactics;

use std::collections::{BTreeSet, HashSet};

use rank_and_file_core::chess::{
    Action, Color, Game, Outcome, Position, Reason, Role, fen_of, read_fen,
};
use rank_and_file_core::training::lessons::{Chapter, Exercise, Lesson, Obstacle, Try};
use strum::VariantArray;

/// The lessons that have a board, with their first position.
fn games() -> Vec<(Lesson, &'static Exercise, Game)> {
    Lesson::all()
        .filter_map(|(_, lesson)| Some((lesson, lesson.exercise()?)))
        .map(|(lesson, exercise)| {
            let game = exercise.game();
            (
                lesson,
                exercise,
                game.unwrap_or_else(|| panic!("{lesson:?}: no game")),
            )
        })
        .collect()
}

/// What comes of a move: the code of its refusal, the end of the game, or that it is played.
fn tried(mut game: Game, written: &str) -> String {
    match game.act(Action::Write(written.to_owned())) {
        Err(refusal) => format!("refused: {}", refusal.code()),
        Ok(_) => match game.outcome() {
            Some(end) => format!("ends: {}", end.reason),
            None => "plays".to_owned(),
        },
    }
}

/// The lines of a table that are no comments.
fn lines(table: &str) -> usize {
    table.lines().filter(|line| !line.starts_with('#')).count()
}

#[test]
fn every_line_of_the_tables_is_read() {
    let contents = include_str!("../../../src/core/training/lessons/contents.tsv");
    assert_eq!(Lesson::all().count(), lines(contents));
    let known: HashSet<Lesson> = Lesson::all().map(|(_, lesson)| lesson).collect();
    assert_eq!(known.len(), lines(contents), "none stands there twice");
    let positions = include_str!("../../../src/core/training/lessons/positions.tsv");
    let exercises = Lesson::all().map(|(_, lesson)| lesson.exercises().count());
    assert_eq!(exercises.sum::<usize>(), lines(positions));
}

#[test]
fn every_position_can_be() {
    let games = games();
    assert!(games.len() > 30, "{}", games.len());
    for (lesson, exercise, _) in games {
        let position = read_fen(exercise.fen);
        assert_eq!(
            position.map(|position| fen_of(&position)).as_deref(),
            Ok(exercise.fen),
            "{lesson:?}"
        );
    }
}

#[test]
fn what_is_to_be_tried_comes_out_as_it_is_said() {
    let mut wrong = Vec::new();
    for (lesson, exercise, game) in games() {
        let from = exercise.from();
        let from = from.unwrap_or_else(|| panic!("{lesson:?} has nothing to try"));
        assert!(
            game.position().board().piece_at(from).is_some(),
            "{lesson:?}"
        );
        for one in &exercise.tries {
            let written = one.written();
            let wanted = match one {
                Try::Plays(_) => "plays".to_owned(),
                Try::Refused(_, code) => format!("refused: {code}"),
                Try::Ends(_, reason) => format!("ends: {reason}"),
            };
            let seen = tried(game.clone(), written);
            if seen != wanted {
                wrong.push(format!("{lesson:?}: {written} {seen}, not {wanted}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_reason_has_its_lesson_and_its_board_ends_so() {
    let told: BTreeSet<&str> = Lesson::all()
        .filter_map(|(chapter, lesson)| match lesson {
            Lesson::Verdict(reason) if chapter == Chapter::Verdicts => Some(reason.code()),
            _ => None,
        })
        .collect();
    // What was recorded elsewhere has no lesson.
    let ours = || {
        Reason::VARIANTS
            .iter()
            .copied()
            .filter(|reason| *reason != Reason::Other)
    };
    let all: BTreeSet<&str> = ours().map(Reason::code).collect();
    assert_eq!(told, all);
    for reason in ours() {
        let Some(exercise) = Lesson::Verdict(reason).exercise() else {
            // Nothing on the board shows these.
            let unseen = [Reason::Agreement, Reason::Resignation, Reason::Time];
            assert!(unseen.contains(&reason), "{reason} has no board");
            continue;
        };
        let first = exercise.tries.first();
        let over = exercise.game().unwrap().outcome();
        match over {
            Some(end) => {
                assert_eq!(end, Outcome::draw(reason));
                assert_eq!(exercise.shown(), None, "the verdict is to be read");
            }
            None => assert!(
                matches!(first, Some(Try::Ends(_, ends)) if *ends == reason),
                "{reason}: {first:?}"
            ),
        }
    }
}

/// A player who is out of time against a bare king does not lose.
#[test]
fn the_board_of_no_mating_material_has_none() {
    let lesson = Lesson::Verdict(Reason::TimeNoMatingMaterial);
    let game = lesson.exercise().unwrap().game().unwrap();
    assert!(game.position().has_insufficient_material(Color::Black));
    assert!(!game.position().has_insufficient_material(Color::White));
}

/// The boards of refusals open with the refusal that they are about.
#[test]
fn every_refusal_is_shown_at_once() {
    for (chapter, lesson) in Lesson::all() {
        if chapter != Chapter::Refusals || lesson == Lesson::Refused(Obstacle::Typed) {
            continue;
        }
        let exercise = lesson.exercise().unwrap();
        let Some(Try::Refused(_, code)) = exercise.tries.first() else {
            panic!("{lesson:?} shows no refusal");
        };
        let mut game = exercise.game().unwrap();
        let refusal = game.act(exercise.shown().unwrap()).unwrap_err();
        assert_eq!(refusal.code(), *code, "{lesson:?}");
        assert!(!refusal.squares().is_empty(), "{lesson:?} draws nothing");
    }
    assert_eq!(Lesson::Mate.exercise().unwrap().shown(), None);
}

#[test]
fn black_waits_where_it_can() {
    let rook = Lesson::Piece(Role::Rook).exercise().unwrap();
    let mut game = rook.game().unwrap();
    assert!(rook.waited(&game).is_none(), "White is to move already");
    game.act(Action::Write("d4g4".to_owned())).unwrap();
    let again = rook.waited(&game).unwrap();
    assert_eq!(again.turn(), Color::White);
    assert_eq!(again.position().board(), game.position().board());
    game = again;
    game.act(Action::Write("Rg8".to_owned())).unwrap();
    assert!(rook.waited(&game).is_none(), "Black is in check");
    let answer = rook.answer(&game).expect("Black answers a check");
    game.act(answer.into()).unwrap();
    assert_eq!((game.turn(), rook.answer(&game)), (Color::White, None));
    let mate = Lesson::Mate.exercise().unwrap();
    let mut game = mate.game().unwrap();
    game.act(Action::Write("Ra4".to_owned())).unwrap();
    assert!(mate.waited(&game).is_none(), "Black plays in this lesson");
    assert_eq!(mate.answer(&game), None, "the reader moves Black");
}

/// What is to be tried ends every exercise, and no lesson is done before it.
#[test]
fn an_exercise_is_done_when_it_has_been_tried() {
    for (lesson, exercise, game) in games() {
        let over = exercise.over.is_some();
        assert_eq!(exercise.is_done(&game), over, "{lesson:?}");
        let ends = |tried: &&Try| matches!(tried, Try::Ends(..));
        let plays = |tried: &&Try| matches!(tried, Try::Plays(_));
        let mut tries = exercise.tries.iter();
        let last = tries.clone().find(ends).or_else(|| tries.find(plays));
        if let Some(last) = last.filter(|_| !over && !exercise.captures) {
            assert!(!exercise.is_missed(&game), "{lesson:?}");
            let mut after = game.clone();
            after.act(Action::Write(last.written().to_owned())).unwrap();
            assert!(exercise.is_done(&after), "{lesson:?}");
            assert!(!exercise.is_missed(&after), "{lesson:?}");
        }
    }
    let mate = Lesson::Mate.exercise().unwrap();
    let mut game = mate.game().unwrap();
    game.act(Action::Write("Ra7".to_owned())).unwrap();
    assert!(mate.is_missed(&game) && !mate.is_done(&game));
}

#[test]
fn a_piece_is_done_when_it_has_captured_all() {
    let mut lines = 0;
    for (lesson, exercise, mut game) in games() {
        if !exercise.captures {
            continue;
        }
        let moves = match lesson {
            Lesson::Piece(Role::King) => vec!["e4e3", "e3f3"],
            Lesson::Piece(Role::Queen) => vec!["d4g7", "g7d4", "d4f2", "f2d4", "d4a4"],
            Lesson::Piece(Role::Rook) => vec!["d4d3", "d3d7", "d7d4", "d4g4"],
            Lesson::Piece(Role::Bishop) => vec!["d4g7", "g7d4", "d4f2"],
            other => panic!("{other:?}"),
        };
        for mv in moves {
            assert!(!exercise.is_done(&game), "{lesson:?} before {mv}");
            game.act(Action::Write(mv.to_owned())).unwrap();
            if let Some(again) = exercise.waited(&game) {
                game = again;
            }
        }
        assert!(exercise.is_done(&game), "{lesson:?}");
        lines += 1;
    }
    assert_eq!(lines, 4);
}

#[test]
fn one_exercise_is_the_last() {
    let last: Vec<Lesson> = Lesson::all()
        .map(|(_, lesson)| lesson)
        .filter(|lesson| lesson.is_last_exercise())
        .collect();
    assert_eq!(last, [Lesson::Refused(Obstacle::CastleIntoCheck)]);
}
