//! Glyphs, variations and what is done to them, in words.

use rank_and_file::words;
use rank_and_file_core::chess::{Game, Position, start_position};
use rank_and_file_core::record::study::{Change, Glyph, NodeId, Study, StudyAction, StudyRefusal};

use crate::pgn_text::only;

#[test]
fn glyphs_have_signs_for_the_eye_and_words_for_the_ear() {
    assert_eq!(words::signs(&[]), "");
    assert_eq!(words::signs(&[Glyph(1)]), "!");
    assert_eq!(words::signs(&[Glyph(4), Glyph(19)]), "??\u{a0}−+");
    assert_eq!(words::signs(&[Glyph(10), Glyph(201)]), "\u{a0}=\u{a0}$201");
    assert_eq!(words::glyph(Glyph(5)), "interesting move");
    assert_eq!(words::glyph(Glyph(201)), "annotation 201");
    // What has a sign has words of its own, and nothing has none.
    for number in 0..=u8::MAX {
        let glyph = Glyph(number);
        let named = words::glyph(glyph) != format!("annotation {number}");
        assert!(named || glyph.sign().is_none(), "{number}");
    }
}

#[test]
fn a_move_is_named_with_its_line_and_its_glyphs() {
    assert_eq!(words::noted_move("12. Nf3", 0, &[]), "12. Nf3");
    assert_eq!(
        words::noted_move("12. Nf3", 0, &[Glyph(1)]),
        "12. Nf3, good move"
    );
    assert_eq!(words::noted_move("14. Bxc6", 1, &[]), "14. Bxc6, variation");
    assert_eq!(
        words::noted_move("14. Bxc6", 2, &[Glyph(2), Glyph(13)]),
        "14. Bxc6, variation, depth 2, mistake, unclear position"
    );
    assert_eq!(words::judged("12. Nf3", &[]), "12. Nf3: no annotation.");
    assert_eq!(
        words::judged("12. Nf3", &[Glyph(3)]),
        "12. Nf3, brilliant move."
    );
}

#[test]
fn every_glyph_of_the_menu_has_a_letter_of_its_own() {
    let all = Glyph::OF_MOVES.iter().chain(&Glyph::OF_POSITIONS);
    let letter = |glyph: &Glyph| {
        let item = words::glyph_item(*glyph);
        let (sign, after) = item.split_once('_').unwrap();
        assert!(sign.starts_with(glyph.sign().unwrap()), "{item}");
        after.chars().next().unwrap().to_ascii_lowercase()
    };
    let mut letters: Vec<char> = all.map(letter).collect();
    letters.sort_unstable();
    letters.dedup();
    assert_eq!(letters.len(), 14);
}

#[test]
fn places_are_named_by_their_moves() {
    let (imported, loaded) = only("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5)) 2. Nf3 *");
    let (study, game) = (&imported.study, &loaded.game);
    let nodes: Vec<NodeId> = study.outline(game).map(|stop| stop.node).collect();
    let names = nodes
        .iter()
        .map(|node| words::move_at(study, game, *node).unwrap());
    let (names, heard): (Vec<_>, Vec<_>) = names
        .map(|name| (name.shown().to_owned(), name.spoken().to_owned()))
        .unzip();
    assert_eq!(heard[3], "2. Knight to f3");
    let expected = [
        "1. e4", "1… e5", "1… c5", "2. Nf3", "2. c3", "2… d5", "2. Nf3",
    ];
    assert_eq!(names, expected);
    assert_eq!(words::move_at(study, game, NodeId::Main(0)), None);
    let lines = nodes.iter().map(|node| words::line_to(study, game, *node));
    let lines: Vec<String> = lines.collect();
    assert_eq!(lines[5], "1. e4 c5 2. c3 d5");
    assert_eq!(lines[6], "1. e4 e5 2. Nf3");
    assert_eq!(words::line_to(study, game, NodeId::Main(0)), "");
    let black = "[SetUp \"1\"]\n[FEN \"4k3/p7/8/8/8/8/P7/4K3 b - - 0 7\"]\n\n7... a5 8. a4 *";
    let (imported, loaded) = only(black);
    let line = words::line_to(&imported.study, &loaded.game, NodeId::Main(2));
    assert_eq!(line, "7... a5 8. a4");
}

#[test]
fn what_cannot_be_done_is_said_in_a_sentence() {
    let position = start_position();
    for why in [
        StudyRefusal::NoSuchNode,
        StudyRefusal::MainLine,
        StudyRefusal::NotFirst,
        StudyRefusal::Full,
        StudyRefusal::NothingDone,
    ] {
        let said = words::study_refusal(why, position.board());
        assert!(said.ends_with('.') && said.len() > 20, "{said}");
        assert_ne!(said, why.to_string());
    }
}

#[test]
fn an_undone_variation_is_told_apart_from_the_end_of_one() {
    let said = |node| words::study_changed(None, Change::Deleted(node));
    assert_eq!(said(NodeId::Main(2)), "The variation is removed.");
    let game = Game::default();
    let mut study = Study::default();
    let at = NodeId::Main(0);
    let text = "e4".to_owned();
    let event = study.act(&game, StudyAction::Write { at, text }).unwrap();
    assert_eq!(said(event.stands), "Moves of the variation are removed.");
}
