//! What holds for all edits: undone to the start and done again to the end they give the same PGN, and
//! what is written is read as the same study.

use proptest::prelude::*;
use rank_and_file_core::chess::board::{Drawing, DrawingColor};
use rank_and_file_core::chess::{Chess, Position, Square};
use rank_and_file_core::record::log::{Header, Loaded};
use rank_and_file_core::record::pgn::{read_study, write_with};
use rank_and_file_core::record::study::{
    Glyph, NodeId, Study, StudyAction, StudyEvent, StudyRefusal,
};

use crate::random::{config, random_game, wander};

/// What is chosen for an edit: its kind, its place, and what it says.
type Choice = (u8, u16, u16, String);

fn choices() -> impl Strategy<Value = Vec<Choice>> {
    let words = prop_oneof![
        "[a-z {}();%$\\[\\]\"]{0,12}",
        "\\PC{0,8}",
        Just("\n[Event \"x\"]\n".to_owned()),
        Just("[%cal Ge2e4] [%clk 0:00:01]".to_owned()),
        Just("\u{a0}".to_owned()),
    ];
    proptest::collection::vec((0..17_u8, any::<u16>(), any::<u16>(), words), 1..60)
}

/// A node of the study, any of them.
fn node(study: &Study, loaded: &Loaded, choice: u16) -> NodeId {
    let mut nodes = vec![NodeId::Main(0)];
    nodes.extend(study.steps(&loaded.game).map(|step| step.node));
    nodes[usize::from(choice) % nodes.len()]
}

fn action(study: &Study, loaded: &Loaded, (kind, at, what, words): &Choice) -> StudyAction {
    let at = node(study, loaded, *at);
    match kind {
        0..=6 => {
            let position: Chess = study.position(&loaded.game, at).unwrap();
            let moves = position.legal_moves();
            let Some(mv) = moves.get(usize::from(*what) % moves.len().max(1)) else {
                return StudyAction::Undo;
            };
            StudyAction::Move {
                at,
                from: mv.from().unwrap(),
                to: mv.to(),
                promotion: mv.promotion(),
            }
        }
        7 => StudyAction::Promote(at),
        8 => StudyAction::Delete(at),
        9 => StudyAction::SetComment(at, words.clone()),
        10 => StudyAction::SetCommentBefore(at, words.clone()),
        11 => StudyAction::ToggleGlyph(at, Glyph(*what as u8)),
        12 => {
            let square = |number: u16| Square::new(u32::from(number % 64));
            let drawings = (0..*what % 30).map(|number| Drawing {
                from: square(number),
                to: square(if number % 3 > 0 {
                    number / 3 + 40
                } else {
                    number
                }),
                color: DrawingColor::of(number % 2 > 0, number / 2 % 2 > 0),
            });
            StudyAction::SetDrawings(at, drawings.collect())
        }
        13 => StudyAction::Redo,
        14 => {
            let mut position: Chess = study.position(&loaded.game, at).unwrap();
            let mut moves = Vec::new();
            for number in 0..usize::from(*what % 7) {
                let legal = position.legal_moves();
                let Some(mv) = legal.get((usize::from(*what) >> number) % legal.len().max(1))
                else {
                    break;
                };
                moves.push(*mv);
                position.play_unchecked(*mv);
            }
            StudyAction::AddLine { at, moves }
        }
        _ => StudyAction::Undo,
    }
}

fn all(
    study: &mut Study,
    loaded: &Loaded,
    action: &StudyAction,
) -> (Vec<String>, Result<StudyEvent, StudyRefusal>) {
    let mut texts = vec![write_with(loaded, study)];
    loop {
        match study.act(&loaded.game, action.clone()) {
            Ok(event) => {
                assert!(study.position(&loaded.game, event.stands).is_ok());
                texts.push(write_with(loaded, study));
            }
            refused => return (texts, refused),
        }
    }
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn edits_are_undone_to_the_start_and_done_again_to_the_end(
        steps in random_game(20),
        choices in choices(),
    ) {
        let game = wander(&steps, |_| {});
        let loaded = Loaded::of(Header::bare(), game);
        let mut study = Study::default();
        let empty = write_with(&loaded, &study);
        for choice in &choices {
            let action = action(&study, &loaded, choice);
            let before = write_with(&loaded, &study);
            match study.act(&loaded.game, action) {
                Ok(event) => {
                    prop_assert!(study.position(&loaded.game, event.stands).is_ok());
                }
                Err(_) => prop_assert_eq!(write_with(&loaded, &study), before),
            }
            let text = write_with(&loaded, &study);
            let read = read_study(text.as_bytes(), &loaded.game);
            prop_assert!(read.is_ok(), "{:?}: {}", read, text);
            prop_assert_eq!(write_with(&loaded, &read.unwrap()), text);
        }
        let (back, refused) = all(&mut study, &loaded, &StudyAction::Undo);
        prop_assert_eq!(refused, Err(StudyRefusal::NothingDone));
        prop_assert!(study.is_empty());
        prop_assert_eq!(back.last(), Some(&empty));
        // Forward there may be more than there was: what was undone last is done again, too.
        let (forth, refused) = all(&mut study, &loaded, &StudyAction::Redo);
        prop_assert_eq!(refused, Err(StudyRefusal::NothingDone));
        let there: Vec<&String> = back.iter().rev().collect();
        prop_assert_eq!(forth.iter().take(there.len()).collect::<Vec<_>>(), there);
    }
}
