//! Every key of the app is told: in the window of shortcuts, and in the table of the help.

use rank_and_file::ui::{EDITOR_KEYS, GAME_KEYS, KEYS, OFFER_KEYS, TWENTY48_KEYS, key_sections};
use rank_and_file::words;

#[test]
fn every_action_that_has_a_key_is_in_the_window() {
    let window = include_str!("../../../resources/ui/shortcuts.ui");
    let everywhere = KEYS.iter().map(|(action, _)| action);
    let pages = GAME_KEYS
        .iter()
        .chain(&EDITOR_KEYS)
        .chain(&TWENTY48_KEYS)
        .chain(&OFFER_KEYS);
    for action in everywhere.chain(pages.map(|(action, _)| action)) {
        let named = format!("<property name=\"action-name\">{action}</property>");
        assert_eq!(window.matches(&named).count(), 1, "{action}");
    }
}

/// What has a key has words, so that no line of the table is missing.
#[test]
fn every_key_of_the_app_is_in_the_table() {
    let [_, in_a_game, in_the_editor, everywhere, in_2048] = key_sections().map(|(_, lines)| lines);
    assert_eq!(in_a_game.len(), GAME_KEYS.len());
    assert_eq!(in_the_editor.len(), 3 + EDITOR_KEYS.len());
    assert_eq!(in_2048.len(), 4 + TWENTY48_KEYS.len());
    assert_eq!(everywhere.len(), KEYS.len() + OFFER_KEYS.len() + 2);
    for (action, keys) in KEYS {
        let said = words::key_action(action).unwrap_or_default();
        assert!(everywhere.contains(&(said, keys[0])), "{action}");
    }
    assert_eq!(words::key_action("win.nothing"), None);
}
