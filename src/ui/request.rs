//! What a page asks of its window, also about one saved game.

use glib::subclass::SignalId;
use gtk::prelude::*;
use rank_and_file_core::chess::{Action, Chess};
use rank_and_file_core::record::log::Header;
use strum::{IntoStaticStr, VariantArray};

use super::route::Route;
use crate::model::{FirstColor, SavedGame};

/// What can be done with one saved game. Menus know it by its name, such as `open-apart`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, glib::Enum, IntoStaticStr, VariantArray)]
#[enum_type(name = "RfGameAction")]
#[strum(serialize_all = "kebab-case")]
pub enum GameAction {
    /// To see the game.
    Open,
    /// To see the game in a window of its own.
    OpenApart,
    /// To see all games of the player of the white pieces.
    GamesOfWhite,
    /// To see all games of the player of the black pieces.
    GamesOfBlack,
    /// To have the game on the clipboard.
    Copy,
    /// To have the game in a file.
    Export,
    /// To move the game to the trash.
    Trash,
}

/// The signal with which a page asks its window; its one parameter is the [`Request`].
pub(super) const ASKED: &str = "asked";

/// What a page asks of its window.
#[derive(Clone, glib::Boxed)]
#[boxed_type(name = "RfRequest")]
pub(super) enum Request {
    /// Another page.
    Go(Route),
    /// Something done with a saved game.
    Act(GameAction, SavedGame),
    /// A saved game opened, or opened apart, at the position after so many plies.
    OpenAt(GameAction, SavedGame, usize),
    /// The game that is shown and is not among the saved ones to be so.
    Keep,
    /// The games in a file.
    Export(Vec<SavedGame>),
    /// To move the games to the trash.
    Trash(Vec<SavedGame>),
    /// All games of the player with this name.
    GamesOf(String),
    /// The names for a game of these two, of whom the first takes this colour.
    NewGame(String, String, FirstColor),
    /// A game that begins so, from this position where that is given with the names, and with this.
    Begin(Box<Header>, Option<Box<Chess>>, Option<Action>),
    /// A position to be looked at, with what could be played in it.
    Review(Box<Chess>),
    /// A saved game to go on with this.
    GoOn(SavedGame, Action),
    /// The page anew, after this name has been taken back and that is used again.
    Renamed(String, String),
}

/// Asks the window that a page is in, if pages may ask it.
pub(super) fn ask(page: &impl IsA<gtk::Widget>, request: Request) {
    let window = page.root();
    let asked = window.filter(|window| SignalId::lookup(ASKED, window.type_()).is_some());
    if let Some(window) = asked {
        window.emit_by_name::<()>(ASKED, &[&request]);
    }
}
