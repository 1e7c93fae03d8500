//! What people and programs write otherwise than the standard has it, and what is told of it.

use rank_and_file_core::chess::Reason;
use rank_and_file_core::record::log::{Loaded, Remark};
use rank_and_file_core::record::pgn::{self, FaultKind};

use crate::pgn_text::{moves, only, taken_over};

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

/// Reads the only game of a text, which gives this remark and no other, and is exported with these moves. Returns its
/// log and its PGN.
fn told_and_kept(text: &str, told: (u64, Remark), movetext: &str) -> (Loaded, String) {
    let (imported, loaded) = only(text);
    let notes: Vec<_> = imported
        .notes
        .iter()
        .map(|note| (note.line, note.remark.clone()))
        .collect();
    assert_eq!(notes, [told], "{text}");
    let written = pgn::write_with(&loaded, &imported.study);
    let seen = written.split("\n\n").nth(1).unwrap().replace('\n', " ");
    assert_eq!(seen, movetext, "{text}");
    (loaded, written)
}

/// The moves before it are kept, and what stands in it, and it is told.
#[test]
fn what_was_not_closed_is_kept_and_told() {
    let comment = |line| (line, Remark::OpenComment);
    let variation = |line| (line, Remark::OpenVariation);
    for (text, told, movetext) in [
        (
            "1. e4 e5\n2. Nf3 {good\n2... Nc6 1-0",
            comment(2),
            "1. e4 e5 2. Nf3 {good 2... Nc6 1-0} *",
        ),
        (
            "1. e4 {[%clk 0:01:00] x",
            comment(1),
            "1. e4 {[%clk 0:01:00] x} *",
        ),
        (
            "1. e4 e5\n(1... c5 2. Nf3 {x} *",
            variation(2),
            "1. e4 e5 (1... c5 2. Nf3 {x}) *",
        ),
        (
            "1. e4 (1. d4 (1. c4 c5",
            variation(1),
            "1. e4 (1. d4) (1. c4 c5) *",
        ),
        (
            "1. e4 (1. d4 d5) ({so",
            comment(1),
            "1. e4 {so} (1. d4 d5) *",
        ),
        ("1. e4 (1. d4 {x", comment(1), "1. e4 (1. d4 {x}) *"),
        (
            "1. e4 (1. d4 -- 2. c4 {x",
            comment(1),
            "1. e4 (1. d4 {1... -- 2. c4 (x)}) *",
        ),
    ] {
        let (loaded, written) = told_and_kept(text, told, movetext);
        assert_eq!(loaded.header.remarks.len(), 1, "the log says it, too");
        let study = pgn::read_study(written.as_bytes(), &loaded.game).unwrap();
        assert_eq!(pgn::write_with(&loaded, &study), written);
    }
}

/// They are kept as comments, and told; where then nothing can be played, they are why.
#[test]
fn words_among_the_moves_that_are_no_moves() {
    for (text, line, word, movetext) in [
        ("xyz 1. e4 e5 *", 1, "xyz", "{xyz} 1. e4 e5 *"),
        (
            "1. e4 e5 2.\nNf3 Nf6\nwhatever *",
            3,
            "whatever",
            "1. e4 e5 2. Nf3 Nf6 {whatever} *",
        ),
        ("1. e4 White e5 *", 1, "White", "1. e4 {White} 1... e5 *"),
        ("1. pawn goes to e4 *", 1, "pawn", "{pawn goes to} 1. e4 *"),
        (
            "1. e4 {a} unescaped brace } e5 *",
            1,
            "unescaped",
            "1. e4 {a unescaped brace} 1... e5 *",
        ),
        (
            "e4 {a {b} which may be\n{so}. } *",
            1,
            "which",
            "1. e4 {a {b which may be so} *",
        ),
        (
            "1. e4 ! e6 ?! RR {x} 2. d4 a5 N *",
            1,
            "RR",
            "1. e4 $1 e6 $6 {RR x} 2. d4 a5 $146 *",
        ),
        (
            "1. e4 e5 White wins now *",
            1,
            "White",
            "1. e4 e5 {White wins now} *",
        ),
    ] {
        let told = Remark::NoMoves {
            text: word.to_owned(),
        };
        told_and_kept(text, (line, told), movetext);
    }
    for (text, written) in [
        ("1. e4 Nf 2. Nf3 Nc6 *", "1... Nf"),
        ("1. e4 e5 2. word Ke3 *", "2. word"),
        ("[Event \"a\"]\n\nno game at all", "1. no"),
    ] {
        let fault = taken_over(text.as_bytes()).remove(0).unwrap_err();
        assert!(
            matches!(fault.kind, FaultKind::Move { written: seen, .. } if seen == written),
            "{text}"
        );
    }
    // They begin no other game.
    let text = "[Event \"a\"]\n\n{a {b} of 3 words}\n1. e4 e5 *";
    assert_eq!(only(text).1.header.tags.get("Event"), Some("a"));
    // Side lines keep them, too.
    let (imported, loaded) = only("1. e4 e5 (why 1... c5 inf 2. Nf3) 2. Nf3 *");
    let written = pgn::write_with(&loaded, &imported.study);
    assert!(
        written.contains("({why} 1... c5 {inf} 2. Nf3)"),
        "{written}"
    );
    assert_eq!(imported.variations, 0);
}

#[test]
fn pieces_may_be_written_with_the_letters_of_another_language() {
    for (text, letters, wanted) in [
        (
            "1. d4 Sf6 2. Sf3 d5 (2... Sc6 3. Lf4) 3. Lf4 e6 4. e3 Le7 5. 0-0-0 *",
            None,
            "",
        ),
        (
            "1. d4 Sf6 2. Sf3 d5 (2... Sc6 3. Lf4) 3. Lf4 e6 4. e3 Ld6 5. Lxd6 Dxd6 6. Dd3 O-O *",
            Some("K D T L S"),
            "1. d4 Nf6 2. Nf3 d5 (2... Nc6 3. Bf4) 3. Bf4 e6 4. e3 Bd6 5. Bxd6 Qxd6 6. Qd3 O-O *",
        ),
        (
            "1. e4 e5 2. Cf3 Cc6 3. Ab5 Re7 *",
            Some("R D T A C"),
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 Ke7 *",
        ),
        (
            "1. e4 e5 2. Fc4 Fc5 3. Dh5 Cf6 4. Dxf7# 1-0",
            Some("R D T F C"),
            "1. e4 e5 2. Bc4 Bc5 3. Qh5 Nf6 4. Qxf7# 1-0",
        ),
        (
            "1. e4 e5 2. Pf3 Pc6 3. Lb5 *",
            Some("K D T L P"),
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 *",
        ),
        (
            "1. e4 e5 2. Кf3 Кc6 3. Крe2 *",
            Some("Кр Ф Л С К"),
            "1. e4 e5 2. Nf3 Nc6 3. Ke2 *",
        ),
        // Those of two languages, those of English alone, and of none.
        ("1. d4 Nf6 2. Sf3 d5 *", None, ""),
        ("1. e4 e5 2. Re2 *", None, ""),
        ("1. e4 e5 2. Xf3 *", None, ""),
    ] {
        let Ok((imported, loaded)) = taken_over(text.as_bytes()).remove(0) else {
            assert_eq!(letters, None, "{text}");
            continue;
        };
        let notes: Vec<&Remark> = imported.notes.iter().map(|note| &note.remark).collect();
        let told = Remark::PieceLetters {
            letters: letters.unwrap_or_default().to_owned(),
        };
        assert_eq!(notes, [&told], "{text}");
        let written = pgn::write_with(&loaded, &imported.study);
        let seen = written.split("\n\n").nth(1).unwrap().replace('\n', " ");
        assert_eq!(seen, wanted, "{text}");
    }
}

#[test]
fn habits_of_writing_moves() {
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let pawns = "8/4P2k/8/3pP3/8/8/7K/8 w - d6 0 1";
    let passed = "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1";
    // Another pawn can take on the square of the pawn that may be taken in passing.
    let both = "4k3/8/8/4p3/3Pp3/8/8/4K3 b - d3 0 1";
    let many = "4k3/8/8/3p1p2/4P3/8/8/N3K1N1 w - - 0 1";
    for (fen, written, wanted) in [
        (castles, "O-O O-O-O", "O-O O-O-O"),
        (castles, "0-0 0-0-0", "O-O O-O-O+"),
        (castles, "1.0-0-0 0-0", "O-O-O O-O"),
        (castles, "1. o-o o-o-o", "O-O O-O-O"),
        (castles, "OO OOO", "O-O O-O-O"),
        (castles, "O–O 0—0—0", "O-O O-O-O"),
        (castles, "e1g1 e8c8", "O-O O-O-O"),
        (castles, "0-0!? 0-0-0?", "O-O O-O-O"),
        (pawns, "e8=Q", "e8=Q"),
        (pawns, "e8Q", "e8=Q"),
        (pawns, "e8q", "e8=Q"),
        (pawns, "e8=n", "e8=N"),
        (pawns, "e8", ""),
        (pawns, "e7e8r", "e8=R"),
        (pawns, "e7-e8=R", "e8=R"),
        (pawns, "exd6", "exd6"),
        (pawns, "exd6 e.p.", "exd6"),
        (pawns, "exd6e.p.", "exd6"),
        (pawns, "exd6ep", "exd6"),
        (pawns, "exd5e.p.", "exd6"),
        (pawns, "exd5 e.p.", "exd6"),
        (pawns, "e5xd5 ep!", "exd6"),
        (pawns, "exd5", ""),
        (pawns, "exf5 e.p.", ""),
        (passed, "exd3e.p.", "exd3"),
        (passed, "exd3 e.p.", "exd3"),
        (passed, "1... exd4e.p.+?", "exd3"),
        (passed, "exd4 ep", "exd3"),
        (passed, "exd4", ""),
        (both, "exd4", "exd4"),
        (both, "exd3 e.p.", "exd3"),
        (both, "exd4 e.p.", ""),
        (pawns, "e8(Q)", "e8=Q"),
        (pawns, "e8=N", "e8=N"),
        (pawns, "e8N", "e8=N"),
        (pawns, "e5xd6 ep", "exd6"),
        (pawns, "e5:d6", "exd6"),
        (many, "e4xd5", "exd5"),
        (many, "e4d5", "exd5"),
        (many, "Ng1-f3", "Nf3"),
        (many, "Ng1f3", "Nf3"),
        (many, "g1f3", "Nf3"),
        (many, "nf3", "Nf3"),
        (many, "Na1-b3 d5:e4", "Nb3 dxe4"),
        (many, "ed5", "exd5"),
        (many, "Pxd5", "exd5"),
        (many, "Nxd5", ""),
    ] {
        let text = format!("[FEN \"{fen}\"]\n\n{written} *");
        match &taken_over(text.as_bytes())[..] {
            [Ok((_, loaded))] => {
                let found = moves(&loaded.game).replace(['+', '#'], "");
                assert_eq!(found, wanted.replace('+', ""), "{written}");
            }
            [Err(fault)] => assert_eq!(wanted, "", "{written}: {fault}"),
            several => panic!("{written}: {several:?}"),
        }
    }
}
