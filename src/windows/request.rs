//! What a page asks of its window.

use gtk::prelude::*;
use rank_and_file_core::log::Header;
use rank_and_file_core::rules::Action;

use super::route::Route;
use super::window::Window;
use crate::model::{FirstColor, SavedGame};
use crate::widgets::GameAction;

/// What a page asks of its window.
pub(super) enum Request {
    /// Another page.
    Go(Route),
    /// Something done with a saved game.
    Act(GameAction, SavedGame),
    /// The games in a file.
    Export(Vec<SavedGame>),
    /// To be rid of the games.
    Trash(Vec<SavedGame>),
    /// All games of the player with this name.
    GamesOf(String),
    /// The names for a game of these two, of whom the first takes this colour.
    NewGame(String, String, FirstColor),
    /// A game that begins so.
    Begin(Header),
    /// A first move in a new game of those who played last, or in a saved one.
    Play(Option<SavedGame>, Action),
    /// The page anew, after this name has been taken back and that is used again.
    Renamed(String, String),
}

/// Asks the window that a page is in.
pub(super) fn ask(page: &impl IsA<gtk::Widget>, request: Request) {
    if let Some(window) = page.root().and_downcast::<Window>() {
        window.meet(request);
    }
}
