//! Every key of the app is told: in the table of the help, and in the manual.

use rank_and_file::ui::{
    EDITOR_KEYS, GAME_KEYS, KEYS, OFFER_KEYS, PAGE_KEYS, TWENTY48_KEYS, key_sections,
};
use rank_and_file::words;

/// What has a key has words, so that no line of the table is missing.
#[test]
fn every_key_of_the_app_is_in_the_table() {
    let [_, in_a_game, aloud, in_the_editor, everywhere, in_2048] =
        key_sections().map(|(_, lines)| lines);
    assert_eq!(in_a_game.len() + aloud.len(), GAME_KEYS.len());
    assert_eq!(in_the_editor.len(), 3 + EDITOR_KEYS.len());
    assert_eq!(in_2048.len(), 4 + TWENTY48_KEYS.len());
    assert_eq!(
        everywhere.len(),
        KEYS.len() + OFFER_KEYS.len() + PAGE_KEYS.len() + 3
    );
    for (action, key) in KEYS {
        let said = words::key_action(action).unwrap_or_default();
        assert!(everywhere.contains(&(said, key)), "{action}");
    }
    assert_eq!(words::key_action("win.nothing"), None);
}

/// A key as the manual writes it: `Ctrl+Shift+L` for `<Control><Shift>l`.
fn in_the_manual(key: &str) -> String {
    let (modifiers, plain) = key.split_at(key.rfind('>').map_or(0, |end| end + 1));
    let modifiers = modifiers
        .replace("<Control>", "Ctrl+")
        .replace("<Shift>", "Shift+")
        .replace("<Alt>", "Alt+");
    let plain = match plain {
        "Left" | "Right" | "Up" | "Down" if modifiers.is_empty() => "Arrows".to_owned(),
        "Return" => "Enter".to_owned(),
        "space" => "Space".to_owned(),
        "comma" => ",".to_owned(),
        "question" => "?".to_owned(),
        "Page_Up" => "PageUp".to_owned(),
        "Page_Down" => "PageDown".to_owned(),
        letter if letter.len() == 1 => letter.to_uppercase(),
        name => name.to_owned(),
    };
    modifiers + &plain
}

/// The keys that head the lines of a part of the manual, each as it is written there.
fn headings(part: &str) -> Vec<String> {
    part.lines()
        .filter_map(|line| line.strip_prefix(".B "))
        .flat_map(|keys| keys.split([' ', ';']).map(|key| key.trim_end_matches(',')))
        // Ctrl+, is a key with a comma.
        .map(|key| if key == "Ctrl+" { "Ctrl+," } else { key })
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_key_of_the_table_is_in_the_manual() {
    let manual = include_str!("../../../data/rank-and-file.1");
    let keys = manual
        .split(".SH ")
        .find(|part| part.starts_with("KEYS IN THE WINDOW"))
        .expect("the manual has the keys");
    let (window, tiles) = keys.split_once(".SS In 2048").expect("and those of 2048");
    let (window, editor) = window
        .split_once(".SS While a position is set up")
        .expect("and those of the editor");
    let sections = key_sections().map(|(_, lines)| lines);
    let parts = [window, window, window, editor, window, tiles];
    for (lines, part) in sections.into_iter().zip(parts) {
        let told = headings(part);
        for (action, keys) in lines {
            for key in keys.split_whitespace() {
                // With Shift the piece is white, and Ctrl with any arrow walks the cells.
                let key = in_the_manual(key.strip_prefix("<Shift>").unwrap_or(key));
                let any_arrow = part == tiles && key.starts_with("Ctrl+") && key.len() > 6;
                let key = if any_arrow && !key.contains("Shift") {
                    "Ctrl+arrows".to_owned()
                } else {
                    key
                };
                assert!(told.contains(&key), "{key}: {action}");
            }
        }
    }
}
