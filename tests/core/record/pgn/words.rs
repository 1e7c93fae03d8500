//! What single words and comments among the moves say: moves, judgments of them, and clocks.

use rank_and_file_core::record::pgn::scanner::{glyphs_in, is_no_move, without_number};
use rank_and_file_core::record::pgn::{clock_comment, clock_left, clock_noted};

#[test]
fn words_that_cannot_be_moves() {
    for word in [
        "xyz", "RR", "White", "resigns", "be", "C", "2nd", "move", "P-K4", "--x", "戰車", "é",
    ] {
        assert!(is_no_move(word), "{word}");
    }
    for word in [
        "e4", "Nf9", "Sf3", "N@f3", "exd4e.p", "E2-E4", "ed", "exd", "e:d+", "O-O", "o-o-o",
        "0–0+", "e8=Q", "C48",
    ] {
        assert!(!is_no_move(word), "{word}");
    }
}

#[test]
fn signs_are_taken_off_moves() {
    for (word, wanted, glyphs) in [
        ("e4", Some("e4"), vec![]),
        ("1.e4", Some("e4"), vec![]),
        ("Qh5+", Some("Qh5+"), vec![]),
        ("Qh5+!", Some("Qh5+"), vec![1]),
        ("e4+-", Some("e4"), vec![18]),
        ("e4-+", Some("e4"), vec![19]),
        ("Qh5++-", Some("Qh5"), vec![18]),
        ("e4=", Some("e4"), vec![10]),
        ("e4±", Some("e4"), vec![16]),
        ("e4∓", Some("e4"), vec![17]),
        ("e4⩲", Some("e4"), vec![14]),
        ("e4⩱", Some("e4"), vec![15]),
        ("e4∞", Some("e4"), vec![13]),
        ("e4□", Some("e4"), vec![7]),
        ("e4+/-", Some("e4"), vec![16]),
        ("e4=/+", Some("e4"), vec![15]),
        ("e4!?±", Some("e4"), vec![5, 16]),
        ("Ba4TN", Some("Ba4"), vec![146]),
        ("Ba4T", Some("Ba4"), vec![146]),
        ("Ba4N!", Some("Ba4"), vec![146, 1]),
        ("Nc6D", Some("Nc6"), vec![220]),
        ("12.O-OD", Some("O-O"), vec![220]),
        // A rook or a queen in another language.
        ("a8T", Some("a8T"), vec![]),
        ("bxa8D", Some("bxa8D"), vec![]),
        ("e4N", Some("e4"), vec![146]),
        ("e4!N", Some("e4"), vec![1, 146]),
        ("Nf8N", Some("Nf8"), vec![146]),
        ("O-ON", Some("O-O"), vec![146]),
        ("e8N", Some("e8N"), vec![]),
        ("e8=N", Some("e8=N"), vec![]),
        ("exd8N+", Some("exd8N+"), vec![]),
        ("e8=Q", Some("e8=Q"), vec![]),
        ("e8=Q=", Some("e8=Q"), vec![10]),
        ("e8(Q)", Some("e8(Q)"), vec![]),
        ("e4,", Some("e4"), vec![]),
        ("exd4e.p.", Some("exd4e.p"), vec![]),
        ("exd6ep!", Some("exd6ep"), vec![1]),
        ("0-0", Some("0-0"), vec![]),
        ("--", Some("--"), vec![]),
        ("N", None, vec![146]),
        ("!?", None, vec![5]),
        ("+-", None, vec![18]),
        ("12.", None, vec![]),
        ("e.p.", None, vec![]),
    ] {
        assert_eq!(without_number(word), wanted, "{word}");
        let found: Vec<u8> = glyphs_in(word).map(|glyph| glyph.0).collect();
        assert_eq!(found, glyphs, "{word}");
    }
}

fn read(comment: &str) -> Option<u64> {
    clock_noted(comment).and_then(clock_left)
}

#[test]
fn a_clock_that_is_written_is_read() {
    for (left, comment) in [
        (0, "[%clk 0:00:00]"),
        (298_500, "[%clk 0:04:58.5]"),
        (3_600_001, "[%clk 1:00:00.001]"),
        (360_000_000, "[%clk 100:00:00]"),
    ] {
        assert_eq!(clock_comment(left), comment);
        assert_eq!(read(comment), Some(left));
    }
}

#[test]
fn clocks_as_others_write_them() {
    for (comment, left) in [
        (" good [%clk 0:02:59.9] [%emt 0:00:01]", Some(179_900)),
        ("[%clk 1:30]", Some(90_000)),
        ("[%emt 0:00:01]", None),
        ("[%clk 0:90:75]", Some(5_475_000)),
        ("[%clk -0:00:01]", None),
        ("[%clk 0:00:01", None),
        ("[%clk ]", None),
        ("[%clk 1:2:3:4]", None),
        ("[%clk 99999999:00:00]", None),
        ("[%clk 999999:59:59.999]", Some(3_599_999_999_999)),
        ("[%clk 999999:60:00]", None),
        ("[%clk 0:00:01.]", Some(1000)),
        ("[%clk 0:00:01.23456]", Some(1234)),
    ] {
        assert_eq!(read(comment), left, "{comment}");
    }
}
