//! What people and programs write otherwise than the standard has it, and what is told of it.

use rank_and_file_core::chess::Reason;
use rank_and_file_core::record::log::Remark;
use rank_and_file_core::record::pgn;

use crate::pgn_text::{moves, only};

/// The movetext of the only game of a text, as it is exported.
fn movetext(text: &str) -> String {
    let (imported, loaded) = only(text);
    assert_eq!(imported.notes, [], "{text}");
    let written = pgn::write_with(&loaded, &imported.study);
    written.split("\n\n").nth(1).unwrap().replace('\n', " ")
}

#[test]
fn marks_and_promotions_of_all_kinds() {
    let pawns = "[FEN \"4k3/P6p/8/8/8/8/7P/4K3 w - - 0 1\"]\n\n";
    for (text, wanted) in [
        (
            "1. e4 e5 2. Nf3 Nc6D 3. Bb5 a6 4. Ba4TN *",
            "1. e4 e5 2. Nf3 Nc6 $220 3. Bb5 a6 4. Ba4 $146 *",
        ),
        ("1. e4 e5T 2. d4N *", "1. e4 e5 $146 2. d4 $146 *"),
        ("1.e4,e5 2.Nf3,Nc6 *", "1. e4 e5 2. Nf3 Nc6 *"),
        ("1.e4,e5,2.Nf3,Nc6,1-0", "1. e4 e5 2. Nf3 Nc6 1-0"),
        ("1. e4(!) e5(?) *", "1. e4 $1 e5 $2 *"),
        ("1. e4 (!) e5 ($2) 2. Nf3 *", "1. e4 $1 e5 $2 2. Nf3 *"),
        ("1. e4 (! 1. d4) e5 *", "1. e4 (1. d4 $1) 1... e5 *"),
        (&format!("{pawns}1. a7-a8=(Q)+ *"), "1. a8=Q+ *"),
        (&format!("{pawns}1. a8(q)+ Ke7 *"), "1. a8=Q+ Ke7 *"),
        (&format!("{pawns}1. a8=(n) *"), "1. a8=N *"),
    ] {
        assert_eq!(movetext(text), wanted, "{text}");
    }
    for variant in ["Standard Chess", "Orthodox chess", "Normal Chess"] {
        assert_eq!(
            movetext(&format!("[Variant \"{variant}\"]\n\n1. e4 *")),
            "1. e4 *"
        );
    }
}

#[test]
fn the_end_in_words() {
    for (text, result, reason) in [
        ("1. e4 e5 1-0 White wins", "1-0", Reason::Other),
        ("1. e4 e5 0-1 White resigns", "0-1", Reason::Resignation),
        ("1. e4 e5 Draw by agreement", "1/2-1/2", Reason::Agreement),
        ("1. e4 e5 Drawn by agreement.", "1/2-1/2", Reason::Agreement),
        ("1. e4 e5 Black lost on time", "1-0", Reason::Time),
        ("1. e4 e5 1-0 Black loses on time", "1-0", Reason::Time),
    ] {
        let (imported, loaded) = only(text);
        assert_eq!(imported.notes, [], "{text}");
        let outcome = loaded.game.outcome().unwrap();
        assert_eq!(
            (outcome.result(), outcome.reason),
            (result, reason),
            "{text}"
        );
        assert_eq!(moves(&loaded.game), "e4 e5", "{text}");
    }
    // What contradicts the result, or says something else, is a comment.
    for text in ["1. e4 e5 1-0 White resigns", "1. e4 e5 1-0 what a game"] {
        let (imported, loaded) = only(text);
        assert_eq!(loaded.game.outcome().unwrap().result(), "1-0");
        assert!(
            matches!(imported.notes[0].remark, Remark::NoMoves { .. }),
            "{text}"
        );
        assert_eq!(imported.notes.len(), 1, "{text}");
    }
    let (imported, _) = only("1. e4 e5 1-0 White wins 2. Nf3");
    assert!(
        matches!(&imported.notes[0].remark, Remark::MovesAfterResult { text } if text == "Nf3")
    );
}

/// A count that ends the game is told with the first move that it takes off, which is kept.
#[test]
fn a_count_of_plies_cuts_nothing_untold() {
    let (imported, loaded) = only("[PlyCount \"3\"]\n\n1. f3 e5 2. g4\nQh4# 0-1");
    assert_eq!(moves(&loaded.game), "f3 e5 g4");
    let [note] = &imported.notes[..] else {
        panic!("{:?}", imported.notes);
    };
    let text = "Qh4#".to_owned();
    assert_eq!(
        (note.line, &note.remark),
        (4, &Remark::EndedByCount { text })
    );
    let written = pgn::write_with(&loaded, &imported.study);
    assert!(written.contains("1. f3 e5 2. g4 Qh4# 0-1"), "{written}");
    for count in ["4", "5", "0", "x"] {
        let (imported, loaded) = only(&format!(
            "[PlyCount \"{count}\"]\n\n1. f3 e5 2. g4 Qh4# 0-1"
        ));
        assert_eq!(
            (imported.notes, loaded.game.plies().len()),
            (vec![], 4),
            "{count}"
        );
    }
}
