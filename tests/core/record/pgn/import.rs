//! PGN as people and programs write it: what is taken over, what is refused, and where.

use rank_and_file_core::chess::{Color, DrawRule, FenError, Refusal, fen_of, start_position};
use rank_and_file_core::record::log::{Loaded, Remark, read_bytes};
use rank_and_file_core::record::pgn::{self, FaultKind, Pasted};

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
