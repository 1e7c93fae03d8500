//! What is said of saved games: how many there are, and on what occasion they were played.

use rank_and_file::words::{listed, occasion, standing};
use rank_and_file_core::chess::{Action, Color, Game, Help};
use rank_and_file_core::library::Summary;
use rank_and_file_core::record::log::{Header, LogEntry, now};

use crate::pgn_text::only;

#[test]
fn a_list_says_how_many_games_it_has_and_of_how_many() {
    assert_eq!(listed(590, 590, false), "590 games");
    assert_eq!(listed(1, 1, false), "1 game");
    assert_eq!(listed(12, 590, true), "12 of 590 games");
    assert_eq!(listed(0, 1, true), "0 of 1 game");
}

#[test]
fn a_record_tells_its_occasion_as_far_as_it_is_known() {
    for (tags, said) in [
        (
            r#"[Event "World Cup"] [Date "2013.05.06"] [Round "2"]"#,
            "World Cup · 6 May 2013 · Round 2",
        ),
        (r#"[Event "?"] [Date "????.??.??"] [Round "-"]"#, ""),
        (
            r#"[Event "Reykjavik"] [Date "1972.??.??"]"#,
            "Reykjavik · 1972",
        ),
        (
            r#"[Event "Reykjavik"] [Date "1972.07.??"]"#,
            "Reykjavik · July 1972",
        ),
        (r#"[Round "2.1"]"#, "Round 2.1"),
        (r#"[White "Ann"]"#, ""),
        (
            r#"[Round "2"] [Variant "fischerandom"]"#,
            "Round 2 · Chess960, position 518",
        ),
        (
            r#"[FEN "nnrkrbbq/pppppppp/8/8/8/8/PPPPPPPP/NNRKRBBQ w KQkq - 0 1"]"#,
            "Chess960, position 94",
        ),
        (r#"[FEN "4k3/4p3/8/8/8/8/4P3/1R2K3 w B - 0 1"]"#, "Chess960"),
    ] {
        let tags = tags.replace("] [", "]\n[");
        let (imported, loaded) = only(&format!("{tags}\n\n1. e4 e5 1-0\n"));
        assert_eq!(
            occasion(&imported.loaded.header, &loaded.game),
            said,
            "{tags}"
        );
    }
}

#[test]
fn who_was_helped_is_said_of_a_game() {
    let mut game = Game::default();
    for (side, help) in [
        (Color::Black, Help::Guard),
        (Color::White, Help::Tip(1)),
        (Color::Black, Help::Warning),
        (Color::Black, Help::Insisted),
    ] {
        game.act(Action::Help(side, help)).unwrap();
    }
    let header = Header::new("Ann", "", now(), game.draw_rule());
    let said = "Ann received assistance 1 time · Black received assistance 2 times";
    assert_eq!(occasion(&header, &game), said);
}

#[test]
fn whose_turn_it_is_is_told_to_the_one_who_sits_here() {
    let said = |result: &str, own| {
        let (imported, loaded) = only(&format!("[Black \"Ben\"]\n\n1. e4 {result}\n"));
        let entry = LogEntry {
            id: "a".to_owned(),
            path: "a".into(),
        };
        let summary = Summary::of(entry, imported.loaded.header, &loaded.game);
        standing(&summary, own)
    };
    assert_eq!(said("*", None), "Ben to move");
    assert_eq!(said("*", Some(Color::White)), "Ben to move");
    assert_eq!(said("*", Some(Color::Black)), "Your turn");
    assert_eq!(said("1-0", Some(Color::Black)), said("1-0", None));
}
