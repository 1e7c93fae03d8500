//! The positions of the lessons about motifs: the wanted move is the best one by far and proves a motif, which is that
//! of the lesson wherever a tutor can prove it.

use std::sync::Arc;

use rank_and_file_core::chess::{Action, Color, Ply, Position, fen_of, read_fen};
use rank_and_file_core::engine::{Limits, Score, Searcher, Stop, Table};
use rank_and_file_core::training::lessons::{Chapter, Exercise, Lesson};
use rank_and_file_core::training::tutor::{LESSON_NODES, Motif, MoveQuality, Tutor, TutorQuestion};
use rank_and_file_core::training::{Trainer, Tried};

/// So many positions are looked at in each of them.
const NODES: u64 = 40_000;

fn positions() -> Vec<(Lesson, usize, &'static Exercise)> {
    Lesson::all()
        .filter(|(chapter, _)| *chapter == Chapter::Tactics)
        .flat_map(|(_, lesson)| {
            let exercises = lesson.exercises().enumerate();
            exercises.map(move |(number, exercise)| (lesson, number + 1, exercise))
        })
        .collect()
}

#[test]
fn each_motif_has_three_positions_in_which_white_moves() {
    let all = positions();
    assert_eq!(all.len(), 21 * 3);
    for (lesson, number, exercise) in all {
        assert!(number <= 3, "{lesson:?}");
        let position = read_fen(exercise.fen).map(|position| fen_of(&position));
        assert_eq!(position.as_deref(), Ok(exercise.fen), "{lesson:?} {number}");
        let game = exercise.game().unwrap();
        assert_eq!(game.turn(), Color::White, "{lesson:?} {number}");
        let moves = exercise.line.split(' ').count();
        assert!(moves % 2 == 1, "{lesson:?} {number} ends with an answer");
        let task = exercise.task();
        assert!(task.is_some(), "{lesson:?} {number}: {}", exercise.line);
        assert_eq!(
            task.unwrap().start(),
            &TutorQuestion::of(&game).within(LESSON_NODES)
        );
    }
}

/// The lessons whose motif a tutor proves.
const PROVEN: [Motif; 10] = [
    Motif::MateIn2,
    Motif::BackRankMate,
    Motif::SmotheredMate,
    Motif::DoubleCheck,
    Motif::HangingPiece,
    Motif::Promotion,
    Motif::UnderPromotion,
    Motif::UnstoppablePawn,
    Motif::Opposition,
    Motif::WrongBishop,
];

/// What a tutor finds there is what is to be found, it proves something, and no other move is as good.
#[test]
fn what_is_to_be_found_is_best_and_is_proven() {
    let mut wrong = Vec::new();
    let stop = Stop::default();
    for (lesson, number, exercise) in positions() {
        let game = exercise.game().unwrap();
        let (mut tutor, asked) = (Tutor::default(), TutorQuestion::of(&game).within(NODES));
        let best = tutor.explain(&asked, &stop).unwrap();
        let wanted = exercise.line.split(' ').next().unwrap();
        let found = Ply::play(game.position(), best.line[0]).uci();
        if found != wanted {
            wrong.push(format!("{lesson:?} {number}: {found}, not {wanted}"));
            continue;
        }
        let proof = lesson.proof(&exercise.task().unwrap(), &mut tutor, &stop);
        let about = proof.as_ref().map(|finding| finding.motif);
        let wanted = match lesson {
            Lesson::Motif(Motif::MateIn2) => vec![Some(Motif::MateIn2), Some(Motif::MateIn3)],
            // The bishop has just taken a pawn, so this takes back.
            Lesson::Motif(motif) if PROVEN.contains(&motif) => vec![Some(motif)],
            _ => about.into_iter().collect(),
        };
        if !about.is_some_and(|about| wanted.contains(&about)) {
            wrong.push(format!("{lesson:?} {number}: proves {proof:?}"));
        }
        let limits = Limits {
            nodes: Some(NODES),
            ..Limits::default()
        };
        let mut searcher = Searcher::new(Arc::new(Table::new(16)));
        let at = std::slice::from_ref(game.position());
        let two = searcher.search(at, 2, limits, stop.clone(), |_| {});
        let others = two
            .lines
            .iter()
            .filter(|line| line.moves[0] != best.line[0]);
        for line in others {
            let mv = line.moves[0];
            let other = tutor.weigh(&asked, mv, &best, &stop).unwrap();
            let mates = matches!(best.score, Score::Mate(1..));
            let lesser =
                other.quality == MoveQuality::Worse || mates && other.quality == MoveQuality::Close;
            if !lesser {
                let scores = (best.score, line.score);
                let other = Ply::play(game.position(), mv).uci();
                wrong.push(format!("{lesson:?} {number}: {other} as well, {scores:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Right moves are answered until all is found; after another one it can be tried again from there.
#[test]
fn the_right_moves_lead_to_the_end() {
    for (lesson, number, exercise) in positions() {
        let mut game = exercise.game().unwrap();
        let mut trainer = Trainer::new(exercise.task().unwrap());
        let mut found = 0;
        for next in exercise.line.split(' ') {
            game.act(Action::Write(next.to_owned())).unwrap();
            found += 1;
            if found % 2 == 0 {
                // The other side has answered with it.
                continue;
            }
            assert!(!trainer.is_over(), "{lesson:?} {number}");
            let position = trainer.position();
            let mv = game.plies().last().unwrap().mv;
            assert_eq!(trainer.wanted(), Some(mv), "{lesson:?} {number}");
            for other in position
                .legal_moves()
                .into_iter()
                .filter(|other| *other != mv)
            {
                let tried = trainer.try_move(other);
                assert!(
                    matches!(tried, Tried::Weigh(_, None)),
                    "{lesson:?} {number}: {tried:?}"
                );
                assert_eq!(trainer.weighed(MoveQuality::Worse), MoveQuality::Worse);
                assert_eq!(fen_of(&trainer.position()), fen_of(&position));
            }
            match trainer.try_move(mv) {
                Tried::GoesOn(answer) => {
                    let line = exercise.line.split(' ').nth(found);
                    assert_eq!(Some(&*Ply::play(game.position(), answer).uci()), line);
                }
                Tried::Found => assert_eq!(fen_of(&trainer.position()), fen_of(game.position())),
                Tried::Weigh(..) => panic!("{lesson:?} {number} goes astray after {found}"),
            }
        }
        assert!(trainer.is_over(), "{lesson:?} {number}");
        assert_eq!(found, trainer.played());
    }
    let castling = Lesson::Castling.exercise().unwrap();
    assert_eq!(castling.task(), None);
}
