//! PGN as people and programs write it: what is taken over, what is refused, and where.

use std::io::{self, Read};

use rank_and_file_core::chess::{Color, DrawRule, FenError, Refusal, fen_of, start_position};
use rank_and_file_core::record::log::{Loaded, Remark, read_bytes};
use rank_and_file_core::record::pgn::{
    self, FaultKind, NotTextError, Note, Pasted, Split, Splitter,
};

use crate::pgn_text::{end, fingerprint_of, moves, only, raw_games, taken_over};

/// Each game as `line moves | end`, or `line !code` where it is refused.
fn summed_up(text: &[u8]) -> Vec<String> {
    let raws = raw_games(text);
    for (index, raw) in raws.iter().enumerate() {
        assert_eq!(raw.number, index as u64 + 1);
    }
    let games = taken_over(text);
    assert_eq!(raws.len(), games.len());
    raws.iter()
        .zip(games)
        .map(|(raw, game)| match game {
            Ok((_, loaded)) => {
                let game = &loaded.game;
                let line = format!("{} {} | {}", raw.line, moves(game), end(game.outcome()));
                line.replace("  ", " ")
            }
            Err(fault) => {
                assert_eq!(fault.game, raw.number);
                format!("{} !{}", fault.line, code(&fault.kind))
            }
        })
        .collect()
}

fn code(kind: &FaultKind) -> &'static str {
    match kind {
        FaultKind::TooLarge => "too-large",
        FaultKind::TooManyMoves => "too-many-moves",
        FaultKind::Variant(_) => "variant",
        FaultKind::Start(_) => "start",
        FaultKind::OpenComment => "open-comment",
        FaultKind::OpenVariation => "open-variation",
        FaultKind::Move { refusal, .. } => refusal.code(),
    }
}

fn check(rows: &[(&str, &[&str])]) {
    for (text, wanted) in rows {
        assert_eq!(summed_up(text.as_bytes()), *wanted, "{text:?}");
    }
}

#[test]
fn the_kind_of_a_pasted_text_is_recognized() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(
        Pasted::of(&format!(" {start}\n")),
        Pasted::Position(Ok(Box::new(start_position())))
    );
    assert_eq!(
        Pasted::of("8/8/8/8/8/8/8/8 w - - 0 1"),
        Pasted::Position(Err(FenError::NoKing(Color::White)))
    );
    for games in [
        "1. e4 e5",
        "1.e4 e5 *",
        "[Event \"x\"]\n\n*",
        "{so} 1... e5 0-1",
    ] {
        assert_eq!(Pasted::of(games), Pasted::Games, "{games}");
    }
    for neither in ["", "hello", "3.14 is a number", "https://example.org/a/b/c"] {
        assert_eq!(Pasted::of(neither), Pasted::Neither, "{neither}");
    }
}

#[test]
fn where_games_begin_and_end() {
    check(&[
        ("", &[]),
        ("\n \n\n", &[]),
        ("{only a comment}\n; and another\n% and a third\n", &[]),
        ("*", &[]),
        ("1. e4 e5 1-0", &["1 e4 e5 | 1-0 other"]),
        ("\n\n1. e4 *\n\n1. d4 *\n", &["3 e4 | *", "5 d4 | *"]),
        (
            "1. e4 * 1. d4 0-1 1. c4",
            &["1 e4 | *", "1 d4 | 0-1 other", "1 c4 | *"],
        ),
        ("1. e4 e5\n\n1. d4 d5", &["1 e4 e5 | *", "3 d4 d5 | *"]),
        ("1. e4 e5\n1. d4 d5", &["1 e4 e5 | *", "2 d4 d5 | *"]),
        ("1. e4 e5\n(1... c5)\n1... e6", &["3 !pawn-double-step"]),
        // Moves after the result are left out.
        (
            "1. e4 e5 1-0 2. Nf3\n3. Nc3 0-1\n\n1. d4 *",
            &["1 e4 e5 | 1-0 other", "4 d4 | *"],
        ),
        (
            "[White \"a\"] 1. e4 [White \"b\"] 1. d4 * [White \"c\"]",
            &["1 e4 | *", "1 d4 | *", "1 | *"],
        ),
        (
            "[pgn]1. e4 *[/pgn]\n[pgn]1. d4 *[/pgn]",
            &["1 e4 | *", "2 d4 | *"],
        ),
        (
            "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *",
            &["1 e4 | *", "5 d4 | *"],
        ),
        // No empty line anywhere, no result, no number, everything in one line.
        (
            "[Event \"a\"]\n1. e4 *\n[Event \"b\"]\n1. d4\n[Event \"c\"]\nc4",
            &["1 e4 | *", "3 d4 | *", "5 c4 | *"],
        ),
        ("[Event \"a\"] [Site \"b\"] 1. e4 *", &["1 e4 | *"]),
        // Tags alone are a game without moves; empty lines between tags part nothing.
        (
            "[Event \"a\"]\n[Result \"*\"]\n\n[Event \"b\"]\n\n1. e4 *",
            &["1 | *", "4 e4 | *"],
        ),
        ("[White \"a\"]\n\n[White \"b\"]\n", &["1 | *", "3 | *"]),
        (
            "[Event \"a\"]\n\n[Site \"b\"]\n\n[White \"c\"]\n\n1. e4 *",
            &["1 e4 | *"],
        ),
        (
            "  [Event \"a\"]\n  1. e4 *\n  [Event \"b\"]\n  1. d4 *",
            &["1 e4 | *", "3 d4 | *"],
        ),
        // Empty lines within the moves, and what follows the result.
        ("1. e4\n\n e5\n\n\n2. Nf3 *", &["1 e4 e5 Nf3 | *"]),
        (
            "1. e4 1-0 {Black resigned} $1 1-0\n;and went home\n1. d4 *",
            &["1 e4 | 1-0 other", "3 d4 | *"],
        ),
        (
            "1. e4 {White wins} 1-0{x}1. d4 1/2-1/2",
            &["1 e4 | 1-0 other", "1 d4 | 1/2-1/2 other"],
        ),
        // A line that only looks like the beginning of a tag.
        (
            "1. e4 {\n[%clk 0:01:00]\n[Event]\n[Event x]\n} e5 *",
            &["1 e4 e5 | *"],
        ),
        (
            "1. e4 {as in\n[Event \"that\" one]\n} e5 *",
            &["1 e4 e5 | *"],
        ),
        // Line ends of every kind are counted alike.
        (
            "[Event \"a\"]\r\n\r\n1. e4 *\r\n\r\n[Event \"b\"]\r\n\r\n1. d4 Nf9 *\r\n",
            &["1 e4 | *", "7 !unreadable"],
        ),
        (
            "[Event \"a\"]\r\r1. e4 *\r\r[Event \"b\"]\r\r1. d4 Nf9 *\r",
            &["1 e4 | *", "7 !unreadable"],
        ),
        // The mark of UTF-8, also where files have been put together.
        (
            "\u{feff}[Event \"a\"]\n\n1. e4 *\n\u{feff}[Event \"b\"]\n\n1. d4 *",
            &["1 e4 | *", "4 d4 | *"],
        ),
        (
            "\u{feff}1. e4 *\n\u{feff}1. d4 *\n\u{feff}",
            &["1 e4 | *", "2 d4 | *"],
        ),
    ]);
}

#[test]
fn what_was_not_closed_costs_no_other_game() {
    check(&[
        (
            "[Event \"a\"]\n\n1. e4 {oh\n e5 1-0\n\n[Event \"b\"]\n\n1. d4 *",
            &["1 e4 | *", "6 d4 | *"],
        ),
        (
            "1. e4 {oh e5 1-0\n[Event \"b\"]\n1. d4 *",
            &["1 e4 | *", "2 d4 | *"],
        ),
        (
            "1. e4 (1. d4\n d5 1-0\n\n[Event \"b\"]\n\n1. d4 *",
            &["1 e4 | *", "4 d4 | *"],
        ),
        (
            "1. e4 (1. d4 {x\n\n[Event \"b\"]\n\n1. d4 *",
            &["1 e4 | *", "3 d4 | *"],
        ),
        ("1. e4\n(1. d4 (1. c4) *", &["1 e4 | *"]),
        ("1. e4 {", &["1 e4 | *"]),
        ("[Event \"a\"]\n\n{1. e4 e5 *", &["3 !open-comment"]),
        ("[Event \"a\"]\n\n(1. e4 e5 *", &["3 !open-variation"]),
        // A comment that is closed may hold what looks like tags.
        (
            "1. e4 {as in\n\n[Event \"b\"]\n[Site \"x\"]\n\n1. d4 } e5 *",
            &["1 e4 e5 | *"],
        ),
        (
            "1. e4 {oh\n\n[Event \"b\"]\n[Site \"}\"]\n\n1. d4 {so} d5 *",
            &["1 e4 | *", "3 d4 d5 | *"],
        ),
        ("1. e4 (", &["1 e4 | *"]),
        ("1. e4 ) e5 } 2. Nf3 ] *", &["1 e4 e5 Nf3 | *"]),
        ("[Event \"a\n[Site \"b\"]\n\n1. e4 *", &["1 e4 | *"]),
        ("{oh\n\n[Event \"b\"]\n\n1. d4 *", &["3 d4 | *"]),
    ]);
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
fn what_stands_between_the_moves() {
    check(&[
        ("1.e4 e5 2.Nf3 Nc6", &["1 e4 e5 Nf3 Nc6 | *"]),
        ("1 e4 e5 2 Nf3", &["1 e4 e5 Nf3 | *"]),
        ("e4 e5 Nf3", &["1 e4 e5 Nf3 | *"]),
        ("1. e4 1... e5 2. ... 2. Nf3 …Nc6", &["1 e4 e5 Nf3 Nc6 | *"]),
        ("7. e4 9. e5 -", &["1 e4 e5 | *"]),
        ("e4 e5 2.1-0", &["1 e4 e5 | 1-0 other"]),
        ("e4 e5 0:1", &["1 e4 e5 | 0-1 other"]),
        ("e4 e5 +-", &["1 e4 e5 | 1-0 other"]),
        ("e4 e5 -+", &["1 e4 e5 | 0-1 other"]),
        ("e4 e5 +--", &["1 e4 e5 | 1-0 other"]),
        ("e4 e5 =", &["1 e4 e5 | 1/2-1/2 other"]),
        ("e4 e5 0-0", &["1 e4 e5 | *"]),
        ("e4 -- d4 1-0", &["1 e4 | 1-0 other"]),
        ("e4 e5 Z0", &["1 e4 e5 | *"]),
        (
            "e4! e5?! Nf3!! $1 Nc6 $14 $139 Bb5 ?? a6!?",
            &["1 e4 e5 Nf3 Nc6 Bb5 a6 | *"],
        ),
        (
            "e4 $1$2 e5$3 Nf3 += Nc6 +- Bb5 N a6 ∞ = 1/2-1/2",
            &["1 e4 e5 Nf3 Nc6 Bb5 a6 | 1/2-1/2 other"],
        ),
        ("e4 ; e5 d5\n e5 {Nf6 } Nf3{} Nc6", &["1 e4 e5 Nf3 Nc6 | *"]),
        ("% e4\ne4\n% e5\n%\ne5 Nf3", &["2 e4 e5 Nf3 | *"]),
        (
            "e4 (d4 d5 (d5 {)} Nf6) c4) e5 (e6) (c5 ; )\n) Nf3",
            &["1 e4 e5 Nf3 | *"],
        ),
        ("e4 {[} e5 {(} Nf3 {;} Nc6 {%}", &["1 e4 e5 Nf3 Nc6 | *"]),
    ]);
    let (imported, _) = only("e4 (d4 (c4) (Nf9 Nf3)) e5 (e6) (--) *");
    assert_eq!(imported.variations, 1, "one that cannot be played");
    assert_eq!(imported.as_text, 1, "one with a null move");
}

#[test]
fn signs_glued_to_a_move_judge_it() {
    for (sign, glyph) in [
        ("+-", 18),
        ("-+", 19),
        ("±", 16),
        ("∓", 17),
        ("⩲", 14),
        ("⩱", 15),
        ("+/=", 14),
        ("=", 10),
        ("∞", 13),
        ("□", 7),
        ("N", 146),
        ("!?", 5),
    ] {
        let (imported, loaded) = only(&format!("1. e4{sign} e5 *"));
        assert_eq!(moves(&loaded.game), "e4 e5", "{sign}");
        let written = pgn::write_with(&loaded, &imported.study);
        assert!(
            written.contains(&format!("1. e4 ${glyph} e5 *")),
            "{written}"
        );
    }
    // At the end it is still no result.
    let (imported, loaded) = only("1. e4 e5=");
    let written = pgn::write_with(&loaded, &imported.study);
    assert!(written.contains("1. e4 e5 $10 *"), "{written}");
}

#[test]
fn an_end_may_stand_in_words() {
    check(&[
        ("1. e4 e5 draw", &["1 e4 e5 | 1/2-1/2 other"]),
        ("1. e4 e5 Draw.", &["1 e4 e5 | 1/2-1/2 other"]),
        ("1. e4 e5 White resigns", &["1 e4 e5 | 0-1 resignation"]),
        ("1. e4 e5 Black resigns 1-0", &["1 e4 e5 | 1-0 resignation"]),
        ("1. e4 e5 draw agreed", &["1 e4 e5 | 1/2-1/2 agreement"]),
        ("1. e4 e5 White wins", &["1 e4 e5 | 1-0 other"]),
        ("1. e4 White e5", &["1 e4 e5 | *"]),
        ("1. e4, e5, 2. Nf3", &["1 e4 e5 Nf3 | *"]),
    ]);
}

/// Counters are part of a position: without them it would be another game.
#[test]
fn a_start_that_differs_in_its_counters_alone_is_kept() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3";
    let (imported, loaded) = only(&format!("[FEN \"{fen}\"]\n\n3. e4 e5 *"));
    let written = pgn::write(&loaded);
    assert!(written.contains(fen), "{written}");
    assert_eq!(fingerprint_of(&only(&written).0), fingerprint_of(&imported));
}

/// Under the seventy-five moves a game has 17,697 plies at most.
#[test]
fn the_longest_game_is_taken_over() {
    let long = |plies: usize| {
        let moves = ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(plies);
        let moves: Vec<&str> = moves.copied().collect();
        taken_over(format!("{} *", moves.join(" ")).as_bytes()).remove(0)
    };
    let (imported, loaded) = long(17_697).unwrap();
    assert_eq!(loaded.game.plies().len(), 17_697);
    assert_eq!(read_bytes(imported.log.into_bytes()).fault, None);
    let fault = long(20_001).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "game 1, line 1: there are more than 20000 plies"
    );
}

#[test]
fn what_is_not_recorded_stays_unrecorded() {
    let (imported, loaded) = only("[Event \"a\"]\n[PlyCount \"2\"]\n\n1. e4 e5 *");
    assert_eq!(loaded.header.given(Color::White), None);
    let written = pgn::write(&loaded);
    for tag in [
        "White \"?\"",
        "Black \"?\"",
        "Round \"?\"",
        "PlyCount \"2\"",
    ] {
        assert!(written.contains(&format!("[{tag}]")), "{tag}: {written}");
    }
    assert_eq!(fingerprint_of(&only(&written).0), fingerprint_of(&imported));
    let (_, given) = only("[White \"Ann\"]\n[Round \"-\"]\n\n1. e4 e5 *");
    assert!(pgn::write(&given).contains("[Round \"-\"]\n[White \"Ann\"]\n[Black \"?\"]"));
}

#[test]
fn an_end_on_the_board_that_the_file_does_not_give_is_told() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    for (text, told) in [
        (format!("{mate} *"), true),
        (mate.to_owned(), true),
        (format!("{mate} 0-1"), false),
        (format!("[Result \"0-1\"]\n\n{mate} *"), false),
        ("1. e4 *".to_owned(), false),
    ] {
        assert_eq!(only(&text).0.ended_on_board, told, "{text}");
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

#[test]
fn a_move_that_cannot_be_played_is_named_with_its_line() {
    for (text, line, written, refusal) in [
        ("1. e4 e5\n2. Nf3 Nc6\n3. Bb6 *", 3, "3. Bb6", "piece-move"),
        ("1. e4 e5\n2. Nf3\n2... Kd8 *", 3, "2... Kd8", "own-piece"),
        ("1. e4 xye9 *", 1, "1... xye9", "unreadable"),
        ("1. e5 *", 1, "1. e5", "piece-move"),
        ("f3 e5 g4 Qh4# Nf3 *", 1, "3. Nf3", "game-over"),
        ("1. N@f3 *", 1, "1. N@f3", "unreadable"),
        ("Hello, world", 1, "1. Hello,", "unreadable"),
        (
            "<!DOCTYPE html>\n<html></html>",
            1,
            "1. !DOCTYPE",
            "unreadable",
        ),
        ("\u{0}\u{1}PNG\u{7f} x", 1, "1. PNG", "unreadable"),
    ] {
        let games = taken_over(text.as_bytes());
        let Some(Err(fault)) = games.first() else {
            panic!("{text}: {games:?}");
        };
        assert_eq!(fault.line, line, "{text}");
        let FaultKind::Move {
            written: found,
            refusal: why,
            ..
        } = &fault.kind
        else {
            panic!("{text}: {fault}");
        };
        assert_eq!((found.as_str(), why.code()), (written, refusal), "{text}");
        let told = fault.to_string();
        assert!(
            told.starts_with(&format!("game 1, line {line}: ")) && told.contains(refusal),
            "{told}"
        );
    }
    let long = format!("1. {} *", "N".repeat(5000));
    let fault = taken_over(long.as_bytes()).remove(0).unwrap_err();
    assert!(fault.to_string().len() < 120, "a message stays short");
    assert!(matches!(
        fault.kind,
        FaultKind::Move {
            refusal: Refusal::Unreadable,
            ..
        }
    ));
}

#[test]
fn positions_to_start_from() {
    let black =
        "[FEN \"4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 10\"]\n[SetUp \"1\"]\n\n10... d5 11. exd6 *";
    let (_, game) = only(black);
    assert_eq!(moves(&game.game), "d5 exd6");
    assert_eq!(
        fen_of(game.game.start()),
        "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 10"
    );
    assert_eq!(moves(&only("[FEN \"?\"]\n\ne4 *").1.game), "e4");
    let (surplus, game) = only("[FEN \"r3k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1\"]\n\nO-O-O *");
    assert_eq!(moves(&game.game), "O-O-O");
    assert!(matches!(
        surplus.notes[0].remark,
        Remark::CastlingRights { .. }
    ));
    // One side has lost its rights.
    for rights in ["KQ", "Q"] {
        let fen = format!("4k3/8/8/8/8/8/8/1R3KR1 w {rights} - 0 1");
        let (alone, game) = only(&format!("[FEN \"{fen}\"]\n\nO-O-O *"));
        assert_eq!(moves(&game.game), "O-O-O", "{rights}");
        assert!(alone.notes.is_empty(), "{rights}");
    }
    for (fen, why) in [
        ("8/8/8/8/8/8/8/8 w - - 0 1", FenError::NoKing(Color::White)),
        ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", FenError::PawnOnEdge),
        (
            "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
            FenError::OpponentInCheck(Color::Black),
        ),
        ("nonsense", FenError::Board),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", FenError::Turn),
    ] {
        let text = format!("[Event \"a\"]\n[FEN \"{fen}\"]\n\n1. e4 *");
        let fault = taken_over(text.as_bytes()).remove(0).unwrap_err();
        assert_eq!(
            (fault.line, fault.kind),
            (2, FaultKind::Start(why)),
            "{fen}"
        );
    }
}

#[test]
fn games_by_other_rules_are_refused() {
    for (variant, taken) in [
        ("Standard", true),
        ("chess", true),
        ("From Position", true),
        ("", true),
        ("Chess960", true),
        ("chess 960", true),
        ("Fischerandom", true),
        ("Fischer Random", true),
        ("Regular", true),
        ("Crazyhouse", false),
        ("Atomic", false),
        ("Antichess", false),
        ("King of the Hill", false),
        ("Three-check", false),
        ("Horde", false),
        ("Racing Kings", false),
        ("Crazyhouse 960", false),
    ] {
        let text = format!("[Event \"a\"]\n[Variant \"{variant}\"]\n\n1. e4 *");
        match taken_over(text.as_bytes()).remove(0) {
            Ok(_) => assert!(taken, "{variant}"),
            Err(fault) => {
                assert_eq!(fault.kind, FaultKind::Variant(variant.to_owned()));
                assert!(!taken, "{variant}");
            }
        }
    }
}

const REPEATED: &str = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";

#[test]
fn who_won_and_why() {
    let twice = format!("{REPEATED} {REPEATED}");
    let text = |tags: &str, moves: &str| format!("[Event \"a\"]\n{tags}\n{moves}\n");
    for (tags, movetext, wanted) in [
        ("", "e4 1-0", "1-0 other"),
        ("", "e4 0-1", "0-1 other"),
        ("", "e4 1/2-1/2", "1/2-1/2 other"),
        ("", "e4 ½–½", "1/2-1/2 other"),
        ("", "e4 1–0", "1-0 other"),
        ("", "e4", "*"),
        ("[Result \"1-0\"]", "e4", "1-0 other"),
        ("[Result \"nonsense\"]", "e4", "*"),
        ("[Result \"nonsense\"]", "e4 0-1", "0-1 other"),
        ("[Result \"1-0\"]", "e4 0-1", "0-1 other"),
        ("[Result \"1-0\"]", "e4 *", "1-0 other"),
        ("[Termination \"time forfeit\"]", "e4 0-1", "0-1 time"),
        (
            "[Termination \"Time forfeit\"]",
            "e4 1/2-1/2",
            "1/2-1/2 time-no-mating-material",
        ),
        ("[Termination \"ann won on time\"]", "e4 1-0", "1-0 time"),
        ("[Termination \"Abandoned\"]", "e4 1-0", "1-0 other"),
        ("[Termination \"death\"]", "e4 1/2-1/2", "1/2-1/2 other"),
        ("[Termination \"time\"]", "e4 1-0", "1-0 time"),
        ("[Termination \"normal\"]", "e4 1-0", "1-0 resignation"),
        (
            "[Termination \"Ann won by resignation\"]",
            "e4 1-0",
            "1-0 resignation",
        ),
        (
            "[Termination \"drawn by agreement\"]",
            "e4 1/2-1/2",
            "1/2-1/2 agreement",
        ),
        ("[Termination \"time forfeit\"]", "e4 *", "*"),
        ("", "f3 e5 g4 Qh4# 0-1", "0-1 checkmate"),
        ("[Result \"1-0\"]", "f3 e5 g4 Qh4# 1-0", "1-0 other"),
        ("[Result \"1-0\"]", "f3 e5 g4 Qh4# 0-1", "0-1 checkmate"),
        ("", "f3 e5 g4 Qh4", "0-1 checkmate"),
        ("", "1-0", "1-0 other"),
        ("", &format!("{REPEATED} 1/2-1/2"), "1/2-1/2 threefold"),
        ("", &format!("{REPEATED} 1-0"), "1-0 other"),
        ("", REPEATED, "*"),
        ("", &format!("{twice} 1/2-1/2"), "1/2-1/2 fivefold"),
        (
            "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 99 70\"]",
            "Rh2 1/2-1/2",
            "1/2-1/2 fifty-move",
        ),
        (
            "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 149 70\"]",
            "Rh2 1-0",
            "1-0 other",
        ),
        (
            "[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]",
            "Qf7 *",
            "1/2-1/2 stalemate",
        ),
        ("[FEN \"8/8/8/8/8/6kp/8/7K w - - 0 1\"]", "*", "*"),
        (
            "[FEN \"4k3/8/8/8/8/8/3r4/4KB2 w - - 0 1\"]",
            "Kxd2 1-0",
            "1-0 other",
        ),
    ] {
        let (_, loaded) = only(&text(tags, movetext));
        assert_eq!(end(loaded.game.outcome()), wanted, "{tags} {movetext}");
        assert_eq!(loaded.end.is_some(), wanted != "*", "{tags} {movetext}");
        let rule = match loaded.header.remarks.as_slice() {
            [.., Remark::ResultNotOnBoard { .. }] => DrawRule::Unjudged,
            _ => DrawRule::Claimed,
        };
        assert_eq!(loaded.header.draws, rule, "{tags} {movetext}");
        // What was recorded is written again.
        let (_, again) = only(&pgn::write(&loaded));
        assert_eq!(end(again.game.outcome()), wanted, "{tags} {movetext}");
    }
    for (tags, movetext, lines) in [
        ("[Result \"1-0\"]", "e4 0-1", vec![2]),
        ("[Result \"1-0\"]", "e4 *", vec![2]),
        ("[Result \"1-0\"]", "e4 1-0", vec![]),
        ("[Result \"1-0\"]", "e4", vec![]),
        ("", "e4 1-0", vec![]),
        ("[Result \"?\"]", "e4 1-0", vec![]),
        ("[Result \"0-0\"]", "e4", vec![2]),
        ("", "f3 e5 g4 Qh4# 1-0", vec![3]),
    ] {
        let (imported, loaded) = only(&text(tags, movetext));
        let found: Vec<u64> = imported.notes.iter().map(|note| note.line).collect();
        assert_eq!(found, lines, "{tags} {movetext}");
        let remarks = imported.notes.iter().map(|note| &note.remark);
        assert!(remarks.eq(&loaded.header.remarks), "the log says it, too");
    }
}

#[test]
fn games_that_went_on_after_an_automatic_end_lose_no_move() {
    let fives = format!("{REPEATED} {REPEATED} e4 e5");
    for (tags, movetext, wanted) in [
        ("", format!("{fives} 1-0"), "1-0 other"),
        ("", format!("{fives} f4 g5 Nc3 g4 d4 g3 a4 gxh2"), "*"),
        (
            "",
            format!("{REPEATED} {REPEATED} f3 e5 g4 Qh4# 0-1"),
            "0-1 checkmate",
        ),
        (
            "",
            format!("{REPEATED} {REPEATED} {REPEATED} 1/2-1/2"),
            "1/2-1/2 threefold",
        ),
        (
            "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 149 70\"]",
            "Rh2 Kd8 Rh3 1-0".to_owned(),
            "1-0 other",
        ),
        (
            "[FEN \"4k3/8/8/8/8/8/3r4/4KB2 w - - 0 1\"]",
            "Kxd2 Kd8 1/2-1/2".to_owned(),
            "1/2-1/2 other",
        ),
        (
            "[FEN \"4k3/8/8/8/8/8/8/4KB2 w - - 0 1\"]",
            "Be2 Kd8 *".to_owned(),
            "*",
        ),
    ] {
        let text = format!("[Event \"a\"]\n{tags}\n{movetext}\n");
        let (_, loaded) = only(&text);
        let plain = movetext.split(' ').filter(|word| {
            !word.contains(['*', '/']) && !word.ends_with("-0") && !word.ends_with("-1")
        });
        let plain: Vec<&str> = plain.collect();
        assert_eq!(moves(&loaded.game), plain.join(" "), "{text}");
        assert_eq!(end(loaded.game.outcome()), wanted, "{text}");
        assert_eq!(loaded.header.draws, DrawRule::Unjudged, "{text}");
        assert!(loaded.header.line().contains("\"draws\":\"unjudged\""));
    }
}

#[test]
fn tags_are_kept_and_written_again() {
    let text = "[Event \"Casual \\\"Cup\\\" {1} \\\\\"]\n[Site \"Reykjavík\"]\n[Date \"1972.??.??\"]\n\
                [Round \"6\"]\n[White \"Fischer,  Robert \"]\n[Black \"?\"]\n[Result \"1-0\"]\n\
                [WhiteElo \"2785\"]\n[ECO \"D59\"]\n[Event \"again\"]\n[bad-name \"x\"]\n\
                [Annotator \"\"]\n[Termination \"Abandoned\"]\n[TimeControl \"?\"]\n\n1. c4 1-0\n";
    let (imported, loaded) = only(text);
    let header = &loaded.header;
    assert_eq!(
        (header.white.as_str(), header.black.as_str()),
        ("Fischer, Robert", "?")
    );
    assert_eq!(header.started, None);
    assert_eq!(header.date(), "1972.??.??");
    assert_eq!(header.tags.get("Event"), Some("Casual \"Cup\" {1} \\"));
    let written = pgn::write(&loaded);
    assert_eq!(
        written,
        "[Event \"Casual \\\"Cup\\\" {1} \\\\\"]\n[Site \"Reykjavík\"]\n[Date \"1972.??.??\"]\n\
         [Round \"6\"]\n[White \"Fischer, Robert\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\
         [Annotator \"\"]\n[ECO \"D59\"]\n[Termination \"Abandoned\"]\n[TimeControl \"?\"]\n\
         [WhiteElo \"2785\"]\n\n1. c4 1-0\n\n"
    );
    let (again, second) = only(&written);
    assert_eq!(fingerprint_of(&again), fingerprint_of(&imported));
    assert_eq!(pgn::write(&second), written);
    // Another game of the two has none of that.
    let mut unjudged = header.clone();
    unjudged.draws = DrawRule::Unjudged;
    let next = unjudged.swapped();
    assert_eq!(
        (next.draws, next.date.as_deref()),
        (DrawRule::Claimed, None)
    );
    assert!(next.tags.is_empty());
}

#[test]
fn there_is_a_limit_to_tags() {
    let mut text = String::new();
    for number in 0..5000 {
        text += &format!("[Tag{number} \"{}\"]\n", "x".repeat(100));
    }
    text += &format!("[White \"Ann\"]\n[Long \"{}\"]\n\ne4 *", "ö".repeat(20_000));
    let (imported, loaded) = only(&text);
    assert_eq!(loaded.header.tags.iter().count(), 64);
    assert_eq!(
        loaded.header.white, "Ann",
        "those that count are read wherever they stand"
    );
    assert!(imported.log.len() < 20_000);
    let long = format!("[Long \"{}\"]\n\ne4 *", "ö".repeat(20_000));
    assert_eq!(
        only(&long).1.header.tags.get("Long"),
        Some(&*"ö".repeat(1000))
    );
}

#[test]
fn when_a_game_was_played() {
    for (tags, started, date) in [
        ("", None, "????.??.??"),
        ("[Date \"1972.07.11\"]", None, "1972.07.11"),
        ("[Date \"????.??.??\"]", None, "????.??.??"),
        ("[Date \"last summer\"]", None, "????.??.??"),
        ("[Date \"11.07.1972\"]", None, "????.??.??"),
        ("[Date \"25.07.1972\"]", None, "1972.07.25"),
        (
            "[Date \"2013.05.06\"]\n[UTCDate \"2017.08.02\"]\n[UTCTime \"23:23:31\"]",
            None,
            "2013.05.06",
        ),
        (
            "[Date \"2017.08.03\"]\n[UTCDate \"2017.08.02\"]\n[UTCTime \"23:23:31\"]",
            Some("2017-08-02T23:23:31Z"),
            "2017.08.03",
        ),
        ("[UTCDate \"2020.02.03\"]", None, "2020.02.03"),
        (
            "[UTCDate \"2020.02.03\"]\n[UTCTime \"04:05:06\"]",
            Some("2020-02-03T04:05:06Z"),
            "2020.02.03",
        ),
        (
            "[Date \"2020.02.03\"]\n[UTCTime \"04:05:06\"]",
            Some("2020-02-03T04:05:06Z"),
            "2020.02.03",
        ),
        (
            "[Date \"2020.02.??\"]\n[UTCTime \"04:05:06\"]",
            None,
            "2020.02.??",
        ),
        (
            "[Date \"2020.02.03\"]\n[UTCTime \"25:00:00\"]",
            None,
            "2020.02.03",
        ),
        (
            "[Date \"2020.02.03\"]\n[UTCTime \"soon\"]",
            None,
            "2020.02.03",
        ),
    ] {
        let (imported, loaded) = only(&format!("[Event \"a\"]\n{tags}\n\ne4 *"));
        let found = loaded.header.started.map(|time| time.to_string());
        assert_eq!(found.as_deref(), started, "{tags}");
        assert_eq!(
            imported.moment.is_some(),
            started.is_some() || !date.contains('?'),
            "{tags}"
        );
        assert_eq!(loaded.header.date(), date, "{tags}");
        let written = pgn::write(&loaded);
        let kept = tags.lines().all(|tag| written.contains(tag));
        assert!(kept || tags.contains("25.07"), "{written}");
        assert_eq!(
            fingerprint_of(&only(&written).0),
            fingerprint_of(&imported),
            "{written}"
        );
    }
}

fn clocks(loaded: &Loaded) -> Vec<Option<u64>> {
    loaded.game.plies().iter().map(|ply| ply.left()).collect()
}

#[test]
fn clocks_are_kept_and_let_no_flag_fall() {
    let whole = "1. e4 {[%clk 0:04:59]} e5 {[%clk 0:04:58.5]} 2. Nf3 {[%emt 0:00:03] [%clk 0:05:01]} Nc6 {[%clk 0:05:00]}";
    let half =
        "1. e4 {[%clk 0:04:59]} e5 2. Nf3 {no clock} Nc6 {[%clk 1:05]} (2... d6 {[%clk 0:00:07]})";
    let zero =
        "1. e4 {[%clk 0:00:00]} e5 {[%clk 0:00:00]} 2. Nf3 {[%clk 0:00:00]} Nc6 {[%clk 99:59:59]}";
    let all = [Some(299_000), Some(298_500), Some(301_000), Some(300_000)];
    let some = [Some(299_000), None, None, Some(65_000)];
    let none = [Some(0), Some(0), Some(0), Some(359_999_000)];
    for (control, movetext, readings, timed) in [
        ("300+3", whole, all, true),
        ("300", whole, all, true),
        ("40/7200:3600", whole, all, true),
        ("-", whole, all, false),
        ("?", whole, all, false),
        ("", whole, all, false),
        ("*180", whole, all, false),
        ("0", whole, all, false),
        ("300+3", half, some, false),
        ("-", half, some, false),
        ("300+3", zero, none, false),
        ("1", zero, none, false),
        ("?", zero, none, false),
    ] {
        for result in ["*", "1-0", "1/2-1/2"] {
            let text = format!("[TimeControl \"{control}\"]\n\n{movetext} {result}");
            let (imported, loaded) = only(&text);
            assert_eq!(clocks(&loaded), readings, "{text}");
            assert_eq!(loaded.header.time_control.is_some(), timed, "{text}");
            let found = loaded
                .game
                .outcome()
                .map_or("*", |outcome| outcome.result());
            assert_eq!(found, result, "{text}");
            let written = pgn::write(&loaded);
            assert_eq!(written.matches("[TimeControl ").count(), 1, "{written}");
            assert!(
                written.contains(&format!("[TimeControl \"{control}\"]\n")),
                "{written}"
            );
            let (again, second) = only(&written);
            assert_eq!(clocks(&second), readings, "{written}");
            assert_eq!(fingerprint_of(&again), fingerprint_of(&imported));
        }
    }
    // A time control without readings invents none.
    let (_, loaded) = only("[TimeControl \"300+3\"]\n\n1. e4 e5 *");
    assert_eq!(clocks(&loaded), [None, None]);
    assert!(pgn::write(&loaded).contains("[TimeControl \"300+3\"]"));
}

#[test]
fn letters_of_one_byte() {
    let windows =
        only_bytes(b"[White \"\x8aahovic\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O\x96O *");
    assert_eq!(windows.header.white, "Šahovic");
    assert!(moves(&windows.game).ends_with("O-O"));
    let wide: Vec<u8> = "\u{feff}[White \"Šahovic\"]\n\n1. d4 *"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(only_bytes(&wide).header.white, "Šahovic");
    let latin = b"[White \"M\xfcller\"]\n[Black \"Garc\xeda\"]\n\n1. e4 {\xab} \xbd-\xbd\n\n[White \"M\xc3\xbcller\"]\n\n1. d4 *";
    let games = taken_over(latin);
    let names: Vec<&str> = games
        .iter()
        .map(|game| game.as_ref().unwrap().1.header.white.as_str())
        .collect();
    assert_eq!(names, ["Müller", "Müller"]);
    let first = &games[0].as_ref().unwrap().1;
    assert_eq!(
        (
            first.header.black.as_str(),
            end(first.game.outcome()).as_str()
        ),
        ("García", "1/2-1/2 other")
    );
}

fn only_bytes(text: &[u8]) -> Loaded {
    let mut games = taken_over(text);
    assert_eq!(games.len(), 1);
    games.remove(0).unwrap().1
}

/// Text that comes again and again, up to a number of bytes.
struct Endless<'a> {
    text: &'a [u8],
    at: usize,
    left: u64,
}

impl Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = buffer
            .len()
            .min(usize::try_from(self.left).unwrap_or(usize::MAX));
        for place in &mut buffer[..count] {
            *place = self.text[self.at];
            self.at = (self.at + 1) % self.text.len();
        }
        self.left -= count as u64;
        Ok(count)
    }
}

#[test]
fn a_game_that_never_ends_is_passed_over() {
    for text in [
        &b"x"[..],
        b"(",
        b"e4 ",
        b"[Event \"",
        b"[",
        b"\xef",
        b"\"",
        b"\\",
        b"% ",
        b"\n",
        b"\r",
        b"\0",
        b"1. e4 {a {b} ",
    ] {
        let begin = &b"[Event \"a\"]\n\n1. e4 {x} "[..];
        let end = &b"\n\n[Event \"b\"]\n\n1. d4 *\n"[..];
        let middle = Endless {
            text,
            at: 0,
            left: 3 << 20,
        };
        let mut splitter = Splitter::new(begin.chain(middle).chain(end));
        let mut games = Vec::new();
        loop {
            match splitter.step().unwrap() {
                Split::Game(game) => games.push(game),
                Split::More => {}
                Split::End => break,
            }
        }
        let told = String::from_utf8_lossy(text);
        assert_eq!(games.len(), 2, "{told:?}");
        assert_eq!(
            (games[0].line, games[0].is_too_large()),
            (1, true),
            "{told:?}"
        );
        let mut alone = raw_games(end).remove(0);
        assert_eq!(alone.length, end.len() - 2);
        (alone.number, alone.line) = (2, games[1].line);
        assert_eq!(games[1], alone, "{told:?}");
        assert_eq!(
            pgn::read_game(&games[0]).unwrap_err().kind,
            FaultKind::TooLarge
        );
        assert!(pgn::read_game(&games[1]).is_ok());
    }
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(5001);
    let fault = taken_over(shuffle.as_bytes()).remove(0).unwrap_err();
    assert_eq!(fault.kind, FaultKind::TooManyMoves);
    let (_, long) = only(&"Nf3 Nf6 Ng1 Ng8 ".repeat(1000));
    assert_eq!(long.game.plies().len(), 4000);
}

/// A game is whole however much is said of it, in lines of any length, and what the clocks showed
/// is kept. Lines are counted as they stand in the file.
#[test]
fn a_game_with_megabytes_of_comments_is_taken_over() {
    const MUCH: usize = 3 << 20;
    let many = |unit: &str| unit.repeat(MUCH / unit.len());
    let line = format!("{{{}}}", many("good "));
    let lines = format!("{{\n{}}}", many("(e5) \\ ; 1-0 {\n"));
    let rest = many("; e5 } [Event \"x\"] and so on\n");
    let single = many("{so it went} {[%eval 0.1,20]} ");
    let within = format!("(1. d4 {}) ", many("{well played} "));
    for comment in [&line, &lines, &rest, &single, &within] {
        let shown = &comment[..30];
        let text = format!(
            "[Event \"a\"]\n\n1. e4 {{[%clk 0:01:00]}}\n{comment}\ne5 {{[%clk 0:00:59] {} \
             2. Nf3 {{{} [%clk 0:00:58] {}}} 1-0\n\n1. d4 e6 2. d5 e5 *\n\n1. e4 e4 *\n",
            "much }",
            many("x "),
            many("y "),
        );
        let raws = raw_games(text.as_bytes());
        let kept: Vec<usize> = raws.iter().map(|raw| raw.length).collect();
        assert_eq!(kept.len(), 3, "{shown}");
        assert!(kept[0] <= 1 << 20, "{shown}: {kept:?}");
        let games = taken_over(text.as_bytes());
        let (imported, first) = games[0]
            .as_ref()
            .unwrap_or_else(|fault| panic!("{shown}: {fault}"));
        let is_told = |note: &Note| note.remark == Remark::CommentsCut && note.line >= 4;
        assert_eq!(
            imported.notes.iter().filter(|note| is_told(note)).count(),
            1,
            "{shown}"
        );
        assert_eq!(moves(&first.game), "e4 e5 Nf3", "{shown}");
        let clocks: Vec<_> = first.game.plies().iter().map(|ply| ply.left()).collect();
        let wanted = [60_000, 59_000, 58_000].map(Some);
        assert_eq!(clocks, wanted, "{shown}");
        assert_eq!(end(first.game.outcome()), "1-0 other");
        assert_eq!(moves(&games[1].as_ref().unwrap().1.game), "d4 e6 d5 e5");
        let fault = games[2].as_ref().unwrap_err();
        assert_eq!(fault.line, text.lines().count() as u64, "{shown}");
    }
    // What is left open may hide moves, as ever.
    let open = format!("1. e4\n{{{}", many("x"));
    let (imported, _) = only(&open);
    let note = &imported.notes[0];
    assert_eq!((note.line, &note.remark), (2, &Remark::OpenComment));
}

#[test]
fn the_cut_does_not_depend_on_how_the_file_comes_in() {
    struct Slowly<'a>(&'a [u8]);
    impl Read for Slowly<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(1).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }
    let text =
        "\u{feff}[Event \"a\"]\r\n\r\n1. e4 {\r\n[Event \"x\"]\r\n1. d4 1-0 [Event \"b\"]\n* e4";
    assert_eq!(
        raw_games(Slowly(text.as_bytes())),
        raw_games(text.as_bytes())
    );
    assert!(raw_games(text.as_bytes()).len() > 1);
}

#[test]
fn the_fingerprint_is_the_same_for_ever() {
    let (first, _) = only("[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.11.20\"]\n\n1. e4 e5 *");
    assert_eq!(fingerprint_of(&first), FOR_EVER);
    for (text, same) in [
        (
            "[Event \"x\"]\n[White \" Ann \"]\n[Black \"Ben\"]\n[Date \"2026-11-20\"]\n[Round \"?\"]\n\ne2e4 e7-e5 *",
            true,
        ),
        (
            "[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.11.20\"]\n\n1. e4 e5 1-0",
            false,
        ),
        (
            "[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.11.20\"]\n[Site \"Rome\"]\n\n1. e4 e5 *",
            false,
        ),
        (
            "[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.11.20\"]\n[Round \"2\"]\n\n1. e4 e5 *",
            false,
        ),
        (
            "[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.11.20\"]\n[GameId \"7\"]\n\n1. e4 e5 *",
            false,
        ),
        (
            "[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.11.20\"]\n[UTCTime \"12:00:00\"]\n\n1. e4 e5 *",
            false,
        ),
        (
            "[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.11.20\"]\n\n1. e4 {[%clk 0:01:00]} e5 *",
            true,
        ),
        (
            "[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.11.21\"]\n\n1. e4 e5 *",
            false,
        ),
        (
            "[White \"Anna\"]\n[Black \"Ben\"]\n[Date \"2026.11.20\"]\n\n1. e4 e5 *",
            false,
        ),
        (
            "[White \"Ben\"]\n[Black \"Ann\"]\n[Date \"2026.11.20\"]\n\n1. e4 e5 *",
            false,
        ),
        (
            "[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.11.20\"]\n\n1. e4 e6 *",
            false,
        ),
        (
            "[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.11.20\"]\n\n1. e4 *",
            false,
        ),
    ] {
        assert_eq!(fingerprint_of(&only(text).0) == FOR_EVER, same, "{text}");
    }
    let played = "# {\"rank-and-file\":1,\"white\":\"Ann\",\"black\":\"Ben\",\"started\":\"2026-11-20T23:30:00Z\"}\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let here = read_bytes(played.as_bytes().to_vec());
    let number = rank_and_file_core::record::log::fingerprint(&here.header, &here.game);
    assert_eq!(fingerprint_of(&only(&pgn::write(&here)).0), number);
}

/// Of Ann against Ben on 20 November 2026, 1. e4 e5. A change would make every known game new.
const FOR_EVER: u64 = 17_020_431_120_135_548_069;

#[test]
fn wide_letters_become_narrow_ones() {
    let text = "[White \"Müller – ♘\"]\n\n1. e4 *\n".repeat(3000);
    let little: Vec<u8> = "\u{feff}"
        .encode_utf16()
        .chain(text.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let big: Vec<u8> = little
        .chunks(2)
        .flat_map(|pair| [pair[1], pair[0]])
        .collect();
    for bytes in [&little, &big, &text.clone().into_bytes()] {
        let mut splitter = Splitter::new(bytes.as_slice());
        let mut read = Vec::new();
        loop {
            match splitter.step().unwrap() {
                Split::Game(game) => read.push(game),
                Split::More => {}
                Split::End => break,
            }
        }
        assert!(read == raw_games(text.as_bytes()));
        assert_eq!(read.len(), 3000);
        let last = pgn::read_game(&read[2999]).unwrap();
        assert_eq!(
            (&*last.loaded.header.white, &*moves(&last.loaded.game)),
            ("Müller – ♘", "e4")
        );
        assert_eq!(splitter.bytes(), bytes.len() as u64);
    }
}

#[test]
fn what_is_no_text_is_named() {
    for (bytes, foreign) in [
        (&b"\x1f\x8b\x08rest"[..], Some(NotTextError::Packed)),
        (b"\xff\xd8\xff\xe0", Some(NotTextError::Picture)),
        (b"%PDF-1.7", Some(NotTextError::Pdf)),
        (b"% PDF", None),
        (b"", None),
        (b"1", None),
    ] {
        let read = Splitter::new(bytes).step();
        let told = read
            .err()
            .and_then(|error| error.downcast::<NotTextError>().ok());
        assert_eq!(told, foreign, "{bytes:?}");
    }
}
