//! Texts from outside, made harmless: alone, in sentences, in the names of files.

use rank_and_file::words::{file_name, gettext_f, isolated, plain, plain_lines};
use rank_and_file_core::record::log::Header;

#[test]
fn nothing_steers_any_more() {
    for (text, shown) in [
        ("Ann", "Ann"),
        ("Zoë Müller-O’Neil 王", "Zoë Müller-O’Neil 王"),
        ("\u{1b}[31mred\u{7}", "␛[31mred␇"),
        ("a\nb: ok\r\tc\u{7f}", "a␊b: ok␍␉c␡"),
        ("\u{9b}31m\u{2028}", "\u{fffd}31m\u{fffd}"),
        ("Ann\u{202e}neB", "Ann\u{fffd}neB"),
        ("\u{2067}Ann\u{2069}", "\u{2067}Ann\u{2069}"),
        ("Ann\u{2069}", "Ann\u{fffd}"),
        ("\u{2067}Ann", "\u{fffd}Ann"),
        ("Z\u{301}\u{302}a", "Z\u{301}\u{302}a"),
        (
            &format!("Z{}a", "\u{301}".repeat(99)),
            "Z\u{301}\u{301}\u{301}\u{301}a",
        ),
        ("\u{2069}Ann\u{2067}", "\u{fffd}Ann\u{fffd}"),
    ] {
        assert_eq!(plain(text), shown, "{text:?}");
    }
    assert_eq!(plain_lines("a\u{1b}\nb"), "a␛\nb");
}

#[test]
fn what_goes_from_right_to_left_stays_by_itself() {
    assert_eq!(isolated("Ann"), "Ann");
    assert_eq!(isolated("رانيا"), "\u{2068}رانيا\u{2069}");
    assert_eq!(isolated("رانيا\u{2069}"), "\u{2068}رانيا\u{fffd}\u{2069}");
}

#[test]
fn a_value_keeps_its_direction_among_words_from_right_to_left() {
    let values = [("move", "1. Nf3+")];
    assert_eq!(gettext_f("after {move}.", &values), "after 1. Nf3+.");
    let hebrew = gettext_f("אחרי {move}.", &values);
    assert_eq!(hebrew, "אחרי \u{2068}1. Nf3+\u{2069}.");
    let pair = [("white", "דוד"), ("black", "Ben")];
    assert_eq!(
        gettext_f("{white} – {black}", &pair),
        "\u{2068}דוד\u{2069} – Ben"
    );
    let wins = gettext_f("{name} wins", &[("name", "דוד")]);
    assert_eq!(wins, "\u{200e}\u{2068}דוד\u{2069} wins");
    let same = gettext_f("אחרי {move}.", &[("move", "דוד")]);
    assert_eq!(same, "אחרי דוד.");
}

#[test]
fn a_value_with_braces_is_left_alone() {
    let values = [("a", "{b}"), ("b", "B")];
    assert_eq!(gettext_f("{a} {b} {c} {", &values), "{b} B {c} {");
}

fn named(white: &str, black: &str) -> Header {
    Header {
        white: white.to_owned(),
        black: black.to_owned(),
        date: Some("2026.11.20".to_owned()),
        ..Header::bare()
    }
}

#[test]
fn names_and_date_make_the_name() {
    let players = named("Ann", "Ben");
    assert_eq!(file_name(&players, "", "pgn"), "Ann – Ben 2026-11-20.pgn");
    assert_eq!(
        file_name(&players, "2… Qh4#", "png"),
        "Ann – Ben 2026-11-20 2… Qh4#.png"
    );
    assert_eq!(file_name(&Header::bare(), "", "pdf"), "White – Black.pdf");
}

#[test]
fn what_files_cannot_have_is_left_out() {
    let players = named("../../etc/pass\u{0}wd", ".A\\B:C*D?\"<>|\n");
    assert_eq!(
        file_name(&players, "", "pgn"),
        "etc pass wd – A B C D 2026-11-20.pgn"
    );
}

#[test]
fn long_names_are_cut_between_letters() {
    let name = file_name(&named(&"ы".repeat(150), &"龍".repeat(150)), "", "pgn");
    assert!(
        name.len() < 143 && name.starts_with("ыы") && name.contains("龍 2026"),
        "{name}"
    );
}
