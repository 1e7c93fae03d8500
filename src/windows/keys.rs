//! The keys of the app: the one table that windows, menus and help take them from.

use gtk::prelude::*;

/// Has a widget listen to keys for actions: where the focus is in it, or, by another scope, wherever.
pub(super) fn listen<'a>(
    widget: &impl IsA<gtk::Widget>,
    scope: gtk::ShortcutScope,
    keys: impl IntoIterator<Item = (&'a str, &'a str)>,
) {
    let shortcuts = gtk::ShortcutController::new();
    shortcuts.set_scope(scope);
    for (action, key) in keys {
        shortcuts.add_shortcut(gtk::Shortcut::new(
            gtk::ShortcutTrigger::parse_string(key),
            Some(gtk::NamedAction::new(action)),
        ));
    }
    widget.add_controller(shortcuts);
}

/// Every action with its keys. Those of the game page listen there too: from here only actions of
/// the window can be reached, but menus and the shortcuts window look the keys up here.
pub const KEYS: [(&str, &[&str]); 10] = [
    ("app.quit", &["<Control>q"]),
    ("app.new-window", &["<Control><Shift>n"]),
    ("win.new-game", &["<Control>n"]),
    ("win.saved-games", &["<Control>o"]),
    ("win.import", &["<Control>i"]),
    ("app.preferences", &["<Control>comma"]),
    ("win.fullscreen", &["F11"]),
    ("win.help", &["F1"]),
    ("win.shortcuts", &["<Control>question"]),
    ("window.close", &["<Control>w"]),
];

/// The actions of the page with the board, with their keys.
pub const GAME_KEYS: [(&str, &str); 27] = [
    ("game.first", "<Alt>Home"),
    ("game.back", "<Alt>Left"),
    ("game.forward", "<Alt>Right"),
    ("game.last", "<Alt>End"),
    ("game.previous-line", "<Alt>Up"),
    ("game.next-line", "<Alt>Down"),
    // In a game that is played, this asks for a takeback; in one that is over, it undoes what was added.
    ("game.take-back", "<Control>z"),
    ("game.undo-edit", "<Control>z"),
    ("game.redo-edit", "<Control><Shift>z"),
    ("game.tip", "<Control>h"),
    ("game.turn-board", "<Control>r"),
    ("game.panel", "F9"),
    ("game.openings", "<Control>b"),
    ("game.analysis", "<Control>l"),
    ("game.review", "<Control><Shift>r"),
    // Wherever text is selected, it is the text that Ctrl+C copies.
    ("game.copy-game", "<Control>c"),
    ("game.copy-position", "<Control><Shift>c"),
    ("game.print", "<Control>p"),
    ("game.read-clocks", "<Control>t"),
    ("game.read-position", "<Control><Shift>p"),
    ("game.read-evaluation", "<Control><Shift>l"),
    ("game.read-again", "<Control>m"),
    ("game.comment", "<Control>e"),
    ("game.comment-before", "<Control><Shift>e"),
    ("game.glyphs", "<Control>g"),
    ("game.promote", "<Control><Shift>Up"),
    ("game.delete-line", "<Control>Delete"),
];

/// The actions of the page to practice on, with the keys that they have on the page with the board.
pub(super) const PRACTICE_KEYS: [(&str, &str); 3] = [
    ("practice.hint", "<Control>h"),
    ("practice.read-position", "<Control><Shift>p"),
    ("practice.read-again", "<Control>m"),
];

/// The actions of the page on which a position is set up, with their keys.
pub const EDITOR_KEYS: [(&str, &str); 4] = [
    ("editor.undo", "<Control>z"),
    ("editor.redo", "<Control><Shift>z"),
    ("editor.turn-board", "<Control>r"),
    ("editor.copy-position", "<Control><Shift>c"),
];

/// The actions of the window of 2048, with their keys.
pub const TWENTY48_KEYS: [(&str, &str); 4] = [
    ("tiles.undo", "<Control>z"),
    ("tiles.read-scores", "<Control>t"),
    ("tiles.read-board", "<Control><Shift>p"),
    ("tiles.read-again", "<Control>m"),
];
