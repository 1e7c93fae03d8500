//! How a study reads as a scoresheet: what stands in which row, and that no row is long.

use std::time::Instant;

use rank_and_file_core::chess::Position;
use rank_and_file_core::record::study::{
    Content, Glyph, Item, MOST_MOVES, NodeId, Row, StudyAction, StudyRefusal,
};

use crate::record::study::acting::Desk;

/// The rows as a person would write them down: side lines are indented, `*` begins them.
fn read(desk: &Desk) -> Vec<String> {
    let (study, game) = (&desk.study, &desk.loaded.game);
    let san = |node: NodeId| study.plies(game, &[node]).unwrap().remove(0);
    let main = |ply: Option<usize>| match ply {
        Some(ply) => san(NodeId::Main(ply)).san.to_string(),
        None => "…".to_owned(),
    };
    let item = |item: &Item| match item {
        Item::Words(words) => format!("{{{}}}", words.text(study)),
        Item::Move {
            node,
            fresh,
            opens,
            closes,
            ..
        } => {
            let ply = san(*node);
            let number = match (ply.mover.is_white(), fresh) {
                (true, _) => format!("{}. ", ply.position.fullmoves()),
                (false, true) => format!("{}… ", u32::from(ply.position.fullmoves()) - 1),
                (false, false) => String::new(),
            };
            let [open, close] = [("(", opens), (")", closes)].map(|(sign, is)| match is {
                true => sign,
                false => "",
            });
            format!("{open}{number}{}{close}", ply.san)
        }
    };
    let row = |row: &Row| {
        let text = match &row.content {
            Content::Moves(white, black) => format!("{} {}", main(*white), main(*black)),
            Content::Words(words) => format!("{{{}}}", words.text(study)),
            Content::Line { begins, items } => {
                let items: Vec<String> = items.iter().map(item).collect();
                format!("{}{}", if *begins { "*" } else { "" }, items.join(" "))
            }
        };
        format!("{}{text}", "> ".repeat(row.depth))
    };
    Row::all_of(study, game).iter().map(row).collect()
}

#[test]
fn a_game_alone_has_two_moves_in_a_row() {
    assert_eq!(read(&Desk::new("1. e4 e5 2. Nf3 *")), ["e4 e5", "Nf3 …"]);
    assert_eq!(read(&Desk::new("[Event \"?\"]\n\n*")), [] as [&str; 0]);
    let black = "[SetUp \"1\"]\n[FEN \"4k3/p7/8/8/8/8/P7/4K3 b - - 0 1\"]\n\n1... a5 2. a4 Kd7 *";
    assert_eq!(read(&Desk::new(black)), ["… a5", "a4 Kd7"]);
}

#[test]
fn what_is_said_breaks_the_row() {
    let text = "{Before all.} 1. e4 {Best by test.} e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 d5) 2... d6) \
                (1... e6) 2. Nf3 Nc6 {Old.} 3. Bb5 *";
    assert_eq!(
        read(&Desk::new(text)),
        [
            "{Before all.}",
            "e4 …",
            "{Best by test.}",
            "… e5",
            "> *1… c5 {Sicilian} 2. Nf3 (2. c3 d5) 2… d6",
            "> *1… e6",
            "Nf3 Nc6",
            "{Old.}",
            "Bb5 …",
        ]
    );
}

#[test]
fn lines_within_lines_are_indented_where_brackets_would_hide_them() {
    let text = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 {Sharp.} 3. exd5) 2... d6 (2... e6 3. d4 (3. g3) \
                cxd4) 3. d4) 2. Nf3 *";
    assert_eq!(
        read(&Desk::new(text)),
        [
            "e4 e5",
            "> *1… c5 2. Nf3",
            "> > *2. c3 d5 {Sharp.} 3. exd5",
            "> 2… d6",
            "> > *2… e6 3. d4 (3. g3) 3… cxd4",
            "> 3. d4",
            "Nf3 …",
        ]
    );
}

#[test]
fn what_goes_on_after_the_game_is_a_side_line() {
    let mut desk = Desk::new("1. e4 e5 1-0");
    let write = |at, text: &str| StudyAction::Write {
        at,
        text: text.to_owned(),
    };
    let f3 = desk.act(write(NodeId::Main(2), "Nf3")).unwrap().stands;
    desk.act(write(f3, "Nc6")).unwrap();
    desk.act(write(f3, "d6")).unwrap();
    desk.act(write(NodeId::Main(2), "d4")).unwrap();
    assert_eq!(read(&desk), ["e4 e5", "> *2. Nf3 (2. d4) 2… Nc6 (2… d6)"]);
}

#[test]
fn long_comments_and_lines_are_parted_and_nothing_is_lost() {
    let long: Vec<String> = (0..20_000)
        .map(|number| format!("Wört{number}. "))
        .collect();
    let long = long.concat();
    let knights = "2. Nf3 Nf6 3. Ng1 Ng8 ".repeat(40);
    let desk = Desk::new(&format!("1. e4 {{{long}}} e5 (1... c5 {knights}) *"));
    let (study, game) = (&desk.study, &desk.loaded.game);
    let rows = Row::all_of(study, game);
    let words = rows.iter().filter_map(|row| match &row.content {
        Content::Words(words) => Some(words.text(study)),
        _ => None,
    });
    let parts: Vec<&str> = words.collect();
    assert!(parts.len() > 100 && parts.iter().all(|part| part.len() <= 400));
    assert_eq!(parts.join(" "), study.notes(NodeId::Main(1)).comment);
    // Nor is a row that has no blank.
    let unbroken = "ö".repeat(50_000);
    let whole = Desk::new(&format!("1. e4 {{{unbroken}}} *"));
    let parted = Row::all_of(&whole.study, &whole.loaded.game);
    let words = parted.iter().filter_map(|row| match &row.content {
        Content::Words(words) => Some(words.text(&whole.study)),
        _ => None,
    });
    let parts: Vec<&str> = words.collect();
    assert!(parts.iter().all(|part| part.len() <= 400));
    assert_eq!(parts.concat(), unbroken);
    let lines = rows.iter().filter_map(|row| match &row.content {
        Content::Line { begins, items } => Some((*begins, items.len())),
        _ => None,
    });
    let lines: Vec<(bool, usize)> = lines.collect();
    assert_eq!(lines.iter().map(|line| line.1).sum::<usize>(), 161);
    assert!(lines.iter().all(|line| line.1 <= 21));
    assert_eq!(lines.iter().filter(|line| line.0).count(), 1);
}

#[test]
fn a_row_that_is_noted_otherwise_is_another_one() {
    let mut desk = Desk::new("1. e4 e5 (1... c5 {Sicilian}) 2. Nf3 *");
    let before = Row::all_of(&desk.study, &desk.loaded.game);
    let c5 = desk.at("e4 c5");
    for action in [
        StudyAction::ToggleGlyph(c5, Glyph(1)),
        StudyAction::SetComment(c5, "Français".to_owned()),
        StudyAction::SetCommentBefore(c5, "Or".to_owned()),
    ] {
        desk.act(action).unwrap();
        let after = Row::all_of(&desk.study, &desk.loaded.game);
        assert_eq!(after.len(), before.len());
        let same: Vec<bool> = before.iter().zip(&after).map(|(a, b)| a == b).collect();
        assert_eq!(same, [true, false, true]);
        desk.act(StudyAction::Undo).unwrap();
        assert_eq!(Row::all_of(&desk.study, &desk.loaded.game), before);
    }
    let e4 = StudyAction::ToggleGlyph(NodeId::Main(1), Glyph(146));
    desk.act(e4).unwrap();
    assert_ne!(Row::all_of(&desk.study, &desk.loaded.game)[0], before[0]);
}

#[test]
fn the_largest_studies_have_rows_in_no_time() {
    let nested = 500;
    for text in [
        "1. e4 ".to_owned() + &"(1. d4 d5 2. c4 e6 3. Nc3 c5) ".repeat(500) + "1... e5 *",
        "1. e4 ".to_owned() + &"(1. d4) ".repeat(MOST_MOVES - 1) + "*",
        // Each line leaves the one in which it stands one move later.
        format!(
            "1. Nc3 Nc6 {}{} *",
            "(Nf6 Nf3 (Nb1 Nc6 (Ng8 Nf3 (Nc3 Nc6 ".repeat(nested),
            "))))".repeat(nested)
        ),
    ] {
        let desk = Desk::new(&text);
        let begin = Instant::now();
        let rows = Row::all_of(&desk.study, &desk.loaded.game);
        let took = begin.elapsed();
        println!("{} rows in {took:?}", rows.len());
        let longest = rows.iter().map(|row| row.content.nodes().count()).max();
        assert!(longest.is_some_and(|longest| longest <= 30));
        let shown: usize = rows.iter().map(|row| row.content.nodes().count()).sum();
        assert_eq!(shown, desk.study.steps(&desk.loaded.game).count());
        assert!(took.as_secs() < 5, "{took:?}");
    }
}

#[test]
fn plies_of_a_line_are_its_moves() {
    let desk = Desk::new("1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 *");
    let (study, game) = (&desk.study, &desk.loaded.game);
    let nodes = ["e4", "e4 c5", "e4 c5 Nf3"].map(|moves| desk.at(moves));
    let plies = study.plies(game, &nodes).unwrap();
    let sans: Vec<String> = plies.iter().map(|ply| ply.san.to_string()).collect();
    assert_eq!(sans, ["e4", "c5", "Nf3"]);
    assert_eq!(study.plies(game, &[]).unwrap().len(), 0);
    assert_eq!(study.plies(game, &[NodeId::Main(0)]).unwrap().len(), 0);
    let beyond = study
        .plies(game, &[NodeId::Main(4)])
        .map(|plies| plies.len());
    assert_eq!(beyond, Err(StudyRefusal::NoSuchNode));
}

#[test]
fn what_can_be_promoted_is_known_before() {
    let mut desk = Desk::new("1. e4 e5 (1... c5 2. Nf3 (2. c3)) (1... e6) 2. Nf3 *");
    for moves in ["", "e4", "e4 c5", "e4 c5 Nf3", "e4 c5 c3", "e4 e6"] {
        let at = desk.at(moves);
        let can = desk.study.can_promote(&desk.loaded.game, at);
        assert_eq!(can, matches!(moves, "e4 c5 c3" | "e4 e6"), "{moves}");
        assert_eq!(desk.act(StudyAction::Promote(at)).is_ok(), can, "{moves}");
        desk.act(StudyAction::Undo).ok();
    }
}

#[test]
fn glyphs_are_printed_with_signs_that_are_read_again() {
    for number in 0..=u8::MAX {
        let sign = Glyph(number).sign();
        let common = Glyph::OF_MOVES.iter().chain(&Glyph::OF_POSITIONS);
        if common.clone().any(|glyph| glyph.0 == number) {
            assert_eq!(sign.and_then(Glyph::of_sign), Some(Glyph(number)));
        }
    }
}
